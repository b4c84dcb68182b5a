//! Lists and walks: the text before the last word is kept, and the last is completed.

use super::super::find::{Found, NAME_WORDS};
use super::super::named::words_in;
use super::super::text::fold;
use super::super::walk::{onward, way};
use super::names::Fit;
use super::{Quest, Suggestion};
use crate::game::{Walk, Word};

impl Quest<'_> {
    /// Lists of words: the typed ones, with one more of the others.
    pub(super) fn some_of(&self, of: &[(Word, u32)], least: usize, typed: &str) -> Vec<Suggestion> {
        let words: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
        let (before, typed) = self.cut(&words, typed);
        let left: Vec<Word> = words.iter().copied().filter(|word| !before.contains(word)).collect();
        let enough = |mut list: Vec<Word>| {
            let more: Vec<Word> = left.iter().copied().filter(|word| !list.contains(word)).collect();
            let missing = least.saturating_sub(list.len());
            list.extend(more.into_iter().take(missing));
            self.list(list)
        };
        let mut found = Vec::new();
        if typed.is_empty() && !before.is_empty() {
            found.push(enough(before.clone()));
        }
        let longer = |word| enough(before.iter().copied().chain([word]).collect());
        found.extend(self.fitting(&left, &typed).into_iter().map(longer));
        if before.is_empty() && words.len() > 1 && self.spec.is_some_and(|spec| spec.words.is_empty()) {
            return self.and_every(found, self.every(&typed));
        }
        found
    }

    /// Walks: over the typed places to one within reach, the nearest first.
    pub(super) fn walks(&self, walk: &Walk, typed: &str) -> Vec<Suggestion> {
        let places: Vec<Word> = walk.lines.keys().copied().collect();
        let (before, typed) = self.cut(&places, typed);
        // No legal walk leads over these places, so nothing can go on from them.
        if way(walk, &before, walk.most).is_none() {
            return vec![];
        }
        let mut found = Vec::new();
        if typed.is_empty() && !before.is_empty() {
            found.push(self.over(&before));
        }
        let reach = onward(walk, &before);
        if !reach.is_empty() {
            let further = |place| self.over(&before.iter().copied().chain([place]).collect::<Vec<_>>());
            found.extend(self.fitting(&reach, &typed).into_iter().map(further));
        }
        found
    }

    fn over(&self, places: &[Word]) -> Suggestion {
        let value = typed_out(places);
        let name = places.last().map(|place| self.draft.lexicon.name(self.draft.lang, *place));
        let label = match name {
            Some(name) if fold(&name) != fold(&value) => self.place(&name, &value),
            _ => value.clone(),
        };
        Suggestion { label, value }
    }

    /// Words as a list.
    pub(super) fn list(&self, words: Vec<Word>) -> Suggestion {
        let names: Vec<String> = words.iter().map(|word| self.plain_label(*word)).collect();
        let separator = self.draft.words.say(self.draft.lang, "list-separator", &[]);
        Suggestion { label: names.join(&separator), value: typed_out(&words) }
    }

    /// A word as it can be typed in a list: a place by its letters.
    fn plain_label(&self, word: Word) -> String {
        match self.draft.lexicon.is_short(word) {
            true => word.to_string(),
            false => self.label(word),
        }
    }

    /// The typed text, as complete words of `among` and the text of the last one; all of it where the words before the
    /// last are not understood.
    pub(super) fn cut(&self, among: &[Word], typed: &str) -> (Vec<Word>, String) {
        let tokens = words_in(typed, self.draft.lexicon);
        let ended = typed.ends_with(|c: char| c.is_whitespace() || matches!(c, ',' | '、' | '，' | '→'));
        if ended && let Some(words) = self.words(among, &tokens) {
            return (words, String::new());
        }
        for at in tokens.len().saturating_sub(NAME_WORDS)..tokens.len() {
            let last = tokens[at..].join(" ");
            let Some(before) = self.words(among, &tokens[..at]) else { continue };
            let key = fold(&last);
            let mut left = among.iter().filter(|word| !before.contains(word));
            // Letters in the middle of a name are too weak a sign that a name begins here.
            if left.any(|word| self.fit(*word, &key).is_some_and(|fit| fit < Fit::Holds)) {
                return (before, last);
            }
        }
        match self.words(among, &tokens) {
            Some(words) => (words, String::new()),
            None => (vec![], tokens.join(" ")),
        }
    }

    /// Complete words, each of `among`.
    fn words(&self, among: &[Word], tokens: &[String]) -> Option<Vec<Word>> {
        let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
        let finder = self.finder(self.spec);
        let (mut words, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            match finder.find(among, &tokens[at..]) {
                Found::Named(word, n) | Found::Begun(word, n) => {
                    words.push(word);
                    at += n;
                }
                _ => return None,
            }
        }
        Some(words)
    }
}

fn typed_out(words: &[Word]) -> String {
    words.iter().map(Word::as_str).collect::<Vec<_>>().join(" ")
}
