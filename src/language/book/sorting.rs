//! Sortings as typed: things by name, by class and number, or everything left.

use std::collections::{BTreeMap, BTreeSet};

use crate::game::{Item, Sort, Sorted, Word};

/// The least number of a class's things that is written as a number: a single one is clearer by name.
const FEWEST_COUNTED: usize = 2;

/// The share typed after a bin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Share {
    /// A thing.
    Thing(Word),
    /// The first so many of a class among those not named.
    Some(Word, usize),
    /// All of a class that are left after that.
    Class(Word),
    /// All that remain in the end.
    Rest,
}

/// Shares, each with its bin, in the order they are typed.
pub(super) type Shares = Vec<(Word, Share)>;

/// A class with fewer things left than requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooFew {
    pub class: Word,
    pub left: usize,
}

/// The sorting of `shares`: named things first, then numbers of a class, whole classes, and the rest.
///
/// # Errors
/// [`TooFew`] things of a class are left for a share.
pub(super) fn fill(sort: &Sort, shares: &[(Word, Share)]) -> Result<Sorted, TooFew> {
    let mut filling = Filling { sort, sorted: Sorted::new(), taken: BTreeSet::new() };
    for (bin, share) in shares {
        if let Share::Thing(thing) = share {
            filling.put(*bin, [*thing]);
        }
    }
    for (bin, share) in shares {
        if let Share::Some(class, count) = share {
            let left = filling.left(|item| item.class == *class);
            if left.len() < *count {
                return Err(TooFew { class: *class, left: left.len() });
            }
            filling.put(*bin, left.into_iter().take(*count));
        }
    }
    for (bin, share) in shares {
        if let Share::Class(class) = share {
            let left = filling.left(|item| item.class == *class);
            if left.is_empty() {
                return Err(TooFew { class: *class, left: 0 });
            }
            filling.put(*bin, left);
        }
    }
    for (bin, share) in shares {
        if *share == Share::Rest {
            filling.rest(*bin);
        }
    }
    Ok(filling.sorted)
}

struct Filling<'a> {
    sort: &'a Sort,
    sorted: Sorted,
    taken: BTreeSet<Word>,
}

impl Filling<'_> {
    fn put(&mut self, bin: Word, things: impl IntoIterator<Item = Word>) {
        for thing in things {
            self.taken.insert(thing);
            self.sorted.entry(bin).or_default().push(thing);
        }
    }

    fn left(&self, fits: impl Fn(&Item) -> bool) -> Vec<Word> {
        let left = self.sort.items.iter().filter(|item| !self.taken.contains(&item.word) && fits(item));
        left.map(|item| item.word).collect()
    }

    /// As many as are still to be sorted: those that must be, then the others.
    fn rest(&mut self, bin: Word) {
        // `rest` is no more than the order must take: of a transfer only so many ships go.
        let wanted = self.sort.take.saturating_sub(self.taken.len());
        let left = self.left(|item| item.must).into_iter().chain(self.left(|item| !item.must));
        let left: Vec<Word> = left.take(wanted).collect();
        self.put(bin, left);
    }
}

/// The shares with the shortest text by `text` among those that mean `sorted`.
pub(super) fn shorten(sort: &Sort, sorted: &Sorted, text: impl Fn(&Shares) -> String) -> Shares {
    let wanted = alike(sorted);
    let largest = sorted.iter().max_by_key(|(_, things)| things.len()).map(|(bin, _)| *bin);
    let named: Shares = each(sorted).map(|(bin, thing)| (bin, Share::Thing(thing))).collect();
    [None, largest]
        .into_iter()
        .map(|rest| by_class(sort, sorted, rest))
        // Read back: a short form that means something else must never be shown as the order.
        .filter(|shares| fill(sort, shares).is_ok_and(|meant| alike(&meant) == wanted))
        .chain([named])
        .min_by_key(|shares| text(shares).len())
        .unwrap_or_default()
}

/// Things in a bin have no order.
fn alike(sorted: &Sorted) -> BTreeMap<Word, BTreeSet<Word>> {
    sorted.iter().map(|(bin, things)| (*bin, things.iter().copied().collect())).collect()
}

fn each(sorted: &Sorted) -> impl Iterator<Item = (Word, Word)> {
    sorted.iter().flat_map(|(bin, things)| things.iter().map(|thing| (*bin, *thing)))
}

/// Shares by class if they can mean `sorted`; the contents of the bin `rest` are the remainder.
fn by_class(sort: &Sort, sorted: &Sorted, rest: Option<Word>) -> Shares {
    let mut shares = Shares::new();
    let mut classes: Vec<Word> = Vec::new();
    for item in &sort.items {
        if !classes.contains(&item.class) {
            classes.push(item.class);
        }
    }
    for class in classes {
        let members: Vec<Word> =
            sort.items.iter().filter(|item| item.class == class).map(|item| item.word).collect();
        let bins: Vec<(Word, Vec<Word>)> = sorted
            .iter()
            .map(|(bin, things)| (*bin, things.iter().copied().filter(|t| members.contains(t)).collect()))
            .filter(|(_, things): &(Word, Vec<Word>)| !things.is_empty())
            .collect();
        shares.extend(of_class(class, &members, &bins, rest));
    }
    for (bin, thing) in each(sorted) {
        if !sort.items.iter().any(|item| item.word == thing) {
            shares.push((bin, Share::Thing(thing)));
        }
    }
    shares.extend(rest.map(|bin| (bin, Share::Rest)));
    shares.sort_by_key(|(bin, _)| *bin);
    shares
}

/// Shares out the things of one class: the largest bin takes the rest, bins that hold the next of the others are written with a
/// number.
fn of_class(class: Word, members: &[Word], bins: &[(Word, Vec<Word>)], rest: Option<Word>) -> Shares {
    let sorted: usize = bins.iter().map(|(_, things)| things.len()).sum();
    let largest = bins.iter().max_by_key(|(_, things)| things.len());
    let last = largest.filter(|(bin, things)| {
        let all = sorted == members.len() && things.len() >= FEWEST_COUNTED;
        all && rest.is_none_or(|rest| rest != *bin && bins.iter().all(|(bin, _)| *bin != rest))
    });
    let mut counted: Vec<Word> = Vec::new();
    let is_named = |bin: Word, counted: &[Word]| {
        !counted.contains(&bin) && Some(bin) != rest && last.is_none_or(|(last, _)| *last != bin)
    };
    let fits = |counted: &[Word]| {
        let mut left: Vec<Word> = members.to_vec();
        left.retain(|t| !bins.iter().any(|(bin, things)| is_named(*bin, counted) && things.contains(t)));
        let mut counts = bins.iter().filter(|(bin, _)| counted.contains(bin));
        counts.all(|(_, things)| left.drain(..things.len().min(left.len())).all(|t| things.contains(&t)))
    };
    for (bin, things) in bins {
        if things.len() >= FEWEST_COUNTED && is_named(*bin, &counted) {
            counted.push(*bin);
            if !fits(&counted) {
                counted.pop();
            }
        }
    }
    let share = |(bin, things): &(Word, Vec<Word>)| -> Shares {
        match *bin {
            bin if Some(bin) == rest => vec![],
            bin if last.is_some_and(|(last, _)| *last == bin) => vec![(bin, Share::Class(class))],
            bin if counted.contains(&bin) => vec![(bin, Share::Some(class, things.len()))],
            bin => things.iter().map(|thing| (bin, Share::Thing(*thing))).collect(),
        }
    };
    bins.iter().flat_map(share).collect()
}
