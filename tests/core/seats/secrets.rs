//! What a seat has sealed changes nothing that another is shown.

use std::sync::Arc;

use crate::toy::*;
use sha2::{Digest, Sha256};
use wardroom::game::OrderForm;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Outbox, Store};
use wardroom::table::{Order, Reply, SeatFacts, SeatSnapshot};
use wardroom::view::VisibleEntry;

use super::{BLUE, RED, blotted, choice, choose, exported, first, session, shared, table};

/// Everything red is shown at one moment, as text, digests and chain values blotted out.
fn all_red_sees<S: Store>(tables: &Arc<Toys<S>>, id: &str) -> String {
    let red = session(tables, id, RED, RED);
    // Named one by one: a new field has to be looked at here before it compiles.
    let SeatSnapshot { table, game: _, seat, seats, view, facts } = red.snapshot().unwrap();
    let SeatFacts {
        asked,
        pending,
        has_to_answer,
        format: _,
        readiness,
        entropy,
        witness,
        has_to_get_ready,
        awaited,
        waiting_for,
        options,
        takebacks,
        practice,
        peeks,
        over,
        closed,
        head,
        viewer: _,
    } = facts;
    let view = &*view;
    let snapshot = format!(
        "{table} {seat} {asked:?} {seats:?} {pending:?} {has_to_answer} {readiness:?} {entropy:?} {witness:?} {has_to_get_ready} {awaited} {waiting_for:?} {options:?} {view:?} \
         {takebacks:?} {practice} {peeks} {over} {closed:?} {}\n{head}\n",
        head.seq
    );
    let lines: Vec<String> = red.log(0).unwrap().iter().map(|line| line.to_value().to_string()).collect();
    let mut history = red.history().unwrap();
    let mut past = String::new();
    for at in 1..=head.seq {
        history.go(at).unwrap();
        past += &format!("{:?} {:?} {:?}\n", history.view(), history.asked(), history.moment());
    }
    let text = [
        snapshot,
        lines.join("\n"),
        format!("{:?}", red.dice().unwrap()),
        past,
        exported(tables.store(), id, &LogViewer::seat(RED)),
    ];
    blotted(&text.join("\n"))
}

/// A game in which blue chooses, thinks better of it and chooses again, and all that red is shown on the way.
fn game_with(numbers: [i64; 2]) -> (Vec<String>, String) {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let mut seen = vec![all_red_sees(&tables, &id)];
    let mut see = |reply: Reply| seen.push(blotted(&format!("{reply:?}\n")) + &all_red_sees(&tables, &id));
    let order = |number| {
        let order = choice(&tables, &id, BLUE, number);
        tables.submit(&id, &caller(BLUE), &order).unwrap()
    };
    let given = order(numbers[0]);
    see(given.clone());
    let mine = choice(&tables, &id, RED, 1);
    for form in [
        OrderForm::new(word("sing")),
        OrderForm::new(word("choose")).with("number", 10),
        OrderForm::new(word("pass")),
    ] {
        see(tables.submit(&id, &caller(RED), &Order { form, ..mine.clone() }).unwrap());
    }
    see(red.submit(2, mine.form.clone()).unwrap());
    see(red.undo(1).unwrap());
    see(red.close().unwrap());
    see(red.ask_undo(first(&given)).unwrap());
    see(red.answer(red.snapshot().unwrap().facts.pending.unwrap().number, false).unwrap());
    see(blue.undo(1).unwrap());
    let ask = blue.propose_close().unwrap();
    see(ask.clone());
    see(red.answer(first(&ask), false).unwrap());
    see(order(numbers[1]));
    let told = store.unplanned_notices(100).unwrap();
    seen.push(format!("{told:?}"));
    choose(&tables, &id, RED, 1);
    (seen, all_red_sees(&tables, &id))
}

#[test]
fn what_blue_has_sealed_changes_nothing_red_is_shown_until_it_is_opened() {
    let (seen, after) = game_with([3, 5]);
    for numbers in [[7, 5], [3, 9], [1, 2]] {
        let (other, other_after) = game_with(numbers);
        assert_eq!(seen.len(), other.len());
        for (step, (one, two)) in seen.iter().zip(&other).enumerate() {
            assert!(one == two, "{numbers:?} shows at step {step}");
        }
        assert_eq!(
            after == other_after,
            numbers[1] == 5,
            "opened: what counts shows, what was withdrawn does not"
        );
    }
}

#[test]
fn a_sealed_order_is_not_guessed_from_its_digest() {
    let store = MemoryStore::new();
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let order = choose(&tables, &id, BLUE, 6);
    let line = session(&tables, &id, RED, RED).log(order - 1).unwrap().remove(0);
    let VisibleEntry::Sealed { digest, .. } = line else { panic!("{line:?}") };
    let truth = store.read(&id, order).unwrap().remove(0);
    let hits = |salt: &str| {
        let hit = |number: &i64| {
            let mut guess = truth.clone();
            guess.salt = salt.to_owned();
            let form = OrderForm::new(word("choose")).with("number", *number);
            guess.body["order"] = serde_json::to_value(form).unwrap();
            let guessed: [u8; 32] = Sha256::digest(guess.canonical().unwrap().as_bytes()).into();
            guessed == digest
        };
        (1..=9).filter(hit).collect::<Vec<i64>>()
    };
    // Even with everything else known: time, prompt, player.
    let others = store.read(&id, 1).unwrap().into_iter().filter(|entry| entry.seq != order);
    for wrong in others.map(|entry| entry.salt).chain(["00".repeat(16)]) {
        assert_eq!(hits(&wrong), Vec::<i64>::new());
    }
    assert_eq!(hits(&truth.salt), [6]);
}
