//! Personal notices that no log contains: somebody was linked with the player, or mail to a fellow player does not arrive. A
//! notice waits as a note of each of its channels until that channel has sent it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::browser::{Browsers, CODE_SECONDS};
use super::notes::DoorNotes;
use super::side::{LinkSide, UNDO_DAYS};
use super::standing_orders::Disarmed;
use super::zone::{lang_of, zoned};
use super::{ClubError, PlayedGames};
use crate::log::notes::of_player;
use crate::log::players::{MAIL, Player};
use crate::log::{Store, outbox};
use crate::pace::Zone;
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The content of a personal notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tells {
    /// The reader and this side are one player now.
    Linked(LinkSide),
    /// They are two players again.
    Parted(LinkSide),
    /// A standing order of the reader at a table was disarmed.
    Disarmed {
        /// The table.
        table: String,
        /// The name of the standing order.
        name: String,
        /// The reason.
        why: Disarmed,
    },
    /// A decision at a table has more time than its log says.
    Extended {
        /// The table.
        table: String,
        /// The seat that decides, as the reader knows it; `None` where it is the reader's.
        seat: Option<String>,
        /// Until when, in seconds since 1970.
        until: i64,
    },
    /// Mail to the player of these seats of a table, as the reader knows them, does not arrive.
    Unreached {
        /// The table.
        table: String,
        /// The seats.
        seats: String,
    },
    /// The reader asked for a link to the board in the browser.
    Board {
        /// The seat that it leads to, as `TABLE/SEAT`.
        seat: String,
        /// The link, which is made when the notice is sent: it is good for a few minutes.
        #[serde(skip)]
        link: String,
    },
}

/// A notice for one player, by one channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonalNotice {
    /// The content.
    pub tells: Tells,
    /// Since when, in seconds since 1970.
    pub at: i64,
    /// The number of failed attempts.
    pub attempts: u32,
    /// When it is tried again, in seconds since 1970.
    pub due: i64,
}

impl PersonalNotice {
    /// The notice in words, by the clocks of its reader's zone; `undo` says what to write to undo a link.
    pub fn in_words(&self, words: &Words, lang: Lang, undo: &str, zone: &Zone) -> String {
        match &self.tells {
            Tells::Linked(other) => {
                let (other, days) = (other.in_words(words, lang), UNDO_DAYS);
                let args = [("other", other.into()), ("undo", undo.into()), ("days", days.into())];
                words.say(lang, "link-notice-linked", &args)
            }
            Tells::Parted(other) => {
                words.say(lang, "link-notice-undone", &[("other", other.in_words(words, lang).into())])
            }
            Tells::Disarmed { table, name, why } => why.in_words(words, lang, (table, name)),
            Tells::Extended { table, seat, until } => {
                let until = ("until", zoned(words, lang, *until, zone).into());
                let table = ("table", table.as_str().into());
                match seat {
                    Some(seat) => words.say(
                        lang,
                        "time-extended-other",
                        &[table, until, ("seat", seat.as_str().into())],
                    ),
                    None => words.say(lang, "time-extended-own", &[table, until]),
                }
            }
            Tells::Board { link, .. } => {
                let args = [("link", link.as_str().into()), ("minutes", (CODE_SECONDS / 60).into())];
                words.say(lang, "browser-link", &args)
            }
            Tells::Unreached { table, seats } => {
                let args = [("table", table.as_str().into()), ("seats", seats.as_str().into())];
                words.say(lang, "table-unreached", &args)
            }
        }
    }

    /// The table it is about.
    pub fn table(&self) -> Option<&str> {
        match &self.tells {
            Tells::Unreached { table, .. }
            | Tells::Disarmed { table, .. }
            | Tells::Extended { table, .. } => Some(table),
            Tells::Linked(_) | Tells::Parted(_) | Tells::Board { .. } => None,
        }
    }
}

/// Most links to the board that are mailed to a player in a day, and the seconds between two.
const BOARD_LINKS: (u32, i64) = (6, 60);
/// The note with the day, the number and the time of those.
const BOARD_LINKS_SENT: &str = "browser-mailed";

/// The owner of that note.
const CLUB: &str = "club";
/// Seconds of a day.
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// The index of pending notices of a channel: an empty note for each, named by player and subject.
const TO_TELL: &str = "personal/";

/// The personal notices of players.
#[derive(Clone, Copy)]
pub struct PersonalNotices<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) notes: DoorNotes<'a>,
    pub(super) browsers: Browsers<'a>,
}

