//! Logs that only a newer program can check whole: under rules, or under a law of time, that this one does not know. What holds under
//! all of them is checked all the same.

use serde_json::{Value, json};

use super::times::expires;
use super::{BRITISH, CLAIMED, Draft, GERMAN, agreed, terms};

/// A log that no program of today can check whole.
pub struct Beyond {
    pub what: String,
    pub text: String,
    /// The first entry that does not hold all the same; none where nothing else is wrong.
    pub entry: Option<u64>,
}

const LATER: &str = "2027-01-15T12:00:00.000Z";

/// A table under terms of an hour, and from entry 21 on under a law that nobody knows yet.
fn under_another_law() -> Draft {
    agreed(Draft::of(CLAIMED, 17), terms("1h", "claim")).with("LawChanged", json!({ "law": 99 }), None, None)
}

/// A table without any terms under such a law. The seat `british` is asked by entry 8.
pub fn without_terms() -> String {
    Draft::of(CLAIMED, 8).with("LawChanged", json!({ "law": 99 }), None, None).whole()
}

/// Logs under a law of time that is not known, whole and with one line sealed.
pub fn laws() -> Vec<Beyond> {
    let draft = under_another_law;
    let late = |seat: &str, prompt: u64, deadline: &str| expires(draft(), seat, prompt, deadline, LATER);
    let stops = |draft: Draft| draft.with("TimeStopped", json!({}), BRITISH, None);
    let seated = |seat: &str| draft().with("SeatTaken", json!({ "seat": seat }), Some(("p-x", seat)), None);
    let close = || draft().with("CloseProposed", json!({}), BRITISH, None);
    let claim = |draft: Draft| draft.with("TableClosed", json!({ "why": "claimed" }), BRITISH, None);
    let away = json!({ "from": LATER, "until": "2028-01-15T12:00:00.000Z" });
    let moved = json!({ "deadline": LATER, "prompt": 17, "seat": "german" });
    let cases: Vec<(&str, Draft, Option<u64>)> = vec![
        ("nothing", draft(), None),
        ("an entry before the last", close().at("2027-01-15T07:00:00.000Z"), None),
        ("a deadline too early", late("german", 17, "2027-01-15T08:30:00.000Z"), None),
        ("a deadline within the grace", late("german", 17, "2027-01-15T11:59:00.000Z"), None),
        ("three emergency stops", stops(stops(stops(draft()))), None),
        ("a year of absence", draft().with("AbsenceBooked", away, GERMAN, None), None),
        ("an absence that nobody booked", draft().with("AbsenceEnded", json!({}), GERMAN, None), None),
        ("a deadline moved without zones", draft().with("DeadlineMoved", moved, None, None), None),
        ("a clock set forward", draft().with("ClockSet", json!({}), None, None).at(LATER), None),
        ("time up for an entry that asks nothing", late("german", 14, "2027-01-15T09:00:00.000Z"), Some(22)),
        ("time up at a seat that is none", late("turkish", 17, "2027-01-15T09:00:00.000Z"), Some(22)),
        ("a claim where no time was up", claim(draft()), Some(22)),
        ("a seat of another", seated("german"), Some(22)),
        (
            "an answer of who asked",
            { close().with("Answered", json!({ "agrees": true, "request": 22 }), BRITISH, None) },
            Some(23),
        ),
        ("a law before it", draft().with("LawChanged", json!({ "law": 98 }), None, None), Some(22)),
        (
            "a law that was never one",
            { Draft::of(CLAIMED, 17).with("LawChanged", json!({ "law": 1 }), None, None) },
            Some(18),
        ),
    ];
    let of = |what: String, text, entry| Beyond { what, text, entry };
    let both = |(what, draft, entry): (&str, Draft, Option<u64>)| {
        let whole = of(what.to_owned(), draft.clone().whole(), entry);
        [whole, of(format!("{what}, one line sealed"), draft.of_seat("british"), entry)]
    };
    cases.into_iter().flat_map(both).collect()
}

/// A table under rules that nobody knows yet, before its first die: those hang on all that stands before them.
fn under_other_rules(entries: usize) -> Draft {
    Draft::of(CLAIMED, entries).changed(1, "/body/rules_version", "99".into())
}

/// Logs under rules that are not known, with what no version of the rules ever allowed. It takes the rules of the game to see it.
pub fn rules() -> Vec<Beyond> {
    let declines = |draft: Draft, by, prompt: u64| {
        draft.with("OrderGiven", json!({ "order": { "verb": "decline" }, "prompt": prompt }), by, None)
    };
    let over = |draft: Draft| {
        let request = draft.entries.len() as u64 + 1;
        draft
            .with("CloseProposed", json!({}), BRITISH, None)
            .with("Answered", json!({ "agrees": true, "request": request }), GERMAN, None)
            .with("TableClosed", json!({ "why": "over" }), None, Some(request + 1))
    };
    let changed =
        || Draft::of(CLAIMED, 17).with("RulesChanged", json!({ "from": "2", "to": "3" }), None, None);
    let mut swapped = under_other_rules(35);
    swapped.entries[34]["by"] = json!({ "player": "p1", "seat": "german" });
    let seats = json!(["british", "german", "turkish"]);
    let cases: Vec<(&str, Draft, Option<u64>)> = vec![
        ("nothing", under_other_rules(34), None),
        ("nothing, since a change", declines(changed(), GERMAN, 17), None),
        (
            "an answer to the first question by the other seat",
            { declines(under_other_rules(14), GERMAN, 8) },
            Some(15),
        ),
        (
            "an answer to a later question by the other seat",
            { declines(under_other_rules(17), BRITISH, 17) },
            Some(18),
        ),
        ("an order in the other's name", swapped, Some(35)),
        ("the other's question since a change", declines(changed(), BRITISH, 17), Some(19)),
        ("a game over that goes on", over(under_other_rules(17)), Some(20)),
        ("a seat that the game has not", under_other_rules(17).changed(1, "/body/seats", seats), Some(1)),
    ];
    let of = |(what, draft, entry): (&str, Draft, Option<u64>)| Beyond {
        what: what.to_owned(),
        text: closed(draft).whole(),
        entry,
    };
    cases.into_iter().map(of).collect()
}

/// The log with its seed, where the table was closed.
fn closed(draft: Draft) -> Draft {
    let last = draft.entries.last().unwrap();
    if last["kind"] != "TableClosed" {
        return draft;
    }
    let cause = last["cause"].as_u64();
    let seed: Value = draft.seed.expose_hex().to_string().into();
    draft.with("SeedRevealed", json!({ "seed": seed }), None, cause)
}
