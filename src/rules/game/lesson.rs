//! Lessons, which teach a game while it is played: the reason for each question, and an order to try. A lesson follows from a
//! seat's view, options and log, so it has no state of its own. It contains no words: a sentence is the key of a message of the
//! game.

use super::engine::{Fact, Prompt};
use super::hint::{Adviser, Hint};
use super::options::{Options, OrderForm};
use super::word::Word;

/// A past event at a table, as a seat saw it, without those that were taken back.
#[derive(Clone, Debug, PartialEq)]
pub enum Past<E> {
    /// The seat gave an order.
    Ordered(OrderForm),
    /// A fact that followed from an order, of any seat.
    Happened(Fact<E>),
    /// Orders were taken back.
    TookBack,
}

/// The text for a learner at a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The results of the last order, and things to watch: `lesson-did-…`.
    pub remarks: Vec<Word>,
    /// The part of the lesson, from 1, and the number of parts; `None` for an adviser's text, and once it is over.
    pub part: Option<(usize, usize)>,
    /// The lesson's point here: `lesson-…`, or the reason of an adviser.
    pub why: Word,
    /// The adviser whose reason that is.
    pub adviser: Option<Adviser>,
    /// Numbers in the sentences.
    pub numbers: Vec<(&'static str, i64)>,
    /// The order to try.
    pub exercise: Option<Exercise>,
}

/// An exercise for the learner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exercise {
    /// An order that the options accept.
    Order(OrderForm),
    /// Taking back the last one.
    Undo,
}

/// A learner's question, with everything the seat knows.
pub struct Moment<'a, V, E> {
    /// The seat's view.
    pub view: &'a V,
    /// The prompt.
    pub prompt: &'a Prompt,
    /// The options.
    pub options: &'a Options,
    /// The past.
    pub past: &'a [Past<E>],
    /// The advisers' orders.
    pub hints: Vec<Hint>,
}

/// A stage of a lesson.
pub struct Stage<V: 'static, E: 'static> {
    /// Its sentence: `lesson-…`.
    pub name: &'static str,
    /// The part of the lesson it belongs to, from 1.
    pub part: usize,
    /// The question at which it is used.
    pub ask: &'static str,
    /// The exercise; `None` if the stage was already passed, or has nothing left to teach.
    pub exercise: fn(&Moment<'_, V, E>) -> Option<Exercise>,
}

impl Lesson {
    /// The first of the stages that has something to try; where none is foreseen, the first hint with its reason.
    pub fn at<V, E>(
        moment: &Moment<'_, V, E>,
        stages: &[Stage<V, E>],
        remarks: Vec<Word>,
        numbers: Vec<(&'static str, i64)>,
    ) -> Option<Lesson> {
        let parts = stages.iter().map(|stage| stage.part).max()?;
        let mut here = stages.iter().filter(|stage| stage.ask == moment.prompt.ask.as_str());
        if let Some((stage, exercise)) = here.find_map(|stage| Some((stage, (stage.exercise)(moment)?))) {
            let (part, why) = (Some((stage.part, parts)), Word::literal(stage.name));
            return Some(Lesson { remarks, part, why, adviser: None, numbers, exercise: Some(exercise) });
        }
        let Hint { adviser, order, why } = moment.hints.first()?.clone();
        let (adviser, exercise) = (Some(adviser), Some(Exercise::Order(order)));
        Some(Lesson { remarks, part: None, why, adviser, numbers, exercise })
    }

    /// The text at its end.
    pub fn over(why: &'static str, remarks: Vec<Word>, numbers: Vec<(&'static str, i64)>) -> Lesson {
        Lesson { remarks, part: None, why: Word::literal(why), adviser: None, numbers, exercise: None }
    }
}

impl<V, E> Moment<'_, V, E> {
    /// The order of such an adviser.
    pub fn of(&self, adviser: Adviser) -> Option<Exercise> {
        let hint = self.hints.iter().find(|hint| hint.adviser == adviser)?;
        Some(Exercise::Order(hint.order.clone()))
    }

    /// The order of a cautious adviser.
    pub fn cautious(&self) -> Option<Exercise> {
        self.of(Adviser::Cautious)
    }

    /// The order of a bold adviser.
    pub fn bold(&self) -> Option<Exercise> {
        self.of(Adviser::Bold)
    }

    /// The order of this verb that an adviser thinks of.
    pub fn hinted(&self, verb: &str) -> Option<Exercise> {
        let hint = self.hints.iter().find(|hint| hint.order.verb.as_str() == verb)?;
        Some(Exercise::Order(hint.order.clone()))
    }

    /// The end of the phase.
    pub fn done(&self) -> Option<Exercise> {
        self.options.first("done").map(Exercise::Order)
    }

    /// Returns whether the last that the seat did was an order of this verb.
    pub fn has_just(&self, verb: &str) -> bool {
        // The facts that followed from the order come after it, as may those of other seats.
        let did = self.past.iter().rev().find(|it| !matches!(it, Past::Happened(_)));
        matches!(did, Some(Past::Ordered(order)) if order.verb.as_str() == verb)
    }
}

impl<E> Past<E> {
    /// The event that happened.
    pub fn event(&self) -> Option<&E> {
        match self {
            Past::Happened(Fact::Event(event)) => Some(event),
            Past::Happened(Fact::Roll(_)) | Past::Ordered(_) | Past::TookBack => None,
        }
    }

    /// Returns whether the seat gave an order after the first event of this kind; `None` if there was no such event.
    pub fn ordered_since(past: &[Past<E>], begins: impl Fn(&E) -> bool) -> Option<bool> {
        let at = past.iter().position(|it| it.event().is_some_and(&begins))?;
        Some(past[at..].iter().any(|it| matches!(it, Past::Ordered(_))))
    }

    /// The remarks on the last order: one for its verb, and one for its most important result, which has the lowest number.
    pub fn remarks(
        past: &[Past<E>],
        did: impl Fn(&OrderForm) -> Option<&'static str>,
        came: impl Fn(&E) -> Option<(u8, &'static str)>,
    ) -> Vec<Word> {
        let Some(at) = past.iter().rposition(|it| !matches!(it, Past::Happened(_))) else { return vec![] };
        let did = match &past[at] {
            Past::Ordered(order) => did(order),
            Past::TookBack => Some("lesson-did-undo"),
            // `rposition` has passed over these.
            Past::Happened(_) => None,
        };
        let came = past[at..].iter().filter_map(|it| came(it.event()?)).min();
        did.into_iter().chain(came.map(|(_, remark)| remark)).map(Word::literal).collect()
    }
}
