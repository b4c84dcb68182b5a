//! Cautions: consequences that a seat can see, cannot undo and may overlook.

use std::collections::BTreeSet;

use super::austria;
use super::ids::{Cargo, Phase, Power, ShipId, SpaceId, Track};
use super::pack::SeaChart;
use super::prospects::Prospects;
use super::state::Task;
use super::state::battle::{Battle, BattleStep, Side, Weapon};
use super::view::{AustrianView, View};
use crate::game::caution::Caution;
use crate::game::{Node, Options, OrderForm, Prompt};

/// Ammunition that fire at the maximum rate costs a ship in a battle (14.9).
const MAXIMUM_COST: u8 = 2;

/// The cautions before an order; without one, before any.
pub fn cautions(
    chart: &SeaChart,
    view: &View,
    prompt: &Prompt,
    options: &Options,
    order: Option<&OrderForm>,
) -> Vec<Caution> {
    let lookout = Lookout { chart, view, options };
    match order {
        Some(order) => lookout.of_order(order),
        None => {
            // An order without arguments is known in full before anything is chosen, and so are its losses.
            let bare = options.verbs.iter().filter(|(_, node)| matches!(node, Node::End));
            let grave = bare.flat_map(|(verb, _)| lookout.of_order(&OrderForm::new(*verb)));
            lookout.of_question(prompt).into_iter().chain(grave).collect()
        }
    }
}

struct Lookout<'a> {
    chart: &'a SeaChart,
    view: &'a View,
    options: &'a Options,
}

