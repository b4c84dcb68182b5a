//! What cannot be undone and is easily overlooked, said before it is done.

use super::GoebenReport;
use crate::game::Prompt;
use crate::games::goeben::ids::{Cargo, Phase, ShipId, SpaceId, Standing, Track};
use crate::games::goeben::naval_combat::battle::{Battle, BattleStep, Side, Weapon};
use crate::games::goeben::state::Task;
use crate::games::goeben::view::View;
use crate::words::Value;

/// Ammunition that fire at the maximum rate costs a ship in a battle (14.9).
const MAXIMUM_COST: u8 = 2;

impl GoebenReport<'_> {
    /// What to think of before this prompt is answered, a line each.
    pub(super) fn warnings(&self, view: &View, prompt: &Prompt) -> Vec<String> {
        if let Some(Task::Battle(battle)) = view.tasks.last() {
            return self.before_fire(view, battle);
        }
        match prompt.ask.as_str() {
            ask if ask == Phase::SetUp.as_str() => self.before_sailing(view),
            "outfitting" => self.before_parting(view),
            "movement" => self.before_moving(view),
            "objective" => vec![self.warn("warning-sail-on", &[])],
            _ => vec![],
        }
    }

    fn warn(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.say("warning", &[("what", self.say(key, args).into())])
    }

    fn warn_ships(&self, key: &str, ships: &[ShipId]) -> Option<String> {
        let args = [("ships", self.ships(ships).into()), ("count", ships.len().into())];
        (!ships.is_empty()).then(|| self.warn(key, &args))
    }

    /// 8.1 The mission can begin, and points are left that nothing can be had for later.
    fn before_sailing(&self, view: &View) -> Vec<String> {
        let lavish = view.ships.iter().filter(|(_, ship)| ship.cargo_points > 0).map(|(id, _)| *id);
        let lavish: Vec<ShipId> = lavish.filter(|_| view.colliers_to_place == 0).collect();
        self.warn_ships("warning-cargo-points", &lavish).into_iter().collect()
    }

    /// 13.1 Friendly ships part company when the phase ends.
    fn before_parting(&self, view: &View) -> Vec<String> {
        let friends = view.places.iter().filter(|(_, place)| place.friends > 0);
        let spaces: Vec<SpaceId> = friends.map(|(space, _)| *space).collect();
        let args = [("spaces", self.spaces(&spaces).into())];
        if spaces.is_empty() { vec![] } else { vec![self.warn("warning-friends", &args)] }
    }

    fn before_moving(&self, view: &View) -> Vec<String> {
        let mut lines = Vec::new();
        if view.turn == view.days {
            lines.push(self.warn("warning-last-day", &[]));
        }
        let mut still = view.ships.iter().filter(|(_, ship)| ship.may_move).map(|(id, _)| *id);
        let still: Vec<ShipId> = still
            .by_ref()
            .chain(view.austrians.iter().filter(|(_, ship)| ship.may_move).map(|(id, _)| *id))
            .collect();
        // Mines can be laid and a landing party taken aboard after the last move (23, 9.2).
        let goes_on = view.ships.values().any(|ship| ship.ship.carries(Cargo::Mines) > 0)
            || view.places.values().any(|place| place.landed);
        if let ([last], false) = (&still[..], goes_on) {
            lines.push(self.warn("warning-last-to-move", &[("ship", self.ship(*last).into())]));
        }
        lines.extend(self.neutral_visits(view, &still));
        let coal = |ship: &&ShipId| {
            view.ships
                .get(ship)
                .is_some_and(|ship| ship.ship.track(Track::Coal) == 1 && ship.speeds[1].is_some())
        };
        let coal: Vec<ShipId> = still.iter().filter(coal).copied().collect();
        lines.extend(self.warn_ships("warning-last-coal", &coal));
        lines
    }

    /// 9.1 Who stays in a neutral harbour has had the visit; who leaves one after it does not come back.
    fn neutral_visits(&self, view: &View, still: &[ShipId]) -> Vec<String> {
        let mut spaces: Vec<SpaceId> = still.iter().filter_map(|id| view.ships.get(id)?.ship.at).collect();
        spaces.dedup();
        let warning = |space: SpaceId| {
            let owner = self.chart.space(space)?.owner?;
            let is_neutral = view.standings.get(&owner) == Some(&Standing::Neutral);
            let key = if view.visited.contains(&space) { "warning-leaving" } else { "warning-staying" };
            is_neutral.then(|| self.warn(key, &[("space", self.space(space).into())]))
        };
        spaces.into_iter().filter_map(warning).collect()
    }

    /// 14.8, 14.9 The last ammunition; 12.2, 14.3 the last coal.
    fn before_fire(&self, view: &View, battle: &Battle) -> Vec<String> {
        let with = |track: Track, left: u8, paid: &[ShipId]| -> Vec<ShipId> {
            let has = |id: &&ShipId| {
                view.ships
                    .get(id)
                    .is_some_and(|ship| ship.ship.at.is_some() && ship.ship.track(track) == left)
            };
            battle.german.iter().filter(has).filter(|id| !paid.contains(id)).copied().collect()
        };
        match &battle.step {
            BattleStep::Contact {} => {
                self.warn_ships("warning-last-coal", &with(Track::Coal, 1, &[])).into_iter().collect()
            }
            BattleStep::Fire { side: Side::German, round, .. } if fires_guns(battle, *round) => {
                [("warning-last-ammunition", 1), ("warning-last-ammunition-maximum", MAXIMUM_COST)]
                    .into_iter()
                    .filter_map(|(key, left)| {
                        self.warn_ships(key, &with(Track::Ammunition, left, &battle.paid))
                    })
                    .collect()
            }
            _ => vec![],
        }
    }
}

/// Whether guns fire in a round, which is what ammunition is for (14.8).
fn fires_guns(battle: &Battle, round: u8) -> bool {
    battle.weapons(round).iter().any(|weapon| *weapon != Weapon::Torpedoes)
}
