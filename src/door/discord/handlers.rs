//! The handlers: a call in, an answer out. They are synchronous and block on the disk.
//!
//! | part | what it does |
//! |---|---|
//! | [`visit`] | one call under way: who calls, which table and seat are meant |
//! | [`orders`] | orders by command, as typed text or as picked |
//! | [`now`] | what a seat is asked, and what came of what it did |
//! | [`clicks`] | buttons, select menus and forms |
//! | [`tables`] | opening, starting, joining, seats |
//! | [`company`] | taking back, agreeing, resigning, closing |
//! | [`looks`] | lists, boards, logs, dice, audits, files, help |
//! | [`complete`] | autocomplete |
//! | [`paper`] | long answers in several messages |
//! | [`once`] | a call that comes twice |

mod clicks;
mod company;
mod complete;
mod looks;
mod now;
mod once;
mod orders;
mod paper;
mod tables;
mod visit;

use std::sync::Arc;

use super::commands::{Commands, Meant};
use super::inbound::answering::Handle;
use super::inbound::call::{Call, What};
use super::outbound::message::{Answer, Message};
use super::picker::ticket::Tickets;
use crate::club::limits::Pace;
use crate::club::{Club, ClubError};
use crate::words::Words;
use once::Once;
use visit::Visit;

/// Answers calls over the tables of a club.
pub struct Office {
    club: Arc<Club>,
    commands: Commands,
    words: Words,
    tickets: Tickets,
    pace: Pace,
    stirred: Stirred,
    once: Once,
}

/// What is told the table at which something changed, so that it is reported soon.
pub type Stirred = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a call goes no further.
enum Halt {
    /// It is answered with this.
    Answer(Box<Answer>),
    /// Something is wrong on our side: what, for the log only.
    Broken(ClubError),
}

impl From<ClubError> for Halt {
    fn from(why: ClubError) -> Halt {
        Halt::Broken(why)
    }
}

type Went<T> = Result<T, Halt>;

impl Office {
    /// An office over the tables of `club`; `stirred` is told each table at which something changed.
    pub fn new(
        club: Arc<Club>,
        commands: Commands,
        words: Words,
        tickets: Tickets,
        pace: Pace,
        stirred: Stirred,
    ) -> Office {
        Office { club, commands, words, tickets, pace, stirred, once: Once::default() }
    }
}

impl Handle for Office {
    fn handle(&self, call: &Call) -> Answer {
        let visit = Visit::new(self, call);
        if matches!(call.what, What::Complete { .. }) {
            return Answer::Suggest(visit.complete());
        }
        let went = self.once.answer(call.id, || match visit.answer() {
            Ok(answer) => Ok(answer),
            Err(Halt::Answer(answer)) => Ok(*answer),
            Err(Halt::Broken(why)) => Err(why),
        });
        went.unwrap_or_else(|why| {
            let table = visit.table();
            tracing::error!(interaction = %call.id, table, %why, "an interaction failed");
            let mut text = visit.say("discord-broken", &[("id", call.id.to_string().into())]);
            if let Some((table, seq)) = why.entry() {
                let args = [("table", table.into()), ("entry", seq.to_string().into())];
                text = format!("{text}\n{}", visit.say("discord-broken-entry", &args));
            }
            Answer::private(Message::from(text))
        })
    }
}

impl Visit<'_> {
    fn answer(&self) -> Went<Answer> {
        match &self.call.what {
            What::Command(command) => match self.office.commands.meaning(command) {
                Some(Meant::Order { game, verb, args }) => self.named(&game, verb, &args),
                Some(Meant::Typed { text }) => self.typed(&text),
                Some(Meant::Table { verb }) => self.table_verb(&verb),
                None => Err(self.unknown()),
            },
            What::Complete { .. } => Ok(Answer::Suggest(self.complete())),
            What::Click { custom_id, values, .. } => self.click(custom_id, values),
            What::Filled { custom_id, fields, .. } => self.filled(custom_id, fields),
        }
    }

    /// A verb of `/table` or `/show`.
    fn table_verb(&self, verb: &str) -> Went<Answer> {
        match verb {
            "new" => self.new_table(),
            "join" => self.join(),
            "decline" => self.decline(),
            "start" => self.start(&self.room(None)?),
            "list" => self.list(),
            "invite" => self.invite(),
            "withdraw-offer" => self.withdraw_offer(),
            "pass-seat" => self.pass_seat(),
            "undo" => self.at_seat(|room, seat| self.undo(room, seat, self.count_given()?)),
            "ask-undo" => self.at_seat(|room, seat| self.ask_undo(room, seat, self.count(1)?)),
            "agree" => self.agree(&self.room(None)?, None, true),
            "object" => self.agree(&self.room(None)?, None, false),
            "resign" => self.resign(),
            "close" => self.close(&self.room(None)?),
            "dm" => self.dm(),
            "forget-me" => self.forget_me(),
            "status" => self.status(&self.room(None)?),
            "board" => self.board(&self.room(None)?, self.option("what")),
            "hand" => self.at_seat(|room, seat| self.hand(room, seat)),
            "log" => self.log(&self.room(None)?, self.count(looks::USUAL_ROWS)?),
            "dice" => self.dice(&self.room(None)?, self.count(looks::USUAL_ROWS)?),
            "replay" => self.replay(&self.room(None)?),
            "audit" => self.audit(&self.room(None)?),
            "export" => self.export(&self.room(None)?),
            "why" => self.why(&self.room(None)?),
            "help" => self.help(self.option("verb")),
            _ => Err(self.unknown()),
        }
    }

    /// A command or a component that this program does not know.
    fn unknown(&self) -> Halt {
        tracing::warn!(interaction = %self.call.id, "a command or component of no known meaning");
        self.refuse("discord-unknown", &[])
    }
}
