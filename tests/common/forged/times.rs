//! Forgeries of time: what is due when, and how long a clock stands.

use serde_json::json;

use super::{BRITISH, CLAIMED, Draft, GERMAN, agreed, terms};

pub(super) fn expires(draft: Draft, seat: &str, prompt: u64, deadline: &str, at: &str) -> Draft {
    let body = json!({ "deadline": deadline, "prompt": prompt, "seat": seat });
    draft.with("TimeExpired", body, None, None).at(at)
}

/// Each table agrees on its terms on Friday, 15 January 2027, 08:00 UTC, by entry 20.
pub fn times() -> Vec<(&'static str, Draft, Option<u64>)> {
    let early = || Draft::of(CLAIMED, 17);
    let on = |pace: &str| agreed(early(), terms(pace, "claim"));
    let late = |draft: Draft, deadline: &str, at: &str| expires(draft, "german", 17, deadline, at);
    let weekends_off = |pace: &str| {
        let mut change = terms(pace, "claim");
        change["terms"]["weekends_off"] = "Asia/Tokyo".into();
        agreed(early(), change)
    };
    let nine = "2027-01-15T09:00:00.000Z";
    let away = |from: &str, until: &str| {
        on("1h").with("AbsenceBooked", json!({ "from": from, "until": until }), GERMAN, None)
    };
    let stops = |draft: Draft| draft.with("TimeStopped", json!({}), BRITISH, None);
    let set_back =
        |draft: Draft| draft.with("ClockSet", json!({}), None, None).at("2027-01-15T08:30:00.000Z");
    // A sealed entry that a later law puts behind an order at 08:40.
    let sealed_question = |deadline: &str| {
        let draft = on("1h").with("LawChanged", json!({ "law": 2 }), None, None);
        let order = json!({ "order": { "verb": "decline" }, "prompt": 17 });
        let step = json!({ "step": { "at": "commitment", "side": "british", "thrown": 0 } });
        let draft = draft.with("OrderGiven", order, GERMAN, None).at("2027-01-15T08:40:00.000Z");
        expires(
            draft.with("StepReached", step, None, Some(22)),
            "british",
            23,
            deadline,
            "2027-01-15T13:00:00.000Z",
        )
    };
    let no_question = json!({ "order": { "verb": "decline" }, "prompt": 14 });
    vec![
        ("time that is up", late(on("1h"), nine, "2027-01-15T11:00:00.000Z"), None),
        (
            "a deadline too early",
            late(on("1h"), "2027-01-15T08:59:59.999Z", "2027-01-15T12:00:00.000Z"),
            Some(21),
        ),
        (
            "a deadline too late",
            late(on("1h"), "2027-01-15T09:30:00.000Z", "2027-01-15T12:00:00.000Z"),
            Some(21),
        ),
        ("time up within the grace", late(on("1h"), nine, "2027-01-15T10:59:59.999Z"), Some(21)),
        (
            "a deadline for an entry that asks nothing",
            expires(on("1h"), "german", 14, nine, "2027-01-15T12:00:00.000Z"),
            Some(21),
        ),
        (
            "an order for an entry that asks nothing",
            early().with("OrderGiven", no_question, GERMAN, None),
            Some(18),
        ),
        ("time up while the clock stands", late(stops(on("1h")), nine, "2027-01-15T12:00:00.000Z"), Some(22)),
        (
            "a deadline within an absence",
            late(
                away("2027-01-15T08:30:00.000Z", "2027-01-15T10:30:00.000Z"),
                nine,
                "2027-01-15T15:00:00.000Z",
            ),
            Some(22),
        ),
        (
            "a deadline after an absence",
            late(
                away("2027-01-15T08:30:00.000Z", "2027-01-15T10:30:00.000Z"),
                "2027-01-15T11:00:00.000Z",
                "2027-01-15T13:00:00.000Z",
            ),
            None,
        ),
        (
            "an absence longer than agreed",
            away("2027-01-15T08:00:00.000Z", "2027-02-13T08:00:00.000Z"),
            Some(21),
        ),
        (
            "a fixed time within half a day",
            late(on("daily 10:00 UTC"), "2027-01-15T10:00:00.000Z", "2027-01-15T13:00:00.000Z"),
            Some(21),
        ),
        (
            "a fixed time of the day after",
            late(on("daily 10:00 UTC"), "2027-01-16T10:00:00.000Z", "2027-01-16T13:00:00.000Z"),
            None,
        ),
        (
            "a deadline in a weekend that is off",
            late(weekends_off("2d"), "2027-01-17T08:00:00.000Z", "2027-01-20T08:00:00.000Z"),
            Some(21),
        ),
        (
            "a deadline after a weekend that is off",
            late(weekends_off("2d"), "2027-01-19T08:00:00.000Z", "2027-01-20T08:00:00.000Z"),
            None,
        ),
        (
            "a clock stopped that stands",
            stops(agreed(early(), json!({ "pause": { "until": null } }))),
            Some(21),
        ),
        (
            "time that is up again since the clock was set back",
            {
                let draft = set_back(late(on("1h"), nine, "2027-01-15T11:00:00.000Z"));
                late(draft, nine, "2027-01-15T11:00:00.000Z")
            },
            None,
        ),
        (
            "a game claimed since the clock was set back",
            {
                let draft = set_back(late(on("1h"), nine, "2027-01-15T11:00:00.000Z"));
                draft.with("TableClosed", json!({ "why": "claimed" }), BRITISH, None)
            },
            Some(23),
        ),
        ("a deadline before its question was raised", sealed_question(nine), Some(24)),
        ("a deadline after its question was raised", sealed_question("2027-01-15T09:40:00.000Z"), None),
    ]
}
