//! A table while it is served, and why that ends early.

use crate::club::{ClubError, TableStatus};
use crate::door::discord::api::post::ApiError;
use crate::door::discord::id::Id;
use crate::door::discord::table_thread::TableThread;
use crate::words::Lang;

/// Why a turn ends before everything is sent.
pub(super) enum Stop {
    /// Discord did not carry out the request.
    ApiError(ApiError),
    /// The store cannot be read or written.
    Broken(ClubError),
    /// This process is not to send any more, or the table is not played here any more.
    Halted,
}

impl From<ApiError> for Stop {
    fn from(trouble: ApiError) -> Stop {
        Stop::ApiError(trouble)
    }
}

impl From<ClubError> for Stop {
    fn from(broken: ClubError) -> Stop {
        Stop::Broken(broken)
    }
}

/// A table while it is served.
pub(super) struct TableWork {
    pub(super) thread: TableThread,
    pub(super) status: TableStatus,
    /// The players to move who are not in the server.
    pub(super) left: Vec<Id>,
    /// What the owner still has to fix, although everything else can be sent.
    pub(super) still: Option<String>,
    /// True if a posted message there still needs an update.
    pub(super) behind: bool,
}

impl TableWork {
    /// The present place of the table.
    pub(super) fn place(&self) -> Id {
        self.thread.id.unwrap_or(self.thread.channel)
    }

    pub(super) fn lang(&self) -> Lang {
        self.thread.lang()
    }
}
