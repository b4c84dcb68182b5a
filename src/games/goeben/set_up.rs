//! 3.0 Set-up: hidden draws, orders, the squadron, its first outfit and its collier.

use std::collections::BTreeMap;

use super::additional_ships;
use super::alert;
use super::board::Board;
use super::cargo;
use super::deployment;
use super::event::Event;
use super::ids::{Incident, Marker, Mission, Nation, Phase, SpaceId, SpaceKind, Track};
use super::officers;
use super::optional;
use super::pack::GermanSpec;
use super::play::{Done, Play, table};
use super::state::{CoastalUnit, Place, Setup, Ship, State};
use crate::game::{Fault, Node, Options, Refusal, Stop};

/// 3.0 Sets the scenario up as far as the player's first choice: alert level 3.0(2), markers and coast, orders 3.0(5),
/// the squadron at its place 3.0(8).
///
/// # Errors
/// Optional rules that do not go together, or chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>, setup: &Setup) -> Done {
    optional::check(&setup.optional)?;
    let pack = play.board.pack();
    let ships = pack
        .german
        .iter()
        .filter(|(id, _)| additional_ships::sails(play.board, setup, **id))
        .map(|(id, spec)| (*id, display(spec, pack.set_up.squadron)))
        .collect();
    officers::check(setup)?;
    play.emit(Event::ScenarioBegan {
        setup: setup.clone(),
        alert: pack.set_up.alert.clamp(alert::LOWEST, alert::HIGHEST),
        ships,
        standings: pack.nations.iter().map(|(nation, spec)| (*nation, spec.standing)).collect(),
        colliers: additional_ships::colliers(play.board, setup),
    })?;
    additional_ships::pay(play)?;
    deployment::roll(play)?;
    conceal(play)?;
    let missions: Vec<Mission> = pack.missions.keys().copied().collect();
    let mission = play.pick(table("orders", "3.0"), &missions)?;
    let days = pack.missions.get(&mission).map_or(0, |spec| spec.days);
    play.emit(Event::MissionDrawn { mission, days })
}

/// 3.0(6) A ship display at its starting values.
fn display(spec: &GermanSpec, at: SpaceId) -> Ship {
    let tracks = [
        (Track::Leadership, spec.leadership),
        (Track::Hull, spec.hull),
        (Track::Engines, spec.engines),
        (Track::Primary, spec.primary),
        (Track::Secondary, spec.secondary),
        (Track::Tertiary, spec.tertiary),
        (Track::Ammunition, spec.ammunition),
        (Track::Torpedoes, spec.torpedoes),
        (Track::Coal, spec.coal),
    ];
    Ship {
        class: spec.class,
        at: Some(at),
        tracks: tracks.into_iter().collect(),
        cargo: BTreeMap::new(),
        silenced: vec![],
    }
}

/// 3.0(3), 3.0(4) Markers to the patrol zones and the pool, coastal units to their harbours, all unseen.
fn conceal(play: &mut Play<'_, '_>) -> Done {
    let pack = play.board.pack();
    let mut places: BTreeMap<SpaceId, Place> = BTreeMap::new();
    let mut pool = Vec::new();
    let mut quiet_left = pack.incidents.get(&Incident::QuietSeas).map_or(0, |spec| spec.count);
    for stock in &pack.set_up.stocks {
        let mut markers = warships(play.board, stock.nation);
        markers.extend((0..stock.quiet_seas).map(|_| Marker::Incident(Incident::QuietSeas)));
        quiet_left = quiet_left.saturating_sub(stock.quiet_seas);
        let mut shuffled =
            play.shuffle(table("concealed-zones", "3.0").about(stock.nation), &markers)?.into_iter();
        for draw in &stock.zones {
            let drawn: Vec<Marker> = shuffled.by_ref().take(usize::from(draw.count)).collect();
            places.entry(draw.zone).or_default().hidden.extend(drawn);
        }
        pool.extend(shuffled);
    }
    for (incident, spec) in &pack.incidents {
        let count = if *incident == Incident::QuietSeas { quiet_left } else { spec.count };
        pool.extend((0..count).map(|_| Marker::Incident(*incident)));
    }
    pool.extend(
        pack.ships
            .iter()
            .filter(|(_, spec)| spec.class == super::ids::Class::TroopConvoy && !spec.what_if)
            .map(|(id, _)| Marker::Ship(*id)),
    );
    pool.extend(additional_ships::answer(&play.state.setup));
    let pool = play.shuffle(table("concealed-pool", "3.0"), &pool)?;
    conceal_coast(play, &mut places)?;
    play.emit(Event::MarkersConcealed { places, pool })
}

