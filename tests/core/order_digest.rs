//! The dice of log format 2 follow from the seed, the opening and the orders alone: whatever else is changed in a log, every
//! roll stays as it was, and no order is given otherwise without other dice.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use wardroom::audit::{self, Evidence, Verdict};
use wardroom::game::Game;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::MemoryStore;
use wardroom::log::table_event::{TALK, version_of};
use wardroom::log::visibility::LogViewer;
use wardroom::table::{Caller, TableCommand, Tables};

use crate::common::commands::Commands;
use crate::common::{Luck, checker, few_and_many};
use crate::entropy::{self, open_for_luck};
use crate::seats::exported;
use crate::tamper::Log;
use crate::toy::*;
use crate::unit::log::table_event::one_of_each;
use crate::witnessed::{self, Near};

few_and_many!(
    nothing_but_orders_changes_a_roll: 100, 10_000;
    tables_with_the_same_orders_roll_the_same: 50, 5_000;
);

/// The orders of a random game.
pub struct RandomGame {
    choices: [i64; 2],
    /// The words of the seats, where the set-up waits for them.
    words: Option<[u32; 2]>,
    verbs: Vec<&'static str>,
}

impl RandomGame {
    pub fn of(luck: &mut Luck) -> RandomGame {
        let mut number = || i64::from(luck.below(9)) + 1;
        let choices = [number(), number()];
        let words = (luck.below(2) == 0).then(|| [luck.below(99), luck.below(99)]);
        let verbs = (0..10).map(|_| *luck.one_of(&["roll", "roll", "pass", "flip", "undo"]).unwrap());
        RandomGame { choices, words, verbs: verbs.collect() }
    }

    /// The same where the seats add luck, or where they do not.
    pub fn with_luck(self, luck: bool) -> RandomGame {
        RandomGame { words: luck.then_some(self.words.unwrap_or([7, 8])), ..self }
    }

    /// Plays it; at a busy table with the seats in the other order of arrival, and with everything between the orders that is
    /// none.
    fn play(&self, seed: u64, busy: bool) -> String {
        let store = MemoryStore::new();
        let tables = toys(&store, seed << 20);
        let id = match self.words {
            Some(_) => open_for_luck(&tables, &["red", "blue"]),
            None => open(&tables, 2, false),
        };
        self.play_at((&tables, &id), busy);
        exported(&store, &id, &LogViewer::Full)
    }

    /// Plays it at a table with a witness, which remembers in this folder.
    fn play_witnessed(self, seed: u64, busy: bool, folder: &Path) -> String {
        let store = MemoryStore::new();
        let tables = Tables::new(Arc::new(store.clone()), Near::new(witnessed::desk(folder), seed << 20));
        let id = witnessed::open(&tables).unwrap();
        self.with_luck(true).play_at((&tables, &id), busy);
        exported(&store, &id, &LogViewer::Full)
    }

