//! Readings of the rules that a version changed. An audit resolves the orders of an older log by the older readings.

use crate::games::rules_change::{RulesChange, since_2};

/// The present version of the rules.
pub const VERSION: u32 = 2;

/// 8 British ships beyond 64 go home when the British form; before, ahead of any formation.
pub const OVERFLOW: RulesChange = since_2("8", "overflow", &["StepReached", "ShipsBoxed", "FleetsFormed"]);

/// All of them.
pub const ALL: &[RulesChange] = &[OVERFLOW];
