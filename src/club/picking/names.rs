//! Names of words, bins and values: the reader's name if there is one, never the bare word of the rules.

use super::options_path::{OptionsPath, PathNode};
use super::path_value::{PathValue, places, sorted};
use super::position::Position;
use crate::book::{ArgKind, ArgSpec, Fallback, Verb, fold};
use crate::game::{Bin, Node, Options, Word};
use crate::words::{Lang, SayFn, Value};

/// A range of numbers in words: `2 to 4`, or `2` where no other number is in it.
pub fn range<N: Copy + PartialEq + ToString + Into<Value<'static>>>(
    say: SayFn<'_>,
    (least, most): (N, N),
) -> String {
    match least == most {
        true => least.to_string(),
        false => say("pick-range", &[("least", least.into()), ("most", most.into())]),
    }
}

/// The names of words, bins and values in the reader's language.
#[derive(Clone, Copy)]
pub struct Names<'p> {
    position: &'p Position<'p>,
}

impl<'p> Names<'p> {
    /// The names of these options.
    pub fn of(position: &'p Position<'p>) -> Names<'p> {
        Names { position }
    }

    fn options(&self) -> &'p Options {
        self.position.options
    }

    fn spec(&self, verb: Word) -> Option<&Verb> {
        self.position.phrases.book.verb(verb.as_str())
    }

    fn arg_spec(&self, verb: Word, arg: &str) -> Option<&ArgSpec> {
        self.spec(verb)?.arg(arg)
    }

    /// Returns whether an argument is the number of a box, for which the first is the default.
    pub fn is_first(&self, verb: Word, arg: &str) -> bool {
        let is_first = |spec: &ArgSpec| spec.kind == ArgKind::Numeral && spec.default == Fallback::First;
        self.arg_spec(verb, arg).is_some_and(is_first)
    }

    /// Returns whether an argument is a thing, such as a ship.
    pub fn is_thing(&self, verb: Word, arg: &str) -> bool {
        self.arg_spec(verb, arg).is_some_and(|spec| spec.kind == ArgKind::Thing)
    }

    /// Returns whether one order may take several words for an argument, as one order each.
    pub fn takes_several(&self, verb: Word, arg: &str) -> bool {
        self.arg_spec(verb, arg).is_some_and(|spec| spec.several)
    }

    /// Returns whether one word for an argument means all that are legal.
    pub fn takes_all(&self, verb: Word, arg: &str) -> bool {
        self.arg_spec(verb, arg).is_some_and(|spec| spec.several && spec.all)
    }

    /// A message.
    pub fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.position.phrases.say(key, args)
    }

    /// A message about as many as these bounds allow.
    pub fn say_range<N: Copy + PartialEq + ToString + Into<Value<'static>>>(
        &self,
        key: &str,
        (least, most): (N, N),
    ) -> String {
        let range = range(&|key, args| self.say(key, args), (least, most));
        self.say(key, &[("least", least.into()), ("most", most.into()), ("range", range.into())])
    }

    /// The name of a word by itself.
    pub fn plain_name(&self, word: Word) -> String {
        self.position.phrases.name(word)
    }

    /// A list of these.
    pub fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        self.position.phrases.list(items)
    }

    /// The effect of a verb, as the line below its name.
    pub fn verb_help(&self, verb: Word) -> String {
        let lang = self.position.phrases.lang;
        self.spec(verb).map_or_else(String::new, |spec| spec.help.of(lang).to_owned())
    }

    /// An example of a verb as typed.
    pub fn example(&self, verb: Word) -> Option<String> {
        let example = self.spec(verb)?.examples.first()?;
        let text = match self.position.phrases.lang {
            Lang::En => &example.text,
            Lang::Ja => &example.text_ja,
        };
        Some(self.say("pick-example", &[("text", text.as_str().into())]))
    }

    /// An argument's name.
    pub fn arg(&self, verb: Word, arg: &str) -> String {
        let lang = self.position.phrases.lang;
        self.arg_spec(verb, arg).map_or_else(|| arg.to_owned(), |spec| spec.label(lang).to_owned())
    }

    /// The meaning of an argument; its name where the book does not say.
    fn help(&self, verb: Word, arg: &str) -> String {
        let lang = self.position.phrases.lang;
        self.arg_spec(verb, arg).map_or_else(|| arg.to_owned(), |spec| spec.help.of(lang).to_owned())
    }

    /// The question at a node. The book's text for a walk or for shares says how to type them.
    pub fn question(&self, place: &PathNode<'_>) -> Option<String> {
        let arg = place.node.arg()?;
        Some(match place.node {
            Node::Walk { .. } => self.say("pick-where", &[]),
            Node::Split { .. } => self.arg(place.verb, arg),
            _ => self.help(place.verb, arg),
        })
    }

    /// The name of a word that fills an argument.
    pub fn word(&self, verb: Word, arg: &str, word: Word) -> String {
        let phrases = &self.position.phrases;
        let spec = self.arg_spec(verb, arg);
        let choice = spec.and_then(|spec| spec.words.iter().find(|choice| choice.word == word));
        if let Some(choice) = choice {
            let says = choice.says.as_ref().map(|says| says.of(phrases.lang));
            return says.unwrap_or(choice.label(phrases.lang)).to_owned();
        }
        if let Some(joined) = phrases.joined(word) {
            return joined;
        }
        match spec.map(|spec| spec.kind) {
            Some(ArgKind::Thing | ArgKind::Path) if phrases.lexicon.is_short(word) => self.short(word),
            _ => phrases.name(word),
        }
    }

    /// The meaning of an order's only word, if the book gives it.
    pub fn only_word(&self, path: &OptionsPath) -> Option<String> {
        let place = path.place(self.options())?;
        let [(arg, word)] = place.given[..] else { return None };
        let spec = self.arg_spec(place.verb, arg)?;
        let says = spec.words.iter().find(|choice| choice.word == word)?.says.as_ref()?;
        Some(says.of(self.position.phrases.lang).to_owned())
    }

    /// A thing by its name and its short word.
    fn short(&self, word: Word) -> String {
        let name = self.position.phrases.name(word);
        match fold(&name) == fold(word.as_str()) {
            true => name,
            false => self.say("pick-place", &[("name", name.into()), ("id", word.as_str().into())]),
        }
    }

    /// A value of a node.
    pub fn value(&self, place: &PathNode<'_>, what: &PathValue) -> String {
        let (verb, arg) = (place.verb, place.node.arg().unwrap_or_default());
        let phrases = &self.position.phrases;
        let name = |word: &Word| self.word(verb, arg, *word);
        match (what, place.node) {
            (PathValue::Number(number), _) => number.to_string(),
            (PathValue::Chosen(chosen), Node::SomeOf { of, .. }) => {
                let chosen = of.iter().zip(chosen).filter(|(_, chosen)| **chosen);
                self.list(chosen.map(|((word, _), _)| name(word)))
            }
            (PathValue::Shares(shares), Node::Split { bins, .. }) => {
                let shares = bins.iter().zip(shares).filter(|(_, share)| **share > 0);
                self.list(shares.map(|((bin, _), share)| {
                    phrases.say("share", &[("bin", name(bin).into()), ("points", (*share).into())])
                }))
            }
            (PathValue::Sorted { of, .. }, Node::Sort { sort, .. }) => {
                let sorted = sorted(sort, of);
                self.list(sorted.iter().map(|(bin, things)| self.bin_with(name(bin), things)))
            }
            (PathValue::Way(way), Node::Walk { walk, .. }) => {
                self.list(places(walk, way).unwrap_or_default().iter().map(name))
            }
            _ => String::new(),
        }
    }

    /// A bin with its things.
    pub fn bin_with(&self, bin: String, things: &[Word]) -> String {
        let phrases = &self.position.phrases;
        let things = self.list(things.iter().map(|thing| phrases.name(*thing)));
        phrases.say("sorted", &[("bin", bin.into()), ("things", things.into())])
    }

    /// The name of a bin.
    pub fn bin(&self, place: &PathNode<'_>, bin: &Bin) -> String {
        self.word(place.verb, place.node.arg().unwrap_or_default(), bin.word)
    }

    /// The chosen words, a line for each argument.
    pub fn given(&self, path: &OptionsPath, place: &PathNode<'_>) -> Vec<String> {
        let line = |(level, (arg, _)): (usize, &(&'static str, Word))| {
            let words = path.words_at(self.options(), level).into_iter();
            let value = self.list(words.map(|word| self.word(place.verb, arg, word)));
            self.line_of(place.verb, arg, value)
        };
        place.given.iter().enumerate().map(line).collect()
    }

    fn line_of(&self, verb: Word, arg: &str, value: String) -> String {
        self.say("pick-given", &[("arg", Value::from(self.arg(verb, arg))), ("value", value.into())])
    }

    /// All that a path gives, where it is several orders: the number of a box is left open.
    pub fn all_given(&self, path: &OptionsPath) -> Vec<String> {
        let Some(place) = path.place(self.options()) else { return Vec::new() };
        let stood = path.words.iter().enumerate().filter(|(level, _)| {
            let arg = place.given.get(*level).map(|(arg, _)| *arg);
            arg.is_some_and(|arg| self.is_first(place.verb, arg))
        });
        let shown = stood.map(|(level, _)| level).next().unwrap_or(path.words.len());
        let until = path.up_to(shown);
        let mut lines = until.place(self.options()).map_or_else(Vec::new, |place| self.given(&until, &place));
        if let (Some(arg), Some(end)) = (place.node.arg(), &path.end) {
            lines.push(self.line_of(place.verb, arg, self.value(&place, &end.what)));
        }
        lines
    }
}
