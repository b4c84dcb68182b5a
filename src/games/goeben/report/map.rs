//! The map drawn in text: every space by its code, near its place, with its known contents.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::GoebenReport;
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::pack::SpaceSpec;
use crate::games::goeben::view::View;
use crate::report::COLUMNS;

/// Lines of the map.
const LINES: usize = 26;
/// The longitudes at which the density changes, in hundredths of a degree, and the density from there on, in per cent: the
/// crowded middle gains at the cost of the edges.
const DENSITIES: [(i64, i64); 5] = [(-900, 74), (300, 95), (800, 127), (2150, 108), (2700, 80)];
/// Characters by which a code may move sideways before it moves to another line.
const ASIDE: usize = 5;

/// The space before every code for its marks, and after it for its distance.
const ROOM: (usize, usize) = (4, 2);
/// Within so many characters and lines spaces crowd each other: they are placed first.
const CROWDED: (usize, usize) = (14, 2);

/// The marks before a code, in the order in which they are dropped for lack of space: a collier, a closed place, an objective,
/// coastal units, markers face down, enemies in sight, our ships.
const LEAST_FIRST: [char; 7] = ['c', 'x', '*', '#', '?', '!', '@'];

/// The spaces of each line, by the column of their code: the same for any contents.
type Laid = Vec<BTreeMap<usize, SpaceId>>;

/// The labels of a line, by the column they begin at.
type Line = BTreeMap<usize, String>;

impl GoebenReport<'_> {
    /// The map in monospaced text: every space once, as wide as the reader's display. If the whole map is wider, it is the part
    /// around the ships.
    pub fn picture(&self, view: &View) -> Vec<String> {
        let (columns, laid) = (self.phrases.columns, self.laid());
        let codes = || laid.iter().flatten();
        let ours = || codes().filter(|(_, space)| self.is_ours(view, **space)).map(|(column, _)| *column);
        let middle = ours().min().zip(ours().max()).map_or(COLUMNS / 2, |(least, most)| (least + most) / 2);
        let from = middle.saturating_sub(columns / 2).min(COLUMNS.saturating_sub(columns));
        let mut lines: Vec<String> =
            laid.iter().map(|line| cut(&self.line(view, line), from, columns)).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.push(self.say("map-legend-there", &[]));
        lines.push(self.say("map-legend-codes", &[]));
        lines
    }

    /// The position of every space: each near its place on the chart, with room around its code.
    fn laid(&self) -> Laid {
        let spaces = &self.pack().spaces;
        let across = |spec: &SpaceSpec| stretched(spec.longitude.into());
        let down = |spec: &SpaceSpec| -i64::from(spec.latitude);
        let (columns, lines) = (Span::of(spaces.values().map(across)), Span::of(spaces.values().map(down)));
        let wanted: Vec<(SpaceId, (usize, usize))> = spaces
            .iter()
            .map(|(space, spec)| {
                let at = (columns.scaled(across(spec), COLUMNS - 3), lines.scaled(down(spec), LINES - 1));
                (*space, at)
            })
            .collect();
        let near = |(a, b): (usize, usize), (column, line): (usize, usize)| {
            a.abs_diff(column) < CROWDED.0 && b.abs_diff(line) < CROWDED.1
        };
        let crowd = |at| wanted.iter().filter(|(_, other)| near(at, *other)).count();
        // The most crowded first, while there is room; ties by place and name, so the map never changes.
        let mut first: Vec<_> = wanted.iter().map(|(space, at)| (Reverse(crowd(*at)), at, space)).collect();
        first.sort();
        let mut laid: Laid = vec![BTreeMap::new(); LINES];
        for (_, at, space) in first {
            place(&mut laid, *space, *at);
        }
        laid
    }

    /// The labels of a line from west to east. A code never moves: a `+` sums up marks without space before it.
    fn line(&self, view: &View, line: &BTreeMap<usize, SpaceId>) -> Line {
        let (mut drawn, mut west) = (Line::new(), 0);
        for (column, space) in line {
            let marks = fitted(self.marks(view, *space), column.saturating_sub(west));
            let label = format!("{marks}{}", self.code(view, *space));
            let from = column - marks.len();
            west = from + label.len() + 1;
            drawn.insert(from, label);
        }
        drawn
    }

    fn is_ours(&self, view: &View, space: SpaceId) -> bool {
        view.ships.values().any(|ship| ship.ship.at == Some(space))
            || view.austrians.keys().any(|ship| view.austrian_at(*ship) == Some(space))
    }

    /// The marks of a space: `3?`, `@`.
    fn marks(&self, view: &View, space: SpaceId) -> Vec<String> {
        let place = view.places.get(&space);
        let counts = [
            ('?', place.map_or(0, |place| place.hidden)),
            ('!', view.afloat_at(space).len()),
            ('#', place.map_or(0, |place| place.coast.len())),
        ];
        let signs = [
            ('@', self.is_ours(view, space)),
            ('c', view.colliers.contains(&space)),
            ('x', view.barred.contains(&space)),
            ('*', view.progress.as_ref().is_some_and(|it| it.objectives.contains(&space))),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let signs = signs.into_iter().filter(|(_, there)| *there);
        let counted = counts.map(|(mark, count)| format!("{count}{mark}"));
        counted.chain(signs.map(|(mark, _)| mark.to_string())).collect()
    }

    /// A code with its distance in spaces: `MPZ2`.
    fn code(&self, view: &View, space: SpaceId) -> String {
        let steps = |spaces: &Vec<Vec<SpaceId>>| spaces.iter().position(|these| these.contains(&space));
        let nearest = view.ships.values().filter_map(|ship| steps(&ship.reach)).min();
        let code = space.0.as_str();
        // Some codes end in a digit of their own.
        let dot = if code.ends_with(|c: char| c.is_ascii_digit()) { "." } else { "" };
        let away = nearest.map_or_else(String::new, |steps| format!("{dot}{}", steps + 1));
        format!("{code}{away}")
    }
}

