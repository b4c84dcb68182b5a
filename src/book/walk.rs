//! Walking the options tree with typed words: each node takes what it can use.

mod sort;

use std::collections::BTreeMap;

use super::find::{Finder, Found};
use super::lexicon::Lexicon;
use super::misread::{Misread, clip};
use super::text::{Piece, fold, number};
use super::{ArgSpec, Fallback, Kind, LEGAL_SHOWN, Verb};
use crate::game::{Arg, Form, Node, Walk, Word};
pub(super) use sort::{REST, classes};

/// Words for everything that is legal.
const ALL: &[&str] = &["all", "全部", "全て", "全艦"];
/// Words for nothing at all.
pub(super) const NONE: &[&str] = &["none", "なし"];
/// Words for the most.
const MOST: &[&str] = &["most", "max", "最大", "all", "全部"];
/// Words between the places of a path.
const BETWEEN: &[&str] = &["to", "via", "then", "->", "→", "へ", "経由"];
/// The longest way that is looked for when a place is out of reach.
const FAR_STEPS: usize = 60;

/// What an order came to.
#[derive(Debug)]
pub(super) struct Walked {
    pub form: Form,
    /// `all` for a ship: the piece where it stands, and the ships.
    pub all: Option<(usize, Vec<Word>)>,
    /// Words left over that begin the order again: the pieces that they take the place of.
    pub again: Option<(usize, usize)>,
}

/// A word taken by position.
struct Taken<'a> {
    at: usize,
    spec: Option<&'a ArgSpec>,
    legal: Vec<Word>,
}

/// Words given under a key.
struct Keyed<'a> {
    /// Its piece.
    at: usize,
    key: &'a str,
    values: &'a [String],
    used: bool,
}

pub(super) struct Walker<'a> {
    verb: Word,
    spec: Option<&'a Verb>,
    lexicon: &'a Lexicon,
    /// Words by position, each with its piece.
    words: Vec<(usize, &'a str)>,
    at: usize,
    keyed: Vec<Keyed<'a>>,
    form: Form,
    taken: Vec<Taken<'a>>,
    all: Option<(usize, Vec<Word>)>,
    /// After a word that is not legal: take what is known, ask for nothing, and let the rules refuse.
    lenient: bool,
}

