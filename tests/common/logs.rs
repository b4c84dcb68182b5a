//! The log lines of one thread, heard whole while other tests run.

use tracing::subscriber::{DefaultGuard, NoSubscriber, set_default};
use tracing::{Dispatch, Subscriber};

/// Hears what this thread logs, until it is dropped.
pub struct Heard {
    _heard: DefaultGuard,
    _second: Dispatch,
}

impl Heard {
    /// Hears by this subscriber.
    pub fn by(subscriber: impl Subscriber + Send + Sync + 'static) -> Heard {
        // Whether anybody wants a line is found out once. With one subscriber alone, the first thread that comes to the line is
        // asked, and a thread of another test says no for all. With two, each subscriber is asked.
        let second = Dispatch::new(NoSubscriber::default());
        Heard { _heard: set_default(subscriber), _second: second }
    }
}
