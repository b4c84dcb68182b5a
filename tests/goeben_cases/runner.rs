//! Running a case.

use std::collections::VecDeque;

use wardroom::book::{Book, Lexicon, Parsed};
use wardroom::game::{Chance, Fact, Form, Game, Refusal, Stop};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::state::State;
use wardroom::report::goeben::lexicon;
use wardroom::words::Words;

use crate::given::{game, given, known, number, quiet_sea};
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
            ">" => self.orders(rest),
            "refused" => self.expect_refusal(&words),
            "can" => self.legal(rest).then_some(()).ok_or("it is not legal".into()),
            "cannot" if self.legal(rest) => Err("it is legal".into()),
            "cannot" => Ok(()),
            "then" => then::holds(self, &words),
            _ => Err("a line begins with given, dice, >, refused, can, cannot or then".into()),
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

    fn legal(&self, text: &str) -> bool {
        let options = self.game.options(&self.state, Goeben::commander());
        match text.contains(' ') {
            false => options.verb(text).is_some(),
            true => self.forms(text).is_ok_and(|form| options.accept(&form).is_ok()),
        }
    }

    fn orders(&mut self, text: &str) -> Result<(), String> {
        let form = match self.forms(text) {
            Ok(form) => form,
            // A verb of another moment: the rules are asked all the same, so that they say why.
            Err(why) => {
                let verb = text.split(' ').next().unwrap_or_default();
                self.game
                    .options(&self.state, Goeben::commander())
                    .verb(verb)
                    .is_none()
                    .then(|| verb.parse().map(Form::new))
                    .and_then(Result::ok)
                    .ok_or(why)?
            }
        };
        let mut chance = Chance::scripted(self.dice.drain(..));
        let got = self.game.resolve(&self.state, Goeben::commander(), &form, &mut chance);
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
