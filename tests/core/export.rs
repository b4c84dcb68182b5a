//! A table as a file and back, and the checker that knows nothing of this code.

use std::path::Path;

use crate::common::checker;
use crate::log_support::{self, Scribe, store_all};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::audit::{self, Evidence};
use wardroom::log::export::{Exported, export};
use wardroom::log::import::{ImportError, import};
use wardroom::log::limits::MAX_EXPORT_LINE_BYTES;
use wardroom::log::stored::StoredLine;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{
    Append, AppendError, Entry, Fault, Head, MemoryStore, PlayEvent, SqliteStore, Store, TableEvent, Written,
};
use wardroom::seal::Seed;

/// A store with a campaign that is still open, and who wrote it.
fn campaign() -> (MemoryStore, Scribe) {
    let store = MemoryStore::new();
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(&store, scribe.campaign());
    (store, scribe)
}

fn export_text(store: &impl Store, viewer: &LogViewer) -> (String, Exported) {
    let mut out = Vec::new();
    let exported = export(store, "goeben-1", viewer, |_| false, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), exported)
}

fn import_text(store: &impl Store, text: &str) -> Result<Head, ImportError> {
    import(&mut text.as_bytes(), store).map(|imported| imported.head)
}

fn sqlite() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.db")).unwrap();
    (folder, store)
}

#[test]
fn a_full_export_comes_back_with_the_same_bytes_and_plays_on() {
    let (from, mut scribe) = campaign();
    let (text, exported) = export_text(&from, &LogViewer::Full);
    assert_eq!((exported.head, exported.sealed), (scribe.head, 0));
    let (_folder, to) = sqlite();
    assert_eq!(import_text(&to, &text), Ok(scribe.head));
    assert_eq!(to.read_raw("goeben-1", 1).unwrap(), from.read_raw("goeben-1", 1).unwrap());
    assert_eq!(to.seed("goeben-1").unwrap(), Some(scribe.seed.clone()));
    assert_eq!(to.pack(scribe.pack.hash()).unwrap(), Some(scribe.pack.clone()));
    assert_eq!(export_text(&to, &LogViewer::Full).0, text);
    assert_eq!(to.lost_tails().unwrap(), []);
    store_all(&to, vec![scribe.order()]);
    assert_eq!(to.head("goeben-1").unwrap(), scribe.head);
}

#[test]
fn a_closed_table_is_exported_whole_whoever_asks() {
    let (from, mut scribe) = campaign();
    store_all(&from, vec![scribe.close()]);
    for viewer in [LogViewer::Everyone, LogViewer::seat("british"), LogViewer::Full] {
        let (text, exported) = export_text(&from, &viewer);
        assert_eq!((exported.viewer, exported.sealed), (LogViewer::Full, 0));
        assert_eq!(text, export_text(&from, &LogViewer::Full).0);
        let (_folder, to) = sqlite();
        assert_eq!(import_text(&to, &text), Ok(scribe.head));
        assert_eq!(export_text(&to, &LogViewer::Everyone).0, text);
    }
}

#[test]
fn a_partial_export_shows_only_what_that_seat_may_see() {
    let (from, scribe) = campaign();
    let (full, _) = export_text(&from, &LogViewer::Full);
    let secrets = ["wait off Messina", &scribe.seed.expose_hex()];
    assert!(secrets.iter().all(|secret| full.contains(secret)));
    let (text, exported) = export_text(&from, &LogViewer::Everyone);
    assert_eq!(exported.sealed, 1, "the german order was opened, the british one was not");
    assert!(secrets.iter().all(|secret| !text.contains(secret)));
    assert!(text.contains("sortie at dusk"));
    let sealed = text.lines().find(|line| line.contains("\"sealed\"")).unwrap();
    let digest = &sealed["{\"digest\":\"".len()..][..64];
    assert_eq!(
        sealed,
        format!("{{\"digest\":\"{digest}\",\"sealed\":true,\"seq\":29,\"table\":\"goeben-1\"}}")
    );
    let (text, exported) = export_text(&from, &LogViewer::seat("british"));
    assert_eq!(exported.sealed, 0);
    assert!(text.contains("wait off Messina") && !text.contains(&scribe.seed.expose_hex()));
}

