//! Parses a typed line into orders, one at a time: each order changes what is legal for the next.

use std::collections::VecDeque;

use super::best_effort::best_effort;
use super::lexicon::Lexicon;
use super::likeness::{begins, best, likeness};
use super::parse_error::{ParseError, clip};
use super::text::{Piece, cut, fold, number, spoken};
use super::walk::{Walked, Walker};
use super::{ArgKind, Book, LEGAL_SHOWN, MAX_ORDERS_A_LINE, Verb};
use crate::game::{Options, OrderForm, Word};
use crate::words::Lang;

/// The most typed words that make up a verb.
const VERB_WORDS: usize = 3;

/// The words with which an order is confirmed that is grave: the last of the order, in the languages of the book.
const ANYWAY: [&str; 2] = ["anyway", "それでも"];

/// The word with which an order is confirmed, in a language.
pub fn anyway(lang: Lang) -> &'static str {
    ANYWAY[usize::from(lang == Lang::Ja)]
}

/// The place of an order among several that one line was short for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its number, from 1.
    pub number: usize,
    /// The number of orders.
    pub of: usize,
}

/// The meaning of one order of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parsed {
    /// An order for the game. It may be against the rules, even its verb may not be open now: then they say why.
    Order {
        /// The order.
        form: OrderForm,
        /// Its place among the orders typed together, such as those of `move all cruise WSI`.
        part: Option<Part>,
        /// True if the text confirms it: `done anyway`.
        anyway: bool,
    },
    /// One of the table's own verbs, with the words after it.
    Table {
        /// The verb.
        verb: Word,
        /// The words.
        words: Vec<String>,
    },
    /// A number: that option of the list last shown.
    Pick {
        /// Its number, from 1.
        number: usize,
        /// True if the text confirms it: `1 anyway`.
        anyway: bool,
    },
}

/// The orders of a line that are still to be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedLine {
    orders: VecDeque<Typed>,
    /// Orders after one that was not understood: they are not done.
    undone: VecDeque<Typed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Typed {
    /// The verb, if it is not among the pieces.
    verb: Option<Word>,
    pieces: Vec<Piece>,
    part: Option<Part>,
    /// Its reading together with the others, before the first of them was carried out.
    read: Option<Walked>,
    /// True if it was confirmed.
    anyway: bool,
}

impl ParsedLine {
    /// Returns whether nothing is left to do.
    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// The orders left undone, as text: shown when an order before them was refused or not understood.
    pub fn rest(&self) -> String {
        let order = |typed: &Typed| {
            let verb = typed.verb.map(|verb| verb.to_string());
            let anyway = typed.anyway.then(|| ANYWAY[0].to_owned());
            verb.into_iter()
                .chain(typed.pieces.iter().map(quoted))
                .chain(anyway)
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.orders.iter().chain(&self.undone).map(order).collect::<Vec<_>>().join("; ")
    }
}

impl From<(Word, Vec<Piece>)> for ParsedLine {
    /// One order, its verb apart from its arguments.
    fn from((verb, pieces): (Word, Vec<Piece>)) -> ParsedLine {
        let typed = Typed { verb: Some(verb), pieces, part: None, read: None, anyway: false };
        ParsedLine { orders: VecDeque::from([typed]), undone: VecDeque::new() }
    }
}

fn quoted(piece: &Piece) -> String {
    let text = piece.text();
    if piece.key.is_none() && text.contains(char::is_whitespace) { format!("\"{text}\"") } else { text }
}

/// The verb at the beginning of an order.
pub(super) enum VerbFound<'a> {
    /// A verb and the number of pieces that name it. Without a spec it is legal, but missing from the book.
    Verb(Word, Option<&'a Verb>, usize),
    /// A number alone.
    Number(usize),
}

impl Book {
    /// Returns whether a `then` between these texts is part of a way, as in `move WSI then GTA`, and ends no order.
    pub fn is_way(&self, before: &str, behind: &str) -> bool {
        let takes_path = |verb: &Verb| verb.args.iter().any(|arg| arg.kind == ArgKind::Path);
        self.order_verb(before).is_some_and(takes_path) && !behind.is_empty() && self.begun(behind).is_none()
    }

