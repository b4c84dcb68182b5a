//! `tables`, `show`, `picture`, `log`, `dice`.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::cli::{LogAsk, LookArgs, PictureAsk};
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult, Games};
use crate::book::fold;
use crate::club::GameWords;
use crate::club::clock;
use crate::club::ending;
use crate::club::keeper::kept_time;
use crate::club::known::name_of;
use crate::club::picture::since_last_order;
use crate::club::zone::{zone_of, zoned};
use crate::dice_page;
use crate::game::{Seat, Viewer};
use crate::games::{Playable, Subject};
use crate::log::players::{Address, LOCAL, Player};
use crate::log::store::{Archived, StoredLine as Stored, TableSummary};
use crate::log::{Entry, Fault, Store, TableEvent};
use crate::pace::{Terms, Zone};
use crate::picture::{self, END, Scene};
use crate::private::{self, Access};
use crate::report::{GameReport, Phrases, Weight};
use crate::table::platform::{self, written};
use crate::table::seats::Vacancy;
use crate::table::time::WaitedFor;
use crate::table::{Ask, History, OpenPrompt, Pending, Readiness, SeatHolding, Table, peek};
use crate::view::{self, VisibleEntry};
use crate::words::{Lang, Value as Said, Words};

pub(super) fn tables(app: &App, open: bool, process: &mut ProcessContext<'_>) -> CommandResult {
    let words = Words::read()?;
    let me = app.store.player_at(&Address::new(LOCAL, &app.user))?;
    // One damaged table must not hide the others.
    let value = |summary: &TableSummary| match table_value(app, summary) {
        Ok(value) => value,
        Err(trouble) => json!({ "table": summary.table, "trouble": trouble.to_string() }),
    };
    let mut tables: Vec<(Value, TableSummary)> =
        app.store.tables()?.into_iter().map(|summary| (value(&summary), summary)).collect();
    if open {
        tables.retain(|(value, _)| value["open"].is_object());
    }
    tables.sort_by_cached_key(|(value, _)| urgency(value, me.as_ref()));
    for (value, summary) in tables {
        if app.json {
            process.json(&value)?;
        } else {
            process.line(&table_row((&words, app.lang), me.as_ref(), &summary, &value))?;
        }
    }
    Ok(true)
}

/// What a program that was given nothing to do says, for people: how a game begins, and where more is told.
pub(super) fn how_to_begin(
    games: Games,
    lang: Lang,
    json: bool,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if !json {
        let words = Words::read()?;
        process.line(&words.say(lang, "cli-begin", &[("games", games.names().into())]))?;
    }
    Ok(true)
}

/// Since when, and until when, a seat is waited for.
fn wait_value(wait: &WaitedFor) -> Value {
    json!({ "seat": wait.seat, "since": written(wait.since), "due": wait.due.map(written) })
}

/// The seats for which players are sought, since when, and what was agreed about time.
fn open_value((vacancy, terms): &(Vacancy, Arc<Terms>)) -> Value {
    json!({ "seats": vacancy.seats, "since": written(vacancy.since), "terms": **terms })
}

/// Until when, and since when, a table waits for this player: the first of each.
fn own_wait<'v>(value: &'v Value, player: Option<&Player>) -> [Option<&'v str>; 2] {
    let list = |key: &str| value[key].as_array().into_iter().flatten();
    let is_me = |id: &Value| player.is_some_and(|me| me.ids().any(|known| Some(known) == id.as_str()));
    let mine = |seat: &Value| list("seats").any(|held| held["seat"] == *seat && is_me(&held["player"]));
    ["due", "since"].map(|key| {
        let waits = list("waits").filter(|wait| mine(&wait["seat"]));
        waits.filter_map(|wait| wait[key].as_str()).min()
    })
}

/// Where a table stands in the list: those that wait for this player first, of them what is due first, then the longest
/// wait; the others as they are stored.
fn urgency(value: &Value, player: Option<&Player>) -> (bool, bool, Option<String>, Option<String>) {
    let [due, since] = own_wait(value, player).map(|at| at.map(str::to_owned));
    (since.is_none(), due.is_none(), due, since)
}

