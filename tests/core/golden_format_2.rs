//! Golden logs of format 2, as the program of 0.2.0 wrote them: luck of players, orders of a computer player, a witness of the dice.
//! No `UPDATE` writes them.

use std::path::Path;

use crate::common::checker;
use wardroom::audit::{self, Evidence, Findings, Logbook};
use wardroom::club::replayed::{self, Repeated};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::export::export;
use wardroom::log::import::import;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};

/// Kinds of entries, with their numbers.
type Kinds<'a> = &'a [(&'a str, usize)];

/// Reads, checks and writes a golden log, which has as many entries of these kinds.
fn golden<G: Playable>(name: &str, kinds: Kinds<'_>) -> Findings {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
    let text = std::fs::read_to_string(path).expect("the golden log");
    let store = MemoryStore::new();
    let table = import(&mut text.as_bytes(), &store).unwrap().table;
    let entries = store.read(&table, 1).unwrap();
    assert_eq!(entries[0].body["format"], 2, "{name}");
    for (kind, number) in kinds.iter().chain(&[("SeedRevealed", 1)]) {
        assert_eq!(entries.iter().filter(|entry| entry.kind == *kind).count(), *number, "{name}: {kind}");
    }
    // An audit of the program has the computer players think again.
    let evidence = Evidence::from_store(&store, &table, None).unwrap();
    let all = |evidence: &Evidence, book: &Logbook| replayed::check::<G>(evidence, book, Repeated::All);
    let findings = audit::audit(&evidence, &[], all);
    assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{name}: {findings:#?}");
    assert!(!findings.rules.is_failed(), "{name}: {findings:#?}");
    let ours = findings.rules_version == Some(G::RULES_VERSION.to_string());
    assert!(findings.rules.is_ok() || !ours, "{name}: {findings:#?}");
    let mut again = Vec::new();
    export(&store, &table, &LogViewer::Full, |_| false, &mut again).unwrap();
    assert!(again == text.as_bytes(), "{name}: import and export give the same bytes");
    checker::passes(text.as_bytes());
    findings
}

#[test]
fn golden_logs_with_luck_of_a_player_and_orders_of_a_computer() {
    for findings in [
        golden::<Goeben>(
            "goeben-players-luck-format-2",
            &[("EntropyAsked", 1), ("EntropyGiven", 1), ("Rolled", 10), ("OrderGiven", 24)],
        ),
        golden::<GrandFleet>(
            "grand_fleet-players-luck-format-2",
            &[("EntropyAsked", 1), ("EntropyGiven", 1), ("Rolled", 17), ("OrderGiven", 53)],
        ),
    ] {
        assert!(findings.witness.is_none(), "{findings:#?}");
    }
}

#[test]
fn golden_log_with_a_witness_of_the_dice() {
    let findings = golden::<Goeben>(
        "goeben-witness-format-2",
        &[("WitnessAsked", 1), ("DiceWitnessed", 14), ("Rolled", 5), ("OrderGiven", 13)],
    );
    let witness = findings.witness.expect("a witness");
    assert_eq!((witness.name.as_str(), witness.witnessed, witness.abandoned), ("witness.example/w1", 14, 0));
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_accepts_the_golden_logs_of_format_2() {
    checker::asked(|| {
        golden_logs_with_luck_of_a_player_and_orders_of_a_computer();
        golden_log_with_a_witness_of_the_dice();
    });
}
