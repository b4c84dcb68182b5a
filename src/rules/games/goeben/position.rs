//! Positions from outside: a file must hold a position of this game before the rules see it.

use std::collections::BTreeSet;

use super::alert;
use super::austria;
use super::board::Board;
use super::ids::{Cargo, Marker, Nation, Phase, ShipId, SpaceId, Track};
use super::officers;
use super::optional;
use super::state::battle::{Battle, BattleStep, Counter};
use super::state::company::MESSAGES_KEPT;
use super::state::{Ship, State, Task};
use crate::game::Defect;
use crate::game::limits::POSITIONS;

/// The most victory points, either way, that a position may have.
const POINTS_LIMIT: i32 = 100_000;
/// The most dice that a coastal unit or a Friendly Ship's markers may stand for.
const COUNTERS_LIMIT: u8 = 20;
/// The most hits of a kind that a ship in a battle may have taken.
const HITS_LIMIT: u8 = 100;
/// The most tasks in hand at once: news from Berlin may turn up a marker that turns up others (24.3).
const TASKS_LIMIT: usize = 12;
/// The most things of one kind in a list of the position.
const LIST_LIMIT: usize = 200;

/// Checks that `state` is a position of this game.
///
/// # Errors
/// The first thing that cannot be, by its name in the file.
pub fn check(board: &Board, state: &State) -> Result<(), Defect> {
    let spec = state.mission.and_then(|mission| board.pack().missions.get(&mission));
    hold(spec.is_some(), "mission", "one of the pack's")?;
    hold((alert::LOWEST..=alert::HIGHEST).contains(&state.alert), "alert", "from 1 to 6")?;
    hold((1..=50).contains(&state.days), "days", "from 1 to 50")?;
    hold(state.turn <= state.days, "turn", "at most `days`")?;
    hold((state.turn == 0) == (state.phase == Phase::SetUp), "turn", "0 exactly in the set-up")?;
    hold(
        state.victory_points.saturating_abs() <= POINTS_LIMIT,
        "victory_points",
        "within 100000 either way",
    )?;
    hold((-1..=1).contains(&state.today.morale), "today.morale", "-1, 0 or 1")?;
    hold(optional::check(&state.setup.optional).is_ok(), "setup.optional", "rules that go together")?;
    hold(state.pool.len() <= POSITIONS as usize, "pool", "of at most 1000 markers")?;
    ships(board, state)?;
    austrians(board, state)?;
    state.deployment.iter().try_for_each(|space| board.space(*space).map(drop))?;
    places(board, state)?;
    lists(board, state)?;
    company(board, state)?;
    tasks(board, state)?;
    campaign(board, state)
}

/// 24.0 Checks a campaign: every mission is in one place only, and the pack has all of it.
fn campaign(board: &Board, state: &State) -> Result<(), Defect> {
    let Some(campaign) = &state.campaign else {
        return hold(!state.setup.campaign, "campaign", "there, as `setup.campaign` says");
    };
    hold(state.setup.campaign, "setup.campaign", "true: there is a campaign")?;
    let mut missions: Vec<_> = campaign.orders.iter().chain(&state.mission).copied().collect();
    missions.extend(campaign.ledger.iter().map(|deed| deed.mission));
    // Between its record and the next set-up a mission is in hand and in the ledger at once.
    let recorded = campaign.ledger.last().is_some_and(|deed| Some(deed.mission) == state.mission);
    hold(!recorded || state.outcome.is_some(), "campaign.ledger", "without the mission in hand")?;
    let distinct: BTreeSet<_> = missions.iter().collect();
    let once = missions.len() - usize::from(recorded);
    hold(distinct.len() == once, "campaign", "with every mission in one place")?;
    hold(campaign.open_seas.len() <= LIST_LIMIT, "campaign.open_seas", "of at most 200 spaces")?;
    campaign.open_seas.iter().try_for_each(|space| board.space(*space).map(drop))?;
    each_ship(board, campaign.removed.iter().copied())?;
    campaign.kept.keys().try_for_each(|ship| ours(state, *ship))
}

