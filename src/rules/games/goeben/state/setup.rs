//! The options of a table: optional rules, a campaign, a shared command.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::State;
use crate::word_enum;

word_enum! {
    /// The optional rules a table may be opened with.
    Optional {
        /// 18.0 A die names the place where the squadron may begin.
        VariableDeployment = "variable-deployment",
        /// 19.0 Moltke sails instead of Goeben.
        Moltke = "moltke",
        /// 19.0 Stralsund sails as well.
        Stralsund = "stralsund",
        /// 19.0 All four German ships sail; the enemy gets New Zealand, the squadron a second collier.
        FourShips = "four-ships",
        /// 20.0 The Austro-Hungarian fleet may come out.
        AustriaHungary = "austria-hungary",
        /// 20.1, 21.2 Battlecruisers may carry seaplanes.
        Seaplanes = "seaplanes",
        /// 22.0 Battles may be fought by night.
        Night = "night",
        /// 23.0 Light cruisers may carry mines.
        Mines = "mines",
    }
}

word_enum! {
    /// The ways to share the command of the German squadron (25).
    Officers {
        /// 25.0(1) A commander with three officers.
        TaskForce = "task-force",
        /// 25.0(2) A commander for each ship.
        Ships = "ships",
    }
}

/// The options of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Optional rules in use (18 to 23).
    #[serde(default)]
    pub optional: BTreeSet<Optional>,
    /// Missions one after the other (24).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub campaign: bool,
    /// The shared command of several players (25).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub officers: Option<Officers>,
    /// True if the Austro-Hungarian ships have a commander of their own (25).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub austrian_commander: bool,
    /// True if no seat is shown the odds of its orders.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_odds: bool,
    /// The table teaches the game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub learn: bool,
}

impl Setup {
    /// Returns whether an optional rule is in use.
    pub fn has(&self, rule: Optional) -> bool {
        self.optional.contains(&rule)
    }

    /// Returns whether the command is shared at all.
    pub fn is_shared(&self) -> bool {
        self.officers.is_some() || self.austrian_commander
    }
}

impl State {
    /// Returns whether an optional rule is in use.
    pub fn plays(&self, rule: Optional) -> bool {
        self.setup.has(rule)
    }
}
