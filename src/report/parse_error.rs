//! Parse errors in the player's words.

use crate::book::{ArgKind, Book, Lexicon, ParseError, ReadArg};
use crate::game::Word;
use crate::words::{Lang, Value, Words};

/// Says why a line was not understood, what was perhaps meant, and what would be right.
pub fn parse_error(
    words: &Words,
    lang: Lang,
    book: &Book,
    lexicon: &Lexicon,
    parse_error: &ParseError,
) -> String {
    Explainer { words, lang, book, lexicon }.explain(parse_error)
}

struct Explainer<'a> {
    words: &'a Words,
    lang: Lang,
    book: &'a Book,
    lexicon: &'a Lexicon,
}

impl Explainer<'_> {
    fn explain(&self, parse_error: &ParseError) -> String {
        match parse_error {
            ParseError::TooLong { bytes, most } => {
                self.say("parse-error-too-long", &[("bytes", (*bytes).into()), ("most", (*most).into())])
            }
            ParseError::TooMany { orders, most } => {
                self.say("parse-error-too-many", &[("orders", (*orders).into()), ("most", (*most).into())])
            }
            ParseError::Alone { verb } => self.about("parse-error-alone", *verb, *verb, "", None),
            ParseError::OpenQuote { close, after } => self.say(
                "parse-error-open-quote",
                &[("close", close.to_string().into()), ("after", after.as_str().into())],
            ),
            ParseError::UnknownVerb { given, nearest, legal } => [
                self.say("parse-error-unknown-verb", &[("given", given.as_str().into())]),
                self.nearest(nearest.map(|verb| self.verb(verb))),
                self.legal(self.verbs(legal), 0),
            ]
            .join(""),
            ParseError::AmbiguousVerb { given, could_be } => {
                let list = self.list(self.verbs(could_be));
                self.say(
                    "parse-error-ambiguous-verb",
                    &[("given", given.as_str().into()), ("list", list.into())],
                )
            }
            ParseError::UnknownWord { verb, arg, given, read, nearest, legal, more } => [
                self.about("parse-error-unknown-word", *verb, *arg, given, None),
                self.read(*verb, read),
                self.nearest(nearest.map(|word| self.named(*verb, *arg, word))),
                self.legal(self.named_all(*verb, *arg, legal), *more),
            ]
            .join(""),
            ParseError::Ambiguous { verb, arg, given, could_be } => {
                let list = self.list(self.named_all(*verb, *arg, could_be));
                self.about("parse-error-ambiguous", *verb, *arg, given, Some(list))
            }
            ParseError::Missing { verb, arg, legal, more } => [
                self.about("parse-error-missing", *verb, *arg, "", None),
                // An argument that is no choice from a list: `legal` would say that nothing is legal.
                match legal.is_empty() {
                    true => String::new(),
                    false => self.legal(self.named_all(*verb, *arg, legal), *more),
                },
            ]
            .join(""),
            ParseError::LeftOut { verb, arg, read, legal, more } => [
                self.about("parse-error-left-out", *verb, *arg, "", None),
                self.read(*verb, read),
                match legal.is_empty() {
                    true => String::new(),
                    false => self.legal(self.named_all(*verb, *arg, legal), *more),
                },
            ]
            .join(""),
            ParseError::NotANumber { verb, arg, given } => {
                let spec = self.book.verb(verb.as_str()).and_then(|spec| spec.arg(arg.as_str()));
                let counts = spec.is_some_and(|spec| spec.kind == ArgKind::Count);
                let key = if counts { "parse-error-not-a-count" } else { "parse-error-not-a-number" };
                self.about(key, *verb, *arg, given, None)
            }
            ParseError::NoBin { verb, arg, given, write, bins } => {
                let write = write.as_ref().map(|(bin, thing)| format!("{bin}={thing}"));
                let key = if write.is_some() { "parse-error-no-bin" } else { "parse-error-in-no-bin" };
                let legal = self.legal(self.named_all(*verb, *arg, bins), 0);
                self.about(key, *verb, *arg, given, write) + &legal
            }
            ParseError::TooFew { verb, class, left } => self.say(
                "parse-error-too-few",
                &[
                    ("verb", self.verb(*verb).into()),
                    ("class", self.lexicon.name(self.lang, *class).into()),
                    ("left", (*left).into()),
                ],
            ),
            ParseError::Extra { verb, given, read } => {
                let spec = self.book.verb(verb.as_str());
                let takes_nothing = spec.is_some_and(|spec| spec.args.is_empty());
                let key = if takes_nothing { "parse-error-takes-nothing" } else { "parse-error-extra" };
                let usage =
                    spec.filter(|spec| spec.table && !takes_nothing).map(|spec| spec.usage(self.lang));
                [
                    self.about(key, *verb, *verb, given, None),
                    self.read(*verb, read),
                    self.more("parse-error-usage", usage),
                    self.more(
                        "parse-error-opposite",
                        spec.and_then(|spec| spec.opposite).map(|it| self.verb(it)),
                    ),
                ]
                .join("")
            }
            ParseError::Twice { verb, arg } => self.about("parse-error-twice", *verb, *arg, "", None),
        }
    }

    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    fn about(&self, key: &str, verb: Word, arg: Word, given: &str, list: Option<String>) -> String {
        self.say(
            key,
            &[
                ("verb", self.verb(verb).into()),
                ("arg", self.arg(verb, arg).into()),
                ("given", given.into()),
                ("list", list.unwrap_or_default().into()),
            ],
        )
    }

    fn arg(&self, verb: Word, arg: Word) -> String {
        let spec = self.book.verb(verb.as_str()).and_then(|spec| spec.arg(arg.as_str()));
        spec.map_or_else(|| self.lexicon.name(self.lang, arg), |spec| spec.label(self.lang).into())
    }

    /// The reading of the other words.
    fn read(&self, verb: Word, read: &[ReadArg]) -> String {
        if read.is_empty() {
            return String::new();
        }
        let item = |read: &ReadArg| {
            let args = [("given", read.given.as_str().into()), ("arg", self.arg(verb, read.arg).into())];
            self.say("parse-error-read-item", &args)
        };
        let list = self.list(read.iter().map(item).collect());
        self.space() + &self.say("parse-error-read", &[("list", list.into())])
    }

    fn nearest(&self, nearest: Option<String>) -> String {
        nearest.map_or_else(String::new, |nearest| {
            self.space() + &self.say("parse-error-nearest", &[("nearest", nearest.into())])
        })
    }

    /// A sentence about a verb, if there is one.
    fn more(&self, key: &str, verb: Option<String>) -> String {
        verb.map_or_else(String::new, |verb| self.space() + &self.say(key, &[("verb", verb.into())]))
    }

    fn legal(&self, legal: Vec<String>, more: usize) -> String {
        let list = self.list(legal);
        let text = match (list.is_empty(), more) {
            (true, _) => self.say("parse-error-nothing-legal", &[]),
            (false, 0) => self.say("parse-error-legal", &[("list", list.into())]),
            (false, more) => {
                self.say("parse-error-legal-more", &[("list", list.into()), ("more", more.into())])
            }
        };
        self.space() + &text
    }

    /// The separator between two sentences.
    fn space(&self) -> String {
        match self.lang {
            Lang::En => " ".into(),
            Lang::Ja => String::new(),
        }
    }

    fn list(&self, items: Vec<String>) -> String {
        items.join(&self.say("list-separator", &[]))
    }

    fn verb(&self, verb: Word) -> String {
        self.book
            .verb(verb.as_str())
            .map_or_else(|| verb.to_string(), |spec| spec.label(self.lang).to_string())
    }

    fn verbs(&self, verbs: &[Word]) -> Vec<String> {
        verbs.iter().map(|verb| self.verb(*verb)).collect()
    }

    fn named_all(&self, verb: Word, arg: Word, words: &[Word]) -> Vec<String> {
        words.iter().map(|word| self.named(verb, arg, *word)).collect()
    }

    /// A word as it would be typed, with its name where that is another.
    fn named(&self, verb: Word, arg: Word, word: Word) -> String {
        let choice = self
            .book
            .verb(verb.as_str())
            .and_then(|spec| spec.arg(arg.as_str()))
            .and_then(|arg| arg.words.iter().find(|choice| choice.word == word));
        let name = match (choice, self.lang) {
            (Some(choice), Lang::Ja) => choice.ja.clone(),
            (Some(_), Lang::En) => word.to_string(),
            (None, lang) => self.lexicon.name(lang, word),
        };
        if crate::book::fold(&name) == crate::book::fold(word.as_str()) {
            return word.to_string();
        }
        self.say("named-word", &[("word", word.as_str().into()), ("name", name.into())])
    }
}
