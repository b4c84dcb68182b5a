//! The verbs of a table as players type them, read once for every door: a verb with its words in, a [`TableInput`] out. A door
//! only decides how it shows things, how it asks for confirmation, and which person a name or an address means.
//!
//! A session carries out a [`TableAction`]: it knows the seats by name, the player's clock and the open request, and makes a
//! [`TableCommand`](crate::table::TableCommand) of it.

use super::ClubError;
use super::session::{OrderOutcome, PlayerSession};
use super::settings::Setting;
use crate::book::{ArgKind, Book, ParseError, count, is_on};
use crate::game::Word;
use crate::table::TableCommand;

/// The option that means the opposite of a verb, in forms.
const OFF: &str = "off";
/// Rows of the log or the dice when no number is given.
pub const USUAL_ROWS: usize = 20;
/// The most rows of the log or the dice that a door over a network shows at once.
pub const MOST_ROWS: usize = 500;

crate::word_enum! {
    /// A verb of the table, by its name in `commands/table/`.
    #[expect(missing_docs, reason = "the pages of the book say what each verb does")]
    TableVerb {
        Help = "help",
        Options = "options",
        Hint = "hint",
        Why = "why",
        Show = "show",
        Log = "log",
        Recap = "recap",
        Dice = "dice",
        Undo = "undo",
        Wait = "wait",
        Close = "close",
        Quit = "quit",
        Who = "who",
        AskUndo = "ask-undo",
        Agree = "agree",
        Object = "object",
        Publish = "publish",
        Unpublish = "unpublish",
        Rename = "rename",
        Invite = "invite",
        PassSeat = "pass-seat",
        NeedPlayer = "need-player",
        Ready = "ready",
        Unready = "unready",
        Luck = "luck",
        Rematch = "rematch",
        Master = "master",
        WithdrawOffer = "withdraw-offer",
        Resign = "resign",
        Standing = "standing",
        Plan = "plan",
        PassAhead = "pass-ahead",
        Time = "time",
        Pace = "pace",
        Pause = "pause",
        Resume = "resume",
        StopClock = "stop-clock",
        Absent = "absent",
        EndAbsence = "end-absence",
        Claim = "claim",
        Zone = "zone",
        Reminders = "reminders",
        Quiet = "quiet",
        Calendar = "calendar",
        Browser = "browser",
    }
}

/// A player's input with a verb of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableInput {
    /// Shows something.
    Look(TableLook),
    /// Sets a preference to the typed value; without one, shows it.
    Set(Setting, String),
    /// Does something at the table.
    Act(TableAction),
    /// Waits for the player's turn.
    Wait,
    /// Leaves the table as it is.
    Quit,
}

/// Something a player wants to see of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableLook {
    /// The possible orders, or an explanation of the named thing.
    Help(Vec<String>),
    /// The legal orders by number: all, or those of a verb that contain the words after it.
    Options(Vec<String>),
    /// Orders that advisers would give.
    Hint,
    /// Reasons for a computer player's order, by its entry; without one, of the last order.
    Why(Option<u64>),
    /// The board, or the named part.
    Show(Vec<String>),
    /// So many rows of the log.
    Log(Option<usize>),
    /// The events since the player's last order, or of a day.
    Recap(Option<usize>),
    /// So many rolls.
    Dice(Option<usize>),
    /// The seats, their players and open requests.
    Who,
    /// The agreed time and each deadline.
    Time,
}

/// Something a player does at a table, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Takes back this many of the player's last orders; without a number, those of the last line.
    Undo(Option<usize>),
    /// Asks the others to go back to before so many of the player's orders.
    AskUndo(usize),
    /// Agrees to the open request, or refuses it.
    Answer {
        /// True to agree.
        agrees: bool,
    },
    /// Publishes the table, with a page that is this many entries behind.
    Publish(Option<usize>),
    /// Takes the table's page away.
    Unpublish,
    /// Gives the table a name.
    Rename(String),
    /// Keeps a free seat for a player: the name at the door, then perhaps the seat.
    Invite(Vec<String>),
    /// Offers the player's seat to a player of this name.
    PassSeat(String),
    /// Looks for players, or stops looking.
    NeedPlayer(bool),
    /// Says that the player is ready, or no longer.
    SayReady(bool),
    /// Adds luck of the player's own: words, or nothing for some that their message or program has.
    GiveLuck(String),
    /// Opens a rematch, or sits down at it.
    Rematch,
    /// Proposes a game master, or nobody; without a name, shows who it is.
    Master(String),
    /// Withdraws the offer of this seat; without one, the only offer.
    WithdrawOffer(Option<String>),
    /// Gives the game up.
    Resign {
        /// True if the player has confirmed it in the same line.
        sure: bool,
    },
    /// Closes the table, or asks the others to.
    Close,
    /// Lists the standing orders, or changes them.
    Standing(String),
    /// Plans the next orders of this turn, or lists them.
    Plan(String),
    /// Passes ahead until the typed condition.
    PassAhead(String),
    /// Proposes terms of time.
    Pace(String),
    /// Proposes a pause, until a moment where one is typed.
    Pause(String),
    /// Sets the clock going.
    Resume,
    /// Stops the clock at once.
    StopClock,
    /// Books an absence.
    Absent(String),
    /// Ends an absence, the one on a typed day if there is one.
    EndAbsence(String),
    /// Claims the game from the player of this seat; without one, of the only one whose time is up.
    Claim(Option<String>),
}