/// 25 Checks the officers' affairs: they concern seats of this table only, and there are none without a shared command.
fn company(board: &Board, state: &State) -> Result<(), Defect> {
    hold(
        state.company.is_some() == state.setup.is_shared(),
        "company",
        "there exactly where several players share the command",
    )?;
    let Some(company) = &state.company else { return Ok(()) };
    let seats = officers::seats(board, &state.setup);
    let readers = company
        .letters
        .iter()
        .flat_map(|letter| letter.read_by.iter().chain(&letter.kept_from).chain([&letter.by]));
    let minds =
        company.proposals.values().flat_map(|proposal| proposal.agreed.iter().chain(&proposal.opposed));
    let mut named = company
        .away
        .iter()
        .chain(&company.done)
        .chain(&company.lapsed)
        .chain(company.proposals.keys())
        .chain(company.messages.keys())
        .chain(readers)
        .chain(minds);
    hold(named.all(|seat| seats.contains(seat)), "company", "about seats of the table")?;
    let kept = company.messages.values().all(|messages| messages.len() <= MESSAGES_KEPT);
    hold(kept, "company.messages", "of at most 20 to an officer")?;
    company.letters.iter().try_for_each(|letter| board.space(letter.space).map(drop))
}

fn hold(holds: bool, key: &str, must: &str) -> Result<(), Defect> {
    if holds { Ok(()) } else { Err(Defect(format!("the position's `{key}` must be {must}"))) }
}

fn ships(board: &Board, state: &State) -> Result<(), Defect> {
    hold(!state.ships.is_empty(), "ships", "one German ship at least")?;
    for (id, ship) in &state.ships {
        let spec = board.german(*id)?;
        let key = format!("ships.{id}");
        for (track, value) in &ship.tracks {
            let limit = spec.limit(*track);
            hold(*value <= limit, &format!("{key}.{track}"), &format!("at most {limit}"))?;
        }
        // The French fleet sinks a ship whatever hull it has left (13.0).
        hold(ship.at.is_none() || ship.track(Track::Hull) > 0, &key, "on the map only while it has hull")?;
        let boxes = ship.track(Track::Hull);
        let lies_well = |(n, cargo): (&u8, &Cargo)| {
            let top = cargo.top_box(*n);
            *n > 0 && top <= boxes && (top == *n || !ship.cargo.contains_key(&top))
        };
        hold(
            ship.cargo.iter().all(lies_well),
            &format!("{key}.cargo"),
            "in whole hull boxes, a seaplane in two",
        )?;
        if let Some(at) = ship.at {
            board.space(at)?;
        }
    }
    for cargo in Cargo::ALL {
        let count = board.pack().cargo.get(cargo).map_or(0, |spec| spec.count);
        let used: usize = state.ships.values().map(|ship: &Ship| usize::from(ship.carries(*cargo))).sum();
        // 8.3: what has left its ship for the map is not back in the box.
        let laid: usize = match cargo {
            Cargo::Seebataillon => state.places.values().filter(|place| place.landed).count(),
            Cargo::Mines => state.places.values().map(|place| usize::from(place.mines)).sum(),
            _ => 0,
        };
        hold(used + laid <= usize::from(count), "ships", &format!("with at most {count} of {cargo} in use"))?;
    }
    Ok(())
}

/// 20.0 Austro-Hungarian counters of the pack, in their seas.
fn austrians(board: &Board, state: &State) -> Result<(), Defect> {
    for (id, ship) in &state.austrians {
        let key = format!("austrians.{id}");
        hold(board.ship(*id)?.nation == Nation::AustroHungarian, &key, "an Austro-Hungarian ship")?;
        if let Some(at) = ship.at() {
            board.space(at)?;
            hold(austria::may_enter(board, at), &key, "in the Adriatic or the Eastern Mediterranean")?;
        }
    }
    Ok(())
}

fn places(board: &Board, state: &State) -> Result<(), Defect> {
    for (space, place) in &state.places {
        board.space(*space)?;
        let key = format!("places.{space}");
        hold(place.friends <= COUNTERS_LIMIT, &format!("{key}.friends"), "at most 20")?;
        hold(place.coast.len() <= LIST_LIMIT, &format!("{key}.coast"), "of at most 200 units")?;
        hold(
            place.coast.iter().all(|unit| unit.value <= COUNTERS_LIMIT),
            &format!("{key}.coast"),
            "of values to 20",
        )?;
        hold(place.hidden.len() + place.shown.len() <= LIST_LIMIT, &key, "of at most 200 markers")?;
        each_ship(board, place.shown.iter().copied().chain(markers(&place.hidden)))?;
    }
    each_ship(
        board,
        markers(&state.pool).chain(state.damaged.iter().copied()).chain(state.sunk.iter().copied()),
    )
}

