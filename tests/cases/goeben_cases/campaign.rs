//! The words of the cases for the campaign (24).

use wardroom_rules::games::goeben::campaign;
use wardroom_rules::games::goeben::ids::{Mission, Nation, Power, ShipId, SpaceId};
use wardroom_rules::games::goeben::state::austrian::Austrian;
use wardroom_rules::games::goeben::state::campaign::{Campaign, Deed, Verdict};
use wardroom_rules::games::goeben::state::{Outcome, State};

use super::language::Run;
use crate::casebook::{Amiss, id, list, number, same};

/// `given …` about a campaign; `None` for other words.
pub fn given(state: &mut State, words: &[&str]) -> Option<Result<(), String>> {
    Some(match words {
        ["campaign"] => {
            let orders = Mission::ALL.iter().filter(|mission| Some(**mission) != state.mission);
            state.setup.campaign = true;
            state.campaign = Some(Campaign { orders: orders.copied().collect(), ..Campaign::default() });
            Ok(())
        }
        ["orders", "none"] => of_campaign(state, |campaign| campaign.orders.clear()),
        ["orders", names @ ..] => {
            missions(names).and_then(|orders| of_campaign(state, |campaign| campaign.orders = orders))
        }
        ["ledger", name, outcome, points] => deed(name, outcome, points).and_then(|deed| {
            if deed.outcome == Outcome::Won {
                state.won.push(deed.mission);
            }
            of_campaign(state, |campaign| {
                campaign.orders.retain(|mission| *mission != deed.mission);
                campaign.ledger.push(deed);
            })
        }),
        ["open-sea", space] => {
            id(space).and_then(|space| of_campaign(state, |campaign| campaign.open_seas.push(space)))
        }
        ["kept", ship, hull_box] => id::<ShipId>(ship).and_then(|ship| {
            let hull_box = number(hull_box)?;
            of_campaign(state, |campaign| {
                campaign.kept.entry(ship).or_default().insert(hull_box);
            })
        }),
        ["lost", ships @ ..] => list(ships).map(|ships: Vec<ShipId>| state.sunk.extend(ships)),
        ["hurt", ships @ ..] => list(ships).map(|ships: Vec<ShipId>| state.damaged.extend(ships)),
        ["austrian", ship, "withdrawn"] => id(ship).map(|ship| {
            state.austrians.insert(ship, Austrian::Withdrawn);
        }),
        _ => return None,
    })
}

fn of_campaign(state: &mut State, change: impl FnOnce(&mut Campaign)) -> Result<(), String> {
    state.campaign.as_mut().map(change).ok_or_else(|| "`given campaign` comes first".to_string())
}

fn missions(names: &[&str]) -> Result<Vec<Mission>, String> {
    names.iter().map(|name| Mission::named(name).ok_or(format!("no mission {name}"))).collect()
}

fn deed(name: &str, outcome: &str, points: &str) -> Result<Deed, String> {
    Ok(Deed {
        mission: Mission::named(name).ok_or("no such mission")?,
        outcome: Outcome::named(outcome).ok_or("no such outcome")?,
        victory_points: number(points)?,
    })
}

/// `then …` about a campaign; `None` for other words.
pub fn holds(run: &Run, words: &[&str]) -> Option<Result<(), Amiss>> {
    let state = &run.state;
    let campaign = || state.campaign.as_ref().ok_or(Amiss::from("no campaign is played"));
    Some(match words {
        ["campaign", "goes", "on"] => campaign().and_then(|campaign| same(&campaign.verdict, &None)),
        ["campaign", "over", verdict] => {
            campaign().and_then(|campaign| same(&campaign.verdict.map(Verdict::as_str), &Some(verdict)))
        }
        ["successes", n] => campaign().and_then(|campaign| same(&campaign.successes(), &number(n)?)),
        ["mission-number", n] => {
            campaign().and_then(|campaign| same(&campaign::number(state, campaign), &number(n)?))
        }
        ["ledger", name, outcome, points] => campaign()
            .and_then(|campaign| same(&campaign.ledger.last().copied(), &Some(deed(name, outcome, points)?))),
        ["orders", "none"] => campaign().and_then(|campaign| same(&campaign.orders, &vec![])),
        ["orders", names @ ..] => campaign().and_then(|campaign| same(&campaign.orders, &missions(names)?)),
        ["open-seas", "none"] => same(&state.open_seas(), &&[][..]),
        ["open-seas", spaces @ ..] => list::<SpaceId>(spaces)
            .map_err(Amiss::from)
            .and_then(|spaces| same(&state.open_seas(), &&spaces[..])),
        ["removed", "none"] => campaign().and_then(|campaign| same(&campaign.removed, &vec![])),
        ["removed", ships @ ..] => campaign().and_then(|campaign| same(&campaign.removed, &list(ships)?)),
        ["stations", spaces @ ..] => {
            list(spaces).map_err(Amiss::from).and_then(|mut spaces: Vec<SpaceId>| {
                spaces.sort();
                same(&campaign::stations(run.game.board(), state).into_iter().collect(), &spaces)
            })
        }
        ["standing", nation, standing] => {
            let stands = Nation::named(nation).and_then(|nation| state.standings.get(&nation)).copied();
            same(&stands, &Power::named(standing))
        }
        ["austrian", ship, "withdrawn"] => id::<ShipId>(ship)
            .map_err(Amiss::from)
            .and_then(|ship| same(&state.austrians.get(&ship), &Some(&Austrian::Withdrawn))),
        ["won", names @ ..] => {
            missions(names).map_err(Amiss::from).and_then(|missions| same(&state.won, &missions))
        }
        _ => return None,
    })
}
