//! Sorting: things in bins, such as ships in fleets or boxes.

use std::collections::{BTreeMap, BTreeSet};

use super::super::word::Word;

/// Things to sort into bins, each into at most one bin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sort {
    /// The things.
    pub items: Vec<Item>,
    /// The bins.
    pub bins: Vec<Bin>,
    /// The number of things to sort: all of them, or a choice.
    pub take: usize,
    /// The least number of non-empty bins, of those that count for it.
    pub spread: usize,
}

/// A thing to sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub word: Word,
    /// Its class; bins treat things of one class alike.
    pub class: Word,
    /// True if it is sorted in any case.
    pub must: bool,
}

/// A bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bin {
    /// Its name.
    pub word: Word,
    /// The fewest things in it, unless it is empty.
    pub least: usize,
    /// The most.
    pub most: usize,
    /// Only one bin of a group may be used; `None` for a bin without a group.
    pub group: Option<u32>,
    /// The classes it takes; every class when there are none.
    pub only: Vec<Word>,
    /// True if it counts for [`Sort::spread`].
    pub counts: bool,
}

impl Bin {
    /// A bin of `least` to `most` things of any class.
    pub fn new(word: Word, least: usize, most: usize) -> Bin {
        Bin { word, least, most, group: None, only: Vec::new(), counts: false }
    }

    /// Returns whether it takes things of this class.
    pub fn takes(&self, item: &Item) -> bool {
        self.only.is_empty() || self.only.contains(&item.class)
    }
}

/// The form of a sorting: each used bin with its things.
pub type Sorted = BTreeMap<Word, Vec<Word>>;

impl Sort {
    /// Returns whether there is a sorting at all: one that needs no bin which takes only some classes.
    pub fn is_open(&self) -> bool {
        self.plain_bins(None).is_some()
    }

    /// Returns whether `sorted` is one of the sortings.
    pub fn accepts(&self, sorted: &Sorted) -> bool {
        let mut taken = BTreeSet::new();
        let mut groups = BTreeSet::new();
        let mut spread = 0;
        for (word, things) in sorted {
            let Some(bin) = self.bins.iter().find(|bin| bin.word == *word) else { return false };
            let fits = |thing: &Word| {
                taken.insert(*thing) && self.items.iter().any(|item| item.word == *thing && bin.takes(item))
            };
            let size = !things.is_empty() && (bin.least..=bin.most).contains(&things.len());
            if !size || !things.iter().all(fits) || !bin.group.is_none_or(|group| groups.insert(group)) {
                return false;
            }
            spread += usize::from(bin.counts);
        }
        let all = self.items.iter().filter(|item| item.must).all(|item| taken.contains(&item.word));
        taken.len() == self.take && all && spread >= self.spread
    }

    /// A random sorting; `below(n)` gives a number from 0 to n - 1.
    pub fn sample(&self, below: &mut impl FnMut(u32) -> u32) -> Sorted {
        /// Random tries before a plain sorting is taken.
        const TRIES: usize = 20;
        let tried = (0..TRIES).find_map(|_| self.try_random(below));
        tried.or_else(|| self.plain(None)).unwrap_or_default()
    }

    /// Sortings of different numbers of bins, at most `limit`.
    pub fn propose(&self, limit: usize) -> Vec<Sorted> {
        let mut found: Vec<Sorted> = Vec::new();
        for used in 0..=self.bins.len() {
            if let Some(sorted) = self.plain(Some(used)).filter(|sorted| !found.contains(sorted)) {
                found.push(sorted);
            }
        }
        found.truncate(limit);
        found
    }

