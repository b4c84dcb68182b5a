//! Markers and coastal units that lie face down, dealt anew (3.0(3), 3.0(4)).

use super::memory::Memory;
use crate::game::Dice;
use crate::games::goeben::board::Board;
use crate::games::goeben::campaign;
use crate::games::goeben::ids::{Incident, Marker, SpaceId};
use crate::games::goeben::pack::Stock;
use crate::games::goeben::set_up;
use crate::games::goeben::state::{State, Task};
use crate::games::goeben::view::View;

const QUIET: Marker = Marker::Incident(Incident::QuietSeas);
/// The deals tried before one is taken that has as few Quiet Seas in the zones as possible. With the built-in pack, the
/// unlikeliest memory of a pool takes some thirty.
const DEALS: u32 = 200;

/// Deals markers to the zones and the pool, and values to the coastal units.
pub(super) fn deal(board: &Board, state: &mut State, view: &View, memory: &Memory, dice: &mut Dice) {
    let mut unseen = unseen(board, state, memory);
    let decks: Vec<Deck<'_>> = board
        .pack()
        .set_up
        .stocks
        .iter()
        .map(|stock| Deck::of(board, state, memory, stock, &unseen))
        .collect();
    // First the zones, which hold only what their own stock dealt; other places and the pool take the rest.
    let dealt = zones(view, &decks, &unseen, memory, dice);
    for (_, marker) in &dealt {
        take(&mut unseen, *marker);
    }
    let mut rest = dice.shuffle(unseen.len() as u32).into_iter().map(|at| unseen[at as usize]);
    let mut next = || rest.next().unwrap_or(QUIET);
    for (space, marker) in dealt {
        state.places.entry(space).or_default().hidden.push(marker);
    }
    for (space, place) in &view.places {
        let hidden = &mut state.places.entry(*space).or_default().hidden;
        while hidden.len() < place.hidden {
            hidden.push(next());
        }
    }
    state.pool = memory.pool.iter().map(|known| known.unwrap_or_else(&mut next)).collect();
    coast(board, state, memory, dice);
}

/// Markers of the scenario that are neither face up nor known to lie in the pool.
fn unseen(board: &Board, state: &State, memory: &Memory) -> Vec<Marker> {
    // Without ships sunk and markers out of play, which the set-up leaves out.
    let mut unseen = set_up::markers(board, state);
    let ship = |ship| Marker::Ship(ship);
    let incident = |incident| Marker::Incident(incident);
    let at_places = state.places.values();
    let friends = at_places.clone().map(|place| usize::from(place.friends)).sum();
    let in_hand = state.tasks.iter().filter_map(|task| match task {
        Task::Incidents { queue, done, .. } => Some(queue.iter().chain(done)),
        _ => None,
    });
    let seen = (at_places.flat_map(|place| &place.shown).copied().map(ship))
        .chain(state.damaged.iter().copied().map(ship))
        .chain(in_hand.flatten().copied().map(incident))
        .chain(std::iter::repeat_n(incident(Incident::FriendlyShip), friends))
        .chain(state.today.merchantmen.iter().map(|_| incident(Incident::AlliedMerchantman)))
        .chain(state.french_sortie.map(|_| incident(Incident::FrenchNavySortie)))
        .chain(memory.pool.iter().flatten().copied());
    seen.for_each(|marker| take(&mut unseen, marker));
    unseen
}

fn take(markers: &mut Vec<Marker>, marker: Marker) {
    if let Some(at) = markers.iter().position(|other| *other == marker) {
        markers.swap_remove(at);
    }
}

/// The part of a stock that may still lie face down in its zones.
struct Deck<'a> {
    stock: &'a Stock,
    /// A marker, or any incident: one of those that a campaign deals to the zones (24.3).
    cards: Vec<Option<Marker>>,
}

