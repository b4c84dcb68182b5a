//! Every key of the example with what it cannot be: the sentence names the key and what would be right, and never a secret.

use wardroom::config::Config;
use wardroom::reason::Reason;
use wardroom::words::{Lang, Words, english};

const EXAMPLE: &str = include_str!("../../../../config.example.toml");
/// The values of keys that take a few.
const ONE_OF: [(&str, &str, &[&str]); 6] = [
    ("", "language", &["en", "ja"]),
    ("serve", "log_format", &["text", "json"]),
    ("discord", "way", &["gateway", "endpoint"]),
    ("mail", "who_may_start", &["known", "anyone"]),
    ("mail", "imap security", &["tls", "starttls", "plain"]),
    ("mail", "smtp security", &["tls", "starttls", "plain"]),
];
/// Keys that the example speaks of and does not show, and those of mail servers that stand beside others.
const MORE: [(&str, &str); 14] = [
    ("discord", "token"),
    ("discord", "api"),
    ("mail", "maildir"),
    ("mail", "imap port"),
    ("mail", "imap security"),
    ("mail", "imap ca_file"),
    ("mail", "imap password"),
    ("mail", "imap token_command"),
    ("mail", "smtp password"),
    ("mail", "smtp user"),
    ("mail", "smtp security"),
    ("discord", "shards total"),
    ("discord", "shards first"),
    ("discord", "shards count"),
];

/// Every key: its section, which is empty at the top, and its name, behind that of the table it lies in.
fn keys() -> Vec<(String, String)> {
    let mut section = String::new();
    let mut keys = Vec::new();
    for line in EXAMPLE.lines().filter_map(|line| line.strip_prefix("#= ")) {
        match (line.strip_prefix('['), line.split_once(" = ")) {
            (Some(named), _) => section = named.trim_end_matches(']').to_owned(),
            (None, Some((key, _))) => keys.push((section.clone(), key.to_owned())),
            _ => panic!("{line}"),
        }
    }
    keys.extend(MORE.iter().map(|(section, key)| ((*section).to_owned(), (*key).to_owned())));
    keys
}

/// A configuration with one key, on its second line.
fn with(section: &str, key: &str, value: &str) -> Reason {
    let head = if section.is_empty() { String::new() } else { format!("[{section}]") };
    let line = match key.split_once(' ') {
        Some((table, key)) => format!("{table} = {{ {key} = {value} }}"),
        None => format!("{key} = {value}"),
    };
    let text = format!("{head}\n{line}\n");
    match Config::parse(&text) {
        Err(reason) => reason,
        Ok(_) => panic!("{text}"),
    }
}

fn named(section: &str, key: &str) -> String {
    if section.is_empty() { key.to_owned() } else { format!("[{section}] {key}") }
}

#[test]
fn a_wrong_value_of_any_key_is_said_of_that_key_with_what_would_be_right() {
    let words = Words::read().unwrap();
    let keys = keys();
    assert!(keys.len() > 50, "{keys:?}");
    for (section, key) in &keys {
        let name = named(section, key);
        let allowed =
            ONE_OF.iter().find(|(of, one, _)| of == section && one == key).map(|(.., names)| *names);
        for value in ["3.5", "1979-05-27", "[[[]]]", "{ no = 1 }"] {
            let reason = with(section, key, value);
            let said = english(&reason);
            assert!(
                said.starts_with("line 2, column ") && said.contains(&format!(": {name}")),
                "{name}: {said}"
            );
            match allowed {
                Some(names) => {
                    names.iter().for_each(|name| assert!(said.contains(&format!("\"{name}\"")), "{said}"))
                }
                None => {
                    let right = ["expected", "wanted", "digits only", "must be", "missing field"];
                    assert!(right.iter().any(|right| said.contains(right)), "{name} = {value}: {said}");
                }
            }
            let in_japanese = words.reason(Lang::Ja, &reason);
            assert!(in_japanese.starts_with("2行目") && in_japanese.contains(&name), "{in_japanese}");
        }
    }
}

#[test]
fn a_word_that_is_none_of_a_few_is_refused_with_all_of_them() {
    for (section, key, allowed) in ONE_OF {
        for value in ["\"fr\"", "\"\"", "true"] {
            let said = english(&with(section, key, value));
            assert!(said.contains(&format!("{} = {value}", named(section, key))), "{said}");
            for name in allowed {
                assert!(said.contains(&format!("\"{name}\"")), "{said}");
            }
        }
    }
}

#[test]
fn an_unknown_key_of_any_section_is_named_with_those_there_are() {
    let mut sections: Vec<String> = keys().into_iter().map(|(section, _)| section).collect();
    sections.dedup();
    for section in sections {
        for key in ["nonsense", "Listen"] {
            let said = english(&with(&section, key, "1"));
            assert!(
                said.contains(&format!(": {}", named(&section, key))) && said.contains("expected"),
                "{said}"
            );
        }
    }
    for table in ["mail imap", "mail smtp", "discord shards"] {
        let (section, table) = table.split_once(' ').unwrap();
        let said = english(&with(section, &format!("{table} nonsense"), "1"));
        assert!(
            said.contains(&format!("[{section}] {table} nonsense")) && said.contains("expected"),
            "{said}"
        );
    }
    let said = english(&with("", "nonsense", "1"));
    assert!(said.contains("nonsense") && said.contains("`database`"), "{said}");
}

#[test]
fn a_secret_of_a_wrong_form_is_never_repeated() {
    for (section, key) in [("discord", "token"), ("mail", "imap password"), ("mail", "smtp password")] {
        let said = english(&with(section, key, "87654321"));
        assert!(said.contains(&named(section, key)) && said.contains("quotation marks"), "{said}");
        assert!(!said.contains("87654321"), "{said}");
    }
}

#[test]
fn the_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    std::fs::write(&file, "language = \"fr\"\n").unwrap();
    let said = Config::read(&file).unwrap_err().to_string();
    let wanted = format!("{}: line 1, column 12: language = \"fr\"", file.display());
    assert!(said.starts_with(&wanted), "{said}");
    std::fs::write(&file, "language = \"ja\"\n").unwrap();
    assert_eq!(Config::read(&file).unwrap().file, Some(file));
}
