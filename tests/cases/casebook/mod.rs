//! What the cases of every game share.
//!
//! | file | what |
//! |---|---|
//! | [`reader`] | case files |
//! | [`table`] | a position, its dice, orders and refusals |
//! | [`runner`] | the lines of a case, one after another |
//! | [`facts`] | what happened in the last order |
//! | [`turned`] | every expectation turned around, which must fail |
//! | [`coverage`] | every rule has a case and code |
#![allow(dead_code)]

/// One test a chapter of cases, so that the runner names the chapter that fails and `cargo test --test cases 14_naval` runs one; and one for
/// what else there is, which also counts the cases.
macro_rules! every_case_holds {
    ($language:expr, $folder:expr, $count:expr; $($name:ident $chapter:literal,)+) => {
        mod every_case_holds {
            use super::*;
            use crate::casebook::runner::{run_chapter, run_elsewhere};

            $(#[test]
            fn $name() {
                run_chapter(&$language(), $folder, $chapter);
            })+

            #[test]
            fn elsewhere() {
                run_elsewhere(&$language(), $folder, &[$($chapter),+], $count);
            }
        }
    };
}
pub(crate) use every_case_holds;

pub mod coverage;
pub mod facts;
pub mod reader;
pub mod runner;
pub mod table;
pub mod turned;

use std::fmt;

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

/// Why a line of a case does not hold.
#[derive(Debug)]
pub enum Amiss {
    /// What it expects is not so.
    Unmet(String),
    /// It cannot be read, or means nothing here.
    Slip(String),
}

impl fmt::Display for Amiss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Amiss::Unmet(why) | Amiss::Slip(why)) = self;
        f.write_str(why)
    }
}

impl From<String> for Amiss {
    fn from(why: String) -> Amiss {
        Amiss::Slip(why)
    }
}

impl From<&str> for Amiss {
    fn from(why: &str) -> Amiss {
        Amiss::Slip(why.into())
    }
}

/// Whether what is expected is so; if not, what is instead.
pub fn expect(holds: bool, is: impl FnOnce() -> String) -> Result<(), Amiss> {
    if holds { Ok(()) } else { Err(Amiss::Unmet(is())) }
}

/// What is, against what is wanted.
pub fn same<T: PartialEq + fmt::Debug>(is: &T, wanted: &T) -> Result<(), Amiss> {
    expect(is == wanted, || format!("it is {is:?}, not {wanted:?}"))
}

/// Whether something holds for each of a list.
pub fn each<T: fmt::Debug>(list: &[T], holds: impl Fn(&T) -> bool) -> Result<(), Amiss> {
    match list.iter().find(|item| !holds(item)) {
        None => Ok(()),
        Some(item) => Err(Amiss::Unmet(format!("not so for {item:?}"))),
    }
}
