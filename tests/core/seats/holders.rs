//! Who holds a seat: offers, successors, resigning, and what each of them may look at.

use crate::toy::*;
use wardroom::game::{OrderForm, Seat, Viewer};
use wardroom::log::{MemoryStore, SqliteStore, Store};
use wardroom::table::{Caller, SeatHolding, TableFault};

use super::{BLUE, RED, accepted, choice, choose, kinds, passes, refused, sealed, session, shared, table};

over_every_store!(
    a_free_seat_is_kept_for_whom_it_is_offered_to,
    a_seat_is_passed_on_with_all_its_secrets,
    resigning_closes_and_reveals,
    a_manager_closes_whoever_sits_there,
    only_ones_own_eyes,
    practice_with_another_is_no_second_look,
);

fn a_free_seat_is_kept_for_whom_it_is_offered_to(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, false, false);
    let red = session(&tables, &id, RED, RED);
    // Whoever sits plays on while the other seat is free.
    choose(&tables, &id, RED, 4);
    let place = || red.snapshot().unwrap().seats[1].clone();
    let place_of = |player: Option<&str>, offered_to: Option<&str>| SeatHolding {
        seat: seat(BLUE),
        player: player.map(str::to_owned),
        offered_to: offered_to.map(str::to_owned),
    };
    assert_eq!(place(), place_of(None, None));
    assert_eq!(refused(session(&tables, &id, BLUE, "eve").invite(seat(BLUE), "eve")), "not-your-seat");
    assert_eq!(refused(red.invite(seat("green"), "ann")), "no-such-seat");
    assert_eq!(refused(red.withdraw_offer(seat(BLUE))), "no-such-offer");
    accepted(red.invite(seat(BLUE), "ann"));
    assert_eq!(place(), place_of(None, Some("ann")));
    let eve = session(&tables, &id, BLUE, "eve");
    assert_eq!(refused(eve.take_seat()), "seat-reserved");
    assert_eq!(refused(eve.decline_seat()), "no-such-offer");
    accepted(red.withdraw_offer(seat(BLUE)));
    assert_eq!(place(), place_of(None, None));
    accepted(red.invite(seat(BLUE), "ann"));
    accepted(red.invite(seat(BLUE), "bob"));
    assert_eq!(refused(session(&tables, &id, BLUE, "ann").take_seat()), "seat-reserved");
    let bob = session(&tables, &id, BLUE, "bob");
    accepted(bob.decline_seat());
    assert_eq!(refused(bob.decline_seat()), "no-such-offer");
    accepted(red.invite(seat(BLUE), "bob"));
    accepted(bob.take_seat());
    assert_eq!(place(), place_of(Some("bob"), None));
    assert_eq!(refused(eve.take_seat()), "seat-taken");
    assert_eq!(refused(red.invite(seat(BLUE), "eve")), "not-your-seat");
    passes(&store, &id);
}

fn practice_with_another_is_no_second_look(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, true);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 7);
    let blue = session(&tables, &id, BLUE, BLUE);
    assert_eq!(refused(blue.undo(1)), "take-back-past-reveal");
    // Alone at the table there is nobody to look past.
    let id = table(&tables, false, true);
    let red = session(&tables, &id, RED, RED);
    let both = session(&tables, &id, BLUE, RED);
    accepted(both.take_seat());
    choose(&tables, &id, RED, 4);
    let asked = both.snapshot().unwrap().facts.asked.unwrap().number;
    accepted(both.submit(asked, choice(&tables, &id, BLUE, 7).form));
    accepted(red.undo(1));
    passes(&store, &id);
}

fn a_seat_is_passed_on_with_all_its_secrets(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    let (old, new) = (session(&tables, &id, RED, RED), session(&tables, &id, RED, "ann"));
    let given = choose(&tables, &id, RED, 4);
    assert_eq!(refused(old.pass_seat_to(RED)), "seat-taken");
    accepted(old.pass_seat_to("ann"));
    assert!(new.snapshot().is_err(), "an offer shows nothing yet");
    assert_eq!(refused(session(&tables, &id, RED, "eve").take_seat()), "seat-taken");
    assert_eq!(refused(session(&tables, &id, BLUE, BLUE).withdraw_offer(seat(RED))), "not-your-seat");
    accepted(new.take_seat());
    assert!(!sealed(&new.log(0).unwrap()).contains(&given), "the sealed order is theirs now");
    assert_eq!(new.snapshot().unwrap().view.chosen[&seat(RED)], 4);
    let lost =
        |fault: TableFault| matches!(fault, TableFault::Refused(r) if r.reason == word("not-your-seat"));
    assert!(lost(old.snapshot().err().unwrap()) && lost(old.log(0).err().unwrap()));
    assert!(lost(old.dice().err().unwrap()) && lost(old.history().err().unwrap()));
    let replies = [
        old.submit(1, OrderForm::new(word("pass"))),
        old.undo(1),
        old.ask_undo(given),
        old.propose_close(),
        old.answer(1, true),
        old.resign(),
        old.pass_seat_to("eve"),
        tables.take_back(&id, &caller(RED), given - 1),
    ];
    assert!(replies.into_iter().all(|reply| refused(reply) == "not-your-seat"));
    // The order is the seat's, so its new holder may withdraw it, and is the owner now.
    accepted(new.undo(1));
    assert_eq!(tables.look(&id, |table| table.owner().map(str::to_owned)).unwrap().as_deref(), Some("ann"));
    passes(&store, &id);
    accepted(session(&tables, &id, BLUE, BLUE).pass_seat_to("ann"));
    accepted(session(&tables, &id, BLUE, "ann").take_seat());
    assert_eq!(refused(old.close()), "not-the-owner");
    accepted(new.close());
    assert!(old.snapshot().is_ok(), "a closed table hides nothing");
    passes(&store, &id);
}

