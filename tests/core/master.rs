//! A game master: who is one, what one may do and may not, what nobody else may, and that they see what a spectator sees.

use std::sync::Arc;

use crate::audit_seats::like;
use crate::seats::{BLUE, RED, accepted, blotted, choose, exported, kinds, passes, refused, session, table};
use crate::tamper::{Log, audited};
use crate::toy::*;
use chrono::DateTime;
use serde_json::{Value, json};
use wardroom::game::{OrderForm, Viewer};
use wardroom::log::RequestEvent;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Store, TimeChange};
use wardroom::pace::{Hours, Overdue, Pace, Terms};
use wardroom::table::time::WaitedFor;
use wardroom::table::{Order, Platform, Tables, notices};
use wardroom::view::log_viewer;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const MIA: &str = "mia";

/// A table of two by a clock that goes as told.
struct Mastered {
    store: MemoryStore,
    clock: Arc<Clock>,
    tables: Arc<Toys<MemoryStore>>,
    id: String,
}

impl Mastered {
    fn new() -> Mastered {
        let (store, clock) = (MemoryStore::new(), Clock::new());
        let tables = Arc::new(Tables::new(Arc::new(store.clone()), clock.clone()));
        let id = table(&tables, true, false);
        Mastered { store, clock, tables, id }
    }

    /// The same with a day for each decision and `mia` as game master, to which both agreed.
    fn timed() -> Mastered {
        let mastered = Mastered::new();
        let pace = Pace::Each(hours(24));
        let terms = Terms {
            big: pace.clone(),
            small: pace,
            grace_hours: hours(6),
            overdue: Overdue::Claim,
            ..Terms::default()
        };
        let change = TimeChange::Terms(terms);
        let ask = accepted(mastered.tables.change_time(&mastered.id, &caller(RED), seat(RED), &change));
        mastered.agrees(BLUE, ask);
        let ask = mastered.names(RED, Some(MIA));
        mastered.agrees(BLUE, ask);
        mastered
    }

    fn names(&self, who: &'static str, player: Option<&str>) -> u64 {
        accepted(self.tables.change_master(&self.id, &caller(who), seat(who), player))
    }

    fn refuses(&self, who: &'static str, player: Option<&str>) -> String {
        refused(self.tables.change_master(&self.id, &caller(who), seat(who), player))
    }

    fn agrees(&self, who: &'static str, request: u64) -> u64 {
        accepted(self.tables.answer_request(&self.id, &caller(who), seat(who), request, true))
    }

    /// The game master, as it is played and as it is folded anew.
    fn master(&self) -> Option<String> {
        let read = |tables: &Toys<MemoryStore>| {
            tables.look(&self.id, |table| table.master().map(str::to_owned)).unwrap()
        };
        assert_eq!(read(&self.tables), read(&toys(&self.store, 9)));
        read(&self.tables)
    }

    fn wait(&self, who: &'static str) -> WaitedFor {
        let now = self.clock.now();
        let read = |tables: &Toys<MemoryStore>| tables.look(&self.id, |table| table.time(now)).unwrap();
        assert_eq!(read(&self.tables), read(&toys(&self.store, 9)));
        read(&self.tables).waits.into_iter().find(|wait| wait.seat == seat(who)).unwrap()
    }

    fn due_in(&self, who: &'static str) -> Option<i64> {
        let now = self.clock.now();
        self.wait(who).due.map(|due| (due - now).num_seconds())
    }

    fn expire(&self, who: &'static str) -> bool {
        self.tables.expire(&self.id, seat(who), self.wait(who).prompt, DateTime::UNIX_EPOCH, None).unwrap()
    }

    fn extend(&self, who: &'static str, count: u16) -> u64 {
        accepted(self.tables.extend(&self.id, &caller(MIA), seat(who), hours(count)))
    }

    fn change(&self, change: TimeChange) -> u64 {
        accepted(self.tables.change_time_as_master(&self.id, &caller(MIA), &change))
    }

    fn replace(&self, who: &'static str, player: Option<&str>) -> u64 {
        accepted(self.tables.replace(&self.id, &caller(MIA), seat(who), player))
    }

    fn kinds_from(&self, seq: u64) -> Vec<String> {
        kinds(&self.store.read(&self.id, seq).unwrap()).into_iter().map(str::to_owned).collect()
    }

