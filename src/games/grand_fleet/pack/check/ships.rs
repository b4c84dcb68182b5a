//! The ships (2-1, 3, 6, 9, 12).

use crate::games::grand_fleet::ids::{Nation, ShipId, Side};
use crate::games::grand_fleet::pack::{Pack, ShipSpec};
use crate::games::grand_fleet::victory::{LAST_TURN, maintenance};
use crate::games::pack::Checked;
use crate::games::pack::check::{require, within};

pub(super) fn check(pack: &Pack) -> Checked {
    for (id, spec) in &pack.ships {
        ship(*id, spec)?;
    }
    one_starred(pack)?;
    for side in Side::ALL {
        begins(pack, *side)?;
    }
    Ok(())
}

fn ship(id: ShipId, spec: &ShipSpec) -> Checked {
    let key = |part: &str| format!("ships.{id}.{part}");
    let named = id.as_str().starts_with(|first: char| first.is_ascii_alphabetic());
    require(named, format!("ships.{id}"), "a ship's id begins with a letter; numbers are hexes and fleets")?;
    within(spec.turn.unwrap_or(1), 1..=LAST_TURN, key("turn"))?;
    let american = spec.nation == Nation::American;
    let (joins, circled) = (spec.turn.is_some(), spec.circled);
    require(american || !(joins && circled), key("turn"), {
        "a circled ship is there when the game begins; take the turn or the circle away (3)"
    })?;
    require(!american || !joins || circled, key("circled"), {
        "must be true: an American ship with a turn has it circled (9)"
    })?;
    let option = !spec.starred || spec.nation == Nation::British;
    require(option, key("starred"), format!("the starred ship is british, not {} (12)", spec.nation))
}

fn one_starred(pack: &Pack) -> Checked {
    let mut starred = pack.ships.iter().filter(|(_, spec)| spec.starred).map(|(id, _)| id);
    match (starred.next(), starred.next()) {
        (Some(first), Some(second)) => require(
            false,
            format!("ships.{second}.starred"),
            format!("{first} is starred already; the rules leave one ship to the players (12)"),
        ),
        _ => Ok(()),
    }
}

/// A side holds out at least until its first turn, with or without the starred ship (3, 11). Its damage and detachment
/// boxes hold any number, for box 0 is without limit (6).
fn begins(pack: &Pack, side: Side) -> Checked {
    let there = |spec: &&ShipSpec| {
        spec.nation.side() == side && spec.nation != Nation::American && spec.turn.is_none()
    };
    let fleet = pack.ships.values().filter(there).filter(|spec| !spec.circled && !spec.starred).count();
    let least = maintenance(side);
    require(fleet >= least, "ships", {
        format!(
            "{fleet} {side} ships begin in fleet boxes, starred ones left out; the side loses with fewer than {least} (11)"
        )
    })
}
