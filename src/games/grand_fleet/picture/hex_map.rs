//! The map: hexes over the North Sea, with their contents.

use std::sync::LazyLock;

use super::Painter;
use crate::games::grand_fleet::ids::{HexId, HexKind, Side};
use crate::games::grand_fleet::pack::{Chart, HexSpec};
use crate::picture::coast::Coast;
use crate::picture::{Anchor, Area, Dash, Form, Paint, Point, Scene, Tint, font, symbols};

/// The coasts of the North Sea.
static COAST: LazyLock<Coast> = LazyLock::new(|| Coast::read(include_str!("coast.txt")));
/// The width of the picture.
const WIDTH: f64 = 1200.0;
/// The height of a hex of our own pack; a larger map has smaller ones.
const HEX: f64 = 128.0;
/// From one column to the next, in heights of a hex.
const COLUMN: f64 = 65.0 / 75.0;
/// The width of a hex, in heights.
const WIDE: f64 = 1.1547;
/// The part of a hex's width taken by its rims.
const RIM: f64 = 22.0;
/// Nautical miles a hex is high, from which the coast is scaled.
const HEX_MILES: f64 = 75.0;
/// The place where the hex of the first column and row is: degrees east and north.
const ORIGIN: Point = (-4.0, 61.0);
/// The latitude at which the map's scale is true.
const TRUE_AT: f64 = 56.0;
/// The panel of the turn, over Norway, and that of the fleets, over Germany.
const TURN: Area = Area { x: 672.0, y: 10.0, w: 518.0, h: 236.0 };
const FLEETS: Area = Area { x: 604.0, y: 948.0, w: 586.0, h: 306.0 };
/// The height of what explains the signs.
const LEGEND: f64 = 46.0;

/// The places of hexes.
struct Grid {
    high: f64,
    first: Point,
}

impl Grid {
    /// The grid of a pack, and how high the picture of its hexes is.
    fn of(chart: &Chart) -> (Grid, f64) {
        let open = || chart.pack().hexes.values().filter(|spec| spec.kind != HexKind::Forbidden);
        let columns = f64::from(open().map(|spec| spec.column).max().unwrap_or(1));
        // A map with more columns than ours has smaller hexes, so that the width stays the same.
        let high = HEX.min((WIDTH - 10.0) / ((columns - 1.0) * COLUMN + WIDE)).floor();
        let grid = Grid { high, first: (high * WIDE / 2.0 + 5.0, high / 2.0 + 8.0) };
        let bottom = open().map(|spec| grid.at(spec).1).fold(0.0, f64::max) + high / 2.0;
        (grid, (bottom + 22.0).max(700.0).ceil())
    }

    /// The middle of a hex.
    fn at(&self, spec: &HexSpec) -> Point {
        let lower = if spec.column.is_multiple_of(2) { 0.5 } else { 0.0 };
        let (column, row) = (f64::from(spec.column) - 1.0, f64::from(spec.row) - 1.0);
        (self.first.0 + column * COLUMN * self.high, self.first.1 + (row + lower) * self.high)
    }

    /// The corners of a hex, `inner` units within its edge.
    fn corners(&self, (x, y): Point, inner: f64) -> Vec<Point> {
        let (half, high) = (self.high * WIDE / 2.0 - inner * WIDE, self.high / 2.0 - inner);
        let quarter = half / 2.0;
        vec![
            (x - half, y),
            (x - quarter, y - high),
            (x + quarter, y - high),
            (x + half, y),
            (x + quarter, y + high),
            (x - quarter, y + high),
        ]
    }

    /// The point for degrees east and north on the chart that meets the hexes of our own pack.
    fn project(&self, lon: f64, lat: f64) -> Point {
        let mile = self.high / HEX_MILES;
        let across = (lon - ORIGIN.0) * 60.0 * TRUE_AT.to_radians().cos() * mile;
        (self.first.0 + across, self.first.1 + (ORIGIN.1 - lat) * 60.0 * mile)
    }
}

/// A hex as words are written in it: its middle, the scale, their colour, and whether its ground is plain.
#[derive(Clone, Copy)]
struct Cell {
    at: Point,
    s: f64,
    ink: Tint,
    plain: bool,
}

/// The width of a hex of this scale within its rim, this far above or below its middle.
fn across(away: f64, s: f64) -> f64 {
    HEX * WIDE * s - 2.0 * away / 3.0_f64.sqrt() - RIM * s
}

