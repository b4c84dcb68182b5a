//! The ships (2-1, 3, 6, 9, 12).

use crate::games::grand_fleet::ids::{Nation, ShipId, Side};
use crate::games::grand_fleet::pack::{LAST_TURN, Pack, ShipSpec, maintenance};
use crate::games::pack::Checked;
use crate::games::pack::check::{require, within};
use crate::reason::Reason;

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
    // Orders also hold numbers of hexes, boxes and fleets: a ship called `3` could not be told apart.
    require(named, format!("ships.{id}"), Reason::of("pack-ship-number"))?;
    within(spec.turn.unwrap_or(1), 1..=LAST_TURN, key("turn"))?;
    let american = spec.nation == Nation::American;
    let (joins, circled) = (spec.turn.is_some(), spec.circled);
    // 3 puts a circled ship into a box at the start, which a turn of its own would contradict.
    require(american || !(joins && circled), key("turn"), Reason::of("pack-circled-with-turn"))?;
    // 9 has a turn only for American ships in circles, and sends those to boxes.
    require(!american || !joins || circled, key("circled"), Reason::of("pack-american-circled"))?;
    let option = !spec.starred || spec.nation == Nation::British;
    require(option, key("starred"), Reason::of("pack-starred-nation").quoting("nation", spec.nation))
}

fn one_starred(pack: &Pack) -> Checked {
    let mut starred = pack.ships.iter().filter(|(_, spec)| spec.starred).map(|(id, _)| id);
    match (starred.next(), starred.next()) {
        (Some(first), Some(second)) => require(
            false,
            format!("ships.{second}.starred"),
            Reason::of("pack-two-starred").quoting("first", first),
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
    let few = Reason::of("pack-few-ships").with("fleet", fleet).quoting("side", side);
    require(fleet >= least, "ships", few.with("least", least))
}
