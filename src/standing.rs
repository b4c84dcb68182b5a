//! Standing orders: what a player has answered for them, in the words of orders, and on what conditions; passing ahead; and
//! plans, which are orders for the next questions of a turn.
//! All of it is read and weighed from words, a question and the numbers of a view; no table is known here.
//!
//! ```text
//! NAME when QUESTION if NUMBER of THING is at least 2 and NUMBER is below 6 then ORDER
//! NAME when QUESTION if time is up then ORDER
//! until QUESTION or NUMBER is at least 4
//! ORDER then ORDER then if asked QUESTION then ORDER until QUESTION or NUMBER is at least 4
//!
//! 名前 問い … 条件 …の…が2以上 かつ …が6未満 命令 …
//! … 次に … 次に 問い … 命令 … 次に …が4以上 まで
//! ```

mod error;
mod suggest;
mod typed;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::book::Lexicon;
use crate::game::Word;
use crate::game::standing::{Gauge, Question};
use crate::words::{Lang, Words};

pub use error::{StandingError, question_name};
pub use typed::cut_later;

/// The most letters of a name.
pub const NAME_LETTERS: usize = 24;
/// The prefix of the door of an automatic answer; the name of the standing order follows.
pub const STANDING_DOOR: &str = "standing-order/";
/// The name of passing ahead.
pub const PASS_AHEAD: &str = "pass-ahead";
/// The name of a plan.
pub const PLAN: &str = "plan";

/// A standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// Its name: lower-case letters, digits and hyphens.
    pub name: String,
    /// Its rule.
    #[serde(flatten)]
    pub rule: StandingRule,
}

/// The rule of a standing order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandingRule {
    /// It answers a question.
    Answer {
        /// Which: [`crate::game::Prompt::ask`].
        question: Word,
        /// The conditions, which must all hold.
        conditions: Vec<Condition>,
        /// True if it waits until the time of the question is up.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        time_up: bool,
        /// The order, as typed.
        order: String,
    },
    /// It passes any question, until one of these happens.
    PassUntil(Vec<Until>),
    /// It answers the seat's next questions of this turn.
    Plan {
        /// Its orders.
        steps: Vec<PlanStep>,
        /// What ends it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        until: Vec<Until>,
        /// The part of the log that it is for, a turn or a day.
        part: Option<u32>,
    },
}

/// An order of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanStep {
    /// The question that it answers whenever that is asked; without one, it waits for its place in the plan, and goes out once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Word>,
    /// The order, as typed.
    pub order: String,
}

impl StandingRule {
    /// Returns whether it does nothing before the time of a question is up.
    pub fn waits_for_time_up(&self) -> bool {
        matches!(self, StandingRule::Answer { time_up: true, .. })
    }

    /// The rank in which it is tried: standing orders, then a plan, then passing ahead.
    pub fn rank(&self) -> u8 {
        match self {
            StandingRule::Answer { .. } => 0,
            StandingRule::Plan { .. } => 1,
            StandingRule::PassUntil(_) => 2,
        }
    }

    /// Takes the first `gone` orders of a plan out that go out in its order.
    pub fn go_on(&mut self, gone: usize) {
        if let StandingRule::Plan { steps, .. } = self {
            for _ in 0..gone {
                // Answers to a named question are not used up.
                if let Some(at) = steps.iter().position(|step| step.asked.is_none()) {
                    steps.remove(at);
                }
            }
        }
    }

    /// Returns whether it is a plan with nothing left.
    pub fn is_done(&self) -> bool {
        matches!(self, StandingRule::Plan { steps, .. } if steps.is_empty())
    }
}

/// The end of passing ahead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// A question is raised.
    Asked(Word),
    /// A number is so.
    Holds(Condition),
}

/// A condition over a number of one's own view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// [`Gauge::name`].
    pub gauge: Word,
    /// [`Gauge::of`].
    pub of: Option<Word>,
    /// The relation.
    pub is: Relation,
    /// With what.
    pub number: i64,
}

/// The relation of a number to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// Less than it.
    Below,
    /// It or less.
    AtMost,
    /// The same.
    Exactly,
    /// It or more.
    AtLeast,
    /// More than it.
    Above,
}

/// A question that is asked.
#[derive(Clone, Copy, Debug)]
pub struct AskedQuestion {
    /// The question: [`crate::game::Prompt::ask`].
    pub ask: Word,
    /// True if its time is up.
    pub up: bool,
    /// The part of the log in which it is asked.
    pub part: Option<u32>,
}

/// The effect of a standing order on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighed<'a> {
    /// Nothing.
    Rests,
    /// It answers with this order, as typed.
    Answers(&'a str),
    /// It answers with this order, as typed, which is then gone from its plan.
    GoesOn(&'a str),
    /// Its end condition is true.
    Over,
    /// Something that it does not foresee: a number that there no longer is, a question that cannot be passed by.
    Unforeseen,
}

/// The words for a seat's standing orders.
pub struct Vocabulary<'a> {
    /// The messages.
    pub words: &'a Words,
    /// The names of things.
    pub lexicon: &'a Lexicon,
    /// The questions.
    pub questions: &'a [Question],
    /// The numbers.
    pub gauges: &'a [Gauge],
}

