//! A scene written as SVG: colours as attributes, every text escaped, one decimal at most.

use std::fmt::Write;

use super::font::{self, FAMILY};
use super::scene::{Anchor, Area, Dash, Figure, Form, Paint, Point, Role, Scene, Target};

/// The picture as SVG.
pub fn svg(scene: &Scene) -> String {
    let mut out = head(scene);
    out += &format!("<title>{}</title>", escaped(&scene.title));
    out += &format!("<desc>{}</desc>", escaped(&scene.description));
    ground(&mut out, scene);
    scene.shapes.iter().for_each(|shape| draw(&mut out, shape));
    out + "</svg>\n"
}

/// The ground alone, which many pictures have in common.
pub(super) fn ground_alone(scene: &Scene) -> String {
    let mut out = head(scene);
    ground(&mut out, scene);
    scene.shapes.iter().filter(|shape| shape.role == Role::Ground).for_each(|shape| draw(&mut out, shape));
    out + "</svg>"
}

/// All but the ground, to be laid over it.
pub(super) fn without_ground(scene: &Scene) -> String {
    let mut out = head(scene);
    scene.shapes.iter().filter(|shape| shape.role != Role::Ground).for_each(|shape| draw(&mut out, shape));
    out + "</svg>"
}

/// The shapes of a picture, each as SVG: first the background, which many pictures share, then the rest. A text has its width,
/// so that it fits in another font.
pub fn pieces(scene: &Scene) -> [Vec<String>; 2] {
    let piece = |figure: &Figure| {
        let mut out = String::new();
        draw(&mut out, figure);
        match &figure.form {
            Form::Text { size, text, .. } => {
                let width = short(font::width(&font::shown(text), *size));
                out.replacen("<text", &format!("<text textLength=\"{width}\""), 1)
            }
            _ => out,
        }
    };
    let (below, above): (Vec<&Figure>, Vec<&Figure>) =
        scene.shapes.iter().partition(|figure| figure.role == Role::Ground);
    let whole = std::iter::once(whole(scene));
    [
        whole.chain(below.into_iter().cloned()).map(|figure| piece(&figure)).collect(),
        above.into_iter().map(piece).collect(),
    ]
}

/// A link round a target of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetLink {
    /// Its address.
    pub href: String,
    /// Its effect, in words.
    pub title: String,
    /// True if it is chosen already.
    pub chosen: bool,
}

/// The size of the line about a target, as a part of the width, and the room for it.
const TIP: (f64, f64) = (0.018, 0.97);

/// A picture for a page, its shapes as SVG: it is written out once, however often it is shown with other links.
pub struct PageScene {
    /// The picture without its shapes.
    scene: Scene,
    shapes: String,
}

impl PageScene {
    /// A scene for a page.
    pub fn of(mut scene: Scene) -> PageScene {
        let shapes = pieces(&scene).iter().flatten().map(String::as_str).collect();
        scene.shapes.clear();
        scene.shapes.shrink_to_fit();
        PageScene { scene, shapes }
    }

    /// Its areas that stand for something.
    pub fn targets(&self) -> &[Target] {
        &self.scene.targets
    }
}

/// The picture as SVG for a page, in which the targets that `link` knows are links, with a ring each and a line about each, and those
/// that are `named` on the page may be pointed at: `#s-WORD`. The style sheet of the page has the looks of `lit`, `chosen`, `spot` and
/// `tip`.
pub fn linked(
    PageScene { scene, shapes }: &PageScene,
    link: &dyn Fn(&str) -> Option<TargetLink>,
    named: &dyn Fn(&str) -> bool,
) -> String {
    let mut pointed: Vec<&str> = Vec::new();
    // Not an image: what is inside of one is not offered to a screen reader.
    let label = format!("role=\"group\" aria-label=\"{}\"", escaped(&scene.title));
    let mut out = head(scene).replacen("role=\"img\"", &label, 1);
    out += shapes;
    for target in &scene.targets {
        // A page has each id once, and a word may have several areas.
        let is_first = !pointed.contains(&target.word.as_str());
        let id = match is_first && named(&target.word) {
            true => format!(" id=\"s-{}\"", escaped(&target.word)),
            false => String::new(),
        };
        match link(&target.word) {
            Some(TargetLink { href, title, chosen }) => {
                let class = if chosen { "lit chosen" } else { "lit" };
                out += &format!("<a href=\"{}\"{id} class=\"{class}\">", escaped(&href));
                out += &format!("<title>{}</title>", escaped(&title));
                shape(&mut out, &target.form);
                out += "/>";
                tip(&mut out, scene, &title);
                out += "</a>";
            }
            None if id.is_empty() => continue,
            None => {
                out += &format!("<g class=\"spot\"{id}>");
                shape(&mut out, &target.form);
                out += "/></g>";
            }
        }
        pointed.push(&target.word);
    }
    out + "</svg>"
}

