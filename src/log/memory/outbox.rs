//! People, notices and deliveries in memory.

use std::collections::{BTreeMap, BTreeSet};

use super::MemoryStore;
use crate::log::fault::Fault;
use crate::log::notes::{self, of_player};
use crate::log::outbox::{self, KeptNotice, NOBODY, Outbox, PendingDelivery, PendingNotice};
use crate::log::players::{self, Address, Alias, Player, Players};
use crate::log::stored::Notice;

/// The data about people, beside the logs.
#[derive(Debug, Default)]
pub(super) struct Post {
    /// Each with its own addresses and without aliases.
    players: BTreeMap<String, Player>,
    /// Aliases, each with whose it is and since when.
    aliases: BTreeMap<String, (String, String)>,
    notices: BTreeMap<u64, Planned>,
    deliveries: BTreeMap<u64, Delivery>,
    leases: BTreeMap<String, Lease>,
    last: u64,
}

#[derive(Debug, Default)]
struct Lease {
    owner: String,
    until: String,
    number: u64,
}

impl Lease {
    fn is_of(&self, owner: &str, now: &str) -> bool {
        self.owner == owner && self.until.as_str() > now
    }
}

#[derive(Debug)]
struct Planned {
    notice: PendingNotice,
    at: Option<String>,
}

#[derive(Debug)]
struct Delivery {
    notice: u64,
    address: Address,
    attempts: u32,
    due_at: Option<String>,
    ended_at: Option<String>,
    outcome: Option<String>,
    delivered: bool,
}

impl Post {
    pub(super) fn add(&mut self, table: &str, notice: Notice) {
        self.last += 1;
        let Notice { seq, seat, why } = notice;
        let notice = PendingNotice { id: self.last, table: table.to_owned(), seq, seat, why };
        self.notices.insert(self.last, Planned { notice, at: None });
    }

    /// Returns whether there is such a notice.
    pub(super) fn has(&self, table: &str, notice: &Notice) -> bool {
        let same = |kept: &PendingNotice| {
            kept.table == table
                && (kept.seq, &kept.seat, &kept.why) == (notice.seq, &notice.seat, &notice.why)
        };
        self.notices.values().any(|planned| same(&planned.notice))
    }

    fn at(&self, address: &Address) -> Option<&Player> {
        self.players.values().find(|player| player.addresses.contains(address))
    }

    /// The aliases of a player, each with since when it is one.
    pub(super) fn aliases_of<'a>(&'a self, player: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        let theirs = self.aliases.iter().filter(move |(_, (of, _))| of == player);
        theirs.map(|(id, (_, at))| (&**id, &**at))
    }

    /// A player with everything of their aliases.
    fn whole(&self, id: &str) -> Option<Player> {
        let id = self.aliases.get(id).map_or(id, |(player, _)| player);
        let mut player = self.players.get(id)?.clone();
        for (alias, at) in self.aliases_of(id) {
            player.aliases.push(Alias { id: alias.to_owned(), at: at.to_owned() });
            player.addresses.extend(self.players.get(alias).into_iter().flat_map(|it| it.addresses.clone()));
        }
        player.aliases.sort_by(|a, b| (&a.at, &a.id).cmp(&(&b.at, &b.id)));
        Some(player)
    }

    /// Drops deliveries to addresses that nobody has any more.
    fn drop_stale(&mut self) {
        let lived_at: BTreeSet<&Address> =
            self.players.values().flat_map(|player| &player.addresses).collect();
        self.deliveries.retain(|_, it| it.ended_at.is_some() || lived_at.contains(&it.address));
    }

    fn plan(&mut self, now: &str, id: u64, to: Vec<Address>) {
        let Some(planned) = self.notices.get_mut(&id).filter(|planned| planned.at.is_none()) else { return };
        planned.at = Some(now.to_owned());
        for address in to {
            let there = self.deliveries.values().any(|it| it.notice == id && it.address == address);
            if !there && self.at(&address).is_some() {
                self.last += 1;
                let delivery = Delivery {
                    notice: id,
                    address,
                    attempts: 0,
                    due_at: None,
                    ended_at: None,
                    outcome: None,
                    delivered: false,
                };
                self.deliveries.insert(self.last, delivery);
            }
        }
    }

    /// The pending deliveries of a channel with their notices, in the order of these.
    fn pending(&self, channel: &str) -> Vec<(u64, &PendingNotice, &Delivery)> {
        let theirs =
            self.deliveries.iter().filter(|(_, it)| it.ended_at.is_none() && it.address.kind == channel);
        let with_notice = |(id, it): (&u64, _)| {
            let it: &Delivery = it;
            Some((*id, &self.notices.get(&it.notice)?.notice, it))
        };
        let mut pending: Vec<_> = theirs.filter_map(|(id, it)| with_notice((id, it))).collect();
        pending.sort_by_key(|(id, notice, _)| (notice.id, *id));
        pending
    }
}

