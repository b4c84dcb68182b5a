//! The state of a decisive battle (8).

use super::GrandFleetReport;
use super::board::plain;
use crate::games::grand_fleet::formation::speed;
use crate::games::grand_fleet::ids::{HexId, ShipId, Side, Speed};
use crate::games::grand_fleet::state::{AtSea, Formation};
use crate::games::grand_fleet::view::{BattleView, Decision, View};
use crate::report::Weight;

impl GrandFleetReport<'_> {
    /// The current battle: the attacker, the fleets formed, the markers still to be placed, and the combat.
    pub(super) fn battle_section(&self, view: &View) -> Vec<(Weight, String)> {
        let Some(battle) = &view.battle else { return vec![] };
        let attacker = self.side(battle.attacker);
        let mut lines = vec![(Weight::Subheading, self.say("gf-battle", &[("side", attacker.into())]))];
        if battle.revealed {
            lines.extend(plain(self.fleet_lines(battle.fleets.iter())));
        } else {
            lines.extend(plain(Side::ALL.iter().flat_map(|side| self.formed(battle, *side)).collect()));
            lines.extend(plain(
                Side::ALL.iter().filter_map(|side| self.left_to_place(battle, *side)).collect(),
            ));
        }
        if let Some(combat) = &battle.combat {
            lines.extend(plain(self.combat_lines(battle, combat)));
        }
        lines
    }

    /// A side's formation, fleet by fleet, as far as the viewer knows it.
    fn formed(&self, battle: &BattleView, side: Side) -> Vec<String> {
        let Decision::Open(formation) = &battle.formed[side] else {
            let decision = self.decision(&battle.formed[side], |_| String::new());
            return vec![
                self.say(
                    "gf-formation-of",
                    &[("side", self.side(side).into()), ("decision", decision.into())],
                ),
            ];
        };
        self.formation(side, formation)
    }

    /// The fleets of a side, one line each, and the number of dummies among the markers.
    pub(super) fn formation(&self, side: Side, formation: &Formation) -> Vec<String> {
        let mut lines = vec![self.say("gf-formation", &[("side", self.side(side).into())])];
        lines.extend(formation.fleets.iter().map(|fleet| {
            let shown = if formation.shown.contains(&fleet.number) { "yes" } else { "no" };
            self.say(
                "gf-fleet",
                &[
                    ("number", fleet.number.into()),
                    ("speed", self.speed(&fleet.ships).into()),
                    ("shown", shown.into()),
                    ("count", fleet.ships.len().into()),
                    ("ships", self.ships(&fleet.ships).into()),
                ],
            )
        }));
        lines
    }

    /// Markers of a side that are not placed yet; `None` when there are none.
    fn left_to_place(&self, battle: &BattleView, side: Side) -> Option<String> {
        let hidden = battle.hidden_left[side];
        let shown = &battle.shown_left[side];
        (hidden > 0 || !shown.is_empty()).then(|| {
            let shown = self.list(shown.iter().map(u32::to_string));
            let args = [("side", self.side(side).into()), ("hidden", hidden.into()), ("shown", shown.into())];
            self.say("gf-to-place", &args)
        })
    }

    /// Fleets on the map, one line each, those of a hex together.
    pub(super) fn fleet_lines<'f>(&self, fleets: impl Iterator<Item = &'f AtSea>) -> Vec<String> {
        let mut fleets: Vec<&AtSea> = fleets.collect();
        // The sort is stable, so within a hex the sides and numbers stay in order.
        fleets.sort_by_key(|fleet| fleet.hex);
        fleets.into_iter().map(|fleet| self.fleet_line(fleet)).collect()
    }

    fn fleet_line(&self, fleet: &AtSea) -> String {
        self.say(
            "gf-fleet-at-sea",
            &[
                ("side", self.side(fleet.side).into()),
                ("number", fleet.number.into()),
                ("hex", self.hex(fleet.hex).into()),
                ("speed", self.speed(&fleet.ships).into()),
                ("count", fleet.ships.len().into()),
                ("ships", self.ships(&fleet.ships).into()),
            ],
        )
    }

    /// The fleets in a hex, once all markers are turned over.
    pub(super) fn fleets_in(&self, view: &View, hex: HexId) -> Vec<String> {
        let fleets = view.battle.iter().flat_map(|battle| &battle.fleets);
        self.fleet_lines(fleets.filter(|fleet| fleet.hex == hex))
    }

    /// The fleet a ship sails with, as far as the viewer knows it.
    pub(super) fn at_sea(&self, view: &View, ship: ShipId) -> Option<String> {
        let battle = view.battle.as_ref()?;
        if battle.revealed {
            return battle
                .fleets
                .iter()
                .find(|fleet| fleet.ships.contains(&ship))
                .map(|f| self.fleet_line(f));
        }
        let open = Side::ALL.iter().filter_map(|side| match &battle.formed[*side] {
            Decision::Open(formation) => Some(formation),
            _ => None,
        });
        let fleet = open.flat_map(|formation| &formation.fleets).find(|fleet| fleet.ships.contains(&ship))?;
        Some(self.say("gf-berth-in-fleet", &[("number", fleet.number.into())]))
    }

    pub(super) fn is_fast(&self, ships: &[ShipId]) -> bool {
        speed(self.chart, ships) == Speed::Fast
    }

    /// The speed of a fleet, as a word for a message to choose by.
    pub(super) fn speed(&self, ships: &[ShipId]) -> &'static str {
        speed(self.chart, ships).as_str()
    }
}
