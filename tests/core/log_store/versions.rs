//! Kinds and versions of entries, and the text that an entry is.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::log_support::{Scribe, store_all};
use proptest::prelude::*;
use serde_json::{Value, json};
use wardroom::log::{
    Append, By, Entry, EntryAudience, Fault, Kinds, MemoryStore, SqliteStore, Store, canonical,
};

use super::append_of;

every_store! {
    unknown_kinds_and_versions_do_not_load
    old_versions_are_upcast_when_read_and_never_in_the_store
    a_peek_of_version_1_is_read_as_one_of_2
}

/// The entries of the table from `from_seq` on, in the current version of their kinds.
fn read_known(store: &impl Store, from_seq: u64, kinds: &Kinds) -> Result<Vec<Entry>, Fault> {
    store.read("goeben-1", from_seq)?.into_iter().map(|entry| kinds.current(entry)).collect()
}

fn unknown_kinds_and_versions_do_not_load(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open(), scribe.order()]);
    let named = |kinds: &Kinds| read_known(store, 1, kinds).unwrap_err().to_string();
    assert_eq!(
        named(&Kinds::of_table_events()),
        "table goeben-1, entry 6: this program does not know ShipMoved version 1"
    );
    assert!(
        named(&Kinds::of_table_events().with("ShipMoved", 2)).contains("entry 6"),
        "no step leads to version 2"
    );
    let mut newer = scribe.next("ShipMoved", json!({}));
    newer.v = 2;
    let mut append = Append::new("goeben-1", scribe.head, vec![]);
    scribe.push(newer, &mut append.entries);
    store_all(store, vec![append]);
    assert!(
        named(&Kinds::of_table_events().with("ShipMoved", 1))
            .contains("entry 10: this program does not know ShipMoved version 2")
    );
}

fn old_versions_are_upcast_when_read_and_never_in_the_store(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open(), scribe.order()]);
    let before = store.read_raw("goeben-1", 1).unwrap();
    let kinds = Kinds::of_table_events()
        .with("ShipMoved", 3)
        .with_upcast("ShipMoved", 1, |mut body| {
            body["speed"] = json!(4);
            Ok(body)
        })
        .with_upcast("ShipMoved", 2, |mut body| {
            body["speed"] = json!(body["speed"].as_i64().ok_or("no speed")? * 2);
            Ok(body)
        });
    let entries = read_known(store, 6, &kinds).unwrap();
    assert!(entries.iter().all(|entry| entry.v == 3 && entry.body["speed"] == 8));
    assert_eq!(store.read_raw("goeben-1", 1).unwrap(), before);
    let failing = Kinds::of_table_events()
        .with("ShipMoved", 2)
        .with_upcast("ShipMoved", 1, |_| Err("no ship".to_owned()));
    let error = read_known(store, 1, &failing).unwrap_err();
    assert_eq!(error.to_string(), "table goeben-1 is damaged at entry 6: no ship");
}

/// A stored sample of each form a kind of table event once had: it is read for ever, and never rewritten.
fn a_peek_of_version_1_is_read_as_one_of_2(store: &impl Store) {
    const PEEKED_1: &str = r#"{"at":"1914-08-04T09:00:02.002Z","audience":"everyone","body":{"what":"export"},"by":null,"cause":null,"door":"terminal","key":null,"kind":"Peeked","salt":"SALT","seq":2,"table":"goeben-1","v":1}"#;
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let text = PEEKED_1.replace("SALT", &hex::encode(scribe.seed.salt(2)));
    store_all(store, vec![append_of(scribe.head, Entry::parse(&text).unwrap()).unwrap()]);
    assert_eq!(store.read_raw("goeben-1", 2).unwrap()[0].text, text);
    let entry = read_known(store, 2, &Kinds::of_table_events()).unwrap().remove(0);
    assert_eq!((entry.v, &entry.body), (2, &json!({"by": null, "what": "export"})));
    assert_eq!(entry.table_event(), Entry::parse(&text).unwrap().table_event());
}

