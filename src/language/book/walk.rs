//! Walks the options tree with typed words: each argument takes the words that name it, and every word is taken.
//!
//! Words are in the order of the arguments. An argument with a default is skipped only if the next words name nothing for it,
//! or nothing legal for it and something legal after it. In the end the whole is refused if a word could have been meant for it
//! as well as for the place where it was taken. So no word slips from its argument to the next, and none is left over.

mod list;
mod path;
mod sort;

pub(super) use sort::no_bin;

use super::find::{Finder, Found, NAME_WORDS};
use super::lexicon::Lexicon;
use super::parse_error::{ParseError, ReadArg, clip};
use super::text::{Piece, fold, is_one_of, number};
use super::{ArgKind, ArgSpec, Fallback, LEGAL_SHOWN, Verb};
use crate::game::{Arg, Node, OrderForm, Word};
pub(super) use path::{is_between, onward, way};
pub(super) use sort::{REST, classes};

/// Words for everything that is legal.
const ALL: &[&str] = &["all", "全部", "全て"];
/// Words for nothing at all.
pub(super) const NONE: &[&str] = &["none", "なし"];
/// Words for the most.
const MOST: &[&str] = &["most", "max", "最大", "all", "全部"];

/// The result of reading an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walked {
    pub form: OrderForm,
    /// The arguments that were left out.
    pub left_out: Vec<Word>,
    /// `all` for a ship, or a list with one order per word: the place of the piece, and the words.
    pub each: Option<(usize, Vec<Word>)>,
    /// Words left over that begin the order again: the pieces that they take the place of.
    pub again: Option<(usize, usize)>,
}

/// Words taken by position.
struct Taken<'a> {
    arg: &'static str,
    spec: Option<&'a ArgSpec>,
    legal: Vec<Word>,
    at: usize,
    words: usize,
}

/// Words given under a key.
struct Keyed<'a> {
    /// Its piece.
    at: usize,
    key: &'a str,
    values: &'a [String],
    used: bool,
}

/// The likelihood that words are meant for an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Could {
    No,
    /// They are the beginning of a possible name there, or a part of one.
    Begin,
    /// They are a full name.
    Name,
}

