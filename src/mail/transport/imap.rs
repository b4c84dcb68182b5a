//! A mailbox on a server, by IMAP (RFC 3501) with IDLE, MOVE and UIDPLUS if offered.
//!
//! Every mail in the inbox is to be done, read or unread: looking into the mailbox with a mail program loses no order. Finished
//! mail is moved to a folder of the bot's.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use async_imap::error::Error;
use async_imap::imap_proto::{Response, Status};
use async_imap::types::{Fetch, UnsolicitedResponse};
use async_imap::{Client, Session};
use chrono::{DateTime, Utc};
use futures::{Stream, TryStreamExt};
use tokio::time::{sleep, timeout};

use super::proof::Shown;
use super::secure::{CONNECT, Wire, bare, connect, encrypt, within};
use super::trouble::{MailTrouble, TroubleKind, server_words};
use super::{Fetched, HEADER_BYTES, MAIL_BYTES, MailId, Stored};
use crate::config::mail::{MailServer, Security};
use crate::reason::Reason;

/// Timeout of a command.
const COMMAND: Duration = Duration::from_secs(60);
/// The longest IDLE: idle connections are dropped on the way after ten minutes.
const IDLE: Duration = Duration::from_secs(540);
/// The poll interval for a server without IDLE.
const POLL: Duration = Duration::from_secs(60);
/// Most bytes of several mails that are asked for in one command.
const TOGETHER: u32 = 2 << 20;
/// Where mail comes in.
const INBOX: &str = "INBOX";
/// The most times in one look that other mails are asked for in place of those that the server refuses.
const ROUNDS: usize = 4;

/// A mailbox on a server.
pub struct Imap {
    server: MailServer,
    folder: String,
    line: Option<Line>,
    /// The mails reported as done, while they are in the inbox.
    done: BTreeSet<(u32, u32)>,
    /// The mails that were asked for and did not come, while they are in the inbox.
    missed: BTreeSet<(u32, u32)>,
}

/// Somebody signed on.
struct Line {
    session: Session<Box<dyn Wire>>,
    /// The validity of the inbox's numbers, while that is open.
    inbox: Option<u32>,
    /// The server's optional abilities.
    can: Can,
}

/// The server's optional abilities.
#[derive(Clone, Copy)]
struct Can {
    idle: bool,
    r#move: bool,
    expunge_by_uid: bool,
}

impl Imap {
    /// The mailbox of a server's user; nothing is connected yet.
    pub fn new(server: MailServer, folder: &str) -> Imap {
        Imap { server, folder: folder.to_owned(), line: None, done: BTreeSet::new(), missed: BTreeSet::new() }
    }

    /// As [`super::Mailbox::fetch`].
    pub(super) async fn fetch(
        &mut self,
        at_most: usize,
        known: &BTreeSet<MailId>,
    ) -> Result<Fetched, MailTrouble> {
        let mut line = self.take_line().await?;
        // Opened again, to notice a mailbox that was created anew.
        let validity = self.open_inbox(&mut line).await?;
        // News from before are included in this search.
        while line.session.unsolicited_responses.try_recv().is_ok() {}
        let lying: BTreeSet<u32> =
            self.asked(line.session.uid_search("UNDELETED")).await?.into_iter().collect();
        // Under another validity the same number may be another mail's.
        let is_lying = |(of, uid): &(u32, u32)| *of == validity && lying.contains(uid);
        self.done.retain(is_lying);
        self.missed.retain(is_lying);
        let id = |uid: u32| MailId::Imap { validity, uid };
        let lying: Vec<u32> =
            lying.into_iter().filter(|uid| !self.done.contains(&(validity, *uid))).collect();
        let unknown = lying.iter().copied().filter(|uid| !known.contains(&id(*uid))).collect();
        let found = self.readable(&mut line, validity, unknown, at_most).await?;
        self.line = Some(line);
        Ok(Fetched { lying: lying.into_iter().map(id).collect(), mails: found })
    }

