//! Opening a table, and beginning its game.

use super::at_table::AtTable;
use super::caller::Caller;
use super::given::Given;
use super::now::now;
use super::reader::{or_refuse, refuse_because, repeated};
use super::reply_builder::ReplyBuilder;
use super::{EarlyReply, HandlerResult};
use crate::book::nearest;
use crate::bots::{MOST_PLAYOUTS, Strength};
use crate::club::opening::{LEARN, NoOption};
use crate::club::strength::strength_called;
use crate::club::{GameInfo, NewTable, TableOption};
use crate::door::discord::api::permissions::{self, Permission};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::plain;
use crate::door::discord::outbound::message::SlashReply;
use crate::door::discord::table_thread::TableThread;
use crate::door::discord::threads::{DiscordThreads, NO_GUILD};
use crate::game::Seat;
use crate::words::Lang;

/// Opens the table that the options of `/table new` describe.
pub(super) fn new_table(caller: &Caller<'_>, given: Given<'_>) -> HandlerResult<SlashReply> {
    let guild = place_for_new(caller)?;
    caller.count_order()?;
    let offer = game_meant(caller, given.option("game"))?;
    // In a direct message nobody else could sit down.
    if guild.is_none() && offer.usual_seats > 1 && given.option("opponent").is_none() && !given.is_on("learn")
    {
        return Err(caller.reader().refuse("discord-new-needs-server", &[]));
    }
    let seat = given.option("seat").map(|named| seat_of(caller, offer, named)).transpose()?;
    let new = NewTable {
        game: offer.game.to_owned(),
        seat,
        options: options_of(caller, offer, given)?,
        practice: given.is_on("practice"),
        ready: given.is_on("ready"),
        opponent: given.option("opponent").map(|named| opponent(caller, named)).transpose()?,
        master: given.person("master")?.map(|user| user.to_string()),
    };
    let lang = given.option("language").map_or(caller.call.guild_lang, Lang::of_locale);
    newly_opened(&open(caller, (guild, lang), new)?)
}

/// The server in which a table may be opened here; `None` where the bot is in none: there a table is for its opener alone.
pub(super) fn place_for_new(caller: &Caller<'_>) -> HandlerResult<Option<Id>> {
    let reader = caller.reader();
    let Some(guild) = caller.call.guild else { return Ok(None) };
    let missing = missing_rights(caller);
    if !permissions::can_speak(&missing) {
        let rights = named(caller, &missing);
        return Err(reader.refuse("discord-new-needs-rights", &[("rights", rights.into())]));
    }
    match caller.thread_here()? {
        Some(_) => Err(reader.refuse("discord-new-not-in-thread", &[])),
        None => Ok(Some(guild)),
    }
}

/// The permissions that the bot lacks where the call came from, as far as Discord says.
fn missing_rights(caller: &Caller<'_>) -> Vec<Permission> {
    let rights = caller.call.bot_rights.filter(|_| caller.call.guild.is_some());
    rights.map(permissions::missing).unwrap_or_default()
}

fn named(caller: &Caller<'_>, rights: &[Permission]) -> String {
    let reader = caller.reader();
    reader.list_of(rights.iter().map(|right| reader.say(right.name, &[])))
}

/// Opens a table in a server or for the caller alone, with its public texts in this language.
pub(super) fn open<'c>(
    caller: &'c Caller<'_>,
    (guild, lang): (Option<Id>, Lang),
    new: NewTable,
) -> HandlerResult<AtTable<'c>> {
    // The caller becomes known before the limit is looked at.
    let visitor = caller.visitor()?;
    caller.room_for_one_more(guild)?;
    let table = or_refuse(caller.club.open(&visitor, &new, lang))?;
    // A call that comes twice finds the thread that its first delivery made.
    let thread = match (DiscordThreads(caller.club).thread_of(&table)?, guild) {
        (Some(thread), _) => thread,
        (None, Some(guild)) => open_thread(caller, guild, table, new.game, lang)?,
        (None, None) => DiscordThreads(caller.club).thread_elsewhere(&table, caller.call.channel)?,
    };
    let at = begin_when_full(AtTable::new(caller, thread))?;
    at.report_change();
    Ok(at)
}

