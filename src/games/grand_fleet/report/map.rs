//! The map as a picture in text, and as a list that reads well aloud (2-2).

use super::GrandFleetReport;
use crate::games::grand_fleet::ids::{HexId, HexKind, Side};
use crate::games::grand_fleet::pack::HexSpec;
use crate::games::grand_fleet::view::View;
use crate::words::Value;

/// Characters from one column of the picture to the next: where the reader sees few, and where many.
const COLUMN_CHARS: [usize; 2] = [6, 11];

/// A side's contents of a hex.
#[derive(Clone, Copy, Default)]
struct Stack {
    /// Markers face down, or fleets that are not fast once all are turned over.
    plain: usize,
    /// Fast fleets face up.
    fast: usize,
}

/// The owner of a hex: `b`, `g`.
fn owner(spec: &HexSpec) -> &'static str {
    match spec.owner {
        Some(Side::British) => "b",
        Some(Side::German) => "g",
        None => "",
    }
}

impl GrandFleetReport<'_> {
    /// The map: one line per hex, with its number, kind, points and contents; even columns are half a hex lower. Forbidden
    /// hexes are crossed out. On a narrow display the east is below the west.
    pub(super) fn picture(&self, view: &View) -> Vec<String> {
        let hexes = &self.chart.pack().hexes;
        let rows = hexes.values().map(|spec| spec.row).max().unwrap_or(0) as usize;
        let columns = hexes.values().map(|spec| spec.column).max().unwrap_or(1) as usize;
        let [least, most] = COLUMN_CHARS;
        // Up to `most`, the width of the reader's display decides: the wider, the less is shortened.
        let column_chars = (self.phrases.columns / columns).clamp(least, most);
        // In its line the columns beside a hex are empty. One character parts it from the next.
        let hex_chars = 2 * column_chars - 1;
        let abreast = match self.phrases.columns / columns {
            few if few < least => self.phrases.columns.saturating_sub(hex_chars) / column_chars + 1,
            _ => columns,
        };
        // Parts of about equal width: 9 columns in two are 5 and 4, not 8 and 1.
        let abreast = columns.div_ceil(columns.div_ceil(abreast));
        let mut lines: Vec<String> = Vec::new();
        for west in (1..=columns).step_by(abreast) {
            let mut canvas = vec![Vec::<char>::new(); rows * 2];
            let here = |spec: &HexSpec| (west..west + abreast).contains(&(spec.column as usize));
            for (id, spec) in hexes.iter().filter(|(_, spec)| here(spec)) {
                let line = (spec.row as usize - 1) * 2 + usize::from(spec.column % 2 == 0);
                let from = (spec.column as usize - west) * column_chars;
                put(&mut canvas[line], from, &self.cell(view, *id, spec, hex_chars));
            }
            let drawn = canvas.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned());
            lines.extend((west > 1).then(String::new));
            // The eastern part may begin some rows below the western one.
            lines.extend(drawn.skip_while(String::is_empty));
            while lines.last().is_some_and(String::is_empty) {
                lines.pop();
            }
        }
        for key in ["gf-map-legend-kinds", "gf-map-legend-stacks", "gf-map-legend-names"] {
            lines.push(self.say(key, &[]));
        }
        lines
    }

    /// `707 G 2VP`: a home hex of Germany; `203 b 1VP`: near the British coast.
    fn label(&self, hex: HexId, spec: &HexSpec) -> String {
        let letter = owner(spec);
        // A half as `.5`: `½` is two cells wide in some terminals.
        let points = f64::from(spec.vp_halves) / 2.0;
        match spec.kind {
            HexKind::Forbidden => format!("{hex} x"),
            HexKind::Normal => hex.to_string(),
            HexKind::Near => format!("{hex} {letter} {points}VP"),
            HexKind::Home => format!("{hex} {} {points}VP", letter.to_uppercase()),
        }
    }

    /// A hex with its contents; if they are too long, in short form, at last only the number of each side. Its points always
    /// stay: `705 g.5VP B2+1f G1+1f`, `705 .5 B3G2`.
    fn cell(&self, view: &View, hex: HexId, spec: &HexSpec, hex_chars: usize) -> String {
        let stacks = self.stack_texts(view, hex).join(" ");
        let counts = self.counts(view, hex);
        let points = (f64::from(spec.vp_halves) / 2.0).to_string();
        let points = points.strip_prefix('0').filter(|half| !half.is_empty()).unwrap_or(&points);
        let short = match spec.kind {
            HexKind::Forbidden | HexKind::Normal => String::new(),
            HexKind::Near => format!("{}{points}VP", owner(spec)),
            HexKind::Home => format!("{}{points}VP", owner(spec).to_uppercase()),
        };
        let bare = if spec.vp_halves > 0 { points } else { "" };
        let (label, hex) = (self.label(hex, spec), hex.to_string());
        let cells: [&[&str]; 5] = [
            &[&label, &stacks],
            &[&hex, &short, &stacks],
            &[&hex, &short, &counts],
            &[&hex, bare, &counts],
            &[&hex, &counts],
        ];
        let texts = cells
            .map(|parts| parts.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "));
        let [.., least] = &texts;
        let fits = |cell: &&String| cell.chars().count() <= hex_chars;
        texts.iter().find(fits).unwrap_or(least).clone()
    }

    /// The number of markers of each side in a hex: `B3G4`.
    fn counts(&self, view: &View, hex: HexId) -> String {
        let count = |(letter, side)| {
            let Stack { plain, fast } = self.stack(view, side, hex);
            if plain + fast > 0 { format!("{letter}{}", plain + fast) } else { String::new() }
        };
        [("B", Side::British), ("G", Side::German)].map(count).concat()
    }

    /// The stacks in a hex, a text a side: `B2+1f`.
    pub(super) fn stack_texts(&self, view: &View, hex: HexId) -> Vec<String> {
        let text = |(letter, side)| {
            let Stack { plain, fast } = self.stack(view, side, hex);
            match (plain, fast) {
                (0, 0) => String::new(),
                (plain, 0) => format!("{letter}{plain}"),
                (0, fast) => format!("{letter}{fast}f"),
                (plain, fast) => format!("{letter}{plain}+{fast}f"),
            }
        };
        let texts = [("B", Side::British), ("G", Side::German)].map(text).into_iter();
        texts.filter(|text| !text.is_empty()).collect()
    }

    fn stack(&self, view: &View, side: Side, hex: HexId) -> Stack {
        let Some(battle) = &view.battle else { return Stack::default() };
        let fast: Vec<bool> = match battle.revealed {
            false => {
                let here = battle.markers.iter().filter(|marker| marker.side == side && marker.hex == hex);
                here.map(|marker| marker.shown.is_some()).collect()
            }
            true => {
                let here = battle.fleets.iter().filter(|fleet| fleet.side == side && fleet.hex == hex);
                here.map(|fleet| self.is_fast(&fleet.ships)).collect()
            }
        };
        let count = fast.iter().filter(|fast| **fast).count();
        Stack { plain: fast.len() - count, fast: count }
    }

    /// Hexes with contents, one line each.
    pub(super) fn occupied(&self, view: &View) -> Vec<String> {
        let hexes = self.chart.pack().hexes.keys();
        hexes.filter_map(|hex| self.there(view, *hex).map(|what| self.place(*hex, &what))).collect()
    }

    fn place(&self, hex: HexId, what: &str) -> String {
        self.say("gf-place", &[("hex", self.hex(hex).into()), ("what", what.into())])
    }

    /// The contents of a hex; `None` when it is empty.
    fn there(&self, view: &View, hex: HexId) -> Option<String> {
        let revealed = view.battle.as_ref()?.revealed;
        let mut what = Vec::new();
        for side in Side::ALL {
            let Stack { plain, fast } = self.stack(view, *side, hex);
            let key = |fast| match (revealed, fast) {
                (false, false) => "gf-there-hidden",
                (false, true) => "gf-there-shown",
                (true, false) => "gf-there-fleets",
                (true, true) => "gf-there-fast",
            };
            for (key, count) in [(key(false), plain), (key(true), fast)] {
                if count > 0 {
                    what.push(self.say(key, &[("side", self.side(*side).into()), ("count", count.into())]));
                }
            }
        }
        let fought = view.battle.as_ref().is_some_and(|battle| battle.fought.contains(&hex));
        if fought {
            what.push(self.say("gf-there-fought", &[]));
        }
        let done = |marker: &&crate::games::grand_fleet::state::Marker| marker.hex == hex && marker.done;
        if view.battle.as_ref().is_some_and(|battle| battle.markers.iter().find(done).is_some()) {
            what.push(self.say("gf-there-done", &[]));
        }
        (!what.is_empty()).then(|| self.list(what))
    }

    /// Every hex that can be entered, with its kind and contents.
    pub(super) fn hex_list(&self, view: &View) -> Vec<String> {
        let open = |(_, spec): &(&HexId, &HexSpec)| spec.kind != HexKind::Forbidden;
        let line = |(hex, spec): (&HexId, &HexSpec)| {
            let mut what: Vec<String> = self.kind(spec).into_iter().collect();
            what.extend(self.there(view, *hex));
            match what.is_empty() {
                true => self.hex(*hex),
                false => self.place(*hex, &self.list(what)),
            }
        };
        self.chart.pack().hexes.iter().filter(open).map(line).collect()
    }

    fn kind(&self, spec: &HexSpec) -> Option<String> {
        let args = |spec: &HexSpec| -> [(&'static str, Value<'static>); 2] {
            let owner = spec.owner.map_or_else(String::new, |side| self.side(side));
            [("side", owner.into()), ("points", self.halves(spec.vp_halves).into())]
        };
        match spec.kind {
            HexKind::Normal => None,
            HexKind::Near => Some(self.say("gf-kind-near", &args(spec))),
            HexKind::Home => Some(self.say("gf-kind-home", &args(spec))),
            HexKind::Forbidden => Some(self.say("gf-kind-forbidden", &[])),
        }
    }

    /// One hex: its kind, its neighbours, its contents, with fleets in full once they are known; `None` for a hex the map
    /// lacks.
    pub(super) fn hex_lines(&self, view: &View, hex: HexId) -> Option<Vec<String>> {
        let spec = self.chart.hex(hex)?;
        let kind = self.kind(spec).unwrap_or_else(|| self.say("gf-kind-normal", &[]));
        let mut lines = vec![self.place(hex, &kind)];
        if !spec.neighbours.is_empty() {
            lines.push(self.say("gf-beside", &[("hexes", self.hexes(&spec.neighbours).into())]));
        }
        lines.extend(self.there(view, hex));
        lines.extend(self.fleets_in(view, hex));
        Some(lines)
    }
}

/// Writes `text` into a line from a column on.
fn put(line: &mut Vec<char>, from: usize, text: &str) {
    let to = from + text.chars().count();
    if line.len() < to {
        line.resize(to, ' ');
    }
    line[from..to].iter_mut().zip(text.chars()).for_each(|(at, c)| *at = c);
}
