//! Events: what changed, with the resulting values, and how each is assigned to the state.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::austria::{Austrian, Loss};
use super::campaign::record::{Deed, Verdict};
use super::ids::{Cargo, Incident, Marker, Mission, Nation, Phase, ShipId, SpaceId, Speed, Standing, Track};
use super::naval_combat::battle::{Battle, Counter, Side, Step};
use super::officers::company::Company;
use super::officers::event::{Reading, Said};
use super::pack::{ContactResult, IntelligenceResult, ShoreHit};
use super::seaplanes::Flight;
use super::state::{CoastalUnit, Outcome, Place, Setup, Ship, Source, State, Task, Today};
use crate::game::{Fault, Form, Seat, Word};
use crate::games::play::Fold;

/// Every kind of event with its version, for the log.
pub const KINDS: &[(&str, u32)] = &[
    ("ScenarioBegan", 1),
    ("MarkersConcealed", 1),
    ("MissionDrawn", 1),
    ("PhaseBegan", 1),
    ("AlertChanged", 1),
    ("VictoryPointsChanged", 1),
    ("TrackChanged", 1),
    ("SystemSilenced", 1),
    ("CargoStowed", 1),
    ("CargoRemoved", 1),
    ("CargoMoved", 1),
    ("CargoSwapped", 1),
    ("CollierPlaced", 1),
    ("CollierRemoved", 1),
    ("ShipOutfitted", 1),
    ("SupplyDrawn", 1),
    ("RepairAttempted", 1),
    ("FriendsLeft", 1),
    ("IntelligenceAttempted", 1),
    ("UnitsRevealed", 1),
    ("ShipMoved", 1),
    ("ShipRetreated", 1),
    ("PortVisited", 1),
    ("LandingPartyLanded", 1),
    ("LandingPartyRecovered", 1),
    ("LandingPartyLost", 1),
    ("MarkersRevealed", 1),
    ("MarkersDrawn", 1),
    ("MarkersReturned", 1),
    ("MarkerRemovedFromPlay", 1),
    ("AlliesArrived", 1),
    ("AlliesLeft", 1),
    ("MerchantmanSighted", 1),
    ("MerchantmanRaided", 1),
    ("MerchantmanLeft", 1),
    ("IncidentBegan", 1),
    ("FriendlyShipMet", 1),
    ("VisibilityLimited", 1),
    ("VisibilityRolled", 1),
    ("StormBroke", 1),
    ("MoraleChanged", 1),
    ("FrenchFleetSailed", 1),
    ("FrenchFleetReturned", 1),
    ("SpacesListed", 1),
    ("SpaceBegan", 1),
    ("TaskBegan", 1),
    ("TaskChanged", 1),
    ("TaskEnded", 1),
    ("ContactMade", 1),
    ("BattleStepped", 1),
    ("ShipFired", 1),
    ("FireOpened", 1),
    ("EnemyHit", 1),
    ("BattleScored", 1),
    ("CoastRevealed", 1),
    ("CoastHit", 1),
    ("CoastalUnitDestroyed", 1),
    ("SpaceBombarded", 1),
    ("BattleEnded", 1),
    ("ShipSunk", 1),
    ("ScenarioEnded", 1),
    ("CampaignBegan", 1),
    ("MissionRecorded", 1),
    ("OrdersRemoved", 1),
    ("StandingChanged", 1),
    ("PatrolsWithdrawn", 1),
    ("AlliedShipRemoved", 1),
    ("ReinforcementsPromised", 1),
    ("MissionBegan", 1),
    ("ShipStationed", 1),
    ("CampaignEnded", 1),
    ("OrderProposed", 1),
    ("ProposalAgreed", 1),
    ("ProposalOpposed", 1),
    ("ProposalApproved", 1),
    ("ProposalDeclined", 1),
    ("ProposalWithdrawn", 1),
    ("ProposalLapsed", 1),
    ("RateSet", 1),
    ("SpeedProposed", 1),
    ("OfficerLeft", 1),
    ("OfficerReturned", 1),
    ("PhaseLeft", 1),
    ("MessageSent", 1),
    ("LetterLeft", 1),
    ("LetterWritten", 1),
    ("LetterRead", 1),
    ("DeploymentRolled", 1),
    ("SquadronDeployed", 1),
    ("AustriansArrived", 1),
    ("AustrianLost", 1),
    ("AustrianHit", 1),
    ("LeadChosen", 1),
    ("SeaplaneFlew", 1),
    ("NightFell", 1),
    ("MinesLaid", 1),
    ("MinesSprung", 1),
];

