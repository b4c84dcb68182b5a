//! What is judged of what couriers sent, whatever the schedule: each thing told once and in order, nothing left to tell.

use std::collections::BTreeSet;

use wardroom::door::discord::id::Id;
use wardroom::log::outbox::KeptNotice;

use super::line::{Book, Post};
use super::stage::Schedule;
use crate::discord_courier::table::Table;

/// What was acknowledged at a table, in order: the number of each event.
pub type Events = Vec<usize>;

/// Has the players say something to all, who read it in the report.
pub fn signal(schedule: &Schedule<'_>, table: &Table, events: &mut Events, number: usize) {
    schedule.world.note(format!("acknowledged: event {number}"));
    table.signal(&was_reported(number));
    events.push(number);
}

fn was_reported(event: usize) -> String {
    format!("Event {event}.")
}

impl Schedule<'_> {
    /// Whether all of a table is told, and its status shows its last entry where it was changed since nothing was on its way:
    /// what is cannot be called back, and may show an earlier one.
    pub fn is_all_told(&self, table: &Table, changed: bool) -> bool {
        let (room, (last, head)) = (table.room(), table.head());
        let status = room.status.filter(|_| room.reported == last && room.reporting.is_none());
        table.all_told() && status.is_some_and(|status| !changed || self.shows(status, &head))
    }

    fn shows(&self, message: Id, head: &str) -> bool {
        let world = self.discord.world();
        world.messages.iter().any(|it| it.id == message && it.text.contains(&format!("\n{head}\n")))
    }

    /// What is wrong with what was sent of a table.
    pub fn judge_sent(&self, table: &Table, events: &Events) -> Result<(), String> {
        let book = self.seen.book();
        if let Some(what) = book.wrong.first() {
            return Err(what.clone());
        }
        let thread = table.room().id;
        let reports: Vec<&Post> =
            book.posts.iter().filter(|post| Some(post.place) == thread && !post.is_notice).collect();
        in_order(&reports, events)?;
        let statuses: BTreeSet<&str> =
            reports.iter().filter(|post| post.text.starts_with("**Toy**")).map(|post| &*post.nonce).collect();
        if statuses.len() != 1 {
            return Err(format!("{} status messages", statuses.len()));
        }
        for seat in ["red", "blue"] {
            let notices = table.notices(seat);
            notices.iter().try_for_each(|notice| was_told(&book, table, seat, notice))?;
        }
        let notices = || book.posts.iter().flat_map(|post| post.notices.iter().map(move |told| (post, told)));
        for (post, told) in notices().filter(|(_, told)| told.table == table.id) {
            let is_twin =
                |it: &&Post| it.notices.iter().any(|notice| notice.is_same(told)) && it.nonce != post.nonce;
            if let Some(twin) = book.posts.iter().find(is_twin) {
                return Err(format!("told twice: {:?} and {:?}", post.text, twin.text));
            }
        }
        Ok(())
    }
}

/// Whether each event is told once, and none before one that was acknowledged earlier.
fn in_order(reports: &[&Post], events: &Events) -> Result<(), String> {
    let mut first = 0;
    for event in events {
        let line = was_reported(*event);
        let of: Vec<usize> = (0..reports.len()).filter(|at| reports[*at].text.contains(&line)).collect();
        let nonces: BTreeSet<&str> = of.iter().map(|at| &*reports[*at].nonce).collect();
        match (nonces.len(), of.first()) {
            (1, Some(at)) if *at >= first => first = *at,
            (1, _) => return Err(format!("{line} is told too late")),
            (found, _) => return Err(format!("{line} is told {found} times")),
        }
    }
    Ok(())
}

/// Whether a notice was told where it is kept that it was, and a nudge at all.
fn was_told(book: &Book, table: &Table, seat: &str, notice: &KeptNotice) -> Result<(), String> {
    let outcome = notice.outcome.as_deref().unwrap_or_default();
    let went = outcome.starts_with("place") || outcome.starts_with("dm");
    if notice.why == "nudge" && !notice.delivered {
        return Err(format!("a nudge is not told: {notice:?}"));
    }
    let is_it = |post: &Post| {
        post.notices.iter().any(|told| {
            (&*told.table, told.seq, &*told.seat, &*told.why) == (&*table.id, notice.seq, seat, &*notice.why)
        })
    };
    match went && !book.posts.iter().any(is_it) {
        true => Err(format!("it was never sent: {notice:?}")),
        false => Ok(()),
    }
}
