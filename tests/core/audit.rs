//! The audit against logs of a toy game, whole and tampered with.

use std::io::BufReader;

use crate::common::checker;
use crate::toy::*;
use sha2::{Digest, Sha256};
use wardroom::audit::{self, Conclusion, Evidence, Findings, Verdict};
use wardroom::dice_page;
use wardroom::game::Viewer;
use wardroom::log::export::export;
use wardroom::log::import::import;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Head, MemoryStore, NotedHead, SqliteStore, Store};
use wardroom::reason::Reason;
use wardroom::view::VisibleEntry;

/// What a program with these rules finds in a file.
fn audit_under<const RULES: u32>(text: &str) -> Findings {
    let evidence = Evidence::from_export(&mut BufReader::new(text.as_bytes())).unwrap();
    audit::audit(&evidence, &[], audit::rules::check::<ToyUnder<RULES>>)
}

fn check(evidence: &Evidence, heads: &[Head]) -> Findings {
    let heads: Vec<NotedHead> = heads.iter().map(|head| NotedHead::from(*head)).collect();
    audit::audit(evidence, &heads, audit::rules::check::<Toy>)
}

fn audit_of(store: &impl Store, table: &str) -> Findings {
    check(&Evidence::from_store(store, table, None).unwrap(), &[])
}

fn audit_file(text: &str) -> Findings {
    check(&Evidence::from_export(&mut BufReader::new(text.as_bytes())).unwrap(), &[])
}

