//! Names of words, bins and values on a component: the reader's name if there is one, never the bare word of the rules.

use super::options_path::{OptionsPath, PathNode};
use super::path_value::{PathValue, places, sorted};
use crate::book::{ArgKind, ArgSpec, Fallback, Verb, fold};
use crate::door::discord::limits::{CONTENT, PLACEHOLDER, SELECT_TEXT};
use crate::door::discord::outbound::markdown::{bold, plain};
use crate::door::discord::outbound::paginate::{pages, shorten};
use crate::door::discord::position::Position;
use crate::game::{Node, Options, Word};
use crate::words::Value;

/// The names of words, bins and values in the reader's language.
#[derive(Clone, Copy)]
pub(super) struct Names<'p> {
    position: &'p Position<'p>,
}

impl<'p> Names<'p> {
    pub(super) fn of(position: &'p Position<'p>) -> Names<'p> {
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
    pub(super) fn is_first(&self, verb: Word, arg: &str) -> bool {
        let is_first = |spec: &ArgSpec| spec.kind == ArgKind::Numeral && spec.default == Fallback::First;
        self.arg_spec(verb, arg).is_some_and(is_first)
    }

    /// Returns whether one order may take several words for an argument, as one order each.
    pub(super) fn takes_several(&self, verb: Word, arg: &str) -> bool {
        self.arg_spec(verb, arg).is_some_and(|spec| spec.several)
    }

    pub(super) fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.position.phrases.say(key, args)
    }

    pub(super) fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        self.position.phrases.list(items)
    }

    /// The effect of a verb, as the line below its name in a menu.
    pub(super) fn verb_help(&self, verb: Word) -> String {
        let lang = self.position.phrases.lang;
        self.spec(verb).map_or_else(String::new, |spec| shorten(spec.help.of(lang), SELECT_TEXT))
    }

    /// An example of a verb as typed.
    pub(super) fn example(&self, verb: Word) -> Option<String> {
        let example = self.spec(verb)?.examples.first()?;
        let text = match self.position.phrases.lang {
            crate::words::Lang::En => &example.text,
            crate::words::Lang::Ja => &example.text_ja,
        };
        Some(self.say("discord-pick-example", &[("text", text.as_str().into())]))
    }

    /// An argument's name.
    pub(super) fn arg(&self, verb: Word, arg: &str) -> String {
        let lang = self.position.phrases.lang;
        self.arg_spec(verb, arg).map_or_else(|| arg.to_owned(), |spec| spec.label(lang).to_owned())
    }

    /// The meaning of an argument; its name where the book does not say.
    fn help(&self, verb: Word, arg: &str) -> String {
        let lang = self.position.phrases.lang;
        self.arg_spec(verb, arg).map_or_else(|| arg.to_owned(), |spec| spec.help.of(lang).to_owned())
    }

    /// The question at a node. The book's text for a walk or for shares says how to type them.
    pub(super) fn question(&self, place: &PathNode<'_>) -> Option<String> {
        let arg = place.node.arg()?;
        Some(match place.node {
            Node::Walk { .. } => self.say("discord-pick-where", &[]),
            Node::Split { .. } => self.arg(place.verb, arg),
            _ => self.help(place.verb, arg),
        })
    }

    /// The same in a menu, while nothing is chosen in it.
    pub(super) fn placeholder(&self, place: &PathNode<'_>) -> String {
        shorten(&self.question(place).unwrap_or_default(), PLACEHOLDER)
    }

    /// The name of a word that fills an argument.
    pub(super) fn word(&self, verb: Word, arg: &str, word: Word) -> String {
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
    pub(super) fn only_word(&self, path: &OptionsPath) -> Option<String> {
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
            false => self.say("discord-pick-place", &[("name", name.into()), ("id", word.as_str().into())]),
        }
    }

    /// A value of a node.
    pub(super) fn value(&self, place: &PathNode<'_>, what: &PathValue) -> String {
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
    pub(super) fn bin_with(&self, bin: String, things: &[Word]) -> String {
        let phrases = &self.position.phrases;
        let things = self.list(things.iter().map(|thing| phrases.name(*thing)));
        phrases.say("sorted", &[("bin", bin.into()), ("things", things.into())])
    }

    /// The verb and the chosen values, a line each.
    fn given(&self, path: &OptionsPath, place: &PathNode<'_>) -> Vec<String> {
        let mut lines = vec![bold(&self.position.verb(place.verb))];
        for (level, (arg, _)) in place.given.iter().enumerate() {
            let words = path.words_at(self.options(), level).into_iter();
            let value = self.list(words.map(|word| self.word(place.verb, arg, word)));
            lines.push(self.line_of(place.verb, arg, value));
        }
        lines
    }

    fn line_of(&self, verb: Word, arg: &str, value: String) -> String {
        let args = [("arg", Value::from(self.arg(verb, arg))), ("value", value.into())];
        plain(&self.say("discord-pick-given", &args))
    }

    /// The text above the components of a step: the verb, the chosen values, the question, and `more` lines of plain text.
    pub(super) fn text(&self, path: &OptionsPath, more: &[String]) -> String {
        let Some(place) = path.place(self.options()) else { return String::new() };
        let mut lines = self.given(path, &place);
        lines.extend(self.question(&place).map(|question| plain(&question)));
        lines.extend(more.iter().map(|line| plain(line)));
        fitted(&lines.join("\n"))
    }

    /// All that a path gives, where it is several orders: the number of a box is left open.
    pub(super) fn all_given(&self, path: &OptionsPath) -> String {
        let Some(place) = path.place(self.options()) else { return String::new() };
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
        fitted(&lines.join("\n"))
    }
}

/// As much of a text as one message holds.
pub(super) fn fitted(text: &str) -> String {
    pages(text, CONTENT).into_iter().next().unwrap_or_default()
}
