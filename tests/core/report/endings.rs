//! The page at the end of a game, and the one between two missions, of the golden logs: `docs/tour/*-ending*.md` shows them in
//! both languages, with the picture. `UPDATE=1` writes them anew.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::club::picture::{Theme, Wanted};
use wardroom::log::import::import;
use wardroom::log::{MemoryStore, Store};
use wardroom::picture::END;
use wardroom::report::Weight;
use wardroom::table::System;
use wardroom::words::Lang;

/// The golden logs with the pages that tell their ends.
const ENDINGS: [(&str, &str); 3] = [
    ("goeben-rules-2", "goeben-ending"),
    ("goeben-campaign-rules-2", "goeben-campaign-ending"),
    ("grand_fleet-rules-2", "grand-fleet-ending"),
];

/// The entry of the golden campaign with which its second mission begins.
const SECOND_MISSION: u64 = 234;

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A club with the finished table of a golden log, and the table's id.
fn finished(log: &str) -> (Club, String) {
    let store: Arc<MemoryStore> = Arc::new(MemoryStore::new());
    let text = std::fs::read_to_string(root(&format!("tests/golden/{log}.jsonl"))).unwrap();
    let table = import(&mut text.as_bytes(), &*store).unwrap().table;
    let store: Arc<dyn Store> = store;
    (GAMES.club(store, Arc::new(System), None, None).unwrap(), table)
}

fn page(lines: impl IntoIterator<Item = (Weight, String)>) -> String {
    let line = |(weight, text): (Weight, String)| match weight {
        Weight::Heading => format!("## {text}\n\n"),
        Weight::Subheading => format!("\n### {text}\n\n"),
        Weight::Plain | Weight::Closing => format!("- {text}\n"),
    };
    lines.into_iter().map(line).collect()
}

#[test]
fn the_ends_of_the_golden_logs_read_as_the_tour_shows_them() {
    let update = std::env::var_os("UPDATE").is_some();
    for (log, name) in ENDINGS {
        let (club, table) = finished(log);
        for (lang, end) in [(Lang::En, ""), (Lang::Ja, ".ja")] {
            let watched = club.watch(&table, lang).unwrap();
            let mut now = page(watched.board(&["ending".to_owned()]).unwrap());
            // Whoever was there when it ended is told the same page.
            let told = watched.report_lines(watched.last() - 4, watched.last()).unwrap();
            let told = page(told.into_iter().map(|line| (line.weight, line.text)));
            assert!(told.ends_with(&now), "{name}{end}: {told}");
            let picture =
                watched.picture(Wanted { kind: Some(END), ..Wanted::best(Theme::light()) }).unwrap();
            let picture = picture.expect("a picture of the end");
            now += &format!("\n![{}]({name}{end}.png)\n", picture.alternative);
            let (md, png) = (format!("docs/tour/{name}{end}.md"), format!("docs/tour/{name}{end}.png"));
            if update {
                std::fs::write(root(&md), &now).unwrap();
                std::fs::write(root(&png), &picture.png).unwrap();
                continue;
            }
            assert!(root(&png).is_file(), "{png}");
            let then = std::fs::read_to_string(root(&md)).unwrap();
            assert!(then == now, "{md} is out of date: run the tests once with UPDATE=1\n{now}");
        }
    }
}

#[test]
fn the_page_between_two_missions_reads_as_the_tour_shows_it() {
    let (club, table) = finished("goeben-campaign-rules-2");
    for (lang, end) in [(Lang::En, ""), (Lang::Ja, ".ja")] {
        let watched = club.watch(&table, lang).unwrap();
        // The second mission is begun some entries after the first is over.
        let told = watched.report_lines(SECOND_MISSION - 1, SECOND_MISSION + 7).unwrap();
        let from = told.iter().rposition(|line| line.weight == Weight::Heading).unwrap();
        let now = page(told[from..].iter().map(|line| (line.weight, line.text.clone())));
        let path = root(&format!("docs/tour/goeben-between-missions{end}.md"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
            continue;
        }
        assert!(std::fs::read_to_string(&path).unwrap() == now, "{} is out of date\n{now}", path.display());
    }
}

#[test]
fn a_game_that_goes_on_has_no_ending_and_one_that_was_broken_off_has() {
    let text = std::fs::read_to_string(root("tests/golden/goeben-rules-2.jsonl")).unwrap();
    let store: Arc<MemoryStore> = Arc::new(MemoryStore::new());
    let open = crate::common::earlier::cut(&text, 150);
    let table = import(&mut open.as_bytes(), &*store).unwrap().table;
    let store: Arc<dyn Store> = store;
    let club = GAMES.club(store, Arc::new(System), None, None).unwrap();
    let watched = club.watch(&table, Lang::En).unwrap();
    let told = page(watched.board(&["ending".to_owned()]).unwrap());
    assert_eq!(told, "- The game is not over yet.\n");
    assert!(!watched.pictures().contains(&END));
}
