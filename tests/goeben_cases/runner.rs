//! Running a case.

use std::collections::VecDeque;

use wardroom::book::{Book, Lexicon, Parsed};
use wardroom::game::{Arg, Chance, Fact, Form, Game, Refusal, Stop};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::state::State;
use wardroom::report::goeben::lexicon;
use wardroom::words::Words;

use crate::given::{game, given, id, known, number, quiet_sea};
use crate::reader::Case;
use crate::then;

/// A case while it runs.
pub struct Run {
    /// The game.
    pub game: Goeben,
    /// The position.
    pub state: State,
    /// The facts of the last order.
    pub facts: Vec<Fact<Event>>,
    book: Book,
    lexicon: Lexicon,
    dice: VecDeque<u32>,
    refused: Option<Refusal>,
}

/// Runs a case.
pub fn run(case: &Case) -> Result<(), String> {
    let game = game();
    let words = Words::read().map_err(|fault| fault.to_string())?;
    let mut run = Run {
        state: quiet_sea(&game),
        facts: vec![],
        book: Book::of(Goeben::NAME).map_err(|fault| fault.to_string())?,
        lexicon: lexicon(&words, game.board().pack()),
        dice: VecDeque::new(),
        refused: None,
        game,
    };
    for (line, text) in &case.lines {
        run.line(text).map_err(|why| format!("line {line}, `{text}`: {why}"))?;
    }
    run.settle()?;
    match run.dice.len() {
        0 => Ok(()),
        left => Err(format!("{left} dice were never rolled")),
    }
}

impl Run {
    fn line(&mut self, text: &str) -> Result<(), String> {
        let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        if head != "refused" {
            self.settle()?;
        }
        match head {
            "given" => {
                given(&self.game, &mut self.state, &words)?;
                known(&self.game, &self.state)
            }
            "dice" => words.iter().try_for_each(|die| {
                let (times, face) = die.split_once('x').unwrap_or(("1", die));
                let (times, face): (usize, u32) = (number(times)?, number(face)?);
                self.dice.extend(std::iter::repeat_n(face, times));
                Ok(())
            }),
            ">" => self.typed(rest),
            ">>" => self.order(&named(rest)?),
            "refused" => self.expect_refusal(&words),
            "can" => self.legal(rest)?.then_some(()).ok_or("it is not legal".into()),
            "cannot" if self.legal(rest)? => Err("it is legal".into()),
            "cannot" => Ok(()),
            "then" => then::holds(self, &words),
            _ => Err("a line begins with given, dice, >, >>, refused, can, cannot or then".into()),
        }
    }

    /// A refusal that no `refused` line took up fails the case.
    fn settle(&mut self) -> Result<(), String> {
        match self.refused.take() {
            None => Ok(()),
            Some(refusal) => Err(format!("refused: {refusal} {:?} {:?}", refusal.about, refusal.legal)),
        }
    }

    fn forms(&self, text: &str) -> Result<Form, String> {
        let options = self.game.options(&self.state, Goeben::commander());
        match self.book.one(text, &options, &self.lexicon) {
            Ok(Parsed::Order { form, .. }) => Ok(form),
            other => Err(format!("not read as an order: {other:?}")),
        }
    }

    /// Whether a verb, or an order, is legal now. A word that nobody knows is a slip of the case, not illegal.
    fn legal(&self, text: &str) -> Result<bool, String> {
        let options = self.game.options(&self.state, Goeben::commander());
        let verb = text.split(' ').next().unwrap_or_default();
        if !self.book.verbs().iter().any(|known| known.name.as_str() == verb) {
            return Err(format!("{verb} is no verb"));
        }
        if options.verb(verb).is_none() || verb == text {
            return Ok(options.verb(verb).is_some());
        }
        self.forms(text).map(|form| options.accept(&form).is_ok())
    }

    fn typed(&mut self, text: &str) -> Result<(), String> {
        let form = match self.forms(text) {
            Ok(form) => form,
            // A verb of another moment: the rules are asked all the same, so that they say why.
            Err(why) => {
                let verb = text.split(' ').next().unwrap_or_default();
                let options = self.game.options(&self.state, Goeben::commander());
                if options.verb(verb).is_some() {
                    return Err(why);
                }
                named(text)?
            }
        };
        self.order(&form)
    }

    fn order(&mut self, form: &Form) -> Result<(), String> {
        let mut chance = Chance::scripted(self.dice.drain(..));
        let got = self.game.resolve(&self.state, Goeben::commander(), form, &mut chance);
        if let Chance::Scripted { values, .. } = chance {
            self.dice = values;
        }
        match got {
            Ok(facts) => {
                for fact in &facts {
                    if let Fact::Event(event) = fact {
                        self.game.apply(&mut self.state, event).map_err(|fault| fault.to_string())?;
                    }
                }
                self.facts = facts;
                Ok(())
            }
            Err(Stop::Refused(refusal)) => {
                self.refused = Some(refusal);
                Ok(())
            }
            Err(stop) => Err(stop.to_string()),
        }
    }

    fn expect_refusal(&mut self, words: &[&str]) -> Result<(), String> {
        let refusal = self.refused.take().ok_or("the order was not refused")?;
        let (rule, reason) = (refusal.rule.as_str(), refusal.reason.as_str());
        match words {
            [] => Ok(()),
            [wanted] if *wanted == rule => Ok(()),
            [wanted, why] if *wanted == rule && *why == reason => Ok(()),
            _ => Err(format!("refused under {rule} as {reason}")),
        }
    }
}

/// Arguments that are lists of words.
const LISTS: [&str; 2] = ["path", "ships"];

/// An order whose arguments are all named, `rearm space=STY ships=goeben,breslau`, as it stands.
fn named(text: &str) -> Result<Form, String> {
    let mut words = text.split(' ');
    let verb = words.next().unwrap_or_default();
    let mut form = Form::new(verb.parse().map_err(|_| format!("{verb} is no verb"))?);
    for word in words {
        let (name, value) =
            word.split_once('=').ok_or(format!("the arguments of {verb} must be named here, {word} too"))?;
        let (list, name) = (LISTS.contains(&name), id(name)?);
        form.set(name, if list { list_of(value)? } else { Arg::Word(id(value)?) });
    }
    Ok(form)
}

fn list_of(value: &str) -> Result<Arg, String> {
    value.split(',').map(id).collect::<Result<_, _>>().map(Arg::Words)
}
