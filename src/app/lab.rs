//! `lab`: games between computer players, and their results. It uses no database.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::CommandResult;
use super::data;
use super::error::CliError;
use super::process::ProcessContext;
use super::values::{setup_option, strength};
use crate::book::Lexicon;
use crate::bots::Strength;
use crate::game::Word;
use crate::games::{self, Playable};
use crate::lab::figures::{self, Figures, Length, Pairing, Share, Wins};
use crate::lab::results::{Results, ResultsFault, RunHeader};
use crate::lab::{self, LabFault, Trial};
use crate::observe::PROGRAM;
use crate::reason::Reason;
use crate::words::{Lang, Value, Words};

/// Characters of the progress bar.
const BAR: u32 = 30;

/// The most games of a laboratory.
const MOST_GAMES: i64 = 10_000_000;

/// `lab`.
#[derive(Debug, Args)]
pub struct LabAsk {
    /// The game
    pub game: String,
    /// The players, who change seats from game to game: random, midshipman, lieutenant, captain, captain:PLAYOUTS
    #[arg(
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        value_parser = strength,
        default_value = "lieutenant",
        hide_default_value = true
    )]
    pub players: Vec<Strength>,
    /// How many games
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "100",
        hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES)
    )]
    pub games: u32,
    /// The number that all chance follows from
    #[arg(long, value_name = "NUMBER", default_value = "1", hide_default_value = true)]
    pub seed: u64,
    /// An option of the game; `play GAME --option help` lists them
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = setup_option)]
    pub option: Vec<(String, String)>,
    /// A folder with a data pack
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// A file for the results, one line per game; games it already has are not played again
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Games to play at once; default: the number of cores
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
}

/// What stops a run.
enum Trouble {
    Lab(LabFault),
    Results(ResultsFault),
}

impl From<LabFault> for Trouble {
    fn from(fault: LabFault) -> Trouble {
        Trouble::Lab(fault)
    }
}

pub(super) fn run<G: Playable>(
    ask: &LabAsk,
    data: Option<&Path>,
    (json, lang): (bool, Lang),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let game: G = data::game(data)?;
    let setup = games::setup::<G>(&ask.option).map_err(CliError::Setup)?;
    let header = RunHeader::new(
        (G::NAME, G::RULES_VERSION),
        data::pack_hash(&game)?,
        &ask.option,
        &ask.players,
        ask.seed,
    );
    let (mut results, mut records) = match &ask.results {
        None => (None, vec![]),
        Some(path) => {
            let (results, records) = Results::open(path, &header).map_err(|fault| of_file(path, &fault))?;
            (Some(results), records)
        }
    };
    let trial = Trial { game: &game, setup: &setup, players: &ask.players, seed: ask.seed };
    // The file may have more games than are wanted now: then none is missing.
    let missing = records.len() as u32..ask.games.max(records.len() as u32);
    let bar = process.terminal.is_some() && !json;
    let outcome = lab::run(&trial, missing, threads(ask), |record| {
        if let Some(results) = &mut results {
            results.add(&record).map_err(Trouble::Results)?;
        }
        records.push(record);
        if bar {
            progress(process.err, records.len() as u32, ask.games);
        }
        Ok(())
    });
    if bar {
        // Without the bar, the reader misses nothing.
        let _ = write!(process.err, "\r\x1b[K");
    }
    outcome.map_err(|trouble| match (trouble, &ask.results) {
        (Trouble::Results(fault), Some(path)) => of_file(path, &fault),
        (Trouble::Results(fault), None) => CliError::Failed(fault.to_string()),
        (Trouble::Lab(fault), _) => CliError::Failed(fault.to_string()),
    })?;
    let figures = figures::of(&records);
    if json {
        process.json(&json!({ "header": header, "figures": figures }))?;
        return Ok(true);
    }
    let words = G::words()?;
    let told = Told { lexicon: game.lexicon(&words), terms: G::TALLY_TERMS, words: &words, lang };
    for line in told.lines(&header, &figures) {
        writeln!(process.out, "{line}")?;
    }
    Ok(true)
}

fn threads(ask: &LabAsk) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    ask.threads.map_or_else(cores, |threads| threads as usize)
}

fn of_file(path: &Path, fault: &ResultsFault) -> CliError {
    match fault {
        ResultsFault::Io(error) => CliError::file(path, error),
        ResultsFault::Line(line) => CliError::in_file(path, Reason::of("lab-no-results").with("line", *line)),
        ResultsFault::TooGreat(most) => CliError::in_file(
            path,
            Reason::of("lab-results-too-great").with("mebibytes", most / (1024 * 1024)),
        ),
        ResultsFault::Differs { what, found, asked } => CliError::in_file(
            path,
            Reason::of("lab-other-run").quoting("what", what).quoting("found", found).quoting("asked", asked),
        ),
    }
}

fn progress(out: &mut dyn Write, done: u32, games: u32) {
    let full = (u64::from(done) * u64::from(BAR) / u64::from(games.max(1))).min(u64::from(BAR)) as usize;
    let bar = "#".repeat(full) + &".".repeat(BAR as usize - full);
    // Without the bar, the reader misses nothing.
    let _ = write!(out, "\r[{bar}] {done}/{games}").and_then(|()| out.flush());
}

/// The figures in words.
struct Told<'a> {
    words: &'a Words,
    lang: Lang,
    lexicon: Lexicon,
    /// Kinds of messages that name what a tally counts.
    terms: &'static [&'static str],
}

