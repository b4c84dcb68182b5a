//! *Grand Fleet 1.2*: one file a chapter of the rulebook.
//!
//! | chapter | file |
//! |---|---|
//! | 2 components | [`ids`], [`pack`], [`boxes`] |
//! | 3 set-up, 12 optional rules | [`set_up`] |
//! | 4 sequence of play | [`sequence`], [`orders`] |
//! | 6 armament phase | [`armament`] |
//! | 7 initiative phase | [`initiative`] |
//! | 8 decisive battle | [`formation`], [`placement`], [`interception`], [`combat`] |
//! | 9 submarine war, American ships | [`submarine_war`] |
//! | 10, 11 end and victory | [`victory`] |

pub mod appraisal;
pub mod arguments;
pub mod armament;
pub mod boxes;
pub mod candidates;
pub mod cautions;
pub mod chronicle;
pub mod combat;
pub mod event;
pub mod formation;
pub mod hint;
pub mod ids;
pub mod imagine;
pub mod initiative;
pub mod interception;
pub mod lesson;
pub mod odds;
pub mod orders;
pub mod pack;
pub mod placement;
pub mod play;
pub mod position;
pub mod readings;
pub mod sequence;
pub mod set_up;
pub mod standing;
pub mod state;
pub mod submarine_war;
pub mod victory;
pub mod view;

use event::{Event, VictoryEvent};
use ids::Side;
use pack::{Chart, Pack};
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
pub struct GrandFleet {
    chart: Chart,
}

impl GrandFleet {
    /// The game on a checked pack.
    pub fn new(chart: Chart) -> GrandFleet {
        GrandFleet { chart }
    }

    /// Map and tables.
    pub fn chart(&self) -> &Chart {
        &self.chart
    }
}

/// The purpose of the rolls nobody may see until the markers are turned over (8).
const SEALED_ROLL: &str = "markers";

impl Game for GrandFleet {
    type Setup = Setup;
    type State = State;
    type Event = Event;
    type View = View;

    const NAME: &'static str = "grand_fleet";
    const RULES_VERSION: u32 = readings::VERSION;
    const NOTICES: &'static [OwnNotice] = &[];

    fn seats(&self, _: &Setup) -> Vec<Seat> {
        Side::ALL.iter().map(|side| side.seat()).collect()
    }

    fn blank(&self) -> State {
        State::blank()
    }

    fn start(&self, setup: &Setup, chance: &mut Chance<'_>) -> Result<Vec<Fact<Event>>, Stop> {
        let mut play = Play::new(&self.chart, State::blank(), chance);
        set_up::begin(&mut play, *setup)?;
        Ok(play.into_facts())
    }

    fn prompts(&self, state: &State) -> Vec<Prompt> {
        orders::prompts(&self.chart, state)
    }

    fn is_small(prompt: &Prompt) -> bool {
        orders::SMALL.contains(&prompt.ask.as_str())
    }

    fn options(&self, state: &State, seat: Seat) -> Options {
        Side::of(seat).map_or_else(Options::default, |side| orders::options(&self.chart, state, side))
    }

    fn carry_out(
        &self,
        state: &State,
        seat: Seat,
        order: &OrderForm,
        chance: &mut Chance<'_>,
    ) -> Result<Resolved<State, Event>, Stop> {
        let side = Side::of(seat).ok_or_else(|| Defect(format!("{seat} is no side")))?;
        let order = orders::read(state.step, order)?;
        let mut play = Play::new(&self.chart, state.clone(), chance);
        orders::carry_out(&mut play, side, order)?;
        // Within the learner's order, so that the side that the lesson plays is never left with a question.
        lesson::answer(&mut play)?;
        Ok(play.resolved())
    }

    fn refuse(&self, state: &State, seat: Seat, order: &OrderForm, mismatch: &Mismatch) -> Refusal {
        orders::refuse(&self.chart, state, seat, order, mismatch)
    }

    fn check(&self, state: &State) -> Result<(), Defect> {
        position::check(&self.chart, state)
    }

    fn fact_policy(fact: &Fact<Event>) -> FactPolicy {
        match fact {
            Fact::Event(event) => event.policy(),
            // Not even the side that rolls may see it: markers are mixed unseen by both sides (8).
            Fact::Roll(roll) if roll.purpose.as_str() == SEALED_ROLL => FactPolicy::HIDDEN,
            Fact::Roll(_) => FactPolicy::PUBLIC,
        }
    }

    fn order_policy(state: &State, seat: Seat, _: &OrderForm) -> OrderPolicy {
        OrderPolicy { audience: orders::audience(state.step, seat), aside: false }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        view::view(&self.chart, state, viewer)
    }

    fn is_over(&self, state: &State) -> bool {
        state.outcome.is_some()
    }
}

impl Packed for GrandFleet {
    const RULES_CHANGES: &'static [RulesChange] = readings::ALL;

    fn put_under(state: &mut State, version: u32) {
        state.rules = version;
    }

    fn adds_up(state: &State, event: &Event) -> bool {
        match event {
            Event::Victory(VictoryEvent::VictoryPointsScored { side, points, lead, .. }) => {
                // The event stores both, so an edited log could have a lead that its points do not give.
                let by = i32::try_from(*points).unwrap_or(i32::MAX);
                *lead == state.lead.saturating_add(if *side == Side::British { by } else { -by })
            }
            _ => true,
        }
    }

    fn from_pack(pack: &serde_json::Value) -> Result<GrandFleet, PackFault> {
        Pack::from_value(pack.clone())
            .and_then(Chart::new)
            .map(GrandFleet::new)
            .map_err(|fault| PackFault { game: GrandFleet::NAME, what: fault.reason() })
    }

    fn pack(&self) -> serde_json::Value {
        self.chart.pack().to_value()
    }

    fn moment(&self, state: &State) -> (u32, Word) {
        // The set-up comes before turn 1, but a reader looks for its facts in that turn.
        (state.turn.max(1), Word::literal(state.step.phase().as_str()))
    }
}
