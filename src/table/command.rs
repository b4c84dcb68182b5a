//! The commands of a table, each a value. Serialised they are what an idempotency key is kept with, so the names here never
//! change: a command that is tried again after an upgrade is known again.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::limits::ORDER_BYTES;
use super::platform::written;
use super::reply::TableFault;
use crate::game::{OrderForm, Refusal, Seat};
use crate::log::TimeChange;
use crate::pace::Hours;

/// The name of the field that stands under the name of its command.
const OF: &str = "of";

/// A command of a table. Where a command is a seat's, `seat` is that seat, `at` where it is about another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TableCommand {
    /// Takes a free seat, or one that is kept for the caller.
    TakeSeat {
        /// Which.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Keeps a seat for a player: a free one as an invitation, the caller's own to pass it on. A second offer of a seat
    /// replaces the first.
    OfferSeat {
        /// The seat of the caller.
        at: Seat,
        /// The seat that is offered.
        #[serde(rename = "of")]
        seat: Seat,
        /// The opaque id of the player.
        #[serde(rename = "to")]
        player: String,
    },
    /// Looks for players for the free seats, or stops looking.
    SeekPlayers {
        /// The seat of the caller.
        at: Seat,
        /// Whether players are sought.
        #[serde(rename = "of")]
        sought: bool,
    },
    /// Withdraws the offer of a seat, a free one or the caller's own.
    WithdrawOffer {
        /// The seat of the caller.
        at: Seat,
        /// The seat that is kept.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Declines a seat that is kept for the caller.
    DeclineSeat {
        /// Which.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Gives up every part in the table: where others sit there, all seats of the caller are free and players are sought for them;
    /// a seat kept for them is kept no more; a game master resigns.
    Leave,
    /// Takes the table back to how it stood after an entry, one of [`super::Takebacks::steps`].
    TakeBack {
        /// That entry.
        #[serde(rename = "of")]
        to: u64,
    },
    /// Takes back the caller's last orders.
    Undo {
        /// The seat.
        seat: Seat,
        /// How many, at least 1.
        #[serde(rename = "of")]
        count: usize,
    },
    /// Asks the others to go back to before an order that counts. Rolls, reveals and orders of others may stand after it.
    AskTakeBack {
        /// The seat.
        seat: Seat,
        /// The order's entry.
        #[serde(rename = "of")]
        order: u64,
    },
    /// Asks the others to close the table.
    ProposeClose {
        /// The seat.
        seat: Seat,
    },
    /// Answers a request. The last agreement carries it out, one refusal ends it; the asker withdraws it by refusing.
    #[serde(rename = "answer")]
    AnswerRequest {
        /// The seat.
        seat: Seat,
        /// The entry of the request.
        #[serde(rename = "of")]
        number: u64,
        /// Whether the caller agrees.
        agrees: bool,
    },
    /// Says that the caller is ready, or no longer, with all their seats. The game begins with the last one.
    #[serde(rename = "ready")]
    SayReady {
        /// The seat.
        seat: Seat,
        /// Whether they are.
        #[serde(rename = "of")]
        ready: bool,
    },
    /// Publishes the table: at once where nobody else sits there, else when all the others agree.
    Publish {
        /// The seat.
        seat: Seat,
        /// How many entries the page stays behind.
        #[serde(rename = "of")]
        delay: u32,
    },
    /// Takes the table's page away, whoever agreed to it.
    Unpublish {
        /// The seat.
        seat: Seat,
    },
    /// Changes how time passes: at once where nobody else sits there, else when all the others agree. Whoever finds the clock
    /// stopped by one player alone sets it going at once, and so does whoever asks again to go on when nobody has refused for
    /// [`super::consent::SILENCE_HOURS`].
    ChangeTime {
        /// The seat.
        seat: Seat,
        /// How.
        #[serde(rename = "of")]
        change: TimeChange,
    },
    /// Stops the clock at once and asks the others to leave it so. It stands until one of them refuses or sets it going, and
    /// otherwise for [`super::time::STOP_HOURS`], or as a pause for [`super::time::PAUSE_DAYS`] once they have agreed.
    StopClock {
        /// The seat.
        seat: Seat,
    },
    /// Books an absence of the caller, with all their seats.
    BookAbsence {
        /// The seat.
        seat: Seat,
        /// From when to when.
        #[serde(rename = "of", serialize_with = "as_written")]
        span: (DateTime<Utc>, DateTime<Utc>),
    },
    /// Ends an absence of the caller, or cancels it.
    EndAbsence {
        /// The seat.
        seat: Seat,
        /// The entry that booked it.
        #[serde(rename = "of")]
        booked: u64,
    },
    /// Notes that the time of a question is up, if it is: the question is still open, its grace is over, and the log does not
    /// say so yet. Where that was agreed, whoever stands in for it has the seat with it.
    Expire {
        /// Whose decision it is.
        seat: Seat,
        /// The number of the question.
        #[serde(rename = "of")]
        prompt: u64,
        /// The earliest time at which that may be said.
        #[serde(skip)]
        not_before: DateTime<Utc>,
        /// The opaque id of the computer player of the strength agreed on.
        #[serde(skip)]
        computer: Option<String>,
    },
    /// Claims the game from a player whose time is up: at once where only they two sit, else when all others agree, or when it is
    /// claimed again and nobody has refused for [`super::consent::SILENCE_HOURS`].
    Claim {
        /// The seat.
        seat: Seat,
        /// The seat whose time is up.
        #[serde(rename = "of")]
        against: Seat,
    },
    /// Names a game master, or nobody: at once where nobody else sits there, else when all the others agree. Whoever asks again for
    /// nobody when no one has refused for [`super::consent::SILENCE_HOURS`] does it alone.
    #[serde(rename = "master")]
    ChangeMaster {
        /// The seat.
        seat: Seat,
        /// The opaque id of the game master; none for nobody.
        #[serde(rename = "of")]
        player: Option<String>,
    },
    /// The game master resigns.
    #[serde(rename = "lay_down")]
    ResignAsMaster,
    /// The game master pauses the clock or sets it going; terms are the players' own.
    ChangeTimeAsMaster {
        /// How.
        #[serde(rename = "of")]
        change: TimeChange,
    },
    /// The game master gives a decision more time, counted from when it is due, or from now where that is past.
    Extend {
        /// Whose decision it is.
        #[serde(rename = "of")]
        seat: Seat,
        /// How much more.
        hours: Hours,
    },
    /// The game master takes a seat from its player, if it has one. From then on the table looks for a player, or keeps the seat
    /// for the one named.
    Replace {
        /// Which.
        #[serde(rename = "of")]
        seat: Seat,
        /// The opaque id of the player it is kept for.
        #[serde(rename = "with")]
        player: Option<String>,
    },
    /// The game master closes the table: as `over` when the game is over, as [`crate::log::table_event::MASTER`] before that.
    CloseAsMaster,
    /// The owner, who sits there alone, closes the table: as `over` when the game is over, as `abandoned` before that. Where others
    /// sit too, they have to agree: [`TableCommand::ProposeClose`].
    Close,
    /// A manager of the place where it is played closes the table, whoever sits there: as `over` when the game is over, as
    /// [`super::close::MANAGER`] before that. The door has checked that the caller is one.
    #[serde(rename = "close_as_manager")]
    CloseFromOutside,
    /// Gives the game up, which closes the table as `resigned`. There is no other way to leave a seat but to pass it on.
    Resign {
        /// The seat.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Gives an order: the order, its rolls and its events are stored together or not at all.
    Order(Order),
    /// Sets the log of a table right that is ahead of the clock: the next entries follow the clock again, and nobody's time was up
    /// meanwhile.
    SetClock,
    /// Moves a deadline, since the rules of a time zone changed after it was told.
    MoveDeadline {
        /// Whose decision it is.
        seat: Seat,
        /// The number of its question.
        #[serde(rename = "of")]
        prompt: u64,
        /// When it is due.
        #[serde(skip)]
        due: DateTime<Utc>,
    },
    /// Is refused, so that whoever comes to this key later finds that.
    #[serde(rename = "refused")]
    Refuse {
        /// Why.
        #[serde(rename = "of")]
        why: String,
    },
    /// Leaves an order undone, for this refusal.
    #[serde(rename = "left_undone")]
    LeaveUndone {
        /// The order.
        #[serde(rename = "of")]
        form: OrderForm,
        /// Why.
        #[serde(skip)]
        refusal: Refusal,
    },
}

/// An order of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    /// The seat.
    pub seat: Seat,
    /// The number of the prompt it answers.
    pub prompt: u64,
    /// The order.
    #[serde(rename = "of")]
    pub form: OrderForm,
}

impl TableCommand {
    /// What an idempotency key is kept with: the fields, and under the command's name what it is about, or `true`.
    pub(super) fn content(&self) -> Result<Value, TableFault> {
        let tagged = serde_json::to_value(self).map_err(|error| TableFault::SetUp(error.to_string()))?;
        let (name, mut fields) = match tagged {
            Value::Object(tagged) => match tagged.into_iter().next() {
                Some((name, Value::Object(fields))) => (name, fields),
                other => return Err(TableFault::SetUp(format!("{other:?} is no command"))),
            },
            Value::String(name) => (name, Map::new()),
            other => return Err(TableFault::SetUp(format!("{other} is no command"))),
        };
        let of = fields.remove(OF).unwrap_or(Value::Bool(true));
        fields.insert(name, of);
        Ok(Value::Object(fields))
    }
}

impl Order {
    /// Returns whether the order is longer than any that is stored.
    pub(super) fn is_too_long(&self) -> bool {
        serde_json::to_string(&self.form).is_ok_and(|text| text.len() > ORDER_BYTES)
    }
}

/// Times as the log writes them.
fn as_written<S: Serializer>(
    (from, until): &(DateTime<Utc>, DateTime<Utc>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    [written(*from), written(*until)].serialize(serializer)
}
