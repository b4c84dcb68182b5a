//! 17.1 Victory points added up: by day, and by cause.

use super::GoebenReport;
use crate::game::{Fact, Word};
use crate::games::goeben::event::{CampaignEvent, Event, SequenceEvent, VictoryEvent};
use crate::games::goeben::ids::Phase;
use crate::words::{Lang, Value};

/// Points by cause, those first that were scored first.
pub type Causes = Vec<(Word, i32)>;

/// The facts of the current mission: all of a single scenario, those since the last mission began in a campaign (24).
pub fn of_mission(facts: &[Fact<Event>]) -> &[Fact<Event>] {
    let begins =
        |fact: &Fact<Event>| matches!(fact, Fact::Event(Event::Campaign(CampaignEvent::MissionBegan { .. })));
    let from = facts.iter().rposition(begins).unwrap_or(0);
    &facts[from..]
}

/// The facts of a mission by day, day 0 being the set-up: a day begins with its outfitting (4.1).
pub fn by_day(facts: &[Fact<Event>]) -> Vec<(u8, &[Fact<Event>])> {
    let begun = |fact: &Fact<Event>| match fact {
        Fact::Event(Event::Sequence(SequenceEvent::PhaseBegan { turn, phase: Phase::Outfitting })) => {
            Some(*turn)
        }
        _ => None,
    };
    // All before the first outfitting is day 0, also without any such fact.
    let mut days = vec![(0, 0)];
    days.extend(facts.iter().enumerate().filter_map(|(at, fact)| Some((begun(fact)?, at))));
    let ends = days.iter().skip(1).map(|(_, at)| *at).chain([facts.len()]);
    days.iter().zip(ends).map(|((day, from), to)| (*day, &facts[*from..to])).collect()
}

/// Sums the points won and lost among these facts, by cause.
pub fn by_cause(facts: &[Fact<Event>]) -> Causes {
    let mut causes = Causes::new();
    for fact in facts {
        if let Fact::Event(Event::Victory(VictoryEvent::VictoryPointsChanged { by, why, .. })) = fact {
            add(&mut causes, *why, *by);
        }
    }
    causes
}

/// Adds to a cause's sum.
pub(super) fn add(causes: &mut Causes, cause: Word, by: i32) {
    match causes.iter_mut().find(|(known, _)| *known == cause) {
        Some((_, sum)) => *sum += by,
        None => causes.push((cause, by)),
    }
}

impl GoebenReport<'_> {
    /// Causes one after another, each with its points: `a merchantman taken +7`.
    pub(super) fn causes(&self, causes: &[(Word, i32)]) -> String {
        self.list(causes.iter().map(|(cause, by)| {
            let args = [("cause", Value::from(self.cause(*cause))), ("by", signed(*by).into())];
            self.say("points-cause", &args)
        }))
    }

    /// The cause of points, as a text of its own.
    pub(in crate::games::goeben) fn cause(&self, why: Word) -> String {
        // English is the language that `say` falls back to, so a key that it lacks is nowhere.
        let own = self.words.has(Lang::En, &format!("cause-{why}"));
        self.term(if own { "cause" } else { "why" }, why.as_str())
    }
}

/// A number, with its sign where it is below 0.
pub(super) fn plain(number: i32) -> String {
    if number < 0 { signed(number) } else { number.to_string() }
}

/// A number with its sign.
pub(in crate::games::goeben) fn signed(number: i32) -> String {
    match number {
        ..0 => format!("−{}", number.unsigned_abs()),
        _ => format!("+{number}"),
    }
}
