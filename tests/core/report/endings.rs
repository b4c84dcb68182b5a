//! The page at the end of a game, and the one between two missions, of the golden logs: `docs/tour/*-ending*.md` shows them in
//! both languages, with the picture. `UPDATE=1` writes them anew.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::club::GameWords;
use wardroom::club::picture::{Theme, Wanted};
use wardroom::club::session::{PlayerSession, SessionContext};
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::games::goeben::Goeben;
use wardroom::log::import::import;
use wardroom::log::{MemoryStore, Store};
use wardroom::picture::END;
use wardroom::report::Weight;
use wardroom::table::{Caller, System, Tables};
use wardroom::words::Lang;

/// The golden logs with the pages that tell their ends.
const ENDINGS: [(&str, &str); 3] = [
    ("goeben-rules-2", "goeben-ending"),
    ("goeben-campaign-rules-2", "goeben-campaign-ending"),
    ("grand_fleet-rules-2", "grand-fleet-ending"),
];

/// The entry of the golden campaign with which its second mission begins.
const SECOND_MISSION: u64 = 234;
/// Some entries later, when what it begins with lies face down.
const AFTER_SECOND_BEGAN: usize = 246;

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
            let told = watched.report_lines(watched.around().last - 4, watched.around().last).unwrap();
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

/// Markers of two zones that change places in the entries that lay them face down: none is turned up before the pages.
const EXCHANGED: [(&str, &str); 3] =
    [("warrior", "black-prince"), ("gloucester", "edgar-quinet"), ("indomitable", "dublin")];

/// The golden campaign as it was when its second mission had begun, with markers exchanged; a log that its seat cannot
/// tell from the original.
fn between_missions(exchanged: Option<(&str, &str)>) -> String {
    let text = std::fs::read_to_string(root("tests/golden/goeben-campaign-rules-2.jsonl")).unwrap();
    let lines = text.lines().map(|line| match exchanged {
        Some((one, other)) if line.contains("\"kind\":\"MarkersConcealed\"") => {
            let [one, other] = [one, other].map(|marker| format!("\"{marker}\""));
            line.replace(&one, "\"\"").replace(&other, &one).replace("\"\"", &other)
        }
        _ => line.to_owned(),
    });
    let lines: Vec<String> = lines.collect();
    crate::common::earlier::cut(&(lines.join("\n") + "\n"), AFTER_SECOND_BEGAN)
}

/// All that the commander is told and shown of what was and what comes: the report with the page between the missions,
/// `show ending`, the board, each picture, and the picture of the end, if there were one.
fn told_between(log: &str, lang: Lang) -> Vec<String> {
    let store: Arc<MemoryStore> = Arc::new(MemoryStore::new());
    let table = import(&mut log.as_bytes(), &*store).unwrap().table;
    let store: Arc<dyn Store> = store;
    let tables = Arc::new(Tables::<Goeben>::new(store, Arc::new(System)));
    let context = SessionContext {
        caller: Caller::new("p-somebody", "terminal"),
        platform: Arc::new(System),
        links: None,
        browser: None,
        computers: None,
        door: Arc::new(AtTerminal { play: "wardroom play".to_owned() }),
        key: None,
    };
    let words = |game: &Goeben| Ok(Arc::new(GameWords::of(game, lang)?));
    let session =
        PlayerSession::at(&tables, &table, (context, &[Goeben::commander()]), words).unwrap().remove(0);
    let board = |what: &[&str]| {
        let what: Vec<String> = what.iter().map(|word| (*word).to_owned()).collect();
        page(session.board(&what).unwrap())
    };
    let report = session.report_lines(0, AFTER_SECOND_BEGAN as u64).unwrap();
    let mut told =
        vec![page(report.into_iter().map(|line| (line.weight, line.text))), board(&["ending"]), board(&[])];
    let kinds = session.pictures().into_iter().chain([END]);
    told.extend(kinds.map(|kind| {
        let picture = session.picture(Wanted { kind: Some(kind), ..Wanted::best(Theme::light()) });
        format!("{kind}: {:?}", picture.unwrap().map(|it| (it.alternative.clone(), it.png.clone())))
    }));
    told
}

