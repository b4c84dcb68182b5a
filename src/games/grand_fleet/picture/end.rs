//! The picture of the end: the map with battles, losses and held hexes; points and losses turn by turn.

use super::Painter;
use super::counters::Piece;
use crate::games::grand_fleet::chronicle::Chronicle;
use crate::games::grand_fleet::ids::{HexId, ShipId, Side};
use crate::games::grand_fleet::report::GrandFleetReport;
use crate::picture::{Anchor, Area, Paint, Scene, font, symbols};

impl Painter<'_> {
    /// The end of the game; `None` before it.
    pub(super) fn end(&self) -> Option<Scene> {
        // Before the end the facts are those since the reader's last order, and would make a false chronicle.
        self.view.outcome?;
        let chronicle = Chronicle::of(self.facts);
        let painter = Painter { chronicle: Some(&chronicle), ..*self };
        Some(painter.hex_map())
    }

    /// The ships sunk in a hex, a counter a side.
    pub(super) fn sunk_in(&self, chronicle: &Chronicle, hex: HexId) -> Vec<Piece> {
        let sunk = |side: Side| {
            let all = chronicle.turns.iter().flat_map(|turn| &turn.sunk);
            all.filter(|(ship, at)| *at == hex && self.side_of(*ship) == Some(side)).count()
        };
        let piece = |side: Side| {
            let count = sunk(side);
            let text = format!("−{count}");
            (count > 0).then_some(Piece { side, text, behind: false, fresh: false })
        };
        Side::ALL.iter().copied().filter_map(piece).collect()
    }

    fn side_of(&self, ship: ShipId) -> Option<Side> {
        self.chart.ship(ship).map(|spec| spec.nation.side())
    }

    /// Draws the winner and the lead.
    pub(super) fn result_panel(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let winner = self.view.outcome.and_then(|outcome| outcome.winner);
        let pair = winner.map_or(theme.neutral, |side| self.pair(side));
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        scene.rect(Area { h: 118.0, ..area }, 9.0, Paint::fill(pair.fill).edged(theme.edge, 2.0));
        let mut left = area.x + 18.0;
        if let Some(side) = winner {
            self.emblem(scene, side, (area.x + 48.0, area.y + 59.0), 28.0, pair.ink);
            left += 76.0;
        }
        let report = GrandFleetReport { phrases: self.phrases, chart: self.chart };
        let result = font::shown(&report.result(self.view));
        let room = area.right() - left - 16.0;
        let fits = |size: &f64| font::lines(&result, *size, room).len() <= 3;
        // A sentence may be long in either language; below 19 it could not be read on a phone.
        let size = [29.0, 27.0, 25.0, 23.0, 21.0].into_iter().find(fits).unwrap_or(19.0);
        let lines = font::lines(&result, size, room);
        let top = area.y + 59.0 - size * 0.6 * (lines.len() as f64 - 1.0);
        for (n, line) in lines.iter().enumerate() {
            let at = (left, top + size * 1.2 * n as f64);
            scene.write_within(at, size, room, Anchor::Start, line, pair.ink);
        }
        self.lead(scene, Area::new(area.x + 26.0, area.y + 152.0, area.w - 52.0, 70.0));
    }

    /// Points turn by turn, losses and luck.
    pub(super) fn toll_panel(&self, scene: &mut Scene, chronicle: &Chronicle, area: Area) {
        let theme = self.theme;
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        let (x, right) = (area.x + 16.0, area.right() - 16.0);
        let step = (area.w - 190.0) / chronicle.turns.len().max(1) as f64;
        let column = |n: usize| area.x + 96.0 + step * (n as f64 + 0.5);
        let row = |n: usize| area.y + 26.0 + 38.0 * n as f64;
        scene.write_within((x, row(0)), 21.0, 80.0, Anchor::Start, &self.word("by-turn"), theme.soft);
        scene.write_within((right, row(0)), 21.0, 84.0, Anchor::End, &self.word("points-all"), theme.soft);
        for (n, turn) in chronicle.turns.iter().enumerate() {
            scene.write((column(n), row(0)), 22.0, Anchor::Middle, &turn.turn.to_string(), theme.soft);
        }
        for (line, side) in Side::ALL.iter().copied().enumerate() {
            let y = row(line + 1);
            self.emblem(scene, side, (x + 14.0, y), 14.0, self.pair(side).fill);
            for (n, turn) in chronicle.turns.iter().enumerate() {
                let sum: u32 =
                    turn.points.iter().filter(|scored| scored.side == side).map(|scored| scored.points).sum();
                let (text, ink) =
                    if sum == 0 { ("·".to_owned(), theme.soft) } else { (sum.to_string(), theme.ink) };
                scene.write((column(n), y), 26.0, Anchor::Middle, &text, ink);
            }
            let sum: u32 = chronicle.by_cause(side).iter().map(|(_, points)| points).sum();
            scene.write((right, y), 29.0, Anchor::End, &sum.to_string(), theme.ink);
        }
        let line = vec![(x, row(3) - 16.0), (right, row(3) - 16.0)];
        scene.line(line, Paint::stroke(theme.graticule, 2.0));
        for (line, side) in Side::ALL.iter().copied().enumerate() {
            let y = row(line + 3) + 6.0;
            let all = chronicle.turns.iter().flat_map(|turn| &turn.sunk).map(|(ship, _)| *ship);
            let sunk: Vec<ShipId> = all.filter(|ship| self.side_of(*ship) == Some(side)).collect();
            self.emblem(scene, side, (x + 14.0, y), 14.0, self.pair(side).fill);
            symbols::saltire(scene, (x + 48.0, y), 11.0, theme.warning);
            scene.write((x + 70.0, y), 27.0, Anchor::Start, &sunk.len().to_string(), theme.ink);
            let types = self.by_type(&sunk);
            let room = right - x - 124.0;
            scene.write_within((x + 124.0, y), 24.0, room, Anchor::Start, &types, theme.ink);
        }
        let report = GrandFleetReport { phrases: self.phrases, chart: self.chart };
        for (n, line) in report.luck_lines(self.facts).iter().enumerate() {
            let at = (x, row(5) + 22.0 + 32.0 * n as f64);
            scene.write_within(at, 22.0, area.w - 32.0, Anchor::Start, &font::shown(line), theme.soft);
        }
    }
}
