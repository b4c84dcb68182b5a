//! Forged logs: golden ones with one small thing changed and every hash made good. Every checker names the same entry.

pub mod beyond;
mod times;

use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::log::Head;
use wardroom::seal::Seed;

/// A forged log.
pub struct Forged {
    pub what: String,
    pub text: String,
    /// The first entry that does not hold; none where nothing is wrong.
    pub entry: Option<u64>,
    /// Whether an import without an audit refuses it too: its form is wrong.
    pub of_form: bool,
}

/// A full export whose entries can be changed.
#[derive(Clone)]
struct Draft {
    header: Value,
    pack: String,
    seed: Seed,
    entries: Vec<Value>,
}

impl Draft {
    /// The first entries of a golden log.
    fn of(name: &str, entries: usize) -> Draft {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
        Draft::read(&std::fs::read_to_string(path).unwrap(), entries)
    }

    /// The first entries of an export.
    fn read(text: &str, entries: usize) -> Draft {
        let lines: Vec<&str> = text.lines().collect();
        Draft {
            header: serde_json::from_str(lines[0]).unwrap(),
            pack: lines[1].to_owned(),
            seed: Seed::from_hex(&lines[2][9..73]).unwrap(),
            entries: lines[3..]
                .iter()
                .take(entries)
                .map(|line| serde_json::from_str(line).unwrap())
                .collect(),
        }
    }

    /// The entries with one more, which follows from nothing unless `cause` is given.
    fn with(mut self, kind: &str, body: Value, by: Option<(&str, &str)>, cause: Option<u64>) -> Draft {
        let mut entry = self.entries.last().unwrap().clone();
        let following = cause.is_some() || by.is_none();
        entry["kind"] = kind.into();
        entry["v"] = u32::from(kind == "Peeked").max(1).into();
        entry["body"] = body;
        entry["by"] = by.map_or(Value::Null, |(player, seat)| json!({ "player": player, "seat": seat }));
        entry["cause"] = json!(cause);
        entry["door"] = if following { Value::Null } else { "terminal".into() };
        entry["key"] = Value::Null;
        entry["audience"] = "everyone".into();
        self.entries.push(entry);
        self
    }

    /// The last entry at another time.
    fn at(mut self, at: &str) -> Draft {
        self.entries.last_mut().unwrap()["at"] = at.into();
        self
    }

    /// Another value at a place of an entry.
    fn changed(mut self, seq: usize, place: &str, value: Value) -> Draft {
        let (parent, key) = place.rsplit_once('/').unwrap();
        self.entries[seq - 1].pointer_mut(parent).unwrap()[key] = value;
        self
    }

