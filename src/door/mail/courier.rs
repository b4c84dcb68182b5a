//! Notifications by mail: one mail for everything due to a player of a table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::timeout;

use super::DOOR;
use super::answer::MailAnswer;
use super::daily::{self, DueDaily};
use super::desk::{Desk, HANDS, STOP, queue_of};
use super::letter::{Body, MailLetter, PieceStyle};
use super::mail_door::{Addressed, MailDoor};
use super::tap::Tap;
use crate::club::delivery::{self, DueDelivery};
use crate::club::personal::{PersonalNotice, Tells};
use crate::club::zone::lang_of;
use crate::club::zone::zone_of;
use crate::club::{ClubError, Player};
use crate::mail::transport::Outgoing;
use crate::mail::transport::trouble::MailTrouble;
use crate::observe::{self, Muted};
use crate::table::notices;
use crate::waits::Waits;
use crate::words::Lang;

/// The interval between looks for due deliveries.
pub(super) const PULSE: std::time::Duration = std::time::Duration::from_secs(2);
/// Most deliveries that are read at once.
const READ_AT_ONCE: usize = 256;
/// Seconds until a daily mail that could not be composed is tried again.
const AGAIN_SECONDS: i64 = 600;
/// The outcome of a delivery that is not sent, for `why` and the log.
const NOT_NEEDED: &str = "not needed any more";
const NOBODY: &str = "nobody";
const FAILING: &str = "the address does not receive mail";
const NEVER: &str = "the address wants no mail";
/// Why a letter is not sent whose sender stood still for a while.
const LOST: &str = "another process attends to mail by now";

/// The longest name in an invitation, in characters, and the most digits in it.
const LONGEST_NAME: usize = 40;
/// More digits may be a phone number, of which programs make a link.
const MOST_DIGITS: usize = 4;

/// The result for the deliveries due to one player of one table.
enum Composed {
    /// It is sent.
    Letter(Box<Addressed>),
    /// It is not sent, and this is why.
    GivenUp(&'static str),
}

/// Sends letters, those for one address one after another and after the answers that were begun before: news in an answer are
/// not sent again.
#[derive(Clone)]
pub struct MailCourier {
    /// Where they are made.
    pub door: Arc<MailDoor>,
    /// Where they go.
    pub out: Arc<Outgoing>,
    /// The order in which they are made and sent.
    pub desk: Arc<Desk>,
    /// The clock.
    pub waits: Waits,
}

impl MailCourier {
    /// A courier with the usual number of hands.
    pub fn new(door: Arc<MailDoor>, out: Arc<Outgoing>, waits: Waits) -> MailCourier {
        MailCourier { door, out, desk: Arc::new(Desk::new(HANDS)), waits }
    }

    /// Sends due letters until `stopping`.
    pub async fn run(self, mut stopping: watch::Receiver<bool>) {
        let (mut changes, mut muted) = (self.door.club.changes(), Muted::default());
        let mut sending = JoinSet::new();
        let courier = self.clone();
        let check = tokio::spawn(async move { courier.check().await });
        loop {
            // A letter that takes long delays no later one: it is not waited for.
            let begun = self.begin(&mut sending).await;
            let ended = std::iter::from_fn(|| sending.try_join_next()).map(outcome);
            let troubles = [begun].into_iter().chain(ended).filter_map(Result::err);
            for trouble in troubles {
                if let Some(muted) = muted.hear(&trouble.to_string(), self.waits.now()) {
                    tracing::warn!(%trouble, muted, "what is due by mail cannot be sent");
                }
            }
            let out = self.out.clone();
            sending.spawn(async move {
                out.tidy(false).await;
                Ok(())
            });
            tokio::select! {
                () = self.waits.pause(PULSE) => {}
                _ = changes.next() => {}
                _ = stopping.wait_for(|stop| *stop) => break,
            }
        }
        // Letters that are under way are sent, the others by whoever comes next.
        self.desk.close();
        check.abort();
        let ended = async { while sending.join_next().await.is_some() {} };
        if timeout(STOP, ended).await.is_err() {
            tracing::warn!(seconds = STOP.as_secs(), "a letter is not sent in time; it will be");
        }
        self.out.tidy(true).await;
        let door = self.door.clone();
        if let Err(trouble) = blocking(move || door.club.leases().release(DOOR)).await {
            tracing::warn!(%trouble, "the right to send mail is not given back");
        }
    }

