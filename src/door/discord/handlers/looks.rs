//! Looking, which changes nothing: lists, boards, logs, dice, audits, files.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::at_table::AtTable;
use super::caller::{Caller, ListedTables};
use super::help;
use super::now::now;
use super::reader::repeated;
use super::reply_builder::{ReplyBuilder, Shown};
use super::{EarlyReply, HandlerResult};
use crate::club::picture::{self, Picture, Theme, Wanted};
use crate::club::session::PlayerSession;
use crate::club::strength::COMPUTER;
use crate::club::table_words::{MOST_ROWS, USUAL_ROWS};
use crate::club::{Conclusion, SeatStatus, TableReader};
use crate::door::discord::commands::Commands;
use crate::door::discord::courier::outcome;
use crate::door::discord::outbound::markdown::{deadline, timestamp};
use crate::door::discord::outbound::message::{File, Message, Row, SlashReply, Style};
use crate::door::discord::outbound::status_text::{self, seat_name};
use crate::door::discord::picker::ticket::{Look, TicketAction};
use crate::game::Seat;
use crate::observe;

/// Most messages to a player that are listed.
const SENT_ROWS: usize = 10;

/// Shows something, from its first page on.
pub(super) fn look(at: &AtTable<'_>, seat: Option<Seat>, look: &Look) -> HandlerResult<SlashReply> {
    look_at_page(at, seat, look, None)
}

/// Shows something; with a page number, a page of it that replaces the clicked message.
pub(super) fn look_at_page(
    at: &AtTable<'_>,
    seat: Option<Seat>,
    look: &Look,
    page: Option<usize>,
) -> HandlerResult<SlashReply> {
    let lines = |lines: &[String]| Shown::from(ReplyBuilder::of_lines(lines, at.reader()));
    let mut of = None;
    let shown = match look {
        Look::Board(what) => board(at, what.as_deref())?.into(),
        Look::Hand => {
            let seated = at.sit(seat)?;
            // Every page is of the seat that the first is of.
            of = Some(seated.seat());
            hand(at, &seated)?
        }
        Look::Log(count) => lines(&at.watch()?.log(count.unwrap_or(USUAL_ROWS))?),
        Look::Dice(count) => lines(&at.watch()?.dice(count.unwrap_or(USUAL_ROWS))?),
        Look::Status => status(at)?,
        Look::Time => {
            let moment = |at: DateTime<Utc>| deadline(at.timestamp());
            lines(&at.watch()?.time(&moment)?)
        }
        Look::Help(verb) => help::at_table(at, verb.as_deref())?.into(),
        Look::Why => why(at)?.into(),
        Look::Replay(entry) => position_after(at, *entry)?.into(),
        Look::Audit => audit(at)?.into(),
    };
    let turn = |page: usize| at.ticket(of, TicketAction::Page(look.clone(), page));
    Ok(at.replies().paged(shown, page, &turn))
}

/// The caller's tables: those that wait for them first, the longest wait first.
pub(super) fn list(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let ListedTables { mut threads, unreadable, elsewhere } = caller.listed()?;
    threads.retain(|(mine, _)| !mine.over);
    let (reader, mut reply) = (caller.reader(), ReplyBuilder::default());
    for table in &unreadable {
        reply.line(&reader.say("table-unreadable", &[("table", table.as_str().into())]));
    }
    if threads.is_empty() && unreadable.is_empty() {
        reply.markdown(&reader.say("discord-list-none", &[]));
    } else if !threads.iter().any(|(mine, _)| mine.asked) {
        reply.markdown(&reader.say("discord-list-nothing-waits", &[]));
    }
    for (mine, thread) in &threads {
        reply.markdown(&caller.table_line(mine, thread));
        if let Some(readiness) = &mine.readiness {
            reply.line(&caller.club.games().readiness_of(&mine.table, readiness, reader.lang)?);
        }
    }
    if elsewhere > 0 {
        reply.markdown(&reader.say("discord-list-elsewhere", &[("count", elsewhere.into())]));
    }
    Ok(caller.replies.private(reply, caller.table_rows(&threads)))
}

fn status(at: &AtTable<'_>) -> HandlerResult<Shown> {
    let (reader, status) = (at.reader(), at.watch()?.status_by(&|at| deadline(at.timestamp()))?);
    let mut head = ReplyBuilder::default();
    for line in status_text::lines(reader.words, reader.lang, &status, (at.thread.started, &at.emblems())) {
        head.markdown(&line);
    }
    head.markdown(&reader.say("discord-status-since", &[("since", timestamp(status.since).into())]));
    if let Some(trouble) = &at.thread.trouble {
        head.markdown(&reader.say(trouble, &[]));
    }
    let asks = |act, key| at.replies().button(key, Style::Secondary, &at.ticket(None, act));
    let rows = Row::Buttons(vec![
        asks(TicketAction::Orders, "discord-orders"),
        asks(TicketAction::Look(Look::Board(None)), "discord-board"),
        asks(TicketAction::Look(Look::Log(None)), "discord-log"),
    ]);
    Ok(Shown { head, rows: vec![rows], ..Shown::default() })
}