struct Python {
    child: std::process::Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Python {
    fn start() -> Python {
        let program = r#"
import json, sys
for line in sys.stdin.buffer:
    text = json.dumps(json.loads(line.decode("utf-8")), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
"#;
        let mut child = Command::new("python3")
            .args(["-c", program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("these tests need python3");
        let answers = BufReader::new(child.stdout.take().unwrap());
        Python { child, answers }
    }

    fn canonical(&mut self, value: &Value) -> String {
        let input = self.child.stdin.as_mut().unwrap();
        // Written by another serializer than the one under test.
        writeln!(input, "{}", serde_json::to_string(value).unwrap()).unwrap();
        let mut answer = Vec::new();
        self.answers.read_until(b'\n', &mut answer).unwrap();
        answer.pop();
        String::from_utf8(answer).unwrap()
    }
}

#[test]
#[ignore = "needs Python 3"]
fn canonical_text_is_what_python_writes_for_every_odd_character() {
    let mut python = Python::start();
    let odd = ('\0'..='\u{ff}')
        .chain("\u{2028}\u{2029}\u{d7ff}\u{e000}\u{fffd}\u{feff}\u{10ffff}赤城🚢é\u{301}".chars());
    for c in odd {
        let value = json!({ "odd": c.to_string(), "between": format!("a{c}b"), "z": [c.to_string(), {"k": c.to_string()}] });
        let text = canonical::to_text(&value).unwrap();
        assert_eq!(text, python.canonical(&value), "U+{:04X}", u32::from(c));
        assert_eq!(canonical::from_text(&text, usize::MAX).unwrap(), value);
        let key = json!({ c.to_string(): 1, "A": 2, "a": 3, "~": 4 });
        assert_eq!(canonical::to_text(&key).is_ok(), c.is_ascii());
        if c.is_ascii() {
            assert_eq!(canonical::to_text(&key).unwrap(), python.canonical(&key));
        }
    }
    for number in [0, -1, i64::MIN, i64::MAX, 1 << 53, (1 << 53) + 1] {
        assert_eq!(canonical::to_text(&json!(number)).unwrap(), python.canonical(&json!(number)));
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "\\PC*".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::btree_map("[ -~]{0,6}", inner, 0..8)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

#[test]
#[ignore = "needs Python 3"]
fn canonical_text_is_what_python_writes_for_any_value() {
    let python = std::cell::RefCell::new(Python::start());
    let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&any_value(), |value| {
            let text = canonical::to_text(&value).unwrap();
            prop_assert_eq!(&text, &python.borrow_mut().canonical(&value));
            prop_assert_eq!(canonical::from_text(&text, usize::MAX).unwrap(), value);
            Ok(())
        })
        .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_entry_survives_its_text(
        body in prop::collection::btree_map("[a-z_]{1,8}", any_value(), 0..4),
        seq in 2..=i64::MAX as u64,
        v in 1..=u32::MAX,
        seats in prop::collection::vec("[a-z]{1,9}", 0..4),
        by in prop::option::of(("[a-z]{1,8}", "[a-z0-9-]{1,12}")),
        door in prop::option::of("[a-z]{1,8}"),
    ) {
        let scribe = Scribe::new("goeben-1", 1);
        let entry = Entry {
            seq,
            v,
            audience: EntryAudience::seats(seats),
            by: by.map(|(seat, player)| By { seat, player }),
            door,
            cause: Some(seq - 1),
            ..scribe.next("ShipMoved", Value::Object(body.into_iter().collect()))
        };
        let text = entry.canonical().unwrap();
        prop_assert_eq!(Entry::parse(&text).unwrap(), entry);
    }
}

#[test]
fn a_line_that_is_not_canonical_or_no_entry_is_refused_and_says_why() {
    let scribe = Scribe::new("goeben-1", 1);
    let text = scribe.next("ShipMoved", json!({"to": "0513"})).canonical().unwrap();
    assert!(Entry::parse(&text).is_ok());
    let cases = [
        (text.replace(",\"v\":1", ""), "v is missing"),
        (text.replace("\"v\":1", "\"v\":1,\"w\":1"), "no key \"w\""),
        (text.replace("\"v\":1", "\"v\":1.0"), "v is not an integer"),
        (text.replace("\"v\":1", "\"v\": 1"), "differs at byte"),
        (text.replace("\"v\":1", "\"v\":4294967296"), "v is too large"),
        (text.replace("\"seq\":1", "\"seq\":-1"), "seq is not an integer"),
        (text.replace("\"seq\":1", "\"seq\":\"1\""), "seq is not an integer"),
        (text.replace("\"by\":null", "\"by\":{\"player\":\"p\"}"), "seat is missing"),
        (text.replace("\"everyone\"", "\"all\""), "not an audience"),
        (text.replace("0513", "05\\u0031"), "differs at byte"),
        (text.replace("{\"to\":\"0513\"}", "{\"to\":\"0513\",\"to\":\"0513\"}"), "differs at byte"),
        (text[..text.len() - 1].to_owned(), "not JSON"),
        ("[]".to_owned(), "an entry is a JSON object"),
    ];
    for (line, why) in cases {
        let error = Entry::parse(&line).unwrap_err().to_string();
        assert!(error.contains(why), "{line}: {error}");
    }
}
