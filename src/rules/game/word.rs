//! Words: the short ASCII names that ids, orders and events are made of.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use arrayvec::ArrayString;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::limits::WORD_BYTES;

/// A short name of letters, digits, `-`, `_`, `.` or `@`, 1 to [`WORD_BYTES`] bytes long, held without a heap.
#[derive(Clone, Copy)]
pub struct Word {
    text: ArrayString<WORD_BYTES>,
    /// Its first bytes as a number, padded with zeros. Comparison is the most frequent operation on words, and nearly all of
    /// them differ here.
    head: u64,
}

impl Word {
    /// A word known to be well formed when the program is written.
    ///
    /// # Panics
    /// When `text` is not a word; rules code passes literals only.
    pub fn literal(text: &'static str) -> Word {
        match text.parse() {
            Ok(word) => word,
            Err(error) => panic!("{error}"),
        }
    }

    /// The word as text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns whether the head contains the whole word.
    fn is_short(&self) -> bool {
        self.text.len() <= HEAD_BYTES
    }
}

/// The bytes of a word in its head.
const HEAD_BYTES: usize = size_of::<u64>();

/// The first bytes of `text` as a number that is ordered as they are.
fn head(text: &str) -> u64 {
    if let Some(first) = text.as_bytes().first_chunk::<HEAD_BYTES>() {
        // Big-endian, so that the first letter weighs most and numbers compare as texts do.
        return u64::from_be_bytes(*first);
    }
    let mut head = [0; HEAD_BYTES];
    for (to, from) in head.iter_mut().zip(text.bytes()) {
        *to = from;
    }
    u64::from_be_bytes(head)
}

/// The bytes that a word may consist of.
const IN_WORDS: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let sign = byte as u8;
        table[byte] = sign.is_ascii_alphanumeric() || matches!(sign, b'-' | b'_' | b'.' | b'@');
        byte += 1;
    }
    table
};

impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        // No word contains a zero byte, so two words with one head are equal if they are short; otherwise the rest decides.
        self.head == other.head && (self.is_short() && other.is_short() || self.text == other.text)
    }
}

impl Eq for Word {}

impl Ord for Word {
    fn cmp(&self, other: &Word) -> Ordering {
        self.head.cmp(&other.head).then_with(|| match self.is_short() && other.is_short() {
            true => Ordering::Equal,
            false => self.text.cmp(&other.text),
        })
    }
}

impl PartialOrd for Word {
    fn partial_cmp(&self, other: &Word) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The head follows from the text.
        self.text.hash(state);
    }
}

/// A text that is no [`Word`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a name: a name has 1 to {WORD_BYTES} of a-z A-Z 0-9 - _ . @")]
pub struct NotAWord(String);

impl FromStr for Word {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Word, NotAWord> {
        let fits = !text.is_empty() && text.bytes().all(|byte| IN_WORDS[usize::from(byte)]);
        // The text comes from outside and may be of any length; its beginning shows the mistake.
        let refused = || NotAWord(text.chars().take(40).collect());
        if !fits {
            return Err(refused());
        }
        let text = ArrayString::from(text).map_err(|_| refused())?;
        Ok(Word { text, head: head(&text) })
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq<str> for Word {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        struct Reader;
        impl serde::de::Visitor<'_> for Reader {
            type Value = Word;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a name of 1 to {WORD_BYTES} letters, digits, - _ . @")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Word, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Reader)
    }
}

/// Declares newtypes around [`Word`] so that a ship is never taken for a space.
#[macro_export]
macro_rules! word_ids {
    ($($(#[$about:meta])* $name:ident;)+) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $crate::game::Word);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(&self.0, f)
            }
        }
        impl std::str::FromStr for $name {
            type Err = $crate::game::NotAWord;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map($name)
            }
        }
        impl From<$name> for $crate::game::Word {
            fn from(id: $name) -> Self {
                id.0
            }
        }
    )+};
}

/// Declares a closed set of names: an enum whose variants are written and read as the texts given, most of them words in
/// kebab-case. `word()` panics if any of them is no `Word`, such as `JE/IB`.
#[macro_export]
macro_rules! word_enum {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the rulebook.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];

            /// The value as written in data, orders and the log.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)+ }
            }

            /// The value as a [`Word`]($crate::game::Word).
            pub fn word(self) -> $crate::game::Word {
                static WORDS: std::sync::LazyLock<Vec<$crate::game::Word>> = std::sync::LazyLock::new(|| {
                    $name::ALL.iter().map(|value| $crate::game::Word::literal(value.as_str())).collect()
                });
                // Variants are numbered in the order in which `ALL` lists them.
                WORDS[self as usize]
            }

            /// The value written as `text`, if there is one.
            pub fn named(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)+ _ => None }
            }
        }
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
        impl From<$name> for $crate::game::Word {
            fn from(value: $name) -> Self {
                value.word()
            }
        }
    };
}
