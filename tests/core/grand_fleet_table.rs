//! *Grand Fleet 1.2* through the table service: whole games to every end, audit, golden log, and what no log shows.

use std::collections::BTreeSet;
use std::io::BufReader;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use chrono::DateTime;

use crate::common::checker;
use crate::common::commands::SeatCommands;
use crate::common::grand_fleet::otherwise;
use crate::common::laws::Lawful;
use crate::common::{Luck, few_and_many, slips};
use crate::grand_fleet_logs::alike::{shown, without_hashes};
use crate::grand_fleet_logs::table::{Playing, Policy, player, service};
use crate::toy::TestPlatform;
use wardroom::app::registry::GAMES;
use wardroom::audit::{self, Evidence};
use wardroom::club::browser::{BrowserLinks, BrowserSession};
use wardroom::club::picture::{Theme, Wanted};
use wardroom::door::play::page::table_page;
use wardroom::door::play::past::past_page;
use wardroom::door::play::request::FormFields;
use wardroom::door::play::sheet::board_style;
use wardroom::door::play::table::{AtBoard, Came};
use wardroom::door::web::html;
use wardroom::game::{Events, Game, OrderForm, Seat, Viewer};
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::event::Event;
use wardroom::games::grand_fleet::ids::Side;
use wardroom::games::grand_fleet::state::{Ending, Outcome, Setup};
use wardroom::keys::Keys;
use wardroom::log::export::export;
use wardroom::log::import::import;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Entry, EntryAudience, MemoryStore, Store};
use wardroom::words::{Lang, Words};

/// How many tables are played in search of an ending.
const TABLES: u64 = 120;

fn outcome(playing: &Playing) -> Outcome {
    playing
        .tables
        .look(&playing.id, |table| table.view(Viewer::All).outcome)
        .unwrap()
        .expect("a finished game")
}

/// Plays tables by a policy until one ends as wanted, and checks its log in every way.
fn a_game_that_ends(policy: Policy, wanted: impl Fn(Outcome) -> bool) {
    for seed in 0..TABLES {
        let setup = GrandFleet::setup(&mut Luck::of(seed));
        let playing = Playing::open(seed * 1000, setup);
        playing.play_out(policy, &mut Luck::of(seed), |_, _| ());
        if wanted(outcome(&playing)) {
            return checks(&playing);
        }
    }
    panic!("none of {TABLES} tables ended so");
}

/// A finished table folds to the live state, passes the audit, and its export passes the independent checker.
fn checks(playing: &Playing) {
    let live = playing.tables.look(&playing.id, |table| table.view(Viewer::All)).unwrap();
    let folded = service(&playing.store, 1).look(&playing.id, |table| table.view(Viewer::All)).unwrap();
    assert_eq!(live, folded, "the fold differs from the live state");
    let evidence = Evidence::from_store(&playing.store, &playing.id, None).unwrap();
    let findings = audit::audit(&evidence, &[], audit::rules::check::<GrandFleet>);
    for verdict in [&findings.integrity, &findings.dice, &findings.rules] {
        assert!(verdict.is_ok(), "{findings:#?}");
    }
    let mut file = Vec::new();
    export(&playing.store, &playing.id, &LogViewer::Full, |_| false, &mut file).unwrap();
    checker::passes(&file);
}

#[test]
fn a_game_that_goes_to_the_ninth_turn_10() {
    a_game_that_ends(Policy::Random, |outcome| outcome.why == Ending::LastTurn);
}

#[test]
fn a_game_that_ends_by_a_lead_of_seven_points_10() {
    a_game_that_ends(Policy::Eager, |outcome| outcome.why == Ending::SuddenDeath);
}

#[test]
fn a_game_that_ends_for_want_of_ships_11() {
    a_game_that_ends(Policy::Shedding, |outcome| outcome.why == Ending::Maintenance);
}

#[test]
fn a_game_that_each_side_wins_11() {
    a_game_that_ends(Policy::SheddingTogether, |outcome| outcome.winner.is_none());
}

