//! The legend of the whole map, in two rows.

use super::Painter;
use crate::picture::theme::Pair;
use crate::picture::{Anchor, Area, Dash, Form, Paint, Point, Scene, font, symbols};

/// The size of its words.
const SIZE: f64 = 20.0;

impl Painter<'_> {
    /// Draws the legend.
    pub(super) fn legend(&self, scene: &mut Scene, area: Area) {
        let theme = self.theme;
        let pill = |dash| Paint::fill(theme.reach).edged(theme.ink, 2.6).dashed(dash);
        let rows: [Vec<(&str, Sign)>; 2] = [
            vec![
                ("cruise", Sign::Pill(pill(Dash::Solid))),
                ("maximum", Sign::Pill(pill(Dash::Dashed))),
                ("emergency", Sign::Pill(pill(Dash::Dotted))),
                ("allied", Sign::Octagon),
                ("neutral", Sign::Box(Paint::fill(theme.neutral.fill).edged(theme.neutral.ink, 2.0))),
                ("friendly", Sign::Pill(Paint::fill(theme.blue.fill))),
                ("zone", Sign::Hexagon),
                ("draws", Sign::Draws),
                ("storm", Sign::Cloud),
            ],
            vec![
                ("base", Sign::Anchor),
                ("face-down", Sign::Card),
                ("guns", Sign::Fort),
                ("collier", Sign::Lozenge),
                ("objective", Sign::Star),
                ("last-move", Sign::Arrow),
                ("mines", Sign::Mine),
                ("landed", Sign::Flag),
                ("merchantman", Sign::Hollow),
            ],
        ];
        for (n, row) in rows.into_iter().enumerate() {
            let y = area.y + 20.0 + 40.0 * n as f64;
            let needs: f64 =
                row.iter().map(|(word, sign)| sign.width() + font::width(&self.word(word), SIZE) + 9.0).sum();
            // A short row is not spread over the whole width.
            let gap = ((area.w - needs) / (row.len() as f64 - 1.0)).min(26.0);
            // Words shrink where a language needs more room than there is.
            let size = if gap < 10.0 { SIZE * (area.w - 90.0) / (needs + 90.0) } else { SIZE };
            let gap = gap.max(10.0);
            let mut x = area.x;
            for (word, sign) in row {
                sign.draw(scene, (x + sign.width() / 2.0, y), self);
                x += sign.width() + 7.0;
                let word = self.word(word);
                scene.write((x, y), size, Anchor::Start, &word, theme.soft);
                x += font::width(&word, size) + gap;
            }
        }
    }
}

/// A sign that the legend explains.
enum Sign {
    Pill(Paint),
    Box(Paint),
    Octagon,
    Hexagon,
    Draws,
    Anchor,
    Card,
    Fort,
    Lozenge,
    Star,
    Arrow,
    Mine,
    Flag,
    Hollow,
    Cloud,
}

impl Sign {
    fn width(&self) -> f64 {
        match self {
            Sign::Pill(_) | Sign::Box(_) | Sign::Octagon | Sign::Hexagon | Sign::Draws => 40.0,
            Sign::Arrow => 48.0,
            Sign::Card => 34.0,
            Sign::Cloud => 32.0,
            _ => 24.0,
        }
    }

    fn draw(&self, scene: &mut Scene, at: Point, painter: &Painter<'_>) {
        let theme = painter.theme;
        let area = Area::around(at, self.width(), 24.0);
        match self {
            Sign::Pill(paint) => scene.rect(area, 12.0, *paint),
            Sign::Box(paint) => scene.rect(area, 0.0, *paint),
            Sign::Octagon => scene.mark(Form::Polygon(area.cut(7.0)), Paint::fill(theme.red.fill)),
            Sign::Hexagon => {
                let paint = Paint::fill(theme.reach).edged(theme.red.fill, 3.0);
                scene.mark(Form::Polygon(area.pointed(9.0)), paint);
            }
            Sign::Draws => {
                scene.rect(Area { h: 18.0, ..area }, 9.0, Paint::fill(theme.reach).edged(theme.ink, 2.4));
                for n in [-1.0, 0.0, 1.0] {
                    scene.disc(
                        (at.0 + n * 8.0, area.y + 18.0),
                        3.6,
                        Paint::fill(theme.red.fill).edged(theme.halo, 1.0),
                    );
                }
            }
            Sign::Anchor => symbols::anchor(scene, area.grown(-1.0), theme.ink),
            Sign::Card => {
                let front = Area { w: 30.0, ..area };
                scene.rect(front.moved(4.0, -2.0), 2.0, Paint::fill(theme.card).edged(theme.red.fill, 1.8));
                scene.rect(front, 2.0, Paint::fill(theme.red.fill));
                scene.write(front.middle(), 19.0, Anchor::Middle, "?2", theme.red.ink);
            }
            Sign::Fort => symbols::fort(scene, area.grown(-4.0), theme.red.fill),
            Sign::Lozenge => symbols::lozenge(scene, at, 13.0, "C", theme.blue, theme.halo),
            Sign::Star => symbols::star(scene, at, 12.0, theme),
            Sign::Arrow => {
                let (from, to) = ((area.x, at.1), (area.right() - 12.0, at.1));
                scene.line(vec![from, to], Paint::stroke(theme.moved, 5.0));
                scene.mark(
                    Form::Polygon(symbols::head(from, (area.right(), at.1), 15.0)),
                    Paint::fill(theme.moved),
                );
            }
            Sign::Mine => symbols::mine(scene, at, 11.0, theme.ink),
            Sign::Flag => symbols::flag(scene, area.grown(-4.0), theme.blue.fill),
            Sign::Hollow => {
                let hollow = Pair { fill: theme.card, ink: theme.red.fill };
                scene.rect(area.grown(-1.0), 2.0, Paint::fill(hollow.fill).edged(theme.red.fill, 1.6));
                scene.write(at, 17.0, Anchor::Middle, "M", hollow.ink);
            }
            Sign::Cloud => symbols::cloud(scene, area, theme.soft),
        }
    }
}