#[test]
fn an_opening_that_was_taken_back_shows_nothing_any_more() {
    let (from, mut scribe) = campaign();
    let before_opening = 29;
    store_all(
        &from,
        vec![scribe.table_event(&TableEvent::Play(PlayEvent::TakenBack { to: before_opening }))],
    );
    let (text, exported) = export_text(&from, &LogViewer::Everyone);
    assert_eq!(exported.sealed, 2);
    assert!(!text.contains("sortie at dusk"));
}

#[test]
fn a_partial_import_is_read_only_and_keeps_its_bytes() {
    let (from, mut scribe) = campaign();
    let (text, _) = export_text(&from, &LogViewer::Everyone);
    let (_folder, to) = sqlite();
    for store in [&to as &dyn ReadOnly, &MemoryStore::new()] {
        store.check(&text, &mut scribe);
    }
}

/// The same checks on both stores.
trait ReadOnly {
    fn check(&self, text: &str, scribe: &mut Scribe);
}

impl<S: Store> ReadOnly for S {
    fn check(&self, text: &str, scribe: &mut Scribe) {
        let head = scribe.head;
        assert_eq!(import_text(self, text), Ok(head));
        assert_eq!(self.head("goeben-1").unwrap(), head);
        let lines = self.read_lines("goeben-1", 1).unwrap();
        let sealed = lines.iter().filter(|line| matches!(line, StoredLine::Sealed { .. })).count();
        assert_eq!((lines.len() as u64, sealed), (head.seq, 1));
        let read_only = Fault::ReadOnly { table: "goeben-1".to_owned() };
        assert_eq!(self.read("goeben-1", 1), Err(read_only.clone()));
        assert!(self.read("goeben-1", 31).is_ok());
        assert_eq!(self.append(scribe.order()), Err(AppendError::Fault(read_only)));
        scribe.head = head;
        assert_eq!(self.seed("goeben-1").unwrap(), None);
        assert_eq!(self.table("goeben-1").unwrap().unwrap().partial, Some(LogViewer::Everyone));
        assert_eq!(export_text(self, &LogViewer::Everyone).0, text);
        assert!(export(self, "goeben-1", &LogViewer::Full, |_| false, &mut Vec::new()).is_err());
        assert!(export(self, "goeben-1", &LogViewer::seat("german"), |_| false, &mut Vec::new()).is_err());
    }
}

#[test]
fn a_table_is_imported_once() {
    let (from, _) = campaign();
    let (text, _) = export_text(&from, &LogViewer::Full);
    let exists = Err(ImportError::Fault(Fault::TableExists { table: "goeben-1".to_owned() }));
    assert_eq!(import_text(&from, &text), exists);
    let (_folder, to) = sqlite();
    assert!(import_text(&to, &text).is_ok());
    assert_eq!(import_text(&to, &text), exists);
}

#[test]
fn there_is_no_export_of_a_table_that_is_not_there_or_for_seats_out_of_order() {
    let none = export(&MemoryStore::new(), "none", &LogViewer::Full, |_| false, &mut Vec::new());
    assert_eq!(none, Err(Fault::NoTable { table: "none".to_owned() }));
    let (from, _) = campaign();
    for seats in [vec![], vec!["german".to_owned(), "british".to_owned()]] {
        assert!(export(&from, "goeben-1", &LogViewer::Seats(seats), |_| false, &mut Vec::new()).is_err());
    }
}

