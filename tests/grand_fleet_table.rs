//! *Grand Fleet 1.2* through the table service: whole games of two players with takebacks alone and by consent, audited.
#![allow(clippy::unwrap_used)]

mod common;
mod toy;

use std::sync::Arc;

use common::Luck;
use toy::TestWorld;
use wardroom::audit::{self, Evidence};
use wardroom::game::{Eyes, Game, Seat};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::Setup;
use wardroom::log::{MemoryStore, Store};
use wardroom::table::open::Opened;
use wardroom::table::{Caller, Opening, Order, Reply, Sitting, Step, Tables};

type Seas = Tables<GrandFleet, MemoryStore>;

/// Most takebacks of one game: each folds the whole log anew.
const TAKEBACKS: usize = 15;

fn service(store: &MemoryStore, world: u64) -> Seas {
    Tables::new(Arc::new(store.clone()), TestWorld::new(world))
}

/// The player of a seat has its name here.
fn caller(seat: Seat) -> Caller {
    Caller::new(seat.as_str(), "terminal")
}

fn open(tables: &Seas) -> String {
    let game = Arc::new(GrandFleet::new(Chart::builtin()));
    let setup = Setup { historical: true, audacious: true };
    let sittings: Vec<Sitting> =
        game.seats(&setup).into_iter().map(|seat| Sitting { seat, player: seat.to_string() }).collect();
    let owner = caller(sittings[0].seat);
    match tables.open(&Opening { game, setup, practice: false, sittings }, &owner).unwrap() {
        Opened::Table { id, .. } => id,
        Opened::Refused(refusal) => panic!("{refusal}"),
    }
}

/// Going back to before an order with everyone's agreement.
fn agreed(tables: &Seas, table: &str, seats: &[Seat], step: &Step) {
    let asker = seats[0];
    let Reply::Accepted { first, .. } =
        tables.ask_take_back(table, &caller(asker), asker, step.order).unwrap()
    else {
        panic!("{step:?}")
    };
    for seat in &seats[1..] {
        assert!(tables.answer_request(table, &caller(*seat), *seat, first, true).unwrap().is_accepted());
    }
}

/// Plays a table to its end with random orders and, now and then, a takeback. Gives the takebacks alone and by consent.
fn play_out(tables: &Seas, table: &str, luck: &mut Luck) -> [usize; 2] {
    let seats: Vec<Seat> = tables.look(table, |table| table.all_seats().collect()).unwrap();
    let mut takebacks = [0, 0];
    loop {
        let asked = tables.look(table, |table| table.asked().to_vec()).unwrap();
        if asked.is_empty() {
            return takebacks;
        }
        let asked = &asked[luck.below(asked.len() as u32) as usize];
        let seat = asked.prompt.seat;
        if luck.below(25) == 0 && takebacks[0] + takebacks[1] < TAKEBACKS {
            let who = seats[luck.below(2) as usize];
            let may = tables.look(table, |table| table.takebacks(who.as_str())).unwrap();
            if let Some(step) = may.steps.last() {
                assert!(tables.take_back(table, &caller(who), step.to).unwrap().is_accepted());
                takebacks[0] += 1;
                continue;
            }
            if let Some(step) = may.by_consent.get(luck.below(12) as usize) {
                agreed(tables, table, &seats, step);
                takebacks[1] += 1;
                continue;
            }
        }
        let form = tables.look(table, |table| table.options(seat).sample(&mut |n| luck.below(n))).unwrap();
        let order = Order { seat, prompt: asked.number, form: form.expect("an order") };
        let reply = tables.submit(table, &caller(seat), &order).unwrap();
        assert!(reply.is_accepted(), "{reply:?}");
    }
}

#[test]
fn whole_games_of_two_fold_from_the_log_to_the_live_state_and_pass_audit() {
    let (mut takebacks, mut openings) = ([0, 0], 0);
    for seed in 0..6 {
        let store = MemoryStore::new();
        let tables = service(&store, seed * 1000);
        let table = open(&tables);
        let tried = play_out(&tables, &table, &mut Luck::of(seed));
        takebacks = [takebacks[0] + tried[0], takebacks[1] + tried[1]];
        openings += store.read(&table, 1).unwrap().iter().filter(|entry| entry.kind == "Opened").count();
        let live = tables.look(&table, |table| table.view(Eyes::All)).unwrap();
        let folded = service(&store, 1).look(&table, |table| table.view(Eyes::All)).unwrap();
        assert_eq!(live, folded, "seed {seed}: the fold differs from the live state");
        let evidence = Evidence::from_store(&store, &table, None).unwrap();
        let findings = audit::audit(&evidence, &[], audit::rules::check::<GrandFleet>);
        for verdict in [&findings.integrity, &findings.dice, &findings.rules] {
            assert!(verdict.is_ok(), "seed {seed}: {findings:#?}");
        }
    }
    assert!(takebacks.iter().all(|count| *count > 5) && openings > 30, "{takebacks:?} {openings}");
}
