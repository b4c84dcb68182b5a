//! Running a case: its lines one after another, in the language of a game.

use wardroom_rules::game::{Game, OrderForm, Seat};

use super::reader::{Case, are_the_projects, cases_of};
use super::table::Table;
use super::{Amiss, expect};

/// How the cases of a game are written.
pub trait Language {
    /// The game.
    type Game: Game;

    /// The position every case begins from.
    fn begin(&self) -> Table<Self::Game>;
    /// `given …`: changes the position.
    fn given(&self, table: &mut Table<Self::Game>, words: &[&str]) -> Result<(), String>;
    /// `> …`: an order as it is typed.
    fn typed(&self, table: &Table<Self::Game>, text: &str) -> Result<(Seat, OrderForm), String>;
    /// `>> …`: an order with every argument by its name.
    fn exact(&self, text: &str) -> Result<(Seat, OrderForm), String>;
    /// `can …`: whether a verb or an order is legal now; a word that nobody knows is a slip of the case.
    fn legal(&self, table: &Table<Self::Game>, text: &str) -> Result<bool, String>;
    /// `then …`: whether an expectation holds.
    fn holds(&self, table: &Table<Self::Game>, words: &[&str]) -> Result<(), Amiss>;
    /// Words that can stand for each other: ships, spaces, and what else there is.
    fn kinds(&self) -> Vec<Vec<String>>;
    /// Other expectations, of which one fails wherever this one holds, for those that no other word turns around.
    fn otherwise(&self, words: &[&str]) -> Vec<String>;
}

/// Runs a case.
pub fn run<L: Language>(language: &L, case: &Case) -> Result<(), String> {
    run_with(language, case, |_, _| ())
}

/// Runs a case and shows each line, before it is carried out, to `look`.
pub fn run_with<L: Language>(
    language: &L,
    case: &Case,
    mut look: impl FnMut(&Table<L::Game>, &str),
) -> Result<(), String> {
    let mut table = language.begin();
    for (at, text) in &case.lines {
        look(&table, text);
        line(language, &mut table, text).map_err(|why| format!("line {at}, `{text}`: {why}"))?;
    }
    table.settle()?;
    table.no_dice_left()
}

fn line<L: Language>(language: &L, table: &mut Table<L::Game>, text: &str) -> Result<(), Amiss> {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    if head != "refused" {
        table.settle()?;
    }
    let order = |typed: Result<(Seat, OrderForm), String>, table: &mut Table<L::Game>| {
        typed.and_then(|(seat, form)| table.order(seat, &form))
    };
    match head {
        "given" => language.given(table, &words)?,
        "dice" => table.add_dice(&words)?,
        ">" => order(language.typed(table, rest), table)?,
        ">>" => order(language.exact(rest), table)?,
        "refused" => table.expect_refusal(&words)?,
        _ => expected(language, table, text)?,
    }
    Ok(())
}

/// Whether what a line expects of a position is so.
pub fn expected<L: Language>(language: &L, table: &Table<L::Game>, text: &str) -> Result<(), Amiss> {
    let (head, rest) = text.split_once(' ').unwrap_or((text, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    match head {
        "refused" => table.is_refused(&words),
        "legal" => table.expect_legal(&words),
        "can" => expect(language.legal(table, rest)?, || "it is not legal".into()),
        "cannot" => expect(!language.legal(table, rest)?, || "it is legal".into()),
        "then" => language.holds(table, &words),
        _ => Err("a line begins with given, dice, >, >>, refused, legal, can, cannot or then".into()),
    }
}

/// Runs the cases of a chapter; fails with every one that does not hold, and every one that expects nothing.
pub fn run_chapter<L: Language>(language: &L, folder: &str, chapter: &str) {
    let chapter = format!("{chapter}/");
    run_those(language, cases_of(folder).iter().filter(|case| case.file.starts_with(&chapter)));
}

/// Runs the cases of chapters that are not among `chapters`. The project's own cases are all in those, and are `count`.
pub fn run_elsewhere<L: Language>(language: &L, folder: &str, chapters: &[&str], count: usize) {
    let all = cases_of(folder);
    let is_listed =
        |case: &&Case| case.file.split_once('/').is_some_and(|(chapter, _)| chapters.contains(&chapter));
    let (listed, elsewhere): (Vec<&Case>, Vec<&Case>) = all.iter().partition(is_listed);
    if are_the_projects() {
        assert_eq!(
            (listed.len(), elsewhere.len()),
            (count, 0),
            "cases in the chapters listed, and elsewhere"
        );
    }
    run_those(language, elsewhere);
}

fn run_those<'c, L: Language>(language: &L, cases: impl IntoIterator<Item = &'c Case>) {
    let broken = |case: &Case| match case.expects() {
        true => run(language, case).err(),
        false => Some("it expects nothing".to_string()),
    };
    let (mut count, mut failures) = (0, Vec::new());
    for case in cases {
        count += 1;
        failures.extend(broken(case).map(|why| format!("{}: {why}", case.title())));
    }
    assert!(failures.is_empty(), "{} of {count} cases fail:\n{}", failures.len(), failures.join("\n"));
    println!("{count} cases");
}

/// The first case of a text, which must fail: a case that cannot fail proves nothing.
pub fn must_fail<L: Language>(language: &L, text: &str) {
    let case = &Case::read("example", text).expect("a case")[0];
    assert!(run(language, case).is_err(), "`{}` passes", case.title());
}
