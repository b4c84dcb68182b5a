//! Orders in the form of all doors and of the log.

use std::collections::BTreeMap;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::word::Word;
use super::sort::Sorted;

/// One argument of an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Arg {
    /// A word: `"lion"`.
    Word(Word),
    /// A number: `3`.
    Number(i64),
    /// Words in order: `["STY","NSI"]`.
    Words(Vec<Word>),
    /// Shares: `{"north":2}`.
    Shares(BTreeMap<Word, u32>),
    /// Things sorted into bins: `{"1":["lion","tiger"]}`.
    Sorted(Sorted),
    /// Words of a player's own, for another player to read; stored as given.
    Text(String),
}

/// An order in the form of all doors and of the log: a verb and named arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderForm {
    /// The verb.
    pub verb: Word,
    pub(super) args: Vec<(Word, Arg)>,
}

impl OrderForm {
    /// The order `verb` without arguments.
    pub fn new(verb: Word) -> OrderForm {
        OrderForm { verb, args: Vec::new() }
    }

    /// The same order with an argument more; an argument of that name is replaced.
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> OrderForm {
        self.set(Word::literal(name), value.into());
        self
    }

    /// Sets an argument.
    pub fn set(&mut self, name: Word, value: Arg) {
        let value = match value {
            // In JSON nothing sorted and nothing shared look alike, so they are one here too.
            Arg::Sorted(sorted) if sorted.is_empty() => Arg::Shares(BTreeMap::new()),
            // In JSON a text that is a name looks like one, so it is one here too.
            Arg::Text(text) => text.parse().map_or_else(|_| Arg::Text(text), Arg::Word),
            // Things in a bin have no order, so orders that differ in it alone are the same.
            Arg::Sorted(mut sorted) => {
                sorted.values_mut().for_each(|things| things.sort_unstable());
                Arg::Sorted(sorted)
            }
            value => value,
        };
        // Sorted by name: orders that differ only in the sequence of their arguments are equal.
        match self.args.binary_search_by(|(n, _)| n.cmp(&name)) {
            Ok(at) => self.args[at].1 = value,
            Err(at) => self.args.insert(at, (name, value)),
        }
    }

    /// The argument called `name`.
    pub fn get(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(n, _)| n.as_str() == name).map(|(_, value)| value)
    }

    /// The arguments by name.
    pub fn args(&self) -> impl Iterator<Item = &(Word, Arg)> {
        self.args.iter()
    }

    /// The word argument called `name`.
    pub fn word(&self, name: &str) -> Option<Word> {
        match self.get(name) {
            Some(Arg::Word(word)) => Some(*word),
            _ => None,
        }
    }

    /// The text argument called `name`.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Arg::Text(text)) => Some(text),
            Some(Arg::Word(word)) => Some(word.as_str()),
            _ => None,
        }
    }

    /// The number argument called `name`.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.get(name) {
            Some(Arg::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The list argument called `name`.
    pub fn words(&self, name: &str) -> Option<&[Word]> {
        match self.get(name) {
            Some(Arg::Words(words)) => Some(words),
            _ => None,
        }
    }

    /// The shares called `name`.
    pub fn shares(&self, name: &str) -> Option<&BTreeMap<Word, u32>> {
        match self.get(name) {
            Some(Arg::Shares(shares)) => Some(shares),
            _ => None,
        }
    }

    /// The sorting called `name`.
    pub fn sorted(&self, name: &str) -> Option<Sorted> {
        match self.get(name) {
            Some(Arg::Sorted(sorted)) => Some(sorted.clone()),
            // An empty sorting is written like empty shares.
            Some(Arg::Shares(shares)) if shares.is_empty() => Some(Sorted::new()),
            _ => None,
        }
    }
}

impl From<Word> for Arg {
    fn from(word: Word) -> Arg {
        Arg::Word(word)
    }
}
impl From<i64> for Arg {
    fn from(number: i64) -> Arg {
        Arg::Number(number)
    }
}
impl From<Vec<Word>> for Arg {
    fn from(words: Vec<Word>) -> Arg {
        Arg::Words(words)
    }
}
impl From<BTreeMap<Word, u32>> for Arg {
    fn from(shares: BTreeMap<Word, u32>) -> Arg {
        Arg::Shares(shares)
    }
}

impl From<Sorted> for Arg {
    fn from(sorted: Sorted) -> Arg {
        Arg::Sorted(sorted)
    }
}

impl std::fmt::Display for OrderForm {
    /// The verb, then the arguments by name, in the order of their names: `move path=STY,NSI ship=lion speed=cruise`. Shares
    /// and sortings are named by their bins.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.verb)?;
        for (name, value) in &self.args {
            match value {
                Arg::Word(word) => write!(f, " {name}={word}")?,
                Arg::Number(number) => write!(f, " {name}={number}")?,
                Arg::Text(text) => write!(f, " {name}=\"{text}\"")?,
                Arg::Words(words) => {
                    write!(f, " {name}=")?;
                    for (i, word) in words.iter().enumerate() {
                        write!(f, "{}{word}", if i == 0 { "" } else { "," })?;
                    }
                }
                Arg::Shares(shares) => {
                    for (bin, share) in shares {
                        write!(f, " {bin}={share}")?;
                    }
                }
                Arg::Sorted(sorted) => {
                    for (bin, things) in sorted {
                        write!(
                            f,
                            " {bin}={}",
                            things.iter().map(Word::as_str).collect::<Vec<_>>().join(",")
                        )?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Serialize for OrderForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(Some(self.args.len() + 1))?;
        map.serialize_entry("verb", &self.verb)?;
        for (name, value) in &self.args {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for OrderForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OrderForm, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = OrderForm;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an order: a map with a `verb` and its arguments")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<OrderForm, M::Error> {
                use serde::de::Error;
                // Replaced below: canonical JSON sorts keys, so arguments come before the verb and after it.
                let mut form = OrderForm { verb: Word::literal("none"), args: Vec::new() };
                let mut verb = None;
                while let Some(name) = map.next_key::<Word>()? {
                    if name.as_str() == "verb" {
                        verb = Some(map.next_value::<Word>()?);
                    } else {
                        form.set(name, map.next_value()?);
                    }
                }
                form.verb = verb.ok_or_else(|| M::Error::missing_field("verb"))?;
                Ok(form)
            }
        }
        deserializer.deserialize_map(Reader)
    }
}
