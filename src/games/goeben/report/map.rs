//! The map as a picture in text: every space by its code, about where it lies, with what is known to be there.

use std::collections::BTreeMap;

use super::GoebenReport;
use crate::games::goeben::ids::SpaceId;
use crate::games::goeben::view::View;
use crate::report::COLUMNS;

/// Lines of the map.
const LINES: usize = 26;
/// Where longitudes change their density, in hundredths of a degree, and the density from there on, in per cent: the crowded
/// middle gains at the cost of the edges.
const DENSITIES: [(i64, i64); 5] = [(-900, 74), (300, 95), (800, 127), (2150, 108), (2700, 80)];
/// How many characters beside its place a code may stand rather than a line above or below it.
const ASIDE: usize = 5;

/// A code with its marks, and where it is to stand.
struct Label {
    text: String,
    column: usize,
    line: usize,
    is_ours: bool,
}

/// The labels of each line, by the column they begin at.
type Drawn = Vec<BTreeMap<usize, String>>;

impl GoebenReport<'_> {
    /// The map in letters of one width: every space once, as wide as the reader sees it. Where the whole map is wider, it is
    /// the part of it around the ships.
    pub fn picture(&self, view: &View) -> Vec<String> {
        let columns = self.phrases.columns;
        let mut labels = self.labels(view);
        // Those with most to tell stand nearest to their places.
        labels.sort_by_key(|label| (!label.is_ours, std::cmp::Reverse(label.text.len()), label.column));
        let ours: Vec<usize> =
            labels.iter().filter(|label| label.is_ours).map(|label| label.column).collect();
        let mut drawn: Drawn = vec![BTreeMap::new(); LINES];
        for label in labels {
            place(&mut drawn, label);
        }
        let middle =
            ours.iter().min().zip(ours.iter().max()).map_or(COLUMNS / 2, |(least, most)| (least + most) / 2);
        let from = middle.saturating_sub(columns / 2).min(COLUMNS.saturating_sub(columns));
        let mut lines: Vec<String> = drawn.iter().map(|line| cut(line, from, columns)).collect();
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines.push(self.say("map-legend-there", &[]));
        lines.push(self.say("map-legend-codes", &[]));
        lines
    }

    /// The codes of all spaces with their marks, as they are to stand.
    fn labels(&self, view: &View) -> Vec<Label> {
        let spaces = &self.pack().spaces;
        let across = |space: &SpaceId| spaces.get(space).map_or(0, |spec| stretched(spec.longitude.into()));
        let down = |space: &SpaceId| spaces.get(space).map_or(0, |spec| -i64::from(spec.latitude));
        let (columns, lines) = (Span::of(spaces.keys().map(across)), Span::of(spaces.keys().map(down)));
        let label = |space: &SpaceId| {
            let (text, is_ours) = (self.marked(view, *space), self.is_ours(view, *space));
            // What stands before the code shifts it: the code itself is to stand at its place.
            let before = text.chars().take_while(|c| !c.is_ascii_uppercase()).count();
            let column = columns.scaled(across(space), COLUMNS - 3).saturating_sub(before);
            let column = column.min(COLUMNS - text.len().min(COLUMNS));
            Label { text, column, line: lines.scaled(down(space), LINES - 1), is_ours }
        };
        spaces.keys().map(label).collect()
    }

    fn is_ours(&self, view: &View, space: SpaceId) -> bool {
        view.ships.values().any(|ship| ship.ship.at == Some(space))
            || view.austrians.values().any(|ship| ship.ship.at() == Some(space))
    }

    /// A code with what is there before it, and behind it how many spaces away it is: `@MES`, `3?MPZ2`.
    fn marked(&self, view: &View, space: SpaceId) -> String {
        let mut text = String::new();
        let is = |mark: &str, there: bool| if there { mark.to_owned() } else { String::new() };
        let some =
            |mark: &str, count: usize| if count > 0 { format!("{count}{mark}") } else { String::new() };
        if let Some(place) = view.places.get(&space) {
            text += &some("?", place.hidden);
            text += &some("!", place.shown.len());
            text += &some("#", place.coast.len());
        }
        text += &is("@", self.is_ours(view, space));
        text += &is("c", view.colliers.contains(&space));
        text += &is("x", view.barred.contains(&space));
        text += &is("*", view.progress.as_ref().is_some_and(|it| it.objectives.contains(&space)));
        text += space.0.as_str();
        let steps = |spaces: &Vec<Vec<SpaceId>>| spaces.iter().position(|these| these.contains(&space));
        let nearest = view.ships.values().filter_map(|ship| steps(&ship.reach)).min();
        // Some codes end in a digit of their own.
        let dot = if text.ends_with(|c: char| c.is_ascii_digit()) { "." } else { "" };
        text += &nearest.map_or_else(String::new, |steps| format!("{dot}{}", steps + 1));
        text
    }
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
        Span { least, most: most.max(least.saturating_add(1)) }
    }

    /// Where a measure stands among so many characters or lines.
    fn scaled(&self, at: i64, most: usize) -> usize {
        let share = (at - self.least) * i64::try_from(most).unwrap_or(0) / (self.most - self.least);
        usize::try_from(share).unwrap_or(0)
    }
}

/// How far to the east a longitude is drawn, in hundredths of a degree of density 100.
fn stretched(longitude: i64) -> i64 {
    let ends = DENSITIES.iter().skip(1).map(|(from, _)| *from).chain([i64::MAX]);
    let spans = DENSITIES.iter().zip(ends);
    spans.map(|((from, density), to)| (longitude.min(to) - from).max(0) * density / 100).sum()
}

/// Puts a label where there is room, as near to its place as can be and in order with those beside it.
fn place(drawn: &mut Drawn, label: Label) {
    let width = label.text.len();
    let nearest = (0..LINES)
        .flat_map(|line| (0..=COLUMNS.saturating_sub(width)).map(move |column| (line, column)))
        .filter(|(line, column)| has_room(&drawn[*line], *column, width))
        .min_by_key(|(line, column)| line.abs_diff(label.line) * ASIDE + column.abs_diff(label.column));
    if let Some((line, column)) = nearest {
        drawn[line].insert(column, label.text);
    }
}

/// Whether a line has room for so many characters from this column on, with a space on either side.
fn has_room(line: &BTreeMap<usize, String>, column: usize, width: usize) -> bool {
    let before = line.range(..=column).next_back().is_none_or(|(at, text)| at + text.len() < column);
    let after = line.range(column..).next().is_none_or(|(at, _)| column + width < *at);
    before && after
}

/// The labels of a line that stand whole within these columns.
fn cut(line: &BTreeMap<usize, String>, from: usize, columns: usize) -> String {
    let mut text = String::new();
    for (at, label) in line.range(from..).filter(|(at, label)| *at + label.len() <= from + columns) {
        text.extend(std::iter::repeat_n(' ', at - from - text.len()));
        text.push_str(label);
    }
    text
}
