//! 3.0 Set-up: hidden draws, orders, the squadron, its first outfit and its collier.

use std::collections::BTreeMap;

use super::additional_ships;
use super::alert;
use super::arguments::Arguments;
use super::board::Board;
use super::campaign;
use super::deployment;
use super::event::{CampaignEvent, OutfittingEvent, SetUpEvent};
use super::ids::{Class, Incident, Marker, Mission, Nation, Phase, ShipId, SpaceId, SpaceKind};
use super::pack::{ShipSpec, ZoneDraw};
use super::play::{Done, Play, Transition, table};
use super::ports;
use super::state::{CoastalUnit, Setup, Ship, SpaceContents, State};
use crate::game::{Defect, Node, Refusal, Stop};
use crate::games::orders::orders;

orders! {
    /// The orders of the set-up (3), cargo aside.
    pub enum SetUpOrder from order: Arguments<'_> {
        /// 3.0(9) A collier is placed.
        "collier" => Collier { space: SpaceId = order.space("space")? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: SetUpOrder) -> Done {
    match order {
        SetUpOrder::Collier { space } => place_collier(play, space),
    }
}

/// 3.0 Sets the scenario up as far as the player's first choice: alert level 3.0(2), markers and coast, orders 3.0(5),
/// the squadron at its place 3.0(8).
///
/// # Errors
/// Chance that cannot answer.
pub fn begin(play: &mut Play<'_, '_>, setup: &Setup) -> Done {
    let pack = play.board.pack();
    let ships: BTreeMap<ShipId, Ship> = pack
        .german
        .iter()
        .filter(|(id, _)| additional_ships::sails(play.board, setup, **id))
        .map(|(id, spec)| (*id, Ship::at_start(spec, pack.set_up.squadron)))
        .collect();
    play.emit(SetUpEvent::ScenarioBegan {
        setup: setup.clone(),
        alert: pack.set_up.alert.clamp(alert::LOWEST, alert::HIGHEST),
        colliers: additional_ships::colliers(play.board, &ships),
        ships,
        standings: pack.nations.iter().map(|(nation, spec)| (*nation, spec.standing)).collect(),
    })?;
    // Before the deal, which draws from the campaign's own list of orders.
    if setup.campaign {
        let orders = pack.missions.keys().copied().collect();
        play.emit(CampaignEvent::CampaignBegan { orders })?;
    }
    additional_ships::pay(play)?;
    deployment::roll(play)?;
    deal(play).map(drop)
}

/// 3.0(3) to 3.0(5) Deals the sea anew, and draws orders from those that are left.
///
/// # Errors
/// Chance that cannot answer, or a pack with too few coastal units.
pub fn deal(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    conceal(play)?;
    let orders = match &play.state.campaign {
        Some(campaign) => campaign.orders.clone(),
        None => play.board.pack().missions.keys().copied().collect(),
    };
    draw_orders(play, &orders)?;
    Ok(Transition::GoOn)
}

/// 3.0(5) Draws one of these orders.
fn draw_orders(play: &mut Play<'_, '_>, orders: &[Mission]) -> Done {
    let mission = play.pick(table("orders", "3.0"), orders)?;
    let days = play.board.pack().missions.get(&mission).map_or(0, |spec| spec.days);
    play.emit(SetUpEvent::MissionDrawn { mission, days })
}

/// 3.0(3), 3.0(4) Conceals markers in the patrol zones and the pool, and coastal units in their harbours. A campaign deals
/// none that has left the game, and nothing to zones that are high seas (24.1).
fn conceal(play: &mut Play<'_, '_>) -> Done {
    let pack = play.board.pack();
    let mut places: BTreeMap<SpaceId, SpaceContents> = BTreeMap::new();
    let mut pool = Vec::new();
    let mut incidents = incidents(play.board, &play.state);
    for stock in &pack.set_up.stocks {
        let mut markers = warships(play.board, &play.state, stock.nation);
        markers.extend((0..stock.quiet_seas).map(|_| Marker::Incident(Incident::QuietSeas)));
        markers.extend(campaign::more_incidents(play, stock.nation, &mut incidents)?);
        let mut shuffled =
            play.shuffle(table("concealed-zones", "3.0").about(stock.nation), &markers)?.into_iter();
        // A zone that has become high seas gets nothing: its share stays in the stock and so goes to the
        // pool.
        let patrolled = |draw: &&ZoneDraw| ports::is_patrolled(play.board, &play.state, draw.zone);
        for draw in stock.zones.iter().filter(patrolled) {
            let drawn: Vec<Marker> = shuffled.by_ref().take(usize::from(draw.count)).collect();
            places.entry(draw.zone).or_default().hidden.extend(drawn);
        }
        pool.extend(shuffled);
    }
    pool.extend(incidents);
    pool.extend(pooled(play.board, &play.state));
    // 13.0 draws by position, and those positions are public: the order must be as unknown as the contents.
    let pool = play.shuffle(table("concealed-pool", "3.0"), &pool)?;
    conceal_coast(play, &mut places)?;
    play.emit(SetUpEvent::MarkersConcealed { places, pool })
}

/// 3.0(3), 19.0 Ships that go into the pool at once: convoys, and those that additional German ships bring.
fn pooled<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = Marker> + 'a {
    let convoy = |spec: &ShipSpec| spec.class == Class::TroopConvoy && !spec.what_if;
    let convoys = allied(board, state).filter(move |(_, spec)| convoy(spec)).map(|(marker, _)| marker);
    convoys.chain(additional_ships::answer(board, state))
}