// What no log shows.

/// A pair of tables in like worlds, played alike until a secret decision is made otherwise in the second.
struct Pair {
    one: Playing,
    other: Playing,
    from: u64,
    what: String,
}

impl Pair {
    /// Plays both to the decision of `kind` after `skip` others of it.
    fn at(kind: &str, mut skip: u32, seed: u64, luck: &mut Luck) -> Option<(Pair, Seat)> {
        let setup = GrandFleet::setup(luck);
        let pair = [(); 2].map(|()| Playing::open(seed * 1000, setup));
        loop {
            let seat = *luck.one_of(&pair[0].asked())?;
            let snapshot = pair[0].session(seat).snapshot().unwrap();
            if otherwise::secret(snapshot.view.step) == Some(kind) {
                if skip == 0 {
                    let from = snapshot.facts.head.seq;
                    let [one, other] = pair;
                    return Some((Pair { one, other, from, what: format!("{kind}, seed {seed}") }, seat));
                }
                skip -= 1;
            }
            let form = Policy::Eager.choose(&snapshot, luck);
            pair.iter().for_each(|playing| playing.give(seat, form.clone()));
        }
    }

    /// Decides differently at the two tables, in a way that becomes known only when the rules open it.
    fn decide(&self, seat: Seat, luck: &mut Luck) -> Option<()> {
        let options = self.one.session(seat).snapshot().unwrap().facts.options;
        let order = options.sample(&mut |n| luck.below(n))?;
        let other = otherwise::order(&order, &options, luck, |other| face_up(&order) == face_up(other))?;
        self.one.give(seat, order);
        self.other.give(seat, other);
        Some(())
    }

    /// Whether what was decided has been opened.
    fn is_opened(&self) -> bool {
        let entries = self.one.store.read(&self.one.id, self.from).unwrap();
        entries.iter().any(|entry| entry.kind == "Opened")
    }

    /// What both logs show this viewer is the same, byte for byte.
    fn compare(&self, viewer: &[Viewer], luck: &mut Luck) {
        for viewer in viewer {
            let (one, other) = (shown(&self.one, *viewer, self.from), shown(&self.other, *viewer, self.from));
            for ((what, one), (_, other)) in one.iter().zip(&other) {
                assert!(
                    one == other,
                    "{}: the {what} tells {viewer:?}: {}",
                    self.what,
                    first_difference(one, other)
                );
            }
            if let Viewer::Seat(seat) = viewer {
                self.probe(*seat, luck);
            }
        }
    }

    /// The pages of both tables are the same, byte for byte, of each day and in each language.
    fn compare_pages(&self) {
        let style = html::page_style();
        let pages = |playing: &Playing| {
            let club = GAMES.club(Arc::new(playing.store.clone()), TestPlatform::new(7), None, None).unwrap();
            let page = |lang, day| {
                let content = club.watch(&playing.id, lang).unwrap().page(day, Wanted::best(Theme::light()));
                let content = content.unwrap();
                (content.days.len(), html::page(&Words::read().unwrap(), lang, &style, &content))
            };
            let days = page(Lang::En, None).0;
            let all = Lang::ALL.iter().flat_map(|lang| (0..days).map(|day| page(*lang, Some(day)).1));
            all.map(|page| without_hashes(&page)).collect::<Vec<_>>()
        };
        let (one, other) = (pages(&self.one), pages(&self.other));
        assert!(!one.is_empty() && one.len() == other.len());
        for (one, other) in one.iter().zip(&other) {
            assert!(one == other, "{}: the page tells: {}", self.what, first_difference(one, other));
        }
    }

