//! The same secret decision otherwise: what the other side may not tell apart.

use wardroom::game::{Arg, Fact, Options, OrderForm, Sorted, Word};
use wardroom::games::grand_fleet::event::{Event, FormationEvent};
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::state::{Battle, State, Step};

use super::SIDES;
use crate::common::Luck;

/// How often another order is looked for.
const TRIES: usize = 40;

/// What kind of secret a side decides at a step.
pub fn secret(step: Step) -> Option<&'static str> {
    match step {
        Step::Initiative => Some("dice"),
        Step::Formation { .. } => Some("formation"),
        Step::Gunnery => Some("targets"),
        _ => None,
    }
}

/// Another order for the same secret decision, one that is `alike` in what becomes known of it at once.
pub fn order(
    order: &OrderForm,
    options: &Options,
    luck: &mut Luck,
    alike: impl Fn(&OrderForm) -> bool,
) -> Option<OrderForm> {
    (0..TRIES).find_map(|_| {
        let other = match luck.below(2) {
            0 => options.sample(&mut |n| luck.below(n)),
            _ => rearranged(order, luck).filter(|other| options.accept(other).is_ok()),
        };
        other.filter(|other| other != order && alike(other))
    })
}

/// Which markers lie face up after an order that forms fleets; nothing for another order.
pub fn face_up(facts: &[Fact<Event>]) -> Option<Vec<u32>> {
    facts.iter().find_map(|fact| match fact {
        Fact::Event(Event::Formation(FormationEvent::FleetsFormed { formation, .. })) => {
            Some(formation.shown.clone())
        }
        _ => None,
    })
}

/// Fleets with other numbers, or with two ships exchanged.
fn rearranged(order: &OrderForm, luck: &mut Luck) -> Option<OrderForm> {
    let mut sorted = order.sorted("fleets")?;
    let bins: Vec<Word> = sorted.keys().copied().collect();
    let (from, to) = (*luck.one_of(&bins)?, *luck.one_of(&bins)?);
    if luck.below(2) == 0 {
        let free: Word = ["1", "2", "3", "4", "5", "6", "7", "8"][luck.below(8) as usize].parse().ok()?;
        if from.as_str().ends_with("-up") || sorted.contains_key(&free) {
            return None;
        }
        let ships = sorted.remove(&from)?;
        sorted.insert(free, ships);
    } else {
        exchange(&mut sorted, from, to, luck)?;
    }
    let mut other = order.clone();
    other.set(Word::literal("fleets"), Arg::Sorted(sorted));
    Some(other)
}

fn exchange(sorted: &mut Sorted, from: Word, to: Word, luck: &mut Luck) -> Option<()> {
    let at = luck.below(sorted.get(&from)?.len() as u32) as usize;
    let other_at = luck.below(sorted.get(&to)?.len() as u32) as usize;
    let (ship, other) = (sorted[&from][at], sorted[&to][other_at]);
    *sorted.get_mut(&from)?.get_mut(at)? = other;
    *sorted.get_mut(&to)?.get_mut(other_at)? = ship;
    Some(())
}

/// The same position with the face-down markers of one side, or of both, in another order.
pub fn shuffled(state: &State, luck: &mut Luck) -> Option<State> {
    let battle = state.battle.as_ref().filter(|battle| !battle.revealed)?;
    let mut other = state.clone();
    let sides: &[Side] = match luck.below(3) {
        0 => &SIDES[..1],
        1 => &SIDES[1..],
        _ => &SIDES,
    };
    for side in sides {
        luck.shuffle(&mut other.battle.as_mut()?.shuffled[*side]);
    }
    let changed = |other: &Battle| other.shuffled != battle.shuffled;
    other.battle.as_ref().is_some_and(changed).then_some(other)
}
