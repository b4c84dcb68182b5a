//! The table: its events are declared once and named one by one, and its commands have one way in.

use std::collections::BTreeMap;

use crate::code::{block, each, report};

/// The parts of the source that may read the table's events and pass none of them by in silence.
const READERS: &[&str] = &["log", "table", "club", "report", "audit"];
/// Arms that take any event because each counts alike there, by file, and why.
const ALIKE: &[(&str, &str, &str)] = &[
    ("src/audit/dice.rs", "Ok(_) | Err(_)", "whatever else is written counts by the rolls that it causes"),
    ("src/audit/rules/facts.rs", "(due, _)", "it differs from the one that is due"),
    (
        "src/table/batch.rs",
        "(EntryContent::TableEvent(event), Some(orders))",
        "the order digest follows each of them, and tells them apart itself",
    ),
];
/// The most JSON that the table writes by hand: what a key is kept with, and what an opening is known again by.
const JSON_BY_HAND: usize = 3;

#[test]
fn every_table_event_is_named_where_several_are_told_apart() {
    let events = event_types();
    assert!(events.len() > 8, "{events:?}");
    report(each("src", |path, code| {
        let part = path.trim_start_matches("src/").split(['/', '.']).next().unwrap();
        let mut found = if READERS.contains(&part) { catch_alls(&events, code) } else { vec![] };
        for (_, arm, why) in ALIKE.iter().filter(|(file, ..)| *file == path) {
            let known = found.iter().position(|found| found.ends_with(&format!(": {arm}")));
            match known {
                Some(known) => drop(found.remove(known)),
                None => found.push(format!("has no arm {arm} any more, where {why}")),
            }
        }
        found
    }));
}

/// The paths of the enums of table events: of them all, and of each matter.
fn event_types() -> Vec<String> {
    let declared = std::fs::read_to_string("src/log/table_event.rs").unwrap();
    let matter = |line: &str| {
        let (_, after) = line.trim().split_once('(')?;
        let (name, _) = after.split_once("Event)")?;
        name.chars().all(char::is_alphanumeric).then(|| name.to_owned())
    };
    let matters = declared.lines().filter_map(matter).map(|name| format!("{name}Event::"));
    matters.chain(["TableEvent::".to_owned()]).collect()
}

#[test]
fn a_command_of_the_table_has_one_name() {
    let mut named: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (head, folder, noun) in [
        (" Tables<G, S> {", "src/table", "Tables"),
        (" SeatSession<G, S> {", "src/table", "SeatSession"),
        (" PlayerSession {", "src/club/session", "a player's session"),
    ] {
        // What is found amiss in a folder is every name here.
        for found in
            each("src", |path, code| if path.starts_with(folder) { methods(head, code) } else { vec![] })
        {
            let name = found.rsplit(' ').next().unwrap().to_owned();
            let nouns = named.entry(name).or_default();
            if !nouns.contains(&noun) {
                nouns.push(noun);
            }
        }
    }
    assert!(named.len() > 30, "{named:?}");
    let shared = named.into_iter().filter(|(name, nouns)| nouns.len() > 1 && name != "new");
    report(shared.map(|(name, nouns)| format!("{name} is a method of {}", nouns.join(" and "))).collect());
}

#[test]
fn the_table_writes_no_json_by_hand() {
    let found = each("src/table", |_, code| code.matches("json!").map(str::to_owned).collect());
    assert!(found.len() <= JSON_BY_HAND, "{}", found.join("\n"));
}

/// Arms that match any event, beside arms that name some.
fn catch_alls(events: &[String], code: &str) -> Vec<String> {
    let mut amiss = Vec::new();
    for (at, _) in code.match_indices("match ") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let Some(open) = body_of(&code[at..]).map(|open| at + open) else { continue };
        let whole = block(&code[open..]);
        let patterns = patterns(&code[open + 1..(open + whole).saturating_sub(1)]);
        if patterns.iter().any(|pattern| events.iter().any(|name| pattern.contains(name.as_str()))) {
            amiss.extend(patterns.into_iter().filter(|pattern| matches_any(pattern)));
        }
    }
    amiss.into_iter().map(|pattern| format!("matches any table event: {pattern}")).collect()
}

/// Where the arms of a match begin: at the first brace that is not within brackets of what is matched.
fn body_of(code: &str) -> Option<usize> {
    let mut depth = 0i32;
    code.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at),
            _ => {}
        }
        None
    })
}

