//! Lists that only shrink: import circles between the files of a folder, public types that share a name, tests that
//! wait or look at the clock. What grows fails, and so does an entry that is no longer needed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::code::{bare, report, sources};
use crate::games::GAMES;

/// Folders and how many of their files and subfolders import each other in a circle.
const CIRCLES: &[(&str, usize)] = &[];
/// The folders of `src` that are crates of their own.
const CRATES: &[&str] = &["language", "rules"];
/// Names that several public types have, and how many have it.
const SHARED_NAMES: &[(&str, usize)] = &[("Message", 2)];
/// The longest that a test may sleep, in milliseconds.
const LONGEST_SLEEP: u64 = 100;
/// Tests' files that look at the clock all the same, how often, and why.
const CLOCKS: &[(&str, usize, &str)] = &[(
    "tests/doors/discord_post.rs",
    1,
    "a lower bound of a wait that Discord asks for: no busy machine breaks it",
)];

/// A source file: its module path and its code without comments and texts.
struct File {
    path: Vec<String>,
    code: String,
}

fn files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: std::path::PathBuf| {
        let name = file.strip_prefix(&root).unwrap().with_extension("").display().to_string();
        let path: Vec<String> = name.split('/').map(str::to_owned).collect();
        File { path, code: bare(&std::fs::read_to_string(&file).unwrap()) }
    };
    sources(&root).into_iter().map(read).collect()
}

#[test]
fn the_files_of_a_folder_import_each_other_in_no_circle() {
    let mut found = BTreeMap::new();
    for (folder, circles) in circles(&files()) {
        println!("{folder}: {}", circles.iter().cloned().collect::<Vec<_>>().join(" "));
        found.insert(folder, circles.len());
    }
    report(ratchet("files of ", &found, CIRCLES));
}

#[test]
fn no_two_public_types_have_one_name() {
    let files = files();
    let types = files.iter().flat_map(|file| {
        let game = game_of(&file.path);
        public_types(&file.code).into_iter().map(move |name| (name, game))
    });
    report(ratchet("public types named ", &shared(types), SHARED_NAMES));
}

/// The game in whose folder a file lies.
fn game_of(path: &[String]) -> Option<&'static str> {
    let inner = if path.first()? == "rules" { &path[1..] } else { path };
    let (games, game) = inner.first().zip(inner.get(1))?;
    GAMES.iter().copied().find(|known| games == "games" && game == known)
}

/// The names that several types have, each type given with the game it is of, and how many have it. Types of two games
/// that have one name are siblings, and count as those of one game.
fn shared(types: impl Iterator<Item = (String, Option<&'static str>)>) -> BTreeMap<String, usize> {
    let mut found: BTreeMap<String, BTreeMap<Option<&str>, usize>> = BTreeMap::new();
    types.for_each(|(name, game)| *found.entry(name).or_default().entry(game).or_default() += 1);
    let count = |mut times: BTreeMap<Option<&str>, usize>| {
        times.remove(&None).unwrap_or_default() + times.into_values().max().unwrap_or_default()
    };
    let counted = found.into_iter().map(|(name, times)| (name, count(times)));
    counted.filter(|(_, times)| *times > 1).collect()
}

#[test]
fn no_test_sleeps_long_or_asserts_on_the_clock() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for file in sources(&root.join("tests")) {
        let name = file.strip_prefix(root).unwrap().display().to_string();
        let times = clock_in_tests(&bare(&std::fs::read_to_string(&file).unwrap())).len();
        if times > 0 {
            found.insert(name, times);
        }
    }
    let listed: Vec<(&str, usize)> = CLOCKS.iter().map(|(file, times, _)| (*file, *times)).collect();
    report(ratchet("sleeps over 100 ms and assertions on the clock in ", &found, &listed));
}

/// What differs from a list that only shrinks.
fn ratchet(what: &str, found: &BTreeMap<String, usize>, listed: &[(&str, usize)]) -> Vec<String> {
    let listed: BTreeMap<&str, usize> = listed.iter().copied().collect();
    let names: BTreeSet<&str> = found.keys().map(String::as_str).chain(listed.keys().copied()).collect();
    let compare = |name: &str| {
        let (is, was) = (found.get(name).copied().unwrap_or(0), listed.get(name).copied().unwrap_or(0));
        match is.cmp(&was) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(format!("{what}{name}: {is}, and there may be {was}")),
            std::cmp::Ordering::Less => {
                Some(format!("{what}{name}: {is} now; write that into the list for {was}"))
            }
        }
    };
    names.into_iter().filter_map(compare).collect()
}

/// The modules of the program, and which of the names in each come from elsewhere.
struct Modules<'a> {
    all: BTreeSet<&'a [String]>,
    brought: BTreeMap<&'a [String], BTreeMap<String, Vec<String>>>,
}

