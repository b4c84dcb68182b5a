//! Walks along the lines of a map.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use crate::game::word::Word;

/// The lines of a map: each place with its neighbours, in a fixed order.
pub type Lines = BTreeMap<Word, Vec<Word>>;

/// The walks open from one place: 1 to `most` steps along lines, over no barred place, ending where it must.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The map.
    pub lines: Arc<Lines>,
    /// The space where it begins.
    pub from: Word,
    /// The most steps.
    pub most: usize,
    /// Places that end a walk that enters them.
    pub stops: Arc<BTreeSet<Word>>,
    /// Further places that end it in this position.
    pub stops_now: Vec<Word>,
    /// Places it may not enter.
    pub barred: Vec<Word>,
}

impl Walk {
    /// The places one step from `place`.
    pub fn steps_from(&self, place: Word) -> Vec<Word> {
        self.lines
            .get(&place)
            .map(|next| next.iter().copied().filter(|to| !self.barred.contains(to)).collect())
            .unwrap_or_default()
    }

    /// Returns whether entering `place` ends the walk.
    pub fn stops_at(&self, place: Word) -> bool {
        self.stops.contains(&place) || self.stops_now.contains(&place)
    }

    /// Returns whether `path`, the places entered one after another, is such a walk.
    pub fn accepts(&self, path: &[Word]) -> bool {
        if path.is_empty() || path.len() > self.most {
            return false;
        }
        let mut at = self.from;
        for (i, to) in path.iter().enumerate() {
            let joined = self.lines.get(&at).is_some_and(|next| next.contains(to));
            if !joined || self.barred.contains(to) || (self.stops_at(*to) && i + 1 < path.len()) {
                return false;
            }
            at = *to;
        }
        true
    }

    /// For every place within reach, a shortest walk to it.
    pub fn routes(&self) -> BTreeMap<Word, Vec<Word>> {
        let mut routes: BTreeMap<Word, Vec<Word>> = BTreeMap::new();
        let mut queue: VecDeque<Vec<Word>> = VecDeque::from([vec![]]);
        while let Some(path) = queue.pop_front() {
            let at = path.last().copied().unwrap_or(self.from);
            // A stop ends a walk that enters it, not one that begins there.
            if path.len() == self.most || (!path.is_empty() && self.stops_at(at)) {
                continue;
            }
            for to in self.steps_from(at) {
                // A walk may end where it began, but that is no destination.
                if to != self.from && !routes.contains_key(&to) {
                    let mut longer = path.clone();
                    longer.push(to);
                    routes.insert(to, longer.clone());
                    queue.push_back(longer);
                }
            }
        }
        routes
    }

    pub(super) fn sample(&self, below: &mut impl FnMut(u32) -> u32) -> Vec<Word> {
        let steps = 1 + below(self.most as u32) as usize;
        let mut path = Vec::with_capacity(steps);
        let mut at = self.from;
        while path.len() < steps && (path.is_empty() || !self.stops_at(at)) {
            let open = self.steps_from(at);
            if open.is_empty() {
                break;
            }
            at = open[below(open.len() as u32) as usize];
            path.push(at);
        }
        path
    }
}
