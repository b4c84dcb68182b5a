//! `/play`: the ways to begin, by buttons alone.

use super::HandlerResult;
use super::at_table::AtTable;
use super::caller::Caller;
use super::opening::{game_meant, newly_opened, open, place_for_new};
use super::reader::{or_refuse, refuse_because};
use super::reply_builder::{QuestionCard, ReplyBuilder, in_rows};
use super::seats;
use crate::bots::Strength;
use crate::club::opening::LEARN;
use crate::club::session::OrderOutcome;
use crate::club::{GameInfo, NewTable, Visitor};
use crate::door::discord::limits::{BUTTON_LABEL, ROWS};
use crate::door::discord::outbound::message::{Button, SlashReply, Style};
use crate::door::discord::outbound::paginate::shorten;
use crate::door::discord::picker::ticket::{PlayWay, Ticket, TicketAction};

/// The pace of a table that looks for players who decide once a day.
const DAILY: &str = "1d";

/// The ways to begin, and the caller's tables that wait for them.
pub(super) fn ways(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let offers = caller.club.games().all();
    let mut buttons = Vec::new();
    if offers.iter().any(|offer| offer.teaches) {
        buttons.push(button(caller, "discord-play-learn", None, (Style::Primary, PlayWay::Lessons)));
    }
    for offer in offers {
        let key = if offer.usual_seats > 1 { "discord-play-against" } else { "discord-play-alone" };
        let way = PlayWay::Alone(offer.game.to_owned());
        buttons.push(button(caller, key, Some(offer), (Style::Secondary, way)));
    }
    // In a direct message nobody else could sit down.
    if caller.call.guild.is_some() && offers.iter().any(|offer| offer.usual_seats > 1) {
        buttons.push(button(caller, "discord-play-opponents", None, (Style::Secondary, PlayWay::Opponents)));
    }
    let mut rows = in_rows(buttons);
    let mut reply = ReplyBuilder::default();
    reply.markdown(&caller.reader().say("discord-play", &[]));
    let waiting: Vec<_> =
        caller.threads()?.into_iter().filter(|(mine, _)| mine.asked && !mine.over).collect();
    if !waiting.is_empty() {
        reply.markdown(&caller.reader().say("discord-play-waiting", &[]));
        rows.extend(caller.table_rows(&waiting));
        rows.truncate(ROWS);
    }
    Ok(caller.replies.asking(ReplyBuilder::default(), (reply, rows), QuestionCard::default()))
}

/// Begins in one of the ways.
pub(super) fn begin(caller: &Caller<'_>, way: &PlayWay) -> HandlerResult<SlashReply> {
    match way {
        PlayWay::Lessons => lessons(caller),
        PlayWay::Opponents => opponents(caller),
        PlayWay::Learn(game) => {
            let offer = game_meant(caller, Some(game))?;
            let options = vec![(LEARN.to_owned(), String::new())];
            newly_opened(&opened(caller, offer, (options, None))?)
        }
        PlayWay::Alone(game) => {
            let offer = game_meant(caller, Some(game))?;
            let opponent = (offer.usual_seats > 1).then_some(Strength::Lieutenant);
            newly_opened(&opened(caller, offer, (vec![], opponent))?)
        }
        PlayWay::Seek(game) => seek(caller, game, None),
        PlayWay::SeekDaily(game) => seek(caller, game, Some(DAILY)),
    }
}

/// The games that teach themselves; of a single one its lesson.
fn lessons(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let teaching: Vec<&GameInfo> = caller.club.games().all().iter().filter(|offer| offer.teaches).collect();
    if let [only] = teaching[..] {
        return begin(caller, &PlayWay::Learn(only.game.to_owned()));
    }
    let way = |offer: &GameInfo| (Style::Primary, PlayWay::Learn(offer.game.to_owned()));
    let buttons = teaching.iter().map(|offer| button(caller, "discord-play-game", Some(offer), way(offer)));
    let rows = in_rows(buttons.collect());
    let mut reply = ReplyBuilder::default();
    reply.markdown(&caller.reader().say("discord-play-lessons", &[]));
    Ok(caller.replies.in_place(reply, ReplyBuilder::default(), rows))
}

/// Open seats, and ways to look for an opponent.
fn opponents(caller: &Caller<'_>) -> HandlerResult<SlashReply> {
    let (mut reply, mut rows) = seats::open_here(caller)?;
    let offers = caller.club.games().all().iter().filter(|offer| offer.usual_seats > 1);
    let both = offers.flat_map(|offer| {
        let game = || offer.game.to_owned();
        [
            ("discord-play-seek", PlayWay::Seek(game())),
            ("discord-play-seek-daily", PlayWay::SeekDaily(game())),
        ]
        .map(|(key, way)| button(caller, key, Some(offer), (Style::Secondary, way)))
    });
    let seeking = in_rows(both.collect());
    // The ways to look for an opponent always have room, and open seats the rest.
    rows.truncate(ROWS.saturating_sub(seeking.len()));
    rows.extend(seeking);
    reply.markdown(&caller.reader().say("discord-play-seeking", &[]));
    Ok(caller.replies.in_place(reply, ReplyBuilder::default(), rows))
}

/// Opens a table that looks for players, with a pace if one is named.
fn seek(caller: &Caller<'_>, game: &str, pace: Option<&str>) -> HandlerResult<SlashReply> {
    if caller.call.guild.is_none() {
        return Err(caller.reader().refuse("discord-new-needs-server", &[]));
    }
    let at = opened(caller, game_meant(caller, Some(game))?, (vec![], None))?;
    // The key of the call is that of the opening.
    let visitor = caller.visitor()?;
    let visitor = Visitor { key: format!("{} seeks", visitor.key), ..visitor };
    let mut seated = or_refuse(at.watch()?.sit(visitor, None))?;
    let paced = pace.map(|pace| seated.change_pace(pace)).transpose()?;
    for outcome in paced.into_iter().chain([seated.need_player(true)?]) {
        if let OrderOutcome::Refused(why) = outcome {
            return Err(refuse_because(&why));
        }
    }
    caller.forget_watched();
    at.report_change();
    newly_opened(&at)
}

/// A table of a game, opened with these options and this computer player.
fn opened<'c>(
    caller: &'c Caller<'_>,
    offer: &GameInfo,
    (options, opponent): (Vec<(String, String)>, Option<Strength>),
) -> HandlerResult<AtTable<'c>> {
    let guild = place_for_new(caller)?;
    caller.count_order()?;
    let new = NewTable { game: offer.game.to_owned(), options, opponent, ..NewTable::default() };
    open(caller, (guild, caller.call.guild_lang), new)
}

/// A button for a way, labelled with the game where the label has one.
fn button(
    caller: &Caller<'_>,
    key: &str,
    offer: Option<&GameInfo>,
    (style, way): (Style, PlayWay),
) -> Button {
    let reader = caller.reader();
    let game = offer.map(|offer| caller.club.games().name(offer, reader.lang)).unwrap_or_default();
    let ticket = Ticket { table: String::new(), seat: None, prompt: 0, act: TicketAction::Play(way) };
    let label = shorten(&reader.say(key, &[("game", game.into())]), BUTTON_LABEL);
    Button { label, custom_id: caller.replies.tickets.write(&ticket), style }
}
