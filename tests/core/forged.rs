//! Forged logs through the audit, the import and the independent checker; `tests/browser` has the page's script check them.

use crate::common::{checker, forged};
use wardroom::audit::{self, Conclusion, Evidence, EvidenceFault, Findings};
use wardroom::game::Game;
use wardroom::games::Packed;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::rules_change::RulesChange;
use wardroom::log::MemoryStore;
use wardroom::log::import::{ImportError, import};

#[test]
fn audit_and_import_name_the_entry_of_every_forgery() {
    for log in forged::all() {
        let findings = audited(log.text.as_bytes());
        // Which entries hold letters is said by the game's rules. What rules say of a whole log beyond that is not of these forgeries.
        let rules = Some(&findings.rules).filter(|_| findings.sealed > 0 && !findings.integrity.is_failed());
        let found = rules.filter(|rules| rules.is_failed()).unwrap_or(&findings.integrity);
        assert_eq!(
            (found.is_failed(), found.entry()),
            (log.entry.is_some(), log.entry),
            "{}: {found}",
            log.what
        );
        let imported = import(&mut log.text.as_bytes(), &MemoryStore::new());
        let refused = log.of_form && log.entry.is_some();
        assert_eq!(imported.is_err(), refused, "{}: {imported:?}", log.what);
        let said = imported.err().map(|error| error.to_string()).unwrap_or_default();
        let entry = log.entry.filter(|_| refused).map(|entry| format!("(entry {entry})")).unwrap_or_default();
        assert!(said.contains(&entry), "{}: {said}", log.what);
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_names_the_entry_of_every_forgery() {
    for log in forged::all() {
        let (well, said) = checker::check(log.text.as_bytes());
        assert_eq!(well, log.entry.is_none(), "{}: {said}", log.what);
        let entry = log.entry.map(|entry| format!("entry {entry}:")).unwrap_or_default();
        assert!(said.lines().next().is_some_and(|first| first.contains(&entry)), "{}: {said}", log.what);
    }
}

/// Heads from elsewhere, and the log of entry 18 that declares 18 to 30 lost: the status of the checkers, and a word that they say.
const AFTER_A_RESTORE: [(u64, &str, i32, &str); 7] = [
    (30, "0d", 3, "lost"),
    (25, "ab", 3, "lost"),
    (30, "ab", 1, "30"),
    (31, "0d", 1, "31"),
    (999, "0d", 1, "999"),
    (18, "ab", 1, "lost only if it was noted before entry 18"),
    (17, "ab", 1, "17"),
];

fn restored_log() -> String {
    let named = "nothing, with a backup that was put back";
    forged::all().into_iter().find(|log| log.what == named).unwrap().text
}

/// A restore excuses what it names, and what the log has not reached again: never a log that goes on another way.
#[test]
fn a_restore_excuses_no_other_history() {
    let text = restored_log();
    let evidence = Evidence::from_export(&mut text.as_bytes()).unwrap();
    for (seq, digits, status, says) in AFTER_A_RESTORE {
        let noted = format!("{seq}:{}", digits.repeat(32)).parse().unwrap();
        let findings = audit::audit(&evidence, &[noted], audit::rules::check::<Goeben>);
        let found = findings.integrity;
        assert_eq!((found.is_ok(), found.is_failed()), (false, status == 1), "{seq}:{digits}: {found}");
        assert!(found.to_string().contains(says), "{seq}:{digits}: {found}");
    }
    let restored: Vec<_> = audited(text.as_bytes())
        .restored
        .into_iter()
        .map(|told| (told.entry, told.last, told.lost))
        .collect();
    assert_eq!(restored, [(18, 30, format!("30:{}", "0d".repeat(32)))]);
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_excuses_no_other_history() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), restored_log()).unwrap();
    for (seq, digits, status, says) in AFTER_A_RESTORE {
        let head = format!("{seq}:{}", digits.repeat(32));
        let run = checker::command().arg(file.path()).args(["--head", &head]).output().unwrap();
        let said = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.code() == Some(status) && said.contains(says), "{head}: {said}");
        assert!(status == 1 || said.contains("entry 18 declares 18 to 30 lost"), "{said}");
    }
}

