//! The board: the turn, the score, the map, both charts, the battle.

use super::GrandFleetReport;
use crate::game::Word;
use crate::games::grand_fleet::ids::{HexId, ShipId, Side};
use crate::games::grand_fleet::pack::LAST_TURN;
use crate::games::grand_fleet::state::Step;
use crate::games::grand_fleet::victory::SUDDEN_DEATH;
use crate::games::grand_fleet::view::{Decision, View};
use crate::report::{GameReport, Weight};
use crate::words::Value;

impl GrandFleetReport<'_> {
    /// A short board: while fleets are at sea the map and the battle, with the charts on request; else all of it.
    pub fn glance(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = self.above_charts(view, true);
        match view.battle {
            Some(_) => lines.push((Weight::Plain, self.say("gf-board-charts", &[]))),
            None => lines.extend(self.charts(view)),
        }
        lines
    }

    /// The whole board, line by line; headings have their own weight.
    pub fn board(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = self.above_charts(view, true);
        lines.extend(self.charts(view));
        lines
    }

    /// The same without the map in letters.
    pub fn written(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = self.above_charts(view, false);
        lines.extend(self.charts(view));
        lines
    }

    fn charts(&self, view: &View) -> Vec<(Weight, String)> {
        Side::ALL.iter().flat_map(|side| self.chart_section(view, *side)).collect()
    }

    fn above_charts(&self, view: &View, drawn: bool) -> Vec<(Weight, String)> {
        let mut lines = vec![(Weight::Heading, self.today(view))];
        lines.extend(plain(self.score(view)));
        lines.extend(plain(self.decisions(view)));
        if let Some(battle) = &view.battle {
            lines.push((Weight::Subheading, self.say("gf-board-map", &[])));
            if drawn {
                lines.extend(plain(self.picture(view)));
            }
            // Once all is turned over, the fleets name their hexes themselves.
            if !battle.revealed {
                lines.extend(plain(self.occupied(view)));
            }
            lines.extend(self.battle_section(view));
        }
        lines
    }

    /// The part of the board called `name` in the book; `None` for an unknown part.
    pub fn section(&self, view: &View, name: Word) -> Option<Vec<(Weight, String)>> {
        Some(match name.as_str() {
            "map" => plain(self.picture(view)).chain(plain(self.occupied(view))).collect(),
            "hexes" => plain(self.hex_list(view)).collect(),
            "score" => plain(self.score(view)).collect(),
            "tables" => self.tables(),
            "battle" if view.battle.is_some() => self.battle_section(view),
            "battle" => plain(vec![self.say("gf-no-battle", &[])]).collect(),
            other => self.chart_section(view, Side::named(other)?),
        })
    }

    /// The board as one text: headings on lines of their own, the rest indented below.
    pub fn board_text(&self, view: &View) -> String {
        crate::report::text_of(&self.board(view))
    }

    /// A ship or a hex in words; `None` when `word` is neither.
    pub fn part(&self, view: &View, word: Word) -> Option<Vec<String>> {
        self.ship_lines(view, ShipId(word)).or_else(|| self.hex_lines(view, HexId(word)))
    }

    fn today(&self, view: &View) -> String {
        if let Some(outcome) = &view.outcome {
            return self.ending(outcome.winner, outcome.why);
        }
        if view.turn == 0 {
            return self.say("gf-board-set-up", &[]);
        }
        let phase = self.own_term("phase", view.step.phase().as_str());
        let [turn, last, half, year] = self.turn(view.turn);
        self.say("gf-board-turn", &[turn, last, half, year, ("phase", phase.into())])
    }

    /// A turn is half a year, the first the second half of 1914 (4).
    pub(super) fn turn(&self, turn: u32) -> [(&'static str, Value<'static>); 4] {
        let half = if turn % 2 == 1 { "second" } else { "first" };
        let year = (1914 + turn / 2).to_string();
        [("turn", turn.into()), ("last", LAST_TURN.into()), ("half", half.into()), ("year", year.into())]
    }

    fn score(&self, view: &View) -> Vec<String> {
        // Without a lead the sentence has no leader, and the side is not said.
        let side = if view.lead < 0 { Side::German } else { Side::British };
        let lead = view.lead.unsigned_abs();
        let mut lines = vec![self.say(
            "gf-score",
            &[
                ("side", self.side(side).into()),
                ("lead", lead.into()),
                ("left", SUDDEN_DEATH.saturating_sub(lead).into()),
            ],
        )];
        if let Some(turn) = view.war {
            lines.push(self.say("gf-war-since", &[("turn", turn.into())]));
        }
        if view.setup.historical {
            lines.push(self.say("gf-historical", &[]));
        }
        lines
    }

    /// Each side's secret decision, as far as the viewer may know it.
    fn decisions(&self, view: &View) -> Vec<String> {
        // At every other step nobody has chosen dice: they are cleared with the throw.
        if view.step != Step::Initiative {
            return vec![];
        }
        let line = |side: &Side| {
            let dice = self.decision(&view.dice[*side], |dice| dice.to_string());
            self.say("gf-dice-of", &[("side", self.side(*side).into()), ("decision", dice.into())])
        };
        Side::ALL.iter().map(line).collect()
    }

    pub(super) fn decision<T>(&self, decision: &Decision<T>, tell: impl FnOnce(&T) -> String) -> String {
        match decision {
            Decision::Awaited => self.say("gf-awaited", &[]),
            Decision::Sealed => self.say("gf-sealed", &[]),
            Decision::Open(decided) => tell(decided),
        }
    }
}

pub(super) fn plain(lines: Vec<String>) -> impl Iterator<Item = (Weight, String)> {
    lines.into_iter().map(|line| (Weight::Plain, line))
}
