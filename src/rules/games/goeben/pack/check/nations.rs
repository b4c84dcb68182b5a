//! The powers (9).

use super::{Amiss, Checked, require};
use crate::games::goeben::ids::{Nation, Power};
use crate::games::goeben::pack::Pack;
use crate::reason::Reason;

/// Every power is there, and those that fight stand on the side the rules give them.
pub(super) fn check(pack: &Pack) -> Checked {
    for nation in Nation::ALL {
        let Some(spec) = pack.nations.get(nation) else {
            return Err(Amiss::of(format!("nations.{nation}"), Reason::of("pack-nation-missing")));
        };
        let fixed = match nation {
            Nation::German | Nation::AustroHungarian => Power::Friendly,
            Nation::British | Nation::French => Power::Allied,
            _ => spec.standing,
        };
        let key = format!("nations.{nation}.standing");
        require(spec.standing == fixed, key, Reason::of("pack-nation-side").quoting("standing", fixed))?;
    }
    Ok(())
}
