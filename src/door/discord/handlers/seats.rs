//! Seats: joining, declining, inviting, passing one on.

use super::at_table::AtTable;
use super::caller::Caller;
use super::opening::{begin_when_full, with_question};
use super::reader::{or_refuse, refuse_because};
use super::reply_builder::{ReplyBuilder, in_rows};
use super::{EarlyReply, HandlerResult};
use crate::club::consent::Unconfirmed;
use crate::club::session::{OrderOutcome, PlayerSession};
use crate::club::{ClubError, SeatStatus};
use crate::door::discord::id::Id;
use crate::door::discord::limits::BUTTON_LABEL;
use crate::door::discord::outbound::markdown::{mention, mention_place, plain, timestamp};
use crate::door::discord::outbound::message::{Row, SlashReply, Style};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::outbound::status_text;
use crate::door::discord::picker::ticket::TicketAction;
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::DiscordThreads;
use crate::game::Seat;

/// A placeholder until a line is Markdown.
const SINCE: &str = "\u{fffc}";

/// Takes the seat that is named; where none is and several are free, asks which.
pub(super) fn join(at: AtTable<'_>, seat: Option<&str>) -> HandlerResult<SlashReply> {
    let seat = at.seat(seat)?;
    let kept = !at.watch()?.seats_of(&at.caller.person()?.player)?.offered.is_empty();
    if seat.is_none() && !kept {
        let open = at.open_seats()?;
        if open.len() > 1 {
            return Ok(which_seat(&at, &open));
        }
    }
    join_at(at, seat)
}

/// Which of several free seats it shall be, by a button for each.
fn which_seat(at: &AtTable<'_>, open: &[SeatStatus]) -> SlashReply {
    let (reader, replies) = (at.reader(), at.replies());
    let mut reply = ReplyBuilder::default();
    let names = reader.list_of(open.iter().map(|it| plain(&it.name)));
    reply.markdown(&reader.say("at-discord-join-which", &[("seats", names.into())]));
    let button = |it: &SeatStatus| {
        let label = reader.say("discord-panel-join", &[("seat", it.name.as_str().into())]);
        at.caller.table_button(at.table(), label, (Style::Primary, TicketAction::Join(Some(it.seat))))
    };
    replies.private(reply, in_rows(open.iter().map(button).collect()))
}

/// The named table or the thread's, else one with a seat kept for the caller, else the only one of this server with a free
/// seat.
pub(super) fn at_table_to_join<'c>(
    caller: &'c Caller<'_>,
    named: Option<&str>,
) -> HandlerResult<AtTable<'c>> {
    if named.is_some() || caller.thread_here()?.is_some() {
        return AtTable::meant(caller, named, None);
    }
    let mine = caller.threads()?;
    let mut offered = mine.iter().filter(|(mine, _)| !mine.over && !mine.offered.is_empty());
    if let (Some((_, thread)), None) = (offered.next(), offered.next()) {
        return Ok(AtTable::new(caller, thread.clone()));
    }
    let mut free = caller.threads_with_free_seats()?;
    match free.len() {
        0 => Err(caller.reader().refuse("discord-nothing-to-join", &[])),
        1 => Ok(AtTable::new(caller, free.swap_remove(0))),
        _ => {
            let tables = caller.reader().list_of(free.iter().map(|thread| thread.table.clone()));
            let mut reply = ReplyBuilder::default();
            reply.markdown(&caller.reader().say("discord-join-which", &[("tables", tables.into())]));
            let button = |thread: &TableThread| {
                let (table, act) = (&thread.table, TicketAction::Join(None));
                caller.table_button(table, shorten(table, BUTTON_LABEL), (Style::Secondary, act))
            };
            let rows = in_rows(free.iter().map(button).collect());
            Err(EarlyReply::Answer(Box::new(caller.replies.private(reply, rows))))
        }
    }
}

pub(super) fn join_at(at: AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    let reader = at.reader();
    at.caller.count_order()?;
    let visitor = at.caller.visitor()?;
    let seat = or_refuse(at.club().join(at.table(), &visitor, seat, reader.lang))?;
    at.caller.forget_watched();
    let at = begin_when_full(at)?;
    at.report_change();
    let mut reply = ReplyBuilder::default();
    let args = [("table", at.table().into()), ("seat", at.seat_name(seat)?.into())];
    reply.markdown(&reader.say("discord-joined", &args));
    if let Some(thread) = at.thread.id.filter(|thread| at.caller.call.channel != *thread) {
        reply.markdown(&reader.say("discord-joined-at", &[("thread", mention_place(thread).into())]));
    }
    let status = at.watch()?.status()?;
    reply.lines(status.master.as_slice());
    if let Some(page) = status.page {
        reply.markdown(&status_text::page_line(reader.words, reader.lang, &page));
    }
    if at.thread.started {
        return with_question(&at, reply, Some(seat));
    }
    match &status.readiness {
        Some(readiness) => reply.line(readiness),
        None => {
            reply.markdown(&reader.say("discord-waits-for-start", &[("opener", at.opener()?.into())]));
        }
    }
    Ok(at.replies().in_place(reply, ReplyBuilder::default(), at.start_row()?))
}

