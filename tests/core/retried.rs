//! Orders that are tried again across an upgrade: each is known again by the hash of what it asks, so none is done twice.

use std::sync::Arc;

use crate::seats::{BLUE, RED, table};
use crate::toy::*;
use chrono::{TimeZone, Utc};
use sha2::{Digest, Sha256};
use wardroom::game::{OrderForm, Refusal};
use wardroom::log::{MemoryStore, Store, StoredPack, TimeChange};
use wardroom::pace::Hours;
use wardroom::table::{Caller, Correction, OpenTable, OpeningSeat, Order, SeatSession, Tables};

/// A door's table of two, and the number of commands given to it.
struct Desk {
    store: MemoryStore,
    tables: Arc<Toys<MemoryStore>>,
    id: String,
    given: u32,
}

impl Desk {
    /// Gives a command under a key of its own and checks what its key is kept with: the hash of `content`, given by red at this
    /// table. Whether it is carried out does not matter: a refusal is kept as well.
    fn keeps<T>(&mut self, content: &str, give: impl FnOnce(&Toys<MemoryStore>, &str, Caller) -> T) -> T {
        self.given += 1;
        let caller = caller(RED).keyed("message", self.given);
        let key = caller.key.clone().unwrap();
        let done = give(&self.tables, &self.id, caller);
        let kept = self.store.answer(&key).unwrap().unwrap_or_else(|| panic!("no answer to {content}"));
        assert_eq!(kept.content_hash, hash(content, &self.id), "{content}");
        done
    }
}

