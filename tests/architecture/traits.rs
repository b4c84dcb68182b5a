//! Traits: each is for several types. One that a single type implements is a detour, but where it makes something forget its type.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::code::{bare, block, report, sources};

/// The traits with a single implementor, in the source and the tests, why each is there, and its methods at most: what needs no type
/// of a game belongs to `PlayerSession`, `TableFacts` or the club. There are at most three.
const ONE_IMPLEMENTOR: &[(&str, &str, usize)] = &[
    ("GameTables", "the tables of a game, whichever it is", 24),
    ("SeatView", "a seat of a table, whichever game is played there", 45),
    ("TableReader", "a table as everybody may see it, whichever game is played there", 22),
];
const MOST_WITH_ONE: usize = 3;

#[test]
fn a_trait_is_for_several_types() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |folder: &str| {
        let files = sources(&root.join(folder)).into_iter();
        files.map(|file| bare(&std::fs::read_to_string(file).unwrap())).collect::<Vec<_>>()
    };
    let (source, tests) = (read("src"), read("tests"));
    let found = with_one(&source, &tests);
    let listed: BTreeSet<&str> = ONE_IMPLEMENTOR.iter().map(|(name, ..)| *name).collect();
    let mut amiss: Vec<String> = found
        .iter()
        .filter(|name| !listed.contains(name.as_str()))
        .map(|name| format!("{name} has one implementor"))
        .collect();
    amiss.extend(
        listed
            .iter()
            .filter(|name| !found.contains(**name))
            .map(|name| format!("{name} is listed and has several implementors, or is gone")),
    );
    for (name, _, most) in ONE_IMPLEMENTOR {
        let count: usize = source.iter().map(|code| methods(code, name)).sum();
        if count != *most {
            amiss.push(format!(
                "{name} has {count} methods: write the number into the list if it is below {most}"
            ));
        }
    }
    report(amiss);
    assert!(ONE_IMPLEMENTOR.len() <= MOST_WITH_ONE);
}

/// The number of methods that code declares in the trait of this name.
fn methods(code: &str, name: &str) -> usize {
    let rest = code.find(&format!("pub trait {name} ")).or_else(|| code.find(&format!("pub trait {name}:")));
    rest.map_or(0, |at| code[at..][..block(&code[at..])].matches("\n    fn ").count())
}

/// The public traits that one type implements.
fn with_one(source: &[String], tests: &[String]) -> BTreeSet<String> {
    let mut types: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, of) in source.iter().chain(tests).flat_map(|code| implementations(code)) {
        types.entry(name).or_default().insert(of);
    }
    let declared =
        source.iter().flat_map(|code| code.lines()).filter_map(|line| line.strip_prefix("pub trait "));
    let names = declared
        .map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
    names.filter(|name| types.get(name).is_none_or(|of| of.len() < 2 && !of.contains(ANY))).collect()
}

/// Whatever fits.
const ANY: &str = "any type";

/// The implementations of traits: the trait's name, and the type.
fn implementations(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("impl") {
        let rest = &code[at + "impl".len()..];
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') || !rest.starts_with(['<', ' ']) {
            continue;
        }
        let Some((head, _)) = rest.split_once(['{', ';']) else { continue };
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        let generics = generics(&head);
        let Some((of, target)) = head[generics.len()..].split_once(" for ") else { continue };
        let name = of.split('<').next().unwrap().rsplit("::").next().unwrap().trim();
        let target = target.split(" where ").next().unwrap().trim();
        // A macro writes it for several.
        let is_any = of.contains('$') || target.starts_with('$') || parameters(generics).contains(&target);
        found.push((name.to_owned(), if is_any { ANY.to_owned() } else { target.to_owned() }));
    }
    found
}

/// `<T: Fn(u8) -> u8, S>` at the beginning of a head; empty where there is none.
fn generics(head: &str) -> &str {
    if !head.starts_with('<') {
        return "";
    }
    let mut depth = 0;
    let arrow = |at: usize| head[..at].ends_with('-');
    let end = head.char_indices().find(|(at, c)| {
        match c {
            '<' => depth += 1,
            '>' if !arrow(*at) => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or("", |(at, _)| &head[..=at])
}

/// The names of the parameters.
fn parameters(generics: &str) -> Vec<&str> {
    let inner = generics.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')).unwrap_or_default();
    let (mut depth, mut from, mut found) = (0i32, 0, Vec::new());
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '<' | '(' => depth += 1,
            '>' if inner[..at].ends_with('-') => {}
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                found.extend(
                    Some(inner[from..at].split(':').next().unwrap().trim()).filter(|name| !name.is_empty()),
                );
                from = at + 1;
            }
            _ => {}
        }
    }
    found
}

mod can_fail {
    use super::*;

    #[test]
    fn a_trait_with_one_implementor_is_found() {
        let code = "pub trait One: Send {}\nimpl<G: Game<Of = Vec<u8>>> a::One for Of<G> {}\npub trait Two {}\nimpl Two for A {}\n\
                    pub trait Many {}\nimpl<F> Many for F where F: Fn(u8) -> u8 {}\npub trait None {}";
        let found = |tests: &str| with_one(&[code.to_owned()], &[tests.to_owned()]);
        assert_eq!(found(""), ["None", "One", "Two"].map(str::to_owned).into());
        assert_eq!(found("impl<'a> Two<'a> for Fake<'a> {}"), ["None", "One"].map(str::to_owned).into());
    }

    #[test]
    fn methods_of_a_trait_are_counted() {
        let code = "pub trait Wide {\n    fn no(&self);\n}\npub trait Wi: Send {\n    fn a(&self) {\n        fn b() {}\n    }\n    fn c();\n}\n";
        assert_eq!((methods(code, "Wi"), methods(code, "Wide"), methods(code, "None")), (2, 1, 0));
    }

    #[test]
    fn parameters_are_told_apart() {
        assert_eq!(parameters(generics("<W: Fn(&mut X<'_>) -> Y<A, B>, T> Job for W")), ["W", "T"]);
        assert_eq!(parameters(generics(" Job for W")), Vec::<&str>::new());
    }
}
