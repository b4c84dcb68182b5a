//! Non-interference in *Grand Fleet 1.2*: with the same dice nothing a seat can be shown changes when only what it may
//! not know changes. Ruling 12 says what is secret: the number of initiative dice until both sides have said it, fleets
//! until the markers are turned over, which marker is which even to its owner, gunnery until both sides have allocated.

use std::ops::Range;
use std::sync::LazyLock;

use crate::common::grand_fleet::{opens, otherwise};
use crate::common::laws::{self, Lawful, Moment, resolve};
use crate::common::twins::{Tally, Twins};
use crate::common::{Luck, few_and_many};
use crate::pictures::{self, Studio};
use wardroom::game::{Fact, Game, OrderForm, Seat, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::{Event, FormationEvent};
use wardroom::games::grand_fleet::ids::Side;

/// One of so many pairs is drawn.
const DRAWN: u32 = 8;

/// Where pictures are drawn.
static STUDIO: LazyLock<Studio<GrandFleet>> = LazyLock::new(|| Studio::of(GrandFleet::built_in()));

/// What came of the pairs of one kind.
#[derive(Debug, Default)]
struct Pairs {
    /// Pairs that were drawn, and those that whoever decided can tell apart by the picture.
    drawn: (usize, usize),
    /// Pairs tried.
    tried: usize,
    /// Pairs whose difference the rules opened.
    opened: usize,
    /// Positions compared, by what was asked.
    compared: Tally,
}

/// The difference is opened in both at the same entry.
fn opened(one: &Fact<Event>, other: &Fact<Event>) -> bool {
    assert_eq!(opens(one), opens(other), "{one:?} {other:?}");
    opens(one)
}

/// The viewers that are not a side.
fn without(side: Side) -> Vec<Viewer> {
    vec![Viewer::Seat(side.enemy().seat()), Viewer::Spectator]
}

fn everyone() -> Vec<Viewer> {
    vec![Viewer::Seat(Side::British.seat()), Viewer::Seat(Side::German.seat()), Viewer::Spectator]
}

/// Pairs that differ in a secret decision of one side, from random games.
fn decided_otherwise(kind: &str, seeds: std::ops::Range<u64>) -> Pairs {
    let mut pairs = Pairs::default();
    for seed in seeds {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            if otherwise::secret(moment.state.step) == Some(kind) {
                decide_otherwise(&moment, luck, &mut pairs);
            }
        });
    }
    println!("{kind}: {pairs:?}");
    pairs
}

fn decide_otherwise(moment: &Moment<'_, GrandFleet>, luck: &mut Luck, pairs: &mut Pairs) {
    let Moment { game, state, seat, order, .. } = moment;
    let facts = |order: &OrderForm| resolve(*game, state, *seat, order, moment.key).unwrap();
    let shown = otherwise::face_up(moment.facts);
    let alike = |other: &OrderForm| otherwise::face_up(&facts(other)) == shown;
    let Some(other) = otherwise::order(order, moment.options, luck, alike) else { return };
    assert_eq!(GrandFleet::order_policy(state, *seat, order), GrandFleet::order_policy(state, *seat, &other));
    let side = Side::of(*seat).unwrap();
    let mut twins = Twins {
        game: *game,
        one: (*state).clone(),
        other: (*state).clone(),
        viewer: without(side),
        what: format!("seed {}: {order} or {other}", moment.seed),
    };
    let now = twins.order(*seat, [order, &other], moment.key, opened);
    // Two orders may come to the same, such as two rules that fire at the same ships.
    if twins.one != twins.other {
        // Whoever decided sees the difference, so the comparison can see one.
        let own = [&twins.one, &twins.other].map(|state| game.view(state, Viewer::Seat(*seat)));
        assert_ne!(own[0], own[1], "{}", twins.what);
        pairs.tried += 1;
        if !now && luck.below(DRAWN) == 0 {
            let happened = [facts(order), facts(&other)];
            draw(&twins, &happened, *seat, pairs);
        }
        let later = now || twins.play(luck, opened, &mut pairs.compared);
        pairs.opened += usize::from(later);
    }
}

/// The pictures of both are the same for whoever may not tell them apart.
fn draw(twins: &Twins<'_, GrandFleet>, happened: &[Vec<Fact<Event>>; 2], decided: Seat, pairs: &mut Pairs) {
    let drawn = |viewer| {
        let svgs =
            |state, facts: &[_]| pictures::svgs(&STUDIO, state, viewer, &pictures::shown_to(facts, viewer));
        svgs(&twins.one, &happened[0]) == svgs(&twins.other, &happened[1])
    };
    for viewer in &twins.viewer {
        assert!(drawn(*viewer), "{}: {viewer:?} is drawn something else", twins.what);
    }
    pairs.drawn.0 += 1;
    pairs.drawn.1 += usize::from(!drawn(Viewer::Seat(decided)));
}