    /// The file of a viewer, with these lines sealed. Nothing is sealed for a viewer of everything.
    fn text(mut self, viewer: Value, sealed: &dyn Fn(&Value) -> bool) -> String {
        let mut head = Head::EMPTY;
        let mut lines = Vec::new();
        let table = self.header["table"].clone();
        for (seq, entry) in (1..).zip(&mut self.entries) {
            entry["seq"] = seq.into();
            entry["salt"] = hex::encode(self.seed.salt(seq)).into();
            let line = entry.to_string();
            let digest: [u8; 32] = Sha256::digest(line.as_bytes()).into();
            head = head.after_digest(&digest);
            lines.push(match sealed(entry) {
                true => json!({ "digest": hex::encode(digest), "sealed": true, "seq": seq, "table": table })
                    .to_string(),
                false => line,
            });
        }
        self.header["head"] = json!({ "chain": hex::encode(head.chain), "seq": head.seq });
        self.header["audience"] = viewer.clone();
        let mut before = vec![self.header.to_string(), self.pack];
        if viewer == "full" {
            before.push(format!(r#"{{"seed":"{}"}}"#, self.seed.expose_hex()));
        }
        [before, lines].concat().join("\n") + "\n"
    }

    fn whole(self) -> String {
        self.text("full".into(), &|_| false)
    }

    /// What a seat sees, with one line more sealed, so that the rules cannot be checked.
    fn of_seat(self, seat: &str) -> String {
        let own = |entry: &Value| entry["audience"] == "everyone" || is_among(&entry["audience"], seat);
        self.text(json!([seat]), &|entry| entry["kind"] == "GameBegan" || !own(entry))
    }
}

fn is_among(seats: &Value, seat: &str) -> bool {
    seats.as_array().is_some_and(|seats| seats.iter().any(|one| one == seat))
}

const CLAIMED: &str = "grand_fleet-claimed-rules-2";
const MASTER: &str = "grand_fleet-master-rules-2";
const READY: &str = "grand_fleet-ready-rules-2";
const HIDDEN: &str = "grand_fleet-rules-2";
const SUBSTITUTE: &str = "goeben-substitute-rules-2";
const BRITISH: Option<(&str, &str)> = Some(("p0", "british"));
const GERMAN: Option<(&str, &str)> = Some(("p1", "german"));

fn terms(pace: &str, overdue: &str) -> Value {
    json!({ "terms": { "absence_days": 28, "big": pace, "grace_hours": 2, "overdue": overdue, "small": pace } })
}

/// A table of two where the time of the German player is up by these terms, and this player sits down there.
fn stands_in(overdue: &str, player: &str) -> Draft {
    let change = json!({ "change": terms("1h", overdue) });
    Draft::of(CLAIMED, 17)
        .with("TimeProposed", change.clone(), BRITISH, None)
        .with("Answered", json!({ "agrees": true, "request": 18 }), GERMAN, None)
        .with("TimeChanged", change, None, Some(19))
        .with(
            "TimeExpired",
            json!({ "deadline": "2027-01-15T09:00:00.000Z", "prompt": 17, "seat": "german" }),
            None,
            None,
        )
        .at("2027-01-15T12:00:00.000Z")
        .with("SeatTaken", json!({ "seat": "german" }), Some((player, "german")), Some(21))
}

/// Forgeries of who sits, asks, agrees and leaves, each with the entry it stands at. They are tried on the whole log and on a
/// view with one line sealed.
fn seatings() -> Vec<(&'static str, Draft, Option<u64>)> {
    let early = || Draft::of(CLAIMED, 17);
    let late = || Draft::of(CLAIMED, 41);
    let stranger = |seat| Some(("p-stranger", seat));
    let seat = |seat: &str| json!({ "seat": seat });
    let sits = |draft: Draft, of: &str, by| draft.with("SeatTaken", seat(of), by, None);
    let answers = |draft: Draft, request: u64, by| {
        draft.with("Answered", json!({ "agrees": true, "request": request }), by, None)
    };
    let proposed = || early().with("CloseProposed", json!({}), BRITISH, None);
    let mut swapped = Draft::of(READY, 9);
    swapped.entries.swap(2, 3);
    let mut unanswered = Draft::of(CLAIMED, 11);
    unanswered.entries.remove(9);
    unanswered.entries[9]["cause"] = 9.into();
    let order = json!({ "order": { "verb": "decline" }, "prompt": 17 });
    vec![
        ("nothing", early(), None),
        ("nothing, with a seat whose time is up", late(), None),
        ("nothing, with a game master", Draft::of(MASTER, 25), None),
        (
            "nothing, with a backup that was put back",
            {
                let lost = json!({ "chain": "0d".repeat(32), "seq": 30 });
                early().with("LogRestored", lost, None, None)
            },
            None,
        ),
        ("a seat that another holds", sits(early(), "british", stranger("british")), Some(18)),
        ("a seat that the table has not", sits(early(), "turkish", stranger("turkish")), Some(18)),
        (
            "a seat whose time is up by terms that leave it",
            sits(late(), "german", stranger("german")),
            Some(42),
        ),
        ("a computer player that is the opponent", stands_in("midshipman", "p0"), Some(22)),
        ("a computer player", stands_in("midshipman", "p-computer"), None),
        ("a stranger in place of who stands in", stands_in("stand-in", "p-stranger"), Some(22)),
        ("nobody stands in", stands_in("wait", "p-computer"), Some(22)),
        (
            "a stand-in that nothing led to",
            { early().with("SeatTaken", seat("german"), stranger("german"), Some(17)) },
            Some(18),
        ),
        ("an absence that nobody booked", early().with("AbsenceEnded", json!({}), BRITISH, None), Some(18)),
        (
            "an absence that has ended",
            { Draft::of(CLAIMED, 32).with("AbsenceEnded", json!({}), BRITISH, None) },
            Some(33),
        ),
        (
            "a claim put to a table of two",
            late().with("ClaimProposed", seat("german"), BRITISH, None),
            Some(42),
        ),
        (
            "a game claimed whose time is not up",
            { early().with("TableClosed", json!({ "why": "claimed" }), BRITISH, None) },
            Some(18),
        ),
        (
            "a game claimed by whose time is up",
            { late().with("TableClosed", json!({ "why": "claimed" }), GERMAN, None) },
            Some(42),
        ),
        ("a seat taken behind the question whether all are ready", swapped, Some(4)),
        (
            "an order before all are ready",
            Draft::of(READY, 14).with(
                "OrderGiven",
                json!({ "order": { "verb": "decline" }, "prompt": 9 }),
                BRITISH,
                None,
            ),
            Some(15),
        ),
        (
            "ready twice",
            Draft::of(READY, 13).with("ReadySaid", json!({ "ready": true }), BRITISH, None),
            Some(14),
        ),
        (
            "a game begun that not all are ready for",
            { Draft::of(READY, 15).with("PlayBegan", json!({}), None, Some(15)) },
            Some(16),
        ),
        (
            "a wait ended that no set-up takes part in",
            {
                let deadline = json!({ "deadline": "2027-01-15T08:00:00.000Z" });
                Draft::of(READY, 14).with("WaitEnded", deadline, None, None)
            },
            Some(15),
        ),
        ("an answer of who asked", answers(proposed(), 18, BRITISH), Some(19)),
        ("an answer of a stranger", answers(proposed(), 18, stranger("german")), Some(19)),
        ("an answer to no request", answers(early(), 9, GERMAN), Some(18)),
        (
            "agreed, and something else done",
            { answers(proposed(), 18, GERMAN).with("TablePublished", json!({ "delay": 0 }), None, Some(19)) },
            Some(20),
        ),
        ("terms that nobody agreed to", unanswered, Some(10)),
        (
            "terms changed alone",
            { early().with("TimeChanged", json!({ "change": terms("1h", "claim") }), BRITISH, None) },
            Some(18),
        ),
        (
            "a second request",
            proposed().with("PublishProposed", json!({ "delay": 0 }), GERMAN, None),
            Some(19),
        ),
        ("published alone", early().with("TablePublished", json!({ "delay": 0 }), BRITISH, None), Some(18)),
        (
            "named alone",
            early().with("NameChanged", json!({ "name": "Night watch" }), BRITISH, None),
            Some(18),
        ),
        (
            "another name than was agreed to",
            {
                let asked = early().with("NameProposed", json!({ "name": "Night watch" }), BRITISH, None);
                answers(asked, 18, GERMAN).with("NameChanged", json!({ "name": "Day watch" }), None, Some(19))
            },
            Some(20),
        ),
        ("unpublished what is not", early().with("TableUnpublished", json!({}), BRITISH, None), Some(18)),
        (
            "another's order taken back alone",
            early().with("TakenBack", json!({ "to": 14 }), GERMAN, None),
            Some(18),
        ),
        (
            "an order of a stranger",
            early().with("OrderGiven", order.clone(), stranger("german"), None),
            Some(18),
        ),
        (
            "an order that answers an old question",
            {
                early().with(
                    "OrderGiven",
                    json!({ "order": { "verb": "decline" }, "prompt": 8 }),
                    BRITISH,
                    None,
                )
            },
            Some(18),
        ),
        (
            "an event that follows from an answer",
            early().with("TurnBegan", json!({ "turn": 9 }), None, Some(13)),
            Some(18),
        ),
        ("closed alone", early().with("TableClosed", json!({ "why": "abandoned" }), BRITISH, None), Some(18)),
        (
            "an order that answers what was not the last of an order",
            early().with("OrderGiven", json!({ "order": { "verb": "decline" }, "prompt": 16 }), GERMAN, None),
            Some(18),
        ),
        (
            "an order that answers what was taken back",
            {
                let back = Draft::of(CLAIMED, 17).with("TakenBack", json!({ "to": 14 }), BRITISH, None);
                back.with("OrderGiven", order.clone(), GERMAN, None)
            },
            Some(19),
        ),
        ("closed, and the seed kept", Draft::of(CLAIMED, 42), Some(42)),
        (
            "time that is up where none was agreed",
            {
                Draft::of(CLAIMED, 8).with(
                    "TimeExpired",
                    json!({ "deadline": "2027-01-15T08:00:00.000Z", "prompt": 8, "seat": "british" }),
                    None,
                    None,
                )
            },
            Some(9),
        ),
        (
            "an offer of another's seat",
            { early().with("SeatOffered", json!({ "player": "p-x", "seat": "german" }), BRITISH, None) },
            Some(18),
        ),
        (
            "players sought where no seat is free",
            { early().with("PlayersSought", json!({ "sought": true }), BRITISH, None) },
            Some(18),
        ),
        (
            "a game master who plays",
            { early().with("MasterProposed", json!({ "player": "p1" }), BRITISH, None) },
            Some(18),
        ),
        (
            "resigned for another",
            early().with("Resigned", seat("german"), stranger("german"), None),
            Some(18),
        ),
    ]
}

fn agreed(draft: Draft, change: Value) -> Draft {
    let number = draft.entries.len() as u64 + 1;
    draft
        .with("TimeProposed", json!({ "change": change }), BRITISH, None)
        .with("Answered", json!({ "agrees": true, "request": number }), GERMAN, None)
        .with("TimeChanged", json!({ "change": change }), None, Some(number + 1))
}

/// Whoever stands in as a computer: an opponent who did nothing by a door, one who plays as a computer does, and one who turns
/// out a person.
fn computers() -> Vec<(&'static str, Draft, Option<u64>)> {
    let by_door = |door: Value| {
        let mut draft = stands_in("midshipman", "p0");
        let theirs = |entry: &&mut Value| entry["by"]["player"] == "p0" && entry["cause"].is_null();
        draft.entries.iter_mut().filter(theirs).for_each(|entry| entry["door"] = door.clone());
        draft
    };
    vec![
        ("a computer player that is an opponent of no door", by_door(Value::Null), Some(22)),
        ("a computer player that plays already", by_door("computer".into()), None),
        (
            "a computer player that comes by a door of people",
            stands_in("midshipman", "p-computer").with(
                "CloseProposed",
                json!({}),
                Some(("p-computer", "german")),
                None,
            ),
            Some(23),
        ),
        ("a computer player in its own place", stands_in("midshipman", "p1"), Some(22)),
    ]
}

/// Forgeries of forms, which an import refuses as well.
fn forms() -> Vec<(String, Draft, Option<u64>)> {
    let early = || Draft::of(CLAIMED, 17);
    let change = |what: &str, change: Value| {
        (what.to_owned(), early().with("TimeProposed", json!({ "change": change }), BRITISH, None), Some(18))
    };
    let pace = |pace: &str| change(&format!("the pace {pace}"), terms(pace, "wait"));
    let named = |what: &str, draft: Draft, entry| (what.to_owned(), draft, Some(entry));
    let mut weekends = terms("1h", "wait");
    weekends["terms"]["weekends_off"] = Value::Null;
    let mut peeked = early().with("Peeked", json!({ "what": "export" }), None, None);
    peeked.entries[17]["v"] = 2.into();
    let restored = |seq: u64, digits: &str| {
        early().with("LogRestored", json!({ "chain": digits.repeat(32), "seq": seq }), None, None)
    };
    let mut standing = early().with("CloseProposed", json!({}), BRITISH, None);
    standing.entries[17]["door"] = "standing-order/pass-ahead".into();
    let rolled =
        Draft::of(CLAIMED, 38).changed(36, "/body/of", 1.into()).changed(36, "/body/values", json!([1]));
    let mut forms = vec![
        change("a pause without its end", json!({ "pause": {} })),
        change("a resume with a value", json!({ "resume": null })),
        change("weekends off nowhere", weekends),
        named("a peek of version 2 by no one said", peeked, 18),
        named("a restore of less than there is", restored(17, "0d"), 18),
        named("a restore of a head that is none", restored(30, "0g"), 18),
        named("a restore with a key", restored(30, "0d").changed(18, "/key", "0d".repeat(32).into()), 18),
        named("a game master left out", early().with("MasterProposed", json!({}), BRITISH, None), 18),
        named(
            "a roll for a side left out",
            {
                let mut draft = Draft::of(CLAIMED, 38);
                draft.entries[35]["body"].as_object_mut().unwrap().remove("side");
                draft
            },
            36,
        ),
        named("a standing order that asks for something", standing, 18),
        named("a standing order that sits down", early().changed(2, "/door", "standing-order/x".into()), 2),
        named("a die of one side", rolled, 36),
        named(
            "a change to older rules",
            early().with("RulesChanged", json!({ "from": "2", "to": "1" }), None, None),
            18,
        ),
    ];
    for version in ["x", "0", "03", "3.0", "-1"] {
        let opened = early().changed(1, "/body/rules_version", version.into());
        forms.push(named(&format!("rules version {version}"), opened, 1));
        let change = early().with("RulesChanged", json!({ "from": "2", "to": version }), None, None);
        forms.push(named(&format!("a change to rules version {version}"), change, 18));
    }
    let paces = [
        "0h",
        "24h",
        "721h",
        "31d",
        "Fri,Mon 20:00 Asia/Tokyo",
        "Mon,Mon 20:00 Asia/Tokyo",
        "daily 20:00,08:00 UTC",
        "daily 24:00 UTC",
        "Mon 8:00 UTC",
        "Mon,Tue,Wed,Thu,Fri,Sat,Sun 20:00 UTC",
        "Moon 20:00 UTC",
        "daily 20:00",
    ];
    forms.extend(paces.into_iter().map(pace));
    for good in ["36h", "30d", "Mon,Fri 20:00 Asia/Tokyo", "daily 08:00,20:00 UTC", "none"] {
        let (what, draft, _) = pace(good);
        forms.push((what, draft, None));
    }
    forms
}

/// The whole log of an export as it would be under these rules, were nothing else of it otherwise.
pub fn under(text: &str, version: &str) -> String {
    Draft::read(text, usize::MAX).changed(1, "/body/rules_version", version.into()).whole()
}

/// A log without dice that claims other rules.
pub fn under_rules(version: &str) -> String {
    Draft::of(CLAIMED, 17).changed(1, "/body/rules_version", version.into()).whole()
}

/// Forgeries of whose view it is.
fn views() -> Vec<Forged> {
    let whole = Draft::of(HIDDEN, 1117);
    let find = |is: &dyn Fn(&Value) -> bool| whole.entries.iter().position(is).unwrap() + 1;
    let secret =
        find(&|entry| is_among(&entry["audience"], "german") && !is_among(&entry["audience"], "british"));
    let opening = find(&|entry| entry["kind"] == "Opened");
    let hides = |entry: &Value| entry["audience"] != "everyone";
    let opened: Vec<u64> =
        serde_json::from_value(whole.entries[opening - 1]["body"]["entries"].clone()).unwrap();
    let is_opened = |entry: &Value| entry["seq"].as_u64().is_some_and(|seq| opened.contains(&seq));
    let closed = |entry: &Value| hides(entry) && !is_opened(entry);
    let draft = |entries| Draft::of(HIDDEN, entries);
    let view =
        |what: &str, text, entry: Option<u64>| Forged { what: what.to_owned(), text, entry, of_form: true };
    let everyone = || Value::from("everyone");
    vec![
        view("a view that hides what it has to", draft(secret).text(everyone(), &hides), None),
        view(
            "a view that shows an order of the other side",
            draft(secret).text(json!(["british"]), &|entry| hides(entry) && entry["seq"] != secret),
            Some(secret as u64),
        ),
        view("a view that shows what was opened", draft(opening).text(everyone(), &closed), None),
        view(
            "a view that hides what was opened",
            draft(opening).text(everyone(), &|entry| closed(entry) || entry["seq"] == opened[0]),
            Some(opened[0]),
        ),
        view(
            "a header with a seat that is none",
            Draft::of(CLAIMED, 17).text(json!(["british", "turkish"]), &|_| false),
            Some(1),
        ),
    ]
}

/// Forgeries of a view that shows letters to whoever took the seat since.
fn letters() -> Vec<Forged> {
    let taken = || {
        Draft::of(SUBSTITUTE, 27)
            .with("SeatOffered", json!({ "player": "p2", "seat": "breslau" }), Some(("p1", "breslau")), None)
            .with("SeatTaken", json!({ "seat": "breslau" }), Some(("p2", "breslau")), None)
    };
    let view = |what: &str, draft: Draft, sealed: &[u64], entry| {
        let hides =
            |entry: &Value| entry["audience"] != "everyone" && !is_among(&entry["audience"], "breslau");
        let is_sealed = |entry: &Value| entry["seq"].as_u64().is_some_and(|seq| sealed.contains(&seq));
        let text = draft.text(json!(["breslau"]), &|entry| hides(entry) || is_sealed(entry));
        Forged { what: what.to_owned(), text, entry, of_form: false }
    };
    vec![
        view("letters of who sits there", Draft::of(SUBSTITUTE, 27), &[], None),
        view("letters sealed for who sits there since", taken(), &[24, 26], None),
        view("letters shown to who sits there since", taken(), &[], Some(24)),
        view("a letter shown to who sits there since", taken(), &[24], Some(26)),
    ]
}

/// All of them.
pub fn all() -> Vec<Forged> {
    let mut all = views();
    all.extend(letters());
    for (what, draft, entry) in seatings().into_iter().chain(times::times()).chain(computers()) {
        let whole = draft.clone().whole();
        all.push(Forged { what: what.to_owned(), text: whole, entry, of_form: false });
        let text = draft.of_seat("british");
        all.push(Forged { what: format!("{what}, one line sealed"), text, entry, of_form: false });
    }
    for (what, draft, entry) in forms() {
        all.push(Forged { what, text: draft.whole(), entry, of_form: true });
    }
    all
}