#[test]
fn a_log_that_claims_rules_that_are_not_known_is_not_said_to_hold() {
    for (version, conclusion) in [
        ("1", Conclusion::Holds),
        ("2", Conclusion::Holds),
        ("3", Conclusion::UnknownRules),
        ("99", Conclusion::UnknownRules),
    ] {
        let text = forged::under_rules(version);
        let findings = audited(text.as_bytes());
        assert_eq!(findings.conclusion, conclusion, "{version}: {findings:#?}");
    }
}

#[test]
fn the_page_of_the_format_lists_every_reading_that_a_version_changed() {
    let page = std::fs::read_to_string("docs/log-format.md").unwrap();
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `goeben` |") || line.starts_with("| `grand_fleet` |"))
        .collect();
    let changes = [(Goeben::NAME, Goeben::RULES_CHANGES), (GrandFleet::NAME, GrandFleet::RULES_CHANGES)];
    let listed =
        changes.into_iter().flat_map(|(game, changes)| changes.iter().map(move |change| (game, change)));
    let mut told = 0;
    for (game, RulesChange { since, rule, name, kinds }) in listed {
        let start = format!("| `{game}` | {since} | {rule} `{name}` |");
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
        let end = format!("| {} |", kinds.join(", "));
        assert!(rows.iter().any(|row| row.starts_with(&start) && row.ends_with(&end)), "{start} … {end}");
        told += 1;
    }
    assert_eq!(told, rows.len(), "{rows:#?}");
}

#[test]
fn what_an_editor_does_to_a_file_is_told_as_that() {
    let text = forged::under_rules("2");
    let utf16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let edited: [(&str, Vec<u8>); 10] = [
        ("found-edited-empty-line", format!("{text}\n").into_bytes()),
        ("found-edited-empty-line", format!("{text} \t").into_bytes()),
        ("found-edited-empty-line", text.replacen('\n', "\n\n", 2).into_bytes()),
        ("found-edited-spaces", text.replace('\n', " \n").into_bytes()),
        ("found-edited-spaces", format!("{}\t ", text.trim_end()).into_bytes()),
        ("found-edited-bom", format!("\u{feff}{text}").into_bytes()),
        ("found-edited-crlf", text.replace('\n', "\r\n").into_bytes()),
        ("found-edited-crlf", text.trim_end().to_owned().into_bytes().into_iter().chain(*b"\r\n").collect()),
        ("found-edited-last-end", text.trim_end().to_owned().into_bytes()),
        ("found-edited-utf-16", utf16),
    ];
    for (key, bytes) in &edited {
        let read = Evidence::from_export(&mut bytes.as_slice());
        let Err(EvidenceFault::File(fault)) = read else { panic!("{key}: {read:?}") };
        assert_eq!((fault.what.key, fault.is_of_an_editor()), (*key, true));
        let imported = import(&mut bytes.as_slice(), &MemoryStore::new());
        assert!(matches!(&imported, Err(ImportError::Line(fault)) if fault.what.key == *key), "{imported:?}");
    }
    // What is cut off in the middle is no editor's doing.
    let cut = &text.as_bytes()[..text.len() - 20];
    let findings = audited(cut);
    assert!(
        findings.integrity.is_failed() && findings.integrity.to_string().contains("cut off"),
        "{findings:#?}"
    );
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_tells_an_edited_file() {
    let text = forged::under_rules("2");
    for (edited, how) in [
        (format!("\u{feff}{text}"), "byte order mark"),
        (text.replace('\n', "\r\n"), "CR LF"),
        (text.trim_end().to_owned(), "cut off"),
        (format!("{text}\n"), "empty line"),
        (text.replace('\n', " \n"), "spaces at the end"),
    ] {
        let (well, said) = checker::check(edited.as_bytes());
        assert!(!well && said.contains("changed by an editor") && said.contains(how), "{said}");
    }
}

/// What the audit finds in an export.
pub fn audited(text: &[u8]) -> Findings {
    let evidence = Evidence::from_export(&mut &*text).unwrap();
    audit::audit(&evidence, &[], |evidence, book| match book.opened().map(|opened| &*opened.game) {
        Some(Goeben::NAME) => audit::rules::check::<Goeben>(evidence, book),
        _ => audit::rules::check::<GrandFleet>(evidence, book),
    })
}
