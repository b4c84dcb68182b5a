//! The bodies of table events, of every version.

use serde_json::json;
use wardroom::log::canonical::NotCanonical;
use wardroom::log::entry::EntryAudience;
use wardroom::log::limits::MAX_DELAY;
use wardroom::log::table_event::{
    ConsentEvent, DiceEvent, EndEvent, FileEvent, MasterEvent, PageEvent, PlayEvent, ReadyEvent,
    RequestEvent, SeatEvent, TableEvent, TimeChange, TimeEvent, version_of,
};
use wardroom::pace::{Hours, Terms};

fn roll(form: &str, of: u32, take: u32, values: &[u32]) -> Result<Option<TableEvent>, NotCanonical> {
    let body = json!({
        "number": 0, "purpose": "gunnery", "rule": "14.3", "side": null, "about": [],
        "form": form, "of": of, "take": take, "values": values,
    });
    TableEvent::of("Rolled", 1, &body)
}

#[test]
fn only_values_that_can_come_up_are_a_roll() {
    let good = [
        roll("dice", 6, 3, &[1, 6, 6]),
        roll("dice", 6, 0, &[]),
        roll("draw", 5, 2, &[0, 4]),
        roll("draw", 5, 0, &[]),
        roll("shuffle", 3, 3, &[2, 0, 1]),
    ];
    good.iter().for_each(|roll| assert!(roll.is_ok(), "{roll:?}"));
    let bad = [
        roll("dice", 6, 1, &[0]),
        roll("dice", 6, 1, &[7]),
        roll("dice", 6, 2, &[1]),
        roll("dice", 0, 0, &[]),
        roll("draw", 5, 1, &[5]),
        roll("draw", 5, 2, &[1, 1]),
        roll("draw", 2, 3, &[0, 1, 0]),
        roll("shuffle", 3, 2, &[0, 1]),
        roll("shuffle", 3, 3, &[0, 1, 1]),
        roll("coin", 2, 1, &[1]),
    ];
    bad.iter().for_each(|roll| assert!(roll.is_err(), "{roll:?}"));
}

/// An event of each kind.
pub fn one_of_each() -> Vec<TableEvent> {
    let opened = json!({
        "format": 1, "game": "chess", "rules_version": "3", "options": {"a": 1}, "pack": "0a".repeat(32),
        "seed_commitment": "0b".repeat(32), "practice": true, "seats": ["white"],
    });
    let at = |hour: &str| format!("1914-08-04T{hour}:00:00.000Z");
    let [value, output, proof] = [32, 64, 80].map(|bytes| move || "0d".repeat(bytes));
    vec![
        TableEvent::of("TableOpened", 1, &opened).unwrap().unwrap(),
        roll("draw", 5, 2, &[0, 4]).unwrap().unwrap(),
        TableEvent::Play(PlayEvent::OrderGiven { prompt: 3, order: json!({"to": ["0512"]}) }),
        TableEvent::Play(PlayEvent::Opened { entries: vec![3, 5], to: EntryAudience::seats(["white"]) }),
        TableEvent::Play(PlayEvent::TakenBack { to: 7 }),
        TableEvent::Seats(SeatEvent::SeatOffered { seat: "white".to_owned(), player: "p-2".to_owned() }),
        TableEvent::Seats(SeatEvent::OfferWithdrawn { seat: "white".to_owned() }),
        TableEvent::Seats(SeatEvent::SeatTaken { seat: "white".to_owned() }),
        TableEvent::Seats(SeatEvent::SeatVacated { seat: "white".to_owned() }),
        TableEvent::Seats(SeatEvent::PlayersSought { sought: true }),
        TableEvent::Request(RequestEvent::TakeBackAsked { to: 7 }),
        TableEvent::Request(RequestEvent::CloseProposed),
        TableEvent::Request(RequestEvent::PublishProposed { delay: 20 }),
        TableEvent::Request(RequestEvent::TimeProposed { change: TimeChange::Terms(Terms::default()) }),
        TableEvent::Request(RequestEvent::TimeStopped),
        TableEvent::Request(RequestEvent::ClaimProposed { seat: "white".to_owned() }),
        TableEvent::Request(RequestEvent::MasterProposed { player: Some("p-3".to_owned()) }),
        TableEvent::Request(RequestEvent::NameProposed { name: "Night watch".to_owned() }),
        TableEvent::Request(RequestEvent::OwnDiceProposed),
        TableEvent::Consent(ConsentEvent::Answered { request: 8, agrees: true }),
        TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Pause { until: None } }),
        TableEvent::Time(TimeEvent::TimeExpired { seat: "white".to_owned(), prompt: 7, deadline: at("12") }),
        TableEvent::Time(TimeEvent::TimeExtended {
            seat: "white".to_owned(),
            prompt: 7,
            hours: Hours::new(48).unwrap(),
        }),
        TableEvent::Time(TimeEvent::DeadlineMoved {
            seat: "white".to_owned(),
            prompt: 7,
            deadline: at("12"),
        }),
        TableEvent::Time(TimeEvent::AbsenceBooked { from: at("12"), until: at("13") }),
        TableEvent::Time(TimeEvent::AbsenceEnded { booked: Some(7) }),
        TableEvent::Time(TimeEvent::LawChanged { law: 2 }),
        TableEvent::Time(TimeEvent::ClockSet),
        TableEvent::Ready(ReadyEvent::ReadyAsked),
        TableEvent::Ready(ReadyEvent::ReadySaid { ready: true }),
        TableEvent::Ready(ReadyEvent::WaitEnded { deadline: at("12") }),
        TableEvent::Ready(ReadyEvent::PlayBegan),
        TableEvent::Ready(ReadyEvent::EntropyAsked),
        TableEvent::Ready(ReadyEvent::EntropyPromised { digest: "0d".repeat(32) }),
        TableEvent::Ready(ReadyEvent::EntropyGiven { digest: "0d".repeat(32), source: "words".to_owned() }),
        TableEvent::Dice(DiceEvent::WitnessAsked {
            log: "tables.example/log+5a3c9d01+AXk".to_owned(),
            witness: "witness.example/w1+61b2f0c4+/0VD".to_owned(),
        }),
        TableEvent::Dice(DiceEvent::DiceWitnessed {
            counter: 1,
            value: value(),
            output: output(),
            proof: proof(),
        }),
        TableEvent::Dice(DiceEvent::DiceAbandoned {
            counter: 2,
            value: value(),
            output: output(),
            proof: proof(),
        }),
        TableEvent::Dice(DiceEvent::OwnDiceAgreed),
        TableEvent::Page(PageEvent::TablePublished { delay: 20 }),
        TableEvent::Page(PageEvent::TableUnpublished),
        TableEvent::Page(PageEvent::NameChanged { name: "Night watch".to_owned() }),
        TableEvent::Master(MasterEvent::MasterChanged { player: None }),
        TableEvent::End(EndEvent::Resigned { seat: "white".to_owned() }),
        TableEvent::End(EndEvent::TableClosed { why: "over".to_owned() }),
        TableEvent::End(EndEvent::SeedRevealed { seed: "0c".repeat(32) }),
        TableEvent::File(FileEvent::Peeked { what: "export".to_owned(), by: Some("p-1".to_owned()) }),
        TableEvent::File(FileEvent::RulesChanged { from: "1".to_owned(), to: "2".to_owned() }),
        TableEvent::File(FileEvent::LogRestored { chain: "0d".repeat(32), seq: 9 }),
    ]
}