fn only_ones_own_eyes(store: impl Store + Clone) {
    let tables = toys(&store, 1);
    let id = table(&tables, true, false);
    let viewer = |player: Option<&str>, wanted| tables.viewer_for(&id, player, wanted);
    let at = |name| Viewer::Seat(seat(name));
    assert_eq!(viewer(Some(RED), at(RED)).unwrap(), at(RED));
    assert_eq!(viewer(Some(RED), Viewer::Spectator).unwrap(), Viewer::Spectator);
    assert_eq!(viewer(Some(RED), Viewer::All).unwrap(), Viewer::Spectator);
    assert_eq!(viewer(None, Viewer::Spectator).unwrap(), Viewer::Spectator);
    for (player, wanted) in
        [(Some(RED), at(BLUE)), (Some("eve"), at(RED)), (None, at(RED)), (None, at("green"))]
    {
        let Err(TableFault::Refused(refusal)) = viewer(player, wanted) else {
            panic!("{player:?} {wanted:?}")
        };
        assert_eq!(refusal.reason, word("not-your-seat"));
    }
    accepted(tables.resign(&id, &caller(BLUE), seat(BLUE)));
    assert_eq!(viewer(None, at(RED)).unwrap(), Viewer::All);
}

fn a_manager_closes_whoever_sits_there(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    let caller = Caller::new("warden", "discord").keyed("77", 0);
    let reply = tables.close_as_manager(&id, &caller).unwrap();
    assert!(reply.is_accepted(), "{reply:?}");
    assert_eq!(tables.close_as_manager(&id, &caller).unwrap(), reply, "the same message again");
    let entries = store.read(&id, 1).unwrap();
    let closing: Vec<_> = entries.iter().rev().take(3).rev().cloned().collect();
    assert_eq!(kinds(&closing), ["TableClosed", "Opened", "SeedRevealed"]);
    assert_eq!(
        closing[0].by.as_ref().map(|by| (by.seat.as_str(), by.player.as_str())),
        Some(("manager", "warden"))
    );
    assert_eq!(session(&tables, &id, RED, RED).snapshot().unwrap().facts.closed.as_deref(), Some("manager"));
    assert_eq!(refused(tables.close_as_manager(&id, &Caller::new("warden", "discord"))), "table-closed");
    passes(&store, &id);
}

fn resigning_closes_and_reveals(store: impl Store + Clone) {
    let tables = shared(&store);
    let id = table(&tables, true, false);
    choose(&tables, &id, RED, 4);
    let at = accepted(session(&tables, &id, BLUE, BLUE).resign());
    let entries = store.read(&id, at).unwrap();
    assert_eq!(kinds(&entries), ["Resigned", "TableClosed", "Opened", "SeedRevealed"]);
    assert!(entries[1..].iter().all(|entry| entry.cause == Some(at)));
    let snapshot = session(&tables, &id, RED, RED).snapshot().unwrap();
    assert_eq!((snapshot.facts.closed.as_deref(), snapshot.facts.waiting_for.len()), (Some("resigned"), 0));
    let red = session(&tables, &id, RED, RED);
    for reply in [red.resign(), red.propose_close(), red.ask_undo(3), red.answer(1, true), red.undo(1)] {
        assert_eq!(refused(reply), "table-closed");
    }
    for reply in [red.close(), red.invite(seat(BLUE), "ann"), session(&tables, &id, BLUE, "ann").take_seat()]
    {
        assert_eq!(refused(reply), "table-closed");
    }
    passes(&store, &id);
    // A practice game that is over is closed, not resigned.
    let id = table(&tables, true, true);
    choose(&tables, &id, RED, 4);
    choose(&tables, &id, BLUE, 4);
    while !asked(&tables, &id).is_empty() {
        give(&tables, &id, "roll");
    }
    assert_eq!(refused(tables.resign(&id, &caller(RED), seat(RED))), "game-is-over");
    let ask = accepted(tables.propose_close(&id, &caller(RED), seat(RED)));
    accepted(tables.answer_request(&id, &caller(BLUE), seat(BLUE), ask, true));
    assert_eq!(tables.look(&id, |table| table.closed().map(str::to_owned)).unwrap().as_deref(), Some("over"));
    passes(&store, &id);
}

#[test]
fn a_seat_is_named_from_the_log_only() {
    let place = SeatHolding { seat: Seat(word("red")), player: None, offered_to: None };
    assert_eq!(serde_json::to_string(&place).unwrap(), r#"{"seat":"red","player":null,"offered_to":null}"#);
}
