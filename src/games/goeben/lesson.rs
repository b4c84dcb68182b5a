//! The first day as a lesson: at every question why it is asked and an order to try. Whatever else is ordered is as good;
//! the next question begins from there. When the second day begins, the lesson is over.

use super::alert::AlertEvent;
use super::event::Event;
use super::hint;
use super::ids::{Cargo, ShipId, Speed};
use super::incidents::IncidentEvent;
use super::naval_combat::NavalCombatEvent;
use super::pack::SeaChart;
use super::sequence::SequenceEvent;
use super::squadron::SquadronEvent;
use super::view::View;
use crate::game::lesson::{self, Exercise, Lesson, Past, Stage};
use crate::game::{Options, OrderForm, Prompt};

/// The day whose beginning ends the lesson.
const LAST_DAY: u8 = 2;
type Moment<'a> = lesson::Moment<'a, View, Event>;

/// The stages, of which the first that has something to try is the one to take.
const STAGES: &[Stage<View, Event>] = &[
    Stage { name: "lesson-goal", part: 1, ask: "set-up", exercise: |it| it.first_cargo() },
    Stage { name: "lesson-outfit", part: 1, ask: "set-up", exercise: |it| it.more_cargo() },
    Stage { name: "lesson-collier", part: 1, ask: "set-up", exercise: |it| it.collier() },
    Stage { name: "lesson-sail", part: 1, ask: "set-up", exercise: |it| it.done() },
    Stage { name: "lesson-outfitting", part: 2, ask: "outfitting", exercise: |it| it.done() },
    Stage { name: "lesson-intelligence", part: 2, ask: "intelligence", exercise: |it| it.bold() },
    Stage { name: "lesson-move", part: 2, ask: "movement", exercise: |it| it.first_move() },
    Stage { name: "lesson-undo", part: 2, ask: "movement", exercise: |it| it.undo() },
    Stage { name: "lesson-move-again", part: 2, ask: "movement", exercise: |it| it.move_again() },
    Stage { name: "lesson-follow", part: 2, ask: "movement", exercise: |it| it.follow() },
    Stage { name: "lesson-moved", part: 2, ask: "movement", exercise: |it| it.done() },
    Stage { name: "lesson-attend", part: 3, ask: "attend", exercise: |it| it.cautious() },
    Stage { name: "lesson-contact", part: 3, ask: "contact", exercise: |it| it.bold() },
    Stage { name: "lesson-break-off", part: 3, ask: "break-off", exercise: |it| it.bold() },
    Stage { name: "lesson-fire", part: 3, ask: "fire", exercise: |it| it.first_fire() },
    Stage { name: "lesson-fire-on", part: 3, ask: "fire", exercise: |it| it.cautious() },
    Stage { name: "lesson-bombardment", part: 4, ask: "bombardment", exercise: |it| it.bombard() },
    Stage { name: "lesson-shore-done", part: 4, ask: "bombardment", exercise: |it| it.done() },
    Stage { name: "lesson-bombard-fire", part: 4, ask: "bombard-fire", exercise: |it| it.cautious() },
];

/// Whether a table teaches and the lesson is not long over.
pub fn is_taught(view: &View) -> bool {
    view.setup.learn && view.turn <= LAST_DAY
}

/// What the learner is told.
pub fn lesson(
    chart: &SeaChart,
    view: &View,
    prompt: Option<&Prompt>,
    options: &Options,
    past: &[Past<Event>],
) -> Option<Lesson> {
    if !is_taught(view) {
        return None;
    }
    let remarks = Past::remarks(past, did, came_of);
    let firing = &chart.pack().charts.firing;
    let numbers = vec![
        ("alert", i64::from(view.alert)),
        ("days", i64::from(view.days)),
        ("gunnery", i64::from(firing.gunnery)),
        ("shore", i64::from(firing.bombardment)),
    ];
    if view.outcome.is_some() {
        return Some(Lesson::over("lesson-over-ended", remarks, numbers));
    }
    let begins =
        |event: &Event| matches!(event, Event::Sequence(SequenceEvent::PhaseBegan { turn: LAST_DAY, .. }));
    match Past::ordered_since(past, begins) {
        Some(true) => None,
        Some(false) => Some(Lesson::over("lesson-over", remarks, numbers)),
        None => {
            let prompt = prompt?;
            let hints = hint::hints(chart, view, prompt, options);
            Lesson::at(&Moment { view, prompt, options, past, hints }, STAGES, remarks, numbers)
        }
    }
}

