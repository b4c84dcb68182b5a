//! The possible orders, and the meaning of orders.

use std::io;

use super::{CHOICES_OF_EACH_VERB, LineOutcome, Session, broken};
use crate::book::Verb;
use crate::game::{Options, OrderForm};
use crate::report::Choice;

impl Session<'_> {
    /// All possible orders: outlined ones, numbered ones and, if any are outlined, how to see more.
    pub(super) fn menu(&mut self, options: &Options) -> io::Result<()> {
        let menu = self.table.menu(options, CHOICES_OF_EACH_VERB);
        self.page.lines(&menu.outlines)?;
        self.list(menu.choices, options)?;
        if menu.outlines.is_empty() { Ok(()) } else { self.verbs(options) }
    }

    fn verbs(&mut self, options: &Options) -> io::Result<()> {
        let (book, lang) = (self.table.book(), self.table.lang());
        let label = |verb: &str| book.verb(verb).map_or(verb.to_owned(), |spec| spec.label(lang).to_owned());
        let verbs: Vec<String> = options.verbs.iter().map(|(verb, _)| label(verb.as_str())).collect();
        let verbs = verbs.join(&self.say("list-separator", &[]));
        self.page.line(&self.say("terminal-verbs", &[("verbs", verbs.into())]))
    }

    fn list(&mut self, choices: Vec<Choice>, options: &Options) -> io::Result<()> {
        for (at, choice) in choices.iter().enumerate() {
            let typed = self.table.typed_short(options, &choice.form);
            let text = self.table.game_words().phrases().choice(at + 1, &typed, &choice.sentence);
            self.page.line(&text)?;
        }
        self.set_listed(choices.into_iter().map(|choice| choice.form).collect());
        self.relisted = true;
        Ok(())
    }

    /// From now on a number picks from these.
    pub(super) fn set_listed(&mut self, listed: Vec<OrderForm>) {
        if listed != self.listed {
            self.list += 1;
            self.source.listed(self.list);
        }
        self.listed = listed;
    }

    /// The orders of a verb by number, those that contain the words after it; without a verb the whole menu.
    pub(super) fn options(&mut self, words: &[String]) -> io::Result<LineOutcome> {
        let asked = broken(self.table.asked())?;
        let all = asked.options;
        if all.verbs.is_empty() {
            // Closed, over, or another player's turn.
            self.page.line(&asked.question)?;
            return Ok(LineOutcome::Shown);
        }
        let Some((typed, about)) = words.split_first() else {
            self.menu(&all)?;
            return Ok(LineOutcome::Shown);
        };
        let (options, listing) = self.table.options_about(&all, words);
        if listing.choices.is_empty() {
            // Free text cannot be listed: show how to type it.
            if !options.verbs.is_empty() && about.is_empty() {
                self.menu(&options)?;
                return Ok(LineOutcome::Shown);
            }
            self.input_error(&self.say("terminal-no-options", &[]))?;
            self.verbs(&all)?;
            return Ok(LineOutcome::InputError);
        }
        let more = listing.more;
        let last = listing.choices.last().map(|choice| self.table.typed_short(&options, &choice.form));
        self.list(listing.choices, &options)?;
        if more > 0 {
            let word = last.as_deref().and_then(|last| last.split_whitespace().nth(1)).unwrap_or_default();
            let args = [("more", more.into()), ("verb", typed.as_str().into()), ("word", word.into())];
            self.page.line(&self.say("terminal-options-more", &args))?;
        }
        Ok(LineOutcome::Shown)
    }

    pub(super) fn help(&mut self, words: &[String]) -> io::Result<()> {
        let (all, lang) = (self.table.words(), self.table.lang());
        let book = self.table.book();
        if !words.is_empty() {
            let typed = words.join(" ");
            if let Some(text) = book.explain(all, lang, self.table.lexicon(), &typed) {
                return self.page.line(&text);
            }
            // The words may name a part of the board: then that part is shown.
            return match self.table.board(words) {
                Ok(lines) => self.page.weighted(&lines),
                Err(_) => self.page.line(&self.say("terminal-no-such-verb", &[("verb", typed.into())])),
            };
        }
        let open = broken(self.table.asked())?.options;
        let (shared, own): (Vec<&Verb>, Vec<&Verb>) = book.verbs().iter().partition(|verb| verb.table);
        let now = own.iter().filter(|verb| open.verb(verb.name.as_str()).is_some());
        let lines: Vec<String> = now.map(|verb| book.list(all, lang, verb)).collect();
        // A player alone cannot invite, claim or agree.
        let alone = self.table.welcome().alone;
        let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
        for verb in shared.into_iter().filter(|verb| !(alone && verb.others)) {
            let (group, label) = (verb.group.of(lang), verb.label(lang));
            match groups.last_mut().filter(|(last, _)| *last == group) {
                Some((_, labels)) => labels.push(label),
                None => groups.push((group, vec![label])),
            }
        }
        self.page.lines(&lines)?;
        let separator = self.say("list-separator", &[]);
        for (group, labels) in groups {
            let args = [("group", group.into()), ("verbs", labels.join(&separator).into())];
            self.page.line(&self.say("terminal-help-group", &args))?;
        }
        self.page.line(&self.say("terminal-help-more", &[]))
    }
}