    /// Sends the letters due now, if this process has the lease.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub async fn tick(&self) -> Result<(), ClubError> {
        let mut sending = JoinSet::new();
        let mut came = self.begin(&mut sending).await;
        while let Some(sent) = sending.join_next().await {
            came = came.and(outcome(sent));
        }
        came
    }

    /// Begins to send the letters due now, if this process has the lease: each in a task of its own.
    async fn begin(&self, sending: &mut JoinSet<Result<(), ClubError>>) -> Result<(), ClubError> {
        let Some(lease) = self.lease().await? else {
            self.door.forget_sending();
            return Ok(());
        };
        let door = self.door.clone();
        let due_since = blocking(move || door.club.deliveries().waiting_since(DOOR)).await?;
        self.door.due_since.store(due_since.unwrap_or(0), Ordering::Relaxed);
        // Read before what is due: what ends in between is not due any more.
        let (door, busy) = (self.door.clone(), self.desk.under_way());
        for together in blocking(move || door.due(&busy)).await? {
            let Some(first) = together.first() else { continue };
            let queue = queue_of(&first.address.value);
            let marks: Vec<String> = together.iter().map(|due| delivery_mark(due.id)).collect();
            self.begin_letter(sending, (marks, queue), move |courier| async move {
                // Sending may have taken long, so check the lease again.
                match courier.lease().await? == Some(lease) {
                    true => courier.send_together(Arc::new(together), lease).await,
                    false => Ok(()),
                }
            });
        }
        self.tell_personally(lease, sending).await?;
        self.tell_daily(lease, sending).await
    }

    /// Begins a letter in a task of its own: it is marked as under way at once, and `send` runs when its queue and a hand are free.
    fn begin_letter<F>(
        &self,
        sending: &mut JoinSet<Result<(), ClubError>>,
        (marks, queue): (Vec<String>, String),
        send: impl FnOnce(MailCourier) -> F + Send + 'static,
    ) where
        F: Future<Output = Result<(), ClubError>> + Send,
    {
        let (under_way, turn) = (self.desk.begin(marks), self.desk.queue(vec![queue]));
        let courier = self.clone();
        sending.spawn(async move {
            let _under_way = under_way;
            turn.comes().await;
            let Some(_hand) = courier.desk.hand(false).await else { return Ok(()) };
            send(courier.clone()).await
        });
    }

    /// Finds out whether mails can be sent, for the operator: before the first one is due.
    async fn check(&self) {
        let checked = self.out.check().await;
        if let Err(trouble) = &checked {
            tracing::warn!(%trouble, "mails cannot be sent");
        }
        self.door.note_sending(None, &checked);
    }

    /// The lease under which this process attends to mail; none while another does.
    pub(super) async fn lease(&self) -> Result<Option<u64>, ClubError> {
        let door = self.door.clone();
        blocking(move || door.club.leases().take_numbered(DOOR)).await
    }

    async fn send_together(&self, together: Arc<Vec<DueDelivery>>, lease: u64) -> Result<(), ClubError> {
        let (door, due) = (self.door.clone(), together.clone());
        let letter = match blocking(move || door.compose(&due)).await? {
            Composed::Letter(letter) => letter,
            Composed::GivenUp(why) => {
                let door = self.door.clone();
                let give_up = move || {
                    together.iter().try_for_each(|due| door.club.deliveries().failed(due.id, why, None))
                };
                return blocking(give_up).await;
            }
        };
        let sent = self.send(&letter, lease).await?;
        let (door, player) = (self.door.clone(), letter.player.clone());
        blocking(move || door.note_sent(&together, &player, sent)).await
    }

