//! Play: a working copy of the state, chance, and the facts so far. Every rule of every game acts through it.

use crate::game::limits::FACTS_AN_ORDER;
use crate::game::{Chance, Defect, Events, Fact, Resolved, Roll, RollForm, RollRequest, Stop, Word};

/// The result of a rule: nothing, or why it stopped.
pub type Done = Result<(), Stop>;

/// An order being handled on board `B`, with events `E`.
pub struct RuleContext<'a, 'c, B, E: Events> {
    /// Map and charts.
    pub board: &'a B,
    /// The state after the facts so far.
    pub state: E::State,
    chance: &'a mut Chance<'c>,
    facts: Vec<Fact<E>>,
}

/// For whom, why and about whom dice are thrown.
pub struct Throw {
    purpose: &'static str,
    rule: &'static str,
    side: &'static str,
    about: Vec<Word>,
}

impl Throw {
    /// A throw for `side`, to decide `purpose`, which `rule` asks for.
    pub fn of(side: &'static str, purpose: &'static str, rule: &'static str) -> Throw {
        Throw { purpose, rule, side, about: vec![] }
    }

    /// The same throw, concerning one thing more.
    pub fn about(mut self, what: impl Into<Word>) -> Throw {
        self.about.push(what.into());
        self
    }

    fn call(self, form: RollForm, take: u32, of: u32) -> RollRequest {
        RollRequest {
            purpose: Word::literal(self.purpose),
            rule: Word::literal(self.rule),
            side: Word::literal(self.side),
            about: self.about,
            form,
            of,
            take,
        }
    }
}

impl<'a, 'c, B, E: Events> RuleContext<'a, 'c, B, E> {
    /// Begins an order in `state`.
    pub fn new(board: &'a B, state: E::State, chance: &'a mut Chance<'c>) -> RuleContext<'a, 'c, B, E> {
        RuleContext { board, state, chance, facts: Vec::new() }
    }

    /// The facts, in the order of happening.
    pub fn into_facts(self) -> Vec<Fact<E>> {
        self.facts
    }

    /// The events, and the state after them.
    pub fn resolved(self) -> Resolved<E::State, E> {
        Resolved { facts: self.facts, state: self.state }
    }

    /// Makes `event` happen.
    ///
    /// # Errors
    /// An event that does not fit, or more facts than an order may lead to.
    pub fn emit(&mut self, event: impl Into<E>) -> Done {
        let event = event.into();
        // Applied first: an event that does not fit must not be among the facts.
        event.apply(&mut self.state)?;
        self.note(Fact::Event(event))
    }

    /// Throws `n` dice. Returns their faces.
    ///
    /// # Errors
    /// Chance that cannot answer.
    pub fn dice(&mut self, throw: Throw, n: u32) -> Result<Vec<u32>, Stop> {
        self.roll(throw.call(RollForm::Dice, n, 6)).map(|roll| roll.values)
    }

    /// Throws one die.
    ///
    /// # Errors
    /// Chance that cannot answer.
    pub fn die(&mut self, throw: Throw) -> Result<u32, Stop> {
        Ok(self.roll(throw.call(RollForm::Dice, 1, 6))?.total())
    }

    /// Draws `take` of `of` positions, counted from 0.
    ///
    /// # Errors
    /// Chance that cannot answer.
    pub fn draw(&mut self, throw: Throw, take: u32, of: u32) -> Result<Vec<u32>, Stop> {
        self.roll(throw.call(RollForm::Draw, take, of)).map(|roll| roll.values)
    }

    /// One of `among` by chance; without a throw when there is no choice.
    ///
    /// # Errors
    /// Chance that cannot answer, or nothing to choose from.
    pub fn pick<T: Copy>(&mut self, throw: Throw, among: &[T]) -> Result<T, Stop> {
        let at = match among.len() {
            0 => return Err(Defect("nothing to pick from".into()).into()),
            1 => 0,
            n => self.draw(throw, 1, n as u32)?.first().copied().unwrap_or(0) as usize,
        };
        among
            .get(at)
            .copied()
            .ok_or_else(|| Defect(format!("position {at} picked of {}", among.len())).into())
    }

    /// Shuffles.
    ///
    /// # Errors
    /// Chance that cannot answer.
    pub fn shuffle<T: Copy>(&mut self, throw: Throw, items: &[T]) -> Result<Vec<T>, Stop> {
        let n = items.len() as u32;
        let roll = self.roll(throw.call(RollForm::Shuffle, n, n))?;
        // Recorded values come from a log: a position out of range must not panic.
        Ok(roll.values.iter().filter_map(|at| items.get(*at as usize)).copied().collect())
    }

    fn roll(&mut self, call: RollRequest) -> Result<Roll, Stop> {
        let roll = self.chance.answer(call)?;
        self.note(Fact::Roll(roll.clone()))?;
        Ok(roll)
    }

    fn note(&mut self, fact: Fact<E>) -> Done {
        // A loop in the rules would otherwise go on until memory is full.
        if self.facts.len() >= FACTS_AN_ORDER {
            return Err(Defect(format!("an order led to more than {FACTS_AN_ORDER} facts")).into());
        }
        self.facts.push(fact);
        Ok(())
    }
}
