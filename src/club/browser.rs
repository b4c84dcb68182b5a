//! The sessions of players in a browser: codes that are good once, and the cookies that they buy.
//!
//! A code and a cookie are sealed texts of this server. A code names its player, and a note about the player has the digest of the
//! one that is valid: taking that note away is what makes it good once, in every process. A cookie names its player and the
//! generation of their sessions; a note about the player counts generations, so ending all sessions is one more. Whoever is
//! forgotten has no player for a cookie to name.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use super::ClubError;
use super::door::Door;
use super::page::PageLinks;
use crate::book::is_no;
use crate::game::Seat;
use crate::keys::Keys;
use crate::log::Store;
use crate::log::notes::of_player;
use crate::log::players::Player;
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The use under which the keys of sessions are derived; it must never change.
pub const BROWSER_KEYS: &str = "play";
/// Seconds for which a code is valid.
pub const CODE_SECONDS: i64 = 10 * 60;
/// Seconds for which a session lasts.
pub const SESSION_SECONDS: i64 = 30 * 24 * 60 * 60;
/// The owner of these notes.
const CLUB: &str = "club";
/// The note with the digest of a player's valid code.
const CODE: &str = "browser-code";
/// The note with the seat that the next session of a player in Discord leads to.
const LEADS_TO: &str = "browser-leads-to";
/// The note with the number of times that a player ended all sessions.
const GENERATION: &str = "browser-generation";
/// Random letters of a code and of a session.
const RANDOM_LETTERS: usize = 20;
/// The path of a code, after the public address.
pub const ENTER: &str = "/enter/";
/// The path of the links in mails, after the public address.
pub const MAILED: &str = "/mail/";

/// The board in the browser: its address, and what seals.
#[derive(Debug)]
pub struct BrowserLinks {
    public_url: String,
    keys: Keys,
    /// True if Discord has the board too, as an Activity.
    in_discord: bool,
}

/// The links that a server has: of pages, and of the board in the browser.
#[derive(Clone, Debug, Default)]
pub struct ServerLinks {
    /// Those of pages, where it shows any.
    pub pages: Option<Arc<PageLinks>>,
    /// The board in the browser, where it has it.
    pub browser: Option<Arc<BrowserLinks>>,
}

/// A player's session in a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserSession {
    /// The opaque id of the player.
    pub player: String,
    /// The name of the session, which is in all that is sealed for it.
    pub id: String,
}

impl BrowserLinks {
    /// The board at `public_url`, which has no slash at its end, sealed with the keys of [`BROWSER_KEYS`].
    pub fn new(public_url: &str, keys: Keys) -> BrowserLinks {
        BrowserLinks { public_url: public_url.to_owned(), keys, in_discord: false }
    }

    /// The same, which Discord has too.
    #[must_use]
    pub fn in_discord(self) -> BrowserLinks {
        BrowserLinks { in_discord: true, ..self }
    }

    /// Returns whether Discord has it too.
    pub fn is_in_discord(&self) -> bool {
        self.in_discord
    }

    /// Its address, as browsers name it as the origin of a request.
    pub fn origin(&self) -> &str {
        &self.public_url
    }

    /// The host that requests name, with its port if they name one.
    pub fn host(&self) -> &str {
        self.public_url.split_once("://").map_or(&*self.public_url, |(_, host)| host)
    }

    /// True if browsers reach it over TLS.
    pub fn is_secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The link that mails to a player at a seat have. It opens nothing by itself: a mail is read late, and may be passed on.
    pub fn mailed(&self, player: &str, (table, seat): (&str, Seat)) -> String {
        let sealed = self.keys.seal(&["mail v1"], &format!("{player} {table}/{seat}"));
        format!("{}{MAILED}{sealed}", self.public_url)
    }

    /// The player of such a link, by what stands behind its path, and their seat as `TABLE/SEAT`.
    pub fn mailed_to(&self, sealed: &str, now: DateTime<Utc>) -> Option<(String, String)> {
        let text = self.keys.open(&["mail v1"], sealed, now)?;
        text.split_once(' ').map(|(player, seat)| (player.to_owned(), seat.to_owned()))
    }

