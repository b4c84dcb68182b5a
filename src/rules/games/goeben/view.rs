//! A viewer's view of the state: face-down markers are counts, the pool is a number.

use std::collections::BTreeMap;

use serde::Serialize;

use super::board::Board;
use super::campaign;
use super::cargo;
use super::ids::{Marker, Mission, Nation, Phase, Power, ShipId, SpaceId};
use super::incidents;
use super::movement;
use super::odds;
use super::officers;
use super::officers::view::CompanyView;
use super::pack::Terrain;
use super::ports;
use super::state::austrian::Austrian;
use super::state::battle::Battle;
use super::state::campaign::{Campaign, Deed, Verdict};
use super::state::{Outcome, Setup, Ship, State, Task, Today};
use super::victory::{self, Progress};
use crate::game::odds::Odds;
use crate::game::{Shared, Viewer};

/// The position as the player, or a spectator, sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// The options of the table.
    pub setup: Setup,
    /// The orders.
    pub mission: Option<Mission>,
    /// Their progress.
    pub progress: Option<Progress>,
    /// Turns of the scenario.
    pub days: u8,
    /// The turn, 0 during the set-up.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
    /// The alert level.
    pub alert: u8,
    /// Victory points.
    pub victory_points: i32,
    /// The German ships.
    pub ships: BTreeMap<ShipId, ShipView>,
    /// The side of each power.
    pub standings: Shared<BTreeMap<Nation, Power>>,
    /// German colliers.
    pub colliers: Vec<SpaceId>,
    /// Colliers to be placed.
    pub colliers_to_place: u8,
    /// Spaces with anything on them.
    pub places: BTreeMap<SpaceId, PlaceView>,
    /// The row of the Terrain Effects Chart of every port and base.
    pub harbours: BTreeMap<SpaceId, Terrain>,
    /// Markers that a German ship would draw, by space; none where the space is absent.
    pub draws: BTreeMap<SpaceId, u8>,
    /// Spaces no German ship may enter now.
    pub barred: Vec<SpaceId>,
    /// Markers in the pool.
    pub pool: usize,
    /// Markers out of play.
    pub out_of_play: Shared<Vec<Marker>>,
    /// Allied ships out of the scenario.
    pub damaged: Vec<ShipId>,
    /// Allied ships sunk.
    pub sunk: Vec<ShipId>,
    /// Neutral places visited.
    pub visited: Vec<SpaceId>,
    /// The turn of the French fleet.
    pub french_sortie: Option<u8>,
    /// The state that lasts until the turn ends.
    pub today: Today,
    /// Spaces still to handle.
    pub todo: Vec<SpaceId>,
    /// The tasks in hand.
    pub tasks: Vec<Task>,
    /// The outcome of the scenario.
    pub outcome: Option<Outcome>,
    /// The campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign: Option<CampaignView>,
    /// The officers' affairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<CompanyView>,
    /// The face-down markers and units, for a viewer that may see everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concealed: Option<Concealed>,
    /// Austro-Hungarian ships that have come out (20).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub austrians: BTreeMap<ShipId, AustrianView>,
    /// The other place where the squadron may begin (18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deployment: Option<SpaceId>,
    /// The odds of the orders that are open now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<Odds>,
}

impl View {
    /// The battle in hand.
    pub fn battle(&self) -> Option<&Battle> {
        self.tasks.iter().find_map(|task| match task {
            Task::Battle(battle) => Some(battle),
            _ => None,
        })
    }

    /// Allied ships sunk so far, those of the battle in hand among them.
    pub fn sunk_so_far(&self) -> Vec<ShipId> {
        let now = self.battle().into_iter().flat_map(|battle| &battle.enemies).filter(|enemy| enemy.sunk);
        let now = now.map(|enemy| enemy.ship).filter(|ship| !self.sunk.contains(ship));
        self.sunk.iter().copied().chain(now).collect()
    }

    /// Allied ships face up and afloat at a place: the counter of one sunk in battle lies there until that ends.
    pub fn afloat_at(&self, space: SpaceId) -> Vec<ShipId> {
        let shown = self.places.get(&space).map_or(&[][..], |place| &place.shown);
        let is_sunk = |ship: ShipId| {
            let mut enemies = self.battle().into_iter().flat_map(|battle| &battle.enemies);
            enemies.any(|enemy| enemy.ship == ship && enemy.sunk)
        };
        shown.iter().copied().filter(|ship| !is_sunk(*ship)).collect()
    }

