//! Which shards are this process's, where several share a database.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::club::sharing::SharedWork;
use crate::club::{Club, ClubError};
use crate::config::serving::Shards;
use crate::waits::Waits;

/// The interval between divisions of the shards: a third of a shard's lease.
pub(super) const DIVIDED_EVERY: Duration = Duration::from_secs(3);

/// Leases that divide shards among processes. They may block.
pub trait ShardLeases: Send + Sync {
    /// Takes and renews shards for this process, which holds `held`; returns the shards it has from now on.
    ///
    /// # Errors
    /// A fault of the store.
    fn share(&self, of: Shards, held: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String>;
    /// Gives a shard back.
    ///
    /// # Errors
    /// A fault of the store.
    fn give_back(&self, of: Shards, shard: u32) -> Result<(), String>;
    /// Announces that this process takes no more shards.
    ///
    /// # Errors
    /// A fault of the store.
    fn leave(&self, of: Shards) -> Result<(), String>;
}

impl ShardLeases for Club {
    fn share(&self, of: Shards, held: &BTreeSet<u32>) -> Result<BTreeSet<u32>, String> {
        self.leases().share_work(&work(of), held).map_err(|trouble| trouble.to_string())
    }

    fn give_back(&self, of: Shards, shard: u32) -> Result<(), String> {
        self.leases().give_part_back(&work(of), shard).map_err(|trouble| trouble.to_string())
    }

    fn leave(&self, of: Shards) -> Result<(), String> {
        self.leases().leave_work(&work(of)).map_err(|trouble| trouble.to_string())
    }
}

/// Shards out of another number are others.
fn work(of: Shards) -> SharedWork {
    SharedWork { name: format!("gateway/{}", of.total), parts: of.first..of.first + of.count }
}

/// The division of the shards, and the clock for its interval.
#[derive(Clone)]
pub struct Division {
    /// The leases that divide them.
    pub leases: Arc<dyn ShardLeases>,
    /// The clock of the leases.
    pub waits: Waits,
}

impl Division {
    /// Asks on a thread that may block.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn ShardLeases) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let leases = self.leases.clone();
        let asked = tokio::task::spawn_blocking(move || question(&*leases)).await;
        asked.map_err(|error| ClubError::failed(error).to_string())?
    }
}
