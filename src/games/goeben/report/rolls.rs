//! Dice in words.

use super::GoebenReport;
use crate::game::{Fact, Roll, RollForm};
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::ShipId;
use crate::report::GameReport;
use crate::words::Value;

/// Rolls whose hits are followed by another roll each.
const SHOTS: &[&str] = &["gunnery", "torpedo", "bombardment"];

/// Returns whether a roll follows from the one before: the effect of a hit.
pub(super) fn follows_on(roll: &Roll) -> bool {
    roll.purpose.as_str().ends_with("-hit")
}

/// Returns whether a roll is a shot: what hits is rolled for again.
pub(super) fn is_shot(roll: &Roll) -> bool {
    SHOTS.contains(&roll.purpose.as_str())
}

/// Returns whether a fact is the die for a hit's effect.
pub(super) fn is_of_a_hit(fact: &Fact<Event>) -> bool {
    matches!(fact, Fact::Roll(roll) if follows_on(roll))
}

/// The faces of a roll, those in brackets that are `lowest` or higher.
fn faces(roll: &Roll, lowest: Option<u32>) -> String {
    let face = |face: &u32| match lowest {
        Some(lowest) if *face >= lowest => format!("[{face}]"),
        _ => face.to_string(),
    };
    roll.values.iter().map(face).collect::<Vec<_>>().join(" ")
}

impl GoebenReport<'_> {
    /// A roll in words with its rule, for the ledger of dice.
    pub fn roll(&self, roll: &Roll) -> String {
        let what = self.thrown(roll, None);
        self.say("roll-ledger", &[("what", what.into()), ("rule", roll.rule.as_str().into())])
    }

    /// The meaning of a roll without an event; `None` for the others.
    pub(super) fn unsaid(&self, roll: &Roll) -> Option<String> {
        let key = self.key("unsaid", &roll.purpose)?;
        Some(self.say(&key, &[]))
    }

    /// The dice of a roll in words; nothing for a draw, a shuffle or the contact die, whose event says it all.
    pub(super) fn dice(&self, roll: &Roll, hits_are_rolled_for: bool) -> Option<String> {
        let said_by_event = roll.form != RollForm::Dice || roll.purpose.as_str() == "contact";
        let of_hit = roll.purpose.as_str().strip_suffix("-hit");
        let hit = of_hit.is_some_and(|shot| SHOTS.contains(&shot));
        (!said_by_event && roll.take > 0).then(|| match hit {
            // The next event names the effect.
            true => self.say("roll-of-a-hit", &[("dice", faces(roll, None).into())]),
            false => self.thrown(roll, Some(hits_are_rolled_for)),
        })
    }

    fn thrown(&self, roll: &Roll, hits_are_rolled_for: Option<bool>) -> String {
        let lowest = self.lowest_hit(roll, hits_are_rolled_for);
        let values = match roll.form {
            RollForm::Dice => faces(roll, lowest),
            _ => roll.values.iter().map(|at| (at + 1).to_string()).collect::<Vec<_>>().join(" "),
        };
        let about = |n: usize| roll.about.get(n).map_or_else(String::new, |word| self.concern(*word));
        let hits = lowest.map(|lowest| roll.values.iter().filter(|face| **face >= lowest).count());
        let args: [(&str, Value<'_>); 12] = [
            ("top", roll.values.iter().max().copied().unwrap_or_default().into()),
            ("low", roll.values.iter().min().copied().unwrap_or_default().into()),
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

    /// The lowest face of a shot that hits; `None` for other rolls, and for torpedoes at a ship that may have her nets out if
    /// neither the faces nor the next rolls tell.
    fn lowest_hit(&self, roll: &Roll, hits_are_rolled_for: Option<bool>) -> Option<u32> {
        let firing = &self.pack().charts.firing;
        let hits = |lowest: u8| roll.values.iter().filter(|face| **face >= u32::from(lowest)).count();
        let lowest = match (roll.purpose.as_str(), roll.side.as_str()) {
            ("gunnery", _) => firing.gunnery,
            ("bombardment", _) => firing.bombardment,
            ("torpedo", "german") => firing.torpedo,
            ("torpedo", _) => {
                let (bare, netted) = (firing.torpedo, firing.torpedo_against_nets);
                let has_no_nets = roll
                    .about
                    .get(1)
                    .is_some_and(|target| !self.pack().german.contains_key(&ShipId(*target)));
                match hits_are_rolled_for {
                    // Nets make no difference to these faces, or cannot be there: only German ships carry
                    // them (8).
                    _ if hits(bare) == hits(netted) || has_no_nets => bare,
                    Some(true) if hits(netted) == 0 => bare,
                    Some(false) => netted,
                    _ => return None,
                }
            }
            _ => return None,
        };
        Some(u32::from(lowest))
    }
}
