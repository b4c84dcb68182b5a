//! The panels beside the map: the turn, the lead, the fleets the reader knows, the legend.

use super::Painter;
use super::counters::Piece;
use crate::games::grand_fleet::ids::Side;
use crate::games::grand_fleet::pack::LAST_TURN;
use crate::games::grand_fleet::state::{Fleet, Step};
use crate::games::grand_fleet::victory::SUDDEN_DEATH;
use crate::games::grand_fleet::view::BattleView;
use crate::picture::{Anchor, Area, Form, Paint, Scene, font, symbols};

impl Painter<'_> {
    /// `Turn 6/9`.
    pub(super) fn turn(&self) -> String {
        let args = [("turn", self.view.turn.into()), ("last", LAST_TURN.into())];
        self.say("gf-picture-turn", &args)
    }

    /// A turn is half a year, the first the second half of 1914 (4).
    pub(super) fn period(&self) -> String {
        let half = if self.view.turn % 2 == 1 { "second" } else { "first" };
        // Turn 1 is July to December 1914, so the year changes with each even turn.
        let year = (1914 + self.view.turn / 2).to_string();
        self.say("gf-picture-period", &[("half", half.into()), ("year", year.into())])
    }

    /// The present step.
    pub(super) fn step(&self) -> String {
        let step = match self.view.step {
            Step::SetUp => "set-up",
            Step::Reinforcement { .. } => "reinforcement",
            Step::Commitment { .. } => "commitment",
            Step::Transfer { .. } => "transfer",
            Step::SubmarineWar { .. } => "submarine-war",
            Step::Initiative => "initiative",
            Step::Declaration { .. } => "declaration",
            Step::Overflow { .. } => "overflow",
            Step::Formation { .. } => "formation",
            Step::Placement { .. } => "placement",
            Step::Interception { .. } => "interception",
            Step::HexChoice => "hex-choice",
            Step::Manoeuvre { .. } => "manoeuvre",
            Step::Situation { .. } => "situation",
            Step::Gunnery => "gunnery",
            Step::Persistence { .. } => "persistence",
            Step::Aftermath => "aftermath",
            Step::Over => "over",
        };
        self.word(&format!("step-{step}"))
    }

    /// The turn, the step, who attacks, and the lead.
    pub(super) fn turn_panel(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let decision = self.decision();
        let edge = match &decision {
            Some((_, pair)) if *pair == theme.gold => (pair.fill, 6.0),
            _ => (theme.edge, 2.0),
        };
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(edge.0, edge.1));
        let (x, right) = (area.x + 16.0, area.right() - 16.0);
        let period = self.period();
        scene.write((right, area.y + 36.0), 24.0, Anchor::End, &period, theme.soft);
        let room = area.w - 48.0 - font::width(&period, 24.0);
        scene.write_within((x, area.y + 34.0), 40.0, room, Anchor::Start, &self.turn(), theme.ink);
        let combat = self.view.battle.as_ref().and_then(|battle| battle.combat.as_ref()).map(|combat| {
            let hex = font::shown(combat.hex.as_str());
            self.say("gf-picture-combat", &[("hex", hex.into()), ("round", combat.round.into())])
        });
        // Whose decision it is says what step it is.
        let step = if decision.is_some() { None } else { Some(self.step()) };
        let y = area.y + 84.0;
        let left = match decision {
            Some((text, pair)) => symbols::pill(scene, (right, y), 27.0, area.w * 0.6, &text, pair) - 8.0,
            None => right,
        };
        let said = step.into_iter().chain(combat).collect::<Vec<_>>().join(" · ");
        scene.write_within((x, y), 29.0, left - x, Anchor::Start, &said, theme.ink);
        if let Some(battle) = &self.view.battle {
            let pair = self.pair(battle.attacker);
            let square = Area::around((x + 16.0, area.y + 126.0), 32.0, 32.0);
            scene.rect(
                square,
                if battle.attacker == Side::British { 16.0 } else { 0.0 },
                Paint::fill(pair.fill),
            );
            self.emblem(scene, battle.attacker, square.middle(), 11.0, pair.ink);
            let side = self.called(battle.attacker.word());
            let text = self.say("gf-picture-attacks", &[("side", side.into())]);
            scene.write_within(
                (x + 44.0, area.y + 126.0),
                24.0,
                area.w - 80.0,
                Anchor::Start,
                &text,
                theme.soft,
            );
        }
        self.lead(scene, Area::new(area.x + 26.0, area.y + 158.0, area.w - 52.0, 70.0));
    }

    /// The lead in victory points on a line from one side's victory to the other's.
    pub(super) fn lead(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let (y, most) = (area.y + 40.0, SUDDEN_DEATH);
        let paint = Paint::stroke(theme.edge, 2.4);
        scene.line(vec![(area.x, y), (area.right(), y)], paint);
        let step = area.w / f64::from(2 * most);
        for n in 0..=2 * most {
            let tall = if n % most == 0 { 11.0 } else { 7.0 };
            let x = area.x + step * f64::from(n);
            scene.line(vec![(x, y - tall), (x, y + tall)], paint);
        }
        let foot = y + 24.0;
        self.emblem(scene, Side::German, (area.x, foot), 11.0, theme.blue.fill);
        scene.write((area.x + 20.0, foot), 21.0, Anchor::Start, &most.to_string(), theme.soft);
        scene.write((area.middle().0, foot), 21.0, Anchor::Middle, "0", theme.soft);
        scene.write((area.right() - 20.0, foot), 21.0, Anchor::End, &most.to_string(), theme.soft);
        self.emblem(scene, Side::British, (area.right(), foot), 11.0, theme.red.fill);
        let limit = most as i32;
        // A lead may pass 7 within a turn, as the game ends only after it (10); the line has no room beyond.
        let lead = self.view.lead.clamp(-limit, limit);
        let x = area.middle().0 + step * f64::from(lead);
        let colour = match lead {
            0 => theme.ink,
            lead if lead > 0 => theme.red.fill,
            _ => theme.blue.fill,
        };
        let points = vec![(x - 10.0, y - 25.0), (x + 10.0, y - 25.0), (x, y - 9.0)];
        scene.mark(Form::Polygon(points), Paint::fill(colour));
        let text = self.say("gf-picture-lead", &[("lead", self.view.lead.unsigned_abs().into())]);
        let wide = font::width(&text, 23.0);
        // The text stands on the inner side of its mark near the right end.
        let after = x + 18.0 + wide <= area.right() + 14.0;
        let (at, anchor) = if after { (x + 18.0, Anchor::Start) } else { (x - 18.0, Anchor::End) };
        scene.write((at, y - 21.0), 23.0, anchor, &text, theme.ink);
    }

    /// The fleets the reader knows, by number and types: an own formation while it is secret, and all once they are turned
    /// over; else the number of each side's ships.
    pub(super) fn fleet_panel(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let known: Vec<(Side, Vec<Fleet>)> =
            self.view.battle.iter().flat_map(|battle| self.known(battle)).collect();
        // With only markers there is less to show.
        let high = if self.view.battle.is_some() && known.is_empty() { 150.0 } else { area.h };
        let area = Area { y: area.bottom() - high, h: high, ..area };
        scene.rect(area, 9.0, Paint::fill(theme.card).edged(theme.edge, 2.0));
        let Some(battle) = &self.view.battle else {
            scene.write(
                (area.x + 16.0, area.y + 32.0),
                26.0,
                Anchor::Start,
                &self.word("fleet-box"),
                theme.ink,
            );
            for (n, side) in Side::ALL.iter().enumerate() {
                self.strength(
                    scene,
                    *side,
                    Area::new(area.x + 12.0, area.y + 66.0 + 110.0 * n as f64, area.w - 24.0, 100.0),
                );
            }
            return;
        };
        let lines: usize = known.iter().map(|(_, fleets)| fleets.len().div_ceil(2)).sum();
        let hidden: Vec<Side> = Side::ALL
            .iter()
            .copied()
            .filter(|side| !battle.revealed && !known.iter().any(|(known, _)| known == side))
            .collect();
        let high = ((area.h - 54.0 - 46.0 * hidden.len() as f64) / lines.max(1) as f64).min(47.0);
        let title = match known.as_slice() {
            [] => self.word("markers"),
            [(side, _)] if !battle.revealed => self.fleets_of_one(*side),
            _ => self.word("fleets-at-sea"),
        };
        scene.write((area.x + 16.0, area.y + 28.0), 25.0, Anchor::Start, &title, theme.ink);
        let mut y = area.y + 50.0;
        let wide = (area.w - 24.0) / 2.0;
        for (side, fleets) in &known {
            for (n, Fleet { number, ships }) in fleets.iter().enumerate() {
                let x = area.x + 12.0 + wide * (n % 2) as f64;
                let row = y + high * (n / 2) as f64;
                let counter = Area::new(x, row + high * 0.08, high * 1.5, high * 0.8);
                let piece = Piece { side: *side, text: number.to_string(), behind: false, fresh: false };
                self.piece(scene, &piece, counter);
                let at = (counter.right() + 9.0, counter.middle().1);
                let (room, size) = (wide - counter.w - 18.0, (high * 0.56).min(26.0));
                let types = self.by_type(ships);
                let tight = font::fitting(&types, size, room) < 20.0;
                let types = if tight { types.replace(" + ", "  ") } else { types };
                scene.write_within(at, size, room, Anchor::Start, &types, theme.ink);
            }
            y += high * fleets.len().div_ceil(2) as f64;
        }
        let count = hidden.len();
        for (n, side) in hidden.into_iter().enumerate() {
            let down =
                battle.markers.iter().filter(|marker| marker.side == side && marker.shown.is_none()).count();
            let args = [("count", down.into()), ("left", battle.hidden_left[side].into())];
            let (x, foot) = (area.x + 12.0, area.bottom() - 28.0 - 46.0 * (count - 1 - n) as f64);
            let piece = Piece { side, text: "?".to_owned(), behind: true, fresh: false };
            self.piece(scene, &piece, Area::new(x, foot - 15.0, 62.0, 30.0));
            let text = self.say("gf-picture-face-down", &args);
            scene.write_within((x + 78.0, foot), 23.0, area.w - 110.0, Anchor::Start, &text, theme.soft);
        }
    }

    /// The name of a side's fleets while they are secret: the reader's own, or those of the side.
    fn fleets_of_one(&self, side: Side) -> String {
        match Some(side.seat()) == self.reader {
            true => self.word("your-fleets"),
            false => self.say("gf-picture-fleets-of", &[("side", side.as_str().into())]),
        }
    }

    /// The fleets of each side that the reader knows.
    fn known(&self, battle: &BattleView) -> Vec<(Side, Vec<Fleet>)> {
        Side::ALL.iter().filter_map(|side| Some((*side, self.known_fleets(battle, *side)?))).collect()
    }

    /// The number of ships of each type in a side's fleet box.
    fn strength(&self, scene: &mut Scene, side: Side, area: Area) {
        let ships = self.in_fleet(side);
        let piece = Piece { side, text: ships.len().to_string(), behind: false, fresh: false };
        self.piece(scene, &piece, Area::new(area.x, area.y + 8.0, 110.0, 40.0));
        let lines = font::lines(&self.by_type(&ships), 24.0, area.w - 136.0);
        for (n, line) in lines.iter().take(3).enumerate() {
            let at = (area.x + 126.0, area.y + 28.0 + 30.0 * n as f64);
            scene.write(at, 24.0, Anchor::Start, line, self.theme.ink);
        }
    }

    pub(super) fn map_legend(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        scene.rect(area, 0.0, Paint::fill(theme.card));
        let y = area.middle().1;
        let mut x = area.x + 14.0;
        let signs: &[&str] = match self.chronicle {
            None => &[
                "british",
                "german",
                "face-down-sign",
                "base",
                "points-of-hex",
                "combat-sign",
                "fought",
                "moved",
            ],
            Some(_) => &["british", "german", "sunk-here", "base", "points-of-hex", "fought"],
        };
        let words: Vec<String> = signs.iter().map(|sign| self.word(sign)).collect();
        let said: f64 = words.iter().map(|word| font::width(word, 1.0)).sum();
        let gap = 15.0;
        let room = area.w - 28.0 - (32.0 + gap) * signs.len() as f64 - 38.0;
        let size = (room / said).min(20.0);
        for (sign, word) in signs.iter().zip(&words) {
            let middle = (x + 13.0, y);
            let mut wide = 32.0;
            match *sign {
                "sunk-here" => {
                    let text = "−2".to_owned();
                    let piece = Piece { side: Side::British, text, behind: false, fresh: false };
                    self.piece(scene, &piece, Area::new(x, y - 11.0, 58.0, 24.0));
                    wide = 66.0;
                }
                "british" => self.emblem(scene, Side::British, middle, 12.0, theme.red.fill),
                "german" => self.emblem(scene, Side::German, middle, 12.0, theme.blue.fill),
                "face-down-sign" => {
                    let piece =
                        Piece { side: Side::German, text: "?×2".to_owned(), behind: true, fresh: false };
                    self.piece(scene, &piece, Area::new(x, y - 11.0, 58.0, 24.0));
                    wide = 70.0;
                }
                "base" => symbols::anchor(scene, Area::around(middle, 22.0, 24.0), theme.ink),
                "points-of-hex" => {
                    scene.disc(middle, 12.5, Paint::fill(theme.neutral.fill).edged(theme.neutral.ink, 2.0));
                    scene.write(middle, 16.0, Anchor::Middle, "½", theme.neutral.ink);
                }
                "combat-sign" => symbols::burst(scene, middle, 13.0, theme.red.fill, theme.ink),
                "fought" => symbols::burst(scene, middle, 12.0, theme.card, theme.ink),
                _ => {
                    let from = (x, y);
                    scene.line(vec![from, (x + 18.0, y)], Paint::stroke(theme.moved, 5.0));
                    scene.mark(
                        Form::Polygon(symbols::head(from, (x + 28.0, y), 14.0)),
                        Paint::fill(theme.moved),
                    );
                }
            }
            scene.write((x + wide, y), size, Anchor::Start, word, theme.soft);
            x += wide + font::width(word, size) + gap;
        }
    }
}
