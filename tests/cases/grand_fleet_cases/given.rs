//! `given …`: the position a case begins from.

use wardroom_rules::game::{Chance, Events, Fact, Game};
use wardroom_rules::games::grand_fleet::GrandFleet;
use wardroom_rules::games::grand_fleet::event::{CombatEvent, Event, InitiativeEvent};
use wardroom_rules::games::grand_fleet::formation::fleets;
use wardroom_rules::games::grand_fleet::ids::{Both, HexId, Nation, ShipId, ShipType, Side};
use wardroom_rules::games::grand_fleet::pack::Chart;
use wardroom_rules::games::grand_fleet::state::{
    AtSea, Battle, Berth, Fleet, Formation, Marker, Setup, State, Step,
};

use crate::casebook::{id, number};

/// The game on the built-in pack.
pub fn game() -> GrandFleet {
    GrandFleet::new(Chart::builtin())
}

/// Turn 1, both sides choosing their initiative dice; the ships that are there from the start in the fleet boxes, no ship
/// in any other, none to come.
pub fn bare(game: &GrandFleet) -> State {
    let mut state = set_up(game, Setup::default());
    for berth in state.berths.values_mut() {
        if matches!(berth, Berth::Due(_) | Berth::Box(_) | Berth::Ashore) {
            *berth = Berth::LeftOut;
        }
    }
    state.step = Step::Initiative;
    state
}

/// The set-up as it stands when somebody is first asked.
fn set_up(game: &GrandFleet, setup: Setup) -> State {
    let facts = game.start(&setup, &mut Chance::scripted([])).expect("set-up");
    let mut state = game.blank();
    for fact in &facts {
        if let Fact::Event(event) = fact {
            event.apply(&mut state).expect("fits");
        }
    }
    state
}

/// Changes the position as a `given` line says.
pub fn given(game: &GrandFleet, state: &mut State, words: &[&str]) -> Result<(), String> {
    match words {
        ["set-up", options @ ..] => {
            let setup = Setup {
                historical: options.contains(&"historical"),
                audacious: !options.contains(&"without-audacious"),
                ..Setup::default()
            };
            *state = set_up(game, setup);
        }
        ["historical"] => state.setup.historical = true,
        ["rules", n] => state.rules = number(n)?,
        ["turn", n] => state.turn = number(n)?,
        ["lead", name, n] => {
            let n: i32 = number(n)?;
            state.lead = if side(name)? == Side::British { n } else { -n };
        }
        ["war", turn] => state.war = Some(number(turn)?),
        ["fleet", name, "none"] => empty_fleet(game, state, side(name)?),
        ["fleet", name, "also", ships @ ..] => berth_all(game, state, side(name)?, ships, Berth::Fleet)?,
        ["fleet", name, ships @ ..] => {
            empty_fleet(game, state, side(name)?);
            berth_all(game, state, side(name)?, ships, Berth::Fleet)?;
        }
        ["box", n, name, ships @ ..] => berth_all(game, state, side(name)?, ships, Berth::Box(number(n)?))?,
        ["due", turn, name, ships @ ..] => {
            berth_all(game, state, side(name)?, ships, Berth::Due(number(turn)?))?;
        }
        ["sunk", name, ships @ ..] => berth_all(game, state, side(name)?, ships, Berth::Sunk)?,
        ["asks", who, ask, rest @ ..] => state.step = step(who, ask, rest)?,
        ["battle", name] => {
            apply(state, &Event::Initiative(InitiativeEvent::BattleJoined { attacker: side(name)? }))?
        }
        ["formed", name, rest @ ..] => {
            let side = side(name)?;
            let formation = formation(game, state, side, rest)?;
            battle(state)?.formed[side] = Some(formation.into());
        }
        ["markers", name, rest @ ..] => markers(game, state, side(name)?, rest)?,
        ["done", hexes @ ..] => {
            for hex in hexes {
                let hex = hex_of(game, hex)?;
                battle(state)?.markers.iter_mut().filter(|m| m.hex == hex).for_each(|m| m.done = true);
            }
        }
        ["passes", n] => battle(state)?.passes = number(n)?,
        ["at", hex, name, rest @ ..] => at_sea(game, state, hex_of(game, hex)?, side(name)?, rest)?,
        ["combat", hex, "first", name] => combat(state, hex_of(game, hex)?, side(name)?)?,
        _ => return Err("given what?".into()),
    }
    Ok(())
}

