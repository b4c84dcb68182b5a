//! Parse errors: the words that could not be understood, and those that would have been.

use crate::game::Word;

/// The most characters of a player's text that a message repeats.
const CLIP_CHARS: usize = 40;

/// Why a line is no order: nothing of the order was done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The line is too long to be read.
    #[error("{bytes} bytes, at most {most}")]
    TooLong {
        /// Its bytes.
        bytes: usize,
        /// The most.
        most: usize,
    },
    /// The line holds too many orders.
    #[error("{orders} orders, at most {most}")]
    TooMany {
        /// The number of orders.
        orders: usize,
        /// The most.
        most: usize,
    },
    /// A verb that must be alone on its line is beside others.
    #[error("{verb} stands alone on its line")]
    Alone {
        /// The verb.
        verb: Word,
    },
    /// A quote is not closed.
    #[error("no {close} after {after}")]
    OpenQuote {
        /// The sign that would close it.
        close: char,
        /// The text after the quote.
        after: String,
    },
    /// No verb of any prompt.
    #[error("unknown verb {given}")]
    UnknownVerb {
        /// The typed text.
        given: String,
        /// The verb it looks most like.
        nearest: Option<Word>,
        /// Verbs that would do now.
        legal: Vec<Word>,
    },
    /// The beginning of several verbs.
    #[error("ambiguous verb {given}")]
    AmbiguousVerb {
        /// The typed text.
        given: String,
        /// The verbs.
        could_be: Vec<Word>,
    },
    /// A word that names nothing of the kind that belongs there.
    #[error("unknown word {given} for {arg}")]
    UnknownWord {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// The typed text.
        given: String,
        /// The reading of the words before it, if one of them is not legal.
        read: Vec<ReadArg>,
        /// The word it looks most like.
        nearest: Option<Word>,
        /// Words that would do, at most [`LEGAL_SHOWN`](super::LEGAL_SHOWN).
        legal: Vec<Word>,
        /// The number of further legal ones.
        more: usize,
    },
    /// The beginning of several words.
    #[error("ambiguous word {given} for {arg}")]
    Ambiguous {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// The typed text.
        given: String,
        /// The words, at most [`LEGAL_SHOWN`](super::LEGAL_SHOWN).
        could_be: Vec<Word>,
    },
    /// A missing argument without a default.
    #[error("{arg} is missing")]
    Missing {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// Words that would do, at most [`LEGAL_SHOWN`](super::LEGAL_SHOWN).
        legal: Vec<Word>,
        /// The number of further legal ones.
        more: usize,
    },
    /// A missing argument that cannot have a default, because a typed word could also be meant for it.
    #[error("{arg} is missing, and a word that was typed could be it")]
    LeftOut {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// The reading of the words.
        read: Vec<ReadArg>,
        /// Words that would do, at most [`LEGAL_SHOWN`](super::LEGAL_SHOWN).
        legal: Vec<Word>,
        /// The number of further legal ones.
        more: usize,
    },
    /// A number was expected.
    #[error("{given} is no number")]
    NotANumber {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// The typed text.
        given: String,
    },
    /// A thing to sort before any bin.
    #[error("no bin for {given}")]
    NoBin {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
        /// The typed text.
        given: String,
        /// The bin and the thing of the right form, if known.
        write: Option<(Word, String)>,
        /// The bins, at most [`LEGAL_SHOWN`](super::LEGAL_SHOWN).
        bins: Vec<Word>,
    },
    /// More of a class than are left.
    #[error("only {left} of {class} are left")]
    TooFew {
        /// The verb.
        verb: Word,
        /// The class.
        class: Word,
        /// The number left.
        left: usize,
    },
    /// Words that belong to no argument.
    #[error("extra words {given}")]
    Extra {
        /// The verb.
        verb: Word,
        /// The typed text.
        given: String,
        /// The reading of the words before it.
        read: Vec<ReadArg>,
    },
    /// An argument given twice.
    #[error("{arg} twice")]
    Twice {
        /// The verb.
        verb: Word,
        /// The argument.
        arg: Word,
    },
}

/// Typed words, and the argument they were read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadArg {
    /// The argument.
    pub arg: Word,
    /// The typed text.
    pub given: String,
}

/// The beginning of a player's text, without control characters.
pub fn clip(text: &str) -> String {
    // Control characters could move a terminal's cursor or hide the rest of the message.
    let mut clipped: String = text.chars().filter(|c| !c.is_control()).take(CLIP_CHARS).collect();
    if text.chars().nth(CLIP_CHARS).is_some() {
        clipped.push('…');
    }
    clipped
}