/// Damaged copies of an export: what is done to it, the place an import must name, and what it must say.
fn damaged(text: &str) -> Vec<(String, &'static str, &'static str)> {
    let lines: Vec<&str> = text.lines().collect();
    let join = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let without = |n: usize| join(&[&lines[..n], &lines[n + 1..]].concat());
    let with = |n: usize, from: &str, to: &str| {
        let changed = lines[n].replace(from, to);
        assert_ne!(changed, lines[n], "{from} is not in line {}", n + 1);
        join(&[&lines[..n], &[changed.as_str()], &lines[n + 1..]].concat())
    };
    let swapped = join(&[&lines[..9], &[lines[10], lines[9]], &lines[11..]].concat());
    let other = Seed::from_bytes([9; 32]).expose_hex();
    vec![
        (String::new(), "line 1", "ends before its header"),
        ("hello\n".to_owned(), "line 1", "not a Wardroom export"),
        ("{}\n".to_owned(), "line 1", "not a Wardroom export"),
        (with(0, "\"format\":1", "\"format\":3"), "line 1", "export format 3 is unknown"),
        (with(0, "\"format\":1", "\"format\":2"), "line 4 (entry 1)", "another format"),
        (with(0, "\"format\":1", "\"format\": 1"), "line 1", "canonical"),
        (with(0, "goeben-1", "goeben-2"), "line 4 (entry 1)", "of table goeben-2 must come next"),
        (with(0, "\"seq\":", "\"seq\":1"), "line", "its header says"),
        (with(1, "goeben", "gneisenau"), "line 2", "the data pack hashes to"),
        (without(1), "line 2", "must be the data pack"),
        (
            with(2, &Seed::from_bytes([1; 32]).expose_hex(), &other),
            "line 4 (entry 1)",
            "does not match its commitment",
        ),
        (with(2, "01\"}", "0\"}"), "line 3", "not a seed line"),
        (without(2), "line 3", "has its seed in the third line"),
        (with(3, "goeben\"", "gneisenau\""), "line", "its header says"),
        (with(7, "\"values\":[", "\"values\":[9,"), "line 8 (entry 5)", "take values"),
        (with(9, "0513", "0514"), "line", "its header says"),
        (with(9, "\"v\":1", "\"v\":1.0"), "line 10 (entry 7)", "not an integer"),
        (with(9, "\"from\"", "\"form\""), "line", "its header says"),
        (with(9, "\"salt\":\"", "\"salt\":\"0"), "line 10 (entry 7)", "salt"),
        (with(9, "\\u001f", "\\u001F"), "line 10 (entry 7)", "canonical"),
        (without(8), "line 9 (entry 6)", "entry 6 of table goeben-1 must come next, not 7"),
        (join(&lines[..lines.len() - 1]), "line", "its header says"),
        (text[..text.len() - 1].to_owned(), "line", "cut off"),
        (text[..text.len() - 30].to_owned(), "line", "cut off"),
        (swapped, "line 10 (entry 7)", "entry 7 of table goeben-1 must come next, not 8"),
        (format!("{text}\n"), "line", "it has an empty line"),
        (format!("{text}{}\n", lines[8]), "line", "must come next"),
        (
            format!("{}{}\n", join(&lines[..8]), "x".repeat(MAX_EXPORT_LINE_BYTES + 1)),
            "line 9",
            "bytes allowed",
        ),
    ]
}

#[test]
fn a_damaged_export_is_refused_with_its_line_and_nothing_is_stored() {
    let (from, _) = campaign();
    let (text, _) = export_text(&from, &LogViewer::Full);
    let (_folder, to) = sqlite();
    for (n, (copy, place, what)) in damaged(&text).into_iter().enumerate() {
        let error = match import_text(&to, &copy) {
            Ok(_) => panic!("damage {n} ({what}) was imported"),
            Err(error) => error.to_string(),
        };
        assert!(error.starts_with(place) && error.contains(what), "damage {n}: {error}");
        assert_eq!(to.tables().unwrap(), [], "damage {n}");
    }
    assert!(import_text(&to, &text).is_ok(), "the copy they were made from is good");
}

