//! A game's interface for the rest of the program.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::chance::{Chance, Roll};
use super::events::Events;
use super::options::{Mismatch, Options, OrderForm};
use super::policy::{FactPolicy, OrderPolicy, OwnNotice};
use super::seat::{Seat, Viewer};
use super::stop::{Defect, Refusal, Stop};
use super::word::Word;

/// A seat's prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The seat.
    pub seat: Seat,
    /// The question, for example `movement`.
    pub ask: Word,
    /// The rule that asks it.
    pub rule: Word,
    /// Its subjects.
    pub about: Vec<Word>,
    /// True if the game waits for an answer. A prompt that it does not wait for may be answered all the same.
    #[serde(skip)]
    pub awaited: bool,
}

/// A fact that follows from an order, in the order of happening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact<E> {
    /// A random result.
    Roll(Roll),
    /// A change of state.
    Event(E),
}

impl<E> Fact<E> {
    /// The kind of entry that records a random result.
    pub const ROLLED: &'static str = "Rolled";
}

/// The result of an order.
#[derive(Clone, Debug)]
pub struct Resolved<S, E> {
    /// The facts, in the order of happening.
    pub facts: Vec<Fact<E>>,
    /// The state that this leads to: the fold of the events over the state the order was given in.
    pub state: S,
}

/// A game: pure rules over plain data. No IO, no clock, no randomness but [`Chance`].
pub trait Game: Send + Sync + 'static {
    /// The set-up of a table before the first roll.
    type Setup: Clone + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The state, a fold over events.
    type State: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// A change of state, carrying the resulting values.
    type Event: Events<State = Self::State>;
    /// One viewer's view of a state.
    type View: Clone + PartialEq + std::fmt::Debug + Serialize + Send + Sync + 'static;

    /// The game's name, as in `wardroom play NAME`.
    const NAME: &'static str;
    /// The version of the rules code. A table's log has the version of its opening.
    const RULES_VERSION: u32;
    /// Every kind of notice by which its facts are announced to single seats, including those of older rules versions.
    const NOTICES: &'static [OwnNotice];
    /// The kinds of events with texts between players, which are for the holders of their seats at that time and not for later
    /// ones.
    const WRITTEN: &'static [&'static str] = &[];
    /// The verbs of the orders that write such texts.
    const WRITES: &'static [&'static str] = &[];

    /// The seats of a table set up so.
    fn seats(&self, setup: &Self::Setup) -> Vec<Seat>;
    /// The state before the first event.
    fn blank(&self) -> Self::State;
    /// Begins the game.
    ///
    /// # Errors
    /// A set-up the rules do not allow, or chance that cannot answer.
    fn start(&self, setup: &Self::Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Self::Event>>, Stop>;
    /// The seats with a decision to make, and their questions; empty only when the game is over.
    fn prompts(&self, state: &Self::State) -> Vec<Prompt>;
    /// The legal ways on for `seat`.
    fn options(&self, state: &Self::State, seat: Seat) -> Options;
    /// Returns whether a question is a small one, an answer or a pass: a table may give less time for those.
    fn is_small(_prompt: &Prompt) -> bool {
        false
    }
    /// Carries out an order on a copy of the state.
    ///
    /// # Errors
    /// A [`Refusal`] exactly if the options tree does not accept `order`.
    fn resolve(
        &self,
        state: &Self::State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<Self::State, Self::Event>, Stop> {
        self.resolve_among(&self.options(state, seat), state, seat, order, chance)
    }
    /// As [`Game::resolve`], with `options` for those of `seat` in this state.
    ///
    /// # Errors
    /// As [`Game::resolve`].
    fn resolve_among(
        &self,
        options: &Options,
        state: &Self::State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<Self::State, Self::Event>, Stop> {
        // The tree alone decides, so what a player is shown and what is accepted cannot differ.
        match options.accept(order) {
            Ok(()) => self.carry_out(state, seat, order, chance),
            Err(mismatch) => Err(self.refuse(state, seat, order, &mismatch).into()),
        }
    }
    /// Handles an order that the options accept.
    ///
    /// # Errors
    /// Chance that cannot answer, or an order that no option could have accepted.
    fn carry_out(
        &self,
        state: &Self::State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<Self::State, Self::Event>, Stop>;
    /// The reason why the options do not accept an order: the rule that forbids it, or else the legal alternatives.
    fn refuse(&self, state: &Self::State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal;
    /// Checks that a state from outside, such as a rehearsal's file, is a position of this game. States made by [`Game::start`]
    /// and [`Events::apply`] need no check.
    ///
    /// # Errors
    /// The first impossible thing.
    fn check(&self, _state: &Self::State) -> Result<(), Defect> {
        Ok(())
    }
    /// The table's policy for a fact. [`Events::policy`] answers for events.
    fn fact_policy(fact: &Fact<Self::Event>) -> FactPolicy;
    /// The table's policy for an order of `seat`.
    fn order_policy(state: &Self::State, seat: Seat, order: &OrderForm) -> OrderPolicy;
    /// The view of `viewer` of the state.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;
    /// The seats whose players stand in for the one at `seat`, in order; none in a game without such an order.
    fn stand_ins(&self, _state: &Self::State, _seat: Seat) -> Vec<Seat> {
        vec![]
    }
    /// Removes texts between players from a view.
    fn withhold_written(_view: &mut Self::View) {}
    /// Gives `seat` to another player: its view no longer shows earlier texts to or from its player. It changes nothing that
    /// rules read, so a state is still a fold over events, except for who may read what.
    fn hand_over(_state: &mut Self::State, _seat: Seat) {}
    /// Returns whether the game is over.
    fn is_over(&self, state: &Self::State) -> bool;
}
