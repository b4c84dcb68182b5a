//! A store whose process is killed after so many writes: from then on nothing is read or written any more.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use wardroom::log::Fault;

use crate::common::interposed::{Between, Interposed};
use crate::common::store;

/// Who sends. Processes come one after the other here, and none waits until the right of a dead one has lapsed.
const SENDER: &str = "one";
/// More writes than anybody makes.
const ENDLESS: u64 = u64::MAX;

/// What is done at the moment of a kill.
type Kill = Box<dyn Fn() + Send>;

/// Burns down with every write of a process.
pub struct Burning {
    left: AtomicU64,
    kill: Mutex<Option<Kill>>,
}

/// A store that outlives the processes that use it.
pub type Fuse = Interposed<Burning>;

impl Fuse {
    pub fn new() -> Fuse {
        let between = Burning { left: AtomicU64::new(ENDLESS), kill: Mutex::default() };
        Interposed::over(store::new(), between)
    }

    /// What is done at the moment of a kill beside that the store is reached no more.
    pub fn kills(&self, kill: impl Fn() + Send + 'static) {
        *self.between.kill.lock().unwrap() = Some(Box::new(kill));
    }

    /// The process lives on for so many writes; without a number, on and on.
    pub fn lasts(&self, writes: Option<u64>) {
        self.between.left.store(writes.unwrap_or(ENDLESS), Ordering::SeqCst);
    }

    pub fn left(&self) -> u64 {
        self.between.left.load(Ordering::SeqCst)
    }

    pub fn is_burnt(&self) -> bool {
        self.left() == 0
    }
}

impl Between for Burning {
    fn reads(&self) -> Result<(), Fault> {
        match self.left.load(Ordering::SeqCst) {
            0 => Err(Fault::Busy { what: "killed".to_owned() }),
            _ => Ok(()),
        }
    }

    fn wrote(&self, _: &'static str, _: bool) {
        let left = self.left.load(Ordering::SeqCst);
        if left != ENDLESS {
            self.left.store(left.saturating_sub(1), Ordering::SeqCst);
            if left == 1
                && let Some(kill) = &*self.kill.lock().unwrap_or_else(PoisonError::into_inner)
            {
                kill();
            }
        }
    }

    fn owner<'a>(&'a self, _: &'a str) -> &'a str {
        SENDER
    }
}
