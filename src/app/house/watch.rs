//! A table as everybody at it may see it: with the onlooker's eyes; at a table of one seat, which hides nothing from its
//! own player, with that seat's.

use std::sync::Arc;

use super::super::board;
use super::super::offer::Offered;
use super::super::story::Story;
use super::{people, seconds, told};
use crate::dice_page;
use crate::door::discord::house::{Chair, Status, Watched};
use crate::door::seat::Broken;
use crate::game::Eyes;
use crate::log::store::Line as Stored;
use crate::log::{Head, Store};
use crate::report::{Told, Weight};
use crate::table::history::Stride;
use crate::table::{Ask, Pending, Table, TableFault, Tables};
use crate::view;

/// A table that is watched.
pub(super) struct Watching<G: Offered, S: Store> {
    pub(super) tables: Arc<Tables<G, S>>,
    pub(super) table: String,
    pub(super) story: Arc<Story>,
}

/// The eyes of everybody at a table.
pub(super) fn public_eyes<G: Offered>(table: &Table<G>) -> Eyes {
    let seats: Vec<_> = table.all_seats().collect();
    match seats[..] {
        [seat] => Eyes::Seat(seat),
        _ => Eyes::Onlooker,
    }
}

/// When an entry of a table was written, in seconds since 1970.
pub(super) fn written(store: &impl Store, table: &str, seq: u64) -> Result<i64, Broken> {
    let lines = store.read_line_range(table, seq..=seq).map_err(told)?;
    match lines.first() {
        Some(Stored::Entry(entry)) => seconds(&entry.at).map_err(told),
        _ => Err(format!("entry {seq} of table {table} cannot be read")),
    }
}

impl<G: Offered, S: Store> Watching<G, S> {
    fn look<T>(&self, read: impl FnOnce(&Table<G>) -> T) -> Result<T, Broken> {
        self.tables.look(&self.table, read).map_err(told)
    }

    /// The eyes to look at today's position with: once the table is closed, everyone sees everything.
    fn eyes(&self) -> Result<Eyes, Broken> {
        self.look(|table| if table.closed().is_some() { Eyes::All } else { public_eyes(table) })
    }

    fn lines(&self, after: u64, to: u64) -> Result<Vec<view::Line>, Broken> {
        // As it was at entry `to`, whatever was opened since: told again, it reads the same.
        let eyes = self.look(public_eyes)?;
        view::of_span(self.tables.store(), &self.table, after, to, eyes).map_err(told)
    }

    fn chairs(&self, table: &Table<G>) -> Result<Vec<Chair>, TableFault> {
        let store = self.tables.store();
        let player = |id: Option<String>| {
            let with_user = |id: String| Ok::<_, TableFault>((people::discord_id(store, &id)?, id));
            id.map(with_user).transpose().map(|found| found.map(|(user, id)| (id, user)))
        };
        let chair = |place: crate::table::Place| {
            Ok(Chair {
                seat: place.seat,
                name: self.story.phrases().seat(place.seat),
                player: player(place.player)?,
                offered_to: player(place.offered_to)?,
                asked: table.waited_for_at(place.seat).is_some(),
            })
        };
        table.places().map(chair).collect()
    }

    fn request(&self, pending: Pending) -> (u64, String, Vec<crate::game::Seat>) {
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

impl<G: Offered, S: Store> Watched for Watching<G, S> {
    fn status(&self) -> Result<Status, Broken> {
        let phrases = self.story.phrases();
        let status = self.look(|table| {
            let game = table.game();
            let eyes = if table.closed().is_some() { Eyes::All } else { public_eyes(table) };
            let headline = game.glance(&phrases, &table.view(eyes));
            let headline = headline.into_iter().map(|(_, line)| line).find(|line| !line.trim().is_empty());
            Ok::<_, TableFault>(Status {
                table: self.table.clone(),
                game: phrases.game(G::NAME),
                notice: game.notice(&phrases),
                headline: headline.unwrap_or_default(),
                chairs: self.chairs(table)?,
                request: table.pending().map(|pending| self.request(pending)),
                practice: table.opened().practice,
                peeks: table.peeks(),
                over: table.is_over(),
                closed: table.closed().is_some(),
                since: 0,
                last: table.head().seq,
                head: table.head().to_string(),
            })
        })?;
        let mut status = status.map_err(told)?;
        status.since = written(self.tables.store(), &self.table, status.last)?;
        Ok(status)
    }

    fn told(&self, after: u64, to: u64) -> Result<Vec<Told>, Broken> {
        let lines = self.lines(after, to)?;
        let game = self.look(|table| table.game().clone())?;
        Ok(self.story.news(&*game, &lines))
    }

    fn head_at(&self, to: u64) -> Result<String, Broken> {
        let chain = self.tables.store().chain_at(&self.table, to).map_err(told)?;
        let chain = chain.ok_or_else(|| format!("table {} has no entry {to}", self.table))?;
        Ok(Head { seq: to, chain }.to_string())
    }

    fn board(&self, what: &[String]) -> Result<Vec<(Weight, String)>, Broken> {
        let eyes = self.eyes()?;
        let (game, seen) = self.look(|table| (table.game().clone(), table.view(eyes)))?;
        Ok(board::part(&self.story, &*game, &seen, what))
    }

    fn replay(&self, at: u64) -> Result<Vec<(Weight, String)>, Broken> {
        let mut history = self.tables.history(&self.table, self.eyes()?).map_err(told)?;
        history.go(at).map_err(told)?;
        let lines = history.lines(history.at().saturating_sub(1)).map_err(told)?;
        let row = |row: String| (Weight::Plain, row);
        let mut shown: Vec<_> = self.story.rows(history.game(), &lines).into_iter().map(row).collect();
        shown.extend(history.game().board(&self.story.phrases(), &history.view()));
        Ok(shown)
    }

    fn mission_end(&self, mission: u32) -> Result<Option<u64>, Broken> {
        let mut history = self.tables.history(&self.table, self.eyes()?).map_err(told)?;
        if !history.go_to_mission(mission).map_err(told)? {
            return Ok(None);
        }
        let ended = history.forward(Stride::Mission).map_err(told)?;
        Ok(Some(if ended { history.at() - 1 } else { history.last() }))
    }

    fn log(&self, count: usize) -> Result<Vec<String>, Broken> {
        let lines = view::of_table(self.tables.store(), &self.table, 0, self.eyes()?).map_err(told)?;
        let game = self.look(|table| table.game().clone())?;
        let mut rows = self.story.rows(&*game, &lines);
        Ok(rows.split_off(rows.len().saturating_sub(count)))
    }

    fn dice(&self, count: usize) -> Result<Vec<String>, Broken> {
        let lines = view::of_table(self.tables.store(), &self.table, 0, self.eyes()?).map_err(told)?;
        let game = self.look(|table| table.game().clone())?;
        let mut page = dice_page::page(&lines);
        page.tallies.retain(|tally| tally.enough || tally.purpose.is_none());
        Ok(self.story.dice(&*game, &page, count))
    }
}
