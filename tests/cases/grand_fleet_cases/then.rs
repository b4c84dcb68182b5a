//! `then …`: what a case expects.

use wardroom_rules::game::{Game, Viewer};
use wardroom_rules::games::grand_fleet::ids::{HexId, Side};
use wardroom_rules::games::grand_fleet::state::{Berth, Combat, Fleet};

use super::given::{hex_of, ship_of, side};
use super::language::Run;
use crate::casebook::facts::plain;
use crate::casebook::{Amiss, number, same};

/// Whether an expectation holds.
pub fn holds(run: &Run, words: &[&str]) -> Result<(), Amiss> {
    let state = &run.state;
    match words {
        ["turn", n] => same(&state.turn, &number(n)?),
        ["lead", "none"] => same(&state.lead, &0),
        ["lead", name, n] => {
            let n: i32 = number(n)?;
            same(&state.lead, &if side(name)? == Side::British { n } else { -n })
        }
        ["war", "none"] => same(&state.war, &None),
        ["war", turn] => same(&state.war, &Some(number(turn)?)),
        ["asks", rest @ ..] => asks(run, rest),
        ["over", winner, why] => {
            let is = state.outcome.map(|outcome| {
                let winner = outcome.winner.map_or("draw".to_string(), |side| side.to_string());
                (winner, outcome.why.to_string())
            });
            same(&is, &Some((winner.to_string(), why.to_string())))
        }
        ["not", "over"] => same(&state.outcome, &None),
        ["battle"] => same(&state.battle.is_some(), &true),
        ["no", "battle"] => same(&state.battle.is_some(), &false),
        ["fleet", name, n] => {
            same(&berthed(run, side(name)?, |berth| berth == Berth::Fleet).len(), &number(n)?)
        }
        ["boxes", name, n] => {
            same(&berthed(run, side(name)?, |berth| matches!(berth, Berth::Box(_))).len(), &number(n)?)
        }
        ["box", n, name, rest @ ..] => {
            let box_number = number(n)?;
            let is = berthed(run, side(name)?, |berth| berth == Berth::Box(box_number));
            ships_are(is, rest)
        }
        ["due", n, name, rest @ ..] => {
            let turn = number(n)?;
            ships_are(berthed(run, side(name)?, |berth| berth == Berth::Due(turn)), rest)
        }
        ["formed", name, rest @ ..] => formed(run, side(name)?, rest),
        ["markers", hex, name, n] => {
            let (hex, side) = (hex_of(&run.game, hex)?, side(name)?);
            let markers = state.battle.iter().flat_map(|battle| &battle.markers);
            same(&markers.filter(|m| m.hex == hex && m.side == side).count(), &number(n)?)
        }
        ["markers-left", name, n] => {
            let side = side(name)?;
            let battle = state.battle.as_ref().ok_or("there is no battle")?;
            same(&(battle.hidden_left[side] as usize + battle.shown_left[side].len()), &number(n)?)
        }
        ["at", hex, name, rest @ ..] => ships_are(fleets_at(run, hex_of(&run.game, hex)?, side(name)?), rest),
        ["round", n] => same(&combat(run)?.round, &number(n)?),
        ["initiative", name, n] => {
            let handling = combat(run)?.handling[side(name)?].ok_or("it has not thrown")?;
            same(&handling.number, &number(n)?)
        }
        ["confused", name] => same(&confused(run, name)?, &true),
        ["not", "confused", name] => same(&confused(run, name)?, &false),
        ["points", name, n] => same(&combat(run)?.points[side(name)?], &number(n)?),
        [seat, "sees", path, wanted] => {
            let view = run.game.view(state, Viewer::Seat(side(seat)?.seat()));
            let view = serde_json::to_value(view).map_err(|fault| fault.to_string())?;
            same(&plain(path.split('.').fold(&view, |value, name| &value[name])).as_str(), wanted)
        }
        ["event", kind, fields @ ..] => run.expect_event(kind, fields),
        ["no", "event", kind, fields @ ..] => run.expect_no_event(kind, fields),
        ["no", "roll", purpose] => same(&run.rolls(purpose).count(), &0),
        ["rolled", purpose, about @ .., n] => run.expect_roll(purpose, about, number(n)?),
        [ships @ .., "in", "fleet"] => all_at(run, ships, Berth::Fleet),
        [ships @ .., "in", "box", n] => all_at(run, ships, Berth::Box(number(n)?)),
        [ships @ .., "due", n] => all_at(run, ships, Berth::Due(number(n)?)),
        [ships @ .., "abroad"] => all_at(run, ships, Berth::Abroad),
        [ships @ .., "ashore"] => all_at(run, ships, Berth::Ashore),
        [ships @ .., "sunk"] => all_at(run, ships, Berth::Sunk),
        [ships @ .., "cancelled"] => all_at(run, ships, Berth::Cancelled),
        [ships @ .., "left-out"] => all_at(run, ships, Berth::LeftOut),
        _ => Err("then what?".into()),
    }
}

