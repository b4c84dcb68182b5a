//! `wardroom deliver`: the built program as a mail server runs it, which looks at nothing but how it ends.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_wardroom");
const MAIL: &[u8] = b"From: anna@players.test\nSubject: one\n\nfleet 3 to 0512\n";

/// A shell that runs the program as `$0`, with `setting` before.
fn shell(home: &Path, setting: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{setting} exec \"$0\" \"$@\""), PROGRAM]).args(args);
    command.env_clear().env("HOME", home).current_dir(home);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(home: &Path, setting: &str, args: &[&str], mail: &[u8]) -> Output {
    let mut child = shell(home, setting, args).spawn().unwrap();
    // One that ends without reading everything breaks the pipe.
    let _ = child.stdin.take().unwrap().write_all(mail);
    child.wait_with_output().unwrap()
}

/// How it ends, having printed nothing.
fn ends(home: &Path, setting: &str, args: &[&str], mail: &[u8]) -> i32 {
    let output = run(home, setting, args, mail);
    let printed = [output.stdout, output.stderr].concat();
    assert_eq!(String::from_utf8_lossy(&printed), "", "{args:?}");
    output.status.code().unwrap_or_else(|| panic!("{args:?}: {:?}", output.status))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).map_or(vec![], |entries| entries.map(|entry| entry.unwrap().path()).collect())
}

#[test]
fn a_mail_is_stored_whole_for_the_group_whatever_the_mask() {
    let home = tempfile::tempdir().unwrap();
    let spool = home.path().join("spool");
    assert_eq!(ends(home.path(), "umask 077;", &["deliver", "--spool", "spool"], MAIL), 0);
    let with_line = [b"From anna Mon Nov 23 02:00:00 2026\n", MAIL].concat();
    assert_eq!(ends(home.path(), "umask 077;", &["deliver", "--spool", "spool"], &with_line), 0);
    let stored = files(&spool.join("new"));
    assert_eq!(stored.len(), 2);
    for file in &stored {
        assert_eq!(fs::read(file).unwrap(), MAIL);
        assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o7777, 0o660);
    }
    for folder in ["", "tmp", "new", "cur"] {
        assert_eq!(
            fs::metadata(spool.join(folder)).unwrap().permissions().mode() & 0o7777,
            0o2770,
            "{folder}"
        );
    }
    assert!(files(&spool.join("tmp")).is_empty());
    assert_eq!(files(home.path()), [spool], "and nothing else is made, no database either");
}

#[test]
fn the_spool_is_that_of_the_configuration_unless_one_is_named() {
    let home = tempfile::tempdir().unwrap();
    let config = home.path().join("config.toml");
    let deliver = ["deliver", "--config", "config.toml"];
    for (text, folder) in [("[mail]\nspool = \"one\"", "one"), ("[mail]\nmaildir = \"two\"", "two/in")] {
        fs::create_dir_all(home.path().join(folder).parent().unwrap()).unwrap();
        fs::write(&config, text).unwrap();
        assert_eq!(ends(home.path(), "", &deliver, MAIL), 0);
        assert_eq!(files(&home.path().join(folder).join("new")).len(), 1);
    }
    // Not even opened: the mail server's user may not read it.
    fs::write(&config, "[mail\nbroken").unwrap();
    assert_eq!(ends(home.path(), "", &["--config", "config.toml", "deliver", "--spool", "three"], MAIL), 0);
}

#[test]
fn of_a_mail_that_is_too_great_the_header_is_stored_and_the_mail_server_is_rid_of_it() {
    let home = tempfile::tempdir().unwrap();
    let header = b"From: anna@players.test\r\nSubject: great\r\n\r\n";
    let mail = [&header[..], &vec![b'x'; 10 << 20]].concat();
    let mut child = shell(home.path(), "", &["deliver", "--spool", "spool"]).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&mail).expect("it is heard to the end");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let [file] = &files(&home.path().join("spool/new"))[..] else { panic!("one mail") };
    assert_eq!(fs::read(file).unwrap(), header);
    assert!(file.display().to_string().ends_with(&format!(",S={}", mail.len())), "{}", file.display());
}

/// Whatever our trouble is: the mail server keeps the mail, and nothing half written lies where it is read.
#[test]
fn every_trouble_of_ours_ends_with_75_and_nothing_is_said() {
    let home = tempfile::tempdir().unwrap();
    let deliver = ["deliver", "--spool", "spool"];
    assert_eq!(ends(home.path(), "", &deliver, MAIL), 0);
    fs::write(home.path().join("broken.toml"), "[mail\nspool = 'spool'").unwrap();
    fs::write(home.path().join("other.toml"), "[mail]\naddress = 'bot@game.test'").unwrap();
    fs::write(home.path().join("file"), "").unwrap();
    let cases: &[(&str, &[&str])] = &[
        ("", &["deliver"]),
        ("", &["deliver", "--config", "broken.toml"]),
        ("", &["deliver", "--config", "other.toml"]),
        ("", &["deliver", "--config", "missing.toml"]),
        ("", &["--config", "broken.toml", "deliver"]),
        ("", &["--db", "club.db", "deliver"]),
        ("", &["--database", "club.db", "deliver"]),
        ("", &["deliver", "--spool", "no/such/folder"]),
        ("", &["deliver", "--spool", "file"]),
        ("", &["deliver", "--spool"]),
        ("", &["deliver", "--spol", "spool"]),
        ("", &["deliver", "--spool", "spool", "more"]),
        ("", &["--bogus", "deliver", "--spool", "spool"]),
        ("", &["--lang", "klingon", "deliver", "--spool", "spool"]),
        ("", &["--json=maybe", "deliver"]),
        ("exec < /dev/null;", &deliver),
        ("exec <&-;", &deliver),
        ("exec < /;", &deliver),
        // No file may be longer than this: a disk that is full.
        ("ulimit -f 0;", &deliver),
        // Nobody may write there, not even root.
        ("", &["deliver", "--spool", "/sys/spool"]),
        ("", &["deliver", "--spool", "/sys"]),
        // Nobody else may start, so that the one who writes cannot either.
        ("ulimit -n 4;", &deliver),
    ];
    for (setting, args) in cases {
        assert_eq!(ends(home.path(), setting, args, MAIL), 75, "{setting} {args:?}");
    }
    assert_eq!(ends(home.path(), "", &deliver, b""), 75, "a mail without a single byte is none");
    fs::set_permissions(home.path().join("spool/tmp"), PermissionsExt::from_mode(0o0)).unwrap();
    fs::rename(home.path().join("spool/new"), home.path().join("kept")).unwrap();
    fs::write(home.path().join("spool/new"), "no folder").unwrap();
    assert_eq!(ends(home.path(), "", &deliver, MAIL), 75);
    assert!(files(&home.path().join("spool/tmp")).is_empty(), "what was begun is taken back");
    assert_eq!(files(&home.path().join("kept")).len(), 1, "only the first was stored");
}

