//! The built program signs the club's log, shows it, and checks what others hand over.

use std::os::unix::fs::PermissionsExt;

use super::pages::{Home, Serving, get, is};

/// What the log says when a checkpoint is signed.
const SIGNED: &str = "a checkpoint of the club's log is signed";

/// The body of a file of the club's log, once this is there.
fn file(serving: &Serving, name: &str) -> String {
    let answer = get(&serving.pages, &format!("/log/{name}"));
    assert!(is(&answer, 200) && answer.contains("text/plain; charset=utf-8"), "{answer}");
    answer.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// Serves until a checkpoint is signed; the files of the club's log are saved with this in front of their names.
fn signed(home: &Home, before: &str) {
    let mut serving = home.serve();
    serving.reads(SIGNED);
    for name in ["checkpoint", "key", "leaves/0"] {
        let to = home.path(&format!("{before}-{}", name.replace("/0", "")));
        std::fs::write(to, file(&serving, name)).unwrap();
    }
    assert!(is(&get(&serving.pages, "/log/leaves/1"), 404));
    for none in ["/log/", "/log/leaves/", "/log/leaves/00", "/log/leaves/-1", "/log/secret"] {
        assert!(is(&get(&serving.pages, none), 404), "{none}");
    }
    serving.stop();
}

#[test]
fn the_clubs_log_is_signed_shown_and_checked() {
    let home = Home::new();
    home.play("collier SIO\nquit\n");
    signed(&home, "first");
    let mode = std::fs::metadata(home.path("club-log-key")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    home.play("publish\n");
    signed(&home, "second");
    let text = |name: &str| std::fs::read_to_string(home.path(name)).unwrap();
    let key = text("first-key").trim().to_owned();
    assert_eq!(text("second-key").trim(), key);
    assert!(key.starts_with("tables.example/club/log+"), "{key}");
    assert_eq!(text("club-log-last"), text("second-checkpoint"));
    let sizes = ["first", "second"].map(|name| text(&format!("{name}-leaves")).lines().count());
    assert_eq!(sizes, [2, 3]);
    assert!(text("second-leaves").starts_with(&text("first-leaves")));

    let (checkpoints, leaves) = (["first-checkpoint", "second-checkpoint"], ["--leaves", "second-leaves"]);
    let compare = |pair: [&str; 2], more: &[&str]| {
        let mut words = vec!["audit", "--checkpoints", pair[0], pair[1]];
        words.extend(more);
        home.status(&words)
    };
    let with_key = [&["--log-key", &key], &leaves[..]].concat();
    let (status, said) = compare(checkpoints, &with_key);
    assert!(status == 0 && said.contains("nothing was changed or removed"), "{said}");
    let (status, said) = compare(checkpoints, &leaves);
    assert!(status == 3 && said.contains("NOT CHECKED: no signature was checked"), "{said}");
    let (status, said) = compare(checkpoints, &with_key[..2]);
    assert!(status == 3 && said.contains("/log/leaves/0"), "{said}");
    let (status, said) = compare([checkpoints[1], checkpoints[0]], &with_key);
    assert!(status == 1 && said.contains("FAILED: the log went back"), "{said}");
    std::fs::write(home.path("forged"), text("second-checkpoint").replacen("\n3\n", "\n2\n", 1)).unwrap();
    let (status, said) = compare([checkpoints[0], "forged"], &with_key);
    assert!(status == 1 && said.contains("does not hold") && said.contains("two histories"), "{said}");

    let table = text("second-leaves");
    assert!(!table.contains("goeben"), "the list names no table: {table}");
    let tables = home.run(&["tables", "--json"], "");
    let table: serde_json::Value = serde_json::from_str(tables.lines().next().unwrap()).unwrap();
    let table = table["table"].as_str().unwrap();
    let said = home.run(&["export", table, "-o", "file.jsonl", "--proof", "file.proof"], "");
    assert!(said.contains("file.proof"), "{said}");
    for what in ["file.jsonl", table] {
        let (status, said) = home.status(&["audit", what, "--proof", "file.proof", "--log-key", &key]);
        assert_eq!(said.matches("is in the log of tables.example/club/log").count(), 2, "{said}");
        // The dice of an export cannot be checked before the end.
        assert_eq!(status, if what == table { 0 } else { 3 }, "{said}");
    }
    let (status, said) = compare(checkpoints, &[&with_key[..], &["file.jsonl"]].concat());
    assert!(status == 0 && said.contains("passes through all 3 leaves"), "{said}");
    // The data pack above the entries knows the place as well.
    let mut changed = text("file.jsonl");
    let place = changed.rfind("\"SIO\"").unwrap();
    changed.replace_range(place..place + 5, "\"ADR\"");
    std::fs::write(home.path("changed.jsonl"), changed).unwrap();
    let (status, said) = home.status(&["audit", "changed.jsonl", "--proof", "file.proof", "--log-key", &key]);
    assert!(status == 1 && said.contains("knows another history"), "{said}");

    // A page has the same proofs, and is compared without them.
    let said = home.run(&["export", table, "--html", "-o", "page.html"], "");
    assert!(said.contains("page.html"), "{said}");
    let page = text("page.html");
    assert_eq!(page.matches("c2sp.org/tlog-proof@v1").count(), 2);
    let (status, said) = home.status(&["audit", "page.html", "--log-key", &key]);
    assert_eq!(said.matches("is in the log of tables.example/club/log").count(), 2, "{said}");
    assert!(status == 3 && !said.contains("no signature was checked"), "{said}");
    let (_, said) = home.status(&["audit", "page.html"]);
    assert!(said.contains("NOT CHECKED: no signature was checked"), "{said}");
    let (_, said) = home.status(&["audit", "page.html", "--proof", "file.proof", "--log-key", &key]);
    assert_eq!(said.matches("is in the log of tables.example/club/log").count(), 4, "{said}");
    let sentence = page.split_once("<section id=\"club-log\"><p>").unwrap().1.split_once("</p>").unwrap().0;
    assert!(sentence.contains(&format!("checkpoint {}/", sizes[1])), "{sentence}");
    let lies = [
        ("another sentence", page.replace(sentence, "All is well."), "says something else"),
        ("no proofs", page.replace("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v9"), "no file of proofs"),
        ("another leaf", page.replace("\nindex 0\n", "\nindex 1\n"), "does not lead from leaf 1"),
    ];
    for (what, lie, named) in lies {
        assert_ne!(lie, page, "{what}");
        std::fs::write(home.path("lie.html"), lie).unwrap();
        let (status, said) = home.status(&["audit", "lie.html", "--log-key", &key]);
        assert!(status == 1 && said.contains("FAILED: ") && said.contains(named), "{what}: {said}");
    }

    // Of a closed table everything holds; that nobody gave a key says nothing against it.
    home.play("close\nyes\n");
    home.run(&["export", table, "--html", "-o", "closed.html"], "");
    for (more, status) in [(vec![], 0), (vec!["--log-key", &*key], 0), (vec!["--proof", "file.proof"], 3)] {
        let is_keyed = more.contains(&"--log-key");
        let (found, said) = home.status(&[vec!["audit", "closed.html"], more].concat());
        assert_eq!(found, status, "{said}");
        assert_eq!(said.contains("no signature was checked"), !is_keyed, "{said}");
    }

    assert_eq!(home.run(&["club-log"], ""), text("second-checkpoint"));
    assert_eq!(home.run(&["club-log", "--leaves"], ""), text("second-leaves"));
    assert!(home.run(&["check"], "").contains(&key));
}

/// A key that others can read is not used, and everything else is served; a text that is no key is named.
#[test]
fn without_a_key_everything_else_is_served() {
    let home = Home::new();
    for (text, mode, why) in [
        ("PRIVATE+KEY+x", 0o600, "it holds no key"),
        ("PRIVATE+KEY+x", 0o644, "other accounts can read this secret"),
    ] {
        std::fs::write(home.path("club-log-key"), text).unwrap();
        std::fs::set_permissions(home.path("club-log-key"), std::fs::Permissions::from_mode(mode)).unwrap();
        let serving = home.serve();
        assert!(is(&get(&serving.pages, "/log/checkpoint"), 404));
        let log = serving.stop();
        assert!(log.contains("the club's log is not signed") && log.contains(why), "{log}");
        assert!(home.run(&["check"], "").contains(why));
    }
    let (status, said) = home.status(&["club-log"]);
    assert!(status == 1 && said.contains("wardroom serve"), "{said}");
}
