//! Folders and files that a setting names and `serve` cannot use: said at the start, of the key, and with status 2.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What `serve` says with this configuration, in a folder that is prepared.
fn refused(prepare: impl Fn(&Path), config: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    prepare(home.path());
    fs::write(home.path().join("config.toml"), config).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.env_clear().env("HOME", home.path()).current_dir(home.path());
    let output = command.args(["serve", "--config", "config.toml"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

const SERVE: &str = "database = \"w.db\"\n[serve]\nlisten = \"127.0.0.1:0\"\n";

#[test]
fn a_maildir_that_cannot_be_used_is_a_fault_of_the_configuration() {
    let mail = |keys: &str| format!("{SERVE}[mail]\naddress = \"a@b.example\"\n{keys}\n");
    let smtp = "smtp = { host = \"localhost\" }";
    let nothing = |_: &Path| {};
    let said = refused(nothing, &mail("maildir = \"no/such/folder\""));
    assert!(said.contains("config.toml: [mail] maildir: no/such/folder/in: No such file"), "{said}");
    let said = refused(nothing, &mail(&format!("spool = \"no/such/spool\"\n{smtp}")));
    assert!(said.contains("config.toml: [mail] spool: no/such/spool: No such file"), "{said}");
    let said = refused(nothing, &mail("maildir = \"/proc\""));
    assert!(said.contains("[mail] maildir: /proc/in: "), "{said}");
    let said = refused(nothing, &mail(&format!("spool = \"/proc\"\n{smtp}")));
    assert!(said.contains("[mail] spool: /proc/tmp: "), "{said}");
    let said = refused(nothing, &mail("maildir = \"config.toml\""));
    assert!(said.contains("[mail] maildir: config.toml/in: Not a directory"), "{said}");
    let no_maildir = |home: &Path| {
        fs::create_dir_all(home.join("m/in")).unwrap();
        fs::write(home.join("m/in/cur"), "no folder").unwrap();
    };
    let said = refused(no_maildir, &mail("maildir = \"m\""));
    assert!(said.contains("[mail] maildir: m/in/cur: not a directory"), "{said}");
    let file = |home: &Path| fs::write(home.join("spool"), "no folder").unwrap();
    let said = refused(file, &mail(&format!("spool = \"spool\"\n{smtp}")));
    assert!(said.contains("[mail] spool: spool: not a directory"), "{said}");
}

#[test]
fn a_database_below_a_file_is_said_to_be_that() {
    let pages = "[serve]\nlisten = \"127.0.0.1:0\"\n[pages]\npublic_url = \"https://x.example\"\n";
    for place in ["config.toml/w.db", "config.toml/deep/down/w.db"] {
        let said = refused(|_| (), &format!("database = \"{place}\"\n{pages}"));
        let why = format!("database: {place} cannot be a database: config.toml above it is a file");
        assert!(said.contains("config.toml: ") && said.contains(&why), "{said}");
    }
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("file"), "").unwrap();
    fs::write(home.path().join("config.toml"), "database = \"file/w.db\"\n").unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
        command.env_clear().env("HOME", home.path()).current_dir(home.path());
        let output = command.args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for command in [&["tables"][..], &["play", "goeben"], &["import", "file"], &["migrate"]] {
        for named in [&["--config", "config.toml"][..], &["--db", "file/w.db"]] {
            let (status, said) = run(&[command, named].concat());
            assert_eq!(status, Some(2), "{command:?}: {said}");
            let key = if named[0] == "--db" { "--db: file/w.db" } else { "config.toml: database: file/w.db" };
            assert!(said.contains(key) && said.contains("file above it is a file"), "{command:?}: {said}");
        }
    }
}