fn opponent(caller: &Caller<'_>, named: &str) -> HandlerResult<Strength> {
    let most = [("given", named.into()), ("most", MOST_PLAYOUTS.into())];
    strength_called(named).ok_or_else(|| caller.reader().refuse("no-such-opponent", &most))
}

/// A thread for a table that was opened just now; Discord's own is made when something is first sent there.
fn open_thread(
    caller: &Caller<'_>,
    guild: Id,
    table: String,
    game: String,
    lang: Lang,
) -> HandlerResult<TableThread> {
    let call = caller.call;
    // No thread has threads of its own.
    let channel = call.parent.unwrap_or(call.channel);
    let thread = TableThread {
        opened_in: call.parent.map(|_| call.channel),
        game,
        lang: lang.code().to_owned(),
        opened_by: Some(caller.person()?.player.clone()),
        ..TableThread::new(&table, guild, channel)
    };
    DiscordThreads(caller.club).save_thread(&thread)?;
    Ok(thread)
}

/// The answer to whoever opened a table just now.
pub(super) fn newly_opened(at: &AtTable<'_>) -> HandlerResult<SlashReply> {
    let (reader, status) = (at.reader(), at.watch()?.status()?);
    let mut reply = ReplyBuilder::default();
    let args = [("table", at.table().into()), ("game", plain(&status.game).into())];
    let key = match (at.caller.call.guild, status.practice) {
        (None, _) => "discord-opened-here",
        (Some(_), true) => "discord-opened-practice",
        (Some(_), false) => "discord-opened",
    };
    reply.markdown(&reader.say(key, &args));
    if !status.notice.is_empty() {
        reply.markdown(&reader.say("discord-notice", &[("notice", plain(&status.notice).into())]));
    }
    let missing = missing_rights(at.caller);
    if !missing.is_empty() {
        let rights = named(at.caller, &missing);
        reply.markdown(&reader.say("discord-opened-rights", &[("rights", rights.into())]));
    }
    if at.thread.started {
        return with_question(at, reply, None);
    }
    match &status.readiness {
        Some(readiness) => reply.line(readiness),
        None => reply.markdown(&reader.say("discord-opened-waits", &[("table", at.table().into())])),
    }
    at.add_free_seats(&mut reply, &status.seats);
    if status.seeks_players {
        reply.markdown(&reader.say("discord-opened-seeks", &[]));
    }
    Ok(at.replies().in_place(reply, ReplyBuilder::default(), at.start_row()?))
}

/// The game that is named, or the only one.
pub(super) fn game_meant<'c>(caller: &Caller<'c>, named: Option<&str>) -> HandlerResult<&'c GameInfo> {
    let (club, lang) = (caller.club, caller.reader().lang);
    let offers = club.games().all();
    let found = match (named, offers) {
        (Some(named), _) => offers.iter().find(|offer| club.games().is_called(offer, named, lang)),
        (None, [only]) => Some(only),
        (None, _) => None,
    };
    found.ok_or_else(|| {
        let games = offers.iter().map(|offer| plain(&club.games().name(offer, lang)));
        caller.reader().refuse("discord-which-game", &[("games", caller.reader().list_of(games).into())])
    })
}

fn seat_of(caller: &Caller<'_>, offer: &GameInfo, named: &str) -> HandlerResult<Seat> {
    let (club, reader) = (caller.club, caller.reader());
    club.games().seat_called(offer, named, reader.lang).ok_or_else(|| {
        let name = |seat: &Seat| plain(&club.games().seat_name(offer.game, *seat, reader.lang));
        let seats = reader.list_of(offer.seats.iter().map(name));
        reader.refuse("discord-no-seat", &[("given", repeated(named).into()), ("seats", seats.into())])
    })
}

