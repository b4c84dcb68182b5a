//! Things sorted into bins: proposals, and the state of a sorting that is made by hand.

use super::course::OrderCourse;
use super::names::range;
use super::options_path::PathNode;
use super::path_value::{PathValue, sorted};
use super::ways::{takes, ways};
use crate::game::{Arg, Bin, Node, OrderForm, Sort, Word};
use crate::report::{by_class, in_order};
use crate::words::Value;

/// Most sortings that are proposed.
const PROPOSALS: usize = 20;

impl OrderCourse<'_> {
    /// Sortings to choose from: all if they are at most `few`, else one for each number of bins.
    pub fn proposals(&self, sort: &Sort, node: &Node, few: usize) -> Vec<PathValue> {
        if let Some(all) = ways(node, few) {
            return all;
        }
        let arg = node.arg().unwrap_or_default();
        let proposed = sort.propose(PROPOSALS).into_iter().filter_map(|sorted| {
            let form = OrderForm::new(Word::literal("sort")).with(arg, Arg::Sorted(sorted));
            by_class(form, arg, sort).sorted(arg)
        });
        proposed.map(|sorted| PathValue::of_sorted(sort, &sorted)).collect()
    }

    /// The number of things in each bin of a sorting.
    pub fn counts(&self, place: &PathNode<'_>, sort: &Sort, what: &PathValue) -> String {
        let PathValue::Sorted { of, .. } = what else { return String::new() };
        let count = |(bin, things): (&Word, &Vec<Word>)| {
            let bin = self.names.word(place.verb, place.node.arg().unwrap_or_default(), *bin);
            self.names.say("pick-bin-count", &[("bin", bin.into()), ("count", things.len().into())])
        };
        self.names.list(sorted(sort, of).iter().map(count))
    }

    /// The number of things of each class in each bin of a sorting.
    pub fn classes(&self, place: &PathNode<'_>, sort: &Sort, what: &PathValue) -> String {
        let PathValue::Sorted { of, .. } = what else { return String::new() };
        let phrases = &self.position().phrases;
        let used = sort.bins.iter().enumerate().filter(|(at, _)| of.contains(&(at + 1)));
        self.names.list(used.map(|(at, bin)| {
            let mut counts: Vec<(Word, usize)> = Vec::new();
            for (item, _) in sort.items.iter().zip(of).filter(|(_, bin)| **bin == at + 1) {
                match counts.iter_mut().find(|(class, _)| *class == item.class) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((item.class, 1)),
                }
            }
            let counted = |(class, count): (Word, usize)| {
                let args = [("class", phrases.name(class).into()), ("count", Value::from(count))];
                self.names.say("pick-class-count", &args)
            };
            let things = self.names.list(counts.into_iter().map(counted));
            phrases.say("sorted", &[("bin", self.names.bin(place, bin).into()), ("things", things.into())])
        }))
    }

    /// The number of things to sort, and the bounds of each bin: bins with the same bounds together.
    pub fn bounds(&self, place: &PathNode<'_>, sort: &Sort) -> Vec<String> {
        let spare = sort.items.len().saturating_sub(sort.take);
        let count = [("count", Value::from(sort.take)), ("spare", spare.into())];
        let mut alike: Vec<((usize, usize), Vec<String>)> = Vec::new();
        for bin in &sort.bins {
            let bounds = (bin.least, bin.most.min(sort.take));
            match alike.iter_mut().find(|(known, _)| *known == bounds) {
                Some((_, bins)) => bins.push(self.names.bin(place, bin)),
                None => alike.push((bounds, vec![self.names.bin(place, bin)])),
            }
        }
        let arg = self.names.arg(place.verb, place.node.arg().unwrap_or_default());
        let is_one = alike.len() == 1;
        let line = |((least, most), bins): ((usize, usize), Vec<String>)| {
            let some = [("name", self.names.list(bins).into()), ("id", arg.as_str().into())];
            let bins = if is_one { arg.clone() } else { self.names.say("pick-place", &some) };
            let range = range(&|key, args| self.names.say(key, args), (least.max(1), most));
            let args = [
                ("bins", bins.into()),
                ("least", Value::from(least.max(1))),
                ("most", most.into()),
                ("range", range.into()),
            ];
            self.names.say("pick-bins", &args)
        };
        std::iter::once(self.names.say("pick-take", &count)).chain(alike.into_iter().map(line)).collect()
    }

    /// The state of the sorting, with its remaining faults.
    pub fn standing(&self, place: &PathNode<'_>, sort: &Sort, of: &[usize]) -> Vec<String> {
        let sorted = sorted(sort, of);
        let held = |bin: &Bin| sorted.get(&bin.word).map_or(0, Vec::len);
        let name = |bin: &Bin| self.names.bin(place, bin);
        let mut lines = Vec::new();
        for bin in &sort.bins {
            if let Some(things) = sorted.get(&bin.word) {
                lines.push(self.names.bin_with(name(bin), things));
            }
        }
        let taken = of.iter().filter(|bin| **bin > 0).count();
        let key = if taken > sort.take { "pick-too-many" } else { "pick-left" };
        lines.push(self.names.say(key, &[("count", taken.abs_diff(sort.take).into())]));
        for bin in sort.bins.iter().filter(|bin| held(bin) > 0) {
            let args = [
                ("bin", name(bin).into()),
                ("held", held(bin).into()),
                ("least", Value::from(bin.least)),
                ("most", bin.most.into()),
            ];
            if held(bin) < bin.least {
                lines.push(self.names.say("pick-bin-few", &args));
            } else if held(bin) > bin.most {
                lines.push(self.names.say("pick-bin-full", &args));
            }
        }
        let others = |bin: &Bin, at: usize| {
            sort.bins[..at]
                .iter()
                .any(|other| bin.group.is_some() && other.group == bin.group && held(other) > 0)
        };
        for (at, bin) in sort.bins.iter().enumerate().filter(|(_, bin)| held(bin) > 0) {
            if others(bin, at) {
                lines.push(self.names.say("pick-bin-other", &[("bin", name(bin).into())]));
            }
        }
        let missing = sort.items.iter().zip(of).filter(|(item, bin)| item.must && **bin == 0);
        let missing: Vec<String> = missing.map(|(item, _)| self.position().phrases.name(item.word)).collect();
        if !missing.is_empty() && missing.len() < sort.take {
            lines.push(self.names.say("pick-must", &[("things", self.names.list(missing).into())]));
        }
        let spread = sort.bins.iter().filter(|bin| bin.counts && held(bin) > 0).count();
        if spread < sort.spread {
            let bins = self.names.list(sort.bins.iter().filter(|bin| bin.counts).map(name));
            lines
                .push(self.names.say("pick-spread", &[("count", sort.spread.into()), ("bins", bins.into())]));
        }
        lines
    }
}

/// The number of unsorted things.
pub fn left(sort: &Sort, of: &[usize]) -> usize {
    sort.take.saturating_sub(of.iter().filter(|bin| **bin > 0).count())
}

/// The things that may go into a bin and are in no other, those of a class together.
pub fn candidates(sort: &Sort, of: &[usize], at: usize) -> Vec<usize> {
    let Some(bin) = sort.bins.get(at) else { return Vec::new() };
    let place = |word: Word| sort.items.iter().position(|item| item.word == word);
    let may = |thing: &usize| takes(bin, &sort.items[*thing]) && (of[*thing] == 0 || of[*thing] == at + 1);
    in_order(sort).into_iter().filter_map(|item| place(item.word)).filter(may).collect()
}
