//! A picture as plain data, in units of which 1200 are the width of a phone.

use super::font;
use super::theme::{Theme, Tint};

/// A point: to the right, and down.
pub type Point = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Area {
    /// The area of this corner and size.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Area {
        Area { x, y, w, h }
    }

    /// The area of this middle and size.
    pub fn around((x, y): Point, w: f64, h: f64) -> Area {
        Area { x: x - w / 2.0, y: y - h / 2.0, w, h }
    }

    /// The area that holds these points.
    pub fn of(points: &[Point]) -> Area {
        let mut points = points.iter();
        let Some(&(x, y)) = points.next() else { return Area::default() };
        let (mut left, mut top, mut right, mut bottom) = (x, y, x, y);
        for &(x, y) in points {
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
        Area::new(left, top, right - left, bottom - top)
    }

    /// Its right edge.
    pub fn right(self) -> f64 {
        self.x + self.w
    }

    /// Its lower edge.
    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    /// Its middle.
    pub fn middle(self) -> Point {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The area, wider by `by` on every side.
    pub fn grown(self, by: f64) -> Area {
        Area::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }

    /// Its outline with the corners cut off by this much: an octagon.
    pub fn cut(self, by: f64) -> Vec<Point> {
        let Area { x, y, .. } = self;
        let (right, bottom) = (self.right(), self.bottom());
        vec![
            (x + by, y),
            (right - by, y),
            (right, y + by),
            (right, bottom - by),
            (right - by, bottom),
            (x + by, bottom),
            (x, bottom - by),
            (x, y + by),
        ]
    }

    /// Its outline with points of this length to the left and to the right: a hexagon.
    pub fn pointed(self, tip: f64) -> Vec<Point> {
        let Area { x, y, .. } = self;
        let (right, bottom, (_, middle)) = (self.right(), self.bottom(), self.middle());
        vec![
            (x, middle),
            (x + tip, y),
            (right - tip, y),
            (right, middle),
            (right - tip, bottom),
            (x + tip, bottom),
        ]
    }

    /// The area moved.
    pub fn moved(self, x: f64, y: f64) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    /// Returns whether two areas have more in common than an edge.
    pub fn overlaps(self, other: Area) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Returns whether `other` is inside, edges included.
    pub fn holds(self, other: Area) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// Returns whether the point is inside.
    pub fn has(self, (x, y): Point) -> bool {
        (self.x..=self.right()).contains(&x) && (self.y..=self.bottom()).contains(&y)
    }
}

/// The place of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// On both sides of it.
    Middle,
    /// To the left of it.
    End,
}

/// The style of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dash {
    /// Whole.
    #[default]
    Solid,
    /// In strokes.
    Dashed,
    /// In dots.
    Dotted,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A rectangle with corners rounded by this much.
    Rect(Area, f64),
    /// A disc of this middle and radius.
    Disc(Point, f64),
    /// A polygon.
    Polygon(Vec<Point>),
    /// A line from point to point.
    Line(Vec<Point>),
    /// A path as SVG writes it, and the area it fills.
    Path(String, Area),
    /// Words on a line.
    Text {
        /// The point where their baseline begins, has its middle or ends.
        at: Point,
        /// The size.
        size: f64,
        /// The part of the baseline at the point.
        anchor: Anchor,
        /// The words.
        text: String,
    },
}

impl Form {
    /// The area it fills. For words it is that of their capital letters.
    pub fn area(&self) -> Area {
        match self {
            Form::Rect(area, _) | Form::Path(_, area) => *area,
            Form::Disc(middle, r) => Area::around(*middle, 2.0 * r, 2.0 * r),
            Form::Polygon(points) | Form::Line(points) => Area::of(points),
            Form::Text { at: (x, y), size, anchor, text } => {
                let width = font::width(text, *size);
                let left = match anchor {
                    Anchor::Start => *x,
                    Anchor::Middle => x - width / 2.0,
                    Anchor::End => x - width,
                };
                Area::new(left, y - 0.74 * size, width, 0.76 * size)
            }
        }
    }
}

/// The colours of a figure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Paint {
    /// The colour inside.
    pub fill: Option<Tint>,
    /// The colour of the outline.
    pub stroke: Option<Tint>,
    /// The width of the outline.
    pub width: f64,
    /// The style of the outline.
    pub dash: Dash,
}

impl Paint {
    /// A colour inside, no outline.
    pub fn fill(fill: Tint) -> Paint {
        Paint { fill: Some(fill), ..Paint::default() }
    }

    /// An outline, nothing inside.
    pub fn stroke(stroke: Tint, width: f64) -> Paint {
        Paint { stroke: Some(stroke), width, ..Paint::default() }
    }

    /// With an outline.
    pub fn edged(self, stroke: Tint, width: f64) -> Paint {
        Paint { stroke: Some(stroke), width, ..self }
    }

    /// With the outline drawn so.
    pub fn dashed(self, dash: Dash) -> Paint {
        Paint { dash, ..self }
    }
}

/// The role of a figure in its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The ground that does not change with the position: it may reach beyond the picture and is covered.
    Ground,
    /// On the ground, and may be covered, such as a way.
    Under,
    /// Completely visible: it stays in the picture and covers no word.
    Mark,
}

/// A figure of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The shape.
    pub form: Form,
    /// The paint.
    pub paint: Paint,
    /// Its role.
    pub role: Role,
}

/// An area of a picture that stands for something that may be ordered about: a place, a ship.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Its word among the options.
    pub word: String,
    /// Its shape.
    pub form: Form,
}