#[test]
fn a_salt_that_is_not_the_seeds_is_refused_though_the_chain_is_made_good() {
    let (from, scribe) = campaign();
    let (text, _) = export_text(&from, &LogViewer::Full);
    let mut last = from.read("goeben-1", scribe.head.seq).unwrap().remove(0);
    let good = last.canonical().unwrap();
    last.salt = hex::encode(scribe.seed.salt(1));
    let before = scribe.head.seq - 1;
    let head = Head { seq: before, chain: from.chain_at("goeben-1", before).unwrap().unwrap() };
    let forged = Written::new(head, last.clone()).unwrap().head();
    let text = text.replace(&good, &last.canonical().unwrap());
    let text = text.replace(&hex::encode(scribe.head.chain), &hex::encode(forged.chain));
    let error = import_text(&MemoryStore::new(), &text).unwrap_err().to_string();
    assert!(error.contains("its salt is not"), "{error}");
    if checker::is_asked() {
        let (status, said) = check(file(&text).path(), None::<Head>);
        assert!(status == 1 && said.contains("the salt does not follow"), "{said}");
    }
}

#[test]
fn a_sealed_line_cannot_hide_the_first_entry_nor_stand_in_a_full_export() {
    let (from, _) = campaign();
    let raw = &from.read_raw("goeben-1", 1).unwrap()[..];
    let seal = |text: &str, n: usize| {
        text.replace(&raw[n].text, &StoredLine::sealed_text("goeben-1", raw[n].seq, &raw[n].digest))
    };
    let to = MemoryStore::new();
    let (full, _) = export_text(&from, &LogViewer::Full);
    let (partial, _) = export_text(&from, &LogViewer::Everyone);
    assert!(import_text(&to, &seal(&full, 4)).unwrap_err().to_string().contains("line 8 (entry 5)"));
    assert!(import_text(&to, &seal(&partial, 0)).unwrap_err().to_string().contains("line 3 (entry 1)"));
    assert!(import_text(&to, &seal(&partial, 4)).is_ok(), "hiding more than needed does no harm");
}

#[test]
fn a_forged_log_does_not_have_the_witnessed_head() {
    let (_, honest) = campaign();
    let mut forger = Scribe::new("goeben-1", 66);
    let forged = MemoryStore::new();
    store_all(&forged, forger.campaign());
    let (text, _) = export_text(&forged, &LogViewer::Full);
    assert!(import_text(&MemoryStore::new(), &text).is_ok(), "it passes every check but that one");
    if checker::is_asked() {
        let file = file(&text);
        assert_eq!(check(file.path(), None::<Head>).0, 0);
        let (status, said) = check(file.path(), Some(honest.head));
        assert_eq!(status, 1, "{said}");
        assert!(said.contains("the witnessed head says"), "{said}");
    }
}

// The checker written from docs/log-format.md alone.

fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

/// Its verdict on the lines of a log in which nobody sits as they have to.
fn check(path: &Path, head: Option<impl std::fmt::Display>) -> (i32, String) {
    check_by(&["--lines"], path, head)
}

