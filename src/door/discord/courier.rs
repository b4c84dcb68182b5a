//! The courier: sends everything that is no answer to an interaction. For each table, in this order: its thread, the notices
//! that are due, the report of what happened with the calls of those who decide next; then what brings up to date what stands there already: the members of the
//! thread, the pings that were answered, the message that the thread hangs on, the status message. Each of these waits alone
//! where Discord puts it off. Tables do not wait for each other.
//! The order, and what is added to a message that is there instead of sent in another, are planned by a plain function.
//!
//! | part | what it does |
//! |---|---|
//! | `turn` | one table's turn: the steps in their order, and what becomes of trouble |
//! | `table_work` | a table while it is served, and why that ends early |
//! | [`buttons`] | what can be clicked on below what the courier sends |
//! | `thread` | makes the thread, and another when it is gone |
//! | `members` | adds whoever sits down to the thread |
//! | `left` | players who have left the server |
//! | [`plan`] | what is sent next, and in which order |
//! | `report` | what happened, page by page |
//! | `status` | the status message: pinned, edited in place |
//! | `personal` | what single users are told that no log tells |
//! | `notices` | pings and direct messages |
//! | `digest` | reminders of several tables in one direct message |
//! | `pings` | pings that were answered, which are deleted |
//! | [`hands`] | hands that stay in a direct message, by the choice of their players |
//! | `text` | what all of these say |
//! | [`outcome`] | what came of a notice, as it is kept and as players are told |
//! | `retry_state` | what is remembered between turns: who is busy, who has to wait |
//!
//! Whatever is sent has a nonce that follows from what it is, and is noted after it was sent: a crash or a lost answer
//! leads to the same request again, and Discord sends it once.

pub mod buttons;
mod digest;
pub mod hands;
mod left;
mod members;
mod notices;
pub mod outcome;
mod personal;
mod pings;
pub mod plan;
mod report;
pub mod retry_state;
mod status;
mod table_work;
pub mod text;
mod thread;
mod turn;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, Notify, Semaphore};
use tokio::task::JoinSet;

use super::DOOR;
use super::api::post::DiscordApi;
use crate::club::delivery::{self, DueDelivery};
use crate::club::{Club, ClubError};
use crate::door::discord::threads::DiscordThreads;
use crate::observe;
use crate::table::notices::{INVITED, REQUEST, is_of_question, is_of_readiness};
use crate::waits::Waits;
use crate::words::Words;
use buttons::Buttons;
use retry_state::RetryState;
use table_work::Stop;

/// Most tables that are served at once.
const TABLES_AT_ONCE: usize = 16;
/// Most notices taken up at once.
const NOTICES_AT_ONCE: usize = 256;
/// The interval at which tables whose wait is over are looked for.
const PULSE: Duration = Duration::from_secs(1);
/// Pulses between checks for changes made by other doors and processes.
const PULSES_A_ROUND: u64 = 10;
/// Pulses between looks at all tables, for changes that neither log nor thread shows, such as a player's new name.
const PULSES_A_SWEEP: u64 = 300;
/// Pulses between deletions of old records.
const PULSES_A_CLEANING: u64 = 3600;
/// Seconds between renewals of the lease, which lasts several times as long.
const LEASE_RENEWED_SECONDS: u64 = 10;

tokio::task_local! {
    /// The lease under which a job began: it sends nothing under another.
    static LEASE: u64;
}

/// Returns whether a message asks something, so that it must be deleted once that is settled.
fn is_asking(why: &str) -> bool {
    is_of_question(why) || is_of_readiness(why) || [INVITED, REQUEST].contains(&why)
}

/// The lease under which this job began.
fn own_lease() -> Result<u64, ClubError> {
    LEASE.try_with(|lease| *lease).map_err(ClubError::failed)
}

/// The sender of all messages that answer no interaction. Clones share their memory.
pub struct Courier<P: DiscordApi> {
    shared: Arc<Shared<P>>,
}

impl<P: DiscordApi> Clone for Courier<P> {
    fn clone(&self) -> Courier<P> {
        Courier { shared: Arc::clone(&self.shared) }
    }
}

struct Shared<P: DiscordApi> {
    club: Arc<Club>,
    post: Arc<P>,
    words: Arc<Words>,
    buttons: Arc<dyn Buttons>,
    pictures: bool,
    waits: Waits,
    memory: RetryState,
    wake: Notify,
    slots: Semaphore,
    stopping: AtomicBool,
    /// Held while it is found out which tables have something to do, so that none is taken up twice.
    rounds: Mutex<()>,
}

