//! The two maps: the whole one, and a close-up around the ships.

use std::collections::BTreeSet;

use super::Painter;
use super::projection::{Projection, degrees, latitude, mercator};
use super::stack::Scale;
use crate::games::goeben::ids::{SpaceId, SpaceKind};
use crate::picture::{Anchor, Area, Form, Paint, Point, Scene, font, symbols};

/// The whole map: its width, and the height of the sea.
const WHOLE: (f64, f64) = (1500.0, 735.0);
/// The close-up.
const CLOSE: (f64, f64) = (1200.0, 760.0);
/// The size of the letters of the whole map.
const WHOLE_ID: f64 = 18.5;
/// The sizes of the letters of a close-up.
const CLOSE_IDS: (f64, f64) = (22.0, 31.0);
/// The narrowest close-up, in degrees, whose letters are the largest.
const NARROWEST: f64 = 13.0;
/// The widest.
const WIDEST: f64 = 30.0;
/// The widest that shows Austro-Hungarian ships as well.
const WITH_ALL: f64 = 20.0;
/// The area of the coast data: degrees east and north from the south-west to the north-east.
const CHARTED: (f64, f64, f64, f64) = (-10.5, 29.5, 38.5, 47.5);
/// Steps of the ships' reach that a close-up shows completely.
const STEPS: usize = 2;
/// The margin around the contents of a close-up, in degrees.
const MARGIN: f64 = 1.1;
/// The size of the day's card in the whole map.
const DAY: (f64, f64) = (540.0, 152.0);
/// Most objectives beside the mission; more are below it, this many on lines of this height.
const BESIDE: usize = 3;
const A_LINE: usize = 9;
const LINE: f64 = 29.0;
/// The locator in a close-up.
const LOCATOR: (f64, f64) = (252.0, 118.0);

