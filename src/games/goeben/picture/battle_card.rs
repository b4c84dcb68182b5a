//! The card of a battle: the rounds, both sides with their remaining strength, and the last shots.

use super::Painter;
use crate::games::goeben::ids::{Nation, ShipId, Track};
use crate::games::goeben::pack::ShipSpec;
use crate::games::goeben::state::battle::{Battle, BattleStep, Counter, Side, Weapon};
use crate::games::goeben::view::ShipView;
use crate::picture::theme::Pair;
use crate::picture::{Anchor, Area, Form, Paint, Point, Scene, font, symbols};

/// The width of the card.
const WIDTH: f64 = 1200.0;
/// The top of the columns.
const TOP: f64 = 154.0;
/// The height of what explains the signs.
const LEGEND: f64 = 66.0;
/// The heights of a German ship and of any other.
const SHIP: f64 = 226.0;
const COUNTER: f64 = 92.0;
/// The number of enemies beyond which they are in two columns.
const ONE_COLUMN: usize = 8;
/// The most shots that are shown.
const SHOTS: usize = 8;
/// The height of a shot.
const SHOT: f64 = 36.0;
/// All weapons, in the order in which they are fired.
const WEAPONS: [(Weapon, &str); 4] = [
    (Weapon::Primary, "primary"),
    (Weapon::Secondary, "secondary"),
    (Weapon::Tertiary, "tertiary"),
    (Weapon::Torpedoes, "torpedoes"),
];

/// A throw of dice at a ship.
struct Salvo {
    firer: String,
    target: String,
    faces: String,
    german: bool,
}