    /// Begins to send personal notices, which no log contains.
    async fn tell_personally(
        &self,
        lease: u64,
        sending: &mut JoinSet<Result<(), ClubError>>,
    ) -> Result<(), ClubError> {
        // As with deliveries, what is under way is read before what is due.
        let (door, busy) = (self.door.clone(), self.desk.under_way());
        for (id, player, notice) in blocking(move || door.club.personal().due(DOOR)).await? {
            let mark = format!("personal {id}");
            if busy.contains(&mark) {
                continue;
            }
            let queue = queue_of(player.address(DOOR).unwrap_or_default());
            self.begin_letter(sending, (vec![mark], queue), move |courier| async move {
                courier.tell(lease, id, player, notice).await
            });
        }
        Ok(())
    }

    /// Begins to send the daily mails.
    async fn tell_daily(
        &self,
        lease: u64,
        sending: &mut JoinSet<Result<(), ClubError>>,
    ) -> Result<(), ClubError> {
        let (door, busy) = (self.door.clone(), self.desk.under_way());
        for due in blocking(move || daily::all_due(&door)).await? {
            let mark = format!("daily {}", due.player.id);
            if busy.contains(&mark) {
                continue;
            }
            let queue = queue_of(due.player.address(DOOR).unwrap_or_default());
            self.begin_letter(sending, (vec![mark], queue), move |courier| async move {
                courier.send_daily(lease, due).await
            });
        }
        Ok(())
    }

    async fn send_daily(&self, lease: u64, due: DueDaily) -> Result<(), ClubError> {
        let (door, player) = (self.door.clone(), due.player.id.clone());
        let (letter, kept) = match blocking(move || daily::letter(&door, &due)).await {
            Ok(composed) => composed,
            Err(trouble) => {
                let (door, again) = (self.door.clone(), self.door.club.now().saturating_add(AGAIN_SECONDS));
                blocking(move || daily::note_sent(&door, &player, None, Some(again))).await?;
                return Err(trouble);
            }
        };
        let sent = match &letter {
            Some(letter) => self.send(letter, lease).await?,
            None => Ok(()),
        };
        let pause = sent.err().filter(|trouble| !trouble.kind.is_permanent());
        let again = pause.map(|trouble| trouble.kind.pause(1).as_secs().max(1));
        let again = again.map(|pause| self.door.club.now().saturating_add_unsigned(pause));
        let door = self.door.clone();
        blocking(move || daily::note_sent(&door, &player, kept, again)).await
    }

    async fn tell(
        &self,
        lease: u64,
        id: String,
        player: Player,
        mut notice: PersonalNotice,
    ) -> Result<(), ClubError> {
        let (door, about) = (self.door.clone(), (id.clone(), notice.clone()));
        let letter = blocking(move || door.personal_letter(&about.0, &player, &about.1)).await?;
        let sent = match letter {
            Some(letter) => self.send(&letter, lease).await?,
            None => Ok(()),
        };
        let again = match sent {
            Err(trouble) if !trouble.kind.is_permanent() => {
                notice.attempts += 1;
                let pause = trouble.kind.pause(notice.attempts).as_secs().max(1);
                notice.due = self.door.club.now().saturating_add_unsigned(pause);
                Some(notice)
            }
            _ => None,
        };
        let door = self.door.clone();
        blocking(move || door.club.personal().put(DOOR, &id, again.as_ref())).await
    }

