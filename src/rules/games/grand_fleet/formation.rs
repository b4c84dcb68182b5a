//! 8 Forming fleets: their number and size, fast and slow fleets, and more ships than the fleets can hold.

use super::arguments::Arguments;
use super::event::{BoxEvent, Boxed, Boxing, FormationEvent};
use crate::games::orders::orders;
use std::collections::BTreeMap;

use super::boxes::{self, Plan};
use super::ids::{Both, ShipId, Side, Speed};
use super::pack::Chart;
use super::play::{Done, Play, Transition, throw};
use super::state::{Battle, Fleet, Formation, State, Step};
use crate::game::{Bin, Item, Node, Options, Refusal, Sort, Sorted, Stop, Word};

/// The fewest ships of a fleet (8).
pub const LEAST_SHIPS: usize = 3;

/// 8 The most fleets of a side: the number of its markers.
pub fn fleets(side: Side) -> u32 {
    match side {
        Side::British => 8,
        Side::German => 6,
    }
}

/// 8 The most ships of a fleet.
pub fn most_ships(side: Side) -> usize {
    match side {
        Side::British => 8,
        Side::German => 10,
    }
}

crate::word_enum! {
    /// A way of forming fleets.
    FormationPlan {
        /// Fast, other and slow ships apart, as far as their numbers allow.
        ByType = "by-type",
        /// As few fleets as possible, and so as many dummies.
        Fewest = "fewest",
        /// As many fleets as possible.
        Most = "most",
    }
}

crate::word_enum! {
    /// The ways to lay a fleet of fast ships.
    Facing {
        /// Face down.
        Hidden = "hidden",
        /// Face up.
        Shown = "shown",
    }
}

/// 8 The speed of a fleet: slow with one slow ship, fast with fast ships only.
pub fn speed(chart: &Chart, ships: &[ShipId]) -> Speed {
    // An empty fleet is no fast one, or a dummy could lie face up.
    let mut fastest = if ships.is_empty() { Speed::Normal } else { Speed::Fast };
    for values in ships.iter().filter_map(|ship| chart.values(*ship)) {
        match values.speed {
            Speed::Slow => return Speed::Slow,
            Speed::Normal => fastest = Speed::Normal,
            Speed::Fast => {}
        }
    }
    fastest
}

/// 8 The side that forms next: the attacker, then the other side.
pub fn next(battle: &Battle) -> Step {
    let attacker = battle.attacker;
    let side = if battle.formed[attacker].is_some() { attacker.enemy() } else { attacker };
    Step::Formation { side }
}

/// 8 The number of British ships that no fleet can hold.
pub(super) fn surplus(chart: &Chart, state: &State) -> u32 {
    let most = fleets(Side::British) as usize * most_ships(Side::British);
    u32::try_from(state.fleet(chart, Side::British).len().saturating_sub(most)).unwrap_or(u32::MAX)
}

/// 8 The ships that return: those of the highest defence first; of the type at which the number is reached the owner
/// chooses.
fn returning(chart: &Chart, state: &State, count: u32) -> Sort {
    let defence = |ship: &ShipId| chart.values(*ship).map_or(0, |values| values.defence);
    let ships = chart.dearest(state.fleet(chart, Side::British));
    // The defence at which the number is reached: all ships above it must go, of those at it the owner picks.
    let least = ships.iter().map(defence).nth((count as usize).saturating_sub(1)).unwrap_or(0);
    let items = ships
        .iter()
        .filter(|ship| defence(ship) >= least)
        .map(|ship| boxes::item(chart, *ship, defence(ship) > least));
    boxes::sorting(chart, state, Side::British, items.collect(), count as usize)
}

/// 8 The orders of the return.
pub fn overflow_options(chart: &Chart, state: &State, count: u32) -> Options {
    let mut options = Options::default();
    options.push("return", Node::Sort { arg: "boxes", sort: returning(chart, state, count) });
    options.push("return-by", Node::one_of("plan", Plan::ALL.iter().map(|plan| plan.word())));
    options
}

orders! {
    /// The orders of the return.
    pub enum ReturnOrder from order: Arguments<'_> {
        /// 8 Ship by ship.
        "return" => Return { boxes: Vec<Boxed> = order.boxes("boxes")? },
        /// 8 By a plan.
        "return-by" => ReturnBy { plan: Plan = order.one_of("plan", Plan::named)? },
    }
}

