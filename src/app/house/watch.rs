//! A table as everybody at it may see it: with the onlooker's eyes; at a table of one seat, which hides nothing from its
//! own player, with that seat's.

use std::sync::Arc;

use super::super::board;
use super::super::sitting::{Arrival, Place as At, Sitting, Way};
use super::super::story::Story;
use super::{people, seconds, told};
use crate::dice_page;
use crate::door::discord::DOOR;
use crate::door::discord::house::{Chair, Done, Person, Status, Watched};
use crate::door::discord::inbound::call::Id;
use crate::door::seat::{Broken, Seated};
use crate::game::{Eyes, Seat};
use crate::games::Playable;
use crate::log::store::Line as Stored;
use crate::log::{Head, Store};
use crate::report::{GameReport, Told, Weight};
use crate::table::history::Stride;
use crate::table::{Ask, Caller, Pending, Place, Table, Tables, World};
use crate::view;

/// A table that is watched.
pub(super) struct Watching<G: Playable> {
    pub(super) tables: Arc<Tables<G>>,
    pub(super) world: Arc<dyn World>,
    pub(super) now: Arc<Table<G>>,
    pub(super) story: Arc<Story>,
}

/// The eyes of everybody at a table.
pub(super) fn public_eyes<G: Playable>(table: &Table<G>) -> Eyes {
    let seats: Vec<_> = table.all_seats().collect();
    match seats[..] {
        [seat] => Eyes::Seat(seat),
        _ => Eyes::Onlooker,
    }
}

/// When an entry of a table was written, in seconds since 1970.
pub(super) fn written(store: &(impl Store + ?Sized), table: &str, seq: u64) -> Result<i64, Broken> {
    let lines = store.read_line_range(table, seq..=seq).map_err(told)?;
    match lines.first() {
        Some(Stored::Entry(entry)) => seconds(&entry.at).map_err(told),
        _ => Err(format!("entry {seq} of table {table} cannot be read")),
    }
}

impl<G: Playable> Watching<G> {
    /// The eyes to look at today's position with: once the table is closed, everyone sees everything.
    fn eyes(&self) -> Eyes {
        if self.now.closed().is_some() { Eyes::All } else { public_eyes(&self.now) }
    }

    fn lines(&self, after: u64, to: u64, eyes: Eyes) -> Result<Vec<view::Line>, Broken> {
        view::of_span(self.tables.store(), self.now.id(), after, to, eyes).map_err(told)
    }

    /// The seat a player acts at who names none: the one asked longest, else their first; otherwise why they may not.
    fn seat_to_play(&self, player: &str, wanted: Option<Seat>) -> Result<Seat, String> {
        let phrases = self.story.phrases();
        let holder = wanted.and_then(|seat| self.now.player_of(seat));
        match (wanted, self.now.seat_to_play(player)) {
            (Some(seat), _) if holder == Some(player) => Ok(seat),
            (Some(seat), Some(_)) if holder.is_some() => {
                Err(phrases.say("refusal-not-your-seat", &[("seat", phrases.seat(seat).into())]))
            }
            (None, Some(seat)) => Ok(seat),
            _ => Err(phrases.say("at-discord-not-seated", &[("table", self.now.id().into())])),
        }
    }

    fn request(&self, pending: Pending) -> (u64, String, Vec<Seat>) {
        let phrases = self.story.phrases();
        let awaited = phrases.list(pending.awaited.iter().map(|seat| phrases.seat(*seat)));
        let mut args = vec![("seat", phrases.seat(pending.seat).into()), ("awaited", awaited.into())];
        let text = match pending.ask {
            Ask::Close => phrases.say("read-pending-close", &args),
            Ask::TakeBack { to } => {
                args.push(("to", to.into()));
                phrases.say("read-pending-take-back", &args)
            }
        };
        (pending.number, text, pending.awaited)
    }
}

impl<G: Playable> Watched for Watching<G> {
    fn places(&self) -> Vec<Place> {
        self.now.places().collect()
    }

    fn is_over(&self) -> bool {
        self.now.is_over() || self.is_closed()
    }

    fn is_closed(&self) -> bool {
        self.now.closed().is_some()
    }

    fn last(&self) -> u64 {
        self.now.head().seq
    }

