//! A player at a door: the desk of a seat they play, told in words.

mod company;
mod line;
mod place;

use std::sync::Arc;

use super::board;
use crate::book::{Book, Lexicon};
use crate::club::session::{Answer, Asked, PlayerSession, Welcome};
use crate::club::{ClubError, GameWords};
use crate::game::{Form, Options, Refusal, Seat};
use crate::games::Playable;
use crate::report::{Choice, GameReport, Listing, Menu, Phrases, Told, Weight};
use crate::table::{self, Desk, Reply, Standing, Table, TableFault};
use crate::view::VisibleEntry;
use crate::words::{Lang, Value, Words};
use line::LineDone;
pub use place::SessionContext;

/// What everybody knows of the seats of a table.
#[derive(Default)]
struct Around {
    /// All seats, with who holds them.
    seats: Vec<table::SeatHolding>,
    /// The seats that the game waits for, each with the number of its prompt.
    asked: Vec<(Seat, u64)>,
    /// Whether the table is closed: everyone may see every seat then.
    closed: bool,
}

/// A player's desk with what it takes to speak of it.
pub struct Sitting<G: Playable> {
    place: Arc<SessionContext<G>>,
    seat: Seat,
    desk: Desk<G>,
    /// The last entry that was told.
    seen: u64,
    /// The heading last told.
    heading: String,
    /// The table as it was last taken: all that is told of it is told of this.
    now: Arc<Table<G>>,
    standing: Standing<G>,
    around: Around,
    /// The player holds the seat no more.
    gone: bool,
    story: Arc<GameWords>,
    /// How many commands were given under the outside message.
    given: u32,
    /// What the line that is being carried out has done.
    line: LineDone,
}

impl<G: Playable> Sitting<G> {
    /// Sits down at each of `seats` of one table; `story` tells the table's game in the player's language.
    ///
    /// # Errors
    /// A table that cannot be read, a seat that the player does not hold.
    pub fn at(
        place: SessionContext<G>,
        seats: &[Seat],
        story: impl FnOnce(&G) -> Result<Arc<GameWords>, ClubError>,
    ) -> Result<Vec<Sitting<G>>, ClubError> {
        let now = place.tables.now(&place.table)?;
        let (place, story) = (Arc::new(place), story(now.game())?);
        seats.iter().map(|seat| Sitting::as_of(place.clone(), *seat, now.clone(), story.clone())).collect()
    }

    /// Sits down at the table as it was when `now` was taken.
    ///
    /// # Errors
    /// As [`Sitting::at`].
    pub fn as_of(
        place: Arc<SessionContext<G>>,
        seat: Seat,
        now: Arc<Table<G>>,
        story: Arc<GameWords>,
    ) -> Result<Sitting<G>, ClubError> {
        let desk = place.desk(seat);
        let (standing, around) = (desk.standing_at(&now)?, around(&now));
        Ok(Sitting {
            place,
            seat,
            desk,
            seen: standing.last,
            heading: String::new(),
            now,
            standing,
            around,
            gone: false,
            story,
            given: 0,
            line: LineDone::default(),
        })
    }

    /// The desk, about to be given a command.
    fn acting(&mut self) -> Desk<G> {
        self.acting_at(self.seat)
    }

    /// As [`Sitting::acting`], at a seat of this player.
    fn acting_at(&mut self, seat: Seat) -> Desk<G> {
        let mut desk = self.place.desk(seat);
        if let Some(key) = &self.place.key {
            desk.key(key, self.given);
            self.given += 1;
        }
        desk
    }

    /// What is said in the words of the player's door.
    fn say_by_door(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.phrases().say(&self.place.door.key(key), args)
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
        let taken =
            |seat: &Seat| self.around.seats.iter().any(|place| place.seat == *seat && place.player.is_some());
        let free = || self.standing.waiting_for.iter().copied().filter(|seat| !taken(seat));
        let mut args: Vec<(&str, Value<'_>)> =
            vec![("seats", self.seat_names(self.standing.waiting_for.iter().copied()).into())];
        if free().next().is_none() {
            return self.phrases().say("desk-waiting", &args);
        }
        args.push(("free", self.seat_names(free()).into()));
        self.phrases().say("desk-waiting-free", &args)
    }

    /// What is said at a table of several seats: who sits where, how to join.
    fn company(&self) -> Vec<String> {
        let phrases = self.phrases();
        let list = |sort: &dyn Fn(&table::SeatHolding) -> bool| {
            self.seat_names(self.around.seats.iter().filter(|place| sort(place)).map(|place| place.seat))
        };
        let mut lines =
            vec![phrases.say("desk-you-play", &[("seats", list(&|place| self.mine(place.seat)).into())])];
        let others = list(&|place| place.player.is_some() && !self.mine(place.seat));
        if !others.is_empty() {
            lines[0] = phrases.after(&lines[0], &phrases.say("desk-taken", &[("seats", others.into())]));
        }
        lines.extend(self.offers_to_me());
        lines.extend(self.free_lines());
        lines
    }

    /// What to type to take a seat.
    fn join(&self, seat: Seat) -> String {
        self.place.door.join(&self.phrases(), &self.place.table, seat, None)
    }

    /// How to take each seat that anybody may take.
    fn free_lines(&self) -> Vec<String> {
        let free = self.around.seats.iter().filter(|place| {
            place.player.is_none() && place.offered_to.is_none() && self.standing.closed.is_none()
        });
        let line = |place: &table::SeatHolding| {
            let args =
                [("seat", self.seat_name(place.seat).into()), ("command", self.join(place.seat).into())];
            self.say_by_door("free", &args)
        };
        free.map(line).collect()
    }

    fn question(&self) -> String {
        let (phrases, standing) = (self.phrases(), &self.standing);
        match (&standing.closed, &standing.asked) {
            _ if self.gone => phrases.say("desk-seat-gone", &[]),
            (Some(_), _) => self.say_by_door("closed", &[("table", standing.table.as_str().into())]),
            (None, Some(asked)) if standing.awaited => {
                standing.game.report(phrases).prompt(&asked.prompt, &standing.options)
            }
            (None, _) if standing.over => phrases.say("desk-over", &[]),
            (None, _) => self.waiting(),
        }
    }

    fn phrases(&self) -> Phrases<'_> {
        self.story.phrases()
    }

