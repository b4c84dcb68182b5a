//! `then …`: what a case expects.

use wardroom_rules::game::{Fact, Game, Stop};
use wardroom_rules::games::goeben::cargo::{counters_left, points_left};
use wardroom_rules::games::goeben::event::{Event, SequenceEvent};
use wardroom_rules::games::goeben::ids::{Cargo, Marker, Mission, ShipId, SpaceId, Track};
use wardroom_rules::games::goeben::state::austrian::{Austrian, Loss};

use super::campaign;
use super::given::{opened, setup};
use super::language::Run;
use crate::casebook::{Amiss, each, id, list, number, same};

/// Whether an expectation holds.
pub fn holds(run: &Run, words: &[&str]) -> Result<(), Amiss> {
    if let Some(held) = campaign::holds(run, words) {
        return held;
    }
    let state = &run.state;
    match words {
        ["alert", n] => same(&state.alert, &number(n)?),
        ["vp", n] => same(&state.victory_points, &number(n)?),
        ["turn", n] => same(&state.turn, &number(n)?),
        ["days", n] => same(&state.days, &number(n)?),
        ["phase", phase] => same(&state.phase.as_str(), phase),
        ["mission", name] => same(&state.mission.map(|mission| mission.as_str()), &Some(name)),
        ["phases", phases @ ..] => same(&phases_begun(run), &phases.iter().map(|p| p.to_string()).collect()),
        ["cargo-points", ship, n] => same(&points_left(run.game.board(), state, id(ship)?), &number(n)?),
        ["asks", ask, "under", rule] => {
            let asked = run.game.prompts(state);
            let asked = asked.first().map(|prompt| (prompt.ask.to_string(), prompt.rule.to_string()));
            same(&asked, &Some((ask.to_string(), rule.to_string())))
        }
        ["asks", "nothing"] => same(&run.game.prompts(state).len(), &0),
        ["asks", ask] => {
            let asked = run.game.prompts(state);
            same(&asked.first().map(|prompt| prompt.ask.to_string()), &Some(ask.to_string()))
        }
        ["over", outcome] => same(&state.outcome.map(|outcome| outcome.as_str()), &Some(outcome)),
        ["not", "over"] => same(&state.outcome, &None),
        ["at", space, rest @ ..] => place(run, id(space)?, rest),
        ["pool", "has", markers @ ..] => {
            each(&list::<Marker>(markers)?, |marker| state.pool.contains(marker))
        }
        ["pool", "lacks", markers @ ..] => {
            each(&list::<Marker>(markers)?, |marker| !state.pool.contains(marker))
        }
        ["pool", n] => same(&state.pool.len(), &number(n)?),
        ["out-of-play", "none"] => same(&*state.out_of_play, &vec![]),
        ["out-of-play", markers @ ..] => same(&*state.out_of_play, &list(markers)?),
        ["colliers", "none"] => same(&state.colliers, &vec![]),
        ["colliers", spaces @ ..] => same(&state.colliers, &list(spaces)?),
        ["visited", "none"] => same(&state.visited, &vec![]),
        ["visited", spaces @ ..] => same(&state.visited, &list(spaces)?),
        ["damaged", "none"] => same(&state.damaged, &vec![]),
        ["damaged", ships @ ..] => same(&state.damaged, &list(ships)?),
        ["sunk", "none"] => same(&state.sunk, &vec![]),
        ["sunk", ships @ ..] => same(&state.sunk, &list(ships)?),
        ["outfitted", ships @ ..] => {
            each(&list::<ShipId>(ships)?, |ship| state.today.outfitted.contains(ship))
        }
        ["not", "outfitted", ships @ ..] => {
            each(&list::<ShipId>(ships)?, |ship| !state.today.outfitted.contains(ship))
        }
        ["morale", n] => same(&state.today.morale, &number(n)?),
        ["french-sortie", "none"] => same(&state.french_sortie, &None),
        ["french-sortie", turn] => same(&state.french_sortie, &Some(number(turn)?)),
        ["storm", space] => same(&state.today.storms.contains(&id(space)?), &true),
        ["opening", rules @ .., "refused", rule, reason] => opening_refused(run, rules, rule, reason),
        ["austrian", ship, "at", space] => {
            same(&state.austrians.get(&id(ship)?).and_then(|ship| ship.at()), &Some(id(space)?))
        }
        ["austrian", ship, "in-box"] => same(&state.austrians.contains_key(&id(ship)?), &false),
        ["austrian", ship, loss] => {
            let loss = Loss::named(loss).ok_or("no such loss")?;
            same(&state.austrians.get(&id(ship)?).copied(), &Some(Austrian::Lost(loss)))
        }
        ["austrians", n] => same(&state.austrians.len(), &number(n)?),
        ["colliers-to-place", n] => same(&state.colliers_to_place, &number(n)?),
        ["cargo-left", item, n] => {
            let item = Cargo::named(item).ok_or("no such cargo")?;
            same(&counters_left(run.game.board(), state, item), &number(n)?)
        }
        ["no", "ship", ship] => same(&state.ship(id(ship)?).is_none(), &true),
        ["event", kind, fields @ ..] => run.expect_event(kind, fields),
        ["no", "event", kind, fields @ ..] => run.expect_no_event(kind, fields),
        ["fired", shots @ ..] => same(&fired(run), &shots.iter().map(|shot| shot.to_string()).collect()),
        ["no", "roll", purpose] => same(&run.rolls(purpose).count(), &0),
        ["rolled", purpose, about @ .., n] => run.expect_roll(purpose, about, number(n)?),
        ["officer", rest @ ..] => super::officers::holds(run, rest),
        [ship, rest @ ..] => ship_is(run, ship, rest),
        [] => Err("then what?".into()),
    }
}