pub(super) fn decline(at: &AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    at.caller.count_order()?;
    let visitor = at.caller.visitor()?;
    let seat = or_refuse(at.club().decline(at.table(), &visitor, seat, at.reader().lang))?;
    at.report_change();
    let args = [("table", at.table().into()), ("seat", at.seat_name(seat)?.into())];
    Ok(at.replies().sentence("discord-declined", &args))
}

/// Keeps a free seat for another user, whom the club knows by their id.
pub(super) fn invite(at: &AtTable<'_>, player: Id, seat: Option<&str>) -> HandlerResult<SlashReply> {
    if player == at.caller.call.user.id {
        // Somebody without a seat may invite nobody, and is told that instead.
        at.sit(None)?;
        return Err(at.reader().refuse("discord-invite-self", &[]));
    }
    let words = [Some(player.to_string()), at.seat(seat)?.map(|seat| seat.to_string())];
    let words: Vec<String> = words.into_iter().flatten().collect();
    offer_seat(at, None, player, |seated| seated.invite(&words))
}

/// Offers a seat to a user, unless this call has done so before.
fn offer_seat(
    at: &AtTable<'_>,
    seat: Option<Seat>,
    player: Id,
    what: impl FnOnce(&mut PlayerSession) -> Result<OrderOutcome, ClubError>,
) -> HandlerResult<SlashReply> {
    let mut seated = at.sit(seat)?;
    let came = match seated.answered_before()?.pop() {
        Some(before) => before,
        None => {
            at.caller.count_order()?;
            what(&mut seated)?
        }
    };
    match came {
        OrderOutcome::Refused(why) | OrderOutcome::Unconfirmed(Unconfirmed { why, .. }) => {
            Err(refuse_because(&why))
        }
        OrderOutcome::Stale => Err(at.reader().refuse("discord-try-again", &[])),
        OrderOutcome::Accepted { .. } | OrderOutcome::Noted(_) => {
            at.report_change();
            let args = [("player", mention(player).into()), ("table", at.table().into())];
            Ok(at.replies().sentence_in_place("discord-offered", &args))
        }
    }
}

/// Passes a seat on. That gives its secrets away, so it needs a confirmation.
pub(super) fn pass_seat(at: &AtTable<'_>, to: Id, seat: Option<&str>) -> HandlerResult<SlashReply> {
    // The confirmation names the seat: when it is clicked another of theirs may have the prompt.
    let seat = at.sit(at.seat(seat)?)?.seat();
    let mut reply = ReplyBuilder::default();
    let args = [("seat", at.seat_name(seat)?.into()), ("player", mention(to).into())];
    reply.markdown(&at.reader().say("discord-pass-sure", &args));
    let rows = at.sure_row(Some(seat), "discord-pass-yes", TicketAction::ReallyPassSeat(to));
    Ok(at.replies().private(reply, rows))
}

pub(super) fn really_pass_seat(at: &AtTable<'_>, seat: Option<Seat>, to: Id) -> HandlerResult<SlashReply> {
    offer_seat(at, seat, to, |seated| seated.pass_seat(&to.to_string()))
}

/// The tables of this server that look for players, with a button for each of their seats.
pub(super) fn list_open(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let (reply, rows) = open_here(caller)?;
    Ok(caller.replies.private(reply, rows))
}

/// The lines and the buttons of that list.
pub(super) fn open_here(caller: &Caller<'_>) -> HandlerResult<(ReplyBuilder, Vec<Row>)> {
    let (club, reader) = (caller.club, caller.reader());
    let Some(guild) = caller.call.guild else { return Err(reader.refuse("discord-new-needs-server", &[])) };
    let here =
        |table: &str| Ok(DiscordThreads(club).thread_of(table)?.is_some_and(|thread| thread.guild == guild));
    let (mut reply, mut buttons) = (ReplyBuilder::default(), Vec::new());
    for open in club.vacancies().all(here)? {
        // Discord formats a moment by the reader's clock, so it replaces its placeholder after the rest is escaped.
        let line = club.vacancies().line(&open, reader.lang, SINCE.to_owned())?;
        reply.markdown(&plain(&line).replace(SINCE, &timestamp(open.vacancy.since.timestamp())));
        let game = club.games().of_table(&open.table)?;
        buttons.extend(open.vacancy.seats.iter().map(|seat| {
            let name = club.games().seat_name(game, *seat, reader.lang);
            let args = [("table", open.table.as_str().into()), ("seat", name.into())];
            let label = shorten(&reader.say("discord-join-table", &args), BUTTON_LABEL);
            caller.table_button(&open.table, label, (Style::Primary, TicketAction::Join(Some(*seat))))
        }));
    }
    if reply.is_empty() {
        reply.markdown(&reader.say("open-none", &[]));
    }
    Ok((reply, in_rows(buttons)))
}
