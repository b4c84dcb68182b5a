//! The first days as a lesson: at every question why it is asked and an order to try. Whatever else is ordered is as good;
//! the next question begins from there. It takes as many days as it needs for a battle at sea and then one with the coast, so
//! that no luck leaves either out, and is over when the next day begins.

use std::cmp::Reverse;

use super::event::{AlertEvent, Event, IncidentEvent, NavalCombatEvent, SequenceEvent, SquadronEvent};
use super::hint::{self, Staff};
use super::ids::{Cargo, Phase, ShipId, Speed};
use super::pack::SeaChart;
use super::prospects::Prospects;
use super::state::Task;
use super::view::View;
use crate::game::hint::{Adviser, Hint};
use crate::game::lesson::{self, Exercise, Lesson, Past, Stage};
use crate::game::{Options, OrderForm, Prompt};

/// The part in which the ships sail, that of a battle at sea, and that of the coast.
const SAILING: usize = 2;
const AT_SEA: usize = 3;
const ASHORE: usize = 4;
type Moment<'a> = lesson::Moment<'a, View, Event>;

/// The stages, of which the first that has something to try is the one to take.
const STAGES: &[Stage<View, Event>] = &[
    Stage { name: "lesson-goal", part: 1, ask: "set-up", exercise: |it| it.first_cargo() },
    Stage { name: "lesson-outfit", part: 1, ask: "set-up", exercise: |it| it.more_cargo() },
    Stage { name: "lesson-collier", part: 1, ask: "set-up", exercise: |it| it.collier() },
    Stage { name: "lesson-sail", part: 1, ask: "set-up", exercise: |it| it.done() },
    Stage { name: "lesson-outfitting", part: SAILING, ask: "outfitting", exercise: |it| it.first_morning() },
    Stage { name: "lesson-next-day", part: SAILING, ask: "outfitting", exercise: |it| it.done() },
    Stage { name: "lesson-intelligence", part: SAILING, ask: "intelligence", exercise: |it| it.bold() },
    Stage { name: "lesson-move", part: SAILING, ask: "movement", exercise: |it| it.first_move() },
    Stage { name: "lesson-undo", part: SAILING, ask: "movement", exercise: |it| it.undo() },
    Stage { name: "lesson-move-again", part: SAILING, ask: "movement", exercise: |it| it.move_again() },
    Stage { name: "lesson-to-shore", part: ASHORE, ask: "movement", exercise: |it| it.to_shore() },
    Stage { name: "lesson-seek", part: SAILING, ask: "movement", exercise: |it| it.seek_again() },
    Stage { name: "lesson-follow", part: SAILING, ask: "movement", exercise: |it| it.sail() },
    Stage { name: "lesson-moved", part: SAILING, ask: "movement", exercise: |it| it.done() },
    Stage { name: "lesson-attend", part: SAILING, ask: "attend", exercise: |it| it.cautious() },
    Stage { name: "lesson-contact", part: AT_SEA, ask: "contact", exercise: |it| it.at_sea(it.bold()) },
    Stage { name: "lesson-break-off", part: AT_SEA, ask: "break-off", exercise: |it| it.at_sea(it.bold()) },
    Stage { name: "lesson-fire", part: AT_SEA, ask: "fire", exercise: |it| it.first_fire() },
    Stage { name: "lesson-fire-on", part: AT_SEA, ask: "fire", exercise: |it| it.cautious() },
    Stage { name: "lesson-shore-later", part: SAILING, ask: "bombardment", exercise: |it| it.leave_shore() },
    Stage { name: "lesson-bombardment", part: ASHORE, ask: "bombardment", exercise: |it| it.bombard() },
    Stage { name: "lesson-shore-done", part: ASHORE, ask: "bombardment", exercise: |it| it.done() },
    Stage { name: "lesson-shore-contact", part: ASHORE, ask: "contact", exercise: |it| it.bold() },
    Stage { name: "lesson-bombard-fire", part: ASHORE, ask: "bombard-fire", exercise: |it| it.cautious() },
];

/// True if a table teaches: how far its lesson has come is told by what happened.
pub fn is_taught(view: &View) -> bool {
    view.setup.learn
}

/// The progress of a lesson.
#[derive(Clone, Copy, Default)]
struct Course {
    /// The part that has been reached.
    level: usize,
    /// Ships of the enemy are met; shots have fallen among them; guns ashore have been shelled.
    meets: bool,
    fought: bool,
    shelled: bool,
    /// The lesson was over at this place of the past.
    over: Option<usize>,
}

impl Course {
    fn of(past: &[Past<Event>]) -> Course {
        let mut course = Course::default();
        for (at, event) in past.iter().enumerate().filter_map(|(at, it)| Some((at, it.event()?))) {
            match event {
                Event::Sequence(SequenceEvent::PhaseBegan { phase: Phase::Outfitting, .. }) => {
                    course.level = course.level.max(SAILING);
                    if course.fought && course.shelled {
                        course.over.get_or_insert(at);
                    }
                }
                Event::Sequence(SequenceEvent::TaskBegan { task: Task::Battle(battle) }) => {
                    course.meets = !battle.coast;
                    course.level = course.level.max(if battle.coast { SAILING } else { AT_SEA });
                    course.shelled |= battle.coast && course.fought;
                }
                Event::NavalCombat(NavalCombatEvent::FireOpened {}) => course.fought |= course.meets,
                // Battles at sea only: a bombardment ends with `SpaceBombarded`.
                Event::NavalCombat(NavalCombatEvent::BattleEnded { .. }) if course.fought => {
                    course.level = ASHORE
                }
                _ => {}
            }
        }
        course
    }

