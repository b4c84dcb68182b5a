//! Coasts as data, cut and simplified for a window of the map.

use super::scene::{Area, Form, Paint, Point, Scene};
use super::theme::Theme;

/// The distance that land extends beyond the window, so that no line of the coast runs along its edge.
const BEYOND: f64 = 30.0;
/// The greatest distance of a simplified line from the true one.
const TOLERANCE: f64 = 0.8;
/// The smallest island that is drawn, in square units.
const SMALLEST: f64 = 6.0;

/// Rings of land, each a list of places in hundredths of a degree: east, north.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coast(Vec<Vec<(i32, i32)>>);

impl Coast {
    /// A coast as its file has it: a ring a line, first a place, then differences; lines with a `#` are comments.
    pub fn read(text: &str) -> Coast {
        let ring = |line: &str| {
            let numbers: Vec<i32> =
                line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
            let mut at = (0, 0);
            let step = |by: &[i32]| {
                at = (at.0 + by[0], at.1 + by[1]);
                at
            };
            numbers.chunks_exact(2).map(step).collect::<Vec<_>>()
        };
        Coast(
            text.lines()
                .filter(|line| !line.starts_with('#'))
                .map(ring)
                .filter(|ring| ring.len() > 2)
                .collect(),
        )
    }

    /// The land in a window as one path; `project` takes degrees east and north.
    pub fn path(&self, project: impl Fn(f64, f64) -> Point, window: Area) -> String {
        let mut path = String::new();
        for ring in &self.0 {
            let degrees = |hundredths: i32| f64::from(hundredths) / 100.0;
            let points = ring.iter().map(|(lon, lat)| project(degrees(*lon), degrees(*lat))).collect();
            let points = simplified(&clipped(points, window.grown(BEYOND)));
            if size(&points) >= SMALLEST {
                write(&mut path, &points);
            }
        }
        path
    }

    /// Draws sea, land and coast.
    pub fn draw(&self, scene: &mut Scene, theme: &Theme, project: impl Fn(f64, f64) -> Point, window: Area) {
        scene.ground(Form::Rect(window, 0.0), Paint::fill(theme.sea));
        let path = self.path(project, window);
        let land = |paint| (Form::Path(path.clone(), window), paint);
        for (form, paint) in
            [land(Paint::stroke(theme.shoal, 11.0)), land(Paint::fill(theme.land).edged(theme.coast, 2.0))]
        {
            scene.ground(form, paint);
        }
    }
}

/// The coordinate of a point to the right, or down.
type Axis = fn(Point) -> f64;

fn clipped(points: Vec<Point>, window: Area) -> Vec<Point> {
    let sides: [(Axis, f64, f64); 4] = [
        (|p| p.0, window.x, 1.0),
        (|p| p.0, window.right(), -1.0),
        (|p| p.1, window.y, 1.0),
        (|p| p.1, window.bottom(), -1.0),
    ];
    sides.into_iter().fold(points, |points, (axis, edge, sign)| {
        let inside = |point: Point| (axis(point) - edge) * sign >= 0.0;
        let mut kept = Vec::with_capacity(points.len());
        for (at, here) in points.iter().enumerate() {
            let before = points[(at + points.len() - 1) % points.len()];
            if inside(*here) != inside(before) {
                // One of the two is inside and the other is not, so they differ on this axis.
                let part = (edge - axis(before)) / (axis(*here) - axis(before));
                kept.push((before.0 + (here.0 - before.0) * part, before.1 + (here.1 - before.1) * part));
            }
            if inside(*here) {
                kept.push(*here);
            }
        }
        kept
    })
}

/// Douglas and Peucker's way of leaving points out.
fn simplified(points: &[Point]) -> Vec<Point> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let mut kept = vec![false; points.len()];
    let last = points.len() - 1;
    (kept[0], kept[last]) = (true, true);
    let mut spans = vec![(0, last)];
    while let Some((from, to)) = spans.pop() {
        let farthest = (from + 1..to)
            .map(|at| (at, off_line(points[at], points[from], points[to])))
            .max_by(|one, other| one.1.total_cmp(&other.1));
        if let Some((at, _)) = farthest.filter(|(_, off)| *off > TOLERANCE) {
            kept[at] = true;
            spans.extend([(from, at), (at, to)]);
        }
    }
    points.iter().zip(kept).filter(|(_, kept)| *kept).map(|(point, _)| *point).collect()
}

fn off_line(point: Point, from: Point, to: Point) -> f64 {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = (across * across + down * down).sqrt();
    let (x, y) = (point.0 - from.0, point.1 - from.1);
    // The ends of a ring may be one place: then the distance from that counts.
    if length < 1e-9 { (x * x + y * y).sqrt() } else { (across * y - down * x).abs() / length }
}

fn size(points: &[Point]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>().abs() / 2.0
}

/// Adds a ring in whole units, each point by its difference from the one before.
fn write(path: &mut String, points: &[Point]) {
    let mut before: Option<(i64, i64)> = None;
    for (x, y) in points {
        let here = (x.round() as i64, y.round() as i64);
        match before {
            None => *path += &format!("M{} {}l", here.0, here.1),
            Some(last) if last == here => continue,
            Some(last) => *path += &format!("{} {} ", here.0 - last.0, here.1 - last.1),
        }
        before = Some(here);
    }
    // A ring of at least `SMALLEST` has a step behind its `l`.
    *path = path.trim_end().to_owned() + "z";
}
