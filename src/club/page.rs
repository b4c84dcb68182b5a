//! The page of a published table: a spectator's view for everybody with its link, and the links.
//!
//! A link is signed and contains only the table and the entry that published it. So a forged link is refused before anything is
//! read, and no link can be made from the log, which others may export. It ends when the table is unpublished; a table
//! published again has another.
//!
//! A closed log takes no entry, so a player who takes the page away after the end leaves a note beside it.

use chrono::{DateTime, Utc};

use super::ClubError;
use crate::games::Playable;
use crate::keys::{KEY_BYTES, Keys, equal, letters, sign};
use crate::log::{Fault, Head, Store};
use crate::report::{ReportLine, Weight};
use crate::table::history::Stride;
use crate::table::{History, Publication};
use crate::words::{Lang, SayFn, Words};

/// The use under which the keys of the links are derived; it must never change.
pub const PAGE_KEYS: &str = "pages";
/// Letters of a link's signature, 5 bits each: 160 bits.
const LINK_LETTERS: usize = 32;
/// The name for notes about pages.
const PAGE: &str = "page";

/// The links of pages and of calendars: where this server shows them, and what signs them.
#[derive(Debug)]
pub struct PageLinks {
    public_url: String,
    keys: Keys,
}

/// A path under which this server has shown, or shows, a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePath<'a> {
    /// The table.
    pub table: &'a str,
    /// The entry that published it.
    pub since: u64,
    /// A file of the page; empty for the page itself.
    pub file: &'a str,
}

impl PageLinks {
    /// Links to pages below `public_url`, which has no slash at its end, signed with the keys of [`PAGE_KEYS`].
    pub fn new(public_url: &str, keys: Keys) -> PageLinks {
        PageLinks { public_url: public_url.to_owned(), keys }
    }

    /// The link of a table that entry `since` published.
    pub fn link(&self, table: &str, since: u64) -> String {
        let since = since.to_string();
        format!("{}/{table}/{since}-{}/", self.public_url, self.sign(&["page v1", table, &since]))
    }

    /// The beginning of the links.
    pub(super) fn public_url(&self) -> &str {
        &self.public_url
    }

    /// The host that the links name, with its port if they name one.
    pub(super) fn host(&self) -> &str {
        let rest = self.public_url.split_once("://").map_or(&*self.public_url, |(_, rest)| rest);
        rest.split_once('/').map_or(rest, |(host, _)| host)
    }

    /// The signature of a link, over all that it says.
    pub(super) fn sign(&self, parts: &[&str]) -> String {
        signature(self.keys.signing(), parts)
    }

    /// Returns whether `given` signs these parts with a key accepted at `now`. It takes constant time, so timing does not
    /// reveal a partly right signature.
    pub(super) fn has_signed(&self, given: &str, parts: &[&str], now: DateTime<Utc>) -> bool {
        let signed = |key: &[u8; KEY_BYTES]| equal(given, &signature(key, parts));
        self.keys.accepted(now).fold(false, |accepted, key| accepted | signed(key))
    }

    /// The target of a path behind the public address, if this server signed it with a key accepted at `now`. It reads nothing
    /// from the store.
    pub fn read<'a>(&self, path: &'a str, now: DateTime<Utc>) -> Option<PagePath<'a>> {
        let mut parts = path.strip_prefix('/')?.splitn(3, '/');
        let (table, link, file) = (parts.next()?, parts.next()?, parts.next()?);
        let (since, given) = link.split_once('-')?;
        let signed = self.has_signed(given, &["page v1", table, since], now);
        signed.then_some(PagePath { table, since: since.parse().ok()?, file })
    }
}

fn signature(key: &[u8; KEY_BYTES], parts: &[&str]) -> String {
    letters(&sign(key, parts), LINK_LETTERS)
}

/// The page of a table, as its players see it mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageStatus {
    /// Its link; `None` where this server shows no pages.
    pub link: Option<String>,
    /// The number of entries by which it is behind.
    pub delay: u32,
}

impl PageStatus {
    /// In words: `say` gives the messages, `link` formats the link.
    pub fn in_words(&self, say: SayFn<'_>, link: impl FnOnce(&str) -> String) -> String {
        let key = if self.link.is_some() { "table-published" } else { "table-published-elsewhere" };
        let link = self.link.as_deref().map(link).unwrap_or_default();
        say(key, &[("delay", self.delay.into()), ("link", link.into())])
    }

