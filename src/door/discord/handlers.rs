//! The handlers: a call in, an answer out. They are synchronous and block on the disk.
//!
//! | part | what it does |
//! |---|---|
//! | [`request`] | one call under way: who calls, which table and seat are meant |
//! | [`orders`] | orders by command, as typed text or as picked |
//! | [`now`] | what a seat is asked, and what came of what it did |
//! | [`clicks`] | buttons, select menus and forms |
//! | [`tables`] | opening, starting, joining, seats |
//! | [`other_players`] | taking back, agreeing, resigning, closing |
//! | [`linking`] | one person who plays in Discord and in another door |
//! | [`looks`] | lists, boards, logs, dice, audits, files, help |
//! | [`complete`] | autocomplete |
//! | [`reply_builder`] | long answers in several messages |
//! | [`answer_cache`] | a call that comes twice |

mod answer_cache;
mod clicks;
mod complete;
mod linking;
mod looks;
mod now;
mod orders;
mod other_players;
mod reply_builder;
mod request;
mod tables;

use std::sync::Arc;

use super::commands::{Commands, Meant};
use super::inbound::answering::Handle;
use super::interaction::{Interaction, InteractionData};
use super::outbound::message::{Answer, Message};
use super::picker::ticket::{Look, Tickets};
use crate::book::Lexicon;
use crate::club::limits::RateLimits;
use crate::club::table_words::{TableAction, TableInput, TableLook};
use crate::club::{Club, ClubError};
use crate::observe;
use crate::report;
use crate::words::Words;
use answer_cache::AnswerCache;
use request::{Request, at_most};

/// Answers calls over the tables of a club.
pub struct Handlers {
    club: Arc<Club>,
    commands: Commands,
    words: Words,
    tickets: Tickets,
    rate_limits: RateLimits,
    on_change: OnChange,
    answers: AnswerCache,
}

/// Called with each table that changed, so that the courier reports it soon.
pub type OnChange = Arc<dyn Fn(&str) + Send + Sync>;

/// Why a call goes no further.
enum EarlyReply {
    /// It is answered with this.
    Answer(Box<Answer>),
    /// Something is wrong on our side: what, for the log only.
    Broken(ClubError),
}

impl From<ClubError> for EarlyReply {
    fn from(why: ClubError) -> EarlyReply {
        EarlyReply::Broken(why)
    }
}

type HandlerResult<T> = Result<T, EarlyReply>;

impl Handlers {
    /// Handlers over the tables of `club`; they call `on_change` with each table that changed.
    pub fn new(
        club: Arc<Club>,
        commands: Commands,
        words: Words,
        tickets: Tickets,
        rate_limits: RateLimits,
        on_change: OnChange,
    ) -> Handlers {
        Handlers { club, commands, words, tickets, rate_limits, on_change, answers: AnswerCache::default() }
    }
}

impl Handle for Handlers {
    fn handle(&self, call: &Interaction) -> Answer {
        let request = Request::new(self, call);
        if matches!(call.what, InteractionData::Complete { .. }) {
            return Answer::Suggest(request.complete());
        }
        let went = self.answers.answer(call.id, || match request.answer() {
            Ok(answer) => Ok(answer),
            Err(EarlyReply::Answer(answer)) => Ok(*answer),
            Err(EarlyReply::Broken(why)) => Err(why),
        });
        went.unwrap_or_else(|why| {
            let table = request.table();
            observe::refused("broken");
            tracing::error!(interaction = %call.id, table, %why, "an interaction failed");
            let mut text = request.say("discord-broken", &[("id", call.id.to_string().into())]);
            if let Some((table, seq)) = why.entry() {
                let args = [("table", table.into()), ("entry", seq.to_string().into())];
                text = format!("{text}\n{}", request.say("discord-broken-entry", &args));
            }
            Answer::private(Message::from(text))
        })
    }
}