    /// The space of an Austro-Hungarian ship afloat.
    pub fn austrian_at(&self, ship: ShipId) -> Option<SpaceId> {
        let sunk = self.battle().and_then(|battle| battle.austrian(ship)).is_some_and(|counter| counter.sunk);
        self.austrians.get(&ship)?.ship.at().filter(|_| !sunk)
    }
}

/// An Austro-Hungarian ship with its possibilities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AustrianView {
    /// Its space, or its fate.
    pub ship: Austrian,
    /// It may still move this turn.
    pub may_move: bool,
    /// The spaces it can move to now, by distance; empty if it may not move.
    pub reach: Vec<Vec<SpaceId>>,
    /// Markers that would be drawn where it is.
    pub draws: u8,
    /// Its neutral visit is over and it must leave.
    pub must_leave: bool,
}

/// A campaign (24): nothing of it is hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampaignView {
    /// The mission in hand, counted from 1.
    pub number: usize,
    /// Missions there can be at most, this one and those before among them.
    pub most: usize,
    /// Missions won.
    pub successes: u8,
    /// The missions before, in their order.
    pub ledger: Vec<Deed>,
    /// Orders that may still be drawn.
    pub orders: Vec<Mission>,
    /// Patrol zones that are high seas.
    pub open_seas: Vec<SpaceId>,
    /// Allied ships that have left the game without being sunk.
    pub removed: Vec<ShipId>,
    /// The places where ships may begin later missions.
    pub stations: Vec<SpaceId>,
    /// The verdict, once it is over.
    pub verdict: Option<Verdict>,
}

/// A German ship with the figures that follow from its tracks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShipView {
    /// The ship.
    #[serde(flatten)]
    pub ship: Ship,
    /// It may still move this turn.
    pub may_move: bool,
    /// Spaces at cruise, maximum and emergency speed; absent when it cannot use them.
    pub speeds: [Option<u8>; 3],
    /// The spaces it can move to now: those one space away, then those two away, and so on, each by a shortest walk; empty if
    /// it may not move.
    pub reach: Vec<Vec<SpaceId>>,
    /// Markers that would be drawn where it is.
    pub draws: u8,
    /// Its neutral visit is over and it must leave.
    pub must_leave: bool,
    /// Cargo points it may still spend where it is (8.1, 8.5).
    pub cargo_points: u8,
}

/// A space, as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceView {
    /// The number of markers face down.
    pub hidden: usize,
    /// Allied ships face up.
    pub shown: Vec<ShipId>,
    /// Coastal units: the value of those face up.
    pub coast: Vec<Option<u8>>,
    /// A landing party holds it.
    pub landed: bool,
    /// Friendly Ships.
    pub friends: u8,
    /// German mines (23).
    #[serde(skip_serializing_if = "is_none")]
    pub mines: u8,
}

fn is_none(count: &u8) -> bool {
    *count == 0
}

/// Markers and units that lie face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Concealed {
    /// Face-down markers by space.
    pub markers: BTreeMap<SpaceId, Vec<Marker>>,
    /// Coastal units by space.
    pub coast: BTreeMap<SpaceId, Vec<u8>>,
    /// The pool in its order.
    pub pool: Vec<Marker>,
}

/// The view of `viewer`. Players and spectators see the same position; officers see their own affairs, letters and messages
/// besides (25.0).
pub fn view(board: &Board, state: &State, viewer: Viewer) -> View {
    View {
        setup: state.setup.clone(),
        mission: state.mission,
        progress: victory::progress(board, state),
        days: state.days,
        turn: state.turn,
        phase: state.phase,
        alert: state.alert,
        victory_points: state.victory_points,
        ships: state.ships.iter().map(|(id, ship)| (*id, ship_view(board, state, *id, ship))).collect(),
        standings: state.standings.clone(),
        colliers: state.colliers.clone(),
        colliers_to_place: state.colliers_to_place,
        places: places(state),
        harbours: harbours(board, state),
        draws: draws(board, state),
        barred: movement::barred(board, state),
        pool: state.pool.len(),
        out_of_play: state.out_of_play.clone(),
        damaged: state.damaged.clone(),
        sunk: state.sunk.clone(),
        visited: state.visited.clone(),
        french_sortie: state.french_sortie,
        today: state.today.clone(),
        todo: state.todo.clone(),
        tasks: state.tasks.clone(),
        outcome: state.outcome,
        campaign: state.campaign.as_ref().map(|campaign| campaign_view(board, state, campaign)),
        company: officers::view::view(board, state, viewer),
        concealed: (viewer == Viewer::All).then(|| concealed(state)),
        austrians: state
            .austrians
            .iter()
            .map(|(id, ship)| (*id, austrian_view(board, state, *id, *ship)))
            .collect(),
        deployment: state.deployment,
        odds: odds::odds(board, state),
    }
}

