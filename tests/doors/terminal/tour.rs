//! A day at the terminal, as its player sees it: what is typed on the pages of `docs/tour/` is typed again, and what is shown
//! is compared.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};

use chrono::{DateTime, TimeZone, Utc};
use wardroom::door::terminal::screen::Cleaned;
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::seal::SealError;
use wardroom::table::Platform;

use super::*;
use crate::common::store;

/// How wide the player's window is.
const COLUMNS: usize = 60;
/// How what is shown begins and ends on a page.
const FENCE: [&str; 2] = ["```text\n", "```\n"];
/// What stands before what is typed: in a shell, and to the program.
const TYPED: [&str; 2] = ["$ wardroom ", "> "];

/// A morning that never passes, and chance that is always the same.
struct Morning(AtomicU8);

impl Platform for Morning {
    fn now(&self) -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 3, 6, 9, 0, 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        bytes.fill_with(|| self.0.fetch_add(97, Ordering::Relaxed));
        Ok(())
    }

    /// The story of the pages is of these dice.
    fn log_format(&self) -> u32 {
        1
    }
}

/// What is shown, by the lines that were typed for it.
#[derive(Clone)]
struct Shown(Rc<RefCell<Vec<Vec<u8>>>>);

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().last_mut().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A player who types these lines, and leaves.
struct Script(VecDeque<String>, Shown);

impl Source for Script {
    fn next(&mut self) -> io::Result<Heard> {
        let Some(line) = self.0.pop_front() else { return Ok(Heard::End) };
        self.1.0.borrow_mut().push(vec![]);
        Ok(Heard::Line(line))
    }

    fn wait(&mut self, _first: bool) -> io::Result<Heard> {
        self.next()
    }
}

/// A learner who types what the last page says to try, and leaves when it says nothing.
struct Learner(Shown);

impl Source for Learner {
    fn next(&mut self) -> io::Result<Heard> {
        let page = String::from_utf8(self.0.0.borrow().last().unwrap().clone()).unwrap();
        let tries = ["Try: `", "次を打ってみてください：`"];
        let Some((at, mark)) = tries.iter().find_map(|mark| Some((page.rfind(mark)?, mark))) else {
            return Ok(Heard::End);
        };
        let typed = page[at + mark.len()..].split('`').next().unwrap().replace('\n', " ");
        self.0.0.borrow_mut().push(vec![]);
        Ok(Heard::Line(typed))
    }

    fn wait(&mut self, _first: bool) -> io::Result<Heard> {
        self.next()
    }
}

/// What a program started with these arguments shows, first on its own, then for each line.
fn played<G: Playable>(folder: &Path, args: &str, typed: VecDeque<String>) -> Vec<String> {
    shown_to::<G, _>(folder, args, |shown| Script(typed, shown))
}

/// What such a program shows to somebody.
fn shown_to<G: Playable, S: Source>(
    folder: &Path,
    args: &str,
    player: impl FnOnce(Shown) -> S,
) -> Vec<String> {
    let cli = Cli::try_parse_from(["wardroom"].into_iter().chain(args.split(' '))).unwrap();
    let lang = cli.lang.map_or(Lang::En, Lang::from);
    let Some(CliCommand::Play(ask)) = cli.command else { panic!("not play: {args}") };
    let app = App {
        games: GAMES,
        store: store::open(&folder.join("wardroom.db")),
        platform: Arc::new(Morning(AtomicU8::new(1))),
        lang,
        user: "ann".to_owned(),
        join: "wardroom play".to_owned(),
        config_file: None,
        links: None,
        browser: None,
        json: false,
        data: None,
    };
    let coming = play::place::<G>(&app, &ask, None).unwrap();
    let seats = coming.sit(|game| Ok(Arc::new(GameWords::of(game, lang)?.wide(Some(COLUMNS))))).unwrap();
    let shown = Shown(Rc::new(RefCell::new(vec![vec![]])));
    let manner = Manner { interactive: false, dress: Dress::Plain, columns: Some(COLUMNS) };
    let ending =
        terminal::play(seats, &mut player(shown.clone()), &mut Cleaned::new(shown.clone()), manner).unwrap();
    assert_eq!(ending.refused, 0, "all is accepted as typed");
    let shown = shown.0.borrow();
    shown.iter().map(|bytes| String::from_utf8(bytes.clone()).unwrap()).collect()
}