/// A change of state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "body", deny_unknown_fields)]
#[allow(clippy::large_enum_variant)]
pub enum Event {
    /// The public part of the set-up (3.0).
    ScenarioBegan {
        /// The options of the table.
        setup: Setup,
        /// The alert level.
        alert: u8,
        /// The German ships with their tracks.
        ships: BTreeMap<ShipId, Ship>,
        /// Where the powers stand.
        standings: BTreeMap<Nation, Standing>,
        /// Colliers the player places.
        colliers: u8,
    },
    /// The hidden part of the set-up (3.0(3), 3.0(4)).
    MarkersConcealed {
        /// Markers and coastal units by space.
        places: BTreeMap<SpaceId, Place>,
        /// The pool, shuffled.
        pool: Vec<Marker>,
    },
    /// Orders are drawn (3.0(5)).
    MissionDrawn {
        /// The orders.
        mission: Mission,
        /// Turns.
        days: u8,
    },
    /// A phase begins; outfitting begins a turn.
    PhaseBegan {
        /// The turn.
        turn: u8,
        /// The phase.
        phase: Phase,
    },
    /// The alert level changes (5).
    AlertChanged {
        /// The level now.
        alert: u8,
        /// By how much.
        by: i8,
        /// What caused it.
        why: Word,
    },
    /// Victory points change (17.1).
    VictoryPointsChanged {
        /// By how much.
        by: i32,
        /// The total now.
        total: i32,
        /// What for.
        why: Word,
        /// Which ship or place.
        about: Option<Word>,
    },
    /// A track of a German ship changes (6.2).
    TrackChanged {
        /// The ship.
        ship: ShipId,
        /// The track.
        track: Track,
        /// Its value before.
        from: u8,
        /// Its value now.
        to: u8,
        /// What caused it.
        why: Word,
    },
    /// A gun type or the engines of a ship are at 0 by Allied hands, for the first time (17.1).
    SystemSilenced {
        /// The ship.
        ship: ShipId,
        /// The track.
        track: Track,
    },
    /// Cargo is put aboard (8.2).
    CargoStowed {
        /// The ship.
        ship: ShipId,
        /// The hull box.
        hull_box: u8,
        /// The counter.
        cargo: Cargo,
        /// Cargo points the ship has spent in this outfit.
        points_spent: u8,
    },
    /// Cargo leaves a ship (8.3, 8.4).
    CargoRemoved {
        /// The ship.
        ship: ShipId,
        /// The hull box.
        hull_box: u8,
        /// The counter.
        cargo: Cargo,
        /// What caused it.
        why: Word,
        /// Cargo points the ship has spent in this outfit.
        points_spent: u8,
    },
    /// Cargo changes ship (8.6).
    CargoMoved {
        /// The counter.
        cargo: Cargo,
        /// From which ship.
        from: ShipId,
        /// From which box.
        from_box: u8,
        /// To which ship.
        to: ShipId,
        /// To which box.
        to_box: u8,
    },
    /// Two ships exchange a counter each (8.6).
    CargoSwapped {
        /// One ship.
        ship: ShipId,
        /// The box of its counter.
        hull_box: u8,
        /// Its counter.
        cargo: Cargo,
        /// The other ship.
        other: ShipId,
        /// The box of that ship's counter.
        other_box: u8,
        /// That ship's counter.
        other_cargo: Cargo,
    },
    /// A collier is placed (3.0(9)).
    CollierPlaced {
        /// Where.
        space: SpaceId,
        /// Colliers still to place.
        left: u8,
    },
    /// A collier leaves the map (7.4, 7.5).
    CollierRemoved {
        /// Where it was.
        space: SpaceId,
        /// What caused it.
        why: Word,
    },
    /// A ship outfits or repairs and may not move this turn (7.0).
    ShipOutfitted {
        /// The ship.
        ship: ShipId,
    },
    /// A source of coal or ammunition is drawn on (7.1, 7.3).
    SupplyDrawn {
        /// Where.
        space: SpaceId,
        /// What.
        source: Source,
        /// Points to share out.
        points: u8,
    },
    /// A ship rolls for repairs (10.1).
    RepairAttempted {
        /// The ship.
        ship: ShipId,
    },
    /// Friendly ships part company and their markers go back to the pool.
    FriendsLeft {
        /// Where.
        space: SpaceId,
        /// How many.
        markers: u8,
    },
    /// The intelligence attempt of the turn (11.1).
    IntelligenceAttempted {
        /// The ship.
        ship: ShipId,
        /// The intelligence value.
        value: u8,
        /// What came of it.
        result: IntelligenceResult,
    },
    /// Units are turned face up by intelligence (11.2).
    UnitsRevealed {
        /// Where.
        space: SpaceId,
        /// Markers turned up.
        markers: Vec<Marker>,
        /// Coastal units turned up: position and value.
        coast: Vec<(u8, u8)>,
    },
    /// A ship moves (12).
    ShipMoved {
        /// The ship.
        ship: ShipId,
        /// From where.
        from: SpaceId,
        /// Spaces entered, the last where it stops.
        path: Vec<SpaceId>,
        /// At what speed.
        speed: Speed,
    },
    /// A ship breaks off to a neighbouring space (14.4).
    ShipRetreated {
        /// The ship.
        ship: ShipId,
        /// To where.
        to: SpaceId,
    },
    /// A neutral place has had its visit (9.1).
    PortVisited {
        /// Which.
        space: SpaceId,
    },
    /// A landing party takes a port (9.2).
    LandingPartyLanded {
        /// From which ship.
        ship: ShipId,
        /// Out of which box.
        hull_box: u8,
        /// Where.
        space: SpaceId,
    },
    /// A landing party comes back aboard.
    LandingPartyRecovered {
        /// To which ship.
        ship: ShipId,
        /// Into which box.
        hull_box: u8,
        /// From where.
        space: SpaceId,
    },
    /// A landing party without a ship is lost (9.2).
    LandingPartyLost {
        /// Where.
        space: SpaceId,
    },
    /// Face-down markers at a space are turned up (13(1)).
    MarkersRevealed {
        /// Where.
        space: SpaceId,
        /// The markers.
        markers: Vec<Marker>,
    },
    /// Markers are drawn from the pool (13(2)).
    MarkersDrawn {
        /// For which space.
        space: SpaceId,
        /// Their positions in the pool, counted from 0, in the order drawn.
        positions: Vec<u32>,
        /// The markers.
        markers: Vec<Marker>,
    },
    /// Markers go back to the pool.
    MarkersReturned {
        /// The markers.
        markers: Vec<Marker>,
        /// What caused it.
        why: Word,
    },
    /// A marker leaves play for good (13.1).
    MarkerRemovedFromPlay {
        /// The marker.
        marker: Incident,
    },
    /// Allied ships drawn come to a space (13(3)).
    AlliesArrived {
        /// Where.
        space: SpaceId,
        /// The ships.
        ships: Vec<ShipId>,
    },
    /// Allied ships leave a space for the pool.
    AlliesLeft {
        /// From where.
        space: SpaceId,
        /// The ships.
        ships: Vec<ShipId>,
        /// What caused it.
        why: Word,
    },
    /// A merchantman waits for the raiding phase.
    MerchantmanSighted {
        /// Where.
        space: SpaceId,
    },
    /// A merchantman is taken (15); its marker goes back to the pool.
    MerchantmanRaided {
        /// Where.
        space: SpaceId,
        /// The ship whose Leadership counts.
        ship: ShipId,
    },
    /// A merchantman goes its way, its marker to the pool.
    MerchantmanLeft {
        /// From where.
        space: SpaceId,
    },
    /// An incident is handled (13.1).
    IncidentBegan {
        /// Where.
        space: SpaceId,
        /// Which.
        incident: Incident,
        /// Whether it has any effect here and now.
        applies: bool,
    },
    /// A friendly ship stays by until the next outfitting phase.
    FriendlyShipMet {
        /// Where.
        space: SpaceId,
    },
    /// Visibility is limited at a space this turn.
    VisibilityLimited {
        /// Where.
        space: SpaceId,
    },
    /// The die of Limited Visibility.
    VisibilityRolled {
        /// Where.
        space: SpaceId,
        /// The die.
        die: u8,
    },
    /// A storm: no battle, no bombardment, no landing at a space this turn.
    StormBroke {
        /// Where.
        space: SpaceId,
    },
    /// Morale changes German fire this turn.
    MoraleChanged {
        /// Dice more, or fewer.
        dice: i8,
    },
    /// The French fleet is at sea in the movement phase of a turn.
    FrenchFleetSailed {
        /// Which turn.
        turn: u8,
    },
    /// The French fleet goes home, its marker to the pool.
    FrenchFleetReturned {},
    /// The spaces a phase has to handle.
    SpacesListed {
        /// The spaces.
        spaces: Vec<SpaceId>,
    },
    /// A space of the list is begun.
    SpaceBegan {
        /// Which.
        space: SpaceId,
    },
    /// Something begins that a choice will end.
    TaskBegan {
        /// What.
        task: Task,
    },
    /// The task in hand moves on.
    TaskChanged {
        /// How it stands.
        task: Task,
    },
    /// The task in hand ends.
    TaskEnded {},
    /// The contact die (14.3).
    ContactMade {
        /// German rating: Leadership, gear and speed.
        german: i32,
        /// Allied rating: alert, speed and place.
        allied: i32,
        /// Die plus German less Allied; the table's ends stand for all beyond.
        total: i32,
        /// The result, after limited visibility.
        result: ContactResult,
        /// Who fires first, if there is contact.
        first: Option<Side>,
    },
    /// A battle reaches its next step.
    BattleStepped {
        /// The step.
        step: Step,
    },
    /// A German ship pays ammunition for a battle (14.8, 14.9).
    ShipFired {
        /// The ship.
        ship: ShipId,
        /// At the maximum rate.
        maximum: bool,
    },
    /// The first shot of a battle.
    FireOpened {},
    /// An Allied ship is hit (14.13).
    EnemyHit {
        /// The ship as it now stands.
        enemy: Counter,
        /// The row of the hit table.
        hit: Word,
    },
    /// Points won and lost in a battle so far (14.14).
    BattleScored {
        /// Won.
        gained: i32,
        /// Lost.
        lost: i32,
    },
    /// Coastal units are turned up as a bombardment begins.
    CoastRevealed {
        /// Where.
        space: SpaceId,
        /// Their values.
        values: Vec<u8>,
    },
    /// A hit on the coast (16).
    CoastHit {
        /// Where.
        space: SpaceId,
        /// The row of the table.
        hit: ShoreHit,
    },
    /// A coastal unit is destroyed.
    CoastalUnitDestroyed {
        /// Where.
        space: SpaceId,
        /// Its position.
        position: u8,
        /// Its value.
        value: u8,
    },
    /// A space has had its bombardment.
    SpaceBombarded {
        /// Which.
        space: SpaceId,
    },
    /// A battle is over.
    BattleEnded {
        /// Where.
        space: SpaceId,
        /// Allied ships out of the scenario, damaged or withdrawn.
        damaged: Vec<ShipId>,
        /// Allied ships sunk.
        sunk: Vec<ShipId>,
        /// Allied ships back to the pool.
        returned: Vec<ShipId>,
    },
    /// A German ship goes down.
    ShipSunk {
        /// Which.
        ship: ShipId,
        /// Where.
        space: SpaceId,
    },
    /// The scenario is over (17).
    ScenarioEnded {
        /// How.
        outcome: Outcome,
        /// Victory points at the end.
        victory_points: i32,
    },
    /// An officer proposes an order (25).
    OrderProposed {
        /// Who.
        seat: Seat,
        /// Who has the last word on it.
        to: Seat,
        /// The order.
        order: Form,
    },
    /// An officer agrees to a course (25).
    ProposalAgreed {
        /// Who.
        seat: Seat,
        /// Whose proposal it is.
        of: Seat,
    },
    /// An officer is against a course (25).
    ProposalOpposed {
        /// Who.
        seat: Seat,
        /// Whose proposal it is.
        of: Seat,
    },
    /// A proposal is accepted and carried out (25).
    ProposalApproved {
        /// Whose it was.
        seat: Seat,
        /// Who accepts it: the commander, or all officers who agree to a course.
        by: Vec<Seat>,
    },
    /// A proposal is declined (25).
    ProposalDeclined {
        /// Whose it was.
        seat: Seat,
        /// Who declines it.
        by: Seat,
    },
    /// An officer thinks better of a proposal (25).
    ProposalWithdrawn {
        /// Who.
        seat: Seat,
    },
    /// A proposal is no longer legal (25).
    ProposalLapsed {
        /// Whose it was.
        seat: Seat,
        /// The order.
        order: Form,
    },
    /// The gunnery officer sets a ship's rate of fire (25).
    RateSet {
        /// The ship.
        ship: ShipId,
        /// The rate.
        rate: Word,
    },
    /// The engineer proposes a ship's speed (25).
    SpeedProposed {
        /// The ship.
        ship: ShipId,
        /// The speed.
        speed: Speed,
    },
    /// A seat is left to the others (25).
    OfficerLeft {
        /// Which.
        seat: Seat,
        /// Who says so.
        by: Seat,
    },
    /// A seat's player is back (25).
    OfficerReturned {
        /// Which.
        seat: Seat,
    },
    /// A commander is done with the phase (25).
    PhaseLeft {
        /// Who.
        seat: Seat,
    },
    /// A message passes between two officers (25).
    MessageSent(Said),
    /// A letter is left in a port (25).
    LetterLeft {
        /// By whom.
        by: Seat,
        /// Where.
        space: SpaceId,
    },
    /// What a letter says (25).
    LetterWritten {
        /// Who left it.
        by: Seat,
        /// Where.
        space: SpaceId,
        /// The text.
        text: String,
    },
    /// A letter is read (25).
    LetterRead(Reading),
    /// Another place where the squadron may begin (18).
    DeploymentRolled {
        /// Where.
        space: SpaceId,
    },
    /// The squadron is placed before the first turn (18).
    SquadronDeployed {
        /// Where.
        space: SpaceId,
    },
    /// Austro-Hungarian ships come out of their box (20).
    AustriansArrived {
        /// Where.
        space: SpaceId,
        /// The ships.
        ships: Vec<ShipId>,
    },
    /// An Austro-Hungarian ship leaves the map (20).
    AustrianLost {
        /// The ship.
        ship: ShipId,
        /// From where.
        space: SpaceId,
        /// How.
        loss: Loss,
        /// What caused it.
        why: Word,
    },
    /// An Austro-Hungarian ship is hit in battle (20).
    AustrianHit {
        /// The ship as it now stands.
        counter: Counter,
        /// The row of the hit table.
        hit: Word,
    },
    /// Which of two nations fires first in a battle (20).
    LeadChosen {
        /// The nation.
        nation: Nation,
    },
    /// A seaplane has looked at a space (21.2).
    SeaplaneFlew {
        /// Its ship.
        ship: ShipId,
        /// Where it looked.
        space: SpaceId,
        /// What came of it.
        result: Flight,
    },
    /// A battle is fought by night (22).
    NightFell {
        /// Where.
        space: SpaceId,
    },
    /// Mines are laid (23).
    MinesLaid {
        /// By which ship.
        ship: ShipId,
        /// Out of which box.
        hull_box: u8,
        /// Where.
        space: SpaceId,
    },
    /// Allied ships have run onto a field of mines, which is spent (23).
    MinesSprung {
        /// Where.
        space: SpaceId,
        /// Those that struck one, out of the scenario.
        struck: Vec<ShipId>,
    },
    /// A campaign begins (24).
    CampaignBegan {
        /// The orders to draw from.
        orders: Vec<Mission>,
    },
    /// A mission enters the ledger of the campaign (24.1).
    MissionRecorded {
        /// Which, how it ended, with how many points.
        deed: Deed,
    },
    /// Orders leave the game before they are drawn (24.4).
    OrdersRemoved {
        /// Which.
        mission: Mission,
    },
    /// A power takes another stand for the rest of the campaign (24.4).
    StandingChanged {
        /// Which.
        nation: Nation,
        /// Where it stands now.
        standing: Standing,
    },
    /// A patrol zone is high seas for the rest of the campaign (Orders chart).
    PatrolsWithdrawn {
        /// Which.
        space: SpaceId,
    },
    /// An Allied ship leaves the game for good (Orders chart).
    AlliedShipRemoved {
        /// Which.
        ship: ShipId,
    },
    /// Ships from Germany are to join when the next mission begins (19.1).
    ReinforcementsPromised {},
    /// The set-up of a later mission begins (24.1 to 24.3).
    MissionBegan {
        /// The missions so far, this one among them.
        number: u8,
        /// The alert level.
        alert: u8,
        /// The German ships with their tracks.
        ships: BTreeMap<ShipId, Ship>,
        /// The Austro-Hungarian ships that have come out (20).
        austrians: BTreeMap<ShipId, Austrian>,
        /// Allied ships that stay sunk.
        sunk: Vec<ShipId>,
        /// Colliers the player places.
        colliers: u8,
    },
    /// A ship is placed where it begins a mission (24.2).
    ShipStationed {
        /// Which.
        ship: ShipId,
        /// Where.
        space: SpaceId,
    },
    /// The campaign is over (24.5).
    CampaignEnded {
        /// How it is judged.
        verdict: Verdict,
        /// Missions won.
        successes: u8,
    },
}

