//! Imagined worlds of *Goeben, 1914*: each fits what its seat sees and has seen and can be played on, none depends on what
//! the seat may not know, and nothing that may be is left out.

use std::collections::BTreeSet;

use crate::common::laws::{self, Lawful, fold, resolve};
use crate::common::optional::some_rules;
use crate::common::{Luck, few_and_many};
use wardroom::game::{Audience, Dice, Fact, Game, Seat, Shared, Viewer};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::{
    CampaignEvent, Event, IncidentEvent, IntelligenceEvent, NavalCombatEvent,
};
use wardroom::games::goeben::ids::{Class, Incident, Marker, SpaceId};
use wardroom::games::goeben::state::{Officers, Optional, Setup, State};

/// One of so many positions is looked at.
const LOOKED_AT: u32 = 5;
/// Orders that a world is played on by.
const PLAYED_ON: usize = 15;
/// Orders of a game that are looked at: enough for several missions.
const ORDERS: usize = 1500;
/// How often a world is imagined at a position whose worlds are counted.
const OFTEN: u32 = 2000;

few_and_many!(
    worlds_fit_what_their_seat_has_seen_and_can_be_played_on: 10, 400;
    worlds_do_not_depend_on_what_their_seat_may_not_know: 8, 300;
    nothing_that_may_be_is_left_out: 2, 40;
);

/// A game as one of its seats lives through it.
struct Life {
    game: Goeben,
    seat: Seat,
    state: State,
    past: Vec<Fact<Event>>,
}

impl Life {
    fn begin(seed: u64, luck: &mut Luck) -> Life {
        let game = Goeben::built_in();
        let mut setup =
            Setup { optional: some_rules(luck), campaign: luck.below(3) == 0, ..Setup::default() };
        if luck.below(3) == 0 {
            setup.officers = luck.one_of(Officers::ALL).copied();
            setup.austrian_commander = setup.has(Optional::AustriaHungary) && luck.below(2) == 0;
        }
        let key = luck.key();
        let chance = &mut wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
        let facts = game.start(&setup, chance).unwrap_or_else(|stop| panic!("seed {seed}: {stop}"));
        let seat = *luck.one_of(&game.seats(&setup)).expect("a seat");
        let state = game.blank();
        let mut life = Life { game, seat, state, past: vec![] };
        life.happen(&facts);
        life
    }

    fn happen(&mut self, facts: &[Fact<Event>]) {
        fold(&mut self.state, facts);
        let sees = |fact: &&Fact<Event>| match Goeben::fact_policy(fact).audience {
            Audience::Everyone => true,
            Audience::Seats(seats) => seats.contains(&self.seat),
            Audience::Nobody => false,
        };
        self.past.extend(facts.iter().filter(sees).cloned());
    }

    /// Some order of a seat, mostly of one that is waited for.
    fn step(&mut self, luck: &mut Luck) {
        let prompts = self.game.prompts(&self.state);
        let waited: Vec<_> = prompts.iter().filter(|prompt| prompt.awaited || luck.below(8) == 0).collect();
        let seat = luck.one_of(&waited).expect("somebody is asked").seat;
        let Some(order) = self.game.options(&self.state, seat).sample(&mut |n| luck.below(n)) else { return };
        let facts = resolve(&self.game, &self.state, seat, &order, luck.key())
            .expect("what is offered is carried out");
        self.happen(&facts);
    }

    fn imagined(&self, state: &State, key: [u8; 32]) -> State {
        let view = self.game.view(state, Viewer::Seat(self.seat));
        self.game.imagine(&view, self.seat, &self.past, &mut Dice::from_key(key)).expect("a world")
    }
}

fn face_down(state: &State) -> Vec<Marker> {
    let hidden = state.places.values().flat_map(|place| &place.hidden);
    let mut markers: Vec<Marker> = hidden.chain(&state.pool).copied().collect();
    markers.sort();
    markers
}

