//! Boxes that belong to places of a map, pushed apart until none covers another.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hasher};
use std::sync::{Mutex, PoisonError};

use super::scene::{Area, Point};

/// Passes over all pairs of boxes.
const PASSES: usize = 420;
/// The force that draws a box home, at first.
const HOMEWARD: f64 = 0.035;
/// True places that differ by no more than this may change sides.
const SAME: f64 = 8.0;
/// Boxes farther from each other than this never meet.
const GAP: f64 = 2.0;
/// Boxes with at least this much between them are not near each other.
const NEAR: f64 = 40.0;

/// Most cached layouts, five kilobytes each: they take most of the time of a map, few steps of a game move a box, and a map is laid out
/// several times until its names fit.
const KEPT: usize = 2048;

/// Boxes, their window, and their final places, behind a hash of boxes and window.
type Layout = (u64, Vec<Tile>, Area, Vec<Point>);

/// The latest first.
static KNOWN: Mutex<VecDeque<Layout>> = Mutex::new(VecDeque::new());

/// A box to be placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tile {
    /// The middle it would have if it were alone.
    pub home: Point,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
    /// Its resistance to being pushed; [`FIXED`] for a box that cannot be pushed.
    pub weight: f64,
}

/// The weight of what stays where it is.
pub const FIXED: f64 = f64::INFINITY;

/// The middles of boxes in `window`, without overlaps if possible, and each as near its home as possible. Neighbours keep their
/// sides.
pub fn spread(tiles: &[Tile], window: Area) -> Vec<Point> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let hash = hash_of(tiles, window);
    // The hash only saves work: boxes of the same hash are compared whole.
    let same = |(by, old, of, _): &&Layout| *by == hash && old == tiles && *of == window;
    if let Some((.., at)) = known().iter().find(same) {
        return at.clone();
    }
    let at = settled(tiles, window);
    // Settled without the lock. Another thread may add the same layout: one is found, the other ages.
    let mut known = known();
    known.push_front((hash, tiles.to_vec(), window, at.clone()));
    known.truncate(KEPT);
    at
}

fn hash_of(tiles: &[Tile], Area { x, y, w, h }: Area) -> u64 {
    let mut hasher = DefaultHasher::new();
    let numbers = tiles.iter().flat_map(|tile| [tile.home.0, tile.home.1, tile.w, tile.h, tile.weight]);
    numbers.chain([x, y, w, h]).for_each(|number| hasher.write_u64(number.to_bits()));
    hasher.finish()
}

fn settled(tiles: &[Tile], window: Area) -> Vec<Point> {
    let mut at: Vec<Point> = tiles.iter().map(|tile| tile.home).collect();
    let mut near = Near::of(tiles, &at);
    for pass in 0..PASSES {
        // The pull home weakens, so that the last passes only part what overlaps.
        let left = 1.0 - pass as f64 / PASSES as f64;
        for (tile, at) in tiles.iter().zip(&mut at).filter(|(tile, _)| tile.weight != FIXED) {
            at.0 += (tile.home.0 - at.0) * HOMEWARD * left;
            at.1 += (tile.home.1 - at.1) * HOMEWARD * left;
            *at = kept_in(*at, tile, window);
        }
        if (0..tiles.len()).any(|n| near.has_strayed(n, &at)) {
            near = Near::of(tiles, &at);
        }
        let mut apart = true;
        for one in 0..tiles.len() {
            let mut next = 0;
            while let Some(&other) = near.rows[one].get(next) {
                next += 1;
                if !push(tiles, &mut at, one, other, window) {
                    continue;
                }
                apart = false;
                if near.has_strayed(one, &at) || near.has_strayed(other, &at) {
                    near = Near::of(tiles, &at);
                    // The new row may have other boxes before this one.
                    next = near.rows[one].partition_point(|n| *n <= other);
                }
            }
        }
        // Until then the pull is strong enough to bring boxes that are apart nearer home.
        if apart && left < 0.5 {
            break;
        }
    }
    for (tile, at) in tiles.iter().zip(&mut at).filter(|(tile, _)| tile.weight != FIXED) {
        *at = kept_in(*at, tile, window);
    }
    at
}

