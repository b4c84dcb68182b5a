//! The shards of this process, each kept connected for as long as this process holds it.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;

use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use twilight_gateway::ShardId;

use super::Rejected;
use super::division::{DIVIDED_EVERY, Division};
use super::shard::{Line, Means};
use crate::config::serving::Shards;
use crate::observe::Muted;

/// The shards of this process, each kept connected by a task of its own.
pub(super) struct Lines {
    of: Shards,
    division: Division,
    means: Means,
    /// The switches that stop each.
    stops: BTreeMap<u32, watch::Sender<bool>>,
    tasks: JoinSet<(u32, Result<(), Rejected>)>,
    muted: Muted,
}

impl Lines {
    pub(super) fn new(of: Shards, division: Division, means: Means) -> Lines {
        let (stops, tasks, muted) = (BTreeMap::new(), JoinSet::new(), Muted::default());
        Lines { of, division, means, stops, tasks, muted }
    }

    /// Keeps them connected until `stop`, and gives them back.
    pub(super) async fn keep(mut self, stop: watch::Receiver<bool>) -> Result<(), Rejected> {
        let outcome = self.until(stop).await;
        for stop in self.stops.values() {
            stop.send_replace(true);
        }
        while let Some(ended) = self.tasks.join_next().await {
            // The caller gets the reason of the first one that ended.
            let _ = self.ended(ended).await;
        }
        // Of one that failed it is not known which it was.
        for shard in std::mem::take(&mut self.stops).into_keys() {
            self.give_back(shard).await;
        }
        let of = self.of;
        if let Err(trouble) = self.division.ask(move |leases| leases.leave(of)).await {
            tracing::warn!(trouble, "other processes are not told that this one takes no more shards");
        }
        outcome
    }

    async fn until(&mut self, mut stop: watch::Receiver<bool>) -> Result<(), Rejected> {
        let waits = self.division.waits.clone();
        loop {
            // A store that does not answer holds up no stop.
            tokio::select! {
                () = self.divide() => {}
                _ = stop.wait_for(|stop| *stop) => return Ok(()),
            }
            let mut pause = pin!(waits.pause(DIVIDED_EVERY));
            loop {
                let ended = tokio::select! {
                    () = &mut pause => break,
                    Some(ended) = self.tasks.join_next() => ended,
                    _ = stop.wait_for(|stop| *stop) => return Ok(()),
                };
                if !self.ended(ended).await? {
                    return Ok(());
                }
            }
        }
    }

    /// Starts the shards that this process holds from now on, and ends the lost ones. While the store does not answer it keeps
    /// its shards: others cannot take them either.
    async fn divide(&mut self) {
        // A shard told to stop is held no more, though it may still be closing: the others are kept first.
        let held: BTreeSet<u32> =
            self.stops.iter().filter(|(_, stop)| !*stop.borrow()).map(|(shard, _)| *shard).collect();
        let (of, asked) = (self.of, held.clone());
        let own = match self.division.ask(move |leases| leases.share(of, &asked)).await {
            Ok(own) => own,
            Err(trouble) => {
                if let Some(muted) = self.muted.hear(&trouble, self.means.waits.now()) {
                    tracing::warn!(trouble, muted, "it is not known which shards are this process's");
                }
                return;
            }
        };
        self.means.state.want(own.len(), self.means.waits.now());
        if own == held {
            return;
        }
        tracing::info!(shards = ?own, total = self.of.total, "the shards of this process");
        for shard in held.difference(&own) {
            self.stops.get(shard).map(|stop| stop.send_replace(true));
        }
        for shard in own {
            // One that has not ended yet is begun again when it has.
            self.stops.entry(shard).or_insert_with(|| {
                let (stop, stopped) = watch::channel(false);
                let line = Line { id: ShardId::new(shard, self.of.total), means: self.means.clone() };
                self.tasks.spawn(async move { (shard, line.keep(stopped).await) });
                stop
            });
        }
    }

    /// Gives back an ended shard; returns whether the others go on.
    async fn ended(
        &mut self,
        ended: Result<(u32, Result<(), Rejected>), JoinError>,
    ) -> Result<bool, Rejected> {
        match ended {
            Ok((shard, outcome)) => {
                self.stops.remove(&shard);
                self.give_back(shard).await;
                outcome.map(|()| true)
            }
            Err(error) => {
                tracing::error!(panicked = error.is_panic(), "a shard failed");
                Ok(false)
            }
        }
    }

    async fn give_back(&self, shard: u32) {
        let of = self.of;
        if let Err(trouble) = self.division.ask(move |leases| leases.give_back(of, shard)).await {
            tracing::warn!(shard, trouble, "a shard is not given back");
        }
    }
}