#[test]
fn a_disk_that_is_full_in_the_middle_of_a_mail_leaves_nothing_and_takes_it_later() {
    let home = tempfile::tempdir().unwrap();
    let (deliver, spool) = (["deliver", "--spool", "spool"], home.path().join("spool"));
    let mail = [MAIL, &vec![b'x'; 1 << 19]].concat();
    for blocks in [1, 8, 500] {
        assert_eq!(ends(home.path(), &format!("ulimit -f {blocks};"), &deliver, &mail), 75, "{blocks}");
        assert!(files(&spool.join("new")).is_empty() && files(&spool.join("tmp")).is_empty());
    }
    assert_eq!(ends(home.path(), "", &deliver, &mail), 0);
    assert_eq!(files(&spool.join("new")).len(), 1);
}

/// It is `serve` that has the database, and whether it runs, or anything is amiss with that, is nothing to a mail server.
#[test]
fn a_mail_is_stored_whatever_becomes_of_the_database_and_of_whoever_reads_the_spool() {
    let home = tempfile::tempdir().unwrap();
    let [database, spool] = ["wardroom.db", "spool"].map(|name| home.path().join(name));
    let config = format!("database = {database:?}\n[mail]\nspool = {spool:?}");
    fs::write(home.path().join("config.toml"), config).unwrap();
    let stores = |so_far: usize| {
        assert_eq!(ends(home.path(), "", &["deliver", "--config", "config.toml"], MAIL), 0);
        assert_eq!(files(&spool.join("new")).len(), so_far);
    };
    stores(1);
    let other = rusqlite::Connection::open(&database).unwrap();
    other.execute_batch("CREATE TABLE t (x); BEGIN EXCLUSIVE; INSERT INTO t VALUES (1);").unwrap();
    stores(2);
    drop(other);
    fs::write(&database, "no database").unwrap();
    stores(3);
    fs::remove_file(&database).unwrap();
    fs::create_dir(&database).unwrap();
    stores(4);
}

#[test]
fn one_that_is_told_to_stop_has_delivered_nothing() {
    let home = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT", "HUP"] {
        let mut child = shell(home.path(), "", &["deliver", "--spool", "spool"]).spawn().unwrap();
        let mut mail = child.stdin.take().unwrap();
        mail.write_all(MAIL).unwrap();
        // It hears signals once it has made the spool.
        while !home.path().join("spool/cur").exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        assert_eq!(child.wait().unwrap().code(), Some(75), "{signal}");
        drop(mail);
        assert!(files(&home.path().join("spool/new")).is_empty());
        fs::remove_dir_all(home.path().join("spool")).unwrap();
    }
}

/// Killed at any moment it leaves a mail whole or none; the mail server, which was told nothing, sends it again.
#[test]
fn killed_at_any_moment_it_leaves_whole_mails_only() {
    let home = tempfile::tempdir().unwrap();
    let mail = [MAIL, &vec![b'x'; 1 << 19]].concat();
    for wait in 0..40 {
        let mut child = shell(home.path(), "", &["deliver", "--spool", "spool"]).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let writes = std::thread::spawn({
            let mail = mail.clone();
            move || input.write_all(&mail)
        });
        std::thread::sleep(std::time::Duration::from_micros(wait * 500));
        // It may have ended.
        let _ = child.kill();
        child.wait().unwrap();
        let _ = writes.join().unwrap();
    }
    let stored = files(&home.path().join("spool/new"));
    assert!(stored.iter().all(|file| fs::read(file).unwrap() == mail), "{}", stored.len());
    assert_eq!(ends(home.path(), "", &["deliver", "--spool", "spool"], &mail), 0);
    assert_eq!(files(&home.path().join("spool/new")).len(), stored.len() + 1);
}

#[test]
fn its_help_is_for_people_and_other_commands_end_as_ever() {
    let home = tempfile::tempdir().unwrap();
    let help = run(home.path(), "", &["deliver", "--help"], b"");
    assert!(help.status.success() && String::from_utf8(help.stdout).unwrap().contains("--spool"));
    for args in [&["paly", "deliver"][..], &["--player", "deliver", "paly"], &["tables", "--bogus"]] {
        let output = run(home.path(), "", args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}