    fn report(&self) -> G::Report<'_> {
        self.standing.game.report(self.phrases())
    }

    fn turn_to(&mut self, now: Arc<Table<G>>) -> Result<(), ClubError> {
        self.now = now;
        self.around = around(&self.now);
        // A closed table hides nothing from whoever sat there.
        self.gone = !self.around.closed && !self.mine(self.seat);
        if !self.gone {
            self.standing = self.desk.standing_at(&self.now)?;
        }
        Ok(())
    }

    fn answer(&mut self, reply: &Reply) -> Result<Answer, ClubError> {
        // The command has caught up with the log, and what it wrote is in.
        let now = self.place.tables.as_left(&self.place.table)?;
        self.turn_to(now)?;
        Ok(self.in_words(reply))
    }

    fn in_words(&self, reply: &Reply) -> Answer {
        match reply {
            Reply::Accepted { first, last, .. } => Answer::Accepted { first: *first, last: *last },
            Reply::Refused(refusal) => Answer::Refused(self.refusal(refusal)),
            Reply::Stale { .. } => Answer::Stale,
        }
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        let phrases = self.phrases();
        phrases.table_refusal(refusal).unwrap_or_else(|| self.report().refusal(refusal))
    }

    /// What lines of the log came to.
    fn telling(&self, lines: &[VisibleEntry]) -> Result<Vec<Told>, TableFault> {
        self.story.news(&*self.standing.game, lines)
    }

    /// What a seat sees that another player may have taken over just now: then why it is not shown.
    fn seen(&self, rows: Result<Vec<String>, TableFault>) -> Result<Vec<String>, ClubError> {
        match rows {
            Err(TableFault::Refused(refusal)) => Ok(vec![self.refusal(&refusal)]),
            rows => Ok(rows?),
        }
    }
}

impl<G: Playable> PlayerSession for Sitting<G> {
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

    fn welcome(&self) -> Welcome {
        let peeks = self.standing.peeks;
        Welcome {
            practice: self.standing.practice,
            notice: self.report().notice(),
            company: if self.around.seats.len() > 1 { self.company() } else { vec![] },
            peeks: (peeks > 0).then(|| self.phrases().say("desk-peeks", &[("count", peeks.into())])),
        }
    }

    fn table(&self) -> &str {
        &self.place.table
    }

    fn seat(&self) -> Seat {
        self.seat
    }

    fn held(&self) -> Vec<(Seat, Option<u64>)> {
        let asked =
            |seat| self.around.asked.iter().find(|(asked, _)| *asked == seat).map(|(_, number)| *number);
        self.now.held_by(&self.place.caller.player).map(|seat| (seat, asked(seat))).collect()
    }

    fn one_of_several(&self) -> Option<String> {
        let several = self.now.held_by(&self.place.caller.player).nth(1).is_some();
        several.then(|| self.seat_name(self.seat))
    }

    fn to_asked_seat(&mut self) -> Result<(), ClubError> {
        let player = &self.place.caller.player;
        let Some(seat) = self.now.seat_to_play(player).filter(|seat| *seat != self.seat) else {
            return Ok(());
        };
        (self.seat, self.desk) = (seat, self.place.desk(seat));
        (self.seen, self.heading) = (self.standing.last, String::new());
        self.turn_to(self.now.clone())
    }

    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, ClubError> {
        let lines = match self.desk.log_to(&self.now, after, to) {
            Err(TableFault::Refused(_)) => vec![],
            lines => lines?,
        };
        Ok(self.telling(&lines)?)
    }

    fn answered_before(&self) -> Result<Vec<Answer>, ClubError> {
        let Some(key) = &self.place.key else { return Ok(vec![]) };
        let reply = |index| self.desk.answered(key, index).map_err(ClubError::from).transpose();
        (self.given..).map_while(reply).map(|reply| reply.map(|reply| self.in_words(&reply))).collect()
    }

