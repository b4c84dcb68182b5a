//! The fleet charts: the fleet box by type, the damage and detachment boxes, ships to come, losses (2-3).

use std::collections::BTreeMap;

use super::GrandFleetReport;
use super::board::plain;
use crate::games::grand_fleet::boxes::{NUMBERED, limit};
use crate::games::grand_fleet::ids::{ShipId, Side};
use crate::games::grand_fleet::pack::maintenance;
use crate::games::grand_fleet::state::Berth;
use crate::games::grand_fleet::view::View;
use crate::report::Weight;

impl GrandFleetReport<'_> {
    /// The chart of a side.
    pub(super) fn chart_section(&self, view: &View, side: Side) -> Vec<(Weight, String)> {
        let berths = self.berths(view, side);
        let at = |berth: Berth| berths.get(&berth_key(berth)).map_or(&[][..], Vec::as_slice);
        let fleet = at(Berth::Fleet);
        let mut lines = vec![(
            Weight::Subheading,
            self.say(
                "gf-chart",
                &[
                    ("side", self.side(side).into()),
                    ("ships", fleet.len().into()),
                    ("needed", maintenance(side).into()),
                ],
            ),
        )];
        lines.extend(plain(self.type_lines(fleet)));
        lines.extend(plain(self.box_lines(side, &berths)));
        lines.extend(plain(self.elsewhere(&berths)));
        lines
    }

    pub(super) fn berths(&self, view: &View, side: Side) -> BTreeMap<(u32, u32), Vec<ShipId>> {
        let mut berths: BTreeMap<(u32, u32), Vec<ShipId>> = BTreeMap::new();
        for (ship, berth) in &view.berths {
            if self.chart.ship(*ship).is_some_and(|spec| spec.nation.side() == side) {
                berths.entry(berth_key(*berth)).or_default().push(*ship);
            }
        }
        berths
    }

    /// One line a type: letters, number, names.
    fn type_lines(&self, ships: &[ShipId]) -> Vec<String> {
        let line = |(kind, ships): (crate::games::grand_fleet::ids::ShipType, Vec<ShipId>)| {
            self.say(
                "gf-type-line",
                &[
                    ("type", self.name(kind.word()).into()),
                    ("count", ships.len().into()),
                    ("ships", self.named(&ships).into()),
                ],
            )
        };
        self.by_type(ships).into_iter().map(line).collect()
    }

    fn box_lines(&self, side: Side, berths: &BTreeMap<(u32, u32), Vec<ShipId>>) -> Vec<String> {
        let boxes = std::iter::once(0).chain(NUMBERED).filter_map(|number| {
            let ships = berths.get(&berth_key(Berth::Box(number)))?;
            Some(self.boxed(number, ships))
        });
        let boxes: Vec<String> = boxes.collect();
        if boxes.is_empty() {
            return vec![self.say("gf-boxes-empty", &[])];
        }
        std::iter::once(self.say("gf-boxes", &[("limit", limit(side).into())])).chain(boxes).collect()
    }

    /// A box with its ships.
    pub(super) fn boxed(&self, number: u32, ships: &[ShipId]) -> String {
        self.say("gf-box", &[("box", number.into()), ("ships", self.ships(ships).into())])
    }

    /// Ships that are neither in the fleet box nor in a numbered box.
    fn elsewhere(&self, berths: &BTreeMap<(u32, u32), Vec<ShipId>>) -> Vec<String> {
        let line = |key: &str, berth: Berth| {
            let ships = berths.get(&berth_key(berth))?;
            Some(self.say(key, &[("ships", self.ships(ships).into())]))
        };
        // Turns end at 9, so the open upper end leaves out no ship.
        let due = berths.range(berth_key(Berth::Due(0))..berth_key(Berth::Due(u32::MAX))).map(
            |((_, turn), ships)| {
                self.say("gf-due", &[("turn", (*turn).into()), ("ships", self.ships(ships).into())])
            },
        );
        let due: Vec<String> = due.collect();
        let to_come = (!due.is_empty()).then(|| self.say("gf-to-come", &[]));
        let ashore = line("gf-ashore", Berth::Ashore);
        let gone = [
            line("gf-abroad", Berth::Abroad),
            line("gf-sunk", Berth::Sunk),
            line("gf-cancelled", Berth::Cancelled),
            line("gf-left-out", Berth::LeftOut),
        ];
        ashore.into_iter().chain(to_come).chain(due).chain(gone.into_iter().flatten()).collect()
    }

    /// A ship: its type with its values, and where it is; `None` for a ship the pack lacks.
    pub(super) fn ship_lines(&self, view: &View, ship: ShipId) -> Option<Vec<String>> {
        let spec = self.chart.ship(ship)?;
        let values = self.chart.type_of(ship)?;
        let mut lines = vec![self.say(
            "gf-ship-is",
            &[
                ("ship", self.ship(ship).into()),
                ("nation", spec.nation.as_str().into()),
                ("type", self.both(&values.name).into()),
                ("gunnery", self.halves(values.gunnery_halves).into()),
                ("defence", values.defence.into()),
                ("speed", values.speed.as_str().into()),
            ],
        )];
        let (place, number) = match view.berths.get(&ship)? {
            Berth::Due(turn) => ("gf-berth-due", *turn),
            Berth::Abroad => ("gf-berth-abroad", 0),
            Berth::Fleet => ("gf-berth-fleet", 0),
            Berth::Ashore => ("gf-berth-ashore", 0),
            Berth::Box(number) => ("gf-berth-box", *number),
            Berth::Sunk => ("gf-berth-sunk", 0),
            Berth::Cancelled => ("gf-berth-cancelled", 0),
            Berth::LeftOut => ("gf-berth-left-out", 0),
        };
        lines.push(self.say(place, &[("number", number.into())]));
        lines.extend(self.at_sea(view, ship));
        Some(lines)
    }
}

/// The place of a ship, in the order of the chart.
pub(super) fn berth_key(berth: Berth) -> (u32, u32) {
    match berth {
        Berth::Fleet => (0, 0),
        Berth::Box(number) => (1, number),
        Berth::Ashore => (2, 0),
        Berth::Due(turn) => (3, turn),
        Berth::Abroad => (4, 0),
        Berth::Sunk => (5, 0),
        Berth::Cancelled => (6, 0),
        Berth::LeftOut => (7, 0),
    }
}
