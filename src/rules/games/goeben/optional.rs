//! Optional rules, chapters 18 to 23: which there are, and which go together.

use std::collections::BTreeSet;

use super::state::{Setup, State};
use crate::game::Refusal;
use crate::word_enum;

word_enum! {
    /// The optional rules a table may be opened with.
    Optional {
        /// 18.0 The squadron may begin where a die says.
        VariableDeployment = "variable-deployment",
        /// 19.0 Moltke sails in the place of Goeben.
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

/// Rules that do not go together, with the number of the rule that says so.
const APART: [(Optional, Optional, &str); 2] =
    [(Optional::Moltke, Optional::FourShips, "19.0"), (Optional::Stralsund, Optional::FourShips, "19.0")];

/// Whether a set of optional rules can be played together.
///
/// # Errors
/// A refusal that names the two rules that do not go together.
pub fn check(optional: &BTreeSet<Optional>) -> Result<(), Refusal> {
    let clash = APART.iter().find(|(one, other, _)| optional.contains(one) && optional.contains(other));
    clash.map_or(Ok(()), |(one, other, rule)| {
        Err(Refusal::new("options-apart", rule).about("option", one).about("other", other))
    })
}

impl Setup {
    /// Whether an optional rule is in use.
    pub fn has(&self, rule: Optional) -> bool {
        self.optional.contains(&rule)
    }
}

impl State {
    /// Whether an optional rule is in use.
    pub fn plays(&self, rule: Optional) -> bool {
        self.setup.has(rule)
    }
}