impl<'a> Deck<'a> {
    fn of(board: &Board, state: &State, memory: &Memory, stock: &'a Stock, unseen: &[Marker]) -> Deck<'a> {
        let mut cards: Vec<Option<Marker>> = set_up::warships(board, state, stock.nation)
            .into_iter()
            .filter(|ship| unseen.contains(ship))
            .map(Some)
            .collect();
        let zones = stock.zones.iter().filter_map(|draw| memory.turned_up.get(&draw.zone));
        let (quiet, others) = zones.flatten().fold((0, 0), |(quiet, others), marker| match marker {
            Marker::Ship(_) => (quiet, others),
            Marker::Incident(Incident::QuietSeas) => (quiet + 1, others),
            Marker::Incident(_) => (quiet, others + 1),
        });
        let dealt = usize::from(stock.quiet_seas);
        let more = match state.campaign {
            Some(_) => campaign::battlecruisers_among(board, &memory.sunk_before, stock.nation),
            None => 0,
        };
        cards.extend(std::iter::repeat_n(Some(QUIET), dealt.saturating_sub(quiet)));
        // 24.3: an added incident may be Quiet Seas too; any beyond the stock's own number were added.
        cards.extend(std::iter::repeat_n(None, more.saturating_sub(others + quiet.saturating_sub(dealt))));
        Deck { stock, cards }
    }
}

/// Markers for the zones. Quiet Seas that have been drawn from the pool lay in no zone, so a deal is accepted with the
/// likelihood that so many of them are drawn from the pool that it leaves.
fn zones(
    view: &View,
    decks: &[Deck<'_>],
    unseen: &[Marker],
    memory: &Memory,
    dice: &mut Dice,
) -> Vec<(SpaceId, Marker)> {
    let quiet =
        |markers: &mut dyn Iterator<Item = Marker>| markers.filter(|marker| *marker == QUIET).count() as u32;
    let left = quiet(&mut unseen.iter().copied());
    for _ in 0..DEALS {
        let dealt = deal_once(view, decks, unseen, false, dice);
        let in_zones = quiet(&mut dealt.iter().map(|(_, marker)| *marker));
        let drawn = dice.draw(memory.quiet_drawn, left + memory.quiet_drawn);
        if in_zones <= left && drawn.iter().all(|at| *at >= in_zones) {
            return dealt;
        }
    }
    deal_once(view, decks, unseen, true, dice)
}

fn deal_once(
    view: &View,
    decks: &[Deck<'_>],
    unseen: &[Marker],
    ships_first: bool,
    dice: &mut Dice,
) -> Vec<(SpaceId, Marker)> {
    let incidents: Vec<Marker> =
        unseen.iter().copied().filter(|marker| matches!(marker, Marker::Incident(_))).collect();
    let mut others = vec![];
    let mut dealt = vec![];
    for deck in decks {
        let mut order = dice.shuffle(deck.cards.len() as u32);
        if ships_first {
            // Zones filled with ships first leave as many Quiet Seas as possible to the pool.
            order.sort_by_key(|at| !matches!(deck.cards[*at as usize], Some(Marker::Ship(_))));
        }
        let mut order = order.into_iter();
        for draw in &deck.stock.zones {
            let lie = view.places.get(&draw.zone).map_or(0, |place| place.hidden);
            for at in order.by_ref().take(lie.min(usize::from(draw.count))) {
                let any = || {
                    if others.is_empty() {
                        others = dice.shuffle(incidents.len() as u32);
                    }
                    others.pop().map_or(QUIET, |at| incidents[at as usize])
                };
                dealt.push((draw.zone, deck.cards[at as usize].unwrap_or_else(any)));
            }
        }
    }
    dealt
}

/// Values for the coastal units face down, of all that no other unit has or had.
fn coast(board: &Board, state: &mut State, memory: &Memory, dice: &mut Dice) {
    let units = || board.pack().coastal.iter();
    let mut values: Vec<u8> = units().flat_map(|spec| (0..spec.count).map(|_| spec.value)).collect();
    let shown = state.places.values().flat_map(|place| &place.coast).filter(|unit| unit.shown);
    // 24.1(4): every mission deals all units anew, so of those destroyed only this mission's are left out.
    for value in shown.map(|unit| unit.value).chain(memory.destroyed.iter().copied()) {
        if let Some(at) = values.iter().position(|other| *other == value) {
            values.swap_remove(at);
        }
    }
    let order = dice.shuffle(values.len() as u32);
    let mut order = order.into_iter().map(|at| values[at as usize]);
    for unit in state.places.values_mut().flat_map(|place| &mut place.coast).filter(|unit| !unit.shown) {
        unit.value = order.next().unwrap_or(0);
    }
}
