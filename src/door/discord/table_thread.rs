//! The place in Discord where a table is played, as stored.

use serde::{Deserialize, Serialize};

use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::ShownPicture;
use crate::words::Lang;

/// The thread or channel of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableThread {
    /// The table.
    pub table: String,
    /// The server.
    pub guild: Id,
    /// The channel the table was opened in, where it goes on when its thread is gone.
    pub channel: Id,
    /// The thread or forum post the table was opened in, if any: its own where the channel takes no messages, as a forum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_in: Option<Id>,
    /// When another thread last replaced a deleted one, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<i64>,
    /// The table's thread; `None` before it is made and while none can be made.
    #[serde(rename = "thread")]
    pub id: Option<Id>,
    /// The thread's name, as last given; empty in notes from before it changed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// When the thread was last renamed, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named_at: Option<i64>,
    /// The tags of its forum that the post was last given; empty before that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tags: String,
    /// SHA-256 of the channel message that the thread hangs on, as last sent.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub starter_hash: String,
    /// The status message in the thread, edited in place.
    pub status: Option<Id>,
    /// SHA-256 of the status message as last sent, so that an unchanged one is not sent again.
    pub status_hash: String,
    /// The picture of the status message where that is a card; without a name where the card has none. `None` for a message of
    /// the older form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status_card: Option<ShownPicture>,
    /// True if Discord refused a card here: the status message has the older form.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_cards: bool,
    /// SHA-256 of the phase that the picture on the status message shows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub status_picture: String,
    /// When that picture was put there, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pictured_at: Option<i64>,
    /// Read from older notes, of the time when reports had pictures; not stored any more.
    #[serde(default, skip_serializing)]
    pub pictured: String,
    /// The table's game, from its first entry, where alone it is stored.
    #[serde(skip)]
    pub game: String,
    /// The table's language, `en` or `ja`, for everything public. Like the next two fields it is stored with the table and not
    /// with the thread, which only its sender changes.
    #[serde(skip)]
    pub lang: String,
    /// The player who opened it; `None` if that is no longer known.
    #[serde(skip)]
    pub opened_by: Option<String>,
    /// True if play has begun: the opener began it, or every seat was taken.
    #[serde(skip)]
    pub started: bool,
    /// The last entry that was reported in the thread.
    pub reported: u64,
    /// The report being sent. It is stored before its first page goes out, so that a retry sends the same.
    pub reporting: Option<Reporting>,
    /// The last report, where more may be added to its message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_report: Option<LastReport>,
    /// What the owner has to fix, as the key of a message; `None` if all is well.
    pub trouble: Option<String>,
}

/// A report under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reporting {
    /// Its last entry.
    pub to: u64,
    /// The number of its messages already sent.
    pub sent: u32,
    /// The message that it is added to; `None` where it gets messages of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub into: Option<Id>,
    /// The deliveries of the notices that its last message carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<u64>,
    /// True if that message is a card, unless Discord takes none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub card: bool,
}

/// A report in one message, to which more may be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LastReport {
    /// The message.
    pub message: Id,
    /// When it was sent, in seconds since 1970.
    pub sent: i64,
    /// The number of the lease under which it was sent: another process begins a message of its own.
    pub lease: u64,
    /// The entry after which it begins.
    pub after: u64,
    /// The seats that had to decide when it last changed.
    pub asked: Vec<String>,
    /// Whether the game was over by then.
    pub over: bool,
    /// The lines at its beginning that call players; empty without any.
    pub calls: String,
    /// True if the message is a card: it is edited as one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub card: bool,
}

impl TableThread {
    /// A thread of a table that was opened in a channel of a server just now: nothing of it is made or sent.
    pub fn new(table: &str, guild: Id, channel: Id) -> TableThread {
        TableThread {
            table: table.to_owned(),
            guild,
            channel,
            opened_in: None,
            replaced: None,
            id: None,
            name: String::new(),
            named_at: None,
            tags: String::new(),
            starter_hash: String::new(),
            status: None,
            status_hash: String::new(),
            status_card: None,
            no_cards: false,
            status_picture: String::new(),
            pictured_at: None,
            pictured: String::new(),
            game: String::new(),
            lang: String::new(),
            opened_by: None,
            started: false,
            reported: 0,
            reporting: None,
            last_report: None,
            trouble: None,
        }
    }

    /// The table's language.
    pub fn lang(&self) -> Lang {
        Lang::of_locale(&self.lang)
    }
}