/// A side.
pub fn side(name: &str) -> Result<Side, String> {
    Side::named(name).ok_or(format!("{name} is no side"))
}

/// A hex of the map.
pub fn hex_of(game: &GrandFleet, name: &str) -> Result<HexId, String> {
    let hex: HexId = id(name)?;
    game.chart().hex(hex).map(|_| hex).ok_or(format!("the map has no hex {name}"))
}

/// A ship of the game.
pub fn ship_of(game: &GrandFleet, name: &str) -> Result<ShipId, String> {
    let ship: ShipId = id(name)?;
    game.chart().ship(ship).map(|_| ship).ok_or(format!("there is no ship {name}"))
}

fn apply(state: &mut State, event: &Event) -> Result<(), String> {
    event.apply(state).map_err(|fault| fault.to_string())
}

fn battle(state: &mut State) -> Result<&mut Battle, String> {
    state.battle.as_mut().ok_or("say `given battle ATTACKER` first".into())
}

fn empty_fleet(game: &GrandFleet, state: &mut State, side: Side) {
    for (ship, berth) in state.berths.iter_mut() {
        let ours = game.chart().ship(*ship).is_some_and(|spec| spec.nation.side() == side);
        if ours && *berth == Berth::Fleet {
            *berth = Berth::LeftOut;
        }
    }
}

/// Ships as a case names them: `lion`, `none`, or `3bc`, three of a type that are nowhere else, in the order of their
/// names; `12`, twelve of any type.
fn berth_all(
    game: &GrandFleet,
    state: &mut State,
    side: Side,
    words: &[&str],
    berth: Berth,
) -> Result<(), String> {
    if words == ["none"] {
        return Ok(());
    }
    for word in words {
        let ships = match count_of(word)? {
            None => vec![ship_of(game, word)?],
            Some((count, kind)) => {
                let idle = |ship: &ShipId| state.berth(*ship) == Some(Berth::LeftOut);
                pick(game, state, side, count, kind, idle)?
            }
        };
        for ship in ships {
            if game.chart().ship(ship).is_some_and(|spec| spec.nation.side() != side) {
                return Err(format!("{ship} is not {side}"));
            }
            state.berths.insert(ship, berth);
        }
    }
    Ok(())
}

/// `3bc`: three battlecruisers; `12`: twelve of any type.
fn count_of(word: &str) -> Result<Option<(usize, Option<ShipType>)>, String> {
    let at = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    match word.split_at(at) {
        ("", _) => Ok(None),
        (count, "") => Ok(Some((number(count)?, None))),
        (count, kind) => {
            let kind = ShipType::named(kind).ok_or(format!("{kind} is no type"))?;
            Ok(Some((number(count)?, Some(kind))))
        }
    }
}

/// The first ships of a side, the American last, of a type and for which `free` holds.
fn pick(
    game: &GrandFleet,
    state: &State,
    side: Side,
    count: usize,
    kind: Option<ShipType>,
    free: impl Fn(&ShipId) -> bool,
) -> Result<Vec<ShipId>, String> {
    let fits = |ship: &&ShipId| {
        let spec = game.chart().ship(**ship);
        free(ship)
            && spec.is_some_and(|s| {
                s.nation.side() == side && s.nation != Nation::American && kind.is_none_or(|k| s.kind == k)
            })
    };
    let ships: Vec<ShipId> = state.berths.keys().filter(fits).take(count).copied().collect();
    let found = ships.len();
    (found == count).then_some(ships).ok_or(format!("only {found} such ships are free"))
}

/// Who decides what: the asks of the prompts.
fn step(who: &str, ask: &str, rest: &[&str]) -> Result<Step, String> {
    if ask == "dice" {
        return Ok(Step::Initiative);
    }
    let side = side(who)?;
    Ok(match (ask, rest) {
        ("commitment", []) => Step::Commitment { side, thrown: 0 },
        ("second-die", []) => Step::Commitment { side, thrown: 1 },
        ("transfer", []) => Step::Transfer { side, count: None },
        ("send", [count]) => Step::Transfer { side, count: Some(number(count)?) },
        ("outbreak", []) => Step::SubmarineWar { choice: true },
        ("seek", []) => Step::Declaration { attacker: side, sought: false },
        ("answer", []) => Step::Declaration { attacker: side.enemy(), sought: true },
        ("overflow", [count]) => Step::Overflow { count: number(count)? },
        ("formation", []) => Step::Formation { side },
        ("placement", []) => Step::Placement { side },
        ("interception", []) => Step::Interception { side },
        ("hex", []) => Step::HexChoice,
        _ => return Err(format!("{ask} {rest:?}: not understood")),
    })
}