    /// The board in the browser and its past are the same, byte for byte, tickets and drawings too.
    fn compare_boards(&self, seat: Seat) {
        let links = BrowserLinks::new("https://play.example", Keys::new([4; 32], None));
        let (words, style) = (Words::read().unwrap(), board_style());
        let pages = |playing: &Playing| {
            let club = GAMES.club(Arc::new(playing.store.clone()), TestPlatform::new(7), None, None).unwrap();
            let player = player(Side::of(seat).unwrap()).player;
            let session = BrowserSession { player, id: "one".to_owned() };
            let past = format!("at={}", self.from);
            ["", "v=map", "v=fleets", past.as_str(), "at=9999"].map(|query| {
                let at = AtBoard {
                    club: &club,
                    links: &links,
                    session: &session,
                    address_kind: "mail",
                    lang: Lang::En,
                    table: &playing.id,
                    seat,
                    view: query.strip_prefix("v="),
                    now: DateTime::from_timestamp(club.now(), 0).unwrap(),
                };
                match at.shown(&FormFields::read(query).unwrap()).unwrap() {
                    Came::Page(page) => without_hashes(&table_page(&words, &style, &page)),
                    Came::Past(page) => without_hashes(&past_page(&words, &style, &page)),
                    Came::Elsewhere(_) | Came::Nothing => panic!("{query}: no page"),
                }
            })
        };
        for (one, other) in pages(&self.one).iter().zip(&pages(&self.other)) {
            assert!(one == other, "{}: the board tells: {}", self.what, first_difference(one, other));
        }
    }

    /// Both tables answer a spoilt order, an old one and a takeback that is not allowed alike.
    fn probe(&self, seat: Seat, luck: &mut Luck) {
        let snapshot = self.one.session(seat).snapshot().unwrap();
        let number = snapshot.facts.asked.as_ref().map_or(1, |asked| asked.number);
        let sample = snapshot
            .facts
            .options
            .sample(&mut |n| luck.below(n))
            .unwrap_or(OrderForm::new("pass".parse().unwrap()));
        let order = slips::slip(&sample, &snapshot.facts.options, GrandFleet::SLIPS, luck);
        if snapshot.facts.options.accept(&order).is_err() {
            let answers =
                [&self.one, &self.other].map(|playing| playing.session(seat).submit(number, order.clone()));
            let [one, other] = answers.map(|reply| without_hashes(&format!("{reply:?}")));
            assert_eq!(one, other, "{}: {order}", self.what);
        }
        let answers = [&self.one, &self.other].map(|playing| playing.session(seat).submit(2, sample.clone()));
        let [one, other] = answers.map(|reply| without_hashes(&format!("{reply:?}")));
        assert_eq!(one, other, "{}: an old prompt", self.what);
        if snapshot.facts.takebacks.steps.is_empty() {
            let answers = [&self.one, &self.other].map(|playing| playing.session(seat).undo(1));
            let [one, other] = answers.map(|reply| without_hashes(&format!("{reply:?}")));
            assert_eq!(one, other, "{}: a takeback", self.what);
        }
    }
}

fn first_difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(60);
    let part = |text: &str| text.chars().skip(at).take(160).collect::<String>();
    format!("{} | {}", part(one), part(other))
}

/// The bins of an order of formation that lie face up; a plan is compared with none.
fn face_up(order: &OrderForm) -> Vec<String> {
    let facing = order.word("markers").is_some_and(|facing| facing.as_str() == "shown");
    let sorted = order.sorted("fleets").unwrap_or_default();
    let up = sorted.keys().map(|bin| bin.to_string()).filter(|bin| bin.ends_with("-up"));
    if facing { vec![format!("{order}")] } else { up.collect() }
}

fn others(seat: Seat) -> [Viewer; 2] {
    [Viewer::Seat(Side::of(seat).unwrap().enemy().seat()), Viewer::Spectator]
}

few_and_many!(
    no_log_shows_the_number_of_initiative_dice_7b: 0..8, 0..120;
    no_log_shows_fleets_or_markers_8: (100..104, 2), (100..150, 100);
    no_log_shows_gunnery_8: 220..230, 220..420;
);