/// 8 Sends the ships of the overflow to boxes.
///
/// # Errors
/// An event that does not fit.
pub fn send_back(play: &mut Play<'_, '_>, count: u32, order: ReturnOrder) -> Result<Transition, Stop> {
    let boxes = match order {
        ReturnOrder::Return { boxes } => boxes,
        ReturnOrder::ReturnBy { plan } => {
            let mut ships = play.board.dearest(play.state.fleet(play.board, Side::British));
            ships.sort_by_key(|ship| {
                std::cmp::Reverse(play.board.values(*ship).map_or(0, |values| values.defence))
            });
            ships.truncate(count as usize);
            boxes::planned(play.board, &play.state, Side::British, ships, plan)
        }
    };
    play.emit(BoxEvent::ShipsBoxed { side: Side::British, why: Boxing::Overflow, boxes })?;
    Ok(Transition::On(next(play.state.battle()?)))
}

/// Why a return is refused: no ship goes while one of a higher defence could.
pub fn refuse_return(chart: &Chart, state: &State, count: u32, sorted: &Sorted) -> Option<Refusal> {
    let sort = returning(chart, state, count);
    let fleet = state.fleet(chart, Side::British);
    let may = |ship: &Word| sort.items.iter().any(|item| item.word == *ship);
    let lower = |ship: &&Word| fleet.contains(&ShipId(**ship)) && !may(ship);
    let higher = sort.items.iter().find(|item| !sorted.values().flatten().any(|ship| *ship == item.word));
    match (sorted.values().flatten().find(lower), higher) {
        (Some(_), Some(higher)) => {
            let refusal = Refusal::new("highest-first", "8").about("ship", higher.word);
            Some(refusal.legal(sort.items.iter().map(|item| item.word)))
        }
        _ => boxes::refuse(&sort, sorted, "8"),
    }
}

/// 8 Begins the formation of a side's fleets: the British first return ships that no fleet can hold to boxes. A side with
/// fewer ships than a fleet needs has dummies only, and nothing to decide.
///
/// # Errors
/// Chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>, side: Side) -> Result<Transition, Stop> {
    // Ships return only when the British are about to form: a German attacker has formed by then, without
    // knowing which of them leave.
    match surplus(play.board, &play.state) {
        count if count > 0 && side == Side::British => {
            return Ok(Transition::WaitAt(Step::Overflow { count }));
        }
        _ if play.state.fleet(play.board, side).len() >= LEAST_SHIPS => return Ok(Transition::Wait),
        _ => {}
    }
    // Sealed like every formation, though the open fleet box already shows that it can only be empty.
    play.emit(FormationEvent::FleetsFormed { side, formation: Formation::default() })?;
    formed(play, side)
}

/// 8 The form of the sorting into fleets: each fleet face down, `3`, or, if all its ships are fast, face up, `3-up`.
fn sorting(chart: &Chart, state: &State, side: Side) -> Sort {
    let items: Vec<Item> =
        state.fleet(chart, side).into_iter().map(|ship| boxes::item(chart, ship, true)).collect();
    // By type, not by ship: the options hold classes, and a face-up bin takes fast ones only (8).
    let fast = chart.pack().types.iter().filter(|(_, values)| values.speed == Speed::Fast);
    let fast: Vec<Word> = fast.map(|(kind, _)| kind.word()).collect();
    let bins = (1..=fleets(side)).flat_map(|number| {
        // Both bins of a number are one marker, so only one of them may be used.
        let bin =
            |up| Bin { group: Some(number), ..Bin::new(bin_word(number, up), LEAST_SHIPS, most_ships(side)) };
        [bin(false), Bin { only: fast.clone(), ..bin(true) }]
    });
    let take = items.len();
    Sort { items, bins: bins.collect(), take, spread: 0 }
}

/// The name of a fleet's bin: `3`, or `3-up` for a face-up marker.
pub fn bin_word(number: u32, up: bool) -> Word {
    let names = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let up_names = ["1-up", "2-up", "3-up", "4-up", "5-up", "6-up", "7-up", "8-up"];
    // Eight British markers are the most of any side; positions and orders are checked for it.
    let at = (number.clamp(1, 8) - 1) as usize;
    Word::literal(if up { up_names[at] } else { names[at] })
}

