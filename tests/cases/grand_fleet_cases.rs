//! The rulebook in executable form: every text file under `tests/grand_fleet/` is a list of cases, named by the rule.
//!
//! `tests/grand_fleet/README.md` describes the language. The `rules.txt` of each chapter lists what its rules, rows and
//! rulings say; each needs a case here and code, and `docs/grand-fleet-rules.md` shows both.

mod given;
mod language;
mod then;

use crate::casebook::coverage::{Rulebook, files};
use crate::casebook::reader::{cases_of, root};
use crate::casebook::runner::must_fail;
use crate::casebook::turned;
use language::BySeat;

const RULEBOOK: Rulebook = Rulebook {
    cases: "tests/grand_fleet",
    code: "src/rules/games/grand_fleet",
    page: "docs/grand-fleet-rules.md",
    head: "# Grand Fleet 1.2: rule, code, case\n\n\
           What the rules of chapters 2 to 12 say, sentence by sentence, every row of every table and every ruling\n\
           (`docs/grand-fleet-rulings.md`), with the code that carries it out and the cases that show it. A rule is named by\n\
           the chapter of the rulebook and a word of ours for its part. Cases are text files under `tests/grand_fleet/`; the\n\
           tests rewrite this page with `UPDATE=1` and fail when a rule has no case or no code.\n",
    row: "table ",
};

/// The cases of the project. It only grows.
const COUNT: usize = 454;

crate::casebook::every_case_holds! {
    BySeat::read, RULEBOOK.cases, COUNT;
    c02_components "02-components",
    c03_set_up "03-set-up",
    c04_sequence "04-sequence",
    c06_armament "06-armament",
    c07_initiative "07-initiative",
    c08_battle "08-battle",
    c08_combat "08-combat",
    c09_submarine_war "09-submarine-war",
    c10_end "10-end",
    c12_optional "12-optional",
    c13_rulings "13-rulings",
    c14_refusals "14-refusals",
}

#[test]
fn every_expectation_turned_around_fails() {
    turned::all_fail(&BySeat::read(), &cases_of(RULEBOOK.cases));
}

/// What fails a case besides an expectation that is not met: dice left over, a refusal that nobody expected, a slip.
#[test]
fn every_case_can_fail() {
    let by_seat = BySeat::read();
    for wrong in [
        "case 7b wrong\n dice 5 3\n > british throw 1\n > german throw 1\n then asks german seek\n",
        "case 7b unused dice\n dice 5 3 1\n > british throw 1\n > german throw 1\n then asks british seek\n",
        "case 7b silent refusal\n > british throw 3\n then asks british,german dice\n",
        "case 7b wrong figure\n given asks british overflow 1\n > british return 1:lion\n refused 8 wrong-count ships 9\n",
        "case 7b not legal\n > british throw 3\n refused 7b not-legal\n legal 3\n",
    ] {
        must_fail(&by_seat, wrong);
    }
}

#[test]
fn every_rule_row_and_ruling_has_a_case_and_code() {
    RULEBOOK.check();
}

/// The rulings of the page are the rulings of the list, which need a case each.
#[test]
fn every_ruling_of_the_page_is_in_the_list() {
    let read = |path: &str| std::fs::read_to_string(root(path)).expect(path);
    let page = read("docs/grand-fleet-rulings.md");
    let first = |line: &str, at: usize| line.split('|').nth(at).unwrap_or_default().trim().to_string();
    let written: Vec<String> =
        page.lines().map(|line| first(line, 1)).filter(|cell| cell.parse::<u32>().is_ok()).collect();
    let listed: Vec<String> = read("tests/grand_fleet/13-rulings/rules.txt")
        .lines()
        .filter_map(|line| first(line, 0).strip_prefix("ruling ").map(str::to_string))
        .collect();
    assert_eq!(written, listed);
    assert!(!written.is_empty());
}

/// No reason of a refusal is without its case.
#[test]
fn every_reason_of_the_code_is_in_the_list() {
    let list = std::fs::read_to_string(root("tests/grand_fleet/14-refusals/rules.txt")).expect("the list");
    let mut unlisted = Vec::new();
    for file in files(&root(RULEBOOK.code)) {
        let text = std::fs::read_to_string(&file).expect("a source file");
        for rest in text.split("Refusal::new(\"").skip(1) {
            let reason = rest.split('"').next().unwrap_or_default();
            if !list.contains(&format!("refusal {reason} |")) {
                unlisted.push(reason.to_string());
            }
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:?}");
}