/// Pairs of logs that differ in one secret decision, compared until it is opened. Gives how often they were compared.
fn logs_alike(kind: &str, seeds: Range<u64>) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let mut luck = Luck::of(seed);
        let skip = luck.below(if kind == "dice" { 6 } else { 3 });
        let Some((pair, seat)) = Pair::at(kind, skip, seed, &mut luck) else { continue };
        if pair.decide(seat, &mut luck).is_none() {
            continue;
        }
        // Whoever decided sees the difference, so the comparison can see one.
        let own = Viewer::Seat(seat);
        assert_ne!(shown(&pair.one, own, pair.from), shown(&pair.other, own, pair.from), "{}", pair.what);
        // Drawing is slow.
        if seed % 4 == 0 && !pair.is_opened() {
            pair.compare_pages();
            pair.compare_boards(Side::of(seat).unwrap().enemy().seat());
        }
        while !pair.is_opened() {
            // Comparing is slow; of a long placement some positions do.
            if luck.below(4) == 0 || otherwise::secret(pair.step()).is_some() {
                pair.compare(&others(seat), &mut luck);
                compared += 1;
            }
            let Some(next) = luck.one_of(&pair.one.asked()).copied() else { break };
            let form = Policy::Eager.choose(&pair.one.session(next).snapshot().unwrap(), &mut luck);
            pair.one.give(next, form.clone());
            pair.other.give(next, form);
        }
    }
    println!("{kind}: {compared} pairs of logs compared");
    compared
}

impl Pair {
    fn step(&self) -> wardroom::games::grand_fleet::state::Step {
        self.one.tables.look(&self.one.id, |table| table.view(Viewer::Spectator).step).unwrap()
    }
}

fn no_log_shows_the_number_of_initiative_dice_7b(seeds: Range<u64>) {
    let games = seeds.clone().count();
    assert!(logs_alike("dice", seeds) * 5 > games);
}

/// The other side's fleets, and with them the shuffle of both sides' markers: its own too tell a side nothing.
fn no_log_shows_fleets_or_markers_8((seeds, least): (Range<u64>, usize)) {
    assert!(logs_alike("formation", seeds) > least);
}

fn no_log_shows_gunnery_8(seeds: Range<u64>) {
    let games = seeds.clone().count();
    assert!(logs_alike("targets", seeds) * 5 > 2 * games);
}

// The golden log.

/// Every kind of entry a game of two can have but those of seats and peeks.
fn kinds_wanted() -> BTreeSet<String> {
    let table_events = [
        "TableOpened",
        "SeatTaken",
        "OrderGiven",
        "Rolled",
        "TakeBackAsked",
        "Answered",
        "TakenBack",
        "Opened",
    ];
    let end = ["TableClosed", "SeedRevealed"];
    let events = Event::KINDS.iter().map(|(kind, _)| *kind);
    table_events.into_iter().chain(end).chain(events).map(str::to_owned).collect()
}

fn kinds_missing(store: &MemoryStore, table: &str) -> BTreeSet<String> {
    let entries = store.read(table, 1).unwrap();
    let there: BTreeSet<String> = entries.into_iter().map(|entry| entry.kind).collect();
    kinds_wanted().difference(&there).cloned().collect()
}

/// Takes sealed orders back alone, and now and then asks the other player to go back past a roll.
fn regret(playing: &Playing, luck: &mut Luck) {
    let entries = playing.store.read(&playing.id, 1).unwrap();
    let undone = entries.iter().filter(|entry| entry.kind == "TakenBack").count();
    for session in &playing.sessions {
        let snapshot = session.snapshot().unwrap();
        let secret = otherwise::secret(snapshot.view.step).is_some();
        if !snapshot.facts.takebacks.steps.is_empty()
            && undone < 4
            && luck.below(if secret { 2 } else { 20 }) == 0
        {
            assert!(session.undo(1).unwrap().is_accepted());
            return;
        }
    }
    let snapshot = playing.sessions[0].snapshot().unwrap();
    if undone < 6
        && luck.below(60) == 0
        && let Some(step) = snapshot.facts.takebacks.by_consent.get(1)
    {
        assert!(playing.sessions[0].ask_undo(step.order).unwrap().is_accepted());
        let asked = playing.sessions[1].snapshot().unwrap().facts.pending.unwrap();
        assert!(playing.sessions[1].answer(asked.number, true).unwrap().is_accepted());
    }
}

