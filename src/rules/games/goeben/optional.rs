//! The optional rules, chapters 18 to 23, and which of them exclude each other.

use std::collections::BTreeSet;

use super::state::Optional;
use crate::game::Refusal;

/// Rules that exclude each other, with the number of the rule that says so.
const APART: [(Optional, Optional, &str); 2] =
    [(Optional::Moltke, Optional::FourShips, "19.0"), (Optional::Stralsund, Optional::FourShips, "19.0")];

/// Checks that a set of optional rules can be played together.
///
/// # Errors
/// A refusal that names the two rules that do not go together.
pub fn check(optional: &BTreeSet<Optional>) -> Result<(), Refusal> {
    // 19.0: the four ships have one price of their own. Moltke and Stralsund by themselves go together.
    let clash = APART.iter().find(|(one, other, _)| optional.contains(one) && optional.contains(other));
    clash.map_or(Ok(()), |(one, other, rule)| {
        Err(Refusal::new("options-apart", rule).about("option", one).about("other", other))
    })
}
