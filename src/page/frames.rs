//! Pictures and positions of many steps: a table has each piece once, and a step is the difference of its list of pieces from
//! the previous list. Little moves from one step to the next.

use std::collections::BTreeMap;

use serde::Serialize;

use super::PageStep;
use crate::picture::svg::pieces;
use crate::report::Weight;

/// The most places compared for the shortest difference; beyond, everything between the equal ends is written again.
const COMPARED: usize = 1_000_000;

/// The contents of all steps, as the page's script reads them.
#[derive(Debug, Default, Serialize)]
pub struct Frames {
    /// Pieces of SVG.
    pieces: Texts,
    /// Lines of positions: the weight as a digit, then the words.
    lines: Texts,
    /// The grounds of pictures, as places in `pieces`.
    grounds: Vec<Vec<usize>>,
    /// Each step: its entry, part, day, ground, width, height, and the differences of picture and position.
    steps: Vec<Frame>,
    #[serde(skip)]
    last: [Vec<usize>; 2],
}

/// One step.
#[derive(Debug, Serialize)]
struct Frame(u64, u32, u32, Option<usize>, f64, f64, Vec<usize>, Vec<usize>);

impl Frames {
    /// The frames of these steps.
    pub fn of(steps: &[PageStep]) -> Frames {
        let mut frames = Frames::default();
        steps.iter().for_each(|step| frames.add(step));
        frames
    }

    fn add(&mut self, step: &PageStep) {
        let (width, height) = step.scene.as_ref().map_or((0.0, 0.0), |scene| (scene.width, scene.height));
        let [below, above] = step.scene.as_ref().map(pieces).unwrap_or_default();
        let ground = step.scene.as_ref().map(|_| {
            let ground = self.pieces.places(below);
            self.grounds.iter().position(|known| *known == ground).unwrap_or_else(|| {
                self.grounds.push(ground);
                self.grounds.len() - 1
            })
        });
        let above = self.pieces.places(above);
        let line = |(weight, text): &(Weight, String)| format!("{}{text}", digit(*weight));
        let lines = self.lines.places(step.position.iter().map(line).collect());
        let [picture, position] = &self.last;
        let (part, day) = step.day;
        // The page's script reads these by their places.
        let frame = Frame(
            step.seq,
            part,
            day,
            ground,
            width,
            height,
            difference(picture, &above),
            difference(position, &lines),
        );
        self.steps.push(frame);
        self.last = [above, lines];
    }
}

fn digit(weight: Weight) -> u8 {
    match weight {
        Weight::Heading => 0,
        Weight::Subheading => 1,
        Weight::Plain | Weight::Closing => 2,
    }
}

/// Texts, each once.
#[derive(Debug, Default)]
struct Texts {
    list: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Serialize for Texts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}

impl Texts {
    fn places(&mut self, texts: Vec<String>) -> Vec<usize> {
        texts.into_iter().map(|text| self.place(text)).collect()
    }

    fn place(&mut self, text: String) -> usize {
        if let Some(place) = self.places.get(&text) {
            return *place;
        }
        self.list.push(text.clone());
        self.places.insert(text, self.list.len() - 1);
        self.list.len() - 1
    }
}

/// The difference between two lists: repeatedly the number of items that stay, the number that go, the number that come, and
/// those. The rest at the end stays.
pub fn difference(before: &[usize], after: &[usize]) -> Vec<usize> {
    let alike = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let (old, new) = (&before[alike..], &after[alike..]);
    let at_end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - at_end], &new[..new.len() - at_end]);
    let mut out = Vec::new();
    let (mut stay, mut go, mut come) = (alike, 0, Vec::new());
    let mut flush = |stay: &mut usize, go: &mut usize, come: &mut Vec<usize>| {
        if *go > 0 || !come.is_empty() {
            out.extend([std::mem::take(stay), std::mem::take(go), come.len()]);
            out.append(come);
        }
    };
    for change in changes(old, new) {
        match change {
            Change::Stays => {
                flush(&mut stay, &mut go, &mut come);
                stay += 1;
            }
            Change::Goes => go += 1,
            Change::Comes(item) => come.push(item),
        }
    }
    flush(&mut stay, &mut go, &mut come);
    out
}

/// The change of an item.
enum Change {
    Stays,
    Goes,
    Comes(usize),
}

/// The fewest changes, by the longest common subsequence.
fn changes(old: &[usize], new: &[usize]) -> Vec<Change> {
    // The table below has a number for each pair: 4 MB at this bound.
    if old.len() * new.len() > COMPARED {
        let gone = old.iter().map(|_| Change::Goes);
        return gone.chain(new.iter().map(|item| Change::Comes(*item))).collect();
    }
    // common[i][j]: the length of the longest common part of `old[i..]` and `new[j..]`.
    let wide = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * wide];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i * wide + j] = match old[i] == new[j] {
                true => common[(i + 1) * wide + j + 1] + 1,
                false => common[(i + 1) * wide + j].max(common[i * wide + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut changes = Vec::with_capacity(old.len() + new.len());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            changes.push(Change::Stays);
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[(i + 1) * wide + j] >= common[i * wide + j + 1])
        {
            changes.push(Change::Goes);
            i += 1;
        } else {
            changes.push(Change::Comes(new[j]));
            j += 1;
        }
    }
    changes
}
