//! Orders that are tried again across an upgrade: each is known again by the hash of what it asks, so none is done twice.

use std::sync::Arc;

use crate::seats::{BLUE, RED, table};
use crate::toy::*;
use chrono::{TimeZone, Utc};
use sha2::{Digest, Sha256};
use wardroom::game::{OrderForm, Refusal};
use wardroom::log::{MemoryStore, Store, StoredPack, TimeChange};
use wardroom::pace::Hours;
use wardroom::table::{Entropy, OpenTable, OpeningSeat, Order, TableCommand, Tables};

/// The hash of a command of red's, by the text that is hashed.
fn hash(content: &str, table: &str) -> String {
    let text = format!(r#"{{"content":{content},"player":"{RED}","table":"{table}"}}"#);
    hex::encode(Sha256::digest(text))
}

/// The texts stand here as the first version hashed them. One that changes is an order done twice.
#[test]
fn what_is_asked_is_hashed_as_ever() {
    let (red, blue) = (seat(RED), seat(BLUE));
    let at = |hour| Utc.with_ymd_and_hms(2027, 3, 1, hour, 0, 0).unwrap();
    let player = || Some("mia".to_owned());
    let (until, resume) = (TimeChange::Pause { until: None }, TimeChange::Resume);
    let order = Order { seat: red, prompt: 7, form: OrderForm::new(word("choose")).with("number", 3) };
    let undone = OrderForm::new(word("pass"));
    let refusal = Refusal::new("unconfirmed", Refusal::BY_TABLE);
    let pinned = [
        (r#"{"take_seat":"blue"}"#, TableCommand::TakeSeat { seat: blue }),
        (
            r#"{"at":"red","offer_seat":"blue","to":"mia"}"#,
            TableCommand::OfferSeat { at: red, seat: blue, player: "mia".to_owned() },
        ),
        (r#"{"at":"red","seek_players":true}"#, TableCommand::SeekPlayers { at: red, sought: true }),
        (r#"{"at":"red","withdraw_offer":"blue"}"#, TableCommand::WithdrawOffer { at: red, seat: blue }),
        (r#"{"decline_seat":"blue"}"#, TableCommand::DeclineSeat { seat: blue }),
        (r#"{"take_back":7}"#, TableCommand::TakeBack { to: 7 }),
        (r#"{"seat":"red","undo":2}"#, TableCommand::Undo { seat: red, count: 2 }),
        (r#"{"ask_take_back":7,"seat":"red"}"#, TableCommand::AskTakeBack { seat: red, order: 7 }),
        (r#"{"propose_close":true,"seat":"red"}"#, TableCommand::ProposeClose { seat: red }),
        (
            r#"{"agrees":false,"answer":7,"seat":"red"}"#,
            TableCommand::AnswerRequest { seat: red, number: 7, agrees: false },
        ),
        (
            r#"{"give_entropy":{"hash":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1],"source":"words"},"seat":"red"}"#,
            TableCommand::GiveEntropy {
                seat: red,
                entropy: Entropy { hash: [1; 32], source: Some("words") },
            },
        ),
        (r#"{"ready":true,"seat":"red"}"#, TableCommand::SayReady { seat: red, ready: true }),
        (r#"{"publish":20,"seat":"red"}"#, TableCommand::Publish { seat: red, delay: 20 }),
        (r#"{"seat":"red","unpublish":true}"#, TableCommand::Unpublish { seat: red }),
        (
            r#"{"rename":"Night watch","seat":"red"}"#,
            TableCommand::Rename { seat: red, name: "Night watch".to_owned() },
        ),
        (
            r#"{"change_time":"resume","seat":"red"}"#,
            TableCommand::ChangeTime { seat: red, change: resume.clone() },
        ),
        (
            r#"{"change_time":{"pause":{"until":null}},"seat":"red"}"#,
            TableCommand::ChangeTime { seat: red, change: until },
        ),
        (r#"{"seat":"red","stop_clock":true}"#, TableCommand::StopClock { seat: red }),
        (
            r#"{"book_absence":["2027-03-01T09:00:00.000Z","2027-03-01T12:00:00.000Z"],"seat":"red"}"#,
            TableCommand::BookAbsence { seat: red, span: (at(9), at(12)) },
        ),
        (r#"{"end_absence":7,"seat":"red"}"#, TableCommand::EndAbsence { seat: red, booked: 7 }),
        (r#"{"claim":"blue","seat":"red"}"#, TableCommand::Claim { seat: red, against: blue }),
        (r#"{"master":"mia","seat":"red"}"#, TableCommand::ChangeMaster { seat: red, player: player() }),
        (r#"{"master":null,"seat":"red"}"#, TableCommand::ChangeMaster { seat: red, player: None }),
        (r#"{"lay_down":true}"#, TableCommand::ResignAsMaster),
        (r#"{"change_time_as_master":"resume"}"#, TableCommand::ChangeTimeAsMaster { change: resume }),
        (
            r#"{"extend":"blue","hours":6}"#,
            TableCommand::Extend { seat: blue, hours: Hours::new(6).unwrap() },
        ),
        (r#"{"replace":"blue","with":null}"#, TableCommand::Replace { seat: blue, player: None }),
        (r#"{"replace":"blue","with":"mia"}"#, TableCommand::Replace { seat: blue, player: player() }),
        (r#"{"close_as_master":true}"#, TableCommand::CloseAsMaster),
        (r#"{"close":true}"#, TableCommand::Close),
        (r#"{"set_clock":true}"#, TableCommand::SetClock),
        (r#"{"order":{"number":3,"verb":"choose"},"prompt":7,"seat":"red"}"#, TableCommand::Order(order)),
        (r#"{"refused":"too late"}"#, TableCommand::Refuse { why: "too late".to_owned() }),
        (r#"{"left_undone":{"verb":"pass"}}"#, TableCommand::LeaveUndone { form: undone, refusal }),
        (r#"{"leave":true}"#, TableCommand::Leave),
        (r#"{"resign":"red"}"#, TableCommand::Resign { seat: red }),
        (r#"{"close_as_manager":true}"#, TableCommand::CloseFromOutside),
    ];
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    for (index, (content, command)) in (0..).zip(pinned) {
        let caller = caller(RED).keyed("message", index);
        // Whether it is carried out does not matter: a refusal is kept as well.
        tables.perform(&id, &caller, &command).unwrap();
        let kept = store.answer(&caller.key.unwrap()).unwrap();
        assert_eq!(kept.map(|kept| kept.content_hash), Some(hash(content, &id)), "{content}");
    }
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
            entropy: false,
            witness: false,
            seats: vec![OpeningSeat { seat: seat(RED), player: RED.to_owned() }],
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