/// 8 The orders of formation.
pub fn options(chart: &Chart, state: &State, side: Side) -> Options {
    let mut options = Options::default();
    options.push("form", Node::Sort { arg: "fleets", sort: sorting(chart, state, side) });
    let markers = || Node::one_of("markers", Facing::ALL.iter().map(|facing| facing.word()));
    let plans = FormationPlan::ALL.iter().map(|plan| (plan.word(), markers()));
    options.push("form-by", Node::choice("plan", plans));
    options
}

orders! {
    /// The orders of formation.
    pub enum FormationOrder from order: Arguments<'_> {
        /// 8 Ship by ship.
        "form" => Form { formation: Formation = read(&order.sorted("fleets")?)? },
        /// 8 By a plan.
        "form-by" => FormBy {
            plan: FormationPlan = order.one_of("plan", FormationPlan::named)?,
            facing: Facing = order.one_of("markers", Facing::named)?,
        },
    }
}

/// 8 Forms the fleets of a side.
///
/// # Errors
/// Chance that cannot answer.
pub fn form(play: &mut Play<'_, '_>, side: Side, order: FormationOrder) -> Result<Transition, Stop> {
    let formation = match order {
        FormationOrder::Form { formation } => formation,
        FormationOrder::FormBy { plan, facing } => {
            planned(play.board, side, play.state.fleet(play.board, side), plan, facing)
        }
    };
    play.emit(FormationEvent::FleetsFormed { side, formation })?;
    formed(play, side)
}

/// Reads the fleets of a sorting; `None` if a bin is not a fleet's.
fn read(sorted: &Sorted) -> Option<Formation> {
    let mut fleets = BTreeMap::new();
    let mut shown = Vec::new();
    for (word, ships) in sorted {
        let (number, up) = match word.as_str().split_once('-') {
            Some((number, _)) => (number, true),
            None => (word.as_str(), false),
        };
        let number = number.parse::<u32>().ok()?;
        fleets.insert(number, ships.iter().copied().map(ShipId).collect());
        if up {
            shown.push(number);
        }
    }
    shown.sort_unstable();
    let fleets = fleets.into_iter().map(|(number, ships)| Fleet { number, ships }).collect();
    Some(Formation { fleets, shown })
}

/// 8 Fleets formed by a plan.
pub fn planned(
    chart: &Chart,
    side: Side,
    ships: Vec<ShipId>,
    plan: FormationPlan,
    facing: Facing,
) -> Formation {
    let most = fleets(side) as usize;
    let fewest = |count: usize| count.div_ceil(most_ships(side));
    let apart = by_speed(chart, ships);
    let together = |apart: &[Vec<ShipId>]| apart.iter().flatten().copied().collect::<Vec<_>>();
    let groups = match plan {
        FormationPlan::ByType => {
            let joined = joined(apart);
            let needed: usize = joined.iter().map(|group| fewest(group.len())).sum();
            // Kept apart the groups may need more fleets than there are markers; together they fit, at the
            // cost of type.
            if needed <= most { joined } else { vec![together(&joined)] }
        }
        FormationPlan::Fewest | FormationPlan::Most => vec![together(&apart)],
    };
    let count = |group: &Vec<ShipId>| match plan {
        FormationPlan::Most => most.min(group.len() / LEAST_SHIPS),
        _ => fewest(group.len()),
    };
    let shares = groups.iter().flat_map(|group| even_shares(group, count(group)));
    let fleets: Vec<Fleet> = (1..).zip(shares).map(|(number, ships)| Fleet { number, ships }).collect();
    let is_shown = |fleet: &&Fleet| facing == Facing::Shown && speed(chart, &fleet.ships) == Speed::Fast;
    let shown = fleets.iter().filter(is_shown).map(|fleet| fleet.number).collect();
    Formation { fleets, shown }
}

/// Fast ships, other ships and slow ships, each the dearest first and type by type.
fn by_speed(chart: &Chart, ships: Vec<ShipId>) -> Vec<Vec<ShipId>> {
    let ships = chart.dearest(ships);
    let of = |speed: Speed| {
        let fits = |ship: &&ShipId| chart.values(**ship).is_some_and(|values| values.speed == speed);
        ships.iter().filter(fits).copied().collect::<Vec<_>>()
    };
    [Speed::Fast, Speed::Normal, Speed::Slow].map(of).into_iter().filter(|group| !group.is_empty()).collect()
}

