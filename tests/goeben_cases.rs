//! The rulebook in executable form: every text file under `tests/goeben/` is a list of cases, named by the rule.
//!
//! `tests/goeben/README.md` describes the language. The `rules.txt` of each chapter lists its numbered rules and chart
//! rows; each needs a case here and a citation in the code, and `docs/goeben-rules.md` shows both.

#[path = "goeben_cases/coverage.rs"]
mod coverage;
#[path = "goeben_cases/given.rs"]
mod given;
#[path = "goeben_cases/reader.rs"]
mod reader;
#[path = "goeben_cases/runner.rs"]
mod runner;
#[path = "goeben_cases/then.rs"]
mod then;

use reader::{Case, read_all};

#[test]
fn every_case_holds() {
    let cases = read_all();
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| runner::run(case).err().map(|why| format!("{}: {why}", case.title())))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases fail:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
    println!("{} cases", cases.len());
}

/// A case that cannot fail proves nothing: with its last expectation turned around, each must fail.
#[test]
fn every_case_can_fail() {
    for case in read_all() {
        assert!(case.expects(), "{} expects nothing", case.title());
    }
    let text = "case 12.1 wrong\n given phase movement\n > move goeben cruise STY\n then goeben at NSI\n";
    let case = &Case::read("example", text).expect("a case")[0];
    assert!(runner::run(case).is_err(), "a wrong expectation passes");
    let text = "case 12.1 unused dice\n given phase movement\n dice 3\n > move goeben cruise STY\n then goeben at STY\n";
    let case = &Case::read("example", text).expect("a case")[0];
    assert!(runner::run(case).is_err(), "unused dice pass");
    let text =
        "case 12.1 silent refusal\n given phase movement\n > move goeben cruise MAT\n then goeben at MES\n";
    let case = &Case::read("example", text).expect("a case")[0];
    assert!(runner::run(case).is_err(), "a refusal that nobody expects passes");
}

#[test]
fn every_rule_and_chart_row_has_a_case_and_code() {
    coverage::check();
}