impl Modules<'_> {
    fn of(files: &[File]) -> Modules<'_> {
        let all: BTreeSet<&[String]> = files.iter().map(|file| file.path.as_slice()).collect();
        let brought = files.iter().map(|file| (file.path.as_slice(), brought(file, &all))).collect();
        Modules { all, brought }
    }

    /// The module in which what a path names is written: a name that a module brings in is followed to where it is from.
    fn origin(&self, path: &[String]) -> Option<Vec<String>> {
        let mut path = path.to_vec();
        // Longer chains than this are circles of `use`, which do not compile.
        for _ in 0..8 {
            let module = (1..=path.len()).rev().find(|end| self.all.contains(&path[..*end]))?;
            let from = path.get(module).and_then(|name| self.brought[&path[..module]].get(name));
            match from {
                Some(from) if *from != path[..=module] => {
                    path = from.iter().chain(&path[module + 1..]).cloned().collect();
                }
                _ => return Some(path[..module].to_vec()),
            }
        }
        None
    }
}

/// The names that a file brings in by `use`, and where each is from, where that is in the program.
fn brought(file: &File, modules: &BTreeSet<&[String]>) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    let statements = file.code.split(';').filter_map(|statement| {
        let line = statement.rfind("\nuse ").or_else(|| statement.rfind("\npub use ")).map_or(0, |at| at + 1);
        statement[line..].strip_prefix("pub ").unwrap_or(&statement[line..]).strip_prefix("use ")
    });
    for path in statements.flat_map(|body| paths(&format!("{body};"))) {
        let parts: Vec<String> = path.split("::").map(str::to_owned).collect();
        let above = parts.iter().take_while(|part| *part == "super").count();
        let within = |module: &[String]| module.iter().chain(&parts[above.max(1)..]).cloned().collect();
        let full: Vec<String> = match parts[0].as_str() {
            "crate" => within(&file.path[..usize::from(CRATES.contains(&file.path[0].as_str()))]),
            "super" => within(&file.path[..file.path.len().saturating_sub(above)]),
            "self" => within(&file.path),
            child => {
                let mut own = file.path.clone();
                own.push(child.to_owned());
                match modules.contains(own.as_slice()) {
                    true => within(&own),
                    false => continue,
                }
            }
        };
        if let Some(name) = full.last() {
            found.insert(name.clone(), full.clone());
        }
    }
    found
}

/// For each folder, what lies in it and is part of an import circle.
fn circles(files: &[File]) -> BTreeMap<String, BTreeSet<String>> {
    let modules = Modules::of(files);
    let mut edges: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for file in files {
        for target in imported(file, &modules) {
            let same = file.path.iter().zip(&target).take_while(|(one, other)| one == other).count();
            if let (Some(from), Some(to)) = (file.path.get(same), target.get(same)) {
                let folder = ["src"].into_iter().chain(file.path[..same].iter().map(String::as_str));
                let folder = folder.collect::<Vec<_>>().join("/");
                edges.entry(folder).or_default().insert((from.clone(), to.clone()));
            }
        }
    }
    let mut found = BTreeMap::new();
    for (folder, edges) in edges {
        let reach = |from: &str| {
            let (mut seen, mut next) = (BTreeSet::new(), vec![from.to_owned()]);
            while let Some(at) = next.pop() {
                for (_, to) in edges.iter().filter(|(one, _)| *one == at) {
                    if seen.insert(to.clone()) {
                        next.push(to.clone());
                    }
                }
            }
            seen
        };
        let round: BTreeSet<String> =
            edges.iter().map(|(from, _)| from.clone()).filter(|from| reach(from).contains(from)).collect();
        if !round.is_empty() {
            found.insert(folder, round);
        }
    }
    found
}

/// The modules that a file needs by `crate::`, `super::` and `self::`.
fn imported(file: &File, modules: &Modules<'_>) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    let crate_root = usize::from(CRATES.contains(&file.path[0].as_str()));
    for (root, base) in
        [("crate::", crate_root), ("super::", file.path.len() - 1), ("self::", file.path.len())]
    {
        for (at, _) in file.code.match_indices(root) {
            if file.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut rest = &file.code[at + root.len()..];
            let mut base = base;
            while let Some(above) = rest.strip_prefix("super::") {
                (rest, base) = (above, base.saturating_sub(1));
            }
            for path in paths(rest) {
                let mut target: Vec<String> = file.path[..base.min(file.path.len())].to_vec();
                target.extend(path.split("::").map(str::to_owned));
                found.extend(modules.origin(&target).filter(|target| *target != file.path));
            }
        }
    }
    found
}

/// All paths that begin here: `a::{b, c::{d, e}}` gives `a::b`, `a::c::d` and `a::c::e`.
fn paths(rest: &str) -> Vec<String> {
    let (mut found, mut before, mut word) = (Vec::new(), Vec::<String>::new(), String::new());
    for c in rest.chars() {
        match c {
            _ if c.is_alphanumeric() || c == '_' || c == ':' => word.push(c),
            '{' => before.push(std::mem::take(&mut word)),
            ',' | '}' if !before.is_empty() => {
                if !word.is_empty() {
                    found.push(before.concat() + &std::mem::take(&mut word));
                }
                if c == '}' {
                    before.pop();
                    if before.is_empty() {
                        break;
                    }
                }
            }
            _ if c.is_whitespace() && !before.is_empty() => {}
            _ => {
                if before.is_empty() {
                    found.push(word.clone());
                    break;
                }
            }
        }
    }
    found
}

