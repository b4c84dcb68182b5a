//! What needs everybody: closing, going back past a roll; and commands that meet.

use crate::toy::*;
use wardroom::log::RequestEvent;
use wardroom::log::{MemoryStore, SqliteStore, Store};
use wardroom::table::Bar;

use super::{BLUE, RED, accepted, choose, first, kinds, passes, refused, session, shared, table};

over_every_store!(
    closing_needs_everyone,
    going_back_past_a_roll_and_another_needs_everyone,
    a_request_lapses,
    alone_there_is_nobody_to_ask,
    a_command_under_its_key_is_answered_once,
    two_services_interleave,
    players_are_told_what_is_asked_of_them,
);

fn closing_needs_everyone(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    assert_eq!(refused(red.close()), "close-needs-agreement");
    assert_eq!(refused(tables.close(&id, &caller("eve"))), "not-the-owner");
    let first = accepted(red.propose_close());
    assert_eq!(refused(blue.propose_close()), "request-pending");
    let pending = blue.snapshot().unwrap().facts.pending.unwrap();
    assert_eq!((pending.ask, pending.seat, pending.number), (RequestEvent::CloseProposed, seat(RED), first));
    assert_eq!((pending.agreed, pending.awaited), (vec![seat(RED)], vec![seat(BLUE)]));
    assert!(blue.snapshot().unwrap().facts.has_to_answer && !red.snapshot().unwrap().facts.has_to_answer);
    assert_eq!(refused(red.answer(first, true)), "answered-already");
    assert_eq!(refused(session(&tables, &id, BLUE, "eve").answer(first, true)), "not-your-seat");
    accepted(blue.answer(first, false));
    assert_eq!(refused(blue.answer(first, true)), "no-such-request");
    assert_eq!(blue.snapshot().unwrap().facts.pending, None);
    let second = accepted(blue.propose_close());
    assert_eq!(refused(red.answer(first, true)), "no-such-request");
    let at = accepted(red.answer(second, true));
    assert_eq!(kinds(&store.read(&id, at).unwrap()), ["Answered", "TableClosed", "Opened", "SeedRevealed"]);
    assert_eq!(red.snapshot().unwrap().facts.closed.as_deref(), Some("agreed"));
    passes(&store, &id);
}

fn going_back_past_a_roll_and_another_needs_everyone(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 9);
    let before = state(&tables, &id);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let roll = first(&give(&tables, &id, "roll"));
    let flip = first(&give(&tables, &id, "flip"));
    let takebacks = red.snapshot().unwrap().facts.takebacks;
    assert_eq!((takebacks.steps.len(), takebacks.bar), (0, Bar::Another { seq: flip }));
    let orders: Vec<u64> = takebacks.by_consent.iter().map(|step| step.order).collect();
    assert_eq!((orders.len(), &orders[..2]), (4, &[flip, roll][..]));
    assert_eq!(refused(red.undo(1)), "take-back-needs-consent");
    assert_eq!(refused(red.ask_undo(roll + 1)), "no-order-there");
    let ask = accepted(red.ask_undo(roll));
    assert_eq!(
        blue.snapshot().unwrap().facts.pending.unwrap().ask,
        RequestEvent::TakeBackAsked { to: roll - 1 }
    );
    accepted(blue.answer(ask, false));
    let ask = accepted(red.ask_undo(roll));
    // Whoever asked may think better of it.
    accepted(red.answer(ask, false));
    let ask = accepted(red.ask_undo(roll));
    accepted(blue.answer(ask, true));
    assert_eq!(state(&tables, &id), before);
    assert_eq!(state(&toys(&store, 9), &id), before);
    assert_eq!(asked(&tables, &id)[0].prompt.seat, seat(RED));
    assert_eq!(refused(red.ask_undo(roll)), "no-order-there");
    give(&tables, &id, "roll");
    passes(&store, &id);
}

fn a_request_lapses(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (red, blue) = (session(&tables, &id, RED, RED), session(&tables, &id, BLUE, BLUE));
    let order = choose(&tables, &id, RED, 4);
    // With the next order,
    let ask = accepted(blue.ask_undo(order));
    choose(&tables, &id, BLUE, 9);
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    // with a takeback,
    give(&tables, &id, "pass");
    let ask = accepted(blue.propose_close());
    accepted(red.undo(1));
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    // and when a seat is taken: else one would agree for another.
    let ask = accepted(red.ask_undo(order));
    accepted(blue.pass_seat_to(RED));
    accepted(session(&tables, &id, BLUE, RED).take_seat());
    assert_eq!(refused(red.answer(ask, true)), "no-such-request");
    assert_eq!(refused(red.ask_undo(order)), "nobody-to-ask");
    assert_eq!(state(&toys(&store, 9), &id), state(&tables, &id));
    passes(&store, &id);
}

