//! Notices: planned into deliveries for every channel; which are due by Discord, for whom, and what came of these.

use chrono::{DateTime, Duration, SecondsFormat, Utc};

use super::watch::written;
use super::{Club, people, seconds, told};
use crate::door::discord::DOOR;
use crate::door::discord::house::{Due, House, Sent};
use crate::door::seat::Broken;
use crate::game::Seat;
use crate::log::outbox::{self, PendingDelivery, PendingNotice};
use crate::log::players::Address;
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
/// What came of a delivery by Discord at a table that is not played there.
const ELSEWHERE: &str = "this table is not played in Discord";

fn text(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

pub(super) fn lease(store: &(impl Store + ?Sized), world: &dyn World, sender: &str) -> Result<bool, Fault> {
    let now = world.now();
    store.lease_channel(DOOR, sender, &text(now), &text(now + Duration::seconds(LEASE_SECONDS)))
}

pub(super) fn failed(
    store: &(impl Store + ?Sized),
    world: &dyn World,
    delivery: u64,
    trouble: &str,
    retry_seconds: Option<u64>,
) -> Result<(), Fault> {
    let now = world.now();
    let seconds = |seconds: u64| Duration::seconds(i64::try_from(seconds).unwrap_or(LEASE_SECONDS));
    let retry_at = retry_seconds.map(|after| text(now + seconds(after)));
    store.mark_failed(delivery, &text(now), retry_at.as_deref(), trouble)
}

pub(super) fn prune(store: &(impl Store + ?Sized), world: &dyn World) -> Result<(), Fault> {
    store.prune_outbox(&text(world.now() - Duration::days(REMEMBERED_DAYS))).map(drop)
}

/// Plans every notice that is not planned yet, whatever the table and the channels. A table that cannot be read keeps
/// none of the others from it.
pub(super) fn plan(club: &Club) -> Result<(), Broken> {
    loop {
        let notices = club.store.unplanned_notices(READ_AT_ONCE).map_err(told)?;
        let mut plans = Vec::new();
        for notice in &notices {
            match addresses(club, notice) {
                Ok(to) => plans.push((notice.id, to)),
                Err(broken) => tracing::warn!(table = notice.table, %broken, "whom to tell is not known"),
            }
        }
        let done = notices.len() < READ_AT_ONCE || plans.is_empty();
        if !plans.is_empty() {
            club.store.plan_notices(&stamp(&*club.world), plans).map_err(told)?;
        }
        if done {
            return Ok(());
        }
    }
}

fn addresses(club: &Club, notice: &PendingNotice) -> Result<Vec<Address>, Broken> {
    let (player, _) = club.tables_with(&notice.table)?.addressee(notice)?;
    let Some(player) = player else { return Ok(vec![]) };
    let player = club.store.player(&player).map_err(told)?;
    Ok(player.as_ref().map(outbox::plan).unwrap_or_default())
}

/// What is due by Discord. Of a table that is not played there Discord gives its own deliveries up, nobody else's.
pub(super) fn due(club: &Club, limit: usize) -> Result<Vec<Due>, Broken> {
    plan(club)?;
    let (mut due, now) = (Vec::new(), stamp(&*club.world));
    let pending = club.store.pending_deliveries(DOOR, &club.sender, &now, limit.max(READ_AT_ONCE));
    for delivery in pending.map_err(told)? {
        let table = &delivery.notice.table;
        match club.room(table)? {
            Some(_) => due.extend(one(club, delivery)?),
            None if is_new(club, table)? => {}
            None => club.failed(delivery.id, ELSEWHERE, None)?,
        }
        if due.len() == limit {
            break;
        }
    }
    Ok(due)
}

/// Whether a table was opened just now: its room may be kept only a moment after its first entry.
fn is_new(club: &Club, table: &str) -> Result<bool, Broken> {
    let opened = written(&*club.store, table, 1)?;
    Ok(club.now() < opened.saturating_add(FURNISHED_SECONDS))
}

/// A delivery with its person and words; `None` when its notice is for somebody else by now, and is planned again.
fn one(club: &Club, delivery: PendingDelivery) -> Result<Option<Due>, Broken> {
    let PendingDelivery { id, notice, player, address, attempts } = delivery;
    let tables = club.tables_with(&notice.table)?;
    let (holder, current) = tables.addressee(&notice)?;
    if current && holder.as_ref() != Some(&player) {
        club.store.replan(id).map_err(told)?;
        return Ok(None);
    }
    let player = club.store.player(&player).map_err(told)?;
    let person = player.and_then(|player| people::person(&player, &address.value));
    let words = match &person {
        Some(person) if current && notices::is_told(&notice.why) => {
            Some(tables.told_of(&notice, person.lang)?)
        }
        _ => None,
    };
    let PendingNotice { table, seq, seat, why, .. } = notice;
    let seat = Seat(seat.parse().map_err(told)?);
    Ok(Some(Due { id, table, seq, seat, why, attempts, person, current, words }))
}

/// What was sent for seats of a table, each with whether the asker holds it: of a seat that is only kept for them they
/// learn of invitations, not what its player was sent.
pub(super) fn sent_to(
    store: &(impl Store + ?Sized),
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