fn worlds_fit_what_their_seat_has_seen_and_can_be_played_on(games: u64) {
    let (mut worlds, mut campaigns) = (0_u64, 0_u64);
    for seed in 0..games {
        let mut luck = Luck::of(40_000 + seed);
        let mut life = Life::begin(seed, &mut luck);
        for _ in 0..ORDERS {
            if life.game.is_over(&life.state) {
                break;
            }
            if luck.below(LOOKED_AT) == 0 {
                fits(&life, seed, &mut luck);
                worlds += 1;
                campaigns += u64::from(life.state.campaign.as_ref().is_some_and(|it| !it.ledger.is_empty()));
            }
            life.step(&mut luck);
        }
    }
    println!("{worlds} worlds, {campaigns} of them in later missions");
    assert!(worlds > 20 * games && campaigns > 2 * games, "{worlds} worlds, {campaigns} of campaigns");
}

fn fits(life: &Life, seed: u64, luck: &mut Luck) {
    let Life { game, seat, state, past } = life;
    let world = life.imagined(state, luck.key());
    let what = format!("seed {seed}: {seat} on turn {}, {}", state.turn, state.phase);
    let shown = |state: &State| game.view(state, Viewer::Seat(*seat));
    assert_eq!(shown(&world), shown(state), "{what}");
    let options = |state: &State| format!("{:?}", game.options(state, *seat));
    assert_eq!(options(&world), options(state), "{what}");
    assert_eq!(game.prompts(&world), game.prompts(state), "{what}");
    assert_eq!(game.check(&world), Ok(()), "{what}: {world:?}");
    assert_eq!(face_down(&world), face_down(state), "{what}: other markers than there are");
    let open = |state: &State| State {
        places: Shared::default(),
        pool: Shared::default(),
        company: None,
        ..state.clone()
    };
    assert_eq!(open(&world), open(state), "{what}: what lies open, and what is remembered");
    let lapsed = |state: &State| state.company.as_ref().map(|company| company.lapsed.clone());
    assert_eq!(lapsed(&world), lapsed(state), "{what}");
    let met = met(past);
    for place in world.places.values() {
        let elsewhere = place.hidden.iter().find(|marker| met.contains(marker));
        assert_eq!(elsewhere, None, "{what}: it has been seen since it was dealt");
    }
    let mut world = world;
    for _ in 0..PLAYED_ON {
        if game.is_over(&world) {
            break;
        }
        let seat = laws::asked(game, &world, luck);
        let Some(order) = game.options(&world, seat).sample(&mut |n| luck.below(n)) else { continue };
        let facts = resolve(game, &world, seat, &order, luck.key());
        fold(&mut world, &facts.unwrap_or_else(|stop| panic!("{what}: {order}: {stop}")));
    }
}

/// Ships that have been seen in this scenario: none of them lies face down in a zone any more.
fn met(past: &[Fact<Event>]) -> BTreeSet<Marker> {
    let mut met = BTreeSet::new();
    for fact in past {
        let Fact::Event(event) = fact else { continue };
        match event {
            Event::Incidents(
                IncidentEvent::MarkersDrawn { markers, .. } | IncidentEvent::MarkersRevealed { markers, .. },
            )
            | Event::Intelligence(IntelligenceEvent::UnitsRevealed { markers, .. }) => met.extend(markers),
            Event::NavalCombat(NavalCombatEvent::BattleEnded { returned, .. }) => {
                met.extend(returned.iter().map(|ship| Marker::Ship(*ship)));
            }
            Event::Campaign(CampaignEvent::MissionBegan { .. }) => met.clear(),
            _ => {}
        }
    }
    met.retain(|marker| matches!(marker, Marker::Ship(_)));
    met
}

/// Positions with other markers in zones and pool, other guns on the coast and other words said give a seat the same worlds
/// from the same dice.
fn worlds_do_not_depend_on_what_their_seat_may_not_know(games: u64) {
    let mut pairs = 0;
    for seed in 0..games {
        let mut luck = Luck::of(50_000 + seed);
        let mut life = Life::begin(seed, &mut luck);
        for _ in 0..ORDERS / 4 {
            if life.game.is_over(&life.state) {
                break;
            }
            let other = otherwise(&life, &mut luck);
            let key = luck.key();
            pairs += u64::from(other != life.state);
            assert_eq!(life.imagined(&other, key), life.imagined(&life.state, key), "seed {seed}");
            life.step(&mut luck);
        }
    }
    assert!(pairs > 20 * games, "only {pairs} pairs");
}

