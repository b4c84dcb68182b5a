//! Discord's REST interface: what the courier needs of it, what can go wrong there, and the one client of it.
//!
//! | part | what it does |
//! |---|---|
//! | [`rest`] | the client: every request of this door goes through it |
//! | `channels` | messages and threads |
//! | `answers` | answers to interactions |
//! | `rate_buckets` | rate limits |
//! | `outcome` | what Discord's answers mean |

mod answers;
mod channels;
pub mod outcome;
pub mod rate_buckets;
pub mod rest;

use std::future::Future;

use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::Message;

/// The bot's requests to Discord, apart from answers to interactions. Every call ends within a bounded time.
pub trait DiscordApi: Send + Sync + 'static {
    /// Opens a thread at a message, and gives the thread's id; one that is open there already is as good.
    fn open_thread(&self, channel: Id, message: Id, name: &str)
    -> impl Future<Output = ApiResult<Id>> + Send;
    /// Adds a user to a thread; a no-op for a member.
    fn add_member(&self, thread: Id, user: Id) -> impl Future<Output = ApiResult<()>> + Send;
    /// Returns whether a user is a member of a server.
    fn is_member(&self, guild: Id, user: Id) -> impl Future<Output = ApiResult<bool>> + Send;
    /// Takes a thread out of the archive.
    fn unarchive(&self, thread: Id) -> impl Future<Output = ApiResult<()>> + Send;
    /// Gives a thread another name.
    fn rename(&self, thread: Id, name: &str) -> impl Future<Output = ApiResult<()>> + Send;
    /// Gives a post of a forum the wanted ones of the forum's tags, in place of others of ours. Nothing is done where the forum has
    /// none of them, or is a channel of another kind.
    fn tag(&self, forum: Id, post: Id, tags: &ForumTags) -> impl Future<Output = ApiResult<()>> + Send;
    /// Sends a message to a channel or thread. Under the same nonce Discord creates one message only, within a few minutes.
    fn send(
        &self,
        channel: Id,
        nonce: &str,
        message: &Message,
    ) -> impl Future<Output = ApiResult<SentMessage>> + Send;
    /// Changes a message.
    fn edit(&self, channel: Id, message: Id, to: &Message) -> impl Future<Output = ApiResult<()>> + Send;
    /// Deletes a message.
    fn delete(&self, channel: Id, message: Id) -> impl Future<Output = ApiResult<()>> + Send;
    /// Pins a message; one that is pinned already stays so.
    fn pin(&self, channel: Id, message: Id) -> impl Future<Output = ApiResult<()>> + Send;
    /// The channel of direct messages to a user.
    fn open_dm(&self, user: Id) -> impl Future<Output = ApiResult<Id>> + Send;
}

/// A message that was sent, as Discord has it: under a nonce that it knows that is the earlier one, whatever its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentMessage {
    /// Its id.
    pub id: Id,
    /// True if it is a card, as which alone it can be edited.
    pub card: bool,
}

/// Tags of a forum, by their names in small letters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForumTags {
    /// All that this program sets and takes away.
    pub ours: Vec<String>,
    /// Those of them that the post is to have.
    pub wanted: Vec<String>,
}

/// Discord's answer.
pub type ApiResult<T> = Result<T, ApiError>;

/// Why Discord did not do it
/// (<https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes>).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// It may work later: too many requests, trouble on Discord's side or on the way.
    Later {
        /// The cause; it tells if anything was done.
        cause: Cause,
        /// Seconds to wait at least, if Discord names a number.
        seconds: Option<u64>,
        /// The error, for the log.
        reason: String,
    },
    /// The channel or the thread is not there: a second look found the same.
    Gone,
    /// The message is not there.
    NoMessage,
    /// The thread is archived, and the request needs an open one.
    Archived,
    /// The owner has to mend something first.
    Forbidden(Missing),
    /// The user takes no direct messages from the bot.
    ClosedDm,
    /// The interaction is not known: not yet, or no longer.
    NoInteraction,
    /// It will never work: the request is wrong. With Discord's message.
    Never(String),
}

/// Why it may work later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Discord wants less haste: nothing was done.
    Haste,
    /// Discord was not reached: nothing was done.
    Unreached,
    /// It failed at Discord or on the way back: it may have been done or not.
    Unsure,
    /// It was refused for now, by Discord or by something on the way there: nothing was done.
    Refused,
}

impl ApiError {
    /// Seconds to wait before a retry, if Discord names a number.
    pub fn seconds(&self) -> Option<u64> {
        match self {
            ApiError::Later { seconds, .. } => *seconds,
            _ => None,
        }
    }

    /// True if Discord takes no request at all until the owner mends the token: that says nothing of the one that was refused.
    pub fn is_of_token(&self) -> bool {
        matches!(self, ApiError::Forbidden(Missing::Token))
    }

    /// Why it may work later, if it may.
    pub fn cause(&self) -> Option<Cause> {
        match self {
            ApiError::Later { cause, .. } => Some(*cause),
            _ => None,
        }
    }
}

/// The missing thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The bot cannot see the channel, or is no member of the server.
    Access,
    /// A permission.
    Permission,
    /// The thread is locked.
    Unlocked,
    /// The server has as many active threads as it may.
    RoomForThreads,
    /// The channel has as many pins as it may.
    RoomForPins,
    /// A channel of another kind: this one has no threads, or no pins.
    Kind,
    /// Discord does not take the token any more.
    Token,
}

impl std::fmt::Display for ApiError {
    /// For the log and for the outcome stored with a notice.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ApiError::Later { reason, .. } => f.write_str(reason),
            ApiError::Gone => f.write_str("the channel or thread is gone"),
            ApiError::NoMessage => f.write_str("the message is gone"),
            ApiError::Archived => f.write_str("the thread is archived"),
            ApiError::Forbidden(lack) => write!(f, "forbidden: {lack:?}"),
            ApiError::NoInteraction => f.write_str("the interaction is not known"),
            ApiError::ClosedDm => f.write_str("direct messages are closed"),
            ApiError::Never(reason) => f.write_str(reason),
        }
    }
}
