//! The players' entropy: a set-up that waits for it, promises that are shown late, and logs that say otherwise.

use std::sync::Arc;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use wardroom::audit::{Evidence, Verdict, integrity, luck};
use wardroom::club::Visitor;
use wardroom::club::session::OrderOutcome;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::Viewer;
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::pack::Chart;
use wardroom::games::{Playable, Subject};
use wardroom::log::players::Player;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{MemoryStore, Players, Store};
use wardroom::picture::Theme;
use wardroom::report::GameReport;
use wardroom::seal::Seed;
use wardroom::table::open::Opened;
use wardroom::table::{
    Entropy, GivenEntropy, OpenTable, OpeningSeat, Reply, TableCommand, TableFault, Tables,
};
use wardroom::transparency::compare::LogVerdict;
use wardroom::words::Lang;

use crate::audit_seats::like;
use crate::common::checker;
use crate::common::commands::Commands;
use crate::seats::{BLUE, RED, accepted, choose, exported, passes, refused};
use crate::tamper::{Log, audited};
use crate::time_faults::TOY;
use crate::toy::*;

/// Opens a table whose set-up waits for its players.
pub fn open_for_luck<S: Store>(tables: &Toys<S>, players: &[&'static str]) -> String {
    let opening = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: players.len() as u32, talk: false },
        practice: false,
        ready: false,
        entropy: true,
        witness: false,
        seats: players.iter().map(|it| OpeningSeat { seat: seat(it), player: (*it).to_owned() }).collect(),
    };
    match tables.open(&opening, &caller(RED)).unwrap() {
        Opened::Table { id, .. } => id,
        refused => panic!("{refused:?}"),
    }
}

/// The command by which a seat gives these words, or promises them.
pub fn words(at: &'static str, words: &str, promised: bool) -> TableCommand {
    let hash = Sha256::digest(words);
    let hash = if promised { Sha256::digest(hex::encode(hash)) } else { hash }.into();
    let entropy = Entropy { hash, source: (!promised).then_some("words") };
    TableCommand::GiveEntropy { seat: seat(at), entropy }
}

struct Waiting {
    store: MemoryStore,
    tables: Toys<MemoryStore>,
    id: String,
}

