//! 2-3 The damage and detachment boxes: their limits, the British duty to spread, and ways of filling them.

use super::arguments::Arguments;
use super::event::{BoxEvent, Boxed, Boxing};
use crate::games::orders::orders;
use std::collections::BTreeMap;

use super::ids::{ShipId, Side};
use super::pack::Chart;
use super::play::{Done, Play};
use super::state::{Berth, State};
use crate::game::{Bin, Item, Node, Refusal, Sort, Sorted, Word};

/// The boxes that dice open; box 0 is opened by none (6).
pub const NUMBERED: std::ops::RangeInclusive<u32> = 1..=6;

crate::word_enum! {
    /// A way of putting ships into boxes.
    Plan {
        /// The dearest first, into the emptiest of boxes 1 to 6.
        Even = "even",
        /// All into box 0.
        Reserve = "reserve",
    }
}

crate::word_enum! {
    /// A way of spreading all ships in boxes anew.
    Spreading {
        /// The dearest first, evenly over boxes 1 to 6.
        Even = "even",
        /// Pre-dreadnoughts in box 0 as far as the duty to spread allows, the others evenly.
        Modern = "modern",
    }
}

/// 6 The most ships in one of boxes 1 to 6 of a side.
pub fn limit(side: Side) -> usize {
    match side {
        Side::British => 5,
        Side::German => 3,
    }
}

/// The number of ships in each box.
type Counts = [usize; 7];

fn counts(chart: &Chart, state: &State, side: Side) -> Counts {
    let mut counts = Counts::default();
    for (ship, berth) in &state.berths {
        if let Berth::Box(number) = berth
            && chart.side(*ship) == Some(side)
        {
            counts[*number as usize] += 1;
        }
    }
    counts
}

/// 6 The number of boxes 1 to 6 that a side must use when it spreads `ships` ships: the British as many as they can.
pub fn duty(side: Side, ships: usize) -> usize {
    match side {
        // 6 asks the British for as few empty numbered boxes as they can have; box 0 does not count.
        Side::British => ships.min(6),
        Side::German => 0,
    }
}

/// 6 The number of boxes 1 to 6 in use, and the number that must be.
pub fn spread(chart: &Chart, state: &State, side: Side) -> (usize, usize) {
    let counts = counts(chart, state, side);
    let used = counts[1..].iter().filter(|count| **count > 0).count();
    (used, duty(side, counts.iter().sum()))
}

/// The name of a box.
pub fn word(number: u32) -> Word {
    Word::literal(["0", "1", "2", "3", "4", "5", "6"][number.min(6) as usize])
}

/// A ship as a thing to be sorted: its class is its type.
pub fn item(chart: &Chart, ship: ShipId, must: bool) -> Item {
    let class = chart.ship(ship).map_or(Word::literal("unknown"), |spec| spec.kind.word());
    Item { word: ship.0, class, must }
}

/// Putting `take` of `items` into boxes with room, beside what lies in them.
pub fn sorting(chart: &Chart, state: &State, side: Side, items: Vec<Item>, take: usize) -> Sort {
    let counts = counts(chart, state, side);
    // Without a duty: ships that come in are not spread anew, and 6 has the duty for that alone.
    bins(side, items, take, &counts, 0)
}

fn bins(side: Side, items: Vec<Item>, take: usize, counts: &Counts, spread: usize) -> Sort {
    let numbered = NUMBERED.map(|number| {
        // Never negative in play: orders and positions from a file are both checked for the limit.
        let room = limit(side).saturating_sub(counts[number as usize]);
        Bin { counts: true, ..Bin::new(word(number), 1, room) }
    });
    let bins = std::iter::once(Bin::new(word(0), 1, take)).chain(numbered).collect();
    Sort { items, bins, take, spread }
}

/// 6 Spreading all ships in boxes anew.
pub fn respreading(chart: &Chart, state: &State, side: Side) -> Sort {
    let ships = boxed(chart, state, side);
    let items: Vec<Item> = ships.iter().map(|ship| item(chart, *ship, true)).collect();
    let take = items.len();
    // All boxes count as empty: the ships that fill them are the ones to be sorted.
    bins(side, items, take, &Counts::default(), duty(side, take))
}

/// The ships of a side that lie in boxes.
pub fn boxed(chart: &Chart, state: &State, side: Side) -> Vec<ShipId> {
    state.ships(chart, side, |berth| matches!(berth, Berth::Box(_)))
}

/// Ships put into boxes by a plan.
pub fn planned(chart: &Chart, state: &State, side: Side, ships: Vec<ShipId>, plan: Plan) -> Vec<Boxed> {
    match plan {
        Plan::Even => {
            let mut counts = counts(chart, state, side);
            evenly(side, chart.dearest(ships), &mut counts)
        }
        Plan::Reserve => vec![Boxed { number: 0, ships }],
    }
}

/// 6 All ships of a side in boxes spread anew by a plan.
pub fn respread(chart: &Chart, state: &State, side: Side, plan: Spreading) -> Vec<Boxed> {
    let ships = chart.dearest(boxed(chart, state, side));
    first_spread(chart, side, ships, plan)
}

