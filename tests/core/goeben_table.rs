//! *Goeben, 1914* through the table service: whole games, takebacks, audit, golden log.

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use crate::common::commands::Commands;
use crate::common::{Luck, few_and_many};
use crate::toy::TestPlatform;
use wardroom::audit::{self, Evidence};
use wardroom::club::GameWords;
use wardroom::club::words::IN_SHORT;
use wardroom::game::{Game, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::Setup;
use wardroom::games::goeben::view::View;
use wardroom::log::export::export;
use wardroom::log::import::import;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Store};
use wardroom::table::history::Stride;
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Order, Tables};
use wardroom::view::{self, VisibleEntry};
use wardroom::words::Lang;

type Seas = Tables<Goeben, MemoryStore>;

fn me() -> Caller {
    Caller::new("p-somebody", "terminal")
}

fn open(tables: &Seas, practice: bool) -> String {
    open_as(tables, practice, Setup::default())
}

fn open_as(tables: &Seas, practice: bool, setup: Setup) -> String {
    let opening = OpenTable {
        game: Arc::new(Goeben::new(SeaChart::builtin())),
        setup,
        practice,
        ready: false,
        entropy: false,
        witness: false,
        seats: vec![OpeningSeat { seat: Goeben::commander(), player: me().player }],
    };
    match tables.open(&opening, &me()).unwrap() {
        Opened::Table { id, .. } => id,
        Opened::Refused(refusal) => panic!("{refusal}"),
    }
}

fn service(store: &MemoryStore, platform: u64) -> Seas {
    Tables::new(Arc::new(store.clone()), TestPlatform::new(platform))
}

/// Plays a table to its end with random orders and, now and then, a takeback. Gives the number of takebacks.
fn play_out(tables: &Seas, table: &str, luck: &mut Luck, practice: bool) -> usize {
    let mut takebacks = 0;
    loop {
        let (asked, options) = tables
            .look(table, |table| {
                (table.asked_of(Goeben::commander()).cloned(), table.options(Goeben::commander()))
            })
            .unwrap();
        let Some(asked) = asked else { return takebacks };
        let steps = tables.look(table, |table| table.takebacks(&me().player).steps).unwrap();
        if !steps.is_empty() && luck.below(20) == 0 && takebacks < 30 {
            let step = steps[luck.below(steps.len() as u32) as usize];
            assert!(tables.take_back(table, &me(), step.to).unwrap().is_accepted());
            takebacks += 1;
            continue;
        }
        let form = options.sample(&mut |n| luck.below(n)).expect("an order");
        let order = Order { seat: Goeben::commander(), prompt: asked.number, form };
        let reply = tables.submit(table, &me(), &order).unwrap();
        assert!(reply.is_accepted(), "practice {practice}: {reply:?}");
    }
}

few_and_many!(whole_games_fold_from_the_log_to_the_live_state_and_pass_audit: 4, 24;);

fn whole_games_fold_from_the_log_to_the_live_state_and_pass_audit(games: u64) {
    let mut takebacks = 0;
    for seed in 0..games {
        let store = MemoryStore::new();
        let tables = service(&store, seed * 1000);
        let practice = seed % 3 == 0;
        let setup = Setup { campaign: seed % 4 == 0, ..Setup::default() };
        let table = open_as(&tables, practice, setup);
        takebacks += play_out(&tables, &table, &mut Luck::of(seed), practice);
        let live = tables.look(&table, |table| table.view(Viewer::All)).unwrap();
        let folded = service(&store, 1).look(&table, |table| table.view(Viewer::All)).unwrap();
        assert_eq!(live, folded, "seed {seed}: the fold differs from the live state");
        let evidence = Evidence::from_store(&store, &table, None).unwrap();
        let findings = audit::audit(&evidence, &[], audit::rules::check::<Goeben>);
        for verdict in [&findings.integrity, &findings.dice, &findings.rules] {
            assert!(verdict.is_ok(), "seed {seed}: {findings:#?}");
        }
    }
    assert!(takebacks as u64 >= games, "only {takebacks} takebacks were tried");
}

