//! The lexicon: what the words of orders are called in each language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::find::{best, is_beginning, likeness};
use super::text::fold;
use crate::game::Word;
use crate::words::Lang;

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A space of the map.
    Space,
    /// A ship.
    Ship,
    /// A class of ships.
    Class,
    /// A cargo item.
    Item,
    /// A track of a ship.
    Track,
    /// A marker.
    Marker,
    /// Anything else that has a name.
    Other,
}

impl Sort {
    const ALL: &[Sort] =
        &[Sort::Ship, Sort::Class, Sort::Space, Sort::Item, Sort::Track, Sort::Marker, Sort::Other];
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    en: String,
    ja: String,
    keys: Vec<String>,
}

/// How a game puts a word together of two, such as a thing and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The sign between the two.
    pub sign: char,
    /// What stands between their names.
    pub shown: &'static str,
    /// The message that says both in a sentence, and what it calls them; without one they are named.
    pub message: Option<(&'static str, [&'static str; 2])>,
    /// What the second of the two is.
    pub second: Second,
}

/// What stands behind the sign of a [`Joint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// A word with a name, which may be typed alone.
    Named,
    /// A number, which says nothing alone.
    Number,
}

/// Words with their names, built from a data pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexicon {
    joints: Vec<Joint>,
    entries: BTreeMap<Word, Entry>,
    index: BTreeMap<String, Vec<(Sort, Word)>>,
}

impl Lexicon {
    /// Adds a word with its names; a word added twice keeps its first names for display and answers to all.
    pub fn add(&mut self, sort: Sort, word: Word, en: &str, ja: &str) {
        let entry = self.entries.entry(word).or_insert_with(|| Entry {
            en: en.into(),
            ja: ja.into(),
            keys: Vec::new(),
        });
        for name in [word.as_str(), en, ja] {
            let key = fold(name);
            if !entry.keys.contains(&key) {
                entry.keys.push(key.clone());
            }
            let same = self.index.entry(key).or_default();
            if !same.contains(&(sort, word)) {
                same.push((sort, word));
            }
        }
    }

    /// Says how words are put together.
    pub fn join(&mut self, joint: Joint) {
        self.joints.push(joint);
    }

    /// The two parts of a word that is put together, with what joins them.
    pub fn parts<'w>(&self, word: &'w str) -> Option<(&'w str, Joint, &'w str)> {
        let split =
            |joint: &Joint| word.split_once(joint.sign).map(|(first, second)| (first, *joint, second));
        self.joints.iter().find_map(split)
    }

    /// The words of one sort, in alphabetical order.
    pub fn words(&self, sort: Sort) -> impl Iterator<Item = Word> {
        let of_sort = self.index.values().flatten().filter(move |(other, _)| *other == sort);
        of_sort.map(|(_, word)| *word).collect::<std::collections::BTreeSet<Word>>().into_iter()
    }

    /// The name of `word` in `lang`. Of a word that is put together each part is named; a word without a
    /// name is itself.
    pub fn name(&self, lang: Lang, word: Word) -> String {
        if let Some(name) = self.plain_name(lang, word) {
            return name.into();
        }
        let Some((first, joint, second)) = self.parts(word.as_str()) else { return word.to_string() };
        let part = |text: &str| {
            text.parse().ok().and_then(|word| self.plain_name(lang, word)).unwrap_or(text).to_string()
        };
        format!("{}{}{}", part(first), joint.shown, part(second))
    }

    fn plain_name(&self, lang: Lang, word: Word) -> Option<&str> {
        self.entries.get(&word).map(|entry| match lang {
            Lang::En => entry.en.as_str(),
            Lang::Ja => entry.ja.as_str(),
        })
    }

    /// What a word is called when it is typed in `lang`: a place by its letters, which are short. `None` for a word
    /// without a name.
    pub(super) fn spoken(&self, lang: Lang, text: &str) -> Option<String> {
        let word: Word = text.parse().ok()?;
        let name = self.plain_name(lang, word)?;
        Some(if self.is_space(word) { text.to_owned() } else { name.to_owned() })
    }

    /// Whether `word` is a space of the map.
    pub(super) fn is_space(&self, word: Word) -> bool {
        self.index.get(&fold(word.as_str())).is_some_and(|named| named.contains(&(Sort::Space, word)))
    }

    /// The words called `typed` in any language; failing that, those whose names begin so; failing that, those with a
    /// later word that begins so.
    pub fn named(&self, typed: &str) -> Vec<Word> {
        let key = fold(typed);
        if key.is_empty() {
            return vec![];
        }
        let exactly = self.known(Sort::ALL, &key, false);
        if !exactly.is_empty() {
            return exactly;
        }
        let begun = self.known(Sort::ALL, &key, true);
        if begun.is_empty() { self.within(Sort::ALL, &key) } else { begun }
    }

    /// The ship or space whose name looks most like `typed`.
    pub fn nearest(&self, typed: &str) -> Option<Word> {
        let key = fold(typed);
        let named = self.index.iter().flat_map(|(name, words)| words.iter().map(move |word| (name, word)));
        let near = named.filter(|(_, (sort, _))| matches!(sort, Sort::Ship | Sort::Space));
        best(near.map(|(name, (_, word))| (*word, likeness(name, &key))))
    }

    /// The words of these sorts with a name in which a word after the first begins with `key`.
    pub(super) fn within(&self, sorts: &[Sort], key: &str) -> Vec<Word> {
        let inner = format!("-{key}");
        let mut found = Vec::new();
        for (_, named) in self.index.iter().filter(|(name, _)| name.contains(&inner)) {
            for (sort, word) in named {
                if sorts.contains(sort) && !found.contains(word) {
                    found.push(*word);
                }
            }
        }
        found
    }

    /// The folded names of `word`, itself among them even if the lexicon lacks it.
    pub(super) fn keys(&self, word: &str) -> Cow<'_, [String]> {
        match word.parse().ok().and_then(|word: Word| self.entries.get(&word)) {
            Some(entry) => Cow::Borrowed(&entry.keys),
            None => Cow::Owned(vec![fold(word)]),
        }
    }

    /// The words of these sorts with a folded name equal to `key`, or beginning with it.
    pub(super) fn known(&self, sorts: &[Sort], key: &str, prefix: bool) -> Vec<Word> {
        let mut found = Vec::new();
        let of_sort = |named: &[(Sort, Word)], found: &mut Vec<Word>| {
            for (sort, word) in named {
                if sorts.contains(sort) && !found.contains(word) {
                    found.push(*word);
                }
            }
        };
        if prefix && is_beginning(key) {
            for (_, named) in
                self.index.range(key.to_string()..).take_while(|(name, _)| name.starts_with(key))
            {
                of_sort(named, &mut found);
            }
        } else if let Some(named) = self.index.get(key) {
            of_sort(named, &mut found);
        }
        found
    }
}
