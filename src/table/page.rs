//! The table as people outside it know it: its name, and its page for spectators.

use std::sync::Arc;

use serde::Serialize;

use super::reply::Reply;
use crate::game::Refusal;
use crate::log::limits::MAX_DELAY;
use crate::log::table_event::{MAX_NAME, name_fault};
use crate::log::{PageEvent, RequestEvent};

/// That a table is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Publication {
    /// The entry that published it, which distinguishes its link from earlier ones.
    pub since: u64,
    /// The number of entries by which the page is behind, until the table is closed.
    pub delay: u32,
}

/// The public face of a table. No takeback undoes a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Page {
    /// Whether, and since when, the table is published.
    pub(super) published: Option<Publication>,
    /// The table's name, a player's text.
    name: Option<Arc<str>>,
}

impl Page {
    /// Checks that a request about the page would change something, and may.
    pub(super) fn may_change(&self, request: &RequestEvent) -> Result<(), Refusal> {
        // Every other request is its own matter's.
        if let RequestEvent::PublishProposed { delay } = request {
            if let Some(published) = self.published {
                return Err(Reply::refused("published-already").about("entry", published.since));
            }
            if *delay > MAX_DELAY {
                return Err(Reply::refused("delay-too-long").about("most", MAX_DELAY));
            }
        }
        if let RequestEvent::NameProposed { name } = request {
            if let Some(fault) = name_fault(name) {
                return Err(Reply::refused(fault).about("most", MAX_NAME));
            }
            if self.name.as_deref() == Some(name.as_str()) {
                return Err(Reply::refused("name-already"));
            }
        }
        Ok(())
    }

    /// Folds an event of this matter.
    pub(super) fn change(&mut self, seq: u64, event: &PageEvent) {
        match event {
            PageEvent::TablePublished { delay } => {
                self.published = Some(Publication { since: seq, delay: *delay });
            }
            PageEvent::TableUnpublished => self.published = None,
            PageEvent::NameChanged { name } => self.name = Some(name.as_str().into()),
        }
    }

    /// The table's label, by which lists, statuses and subjects call it: its id, and its name if it has one. That name is a
    /// player's text; a door cleans it as it cleans others.
    pub(super) fn label(&self, table: &str) -> String {
        match &self.name {
            Some(name) => format!("{table} · {name}"),
            None => table.to_owned(),
        }
    }
}