impl Players for MemoryStore {
    fn put_player(&self, mut player: Player) -> Result<(), Fault> {
        players::check(&player)?;
        let post = &mut self.shelf().post;
        if post.aliases.contains_key(&player.id) {
            return Err(players::is_alias(&player));
        }
        let ids: BTreeSet<String> = [&*player.id]
            .into_iter()
            .chain(post.aliases_of(&player.id).map(|(id, _)| id))
            .map(str::to_owned)
            .collect();
        let others = post.players.values().filter(|other| !ids.contains(&other.id));
        let taken: BTreeSet<&Address> = others.flat_map(|other| &other.addresses).collect();
        let distinct: BTreeSet<&Address> = player.addresses.iter().collect();
        if distinct.len() < player.addresses.len() || !distinct.is_disjoint(&taken) {
            return Err(players::taken(&player));
        }
        if let Some(before) = post.players.get(&player.id) {
            // Known addresses keep their places, as their rows do in a database: the oldest comes first.
            let place = |address: &Address| before.addresses.iter().position(|old| old == address);
            player.addresses.sort_by_key(|address| place(address).unwrap_or(usize::MAX));
        }
        player.aliases.clear();
        for alias in ids.iter().filter(|id| **id != player.id) {
            let Some(alias) = post.players.get_mut(alias) else { continue };
            // An address of an alias stays the alias's, so that the link can be undone.
            alias.addresses.retain(|address| player.addresses.contains(address));
            player.addresses.retain(|address| !alias.addresses.contains(address));
        }
        post.players.insert(player.id.clone(), player);
        post.drop_stale();
        Ok(())
    }

    fn player(&self, id: &str) -> Result<Option<Player>, Fault> {
        Ok(self.shelf().post.whole(id))
    }

    fn players(&self) -> Result<Vec<Player>, Fault> {
        let post = &self.shelf().post;
        let own = post.players.keys().filter(|id| !post.aliases.contains_key(*id));
        Ok(own.filter_map(|id| post.whole(id)).collect())
    }

    fn player_named(&self, name: &str) -> Result<Vec<Player>, Fault> {
        Ok(self.players()?.into_iter().filter(|player| player.name == name).collect())
    }

    fn player_at(&self, address: &Address) -> Result<Option<Player>, Fault> {
        let post = &self.shelf().post;
        Ok(post.at(address).and_then(|player| post.whole(&player.id)))
    }

    fn link(&self, alias: &str, player: &str, at: &str) -> Result<bool, Fault> {
        let post = &mut self.shelf().post;
        let known = [alias, player].iter().all(|id| post.players.contains_key(*id));
        let linked = [alias, player].iter().any(|id| post.aliases.contains_key(*id));
        // No alias of an alias: one step leads from any id to its player.
        let fits = known && !linked && alias != player && post.aliases_of(alias).next().is_none();
        if fits {
            post.aliases.insert(alias.to_owned(), (player.to_owned(), at.to_owned()));
        }
        Ok(fits)
    }

    fn unlink(&self, alias: &str) -> Result<bool, Fault> {
        Ok(self.shelf().post.aliases.remove(alias).is_some())
    }

    fn erase_player(&self, id: &str) -> Result<bool, Fault> {
        let Some(player) = self.player(id)? else { return Ok(false) };
        let mut shelf = self.shelf();
        for id in player.ids() {
            let kept = of_player(id, "");
            shelf.notes.retain(|(_, key), _| !key.starts_with(&kept));
            shelf.receipts.retain(|_, receipt| receipt.player != id);
            shelf.post.players.remove(id);
            shelf.post.aliases.remove(id);
        }
        shelf.post.drop_stale();
        Ok(true)
    }
}