impl TableInput {
    /// Reads a verb of the table with the words after it, which `book` has checked against the page of the verb.
    ///
    /// # Errors
    /// A missing player, if the page of the verb wants one; a verb that is not of the table.
    pub fn read(book: &Book, verb: Word, words: &[String]) -> Result<TableInput, ParseError> {
        let Some(known) = TableVerb::named(verb.as_str()) else {
            let (given, legal) = (verb.to_string(), vec![]);
            return Err(ParseError::UnknownVerb { given, nearest: None, legal });
        };
        let args = book.verb(verb.as_str()).map(|spec| &spec.args[..]).unwrap_or_default();
        let player = args.first().filter(|arg| arg.kind == ArgKind::User && !arg.optional);
        if let Some(arg) = player.filter(|_| words.is_empty()) {
            return Err(ParseError::Missing { verb, arg: arg.name, legal: vec![], more: 0 });
        }
        Ok(TableInput::of(known, words))
    }

    /// The same from options by name, as a door with forms has them: each argument on the page of a verb is the option of its name,
    /// and the option `off` of a verb that has an opposite means that. `None` for a verb that is none of the table's.
    pub fn of_options<'o>(
        book: &Book,
        verb: &str,
        option: impl Fn(&str) -> Option<&'o str>,
    ) -> Option<Result<TableInput, ParseError>> {
        let spec = TableVerb::named(verb).and_then(|known| book.verb(known.as_str()))?;
        let is_on = |arg: &str| option(arg).is_some_and(is_on);
        let takes_off = spec.args.iter().any(|arg| arg.name.as_str() == OFF);
        if let Some(opposite) = spec.opposite.filter(|_| !takes_off && is_on(OFF)) {
            return Some(TableInput::read(book, opposite, &[]));
        }
        let mut words = Vec::new();
        for arg in &spec.args {
            let name = arg.name.as_str();
            match arg.kind {
                ArgKind::Switch => words.extend(is_on(name).then(|| name.to_owned())),
                _ => words.extend(option(name).map(str::to_owned)),
            }
        }
        Some(spec.check(&words).and_then(|()| TableInput::read(book, spec.name, &words)))
    }

    /// Returns whether a verb with these words does something at the table, rather than show or set something.
    pub fn acts(book: &Book, verb: Word, words: &[String]) -> bool {
        matches!(TableInput::read(book, verb, words), Ok(TableInput::Act(_)))
    }

    fn of(verb: TableVerb, words: &[String]) -> TableInput {
        let (look, act) = (TableInput::Look, TableInput::Act);
        let set = |setting: Setting| TableInput::Set(setting, setting.typed(words));
        let text = || words.join(" ");
        let seat = || Some(text()).filter(|seat| !seat.is_empty());
        let number = words.first().and_then(|word| count(word));
        match verb {
            TableVerb::Help => look(TableLook::Help(words.to_vec())),
            TableVerb::Options => look(TableLook::Options(words.to_vec())),
            TableVerb::Hint => look(TableLook::Hint),
            TableVerb::Why => look(TableLook::Why(number.and_then(|number| u64::try_from(number).ok()))),
            TableVerb::Show => look(TableLook::Show(words.to_vec())),
            TableVerb::Log => look(TableLook::Log(number)),
            TableVerb::Recap => look(TableLook::Recap(number)),
            TableVerb::Dice => look(TableLook::Dice(number)),
            TableVerb::Who => look(TableLook::Who),
            TableVerb::Time => look(TableLook::Time),
            TableVerb::Undo => act(TableAction::Undo(number)),
            TableVerb::AskUndo => act(TableAction::AskUndo(number.unwrap_or(1))),
            TableVerb::Agree => act(TableAction::Answer { agrees: true }),
            TableVerb::Object => act(TableAction::Answer { agrees: false }),
            TableVerb::Publish => act(TableAction::Publish(number)),
            TableVerb::Unpublish => act(TableAction::Unpublish),
            TableVerb::Rename => act(TableAction::Rename(text())),
            TableVerb::Invite => act(TableAction::Invite(words.to_vec())),
            TableVerb::PassSeat => act(TableAction::PassSeat(text())),
            // The one word that it takes is `off`.
            TableVerb::NeedPlayer => act(TableAction::NeedPlayer(words.is_empty())),
            TableVerb::Ready => act(TableAction::SayReady(true)),
            TableVerb::Unready => act(TableAction::SayReady(false)),
            TableVerb::Luck => act(TableAction::GiveLuck(text())),
            TableVerb::Rematch => act(TableAction::Rematch),
            TableVerb::Master => act(TableAction::Master(text())),
            TableVerb::WithdrawOffer => act(TableAction::WithdrawOffer(seat())),
            // The one word that it takes is `yes`.
            TableVerb::Resign => act(TableAction::Resign { sure: !words.is_empty() }),
            TableVerb::Close => act(TableAction::Close),
            TableVerb::Standing => act(TableAction::Standing(text())),
            TableVerb::Plan => act(TableAction::Plan(text())),
            TableVerb::PassAhead => act(TableAction::PassAhead(text())),
            // Without terms, the verb shows the present ones.
            TableVerb::Pace if words.is_empty() => look(TableLook::Time),
            TableVerb::Pace => act(TableAction::Pace(text())),
            TableVerb::Pause => act(TableAction::Pause(text())),
            TableVerb::Resume => act(TableAction::Resume),
            TableVerb::StopClock => act(TableAction::StopClock),
            TableVerb::Absent => act(TableAction::Absent(text())),
            TableVerb::EndAbsence => act(TableAction::EndAbsence(text())),
            TableVerb::Claim => act(TableAction::Claim(seat())),
            TableVerb::Zone => set(Setting::Zone),
            TableVerb::Reminders => set(Setting::Reminders),
            TableVerb::Quiet => set(Setting::Quiet),
            TableVerb::Calendar => set(Setting::Calendar),
            TableVerb::Browser => set(Setting::Browser),
            TableVerb::Wait => TableInput::Wait,
            TableVerb::Quit => TableInput::Quit,
        }
    }
}