    /// Cuts a line into orders and checks that each begins with a verb, and that each verb of the table has the words of its
    /// page, so that a mistake in the last stops the first.
    ///
    /// # Errors
    /// A line that is too long, with unknown verbs, or with a word too many after a verb of the table.
    pub fn line(&self, text: &str, options: &Options) -> Result<ParsedLine, ParseError> {
        let mut orders = VecDeque::new();
        for mut pieces in self.pieces(text)? {
            let anyway = self.is_confirmed(&pieces, options);
            // Before the verb is read: the word confirms the order and is none of its arguments.
            if anyway {
                pieces.pop();
            }
            if let VerbFound::Verb(_, Some(spec), at) = self.find_verb(&pieces, options)?
                && spec.table
            {
                table_words(spec, &pieces[at..])?;
            }
            orders.push_back(Typed { verb: None, pieces, part: None, read: None, anyway });
        }
        if orders.len() > 1
            && let Some(verb) = orders.iter().find_map(|typed| self.alone(&typed.pieces, options))
        {
            return Err(ParseError::Alone { verb });
        }
        Ok(ParsedLine { orders, undone: VecDeque::new() })
    }

    /// The verb that these pieces begin with, where it is only read from a line of its own.
    fn alone(&self, pieces: &[Piece], options: &Options) -> Option<Word> {
        match self.find_verb(pieces, options) {
            Ok(VerbFound::Verb(verb, Some(spec), _)) if spec.alone => Some(verb),
            _ => None,
        }
    }

    /// True if an order of the game, or a number, ends in the word that confirms it.
    fn is_confirmed(&self, pieces: &[Piece], options: &Options) -> bool {
        let Some((last, before)) = pieces.split_last().filter(|(_, before)| !before.is_empty()) else {
            return false;
        };
        let confirms = last.key.is_none() && ANYWAY.iter().any(|word| fold(word) == fold(&last.text()));
        confirms
            && match self.find_verb(before, options) {
                Ok(VerbFound::Verb(_, spec, _)) => !spec.is_some_and(|spec| spec.table),
                Ok(VerbFound::Number(_)) => true,
                Err(_) => false,
            }
    }

    fn pieces(&self, text: &str) -> Result<Vec<Vec<Piece>>, ParseError> {
        spoken(text, &self.verbs).map_or_else(|| cut(text), |pieces| Ok(vec![pieces]))
    }

    /// Returns whether `text` is one order, and that is `form`, which is legal.
    pub(super) fn means(&self, text: &str, form: &OrderForm, options: &Options, lexicon: &Lexicon) -> bool {
        let (Ok(orders), Some(node)) = (self.pieces(text), options.verb(form.verb.as_str())) else {
            return false;
        };
        let [pieces] = &orders[..] else { return false };
        let Ok(VerbFound::Verb(verb, spec, at)) = self.find_verb(pieces, options) else { return false };
        let read = Walker::new(verb, spec, lexicon, &pieces[at..]).fits(node);
        verb == form.verb
            && read.is_some_and(|read| read.each.is_none() && read.again.is_none() && read.form == *form)
    }

    /// Takes the next order of `line` against what is legal now; `None` at the end. After an error the rest of the line is
    /// dropped.
    ///
    /// # Errors
    /// An order that is not understood.
    pub fn next(
        &self,
        line: &mut ParsedLine,
        options: &Options,
        lexicon: &Lexicon,
    ) -> Option<Result<Parsed, ParseError>> {
        let typed = line.orders.pop_front()?;
        let parsed = self.take(typed, line, options, lexicon);
        if parsed.is_err() {
            // Later orders were meant for the position after this one; without it they could do harm.
            line.undone = std::mem::take(&mut line.orders);
        }
        Some(parsed)
    }

    /// Parses a line that holds exactly one order.
    ///
    /// # Errors
    /// As [`Book::next`]; also a line with no order, or with several.
    pub fn one(&self, text: &str, options: &Options, lexicon: &Lexicon) -> Result<Parsed, ParseError> {
        let mut line = self.line(text, options)?;
        let none =
            || ParseError::UnknownVerb { given: String::new(), nearest: None, legal: legal_verbs(options) };
        let parsed = self.next(&mut line, options, lexicon).ok_or_else(none)??;
        if line.is_empty() {
            Ok(parsed)
        } else {
            Err(ParseError::TooMany { orders: 1 + line.orders.len(), most: 1 })
        }
    }