    /// Whom a notice of this kind that is not yet sent is for.
    fn told(&self, why: &str) -> Vec<String> {
        let notices = self.store.unplanned_notices(1000).unwrap().into_iter();
        let told = notices.filter(|notice| notice.why == why);
        told.filter_map(|notice| self.tables.addressee(&notice).unwrap()).collect()
    }

    /// The log is sound, by the audit and by the independent checker.
    fn holds(&self) {
        passes(&self.store, &self.id);
        crate::common::checker::passes(self.log().text().as_bytes());
    }

    fn log(&self) -> Log {
        Log::of(&exported(&self.store, &self.id, &LogViewer::Full))
    }
}

fn hours(count: u16) -> Hours {
    Hours::new(count).unwrap()
}

#[test]
fn alone_a_player_names_a_game_master_and_several_agree_to_one() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = table(&tables, false, false);
    let change = |player| tables.change_master(&id, &caller(RED), seat(RED), player);
    assert_eq!(refused(change(None)), "no-master");
    assert_eq!(refused(change(Some(RED))), "master-has-seat");
    accepted(change(Some(MIA)));
    assert_eq!(refused(change(Some(MIA))), "master-already");
    assert_eq!(
        refused(tables.take_seat(&id, &caller(MIA), seat(BLUE))),
        "master-has-no-seat",
        "whoever is game master holds no seat"
    );
    accepted(tables.take_seat(&id, &caller(BLUE), seat(BLUE)));
    passes(&store, &id);

    let mastered = Mastered::new();
    let ask = mastered.names(RED, Some(MIA));
    assert_eq!(mastered.master(), None, "asking is not agreeing");
    let pending = mastered.tables.look(&mastered.id, |table| table.pending()).unwrap().unwrap();
    assert_eq!(pending.ask, RequestEvent::MasterProposed { player: Some(MIA.to_owned()) });
    assert_eq!(mastered.told(notices::REQUEST), [BLUE]);
    let at = mastered.agrees(BLUE, ask);
    assert_eq!(mastered.kinds_from(at), ["Answered", "MasterChanged"]);
    assert_eq!(mastered.master().as_deref(), Some(MIA));
    assert_eq!(mastered.told(notices::MASTER), [RED, MIA], "whoever agreed last knows");
    // A takeback undoes none of it.
    choose(&mastered.tables, &mastered.id, RED, 4);
    accepted(mastered.tables.undo(&mastered.id, &caller(RED), seat(RED), 1));
    assert_eq!(mastered.master().as_deref(), Some(MIA));
    mastered.holds();
}

#[test]
fn the_office_ends_by_consent_by_silence_and_by_laying_it_down() {
    let mastered = Mastered::timed();
    let ask = mastered.names(RED, None);
    mastered.agrees(BLUE, ask);
    assert_eq!(mastered.master(), None);
    assert_eq!(refused(mastered.tables.resign_as_master(&mastered.id, &caller(MIA))), "not-the-master");
    let ask = mastered.names(BLUE, Some(MIA));
    mastered.agrees(RED, ask);
    let at = accepted(mastered.tables.resign_as_master(&mastered.id, &caller(MIA)));
    assert_eq!(mastered.kinds_from(at), ["MasterChanged"]);
    assert_eq!(mastered.master(), None);
    // Who says nothing is not waited for where a game master is to leave, and is where one is to begin.
    let ask = mastered.names(BLUE, Some(MIA));
    mastered.clock.pass(4 * DAY);
    assert_eq!(mastered.refuses(BLUE, Some(MIA)), "request-pending");
    mastered.agrees(RED, ask);
    mastered.names(BLUE, None);
    mastered.clock.pass(3 * DAY - 1);
    assert_eq!(mastered.refuses(BLUE, None), "request-pending");
    mastered.clock.pass(1);
    let at = mastered.names(BLUE, None);
    assert_eq!(mastered.kinds_from(at), ["MasterChanged"]);
    assert_eq!(mastered.master(), None);
    mastered.holds();
    let mut log = mastered.log();
    let last = log.entries.len() - 1;
    log.entries[last]["at"] = later(&log, last, -1);
    assert!(audited::<Toy>(&log.text()).rules.is_failed(), "a second too early");
}

/// The time of an entry, so many seconds later.
fn later(log: &Log, at: usize, seconds: i64) -> Value {
    let time: DateTime<chrono::Utc> = log.entries[at]["at"].as_str().unwrap().parse().unwrap();
    wardroom::table::platform::written(time + chrono::TimeDelta::seconds(seconds)).into()
}

