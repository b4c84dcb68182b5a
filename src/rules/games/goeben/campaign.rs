//! 24.0 The campaign: missions one after the other, each leaving its mark on those that follow.

pub mod interval;
pub mod rewards;

use std::collections::BTreeSet;

use super::arguments::Arguments;
use super::board::Board;
use super::event::CampaignEvent;
use super::ids::{Class, Marker, Nation, Phase, ShipId, SpaceId, Track};
use super::pack::{Boon, limits};
use super::play::{Done, Play, Transition, table};
use super::squadron;
use super::state::campaign::{Campaign, Deed, Verdict};
use super::state::{Outcome, State};
use super::victory;
use crate::game::{Node, Options, Refusal, Stop};
use crate::games::orders::orders;

/// 24.1 Leadership does not fall below this for a mission that failed.
const LEADERSHIP_FLOOR: u8 = 1;
/// 24.5 Missions won that make a draw, and one more a victory.
const DRAW: u8 = 3;

orders! {
    /// The orders of a campaign (24, 17.0).
    pub enum CampaignOrder from order: Arguments<'_> {
        /// 24.2 A ship begins the mission here.
        "station" => Station { ship: ShipId = order.ship("ship")?, space: SpaceId = order.space("space")? },
        /// 17.0 The mission is reported accomplished.
        "conclude" => Conclude,
        /// 17.0 The squadron sails on for more.
        "sail-on" => SailOn,
        /// 24.1 A reward of the mission won is chosen.
        "reward" => Reward { boon: Boon = Boon::named(order.word("reward")?.as_str())? },
    }
}

/// Carries out an order.
///
/// # Errors
/// Chance that cannot answer.
pub fn carry_out(play: &mut Play<'_, '_>, order: CampaignOrder) -> Result<Transition, Stop> {
    match order {
        CampaignOrder::Station { ship, space } => play.emit(CampaignEvent::ShipStationed { ship, space })?,
        CampaignOrder::Conclude => return victory::end(play, Outcome::Won),
        CampaignOrder::SailOn => return Ok(Transition::NextTurn),
        CampaignOrder::Reward { boon } => rewards::choose(play, boon)?,
    }
    Ok(Transition::GoOn)
}

/// 24.0 A scenario of a campaign is over: it enters the ledger with what follows from it, and the next mission is set
/// up, or the campaign is judged. A single scenario is simply over.
///
/// # Errors
/// Chance that cannot answer.
pub fn go_on(play: &mut Play<'_, '_>) -> Result<Transition, Stop> {
    let Some(campaign) = play.state.campaign.as_ref().filter(|campaign| campaign.verdict.is_none()) else {
        return Ok(Transition::Wait);
    };
    // 24.0: each order is drawn once, so the ledger ends with the mission in hand once that is recorded.
    let last = campaign.ledger.last().map(|deed| deed.mission);
    if last != play.state.mission {
        // This may leave a reward to be chosen; the verdict is looked for when that is done.
        record(play)?;
    } else if let Some(verdict) = verdict(&play.state, campaign) {
        let successes = campaign.successes();
        play.emit(CampaignEvent::CampaignEnded { verdict, successes })?;
    } else {
        return interval::next_mission(play);
    }
    Ok(Transition::GoOn)
}

/// 24.1 The mission leaves the Orders box for the ledger; Leadership rises or falls; a mission won has its rewards,
/// unless the campaign is over.
fn record(play: &mut Play<'_, '_>) -> Done {
    let (Some(mission), Some(outcome)) = (play.state.mission, play.state.outcome) else { return Ok(()) };
    let deed = Deed { mission, outcome, victory_points: play.state.victory_points };
    play.emit(CampaignEvent::MissionRecorded { deed })?;
    let won = outcome == Outcome::Won;
    change_leadership(play, won)?;
    let over =
        |state: &State| state.campaign.as_ref().is_none_or(|campaign| verdict(state, campaign).is_some());
    if won && !over(&play.state) { rewards::grant(play, mission) } else { Ok(()) }
}

/// 24.1, Leadership chart: one up for every German ship after a success, one down after a failure, but not below 1.
fn change_leadership(play: &mut Play<'_, '_>, won: bool) -> Done {
    let ships: Vec<(ShipId, u8)> =
        play.state.afloat().map(|(id, _, ship)| (id, ship.track(Track::Leadership))).collect();
    for (ship, leadership) in ships {
        let (to, why) = match won {
            true => ((leadership + 1).min(limits::LEADERSHIP), "mission-won"),
            false if leadership > LEADERSHIP_FLOOR => (leadership - 1, "mission-lost"),
            // Bridge hits may have taken it below the floor: a failure does not raise it.
            false => (leadership, "mission-lost"),
        };
        squadron::set_track(play, ship, Track::Leadership, to, why)?;
    }
    Ok(())
}

/// 24.1, 24.5 The verdict on a campaign once its last mission is recorded; `None` while it goes on.
fn verdict(state: &State, campaign: &Campaign) -> Option<Verdict> {
    let successes = campaign.successes();
    let judged = match successes {
        ..DRAW => Verdict::Failure,
        DRAW => Verdict::Draw,
        _ => Verdict::Victory,
    };
    let destroyed = state.afloat().next().is_none();
    match (destroyed, judged) {
        // 24.5: first, because with no ship left it stands whatever the points are.
        (true, Verdict::Victory) => Some(Verdict::MoralVictory),
        _ if campaign.ledger.last().is_some_and(|deed| deed.victory_points < 0) => Some(Verdict::Dismissed),
        _ => (destroyed || campaign.orders.is_empty()).then_some(judged),
    }
}

