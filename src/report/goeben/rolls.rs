//! Dice in words.

use super::Teller;
use crate::game::{Roll, RollForm};
use crate::report::Tells;
use crate::words::Value;

/// Rolls of which each hit is rolled for again.
const SHOTS: &[&str] = &["gunnery", "torpedo", "bombardment"];

/// Whether a roll follows from the one before: what a hit does.
pub(super) fn follows_on(roll: &Roll) -> bool {
    roll.purpose.as_str().ends_with("-hit")
}

/// Whether a roll is a shot: what hits is rolled for again.
pub(super) fn is_shot(roll: &Roll) -> bool {
    SHOTS.contains(&roll.purpose.as_str())
}

fn faces(roll: &Roll) -> String {
    roll.values.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

impl Teller<'_> {
    /// A roll in words, with the rule that asked for it: for the ledger of dice.
    pub fn roll(&self, roll: &Roll) -> String {
        let what = self.thrown(roll);
        self.say("roll-ledger", &[("what", what.into()), ("rule", roll.rule.as_str().into())])
    }

    /// The dice of a roll in words; nothing for a draw, a shuffle or the contact die, whose event says it all.
    pub(super) fn dice(&self, roll: &Roll) -> Option<String> {
        let said_by_event = roll.form != RollForm::Dice || roll.purpose.as_str() == "contact";
        let of_hit = roll.purpose.as_str().strip_suffix("-hit");
        let hit = of_hit.is_some_and(|shot| SHOTS.contains(&shot));
        (!said_by_event && roll.take > 0).then(|| match hit {
            // The event that follows says what was hit.
            true => self.say("roll-of-a-hit", &[("dice", faces(roll).into())]),
            false => self.thrown(roll),
        })
    }

    fn thrown(&self, roll: &Roll) -> String {
        let values = match roll.form {
            RollForm::Dice => faces(roll),
            _ => roll.values.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(" "),
        };
        let about = |n: usize| roll.about.get(n).map_or_else(String::new, |word| self.concern(*word));
        let hits = self.hits(roll);
        let args: [(&str, Value<'_>); 10] = [
            ("hits", hits.unwrap_or_default().into()),
            ("counted", if hits.is_some() { "yes" } else { "no" }.into()),
            ("a", about(0).into()),
            ("b", about(1).into()),
            ("c", about(2).into()),
            ("dice", values.into()),
            ("count", roll.values.len().into()),
            ("of", roll.of.into()),
            ("total", roll.total().into()),
            ("purpose", roll.purpose.as_str().into()),
        ];
        let key = format!("roll-{}", roll.purpose);
        let has = self.words.has(crate::words::Lang::En, &key);
        self.say(if has { &key } else { "roll-other" }, &args)
    }

    /// How many faces of a shot hit; `None` for other rolls, and for torpedoes at a ship that may have her nets out.
    fn hits(&self, roll: &Roll) -> Option<usize> {
        let firing = &self.pack().charts.firing;
        let lowest = match (roll.purpose.as_str(), roll.side.as_str()) {
            ("gunnery", _) => firing.gunnery,
            ("bombardment", _) => firing.bombardment,
            ("torpedo", "german") => firing.torpedo,
            _ => return None,
        };
        Some(roll.values.iter().filter(|face| **face >= u32::from(lowest)).count())
    }
}