    fn take(
        &self,
        typed: Typed,
        line: &mut ParsedLine,
        options: &Options,
        lexicon: &Lexicon,
    ) -> Result<Parsed, ParseError> {
        let found = match typed.verb {
            Some(verb) => VerbFound::Verb(verb, self.verb(verb.as_str()), 0),
            None => self.find_verb(&typed.pieces, options)?,
        };
        let (verb, spec, at) = match found {
            VerbFound::Number(number) => return Ok(Parsed::Pick { number, anyway: typed.anyway }),
            VerbFound::Verb(verb, spec, at) => (verb, spec, at),
        };
        if let Some(spec) = spec.filter(|spec| spec.table) {
            return Ok(Parsed::Table { verb, words: table_words(spec, &typed.pieces[at..])? });
        }
        // Not open now: the rules refuse it with their reason, which is worth more than `unknown`.
        let Some(node) = options.verb(verb.as_str()) else {
            let form = spec
                .map_or_else(|| OrderForm::new(verb), |spec| best_effort(spec, lexicon, &typed.pieces[at..]));
            return Ok(Parsed::Order { form, part: typed.part, anyway: typed.anyway });
        };
        let walk = |pieces: &[Piece]| Walker::new(verb, spec, lexicon, &pieces[at..]).run(node);
        if let Some(meant) = typed.read {
            let form = read_again(walk(&typed.pieces)?, &meant);
            return Ok(Parsed::Order { form, part: typed.part, anyway: typed.anyway });
        }
        let orders = write_out(typed.pieces, at, &walk)?;
        if let Some(arg) = unlike(&orders) {
            return Err(ParseError::LeftOut { verb, arg, read: vec![], legal: vec![], more: 0 });
        }
        // An illegal one among them is reported before the first is carried out.
        let first = orders.iter().position(|(_, read)| !node.accepts(&read.form)).unwrap_or(0);
        let form = orders.get(first).map_or_else(|| OrderForm::new(verb), |(_, read)| read.form.clone());
        let of = orders.len();
        let part = |i: usize| (of > 1).then_some(Part { number: i + 1, of });
        let others = orders.into_iter().enumerate().filter(|(i, _)| *i != first);
        let (verb, anyway) = (typed.verb, typed.anyway);
        let typed = |(i, (pieces, read))| Typed { verb, pieces, part: part(i), read: Some(read), anyway };
        let mut others: VecDeque<Typed> = others.map(typed).collect();
        // Before the rest of the line: they stand where the shorthand stood.
        others.append(&mut line.orders);
        line.orders = others;
        Ok(Parsed::Order { form, part: part(first), anyway })
    }

    pub(super) fn find_verb(&self, pieces: &[Piece], options: &Options) -> Result<VerbFound<'_>, ParseError> {
        let words: Vec<String> =
            pieces.iter().take_while(|piece| piece.key.is_none()).take(VERB_WORDS).map(Piece::text).collect();
        if let ([only], 1) = (&words[..], pieces.len())
            && let Some(number) = number(only).and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0)
        {
            return Ok(VerbFound::Number(number));
        }
        // The longest name first: a verb of two words may begin with one that is a verb itself.
        for n in (1..=words.len()).rev() {
            let key = fold(&words[..n].join(" "));
            if let Some(verb) = self.called(&key) {
                return Ok(VerbFound::Verb(verb.name, Some(verb), n));
            }
            if let Some((verb, _)) = options.verbs.iter().find(|(verb, _)| fold(verb.as_str()) == key) {
                return Ok(VerbFound::Verb(*verb, None, n));
            }
        }
        self.begun_verb(
            words.first().map_or_else(|| pieces.first().map(Piece::text), |w| Some(w.clone())),
            options,
        )
    }

    /// The verb of a line's first order if it is abbreviated, and the abbreviation: a beginning, or a single letter. Where
    /// people write sentences too, such an order needs a confirmation.
    pub fn abbreviated(&self, text: &str, options: &Options) -> Option<(String, Option<Word>)> {
        let is_letter =
            |given: &str| matches!(fold(given).as_bytes(), [letter] if letter.is_ascii_alphabetic());
        for pieces in self.pieces(text).ok()? {
            let first = pieces.first().map(Piece::text)?;
            let in_full = |n: usize| {
                let name = fold(&pieces[..n].iter().map(Piece::text).collect::<Vec<_>>().join(" "));
                self.called(&name).is_some()
                    || options.verbs.iter().any(|(verb, _)| fold(verb.as_str()) == name)
            };
            let found = self.find_verb(&pieces, options);
            match found {
                Ok(VerbFound::Number(_)) => {}
                Ok(VerbFound::Verb(verb, ..))
                    if is_letter(&first) || !(1..=pieces.len().min(VERB_WORDS)).any(in_full) =>
                {
                    return Some((clip(&first), Some(verb)));
                }
                Ok(_) => {}
                Err(_) => return is_letter(&first).then(|| (clip(&first), None)),
            }
        }
        None
    }

    fn begun_verb(&self, given: Option<String>, options: &Options) -> Result<VerbFound<'_>, ParseError> {
        let given = given.unwrap_or_default();
        let key = fold(&given);
        let begun: Vec<&Verb> = self
            .verbs()
            .iter()
            .filter(|verb| !key.is_empty() && verb.names().any(|name| begins(&fold(name), &key)))
            .collect();
        let open: Vec<&Verb> = begun
            .iter()
            .copied()
            .filter(|verb| verb.table || options.verb(verb.name.as_str()).is_some())
            .collect();
        match (&open[..], &begun[..]) {
            // An abbreviation means an open verb before a closed one; a closed one only if it alone begins
            // so.
            ([verb], _) | ([], [verb]) => Ok(VerbFound::Verb(verb.name, Some(verb), 1)),
            ([], []) => Err(ParseError::UnknownVerb {
                given: clip(&given),
                nearest: self.nearest_verb(&key, options),
                legal: legal_verbs(options),
            }),
            (several, begun) => {
                let several = if several.is_empty() { begun } else { several };
                let could_be = several.iter().map(|verb| verb.name).take(LEGAL_SHOWN).collect();
                Err(ParseError::AmbiguousVerb { given: clip(&given), could_be })
            }
        }
    }

    /// The verb whose name looks most like `key`, one that is open now before any other.
    fn nearest_verb(&self, key: &str, options: &Options) -> Option<Word> {
        let near = |verb: &Verb| {
            let names = verb.names().map(|name| likeness(&fold(name), key));
            (verb.name, names.fold(0.0, f64::max))
        };
        let open = |verb: &&Verb| verb.table || options.verb(verb.name.as_str()).is_some();
        best(self.verbs().iter().filter(open).map(near)).or_else(|| best(self.verbs().iter().map(near)))
    }
}

