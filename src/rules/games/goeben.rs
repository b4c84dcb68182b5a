//! *Goeben, 1914*: one file a chapter of the rulebook.
//!
//! | chapter | file |
//! |---|---|
//! | 2 components | [`ids`], [`pack`], [`board`], [`state`] |
//! | 3 set-up | [`set_up`] |
//! | 4 sequence of play | [`sequence`], [`phases`], [`orders`] |
//! | 5 alert level | [`alert`] |
//! | 6 the squadron, damage | [`squadron`] |
//! | 7 outfitting | [`outfitting`] |
//! | 8 cargo | [`cargo`] |
//! | 9 ports and bases | [`ports`] |
//! | 10 repairs | [`repairs`] |
//! | 11 intelligence | [`intelligence`] |
//! | 12 movement | [`movement`] |
//! | 13 incidents | [`incidents`] |
//! | 14 naval combat | [`naval_combat`] |
//! | 15 commerce raiding | [`raiding`] |
//! | 16 shore bombardment | [`bombardment`] |
//! | 17 victory | [`victory`] |
//! | 18 variable deployment | [`deployment`]; which options there are: [`optional`] |
//! | 19 additional ships | [`additional_ships`] |
//! | 20 Austro-Hungarian ships | [`austria`] |
//! | 20.1, 21.2 seaplanes | [`seaplanes`] |
//! | 22 night battles | [`night`] |
//! | 23 mines | [`mines`] |
//! | 24 the campaign | [`campaign`] |
//! | 25 several players | [`officers`] |
//!
//! What happened is in [`event`], chapter by chapter; rules make it happen by way of [`play`].
//! `docs/decisions/layers-of-goeben.md` says which file may import which.
//!
//! [`cautions`] and [`hint`] speak of a position as a seat sees it, and [`prospects`] says whether its mission can still be
//! won. [`voyage`] gathers from the log what the end is told and drawn from.

pub mod additional_ships;
pub mod alert;
pub mod arguments;
pub mod austria;
pub mod board;
pub mod bombardment;
pub mod campaign;
pub mod candidates;
pub mod cargo;
pub mod cautions;
pub mod chances;
pub mod deployment;
pub mod event;
pub mod hint;
pub mod ids;
pub mod imagine;
pub mod incidents;
pub mod intelligence;
pub mod lesson;
pub mod mines;
pub mod movement;
pub mod naval_combat;
pub mod night;
pub mod odds;
pub mod officers;
pub mod optional;
pub mod orders;
pub mod outfitting;
pub mod pack;
pub mod phases;
pub mod play;
pub mod ports;
pub mod position;
pub mod prospects;
pub mod raiding;
pub mod readings;
pub mod repairs;
pub mod seaplanes;
pub mod sequence;
pub mod set_up;
pub mod squadron;
pub mod standing;
pub mod state;
pub mod victory;
pub mod view;
pub mod voyage;

use board::Board;
use event::{Event, VictoryEvent};
use officers::view::CompanyView;
use pack::{Pack, SeaChart};
use play::Play;
use state::{Setup, State};
use view::View;

use super::rules_change::RulesChange;
use super::{PackFault, Packed};
use crate::game::{
    Chance, Defect, Events, Fact, FactPolicy, Game, Mismatch, Options, OrderForm, OrderPolicy, OwnNotice,
    Prompt, Refusal, Resolved, Seat, Stop, Viewer, Word,
};

/// The rules with the data pack they are played on. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Goeben {
    board: Board,
}

impl Goeben {
    /// The game on a checked pack.
    pub fn new(chart: SeaChart) -> Goeben {
        Goeben { board: Board::new(chart) }
    }

    /// Map and charts.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The only seat, or the one with the last word, where nobody commands single ships (25).
    pub fn commander() -> Seat {
        officers::commander()
    }
}

/// Purposes of rolls that nobody may see until the table closes: with them the hidden draws could be retraced.
const SEALED_ROLLS: [&str; 4] =
    ["concealed-zones", "concealed-pool", "concealed-coast", "concealed-incidents"];

impl Game for Goeben {
    type Setup = Setup;
    type State = State;
    type Event = Event;
    type View = View;

