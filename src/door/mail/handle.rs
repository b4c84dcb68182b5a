//! A mail in, its answers out: the writer, their right to order, and earlier answers to the same mail.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::DOOR;
use super::answer::{MailAnswer, progress_note};
use super::letter::{Body, MailLetter, PieceStyle};
use super::mail_door::{Addressed, DAY_SECONDS, MailDoor, uncount_answer};
use super::requests::SlowRequest;
use super::seen;
use super::tap::Tap;
use super::token::{Grant, STRANGER, Tokens};
use crate::club::zone::lang_of;
use crate::club::{ClubError, Player};
use crate::mail::reading::{Bounce, Incoming, Nature};
use crate::words::{Lang, Value};

/// Most warnings an hour to one address, apart from its answers: somebody who forges its mails does not use those up.
const WARNINGS_AN_HOUR: u32 = 3;

/// The note about a player's last mails in which nothing was understood: their number, when the last was answered, its key.
const USELESS: &str = "useless";
/// The number of such mails in a row that are answered.
const USELESS_ANSWERED: u32 = 3;

/// The command of those who want no mail.
pub(super) const NEVER: &str = "never-write-to-me-again";

/// The next step for a mail.
#[derive(Debug)]
pub enum Handled {
    /// Send these, then it is done.
    Done(Vec<Addressed>),
    /// It is done and not answered, for this reason: one of [`crate::observe::MAIL_OUTCOMES`].
    Silent(&'static str),
    /// This is to be worked out first; then it is carried out again.
    WorkOut(SlowRequest),
    /// Its sender has had as many answers as they get in an hour: it stays where it is.
    Later,
}

/// The facts about a mail before its text is read.
#[derive(Debug, PartialEq, Eq)]
pub struct Standing {
    /// The writer, if a token shows it: a player's id, or a newcomer's address.
    pub writer: Option<String>,
    /// The table that the token is for.
    pub table: Option<String>,
    /// True if it matters if it is authentic: to find that out takes time.
    pub needs_proof: bool,
}

/// The writer of a mail.
enum Writer {
    /// A player, by an address and a token of theirs; with the table the token is for.
    Player(String, Option<String>),
    /// Somebody from a player's address, without a token that holds: with the table it was for, where that is known.
    Unproven(String, Option<String>),
    /// A player with good tokens of these tables: which is meant is not known.
    OfSeveral(String, Vec<String>),
    /// Nobody known; whether they answer a mail of ours.
    Stranger(bool),
}

/// The stored record of an answered mail.
#[derive(Serialize, Deserialize)]
struct Answered {
    /// SHA-256 of what its sender wrote.
    said: String,
    /// When, in seconds since 1970.
    at: i64,
    /// The answer; `None` if it was too long to store.
    letter: Option<MailLetter>,
}

impl MailDoor {
    /// Carries out a mail; the same mail again gets the same answer. `authentic`: its sender's domain vouches for it; `whole`:
    /// it was not too large to read.
    ///
    /// # Errors
    /// A fault on our side: the mail is tried again.
    pub fn handle(&self, mail: &Incoming, authentic: bool, whole: bool) -> Result<Handled, ClubError> {
        match &mail.nature {
            Nature::Automatic(cause) => {
                tracing::debug!(?cause, "a mail of a machine is not answered");
                return Ok(Handled::Silent("machine"));
            }
            Nature::Bounce(bounce) => {
                if !seen::is_noted(self, mail)? && self.came_back(bounce)? {
                    seen::note(self, mail)?;
                }
                return Ok(Handled::Silent("bounce"));
            }
            Nature::Personal => {}
        }
        if seen::is_noted(self, mail)? {
            return Ok(Handled::Silent("again"));
        }
        if let Some(reason) = self.shut_out(mail)? {
            return Ok(Handled::Silent(reason));
        }
        let (address, mut why_silent) = (&mail.from.address, "limit");
        let own = self.settings.authserv_id.as_deref();
        let disowned =
            mail.disowned_by.iter().any(|server| own.is_some_and(|own| server.eq_ignore_ascii_case(own)));
        let authentic = authentic && !disowned;
        let mut wants = None;
        let answers = match self.writer(mail)? {
            Writer::Player(player, table) if disowned => {
                self.warned(mail, &player, table, "mail-disowned")?
            }
            Writer::Player(player, table) if authentic || !self.settings.require_dkim => {
                if !self.count_answer(address, self.settings.answers_an_hour) {
                    return Ok(Handled::Later);
                }
                match (whole, mail.whole) {
                    (true, true) => {
                        why_silent = "useless";
                        self.answer(mail, &player, table, &mut wants)?.into_iter().collect()
                    }
                    (false, _) => self.warned(mail, &player, table, "mail-too-great")?,
                    (true, false) => self.warned(mail, &player, table, "mail-cut-off")?,
                }
            }
            Writer::Player(player, table) => self.warned(mail, &player, table, "mail-not-authentic")?,
            Writer::OfSeveral(player, tables) => {
                let lang = self.club.people().player(&player)?.as_ref().map_or(Lang::En, lang_of);
                let tables = tables.join(&self.words.say(lang, "list-separator", &[]));
                self.warned_of(mail, &player, None, ("mail-several-tables", &[("tables", tables.into())]))?
            }
            Writer::Unproven(player, table) => {
                let lent = self.owner(mail)?.map(|owner| self.lent(mail, owner)).transpose()?;
                let warned = self.warned(mail, &player, table, "mail-unproven")?;
                [lent.unwrap_or_default(), warned].concat()
            }
            Writer::Stranger(answers_ours) => match self.owner(mail)? {
                Some(owner) => self.lent(mail, owner)?,
                None => {
                    why_silent = if authentic { why_silent } else { "unsigned" };
                    self.stranger(mail, authentic, answers_ours, &mut wants)?
                }
            },
        };
        if let Some(request) = wants {
            // The mail is counted when it is answered, and not now.
            uncount_answer(self, address);
            return Ok(Handled::WorkOut(request));
        }
        Ok(if answers.is_empty() { Handled::Silent(why_silent) } else { Handled::Done(answers) })
    }

