//! The value at the last node of a path, and its notation in a few letters.

use super::packing::{Packing, Unpacking};
use crate::game::{Arg, Node, OrderForm, Sort, Sorted, Walk, Word};

/// A value of a node, by places in its lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathValue {
    /// The node takes no value.
    Nothing,
    /// Which words are chosen.
    Chosen(Vec<bool>),
    /// A number.
    Number(i64),
    /// The points of each bin; fewer than there are bins while it is not complete.
    Shares(Vec<u32>),
    /// Each thing's bin, from 1, or 0 for none, with the bin being filled.
    Sorted {
        /// The bins.
        of: Vec<usize>,
        /// The one being filled, from 0.
        bin: usize,
    },
    /// At each place the step taken.
    Way(Vec<usize>),
}

/// A sorting as a value: things with their bins.
pub fn sorted(sort: &Sort, of: &[usize]) -> Sorted {
    let mut sorted = Sorted::new();
    for (item, bin) in sort.items.iter().zip(of) {
        if let Some(bin) = bin.checked_sub(1).and_then(|at| sort.bins.get(at)) {
            sorted.entry(bin.word).or_default().push(item.word);
        }
    }
    sorted
}

impl PathValue {
    /// The value that `form` gives to `node`.
    pub fn of(node: &Node, form: &OrderForm) -> Option<PathValue> {
        match node {
            Node::End => Some(PathValue::Nothing),
            // A text is too long for a component; the player types it and gives the order at once.
            Node::OneOf { .. } | Node::Text { .. } => None,
            Node::SomeOf { arg, of, .. } => {
                let words = form.words(arg)?;
                Some(PathValue::Chosen(of.iter().map(|(word, _)| words.contains(word)).collect()))
            }
            Node::Number { arg, .. } => Some(PathValue::Number(form.number(arg)?)),
            Node::Split { arg, bins, .. } => {
                let shares = form.shares(arg)?;
                let share = |(bin, _): &(Word, u32)| shares.get(bin).copied().unwrap_or(0);
                Some(PathValue::Shares(bins.iter().map(share).collect()))
            }
            Node::Sort { arg, sort } => Some(PathValue::of_sorted(sort, &form.sorted(arg)?)),
            Node::Walk { arg, walk } => Some(PathValue::Way(steps(walk, form.words(arg)?)?)),
        }
    }

    /// A sorting by places.
    pub fn of_sorted(sort: &Sort, sorted: &Sorted) -> PathValue {
        let holds = |bin: &Word, thing: &Word| sorted.get(bin).is_some_and(|things| things.contains(thing));
        let bin_of = |thing: &Word| sort.bins.iter().position(|bin| holds(&bin.word, thing));
        let of = sort.items.iter().map(|item| bin_of(&item.word).map_or(0, |at| at + 1)).collect();
        PathValue::Sorted { of, bin: 0 }
    }