impl Request<'_> {
    fn answer(&self) -> HandlerResult<Answer> {
        match &self.call.what {
            InteractionData::Command(command) => match self.handlers.commands.meaning(command) {
                Some(Meant::Order { game, verb, args }) => self.named(&game, verb, &args),
                Some(Meant::Typed { text }) => self.typed(&text),
                Some(Meant::Table { verb }) => self.table_verb(&verb),
                None => Err(self.unknown()),
            },
            InteractionData::Complete { .. } => Ok(Answer::Suggest(self.complete())),
            InteractionData::Click { custom_id, values, .. } => self.click(custom_id, values),
            InteractionData::Filled { custom_id, fields, .. } => self.filled(custom_id, fields),
        }
    }

    /// A verb of `/table` or `/show`: of the table, or of this door alone.
    fn table_verb(&self, verb: &str) -> HandlerResult<Answer> {
        let book = self.handlers.commands.table_book();
        match TableInput::of_options(book, verb, |name| self.option(name)) {
            Some(Ok(TableInput::Look(look))) => self.look_typed(&look),
            Some(Ok(TableInput::Set(setting, typed))) => self.set(setting, &typed),
            Some(Ok(TableInput::Act(action))) => self.act_typed(&action),
            Some(Ok(TableInput::Wait | TableInput::Quit)) => Err(self.unknown()),
            Some(Err(parse_error)) => Err(self.refuse_because(&report::parse_error(
                &self.handlers.words,
                self.lang(),
                book,
                &Lexicon::default(),
                &parse_error,
            ))),
            None => self.own_verb(verb),
        }
    }

    fn own_verb(&self, verb: &str) -> HandlerResult<Answer> {
        match verb {
            "new" => self.new_table(),
            "join" => self.join(),
            "decline" => self.decline(),
            "start" => self.start(&self.room(None)?),
            "list" => self.list(),
            "open-seats" => self.open_seats(),
            "dm" => self.dm(),
            "link" => self.link(),
            "unlink" => self.unlink(),
            "notices" => self.notices(),
            "forget-me" => self.forget_me(),
            "status" => self.look_here(&Look::Status),
            "board" => self.look_here(&Look::Board(self.option("what").map(str::to_owned))),
            "map" => self.at_seat(|room, seat| self.map(room, seat)),
            "hand" => self.at_seat(|room, seat| self.look(room, seat, &Look::Hand, None)),
            "replay" => self.replay(&self.room(None)?),
            "audit" => self.look_here(&Look::Audit),
            "export" => self.export(&self.room(None)?),
            _ => Err(self.unknown()),
        }
    }

    fn look_typed(&self, look: &TableLook) -> HandlerResult<Answer> {
        match look {
            TableLook::Help(words) => self.help(words.first().map(String::as_str)),
            TableLook::Hint => self.at_seat(|room, seat| self.hints(room, seat)),
            TableLook::Why(entry) => self.why_here(*entry),
            TableLook::Log(rows) => self.look_here(&Look::Log(rows.map(at_most))),
            TableLook::Dice(rows) => self.look_here(&Look::Dice(rows.map(at_most))),
            TableLook::Time => self.look_here(&Look::Time),
            // What this door shows under names of its own, or in threads.
            TableLook::Options(_) | TableLook::Show(_) | TableLook::Recap(_) | TableLook::Who => {
                Err(self.unknown())
            }
        }
    }

    /// Does something at the table. Actions that reveal secrets or end something need a confirmation, and people are named as
    /// users.
    fn act_typed(&self, action: &TableAction) -> HandlerResult<Answer> {
        match action {
            TableAction::Undo(_) | TableAction::AskUndo(_) => {
                self.at_seat(|room, seat| self.in_game(room, seat, action))
            }
            TableAction::Answer { agrees } => self.agree(&self.room(None)?, None, *agrees),
            TableAction::Invite(_) => self.invite(),
            TableAction::PassSeat(_) => self.pass_seat(),
            TableAction::Master(_) => self.master(),
            TableAction::Rematch => self.rematch(&self.room(None)?),
            TableAction::Resign { .. } => self.resign(),
            TableAction::Close => self.close(&self.room(None)?),
            TableAction::Absent(_) => self.absent(),
            _ => self.as_player(&self.room(None)?, None, |seated| action.perform(seated)),
        }
    }

    /// A command or a component that this program does not know.
    fn unknown(&self) -> EarlyReply {
        tracing::warn!(interaction = %self.call.id, "a command or component of no known meaning");
        self.refuse("discord-unknown", &[])
    }
}