    /// The standing of a mail before it is read.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn standing(&self, mail: &Incoming) -> Result<Standing, ClubError> {
        let of = |writer, needs_proof| Ok(Standing { writer, table: None, needs_proof });
        if mail.nature != Nature::Personal || self.shut_out(mail)?.is_some() {
            return of(None, false);
        }
        match self.writer(mail)? {
            Writer::Player(player, table) => {
                Ok(Standing { writer: Some(player), table, needs_proof: self.settings.require_dkim })
            }
            Writer::OfSeveral(player, _) => of(Some(player), self.settings.require_dkim),
            // They are warned even without a verdict.
            Writer::Unproven(..) => of(None, false),
            Writer::Stranger(true) if self.settings.anyone_may_start => {
                of(Some(mail.from.address.clone()), false)
            }
            Writer::Stranger(_) => of(None, true),
        }
    }

    /// Why the sender of a mail gets no answer, whatever its text, if they do not.
    fn shut_out(&self, mail: &Incoming) -> Result<Option<&'static str>, ClubError> {
        let address = &mail.from.address;
        // A mail from our own address is forged, or runs in a loop.
        if *address == self.settings.address || self.token_of(address).is_some() {
            return Ok(Some("own"));
        }
        Ok((self.never(address)? && !self.is_last(mail)?).then_some("unwanted"))
    }

    /// The writer of a mail: address and token together identify a player.
    fn writer(&self, mail: &Incoming) -> Result<Writer, ClubError> {
        let (address, now) = (&*mail.from.address, self.now());
        let tokens = self.tokens_of(mail);
        let for_strangers = Grant { player: STRANGER, address, table: None, generation: 0 };
        let as_stranger = tokens.iter().any(|token| self.tokens.is(token, &for_strangers, now));
        let Some(player) = self.club.people().known_at(DOOR, address)? else {
            return Ok(Writer::Stranger(as_stranger));
        };
        if let Some((table, is_current)) = self.granted(&tokens, &player, address)? {
            let closed =
                table.as_ref().map(|table| self.club.watch(table, Lang::En).map(|it| it.around().closed));
            let meant = self.tables_meant(mail, &player)?;
            if meant.len() > 1 && !self.is_begun(mail, &player)? {
                return Ok(Writer::OfSeveral(player, meant));
            }
            let holds = is_current && !closed.transpose()?.unwrap_or_default();
            return Ok(match holds || self.is_begun(mail, &player)? {
                true => Writer::Player(player, table),
                false => Writer::Unproven(player, table),
            });
        }
        // A mail written before its sender became a player: the old token is valid for that mail only.
        if as_stranger && self.is_begun(mail, &player)? {
            return Ok(Writer::Player(player, None));
        }
        let mut tables = self.club.people().table_ids_of(&player)?;
        let only = if tables.len() == 1 { tables.pop() } else { None };
        Ok(Writer::Unproven(player, only))
    }

    /// The table that one of these tokens of a player at an address was given for, if it was for one, and whether it is current.
    fn granted(
        &self,
        tokens: &[&str],
        player: &str,
        address: &str,
    ) -> Result<Option<(Option<String>, bool)>, ClubError> {
        let tables = self.club.people().table_ids_of(player)?;
        for table in tables.iter().map(|table| Some(table.as_str())).chain([None]) {
            let current = self.generation(player, table)?;
            // A token of an earlier address still names the table, but only the current one proves who writes.
            for generation in (0..=current).rev() {
                let grant = Grant { player, address, table, generation };
                if tokens.iter().any(|token| self.tokens.is(token, &grant, self.now())) {
                    return Ok(Some((table.map(str::to_owned), generation == current)));
                }
            }
        }
        Ok(None)
    }

    /// The tables that a player's mail is sent to: by the addresses it is for, by the nearest mail that it answers, and by the
    /// question in that.
    fn tables_meant(&self, mail: &Incoming, player: &str) -> Result<Vec<String>, ClubError> {
        let address = &*mail.from.address;
        let mut meant: Vec<String> = Vec::new();
        let mut mean = |table: Option<String>| meant.extend(table.filter(|table| !meant.contains(table)));
        for token in self.tokens_in_addresses(mail) {
            mean(
                self.granted(&[token], player, address)?.filter(|(_, current)| *current).and_then(|it| it.0),
            );
        }
        for token in self.tokens_in_ids(mail) {
            if let Some((table, _)) = self.granted(&[token], player, address)? {
                mean(table);
                break;
            }
        }
        mean(self.table_of_list(mail, player)?);
        Ok(meant)
    }

    /// The player whose token a mail has that is not from their address.
    fn owner(&self, mail: &Incoming) -> Result<Option<Player>, ClubError> {
        let tokens = self.tokens_of(mail);
        for named in tokens.iter().filter_map(|token| Tokens::player_of(token)) {
            if let Some(player) = self.club.people().player(named)?
                && let Some(address) = player.address(DOOR).filter(|address| *address != mail.from.address)
                && self.granted(&tokens, &player.id, address)?.is_some()
            {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    /// The key that identifies a mail when it comes again.
    pub(super) fn key_of(&self, mail: &Incoming, writer: &str) -> String {
        self.tokens.id(&["mail", writer, mail.message_id.as_deref().unwrap_or(&mail.digest)])
    }

    /// Returns whether a mail was answered before, or begun: what its token was good for then it is good for now, even if it was the
    /// mail itself that ended that.
    fn is_begun(&self, mail: &Incoming, player: &str) -> Result<bool, ClubError> {
        let key = self.key_of(mail, player);
        let notes = [format!("answer/{key}"), progress_note(&key)];
        let kept = notes.iter().map(|note| self.club.notes().of_player(DOOR, player, note));
        let meeting = meeting_note(&self.key_of(mail, &mail.from.address));
        let kept = kept.chain([self.club.notes().get(DOOR, &meeting)]).collect::<Result<Vec<_>, _>>()?;
        Ok(kept.iter().any(Option::is_some))
    }

    /// Carries out a player's mail, or repeats the answer; `None` if an answer is useless, or if the mail `wants` something
    /// worked out first.
    fn answer(
        &self,
        mail: &Incoming,
        player: &str,
        table: Option<String>,
        wants: &mut Option<SlowRequest>,
    ) -> Result<Option<Addressed>, ClubError> {
        let lang = self.greet(mail, player)?;
        let key = self.key_of(mail, player);
        // A letter about a closed table carries no address of it.
        let table = match table {
            Some(table) => Some(table),
            None => closed_table_of(self, mail, player)?,
        };
        let said = digest_of(mail, table.as_deref());
        let note = format!("answer/{key}");
        let letter = match self.answered(player, &note)? {
            // Another text under an answered mail's id is not carried out, and does not get the old answer.
            Some(before) if before.said != said => {
                self.plain(mail, &key, "again", table, lang, &[("mail-key-reused", &[])])
            }
            Some(Answered { letter: Some(letter), .. }) => letter,
            _ => {
                let answering = MailAnswer::new(self, Some(mail), (player, lang), table, &key);
                let (mut letter, understood) = match answering.letter()? {
                    Ok(answered) => answered,
                    Err(request) => {
                        *wants = Some(request);
                        return Ok(None);
                    }
                };
                let useless = self.useless(player, &key, understood)?;
                if useless > USELESS_ANSWERED {
                    self.club.notes().put_of_player(DOOR, player, &progress_note(&key), None)?;
                    return Ok(None);
                }
                if useless == USELESS_ANSWERED {
                    letter.body.put(PieceStyle::Wrong, self.words.say(lang, "mail-last-useless", &[]));
                }
                let kept = |letter| Answered { said: said.clone(), at: self.club.now(), letter };
                self.keep(player, &note, &kept(Some(letter.clone())), || kept(None))?;
                self.club.notes().put_of_player(DOOR, player, &progress_note(&key), None)?;
                letter
            }
        };
        self.note_reached(player)?;
        // The mail may have changed the language.
        let lang = self.club.people().player(player)?.as_ref().map_or(lang, lang_of);
        Ok(Some(Addressed { player: player.to_owned(), address: mail.from.address.clone(), lang, letter }))
    }

    /// The number of a player's mails in a row without a line that is understood, with this one: a machine answers each mail
    /// with its sentence, without end. After [`USELESS_ANSWERED`] they are not counted for a day.
    fn useless(&self, player: &str, key: &str, understood: bool) -> Result<u32, ClubError> {
        let kept = self.club.notes().of_player(DOOR, player, USELESS)?;
        if understood {
            if kept.is_some() {
                self.club.notes().put_of_player(DOOR, player, USELESS, None)?;
            }
            return Ok(0);
        }
        let now = self.club.now();
        let mut kept = kept.as_deref().unwrap_or_default().splitn(3, ' ');
        let times = kept.next().and_then(|times| times.parse::<u32>().ok()).unwrap_or(0);
        let at = kept.next().and_then(|at| at.parse::<i64>().ok()).unwrap_or(now);
        let is_same = kept.next() == Some(key);
        let times = if now - at >= DAY_SECONDS { 0 } else { times };
        // The same mail that is read again counts once.
        let times = if is_same { times.max(1) } else { times + 1 };
        if times <= USELESS_ANSWERED {
            self.club.notes().put_of_player(DOOR, player, USELESS, Some(&format!("{times} {now} {key}")))?;
        }
        Ok(times)
    }

    fn answered(&self, player: &str, note: &str) -> Result<Option<Answered>, ClubError> {
        let kept = self.club.notes().of_player(DOOR, player, note)?;
        kept.map(|text| serde_json::from_str(&text).map_err(ClubError::failed)).transpose()
    }

    /// Keeps an answer, or where it is too long that there was one.
    fn keep(
        &self,
        player: &str,
        note: &str,
        kept: &Answered,
        short: impl FnOnce() -> Answered,
    ) -> Result<(), ClubError> {
        let text = |kept: &Answered| serde_json::to_string(kept).map_err(ClubError::failed);
        match self.club.notes().put_of_player(DOOR, player, note, Some(&text(kept)?)) {
            Err(ClubError::Store(_)) => {
                self.club.notes().put_of_player(DOOR, player, note, Some(&text(&short())?))
            }
            done => done,
        }
    }

    /// The language a player is spoken to in. They are called as they call themselves once they wrote.
    fn greet(&self, mail: &Incoming, player: &str) -> Result<Lang, ClubError> {
        let known = self.club.people().player(player)?.unwrap_or_default();
        let unnamed = known.name.is_empty() || known.address(DOOR) == Some(&known.name);
        let local = mail.from.address.split('@').next();
        let name = if unnamed { mail.from.name.as_deref().or(local) } else { None };
        let lang = match known.preferences.lang {
            Some(_) => None,
            None => Some(lang_of_text(mail)),
        };
        self.club.people().set_name_and_lang(player, name, lang)?;
        Ok(lang.unwrap_or_else(|| lang_of(&known)))
    }

    /// The warning that nothing was done, to the player's own address, from where an answer counts.
    fn warned(
        &self,
        mail: &Incoming,
        player: &str,
        table: Option<String>,
        key: &str,
    ) -> Result<Vec<Addressed>, ClubError> {
        self.warned_of(mail, player, table, (key, &[]))
    }

    /// The same, with the message's text.
    fn warned_of(
        &self,
        mail: &Incoming,
        player: &str,
        table: Option<String>,
        said: (&str, &[(&str, Value<'_>)]),
    ) -> Result<Vec<Addressed>, ClubError> {
        let lang = self.club.people().player(player)?.as_ref().map_or(Lang::En, lang_of);
        if !self.count_answer(&format!("warned {}", mail.from.address), WARNINGS_AN_HOUR) {
            return Ok(vec![]);
        }
        let closed = match &table {
            Some(table) => self.club.watch(table, lang)?.around().closed,
            None => false,
        };
        let (table, closed) = if closed { (None, table) } else { (table, None) };
        let mut says: Vec<(&str, &[(&str, Value<'_>)])> = vec![said];
        let args = closed.as_deref().map(|table| [("table", Value::from(table))]);
        if let Some(args) = &args {
            says = vec![("mail-table-closed", args)];
        }
        let letter = self.plain(mail, &mail.digest, "warned", table, lang, &says);
        Ok(vec![Addressed { player: player.to_owned(), address: mail.from.address.clone(), lang, letter }])
    }

    /// Handles a mail with a player's token from another address: the player is told, the sender learns nothing.
    fn lent(&self, mail: &Incoming, player: Player) -> Result<Vec<Addressed>, ClubError> {
        let Some(address) = player.address(DOOR).map(str::to_owned) else { return Ok(vec![]) };
        if self.never(&address)? || !self.count_answer(&format!("warned {address}"), WARNINGS_AN_HOUR) {
            return Ok(vec![]);
        }
        let lang = lang_of(&player);
        let letter = self.plain(mail, &mail.digest, "lent", None, lang, &[("mail-lent", &[])]);
        let letter = MailLetter { answers: None, ..letter };
        Ok(vec![Addressed { player: player.id, address, lang, letter }])
    }

    /// Handles a mail of a stranger. All get the same answer, so that they learn nothing about anybody.
    fn stranger(
        &self,
        mail: &Incoming,
        authentic: bool,
        answers_ours: bool,
        wants: &mut Option<SlowRequest>,
    ) -> Result<Vec<Addressed>, ClubError> {
        let (address, lang) = (mail.from.address.clone(), lang_of_text(mail));
        let name = mail.from.name.as_deref().or(address.split('@').next()).unwrap_or_default();
        let asked = |line: &str| self.book.command(line).and_then(|(verb, words)| Some((verb, words.ok()?)));
        let asks = mail.lines.first().and_then(|line| Some((line, asked(line.text())?)));
        let (asks, answers_ours) = if mail.whole { (asks, answers_ours) } else { (None, false) };
        if answers_ours && matches!(&asks, Some((_, (verb, _))) if verb.name.as_str() == NEVER) {
            self.never_again(mail)?;
            let key = self.key_of(mail, &address);
            let letter = self.plain(mail, &key, "never", None, lang, &[("mail-never-again", &[])]);
            return Ok(vec![Addressed { player: STRANGER.to_owned(), address, lang, letter }]);
        }
        if answers_ours && self.settings.anyone_may_start {
            // Noted first: after a crash its sender is a player, and this mail has a stranger's token.
            let meeting = meeting_note(&self.key_of(mail, &mail.from.address));
            self.club.notes().put(DOOR, &meeting, Some(""))?;
            let player = self.club.people().meet(DOOR, &address, name, lang)?.id;
            let answer = self.answer(mail, &player, None, wants)?;
            if wants.is_none() {
                self.club.notes().put(DOOR, &meeting, None)?;
            }
            return Ok(answer.into_iter().collect());
        }
        // A code that a player was shown in another door makes its sender that player.
        if let Some((line, (verb, words))) = &asks
            && verb.name.as_str() == "link"
            && let Some(code) = words.first()
            && self.club.linking().shown_code(code)?.is_some()
            && self.count_stranger(&address)?
        {
            let player = self.club.people().meet(DOOR, &address, name, lang)?.id;
            // Only that line, which its code vouches for: nothing may vouch for the rest of the mail.
            let mail = Incoming { lines: vec![(*line).clone()], ..mail.clone() };
            return Ok(self.answer(&mail, &player, None, wants)?.into_iter().collect());
        }
        if !authentic || !self.count_stranger(&address)? {
            return Ok(vec![]);
        }
        let key = if self.settings.anyone_may_start { "mail-stranger" } else { "mail-stranger-closed" };
        let mut letter = self.plain(mail, &mail.digest, "stranger", None, lang, &[(key, &[])]);
        for game in self.club.games().all().iter().filter(|_| self.settings.anyone_may_start) {
            let about =
                self.club.games().words(game.game, lang).and_then(|words| words.about()).unwrap_or_default();
            let args = [("game", game.game.replace('_', "-").into()), ("about", about.into())];
            letter.body.put(PieceStyle::Plain, self.words.say(lang, "mail-new-line", &args));
            let new = self.book.verb("new").map_or("new", |verb| verb.label(lang));
            letter.body.links(vec![Tap::of(format!("{new} {}", game.game.replace('_', "-")))]);
        }
        letter.body.put(PieceStyle::Note, self.words.say(lang, "mail-never", &[]));
        Ok(vec![Addressed { player: STRANGER.to_owned(), address, lang, letter }])
    }

    /// A letter of a few sentences.
    fn plain(
        &self,
        mail: &Incoming,
        key: &str,
        why: &str,
        table: Option<String>,
        lang: Lang,
        says: &[(&str, &[(&str, Value<'_>)])],
    ) -> MailLetter {
        let mut body = Body::default();
        says.iter().for_each(|(key, args)| body.put(PieceStyle::Plain, self.words.say(lang, key, args)));
        let (id, subject) = (self.tokens.id(&[why, key]), self.subject(table.as_deref(), lang));
        MailLetter {
            id,
            table,
            subject,
            body,
            answers: mail.message_id.clone(),
            export: None,
            drawn: None,
            told_to: None,
        }
    }

    /// Mails of ours came back: an address that is wrong gets no more. Returns whether there is one.
    fn came_back(&self, bounce: &Bounce) -> Result<bool, ClubError> {
        let mut wrong = false;
        for failed in bounce.failed.iter().filter(|failed| failed.permanent) {
            let id = bounce.message_id.as_deref().and_then(|id| self.letter_of(id, &failed.address));
            if let Some(player) = id.and(self.club.people().known_at(DOOR, &failed.address)?) {
                self.note_failing(&player)?;
                wrong = true;
            }
        }
        Ok(wrong)
    }
}

/// The closed table of the player's that a mail is about: by the nearest mail of ours that it answers.
fn closed_table_of(door: &MailDoor, mail: &Incoming, player: &str) -> Result<Option<String>, ClubError> {
    let Some(table) = door.table_of_list(mail, player)? else { return Ok(None) };
    let is_theirs = door.club.people().table_ids_of(player)?.contains(&table);
    Ok(Some(table).filter(|_| is_theirs))
}

/// The note that a newcomer becomes a player by the mail being answered, by its key.
fn meeting_note(key: &str) -> String {
    format!("meeting/{key}")
}

/// A digest of a mail's text and table: two deliveries of one mail have the same, whatever servers added.
fn digest_of(mail: &Incoming, table: Option<&str>) -> String {
    let text = format!("{:?}", (table, &mail.subject, &mail.lines));
    hex::encode(Sha256::digest(text))
}

/// A guess at the writer's language.
fn lang_of_text(mail: &Incoming) -> Lang {
    let text = || mail.subject.chars().chain(mail.lines.iter().flat_map(|line| line.text().chars()));
    let japanese =
        |c: char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ff66}'..='\u{ff9d}');
    if text().any(japanese) { Lang::Ja } else { Lang::En }
}
