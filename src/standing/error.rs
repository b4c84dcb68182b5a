//! Why a typed text is no standing order.

use super::Condition;
use crate::book::Lexicon;
use crate::game::Word;
use crate::words::{Lang, Value, Words};

/// Why a typed text is invalid: what was understood, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StandingError {
    /// It does not begin with a name.
    #[error("no name: {given}")]
    NoName {
        /// Its beginning.
        given: String,
    },
    /// No question is named.
    #[error("no question after {name}")]
    NoWhen {
        /// The name.
        name: String,
    },
    /// A question that this seat is never asked.
    #[error("no question {given}")]
    NoQuestion {
        /// The typed text.
        given: String,
        /// The seat's possible questions.
        questions: Vec<&'static str>,
    },
    /// No comparison of a number.
    #[error("no condition: {given}")]
    NoCondition {
        /// The typed text.
        given: String,
        /// A number that there is, and whose, for an example.
        example: Option<(&'static str, Option<Word>)>,
    },
    /// A number that this seat does not see.
    #[error("no number called {given}")]
    NoGauge {
        /// The typed text.
        given: String,
        /// Those that there are.
        gauges: Vec<&'static str>,
    },
    /// A number that several things have.
    #[error("{gauge} of what?")]
    WhichOf {
        /// The number.
        gauge: &'static str,
        /// The things that have one.
        of: Vec<Word>,
    },
    /// A condition that never holds.
    #[error("{0:?} never holds")]
    Never(Condition, (i64, i64)),
    /// Conditions that never hold together.
    #[error("{0:?} and {1:?} never hold together")]
    Contradiction(Condition, Condition),
    /// No order.
    #[error("no order")]
    NoOrder,
    /// No order that answers the question.
    #[error("{order} is no answer to {question}")]
    NoAnswer {
        /// The typed text.
        order: String,
        /// The question.
        question: &'static str,
        /// The verbs that answer it.
        verbs: Vec<String>,
    },
    /// A plan without an order, or with too many.
    #[error("{given} orders, and a plan has 1 to {most}")]
    Steps {
        /// How many were typed.
        given: usize,
        /// The most.
        most: usize,
    },
    /// An order of a plan that answers no question of the seat.
    #[error("{order} answers no question")]
    NeverAsked {
        /// What was typed.
        order: String,
        /// The verbs that answer one.
        verbs: Vec<String>,
    },
    /// Nothing until which to pass.
    #[error("nothing until which to pass")]
    NoUntil,
}

/// A question as typed, with its title.
pub fn question_name(words: &Words, lang: Lang, ask: &str) -> String {
    format!("{ask} ({})", words.say(lang, &format!("question-{ask}"), &[]))
}

impl StandingError {
    /// In words.
    pub fn in_words(&self, words: &Words, lang: Lang, lexicon: &Lexicon) -> String {
        let say = |key: &str, args: &[(&str, Value<'_>)]| words.say(lang, key, args);
        let listed = |names: Vec<String>| Value::from(names.join(&say("list-separator", &[])));
        let condition = |it: &Condition| Value::from(it.in_words(words, lang, lexicon));
        match self {
            StandingError::NoName { given } => say("standing-no-name", &[("given", given.as_str().into())]),
            StandingError::NoWhen { name } => say("standing-no-when", &[("name", name.as_str().into())]),
            StandingError::NoQuestion { given, questions } => {
                let questions = questions.iter().map(|ask| question_name(words, lang, ask)).collect();
                let args = [("given", given.as_str().into()), ("questions", listed(questions))];
                say("standing-no-question", &args)
            }
            StandingError::NoCondition { given, example } => {
                let example = example.map(|(gauge, of)| {
                    let gauge = say(&format!("gauge-{gauge}"), &[]);
                    let of = of.map(|of| lexicon.name(lang, of));
                    match of {
                        None => gauge,
                        Some(of) => say("standing-gauge-of", &[("gauge", gauge.into()), ("of", of.into())]),
                    }
                });
                // A game without numbers has none to give as an example.
                let example = example.unwrap_or_default();
                say("standing-no-condition", &[("example", example.into()), ("given", given.as_str().into())])
            }
            StandingError::NoGauge { given, gauges } => {
                let gauges = gauges.iter().map(|gauge| say(&format!("gauge-{gauge}"), &[])).collect();
                say("standing-no-gauge", &[("gauges", listed(gauges)), ("given", given.as_str().into())])
            }
            StandingError::WhichOf { gauge, of } => {
                let of = listed(of.iter().map(|of| lexicon.name(lang, *of)).collect());
                say("standing-which-of", &[("gauge", say(&format!("gauge-{gauge}"), &[]).into()), ("of", of)])
            }
            StandingError::Never(it, (least, most)) => {
                let args = [
                    ("condition", condition(it)),
                    ("least", least.to_string().into()),
                    ("most", most.to_string().into()),
                ];
                say("standing-never", &args)
            }
            StandingError::Contradiction(one, other) => {
                say("standing-contradiction", &[("one", condition(one)), ("other", condition(other))])
            }
            StandingError::NoOrder => say("standing-no-order", &[]),
            StandingError::NoAnswer { order, question, verbs } => {
                let args = [
                    ("order", order.as_str().into()),
                    ("question", say(&format!("question-{question}"), &[]).into()),
                    ("verbs", listed(verbs.clone())),
                ];
                say("standing-no-answer", &args)
            }
            StandingError::Steps { given, most } => {
                say("standing-plan-steps", &[("given", (*given).into()), ("most", (*most).into())])
            }
            StandingError::NeverAsked { order, verbs } => {
                let args = [("order", order.as_str().into()), ("verbs", listed(verbs.clone()))];
                say("standing-plan-never-asked", &args)
            }
            StandingError::NoUntil => say("standing-no-until", &[]),
        }
    }
}
