//! The menu of a mail.

use super::answer::MailAnswer;
use super::letter::Body;
use super::tap::Tap;
use crate::club::session::{Asked, PlayerSession};
use crate::game::{Options, Word};
use crate::report::{Choice, Listing, Menu};

/// Orders of a verb that are listed with a question; a verb of more is outlined.
const CHOICES_OF_EACH_VERB: usize = 6;
/// The limit for a verb whose orders have odds, which are listed one by one.
const CHOICES_WITH_ODDS: usize = 60;
/// The number of orders per line of odds if each order has its own: two may have the same effect.
const ORDERS_A_LINE: usize = 2;

impl MailAnswer<'_> {
    /// Puts a list of orders, numbered from 1, into a part of the letter. A letter has one list, so a number in its answer has one
    /// meaning.
    pub(super) fn list(
        &mut self,
        part: &mut Body,
        session: &PlayerSession,
        asked: &Asked,
        choices: Vec<Choice>,
    ) {
        let phrases = session.game_words().phrases();
        let forms = choices.iter().map(|choice| choice.form.clone()).collect();
        for (at, choice) in choices.into_iter().enumerate() {
            let typed = session.typed_short(&asked.options, &choice.form);
            let line = phrases.choice(at + 1, &typed, &choice.sentence);
            part.choice(at + 1, line, choice.sentence, Tap::of(typed).answering(asked.prompt));
        }
        if let Some(prompt) = asked.prompt {
            self.listed = Some((prompt, forms));
        }
    }
}

/// The menu of a mail, and the verbs of many orders, which it only outlines. An order with odds has a number, like every other
/// listed order.
pub(super) fn menu(session: &PlayerSession, options: &Options) -> (Menu, Vec<Word>) {
    let (odds, mut menu, mut outlined) = (session.odds(), Menu::default(), Vec::new());
    for verb in &options.verbs {
        let one = Options { verbs: vec![verb.clone()] };
        let mut of_verb = session.menu(&one, CHOICES_OF_EACH_VERB);
        let told = of_verb.outlines.iter().filter(|line| odds.contains(line)).count();
        let is_outlined = of_verb.choices.is_empty();
        if told > 0 {
            let Listing { choices, more } = session.choices(&one, &[], CHOICES_WITH_ODDS);
            // One line with the odds of many orders is no list of them.
            if (1..=told * ORDERS_A_LINE).contains(&(choices.len() + more)) {
                of_verb.outlines.retain(|line| more > 0 && !odds.contains(line));
                of_verb.choices = choices;
            }
        }
        let gives_up = session.book().verb(verb.0.as_str()).is_some_and(|known| known.gives_up);
        if is_outlined && !gives_up && !session.choices(&one, &[], 1).choices.is_empty() {
            outlined.push(verb.0);
        }
        menu.outlines.append(&mut of_verb.outlines);
        menu.choices.append(&mut of_verb.choices);
    }
    (menu, outlined)
}
