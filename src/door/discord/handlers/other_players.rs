//! Requests between players: taking back, agreeing, giving up, closing.

use super::HandlerResult;
use super::at_table::AtTable;
use super::now::as_player;
use super::reader::{or_refuse, refuse_because};
use super::reply_builder::ReplyBuilder;
use crate::club::session::Asked;
use crate::club::table_words::TableAction;
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::{mention, plain};
use crate::door::discord::outbound::message::SlashReply;
use crate::door::discord::picker::ticket::TicketAction;
use crate::game::Seat;

/// Does something that no table takes before its game has begun.
pub(super) fn in_game(
    at: &AtTable<'_>,
    seat: Option<Seat>,
    action: &TableAction,
) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    as_player(at, seat, |seated| action.perform(seated))
}

/// Agrees to the open request, or refuses it; a button only answers the request with which it was shown.
pub(super) fn agree(at: &AtTable<'_>, shown: Option<u64>, agrees: bool) -> HandlerResult<SlashReply> {
    let seated = at.sit(None)?;
    let gone = shown.is_some() && seated.asked()?.request_number != shown;
    // The call that settled the request, delivered again, gets its answer again.
    if gone && seated.answered_before()?.is_empty() {
        return Err(at.reader().refuse("discord-request-gone", &[]));
    }
    as_player(at, None, |seated| seated.answer_request(agrees))
}

/// A player names a game master, or one acts; `deed` is what is typed, about `player` where one is named.
pub(super) fn master(at: &AtTable<'_>, deed: Option<&str>, player: Option<Id>) -> HandlerResult<SlashReply> {
    let words = [deed.map(str::to_owned), player.map(|player| player.to_string())];
    let typed = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
    if at.has_seat()? {
        return as_player(at, None, |seated| seated.master(&typed));
    }
    at.caller.count_order()?;
    let visitor = at.caller.visitor()?;
    let told = or_refuse(at.club().act_as_master(at.table(), &visitor, &typed, at.reader().lang))?;
    at.report_change();
    at.caller.forget_watched();
    let mut reply = ReplyBuilder::default();
    for line in told {
        let line = plain(&line);
        reply.markdown(
            &player
                .map_or_else(|| line.clone(), |player| line.replace(&player.to_string(), &mention(player))),
        );
    }
    Ok(at.replies().private(reply, vec![]))
}

/// Asks once whether the caller gives up.
pub(super) fn resign(at: &AtTable<'_>, seat: Option<&str>) -> HandlerResult<SlashReply> {
    at.check_begun()?;
    let seated = at.sit(at.seat(seat)?)?;
    check_open(&seated.asked()?)?;
    let mut reply = ReplyBuilder::default();
    reply.markdown(&at.reader().say("discord-resign-sure", &[("table", at.table().into())]));
    let rows = at.sure_row(Some(seated.seat()), "discord-resign-yes", TicketAction::ReallyResign);
    Ok(at.replies().private(reply, rows))
}

/// Refuses at a table that is over, in its own words.
fn check_open(asked: &Asked) -> HandlerResult<()> {
    if asked.over { Err(refuse_because(&asked.question)) } else { Ok(()) }
}

pub(super) fn really_resign(at: &AtTable<'_>, seat: Option<Seat>) -> HandlerResult<SlashReply> {
    as_player(at, seat, |seated| seated.resign())
}

/// Closes the table. Only its opener and managers of the server may: managers outright, the opener with the others'
/// consent.
pub(super) fn close(at: &AtTable<'_>) -> HandlerResult<SlashReply> {
    if !at.is_manager() {
        check_opener(at)?;
        let seated = at.sit(None)?;
        if seated.accompanied() {
            return as_player(at, None, |seated| seated.propose_close());
        }
        check_open(&seated.asked()?)?;
    }
    let mut reply = ReplyBuilder::default();
    reply.markdown(&at.reader().say("discord-close-sure", &[("table", at.table().into())]));
    Ok(at.replies().private(reply, at.sure_row(None, "discord-close-yes", TicketAction::ReallyClose)))
}

fn check_opener(at: &AtTable<'_>) -> HandlerResult<()> {
    if at.is_opener()? {
        return Ok(());
    }
    Err(at.reader().refuse("discord-close-who", &[("opener", at.opener()?.into())]))
}

pub(super) fn really_close(at: &AtTable<'_>) -> HandlerResult<SlashReply> {
    at.caller.count_order()?;
    if at.is_manager() {
        let visitor = at.caller.visitor()?;
        or_refuse(at.club().close_as_manager(at.table(), &visitor, at.reader().lang))?;
        at.report_change();
        return Ok(at.replies().sentence_in_place("discord-closed", &[("table", at.table().into())]));
    }
    check_opener(at)?;
    // Somebody may have joined since it was asked.
    as_player(at, None, |seated| TableAction::Close.perform(seated))
}
