//! 14.11 The fire-power of counters: Allied ships, and Austro-Hungarian ones (20.0).

use crate::games::goeben::board::Board;
use crate::games::goeben::night;
use crate::games::goeben::state::battle::{Battle, Counter, Weapon};

/// 14.11, 14.13 Dice of a counter: the guns, halved by a gun hit and none after two, halved by night (22.0); the torpedo
/// value, unless disarmed.
pub fn dice(board: &Board, battle: Option<&Battle>, enemy: &Counter, weapon: Weapon) -> u32 {
    let Ok(spec) = board.ship(enemy.ship) else { return 0 };
    let guns = match weapon {
        Weapon::Primary => spec.primary,
        Weapon::Secondary => spec.secondary,
        Weapon::Tertiary => spec.tertiary,
        Weapon::Torpedoes if enemy.disarmed => return 0,
        Weapon::Torpedoes => return u32::from(spec.torpedoes),
    };
    // 22.0: the hit halves first, then the night, each rounded up.
    let guns = match enemy.gun_hits {
        0 => guns,
        1 => guns.div_ceil(2),
        _ => 0,
    };
    u32::from(night::guns(battle, guns, false))
}
