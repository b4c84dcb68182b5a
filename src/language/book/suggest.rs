//! Suggestions for an argument being typed: only legal values, from the options of the position, restricted by the other
//! arguments.

mod bins;
mod names;
mod several;

use super::find::{Finder, Found};
use super::named::{pieces_of, words_in};
use super::walk::Walker;
use super::{ArgSpec, Book, Lexicon, ParseError, Parsed, Verb};
use crate::game::{Node, Options, Word};
use crate::words::{Lang, Words};

/// The factor by which typed text may be longer than a suggestion; a longer one is not completed.
const LONGER: usize = 2;
/// The word that a suggestion of every ship sends.
const ALL: &str = "all";

/// A possible value of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// Its label; a list parses back to the same words, so that a player can continue after it.
    pub label: String,
    /// The value.
    pub value: String,
}

/// An unfinished order: a verb and the arguments so far, with the words for them.
#[derive(Clone, Copy)]
pub struct Draft<'a> {
    /// The book.
    pub book: &'a Book,
    /// The names of the table's data.
    pub lexicon: &'a Lexicon,
    /// The messages.
    pub words: &'a Words,
    /// The reader's language.
    pub lang: Lang,
    /// The seat's options.
    pub options: &'a Options,
    /// The verb.
    pub verb: Word,
    /// The arguments so far, by name; blank ones count as missing.
    pub given: &'a [(Word, String)],
    /// The most suggestions.
    pub most: usize,
    /// The most characters of a label or a value.
    pub chars: usize,
}

impl Draft<'_> {
    /// Values for the argument `arg` with `typed` typed so far, those that begin with it first; all of them if none fits. Each
    /// can be completed to a legal order with the other arguments.
    pub fn suggest(&self, arg: Word, typed: &str) -> Vec<Suggestion> {
        let (Some(verb), Some(node)) =
            (self.book.verb(self.verb.as_str()), self.options.verb(self.verb.as_str()))
        else {
            return vec![];
        };
        let given = self.given.iter().filter(|(name, value)| *name != arg && !value.trim().is_empty());
        let given: Vec<(Word, &str)> = given.map(|(name, value)| (*name, value.as_str())).collect();
        let is_long = |text: &str| text.chars().nth(self.chars * LONGER).is_some();
        // A door may ask at each key stroke, and reading a long text costs far more than it could help.
        if is_long(typed) || given.iter().any(|(_, value)| is_long(value)) {
            return vec![];
        }
        let quest = Quest { draft: self, verb, spec: verb.arg(arg.as_str()), arg, given: given.clone() };
        let mut sites = Vec::new();
        quest.reach(node, quest.given.len(), &mut sites);
        let mut fitting = quest.at(&sites, typed.trim_start());
        // Nothing begins so: then the legal values themselves are the best answer.
        if fitting.is_empty() {
            fitting = quest.at(&sites, "");
        }
        let mut found: Vec<Suggestion> = Vec::new();
        let each = given.iter().map(|(name, _)| *name).chain([arg]);
        let each = each.filter_map(|name| verb.arg(name.as_str())).any(|spec| spec.several);
        for suggestion in fitting {
            let fits = suggestion.value.chars().count() <= self.chars
                && (!each || quest.every_order_is_legal(&suggestion.value));
            if fits && found.iter().all(|other| other.value != suggestion.value) {
                found.push(Suggestion { label: shortened(&suggestion.label, self.chars), ..suggestion });
            }
        }
        found.truncate(self.most);
        found
    }
}

/// A node for the argument, with the number of other arguments still to come after it.
#[derive(Clone, Copy)]
struct Site<'a> {
    node: &'a Node,
    left: usize,
}

/// The search for values of one argument.
struct Quest<'a> {
    draft: &'a Draft<'a>,
    verb: &'a Verb,
    spec: Option<&'a ArgSpec>,
    arg: Word,
    given: Vec<(Word, &'a str)>,
}

impl<'a> Quest<'a> {
    /// The nodes for the argument below `node`, on ways that fit the other arguments.
    fn reach(&self, node: &'a Node, left: usize, sites: &mut Vec<Site<'a>>) {
        match node {
            _ if node.arg() == Some(self.arg.as_str()) => sites.push(Site { node, left }),
            Node::OneOf { arg, of } => {
                for (below, left) in self.ways(arg, of, left) {
                    self.reach(below, left, sites);
                }
            }
            _ => {}
        }
    }

    /// The ways on from a choice: the given one, else every one.
    fn ways(&self, arg: &str, of: &'a [(Word, Node)], left: usize) -> Vec<(&'a Node, usize)> {
        let Some(text) = self.given(arg) else { return of.iter().map(|(_, node)| (node, left)).collect() };
        let legal: Vec<Word> = of.iter().map(|(word, _)| *word).collect();
        let first = self.read(self.verb.arg(arg), &legal, text);
        let chosen = of.iter().find(|(word, _)| Some(*word) == first);
        chosen.map(|(_, node)| (node, left.saturating_sub(1))).into_iter().collect()
    }