impl Lookout<'_> {
    /// The certain losses of an order.
    fn of_order(&self, order: &OrderForm) -> Vec<Caution> {
        // 17.0: the conditions hold today and must hold again when the mission ends.
        if order.verb.as_str() == "sail-on" {
            return vec![Caution::grave("warning-sail-on")];
        }
        if order.verb.as_str() == "conclude" {
            return self.austrians_away().into_iter().collect();
        }
        let mine = self.view.company.as_ref().and_then(|company| company.mine.as_ref());
        // What is only proposed waits for another's word.
        let proposes = mine.is_some_and(|mine| mine.proposes.contains(&order.verb));
        let now = Prospects::now(self.chart, self.view);
        if proposes || !now.is_changed_by(order) {
            return vec![];
        }
        let then = now.after(order, self.options);
        let mut cautions = vec![];
        let (ships, spaces): (Vec<ShipId>, BTreeSet<SpaceId>) = then.lost().iter().copied().unzip();
        if !ships.is_empty() {
            let what = match (order.verb.as_str(), self.view.phase) {
                ("ram", _) => "warning-ram",
                (_, Phase::Movement) => "warning-french-fleet",
                _ => "warning-french-fleet-bound",
            };
            let spaces = spaces.into_iter().map(|space| space.0);
            let names = ships.into_iter().map(|ship| ship.0);
            cautions.push(Caution::grave(what).about("ships", names).about("spaces", spaces));
        }
        // Only what this order changes: a mission that is lost already is no news.
        if !then.is_afloat() && now.is_afloat() {
            cautions.push(Caution::grave("warning-squadron-lost"));
        } else if !then.can_win() && now.can_win() {
            cautions.push(Caution::grave("warning-out-of-reach"));
        }
        cautions
    }

    /// 20.0 Austro-Hungarian ships that are not at their base when a mission ends are gone, where another follows.
    fn austrians_away(&self) -> Option<Caution> {
        let away: Vec<_> = self.away_from_base().map(|(id, _)| id.0).collect();
        (!away.is_empty()).then(|| Caution::grave("warning-austrians-away").about("ships", away))
    }

    /// The same on the last day, which ends the mission without an order: those that may still go home.
    fn austrians_due(&self) -> Option<Caution> {
        let due: Vec<ShipId> =
            self.away_from_base().filter(|(_, it)| it.may_move).map(|(id, _)| id).collect();
        self.of_ships("warning-austrians-due", &due)
    }

    fn away_from_base(&self) -> impl Iterator<Item = (ShipId, &AustrianView)> {
        let goes_on = self.view.campaign.as_ref().is_some_and(|campaign| !campaign.orders.is_empty());
        let is_away = |at: Option<SpaceId>| at.is_some_and(|at| at != austria::pola());
        let austrians = self.view.austrians.iter().map(|(id, it)| (*id, it));
        austrians.filter(move |(_, it)| goes_on && is_away(it.ship.at()))
    }

    /// The cautions before a question is answered.
    fn of_question(&self, prompt: &Prompt) -> Vec<Caution> {
        if let Some(Task::Battle(battle)) = self.view.tasks.last() {
            return self.before_fire(battle);
        }
        match prompt.ask.as_str() {
            ask if ask == Phase::SetUp.as_str() => self.before_sailing(),
            "outfitting" => self.french_fleet().into_iter().chain(self.before_parting()).collect(),
            "intelligence" => self.french_fleet().into_iter().collect(),
            "movement" => self.before_moving(),
            _ => vec![],
        }
    }

    fn of_ships(&self, what: &'static str, ships: &[ShipId]) -> Option<Caution> {
        let names = ships.iter().map(|ship| ship.0);
        (!ships.is_empty()).then(|| Caution::notice(what).about("ships", names))
    }

    /// 13.1 The French fleet is at sea in today's movement phase, and ships lie where it finds them.
    fn french_fleet(&self) -> Option<Caution> {
        let now = Prospects::now(self.chart, self.view);
        let found = if now.french_fleet_at_sea() { now.in_french_zones() } else { vec![] };
        let (ships, spaces): (Vec<ShipId>, BTreeSet<SpaceId>) = found.into_iter().unzip();
        let caution = self.of_ships("warning-french-fleet-today", &ships)?;
        Some(caution.about("spaces", spaces.into_iter().map(|space| space.0)))
    }

    /// 8.1 The mission can begin, and a ship has points left for which she could take something aboard now only.
    fn before_sailing(&self) -> Vec<Caution> {
        let may_load = |id: &ShipId| match self.options.verb("load") {
            Some(Node::OneOf { of, .. }) => of.iter().any(|(ship, _)| *ship == id.0),
            _ => false,
        };
        let lavish = self.view.ships.iter().filter(|(id, ship)| ship.cargo_points > 0 && may_load(id));
        let lavish: Vec<ShipId> =
            // With a collier still to place the mission cannot begin, and there is time to load.
            lavish.map(|(id, _)| *id).filter(|_| self.view.colliers_to_place == 0).collect();
        self.of_ships("warning-cargo-points", &lavish).into_iter().collect()
    }

    /// 13.1 Friendly ships part company when the phase ends.
    fn before_parting(&self) -> Vec<Caution> {
        let friends = self.view.places.iter().filter(|(_, place)| place.friends > 0);
        let spaces: Vec<SpaceId> = friends.map(|(space, _)| *space).collect();
        let names = spaces.iter().map(|space| space.0);
        if spaces.is_empty() {
            vec![]
        } else {
            vec![Caution::notice("warning-friends").about("spaces", names)]
        }
    }

    fn before_moving(&self) -> Vec<Caution> {
        let view = self.view;
        let mut cautions = Vec::new();
        if view.turn == view.days {
            cautions.push(Caution::notice("warning-last-day"));
            cautions.extend(self.austrians_due());
        }
        let german = view.ships.iter().filter(|(_, ship)| ship.may_move).map(|(id, _)| *id);
        let austrian = view.austrians.iter().filter(|(_, ship)| ship.may_move).map(|(id, _)| *id);
        let still: Vec<ShipId> = german.chain(austrian).collect();
        // With mines aboard or a party ashore the phase may go on after the last move (9.2, 23.0).
        if let ([last], false) = (&still[..], may_go_on(view)) {
            cautions.push(Caution::notice("warning-last-to-move").about("ship", [last.0]));
        }
        cautions.extend(self.neutral_visits(&still));
        cautions.extend(self.last_coal(&still));
        cautions
    }

    /// 12.2, 14.3 The ships that have one point of coal, and engines that could burn it (12.4).
    fn last_coal(&self, ships: &[ShipId]) -> Option<Caution> {
        let has = |id: &&ShipId| {
            let afloat = self.view.ships.get(id).filter(|ship| ship.ship.at.is_some());
            afloat.is_some_and(|ship| ship.ship.track(Track::Coal) == 1 && ship.speeds[1].is_some())
        };
        let ships: Vec<ShipId> = ships.iter().filter(has).copied().collect();
        self.of_ships("warning-last-coal", &ships)
    }

    /// 9.1 Neutral visits that end with this order, each place once: a ship that stays has used up hers, and one that leaves
    /// cannot come back.
    fn neutral_visits(&self, still: &[ShipId]) -> Vec<Caution> {
        // 9.1, 20.0: a visit of either fleet uses the place up for both.
        let at = |id: &ShipId| match self.view.ships.get(id) {
            Some(ship) => ship.ship.at,
            None => self.view.austrians.get(id)?.ship.at(),
        };
        let spaces: BTreeSet<SpaceId> = still.iter().filter_map(at).collect();
        let caution = |space: SpaceId| {
            let owner = self.chart.space(space)?.owner?;
            let is_neutral = self.view.standings.get(&owner) == Some(&Power::Neutral);
            // 9.1: a place is marked once a ship stayed a movement phase; until then, to stay is the visit.
            let visited = self.view.visited.contains(&space);
            let what = if visited { "warning-leaving" } else { "warning-staying" };
            is_neutral.then(|| Caution::notice(what).about("space", [space.0]))
        };
        spaces.into_iter().filter_map(caution).collect()
    }

    /// 14.8, 14.9 The last ammunition; 12.2, 14.3 the last coal.
    fn before_fire(&self, battle: &Battle) -> Vec<Caution> {
        let with = |left: u8| -> Vec<ShipId> {
            let has = |id: &&ShipId| {
                let ship = self.view.ships.get(id);
                ship.is_some_and(|ship| ship.ship.at.is_some() && ship.ship.track(Track::Ammunition) == left)
            };
            // 14.8: a ship that has paid in this battle fires on at no further cost.
            battle.german.iter().filter(has).filter(|id| !battle.paid.contains(id)).copied().collect()
        };
        match &battle.step {
            BattleStep::Contact {} => self.last_coal(&battle.german).into_iter().collect(),
            BattleStep::Fire { side: Side::German, round, .. } if fires_guns(battle, *round) => {
                [("warning-last-ammunition", 1), ("warning-last-ammo-maximum", MAXIMUM_COST)]
                    .into_iter()
                    .filter_map(|(what, left)| self.of_ships(what, &with(left)))
                    .collect()
            }
            _ => vec![],
        }
    }
}

/// True if guns fire in a round, which is what ammunition is for (14.8).
fn fires_guns(battle: &Battle, round: u8) -> bool {
    battle.weapons(round).iter().any(|weapon| *weapon != Weapon::Torpedoes)
}

/// 9.2, 23.0 Returns whether there may be mines to lay or a landing party to take aboard after the last move.
fn may_go_on(view: &View) -> bool {
    view.ships.values().any(|ship| ship.ship.carries(Cargo::Mines) > 0)
        || view.places.values().any(|place| place.landed)
}
