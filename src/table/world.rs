//! Clock and randomness: the edge of the table service, injected.

use chrono::{DateTime, SecondsFormat, Utc};

use crate::seal::SealError;

/// Where time and fresh randomness come from.
pub trait World: Send + Sync {
    /// The time now.
    fn now(&self) -> DateTime<Utc>;

    /// Fills `bytes` with randomness nobody can foresee: seeds and ids come from it.
    ///
    /// # Errors
    /// [`SealError::NoRandomness`] when there is none.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError>;
}

/// The operating system's clock and randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl World for System {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        getrandom::fill(bytes).map_err(|error| SealError::NoRandomness(error.to_string()))
    }
}

/// The time now as the log writes it: RFC 3339, UTC, milliseconds, `Z`.
pub fn stamp(world: &dyn World) -> String {
    world.now().to_rfc3339_opts(SecondsFormat::Millis, true)
}