    /// Sends a letter under a lease, and records its news: news that are not sent do not count as told. The inner error is the
    /// mail server's.
    ///
    /// # Errors
    /// A letter that cannot be written; a lease that was lost meanwhile.
    pub async fn send(&self, letter: &Addressed, lease: u64) -> Result<Result<(), MailTrouble>, ClubError> {
        let (door, addressed) = (self.door.clone(), letter.clone());
        let message = blocking(move || match door.club.leases().begin_sending(DOOR, lease)? {
            true => door.message(&addressed),
            false => Err(ClubError::failed(LOST)),
        });
        let message = message.await?;
        let sent = self.out.send(&letter.address, &message).await;
        observe::mail_sent(sent.is_ok());
        self.door.note_sending(Some(&letter.address), &sent);
        if let (Ok(()), Some(table), Some(told_to)) = (&sent, &letter.letter.table, letter.letter.told_to) {
            let (door, player, table) = (self.door.clone(), letter.player.clone(), table.clone());
            blocking(move || door.note_told(&player, &table, told_to)).await?;
        }
        Ok(sent)
    }
}

/// The mark of a delivery that is being sent.
fn delivery_mark(delivery: u64) -> String {
    format!("delivery {delivery}")
}

/// The outcome of a letter's task.
fn outcome(sent: Result<Result<(), ClubError>, JoinError>) -> Result<(), ClubError> {
    sent.map_err(ClubError::failed).and_then(|sent| sent)
}

/// Work that waits for the disk.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ClubError> + Send + 'static,
) -> Result<T, ClubError> {
    tokio::task::spawn_blocking(work).await.map_err(ClubError::failed)?
}

impl MailDoor {
    /// Deliveries due by mail, grouped by mail: of one player, at one address, of one table, or a digest of several.
    /// Without those that are being sent.
    fn due(&self, busy: &BTreeSet<String>) -> Result<Vec<Vec<DueDelivery>>, ClubError> {
        let mut due = Vec::new();
        let mut pending = self.club.deliveries().pending(DOOR, READ_AT_ONCE)?;
        pending.retain(|delivery| !busy.contains(&delivery_mark(delivery.id)));
        for delivery in pending {
            let table = delivery.notice.table.clone();
            match self.club.deliveries().to_send(delivery) {
                Ok(found) => due.extend(found),
                // A table that cannot be read holds back no other.
                Err(fault) => tracing::warn!(table, %fault, "what is due there is not known"),
            }
        }
        let (digests, single) = delivery::digests(due);
        let mut together: BTreeMap<_, Vec<DueDelivery>> = BTreeMap::new();
        for due in single {
            let player = due.player.as_ref().map(|player| player.id.clone());
            together.entry((player, due.address.value.clone(), due.table.clone())).or_default().push(due);
        }
        let mut due: Vec<_> = together.into_values().chain(digests).collect();
        // By age: in the map they are sorted by player.
        due.sort_by_key(|together| together.first().map(|due| due.id));
        Ok(due)
    }

