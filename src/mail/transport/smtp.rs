//! A server that passes mail on, by SMTP (RFC 5321). A connection is kept for the mails that follow soon, and another is opened
//! while all of them are busy: a server that takes long over one address delays no other.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::future::join_all;
use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters, TlsParametersBuilder,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use tokio::sync::Notify;

use super::as_sent;
use super::proof::Shown;
use super::secure::{CONNECT, bare, own_authority, within};
use super::trouble::{MailTrouble, TroubleKind, server_words};
use crate::config::mail::{Login, MailServer, Security};
use crate::reason::Reason;

/// Timeout of a whole sending. A server that has not answered by then may have accepted the mail all the same.
const SEND: Duration = Duration::from_secs(180);
/// Timeout of a goodbye.
const GOODBYE: Duration = Duration::from_secs(5);
/// Most connections at a time: some servers take 50 from one address.
const LINES: usize = 48;
/// How long a connection without mail is kept: servers hang up on one after some minutes.
const KEPT: Duration = Duration::from_secs(20);

/// A server that passes mail on.
pub struct Smtp {
    server: MailServer,
    /// The return address, for bounces.
    from: Address,
    hello: ClientId,
    tls: Option<TlsParameters>,
    lines: Mutex<Lines>,
    freed: Notify,
}

/// The connections to a server.
struct Lines {
    /// Those without a mail, with the time since when.
    idle: Vec<(AsyncSmtpConnection, Instant)>,
    /// The number of those with one.
    busy: usize,
    /// Most of both: fewer than [`LINES`] where the server wants no more.
    most: usize,
}

/// A connection's place among those with a mail.
struct Place<'a>(&'a Smtp);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.lines().busy -= 1;
        self.0.freed.notify_one();
    }
}

/// The result of a try to send over a connection.
enum Tried {
    /// The server took the mail, or did not.
    Done(Result<(), MailTrouble>),
    /// The connection was over before the mail began: servers hang up on those that they have had for a while.
    Over(MailTrouble),
}

/// The command that a server refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// To talk to us at all.
    Hello,
    /// To let us in.
    Login,
    /// To take a mail from our address.
    Sender,
    /// To take one for this address.
    Recipient,
    /// To take this message.
    Content,
}

impl Smtp {
    /// A server, and the address that mails come from; nothing is connected yet.
    ///
    /// # Errors
    /// A certificate of the club's own that cannot be read.
    pub fn new(server: MailServer, from: &str) -> Result<Smtp, MailTrouble> {
        let from: Address = from.parse().map_err(|_| no_address())?;
        let hello = ClientId::Domain(from.domain().to_owned());
        let tls = (server.security != Security::Plain).then(|| parameters(&server)).transpose()?;
        let lines = Mutex::new(Lines { idle: vec![], busy: 0, most: LINES });
        Ok(Smtp { server, from, hello, tls, lines, freed: Notify::new() })
    }

    /// As [`super::Outgoing::send`].
    pub(super) async fn send(&self, to: &str, message: &[u8]) -> Result<(), MailTrouble> {
        let to = as_sent(to).ok_or_else(no_address)?;
        loop {
            let (mut line, place, is_new) = self.line().await?;
            let sending = async { Ok(self.send_over(&mut line, to.clone(), message).await) };
            match within(SEND, &self.server, sending).await? {
                Tried::Over(trouble) if is_new => return Err(trouble),
                Tried::Over(_) => {}
                Tried::Done(sent) => {
                    // After a refusal the server may still be in the middle of that mail, so the connection
                    // is not used again.
                    if sent.is_ok() {
                        self.lines().idle.push((line, Instant::now()));
                    }
                    drop(place);
                    return sent;
                }
            }
        }
    }

    /// As [`super::Outgoing::check`].
    pub(super) async fn check(&self) -> Result<(), MailTrouble> {
        let (line, place, _) = self.line().await?;
        // Before the place is free: whoever waits for it finds this connection.
        self.lines().idle.push((line, Instant::now()));
        drop(place);
        Ok(())
    }