/// The patterns of a match, guards apart.
fn patterns(body: &str) -> Vec<String> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0i32);
    let bytes = body.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'=' if depth == 0 && body[at..].starts_with("=>") => {
                let pattern: Vec<&str> = body[from..at].split_whitespace().collect();
                let pattern = pattern.join(" ");
                found.push(pattern.split(" if ").next().unwrap().to_owned());
                let arm = &body[at + 2..];
                let skipped = arm.len() - arm.trim_start().len();
                let length = match arm.trim_start().starts_with('{') {
                    true => skipped + block(&arm[skipped..]),
                    false => until_comma(arm),
                };
                at += 2 + length;
                let rest = &body[at.min(body.len())..];
                at += rest.len() - rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace()).len();
                from = at;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn until_comma(arm: &str) -> usize {
    let mut depth = 0i32;
    let ends = |(_, c): &(usize, char)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => return true,
            _ => {}
        }
        false
    };
    arm.char_indices().find(ends).map_or(arm.len(), |(at, _)| at)
}

/// `_`, `other`, `Some(..)`, `Ok(Some(event))`, `(_, late)`, `Ok(_) | Err(_)`: an alternative that names nothing lets any event by.
fn matches_any(pattern: &str) -> bool {
    let binds = |name: &str| name.chars().all(|c| c.is_lowercase() || c == '_');
    let wraps = |name: &str| ["Ok", "Some", "EntryContent::TableEvent"].contains(&name);
    let names_nothing = |one: &String| {
        let mut names = one
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .filter(|name| !name.is_empty());
        names.all(|name| binds(name) || wraps(name))
    };
    alternatives(pattern).iter().any(names_nothing)
}

/// The parts of a pattern between the `|` that stand in no bracket.
fn alternatives(pattern: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0i32);
    for c in pattern.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '|' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut().unwrap().push(c);
    }
    found
}

/// The methods that blocks declare which begin with such a line.
fn methods(head: &str, code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(head) {
        let trait_of = head.starts_with("pub trait");
        let line = code[..at].rsplit('\n').next().unwrap();
        if !trait_of && !line.starts_with("impl") {
            continue;
        }
        let Some(open) = code[at..].find('{').map(|open| at + open) else { continue };
        let body = &code[open..open + block(&code[open..])];
        let declared = if trait_of { "    fn " } else { "    pub fn " };
        for line in body.lines().filter_map(|line| line.strip_prefix(declared)) {
            found.push(line.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    found
}

mod the_checks_can_fail {
    use super::*;

    #[test]
    fn a_match_that_passes_events_by_is_found() {
        let named = |arm: &str| {
            format!(
                "fn f() {{ match event.of(|it| {{ it }}) {{ TableEvent::A {{ x }} if x => g(x, 1), {arm} }} }}"
            )
        };
        for arm in [
            "_ => {}",
            "other => h(other),",
            "_ if late => {}",
            "Some(_) => 1,",
            "Some(..) => 1,",
            "Ok(Some(event)) => event",
            "Ok(_) | Err(_) => {}",
            "_ | None => {}",
            "(_, late) => {}",
            "(Some(event), _) => {}",
        ] {
            assert_eq!(catch_alls(&event_types(), &named(arm)).len(), 1, "{arm}");
        }
        for arm in [
            "None => {}",
            "TableEvent::B(_) | TableEvent::C => match x { _ => {} },",
            "Err(_) => 2",
            "(None, _) => {}",
            "Ok(None) | Err(_) => {}",
            "Some(TableEvent::B { .. } | TableEvent::C) => {}",
        ] {
            assert_eq!(catch_alls(&event_types(), &named(arm)), Vec::<String>::new(), "{arm}");
        }
        let of_a_matter = "match event { SeatEvent::A { x } => g(x), other => h(other) }";
        assert_eq!(catch_alls(&event_types(), of_a_matter).len(), 1);
        assert!(catch_alls(&event_types(), "match x { GameEvent::A => {} _ => {} }").is_empty());
    }

    #[test]
    fn methods_are_found_in_their_blocks() {
        let code = "impl<G, S: Store> Tables<G, S> {\n    pub fn a(&self) {}\n    fn b() {}\n}\nimpl X {\n    pub fn c() {}\n}\n";
        assert_eq!(methods(" Tables<G, S> {", code), ["a"]);
        assert_eq!(
            methods("pub trait ", "pub trait T: U {\n    fn d(&self);\n    fn e() {}\n}\n"),
            ["d", "e"]
        );
    }
}
