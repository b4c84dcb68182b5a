//! The pictures of emblems, square and small: flags as tiles, ships from the side, lumps of coal.

use crate::picture::symbols::silhouette;
use crate::picture::{Area, Form, Paint, Point, Scene, Theme, Tint};
use crate::report::Emblem;

/// The width and height of an emoji.
pub(super) const SIZE: f64 = 128.0;

const WHITE: Tint = "#f5f5f0";
const BLACK: Tint = "#1a1a1a";
const RED: Tint = "#c8102e";
const BLUE: Tint = "#1f3f8f";
const GREEN: Tint = "#1b7a3d";
const YELLOW: Tint = "#f2b705";

/// The picture of an emblem.
pub(super) fn emblem(emblem: Emblem, theme: &Theme) -> Scene {
    match emblem {
        Emblem::Germany => stripes(&[(BLACK, 1.0), (WHITE, 1.0), (RED, 1.0)], false),
        Emblem::Britain => ensign(),
        Emblem::French => stripes(&[(BLUE, 1.0), (WHITE, 1.0), (RED, 1.0)], true),
        Emblem::AustroHungarian => {
            let mut flag = stripes(&[(RED, 1.0), (WHITE, 1.0), (RED, 1.0)], false);
            shield(&mut flag, 0.36, [RED, WHITE]);
            flag
        }
        Emblem::Italian => {
            let mut flag = stripes(&[(GREEN, 1.0), (WHITE, 1.0), (RED, 1.0)], true);
            shield(&mut flag, 0.5, [BLUE, RED]);
            flag
        }
        Emblem::Ottoman => {
            let mut flag = Scene::new(SIZE, SIZE, RED);
            flag.disc(at(0.42, 0.5), SIZE * 0.28, Paint::fill(WHITE));
            // A disc in the colour of the flag bites the crescent out of the white one.
            flag.disc(at(0.5, 0.5), SIZE * 0.22, Paint::fill(RED));
            flag.mark(Form::Polygon(star(at(0.74, 0.5), SIZE * 0.14)), Paint::fill(WHITE));
            flag
        }
        Emblem::Greek => {
            let mut flag = Scene::new(SIZE, SIZE, BLUE);
            bar(&mut flag, (0.0, 0.4, 1.0, 0.2), WHITE);
            bar(&mut flag, (0.4, 0.0, 0.2, 1.0), WHITE);
            flag
        }
        Emblem::Spanish => stripes(&[(RED, 1.0), (YELLOW, 2.0), (RED, 1.0)], false),
        Emblem::Battleship => ship(2, true, theme),
        Emblem::Cruiser => ship(4, true, theme),
        Emblem::Flotilla => ship(3, false, theme),
        Emblem::Transport => ship(1, false, theme),
        Emblem::Coal => {
            let mut coal = Scene::new(SIZE, SIZE, theme.sea);
            for (points, tint) in LUMPS {
                let lump = points.iter().map(|(x, y)| at(*x, *y)).collect();
                coal.mark(Form::Polygon(lump), Paint::fill(tint).edged(theme.soft, SIZE * 0.02));
            }
            coal
        }
    }
}

/// Three lumps of coal, the upper one before the others.
const LUMPS: [([Point; 6], Tint); 3] = [
    ([(0.06, 0.86), (0.08, 0.62), (0.24, 0.5), (0.44, 0.56), (0.52, 0.74), (0.46, 0.88)], "#2b2f33"),
    ([(0.5, 0.88), (0.54, 0.62), (0.72, 0.5), (0.9, 0.6), (0.95, 0.8), (0.88, 0.9)], "#1f2326"),
    ([(0.28, 0.54), (0.32, 0.28), (0.5, 0.14), (0.68, 0.26), (0.74, 0.48), (0.52, 0.62)], "#3a4046"),
];

fn at(x: f64, y: f64) -> Point {
    (SIZE * x, SIZE * y)
}

/// A rectangle by its left upper corner, its width and its height, in parts of the picture.
fn bar(scene: &mut Scene, (x, y, w, h): (f64, f64, f64, f64), tint: Tint) {
    scene.rect(Area::new(SIZE * x, SIZE * y, SIZE * w, SIZE * h), 0.0, Paint::fill(tint));
}

/// Stripes from the left, or from above, each with its share.
fn stripes(of: &[(Tint, f64)], upright: bool) -> Scene {
    let mut flag = Scene::new(SIZE, SIZE, WHITE);
    let whole: f64 = of.iter().map(|(_, share)| share).sum();
    let mut from = 0.0;
    for (tint, share) in of {
        let share = share / whole;
        let area = if upright { (from, 0.0, share, 1.0) } else { (0.0, from, 1.0, share) };
        bar(&mut flag, area, tint);
        from += share;
    }
    flag
}

/// The white ensign of the Royal Navy, with a simple union in its corner.
fn ensign() -> Scene {
    let mut flag = Scene::new(SIZE, SIZE, WHITE);
    bar(&mut flag, (0.0, 0.0, 0.44, 0.44), BLUE);
    for (tint, width) in [(WHITE, 0.08), (RED, 0.035)] {
        for ends in [[at(0.0, 0.0), at(0.44, 0.44)], [at(0.0, 0.44), at(0.44, 0.0)]] {
            flag.line(ends.to_vec(), Paint::stroke(tint, SIZE * width));
        }
    }
    // White first: the red cross lies on it and is edged by it.
    bar(&mut flag, (0.16, 0.0, 0.12, 0.44), WHITE);
    bar(&mut flag, (0.0, 0.16, 0.44, 0.12), WHITE);
    bar(&mut flag, (0.19, 0.0, 0.06, 0.44), RED);
    bar(&mut flag, (0.0, 0.19, 0.44, 0.06), RED);
    bar(&mut flag, (0.44, 0.0, 0.14, 1.0), RED);
    bar(&mut flag, (0.0, 0.44, 1.0, 0.14), RED);
    flag
}

/// A coat of arms at this part of the width: its edge and its ground.
fn shield(flag: &mut Scene, x: f64, [edge, ground]: [Tint; 2]) {
    let form =
        vec![at(x - 0.12, 0.34), at(x + 0.12, 0.34), at(x + 0.12, 0.54), at(x, 0.68), at(x - 0.12, 0.54)];
    flag.mark(Form::Polygon(form), Paint::fill(ground).edged(edge, SIZE * 0.035));
}

/// A star of five points.
fn star((x, y): Point, r: f64) -> Vec<Point> {
    let point = |n: u32| {
        let (angle, r) =
            (f64::from(n) * std::f64::consts::PI / 5.0, if n.is_multiple_of(2) { r } else { r * 0.42 });
        (x - r * angle.cos(), y + r * angle.sin())
    };
    (0..10).map(point).collect()
}

/// A ship from the side, above the water.
fn ship(funnels: u8, guns: bool, theme: &Theme) -> Scene {
    let mut scene = Scene::new(SIZE, SIZE, theme.sea);
    silhouette(
        &mut scene,
        Area::new(SIZE * 0.03, SIZE * 0.3, SIZE * 0.94, SIZE * 0.42),
        funnels,
        guns,
        theme.ink,
    );
    bar(&mut scene, (0.0, 0.72, 1.0, 0.07), theme.moved);
    scene
}
