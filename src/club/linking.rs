//! One person, two doors: a code that one door shows and the person gives in the other makes two players one; it can be undone.
//!
//! The log does not change: it names the ids under which seats were taken. Afterwards every id and every address belongs to one
//! player ([`Player::ids`]), and each table knows them by the id used there (`known_as`).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::browser::Browsers;
use super::notes::DoorNotes;
use super::personal::{PersonalNotices, Tells};
use super::side::{KINDS, LinkSide, UNDO_DAYS};
use super::{ClubError, PlayedGames, seconds};
use crate::log::Store;
use crate::log::players::Player;
use crate::table::Platform;
use crate::table::platform::stamp;
use crate::words::{Lang, Value, Words};

/// The notes of this part, beside those of doors.
const CLUB: &str = "club";
/// The note of the code that a player was last shown.
const CODE: &str = "link-code";
/// The note with the number of codes that a player gave in a day.
const TRIES: &str = "link-tries";
/// The key of personal notices about links.
const LINK: &str = "link";
/// Most codes that a player gives in a day.
const TRIES_A_DAY: u32 = 20;
/// Letters of a code.
const CODE_LETTERS: usize = 8;
/// Validity of a code, in seconds.
const CODE_SECONDS: i64 = 24 * 60 * 60;
/// The word for notifications by every channel.
const BOTH: &str = "both";
/// Days in seconds.
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// Two players who become one, or are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The side that keeps its id.
    pub player: LinkSide,
    /// Whose id becomes another of theirs.
    pub alias: LinkSide,
    /// True if they are one player already.
    pub made: bool,
}

impl Link {
    /// Both sides as arguments of messages.
    pub fn args(&self, words: &Words, lang: Lang) -> [(&'static str, Value<'static>); 2] {
        [
            ("one", self.player.in_words(words, lang).into()),
            ("other", self.alias.in_words(words, lang).into()),
        ]
    }
}

/// Why two players are not linked, or a link is not undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkRefusal {
    /// Nobody was shown this code of late.
    NoSuchCode,
    /// Too many codes were given in a day.
    TooOften,
    /// It was shown in the same door, or both are known there.
    SameDoor,
    /// Both had a seat, or one kept for them, at this open table with several seats.
    BothAtTable(String),
    /// The player is not linked.
    NotLinked,
    /// It was done more than [`UNDO_DAYS`] days ago.
    TooLate,
}

impl LinkRefusal {
    /// Why not, in words.
    pub fn in_words(&self, words: &Words, lang: Lang) -> String {
        let say = |key: &str| words.say(lang, key, &[]);
        match self {
            LinkRefusal::NoSuchCode => say("link-no-such-code"),
            LinkRefusal::TooOften => words.say(lang, "link-too-often", &[("most", TRIES_A_DAY.into())]),
            LinkRefusal::SameDoor => say("link-same-door"),
            LinkRefusal::BothAtTable(table) => {
                words.say(lang, "link-both-at-table", &[("table", table.as_str().into())])
            }
            LinkRefusal::NotLinked => say("link-not-linked"),
            LinkRefusal::TooLate => words.say(lang, "link-too-late", &[("days", UNDO_DAYS.into())]),
        }
    }
}

/// The stored form of a code: the player it was shown to, and its expiry in seconds since 1970.
#[derive(Serialize, Deserialize)]
struct ShownCode {
    player: String,
    until: i64,
}

/// The note of a code; only a digest of the code is stored.
fn code_note(code: &str) -> String {
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("{CODE}/{}", hex::encode(Sha256::digest(code.to_ascii_lowercase())))
}

/// One person known in two doors: codes, links and their end.
#[derive(Clone, Copy)]
pub struct Linking<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) games: &'a PlayedGames,
    pub(super) notes: DoorNotes<'a>,
    pub(super) personal: PersonalNotices<'a>,
}