#[test]
fn a_game_master_pauses_goes_on_and_gives_more_time() {
    let mastered = Mastered::timed();
    let at = mastered.change(TimeChange::Pause { until: None });
    assert_eq!(mastered.kinds_from(at), ["TimeChanged"]);
    assert_eq!(mastered.told(notices::TIME), [RED, BLUE, RED], "red of the terms, both of the pause");
    let paused =
        mastered.tables.change_time_as_master(&mastered.id, &caller(MIA), &TimeChange::Pause { until: None });
    assert_eq!(refused(paused), "paused-already");
    mastered.clock.pass(3 * DAY);
    mastered.change(TimeChange::Resume);
    assert_eq!(mastered.due_in(RED), Some(DAY));
    let terms = TimeChange::Terms(Terms::default());
    let terms = mastered.tables.change_time_as_master(&mastered.id, &caller(MIA), &terms);
    assert_eq!(refused(terms), "master-sets-no-terms");

    mastered.extend(RED, 12);
    assert_eq!((mastered.due_in(RED), mastered.due_in(BLUE)), (Some(36 * HOUR), Some(DAY)));
    mastered.clock.pass(30 * HOUR);
    assert!(mastered.expire(BLUE) && !mastered.expire(RED));
    assert!(mastered.wait(BLUE).expired.is_some());
    // What is past is due so long from now on.
    mastered.extend(BLUE, 48);
    assert_eq!((mastered.due_in(BLUE), mastered.wait(BLUE).expired), (Some(2 * DAY), None));
    let claim = mastered.tables.claim(&mastered.id, &caller(RED), seat(RED), seat(BLUE));
    assert_eq!(refused(claim), "time-not-up");
    // Pauses do not count of it.
    mastered.change(TimeChange::Pause { until: None });
    mastered.clock.pass(DAY);
    mastered.change(TimeChange::Resume);
    assert_eq!(mastered.due_in(BLUE), Some(2 * DAY));
    mastered.clock.pass(2 * DAY + 6 * HOUR);
    assert!(mastered.expire(BLUE), "and is up again after its grace");
    choose(&mastered.tables, &mastered.id, BLUE, 4);
    let extend = |who| mastered.tables.extend(&mastered.id, &caller(MIA), seat(who), hours(2));
    assert_eq!(refused(extend(BLUE)), "nothing-due");
    let none = mastered.tables.extend(&mastered.id, &caller(MIA), seat(RED), hours(0));
    assert_eq!(refused(none), "extension-of-nothing");
    mastered.holds();
}

/// Whoever asked for something learns that it is void, unless it was done or they made it void themselves.
#[test]
fn whoever_asked_is_told_of_what_voids_their_request() {
    let mastered = Mastered::timed();
    let (tables, id) = (&mastered.tables, &*mastered.id);
    let pending = || tables.look(id, |table| table.pending()).unwrap();
    let asks = |who| accepted(tables.propose_close(id, &caller(who), seat(who)));
    asks(RED);
    mastered.change(TimeChange::Pause { until: None });
    assert_eq!(mastered.told(notices::LAPSED), [RED]);
    assert_eq!(pending(), None);
    asks(BLUE);
    mastered.change(TimeChange::Resume);
    assert_eq!(mastered.told(notices::LAPSED), [RED, BLUE]);
    asks(RED);
    accepted(tables.stop_clock(id, &caller(BLUE), seat(BLUE)));
    assert_eq!(mastered.told(notices::LAPSED), [RED, BLUE, RED], "a stop takes its place");
    mastered.change(TimeChange::Resume);
    assert_eq!(mastered.told(notices::LAPSED), [RED, BLUE, RED], "to go on is an answer to it");
    accepted(tables.stop_clock(id, &caller(RED), seat(RED)));
    accepted(tables.resign_as_master(id, &caller(MIA)));
    assert_eq!(mastered.told(notices::LAPSED), [RED, BLUE, RED, RED]);
    assert_eq!(pending(), None);
    mastered.holds();

    let mastered = Mastered::timed();
    let pause = TimeChange::Pause { until: None };
    accepted(mastered.tables.change_time(&mastered.id, &caller(RED), seat(RED), &pause));
    mastered.change(pause);
    assert_eq!(mastered.told(notices::LAPSED), Vec::<String>::new(), "it is as they asked");
}

