//! Lists, points and numbers as they are typed, and a text.

use std::collections::BTreeMap;

use super::super::Fallback;
use super::super::find::Found;
use super::super::sorting::Share;
use super::classes;
use super::{Keyed, MOST, NONE, ParseError, Walker, clip, is_all, is_one_of, number};
use crate::game::{Arg, Item, Sort, Word};

impl Walker<'_> {
    /// A thing that may be listed by its class.
    fn item(&self, word: Word) -> Option<Item> {
        self.lexicon.class_of(word).map(|class| Item { word, class, must: false })
    }

    pub(super) fn some_of(
        &mut self,
        arg: &'static str,
        all: Vec<Word>,
        least: usize,
        fits: bool,
    ) -> Result<(), ParseError> {
        let spec = self.arg_spec(arg);
        let keyed = self.key(arg)?;
        let typed: Vec<&str> = match keyed {
            Some(values) => values.iter().map(String::as_str).collect(),
            None => self.typed(),
        };
        let items: Vec<Item> = all.iter().filter_map(|word| self.item(*word)).collect();
        let sort = Sort { bins: vec![], take: items.len(), spread: 0, items };
        let classes = classes(&sort);
        let list = Word::literal(arg);
        let (mut shares, mut at) = (Vec::new(), 0);
        let finder = self.finder(spec, vec![]);
        while at < typed.len() {
            let used = match finder.find(&all, &typed[at..]) {
                Found::Named(word, n) => {
                    shares.push((list, Share::Thing(word)));
                    n
                }
                // After full names: a thing may itself be called so.
                _ if is_all(spec, &typed[at..=at]) => {
                    shares.extend(all.iter().map(|word| (list, Share::Thing(*word))));
                    1
                }
                // Nothing at all beside something contradicts itself.
                _ if is_one_of(NONE, typed[at]) && typed.len() == 1 => 1,
                _ if let Some((share, n)) = self.class_share(arg, &classes, &all, &typed[at..])? => {
                    shares.push((list, share));
                    n
                }
                Found::Begun(word, n) | Found::Known(word, n) => {
                    shares.push((list, Share::Thing(word)));
                    n
                }
                Found::Several(several, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), several));
                }
                Found::Vague(_) | Found::Nothing => return Err(self.unknown(arg, all, typed[at])),
            };
            if keyed.is_none() {
                self.take(arg, &all, used);
            }
            at += used;
        }
        let mut words = self.filled(&sort, &shares)?.remove(&list).unwrap_or_default();
        if typed.is_empty() {
            self.left_out.push((arg, all.clone()));
            words = match spec.map(|spec| spec.default) {
                // Legal values elsewhere say nothing about an illegal order: it is reported as typed.
                Some(Fallback::All | Fallback::Most) if fits && !self.lenient => all,
                Some(Fallback::Only) if all.len() == 1 => all,
                Some(Fallback::First) => all.into_iter().take(least.max(1)).collect(),
                _ if least == 0 || self.lenient => vec![],
                _ => return Err(self.missing(arg, all)),
            };
        }
        self.form.set(Word::literal(arg), Arg::Words(words));
        Ok(())
    }

    pub(super) fn split(
        &mut self,
        arg: &'static str,
        bins: &[(Word, u32)],
        most: u32,
    ) -> Result<(), ParseError> {
        let legal: Vec<Word> = bins.iter().map(|(bin, _)| *bin).collect();
        let mut shares: BTreeMap<Word, u32> = BTreeMap::new();
        let bare = self.key(arg)?;
        let mut given = false;
        for i in 0..self.keyed.len() {
            let Keyed { key, values, used, .. } = self.keyed[i];
            if used {
                continue;
            }
            self.keyed[i].used = true;
            given = true;
            let bin = self.word_of(arg, &legal, key)?;
            let text = values.join(",");
            let Some(points) = number(&text).and_then(|n| u32::try_from(n).ok()) else {
                return Err(ParseError::NotANumber { verb: self.verb, arg: bin, given: clip(&text) });
            };
            self.share(&mut shares, bin, points)?;
        }
        let by_position = bare.is_none();
        let typed: Vec<&str> = match bare {
            Some(values) => values.iter().map(String::as_str).collect(),
            None => self.typed(),
        };
        let mut at = 0;
        while at < typed.len() {
            let used = match is_one_of(NONE, typed[at]) && typed.len() == 1 && !given {
                true => 1,
                false => {
                    let (bin, points, used) =
                        self.typed_share(arg, bins, most, &typed[at..], shares.is_empty())?;
                    self.share(&mut shares, bin, points)?;
                    used
                }
            };
            if by_position {
                self.take(arg, &legal, used);
            }
            given = true;
            at += used;
        }
        if !given {
            self.left_out.push((arg, legal));
        }
        if !given && !self.lenient {
            shares = self.whole(arg, bins, most)?;
        }
        // A bin with 0 says the same as no bin, and equal orders must be equal forms.
        shares.retain(|_, points| *points > 0);
        self.form.set(Word::literal(arg), Arg::Shares(shares));
        Ok(())
    }

    /// The first share of `typed`: its bin, its points and the number of words. A bin `alone` takes as much as possible.
    fn typed_share(
        &self,
        arg: &'static str,
        bins: &[(Word, u32)],
        most: u32,
        typed: &[&str],
        alone: bool,
    ) -> Result<(Word, u32, usize), ParseError> {
        let legal: Vec<Word> = bins.iter().map(|(bin, _)| *bin).collect();
        let (bin, n) = match self.finder(self.arg_spec(arg), vec![]).find(&legal, typed) {
            Found::Named(bin, n) | Found::Begun(bin, n) | Found::Known(bin, n) => (bin, n),
            Found::Several(words, n) => return Err(self.ambiguous(arg, &typed[..n].join(" "), words)),
            Found::Vague(_) | Found::Nothing => return Err(self.unknown(arg, legal, typed[0])),
        };
        let limit = bins.iter().find(|(word, _)| *word == bin).map_or(most, |(_, limit)| *limit);
        match typed.get(n).map(|text| number(text).and_then(|n| u32::try_from(n).ok())) {
            Some(Some(points)) => Ok((bin, points, n + 1)),
            None if alone => Ok((bin, limit.min(most), n)),
            _ => Err(ParseError::Missing { verb: self.verb, arg: bin, legal: vec![], more: 0 }),
        }
    }

    fn share(&self, shares: &mut BTreeMap<Word, u32>, bin: Word, points: u32) -> Result<(), ParseError> {
        match shares.insert(bin, points) {
            None => Ok(()),
            Some(_) => Err(ParseError::Twice { verb: self.verb, arg: bin }),
        }
    }

    /// The default shares: everything there is room for, if that leaves no choice.
    fn whole(
        &self,
        arg: &'static str,
        bins: &[(Word, u32)],
        most: u32,
    ) -> Result<BTreeMap<Word, u32>, ParseError> {
        let whole =
            self.arg_spec(arg).is_some_and(|spec| matches!(spec.default, Fallback::All | Fallback::Only));
        let room: u32 = bins.iter().map(|(_, limit)| limit).sum();
        match bins {
            [(bin, limit)] if whole => Ok(BTreeMap::from([(*bin, most.min(*limit))])),
            _ if whole && room <= most => Ok(bins.iter().copied().collect()),
            _ => Err(self.missing(arg, bins.iter().map(|(bin, _)| *bin).collect())),
        }
    }

    pub(super) fn number(&mut self, arg: &'static str, least: i64, most: i64) -> Result<(), ParseError> {
        let fallback = match self.arg_spec(arg).map(|spec| spec.default) {
            Some(Fallback::Most | Fallback::All) => Some(most),
            Some(Fallback::First) => Some(least),
            _ if least == most => Some(most),
            _ => None,
        };
        let keyed = self.key(arg)?.map(|values| values.join(","));
        let by_position = keyed.is_none();
        let ahead = self.typed().first().map(|word| (*word).to_owned());
        let given = match keyed.or(ahead) {
            Some(text) => match number(&text).or(is_one_of(MOST, &text).then_some(most)) {
                None if by_position && fallback.is_some() && self.begins_again() => None,
                None => {
                    let (verb, arg) = (self.verb, Word::literal(arg));
                    return Err(ParseError::NotANumber { verb, arg, given: clip(&text) });
                }
                number => number,
            },
            None => None,
        };
        match given {
            Some(_) if by_position => self.take(arg, &[], 1),
            Some(_) => {}
            None => self.left_out.push((arg, vec![])),
        }
        match given.or(fallback) {
            Some(number) => self.form.set(Word::literal(arg), Arg::Number(number)),
            None if self.lenient => {}
            None => return Err(self.missing(arg, vec![])),
        }
        Ok(())
    }

    /// The rest, as typed.
    pub(super) fn text(&mut self, arg: &'static str) -> Result<(), ParseError> {
        let text = match self.key(arg)? {
            Some(values) => values.join(", "),
            None => self.typed().join(" "),
        };
        // A text takes the rest of the line, so that nothing is left over to be refused.
        self.at = self.words.len();
        match text.trim() {
            "" if self.lenient => {}
            "" => return Err(self.missing(arg, vec![])),
            text => self.form.set(Word::literal(arg), Arg::Text(text.to_owned())),
        }
        Ok(())
    }
}