impl Painter<'_> {
    /// The map with the panels of the turn and of the fleets.
    pub(super) fn hex_map(&self) -> Scene {
        let theme = self.theme;
        let (grid, sea) = Grid::of(self.chart);
        // On another pack's map the panels might cover hexes: there they are below it.
        let ours = self.chart.pack().hexes == Chart::builtin().pack().hexes;
        let panels = if ours { 0.0 } else { FLEETS.h + 20.0 };
        let mut scene = Scene::new(WIDTH, sea + panels + LEGEND, theme.sea);
        let window = Area::new(0.0, 0.0, WIDTH, sea);
        // Another pack's hexes need not lie where ours do, so our coast would cut across them.
        if ours {
            COAST.draw(&mut scene, theme, |lon, lat| grid.project(lon, lat), window);
        }
        let hexes: Vec<(HexId, &HexSpec)> = self
            .chart
            .pack()
            .hexes
            .iter()
            .filter(|(_, spec)| spec.kind != HexKind::Forbidden)
            .map(|(id, spec)| (*id, spec))
            .collect();
        for (_, spec) in &hexes {
            let form = Form::Polygon(grid.corners(grid.at(spec), 0.0));
            scene.ground(form, Paint::stroke(theme.edge, 1.4));
        }
        let controlled = match self.chronicle {
            Some(chronicle) => chronicle.controlled.keys().copied().collect(),
            None => self.controlled(self.view.battle.as_ref()),
        };
        for (id, spec) in &hexes {
            self.rim(&mut scene, &grid, *id, spec);
        }
        // At the end the facts are the whole game, and arrows of all its moves would hide the map.
        let moves = if self.chronicle.is_some() { vec![] } else { self.moves() };
        for (from, to) in moves {
            let at = |hex: HexId| self.chart.hex(hex).map(|spec| grid.at(spec));
            if let Some((from, to)) = at(from).zip(at(to)) {
                self.moved(&mut scene, &grid, from, to);
            }
        }
        for (id, spec) in &hexes {
            self.hex(&mut scene, &grid, *id, spec, controlled.contains(id));
        }
        let (turn, fleets) = match ours {
            true => (TURN, Area { y: sea - FLEETS.h - 8.0, ..FLEETS }),
            false => {
                (Area { x: 8.0, y: sea + 10.0, w: 560.0, ..TURN }, Area { x: 604.0, y: sea + 10.0, ..FLEETS })
            }
        };
        match self.chronicle {
            Some(chronicle) => {
                self.result_panel(&mut scene, turn);
                self.toll_panel(&mut scene, chronicle, fleets);
            }
            None => {
                self.turn_panel(&mut scene, turn);
                self.fleet_panel(&mut scene, fleets);
            }
        }
        let legend = Area::new(0.0, scene.height - LEGEND, WIDTH, LEGEND);
        self.map_legend(&mut scene, legend);
        scene
    }

    /// The outline of a hex: whose it is, and where the combat is.
    fn rim(&self, scene: &mut Scene, grid: &Grid, id: HexId, spec: &HexSpec) {
        let at = grid.at(spec);
        let combat = self.view.battle.as_ref().and_then(|battle| battle.combat.as_ref());
        if combat.is_some_and(|combat| combat.hex == id) {
            let gold = Paint::fill(self.theme.gold.fill).edged(self.theme.ink, 4.0);
            scene.mark(Form::Polygon(grid.corners(at, 3.0)), gold);
            return;
        }
        let Some(owner) = spec.owner else { return };
        let width = if spec.kind == HexKind::Home { 6.5 } else { 3.0 };
        // Not by colour alone: a reader may not tell red from blue.
        let dash = if owner == Side::German { Dash::Dashed } else { Dash::Solid };
        let paint = Paint::stroke(self.pair(owner).fill, width).dashed(dash);
        scene.mark(Form::Polygon(grid.corners(at, 5.0)), paint);
    }

    /// An arrow from hex to hex, below their contents.
    fn moved(&self, scene: &mut Scene, grid: &Grid, from: Point, to: Point) {
        symbols::way(scene, &[from, to], grid.high * 0.07, Dash::Solid, self.theme);
        // Its head is on the edge between them, where no counter is.
        let tip = (from.0 + (to.0 - from.0) * 0.62, from.1 + (to.1 - from.1) * 0.62);
        let head = symbols::head(from, tip, grid.high * 0.2);
        scene.under(Form::Polygon(head), Paint::fill(self.theme.moved).edged(self.theme.halo, 1.5));
    }

    /// Draws a hex: number, points, counters, name.
    fn hex(&self, scene: &mut Scene, grid: &Grid, id: HexId, spec: &HexSpec, controlled: bool) {
        let (theme, s) = (self.theme, grid.high / HEX);
        let (x, y) = grid.at(spec);
        scene.target(id.as_str(), Form::Polygon(grid.corners((x, y), 5.0)));
        let battle = self.view.battle.as_ref();
        let fighting =
            battle.and_then(|battle| battle.combat.as_ref()).is_some_and(|combat| combat.hex == id);
        let ink = if fighting { theme.gold.ink } else { theme.ink };
        let number = font::shown(id.as_str());
        let size = 25.0 * s;
        let coin = if spec.vp_halves > 0 { 32.0 * s } else { 0.0 };
        let wide = font::width(&number, size);
        let left = x - (wide + coin) / 2.0;
        let top = y - 46.0 * s;
        self.on_map(scene, (left + wide / 2.0, top), size, &number, (ink, fighting));
        if spec.vp_halves > 0 {
            let points = self.halves(spec.vp_halves);
            let at = (left + wide + 18.0 * s, top);
            let fill = if controlled { theme.gold } else { theme.neutral };
            scene.disc(at, 14.5 * s, Paint::fill(fill.fill).edged(fill.ink, 2.0));
            scene.write_within(at, 19.0 * s, 23.0 * s, Anchor::Middle, &points, fill.ink);
        }
        let fought = self.chronicle.is_some_and(|chronicle| chronicle.fought.contains_key(&id));
        let marked = fighting || fought || battle.is_some_and(|battle| battle.fought.contains(&id));
        let pieces = self.pieces(id);
        let room = if marked { 59.0 } else { 84.0 };
        // More counters in one column would be 16 units high at most, too low to read.
        let columns = if pieces.len() as f64 * 33.0 > room + 16.0 { 2 } else { 1 };
        let rows = pieces.len().div_ceil(columns);
        let high = (room / rows.max(1) as f64 - 5.0).min(28.0) * s;
        for (n, piece) in pieces.iter().enumerate() {
            let (column, row) = ((n % columns) as f64, (n / columns) as f64);
            let top = row * (high + 5.0 * s) - 26.0 * s;
            // A counter may lie on the rim of its hex, and not beyond it.
            let room = across(top.abs().max(top + high), s) + (RIM - 6.0) * s;
            let wide = (room / columns as f64).min(98.0 * s);
            let left = x - wide / 2.0 * columns as f64 + column * (wide + 2.0);
            self.piece_of(scene, piece, (Area::new(left, y + top, wide - 2.0, high), columns == 1));
        }
        if marked {
            let fill = if fighting { theme.red.fill } else { theme.card };
            symbols::burst(scene, (x, y + 47.0 * s), 12.5 * s, fill, theme.ink);
        }
        let used = -24.0 * s + rows as f64 * (high + 5.0 * s);
        let from = if rows == 0 { -24.0 * s } else { used };
        let to = if marked { 33.0 * s } else { 58.0 * s };
        self.hex_name(scene, &Cell { at: (x, y), s, ink, plain: fighting }, id, spec, (from, to));
    }

    /// The name of a hex in the room between these heights, and the anchor of a base.
    fn hex_name(&self, scene: &mut Scene, cell: &Cell, id: HexId, spec: &HexSpec, room: (f64, f64)) {
        let Cell { at: (x, y), s, ink, plain } = *cell;
        let (name, most) = (self.called(id.0), 114.0 * s);
        let (mut from, to) = room;
        let room = to - from;
        let fits = |size: f64, rows: usize| {
            let lines = font::lines(&name, size * s, most);
            let high = lines.len() as f64 * size * s * 1.06;
            (spec.name.is_some() && lines.len() <= rows && high <= room).then_some((lines, size * s, high))
        };
        if let Some((lines, size, high)) = fits(17.0, 3).or_else(|| fits(15.5, 3)) {
            let base = spec.kind == HexKind::Home && from < 0.0;
            // A hex is widest in its middle.
            let top = if base { from } else { (-high / 2.0).max(from).min(from + room - high) };
            for (n, line) in lines.iter().enumerate() {
                let down = top + size * (0.5 + 1.06 * n as f64);
                let wide = across(down.abs() + size * 0.4, s);
                self.on_map(scene, (x, y + down), font::fitting(line, size, wide), line, (ink, plain));
            }
            from = top + high;
        }
        if spec.kind == HexKind::Home && to - from >= 36.0 * s {
            let owner = spec.owner.map_or(ink, |owner| self.pair(owner).fill);
            let colour = if plain { ink } else { owner };
            symbols::anchor(scene, Area::new(x - 15.0 * s, y + from + 6.0 * s, 30.0 * s, 32.0 * s), colour);
        }
    }

    /// Words on the map, without a halo where the ground is plain.
    fn on_map(&self, scene: &mut Scene, at: Point, size: f64, text: &str, (ink, plain): (Tint, bool)) {
        match plain {
            true => scene.write(at, size, Anchor::Middle, text, ink),
            false => scene.write_on_map(at, size, text, ink, self.theme),
        }
    }
}
