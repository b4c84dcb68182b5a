//! What may be ordered, as a mail lists it.

use super::answer::Answering;
use super::letter::PieceStyle;
use crate::club::session::{Asked, PlayerSession};
use crate::game::Options;
use crate::report::{Choice, Menu};

/// Orders of a verb that are listed with a question; a verb of more is outlined.
const CHOICES_OF_EACH_VERB: usize = 6;
/// The same of a verb whose orders have odds, which are told one by one.
const CHOICES_WITH_ODDS: usize = 60;

impl Answering<'_> {
    /// A list of orders, numbered from 1: the letter has one, so that a number in its answer means one thing.
    pub(super) fn list(&mut self, session: &dyn PlayerSession, asked: &Asked, choices: Vec<Choice>) {
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
}

/// The menu of a mail. An order whose odds are told has a number, like every other that is listed: a verb with odds is listed whole
/// or not at all.
pub(super) fn in_mail(session: &dyn PlayerSession, options: &Options) -> Menu {
    let (odds, mut menu) = (session.odds(), Menu::default());
    for verb in &options.verbs {
        let one = Options { verbs: vec![verb.clone()], ..options.clone() };
        let mut of_verb = session.menu(&one, CHOICES_OF_EACH_VERB);
        let has_odds = of_verb.outlines.iter().any(|line| odds.contains(line));
        if has_odds {
            of_verb = session.menu(&one, CHOICES_WITH_ODDS);
            of_verb.outlines.retain(|line| !odds.contains(line));
        }
        menu.outlines.append(&mut of_verb.outlines);
        menu.choices.append(&mut of_verb.choices);
    }
    menu
}
