//! Choosing several words, and sharing points: by chance, and one way after another.

use std::collections::{BTreeMap, VecDeque};

use super::super::limits::LIST_WORDS;
use super::super::word::Word;

/// A random set of `least` to `most` words within the budget; fewer when the budget ends before.
pub(super) fn sample_some(
    of: &[(Word, u32)],
    least: usize,
    most: usize,
    budget: Option<u32>,
    below: &mut impl FnMut(u32) -> u32,
) -> Vec<Word> {
    let mut open: Vec<(Word, u32)> = of.to_vec();
    let most = most.min(open.len()).min(LIST_WORDS);
    // `least` may be more than there is to choose from, and the difference must not wrap.
    let wanted = least + below((most - least.min(most)) as u32 + 1) as usize;
    let mut left = budget;
    let mut words = Vec::new();
    while words.len() < wanted && !open.is_empty() {
        let (word, cost) = open.swap_remove(below(open.len() as u32) as usize);
        if left.is_none_or(|left| cost <= left) {
            left = left.map(|left| left - cost);
            words.push(word);
        }
    }
    words
}

/// `points` shared out at random.
pub(super) fn sample_split(
    bins: &[(Word, u32)],
    points: u32,
    below: &mut impl FnMut(u32) -> u32,
) -> BTreeMap<Word, u32> {
    let mut open: Vec<(Word, u32)> = bins.iter().copied().filter(|(_, limit)| *limit > 0).collect();
    let mut shares = BTreeMap::new();
    for _ in 0..points {
        if open.is_empty() {
            break;
        }
        let at = below(open.len() as u32) as usize;
        *shares.entry(open[at].0).or_insert(0) += 1;
        open[at].1 -= 1;
        if open[at].1 == 0 {
            open.swap_remove(at);
        }
    }
    shares
}

/// Subsets of `of`, smallest first, at most `limit`.
pub(super) fn subsets(
    of: &[(Word, u32)],
    least: usize,
    most: usize,
    budget: Option<u32>,
    limit: usize,
) -> Vec<Vec<Word>> {
    let mut found: Vec<Vec<Word>> = Vec::new();
    let mut queue: VecDeque<(usize, Vec<Word>, u32)> = VecDeque::from([(0, vec![], 0)]);
    while let Some((from, words, cost)) = queue.pop_front() {
        if found.len() >= limit {
            break;
        }
        if words.len() < most.min(LIST_WORDS) {
            for (at, (word, price)) in of.iter().enumerate().skip(from) {
                // The queue has a limit too: sixty words have more subsets than fit into memory.
                if budget.is_none_or(|budget| cost + price <= budget) && queue.len() < limit.max(16) * 4 {
                    let mut longer = words.clone();
                    longer.push(*word);
                    queue.push_back((at + 1, longer, cost + price));
                }
            }
        }
        if words.len() >= least {
            found.push(words);
        }
    }
    found
}

/// Ways of sharing `least` to `most` points, the fullest first, at most `limit`.
pub(super) fn splits(bins: &[(Word, u32)], least: u32, most: u32, limit: usize) -> Vec<BTreeMap<Word, u32>> {
    fn fill(
        bins: &[(Word, u32)],
        points: u32,
        shares: &mut BTreeMap<Word, u32>,
        limit: usize,
        found: &mut Vec<BTreeMap<Word, u32>>,
    ) {
        if found.len() >= limit {
            return;
        }
        let Some(((bin, most), rest)) = bins.split_first() else {
            if points == 0 {
                found.push(shares.clone());
            }
            return;
        };
        let room: u32 = rest.iter().map(|(_, limit)| limit).sum();
        // The bins behind cannot hold more than `room`, so less than this here would be in vain.
        for share in (points.saturating_sub(room)..=points.min(*most)).rev() {
            if share > 0 {
                shares.insert(*bin, share);
            }
            fill(rest, points - share, shares, limit, found);
            shares.remove(bin);
        }
    }
    let mut found = Vec::new();
    let room = bins.iter().map(|(_, limit)| limit).sum::<u32>();
    for points in (least..=most.min(room)).rev() {
        fill(bins, points, &mut BTreeMap::new(), limit, &mut found);
    }
    found
}