/// The words after a verb of the table, which all have a place on its page.
fn table_words(spec: &Verb, pieces: &[Piece]) -> Result<Vec<String>, ParseError> {
    let words: Vec<String> = pieces.iter().map(Piece::text).collect();
    spec.check(&words).map(|()| words)
}

pub(super) fn legal_verbs(options: &Options) -> Vec<Word> {
    options.verbs.iter().map(|(verb, _)| *verb).take(LEGAL_SHOWN).collect()
}

/// One of several orders, after those before it: its words keep their first reading, and omitted arguments take their present
/// defaults.
fn read_again(now: Walked, meant: &Walked) -> OrderForm {
    let mut form = now.form;
    for (arg, value) in meant.form.args().filter(|(arg, _)| !meant.left_out.contains(arg)) {
        form.set(*arg, value.clone());
    }
    form
}

/// An argument that some of these orders have and others omit: a word typed for one could be meant for the other.
fn unlike(orders: &[(Vec<Piece>, Walked)]) -> Option<Word> {
    let mut left_out = orders.iter().flat_map(|(_, read)| &read.left_out);
    left_out.find(|arg| orders.iter().any(|(_, read)| !read.left_out.contains(arg))).copied()
}

/// Expands the shorthand in `pieces`: `all` to one order a ship, a list to one order a word. An unknown word in it stops the
/// whole.
fn write_out(
    pieces: Vec<Piece>,
    at: usize,
    walk: &impl Fn(&[Piece]) -> Result<Walked, ParseError>,
) -> Result<Vec<(Vec<Piece>, Walked)>, ParseError> {
    let (mut orders, mut left) = (Vec::new(), VecDeque::from([pieces]));
    while let Some(mut pieces) = left.pop_front() {
        // `all` of several arguments multiplies, so the bound is on what comes out.
        if orders.len() >= MAX_ORDERS_A_LINE {
            return Err(ParseError::TooMany {
                orders: orders.len() + 1 + left.len(),
                most: MAX_ORDERS_A_LINE,
            });
        }
        let walked = walk(&pieces)?;
        if let Some((piece, words)) = &walked.each {
            // Pushed in front one after another, so the last pushed comes first.
            for word in words.iter().rev() {
                let mut one = pieces.clone();
                one[at + piece].values = vec![word.to_string()];
                left.push_front(one);
            }
        } else if let Some((from, to)) = walked.again {
            let mut again = pieces.clone();
            again.drain(at + from..at + to);
            let keyed: Vec<Piece> = pieces.drain(at + to..).filter(|piece| piece.key.is_some()).collect();
            pieces.extend(keyed);
            left.push_front(again);
            left.push_front(pieces);
        } else {
            orders.push((pieces, walked));
        }
    }
    Ok(orders)
}