/// A table of the list in words, with whom it waits for: this reader by their own clock.
fn table_row(
    (words, lang): (&Words, Lang),
    reader: Option<&Player>,
    summary: &TableSummary,
    value: &Value,
) -> String {
    let zone = reader.map_or(Zone::UTC, zone_of);
    let moment = |at: &str| match DateTime::parse_from_rfc3339(at) {
        Ok(time) => zoned(words, lang, time.timestamp(), &zone),
        Err(_) => at.to_owned(),
    };
    let say = |key: &str, args: &[(&str, Said<'_>)]| words.say(lang, key, args);
    let text = |key: &str| value[key].as_str().unwrap_or_default();
    if let Some(Archived { file, at }) = &summary.archived {
        let args = [
            ("table", format!("{:<16}", summary.table).into()),
            ("file", file.as_str().into()),
            ("entries", summary.head.seq.into()),
            ("at", moment(at).into()),
        ];
        return say("tables-archived", &args);
    }
    let mut state = match (&value["closed"], &value["trouble"]) {
        (_, Value::String(trouble)) => say("tables-trouble", &[("trouble", trouble.as_str().into())]),
        (Value::String(why), _) => say("audit-closed", &[("why", words.term(lang, "closing", why).into())]),
        _ if value["over"] == true => say("tables-over", &[]),
        _ => say("audit-open", &[]),
    };
    if value["practice"] == true {
        state = say("tables-practice", &[("state", state.into())]);
    }
    let mut row = say(
        "tables-row",
        &[
            ("table", format!("{:<16}", summary.table).into()),
            ("state", state.into()),
            ("entries", summary.head.seq.into()),
            ("last", moment(text("last_at")).into()),
        ],
    );
    let lists = [
        ("tables-waiting", &value["asked"]),
        ("tables-ready", &value["readiness"]["ready"]),
        ("tables-unready", &value["readiness"]["unready"]),
        ("tables-free", &value["free"]),
        ("tables-offered", &value["offered"]),
        ("tables-to-agree", &value["pending"]["awaited"]),
    ];
    for (key, seats) in lists {
        let seats: Vec<String> = seats
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(|seat| seat_named(words, lang, seat))
            .collect();
        if !seats.is_empty() {
            row += &say(key, &[("seats", seats.join(&say("list-separator", &[])).into())]);
        }
    }
    if let Some(since) = value["open"]["since"].as_str() {
        row += &say("tables-open", &[("since", moment(since).into())]);
    }
    let [own_due, own_since] = own_wait(value, reader);
    if let Some(since) = own_since {
        row += &say("tables-yours", &[("since", moment(since).into())]);
    }
    let waits = value["waits"].as_array().into_iter().flatten();
    let others_due = || waits.filter_map(|wait| wait["due"].as_str()).min().filter(|_| own_since.is_none());
    match own_due.or_else(others_due) {
        Some(due) => say("time-line-due", &[("line", row.into()), ("due", moment(due).into())]),
        None => row,
    }
}

/// A seat as `--as` takes it, with its name where that is another.
fn seat_named(words: &Words, lang: Lang, seat: &str) -> String {
    let name = words.term(lang, "seat", seat);
    match fold(&name) == fold(seat) {
        true => seat.to_owned(),
        false => words.say(lang, "named-word", &[("word", seat.into()), ("name", name.into())]),
    }
}

/// Whom a table waits for, which of its seats wait for somebody, and what its players are asked to agree to: public.
#[derive(Default)]
pub struct Awaited {
    /// Whether the game has ended, at a table that is not closed.
    over: bool,
    asked: Vec<Seat>,
    waits: Vec<WaitedFor>,
    free: Vec<Seat>,
    offered: Vec<Seat>,
    pending: Option<Pending>,
    /// Who is ready, while the game has not begun.
    readiness: Option<Readiness>,
    /// The seats for which players are sought, and what was agreed about time.
    vacancy: Option<(Vacancy, Arc<Terms>)>,
    /// The seat whose order would be the first taken back.
    before: Option<Seat>,
}

impl Awaited {
    /// Nothing, at a table that is closed.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn at<G: Playable>(
        store: &dyn Store,
        table: &Table<G>,
        now: DateTime<Utc>,
    ) -> Result<Awaited, Fault> {
        if table.closed().is_some() {
            return Ok(Awaited::default());
        }
        let seats =
            |sort: fn(&SeatHolding) -> bool| table.places().filter(sort).map(|place| place.seat).collect();
        let pending = table.pending();
        let to = pending.as_ref().and_then(|pending| match pending.ask {
            Ask::TakeBack { to } => Some(to),
            _ => None,
        });
        // Who gave which order is public, whoever looks.
        let orders = table.takebacks("").by_consent;
        Ok(Awaited {
            over: table.is_over(),
            before: orders.iter().find(|step| Some(step.to) == to).map(|step| step.seat),
            asked: table.waited_for().map(|asked| asked.prompt.seat).collect(),
            waits: kept_time(store, table, now)?.waits,
            free: seats(|place| place.player.is_none() && place.offered_to.is_none()),
            offered: seats(|place| place.offered_to.is_some()),
            pending,
            readiness: table.readiness(),
            vacancy: table.vacancy().map(|vacancy| (vacancy, table.terms())),
        })
    }

    /// What of it is told below a position, to a reader whose clocks are those of `zone`; `name` tells what a player is called.
    fn lines(&self, phrases: &Phrases<'_>, zone: &Zone, name: &dyn Fn(&str) -> String) -> Vec<String> {
        let moment = |at: &str| zoned(phrases.words, phrases.lang, platform::moment(at).timestamp(), zone);
        let names = |seats: &[Seat]| {
            let names: Vec<String> = seats.iter().map(|seat| phrases.seat(*seat)).collect();
            names.join(&phrases.say("list-separator", &[]))
        };
        let (none, readiness) = (Vec::new(), self.readiness.as_ref());
        let lists = [
            ("read-waiting", &self.asked),
            ("ready-seats", readiness.map_or(&none, |it| &it.ready)),
            ("ready-unready", readiness.map_or(&none, |it| &it.unready)),
            ("read-free", &self.free),
            ("read-offered", &self.offered),
        ];
        let said = lists.into_iter().filter(|(_, seats)| !seats.is_empty());
        let mut lines: Vec<String> =
            said.map(|(key, seats)| phrases.say(key, &[("seats", names(seats).into())])).collect();
        if let Some(pending) = &self.pending {
            let mut args =
                vec![("seat", names(&[pending.seat]).into()), ("awaited", names(&pending.awaited).into())];
            lines.push(match &pending.ask {
                Ask::Close => phrases.say("read-pending-close", &args),
                Ask::Publish { delay } => {
                    args.push(("delay", (*delay).into()));
                    phrases.say("read-pending-publish", &args)
                }
                Ask::TakeBack { .. } => {
                    let before = match self.before {
                        Some(seat) => phrases.say("order-of-seat", &[("seat", phrases.seat(seat).into())]),
                        None => phrases.say("order-sealed", &[]),
                    };
                    args.push(("before", before.into()));
                    phrases.say("read-pending-take-back", &args)
                }
                ask @ (Ask::Time { .. } | Ask::Stop | Ask::Claim { .. }) => {
                    args.push(("what", clock::asked(phrases, ask, &moment, name).into()));
                    phrases.say("read-pending-time", &args)
                }
                ask @ Ask::Master { .. } => {
                    args.push(("what", clock::asked(phrases, ask, &moment, name).into()));
                    phrases.say("read-pending-master", &args)
                }
            });
        }
        lines
    }
}

fn table_value(app: &App, summary: &TableSummary) -> Result<Value, CliError> {
    if let Some(Archived { file, at }) = &summary.archived {
        let archived = json!({ "file": file, "at": at });
        let (entries, head) = (summary.head.seq, summary.head.to_string());
        return Ok(json!({ "table": summary.table, "archived": archived, "entries": entries, "head": head }));
    }
    let lines = app.store.read_lines(&summary.table, 1)?;
    let entries: Vec<&Entry> = lines
        .iter()
        .filter_map(|line| match line {
            Stored::Entry(entry) => Some(entry),
            Stored::Sealed { .. } => None,
        })
        .collect();
    let table_events = || entries.iter().filter_map(|entry| entry.table_event().ok().flatten());
    let opened = table_events().find_map(|table_event| match table_event {
        TableEvent::TableOpened(opened) => Some(opened),
        _ => None,
    });
    let closed = table_events().find_map(|table_event| match table_event {
        TableEvent::TableClosed { why } => Some(why),
        _ => None,
    });
    let readable = closed.is_none() && summary.partial.is_none();
    let game = opened.as_ref().and_then(|opened| app.games.named(&opened.game));
    let awaited = match game.filter(|_| readable) {
        Some(game) => game.awaited(app, &summary.table)?,
        None => Awaited::default(),
    };
    // A seat that was passed on is its last holder's, and one that was taken from them nobody's.
    let mut holders: BTreeMap<String, &str> = BTreeMap::new();
    for entry in &entries {
        match (entry.table_event().ok().flatten(), &entry.by) {
            (Some(TableEvent::SeatTaken { seat }), Some(by)) => drop(holders.insert(seat, &by.player)),
            (Some(TableEvent::SeatVacated { seat }), _) => drop(holders.remove(&seat)),
            _ => {}
        }
    }
    let seats: Vec<Value> =
        holders.into_iter().map(|(seat, player)| json!({ "player": player, "seat": seat })).collect();
    Ok(json!({
        "table": summary.table,
        "game": opened.as_ref().map(|opened| opened.game.clone()),
        "rules_version": opened.as_ref().map(|opened| opened.rules_version.clone()),
        "practice": opened.is_some_and(|opened| opened.practice),
        "closed": closed,
        "over": closed.is_some() || awaited.over,
        "partial": summary.partial.as_ref().map(|viewer| viewer.to_value()),
        "seats": seats,
        "asked": awaited.asked,
        "waits": awaited.waits.iter().map(wait_value).collect::<Vec<_>>(),
        "free": awaited.free,
        "offered": awaited.offered,
        "open": awaited.vacancy.as_ref().map(open_value),
        "pending": awaited.pending,
        "readiness": awaited.readiness,
        "entries": summary.head.seq,
        "head": summary.head.to_string(),
        "peeks": table_events().filter(|table_event| matches!(table_event, TableEvent::Peeked { .. })).count(),
        "opened_at": entries.first().map(|entry| entry.at.clone()),
        "last_at": entries.last().map(|entry| entry.at.clone()),
    }))
}

/// Shows a position.
///
/// # Errors
/// [`CliError`].
pub fn show<G: Playable>(app: &App, ask: &LookArgs, process: &mut ProcessContext<'_>) -> CommandResult {
    let tables = app.tables::<G>();
    // A table that cannot be folded is not peeked at.
    tables.look(&ask.table, |_| ())?;
    let viewer = if ask.all { Viewer::All } else { app.viewer::<G>(&ask.table, ask.seat)? };
    let state = match ask.all {
        true => Some(tables.peek_state(&ask.table, &app.caller()?, "show")?),
        false => None,
    };
    let (value, game, view) = tables.look(&ask.table, |table| {
        // What a peek shows is not lowered to what a spectator sees.
        let view = match &state {
            Some(state) => table.game().view(state, Viewer::All),
            None => table.view(viewer),
        };
        let mut value = json!({
            "table": table.id(),
            "game": G::NAME,
            "practice": table.opened().practice,
            "peeks": table.peeks(),
            "closed": table.closed(),
            "over": table.is_over(),
            "head": table.head().to_string(),
            "asked": asked_seen(table.waited_for(), if table.closed().is_some() { Viewer::All } else { viewer }),
            "pending": table.pending(),
            "readiness": table.readiness(),
            "seats": table.places().collect::<Vec<_>>(),
            "view": serde_json::to_value(&view).unwrap_or_default(),
        });
        if let (Some(state), Some(map)) = (&state, value.as_object_mut()) {
            map.insert("state".to_owned(), serde_json::to_value(state).unwrap_or_default());
        }
        (value, table.game().clone(), view)
    })?;
    if app.json {
        process.json(&value)?;
        return Ok(true);
    }
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let game_words = GameWords::of(&*game, app.lang)?.wide(process.terminal);
    let key = if value["practice"] == true { "read-top-practice" } else { "read-top" };
    let peeks = value["peeks"].as_u64().unwrap_or_default();
    let args = [("table", text("table").into()), ("peeks", peeks.into()), ("head", text("head").into())];
    process.line(&game_words.phrases().say(key, &args))?;
    if tables.look(&ask.table, |table| table.is_over() || table.closed().is_some())? {
        let viewer = tables.look(&ask.table, |table| table.closed().map_or(viewer, |_| Viewer::All))?;
        print(ending::page(&game_words, &tables.history(&ask.table, viewer)?)?, process)?;
    }
    print_board(&game_words, &*game, &view, process)?;
    // Where one seat plays alone there is nobody else to wait for.
    let name = |id: &str| name_of(&*app.store, &game_words.phrases(), id).unwrap_or_default();
    let several = |table: &Table<G>| {
        let several = table.all_seats().nth(1);
        several.map(|_| Awaited::at(&*app.store, table, app.platform.now())).transpose()
    };
    let reader = app.store.player_at(&Address::new(LOCAL, &app.user))?;
    let zone = reader.as_ref().map_or(Zone::UTC, zone_of);
    let awaited = tables.look(&ask.table, several)??.unwrap_or_default();
    for line in awaited.lines(&game_words.phrases(), &zone, &name) {
        process.line(&line)?;
    }
    Ok(true)
}

/// Prints a position.
///
/// # Errors
/// Output that cannot be written.
pub(super) fn print_board<G: Playable>(
    words: &GameWords,
    game: &G,
    view: &G::View,
    process: &mut ProcessContext<'_>,
) -> std::io::Result<()> {
    print(game.report(words.phrases()).board(view), process)
}

/// Prints lines, the headings among them after an empty one.
fn print(lines: Vec<(Weight, String)>, process: &mut ProcessContext<'_>) -> std::io::Result<()> {
    for (weight, line) in lines {
        if weight == Weight::Heading {
            writeln!(process.out)?;
        }
        process.line(&line)?;
    }
    Ok(())
}

/// Who is asked, as `viewer` may see it: of another seat that it is asked, and since when, but not what.
pub(super) fn asked_seen<'a>(asked: impl Iterator<Item = &'a OpenPrompt>, viewer: Viewer) -> Vec<Value> {
    let seen = |asked: &OpenPrompt| match viewer {
        Viewer::All => true,
        Viewer::Seat(seat) => seat == asked.prompt.seat,
        Viewer::Spectator => false,
    };
    let value = |asked: &OpenPrompt| match seen(asked) {
        true => serde_json::to_value(asked).unwrap_or_default(),
        false => json!({ "seat": asked.prompt.seat, "number": asked.number }),
    };
    asked.map(value).collect()
}

