//! `rehearse`: a position off the record. Scripted dice, scripted orders, JSON lines out; no database is touched.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde_json::{Value, json};

use super::CommandResult;
use super::cli::Rehearse;
use super::data;
use super::error::CliError;
use super::play::LINE_BYTES;
use super::process::ProcessContext;
use crate::book::{Book, Parsed, ParsedLine};
use crate::game::{Chance, ChanceFault, Fact, Options, OrderForm, Resolved, Seat, Stop, Word};
use crate::games::Playable;
use crate::reason::Reason;
use crate::report;
use crate::words::{Lang, Value as WordValue, Words};

/// Most bytes of a position.
const POSITION_BYTES: u64 = 8 * 1024 * 1024;
/// Most lines of a script.
const SCRIPT_LINES: usize = 100_000;
/// Most scripted dice.
const SCRIPT_DICE: usize = 100_000;

/// A position with the dice to come: the core of `rehearse`, and of tests that play from a position.
pub struct Rehearsal<'a, G: Playable> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: G::State,
    /// Where dice come from.
    pub chance: Chance<'a>,
}

impl<G: Playable> Rehearsal<'_, G> {
    /// The seat of the next order: the named one, else the first with a decision.
    pub fn seat(&self, wanted: Option<Seat>) -> Option<Seat> {
        let prompts = self.game.prompts(&self.state);
        prompts.iter().map(|prompt| prompt.seat).find(|seat| wanted.is_none_or(|wanted| wanted == *seat))
    }

    /// Carries out an order and returns its facts. An error leaves the position unchanged.
    ///
    /// # Errors
    /// A refusal; missing dice, with the roll that needed them.
    pub fn give(&mut self, seat: Seat, form: &OrderForm) -> Result<Vec<Fact<G::Event>>, Stop> {
        let Resolved { facts, state } = self.game.resolve(&self.state, seat, form, &mut self.chance)?;
        self.state = state;
        Ok(facts)
    }
}

pub(super) fn run<G: Playable>(
    ask: &Rehearse,
    data: Option<&Path>,
    lang: Lang,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let game: G = data::game(data)?;
    let state = position::<G>(&ask.position)?;
    // Anybody may have written the file, and rules rely on a state that holds together.
    game.check(&state).map_err(|fault| CliError::file(&ask.position, &fault))?;
    let dice = dice(&ask.dice)?;
    let (script, unended) = script(ask.script.as_deref(), process)?;
    let reader = Reader::new(&game, lang)?;
    let mut rehearsal = Rehearsal { game: &game, state, chance: Chance::scripted(dice) };
    let mut well = true;
    for (number, line) in script {
        well = run_line(&mut rehearsal, &reader, ask.seat, (number, &line), process)?;
        if !well {
            break;
        }
    }
    if let Some((number, text)) = unended.filter(|_| well) {
        process.json(&json!({ "line": number, "unended": text }))?;
        well = false;
    }
    process.json(&json!({
        "state": rehearsal.state,
        "dice_left": rehearsal.chance.left(),
        "asked": game.prompts(&rehearsal.state),
        "over": game.is_over(&rehearsal.state),
    }))?;
    Ok(well)
}

/// Gives the orders of one line; whether all of them were carried out.
fn run_line<G: Playable>(
    rehearsal: &mut Rehearsal<'_, G>,
    reader: &Reader,
    wanted: Option<Seat>,
    (number, text): (usize, &str),
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let mut line: Option<ParsedLine> = None;
    loop {
        if line.as_ref().is_some_and(ParsedLine::is_empty) {
            return Ok(true);
        }
        let Some(seat) = rehearsal.seat(wanted) else {
            process.json(&json!({ "line": number, "stopped": reader.say("rehearse-nobody-asked", &[]) }))?;
            return Ok(false);
        };
        let options = rehearsal.game.options(&rehearsal.state, seat);
        let form = match reader.read(text, &mut line, &options) {
            Ok(form) => form,
            Err(what) => {
                process.json(&json!({ "line": number, "misread": what }))?;
                return Ok(false);
            }
        };
        process.json(&json!({ "line": number, "seat": seat, "order": form }))?;
        let said = match rehearsal.give(seat, &form) {
            Ok(facts) => {
                for fact in &facts {
                    process.json(&match fact {
                        Fact::Roll(roll) => json!({ "roll": roll }),
                        Fact::Event(event) => json!({ "event": event }),
                    })?;
                }
                continue;
            }
            Err(Stop::Refused(refusal)) => json!({ "line": number, "refused": refusal }),
            Err(Stop::Chance(fault)) => {
                json!({ "line": number, "stopped": reader.words.reason(reader.lang, &of_script(&fault)) })
            }
            Err(Stop::Fault(fault)) => {
                json!({ "line": number, "stopped": reader.say("rehearse-defect", &[("why", fault.to_string().into())]) })
            }
        };
        process.json(&said)?;
        return Ok(false);
    }
}

/// The state of a position file: the object that `show --json --all` prints, or its `state` alone.
fn position<G: Playable>(path: &Path) -> Result<G::State, CliError> {
    let text = read_file(path, POSITION_BYTES)?;
    let value: Value = serde_json::from_str(&text).map_err(|e| CliError::file(path, &e))?;
    let state = match value {
        // Without any of these keys the object is a state itself.
        Value::Object(mut map) if ["state", "view", "dice_left"].iter().any(|key| map.contains_key(*key)) => {
            map.remove("state").ok_or_else(|| CliError::in_file(path, Reason::of("rehearse-no-state")))?
        }
        state => state,
    };
    serde_json::from_value(state).map_err(|e| CliError::file(path, &e))
}

