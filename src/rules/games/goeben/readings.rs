//! Readings of the rules that a version changed. An audit resolves the orders of an older log by the older readings.

use crate::games::rules_change::{RulesChange, since_2};

/// The present version of the rules.
pub const VERSION: u32 = 2;

/// 7.5 Any enemy afloat drives a collier off; before, only one that the battle had left unharmed.
pub const COLLIER_LOST: RulesChange = since_2("7.5", "collier-lost", &["CollierRemoved"]);
/// 9.1 Without engines a ship whose visit is over may only be repaired; before, it could outfit as usual.
pub const VISIT_OVER: RulesChange = since_2("9.1", "visit-over", &["OrderGiven"]);
/// 13.1 Allied ships drawn for a space whose last ship was lost go back; before, they stayed.
pub const NOBODY_LEFT: RulesChange = since_2("13.1", "nobody-left", &["AlliesLeft"]);
/// 13.1 Allied Patrol needs a ship there; before, it had its effect without.
pub const PATROL_ALONE: RulesChange =
    since_2("13.1", "patrol-alone", &["IncidentBegan", "MarkersReturned", "MarkersDrawn", "Rolled"]);
/// 13.1 A Morale Check changes the dice of one torpedo of a salvo; before, of each.
pub const MORALE_OF_TORPEDOES: RulesChange =
    since_2("13.1", "morale-of-torpedoes", &["OrderGiven", "Rolled"]);
/// 23.0 Mines are laid anywhere on the way just sailed, and the order names the space; before, where the ship lay.
pub const MINES_ON_THE_WAY: RulesChange = since_2("23.0", "mines-on-the-way", &["OrderGiven", "MinesLaid"]);
/// 25.0(1) A course on which the officers agree waits for the commander; before, it was sailed at once.
pub const COURSE_WAITS: RulesChange = since_2("25.0", "course-waits", &["ProposalApproved"]);
/// 25.0(2) An order that costs another commander's ship waits for that commander; before, for nobody.
pub const OTHERS_COSTS: RulesChange = since_2("25.0", "others-costs", &["OrderProposed"]);

/// All of them.
pub const ALL: &[RulesChange] = &[
    COLLIER_LOST,
    VISIT_OVER,
    NOBODY_LEFT,
    PATROL_ALONE,
    MORALE_OF_TORPEDOES,
    MINES_ON_THE_WAY,
    COURSE_WAITS,
    OTHERS_COSTS,
];
