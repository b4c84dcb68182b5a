//! `given …`: the position a case begins from.

use wardroom_rules::game::{Chance, Events, Fact, Game, Stop};
use wardroom_rules::games::goeben::Goeben;
use wardroom_rules::games::goeben::ids::{Cargo, Class, Marker, Mission, Phase, ShipId, SpaceId, Track};
use wardroom_rules::games::goeben::pack::SeaChart;
use wardroom_rules::games::goeben::state::austrian::{Austrian, Loss};
use wardroom_rules::games::goeben::state::{CoastalUnit, Optional, Setup, SpaceContents, State};

use super::campaign;
use crate::casebook::{id, list, number};

/// The game on the built-in pack.
pub fn game() -> Goeben {
    Goeben::new(SeaChart::builtin())
}

/// Turn 1 of Ottoman Alliance, outfitting, the squadron bare at Messina, an empty sea and an empty pool.
pub fn quiet_sea(game: &Goeben) -> State {
    let mut state = set_up(game, Mission::OttomanAlliance);
    state.turn = 1;
    state.phase = Phase::Outfitting;
    state.colliers_to_place = 0;
    state.places.clear();
    state.pool.clear();
    state
}

/// The set-up as it stands when the player is first asked, nothing having been shuffled, these orders drawn.
pub fn set_up(game: &Goeben, orders: Mission) -> State {
    opened(game, &Setup::default(), None, orders).expect("set-up")
}

/// The same at a table opened with options; `die` is the one of variable deployment (18).
pub fn opened(game: &Goeben, setup: &Setup, die: Option<u32>, orders: Mission) -> Result<State, Stop> {
    let missions = &game.board().pack().missions;
    let drawn = missions.keys().position(|mission| *mission == orders).expect("the mission") as u32;
    let facts = game.start(setup, &mut Chance::scripted(die.into_iter().chain([drawn + 1])))?;
    let mut state = game.blank();
    for fact in &facts {
        if let Fact::Event(event) = fact {
            event.apply(&mut state).expect("fits");
        }
    }
    Ok(state)
}

/// A set-up with these optional rules, by name.
pub fn setup(rules: &[&str]) -> Result<Setup, String> {
    let named = |rule: &&str| Optional::named(rule).ok_or(format!("no optional rule {rule}"));
    Ok(Setup { optional: rules.iter().map(named).collect::<Result<_, _>>()?, ..Setup::default() })
}

/// Changes the position as a `given` line says.
pub fn given(game: &Goeben, state: &mut State, words: &[&str]) -> Result<(), String> {
    if let Some(done) = campaign::given(state, words) {
        return done;
    }
    match words {
        ["set-up"] => *state = set_up(game, Mission::OttomanAlliance),
        ["set-up", name] => *state = set_up(game, Mission::named(name).ok_or("no such mission")?),
        ["opened", rules @ .., "die", die] => {
            let opened = opened(game, &setup(rules)?, Some(number(die)?), Mission::OttomanAlliance);
            *state = opened.map_err(|stop| stop.to_string())?;
        }
        ["opened", rules @ ..] => {
            let opened = opened(game, &setup(rules)?, None, Mission::OttomanAlliance);
            *state = opened.map_err(|stop| stop.to_string())?;
        }
        ["option", rules @ ..] => state.setup.optional.extend(setup(rules)?.optional),
        ["austrian", ship, loss @ ("damaged" | "sunk")] => {
            let loss = Loss::named(loss).ok_or("no such loss")?;
            state.austrians.insert(id(ship)?, Austrian::Lost(loss));
        }
        ["austrian", ship, "at", space] => {
            state.austrians.insert(id(ship)?, Austrian::At(id(space)?));
        }
        ["phase", phase] => state.phase = Phase::named(phase).ok_or("no such phase")?,
        ["rules", n] => state.rules = number(n)?,
        ["turn", n] => state.turn = number(n)?,
        ["alert", n] => state.alert = number(n)?,
        ["vp", n] => state.victory_points = number(n)?,
        ["mission", name] => {
            let mission = Mission::named(name).ok_or("no such mission")?;
            state.mission = Some(mission);
            state.days = game.board().pack().missions[&mission].days;
        }
        ["won", name] => state.won.push(Mission::named(name).ok_or("no such mission")?),
        ["at", space, rest @ ..] => lay(state.places.entry(id(space)?).or_default(), rest)?,
        ["pool", "empty"] => state.pool.clear(),
        ["pool", markers @ ..] => state.pool = list(markers)?.into(),
        ["collier", space] => state.colliers.push(id(space)?),
        ["visited", space] => state.visited.push(id(space)?),
        ["storm", space] => state.today.storms.push(id(space)?),
        ["visibility", space] => drop(state.today.visibility.insert(id(space)?, None)),
        ["visibility", space, die] => {
            state.today.visibility.insert(id(space)?, Some(number(die)?));
        }
        ["merchantman", space] => state.today.merchantmen.push(id(space)?),
        ["morale", dice] => state.today.morale = number(dice)?,
        ["french-sortie", turn] => state.french_sortie = Some(number(turn)?),
        ["standing", nation, standing] => {
            let nation = wardroom_rules::games::goeben::ids::Nation::named(nation).ok_or("no such power")?;
            let standing =
                wardroom_rules::games::goeben::ids::Power::named(standing).ok_or("no such standing")?;
            state.standings.insert(nation, standing);
        }
        ["officers", rest @ ..] => super::officers::given(game, state, rest)?,
        [ship, rest @ ..] => ship_as(state, ship, rest)?,
        [] => return Err("given what?".into()),
    }
    Ok(())
}