pub(super) struct Walker<'a> {
    verb: Word,
    spec: Option<&'a Verb>,
    lexicon: &'a Lexicon,
    /// Words by position, each with its piece.
    words: Vec<(usize, &'a str)>,
    at: usize,
    keyed: Vec<Keyed<'a>>,
    form: OrderForm,
    taken: Vec<Taken<'a>>,
    /// Arguments without a value, with their legal ones.
    left_out: Vec<(&'static str, Vec<Word>)>,
    each: Option<(usize, Vec<Word>)>,
    /// After an illegal word: take known words, demand nothing, and let the rules refuse.
    lenient: bool,
    /// True if somebody reads the errors: the search for the intended word is costly.
    explains: bool,
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
        Walker {
            verb,
            spec,
            lexicon,
            words,
            at: 0,
            keyed,
            form: OrderForm::new(verb),
            taken: vec![],
            left_out: vec![],
            each: None,
            lenient: false,
            explains: true,
        }
    }

    /// As [`Walker::run`], if nobody reads the errors.
    pub fn fits(mut self, node: &Node) -> Option<Walked> {
        self.explains = false;
        self.run(node).ok()
    }

    /// Walks from `node` to the end of the order.
    pub fn run(mut self, node: &Node) -> Result<Walked, ParseError> {
        self.node(node)?;
        // Every word must be taken: one that is dropped in silence may have been the point of the order.
        if let Some(Keyed { key, values, .. }) = self.keyed.iter().find(|keyed| !keyed.used)
            && !(self.lenient && self.is_arg(key))
        {
            return Err(self.extra(&format!("{key}={}", values.join(","))));
        }
        let again = match self.typed()[..] {
            [] => None,
            _ => Some(self.again().ok_or_else(|| self.extra(&self.typed().join(" ")))?),
        };
        self.check_left_out()?;
        let left_out = self.left_out.iter().map(|(arg, _)| Word::literal(arg)).collect();
        Ok(Walked { form: self.form, left_out, each: self.each, again })
    }

    fn node(&mut self, node: &Node) -> Result<(), ParseError> {
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

    fn one_of(&mut self, arg: &'static str, of: &[(Word, Node)]) -> Result<(), ParseError> {
        let spec = self.arg_spec(arg);
        let legal: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
        if let Some((piece, values)) = self.keyed(arg)? {
            let words = self.words_of(arg, &legal, &values.join(" "))?;
            let Some(first) = words.first().copied() else { return Err(self.unknown(arg, legal, "")) };
            if words.len() > 1 {
                self.each = Some((piece, words));
            }
            return self.go_on(arg, of, first);
        }
        let fallback = match spec.map(|spec| spec.default) {
            Some(Fallback::First) => of.first(),
            Some(Fallback::Only) if of.len() == 1 => of.first(),
            _ => None,
        };
        let typed = self.typed();
        let is_passed_over = |(_, below): &(Word, Node)| {
            !self.is_meant(spec, &legal, &typed) || self.is_meant_behind(spec, &legal, below, &typed)
        };
        if typed.is_empty() || fallback.is_some_and(is_passed_over) {
            self.left_out.push((arg, legal.clone()));
            return match fallback {
                Some((word, _)) if !self.lenient => self.go_on(arg, of, *word),
                Some((_, below)) if !typed.is_empty() => self.node(below),
                _ if self.lenient => Ok(()),
                _ => Err(self.missing(arg, legal)),
            };
        }
        match self.finder(spec, vec![]).find(&legal, &typed) {
            Found::Named(word, n) => self.take_one(arg, of, legal, word, n),
            _ if is_each(spec, &typed[..1]) && self.each.is_none() && !legal.is_empty() => {
                self.each = Some((self.words[self.at].0, legal.clone()));
                let first = legal[0];
                self.take_one(arg, of, legal, first, 1)
            }
            Found::Begun(word, n) | Found::Known(word, n) => self.take_one(arg, of, legal, word, n),
            Found::Several(words, n) => Err(self.ambiguous(arg, &typed[..n].join(" "), words)),
            Found::Vague(n) => Err(self.unknown(arg, legal, &typed[..n].join(" "))),
            Found::Nothing => Err(self.unknown(arg, legal, typed[0])),
        }
    }

    fn take_one(
        &mut self,
        arg: &'static str,
        of: &[(Word, Node)],
        legal: Vec<Word>,
        word: Word,
        n: usize,
    ) -> Result<(), ParseError> {
        self.take(arg, &legal, n);
        self.go_on(arg, of, word)
    }

    /// Takes the next `words` typed words for `arg`.
    fn take(&mut self, arg: &'static str, legal: &[Word], words: usize) {
        let (spec, at) = (self.arg_spec(arg), self.at);
        self.taken.push(Taken { arg, spec, legal: legal.to_vec(), at, words });
        self.at += words;
    }

    /// Takes a word and walks on after it; after an illegal word in the same way, but leniently.
    fn go_on(&mut self, arg: &'static str, of: &[(Word, Node)], word: Word) -> Result<(), ParseError> {
        self.form.set(Word::literal(arg), Arg::Word(word));
        match of.iter().find(|(legal, _)| *legal == word) {
            Some((_, node)) => self.node(node),
            None => {
                self.lenient = true;
                let goes_on = |(_, node): &&(Word, Node)| !matches!(node, Node::End);
                // Any legal way shows which arguments follow, so that the illegal order reaches the rules
                // whole.
                let like = of.iter().find(goes_on).or(of.first());
                like.map_or(Ok(()), |(_, node)| self.node(node))
            }
        }
    }

    /// True if `typed`, all of it, is a name of one or several of the legal words.
    fn fits_in(&self, spec: Option<&'a ArgSpec>, legal: &[Word], typed: &[&str]) -> bool {
        let found = self.finder(spec, vec![]).find(legal, typed);
        matches!(found, Found::Named(_, n) | Found::Begun(_, n) | Found::Several(_, n) if n == typed.len())
    }

    /// Returns whether the words ahead name nothing legal here, though something known, and something legal in the next
    /// argument, for which nothing else is typed.
    fn is_meant_behind(
        &self,
        spec: Option<&'a ArgSpec>,
        legal: &[Word],
        below: &Node,
        typed: &[&str],
    ) -> bool {
        let Node::OneOf { arg, of } = below else { return false };
        let behind: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
        let fits = |typed: &[&str]| self.begins_in(self.arg_spec(arg), &behind, typed);
        match self.finder(spec, vec![]).find(legal, typed) {
            Found::Known(_, n) => fits(typed) && !fits(&typed[n..]),
            Found::Vague(_) | Found::Nothing => fits(typed),
            Found::Named(..) | Found::Begun(..) | Found::Several(..) => false,
        }
    }

    /// Returns whether the first words of `typed` name one or several of the legal words.
    fn begins_in(&self, spec: Option<&'a ArgSpec>, legal: &[Word], typed: &[&str]) -> bool {
        let found = self.finder(spec, vec![]).find(legal, typed);
        matches!(found, Found::Named(..) | Found::Begun(..) | Found::Several(..))
    }

    /// Returns whether the words ahead are meant for an argument with a default: they name something possible there, or begin
    /// its name and are no full name of the next argument's.
    fn is_meant(&self, spec: Option<&'a ArgSpec>, legal: &[Word], typed: &[&str]) -> bool {
        let longest = typed.len().min(NAME_WORDS);
        let most = |spec: Option<&'a ArgSpec>, legal: &[Word]| {
            (1..=longest).map(|n| self.could(spec, legal, &typed[..n])).max().unwrap_or(Could::No)
        };
        let behind = self.spec.iter().flat_map(|verb| &verb.args);
        let mut behind = behind.skip_while(|other| spec.is_none_or(|spec| other.name != spec.name)).skip(1);
        match most(spec, legal) {
            Could::Name => true,
            Could::Begin => behind.all(|other| most(Some(other), &[]) != Could::Name),
            Could::No => false,
        }
    }

    /// Weighs whether `typed`, all of it, could be meant for an argument.
    fn could(&self, spec: Option<&'a ArgSpec>, legal: &[Word], typed: &[&str]) -> Could {
        let is_word = |words: &[&str]| matches!(typed, [only] if is_one_of(words, only));
        let finder = self.finder(spec, vec![]);
        let several = spec.is_some_and(|spec| spec.several);
        match spec.map(|spec| spec.kind) {
            // They take anything, so no word says that they were meant.
            Some(ArgKind::Text | ArgKind::Sort) => Could::No,
            Some(ArgKind::Number) if matches!(typed, [only] if number(only).is_some()) => Could::Name,
            Some(ArgKind::Number) if is_word(MOST) => Could::Begin,
            Some(ArgKind::Number) => Could::No,
            Some(ArgKind::Things) if is_all(spec, typed) => Could::Name,
            Some(ArgKind::Choice) if several && is_all(spec, typed) => Could::Name,
            Some(ArgKind::Thing) if is_each(spec, typed) => Could::Name,
            Some(ArgKind::Things | ArgKind::Shares | ArgKind::Choice) if is_word(NONE) => Could::Name,
            _ if finder.names_in_full(legal, typed) => Could::Name,
            _ => match finder.find(legal, typed) {
                Found::Named(_, n)
                | Found::Begun(_, n)
                | Found::Known(_, n)
                | Found::Several(_, n)
                | Found::Vague(n)
                    if n == typed.len() =>
                {
                    Could::Begin
                }
                _ => Could::No,
            },
        }
    }

    /// Refuses a default for an argument that a typed word could be meant for, unless the word is a full name where it was
    /// taken and only begins one here.
    fn check_left_out(&self) -> Result<(), ParseError> {
        for (arg, legal) in &self.left_out {
            let could = |taken: &Taken<'a>| {
                let words = self.words_taken(taken);
                // What fits where it was taken, and would not here, was not meant for here.
                let spec = self.arg_spec(arg);
                if self.fits_in(taken.spec, &taken.legal, &words) && !self.fits_in(spec, legal, &words) {
                    return false;
                }
                let here = self.could(spec, legal, &words);
                here != Could::No && here >= self.could(taken.spec, &taken.legal, &words)
            };
            if self.taken.iter().any(could) {
                let (legal, more) = shown(legal.clone());
                let (verb, arg) = (self.verb, Word::literal(arg));
                return Err(ParseError::LeftOut { verb, arg, read: self.read(), legal, more });
            }
        }
        Ok(())
    }

    fn words_taken(&self, taken: &Taken<'a>) -> Vec<&'a str> {
        self.words[taken.at..taken.at + taken.words].iter().map(|(_, word)| *word).collect()
    }

    /// The reading of the words so far.
    fn read(&self) -> Vec<ReadArg> {
        let read = |taken: &Taken<'a>| ReadArg {
            arg: Word::literal(taken.arg),
            given: clip(&self.words_taken(taken).join(" ")),
        };
        self.taken.iter().map(read).collect()
    }

    /// The words given for `arg` under a key: one, or several of which each makes an order, such as `all` ships.
    fn words_of(&self, arg: &'static str, legal: &[Word], typed: &str) -> Result<Vec<Word>, ParseError> {
        let (spec, typed) = (self.arg_spec(arg), typed.split_whitespace().collect::<Vec<_>>());
        let finder = self.finder(spec, vec![]);
        if is_each(spec, &typed) && !matches!(finder.find(legal, &typed), Found::Named(..)) {
            return Ok(legal.to_vec());
        }
        let (mut words, mut at) = (Vec::new(), 0);
        while at < typed.len() {
            if at > 0 && spec.is_none_or(|spec| !spec.several) {
                return Err(self.extra_for(arg, &typed[..at], &typed[at..]));
            }
            match finder.find(legal, &typed[at..]) {
                Found::Named(word, n) | Found::Begun(word, n) | Found::Known(word, n) => {
                    words.push(word);
                    at += n;
                }
                Found::Several(several, n) => {
                    return Err(self.ambiguous(arg, &typed[at..at + n].join(" "), several));
                }
                Found::Vague(_) | Found::Nothing => {
                    return Err(self.unknown(arg, legal.to_vec(), &typed[at..].join(" ")));
                }
            }
        }
        Ok(words)
    }

    /// A single word for `arg`, given under a key.
    fn word_of(&self, arg: &'static str, legal: &[Word], typed: &str) -> Result<Word, ParseError> {
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
    fn key(&mut self, arg: &str) -> Result<Option<&'a [String]>, ParseError> {
        Ok(self.keyed(arg)?.map(|(_, values)| values))
    }

    /// The same with their piece.
    fn keyed(&mut self, arg: &str) -> Result<Option<(usize, &'a [String])>, ParseError> {
        let spec = self.arg_spec(arg);
        let is_arg = |key: &str| fold(key) == fold(arg) || spec.is_some_and(|spec| spec.is_called(key));
        let mut found = None;
        for keyed in self.keyed.iter_mut().filter(|keyed| !keyed.used) {
            if is_arg(keyed.key) {
                if found.is_some() {
                    let arg = arg.parse().unwrap_or(self.verb);
                    return Err(ParseError::Twice { verb: self.verb, arg });
                }
                keyed.used = true;
                found = Some((keyed.at, keyed.values));
            }
        }
        Ok(found)
    }

    /// Returns whether `key` is the name of an argument of the verb.
    fn is_arg(&self, key: &str) -> bool {
        self.spec.is_some_and(|verb| verb.args.iter().any(|arg| arg.is_called(key)))
    }

    /// The pieces that the words left over take the place of: where the argument was taken that may be given several
    /// times, if they begin with a word for it.
    fn again(&self) -> Option<(usize, usize)> {
        let from = self.repeated().filter(|_| self.each.is_none())?;
        Some((self.words[from.at].0, self.words[self.at].0)).filter(|_| self.begins_again())
    }

    /// Returns whether the words ahead begin the order again.
    fn begins_again(&self) -> bool {
        let typed = self.typed();
        let begins = |taken: &Taken<'a>| {
            !matches!(self.finder(taken.spec, vec![]).find(&taken.legal, &typed), Found::Nothing)
        };
        !typed.is_empty() && self.repeated().is_some_and(begins)
    }

    fn repeated(&self) -> Option<&Taken<'a>> {
        self.taken.iter().rfind(|taken| taken.spec.is_some_and(|spec| spec.several || spec.in_turn))
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

    fn extra(&self, given: &str) -> ParseError {
        ParseError::Extra { verb: self.verb, given: clip(given), read: self.read() }
    }

    /// Words too many under the key of `arg`, after those that were read.
    fn extra_for(&self, arg: &'static str, read: &[&str], more: &[&str]) -> ParseError {
        let this = ReadArg { arg: Word::literal(arg), given: clip(&read.join(" ")) };
        let read = self.read().into_iter().chain([this]).collect();
        ParseError::Extra { verb: self.verb, given: clip(&more.join(" ")), read }
    }

    fn missing(&self, arg: &'static str, legal: Vec<Word>) -> ParseError {
        let (legal, more) = shown(legal);
        ParseError::Missing { verb: self.verb, arg: Word::literal(arg), legal, more }
    }

    fn ambiguous(&self, arg: &'static str, given: &str, words: Vec<Word>) -> ParseError {
        let (could_be, _) = shown(words);
        ParseError::Ambiguous { verb: self.verb, arg: Word::literal(arg), given: clip(given), could_be }
    }

    fn unknown(&self, arg: &'static str, legal: Vec<Word>, given: &str) -> ParseError {
        let finder = self.finder(self.arg_spec(arg), vec![]);
        let nearest = if self.explains { finder.nearest(&legal, given) } else { None };
        let (legal, more) = shown(legal);
        ParseError::UnknownWord {
            verb: self.verb,
            arg: Word::literal(arg),
            given: clip(given),
            read: if self.lenient { self.read() } else { vec![] },
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

/// Returns whether `typed` is the word for an order each of all that is legal, where several may be given.
pub(super) fn is_each(spec: Option<&ArgSpec>, typed: &[&str]) -> bool {
    spec.is_some_and(|spec| spec.several && spec.all) && is_all(spec, typed)
}

/// Returns whether `typed` is the word for all, or the game's word for all of the argument's things.
fn is_all(spec: Option<&ArgSpec>, typed: &[&str]) -> bool {
    let too = || spec.map_or(&[][..], |spec| &spec.all_too).iter().map(String::as_str).collect::<Vec<_>>();
    matches!(typed, [only] if is_one_of(ALL, only) || is_one_of(&too(), only))
}
