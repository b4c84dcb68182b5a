//! A sorting as typed, `1=BC*5 2=lion,tiger 3=rest`, and its shares in a list: `fire lion B*4`.

use super::super::find::Finder;
use super::super::sorting::{Share, TooFew, fill};
use super::{Found, ParseError, Walker, clip, fold, is_one_of, number};
use crate::book::Lexicon;
use crate::game::{Arg, Sort, Sorted, Word};

/// Words for all that remain.
pub(in crate::book) const REST: [&str; 2] = ["rest", "残り"];
/// Other words for it.
const REST_TOO: &[&str] = &["remaining", "others", "のこり", "残り全部"];
/// Signs between a class and a number.
const TIMES: [char; 3] = ['*', '×', '＊'];

/// The error for a word before any bin of a sorting, with the right form if its meaning is known: `1:lion` is nearly `1=lion`.
pub(in crate::book) fn no_bin(
    (verb, arg): (Word, Word),
    typed: &str,
    sort: Option<&Sort>,
    lexicon: &Lexicon,
) -> ParseError {
    let bins: Vec<Word> = sort.iter().flat_map(|sort| &sort.bins).map(|bin| bin.word).collect();
    let called = |typed: &str| bins.iter().copied().find(|bin| fold(bin.as_str()) == fold(typed));
    let parted = typed.split_once([':', '：']).and_then(|(bin, thing)| Some((called(bin)?, thing)));
    let (bin, thing) = parted.map_or((bins.first().copied(), typed), |(bin, thing)| (Some(bin), thing));
    let is_read = |sort: &Sort| {
        let mut words = classes(sort);
        words.extend(sort.items.iter().map(|item| item.word));
        let one = thing.rsplit_once(TIMES).map_or(thing, |(class, _)| class);
        let found = Finder { lexicon, spec: None, known: vec![] }.find(&words, &[one]);
        is_one_of(&REST, one) || matches!(found, Found::Named(..) | Found::Begun(..))
    };
    let write = bin.filter(|_| sort.is_some_and(is_read)).map(|bin| (bin, clip(thing)));
    let bins = bins.into_iter().take(super::LEGAL_SHOWN).collect();
    ParseError::NoBin { verb, arg, given: clip(typed), write, bins }
}

impl<'a> Walker<'a> {
    /// Bins with their things; bare words after a bin belong to it.
    pub(super) fn sort(&mut self, arg: &'static str, sort: &Sort) -> Result<(), ParseError> {
        let bins: Vec<Word> = sort.bins.iter().map(|bin| bin.word).collect();
        let typed = self.typed_bins(arg, sort)?;
        if typed.is_empty() && sort.take > 0 && !self.lenient {
            return Err(self.missing(arg, bins));
        }
        let mut shares = Vec::new();
        for (key, words) in typed {
            let bin = self.bin(arg, &bins, key)?;
            if words.is_empty() {
                return Err(ParseError::Missing { verb: self.verb, arg: bin, legal: vec![], more: 0 });
            }
            let mut at = 0;
            while at < words.len() {
                let (share, used) = self.share_of(arg, sort, &words[at..])?;
                if share == Share::Rest && shares.iter().any(|(_, other)| *other == Share::Rest) {
                    return Err(ParseError::Twice { verb: self.verb, arg: Word::literal(REST[0]) });
                }
                shares.push((bin, share));
                at += used;
            }
        }
        let sorted = self.filled(sort, &shares)?;
        self.form.set(Word::literal(arg), Arg::Sorted(sorted));
        Ok(())
    }

    /// The meaning of these shares.
    pub(super) fn filled(&self, sort: &Sort, shares: &[(Word, Share)]) -> Result<Sorted, ParseError> {
        let few = |few: TooFew| ParseError::TooFew { verb: self.verb, class: few.class, left: few.left };
        fill(sort, shares).map_err(few)
    }

    /// Each typed bin, with the words after it.
    fn typed_bins(
        &mut self,
        arg: &'static str,
        sort: &Sort,
    ) -> Result<Vec<(&'a str, Vec<&'a str>)>, ParseError> {
        let mut typed: Vec<(usize, &'a str, Vec<&'a str>)> = Vec::new();
        for keyed in self.keyed.iter_mut().filter(|keyed| !keyed.used) {
            keyed.used = true;
            let values = keyed.values.iter().map(String::as_str).filter(|value| !value.is_empty());
            typed.push((keyed.at, keyed.key, values.collect()));
        }
        for (at, word) in &self.words[self.at.min(self.words.len())..] {
            // A bare word goes to the last bin typed before it, in the order of the line.
            match typed.iter_mut().rfind(|(bin, ..)| bin < at) {
                Some((_, _, words)) => words.push(word),
                None => {
                    return Err(no_bin((self.verb, Word::literal(arg)), word, Some(sort), self.lexicon));
                }
            }
        }
        self.at = self.words.len();
        Ok(typed.into_iter().map(|(_, key, words)| (key, words)).collect())
    }