    /// The number that a part is told by: none is lower than one before it.
    fn part(&self, part: usize) -> usize {
        if part > self.level && part == ASHORE { self.level.max(SAILING) } else { part.max(self.level) }
    }
}

/// The text for the learner.
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
        ("day", i64::from(view.turn)),
        ("days", i64::from(view.days)),
        ("gunnery", i64::from(firing.gunnery)),
        ("shore", i64::from(firing.bombardment)),
    ];
    if view.outcome.is_some() {
        return Some(Lesson::over("lesson-over-ended", remarks, numbers));
    }
    let course = Course::of(past);
    if let Some(over) = course.over {
        // The last word stands until the learner orders something else.
        let goes_on = past[over..].iter().any(|it| matches!(it, Past::Ordered(_)));
        return (!goes_on).then(|| Lesson::over("lesson-over", remarks, numbers));
    }
    let prompt = prompt?;
    let staff = Staff { chart, view, options };
    let mut hints = hint::hints(chart, view, prompt, options);
    let safe = hints.first().cloned();
    if let Some(order) = sail(&staff, course).filter(|_| prompt.ask.as_str() == "movement") {
        let why = hints.first().map_or(prompt.ask, |hint| hint.why);
        // In a lesson the bold officer makes for the next battle to be learnt, not for the richest prey.
        hints.retain(|hint| hint.adviser != Adviser::Bold);
        hints.push(Hint { adviser: Adviser::Bold, order, why });
    }
    let mut lesson = Lesson::at(&Moment { view, prompt, options, past, hints }, STAGES, remarks, numbers)?;
    lesson.part = lesson.part.map(|(part, parts)| (course.part(part), parts));
    // Nothing is tried that loses the mission while an officer knows better.
    let now = Prospects::now(chart, view);
    let loses =
        |order: &OrderForm| now.is_changed_by(order) && !now.after(order, options).can_win() && now.can_win();
    let is_lost = matches!(&lesson.exercise, Some(Exercise::Order(order)) if loses(order));
    if let Some(safe) = safe.filter(|_| is_lost) {
        let exercise = Some(Exercise::Order(safe.order));
        lesson = Lesson { part: None, why: safe.why, adviser: Some(safe.adviser), exercise, ..lesson };
    }
    Some(lesson)
}

/// The move that leads on: to the few ships of the enemy that lie nearest, and once there was a battle to guns on the coast.
fn sail(staff: &Staff<'_>, course: Course) -> Option<OrderForm> {
    let coasts = staff.view.places.iter().filter(|(_, place)| !place.coast.is_empty());
    let to_coast = staff.spaces_to(coasts.map(|(space, _)| *space));
    staff.options.best("move", |order| {
        let way = staff.move_of(order)?;
        let place = staff.view.places.get(&way.to);
        let enemies = place.map_or(0, |place| place.hidden + place.shown.len());
        let guns = place.map_or(0, |place| place.coast.len());
        let draws = staff.view.draws.get(&way.to).copied().unwrap_or(0);
        let goal = match course.level {
            ASHORE.. => {
                let far = to_coast.get(&way.to).copied().unwrap_or(usize::MAX);
                (u8::from(guns > 0), Reverse(far), Reverse(guns + enemies))
            }
            _ => {
                (u8::from(enemies > 0 && guns == 0), Reverse(usize::from(u8::MAX - draws)), Reverse(enemies))
            }
        };
        Some((staff.joins(way.to), goal, Reverse(way.speed), Reverse(way.spaces), way.weight))
    })
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
        if self.has_taken_back_a_move() { None } else { self.move_again() }
    }

    /// Returns whether anything was taken back since the phase began.
    fn has_taken_back_a_move(&self) -> bool {
        let begins =
            |it: &&Past<Event>| matches!(it.event(), Some(Event::Sequence(SequenceEvent::PhaseBegan { .. })));
        self.past.iter().rev().take_while(|it| !begins(it)).any(|it| matches!(it, Past::TookBack))
    }

    fn move_again(&self) -> Option<Exercise> {
        (self.is_first_day() && self.view.today.moved.is_empty()).then(|| self.sail()).flatten()
    }

    fn is_first_day(&self) -> bool {
        self.view.turn <= 1
    }

    /// Going on, on the first day.
    fn first_morning(&self) -> Option<Exercise> {
        self.is_first_day().then(|| self.done()).flatten()
    }

    /// The first move of a day that is to find the enemy.
    fn seek_again(&self) -> Option<Exercise> {
        self.view.today.moved.is_empty().then(|| self.sail()).flatten()
    }

    /// The first move of a day after the battle at sea.
    fn to_shore(&self) -> Option<Exercise> {
        if Course::of(self.past).level == ASHORE { self.seek_again() } else { None }
    }

    /// The coast waits until there was a battle at sea.
    fn leave_shore(&self) -> Option<Exercise> {
        if Course::of(self.past).level == ASHORE { None } else { self.done() }
    }

    /// The exercise in a battle with ships, not with guns ashore.
    fn at_sea(&self, exercise: Option<Exercise>) -> Option<Exercise> {
        let ashore = matches!(self.view.tasks.last(), Some(Task::Battle(battle)) if battle.coast);
        exercise.filter(|_| !ashore)
    }

    fn sail(&self) -> Option<Exercise> {
        self.bold().filter(|it| matches!(it, Exercise::Order(order) if order.verb.as_str() == "move"))
    }

    /// Taking the first move back, once, as long as the day waits for another ship.
    fn undo(&self) -> Option<Exercise> {
        let waits = self.options.verb("move").is_some();
        let first = self.is_first_day() && waits && self.has_just("move");
        (first && !self.has_taken_back_a_move()).then_some(Exercise::Undo)
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

/// The text about an order of the learner's.
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

/// The text about something that came of it, the most important with the lowest number.
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
