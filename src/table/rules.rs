//! The rules in force. A table opened under older rules continues under this program's: an entry says so directly before the
//! next order, in the same append. Takebacks do not undo it, just as they undo no seat: they undo orders, not this program's
//! rules.

use super::batch::{Batch, Origin};
use super::effect::NoEffect;
use super::fold::Table;
use super::reply::Reply;
use crate::game::Game;
use crate::log::{FileEvent, TableEvent};

impl<G: Game> Table<G> {
    /// The version of the rules in force.
    pub fn rules_version(&self) -> &str {
        &self.rules
    }

    /// True if this program can play the table on; false if a later program has brought it to newer rules.
    fn is_within(&self) -> bool {
        self.rules.parse::<u32>().map_or(true, |version| version <= G::RULES_VERSION)
    }

    /// Adds `RulesChanged` before the order that follows, if the table is not yet played under this program's rules.
    pub(super) fn bring_rules(&self, batch: &mut Batch<'_, G::Event>) -> Result<(), NoEffect> {
        let (from, to) = (self.rules.to_string(), G::RULES_VERSION.to_string());
        if !self.is_within() {
            return Err(Reply::refused("rules-newer").about("theirs", from).about("ours", to).into());
        }
        if from != to {
            let change = TableEvent::File(FileEvent::RulesChanged { from, to });
            batch.add(change, Origin::default())?;
        }
        Ok(())
    }
}
