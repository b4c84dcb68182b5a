//! What the program writes beside its answers: its log at the finest, its numbers. Neither holds a token, a seed, an order
//! or what somebody wrote.

use std::process::{Child, Command, Stdio};

use super::bot::*;
use super::fake::*;
use crate::common::store;

/// Something that is typed and must not turn up again.
const TYPED: &str = "hush-it-is-a-secret";

/// The program, ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started(fake: &Fake, folder: &std::path::Path, way: Way, filter: &str, port: u16) -> Running {
    let listen = format!("listen = \"127.0.0.1:{port}\"\nlog = \"{filter}\"");
    let told = config(fake, way).replace("listen = \"127.0.0.1:0\"", &listen);
    std::fs::write(folder.join("config.toml"), told).unwrap();
    let log = std::fs::File::create(folder.join("log")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.args(["serve", "--config"]).arg(folder.join("config.toml"));
    command.arg("--db").arg(store::place(&folder.join("wardroom.db"))).envs(fake.trap());
    command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    Running(command.spawn().unwrap())
}

/// A port that is free now.
fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_and_numbers_hold_no_secret() {
    for (way, filter) in [(Way::Gateway, "wardroom=trace"), (Way::Endpoint, "trace")] {
        let fake = Fake::start_with(Setup::in_real_time());
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let [ann, bob] = ["Ann Onymous", "Bob Onymous"].map(|name| fake.add_member(name, "en-US", channel));
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let running = started(&fake, folder.path(), way, filter, port);
        fake.wait("the commands are registered", |world| {
            world.commands.get(&None).filter(|all| all.len() > 10).map(drop)
        })
        .await;
        match way {
            Way::Gateway => {
                fake.gateway_transport();
                fake.ready(1).await;
            }
            Way::Endpoint => fake.endpoint_transport(&format!("http://127.0.0.1:{port}/interactions")),
        }
        ann.slash("table", "new", &[("game", "grand_fleet"), ("seat", "british")]).await;
        bob.slash("table", "join", &[]).await;
        let thread = fake
            .wait("a thread with a pinned message", |world| {
                world.channels.values().find(|it| !it.pins.is_empty()).map(|it| it.id)
            })
            .await;
        let ann = ann.inside(thread);
        let typed = ann.type_in(("order", ""), "text", "", &[]).await;
        for text in [TYPED, typed.first().map_or("commit all", |first| first.value.as_str())] {
            ann.slash("order", "", &[("text", text)]).await;
            ann.slash("show", "board", &[("what", text)]).await;
            ann.slash("show", "status", &[("table", text)]).await;
        }
        ann.slash("show", "export", &[]).await;
        ann.click(&fake.pinned(thread)[0], "Give orders").await;
        ann.forge(&fake.pinned(thread)[0], TYPED, &[]).answer().await;
        let numbers =
            reqwest::get(format!("http://127.0.0.1:{port}/metrics")).await.unwrap().text().await.unwrap();
        let health =
            reqwest::get(format!("http://127.0.0.1:{port}/healthz")).await.unwrap().text().await.unwrap();
        drop(running);
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
        let kept = ["wardroom_interactions_total", "wardroom_outbox_age_seconds{door=\"discord\"}"];
        assert!(
            log.contains("listening") && kept.iter().all(|name| numbers.contains(name)),
            "{log}\n{numbers}"
        );

        let store = store::open(&folder.path().join("wardroom.db"));
        let rooms = store.notes("discord", "room/").unwrap();
        let table = rooms[0].0.strip_prefix("room/").unwrap();
        let seed = store.seed(table).unwrap().unwrap().expose_hex();
        let mut secrets = vec![TOKEN.to_owned(), TYPED.to_owned(), "Onymous".to_owned(), seed];
        secrets.push(TOKEN[20..].to_owned());
        secrets
            .extend(fake.look(|world| world.exchanges.iter().map(|it| it.token.clone()).collect::<Vec<_>>()));
        for (what, text) in [("the log", &log), ("the numbers", &numbers), ("the health", &health)] {
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{secret} is in {what}:\n{text}");
            }
        }
        assert!(!numbers.contains(table) && !health.contains(table), "{numbers} {health}");
        fake.faults();
    }
}