#[test]
fn a_game_master_replaces_a_player() {
    let mastered = Mastered::timed();
    choose(&mastered.tables, &mastered.id, RED, 4);
    let at = mastered.replace(BLUE, None);
    assert_eq!(mastered.kinds_from(at), ["SeatVacated"]);
    assert_eq!(mastered.told(notices::VACATED), [RED]);
    assert_eq!(mastered.told(notices::REPLACED), [BLUE], "whoever had the seat is told, too");
    let vacancy = mastered.tables.look(&mastered.id, |table| table.vacancy()).unwrap().unwrap();
    assert_eq!(vacancy.seats, [seat(BLUE)]);
    assert_eq!(mastered.due_in(BLUE), None);
    let blue = session(&mastered.tables, &mastered.id, BLUE, BLUE);
    assert!(blue.snapshot().is_err() && blue.log(0).is_err(), "the seat shows nothing any more");
    let again = mastered.tables.replace(&mastered.id, &caller(MIA), seat(BLUE), None);
    assert_eq!(refused(again), "seat-has-no-player");
    // The seat may be kept for somebody, who has it once they take it.
    mastered.replace(BLUE, Some("ann"));
    assert_eq!(mastered.told(notices::INVITED), ["ann"]);
    let again = mastered.tables.replace(&mastered.id, &caller(MIA), seat(BLUE), Some("ann"));
    assert_eq!(refused(again), "offered-already");
    assert_eq!(refused(mastered.tables.take_seat(&mastered.id, &caller("bob"), seat(BLUE))), "seat-reserved");
    accepted(mastered.tables.decline_seat(&mastered.id, &caller("ann"), seat(BLUE)));
    assert_eq!(mastered.told(notices::DECLINED), [MIA]);
    accepted(mastered.tables.take_seat(&mastered.id, &caller("bob"), seat(BLUE)));
    assert_eq!(mastered.due_in(BLUE), Some(DAY), "who sits down has the whole time");
    // In one go.
    let at = mastered.replace(RED, Some("ann"));
    assert_eq!(mastered.kinds_from(at), ["SeatVacated", "SeatOffered"]);
    assert_eq!(mastered.told(notices::INVITED), ["ann"]);
    let master = mastered.tables.replace(&mastered.id, &caller(MIA), seat(RED), Some(MIA));
    assert_eq!(refused(master), "master-has-no-seat");
    accepted(mastered.tables.take_seat(&mastered.id, &caller("ann"), seat(RED)));
    let prompt = mastered.wait(BLUE).prompt;
    let form = OrderForm::new(word("choose")).with("number", 9);
    let order = Order { seat: seat(BLUE), prompt, form };
    accepted(mastered.tables.submit(&mastered.id, &caller("bob"), &order));
    mastered.holds();
}

#[test]
fn who_leaves_frees_their_seats_and_their_office_and_the_others_are_told() {
    let mastered = Mastered::timed();
    let (tables, id) = (&mastered.tables, &*mastered.id);
    choose(tables, id, RED, 4);
    let ask = accepted(tables.propose_close(id, &caller(RED), seat(RED)));
    let at = accepted(tables.leave(id, &caller(BLUE)));
    assert_eq!((mastered.kinds_from(at), at), (vec!["SeatVacated".to_owned()], ask + 1));
    assert_eq!(mastered.told(notices::VACATED), [RED]);
    assert_eq!(mastered.told(notices::LAPSED), [RED], "what was asked is asked no more");
    assert_eq!(mastered.told(notices::REPLACED), Vec::<String>::new(), "who leaves knows it");
    let vacancy = tables.look(id, |table| table.vacancy()).unwrap().unwrap();
    assert_eq!(vacancy.seats, [seat(BLUE)]);
    assert_eq!(tables.look(id, |table| table.pending()).unwrap(), None);
    assert_eq!(refused(tables.leave(id, &caller(BLUE))), "nobody-to-ask", "there is nothing left to leave");
    assert_eq!(
        refused(tables.leave(id, &caller(RED))),
        "nobody-to-ask",
        "alone nobody leaves anybody behind"
    );
    let at = accepted(tables.leave(id, &caller(MIA)));
    assert_eq!((mastered.kinds_from(at), mastered.master()), (vec!["MasterChanged".to_owned()], None));
    accepted(tables.offer_seat(id, &caller(RED), seat(RED), seat(BLUE), "ann"));
    let again = tables.offer_seat(id, &caller(RED), seat(RED), seat(BLUE), "ann");
    assert_eq!(refused(again), "offered-already");
    assert_eq!(refused(tables.seek_players(id, &caller(RED), seat(RED), true)), "players-sought");
    accepted(tables.seek_players(id, &caller(RED), seat(RED), false));
    assert_eq!(refused(tables.seek_players(id, &caller(RED), seat(RED), true)), "free-seat-kept");
    let at = accepted(tables.leave(id, &caller("ann")));
    assert_eq!(mastered.kinds_from(at), ["OfferWithdrawn"]);
    accepted(tables.take_seat(id, &caller("bob"), seat(BLUE)));
    accepted(tables.close_as_manager(id, &caller("eve")));
    mastered.holds();
    let fails = |what: &str, tamper: &dyn Fn(&mut Log)| {
        let mut log = mastered.log();
        tamper(&mut log);
        let found = audited::<Toy>(&log.text());
        assert!(found.integrity.is_failed() || found.rules.is_failed(), "{what}: {found:#?}");
    };
    for (what, by) in [
        ("another's seat", json!({ "player": RED, "seat": RED })),
        ("by who does not sit there", json!({ "player": RED, "seat": BLUE })),
        ("by nobody", Value::Null),
    ] {
        fails(what, &|log| {
            let at = log.at("SeatVacated", 0);
            log.entries[at]["by"] = by.clone();
        });
    }
}

