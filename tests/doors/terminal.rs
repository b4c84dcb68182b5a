//! Several seats at the terminal: joining, watching, waiting, one terminal in turn. A toy game plays, and time passes
//! when a test says so.

mod completion;
mod confirm;
mod hot_seat;
mod join;
mod last_word;
mod lost;
mod other_players;
mod outfit;
mod time;
mod tour;
mod typed;
mod watch;
mod whole_choice;

use std::collections::VecDeque;
use std::io::{self, Cursor};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use clap::Parser;
use wardroom::app::cli::{Cli, CliCommand, PlayArgs};
use wardroom::app::process::ProcessContext;
use wardroom::app::registry::GAMES;
use wardroom::app::{App, play};
use wardroom::club::GameWords;
use wardroom::club::browser::BrowserLinks;
use wardroom::club::page::PageLinks;
use wardroom::door::terminal::{self, Completer, Dress, Ending, Heard, Manner, Source};
use wardroom::game::{OrderForm, Seat, Word};
use wardroom::games::Playable;
use wardroom::keys::Keys;
use wardroom::table::{Caller, Reply, SeatSession, Tables};
use wardroom::words::Lang;

use crate::common::commands::SeatCommands;
use crate::common::store;
use crate::toy::{TestPlatform, Toy};

/// A database that several people at one machine share.
struct Ship {
    folder: tempfile::TempDir,
    /// How often the program was run.
    runs: AtomicU64,
}

impl Ship {
    fn new() -> Ship {
        Ship { folder: tempfile::tempdir().unwrap(), runs: AtomicU64::new(0) }
    }

    /// The program as `user` runs it: each has a store of its own on the file, as two processes have.
    fn app(&self, user: &str) -> App {
        // Each process draws its own ids.
        let from = 1 + self.runs.fetch_add(1, Ordering::Relaxed);
        App {
            games: GAMES,
            store: store::open(&self.folder.path().join("club.db")),
            platform: TestPlatform::new(from),
            lang: Lang::En,
            user: user.to_owned(),
            join: "wardroom --db club.db play".to_owned(),
            config_file: None,
            links: Some(Arc::new(PageLinks::new("https://tables.example", Keys::new([3; 32], None)))),
            browser: Some(Arc::new(BrowserLinks::new("https://play.example", Keys::new([4; 32], None)))),
            json: false,
            data: None,
        }
    }

    /// The only table.
    fn table(&self) -> String {
        let tables = self.app("nobody").store.tables().unwrap();
        assert_eq!(tables.len(), 1, "{tables:?}");
        tables[0].table.clone()
    }

    /// `seat` of the only table, as `user` holds it, to play it behind the terminal's back.
    fn session(&self, user: &str, seat: &'static str) -> SeatSession<Toy> {
        let app = self.app(user);
        let tables = Tables::<Toy>::new(app.store.shared(), app.platform.clone());
        SeatSession::new(
            std::sync::Arc::new(tables),
            &self.table(),
            crate::toy::seat(seat),
            Caller::new(&app.local_player().unwrap(), "terminal"),
        )
    }

    /// A script, or a person's lines, at a terminal.
    fn play(&self, user: &str, args: &[&str], steps: Vec<Step<'_>>, interactive: bool) -> (Ending, String) {
        self.try_play(user, args, steps, interactive).unwrap()
    }

    /// The same for a reader of another language.
    fn play_in(
        &self,
        lang: Lang,
        user: &str,
        args: &[&str],
        steps: Vec<Step<'_>>,
        interactive: bool,
    ) -> (Ending, String) {
        let app = App { lang, ..self.app(user) };
        play_at(&app, args, steps, interactive).unwrap()
    }

    fn try_play(
        &self,
        user: &str,
        args: &[&str],
        steps: Vec<Step<'_>>,
        interactive: bool,
    ) -> Result<(Ending, String), String> {
        play_at(&self.app(user), args, steps, interactive)
    }
}

/// A session of `play` with these arguments: how it ends, and what it shows.
pub fn play_at(
    app: &App,
    args: &[&str],
    steps: Vec<Step<'_>>,
    interactive: bool,
) -> Result<(Ending, String), String> {
    let (ask, table) = ask(args);
    play_of::<Toy>(app, &ask, table.as_deref(), steps, interactive)
}

/// The same at a table of any game.
pub fn play_of<G: Playable>(
    app: &App,
    ask: &PlayArgs,
    table: Option<&str>,
    steps: Vec<Step<'_>>,
    interactive: bool,
) -> Result<(Ending, String), String> {
    let coming = play::place::<G>(app, ask, table).map_err(|trouble| trouble.to_string())?;
    let seats = coming
        .sit(|game| Ok(Arc::new(GameWords::of(game, app.lang)?)))
        .map_err(|trouble| trouble.to_string())?;
    let mut out = Vec::new();
    let manner = Manner { interactive, dress: Dress::Plain, columns: None };
    let ending = terminal::play(seats, &mut Steps::of(steps), &mut out, manner).unwrap();
    Ok((ending, String::from_utf8(out).unwrap()))
}

