//! What the cases of every game share.
//!
//! | file | what |
//! |---|---|
//! | [`reader`] | case files |
//! | [`table`] | a position, its dice, orders and refusals |
//! | [`runner`] | the lines of a case, one after another |
//! | [`facts`] | what happened in the last order |
//! | [`coverage`] | every rule has a case and code |
#![allow(dead_code)]

pub mod coverage;
pub mod facts;
pub mod reader;
pub mod runner;
pub mod table;

/// A number.
pub fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim_start_matches('+').parse().map_err(|_| format!("{text} is no number here"))
}

/// An id.
pub fn id<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is no id"))
}

/// Several ids.
pub fn list<T: std::str::FromStr>(words: &[&str]) -> Result<Vec<T>, String> {
    words.iter().map(|word| id(word)).collect()
}

/// What is, against what is wanted.
pub fn same<T: PartialEq + std::fmt::Debug>(is: &T, wanted: &T) -> Result<(), String> {
    (is == wanted).then_some(()).ok_or(format!("it is {is:?}, not {wanted:?}"))
}

/// Whether something holds for each of a list.
pub fn each<T: std::fmt::Debug>(list: &[T], holds: impl Fn(&T) -> bool) -> Result<(), String> {
    match list.iter().find(|item| !holds(item)) {
        None => Ok(()),
        Some(item) => Err(format!("not so for {item:?}")),
    }
}