/// Ships of a side put into empty boxes by a plan.
pub fn first_spread(chart: &Chart, side: Side, ships: Vec<ShipId>, plan: Spreading) -> Vec<Boxed> {
    let duty = duty(side, ships.len());
    let mut counts = Counts::default();
    match plan {
        Spreading::Even => evenly(side, chart.dearest(ships), &mut counts),
        Spreading::Modern => {
            let is_old = |ship: &ShipId| chart.is_old(*ship);
            let (mut reserve, mut first): (Vec<_>, Vec<_>) =
                chart.dearest(ships).into_iter().partition(is_old);
            // The British duty counts used boxes: the dearest of the old ships fill those that the others
            // leave empty.
            let lacking = duty.saturating_sub(first.len()).min(reserve.len());
            first.extend(reserve.drain(..lacking));
            let mut boxes = evenly(side, first, &mut counts);
            if !reserve.is_empty() {
                // Box 0 is there already if the numbered ones were full; a box may be named once only.
                match boxes.iter_mut().find(|boxed| boxed.number == 0) {
                    Some(zero) => zero.ships.extend(reserve),
                    None => boxes.insert(0, Boxed { number: 0, ships: reserve }),
                }
            }
            boxes
        }
    }
}

/// Ships into the emptiest of boxes 1 to 6 one after another; into box 0 when those are full.
fn evenly(side: Side, ships: Vec<ShipId>, counts: &mut Counts) -> Vec<Boxed> {
    let mut boxes: BTreeMap<u32, Vec<ShipId>> = BTreeMap::new();
    for ship in ships {
        // Of equally empty boxes `min_by_key` takes the lowest, so an audit puts each ship where the log has
        // it.
        let open = NUMBERED.filter(|number| counts[*number as usize] < limit(side));
        let number = open.min_by_key(|number| counts[*number as usize]).unwrap_or(0);
        counts[number as usize] += 1;
        boxes.entry(number).or_default().push(ship);
    }
    boxes.into_iter().map(|(number, ships)| Boxed { number, ships }).collect()
}

/// The orders by which a side puts its ships ashore into boxes: `stow`, `stow-by`.
pub fn stowing(chart: &Chart, state: &State, side: Side) -> [(&'static str, Node); 2] {
    let ships = state.ashore(chart, side);
    let items: Vec<Item> = ships.iter().map(|ship| item(chart, *ship, true)).collect();
    let take = items.len();
    let sort = sorting(chart, state, side, items, take);
    [
        ("stow", Node::Sort { arg: "boxes", sort }),
        ("stow-by", Node::one_of("plan", Plan::ALL.iter().map(|plan| plan.word()))),
    ]
}

orders! {
    /// The orders by which a side puts its ships ashore into boxes.
    pub enum BoxOrder from order: Arguments<'_> {
        /// Ship by ship.
        "stow" => Stow { boxes: Vec<Boxed> = order.boxes("boxes")? },
        /// By a plan.
        "stow-by" => StowBy { plan: Plan = order.one_of("plan", Plan::named)? },
    }
}

/// Stows the ships that a side has ashore.
///
/// # Errors
/// An event that does not fit.
pub fn stow(play: &mut Play<'_, '_>, side: Side, order: BoxOrder, why: Boxing) -> Done {
    let boxes = match order {
        BoxOrder::Stow { boxes } => boxes,
        BoxOrder::StowBy { plan } => {
            let ships = play.state.ashore(play.board, side);
            planned(play.board, &play.state, side, ships, plan)
        }
    };
    play.emit(BoxEvent::ShipsBoxed { side, why, boxes })
}

/// Why a sorting into boxes is refused.
pub fn refuse(sort: &Sort, sorted: &Sorted, rule: &'static str) -> Option<Refusal> {
    let mut placed = std::collections::BTreeSet::new();
    for ship in sorted.values().flatten() {
        if !sort.items.iter().any(|item| item.word == *ship) {
            return Some(Refusal::new("unknown-ship", rule).about("ship", ship));
        }
        if !placed.insert(*ship) {
            return Some(Refusal::new("twice", rule).about("ship", ship));
        }
    }
    // Before the room: box 0 has no limit but the number of ships.
    if placed.len() != sort.take {
        let refusal = Refusal::new("wrong-count", rule).about("ships", placed.len());
        return Some(refusal.about("wanted", sort.take));
    }
    for (number, ships) in sorted {
        let bin = sort.bins.iter().find(|bin| bin.word == *number)?;
        if ships.len() > bin.most {
            let refusal = Refusal::new("box-full", "6").about("box", number);
            let refusal = refusal.about("room", bin.most).about("ships", ships.len());
            return Some(refusal.legal(sort.bins.iter().filter(|bin| bin.most > 0).map(|bin| bin.word)));
        }
    }
    // Only a return of surplus ships has some that must go and some that may: 8 names the order for it.
    if let Some(left) = sort.items.iter().find(|item| item.must && !placed.contains(&item.word)) {
        return Some(Refusal::new("highest-first", "8").about("ship", left.word));
    }
    let used = sort.bins.iter().filter(|bin| bin.counts && sorted.contains_key(&bin.word)).count();
    let refusal = Refusal::new("spread-duty", "6").about("boxes", used).about("wanted", sort.spread);
    (used < sort.spread).then_some(refusal)
}
