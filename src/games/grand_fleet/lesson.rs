//! The first battle as a lesson: whoever learns plays both sides, and each is told what it may know. The lesson is over with
//! the turn in which a battle was fought, at the latest with the third.

use super::combat::CombatEvent;
use super::event::Event;
use super::hint;
use super::ids::Side;
use super::initiative::InitiativeEvent;
use super::interception::InterceptionEvent;
use super::pack::Chart;
use super::sequence::SequenceEvent;
use super::state;
use super::victory::VictoryEvent;
use super::view::View;
use crate::game::lesson::{self, Exercise, Lesson, Past, Stage};
use crate::game::{Options, OrderForm, Prompt};

/// The turn whose beginning ends the lesson, battle or not.
const LAST_TURN: u32 = 4;
type Moment<'a> = lesson::Moment<'a, View, Event>;

/// The stages, of which the first that has something to try is the one to take.
const STAGES: &[Stage<View, Event>] = &[
    Stage { name: "lesson-damaged", part: 6, ask: "stow", exercise: |it| it.aftermath() },
    Stage { name: "lesson-goal", part: 1, ask: "stow", exercise: |it| it.at_first() },
    Stage { name: "lesson-again", part: 2, ask: "stow", exercise: |it| it.again() },
    Stage { name: "lesson-again", part: 2, ask: "commitment", exercise: |it| it.again() },
    Stage { name: "lesson-undo", part: 1, ask: "commitment", exercise: |it| it.undo() },
    Stage { name: "lesson-stow", part: 1, ask: "stow", exercise: |it| it.cautious() },
    Stage { name: "lesson-commitment", part: 1, ask: "commitment", exercise: |it| it.cautious() },
    Stage { name: "lesson-second-die", part: 1, ask: "second-die", exercise: |it| it.bold() },
    Stage { name: "lesson-transfer", part: 1, ask: "transfer", exercise: |it| it.cautious() },
    Stage { name: "lesson-dice", part: 2, ask: "dice", exercise: |it| it.cautious() },
    Stage { name: "lesson-seek", part: 2, ask: "seek", exercise: |it| it.bold() },
    Stage { name: "lesson-answer", part: 2, ask: "answer", exercise: |it| it.bold() },
    Stage { name: "lesson-formation", part: 3, ask: "formation", exercise: |it| it.cautious() },
    Stage { name: "lesson-raid", part: 3, ask: "placement", exercise: |it| it.raid() },
    Stage { name: "lesson-guard", part: 3, ask: "placement", exercise: |it| it.guard() },
    Stage { name: "lesson-place-on", part: 3, ask: "placement", exercise: |it| it.place_on() },
    Stage {
        name: "lesson-interception",
        part: 4,
        ask: "interception",
        exercise: |it| it.first_interception(),
    },
    Stage { name: "lesson-pass", part: 4, ask: "interception", exercise: |it| it.cautious() },
    Stage { name: "lesson-hex", part: 5, ask: "hex", exercise: |it| it.cautious() },
    Stage { name: "lesson-manoeuvre", part: 5, ask: "manoeuvre", exercise: |it| it.cautious() },
    Stage { name: "lesson-situation", part: 5, ask: "situation", exercise: |it| it.bold() },
    Stage { name: "lesson-gunnery", part: 5, ask: "gunnery", exercise: |it| it.cautious() },
    Stage { name: "lesson-persistence", part: 6, ask: "persistence", exercise: |it| it.persists() },
    Stage { name: "lesson-go-home", part: 6, ask: "persistence", exercise: |it| it.cautious() },
];

/// Whether a table teaches and the lesson is not long over.
pub fn is_taught(view: &View) -> bool {
    view.setup.learn && view.turn <= LAST_TURN
}

/// What the learner is told at a seat.
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
    match Past::ordered_since(past, ends(past)) {
        Some(true) => None,
        Some(false) => Some(Lesson::over("lesson-over", remarks, numbers)),
        None => {
            let prompt = prompt?;
            let hints = hint::hints(chart, view, prompt, options);
            Lesson::at(&Moment { view, prompt, options, past, hints }, STAGES, remarks, numbers)
        }
    }
}

/// The beginning of the turn that ends the lesson: the first after a battle, else the last.
fn ends(past: &[Past<Event>]) -> impl Fn(&Event) -> bool {
    let began = |event: &Event| match event {
        Event::Sequence(SequenceEvent::TurnBegan { turn }) => Some(*turn),
        _ => None,
    };
    let fought =
        past.iter().position(|it| matches!(it.event(), Some(Event::Combat(CombatEvent::BattleEnded {}))));
    let after = fought.and_then(|at| past[at..].iter().find_map(|it| began(it.event()?)));
    move |event| began(event).is_some_and(|turn| turn == LAST_TURN || Some(turn) == after)
}

