//! Signs that pictures are made of. Each is drawn around its middle, or into an area.

use super::scene::{Anchor, Area, Dash, Form, Paint, Point, Scene};
use super::svg::short;
use super::theme::{Pair, Theme, Tint};

/// Points on a circle, the first above the middle, of two radii by turns.
fn around((x, y): Point, count: usize, radii: [f64; 2]) -> Vec<Point> {
    let point = |n: usize| {
        let angle = std::f64::consts::TAU * n as f64 / count as f64;
        let r = radii[n % 2];
        (x + r * angle.sin(), y - r * angle.cos())
    };
    (0..count).map(point).collect()
}

/// A star of five points.
pub fn star(scene: &mut Scene, at: Point, r: f64, theme: &Theme) {
    scene.mark(
        Form::Polygon(around(at, 10, [r, r * 0.42])),
        Paint::fill(theme.gold.fill).edged(theme.ink, r * 0.13),
    );
}

/// A burst, where fire falls or has fallen.
pub fn burst(scene: &mut Scene, at: Point, r: f64, fill: Tint, edge: Tint) {
    scene.mark(
        Form::Polygon(around(at, 16, [r, r * 0.58])),
        Paint::fill(fill).edged(edge, (r * 0.1).max(1.6)),
    );
}

/// An anchor in an area, drawn of lines.
pub fn anchor(scene: &mut Scene, area: Area, colour: Tint) {
    let Area { x, y, w, h } = area;
    let (middle, paint) = (x + w / 2.0, Paint::stroke(colour, w * 0.14));
    scene.mark(Form::Disc((middle, y + h * 0.13), h * 0.1), paint);
    let path = format!(
        "M{m} {a}V{b}M{l} {c}H{r}M{x} {d}Q{x2} {b} {m} {b}Q{x3} {b} {right} {d}",
        m = short(middle),
        a = short(y + h * 0.23),
        b = short(y + h * 0.95),
        c = short(y + h * 0.36),
        l = short(x + w * 0.25),
        r = short(x + w * 0.75),
        x = short(x + w * 0.03),
        d = short(y + h * 0.62),
        x2 = short(x + w * 0.08),
        x3 = short(x + w * 0.92),
        right = short(x + w * 0.97),
    );
    scene.mark(Form::Path(path, area), paint);
}

/// A ship from the side, in an area some three times as wide as high.
pub fn silhouette(scene: &mut Scene, area: Area, funnels: u8, guns: bool, colour: Tint) {
    let at = |(x, y): Point| (area.x + area.w * x / 100.0, area.y + area.h * y / 34.0);
    let mut path = String::new();
    let mut polygon = |points: &[Point]| {
        let points: Vec<String> = points
            .iter()
            .map(|point| at(*point))
            .map(|(x, y)| format!("{} {}", short(x), short(y)))
            .collect();
        path += &format!("M{}z", points.join("L"));
    };
    let mut block =
        |x: f64, y: f64, w: f64, h: f64| polygon(&[(x, y), (x + w, y), (x + w, y + h), (x, y + h)]);
    let funnels = f64::from(funnels.clamp(1, 5));
    let step = 34.0 / funnels;
    for n in 0..funnels as u8 {
        block(30.0 + step * f64::from(n) + step * 0.2, 6.0, step * 0.58, 12.0);
    }
    // Masts, the bridge, the deck.
    block(24.0, 2.0, 1.7, 18.0);
    block(68.0, 0.0, 1.7, 20.0);
    block(65.0, 10.0, 10.0, 10.0);
    block(22.0, 17.0, 56.0, 5.0);
    if guns {
        for (x, barrel) in [(80.0, 88.0), (12.0, 2.0)] {
            block(x, 16.0, 8.0, 6.0);
            block(barrel, 17.5, 10.0, 1.7);
        }
    }
    polygon(&[(0.0, 21.0), (96.0, 21.0), (100.0, 20.0), (93.0, 34.0), (5.0, 34.0)]);
    scene.mark(Form::Path(path, area), Paint::fill(colour));
}