fn alone_there_is_nobody_to_ask(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = open(&tables, 1, false);
    let red = session(&tables, &id, RED, RED);
    let roll = first(&give(&tables, &id, "roll"));
    assert_eq!(refused(red.ask_undo(roll)), "nobody-to-ask");
    assert_eq!(refused(red.propose_close()), "nobody-to-ask");
    assert_eq!(refused(red.undo(1)), "take-back-past-roll");
    assert!(red.snapshot().unwrap().facts.takebacks.by_consent.is_empty());
    accepted(red.close());
    passes(&store, &id);
}

fn a_command_under_its_key_is_answered_once(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let order = choose(&tables, &id, RED, 4);
    let keyed = |player, n| caller(player).keyed("message", n);
    let undo = || tables.undo(&id, &keyed(RED, 0), seat(RED), 1).unwrap();
    let answer = undo();
    assert_eq!(undo(), answer, "counted from what was there then, not from what is there now");
    assert!(answer.is_accepted());
    assert_eq!(refused(tables.undo(&id, &keyed(RED, 0), seat(RED), 2)), "key-reused");
    let offer = || tables.offer_seat(&id, &keyed(RED, 1), seat(RED), seat(RED), "ann").unwrap();
    assert_eq!(offer(), offer());
    let ask = || tables.propose_close(&id, &keyed(RED, 2), seat(RED)).unwrap();
    let request = first(&ask());
    assert_eq!(first(&ask()), request);
    let reply = || tables.answer_request(&id, &keyed(BLUE, 3), seat(BLUE), request, false).unwrap();
    assert_eq!(reply(), reply());
    let late = || refused(tables.ask_take_back(&id, &keyed(BLUE, 4), seat(BLUE), order));
    assert_eq!(late(), "no-order-there");
    let resign = || tables.resign(&id, &keyed(BLUE, 5), seat(BLUE)).unwrap();
    assert_eq!(resign(), resign());
    assert_eq!(late(), "no-order-there", "a refusal is remembered too");
    passes(&store, &id);
}

fn two_services_interleave(store: impl Store + Clone) {
    let (one, two) = (toys(&store, 1), toys(&store, 500));
    let id = table(&one, true, false);
    let same = || {
        let of = |tables: &Toys<_>| {
            let seen = tables.look(&id, |t| (t.asked().to_vec(), t.pending(), t.takebacks(RED), t.head()));
            (seen.unwrap(), state(tables, &id))
        };
        assert_eq!(of(&one), of(&two));
    };
    let order = choose(&one, &id, RED, 4);
    same();
    choose(&two, &id, BLUE, 9);
    same();
    let ask = accepted(two.ask_take_back(&id, &caller(BLUE), seat(BLUE), order));
    same();
    accepted(one.answer_request(&id, &caller(RED), seat(RED), ask, true));
    same();
    choose(&two, &id, BLUE, 3);
    choose(&one, &id, RED, 3);
    same();
    accepted(two.offer_seat(&id, &caller(BLUE), seat(BLUE), seat(BLUE), "ann"));
    accepted(one.take_seat(&id, &caller("ann"), seat(BLUE)));
    same();
    let ask = accepted(one.propose_close(&id, &caller("ann"), seat(BLUE)));
    accepted(two.answer_request(&id, &caller(RED), seat(RED), ask, true));
    same();
    passes(&store, &id);
}

fn players_are_told_what_is_asked_of_them(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    let ann = session(&tables, &id, BLUE, "ann");
    let told = || {
        let pending = store.unplanned_notices(100).unwrap();
        let told: Vec<String> = pending
            .iter()
            .map(|n| format!("{} {}", tables.addressee(n).unwrap().unwrap_or("nobody".into()), n.why))
            .collect();
        let done = pending.iter().map(|notice| (notice.id, vec![])).collect();
        store.plan_notices("2026-01-01T00:00:00.000Z", done).unwrap();
        told
    };
    assert_eq!(told(), ["red opened"]);
    accepted(red.invite(seat(BLUE), "bob"));
    accepted(red.invite(seat(BLUE), "ann"));
    assert_eq!(told(), ["nobody invited", "ann invited"], "the first was replaced");
    accepted(ann.decline_seat());
    assert_eq!(told(), ["red declined"]);
    accepted(ann.take_seat());
    assert_eq!(told(), ["red seated"]);
    let order = choose(&tables, &id, RED, 4);
    assert!(told().is_empty(), "ann was asked all the time");
    let ask = accepted(ann.ask_undo(order));
    assert_eq!(told(), ["red request"]);
    accepted(red.answer(ask, false));
    assert_eq!(told(), ["ann answer"]);
    let ask = accepted(red.ask_undo(order));
    assert_eq!(told(), ["ann request"]);
    accepted(ann.answer(ask, true));
    assert_eq!(told(), ["red prompt", "red answer"]);
    accepted(ann.propose_close());
    choose(&tables, &id, RED, 5);
    assert_eq!(told(), ["red request", "ann lapsed"]);
    accepted(red.resign());
    assert_eq!(told(), ["ann closed", "red closed"]);
}
