//! A half-made order, sealed for an address: it may be a secret, and it means nothing at another table, seat, prompt or session.

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::club::browser::{BrowserLinks, BrowserSession};
use crate::game::Seat;

/// A half-made order of a seat, with the number of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfMade {
    /// A random text: what comes from one page has one.
    pub page: String,
    /// The table.
    pub table: String,
    /// The seat.
    pub seat: Seat,
    /// The prompt; 0 without one.
    pub prompt: u64,
    /// The entry of the request that is open on its page; 0 without one.
    pub request: u64,
    /// The digest of the options that it was made from.
    pub tree: String,
    /// The way so far, as letters; `None` before the first choice.
    pub path: Option<String>,
}

impl HalfMade {
    /// The ticket of its page.
    pub fn seal(&self, links: &BrowserLinks, session: &BrowserSession) -> String {
        let HalfMade { page, table, seat, prompt, request, tree, .. } = self;
        // A path may be empty, so an order without a path has a sign of its own.
        let path = self.path.as_ref().map_or_else(|| "-".to_owned(), |path| format!("={path}"));
        links.seal(session, &format!("{page} {table} {seat} {prompt} {request} {tree} {path}"))
    }

    /// The half-made order of a ticket of this session; `None` if it is none.
    pub fn open(
        (links, session): (&BrowserLinks, &BrowserSession),
        ticket: &str,
        now: DateTime<Utc>,
    ) -> Option<HalfMade> {
        let text = links.open(session, ticket, now)?;
        // No part has a space in it.
        let mut parts = text.split(' ');
        let mut part = || parts.next().map(str::to_owned);
        Some(HalfMade {
            page: part()?,
            table: part()?,
            seat: part()?.parse().ok()?,
            prompt: part()?.parse().ok()?,
            request: part()?.parse().ok()?,
            tree: part()?,
            path: part()?.strip_prefix('=').map(str::to_owned),
        })
    }

    /// The id of the message that gives an order, or types a line, from this page: the same again is the same message.
    pub fn key(&self, session: &BrowserSession, what: &str) -> String {
        let parts = [&*session.id, &self.page, &self.table, self.seat.as_str(), what];
        let mut hash = Sha256::new();
        for part in parts {
            // With the lengths, two different lists of parts never give the same bytes.
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        format!("b{}", hex::encode(&hash.finalize()[..16]))
    }
}
