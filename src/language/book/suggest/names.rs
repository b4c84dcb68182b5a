//! One word of several: its names, and how well they fit the typed text.

use super::super::Keyword;
use super::super::text::fold;
use super::{ALL, Quest, Site, Suggestion};
use crate::game::{Node, Word};

/// The fit of a word with the typed text; the least fits best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    Begins,
    BeginsWithin,
    Holds,
}

impl<'a> Quest<'a> {
    /// Words to choose one from. If several may be given, the text before the last word is kept.
    pub(super) fn one_of(&self, sites: &[Site<'a>], typed: &str) -> Vec<Suggestion> {
        let mut words: Vec<Word> = Vec::new();
        let mut all = false;
        for Site { node, left } in sites {
            let Node::OneOf { of, .. } = node else { continue };
            // Where several ways lead to the argument, `all` would mean another set of words on each.
            all = sites.len() == 1 && of.first().is_some_and(|(_, node)| self.can(node, *left));
            let open = of.iter().filter(|(word, node)| !words.contains(word) && self.can(node, *left));
            words.extend(open.map(|(word, _)| *word).collect::<Vec<_>>());
        }
        if words.is_empty() {
            return vec![];
        }
        let several = self.spec.is_some_and(|spec| spec.several);
        let (before, typed) = if several { self.cut(&words, typed) } else { (vec![], typed.to_owned()) };
        let left: Vec<Word> = words.iter().copied().filter(|word| !before.contains(word)).collect();
        let found: Vec<Suggestion> = if before.is_empty() {
            self.fitting(&left, &typed).into_iter().map(|word| self.word(word)).collect()
        } else {
            let list = |word| self.list(before.iter().copied().chain([word]).collect());
            self.fitting(&left, &typed).into_iter().map(list).collect()
        };
        let every = several && all && before.is_empty() && words.len() > 1;
        if every && self.spec.is_some_and(|spec| spec.all) {
            let every = self.every(&typed).filter(|every| self.every_order_is_legal(&every.value));
            return self.and_every(found, every);
        }
        found
    }

    /// The names, and all at once if that is suggested too.
    pub(super) fn and_every(&self, mut found: Vec<Suggestion>, every: Option<Suggestion>) -> Vec<Suggestion> {
        if every.is_some() {
            // Room for `all`, which would otherwise be cut off behind the names.
            found.truncate(self.draft.most - 1);
        }
        found.extend(every);
        found
    }

    /// All at once, if that fits the typed text.
    pub(super) fn every(&self, typed: &str) -> Option<Suggestion> {
        let label = self.draft.words.say(self.draft.lang, "discord-suggest-all", &[]);
        let fits = [ALL, label.as_str()].iter().any(|name| fold(name).starts_with(&fold(typed)));
        fits.then(|| Suggestion { label, value: ALL.into() })
    }

    /// The words that fit the typed text, the best first; all of them if none fits.
    pub(super) fn fitting(&self, words: &[Word], typed: &str) -> Vec<Word> {
        let key = fold(typed);
        let mut fitting: Vec<(Fit, Word)> =
            words.iter().filter_map(|word| Some((self.fit(*word, &key)?, *word))).collect();
        if fitting.is_empty() {
            return words.to_vec();
        }
        fitting.sort_by_key(|(fit, _)| *fit);
        fitting.into_iter().map(|(_, word)| word).collect()
    }

    /// Scores how well `word` fits the folded text `key`.
    pub(super) fn fit(&self, word: Word, key: &str) -> Option<Fit> {
        let of = |name: &String| {
            if name.starts_with(key) {
                Some(Fit::Begins)
            } else if name.contains(&format!("-{key}")) {
                Some(Fit::BeginsWithin)
            } else {
                name.contains(key).then_some(Fit::Holds)
            }
        };
        self.names(word).iter().filter_map(of).min()
    }

    fn names(&self, word: Word) -> Vec<String> {
        let mut names = self.draft.lexicon.keys(word.as_str()).into_owned();
        names.extend(self.choice(word).into_iter().flat_map(|choice| choice.names().map(fold)));
        for lang in crate::words::Lang::ALL {
            names.push(fold(&self.draft.lexicon.name(*lang, word)));
        }
        names.push(fold(&self.label(word)));
        names
    }

    fn choice(&self, word: Word) -> Option<&'a Keyword> {
        self.spec.iter().flat_map(|spec| &spec.words).find(|choice| choice.word == word)
    }

    /// The name of a word; for a place with its typed word.
    pub(super) fn label(&self, word: Word) -> String {
        if let Some(choice) = self.choice(word) {
            return choice.label(self.draft.lang).to_owned();
        }
        let name = self.draft.lexicon.name(self.draft.lang, word);
        match self.draft.lexicon.is_short(word) && fold(&name) != fold(word.as_str()) {
            true => self.place(&name, word.as_str()),
            false => name,
        }
    }

    /// A place with its typed word.
    pub(super) fn place(&self, name: &str, typed: &str) -> String {
        let args = [("name", name.into()), ("typed", typed.into())];
        self.draft.words.say(self.draft.lang, "discord-suggest-place", &args)
    }

    fn word(&self, word: Word) -> Suggestion {
        Suggestion { label: self.label(word), value: word.to_string() }
    }
}