/// `1:lion,tiger,3bc 2-up:…`: fleets by the number of their markers.
fn formation(game: &GrandFleet, state: &mut State, side: Side, words: &[&str]) -> Result<Formation, String> {
    let mut formation = Formation::default();
    let mut taken: Vec<ShipId> = at_sea_of(state);
    for word in words {
        let (marker, ships) = word.split_once(':').ok_or("fleets are written number:ships")?;
        let (marker, up) = marker.strip_suffix("-up").map_or((marker, false), |marker| (marker, true));
        let mut fleet = Fleet::new(number(marker)?, vec![]);
        for word in ships.split(',') {
            let chosen = match count_of(word)? {
                None => vec![ship_of(game, word)?],
                Some((count, kind)) => {
                    let free = |ship: &ShipId| {
                        matches!(state.berth(*ship), Some(Berth::Fleet | Berth::LeftOut))
                            && !taken.contains(ship)
                    };
                    pick(game, state, side, count, kind, free)?
                }
            };
            taken.extend(&chosen);
            fleet.ships.extend(chosen);
        }
        for ship in &fleet.ships {
            state.berths.insert(*ship, Berth::Fleet);
        }
        if up {
            formation.shown.push(fleet.number);
        }
        formation.fleets.push(fleet);
    }
    Ok(formation)
}

fn at_sea_of(state: &State) -> Vec<ShipId> {
    state.battle.iter().flat_map(|battle| &battle.fleets).flat_map(|fleet| &fleet.ships).copied().collect()
}

/// `506 506 2@303`: face-down markers and the face-up marker of fleet 2, in the order they were placed. Face-down markers
/// are those of the lowest numbers.
fn markers(game: &GrandFleet, state: &mut State, side: Side, words: &[&str]) -> Result<(), String> {
    let shown = battle(state)?.formed[side].iter().flat_map(|formation| formation.shown.clone()).collect();
    let mut left: Vec<u32> = shown;
    let down = (1..=fleets(side)).filter(|number| !left.contains(number)).collect::<Vec<u32>>();
    let mut hidden_left = u32::try_from(down.len()).expect("a few");
    for word in words {
        let (shown, hex) = match word.split_once('@') {
            Some((fleet, hex)) => (Some(number::<u32>(fleet)?), hex),
            None => (None, *word),
        };
        match shown {
            Some(fleet) => left.retain(|number| *number != fleet),
            None => hidden_left = hidden_left.checked_sub(1).ok_or("too many face-down markers")?,
        }
        let marker = Marker { side, hex: hex_of(game, hex)?, shown, done: false };
        battle(state)?.markers.push(marker);
    }
    let battle = battle(state)?;
    battle.shuffled[side] = down;
    battle.shown_left[side] = left;
    battle.hidden_left[side] = hidden_left;
    Ok(())
}

/// Fleets in a hex, all markers having been turned over.
fn at_sea(
    game: &GrandFleet,
    state: &mut State,
    hex: HexId,
    side: Side,
    words: &[&str],
) -> Result<(), String> {
    let fleets = formation(game, state, side, words)?.fleets;
    let battle = battle(state)?;
    battle.revealed = true;
    for Fleet { number, ships } in fleets {
        battle.fleets.push(AtSea { side, number, hex, ships });
    }
    Ok(())
}

/// The first round of a combat, in which `first` declares now.
fn combat(state: &mut State, hex: HexId, first: Side) -> Result<(), String> {
    let here = |side| battle_fleets(state, side, hex);
    let fleets = Both { british: here(Side::British), german: here(Side::German) };
    apply(state, &Event::Combat(CombatEvent::RoundBegan { hex, round: 1, fleets, first }))?;
    state.step = Step::Manoeuvre { side: first };
    Ok(())
}

fn battle_fleets(state: &State, side: Side, hex: HexId) -> u32 {
    let fleets = state.battle.iter().flat_map(|battle| &battle.fleets);
    u32::try_from(fleets.filter(|fleet| fleet.side == side && fleet.hex == hex).count()).expect("a few")
}
