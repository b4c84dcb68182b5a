//! Whole random games of *Goeben, 1914* through the table service, audited.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::commands::SeatCommands;
use crate::common::optional::some_rules;
use crate::common::{Luck, few_and_many};
use crate::toy::TestPlatform;
use wardroom::audit::{self, Evidence};
use wardroom::dice_page;
use wardroom::game::{Seat, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::Setup;
use wardroom::log::{MemoryStore, Store};
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, SeatSession, Tables};

/// Seeds of dice and ids follow from `seed`, as the orders do: what fails once fails again.
fn tables(store: &MemoryStore, seed: u64) -> Arc<Tables<Goeben, MemoryStore>> {
    Arc::new(Tables::new(Arc::new(store.clone()), TestPlatform::new(1000 * seed)))
}

fn open(
    tables: &Arc<Tables<Goeben, MemoryStore>>,
    setup: Setup,
    practice: bool,
) -> SeatSession<Goeben, MemoryStore> {
    let caller = Caller::new("p-1", "terminal");
    let seat: Seat = Goeben::commander();
    let opening = OpenTable {
        game: Arc::new(Goeben::new(SeaChart::builtin())),
        setup,
        practice,
        ready: false,
        entropy: false,
        witness: false,
        seats: vec![OpeningSeat { seat, player: "p-1".into() }],
    };
    match tables.open(&opening, &caller).unwrap() {
        Opened::Table { id, .. } => SeatSession::new(tables.clone(), &id, seat, caller),
        Opened::Refused(refusal) => panic!("{refusal}"),
    }
}

/// Plays sampled orders to the end; in practice now and then takes some back.
fn play(session: &SeatSession<Goeben, MemoryStore>, luck: &mut Luck) -> u32 {
    let mut orders = 0;
    loop {
        let snapshot = session.snapshot().unwrap();
        let Some(asked) = snapshot.facts.asked else { return orders };
        let form = snapshot.facts.options.sample(&mut |n| luck.below(n)).expect("a way on");
        let reply = session.submit(asked.number, form.clone()).unwrap();
        assert!(reply.is_accepted(), "{form}: {reply:?}");
        orders += 1;
        if snapshot.facts.practice && luck.below(20) == 0 {
            session.undo(1 + luck.below(3) as usize).unwrap();
        }
    }
}

few_and_many!(random_games_end_fold_and_pass_the_audit: 3, 10;);

fn random_games_end_fold_and_pass_the_audit(games: u64) {
    let store = MemoryStore::new();
    for seed in 0..games {
        let tables = tables(&store, seed);
        let mut luck = Luck::of(seed);
        let optional = if seed < 2 { BTreeSet::new() } else { some_rules(&mut luck) };
        let setup = Setup { optional, campaign: seed % 3 == 2, ..Setup::default() };
        let session = open(&tables, setup, seed % 2 == 1);
        let orders = play(&session, &mut luck);
        let snapshot = session.snapshot().unwrap();
        if snapshot.facts.practice {
            assert!(snapshot.facts.over && session.close().unwrap().is_accepted());
        }
        let folded = self::tables(&store, 99).look(session.table(), |table| table.view(Viewer::All)).unwrap();
        assert_eq!(folded, *session.snapshot().unwrap().view, "seed {seed}");
        let evidence = Evidence::from_store(&store, session.table(), None).unwrap();
        let findings = audit::audit(&evidence, &[], audit::rules::check::<Goeben>);
        assert!(!findings.is_failed(), "seed {seed}: {findings:#?}");
        assert!(findings.dice.is_ok() && findings.rules.is_ok(), "seed {seed}: {findings:#?}");
        let page = dice_page::page(&session.log(0).unwrap()).unwrap();
        println!("seed {seed}: {orders} orders, {}, {} rolls", findings.integrity, page.rolls.len());
    }
}

#[test]
fn what_lies_face_down_is_in_no_line_the_player_sees() {
    let store = MemoryStore::new();
    let session = open(&tables(&store, 1), Setup::default(), false);
    let snapshot = session.snapshot().unwrap();
    let form = snapshot.facts.options.sample(&mut |_| 0).unwrap();
    session.submit(snapshot.facts.asked.unwrap().number, form).unwrap();
    let seen: String = session.log(0).unwrap().iter().map(|line| line.to_value().to_string()).collect();
    assert!(!seen.contains("MarkersConcealed") && !seen.contains("concealed"), "{seen}");
    let whole: String = store.read(session.table(), 1).unwrap().iter().map(|e| e.kind.clone()).collect();
    assert!(whole.contains("MarkersConcealed"));
}
