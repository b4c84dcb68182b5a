//! The tables that dice are read in, and the ships' types (7, 8, 9, 11), as the data pack of the table has them.

use super::GrandFleetReport;
use super::board::plain;
use crate::games::grand_fleet::ids::Side;
use crate::games::grand_fleet::pack;
use crate::games::grand_fleet::pack::maintenance;
use crate::report::Weight;
use crate::words::Lang;

impl GrandFleetReport<'_> {
    /// All tables, each under its heading.
    pub(super) fn tables(&self) -> Vec<(Weight, String)> {
        let tables = [
            ("gf-table-types", self.types()),
            ("gf-table-damage", self.damage_rows()),
            ("gf-table-outbreak", self.outbreak_rows()),
            ("gf-table-submarine-war", self.submarine_rows()),
            ("gf-table-maintenance", self.maintenance_rows()),
        ];
        let section = |(heading, rows)| {
            std::iter::once((Weight::Subheading, self.say(heading, &[]))).chain(plain(rows))
        };
        tables.into_iter().flat_map(section).collect()
    }

    fn types(&self) -> Vec<String> {
        let mut types: Vec<_> = self.chart.pack().types.values().collect();
        types.sort_by_key(|of| std::cmp::Reverse((of.gunnery_halves, of.defence)));
        let row = |of: &&pack::TypeSpec| {
            let name = if self.lang == Lang::Ja { &of.name.ja } else { &of.name.en };
            let args = [
                ("letters", of.letters.as_str().into()),
                ("type", name.as_str().into()),
                ("gunnery", self.halves(of.gunnery_halves).into()),
                ("defence", of.defence.into()),
                ("speed", of.speed.as_str().into()),
            ];
            self.say("gf-table-type", &args)
        };
        types.iter().map(row).collect()
    }

    fn damage_rows(&self) -> Vec<String> {
        let rows = &self.chart.pack().damage;
        let row = |row: &pack::DamageRow| {
            let args = [
                ("least", row.least.into()),
                ("most", row.most.into()),
                ("result", row.result.as_str().into()),
            ];
            self.say("gf-table-damage-row", &args)
        };
        rows.iter().map(row).collect()
    }

    fn outbreak_rows(&self) -> Vec<String> {
        let row = |row: &pack::OutbreakRow| {
            let results = row.results.iter().enumerate().map(|(at, result)| {
                let args = [("die", (at + 1).into()), ("result", result.as_str().into())];
                self.say("gf-table-outbreak-die", &args)
            });
            let args = [("turn", row.turn.into()), ("results", self.list(results).into())];
            self.say("gf-table-outbreak-row", &args)
        };
        self.chart.pack().outbreak.iter().map(row).collect()
    }

    fn submarine_rows(&self) -> Vec<String> {
        let table = &self.chart.pack().submarine_war;
        let row = |row: &pack::SubmarineRow| {
            let side = if row.german_vp < 0 { Side::British } else { Side::German };
            let bounds = match (row.least, row.most) {
                (None, _) => "up",
                (_, None) => "on",
                _ => "between",
            };
            let args = [
                ("bounds", bounds.into()),
                ("least", row.least.unwrap_or_default().into()),
                ("most", row.most.unwrap_or_default().into()),
                ("side", self.side(side).into()),
                ("points", row.german_vp.unsigned_abs().into()),
            ];
            self.say("gf-table-submarine-row", &args)
        };
        let later = self.say("gf-table-submarine-later", &[("modifier", table.modifier_each_turn.into())]);
        table.rows.iter().map(row).chain([later]).collect()
    }

    fn maintenance_rows(&self) -> Vec<String> {
        let row = |side: &Side| {
            let args = [("side", self.side(*side).into()), ("count", maintenance(*side).into())];
            self.say("gf-table-maintenance-row", &args)
        };
        Side::ALL.iter().map(row).collect()
    }
}