fn lay(place: &mut SpaceContents, words: &[&str]) -> Result<(), String> {
    match words {
        ["hidden", markers @ ..] => place.hidden = list(markers)?,
        ["shown", ships @ ..] => place.shown = list(ships)?,
        ["coast", values @ ..] => {
            for value in values {
                place.coast.push(CoastalUnit { value: number(value)?, shown: false });
            }
        }
        ["landed"] => place.landed = true,
        ["friends", n] => place.friends = number(n)?,
        ["mines", n] => place.mines = number(n)?,
        _ => return Err(format!("what lies there: {words:?}?")),
    }
    Ok(())
}

fn ship_as(state: &mut State, name: &str, words: &[&str]) -> Result<(), String> {
    let ship: ShipId = id(name)?;
    let today = &mut state.today;
    let display = state.ships.get_mut(&ship).ok_or(format!("{name}: neither a German ship nor a given"))?;
    let mut rest = words;
    while let Some((word, after)) = rest.split_first() {
        rest = match (*word, after) {
            ("at", [space, after @ ..]) => {
                display.at = Some(id(space)?);
                after
            }
            ("sunk", after) => {
                display.at = None;
                display.tracks.insert(Track::Hull, 0);
                after
            }
            ("outfitted", after) => {
                today.outfitted.push(ship);
                after
            }
            ("moved", after) => {
                today.moved.push(ship);
                after
            }
            ("class", [class, after @ ..]) => {
                display.class = Class::named(class).ok_or("no such class")?;
                after
            }
            ("silenced", [track, after @ ..]) => {
                display.silenced.push(Track::named(track).ok_or(format!("no track {track}"))?);
                after
            }
            ("cargo", after) => {
                for item in after {
                    let (cargo, hull_box) = item.split_once('@').ok_or("cargo is written item@box")?;
                    let cargo = Cargo::named(cargo).ok_or(format!("no cargo {cargo}"))?;
                    display.cargo.insert(number(hull_box)?, cargo);
                }
                &[]
            }
            (track, [value, after @ ..]) => {
                let track = Track::named(track).ok_or(format!("no track {track}"))?;
                display.tracks.insert(track, number(value)?);
                after
            }
            _ => return Err(format!("{word}: not understood")),
        };
    }
    Ok(())
}

/// A marker or a space by name, checked against the pack.
pub fn known(game: &Goeben, state: &State) -> Result<(), String> {
    let pack = game.board().pack();
    let spaces = state.places.keys().chain(&state.colliers).chain(&state.visited);
    let ats: Vec<SpaceId> = state.fleet_spaces();
    for space in spaces.chain(&ats) {
        if !pack.spaces.contains_key(space) {
            return Err(format!("the map has no space {space}"));
        }
    }
    let markers = state.pool.iter().chain(state.places.values().flat_map(|place| &place.hidden));
    for marker in markers {
        if let Marker::Ship(ship) = marker
            && !pack.ships.contains_key(ship)
        {
            return Err(format!("no marker {ship}"));
        }
    }
    for ship in state.places.values().flat_map(|place| &place.shown).chain(state.austrians.keys()) {
        if !pack.ships.contains_key(ship) {
            return Err(format!("no ship {ship}"));
        }
    }
    Ok(())
}
