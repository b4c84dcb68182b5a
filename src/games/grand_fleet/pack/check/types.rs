//! The table of types (2-1, 8).

use std::collections::BTreeMap;

use crate::games::grand_fleet::ids::{ShipType, Speed};
use crate::games::grand_fleet::pack::{Pack, limits};
use crate::games::pack::check::{require, text, within};
use crate::games::pack::{Amiss, Checked};

pub(super) fn check(pack: &Pack) -> Checked {
    let mut letters = BTreeMap::new();
    for kind in ShipType::ALL {
        let Some(spec) = pack.types.get(kind) else {
            return Err(Amiss::of(format!("types.{kind}"), "the type is missing; the rules have five (2-1)"));
        };
        let key = |part: &str| format!("types.{kind}.{part}");
        within(spec.gunnery_halves, 1..=limits::GUNNERY_HALVES, key("gunnery_halves"))?;
        within(spec.defence, 1..=limits::DEFENCE, key("defence"))?;
        text(&key("letters"), &spec.letters, limits::LETTERS_CHARS)?;
        if let Some(other) = letters.insert(spec.letters.as_str(), kind) {
            return Err(Amiss::of(key("letters"), format!("{other} has the same letters")));
        }
        let named = *kind != ShipType::PreDreadnought || spec.speed == Speed::Slow;
        require(named, key("speed"), "must be slow: a pre-dreadnought makes its fleet slow (8)")?;
    }
    let fast = pack.types.values().any(|spec| spec.speed == Speed::Fast);
    require(fast, "types", "no type is fast; the rules have fast fleets (8)")
}
