//! `audit` of a page: its log, what it says of itself, and every byte of it.

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::page::read::{BUILD, VERSION, as_of_build, read};

use super::Ship;

/// A page as this build writes it: a test of the tour holds that.
fn page() -> String {
    let html = std::fs::read_to_string(in_project("docs/tour/grand-fleet.html")).unwrap();
    let build = read(&html).unwrap().claims.unwrap().build.unwrap();
    let own = html.replacen(&build, BUILD, 1);
    assert_eq!(as_of_build(&own, Some(&build)), html);
    own
}

fn in_project(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path).display().to_string()
}

impl Ship {
    fn audits(&self, html: &str, status: i32) -> String {
        std::fs::write(self.path("page.html"), html).unwrap();
        match status {
            0 => self.ok(&["audit", "page.html"], ""),
            status => self.fails(&["audit", "page.html"], status),
        }
    }

    fn page_verdict(&self) -> Value {
        let output = self.run(&["audit", "page.html", "--json"], "");
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["page"].take()
    }
}

/// The same page with its last roll there by its digest only, and listed as withheld.
fn hiding_a_roll(html: &str) -> String {
    hiding(html, |log| log.lines().rev().find(|line| line.contains(r#""kind":"Rolled""#)))
}

/// The same page with an entry there by its digest only, and listed as withheld.
fn hiding(html: &str, find: impl Fn(&str) -> Option<&str>) -> String {
    let page = read(html).unwrap();
    let line = find(&page.log).unwrap();
    let entry: Value = serde_json::from_str(line).unwrap();
    let digest = hex::encode(Sha256::digest(line));
    let sealed = json!({ "digest": digest, "sealed": true, "seq": entry["seq"], "table": entry["table"] });
    let hidden = html.replace(&line.replace('<', "\\u003c"), &sealed.to_string());
    assert_ne!(hidden, html);
    let list = |seqs: &std::collections::BTreeSet<u64>| format!(r#""withheld":{}"#, json!(seqs));
    let mut seqs = page.withheld.clone();
    seqs.insert(entry["seq"].as_u64().unwrap());
    let listed = hidden.replacen(&list(&page.withheld), &list(&seqs), 1);
    assert_ne!(listed, hidden);
    listed
}

fn of_another_version(html: &str) -> String {
    let other = html.replacen(&format!(r#""version":"{VERSION}""#), r#""version":"99.0.0""#, 1);
    assert_ne!(other, html);
    other
}

#[test]
fn a_page_is_written_anew_from_its_log_and_compared_to_the_byte() {
    let (ship, html) = (Ship::new(), page());
    let said = ship.audits(&html, 0);
    let in_japanese = ship.ok(&["audit", "page.html", "--lang", "ja"], "");
    assert!(in_japanese.contains(&format!("{}バイト", html.len())), "{in_japanese}");
    assert!(
        said.contains(&format!(
            "Page (all of it is written from its log): right ({} bytes compared)",
            html.len()
        )),
        "{said}"
    );
    assert_eq!(ship.page_verdict()["verdict"], "ok");
    // A word of the story, of the dice, of a picture, of the scripts; something put behind it; its end cut off.
    let story = html.find("<div id=\"steps\">").unwrap();
    let word = story + html[story..].find("Germany").unwrap();
    let told = format!("{}GERMANY WINS BY 40 POINTS{}", &html[..word], &html[word + "Germany".len()..]);
    let forged =
        [told, html.replacen("\"use strict\"", "\"use  strict\"", 1), format!("{html}<p>Germany wins.</p>")];
    for (n, forged) in forged.iter().enumerate() {
        assert_ne!(*forged, html, "{n}");
        let said = ship.audits(forged, 1);
        assert!(said.contains("Page (all of it is written from its log): FAILED: from byte"), "{n}: {said}");
        assert!(n > 0 || said.contains("ERMANY WINS BY 40 POINTS"), "{said}");
    }
    let verdict = ship.page_verdict();
    assert_eq!((&verdict["verdict"], &verdict["own_version"]), (&"failed".into(), &true.into()));
}

#[test]
fn of_a_page_of_another_version_the_log_and_its_claims_are_checked_and_that_is_said_first() {
    let (ship, html) = (Ship::new(), page());
    let other = of_another_version(&html);
    let older = {
        let from = html.find("\"claims\":{").unwrap();
        let to = from + html[from..].find("},").unwrap() + 2;
        format!("{}\"withheld\":[],{}", &html[..from], &html[to..])
    };
    for html in [&other, &older, &other.replacen("id=\"steps\">", "id=\"steps\">Germany wins.", 1)] {
        let said = ship.audits(html, 2);
        assert!(said.starts_with("NOT CHECKED: this page was written by "), "{said}");
        assert!(said.contains("agreements are valid): right"), "{said}");
        assert_eq!(ship.page_verdict()["verdict"], "not_checkable");
    }
    // What it says of itself, to programs and to readers.
    let table = read(&html).unwrap().claims.unwrap().table;
    let head = &html[html.find("It ends at ").unwrap() + "It ends at ".len()..][..12];
    for (was, now) in [
        (&*format!("\"table\":\"{table}\",\"game\""), ""),
        (r#""entries":"#, r#""entries":1"#),
        (&*format!("<h1>Grand Fleet 1.2: table {table}"), "<h1>Grand Fleet 1.2: table another"),
        (&*format!("It ends at {head}"), "It ends at 9:000000000000"),
    ] {
        let now = if now.is_empty() { was.replace(&table, "another") } else { now.to_owned() };
        for html in [&html, &other] {
            let forged = html.replacen(was, &now, 1);
            assert_ne!(forged, *html, "{was}");
            let said = ship.audits(&forged, 1);
            assert!(said.contains("FAILED: the page gives"), "{was}: {said}");
        }
    }
}

#[test]
fn nothing_may_be_withheld_but_what_players_wrote() {
    let (ship, html) = (Ship::new(), page());
    let hidden = hiding_a_roll(&html);
    for html in [&hidden, &of_another_version(&hidden)] {
        let said = ship.audits(html, 1);
        assert!(said.contains("only what players wrote to each other may be"), "{said}");
    }
    // What is listed, and stands there in full or not at all.
    for listed in ["[2]", "[99999]", "[0]"] {
        let said = ship.audits(&html.replacen(r#""withheld":[]"#, &format!(r#""withheld":{listed}"#), 1), 1);
        assert!(said.contains("listed as withheld"), "{listed}: {said}");
    }
}

#[test]
fn a_page_of_a_game_that_goes_on_is_checked_as_far_as_it_can_be() {
    let ship = Ship::new();
    let table = ship.begun();
    ship.ok(&["export", &table, "--html", "-o", "game.html"], "");
    let said = ship.fails(&["audit", "game.html"], 3);
    assert!(said.contains("view of an unfinished game"), "{said}");
    for no_page in ["<!DOCTYPE html><p>nothing</p>", "<!doctype html>"] {
        let said = ship.audits(no_page, 1);
        assert!(said.contains("page.html") && said.contains("no log of a table"), "{said}");
    }
}

/// Only its log and its claims can be checked, and that is said.
#[test]
fn a_page_with_letters_left_out_is_checked_as_far_as_it_can_be() {
    let ship = Ship::new();
    let log = in_project("tests/golden/goeben-substitute-rules-2.jsonl");
    ship.ok(&["import", &log], "");
    ship.ok(&["export", "goeben-qe54", "--html", "-o", "game.html"], "");
    let html = std::fs::read_to_string(ship.path("game.html")).unwrap();
    assert!(read(&html).unwrap().withheld.len() > 3);
    let said = ship.audits(&html, 3);
    assert!(said.contains("are left out of its log") && said.contains("--with-messages"), "{said}");
    ship.ok(&["export", "goeben-qe54", "--html", "--with-messages", "-o", "whole.html"], "");
    let whole = std::fs::read_to_string(ship.path("whole.html")).unwrap();
    ship.audits(&whole, 0);
    ship.audits(&whole.replacen("id=\"steps\">", "id=\"steps\">Germany wins.", 1), 1);
}

#[test]
fn a_page_of_another_build_is_held_to_its_bytes_only_where_they_are_the_same() {
    let (ship, html) = (Ship::new(), page());
    let told = |html: &str| html.replacen("id=\"steps\">", "id=\"steps\">Germany wins.", 1);
    let other = "0".repeat(64);
    for build in [Some(&*other), None] {
        let same = as_of_build(&html, build);
        assert_ne!(same, html);
        ship.audits(&same, 0);
        let said = ship.audits(&told(&same), 2);
        assert!(
            said.starts_with("NOT CHECKED: this page was written by another build of Wardroom "),
            "{said}"
        );
        assert_eq!(ship.page_verdict()["verdict"], "not_checkable");
    }
    ship.audits(&told(&html), 1);
}
