//! A space with its contents: ships above its letters, its name and counters below.

use super::Painter;
use crate::games::goeben::ids::{Class, Power, ShipId, SpaceId, SpaceKind, Speed};
use crate::games::goeben::voyage::Voyage;
use crate::picture::theme::Pair;
use crate::picture::{Anchor, Area, Dash, Form, Paint, Point, Scene, font, symbols};

/// The scale of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// The size of the letters of a space.
    pub(super) id: f64,
    /// True if steps and named classes are shown, as in a close-up.
    pub(super) close: bool,
}

/// The way to reach a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reached {
    /// The least speed that will do.
    pub(super) speed: Speed,
    /// Its distance in spaces.
    pub(super) steps: usize,
}

impl Reached {
    pub(super) fn dash(self) -> Dash {
        match self.speed {
            Speed::Cruise => Dash::Solid,
            Speed::Maximum => Dash::Dashed,
            Speed::Emergency => Dash::Dotted,
        }
    }
}

/// The shape of the symbol of a space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Sea,
    Zone,
    Allied,
    Neutral,
    Friendly,
}

/// A counter below the letters.
enum Chip {
    /// Words, on an outlined ground; with a second card behind, and a fort before.
    Words {
        text: String,
        fill: Pair,
        edge: crate::picture::Tint,
        behind: bool,
        fort: bool,
    },
    Collier,
    Mines(u8),
    Friends(u8),
    Landed,
    Storm,
    Visited,
    /// Crossed swords, and the days on which shots fell there.
    Fought(String),
}