/// The names of the types that anybody may use.
fn public_types(code: &str) -> Vec<String> {
    let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
    let name = |line: &str| {
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
    };
    code.lines().filter_map(name).collect()
}

/// Where code of a test sleeps longer than it may, by a number or a constant of its file, or asserts on time that went by.
fn clock_in_tests(code: &str) -> Vec<String> {
    let millis = |text: &str| -> Option<u64> {
        let number = |unit: &str| {
            let rest = text.split(unit).nth(1)?;
            rest.chars()
                .take_while(|c| c.is_ascii_digit() || *c == '_')
                .filter(|c| *c != '_')
                .collect::<String>()
                .parse()
                .ok()
        };
        number("from_millis(").or(number("from_secs(").map(|seconds: u64| seconds * 1000))
    };
    let constant = |name: &str| {
        let declared = format!("const {name}: ");
        code.lines().find(|line| line.contains(&declared)).and_then(millis)
    };
    let too_long = |line: &&str| {
        let Some((_, rest)) = line.split_once("sleep(") else { return false };
        let name: String = rest.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
        millis(rest).or_else(|| constant(&name)).is_some_and(|time| time > LONGEST_SLEEP)
    };
    let on_the_clock = |line: &&str| {
        line.contains("assert") && (line.contains("elapsed()") || line.contains("slowest_answer()"))
    };
    code.lines()
        .filter(|line| too_long(line) || on_the_clock(line))
        .map(|line| line.trim().to_owned())
        .collect()
}

mod can_fail {
    use super::*;

    fn file(path: &str, code: &str) -> File {
        File { path: path.split('/').map(str::to_owned).collect(), code: code.to_owned() }
    }

    #[test]
    fn circles_are_found() {
        let files = [
            file("a", "use crate::b::c;"),
            file("b/c", "use super::d::X; use crate::e;"),
            file("b/d", "fn f() { crate::b::{e, c::Y}::z() }"),
            file("b/e", ""),
            file("b", ""),
            file("e", "use crate::{e::Own, a::{self, Q}};"),
        ];
        let all: Vec<String> = circles(&files).into_iter().map(|(k, v)| format!("{k}: {v:?}")).collect();
        assert_eq!(all, [r#"src: {"a", "b", "e"}"#, r#"src/b: {"c", "d"}"#]);
        assert!(circles(&files[..1]).is_empty());
    }

    #[test]
    fn a_name_is_followed_to_where_it_is_written() {
        let parent = "mod one;\nmod two;\n\nuse one::{Helper, other};\npub use two::Shown;\n";
        let files = [
            file("a", parent),
            file("a/one", "use super::Shown;"),
            file("a/two", "fn f() -> super::Helper {}"),
            file("a/three", "use super::one::other; use super::Unknown;"),
        ];
        let modules = Modules::of(&files);
        assert_eq!(imported(&files[1], &modules), [files[2].path.clone()].into());
        assert_eq!(imported(&files[2], &modules), [files[1].path.clone()].into());
        assert_eq!(imported(&files[3], &modules), [files[0].path.clone(), files[1].path.clone()].into());
        assert_eq!(
            circles(&files),
            [("src/a".to_owned(), ["one".to_owned(), "two".to_owned()].into())].into()
        );
    }

    #[test]
    fn a_list_only_shrinks() {
        let found: BTreeMap<String, usize> = [("a".to_owned(), 2)].into();
        assert!(ratchet("", &found, &[("a", 2)]).is_empty());
        for listed in [&[("a", 1)][..], &[("a", 3)], &[], &[("a", 2), ("b", 2)]] {
            assert_eq!(ratchet("", &found, listed).len(), 1, "{listed:?}");
        }
    }

    #[test]
    fn types_of_two_games_are_siblings() {
        let types = [
            ("A", Some("x")),
            ("A", Some("y")),
            ("B", Some("x")),
            ("B", None),
            ("C", Some("x")),
            ("C", Some("x")),
        ];
        let found = shared(types.into_iter().map(|(name, game)| (name.to_owned(), game)));
        assert_eq!(found, [("B".to_owned(), 2), ("C".to_owned(), 2)].into());
    }

    #[test]
    fn types_and_clocks_are_found() {
        assert_eq!(
            public_types("pub struct A<T> {\n    pub enum No\npub(crate) struct No;\npub trait B: C {}"),
            ["A", "B"]
        );
        let amiss = "sleep(Duration::from_millis(101))\nconst SOON: Duration = Duration::from_secs(2);\nsleep(SOON)\n\
                 assert!(start.elapsed() < SOON)";
        assert_eq!(clock_in_tests(amiss).len(), 3);
        assert!(clock_in_tests("sleep(Duration::from_millis(100)); until.elapsed()").is_empty());
    }
}