impl Linking<'_> {
    /// A new code for this player to give in another door; it ends the previous one.
    ///
    /// # Errors
    /// No randomness, a store that cannot be written.
    pub fn new_code(&self, player: &str) -> Result<String, ClubError> {
        self.drop_code(player)?;
        let letters = crate::table::id::letters("", CODE_LETTERS, self.platform)?;
        let code = letters.trim_start_matches('-').to_owned();
        let (note, until) = (code_note(&code), self.platform.now().timestamp() + CODE_SECONDS);
        let shown = ShownCode { player: player.to_owned(), until };
        self.notes.put(CLUB, &note, Some(&serde_json::to_string(&shown).map_err(ClubError::failed)?))?;
        self.notes.put_of_player(CLUB, player, CODE, Some(&note))?;
        Ok(code)
    }

    /// The code of a player holds no more.
    pub(super) fn drop_code(&self, player: &str) -> Result<(), ClubError> {
        if let Some(note) = self.notes.of_player(CLUB, player, CODE)? {
            self.notes.put(CLUB, &note, None)?;
            self.notes.put_of_player(CLUB, player, CODE, None)?;
        }
        Ok(())
    }

    /// The player who was shown this code, while it is valid.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn shown_code(&self, code: &str) -> Result<Option<Player>, ClubError> {
        let Some(kept) = self.notes.get(CLUB, &code_note(code))? else { return Ok(None) };
        let shown: ShownCode = serde_json::from_str(&kept).map_err(ClubError::failed)?;
        if shown.until < self.platform.now().timestamp() {
            Ok(None)
        } else {
            Ok(self.store.player(&shown.player)?)
        }
    }

    /// The link that this code would make for this player, in any door; nothing is done yet.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn link_of(&self, code: &str, player: &str) -> Result<Result<Link, LinkRefusal>, ClubError> {
        if !self.notes.count_of_day(CLUB, TRIES, Some(player), TRIES_A_DAY)? {
            return Ok(Err(LinkRefusal::TooOften));
        }
        let (Some(shown), Some(given)) = (self.shown_code(code)?, self.store.player(player)?) else {
            return Ok(Err(LinkRefusal::NoSuchCode));
        };
        // A message that comes again after it was done.
        if shown.id == given.id && !shown.aliases.is_empty() {
            return self.unlink_of(player);
        }
        let kinds = |player: &Player| KINDS.map(|kind| player.address(kind).is_some());
        let link = match (kinds(&shown), kinds(&given)) {
            ([true, false], [false, true]) => (&shown, &given),
            ([false, true], [true, false]) => (&given, &shown),
            _ => return Ok(Err(LinkRefusal::SameDoor)),
        };
        let (Some(player), Some(alias)) = (LinkSide::of(link.0), LinkSide::of(link.1)) else {
            return Ok(Err(LinkRefusal::SameDoor));
        };
        let theirs = self.store.tables_of_player(&player.player)?;
        for table in
            self.store.tables_of_player(&alias.player)?.into_iter().filter(|table| theirs.contains(table))
        {
            let watched = self.games.watch(&table, Lang::En, None)?;
            if !watched.around().closed && watched.around().seats.len() > 1 {
                return Ok(Err(LinkRefusal::BothAtTable(table)));
            }
        }
        Ok(Ok(Link { player, alias, made: false }))
    }

    /// Links the two of [`Linking::link_of`], unless they already are linked; the side at the other door is told.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn link(&self, link: &Link, player: &str) -> Result<Result<(), LinkRefusal>, ClubError> {
        let Link { player: one, alias: other, made } = link;
        if *made {
            return Ok(Ok(()));
        }
        if !self.store.link(&other.player, &one.player, &stamp(self.platform))? {
            return Ok(Err(LinkRefusal::SameDoor));
        }
        let (told, with) = if one.player == player { (other, one) } else { (one, other) };
        self.tell_of_link(told, Tells::Linked(with.clone())).map(Ok)
    }

    /// The link that undoing would part: the player and the alias linked last.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn unlink_of(&self, player: &str) -> Result<Result<Link, LinkRefusal>, ClubError> {
        let Some(player) = self.store.player(player)? else { return Ok(Err(LinkRefusal::NotLinked)) };
        let Some(alias) = player.aliases.last() else { return Ok(Err(LinkRefusal::NotLinked)) };
        if self.platform.now().timestamp() > seconds(&alias.at)? + UNDO_DAYS * DAY_SECONDS {
            return Ok(Err(LinkRefusal::TooLate));
        }
        let side = |kind: &str| {
            let one = Player {
                addresses: player.addresses.iter().filter(|it| it.kind == kind).cloned().collect(),
                ..player.clone()
            };
            LinkSide::of(&one)
        };
        let (Some(one), Some(other)) = (side(KINDS[0]), side(KINDS[1])) else {
            return Ok(Err(LinkRefusal::NotLinked));
        };
        Ok(Ok(Link { player: one, alias: LinkSide { player: alias.id.clone(), ..other }, made: true }))
    }

    /// Undoes the link of [`Linking::unlink_of`]; the side that is not at the door of this kind is told.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn unlink(&self, link: &Link, kind: &str) -> Result<Result<(), LinkRefusal>, ClubError> {
        let Link { player: one, alias: other, .. } = link;
        // A session that one of them opened may have the name of the other. First, so that none outlives the link.
        Browsers { store: self.store, platform: self.platform, links: None }.end(&one.player)?;
        if !self.store.unlink(&other.player)? {
            return Ok(Err(LinkRefusal::NotLinked));
        }
        [one, other].into_iter().try_for_each(|side| self.drop_code(&side.player))?;
        let (told, with) = if one.kind == kind { (other, one) } else { (one, other) };
        self.tell_of_link(told, Tells::Parted(with.clone())).map(Ok)
    }

    fn tell_of_link(&self, told: &LinkSide, tells: Tells) -> Result<(), ClubError> {
        self.personal.tell(&told.kind, (&told.player, LINK), tells)
    }

    /// Sets the channel by which a player is told of events, or `both`.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn tell_by(&self, player: &str, channel: &str) -> Result<Result<(), LinkRefusal>, ClubError> {
        let Some(mut known) = self.store.player(player)? else { return Ok(Err(LinkRefusal::NotLinked)) };
        let channels = (channel != BOTH).then(|| vec![channel.to_owned()]);
        if channels.iter().flatten().any(|channel| known.address(channel).is_none()) {
            return Ok(Err(LinkRefusal::NotLinked));
        }
        known.preferences.channels = channels;
        Ok(Ok(self.store.put_player(known)?))
    }
}