    /// Plays it at this table.
    pub fn play_at(&self, (tables, id): (&Toys<MemoryStore>, &str), busy: bool) {
        let door = if busy { "discord" } else { "terminal" };
        let by = |player: &str| Caller::new(player, door);
        let first = |reply: wardroom::table::Reply| match reply {
            wardroom::table::Reply::Accepted { first, .. } => first,
            other => panic!("{other:?}"),
        };
        let mut given: Vec<_> = ["red", "blue"].into_iter().zip(self.words.into_iter().flatten()).collect();
        if busy {
            given.reverse();
        }
        for (at, number) in given {
            let luck = entropy::words(at, &number.to_string(), false);
            assert!(tables.gives(id, &by(at), luck).unwrap().is_accepted());
        }
        let noise = |name: &str| {
            if busy {
                let name = format!("table {name}");
                let ask = tables.gives(id, &by("red"), TableCommand::Rename { seat: seat("red"), name });
                tables.answer_request(id, &by("blue"), seat("blue"), first(ask.unwrap()), true).unwrap();
                let (blue, at) = (by("blue"), seat("blue"));
                tables.offer_seat(id, &blue, at, at, "ann").unwrap();
                tables.withdraw_offer(id, &blue, at, at).unwrap();
            }
        };
        let mut chosen = [("red", self.choices[0]), ("blue", self.choices[1])];
        if busy {
            chosen.reverse();
        }
        for (at, number) in chosen {
            noise(at);
            let asked = asked(tables, id).into_iter().find(|asked| asked.prompt.seat == seat(at)).unwrap();
            let form = wardroom::game::OrderForm::new(word("choose")).with("number", number);
            let order = wardroom::table::Order { seat: seat(at), prompt: asked.number, form };
            assert!(tables.submit(id, &by(at), &order).unwrap().is_accepted());
        }
        for (turn, verb) in self.verbs.iter().enumerate() {
            if asked(tables, id).is_empty() {
                break;
            }
            noise(&turn.to_string());
            if *verb == "undo" {
                // The other seat agrees, past a roll too, but not past the choices.
                let step =
                    tables.look(id, |table| table.takebacks("red").by_consent.first().copied()).unwrap();
                if turn > 0
                    && let Some(step) = step
                {
                    let ask = tables.ask_take_back(id, &by("red"), seat("red"), step.order).unwrap();
                    tables.answer_request(id, &by("blue"), seat("blue"), first(ask), true).unwrap();
                }
                continue;
            }
            let spent = *verb == "flip" && state(tables, id).left == 0;
            let order = order(tables, id, if spent { "pass" } else { verb });
            // Going back over the choices seals them again: such a game ends here.
            let reply = tables.submit(id, &by(order.seat.as_str()), &order).unwrap();
            if !reply.is_accepted() {
                break;
            }
        }
    }
}

/// The verdict on the dice of an export.
fn dice(text: &str) -> Verdict {
    let evidence = Evidence::from_export(&mut text.as_bytes()).unwrap();
    audit::dice::check(&audit::integrity::check(&evidence, &[]).0)
}

fn seq(entry: &Value) -> Option<u64> {
    entry["seq"].as_u64()
}

fn is(entry: &Value, kind: &str) -> bool {
    entry["kind"] == kind
}

/// The values of all rolls.
fn rolls(text: &str) -> Vec<Value> {
    let rolls = Log::of(text).entries.into_iter().filter(|entry| is(entry, "Rolled"));
    rolls.map(|roll| json!([roll["body"]["purpose"], roll["body"]["values"]])).collect()
}

/// An entry of nobody's making that was not written yet.
fn entry(like: &Value, kind: &str, body: Value, by: Value) -> Value {
    let mut entry = like.clone();
    (entry["kind"], entry["body"], entry["by"]) = (kind.into(), body, by);
    (entry["v"], entry["seq"]) = (u32::from(kind == "Peeked").max(1).into(), u64::MAX.into());
    (entry["cause"], entry["key"], entry["audience"]) = (Value::Null, Value::Null, "everyone".into());
    entry["door"] = if entry["by"].is_null() { Value::Null } else { "mail".into() };
    entry
}

/// A change of an entry.
type Change = fn(&mut Value);

