//! Looking, which changes nothing: lists, boards, logs, dice, audits, files, help.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::reply_builder::{ReplyBuilder, Shown};
use super::request::{Request, repeated};
use super::tables::is_on;
use super::{EarlyReply, HandlerResult};
use crate::book::{Verb, fold};
use crate::club::GameWords;
use crate::club::picture::{Picture, Theme, Wanted};
use crate::club::session::PlayerSession;
use crate::club::strength::COMPUTER;
use crate::club::{Conclusion, PlayerTable, SeatStatus, TableReader};
use crate::door::discord::DOOR;
use crate::door::discord::courier::outcome;
use crate::door::discord::outbound::markdown::{deadline, timestamp};
use crate::door::discord::outbound::message::{Answer, File, Message, Row, Style};
use crate::door::discord::outbound::status_text::{self, seat_name};
use crate::door::discord::picker::ticket::{Look, TicketAction};
use crate::door::discord::table_thread::TableThread;
use crate::game::{Options, Seat};

/// Rows of the log or the dice when no number is given.
const USUAL_ROWS: usize = 20;
/// Most messages to a player that are listed.
const SENT_ROWS: usize = 10;

/// A player at the seat with a prompt, and their options there.
type Turn = (PlayerSession, Arc<Options>);

impl Request<'_> {
    /// Looks at the table that is meant.
    pub(super) fn look_here(&self, look: &Look) -> HandlerResult<Answer> {
        self.look(&self.room(None)?, None, look, None)
    }

    /// Shows something; with a page number, a page of it that replaces the clicked message.
    pub(super) fn look(
        &self,
        room: &TableThread,
        seat: Option<Seat>,
        look: &Look,
        page: Option<usize>,
    ) -> HandlerResult<Answer> {
        let mut of = None;
        let shown = match look {
            Look::Board(what) => self.board(room, what.as_deref())?.into(),
            Look::Hand => {
                let seated = self.sit(room, seat)?;
                // Every page is of the seat that the first is of.
                of = Some(seated.seat());
                self.hand(room, &seated)?
            }
            Look::Log(count) => self.lines(&self.watch(room)?.log(count.unwrap_or(USUAL_ROWS))?).into(),
            Look::Dice(count) => self.lines(&self.watch(room)?.dice(count.unwrap_or(USUAL_ROWS))?).into(),
            Look::Status => self.status(room)?,
            Look::Time => {
                let moment = |at: DateTime<Utc>| deadline(at.timestamp());
                self.lines(&self.watch(room)?.time(&moment)?).into()
            }
            Look::Help(verb) => self.help_at(room, verb.as_deref())?.into(),
            Look::Why => self.why(room)?.into(),
            Look::Replay(at) => self.position_after(room, *at)?.into(),
            Look::Audit => self.audit(room)?.into(),
        };
        let turn = |page: usize| self.ticket(room, of, TicketAction::Page(look.clone(), page));
        Ok(self.paged(shown, page, &turn))
    }

    /// The caller's tables: those that wait for them first, the longest wait first.
    pub(super) fn list(&self) -> HandlerResult<Answer> {
        let rooms: Vec<(PlayerTable, TableThread)> =
            self.rooms()?.into_iter().filter(|(mine, _)| !mine.over).collect();
        let mut reply = ReplyBuilder::default();
        if rooms.is_empty() {
            reply.markdown(&self.say("discord-list-none", &[]));
            return Ok(self.private(reply, vec![]));
        }
        if !rooms.iter().any(|(mine, _)| mine.asked) {
            reply.markdown(&self.say("discord-list-nothing-waits", &[]));
        }
        for (mine, room) in &rooms {
            reply.markdown(&self.table_line(mine, room));
            if let Some(readiness) = &mine.readiness {
                reply.line(&self.club().readiness_said(&mine.table, readiness, self.lang())?);
            }
        }
        Ok(self.private(reply, vec![]))
    }

    fn status(&self, room: &TableThread) -> HandlerResult<Shown> {
        let status = self.watch(room)?.status_by(&|at| deadline(at.timestamp()))?;
        let mut head = ReplyBuilder::default();
        for line in status_text::lines(&self.handlers.words, self.lang(), &status, room.started) {
            head.markdown(&line);
        }
        head.markdown(&self.say("discord-status-since", &[("since", timestamp(status.since).into())]));
        if let Some(trouble) = &room.trouble {
            head.markdown(&self.say(trouble, &[]));
        }
        let asks = |act, key| self.button(key, Style::Secondary, &self.ticket(room, None, act));
        let rows = Row::Buttons(vec![
            asks(TicketAction::Orders, "discord-orders"),
            asks(TicketAction::Look(Look::Board(None)), "discord-board"),
            asks(TicketAction::Look(Look::Log(None)), "discord-log"),
        ]);
        Ok(Shown { head, rows: vec![rows], ..Shown::default() })
    }

    fn board(&self, room: &TableThread, what: Option<&str>) -> HandlerResult<ReplyBuilder> {
        let what: Vec<String> = what.into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect();
        let mut reply = ReplyBuilder::default();
        reply.weighted(&self.watch(room)?.board(&what)?);
        Ok(reply)
    }

    /// The position as a picture, from the caller's seat where they have one; the board in words where none can be drawn.
    pub(super) fn map(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        let wanted = Wanted { kind: self.option("what"), ..Wanted::best(Theme::dark()) };
        let (kinds, picture) = if seat.is_some() || self.sits_at(room)? {
            let seated = self.sit(room, seat)?;
            (seated.pictures(), seated.picture(wanted)?)
        } else {
            let watched = self.watch(room)?;
            (watched.pictures(), watched.picture(wanted)?)
        };
        if let Some(given) = wanted.kind.filter(|given| !kinds.contains(given) && !kinds.is_empty()) {
            let named = |kind| self.handlers.commands.named("map", "what", kind, self.lang()).to_owned();
            let list = self.list_of(kinds.into_iter().map(named));
            let args = [("given", repeated(&named(given)).into()), ("kinds", list.into())];
            return Err(self.refuse("discord-no-picture", &args));
        }
        let fits = |picture: &Arc<Picture>| picture.png.len() as u64 <= self.call.file_bytes;
        let Some(picture) = picture.filter(fits) else { return self.hand_or_board(room, seat) };
        let text = self.say("discord-map", &[("table", room.table.as_str().into())]);
        let files = vec![File::of(&picture)];
        let Answer::Say { messages: otherwise, .. } = self.hand_or_board(room, seat)? else {
            return Err(self.unknown());
        };
        Ok(Answer::private(Message { text, files, otherwise, ..Message::default() }))
    }

    /// The board as the caller may see it, in words.
    fn hand_or_board(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        if !self.sits_at(room)? {
            return self.look(room, None, &Look::Board(None), None);
        }
        let mut reply = ReplyBuilder::default();
        reply.weighted(&self.sit(room, seat)?.board(&[])?);
        Ok(self.private(reply, vec![]))
    }

    /// The secrets and the prompt of the caller's seat, then the whole position.
    fn hand(&self, room: &TableThread, seated: &PlayerSession) -> HandlerResult<Shown> {
        let board = seated.board(&[])?;
        let mut rest = ReplyBuilder::default();
        rest.weighted(&board);
        if !room.started {
            return Ok(Shown { rows: self.start_row(room)?, rest, ..Shown::default() });
        }
        let public = self.watch(room)?.board(&[])?;
        let secret = board.iter().filter(|line| line.0.is_sentence() && !public.contains(line));
        let mut head = ReplyBuilder::default();
        head.lines(&secret.map(|(_, line)| line.clone()).collect::<Vec<_>>());
        let now = self.now(room, seated, seated.asked()?)?;
        head.append(now.reply);
        Ok(Shown { head, rows: now.rows, rest })
    }

    /// The orders that advisers would give for the caller's seat, at a table for practice.
    pub(super) fn hints(&self, room: &TableThread, seat: Option<Seat>) -> HandlerResult<Answer> {
        self.begun(room)?;
        let hints = self.sit(room, seat)?.hints();
        Ok(self.private(self.lines(&hints), vec![]))
    }

    fn lines(&self, lines: &[String]) -> ReplyBuilder {
        let mut reply = ReplyBuilder::default();
        match lines.is_empty() {
            true => reply.markdown(&self.say("discord-nothing-yet", &[])),
            false => reply.lines(lines),
        }
        reply
    }

    pub(super) fn replay(&self, room: &TableThread) -> HandlerResult<Answer> {
        let watched = self.watch(room)?;
        let last = watched.last();
        let at = match self.option("at") {
            None => self.end_of_part(&*watched)?.unwrap_or(last),
            Some(given) => match given.parse() {
                Ok(at) if (1..=last).contains(&at) => at,
                _ => return Err(self.no_entry(given, last)),
            },
        };
        self.look(room, None, &Look::Replay(at), None)
    }

    fn position_after(&self, room: &TableThread, at: u64) -> HandlerResult<ReplyBuilder> {
        let watched = self.watch(room)?;
        let mut reply = ReplyBuilder::default();
        let head = watched.head_at(at)?;
        let args = [("at", at.into()), ("last", watched.last().into()), ("head", head.short().into())];
        reply.markdown(&self.say("discord-replay-at", &args));
        reply.weighted(&watched.replay(at)?);
        Ok(reply)
    }

    /// The last entry of the requested part of the log, if there is a request.
    fn end_of_part(&self, watched: &dyn TableReader) -> HandlerResult<Option<u64>> {
        let parts = self.handlers.commands.parts().iter();
        let asked =
            parts.filter_map(|part| Some((part.label(self.lang()), self.option(part.name.as_str())?)));
        let Some((name, given)) = asked.into_iter().next() else { return Ok(None) };
        let end = match given.parse() {
            Ok(part) => watched.part_end(part)?,
            Err(_) => None,
        };
        let args = [("name", name.into()), ("given", repeated(given).into())];
        end.map(Some).ok_or_else(|| self.refuse("discord-no-part", &args))
    }

    fn audit(&self, room: &TableThread) -> HandlerResult<ReplyBuilder> {
        let (conclusion, lines) = self.club().audit(&room.table, self.lang())?;
        let mut reply = ReplyBuilder::default();
        let key = match conclusion {
            Conclusion::Holds => "discord-audit-well",
            Conclusion::HoldsSoFar | Conclusion::UnknownRules | Conclusion::UnknownLaw => {
                "discord-audit-in-part"
            }
            Conclusion::Failed => "discord-audit-not-well",
        };
        reply.markdown(&self.say(key, &[("table", room.table.as_str().into())]));
        reply.lines(&lines);
        Ok(reply)
    }

    pub(super) fn export(&self, room: &TableThread) -> HandlerResult<Answer> {
        let (name, bytes) = self.club().export(&room.table, &self.person()?.player)?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > self.call.file_bytes {
            let args = [("bytes", size.into()), ("most", self.call.file_bytes.into())];
            return Err(self.refuse("discord-file-too-big", &args));
        }
        let args = [("table", room.table.as_str().into())];
        let description = self.say("discord-file-log", &args);
        let text = self.say("discord-exported", &args);
        let files = vec![File { name, description, bytes }];
        Ok(Answer::private(Message { text, files, ..Message::default() }))
    }

    /// The reasons for a computer player's order at the named entry; without one, the messages sent to the caller.
    pub(super) fn why_here(&self, entry: Option<u64>) -> HandlerResult<Answer> {
        let Some(entry) = entry else { return self.look_here(&Look::Why) };
        let watched = self.watch(&self.room(None)?)?;
        match (1..=watched.last()).contains(&entry) {
            true => Ok(self.private(self.lines(&watched.reasons(Some(entry))?), vec![])),
            false => Err(self.no_entry(&entry.to_string(), watched.last())),
        }
    }

    fn no_entry(&self, given: &str, last: u64) -> EarlyReply {
        self.refuse("discord-no-entry", &[("given", repeated(given).into()), ("last", last.into())])
    }

    /// The messages sent to the caller, each with its decision and outcome; and the reasons for a computer player's last order.
    fn why(&self, room: &TableThread) -> HandlerResult<ReplyBuilder> {
        let sent = self.club().sent_to(&room.table, &self.person()?.player, SENT_ROWS)?;
        let mut reply = ReplyBuilder::default();
        if sent.is_empty() {
            reply.markdown(&self.say("discord-why-none", &[]));
        }
        let watched = self.watch(room)?;
        let seats = watched.seats()?;
        let words = self.club().words(&room.game, self.lang());
        for sent in &sent {
            let seat = seat_name(&seats, sent.seat);
            let own = words.as_ref().and_then(|words| words.notice(&sent.why));
            reply.markdown(&outcome::line(&self.handlers.words, self.lang(), sent, &seat, own));
        }
        reply.markdown(&self.say("discord-why-rule", &[]));
        let is_computer = |seat: &SeatStatus| {
            seat.player.iter().flat_map(|holder| &holder.addresses).any(|address| address.kind == COMPUTER)
        };
        if seats.iter().any(is_computer) {
            reply.lines(&watched.reasons(None)?);
        }
        Ok(reply)
    }

    /// Turns direct messages for the caller on or off.
    pub(super) fn dm(&self) -> HandlerResult<Answer> {
        let Some(switch) = self.option("to") else { return Err(self.refuse("discord-dm-which", &[])) };
        let by_dm = is_on(switch);
        self.club().set_direct(&self.person()?.player, by_dm)?;
        let key = if by_dm { "discord-dm-on" } else { "discord-dm-off" };
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say(key, &[]));
        Ok(self.private(reply, vec![]))
    }

    /// Erases everything about the caller.
    pub(super) fn forget_me(&self) -> HandlerResult<Answer> {
        if self.option("sure").is_none() {
            return Err(self.refuse("discord-forget-sure", &[]));
        }
        let left = self.club().forget(&self.person()?.player, DOOR)?;
        left.iter().for_each(|table| (self.handlers.on_change)(table));
        let mut reply = ReplyBuilder::default();
        reply.markdown(&self.say("discord-forgotten", &[]));
        if !left.is_empty() {
            reply.markdown(&self.say("discord-left", &[("tables", self.list_of(left.into_iter()).into())]));
        }
        Ok(self.private(reply, vec![]))
    }

    /// The help: at a table the orders possible now, elsewhere how to begin; or a verb explained.
    pub(super) fn help(&self, verb: Option<&str>) -> HandlerResult<Answer> {
        let here = match self.option("table") {
            Some(_) => Some(self.room(None)?),
            None => self.room(None).ok(),
        };
        match (here, verb) {
            (Some(room), verb) => self.look(&room, None, &Look::Help(verb.map(str::to_owned)), None),
            (None, Some(verb)) => {
                for offer in self.club().games() {
                    if let Some(speech) = self.club().words(offer.game, self.lang())
                        && let Some(text) = self.explained(&speech, verb)
                    {
                        return Ok(self.private(self.lines(&[text]), vec![]));
                    }
                }
                Err(self.refuse("discord-no-such-verb", &[("verb", repeated(verb).into())]))
            }
            (None, None) => Ok(Answer::private(Message::from(self.say("discord-help", &[])))),
        }
    }

    fn help_at(&self, room: &TableThread, verb: Option<&str>) -> HandlerResult<ReplyBuilder> {
        let speech = self.club().words(&room.game, self.lang());
        let Some(speech) = speech else { return Err(self.refuse("discord-help", &[])) };
        if let Some(verb) = verb {
            return match self.explained(&speech, verb) {
                Some(text) => Ok(self.lines(&[text])),
                None => Err(self.refuse("discord-no-such-verb", &[("verb", repeated(verb).into())])),
            };
        }
        let open = self.open_to_me(room)?;
        let book = &speech.book;
        let verbs = book.verbs().iter().filter(|verb| open.verb(verb.name.as_str()).is_some());
        let verbs: Vec<String> = verbs.map(|verb| book.list(&speech.words, speech.lang, verb)).collect();
        let mut reply = ReplyBuilder::default();
        if !verbs.is_empty() {
            reply.markdown(&self.say("discord-help-open", &[]));
            reply.lines(&verbs);
        }
        reply.markdown(&self.say("discord-help", &[]));
        Ok(reply)
    }

    /// The caller's options at a table: none without a seat or a question.
    pub(super) fn open_to_me(&self, room: &TableThread) -> HandlerResult<Arc<Options>> {
        Ok(self.my_turn(room)?.map(|(_, options)| options).unwrap_or_default())
    }

    /// The caller at their seat with their options, if they have a seat and a prompt.
    pub(super) fn my_turn(&self, room: &TableThread) -> HandlerResult<Option<Turn>> {
        if !room.started || !self.sits_at(room)? {
            return Ok(None);
        }
        let seated = self.sit(room, self.seat_given(room)?)?;
        let asked = seated.asked()?;
        Ok(asked.prompt.map(|_| (seated, asked.options)))
    }

    fn explained(&self, speech: &GameWords, typed: &str) -> Option<String> {
        let book = &speech.book;
        // The table's own verbs are commands here, which Discord itself explains.
        let is_of_table = |verb: &Verb| verb.table && verb.names().any(|name| fold(name) == fold(typed));
        if book.verbs().iter().any(is_of_table) {
            return None;
        }
        book.explain(&speech.words, speech.lang, speech.phrases().lexicon, typed)
    }
}