impl<'a> Walker<'a> {
    pub fn new(verb: Word, spec: Option<&'a Verb>, lexicon: &'a Lexicon, pieces: &'a [Piece]) -> Walker<'a> {
        let mut words = Vec::new();
        let mut keyed = Vec::new();
        for (i, piece) in pieces.iter().enumerate() {
            match &piece.key {
                Some(key) => keyed.push(Keyed { at: i, key, values: &piece.values, used: false }),
                None => words.extend(piece.values.iter().map(|value| (i, value.as_str()))),
            }
        }
        let form = Form::new(verb);
        Walker { verb, spec, lexicon, words, at: 0, keyed, form, taken: vec![], all: None, lenient: false }
    }

    /// Walks from `node` to the end of the order.
    pub fn run(mut self, node: &Node) -> Result<Walked, Misread> {
        self.node(node)?;
        if let Some(Keyed { key, values, .. }) = self.keyed.iter().find(|keyed| !keyed.used)
            && !self.lenient
        {
            return Err(self.extra(&format!("{key}={}", values.join(","))));
        }
        let left_over = self.at < self.words.len() && self.all.is_none();
        let again = if left_over { Some(self.again()?) } else { None };
        Ok(Walked { form: self.form, all: self.all, again })
    }

    fn node(&mut self, node: &Node) -> Result<(), Misread> {
        match node {
            Node::End => Ok(()),
            Node::OneOf { arg, of } => self.one_of(arg, of),
            Node::SomeOf { arg, of, least, most, budget } => {
                let all: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
                let cost: u32 = of.iter().map(|(_, cost)| cost).sum();
                let fits = all.len() <= *most && budget.is_none_or(|budget| cost <= budget);
                self.some_of(arg, all, *least, fits)
            }
            Node::Split { arg, bins, most, .. } => self.split(arg, bins, *most),
            Node::Number { arg, least, most } => self.number(arg, *least, *most),
            Node::Sort { arg, sort } => self.sort(arg, sort),
            Node::Text { arg, .. } => self.text(arg),
            Node::Walk { arg, walk } => self.walk(arg, walk),
        }
    }

    fn one_of(&mut self, arg: &'static str, of: &[(Word, Node)]) -> Result<(), Misread> {
        let spec = self.arg_spec(arg);
        let legal: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
        if let Some((piece, values)) = self.keyed(arg)? {
            let words = self.words_of(arg, &legal, &values.join(" "))?;
            let Some(first) = words.first().copied() else { return Err(self.unknown(arg, legal, "")) };
            if words.len() > 1 && self.all.is_none() {
                self.all = Some((piece, words));
            }
            return self.go_on(arg, of, first);
        }
        let fallback = match spec.map(|spec| spec.default) {
            Some(Fallback::First) => of.first(),
            Some(Fallback::Only) if of.len() == 1 => of.first(),
            _ => None,
        };
        let typed = self.typed();
        if typed.is_empty() {
            return match fallback {
                Some((word, _)) if !self.lenient => self.go_on(arg, of, *word),
                _ if self.lenient => Ok(()),
                _ => Err(self.missing(arg, legal)),
            };
        }
        let is_ship = spec.is_some_and(|spec| spec.kind == Kind::Ship);
        let found = self.finder(spec, vec![]).find(&legal, &typed);
        if is_ship && self.all.is_none() && is_one_of(typed[0], ALL) && !matches!(found, Found::Named(..)) {
            self.all = Some((self.words[self.at].0, legal.clone()));
            self.at += 1;
            return self.go_on(arg, of, legal[0]);
        }
        match (found, fallback) {
            (Found::Named(word, n), _) => self.take(arg, of, legal, word, n),
            (_, Some((word, below))) if self.fits(below, &typed) => self.go_on(arg, of, *word),
            (Found::Begun(word, n) | Found::Known(word, n), _) => self.take(arg, of, legal, word, n),
            (_, Some((word, _))) => self.go_on(arg, of, *word),
            (Found::Several(words, n), None) => Err(self.ambiguous(arg, &typed[..n].join(" "), words)),
            (Found::Nothing, None) => Err(self.unknown(arg, legal, typed[0])),
        }
    }

    fn take(
        &mut self,
        arg: &'static str,
        of: &[(Word, Node)],
        legal: Vec<Word>,
        word: Word,
        n: usize,
    ) -> Result<(), Misread> {
        let spec = self.arg_spec(arg);
        self.taken.push(Taken { at: self.at, spec, legal });
        self.at += n;
        self.go_on(arg, of, word)
    }

    /// Sets a word and walks on behind it; behind a word that is not legal, as behind a legal one, but leniently.
    fn go_on(&mut self, arg: &'static str, of: &[(Word, Node)], word: Word) -> Result<(), Misread> {
        self.form.set(Word::literal(arg), Arg::Word(word));
        match of.iter().find(|(legal, _)| *legal == word) {
            Some((_, node)) => self.node(node),
            None => {
                self.lenient = true;
                let goes_on = |(_, node): &&(Word, Node)| !matches!(node, Node::End);
                let like = of.iter().find(goes_on).or(of.first());
                like.map_or(Ok(()), |(_, node)| self.node(node))
            }
        }
    }

    /// Whether the words ahead are meant for `node`.
    fn fits(&self, node: &Node, typed: &[&str]) -> bool {
        let finds = |arg: &'static str, legal: &[Word]| {
            let found = self.finder(self.arg_spec(arg), vec![]).find(legal, typed);
            matches!(found, Found::Named(..) | Found::Begun(..))
        };
        match node {
            Node::End => false,
            Node::OneOf { arg, of } => {
                let legal: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
                let below = match self.arg_spec(arg).map(|spec| spec.default) {
                    Some(Fallback::First) => of.first(),
                    Some(Fallback::Only) if of.len() == 1 => of.first(),
                    _ => None,
                };
                finds(arg, &legal) || below.is_some_and(|(_, below)| self.fits(below, typed))
            }
            Node::SomeOf { arg, of, .. } => {
                is_one_of(typed[0], ALL)
                    || is_one_of(typed[0], NONE)
                    || finds(arg, &of.iter().map(|(word, _)| *word).collect::<Vec<_>>())
            }
            Node::Split { arg, bins, .. } => {
                is_one_of(typed[0], NONE)
                    || finds(arg, &bins.iter().map(|(word, _)| *word).collect::<Vec<_>>())
            }
            Node::Number { .. } => number(typed[0]).is_some() || is_one_of(typed[0], MOST),
            Node::Sort { .. } | Node::Text { .. } => false,
            Node::Walk { arg, walk } => finds(arg, &walk.routes().into_keys().collect::<Vec<_>>()),
        }
    }

