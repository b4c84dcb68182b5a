//! What a session needs beside the table and the seat.

use std::sync::Arc;

use crate::club::browser::BrowserLinks;
use crate::club::door::Door;
use crate::club::page::PageLinks;
use crate::club::thought::ComputerKey;
use crate::table::{Caller, Platform};

/// What a session needs beside the table and the seat.
pub struct SessionContext {
    /// The player at their door.
    pub caller: Caller,
    /// Randomness, for players who are new here.
    pub platform: Arc<dyn Platform>,
    /// The links of pages, where this server shows any.
    pub links: Option<Arc<PageLinks>>,
    /// The board in the browser, where this server has it.
    pub browser: Option<Arc<BrowserLinks>>,
    /// The key of computer players, where this server has one.
    pub computers: Option<ComputerKey>,
    /// The door they come by.
    pub door: Arc<dyn Door>,
    /// The id of the outside message they act under, if their door has message ids.
    pub key: Option<String>,
}