impl Painter<'_> {
    /// The shortest way in which any ship reaches a space now.
    pub(super) fn reached(&self, space: SpaceId) -> Option<Reached> {
        let ships = self.reaching(space).into_iter().map(|(_, reached)| reached);
        ships.min_by_key(|reached| (reached.speed as u8, reached.steps))
    }

    /// The ships that reach a space now, each by its shortest way.
    fn reaching(&self, space: SpaceId) -> Vec<(ShipId, Reached)> {
        // After the end nothing can be reached any more.
        if self.voyage.is_some() {
            return vec![];
        }
        let steps =
            |reach: &[Vec<SpaceId>]| Some(reach.iter().position(|spaces| spaces.contains(&space))? + 1);
        let ships = self.view.ships.iter().filter_map(|(id, ship)| {
            let steps = steps(&ship.reach)?;
            let within = |speed: &Option<u8>| speed.is_some_and(|most| usize::from(most) >= steps);
            let speed = [Speed::Cruise, Speed::Maximum, Speed::Emergency]
                .into_iter()
                .zip(ship.speeds)
                // The speeds go up in this order, so the first that is enough costs least (12).
                .find(|(_, most)| within(most))?
                .0;
            Some((*id, Reached { speed, steps }))
        });
        let austrians = self.view.austrians.iter().filter_map(|(id, ship)| {
            Some((*id, Reached { speed: Speed::Cruise, steps: steps(&ship.reach)? }))
        });
        ships.chain(austrians).collect()
    }

    /// The German ships that can move now.
    fn german_movers(&self) -> Vec<ShipId> {
        self.view.ships.iter().filter(|(_, ship)| !ship.reach.is_empty()).map(|(id, _)| *id).collect()
    }

    /// The shortest beginning of an own ship's name that distinguishes it from the others.
    pub(super) fn initials(&self, ship: ShipId) -> String {
        let name = self.called(ship.0);
        let ships = self.view.ships.keys().chain(self.view.austrians.keys());
        let others: Vec<String> =
            ships.filter(|other| **other != ship).map(|other| self.called(other.0)).collect();
        let ends = name.char_indices().map(|(at, sign)| &name[..at + sign.len_utf8()]);
        // Two names may begin alike, or be written in signs of several bytes.
        let own = ends.into_iter().find(|start| !others.iter().any(|other| other.starts_with(start)));
        own.unwrap_or(&name).to_owned()
    }

    /// Returns whether a space may hold the ship that fulfils the mission.
    pub(super) fn is_objective(&self, space: SpaceId) -> bool {
        self.view.progress.as_ref().is_some_and(|progress| progress.objectives.contains(&space))
    }

    /// German ships at a space, then Austro-Hungarian ones.
    pub(super) fn friends_at(&self, space: SpaceId) -> Vec<ShipId> {
        let german = self.view.ships.iter().filter(|(_, ship)| ship.ship.at == Some(space));
        let austrian = self.view.austrians.keys().filter(|ship| self.view.austrian_at(**ship) == Some(space));
        german.map(|(id, _)| *id).chain(austrian.copied()).collect()
    }

    /// Returns whether a space has contents, or can be reached.
    pub(super) fn is_telling(&self, space: SpaceId) -> bool {
        self.view.places.contains_key(&space)
            || self.is_objective(space)
            || !self.friends_at(space).is_empty()
    }

    fn shape(&self, space: SpaceId) -> Shape {
        let Some(spec) = self.chart.space(space) else { return Shape::Sea };
        // 24: a reward may turn a patrol zone into open sea for the rest of the campaign.
        let open = self.view.campaign.as_ref().is_some_and(|campaign| campaign.open_seas.contains(&space));
        match spec.kind {
            SpaceKind::PatrolZone if !open => Shape::Zone,
            SpaceKind::Port | SpaceKind::NavalBase => {
                let landed = self.view.places.get(&space).is_some_and(|place| place.landed);
                match spec.owner.and_then(|owner| self.view.standings.get(&owner)) {
                    _ if landed => Shape::Friendly,
                    Some(Power::Allied) => Shape::Allied,
                    Some(Power::Friendly) => Shape::Friendly,
                    Some(Power::Neutral) | None => Shape::Neutral,
                }
            }
            _ => Shape::Sea,
        }
    }

    /// Draws a space around the middle of its letters.
    pub(super) fn stack(&self, scene: &mut Scene, space: SpaceId, at: Point, scale: Scale, named: bool) {
        let symbol = self.symbol(scene, space, at, scale);
        // The cards with the ways to a space extend beyond its corner.
        let over =
            if self.ways_to(space).iter().any(|(_, letters)| !letters.is_empty()) { 0.46 } else { 0.0 };
        scene.target(space.as_str(), Form::Rect(symbol.grown(scale.id * 0.3), scale.id * 0.3));
        self.ships_above(scene, space, (at.0, symbol.y - scale.id * over), scale);
        let mut y = symbol.bottom() + scale.id * 0.1;
        if named {
            y = self.name_below(scene, space, (at.0, y), scale);
        }
        self.chips_below(scene, space, (at.0, y), scale);
    }

    /// Draws the letters of a space on their ground. Gives the area of both.
    fn symbol(&self, scene: &mut Scene, space: SpaceId, at: Point, scale: Scale) -> Area {
        let (theme, s) = (self.theme, scale.id);
        let (shape, reached) = (self.shape(space), self.reached(space));
        let base = self.chart.space(space).is_some_and(|spec| spec.kind == SpaceKind::NavalBase);
        let letters = font::shown(space.as_str());
        let anchor = if base { s * 0.82 } else { 0.0 };
        let wide = font::width(&letters, s) + anchor;
        let bare = shape == Shape::Sea && reached.is_none();
        let mut area =
            Area::around(at, wide + if bare { 0.0 } else { s * 0.72 }, if bare { s * 0.9 } else { s * 1.24 });
        if shape == Shape::Zone {
            area = Area::around(at, area.w + s * 0.3, area.h + s * 0.12);
        }
        let mut outer = area;
        if self.is_objective(space) {
            outer = area.grown(s * 0.34);
            scene.rect(outer, s * 0.3, Paint::fill(theme.gold.fill).edged(theme.ink, 2.4));
        }
        let ring = reached.filter(|_| shape != Shape::Sea);
        if let Some(reached) = ring {
            let around = area.grown(s * 0.2);
            let paint = Paint::fill(theme.halo).edged(theme.ink, 2.6).dashed(reached.dash());
            outline(scene, shape, around, s, paint);
            outer = Area::of(&[
                (outer.x.min(around.x), outer.y.min(around.y)),
                (outer.right().max(around.right()), outer.bottom().max(around.bottom())),
            ]);
        }
        let ink = match shape {
            Shape::Sea if reached.is_some() => theme.ink,
            Shape::Sea if self.is_objective(space) => theme.gold.ink,
            Shape::Sea => theme.soft,
            Shape::Zone => theme.ink,
            Shape::Allied => theme.red.ink,
            Shape::Neutral => theme.neutral.ink,
            Shape::Friendly => theme.blue.ink,
        };
        match (shape, reached) {
            (Shape::Sea, None) if self.is_objective(space) => {}
            // Letters over a way would not be read.
            (Shape::Sea, None) if self.sailed(space) => {
                scene.rect(area.grown(s * 0.06), s * 0.45, Paint::fill(theme.sea));
            }
            (Shape::Sea, None) => {}
            (Shape::Sea, Some(reached)) => {
                outline(
                    scene,
                    shape,
                    area,
                    s,
                    Paint::fill(theme.reach).edged(theme.ink, 2.6).dashed(reached.dash()),
                );
            }
            (Shape::Zone, _) => {
                outline(scene, shape, area, s, Paint::fill(theme.reach).edged(theme.red.fill, 3.4))
            }
            (Shape::Allied, _) => {
                outline(scene, shape, area, s, Paint::fill(theme.red.fill).edged(theme.halo, 1.6))
            }
            (Shape::Neutral, _) => {
                outline(scene, shape, area, s, Paint::fill(theme.neutral.fill).edged(theme.neutral.ink, 2.0))
            }
            (Shape::Friendly, _) => {
                outline(scene, shape, area, s, Paint::fill(theme.blue.fill).edged(theme.halo, 1.6))
            }
        }
        if self.view.barred.contains(&space) {
            let line = vec![(at.0 - wide / 2.0 - s * 0.3, at.1), (at.0 + wide / 2.0 + s * 0.3, at.1)];
            scene.line(line, Paint::stroke(theme.warning, (s * 0.12).max(2.0)));
        }
        let left = at.0 - wide / 2.0;
        if base {
            symbols::anchor(scene, Area::new(left, at.1 - s * 0.42, s * 0.68, s * 0.84), ink);
        }
        let form = Form::Text {
            at: (left + anchor, at.1 + 0.36 * s),
            size: s,
            anchor: Anchor::Start,
            text: letters,
        };
        let paint = Paint::fill(ink);
        scene.mark(
            form,
            if bare && !self.is_objective(space) { paint.edged(theme.halo, s * 0.16) } else { paint },
        );
        self.beside(scene, space, outer, scale, reached);
        outer
    }

    /// Draws the signs on the edge of a symbol: its distance, the markers it would draw, the star of an objective.
    fn beside(&self, scene: &mut Scene, space: SpaceId, outer: Area, scale: Scale, reached: Option<Reached>) {
        let (theme, s) = (self.theme, scale.id);
        if reached.is_some() {
            self.steps(scene, space, (outer.right() + s * 0.02, outer.y + s * 0.02), scale);
        }
        if self.is_objective(space) {
            symbols::star(scene, (outer.x - s * 0.02, outer.y), s * 0.52, theme);
        }
        // Markers only where a ship can go now: there the player weighs them.
        let draws = self.view.draws.get(&space).copied().unwrap_or(0);
        if draws > 0 && reached.is_some() {
            let step = s * 0.34;
            let left = outer.middle().0 - step * f64::from(draws - 1) / 2.0;
            for n in 0..draws {
                let at = (left + step * f64::from(n), outer.bottom());
                scene.disc(at, s * 0.15, Paint::fill(theme.red.fill).edged(theme.halo, 1.2));
            }
        }
    }

    /// Draws the steps to a space. In a close-up they are on a disc around this point; if ships reach it in different ways,
    /// each way has a card of its own with the letters of its ships, in the outline of its speed. The whole map only shows
    /// which ships reach spaces that others do not.
    fn steps(&self, scene: &mut Scene, space: SpaceId, (x, y): Point, scale: Scale) {
        let (theme, s) = (self.theme, scale.id);
        let ways = self.ways_to(space);
        match &ways[..] {
            [(reached, letters)] if scale.close && letters.is_empty() => {
                scene.disc((x, y), s * 0.34, Paint::fill(theme.ink).edged(theme.halo, 1.5));
                scene.write((x, y), s * 0.5, Anchor::Middle, &reached.steps.to_string(), theme.halo);
            }
            _ if scale.close => {
                let mut left = x - s * 0.3;
                for (reached, letters) in &ways {
                    let text = format!("{letters}{}", reached.steps);
                    let area = Area::new(left, y - s * 0.4, font::width(&text, s * 0.56) + s * 0.4, s * 0.8);
                    let paint = Paint::fill(theme.card).edged(theme.ink, 2.2).dashed(reached.dash());
                    scene.rect(area, s * 0.14, paint);
                    scene.write(area.middle(), s * 0.56, Anchor::Middle, &text, theme.ink);
                    left = area.right() + s * 0.08;
                }
            }
            _ => {
                let text: String = ways.iter().map(|(_, letters)| letters.as_str()).collect();
                let every = self.german_movers().iter().all(|ship| text.contains(&self.initials(*ship)));
                if !text.is_empty() && !every {
                    let at = (x + s * 0.2 + font::width(&text, s * 0.8) / 2.0, y + s * 0.5);
                    scene.write_on_map(at, s * 0.8, &text, theme.ink, theme);
                }
            }
        }
    }

    /// The different ways in which ships reach a space, each with the letters of its ships: no letters if every German ship
    /// that can move reaches it so.
    fn ways_to(&self, space: SpaceId) -> Vec<(Reached, String)> {
        let mut ways: Vec<(Reached, Vec<ShipId>)> = Vec::new();
        for (ship, reached) in self.reaching(space) {
            match ways.iter_mut().find(|(known, _)| *known == reached) {
                Some((_, ships)) => ships.push(ship),
                None => ways.push((reached, vec![ship])),
            }
        }
        let german = self.german_movers();
        // German ships come first, in one order everywhere, so the beginning tells whether all are there.
        let letters = |ships: Vec<ShipId>| match !german.is_empty() && ships.starts_with(&german) {
            true => String::new(),
            false => ships.iter().map(|ship| self.initials(*ship)).collect(),
        };
        ways.into_iter().map(|(reached, ships)| (reached, letters(ships))).collect()
    }

    /// Draws the ships of a space, two to a row, above this point.
    fn ships_above(&self, scene: &mut Scene, space: SpaceId, (x, bottom): Point, scale: Scale) {
        let (theme, s) = (self.theme, scale.id);
        let ships = self.friends_at(space);
        let (size, high) = (s * 0.78, s * 1.98);
        let rows: Vec<&[ShipId]> = ships.chunks(2).collect();
        for (n, row) in rows.iter().rev().enumerate() {
            let names: Vec<String> = row.iter().map(|ship| self.called(ship.0)).collect();
            let wide = |name: &String| font::width(name, size).clamp(s * 2.6, s * 4.4) + s * 0.4;
            let gap = s * 0.14;
            let all: f64 = names.iter().map(wide).sum::<f64>() + gap * (names.len() - 1) as f64;
            let y = bottom - s * 0.12 - (high + gap) * (n + 1) as f64;
            let mut left = x - all / 2.0;
            for (ship, name) in row.iter().zip(&names) {
                let area = Area::new(left, y, wide(name), high);
                scene.rect(area, s * 0.16, Paint::fill(theme.blue.fill).edged(theme.halo, 2.0));
                if self.view.austrians.contains_key(ship) {
                    scene.rect(area.grown(-s * 0.09), s * 0.1, Paint::stroke(theme.blue.ink, 1.6));
                }
                let hull = Area::around((area.middle().0, y + s * 0.68), s * 2.5, s * 0.85);
                self.silhouette(scene, *ship, hull, theme.blue.ink);
                let at = (area.middle().0, y + high - s * 0.46);
                scene.write_within(at, size, area.w - s * 0.3, Anchor::Middle, name, theme.blue.ink);
                scene.target(ship.as_str(), Form::Rect(area, s * 0.16));
                left += area.w + gap;
            }
        }
    }

    /// Writes the name of a space below this point. Gives where it ends.
    fn name_below(&self, scene: &mut Scene, space: SpaceId, (x, y): Point, scale: Scale) -> f64 {
        let size = (scale.id * 0.66).max(17.0);
        let name = self.called(space.0);
        let most = (scale.id * 5.2).max(130.0);
        let lines = font::lines(&name, size, most);
        for (n, line) in lines.iter().enumerate() {
            let at = (x, y + size * (0.62 + n as f64 * 1.02));
            scene.write_on_map(at, font::fitting(line, size, most * 1.2), line, self.theme.ink, self.theme);
        }
        y + size * (lines.len() as f64 * 1.02 + 0.22)
    }

    /// Returns whether a way that is drawn passes a space.
    fn sailed(&self, space: SpaceId) -> bool {
        match self.voyage {
            None => self.ways().values().any(|way| way.spaces.contains(&space)),
            Some(voyage) => voyage.legs.iter().any(|leg| leg.spaces.contains(&space)),
        }
    }

    /// The chips of a space at the end: the days on which ships were there in the evening, and those of its fights.
    fn told(&self, voyage: &Voyage, space: SpaceId) -> Vec<Chip> {
        let nights = self.nights(voyage, space).join(" ");
        let fill = self.theme.blue;
        let nights = (!nights.is_empty()).then_some(nights);
        let nights =
            nights.map(|text| Chip::Words { text, fill, edge: fill.ink, behind: false, fort: false });
        let days = voyage.fights.get(&space).map(|days| days.iter().map(u8::to_string).collect::<Vec<_>>());
        nights.into_iter().chain(days.map(|days| Chip::Fought(days.join(" ")))).collect()
    }

    fn chips(&self, space: SpaceId, close: bool) -> Vec<Chip> {
        if let Some(voyage) = self.voyage {
            return self.told(voyage, space);
        }
        let theme = self.theme;
        let words =
            |text: String, fill: Pair, edge| Chip::Words { text, fill, edge, behind: false, fort: false };
        let mut chips = Vec::new();
        if let Some(place) = self.view.places.get(&space) {
            if place.hidden > 0 {
                let text = format!("?{}", place.hidden);
                chips.push(Chip::Words {
                    text,
                    fill: theme.red,
                    edge: theme.red.fill,
                    behind: true,
                    fort: false,
                });
            }
            if !place.coast.is_empty() {
                let values =
                    place.coast.iter().map(|unit| unit.map_or("?".to_owned(), |value| value.to_string()));
                let fill = Pair { fill: theme.card, ink: theme.ink };
                let text = values.collect::<Vec<_>>().join(" ");
                let left =
                    self.view.progress.as_ref().is_some_and(|progress| progress.coast_left.contains(&space));
                let edge = if left { theme.gold.fill } else { theme.red.fill };
                chips.push(Chip::Words { text, fill, edge, behind: false, fort: true });
            }
            let afloat = self.view.afloat_at(space);
            // More than four names would push the neighbours away; their classes take less room.
            if close && afloat.len() <= 4 {
                let names = afloat.iter().map(|ship| {
                    let class = self.class(*ship).map_or("", Class::as_str);
                    words(format!("{class} {}", self.called(ship.0)), theme.red, theme.halo)
                });
                chips.extend(names);
            } else {
                for class in Class::ALL {
                    let count = afloat.iter().filter(|ship| self.class(**ship) == Some(*class)).count();
                    let text = match count {
                        0 => continue,
                        1 => class.as_str().to_owned(),
                        _ => format!("{class}×{count}"),
                    };
                    chips.push(words(text, theme.red, theme.halo));
                }
            }
            if place.mines > 0 {
                chips.push(Chip::Mines(place.mines));
            }
            if place.friends > 0 {
                chips.push(Chip::Friends(place.friends));
            }
            if place.landed {
                chips.push(Chip::Landed);
            }
        }
        let here = |spaces: &[SpaceId]| spaces.contains(&space);
        chips.extend(here(&self.view.colliers).then_some(Chip::Collier));
        if here(&self.view.today.merchantmen) {
            let hollow = Pair { fill: theme.card, ink: theme.red.fill };
            chips.push(words("M".to_owned(), hollow, theme.red.fill));
        }
        chips.extend(here(&self.view.today.storms).then_some(Chip::Storm));
        chips.extend(here(&self.view.visited).then_some(Chip::Visited));
        chips
    }

    /// Draws the counters of a space below this point, in rows.
    fn chips_below(&self, scene: &mut Scene, space: SpaceId, (x, y): Point, scale: Scale) {
        let s = scale.id * if scale.close { 0.8 } else { 0.92 };
        let most = s * if scale.close { 9.0 } else { 6.2 };
        let gap = s * 0.2;
        let mut rows: Vec<(f64, Vec<(Chip, f64)>)> = Vec::new();
        for chip in self.chips(space, scale.close) {
            let wide = chip.width(s);
            match rows.last_mut() {
                Some((width, row)) if *width + gap + wide <= most => {
                    *width += gap + wide;
                    row.push((chip, wide));
                }
                _ => rows.push((wide, vec![(chip, wide)])),
            }
        }
        for (n, (width, row)) in rows.into_iter().enumerate() {
            let top = y + s * 0.06 + n as f64 * s * 1.34;
            let mut left = x - width / 2.0;
            for (chip, wide) in row {
                self.chip(scene, &chip, Area::new(left, top, wide, s * 1.16), s);
                left += wide + gap;
            }
        }
    }

    fn chip(&self, scene: &mut Scene, chip: &Chip, area: Area, s: f64) {
        let theme = self.theme;
        let (x, y) = area.middle();
        let beside = |scene: &mut Scene, count: u8| {
            if count > 1 {
                let at = (area.right(), y);
                scene.write(at, s * 0.8, Anchor::End, &count.to_string(), theme.ink);
            }
        };
        let icon = (area.x + s * 0.55, y);
        match chip {
            Chip::Words { text, fill, edge, behind, fort } => {
                if *behind {
                    let card = Area { w: area.w - s * 0.14, ..area }.moved(s * 0.14, -s * 0.08);
                    scene.rect(card, 2.0, Paint::fill(theme.card).edged(edge, 1.8));
                }
                let front = if *behind { Area { w: area.w - s * 0.14, ..area } } else { area };
                scene.rect(front, 2.0, Paint::fill(fill.fill).edged(edge, if *fort { 2.4 } else { 1.4 }));
                let room = if *fort { s * 0.78 } else { 0.0 };
                if *fort {
                    symbols::fort(
                        scene,
                        Area::new(area.x + s * 0.2, y - s * 0.3, s * 0.6, s * 0.6),
                        theme.red.fill,
                    );
                }
                scene.write((front.middle().0 + room / 2.0, y), s * 0.92, Anchor::Middle, text, fill.ink);
            }
            Chip::Collier => symbols::lozenge(scene, (x, y), s * 0.62, "C", theme.blue, theme.halo),
            Chip::Mines(count) => {
                scene.disc(icon, s * 0.54, Paint::fill(theme.card).edged(theme.ink, 1.8));
                symbols::mine(scene, icon, s * 0.42, theme.ink);
                beside(scene, *count);
            }
            Chip::Friends(count) => {
                scene.disc(icon, s * 0.54, Paint::fill(theme.card).edged(theme.blue.fill, 2.4));
                scene.write(icon, s * 0.72, Anchor::Middle, "F", theme.ink);
                beside(scene, *count);
            }
            Chip::Landed => symbols::flag(scene, area.grown(-s * 0.12), theme.blue.fill),
            Chip::Storm => symbols::cloud(scene, area.grown(-s * 0.04), theme.soft),
            Chip::Fought(days) => {
                let front = Paint::fill(theme.card).edged(theme.red.fill, 1.6);
                scene.rect(area, s * 0.2, front);
                symbols::swords(scene, icon, s * 0.4, theme.red.fill);
                scene.write((area.right() - s * 0.2, y), s * 0.86, Anchor::End, days, theme.ink);
            }
            Chip::Visited => symbols::tick(scene, area.grown(-s * 0.22), theme.soft),
        }
    }
}

impl Chip {
    fn width(&self, s: f64) -> f64 {
        match self {
            Chip::Words { text, fort, behind, .. } => {
                font::width(text, s * 0.92)
                    + s * 0.42
                    + if *fort { s * 0.78 } else { 0.0 }
                    + if *behind { s * 0.14 } else { 0.0 }
            }
            Chip::Fought(days) => font::width(days, s * 0.86) + s * 1.4,
            Chip::Mines(count) | Chip::Friends(count) if *count > 1 => s * 1.8,
            Chip::Storm => s * 1.6,
            _ => s * 1.24,
        }
    }
}

/// Draws the outline for the type of a space.
fn outline(scene: &mut Scene, shape: Shape, area: Area, s: f64, paint: Paint) {
    match shape {
        Shape::Sea | Shape::Friendly => scene.rect(area, area.h / 2.0, paint),
        Shape::Neutral => scene.rect(area, 0.0, paint),
        Shape::Zone => scene.mark(Form::Polygon(area.pointed(s * 0.42)), paint),
        Shape::Allied => scene.mark(Form::Polygon(area.cut(s * 0.3)), paint),
    }
}
