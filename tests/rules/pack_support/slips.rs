//! Slips of the pen: a spoilt pack is refused by name or loads; it never breaks the program.

use std::fmt::Debug;

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use wardroom::games::pack::{self, Layout, PackFileFault};
use wardroom::words::english;

/// A slip in one line of a text.
#[derive(Clone, Debug)]
enum Slip {
    Delete,
    Double,
    Swap,
    Number(i64),
    Cut(usize),
    Insert(String),
}

/// Any slip; `words`, a pattern, are among what is put in.
fn slip(words: &str) -> impl Strategy<Value = Slip> + use<> {
    let line = format!("[ -~]{{0,30}}|({words}|[a-z_]{{1,9}} = [0-9]{{1,4}})");
    prop_oneof![
        Just(Slip::Delete),
        Just(Slip::Double),
        Just(Slip::Swap),
        prop_oneof![-300_i64..300, Just(i64::MAX), Just(i64::MIN)].prop_map(Slip::Number),
        (0_usize..80).prop_map(Slip::Cut),
        proptest::string::string_regex(&line).unwrap().prop_map(Slip::Insert),
    ]
}

fn spoilt(text: &str, at: usize, slip: &Slip) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = at % lines.len();
    match slip {
        Slip::Delete => drop(lines.remove(at)),
        Slip::Double => lines.insert(at, lines[at].clone()),
        Slip::Swap => {
            let other = (at * 7 + 3) % lines.len();
            lines.swap(at, other);
        }
        Slip::Number(number) => lines[at] = with_number(&lines[at], *number),
        Slip::Cut(chars) => lines[at] = lines[at].chars().skip(*chars).collect(),
        Slip::Insert(text) => lines.insert(at, text.clone()),
    }
    lines.join("\n")
}

/// The line with its first number changed.
fn with_number(line: &str, number: i64) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else { return line.to_owned() };
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |len| start + len);
    format!("{}{number}{}", &line[..start], &line[end..])
}

fn names_a_file<P: Layout>(fault: &PackFileFault) -> bool {
    P::FILES.iter().any(|(file, _)| english(&fault.reason()).starts_with(file))
}

/// A pack with one to three slips is refused by name, or loads and comes back from a log.
pub fn a_slip_is_a_fault_or_a_pack<P: Layout + PartialEq + Debug>(words: &str) {
    let one = (0_usize..P::FILES.len(), any::<Index>(), slip(words));
    tried(prop::collection::vec(one, 1..4), |slips| {
        let mut files: Vec<(String, String)> =
            P::FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        for (file, at, slip) in &slips {
            let text = &mut files[*file].1;
            *text = spoilt(text, at.index(text.lines().count()), slip);
        }
        match pack::from_files::<P>(files) {
            Ok(pack) => {
                prop_assert_eq!(pack::check(&pack), Ok(()));
                let stored = serde_json::from_str(&pack::to_value(&pack).to_string()).unwrap();
                prop_assert_eq!(pack::from_value::<P>(stored), Ok(pack));
            }
            Err(fault) => prop_assert!(names_a_file::<P>(&fault), "{fault:?}"),
        }
        Ok(())
    });
}

/// The built-in pack as a log stores it, with a digit of it changed to a number, is refused by name or loads.
pub fn a_spoilt_value_is_a_fault_or_a_pack<P: Layout>() {
    let text = pack::to_value(&super::builtin::<P>()).to_string();
    let digits: Vec<usize> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    tried((any::<Index>(), -9_i64..999), |(at, number)| {
        let at = digits[at.index(digits.len())];
        let spoilt = format!("{}{number}{}", &text[..at], &text[at + 1..]);
        if let Ok(value) = serde_json::from_str(&spoilt)
            && let Err(fault) = pack::from_value::<P>(value)
        {
            prop_assert!(names_a_file::<P>(&fault), "{fault:?}");
        }
        Ok(())
    });
}

fn tried<S: Strategy>(strategy: S, test: impl Fn(S::Value) -> Result<(), TestCaseError>) {
    let config = ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() };
    let tried = TestRunner::new(config).run(&strategy, test);
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}

/// A file of thousands of nested values under `key` is refused and overflows nothing.
pub fn deep_nesting_is_refused<P: Layout>(file: &str, key: &str) {
    let deep = |open: &str, close: &str| format!("{key} = {}1{}", open.repeat(40_000), close.repeat(40_000));
    let dotted = format!("{}b = 1", "a.".repeat(60_000));
    for text in [deep("[", "]"), deep("{ a = ", "}"), dotted] {
        let fault = pack::from_files::<P>([(file.to_owned(), text)]).err().unwrap();
        assert!(names_a_file::<P>(&fault), "{fault:?}");
    }
}