impl Outbox for MemoryStore {
    fn lease_channel(&self, channel: &str, owner: &str, now: &str, until: &str) -> Result<bool, Fault> {
        let mut shelf = self.shelf();
        let lease = shelf.post.leases.entry(channel.to_owned()).or_default();
        if lease.owner != owner && lease.until.as_str() > now {
            return Ok(false);
        }
        let renews = lease.is_of(owner, now);
        lease.number += u64::from(!renews);
        lease.owner = owner.to_owned();
        lease.until = until.to_owned();
        Ok(true)
    }

    fn lease_number(&self, channel: &str, owner: &str, now: &str) -> Result<Option<u64>, Fault> {
        let shelf = self.shelf();
        let lease = shelf.post.leases.get(channel).filter(|lease| lease.is_of(owner, now));
        Ok(lease.map(|lease| lease.number))
    }

    fn begin_sending(&self, channel: &str, owner: &str, number: u64, now: &str) -> Result<bool, Fault> {
        // Nobody outside this process can take the lease, so nothing has to be recorded.
        Ok(self.lease_number(channel, owner, now)? == Some(number))
    }

    fn put_note_under(
        &self,
        channel: &str,
        owner: &str,
        number: u64,
        key: &str,
        body: &str,
    ) -> Result<bool, Fault> {
        notes::check(channel, key, body)?;
        let mut shelf = self.shelf();
        let is_last = |lease: &Lease| lease.owner == owner && lease.number == number;
        let may = shelf.post.leases.get(channel).is_some_and(is_last);
        if may {
            shelf.notes.insert((channel.to_owned(), key.to_owned()), body.to_owned());
        }
        Ok(may)
    }

    fn release_channel(&self, channel: &str, owner: &str) -> Result<(), Fault> {
        if let Some(lease) = self.shelf().post.leases.get_mut(channel).filter(|lease| lease.owner == owner) {
            lease.until.clear();
        }
        Ok(())
    }

    fn unplanned_notices(&self, limit: usize) -> Result<Vec<PendingNotice>, Fault> {
        let shelf = self.shelf();
        let unplanned = shelf.post.notices.values().filter(|planned| planned.at.is_none());
        Ok(unplanned.take(limit).map(|planned| planned.notice.clone()).collect())
    }

    fn plan_notices(&self, now: &str, plans: Vec<(u64, Vec<Address>)>) -> Result<(), Fault> {
        let post = &mut self.shelf().post;
        plans.into_iter().for_each(|(id, to)| post.plan(now, id, to));
        Ok(())
    }

    fn replan(&self, delivery: u64) -> Result<(), Fault> {
        let post = &mut self.shelf().post;
        if post.deliveries.get(&delivery).is_some_and(|it| it.ended_at.is_none())
            && let Some(it) = post.deliveries.remove(&delivery)
            && let Some(planned) = post.notices.get_mut(&it.notice)
        {
            planned.at = None;
        }
        Ok(())
    }

    fn defer(&self, delivery: u64, until: &str) -> Result<(), Fault> {
        let pending = |it: &&mut Delivery| it.ended_at.is_none();
        if let Some(it) = self.shelf().post.deliveries.get_mut(&delivery).filter(pending) {
            it.due_at = Some(until.to_owned());
        }
        Ok(())
    }

    fn pending_deliveries(
        &self,
        channel: &str,
        owner: &str,
        now: &str,
        limit: usize,
    ) -> Result<Vec<PendingDelivery>, Fault> {
        let post = &self.shelf().post;
        if !post.leases.get(channel).is_some_and(|lease| lease.is_of(owner, now)) {
            return Ok(Vec::new());
        }
        let mut waiting = BTreeSet::new();
        let mut ready = Vec::new();
        for (id, notice, it) in post.pending(channel) {
            let to = (&it.address, &notice.table, &notice.seat);
            let waits = it.due_at.as_deref().is_some_and(|due| due > now);
            if waits && it.attempts > 0 {
                waiting.insert(to);
            }
            if let Some(player) = post.at(&it.address)
                && !waits
                && !waiting.contains(&to)
                && ready.len() < limit
            {
                ready.push(PendingDelivery {
                    id,
                    notice: notice.clone(),
                    player: player.id.clone(),
                    address: it.address.clone(),
                    attempts: it.attempts,
                    waited: it.due_at.is_some(),
                });
            }
        }
        Ok(ready)
    }

