//! A table at which a case is played.

use std::collections::VecDeque;

use wardroom_rules::game::{Arg, Chance, Fact, Game, OrderForm, Refusal, Resolved, Seat, Stop};

use super::{Amiss, expect, id, number};

/// A position, the dice to come, and what came of the last order.
pub struct Table<G: Game> {
    /// The game.
    pub game: G,
    /// The position.
    pub state: G::State,
    /// The facts of the last order.
    pub facts: Vec<Fact<G::Event>>,
    dice: VecDeque<u32>,
    refused: Option<Refusal>,
    last: Option<Refusal>,
}

impl<G: Game> Table<G> {
    /// A table in a position.
    pub fn new(game: G, state: G::State) -> Table<G> {
        Table { game, state, facts: vec![], dice: VecDeque::new(), refused: None, last: None }
    }

    /// Dice to come: `3 5 1`, or `7x1` for seven ones.
    pub fn add_dice(&mut self, words: &[&str]) -> Result<(), String> {
        words.iter().try_for_each(|die| {
            let (times, face) = die.split_once('x').unwrap_or(("1", die));
            let (times, face): (usize, u32) = (number(times)?, number(face)?);
            self.dice.extend(std::iter::repeat_n(face, times));
            Ok(())
        })
    }

    /// No dice may be left over.
    pub fn no_dice_left(&self) -> Result<(), String> {
        match self.dice.len() {
            0 => Ok(()),
            left => Err(format!("{left} dice were never rolled")),
        }
    }

    /// Gives an order; a refusal waits for a line that expects it.
    pub fn order(&mut self, seat: Seat, form: &OrderForm) -> Result<(), String> {
        let mut chance = Chance::scripted(self.dice.drain(..));
        let got = self.game.resolve(&self.state, seat, form, &mut chance);
        if let Chance::Scripted { values, .. } = chance {
            self.dice = values;
        }
        match got {
            Ok(Resolved { facts, state }) => {
                self.state = state;
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

    /// A refusal that no `refused` line took up fails the case.
    pub fn settle(&mut self) -> Result<(), String> {
        match self.refused.take() {
            None => Ok(()),
            Some(refusal) => Err(format!("refused: {refusal} {:?} {:?}", refusal.about, refusal.legal)),
        }
    }

    /// Takes up the refusal that a `refused` line expects.
    pub fn expect_refusal(&mut self, words: &[&str]) -> Result<(), Amiss> {
        self.is_refused(words)?;
        self.last = self.refused.take();
        Ok(())
    }

    /// Whether the last order was refused, with the rule, the reason, and figures `name value` that the refusal must tell.
    pub fn is_refused(&self, words: &[&str]) -> Result<(), Amiss> {
        let Some(refusal) = &self.refused else {
            return Err(Amiss::Unmet("the order was not refused".into()));
        };
        let told = (refusal.rule.to_string(), refusal.reason.to_string());
        let holds = match words {
            [] => true,
            [rule] => *rule == told.0,
            [rule, reason, figures @ ..] => {
                let tells = |figure: &[&str]| match figure {
                    [name, value] => refusal.about.iter().any(|(n, v)| n == name && v == value),
                    _ => false,
                };
                *rule == told.0 && *reason == told.1 && figures.chunks(2).all(tells)
            }
        };
        expect(holds, || format!("refused under {} as {}, telling {:?}", told.0, told.1, refusal.about))
    }

    /// `legal`, after `refused`: these are among what the refusal says would do.
    pub fn expect_legal(&self, words: &[&str]) -> Result<(), Amiss> {
        let refusal = self.last.as_ref().ok_or("nothing was refused")?;
        match words.iter().find(|word| !refusal.legal.iter().any(|legal| legal == *word)) {
            None if words.is_empty() => Err("legal what?".into()),
            None => Ok(()),
            Some(word) => Err(Amiss::Unmet(format!("{word} is not among {:?}", refusal.legal))),
        }
    }
}

/// An order whose arguments are all named, `rearm space=STY ships=goeben,breslau`, as it stands; `read` reads a value
/// by the name of its argument.
pub fn named(text: &str, read: impl Fn(&str, &str) -> Result<Arg, String>) -> Result<OrderForm, String> {
    let mut words = text.split(' ');
    let verb = words.next().unwrap_or_default();
    let mut form = OrderForm::new(verb.parse().map_err(|_| format!("{verb} is no verb"))?);
    for word in words {
        let (name, value) =
            word.split_once('=').ok_or(format!("the arguments of {verb} must be named here, {word} too"))?;
        form.set(id(name)?, read(name, value)?);
    }
    Ok(form)
}

/// Words with commas between them.
pub fn words_of(value: &str) -> Result<Arg, String> {
    value.split(',').map(id).collect::<Result<_, _>>().map(Arg::Words)
}
