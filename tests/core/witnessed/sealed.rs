//! Sealed orders of *Grand Fleet* at a witness: all that the witness, the enemy or a reader of the log has, tried with every order that
//! may be sealed there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::game::{Options, OrderForm, Seat};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};
use wardroom::seal::Seed;
use wardroom::table::open::Opened;
use wardroom::table::{OpenTable, OpeningSeat, SeatSession, Tables};

use super::{Near, desk};
use crate::common::Luck;
use crate::common::grand_fleet::{SIDES, otherwise};
use crate::common::laws::Lawful;
use crate::entropy::words;
use crate::grand_fleet_logs::table::{Playing, Policy, Seas, player};
use crate::seats::{accepted, exported};
use crate::tamper::Log;

/// Most orders of each verb taken from the options, and the number drawn besides: only a small part of the ways to sort a fleet ship by
/// ship can be listed.
const PROPOSED: usize = 5000;
const DRAWN: usize = 500;

/// A way to give a sealed order.
type Gives = fn(&Options, &mut Luck) -> OrderForm;

/// A table whose game has begun, after both players added luck.
fn begun(near: &Arc<Near>, seed: u64) -> Playing {
    let store = MemoryStore::new();
    let tables: Arc<Seas> = Arc::new(Tables::new(Arc::new(store.clone()), near.clone()));
    let seats = SIDES.map(|side| OpeningSeat { seat: side.seat(), player: player(side).player });
    let opening = OpenTable {
        game: Arc::new(GrandFleet::new(Chart::builtin())),
        setup: GrandFleet::setup(&mut Luck::of(seed)),
        practice: false,
        ready: false,
        entropy: false,
        witness: true,
        seats: seats.to_vec(),
    };
    let Opened::Table { id, .. } = tables.open(&opening, &player(Side::British)).unwrap() else {
        panic!("the club has a witness");
    };
    for (side, seat, typed) in
        [(Side::British, "british", "seven grey cats"), (Side::German, "german", "a dog")]
    {
        accepted(tables.perform(&id, &player(side), &words(seat, typed, false)));
    }
    let sessions = SIDES.map(|side| SeatSession::new(tables.clone(), &id, side.seat(), player(side)));
    Playing { store, tables, id, sessions }
}

/// Plays on until a seat is asked for a sealed decision of this kind; `None` if the game ends before.
fn asked_for(playing: &Playing, kind: &str, luck: &mut Luck) -> Option<(Seat, Arc<Options>)> {
    loop {
        let seat = *luck.one_of(&playing.asked())?;
        let snapshot = playing.session(seat).snapshot().unwrap();
        if otherwise::secret(snapshot.view.step) == Some(kind) {
            return Some((seat, snapshot.facts.options));
        }
        playing.give(seat, Policy::Eager.choose(&snapshot, luck));
    }
}

#[test]
fn nobody_finds_sealed_dice_or_fleets_in_proof_and_log() {
    let plan: Gives = |options, luck| {
        let plans: Vec<OrderForm> =
            options.propose(PROPOSED).into_iter().filter(|form| form.verb.as_str() == "form-by").collect();
        assert_eq!(plans.len(), 6, "every plan with its markers hidden and shown");
        luck.one_of(&plans).unwrap().clone()
    };
    let ship_by_ship: Gives = |options, luck| {
        let drawn = (0..DRAWN).filter_map(|_| options.sample(&mut |n| luck.below(n)));
        drawn.into_iter().find(|form| form.verb.as_str() == "form").unwrap()
    };
    let any: Gives = |options, luck| options.sample(&mut |n| luck.below(n)).unwrap();
    for (kind, gives) in [("dice", any), ("formation", plan), ("formation", ship_by_ship)] {
        assert!((0..20).any(|seed| is_hidden(kind, gives, seed)), "no game came to a {kind}");
    }
}