#[test]
fn every_table_event_survives_its_body() {
    let table_events = one_of_each();
    let of = |event: &TableEvent| (event.kind(), version_of(event.kind()));
    assert!(table_events.iter().map(of).eq(TableEvent::KINDS.iter().copied()));
    for event in table_events {
        assert_eq!(TableEvent::of(event.kind(), version_of(event.kind()), &event.body()), Ok(Some(event)));
    }
    let before = TableEvent::File(FileEvent::Peeked { what: "export".to_owned(), by: None });
    assert_eq!(TableEvent::of("Peeked", 1, &json!({"what": "export"})), Ok(Some(before)));
    let all = TableEvent::Time(TimeEvent::AbsenceEnded { booked: None });
    assert_eq!(TableEvent::of("AbsenceEnded", 1, &json!({})), Ok(Some(all)));
    assert_eq!(TableEvent::of("ShipMoved", 7, &json!({})), Ok(None));
}

#[test]
fn a_body_of_another_form_says_what_is_wrong_with_it() {
    for (kind, body, why) in [
        ("TakenBack", json!({}), "missing field `to`"),
        ("TakenBack", json!({"to": 1, "why": ""}), "unknown field `why`"),
        ("SeedRevealed", json!({"seed": "00"}), "64 lower-case"),
        ("SeatOffered", json!({"seat": "white", "player": "a b"}), "player"),
        ("CloseProposed", json!({"why": ""}), "unknown field `why`"),
        ("Opened", json!({"entries": [5, 3], "to": "everyone"}), "ascending"),
        ("Opened", json!({"entries": [3], "to": "all"}), "not an audience"),
        ("SeatTaken", json!({"seat": "white\u{1b}[2K"}), "printable"),
        ("TableClosed", json!({"why": "over\nintegrity ok"}), "one of over"),
        ("TableClosed", json!({"why": "won"}), "one of over"),
        ("EntropyGiven", json!({"digest": "0D".repeat(32), "source": "words"}), "64 lower-case"),
        (
            "EntropyGiven",
            json!({"digest": "0d".repeat(32), "source": "club"}),
            "one of words, message, drawn",
        ),
        ("PublishProposed", json!({}), "missing field `delay`"),
        ("PublishProposed", json!({"delay": -1}), "u32"),
        ("TablePublished", json!({"delay": MAX_DELAY + 1}), "at most 10000"),
        ("TableUnpublished", json!({"why": ""}), "unknown field `why`"),
        ("NameProposed", json!({"name": "@everyone"}), "without links"),
        ("NameChanged", json!({"name": "a\u{202e}b"}), "can be seen"),
        ("MasterChanged", json!({}), "missing field `player`"),
        ("MasterChanged", json!({"player": "a b"}), "a game master"),
        ("TimeExtended", json!({"seat": "white", "prompt": 7, "hours": 0}), "at least 1"),
    ] {
        let error = TableEvent::of(kind, 1, &body).unwrap_err().to_string();
        assert!(error.contains(why), "{kind}: {error}");
    }
}
