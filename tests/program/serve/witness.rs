//! The built program as a witness: a club asks it for cosignatures, and a club that went back is refused and named.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};

use super::pages::{Home, get, is};

/// What the club's log says once the witness has answered.
const COSIGNED: &str = "witnesses cosigned the checkpoint";
const REFUSED: &str = "a witness did not cosign the checkpoint";

/// The witness at work.
struct Witness {
    child: Child,
    log: BufReader<ChildStderr>,
    said: String,
    address: String,
    key: String,
}

impl Witness {
    fn command(folder: &std::path::Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.args(["--config", "witness.toml", "witness"]).env_clear().env("HOME", folder);
        command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    }

    fn start(folder: &std::path::Path, logs: &str) -> Witness {
        let config =
            format!("[witness]\nlisten = \"127.0.0.1:0\"\nname = \"witness.example/w1\"\nlogs = [{logs}]\n");
        std::fs::write(folder.join("witness.toml"), config).unwrap();
        let mut child = Witness::command(folder).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        let mut value = |what: &str, name: &str| loop {
            let from = said.len();
            assert!(log.read_line(&mut said).unwrap() > 0, "it ended: {said}");
            if said[from..].contains(what) {
                let rest = said[from..].split_once(name).unwrap().1;
                return rest.split_whitespace().next().unwrap().to_owned();
            }
        };
        let key = value("a witness", "key=");
        let address = value("listening for logs", "address=");
        Witness { child, log, said, address, key }
    }

    fn stop(mut self) -> String {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.log.read_to_string(&mut self.said).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{}", self.said);
        std::mem::take(&mut self.said)
    }

    fn post(&self, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nHost: w\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        // A test that fails leaves no witness behind; one that has ended needs no kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Serves until this is in its log; the last checkpoint that is shown then, and the log.
fn served_until(home: &Home, what: &str) -> (String, String) {
    let mut serving = home.serve();
    serving.reads(what);
    let shown = get(&serving.pages, "/log/checkpoint");
    let shown = shown.split_once("\r\n\r\n").unwrap().1.to_owned();
    (shown, serving.stop())
}

#[test]
fn a_witness_cosigns_a_club_until_it_goes_back() {
    let home = Home::new();
    home.play("collier SIO\nquit\n");
    let mut serving = home.serve();
    serving.reads("a checkpoint of the club's log is signed");
    let key = get(&serving.pages, "/log/key").split_once("\r\n\r\n").unwrap().1.trim().to_owned();
    serving.stop();
    let witness = Witness::start(&home.path(""), &format!("\"{key}\""));
    let file = std::fs::read_to_string(home.path("witness-key")).unwrap();
    assert!(file.starts_with("# The key of this Wardroom witness."), "{}", file.lines().next().unwrap());

    // A second one with the same memory does not start.
    let second = Witness::command(&home.path("")).output().unwrap();
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(!second.status.success() && said.contains("another witness remembers in this folder"), "{said}");

    // The requests that no club sends.
    assert!(is(&get(&witness.address, "/add-checkpoint"), 405));
    assert!(is(&witness.post("/other", ""), 404));
    assert!(is(&witness.post("/add-checkpoint", "old\n"), 400));

    let config = std::fs::read_to_string(home.path("config.toml")).unwrap();
    let listed = format!(
        "[club_log]\nwitnesses = [{{ url = \"http://{}/\", key = \"{}\" }}]\n",
        witness.address, witness.key
    );
    std::fs::write(home.path("config.toml"), config + &listed).unwrap();
    let (shown, _) = served_until(&home, COSIGNED);
    assert_eq!(shown.matches("\u{2014} ").count(), 2, "{shown}");
    for suffix in ["w.db", "w.db.head"] {
        std::fs::copy(home.path(suffix), home.path(&format!("{suffix}.old"))).unwrap();
    }
    home.play("publish\n");
    let (shown, _) = served_until(&home, COSIGNED);
    assert!(shown.contains("witness.example/w1"), "{shown}");
    std::fs::write(home.path("cosigned"), &shown).unwrap();

    let tables = home.run(&["tables", "--json"], "");
    let table: serde_json::Value = serde_json::from_str(tables.lines().next().unwrap()).unwrap();
    let table = table["table"].as_str().unwrap();
    home.run(&["export", table, "-o", "file.jsonl", "--proof", "file.proof"], "");
    let (_, said) = home.status(&[
        "audit",
        "file.jsonl",
        "--proof",
        "file.proof",
        "--log-key",
        &key,
        "--witness",
        &witness.key,
    ]);
    assert!(said.contains("1 of 1 witnesses that you named cosigned checkpoint"), "{said}");

    // The operator goes back to the database from before, and has his own server forget.
    for file in ["w.db-wal", "w.db-shm", "club-log-last"] {
        let _ = std::fs::remove_file(home.path(file));
    }
    for file in ["w.db", "w.db.head"] {
        std::fs::copy(home.path(&format!("{file}.old")), home.path(file)).unwrap();
    }
    home.play("collier NIO\nquit\n");
    let (shown, log) = served_until(&home, REFUSED);
    assert!(!shown.contains("witness.example/w1"), "{shown}");
    assert!(log.contains("cosigned another checkpoint over 3 leaves"), "{log}");
    std::fs::write(home.path("later"), &shown).unwrap();
    let (status, said) = home.status(&["audit", "--checkpoints", "cosigned", "later", "--log-key", &key]);
    assert!(status == 1 && said.contains("two histories of the same length"), "{said}");
    let said = witness.stop();
    assert!(said.contains("a log does not extend what it signed before"), "{said}");
    let files = std::fs::read_dir(home.path("witness-logs")).unwrap();
    let kept: Vec<_> =
        files.map(|file| file.unwrap().path()).filter(|file| file.extension().is_some()).collect();
    assert_eq!(std::fs::read_to_string(&kept[0]).unwrap(), shown, "the evidence is kept");
}

#[test]
fn a_configuration_without_a_witness_says_what_is_missing() {
    let home = Home::new();
    let (status, said) = home.status(&["witness"]);
    assert!(status == 2 && said.contains("has no section [witness]"), "{said}");
    let config = std::fs::read_to_string(home.path("config.toml")).unwrap();
    for (section, says) in [
        ("logs = []", "[witness] name is missing"),
        ("name = \"w\"", "[witness] logs is empty"),
        ("name = \"w\"\nlogs = [\"x\"]", "a key looks like NAME+ID+KEY"),
        ("name = \"w\"\nlisten = \"here\"", "[witness] listen must be"),
    ] {
        std::fs::write(home.path("config.toml"), format!("{config}[witness]\n{section}\n")).unwrap();
        for words in [&["witness"][..], &["check"]] {
            let (status, said) = home.status(words);
            assert!(status == 2 && said.contains(says), "{words:?} {said}");
        }
    }
}

/// The attacks of docs/trust.md, carried out against the built program by a script of their own.
#[test]
#[ignore = "needs python3"]
fn the_attacks_on_the_dice_are_found() {
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks.py");
    let run = Command::new("python3").arg(script).arg(env!("CARGO_BIN_EXE_wardroom")).output();
    let run = run.expect("this test needs python3");
    let said = String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned();
    assert!(run.status.success(), "{said}");
}