/// Which tables are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    /// All of them.
    All,
    /// Tables whose log or thread has changed since everything was sent there, and tables that were called.
    Changed,
    /// Those where something happened, and those whose wait is over.
    Called,
}

impl<P: DiscordApi> Courier<P> {
    /// A courier of this club; with `pictures`, reports and the status message carry them.
    pub fn new(
        club: Arc<Club>,
        post: Arc<P>,
        words: Arc<Words>,
        buttons: Arc<dyn Buttons>,
        waits: Waits,
        pictures: bool,
    ) -> Courier<P> {
        let shared = Shared {
            club,
            post,
            words,
            buttons,
            pictures,
            waits,
            memory: RetryState::default(),
            wake: Notify::new(),
            slots: Semaphore::new(TABLES_AT_ONCE),
            stopping: AtomicBool::new(false),
            rounds: Mutex::default(),
        };
        Courier { shared: Arc::new(shared) }
    }

    /// The number of report pages that Discord has refused for good.
    pub fn lost_pages(&self) -> u64 {
        self.shared.memory.lost_pages()
    }

    /// Says that something happened at a table. It never blocks.
    pub fn wake(&self, table: &str) {
        self.shared.memory.wake(table);
        self.shared.wake.notify_one();
    }

    /// Looks at every table once and sends what is due there, unless another process has the lease.
    ///
    /// # Errors
    /// A store that cannot be read or written.
    pub async fn tick(&self) -> Result<(), ClubError> {
        let mut jobs = JoinSet::new();
        self.shared.begin(Round::All, &mut jobs).await?;
        while jobs.join_next().await.is_some() {}
        Ok(())
    }

    /// Sends until `stop` is over, then finishes the current messages and gives the lease back.
    pub async fn run(self, stop: impl Future<Output = ()> + Send) {
        let mut jobs = JoinSet::new();
        let waits = self.shared.waits.clone();
        let mut pulses = 0_u64;
        let pulse = waits.pause(Duration::ZERO);
        let mut changes = self.shared.club.changes();
        tokio::pin!(stop, pulse);
        loop {
            let round = tokio::select! {
                () = &mut stop => break,
                () = &mut pulse => {
                    pulse.set(waits.pause(PULSE));
                    pulses += 1;
                    match pulses {
                        // The first pulse, at once, is number 1: after a start all tables are looked at.
                        _ if pulses % PULSES_A_SWEEP == 1 => Round::All,
                        _ if pulses % PULSES_A_ROUND == 1 => Round::Changed,
                        _ => Round::Called,
                    }
                }
                () = self.shared.wake.notified() => Round::Called,
                changed = changes.next() => match changed {
                    Some(tables) => {
                        tables.iter().for_each(|table| self.shared.memory.wake(table));
                        Round::Called
                    }
                    // News were lost, so any table may have changed.
                    None => Round::All,
                },
                // A table that was woken while it was served can be taken up only after its job.
                Some(_) = jobs.join_next() => Round::Called,
            };
            if let Err(broken) = self.shared.begin(round, &mut jobs).await {
                tracing::error!(%broken, "nothing can be sent");
            }
            if pulses % PULSES_A_CLEANING == 1 && round == Round::All {
                self.shared.clean().await;
            }
        }
        self.shared.stopping.store(true, Ordering::Relaxed);
        while jobs.join_next().await.is_some() {}
        // Last, because from here on another process may send.
        if let Err(broken) = self.shared.ask(|club| club.leases().release(DOOR)).await {
            tracing::error!(%broken, "the right to send is not given back");
        }
    }
}