pub(super) fn log<G: Playable>(app: &App, ask: &LogAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let lines = lines::<G>(app, &ask.look, ask.after, "log")?;
    if app.json {
        lines.iter().try_for_each(|line| process.json(&line.to_value()))?;
        return Ok(true);
    }
    let game = game_at::<G>(app, &ask.look.table)?;
    for row in GameWords::of(&*game, app.lang)?.rows(&*game, &lines)? {
        process.line(&row)?;
    }
    Ok(true)
}

fn game_at<G: Playable>(app: &App, table: &str) -> Result<Arc<G>, CliError> {
    Ok(app.tables::<G>().game_at(table)?)
}

/// The lines of a table as asked for; a look at everything is noted first.
fn lines<G: Playable>(
    app: &App,
    ask: &LookArgs,
    after: u64,
    what: &str,
) -> Result<Vec<VisibleEntry>, CliError> {
    let viewer = if ask.all {
        peek::note(&*app.store, &app.platform, &ask.table, &app.caller()?, what)?;
        Viewer::All
    } else {
        app.viewer::<G>(&ask.table, ask.seat)?
    };
    Ok(view::of_table::<G>(&*app.store, &ask.table, after, viewer)?)
}

pub(super) fn dice<G: Playable>(
    app: &App,
    ask: &LookArgs,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let page = dice_page::page(&lines::<G>(app, ask, 0, "dice")?)?;
    if !app.json {
        let game = game_at::<G>(app, &ask.table)?;
        for line in GameWords::of(&*game, app.lang)?.dice(&*game, &ask.table, &page, usize::MAX)? {
            process.line(&line)?;
        }
        return Ok(true);
    }
    for row in &page.rolls {
        process.json(&json!({ "roll": row }))?;
    }
    for tally in &page.tallies {
        process.json(&json!({ "tally": tally }))?;
    }
    Ok(true)
}