#[test]
fn an_open_table_shows_nothing_of_what_lies_face_down() {
    let store = MemoryStore::new();
    let tables = service(&store, 7);
    let table = open(&tables, false);
    let shown = |viewer| {
        let history = tables.history(&table, viewer).unwrap();
        history
            .lines(0)
            .unwrap()
            .iter()
            .map(|line| line.to_value().to_string())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let seen = shown(Viewer::Seat(Goeben::commander()));
    // No British warship is named by anything the commander can be shown at the start.
    for ship in ["indomitable", "black-prince", "dublin", "edgar-quinet"] {
        assert!(!seen.contains(ship), "{ship} can be seen");
    }
    let mut file = Vec::new();
    export(&store, &table, &LogViewer::Everyone, |_| false, &mut file).unwrap();
    let file = String::from_utf8(file).unwrap();
    let entries: Vec<&str> =
        file.lines().filter(|line| line.contains("\"seq\"") && !line.contains("\"wardroom\"")).collect();
    assert!(entries.iter().any(|line| line.contains("\"sealed\":true")));
    for ship in ["indomitable", "black-prince", "dublin", "edgar-quinet"] {
        assert!(!entries.iter().any(|line| line.contains(ship)), "{ship} is in the export");
    }
    assert!(!file.contains("\"seed\":\""), "the seed is in the export of an open table");
}

/// The golden logs of every rules version: whatever the rules become, these finished games load, fold and check.
#[test]
fn golden_logs_of_a_scenario() {
    for name in ["goeben-rules-1", "goeben-rules-2"] {
        let view = golden(name, Setup::default());
        assert!(view.outcome.is_some(), "{name}: the game is finished");
    }
}

/// The same for a campaign (24).
#[test]
fn golden_logs_of_a_campaign() {
    for name in ["goeben-campaign-rules-1", "goeben-campaign-rules-2"] {
        ended(golden(name, Setup { campaign: true, ..Setup::default() }));
    }
}

/// A table that was opened, and half played, under rules version 1 goes on under those of this program.
#[test]
fn a_table_of_rules_version_1_goes_on() {
    let whole = read_golden("goeben-campaign-rules-1");
    let entries: Vec<&str> = whole.lines().skip(3).collect();
    let orders = entries.iter().enumerate().filter(|(_, entry)| entry.contains(r#""kind":"OrderGiven""#));
    let orders: Vec<usize> = orders.map(|(at, _)| at).collect();
    for (seed, at) in [(1, orders[1]), (2, orders[orders.len() / 2])] {
        let store = MemoryStore::new();
        let half = crate::common::earlier::cut(&whole, at);
        let table = import(&mut BufReader::new(half.as_bytes()), &store).unwrap().table;
        let tables = service(&store, seed * 1000);
        play_out(&tables, &table, &mut Luck::of(seed), false);
        let entries = store.read(&table, 1).unwrap();
        let changes: Vec<u64> =
            entries.iter().filter(|entry| entry.kind == "RulesChanged").map(|entry| entry.seq).collect();
        assert_eq!(changes, [at as u64 + 1], "once, before the next order");
        assert_eq!(entries[at + 1].kind, "OrderGiven");
        let evidence = Evidence::from_store(&store, &table, None).unwrap();
        let findings = audit::audit(&evidence, &[], audit::rules::check::<Goeben>);
        assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{findings:#?}");
        assert!(!findings.rules.is_failed(), "{findings:#?}");
        assert!(findings.rules.entry().is_none_or(|entry| entry <= at as u64), "{findings:#?}");
    }
}

/// Whoever was away is told in a few lines what the report tells in many: what matters, not every marker and every step.
#[test]
fn what_was_missed_is_told_in_a_few_lines() {
    let store = MemoryStore::new();
    let id = import(&mut read_golden("goeben-campaign-rules-1").as_bytes(), &store).unwrap().table;
    let game = Goeben::new(SeaChart::builtin());
    for &lang in Lang::ALL {
        let words = GameWords::of(&game, lang).unwrap();
        let lines =
            view::of_span::<Goeben>(&store, &id, 0, u64::MAX, Viewer::Seat(Goeben::commander())).unwrap();
        let orders = (0..lines.len()).filter(|at| lines[*at].is_of("OrderGiven"));
        let mut longest = 0;
        for at in orders.step_by(7) {
            let since = &lines[at + 1..lines.len().min(at + 60)];
            // Line by line, so that a heading stays that has nothing under it.
            let one = |line: &VisibleEntry| words.render(&game, std::slice::from_ref(line)).unwrap();
            let told: Vec<_> = since.iter().flat_map(one).collect();
            let short = words.in_short(&game, since).unwrap();
            assert!(short.len() <= IN_SHORT, "{short:?}");
            for line in short.iter().filter(|line| *line != "…") {
                assert!(told.iter().any(|(_, told)| told.text == *line), "{line} is in the report of {at}");
            }
            longest = longest.max(told.len());
        }
        assert!(longest > 4 * IN_SHORT, "{longest} lines are the longest report");
        let all = words.in_short(&game, &lines).unwrap();
        let ended =
            |line: &String| line.contains(if lang == Lang::En { "campaign" } else { "キャンペーン" });
        assert!(all.len() == IN_SHORT && all.iter().any(ended), "{all:?}");
    }
}

fn read_golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
    std::fs::read_to_string(path).expect("the golden log")
}

fn ended(view: View) {
    let campaign = view.campaign.expect("a campaign");
    assert!(
        campaign.verdict.is_some() && campaign.ledger.len() > 3,
        "the campaign is finished: {campaign:?}"
    );
}

fn golden(name: &str, setup: Setup) -> View {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.jsonl"));
    if !path.exists() && std::env::var_os("UPDATE_GOLDEN").is_some() {
        let store = MemoryStore::new();
        let tables = service(&store, 1914);
        let table = open_as(&tables, false, setup);
        play_out(&tables, &table, &mut Luck::of(1914), false);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut file = std::fs::File::create(&path).unwrap();
        export(&store, &table, &LogViewer::Full, |_| false, &mut file).unwrap();
    }
    let text = std::fs::read_to_string(&path).expect("the golden log");
    let store = MemoryStore::new();
    let table = import(&mut BufReader::new(text.as_bytes()), &store).unwrap().table;
    let view = service(&store, 1).look(&table, |table| table.view(Viewer::All)).unwrap();
    let findings = audit::audit(
        &Evidence::from_store(&store, &table, None).unwrap(),
        &[],
        audit::rules::check::<Goeben>,
    );
    assert!(findings.integrity.is_ok() && findings.dice.is_ok(), "{findings:#?}");
    // Under this program's version the rules agree as well; those of an earlier one may differ and are reported.
    assert!(!findings.rules.is_failed(), "{findings:#?}");
    let ours = findings.rules_version == Some(Goeben::RULES_VERSION.to_string());
    assert!(findings.rules.is_ok() || !ours, "{findings:#?}");
    let mut again = Vec::new();
    export(&store, &table, &LogViewer::Full, |_| false, &mut again).unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), text, "import and export give the same bytes");
    let outcome = (view.outcome, view.victory_points, view.turn, store.head(&table).unwrap().to_string());
    same_as_kept(&path.with_extension("outcome"), &format!("{outcome:?}\n"));
    view
}

/// Compares with a file that stands beside the golden log; written together with it.
fn same_as_kept(path: &Path, text: &str) {
    if !path.exists() && std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).expect("the golden outcome"), text);
}

