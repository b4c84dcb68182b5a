//! A battle as a lesson, with which its table begins: the learner leads Britain against the coast of Germany, which a cautious
//! admiral defends. The lesson ends with that battle.

use super::event::{CombatEvent, Event, InterceptionEvent, SequenceEvent, VictoryEvent};
use super::ids::Side;
use super::pack::Chart;
use super::play::{Done, Play};
use super::view::{self, View};
use super::{hint, orders, state};
use crate::game::hint::Adviser;
use crate::game::lesson::{self, Exercise, Lesson, Past, Stage};
use crate::game::{Options, OrderForm, Prompt, Viewer};

type Moment<'a> = lesson::Moment<'a, View, Event>;

/// The side that is played by the lesson.
const ADVISED: Side = Side::German;

/// The stages, of which the first that has something to try is the one to take.
const STAGES: &[Stage<View, Event>] = &[
    Stage { name: "lesson-goal", part: 1, ask: "formation", exercise: |it| it.cautious() },
    Stage { name: "lesson-raid", part: 2, ask: "placement", exercise: |it| it.bold() },
    Stage {
        name: "lesson-interception",
        part: 2,
        ask: "interception",
        exercise: |it| it.first_interception(),
    },
    Stage { name: "lesson-pass", part: 2, ask: "interception", exercise: |it| it.cautious() },
    Stage { name: "lesson-hex", part: 3, ask: "hex", exercise: |it| it.cautious() },
    Stage { name: "lesson-manoeuvre", part: 3, ask: "manoeuvre", exercise: |it| it.cautious() },
    Stage { name: "lesson-situation", part: 3, ask: "situation", exercise: |it| it.bold() },
    Stage { name: "lesson-gunnery", part: 3, ask: "gunnery", exercise: |it| it.cautious() },
    Stage { name: "lesson-persistence", part: 3, ask: "persistence", exercise: |it| it.bold() },
    Stage { name: "lesson-damaged", part: 4, ask: "stow", exercise: |it| it.aftermath() },
];

/// Gives the orders of the side that a lesson plays, as long as that side has prompts: those of a cautious admiral with that
/// seat's view.
///
/// # Errors
/// Chance that cannot answer.
pub fn answer(play: &mut Play<'_, '_>) -> Done {
    // The German side may be asked several times in a row: its own order may lead to its next question.
    while play.state.setup.teaches(play.state.turn) {
        let prompts = orders::prompts(play.board, &play.state);
        let Some(prompt) = prompts.iter().find(|prompt| prompt.seat == ADVISED.seat()) else { break };
        // Its own view, not the state: the lesson's enemy must not know what the learner's markers hide.
        let view = view::view(play.board, &play.state, Viewer::Seat(prompt.seat));
        let options = orders::options(play.board, &play.state, ADVISED);
        let hints = hint::hints(play.board, &view, prompt, &options);
        let cautious = hints.iter().find(|hint| hint.adviser == Adviser::Cautious).or(hints.first());
        let Some(hint) = cautious else { break };
        let order = orders::read(play.state.step, &hint.order)?;
        orders::carry_out(play, ADVISED, order)?;
    }
    Ok(())
}

/// Returns whether a table teaches and the lesson is not long over.
pub fn is_taught(view: &View) -> bool {
    view.setup.teaches(view.turn) || view.setup.teaches(view.turn.saturating_sub(1))
}

/// The text for the learner at a seat.
pub fn lesson(
    chart: &Chart,
    view: &View,
    prompt: Option<&Prompt>,
    options: &Options,
    past: &[Past<Event>],
) -> Option<Lesson> {
    if !is_taught(view) {
        return None;
    }
    let remarks = Past::remarks(past, did, came_of);
    let numbers = vec![("turn", i64::from(view.turn))];
    if view.outcome.is_some() {
        return Some(Lesson::over("lesson-over-ended", remarks, numbers));
    }
    match Past::ordered_since(past, ends) {
        Some(true) => None,
        Some(false) => Some(Lesson::over("lesson-over", remarks, numbers)),
        None => {
            let prompt = prompt?;
            let hints = hint::hints(chart, view, prompt, options);
            Lesson::at(&Moment { view, prompt, options, past, hints }, STAGES, remarks, numbers)
        }
    }
}

/// Returns whether this ends the lesson: the beginning of the next turn.
fn ends(event: &Event) -> bool {
    matches!(event, Event::Sequence(SequenceEvent::TurnBegan { turn }) if *turn > 1)
}

impl Moment<'_> {
    fn aftermath(&self) -> Option<Exercise> {
        (self.view.step == state::Step::Aftermath).then(|| self.cautious()).flatten()
    }

    fn first_interception(&self) -> Option<Exercise> {
        let intercepted = |it: &Past<Event>| {
            matches!(it.event(), Some(Event::Interception(InterceptionEvent::HexIntercepted { .. })))
        };
        if self.past.iter().any(intercepted) { None } else { self.bold() }
    }
}

/// The text about an order of the learner's.
fn did(order: &OrderForm) -> Option<&'static str> {
    Some(match order.verb.as_str() {
        "stow" | "stow-by" => "lesson-did-stow",
        "form" | "form-by" => "lesson-did-form",
        "place-shown" => "lesson-did-place-shown",
        "intercept" => "lesson-did-intercept",
        "manoeuvre" => "lesson-did-manoeuvre",
        "fire" | "fire-by" => "lesson-did-fire",
        "hold-fire" => "lesson-did-hold-fire",
        "fight-on" => "lesson-did-fight-on",
        "break-off" => "lesson-did-break-off",
        _ => return None,
    })
}

/// The text about something that came of it, the most important with the lowest number.
fn came_of(event: &Event) -> Option<(u8, &'static str)> {
    Some(match event {
        Event::Combat(CombatEvent::DamageTaken { sunk, .. }) if !sunk.is_empty() => (1, "lesson-did-sink"),
        Event::Combat(CombatEvent::DamageTaken { boxed, .. }) if !boxed.is_empty() => {
            (2, "lesson-did-damage")
        }
        Event::Combat(CombatEvent::HexesControlled { .. }) => (0, "lesson-did-control"),
        Event::Interception(InterceptionEvent::MarkersRevealed { .. }) => (3, "lesson-did-reveal"),
        Event::Victory(VictoryEvent::VictoryPointsScored { .. }) => (4, "lesson-did-points"),
        _ => return None,
    })
}
