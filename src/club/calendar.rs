//! The calendar of a player: an event for each table with a decision due, for calendar programs (RFC 5545), under a link of
//! their own.
//!
//! The link is signed like those of pages, and contains the player's opaque id and a random name, new for each link. A note
//! about the player has the valid name; without it none of their links works.

use chrono::{DateTime, TimeDelta, Utc};

use super::door::Door;
use super::page::PageLinks;
use super::zone::lang_of;
use super::{ClubError, PlayerTable};
use crate::book::{is_no, is_one_of};
use crate::log::notes::of_player;
use crate::log::players::Player;
use crate::log::{Fault, Store};
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The owner of these notes, and the note with the name of a player's valid link.
const CLUB: &str = "club";
const LINK: &str = "calendar";
/// Random letters of a link's name. The signature makes the link secret; the name only distinguishes links.
const NAME_LETTERS: usize = 12;
/// Words that ask for a new link.
const ANEW: [&str; 3] = ["new", "新規", "新しい"];
/// The length of an event: it ends when the decision is due.
const EVENT: TimeDelta = TimeDelta::minutes(30);
/// Most octets of a line, without its end.
const LINE_OCTETS: usize = 75;

/// A path under which this server has shown, or shows, a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalendarPath<'a> {
    /// The opaque id of its player when the link was made.
    pub player: &'a str,
    /// The name of the link.
    pub name: &'a str,
}

impl PageLinks {
    fn calendar(&self, player: &str, name: &str) -> String {
        let signature = self.sign(&["calendar v1", player, name]);
        format!("{}/{LINK}/{player}/{name}/{signature}.ics", self.public_url())
    }

    /// The calendar that a path behind the public address names, parsed as in [`PageLinks::read`].
    pub fn read_calendar<'a>(&self, path: &'a str, now: DateTime<Utc>) -> Option<CalendarPath<'a>> {
        let mut parts = path.strip_prefix('/')?.strip_prefix(LINK)?.strip_prefix('/')?.splitn(3, '/');
        let (player, name, signature) = (parts.next()?, parts.next()?, parts.next()?.strip_suffix(".ics")?);
        let signed = self.has_signed(signature, &["calendar v1", player, name], now);
        signed.then_some(CalendarPath { player, name })
    }
}

/// Carries out a typed calendar command of a player: shows the link, makes a new one for `new`, ends it for `off`. Returns the
/// new state in words.
///
/// # Errors
/// [`ClubError::Refused`] for unknown words, and if nothing serves calendars; a store that cannot be read or written.
pub(super) fn set(
    (store, platform): (&dyn Store, &dyn Platform),
    (words, lang, door): (&Words, Lang, &dyn Door),
    player: &str,
    links: Option<&PageLinks>,
    typed: &str,
) -> Result<String, ClubError> {
    let refused = |key: &str| ClubError::Refused(words.say(lang, key, &[("given", typed.into())]));
    let player = store.player(player)?.ok_or_else(|| ClubError::failed("a player who is not known"))?;
    if is_no(typed) {
        end(store, &player)?;
        return Ok(words.say(lang, "calendar-off", &[]));
    }
    let is_anew = is_one_of(&ANEW, typed);
    if !typed.is_empty() && !is_anew {
        return Err(refused("calendar-misread"));
    }
    let links = links.ok_or_else(|| refused("calendar-no-pages"))?;
    let name = match name_of(store, &player.id)?.filter(|_| !is_anew) {
        Some(name) => name,
        None => {
            end(store, &player)?;
            let name = crate::table::id::letters("c", NAME_LETTERS, platform)?;
            store.put_note(CLUB, &of_player(&player.id, LINK), &name)?;
            name
        }
    };
    let link = door.link(&links.calendar(&player.id, &name));
    let key = if is_anew { "calendar-anew" } else { "calendar-link" };
    Ok(words.say(lang, key, &[("link", link.into())]))
}