/// The hash of a command of red's, by the text that is hashed.
fn hash(content: &str, table: &str) -> String {
    let text = format!(r#"{{"content":{content},"player":"{RED}","table":"{table}"}}"#);
    hex::encode(Sha256::digest(text))
}

/// The texts stand here as the first version hashed them. One that changes is an order done twice.
#[test]
fn what_is_asked_is_hashed_as_ever() {
    let store = MemoryStore::new();
    let tables = Arc::new(toys(&store, 1));
    let id = table(&tables, true, false);
    let mut desk = Desk { store, tables, id, given: 0 };
    let (red, blue) = (seat(RED), seat(BLUE));
    let at = |hour| Utc.with_ymd_and_hms(2027, 3, 1, hour, 0, 0).unwrap();

    desk.keeps(r#"{"take_seat":"blue"}"#, |t, id, by| t.take_seat(id, &by, blue).unwrap());
    desk.keeps(r#"{"at":"red","offer_seat":"blue","to":"mia"}"#, |t, id, by| {
        t.offer_seat(id, &by, red, blue, "mia").unwrap()
    });
    desk.keeps(r#"{"at":"red","seek_players":true}"#, |t, id, by| {
        t.seek_players(id, &by, red, true).unwrap()
    });
    desk.keeps(r#"{"at":"red","withdraw_offer":"blue"}"#, |t, id, by| {
        t.withdraw_offer(id, &by, red, blue).unwrap()
    });
    desk.keeps(r#"{"decline_seat":"blue"}"#, |t, id, by| t.decline_seat(id, &by, blue).unwrap());
    desk.keeps(r#"{"take_back":7}"#, |t, id, by| t.take_back(id, &by, 7).unwrap());
    desk.keeps(r#"{"seat":"red","undo":2}"#, |t, id, by| t.undo(id, &by, red, 2).unwrap());
    desk.keeps(r#"{"ask_take_back":7,"seat":"red"}"#, |t, id, by| t.ask_take_back(id, &by, red, 7).unwrap());
    desk.keeps(r#"{"propose_close":true,"seat":"red"}"#, |t, id, by| t.propose_close(id, &by, red).unwrap());
    desk.keeps(r#"{"agrees":false,"answer":7,"seat":"red"}"#, |t, id, by| {
        t.answer_request(id, &by, red, 7, false).unwrap()
    });
    desk.keeps(r#"{"ready":true,"seat":"red"}"#, |t, id, by| t.say_ready(id, &by, red, true).unwrap());
    desk.keeps(r#"{"publish":20,"seat":"red"}"#, |t, id, by| t.publish(id, &by, red, 20).unwrap());
    desk.keeps(r#"{"seat":"red","unpublish":true}"#, |t, id, by| t.unpublish(id, &by, red).unwrap());
    desk.keeps(r#"{"change_time":"resume","seat":"red"}"#, |t, id, by| {
        t.change_time(id, &by, red, &TimeChange::Resume).unwrap()
    });
    desk.keeps(r#"{"change_time":{"pause":{"until":null}},"seat":"red"}"#, |t, id, by| {
        t.change_time(id, &by, red, &TimeChange::Pause { until: None }).unwrap()
    });
    desk.keeps(r#"{"seat":"red","stop_clock":true}"#, |t, id, by| t.stop_clock(id, &by, red).unwrap());
    let times = r#"["2027-03-01T09:00:00.000Z","2027-03-01T12:00:00.000Z"]"#;
    desk.keeps(&format!(r#"{{"book_absence":{times},"seat":"red"}}"#), |t, id, by| {
        t.book_absence(id, &by, red, (at(9), at(12))).unwrap()
    });
    desk.keeps(r#"{"end_absence":7,"seat":"red"}"#, |t, id, by| t.end_absence(id, &by, red, 7).unwrap());
    desk.keeps(r#"{"claim":"blue","seat":"red"}"#, |t, id, by| t.claim(id, &by, red, blue).unwrap());
    desk.keeps(r#"{"master":"mia","seat":"red"}"#, |t, id, by| {
        t.change_master(id, &by, red, Some("mia")).unwrap()
    });
    desk.keeps(r#"{"master":null,"seat":"red"}"#, |t, id, by| t.change_master(id, &by, red, None).unwrap());
    desk.keeps(r#"{"lay_down":true}"#, |t, id, by| t.lay_down(id, &by).unwrap());
    desk.keeps(r#"{"change_time_as_master":"resume"}"#, |t, id, by| {
        t.change_time_as_master(id, &by, &TimeChange::Resume).unwrap()
    });
    desk.keeps(r#"{"extend":"blue","hours":6}"#, |t, id, by| {
        t.extend(id, &by, blue, Hours::new(6).unwrap()).unwrap()
    });
    desk.keeps(r#"{"replace":"blue","with":null}"#, |t, id, by| t.replace(id, &by, blue, None).unwrap());
    desk.keeps(r#"{"replace":"blue","with":"mia"}"#, |t, id, by| {
        t.replace(id, &by, blue, Some("mia")).unwrap()
    });
    desk.keeps(r#"{"close_as_master":true}"#, |t, id, by| t.close_as_master(id, &by).unwrap());
    desk.keeps(r#"{"close":true}"#, |t, id, by| t.close(id, &by).unwrap());
    desk.keeps(r#"{"set_clock":true}"#, |t, id, by| t.correct(id, &Correction::Clock(by)).unwrap());
    desk.keeps(r#"{"order":{"number":3,"verb":"choose"},"prompt":7,"seat":"red"}"#, |t, id, by| {
        let form = OrderForm::new(word("choose")).with("number", 3);
        t.submit(id, &by, &Order { seat: red, prompt: 7, form }).unwrap()
    });
    desk.keeps(r#"{"refused":"too late"}"#, |t, id, by| t.refuse(id, &by, "too late").unwrap());
    let tables = desk.tables.clone();
    desk.keeps(r#"{"left_undone":{"verb":"pass"}}"#, |_, id, by| {
        let refusal = Refusal::new("unconfirmed", Refusal::BY_TABLE);
        SeatSession::new(tables, id, red, by).leave_undone(&OrderForm::new(word("pass")), &refusal).unwrap()
    });
    desk.keeps(r#"{"leave":true}"#, |t, id, by| t.leave(id, &by).unwrap());
    desk.keeps(r#"{"resign":"red"}"#, |t, id, by| t.resign(id, &by, red).unwrap());
    desk.keeps(r#"{"close_as_manager":true}"#, |t, id, by| t.close_as_manager(id, &by).unwrap());
}

#[test]
fn a_table_is_opened_once_as_ever() {
    let store = MemoryStore::new();
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(1));
    let game = Arc::new(Toy::default());
    let pack = StoredPack::new(&wardroom::games::Packed::pack(&*game)).unwrap().hash().to_owned();
    for (index, ready) in [(0, false), (1, true)] {
        let opening = OpenTable {
            game: game.clone(),
            setup: Setup { seats: 2, talk: false },
            practice: false,
            ready,
            sittings: vec![OpeningSeat { seat: seat(RED), player: RED.to_owned() }],
        };
        let caller = caller(RED).keyed("message", index);
        tables.open(&opening, &caller).unwrap();
        let check = if ready { r#""ready":true,"# } else { "" };
        let setup = r#"{"seats":2,"talk":false}"#;
        let content = format!(
            r#"{{"open":{setup},"pack":"{pack}","practice":false,{check}"sittings":[["{RED}","{RED}"]]}}"#
        );
        let kept = store.answer(&caller.key.unwrap()).unwrap().unwrap();
        assert_eq!(kept.content_hash, hash(&content, ""), "{content}");
    }
}
