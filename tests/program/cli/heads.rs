//! Heads that somebody kept: in a mailbox, in the player's own folder, beside a backup.

use super::Ship;

/// The full head of the only table.
fn head(ship: &Ship) -> String {
    ship.json(&["tables"])[0]["head"].as_str().unwrap().to_owned()
}

fn short(head: &str) -> &str {
    &head[..head.find(':').unwrap() + 33]
}

/// Puts the database back as it was, without its head file.
fn put_back(ship: &Ship) {
    std::fs::create_dir_all(ship.path("before")).unwrap();
    for suffix in ["", "-wal", "-shm", ".head", ".head.lock"] {
        let _ = std::fs::rename(ship.data(suffix), ship.path(&format!("before/wardroom.db{suffix}")));
    }
    std::fs::copy(ship.path("backup.db"), ship.data("")).unwrap();
}

#[test]
fn every_head_of_a_mailbox_is_compared() {
    let ship = Ship::new();
    let table = ship.begun();
    let early = head(&ship);
    ship.ok(&["play", "goeben"], "collier NIO\nquit\n");
    let late = head(&ship);
    let mail =
        |table: &str, head: &str| format!("From a@b Thu\nSubject: Goeben ({table})\n\nHead: {head}\n\n");
    let honest = mail(&table, short(&early))
        + &mail(&table, &late)
        + &mail("goeben-none", "7:0ac5186a91863e8e1d90c808014aa89b");
    std::fs::write(ship.path("mails"), &honest).unwrap();
    ship.ok(&["export", &table, "--full", "-o", "log.jsonl"], "");
    for what in [&*table, "log.jsonl"] {
        let said = ship.ok(&["audit", what, "--heads", "mails"], "");
        assert!(said.contains("2 heads match the log, the last at entry"), "{said}");
        assert!(said.contains("one head was not compared"), "{said}");
    }
    let seq = early.split(':').next().unwrap();
    std::fs::write(ship.path("mails"), honest.clone() + &mail(&table, &format!("{seq}:{}", "ab".repeat(16))))
        .unwrap();
    let said = ship.fails(&["audit", "log.jsonl", "--heads", "mails"], 1);
    assert!(said.contains("line 19: the log does not pass through"), "{said}");
    std::fs::write(ship.path("mails"), mail(&table, &format!("999:{}", "ab".repeat(16)))).unwrap();
    let said = ship.fails(&["audit", "log.jsonl", "--heads", "mails"], 1);
    assert!(said.contains("comes after the last entry"), "{said}");
    std::fs::write(ship.path("mails"), mail(&table, &early[..seq.len() + 17])).unwrap();
    let said = ship.ok(&["audit", "log.jsonl", "--heads", "mails"], "");
    assert!(said.contains("one head with fewer than 32 digits matches"), "{said}");
    std::fs::write(ship.path("mails"), "no head\n").unwrap();
    assert!(ship.fails(&["audit", "log.jsonl", "--heads", "mails"], 3).contains("there is no head"));
    ship.fails(&["audit", "log.jsonl", "--heads", "nowhere"], 1);
    ship.fails(&["audit", "--heads", "mails"], 2);
}

/// The operator goes back after a bad roll and plays on another way: the player's own folder knows better.
#[test]
fn the_terminal_says_loudly_that_a_log_went_back() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["backup", "backup.db"], "");
    let said = ship.ok(&["play", "goeben"], "collier NIO\nquit\n");
    assert!(!said.contains("WARNING"), "{said}");
    let shown = short(&head(&ship)).to_owned();
    assert!(said.contains(&shown), "{said}");
    put_back(&ship);
    for order in ["collier NIO", "", "show"] {
        let said = ship.ok(&["play", "goeben"], &format!("{order}\nquit\n"));
        let warning = format!("WARNING: this terminal showed you the head {shown} of {table}");
        assert!(said.starts_with(&warning), "{said}");
    }
    let told = ship.json(&["play", "goeben"]);
    assert!(told[0]["text"].as_str().unwrap().starts_with("WARNING"), "{told:?}");
    // Another player of the machine, with a folder of their own, was shown nothing.
    let state = ship.path(".local/state/wardroom");
    let files: Vec<_> = std::fs::read_dir(&state).unwrap().map(|file| file.unwrap().path()).collect();
    let file = files.iter().find(|file| file.extension().is_none()).unwrap();
    assert!(std::fs::read_to_string(file).unwrap().starts_with(&table));
    std::fs::remove_dir_all(&state).unwrap();
    assert!(!ship.ok(&["play", "goeben"], "quit\n").contains("WARNING"));
}

