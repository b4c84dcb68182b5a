//! Who does the work of `serve`: the parts that the program puts together.

use std::sync::Arc;

use serenity::futures::future::BoxFuture;
use serenity::http::Http;
use tokio::sync::watch;

use crate::door::discord::answering::Handle;

/// Now, in seconds since 1970.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;
/// Whether the store can be read. It may block.
pub type Alive = Arc<dyn Fn() -> Result<(), String> + Send + Sync>;
/// Sends what waits to be sent over a client of Discord's, until the watched value is `true`; then gives its lease back.
pub type SendMessages = Box<dyn FnOnce(Arc<Http>, watch::Receiver<bool>) -> BoxFuture<'static, ()> + Send>;
/// Registers the commands; on trouble says what, and is called again later. The client knows its application's id.
pub type Register = Arc<dyn Fn(Arc<Http>) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// Who does the work.
pub struct Crew {
    /// What answers calls.
    pub handle: Arc<dyn Handle>,
    /// Whether the store can be read.
    pub alive: Alive,
    /// The clock.
    pub now: Clock,
    /// What sends messages.
    pub courier: SendMessages,
    /// What registers the commands.
    pub register: Register,
}
