//! The page of a published table: what a spectator sees of it, for whoever has its link, and the links.
//!
//! A link is signed and holds nothing but the table and the entry that published it, so that one which this server never
//! gave is known for wrong before anything is read, and the log, which others may export, has nothing by which a link could
//! be made. It is dead as soon as the table is published no longer; published anew, the table has another.
//!
//! A closed log takes no entry, so whoever takes the page away after the end leaves a note beside it.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::{Club, ClubError, TableReader};
use crate::games::Playable;
use crate::keys::{KEY_BYTES, Keys, equal, letters, sign};
use crate::log::{Fault, Head, Store};
use crate::report::{ReportLine, Weight};
use crate::table::{Publication, Table};
use crate::words::{Lang, SayFn};

/// What the keys of the links are derived under, for ever.
pub const PAGE_KEYS: &str = "pages";
/// Letters of a link's signature, 5 bits each: 160 bits.
const LINK_LETTERS: usize = 32;
/// Under which name notes about pages are kept.
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
    /// What of the page: empty for itself.
    pub file: &'a str,
}

impl PageLinks {
    /// Links to pages below `public_url`, which has no slash at its end, signed with the keys of [`PAGE_KEYS`].
    pub fn new(public_url: &str, keys: Keys) -> PageLinks {
        PageLinks { public_url: public_url.to_owned(), keys }
    }

    /// The link of a table as it was published by entry `since`.
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

    /// Returns whether `given` is what signs these parts with a key that is accepted at `now`; how long that takes does not tell how much
    /// of it is right.
    pub(super) fn has_signed(&self, given: &str, parts: &[&str], now: DateTime<Utc>) -> bool {
        let signed = |key: &[u8; KEY_BYTES]| equal(given, &signature(key, parts));
        self.keys.accepted(now).fold(false, |accepted, key| accepted | signed(key))
    }

    /// The target of a path behind the public address, if this server signed it with a key accepted at `now`.
    /// Nothing is read for it.
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

/// That a table has a page, as its players are told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageStatus {
    /// Its link; `None` where this server shows no pages.
    pub link: Option<String>,
    /// How many entries it stays behind.
    pub delay: u32,
}

impl PageStatus {
    /// As its players are told: `say` gives the messages, `link` a link as it stands in them.
    pub fn said(&self, say: SayFn<'_>, link: impl FnOnce(&str) -> String) -> String {
        let key = if self.link.is_some() { "desk-published" } else { "desk-published-elsewhere" };
        let link = self.link.as_deref().map(link).unwrap_or_default();
        say(key, &[("delay", self.delay.into()), ("link", link.into())])
    }

    /// Of a table as it is.
    pub(super) fn of<G: Playable>(
        store: &(impl Store + ?Sized),
        table: &Table<G>,
        links: Option<&PageLinks>,
    ) -> Result<Option<PageStatus>, Fault> {
        let status = |Publication { since, delay }: Publication| PageStatus {
            link: links.map(|links| links.link(table.id(), since)),
            delay: if table.closed().is_some() { 0 } else { delay },
        };
        Ok(published(store, table)?.map(status))
    }
}

/// The publication of a table, by its log and, after its end, by what was noted beside it.
pub(super) fn published<G: Playable>(
    store: &(impl Store + ?Sized),
    table: &Table<G>,
) -> Result<Option<Publication>, Fault> {
    let Some(published) = table.published() else { return Ok(None) };
    let withdrawn = store.note(PAGE, &withdrawn(table.id()))?;
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

/// A seat as strangers may know it: not who holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSeat {
    /// What it is called.
    pub name: String,
    /// Whether somebody holds it.
    pub taken: bool,
    /// Whether it is asked something then.
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
    pub(super) first: u64,
    /// Its last entry that is shown.
    pub(super) last: u64,
}

/// What a spectator sees of a table at the end of a day, or now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpectatorPage {
    /// The table.
    pub table: String,
    /// What the game is called.
    pub game: String,
    /// What a part of the table's log is called.
    pub part: String,
    /// What is reconstruction in the table's data; empty where there is nothing to say.
    pub notice: String,
    /// Whether it was opened for practice.
    pub practice: bool,
    /// How often somebody looked at what may not be seen in play.
    pub peeks: u32,
    /// The seats.
    pub seats: Vec<PageSeat>,
    /// How many entries it stays behind.
    pub delay: u32,
    /// Whether the game is over then.
    pub over: bool,
    /// In words, why the table is closed then.
    pub closed: Option<String>,
    /// The days so far, and which of them is shown.
    pub days: Vec<PageDay>,
    /// The place among them of the one that is shown.
    pub day: usize,
    /// The last entry that is shown, and what the log hashes to there.
    pub head: Head,
    /// When it was written, in seconds since 1970.
    pub written: i64,
    /// What happened on the day.
    pub report: Vec<ReportLine>,
    /// The position.
    pub board: Vec<(Weight, String)>,
    /// Every roll so far, and how the faces have fallen.
    pub dice: Vec<String>,
    /// Its pictures, the one that shows the position best first.
    pub pictures: Vec<PagePicture>,
}

/// A picture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePicture {
    /// In words, what it shows.
    pub alternative: String,
    /// The entry of which it is, where that is an earlier one: the map as it was when something last lay on it.
    pub earlier: Option<u64>,
}

impl Club {
    /// The same club, which shows pages under these links.
    #[must_use]
    pub fn with_pages(mut self, links: PageLinks) -> Club {
        let links = Arc::new(links);
        for tables in &mut self.tables {
            tables.show_pages(links.clone());
        }
        Club { links: Some(links), ..self }
    }

    /// The target of a path, if this server signed it.
    pub fn page_path<'a>(&self, path: &'a str) -> Option<PagePath<'a>> {
        self.links.as_ref()?.read(path, self.platform.now())
    }

    /// The table behind a link, in a language; `None` where the link is dead.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn published(
        &self,
        path: &PagePath<'_>,
        lang: Lang,
    ) -> Result<Option<Box<dyn TableReader>>, ClubError> {
        // What was archived may still be known to this process.
        if self.store.table(path.table)?.is_some_and(|summary| summary.archived.is_some()) {
            return Ok(None);
        }
        let reader = match self.watch(path.table, lang) {
            // Of a table that is not here any more, or of a game that is played here no longer.
            Err(ClubError::Store(Fault::NoTable { .. }) | ClubError::NoGame(_)) => return Ok(None),
            reader => reader?,
        };
        let published = reader.published()?;
        Ok(published.filter(|published| published.since == path.since).map(|_| reader))
    }
}