fn board(at: &AtTable<'_>, what: Option<&str>) -> HandlerResult<ReplyBuilder> {
    let what: Vec<String> = what.into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect();
    let mut reply = ReplyBuilder::default();
    reply.weighted(&at.watch()?.board(&what)?);
    Ok(reply.with_emblems(&at.emblems()))
}

/// The position as a picture of the kind named, from the caller's seat where they have one; the board in words where
/// none can be drawn. `commands` know what a kind is called.
pub(super) fn map(
    at: &AtTable<'_>,
    seat: Option<Seat>,
    kind: Option<&str>,
    commands: &Commands,
) -> HandlerResult<SlashReply> {
    let (reader, file_bytes) = (at.reader(), at.caller.call.file_bytes);
    let wanted = Wanted { kind, ..Wanted::best(Theme::dark()) };
    // Orders need the threads that wait for pictures, so the board comes in words.
    if picture::is_crowded() {
        observe::refused("picture");
        return hand_or_board(at, seat);
    }
    let (kinds, picture) = if seat.is_some() || at.has_seat()? {
        let seated = at.sit(seat)?;
        (seated.pictures(), seated.picture(wanted)?)
    } else {
        let watched = at.watch()?;
        (watched.pictures(), watched.picture(wanted)?)
    };
    if let Some(given) = wanted.kind.filter(|given| !kinds.contains(given) && !kinds.is_empty()) {
        let named = |kind| commands.named("map", "what", kind, reader.lang).to_owned();
        let list = reader.list_of(kinds.into_iter().map(named));
        let args = [("given", repeated(&named(given)).into()), ("kinds", list.into())];
        return Err(reader.refuse("discord-no-picture", &args));
    }
    let fits = |picture: &Arc<Picture>| picture.png.len() as u64 <= file_bytes;
    let Some(picture) = picture.filter(fits) else { return hand_or_board(at, seat) };
    let text = reader.say("discord-map", &[("table", at.table().into())]);
    let files = vec![File::of(&picture)];
    // The same in words, in case Discord does not take the file.
    let otherwise = match hand_or_board(at, seat)? {
        SlashReply::Say { messages, .. } => messages,
        SlashReply::Replace(_) | SlashReply::Suggest(_) | SlashReply::Ask(_) | SlashReply::Launch => vec![],
    };
    Ok(SlashReply::private(Message { text, files, otherwise, ..Message::default() }))
}

/// The board as the caller may see it, in words.
fn hand_or_board(at: &AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    if !at.has_seat()? {
        return look(at, None, &Look::Board(None));
    }
    let mut reply = ReplyBuilder::default();
    reply.weighted(&at.sit(seat)?.board(&[])?);
    Ok(at.replies().private(reply.with_emblems(&at.emblems()), vec![]))
}

/// The secrets and the prompt of the caller's seat, then the whole position.
fn hand(at: &AtTable<'_>, seated: &PlayerSession) -> HandlerResult<Shown> {
    let board = seated.board(&[])?;
    let mut rest = ReplyBuilder::default();
    rest.weighted(&board);
    let emblems = at.emblems();
    rest = rest.with_emblems(&emblems);
    if !at.thread.started {
        return Ok(Shown { rows: at.start_row()?, rest, ..Shown::default() });
    }
    let public = at.watch()?.board(&[])?;
    // Everything that everybody may see follows below, with the whole position.
    let secret = board.iter().filter(|line| line.0.is_sentence() && !public.contains(line));
    let mut head = ReplyBuilder::default();
    head.lines(&secret.map(|(_, line)| line.clone()).collect::<Vec<_>>());
    head = head.with_emblems(&emblems);
    let now = now(at, seated, seated.asked()?)?;
    head.append(now.reply);
    Ok(Shown { head, rows: now.rows, rest })
}

/// The orders that advisers would give for the caller's seat, at a table for practice.
pub(super) fn hints(at: &AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let hints = at.sit(seat)?.hints();
    Ok(at.replies().private(ReplyBuilder::of_lines(&hints, at.reader()), vec![]))
}

/// The position after the entry that is named, else at the end of the part that is (what its game calls it, and which).
pub(super) fn replay(
    at: &AtTable<'_>,
    entry: Option<&str>,
    part: Option<&(String, &str)>,
) -> HandlerResult<SlashReply> {
    let watched = at.watch()?;
    let last = watched.around().last;
    let entry = match (entry, part) {
        (Some(given), _) => match given.parse() {
            Ok(entry) if (1..=last).contains(&entry) => entry,
            _ => return Err(no_entry(at, given, last)),
        },
        (None, Some((name, given))) => end_of_part(at, &*watched, name, given)?,
        (None, None) => last,
    };
    look(at, None, &Look::Replay(entry))
}