fn check_by(how: &[&str], path: &Path, head: Option<impl std::fmt::Display>) -> (i32, String) {
    let mut command = checker::command();
    command.args(how).arg(path);
    if let Some(head) = head {
        command.arg("--head").arg(head.to_string());
    }
    let output = command.output().expect("this test needs python3");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), said)
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees_with_an_import() {
    checker::asked(|| {
        a_salt_that_is_not_the_seeds_is_refused_though_the_chain_is_made_good();
        a_forged_log_does_not_have_the_witnessed_head();
        the_examples_of_the_format_page_hold_for_ever();
        what_a_file_must_be_is_the_same_to_all_who_read_it();
    });
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees_with_good_exports() {
    let (from, mut scribe) = campaign();
    let (full, _) = export_text(&from, &LogViewer::Full);
    let full = file(&full);
    let (status, said) = check(full.path(), Some(scribe.head));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("dice: ok, 12 rolls"), "{said}");
    let earlier = Head { seq: 9, chain: from.chain_at("goeben-1", 9).unwrap().unwrap() };
    assert_eq!(check(full.path(), Some(earlier)).0, 0);
    let (status, said) = check(full.path(), Some(earlier.short()));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("32 of 64 digits compared") && !said.contains("WARNING"), "{said}");
    let (status, said) = check(full.path(), Some(earlier.with_digits(16)));
    assert!(status == 0 && said.contains("WARNING"), "{said}");
    let other = Head { chain: [7; 32], ..earlier };
    assert_eq!(check(full.path(), Some(other.short())).0, 1);
    let (partial, _) = export_text(&from, &LogViewer::Everyone);
    let (status, said) = check(file(&partial).path(), Some(scribe.head));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("1 of them sealed") && said.contains("dice: not checkable"), "{said}");
    store_all(&from, vec![scribe.close()]);
    let (closed, _) = export_text(&from, &LogViewer::Everyone);
    let (status, said) = check(file(&closed).path(), Some(scribe.head));
    assert_eq!(status, 0, "{said}");
    assert!(said.contains("dice: ok, 12 rolls"), "{said}");
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_refuses_what_an_import_refuses() {
    let (from, _) = campaign();
    let (text, _) = export_text(&from, &LogViewer::Full);
    for (n, (copy, _, what)) in damaged(&text).into_iter().enumerate() {
        let (status, said) = check(file(&copy).path(), None::<Head>);
        assert_eq!(status, 1, "damage {n} ({what}): {said}");
        assert!(said.starts_with("failed: line"), "damage {n}: {said}");
    }
}

/// The export with its entries changed, and every hash made good.
fn remade(text: &str, change: impl FnOnce(&mut Vec<Value>)) -> String {
    let mut values: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let first = values.iter().position(|value| value["seq"] == 1).unwrap();
    let mut entries = values.split_off(first);
    change(&mut entries);
    let mut head = Head::EMPTY;
    for entry in &entries {
        let digest = match &entry["digest"] {
            Value::String(digest) => hex::decode(digest).unwrap().try_into().unwrap(),
            _ => Sha256::digest(entry.to_string()).into(),
        };
        head = head.after_digest(&digest);
    }
    values[0]["head"] = json!({ "chain": hex::encode(head.chain), "seq": head.seq });
    values.iter().chain(&entries).map(|line| format!("{line}\n")).collect()
}

type Change = Box<dyn Fn(&mut Value)>;

/// Files whose every hash is right, and which no export is: what is changed at which entry.
fn amiss(seed: &Seed, length: usize) -> Vec<(bool, usize, Change)> {
    let set =
        |key: &'static str, value: Value| -> Change { Box::new(move |entry| entry[key] = value.clone()) };
    let table_event = |kind: &'static str, body: Value, by: bool| -> Change {
        Box::new(move |entry| {
            for key in ["cause", "door", "key"] {
                entry[key] = Value::Null;
            }
            entry["by"] = if by { json!({ "player": "p-1", "seat": "german" }) } else { Value::Null };
            (entry["audience"], entry["v"]) = ("everyone".into(), 1.into());
            (entry["kind"], entry["body"]) = (kind.into(), body.clone());
        })
    };
    let key = log_support::key("goeben-1", 3);
    let by = json!({ "player": "p-1", "seat": "german" });
    let mut cases = Vec::new();
    for full in [true, false] {
        cases.extend([
            // The order at entry 3 has that key.
            (full, 11, set("key", key.clone().into())),
            (full, 4, set("key", "0a".repeat(32).into())),
            (full, 4, set("door", "discord".into())),
            (full, 4, set("by", by.clone())),
            (full, 3, set("cause", 2.into())),
            (full, 3, set("by", Value::Null)),
            (full, length, table_event("TableClosed", json!({ "why": "won" }), true)),
            (full, length, table_event("TableClosed", json!({ "why": "over" }), false)),
            (full, length, table_event("RulesChanged", json!({ "from": "3", "to": "4" }), false)),
            (full, 4, table_event("RulesChanged", json!({ "from": "2", "to": "4" }), false)),
            (full, 4, table_event("RulesChanged", json!({ "from": "3", "to": "3" }), false)),
            (full, 4, table_event("RulesChanged", json!({ "from": "3", "to": "04" }), false)),
            (full, 4, table_event("RulesChanged", json!({ "from": "3", "to": "four" }), false)),
        ]);
    }
    let reveal = || table_event("SeedRevealed", json!({ "seed": seed.expose_hex() }), false);
    cases.push((false, length, reveal()));
    cases
}