    /// As [`super::Mailbox::done`].
    pub(super) async fn done(&mut self, ids: &[MailId]) -> Result<(), MailTrouble> {
        let number = |id: &MailId| match id {
            MailId::Imap { validity, uid } => Some((*validity, *uid)),
            MailId::File(_) => None,
        };
        let ids: BTreeSet<(u32, u32)> = ids.iter().filter_map(number).collect();
        // Before anything can fail: what is done is never given out again.
        self.done.extend(&ids);
        let mut line = self.take_line().await?;
        let open = match line.inbox {
            Some(open) => open,
            None => self.open_inbox(&mut line).await?,
        };
        // With another validity the same number may be another mail.
        let uids: Vec<u32> =
            ids.into_iter().filter(|(validity, _)| *validity == open).map(|(_, uid)| uid).collect();
        let moved = match uids.is_empty() {
            true => Ok(()),
            false => self.put_away(&mut line, &uids).await,
        };
        // A server that says no is in step.
        let in_step = |trouble: &MailTrouble| matches!(trouble.kind, TroubleKind::Later | TroubleKind::Full);
        if moved.as_ref().err().is_none_or(in_step) {
            self.line = Some(line);
        }
        moved
    }

    /// As [`super::Mailbox::left`].
    pub(super) fn left(&self) -> Vec<MailId> {
        self.done.iter().map(|(validity, uid)| MailId::Imap { validity: *validity, uid: *uid }).collect()
    }

    /// As [`super::Mailbox::wait`].
    pub(super) async fn wait(&mut self, end: impl Future<Output = ()>) -> Result<(), MailTrouble> {
        let line = self.take_line().await?;
        let told = line.session.unsolicited_responses.clone();
        // News since the search may have arrived with the answer to another command.
        let news = || {
            let told = std::iter::from_fn(|| told.try_recv().ok());
            let is_mail =
                |it: &_| matches!(it, UnsolicitedResponse::Exists(_) | UnsolicitedResponse::Recent(_));
            told.filter(is_mail).count() > 0
        };
        // News since the inbox was last open are not reported either.
        if line.inbox.is_none() || news() {
            self.line = Some(line);
            return Ok(());
        }
        if !line.can.idle {
            self.line = Some(line);
            tokio::select! {
                () = end => {}
                () = sleep(POLL) => {}
            }
            return Ok(());
        }
        let Line { session, inbox, can } = line;
        let mut idle = session.idle();
        self.asked(idle.init()).await?;
        if !news() {
            let (wakes, _interrupt) = idle.wait_with_timeout(IDLE);
            tokio::select! {
                woken = wakes => drop(woken.map_err(|error| self.trouble(error))?),
                () = end => {}
                // Servers that say from time to time that they are there would put off a deadline of the library's.
                () = sleep(IDLE) => {}
            }
        }
        let session = self.asked(idle.done()).await?;
        self.line = Some(Line { session, inbox, can });
        Ok(())
    }

    /// As [`super::Mailbox::tidy`]. IMAP knows days only, and when a mail came.
    pub(super) async fn tidy(&mut self, before: DateTime<Utc>) -> Result<(), MailTrouble> {
        let mut line = self.take_line().await?;
        // From here on another folder is open.
        line.inbox = None;
        self.asked(line.session.select(&self.folder)).await?;
        let query = format!("UNDELETED BEFORE {}", before.format("%-d-%b-%Y"));
        let old: BTreeSet<u32> = self.asked(line.session.uid_search(query)).await?.into_iter().collect();
        // Servers read command lines of some kilobytes only.
        for some in old.into_iter().collect::<Vec<_>>().chunks(500) {
            self.delete(&mut line, &set_of(some)).await?;
        }
        self.line = Some(line);
        Ok(())
    }

    /// The line, or a new one. It is taken out: what fails on it leaves none.
    async fn take_line(&mut self) -> Result<Line, MailTrouble> {
        match self.line.take() {
            Some(line) => Ok(line),
            None => self.sign_on().await,
        }
    }