pub(super) fn name_of(store: &dyn Store, player: &str) -> Result<Option<String>, Fault> {
    store.note(CLUB, &of_player(player, LINK))
}

/// Makes all links of a player invalid, under all of their ids.
fn end(store: &dyn Store, player: &Player) -> Result<(), Fault> {
    player.ids().try_for_each(|id| store.drop_note(CLUB, &of_player(id, LINK)).map(drop))
}

/// The calendar of a player with these tables, in their language: tables and deadlines, nothing else. `host` makes the ids of its
/// events unique in the world.
pub(super) fn file(
    words: &Words,
    (player, tables): (&Player, &[PlayerTable]),
    (host, now): (&str, DateTime<Utc>),
) -> String {
    let mut lines = Lines::default();
    lines.put("BEGIN", "VCALENDAR");
    lines.put("VERSION", "2.0");
    lines.put("PRODID", "-//Wardroom//Wardroom//EN");
    lines.put("METHOD", "PUBLISH");
    lines.put("NAME", "Wardroom");
    lines.put("X-WR-CALNAME", "Wardroom");
    lines.put("REFRESH-INTERVAL;VALUE=DURATION", "PT1H");
    lines.zone();
    for it in tables.iter().filter(|it| !it.over) {
        lines.event(words, lang_of(player), (host, now), it);
    }
    lines.put("END", "VCALENDAR");
    lines.0
}

/// The lines of a calendar.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn put(&mut self, name: &str, value: &str) {
        self.0.push_str(&folded(name, value));
    }

    /// A calendar must have something in it (RFC 5545, 3.6), also while nothing is due.
    fn zone(&mut self) {
        for (name, value) in [
            ("BEGIN", "VTIMEZONE"),
            ("TZID", "Etc/UTC"),
            ("BEGIN", "STANDARD"),
            ("DTSTART", "19700101T000000"),
            ("TZOFFSETFROM", "+0000"),
            ("TZOFFSETTO", "+0000"),
            ("END", "STANDARD"),
            ("END", "VTIMEZONE"),
        ] {
            self.put(name, value);
        }
    }

    /// Adds the event due first at a table, if there is one.
    fn event(&mut self, words: &Words, lang: Lang, (host, now): (&str, DateTime<Utc>), it: &PlayerTable) {
        let due = it.due.and_then(|due| DateTime::from_timestamp(due, 0));
        let (Some(prompt), Some(due)) = (it.prompt, due) else { return };
        let time = |at: DateTime<Utc>| at.format("%Y%m%dT%H%M%SZ").to_string();
        self.put("BEGIN", "VEVENT");
        self.put("UID", &format!("{}-{prompt}@{host}", it.table));
        self.put("DTSTAMP", &time(now));
        self.put("DTSTART", &time(due - EVENT));
        self.put("DTEND", &time(due));
        self.put("SUMMARY", &text(&words.say(lang, "calendar-turn", &[("table", it.table.as_str().into())])));
        self.put("TRANSP", "TRANSPARENT");
        self.put("END", "VEVENT");
    }
}

/// A line with its end, folded where it is too long, between characters (RFC 5545, 3.1).
pub fn folded(name: &str, value: &str) -> String {
    let (mut line, mut room) = (String::new(), LINE_OCTETS);
    for c in name.chars().chain([':']).chain(value.chars()) {
        if c.len_utf8() > room {
            line.push_str("\r\n ");
            room = LINE_OCTETS - 1;
        }
        line.push(c);
        room -= c.len_utf8();
    }
    line + "\r\n"
}

/// A value of type TEXT (RFC 5545, 3.3.11).
pub fn text(plain: &str) -> String {
    let escape = |escaped: String, c: char| match c {
        '\\' | ';' | ',' => escaped + "\\" + c.encode_utf8(&mut [0; 4]),
        '\n' => escaped + "\\n",
        c if c.is_control() => escaped,
        c => escaped + c.encode_utf8(&mut [0; 4]),
    };
    plain.chars().fold(String::new(), escape)
}