/// A picture: shapes, each over those before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The colour of the ground.
    pub ground: Tint,
    /// The title of the picture.
    pub title: String,
    /// The text alternative.
    pub description: String,
    /// The shapes.
    pub shapes: Vec<Figure>,
    /// The areas that stand for something, each over those before it. A picture does not show them.
    pub targets: Vec<Target>,
}

/// Most characters of a description: Discord's limit for a file.
pub const DESCRIPTION_CHARS: usize = 1024;

impl Scene {
    /// An empty picture.
    pub fn new(width: f64, height: f64, ground: Tint) -> Scene {
        let (title, description) = (String::new(), String::new());
        Scene { width, height, ground, title, description, shapes: vec![], targets: vec![] }
    }

    /// The text alternative: title and description, cut at a word if they are too long.
    pub fn alternative(&self) -> String {
        // Japanese sentences follow each other without a space.
        let space = if self.title.ends_with('.') { " " } else { "" };
        let whole = format!("{}{space}{}", self.title, self.description);
        if whole.chars().count() <= DESCRIPTION_CHARS {
            return whole;
        }
        // One character is the ellipsis.
        let kept: String = whole.chars().take(DESCRIPTION_CHARS - 1).collect();
        let end = kept.rfind([' ', '、', '。']).unwrap_or(kept.len());
        kept[..end].to_owned() + "…"
    }

    /// Marks an area as that of `word`, by the word of the options.
    pub fn target(&mut self, word: &str, form: Form) {
        self.targets.push(Target { word: word.to_owned(), form });
    }

    /// Draws a completely visible shape.
    pub fn mark(&mut self, form: Form, paint: Paint) {
        self.shapes.push(Figure { form, paint, role: Role::Mark });
    }

    /// Draws a shape that may be covered.
    pub fn under(&mut self, form: Form, paint: Paint) {
        self.shapes.push(Figure { form, paint, role: Role::Under });
    }

    /// Draws a shape of the ground.
    pub fn ground(&mut self, form: Form, paint: Paint) {
        self.shapes.push(Figure { form, paint, role: Role::Ground });
    }

    /// Draws a rectangle.
    pub fn rect(&mut self, area: Area, round: f64, paint: Paint) {
        self.mark(Form::Rect(area, round), paint);
    }

    /// Draws a disc.
    pub fn disc(&mut self, middle: Point, r: f64, paint: Paint) {
        self.mark(Form::Disc(middle, r), paint);
    }

    /// Draws a line.
    pub fn line(&mut self, points: Vec<Point>, paint: Paint) {
        self.mark(Form::Line(points), paint);
    }

    /// Writes words whose middle is at this height.
    pub fn write(&mut self, (x, y): Point, size: f64, anchor: Anchor, text: &str, colour: Tint) {
        let form = Form::Text { at: (x, y + 0.36 * size), size, anchor, text: text.to_owned() };
        self.mark(form, Paint::fill(colour));
    }

    /// Writes words with a halo around them, as on a map.
    pub fn write_on_map(&mut self, (x, y): Point, size: f64, text: &str, colour: Tint, theme: &Theme) {
        let form =
            Form::Text { at: (x, y + 0.36 * size), size, anchor: Anchor::Middle, text: text.to_owned() };
        self.mark(form, Paint::fill(colour).edged(theme.halo, size * 0.2));
    }

    /// Writes words as large as fit into this width, `size` at most.
    pub fn write_within(
        &mut self,
        at: Point,
        size: f64,
        width: f64,
        anchor: Anchor,
        text: &str,
        colour: Tint,
    ) {
        self.write(at, font::fitting(text, size, width), anchor, text, colour);
    }

    /// The faults of a scene: marks that leave the picture, and words that something covers.
    pub fn faults(&self) -> Vec<String> {
        let whole = Area::new(0.0, 0.0, self.width, self.height).grown(0.5);
        let mut faults = Vec::new();
        for (at, shape) in self.shapes.iter().enumerate() {
            let area = shape.form.area();
            if shape.role == Role::Mark && !whole.holds(area) {
                faults.push(format!("{:?} leaves the picture", shape.form));
            }
            let Form::Text { text, size, .. } = &shape.form else { continue };
            // Letters have air around them.
            let area = area.grown(-0.06 * size);
            for over in &self.shapes[at + 1..] {
                let covers = match &over.form {
                    Form::Line(points) => points.windows(2).any(|two| crosses(two[0], two[1], area)),
                    Form::Text { size, .. } => over.form.area().grown(-0.06 * size).overlaps(area),
                    Form::Disc(middle, r) => distance(*middle, area) < *r,
                    form => over.paint.fill.is_some() && form.area().overlaps(area),
                };
                if covers {
                    faults.push(format!("{text} is covered by {:?}", over.form));
                }
            }
        }
        faults
    }
}

/// The distance of a point from an area.
fn distance((x, y): Point, area: Area) -> f64 {
    let away = |at: f64, from: f64, to: f64| (from - at).max(at - to).max(0.0);
    let (across, down) = (away(x, area.x, area.right()), away(y, area.y, area.bottom()));
    (across * across + down * down).sqrt()
}

/// Returns whether a line passes through an area.
pub fn crosses(from: Point, to: Point, area: Area) -> bool {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let sides =
        [(from.0, to.0 - from.0, area.x, area.right()), (from.1, to.1 - from.1, area.y, area.bottom())];
    for (at, by, least, most) in sides {
        // Parallel to these two sides, it is between them all along or nowhere.
        if by.abs() < 1e-9 {
            if at <= least || at >= most {
                return false;
            }
            continue;
        }
        let (one, other) = ((least - at) / by, (most - at) / by);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    first < last
}
