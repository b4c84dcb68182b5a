//! Logs with one thing changed and every hash made good: whatever was changed, the audit says so, and what one of its
//! checks is there for is found by that check, at that very entry.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufReader;
use std::path::Path;

use crate::audit_seats::agreed;
use crate::common::commands::Commands;
use crate::common::{Luck, checker, few_and_many};
use crate::toy::{self, Toy};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::audit::{self, Evidence, Findings};
use wardroom::games::Packed;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Head, MemoryStore};
use wardroom::seal::Seed;

/// How many of the changes tried on each log the independent checker looks at too, where it is asked.
const CHECKED_TWICE: u64 = 4;

/// What [`Log::tamper`] says of a leaf of a body, before its place there.
const BODY: &str = "body changed at ";

/// What a change of a roll's values is aimed at.
const DICE: &str = "dice";

/// A change of one entry that is aimed at one check.
struct Aimed {
    what: &'static str,
    at: usize,
    place: &'static str,
    value: Value,
}

/// A full export: what stands before the entries, and these.
#[derive(Clone)]
pub struct Log {
    before: Vec<String>,
    /// The entries, numbered as they were written.
    pub entries: Vec<Value>,
}

impl Log {
    /// The log that an export holds.
    pub fn of(export: &str) -> Log {
        let lines: Vec<&str> = export.lines().collect();
        Log {
            before: lines[..3].iter().map(|line| (*line).to_owned()).collect(),
            entries: lines[3..].iter().map(|line| serde_json::from_str(line).unwrap()).collect(),
        }
    }

    fn is_event(&self, at: usize) -> bool {
        let entry = &self.entries[at];
        !entry["cause"].is_null() && entry["by"].is_null()
    }

    /// Changes one thing at a place behind the first entry and says what.
    fn tamper(&mut self, luck: &mut Luck) -> (String, usize) {
        let mut below = |n: usize| luck.below(n as u32) as usize;
        let at = 1 + below(self.entries.len() - 2);
        let other = 1 + below(self.entries.len() - 2);
        let entry = self.entries[at].clone();
        let what = match below(14) {
            0 => {
                self.entries.remove(at);
                "removed"
            }
            1 => {
                self.entries.insert(at, entry.clone());
                "doubled"
            }
            2 => {
                self.entries.swap(at, at + 1);
                "swapped"
            }
            3 | 4 => {
                let mut leaves = Vec::new();
                leaves_of(&entry["body"], String::new(), &mut leaves);
                let Some(leaf) = (!leaves.is_empty()).then(|| leaves.swap_remove(below(leaves.len()))) else {
                    return ("nothing".to_owned(), at);
                };
                changed(self.entries[at]["body"].pointer_mut(&leaf).unwrap());
                return (format!("{BODY}{leaf}"), at);
            }
            5 => {
                self.entries[at]["body"]["more"] = 1.into();
                "body with a field more"
            }
            6 => {
                self.entries[at]["audience"] = other_audience(&entry);
                "audience"
            }
            7 => {
                let cause = entry["cause"].as_u64();
                self.entries[at]["cause"] =
                    cause.map_or(json!(1), |cause| if cause > 1 { json!(cause - 1) } else { Value::Null });
                "cause"
            }
            8 => {
                let by =
                    json!({ "player": "eve", "seat": entry["by"]["seat"].as_str().unwrap_or("british") });
                self.entries[at]["by"] = by;
                "by"
            }
            9 => {
                self.entries[at]["kind"] = self.entries[other]["kind"].clone();
                "kind"
            }
            10 => {
                self.entries[at]["v"] = 7.into();
                "version"
            }
            11 if self.is_event(at) => {
                self.entries[at]["door"] = "terminal".into();
                "door"
            }
            12 => {
                let (kind, body) = [
                    ("TakenBack", json!({ "to": at })),
                    ("Opened", json!({ "entries": [at], "to": "everyone" })),
                    ("SeatTaken", json!({ "seat": "british" })),
                    ("Resigned", json!({ "seat": "british" })),
                    ("TableClosed", json!({ "why": "agreed" })),
                    ("Answered", json!({ "agrees": true, "request": 1 })),
                    ("SeedRevealed", json!({ "seed": "00".repeat(32) })),
                ][below(7)]
                .clone();
                let mut forged = entry.clone();
                (forged["kind"], forged["body"], forged["v"]) = (kind.into(), body, 1.into());
                (forged["audience"], forged["key"]) = ("everyone".into(), Value::Null);
                self.entries.insert(at, forged);
                "inserted"
            }
            _ => {
                self.entries[at]["at"] = "1999-12-31T23:59:59.000Z".into();
                if self.is_event(at) { "time" } else { "nothing" }
            }
        };
        (what.to_owned(), at)
    }