impl Fold<Event> for State {
    fn apply(&mut self, event: &Event) -> Result<(), Fault> {
        State::apply(self, event)
    }
}

impl State {
    /// The state before the first event.
    pub fn blank() -> State {
        State {
            setup: Setup::default(),
            mission: None,
            days: 0,
            turn: 0,
            phase: Phase::SetUp,
            alert: 1,
            victory_points: 0,
            ships: BTreeMap::new(),
            standings: BTreeMap::new(),
            colliers: vec![],
            colliers_to_place: 0,
            places: BTreeMap::new(),
            pool: vec![],
            out_of_play: vec![],
            damaged: vec![],
            sunk: vec![],
            visited: vec![],
            won: vec![],
            french_sortie: None,
            today: Today::default(),
            todo: vec![],
            tasks: vec![],
            outcome: None,
            austrians: BTreeMap::new(),
            deployment: None,
            campaign: None,
            company: None,
        }
    }

    /// Assigns an event's values.
    ///
    /// # Errors
    /// An event that does not fit: a damaged log.
    pub fn apply(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::ScenarioBegan { setup, alert, ships, standings, colliers } => {
                self.setup = setup.clone();
                self.alert = *alert;
                self.ships = ships.clone();
                self.standings = standings.clone();
                self.colliers_to_place = *colliers;
                if setup.is_shared() {
                    self.company.get_or_insert_with(Company::default);
                }
            }
            Event::MarkersConcealed { places, pool } => {
                self.places = places.clone();
                self.pool = pool.clone();
            }
            Event::MissionDrawn { mission, days } => {
                self.mission = Some(*mission);
                self.days = *days;
                if let Some(campaign) = &mut self.campaign {
                    campaign.orders.retain(|other| other != mission);
                }
            }
            Event::PhaseBegan { turn, phase } => self.begin_phase(*turn, *phase),
            Event::AlertChanged { alert, .. } => self.alert = *alert,
            Event::VictoryPointsChanged { total, .. } => self.victory_points = *total,
            Event::ScenarioEnded { outcome, .. } => {
                self.outcome = Some(*outcome);
                self.phase = Phase::Over;
                self.tasks.clear();
                self.todo.clear();
            }
            Event::SpacesListed { spaces } => self.todo = spaces.clone(),
            Event::SpaceBegan { space } => self.todo.retain(|other| other != space),
            Event::TaskBegan { task } => {
                self.tasks.push(task.clone());
                if let (Some(company), Task::Battle(_)) = (&mut self.company, task) {
                    company.rates.clear();
                }
            }
            Event::TaskChanged { task } => {
                *self.tasks.last_mut().ok_or_else(|| unfit("TaskChanged", "no task is in hand"))? =
                    task.clone();
            }
            Event::TaskEnded {} => {
                self.tasks.pop().ok_or_else(|| unfit("TaskEnded", "no task is in hand"))?;
            }
            Event::TrackChanged { .. }
            | Event::SystemSilenced { .. }
            | Event::CargoStowed { .. }
            | Event::CargoRemoved { .. }
            | Event::CargoMoved { .. }
            | Event::CargoSwapped { .. }
            | Event::ShipOutfitted { .. }
            | Event::RepairAttempted { .. }
            | Event::ShipMoved { .. }
            | Event::ShipRetreated { .. }
            | Event::ShipSunk { .. }
            | Event::LandingPartyLanded { .. }
            | Event::LandingPartyRecovered { .. }
            | Event::SeaplaneFlew { .. }
            | Event::MinesLaid { .. } => self.apply_to_ship(event)?,
            Event::ContactMade { .. }
            | Event::BattleStepped { .. }
            | Event::ShipFired { .. }
            | Event::FireOpened {}
            | Event::EnemyHit { .. }
            | Event::BattleScored { .. }
            | Event::BattleEnded { .. }
            | Event::AustrianHit { .. }
            | Event::LeadChosen { .. } => self.apply_to_battle(event)?,
            Event::MarkersRevealed { .. }
            | Event::MarkersDrawn { .. }
            | Event::MarkersReturned { .. }
            | Event::MarkerRemovedFromPlay { .. }
            | Event::UnitsRevealed { .. }
            | Event::AlliesArrived { .. }
            | Event::AlliesLeft { .. } => self.apply_to_markers(event)?,
            Event::CampaignBegan { .. }
            | Event::MissionRecorded { .. }
            | Event::OrdersRemoved { .. }
            | Event::StandingChanged { .. }
            | Event::PatrolsWithdrawn { .. }
            | Event::AlliedShipRemoved { .. }
            | Event::ReinforcementsPromised { .. }
            | Event::MissionBegan { .. }
            | Event::ShipStationed { .. }
            | Event::CampaignEnded { .. } => self.apply_to_campaign(event)?,
            Event::OrderProposed { .. }
            | Event::ProposalAgreed { .. }
            | Event::ProposalOpposed { .. }
            | Event::ProposalApproved { .. }
            | Event::ProposalDeclined { .. }
            | Event::ProposalWithdrawn { .. }
            | Event::ProposalLapsed { .. }
            | Event::RateSet { .. }
            | Event::SpeedProposed { .. }
            | Event::OfficerLeft { .. }
            | Event::OfficerReturned { .. }
            | Event::PhaseLeft { .. }
            | Event::MessageSent(_)
            | Event::LetterLeft { .. }
            | Event::LetterWritten { .. }
            | Event::LetterRead(_) => self.apply_to_company(event)?,
            _ => self.apply_to_map(event)?,
        }
        Ok(())
    }

    fn begin_phase(&mut self, turn: u8, phase: Phase) {
        if let Some(company) = &mut self.company {
            company.begin_phase(turn != self.turn);
        }
        if turn != self.turn {
            self.today = Today::default();
        }
        if self.phase == Phase::SetUp {
            self.today.points.clear();
        }
        self.turn = turn;
        self.phase = phase;
        self.todo.clear();
    }

    fn apply_to_ship(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::TrackChanged { ship, track, to, .. } => {
                self.ship_mut(*ship)?.tracks.insert(*track, *to);
            }
            Event::SystemSilenced { ship, track } => {
                push_once(&mut self.ship_mut(*ship)?.silenced, *track);
            }
            Event::CargoStowed { ship, hull_box, cargo, points_spent } => {
                self.ship_mut(*ship)?.cargo.insert(*hull_box, *cargo);
                self.today.points.insert(*ship, *points_spent);
            }
            Event::CargoRemoved { ship, hull_box, cargo, points_spent, .. } => {
                let removed = self.ship_mut(*ship)?.cargo.remove(hull_box);
                if removed != Some(*cargo) {
                    return Err(unfit("CargoRemoved", format!("box {hull_box} of {ship} holds no {cargo}")));
                }
                self.today.points.insert(*ship, *points_spent);
                if let Some(boxes) = self.campaign.as_mut().and_then(|campaign| campaign.kept.get_mut(ship)) {
                    boxes.remove(hull_box);
                }
            }
            Event::CargoMoved { cargo, from, from_box, to, to_box } => {
                let removed = self.ship_mut(*from)?.cargo.remove(from_box);
                if removed != Some(*cargo) {
                    return Err(unfit("CargoMoved", format!("box {from_box} of {from} holds no {cargo}")));
                }
                self.ship_mut(*to)?.cargo.insert(*to_box, *cargo);
            }
            Event::CargoSwapped { ship, hull_box, cargo, other, other_box, other_cargo } => {
                let left = self.ship_mut(*ship)?.cargo.insert(*hull_box, *other_cargo);
                let right = self.ship_mut(*other)?.cargo.insert(*other_box, *cargo);
                if (left, right) != (Some(*cargo), Some(*other_cargo)) {
                    return Err(unfit("CargoSwapped", "the boxes hold other counters"));
                }
            }
            Event::ShipOutfitted { ship } => push_once(&mut self.today.outfitted, *ship),
            Event::RepairAttempted { ship } => push_once(&mut self.today.repaired, *ship),
            Event::ShipMoved { ship, path, .. } => {
                let to = *path.last().ok_or_else(|| unfit("ShipMoved", "the path is empty"))?;
                self.put(*ship, to)?;
                self.today.ways.insert(*ship, path.clone());
                push_once(&mut self.today.moved, *ship);
            }
            Event::ShipRetreated { ship, to } => self.put(*ship, *to)?,
            Event::ShipSunk { ship, .. } => {
                let ship = self.ship_mut(*ship)?;
                ship.at = None;
                ship.cargo.clear();
            }
            Event::LandingPartyLanded { ship, hull_box, space } => {
                self.ship_mut(*ship)?.cargo.remove(hull_box);
                self.places.entry(*space).or_default().landed = true;
            }
            Event::LandingPartyRecovered { ship, hull_box, space } => {
                self.ship_mut(*ship)?.cargo.insert(*hull_box, Cargo::Seebataillon);
                self.at(*space, |place| place.landed = false);
            }
            Event::SeaplaneFlew { ship, .. } => push_once(&mut self.today.scouted, *ship),
            Event::MinesLaid { ship, hull_box, space } => {
                let laid = self.ship_mut(*ship)?.cargo.remove(hull_box);
                if laid != Some(Cargo::Mines) {
                    return Err(unfit("MinesLaid", format!("box {hull_box} of {ship} holds no mines")));
                }
                self.places.entry(*space).or_default().mines += 1;
            }
            _ => return Err(unfit("event", "it concerns no ship")),
        }
        Ok(())
    }

    fn apply_to_battle(&mut self, event: &Event) -> Result<(), Fault> {
        if let Event::BattleEnded { space, damaged, sunk, returned } = event {
            self.tasks.pop();
            self.damaged.extend(damaged);
            self.sunk.extend(sunk);
            self.pool.extend(returned.iter().map(|ship| Marker::Ship(*ship)));
            let gone =
                |ship: &ShipId| damaged.contains(ship) || sunk.contains(ship) || returned.contains(ship);
            self.today.drawn.retain(|(_, ship)| !gone(ship));
            self.at(*space, |place| place.shown.retain(|ship| !gone(ship)));
            return Ok(());
        }
        let battle = self.battle_mut()?;
        match event {
            Event::ContactMade { first, .. } => battle.first = *first,
            Event::BattleStepped { step } => battle.step = step.clone(),
            Event::FireOpened {} => battle.fired = true,
            Event::ShipFired { ship, maximum } => {
                push_once(&mut battle.paid, *ship);
                if *maximum {
                    push_once(&mut battle.maximum, *ship);
                }
            }
            Event::EnemyHit { enemy, .. } => {
                let stood = battle
                    .enemies
                    .iter_mut()
                    .find(|other| other.ship == enemy.ship)
                    .ok_or_else(|| unfit("EnemyHit", format!("{} is not in the battle", enemy.ship)))?;
                *stood = enemy.clone();
            }
            Event::AustrianHit { counter, .. } => {
                let stood =
                    battle.austrians.iter_mut().find(|other| other.ship == counter.ship).ok_or_else(
                        || unfit("AustrianHit", format!("{} is not in the battle", counter.ship)),
                    )?;
                *stood = counter.clone();
            }
            Event::LeadChosen { nation } => battle.lead = Some(*nation),
            Event::BattleScored { gained, lost } => {
                battle.gained = *gained;
                battle.lost = *lost;
            }
            _ => return Err(unfit("event", "it concerns no battle")),
        }
        Ok(())
    }

    fn apply_to_markers(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::MarkersRevealed { space, markers } => self.turn_up(*space, markers)?,
            Event::UnitsRevealed { space, markers, coast } => {
                self.turn_up(*space, markers)?;
                let units = self.places.entry(*space).or_default();
                for (position, value) in coast {
                    let unit = units
                        .coast
                        .get_mut(usize::from(*position))
                        .filter(|unit| unit.value == *value)
                        .ok_or_else(|| unfit("UnitsRevealed", format!("no such coastal unit at {space}")))?;
                    unit.shown = true;
                }
                self.tidy(*space);
            }
            Event::MarkersDrawn { positions, markers, .. } => {
                for (position, marker) in positions.iter().zip(markers) {
                    if self.pool.get(*position as usize) != Some(marker) {
                        return Err(unfit("MarkersDrawn", format!("the pool has no {marker:?} there")));
                    }
                }
                let mut taken = positions.clone();
                taken.sort_unstable_by(|a, b| b.cmp(a));
                for position in taken {
                    self.pool.remove(position as usize);
                }
            }
            Event::MarkersReturned { markers, .. } => self.pool.extend(markers),
            Event::MarkerRemovedFromPlay { marker } => self.out_of_play.push(Marker::Incident(*marker)),
            Event::AlliesArrived { space, ships } => {
                self.places.entry(*space).or_default().shown.extend(ships);
                self.today.drawn.extend(ships.iter().map(|ship| (*space, *ship)));
            }
            Event::AlliesLeft { space, ships, .. } => {
                self.at(*space, |place| place.shown.retain(|ship| !ships.contains(ship)));
                self.today.drawn.retain(|(_, ship)| !ships.contains(ship));
                self.pool.extend(ships.iter().map(|ship| Marker::Ship(*ship)));
            }
            _ => return Err(unfit("event", "it concerns no marker")),
        }
        Ok(())
    }

    fn turn_up(&mut self, space: SpaceId, markers: &[Marker]) -> Result<(), Fault> {
        let place = self.places.entry(space).or_default();
        for marker in markers {
            let at =
                place.hidden.iter().position(|hidden| hidden == marker).ok_or_else(|| {
                    unfit("MarkersRevealed", format!("{space} holds no face-down {marker:?}"))
                })?;
            place.hidden.remove(at);
            match marker {
                Marker::Ship(ship) => place.shown.push(*ship),
                Marker::Incident(Incident::QuietSeas) => self.pool.push(*marker),
                // It is in hand, to be applied (24.3).
                Marker::Incident(_) => {}
            }
        }
        self.tidy(space);
        Ok(())
    }

    fn apply_to_map(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::CollierPlaced { space, left } => {
                self.colliers.push(*space);
                self.colliers_to_place = *left;
            }
            Event::CollierRemoved { space, .. } => {
                let at = self
                    .colliers
                    .iter()
                    .position(|other| other == space)
                    .ok_or_else(|| unfit("CollierRemoved", format!("no collier lies at {space}")))?;
                self.colliers.remove(at);
            }
            Event::SupplyDrawn { space, source, .. } => self.today.supplied.push((*space, *source)),
            Event::FriendsLeft { space, markers } => {
                self.at(*space, |place| place.friends = place.friends.saturating_sub(*markers));
                let back = Marker::Incident(Incident::FriendlyShip);
                self.pool.extend((0..*markers).map(|_| back));
            }
            Event::FriendlyShipMet { space } => self.places.entry(*space).or_default().friends += 1,
            Event::IntelligenceAttempted { .. } => self.today.intelligence = true,
            Event::PortVisited { space } => push_once(&mut self.visited, *space),
            Event::LandingPartyLost { space } => self.at(*space, |place| place.landed = false),
            Event::MerchantmanSighted { space } => self.today.merchantmen.push(*space),
            Event::MerchantmanRaided { space, .. } | Event::MerchantmanLeft { space } => {
                let at = self
                    .today
                    .merchantmen
                    .iter()
                    .position(|other| other == space)
                    .ok_or_else(|| unfit("Merchantman", format!("none waits at {space}")))?;
                self.today.merchantmen.remove(at);
                self.pool.push(Marker::Incident(Incident::AlliedMerchantman));
            }
            Event::IncidentBegan { .. } | Event::CoastHit { .. } => {}
            Event::VisibilityLimited { space } => {
                self.today.visibility.entry(*space).or_insert(None);
            }
            Event::VisibilityRolled { space, die } => {
                self.today.visibility.insert(*space, Some(*die));
            }
            Event::StormBroke { space } => push_once(&mut self.today.storms, *space),
            Event::MoraleChanged { dice } => self.today.morale = *dice,
            Event::FrenchFleetSailed { turn } => self.french_sortie = Some(*turn),
            Event::FrenchFleetReturned {} => {
                self.french_sortie = None;
                self.pool.push(Marker::Incident(Incident::FrenchNavySortie));
            }
            Event::CoastRevealed { space, .. } => {
                self.at(*space, |place| place.coast.iter_mut().for_each(|unit| unit.shown = true));
            }
            Event::CoastalUnitDestroyed { space, position, value } => {
                let place = self.places.entry(*space).or_default();
                match place.coast.get(usize::from(*position)) {
                    Some(CoastalUnit { value: stood, .. }) if stood == value => {
                        place.coast.remove(usize::from(*position));
                    }
                    _ => return Err(unfit("CoastalUnitDestroyed", format!("no such unit at {space}"))),
                }
                self.tidy(*space);
            }
            Event::SpaceBombarded { space } => push_once(&mut self.today.bombarded, *space),
            Event::NightFell { .. } => {}
            Event::DeploymentRolled { space } => self.deployment = Some(*space),
            Event::SquadronDeployed { space } => {
                self.ships.values_mut().for_each(|ship| ship.at = Some(*space));
            }
            Event::AustriansArrived { space, ships } => {
                self.austrians.extend(ships.iter().map(|ship| (*ship, Austrian::At(*space))));
            }
            Event::AustrianLost { ship, loss, .. } => {
                self.austrians.insert(*ship, Austrian::Lost(*loss));
            }
            Event::MinesSprung { space, struck } => {
                self.damaged.extend(struck);
                self.today.drawn.retain(|(_, ship)| !struck.contains(ship));
                self.at(*space, |place| {
                    place.mines = place.mines.saturating_sub(1);
                    place.shown.retain(|ship| !struck.contains(ship));
                });
            }
            _ => return Err(unfit("event", "it concerns no part of the map")),
        }
        Ok(())
    }

    /// Changes what lies at a space and forgets the space when nothing is left there.
    fn at(&mut self, space: SpaceId, change: impl FnOnce(&mut Place)) {
        if let Some(place) = self.places.get_mut(&space) {
            change(place);
        }
        self.tidy(space);
    }

    fn tidy(&mut self, space: SpaceId) {
        if self.places.get(&space).is_some_and(Place::is_empty) {
            self.places.remove(&space);
        }
    }

    /// Puts a German or Austro-Hungarian ship at a space.
    fn put(&mut self, id: ShipId, at: SpaceId) -> Result<(), Fault> {
        match self.austrians.get_mut(&id) {
            Some(austrian) => *austrian = Austrian::At(at),
            None => self.ship_mut(id)?.at = Some(at),
        }
        Ok(())
    }

    pub(super) fn ship_mut(&mut self, id: ShipId) -> Result<&mut Ship, Fault> {
        self.ships.get_mut(&id).ok_or_else(|| unfit("event", format!("there is no German ship {id}")))
    }

    fn battle_mut(&mut self) -> Result<&mut Battle, Fault> {
        match self.tasks.last_mut() {
            Some(Task::Battle(battle)) => Ok(battle),
            _ => Err(unfit("event", "no battle is in hand")),
        }
    }
}

fn push_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

pub(super) fn unfit(event: &str, why: impl std::fmt::Display) -> Fault {
    Fault(format!("{event} does not fit the state: {why}"))
}
