//! The map of a picture: spaces at their places, moved apart until each can be read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::Painter;
use super::projection::Projection;
use super::stack::Scale;
use crate::games::goeben::ids::{SpaceId, SpaceKind, Speed};
use crate::picture::coast::Coast;
use crate::picture::layout::{self, FIXED, Tile};
use crate::picture::{Area, Dash, Form, Paint, Point, Role, Scene, symbols};

/// The coasts of the Mediterranean.
pub(super) static COAST: LazyLock<Coast> = LazyLock::new(|| Coast::read(include_str!("coast.txt")));
/// Tries of dropping a name or shrinking letters until nothing is covered.
const TRIES: usize = 24;
/// The greatest distance of a named stack from its place, in letters.
const STRAY: f64 = 2.3;
/// The distance of a harbour from its place beyond which a hair line leads to it, in letters.
const LED: f64 = 1.1;
/// The factor by which letters shrink.
const SMALLER: f64 = 0.95;
/// The weight of stacks with ships when boxes are pushed apart.
const HEAVY: f64 = 3.0;

/// Spaces as they are laid out.
pub(super) struct Laid {
    scale: Scale,
    /// The place of each space's letters, and the area of its stack.
    stacks: BTreeMap<SpaceId, (Point, Area)>,
    named: BTreeSet<SpaceId>,
}