    /// Every change of one entry that is aimed at one check of the audit.
    fn aimed(&self) -> Vec<Aimed> {
        let known = |pointer: &str, other: &str| -> BTreeSet<String> {
            let named = self.entries.iter().filter_map(|entry| entry.pointer(pointer)?.as_str());
            named.chain([other]).map(str::to_owned).collect()
        };
        let (players, seats) = (known("/by/player", "eve"), known("/by/seat", "nowhere"));
        let mut aimed = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let body = &entry["body"];
            let mut change = |what, place, value: Value| {
                aimed.extend((entry.pointer(place) != Some(&value)).then_some(Aimed {
                    what,
                    at,
                    place,
                    value,
                }));
            };
            match entry["kind"].as_str().unwrap() {
                "OrderGiven" => {
                    change("audience", "/audience", other_audience(entry));
                    players.iter().for_each(|player| change("player", "/by/player", json!(player)));
                    seats.iter().for_each(|seat| change("seat", "/by/seat", json!(seat)));
                    (1..=at).for_each(|prompt| change("prompt", "/body/prompt", json!(prompt)));
                }
                "Opened" => {
                    let opened = body["entries"].as_array().unwrap().iter().filter_map(Value::as_u64);
                    let opened: BTreeSet<u64> = opened.collect();
                    for seq in 1..=at as u64 {
                        let other = &opened ^ &BTreeSet::from([seq]);
                        let what = if other.len() < opened.len() { "sealed still" } else { "opened too" };
                        // An opening of nothing is none by its form alone.
                        (!other.is_empty()).then(|| change(what, "/body/entries", json!(other)));
                    }
                }
                "TableClosed" => {
                    let words = ["over", "abandoned", "resigned", "agreed", "manager"];
                    words.into_iter().for_each(|why| change("why", "/body/why", json!(why)));
                }
                "Rolled" => {
                    others(body).into_iter().for_each(|values| change(DICE, "/body/values", json!(values)))
                }
                "TakenBack" | "SeedRevealed" | "SeatTaken" => {}
                _ if self.is_event(at) => change("audience", "/audience", other_audience(entry)),
                _ => {}
            }
        }
        aimed
    }

    /// The file, with every seq, salt and hash made good.
    pub fn text(mut self) -> String {
        let seed = Seed::from_hex(&self.before[2][9..73]).unwrap();
        let new: BTreeMap<u64, u64> =
            (1..).zip(&self.entries).map(|(seq, entry)| (entry["seq"].as_u64().unwrap(), seq)).collect();
        let mut head = Head::EMPTY;
        let mut lines = Vec::new();
        for (seq, entry) in (1..).zip(&mut self.entries) {
            entry["seq"] = seq.into();
            entry["salt"] = hex::encode(seed.salt(seq)).into();
            entry["cause"] = json!(entry["cause"].as_u64().and_then(|cause| new.get(&cause)));
            for key in ["prompt", "request", "to", "booked"] {
                entry["body"].get_mut(key).into_iter().for_each(|value| renumber(value, &new));
            }
            if let Some(opened) = entry["body"].get_mut("entries").and_then(Value::as_array_mut) {
                opened.iter_mut().for_each(|value| renumber(value, &new));
            }
            let line = entry.to_string();
            head = head.after_digest(&Sha256::digest(line.as_bytes()).into());
            lines.push(line);
        }
        let mut header: Value = serde_json::from_str(&self.before[0]).unwrap();
        header["head"] = json!({ "chain": hex::encode(head.chain), "seq": head.seq });
        self.before[0] = header.to_string();
        [self.before, lines].concat().join("\n") + "\n"
    }
}

fn renumber(value: &mut Value, new: &BTreeMap<u64, u64>) {
    if let Some(seq) = value.as_u64().and_then(|seq| new.get(&seq)) {
        *value = (*seq).into();
    }
}

fn other_audience(entry: &Value) -> Value {
    if entry["audience"] == "everyone" { "nobody" } else { "everyone" }.into()
}

/// The values of a roll with one of them another, as its form allows it: only the seed tells.
fn others(roll: &Value) -> Vec<Vec<u64>> {
    let of = roll["of"].as_u64().unwrap();
    let values: Vec<u64> = roll["values"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let other = |at: usize| {
        let mut others = values.clone();
        match roll["form"].as_str().unwrap() {
            "dice" => others[at] = others[at] % of + 1,
            _ => others.swap(at, 0),
        }
        others
    };
    (0..values.len()).map(other).collect()
}

fn leaves_of(value: &Value, path: String, leaves: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, inner)| leaves_of(inner, format!("{path}/{key}"), leaves))
        }
        Value::Array(items) => {
            (0..)
                .zip(items)
                .for_each(|(at, inner): (usize, _)| leaves_of(inner, format!("{path}/{at}"), leaves));
        }
        _ => leaves.push(path),
    }
}

fn changed(leaf: &mut Value) {
    *leaf = match &*leaf {
        Value::Number(number) => (number.as_i64().unwrap() + 1).into(),
        Value::String(text) => format!("{text}x").into(),
        Value::Bool(yes) => (!yes).into(),
        _ => 1.into(),
    };
}