/// What a file must be is one thing to an import, to an audit and to the checker that knows only the page.
#[test]
fn what_a_file_must_be_is_the_same_to_all_who_read_it() {
    let (from, scribe) = campaign();
    let [full, part] = [LogViewer::Full, LogViewer::Everyone].map(|viewer| export_text(&from, &viewer).0);
    for text in [&full, &part] {
        assert_eq!(remade(text, |_| ()), **text, "nothing is changed by making the hashes good");
    }
    let length = full.lines().count() - 3;
    let mut files: Vec<(String, usize)> = Vec::new();
    for (whole, seq, change) in amiss(&scribe.seed, length) {
        let text = remade(if whole { &full } else { &part }, |entries| change(&mut entries[seq - 1]));
        files.push((text, seq));
    }
    let mut scribe = scribe;
    store_all(&from, vec![scribe.close()]);
    let closed = export_text(&from, &LogViewer::Full).0;
    for kind in ["Opened", "Peeked"] {
        let more = |entries: &mut Vec<Value>| {
            let mut entry = entries.last().unwrap().clone();
            let seq = entries.len() as u64 + 1;
            entry["body"] = match kind {
                "Opened" => json!({ "entries": [1], "to": "everyone" }),
                _ => json!({ "by": null, "what": "log" }),
            };
            (entry["seq"], entry["salt"]) = (seq.into(), hex::encode(scribe.seed.salt(seq)).into());
            (entry["kind"], entry["v"]) = (kind.into(), if kind == "Opened" { 1 } else { 2 }.into());
            entries.push(entry);
        };
        files.push((remade(&closed, more), length + 3));
    }
    for (text, seq) in files {
        let line = text.lines().position(|line| line.contains(&format!(r#""seq":{seq},"table""#))).unwrap();
        let place = format!("line {}", line + 1);
        let imported = import_text(&MemoryStore::new(), &text).unwrap_err().to_string();
        assert!(imported.starts_with(&place), "{place}: {imported}");
        let evidence = Evidence::from_export(&mut text.as_bytes()).unwrap();
        let audited = audit::integrity::check(&evidence, &[]).1.to_string();
        assert!(audited.contains(&format!("{place}: ")), "{place}: {audited}");
        if checker::is_asked() {
            let (status, said) = check(file(&text).path(), None::<Head>);
            assert!(status == 1 && said.contains(&format!("entry {seq}:")), "{place} {imported}: {said}");
        }
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_finds_a_die_that_was_changed_with_the_whole_chain_made_good() {
    // Whoever changes a die and hashes everything anew has a good chain; the seed still tells.
    let store = MemoryStore::new();
    let mut scribe = Scribe::new("goeben-1", 1);
    let mut appends = vec![scribe.open()];
    let before = scribe.head;
    let honest = scribe.order();
    scribe.head = before;
    let mut forged = Append::new("goeben-1", before, Vec::new());
    for written in honest.entries {
        let mut entry = written.entry().clone();
        if entry.seq == 3 {
            let die = entry.body["values"][0].as_u64().unwrap();
            entry.body["values"][0] = (die % 6 + 1).into();
        }
        scribe.push(entry, &mut forged.entries);
    }
    appends.push(forged);
    store_all(&store, appends);
    let (text, _) = export_text(&store, &LogViewer::Full);
    let (status, said) = check(file(&text).path(), Some(scribe.head));
    assert_eq!(status, 1);
    assert!(said.starts_with("failed: line 6, entry 3: the seed rolls"), "{said}");
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_says_how_it_is_used() {
    for arguments in [vec![], vec!["no-such-file"], vec!["a", "b"], vec!["a", "--head", "12"]] {
        let output = checker::command().args(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// An example of the page of the format: it is imported and exported again as it stands.
fn example(name: &str) -> (SqliteStore, String, tempfile::TempDir) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let (folder, store) = sqlite();
    let imported = import(&mut text.as_bytes(), &store).unwrap();
    let mut again = Vec::new();
    export(&store, &imported.table, &LogViewer::Everyone, |_| false, &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text);
    if checker::is_asked() {
        let (status, said) = check_by(&[], &path, Some(imported.head));
        assert_eq!(status, 0, "{said}");
    }
    (store, imported.table, folder)
}

/// What the page says of a roll's values.
fn told_values(roll: &Entry) -> String {
    let body = &roll.body;
    format!("{}        ({}, of {}, take {})", body["values"], body["form"], body["of"], body["take"])
}

#[test]
fn the_examples_of_the_format_page_hold_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/log-format.md");
    let mut page = std::fs::read_to_string(&path).unwrap();
    let (store, table, _folder) = example("log-format-example.jsonl");
    let raws = store.read_raw(&table, 1).unwrap();
    let seed = store.seed(&table).unwrap().unwrap();
    let entries = store.read(&table, 1).unwrap();
    let roll = entries.iter().find(|entry| entry.kind == "Rolled").unwrap();
    let cause = roll.cause.unwrap();
    let chain = raws[cause as usize - 1].chain;
    let key = seed.roll_key(&chain, 0);
    let mut words = <rand_chacha::ChaCha20Rng as rand_chacha::rand_core::SeedableRng>::from_seed(key);
    let words = [(); 3].map(|()| format!("{:08x}", rand_chacha::rand_core::Rng::next_u32(&mut words)));

    let (second, other, _folder) = example("log-format-example-2.jsonl");
    let (book, _) = audit::integrity::check(&Evidence::from_store(&second, &other, None).unwrap(), &[]);
    let digests = audit::dice::OrderDigests::of(&book).unwrap();
    let entries_2 = second.read(&other, 1).unwrap();
    let roll_2 = entries_2.iter().find(|entry| entry.kind == "Rolled").unwrap();
    let cause_2 = roll_2.cause.unwrap();
    let key_2 = second.seed(&other).unwrap().unwrap().roll_key_of_orders(&digests.at(cause_2), 0);
    for (label, value) in [
        (r#"{"at""#, raws[0].text[5..].to_owned()),
        ("digest(1) = ", hex::encode(raws[0].digest)),
        ("chain(1)  = ", hex::encode(raws[0].chain)),
        ("digest(2) = ", hex::encode(raws[1].digest)),
        ("chain(2)  = ", hex::encode(raws[1].chain)),
        ("seed       = ", seed.expose_hex()),
        ("commitment = ", hex::encode(seed.commitment())),
        ("salt of 1  = ", hex::encode(seed.salt(1))),
        ("roll         = ", format!("entry {}, number 0 of cause {cause}", roll.seq)),
        ("chain(cause) = ", hex::encode(chain)),
        ("key          = ", hex::encode(key)),
        ("words        = ", format!("{} …", words.join(" "))),
        ("values       = ", told_values(roll)),
        ("orders(1)     = ", hex::encode(digests.at(1))),
        ("roll of 2     = ", format!("entry {}, number 0 of cause {cause_2}", roll_2.seq)),
        ("orders(cause) = ", hex::encode(digests.at(cause_2))),
        ("key of 2      = ", hex::encode(key_2)),
        ("values of 2   = ", told_values(roll_2)),
    ] {
        let line =
            page.lines().find(|line| line.starts_with(label)).unwrap_or_else(|| panic!("no line {label}"));
        let wanted = format!("{label}{value}");
        if std::env::var_os("UPDATE").is_some() {
            page = page.replacen(&format!("\n{line}\n"), &format!("\n{wanted}\n"), 1);
        } else {
            assert_eq!(line, wanted);
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, page).unwrap();
    }
}