fn exported(store: &impl Store, table: &str, viewer: &LogViewer) -> String {
    let mut out = Vec::new();
    export(store, table, viewer, |_| false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// A one-player game played to its end, with a takeback on the way.
fn finished() -> (MemoryStore, String) {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    give(&tables, &id, "pass");
    let to = tables.look(&id, |t| t.takebacks("red").steps[0].to).unwrap();
    assert!(tables.take_back(&id, &caller("red"), to).unwrap().is_accepted());
    give(&tables, &id, "flip");
    while !asked(&tables, &id).is_empty() {
        give(&tables, &id, "roll");
    }
    (store, id)
}

/// The export with the first entry of `kind` after `skip` others changed, and its header's head made to fit.
fn forged(text: &str, kind: &str, skip: usize, change: impl Fn(&str) -> String) -> (String, u64) {
    let tag = format!(r#""kind":"{kind}""#);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().enumerate().filter(|(_, line)| line.contains(&tag)).nth(skip).unwrap().0;
    let changed = change(&lines[at]);
    assert_ne!(changed, lines[at]);
    lines[at] = changed;
    let seq = serde_json::from_str::<serde_json::Value>(&lines[at]).unwrap()["seq"].as_u64().unwrap();
    let mut head = Head::EMPTY;
    for line in lines.iter().filter(|line| line.contains(r#""kind":"#)) {
        let digest: [u8; 32] = Sha256::digest(line.as_bytes()).into();
        head = head.after_digest(&digest);
    }
    let mut header: serde_json::Value = serde_json::from_str(&lines[0]).unwrap();
    header["head"]["chain"] = hex::encode(head.chain).into();
    lines[0] = header.to_string();
    (lines.join("\n") + "\n", seq)
}

#[test]
fn a_finished_game_passes_all_three() {
    let (store, id) = finished();
    let findings = audit_of(&store, &id);
    assert!(findings.integrity.is_ok() && findings.dice.is_ok() && findings.rules.is_ok(), "{findings:#?}");
    assert_eq!((findings.takebacks, findings.closed.as_deref()), (1, Some("over")));
    assert_eq!(audit_file(&exported(&store, &id, &LogViewer::Full)), findings);
    assert_eq!(
        audit_file(&exported(&store, &id, &LogViewer::Everyone)),
        findings,
        "a closed table hides nothing"
    );
}

#[test]
fn a_practice_game_with_rolls_taken_back_passes() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, true);
    for verb in ["roll", "flip", "roll", "pass", "roll", "flip"] {
        give(&tables, &id, verb);
        let steps = tables.look(&id, |t| t.takebacks("red").steps).unwrap();
        if let Some(step) = steps.get(1) {
            assert!(tables.take_back(&id, &caller("red"), step.to).unwrap().is_accepted());
        }
    }
    let findings = audit_of(&store, &id);
    assert!(findings.practice && !findings.is_failed(), "{findings:#?}");
    assert!(findings.rules.is_ok() && findings.takebacks == 3, "{findings:#?}");
}

#[test]
fn a_changed_face_is_named() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let turn = |line: &str| {
        let at = line.find(r#""values":["#).unwrap() + 10;
        let face = if &line[at..=at] == "6" { "5" } else { "6" };
        format!("{}{face}{}", &line[..at], &line[at + 1..])
    };
    let (text, seq) = forged(&whole, "Rolled", 2, turn);
    let findings = audit_file(&text);
    assert_eq!(findings.dice.entry(), Some(seq), "{findings:#?}");
    assert!(findings.dice.is_failed() && findings.rules.is_failed());
    // Changed in place, without making the header fit: the chain says so too.
    let plain: Vec<&str> = whole.lines().next().into_iter().chain(text.lines().skip(1)).collect();
    let findings = audit_file(&(plain.join("\n") + "\n"));
    assert!(findings.integrity.is_failed() && findings.dice.entry() == Some(seq), "{findings:#?}");
}

#[test]
fn a_changed_event_is_named_by_the_rules() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let (text, seq) = forged(&whole, "Scored", 1, |line| line.replace(r#""score":"#, r#""score":1"#));
    let findings = audit_file(&text);
    assert_eq!((findings.rules.is_failed(), findings.rules.entry()), (true, Some(seq)), "{findings:#?}");
}

#[test]
fn a_changed_order_is_named_by_the_rules() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let (text, seq) = forged(&whole, "OrderGiven", 2, |line| line.replace("roll", "sing"));
    let findings = audit_file(&text);
    assert_eq!((findings.rules.is_failed(), findings.rules.entry()), (true, Some(seq)), "{findings:#?}");
    let (text, seq) = forged(&whole, "OrderGiven", 2, |line| line.replace("roll", "pass"));
    assert_eq!(
        audit_file(&text).rules.entry(),
        Some(seq + 1),
        "the roll that such an order does not lead to"
    );
    let (text, seq) =
        forged(&whole, "OrderGiven", 0, |line| line.replace(r#""player":"red""#, r#""player":"eve""#));
    assert_eq!(audit_file(&text).rules.entry(), Some(seq));
}

#[test]
fn a_changed_audience_salt_or_cause_is_named() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let (text, seq) = forged(&whole, "BagFilled", 0, |line| line.replace(r#""nobody""#, r#""everyone""#));
    assert_eq!(audit_file(&text).rules.entry(), Some(seq));
    let (text, seq) = forged(&whole, "Scored", 0, |line| {
        let at = line.find(r#""salt":""#).unwrap() + 8;
        format!("{}{}{}", &line[..at], if &line[at..=at] == "0" { "1" } else { "0" }, &line[at + 1..])
    });
    let findings = audit_file(&text);
    assert_eq!(
        (findings.integrity.is_failed(), findings.integrity.entry()),
        (true, Some(seq)),
        "{findings:#?}"
    );
    let (text, seq) = forged(&whole, "Scored", 0, |line| {
        let at = line.find(r#""cause":"#).unwrap() + 8;
        let end = at + line[at..].find(',').unwrap();
        format!("{}2{}", &line[..at], &line[end..])
    });
    assert!(audit_file(&text).rules.is_failed(), "entry {seq}");
}

#[test]
fn a_missing_a_doubled_and_a_swapped_line_are_named() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let lines: Vec<&str> = whole.lines().collect();
    let text = |lines: &[&str]| lines.join("\n") + "\n";
    // Header, pack and seed stand before entry 1.
    let without: Vec<&str> =
        lines.iter().enumerate().filter(|(at, _)| *at != 3 + 6).map(|(_, l)| *l).collect();
    assert_eq!(audit_file(&text(&without)).integrity.entry(), Some(7));
    let mut doubled = lines.clone();
    doubled.insert(3 + 6, lines[3 + 6]);
    assert_eq!(audit_file(&text(&doubled)).integrity.entry(), Some(8));
    let mut swapped = lines.clone();
    swapped.swap(3 + 6, 3 + 7);
    assert_eq!(audit_file(&text(&swapped)).integrity.entry(), Some(7));
    let cut = audit_file(&text(&lines[..lines.len() - 2]));
    assert!(cut.integrity.is_failed(), "{cut:#?}");
}

#[test]
fn a_bad_pack_seed_or_first_entry_is_noticed() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let pack = audit_file(&whole.replacen(r#""to_win":12"#, r#""to_win":13"#, 1));
    assert!(pack.integrity.to_string().contains("data pack hashes to"), "{pack:#?}");
    // Another pack under its own right hash is not the one the first entry names.
    let other =
        wardroom::log::StoredPack::new(&serde_json::json!({ "bag": ["mine"], "to_win": 13 })).unwrap();
    let line = format!(r#"{{"hash":"{}","pack":{}}}"#, other.hash(), other.text());
    let pack = audit_file(&whole.replacen(whole.lines().nth(1).unwrap(), &line, 1));
    assert!(pack.integrity.to_string().contains(", it names "), "{pack:#?}");
    let lines: Vec<&str> = whole.lines().collect();
    let seed = lines[2].replace(&lines[2][9..11], if &lines[2][9..11] == "00" { "11" } else { "00" });
    let seed = audit_file(&whole.replace(lines[2], &seed));
    assert!(seed.integrity.to_string().contains("commitment"), "{seed:#?}");
}

#[test]
fn the_head_somebody_wrote_down_tells_a_forged_log() {
    let (store, id) = finished();
    let evidence = Evidence::from_store(&store, &id, None).unwrap();
    let head = store.head(&id).unwrap();
    assert!(check(&evidence, &[head]).integrity.is_ok());
    let other = Head { chain: [7; 32], ..head };
    assert!(check(&evidence, &[other]).integrity.is_failed());
    let noted =
        |text: &str| audit::audit(&evidence, &[text.parse().unwrap()], audit::rules::check::<Toy>).integrity;
    assert!(noted(&head.short()).is_ok());
    assert!(noted(&head.short().to_uppercase()).is_ok());
    assert!(noted(&other.short()).is_failed());
    let digits = |n: usize| format!("{}:{}", head.seq, &hex::encode(head.chain)[..n]);
    assert_eq!(digits(32), head.short());
    assert!(head.short().parse::<NotedHead>().unwrap().binds());
    // As reports of older versions have it.
    assert!(noted(&digits(16)).is_ok() && !digits(16).parse::<NotedHead>().unwrap().binds());
    assert!(noted(&digits(63)).is_ok());
    assert!(digits(15).parse::<NotedHead>().is_err());
    assert!(format!("{}0", digits(64)).parse::<NotedHead>().is_err());
    let beyond = Head { seq: head.seq + 3, ..head };
    let findings = check(&evidence, &[beyond]);
    assert!(findings.integrity.to_string().contains("last entries are lost"), "{findings:#?}");
}

#[test]
fn an_open_table_seen_from_a_seat_says_what_cannot_be_checked() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 2, false);
    let mut order = order(&tables, &id, "choose");
    order.form = order.form.with("number", 3);
    tables.submit(&id, &caller("red"), &order).unwrap();
    let text = exported(&store, &id, &LogViewer::seat("blue"));
    assert!(
        !text.contains("\"choose\"") && !text.contains("seed\":\"") && !text.contains("BagFilled"),
        "{text}"
    );
    let findings = audit_file(&text);
    assert!(findings.integrity.is_ok(), "{findings:#?}");
    assert!(findings.dice.to_string().contains("secret until the table closes"), "{findings:#?}");
    assert!(findings.rules.to_string().contains("4 entries are sealed"), "{findings:#?}");
    assert!(!findings.is_failed());
}

#[test]
fn rules_that_this_program_does_not_know_are_not_checked_and_what_no_version_allows_is_a_fault() {
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    for version in ["2", "99", "4294967297"] {
        let claimed = format!(r#""rules_version":"{version}""#);
        let (text, _) =
            forged(&whole, "TableOpened", 0, |line| line.replace(r#""rules_version":"1""#, &claimed));
        let rules = audit_file(&text).rules;
        assert!(
            matches!(&rules, Verdict::UnknownRules { why } if why.key == "found-unknown-rules"),
            "{rules}"
        );
        let (other, seq) = forged(&text, "Rolled", 1, |line| line.replace(r#""of":6"#, r#""of":8"#));
        let rules = audit_file(&other).rules;
        assert_eq!((rules.is_failed(), rules.entry()), (true, Some(seq)), "{rules}");
        let (other, seq) =
            forged(&text, "OrderGiven", 1, |line| line.replace(r#""player":"red""#, r#""player":"eve""#));
        let integrity = audit_file(&other).integrity;
        assert_eq!((integrity.is_failed(), integrity.entry()), (true, Some(seq)), "{integrity}");
    }
}

#[test]
fn up_to_rules_that_are_not_known_a_log_is_held_to_those_that_are() {
    let whole = finished_under_newer_rules();
    let findings = audit_under::<1>(&whole);
    assert_eq!(findings.conclusion, Conclusion::UnknownRules, "{findings:#?}");
    let (text, seq) = forged(&whole, "Scored", 0, |line| line.replace(r#""score":"#, r#""score":1"#));
    let rules = audit_under::<1>(&text).rules;
    assert_eq!((rules.is_failed(), rules.entry()), (true, Some(seq)), "{rules}");
}

/// The entry of `kind` after `skip` others.
fn entry_of(text: &str, kind: &str, skip: usize) -> u64 {
    forged(text, kind, skip, |line| format!("{line} ")).1
}

/// A game begun under the first rules, which scores twice under them, and finished under the second.
fn finished_under_newer_rules() -> String {
    let store = MemoryStore::new();
    let (old, new) = (toys(&store, 1), toys_under::<2, _>(&store, 50));
    let id = open(&old, 1, false);
    for verb in ["roll", "flip", "pass"] {
        give(&old, &id, verb);
    }
    for verb in ["flip", "pass"] {
        give(&new, &id, verb);
    }
    while !asked(&new, &id).is_empty() {
        give(&new, &id, "roll");
    }
    exported(&store, &id, &LogViewer::Full)
}

#[test]
fn before_and_behind_a_change_of_the_rules_an_audit_is_strict() {
    let whole = finished_under_newer_rules();
    let findings = audit_under::<2>(&whole);
    assert!(findings.integrity.is_ok() && findings.dice.is_ok() && findings.rules.is_ok(), "{findings:#?}");
    for (kind, skip, from, to) in [
        ("OrderGiven", 0, "roll", "sing"),
        ("Rolled", 1, "score", "scare"),
        ("Scored", 0, r#""score":"#, r#""score":1"#),
        // What the rules of the other version lead to is wrong on either side of the change.
        ("TableOpened", 0, r#""rules_version":"1""#, r#""rules_version":"2""#),
        ("Scored", 1, r#""score":"#, r#""score":1"#),
        ("OrderGiven", 3, "flip", "sing"),
        // Who gave an order, and the dice's bar to a takeback, hold under any rules.
        ("OrderGiven", 1, r#""player":"red""#, r#""player":"eve""#),
        ("RulesChanged", 0, r#""from":"1""#, r#""from":"0""#),
        ("RulesChanged", 0, r#""to":"2""#, r#""to":"1""#),
        ("RulesChanged", 0, r#""by":null"#, r#""by":{"player":"red","seat":"red"}"#),
        ("RulesChanged", 0, r#""cause":null"#, r#""cause":1"#),
    ] {
        let (text, seq) = forged(&whole, kind, skip, |line| line.replacen(from, to, 1));
        let Findings { integrity, rules, .. } = audit_under::<2>(&text);
        let found = if kind == "RulesChanged" { integrity } else { rules };
        let seq = if kind == "TableOpened" { entry_of(&whole, "Scored", 0) } else { seq };
        assert_eq!((found.is_failed(), found.entry()), (true, Some(seq)), "{kind} {to}: {found}");
    }
}

#[test]
fn a_change_of_the_rules_stands_right_before_an_order() {
    let whole = finished_under_newer_rules();
    let change = forged(&whole, "RulesChanged", 0, |line| format!("{line} ")).1;
    let (text, seq) = forged(&whole, "OrderGiven", 3, |line| {
        let body = &line[line.find(r#""body":"#).unwrap()..line.find(r#","by":"#).unwrap()];
        let by = &line[line.find(r#""by":"#).unwrap()..line.find(r#","cause":"#).unwrap()];
        line.replace(body, r#""body":{"what":"log"}"#)
            .replace(by, r#""by":null"#)
            .replace("OrderGiven", "Peeked")
    });
    let found = audit_under::<2>(&text).integrity;
    assert_eq!((seq, found.is_failed(), found.entry()), (change + 1, true, Some(seq)), "{found}");
    assert!(found.to_string().contains("right before an order"), "{found}");
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_follows_the_versions_of_the_rules() {
    let whole = finished_under_newer_rules();
    let check = |text: &str| checker::check(text.as_bytes()).1;
    assert!(check(&whole).starts_with("integrity: ok"), "{}", check(&whole));
    for (from, to) in
        [(r#""from":"1""#, r#""from":"0""#), (r#""to":"2""#, r#""to":"1""#), (r#""to":"2""#, r#""to":2"#)]
    {
        let (text, seq) = forged(&whole, "RulesChanged", 0, |line| line.replace(from, to));
        let said = check(&text);
        assert!(said.contains(&format!("entry {seq}:")), "{to}: {said}");
    }
}

#[test]
fn a_game_this_program_does_not_know_is_checked_as_far_as_it_goes() {
    let (store, id) = finished();
    let evidence = Evidence::from_store(&store, &id, None).unwrap();
    let findings = audit::audit(&evidence, &[], |_, _| audit::Verdict::NotCheckable {
        why: Reason::of("found-no-opening"),
    });
    assert!(findings.integrity.is_ok() && findings.dice.is_ok());
}

#[test]
fn export_and_import_give_the_same_chain() {
    let folder = tempfile::tempdir().unwrap();
    let (store, id) = finished();
    let whole = exported(&store, &id, &LogViewer::Full);
    let other = SqliteStore::open(&folder.path().join("other.db")).unwrap();
    let imported = import(&mut BufReader::new(whole.as_bytes()), &other).unwrap();
    assert_eq!(imported.head, store.head(&id).unwrap());
    assert_eq!(exported(&other, &id, &LogViewer::Full), whole);
    assert_eq!(audit_of(&other, &id), audit_of(&store, &id));
}

#[test]
fn the_dice_page_has_every_roll_that_may_be_seen() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    give(&tables, &id, "roll");
    give(&tables, &id, "roll");
    let page = |tables: &Toys<MemoryStore>, viewer| {
        dice_page::page(&tables.history(&id, viewer).unwrap().lines(0).unwrap()).unwrap()
    };
    let open_page = page(&tables, Viewer::Spectator);
    assert_eq!(open_page.rolls.len(), 2, "the shuffle is sealed");
    assert_eq!(open_page.tallies.iter().map(|t| t.n).collect::<Vec<_>>(), [2, 2, 2]);
    assert!(!open_page.tallies[0].enough);
    tables.close(&id, &caller("red")).unwrap();
    assert_eq!(page(&tables, Viewer::Spectator).rolls.len(), 3);
    assert!(
        tables
            .history(&id, Viewer::Spectator)
            .unwrap()
            .lines(0)
            .unwrap()
            .iter()
            .all(|l| matches!(l, VisibleEntry::Open(_)))
    );
}