    fn go_on_after(&mut self, given: usize) {
        self.given = u32::try_from(given).unwrap_or(u32::MAX);
    }

    fn news(&mut self) -> Result<Vec<Told>, ClubError> {
        let lines = match self.desk.log(self.seen) {
            // Another player has the seat and what it sees.
            Err(TableFault::Refused(_)) => vec![],
            lines => lines?,
        };
        self.refresh()?;
        let mut heading = std::mem::take(&mut self.heading);
        if lines.iter().any(|line| line.is_of("TakenBack")) {
            heading.clear();
        }
        let mut told = self.telling(&lines)?;
        // A step that goes on, because the other side decides too, is no news.
        told.retain(|piece| {
            let again = piece.weight == Weight::Subheading && piece.dice.is_empty() && piece.text == heading;
            if !piece.weight.is_sentence() {
                heading.clone_from(&piece.text);
            }
            !again
        });
        self.heading = heading;
        self.seen = lines.last().map_or(self.seen, VisibleEntry::seq);
        Ok(told)
    }

    fn stirred(&self) -> Result<bool, ClubError> {
        let head = self.place.tables.store().stored_head(&self.place.table)?;
        Ok(!self.gone && head.seq != self.seen)
    }

    fn refresh(&mut self) -> Result<(), ClubError> {
        let now = self.place.tables.now(&self.place.table)?;
        self.turn_to(now)
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, ClubError> {
        Ok(board::part(&self.story, &*self.standing.game, &self.standing.view, what))
    }

    fn asked(&self) -> Result<Asked, ClubError> {
        let standing = &self.standing;
        let asked = standing.asked.as_ref().filter(|_| !self.gone);
        let going_on = standing.closed.is_none() && !self.gone;
        let asks = standing.pending.is_some() && !standing.has_to_answer;
        let waiting = going_on && !standing.awaited && !standing.over;
        Ok(Asked {
            prompt: asked.map(|asked| asked.number),
            question: self.question(),
            options: if self.gone { Arc::default() } else { standing.options.clone() },
            head: standing.head.clone(),
            over: standing.closed.is_some(),
            waiting,
            awaits: going_on && !standing.has_to_answer && (waiting || asks),
            request: if self.gone { None } else { self.request()? },
            request_number: standing.pending.as_ref().map(|pending| pending.number),
            has_to_answer: standing.has_to_answer && !self.gone,
            gone: self.gone,
        })
    }

    fn brief(&self) -> Vec<String> {
        let asked = self.standing.asked.as_ref().filter(|_| !self.gone);
        asked.map_or_else(Vec::new, |asked| self.report().brief(&self.standing.view, &asked.prompt))
    }

    fn menu(&self, options: &Options, few: usize) -> Menu {
        self.report().menu(options, few)
    }

    fn numbered(&self, options: &Options, few: usize) -> Vec<Choice> {
        self.report().numbered(options, few)
    }

    fn choices(&self, options: &Options, about: &[String], limit: usize) -> Listing {
        self.report().choices_about(options, about, limit)
    }

    fn sentence(&self, form: &Form) -> String {
        self.report().order(form)
    }

    fn order(&mut self, prompt: u64, form: Form) -> Result<Answer, ClubError> {
        let reply = self.acting().submit(prompt, form)?;
        if let Reply::Accepted { first, last, .. } = reply {
            self.note_done(first, last)?;
        }
        self.answer(&reply)
    }

    fn begin_line(&mut self) {
        self.line = LineDone::default();
    }

    fn undo(&mut self, count: Option<usize>) -> Result<Answer, ClubError> {
        let count = count.map_or_else(|| self.last_line(), Ok)?;
        let reply = self.acting().undo(count)?;
        let answer = self.answer(&reply)?;
        Ok(match answer {
            Answer::Refused(why) => Answer::Refused(self.undo_hint(count, why)),
            answer => answer,
        })
    }

    fn undoes(&self, count: Option<usize>) -> Result<Option<Seat>, ClubError> {
        let count = count.map_or_else(|| self.last_line(), Ok)?;
        let step = count.checked_sub(1).and_then(|at| self.standing.takebacks.steps.get(at));
        Ok(step.map(|step| step.seat))
    }

    fn log(&self, count: usize) -> Result<Vec<String>, ClubError> {
        let (game, last) = (&*self.standing.game, self.standing.last);
        self.seen(self.story.last_rows(game, last, count, |after| self.desk.log(after)))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, ClubError> {
        self.seen(self.desk.dice().and_then(|mut page| {
            // The command prints every tally; at the table those that say something.
            page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
            self.story.dice(&*self.standing.game, &self.standing.table, &page, count)
        }))
    }

    fn close(&mut self) -> Result<Answer, ClubError> {
        let reply = self.acting().close()?;
        self.answer(&reply)
    }
}

fn around<G: Playable>(table: &Table<G>) -> Around {
    Around {
        seats: table.places().collect(),
        asked: table.waited_for().map(|asked| (asked.prompt.seat, asked.number)).collect(),
        closed: table.closed().is_some(),
    }
}
