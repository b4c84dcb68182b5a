//! The lexicon: the names of words of orders in each language.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::likeness::{best, is_beginning, likeness};
use super::text::fold;
use crate::game::Word;
use crate::words::Lang;

/// A kind of named things. Each game has kinds of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameKind {
    /// Its name, by which arguments of the book refer to it.
    pub name: &'static str,
    /// True if its words themselves are short to type, and shown beside the names: places of a map.
    pub short: bool,
    /// True if its words are classes, by which sorted things may be counted: `1=BC*5`.
    pub class: bool,
    /// True if readers ask for one by its name, as a part of the board.
    pub shown: bool,
}

impl NameKind {
    /// A kind whose things are typed by their names and are no parts of the board.
    pub const fn new(name: &'static str) -> NameKind {
        NameKind { name, short: false, class: false, shown: false }
    }

    /// Things that readers ask for by their names.
    pub const fn shown(self) -> NameKind {
        NameKind { shown: true, ..self }
    }

    /// Classes of other things.
    pub const fn classes(self) -> NameKind {
        NameKind { class: true, ..self }
    }

    /// Things whose words themselves are short to type.
    pub const fn short(self) -> NameKind {
        NameKind { short: true, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    en: String,
    ja: String,
    keys: Vec<String>,
}

/// The way a game makes a word of two, such as a thing and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The name of the kind that the first of the two is of.
    pub first: &'static str,
    /// The sign between the two.
    pub sign: char,
    /// The sign between their names.
    pub shown: &'static str,
    /// The message that combines both in a sentence, with its argument names; without one, both names are shown.
    pub message: Option<(&'static str, [&'static str; 2])>,
    /// The type of the second one.
    pub second: Second,
}

/// The part after the sign of a [`Joint`].
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
    index: BTreeMap<String, Vec<(NameKind, Word)>>,
    /// The class of each thing that has one.
    classes: BTreeMap<Word, Word>,
}

impl Lexicon {
    /// Adds a word with its names; a word added twice is shown with its first names and recognised by all.
    pub fn add(&mut self, kind: NameKind, word: Word, en: &str, ja: &str) {
        // The first names stay: a ship type is shown by its letters, and understood by its long name too.
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
            if !same.contains(&(kind, word)) {
                same.push((kind, word));
            }
        }
    }

    /// Sets the class of a thing, so that lists can take several of it at once: `B*4`.
    pub fn class(&mut self, thing: Word, class: Word) {
        self.classes.insert(thing, class);
    }

    /// The class of a thing, if it has one.
    pub(super) fn class_of(&self, thing: Word) -> Option<Word> {
        self.classes.get(&thing).copied()
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

    /// The words of these kinds, in alphabetical order.
    pub fn words(&self, is: impl Fn(NameKind) -> bool) -> impl Iterator<Item = Word> {
        let of_kind = self.index.values().flatten().filter(|(kind, _)| is(*kind));
        of_kind.map(|(_, word)| *word).collect::<std::collections::BTreeSet<Word>>().into_iter()
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

    /// The name of a word when it is typed in `lang`: one whose word is short by that. `None` for a word
    /// without a name.
    pub(super) fn spoken(&self, lang: Lang, text: &str) -> Option<String> {
        let word: Word = text.parse().ok()?;
        let name = self.plain_name(lang, word)?;
        Some(if self.is_short(word) { text.to_owned() } else { name.to_owned() })
    }

    /// Returns whether `word` is of a kind whose words are short to type.
    pub fn is_short(&self, word: Word) -> bool {
        let named = self.index.get(&fold(word.as_str()));
        named.is_some_and(|named| named.iter().any(|(kind, other)| kind.short && *other == word))
    }

    /// The words called `typed` in any language; failing that, those whose names begin so; failing that, those with a
    /// later word that begins so.
    pub fn named(&self, typed: &str) -> Vec<Word> {
        let key = fold(typed);
        if key.is_empty() {
            return vec![];
        }
        let exactly = self.known(|_| true, &key, false);
        if !exactly.is_empty() {
            return exactly;
        }
        // A full name never competes with longer ones that begin like it.
        let begun = self.known(|_| true, &key, true);
        if begun.is_empty() { self.within(|_| true, &key) } else { begun }
    }

    /// The part of the board whose name looks most like `typed`.
    pub fn nearest(&self, typed: &str) -> Option<Word> {
        let key = fold(typed);
        let named = self.index.iter().flat_map(|(name, words)| words.iter().map(move |word| (name, word)));
        let near = named.filter(|(_, (kind, _))| kind.shown);
        best(near.map(|(name, (_, word))| (*word, likeness(name, &key))))
    }

    /// The words of these kinds with a name in which a word after the first begins with `key`.
    pub(super) fn within(&self, is: impl Fn(NameKind) -> bool, key: &str) -> Vec<Word> {
        let inner = format!("-{key}");
        let mut found = Vec::new();
        for (_, named) in self.index.iter().filter(|(name, _)| name.contains(&inner)) {
            for (kind, word) in named {
                if is(*kind) && !found.contains(word) {
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

    /// The words of these kinds with a folded name equal to `key`, or beginning with it.
    pub(super) fn known(&self, is: impl Fn(NameKind) -> bool, key: &str, prefix: bool) -> Vec<Word> {
        let mut found = Vec::new();
        let of_kind = |named: &[(NameKind, Word)], found: &mut Vec<Word>| {
            for (kind, word) in named {
                if is(*kind) && !found.contains(word) {
                    found.push(*word);
                }
            }
        };
        // The index is sorted, so all names with this beginning lie in one run.
        if prefix && is_beginning(key) {
            for (_, named) in
                self.index.range(key.to_string()..).take_while(|(name, _)| name.starts_with(key))
            {
                of_kind(named, &mut found);
            }
        } else if let Some(named) = self.index.get(key) {
            of_kind(named, &mut found);
        }
        found
    }
}