fn conceal_coast(play: &mut Play<'_, '_>, places: &mut BTreeMap<SpaceId, Place>) -> Done {
    let pack = play.board.pack();
    let values: Vec<u8> = pack.coastal.iter().flat_map(|spec| (0..spec.count).map(|_| spec.value)).collect();
    let mut shuffled = play.shuffle(table("concealed-coast", "3.0"), &values)?.into_iter();
    for (space, spec) in pack.spaces.iter().filter(|(_, spec)| spec.coastal_units > 0) {
        let drawn: Vec<CoastalUnit> = shuffled
            .by_ref()
            .take(usize::from(spec.coastal_units))
            .map(|value| CoastalUnit { value, shown: false })
            .collect();
        if drawn.len() < usize::from(spec.coastal_units) {
            return Err(Stop::Fault(Fault("the pack has too few coastal units".into())));
        }
        places.entry(*space).or_default().coast.extend(drawn);
    }
    Ok(())
}

fn warships(board: &Board, nation: Nation) -> Vec<Marker> {
    board
        .pack()
        .ships
        .iter()
        .filter(|(_, spec)| {
            spec.nation == nation && !spec.what_if && spec.class != super::ids::Class::TroopConvoy
        })
        .map(|(id, _)| Marker::Ship(*id))
        .collect()
}

/// 3.0(7), 3.0(9) Cargo for each ship, a place for the collier, and off.
pub fn options(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    options.push("load", cargo::load_options(board, state));
    options.push("discard", cargo::discard_options(board, state));
    options.push("collier", Node::one_of("space", collier_spaces(board, state).map(|space| space.0)));
    if state.colliers_to_place == 0 {
        options.push("done", Node::End);
    }
    options.push("deploy", deployment::options(board, state));
    options
}

/// 3.0(9) Sea spaces, where a collier may lie: the Atlantic only when the mission opens it (12.5).
fn collier_spaces<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = SpaceId> + 'a {
    let atlantic = super::movement::atlantic_is_open(board, state);
    board.pack().spaces.iter().filter_map(move |(space, spec)| {
        let open = match spec.kind {
            SpaceKind::HighSeas | SpaceKind::Transit | SpaceKind::PatrolZone => true,
            SpaceKind::AtlanticExit => atlantic,
            _ => false,
        };
        (open && !state.colliers.contains(space)).then_some(*space)
    })
}

/// 3.0(9) Places the collier; once all are placed, moves the last of them.
///
/// # Errors
/// A fault of the engine.
pub fn place_collier(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    if play.state.colliers_to_place == 0
        && let Some(last) = play.state.colliers.last().copied()
    {
        play.emit(Event::CollierRemoved { space: last, why: crate::game::Word::literal("set-up") })?;
        return play.emit(Event::CollierPlaced { space, left: 0 });
    }
    let left = play.state.colliers_to_place.saturating_sub(1);
    play.emit(Event::CollierPlaced { space, left })
}

/// 3.0(10) The first turn begins.
///
/// # Errors
/// A fault of the engine.
pub fn finish(play: &mut Play<'_, '_>) -> Done {
    play.emit(Event::PhaseBegan { turn: 1, phase: Phase::Outfitting })
}

/// Why a collier may not be placed there.
pub fn refuse_collier(board: &Board, state: &State, space: SpaceId) -> Option<Refusal> {
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("space", space));
    match board.kind(space) {
        SpaceKind::Port | SpaceKind::NavalBase => refusal("no-sea-space", "3.0"),
        SpaceKind::BlackSea => refusal("black-sea-closed", "12.5"),
        SpaceKind::AtlanticExit if !super::movement::atlantic_is_open(board, state) => {
            refusal("atlantic-closed", "12.5")
        }
        _ if state.colliers.contains(&space) => refusal("collier-there", "3.0"),
        _ => None,
    }
}

/// Why an order is refused during the set-up.
pub fn refuse(state: &State, verb: &str) -> Option<Refusal> {
    (verb == "done" && state.colliers_to_place > 0)
        .then(|| Refusal::new("collier-first", "3.0").about("colliers", state.colliers_to_place))
}
