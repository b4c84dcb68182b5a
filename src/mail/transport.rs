//! Where mails come from and where they go: mailboxes, maildirs, mail servers.
//!
//! | part | what it does |
//! |---|---|
//! | [`imap`] | a mailbox on a server |
//! | [`maildir`] | a maildir: a spool that `wardroom deliver` fills, or the place of both servers |
//! | [`smtp`] | a server that passes mail on |
//! | [`secure`] | a connection, with TLS or refused |
//! | [`proof`] | what shows who signs on |
//! | [`trouble`] | why something did not go, and how long to wait |
//!
//! Nothing here waits before another try: every call does its work once, in real time with a deadline, and says what came
//! in the way. After a trouble the next call signs on anew.

pub mod imap;
pub mod maildir;
pub mod proof;
pub mod secure;
pub mod smtp;
pub mod trouble;

use chrono::{DateTime, Utc};

use crate::config::mail::{Mail, MailOut};
use crate::mail::reading::{MAX_BYTES, compared};
use imap::Imap;
use maildir::Maildir;
use smtp::Smtp;
use trouble::MailTrouble;

/// Most bytes of a mail that is read completely.
pub const MAIL_BYTES: usize = MAX_BYTES;
/// Most bytes of the header of a greater one, which is all that is read of it.
pub const HEADER_BYTES: usize = 1 << 18;

/// A message in a mailbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Which one it is.
    pub id: MailId,
    /// Its bytes; where it is cut, its header only.
    pub raw: Vec<u8>,
    /// Whether it has more than [`MAIL_BYTES`].
    pub cut: bool,
}

/// Which message of a mailbox.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MailId {
    /// One on a server.
    Imap {
        /// A number that changes when the mailbox is created anew, which makes all message numbers void.
        validity: u32,
        /// Its number.
        uid: u32,
    },
    /// A file of a maildir, by the part of its name that stays.
    File(String),
}

/// Where mails come from.
pub enum Mailbox {
    /// A server.
    Imap(Box<Imap>),
    /// A maildir.
    Maildir(Maildir),
}

impl Mailbox {
    /// The mailboxes of a door: one, or two. None is connected yet; each has its own errors, so handle each separately.
    pub fn of(mail: &Mail) -> Vec<Mailbox> {
        let imap = mail.imap.as_ref().map(|server| Imap::new(server.clone(), &mail.folder));
        let spool = mail.spool.as_ref().map(|folder| Maildir::new(folder));
        imap.map(|imap| Mailbox::Imap(Box::new(imap)))
            .into_iter()
            .chain(spool.map(Mailbox::Maildir))
            .collect()
    }

    /// The unfinished mails, the oldest first. It returns the same ones again until they are finished, after a restart too; but
    /// never one for which this process has called [`Mailbox::done`], whatever its result.
    ///
    /// # Errors
    /// A mailbox that cannot be reached or read.
    pub async fn fetch(&mut self, at_most: usize) -> Result<Vec<Stored>, MailTrouble> {
        match self {
            Mailbox::Imap(imap) => imap.fetch(at_most).await,
            Mailbox::Maildir(maildir) => maildir.fetch(at_most).await,
        }
    }

    /// Puts a mail away among the read ones; one that is gone is well put away.
    ///
    /// # Errors
    /// As [`Mailbox::fetch`]; then the next fetch puts it away.
    pub async fn done(&mut self, id: &MailId) -> Result<(), MailTrouble> {
        match (self, id) {
            (Mailbox::Imap(imap), MailId::Imap { validity, uid }) => imap.done(*validity, *uid).await,
            (Mailbox::Maildir(maildir), MailId::File(name)) => maildir.done(name).await,
            _ => Ok(()),
        }
    }

    /// Waits until there may be new mail, or until `end`.
    ///
    /// # Errors
    /// A line that breaks meanwhile.
    pub async fn wait(&mut self, end: impl Future<Output = ()>) -> Result<(), MailTrouble> {
        match self {
            Mailbox::Imap(imap) => imap.wait(end).await,
            Mailbox::Maildir(maildir) => maildir.wait(end).await,
        }
    }

    /// Deletes the read mails that came before a moment.
    ///
    /// # Errors
    /// As [`Mailbox::fetch`].
    pub async fn tidy(&mut self, before: DateTime<Utc>) -> Result<(), MailTrouble> {
        match self {
            Mailbox::Imap(imap) => imap.tidy(before).await,
            Mailbox::Maildir(maildir) => maildir.tidy(before).await,
        }
    }
}

/// Where mails go.
pub enum Outgoing {
    /// A server.
    Smtp(Smtp),
    /// A maildir, in which each mail is a file.
    Maildir(Maildir),
}

impl Outgoing {
    /// The outgoing transport of a door.
    ///
    /// # Errors
    /// A certificate that cannot be read.
    pub fn of(mail: &Mail) -> Result<Outgoing, MailTrouble> {
        Ok(match &mail.out {
            MailOut::Smtp(server) => Outgoing::Smtp(Smtp::new(server.clone(), &mail.address)?),
            MailOut::Maildir(folder) => Outgoing::Maildir(Maildir::new(folder)),
        })
    }

    /// Sends a message to one address. After success, another server has promised to deliver it or to send it back. After a
    /// failure it may have done so all the same, so a mail that is sent again keeps its `Message-ID`.
    ///
    /// # Errors
    /// [`MailTrouble`], whose kind says whether to retry.
    pub async fn send(&self, to: &str, message: &[u8]) -> Result<(), MailTrouble> {
        match self {
            Outgoing::Smtp(smtp) => smtp.send(to, message).await,
            Outgoing::Maildir(maildir) => maildir.send(to, message).await,
        }
    }
}

/// An address for a mail and its envelope. Some carriers gave out addresses with dots in odd places, which need quotes there
/// (RFC 5321). `None` for an address to which no mail can be sent.
pub fn as_sent(address: &str) -> Option<lettre::Address> {
    let compared = compared(address)?;
    let (local, domain) = compared.rsplit_once('@')?;
    let is_plain = local.split('.').all(|word| !word.is_empty());
    let local = if is_plain { local.to_owned() } else { format!("\"{local}\"") };
    // What can be compared has nothing in it that could steer a server; whether it takes it is for the server to say.
    Some(lettre::Address::new_dangerous(local, domain))
}

/// The header of a message, at most [`HEADER_BYTES`] long.
pub fn header_of(message: &[u8]) -> &[u8] {
    let start = &message[..message.len().min(HEADER_BYTES)];
    let blank = |end: &[u8]| start.windows(end.len()).position(|at| at == end).map(|at| at + end.len());
    let end = [blank(b"\n\r\n"), blank(b"\n\n")].into_iter().flatten().min();
    &start[..end.unwrap_or(start.len())]
}
