//! The cards below a map: one for each ship, and one for the day, the points and the alert.

use super::{Asked, Painter};
use crate::games::goeben::ids::{Phase, ShipId, Track};
use crate::games::goeben::view::ShipView;
use crate::picture::{Anchor, Area, Dash, Form, Paint, Scene, Tint, font, symbols};

/// The height of a row of cards, with the room below it.
const ROW: f64 = 226.0;
/// Room around and between cards.
const GAP: f64 = 9.0;
/// The least size of letters that say whose decision it is.
const LEGIBLE: f64 = 20.0;
/// The least height of a line in the card of the day.
const LEAST_LINE: f64 = 29.0;
/// The alert levels there are.
const ALERTS: u8 = 6;
/// The tracks of a card, with the words before them.
const TRACKS: [(Track, &str); 4] = [
    (Track::Hull, "hull"),
    (Track::Coal, "coal"),
    (Track::Ammunition, "ammunition"),
    (Track::Torpedoes, "torpedoes"),
];

impl Painter<'_> {
    /// The height of the cards: two ships a row.
    pub(super) fn cards_height(&self) -> f64 {
        ROW * self.view.ships.len().div_ceil(2).max(1) as f64
    }

    /// Draws the cards. With `today` the state has the day and the mission too.
    pub(super) fn cards(&self, scene: &mut Scene, area: Area, today: bool) {
        let state = (area.w * 0.31).round();
        let wide = (area.w - state - GAP * 4.0) / 2.0;
        for (n, (id, ship)) in self.view.ships.iter().enumerate() {
            let x = area.x + GAP + (wide + GAP) * (n % 2) as f64;
            let y = area.y + GAP + ROW * (n / 2) as f64;
            self.ship_card(scene, *id, ship, Area::new(x, y, wide, ROW - GAP * 2.0));
        }
        let right = Area::new(area.right() - state - GAP, area.y + GAP, state, area.h - GAP * 2.0);
        self.state_card(scene, right, today);
    }

    fn ship_card(&self, scene: &mut Scene, id: ShipId, ship: &ShipView, area: Area) {
        let theme = self.theme;
        scene.target(id.as_str(), Form::Rect(area, 9.0));
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        let head = Area { h: 46.0, ..area };
        scene.rect(head, 9.0, Paint::fill(theme.blue.fill));
        let y = head.middle().1;
        self.silhouette(scene, id, Area::new(area.x + 14.0, y - 14.0, 82.0, 28.0), theme.blue.ink);
        let place = ship.ship.at.map_or_else(|| self.word("sunk"), |at| font::shown(at.as_str()));
        scene.write((area.right() - 14.0, y), 32.0, Anchor::End, &place, theme.blue.ink);
        let room = area.w - 110.0 - 26.0 - font::width(&place, 32.0);
        scene.write_within(
            (area.x + 110.0, y),
            32.0,
            room,
            Anchor::Start,
            &self.called(id.0),
            theme.blue.ink,
        );
        if ship.ship.at.is_none() {
            symbols::saltire(scene, (area.middle().0, area.y + 126.0), 46.0, theme.warning);
            return;
        }
        let speeds = area.w * 0.4;
        let split = area.right() - speeds;
        for (n, (track, word)) in TRACKS.into_iter().enumerate() {
            let row = Area::new(area.x + 14.0, area.y + 56.0 + 37.5 * n as f64, split - area.x - 26.0, 37.0);
            self.track(scene, (id, ship), track, word, row);
        }
        scene.line(
            vec![(split, area.y + 58.0), (split, area.bottom() - 12.0)],
            Paint::stroke(theme.graticule, 2.0),
        );
        self.speeds(scene, ship, Area::new(split + 8.0, area.y + 52.0, speeds - 14.0, area.h - 56.0));
    }

    /// A track: its name, its number, its boxes, and its change.
    fn track(&self, scene: &mut Scene, (id, ship): (ShipId, &ShipView), track: Track, word: &str, row: Area) {
        let theme = self.theme;
        let value = ship.ship.track(track);
        let limit = self.pack().german.get(&id).map_or(value, |spec| spec.limit(track));
        let y = row.middle().1;
        let number = row.w * 0.68;
        let said = format!("{value}/{limit}");
        let label = number - font::width(&said, 27.0) - 8.0;
        scene.write_within((row.x, y), 24.0, label, Anchor::Start, &self.word(word), theme.soft);
        let low = limit > 0 && value * 3 <= limit;
        let colour = if low { theme.warning } else { theme.ink };
        scene.write((row.x + number, y), 27.0, Anchor::End, &said, colour);
        let left = row.x + number + 10.0;
        let change = self.changes().get(&(id, track)).copied();
        let mut boxes = Area::new(left, y - 11.0, row.right() - left, 22.0);
        if let Some(by) = change {
            let text = if by < 0 { format!("−{}", -by) } else { format!("+{by}") };
            scene.write((row.right(), y), 20.0, Anchor::End, &text, theme.moved);
            boxes.w -= font::width(&text, 20.0) + 5.0;
        }
        symbols::boxes(scene, boxes, value, limit, theme);
    }

    /// The three speeds, in the outlines of the reach on the map.
    fn speeds(&self, scene: &mut Scene, ship: &ShipView, area: Area) {
        let theme = self.theme;
        scene.write((area.x, area.y + 16.0), 22.0, Anchor::Start, &self.word("speed"), theme.soft);
        let kinds = [(Dash::Solid, "cruise"), (Dash::Dashed, "maximum"), (Dash::Dotted, "emergency")];
        // `speeds` has cruise, maximum, emergency in this order (12).
        for ((n, (dash, word)), speed) in kinds.into_iter().enumerate().zip(ship.speeds) {
            let y = area.y + 53.0 + 41.0 * n as f64;
            let pill = Area::around((area.x + 25.0, y), 46.0, 33.0);
            scene.rect(pill, 16.0, Paint::fill(theme.reach).edged(theme.ink, 2.6).dashed(dash));
            let number = speed.map_or_else(|| "–".to_owned(), |speed| speed.to_string());
            scene.write(pill.middle(), 26.0, Anchor::Middle, &number, theme.ink);
            let room = area.w - 54.0;
            scene.write_within((area.x + 54.0, y), 21.0, room, Anchor::Start, &self.word(word), theme.soft);
        }
    }

    /// Writes the day at `y`, and the seats to move `below`, across the whole width from `x` to `right`; if that would be
    /// small, the seats are beside the day. With only one line, it says what the decision is about; without a decision, the day
    /// and the phase.
    pub(super) fn day_lines(
        &self,
        scene: &mut Scene,
        (x, right): (f64, f64),
        (y, below): (f64, Option<f64>),
        size: f64,
    ) {
        let theme = self.theme;
        let Some(Asked { seats, what, said, pair }) = self.decision() else {
            scene.write_within((x, y), size, right - x, Anchor::Start, &self.today(), theme.ink);
            return;
        };
        let day =
            self.say("picture-only-day", &[("day", self.view.turn.into()), ("days", self.view.days.into())]);
        // The set-up is no day.
        let day = if self.view.turn == 0 { String::new() } else { day };
        let beside = right - x - font::width(&day, size) - 12.0;
        let small = size * 0.82;
        let Some(below) = below else {
            // If both would be small, the question comes before the day.
            let fits = font::fitting(&what, small, beside - small * 1.2) >= LEGIBLE.min(small);
            let room = if fits { beside } else { right - x };
            let left = symbols::pill(scene, (right, y), small, room, &what, pair);
            if fits {
                scene.write_within((x, y), size, left - x - 8.0, Anchor::Start, &day, theme.ink);
            }
            return;
        };
        let fits = font::fitting(&said, small, right - x - small * 1.2) >= LEGIBLE.min(small);
        let text = if fits { &said } else { &what };
        let wide = font::width(text, small) + small * 1.2;
        symbols::pill(scene, ((x + wide).min(right), below), small, right - x, text, pair);
        scene.write_within((x, y), size, right - x, Anchor::Start, &day, theme.ink);
        if !fits {
            scene.write_within((right, y), size * 0.9, beside, Anchor::End, &seats, theme.soft);
        }
    }

    /// The colour of the edge of a card that says whose decision it is: gold for the reader's own.
    pub(super) fn asking_edge(&self) -> (Tint, f64) {
        match self.is_asked() {
            true => (self.theme.gold.fill, 5.0),
            false => (self.theme.edge, 2.0),
        }
    }

    /// The day and the phase.
    pub(super) fn today(&self) -> String {
        let phase = self.term("phase", self.view.phase.as_str());
        let args = [("day", self.view.turn.into()), ("days", self.view.days.into()), ("phase", phase.into())];
        match self.view.phase {
            Phase::SetUp => self.say("picture-set-up", &args),
            _ => self.say("picture-day", &args),
        }
    }

    fn state_card(&self, scene: &mut Scene, area: Area, today: bool) {
        let theme = self.theme;
        let area = Area { h: ROW - GAP * 2.0, ..area };
        let (edge, width) = if today { self.asking_edge() } else { (theme.edge, 2.0) };
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(edge, width));
        let (x, right) = (area.x + 14.0, area.right() - 14.0);
        let mut rows = vec![];
        if today {
            let y = self.mission(scene, (x, right), area.y + 26.0, 26.0);
            let room = area.bottom() - 28.0 - y;
            // Many objectives take the room: then day and decision share one line.
            let lines = if room / 4.0 < LEAST_LINE { 3.0 } else { 4.0 };
            let step = room / lines;
            let below = (lines > 3.0).then_some(y + step * 2.0);
            self.day_lines(scene, (x, right), (y + step, below), 26.0);
            rows.extend([y + step * (lines - 1.0), y + step * lines]);
        } else {
            let pool = self.view.pool.to_string();
            scene.write((x, area.y + 38.0), 25.0, Anchor::Start, &self.word("pool"), theme.soft);
            scene.write((area.x + area.w * 0.46, area.y + 38.0), 30.0, Anchor::End, &pool, theme.ink);
            scene.write(
                (area.x + area.w * 0.5, area.y + 38.0),
                22.0,
                Anchor::Start,
                &self.word("markers"),
                theme.soft,
            );
            rows.extend([area.y + 104.0, area.y + 168.0]);
        }
        let (number, bar) = (area.x + area.w * 0.5, area.x + area.w * 0.53);
        let points = self.view.victory_points;
        let need = self.view.progress.as_ref().map(|progress| progress.points_needed);
        let said = need.map_or_else(|| points.to_string(), |need| format!("{points}/{need}"));
        scene.write((x, rows[0]), 25.0, Anchor::Start, &self.word("points"), theme.soft);
        let most = number - x - font::width(&self.word("points"), 25.0) - 8.0;
        scene.write_within((number, rows[0]), 30.0, most, Anchor::End, &said, theme.ink);
        let tall = (rows[1] - rows[0] - 6.0).min(40.0);
        let track = Area::new(bar, rows[0] - tall * 0.375, right - bar, tall * 0.75);
        // A mission may need no points; a bar of none would always be full.
        if let Some(need) = need.filter(|need| *need > 0) {
            let part = (f64::from(points) / f64::from(need)).clamp(0.0, 1.0);
            let fill = if part >= 1.0 { theme.gold.fill } else { theme.ink };
            scene.rect(Area { w: track.w * part, ..track }, 0.0, Paint::fill(fill));
            scene.rect(track, 0.0, Paint::stroke(theme.edge, 2.0));
        }
        scene.write((x, rows[1]), 25.0, Anchor::Start, &self.word("alert"), theme.soft);
        scene.write(
            (number, rows[1]),
            30.0,
            Anchor::End,
            &format!("{}/{ALERTS}", self.view.alert),
            theme.ink,
        );
        let step = (right - bar) / f64::from(ALERTS);
        for level in 1..=ALERTS {
            let high = tall * (0.2 + 0.8 * f64::from(level) / f64::from(ALERTS));
            let foot = rows[1] + tall * 0.5;
            let block = Area::new(bar + step * f64::from(level - 1), foot - high, step - 2.0, high);
            let paint = match level <= self.view.alert {
                true => Paint::fill(theme.red.fill).edged(theme.red.fill, 1.6),
                false => Paint::stroke(theme.edge, 1.6),
            };
            scene.rect(block, 0.0, paint);
        }
    }
}
