//! The shared state for answering mails: the club, tokens, counts per address, and how to send a letter.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, Utc};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::DOOR;
use super::body::shown;
use super::letter::{Envelope, MailLetter};
use super::pictures::picture_for;
use super::requests::SlowResults;
use super::token::{Grant, STRANGER, Tokens};
use crate::book::Book;
use crate::club::{Club, ClubError, OF_PLAYER};
use crate::config::mail::{Mail, WhoMayStart};
use crate::mail::reading::Incoming;
use crate::mail::transport::trouble::{MailTrouble, TroubleKind};
use crate::words::{Lang, Words};

/// Seconds for which an answer counts against the limit of an address.
const HOUR_SECONDS: i64 = 60 * 60;
/// Seconds of a day.
pub(super) const DAY_SECONDS: i64 = 24 * 60 * 60;
/// Most answers in a day to a stranger.
const ANSWERS_TO_STRANGER: u32 = 3;
/// Where one unsubscribes with one click, and what such a token is for: no table is called so.
pub const UNSUBSCRIBE: &str = "unsubscribe";
/// The note that a player's address does not receive mail.
const FAILING: &str = "failing";
/// The longest day in a subject, in bytes.
const LONGEST_DAY: usize = 160;
/// The notes about mails that are done begin so.
pub(super) const SEEN: &str = "seen/";
/// Most addresses with counted answers; beyond that, only those of the last hour are kept.
const COUNTED: usize = 10_000;

/// The limits and rules for people who write to the door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailSettings {
    /// Our own address, as compared.
    pub address: String,
    /// Whether mail to `name+anything@` comes to us too.
    pub plus_addresses: bool,
    /// Whether mail must be authentic.
    pub require_dkim: bool,
    /// Whether anybody may open tables, not only players and whom they invited.
    pub anyone_may_start: bool,
    /// Most strangers answered a day.
    pub strangers_a_day: u32,
    /// The name under which the operator's mail server writes its verdicts.
    pub authserv_id: Option<String>,
    /// Most answers an hour to one address.
    pub answers_an_hour: u32,
    /// Whether mails show the table in a picture.
    pub pictures: bool,
    /// The public address of this server, without a slash at its end, for unsubscribing with one click.
    pub url: Option<String>,
}

impl MailSettings {
    /// Those of the configuration.
    pub fn of(mail: &Mail) -> MailSettings {
        MailSettings {
            address: mail.address.to_ascii_lowercase(),
            plus_addresses: mail.plus_addresses,
            require_dkim: mail.require_dkim,
            anyone_may_start: mail.who_may_start == WhoMayStart::Anyone,
            strangers_a_day: mail.strangers_a_day,
            authserv_id: mail.authserv_id.clone(),
            answers_an_hour: mail.answers_an_hour,
            pictures: mail.pictures,
            url: mail.url.clone(),
        }
    }
}

/// A letter with whom it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressed {
    /// The opaque id of the player; [`STRANGER`] for somebody who is none.
    pub player: String,
    /// Their address.
    pub address: String,
    /// The language of the text.
    pub lang: Lang,
    /// The letter.
    pub letter: MailLetter,
}

/// Where mails are answered.
pub struct MailDoor {
    pub(super) club: Arc<Club>,
    pub(super) words: Words,
    /// The commands of this door.
    pub(super) book: Book,
    /// The verbs of the table, where no table says them.
    pub(super) table_book: Book,
    pub(super) tokens: Tokens,
    pub(super) settings: MailSettings,
    answers: Mutex<BTreeMap<String, VecDeque<i64>>>,
    failing: Mutex<Option<Failing>>,
    /// The moment since which the oldest letter is due, in seconds since 1970; 0 where none is.
    pub due_since: AtomicI64,
    /// Results of requests that take long to work out.
    pub(super) worked_out: SlowResults,
    /// The key of the notes about addresses that want no mail, once it is known.
    never_key: Mutex<Option<String>>,
    /// A day since 1970, and the number of answers to each stranger on it.
    strangers: Mutex<(i64, BTreeMap<String, u32>)>,
}

/// The error while no mail can be sent, to any address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// The last error.
    pub trouble: String,
    /// Its kind, which says whether it passes by itself.
    pub kind: TroubleKind,
    /// The only address with the error so far, which may be its cause.
    only: Option<String>,
}

