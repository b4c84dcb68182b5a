//! The card of a combat: both sides ship by ship, shooters with targets, and the results.

use super::Painter;
use crate::games::grand_fleet::ids::{Damage, ShipId, Side};
use crate::games::grand_fleet::state::{Shot, Step};
use crate::games::grand_fleet::view::{BattleView, CombatView, Decision};
use crate::picture::{Anchor, Area, Dash, Form, Paint, Point, Scene, font, symbols};

/// The width of the card.
const WIDTH: f64 = 1200.0;
/// The top of the columns, and the height above the ships of a side.
const TOP: f64 = 96.0;
const HEAD: f64 = 112.0;
/// The height of a ship.
const ROW: f64 = 60.0;
/// The height of what explains the signs.
const LEGEND: f64 = 60.0;
/// Above so many ships a side has two columns, without silhouettes.
const ONE_COLUMN: usize = 14;

/// A ship of the card, with the number of its fleet where it is the first of it.
struct Row {
    ship: ShipId,
    fleet: Option<u32>,
}

impl Painter<'_> {
    /// The card of the current combat.
    pub(super) fn combat_card(&self, battle: &BattleView, combat: &CombatView) -> Scene {
        let theme = self.theme;
        let rows = |side: Side| self.rows(battle, combat, side);
        let high = |rows: usize| if rows > ONE_COLUMN { rows.div_ceil(2) } else { rows };
        // Both columns are as high as the longer one needs, so that the two sides face each other.
        let most = Side::ALL.iter().map(|side| high(rows(*side).len())).max().unwrap_or(0).max(3);
        let bottom = TOP + HEAD + ROW * most as f64 + 16.0;
        let mut scene = Scene::new(WIDTH, bottom + LEGEND, theme.sea);
        self.combat_head(&mut scene, combat);
        for (n, side) in Side::ALL.iter().enumerate() {
            let area = Area::new(12.0 + 594.0 * n as f64, TOP, 582.0, bottom - TOP);
            self.combat_side(&mut scene, combat, *side, &rows(*side), area);
        }
        self.combat_legend(&mut scene, (20.0, bottom + LEGEND / 2.0));
        scene
    }

    /// The ships of a side in the hex by fleet, then those that the shots of this round have taken out of it.
    fn rows(&self, battle: &BattleView, combat: &CombatView, side: Side) -> Vec<Row> {
        let mut rows = Vec::new();
        for fleet in self.fleets_of(battle, side).into_iter().filter(|fleet| fleet.hex == combat.hex) {
            let first = fleet.ships.first();
            let row =
                |ship: &ShipId| Row { ship: *ship, fleet: (first == Some(ship)).then_some(fleet.number) };
            rows.extend(fleet.ships.iter().map(row));
        }
        // Ships that a shot sank or damaged have left the hex in the view, yet are the news of the round.
        let gone = combat.shots.iter().map(|shot| shot.ship).filter(|ship| {
            let of_side = self.chart.ship(*ship).is_some_and(|spec| spec.nation.side() == side);
            of_side && !rows.iter().any(|row| row.ship == *ship)
        });
        let gone: Vec<Row> = gone.map(|ship| Row { ship, fleet: None }).collect();
        rows.extend(gone);
        rows
    }

    fn combat_head(&self, scene: &mut Scene, combat: &CombatView) {
        let theme = self.theme;
        scene.rect(Area::new(0.0, 0.0, WIDTH, 84.0), 0.0, Paint::fill(theme.card));
        symbols::burst(scene, (44.0, 42.0), 29.0, theme.gold.fill, theme.ink);
        let decision = self.decision();
        // Whose decision it is says what step it is.
        let step = if decision.is_some() { None } else { Some(self.step()) };
        let said = self.say("gf-picture-round", &[("round", combat.round.into())]);
        let round = std::iter::once(said).chain(step).collect::<Vec<_>>().join(" · ");
        scene.write((WIDTH - 20.0, 42.0), 29.0, Anchor::End, &round, theme.soft);
        // The name is written last, in the room that the other texts of this line leave.
        let mut right = WIDTH - 40.0 - font::width(&round, 29.0);
        if let Some((text, pair)) = decision {
            right = symbols::pill(scene, (right, 42.0), 27.0, WIDTH * 0.34, &text, pair) - 20.0;
        }
        let halves = combat.situation.range_halves;
        let key = match halves {
            0 => "range-as-is",
            by if by > 0 => "range-close",
            _ => "range-long",
        };
        let points = self.halves(halves.unsigned_abs());
        let range = self.say(&format!("gf-picture-{key}"), &[("points", points.into())]);
        let left = symbols::pill(scene, (right, 42.0), 27.0, right, &range, theme.neutral);
        let name = match self.chart.hex(combat.hex).is_some_and(|spec| spec.name.is_some()) {
            true => format!("{} {}", font::shown(combat.hex.as_str()), self.called(combat.hex.0)),
            false => font::shown(combat.hex.as_str()),
        };
        scene.write_within((90.0, 42.0), 42.0, left - 110.0, Anchor::Start, &name, theme.ink);
    }

    fn combat_side(&self, scene: &mut Scene, combat: &CombatView, side: Side, rows: &[Row], area: Area) {
        let (theme, pair) = (self.theme, self.pair(side));
        let decides = self.awaited.iter().any(|awaited| awaited.seat == side.seat());
        let (edge, width) = if decides { (theme.gold.fill, 6.0) } else { (theme.edge, 2.0) };
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(edge, width));
        scene.rect(Area { h: 58.0, ..area }, 9.0, Paint::fill(pair.fill));
        let y = area.y + 29.0;
        self.emblem(scene, side, (area.x + 34.0, y), 19.0, pair.ink);
        let sum: u32 = rows.iter().map(|row| self.gunnery(combat, row.ship)).sum();
        let args = [("points", combat.points[side].into()), ("sum", self.halves(sum).into())];
        let points = match self.view.step {
            // Ships of fleets that left after the fire are missing from the sum, and not from the points.
            Step::Persistence { .. } => combat.points[side].to_string(),
            _ => self.say("gf-picture-points", &args),
        };
        scene.write((area.right() - 16.0, y), 33.0, Anchor::End, &points, pair.ink);
        let room = area.w - 100.0 - font::width(&points, 33.0);
        scene.write_within(
            (area.x + 66.0, y),
            36.0,
            room,
            Anchor::Start,
            &self.called(side.word()),
            pair.ink,
        );
        let said = self.handling(combat, side);
        scene.write_within(
            (area.x + 16.0, area.y + 84.0),
            25.0,
            area.w - 32.0,
            Anchor::Start,
            &said,
            theme.soft,
        );
        let columns = if rows.len() > ONE_COLUMN { 2 } else { 1 };
        let each = rows.len().div_ceil(columns).max(1);
        let wide = area.w / columns as f64;
        for (n, row) in rows.iter().enumerate() {
            let (column, line) = ((n / each) as f64, (n % each) as f64);
            let place = Area::new(area.x + wide * column, area.y + HEAD + ROW * line, wide, ROW);
            if row.fleet.is_some() && line > 0.0 {
                let ends = vec![(place.x + 8.0, place.y), (place.right() - 8.0, place.y)];
                scene.line(ends, Paint::stroke(theme.edge, 2.0).dashed(Dash::Dotted));
            }
            self.row(scene, combat, side, row, place, columns == 1);
        }
    }

    /// A side's handling of its fleets, in a line.
    fn handling(&self, combat: &CombatView, side: Side) -> String {
        let mut said = Vec::new();
        if let Some(handling) = &combat.handling[side] {
            said.push(self.say("gf-picture-initiative", &[("number", handling.number.into())]));
            if handling.excess > 0 {
                said.push(self.say("gf-picture-excess", &[("excess", handling.excess.into())]));
            }
            if handling.half {
                said.push(self.word("half-fire"));
            }
            if handling.confused {
                said.push(self.word("confusion"));
            }
        }
        if combat.situation.halved[side] {
            said.push(self.word("halved"));
        }
        match &combat.targets[side] {
            Decision::Sealed => said.push(self.word("aimed")),
            Decision::Awaited | Decision::Open(_) => {}
        }
        match combat.willing[side] {
            Some(true) => said.push(self.word("fights-on")),
            Some(false) => said.push(self.word("breaks-off")),
            None => {}
        }
        said.join(" · ")
    }

    /// A ship's gunnery at the present range, in halves of a point.
    fn gunnery(&self, combat: &CombatView, ship: ShipId) -> u32 {
        let halves = self.chart.type_of(ship).map_or(0, |values| values.gunnery_halves);
        halves.saturating_add_signed(combat.situation.range_halves)
    }

    fn row(&self, scene: &mut Scene, combat: &CombatView, side: Side, row: &Row, area: Area, drawn: bool) {
        let theme = self.theme;
        scene.target(row.ship.as_str(), Form::Rect(area.grown(-3.0), 6.0));
        let y = area.middle().1;
        let (small, large) = if drawn { (25.0, 29.0) } else { (18.0, 21.0) };
        let mut x = area.x + 12.0;
        if let Some(number) = row.fleet {
            scene.write((x, y), large, Anchor::Start, &number.to_string(), theme.soft);
        }
        x += large * 1.1;
        if drawn {
            self.silhouette(scene, row.ship, Area::new(x, y - 21.0, 104.0, 36.0), self.pair(side).fill);
            x += 116.0;
        }
        scene.write((x, y), small, Anchor::Start, &self.letters(row.ship), theme.soft);
        x += (small * 2.5).max(font::width(&self.letters(row.ship), small) + 8.0);
        let results: Vec<&Shot> = combat.shots.iter().filter(|shot| shot.ship == row.ship).collect();
        let sunk = results.iter().any(|shot| shot.result == Damage::Sunk);
        let state = area.right() - if drawn { 32.0 } else { 20.0 };
        let shield = state - if drawn { 56.0 } else { 36.0 };
        let guns = shield - if drawn { 28.0 } else { 20.0 };
        let gunnery = self.halves(self.gunnery(combat, row.ship));
        scene.write((guns, y), small * 0.9, Anchor::End, &gunnery, theme.soft);
        let name = self.called(row.ship.0);
        let room = guns - font::width(&gunnery, small * 0.9) - x - 10.0;
        let ink = if sunk { theme.soft } else { theme.ink };
        scene.write_within((x, y), large, room, Anchor::Start, &name, ink);
        let defence = self.chart.type_of(row.ship).map_or(0, |values| values.defence);
        symbols::shield(scene, (shield, y), if drawn { 33.0 } else { 24.0 }, &defence.to_string(), theme);
        self.state_of(scene, combat, side, row.ship, &results, ((state, y), if drawn { 18.0 } else { 12.0 }));
    }

    /// The fate of a ship: cross hairs for a target, then the result of the shots.
    fn state_of(
        &self,
        scene: &mut Scene,
        combat: &CombatView,
        side: Side,
        ship: ShipId,
        results: &[&Shot],
        (at, r): (Point, f64),
    ) {
        let theme = self.theme;
        let worst = |damage: Damage| results.iter().any(|shot| shot.result == damage);
        let aimed = match &combat.targets[side.enemy()] {
            Decision::Open(targets) => targets.iter().filter(|target| **target == ship).count(),
            Decision::Awaited | Decision::Sealed => 0,
        };
        // The result hides the cross hairs: a ship is shot at once a round at most (8).
        if worst(Damage::Sunk) {
            symbols::saltire(scene, at, r * 0.8, theme.warning);
        } else if worst(Damage::Boxed) {
            symbols::burst(scene, at, r, theme.gold.fill, theme.ink);
        } else if worst(Damage::None) {
            scene.disc(at, r * 0.68, Paint::stroke(theme.soft, r * 0.2));
        } else if aimed > 0 {
            symbols::hairs(scene, at, r * 0.85, theme.ink);
        }
    }

    fn combat_legend(&self, scene: &mut Scene, (x, y): Point) {
        let theme = self.theme;
        let mut x = x;
        let word = |scene: &mut Scene, x: &mut f64, key: &str| {
            let text = self.word(key);
            scene.write((*x, y), 22.0, Anchor::Start, &text, theme.soft);
            *x += font::width(&text, 22.0) + 22.0;
        };
        scene.write((x, y), 22.0, Anchor::Start, "3½", theme.soft);
        x += 44.0;
        word(scene, &mut x, "gunnery");
        symbols::shield(scene, (x + 13.0, y), 24.0, "3", theme);
        x += 34.0;
        word(scene, &mut x, "to-hit");
        symbols::hairs(scene, (x + 13.0, y), 13.0, theme.ink);
        x += 34.0;
        word(scene, &mut x, "target");
        scene.disc((x + 12.0, y), 10.0, Paint::stroke(theme.soft, 3.2));
        x += 32.0;
        word(scene, &mut x, "no-damage");
        symbols::burst(scene, (x + 13.0, y), 14.0, theme.gold.fill, theme.ink);
        x += 34.0;
        word(scene, &mut x, "boxed");
        symbols::saltire(scene, (x + 12.0, y), 11.0, theme.warning);
        x += 32.0;
        word(scene, &mut x, "sunk");
    }
}
