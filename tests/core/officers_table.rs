//! Several players of *Goeben, 1914* (25) through the table service: whole games, audited; who is told of what; what
//! messages leave as it was.

use std::sync::Arc;

use crate::common::commands::SeatCommands;
use crate::common::{Luck, few_and_many};
use crate::toy::TestPlatform;
use wardroom::audit::{self, Evidence};
use wardroom::game::{Arg, Game, OrderForm, Seat, Viewer};
use wardroom::games::goeben::Goeben;
use wardroom::games::goeben::pack::SeaChart;
use wardroom::games::goeben::state::{Officers, Optional, Setup};
use wardroom::log::{MemoryStore, Outbox};
use wardroom::table::open::Opened;
use wardroom::table::{Caller, OpenTable, OpeningSeat, Platform, Reply, SeatSession, Tables, notices};
use wardroom::view::VisibleEntry;

pub type Seas = Arc<Tables<Goeben, MemoryStore>>;
pub type Post = SeatSession<Goeben, MemoryStore>;

/// A table with these seats, each held by the player beside it.
pub struct Ship {
    pub store: MemoryStore,
    tables: Seas,
    pub table: String,
    held: Vec<(Seat, &'static str)>,
}

pub fn seat(name: &str) -> Seat {
    Seat(name.parse().unwrap())
}

fn form(text: &str) -> OrderForm {
    let mut words = text.splitn(2, ' ');
    let mut form = OrderForm::new(words.next().unwrap().parse().unwrap());
    for arg in words.next().into_iter().flat_map(|args| args.split(' ')) {
        let (name, value) = arg.split_once('=').unwrap();
        let value = match name {
            "path" => Arg::Words(value.split(',').map(|word| word.parse().unwrap()).collect()),
            "text" => Arg::Text(value.replace('_', " ")),
            _ => Arg::Word(value.parse().unwrap()),
        };
        form.set(name.parse().unwrap(), value);
    }
    form
}

impl Ship {
    fn open(setup: Setup, platform: u64, player_of: impl Fn(usize) -> &'static str) -> Ship {
        Ship::open_at(setup, TestPlatform::new(platform), player_of)
    }