impl MailDoor {
    /// Opens the mail door of a club.
    ///
    /// # Errors
    /// Words or a book that cannot be read: a fault of the build.
    pub fn new(club: Arc<Club>, tokens: Tokens, settings: MailSettings) -> Result<MailDoor, ClubError> {
        let (words, book, table_book) = (Words::read()?, Book::of_door(DOOR)?, Book::of_door("table")?);
        club.notes().set_door_address(DOOR, &settings.address)?;
        Ok(MailDoor {
            club,
            words,
            book,
            table_book,
            tokens,
            settings,
            answers: Mutex::default(),
            failing: Mutex::default(),
            due_since: AtomicI64::new(0),
            worked_out: SlowResults::default(),
            never_key: Mutex::default(),
            strangers: Mutex::default(),
        })
    }

    /// That mails cannot be sent, if they cannot.
    pub fn failing(&self) -> Option<Failing> {
        let failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        failing.clone().filter(|failing| failing.only.is_none())
    }

    /// Records the result of sending a mail to an address, or of finding out without one whether that can be done.
    pub fn note_sending(&self, address: Option<&str>, sent: &Result<(), MailTrouble>) {
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        *failing = match sent {
            // A mailbox that is full, or on a disk that is: of either nothing follows for the others.
            Err(trouble) if trouble.kind == TroubleKind::Full => return,
            Err(trouble) if !trouble.kind.is_permanent() => {
                let before = failing.as_ref();
                let known = before.map_or(address, |before| before.only.as_deref());
                let only =
                    known.filter(|known| trouble.kind == TroubleKind::Later && Some(*known) == address);
                let only = only.map(str::to_owned);
                let since = before.map_or_else(|| self.club.now(), |before| before.since);
                Some(Failing { since, trouble: trouble.to_string(), kind: trouble.kind, only })
            }
            // One that was refused for good was heard.
            _ => None,
        };
    }

    /// Forgets it: another process sends from here on.
    pub(super) fn forget_sending(&self) {
        self.due_since.store(0, Ordering::Relaxed);
        *self.failing.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The subject of a mail about a table: its day or turn, as everybody knows it, and its name.
    pub(super) fn subject(&self, table: Option<&str>, lang: Lang) -> String {
        let Some(table) = table else { return self.words.say(lang, "mail-subject-club", &[]) };
        let status = self.club.watch(table, lang).and_then(|watched| watched.status());
        let Ok(status) = status else {
            return self.words.say(lang, "mail-subject", &[("table", table.into())]);
        };
        let day = match status.over || status.closed {
            true => self.words.say(lang, "mail-subject-over", &[("game", status.game.into())]),
            false => status.day().to_owned(),
        };
        let key = if day.is_empty() || day.len() > LONGEST_DAY { "mail-subject" } else { "mail-subject-day" };
        self.words.say(lang, key, &[("day", day.into()), ("table", shown(&status.label).into())])
    }

    /// The message of a letter.
    ///
    /// # Errors
    /// A table whose log cannot be read; an address that no mail can be written to.
    pub fn message(&self, addressed: &Addressed) -> Result<Vec<u8>, ClubError> {
        let Addressed { player, address, lang, letter } = addressed;
        let MailSettings { address: from, plus_addresses, .. } = &self.settings;
        let (local, domain) = from.rsplit_once('@').unwrap_or((from, ""));
        // A closed table takes no answers; the club does.
        let open = match letter.table.as_deref() {
            Some(table) if self.club.watch(table, *lang)?.around().closed => None,
            table => table,
        };
        let generation = self.generation(player, open)?;
        let token = self.tokens.token(&Grant { player, address, table: open, generation });
        let reply_to = format!("{local}+{token}@{domain}");
        let own = self.own_id(&letter.id, address);
        // Without plus addresses an answer brings back no more than the id.
        let message_id = match plus_addresses {
            true => format!("{own}@{domain}"),
            false => format!("{own}.{token}@{domain}"),
        };
        let table = letter.table.as_deref().unwrap_or_default();
        let thread = format!("{}@{domain}", self.tokens.id(&["thread", player, table]));
        let picture = match self.settings.pictures {
            true => picture_for(&self.club, (player.as_str(), *lang), letter)?,
            false => None,
        };
        let export =
            letter.export.as_deref().map(|table| self.club.evidence().export(table, player)).transpose()?;
        let footer = if *player == STRANGER { "mail-footer-stranger" } else { "mail-footer" };
        let grant = Grant { player, address, table: Some(UNSUBSCRIBE), generation: 0 };
        let one_click = self
            .settings
            .url
            .as_ref()
            .map(|url| format!("{url}/{UNSUBSCRIBE}/{}", self.tokens.token(&grant)));
        let envelope = Envelope {
            one_click: one_click.as_deref(),
            from,
            sender: &sender(self, letter.table.as_deref(), *lang)?,
            to: address,
            reply_to: plus_addresses.then_some(&*reply_to),
            message_id: &message_id,
            thread: &thread,
            now: self.club.now(),
            above: &self.words.say(*lang, "mail-above", &[]),
            footer: &self.words.say(*lang, footer, &[]),
            picture: picture.as_deref(),
            file: export,
        };
        letter.message(envelope).map_err(ClubError::failed)
    }

    /// Stops notifications to the player with this unsubscribe token; returns whether it is valid.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn unsubscribe(&self, token: &str) -> Result<bool, ClubError> {
        let player =
            Tokens::player_of(token).map(|player| self.club.people().player(player)).transpose()?.flatten();
        let Some(player) = player else { return Ok(false) };
        let of_theirs = player.addresses.iter().filter(|address| address.kind == DOOR).any(|address| {
            let (player, address) = (player.id.as_str(), address.value.as_str());
            let grant = Grant { player, address, table: Some(UNSUBSCRIBE), generation: 0 };
            self.tokens.is(token, &grant, self.now())
        });
        if of_theirs {
            self.club.people().set_told_by(&player.id, DOOR, false)?;
        }
        Ok(of_theirs)
    }

