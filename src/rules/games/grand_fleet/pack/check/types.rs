//! The table of types (2-1, 8).

use std::collections::BTreeMap;

use crate::games::grand_fleet::ids::{ShipType, Speed};
use crate::games::grand_fleet::pack::{Pack, limits};
use crate::games::pack::check::{require, text, within};
use crate::games::pack::{Amiss, Checked};
use crate::reason::Reason;

pub(super) fn check(pack: &Pack) -> Checked {
    let mut letters = BTreeMap::new();
    for kind in ShipType::ALL {
        let Some(spec) = pack.types.get(kind) else {
            return Err(Amiss::of(format!("types.{kind}"), Reason::of("pack-type-missing")));
        };
        let key = |part: &str| format!("types.{kind}.{part}");
        within(spec.gunnery_halves, 1..=limits::GUNNERY_HALVES, key("gunnery_halves"))?;
        within(spec.defence, 1..=limits::DEFENCE, key("defence"))?;
        text(&key("letters"), &spec.letters, limits::LETTERS_CHARS)?;
        if let Some(other) = letters.insert(spec.letters.as_str(), kind) {
            return Err(Amiss::of(key("letters"), Reason::of("pack-same-letters").quoting("other", other)));
        }
        // 8 has the pre-dreadnought itself make a fleet slow; a pack may not set that rule aside.
        let named = *kind != ShipType::PreDreadnought || spec.speed == Speed::Slow;
        require(named, key("speed"), Reason::of("pack-pre-dreadnought-slow"))?;
    }
    let fast = pack.types.values().any(|spec| spec.speed == Speed::Fast);
    require(fast, "types", Reason::of("pack-nothing-fast"))
}