few_and_many!(
    the_number_of_initiative_dice_is_secret_until_both_have_said_it_7b: 0..25, 0..400;
    fleets_are_secret_until_the_markers_are_turned_over_8: 1000..1025, 1000..1500;
    gunnery_is_secret_until_both_have_allocated_8: 2000..2060, 2000..3000;
    which_marker_is_which_is_hidden_from_its_owner_too_8: 4000..4025, 4000..4600;
    a_shuffle_shows_nothing_of_itself_8: 5000..5040, 5000..5300;
);

/// More than so many of a hundred games.
fn more(found: usize, of_a_hundred: usize, games: &Range<u64>) -> bool {
    found * 100 > of_a_hundred * games.clone().count()
}

fn the_number_of_initiative_dice_is_secret_until_both_have_said_it_7b(games: Range<u64>) {
    let pairs = decided_otherwise("dice", games.clone());
    assert!(more(pairs.tried, 250, &games) && pairs.opened == pairs.tried, "{pairs:?}");
    assert!(more(pairs.compared["dice"], 125, &games), "{pairs:?}");
}

fn fleets_are_secret_until_the_markers_are_turned_over_8(games: Range<u64>) {
    let pairs = decided_otherwise("formation", games.clone());
    assert!(pairs.drawn.1 > 0, "a painter that is given more shows more: {pairs:?}");
    assert!(more(pairs.tried, 30, &games) && pairs.opened * 10 > pairs.tried * 9, "{pairs:?}");
    assert!(more(pairs.compared["formation"], 10, &games), "the other side forms meanwhile: {pairs:?}");
    assert!(
        more(pairs.compared["placement"], 300, &games) && more(pairs.compared["interception"], 60, &games),
        "{pairs:?}"
    );
}

fn gunnery_is_secret_until_both_have_allocated_8(games: Range<u64>) {
    let pairs = decided_otherwise("targets", games.clone());
    assert!(more(pairs.tried, 30, &games) && pairs.opened == pairs.tried, "{pairs:?}");
    assert!(more(pairs.compared["gunnery"], 10, &games), "{pairs:?}");
}

/// Nobody, not even its owner, can tell one face-down marker from another: in any position before they are turned over
/// another order of the same markers shows everyone the same to the end of interception.
fn which_marker_is_which_is_hidden_from_its_owner_too_8(games: Range<u64>) {
    let mut pairs = Pairs::default();
    for seed in games.clone() {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            let Moment { game, state, .. } = moment;
            let Some(other) = otherwise::shuffled(state, luck).filter(|_| luck.below(6) == 0) else { return };
            pairs.tried += 1;
            let what = format!("seed {seed}: another order of markers");
            let mut twins = Twins { game, one: state.clone(), other, viewer: everyone(), what };
            pairs.opened += usize::from(twins.play(luck, opened, &mut pairs.compared));
        });
    }
    println!("markers: {pairs:?}");
    assert!(more(pairs.tried, 33, &games) && pairs.opened == pairs.tried, "{pairs:?}");
    assert!(
        more(pairs.compared["placement"], 160, &games) && more(pairs.compared["interception"], 80, &games),
        "{pairs:?}"
    );
}

/// The shuffle itself: with other dice the order that ends formation shows everyone the same.
fn a_shuffle_shows_nothing_of_itself_8(games: Range<u64>) {
    let game = GrandFleet::built_in();
    let mut shuffles = 0;
    for seed in games.clone() {
        laws::play::<GrandFleet>(seed, |moment, luck| {
            let mixed = |fact: &Fact<Event>| {
                matches!(fact, Fact::Event(Event::Formation(FormationEvent::MarkersMixed { .. })))
            };
            if !moment.facts.iter().any(mixed) {
                return;
            }
            let Moment { state, seat, order, .. } = moment;
            let others = resolve(&game, state, seat, order, luck.key()).unwrap();
            let what = format!("seed {seed}: {order}");
            let (one, other) = (state.clone(), state.clone());
            let mut twins = Twins { game: &game, one, other, viewer: everyone(), what };
            assert!(!twins.happen(moment.facts, &others, "a shuffle", opened));
            shuffles += usize::from(twins.one != twins.other);
        });
    }
    assert!(more(shuffles, 33, &games), "only {shuffles} shuffles compared");
}