/// Draws a position, to a file or the output.
///
/// # Errors
/// [`CliError`].
pub fn draw<G: Playable>(app: &App, ask: &PictureAsk, process: &mut ProcessContext<'_>) -> CommandResult {
    let viewer = app.viewer::<G>(&ask.table, ask.seat)?;
    let mut history = app.tables::<G>().history(&ask.table, viewer)?;
    if let Some(seq) = ask.at {
        go(&mut history, seq, app)?;
    }
    let story = GameWords::of(history.game(), app.lang)?.wide(process.terminal);
    let view = history.view();
    let kinds = history.game().pictures(&view);
    let wanted = ask.kind.as_deref().or(kinds.first().copied());
    let lines = match wanted {
        Some(END) => history.lines(0)?,
        _ => since_last_order(history.at(), viewer, |after| history.lines(after))?,
    };
    let facts = story.facts(&lines)?;
    let awaited = history.seats_awaited();
    let subject = Subject { reader: history.viewer().seat(), view: &view, facts: &facts, awaited: &awaited };
    let scene = wanted
        .filter(|kind| kinds.contains(kind))
        .and_then(|kind| history.game().picture(kind, &subject, story.phrases(), ask.theme));
    let (Some(kind), Some(scene)) = (wanted, scene) else {
        let words = Words::read()?;
        let list = kinds.join(&words.say(app.lang, "list-separator", &[]));
        let key = if kinds.is_empty() { "picture-none" } else { "picture-no-such" };
        let kind = wanted.unwrap_or_default();
        return Err(CliError::Failed(words.say(
            app.lang,
            key,
            &[("kind", kind.into()), ("kinds", list.into()), ("game", G::NAME.into())],
        )));
    };
    let file = match ask.svg {
        true => picture::svg(&scene).into_bytes(),
        false => picture::png(&scene).map_err(|fault| CliError::Failed(fault.to_string()))?,
    };
    let Some(path) = &ask.output else {
        if app.json {
            process.json(&described(ask, history.at(), kind, &kinds, &scene))?;
        } else {
            process.out.data().write_all(&file)?;
        }
        return Ok(true);
    };
    let mut made = private::create(path, Access::Owner).map_err(|e| CliError::file(path, &e))?;
    made.write_all(&file).and_then(|()| made.sync_all()).map_err(|e| CliError::file(path, &e))?;
    if app.json {
        let mut value = described(ask, history.at(), kind, &kinds, &scene);
        value["file"] = path.display().to_string().into();
        process.json(&value)?;
    } else {
        let args = [("file", path.display().to_string().into()), ("kind", kind.into())];
        process.line(&Words::read()?.say(app.lang, "picture-done", &args))?;
        process.line(&scene.alternative())?;
    }
    Ok(true)
}

fn go<G: Playable>(history: &mut History<G>, seq: u64, app: &App) -> Result<(), CliError> {
    let last = history.last();
    if !(1..=last).contains(&seq) {
        let at = [("at", seq.into()), ("of", last.into())];
        return Err(CliError::Failed(Words::read()?.say(app.lang, "replay-no-such", &at)));
    }
    Ok(history.go(seq)?)
}

fn described(ask: &PictureAsk, at: u64, kind: &str, kinds: &[&str], scene: &Scene) -> serde_json::Value {
    json!({
        "table": ask.table,
        "at": at,
        "kind": kind,
        "kinds": kinds,
        "theme": ask.theme.name,
        "width": scene.width,
        "height": scene.height,
        "alternative": scene.alternative(),
    })
}