/// 3.0(3) All markers of the scenario, unordered.
pub(super) fn markers(board: &Board, state: &State) -> Vec<Marker> {
    let mut markers = incidents(board, state);
    for stock in &board.pack().set_up.stocks {
        markers.extend(warships(board, state, stock.nation));
        markers.extend((0..stock.quiet_seas).map(|_| Marker::Incident(Incident::QuietSeas)));
    }
    markers.extend(pooled(board, state));
    markers
}

/// 3.0(3) The Incident markers that stand for no ship, without the Quiet Seas that are dealt with the warships.
fn incidents(board: &Board, state: &State) -> Vec<Marker> {
    let pack = board.pack();
    let dealt: u8 = pack.set_up.stocks.iter().map(|stock| stock.quiet_seas).sum();
    let mut markers = Vec::new();
    for (incident, spec) in &pack.incidents {
        let marker = Marker::Incident(*incident);
        // 13.1: a marker that has left play is out for the whole campaign.
        let gone = state.out_of_play.iter().filter(|other| **other == marker).count() as u8;
        let dealt = if *incident == Incident::QuietSeas { dealt } else { 0 };
        markers.extend((0..spec.count.saturating_sub(dealt + gone)).map(|_| marker));
    }
    markers
}

fn conceal_coast(play: &mut Play<'_, '_>, places: &mut BTreeMap<SpaceId, SpaceContents>) -> Done {
    let pack = play.board.pack();
    let values: Vec<u8> = pack.coastal.iter().flat_map(|spec| (0..spec.count).map(|_| spec.value)).collect();
    // 3.0(4): the units left over leave the game unseen, so they are dropped here and no event names them.
    let mut shuffled = play.shuffle(table("concealed-coast", "3.0"), &values)?.into_iter();
    for (space, spec) in pack.spaces.iter().filter(|(_, spec)| spec.coastal_units > 0) {
        let drawn: Vec<CoastalUnit> = shuffled
            .by_ref()
            .take(usize::from(spec.coastal_units))
            .map(|value| CoastalUnit { value, shown: false })
            .collect();
        // The check of a pack counts them, so this is never the player's fault.
        if drawn.len() < usize::from(spec.coastal_units) {
            return Err(Stop::Fault(Defect("the pack has too few coastal units".into())));
        }
        places.entry(*space).or_default().coast.extend(drawn);
    }
    Ok(())
}

/// The Allied ships of this scenario: what-if ships only with the option (19.0), none that has left a campaign.
fn allied<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = (Marker, &'a ShipSpec)> {
    let ships = board.pack().ships.iter();
    ships
        .filter(|(id, spec)| additional_ships::is_in_play(state, **id, spec))
        .map(|(id, spec)| (Marker::Ship(*id), spec))
}

/// 3.0(3) The warships that are dealt to the zones of a nation.
pub(super) fn warships(board: &Board, state: &State, nation: Nation) -> Vec<Marker> {
    allied(board, state)
        .filter(|(_, spec)| spec.nation == nation && spec.class != Class::TroopConvoy && !spec.what_if)
        .map(|(marker, _)| marker)
        .collect()
}

/// 3.0(9) The spaces where a collier may be placed.
pub fn collier_options(board: &Board, state: &State) -> Node {
    Node::one_of("space", collier_spaces(board, state).map(|space| space.0))
}

/// 3.0(9) Sea spaces, where a collier may lie: the Atlantic only when the mission opens it (12.5).
fn collier_spaces<'a>(board: &'a Board, state: &'a State) -> impl Iterator<Item = SpaceId> + 'a {
    let atlantic = super::movement::atlantic_is_open(board, state);
    board.pack().spaces.iter().filter_map(move |(space, spec)| {
        let open = match spec.kind {
            SpaceKind::HighSeas | SpaceKind::Transit | SpaceKind::PatrolZone => true,
            SpaceKind::AtlanticExit => atlantic,
            _ => false,
        };
        (open && !state.colliers.contains(space)).then_some(*space)
    })
}

/// 3.0(9) Places the collier; once all are placed, moves the last of them.
fn place_collier(play: &mut Play<'_, '_>, space: SpaceId) -> Done {
    if play.state.colliers_to_place == 0
        && let Some(last) = play.state.colliers.last().copied()
    {
        play.emit(OutfittingEvent::CollierRemoved {
            space: last,
            why: crate::game::Word::literal("set-up"),
        })?;
        return play.emit(SetUpEvent::CollierPlaced { space, left: 0 });
    }
    let left = play.state.colliers_to_place.saturating_sub(1);
    play.emit(SetUpEvent::CollierPlaced { space, left })
}

/// Why a collier may not be placed there.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let space = order.when("collier", state, Phase::SetUp)?.space("space")?;
    let refusal = |reason, rule| Some(Refusal::new(reason, rule).about("space", space));
    match board.kind(space) {
        SpaceKind::Port | SpaceKind::NavalBase => refusal("no-sea-space", "3.0"),
        SpaceKind::BlackSea => refusal("black-sea-closed", "12.5"),
        SpaceKind::AtlanticExit if !super::movement::atlantic_is_open(board, state) => {
            refusal("atlantic-closed", "12.5")
        }
        _ if state.colliers.contains(&space) => refusal("collier-there", "3.0"),
        _ => None,
    }
}

/// Why an order is refused during the set-up.
pub fn refuse(state: &State, verb: &str) -> Option<Refusal> {
    (verb == "done" && state.colliers_to_place > 0)
        .then(|| Refusal::new("collier-first", "3.0").about("colliers", state.colliers_to_place))
}
