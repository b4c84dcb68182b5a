//! The laboratory: the same games whatever plays them and however often it is stopped, and files that are not gone on with.

use std::collections::BTreeSet;
use std::path::Path;

use wardroom::bots::Strength;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::{Playable, setup};
use wardroom::lab::results::{Results, ResultsFault, RunHeader};
use wardroom::lab::{GameRecord, LabFault, Trial, run};

fn played<G: Playable>(
    players: &[&str],
    seed: u64,
    games: std::ops::Range<u32>,
    threads: usize,
) -> Vec<GameRecord> {
    let game = G::from_files(vec![]).unwrap();
    let players: Vec<Strength> = players.iter().map(|player| player.parse().unwrap()).collect();
    let trial = Trial { game: &game, setup: &setup::<G>(&[]).unwrap(), players: &players, seed };
    let mut records = vec![];
    run::<G, LabFault>(&trial, games, threads, |record| {
        records.push(record);
        Ok(())
    })
    .unwrap();
    records
}

#[test]
fn the_same_games_follow_from_a_seed_however_many_are_played_at_once() {
    let fleet = |seed, threads| played::<GrandFleet>(&["lieutenant", "random"], seed, 0..4, threads);
    let squadron = |seed, threads| played::<Goeben>(&["midshipman"], seed, 0..4, threads);
    assert_eq!(fleet(5, 1), fleet(5, 3));
    assert_eq!(squadron(5, 1), squadron(5, 3));
    assert_ne!(fleet(5, 1), fleet(6, 1));
    assert_ne!(squadron(5, 1), squadron(6, 1));
    // A game is its number's, whichever were played before.
    assert_eq!(played::<GrandFleet>(&["lieutenant", "random"], 5, 2..4, 1), fleet(5, 1)[2..]);
}

#[test]
fn each_player_meets_each_other_on_each_side_as_often() {
    let records = played::<GrandFleet>(&["random", "midshipman", "lieutenant"], 1, 0..6, 2);
    let met: BTreeSet<Vec<&String>> =
        records.iter().map(|record| record.players.values().collect()).collect();
    assert_eq!(met.len(), 6, "{met:?}");
    assert!(met.iter().all(|players| players[0] != players[1]));
}

#[test]
fn a_game_comes_to_what_its_rules_say() {
    for record in played::<GrandFleet>(&["lieutenant"], 2, 0..4, 2) {
        assert_eq!(record.scores.values().sum::<u32>(), 1000, "{record:?}");
        assert!(record.tally.ending.is_some() && (1..=9).contains(&record.turns), "{record:?}");
        assert!(record.orders > 20 && !record.tally.points.is_empty(), "{record:?}");
    }
    for record in played::<Goeben>(&["random"], 2, 0..4, 2) {
        assert!(record.tally.kind.is_some() && record.tally.ending.is_some(), "{record:?}");
    }
}

fn header(seed: u64) -> RunHeader {
    RunHeader::new(("grand_fleet", 2), "ab".repeat(32), &[], &[Strength::Midshipman], seed)
}

fn text(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn a_file_that_was_cut_anywhere_is_gone_on_with_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let records = played::<GrandFleet>(&["midshipman"], 7, 0..4, 2);
    let write = |from: usize| {
        let (mut results, known) = Results::open(&path, &header(7)).unwrap();
        assert!(known.len() >= from && known == records[..known.len()]);
        records[known.len()..].iter().for_each(|record| results.add(record).unwrap());
    };
    write(0);
    let whole = text(&path);
    for cut in (0..=whole.len()).step_by(7).chain([whole.len() - 1, whole.len()]) {
        std::fs::write(&path, &whole[..cut]).unwrap();
        write(whole[..cut].iter().filter(|byte| **byte == b'\n').count().saturating_sub(1));
        assert!(text(&path) == whole, "cut after {cut} bytes");
    }
}