/// The arguments of `play`, and the table if they name one.
fn ask(args: &[&str]) -> (PlayArgs, Option<String>) {
    // The toy is none of the program's games: its name stands aside.
    let table = args.first().filter(|what| what.starts_with("toy-")).map(|what| (*what).to_owned());
    let rest = args.iter().copied().filter(|arg| !arg.starts_with("toy"));
    let cli = Cli::try_parse_from(["wardroom", "play", "goeben"].into_iter().chain(rest)).unwrap();
    let Some(CliCommand::Play(ask)) = cli.command else { panic!("not play") };
    (ask, table)
}

/// What a test lets happen at the terminal.
pub enum Step<'a> {
    /// A line is typed.
    Line(&'a str),
    /// Time passes, and others do something in it.
    Meanwhile(Box<dyn FnOnce() + 'a>),
    /// Others do something, and the line is heard before time has passed.
    Crossing(Box<dyn FnOnce() + 'a>, &'a str),
    /// A line is half typed while others do something.
    Half(&'a str, Box<dyn FnOnce() + 'a>),
    /// A person's line that was begun so many lists ago.
    Typed(u64, &'a str),
    /// Tab is typed after this: the words that are offered.
    Tab(&'a str, Box<dyn FnOnce(Vec<String>) + 'a>),
    /// Time passes.
    Tick,
    /// Patience ends.
    Late,
}

pub fn lines<'a>(text: &'a str) -> Vec<Step<'a>> {
    text.lines().map(Step::Line).collect()
}

fn meanwhile<'a>(what: impl FnOnce() + 'a) -> Step<'a> {
    Step::Meanwhile(Box::new(what))
}

struct Steps<'a> {
    to_come: VecDeque<Step<'a>>,
    listed: u64,
    half: Option<&'a str>,
    completer: Option<Completer>,
}

impl<'a> Steps<'a> {
    fn of(steps: Vec<Step<'a>>) -> Steps<'a> {
        Steps { to_come: steps.into(), listed: 0, half: None, completer: None }
    }
}

impl Source for Steps<'_> {
    fn listed(&mut self, list: u64) {
        self.listed = list;
    }

    fn completes_by(&mut self, completer: Option<Completer>) {
        self.completer = completer;
    }

    fn half_typed(&self) -> Option<String> {
        self.half.map(str::to_owned)
    }

    fn next(&mut self) -> io::Result<Heard> {
        self.half = None;
        Ok(match self.to_come.pop_front() {
            Some(Step::Half(text, what)) => {
                self.half = Some(text);
                what();
                Heard::Tick
            }
            Some(Step::Typed(ago, line)) => Heard::Typed { line: line.to_owned(), list: self.listed - ago },
            Some(Step::Tab(typed, look)) => {
                let completed = self.completer.as_ref().map(|it| it.complete(typed)).unwrap_or_default();
                look(completed.offers.into_iter().map(|offer| offer.typed).collect());
                return self.next();
            }
            None => Heard::End,
            Some(Step::Line(line)) => Heard::Line(line.to_owned()),
            Some(Step::Tick) => Heard::Tick,
            Some(Step::Late) => Heard::Late,
            Some(Step::Crossing(what, line)) => {
                what();
                Heard::Line(line.to_owned())
            }
            Some(Step::Meanwhile(what)) => {
                what();
                Heard::Tick
            }
        })
    }

    fn wait(&mut self, _first: bool) -> io::Result<Heard> {
        self.next()
    }
}

/// Gives an order at a session.
fn give(session: &SeatSession<Toy>, verb: &'static str, number: Option<i64>) {
    let asked = session.snapshot().unwrap().facts.asked.unwrap();
    let mut form = OrderForm::new(Word::literal(verb));
    if let Some(number) = number {
        form = form.with("number", wardroom::game::Arg::Number(number));
    }
    let reply = session.submit(asked.number, form).unwrap();
    assert!(matches!(reply, Reply::Accepted { .. }), "{reply:?}");
}

/// The real thing: the program's own reading of lines, on a thread, against the clock.
fn run(ship: &Ship, user: &str, args: &[&str], input: &'static str) -> (Result<bool, String>, String) {
    let app = ship.app(user);
    let (ask, table) = ask(args);
    let mut out = Vec::new();
    let mut process = ProcessContext {
        typing: None,
        err: &mut std::io::sink(),
        vars: &|_| None,
        input: Box::new(Cursor::new(input)),
        out: &mut out,
        interactive: false,
        terminal: None,
        poll_interval: Duration::from_millis(1),
        platform: app.platform.clone(),
    };
    let went =
        play::run::<Toy>(&app, &ask, table.as_deref(), &mut process).map_err(|trouble| trouble.to_string());
    (went, String::from_utf8(out).unwrap())
}

fn seat(name: &'static str) -> Seat {
    crate::toy::seat(name)
}
