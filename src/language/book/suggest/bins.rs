//! Points by bin and things sorted into bins, as typed: `north=3 south=1`, `1=BC*5 2=rest`.

use std::collections::BTreeMap;

use super::super::find::Found;
use super::super::named::joined;
use super::super::text::{fold, number};
use super::super::walk::{REST, classes};
use super::{Quest, Suggestion};
use crate::game::{Node, Options, OrderForm, Sort, Sorted, Word};
use crate::words::Lang;

/// Ways of sharing points that are looked at.
const WAYS: usize = 200;

type Shares = BTreeMap<Word, u32>;

impl Quest<'_> {
    /// Shared points: the typed text, then with the rest shared out, then with points for one more bin.
    pub(super) fn splits(
        &self,
        node: &Node,
        bins: &[(Word, u32)],
        most: u32,
        typed: &str,
    ) -> Vec<Suggestion> {
        let (fixed, typed) = self.shared(bins, typed);
        let spent: u32 = fixed.values().sum();
        let holds_fixed = |shares: &Shares| fixed.iter().all(|(bin, n)| shares.get(bin) == Some(n));
        let mut ways: Vec<Shares> = Vec::new();
        if typed.is_empty() && !fixed.is_empty() {
            // The typed shares may be all that the player wants to give.
            ways.push(fixed.clone());
        }
        let proposed = self.proposed(node);
        let proposed = proposed.iter().filter_map(|form| form.shares(self.arg.as_str()));
        ways.extend(proposed.filter(|shares| holds_fixed(shares)).take(self.draft.most / 2).cloned());
        let room = most.saturating_sub(spent);
        for (bin, limit) in bins.iter().filter(|(bin, _)| !fixed.contains_key(bin)) {
            ways.extend((1..=room.min(*limit)).rev().map(|points| {
                let mut way = fixed.clone();
                way.insert(*bin, points);
                way
            }));
        }
        let (begun, count) = typed.split_once('=').unwrap_or((&typed, ""));
        let key = fold(begun);
        let fits = |way: &Shares| {
            let mut added = way.iter().filter(|(bin, _)| !fixed.contains_key(bin));
            let fits =
                |(bin, n): (&Word, &u32)| n.to_string().starts_with(count) && self.fit(*bin, &key).is_some();
            typed.is_empty() || added.any(fits)
        };
        let fitting: Vec<Shares> = ways.iter().filter(|way| fits(way)).cloned().collect();
        let shown = if fitting.is_empty() { ways } else { fitting };
        shown.iter().map(|shares| self.shares(shares)).collect()
    }

    fn shares(&self, shares: &Shares) -> Suggestion {
        let text = |lang: Lang| {
            let parts = shares.iter().map(|(bin, n)| format!("{}={n}", self.typed_name(lang, *bin)));
            parts.collect::<Vec<_>>().join(" ")
        };
        Suggestion { label: text(self.draft.lang), value: text(Lang::En) }
    }

    /// The bins that are typed with their points, and the text of one that is not complete.
    fn shared(&self, bins: &[(Word, u32)], typed: &str) -> (Shares, String) {
        let legal: Vec<Word> = bins.iter().map(|(bin, _)| *bin).collect();
        let (mut fixed, mut begun) = (Shares::new(), String::new());
        for token in joined(typed).split(|c: char| c.is_whitespace() || matches!(c, ',' | '、' | '，')) {
            let complete = token.split_once('=').and_then(|(bin, points)| {
                let (Found::Named(bin, 1) | Found::Begun(bin, 1)) =
                    self.finder(self.spec).find(&legal, &[bin])
                else {
                    return None;
                };
                Some((bin, number(points).and_then(|n| u32::try_from(n).ok())?))
            });
            match complete {
                Some((bin, points)) => drop(fixed.insert(bin, points)),
                None => begun = token.to_owned(),
            }
        }
        (fixed, begun)
    }

    /// Sortings in the short typed form: a few for an empty text, else the typed one with one more bin.
    pub(super) fn sortings(&self, node: &Node, sort: &Sort, typed: &str) -> Vec<Suggestion> {
        let typed = joined(typed);
        let tokens: Vec<&str> = typed.split_whitespace().collect();
        let forms = self.proposed(node).into_iter();
        let dealt = forms.filter_map(|form| Some(self.dealt(sort, &form.sorted(self.arg.as_str())?)));
        if tokens.is_empty() {
            return dealt.chain(self.one_more(sort, "", "")).collect();
        }
        let (last, key) = (tokens.len() - 1, fold(&typed));
        let mut found = vec![Suggestion { label: tokens.join(" "), value: tokens.join(" ") }];
        found.extend(
            dealt.filter(|one| [&one.label, &one.value].iter().any(|text| fold(text).starts_with(&key))),
        );
        found.extend(self.one_more(sort, &tokens[..last].join(" "), tokens[last]));
        found.extend(self.one_more(sort, &tokens.join(" "), ""));
        found
    }

    /// As many things in each bin as in `sorted`, class after class, and the rest in the last.
    fn dealt(&self, sort: &Sort, sorted: &Sorted) -> Suggestion {
        let count = |class: &Word| sort.items.iter().filter(|item| item.class == *class).count();
        let mut left: Vec<(Word, usize)> =
            classes(sort).into_iter().map(|class| (class, count(&class))).rev().collect();
        let (mut label, mut value) = (Vec::new(), Vec::new());
        let ja = usize::from(self.draft.lang == Lang::Ja);
        for (at, (bin, things)) in sorted.iter().enumerate() {
            let (mut room, mut shares) = (things.len(), Vec::new());
            while room > 0
                && let Some((class, count)) = left.last_mut()
            {
                let taken = room.min(*count);
                shares.push(format!("{}*{taken}", self.draft.lexicon.name(Lang::En, *class)));
                (room, *count) = (room - taken, *count - taken);
                if *count == 0 {
                    left.pop();
                }
            }
            let shares = shares.join(",");
            let is_last = at + 1 == sorted.len();
            let share = |rest: &str| if is_last { rest.to_owned() } else { shares.clone() };
            label.push(format!("{}={}", self.typed_name(self.draft.lang, *bin), share(REST[ja])));
            value.push(format!("{bin}={}", share(REST[0])));
        }
        Suggestion { label: label.join(" "), value: value.join(" ") }
    }

    /// The typed text with one more bin: everything left, or the things of a class; only those that begin with `begun`.
    fn one_more(&self, sort: &Sort, before: &str, begun: &str) -> Vec<Suggestion> {
        if before.chars().count() > self.draft.chars {
            return vec![];
        }
        let ja = usize::from(self.draft.lang == Lang::Ja);
        let class_names: Vec<String> =
            classes(sort).iter().map(|class| self.draft.lexicon.name(Lang::En, *class)).collect();
        let shares =
            [(REST[0], REST[ja])].into_iter().chain(class_names.iter().map(|name| (&**name, &**name)));
        let mut found = Vec::new();
        for (value, label) in shares {
            for bin in &sort.bins {
                let added = |lang, share: &str| format!("{}={share}", self.typed_name(lang, bin.word));
                let (value, label) = (added(Lang::En, value), added(self.draft.lang, label));
                if [&value, &label].iter().any(|text| fold(text).starts_with(&fold(begun))) {
                    let after = |text: String| match before {
                        "" => text,
                        before => format!("{before} {text}"),
                    };
                    found.push(Suggestion { label: after(label), value: after(value) });
                }
            }
        }
        found
    }

    fn proposed(&self, node: &Node) -> Vec<OrderForm> {
        Options { verbs: vec![(self.verb.name, node.clone())] }.propose(WAYS)
    }

    /// A bin as a player of `lang` would type it.
    fn typed_name(&self, lang: Lang, bin: Word) -> String {
        self.draft.book.type_word(lang, bin, self.verb, self.draft.lexicon)
    }
}
