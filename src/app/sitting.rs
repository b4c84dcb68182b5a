//! A player at the terminal: the desk of a seat, told in words.

use super::offer::Offered;
use super::story::Story;
use super::trouble::Trouble;
use crate::book::{Book, Lexicon, fold};
use crate::door::terminal::{Answer, Asked, Broken, Seated};
use crate::game::{Form, Options, Refusal, Word};
use crate::log::Store;
use crate::report::{Listing, Menu, Phrases, Told, Weight};
use crate::table::{Desk, Reply, Standing};
use crate::view::Line;
use crate::words::{Lang, Words};

/// A desk with what it takes to speak of it.
pub struct Sitting<G: Offered, S: Store> {
    desk: Desk<G, S>,
    standing: Standing<G>,
    story: Story,
    resumed: bool,
    seen: u64,
}

impl<G: Offered, S: Store> Sitting<G, S> {
    /// Sits down at a desk.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn at(desk: Desk<G, S>, resumed: bool, lang: Lang) -> Result<Sitting<G, S>, Trouble> {
        let standing = desk.standing()?;
        let story = Story::of(&*standing.game, lang)?;
        Ok(Sitting { desk, standing, story, resumed, seen: 0 })
    }

    fn phrases(&self) -> Phrases<'_> {
        self.story.phrases()
    }

    fn refresh(&mut self) -> Result<(), Broken> {
        self.standing = self.desk.standing().map_err(|fault| fault.to_string())?;
        Ok(())
    }

    fn answer(&mut self, reply: &Reply) -> Result<Answer, Broken> {
        self.refresh()?;
        Ok(match reply {
            Reply::Accepted { .. } => Answer::Accepted,
            Reply::Refused(refusal) => Answer::Refused(self.refusal(refusal)),
            Reply::Stale { .. } => Answer::Stale,
        })
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let phrases = self.phrases();
        phrases.table_refusal(refusal).unwrap_or_else(|| self.standing.game.refusal(&phrases, refusal))
    }

    /// The part of the board that the book has a word for.
    fn section(&self, typed: &str) -> Option<Word> {
        let words = &self.story.book.verb("show")?.arg("what")?.words;
        words
            .iter()
            .find(|choice| choice.names().any(|name| fold(name) == fold(typed)))
            .map(|choice| choice.word)
    }

    fn nothing_called(&self, typed: &str) -> String {
        let phrases = self.phrases();
        let text = phrases.say("terminal-nothing-so-called", &[("what", typed.into())]);
        match self.story.lexicon.nearest(typed) {
            Some(word) => {
                let nearest = self.story.lexicon.name(self.story.lang, word);
                phrases.after(&text, &phrases.say("misread-nearest", &[("nearest", nearest.into())]))
            }
            None => text,
        }
    }

    fn several_called(&self, typed: &str, words: impl Iterator<Item = Word>) -> String {
        let phrases = self.phrases();
        let names: Vec<String> = words.map(|word| self.story.lexicon.name(self.story.lang, word)).collect();
        let list = names.join(&phrases.say("list-separator", &[]));
        phrases.say("misread-ambiguous-verb", &[("given", typed.into()), ("list", list.into())])
    }

    fn lines(&self, after: u64) -> Result<Vec<Line>, Broken> {
        self.desk.log(after).map_err(|fault| fault.to_string())
    }
}

impl<G: Offered, S: Store> Seated for Sitting<G, S> {
    fn book(&self) -> &Book {
        &self.story.book
    }

    fn lexicon(&self) -> &Lexicon {
        &self.story.lexicon
    }

    fn words(&self) -> &Words {
        &self.story.words
    }

    fn lang(&self) -> Lang {
        self.story.lang
    }

    fn welcome(&self) -> Result<Vec<String>, Broken> {
        let phrases = self.phrases();
        let key = match (self.resumed, self.standing.practice) {
            (true, false) => "terminal-resumed",
            (true, true) => "terminal-resumed-practice",
            (false, false) => "terminal-opened",
            (false, true) => "terminal-opened-practice",
        };
        let mut lines = vec![
            phrases.say(key, &[("table", self.standing.table.as_str().into())]),
            self.standing.game.notice(&phrases),
        ];
        if self.standing.peeks > 0 {
            lines.push(phrases.say("terminal-peeks", &[("count", self.standing.peeks.into())]));
        }
        lines.push(phrases.say("terminal-how", &[]));
        Ok(lines)
    }

    fn news(&mut self) -> Result<Vec<Told>, Broken> {
        let first = self.seen == 0;
        let lines = if first { vec![] } else { self.lines(self.seen)? };
        self.refresh()?;
        let told = self.story.tell(&*self.standing.game, &lines).into_iter().map(|(_, told)| told).collect();
        self.seen = lines.last().map_or(self.seen, Line::seq).max(if first { self.standing.last } else { 0 });
        Ok(told)
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken> {
        let (phrases, game) = (self.phrases(), &self.standing.game);
        if what.is_empty() {
            return Ok(game.board(&phrases, &self.standing.view));
        }
        let typed = what.join(" ");
        let view = &self.standing.view;
        if let Some(lines) = self.section(&typed).and_then(|name| game.section(&phrases, view, name)) {
            return Ok(lines);
        }
        let parts: Vec<(Word, Vec<String>)> = self
            .story
            .lexicon
            .named(&typed)
            .into_iter()
            .filter_map(|word| Some((word, game.part(&phrases, view, word)?)))
            .collect();
        let lines = match &parts[..] {
            [(_, lines)] => lines.clone(),
            [] => vec![self.nothing_called(&typed)],
            several => vec![self.several_called(&typed, several.iter().map(|(word, _)| *word))],
        };
        Ok(lines.into_iter().map(|line| (Weight::Plain, line)).collect())
    }

    fn asked(&self) -> Result<Asked, Broken> {
        let phrases = self.phrases();
        let standing = &self.standing;
        let question = match (&standing.closed, &standing.asked) {
            (Some(_), _) => phrases.say("terminal-closed", &[("table", standing.table.as_str().into())]),
            (None, Some(asked)) => standing.game.ask(&phrases, &asked.prompt),
            (None, None) if standing.over => phrases.say("terminal-over", &[]),
            (None, None) => phrases.say("terminal-waiting", &[]),
        };
        Ok(Asked {
            prompt: standing.asked.as_ref().map(|asked| asked.number),
            question,
            options: standing.options.clone(),
            head: standing.head.clone(),
            over: standing.closed.is_some(),
        })
    }

    fn menu(&self, options: &Options, few: usize) -> Menu {
        self.standing.game.menu(&self.phrases(), options, few)
    }

    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        self.standing.game.choices(&self.phrases(), options, about, limit)
    }

    fn order(&mut self, prompt: u64, form: Form) -> Result<Answer, Broken> {
        let reply = self.desk.submit(prompt, form).map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }

    fn undo(&mut self, count: usize) -> Result<Answer, Broken> {
        let reply = self.desk.undo(count).map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }

    fn log(&self, count: usize) -> Result<Vec<String>, Broken> {
        let mut rows = self.story.rows(&*self.standing.game, &self.lines(0)?);
        Ok(rows.split_off(rows.len().saturating_sub(count)))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, Broken> {
        let mut page = self.desk.dice().map_err(|fault| fault.to_string())?;
        // The command prints every tally; at the table those that say something.
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.story.dice(&*self.standing.game, &page, count))
    }

    fn close(&mut self) -> Result<Answer, Broken> {
        let reply = self.desk.close().map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }
}