    fn chairs(&self) -> Result<Vec<Chair>, Broken> {
        let store = self.tables.store();
        let player = |id: Option<String>| {
            let with_user = |id: String| Ok::<_, Broken>((people::discord_id(store, &id).map_err(told)?, id));
            id.map(with_user).transpose().map(|found| found.map(|(user, id)| (id, user)))
        };
        let chair = |place: Place| {
            Ok(Chair {
                seat: place.seat,
                name: self.story.phrases().seat(place.seat),
                player: player(place.player)?,
                offered_to: player(place.offered_to)?,
                asked: self.now.waited_for_at(place.seat).is_some(),
            })
        };
        self.now.places().map(chair).collect()
    }

    fn sit(&self, person: &Person, seat: Option<Seat>, key: Id) -> Result<Done<Box<dyn Seated>>, Broken> {
        let seat = match self.seat_to_play(&person.player, seat) {
            Ok(seat) => seat,
            Err(why) => return Ok(Done::Refused(why)),
        };
        let at = At {
            tables: self.tables.clone(),
            table: self.now.id().to_owned(),
            seats: vec![seat],
            caller: Caller::new(&person.player, DOOR),
            world: self.world.clone(),
            arrival: Arrival::Resumed,
            way: Way::Discord,
            key: Some(key.to_string()),
        };
        let sitting = Sitting::as_of(at, self.now.clone(), self.story.clone()).map_err(told)?;
        Ok(Done::Done(Box::new(sitting)))
    }

    fn status(&self) -> Result<Status, Broken> {
        let (now, phrases) = (&*self.now, self.story.phrases());
        let headline = now.game().report(phrases).glance(&now.view(self.eyes()));
        let headline = headline.into_iter().map(|(_, line)| line).find(|line| !line.trim().is_empty());
        Ok(Status {
            table: now.id().to_owned(),
            game: phrases.game(G::NAME),
            notice: now.game().report(phrases).notice(),
            headline: headline.unwrap_or_default(),
            chairs: self.chairs()?,
            request: now.pending().map(|pending| self.request(pending)),
            practice: now.opened().practice,
            peeks: now.peeks(),
            over: now.is_over(),
            closed: now.closed().is_some(),
            since: seconds(now.written_at()).map_err(told)?,
            last: now.head().seq,
            head: now.head().to_string(),
        })
    }

    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, Broken> {
        // As it was at entry `to`, whatever was opened since: told again, it reads the same.
        let lines = self.lines(after, to, public_eyes(&self.now))?;
        Ok(self.story.news(&**self.now.game(), &lines))
    }

    fn head_at(&self, to: u64) -> Result<String, Broken> {
        let chain = self.tables.store().chain_at(self.now.id(), to).map_err(told)?;
        let chain = chain.ok_or_else(|| format!("table {} has no entry {to}", self.now.id()))?;
        Ok(Head { seq: to, chain }.to_string())
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken> {
        Ok(board::part(&self.story, &**self.now.game(), &self.now.view(self.eyes()), what))
    }

    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, Broken> {
        let mut history = self.tables.history(self.now.id(), self.eyes()).map_err(told)?;
        history.go(at).map_err(told)?;
        let lines = history.lines(history.at().saturating_sub(1)).map_err(told)?;
        let row = |row: String| (Weight::Plain, row);
        let mut shown: Vec<_> = self.story.rows(history.game(), &lines).into_iter().map(row).collect();
        shown.extend(history.game().report(self.story.phrases()).board(&history.view()));
        Ok(shown)
    }

    fn mission_end(&self, mission: u32) -> Result<Option<u64>, Broken> {
        let mut history = self.tables.history(self.now.id(), self.eyes()).map_err(told)?;
        if !history.go_to_mission(mission).map_err(told)? {
            return Ok(None);
        }
        let ended = history.forward(Stride::Mission).map_err(told)?;
        Ok(Some(if ended { history.at() - 1 } else { history.last() }))
    }

    fn log(&self, count: usize) -> Result<Vec<String>, Broken> {
        let last = self.last();
        self.story.last_rows(&**self.now.game(), last, count, |after| self.lines(after, last, self.eyes()))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, Broken> {
        let mut page = dice_page::page(&self.lines(0, self.last(), self.eyes())?);
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.story.dice(&**self.now.game(), &page, count))
    }
}
