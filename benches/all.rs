//! The figures that say what a change cost, in one table and some five minutes.
//!
//! `cargo bench --bench all -- --short` runs the benches of this list one after another and writes every figure they print to
//! `target/bench/last.txt`. `--save NAME` keeps them as `target/bench/NAME.txt`; `--against NAME` prints the ratio of each to the one
//! kept under that name. Ratios mean something on the same machine only. On a busy one processor times can be compared, and the
//! times of a clock cannot.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The benches, in the order of the table.
const BENCHES: [&str; 5] = ["goeben", "grand_fleet", "table", "discord", "picture"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` alone runs this one too: it would run the others once more.
    if !args.iter().any(|arg| ["--short", "--whole"].contains(&arg.as_str())) {
        println!("all: needs --short or --whole; see the top of benches/all.rs");
        return;
    }
    let named = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag);
        at.map(|at| args.get(at + 1).expect("a name").clone())
    };
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../bench");
    fs::create_dir_all(&folder).expect("a folder for the figures");
    let file = |name: &str| folder.join(format!("{name}.txt"));
    let before =
        named("--against").map(|name| fs::read_to_string(file(&name)).expect("figures of that name"));
    let before = figures(&before.unwrap_or_default());
    let mut lines = String::new();
    for bench in BENCHES {
        lines += &printed(bench, args.iter().any(|arg| arg == "--short"));
    }
    fs::write(file("last"), &lines).expect("the figures");
    if let Some(name) = named("--save") {
        fs::write(file(&name), &lines).expect("the figures");
    }
    for line in lines.lines() {
        for (what, figure) in figures(line) {
            match before.get(&what) {
                Some(then) if *then > 0.0 => println!("{what:<90} {figure:>12} {:>8.2}x", figure / then),
                _ => println!("{what:<90} {figure:>12}"),
            }
        }
    }
}

/// The figures that one bench prints.
fn printed(bench: &str, is_short: bool) -> String {
    eprintln!("{bench} …");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["bench", "--quiet", "--bench", bench, "--"]).args(is_short.then_some("--short"));
    // Cargo sets variables about this package. Ring's build script watches them, so each bench would be rebuilt.
    for (name, _) in std::env::vars() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|prefix| name.starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    let output = command.output().expect("cargo");
    assert!(output.status.success(), "{bench}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The figures of printed lines: each by the words round it and its place in its line. Times are in milliseconds.
fn figures(lines: &str) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    for line in lines.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let shown: Vec<&str> =
            words.iter().map(|word| if number(word).is_some() { "#" } else { *word }).collect();
        let numbers = words.iter().filter_map(|word| number(word)).enumerate();
        found.extend(numbers.map(|(at, number)| (format!("{} [{}]", shown.join(" "), at + 1), number)));
    }
    found
}

/// A word that is a number, perhaps with a unit of time and a sign behind it.
fn number(word: &str) -> Option<f64> {
    let word = word.trim_matches([',', ':', ';', '(', ')']);
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let (number, unit) = word.split_at(end);
    let times = match unit {
        "" | "x" | "/s" | "%" => 1.0,
        "s" => 1e3,
        "ms" => 1.0,
        "µs" => 1e-3,
        "ns" => 1e-6,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * times)
}