    fn open_at(setup: Setup, platform: Arc<dyn Platform>, player_of: impl Fn(usize) -> &'static str) -> Ship {
        let store = MemoryStore::new();
        let tables = Arc::new(Tables::new(Arc::new(store.clone()), platform));
        let game = Arc::new(Goeben::new(SeaChart::builtin()));
        let seats = game.seats(&setup);
        let held: Vec<(Seat, &'static str)> =
            seats.into_iter().enumerate().map(|(at, seat)| (seat, player_of(at))).collect();
        let taken = held
            .iter()
            .map(|(seat, player)| OpeningSeat { seat: *seat, player: (*player).to_owned() })
            .collect();
        let opening = OpenTable {
            game,
            setup,
            practice: false,
            ready: false,
            entropy: false,
            witness: false,
            seats: taken,
        };
        match tables.open(&opening, &Caller::new(held[0].1, "terminal")).unwrap() {
            Opened::Table { id, .. } => Ship { store, tables, table: id, held },
            Opened::Refused(refusal) => panic!("{refusal}"),
        }
    }

    pub fn of(officers: Officers) -> Ship {
        Ship::kept_by(officers, TestPlatform::new(1))
    }

    /// The same by this clock.
    pub fn kept_by(officers: Officers, platform: Arc<dyn Platform>) -> Ship {
        const PLAYERS: [&str; 4] = ["p-1", "p-2", "p-3", "p-4"];
        let setup = Setup { officers: Some(officers), ..Setup::default() };
        Ship::open_at(setup, platform, |at| PLAYERS[at])
    }

    pub fn session(&self, name: &str) -> Post {
        let (seat, player) = self.held.iter().find(|(held, _)| *held == seat(name)).unwrap();
        SeatSession::new(self.tables.clone(), &self.table, *seat, Caller::new(player, "terminal"))
    }

    pub fn tables(&self) -> &Seas {
        &self.tables
    }

    /// A player at a seat, whether they hold it or not.
    pub fn post(&self, name: &str, player: &str) -> Post {
        SeatSession::new(self.tables.clone(), &self.table, seat(name), Caller::new(player, "terminal"))
    }

    fn order(&self, name: &str, text: &str) -> Reply {
        let session = self.session(name);
        let prompt = session.snapshot().unwrap().facts.asked.expect("a prompt").number;
        session.submit(prompt, form(text)).unwrap()
    }

    /// Leaves a letter, whatever is in it.
    pub fn writes(&self, name: &str, space: &str, text: &str) {
        let session = self.session(name);
        let prompt = session.snapshot().unwrap().facts.asked.expect("a prompt").number;
        let letter = form(&format!("letter space={space}")).with("text", Arg::Text(text.to_owned()));
        assert!(session.submit(prompt, letter).unwrap().is_accepted(), "{text}");
    }

    pub fn gives(&self, name: &str, text: &str) {
        let reply = self.order(name, text);
        assert!(reply.is_accepted(), "{name}: {text}: {reply:?}");
    }

    /// Whom notices of this kind are for.
    pub fn told(&self, why: &str) -> Vec<String> {
        let seats = self.held.iter().map(|(seat, _)| seat.as_str());
        let sent = |seat: &str| self.store.notices_of(&self.table, seat, 100).unwrap();
        seats.flat_map(sent).filter(|notice| notice.why == why).map(|notice| notice.seat).collect()
    }

    pub fn audit(&self) {
        let evidence = Evidence::from_store(&self.store, &self.table, None).unwrap();
        let findings = audit::audit(&evidence, &[], audit::rules::check::<Goeben>);
        for verdict in [&findings.integrity, &findings.dice, &findings.rules] {
            assert!(verdict.is_ok(), "{findings:#?}");
        }
    }
}

/// Plays a table to its end by random orders of whoever is waited for, with some talk between and some taken back.
fn play_out(ship: &Ship, luck: &mut Luck) -> (usize, usize) {
    let (mut orders, mut undone) = (0, 0);
    loop {
        let waited: Vec<Seat> = ship
            .tables
            .look(&ship.table, |table| table.waited_for().map(|asked| asked.prompt.seat).collect())
            .unwrap();
        if waited.is_empty() {
            return (orders, undone);
        }
        let talks = luck.below(6) == 0;
        let any: Vec<Seat> = ship.held.iter().map(|(seat, _)| *seat).collect();
        let at = *luck.one_of(if talks { &any } else { &waited }).unwrap();
        let session = ship.session(at.as_str());
        if luck.below(25) == 0 && session.undo(1).unwrap().is_accepted() {
            undone += 1;
        }
        let snapshot = session.snapshot().unwrap();
        let (Some(asked), Some(form)) =
            (snapshot.facts.asked, snapshot.facts.options.sample(&mut |n| luck.below(n)))
        else {
            continue;
        };
        let reply = session.submit(asked.number, form.clone()).unwrap();
        assert!(reply.is_accepted(), "{at}: {form}: {reply:?}");
        orders += 1;
        assert!(orders < 20_000, "no end");
    }
}

few_and_many!(whole_games_of_several_players_fold_and_pass_the_audit: 4, 12;);

fn whole_games_of_several_players_fold_and_pass_the_audit(games: u64) {
    let mut undone = 0;
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let officers = [Some(Officers::TaskForce), Some(Officers::Ships), None][seed as usize % 3];
        let austrian = officers.is_none() || seed % 2 == 0;
        let optional = austrian.then_some(Optional::AustriaHungary).into_iter().collect();
        let setup = Setup {
            optional,
            campaign: seed % 4 == 3,
            officers,
            austrian_commander: austrian,
            ..Setup::default()
        };
        let ship = Ship::open(setup, 1000 * seed, |at| ["p-1", "p-2", "p-3", "p-1", "p-4"][at % 5]);
        undone += play_out(&ship, &mut luck).1;
        let live = ship.tables.look(&ship.table, |table| table.view(Viewer::All)).unwrap();
        let again: Tables<Goeben, _> = Tables::new(Arc::new(ship.store.clone()), TestPlatform::new(7));
        assert_eq!(again.look(&ship.table, |table| table.view(Viewer::All)).unwrap(), live, "seed {seed}");
        ship.audit();
    }
    assert!(undone as u64 >= games, "only {undone} takebacks");
}

#[test]
fn one_person_may_hold_every_seat() {
    let setup = Setup { officers: Some(Officers::TaskForce), ..Setup::default() };
    let ship = Ship::open(setup, 5, |_| "p-1");
    play_out(&ship, &mut Luck::of(5));
    ship.audit();
}

#[test]
fn a_message_is_told_to_whom_it_is_for_and_leaves_everything_else_as_it_was() {
    let ship = Ship::of(Officers::TaskForce);
    ship.gives("commander", "load ship=goeben item=wireless box=1");
    ship.gives("commander", "collier space=STY");
    let asked_back = {
        let session = ship.session("gunnery");
        let order = session.snapshot().unwrap().facts.takebacks.by_consent[0].order;
        assert!(session.ask_undo(order).unwrap().is_accepted());
        order
    };
    let shown = |name: &str| {
        let snapshot = ship.session(name).snapshot().unwrap();
        let options = format!("{:?}", snapshot.facts.options);
        (
            snapshot.facts.asked,
            snapshot.facts.pending,
            snapshot.facts.takebacks,
            snapshot.facts.waiting_for,
            options,
            snapshot.view.clone(),
        )
    };
    let others = ["first-officer", "engineer"];
    let before: Vec<_> = others.iter().map(|name| shown(name)).collect();
    let (commander, gunnery) = (shown("commander"), shown("gunnery"));
    ship.gives("commander", "message to=gunnery text=hold_your_fire");
    assert_eq!(others.iter().map(|name| shown(name)).collect::<Vec<_>>(), before);
    // Who says it is asked what they were asked before, under the same number.
    assert_eq!(shown("commander").0, commander.0);
    assert_eq!(shown("gunnery").0, gunnery.0);
    // A program that is started anew asks under the same numbers too.
    let again: Tables<Goeben, MemoryStore> = Tables::new(Arc::new(ship.store.clone()), TestPlatform::new(99));
    let asked = |tables: &Tables<Goeben, MemoryStore>| {
        tables.look(&ship.table, |table| table.asked().to_vec()).unwrap()
    };
    assert_eq!(asked(&again), asked(&ship.tables));
    assert_eq!(ship.told("message"), ["gunnery"]);
    for name in others {
        let lines = ship.session(name).log(0).unwrap();
        let sealed = lines.iter().rev().take(2).all(|line| matches!(line, VisibleEntry::Sealed { .. }));
        assert!(sealed, "{name} sees {lines:?}");
    }
    let heard = ship.session("gunnery").log(0).unwrap();
    assert!(heard.last().unwrap().is_of("MessageSent"), "{heard:?}");
    // The request still stands, and what was said stands in the way of no takeback.
    assert!(ship.tables.look(&ship.table, |table| table.pending().is_some()).unwrap());
    assert!(ship.session("commander").undo(1).unwrap().is_accepted(), "order {asked_back}");
    ship.audit();
}

#[test]
fn who_proposes_and_who_decides_are_told_and_nobody_else() {
    let ship = Ship::of(Officers::TaskForce);
    ship.gives("first-officer", "load ship=goeben item=wireless box=1");
    assert_eq!(ship.told("proposal"), ["commander"]);
    ship.gives("commander", "decline officer=first-officer");
    assert_eq!(ship.told("proposal-declined"), ["first-officer"]);
    ship.gives("first-officer", "load ship=goeben item=wireless box=1");
    ship.gives("commander", "load ship=goeben item=wireless box=1");
    assert_eq!(ship.told("proposal-lapsed"), ["first-officer"]);
    let Reply::Refused(refusal) = ship.order("commander", "approve officer=first-officer") else {
        panic!("a lapsed proposal was approved");
    };
    assert_eq!((refusal.reason.as_str(), refusal.rule.as_str()), ("proposal-lapsed", "25.0"));
    // Who may propose again is asked again; nobody else is called.
    assert!(ship.told(notices::PROMPT).iter().all(|seat| seat == "first-officer"));
    ship.audit();
}

#[test]
fn a_prompt_calls_only_those_the_game_waits_for() {
    let ship = Ship::of(Officers::Ships);
    ship.gives("goeben", "collier space=STY");
    ship.gives("goeben", "done");
    let waiting = |name: &str| ship.session(name).snapshot().unwrap().facts;
    assert!(!waiting("goeben").awaited && waiting("goeben").asked.is_some());
    assert_eq!(waiting("goeben").waiting_for, [seat("breslau")]);
    let called = ship.told(notices::PROMPT).len();
    ship.gives("breslau", "done");
    // At Messina coal is the first commander's to share out, and Breslau has nothing else to do.
    assert_eq!(waiting("goeben").waiting_for, [seat("goeben")]);
    assert_eq!(ship.told(notices::PROMPT).len(), called + 1, "Goeben is called to the first day");
}

#[test]
fn letters_are_told_to_who_finds_them() {
    let ship = Ship::of(Officers::Ships);
    ship.gives("goeben", "letter space=MES text=gone_west");
    assert_eq!(ship.told("letter"), ["breslau"]);
    let view = ship.session("breslau").snapshot().unwrap().view.company.clone().unwrap();
    assert_eq!(view.letters[0].text.as_deref(), Some("gone west"));
    let public = ship.tables.look(&ship.table, |table| table.view(Viewer::Spectator)).unwrap();
    assert_eq!(public.company.unwrap().letters[0].text, None);
}
