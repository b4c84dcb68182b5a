//! The place of a point of the sea in a picture: Mercator, with a stretched middle in the whole map.

use crate::games::goeben::pack::SpaceSpec;
use crate::picture::{Area, Point};

/// The densities of longitudes in the whole map: from each of these on, this many units a degree. The crowded middle gains a
/// quarter of its width, which the eye does not notice.
const DENSITIES: [(f64, f64); 5] = [(-8.2, 0.74), (3.0, 0.95), (8.0, 1.27), (21.5, 1.08), (27.0, 0.80)];
/// The eastern edge of the whole map.
const EAST: f64 = 36.7;
/// The northern edge of the whole map.
const NORTH: f64 = 46.05;
/// The vertical stretch of the whole map.
const HIGHER: f64 = 1.06;

/// A window of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Projection {
    window: Area,
    /// The longitude of its left edge, in the measure of [`Projection::across`].
    west: f64,
    /// The latitude of its upper edge, in the measure of [`mercator`].
    north: f64,
    /// Units of the picture a degree.
    scale: f64,
    whole: bool,
}

impl Projection {
    /// The whole map in a window.
    pub(super) fn whole(window: Area) -> Projection {
        let scale = window.w / stretched(EAST);
        Projection { window, west: 0.0, north: mercator(NORTH), scale, whole: true }
    }

    /// A window as many degrees wide, with this place, degrees east and north, in its middle.
    pub(super) fn close(window: Area, (lon, lat): Point, degrees: f64) -> Projection {
        let scale = window.w / degrees;
        let north = mercator(lat) + window.h / scale / 2.0;
        Projection { window, west: lon - degrees / 2.0, north, scale, whole: false }
    }

    /// The window.
    pub(super) fn window(&self) -> Area {
        self.window
    }

    /// The point at degrees east and north.
    pub(super) fn at(&self, lon: f64, lat: f64) -> Point {
        let (across, higher) = if self.whole { (stretched(lon), HIGHER) } else { (lon, 1.0) };
        let down = (self.north - mercator(lat)) * self.scale * higher;
        (self.window.x + (across - self.west) * self.scale, self.window.y + down)
    }

    /// The degrees east and north of a point of a close-up.
    pub(super) fn degrees(&self, (x, y): Point) -> Point {
        let north = self.north - (y - self.window.y) / self.scale;
        (self.west + (x - self.window.x) / self.scale, latitude(north))
    }

    /// The position of a space.
    pub(super) fn of(&self, space: &SpaceSpec) -> Point {
        let (lon, lat) = degrees(space);
        self.at(lon, lat)
    }
}

/// The place of a space: degrees east and north.
pub(super) fn degrees(space: &SpaceSpec) -> Point {
    (f64::from(space.longitude) / 100.0, f64::from(space.latitude) / 100.0)
}

/// A latitude in degrees as high as Mercator draws it.
pub(super) fn mercator(lat: f64) -> f64 {
    (std::f64::consts::FRAC_PI_4 + lat.to_radians() / 2.0).tan().ln().to_degrees()
}

/// The latitude in degrees that Mercator draws so high.
pub(super) fn latitude(high: f64) -> f64 {
    (2.0 * high.to_radians().exp().atan() - std::f64::consts::FRAC_PI_2).to_degrees()
}

/// The distance of a longitude from the western edge of the whole map, as drawn.
fn stretched(lon: f64) -> f64 {
    // Each density ends where the next begins, the last nowhere.
    let ends = DENSITIES.iter().skip(1).map(|(from, _)| *from).chain([f64::INFINITY]);
    let first = DENSITIES[0].0;
    let spans = DENSITIES.iter().zip(ends);
    let east: f64 = spans.map(|((from, density), to)| (lon.min(to) - from).max(0.0) * density).sum();
    // West of the first density the sum is 0 for every longitude, yet the coast goes on there.
    if lon < first { (lon - first) * DENSITIES[0].1 } else { east }
}