    /// The argument it is; `None` when it is not a value of `node`.
    pub fn arg(&self, node: &Node) -> Option<Arg> {
        match (self, node) {
            (PathValue::Chosen(chosen), Node::SomeOf { of, .. }) => {
                let words = of.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|((word, _), _)| *word);
                Some(Arg::Words(words.collect()))
            }
            (PathValue::Number(number), Node::Number { .. }) => Some(Arg::Number(*number)),
            (PathValue::Shares(shares), Node::Split { bins, .. }) if shares.len() == bins.len() => {
                let shares = bins.iter().zip(shares).filter(|(_, share)| **share > 0);
                Some(Arg::Shares(shares.map(|((bin, _), share)| (*bin, *share)).collect()))
            }
            (PathValue::Sorted { of, .. }, Node::Sort { sort, .. }) => Some(Arg::Sorted(sorted(sort, of))),
            (PathValue::Way(way), Node::Walk { walk, .. }) => Some(Arg::Words(places(walk, way)?)),
            _ => None,
        }
    }

    /// Packs the value, of this node.
    pub fn write(&self, node: &Node, packing: &mut Packing) {
        match (self, node) {
            (PathValue::Chosen(chosen), _) => chosen.iter().for_each(|chosen| packing.put_flag(*chosen)),
            (PathValue::Number(number), Node::Number { least, most, .. }) => {
                packing.put(number.abs_diff(*least), most.abs_diff(*least).saturating_add(1));
            }
            (PathValue::Shares(shares), Node::Split { bins, .. }) => {
                packing.put_at(shares.len(), bins.len() + 1);
                for (share, (_, limit)) in shares.iter().zip(bins) {
                    packing.put(u64::from(*share), u64::from(*limit) + 1);
                }
            }
            (PathValue::Sorted { of, bin }, Node::Sort { sort, .. }) => {
                packing.put_at(*bin, sort.bins.len());
                of.iter().for_each(|bin| packing.put_at(*bin, sort.bins.len() + 1));
            }
            (PathValue::Way(way), Node::Walk { walk, .. }) => {
                packing.put_at(way.len(), walk.most + 1);
                let mut at = walk.from;
                for step in way {
                    let open = walk.steps_from(at);
                    packing.put_at(*step, open.len());
                    at = open.get(*step).copied().unwrap_or(at);
                }
            }
            _ => {}
        }
    }

    /// The value packed there, of this node; `None` if it is none.
    pub fn read(node: &Node, packed: &mut Unpacking) -> Option<PathValue> {
        match node {
            Node::End | Node::OneOf { .. } | Node::Text { .. } => None,
            Node::SomeOf { of, .. } => {
                Some(PathValue::Chosen(of.iter().map(|_| packed.take_flag()).collect()))
            }
            Node::Number { least, most, .. } => {
                let above = packed.take(most.abs_diff(*least).saturating_add(1));
                least.checked_add_unsigned(above).map(PathValue::Number)
            }
            Node::Split { bins, least, most, .. } => {
                let mut shares = Vec::new();
                for at in 0..packed.take_at(bins.len() + 1)? {
                    let share = u32::try_from(packed.take(u64::from(bins[at].1) + 1)).ok()?;
                    let (from, to) = share_bounds(bins, *least, *most, &shares);
                    shares.push(Some(share).filter(|share| (from..=to).contains(share))?);
                }
                Some(PathValue::Shares(shares))
            }
            Node::Sort { sort, .. } => {
                let bin = packed.take_at(sort.bins.len())?;
                let of = sort.items.iter().map(|_| packed.take_at(sort.bins.len() + 1));
                Some(PathValue::Sorted { of: of.collect::<Option<_>>()?, bin })
            }
            Node::Walk { walk, .. } => {
                let mut way = Vec::new();
                let mut at = walk.from;
                for _ in 0..packed.take_at(walk.most + 1)? {
                    let open = walk.steps_from(at);
                    let step = packed.take_at(open.len())?;
                    way.push(step);
                    at = open[step];
                }
                Some(PathValue::Way(way))
            }
        }
    }
}

/// The places that the steps of a way enter.
pub fn places(walk: &Walk, way: &[usize]) -> Option<Vec<Word>> {
    let mut at = walk.from;
    let enter = |step: &usize| {
        at = *walk.steps_from(at).get(*step)?;
        Some(at)
    };
    way.iter().map(enter).collect()
}

/// The steps that enter these places one after another.
pub fn steps(walk: &Walk, places: &[Word]) -> Option<Vec<usize>> {
    let mut at = walk.from;
    let step = |place: &Word| {
        let step = walk.steps_from(at).iter().position(|open| open == place)?;
        at = *place;
        Some(step)
    };
    places.iter().map(step).collect()
}

/// The fewest and the most points the bin after those already shared can have, so that the others can have theirs.
pub fn share_bounds(bins: &[(Word, u32)], least: u32, most: u32, shares: &[u32]) -> (u32, u32) {
    let shared: u32 = shares.iter().sum();
    let limit = bins.get(shares.len()).map_or(0, |(_, limit)| *limit);
    let thread: u32 = bins.iter().skip(shares.len() + 1).map(|(_, limit)| limit).sum();
    let to = limit.min(most.saturating_sub(shared));
    (least.saturating_sub(shared).saturating_sub(thread).min(to), to)
}