impl Moment<'_> {
    /// Cargo for a ship that has none: first the one that helps to listen.
    fn first_cargo(&self) -> Option<Exercise> {
        let laden = self.view.ships.values().any(|ship| !ship.ship.cargo.is_empty());
        let heaviest = |order: &OrderForm| {
            let ship = self.view.ships.get(&ShipId(order.word("ship")?))?;
            order.is("item", Cargo::Wireless.as_str()).then(|| ship.ship.tracks.values().sum::<u8>())
        };
        (!laden).then(|| self.options.best("load", heaviest)).flatten().map(Exercise::Order)
    }

    fn more_cargo(&self) -> Option<Exercise> {
        self.hinted("load")
    }

    fn collier(&self) -> Option<Exercise> {
        (self.view.colliers_to_place > 0).then(|| self.hinted("collier")).flatten()
    }

    /// The move of the first ship to where there is something to fight.
    fn first_move(&self) -> Option<Exercise> {
        (!self.has_taken_back_a_move()).then(|| self.move_again()).flatten()
    }

    /// Whether anything was taken back since the phase began.
    fn has_taken_back_a_move(&self) -> bool {
        let begins =
            |it: &&Past<Event>| matches!(it.event(), Some(Event::Sequence(SequenceEvent::PhaseBegan { .. })));
        self.past.iter().rev().take_while(|it| !begins(it)).any(|it| matches!(it, Past::TookBack))
    }

    fn move_again(&self) -> Option<Exercise> {
        self.view.today.moved.is_empty().then(|| self.follow()).flatten()
    }

    fn follow(&self) -> Option<Exercise> {
        self.bold().filter(|it| matches!(it, Exercise::Order(order) if order.verb.as_str() == "move"))
    }

    /// Taking the first move back, once, as long as the day waits for another ship.
    fn undo(&self) -> Option<Exercise> {
        let waits = self.options.verb("move").is_some();
        (waits && self.has_just("move") && !self.has_taken_back_a_move()).then_some(Exercise::Undo)
    }

    fn first_fire(&self) -> Option<Exercise> {
        let fired = |it: &Past<Event>| {
            matches!(it.event(), Some(Event::NavalCombat(NavalCombatEvent::ShipFired { .. })))
        };
        if self.past.iter().any(fired) { None } else { self.cautious() }
    }

    fn bombard(&self) -> Option<Exercise> {
        self.options.first("bombard").map(Exercise::Order)
    }
}

/// What is said of an order of the learner's.
fn did(order: &OrderForm) -> Option<&'static str> {
    let fast = order.word("speed").is_some_and(|speed| speed != Speed::Cruise.word());
    let maximum = order.word("rate").is_some_and(|rate| rate.as_str() == "maximum");
    Some(match order.verb.as_str() {
        "load" => "lesson-did-load",
        "discard" => "lesson-did-discard",
        "collier" => "lesson-did-collier",
        "coal" | "rearm" | "repair" => "lesson-did-outfit",
        "intelligence" => "lesson-did-intelligence",
        "move" if fast => "lesson-did-move-fast",
        "move" => "lesson-did-move",
        "contact" if fast => "lesson-did-contact-fast",
        "contact" => "lesson-did-contact",
        "fight" => "lesson-did-fight",
        "break-off" | "retreat" => "lesson-did-break-off",
        "fire" if maximum => "lesson-did-fire-fast",
        "fire" | "torpedo" => "lesson-did-fire",
        "hold" => "lesson-did-hold",
        "bombard" => "lesson-did-bombard",
        "land" => "lesson-did-land",
        _ => return None,
    })
}

/// What is said of something that came of it, the most important with the lowest number.
fn came_of(event: &Event) -> Option<(u8, &'static str)> {
    Some(match event {
        Event::Squadron(SquadronEvent::ShipSunk { .. }) => (0, "lesson-did-sunk"),
        Event::NavalCombat(NavalCombatEvent::EnemyHit { enemy, .. }) if enemy.sunk => (1, "lesson-did-sink"),
        Event::NavalCombat(NavalCombatEvent::EnemyHit { .. }) => (2, "lesson-did-hit"),
        Event::Incidents(IncidentEvent::MarkersDrawn { .. } | IncidentEvent::MarkersRevealed { .. }) => {
            (3, "lesson-did-markers")
        }
        Event::Alert(AlertEvent::AlertChanged { by: 1.., .. }) => (4, "lesson-did-alert-up"),
        Event::Alert(AlertEvent::AlertChanged { .. }) => (5, "lesson-did-alert-down"),
        _ => return None,
    })
}
