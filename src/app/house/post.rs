//! Notices: which are due, for whom, and what came of them.

use chrono::{DateTime, Duration, SecondsFormat, Utc};

use super::watch::written;
use super::{Club, people, seconds, told};
use crate::door::discord::house::{Due, House, Sent};
use crate::door::seat::Broken;
use crate::game::Seat;
use crate::log::outbox::PendingNotice;
use crate::log::{Fault, Store};
use crate::table::World;
use crate::table::notices;
use crate::table::world::stamp;

/// How long the right to send lasts unless it is renewed.
const LEASE_SECONDS: i64 = 30;
/// How long what was sent is remembered.
const REMEMBERED_DAYS: i64 = 90;
/// How many seconds a new table may be without a room before it counts as one that is played elsewhere.
const FURNISHED_SECONDS: i64 = 60;
/// Notices read at once.
const READ_AT_ONCE: usize = 256;
/// What came of a notice at a table that is not played in Discord.
const ELSEWHERE: &str = "this table is not played in Discord";

fn text(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

pub(super) fn lease(store: &impl Store, world: &dyn World, sender: &str) -> Result<bool, Fault> {
    let now = world.now();
    store.lease_outbox(sender, &text(now), &text(now + Duration::seconds(LEASE_SECONDS)))
}

pub(super) fn failed(
    store: &impl Store,
    world: &dyn World,
    notice: u64,
    trouble: &str,
    retry_seconds: Option<u64>,
) -> Result<(), Fault> {
    let now = world.now();
    let seconds = |seconds: u64| Duration::seconds(i64::try_from(seconds).unwrap_or(LEASE_SECONDS));
    let retry_at = retry_seconds.map(|after| text(now + seconds(after)));
    store.mark_failed(notice, &text(now), retry_at.as_deref(), trouble)
}

pub(super) fn prune(store: &impl Store, world: &dyn World) -> Result<(), Fault> {
    store.prune_outbox(&text(world.now() - Duration::days(REMEMBERED_DAYS))).map(drop)
}

/// The notices that are due at tables played in Discord. Those of other tables are nobody's here: they are ended, so that
/// they do not stand in the way.
pub(super) fn due<S: Store + 'static>(club: &Club<S>, limit: usize) -> Result<Vec<Due>, Broken> {
    let now = stamp(&*club.world);
    let mut due = Vec::new();
    let pending = club.store.pending_notices(&club.sender, &now, limit.max(READ_AT_ONCE)).map_err(told)?;
    for notice in pending {
        match one(club, &notice)? {
            Some(notice) => due.push(notice),
            None if is_new(club, &notice.table)? => {}
            None => club.failed(notice.id, ELSEWHERE, None)?,
        }
        if due.len() == limit {
            break;
        }
    }
    Ok(due)
}

/// Whether a table was opened just now: its room may be kept only a moment after its first entry.
fn is_new<S: Store + 'static>(club: &Club<S>, table: &str) -> Result<bool, Broken> {
    if club.room(table)?.is_some() {
        return Ok(false);
    }
    let opened = written(&*club.store, table, 1)?;
    Ok(club.now() < opened.saturating_add(FURNISHED_SECONDS))
}

fn one<S: Store + 'static>(club: &Club<S>, notice: &PendingNotice) -> Result<Option<Due>, Broken> {
    let (Some(_), Ok(seat)) = (club.room(&notice.table)?, notice.seat.parse()) else { return Ok(None) };
    let (player, current) = club.hall(&notice.table)?.addressee(notice)?;
    let person = match player {
        Some(player) => people::person(&*club.store, &player).map_err(told)?,
        None => None,
    };
    let words = match &person {
        Some(person) if notices::is_told(&notice.why) => {
            Some(club.hall(&notice.table)?.told_of(notice, person.lang)?)
        }
        _ => None,
    };
    Ok(Some(Due {
        id: notice.id,
        table: notice.table.clone(),
        seq: notice.seq,
        seat: Seat(seat),
        why: notice.why.clone(),
        attempts: notice.attempts,
        person,
        current,
        words,
    }))
}

/// What was sent for seats of a table, each with whether the asker holds it: of a seat that is only kept for them they
/// learn of invitations, not what its player was sent.
pub(super) fn sent_to(
    store: &impl Store,
    table: &str,
    seats: &[(Seat, u64)],
    limit: usize,
) -> Result<Vec<Sent>, Fault> {
    let mut sent = Vec::new();
    for (seat, since) in seats {
        let kept = store.notices_of(table, seat.as_str(), limit)?;
        for kept in kept.into_iter().filter(|kept| kept.seq >= *since) {
            sent.push(Sent {
                seq: kept.seq,
                seat: *seat,
                why: kept.why,
                attempts: kept.attempts,
                ended: kept.ended_at.as_deref().map(seconds).transpose()?,
                outcome: kept.outcome,
                delivered: kept.delivered,
            });
        }
    }
    sent.sort_by_key(|sent| std::cmp::Reverse(sent.seq));
    sent.truncate(limit);
    Ok(sent)
}
