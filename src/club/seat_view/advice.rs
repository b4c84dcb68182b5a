//! Advice in words: the lesson of a table that teaches, and hints at every table for practice.

use super::{LessonText, Playable, SeatOf, SeatView, Watch};
use crate::book::anyway;
use crate::club::consent::grave;
use crate::club::decided::{self, Bound};
use crate::club::{ClubError, board};
use crate::game::hint::Hint;
use crate::game::lesson::{Exercise, Lesson, Past};
use crate::game::{OrderForm, Seat, Word};
use crate::report::{GameReport, Weight};
use crate::words::Value;

impl<G: Playable> SeatOf<G> {
    /// The text for a learner: the results of the last order, the reason for the prompt, and an advice.
    pub(super) fn lesson_text(&self) -> Result<LessonText, ClubError> {
        let facts = &self.facts;
        if self.around.gone || facts.closed.is_some() || !self.teaches() {
            return Ok(LessonText::default());
        }
        let prompt = facts.asked.as_ref().map(|asked| &asked.prompt);
        let lesson = |past: &[Past<G::Event>]| self.game.lesson(&self.view, prompt, &facts.options, past);
        let Some(mut now) = lesson(&self.past_at(self.seat)?) else {
            return Ok(LessonText::default());
        };
        // A player who plays every side gave the last order, at whichever seat.
        let last = facts.takebacks.steps.first().map(|step| step.seat);
        let mine = |seat: Seat| self.around.held_by(&self.context.caller.player).any(|held| held == seat);
        if let Some(last) = last.filter(|last| *last != self.seat && mine(*last)) {
            now.remarks = lesson(&self.past_at(last)?).map(|lesson| lesson.remarks).unwrap_or_default();
        }
        Ok(self.lesson_told(now))
    }

    /// The table's past, as this player sees it from one of their seats.
    fn past_at(&self, seat: Seat) -> Result<Vec<Past<G::Event>>, ClubError> {
        let lines = self.session_at(seat).lines_between(&self.now, 0, self.facts.head.seq)?;
        Ok(self.game_words.past_of(seat, &lines)?)
    }

    fn lesson_told(&self, lesson: Lesson) -> LessonText {
        let (phrases, door) = (self.phrases(), &self.context.door);
        let numbers: Vec<(&str, Value<'_>)> =
            lesson.numbers.iter().map(|(name, number)| (*name, (*number).into())).collect();
        let mut lines: Vec<String> = lesson.remarks.iter().map(|key| self.advised(key, &numbers)).collect();
        let why = ("why", Value::from(self.advised(&lesson.why, &numbers)));
        lines.push(match (lesson.part, lesson.adviser) {
            (Some((part, parts)), _) => {
                phrases.say("lesson-part", &[("part", part.into()), ("parts", parts.into()), why])
            }
            (None, Some(adviser)) => {
                self.advised(&Word::literal("lesson-hint"), &[("adviser", adviser.as_str().into()), why])
            }
            (None, None) => phrases.say("lesson-end", &[why]),
        });
        let mut text = LessonText { lines, order: None, undo: false };
        match lesson.exercise {
            Some(Exercise::Order(order)) => {
                let typed = self.tried(&order);
                text.lines.push(phrases.say(&door.key("try"), &[("typed", typed.as_str().into())]));
                text.order = Some(typed);
            }
            Some(Exercise::Undo) => {
                text.lines.push(phrases.say(&door.key("try-undo"), &[]));
                text.undo = true;
            }
            None => {}
        }
        text
    }

    /// An order as it is carried out when it is typed: with the word that confirms it, if a door would hold it back.
    fn tried(&self, order: &OrderForm) -> String {
        let (typed, facts) = (self.typed(order), &self.facts);
        let cost = facts
            .asked
            .as_ref()
            .map(|asked| grave(&*self.game, &self.view, &asked.prompt, &facts.options, order));
        match cost.is_some_and(|cost| !cost.is_empty()) {
            true => format!("{typed} {}", anyway(self.phrases().lang)),
            false => typed,
        }
    }

    /// The reasons that decided the game, where `what` asks for that, while `watch` lets it go on.
    pub(super) fn what_decided(
        &self,
        what: &[String],
        watch: Watch<'_>,
    ) -> Result<Option<Vec<(Weight, String)>>, ClubError> {
        if !board::is_decided(&self.game_words, what) {
            return Ok(None);
        }
        let past = || self.tables.history(&self.around.table, self.facts.viewer);
        let bound = Bound::of(&*self.context.platform, self.context.door.longest_seconds(), what);
        decided::shown(&self.game_words, Some(self.seat), past, (&bound, watch)).map(Some)
    }

    /// The orders that advisers suggest now, a line each; the reason if there is no hint.
    pub(super) fn hint_lines(&self) -> Vec<String> {
        let phrases = self.phrases();
        if !self.facts.practice {
            return vec![phrases.say("hint-practice-only", &[])];
        }
        let Some(asked) = self.asked() else {
            return vec![phrases.say("hint-nothing-asked", &[])];
        };
        let mut hints = self.game.hints(&self.view, &asked.prompt, &self.facts.options);
        // Advisers who agree speak once.
        let mut given = Vec::new();
        hints.retain(|hint| {
            let is_new = !given.contains(&hint.order);
            given.push(hint.order.clone());
            is_new
        });
        if hints.is_empty() {
            return vec![phrases.say("hint-none", &[])];
        }
        hints.iter().map(|hint| self.hint_told(hint)).collect()
    }

    fn hint_told(&self, hint: &Hint) -> String {
        let report = self.report();
        let odds = report.odds(&self.view).iter().find(|odds| odds.are_of(&hint.order));
        let why = self.advised(&hint.why, &[]);
        let why = odds.map_or(why.clone(), |odds| report.beside(&why, odds));
        let args = [
            ("adviser", hint.adviser.as_str().into()),
            ("typed", self.typed(&hint.order).into()),
            ("why", why.into()),
        ];
        self.advised(&Word::literal("hint-line"), &args)
    }

    /// The parts of the position that matter for the decision, and what cannot be undone.
    pub(super) fn brief_lines(&self) -> Vec<String> {
        let Some(prompt) = self.asked().map(|asked| &asked.prompt) else { return vec![] };
        let (report, view, options) = (self.report(), &*self.view, &*self.facts.options);
        let cautions = self.game.cautions(view, prompt, options, None);
        let mut lines = report.brief(view, prompt);
        lines.extend(cautions.iter().map(|caution| report.caution(caution)));
        lines
    }

    /// A sentence of the game's advice.
    fn advised(&self, key: &Word, args: &[(&str, Value<'_>)]) -> String {
        self.phrases().say(&format!("{}{key}", <G::Report<'_> as GameReport>::PREFIX), args)
    }

    fn typed(&self, order: &OrderForm) -> String {
        let phrases = self.phrases();
        phrases.book.type_short_in(phrases.lang, order, &self.facts.options, phrases.lexicon)
    }
}