    /// Returns whether an order through `node` can have all given arguments, of which `left` are still to come.
    fn can(&self, node: &'a Node, left: usize) -> bool {
        match node {
            Node::End => left == 0,
            Node::OneOf { arg, of } => {
                self.ways(arg, of, left).into_iter().any(|(node, left)| self.can(node, left))
            }
            _ => match node.arg().and_then(|arg| Some((arg, self.given(arg)?))) {
                Some((arg, text)) => left == 1 && self.holds(node, arg, text),
                None => left == 0,
            },
        }
    }

    fn given(&self, arg: &str) -> Option<&'a str> {
        self.given.iter().find(|(name, _)| name.as_str() == arg).map(|(_, value)| *value)
    }

    /// The word that a value means, of several the first; `None` when it means none or is not legal.
    fn read(&self, spec: Option<&ArgSpec>, legal: &[Word], text: &str) -> Option<Word> {
        let words = words_in(text, self.draft.lexicon);
        let typed: Vec<&str> = words.iter().map(String::as_str).collect();
        let several = spec.is_some_and(|spec| spec.several);
        match self.finder(spec).find(legal, &typed) {
            Found::Named(word, n) | Found::Begun(word, n) if several || n == typed.len() => Some(word),
            _ if typed == [ALL] && spec.is_some_and(|spec| spec.several && spec.all) => {
                legal.first().copied()
            }
            _ => None,
        }
    }

    fn finder(&self, spec: Option<&'a ArgSpec>) -> Finder<'a> {
        Finder { lexicon: self.draft.lexicon, spec, known: vec![] }
    }

    /// Returns whether `text` given for the last argument of an order is legal at its node.
    fn holds(&self, node: &Node, arg: &str, text: &str) -> bool {
        let Ok(name) = arg.parse() else { return false };
        let Ok(pieces) = pieces_of(self.verb, name, text, self.draft.options, self.draft.lexicon) else {
            return false;
        };
        let walked = Walker::new(self.verb.name, Some(self.verb), self.draft.lexicon, &pieces).run(node);
        walked.is_ok_and(|walked| walked.again.is_none() && node.accepts(&walked.form))
    }

    /// Returns whether `value` with the other arguments makes only legal orders, as far as it makes any yet: `all` may be too
    /// many.
    fn every_order_is_legal(&self, value: &str) -> bool {
        let Draft { book, options, lexicon, .. } = self.draft;
        let given = self.given.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let given: Vec<(Word, String)> = given.chain([(self.arg, value.to_owned())]).collect();
        let line = book.named(self.verb.name, &given, options, lexicon);
        match line.ok().and_then(|mut line| book.next(&mut line, options, lexicon)) {
            Some(Ok(Parsed::Order { form, .. })) => options.accept(&form).is_ok(),
            Some(Err(parse_error)) => matches!(parse_error, ParseError::Missing { .. }),
            _ => false,
        }
    }

    /// The suggestions at nodes that ask for the argument.
    fn at(&self, sites: &[Site<'a>], typed: &str) -> Vec<Suggestion> {
        let mut found = self.one_of(sites, typed);
        for Site { node, .. } in sites.iter().filter(|site| site.left == 0) {
            // Twice as many as are shown, since `suggest` drops some; more would be work for nothing.
            if found.len() > self.draft.most * 2 {
                break;
            }
            let more = match node {
                Node::SomeOf { of, least, .. } => self.some_of(of, *least, typed),
                Node::Walk { walk, .. } => self.walks(walk, typed),
                Node::Split { bins, most, .. } => self.splits(node, bins, *most, typed),
                Node::Sort { sort, .. } => self.sortings(node, sort, typed),
                Node::Number { least, most, .. } => self.numbers(*least, *most, typed),
                Node::End | Node::OneOf { .. } | Node::Text { .. } => continue,
            };
            let legal = more.into_iter().filter(|more| self.holds(node, self.arg.as_str(), &more.value));
            found.extend(legal.take(self.draft.most));
        }
        found
    }

    fn numbers(&self, least: i64, most: i64, typed: &str) -> Vec<Suggestion> {
        let typed = typed.trim();
        let asked = super::text::number(typed).filter(|number| (least..=most).contains(number));
        // A range may be of any size, so only its beginning is searched.
        let fitting = (least..=most).take(self.draft.most * self.draft.most);
        let fitting = asked.into_iter().chain(fitting.filter(|n| n.to_string().starts_with(typed)));
        fitting.map(|n| Suggestion { label: n.to_string(), value: n.to_string() }).collect()
    }
}

/// The beginning of `text`, at most `chars` characters with the sign that more follows.
fn shortened(text: &str, chars: usize) -> String {
    if text.chars().count() <= chars {
        return text.to_owned();
    }
    text.chars().take(chars.saturating_sub(1)).chain(['…']).collect()
}