#[test]
fn a_file_of_another_run_or_of_something_else_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let (mut results, _) = Results::open(&path, &header(7)).unwrap();
    let records = played::<GrandFleet>(&["midshipman"], 7, 0..2, 2);
    records.iter().for_each(|record| results.add(record).unwrap());
    // Whoever else would write it at the same time is refused.
    assert!(matches!(Results::open(&path, &header(7)), Err(ResultsFault::Io(_))));
    drop(results);
    let whole = String::from_utf8(text(&path)).unwrap();
    let refused = |text: &str, header: &RunHeader| {
        std::fs::write(&path, text).unwrap();
        let fault = Results::open(&path, header).err().expect("a fault");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        fault
    };
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    for (text, at) in [
        ("no results".to_owned(), 1),
        ("\n".to_owned() + &whole, 1),
        (lines[0].to_owned() + "\n" + lines[1], 2),
        (lines[0].to_owned() + lines[2], 2),
        (lines[0].to_owned() + lines[1] + lines[1], 3),
        (whole.replacen("\"orders\"", "\"others\"", 1), 2),
    ] {
        let fault = refused(&text, &header(7));
        assert!(matches!(fault, ResultsFault::Line(line) if line == at), "{text}: {fault}");
    }
    let fault = refused(&whole, &header(8));
    assert!(
        matches!(&fault, ResultsFault::Differs { what: "seed", found, asked } if found == "7" && asked == "8")
    );
    let other = RunHeader { players: vec!["random".to_owned()], ..header(7) };
    assert!(matches!(refused(&whole, &other), ResultsFault::Differs { what: "players", .. }));
}

/// Games of `docs/lab`: the file, and the number.
const REPORTED: [(&str, usize); 5] = [
    ("grand-fleet-lieutenant", 11),
    ("grand-fleet-lieutenant-midshipman", 1),
    ("grand-fleet-historical", 7),
    ("goeben-lieutenant", 3),
    ("goeben-midshipman", 2),
];

#[test]
fn games_of_the_report_follow_from_their_seeds() {
    follow_from_their_seeds(&REPORTED);
}

#[test]
#[ignore = "soak: takes half a minute: a captain plays out 400 worlds for a decision"]
fn soak_a_captains_game_of_the_report_follows_from_its_seed() {
    follow_from_their_seeds(&[("grand-fleet-captain-lieutenant", 13)]);
}

fn follow_from_their_seeds(reported: &[(&str, usize)]) {
    for (file, number) in reported.iter().copied() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/lab/{file}.jsonl"));
        let text = std::fs::read_to_string(path).unwrap();
        let mut lines = text.lines();
        let header: RunHeader = serde_json::from_str(lines.next().unwrap()).unwrap();
        let record: GameRecord = serde_json::from_str(lines.nth(number).unwrap()).unwrap();
        let again = match header.game.as_str() {
            "goeben" => again::<Goeben>(&header, record.game),
            _ => again::<GrandFleet>(&header, record.game),
        };
        assert_eq!(again, record, "{file}: make the report again as docs/lab/README.md says");
    }
}

/// Plays a game of a file of results once more.
fn again<G: Playable>(header: &RunHeader, number: u32) -> GameRecord {
    let game = G::from_files(vec![]).unwrap();
    let parts = |option: &String| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        (name.to_owned(), value.to_owned())
    };
    let options: Vec<(String, String)> = header.options.iter().map(parts).collect();
    let players: Vec<Strength> = header.players.iter().map(|player| player.parse().unwrap()).collect();
    let trial =
        Trial { game: &game, setup: &setup::<G>(&options).unwrap(), players: &players, seed: header.seed };
    trial.play(number).unwrap()
}

#[test]
fn a_file_that_is_too_great_is_called_so_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    // Empty inside: it takes no room on the disk.
    let most = 1 << 30;
    std::fs::File::create(&path).unwrap().set_len(most + 1).unwrap();
    let fault = Results::open(&path, &header(7)).err().expect("a fault");
    assert!(matches!(fault, ResultsFault::TooGreat(bytes) if bytes == most), "{fault}");
    assert_eq!(std::fs::metadata(&path).unwrap().len(), most + 1);
}
