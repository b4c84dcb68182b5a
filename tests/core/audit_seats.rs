//! The audit against logs of two players, tampered with on purpose: openings, consent, seats and the end of a table.

use crate::tamper::{Log, audited};
use crate::toy::*;
use serde_json::{Value, json};
use wardroom::audit::Verdict;
use wardroom::game::OrderForm;
use wardroom::log::MemoryStore;
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::table::{Order, Reply};

fn first(reply: Reply) -> u64 {
    let Reply::Accepted { first, .. } = reply else { panic!("{reply:?}") };
    first
}

fn choose(tables: &Toys<MemoryStore>, id: &str, at: &'static str, number: i64) -> u64 {
    let asked = asked(tables, id).into_iter().find(|asked| asked.prompt.seat == seat(at)).unwrap();
    let form = OrderForm::new(word("choose")).with("number", number);
    first(tables.submit(id, &caller(at), &Order { seat: seat(at), prompt: asked.number, form }).unwrap())
}

/// A game of two with everything in it: sealed orders opened, taken back by consent past the opening and past a roll,
/// opened again, a seat passed on, a proposal refused, and an end by agreement.
pub fn agreed() -> String {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 2, false);
    let (red, blue) = (|| (caller("red"), seat("red")), || (caller("blue"), seat("blue")));
    let agree = |ask: u64, (who, at): (wardroom::table::Caller, _), agrees| {
        first(tables.answer_request(&id, &who, at, ask, agrees).unwrap())
    };
    choose(&tables, &id, "red", 4);
    let order = choose(&tables, &id, "blue", 9);
    give(&tables, &id, "roll");
    let ask = first(tables.ask_take_back(&id, &red().0, red().1, order).unwrap());
    agree(ask, blue(), true);
    choose(&tables, &id, "blue", 2);
    give(&tables, &id, "pass");
    first(
        tables
            .take_back(&id, &red().0, tables.look(&id, |t| t.takebacks("red").steps[0].to).unwrap())
            .unwrap(),
    );
    give(&tables, &id, "roll");
    let ask = first(tables.propose_close(&id, &red().0, red().1).unwrap());
    agree(ask, blue(), false);
    tables.offer_seat(&id, &red().0, red().1, red().1, "ann").unwrap();
    tables.take_seat(&id, &caller("ann"), red().1).unwrap();
    give(&tables, &id, "flip");
    let ask = first(tables.propose_close(&id, &blue().0, blue().1).unwrap());
    agree(ask, (caller("ann"), red().1), true);

    let mut out = Vec::new();
    export(&store, &id, &LogViewer::Full, |_| false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn whole() -> Log {
    Log::of(&agreed())
}

impl Log {
    /// The place of the entry of `kind` after `skip` others.
    pub fn at(&self, kind: &str, skip: usize) -> usize {
        let of_kind = self.entries.iter().enumerate().filter(|(_, entry)| entry["kind"] == kind);
        of_kind.map(|(at, _)| at).nth(skip).unwrap()
    }

    /// The verdict of the rules on the log; that on what a file must be, where the rules have nothing to say.
    fn verdict(self) -> Verdict {
        let found = audited::<Toy>(&self.text());
        if found.integrity.is_failed() && !found.rules.is_failed() { found.integrity } else { found.rules }
    }
}

/// Tampers with the whole log; the audit must fail and name the entry that stands at the place given back.
fn fails_at(what: &str, tamper: impl FnOnce(&mut Log) -> usize) {
    let mut log = whole();
    let at = tamper(&mut log);
    let verdict = log.verdict();
    assert!(verdict.is_failed(), "{what}: {verdict}");
    assert_eq!(verdict.entry(), Some(at as u64 + 1), "{what}: {verdict}");
}

/// An entry like the one at `at`, with another kind and body.
pub fn like(log: &Log, at: usize, kind: &str, body: Value) -> Value {
    let mut entry = log.entries[at].clone();
    (entry["kind"], entry["body"]) = (kind.into(), body);
    (entry["seq"], entry["cause"]) = (u64::MAX.into(), Value::Null);
    entry["by"] = json!({ "player": "red", "seat": "red" });
    entry["audience"] = "everyone".into();
    entry
}

#[test]
fn the_log_as_it_was_written_passes() {
    let verdict = whole().verdict();
    assert!(verdict.is_ok(), "{verdict}");
}

#[test]
fn an_opening_that_is_missing_shortened_displaced_or_added_is_named() {
    for skip in [0, 1] {
        fails_at("missing", |log| {
            let at = log.at("Opened", skip);
            log.entries.remove(at);
            at
        });
        fails_at("shortened", |log| {
            let at = log.at("Opened", skip);
            log.entries[at]["body"]["entries"].as_array_mut().unwrap().pop();
            at
        });
        fails_at("before its event", |log| {
            let at = log.at("Opened", skip);
            log.entries.swap(at, at - 1);
            at - 1
        });
        fails_at("behind the next order", |log| {
            let at = log.at("Opened", skip);
            log.entries.swap(at, at + 1);
            at
        });
        fails_at("to some only", |log| {
            let at = log.at("Opened", skip);
            log.entries[at]["body"]["to"] = json!(["red"]);
            at
        });
    }
    fails_at("of what was taken back", |log| {
        let (at, undone) = (log.at("Opened", 1), log.at("OrderGiven", 1) + 1);
        let entries = log.entries[at]["body"]["entries"].as_array_mut().unwrap();
        entries.insert(2, undone.into());
        at
    });
    fails_at("added, of what stays sealed", |log| {
        let (bag, at) = (log.at("BagFilled", 0) + 1, log.at("Flipped", 0) + 1);
        let mut opened = like(log, at, "Opened", json!({ "entries": [bag], "to": "everyone" }));
        opened["by"] = Value::Null;
        log.entries.insert(at, opened);
        at
    });
    fails_at("added to an order", |log| {
        let (bag, at) = (log.at("BagFilled", 0) + 1, log.at("Flipped", 0) + 1);
        let mut opened = like(log, at, "Opened", json!({ "entries": [bag], "to": "everyone" }));
        (opened["by"], opened["cause"]) = (Value::Null, log.entries[at - 1]["cause"].clone());
        log.entries.insert(at, opened);
        at
    });
    fails_at("missing at the end", |log| {
        let at = log.at("Opened", 2);
        log.entries.remove(at);
        at
    });
    fails_at("shortened at the end", |log| {
        let at = log.at("Opened", 2);
        log.entries[at]["body"]["entries"].as_array_mut().unwrap().remove(0);
        at
    });
}

#[test]
fn what_follows_from_an_order_stands_right_behind_it() {
    fails_at("an event behind the next order", |log| {
        let at = log.at("Passed", 0);
        log.entries.swap(at, at + 1);
        at
    });
    fails_at("an end cut off", |log| {
        log.entries.pop();
        log.entries.len() - 1
    });
    fails_at("an entry behind the end", |log| {
        let at = log.entries.len();
        log.entries.push(like(log, at - 1, "SeatTaken", json!({ "seat": "red" })));
        at
    });
}

#[test]
fn going_back_without_the_recorded_agreement_is_named() {
    fails_at("without an answer", |log| {
        let at = log.at("Answered", 0);
        log.entries.remove(at);
        at
    });
    fails_at("refused", |log| {
        let at = log.at("Answered", 0);
        log.entries[at]["body"]["agrees"] = false.into();
        at + 1
    });
    fails_at("agreed by who asked", |log| {
        let at = log.at("Answered", 0);
        log.entries[at]["by"] = json!({ "player": "red", "seat": "red" });
        at
    });
    fails_at("agreed by a stranger", |log| {
        let at = log.at("Answered", 0);
        log.entries[at]["by"] = json!({ "player": "eve", "seat": "blue" });
        at
    });
    fails_at("without a request", |log| {
        let at = log.at("TakeBackAsked", 0);
        log.entries.remove(at);
        at
    });
    fails_at("to elsewhere", |log| {
        let at = log.at("TakenBack", 0);
        log.entries[at]["body"]["to"] = (log.at("OrderGiven", 0)).into();
        at
    });
    fails_at("agreed, and not done", |log| {
        let at = log.at("TakenBack", 0);
        log.entries.remove(at);
        at
    });
    fails_at("an order in between", |log| {
        let (ask, pass) = (log.at("TakeBackAsked", 0), log.at("OrderGiven", 2));
        // The request stands before the roll, which lapses it.
        let asked = log.entries.remove(ask);
        log.entries.insert(pass, asked);
        log.at("Answered", 0)
    });
    fails_at("alone, past another's order", |log| {
        let at = log.at("Passed", 0) + 1;
        let to = log.at("OrderGiven", 3);
        log.entries.insert(at, like(log, at, "TakenBack", json!({ "to": to })));
        at
    });
    fails_at("alone, past a roll", |log| {
        let at = log.at("Scored", 1) + 1;
        let to = log.at("OrderGiven", 5);
        log.entries.insert(at, like(log, at, "TakenBack", json!({ "to": to })));
        at
    });
    fails_at("alone, into the middle of an order", |log| {
        let at = log.at("TakenBack", 1);
        let to = log.entries[at]["body"]["to"].as_u64().unwrap();
        log.entries[at]["body"]["to"] = (to + 1).into();
        at
    });
}

/// Rules that are not known hide what follows from an order, and nothing of who sits, asks, agrees and closes.
#[test]
fn unknown_rules_hide_no_forged_agreement_seat_end_or_question() {
    let other = |tamper: fn(&mut Log)| {
        let mut log = whole();
        log.entries[0]["body"]["rules_version"] = "99".into();
        tamper(&mut log);
        log.verdict()
    };
    let scored = other(|log| {
        let at = log.at("Scored", 0);
        log.entries[at]["body"]["score"] = 9.into();
    });
    assert!(matches!(scored, Verdict::UnknownRules { .. }), "{scored}");
    type Forgery = (&'static str, fn(&mut Log));
    let forged: [Forgery; 6] = [
        ("agreement", |log| {
            let at = log.at("Answered", 0);
            log.entries[at]["body"]["agrees"] = false.into();
        }),
        ("seat", |log| {
            let at = log.at("SeatOffered", 0);
            log.entries.remove(at);
        }),
        ("order of a stranger", |log| {
            let at = log.at("OrderGiven", 3);
            log.entries[at]["by"]["player"] = "eve".into();
        }),
        ("end", |log| {
            log.entries.pop();
        }),
        ("question", |log| {
            let at = log.at("OrderGiven", 5);
            log.entries[at]["body"]["prompt"] = 1.into();
        }),
        ("takeback", |log| {
            let at = log.at("Passed", 0) + 1;
            let to = log.at("OrderGiven", 3);
            log.entries.insert(at, like(log, at, "TakenBack", json!({ "to": to })));
        }),
    ];
    for (what, tamper) in forged {
        let verdict = other(tamper);
        assert!(verdict.is_failed(), "{what}: {verdict}");
    }
}

#[test]
fn an_order_that_answers_another_question_and_what_has_no_cause_are_named() {
    fails_at("an earlier question", |log| {
        let at = log.at("OrderGiven", 3);
        let prompt = log.entries[at]["body"]["prompt"].as_u64().unwrap();
        log.entries[at]["body"]["prompt"] = (prompt - 1).into();
        at
    });
    fails_at("an order with a cause", |log| {
        let at = log.at("OrderGiven", 2);
        log.entries[at]["cause"] = 1.into();
        at
    });
    let peeked = json!({ "by": "p-1", "what": "export" });
    fails_at("a peek with a cause", |log| {
        let at = log.at("OrderGiven", 2);
        let mut entry = like(log, at, "Peeked", peeked.clone());
        (entry["by"], entry["v"], entry["cause"]) = (Value::Null, 2.into(), 1.into());
        log.entries.insert(at, entry);
        at
    });
    fails_at("a peek behind the end", |log| {
        let at = log.entries.len();
        let mut entry = like(log, at - 1, "Peeked", peeked.clone());
        (entry["by"], entry["v"]) = (Value::Null, 2.into());
        log.entries.push(entry);
        at
    });
    fails_at("another time", |log| {
        let at = log.at("Scored", 0);
        log.entries[at]["at"] = "2030-01-01T00:00:00.000Z".into();
        at
    });
    fails_at("a roll too many is named itself", |log| {
        let at = log.at("Rolled", 1);
        let mut roll = log.entries[at].clone();
        (roll["seq"], roll["body"]["number"]) = (u64::MAX.into(), 1.into());
        log.entries.insert(at + 1, roll);
        at + 1
    });
    fails_at("a roll of another is named itself", |log| {
        let at = log.at("Rolled", 1);
        log.entries[at]["body"]["about"] = json!(["goeben"]);
        at
    });
}

/// What somebody looked at is on record in the form of its day, and is no fault.
#[test]
fn a_peek_of_either_version_passes() {
    for (v, body) in [(1, json!({ "what": "export" })), (2, json!({ "by": "p-1", "what": "export" }))] {
        let mut log = whole();
        let at = log.at("OrderGiven", 2);
        let mut peeked = like(&log, at, "Peeked", body);
        (peeked["by"], peeked["v"], peeked["key"]) = (Value::Null, v.into(), Value::Null);
        log.entries.insert(at, peeked);
        let verdict = log.verdict();
        assert!(verdict.is_ok(), "{v}: {verdict}");
    }
}

#[test]
fn what_the_rules_ask_for_and_what_the_log_has_never_read_alike() {
    for (field, other) in [
        ("purpose", json!("luck")),
        ("rule", json!("9.9")),
        ("side", json!("blue")),
        ("about", json!(["goeben"])),
        ("of", json!(8)),
    ] {
        let mut log = whole();
        let at = log.at("Rolled", 1);
        log.entries[at]["body"][field] = other.clone();
        let Verdict::Failed { entry, what } = log.verdict() else { panic!("{field} {other}") };
        assert_eq!(entry, Some(at as u64 + 1), "{field}: {what:?}");
        let said = |name| what.about.iter().find(|(of, _)| *of == name).map(|(_, detail)| detail.clone());
        assert!(said("asked").is_some() && said("asked") != said("found"), "{field}: {what:?}");
    }
}

#[test]
fn a_seat_that_changes_hands_otherwise_is_named() {
    let passed = 2;
    fails_at("without an offer", |log| {
        let at = log.at("SeatOffered", 0);
        log.entries.remove(at);
        log.at("SeatTaken", passed)
    });
    fails_at("by another than it was offered to", |log| {
        let at = log.at("SeatTaken", passed);
        log.entries[at]["by"]["player"] = "eve".into();
        at
    });
    fails_at("offered by another than its holder", |log| {
        let at = log.at("SeatOffered", 0);
        log.entries[at]["by"] = json!({ "player": "blue", "seat": "blue" });
        at
    });
    fails_at("after the offer was withdrawn", |log| {
        let at = log.at("SeatTaken", passed);
        log.entries.insert(at, like(log, at, "OfferWithdrawn", json!({ "seat": "red" })));
        at + 1
    });
    fails_at("an offer withdrawn by another", |log| {
        let at = log.at("SeatTaken", passed);
        let mut withdrawn = like(log, at, "OfferWithdrawn", json!({ "seat": "red" }));
        withdrawn["by"] = json!({ "player": "blue", "seat": "blue" });
        log.entries.insert(at, withdrawn);
        at
    });
    fails_at("an order by who passed the seat on", |log| {
        let at = log.at("OrderGiven", 6);
        log.entries[at]["by"]["player"] = "red".into();
        log.entries[at]["by"]["seat"] = "red".into();
        at
    });
}

#[test]
fn a_table_closed_otherwise_is_named() {
    fails_at("without an agreement", |log| {
        let at = log.at("Answered", 2);
        log.entries.remove(at);
        at
    });
    fails_at("for another reason", |log| {
        let at = log.at("TableClosed", 0);
        log.entries[at]["body"]["why"] = "over".into();
        at
    });
    fails_at("alone, where two sit", |log| {
        let at = log.at("CloseProposed", 1);
        log.entries.drain(at..log.entries.len() - 3);
        log.entries[at]["by"] = json!({ "player": "blue", "seat": "blue" });
        log.entries[at]["body"]["why"] = "abandoned".into();
        log.entries[at]["cause"] = Value::Null;
        at
    });
    fails_at("by a manager, for another reason", |log| {
        let at = log.at("CloseProposed", 1);
        log.entries.drain(at..log.entries.len() - 3);
        log.entries[at]["by"] = json!({ "player": "warden", "seat": "manager" });
        log.entries[at]["body"]["why"] = "abandoned".into();
        log.entries[at]["cause"] = Value::Null;
        at
    });
    fails_at("resigned by a stranger", |log| {
        let at = log.at("CloseProposed", 1);
        let resigned = like(log, at, "Resigned", json!({ "seat": "red" }));
        log.entries[at] = resigned;
        at
    });
}
