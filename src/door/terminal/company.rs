//! What the players of one table ask of each other: going back, closing, and who sits where.

use std::io;

use super::{Said, Session, broken};
use crate::book::ParseError;
use crate::club::session::{OrderOutcome, PlayerSession};
use crate::club::settings::Setting;
use crate::game::Word;

impl<T: PlayerSession> Session<'_, T> {
    /// A verb for the other players; `None` when it is none.
    pub(super) fn company_verb(
        &mut self,
        verb: Word,
        words: &[String],
        number: Option<usize>,
    ) -> io::Result<Option<Said>> {
        let answer = match verb.as_str() {
            "who" => {
                self.page_of(self.table.who())?;
                return Ok(Some(Said::Shown));
            }
            // What it would answer was not there when it was typed.
            "agree" | "object" if self.unseen => Ok(OrderOutcome::Refused(self.say("terminal-stale", &[]))),
            "agree" => self.table.answer_request(true),
            "object" => self.table.answer_request(false),
            "ask-undo" => self.table.ask_undo(number.unwrap_or(1)),
            "publish" => self.table.publish(number),
            "unpublish" => self.table.unpublish(),
            // A proposal of nothing tells what holds.
            "time" | "pace" if words.is_empty() => {
                self.page_of(self.table.time())?;
                return Ok(Some(Said::Shown));
            }
            "pace" => self.table.change_pace(&words.join(" ")),
            "pause" => self.table.pause(&words.join(" ")),
            "resume" => self.table.resume(),
            "stop-clock" => self.table.stop_clock(),
            "absent" => self.table.book_absence(&words.join(" ")),
            "end-absence" => self.table.end_absence(&words.join(" ")),
            "standing" => self.table.standing_order(&words.join(" ")),
            "pass-ahead" => self.table.pass_ahead(&words.join(" ")),
            "claim" => self.table.claim(Some(&*words.join(" ")).filter(|seat| !seat.is_empty())),
            "resign" => return self.resign(!words.is_empty()).map(Some),
            "invite" | "pass-seat" if words.is_empty() => {
                let arg = Word::literal("player");
                return self.slip_of(&ParseError::Missing { verb, arg, legal: vec![], more: 0 }).map(Some);
            }
            "invite" => self.table.invite(words),
            "pass-seat" => self.table.pass_seat(&words.join(" ")),
            "need-player" => self.table.need_player(words.is_empty()),
            "master" => self.table.master(&words.join(" ")),
            "ready" => self.table.say_ready(true),
            "unready" => self.table.say_ready(false),
            "rematch" => self.table.rematch().map(|opened| match opened {
                Ok((_, said)) => OrderOutcome::Noted(vec![said]),
                Err(why) => OrderOutcome::Refused(why),
            }),
            "withdraw-offer" => {
                self.table.withdraw_offer(Some(&*words.join(" ")).filter(|seat| !seat.is_empty()))
            }
            other => match Setting::of(other) {
                Some(setting) => self.table.set(setting, &setting.typed(words)),
                None => return Ok(None),
            },
        };
        self.answered(answer).map(Some)
    }

    /// It ends the table for everybody: a single word, perhaps a slip, does not do it.
    fn resign(&mut self, sure: bool) -> io::Result<Said> {
        if broken(self.table.asked())?.over {
            return self.nothing_asked();
        }
        if !sure {
            self.page.line(&self.say("terminal-resign-sure", &[]))?;
            return Ok(Said::Shown);
        }
        let answer = self.table.resign();
        self.answered(answer)
    }

    /// Ends the table: with nobody else there once it is confirmed, with others when they agree.
    pub(super) fn close(&mut self) -> io::Result<Said> {
        if broken(self.table.asked())?.over {
            return self.nothing_asked();
        }
        if self.table.accompanied() {
            let answer = self.table.propose_close();
            return self.answered(answer);
        }
        self.closing = true;
        self.page.line(&self.say("terminal-close-sure", &[]))?;
        Ok(Said::Shown)
    }
}
