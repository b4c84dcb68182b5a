//! A player at the terminal: the desks of the seats they play, told in words.

use std::sync::Arc;

use super::offer::Offered;
use super::story::Story;
use super::trouble::Trouble;
use crate::book::{Book, Lexicon, fold};
use crate::door::terminal::{Answer, Asked, Broken, Seated};
use crate::game::{Form, Options, Refusal, Seat, Word};
use crate::log::Store;
use crate::report::{Listing, Menu, Phrases, Told, Weight};
use crate::table::{Caller, Desk, Reply, Standing, TableFault, Tables};
use crate::view::Line;
use crate::words::{Lang, Value, Words};

/// How a player comes to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// They opened it just now.
    Opened,
    /// They took a seat just now.
    Joined,
    /// They had their seat before.
    Resumed,
}

/// What a player sits down to.
pub struct Place<G: Offered, S: Store> {
    /// The tables.
    pub tables: Arc<Tables<G, S>>,
    /// The table.
    pub table: String,
    /// The seats this player plays at this terminal: one, or several in turn.
    pub seats: Vec<Seat>,
    /// The player at their door.
    pub caller: Caller,
    /// How the player comes to it.
    pub arrival: Arrival,
    /// What to type in another terminal to take a free seat, up to the table.
    pub join: String,
}

/// A seat that is played here.
struct Own<G: Offered, S: Store> {
    seat: Seat,
    desk: Desk<G, S>,
    /// The last entry that was told to it.
    seen: u64,
    /// Whether it had the terminal yet.
    met: bool,
}

/// What everybody knows of the seats of a table.
#[derive(Default)]
struct Around {
    /// All seats, each with whether it is taken.
    seats: Vec<(Seat, bool)>,
    /// The seats that are asked, each with the number of its prompt.
    asked: Vec<(Seat, u64)>,
}

/// A player's desks with what it takes to speak of them.
pub struct Sitting<G: Offered, S: Store> {
    place: Place<G, S>,
    own: Vec<Own<G, S>>,
    /// Which of them has the terminal.
    at: usize,
    /// The seat whose order was taken back: it plays on.
    back_to: Option<Seat>,
    standing: Standing<G>,
    around: Around,
    story: Story,
}

impl<G: Offered, S: Store> Sitting<G, S> {
    /// Sits down.
    ///
    /// # Errors
    /// A table that cannot be read; no seat to sit down to.
    pub fn at(place: Place<G, S>, lang: Lang) -> Result<Sitting<G, S>, Trouble> {
        let desk = |seat: Seat| Desk::new(place.tables.clone(), &place.table, seat, place.caller.clone());
        let alone = place.seats.len() == 1;
        let own = |seat: &Seat| Own { seat: *seat, desk: desk(*seat), seen: 0, met: alone };
        let mut own: Vec<Own<G, S>> = place.seats.iter().map(own).collect();
        let Some(first) = own.first() else {
            return Err(Trouble::NotSeated { table: place.table, free: vec![] });
        };
        let standing = first.desk.standing()?;
        own.iter_mut().for_each(|own| own.seen = standing.last);
        let story = Story::of(&*standing.game, lang)?;
        let around = around(&place)?;
        Ok(Sitting { place, own, at: 0, back_to: None, standing, around, story })
    }

    fn desk(&self) -> &Desk<G, S> {
        &self.own[self.at].desk
    }

    /// Which of the own seats must have the terminal next; `None` when the one that has it keeps it.
    fn next_own(&self) -> Option<usize> {
        if self.own.len() == 1 || self.standing.closed.is_some() {
            return None;
        }
        let asked = |at: &usize| {
            let seat = self.own[*at].seat;
            self.around.asked.iter().find(|(asked, _)| *asked == seat).map(|(_, number)| *number)
        };
        let all = 0..self.own.len();
        let back_to = self.back_to.and_then(|seat| all.clone().find(|at| self.own[*at].seat == seat));
        if let Some(at) = back_to.filter(|at| asked(at).is_some()) {
            return Some(at).filter(|at| *at != self.at);
        }
        let met = self.own[self.at].met;
        // Whoever is still asked goes on: the terminal changes hands no more often than it must.
        if met && asked(&self.at).is_some() {
            return None;
        }
        // The lowest number has waited longest; of equals the first in the table's order.
        let longest = all.filter_map(|at| Some((asked(&at)?, at))).min().map(|(_, at)| at);
        // Nobody has had the terminal yet: even a seat that only waits has secrets.
        longest.or_else(|| (!met).then_some(self.at))
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.phrases().seat(seat)
    }

    fn seat_names(&self, seats: impl Iterator<Item = Seat>) -> String {
        let names: Vec<String> = seats.map(|seat| self.seat_name(seat)).collect();
        names.join(&self.phrases().say("list-separator", &[]))
    }