    fn some_of(
        &mut self,
        arg: &'static str,
        all: Vec<Word>,
        least: usize,
        fits: bool,
    ) -> Result<(), Misread> {
        let values = self.key(arg)?;
        let typed: Vec<&str> = match values {
            Some(values) => values.iter().map(String::as_str).collect(),
            None => self.typed(),
        };
        if values.is_none() {
            self.at = self.words.len();
        }
        let mut words = Vec::new();
        let mut at = 0;
        let finder = self.finder(self.arg_spec(arg), vec![]);
        while at < typed.len() {
            match finder.find(&all, &typed[at..]) {
                Found::Named(word, n) | Found::Begun(word, n) => {
                    words.push(word);
                    at += n;
                }
                _ if is_one_of(typed[at], ALL) => {
                    words.extend(all.iter().copied());
                    at += 1;
                }
                _ if is_one_of(typed[at], NONE) => at += 1,
                Found::Known(word, n) => {
                    words.push(word);
                    at += n;
                }
                Found::Several(several, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), several));
                }
                Found::Nothing => return Err(self.unknown(arg, all, typed[at])),
            }
        }
        if typed.is_empty() {
            words = match self.arg_spec(arg).map(|spec| spec.default) {
                // What is legal elsewhere says nothing about an order that is not: it is told as it was typed.
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

    fn split(&mut self, arg: &'static str, bins: &[(Word, u32)], most: u32) -> Result<(), Misread> {
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
                return Err(Misread::NotANumber { verb: self.verb, arg: bin, given: clip(&text) });
            };
            self.share(arg, &mut shares, bin, points)?;
        }
        let typed: Vec<&str> = bare.into_iter().flatten().map(String::as_str).chain(self.typed()).collect();
        self.at = self.words.len();
        let mut at = 0;
        while at < typed.len() {
            given = true;
            if is_one_of(typed[at], NONE) {
                at += 1;
                continue;
            }
            let (bin, n) = match self.finder(self.arg_spec(arg), vec![]).find(&legal, &typed[at..]) {
                Found::Named(bin, n) | Found::Begun(bin, n) | Found::Known(bin, n) => (bin, n),
                Found::Several(words, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), words));
                }
                Found::Nothing => return Err(self.unknown(arg, legal, typed[at])),
            };
            at += n;
            let limit = bins.iter().find(|(word, _)| *word == bin).map_or(most, |(_, limit)| *limit);
            let points = match typed.get(at).map(|text| number(text).and_then(|n| u32::try_from(n).ok())) {
                Some(Some(points)) => {
                    at += 1;
                    points
                }
                None if shares.is_empty() => limit.min(most),
                _ => return Err(Misread::Missing { verb: self.verb, arg: bin, legal: vec![], more: 0 }),
            };
            self.share(arg, &mut shares, bin, points)?;
        }
        if !given && !self.lenient {
            shares = self.whole(arg, bins, most)?;
        }
        shares.retain(|_, points| *points > 0);
        self.form.set(Word::literal(arg), Arg::Shares(shares));
        Ok(())
    }

    fn share(
        &self,
        arg: &'static str,
        shares: &mut BTreeMap<Word, u32>,
        bin: Word,
        points: u32,
    ) -> Result<(), Misread> {
        match shares.insert(bin, points) {
            None => Ok(()),
            Some(_) => {
                Err(Misread::Twice { verb: self.verb, arg: if arg.is_empty() { self.verb } else { bin } })
            }
        }
    }

    /// The shares when none is typed: everything there is room for, if there is no choice in it.
    fn whole(
        &self,
        arg: &'static str,
        bins: &[(Word, u32)],
        most: u32,
    ) -> Result<BTreeMap<Word, u32>, Misread> {
        let whole =
            self.arg_spec(arg).is_some_and(|spec| matches!(spec.default, Fallback::All | Fallback::Only));
        let room: u32 = bins.iter().map(|(_, limit)| limit).sum();
        match bins {
            [(bin, limit)] if whole => Ok(BTreeMap::from([(*bin, most.min(*limit))])),
            _ if whole && room <= most => Ok(bins.iter().copied().collect()),
            _ => Err(self.missing(arg, bins.iter().map(|(bin, _)| *bin).collect())),
        }
    }

    fn number(&mut self, arg: &'static str, least: i64, most: i64) -> Result<(), Misread> {
        let values = self.key(arg)?;
        let typed = match values {
            Some(values) => Some(values.join(",")),
            None => self.typed().first().map(|word| word.to_string()),
        };
        let fallback = match self.arg_spec(arg).map(|spec| spec.default) {
            Some(Fallback::Most | Fallback::All) => Some(most),
            Some(Fallback::First) => Some(least),
            _ if least == most => Some(most),
            _ => None,
        };
        let number = match typed {
            Some(text) => match number(&text).or(is_one_of(&text, MOST).then_some(most)) {
                Some(number) => {
                    if values.is_none() {
                        self.at += 1;
                    }
                    number
                }
                None => {
                    return Err(Misread::NotANumber {
                        verb: self.verb,
                        arg: Word::literal(arg),
                        given: clip(&text),
                    });
                }
            },
            None => match fallback {
                Some(number) => number,
                None if self.lenient => return Ok(()),
                None => return Err(self.missing(arg, vec![])),
            },
        };
        self.form.set(Word::literal(arg), Arg::Number(number));
        Ok(())
    }

    /// Everything that is left, as it was typed.
    fn text(&mut self, arg: &'static str) -> Result<(), Misread> {
        let text = match self.key(arg)? {
            Some(values) => values.join(", "),
            None => self.typed().join(" "),
        };
        self.at = self.words.len();
        match text.trim() {
            "" if self.lenient => {}
            "" => return Err(self.missing(arg, vec![])),
            text => self.form.set(Word::literal(arg), Arg::Text(text.to_owned())),
        }
        Ok(())
    }

    fn walk(&mut self, arg: &'static str, walk: &Walk) -> Result<(), Misread> {
        let mut typed: Vec<&str> =
            self.key(arg)?.map(|v| v.iter().map(String::as_str).collect()).unwrap_or_default();
        if typed.is_empty() {
            typed = self.typed();
            self.at = self.words.len();
        }
        for key in ["via", "to"] {
            typed.extend(self.key(key)?.into_iter().flatten().map(String::as_str));
        }
        let mut routes: Vec<(Word, Vec<Word>)> = walk.routes().into_iter().collect();
        routes.sort_by_key(|(_, path)| path.len());
        let reach: Vec<Word> = routes.into_iter().map(|(place, _)| place).collect();
        let finder = self.finder(self.arg_spec(arg), walk.lines.keys().copied().collect());
        let mut places = Vec::new();
        let mut at = 0;
        while at < typed.len() {
            match finder.find(&reach, &typed[at..]) {
                Found::Named(word, n) | Found::Begun(word, n) | Found::Known(word, n) => {
                    places.push(word);
                    at += n;
                }
                _ if is_one_of(typed[at], BETWEEN) => at += 1,
                Found::Several(words, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), words));
                }
                Found::Nothing => return Err(self.unknown(arg, reach, typed[at])),
            }
        }
        if places.is_empty() {
            return if self.lenient { Ok(()) } else { Err(self.missing(arg, reach)) };
        }
        let path = way(walk, &places, walk.most)
            .filter(|path| walk.accepts(path))
            .or_else(|| way(&unhindered(walk), &places, FAR_STEPS))
            .unwrap_or(places);
        self.form.set(Word::literal(arg), Arg::Words(path));
        Ok(())
    }

    /// The words given for `arg` under a key: one, or several of which each makes an order, such as `all` ships.
    fn words_of(&self, arg: &'static str, legal: &[Word], typed: &str) -> Result<Vec<Word>, Misread> {
        let (spec, typed) = (self.arg_spec(arg), typed.split_whitespace().collect::<Vec<_>>());
        let finder = self.finder(spec, vec![]);
        let is_ship = spec.is_some_and(|spec| spec.kind == Kind::Ship);
        if let [only] = typed[..]
            && is_ship
            && is_one_of(only, ALL)
            && !matches!(finder.find(legal, &typed), Found::Named(..))
        {
            return Ok(legal.to_vec());
        }
        let (mut words, mut at) = (Vec::new(), 0);
        while at < typed.len() {
            match finder.find(legal, &typed[at..]) {
                Found::Named(word, n) | Found::Begun(word, n) | Found::Known(word, n) => {
                    words.push(word);
                    at += n;
                }
                Found::Several(several, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), several));
                }
                Found::Nothing => return Err(self.unknown(arg, legal.to_vec(), &typed[at..].join(" "))),
            }
        }
        Ok(words)
    }

    /// A single word for `arg`, given under a key.
    fn word_of(&self, arg: &'static str, legal: &[Word], typed: &str) -> Result<Word, Misread> {
        let words: Vec<&str> = typed.split_whitespace().collect();
        match self.finder(self.arg_spec(arg), vec![]).find(legal, &words) {
            Found::Named(word, n) | Found::Begun(word, n) | Found::Known(word, n) if n == words.len() => {
                Ok(word)
            }
            Found::Several(several, n) if n == words.len() => Err(self.ambiguous(arg, typed, several)),
            _ => Err(self.unknown(arg, legal.to_vec(), typed)),
        }
    }

    /// The values under the key of `arg`, or one of its other names; they are used up.
    fn key(&mut self, arg: &str) -> Result<Option<&'a [String]>, Misread> {
        Ok(self.keyed(arg)?.map(|(_, values)| values))
    }

    /// The same with the piece they stand in.
    fn keyed(&mut self, arg: &str) -> Result<Option<(usize, &'a [String])>, Misread> {
        let spec = self.spec.and_then(|verb| verb.arg(arg));
        let is_arg = |key: &str| {
            let key = fold(key);
            key == fold(arg)
                || spec.is_some_and(|spec| {
                    fold(&spec.ja) == key || spec.aliases.iter().any(|alias| fold(alias) == key)
                })
        };
        let mut found = None;
        for keyed in self.keyed.iter_mut().filter(|keyed| !keyed.used) {
            if is_arg(keyed.key) {
                if found.is_some() {
                    let arg = arg.parse().unwrap_or(self.verb);
                    return Err(Misread::Twice { verb: self.verb, arg });
                }
                keyed.used = true;
                found = Some((keyed.at, keyed.values));
            }
        }
        Ok(found)
    }

    /// The words left over: the last word before them that one of them could stand for is what they repeat.
    fn again(&self) -> Result<(usize, usize), Misread> {
        let typed = self.typed();
        for taken in self.taken.iter().rev() {
            let found = self.finder(taken.spec, vec![]).find(&taken.legal, &typed);
            if !matches!(found, Found::Nothing) {
                return Ok((self.words[taken.at].0, self.words[self.at].0));
            }
        }
        Err(self.extra(&typed.join(" ")))
    }

    fn typed(&self) -> Vec<&'a str> {
        self.words[self.at.min(self.words.len())..].iter().map(|(_, word)| *word).collect()
    }

    fn arg_spec(&self, arg: &str) -> Option<&'a ArgSpec> {
        self.spec.and_then(|verb| verb.arg(arg))
    }

    fn finder(&self, spec: Option<&'a ArgSpec>, known: Vec<Word>) -> Finder<'a> {
        Finder { lexicon: self.lexicon, spec, known }
    }

    fn extra(&self, given: &str) -> Misread {
        Misread::Extra { verb: self.verb, given: clip(given) }
    }

    fn missing(&self, arg: &'static str, legal: Vec<Word>) -> Misread {
        let (legal, more) = shown(legal);
        Misread::Missing { verb: self.verb, arg: Word::literal(arg), legal, more }
    }

    fn ambiguous(&self, arg: &'static str, given: &str, words: Vec<Word>) -> Misread {
        let (could_be, _) = shown(words);
        Misread::Ambiguous { verb: self.verb, arg: Word::literal(arg), given: clip(given), could_be }
    }

    fn unknown(&self, arg: &'static str, legal: Vec<Word>, given: &str) -> Misread {
        let nearest = self.finder(self.arg_spec(arg), vec![]).nearest(&legal, given);
        let (legal, more) = shown(legal);
        Misread::UnknownWord {
            verb: self.verb,
            arg: Word::literal(arg),
            given: clip(given),
            nearest,
            legal,
            more,
        }
    }
}

fn shown(mut legal: Vec<Word>) -> (Vec<Word>, usize) {
    let more = legal.len().saturating_sub(LEGAL_SHOWN);
    legal.truncate(LEGAL_SHOWN);
    (legal, more)
}

fn is_one_of(typed: &str, words: &[&str]) -> bool {
    let key = fold(typed);
    words.iter().any(|word| fold(word) == key || *word == typed)
}

/// The same walk over places that end or bar it.
fn unhindered(walk: &Walk) -> Walk {
    Walk { stops: Default::default(), stops_now: vec![], barred: vec![], ..walk.clone() }
}

/// The way over `places`, each reached by a shortest walk from the one before, in at most `most` steps.
pub(super) fn way(walk: &Walk, places: &[Word], most: usize) -> Option<Vec<Word>> {
    let mut path: Vec<Word> = Vec::new();
    let mut from = walk.from;
    for place in places {
        if walk.steps_from(from).contains(place) {
            path.push(*place);
        } else {
            let left = Walk { from, most: most.saturating_sub(path.len()), ..walk.clone() };
            path.extend(left.routes().remove(place)?);
        }
        from = *place;
    }
    (path.len() <= most).then_some(path)
}