impl<P: DiscordApi> Shared<P> {
    /// Takes up every table that has something to do and is not being served.
    async fn begin(self: &Arc<Self>, round: Round, jobs: &mut JoinSet<()>) -> Result<(), ClubError> {
        let _alone = self.rounds.lock().await;
        let now = self.club.now();
        let called = self.memory.called(now);
        // Nothing has happened here, so the store is not asked either.
        if round == Round::Called && called.is_empty() {
            return Ok(());
        }
        let Some(lease) = self.lease().await? else {
            // The process with the lease reports how long something waits.
            observe::outbox_age(DOOR, 0);
            return Ok(());
        };
        // Ask for the busy tables before the due ones, so that something a job records as sent in between is not taken up
        // again.
        let busy = self.memory.busy();
        let mut due: BTreeMap<String, Vec<DueDelivery>> = BTreeMap::new();
        let (together, mut single) =
            delivery::gathered(self.ask(|club| DiscordThreads(club).due_in_discord(NOTICES_AT_ONCE)).await??);
        for reminders in together {
            let place = digest::place_of(&reminders);
            if busy.contains(&place) {
                continue;
            }
            let (digest, by_itself) = self.part(reminders, lease).await?;
            single.extend(by_itself);
            if let Some(digest) = digest {
                let (shared, place) = (Arc::clone(self), self.memory.occupy(&place));
                jobs.spawn(LEASE.scope(lease, async move { shared.tell_digest(digest, place).await }));
            }
        }
        // Reminders that left a digest were appended; notices go out in the order in which they were written.
        single.sort_by_key(|due| due.id);
        for notice in single {
            due.entry(notice.table.clone()).or_default().push(notice);
        }
        let mut tables: BTreeSet<String> = called;
        tables.extend(due.keys().cloned());
        // Called rounds follow every change of a table and every finished job. The rest can wait for another round.
        if round != Round::Called {
            let since = self.ask(|club| club.deliveries().waiting_since(DOOR)).await??;
            observe::outbox_age(DOOR, since.map_or(0, |since| now - since));
            let shared = Arc::clone(self);
            jobs.spawn(LEASE.scope(lease, async move {
                if let Err(Stop::Broken(broken)) = shared.tell_personally().await {
                    tracing::error!(%broken, "what concerns single users is not told");
                }
            }));
            tables.extend(self.awake(round).await?);
        }
        for table in tables {
            if !busy.contains(&table) && !self.memory.waits(&table, now) {
                // Marked before the job runs, because the next round may begin before it does.
                let place = self.memory.occupy(&table);
                let notices = due.remove(&table).unwrap_or_default();
                let shared = Arc::clone(self);
                jobs.spawn(LEASE.scope(lease, async move {
                    shared.serve(&table, notices).await;
                    drop(place);
                }));
            }
        }
        Ok(())
    }

    /// The tables to look at although nothing called for them.
    async fn awake(&self, round: Round) -> Result<Vec<String>, ClubError> {
        let looked = self.ask(|club| {
            Ok::<_, ClubError>((
                DiscordThreads(club).threads()?,
                pings::pinged_tables(club)?,
                club.records().last_entries()?,
            ))
        });
        let (threads, pinged, lasts) = looked.await??;
        let mut told: BTreeSet<String> = BTreeSet::new();
        let mut awake = Vec::new();
        for thread in threads {
            let is_up_to_date =
                round == Round::Changed && self.memory.is_up_to_date(&thread, lasts.get(&thread.table));
            if is_up_to_date {
                told.insert(thread.table);
            } else if !self.memory.rests(&thread.table) {
                awake.push(thread.table);
            }
        }
        // A ping may be at a table without a thread, or at one that rests, and still has to be deleted.
        awake.extend(pinged.into_iter().filter(|table| !told.contains(table)));
        Ok(awake)
    }

    /// The lease under which this process may send; none while another has the right to, or it is stopping.
    async fn lease(&self) -> Result<Option<u64>, ClubError> {
        if self.stopping.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let now = self.club.now();
        if let Some(number) = self.memory.leased_since(now, LEASE_RENEWED_SECONDS) {
            return Ok(Some(number));
        }
        let number = self.ask(|club| club.leases().take_numbered(DOOR)).await??;
        self.memory.note_lease(number.map(|number| (now, number)));
        Ok(number)
    }

    /// Returns whether the job that asks may send something now: under the lease that it began under, which the store knows
    /// before it goes out. A process that stood still meanwhile may have lost that.
    async fn may_send(&self) -> Result<bool, ClubError> {
        if self.stopping.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let lease = own_lease()?;
        let may = self.ask(move |club| club.leases().begin_sending(DOOR, lease)).await??;
        // The next round asks the store instead of trusting the remembered lease.
        if !may {
            self.memory.note_lease(None);
        }
        Ok(may)
    }

    async fn clean(&self) {
        match self.ask(|club| club.deliveries().forget_old()).await {
            Ok(Ok(())) => {}
            Ok(Err(broken)) | Err(broken) => {
                tracing::error!(%broken, "what is old is not forgotten")
            }
        }
    }

    /// Asks the club on a thread that may block.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Club) -> T + Send + 'static,
    ) -> Result<T, ClubError> {
        let club = Arc::clone(&self.club);
        tokio::task::spawn_blocking(move || question(&club)).await.map_err(ClubError::failed)
    }
}
