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

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::config::mail::{Mail, MailOut};
use crate::mail::reading::{MAX_BYTES, compared};
use imap::Imap;
use maildir::{Maildir, apart};
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

/// The mails in a mailbox.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// The unfinished ones, the oldest first.
    pub lying: Vec<MailId>,
    /// Those of them whose content was asked for, in the same order.
    pub mails: Vec<Stored>,
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

    /// The unfinished mails, the oldest first, and the content of those that are not in `known`. It returns the same ones again
    /// until they are finished, after a restart too; but never one for which this process has called [`Mailbox::done`],
    /// whatever its result.
    ///
    /// # Errors
    /// A mailbox that cannot be reached or read.
    pub async fn fetch(&mut self, at_most: usize, known: &BTreeSet<MailId>) -> Result<Fetched, MailTrouble> {
        match self {
            Mailbox::Imap(imap) => imap.fetch(at_most, known).await,
            Mailbox::Maildir(maildir) => maildir.fetch(at_most, known).await,
        }
    }

    /// Puts mails away among the read ones; one that is gone is well put away.
    ///
    /// # Errors
    /// As [`Mailbox::fetch`], and a mailbox that cannot be written to. What is not put away is in [`Mailbox::left`].
    pub async fn done(&mut self, ids: &[MailId]) -> Result<(), MailTrouble> {
        match self {
            Mailbox::Imap(imap) => imap.done(ids).await,
            Mailbox::Maildir(maildir) => maildir.done(ids).await,
        }
    }

    /// The finished mails that the last fetch found where they were: putting them away failed.
    pub fn left(&self) -> Vec<MailId> {
        match self {
            Mailbox::Imap(imap) => imap.left(),
            Mailbox::Maildir(maildir) => maildir.left(),
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

    /// Finds out whether mails can be sent, without sending one.
    ///
    /// # Errors
    /// As [`Outgoing::send`], but for what concerns an address or a message.
    pub async fn check(&self) -> Result<(), MailTrouble> {
        match self {
            Outgoing::Smtp(smtp) => smtp.check().await,
            Outgoing::Maildir(maildir) => {
                let maildir = maildir.clone();
                apart(move || maildir.check()).await
            }
        }
    }

    /// Ends connections that were not used for a while, or all that are not in use now.
    pub async fn tidy(&self, all: bool) {
        if let Outgoing::Smtp(smtp) = self {
            smtp.tidy(all).await;
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
    // The first one ends the header: a body may have the other line ends.
    let end = [blank(b"\n\r\n"), blank(b"\n\n")].into_iter().flatten().min();
    &start[..end.unwrap_or(start.len())]
}