/// What an audit finds in an export.
pub fn audited<G: Packed>(text: &str) -> Findings {
    let evidence = Evidence::from_export(&mut BufReader::new(text.as_bytes())).unwrap();
    audit::audit(&evidence, &[], audit::rules::check::<G>)
}

fn golden<G: Packed>() -> (String, bool) {
    let name = |version: u32| format!("tests/golden/{}-rules-{version}.jsonl", G::NAME);
    let path = |version| Path::new(env!("CARGO_MANIFEST_DIR")).join(name(version));
    let present = path(G::RULES_VERSION).exists();
    let text = std::fs::read_to_string(path(if present { G::RULES_VERSION } else { 1 })).unwrap();
    assert_eq!(Log::of(&text).text(), text, "nothing is changed by making the hashes good");
    (text, present)
}

fn nothing_passes<G: Packed>((changes, checked): (u64, bool)) {
    let (golden, present) = golden::<G>();
    let whole = Log::of(&golden);
    for seed in 0..changes {
        let mut log = whole.clone();
        let (what, at) = log.tamper(&mut Luck::of(seed));
        let text = log.text();
        if what == "nothing" || text == golden {
            continue;
        }
        let kind = whole.entries[at]["kind"].as_str().unwrap();
        let findings = audited::<G>(&text);
        let told = format!("{} seed {seed}, entry {}, {kind}: {what}: {findings:#?}", G::NAME, at + 1);
        assert!(!findings.holds(), "{told}");
        // Another order, or another value, may lead to the same by the rules; then only the dice tell, of the roll or of
        // all that come behind.
        let leaf = what.strip_prefix(BODY).unwrap_or_default();
        let dice_only = (kind == "Rolled" && leaf.starts_with("/values/"))
            || (kind == "OrderGiven" && leaf.starts_with("/order/"));
        let found = findings.integrity.is_failed() || findings.rules.is_failed();
        assert!(found || dice_only || !present, "{told}");
        if checked && seed < CHECKED_TWICE {
            let (well, said) = checker::check(text.as_bytes());
            let agrees = well != (findings.integrity.is_failed() || findings.dice.is_failed());
            assert!(agrees, "{told} {said}");
        }
    }
}

/// A table of one, who closes it before its game is over.
fn given_up() -> String {
    let store = MemoryStore::new();
    let tables = toy::toys(&store, 1);
    let id = toy::open(&tables, 1, false);
    for verb in ["roll", "pass", "flip"] {
        toy::give(&tables, &id, verb);
    }
    assert!(tables.close(&id, &toy::caller("red")).unwrap().is_accepted());
    let mut out = Vec::new();
    export(&store, &id, &LogViewer::Full, |_| false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Some of the changes that are aimed at each check, tried on a log of the present rules: the check finds it, at that entry.
fn each_check_finds<G: Packed>(export: &str, changes: usize) {
    let log = Log::of(export);
    let mut aimed: BTreeMap<&str, Vec<Aimed>> = BTreeMap::new();
    log.aimed().into_iter().for_each(|change| aimed.entry(change.what).or_default().push(change));
    assert_eq!(aimed.len(), 8, "{}: {:?}", G::NAME, aimed.keys());
    const SEED: u64 = 1914;
    let mut luck = Luck::of(SEED);
    for (what, mut aimed) in aimed {
        luck.shuffle(&mut aimed);
        for Aimed { at, place, value, .. } in aimed.into_iter().take(changes) {
            let mut log = log.clone();
            let told = format!("{} seed {SEED}, entry {}: {what}: {value}", G::NAME, at + 1);
            *log.entries[at].pointer_mut(place).unwrap() = value;
            let findings = audited::<G>(&log.text());
            let by = if what == DICE { &findings.dice } else { &findings.rules };
            assert!(by.is_failed() && by.entry() == Some(at as u64 + 1), "{told}: {findings:#?}");
            // Who sits, asks and agrees hangs on it, at that entry or behind it.
            let integrity = findings.integrity.entry();
            assert!(integrity.is_none_or(|entry| entry > at as u64), "{told}: {findings:#?}");
        }
    }
}

few_and_many!(
    no_change_of_a_goeben_log_passes: (20, false), (200, true);
    no_change_of_a_grand_fleet_log_passes: (10, false), (100, true);
    each_check_finds_what_it_is_there_for: 2, 40;
);

fn no_change_of_a_goeben_log_passes(changes: (u64, bool)) {
    nothing_passes::<Goeben>(changes);
}

fn no_change_of_a_grand_fleet_log_passes(changes: (u64, bool)) {
    nothing_passes::<GrandFleet>(changes);
}

fn each_check_finds_what_it_is_there_for(changes: usize) {
    for whole in [agreed(), given_up()] {
        each_check_finds::<Toy>(&whole, 10 * changes);
    }
    each_check_finds::<Goeben>(&golden::<Goeben>().0, changes);
    each_check_finds::<GrandFleet>(&golden::<GrandFleet>().0, changes);
}
