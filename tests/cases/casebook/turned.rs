//! Every expectation turned around: with one of its words in another's place, or said the other way round, the line must
//! not hold where it stands. Otherwise it could not fail, and proved nothing.

use super::Amiss;
use super::reader::Case;
use super::runner::{Language, expected, run_with};

/// A word that is nowhere: where texts are compared, it stands for any other.
const ANOTHER: &str = "another";
/// What negates an expectation.
const NEGATIONS: [&str; 2] = ["not", "no"];

/// Turns around every expectation of these cases.
pub fn all_fail<L: Language>(language: &L, cases: &[Case]) {
    let kinds = language.kinds();
    let (mut turned, mut amiss) = (0, Vec::new());
    for case in cases {
        let outcome = run_with(language, case, |table, text| {
            let Some(ways) = ways(language, &kinds, text) else { return };
            for (what, lines) in ways {
                let fails = |line: &String| matches!(expected(language, table, line), Err(Amiss::Unmet(_)));
                match lines.iter().any(fails) {
                    true => turned += 1,
                    false => amiss.push(format!("{}: `{text}`: nothing else fails for {what}", case.title())),
                }
            }
        });
        outcome.unwrap_or_else(|why| panic!("{}: {why}", case.title()));
    }
    assert!(amiss.is_empty(), "{} expectations cannot fail:\n{}", amiss.len(), amiss.join("\n"));
    println!("{turned} turned around");
}

/// What is turned around of a line, each with the lines of which one must fail; `None` for one that expects nothing.
fn ways<L: Language>(language: &L, kinds: &[Vec<String>], text: &str) -> Option<Vec<(String, Vec<String>)>> {
    let words: Vec<&str> = text.split(' ').collect();
    let said = &words[1..];
    let replaced = |at: usize| {
        (words[at].to_string(), others(kinds, words[at]).map(|word| with(&words, at, &word)).collect())
    };
    Some(match words[0] {
        "can" => vec![("it".into(), vec![format!("cannot {}", said.join(" "))])],
        "cannot" => vec![("it".into(), vec![format!("can {}", said.join(" "))])],
        "refused" | "legal" => (1..words.len()).map(replaced).collect(),
        "then" => {
            let mut whole: Vec<String> = (1..words.len()).filter_map(|at| negated(&words, at)).collect();
            whole.extend(language.otherwise(said).into_iter().map(|line| format!("then {line}")));
            let last = words.len() - 1;
            match said {
                ["no" | "not", ..] => {
                    whole.extend((2..words.len()).flat_map(|at| replaced(at).1));
                    vec![("it".into(), whole)]
                }
                // Each field by itself.
                ["event", _, _, ..] => (4..words.len()).step_by(2).map(replaced).collect(),
                _ => {
                    whole.extend(replaced(last).1);
                    vec![(words[last].to_string(), whole)]
                }
            }
        }
        _ => return None,
    })
}

/// Other words in a word's place: the numbers beside it, or the others of its kinds, or any.
fn others(kinds: &[Vec<String>], word: &str) -> impl Iterator<Item = String> {
    let number = word.parse::<i64>().ok();
    let beside = number.into_iter().flat_map(|n| [n + 1, n - 1]).map(|n| n.to_string());
    let all = kinds.iter().filter(|kind| word == "none" || kind.iter().any(|known| known == word)).flatten();
    let others: Vec<String> = all.filter(|other| *other != word).cloned().collect();
    beside.chain([ANOTHER.to_string()]).chain(others)
}

fn with(words: &[&str], at: usize, word: &str) -> String {
    let mut words = words.to_vec();
    words[at] = word;
    words.join(" ")
}

/// The line without the `not` or `no` that stands there, or with one more.
fn negated(words: &[&str], at: usize) -> Option<String> {
    let mut words = words.to_vec();
    if NEGATIONS.contains(&words[at]) {
        words.remove(at);
    } else if at > 1 && NEGATIONS.contains(&words[at - 1]) {
        return None;
    } else {
        words.insert(at, if words[at] == "event" || words[at] == "battle" { "no" } else { "not" });
    }
    Some(words.join(" "))
}
