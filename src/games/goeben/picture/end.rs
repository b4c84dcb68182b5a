//! The picture of the end: the whole track by day, the places of shots, points by cause and day, losses.

use std::collections::{BTreeMap, BTreeSet};

use super::Painter;
use super::chart::Laid;
use super::projection::Projection;
use super::stack::Scale;
use crate::games::goeben::ids::{ShipId, SpaceId, Track};
use crate::games::goeben::report::GoebenReport;
use crate::games::goeben::report::points;
use crate::games::goeben::state::Outcome;
use crate::games::goeben::voyage::{Loss, Voyage};
use crate::picture::theme::Pair;
use crate::picture::{Anchor, Area, Dash, Form, Paint, Point, Scene, Tint, font, symbols};

/// The width of the picture, and how high its head, the sea and the cards below it are.
const WIDTH: f64 = 1500.0;
const HEAD: f64 = 76.0;
const SEA: f64 = 735.0;
const CARDS: f64 = 300.0;
/// The height of the line about luck.
const LUCK: f64 = 44.0;
/// The size of the letters of a space.
const ID: f64 = 17.5;
/// The most causes that are listed one by one.
const CAUSES: usize = 6;
/// The most lines of names of ships.
const NAMES: usize = 3;

impl Painter<'_> {
    /// The end of the game; `None` before it.
    pub(super) fn end(&self) -> Option<Scene> {
        self.view.outcome?;
        let facts = points::of_mission(self.facts);
        let voyage = Voyage::of(facts);
        // The map shows the last mission; `whole` keeps all facts, as luck is that of the whole game.
        let painter = Painter { voyage: Some(&voyage), facts, ..*self };
        Some(painter.end_of(&voyage, self))
    }

    fn end_of(&self, voyage: &Voyage, whole: &Painter<'_>) -> Scene {
        let theme = self.theme;
        let report = GoebenReport { phrases: self.phrases, chart: self.chart };
        let mut scene = Scene::new(WIDTH, HEAD + SEA + CARDS + LUCK, theme.card);
        let projection = Projection::whole(Area::new(0.0, HEAD, WIDTH, SEA));
        self.map(&mut scene, &projection, Scale { id: ID, close: false }, BTreeSet::new(), &[]);
        let won = self.view.outcome == Some(Outcome::Won);
        let pair = if won { theme.gold } else { Pair { fill: theme.card, ink: theme.ink } };
        scene.rect(Area::new(0.0, 0.0, WIDTH, HEAD), 0.0, Paint::fill(pair.fill));
        let result = font::shown(&report.result(self.view));
        scene.write_within((20.0, HEAD / 2.0), 36.0, WIDTH - 40.0, Anchor::Start, &result, pair.ink);
        let below = HEAD + SEA;
        scene.rect(Area::new(0.0, below, WIDTH, scene.height - below), 0.0, Paint::fill(theme.card));
        let card = |x: f64, w: f64| Area::new(x, below + 9.0, w, CARDS - 12.0);
        self.causes_card(&mut scene, &report, card(9.0, 500.0));
        self.days_card(&mut scene, card(518.0, 440.0));
        self.losses_card(&mut scene, voyage, card(967.0, 524.0));
        let luck = font::shown(&report.luck_lines(whole.facts).join(" "));
        let at = (20.0, scene.height - LUCK / 2.0);
        scene.write_within(at, 23.0, WIDTH - 40.0, Anchor::Start, &luck, theme.soft);
        scene
    }

    fn card(&self, scene: &mut Scene, area: Area, title: &str) {
        let theme = self.theme;
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        scene.write((area.x + 16.0, area.y + 26.0), 25.0, Anchor::Start, title, theme.soft);
    }

    /// Points by cause, the greatest first.
    fn causes_card(&self, scene: &mut Scene, report: &GoebenReport<'_>, area: Area) {
        let theme = self.theme;
        self.card(scene, area, &self.say("ending-points", &[]));
        let (x, right) = (area.x + 16.0, area.right() - 16.0);
        let total = self.view.victory_points.to_string();
        scene.write((right, area.y + 26.0), 32.0, Anchor::End, &total, theme.ink);
        let mut causes = points::by_cause(self.facts);
        causes.sort_by_key(|(_, by)| std::cmp::Reverse(by.abs()));
        // The rows must add up to the total beside the heading.
        let rest: i32 = causes.iter().skip(CAUSES).map(|(_, by)| by).sum();
        let mut rows: Vec<(String, i32)> =
            causes.iter().take(CAUSES).map(|(why, by)| (report.cause(*why), *by)).collect();
        if causes.len() > CAUSES {
            rows.push((self.word("other-causes"), rest));
        }
        for (n, (cause, by)) in rows.iter().enumerate() {
            let y = area.y + 66.0 + 33.0 * n as f64;
            let colour = if *by < 0 { theme.warning } else { theme.ink };
            scene.write((right, y), 25.0, Anchor::End, &points::signed(*by), colour);
            let room = area.w - 120.0;
            scene.write_within((x, y), 23.0, room, Anchor::Start, &font::shown(cause), theme.ink);
        }
    }

    /// Points day by day, won above the line and lost below it.
    fn days_card(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        self.card(scene, area, &self.word("by-day"));
        let days: Vec<(u8, i32)> = points::by_day(self.facts)
            .into_iter()
            .map(|(day, facts)| (day, points::by_cause(facts).iter().map(|(_, by)| by).sum()))
            // Day 0 is the set-up, which seldom scores.
            .filter(|(day, sum)| *day > 0 || *sum != 0)
            .collect();
        // From 1 and 0, so that a game without points has a scale that is not empty.
        let (most, least) =
            days.iter().fold((1, 0), |(most, least), (_, sum)| (most.max(*sum), least.min(*sum)));
        let (top, bottom) = (area.y + 74.0, area.bottom() - 62.0);
        let unit = (bottom - top) / f64::from(most - least);
        let zero = top + unit * f64::from(most);
        let step = (area.w - 32.0) / days.len().max(1) as f64;
        for (n, (day, sum)) in days.iter().enumerate() {
            let x = area.x + 16.0 + step * (n as f64 + 0.5);
            let high = unit * f64::from(sum.abs());
            let block =
                Area::new(x - step * 0.3, if *sum < 0 { zero } else { zero - high }, step * 0.6, high);
            let colour = if *sum < 0 { theme.warning } else { theme.gold.fill };
            if *sum != 0 {
                scene.rect(block, 0.0, Paint::fill(colour).edged(theme.ink, 1.6));
                let y = if *sum < 0 { block.bottom() + 12.0 } else { block.y - 13.0 };
                let size = font::fitting(&points::signed(*sum), 20.0, step * 0.96);
                scene.write((x, y), size, Anchor::Middle, &points::signed(*sum), theme.ink);
            }
            scene.write((x, area.bottom() - 18.0), 22.0, Anchor::Middle, &day.to_string(), theme.soft);
        }
        let line = vec![(area.x + 14.0, zero), (area.right() - 14.0, zero)];
        scene.under(Form::Line(line), Paint::stroke(theme.edge, 2.0));
    }

    /// The squadron with the line of each ship's track, then ships sunk and damaged.
    fn losses_card(&self, scene: &mut Scene, voyage: &Voyage, area: Area) {
        let theme = self.theme;
        self.card(scene, area, &self.say("ending-losses", &[]));
        let (x, right) = (area.x + 16.0, area.right() - 16.0);
        let mut y = area.y + 62.0;
        let step = if self.view.ships.len() > 2 { 26.0 } else { 34.0 };
        for (id, ship) in &self.view.ships {
            let (dash, tint, wide) = self.stroke(voyage, *id);
            scene.line(vec![(x, y), (x + 54.0, y)], Paint::stroke(tint, wide).dashed(dash));
            let said = match ship.ship.at {
                Some(at) => {
                    let hull = ship.ship.track(Track::Hull);
                    let limit = self.pack().german.get(id).map_or(hull, |spec| spec.limit(Track::Hull));
                    format!("{} · {} {hull}/{limit}", font::shown(at.as_str()), self.word("hull"))
                }
                None => self.word("sunk"),
            };
            scene.write((right, y), step * 0.68, Anchor::End, &said, theme.soft);
            let room = area.w - 110.0 - font::width(&said, step * 0.68);
            let name = self.called(id.0);
            scene.write_within((x + 66.0, y), step * 0.74, room, Anchor::Start, &name, theme.ink);
            y += step;
        }
        y += 6.0;
        for (sunk, losses) in [(true, &voyage.sunk), (false, &voyage.damaged)] {
            if losses.is_empty() {
                continue;
            }
            let sign = (x + 12.0, y + 2.0);
            match sunk {
                true => symbols::saltire(scene, sign, 11.0, theme.warning),
                false => symbols::burst(scene, sign, 13.0, theme.gold.fill, theme.ink),
            }
            let number = losses.len().to_string();
            scene.write((x + 32.0, y + 2.0), 25.0, Anchor::Start, &number, theme.ink);
            let left = x + 32.0 + font::width(&number, 25.0) + 12.0;
            for line in self.names(losses, right - left) {
                scene.write_within((left, y + 2.0), 20.0, right - left, Anchor::Start, &line, theme.ink);
                y += 25.0;
            }
            y += 8.0;
        }
    }

    /// The names of ships in a few lines, the last of which gives the number of further ones.
    fn names(&self, losses: &[Loss], room: f64) -> Vec<String> {
        let named = |count: usize| {
            let names = losses.iter().take(count).map(|loss| self.called(loss.ship.0).replace(' ', "\u{a0}"));
            let mut text = names.collect::<Vec<_>>().join(&self.say("list-separator", &[]));
            if count < losses.len() {
                text += &format!(" +{}", losses.len() - count);
            }
            font::lines(&text, 20.0, room)
        };
        let fit = (1..=losses.len()).rev().map(named).find(|lines| lines.len() <= NAMES);
        fit.unwrap_or_default()
    }

    /// The stroke of a ship's track: the first ship's a whole line, the others' narrower strokes over it.
    fn stroke(&self, voyage: &Voyage, ship: ShipId) -> (Dash, Tint, f64) {
        match voyage.ships().iter().position(|known| *known == ship) {
            Some(0) | None => (Dash::Solid, self.theme.moved, ID * 0.42),
            Some(1) => (Dash::Dashed, self.theme.gold.fill, ID * 0.26),
            Some(2) => (Dash::Dotted, self.theme.red.fill, ID * 0.26),
            Some(_) => (Dash::Dotted, self.theme.ink, ID * 0.18),
        }
    }

    /// Draws the whole track, ship by ship.
    pub(super) fn whole_track(
        &self,
        scene: &mut Scene,
        projection: &Projection,
        laid: &Laid,
        voyage: &Voyage,
    ) {
        let ways = |ship: ShipId| {
            let legs = voyage.legs.iter().filter(move |leg| leg.ship == ship);
            legs.map(|leg| {
                let spaces = leg.spaces.iter();
                spaces.filter_map(|space| self.middle(projection, laid, *space)).collect::<Vec<Point>>()
            })
        };
        // All halos before all strokes, or a later ship's halo would cut the track of an earlier one.
        for way in voyage.ships().into_iter().flat_map(ways) {
            scene.under(Form::Line(way), Paint::stroke(self.theme.halo, ID * 0.76));
        }
        for ship in voyage.ships() {
            let (dash, tint, wide) = self.stroke(voyage, ship);
            for way in ways(ship) {
                scene.under(Form::Line(way), Paint::stroke(tint, wide).dashed(dash));
            }
        }
    }

    /// The days at whose end ships lay at a space: `3`, or `B3` where that is true of some only.
    pub(super) fn nights(&self, voyage: &Voyage, space: SpaceId) -> Vec<String> {
        let ships = voyage.ships();
        let mut days: BTreeMap<u8, BTreeSet<ShipId>> = BTreeMap::new();
        for ship in &ships {
            for (day, _) in voyage.nights(*ship).iter().filter(|(_, at)| **at == space) {
                days.entry(*day).or_default().insert(*ship);
            }
        }
        let sailed = |day: u8| {
            voyage.legs.iter().filter(|leg| leg.day == day).map(|leg| leg.ship).collect::<BTreeSet<_>>()
        };
        let text =
            |(day, there): (u8, BTreeSet<ShipId>)| match there == sailed(day) && there.len() == ships.len() {
                true => day.to_string(),
                false => there.iter().map(|ship| self.initials(*ship)).collect::<String>() + &day.to_string(),
            };
        days.into_iter().map(text).collect()
    }
}