    const NAME: &'static str = "goeben";
    const RULES_VERSION: u32 = readings::VERSION;
    const NOTICES: &'static [OwnNotice] = event::officers::NOTICES;
    const WRITTEN: &'static [&'static str] = event::officers::WRITTEN;
    const WRITES: &'static [&'static str] = officers::orders::WRITES;

    fn seats(&self, setup: &Setup) -> Vec<Seat> {
        officers::seats(&self.board, setup)
    }

    fn blank(&self) -> State {
        State::blank()
    }

    fn start(&self, setup: &Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Event>>, Stop> {
        optional::check(&setup.optional)?;
        officers::check(setup)?;
        let mut play = Play::new(&self.board, State::blank(), chance);
        set_up::begin(&mut play, setup)?;
        Ok(play.into_facts())
    }

    fn prompts(&self, state: &State) -> Vec<Prompt> {
        if state.company.is_some() {
            return officers::orders::prompts(&self.board, state);
        }
        orders::asked(state)
            .map(|(ask, rule, about)| Prompt {
                seat: Goeben::commander(),
                ask: Word::literal(ask),
                rule: Word::literal(rule),
                about,
                awaited: true,
            })
            .into_iter()
            .collect()
    }

    fn is_small(prompt: &Prompt) -> bool {
        orders::SMALL.contains(&prompt.ask.as_str())
    }

    fn options(&self, state: &State, seat: Seat) -> Options {
        match &state.company {
            Some(_) => officers::orders::options(&self.board, state, seat),
            None if seat == Goeben::commander() => orders::options(&self.board, state),
            None => Options::default(),
        }
    }

    fn carry_out(
        &self,
        state: &State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<State, Event>, Stop> {
        let mut play = Play::new(&self.board, state.clone(), chance);
        if state.company.is_some() {
            // Officers settle the sequence themselves: an approved order and the end of a phase may each take
            // it on.
            officers::orders::carry_out(&mut play, seat, order)?;
        } else {
            let order = orders::read(state, order)?;
            let way = orders::carry_out(&mut play, order)?;
            sequence::go(&mut play, way)?;
        }
        Ok(play.resolved())
    }

    fn refuse(&self, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
        match &state.company {
            Some(_) => officers::orders::refuse(&self.board, state, seat, order, mismatch),
            None => orders::refuse(&self.board, state, order, mismatch),
        }
    }

    fn check(&self, state: &State) -> Result<(), Defect> {
        position::check(&self.board, state)
    }

    fn fact_policy(fact: &Fact<Event>) -> FactPolicy {
        match fact {
            Fact::Event(event) => event.policy(),
            Fact::Roll(roll) if SEALED_ROLLS.contains(&roll.purpose.as_str()) => FactPolicy::HIDDEN,
            Fact::Roll(_) => FactPolicy::PUBLIC,
        }
    }

    fn order_policy(_: &State, seat: Seat, order: &OrderForm) -> OrderPolicy {
        officers::orders::policy(seat, order)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.board, state, viewer)
    }

    fn stand_ins(&self, state: &State, seat: Seat) -> Vec<Seat> {
        officers::absence::stand_ins(&self.board, state, seat)
    }

    fn withhold_written(view: &mut View) {
        view.company.iter_mut().for_each(CompanyView::withhold_written);
    }

    fn hand_over(state: &mut State, seat: Seat) {
        state.company.iter_mut().for_each(|company| company.hand_over(seat));
    }

    fn is_over(&self, state: &State) -> bool {
        state.is_over()
    }
}

impl Packed for Goeben {
    const RULES_CHANGES: &'static [RulesChange] = readings::ALL;

    fn put_under(state: &mut State, version: u32) {
        state.rules = version;
    }

    fn adds_up(state: &State, event: &Event) -> bool {
        match event {
            Event::Victory(VictoryEvent::VictoryPointsChanged { by, total, .. }) => {
                // Saturating as in `victory::score`: another sum would call an honest log wrong at the limit.
                *total == state.victory_points.saturating_add(*by)
            }
            Event::Victory(VictoryEvent::ScenarioEnded { victory_points, .. }) => {
                *victory_points == state.victory_points
            }
            _ => true,
        }
    }

    fn from_pack(pack: &serde_json::Value) -> Result<Goeben, PackFault> {
        Pack::from_value(pack.clone())
            .and_then(SeaChart::new)
            .map(Goeben::new)
            .map_err(|fault| PackFault { game: Goeben::NAME, what: fault.reason() })
    }

    fn pack(&self) -> serde_json::Value {
        self.board.pack().to_value()
    }

    fn moment(&self, state: &State) -> (u32, Word) {
        (u32::from(state.turn), state.phase.word())
    }

    fn part(&self, state: &State) -> Option<u32> {
        state.campaign.as_ref().map(|campaign| campaign::number(state, campaign) as u32)
    }
}