/// The emblem of the side in red: a ring.
pub fn ring(scene: &mut Scene, at: Point, r: f64, colour: Tint) {
    scene.disc(at, r * 0.82, Paint::stroke(colour, r * 0.36));
    scene.disc(at, r * 0.26, Paint::fill(colour));
}

/// The emblem of the side in blue: a cross with broad ends.
pub fn cross(scene: &mut Scene, (x, y): Point, r: f64, colour: Tint) {
    let (wide, thin) = (r * 0.48, r * 0.18);
    let arm = [(-wide, -r), (wide, -r), (thin, -thin)];
    // A quarter of a turn at a time.
    let turned = |(px, py): Point, quarters: usize| (0..quarters).fold((px, py), |(px, py), _| (-py, px));
    let points = (0..4).flat_map(|quarters| arm.map(|point| turned(point, quarters)));
    scene.mark(Form::Polygon(points.map(|(px, py)| (x + px, y + py)).collect()), Paint::fill(colour));
}

/// A fort with battlements in an area.
pub fn fort(scene: &mut Scene, Area { x, y, w, h }: Area, colour: Tint) {
    let mut points = vec![(x, y + h), (x, y)];
    for n in 0..3 {
        let left = x + w * f64::from(n) * 0.4;
        points.extend([(left, y), (left + w * 0.2, y)]);
        if n < 2 {
            points.extend([(left + w * 0.2, y + h * 0.32), (left + w * 0.4, y + h * 0.32)]);
        }
    }
    points.push((x + w, y + h));
    scene.mark(Form::Polygon(points), Paint::fill(colour));
}

/// A shield with a number on it.
pub fn shield(scene: &mut Scene, at: Point, size: f64, text: &str, theme: &Theme) {
    let area = Area::around(at, size, size * 1.2);
    let Area { x, y, w, h } = area;
    let path = format!(
        "M{l} {t}H{r}V{s}Q{r} {q} {m} {b}Q{l} {q} {l} {s}Z",
        l = short(x),
        t = short(y),
        r = short(x + w),
        s = short(y + h * 0.55),
        q = short(y + h * 0.85),
        m = short(x + w / 2.0),
        b = short(y + h),
    );
    scene.mark(Form::Path(path, area), Paint::fill(theme.card).edged(theme.ink, 2.2));
    scene.write((at.0, at.1 - size * 0.07), size * 0.68, Anchor::Middle, text, theme.ink);
}

/// A flag on a pole in an area.
pub fn flag(scene: &mut Scene, Area { x, y, w, h }: Area, colour: Tint) {
    scene.rect(Area::new(x, y, w * 0.14, h), 0.0, Paint::fill(colour));
    scene.rect(Area::new(x, y, w, h * 0.55), 0.0, Paint::fill(colour));
}

/// A cloud in an area.
pub fn cloud(scene: &mut Scene, Area { x, y, w, h }: Area, colour: Tint) {
    for (cx, cy, r) in [(0.26, 0.62, 0.3), (0.52, 0.4, 0.36), (0.76, 0.64, 0.28)] {
        scene.disc((x + w * cx, y + h * cy), h * r, Paint::fill(colour));
    }
    scene.rect(Area::new(x + w * 0.2, y + h * 0.6, w * 0.6, h * 0.32), 0.0, Paint::fill(colour));
}

/// A mine: a ball with horns in a ring.
pub fn mine(scene: &mut Scene, at: Point, r: f64, colour: Tint) {
    scene.mark(Form::Polygon(around(at, 16, [r, r * 0.55])), Paint::fill(colour));
}

/// Words on a pill whose right end is here, no wider than this. Gives where it begins.
pub fn pill(scene: &mut Scene, (right, y): Point, size: f64, most: f64, text: &str, pair: Pair) -> f64 {
    let size = super::font::fitting(text, size, most - size * 1.2);
    let wide = super::font::width(text, size) + size * 1.2;
    let area = Area::new(right - wide, y - size * 0.78, wide, size * 1.56);
    scene.rect(area, area.h / 2.0, Paint::fill(pair.fill).edged(pair.ink, 2.0));
    scene.write(area.middle(), size, Anchor::Middle, text, pair.ink);
    area.x
}