/// The marks as a text of at most this many characters; `+` replaces the rest.
fn fitted(mut marks: Vec<String>, room: usize) -> String {
    let whole = marks.concat();
    if whole.len() <= room {
        return whole;
    }
    for least in LEAST_FIRST {
        marks.retain(|mark| !mark.ends_with(least));
        // Less than the room: the `+` needs a character too.
        if marks.concat().len() < room {
            break;
        }
    }
    let more = if room > 0 { "+" } else { "" };
    format!("{more}{}", marks.concat())
}

/// From the least to the greatest of some measures.
struct Span {
    least: i64,
    most: i64,
}

impl Span {
    fn of(measures: impl Iterator<Item = i64>) -> Span {
        let (least, most) =
            measures.fold((i64::MAX, i64::MIN), |(least, most), at| (least.min(at), most.max(at)));
        // A pack with one longitude or latitude must not divide by 0.
        Span { least, most: most.max(least.saturating_add(1)) }
    }

    /// The position of a measure among so many characters or lines.
    fn scaled(&self, at: i64, most: usize) -> usize {
        let share = (at - self.least) * i64::try_from(most).unwrap_or(0) / (self.most - self.least);
        usize::try_from(share).unwrap_or(0)
    }
}

/// The distance of a longitude to the east, in hundredths of a degree of density 100.
fn stretched(longitude: i64) -> i64 {
    let ends = DENSITIES.iter().skip(1).map(|(from, _)| *from).chain([i64::MAX]);
    let spans = DENSITIES.iter().zip(ends);
    spans.map(|((from, density), to)| (longitude.min(to) - from).max(0) * density / 100).sum()
}

/// Places a space where there is room, as near to its position as possible.
fn place(laid: &mut Laid, space: SpaceId, (column, line): (usize, usize)) {
    let (before, behind) = ROOM;
    let width = space.0.as_str().len() + behind;
    let columns = before..=COLUMNS.saturating_sub(width);
    let mut lines: Vec<usize> = (0..LINES).collect();
    lines.sort_by_key(|it| it.abs_diff(line));
    let mut nearest: Option<(usize, usize, usize)> = None;
    for at in lines {
        let away = at.abs_diff(line) * ASIDE;
        // The other lines are further than what was found.
        if nearest.is_some_and(|(least, ..)| least < away) {
            break;
        }
        let free = columns.clone().filter(|it| has_room(&laid[at], *it, width));
        nearest = free.map(|it| (away + it.abs_diff(column), at, it)).chain(nearest).min();
    }
    if let Some((_, line, column)) = nearest {
        laid[line].insert(column, space);
    }
}

/// True if a line has room for a code at this column, so wide with its distance, with its marks and a space before it.
fn has_room(line: &BTreeMap<usize, SpaceId>, column: usize, width: usize) -> bool {
    let (before, behind) = ROOM;
    let west = line.range(..=column).next_back();
    let east = line.range(column..).next();
    let free = |at: usize, width: usize, next: usize| at + width + 1 + before <= next;
    west.is_none_or(|(at, space)| free(*at, space.0.as_str().len() + behind, column))
        && east.is_none_or(|(at, _)| free(column, width, *at))
}

/// The labels of a line that are completely within these columns.
fn cut(line: &Line, from: usize, columns: usize) -> String {
    let mut text = String::new();
    for (at, label) in line.range(from..).filter(|(at, label)| *at + label.len() <= from + columns) {
        text.extend(std::iter::repeat_n(' ', at - from - text.len()));
        text.push_str(label);
    }
    text
}