/// Joins groups too small for a fleet to the next one, the last to the one before it.
fn joined(apart: Vec<Vec<ShipId>>) -> Vec<Vec<ShipId>> {
    let mut groups: Vec<Vec<ShipId>> = Vec::new();
    for mut group in apart {
        match groups.last_mut() {
            // Slow ships come last: too few of them join the group before, whatever ships that has.
            Some(last) if last.len() < LEAST_SHIPS || group.len() < LEAST_SHIPS => last.append(&mut group),
            _ => groups.push(group),
        }
    }
    groups
}

/// Divides `ships` into `count` shares of nearly equal size, in their order.
fn even_shares(ships: &[ShipId], count: usize) -> Vec<Vec<ShipId>> {
    let (size, larger) = (ships.len() / count.max(1), ships.len() % count.max(1));
    let mut rest = ships;
    let mut share = |at: usize| {
        let (share, left) = rest.split_at((size + usize::from(at < larger)).min(rest.len()));
        rest = left;
        share.to_vec()
    };
    (0..count).map(&mut share).collect()
}

/// The transition after a side has formed: the other forms, or the markers of both are mixed and placed.
fn formed(play: &mut Play<'_, '_>, side: Side) -> Result<Transition, Stop> {
    let attacker = play.state.battle()?.attacker;
    if side == attacker {
        return Ok(Transition::On(Step::Formation { side: attacker.enemy() }));
    }
    mix(play, attacker)?;
    Ok(Transition::On(Step::Placement { side: attacker }))
}

/// 8 Mixes the markers unseen: those of fast fleets that lie face up apart, all others face down with the dummies.
fn mix(play: &mut Play<'_, '_>, attacker: Side) -> Done {
    let battle = play.state.battle()?;
    let shown =
        Both::of(|side| battle.formed[side].as_ref().map_or(vec![], |formation| formation.shown.clone()));
    let down = Both::of(|side| {
        (1..=fleets(side)).filter(|number| !shown[side].contains(number)).collect::<Vec<u32>>()
    });
    let hidden = Both::of(|side| u32::try_from(down[side].len()).unwrap_or(0));
    // Before the shuffles: who lies face up is public now, the order of the others stays sealed until the
    // reveal.
    play.emit(FormationEvent::MarkersMixed { shown, hidden })?;
    for side in [attacker, attacker.enemy()] {
        if !down[side].is_empty() {
            let order = play.shuffle(throw(side, "markers", "8"), &down[side])?;
            play.emit(FormationEvent::MarkersShuffled { side, order })?;
        }
    }
    Ok(())
}

/// Why fleets are refused.
pub fn refuse(chart: &Chart, state: &State, side: Side, sorted: &Sorted) -> Option<Refusal> {
    let sort = sorting(chart, state, side);
    let mut placed = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for (bin_name, ships) in sorted {
        let Some(bin) = sort.bins.iter().find(|bin| bin.word == *bin_name) else {
            let refusal = Refusal::new("fleets-too-many", "8").about("fleet", bin_name);
            let refusal = refusal.about("most", fleets(side));
            return Some(refusal.legal(sort.bins.iter().map(|bin| bin.word)));
        };
        if !(bin.least..=bin.most).contains(&ships.len()) {
            let refusal =
                Refusal::new("fleet-size", "8").about("fleet", bin_name).about("ships", ships.len());
            return Some(refusal.about("least", bin.least).about("most", bin.most));
        }
        if let Some(twice) = numbers.insert(bin.group, bin_name) {
            return Some(Refusal::new("fleet-twice", "8").about("fleet", bin_name).about("other", twice));
        }
        for ship in ships {
            let Some(item) = sort.items.iter().find(|item| item.word == *ship) else {
                return Some(Refusal::new("unknown-ship", "8").about("ship", ship));
            };
            if !bin.only.is_empty() && !bin.only.contains(&item.class) {
                return Some(Refusal::new("not-fast", "8").about("fleet", bin_name).about("ship", ship));
            }
            if placed.insert(*ship, bin_name).is_some() {
                return Some(Refusal::new("twice", "8").about("ship", ship));
            }
        }
    }
    let left: Vec<&Item> = sort.items.iter().filter(|item| !placed.contains_key(&item.word)).collect();
    let first = left.first()?;
    let refusal = Refusal::new("all-ships-in-fleets", "8").about("left", left.len());
    Some(refusal.about("ship", first.word))
}
