//! The errors of mailboxes and mail servers.

use std::error::Error;
use std::io;
use std::time::Duration;

use crate::reason::{Reason, one_line};
use crate::words::english;

/// Most quoted characters of a server's reply.
const SAID: usize = 200;

/// A trouble: what kind it is, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", english(reason))]
pub struct MailTrouble {
    /// What to do about it.
    pub kind: TroubleKind,
    /// Its text. It contains no password and nothing of a mail.
    pub reason: Reason,
}

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TroubleKind {
    /// The server is not reached, too slow, or gone in the middle.
    Line,
    /// A file or folder of this machine cannot be used, which does not pass by itself.
    File,
    /// It cannot be trusted: no TLS, or a certificate that does not hold.
    Security,
    /// It does not let us in, or not send, as we are configured.
    Account,
    /// There is no room: a mailbox over its quota, a full disk.
    Full,
    /// Not now: greylisting, a rate limit, a server that is busy.
    Later,
    /// The reply cannot be parsed.
    Strange,
    /// This address takes no mail, for good.
    Address,
    /// This message is not taken, for good.
    Message,
}

impl TroubleKind {
    /// Returns whether sending the same again is no use.
    pub fn is_permanent(self) -> bool {
        matches!(self, TroubleKind::Address | TroubleKind::Message)
    }

    /// The wait before the next try, after this many failures in a row: it doubles each time, from a few seconds for a broken
    /// connection, longer if somebody else must act first.
    pub fn pause(self, failures: u32) -> Duration {
        let (first, longest) = match self {
            TroubleKind::Line | TroubleKind::File => (5, 600),
            // Greylisting servers want some minutes; with some of them an earlier try starts the wait anew.
            TroubleKind::Later | TroubleKind::Strange => (300, 3600),
            // Too many failed logins shut an account; and mailboxes are not emptied, nor configurations mended, in seconds.
            TroubleKind::Security | TroubleKind::Account | TroubleKind::Full => (60, 1800),
            TroubleKind::Address | TroubleKind::Message => (0, 0),
        };
        let doubled = 1_u64.checked_shl(failures.saturating_sub(1)).unwrap_or(u64::MAX);
        Duration::from_secs(doubled.saturating_mul(first).min(longest))
    }
}

impl MailTrouble {
    /// A trouble with a server.
    pub fn new(kind: TroubleKind, reason: Reason) -> MailTrouble {
        MailTrouble { kind, reason }
    }

    /// A file or folder that cannot be used.
    pub fn file(path: &std::path::Path, error: &io::Error) -> MailTrouble {
        let full = matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        );
        let why = Reason::of("mail-file").quoting("file", path.display()).quoting("why", error);
        MailTrouble::new(if full { TroubleKind::Full } else { TroubleKind::File }, why)
    }

    /// The error of a connection that cannot be made, or breaks.
    pub fn line(server: &str, error: &(dyn Error + 'static)) -> MailTrouble {
        // Looked for first, because it comes wrapped in an error of the connection.
        if let Some(why) = tls(error) {
            let reason =
                Reason::of("mail-certificate").quoting("server", server).quoting("why", server_words(why));
            return MailTrouble::new(TroubleKind::Security, reason);
        }
        let found = find::<io::Error>(error);
        if found.is_some_and(is_unknown_host) {
            return MailTrouble::new(
                TroubleKind::Line,
                Reason::of("mail-unknown-host").quoting("server", server),
            );
        }
        let why = found.map_or_else(String::new, |error| match error.raw_os_error() {
            Some(_) => error.to_string(),
            // A library's error may quote the server's reply, and that may be a mail.
            None => error.kind().to_string(),
        });
        let reason = Reason::of("mail-line").quoting("server", server).quoting("why", why);
        MailTrouble::new(TroubleKind::Line, reason)
    }

    /// A server that takes too long.
    pub fn slow(server: &str, waited: Duration) -> MailTrouble {
        let reason = Reason::of("mail-slow").quoting("server", server).with("seconds", waited.as_secs());
        MailTrouble::new(TroubleKind::Line, reason)
    }

    /// A server's words, under one of the messages that quote them.
    pub fn says(kind: TroubleKind, key: &'static str, server: &str, words: &str) -> MailTrouble {
        MailTrouble::new(kind, Reason::of(key).quoting("server", server).quoting("said", server_words(words)))
    }
}

/// A server's own words: one line, not too long, and never empty.
pub fn server_words(words: impl ToString) -> String {
    let line = one_line(words.to_string().trim());
    let cut: String = line.chars().take(SAID).collect();
    if cut.is_empty() { "…".to_owned() } else { cut }
}

/// True if a name could not be looked up: the standard library has no kind of error for that.
fn is_unknown_host(error: &io::Error) -> bool {
    error.raw_os_error().is_none() && error.to_string().starts_with("failed to lookup address information")
}

/// The TLS error within an error.
fn tls<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a rustls::Error> {
    let inside = |error: &'a (dyn Error + 'static)| {
        let in_io = || error.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref::<rustls::Error>();
        error.downcast_ref::<rustls::Error>().or_else(in_io)
    };
    chain(error).find_map(inside)
}

fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    chain(error).find_map(|error| error.downcast_ref())
}

fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| (*error).source())
}