impl Painter<'_> {
    /// The whole map, with the ships' cards and a legend below it.
    pub(super) fn whole_map(&self) -> Scene {
        let (width, sea) = WHOLE;
        let cards = self.cards_height();
        let mut scene = Scene::new(width, sea + cards + 92.0, self.theme.card);
        let window = Area::new(0.0, 0.0, width, sea);
        let projection = Projection::whole(window);
        let (wide, high) = DAY;
        let lines =
            if self.objectives().len() > BESIDE { self.objectives().len().div_ceil(A_LINE) } else { 0 };
        // The card of the day lies over the sea, so it takes the corner in which it hides least.
        let day = self.emptiest(&projection, (wide, high + LINE * lines as f64));
        let scale = Scale { id: WHOLE_ID, close: false };
        self.map(&mut scene, &projection, scale, BTreeSet::new(), &[day.grown(4.0)]);
        self.day_card(&mut scene, day);
        let below = Area::new(0.0, sea, width, scene.height - sea);
        scene.rect(below, 0.0, Paint::fill(self.theme.card));
        self.cards(&mut scene, Area { h: cards, ..below }, false);
        self.legend(&mut scene, Area::new(14.0, sea + cards + 2.0, width - 28.0, 84.0));
        scene
    }

    /// A close-up of where the ships are, could be in two steps, and have come from; `None` once all are sunk.
    pub(super) fn close_up(&self) -> Option<Scene> {
        let (width, sea) = CLOSE;
        let cards = self.cards_height();
        let mut scene = Scene::new(width, sea + cards + 6.0, self.theme.card);
        let window = Area::new(0.0, 0.0, width, sea);
        let (middle, wide) = self.framed(window)?;
        let projection = Projection::close(window, middle, wide);
        let (least, most) = CLOSE_IDS;
        let scale = Scale { id: (most * NARROWEST / wide).clamp(least, most), close: true };
        let locator = self.emptiest(&projection, LOCATOR);
        self.map(&mut scene, &projection, scale, self.worth_a_name(), &[locator.grown(4.0)]);
        self.locator(&mut scene, &projection, locator);
        scene.rect(Area::new(0.0, sea, width, scene.height - sea), 0.0, Paint::fill(self.theme.card));
        self.cards(&mut scene, Area::new(0.0, sea, width, cards), true);
        Some(scene)
    }

    /// Spaces that a close-up names: those in reach, harbours, and what matters.
    fn worth_a_name(&self) -> BTreeSet<SpaceId> {
        let worth = |space: SpaceId, kind: SpaceKind| {
            matches!(kind, SpaceKind::Port | SpaceKind::NavalBase)
                || self.is_telling(space)
                || self.reached(space).is_some()
        };
        self.pack().spaces.iter().filter(|(id, spec)| worth(**id, spec.kind)).map(|(id, _)| *id).collect()
    }

    /// The middle of a close-up, degrees east and north, and its width in degrees.
    fn framed(&self, window: Area) -> Option<(Point, f64)> {
        let ships = self.view.ships.values().filter_map(|ship| ship.ship.at);
        let austrians = self.view.austrians.keys().filter_map(|ship| self.view.austrian_at(*ship));
        let reach =
            self.view.ships.values().flat_map(|ship| ship.reach.iter().take(STEPS).flatten().copied());
        let ways = self.ways();
        // The ways sailed are the news of this picture, so its frame takes them in.
        let come_from = ways.values().flat_map(|way| way.spaces.iter().copied());
        let squadron: Vec<SpaceId> = ships.chain(reach).chain(come_from).collect();
        let all: Vec<SpaceId> = squadron.iter().copied().chain(austrians).collect();
        let area = |spaces: &[SpaceId]| {
            let places = spaces.iter().filter_map(|space| self.chart.space(*space)).map(degrees);
            // In Mercator's measure, or the middle would lie too far south.
            let points: Vec<Point> = places.map(|(lon, lat)| (lon, mercator(lat))).collect();
            (!points.is_empty()).then(|| Area::of(&points).grown(MARGIN))
        };
        let across = |area: Area| area.w.max(area.h * window.w / window.h);
        // Austro-Hungarian ships far away would make everything small.
        let with_all = area(&all).filter(|area| across(*area) <= WITH_ALL || squadron.is_empty());
        let area = with_all.or_else(|| area(&squadron))?;
        let wide = across(area).clamp(NARROWEST, WIDEST);
        let half = (wide / 2.0, wide * window.h / window.w / 2.0);
        let (lon, north) = area.middle();
        let (west, south, east, top) = CHARTED;
        // Beyond the charted coasts land would look like open sea.
        let lon = lon.max(west + half.0).min(east - half.0);
        let north = north.max(mercator(south) + half.1).min(mercator(top) - half.1);
        Some(((lon, latitude(north)), wide))
    }

    /// The corner of a window, for something of this size, with the fewest spaces.
    fn emptiest(&self, projection: &Projection, (w, h): (f64, f64)) -> Area {
        let window = projection.window();
        let (right, bottom) = (window.right() - w - 12.0, window.bottom() - h - 12.0);
        let corners = [(right, 12.0), (12.0, bottom), (12.0, 12.0), (right, bottom)];
        let corners = corners.map(|(x, y)| Area::new(x, y, w, h));
        let spaces = |area: &Area| {
            let near = area.grown(26.0);
            let weight = |space: SpaceId| if self.friends_at(space).is_empty() { 1 } else { 8 };
            let there = self.pack().spaces.iter().filter(|(_, spec)| near.has(projection.of(spec)));
            there.map(|(space, _)| weight(*space)).sum::<usize>()
        };
        corners.into_iter().min_by_key(spaces).unwrap_or(corners[0])
    }

    /// The day, the phase and the mission with where it is won.
    fn day_card(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let (edge, width) = self.asking_edge();
        scene.rect(area, 10.0, Paint::fill(theme.card).edged(edge, width));
        let (x, right) = (area.x + 18.0, area.right() - 18.0);
        self.day_lines(scene, (x, right), (area.y + 34.0, Some(area.y + 80.0)), 36.0);
        self.mission(scene, (x, right), area.y + 124.0, 27.0);
    }

    /// The objectives as they are typed.
    fn objectives(&self) -> Vec<String> {
        let objectives = self.view.progress.iter().flat_map(|progress| &progress.objectives);
        objectives.map(|space| font::shown(space.as_str())).collect()
    }

    /// Writes the mission from `x` on, and a star and its objectives before `right`: a few beside the mission, more on lines
    /// below it. Returns the height of the last line.
    pub(super) fn mission(&self, scene: &mut Scene, (x, right): (f64, f64), y: f64, size: f64) -> f64 {
        let Some(mission) = self.view.mission else { return y };
        let (theme, name, ids) = (self.theme, self.called(mission.word()), self.objectives());
        if ids.is_empty() {
            scene.write_within((x, y), size, right - x, Anchor::Start, &name, theme.ink);
            return y;
        }
        if ids.len() <= BESIDE {
            let text = ids.join(" ");
            scene.write((right, y), size, Anchor::End, &text, theme.ink);
            let star = right - font::width(&text, size) - size * 0.55;
            symbols::star(scene, (star, y), size * 0.5, theme);
            let room = star - size * 0.5 - x - 8.0;
            scene.write_within((x, y), size, room, Anchor::Start, &name, theme.ink);
            return y;
        }
        scene.write_within((x, y), size, right - x, Anchor::Start, &name, theme.ink);
        let small = size * 0.8;
        let left = x + small * 1.3;
        let lines = font::lines(&ids.join(" "), small, right - left);
        symbols::star(scene, (x + small * 0.5, y + size * 1.25), small * 0.5, theme);
        let mut at = y + size * 0.25;
        for line in &lines {
            at += small * 1.2;
            scene.write((left, at), small, Anchor::Start, line, theme.ink);
        }
        at
    }

    /// A small map of the whole sea with the frame of the close-up, the ships and the objective.
    fn locator(&self, scene: &mut Scene, close: &Projection, area: Area) {
        let theme = self.theme;
        scene.rect(area.grown(3.0), 0.0, Paint::fill(theme.card));
        let whole = Projection::whole(area);
        let path = super::chart::COAST.path(|lon, lat| within(whole.at(lon, lat), area), area);
        scene.rect(area, 0.0, Paint::fill(theme.sea));
        scene.mark(Form::Path(path, area), Paint::fill(theme.land).edged(theme.coast, 1.0));
        let window = close.window();
        let corner = |x: f64, y: f64| {
            let (lon, lat) = close.degrees((x, y));
            within(whole.at(lon, lat), area.grown(-1.5))
        };
        let frame = Area::of(&[corner(window.x, window.y), corner(window.right(), window.bottom())]);
        scene.rect(frame, 0.0, Paint::stroke(theme.ink, 2.4));
        scene.rect(area, 0.0, Paint::stroke(theme.edge, 2.0));
        let at =
            |space: SpaceId| self.chart.space(space).map(|spec| within(whole.of(spec), area.grown(-9.0)));
        let goals = self.view.progress.iter().flat_map(|progress| progress.objectives.iter().copied());
        for goal in goals.filter_map(at) {
            symbols::star(scene, goal, 9.0, theme);
        }
        let ships = self.view.ships.values().filter_map(|ship| ship.ship.at);
        let austrians = self.view.austrians.keys().filter_map(|ship| self.view.austrian_at(*ship));
        for ship in ships.chain(austrians).filter_map(at) {
            scene.disc(ship, 6.0, Paint::fill(theme.blue.fill).edged(theme.halo, 1.8));
        }
    }
}

/// The nearest point of an area.
fn within((x, y): Point, area: Area) -> Point {
    (x.clamp(area.x, area.right()), y.clamp(area.y, area.bottom()))
}