/// A campaign is stepped through mission by mission, and its days begin anew with each.
#[test]
fn a_campaign_is_replayed_by_missions() {
    let store = MemoryStore::new();
    let tables = service(&store, 24);
    let table = open_as(&tables, false, Setup { campaign: true, ..Setup::default() });
    play_out(&tables, &table, &mut Luck::of(1914), false);
    let mut history = tables.history(&table, Viewer::All).unwrap();
    let missions = history.part().unwrap();
    assert!(missions > 1, "one mission only");
    let mut begins = vec![];
    for mission in 1..=missions {
        assert!(history.go_to_part(mission).unwrap());
        assert_eq!(history.part(), Some(mission));
        begins.push(history.at());
        if mission > 1 {
            assert_eq!(history.moment().0, 0, "mission {mission} begins with its set-up");
            history.go(history.at() - 1).unwrap();
            assert_eq!(history.part(), Some(mission - 1));
        }
    }
    assert!(begins.is_sorted(), "{begins:?}");
    assert!(!history.go_to_part(missions + 1).unwrap());
    history.go(begins[0]).unwrap();
    let mut stops = 0;
    while history.forward(Stride::Part).unwrap() {
        stops += 1;
        assert_eq!(history.at(), begins[stops]);
    }
    assert_eq!(stops as u32, missions - 1);
}