    /// A text sealed for a session.
    pub fn seal(&self, session: &BrowserSession, text: &str) -> String {
        self.keys.seal(&["board v1", &session.player, &session.id], text)
    }

    /// The text that was sealed for a session.
    pub fn open(&self, session: &BrowserSession, sealed: &str, now: DateTime<Utc>) -> Option<String> {
        self.keys.open(&["board v1", &session.player, &session.id], sealed, now)
    }
}

/// The sessions of players in a browser.
#[derive(Clone, Copy)]
pub struct Browsers<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) platform: &'a dyn Platform,
    pub(super) links: Option<&'a BrowserLinks>,
}

impl<'a> Browsers<'a> {
    /// The board's address and seals, where this server has it.
    pub fn links(&self) -> Option<&'a BrowserLinks> {
        self.links
    }

    /// The link that opens a session for a player, once, for [`CODE_SECONDS`]; `None` where there is no board in the browser. It
    /// ends the previous one.
    ///
    /// # Errors
    /// No randomness; a store that cannot be written.
    pub fn link(&self, player: &str) -> Result<Option<String>, ClubError> {
        let Some(links) = self.links else { return Ok(None) };
        let until = self.platform.now().timestamp() + CODE_SECONDS;
        let random = crate::table::id::letters("b", RANDOM_LETTERS, self.platform)?;
        let code = links.keys.seal(&["code v1"], &format!("{player} {until} {random}"));
        self.store.put_note(CLUB, &of_player(player, CODE), &digest(&code))?;
        Ok(Some(format!("{}{ENTER}{code}", links.public_url)))
    }

    /// The player whose session a code opens; `None` if it is spent, dead or none of ours.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn owner(&self, code: &str) -> Result<Option<Player>, ClubError> {
        Ok(self.coded(code)?.map(|(_, player)| player))
    }

    /// The id that a valid code names, and its player.
    fn coded(&self, code: &str) -> Result<Option<(String, Player)>, ClubError> {
        let (Some(links), now) = (self.links, self.platform.now()) else { return Ok(None) };
        let Some(text) = links.keys.open(&["code v1"], code, now) else { return Ok(None) };
        let Some((id, until)) = player_and_until(&text) else { return Ok(None) };
        let note = self.store.note(CLUB, &of_player(id, CODE))?;
        if until <= now.timestamp() || note.as_deref() != Some(&*digest(code)) {
            return Ok(None);
        }
        Ok(self.store.player(id)?.map(|player| (id.to_owned(), player)))
    }

    /// Spends a code: the cookie of a new session, unless the code is spent, dead or none of ours.
    ///
    /// # Errors
    /// No randomness; a store that cannot be written.
    pub fn spend(&self, code: &str) -> Result<Option<String>, ClubError> {
        let Some((player, _)) = self.coded(code)? else { return Ok(None) };
        // Of two who spend it at once, one takes the note away.
        if !self.store.drop_note(CLUB, &of_player(&player, CODE))? {
            return Ok(None);
        }
        self.begin(&player)
    }

    /// The cookie of a new session of a player who is known to be who they are; `None` where there is no board in the browser.
    ///
    /// # Errors
    /// No randomness; a store that cannot be read.
    pub fn begin(&self, player: &str) -> Result<Option<String>, ClubError> {
        let Some(links) = self.links else { return Ok(None) };
        let until = self.platform.now().timestamp() + SESSION_SECONDS;
        let generation = generation(self.store, player)?;
        let id = crate::table::id::letters("s", RANDOM_LETTERS, self.platform)?;
        Ok(Some(links.keys.seal(&["session v1"], &format!("{player} {until} {generation} {id}"))))
    }

    /// Has the next session of a player in Discord lead to a seat, `TABLE/SEAT`, if it begins within [`CODE_SECONDS`].
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn lead_to(&self, player: &str, seat: &str) -> Result<(), ClubError> {
        let until = self.platform.now().timestamp() + CODE_SECONDS;
        Ok(self.store.put_note(CLUB, &of_player(player, LEADS_TO), &format!("{until} {seat}"))?)
    }

    /// The seat that a session of a player leads to, once.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub fn led_to(&self, player: &str) -> Result<Option<String>, ClubError> {
        let key = of_player(player, LEADS_TO);
        let Some(note) = self.store.note(CLUB, &key)? else { return Ok(None) };
        self.store.drop_note(CLUB, &key)?;
        let now = self.platform.now().timestamp();
        let (until, seat) = note.split_once(' ').unwrap_or_default();
        Ok(until.parse::<i64>().is_ok_and(|until| now < until).then(|| seat.to_owned()))
    }

    /// The session of a cookie, with its player; `None` if it is over or none of ours.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn session(&self, cookie: &str) -> Result<Option<(BrowserSession, Player)>, ClubError> {
        let (Some(links), now) = (self.links, self.platform.now()) else { return Ok(None) };
        let Some(text) = links.keys.open(&["session v1"], cookie, now) else { return Ok(None) };
        let mut parts = text.split(' ').skip(2);
        let (given, id) = (parts.next().and_then(|given| given.parse().ok()), parts.next());
        let (Some((player, until)), Some(id)) = (player_and_until(&text), id) else { return Ok(None) };
        if until <= now.timestamp() || given != Some(generation(self.store, player)?) {
            return Ok(None);
        }
        // Since it began they may have become one with another player, whose id is theirs now.
        Ok(self.store.player(player)?.map(|player| {
            let session = BrowserSession { player: player.id.clone(), id: id.to_owned() };
            (session, player)
        }))
    }

    /// Ends all sessions of a player, and their code.
    ///
    /// # Errors
    /// A store that cannot be written.
    pub fn end(&self, player: &str) -> Result<(), ClubError> {
        let Some(player) = self.store.player(player)? else { return Ok(()) };
        for id in player.ids() {
            // Where the count cannot be read, it goes on from a number that no count has reached.
            let ended =
                generation(self.store, id).unwrap_or_else(|_| self.platform.now().timestamp().unsigned_abs());
            let next = ended + 1;
            self.store.put_note(CLUB, &of_player(id, GENERATION), &next.to_string())?;
            self.store.drop_note(CLUB, &of_player(id, CODE))?;
        }
        Ok(())
    }
}

