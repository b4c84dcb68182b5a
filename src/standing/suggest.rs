//! Suggestions while typing a standing order, or a passing ahead, in the reader's language. Each is parsed before it is shown.

use super::typed::{IF, NEXT, OR, THEN, WHEN};
use super::{Condition, Relation, StandingOrder, Vocabulary};
use crate::book::{MOST_SUGGESTED, fold, going_on, is_one_of};
use crate::game::Word;
use crate::game::standing::{Gauge, Question};
use crate::words::Lang;

/// The example name of a new standing order.
const NAME: &str = "order-1";

/// A word of these in a language: the first, or the last, which is Japanese.
fn word_in<'w>(words: &[&'w str], lang: Lang) -> &'w str {
    let word = if lang == Lang::En { words.first() } else { words.last() };
    word.copied().unwrap_or_default()
}

impl Vocabulary<'_> {
    /// The name of a question where it is typed.
    fn called(&self, question: &Question, lang: Lang) -> String {
        match lang {
            Lang::En => question.ask.to_owned(),
            Lang::Ja => self.words.say(lang, &format!("question-{}", question.ask), &[]),
        }
    }

    /// A condition for each number, as typed: that it falls, or that it grows.
    fn conditions(&self, lang: Lang, is: Relation) -> Vec<String> {
        // Above the present value: `below` it is true now, and `at least` it is true once the number has grown. The parser
        // refuses what can never be true, such as below the least.
        let number = |gauge: &Gauge| {
            gauge.value.saturating_add(1).clamp(gauge.range.0.saturating_add(1), gauge.range.1)
        };
        let condition = |gauge: &Gauge| Condition {
            gauge: Word::literal(gauge.name),
            of: gauge.of,
            is,
            number: number(gauge),
        };
        self.gauges.iter().map(|gauge| condition(gauge).in_words(self.words, lang, self.lexicon)).collect()
    }

    /// Standing orders that go on from `typed`. `answers` gives orders that answer a question.
    pub fn suggest_orders(
        &self,
        typed: &str,
        lang: Lang,
        answers: &dyn Fn(&Question) -> Vec<String>,
    ) -> Vec<String> {
        let is_right = |text: &str| StandingOrder::parse(text, self).is_ok();
        let typed = typed.trim_start();
        let first = typed.split_whitespace().next();
        // The typed word is the name only if an order may be called so: not if it is `when`.
        let name = first.filter(|name| is_right(&self.example(name))).unwrap_or(NAME);
        let [when, on, then] = [&WHEN[..], &IF, &THEN].map(|words| word_in(words, lang));
        let with_conditions = typed.split_whitespace().any(|word| is_one_of(&IF, word));
        let conditions = if with_conditions { self.conditions(lang, Relation::Below) } else { vec![] };
        let mut all = Vec::new();
        for question in self.questions {
            let called = self.called(question, lang);
            for answer in answers(question) {
                let ends = conditions.iter().map(|it| format!("{on} {it} {then} {answer}"));
                let ends = ends.chain([format!("{then} {answer}")]);
                all.extend(ends.map(|end| format!("{name} {when} {called} {end}")));
            }
        }
        let (key, whole) = (fold(typed.trim()), typed.trim_end().to_owned());
        let begun = all.iter().filter(|text| **text != whole && fold(text).starts_with(&key)).cloned();
        let mut found: Vec<String> = [&whole].into_iter().filter(|text| is_right(text)).cloned().collect();
        found.extend(begun.filter(|text| is_right(text)));
        // Nothing goes on from the text: any right order shows the form.
        if found.is_empty() {
            found.extend(all.into_iter().filter(|text| is_right(text)));
        }
        found.dedup();
        found.truncate(MOST_SUGGESTED);
        found
    }

    /// A standing order of this name.
    fn example(&self, name: &str) -> String {
        let question = self.questions.first().map_or("", |question| question.ask);
        format!("{name} {} {question} {} order", WHEN[0], THEN[0])
    }

    /// Plans of these orders that go on from `typed`.
    pub fn suggest_plans(
        &self,
        typed: &str,
        lang: Lang,
        orders: &[String],
        is_right: &dyn Fn(&str) -> bool,
    ) -> Vec<String> {
        let next = word_in(&NEXT, lang);
        let found = going_on(typed, &format!(" {next} "), orders, is_right).into_iter();
        // What was typed may end in the word already.
        found.map(|plan| plan.replace(&format!(" {next} {next} "), &format!(" {next} "))).collect()
    }

    /// Ends of passing ahead that go on from `typed`.
    pub fn suggest_passes(&self, typed: &str, lang: Lang) -> Vec<String> {
        let questions = self.questions.iter().map(|question| self.called(question, lang));
        let parts: Vec<String> = questions.chain(self.conditions(lang, Relation::AtLeast)).collect();
        let between = format!(" {} ", word_in(&OR, lang));
        going_on(typed, &between, &parts, &|text| StandingOrder::parse_pass(text, self).is_ok())
    }
}
