//! Ships of all powers (2.2, 3.0(6), 19).

use super::{Checked, require, within};
use crate::game::limits::WORD_BYTES;
use crate::games::goeben::ids::{Class, Incident, Nation, ShipId};
use crate::games::goeben::pack::{GermanSpec, Pack, ShipSpec, limits};
use crate::reason::Reason;

/// The German ships that rules 3.0 and 19 name.
const GERMAN: [&str; 4] = ["goeben", "breslau", "moltke", "stralsund"];
/// The longest id of a German ship, in bytes: an order that shares ammunition out names `ID.ammunition`, a word (7.1).
const GERMAN_ID: usize = WORD_BYTES - ".ammunition".len();
/// The what-if ship that rules 3.0(3) and 19 name.
const WHAT_IF: &str = "new-zealand";

pub(super) fn check(pack: &Pack) -> Checked {
    named_ships(pack)?;
    for (id, spec) in &pack.german {
        marker_free(&format!("german.{id}"), *id)?;
        german(*id, spec)?;
    }
    for (id, spec) in &pack.ships {
        marker_free(&format!("ships.{id}"), *id)?;
        other(*id, spec)?;
    }
    Ok(())
}

/// The lengths of ids, beyond that of a word.
pub(super) fn ids(pack: &Pack) -> Checked {
    pack.german.keys().try_for_each(|id| {
        let bytes = id.as_str().len();
        let long = Reason::of("pack-german-id-long").with("bytes", bytes).with("limit", GERMAN_ID);
        require(bytes <= GERMAN_ID, format!("german.{id}"), long)
    })
}

fn named_ships(pack: &Pack) -> Checked {
    for name in GERMAN {
        let found = pack.german.keys().any(|id| id.as_str() == name);
        require(found, format!("german.{name}"), Reason::of("pack-ship-missing"))?;
    }
    let found = pack.ships.iter().find(|(id, _)| id.as_str() == WHAT_IF);
    require(found.is_some(), format!("ships.{WHAT_IF}"), Reason::of("pack-ship-missing"))?;
    let kept_out = found.is_some_and(|(_, spec)| spec.what_if);
    require(kept_out, format!("ships.{WHAT_IF}.what_if"), Reason::of("pack-what-if"))?;
    let standard = pack.german.values().any(|spec| spec.standard);
    require(standard, "german", Reason::of("pack-no-squadron"))
}

/// Ships sail under Incident markers, so that a ship's id must be no marker's name.
fn marker_free(key: &str, id: ShipId) -> Checked {
    let clash = Incident::ALL.iter().find(|marker| marker.as_str().eq_ignore_ascii_case(id.as_str()));
    require(clash.is_none(), key, Reason::of("pack-marker-name"))
}

fn german(id: ShipId, spec: &GermanSpec) -> Checked {
    let key = |part: &str| format!("german.{id}.{part}");
    let sails = matches!(spec.class, Class::Battlecruiser | Class::LightCruiser);
    let other = Reason::of("pack-no-squadron-class").quoting("class", spec.class);
    require(sails, key("class"), other)?;
    within(spec.leadership, 0..=limits::LEADERSHIP, key("leadership"))?;
    within(spec.hull, 1..=limits::TRACK, key("hull"))?;
    within(spec.engines, 1..=limits::SPEED, key("engines"))?;
    within(spec.maximum, 1..=spec.engines, key("maximum"))?;
    within(spec.cruise, 1..=spec.maximum, key("cruise"))?;
    within(spec.primary, 0..=limits::GUNS, key("primary"))?;
    within(spec.secondary, 0..=limits::GUNS, key("secondary"))?;
    within(spec.tertiary, 0..=limits::GUNS, key("tertiary"))?;
    within(spec.ammunition, 0..=limits::TRACK, key("ammunition"))?;
    within(spec.torpedoes, 0..=limits::TRACK, key("torpedoes"))?;
    within(spec.coal_limit, 0..=limits::TRACK, key("coal_limit"))?;
    within(spec.coal, 0..=spec.coal_limit, key("coal"))
}

fn other(id: ShipId, spec: &ShipSpec) -> Checked {
    let key = |part: &str| format!("ships.{id}.{part}");
    let german = spec.nation == Nation::German;
    require(!german, key("nation"), Reason::of("pack-german-counter"))?;
    let sails = matches!(spec.nation, Nation::British | Nation::French | Nation::AustroHungarian);
    let other = Reason::of("pack-no-such-ships").quoting("nation", spec.nation);
    require(sails, key("nation"), other)?;
    // 14.15 and the Incident chart know French convoys only.
    let convoy = spec.class == Class::TroopConvoy;
    require(!convoy || spec.nation == Nation::French, key("nation"), Reason::of("pack-convoy-french"))?;
    within(spec.primary, 0..=limits::GUNS, key("primary"))?;
    within(spec.secondary, 0..=limits::GUNS, key("secondary"))?;
    within(spec.tertiary, 0..=limits::GUNS, key("tertiary"))?;
    within(spec.torpedoes, 0..=limits::GUNS, key("torpedoes"))?;
    within(spec.armour, 0..=limits::ARMOUR, key("armour"))?;
    within(spec.speed, 1..=limits::SPEED, key("speed"))
}
