//! What a load is put on: the program's processes, the database below them, and a Discord that takes what they send.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Method, Uri};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::measured::{bytes, children, cpu_seconds, kib, mib};
use crate::signed::{self, APPLICATION};
use wardroom::log::Store;

pub const BOT_ADDRESS: &str = "wardroom@club.example";
/// Whose word it is that a mail is authentic: nobody else is asked, who would be found by DNS.
pub const MAIL_SERVER: &str = "mx.club.example";

/// A database that the program plays in.
pub struct Database {
    pub store: Arc<dyn Store>,
    /// As the program's `--db` has it.
    pub address: String,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// The first process of its server, where it has one.
    pub server: Option<u32>,
}

impl Database {
    fn bytes(&self) -> u64 {
        self.files.iter().map(|file| bytes(file)).sum()
    }

    fn processes(&self) -> Vec<u32> {
        self.server.into_iter().flat_map(|first| [vec![first], children(first)].concat()).collect()
    }
}

/// A Discord that takes whatever it is sent.
#[derive(Clone, Default)]
pub struct Discord(Arc<Taken>);

#[derive(Default)]
struct Taken {
    address: Mutex<Option<SocketAddr>>,
    requests: AtomicU64,
    bytes: AtomicU64,
}

impl Discord {
    pub async fn start() -> Discord {
        let discord = Discord::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        *discord.0.address.lock().expect("a lock") = listener.local_addr().ok();
        let routes = Router::new().fallback(Discord::take).with_state(discord.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.expect("a server") });
        discord
    }

    async fn take(State(discord): State<Discord>, method: Method, uri: Uri, body: Bytes) -> Json<Value> {
        let number = discord.0.requests.fetch_add(1, Ordering::Relaxed);
        discord.0.bytes.fetch_add(body.len() as u64, Ordering::Relaxed);
        let id = (900_000_000_000_000_000 + number).to_string();
        let path = uri.path().strip_prefix("/api/v10").unwrap_or(uri.path()).to_owned();
        Json(match path.as_str() {
            "/oauth2/applications/@me" => json!({
                "id": APPLICATION.to_string(), "name": "Wardroom", "icon": null, "description": "", "bot_public": true,
                "bot_require_code_grant": false, "verify_key": public_key()
            }),
            path if path.ends_with("/commands") && method == Method::GET => json!([]),
            path if path.ends_with("/members") && method == Method::GET => json!([]),
            _ => {
                json!({ "id": id, "channel_id": id, "type": 11, "content": "", "attachments": [], "flags": 0 })
            }
        })
    }

    fn url(&self) -> String {
        format!("http://{}", self.0.address.lock().expect("a lock").expect("an address"))
    }

    pub fn requests(&self) -> u64 {
        self.0.requests.load(Ordering::Relaxed)
    }

    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }
}

/// The key that interactions are signed for, as Discord shows it.
fn public_key() -> String {
    hex::encode(signed::key().verifying_key().to_bytes())
}

/// A process of the program, which ends with this.
pub struct Worker {
    child: Child,
    pub address: SocketAddr,
}

impl Worker {
    pub fn start(folder: &Path, number: usize, database: &Database, discord: &Discord) -> Worker {
        // Free now; nobody else is told of it.
        let address =
            std::net::TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port");
        let key = public_key();
        let mut config = format!(
            "[serve]\nlisten = \"{address}\"\nlog = \"error\"\n[discord]\nway = \"endpoint\"\npublic_key = \"{key}\"\n\
             application_id = \"{APPLICATION}\"\napi = \"{}\"\ntables_a_guild = 1000000\norders_a_minute = 1000000\n",
            discord.url()
        );
        // One process reads mail.
        if number == 0 {
            config += &format!(
                "[mail]\naddress = \"{BOT_ADDRESS}\"\nplus_addresses = true\nmaildir = {folder:?}\nauthserv_id = \"{MAIL_SERVER}\"\nanswers_an_hour = 1000000\n"
            );
        }
        let file = folder.join(format!("worker-{number}.toml"));
        fs::write(&file, config).expect("a configuration");
        let child = Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(["serve", "--db", &database.address, "--config"])
            .arg(&file)
            .env_clear()
            .env("HOME", folder)
            // As in packaging/wardroom.service.
            .env("MALLOC_ARENA_MAX", "2")
            .env("WARDROOM_SECRET", "07".repeat(32))
            .env("WARDROOM_DISCORD_TOKEN", "MTExMTExMTExMTExMTExMTExMQ.of-the.bench")
            .stdin(Stdio::null())
            .spawn()
            .expect("the program");
        Worker { child, address }
    }

    pub async fn ready(&self) {
        for _ in 0..600 {
            if self.get("/healthz").await.is_some() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("a worker does not listen");
    }

    async fn get(&self, path: &str) -> Option<String> {
        let answer = reqwest::get(format!("http://{}{path}", self.address)).await.ok()?;
        answer.error_for_status().ok()?.text().await.ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What all processes have done and used so far.
pub struct Used {
    commits: u64,
    round_trips: u64,
    interactions: u64,
    program_seconds: f64,
    server_seconds: f64,
    bytes: u64,
}

impl Used {
    pub async fn so_far(workers: &[Worker], database: &Database) -> Used {
        let processes = database.processes();
        let mut used = Used {
            commits: 0,
            round_trips: 0,
            interactions: 0,
            program_seconds: workers.iter().map(|worker| cpu_seconds(worker.child.id())).sum(),
            server_seconds: processes.into_iter().map(cpu_seconds).sum(),
            bytes: database.bytes(),
        };
        for worker in workers {
            let text = worker.get("/metrics").await.unwrap_or_default();
            let sum = |name: &str| -> u64 {
                let lines = text.lines().filter(|line| line.starts_with(name));
                lines.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum::<f64>() as u64
            };
            used.commits += sum("wardroom_commit_seconds_count");
            used.round_trips += sum("wardroom_database_round_trips_total");
            used.interactions += sum("wardroom_interactions_total");
        }
        used
    }

    /// Prints what was used since another time.
    pub fn tell_since(&self, before: &Used) {
        let interactions = self.interactions - before.interactions;
        let each = |seconds: f64| seconds * 1000.0 / interactions.max(1) as f64;
        let (program, server) =
            (self.program_seconds - before.program_seconds, self.server_seconds - before.server_seconds);
        println!(
            "  {interactions} interactions, {} commits, {} round trips; {program:.1} s of processor in the program ({:.2} ms an interaction), \
             {server:.1} s in the database's server ({:.2} ms); the database grew by {:.1} MiB",
            self.commits - before.commits,
            self.round_trips - before.round_trips,
            each(program),
            each(server),
            mib(self.bytes.saturating_sub(before.bytes)),
        );
    }
}

/// Prints how much memory all processes have.
pub fn tell_memory(workers: &[Worker], database: &Database) {
    for (number, worker) in workers.iter().enumerate() {
        println!(
            "worker {number}: {} MiB of memory at most",
            kib(worker.child.id(), "status", "VmHWM:") / 1024
        );
    }
    if database.server.is_some() {
        // What they share counts once.
        let share = |process| kib(process, "smaps_rollup", "Pss:");
        let server: u64 = database.processes().into_iter().map(share).sum();
        println!("the database's server: {} MiB of memory now", server / 1024);
    }
    println!("the database has {:.1} MiB", mib(database.bytes()));
}
