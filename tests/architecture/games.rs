//! What a game alone has: who may name a game, a ship or a notion of its own.

use std::path::Path;

use crate::code::{each, report, sources, words_amiss};

/// The games: each in a file and a folder of this name in `src/rules/games/`, its rules, and in `src/games/`, its face, and
/// in a file of it in `src/language/names/`. What else is there serves them all.
pub const GAMES: &[&str] = &["goeben", "grand_fleet"];
/// Notions that a game has and shared code has not. A word that stands here never comes back: not in code, texts and
/// comments of `src` outside of the games, nor in what all games share of `locales/` and `commands/`. `letter` and
/// `cargo` are not among them, as names have letters and what builds the program is called so, and neither is `ship`, of
/// which comments of these parts tell.
const OF_A_GAME: &[&str] =
    &["mission", "missions", "collier", "colliers", "hull", "officer", "officers", "campaign", "campaigns"];

#[test]
fn games_know_nothing_of_each_other() {
    report(each("src/games", other_games));
    report(each("src/rules/games", other_games));
    report(each("src/language/names/", other_games));
}

/// No side, game or ship: in code and in texts, comments apart; and no game in these either.
#[test]
fn only_a_games_own_folder_and_the_registry_name_it_or_its_ships() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ships = wardroom::games::goeben::pack::Pack::builtin().ships.into_keys().map(|id| id.to_string());
    let more = wardroom::games::grand_fleet::pack::Pack::builtin().ships.into_keys().map(|id| id.to_string());
    let sides = ["british", "german", "commander", "breslau", "cargo-in-box"].map(str::to_owned);
    let names: Vec<String> =
        ships.chain(more).chain(sides).chain(GAMES.iter().map(|game| (*game).to_owned())).collect();
    let mut amiss = Vec::new();
    for path in sources(&root.join("src")) {
        let name = path.strip_prefix(root.join("src")).unwrap().display().to_string();
        if is_of_games(&name) || name == "app/registry.rs" {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        amiss.extend(GAMES.iter().filter(|game| text.contains(**game)).map(|game| format!("{name}: {game}")));
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'));
            let named: Vec<&str> =
                words.filter(|word| names.iter().any(|name| name.eq_ignore_ascii_case(word))).collect();
            amiss.extend(named.into_iter().map(|word| format!("{name}: {word} in {}", line.trim())));
        }
    }
    report(amiss);
}

/// The words of what a game alone has: in all of a file of code, and in the texts and commands that every game shares.
#[test]
fn what_only_a_game_has_is_spoken_of_in_its_folders_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in sources(&root.join("src")) {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if !is_of_games(name.trim_start_matches("src/")) {
            texts.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    for folder in ["locales/en", "locales/ja", "commands/discord", "commands/table"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(root).unwrap().display().to_string();
                texts.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    report(texts.iter().flat_map(|(name, text)| notions(name, text)).collect());
}

/// Where a text has a word of a game alone, or what all share the name of a game.
fn notions(name: &str, text: &str) -> Vec<String> {
    let amiss = |(at, line): (usize, &str)| {
        let words = line.split(|c: char| !c.is_ascii_alphanumeric());
        let notions = words.filter(|word| OF_A_GAME.iter().any(|notion| notion.eq_ignore_ascii_case(word)));
        let games = GAMES.iter().copied().filter(|game| !name.starts_with("src/") && line.contains(game));
        notions.chain(games).map(|word| format!("{name}:{}: {word}", at + 1)).collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(amiss).collect()
}

/// Returns whether a path below `src/` is of the games: their rules, their names or their faces.
fn is_of_games(path: &str) -> bool {
    ["games", "rules/games", "language/names"].iter().any(|folder| path.starts_with(folder))
}

/// Games that the code of a game, or what serves all of them, names and that are not its own.
fn other_games(path: &str, code: &str) -> Vec<String> {
    let places = ["src/", "rules/", "language/names/", "games/"];
    let inner = places.iter().fold(path, |rest, place| rest.trim_start_matches(place));
    let own = inner.split(['/', '.']).next().unwrap_or_default();
    let others: Vec<&str> = GAMES.iter().copied().filter(|game| *game != own).collect();
    words_amiss(code, &others)
}

mod can_fail {
    use super::*;

    #[test]
    fn another_game_is_found() {
        let code = "use crate::games::{goeben::ids::ShipId, pack};";
        assert!(other_games("src/rules/games/goeben/movement.rs", code).is_empty());
        assert!(other_games("src/rules/games/goeben.rs", code).is_empty());
        assert_eq!(other_games("src/games/grand_fleet/report/battle.rs", code), ["has goeben"]);
        assert_eq!(other_games("src/rules/games/pack/check.rs", code), ["has goeben"]);
    }

    #[test]
    fn a_notion_of_a_game_is_found_in_code_comments_and_texts() {
        let amiss = notions(
            "src/table/x.rs",
            "// An officer asks.\nlet go_to_mission = Stride::Mission; // permission",
        );
        assert_eq!(
            amiss,
            ["src/table/x.rs:1: officer", "src/table/x.rs:2: mission", "src/table/x.rs:2: Mission"]
        );
        assert_eq!(notions("locales/en/x.ftl", "game-goeben = A hull").len(), 2);
        assert!(notions("src/app/registry.rs", "use crate::games::goeben::Goeben;").is_empty());
    }
}