/// A lozenge with a letter on it.
pub fn lozenge(scene: &mut Scene, at: Point, r: f64, letter: &str, pair: Pair, edge: Tint) {
    scene.mark(Form::Polygon(around(at, 4, [r, r])), Paint::fill(pair.fill).edged(edge, 2.0));
    scene.write(at, r * 0.9, Anchor::Middle, letter, pair.ink);
}

/// A cross through something: sunk, lost.
pub fn saltire(scene: &mut Scene, at: Point, r: f64, colour: Tint) {
    let paint = Paint::stroke(colour, r * 0.34);
    for sign in [1.0, -1.0] {
        scene.line(vec![(at.0 - r, at.1 - r * sign), (at.0 + r, at.1 + r * sign)], paint);
    }
}

/// Crossed swords.
pub fn swords(scene: &mut Scene, (x, y): Point, r: f64, colour: Tint) {
    let paint = Paint::stroke(colour, r * 0.26);
    for sign in [1.0, -1.0] {
        scene.line(vec![(x - sign * r, y + r), (x + sign * r, y - r)], paint);
        let (across, down) = (x - sign * r * 0.5, y + r * 0.5);
        let half = r * 0.36;
        scene.line(vec![(across - half, down - half * sign), (across + half, down + half * sign)], paint);
    }
}

/// Cross hairs.
pub fn hairs(scene: &mut Scene, (x, y): Point, r: f64, colour: Tint) {
    let paint = Paint::stroke(colour, r * 0.22);
    scene.disc((x, y), r * 0.7, paint);
    for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        scene.line(vec![(x + dx * r * 0.35, y + dy * r * 0.35), (x + dx * r, y + dy * r)], paint);
    }
}

/// A tick in an area.
pub fn tick(scene: &mut Scene, Area { x, y, w, h }: Area, colour: Tint) {
    let points = vec![(x, y + h * 0.55), (x + w * 0.36, y + h * 0.95), (x + w, y + h * 0.05)];
    scene.line(points, Paint::stroke(colour, w * 0.2));
}

/// A way from point to point, under everything: pale, then in the colour of moved things, with a dot at its start.
pub fn way(scene: &mut Scene, points: &[Point], width: f64, dash: Dash, theme: &Theme) {
    scene.under(Form::Line(points.to_vec()), Paint::stroke(theme.halo, width * 2.0));
    scene.under(Form::Line(points.to_vec()), Paint::stroke(theme.moved, width).dashed(dash));
    if let Some(start) = points.first() {
        scene.under(Form::Disc(*start, width * 1.5), Paint::fill(theme.moved).edged(theme.halo, width * 0.4));
    }
}

/// The head of an arrow that comes from `from` and ends at `to`.
pub fn head(from: Point, to: Point, size: f64) -> Vec<Point> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    // Two equal points have no direction, and must not divide by zero.
    let length = (across * across + down * down).sqrt().max(1e-6);
    let (ux, uy) = (across / length, down / length);
    let back = (to.0 - ux * size, to.1 - uy * size);
    let half = size * 0.55;
    vec![to, (back.0 - uy * half, back.1 + ux * half), (back.0 + uy * half, back.1 - ux * half)]
}

/// Boxes of a track, so many of them full, in an area; more than eight in two rows.
pub fn boxes(scene: &mut Scene, area: Area, full: u8, of: u8, theme: &Theme) {
    if of == 0 {
        return;
    }
    let rows = if of > 8 { 2 } else { 1 };
    let columns = of.div_ceil(rows);
    let (w, h) = (area.w / f64::from(columns), area.h / f64::from(rows));
    for n in 0..of {
        let (column, row) = (n % columns, n / columns);
        let cell = Area::new(area.x + w * f64::from(column), area.y + h * f64::from(row), w, h).grown(-1.4);
        let paint = match n < full {
            true => Paint::fill(theme.ink).edged(theme.ink, 1.6),
            false => Paint::stroke(theme.edge, 1.6),
        };
        scene.rect(cell, 1.0, paint);
    }
}
