//! Dice in words.

use super::Teller;
use crate::game::{Roll, RollForm};
use crate::games::grand_fleet::ids::Side;
use crate::report::Tells;
use crate::words::Value;

/// How the purpose of dice begins whose event says their faces: the combat initiative.
const SAID_BY_EVENT: &str = "combat";

impl Teller<'_> {
    /// A roll in words, with the rule that asked for it: for the ledger of dice.
    pub fn roll(&self, roll: &Roll) -> String {
        let what = self.thrown(roll);
        self.say("roll-ledger", &[("what", what.into()), ("rule", roll.rule.as_str().into())])
    }

    /// The dice of a roll in words; nothing for the mixing of markers and for dice whose event says them.
    pub(super) fn dice(&self, roll: &Roll) -> Option<String> {
        let told = roll.form == RollForm::Dice && !roll.purpose.as_str().starts_with(SAID_BY_EVENT);
        told.then(|| self.thrown(roll))
    }

    fn thrown(&self, roll: &Roll) -> String {
        let faces: Vec<String> = match roll.form {
            RollForm::Dice => roll.values.iter().map(u32::to_string).collect(),
            _ => roll.values.iter().map(|at| (at + 1).to_string()).collect(),
        };
        let about = roll.about.first().map_or_else(String::new, |word| self.concern(*word));
        let side = Side::named(roll.side.as_str()).map_or_else(String::new, |side| self.side(side));
        let args: [(&str, Value<'_>); 4] = [
            ("side", side.into()),
            ("about", about.into()),
            ("dice", faces.join(" ").into()),
            ("purpose", roll.purpose.as_str().into()),
        ];
        let key = self.key("roll", &roll.purpose).unwrap_or_else(|| "gf-roll-other".into());
        self.say(&key, &args)
    }
}
