//! Logs that only a newer program can check whole: this one says so first, and checks all the rest.

use std::path::Path;

use super::forged::audited;
use super::grand_fleet_logs::table::service;
use super::toy::caller;
use crate::common::checker;
use crate::common::commands::Commands;
use crate::common::forged::beyond;
use wardroom::audit::{Conclusion, Verdict};
use wardroom::game::{OrderForm, Seat};
use wardroom::log::MemoryStore;
use wardroom::log::import::import;
use wardroom::table::{Order, Reply};

#[test]
fn under_an_unknown_law_of_time_all_is_checked_that_does_not_hang_on_it() {
    for log in beyond::laws() {
        let findings = audited(log.text.as_bytes());
        let wanted = if log.entry.is_some() { Conclusion::Failed } else { Conclusion::UnknownLaw };
        assert_eq!(findings.conclusion, wanted, "{}: {findings:#?}", log.what);
        assert_eq!(findings.integrity.entry(), log.entry, "{}: {findings:#?}", log.what);
        if log.entry.is_none() {
            let why = findings.integrity.to_string();
            assert!(
                why.contains("version 99 of the rules of time") && why.contains("entry 21"),
                "{}: {why}",
                log.what
            );
            assert!(!findings.rules.is_failed(), "{}: {findings:#?}", log.what);
            import(&mut log.text.as_bytes(), &MemoryStore::new()).unwrap();
        }
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_says_first_that_it_does_not_know_the_law_of_time() {
    for log in beyond::laws() {
        let (well, said) = checker::check(log.text.as_bytes());
        let first = match log.entry {
            Some(entry) => format!("entry {entry}:"),
            None => "NOT CHECKED: from entry 21".to_owned(),
        };
        assert!(
            !well && said.lines().next().is_some_and(|line| line.contains(&first)),
            "{}: {said}",
            log.what
        );
    }
}

#[test]
fn under_unknown_rules_what_no_version_ever_allowed_is_a_fault() {
    for log in beyond::rules() {
        let findings = audited(log.text.as_bytes());
        let wanted = if log.entry.is_some() { Conclusion::Failed } else { Conclusion::UnknownRules };
        assert_eq!(findings.conclusion, wanted, "{}: {findings:#?}", log.what);
        assert_eq!(findings.rules.entry(), log.entry, "{}: {findings:#?}", log.what);
    }
}

/// Every log that this program wrote would be honest under a later version too.
#[test]
fn an_honest_log_under_unknown_rules_is_never_a_fault() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        let text = crate::common::forged::under(&std::fs::read_to_string(&file).unwrap(), "99");
        let findings = audited(text.as_bytes());
        assert!(
            matches!(findings.rules, Verdict::UnknownRules { .. }),
            "{}: {}",
            file.display(),
            findings.rules
        );
        seen += 1;
    }
    assert!(seen > 9, "{seen}");
}

#[test]
fn a_table_under_an_unknown_law_of_time_takes_no_order() {
    let store = MemoryStore::new();
    let table = import(&mut beyond::without_terms().as_bytes(), &store).unwrap().table;
    let form = OrderForm::new("stow-by".parse().unwrap());
    let order = Order { seat: Seat("british".parse().unwrap()), prompt: 8, form };
    let reply = service(&store, 1).submit(&table, &caller("p0"), &order).unwrap();
    let Reply::Refused(refusal) = reply else { panic!("{reply:?}") };
    assert_eq!(refusal.reason.as_str(), "law-newer");
}