/// Whether a table with these optional rules is not opened, and why.
fn opening_refused(run: &Run, rules: &[&str], rule: &str, reason: &str) -> Result<(), Amiss> {
    match opened(&run.game, &setup(rules)?, None, Mission::OttomanAlliance) {
        Err(Stop::Refused(refusal)) => {
            same(&(refusal.rule.as_str(), refusal.reason.as_str()), &(rule, reason))
        }
        Err(stop) => Err(stop.to_string().into()),
        Ok(_) => Err(Amiss::Unmet("the table is opened".into())),
    }
}

/// The phases that the last order began, in their order.
fn phases_begun(run: &Run) -> Vec<String> {
    run.facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Event(Event::Sequence(SequenceEvent::PhaseBegan { phase, .. })) => Some(phase.to_string()),
            _ => None,
        })
        .collect()
}

/// Who fired at whom in the last order, as `firer:target`, in order; guns of several types at one target count once.
fn fired(run: &Run) -> Vec<String> {
    let mut shots: Vec<String> = run
        .facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Roll(roll) if crate::casebook::facts::SHOTS.contains(&roll.purpose.as_str()) => {
                Some(format!("{}:{}", roll.about.first()?, roll.about.get(1)?))
            }
            _ => None,
        })
        .collect();
    shots.dedup();
    shots
}

fn place(run: &Run, space: SpaceId, words: &[&str]) -> Result<(), Amiss> {
    let place = run.state.place(space).cloned().unwrap_or_default();
    match words {
        ["hidden", n] => same(&place.hidden.len(), &number(n)?),
        ["shown", "none"] => same(&place.shown, &vec![]),
        ["shown", ships @ ..] => {
            let (mut is, mut wanted) = (place.shown, list::<ShipId>(ships)?);
            is.sort();
            wanted.sort();
            same(&is, &wanted)
        }
        ["coast", "none"] => same(&place.coast.len(), &0),
        ["coast", "face-up", n] => same(&place.coast.iter().filter(|unit| unit.shown).count(), &number(n)?),
        ["coast", "face-down", n] => {
            same(&place.coast.iter().filter(|unit| !unit.shown).count(), &number(n)?)
        }
        ["coast", values @ ..] => {
            let is: Vec<u8> = place.coast.iter().map(|unit| unit.value).collect();
            same(&is, &values.iter().map(|value| number(value)).collect::<Result<_, _>>()?)
        }
        ["landed"] => same(&place.landed, &true),
        ["not", "landed"] => same(&place.landed, &false),
        ["friends", n] => same(&place.friends, &number(n)?),
        ["mines", n] => same(&place.mines, &number(n)?),
        _ => Err("what lies there?".into()),
    }
}

fn ship_is(run: &Run, name: &str, words: &[&str]) -> Result<(), Amiss> {
    let ship: ShipId = id(name)?;
    let display = run.state.ship(ship).ok_or(format!("{name}: neither a German ship nor an expectation"))?;
    match words {
        ["at", space] => same(&display.at, &Some(id(space)?)),
        ["sunk"] => same(&display.at, &None),
        ["cargo", "none"] => same(&display.cargo.len(), &0),
        ["cargo", items @ ..] => {
            let is: Vec<String> = display.cargo.iter().map(|(n, cargo)| format!("{cargo}@{n}")).collect();
            same(&is, &items.iter().map(|item| item.to_string()).collect())
        }
        [track, value] => {
            let track = Track::named(track).ok_or(format!("no track {track}"))?;
            same(&display.track(track), &number(value)?)
        }
        _ => Err("what of the ship?".into()),
    }
}
