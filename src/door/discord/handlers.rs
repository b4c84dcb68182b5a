//! The handlers: a call in, an answer out. They are synchronous and block on the disk.
//!
//! | part | what it does |
//! |---|---|
//! | [`request`] | one call under way: who calls, which table and seat are meant |
//! | [`orders`] | orders by command, as typed text or as picked |
//! | [`now`] | what a seat is asked, and what came of what it did |
//! | [`clicks`] | buttons, select menus and forms |
//! | [`tables`] | opening, starting, joining, seats |
//! | [`company`] | taking back, agreeing, resigning, closing |
//! | [`linking`] | one person who plays in Discord and in another door |
//! | [`looks`] | lists, boards, logs, dice, audits, files, help |
//! | [`complete`] | autocomplete |
//! | [`reply_builder`] | long answers in several messages |
//! | [`answer_cache`] | a call that comes twice |

mod answer_cache;
mod clicks;
mod company;
mod complete;
mod linking;
mod looks;
mod now;
mod orders;
mod reply_builder;
mod request;
mod tables;

use std::sync::Arc;

use super::commands::{Commands, Meant};
use super::inbound::answering::Handle;
use super::interaction::{Interaction, InteractionData};
use super::outbound::message::{Answer, Message};
use super::picker::ticket::{Look, Tickets};
use crate::club::limits::RateLimits;
use crate::club::settings::Setting;
use crate::club::{Club, ClubError};
use crate::observe;
use crate::words::Words;
use answer_cache::AnswerCache;
use request::Request;

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

/// What is told the table at which something changed, so that it is reported soon.
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
    /// Handlers over the tables of `club`; `on_change` is told each table at which something changed.
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

    /// A verb of `/table` or `/show`.
    fn table_verb(&self, verb: &str) -> HandlerResult<Answer> {
        match verb {
            "new" => self.new_table(),
            "join" => self.join(),
            "decline" => self.decline(),
            "start" => self.start(&self.room(None)?),
            "list" => self.list(),
            "invite" => self.invite(),
            "withdraw-offer" => self.withdraw_offer(),
            "need-player" => self.need_player(),
            "master" => self.master(),
            "ready" => self.ready(&self.room(None)?, !self.option("off").is_some_and(tables::is_on)),
            "rematch" => self.rematch(&self.room(None)?),
            "open-seats" => self.open_seats(),
            "pass-seat" => self.pass_seat(),
            "undo" => self.at_seat(|room, seat| self.undo(room, seat, self.count_given()?)),
            "ask-undo" => self.at_seat(|room, seat| self.ask_undo(room, seat, self.count(1)?)),
            "agree" => self.agree(&self.room(None)?, None, true),
            "object" => self.agree(&self.room(None)?, None, false),
            "publish" => self.publish(&self.room(None)?),
            "unpublish" => self.as_player(&self.room(None)?, None, |seated| seated.unpublish()),
            "pace" => self.about_time(|seated, typed| seated.change_pace(typed), "terms"),
            "pause" => self.about_time(|seated, typed| seated.pause(typed), "until"),
            "resume" => self.as_player(&self.room(None)?, None, |seated| seated.resume()),
            "stop-clock" => self.as_player(&self.room(None)?, None, |seated| seated.stop_clock()),
            "absent" => self.absent(),
            "end-absence" => self.about_time(|seated, typed| seated.end_absence(typed), "day"),
            "standing" => self.about_time(|seated, typed| seated.standing_order(typed), "order"),
            "pass-ahead" => self.about_time(|seated, typed| seated.pass_ahead(typed), "until"),
            "claim" => self.claim(),
            "zone" => self.set(Setting::Zone, "zone"),
            "reminders" => self.set(Setting::Reminders, "steps"),
            "quiet" => self.set(Setting::Quiet, "hours"),
            "calendar" => self.set(Setting::Calendar, "link"),
            "resign" => self.resign(),
            "close" => self.close(&self.room(None)?),
            "dm" => self.dm(),
            "link" => self.link(),
            "unlink" => self.unlink(),
            "notices" => self.notices(),
            "forget-me" => self.forget_me(),
            "status" => self.look_here(&Look::Status),
            "time" => self.look_here(&Look::Time),
            "board" => self.look_here(&Look::Board(self.option("what").map(str::to_owned))),
            "map" => self.at_seat(|room, seat| self.map(room, seat)),
            "hint" => self.at_seat(|room, seat| self.hints(room, seat)),
            "hand" => self.at_seat(|room, seat| self.look(room, seat, &Look::Hand, None)),
            "log" => self.look_here(&Look::Log(self.count_given()?)),
            "dice" => self.look_here(&Look::Dice(self.count_given()?)),
            "replay" => self.replay(&self.room(None)?),
            "audit" => self.look_here(&Look::Audit),
            "export" => self.export(&self.room(None)?),
            "why" => self.why_here(),
            "help" => self.help(self.option("verb")),
            _ => Err(self.unknown()),
        }
    }

    /// A command or a component that this program does not know.
    fn unknown(&self) -> EarlyReply {
        tracing::warn!(interaction = %self.call.id, "a command or component of no known meaning");
        self.refuse("discord-unknown", &[])
    }
}
