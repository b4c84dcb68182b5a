//! The commands of a table, each a value, and the matter that decides on each. Their serialised form is stored with the
//! idempotency key, so the names here never change: a command retried after an upgrade is recognised.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::effect::{Decision, Draft};
use super::entropy::Entropy;
use super::fold::Table;
use super::limits::ORDER_BYTES;
use super::platform::written;
use super::reply::{Reply, TableFault};
use crate::game::{OrderForm, Refusal, Seat};
use crate::games::Packed;
use crate::log::{RequestEvent, TimeChange};
use crate::pace::Hours;

/// The name of the field that moves to the name of its command.
const OF: &str = "of";

/// A command of a table. Where a command is a seat's, `seat` is that seat, `at` where it is about another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TableCommand {
    /// Takes a free seat, or one kept for the caller.
    TakeSeat {
        /// The seat.
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
        /// The seat.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Declines a seat kept for the caller.
    DeclineSeat {
        /// The seat.
        #[serde(rename = "of")]
        seat: Seat,
    },
    /// Gives up every part in the table. If others sit there, all seats of the caller become free and players are sought for
    /// them; a seat kept for them is free again; a game master resigns.
    Leave,
    /// Takes the table back to its state after an entry, one of [`super::Takebacks::steps`].
    TakeBack {
        /// That entry.
        #[serde(rename = "of")]
        to: u64,
    },
    /// Takes back the caller's last orders.
    Undo {
        /// The seat.
        seat: Seat,
        /// The number of orders, at least 1.
        #[serde(rename = "of")]
        count: usize,
    },
    /// Asks the others to go back to before an order that counts. Rolls, reveals and orders of others may come after it.
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
        /// True if they are.
        #[serde(rename = "of")]
        ready: bool,
    },
    /// Gives entropy for all seats of the caller, and says that the caller is ready; or promises it.
    GiveEntropy {
        /// The seat.
        seat: Seat,
        /// The entropy.
        #[serde(rename = "of")]
        entropy: Entropy,
    },
    /// Goes on with the club's own dice, without the witness: at once for a player alone, else when all the others agree.
    UseOwnDice {
        /// The seat.
        seat: Seat,
    },
    /// Publishes the table: at once for a player alone, else when all the others agree.
    Publish {
        /// The seat.
        seat: Seat,
        /// The number of entries by which the page is behind.
        #[serde(rename = "of")]
        delay: u32,
    },
    /// Unpublishes the table, whoever agreed to it.
    Unpublish {
        /// The seat.
        seat: Seat,
    },
    /// Gives the table a name: at once for a player alone, else when all the others agree.
    Rename {
        /// The seat.
        seat: Seat,
        /// The name.
        #[serde(rename = "of")]
        name: String,
    },
    /// Changes how time passes: at once for a player alone, else when all the others agree. A clock that one player stopped
    /// alone can be restarted at once; so can a paused one if nobody has refused the request for
    /// [`super::consent::SILENCE_HOURS`].
    ChangeTime {
        /// The seat.
        seat: Seat,
        /// The change.
        #[serde(rename = "of")]
        change: TimeChange,
    },
    /// Stops the clock at once and asks the others to agree. It stands until one of them refuses or restarts it, and otherwise
    /// for [`super::time::STOP_HOURS`], or as a pause for [`super::time::PAUSE_DAYS`] once they have agreed.
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
    /// Records the expiry of a question, if its time is up: the question is open, its grace is over, and the log does not say
    /// so yet. If the terms say so, the seat goes to the player who stands in.
    Expire {
        /// Whose decision it is.
        seat: Seat,
        /// The number of the question.
        #[serde(rename = "of")]
        prompt: u64,
        /// The earliest time of that entry.
        #[serde(skip)]
        not_before: DateTime<Utc>,
        /// The opaque id of the computer player of the strength agreed on.
        #[serde(skip)]
        computer: Option<String>,
    },
    /// Ends the wait of a set-up for the players who are not ready, if their time is up, and begins the game without their entropy.
    EndWait {
        /// The entry by which seats or terms last changed.
        #[serde(rename = "of")]
        since: u64,
        /// The earliest time of that entry.
        #[serde(skip)]
        not_before: DateTime<Utc>,
    },
    /// Claims the game from a player whose time is up: at once if only they two sit there, else when all others agree, or when
    /// it is claimed again and nobody has refused for [`super::consent::SILENCE_HOURS`].
    Claim {
        /// The seat.
        seat: Seat,
        /// The seat whose time is up.
        #[serde(rename = "of")]
        against: Seat,
    },
    /// Names a game master, or nobody: at once for a player alone, else when all the others agree. A request for nobody that
    /// was not refused for [`super::consent::SILENCE_HOURS`] can be repeated and then takes effect alone.
    #[serde(rename = "master")]
    ChangeMaster {
        /// The seat.
        seat: Seat,
        /// The opaque id of the game master; `None` for nobody.
        #[serde(rename = "of")]
        player: Option<String>,
    },
    /// The game master resigns.
    #[serde(rename = "lay_down")]
    ResignAsMaster,
    /// The game master pauses the clock or sets it going; terms are the players' own.
    ChangeTimeAsMaster {
        /// The change.
        #[serde(rename = "of")]
        change: TimeChange,
    },
    /// The game master gives a decision more time, counted from when it is due, or from now where that is past.
    Extend {
        /// Whose decision it is.
        #[serde(rename = "of")]
        seat: Seat,
        /// The additional time.
        hours: Hours,
    },
    /// The game master takes a seat from its player, if it has one. From then on the table looks for a player, or keeps the
    /// seat for the named one.
    Replace {
        /// The seat.
        #[serde(rename = "of")]
        seat: Seat,
        /// The opaque id of the player for whom it is kept.
        #[serde(rename = "with")]
        player: Option<String>,
    },
    /// The game master closes the table: as `over` when the game is over, as [`crate::log::table_event::MASTER`] before that.
    CloseAsMaster,
    /// Closes the table for its owner alone: as `over` if the game is over, else as `abandoned`. If others sit there too, they
    /// must agree: [`TableCommand::ProposeClose`].
    Close,
    /// Closes the table for a manager of the place where it is played, whoever sits there: as `over` if the game is over, else
    /// as [`super::close::MANAGER`]. The door has checked that the caller is one.
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
    /// Corrects the log of a table that is ahead of the clock: the next entries follow the clock again, and expiries since are
    /// void.
    SetClock,
    /// Moves a deadline, because the rules of a time zone changed after it was announced.
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
    /// Is always refused, so that a later command under this key finds the refusal.
    #[serde(rename = "refused")]
    Refuse {
        /// The reason.
        #[serde(rename = "of")]
        why: String,
    },
    /// Leaves an order undone, for this refusal.
    #[serde(rename = "left_undone")]
    LeaveUndone {
        /// The order.
        #[serde(rename = "of")]
        form: OrderForm,
        /// The refusal.
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
    /// The text stored with an idempotency key: the fields and, under the command's name, its subject, or `true`.
    pub(super) fn content(&self) -> Result<Value, TableFault> {
        let tagged = serde_json::to_value(self).map_err(|error| TableFault::SetUp(error.to_string()))?;
        // serde nests the fields under the name; the hash stored with a key is over one flat object.
        let (name, mut fields) = match tagged {
            Value::Object(tagged) => match tagged.into_iter().next() {
                Some((name, Value::Object(fields))) => (name, fields),
                other => return Err(TableFault::SetUp(format!("{other:?} is no command"))),
            },
            Value::String(name) => (name, Map::new()),
            // Every variant has named fields, one struct, or nothing.
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
        // A form that JSON cannot hold is a fault once the command is hashed.
        serde_json::to_string(&self.form).is_ok_and(|text| text.len() > ORDER_BYTES)
    }
}

/// Times as the log writes them.
fn as_written<S: Serializer>(
    (from, until): &(DateTime<Utc>, DateTime<Utc>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    // The key's hash must not depend on how a library writes a time.
    [written(*from), written(*until)].serialize(serializer)
}

impl<G: Packed> Table<G> {
    /// Decides on a command: adds its entries to the draft, or says why there are none.
    pub(super) fn decide(&self, command: &TableCommand, draft: &mut Draft<'_, G::Event>) -> Decision<G> {
        match command {
            TableCommand::TakeSeat { seat } => self.take_seat(*seat, draft),
            TableCommand::OfferSeat { at, seat, player } => self.offer_seat(*at, *seat, player, draft),
            TableCommand::SeekPlayers { at, sought } => self.seek_players(*at, *sought, draft),
            TableCommand::WithdrawOffer { at, seat } => self.withdraw_offer(*at, *seat, draft),
            TableCommand::DeclineSeat { seat } => self.decline_seat(*seat, draft),
            TableCommand::Leave => self.leave(draft),

            TableCommand::Order(order) => self.submit(order, draft),
            TableCommand::TakeBack { to } => self.take_back(*to, draft),
            TableCommand::Undo { seat, count } => self.undo(*seat, *count, draft),

            TableCommand::AskTakeBack { seat, order } => self.ask_take_back(*seat, *order, draft),
            TableCommand::ProposeClose { seat } => self.propose_close(*seat, draft),
            TableCommand::AnswerRequest { seat, number, agrees } => {
                self.answer_request(*seat, *number, *agrees, draft)
            }

            TableCommand::ChangeTime { seat, change } => self.change_time(*seat, change, draft),
            TableCommand::StopClock { seat } => self.stop_clock(*seat, draft),
            TableCommand::BookAbsence { seat, span } => self.book_absence(*seat, *span, draft),
            TableCommand::EndAbsence { seat, booked } => self.end_absence(*seat, *booked, draft),
            TableCommand::Expire { seat, prompt, not_before, computer } => {
                self.expire((*seat, *prompt), *not_before, computer.as_deref(), draft)
            }
            TableCommand::EndWait { since, not_before } => self.end_wait(*since, *not_before, draft),
            TableCommand::Claim { seat, against } => self.claim(*seat, *against, draft),
            TableCommand::SetClock => self.set_clock(draft),
            TableCommand::MoveDeadline { seat, prompt, due } => {
                self.move_deadline((*seat, *prompt), *due, draft)
            }

            TableCommand::SayReady { seat, ready } => self.say_ready(*seat, *ready, draft),
            TableCommand::GiveEntropy { seat, entropy } => self.give_entropy(*seat, entropy, draft),
            TableCommand::UseOwnDice { seat } => self.propose_own_dice(*seat, draft),
            TableCommand::Publish { seat, delay } => {
                self.change_page(*seat, RequestEvent::PublishProposed { delay: *delay }, draft)
            }
            TableCommand::Rename { seat, name } => {
                self.change_page(*seat, RequestEvent::NameProposed { name: name.clone() }, draft)
            }
            TableCommand::Unpublish { seat } => self.unpublish(*seat, draft),

            TableCommand::ChangeMaster { seat, player } => {
                self.change_master(*seat, player.as_deref(), draft)
            }
            TableCommand::ResignAsMaster => self.resign_as_master(draft),
            TableCommand::ChangeTimeAsMaster { change } => self.change_time_as_master(change, draft),
            TableCommand::Extend { seat, hours } => self.extend(*seat, *hours, draft),
            TableCommand::Replace { seat, player } => self.replace(*seat, player.as_deref(), draft),
            TableCommand::CloseAsMaster => self.close_as_master(draft),

            TableCommand::Close => self.close(draft),
            TableCommand::CloseFromOutside => self.close_as_manager(draft),
            TableCommand::Resign { seat } => self.resign(*seat, draft),

            TableCommand::Refuse { why } => Err(Reply::refused("by-door").about("why", why).into()),
            TableCommand::LeaveUndone { refusal, .. } => Err(refusal.clone().into()),
        }
    }
}