impl Waiting {
    fn of(players: &[&'static str]) -> Waiting {
        let store = MemoryStore::new();
        let tables = toys(&store, 7);
        let id = open_for_luck(&tables, players);
        Waiting { store, tables, id }
    }

    fn does(&self, who: &'static str, command: TableCommand) -> Result<Reply, TableFault> {
        self.tables.gives(&self.id, &caller(who), command)
    }

    fn gives(&self, who: &'static str, said: &str) -> Result<Reply, TableFault> {
        self.does(who, words(who, said, false))
    }

    fn promises(&self, who: &'static str, said: &str) -> Result<Reply, TableFault> {
        self.does(who, words(who, said, true))
    }

    fn has_begun(&self) -> bool {
        self.tables.look(&self.id, |table| table.readiness().is_none()).unwrap()
    }

    fn entropy(&self) -> Value {
        let read = |tables: &Toys<MemoryStore>| {
            tables.look(&self.id, |table| serde_json::to_value(table.entropy()).unwrap()).unwrap()
        };
        assert_eq!(read(&self.tables), read(&toys(&self.store, 9)), "folded anew");
        read(&self.tables)
    }

    /// The log, of which all checks hold.
    fn log(&self) -> Log {
        passes(&self.store, &self.id);
        let text = exported(&self.store, &self.id, &LogViewer::Full);
        checker::passes(text.as_bytes());
        checker::passes(exported(&self.store, &self.id, &LogViewer::Everyone).as_bytes());
        Log::of(&text)
    }
}

/// How the entropy of a table stands.
fn stand(given: &[&str], promised: &[&str], none: &[&str], closed: bool) -> Value {
    json!({ "given": given, "promised": promised, "none": none, "closed": closed })
}

fn rolls(log: &Log) -> Vec<Value> {
    let rolls = log.entries.iter().filter(|entry| entry["kind"] == "Rolled");
    rolls.map(|roll| roll["body"]["values"].clone()).collect()
}

#[test]
fn the_set_up_waits_for_the_players_and_follows_from_their_luck() {
    let played = |blue: &str| {
        let table = Waiting::of(&[RED, BLUE]);
        assert!(rolls(&table.log()).is_empty(), "nothing is drawn yet");
        accepted(table.gives(RED, "seven grey cats"));
        assert_eq!(refused(table.gives(RED, "eight grey cats")), "entropy-given");
        assert!(!table.has_begun());
        assert_eq!(table.entropy(), stand(&["red"], &[], &["blue"], false));
        accepted(table.gives(BLUE, blue));
        assert!(table.has_begun(), "giving is being ready");
        assert_eq!(table.entropy(), stand(&["red", "blue"], &[], &[], false));
        assert_eq!(refused(table.gives(BLUE, "more")), "play-began");
        choose(&table.tables, &table.id, RED, 4);
        choose(&table.tables, &table.id, BLUE, 9);
        table.log()
    };
    let (one, other) = (played("a dog"), played("another dog"));
    assert_eq!(one.entries[0]["body"]["seed_commitment"], other.entries[0]["body"]["seed_commitment"]);
    assert_ne!(rolls(&one), rolls(&other), "the seed alone says nothing of the set-up");
    assert_eq!(rolls(&one), rolls(&played("a dog")));
    assert!(!one.clone().text().contains("cats"), "the words are in no log");
    let began = one.at("PlayBegan", 0) as u64 + 1;
    assert!(one.entries.iter().any(|entry| entry["kind"] == "Rolled" && entry["cause"] == began));
}

#[test]
fn promised_luck_is_shown_when_nobody_can_choose_by_it() {
    let table = Waiting::of(&[RED, BLUE]);
    accepted(table.promises(RED, "seven grey cats"));
    assert_eq!(refused(table.promises(RED, "others")), "entropy-given");
    assert_eq!(refused(table.gives(RED, "seven grey cats")), "entropy-too-early");
    assert_eq!(refused(table.gives(RED, "eight grey cats")), "entropy-not-promised");
    accepted(table.promises(BLUE, "a dog"));
    accepted(table.gives(RED, "seven grey cats"));
    assert_eq!(table.entropy(), stand(&["red"], &["blue"], &[], true));
    assert_eq!(refused(table.gives(BLUE, "another dog")), "entropy-not-promised");
    // A seat that changes hands after that gives nothing new.
    accepted(table.tables.offer_seat(&table.id, &caller(BLUE), seat(BLUE), seat(BLUE), "ann"));
    accepted(table.tables.take_seat(&table.id, &caller("ann"), seat(BLUE)));
    assert_eq!(refused(table.does("ann", words(BLUE, "ten dogs", false))), "entropy-closed");
    accepted(table.tables.say_ready(&table.id, &caller("ann"), seat(BLUE), true));
    accepted(table.tables.say_ready(&table.id, &caller(RED), seat(RED), true));
    assert!(table.has_begun());
    assert_eq!(table.entropy(), stand(&["red"], &[], &["blue"], true));
    table.log();
}

#[test]
fn a_promise_says_nothing_to_whoever_has_the_seed() {
    let table = Waiting::of(&[RED, BLUE]);
    accepted(table.promises(RED, "seven grey cats"));
    accepted(table.gives(BLUE, "a dog"));
    let before = table.log();
    accepted(table.gives(RED, "seven grey cats"));
    let mut log = table.log();
    let digest = |log: &Log, kind: &str| log.entries[log.at(kind, 0)]["body"]["digest"].clone();
    let promised = digest(&before, "EntropyPromised");
    let shown = log.at("EntropyGiven", 1);
    let words = hex::encode(Sha256::digest("seven grey cats"));
    assert_eq!(log.entries[shown]["body"], json!({ "digest": words, "source": "words" }));
    // No seed is needed to check it, and none helps to go back from it.
    assert_eq!(promised, hex::encode(Sha256::digest(&words)));
    assert_ne!(promised, words, "what enters the dice is not known before");
    let everything = before.text();
    assert!(!everything.contains(&words) && !everything.contains("cats"));
    let seed =
        Seed::from_hex(log.clone().text().lines().nth(2).and_then(|line| line.get(9..73)).unwrap()).unwrap();
    let hash: [u8; 32] = hex::decode(promised.as_str().unwrap()).unwrap().try_into().unwrap();
    for guess in [promised.as_str().unwrap().to_owned(), hex::encode(seed.entropy("red", &hash))] {
        log.entries[shown]["body"]["digest"] = guess.into();
        let text = log.clone().text();
        assert!(audited::<Toy>(&text).rules.is_failed());
        if checker::is_asked() {
            assert!(!checker::check(text.as_bytes()).0);
        }
    }
}

#[test]
fn a_seat_that_gave_has_given_whoever_holds_it() {
    let table = Waiting::of(&[RED, BLUE]);
    accepted(table.gives(BLUE, "a dog"));
    let leaves = |who: &'static str| table.does(who, TableCommand::Leave);
    accepted(leaves(BLUE));
    assert_eq!(table.entropy(), stand(&["blue"], &[], &["red"], false));
    accepted(table.tables.take_seat(&table.id, &caller(BLUE), seat(BLUE)));
    assert_eq!(refused(table.gives(BLUE, "another dog")), "entropy-given");
    assert_eq!(refused(table.promises(BLUE, "another dog")), "entropy-given");
    accepted(table.tables.offer_seat(&table.id, &caller(BLUE), seat(BLUE), seat(BLUE), "ann"));
    accepted(table.tables.take_seat(&table.id, &caller("ann"), seat(BLUE)));
    assert_eq!(refused(table.does("ann", words(BLUE, "ten dogs", false))), "entropy-given");
    let mut log = table.log();
    let taken = log.at("SeatTaken", 3);
    assert_eq!(log.entries[taken]["by"]["player"], "ann");
    let body = json!({ "digest": "ab".repeat(32), "source": "words" });
    let mut again = like(&log, taken, "EntropyGiven", body);
    again["by"] = json!({ "player": "ann", "seat": "blue" });
    log.entries.insert(taken + 1, again);
    let text = log.text();
    assert!(audited::<Toy>(&text).rules.is_failed());
    if checker::is_asked() {
        assert!(!checker::check(text.as_bytes()).0);
    }
    // A promise goes with the player who knows the words.
    let table = Waiting::of(&[RED, BLUE]);
    accepted(table.promises(BLUE, "a dog"));
    accepted(table.does(BLUE, TableCommand::Leave));
    accepted(table.tables.take_seat(&table.id, &caller("ann"), seat(BLUE)));
    accepted(table.does("ann", words(BLUE, "ten dogs", false)));
    accepted(table.gives(RED, "seven grey cats"));
    assert!(table.has_begun());
    table.log();
}

#[test]
fn whoever_gives_none_is_said_to_have_given_none() {
    let table = Waiting::of(&[RED, BLUE]);
    accepted(table.promises(BLUE, "a dog"));
    accepted(table.tables.say_ready(&table.id, &caller(RED), seat(RED), true));
    accepted(table.gives(BLUE, "a dog"));
    assert!(table.has_begun(), "nobody is held up who does not care");
    assert_eq!(table.entropy(), stand(&["blue"], &[], &["red"], true));
    table.log();
    let alone = Waiting::of(&[RED]);
    accepted(alone.gives(RED, "seven grey cats"));
    assert!(alone.has_begun(), "one player waits for nobody");
    give(&alone.tables, &alone.id, "roll");
    alone.log();
    let store = MemoryStore::new();
    let tables = toys(&store, 1);
    let id = open(&tables, 2, false);
    let given = tables.gives(&id, &caller(RED), words(RED, "cats", false));
    assert_eq!(refused(given), "no-entropy-asked");
    assert_eq!(tables.look(&id, |table| table.entropy()).unwrap(), None::<GivenEntropy>);
}

#[test]
fn luck_of_ten_megabytes_is_named_and_stores_nothing() {
    let (store, clock) = (MemoryStore::new(), Clock::new());
    for name in [RED, BLUE] {
        store.put_player(Player { id: name.to_owned(), name: name.to_owned(), ..Player::default() }).unwrap();
    }
    let tables: Toys<MemoryStore> = Tables::new(Arc::new(store.clone()), clock.clone());
    let id = open_for_luck(&tables, &[RED, BLUE]);
    let club = TOY.club(Arc::new(store.clone()), clock, None, None).unwrap();
    let head = store.stored_head(&id).unwrap();
    let long = [10_000_000, 201].map(|length| "x".repeat(length)).into_iter();
    for typed in long.chain(["\u{732b}".repeat(201)]) {
        for (lang, says) in
            [(Lang::En, "Luck has at most 200 characters."), (Lang::Ja, "\u{904b}\u{306f}200\u{5b57}")]
        {
            let door = Arc::new(AtTerminal { play: String::new() });
            let visitor = Visitor { player: RED.to_owned(), door, key: String::new(), receipts: None };
            let mut session = club.watch(&id, lang).unwrap().sit(visitor, Some(seat(RED))).unwrap();
            let OrderOutcome::Refused(said) = session.give_luck(&typed).unwrap() else { panic!("{lang:?}") };
            assert!(said.contains(says), "{said}");
        }
    }
    assert_eq!(store.stored_head(&id).unwrap(), head);
}

#[test]
fn the_digest_follows_from_seed_seat_and_words_alone() {
    let table = Waiting::of(&[RED]);
    accepted(table.gives(RED, "seven grey cats"));
    let mut log = table.log();
    let given = log.at("EntropyGiven", 0);
    let text = log.clone().text();
    let seed = text.lines().nth(2).and_then(|line| line.get(9..73)).unwrap();
    let hash = Sha256::digest("seven grey cats").into();
    let digest = hex::encode(Seed::from_hex(seed).unwrap().entropy("red", &hash));
    assert_eq!(log.entries[given]["body"], json!({ "digest": digest, "source": "words" }));
    // Another digest is other dice.
    log.entries[given]["body"]["digest"] = "00".repeat(32).into();
    assert!(audited::<Toy>(&log.text()).dice.is_failed());
}

#[test]
fn luck_that_was_added_otherwise_is_named() {
    let whole = || {
        let table = Waiting::of(&[RED, BLUE]);
        accepted(table.promises(RED, "seven grey cats"));
        accepted(table.promises(BLUE, "a dog"));
        accepted(table.gives(RED, "seven grey cats"));
        accepted(table.gives(BLUE, "a dog"));
        choose(&table.tables, &table.id, RED, 4);
        table.log()
    };
    let fails = |what: &str, tamper: &dyn Fn(&mut Log)| {
        let mut log = whole();
        tamper(&mut log);
        let text = log.text();
        let found = audited::<Toy>(&text);
        assert!(found.integrity.is_failed(), "{what}: {:?}", found.integrity);
        if checker::is_asked() {
            let (well, said) = checker::check(text.as_bytes());
            assert!(!well, "{what}: {said}");
        }
        let rules: Verdict = found.rules;
        assert!(rules.is_failed(), "{what}: {rules}");
    };
    let drop_at = |log: &mut Log, kind: &str, skip: usize| {
        let at = log.at(kind, skip);
        log.entries.remove(at);
    };
    let repeat = |log: &mut Log, kind: &str, skip: usize, at: usize| {
        let again = log.entries[log.at(kind, skip)].clone();
        log.entries.insert(at, again);
    };
    fails("nobody was asked", &|log| drop_at(log, "EntropyAsked", 0));
    fails("asked twice", &|log| {
        let at = log.at("EntropyAsked", 0);
        repeat(log, "EntropyAsked", 0, at);
    });
    fails("asked without a ready check", &|log| drop_at(log, "ReadyAsked", 0));
    fails("promised twice", &|log| {
        let at = log.at("EntropyPromised", 0) + 1;
        repeat(log, "EntropyPromised", 0, at);
    });
    fails("promised after one was shown", &|log| {
        let promised = log.entries.remove(log.at("EntropyPromised", 1));
        let at = log.at("EntropyGiven", 0) + 1;
        log.entries.insert(at, promised);
    });
    fails("shown before the other could add nothing", &|log| {
        let shown = log.entries.remove(log.at("EntropyGiven", 0));
        let at = log.at("EntropyPromised", 1);
        log.entries.insert(at, shown);
    });
    fails("not what was promised", &|log| {
        let at = log.at("EntropyGiven", 0);
        log.entries[at]["body"]["digest"] = "ab".repeat(32).into();
    });
    fails("given twice", &|log| {
        let at = log.at("EntropyGiven", 0) + 1;
        repeat(log, "EntropyGiven", 0, at);
    });
    fails("given by a stranger", &|log| {
        let at = log.at("EntropyGiven", 0);
        log.entries[at]["by"] = json!({ "player": "eve", "seat": "red" });
    });
    fails("given after the beginning", &|log| {
        let at = log.at("OrderGiven", 0);
        let body = json!({ "digest": "ab".repeat(32), "source": "words" });
        let late = like(log, at, "EntropyGiven", body);
        log.entries.insert(at, late);
    });
    fails("a set-up that did not wait", &|log| {
        let began = log.entries.remove(log.at("PlayBegan", 0));
        let at = log.entries.len() - 1;
        log.entries.insert(at, began);
    });
}

/// Before the set-up a table has a state like no other. Everybody may look at it.
fn everybody_may_look_at_a_table_that_waits<G: Playable>(game: G, setup: G::Setup) {
    let store = MemoryStore::new();
    let tables: Tables<G, MemoryStore> = Tables::new(Arc::new(store.clone()), TestPlatform::new(3));
    let game = Arc::new(game);
    let seats = game.seats(&setup);
    let taken = seats.iter().map(|seat| OpeningSeat { seat: *seat, player: "ann".to_owned() }).collect();
    let opening = OpenTable {
        game: game.clone(),
        setup,
        practice: false,
        ready: false,
        entropy: true,
        witness: false,
        seats: taken,
    };
    let Opened::Table { id, .. } = tables.open(&opening, &caller("ann")).unwrap() else { panic!("refused") };
    let words = wardroom::club::GameWords::of(&*game, Lang::En).unwrap();
    let looks = |begun: bool| {
        let viewers = seats.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Spectator]);
        for viewer in viewers {
            tables
                .look(&id, |table| {
                    let view = table.view(viewer);
                    let report = table.game().report(words.phrases());
                    assert!(!report.glance(&view).is_empty());
                    report.board(&view);
                    assert_eq!(table.asked().is_empty(), !begun);
                    assert!(!table.is_over());
                    table.label();
                    table.part();
                    for name in table.game().pictures(&view) {
                        let subject = Subject { reader: None, view: &view, facts: &[], awaited: &[] };
                        assert!(
                            table.game().picture(name, &subject, words.phrases(), Theme::dark()).is_some()
                        );
                    }
                })
                .unwrap();
        }
    };
    looks(false);
    let entropy = Entropy { hash: [7; 32], source: Some("drawn") };
    accepted(tables.gives(&id, &caller("ann"), TableCommand::GiveEntropy { seat: seats[0], entropy }));
    looks(true);
    let text = exported(&store, &id, &LogViewer::Full);
    let found = audited::<G>(&text);
    let all = [&found.integrity, &found.dice, &found.rules];
    assert!(all.iter().all(|verdict| verdict.is_ok()), "{found:#?}");
    checker::passes(text.as_bytes());
}

