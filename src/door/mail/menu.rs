//! The menu of a mail.

use super::answer::MailAnswer;
use super::letter::PieceStyle;
use crate::club::session::{Asked, PlayerSession};
use crate::game::Options;
use crate::report::{Choice, Menu};

/// Orders of a verb that are listed with a question; a verb of more is outlined.
const CHOICES_OF_EACH_VERB: usize = 6;
/// The limit for a verb whose orders have odds, which are listed one by one.
const CHOICES_WITH_ODDS: usize = 60;
/// The number of orders per line of odds if each order has its own: two may have the same effect.
const ORDERS_A_LINE: usize = 2;

impl MailAnswer<'_> {
    /// A list of orders, numbered from 1. A letter has one list, so a number in its answer has one meaning.
    pub(super) fn list(&mut self, session: &PlayerSession, asked: &Asked, choices: Vec<Choice>) {
        let (book, lang, lexicon) = (session.book(), session.lang(), session.lexicon());
        let forms = choices.iter().map(|choice| choice.form.clone()).collect();
        for (at, choice) in choices.into_iter().enumerate() {
            let typed = book.type_short_in(lang, &choice.form, &asked.options, lexicon);
            let args = [
                ("number", (at + 1).into()),
                ("typed", typed.into()),
                ("sentence", choice.sentence.as_str().into()),
            ];
            self.body.put(PieceStyle::Plain, self.say("choice-line", &args));
        }
        if let Some(prompt) = asked.prompt {
            self.listed = Some((prompt, forms));
        }
    }

    /// The menu of a mail. An order with odds has a number, like every other listed order.
    pub(super) fn menu(session: &PlayerSession, options: &Options) -> Menu {
        let (odds, mut menu) = (session.odds(), Menu::default());
        for verb in &options.verbs {
            let one = Options { verbs: vec![verb.clone()] };
            let mut of_verb = session.menu(&one, CHOICES_OF_EACH_VERB);
            let told = of_verb.outlines.iter().filter(|line| odds.contains(line)).count();
            if told > 0 {
                let mut whole = session.menu(&one, CHOICES_WITH_ODDS);
                // One line with the odds of many orders is no list of them.
                if (1..=told * ORDERS_A_LINE).contains(&whole.choices.len()) {
                    whole.outlines.retain(|line| !odds.contains(line));
                    of_verb = whole;
                }
            }
            menu.outlines.append(&mut of_verb.outlines);
            menu.choices.append(&mut of_verb.choices);
        }
        menu
    }
}