/// `asks british,german dice [under 7b]`: exactly these seats are asked exactly this.
fn asks(run: &Run, words: &[&str]) -> Result<(), Amiss> {
    let prompts = run.game.prompts(&run.state);
    let seats: Vec<String> = prompts.iter().map(|prompt| prompt.seat.to_string()).collect();
    let asked = prompts.first().map(|prompt| (prompt.ask.to_string(), prompt.rule.to_string()));
    match words {
        ["nobody"] => same(&seats.len(), &0),
        [wanted, ask, rest @ ..] => {
            let (is, rule) = asked.ok_or_else(|| Amiss::Unmet("nobody is asked".into()))?;
            same(&(seats.join(","), is), &(wanted.to_string(), ask.to_string()))?;
            match rest {
                [] => Ok(()),
                ["under", wanted] => same(&rule.as_str(), wanted),
                _ => Err("asks SEATS ASK under RULE".into()),
            }
        }
        _ => Err("who is asked what?".into()),
    }
}

fn berthed(run: &Run, side: Side, at: impl Fn(Berth) -> bool) -> Vec<String> {
    let ours = |ship| run.game.chart().ship(ship).is_some_and(|spec| spec.nation.side() == side);
    let berths = run.state.berths.iter();
    berths.filter(|(ship, berth)| at(**berth) && ours(**ship)).map(|(ship, _)| ship.to_string()).collect()
}

/// `none`, a number, or exactly these.
fn ships_are(is: Vec<String>, words: &[&str]) -> Result<(), Amiss> {
    match words {
        ["none"] => same(&is, &vec![]),
        [n] if n.parse::<usize>().is_ok() => same(&is.len(), &number(n)?),
        wanted => {
            let (mut is, mut wanted) = (is, wanted.iter().map(|word| word.to_string()).collect::<Vec<_>>());
            is.sort();
            wanted.sort();
            same(&is, &wanted)
        }
    }
}

fn all_at(run: &Run, ships: &[&str], wanted: Berth) -> Result<(), Amiss> {
    if ships.is_empty() {
        return Err("which ships?".into());
    }
    ships.iter().try_for_each(|name| {
        let is = run.state.berth(ship_of(&run.game, name)?);
        same(&(name, is), &(name, Some(wanted)))
    })
}

/// The fleets formed, as `1:lion,tiger 2-up:…`, or how many ships each has, `1:8 2:8`.
fn formed(run: &Run, side: Side, words: &[&str]) -> Result<(), Amiss> {
    let battle = run.state.battle.as_ref().ok_or("there is no battle")?;
    let formation = battle.formed[side].as_ref().ok_or("it has not formed")?;
    if words == ["none"] {
        return same(&formation.fleets.len(), &0);
    }
    let counted = words.iter().all(|word| word.split_once(':').is_some_and(|(_, n)| n.parse::<u8>().is_ok()));
    let written = |fleet: &Fleet| {
        let up = if formation.shown.contains(&fleet.number) { "-up" } else { "" };
        let ships: Vec<String> = fleet.ships.iter().map(ToString::to_string).collect();
        let ships = if counted { ships.len().to_string() } else { in_order(ships) };
        format!("{}{up}:{ships}", fleet.number)
    };
    let wanted = |word: &&str| match word.split_once(':') {
        Some((fleet, ships)) => format!("{fleet}:{}", in_order(ships.split(',').map(String::from).collect())),
        None => word.to_string(),
    };
    let is: Vec<String> = formation.fleets.iter().map(written).collect();
    same(&is, &words.iter().map(wanted).collect())
}

/// Names in their order: the ships of a fleet have none.
fn in_order(mut names: Vec<String>) -> String {
    names.sort();
    names.join(",")
}

fn fleets_at(run: &Run, hex: HexId, side: Side) -> Vec<String> {
    let fleets = run.state.battle.iter().flat_map(|battle| &battle.fleets);
    let here = fleets.filter(|fleet| fleet.hex == hex && fleet.side == side);
    here.map(|fleet| format!("fleet-{}", fleet.number)).collect()
}

fn combat(run: &Run) -> Result<&Combat, String> {
    run.state.battle.as_ref().and_then(|battle| battle.combat.as_ref()).ok_or("there is no combat".into())
}

fn confused(run: &Run, name: &str) -> Result<bool, String> {
    Ok(combat(run)?.handling[side(name)?].is_some_and(|handling| handling.confused))
}
