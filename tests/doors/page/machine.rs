//! A machine on which a page is followed: the program as it is built, in folders of the test's own.

use std::fs::DirBuilder;
use std::io::Write;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The folders that the pages name, which are below a folder of the test's own.
const FOLDERS: [&str; 4] = ["/etc/wardroom", "/var/lib/wardroom", "/var/backups", "/var/spool"];
/// How long the program may take to say where it listens.
const PATIENCE: Duration = Duration::from_secs(120);

/// A machine.
pub struct Machine {
    folder: tempfile::TempDir,
    environment: Vec<(&'static str, String)>,
}

/// The bot, running on it.
pub struct Running {
    child: Child,
    log: PathBuf,
}

impl Machine {
    /// A machine whose programs see this environment too.
    pub fn new(environment: Vec<(&'static str, String)>) -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap(), environment };
        for folder in FOLDERS {
            // The pages close the folders to other accounts.
            DirBuilder::new().recursive(true).mode(0o700).create(machine.here(folder)).unwrap();
        }
        machine
    }

    /// A text of the page with the page's folders where they are on this machine.
    pub fn here(&self, text: &str) -> String {
        let own = self.folder.path().display().to_string();
        FOLDERS.iter().fold(text.to_owned(), |text, folder| text.replace(folder, &format!("{own}{folder}")))
    }

    /// Writes the configuration of the page, and the file with its secret.
    pub fn configure(&self, config: &str, (file, secret): (&str, &str)) {
        let text = self.here(config).replace("127.0.0.1:8080", "127.0.0.1:0");
        std::fs::write(self.here("/etc/wardroom/config.toml"), text).unwrap();
        std::fs::write(self.here(file), format!("{secret}\n")).unwrap();
    }

    fn command(&self, args: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.args(args.iter().map(|arg| self.here(arg))).stdin(Stdio::null());
        command.envs(self.environment.clone()).env("LANG", "C").env_remove("WARDROOM_DISCORD_TOKEN");
        command.env("HOME", self.folder.path()).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
        command
    }

    /// Starts `serve`.
    pub fn serve(&self, args: &[String]) -> Running {
        let log = self.folder.path().join("log");
        let mut command = self.command(args);
        command.stderr(std::fs::File::create(&log).unwrap());
        Running { child: command.spawn().unwrap(), log }
    }

    /// Runs a command to its end, which must be a good one; what it printed.
    pub fn run(&self, args: &[String]) -> String {
        self.run_on(args, b"")
    }

    /// Runs a command with this input to its end, which must be a good one; what it printed.
    pub fn run_on(&self, args: &[String], input: &[u8]) -> String {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Whoever reads nothing breaks the pipe.
        let _ = child.stdin.take().unwrap().write_all(input);
        let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&stdout).into_owned();
        assert!(status.success(), "{args:?}: {said}{}", String::from_utf8_lossy(&stderr));
        said
    }

    pub fn exists(&self, path: &str) -> bool {
        Path::new(&self.here(path)).exists()
    }
}

impl Running {
    /// What it logged.
    pub fn log(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap();
        // Without the colours.
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
    }

    /// Waits until it says where it listens.
    pub async fn address(&mut self) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let log = self.log();
            let said = log.lines().find(|line| line.contains("listening"));
            if let Some((_, address)) = said.and_then(|line| line.split_once("address=")) {
                return address.trim().to_owned();
            }
            let ended = self.child.try_wait().unwrap();
            assert!(ended.is_none() && Instant::now() < until, "{ended:?}: {log}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Kills it without a word.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it as a supervisor does.
    pub fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success(), "{}", self.log());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let ended = self.child.try_wait().ok().flatten();
        if ended.is_none() {
            eprintln!("{}", self.log());
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}
