//! The table: its events are declared once and named one by one.

use crate::code::{block, each, report};

/// The parts of the source that may read the table's events and pass none of them by in silence.
const READERS: &[&str] = &["log", "table", "club", "report", "audit"];
#[test]
fn every_table_event_is_named_where_several_are_told_apart() {
    report(each("src", |path, code| {
        let part = path.trim_start_matches("src/").split(['/', '.']).next().unwrap();
        if READERS.contains(&part) { catch_alls(code) } else { vec![] }
    }));
}

/// Arms that match any event, beside arms that name some.
fn catch_alls(code: &str) -> Vec<String> {
    let mut amiss = Vec::new();
    for (at, _) in code.match_indices("match ") {
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let Some(open) = body_of(&code[at..]).map(|open| at + open) else { continue };
        let whole = block(&code[open..]);
        let patterns = patterns(&code[open + 1..(open + whole).saturating_sub(1)]);
        if patterns.iter().any(|pattern| pattern.contains("TableEvent::")) {
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

/// `_`, `other`, `Some(_)`, `Ok(Some(event))`, `Said::TableEvent(_)`: whatever is there.
fn matches_any(pattern: &str) -> bool {
    let inner = ["Ok(", "Some(", "Said::TableEvent("].iter().fold(pattern, |inner, head| {
        inner.strip_prefix(head).and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner)
    });
    !inner.is_empty() && inner.chars().all(|c| c.is_lowercase() || c == '_')
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
        for arm in
            ["_ => {}", "other => h(other),", "_ if late => {}", "Some(_) => 1,", "Ok(Some(event)) => event"]
        {
            assert_eq!(catch_alls(&named(arm)).len(), 1, "{arm}");
        }
        for arm in ["None => {}", "TableEvent::B(_) | TableEvent::C => match x { _ => {} },", "Err(_) => 2"] {
            assert_eq!(catch_alls(&named(arm)), Vec::<String>::new(), "{arm}");
        }
        assert!(catch_alls("match x { GameEvent::A => {} _ => {} }").is_empty());
    }
}