#[test]
fn a_waiting_table_of_each_game_can_be_looked_at() {
    everybody_may_look_at_a_table_that_waits(Goeben::new(SeaChart::builtin()), Default::default());
    let officers = Goeben::setup(&[("officers".to_owned(), "task-force".to_owned())]).unwrap();
    everybody_may_look_at_a_table_that_waits(Goeben::new(SeaChart::builtin()), officers);
    let campaign = Goeben::setup(&[("campaign".to_owned(), String::new())]).unwrap();
    everybody_may_look_at_a_table_that_waits(Goeben::new(SeaChart::builtin()), campaign);
    let setup = GrandFleet::setup(&[]).unwrap();
    everybody_may_look_at_a_table_that_waits(GrandFleet::new(Chart::builtin()), setup);
}

#[test]
fn the_audit_says_whether_words_are_part_of_the_dice() {
    let found = |promised: bool, words: &str| {
        let table = Waiting::of(&[RED]);
        if promised {
            accepted(table.promises(RED, "seven grey cats"));
        }
        let text = match words {
            "never shown" => table.log().text(),
            _ => {
                accepted(table.gives(RED, "seven grey cats"));
                table.log().text()
            }
        };
        let evidence = Evidence::from_export(&mut text.as_bytes()).unwrap();
        let words = if words == "never shown" { "seven grey cats" } else { words };
        let (book, _) = integrity::check(&evidence, &[]);
        (luck::of_words(&book, "red", words).0.remove(0).1.key, luck::of_words(&book, "blue", words).worst())
    };
    for (promised, words, key) in [
        (false, "seven grey cats", "luck-found-given"),
        (false, "eight grey cats", "luck-found-others"),
        (false, "never shown", "luck-found-none"),
        (true, "seven grey cats", "luck-found-promised"),
        (true, "eight grey cats", "luck-found-others-promised"),
        (true, "never shown", "luck-found-not-shown"),
    ] {
        assert_eq!(found(promised, words), (key, LogVerdict::Fails), "{promised} {words}");
    }
}