fn markers(markers: &[Marker]) -> impl Iterator<Item = ShipId> + '_ {
    markers.iter().filter_map(|marker| match marker {
        Marker::Ship(ship) => Some(*ship),
        Marker::Incident(_) => None,
    })
}

fn each_ship(board: &Board, mut ships: impl Iterator<Item = ShipId>) -> Result<(), Defect> {
    ships.try_for_each(|ship| board.ship(ship).map(drop))
}

fn lists(board: &Board, state: &State) -> Result<(), Defect> {
    let today = &state.today;
    let spaces: Vec<SpaceId> = [&state.colliers, &state.visited, &state.todo]
        .into_iter()
        .chain([&today.merchantmen, &today.storms, &today.bombarded])
        .flatten()
        .copied()
        .chain(today.visibility.keys().copied())
        .chain(today.supplied.iter().map(|(space, _)| *space))
        .chain(today.drawn.iter().map(|(space, _)| *space))
        .chain(today.ways.values().flatten().copied())
        .collect();
    hold(spaces.len() <= LIST_LIMIT, "today", "of at most 200 spaces")?;
    spaces.into_iter().try_for_each(|space| board.space(space).map(drop))?;
    let dice = today.visibility.values().flatten();
    hold(dice.clone().all(|die| (1..=6).contains(die)), "today.visibility", "dice from 1 to 6")?;
    let named =
        [&today.outfitted, &today.repaired, &today.scouted].into_iter().flatten().chain(today.points.keys());
    named.copied().try_for_each(|ship| ours(state, ship))?;
    // 20.0: an Austro-Hungarian ship moves, but it neither outfits, repairs nor scouts.
    today.moved.iter().try_for_each(|ship| in_fleet(state, *ship))
}

fn ours(state: &State, ship: ShipId) -> Result<(), Defect> {
    hold(state.ships.contains_key(&ship), &format!("ships.{ship}"), "there: something else names it")
}

fn in_fleet(state: &State, ship: ShipId) -> Result<(), Defect> {
    if state.austrians.contains_key(&ship) { Ok(()) } else { ours(state, ship) }
}

fn tasks(board: &Board, state: &State) -> Result<(), Defect> {
    hold(state.tasks.len() <= TASKS_LIMIT, "tasks", "twelve at most")?;
    for task in &state.tasks {
        match task {
            Task::Share { space, ships, .. } => {
                board.space(*space)?;
                ships.iter().try_for_each(|ship| ours(state, *ship))?;
            }
            Task::Incidents { space, .. } => drop(board.space(*space)?),
            Task::Evade { ships } | Task::Ram { ships } => {
                hold(!ships.is_empty(), "tasks", "about a ship at least")?;
                ships.iter().try_for_each(|ship| in_fleet(state, *ship))?;
            }
            Task::Battle(battle) => battle_in_hand(board, state, battle)?,
            Task::Reward { among } => {
                let asked = state.campaign.is_some() && state.outcome.is_some() && !among.is_empty();
                hold(asked, "tasks", "a reward only between the missions of a campaign")?;
            }
            Task::Choose {} | Task::Examine { .. } => {}
        }
    }
    Ok(())
}

fn battle_in_hand(board: &Board, state: &State, battle: &Battle) -> Result<(), Defect> {
    board.space(battle.space)?;
    battle.german.iter().try_for_each(|ship| ours(state, *ship))?;
    battle.austrians.iter().try_for_each(|counter| in_fleet(state, counter.ship))?;
    each_ship(board, battle.enemies.iter().map(|enemy| enemy.ship))?;
    hold((1..=3).contains(&battle.together), "tasks.battle.together", "1, 2 or 3")?;
    // Saturating, because the least `i32` has no absolute value.
    let scored = battle.gained.saturating_abs().max(battle.lost.saturating_abs());
    hold(scored <= POINTS_LIMIT, "tasks.battle", "scored within 100000")?;
    let mut counters = battle.enemies.iter().chain(&battle.austrians);
    let few = |it: &Counter| it.damage.max(it.gun_hits).max(it.engine_hits) <= HITS_LIMIT;
    hold(counters.all(few), "tasks.battle", "with at most 100 hits on a ship")?;
    match &battle.step {
        BattleStep::Fire { round, .. } => {
            hold(usize::from(*round) < battle.rounds().len(), "tasks.battle.step", "in one of the rounds")
        }
        _ => Ok(()),
    }
}