fn austrian_view(board: &Board, state: &State, id: ShipId, ship: Austrian) -> AustrianView {
    use super::ids::Speed::Cruise;
    AustrianView {
        ship,
        may_move: may_move(state, id),
        reach: reach(board, state, id, movement::spaces_at(board, state, id, Cruise).unwrap_or(0)),
        draws: ship.at().map_or(0, |at| incidents::draws(board, state, at)),
        must_leave: ports::must_leave(state, id),
    }
}

fn campaign_view(board: &Board, state: &State, campaign: &Campaign) -> CampaignView {
    let number = campaign::number(state, campaign);
    CampaignView {
        number,
        most: number + campaign.orders.len(),
        successes: campaign.successes(),
        ledger: campaign.ledger.clone(),
        orders: campaign.orders.clone(),
        open_seas: campaign.open_seas.clone(),
        removed: campaign.removed.clone(),
        stations: campaign::stations(board, state).into_iter().collect(),
        verdict: campaign.verdict,
    }
}

fn ship_view(board: &Board, state: &State, id: ShipId, ship: &Ship) -> ShipView {
    use super::ids::Speed::{Cruise, Emergency, Maximum};
    let speeds = [Cruise, Maximum, Emergency].map(|speed| movement::spaces_at(board, state, id, speed));
    ShipView {
        ship: ship.clone(),
        may_move: may_move(state, id),
        speeds,
        reach: reach(board, state, id, speeds.iter().flatten().copied().max().unwrap_or(0)),
        draws: ship.at.map_or(0, |at| incidents::draws(board, state, at)),
        must_leave: ports::must_leave(state, id),
        cargo_points: cargo::points_left(board, state, id),
    }
}

/// Returns whether a ship may still move this turn: it is able to, and the movement phase is not over.
fn may_move(state: &State, id: ShipId) -> bool {
    let ahead =
        matches!(state.phase, Phase::SetUp | Phase::Outfitting | Phase::Intelligence | Phase::Movement);
    ahead && movement::may_move(state, id)
}

/// The spaces a ship can reach within `most` spaces, by distance.
fn reach(board: &Board, state: &State, id: ShipId, most: u8) -> Vec<Vec<SpaceId>> {
    let Some(walk) = movement::walk(board, state, id, most).filter(|_| may_move(state, id)) else {
        return vec![];
    };
    let mut reach: Vec<Vec<SpaceId>> = Vec::new();
    for (space, path) in walk.routes() {
        // Routes come by the name of the space: a long one may come before a short one.
        if reach.len() < path.len() {
            reach.resize(path.len(), Vec::new());
        }
        reach[path.len() - 1].push(SpaceId(space));
    }
    reach
}

fn harbours(board: &Board, state: &State) -> BTreeMap<SpaceId, Terrain> {
    let harbours = board.pack().spaces.keys().filter(|space| board.is_harbour(**space));
    harbours.map(|space| (*space, ports::terrain(board, state, *space))).collect()
}

fn draws(board: &Board, state: &State) -> BTreeMap<SpaceId, u8> {
    let spaces = board.pack().spaces.keys();
    spaces.map(|space| (*space, incidents::draws(board, state, *space))).filter(|(_, n)| *n > 0).collect()
}

fn places(state: &State) -> BTreeMap<SpaceId, PlaceView> {
    state
        .places
        .iter()
        .map(|(space, place)| {
            let view = PlaceView {
                hidden: place.hidden.len(),
                shown: place.shown.clone(),
                coast: place.coast.iter().map(|unit| unit.shown.then_some(unit.value)).collect(),
                landed: place.landed,
                friends: place.friends,
                mines: place.mines,
            };
            (*space, view)
        })
        .collect()
}

fn concealed(state: &State) -> Concealed {
    let places = || state.places.iter();
    Concealed {
        markers: places()
            .filter(|(_, place)| !place.hidden.is_empty())
            .map(|(space, place)| (*space, place.hidden.clone()))
            .collect(),
        coast: places()
            .filter(|(_, place)| !place.coast.is_empty())
            .map(|(space, place)| (*space, place.coast.iter().map(|unit| unit.value).collect()))
            .collect(),
        pool: state.pool.to_vec(),
    }
}
