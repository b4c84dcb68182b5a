//! Who types: orders in words of either language, with slips.

use std::collections::BTreeMap;

use wardroom::book::ArgSpec;
use wardroom::game::{Arg, Options, OrderForm, Word};
use wardroom::words::Lang;

use super::super::Luck;
use super::{Desk, Door};

/// Signs that a slip of the pen puts between or around words.
const SIGNS: &[&str] = &[":", "：", ",", "、", ";", "->", "\"", "x:", "405：", "=", "MES: "];

/// A word as it is typed, under a key or by position; a text is one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub key: Option<Word>,
    pub text: String,
}

/// Somebody who types at a prompt.
#[derive(Clone, Copy)]
pub struct Typist<'a> {
    pub desk: &'a Desk,
    pub options: &'a Options,
    pub lang: Lang,
}

/// The line that was typed.
pub fn text(verb: Word, tokens: &[Token]) -> String {
    let words = tokens.iter().map(|token| token.text.as_str());
    [verb.as_str()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// The same by name.
pub fn given(tokens: &[Token]) -> Vec<(Word, String)> {
    let mut given: BTreeMap<Word, Vec<&str>> = BTreeMap::new();
    for token in tokens {
        given.entry(token.key.expect("a key")).or_default().push(&token.text);
    }
    given.into_iter().map(|(key, words)| (key, words.join(" "))).collect()
}

impl Typist<'_> {
    /// A line for a door, from a legal order with slips or without.
    pub fn line(&self, door: Door, luck: &mut Luck) -> Option<(Word, Vec<Token>)> {
        let form = self.options.sample(&mut |n| luck.below(n))?;
        self.desk.book.verb(form.verb.as_str())?;
        let mut tokens = self.typed(&form, luck);
        if door == Door::Named {
            self.slip_named(&mut tokens, luck);
        } else {
            tokens.iter_mut().for_each(|token| token.key = None);
            for _ in 0..luck.below(3) {
                self.slip(&mut tokens, luck);
            }
        }
        Some((form.verb, tokens))
    }

    /// The order with every argument.
    fn typed(&self, form: &OrderForm, luck: &mut Luck) -> Vec<Token> {
        let verb = self.desk.book.verb(form.verb.as_str()).expect("a verb of the book");
        let mut tokens = Vec::new();
        for arg in &verb.args {
            let words: Vec<String> = match form.get(arg.name.as_str()) {
                Some(Arg::Word(word)) => vec![self.name(arg, *word)],
                Some(Arg::Number(number)) => vec![number.to_string()],
                Some(Arg::Words(words)) => words.iter().map(|word| self.name(arg, *word)).collect(),
                Some(Arg::Text(text)) => vec![text.clone()],
                Some(Arg::Shares(shares)) => {
                    shares.iter().map(|(bin, points)| format!("{}={points}", self.name(arg, *bin))).collect()
                }
                Some(Arg::Sorted(sorted)) => {
                    let bins = sorted.iter().filter(|(_, things)| !things.is_empty());
                    bins.map(|(bin, things)| format!("{bin}={}", self.bin(arg, things, luck))).collect()
                }
                None => vec![],
            };
            tokens.extend(words.into_iter().map(|text| Token { key: Some(arg.name), text }));
        }
        tokens
    }

    /// The things in a bin: each by name, or now and then by a class with a number, a class, or all that remain.
    fn bin(&self, arg: &ArgSpec, things: &[Word], luck: &mut Luck) -> String {
        let class = || self.class(things[0]);
        match luck.below(8) {
            0 => (if self.lang == Lang::En { "rest" } else { "残り" }).to_owned(),
            1 => class(),
            2 => format!("{}*{}", class(), things.len()),
            _ => things.iter().map(|thing| self.name(arg, *thing)).collect::<Vec<_>>().join(","),
        }
    }

    /// The class of a thing that is sorted somewhere now.
    fn class(&self, thing: Word) -> String {
        let sorts = self.options.verbs.iter().filter_map(|(_, node)| super::account::sort_of(node));
        let mut items = sorts.flat_map(|sort| &sort.items);
        let class = items.find(|item| item.word == thing).map_or(thing, |item| item.class);
        self.desk.lexicon.name(Lang::En, class)
    }

    fn name(&self, arg: &ArgSpec, word: Word) -> String {
        if let Some(choice) = arg.words.iter().find(|choice| choice.word == word) {
            return choice.label(self.lang).to_owned();
        }
        // A name of several words, or of a part and its place, is typed as the word itself.
        let name = self.desk.lexicon.name(self.lang, word);
        if name.contains(|c: char| !c.is_alphanumeric()) { word.to_string() } else { name }
    }

    /// A word of the game, of any verb's, or none at all.
    fn any_word(&self, luck: &mut Luck) -> String {
        let name = ["space", "space", "ship", "ship", "item"][luck.below(5) as usize];
        let things: Vec<Word> = self.desk.lexicon.words(|kind| kind.name == name).collect();
        let others = [
            "all", "none", "most", "1", "2", "3", "12", "999", "to", "zeppelin", "x", "全艦", "なし", "rest",
            "BC*2", "hull=1", "1=BC",
        ];
        match luck.below(6) {
            0 => (*luck.one_of(&others).expect("words")).to_owned(),
            1 => {
                let verbs = self.desk.book.verbs();
                let verb = luck.one_of(verbs).expect("verbs");
                let choices: Vec<_> = verb.choices().collect();
                luck.one_of(&choices)
                    .map_or(verb.label(self.lang), |choice| choice.label(self.lang))
                    .to_owned()
            }
            2 => {
                let sample = self.options.sample(&mut |n| luck.below(n));
                let known = sample.filter(|form| self.desk.book.verb(form.verb.as_str()).is_some());
                let words = known.map(|form| self.typed(&form, luck)).unwrap_or_default();
                luck.one_of(&words).map_or("x".to_owned(), |token| token.text.clone())
            }
            _ => match luck.one_of(&things) {
                Some(word) if luck.below(2) == 0 => {
                    self.desk.lexicon.name(self.lang, *word).replace(' ', "-")
                }
                Some(word) => word.to_string(),
                None => "x".to_owned(),
            },
        }
    }

    fn slip(&self, tokens: &mut Vec<Token>, luck: &mut Luck) {
        let at = luck.below(tokens.len() as u32) as usize;
        let word = Token { key: None, text: self.any_word(luck) };
        match luck.below(8) {
            0 => luck.shuffle(tokens),
            1 if !tokens.is_empty() => tokens[at] = word,
            2 if !tokens.is_empty() => drop(tokens.remove(at)),
            3 if !tokens.is_empty() => tokens.push(tokens[at].clone()),
            4 if !tokens.is_empty() => {
                let letters: Vec<char> = tokens[at].text.chars().collect();
                tokens[at].text = letters[..1 + luck.below(letters.len() as u32) as usize].iter().collect();
            }
            5 if tokens.get(at).is_some_and(|token| token.text.contains('=')) => {
                self.slip_in_bin(&mut tokens[at].text, luck)
            }
            _ => tokens.insert(luck.below(tokens.len() as u32 + 1) as usize, word),
        }
    }

    /// The same where each word is given for an argument.
    fn slip_named(&self, tokens: &mut Vec<Token>, luck: &mut Luck) {
        if tokens.is_empty() {
            return;
        }
        let at = luck.below(tokens.len() as u32) as usize;
        let other = luck.below(tokens.len() as u32) as usize;
        match luck.below(9) {
            0 => tokens[at].text = self.any_word(luck),
            1 => tokens[at].text = tokens[other].text.clone(),
            2 => drop(tokens.remove(at)),
            3 => tokens.insert(at, Token { text: self.any_word(luck), ..tokens[at].clone() }),
            4 => self.slip_in_bin(&mut tokens[at].text, luck),
            5 => {
                let meant = tokens[at].text.parse().ok().filter(|_| luck.below(2) == 0);
                let name = meant.map(|word: Word| self.desk.lexicon.name(self.lang, word));
                tokens[at].text = match name {
                    Some(name) => format!("{name}: {}", tokens[at].text),
                    None => tokens[at].text.clone(),
                };
            }
            6 => {
                let sign = *luck.one_of(SIGNS).expect("signs");
                tokens[at].text = format!("{}{sign}{}", self.any_word(luck), tokens[at].text);
            }
            _ => {}
        }
    }

    /// Another bin, number or thing in `1=lion,tiger` or `hull=3`; whatever else it is, it gets a sign.
    fn slip_in_bin(&self, text: &mut String, luck: &mut Luck) {
        let word = self.any_word(luck);
        *text = match (text.split_once('='), luck.below(5)) {
            (Some((_, things)), 0) => format!("{word}={things}"),
            (Some((bin, _)), 1) => format!("{bin}={word}"),
            (Some((bin, things)), 2) => format!("{bin}={things},{word}"),
            (Some((bin, things)), 3) => format!("{bin}={word},{things}"),
            (Some((bin, _)), _) => format!("{bin}={}", luck.below(4)),
            (None, 0) => format!("{text}={word}"),
            (None, _) => format!("{text}{}", luck.one_of(SIGNS).expect("signs")),
        };
    }
}