impl Painter<'_> {
    /// The card of the current battle.
    pub(super) fn battle_card(&self, battle: &Battle) -> Scene {
        let theme = self.theme;
        let salvos = self.salvos();
        let columns = if battle.enemies.len() > ONE_COLUMN { 2 } else { 1 };
        let enemies = battle.enemies.len().div_ceil(columns);
        let shots = if salvos.is_empty() { 0.0 } else { 22.0 + SHOT * salvos.len() as f64 };
        let left = SHIP * battle.german.len() as f64 + COUNTER * battle.austrians.len() as f64 + shots;
        let right = 70.0 + if battle.coast { 150.0 } else { COUNTER * enemies as f64 };
        let bottom = TOP + left.max(right) + 12.0;
        let mut scene = Scene::new(WIDTH, bottom + LEGEND, theme.sea);
        self.card_head(&mut scene, battle);
        self.rounds(&mut scene, battle);
        let mut y = TOP;
        for id in &battle.german {
            if let Some(ship) = self.view.ships.get(id) {
                self.own_ship(&mut scene, battle, *id, ship, Area::new(12.0, y, 562.0, SHIP - 12.0));
                y += SHIP;
            }
        }
        for counter in &battle.austrians {
            let area = Area::new(12.0, y, 562.0, COUNTER - 8.0);
            self.counter(&mut scene, battle, counter, area, theme.blue, true);
            y += COUNTER;
        }
        self.last_shots(&mut scene, &salvos, Area::new(12.0, y, 562.0, shots));
        self.enemies(&mut scene, battle, columns);
        self.card_legend(&mut scene, (20.0, bottom + LEGEND / 2.0));
        scene
    }

    fn card_head(&self, scene: &mut Scene, battle: &Battle) {
        let theme = self.theme;
        scene.rect(Area::new(0.0, 0.0, WIDTH, 84.0), 0.0, Paint::fill(theme.card));
        symbols::burst(scene, (44.0, 42.0), 29.0, theme.gold.fill, theme.ink);
        let args = [("gained", battle.gained.into()), ("lost", battle.lost.into())];
        let points = self.say("picture-gained", &args);
        let night = if battle.night { format!("{} · ", self.word("night")) } else { String::new() };
        let said = format!("{night}{points}");
        scene.write((WIDTH - 20.0, 42.0), 32.0, Anchor::End, &said, theme.soft);
        let place = format!("{} {}", self.called(battle.space.0), font::shown(battle.space.as_str()));
        let mut right = WIDTH - 40.0 - font::width(&said, 32.0);
        if let Some(asked) = self.decision() {
            right = symbols::pill(scene, (right, 42.0), 29.0, WIDTH * 0.34, &asked.said, asked.pair);
        }
        let room = right - 110.0;
        scene.write_within((90.0, 42.0), 42.0, room, Anchor::Start, &place, theme.ink);
    }

    /// The rounds of the battle: done, now with who fires, to come.
    fn rounds(&self, scene: &mut Scene, battle: &Battle) {
        let theme = self.theme;
        let rounds = battle.rounds();
        let now = match &battle.step {
            BattleStep::Fire { round, side, .. } => Some((usize::from(*round), *side)),
            _ => None,
        };
        // A finished battle has no round that fires, yet all of them are done.
        let over = matches!(battle.step, BattleStep::Finished {});
        let wide = (WIDTH - 24.0 + 8.0) / rounds.len() as f64 - 8.0;
        for (n, weapons) in rounds.iter().enumerate() {
            let area = Area::new(12.0 + (wide + 8.0) * n as f64, 93.0, wide, 52.0);
            let fires = now.filter(|(round, _)| *round == n).map(|(_, side)| side);
            let done = over || now.is_some_and(|(round, _)| n < round);
            let (paint, ink) = match fires {
                Some(_) => (Paint::fill(theme.gold.fill).edged(theme.ink, 3.4), theme.gold.ink),
                None => (Paint::fill(theme.card).edged(theme.edge, 1.8), theme.soft),
            };
            scene.rect(area, 9.0, paint);
            let y = area.middle().1;
            match fires {
                Some(Side::German) => {
                    let square = Area::around((area.x + 30.0, y), 36.0, 36.0);
                    scene.rect(square, 3.0, Paint::fill(theme.blue.fill));
                    symbols::cross(scene, square.middle(), 13.0, theme.blue.ink);
                }
                Some(Side::Allied) => {
                    scene.disc((area.x + 30.0, y), 18.0, Paint::fill(theme.red.fill));
                    symbols::ring(scene, (area.x + 30.0, y), 12.0, theme.red.ink);
                }
                None if done => {
                    symbols::tick(scene, Area::around((area.x + 26.0, y), 20.0, 18.0), theme.soft)
                }
                None => {}
            }
            let names = weapons.iter().map(|weapon| self.weapon(*weapon)).collect::<Vec<_>>().join(" + ");
            scene.write_within(
                (area.x + wide / 2.0 + 20.0, y),
                26.0,
                wide - 70.0,
                Anchor::Middle,
                &names,
                ink,
            );
        }
    }

    fn weapon(&self, weapon: Weapon) -> String {
        let word = WEAPONS.iter().find(|(known, _)| *known == weapon).map_or("", |(_, word)| word);
        self.word(word)
    }

    /// A German ship with its remaining strength; the guns of this round are gold.
    fn own_ship(&self, scene: &mut Scene, battle: &Battle, id: ShipId, ship: &ShipView, area: Area) {
        let theme = self.theme;
        scene.target(id.as_str(), Form::Rect(area, 9.0));
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        scene.rect(Area { h: 56.0, ..area }, 9.0, Paint::fill(theme.blue.fill));
        let y = area.y + 28.0;
        self.silhouette(scene, id, Area::new(area.x + 14.0, y - 18.0, 104.0, 35.0), theme.blue.ink);
        scene.write_within(
            (area.x + 134.0, y),
            36.0,
            area.w - 190.0,
            Anchor::Start,
            &self.called(id.0),
            theme.blue.ink,
        );
        if ship.ship.at.is_none() {
            symbols::saltire(scene, (area.right() - 32.0, y), 15.0, theme.blue.ink);
        }
        let spec = self.pack().german.get(&id);
        let value = |track| ship.ship.track(track);
        // A ship that the pack lacks is drawn with full tracks, not left out.
        let limit = |track| spec.map_or(value(track), |spec| spec.limit(track));
        let changes = self.changes();
        for (n, (track, word)) in
            [(Track::Hull, "hull"), (Track::Ammunition, "ammunition")].into_iter().enumerate()
        {
            let y = area.y + 80.0 + 40.0 * n as f64;
            let (now, most) = (value(track), limit(track));
            scene.write((area.x + 16.0, y), 26.0, Anchor::Start, &self.word(word), theme.soft);
            let colour = if most > 0 && now * 3 <= most { theme.warning } else { theme.ink };
            scene.write((area.x + 200.0, y), 29.0, Anchor::End, &format!("{now}/{most}"), colour);
            let mut boxes = Area::new(area.x + 214.0, y - 14.0, area.w - 230.0, 28.0);
            if let Some(by) = changes.get(&(id, track)) {
                let text = if *by < 0 { format!("−{}", -by) } else { format!("+{by}") };
                scene.write((area.right() - 16.0, y), 24.0, Anchor::End, &text, theme.moved);
                boxes.w -= 44.0;
            }
            symbols::boxes(scene, boxes, now, most, theme);
        }
        let firing = self.firing(battle);
        // Weapons that she was built without have no track.
        let armed = || WEAPONS.into_iter().filter(|(weapon, _)| limit(weapon.track()) > 0);
        let wide = (area.w - 28.0) / armed().count().max(2) as f64;
        for (n, (weapon, word)) in armed().enumerate() {
            let cell = Area::new(area.x + 12.0 + wide * n as f64, area.y + 142.0, wide - 4.0, 62.0);
            let fires = firing.contains(&weapon);
            let (paint, ink) = match fires {
                true => (Paint::fill(theme.gold.fill).edged(theme.ink, 3.0), theme.gold.ink),
                false => (Paint::stroke(theme.edge, 1.6), theme.ink),
            };
            scene.rect(cell, 7.0, paint);
            scene.write_within(
                (cell.x + 8.0, cell.y + 16.0),
                19.0,
                cell.w - 16.0,
                Anchor::Start,
                &self.word(word),
                ink,
            );
            let (now, most) = (value(weapon.track()), limit(weapon.track()));
            scene.write((cell.x + 8.0, cell.y + 44.0), 27.0, Anchor::Start, &now.to_string(), ink);
            let boxes = Area::new(cell.x + 32.0, cell.y + 33.0, cell.w - 40.0, 22.0);
            for box_number in 0..most {
                let w = boxes.w / f64::from(most.max(1));
                let block = Area { x: boxes.x + w * f64::from(box_number), w, ..boxes }.grown(-1.6);
                let full = Paint::fill(ink).edged(ink, 1.4);
                scene.rect(block, 1.0, if box_number < now { full } else { Paint::stroke(ink, 1.4) });
            }
        }
    }

    /// The weapons of the present round.
    fn firing(&self, battle: &Battle) -> Vec<Weapon> {
        match &battle.step {
            BattleStep::Fire { round, .. } => battle.weapons(*round),
            _ => vec![],
        }
    }

    fn enemies(&self, scene: &mut Scene, battle: &Battle, columns: usize) {
        let theme = self.theme;
        let head = Area::new(584.0, TOP, 604.0, 58.0);
        scene.rect(head, 9.0, Paint::fill(theme.red.fill));
        let y = head.middle().1;
        symbols::ring(scene, (head.x + 34.0, y), 20.0, theme.red.ink);
        let name = self.word(if battle.coast { "coast" } else { "allied" });
        scene.write((head.x + 68.0, y), 36.0, Anchor::Start, &name, theme.red.ink);
        if let Some(first) = battle.first {
            let said = self.say("picture-first", &[("side", first.as_str().into())]);
            let room = head.w - 100.0 - font::width(&name, 36.0);
            scene.write_within((head.right() - 16.0, y), 28.0, room, Anchor::End, &said, theme.red.ink);
        }
        if battle.coast {
            self.coast(scene, battle, Area::new(584.0, TOP + 66.0, 604.0, 110.0));
            return;
        }
        let wide = (604.0 - 8.0 * (columns - 1) as f64) / columns as f64;
        for (n, enemy) in battle.enemies.iter().enumerate() {
            let (column, row) = (n % columns, n / columns);
            let x = 584.0 + (wide + 8.0) * column as f64;
            let area = Area::new(x, TOP + 66.0 + COUNTER * row as f64, wide, COUNTER - 8.0);
            self.counter(scene, battle, enemy, area, theme.red, columns == 1);
        }
    }

    /// The guns of a coast, a fort each.
    fn coast(&self, scene: &mut Scene, battle: &Battle, area: Area) {
        let theme = self.theme;
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        let units = self.view.places.get(&battle.space).map_or(&[][..], |place| &place.coast);
        for (n, unit) in units.iter().take(6).enumerate() {
            let x = area.x + 20.0 + 96.0 * n as f64;
            symbols::fort(scene, Area::new(x, area.y + 36.0, 40.0, 38.0), theme.red.fill);
            // The view has the value of a coastal unit only once it is revealed (11, 16, 21.2).
            let value = unit.map_or_else(|| "?".to_owned(), |value| value.to_string());
            scene.write((x + 48.0, area.middle().1), 38.0, Anchor::Start, &value, theme.ink);
        }
    }

    /// A ship of any non-German side: class, name, guns, armour, speed, and its damage.
    fn counter(
        &self,
        scene: &mut Scene,
        battle: &Battle,
        counter: &Counter,
        area: Area,
        pair: Pair,
        drawn: bool,
    ) {
        let theme = self.theme;
        let Some(spec) = self.pack().ships.get(&counter.ship) else { return };
        scene.target(counter.ship.as_str(), Form::Rect(area, 9.0));
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 1.8));
        let top = area.y + 26.0;
        let mut x = area.x + 12.0;
        if drawn {
            self.silhouette(scene, counter.ship, Area::new(x, area.y + 8.0, 84.0, 30.0), pair.fill);
            x += 96.0;
        }
        if spec.nation == Nation::French {
            // Three bars: a French ship's counterpart of Britain's ring.
            for (n, fill) in [theme.blue.fill, theme.card, theme.red.fill].into_iter().enumerate() {
                let bar = Area::new(x + 9.0 * n as f64, top - 10.0, 9.0, 20.0);
                scene.rect(bar, 0.0, Paint::fill(fill).edged(theme.edge, 1.0));
            }
            x += 36.0;
        }
        let class = spec.class.as_str();
        scene.write((x, top), 25.0, Anchor::Start, class, theme.soft);
        x += font::width(class, 25.0) + 8.0;
        let name = self.called(counter.ship.0);
        let gone = !counter.fights();
        let ink = if gone { theme.soft } else { theme.ink };
        // Four bursts at most: more would leave the name no room.
        let harm = 30.0 * f64::from(counter.damage.min(4)) + if gone { 44.0 } else { 0.0 };
        scene.write_within((x, top), 27.0, area.right() - x - 12.0 - harm, Anchor::Start, &name, ink);
        self.harm(scene, counter, (area.right() - 22.0, top));
        self.values(
            scene,
            battle,
            counter,
            spec,
            Area::new(area.x + 12.0, area.y + 46.0, area.w - 24.0, 32.0),
        );
    }

    /// Bursts for damage; a cross for sunk, an arrow for withdrawn, to the left of this point.
    fn harm(&self, scene: &mut Scene, counter: &Counter, (x, y): Point) {
        let theme = self.theme;
        let mut x = x;
        if counter.sunk {
            symbols::saltire(scene, (x - 4.0, y), 13.0, theme.warning);
            x -= 44.0;
        } else if counter.withdrawn {
            let from = (x - 22.0, y);
            scene.line(vec![from, (x, y)], Paint::stroke(theme.soft, 5.0));
            scene.mark(
                crate::picture::Form::Polygon(symbols::head(from, (x + 10.0, y), 16.0)),
                Paint::fill(theme.soft),
            );
            x -= 44.0;
        }
        for n in 0..counter.damage.min(4) {
            symbols::burst(scene, (x - 30.0 * f64::from(n), y), 14.0, theme.gold.fill, theme.ink);
        }
    }

    /// The four values of a ship, gold for this round, with what its hits have left of the guns; armour and speed.
    fn values(&self, scene: &mut Scene, battle: &Battle, counter: &Counter, spec: &ShipSpec, area: Area) {
        let theme = self.theme;
        let firing = self.firing(battle);
        let y = area.middle().1;
        // 14.13 The first hit on the guns halves them, the second silences them.
        let guns = |value: u8| match counter.gun_hits {
            0 => value,
            1 => value.div_ceil(2),
            _ => 0,
        };
        let torpedoes = if counter.disarmed { 0 } else { spec.torpedoes };
        let values = [guns(spec.primary), guns(spec.secondary), guns(spec.tertiary), torpedoes];
        for (n, ((weapon, _), value)) in WEAPONS.into_iter().zip(values).enumerate() {
            let cell = Area::new(area.x + 39.0 * n as f64, area.y, 35.0, 30.0);
            let fires = firing.contains(&weapon) && value > 0 && counter.fights();
            let (paint, ink) = match fires {
                true => (Paint::fill(theme.gold.fill).edged(theme.ink, 2.4), theme.gold.ink),
                false => (Paint::stroke(theme.edge, 1.6), theme.ink),
            };
            scene.rect(cell, 5.0, paint);
            let text = if value == 0 { "–".to_owned() } else { value.to_string() };
            scene.write(cell.middle(), 23.0, Anchor::Middle, &text, ink);
        }
        symbols::shield(scene, (area.x + 180.0, y), 27.0, &spec.armour.to_string(), theme);
        let speed = self.say("picture-speed-of", &[("speed", counter.speed(spec.speed).into())]);
        scene.write_within((area.x + 204.0, y), 21.0, area.w - 204.0, Anchor::Start, &speed, theme.soft);
    }

    /// Throws at ships since the reader's last order, the latest of them.
    fn salvos(&self) -> Vec<Salvo> {
        let salvo = |fact: &crate::game::Fact<super::Event>| {
            let crate::game::Fact::Roll(roll) = fact else { return None };
            let shot = matches!(roll.purpose.as_str(), "gunnery" | "torpedo");
            let (firer, target) = (roll.about.first()?, roll.about.get(1)?);
            let faces = roll.values.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
            let german = roll.side.as_str() == Side::German.as_str();
            shot.then(|| Salvo { firer: self.called(*firer), target: self.called(*target), faces, german })
        };
        let all: Vec<Salvo> = self.facts.iter().filter_map(salvo).collect();
        // The latest ones: earlier shots are in the report, and the card is one screen high.
        let skipped = all.len().saturating_sub(SHOTS);
        all.into_iter().skip(skipped).collect()
    }

    fn last_shots(&self, scene: &mut Scene, salvos: &[Salvo], area: Area) {
        let theme = self.theme;
        if salvos.is_empty() {
            return;
        }
        scene.rect(Area { h: area.h - 8.0, ..area }, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        for (n, salvo) in salvos.iter().enumerate() {
            let y = area.y + 8.0 + SHOT * (n as f64 + 0.5);
            let pair = if salvo.german { theme.blue } else { theme.red };
            scene.disc((area.x + 22.0, y), 9.0, Paint::fill(pair.fill));
            let who = format!("{} → {}", salvo.firer, salvo.target);
            scene.write_within((area.x + 40.0, y), 22.0, area.w * 0.54, Anchor::Start, &who, theme.ink);
            let room = area.w * 0.36;
            scene.write_within((area.right() - 14.0, y), 22.0, room, Anchor::End, &salvo.faces, theme.soft);
        }
    }

    fn card_legend(&self, scene: &mut Scene, (x, y): Point) {
        let theme = self.theme;
        let mut x = x;
        let word = |scene: &mut Scene, x: &mut f64, text: &str| {
            scene.write((*x, y), 23.0, Anchor::Start, text, theme.soft);
            *x += font::width(text, 23.0) + 26.0;
        };
        symbols::shield(scene, (x + 14.0, y), 24.0, "2", theme);
        x += 34.0;
        word(scene, &mut x, &self.word("armour"));
        for n in 0..4 {
            scene.rect(
                Area::new(x + 26.0 * f64::from(n), y - 12.0, 23.0, 24.0),
                4.0,
                Paint::stroke(theme.edge, 1.6),
            );
        }
        x += 112.0;
        let names = WEAPONS.map(|(_, word)| self.word(word)).join(" · ");
        word(scene, &mut x, &names);
        symbols::burst(scene, (x + 12.0, y), 14.0, theme.gold.fill, theme.ink);
        x += 32.0;
        word(scene, &mut x, &self.word("damage"));
        symbols::saltire(scene, (x + 12.0, y), 11.0, theme.warning);
        x += 34.0;
        word(scene, &mut x, &self.word("sunk"));
    }
}
