//! The fleets ship by ship, as far as the reader knows them; without a battle the charts of both sides.

use super::Painter;
use super::counters::Piece;
use crate::games::grand_fleet::ids::{ShipId, Side};
use crate::games::grand_fleet::state::{Berth, Fleet};
use crate::picture::{Anchor, Area, Paint, Scene, font, symbols};

/// The width of the picture.
const WIDTH: f64 = 1200.0;
/// The height above the lists.
const TOP: f64 = 84.0;
/// The size of names, and the height of a line of them.
const SIZE: f64 = 24.0;
const LINE: f64 = 33.0;
/// The left edge of names.
const LEFT: f64 = 136.0;

/// A group of ships: on a counter, or under a heading.
struct Group {
    side: Side,
    mark: Mark,
    ships: Vec<ShipId>,
}

enum Mark {
    Fleet(u32),
    Words(String),
}

impl Painter<'_> {
    /// The list.
    pub(super) fn fleet_list(&self) -> Scene {
        let theme = self.theme;
        let groups = self.groups();
        let laid: Vec<(&Group, Vec<String>)> =
            groups.iter().map(|group| (group, self.lines_of(&group.ships))).collect();
        let high = |lines: &[String]| LINE * lines.len().max(1) as f64 + 20.0;
        let all: f64 = laid.iter().map(|(_, lines)| high(lines)).sum();
        let mut scene = Scene::new(WIDTH, TOP + all.max(80.0) + 20.0, theme.card);
        let period = if self.view.turn == 0 { String::new() } else { self.period() };
        scene.write((WIDTH - 20.0, 42.0), 26.0, Anchor::End, &period, theme.soft);
        let mut right = WIDTH - 40.0 - font::width(&period, 26.0);
        let title = match self.decision() {
            Some((text, pair)) => {
                right = symbols::pill(&mut scene, (right, 42.0), 29.0, WIDTH * 0.4, &text, pair);
                self.turn()
            }
            None => format!("{} · {}", self.turn(), self.step()),
        };
        scene.write_within((20.0, 42.0), 40.0, right - 40.0, Anchor::Start, &title, theme.ink);
        let mut y = TOP;
        for (n, (group, lines)) in laid.iter().enumerate() {
            let area = Area::new(12.0, y, WIDTH - 24.0, high(lines));
            if n % 2 == 0 {
                scene.rect(area, 6.0, Paint::fill(theme.sea));
            }
            self.group(&mut scene, group, lines, area);
            y += area.h;
        }
        scene
    }

    fn group(&self, scene: &mut Scene, group: &Group, lines: &[String], area: Area) {
        let theme = self.theme;
        let first = area.y + 10.0 + LINE / 2.0;
        match &group.mark {
            Mark::Fleet(number) => {
                let text = number.to_string();
                let piece = Piece { side: group.side, text, behind: false, fresh: false };
                self.piece(scene, &piece, Area::new(area.x + 10.0, first - 18.0, 92.0, 36.0));
            }
            Mark::Words(words) => {
                self.emblem(scene, group.side, (area.x + 22.0, first), 11.0, self.pair(group.side).fill);
                scene.write_within(
                    (area.x + 40.0, first),
                    22.0,
                    LEFT - 46.0,
                    Anchor::Start,
                    words,
                    theme.soft,
                );
            }
        }
        for (n, line) in lines.iter().enumerate() {
            let at = (area.x + LEFT, first + LINE * n as f64);
            scene.write_within(at, SIZE, area.w - LEFT - 12.0, Anchor::Start, line, theme.ink);
        }
    }

    /// Ships by type and name, in lines that break between names only.
    fn lines_of(&self, ships: &[ShipId]) -> Vec<String> {
        let mut types: Vec<(String, Vec<String>)> = Vec::new();
        let mut sorted: Vec<ShipId> = ships.to_vec();
        let rank = |ship: &ShipId| {
            let kind = self.chart.ship(*ship).map(|spec| spec.kind);
            super::TYPES.iter().position(|known| Some(*known) == kind)
        };
        // By type first: the loop below opens a group whenever the type changes.
        sorted.sort_by_key(|ship| (rank(ship), *ship));
        for ship in sorted {
            let letters = self.letters(ship);
            match types.last_mut() {
                Some((known, names)) if *known == letters => {
                    names.push(self.called(ship.0).replace(' ', "\u{a0}"))
                }
                _ => types.push((letters, vec![self.called(ship.0).replace(' ', "\u{a0}")])),
            }
        }
        let separator = self.say("list-separator", &[]);
        let text = types
            .into_iter()
            .map(|(letters, names)| format!("{letters}\u{a0}{}", names.join(&separator)))
            .collect::<Vec<_>>()
            .join("  ");
        font::lines(&text, SIZE, WIDTH - 24.0 - LEFT - 16.0)
    }

    /// The fleets that the reader knows; if there are none, both sides' charts, which everybody may see.
    fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        if let Some(battle) = &self.view.battle {
            for side in Side::ALL.iter().copied() {
                let fleets = self.known_fleets(battle, side).unwrap_or_default().into_iter();
                let group =
                    |fleet: Fleet| Group { side, mark: Mark::Fleet(fleet.number), ships: fleet.ships };
                groups.extend(fleets.map(group));
            }
        }
        // Also in a battle, as long as the reader may know no formation.
        if groups.is_empty() {
            for side in Side::ALL.iter().copied() {
                groups.extend(self.charts(side));
            }
        }
        groups
    }

    /// The fleet box, the damage and detachment boxes, and the losses of a side.
    fn charts(&self, side: Side) -> Vec<Group> {
        let at = |wanted: fn(&Berth) -> bool| self.berthed(side, wanted);
        let group = |words: String, ships: Vec<ShipId>| Group { side, mark: Mark::Words(words), ships };
        let mut groups = vec![group(self.word("fleet-box"), self.in_fleet(side))];
        let mut boxes: Vec<u32> = self
            .view
            .berths
            .values()
            .filter_map(|berth| match berth {
                Berth::Box(number) => Some(*number),
                _ => None,
            })
            .collect();
        boxes.sort_unstable();
        boxes.dedup();
        for number in boxes {
            let ships = self
                .view
                .berths
                .iter()
                .filter(|(ship, berth)| **berth == Berth::Box(number) && self.is_of(**ship, side));
            let ships: Vec<ShipId> = ships.map(|(ship, _)| *ship).collect();
            groups.push(group(self.say("gf-picture-box", &[("box", number.into())]), ships));
        }
        groups.push(group(self.word("due"), at(|berth| matches!(berth, Berth::Due(_)))));
        groups.push(group(self.word("sunk"), at(|berth| matches!(berth, Berth::Sunk))));
        groups.retain(|group| !group.ships.is_empty());
        groups
    }

    /// The ships of a side in its fleet box.
    pub(super) fn in_fleet(&self, side: Side) -> Vec<ShipId> {
        self.berthed(side, |berth| matches!(berth, Berth::Fleet))
    }

    fn berthed(&self, side: Side, wanted: fn(&Berth) -> bool) -> Vec<ShipId> {
        let ships = self.view.berths.iter().filter(|(ship, berth)| wanted(berth) && self.is_of(**ship, side));
        ships.map(|(ship, _)| *ship).collect()
    }

    fn is_of(&self, ship: ShipId, side: Side) -> bool {
        self.chart.ship(ship).is_some_and(|spec| spec.nation.side() == side)
    }
}
