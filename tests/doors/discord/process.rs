//! The bot as the built program, which can be killed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use tokio::sync::watch;

use super::bot::{Way, config};
use super::fake::*;
use crate::common::store;

/// How long the program may take to end when it is told to.
const ENDS: Duration = Duration::from_secs(30);

/// What tells a program another time than the machine's: of the package `faketime`.
const FAKETIME: &str = "faketime/libfaketimeMT.so.1";

/// A child process that does not outlive its test.
struct Mortal(Child);

impl Drop for Mortal {
    fn drop(&mut self) {
        // One that has ended needs no kill.
        let _ = self.0.kill();
        // What it shared with children by faketime, which it would delete as it ends.
        for name in ["faketime_shm_", "sem.faketime_sem_"] {
            drop(std::fs::remove_file(format!("/dev/shm/{name}{}", self.0.id())));
        }
    }
}

/// A clock of programs' own, which may be off from the machine's.
#[derive(Clone)]
pub struct SkewedClock(PathBuf);

impl SkewedClock {
    /// One that is right, told by this file.
    pub fn right(file: PathBuf) -> SkewedClock {
        let clock = SkewedClock(file);
        clock.set(0);
        clock
    }

    /// Has it off by so many seconds, which programs notice within a second.
    pub fn set(&self, seconds: i64) {
        // In place, with the same length: there may be no room on the disk.
        let file = std::fs::OpenOptions::new().create(true).truncate(false).write(true).open(&self.0);
        file.unwrap().write_all(format!("{seconds:+06}\n").as_bytes()).unwrap();
    }

    fn environment(&self) -> [(&'static str, PathBuf); 5] {
        let folders = std::fs::read_dir("/usr/lib").unwrap().map(|folder| folder.unwrap().path());
        let library = folders.map(|folder| folder.join(FAKETIME)).find(|library| library.is_file());
        [
            ("LD_PRELOAD", library.expect("faketime is not installed")),
            ("FAKETIME_TIMESTAMP_FILE", self.0.clone()),
            ("FAKETIME_CACHE_DURATION", "1".into()),
            // Only the time of day is off.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
            ("NO_FAKE_STAT", "1".into()),
        ]
    }
}

/// A running program.
pub struct Process {
    child: Mortal,
    said: watch::Receiver<String>,
    /// Where it takes calls, once it says so and the endpoint is its way.
    calls: String,
}

/// Where the database of a folder is.
pub fn database_in(folder: &Path) -> PathBuf {
    folder.join("wardroom.db")
}

/// Starts the program with this configuration; nothing of this process's environment reaches it but the trap.
pub fn spawn(fake: &Fake, folder: &Path, config: &str) -> Process {
    spawn_by(fake, folder, config, None)
}

/// The same, by a clock of its own.
fn spawn_by(fake: &Fake, folder: &Path, config: &str, clock: Option<&SkewedClock>) -> Process {
    std::fs::write(folder.join("config.toml"), config).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.env_clear().env("HOME", folder).envs(fake.trap()).current_dir(folder);
    command.args(["serve", "--config", "config.toml", "--db"]).arg(store::place(&database_in(folder)));
    command.envs(clock.into_iter().flat_map(SkewedClock::environment));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (says, said) = watch::channel(String::new());
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            says.send_modify(|said| said.extend([line.as_str(), "\n"]));
        }
    });
    Process { child: Mortal(child), said, calls: String::new() }
}

impl Process {
    /// Starts the bot on the database of a folder and waits until it takes calls.
    pub async fn start(fake: &Fake, way: Way, folder: &Path) -> Process {
        Process::start_as(fake, way, folder, &config(fake, way)).await
    }

    /// Starts one that is configured so.
    pub async fn start_as(fake: &Fake, way: Way, folder: &Path, config: &str) -> Process {
        Process::start_by(fake, way, folder, config, None).await
    }

    /// The same, with a clock of its own.
    pub async fn start_by(
        fake: &Fake,
        way: Way,
        folder: &Path,
        config: &str,
        clock: Option<&SkewedClock>,
    ) -> Process {
        let config = config.replace("[discord]", "log_format = \"json\"\n[discord]");
        let mut process = spawn_by(fake, folder, &config, clock);
        fake.with(|world| world.gateway.forget());
        let listening = process.says("\"address\":\"").await;
        match way {
            Way::Gateway => {
                fake.gateway_transport();
                fake.ready(1).await;
            }
            Way::Endpoint => {
                let address = listening.split("\"address\":\"").nth(1).unwrap().split('"').next().unwrap();
                process.calls = format!("http://{address}/interactions");
                fake.endpoint_transport(&process.calls);
            }
        }
        fake.wait("the commands are registered", |world| {
            world.commands.get(&None).filter(|all| !all.is_empty()).map(drop)
        })
        .await;
        process
    }

    /// Waits until it says something; gives all that it said.
    pub async fn says(&mut self, what: &str) -> String {
        let heard = tokio::time::timeout(PATIENCE, self.said.wait_for(|said| said.contains(what)))
            .await
            .ok()
            .and_then(Result::ok)
            .map(|said| said.clone());
        heard.unwrap_or_else(|| panic!("it does not say {what:?}: {}", *self.said.borrow()))
    }

    /// Where it takes calls.
    pub fn calls(&self) -> String {
        self.calls.clone()
    }

    /// Kills it without a word.
    pub fn kill(mut self) {
        self.kill_now();
    }

    /// The same, of one that is in its place until another is.
    pub fn kill_now(&mut self) {
        self.child.0.kill().unwrap();
        self.child.0.wait().unwrap();
    }

    /// Asks it to end, as a supervisor does.
    pub fn terminate(&self) {
        self.signal("TERM");
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.0.id().to_string();
        assert!(Command::new("kill").args([&format!("-{name}"), &pid]).status().unwrap().success());
    }

    /// Waits until it ends; gives what it ended with and said.
    pub async fn ended(mut self) -> (ExitStatus, String) {
        let ended = tokio::task::spawn_blocking(move || (self.child.0.wait().unwrap(), self.said));
        let (status, mut said) = tokio::time::timeout(ENDS, ended).await.expect("it ends").unwrap();
        // The thread that reads it is done when the sender is gone.
        let _ = tokio::time::timeout(ENDS, said.wait_for(|_| false)).await;
        let said = said.borrow().clone();
        (status, said)
    }
}