/// Every change of one field that is neither the seat nor the content of an order, made in all entries at once.
fn changes() -> Vec<(&'static str, Change)> {
    vec![
        ("time", |entry| entry["at"] = "2031-07-09T01:02:03.004Z".into()),
        ("table", |entry| entry["table"] = "another-table".into()),
        ("door", |entry| {
            if !entry["by"].is_null() {
                entry["door"] = "mail".into();
            }
        }),
        ("key", |entry| {
            if !entry["by"].is_null() {
                entry["key"] = format!("{:064x}", entry["seq"].as_u64().unwrap()).into();
            }
        }),
        ("receipt", |entry| {
            if !entry["door"].is_null() {
                entry["receipt"] = format!("{:064x}", entry["seq"].as_u64().unwrap() * 7).into();
            }
        }),
        ("player", |entry| {
            if let Some(player) = entry.pointer_mut("/by/player") {
                *player = "eve".into();
            }
        }),
        ("audience", |entry| {
            if is(entry, "OrderGiven") {
                entry["audience"] =
                    if entry["audience"] == "everyone" { json!(["red"]) } else { "everyone".into() };
            }
        }),
        ("prompt", |entry| {
            if is(entry, "OrderGiven") {
                entry["body"]["prompt"] = 1.into();
            }
        }),
        ("audience of anything", |entry| {
            if !is(entry, "TableOpened") {
                entry["audience"] =
                    if entry["audience"] == "everyone" { json!(["red"]) } else { "everyone".into() };
            }
        }),
        ("cause of what is no roll", |entry| {
            if !entry["cause"].is_null() && !is(entry, "Rolled") && !is(entry, "DiceWitnessed") {
                entry["cause"] = 1.into();
            }
        }),
        ("purpose of a roll", |entry| {
            if is(entry, "Rolled") {
                entry["body"]["about"] = json!(["nothing"]);
                entry["body"]["purpose"] = "luck".into();
                entry["body"]["rule"] = "99".into();
                entry["body"]["side"] = "blue".into();
            }
        }),
        ("events", |entry| {
            let counts = ["Rolled", "TakenBack", "DiceWitnessed"];
            if !entry["cause"].is_null() && !counts.iter().any(|kind| is(entry, kind)) {
                entry["body"]["more"] = "whatever".into();
            }
        }),
        ("source of entropy", |entry| {
            if is(entry, "EntropyGiven") {
                entry["body"]["source"] = "drawn".into();
            }
        }),
        ("opening", |entry| {
            if is(entry, "TableOpened") {
                entry["body"]["practice"] = true.into();
                entry["body"]["rules_version"] = "7".into();
                entry["body"]["pack"] = "ab".repeat(32).into();
            }
        }),
    ]
}

/// Kinds that count in the order digest, and what the witness answered for them.
const COUNTED: [&str; 7] =
    ["TableOpened", "EntropyGiven", "PlayBegan", "OrderGiven", "TakenBack", "Rolled", "DiceWitnessed"];
/// Kinds without which a witness's answers do not hold.
const OF_WITNESS: [&str; 3] = ["WitnessAsked", "DiceAbandoned", "OwnDiceAgreed"];

/// Entries that are no orders, or only words between players: one of each other kind, and what the game itself may write.
fn others(like: &Value, seed: &str) -> Vec<Value> {
    let (red, blue) =
        (json!({ "player": "red", "seat": "red" }), json!({ "player": "blue", "seat": "blue" }));
    let order = |verb: &str| json!({ "order": { "text": "luck, be kind", "verb": verb }, "prompt": 1 });
    let events = one_of_each().into_iter().filter_map(|event| {
        let (kind, mut body) = (event.kind(), event.body());
        if (COUNTED.contains(&kind) && kind != "PlayBegan") || OF_WITNESS.contains(&kind) {
            return None;
        }
        if kind == "SeedRevealed" {
            body["seed"] = seed.into();
        }
        let mut new = entry(like, kind, body, red.clone());
        new["v"] = version_of(kind).into();
        Some(new)
    });
    let mut all: Vec<Value> = events.collect();
    all.push(entry(like, "Signalled", json!({ "text": "whatever" }), Value::Null));
    all.extend(TALK.map(|verb| {
        let mut talk = entry(like, "OrderGiven", order(verb), blue.clone());
        talk["audience"] = json!(["blue", "red"]);
        talk
    }));
    all
}

/// The log with fewer entries. A takeback goes back to the last one before that is left.
fn without(whole: &Log, mut is_kept: impl FnMut(&Value) -> bool) -> String {
    let mut log = whole.clone();
    log.entries
        .retain(|entry| COUNTED.iter().chain(&OF_WITNESS).any(|kind| is(entry, kind)) || is_kept(entry));
    let kept: Vec<u64> = log.entries.iter().filter_map(seq).collect();
    for back in log.entries.iter_mut().filter(|entry| is(entry, "TakenBack")) {
        let to = back["body"]["to"].as_u64();
        back["body"]["to"] = json!(kept.iter().rev().find(|seq| Some(**seq) <= to));
    }
    log.text()
}