/// A line about a target at the foot of the picture, which is shown while the target has the focus or the pointer.
fn tip(out: &mut String, scene: &Scene, text: &str) {
    let (size, room) = (scene.width * TIP.0, scene.width * TIP.1);
    let size = font::fitting(text, size, room);
    let (x, y) = (short(scene.width * (1.0 - TIP.1) / 2.0), short(scene.height - size * 0.6));
    *out += &format!(
        "<text class=\"tip\" aria-hidden=\"true\" x=\"{x}\" y=\"{y}\" font-size=\"{}\">",
        short(size)
    );
    *out += &format!("{}</text>", escaped(text));
}

fn head(scene: &Scene) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"{FAMILY}\" font-weight=\"700\" stroke-linejoin=\"round\" role=\"img\">",
        w = short(scene.width),
        h = short(scene.height),
    )
}

fn ground(out: &mut String, scene: &Scene) {
    draw(out, &whole(scene));
}

fn whole(scene: &Scene) -> Figure {
    let form = Form::Rect(Area::new(0.0, 0.0, scene.width, scene.height), 0.0);
    Figure { form, paint: Paint::fill(scene.ground), role: Role::Ground }
}

fn draw(out: &mut String, figure: &Figure) {
    shape(out, &figure.form);
    paint(out, &figure.form, &figure.paint);
    match &figure.form {
        Form::Text { text, .. } => *out += &format!(">{}</text>", escaped(&font::shown(text))),
        _ => *out += "/>",
    }
}

/// The beginning of the element of a shape.
fn shape(out: &mut String, form: &Form) {
    // Writing to a text cannot fail.
    let _ = match form {
        Form::Rect(area, round) => {
            let Area { x, y, w, h } = *area;
            let round = if *round > 0.0 { format!(" rx=\"{}\"", short(*round)) } else { String::new() };
            write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}",
                short(x),
                short(y),
                short(w),
                short(h)
            )
        }
        Form::Disc((x, y), r) => {
            write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"", short(*x), short(*y), short(*r))
        }
        Form::Polygon(points) => write!(out, "<polygon points=\"{}\"", listed(points)),
        Form::Line(points) => write!(out, "<polyline points=\"{}\"", listed(points)),
        Form::Path(data, _) => write!(out, "<path d=\"{data}\""),
        Form::Text { at: (x, y), size, anchor, .. } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let (x, y, size) = (short(*x), short(*y), short(*size));
            write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}")
        }
    };
}

fn paint(out: &mut String, form: &Form, paint: &Paint) {
    *out += &format!(" fill=\"{}\"", paint.fill.unwrap_or("none"));
    let Some(stroke) = paint.stroke else { return };
    let width = paint.width;
    *out += &format!(" stroke=\"{stroke}\" stroke-width=\"{}\"", short(width));
    match paint.dash {
        Dash::Solid => {}
        Dash::Dashed => {
            *out += &format!(" stroke-dasharray=\"{} {}\"", short(width * 3.2), short(width * 1.7))
        }
        Dash::Dotted => {
            *out += &format!(" stroke-linecap=\"round\" stroke-dasharray=\"0.1 {}\"", short(width * 2.0));
        }
    }
    match form {
        // The halo lies below the letters, which it would make thin.
        Form::Text { .. } => *out += " paint-order=\"stroke\"",
        Form::Line(_) if paint.dash == Dash::Solid => *out += " stroke-linecap=\"round\"",
        _ => {}
    }
}

fn listed(points: &[Point]) -> String {
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", short(*x), short(*y))).collect();
    points.join(" ")
}

/// A number with one decimal, or none.
pub fn short(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    // A zero has no sign.
    if tenths == 0.0 { "0".to_owned() } else { tenths.to_string() }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // XML has no way to write these.
            sign if sign.is_control() => out.push('□'),
            sign => out.push(sign),
        }
    }
    out
}