    /// As [`super::Outgoing::tidy`].
    pub(super) async fn tidy(&self, all: bool) {
        let over: Vec<_> = {
            let mut lines = self.lines();
            let is_over = |(_, since): &mut (AsyncSmtpConnection, Instant)| all || since.elapsed() > KEPT;
            let over = lines.idle.extract_if(.., is_over).collect();
            // What a server did not want then it may want now.
            if lines.idle.is_empty() && lines.busy == 0 {
                lines.most = LINES;
            }
            over
        };
        // Its mails are the server's already.
        let goodbye = |(mut line, _): (AsyncSmtpConnection, Instant)| async move {
            let _ = tokio::time::timeout(GOODBYE, line.quit()).await;
        };
        join_all(over.into_iter().map(goodbye)).await;
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection for a mail, and whether it is new. Waits while all connections are busy.
    async fn line(&self) -> Result<(AsyncSmtpConnection, Place<'_>, bool), MailTrouble> {
        loop {
            let mut freed = std::pin::pin!(self.freed.notified());
            // Enabled before the look, so that a place that is freed in between still wakes it.
            freed.as_mut().enable();
            let idle = {
                let mut lines = self.lines();
                let idle = lines.idle.pop();
                let may = idle.is_some() || lines.busy < lines.most;
                lines.busy += usize::from(may);
                may.then_some(idle)
            };
            let place = match idle {
                None => {
                    freed.await;
                    continue;
                }
                Some(Some((line, _))) => return Ok((line, Place(self), false)),
                Some(None) => Place(self),
            };
            match within(CONNECT, &self.server, self.sign_on()).await {
                Ok(line) => return Ok((line, place, true)),
                Err(trouble) => {
                    let mut lines = self.lines();
                    let others = lines.busy - 1 + lines.idle.len();
                    if others == 0 {
                        drop(lines);
                        return Err(trouble);
                    }
                    // One works, so this server wants no further one.
                    lines.most = others;
                }
            }
        }
    }

    /// Connects, and logs in if configured.
    async fn sign_on(&self) -> Result<AsyncSmtpConnection, MailTrouble> {
        let mut line = self.connect().await?;
        if let Some(login) = &self.server.login {
            self.log_in(&mut line, login).await?;
        }
        Ok(line)
    }

    /// Connects, with the configured TLS.
    async fn connect(&self) -> Result<AsyncSmtpConnection, MailTrouble> {
        let at = (self.server.host.as_str(), self.server.port);
        let tls = self.tls.clone().filter(|_| self.server.security == Security::Tls);
        let line = AsyncSmtpConnection::connect_tokio1(at, Some(CONNECT), &self.hello, tls, None).await;
        let mut line = line.map_err(|error| self.trouble(Step::Hello, &error))?;
        if let (Security::Starttls, Some(tls)) = (self.server.security, &self.tls) {
            if !line.can_starttls() {
                return Err(bare(&self.server));
            }
            // A server that refuses STARTTLS for good has no encryption; a refusal for now is an ordinary fault.
            line.starttls(tls.clone(), &self.hello).await.map_err(|error| match error.is_permanent() {
                true => bare(&self.server),
                false => self.trouble(Step::Hello, &error),
            })?;
        }
        Ok(line)
    }

    async fn send_over(&self, line: &mut AsyncSmtpConnection, to: Address, message: &[u8]) -> Tried {
        let mut how = Vec::new();
        if !message.is_ascii() {
            if !line.server_info().supports_feature(Extension::EightBitMime) {
                return Tried::Done(Err(self.says(TroubleKind::Message, "mail-message", "8BITMIME")));
            }
            how.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        if let Err(error) = line.command(Mail::new(Some(self.from.clone()), how)).await {
            let trouble = self.trouble(Step::Sender, &error);
            let hung_up = error.status().is_some_and(|code| u16::from(code) == 421);
            return match trouble.kind {
                TroubleKind::Line => Tried::Over(trouble),
                _ if hung_up => Tried::Over(trouble),
                _ => Tried::Done(Err(trouble)),
            };
        }
        Tried::Done(self.hand_over(line, to, message).await)
    }

    async fn hand_over(
        &self,
        line: &mut AsyncSmtpConnection,
        to: Address,
        message: &[u8],
    ) -> Result<(), MailTrouble> {
        let failed = |step| move |error: Error| self.trouble(step, &error);
        line.command(Rcpt::new(to, vec![])).await.map_err(failed(Step::Recipient))?;
        line.command(Data).await.map_err(failed(Step::Content))?;
        // The library ends the last line itself.
        let message = message.strip_suffix(b"\r\n").unwrap_or(message);
        line.message(message).await.map_err(failed(Step::Content))?;
        Ok(())
    }

    async fn log_in(&self, line: &mut AsyncSmtpConnection, login: &Login) -> Result<(), MailTrouble> {
        let shown = Shown::now(&login.proof).await?;
        let mechanisms: &[Mechanism] = match shown {
            Shown::Password(_) => &[Mechanism::Plain, Mechanism::Login],
            Shown::Token(_) => &[Mechanism::Xoauth2],
        };
        let credentials = Credentials::new(login.user.clone(), shown.expose().to_owned());
        match line.auth(mechanisms, &credentials).await {
            Ok(_) => Ok(()),
            Err(error) => {
                let trouble = self.trouble(Step::Login, &error);
                let words = server_words(shown.kept_from(&words_of(&error)));
                Err(match trouble.kind {
                    TroubleKind::Account => self.says(TroubleKind::Account, "mail-login", &words),
                    _ => trouble,
                })
            }
        }
    }

    fn says(&self, kind: TroubleKind, key: &'static str, words: &str) -> MailTrouble {
        MailTrouble::says(kind, key, &self.server.host, words)
    }

    /// The error of a failed step.
    fn trouble(&self, step: Step, error: &Error) -> MailTrouble {
        let words = words_of(error);
        if let Some(code) = error.status() {
            let (kind, key) = meaning(step, u16::from(code), &words);
            return self.says(kind, key, &words);
        }
        match step {
            // The server offers no login method that we know, or asks for a further step.
            Step::Login if error.is_client() => self.says(TroubleKind::Account, "mail-login", &words),
            // Except for this text of the library: the connection broke in the middle of a reply.
            _ if error.is_response() && words != "incomplete response" => {
                self.says(TroubleKind::Strange, "mail-strange", "")
            }
            _ => MailTrouble::line(&self.server.host, error),
        }
    }
}

/// The meaning of a refusal: for us, for the address, or for the message; permanent or temporary. A full mailbox is temporary
/// whatever its server calls it, because it is emptied some day.
fn meaning(step: Step, code: u16, words: &str) -> (TroubleKind, &'static str) {
    let detail = detail(words);
    let is_full =
        detail == Some("2.2") || (detail.is_none() && step == Step::Recipient && [452, 552].contains(&code));
    match (step, code) {
        _ if is_full => (TroubleKind::Full, "mail-full"),
        (Step::Login, 454) | (_, 400..500) => (TroubleKind::Later, "mail-later"),
        (Step::Login, _) => (TroubleKind::Account, "mail-login"),
        // 530: one has to sign on; 550 and 553: not with this address.
        (Step::Hello | Step::Sender, _) | (_, 530) => (TroubleKind::Account, "mail-sender"),
        (Step::Recipient, _) => (TroubleKind::Address, "mail-address"),
        (Step::Content, _) => (TroubleKind::Message, "mail-message"),
    }
}

/// The detail of an enhanced status (RFC 3463): `2.2` of `5.2.2 mailbox full`.
fn detail(words: &str) -> Option<&str> {
    let status = words.split_whitespace().next()?;
    let is_one = status.split('.').count() == 3 && status.split('.').all(|part| part.parse::<u16>().is_ok());
    Some(status.split_once('.').filter(|_| is_one)?.1)
}

/// The server's words; the library puts the code before them.
fn words_of(error: &Error) -> String {
    std::error::Error::source(error).map(ToString::to_string).unwrap_or_default()
}

fn parameters(server: &MailServer) -> Result<TlsParameters, MailTrouble> {
    let trouble = |error: Error| MailTrouble::line(&server.host, &error);
    let mut tls =
        TlsParametersBuilder::new(server.host.clone()).certificate_store(CertificateStore::WebpkiRoots);
    for certificate in own_authority(server)? {
        tls = tls.add_root_certificate(Certificate::from_der(certificate.to_vec()).map_err(trouble)?);
    }
    tls.build().map_err(trouble)
}

fn no_address() -> MailTrouble {
    MailTrouble::new(TroubleKind::Address, Reason::of("mail-no-address"))
}