fn read_file(path: &Path, limit: u64) -> Result<String, CliError> {
    let mut text = String::new();
    let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
    // One byte more, so that a longer file is noticed.
    let read = file.take(limit + 1).read_to_string(&mut text).map_err(|e| CliError::file(path, &e))?;
    if read as u64 > limit {
        return Err(CliError::in_file(path, Reason::of("found-line-too-long").with("most", limit)));
    }
    Ok(text)
}

fn dice(given: &[String]) -> Result<Vec<u32>, CliError> {
    let given = given.iter().map(|text| text.trim()).filter(|text| !text.is_empty());
    let values: Result<Vec<u32>, CliError> = given
        .map(|text| {
            text.parse().map_err(|_| CliError::Usage(Reason::of("rehearse-no-number").quoting("given", text)))
        })
        .collect();
    let values = values?;
    if values.len() > SCRIPT_DICE {
        return Err(CliError::Usage(Reason::of("rehearse-many-dice").with("most", SCRIPT_DICE)));
    }
    Ok(values)
}

/// A line of a script that holds an order, with its number from 1.
type Numbered = (usize, String);

/// The lines of a script. Text after the last line ending is returned apart unless it comes from a file: it may be the
/// beginning of a line.
fn script(
    path: Option<&Path>,
    process: &mut ProcessContext<'_>,
) -> Result<(Vec<Numbered>, Option<Numbered>), CliError> {
    let (mut lines, ended) = match path {
        Some(path) => {
            let file = File::open(path).map_err(|e| CliError::file(path, &e))?;
            (script_lines(&mut BufReader::new(file))?.0, true)
        }
        None => script_lines(&mut process.input)?,
    };
    let unended = if ended { None } else { lines.pop() };
    Ok((lines, unended))
}

/// The lines that say something, and whether the last of them has its ending.
fn script_lines(from: &mut impl BufRead) -> Result<(Vec<Numbered>, bool), CliError> {
    let (mut lines, mut ended) = (Vec::new(), true);
    for number in 1.. {
        let mut bytes = Vec::new();
        let count = from.by_ref().take(LINE_BYTES + 1).read_until(b'\n', &mut bytes)?;
        if count == 0 {
            break;
        }
        if count as u64 > LINE_BYTES || number > SCRIPT_LINES {
            let most = Reason::of("rehearse-long-script").with("line", number).with("lines", SCRIPT_LINES);
            return Err(CliError::Because(most.with("bytes", LINE_BYTES)));
        }
        ended = bytes.last() == Some(&b'\n');
        let text = String::from_utf8(bytes)
            .map_err(|_| CliError::Because(Reason::of("rehearse-not-utf8").with("line", number)))?;
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            // A cut off comment is no half of an order.
            ended = true;
            continue;
        }
        lines.push((number, text.to_owned()));
    }
    Ok((lines, ended))
}

/// Why a script of dice could not answer.
fn of_script(fault: &ChanceFault) -> Reason {
    let roll = |key, number: &u32, purpose: &Word, rule: &Word| {
        let roll = Reason::of(key).quoting("number", number);
        roll.quoting("purpose", purpose).quoting("rule", rule)
    };
    match fault {
        ChanceFault::RanOut { number, purpose, rule, take, of } => {
            roll("rehearse-dice-ran-out", number, purpose, rule).quoting("take", take).quoting("of", of)
        }
        ChanceFault::Impossible { value, number, purpose, rule, limit } => {
            let roll = roll("rehearse-dice-impossible", number, purpose, rule);
            roll.quoting("value", value).quoting("limit", limit)
        }
        other => Reason::of("rehearse-defect").quoting("why", other),
    }
}

/// Reads orders typed as in play, or given as JSON.
struct Reader {
    book: Book,
    words: Words,
    lexicon: crate::book::Lexicon,
    lang: Lang,
}

impl Reader {
    fn new<G: Playable>(game: &G, lang: Lang) -> Result<Reader, CliError> {
        let words = G::words()?;
        let lexicon = game.lexicon(&words);
        Ok(Reader { book: G::book()?, words, lexicon, lang })
    }

    fn say(&self, key: &str, args: &[(&str, WordValue<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    /// The next order of a line; `rest` gets the remainder.
    fn read(
        &self,
        text: &str,
        rest: &mut Option<ParsedLine>,
        options: &Options,
    ) -> Result<OrderForm, String> {
        let told = |parse_error| {
            report::parse_error(&self.words, self.lang, &self.book, &self.lexicon, &parse_error)
        };
        if text.starts_with('{') {
            // An order in JSON fills its line.
            *rest = Some(ParsedLine::default());
            return serde_json::from_str(text).map_err(|error| error.to_string());
        }
        if rest.is_none() {
            *rest = Some(self.book.line(text, options).map_err(told)?);
        }
        let next = rest.as_mut().and_then(|line| self.book.next(line, options, &self.lexicon));
        match next {
            Some(Ok(Parsed::Order { form, .. })) => Ok(form),
            Some(Ok(Parsed::Table { verb, .. })) => {
                Err(self.say("rehearse-no-order", &[("verb", verb.as_str().into())]))
            }
            Some(Ok(Parsed::Pick { .. })) => Err(self.say("rehearse-number", &[])),
            Some(Err(parse_error)) => Err(told(parse_error)),
            None => Err(self.say("rehearse-empty", &[])),
        }
    }
}
