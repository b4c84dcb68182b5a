//! The ways on from a node, counted out where they are few.

use super::path_value::{PathValue, share_bounds, sorted};
use crate::game::{Bin, Item, Node, Sort, Walk, Word};

/// The most steps in a search for few ways before they count as many.
const STEPS: usize = 4000;

/// Every value of a node without further nodes, if there are at most `most`; `None` if there are more, or too many to search.
pub fn ways(node: &Node, most: usize) -> Option<Vec<PathValue>> {
    let mut search = Search { most, steps: 0, found: Vec::new() };
    let ended = match node {
        Node::End => search.add(PathValue::Nothing),
        Node::OneOf { .. } | Node::Text { .. } => None,
        Node::SomeOf { of, least, most, budget, .. } => {
            let choosing = Choosing { of, least: *least, most: *most, budget: *budget };
            search.some(&choosing, &mut Vec::new(), 0, 0)
        }
        Node::Number { least, most, .. } => {
            (*least..=*most).try_for_each(|n| search.add(PathValue::Number(n)))
        }
        Node::Split { bins, least, most, .. } => search.split(bins, *least, *most, &mut Vec::new()),
        Node::Sort { sort, .. } if is_large(sort) => None,
        Node::Sort { sort, .. } => search.sort(sort, &mut Vec::new()),
        Node::Walk { walk, .. } => search.walk(walk, walk.from, &mut Vec::new()),
    };
    ended.map(|()| search.found)
}

/// Returns whether a sorting has too many things and bins to count its ways.
fn is_large(sort: &Sort) -> bool {
    let ways = |item: &Item| {
        let bins = sort.bins.iter().filter(|bin| takes(bin, item)).count();
        bins + usize::from(!item.must)
    };
    let all = sort.items.iter().map(ways).try_fold(1usize, |all, ways| all.checked_mul(ways));
    all.is_none_or(|all| all > STEPS)
}

/// Returns whether a bin takes things of this class.
pub fn takes(bin: &Bin, item: &Item) -> bool {
    bin.only.is_empty() || bin.only.contains(&item.class)
}

/// The source of a choice of words.
struct Choosing<'a> {
    of: &'a [(Word, u32)],
    least: usize,
    most: usize,
    budget: Option<u32>,
}

struct Search {
    most: usize,
    steps: usize,
    found: Vec<PathValue>,
}

impl Search {
    fn add(&mut self, way: PathValue) -> Option<()> {
        self.found.push(way);
        (self.found.len() <= self.most).then_some(())
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps <= STEPS).then_some(())
    }

    fn some(&mut self, some: &Choosing<'_>, chosen: &mut Vec<bool>, count: usize, spent: u32) -> Option<()> {
        self.step()?;
        let over = some.budget.is_some_and(|budget| spent > budget);
        if over || count > some.most || count + (some.of.len() - chosen.len()) < some.least {
            return Some(());
        }
        let Some((_, cost)) = some.of.get(chosen.len()) else {
            return self.add(PathValue::Chosen(chosen.clone()));
        };
        for is_chosen in [true, false] {
            chosen.push(is_chosen);
            let more = usize::from(is_chosen);
            let spent = if is_chosen { spent.saturating_add(*cost) } else { spent };
            self.some(some, chosen, count + more, spent)?;
            chosen.pop();
        }
        Some(())
    }

    fn split(&mut self, bins: &[(Word, u32)], least: u32, most: u32, shares: &mut Vec<u32>) -> Option<()> {
        self.step()?;
        if shares.len() == bins.len() {
            return self.add(PathValue::Shares(shares.clone()));
        }
        let (from, to) = share_bounds(bins, least, most, shares);
        for share in (from..=to).rev() {
            shares.push(share);
            self.split(bins, least, most, shares)?;
            shares.pop();
        }
        Some(())
    }

    fn sort(&mut self, sort: &Sort, of: &mut Vec<usize>) -> Option<()> {
        self.step()?;
        let taken = of.iter().filter(|bin| **bin > 0).count();
        if taken > sort.take || taken + (sort.items.len() - of.len()) < sort.take {
            return Some(());
        }
        let Some(item) = sort.items.get(of.len()) else {
            let accepted = sort.accepts(&sorted(sort, of));
            return if accepted { self.add(PathValue::Sorted { of: of.clone(), bin: 0 }) } else { Some(()) };
        };
        for bin in usize::from(item.must)..=sort.bins.len() {
            let fits = bin.checked_sub(1).and_then(|at| sort.bins.get(at)).is_none_or(|into| {
                takes(into, item) && of.iter().filter(|other| **other == bin).count() < into.most
            });
            if fits {
                of.push(bin);
                self.sort(sort, of)?;
                of.pop();
            }
        }
        Some(())
    }

    fn walk(&mut self, walk: &Walk, at: Word, way: &mut Vec<usize>) -> Option<()> {
        self.step()?;
        if !way.is_empty() {
            self.add(PathValue::Way(way.clone()))?;
        }
        if way.len() >= walk.most || (!way.is_empty() && walk.stops_at(at)) {
            return Some(());
        }
        for (next, place) in walk.steps_from(at).into_iter().enumerate() {
            way.push(next);
            self.walk(walk, place, way)?;
            way.pop();
        }
        Some(())
    }
}