    /// The own part of the `Message-ID` of a letter to an address: it shows that it is ours and went there.
    fn own_id(&self, id: &str, address: &str) -> String {
        format!("{id}-{}", self.tokens.id(&["check", id, address]))
    }

    /// The letter that a `Message-ID` of ours is of.
    pub(super) fn letter_of<'a>(&self, message_id: &'a str, address: &str) -> Option<&'a str> {
        let (own, _) = message_id.split_once(['.', '@'])?;
        let (id, _) = own.split_once('-')?;
        (own == self.own_id(id, address)).then_some(id)
    }

    /// The tokens in a mail's addresses and references.
    pub(super) fn tokens_of<'a>(&self, mail: &'a Incoming) -> Vec<&'a str> {
        self.tokens_in_addresses(mail).into_iter().chain(self.tokens_in_ids(mail)).collect()
    }

    /// Those in the addresses that it is for.
    pub(super) fn tokens_in_addresses<'a>(&self, mail: &'a Incoming) -> Vec<&'a str> {
        mail.to.iter().filter_map(|to| self.token_of(to)).collect()
    }

    /// Those in the ids of the mails that it answers, the nearest first.
    pub(super) fn tokens_in_ids<'a>(&self, mail: &'a Incoming) -> Vec<&'a str> {
        mail.replies_to.iter().filter_map(|id| id.split_once('@')?.0.split_once('.').map(|it| it.1)).collect()
    }

    /// The token in an address of ours.
    pub(super) fn token_of<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (local, domain) = self.settings.address.rsplit_once('@')?;
        let (to, at) = address.rsplit_once('@')?;
        if at == domain { to.strip_prefix(local)?.strip_prefix('+') } else { None }
    }

    /// The number of times a player renewed their answer address.
    pub(super) fn generation(&self, player: &str, table: Option<&str>) -> Result<u32, ClubError> {
        let kept = self.club.notes().of_player(DOOR, player, &generation_note(table))?;
        Ok(kept.and_then(|kept| kept.split(' ').next()?.parse().ok()).unwrap_or(0))
    }

    /// Renews that address, once for each `key`.
    pub(super) fn renew(&self, player: &str, table: Option<&str>, key: &str) -> Result<(), ClubError> {
        let note = generation_note(table);
        let kept = self.club.notes().of_player(DOOR, player, &note)?;
        if kept.is_some_and(|kept| kept.ends_with(key)) {
            return Ok(());
        }
        let next = self.generation(player, table)? + 1;
        self.club.notes().put_of_player(DOOR, player, &note, Some(&format!("{next} {key}")))
    }

    /// Records a failing address of a player; the others at their tables are told once.
    pub(super) fn note_failing(&self, player: &str) -> Result<(), ClubError> {
        if self.fails(player)? {
            return Ok(());
        }
        // Told first: a crash in between tells them again rather than never.
        self.club.personal().tell_of_unreached(&self.words, player)?;
        self.club.notes().put_of_player(DOOR, player, FAILING, Some(""))
    }

    /// Returns whether a player's address is marked so.
    pub(super) fn fails(&self, player: &str) -> Result<bool, ClubError> {
        Ok(self.club.notes().of_player(DOOR, player, FAILING)?.is_some())
    }

    /// It is not any more: they wrote.
    pub(super) fn note_reached(&self, player: &str) -> Result<(), ClubError> {
        if self.fails(player)? {
            self.club.notes().put_of_player(DOOR, player, FAILING, None)
        } else {
            Ok(())
        }
    }

    /// Seats as a reader knows them.
    pub(super) fn seat_names(
        &self,
        table: &str,
        seats: &[crate::game::Seat],
        lang: Lang,
    ) -> Result<String, ClubError> {
        let game = self.club.games().of_table(table)?;
        let name = |seat: &crate::game::Seat| self.club.games().seat_name(game, *seat, lang);
        Ok(seats.iter().map(name).collect::<Vec<_>>().join(&self.words.say(lang, "list-separator", &[])))
    }

    /// In words, that a table has a page, and its link; nothing while it is not published.
    pub(super) fn page(&self, table: &str, lang: Lang) -> Result<Option<String>, ClubError> {
        let page = self.club.watch(table, lang)?.status()?.page;
        Ok(page.map(|page| page.in_words(&|key, args| self.words.say(lang, key, args), str::to_owned)))
    }

    /// Returns whether nothing is ever to be written to an address.
    pub(super) fn never(&self, address: &str) -> Result<bool, ClubError> {
        Ok(self.club.notes().get(DOOR, &self.never_note(address)?)?.is_some())
    }

    /// Nothing is written to the sender of this mail any more but the answer to it.
    pub(super) fn never_again(&self, mail: &Incoming) -> Result<(), ClubError> {
        let address = &mail.from.address;
        self.club.notes().put(DOOR, &self.never_note(address)?, Some(&self.key_of(mail, address)))
    }

    /// Returns whether this mail is the last that its sender gets an answer to, and that did not go out yet.
    pub(super) fn is_last(&self, mail: &Incoming) -> Result<bool, ClubError> {
        let address = &mail.from.address;
        Ok(self.club.notes().get(DOOR, &self.never_note(address)?)? == Some(self.key_of(mail, address)))
    }

    /// A note with a hash of the address, not the address itself. The hash's key is stored with the notes, not derived from the
    /// server's secret: these notes are for ever, a secret is not.
    pub(super) fn never_note(&self, address: &str) -> Result<String, ClubError> {
        // Mails are worked on side by side: two must not draw two keys.
        let mut known = self.never_key.lock().unwrap_or_else(PoisonError::into_inner);
        let key = match known
            .take()
            .map_or_else(|| self.club.notes().get(DOOR, "never-key"), |key| Ok(Some(key)))?
        {
            Some(key) => key,
            None => {
                let key = self.club.random_letters()?;
                self.club.notes().put(DOOR, "never-key", Some(&key))?;
                key
            }
        };
        *known = Some(key.clone());
        Ok(format!("never/{}", hex::encode(Sha256::digest(format!("{key} {address}")))))
    }

    /// Counts an answer to a stranger; `false` if that exceeds a day's limit of strangers, of those of one domain, or of answers
    /// to this one.
    pub(super) fn count_stranger(&self, address: &str) -> Result<bool, ClubError> {
        let today = self.club.now().div_euclid(DAY_SECONDS);
        let mut kept = self.strangers.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != today {
            *kept = (today, BTreeMap::new());
        }
        if let Some(answers) = kept.1.get_mut(address) {
            *answers += 1;
            return Ok(*answers <= ANSWERS_TO_STRANGER);
        }
        // One domain does not use up the day of all others.
        let of_domain = |known: &&String| known.rsplit('@').next() == address.rsplit('@').next();
        let most = self.settings.strangers_a_day.div_ceil(2) as usize;
        if kept.1.keys().filter(of_domain).count() >= most {
            return Ok(false);
        }
        let fits = self.club.notes().count_of_day(DOOR, "strangers", None, self.settings.strangers_a_day)?;
        if fits {
            kept.1.insert(address.to_owned(), 1);
        }
        Ok(fits)
    }

    /// Counts an answer to an address; `false` when that is one too many for an hour.
    pub(super) fn count_answer(&self, address: &str, most: u32) -> bool {
        let (now, mut answers) = (self.club.now(), self.counted());
        // A moment ahead of a clock that was set back does not count.
        let counts = |at: &i64| (0..HOUR_SECONDS).contains(&(now - at));
        if answers.len() >= COUNTED {
            answers.retain(|_, given| given.back().is_some_and(counts));
        }
        let given = answers.entry(address.to_owned()).or_default();
        given.retain(counts);
        let fits = given.len() < most as usize;
        if fits {
            given.push_back(now);
        }
        fits
    }

    /// When an address that had all its answers of an hour gets the next, in seconds since 1970.
    pub(super) fn next_answer(&self, address: &str) -> Option<i64> {
        let answers = self.counted();
        let given =
            answers.get(address).filter(|given| given.len() >= self.settings.answers_an_hour as usize);
        given.and_then(|given| given.front()).map(|first| first + HOUR_SECONDS)
    }

    fn counted(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, VecDeque<i64>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes answers and lists from before `before`, in seconds since 1970, and what every door keeps for a time only.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn forget_before(&self, before: i64) -> Result<(), ClubError> {
        /// When a note was made.
        #[derive(Deserialize)]
        struct Made {
            at: i64,
        }
        self.club.deliveries().forget_old()?;
        for (key, text) in self.club.notes().with_prefix(DOOR, SEEN)? {
            if serde_json::from_str::<Made>(&text).is_ok_and(|made| made.at < before) {
                self.club.notes().put(DOOR, &key, None)?;
            }
        }
        for (key, text) in self.club.notes().with_prefix(DOOR, OF_PLAYER)? {
            let ages = ["/answer/", "/list/", "/said/"].iter().any(|of| key.contains(of));
            if ages && serde_json::from_str::<Made>(&text).is_ok_and(|made| made.at < before) {
                self.club.notes().put(DOOR, &key, None)?;
            }
        }
        Ok(())
    }

    pub(super) fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.club.now(), 0).unwrap_or_default()
    }

    /// The last entry of a table that a player was told by mail; `None` before the first.
    pub(super) fn told_to(&self, player: &str, table: &str) -> Result<Option<u64>, ClubError> {
        let kept = self.club.notes().of_player(DOOR, player, &format!("told/{table}"))?;
        Ok(kept.and_then(|kept| kept.parse().ok()))
    }

    /// Records that they were told up to `seq`.
    pub(super) fn note_told(&self, player: &str, table: &str, seq: u64) -> Result<(), ClubError> {
        // Whoever stood still after sending comes too late.
        if self.told_to(player, table)?.is_some_and(|told| told >= seq) {
            return Ok(());
        }
        self.club.notes().put_of_player(DOOR, player, &format!("told/{table}"), Some(&seq.to_string()))
    }
}

/// The name beside our address: of the game that a mail is about.
fn sender(door: &MailDoor, table: Option<&str>, lang: Lang) -> Result<String, ClubError> {
    let Some(table) = table else { return Ok(door.words.say(lang, "mail-from-club", &[])) };
    let game = door.club.games().of_table(table)?;
    let words = door.club.games().words(game, lang);
    let game = words.map_or_else(|| game.to_owned(), |words| words.phrases().game(game));
    Ok(door.words.say(lang, "mail-from-game", &[("game", game.into())]))
}

/// Takes the last answer to an address back: it was not given.
pub(super) fn uncount_answer(door: &MailDoor, address: &str) {
    if let Some(given) = door.counted().get_mut(address) {
        given.pop_back();
    }
}

fn generation_note(table: Option<&str>) -> String {
    format!("generation/{}", table.unwrap_or_default())
}