impl Told<'_> {
    fn lines(&self, header: &RunHeader, figures: &Figures) -> Vec<String> {
        let players = header.players.join(&self.say("list-separator", &[]));
        let options = match header.options.as_slice() {
            [] => self.say("list-empty", &[]),
            options => options.join(&self.say("list-separator", &[])),
        };
        let seed = header.seed.to_string();
        let mut lines = vec![
            self.say(
                "lab-heading",
                &[
                    ("game", self.words.term(self.lang, "game", &header.game).into()),
                    ("games", figures.games.into()),
                    ("players", players.into()),
                    ("seed", seed.into()),
                ],
            ),
            self.say(
                "lab-made",
                &[
                    ("rules", header.rules.into()),
                    ("pack", header.pack.as_str().into()),
                    ("version", PROGRAM.into()),
                    ("options", options.into()),
                ],
            ),
        ];
        lines.extend(figures.wins.iter().map(|wins| self.wins(wins)));
        lines.extend(figures.pairs.iter().map(|pair| self.pair(pair)));
        lines.push(self.length("lab-orders", figures.orders));
        lines.push(self.length("lab-turns", figures.turns));
        let ended = |ended: &figures::Ended| {
            let args = [("ending", self.name(ended.ending).into()), ("games", ended.games.into())];
            self.say("lab-ending", &args)
        };
        if !figures.endings.is_empty() {
            let endings = self.list(figures.endings.iter().map(ended));
            lines.push(self.say("lab-endings", &[("endings", endings.into())]));
        }
        lines.extend(self.points(figures));
        lines.push(self.say("lab-intervals", &[]));
        lines
    }

    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    fn list(&self, items: impl Iterator<Item = String>) -> String {
        items.collect::<Vec<_>>().join(&self.say("list-separator", &[]))
    }

    /// The game's name for a word of its tally.
    fn name(&self, word: Word) -> String {
        let sort = self.terms.iter().find(|sort| self.words.has(Lang::En, &format!("{sort}-{word}")));
        match sort {
            Some(sort) => self.words.term(self.lang, sort, word.as_str()),
            None => self.lexicon.name(self.lang, word),
        }
    }

    fn wins(&self, wins: &Wins) -> String {
        let player = ("player", Value::from(wins.player.as_str()));
        let who = match (wins.seat, wins.kind) {
            (Some(seat), _) => {
                let seat = self.words.term(self.lang, "seat", seat.as_str());
                self.say("lab-as-seat", &[player, ("seat", seat.into())])
            }
            (None, Some(kind)) => self.say("lab-of-kind", &[player, ("kind", self.name(kind).into())]),
            (None, None) => wins.player.clone(),
        };
        let mut args = vec![
            ("who", who.into()),
            ("games", wins.games.into()),
            ("won", wins.won.into()),
            ("drawn", wins.drawn.into()),
        ];
        args.extend(percent(wins.share));
        self.say("lab-wins", &args)
    }

    fn pair(&self, pair: &Pairing) -> String {
        let elo = |elo: Option<f64>| match elo {
            Some(elo) => signed(elo, 0),
            None => "∞".to_owned(),
        };
        let [middle, low, high] = pair.elo.map(elo);
        let mut args = vec![
            ("player", pair.player.as_str().into()),
            ("against", pair.against.as_str().into()),
            ("games", pair.games.into()),
            ("elo", middle.into()),
            ("elo-low", low.into()),
            ("elo-high", high.into()),
        ];
        args.extend(percent(pair.share));
        self.say("lab-pair", &args)
    }

    fn length(&self, key: &str, length: Length) -> String {
        let mean = format!("{:.1}", length.mean);
        self.say(key, &[("mean", mean.into()), ("least", length.least.into()), ("most", length.most.into())])
    }

    /// A line for each side and player, the causes that scored most first.
    fn points(&self, figures: &Figures) -> Vec<String> {
        let mut sides: Vec<(Word, Option<&str>)> =
            figures.points.iter().map(|points| (points.side, points.player.as_deref())).collect();
        // Points come in the order of sides and players.
        sides.dedup();
        let line = |(side, player): (Word, Option<&str>)| {
            let mut causes: Vec<&figures::Points> = figures
                .points
                .iter()
                .filter(|points| (points.side, points.player.as_deref()) == (side, player))
                .collect();
            causes.sort_by(|one, other| other.mean.abs().total_cmp(&one.mean.abs()));
            let cause = |points: &&figures::Points| {
                let args =
                    [("cause", self.name(points.cause).into()), ("points", signed(points.mean, 2).into())];
                self.say("lab-cause", &args)
            };
            let sum: f64 = causes.iter().map(|points| points.mean).sum();
            let mut args = vec![
                ("side", self.words.term(self.lang, "seat", side.as_str()).into()),
                ("sum", signed(sum, 2).into()),
                ("causes", self.list(causes.iter().map(cause)).into()),
            ];
            args.extend(player.map(|player| ("player", player.into())));
            self.say(if player.is_some() { "lab-points-of" } else { "lab-points" }, &args)
        };
        sides.into_iter().map(line).collect()
    }
}

/// A number with its sign.
fn signed(number: f64, digits: usize) -> String {
    format!("{number:+.digits$}").replace('-', "−")
}

/// A share in per cent, and its bounds.
fn percent(share: Share) -> [(&'static str, Value<'static>); 3] {
    let percent = |share: f64| Value::from(format!("{:.1}", share * 100.0));
    [("share", percent(share.share)), ("low", percent(share.low)), ("high", percent(share.high))]
}