    fn compose(&self, together: &[DueDelivery]) -> Result<Composed, ClubError> {
        let due: Vec<&DueDelivery> = together.iter().filter(|due| due.settled.is_none()).collect();
        let Some(first) = due.first() else { return Ok(Composed::GivenUp(NOT_NEEDED)) };
        let Some(player) = &first.player else { return Ok(Composed::GivenUp(NOBODY)) };
        let (address, table) = (first.address.value.clone(), first.table.clone());
        // Somebody who never wrote is spoken to as the table is.
        let heard = player.preferences.lang.is_some();
        let settings = self.club.records().settings(&table)?.filter(|_| !heard);
        let lang = settings.map_or_else(|| lang_of(player), |settings| Lang::of_locale(&settings.lang));
        if self.never(&address)? {
            return Ok(Composed::GivenUp(NEVER));
        }
        if self.fails(&player.id)? {
            return Ok(Composed::GivenUp(FAILING));
        }
        if delivery::is_digest(together) {
            return self.digest((player, address, lang), together);
        }
        let watched = self.club.watch(&table, lang)?;
        // A repeated mail has the same id; one with more news has another.
        let ids: Vec<String> = due.iter().map(|due| due.id.to_string()).collect();
        let id = self.tokens.id(&["delivery", &ids.join(" "), &watched.around().last.to_string()]);
        let sits = !watched.seats_of(&player.id)?.held.is_empty();
        let told_to = self.told_to(&player.id, &table)?;
        // An answer has reported it; a reminder repeats it.
        let told = |due: &&DueDelivery| {
            let again = [notices::INVITED, notices::READY_REMINDER].contains(&due.why.as_str())
                || notices::is_reminder(&due.why);
            !again && told_to.is_some_and(|to| due.seq <= to)
        };
        if due.iter().all(told) {
            return Ok(Composed::GivenUp(NOT_NEEDED));
        }
        let (mut body, mut why) = (Body::default(), Vec::new());
        for due in due.iter().filter(|due| !told(due)) {
            match due.why.as_str() {
                notices::INVITED => body.append(self.invitation(due, lang, heard)?),
                why if notices::is_of_loss(why) => {
                    let seat = self.seat_names(&due.table, &[due.seat], lang)?;
                    body.put(
                        PieceStyle::Plain,
                        self.words.say(lang, &format!("mail-why-{why}"), &[("seat", seat.into())]),
                    );
                }
                // A person without a seat has no prompt.
                notices::MASTER if !sits => {
                    body.put(PieceStyle::Plain, self.words.say(lang, "mail-why-master", &[]));
                }
                told_why if due.own.is_none() => why.push(told_why),
                _ => {}
            }
        }
        let mut drawn = None;
        if sits {
            let key = self.tokens.id(&["unasked", &id]);
            let answering = MailAnswer::new(self, None, (&player.id, lang), Some(table.clone()), &key);
            let (asked, then) = answering.unasked(&id, &why)?;
            body.append(asked);
            drawn = then;
        }
        let subject = self.subject(Some(&table), lang);
        let (table, told_to) = (Some(table), sits.then(|| watched.around().last));
        let letter = MailLetter { id, table, subject, body, answers: None, export: None, drawn, told_to };
        let addressed = Addressed { player: player.id.clone(), address, lang, letter };
        Ok(Composed::Letter(Box::new(addressed)))
    }

    /// Reminders of several tables.
    fn digest(
        &self,
        (player, address, lang): (&Player, String, Lang),
        together: &[DueDelivery],
    ) -> Result<Composed, ClubError> {
        let ids: Vec<String> = together.iter().map(|due| due.id.to_string()).collect();
        let id = self.tokens.id(&["digest", &ids.join(" ")]);
        let tables: Vec<&str> = together.iter().map(|due| &*due.table).collect();
        let body = MailAnswer::new(self, None, (&player.id, lang), None, &id).digest(&tables)?;
        let subject = self.words.say(lang, "mail-subject-digest", &[]);
        let letter = MailLetter {
            id,
            table: None,
            subject,
            body,
            answers: None,
            export: None,
            drawn: None,
            told_to: None,
        };
        let addressed = Addressed { player: player.id.clone(), address, lang, letter };
        Ok(Composed::Letter(Box::new(addressed)))
    }

    /// An invitation, for somebody who may never have heard of us: the game, and what to answer.
    fn invitation(&self, due: &DueDelivery, lang: Lang, heard: bool) -> Result<Body, ClubError> {
        let watched = self.club.watch(&due.table, lang)?;
        let status = watched.status()?;
        let inviter =
            watched.offered_by(due.seat).map(|id| self.club.people().player(&id)).transpose()?.flatten();
        let names = inviter.as_ref().and_then(called);
        let names = names.unwrap_or_else(|| self.words.say(lang, "mail-invitation-nobody", &[]));
        let seat = self.seat_names(&due.table, &[due.seat], lang)?;
        let args = [("seat", seat.into()), ("game", status.game.as_str().into()), ("players", names.into())];
        let mut body = Body::default();
        body.put(PieceStyle::Heading, self.words.say(lang, "mail-invitation", &args));
        let words = self.club.games().words(self.club.games().of_table(&due.table)?, lang);
        body.put(PieceStyle::Plain, words.and_then(|words| words.about()).unwrap_or_default());
        // A player typed the game master's name, and a stranger is sent no link in it.
        body.lines(status.master.filter(|master| !has_link(master)));
        body.put(PieceStyle::Plain, self.words.say(lang, "mail-invitation-answer", &[]));
        let verb = |verb| self.book.verb(verb).map_or(verb, |known| known.label(lang));
        body.links(["join", "decline"].map(|name| Tap::of(verb(name))).to_vec());
        // If the reader's language is unknown, the other languages also say how to continue.
        for other in Lang::ALL.iter().filter(|other| !heard && **other != lang) {
            body.put(PieceStyle::Plain, self.words.say(*other, "mail-invitation-other", &[]));
        }
        body.put(PieceStyle::Note, status.notice);
        body.put(PieceStyle::Note, self.words.say(lang, "mail-never", &[]));
        Ok(body)
    }