#[test]
#[ignore = "needs Python 3"]
fn the_independent_checker_agrees() {
    checker::asked(|| {
        the_set_up_waits_for_the_players_and_follows_from_their_luck();
        promised_luck_is_shown_when_nobody_can_choose_by_it();
        a_promise_says_nothing_to_whoever_has_the_seed();
        a_seat_that_gave_has_given_whoever_holds_it();
        whoever_gives_none_is_said_to_have_given_none();
        luck_that_was_added_otherwise_is_named();
        a_waiting_table_of_each_game_can_be_looked_at();
    });
    let says = |promised: bool, words: &str| {
        let table = Waiting::of(&[RED]);
        if promised {
            accepted(table.promises(RED, "seven grey cats"));
        }
        accepted(table.gives(RED, "seven grey cats"));
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), table.log().text()).unwrap();
        let run = checker::command().arg(file.path()).args(["--luck", "red", words]).output().unwrap();
        (run.status.success(), String::from_utf8(run.stdout).unwrap())
    };
    for (promised, words, well, line) in [
        (false, "seven grey cats", true, "luck: red gave these words"),
        (false, "eight grey cats", false, "luck: red gave other words"),
        (true, "seven grey cats", true, "luck: red promised these words and showed them"),
        (true, "eight grey cats", false, "luck: red promised other words and showed them"),
    ] {
        let (is_well, said) = says(promised, words);
        assert!(is_well == well && said.contains(line), "{said}");
    }
}
