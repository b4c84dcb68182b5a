//! *Grand Fleet* through the table service: a table of two, and policies that play it.

use std::sync::Arc;

use wardroom::game::{OrderForm, Seat};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::grand_fleet::state::{Berth, Setup};
use wardroom::log::MemoryStore;
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, SeatSession, SeatSnapshot, Tables};

use crate::common::Luck;
use crate::common::commands::SeatCommands;
use crate::common::grand_fleet::SIDES;
use crate::toy::TestPlatform;

pub type Seas = Tables<GrandFleet, MemoryStore>;
pub type Session = SeatSession<GrandFleet, MemoryStore>;

/// A table of two players.
pub struct Playing {
    pub store: MemoryStore,
    pub tables: Arc<Seas>,
    pub id: String,
    pub sessions: [Session; 2],
}

/// The player of a side.
pub fn player(side: Side) -> Caller {
    Caller::new(&format!("p-{side}"), "terminal")
}

/// The tables of a store, with a clock and randomness of its own.
pub fn service(store: &MemoryStore, platform: u64) -> Arc<Seas> {
    of_platform(store, TestPlatform::new(platform))
}

fn of_platform(store: &MemoryStore, platform: Arc<TestPlatform>) -> Arc<Seas> {
    Arc::new(Tables::new(Arc::new(store.clone()), platform))
}

impl Playing {
    /// Opens a table; its dice and ids follow from `platform`.
    pub fn open(platform: u64, setup: Setup) -> Playing {
        Playing::open_on(TestPlatform::new(platform), setup)
    }

    /// The same on this platform.
    pub fn open_on(platform: Arc<TestPlatform>, setup: Setup) -> Playing {
        let store = MemoryStore::new();
        let tables = of_platform(&store, platform);
        let taken = SIDES.map(|side| OpeningSeat { seat: side.seat(), player: player(side).player });
        let opening = OpenTable {
            game: Arc::new(GrandFleet::new(Chart::builtin())),
            setup,
            practice: false,
            ready: false,
            entropy: false,
            witness: false,
            seats: taken.to_vec(),
        };
        let id = match tables.open(&opening, &player(Side::British)).unwrap() {
            Opened::Table { id, .. } => id,
            Opened::Refused(refusal) => panic!("{refusal}"),
        };
        Playing::seated(store, tables, id)
    }

    /// A table of these two players that is in a store already.
    pub fn at(store: MemoryStore, id: String, platform: u64) -> Playing {
        let tables = service(&store, platform);
        Playing::seated(store, tables, id)
    }

    fn seated(store: MemoryStore, tables: Arc<Seas>, id: String) -> Playing {
        let sessions = SIDES.map(|side| SeatSession::new(tables.clone(), &id, side.seat(), player(side)));
        Playing { store, tables, id, sessions }
    }

    /// The session of a seat.
    pub fn session(&self, seat: Seat) -> &Session {
        &self.sessions[usize::from(seat == Side::German.seat())]
    }

    /// Who is asked now.
    pub fn asked(&self) -> Vec<Seat> {
        self.tables
            .look(&self.id, |table| table.asked().iter().map(|asked| asked.prompt.seat).collect())
            .unwrap()
    }

    /// Gives an order of a seat in answer to what it is asked.
    pub fn give(&self, seat: Seat, form: OrderForm) {
        let session = self.session(seat);
        let asked = session.snapshot().unwrap().facts.asked.unwrap();
        let reply = session.submit(asked.number, form.clone()).unwrap();
        assert!(reply.is_accepted(), "{form}: {reply:?}");
    }

    /// Plays on to the end by a policy, with `between` after every order.
    pub fn play_out(&self, policy: Policy, luck: &mut Luck, mut between: impl FnMut(&Playing, &mut Luck)) {
        while let Some(seat) = luck.one_of(&self.asked()).copied() {
            let form = policy.choose(&self.session(seat).snapshot().unwrap(), luck);
            self.give(seat, form);
            between(self, luck);
        }
    }
}

/// A way of playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any order.
    Random,
    /// Battle whenever it can be had, in few hexes.
    Eager,
    /// Ships are sent away and never committed, and battles refused.
    Shedding,
    /// Both sides shed ships to just above what they need, and on together.
    SheddingTogether,
}

impl Policy {
    /// An order for whom `snapshot` asks.
    pub fn choose(self, snapshot: &SeatSnapshot<GrandFleet>, luck: &mut Luck) -> OrderForm {
        let options = &snapshot.facts.options;
        let verbs: Vec<&str> = options.verbs.iter().map(|(verb, _)| verb.as_str()).collect();
        let wanted = match self {
            Policy::Random => None,
            Policy::Eager if luck.below(8) == 0 => None,
            Policy::Eager => ["seek", "accept", "unleash", "fire-by", "fight-on"]
                .into_iter()
                .find(|verb| verbs.contains(verb)),
            Policy::Shedding | Policy::SheddingTogether if verbs.contains(&"transfer") => {
                Some(if self.sheds(snapshot) { "transfer" } else { "decline" })
            }
            Policy::Shedding | Policy::SheddingTogether => {
                ["decline", "refuse", "hold-back"].into_iter().find(|verb| verbs.contains(verb))
            }
        };
        let sample = |luck: &mut Luck| options.sample(&mut |n| luck.below(n)).expect("a way on");
        for _ in 0..200 {
            let form = sample(luck);
            let near = self != Policy::Eager || self.in_few_hexes(&form);
            if near && wanted.is_none_or(|verb| form.verb.as_str() == verb) {
                return form;
            }
        }
        sample(luck)
    }

    fn in_few_hexes(self, form: &OrderForm) -> bool {
        let few = ["204", "304", "405", "505", "506", "507"];
        !form.verb.as_str().starts_with("place")
            || form.word("hex").is_some_and(|hex| few.contains(&hex.as_str()))
    }

    /// Whether a side sends ships away: alone always, together only once both stand where a throw may do it.
    fn sheds(self, snapshot: &SeatSnapshot<GrandFleet>) -> bool {
        let ships = |side: Side| {
            let chart = snapshot.game.chart();
            let ours = |ship| chart.ship(ship).unwrap().nation.side() == side;
            snapshot
                .view
                .berths
                .iter()
                .filter(|(ship, berth)| **berth == Berth::Fleet && ours(**ship))
                .count()
        };
        let spare = |side: Side| ships(side).saturating_sub(if side == Side::British { 21 } else { 11 });
        let mine = Side::of(snapshot.seat).unwrap();
        self == Policy::Shedding || spare(mine) > 5 || (spare(mine.enemy()) <= 5)
    }
}
