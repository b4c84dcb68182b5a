//! The built program, driven from outside.

mod archive;
mod audit;
mod campaign;
mod check;
mod database;
mod export;
mod files;
mod heads;
mod lab;
mod manuals;
mod page;
mod playing;
mod reading;
mod spoilt;
mod tables;
mod usage;
mod wide;

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use sha2::{Digest, Sha256};

struct Ship {
    folder: tempfile::TempDir,
}

impl Ship {
    fn new() -> Ship {
        Ship { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Starts the program in a home of its own.
    fn start(&self, args: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_wardroom"))
            .args(args)
            .env_clear()
            .env("HOME", self.folder.path())
            .env("USER", "tester")
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Runs the program in a home of its own with `input` typed.
    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut child = self.start(args);
        // A program that ends without reading everything breaks the pipe, which is its right.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    }

    fn ok(&self, args: &[&str], input: &str) -> String {
        let output = self.run(args, input);
        let said = String::from_utf8(output.stdout).unwrap();
        let trouble = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {said}{trouble}");
        assert_eq!(trouble, "", "{args:?}");
        said
    }

    fn fails(&self, args: &[&str], status: i32) -> String {
        let output = self.run(args, "");
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
        assert!(!said.contains("panicked"), "{said}");
        said
    }

    fn json(&self, args: &[&str]) -> Vec<Value> {
        let all: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        self.ok(&all, "").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The id of the only table.
    fn table(&self) -> String {
        let tables = self.json(&["tables"]);
        assert_eq!(tables.len(), 1, "{tables:?}");
        tables[0]["table"].as_str().unwrap().to_owned()
    }

    /// Opens a table and gives an order.
    fn begun(&self) -> String {
        self.ok(&["play", "goeben"], "quit\n");
        let table = self.table();
        self.ok(&["play", "goeben"], "collier SIO\nquit\n");
        table
    }

    /// The database in the data folder, with something after its name.
    fn data(&self, suffix: &str) -> PathBuf {
        self.path(&format!(".local/share/wardroom/wardroom.db{suffix}"))
    }

    /// The head files that were put aside as damaged.
    fn damaged(&self) -> Vec<PathBuf> {
        let all = std::fs::read_dir(self.path(".local/share/wardroom")).unwrap();
        let mut found: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| path.display().to_string().contains(".head.damaged-"));
        found
    }
}

/// What is shown up to and with the line that has `what` in it.
fn read_to(shown: &mut impl BufRead, what: &str) -> String {
    let mut said = String::new();
    loop {
        let from = said.len();
        assert!(shown.read_line(&mut said).unwrap() > 0, "the end came before {what}: {said}");
        if said[from..].contains(what) {
            return said;
        }
    }
}

fn entries(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The only table of a ship that was handed a golden game.
fn golden(ship: &Ship) -> String {
    let log = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/grand_fleet-rules-2.jsonl");
    ship.ok(&["import", log], "");
    ship.table()
}

/// The lines of a full export under the head that its entries lead to.
fn with_its_head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let chain = lines[3..].iter().fold(vec![0; 32], |chain, line| {
        Sha256::digest([&chain[..], &Sha256::digest(line)].concat()).to_vec()
    });
    let mut header: Value = serde_json::from_str(lines[0]).unwrap();
    header["head"] = serde_json::json!({ "chain": hex::encode(chain), "seq": lines.len() - 3 });
    format!("{header}\n{}\n", lines[1..].join("\n"))
}

/// Whether there is Japanese script in a text.
fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| ('\u{3040}'..='\u{30ff}').contains(&c) || ('\u{4e00}'..='\u{9fff}').contains(&c))
}