    async fn sign_on(&self) -> Result<Line, MailTrouble> {
        let client = within(CONNECT, &self.server, greeted(&self.server)).await?;
        let mut session = within(COMMAND, &self.server, self.log_in(client)).await?;
        let known = self.asked(session.capabilities()).await?;
        let [idle, r#move, expunge_by_uid] = ["IDLE", "MOVE", "UIDPLUS"].map(|what| known.has_str(what));
        if !self.has_folder(&mut session).await? {
            let made = timeout(COMMAND, session.create(&self.folder)).await;
            // Another line may have made it meanwhile. Other faults of the folder show when it is used.
            if let Ok(Err(Error::No(words))) = made
                && !self.has_folder(&mut session).await?
            {
                let reason = Reason::of("mail-no-folder").quoting("folder", &self.folder);
                let reason = reason
                    .quoting("server", &self.server.host)
                    .quoting("said", server_words(server_text(&words)));
                return Err(MailTrouble::new(TroubleKind::Account, reason));
            }
        }
        Ok(Line { session, inbox: None, can: Can { idle, r#move, expunge_by_uid } })
    }

    async fn has_folder(&self, session: &mut Session<Box<dyn Wire>>) -> Result<bool, MailTrouble> {
        let folder = format!("\"{}\"", self.folder);
        let names = async { session.list(None, Some(&folder)).await?.try_collect::<Vec<_>>().await };
        Ok(!self.asked(names).await?.is_empty())
    }

    async fn log_in(&self, client: Client<Box<dyn Wire>>) -> Result<Session<Box<dyn Wire>>, MailTrouble> {
        let nobody = || MailTrouble::new(TroubleKind::Account, Reason::of("config-mail-no-user"));
        let login = self.server.login.as_ref().ok_or_else(nobody)?;
        let shown = Shown::now(&login.proof).await?;
        let session = match &shown {
            Shown::Password(_) => client.login(&login.user, shown.expose()).await,
            Shown::Token(_) => client.authenticate("XOAUTH2", Bearer(Some((&login.user, &shown)))).await,
        };
        session.map_err(|(error, _)| match error {
            Error::No(words) | Error::Bad(words) if !is_passing(&words) => {
                let words = shown.kept_from(server_text(&words).as_str());
                MailTrouble::says(TroubleKind::Account, "mail-login", &self.server.host, &words)
            }
            error => self.trouble(error),
        })
    }

    async fn open_inbox(&self, line: &mut Line) -> Result<u32, MailTrouble> {
        let validity = self.asked(line.session.select(INBOX)).await?.uid_validity.unwrap_or_default();
        line.inbox = Some(validity);
        Ok(validity)
    }

    /// At most so many of these messages, the oldest first. Those that did not come before are asked for last, where there is
    /// room: enough of them would hold up every newer mail.
    async fn readable(
        &mut self,
        line: &mut Line,
        validity: u32,
        uids: Vec<u32>,
        at_most: usize,
    ) -> Result<Vec<Stored>, MailTrouble> {
        let (missed, rest): (Vec<u32>, Vec<u32>) =
            uids.into_iter().partition(|uid| self.missed.contains(&(validity, *uid)));
        let (mut missed, mut rest) = (missed.into_iter(), rest.into_iter());
        let mut found: Vec<Stored> = Vec::new();
        // A few times at most: a server in trouble may refuse them all. The next look goes on where this one ends.
        for _ in 0..ROUNDS {
            let room = at_most.saturating_sub(found.len());
            let wanted: Vec<u32> = rest.by_ref().chain(missed.by_ref()).take(room).collect();
            let came = self.messages(line, validity, &wanted).await?;
            for uid in wanted {
                match came.iter().any(|mail| mail.id == MailId::Imap { validity, uid }) {
                    true => self.missed.remove(&(validity, uid)),
                    false => self.missed.insert((validity, uid)),
                };
            }
            found.extend(came);
            if rest.as_slice().is_empty() || found.len() >= at_most {
                break;
            }
        }
        found.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(found)
    }

    /// These messages without those that are gone, in a few commands. One that the server cannot read is left where it is, so
    /// that it holds up no other.
    async fn messages(
        &self,
        line: &mut Line,
        validity: u32,
        uids: &[u32],
    ) -> Result<Vec<Stored>, MailTrouble> {
        let sizes = self.parts(line, uids, "RFC822.SIZE", |found| found.size).await?;
        let is_great = |size: &u32| usize::try_from(*size).unwrap_or(usize::MAX) > MAIL_BYTES;
        let (great, small): (BTreeMap<u32, u32>, BTreeMap<u32, u32>) =
            sizes.into_iter().partition(|(_, size)| is_great(size));
        let header = format!("BODY.PEEK[HEADER]<0.{HEADER_BYTES}>");
        let great: Vec<u32> = great.into_keys().collect();
        let headers = self.parts(line, &great, &header, |found| Some(found.header()?.to_vec())).await?;
        let mut found: BTreeMap<u32, (Vec<u8>, bool)> =
            headers.into_iter().map(|(uid, raw)| (uid, (raw, true))).collect();
        for together in by_size(small) {
            let bodies =
                self.parts(line, &together, "BODY.PEEK[]", |found| Some(found.body()?.to_vec())).await?;
            found.extend(bodies.into_iter().map(|(uid, raw)| (uid, (raw, false))));
        }
        let stored = |(uid, (raw, cut))| Stored { id: MailId::Imap { validity, uid }, raw, cut };
        Ok(found.into_iter().map(stored).collect())
    }

    /// A part of each of these messages, by its number: asked for in one command, and what does not come in another.
    async fn parts<T>(
        &self,
        line: &mut Line,
        uids: &[u32],
        what: &str,
        part: impl Fn(&Fetch) -> Option<T>,
    ) -> Result<Vec<(u32, T)>, MailTrouble> {
        if uids.is_empty() {
            return Ok(vec![]);
        }
        let mut found = self.fetched(line, uids, what, &part).await?;
        if uids.len() > 1 {
            let missing = |uid: &&u32| found.iter().all(|(known, _)| known != *uid);
            let missing: Vec<u32> = uids.iter().filter(missing).copied().collect();
            for uid in missing {
                found.extend(self.fetched(line, &[uid], what, &part).await?);
            }
        }
        Ok(found)
    }

    /// The same in one command; nothing if the server refuses it.
    async fn fetched<T>(
        &self,
        line: &mut Line,
        uids: &[u32],
        what: &str,
        part: impl Fn(&Fetch) -> Option<T>,
    ) -> Result<Vec<(u32, T)>, MailTrouble> {
        let found = async {
            let answers = line.session.uid_fetch(set_of(uids), format!("(UID {what})")).await?;
            answers.try_collect::<Vec<Fetch>>().await
        };
        let of = |found: &Fetch| Some((found.uid.filter(|uid| uids.contains(uid))?, part(found)?));
        match timeout(COMMAND, found).await {
            Ok(Ok(found)) => Ok(found.iter().filter_map(of).collect()),
            Ok(Err(Error::No(words))) => {
                tracing::warn!(
                    ?uids,
                    reason = server_words(server_text(&words)),
                    "the mail server cannot read a mail"
                );
                Ok(vec![])
            }
            Ok(Err(error)) => Err(self.trouble(error)),
            Err(_) => Err(MailTrouble::slow(&self.server.host, COMMAND)),
        }
    }

    async fn put_away(&self, line: &mut Line, uids: &[u32]) -> Result<(), MailTrouble> {
        let set = set_of(uids);
        let moved = match line.can.r#move {
            true => self.unless_gone(line.session.uid_mv(&set, &self.folder)).await?,
            false => self.unless_gone(line.session.uid_copy(&set, &self.folder)).await?,
        };
        // MOVE deletes by itself, and mails that were not copied must stay.
        match moved && !line.can.r#move {
            true => self.delete(line, &set).await,
            false => Ok(()),
        }
    }

    /// Returns whether a command was carried out; it fails for mails that somebody else has deleted. The next fetch finds the
    /// remaining ones.
    async fn unless_gone(
        &self,
        command: impl Future<Output = Result<(), Error>>,
    ) -> Result<bool, MailTrouble> {
        let carried_out = async {
            match command.await {
                Err(Error::No(words)) if words.contains("[EXPUNGEISSUED]") => Ok(false),
                outcome => outcome.map(|()| true),
            }
        };
        self.asked(carried_out).await
    }

    async fn delete(&self, line: &mut Line, set: &str) -> Result<(), MailTrouble> {
        let marked = async { emptied(line.session.uid_store(set, "+FLAGS.SILENT (\\Deleted)").await?).await };
        self.asked(marked).await?;
        match line.can.expunge_by_uid {
            true => self.asked(async { emptied(line.session.uid_expunge(set).await?).await }).await,
            false => self.asked(async { emptied(line.session.expunge().await?).await }).await,
        }
    }

    /// The result of a command, within its time.
    async fn asked<T>(&self, command: impl Future<Output = Result<T, Error>>) -> Result<T, MailTrouble> {
        let answered = async { command.await.map_err(|error| self.trouble(error)) };
        within(COMMAND, &self.server, answered).await
    }

    fn trouble(&self, error: Error) -> MailTrouble {
        let host = &self.server.host;
        match error {
            Error::Io(error) => MailTrouble::line(host, &error),
            Error::ConnectionLost => {
                MailTrouble::line(host, &std::io::Error::from(std::io::ErrorKind::ConnectionReset))
            }
            // The library leaves the code OVERQUOTA (RFC 5530) in the text, and some servers have the words alone.
            Error::No(words) if words.to_ascii_uppercase().contains("QUOTA") => {
                MailTrouble::says(TroubleKind::Full, "mail-full", host, &server_text(&words))
            }
            Error::No(words) => {
                MailTrouble::says(TroubleKind::Later, "mail-later", host, &server_text(&words))
            }
            Error::Bad(words) => {
                MailTrouble::says(TroubleKind::Strange, "mail-strange", host, &server_text(&words))
            }
            // The unparsed text may be a mail.
            _ => MailTrouble::says(TroubleKind::Strange, "mail-strange", host, ""),
        }
    }
}

/// Connects, with the configured TLS, and reads the server's greeting.
async fn greeted(server: &MailServer) -> Result<Client<Box<dyn Wire>>, MailTrouble> {
    let stream = connect(server).await?;
    match server.security {
        Security::Plain => first_word(server, Client::new(Box::new(stream))).await,
        Security::Tls => first_word(server, Client::new(encrypt(server, stream).await?)).await,
        Security::Starttls => {
            let mut client = first_word(server, Client::new(Box::new(stream) as Box<dyn Wire>)).await?;
            match client.run_command_and_check_ok("STARTTLS", None).await {
                Ok(()) => {}
                Err(Error::No(_) | Error::Bad(_)) => return Err(bare(server)),
                Err(Error::Io(error)) => return Err(MailTrouble::line(&server.host, &error)),
                Err(_) => {
                    return Err(MailTrouble::says(TroubleKind::Strange, "mail-strange", &server.host, ""));
                }
            }
            // Bytes received before TLS and not yet read are dropped with the client that would have read them.
            Ok(Client::new(encrypt(server, client.into_inner()).await?))
        }
    }
}

/// Reads the greeting. If we are already logged in before a command, somebody else is in between.
async fn first_word(
    server: &MailServer,
    mut client: Client<Box<dyn Wire>>,
) -> Result<Client<Box<dyn Wire>>, MailTrouble> {
    let heard = client.read_response().await.map_err(|error| MailTrouble::line(&server.host, &error))?;
    let (kind, key, words) = match heard.as_ref().map(|heard| heard.parsed()) {
        Some(Response::Data { status: Status::Ok, .. }) => return Ok(client),
        Some(Response::Data { status: Status::Bye, outcome, .. }) => {
            (TroubleKind::Later, "mail-later", outcome.information.clone().unwrap_or_default())
        }
        _ => (TroubleKind::Strange, "mail-strange", Default::default()),
    };
    Err(MailTrouble::says(kind, key, &server.host, &words))
}

/// The server's words in a library's error.
fn server_text(words: &str) -> String {
    let inside = words.split_once("info: Some(\"").and_then(|(_, rest)| rest.strip_suffix("\")"));
    inside.unwrap_or(words).replace("\\\"", "\"")
}

/// Returns whether a refused login has nothing to do with who signs on (RFC 5530).
fn is_passing(words: &str) -> bool {
    ["[UNAVAILABLE]", "[INUSE]", "[LIMIT]", "[SERVERBUG]"].iter().any(|code| words.contains(code))
}

async fn emptied<T>(answers: impl Stream<Item = Result<T, Error>>) -> Result<(), Error> {
    answers.try_for_each(|_| std::future::ready(Ok(()))).await
}

/// Messages of these sizes in groups, each small enough for one answer.
fn by_size(sizes: BTreeMap<u32, u32>) -> Vec<Vec<u32>> {
    let (mut groups, mut bytes) = (Vec::<Vec<u32>>::new(), u32::MAX);
    for (uid, size) in sizes {
        bytes = bytes.saturating_add(size);
        match groups.last_mut().filter(|_| bytes <= TOGETHER) {
            Some(group) => group.push(uid),
            None => {
                groups.push(vec![uid]);
                bytes = size;
            }
        }
    }
    groups
}

/// Numbers as a command names them.
fn set_of(uids: &[u32]) -> String {
    uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The one answer of XOAUTH2; the server's next message, the reason of a refusal, gets none.
struct Bearer<'a>(Option<(&'a str, &'a Shown)>);

impl async_imap::Authenticator for Bearer<'_> {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        let said = self.0.take();
        said.map(|(user, token)| format!("user={user}\u{1}auth=Bearer {}\u{1}\u{1}", token.expose()))
            .unwrap_or_default()
    }
}
