//! The spaces where a ship may be at the end of a day. Spaces are numbers: places among the chart's sorted ids.

use std::collections::BTreeMap;

use bit_set::BitSet;

/// A ship's condition at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Condition {
    /// The places with guns to silence where it has been, a bit each.
    pub coast: u8,
    pub coal: u8,
    pub engines: u8,
}

impl Condition {
    /// True if it is as good in everything.
    fn beats(self, other: Condition) -> bool {
        self.coast & other.coast == other.coast && self.coal >= other.coal && self.engines >= other.engines
    }
}

/// The spaces where a ship may be, by its condition there.
#[derive(Clone, Default)]
pub(super) struct Ways(BTreeMap<Condition, BitSet>);

impl Ways {
    /// One condition and the spaces where a ship may have it.
    pub fn of(condition: Condition, spaces: impl IntoIterator<Item = usize>) -> Ways {
        Ways(BTreeMap::from([(condition, spaces.into_iter().collect())]))
    }

    pub fn iter(&self) -> impl Iterator<Item = (Condition, &BitSet)> {
        self.0.iter().map(|(condition, spaces)| (*condition, spaces))
    }

    /// All spaces, whatever the condition.
    pub fn spaces(&self) -> impl Iterator<Item = usize> {
        self.0.values().flatten()
    }

    pub fn add(&mut self, condition: Condition, spaces: &BitSet) {
        self.0.entry(condition).or_default().union_with(spaces);
    }

    pub fn join(&mut self, others: &Ways) {
        others.iter().for_each(|(condition, spaces)| self.add(condition, spaces));
    }

    /// Adds ways to those that were found before. Returns the needed ones: to where no ship is known to come in as good a
    /// condition. One that is there sooner may wait.
    pub fn add_needed(&mut self, ways: Ways) -> Ways {
        let mut needed = Ways::default();
        // The order of conditions has each before those that beat it.
        for (condition, mut spaces) in ways.0.into_iter().rev() {
            let better = self.0.iter().filter(|(known, _)| known.beats(condition));
            better.for_each(|(_, known)| spaces.difference_with(known));
            if !spaces.is_empty() {
                self.add(condition, &spaces);
                needed.0.insert(condition, spaces);
            }
        }
        needed
    }
}
