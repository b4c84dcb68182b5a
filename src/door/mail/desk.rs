//! The order in which mails are worked on: one after another for each person and each table, side by side otherwise.
//!
//! A mail takes a place in the queue of its writer's address and in that of its table when it is read. When it is the first in
//! both, it waits for one of a few hands, which composes, draws and sends its answer. So the answers to one person go out in
//! the order of their mails, and nobody waits for a server that takes long over somebody else's address.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore, SemaphorePermit};

/// Mails that are worked on at a time: a few more than there are connections to a relay, so that answers are composed meanwhile.
pub const HANDS: usize = 56;
/// The most of those that are from strangers.
const HANDS_FOR_STRANGERS: usize = 4;

/// How long what is under way is waited for when the program stops: less than it waits for the door.
pub(super) const STOP: Duration = Duration::from_secs(8);

/// The queues, and the hands that work on what comes first in them.
pub struct Desk {
    hands: Semaphore,
    count: u32,
    for_strangers: Semaphore,
    /// What takes seconds to work out is done one after another, beside the hands.
    slow: Semaphore,
    queues: Mutex<Queues>,
    moved: Notify,
    closed: AtomicBool,
    /// The marks of what is being sent unasked.
    under_way: Mutex<BTreeSet<String>>,
}

#[derive(Default)]
struct Queues {
    next: u64,
    by_key: BTreeMap<String, VecDeque<u64>>,
}

/// A place in the queues; dropping it gives it up.
pub struct QueuePlace {
    desk: Arc<Desk>,
    number: u64,
    keys: Vec<String>,
}

/// A hand at work; dropping it frees it.
pub struct Hand<'a> {
    _held: [Option<SemaphorePermit<'a>>; 2],
}

/// The marks that something is being sent; dropping it takes them away.
pub struct UnderWay {
    desk: Arc<Desk>,
    marks: Vec<String>,
}

/// The queue of the mails from and to an address.
pub(super) fn queue_of(address: &str) -> String {
    format!("address {address}")
}

impl Desk {
    /// A desk with so many hands; [`HANDS`] is usual.
    pub fn new(hands: usize) -> Desk {
        Desk {
            hands: Semaphore::new(hands),
            count: u32::try_from(hands).unwrap_or(u32::MAX),
            for_strangers: Semaphore::new(hands.min(HANDS_FOR_STRANGERS)),
            slow: Semaphore::new(1),
            queues: Mutex::default(),
            moved: Notify::new(),
            closed: AtomicBool::new(false),
            under_way: Mutex::default(),
        }
    }

    /// Takes a place at the end of each of these queues.
    pub fn queue(self: &Arc<Self>, keys: Vec<String>) -> QueuePlace {
        let mut queues = self.queues();
        let number = queues.next;
        queues.next += 1;
        for key in &keys {
            queues.by_key.entry(key.clone()).or_default().push_back(number);
        }
        QueuePlace { desk: self.clone(), number, keys }
    }

    /// Waits for a free hand; `None` once the desk is closed.
    pub async fn hand(&self, for_stranger: bool) -> Option<Hand<'_>> {
        // Their own few come first: a stranger who waits holds no hand meanwhile.
        let stranger = match for_stranger {
            true => Some(self.for_strangers.acquire().await.ok()?),
            false => None,
        };
        let hand = self.hands.acquire().await.ok()?;
        // The desk may have been closed during the wait: then nothing more begins.
        (!self.closed.load(Ordering::SeqCst)).then_some(Hand { _held: [Some(hand), stranger] })
    }

    /// Waits until nothing else is being worked out; `None` once the desk is closed.
    pub async fn alone(&self) -> Option<Hand<'_>> {
        let alone = self.slow.acquire().await.ok()?;
        (!self.closed.load(Ordering::SeqCst)).then_some(Hand { _held: [Some(alone), None] })
    }

    /// Waits until no hand is at work, and keeps all of them until the value is dropped.
    pub async fn still(&self) -> Option<Hand<'_>> {
        Some(Hand { _held: [Some(self.hands.acquire_many(self.count).await.ok()?), None] })
    }

    /// Lets no further mail begin. What is under way goes on.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
    }

    /// Marks what is being sent.
    pub fn begin(self: &Arc<Self>, marks: impl IntoIterator<Item = String>) -> UnderWay {
        let marks: Vec<String> = marks.into_iter().collect();
        self.marks().extend(marks.iter().cloned());
        UnderWay { desk: self.clone(), marks }
    }

    /// The marks of all that is being sent.
    pub fn under_way(&self) -> BTreeSet<String> {
        self.marks().clone()
    }

    fn marks(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueuePlace {
    /// Waits until it is the first in all of its queues.
    pub async fn comes(&self) {
        loop {
            let mut moved = std::pin::pin!(self.desk.moved.notified());
            // Waits from before the look on, so that a place that is given up in between still wakes it.
            moved.as_mut().enable();
            if self.is_first() {
                return;
            }
            moved.await;
        }
    }

    fn is_first(&self) -> bool {
        let queues = self.desk.queues();
        self.keys.iter().all(|key| queues.by_key.get(key).and_then(VecDeque::front) == Some(&self.number))
    }

    /// Gives up the place in all queues but that of `key`.
    pub fn keep_only(&mut self, key: &str) {
        let (kept, left): (Vec<String>, Vec<String>) =
            std::mem::take(&mut self.keys).into_iter().partition(|of| of == key);
        self.keys = kept;
        self.leave(&left);
    }

    fn leave(&self, keys: &[String]) {
        let mut queues = self.desk.queues();
        for key in keys {
            if let Some(queue) = queues.by_key.get_mut(key) {
                queue.retain(|number| *number != self.number);
                if queue.is_empty() {
                    queues.by_key.remove(key);
                }
            }
        }
        drop(queues);
        self.desk.moved.notify_waiters();
    }
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let keys = std::mem::take(&mut self.keys);
        self.leave(&keys);
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut marks = self.desk.marks();
        for mark in &self.marks {
            marks.remove(mark);
        }
    }
}