/// The option `options`: `historical, without-audacious`, each one that the game takes; and `learn`.
fn options_of(
    caller: &Caller<'_>,
    offer: &GameInfo,
    given: Given<'_>,
) -> HandlerResult<Vec<(String, String)>> {
    let typed = given.option("options").unwrap_or_default();
    let learn = given.is_on("learn").then_some(LEARN);
    let mut options: Vec<(String, String)> = Vec::new();
    for option in typed.split(between_options).filter(|option| !option.is_empty()).chain(learn) {
        options.push(offer.option(option, &options).map_err(|why| no_option(caller, offer, option, why))?);
    }
    Ok(options)
}

fn no_option(caller: &Caller<'_>, offer: &GameInfo, option: &str, why: NoOption) -> EarlyReply {
    let reader = caller.reader();
    let shape = |option: &TableOption| match option.value {
        Some(value) => plain(&format!("{}={value}", option.name)),
        None => plain(option.name),
    };
    let given = ("given", repeated(option).into());
    let options = ("options", reader.list_of(offer.options.iter().map(shape)).into());
    if why == NoOption::Twice {
        return reader.refuse("discord-option-twice", &[given]);
    }
    if offer.options.is_empty() {
        return reader.refuse("discord-no-options", &[given]);
    }
    let words: Vec<String> = offer.options.iter().flat_map(TableOption::words).collect();
    match nearest(words.iter().map(String::as_str), option) {
        Some(nearest) => {
            let nearest = ("nearest", plain(nearest).into());
            reader.refuse("discord-bad-option-nearest", &[given, nearest, options])
        }
        None => reader.refuse("discord-bad-option", &[given, options]),
    }
}

/// Begins the game when no player is missing.
pub(super) fn begin_when_full(at: AtTable<'_>) -> HandlerResult<AtTable<'_>> {
    if at.thread.started || at.watch()?.around().seats.iter().any(|place| place.player.is_none()) {
        return Ok(at);
    }
    begin(at)
}

fn begin(at: AtTable<'_>) -> HandlerResult<AtTable<'_>> {
    at.club().records().begin_play(at.table())?;
    at.report_change();
    Ok(AtTable::new(at.caller, TableThread { started: true, ..at.thread }))
}

pub(super) fn start(at: AtTable<'_>) -> HandlerResult<SlashReply> {
    if let Some(readiness) = at.readiness()? {
        return Err(refuse_because(&readiness));
    }
    if at.thread.started {
        return Err(at.reader().refuse("discord-started-already", &[("table", at.table().into())]));
    }
    if !at.is_opener()? {
        return Err(at.reader().refuse("discord-start-who", &[("opener", at.opener()?.into())]));
    }
    let at = begin(at)?;
    let mut reply = ReplyBuilder::default();
    reply.markdown(&at.reader().say("discord-started", &[("table", at.table().into())]));
    with_question(&at, reply, None)
}

/// An answer that goes on with the caller's question, where they have a seat.
pub(super) fn with_question(
    at: &AtTable<'_>,
    reply: ReplyBuilder,
    seat: Option<Seat>,
) -> HandlerResult<SlashReply> {
    if !at.has_seat()? {
        return Ok(at.replies().in_place(reply, ReplyBuilder::default(), vec![]));
    }
    let seated = at.sit(seat)?;
    let now = now(at, &seated, seated.asked()?)?;
    Ok(at.replies().asking(reply, (now.reply, now.rows), now.card))
}

/// Opens a rematch in the channel of the table, or seats the caller at the one that another player opened.
pub(super) fn rematch(at: &AtTable<'_>) -> HandlerResult<SlashReply> {
    let caller = at.caller;
    caller.count_order()?;
    caller.room_for_one_more(Some(at.thread.guild).filter(|guild| *guild != NO_GUILD))?;
    let (table, line) = at.sit(None)?.rematch()?.map_err(|why| refuse_because(&why))?;
    // One that is played elsewhere has no thread.
    if let Some(new) = DiscordThreads(at.club()).thread_or_new(&table)? {
        begin_when_full(AtTable::new(caller, new))?.report_change();
    }
    let mut reply = ReplyBuilder::default();
    reply.line(&line);
    Ok(at.replies().private(reply, vec![]))
}

/// Returns whether options of a table may be parted by this.
pub(super) fn between_options(c: char) -> bool {
    matches!(c, ',' | '、' | ';' | '；') || c.is_whitespace()
}