/// Pairs of boxes that may meet before one of them has strayed from where it was. The others need no look: most boxes of a map
/// are far from each other in each of its hundreds of passes.
struct Near {
    /// Of each box, those behind it in the list, in order. Two fixed boxes never push each other.
    rows: Vec<Vec<usize>>,
    /// The places of the boxes then.
    from: Vec<Point>,
}

impl Near {
    fn of(tiles: &[Tile], at: &[Point]) -> Near {
        let meets = |one: usize, other: usize| {
            let (a, b) = (&tiles[one], &tiles[other]);
            let (across, down) = ((at[other].0 - at[one].0).abs(), (at[other].1 - at[one].1).abs());
            (a.weight != FIXED || b.weight != FIXED)
                && across < (a.w + b.w) / 2.0 + GAP + NEAR
                && down < (a.h + b.h) / 2.0 + GAP + NEAR
        };
        let row = |one| (one + 1..tiles.len()).filter(|other| meets(one, *other)).collect();
        Near { rows: (0..tiles.len()).map(row).collect(), from: at.to_vec() }
    }

    /// Returns whether a box has gone so far that it may meet one that was not near: a little less than half way.
    fn has_strayed(&self, n: usize, at: &[Point]) -> bool {
        let ((x, y), (from_x, from_y)) = (at[n], self.from[n]);
        (x - from_x).abs().max((y - from_y).abs()) > NEAR * 0.49
    }
}

/// Pairs of boxes that cover each other.
pub fn overlaps(tiles: &[Tile], at: &[Point]) -> Vec<(usize, usize)> {
    let area = |n: usize| Area::around(at[n], tiles[n].w, tiles[n].h);
    let pairs = (0..tiles.len()).flat_map(|one| (one + 1..tiles.len()).map(move |other| (one, other)));
    let both_fixed = |one: usize, other: usize| tiles[one].weight == FIXED && tiles[other].weight == FIXED;
    pairs.filter(|(one, other)| !both_fixed(*one, *other) && area(*one).overlaps(area(*other))).collect()
}

/// The position of a box that something fixed pushes away, towards the middle of the window by the shorter way.
fn beside(from: Point, fixed: &Tile, at: Point, tile: &Tile, window: Area) -> Point {
    let middle = window.middle();
    let clear = |from: f64, at: f64, middle: f64, sizes: f64| {
        let to = from + (sizes / 2.0 + GAP) * if middle < from { -1.0 } else { 1.0 };
        (to, (to - at).abs())
    };
    let (x, across) = clear(from.0, at.0, middle.0, fixed.w + tile.w);
    let (y, down) = clear(from.1, at.1, middle.1, fixed.h + tile.h);
    if across < down { (x, at.1) } else { (at.0, y) }
}

fn kept_in((x, y): Point, tile: &Tile, window: Area) -> Point {
    let within = |at: f64, from: f64, to: f64, size: f64| at.min(to - size / 2.0).max(from + size / 2.0);
    (within(x, window.x, window.right(), tile.w), within(y, window.y, window.bottom(), tile.h))
}

/// Pushes two boxes apart along the axis on which that takes least. Whether they overlapped.
fn push(tiles: &[Tile], at: &mut [Point], one: usize, other: usize, window: Area) -> bool {
    let (a, b) = (&tiles[one], &tiles[other]);
    let (across, down) = (at[other].0 - at[one].0, at[other].1 - at[one].1);
    let (wide, high) = ((a.w + b.w) / 2.0 + GAP - across.abs(), (a.h + b.h) / 2.0 + GAP - down.abs());
    if wide <= 0.0 || high <= 0.0 {
        return false;
    }
    let share = match (a.weight == FIXED, b.weight == FIXED) {
        (true, true) => return false,
        (true, false) => {
            at[other] = beside(at[one], a, at[other], b, window);
            return true;
        }
        (false, true) => {
            at[one] = beside(at[other], b, at[one], a, window);
            return true;
        }
        (false, false) => b.weight / (a.weight + b.weight),
    };
    let sign =
        |now: f64, home: f64| if (if home.abs() > SAME { home } else { now }) < 0.0 { -1.0 } else { 1.0 };
    if wide < high {
        let by = wide * sign(across, b.home.0 - a.home.0);
        at[one].0 -= by * share;
        at[other].0 += by * (1.0 - share);
    } else {
        let by = high * sign(down, b.home.1 - a.home.1);
        at[one].1 -= by * share;
        at[other].1 += by * (1.0 - share);
    }
    true
}
