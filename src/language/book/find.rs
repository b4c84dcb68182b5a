//! Finding the word a player means: among the legal ones, then among those that have a name at all.

use std::borrow::Cow;

use super::lexicon::{Joint, Lexicon, NameKind, Second};
use super::likeness::{begins, best, is_beginning, likeness};
use super::text::{fold, number};
use super::{ArgKind, ArgSpec};
use crate::game::Word;

/// The most typed words that make up one name.
pub(super) const NAME_WORDS: usize = 5;

/// The fewest letters that find a name by a later word of it.
const LETTERS_WITHIN: usize = 3;

/// The meaning of some typed words, and the number of words used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A legal word, named in full.
    Named(Word, usize),
    /// A legal word, by the beginning of its name.
    Begun(Word, usize),
    /// A word that exists but is not legal there.
    Known(Word, usize),
    /// The beginning of several legal words.
    Several(Vec<Word>, usize),
    /// The beginning of several words that exist, none of them legal there.
    Vague(usize),
    /// Nothing.
    Nothing,
}

/// The places to look for a word.
pub(super) struct Finder<'a> {
    pub lexicon: &'a Lexicon,
    pub spec: Option<&'a ArgSpec>,
    /// Words that are known without being in the lexicon.
    pub known: Vec<Word>,
}

impl Finder<'_> {
    /// Finds the word of `legal` that the first of `typed` mean: the longest full name first, then the longest beginning.
    pub fn find(&self, legal: &[Word], typed: &[&str]) -> Found {
        let names: Vec<(Word, Vec<Named<'_>>)> =
            legal.iter().map(|word| (*word, self.names(*word))).collect();
        // Each number of words is looked up; without a limit a long line costs its square.
        let most = typed.len().min(NAME_WORDS);
        let keys: Vec<String> = (1..=most).map(|n| fold(&typed[..n].join(" "))).collect();
        for (n, key) in keys.iter().enumerate().rev().map(|(i, key)| (i + 1, key)) {
            if key.is_empty() {
                continue;
            }
            match &matching(&names, key, Named::is)[..] {
                [word] => return Found::Named(*word, n),
                [] => {}
                several => return Found::Several(several.to_vec(), n),
            }
            match &matching(&names, key, Named::has_part)[..] {
                [word] => return Found::Begun(*word, n),
                [] => {}
                several => return Found::Several(several.to_vec(), n),
            }
            // A full name of something illegal comes before the beginning of something legal: the rules then
            // say why not.
            if let [word, ..] = self.known(key, false)[..] {
                // A name that goes on with further words is as good here: Queen Mary where Queen is not.
                let longer = keys.iter().enumerate().skip(n - 1).rev().find_map(|(i, key)| {
                    let fits = |name: &Named<'_>, key: &str| match i + 1 > n {
                        true => name.begins(key),
                        false => name.goes_on(key),
                    };
                    match &matching(&names, key, fits)[..] {
                        [] => None,
                        [word] => Some(Found::Begun(*word, i + 1)),
                        several => Some(Found::Several(several.to_vec(), i + 1)),
                    }
                });
                return longer.unwrap_or(Found::Known(word, n));
            }
        }
        // A second pass: a full name of fewer words comes before the beginning of a longer one.
        let mut vague = Found::Nothing;
        for (n, key) in keys.iter().enumerate().rev().map(|(i, key)| (i + 1, key)) {
            if key.is_empty() {
                continue;
            }
            match &matching(&names, key, Named::begins)[..] {
                [word] => return Found::Begun(*word, n),
                [] => {}
                several => return Found::Several(several.to_vec(), n),
            }
            match self.known(key, true)[..] {
                [word] => return Found::Known(word, n),
                [] => {}
                _ if vague == Found::Nothing => vague = Found::Vague(n),
                _ => {}
            }
        }
        match self.within(&names, &keys) {
            Found::Nothing => vague,
            found => found,
        }
    }

    /// A name by a later word of it: `matapan` for Cape Matapan.
    fn within(&self, names: &[(Word, Vec<Named<'_>>)], keys: &[String]) -> Found {
        for (n, key) in keys.iter().enumerate().rev().map(|(i, key)| (i + 1, key)) {
            // A shorter text begins a later word of too many names.
            if key.chars().count() < LETTERS_WITHIN || !is_beginning(key) {
                continue;
            }
            match &matching(names, key, |name, key| name.whole.contains(&format!("-{key}")))[..] {
                [word] => return Found::Begun(*word, n),
                [] => {}
                several => return Found::Several(several.to_vec(), n),
            }
            match self.lexicon.within(|kind| self.takes(kind), key)[..] {
                [word] => return Found::Known(word, n),
                [] => {}
                _ => return Found::Vague(n),
            }
        }
        Found::Nothing
    }

    /// Returns whether `typed`, all of it, is the full name of a word, legal or not.
    pub fn names_in_full(&self, legal: &[Word], typed: &[&str]) -> bool {
        let key = fold(&typed.join(" "));
        let is_named = |word: &Word| self.names(*word).iter().any(|name| name.is(&key));
        !key.is_empty() && (legal.iter().any(is_named) || !self.known(&key, false).is_empty())
    }

    /// The legal word whose name looks most like `typed`.
    pub fn nearest(&self, legal: &[Word], typed: &str) -> Option<Word> {
        let key = fold(typed);
        let near = |word: &Word| {
            self.names(*word).iter().map(|name| likeness(&name.whole, &key)).fold(0.0, f64::max)
        };
        let known = self.lexicon.known(|kind| self.takes(kind), "", true);
        best(legal.iter().copied().map(|word| (word, near(&word))))
            .or_else(|| best(known.into_iter().map(|word| (word, near(&word)))))
    }

    /// The words that exist with this name, or with a name that begins so.
    fn known(&self, key: &str, prefix: bool) -> Vec<Word> {
        let counted = |(_, joint, _): &(&str, Joint, &str)| joint.second == Second::Number;
        if let Some((head, joint, tail)) = self.lexicon.parts(key).filter(counted)
            && self.spec.and_then(|spec| spec.of).is_some_and(|of| of.as_str() == joint.first)
        {
            let heads = self.lexicon.known(|kind| kind.name == joint.first, head, prefix);
            return match &heads[..] {
                [item] if number(tail).is_some() => {
                    format!("{item}{}{tail}", joint.sign).parse().into_iter().collect()
                }
                _ => vec![],
            };
        }
        // Any number up to the most is a known word: the rules say why a box is full or a fleet is not there.
        let numeral = self.spec.filter(|spec| spec.kind == ArgKind::Numeral).zip(number(key));
        if numeral.is_some_and(|(spec, number)| spec.most.is_none_or(|most| number <= most.into())) {
            return key.parse().into_iter().collect();
        }
        let mut found = self.lexicon.known(|kind| self.takes(kind), key, prefix);
        let is_called = |name: &str| if prefix { begins(name, key) } else { name == key };
        let mut add = |word: Word| {
            if !found.contains(&word) {
                found.push(word);
            }
        };
        self.known.iter().filter(|word| is_called(&fold(word.as_str()))).for_each(|word| add(*word));
        let choices = self.spec.iter().flat_map(|spec| &spec.words);
        choices.filter(|choice| choice_names(choice).any(|name| is_called(&name))).for_each(|c| add(c.word));
        found
    }

    /// Returns whether the argument takes things of this kind.
    fn takes(&self, kind: NameKind) -> bool {
        self.spec.and_then(|spec| spec.of).is_some_and(|of| of.as_str() == kind.name)
    }

    fn names(&self, word: Word) -> Vec<Named<'_>> {
        let whole = |whole| Named { whole, parts: None };
        let mut names: Vec<Named<'_>> = self.keys(word.as_str()).into_iter().map(whole).collect();
        if let Some((head, joint, tail)) = self.lexicon.parts(word.as_str()) {
            for head in self.keys(head) {
                for tail in self.keys(tail) {
                    let whole = format!("{head}{}{tail}", joint.sign).into();
                    names.push(Named { whole, parts: Some((head.clone(), joint, tail)) });
                }
            }
        }
        names
    }

    fn keys(&self, word: &str) -> Vec<Cow<'_, str>> {
        let mut keys: Vec<Cow<'_, str>> = match self.lexicon.keys(word) {
            Cow::Borrowed(keys) => keys.iter().map(|key| Cow::Borrowed(key.as_str())).collect(),
            Cow::Owned(keys) => keys.into_iter().map(Cow::Owned).collect(),
        };
        for choice in self.spec.iter().flat_map(|spec| &spec.words) {
            if choice.word.as_str() == word {
                keys.extend(choice_names(choice).map(Cow::Owned));
            }
        }
        keys
    }
}