impl Painter<'_> {
    /// Draws the map with everything on it, and keeps `kept_free` free.
    pub(super) fn map(
        &self,
        scene: &mut Scene,
        projection: &Projection,
        scale: Scale,
        named: BTreeSet<SpaceId>,
        kept_free: &[Area],
    ) {
        self.ground(scene, projection);
        let laid = self.lay_out(projection, scale, named, kept_free);
        self.lines(scene, projection, &laid);
        let heads = match self.voyage {
            None => self.moves(scene, projection, &laid),
            Some(voyage) => {
                self.whole_track(scene, projection, &laid, voyage);
                vec![]
            }
        };
        for (space, (at, _)) in &laid.stacks {
            self.lead(scene, projection, &laid, *space, *at);
        }
        for (space, (at, _)) in &laid.stacks {
            self.stack(scene, *space, *at, laid.scale, laid.named.contains(space));
        }
        // Last, over everything: a head that would cover a stack was left out already.
        for head in heads {
            scene.mark(Form::Polygon(head), Paint::fill(self.theme.moved).edged(self.theme.halo, 1.5));
        }
    }

    /// Sea, land, meridians and parallels.
    fn ground(&self, scene: &mut Scene, projection: &Projection) {
        let window = projection.window();
        COAST.draw(scene, self.theme, |lon, lat| projection.at(lon, lat), window);
        let paint = Paint::stroke(self.theme.graticule, 1.4);
        for degrees in (-10..=40).step_by(5) {
            let (x, _) = projection.at(f64::from(degrees), 40.0);
            if (window.x..window.right()).contains(&x) {
                scene.ground(Form::Line(vec![(x, window.y), (x, window.bottom())]), paint);
            }
            let (_, y) = projection.at(0.0, f64::from(degrees + 10));
            if (window.y..window.bottom()).contains(&y) {
                scene.ground(Form::Line(vec![(window.x, y), (window.right(), y)]), paint);
            }
        }
    }

    /// The area that a stack takes around its letters.
    fn extent(&self, space: SpaceId, scale: Scale, named: bool) -> Area {
        // Drawn once on an empty scene, so that the room a stack takes never differs from what is drawn.
        let mut alone = Scene::new(0.0, 0.0, self.theme.sea);
        self.stack(&mut alone, space, (0.0, 0.0), scale, named);
        let corners = alone.shapes.iter().filter(|shape| shape.role == Role::Mark).flat_map(|shape| {
            let area = shape.form.area().grown(shape.paint.width / 2.0);
            [(area.x, area.y), (area.right(), area.bottom())]
        });
        Area::of(&corners.collect::<Vec<_>>())
    }

    fn lay_out(
        &self,
        projection: &Projection,
        scale: Scale,
        mut named: BTreeSet<SpaceId>,
        kept_free: &[Area],
    ) -> Laid {
        let window = projection.window();
        // A close-up leaves out spaces beyond the edge; the whole map draws them at the edge.
        let seen = |at: Point| !scale.close || window.grown(-scale.id * 0.5).has(at);
        let places: Vec<(SpaceId, Point)> =
            self.pack().spaces.iter().map(|(id, spec)| (*id, projection.of(spec))).collect();
        let places: Vec<(SpaceId, Point)> = places.into_iter().filter(|(_, at)| seen(*at)).collect();
        let mut scale = scale;
        let mut tries = 0;
        let mut known: BTreeMap<(SpaceId, bool), Area> = BTreeMap::new();
        loop {
            tries += 1;
            let mut extent = |space: SpaceId| {
                let named = named.contains(&space);
                *known.entry((space, named)).or_insert_with(|| self.extent(space, scale, named))
            };
            let extents: Vec<Area> = places.iter().map(|(space, _)| extent(*space)).collect();
            let tile = |((space, at), area): (&(SpaceId, Point), &Area)| {
                let (x, y) = area.middle();
                // Stacks with our ships give way less: the reader looks for them where they are.
                let weight = if self.friends_at(*space).is_empty() { 1.0 } else { HEAVY };
                Tile { home: (at.0 + x, at.1 + y), w: area.w, h: area.h, weight }
            };
            let free = |area: &Area| Tile { home: area.middle(), w: area.w, h: area.h, weight: FIXED };
            let tiles: Vec<Tile> =
                places.iter().zip(&extents).map(tile).chain(kept_free.iter().map(free)).collect();
            let at = layout::spread(&tiles, window.grown(-3.0));
            let amiss = layout::overlaps(&tiles, &at);
            let strays = |n: usize| far(at[n], tiles[n].home) > scale.id * STRAY;
            let pressed = |n: usize| amiss.iter().any(|(one, other)| *one == n || *other == n) || strays(n);
            let pressed =
                places.iter().enumerate().filter(|(n, (space, _))| named.contains(space) && pressed(*n));
            let mut pressed: Vec<SpaceId> = pressed.map(|(_, (space, _))| *space).collect();
            pressed.sort_by_key(|space| std::cmp::Reverse((self.spare(*space), *space)));
            // A few at a time: with those gone the others may have room enough.
            pressed.truncate(pressed.len().div_ceil(3));
            match pressed.is_empty() {
                // A crowded map with overlaps is better than none; the number bounds the time.
                _ if tries >= TRIES => {}
                false => {
                    named.retain(|space| !pressed.contains(space));
                    continue;
                }
                true if amiss.is_empty() => {}
                true => {
                    // Names that are not in each other's way may still leave too little room for letters.
                    named.clear();
                    known.clear();
                    scale.id *= SMALLER;
                    continue;
                }
            }
            let letters = |(((space, _), area), (x, y)): ((&(SpaceId, Point), &Area), &Point)| {
                let (dx, dy) = area.middle();
                let letters = (x - dx, y - dy);
                (*space, (letters, area.moved(letters.0, letters.1)))
            };
            let stacks = places.iter().zip(&extents).zip(&at).map(letters).collect();
            return Laid { scale, stacks, named };
        }
    }

    /// The order of dropping names: a sea's first, the farthest first.
    fn spare(&self, space: SpaceId) -> (bool, usize) {
        let sea = self
            .chart
            .space(space)
            .is_some_and(|spec| matches!(spec.kind, SpaceKind::HighSeas | SpaceKind::Transit));
        (sea && !self.is_telling(space), self.reached(space).map_or(99, |reached| reached.steps))
    }

    /// The lines between spaces.
    fn lines(&self, scene: &mut Scene, projection: &Projection, laid: &Laid) {
        let at = |space: SpaceId| self.middle(projection, laid, space);
        let paint = Paint::stroke(self.theme.line, laid.scale.id * 0.11);
        for line in &self.pack().lines {
            let [from, to] = line.between.map(at);
            let Some((from, to)) = from.zip(to) else { continue };
            // A line may cross the window although both its spaces lie outside.
            if crate::picture::scene::crosses(from, to, projection.window()) {
                scene.under(Form::Line(vec![from, to]), paint);
            }
        }
    }

    /// The position of a space: its letters, or its true place where it is not drawn.
    pub(super) fn middle(&self, projection: &Projection, laid: &Laid, space: SpaceId) -> Option<Point> {
        // A close-up leaves out distant spaces, and lines to them still need a direction.
        let drawn = laid.stacks.get(&space).map(|(at, _)| *at);
        drawn.or_else(|| self.chart.space(space).map(|spec| projection.of(spec)))
    }

    /// Draws the ways sailed. Returns the heads of their arrows, placed where they cover nothing.
    fn moves(&self, scene: &mut Scene, projection: &Projection, laid: &Laid) -> Vec<Vec<Point>> {
        let mut heads = Vec::new();
        for way in self.ways().values() {
            let points: Vec<Point> =
                way.spaces.iter().filter_map(|space| self.middle(projection, laid, *space)).collect();
            let dash = match way.speed {
                Some(Speed::Maximum) => Dash::Dashed,
                Some(Speed::Emergency) => Dash::Dotted,
                Some(Speed::Cruise) | None => Dash::Solid,
            };
            symbols::way(scene, &points, laid.scale.id * 0.26, dash, self.theme);
            let goal =
                way.spaces.last().and_then(|space| laid.stacks.get(space)).map(|(_, area)| area.grown(3.0));
            let Some((goal, [.., before, last])) = goal.zip(points.get(..)) else { continue };
            let Some(tip) = edge(*before, *last, goal) else { continue };
            let head = symbols::head(*before, tip, laid.scale.id * 0.8);
            let area = Area::of(&head);
            let covers = laid.stacks.values().any(|(_, stack)| stack.overlaps(area));
            if !covers && projection.window().holds(area) {
                heads.push(head);
            }
        }
        heads
    }

    /// A hair line from a harbour that was pushed away to its true place.
    fn lead(&self, scene: &mut Scene, projection: &Projection, laid: &Laid, space: SpaceId, at: Point) {
        let harbour = |kind| matches!(kind, SpaceKind::Port | SpaceKind::NavalBase);
        let Some(spec) = self.chart.space(space).filter(|spec| harbour(spec.kind)) else { return };
        let home = projection.of(spec);
        if far(at, home) > laid.scale.id * LED {
            scene.under(Form::Line(vec![at, home]), Paint::stroke(self.theme.ink, 1.6));
            scene.under(Form::Disc(home, laid.scale.id * 0.14), Paint::fill(self.theme.ink));
        }
    }
}

fn far(one: Point, other: Point) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// The point where a line enters an area; `None` if it does not, or begins within.
fn edge(from: Point, to: Point, area: Area) -> Option<Point> {
    if area.has(from) {
        return None;
    }
    // Halving the way until the point is at the edge to within a unit.
    let (mut outside, mut inside) = (0.0, 1.0);
    for _ in 0..12 {
        let middle = (outside + inside) / 2.0;
        let at = (from.0 + (to.0 - from.0) * middle, from.1 + (to.1 - from.1) * middle);
        if area.has(at) { inside = middle } else { outside = middle }
    }
    Some((from.0 + (to.0 - from.0) * outside, from.1 + (to.1 - from.1) * outside))
}
