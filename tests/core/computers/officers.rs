//! A computer player as an officer beside a person.

use wardroom::club::SeatStatus;
use wardroom::game::Seat;

use super::*;

/// A table of *Goeben* where a person commands Goeben and a computer Breslau.
fn beside(strength: &str) -> (MemoryStore, Arc<Club>, String) {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    let club = club(&store, &clock, 4);
    let new = NewTable {
        game: "goeben".to_owned(),
        options: vec![("officers".to_owned(), "ships".to_owned())],
        opponent: Some(strength_called(strength).unwrap()),
        ..NewTable::default()
    };
    let table = club.open(&visitor("open"), &new, Lang::En).unwrap();
    (store, club, table)
}

#[test]
fn an_officer_who_has_all_aboard_waits_for_the_one_who_sails() {
    for strength in ["midshipman", "lieutenant"] {
        let (store, club, table) = beside(strength);
        let mut computers = computers(&club, Haste::AtOnce);
        assert!((1..40).contains(&computers.attend().unwrap()), "{strength}");
        let head = store.stored_head(&table).unwrap();
        assert_eq!(
            (computers.attend().unwrap(), store.stored_head(&table).unwrap()),
            (0, head),
            "{strength}"
        );
        // Nobody is told to wait for an officer who does nothing before the other has acted.
        let watched = club.watch(&table, Lang::En).unwrap();
        let asked = |it: &SeatStatus| it.asked || it.thinks.is_some();
        let waits: Vec<Seat> =
            watched.seats().unwrap().iter().filter(|it| asked(it)).map(|it| it.seat).collect();
        let session = watched.sit(visitor("look"), None).unwrap();
        assert_eq!(waits, [session.seat()], "{strength}");
        assert!(session.computers_at_work().unwrap().is_empty(), "{strength}");
        let who = session.who().unwrap();
        assert!(
            !who.iter().any(|line| line.starts_with("Breslau") && line.contains("to decide now")),
            "{who:?}"
        );
        // The person loads nothing, places the collier and sails.
        for step in 0..8 {
            let visitor = visitor(&step.to_string());
            let mut session = club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap();
            let asked = session.asked().unwrap();
            let Some(form) = asked.options.first("collier").or_else(|| asked.options.first("done")) else {
                break;
            };
            let prompt = asked.prompt.expect("a question");
            assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }));
            computers.attend().unwrap();
        }
        let orders = store.read(&table, 1).unwrap();
        let given = |verb: &str| orders.iter().filter(|entry| entry.body["order"]["verb"] == verb).count();
        let by_computer =
            |entry: &Entry| entry.door.as_deref() == Some(COMPUTER) && entry.body["order"]["verb"] == "done";
        assert!(orders.iter().any(by_computer), "{strength}: it never woke");
        assert!(given("done") > 0 && given("collier") > 0, "{strength}: they have not sailed");
    }
}
