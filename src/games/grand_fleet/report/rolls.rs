//! Dice in words.

use super::GrandFleetReport;
use crate::game::{Fact, Roll, RollForm};
use crate::games::grand_fleet::event::{Event, SequenceEvent, SubmarineWarEvent};
use crate::games::grand_fleet::ids::Side;
use crate::games::grand_fleet::submarine_war::{self};
use crate::report::GameReport;
use crate::words::Value;

/// The prefix of the purpose of dice whose event has their faces: the combat initiative.
const SAID_BY_EVENT: &str = "combat";
/// The purpose of dice that are reported with their shot.
const SHOT: &str = "damage";

/// Returns whether a roll is the die of a turn at submarine war.
pub(super) fn is_submarine_war(roll: &Roll) -> bool {
    roll.purpose.as_str() == submarine_war::PURPOSE
}

/// Returns whether a roll is reported with its shot.
pub(super) fn is_shot(roll: &Roll) -> bool {
    roll.purpose.as_str() == SHOT
}

impl GrandFleetReport<'_> {
    /// A roll in words with its rule, for the ledger of dice.
    pub fn roll(&self, roll: &Roll) -> String {
        let what = self.thrown(roll);
        self.say("roll-ledger", &[("what", what.into()), ("rule", roll.rule.as_str().into())])
    }

    /// The dice of a roll in words; nothing for the mixing of markers and for dice whose event says them.
    pub(super) fn dice(&self, roll: &Roll) -> Option<String> {
        // Nobody may know the order of the markers before the reveal, and afterwards it is of no interest.
        let told = roll.form == RollForm::Dice && !roll.purpose.as_str().starts_with(SAID_BY_EVENT);
        told.then(|| self.thrown(roll))
    }

    /// The die of a turn at submarine war with its modifier and the sum, if `before` shows that there is one.
    pub(super) fn submarine_war(&self, roll: &Roll, before: &[Fact<Event>]) -> Option<String> {
        let die = i32::try_from(*roll.values.first().filter(|_| is_submarine_war(roll))?).ok()?;
        let (mut turn, mut since) = (None, None);
        // Turn and outbreak are in earlier facts; the roll has the bare die only.
        for fact in before {
            match fact {
                Fact::Event(Event::Sequence(SequenceEvent::TurnBegan { turn: began })) => turn = Some(*began),
                Fact::Event(Event::SubmarineWar(SubmarineWarEvent::SubmarineWarBroke { turn, .. })) => {
                    since = Some(*turn);
                }
                _ => {}
            }
        }
        let modifier = submarine_war::modifier(self.chart, turn?, since?);
        let args = [
            ("dice", die.into()),
            ("sign", if modifier < 0 { "−" } else { "+" }.into()),
            ("by", modifier.unsigned_abs().into()),
            ("sum", (die + modifier).into()),
        ];
        (modifier != 0).then(|| self.say("gf-roll-submarine-war-modified", &args))
    }

    fn thrown(&self, roll: &Roll) -> String {
        let about = roll.about.first().map_or_else(String::new, |word| self.concern(*word));
        let side = Side::named(roll.side.as_str()).map_or_else(String::new, |side| self.side(side));
        let args: [(&str, Value<'_>); 4] = [
            ("side", side.into()),
            ("about", about.into()),
            ("dice", faces(roll).into()),
            ("purpose", roll.purpose.as_str().into()),
        ];
        let key = self.key("roll", &roll.purpose).unwrap_or_else(|| "gf-roll-other".into());
        self.say(&key, &args)
    }
}

/// The faces of dice; of markers their places, from 1.
fn faces(roll: &Roll) -> String {
    // A shuffle gives positions from 0.
    let from = if roll.form == RollForm::Dice { 0 } else { 1 };
    roll.values.iter().map(|value| (value + from).to_string()).collect::<Vec<_>>().join(" ")
}