/// The same position with everything that lies face down mixed, and with what others wrote to each other forgotten.
fn otherwise(life: &Life, luck: &mut Luck) -> State {
    let mut other = life.state.clone();
    let mut hidden: Vec<Marker> =
        other.places.values().flat_map(|place| &place.hidden).chain(&other.pool).copied().collect();
    luck.shuffle(&mut hidden);
    let places = other.places.values_mut();
    for marker in places.flat_map(|place| &mut place.hidden).chain(other.pool.iter_mut()) {
        *marker = hidden.pop().expect("as many as there were");
    }
    let units = || other.places.values().flat_map(|place| &place.coast).filter(|unit| !unit.shown);
    let mut values: Vec<u8> = units().map(|unit| unit.value).collect();
    luck.shuffle(&mut values);
    let units = other.places.values_mut().flat_map(|place| &mut place.coast).filter(|unit| !unit.shown);
    units.for_each(|unit| unit.value = values.pop().expect("as many as there were"));
    if let Some(company) = &mut other.company {
        company.messages.retain(|seat, _| *seat == life.seat);
        let unknown = company.letters.iter_mut().filter(|letter| !letter.is_known_at(life.seat));
        unknown.for_each(|letter| letter.text = Some("something else".into()));
    }
    other
}

/// Wherever a ship may lie by the rules and by what has been seen, it lies in some world; and everywhere else in none. At a
/// table that has looked into zones and pool already.
fn nothing_that_may_be_is_left_out(games: u64) {
    let mut seen = 0;
    for seed in 0..games {
        let mut luck = Luck::of(60_000 + seed);
        let mut life = Life::begin(seed, &mut luck);
        while !life.game.is_over(&life.state) && (met(&life.past).is_empty() || life.state.turn < 3) {
            life.step(&mut luck);
        }
        if life.game.is_over(&life.state) {
            continue;
        }
        let mut found: BTreeSet<(Marker, Option<SpaceId>)> = BTreeSet::new();
        let mut guns: BTreeSet<(SpaceId, usize, u8)> = BTreeSet::new();
        for _ in 0..OFTEN {
            let world = life.imagined(&life.state, luck.key());
            for (space, place) in &world.places {
                found.extend(place.hidden.iter().map(|marker| (*marker, Some(*space))));
                guns.extend(place.coast.iter().enumerate().map(|(at, unit)| (*space, at, unit.value)));
            }
            found.extend(world.pool.iter().map(|marker| (*marker, None)));
        }
        assert_eq!(found, possible(&life), "seed {seed}");
        assert!(life.state.places.iter().all(|(space, place)| {
            place.coast.iter().enumerate().all(|(at, unit)| guns.contains(&(*space, at, unit.value)))
        }));
        seen += 1;
    }
    assert!(seen * 2 > games, "{seen} positions of {games}");
}

/// Every place where a marker face down may lie, of a scenario that is no later one of a campaign: a warship that nobody has
/// met in the zones of her nation and in the pool, Quiet Seas there as well, everything else in the pool.
fn possible(life: &Life) -> BTreeSet<(Marker, Option<SpaceId>)> {
    let pack = life.game.board().pack();
    let met = met(&life.past);
    let mut possible = BTreeSet::new();
    for marker in face_down(&life.state) {
        possible.insert((marker, None));
        for stock in &pack.set_up.stocks {
            let dealt = match marker {
                Marker::Ship(ship) => {
                    let spec = &pack.ships[&ship];
                    let dealt =
                        spec.nation == stock.nation && spec.class != Class::TroopConvoy && !spec.what_if;
                    dealt && !met.contains(&marker)
                }
                Marker::Incident(incident) => incident == Incident::QuietSeas,
            };
            let lie =
                |space: &SpaceId| life.state.place(*space).is_some_and(|place| !place.hidden.is_empty());
            let zones = stock.zones.iter().map(|draw| draw.zone).filter(|space| dealt && lie(space));
            possible.extend(zones.map(|space| (marker, Some(space))));
        }
    }
    possible
}