    fn try_random(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Sorted> {
        let mut items = self.items.clone();
        // Things that must be sorted come first, chance picks the others, and the second shuffle mixes both.
        shuffle(&mut items, below);
        items.sort_by_key(|item| !item.must);
        items.truncate(self.take);
        shuffle(&mut items, below);
        let mut order: Vec<usize> = (0..self.bins.len()).collect();
        shuffle(&mut order, below);
        // Opens bins one after another, each with its fewest things, until everything could fit and chance stops.
        let mut sorted = Sorted::new();
        let mut groups = BTreeSet::new();
        let (mut room, mut spread) = (0, 0);
        for at in order {
            let bin = &self.bins[at];
            let enough = items.len() <= room && spread >= self.spread;
            let fewest = bin.least.max(1);
            let eligible = items.iter().filter(|item| bin.takes(item)).count();
            if (enough && below(3) == 0) || eligible < fewest || bin.most < fewest {
                continue;
            }
            if !bin.group.is_none_or(|group| groups.insert(group)) {
                continue;
            }
            let taken: Vec<Word> =
                items.iter().filter(|item| bin.takes(item)).take(fewest).map(|item| item.word).collect();
            items.retain(|item| !taken.contains(&item.word));
            room += bin.most - fewest;
            spread += usize::from(bin.counts);
            sorted.insert(bin.word, taken);
        }
        for item in items {
            let open = |bin: &&Bin| {
                bin.takes(&item) && sorted.get(&bin.word).is_some_and(|things| things.len() < bin.most)
            };
            let open: Vec<&Bin> = self.bins.iter().filter(open).collect();
            // If no bin is open to it, this try has failed; `sample` tries again with other random numbers.
            let bin = open.get(below(u32::try_from(open.len()).ok().filter(|n| *n > 0)?) as usize)?;
            sorted.get_mut(&bin.word)?.push(item.word);
        }
        Some(sorted).filter(|sorted| self.accepts(sorted))
    }

    /// The first things that must or may be sorted, spread evenly over `used` bins that take every class, or over as few as
    /// possible.
    fn plain(&self, used: Option<usize>) -> Option<Sorted> {
        let bins = self.plain_bins(used)?;
        let must = self.items.iter().filter(|item| item.must);
        let may = self.items.iter().filter(|item| !item.must);
        let mut items = must.chain(may).map(|item| item.word).take(self.take);
        let mut sorted: Sorted = bins.iter().map(|bin| (bin.word, Vec::new())).collect();
        let fewest = bins.iter().flat_map(|bin| std::iter::repeat_n(bin.word, bin.least.max(1)));
        for (word, item) in fewest.zip(items.by_ref()) {
            sorted.entry(word).or_default().push(item);
        }
        let mut next = 0;
        for item in items {
            let bin = |at: usize| bins[at % bins.len()];
            let full = |at: usize| sorted.get(&bin(at).word).map_or(0, Vec::len) >= bin(at).most;
            next = (next..next + bins.len()).find(|at| !full(*at))?;
            sorted.entry(bin(next).word).or_default().push(item);
            next += 1;
        }
        Some(sorted)
    }

    /// The bins of a plain sorting, each with room for one thing at least.
    fn plain_bins(&self, used: Option<usize>) -> Option<Vec<&Bin>> {
        let must = self.items.iter().filter(|item| item.must).count();
        if self.items.len() < self.take || must > self.take {
            return None;
        }
        let mut groups = BTreeSet::new();
        let takes_some = |bin: &&Bin| bin.only.is_empty() && bin.most >= bin.least.max(1);
        let mut bins: Vec<&Bin> = self.bins.iter().filter(takes_some).collect();
        // Bins that count come first, because as few bins as possible must still make the spread.
        bins.sort_by_key(|bin| !bin.counts);
        bins.retain(|bin| bin.group.is_none_or(|group| groups.insert(group)));
        let fits = |count: usize| {
            let open = &bins[..count];
            let fewest: usize = open.iter().map(|bin| bin.least.max(1)).sum();
            let most: usize = open.iter().map(|bin| bin.most).sum();
            let spread = open.iter().filter(|bin| bin.counts).count();
            (fewest..=most).contains(&self.take) && spread >= self.spread
        };
        let count = match used {
            Some(count) => Some(count).filter(|count| *count <= bins.len() && fits(*count)),
            None => (0..=bins.len()).find(|count| fits(*count)),
        }?;
        bins.truncate(count);
        Some(bins)
    }
}

fn shuffle<T>(things: &mut [T], below: &mut impl FnMut(u32) -> u32) {
    for at in (1..things.len()).rev() {
        things.swap(at, below(at as u32 + 1) as usize);
    }
}
