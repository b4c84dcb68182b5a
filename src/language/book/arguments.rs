//! The words after a verb of the table or of a door, checked against its page to the last word.

use super::text::{count, is_one_of};
use super::{ArgKind, ParseError, Verb, clip};
use crate::words::Lang;

/// The words for yes, in both languages.
const YES: [&str; 6] = ["yes", "y", "on", "true", "はい", "オン"];
/// The words for no, in both languages.
const NO: [&str; 10] = ["no", "n", "off", "none", "false", "いいえ", "なし", "無し", "オフ", "終了"];

/// Returns whether a typed word means yes, in any width and case.
pub fn is_yes(typed: &str) -> bool {
    is_one_of(&YES, typed)
}

/// Returns whether a typed word is one of those for no, or for none.
pub fn is_no(typed: &str) -> bool {
    is_one_of(&NO, typed)
}

/// Returns whether an option that is on or off is on: a word for yes, or the `1` that forms send for it.
pub fn is_on(given: &str) -> bool {
    // Discord's own switch arrives as `true`, which is among the words for yes.
    given == "1" || is_yes(given)
}

/// The word for yes that is offered in a language.
pub fn yes_in(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "yes",
        Lang::Ja => "はい",
    }
}

/// The word that ends what was set, as it is offered in a language.
pub fn off_in(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "off",
        Lang::Ja => "なし",
    }
}

impl Verb {
    /// Checks the words after this verb: too many, or of another type than on its page. The handler deals with missing words,
    /// because it knows their defaults.
    ///
    /// # Errors
    /// [`ParseError::Extra`], [`ParseError::NotANumber`].
    pub fn check(&self, words: &[String]) -> Result<(), ParseError> {
        let mut left = words.iter();
        for arg in &self.args {
            // These go to the end of the line, and their handler reads all of it.
            if matches!(arg.kind, ArgKind::Text | ArgKind::Game | ArgKind::Seat) {
                return Ok(());
            }
            let Some(word) = left.next() else { return Ok(()) };
            let (verb, name, given) = (self.name, arg.name, || clip(word));
            match arg.kind {
                ArgKind::Count if count(word).is_none() => {
                    return Err(ParseError::NotANumber { verb, arg: name, given: given() });
                }
                // Such a word says what its argument is called: `yes`, or `off`.
                ArgKind::Switch if !(if is_no(name.as_str()) { is_no(word) } else { is_yes(word) }) => {
                    return Err(ParseError::Extra { verb, given: clip(&words.join(" ")), read: vec![] });
                }
                _ => {}
            }
        }
        let left: Vec<&str> = left.map(String::as_str).collect();
        match left.is_empty() {
            true => Ok(()),
            false => Err(ParseError::Extra { verb: self.name, given: clip(&left.join(" ")), read: vec![] }),
        }
    }
}
