//! The end: the winner, points, losses, luck, and the historical outcome.

use super::GrandFleetReport;
use crate::game::{Fact, Roll};
use crate::games::grand_fleet::chronicle::Chronicle;
use crate::games::grand_fleet::event::{Event, Score};
use crate::games::grand_fleet::ids::{ShipId, Side};
use crate::games::grand_fleet::state::Berth;
use crate::games::grand_fleet::view::{BattleView, Decision, View};
use crate::report::luck::Sixes;
use crate::report::{GameReport, Weight};

impl GrandFleetReport<'_> {
    /// The end in one sentence.
    pub(in crate::games::grand_fleet) fn result(&self, view: &View) -> String {
        let leader = if view.lead < 0 { Side::German } else { Side::British };
        let lead = [
            ("turn", view.turn.into()),
            ("leader", self.side(leader).into()),
            ("lead", view.lead.unsigned_abs().into()),
        ];
        match view.outcome {
            Some(outcome) => {
                let ended = self.ending(outcome.winner, outcome.why);
                self.after(&ended, &self.say("gf-ending-lead", &lead))
            }
            None => self.say("gf-ending-broken-off", &lead),
        }
    }

    /// The page at the end.
    pub(super) fn ending_lines(&self, view: &View, facts: &[Fact<Event>]) -> Vec<(Weight, String)> {
        let chronicle = Chronicle::of(facts);
        let mut lines = vec![(Weight::Heading, self.result(view))];
        let mut section = |title: &str, told: Vec<String>| {
            if !told.is_empty() {
                lines.push((Weight::Subheading, self.say(title, &[])));
                lines.extend(told.into_iter().map(|line| (Weight::Plain, line)));
            }
        };
        section("ending-points", self.points_by_turn(view, &chronicle));
        section("ending-losses", self.loss_lines(view, &chronicle));
        section("gf-ending-fought", self.hexes_told(&chronicle));
        section("ending-luck", self.luck_lines(facts));
        section(
            "ending-face-down",
            view.battle.as_ref().map_or_else(Vec::new, |battle| self.unturned(battle)),
        );
        section("ending-history", vec![self.say("gf-ending-history-text", &[])]);
        section("ending-share", self.share_lines(view, &chronicle, facts));
        lines
    }

    fn points_by_turn(&self, view: &View, chronicle: &Chronicle) -> Vec<String> {
        // Its lead at the start is of no turn.
        let start = view.setup.historical.then(|| self.say("gf-historical", &[]));
        let mut lines: Vec<String> = start.into_iter().collect();
        for turn in chronicle.turns.iter().filter(|turn| !turn.points.is_empty()) {
            let points = turn.points.iter().map(|scored| {
                let why = self.own_term("scored", scored.why.as_str());
                let args = [
                    ("side", self.side(scored.side).into()),
                    ("points", scored.points.into()),
                    ("why", why.into()),
                ];
                self.say("gf-ending-scored", &args)
            });
            let leader = if turn.lead < 0 { Side::German } else { Side::British };
            let args = [
                ("turn", turn.turn.into()),
                ("points", points.collect::<Vec<_>>().join(&self.say("list-separator-strong", &[])).into()),
                ("leader", self.side(leader).into()),
                ("lead", turn.lead.unsigned_abs().into()),
            ];
            lines.push(self.say("gf-ending-turn", &args));
        }
        lines.extend(self.side_lines(chronicle));
        lines
    }

    /// Each side's total score, by cause.
    pub(in crate::games::grand_fleet) fn side_lines(&self, chronicle: &Chronicle) -> Vec<String> {
        let cause = |(why, points): &(Score, u32)| {
            let why = self.own_term("scored", why.as_str());
            self.say("gf-ending-cause", &[("why", why.into()), ("points", (*points).into())])
        };
        let line = |side: Side| {
            let causes = chronicle.by_cause(side);
            let sum: u32 = causes.iter().map(|(_, points)| points).sum();
            let args = [
                ("side", self.side(side).into()),
                ("sum", sum.into()),
                ("causes", self.list(causes.iter().map(cause)).into()),
            ];
            self.say("gf-ending-side", &args)
        };
        Side::ALL.iter().copied().map(line).collect()
    }

    /// A few lines to show to others.
    fn share_lines(&self, view: &View, chronicle: &Chronicle, facts: &[Fact<Event>]) -> Vec<String> {
        let result = [("game", self.game("grand_fleet").into()), ("result", self.result(view).into())];
        let sunk = |side: Side| {
            let all = chronicle.turns.iter().flat_map(|turn| &turn.sunk);
            all.filter(|(ship, _)| self.nation_side(*ship) == Some(side)).count()
        };
        let toll = [("british", sunk(Side::British).into()), ("german", sunk(Side::German).into())];
        let mut lines =
            vec![self.say("ending-share-result", &result), self.say("gf-ending-share-toll", &toll)];
        lines.extend(self.luck_lines(facts));
        lines
    }

    /// Ships sunk, each with its turn and hex, and damaged ships.
    pub(in crate::games::grand_fleet) fn loss_lines(
        &self,
        view: &View,
        chronicle: &Chronicle,
    ) -> Vec<String> {
        let of = |side: Side| move |ship: &ShipId| self.nation_side(*ship) == Some(side);
        let mut lines = Vec::new();
        for side in Side::ALL.iter().copied() {
            let mut sunk = Vec::new();
            for turn in &chronicle.turns {
                sunk.extend(turn.sunk.iter().filter(|(ship, _)| of(side)(ship)).map(|(ship, hex)| {
                    let args = [
                        ("ship", self.ship(*ship).into()),
                        ("turn", turn.turn.into()),
                        ("hex", hex.as_str().into()),
                    ];
                    self.say("gf-ending-sunk-ship", &args)
                }));
            }
            let damaged: Vec<ShipId> = view
                .berths
                .iter()
                .filter(|(ship, berth)| matches!(berth, Berth::Box(_) | Berth::Ashore) && of(side)(ship))
                .map(|(ship, _)| *ship)
                .collect();
            let args = [
                ("side", self.side(side).into()),
                ("count", sunk.len().into()),
                ("sunk", self.list(sunk).into()),
                ("damaged", damaged.len().into()),
                ("boxed", self.ships(&damaged).into()),
            ];
            lines.push(self.say("gf-ending-losses", &args));
        }
        lines
    }

    fn nation_side(&self, ship: ShipId) -> Option<Side> {
        self.chart.ship(ship).map(|spec| spec.nation.side())
    }

    /// The hexes fought over and held.
    fn hexes_told(&self, chronicle: &Chronicle) -> Vec<String> {
        let turns = |turns: &[u32]| self.list(turns.iter().map(u32::to_string));
        let fought = chronicle.fought.iter().map(|(hex, when)| {
            self.say("gf-ending-hex", &[("hex", self.hex(*hex).into()), ("turns", turns(when).into())])
        });
        let held = chronicle.controlled.iter().flat_map(|(hex, when)| {
            when.iter().map(|(turn, side)| {
                let args = [
                    ("side", self.side(*side).into()),
                    ("hex", self.hex(*hex).into()),
                    ("turn", (*turn).into()),
                ];
                self.say("gf-ending-held", &args)
            })
        });
        fought.chain(held).collect()
    }

    /// The luck of each side's dice.
    pub(in crate::games::grand_fleet) fn luck_lines(&self, facts: &[Fact<Event>]) -> Vec<String> {
        let thrown = |side: Side| {
            facts.iter().filter_map(move |fact| match fact {
                Fact::Roll(roll) if Side::named(roll.side.as_str()) == Some(side) => Some(roll),
                Fact::Roll(_) | Fact::Event(_) => None,
            })
        };
        let luck = |side: Side| {
            let rolls: Vec<&Roll> = thrown(side).collect();
            self.luck(self.side(side), Sixes::among(rolls))
        };
        Side::ALL.iter().copied().filter_map(luck).collect()
    }

    /// Fleets that were formed and never turned over, where the reader may know them.
    fn unturned(&self, battle: &BattleView) -> Vec<String> {
        let fleets = |side: Side| match &battle.formed[side] {
            // Only a game that was closed before the markers were turned over has such fleets.
            Decision::Open(formation) if !battle.revealed => formation.fleets.clone(),
            _ => vec![],
        };
        let told = Side::ALL.iter().copied().flat_map(|side| {
            fleets(side).into_iter().map(move |fleet| {
                let args = [
                    ("side", self.side(side).into()),
                    ("number", fleet.number.into()),
                    ("ships", self.ships(&fleet.ships).into()),
                ];
                self.say("gf-ending-unturned", &args)
            })
        });
        told.collect()
    }
}