#[test]
fn of_the_entries_of_whoever_leaves_the_first_has_the_key() {
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = table(&tables, false, false);
    accepted(tables.offer_seat(&id, &caller(RED), seat(RED), seat(BLUE), MIA));
    accepted(tables.change_master(&id, &caller(RED), seat(RED), Some(MIA)));
    let at = accepted(tables.leave(&id, &caller(MIA).keyed("left", 0)));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["OfferWithdrawn", "MasterChanged"]);
    passes(&store, &id);
}

#[test]
fn a_game_master_closes_the_table() {
    let mastered = Mastered::timed();
    choose(&mastered.tables, &mastered.id, RED, 4);
    let at = accepted(mastered.tables.close_as_master(&mastered.id, &caller(MIA)));
    assert_eq!(mastered.kinds_from(at), ["TableClosed", "Opened", "SeedRevealed"]);
    let closed = mastered.tables.look(&mastered.id, |table| table.closed().map(str::to_owned)).unwrap();
    assert_eq!(closed.as_deref(), Some("master"));
    assert_eq!(refused(mastered.tables.resign_as_master(&mastered.id, &caller(MIA))), "table-closed");
    mastered.holds();
}

#[test]
fn nobody_else_does_what_a_game_master_does_nor_a_game_master_what_players_do() {
    let mastered = Mastered::timed();
    let (tables, id) = (&mastered.tables, &*mastered.id);
    for who in [RED, "eve"] {
        let who = caller(who);
        assert_eq!(refused(tables.resign_as_master(id, &who)), "not-the-master");
        assert_eq!(refused(tables.extend(id, &who, seat(RED), hours(2))), "not-the-master");
        assert_eq!(refused(tables.replace(id, &who, seat(BLUE), None)), "not-the-master");
        assert_eq!(refused(tables.close_as_master(id, &who)), "not-the-master");
        let resume = tables.change_time_as_master(id, &who, &TimeChange::Resume);
        assert_eq!(refused(resume), "not-the-master");
    }
    let (mia, at) = (caller(MIA), seat(RED));
    let ask = mastered.names(RED, Some("ann"));
    let prompt = asked(tables, id)[0].number;
    let order = Order { seat: at, prompt, form: OrderForm::new(word("choose")).with("number", 4) };
    for reply in [
        tables.submit(id, &mia, &order),
        tables.undo(id, &mia, at, 1),
        tables.answer_request(id, &mia, at, ask, false),
        tables.propose_close(id, &mia, at),
        tables.change_master(id, &mia, at, None),
        tables.stop_clock(id, &mia, at),
        tables.resign(id, &mia, at),
        tables.publish(id, &mia, at, 0),
        tables.offer_seat(id, &mia, at, at, "ann"),
    ] {
        assert_eq!(refused(reply), "not-your-seat");
    }
    assert_eq!(refused(tables.close(id, &mia)), "not-the-owner");
    // A new one takes the place of the one before.
    mastered.agrees(BLUE, ask);
    assert_eq!(refused(tables.resign_as_master(id, &mia)), "not-the-master");
    accepted(tables.resign_as_master(id, &caller("ann")));
    mastered.holds();
}