    /// A letter with a personal notice; none if the player wants no mail, or if it does not arrive.
    fn personal_letter(
        &self,
        id: &str,
        player: &Player,
        notice: &PersonalNotice,
    ) -> Result<Option<Addressed>, ClubError> {
        let Some(address) = player.address(DOOR).map(str::to_owned) else { return Ok(None) };
        if self.never(&address)? || self.fails(&player.id)? {
            return Ok(None);
        }
        let notice = &self.club.personal().ready(player, notice)?;
        let (lang, table, mut body) = (lang_of(player), notice.table(), Body::default());
        let undo = self.words.say(lang, "mail-unlink", &[]);
        let told = notice.in_words(&self.words, lang, &undo, &zone_of(player));
        match &notice.tells {
            Tells::Board { .. } => body.linked(&told, self.words.say(lang, "mail-board-button", &[])),
            _ => body.put(PieceStyle::Plain, told),
        }
        let id = self.tokens.id(&["personal", id, &notice.at.to_string()]);
        let (subject, table) = (self.subject(table, lang), table.map(str::to_owned));
        let letter =
            MailLetter { id, table, subject, body, answers: None, export: None, drawn: None, told_to: None };
        Ok(Some(Addressed { player: player.id.clone(), address, lang, letter }))
    }

    /// Records the outcome of a letter.
    fn note_sent(
        &self,
        together: &[DueDelivery],
        player: &str,
        sent: Result<(), MailTrouble>,
    ) -> Result<(), ClubError> {
        let trouble = match sent {
            Ok(()) => {
                let to = if delivery::is_digest(together) { delivery::DIGEST } else { DOOR };
                return together.iter().try_for_each(|due| self.club.deliveries().sent(due.id, to));
            }
            Err(trouble) => trouble,
        };
        let (permanent, said) = (trouble.kind.is_permanent(), trouble.to_string());
        for due in together {
            let again = (!permanent).then(|| trouble.kind.pause(due.attempts).as_secs().max(1));
            self.club.deliveries().failed(due.id, &said, again)?;
        }
        if permanent { self.note_failing(player) } else { Ok(()) }
    }
}

/// A player's name for somebody who does not know them: the name, if it is one and no advertisement, and the mail address.
fn called(player: &Player) -> Option<String> {
    let address = player.address(DOOR);
    let name = Some(player.name.as_str()).filter(|name| is_name(name));
    match (name, address) {
        (Some(name), Some(address)) => Some(format!("{name} ({address})")),
        (one, other) => one.or(other).map(str::to_owned),
    }
}

/// Returns whether a text can be a name: short, and without anything that programs turn into a link or a phone number.
pub fn is_name(text: &str) -> bool {
    let joined = |c: char| "-'’・".contains(c);
    let is_word = |word: &str| {
        let word = word.strip_suffix(['.', ',']).unwrap_or(word);
        !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || joined(c))
    };
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    text.chars().count() <= LONGEST_NAME
        && digits <= MOST_DIGITS
        && !has_link(text)
        && text.split_whitespace().all(is_word)
        && !text.is_empty()
}

/// Returns whether a text has in it what programs make a link of.
fn has_link(text: &str) -> bool {
    let text = text.to_lowercase();
    ["http", "www", "://", "/"].iter().any(|sign| text.contains(sign))
}