/// 24.0 The mission in hand, or the last when the campaign is over, counted from 1.
pub fn number(state: &State, campaign: &Campaign) -> usize {
    // Between the record and the next set-up the mission in hand is in the ledger as well.
    let before = campaign.ledger.iter().filter(|deed| Some(deed.mission) != state.mission);
    before.count() + 1
}

/// 17.0 In a campaign a mission fulfilled before its last day may be reported, or the squadron sails on for more.
pub fn may_sail_on(board: &Board, state: &State) -> bool {
    state.campaign.is_some()
        && state.phase == Phase::Objective
        // On the last day there is nothing to sail on for: `judge` ends the mission by what holds.
        && state.turn < state.days
        && victory::progress(board, state).is_some_and(|progress| progress.is_complete())
}

/// 17.0 To report the mission accomplished, or to sail on.
pub fn options(board: &Board, state: &State) -> Options {
    let mut options = Options::default();
    if may_sail_on(board, state) {
        options.push("conclude", Node::End);
        options.push("sail-on", Node::End);
    }
    options
}

/// 24.2 The places where German ships may begin a later mission: the campaign's base, and those that rewards have opened.
pub fn stations(board: &Board, state: &State) -> BTreeSet<SpaceId> {
    let pack = board.pack();
    let mut spaces = BTreeSet::from([base(board)]);
    for reward in state.won.iter().filter_map(|won| pack.missions.get(won)?.reward.as_ref()) {
        spaces.extend(&reward.starts);
        let theirs = |nation: Option<Nation>| nation.is_some_and(|nation| reward.starts_in.contains(&nation));
        // A nation may own patrol zones as well; a mission begins in none of them.
        let harbours = pack.spaces.iter().filter(|(id, spec)| board.is_harbour(**id) && theirs(spec.owner));
        spaces.extend(harbours.map(|(id, _)| *id));
    }
    spaces
}

/// 24.2 The base of the campaign.
fn base(board: &Board) -> SpaceId {
    let set_up = &board.pack().set_up;
    set_up.campaign_base.unwrap_or(set_up.squadron)
}

/// 24.2 Returns whether ships may be stationed now: in the set-up of a mission after the first.
fn is_stationing(state: &State) -> bool {
    let later = state.campaign.as_ref().is_some_and(|campaign| !campaign.ledger.is_empty());
    later && state.phase == Phase::SetUp
}

/// 24.2 Places where each ship may begin instead.
pub fn station_options(board: &Board, state: &State) -> Node {
    // The first mission begins by 3.0(8), or by 18.0 for the whole squadron.
    let spaces = if is_stationing(state) { stations(board, state) } else { BTreeSet::new() };
    Node::choice(
        "ship",
        state.afloat().map(|(id, at, _)| {
            let others = spaces.iter().filter(|space| **space != at).map(|space| space.0);
            (id.0, Node::one_of("space", others))
        }),
    )
}

/// Why a ship may not begin there.
pub fn refuse_order(board: &Board, state: &State, order: &Arguments<'_>) -> Option<Refusal> {
    let space = order.when("station", state, Phase::SetUp)?.space("space")?;
    if !is_stationing(state) {
        return Some(Refusal::new("first-mission", "24.2"));
    }
    let stations = stations(board, state);
    let legal: Vec<String> = stations.iter().map(SpaceId::to_string).collect();
    (!stations.contains(&space))
        .then(|| Refusal::new("no-station", "24.2").about("space", space).legal(legal))
}

/// 24.3 Incident markers dealt to the patrol zones with a nation's ships, one by chance for each of its battlecruisers
/// that was sunk; they are taken from `incidents`.
///
/// # Errors
/// Chance that cannot answer.
pub fn more_incidents(
    play: &mut Play<'_, '_>,
    nation: Nation,
    incidents: &mut Vec<Marker>,
) -> Result<Vec<Marker>, Stop> {
    let of = incidents.len() as u32;
    let take = (battlecruisers_among(play.board, &play.state.sunk, nation) as u32).min(of);
    if play.state.campaign.is_none() || take == 0 {
        return Ok(vec![]);
    }
    let positions = play.draw(table("concealed-incidents", "24.3").about(nation), take, of)?;
    let drawn = positions.iter().filter_map(|at| incidents.get(*at as usize)).copied().collect();
    // By place and not by kind: of two equal markers the other one stays.
    let mut at = 0;
    incidents.retain(|_| {
        at += 1;
        !positions.contains(&(at - 1))
    });
    Ok(drawn)
}

/// The number of battlecruisers of a nation among some ships.
pub fn battlecruisers_among(board: &Board, ships: &[ShipId], nation: Nation) -> usize {
    let is = |id: &&ShipId| {
        board.ship(**id).is_ok_and(|spec| spec.nation == nation && spec.class == Class::Battlecruiser)
    };
    ships.iter().filter(is).count()
}