#[test]
fn nothing_between_two_missions_tells_what_lies_face_down() {
    for lang in Lang::ALL {
        let told = told_between(&between_missions(None), *lang);
        let interval = std::fs::read_to_string(root(match lang {
            Lang::En => "docs/tour/goeben-between-missions.md",
            Lang::Ja => "docs/tour/goeben-between-missions.ja.md",
        }));
        assert!(told[0].contains(interval.unwrap().trim_end()), "the page is not among it: {}", told[0]);
        for exchanged in EXCHANGED {
            let log = between_missions(Some(exchanged));
            assert_ne!(log, between_missions(None), "{exchanged:?}");
            for (one, other) in told.iter().zip(told_between(&log, *lang)) {
                assert!(*one == other, "{exchanged:?}:\n{one}\n{other}");
            }
        }
    }
}

/// While a table is open that is over, as one for practice is, its seed is nobody's: nothing is claimed of the dice.
#[test]
fn the_end_claims_what_can_be_checked_and_no_more() {
    for (log, lang) in [("goeben-rules-2", Lang::En), ("grand_fleet-rules-2", Lang::Ja)] {
        let text = std::fs::read_to_string(root(&format!("tests/golden/{log}.jsonl"))).unwrap();
        let closed = text.lines().position(|line| line.contains("\"kind\":\"TableClosed\"")).unwrap() - 3;
        let store: Arc<MemoryStore> = Arc::new(MemoryStore::new());
        let table =
            import(&mut crate::common::earlier::cut(&text, closed).as_bytes(), &*store).unwrap().table;
        let store: Arc<dyn Store> = store;
        let open = GAMES.club(store, Arc::new(System), None, None).unwrap();
        let (whole, of_whole) = finished(log);
        let words = wardroom::words::Words::read().unwrap();
        let seed = words.say(lang, "ending-check-open", &[("table", "".into()), ("entries", 0.into())]);
        let seed = seed.split(['.', '。']).nth(1).unwrap();
        for (club, table, is_open) in [(&open, &table, true), (&whole, &of_whole, false)] {
            let told = page(club.watch(table, lang).unwrap().board(&["ending".to_owned()]).unwrap());
            assert_eq!(told.contains(seed), is_open, "{told}");
            assert!(told.contains(&words.say(lang, "ending-check-holder", &[])), "{told}");
        }
    }
}

/// Between battles no marker lies on the map of *Grand Fleet*: a turn is shown with the map as it was in its last battle.
#[test]
fn spectators_see_the_map_of_a_battle_that_is_past() {
    let (club, table) = finished("grand_fleet-rules-2");
    let watched = club.watch(&table, Lang::En).unwrap();
    let days = watched.page(None, Wanted::best(Theme::light())).unwrap().days.len();
    let (mut fought, mut peaceful) = (0, 0);
    for day in 0..days {
        let page = watched.page(Some(day), Wanted::best(Theme::light())).unwrap();
        let [best, map] = page.pictures.as_slice() else { panic!("{:?}", page.pictures) };
        assert_eq!(best.earlier, None);
        let drawn = |place| watched.page_picture(Some(day), place, Wanted::best(Theme::light())).unwrap();
        assert_eq!(drawn(0).unwrap().alternative, best.alternative);
        assert_eq!(drawn(1).unwrap().alternative, map.alternative);
        assert!(drawn(2).is_none());
        match map.earlier {
            Some(entry) => {
                assert!(entry < page.head.seq, "{entry}");
                assert!(
                    map.alternative.contains("Combat in ") || map.alternative.contains(" attacks."),
                    "{}",
                    map.alternative
                );
                fought += usize::from(map.alternative.contains("Combat in "));
            }
            None => peaceful += 1,
        }
    }
    assert!(fought > 0 && peaceful > 0, "{fought} of {days} days have a combat");
}