    /// Of a table with what its log says of that, and whether it is closed.
    pub(super) fn of(
        store: &(impl Store + ?Sized),
        (table, by_log, closed): (&str, Option<Publication>, bool),
        links: Option<&PageLinks>,
    ) -> Result<Option<PageStatus>, Fault> {
        let status = |Publication { since, delay }: Publication| PageStatus {
            link: links.map(|links| links.link(table, since)),
            delay: if closed { 0 } else { delay },
        };
        Ok(published(store, table, by_log)?.map(status))
    }
}

/// The publication of a table, by its log and, after its end, by what was noted beside it.
pub(super) fn published(
    store: &(impl Store + ?Sized),
    table: &str,
    by_log: Option<Publication>,
) -> Result<Option<Publication>, Fault> {
    let Some(published) = by_log else { return Ok(None) };
    let withdrawn = store.note(PAGE, &withdrawn(table))?;
    Ok(Some(published).filter(|published| withdrawn != Some(published.since.to_string())))
}

/// Notes that the page of a closed table is taken away.
pub(super) fn withdraw(
    store: &(impl Store + ?Sized),
    table: &str,
    published: Publication,
) -> Result<(), Fault> {
    store.put_note(PAGE, &withdrawn(table), &published.since.to_string())
}

fn withdrawn(table: &str) -> String {
    format!("withdrawn/{table}")
}

/// A seat as strangers may know it, without its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSeat {
    /// Its name.
    pub name: String,
    /// Whether a player holds it.
    pub taken: bool,
    /// Whether it has a prompt at that time.
    pub asked: bool,
}

/// A day of a table, of several where it plays several parts one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageDay {
    /// The part, counted from 1.
    pub part: Option<u32>,
    /// The day, or turn, counted from 1.
    pub day: u32,
    /// Its first entry.
    pub first: u64,
    /// Its last entry that is shown.
    pub last: u64,
}

impl PageDay {
    /// Its number, with that of its part, which the game calls `name`.
    pub fn in_words(&self, words: &Words, lang: Lang, name: &str) -> String {
        let args =
            [("day", self.day.into()), ("name", name.into()), ("part", self.part.unwrap_or_default().into())];
        words.say(lang, if self.part.is_some() { "spectators-day-of-part" } else { "spectators-day" }, &args)
    }
}

/// A spectator's view of a table at the end of a day, or now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpectatorPage {
    /// The table.
    pub table: String,
    /// The name of the game.
    pub game: String,
    /// The name of a part of the table's log.
    pub part: String,
    /// A note about reconstructed data; empty if there is none.
    pub notice: String,
    /// Whether it was opened for practice.
    pub practice: bool,
    /// The number of looks at hidden information.
    pub peeks: u32,
    /// The seats.
    pub seats: Vec<PageSeat>,
    /// The number of entries by which it is behind.
    pub delay: u32,
    /// Whether the game is over then.
    pub over: bool,
    /// In words, why the table is closed then.
    pub closed: Option<String>,
    /// The days so far.
    pub days: Vec<PageDay>,
    /// The index of the day that is shown.
    pub day: usize,
    /// The head at the last entry shown.
    pub head: Head,
    /// When it was written, in seconds since 1970.
    pub written: i64,
    /// The events of the day.
    pub report: Vec<ReportLine>,
    /// The position.
    pub board: Vec<(Weight, String)>,
    /// Every roll so far, and the tallies.
    pub dice: Vec<String>,
    /// Its pictures, the best one first.
    pub pictures: Vec<PagePicture>,
}

/// A picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// The text alternative.
    pub alternative: String,
    /// The entry of an earlier picture: the map when it last showed something.
    pub earlier: Option<u64>,
}

/// The days of a table up to an entry.
pub(super) fn days_until<G: Playable>(
    history: &mut History<G>,
    shown: u64,
) -> Result<Vec<PageDay>, ClubError> {
    let mut days = Vec::new();
    history.go(1)?;
    loop {
        let (first, part, (day, _)) = (history.at(), history.part(), history.moment());
        let more = history.forward(Stride::Day)? && history.at() <= shown;
        days.push(PageDay { part, day, first, last: if more { history.at() - 1 } else { shown } });
        if !more {
            return Ok(days);
        }
    }
}