/// Gives a sealed order, and searches for it. Returns whether the game came to one.
fn is_hidden(kind: &str, gives: Gives, seed: u64) -> bool {
    let (folder, mut luck) = (tempfile::tempdir().unwrap(), Luck::of(seed));
    let near = Near::new(desk(folder.path()), seed * 1000);
    let playing = begun(&near, seed);
    let Some((seat, options)) = asked_for(&playing, kind, &mut luck) else { return false };
    let given = gives(&options, &mut luck);
    let mut candidates = options.propose(PROPOSED);
    candidates.extend((0..DRAWN).filter_map(|_| options.sample(&mut |n| luck.below(n))));
    candidates.push(given.clone());
    let candidates: BTreeSet<String> = candidates.iter().map(|form| json!(form).to_string()).collect();
    assert!(candidates.len() > 1, "{kind}");
    let full = |playing: &Playing| Log::of(&exported(&playing.store, &playing.id, &LogViewer::Full));
    let before = Orders::of(&full(&playing).entries);
    playing.give(seat, given.clone());

    let enemy = if seat == Side::British.seat() { Side::German } else { Side::British };
    let viewers = [LogViewer::Everyone, LogViewer::seat(enemy.seat().as_str())];
    let mut seen: String =
        viewers.iter().map(|viewer| exported(&playing.store, &playing.id, viewer)).collect();
    seen += &near.sent.lock().unwrap().concat();
    assert!(seen.contains("DiceWitnessed") && seen.contains("\"sealed\":true"), "{kind}");
    let last = full(&playing).entries;
    let last = last.iter().rfind(|entry| entry["kind"] == "OrderGiven").unwrap();
    let (order, by) = (last["body"]["order"].to_string(), last["by"]["seat"].as_str().unwrap());
    assert_eq!((order.as_str(), by), (&*json!(given).to_string(), seat.as_str()));
    assert!(!seen.contains(&order), "{kind}");

    let digests = digests_in(&seen);
    let lines: Vec<(&String, [u8; 32])> = candidates
        .iter()
        .map(|order| (order, before.after(by, &serde_json::from_str(order).unwrap())))
        .collect();
    let finds = |hash: &dyn Fn(&[u8; 32]) -> [u8; 32]| {
        let found = lines.iter().filter(|(_, line)| digests.contains(&*hex::encode(hash(line))));
        found.map(|(order, _)| (*order).clone()).collect::<Vec<String>>()
    };
    // Whoever has the seed finds it, so the search is the right one.
    let seed = playing.store.seed(&playing.id).unwrap().unwrap();
    assert!(finds(&|line| seed.witness_value(line)).contains(&order), "{kind}");
    let none: [String; 0] = [];
    assert_eq!(finds(&|line| *line), none);
    assert_eq!(finds(&|line| Sha256::digest(line).into()), none);
    let entry = serde_json::to_string(&full(&playing).entries[0]).unwrap();
    for key in [[0; 32], seed.commitment(), Sha256::digest(entry).into()] {
        assert_eq!(finds(&|line| Seed::from_bytes(key).witness_value(line)), none);
    }
    let orders = candidates.iter().map(|order| hex::encode(Sha256::digest(order)));
    assert_eq!(orders.filter(|digest| digests.contains(&**digest)).count(), 0);
    true
}

/// Every 64 hexadecimal digits in a text, wherever they begin.
fn digests_in(text: &str) -> BTreeSet<&str> {
    let runs = text.split(|c: char| !matches!(c, '0'..='9' | 'a'..='f'));
    runs.flat_map(|run| (64..=run.len()).map(|end| &run[end - 64..end])).collect()
}

/// The order digest, by arithmetic of the test's own, from the page of the format.
struct Orders {
    base: [u8; 32],
    seats: BTreeMap<String, [u8; 32]>,
}

impl Orders {
    /// The digest after these entries, all of which are open. None takes anything back.
    fn of(entries: &[Value]) -> Orders {
        let opened = &entries[0]["body"];
        let keys = ["game", "options", "seats", "seed_commitment"];
        let opening: Value = keys.iter().map(|key| ((*key).to_owned(), opened[*key].clone())).collect();
        let base = hash(&[b"wardroom orders v2", opening.to_string().as_bytes()]);
        let causes: BTreeSet<u64> = entries
            .iter()
            .filter(|it| it["kind"] == "Rolled")
            .filter_map(|it| it["cause"].as_u64())
            .collect();
        let mut orders = Orders { base, seats: BTreeMap::new() };
        for entry in &entries[1..] {
            orders.follow(entry, &causes);
        }
        orders
    }

    fn follow(&mut self, entry: &Value, causes: &BTreeSet<u64>) {
        let (kind, seq, body) =
            (entry["kind"].as_str().unwrap(), entry["seq"].as_u64().unwrap(), &entry["body"]);
        let by = entry["by"]["seat"].as_str();
        match kind {
            "OrderGiven" => self.give(by.unwrap(), content(&body["order"])),
            "EntropyGiven" => {
                let digest = hex::decode(body["digest"].as_str().unwrap()).unwrap();
                self.give(by.unwrap(), hash(&[b"entropy v2", &digest]));
            }
            _ if causes.contains(&seq) => {
                let cause = json!({ "kind": kind, "seat": body["seat"].as_str().or(by) });
                self.base = hash(&[b"cause v2", &self.digest(), cause.to_string().as_bytes()]);
                self.seats.clear();
            }
            _ => {}
        }
    }

    fn give(&mut self, seat: &str, content: [u8; 32]) {
        let orders = self.seats.entry(seat.to_owned()).or_default();
        *orders = hash(&[&*orders, &content]);
    }

    fn digest(&self) -> [u8; 32] {
        let seats = self.seats.iter().flat_map(|(seat, orders)| [hash(&[seat.as_bytes()]), *orders]);
        hash(&[b"orders v2", &self.base, &seats.flatten().collect::<Vec<u8>>()])
    }

    /// The digest after one more order.
    fn after(&self, seat: &str, order: &Value) -> [u8; 32] {
        let mut next = Orders { base: self.base, seats: self.seats.clone() };
        next.give(seat, content(order));
        next.digest()
    }
}

fn content(order: &Value) -> [u8; 32] {
    hash(&[unordered(order).to_string().as_bytes()])
}

/// An order with each of its lists sorted.
fn unordered(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(unordered).collect();
            items.sort_by_cached_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(fields) => fields.iter().map(|(key, inner)| (key.clone(), unordered(inner))).collect(),
        other => other.clone(),
    }
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}