/// Random games, and everything in their logs that is no order changed, put in or taken out.
fn nothing_but_orders_changes_a_roll(games: u64) {
    let (mut rolled, mut others_rolled) = (0, 0);
    let (mut lucky, mut same) = (0, Vec::new());
    let witness = tempfile::tempdir().unwrap();
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let game = RandomGame::of(&mut luck);
        let text = match seed % 4 {
            0 => game.play_witnessed(seed, luck.below(2) == 1, witness.path()),
            _ => game.play(seed, luck.below(2) == 1),
        };
        let whole = Log::of(&text);
        let all = Verdict::ok(rolls(&text).len());
        assert_eq!(dice(&text), all, "seed {seed}");
        // Each change by itself in some logs, and all at once in the others.
        let mut changed = whole.clone();
        for (what, change) in changes() {
            changed.entries.iter_mut().for_each(change);
            if seed % 20 == 0 {
                let mut log = whole.clone();
                log.entries.iter_mut().for_each(change);
                assert_eq!(dice(&log.text()), all, "seed {seed}: {what}");
            }
        }
        assert_eq!(dice(&changed.text()), all, "seed {seed}: with all changed but orders");
        let mut log = whole.clone();
        for new in others(&whole.entries[0], &text.lines().nth(2).unwrap()[9..73]) {
            // The witness answers directly after the order.
            let places: Vec<usize> =
                (1..log.entries.len()).filter(|at| !is(&log.entries[*at], "DiceWitnessed")).collect();
            log.entries.insert(*luck.one_of(&places).unwrap(), new);
        }
        let busier = log.text();
        assert_eq!(dice(&busier), all, "seed {seed}: with more in it");
        assert_eq!(dice(&without(&whole, |_| false)), all, "seed {seed}: with orders and rolls alone");
        assert_eq!(dice(&without(&whole, |_| luck.below(2) == 0)), all, "seed {seed}: with less in it");
        // Other luck of a player is other dice.
        let mut log = whole.clone();
        if let Some(given) = log.entries.iter_mut().find(|entry| is(entry, "EntropyGiven")) {
            given["body"]["digest"] = "ab".repeat(32).into();
            lucky += 1;
            // A game of few rolls has all of them the same once in a while.
            same.extend((!dice(&log.text()).is_failed()).then(|| (seed, rolls(&text).len())));
        }
        // The spelling of a list is no part of an order.
        let spelled = |list: [&str; 3]| {
            let mut log = whole.clone();
            for order in log.entries.iter_mut().filter(|entry| is(entry, "OrderGiven")) {
                order["body"]["order"]["more"] = json!({ "list": list });
            }
            dice(&log.text())
        };
        assert_eq!(
            spelled(["b", "a", "ab"]),
            spelled(["ab", "b", "a"]),
            "seed {seed}: a list in another order"
        );

        if checker::is_asked() {
            let (_, said) = checker::check(busier.as_bytes());
            assert!(!said.contains("the seed rolls"), "seed {seed}: {said}");
        }

        // Another seat or another content of an order, or a takeback less: the next roll is another.
        let orders = (1..).zip(&whole.entries).filter(|(_, entry)| is(entry, "OrderGiven"));
        let steps: Vec<(usize, bool)> = orders.map(|(at, _)| (at, true)).collect();
        let backs = (1..).zip(&whole.entries).filter(|(_, entry)| is(entry, "TakenBack"));
        let steps: Vec<(usize, bool)> = steps.into_iter().chain(backs.map(|(at, _)| (at, false))).collect();
        for _ in 0..2 {
            let (seq, is_order) = *luck.one_of(&steps).unwrap();
            let causes = |entry: &&Value| is(entry, "Rolled") && entry["cause"].as_u64() >= Some(seq as u64);
            let later = whole.entries.iter().filter(causes).count();
            if later == 0 {
                continue;
            }
            let mut changed = Vec::new();
            if is_order {
                let mut content = whole.clone();
                content.entries[seq - 1]["body"]["order"]["more"] = 1.into();
                let mut seat = whole.clone();
                let other = if seat.entries[seq - 1]["by"]["seat"] == "red" { "blue" } else { "red" };
                seat.entries[seq - 1]["by"]["seat"] = other.into();
                changed.extend([content, seat]);
            } else {
                let mut less = whole.clone();
                less.entries.remove(seq - 1);
                changed.push(less);
            }
            for log in changed {
                // One die of six is often the same: of many such changes, most must show.
                rolled += 1;
                others_rolled += usize::from(dice(&log.text()).is_failed());
            }
        }
    }
    assert!(
        lucky as u64 * 3 > games && same.len() * 100 <= lucky,
        "other luck, same dice: {same:?} of {lucky}"
    );
    assert!(same.iter().all(|(_, rolls)| *rolls < 6), "other luck, same dice: {same:?}");
    println!(
        "{games} logs, {lucky} with luck, {same:?} the same by chance; {others_rolled} of {rolled} changes of orders show"
    );
    assert!(rolled as u64 > games && others_rolled * 10 > rolled * 8, "{others_rolled} of {rolled} show");
}

