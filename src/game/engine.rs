//! What a game is to the rest of the program.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::chance::{Chance, ChanceFault, Roll};
use super::options::{Form, Options};
use super::word::Word;
use crate::word_ids;

word_ids! {
    /// A role at a table: `commander`, `german`, …
    Seat;
}

/// Who may see a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone, onlookers too.
    Everyone,
    /// Some seats.
    Seats(Vec<Seat>),
    /// Nobody until it is opened.
    Nobody,
}

/// Whose eyes a view is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// An onlooker: what every seat may see.
    Onlooker,
    /// A seat.
    Seat(Seat),
    /// Everything open: a closed table, or a peek that the log shows.
    All,
}

/// What a seat is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked, for example `movement`.
    pub ask: Word,
    /// The rule that asks it.
    pub rule: Word,
    /// Whom or what it concerns.
    pub about: Vec<Word>,
}

/// A result of handling an order, in the order things happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact<E> {
    /// A random result.
    Roll(Roll),
    /// A change of state.
    Event(E),
}

/// Why an order is refused: the player's error, told with the rule and what would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{reason} (rule {rule})")]
pub struct Refusal {
    /// The reason, the key of a message.
    pub reason: Word,
    /// The rule's number.
    pub rule: Word,
    /// What the message speaks of, by name.
    pub about: Vec<(String, String)>,
    /// What would be legal there, as it would be typed.
    pub legal: Vec<String>,
}

impl Refusal {
    /// What stands for the rule's number when the table itself refuses, not the game: a seat, a takeback, a closed table.
    pub const BY_TABLE: &'static str = "table";

    /// A refusal for `reason` under `rule`.
    pub fn new(reason: &'static str, rule: &'static str) -> Refusal {
        Refusal { reason: Word::literal(reason), rule: Word::literal(rule), about: vec![], legal: vec![] }
    }

    /// The same refusal, telling one thing more.
    pub fn about(mut self, name: &'static str, value: impl ToString) -> Refusal {
        self.about.push((name.into(), value.to_string()));
        self
    }

    /// The same refusal with what would be legal.
    pub fn legal(mut self, legal: impl IntoIterator<Item = impl ToString>) -> Refusal {
        self.legal.extend(legal.into_iter().map(|form| form.to_string()));
        self
    }
}

/// Our error, or a damaged log: never the player's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub String);

/// Why no facts came of an order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The order is against the rules.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Chance could not answer.
    #[error(transparent)]
    Chance(#[from] ChanceFault),
    /// The engine is at fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// A game: pure rules over plain data. No IO, no clock, no randomness but [`Chance`].
pub trait Game: Send + Sync + 'static {
    /// How a table is set up before the first roll.
    type Setup: Clone + std::fmt::Debug + Serialize + DeserializeOwned;
    /// The state, a fold over events.
    type State: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned + Send;
    /// A change of state, carrying the resulting values. Serialises as `{"kind":…,"body":{…}}`.
    type Event: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned;
    /// What one pair of eyes sees of a state.
    type View: Clone + PartialEq + std::fmt::Debug + Serialize;

    /// The game's name, as in `wardroom play NAME`.
    const NAME: &'static str;
    /// The version of the rules code. A table keeps the one it was opened with in its log.
    const RULES_VERSION: u32;
    /// Every kind of event with its current version.
    const KINDS: &'static [(&'static str, u32)];

    /// The seats of a table set up so.
    fn seats(&self, setup: &Self::Setup) -> Vec<Seat>;
    /// The state before the first event.
    fn blank(&self) -> Self::State;
    /// Begins the game.
    ///
    /// # Errors
    /// A set-up the rules do not allow, or chance that cannot answer.
    fn start(&self, setup: &Self::Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Self::Event>>, Stop>;
    /// Who is asked what; empty only when the game is over.
    fn prompts(&self, state: &Self::State) -> Vec<Prompt>;
    /// The legal ways on for `seat`.
    fn options(&self, state: &Self::State, seat: Seat) -> Options;
    /// Handles an order: what happens, in the order it happens. The state itself is left as it is.
    ///
    /// # Errors
    /// A [`Refusal`] exactly when the options tree does not accept `order`.
    fn resolve(
        &self,
        state: &Self::State,
        seat: Seat,
        order: &Form,
        chance: &mut Chance<'_>,
    ) -> Result<Vec<Fact<Self::Event>>, Stop>;
    /// Whether a state from outside, such as a rehearsal's file, is a position of this game at all. States made by
    /// [`Game::start`] and [`Game::apply`] need no check.
    ///
    /// # Errors
    /// The first thing that cannot be.
    fn check(&self, _state: &Self::State) -> Result<(), Fault> {
        Ok(())
    }
    /// Assigns an event's values to the state, consulting neither charts nor rules.
    ///
    /// # Errors
    /// An event that does not fit the state: a damaged log.
    fn apply(&self, state: &mut Self::State, event: &Self::Event) -> Result<(), Fault>;
    /// Who may see a fact.
    fn audience(&self, fact: &Fact<Self::Event>) -> Audience;
    /// Who may see that `seat` gave this order before it is opened. Games with sealed orders say so here; it may
    /// depend on public facts only.
    fn order_audience(&self, _state: &Self::State, _seat: Seat, _order: &Form) -> Audience {
        Audience::Everyone
    }
    /// Whether an order changes nothing of the position: players speaking to each other. It is never taken back for its
    /// own sake, stands in the way of no takeback, and leaves what is asked and what is requested as it was.
    fn is_aside(&self, _order: &Form) -> bool {
        false
    }
    /// Whether the game waits for an answer to this prompt. One that it does not wait for may be answered all the same.
    fn awaits(&self, _prompt: &Prompt) -> bool {
        true
    }
    /// Whom an event is told to besides what everybody is told, and why; it may name only who may see the event.
    fn tells(&self, _event: &Self::Event) -> Option<(Seat, &'static str)> {
        None
    }
    /// Whether an event tells anyone what was hidden before it, so that going back past it would be a second look.
    /// Until a game says otherwise every event does: the error costs an undo, never a secret.
    fn reveals(&self, _event: &Self::Event) -> bool {
        true
    }
    /// Whether an event opens what was sealed: with it every sealed order and fact so far may be seen by everyone, those
    /// of the same order that stand before it too. What was taken back stays sealed, and so does [`Game::stays_sealed`].
    fn opens(&self, _event: &Self::Event) -> bool {
        false
    }
    /// Whether a sealed fact outlasts every opening and is shown only when the table closes: the order of a deck, say.
    /// It may depend on public facts only.
    fn stays_sealed(&self, _fact: &Fact<Self::Event>) -> bool {
        false
    }
    /// What `eyes` see of the state.
    fn view(&self, state: &Self::State, eyes: Eyes) -> Self::View;
    /// Whether the game is over.
    fn is_over(&self, state: &Self::State) -> bool;
}