/// A game with every kind of entry, and a sealed order undone.
fn rich_game() -> Playing {
    let mut games = (0..400).map(|seed| {
        let playing = Playing::open(1916 + seed * 1000, Setup::default());
        playing.play_out(Policy::Eager, &mut Luck::of(seed), regret);
        playing
    });
    let rich = |playing: &Playing| {
        let missing = kinds_missing(&playing.store, &playing.id);
        let undone = sealed_orders_undone(&playing.store, &playing.id);
        println!("{undone} sealed orders undone, missing {missing:?}");
        missing.is_empty() && undone > 0
    };
    games.find(rich).expect("a game with every kind of entry")
}

/// The golden logs of every rules version: whatever the rules become, these finished games load, fold and check.
#[test]
fn golden_logs() {
    for version in [1, 2] {
        golden(version);
    }
}

fn path_of_golden(version: u32) -> std::path::PathBuf {
    let name = format!("tests/golden/grand_fleet-rules-{version}.jsonl");
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn golden(version: u32) {
    let path = path_of_golden(version);
    let missing = !path.exists() && std::env::var_os("UPDATE_GOLDEN").is_some();
    if missing {
        let playing = rich_game();
        let mut file = std::fs::File::create(&path).unwrap();
        export(&playing.store, &playing.id, &LogViewer::Full, |_| false, &mut file).unwrap();
    }
    let text = std::fs::read_to_string(&path).expect("the golden log");
    let store = MemoryStore::new();
    let table = import(&mut BufReader::new(text.as_bytes()), &store).unwrap().table;
    let view = service(&store, 1).look(&table, |table| table.view(Viewer::All)).unwrap();
    assert!(view.outcome.is_some(), "the game is finished");
    let findings = audit::audit(
        &Evidence::from_store(&store, &table, None).unwrap(),
        &[],
        audit::rules::check::<GrandFleet>,
    );
    assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{findings:#?}");
    // Under this program's version the rules agree as well; those of an earlier one may differ and are reported.
    assert!(!findings.rules.is_failed(), "{findings:#?}");
    assert!(findings.rules.is_ok() || version != GrandFleet::RULES_VERSION, "{findings:#?}");
    let mut again = Vec::new();
    export(&store, &table, &LogViewer::Full, |_| false, &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text, "import and export give the same bytes");
    checker::passes(text.as_bytes());
    assert!(sealed_orders_undone(&store, &table) > 0, "no sealed order was undone");
    assert_eq!(kinds_missing(&store, &table), BTreeSet::new());
    let outcome = (view.outcome, view.lead, view.turn, store.head(&table).unwrap().to_string());
    same_as_kept(&path.with_extension("outcome"), &format!("{outcome:?}\n"), missing);
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    checker::asked(|| {
        a_game_that_goes_to_the_ninth_turn_10();
        a_game_that_ends_by_a_lead_of_seven_points_10();
        a_game_that_ends_for_want_of_ships_11();
        a_game_that_each_side_wins_11();
        golden_logs();
        a_table_of_rules_version_1_goes_on();
    });
}

/// A table of rules version 1 on which one side has sealed a decision goes on under this program's rules with the other's.
#[test]
fn a_table_of_rules_version_1_goes_on() {
    let whole = std::fs::read_to_string(path_of_golden(1)).expect("the golden log");
    let entries: Vec<serde_json::Value> =
        whole.lines().skip(3).map(|line| serde_json::from_str(line).unwrap()).collect();
    let sealed = |entry: &serde_json::Value| entry["kind"] == "OrderGiven" && entry["audience"] != "everyone";
    // Cut where the other side is asked still: right before the next sealed order.
    let orders: Vec<usize> = (0..entries.len()).filter(|at| entries[*at]["kind"] == "OrderGiven").collect();
    let pairs = orders.windows(2).filter(|pair| pair.iter().all(|at| sealed(&entries[*at])));
    let at = pairs.map(|pair| pair[1]).nth(3).expect("two sealed orders, one after the other");
    let store = MemoryStore::new();
    let half = crate::common::earlier::cut(&whole, at);
    let id = import(&mut BufReader::new(half.as_bytes()), &store).unwrap().table;
    let playing = Playing::at(store, id, 77);
    playing.play_out(Policy::Eager, &mut Luck::of(5), |_, _| ());
    let entries = playing.store.read(&playing.id, 1).unwrap();
    let changes: Vec<u64> =
        entries.iter().filter(|entry| entry.kind == "RulesChanged").map(|entry| entry.seq).collect();
    assert_eq!(changes, [at as u64 + 1], "once, before the next order");
    let evidence = Evidence::from_store(&playing.store, &playing.id, None).unwrap();
    let findings = audit::audit(&evidence, &[], audit::rules::check::<GrandFleet>);
    assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{findings:#?}");
    assert!(!findings.rules.is_failed(), "{findings:#?}");
    assert!(findings.rules.entry().is_none_or(|entry| entry <= at as u64), "{findings:#?}");
    let mut file = Vec::new();
    export(&playing.store, &playing.id, &LogViewer::Full, |_| false, &mut file).unwrap();
    checker::passes(&file);
}

/// The examples of the page of the log's format, one in each format: the beginning of a real game, with an order taken back, and
/// resigned.
#[test]
fn the_examples_of_the_format_page_are_real_games() {
    for (format, name) in [(1, "log-format-example"), (2, "log-format-example-2")] {
        let file = example(format);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/{name}.jsonl"));
        if format > 1 && std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &file).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), file, "{name}");
    }
}