/// Tables of one seed and one list of orders, with all else different: arrival of the sealed choices, doors, times, requests and
/// answers, publishing and names.
fn tables_with_the_same_orders_roll_the_same(games: u64) {
    for seed in 0..games {
        let game = RandomGame::of(&mut Luck::of(seed));
        let (quiet, busy) = (game.play(seed, false), game.play(seed, true));
        assert_eq!(rolls(&quiet), rolls(&busy), "seed {seed}");
        assert!(quiet.lines().count() < busy.lines().count());
    }
}

/// What players write to each other is no order in any game.
#[test]
fn every_game_writes_by_the_verbs_of_talk_alone() {
    for verb in [Goeben::WRITES, GrandFleet::WRITES].concat() {
        assert!(TALK.contains(&verb), "{verb}");
    }
}

#[test]
fn a_table_of_format_1_is_played_on_in_it() {
    let store = MemoryStore::new();
    let former: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::of_format(1, 1));
    let id = open(&former, 1, false);
    give(&former, &id, "roll");
    let present = toys(&store, 99);
    give(&present, &id, "roll");
    let text = exported(&store, &id, &LogViewer::Full);
    assert!(text.starts_with(r#"{"audience":"full","format":1,"#), "{text}");
    assert_eq!(dice(&text), Verdict::ok(3));
    // In format 1 a time is part of every later roll.
    let mut log = Log::of(&text);
    log.entries[1]["at"] = "2031-07-09T01:02:03.004Z".into();
    assert!(dice(&log.text()).is_failed());
}

#[test]
fn a_log_of_a_newer_format_is_not_played() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 1, false);
    let newer = exported(&store, &id, &LogViewer::Full).replacen(r#""format":2"#, r#""format":3"#, 1);
    let error = wardroom::log::import::read(&mut newer.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("format 3") && error.contains("1, 2"), "{error}");
}

#[test]
fn a_header_of_another_format_than_its_log_is_named() {
    let text = RandomGame::of(&mut Luck::of(1)).play(1, false);
    assert!(text.starts_with(r#"{"audience":"full","format":2,"#), "{text}");
    let other = text.replacen(r#""format":2"#, r#""format":1"#, 1);
    let evidence = Evidence::from_export(&mut other.as_bytes()).unwrap();
    let (_, integrity) = audit::integrity::check(&evidence, &[]);
    assert_eq!(integrity.entry(), Some(1), "{integrity}");
    assert!(wardroom::log::import::read(&mut other.as_bytes()).is_err());
    let unknown = text.replacen(r#""format":2"#, r#""format":3"#, 1);
    assert!(Evidence::from_export(&mut unknown.as_bytes()).is_err());
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees_on_every_roll() {
    checker::asked(|| nothing_but_orders_changes_a_roll(20));
    for seed in 0..20 {
        let text = RandomGame::of(&mut Luck::of(seed)).play(seed, seed % 2 == 1);
        let (well, said) = checker::check(text.as_bytes());
        assert!(well && said.contains("dice: ok"), "seed {seed}: {said}");
    }
}