impl Moment<'_> {
    fn side(&self) -> Option<Side> {
        Side::of(self.prompt.seat)
    }

    fn aftermath(&self) -> Option<Exercise> {
        (self.view.step == state::Step::Aftermath).then(|| self.cautious()).flatten()
    }

    /// The first question to this side.
    fn at_first(&self) -> Option<Exercise> {
        self.is_new().then(|| self.cautious()).flatten()
    }

    /// Whether this side has done nothing yet.
    fn is_new(&self) -> bool {
        self.past.iter().all(|it| matches!(it, Past::Happened(_)))
    }

    /// Taking back what the other side's first order was, for whoever learns gave that too.
    fn undo(&self) -> Option<Exercise> {
        let stowed = |it: &Past<Event>| matches!(it.event(), Some(Event::Boxes(_)));
        (self.is_new() && self.past.iter().any(stowed)).then_some(Exercise::Undo)
    }

    /// Taking back the dice that made nobody an attacker: without a battle there is nothing to learn from.
    fn again(&self) -> Option<Exercise> {
        let since = self.past.iter().rev().map_while(|it| match it.event() {
            Some(Event::Boxes(_)) => None,
            event => Some(event),
        });
        let mut settled = since.filter_map(|event| match event {
            Some(Event::Initiative(InitiativeEvent::InitiativeSettled { attacker, .. })) => Some(*attacker),
            _ => None,
        });
        (self.has_just("throw") && settled.next() == Some(None)).then_some(Exercise::Undo)
    }

    fn attacks(&self) -> bool {
        let attacker = self.view.battle.as_ref().map(|battle| battle.attacker);
        attacker.is_some() && attacker == self.side()
    }

    /// Whether this side has placed no marker yet.
    fn is_ashore(&self) -> bool {
        let placed = |order: &OrderForm| ["place", "place-shown"].contains(&order.verb.as_str());
        !self.past.iter().any(|it| matches!(it, Past::Ordered(order) if placed(order)))
    }

    fn raid(&self) -> Option<Exercise> {
        (self.attacks() && self.is_ashore()).then(|| self.bold()).flatten()
    }

    fn guard(&self) -> Option<Exercise> {
        (!self.attacks() && self.is_ashore()).then(|| self.cautious()).flatten()
    }

    /// The attacker goes for the other coast, the defender guards his own, so that they meet.
    fn place_on(&self) -> Option<Exercise> {
        if self.attacks() { self.bold() } else { self.cautious() }
    }

    fn first_interception(&self) -> Option<Exercise> {
        let own = |it: &Past<Event>| match it.event() {
            Some(Event::Interception(InterceptionEvent::HexIntercepted { side, .. })) => {
                Some(*side) == self.side()
            }
            _ => false,
        };
        if self.past.iter().any(own) { None } else { self.bold() }
    }

    /// The attacker fights on, the defender goes home, so that a combat is over with a round.
    fn persists(&self) -> Option<Exercise> {
        if self.attacks() { self.bold() } else { None }
    }
}

/// What is said of an order of the learner's.
fn did(order: &OrderForm) -> Option<&'static str> {
    Some(match order.verb.as_str() {
        "stow" | "stow-by" => "lesson-did-stow",
        "commit" | "respread" | "respread-by" => "lesson-did-commit",
        "transfer" | "send" | "send-by" => "lesson-did-transfer",
        "throw" => "lesson-did-throw",
        "seek" => "lesson-did-seek",
        "refuse" => "lesson-did-refuse",
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

/// What is said of something that came of it, the most important with the lowest number.
fn came_of(event: &Event) -> Option<(u8, &'static str)> {
    Some(match event {
        Event::Combat(CombatEvent::DamageTaken { sunk, .. }) if !sunk.is_empty() => (1, "lesson-did-sink"),
        Event::Combat(CombatEvent::DamageTaken { boxed, .. }) if !boxed.is_empty() => {
            (2, "lesson-did-damage")
        }
        Event::Combat(CombatEvent::HexesControlled { .. }) => (0, "lesson-did-control"),
        Event::Interception(InterceptionEvent::MarkersRevealed { .. }) => (3, "lesson-did-reveal"),
        Event::Initiative(InitiativeEvent::InitiativeSettled { attacker: None, .. }) => {
            (4, "lesson-did-no-attack")
        }
        Event::Initiative(InitiativeEvent::InitiativeSettled { .. }) => (5, "lesson-did-initiative"),
        Event::Victory(VictoryEvent::VictoryPointsScored { .. }) => (6, "lesson-did-points"),
        _ => return None,
    })
}