/// An honest restore declares what is lost, and everybody can tell it from a log that went back in secret.
#[test]
fn a_restore_declares_what_is_lost() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["backup", "backup.db"], "");
    let kept = head(&ship);
    ship.ok(&["play", "goeben"], "collier NIO\nquit\n");
    let lost = head(&ship);
    let next = kept.split(':').next().unwrap().parse::<u64>().unwrap() + 1;
    put_back(&ship);
    ship.fails(&["audit", &table, "--head", &lost], 1);
    let told = ship.json(&["restore", "before/wardroom.db.head"]);
    assert_eq!(told, [serde_json::json!({ "table": table, "entry": next, "lost": lost })]);
    let said = ship.ok(&["restore", "before/wardroom.db.head"], "");
    assert!(said.contains(&format!("entry {next} says")), "it is declared once: {said}");
    assert_eq!(head(&ship).split(':').next().unwrap(), next.to_string());
    ship.ok(&["audit", &table, "--head", &kept], "");
    let said = ship.fails(&["audit", &table, "--head", &lost], 3);
    assert!(said.contains(&format!("entry {next} says that a backup was restored")), "{said}");
    let seq = lost.split(':').next().unwrap();
    ship.fails(&["audit", &table, "--head", &format!("{seq}:{}", "ab".repeat(16))], 1);
    std::fs::write(ship.path("heads"), format!("{kept}\n{lost}\n")).unwrap();
    let said = ship.fails(&["audit", &table, "--heads", "heads"], 3);
    assert!(said.contains("one head matches the log") && said.contains("line 2:"), "{said}");
    let said = ship.ok(&["play", "goeben"], "log\nquit\n");
    assert!(said.starts_with("This terminal showed you the head"), "{said}");
    assert!(said.contains("A backup was restored"), "{said}");
    // From there on the terminal remembers the present log.
    let state: Vec<_> = std::fs::read_dir(ship.path(".local/state/wardroom")).unwrap().collect();
    let file = state.into_iter().map(|file| file.unwrap().path()).find(|file| file.extension().is_none());
    let remembered = std::fs::read_to_string(file.unwrap()).unwrap();
    assert_eq!(remembered, format!("{table} {}\n", head(&ship).replacen(':', " ", 1)));
    let said = ship.ok(&["play", "goeben"], "collier NIO\nquit\n");
    assert!(!said.contains("This terminal showed you"), "{said}");
    let said = ship.ok(&["audit", &table], "");
    assert!(said.contains(&format!("entry {next} declares the entries {next} to {seq} lost")), "{said}");
    assert_eq!(ship.json(&["audit", &table])[0]["restored"][0]["lost"], lost);
    // What the restore does not name is not excused once the log has another entry there.
    let unnamed = format!("{next}:{}", "ab".repeat(16));
    let said = ship.fails(&["audit", &table, "--head", &unnamed], 1);
    assert!(said.contains(&format!("lost only if it was noted before entry {next}")), "{said}");
    std::fs::write(ship.path("heads"), &unnamed).unwrap();
    let said = ship.fails(&["audit", &table, "--heads", "heads"], 1);
    assert!(said.contains(&format!("lost only if you noted it before entry {next}")), "{said}");
    ship.fails(&["audit", &table, "--head", &lost], 3);
    // Too late where play has gone on another way, and nowhere to write where the table is gone.
    let noted = format!("{table} {next} {}\ngoeben-gone 9 {}\n", "ab".repeat(32), "ab".repeat(32));
    std::fs::write(ship.path("old.head"), noted).unwrap();
    let said = ship.fails(&["restore", "old.head"], 1);
    assert!(
        said.contains("play has already passed") && said.contains("no open table of that name"),
        "{said}"
    );
    ship.fails(&["restore", "nowhere"], 1);
}
