//! `show`, `picture`, `log`, `dice`.

use std::io::Write;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::cli::{LogAsk, LookArgs, PictureAsk};
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult, Games};
use crate::club::GameWords;
use crate::club::ending;
use crate::club::keeper::kept_time;
use crate::club::known::name_of;
use crate::club::picture::since_last_order;
use crate::club::wording::{RequestReader, Undone};
use crate::club::zone::{zone_of, zoned};
use crate::dice_page;
use crate::game::{Seat, Viewer};
use crate::games::{Playable, Subject};
use crate::log::players::{Address, LOCAL};
use crate::log::{Fault, RequestEvent, Store};
use crate::pace::{Terms, Zone};
use crate::picture::{self, END, Scene};
use crate::private::PartFile;
use crate::report::{GameReport, Phrases, Weight};
use crate::table::Vacancy;
use crate::table::platform::{self, written};
use crate::table::time::WaitedFor;
use crate::table::{History, OpenConsent, OpenPrompt, Readiness, SeatHolding, Table, peek};
use crate::view::{self, VisibleEntry};
use crate::words::{Lang, Words};

/// The help without a command: how to begin a game, and where to read more.
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

/// The public state of waiting: the players to move, free seats, open requests.
#[derive(Default, Serialize)]
pub struct Awaited {
    /// Whether the game has ended, at a table that is not closed.
    #[serde(skip)]
    pub(super) over: bool,
    pub(super) asked: Vec<Seat>,
    #[serde(serialize_with = "as_waits")]
    pub(super) waits: Vec<WaitedFor>,
    pub(super) free: Vec<Seat>,
    pub(super) offered: Vec<Seat>,
    pub(super) pending: Option<OpenConsent>,
    /// The ready check, while the game has not begun.
    pub(super) readiness: Option<Readiness>,
    /// The seats for which players are sought, and the terms about time.
    #[serde(rename = "open", serialize_with = "as_open")]
    pub(super) vacancy: Option<(Vacancy, Arc<Terms>)>,
    /// The seat whose order would be the first taken back.
    #[serde(skip)]
    before: Option<Seat>,
}

fn as_waits<S: Serializer>(waits: &[WaitedFor], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(
        waits.iter().map(
            |wait| json!({ "seat": wait.seat, "since": written(wait.since), "due": wait.due.map(written) }),
        ),
    )
}

fn as_open<S: Serializer>(vacancy: &Option<(Vacancy, Arc<Terms>)>, serializer: S) -> Result<S::Ok, S::Error> {
    let value = |(vacancy, terms): &(Vacancy, Arc<Terms>)| json!({ "seats": vacancy.seats, "since": written(vacancy.since), "terms": **terms });
    vacancy.as_ref().map(value).serialize(serializer)
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
        let to = pending.as_ref().and_then(|pending| match &pending.ask {
            RequestEvent::TakeBackAsked { to } => Some(*to),
            _ => None,
        });
        // Who gave which order is public, so any viewer will do.
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

    /// The lines below a position, for a reader with clocks of `zone`; `name` is the name of a player.
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
            let before = || match self.before {
                Some(seat) => phrases.say("order-of-seat", &[("seat", phrases.seat(seat).into())]),
                None => phrases.say("order-sealed", &[]),
            };
            let takes_back = matches!(pending.ask, RequestEvent::TakeBackAsked { .. });
            let undone = takes_back.then(|| Undone { before: before(), orders: None });
            let reader = RequestReader { phrases: *phrases, moment: &moment, name };
            lines.push(reader.awaited(pending, undone.as_ref()));
        }
        lines
    }
}

/// The seats a table waits for.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn awaited<G: Playable>(app: &App, table: &str) -> Result<Awaited, CliError> {
    Ok(app.tables::<G>().look(table, |table| Awaited::at(&*app.store, table, app.platform.now()))??)
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
    let (value, game, view, top) = tables.look(&ask.table, |table| {
        // A peek shows everything, even to a spectator.
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
        let top = (table.id().to_owned(), table.opened().practice, table.peeks(), table.head().to_string());
        (value, table.game().clone(), view, top)
    })?;
    if app.json {
        process.json(&value)?;
        return Ok(true);
    }
    let game_words = GameWords::of(&*game, app.lang)?.wide(process.terminal);
    let (table, practice, peeks, head) = top;
    let key = if practice { "read-top-practice" } else { "read-top" };
    let args = [("table", table.into()), ("peeks", peeks.into()), ("head", head.into())];
    process.line(&game_words.phrases().say(key, &args))?;
    if tables.look(&ask.table, |table| table.is_over() || table.closed().is_some())? {
        let viewer = tables.look(&ask.table, |table| table.closed().map_or(viewer, |_| Viewer::All))?;
        print(ending::page(&game_words, &tables.history(&ask.table, viewer)?)?, process)?;
    }
    print_board(&game_words, &*game, &view, process)?;
    // A player alone waits for nobody.
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

/// The seats to move, as `viewer` may see them: another seat's question is hidden, its time is not.
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

/// The requested lines of a table; a look at everything is recorded first.
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
    let unmade = |e| CliError::unmade(path, &e);
    let part = PartFile::new(path).map_err(unmade)?;
    part.file().write_all(&file).and_then(|()| part.finish()).map_err(unmade)?;
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