/// The page with what is shown now.
fn shown_now<G: Playable>(page: &str) -> String {
    let typed = |line: &&str| TYPED.iter().any(|mark| line.starts_with(mark));
    let mut starts: Vec<(&str, VecDeque<String>)> = Vec::new();
    for line in page.lines().filter(typed) {
        match line.strip_prefix(TYPED[0]) {
            Some(args) => starts.push((args, VecDeque::new())),
            None => starts
                .last_mut()
                .expect("the program is started")
                .1
                .push_back(line[TYPED[1].len()..].to_owned()),
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let mut shown = starts.into_iter().flat_map(|(args, typed)| played::<G>(folder.path(), args, typed));
    let mut now = String::new();
    for part in page.split_inclusive(FENCE[1]) {
        let Some((prose, block)) = part.split_once(FENCE[0]) else {
            now.push_str(part);
            continue;
        };
        now.extend([prose, FENCE[0]]);
        for line in block.lines().filter(typed) {
            // The program echoes the lines that it is given.
            now.extend(line.strip_prefix(TYPED[0]).map(|args| format!("{}{args}\n", TYPED[0])));
            now.push_str(&shown.next().expect("something shown for each line"));
        }
        now.push_str(FENCE[1]);
    }
    now
}

fn compare<G: Playable>(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour").join(file);
    let page = std::fs::read_to_string(&path).unwrap();
    let now = shown_now::<G>(&page);
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, now).unwrap();
    }
    assert!(page == now, "docs/tour/{file} is out of date: run the tests once with UPDATE=1\n{now}");
}

/// The page of a lesson, taken by the orders it has tried.
fn compare_lesson<G: Playable>(file: &str, ends: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour").join(file);
    let page = std::fs::read_to_string(&path).unwrap();
    let (prose, block) = page.split_once(FENCE[0]).unwrap();
    let start = block.lines().next().unwrap();
    let args = start.strip_prefix(TYPED[0]).unwrap();
    let shown = shown_to::<G, _>(tempfile::tempdir().unwrap().path(), args, Learner);
    assert!(shown.last().unwrap().replace('\n', "").contains(ends), "{shown:?}");
    let now = format!("{prose}{}{start}\n{}{}", FENCE[0], shown.concat(), FENCE[1]);
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, now).unwrap();
    }
    assert!(page == now, "docs/tour/{file} is out of date: run the tests once with UPDATE=1\n{now}");
}

#[test]
fn a_lesson_in_goeben_comes_to_its_end_by_what_it_says_to_try() {
    compare_lesson::<Goeben>("goeben-lesson.md", "The lesson is over.");
    compare_lesson::<Goeben>("goeben-lesson.ja.md", "レッスンはここまで。");
}

#[test]
fn a_lesson_in_grand_fleet_comes_to_its_end_by_what_it_says_to_try() {
    compare_lesson::<GrandFleet>("grand-fleet-lesson.md", "The lesson is over.");
    compare_lesson::<GrandFleet>("grand-fleet-lesson.ja.md", "レッスンはここまで。");
}

#[test]
fn the_page_of_goeben_at_the_terminal_is_what_is_shown() {
    compare::<Goeben>("goeben-terminal.md");
}

#[test]
fn the_page_of_goeben_at_the_terminal_in_japanese_is_what_is_shown() {
    compare::<Goeben>("goeben-terminal.ja.md");
}

#[test]
fn the_page_of_grand_fleet_at_the_terminal_is_what_is_shown() {
    compare::<GrandFleet>("grand-fleet-terminal.md");
}