fn example(format: u32) -> String {
    let playing = Playing::open_on(TestPlatform::of_format(1916, format), Setup::default());
    let mut luck = Luck::of(1916);
    let mut undone = false;
    for _ in 0..24 {
        let Some(seat) = playing.asked().first().copied() else { break };
        let form = Policy::Eager.choose(&playing.session(seat).snapshot().unwrap(), &mut luck);
        playing.give(seat, form.clone());
        if !undone && !playing.session(seat).snapshot().unwrap().facts.takebacks.steps.is_empty() {
            undone = playing.session(seat).undo(1).unwrap().is_accepted();
            playing.give(seat, form);
        }
    }
    assert!(undone && playing.sessions[1].resign().unwrap().is_accepted());
    checks(&playing);
    let mut file = Vec::new();
    export(&playing.store, &playing.id, &LogViewer::Full, |_| false, &mut file).unwrap();
    String::from_utf8(file).unwrap()
}

/// How many sealed orders of a table were taken back before they were opened.
fn sealed_orders_undone(store: &MemoryStore, table: &str) -> usize {
    let entries = store.read(table, 1).unwrap();
    let sealed = |order: &Entry| order.kind == "OrderGiven" && order.audience != EntryAudience::Everyone;
    let opened = |seq: u64, before: u64| {
        let names = |entry: &Entry| entry.body["entries"].as_array().unwrap().contains(&seq.into());
        entries.iter().any(|entry| entry.kind == "Opened" && entry.seq < before && names(entry))
    };
    let undone = |back: &&Entry| {
        let order = &entries[back.body["to"].as_u64().unwrap() as usize];
        sealed(order) && !opened(order.seq, back.seq)
    };
    entries.iter().filter(|entry| entry.kind == "TakenBack").filter(undone).count()
}

/// Compares with a file that stands beside the golden log; written together with it.
fn same_as_kept(path: &Path, text: &str, write: bool) {
    if write {
        std::fs::write(path, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).expect("the golden outcome"), text);
}