/// Twins: at two tables that differ only in what a seat may not know, a game master is shown the same, and it is what somebody
/// without any part in the table is shown.
#[test]
fn a_game_master_sees_what_a_spectator_sees() {
    let shown = |number: i64, who: Option<&str>| {
        let mastered = Mastered::timed();
        choose(&mastered.tables, &mastered.id, RED, number);
        mastered.extend(BLUE, 12);
        let look = |wanted| mastered.tables.viewer_for(&mastered.id, who, wanted);
        for at in [RED, BLUE] {
            assert!(look(Viewer::Seat(seat(at))).is_err());
            assert!(session(&mastered.tables, &mastered.id, at, MIA).snapshot().is_err());
        }
        let viewer = look(Viewer::All).unwrap();
        assert_eq!(viewer, Viewer::Spectator);
        let view = mastered.tables.look(&mastered.id, |table| format!("{:?}", table.view(viewer))).unwrap();
        let history = mastered.tables.history(&mastered.id, viewer).unwrap();
        let log = blotted(&exported(&mastered.store, &mastered.id, &log_viewer(viewer)));
        format!("{view}\n{:?}\n{log}", history.view())
    };
    assert_eq!(shown(4, Some(MIA)), shown(9, Some(MIA)));
    assert_eq!(shown(4, Some(MIA)), shown(4, None));
}

#[test]
fn what_no_game_master_could_have_done_is_named() {
    let mastered = Mastered::timed();
    mastered.change(TimeChange::Pause { until: None });
    mastered.change(TimeChange::Resume);
    mastered.extend(BLUE, 12);
    mastered.replace(BLUE, Some("ann"));
    accepted(mastered.tables.take_seat(&mastered.id, &caller("ann"), seat(BLUE)));
    accepted(mastered.tables.close_as_master(&mastered.id, &caller(MIA)));
    mastered.holds();
    let fails = |what: &str, tamper: &dyn Fn(&mut Log)| {
        let mut log = mastered.log();
        tamper(&mut log);
        let found = audited::<Toy>(&log.text());
        assert!(found.integrity.is_failed() || found.rules.is_failed(), "{what}: {found:#?}");
    };
    let theirs = ["TimeExtended", "SeatVacated", "SeatOffered", "TableClosed"];
    for kind in theirs {
        fails("by whom nobody named", &|log| {
            let at = log.at(kind, 0);
            log.entries[at]["by"]["player"] = "eve".into();
        });
    }
    for kind in ["TimeExtended", "SeatVacated", "TableClosed"] {
        fails("by a player", &|log| {
            let at = log.at(kind, 0);
            log.entries[at]["by"] = json!({ "player": RED, "seat": RED });
        });
    }
    fails("before there was a game master", &|log| {
        let (named, at) = (log.at("MasterChanged", 0), log.at("TimeExtended", 0));
        let moved = log.entries.remove(at);
        log.entries.insert(named - 2, moved);
    });
    fails("whom not all agreed to", &|log| {
        let at = log.at("MasterChanged", 0);
        log.entries[at]["body"]["player"] = "eve".into();
    });
    fails("whom nobody agreed to", &|log| {
        let at = log.at("Answered", 1);
        log.entries.remove(at);
    });
    fails("a player as game master", &|log| {
        for kind in ["MasterProposed", "MasterChanged"] {
            let at = log.at(kind, 0);
            log.entries[at]["body"]["player"] = BLUE.into();
        }
    });
    fails("other terms", &|log| {
        let at = log.at("TimeChanged", 1);
        log.entries[at]["body"]["change"] = json!({ "terms": Terms::default() });
    });
    fails("an order", &|log| {
        let at = log.at("TimeExtended", 0);
        let mut ordered = like(log, at, "OrderGiven", json!({ "order": {}, "prompt": 1 }));
        ordered["by"] = json!({ "player": MIA, "seat": "master" });
        log.entries.insert(at, ordered);
    });
    fails("more time for what is not asked", &|log| {
        let at = log.at("TimeExtended", 0);
        log.entries[at]["body"]["prompt"] = 1.into();
    });
    fails("a seat that is free", &|log| {
        let at = log.at("SeatVacated", 0);
        let again = log.entries[at].clone();
        log.entries.insert(at + 1, again);
    });
    fails("the game master takes a seat", &|log| {
        let at = log.at("SeatTaken", 2);
        log.entries[at]["by"]["player"] = MIA.into();
    });
    fails("closed for another reason", &|log| {
        let at = log.at("TableClosed", 0);
        log.entries[at]["body"]["why"] = "agreed".into();
    });
}