    fn bin(&self, arg: &'static str, bins: &[Word], key: &str) -> Result<Word, ParseError> {
        match self.finder(self.arg_spec(arg), vec![]).find(bins, &[key]) {
            Found::Named(bin, _) | Found::Begun(bin, _) => Ok(bin),
            Found::Several(several, _) => Err(self.ambiguous(arg, key, several)),
            Found::Known(..) | Found::Vague(_) | Found::Nothing => {
                let (legal, more) = super::shown(bins.to_vec());
                let (arg, given) = (Word::literal(arg), clip(key));
                Err(ParseError::UnknownWord {
                    verb: self.verb,
                    arg,
                    given,
                    read: vec![],
                    nearest: None,
                    legal,
                    more,
                })
            }
        }
    }

    /// The share of a list that the first words of `typed` mean by a class, and their number: things of a class, or a count.
    pub(super) fn class_share(
        &self,
        arg: &'static str,
        classes: &[Word],
        things: &[Word],
        typed: &[&str],
    ) -> Result<Option<(Share, usize)>, ParseError> {
        if classes.is_empty() {
            return Ok(None);
        }
        if let Some((class, count)) = typed[0].rsplit_once(TIMES) {
            return Ok(Some((self.counted(arg, classes, class, count)?, 1)));
        }
        Ok(match self.class(classes, typed[0]) {
            Found::Named(class, n) | Found::Known(class, n) => {
                // In a shown name such as `(B) Queen`, the class identifies the ship.
                let shown = typed.get(n..).filter(|behind| !behind.is_empty());
                let shown =
                    shown.map(|behind| (self.finder(self.arg_spec(arg), vec![]).find(things, behind), n));
                Some(match shown {
                    Some((
                        Found::Named(thing, more) | Found::Begun(thing, more) | Found::Known(thing, more),
                        n,
                    )) if self.lexicon.class_of(thing) == Some(class) => (Share::Thing(thing), n + more),
                    _ => (Share::Class(class), n),
                })
            }
            _ => None,
        })
    }

    /// The meaning of the first words of `typed`, and their number: a full name before a class, a class before a beginning.
    fn share_of(&self, arg: &'static str, sort: &Sort, typed: &[&str]) -> Result<(Share, usize), ParseError> {
        let classes = classes(sort);
        let things: Vec<Word> = sort.items.iter().map(|item| item.word).collect();
        let found = self.finder(self.arg_spec(arg), vec![]).find(&things, typed);
        match (found, self.class(&classes, typed[0])) {
            (Found::Named(thing, n), _) => Ok((Share::Thing(thing), n)),
            _ if is_one_of(&REST, typed[0]) || is_one_of(REST_TOO, typed[0]) => Ok((Share::Rest, 1)),
            _ if let Some(share) = self.class_share(arg, &classes, &things, typed)? => Ok(share),
            (Found::Begun(thing, n) | Found::Known(thing, n), _) => Ok((Share::Thing(thing), n)),
            (Found::Several(several, n), _) => Err(self.ambiguous(arg, &typed[..n].join(" "), several)),
            (Found::Vague(_) | Found::Nothing, Found::Begun(class, n)) => Ok((Share::Class(class), n)),
            (Found::Vague(_) | Found::Nothing, _) => {
                // Classes come first: they are few, and short to type.
                let would_do = classes.iter().chain(&things).copied().collect();
                Err(self.unknown(arg, would_do, typed[0]))
            }
        }
    }

    /// The typed class; [`Found::Known`] for one of which there is nothing to sort.
    fn class(&self, classes: &[Word], typed: &str) -> Found {
        let finder = Finder { lexicon: self.lexicon, spec: None, known: vec![] };
        match (
            finder.find(classes, &[typed]),
            &self.lexicon.known(|kind| kind.class, &fold(typed), false)[..],
        ) {
            (Found::Named(class, n), _) => Found::Named(class, n),
            (_, [class]) => Found::Known(*class, 1),
            (found, _) => found,
        }
    }

    fn counted(
        &self,
        arg: &'static str,
        classes: &[Word],
        typed: &str,
        count: &str,
    ) -> Result<Share, ParseError> {
        let Some(count) = number(count).and_then(|count| usize::try_from(count).ok()) else {
            return Err(ParseError::NotANumber {
                verb: self.verb,
                arg: Word::literal(arg),
                given: clip(count),
            });
        };
        match self.class(classes, typed) {
            Found::Named(class, _) | Found::Begun(class, _) | Found::Known(class, _) => {
                Ok(Share::Some(class, count))
            }
            Found::Several(several, _) => Err(self.ambiguous(arg, typed, several)),
            Found::Vague(_) | Found::Nothing => Err(self.unknown(arg, classes.to_vec(), typed)),
        }
    }
}

/// The classes of the things to sort, in the order of first occurrence.
pub(in crate::book) fn classes(sort: &Sort) -> Vec<Word> {
    let mut classes: Vec<Word> = Vec::new();
    for item in &sort.items {
        if !classes.contains(&item.class) {
            classes.push(item.class);
        }
    }
    classes
}