    /// Whom the table waits for, and which of those seats nobody holds.
    fn waiting(&self) -> String {
        let taken = |seat: &Seat| self.around.seats.iter().any(|(known, taken)| known == seat && *taken);
        let free = || self.standing.waiting_for.iter().copied().filter(|seat| !taken(seat));
        let mut args: Vec<(&str, Value<'_>)> =
            vec![("seats", self.seat_names(self.standing.waiting_for.iter().copied()).into())];
        if free().next().is_none() {
            return self.phrases().say("terminal-waiting", &args);
        }
        args.push(("free", self.seat_names(free()).into()));
        self.phrases().say("terminal-waiting-free", &args)
    }

    /// What is said at a table of several seats: who sits where, that they have secrets, how to join.
    fn company(&self) -> Vec<String> {
        let phrases = self.phrases();
        let mine = |seat: &Seat| self.own.iter().any(|own| own.seat == *seat);
        let list = |sort: &dyn Fn(&(Seat, bool)) -> bool| {
            self.seat_names(self.around.seats.iter().filter(|known| sort(known)).map(|(seat, _)| *seat))
        };
        let mut lines =
            vec![phrases.say("terminal-you-play", &[("seats", list(&|(seat, _)| mine(seat)).into())])];
        let others = list(&|(seat, taken)| *taken && !mine(seat));
        if !others.is_empty() {
            lines[0] = phrases.after(&lines[0], &phrases.say("terminal-taken", &[("seats", others.into())]));
        }
        let free = self.around.seats.iter().filter(|(seat, taken)| !taken && !mine(seat));
        for (seat, _) in free {
            let command = format!("{} {} --as {seat}", self.place.join, self.place.table);
            let args = [("seat", self.seat_name(*seat).into()), ("command", command.into())];
            lines.push(phrases.say("terminal-free", &args));
        }
        let key = if self.own.len() > 1 { "terminal-secrets-in-turn" } else { "terminal-secrets" };
        lines.push(phrases.say(key, &[]));
        lines
    }

    fn phrases(&self) -> Phrases<'_> {
        self.story.phrases()
    }

    fn refresh(&mut self) -> Result<(), Broken> {
        self.standing = self.desk().standing().map_err(|fault| fault.to_string())?;
        self.around = around(&self.place).map_err(|fault| fault.to_string())?;
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
        self.desk().log(after).map_err(|fault| fault.to_string())
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
        let key = match (self.place.arrival, self.standing.practice) {
            (Arrival::Resumed, false) => "terminal-resumed",
            (Arrival::Resumed, true) => "terminal-resumed-practice",
            (Arrival::Opened, false) => "terminal-opened",
            (Arrival::Opened, true) => "terminal-opened-practice",
            (Arrival::Joined, false) => "terminal-joined",
            (Arrival::Joined, true) => "terminal-joined-practice",
        };
        let mut lines = vec![
            phrases.say(key, &[("table", self.standing.table.as_str().into())]),
            self.standing.game.notice(&phrases),
        ];
        if self.around.seats.len() > 1 {
            lines.extend(self.company());
        }
        if self.standing.peeks > 0 {
            lines.push(phrases.say("terminal-peeks", &[("count", self.standing.peeks.into())]));
        }
        lines.push(phrases.say("terminal-how", &[]));
        Ok(lines)
    }

    fn news(&mut self) -> Result<Vec<Told>, Broken> {
        let lines = self.lines(self.own[self.at].seen)?;
        self.refresh()?;
        let told = self.story.tell(&*self.standing.game, &lines).into_iter().map(|(_, told)| told).collect();
        if let Some(last) = lines.last() {
            self.own[self.at].seen = last.seq();
        }
        Ok(told)
    }

    fn stirred(&self) -> Result<bool, Broken> {
        let head = self.place.tables.store().head(&self.place.table).map_err(|fault| fault.to_string())?;
        Ok(head.seq != self.own[self.at].seen)
    }

    fn next_seat(&self) -> Option<String> {
        self.next_own().map(|at| self.seat_name(self.own[at].seat))
    }

    fn hand_over(&mut self) -> Result<bool, Broken> {
        if let Some(at) = self.next_own() {
            self.at = at;
        }
        self.back_to = None;
        let met = std::mem::replace(&mut self.own[self.at].met, true);
        self.refresh()?;
        Ok(!met)
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
            (None, None) => self.waiting(),
        };
        Ok(Asked {
            prompt: standing.asked.as_ref().map(|asked| asked.number),
            question,
            options: standing.options.clone(),
            head: standing.head.clone(),
            over: standing.closed.is_some(),
            waiting: standing.asked.is_none() && standing.closed.is_none() && !standing.over,
        })
    }

    fn menu(&self, options: &Options, few: usize) -> Menu {
        self.standing.game.menu(&self.phrases(), options, few)
    }

    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        self.standing.game.choices(&self.phrases(), options, about, limit)
    }

    fn order(&mut self, prompt: u64, form: Form) -> Result<Answer, Broken> {
        let reply = self.desk().submit(prompt, form).map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }

    fn undo(&mut self, count: usize) -> Result<Answer, Broken> {
        let undone =
            count.checked_sub(1).and_then(|at| self.standing.takebacks.steps.get(at)).map(|step| step.seat);
        let reply = self.desk().undo(count).map_err(|fault| fault.to_string())?;
        if reply.is_accepted() {
            self.back_to = undone;
        }
        self.answer(&reply)
    }

    fn log(&self, count: usize) -> Result<Vec<String>, Broken> {
        let mut rows = self.story.rows(&*self.standing.game, &self.lines(0)?);
        Ok(rows.split_off(rows.len().saturating_sub(count)))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, Broken> {
        let mut page = self.desk().dice().map_err(|fault| fault.to_string())?;
        // The command prints every tally; at the table those that say something.
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.story.dice(&*self.standing.game, &page, count))
    }

    fn close(&mut self) -> Result<Answer, Broken> {
        let reply = self.desk().close().map_err(|fault| fault.to_string())?;
        self.answer(&reply)
    }
}

fn around<G: Offered, S: Store>(place: &Place<G, S>) -> Result<Around, TableFault> {
    place.tables.look(&place.table, |table| {
        let seats = table.opened().seats.iter().filter_map(|seat| seat.parse().ok());
        Around {
            seats: seats.map(|seat: Seat| (seat, table.player_of(seat).is_some())).collect(),
            asked: table.asked().iter().map(|asked| (asked.prompt.seat, asked.number)).collect(),
        }
    })
}