/// The names of these numbers, each once, in alphabetical order.
pub fn gauge_names(gauges: &[Gauge]) -> Vec<&'static str> {
    gauges.iter().map(|gauge| gauge.name).collect::<BTreeSet<_>>().into_iter().collect()
}

impl StandingOrder {
    /// The answer of the order to a question, by the numbers that its seat sees.
    pub fn weigh(&self, asked: AskedQuestion, questions: &[Question], gauges: &[Gauge]) -> Weighed<'_> {
        let AskedQuestion { ask, up, part } = asked;
        match &self.rule {
            // Before the conditions: a number that is gone disarms an order only at its own question.
            StandingRule::Answer { question, time_up, .. } if *question != ask || *time_up && !up => {
                Weighed::Rests
            }
            StandingRule::Answer { conditions, order, .. } => {
                let hold: Option<Vec<bool>> = conditions.iter().map(|it| it.holds(gauges)).collect();
                match hold {
                    None => Weighed::Unforeseen,
                    Some(hold) if hold.iter().all(|holds| *holds) => Weighed::Answers(order),
                    Some(_) => Weighed::Rests,
                }
            }
            StandingRule::Plan { steps, until, part: of } => match happened(until, ask, gauges) {
                None => Weighed::Unforeseen,
                Some(true) => Weighed::Over,
                // A plan is for one turn or day; in the next its orders would answer questions that its
                // owner has not foreseen.
                Some(false) if *of != part => Weighed::Over,
                Some(false) => {
                    let answer = steps.iter().find(|step| step.asked == Some(ask));
                    let next = steps.iter().find(|step| step.asked.is_none());
                    match (answer, next) {
                        // An order for this very question goes first, and stays in the plan.
                        (Some(step), _) => Weighed::Answers(&step.order),
                        (None, Some(step)) => Weighed::GoesOn(&step.order),
                        (None, None) => Weighed::Rests,
                    }
                }
            },
            StandingRule::PassUntil(until) => {
                let happened = happened(until, ask, gauges);
                let pass = questions.iter().find(|it| it.ask == ask.as_str()).and_then(|it| it.pass);
                match (happened, pass) {
                    (Some(true), _) => Weighed::Over,
                    // Without a verb that passes, or with a number gone, its owner has to hear of it.
                    (Some(false), Some(verb)) => Weighed::Answers(verb),
                    _ => Weighed::Unforeseen,
                }
            }
        }
    }
}

/// Returns whether one of these has happened; `None` if a number among them no longer exists.
fn happened(until: &[Until], ask: Word, gauges: &[Gauge]) -> Option<bool> {
    let each: Option<Vec<bool>> = until.iter().map(|it| it.happened(ask, gauges)).collect();
    each.map(|each| each.contains(&true))
}

impl Until {
    fn happened(&self, ask: Word, gauges: &[Gauge]) -> Option<bool> {
        match self {
            Until::Asked(question) => Some(*question == ask),
            Until::Holds(condition) => condition.holds(gauges),
        }
    }
}

impl Condition {
    fn of<'g>(&self, gauges: &'g [Gauge]) -> Option<&'g Gauge> {
        gauges.iter().find(|gauge| gauge.name == self.gauge.as_str() && gauge.of == self.of)
    }

    fn holds(&self, gauges: &[Gauge]) -> Option<bool> {
        let (least, most) = self.span();
        self.of(gauges).map(|gauge| (least..=most).contains(&gauge.value))
    }

    /// The least and the most with which it holds.
    fn span(&self) -> (i64, i64) {
        match self.is {
            Relation::Below => (i64::MIN, self.number.saturating_sub(1)),
            Relation::AtMost => (i64::MIN, self.number),
            Relation::Exactly => (self.number, self.number),
            Relation::AtLeast => (self.number, i64::MAX),
            Relation::Above => (self.number.saturating_add(1), i64::MAX),
        }
    }

    /// In words.
    pub fn in_words(&self, words: &Words, lang: Lang, lexicon: &Lexicon) -> String {
        let gauge = words.say(lang, &format!("gauge-{}", self.gauge), &[]);
        let gauge = match self.of {
            Some(of) => {
                let args = [("gauge", gauge.into()), ("of", lexicon.name(lang, of).into())];
                words.say(lang, "standing-gauge-of", &args)
            }
            None => gauge,
        };
        let is = match self.is {
            Relation::Below => "below",
            Relation::AtMost => "at-most",
            Relation::Exactly => "exactly",
            Relation::AtLeast => "at-least",
            Relation::Above => "above",
        };
        let args = [("gauge", gauge.into()), ("is", is.into()), ("number", self.number.to_string().into())];
        words.say(lang, "standing-condition", &args)
    }
}
