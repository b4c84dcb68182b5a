//! A text alternative for a picture, with the words to type.

use super::Painter;
use crate::games::grand_fleet::chronicle::Chronicle;
use crate::games::grand_fleet::ids::{HexKind, Side};
use crate::games::grand_fleet::report::GrandFleetReport;
use crate::words::Lang;

impl Painter<'_> {
    /// The picture's title: game, turn and step.
    pub(super) fn title(&self) -> String {
        let args =
            [("turn", self.turn().into()), ("period", self.period().into()), ("step", self.step().into())];
        self.say("gf-picture-title", &args)
    }

    /// The end of the game, with points, losses and luck.
    pub(super) fn end_described(&self) -> String {
        let report = GrandFleetReport { phrases: self.phrases, chart: self.chart };
        let chronicle = Chronicle::of(self.facts);
        let mut said = vec![report.result(self.view)];
        said.extend(report.side_lines(&chronicle));
        said.extend(report.loss_lines(self.view, &chronicle));
        said.extend(report.luck_lines(self.facts));
        // Japanese sentences follow one another without a space.
        said.join(if self.lang == Lang::Ja { "" } else { " " })
    }

    /// The lead, the attacker, and the contents of hexes.
    pub(super) fn description(&self) -> String {
        let side = if self.view.lead < 0 { Side::German } else { Side::British };
        let lead = [("side", self.name(side.word()).into()), ("lead", self.view.lead.unsigned_abs().into())];
        let mut said: Vec<String> =
            self.decision().map(|(text, _)| self.sentence(&text)).into_iter().collect();
        said.push(self.say("gf-picture-leads", &lead));
        if let Some(battle) = &self.view.battle {
            let attacker = self.name(battle.attacker.word());
            said.push(self.say("gf-picture-attack-of", &[("side", attacker.into())]));
            for side in Side::ALL.iter().copied() {
                let open = self.chart.pack().hexes.iter().filter(|(_, spec)| spec.kind != HexKind::Forbidden);
                let there = open.filter_map(|(hex, _)| {
                    let pieces = self.pieces(*hex);
                    let texts: Vec<&str> = pieces
                        .iter()
                        .filter(|piece| piece.side == side)
                        .map(|piece| piece.text.as_str())
                        .collect();
                    (!texts.is_empty()).then(|| format!("{hex} {}", texts.join(" ")))
                });
                let there: Vec<String> = there.collect();
                if !there.is_empty() {
                    let args = [("side", self.name(side.word()).into()), ("places", self.list(there).into())];
                    said.push(self.say("gf-picture-there", &args));
                }
            }
            if let Some(combat) = &battle.combat {
                let args = [("hex", combat.hex.as_str().into()), ("round", combat.round.into())];
                said.push(self.say("gf-picture-fought-at", &args));
            }
        } else {
            for side in Side::ALL.iter().copied() {
                let ships = self.in_fleet(side);
                let args = [
                    ("side", self.name(side.word()).into()),
                    ("count", ships.len().into()),
                    ("types", self.by_type(&ships).into()),
                ];
                said.push(self.say("gf-picture-strength", &args));
            }
        }
        for (from, to) in self.moves() {
            let args = [("from", from.as_str().into()), ("to", to.as_str().into())];
            said.push(self.say("gf-picture-moved-from", &args));
        }
        said.join(if self.lang == Lang::Ja { "" } else { " " })
    }
}