impl TableAction {
    /// Carries it out for the player of a session. A door that asks for confirmation has asked before.
    ///
    /// # Errors
    /// A table that cannot be read or written.
    pub fn perform(&self, session: &mut PlayerSession) -> Result<OrderOutcome, ClubError> {
        match self {
            TableAction::Undo(count) => session.undo(*count),
            TableAction::AskUndo(count) => session.ask_undo(*count),
            TableAction::Answer { agrees } => session.answer_request(*agrees),
            TableAction::Publish(delay) => session.publish(*delay),
            TableAction::Unpublish => session.unpublish(),
            TableAction::Rename(name) => {
                session.carry_out(TableCommand::Rename { seat: session.seat(), name: name.clone() })
            }
            TableAction::Invite(words) => session.invite(words),
            TableAction::PassSeat(name) => session.pass_seat(name),
            TableAction::NeedPlayer(sought) => session.need_player(*sought),
            TableAction::SayReady(ready) => session.say_ready(*ready),
            TableAction::GiveLuck(typed) => session.give_luck(typed),
            TableAction::Rematch => Ok(match session.rematch()? {
                Ok((_, opened)) => OrderOutcome::Noted(vec![opened]),
                Err(why) => OrderOutcome::Refused(why),
            }),
            TableAction::Master(typed) => session.master(typed),
            TableAction::WithdrawOffer(seat) => session.withdraw_offer(seat.as_deref()),
            TableAction::Resign { .. } => session.resign(),
            TableAction::Close if session.accompanied() => session.propose_close(),
            TableAction::Close => session.close(),
            TableAction::Standing(typed) => session.standing_order(typed),
            TableAction::Plan(typed) => session.plan(typed),
            TableAction::PassAhead(typed) => session.pass_ahead(typed),
            TableAction::Pace(typed) => session.change_pace(typed),
            TableAction::Pause(until) => session.pause(until),
            TableAction::Resume => session.resume(),
            TableAction::StopClock => session.stop_clock(),
            TableAction::Absent(typed) => session.book_absence(typed),
            TableAction::EndAbsence(day) => session.end_absence(day),
            TableAction::Claim(seat) => session.claim(seat.as_deref()),
        }
    }
}