fn position_after(at: &AtTable<'_>, entry: u64) -> HandlerResult<ReplyBuilder> {
    let watched = at.watch()?;
    let mut reply = ReplyBuilder::default();
    let head = watched.head_at(entry)?;
    let args = [("at", entry.into()), ("last", watched.around().last.into()), ("head", head.short().into())];
    reply.markdown(&at.reader().say("discord-replay-at", &args));
    reply.weighted(&watched.replay(entry)?);
    Ok(reply.with_emblems(&at.emblems()))
}

/// The last entry of the part `given` of the log.
fn end_of_part(at: &AtTable<'_>, watched: &dyn TableReader, name: &str, given: &str) -> HandlerResult<u64> {
    let end = match given.parse() {
        Ok(part) => watched.part_end(part)?,
        Err(_) => None,
    };
    let args = [("name", name.into()), ("given", repeated(given).into())];
    end.ok_or_else(|| at.reader().refuse("discord-no-part", &args))
}

fn audit(at: &AtTable<'_>) -> HandlerResult<ReplyBuilder> {
    let (conclusion, lines) = at.club().evidence().audit(at.table(), at.reader().lang)?;
    let mut reply = ReplyBuilder::default();
    let key = match conclusion {
        Conclusion::Holds => "discord-audit-well",
        Conclusion::HoldsSoFar | Conclusion::UnknownRules | Conclusion::UnknownLaw => "discord-audit-in-part",
        Conclusion::Failed => "discord-audit-not-well",
    };
    reply.markdown(&at.reader().say(key, &[("table", at.table().into())]));
    reply.lines(&lines);
    reply.markdown(&at.reader().say("discord-audit-how", &[]));
    Ok(reply)
}

/// The log as a file, as far as the caller may see it.
pub(super) fn export(at: &AtTable<'_>) -> HandlerResult<SlashReply> {
    let (reader, most) = (at.reader(), at.caller.call.file_bytes);
    let (name, bytes) = at.club().evidence().export(at.table(), &at.caller.person()?.player)?;
    let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if size > most {
        let args = [("bytes", size.into()), ("most", most.into())];
        return Err(reader.refuse("discord-file-too-big", &args));
    }
    let args = [("table", at.table().into())];
    let description = reader.say("discord-file-log", &args);
    let text = reader.say("discord-exported", &args);
    let files = vec![File { name, description, bytes }];
    Ok(SlashReply::private(Message { text, files, ..Message::default() }))
}

/// Why a computer player gave the order of this entry.
pub(super) fn reasons(at: &AtTable<'_>, entry: u64) -> HandlerResult<SlashReply> {
    let watched = at.watch()?;
    if !(1..=watched.around().last).contains(&entry) {
        return Err(no_entry(at, &entry.to_string(), watched.around().last));
    }
    let reply = ReplyBuilder::of_lines(&watched.reasons(Some(entry))?, at.reader());
    Ok(at.replies().private(reply, vec![]))
}

fn no_entry(at: &AtTable<'_>, given: &str, last: u64) -> EarlyReply {
    at.reader().refuse("discord-no-entry", &[("given", repeated(given).into()), ("last", last.into())])
}

/// The messages sent to the caller, each with its decision and outcome; and the reasons for a computer player's last order.
fn why(at: &AtTable<'_>) -> HandlerResult<ReplyBuilder> {
    let reader = at.reader();
    let sent = at.club().deliveries().sent_to(at.table(), &at.caller.person()?.player, SENT_ROWS)?;
    let mut reply = ReplyBuilder::default();
    if sent.is_empty() {
        reply.markdown(&reader.say("discord-why-none", &[]));
    }
    let watched = at.watch()?;
    let seats = watched.seats()?;
    let words = at.club().games().words(&at.thread.game, reader.lang);
    for sent in &sent {
        let seat = seat_name(&seats, sent.seat);
        let own = words.as_ref().and_then(|words| words.notice(&sent.why));
        reply.markdown(&outcome::line(reader.words, reader.lang, sent, &seat, own));
    }
    reply.markdown(&reader.say("discord-why-rule", &[]));
    let is_computer = |seat: &SeatStatus| {
        seat.player.iter().flat_map(|holder| &holder.addresses).any(|address| address.kind == COMPUTER)
    };
    if seats.iter().any(is_computer) {
        reply.lines(&watched.reasons(None)?);
    }
    Ok(reply)
}

/// So many rows, as far as anybody is shown them at once.
pub(super) fn at_most(count: usize) -> usize {
    count.min(MOST_ROWS)
}