    fn mark_delivered(&self, delivery: u64, now: &str, to: &str) -> Result<(), Fault> {
        if let Some(it) = self.shelf().post.deliveries.get_mut(&delivery) {
            // Also of one that was given up meanwhile: it has arrived.
            it.ended_at = Some(now.to_owned());
            it.outcome = Some(outbox::cut(to));
            it.delivered = true;
        }
        Ok(())
    }

    fn mark_outcome(&self, delivery: u64, outcome: &str) -> Result<(), Fault> {
        let ended = |it: &&mut Delivery| it.ended_at.is_some();
        if let Some(it) = self.shelf().post.deliveries.get_mut(&delivery).filter(ended) {
            it.outcome = Some(outbox::cut(outcome));
        }
        Ok(())
    }

    fn mark_failed(
        &self,
        delivery: u64,
        now: &str,
        retry_at: Option<&str>,
        trouble: &str,
    ) -> Result<(), Fault> {
        let pending = |it: &&mut Delivery| it.ended_at.is_none();
        if let Some(it) = self.shelf().post.deliveries.get_mut(&delivery).filter(pending) {
            it.attempts += 1;
            it.due_at = retry_at.map(str::to_owned);
            it.ended_at = if retry_at.is_none() { Some(now.to_owned()) } else { None };
            it.outcome = Some(outbox::cut(trouble));
            it.delivered = false;
        }
        Ok(())
    }

    fn notices_of(&self, table: &str, seat: &str, limit: usize) -> Result<Vec<KeptNotice>, Fault> {
        let post = &self.shelf().post;
        let theirs =
            post.notices.values().rev().filter(|it| it.notice.table == table && it.notice.seat == seat);
        let kept = theirs.flat_map(|planned| {
            let of_it: Vec<_> =
                post.deliveries.values().filter(|it| it.notice == planned.notice.id).collect();
            match of_it.is_empty() {
                true => vec![kept(planned, None)],
                false => of_it.into_iter().map(|it| kept(planned, Some(it))).collect(),
            }
        });
        Ok(kept.take(limit).collect())
    }

    fn oldest_pending(&self, channel: &str) -> Result<Option<(String, u64)>, Fault> {
        let post = &self.shelf().post;
        let unplanned = post.notices.values().filter(|planned| planned.at.is_none());
        let mut pending = post.pending(channel);
        // A delay without a failed try is for the player's sake, and no trouble of the channel.
        pending.retain(|(_, _, it)| it.due_at.is_none() || it.attempts > 0);
        let waits =
            unplanned.map(|planned| &planned.notice).chain(pending.into_iter().map(|(_, notice, _)| notice));
        Ok(waits.min_by_key(|notice| notice.id).map(|notice| (notice.table.clone(), notice.seq)))
    }

    fn prune_outbox(&self, before: &str) -> Result<usize, Fault> {
        let post = &mut self.shelf().post;
        post.deliveries.retain(|_, it| it.ended_at.as_deref().is_none_or(|at| at >= before));
        // After the old deliveries are gone: a notice stays while one of its own is left.
        let busy: BTreeSet<u64> = post.deliveries.values().map(|it| it.notice).collect();
        let count = post.notices.len();
        let stays =
            |id: &u64, it: &Planned| busy.contains(id) || it.at.as_deref().is_none_or(|at| at >= before);
        post.notices.retain(|id, it| stays(id, it));
        Ok(count - post.notices.len())
    }
}

/// A notice with the outcome of one delivery; without a delivery it had no recipient, once it was planned.
fn kept(planned: &Planned, delivery: Option<&Delivery>) -> KeptNotice {
    let PendingNotice { id, seq, seat, why, .. } = planned.notice.clone();
    let nobody = planned.at.as_ref().map(|_| NOBODY.to_owned());
    KeptNotice {
        id,
        seq,
        seat,
        why,
        channel: delivery.map(|it| it.address.kind.clone()),
        attempts: delivery.map_or(0, |it| it.attempts),
        due_at: delivery.and_then(|it| it.due_at.clone()),
        ended_at: delivery.map_or_else(|| planned.at.clone(), |it| it.ended_at.clone()),
        outcome: delivery.map_or(nobody, |it| it.outcome.clone()),
        delivered: delivery.is_some_and(|it| it.delivered),
    }
}