/// A folded name; of a word that is put together, also its two parts.
struct Named<'a> {
    whole: Cow<'a, str>,
    parts: Option<(Cow<'a, str>, Joint, Cow<'a, str>)>,
}

impl Named<'_> {
    fn is(&self, key: &str) -> bool {
        self.whole == key
    }

    /// Returns whether one part alone is named in full.
    fn has_part(&self, key: &str) -> bool {
        self.parts
            .as_ref()
            .is_some_and(|(head, joint, tail)| head == key || (joint.second == Second::Named && tail == key))
    }

    /// True if others follow the whole words of `key`.
    fn goes_on(&self, key: &str) -> bool {
        is_beginning(key) && self.whole.strip_prefix(key).is_some_and(|rest| rest.starts_with('-'))
    }

    fn begins(&self, key: &str) -> bool {
        begins(&self.whole, key)
            || self.parts.as_ref().is_some_and(|(head, joint, tail)| match key.split_once(joint.sign) {
                Some((first, second)) => begins(head, first) && begins(tail, second),
                None => begins(head, key) || (joint.second == Second::Named && begins(tail, key)),
            })
    }
}

fn choice_names(choice: &super::Keyword) -> impl Iterator<Item = String> {
    choice.names().map(fold)
}

fn matching<'a>(
    names: &[(Word, Vec<Named<'a>>)],
    key: &str,
    fits: impl Fn(&Named<'a>, &str) -> bool,
) -> Vec<Word> {
    names
        .iter()
        .filter(|(_, names)| names.iter().any(|name| fits(name, key)))
        .map(|(word, _)| *word)
        .collect()
}