/// Carries out a typed browser command of a player: shows a link, which is good once, or ends all sessions for `off`.
///
/// # Errors
/// [`ClubError::Refused`] for unknown words, and where there is no board in the browser; a store that cannot be read or written.
pub(super) fn set(
    (store, platform): (&dyn Store, &dyn Platform),
    (words, lang, door): (&Words, Lang, &dyn Door),
    player: &str,
    links: Option<&BrowserLinks>,
    typed: &str,
) -> Result<String, ClubError> {
    let browsers = Browsers { store, platform, links };
    let command = words.say(lang, &door.key("browser"), &[]);
    if is_no(typed) {
        browsers.end(player)?;
        return Ok(words.say(lang, "browser-off", &[("command", command.as_str().into())]));
    }
    let args = [("given", typed.into()), ("command", command.as_str().into())];
    let refused = |key: &str| Err(ClubError::Refused(words.say(lang, key, &args)));
    if !typed.is_empty() {
        return refused("browser-misread");
    }
    let Some(link) = browsers.link(player)? else { return refused("browser-none") };
    let minutes = (CODE_SECONDS / 60).into();
    Ok(words.say(lang, "browser-link", &[("link", door.link(&link).into()), ("minutes", minutes)]))
}

/// The player whom a code or a cookie names first, and its end in seconds since 1970.
fn player_and_until(text: &str) -> Option<(&str, i64)> {
    let mut parts = text.split(' ');
    Some((parts.next()?, parts.next()?.parse().ok()?))
}

fn digest(code: &str) -> String {
    hex::encode(Sha256::digest(code))
}

/// The number of times that a player ended all sessions. One that cannot be read is no 0, with which ended sessions would be valid
/// again.
fn generation(store: &dyn Store, player: &str) -> Result<u64, ClubError> {
    let Some(count) = store.note(CLUB, &of_player(player, GENERATION))? else { return Ok(0) };
    count.parse().map_err(|_| ClubError::Failed(format!("the sessions of player {player} cannot be counted")))
}