impl PersonalNotices<'_> {
    /// Queues a notice for a channel; it replaces a pending one on the same subject.
    pub(super) fn tell(
        &self,
        channel: &str,
        (player, subject): (&str, &str),
        tells: Tells,
    ) -> Result<(), ClubError> {
        let at = self.platform.now().timestamp();
        let notice = PersonalNotice { tells, at, attempts: 0, due: at };
        self.put(channel, &format!("{player}/{subject}"), Some(&notice))
    }

    /// Tells the fellow players of somebody whose mail does not arrive, through each one's channels.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn tell_of_unreached(&self, words: &Words, player: &str) -> Result<(), ClubError> {
        for it in self.games.tables_of(player, |_| Ok(true))?.into_iter().filter(|it| !it.over) {
            let game = self.games.of_table(&it.table)?;
            let seats = self.games.watch(&it.table, Lang::En, None)?.seats()?;
            let others: BTreeSet<String> =
                seats.into_iter().filter_map(|it| Some(it.player?.player)).collect();
            for other in others.iter().filter(|other| *other != player) {
                let Some(known) = self.store.player(other)?.filter(|known| known.id != player) else {
                    continue;
                };
                let lang = lang_of(&known);
                let theirs = if it.seats.is_empty() { &it.offered } else { &it.seats };
                let names: Vec<String> =
                    theirs.iter().map(|seat| self.games.seat_name(game, *seat, lang)).collect();
                let (table, seats) = (it.table.clone(), names.join(&words.say(lang, "list-separator", &[])));
                let (subject, tells) = (format!("{table}/{player}"), Tells::Unreached { table, seats });
                for address in outbox::plan(&known) {
                    self.tell(&address.kind, (&known.id, &subject), tells.clone())?;
                }
            }
        }
        Ok(())
    }

    /// Mails a player a link to the board at a seat, `TABLE/SEAT`, as far as they have not got too many. The asker, who may be
    /// anybody that got hold of a mail, learns nothing.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn mail_board_link(&self, player: &str, seat: &str) -> Result<(), ClubError> {
        let Some(player) = self.store.player(player)? else { return Ok(()) };
        let now = self.platform.now().timestamp();
        let note = of_player(&player.id, BOARD_LINKS_SENT);
        let sent = self.store.note(CLUB, &note)?.unwrap_or_default();
        let mut sent = sent.split(' ').map(|part| part.parse().unwrap_or(0));
        let (day, count, last) = (now / DAY_SECONDS, sent.next(), sent.next());
        let count = count.filter(|_| last.is_some_and(|last| last / DAY_SECONDS == day)).unwrap_or(0);
        if count >= i64::from(BOARD_LINKS.0) || last.is_some_and(|last| now - last < BOARD_LINKS.1) {
            return Ok(());
        }
        self.store.put_note(CLUB, &note, &format!("{} {now}", count + 1))?;
        let tells = Tells::Board { seat: seat.to_owned(), link: String::new() };
        self.tell(MAIL, (&player.id, "board"), tells)
    }

    /// The notice as it is sent now: a link to the board is made.
    ///
    /// # Errors
    /// No randomness; a store that cannot be written.
    pub fn ready(&self, player: &Player, notice: &PersonalNotice) -> Result<PersonalNotice, ClubError> {
        let mut notice = notice.clone();
        if let Tells::Board { seat, link } = &mut notice.tells {
            let made = self.browsers.link(&player.id)?;
            *link = made.map(|made| format!("{made}?t={seat}")).unwrap_or_default();
        }
        Ok(notice)
    }

    /// Notices due by a channel: each with its id and its recipient.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn due(&self, channel: &str) -> Result<Vec<(String, Player, PersonalNotice)>, ClubError> {
        let mut due = Vec::new();
        for (key, _) in self.notes.with_prefix(channel, TO_TELL)? {
            let id = key.strip_prefix(TO_TELL).unwrap_or_default();
            let (player, subject) = id.split_once('/').unwrap_or((id, ""));
            // The text is stored with the player, and erased with them.
            match (
                self.notes.of_player(channel, player, &personal_note(subject))?,
                self.store.player(player)?,
            ) {
                (Some(kept), Some(player)) => {
                    let notice: PersonalNotice = serde_json::from_str(&kept).map_err(ClubError::failed)?;
                    if notice.due <= self.platform.now().timestamp() {
                        due.push((id.to_owned(), player, notice));
                    }
                }
                _ => self.notes.put(channel, &key, None)?,
            }
        }
        Ok(due)
    }

    /// Stores a channel's notice, or deletes it once it is sent or given up.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn put(&self, channel: &str, id: &str, notice: Option<&PersonalNotice>) -> Result<(), ClubError> {
        let (player, subject) = id.split_once('/').unwrap_or((id, ""));
        let text = notice.map(serde_json::to_string).transpose().map_err(ClubError::failed)?;
        self.notes.put_of_player(channel, player, &personal_note(subject), text.as_deref())?;
        self.notes.put(channel, &format!("{TO_TELL}{id}"), notice.map(|_| ""))
    }
}

fn personal_note(subject: &str) -> String {
    format!("personal/{subject}")
}
