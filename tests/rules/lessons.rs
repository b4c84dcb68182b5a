//! Lessons and hints over random games: whatever is ordered, a lesson comes to its end and says so, and until then each
//! question has an order to try; what is advised is legal, is accepted as it is typed in both languages, and says nothing
//! of what its seat may not know.

use std::collections::BTreeMap;

use crate::common::grand_fleet::otherwise;
use crate::common::laws::{self, Lawful, fold, resolve};
use crate::common::{Luck, few_and_many};
use wardroom::book::{Book, Lexicon, Parsed};
use wardroom::game::caution::Caution;
use wardroom::game::hint::{Adviser, Hint};
use wardroom::game::lesson::{Exercise, Lesson, Past};
use wardroom::game::{Audience, Fact, Game, Options, OrderForm, Prompt, Seat, Viewer, Word};
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::games::grand_fleet::ids::ShipType;
use wardroom::games::grand_fleet::state::Berth;
use wardroom::games::{self, Playable};
use wardroom::report::GameReport;
use wardroom::words::{Lang, Words};

/// More orders than any lesson takes; a dead loop passes it.
const ORDERS_LIMIT: usize = 5_000;
/// One of so many orders is taken back.
const TAKEN_BACK: u32 = 12;

/// A classroom: the game with the words that its advice is told in.
struct Classroom<G: Playable> {
    game: G,
    book: Book,
    words: Words,
    lexicon: Lexicon,
}

/// A position of a lesson, with what each seat knows of how it came to be.
struct Class<G: Game> {
    state: G::State,
    pasts: BTreeMap<Seat, Vec<Past<G::Event>>>,
}

impl<G: Game> Clone for Class<G> {
    fn clone(&self) -> Self {
        Class { state: self.state.clone(), pasts: self.pasts.clone() }
    }
}

/// What a run of a lesson met.
#[derive(Debug, Default)]
struct Met {
    /// How often each sentence was said, without its prefix.
    said: BTreeMap<String, usize>,
    orders: usize,
    /// What was typed until each lesson was over, takebacks as well.
    typed: Vec<usize>,
}

impl<G: Lawful + Playable> Classroom<G> {
    fn new() -> Self {
        let (game, words) = (G::built_in(), G::words().expect("words"));
        let lexicon = game.lexicon(&words);
        Classroom { game, book: G::book().expect("a book"), words, lexicon }
    }

    fn begin(&self, luck: &mut Luck) -> Class<G> {
        let setup = games::setup::<G>(&[("learn".to_owned(), String::new())]).expect("a lesson");
        let key = luck.key();
        let mut chance = wardroom::game::Chance::seeded(|n| crate::common::roll_key(key, n));
        let facts = self.game.start(&setup, &mut chance).expect("a start");
        let pasts = self.game.seats(&setup).into_iter().map(|seat| (seat, vec![])).collect();
        let mut class = Class { state: self.game.blank(), pasts };
        class.happen(&facts);
        class
    }

    fn lesson(&self, class: &Class<G>, prompt: &Prompt) -> Option<Lesson> {
        let view = self.game.view(&class.state, Viewer::Seat(prompt.seat));
        let options = self.game.options(&class.state, prompt.seat);
        self.game.lesson(&view, Some(prompt), &options, &class.pasts[&prompt.seat])
    }

    fn hints(&self, state: &G::State, prompt: &Prompt) -> Vec<Hint> {
        let view = self.game.view(state, Viewer::Seat(prompt.seat));
        self.game.hints(&view, prompt, &self.game.options(state, prompt.seat))
    }

    /// An order that is advised is legal, and means itself as it is typed.
    fn may_be_typed(&self, order: &OrderForm, options: &Options, what: &str) {
        assert_eq!(options.accept(order), Ok(()), "{what}: {order}");
        for lang in Lang::ALL {
            let typed = self.book.type_short_in(*lang, order, options, &self.lexicon);
            let mut line =
                self.book.line(&typed, options).unwrap_or_else(|fault| panic!("{what}: {typed}: {fault:?}"));
            match self.book.next(&mut line, options, &self.lexicon) {
                Some(Ok(Parsed::Order { form, .. })) => assert_eq!(&form, order, "{what}: {typed}"),
                other => panic!("{what}: {typed} is read as {:?}", other.map(|it| it.is_ok())),
            }
        }
    }

    /// A sentence is there in both languages.
    fn can_be_said(&self, key: &Word, met: &mut Met) {
        let full = format!("{}{key}", <G::Report<'_> as GameReport>::PREFIX);
        assert!(Lang::ALL.iter().all(|lang| self.words.has(*lang, &full)), "no message {full}");
        *met.said.entry(key.to_string()).or_default() += 1;
    }

    /// No order is tried that throws the game away, unless every order does.
    fn is_not_held_back(&self, class: &Class<G>, prompt: &Prompt, lesson: &Lesson, what: &str) {
        let Some(Exercise::Order(order)) = &lesson.exercise else { return };
        let view = self.game.view(&class.state, Viewer::Seat(prompt.seat));
        let options = self.game.options(&class.state, prompt.seat);
        let is_grave = |order: &OrderForm| {
            let cautions = self.game.cautions(&view, prompt, &options, Some(order));
            cautions.iter().any(Caution::is_grave)
        };
        let spared =
            is_grave(order).then(|| options.propose(1000).into_iter().find(|other| !is_grave(other)));
        assert_eq!(spared.flatten(), None, "{what}: {order} is to be tried");
    }

    fn look_at(&self, lesson: &Lesson, options: &Options, what: &str, met: &mut Met) {
        lesson.remarks.iter().for_each(|key| self.can_be_said(key, met));
        assert!(lesson.remarks.len() <= 2, "{what}: {:?}", lesson.remarks);
        self.can_be_said(&lesson.why, met);
        assert_eq!(lesson.adviser.is_some(), lesson.why.as_str().starts_with("hint-"), "{what}");
        if let Some((part, parts)) = lesson.part {
            assert!((1..=parts).contains(&part), "{what}: part {part} of {parts}");
        }
        if let Some(Exercise::Order(order)) = &lesson.exercise {
            self.may_be_typed(order, options, what);
        }
    }

    /// Takes a lesson to its end; `follows` says whether an order is the one to try, or any.
    fn take(&self, seed: u64, follows: impl Fn(&mut Luck) -> bool, met: &mut Met) {
        let typed = self.taken(seed, follows, met);
        met.typed.push(typed);
    }

    fn taken(&self, seed: u64, follows: impl Fn(&mut Luck) -> bool, met: &mut Met) -> usize {
        let mut luck = Luck::of(seed);
        let mut class = self.begin(&mut luck);
        let mut before: Vec<Class<G>> = vec![];
        let mut told = false;
        let mut orders = 0;
        loop {
            assert!(orders < ORDERS_LIMIT, "seed {seed}: no end after {orders} orders");
            if self.game.is_over(&class.state) {
                let seat = *class.pasts.keys().next().expect("a seat");
                let view = self.game.view(&class.state, Viewer::Seat(seat));
                let end = self.game.lesson(&view, None, &Options::default(), &class.pasts[&seat]);
                let end =
                    end.unwrap_or_else(|| panic!("seed {seed}: nothing is said at the end of the game"));
                assert_eq!((end.part, &end.exercise), (None, &None), "seed {seed}");
                self.look_at(&end, &Options::default(), &format!("seed {seed}"), met);
                return orders;
            }
            let seat = laws::asked(&self.game, &class.state, &mut luck);
            let prompts = self.game.prompts(&class.state);
            let prompt = prompts.iter().find(|prompt| prompt.seat == seat).expect("asked");
            let options = self.game.options(&class.state, seat);
            let what = format!("seed {seed}, {orders} orders, {} asks {seat}", prompt.ask);
            let Some(lesson) = self.lesson(&class, prompt) else {
                assert!(told, "{what}: nothing is said, and the lesson is not over");
                // The last was the first after its end.
                return orders - 1;
            };
            self.look_at(&lesson, &options, &what, met);
            self.is_not_held_back(&class, prompt, &lesson, &what);
            orders += 1;
            told = lesson.exercise.is_none();
            let undoes = match &lesson.exercise {
                Some(Exercise::Undo) => {
                    assert!(!before.is_empty(), "{what}: nothing can be taken back");
                    follows(&mut luck)
                }
                _ => !before.is_empty() && luck.below(TAKEN_BACK) == 0 && !follows(&mut luck),
            };
            if undoes {
                class = before.pop().expect("looked at").back();
                continue;
            }
            let order = match &lesson.exercise {
                Some(Exercise::Order(order)) if follows(&mut luck) => order.clone(),
                _ => options.sample(&mut |n| luck.below(n)).expect("an order"),
            };
            before.push(class.clone());
            class.order(&self.game, seat, &order, luck.key());
            met.orders += 1;
        }
    }
}

impl<G: Game> Class<G> {
    fn happen(&mut self, facts: &[Fact<G::Event>]) {
        for (seat, past) in &mut self.pasts {
            let seen = facts.iter().filter(|fact| match G::fact_policy(fact).audience {
                Audience::Everyone => true,
                Audience::Seats(seats) => seats.contains(seat),
                Audience::Nobody => false,
            });
            past.extend(seen.cloned().map(Past::Happened));
        }
        fold(&mut self.state, facts);
    }

    fn order(&mut self, game: &G, seat: Seat, order: &OrderForm, key: [u8; 32]) {
        let facts =
            resolve(game, &self.state, seat, order, key).unwrap_or_else(|stop| panic!("{order}: {stop}"));
        self.pasts.entry(seat).or_default().push(Past::Ordered(order.clone()));
        self.happen(&facts);
    }

    /// The position taken back to.
    fn back(mut self) -> Self {
        self.pasts.values_mut().for_each(|past| past.push(Past::TookBack));
        self
    }
}

few_and_many!(
    a_lesson_ends_by_whatever_is_ordered: 10, 500;
    a_lesson_ends_by_the_orders_it_has_tried: 3, 100;
    a_lesson_in_goeben_has_its_parts_in_order_and_every_battle: 4, 120;
    a_lesson_in_grand_fleet_plays_the_other_side: 10, 400;
    hints_are_legal_wherever_a_game_may_come: 6, 120;
    old_ships_are_advised_away_only_where_others_are: 4, 80;
    advice_says_nothing_of_a_secret: 10, 200;
);

fn a_lesson_ends_by_whatever_is_ordered(games: u64) {
    fn of<G: Lawful + Playable>(games: u64) {
        let (class, mut met) = (Classroom::<G>::new(), Met::default());
        for seed in 0..games {
            class.take(seed, |luck| luck.below(4) == 0, &mut met);
            class.take(seed, |_| false, &mut met);
        }
        println!("{met:?}");
        assert!(met.said.len() > 20 && met.orders as u64 > 15 * games, "{met:?}");
    }
    of::<Goeben>(games);
    of::<GrandFleet>(games);
}

fn a_lesson_ends_by_the_orders_it_has_tried(games: u64) {
    /// At most `usual` orders are half of all lessons: some ten minutes.
    fn of<G: Lawful + Playable>(games: u64, usual: usize, taught: &[&str]) {
        let (class, mut met) = (Classroom::<G>::new(), Met::default());
        (0..games).for_each(|seed| class.take(seed, |_| true, &mut met));
        met.typed.sort_unstable();
        println!("{met:?}");
        assert!(met.typed[met.typed.len() / 2] <= usual, "too long for ten minutes: {:?}", met.typed);
        for what in taught {
            assert!(met.said.contains_key(*what), "{what} is never taught: {met:?}");
        }
        let all = met.said["lesson-over"] as u64;
        assert!(all * 10 >= games * 9, "{all} of {games} lessons lead into the game: {met:?}");
    }
    of::<Goeben>(
        games,
        35,
        &[
            "lesson-goal",
            "lesson-undo",
            "lesson-follow",
            "lesson-fire",
            "lesson-bombardment",
            "lesson-did-markers",
        ],
    );
    of::<GrandFleet>(
        games,
        10,
        &[
            "lesson-goal",
            "lesson-raid",
            "lesson-interception",
            "lesson-manoeuvre",
            "lesson-gunnery",
            "lesson-persistence",
            "lesson-damaged",
            "lesson-did-reveal",
            "lesson-did-sink",
            "lesson-did-control",
        ],
    );
}

/// By the orders to try, and by others too: no part is told after a later one, nothing is said of warships where guns ashore
/// fire, and the lesson is over only when shots have fallen at sea and ashore, however the markers are drawn.
fn a_lesson_in_goeben_has_its_parts_in_order_and_every_battle(games: u64) {
    let class = Classroom::<Goeben>::new();
    let (mut days, mut over) = (BTreeMap::<u8, usize>::new(), 0);
    for seed in 0..games {
        for follows in [true, false] {
            let mut luck = Luck::of(seed);
            let mut now = class.begin(&mut luck);
            let (mut parts, mut at_sea, mut ashore) = (vec![], false, false);
            while !class.game.is_over(&now.state) {
                let prompt = class.game.prompts(&now.state).remove(0);
                let what = format!("seed {seed}, {follows}, day {}, {}", now.state.turn, prompt.ask);
                let lesson = class.lesson(&now, &prompt).expect("a lesson");
                if let Some((part, 4)) = lesson.part {
                    assert!(parts.last().is_none_or(|last| *last <= part), "{what}: {part} after {parts:?}");
                    parts.push(part);
                }
                let coast = now.state.battle().is_some_and(|battle| battle.coast);
                let of_ships = ["lesson-contact", "lesson-break-off", "lesson-fire", "lesson-fire-on"];
                assert!(!coast || !of_ships.contains(&lesson.why.as_str()), "{what}: {}", lesson.why);
                if lesson.exercise.is_none() {
                    assert!(at_sea && ashore, "{what}: at sea {at_sea}, ashore {ashore}");
                    parts.dedup();
                    assert!(!follows || parts == [1, 2, 3, 4], "{what}: {parts:?}");
                    *days.entry(now.state.turn).or_default() += usize::from(follows);
                    over += usize::from(follows);
                    break;
                }
                let order = match lesson.exercise {
                    Some(Exercise::Order(order)) if follows || luck.below(2) == 0 => order,
                    Some(Exercise::Undo) | Some(Exercise::Order(_)) | None => {
                        let options = class.game.options(&now.state, prompt.seat);
                        options.sample(&mut |n| luck.below(n)).expect("an order")
                    }
                };
                let before = now.state.battle().map(|battle| (battle.coast, battle.fired));
                now.order(&class.game, prompt.seat, &order, luck.key());
                let fires = ["fire", "torpedo"].contains(&order.verb.as_str());
                // The enemy fires first now and then, after contact or the choice to stay.
                let answers = ["contact", "fight", "lead"].contains(&order.verb.as_str());
                let shots = now.state.battle().is_none_or(|battle| battle.fired);
                match before {
                    Some((false, false)) if fires || answers && shots => at_sea = true,
                    Some((true, _)) => ashore |= at_sea,
                    _ => {}
                }
            }
        }
    }
    println!("{days:?}");
    assert!(over as u64 * 10 >= games * 8, "{over} of {games} lessons lead into the game");
}

/// Whatever is ordered in the battle of a lesson, the other side has ordered too before the learner is asked again; and by the
/// orders to try, fleets of both sides meet.
fn a_lesson_in_grand_fleet_plays_the_other_side(games: u64) {
    let class = Classroom::<GrandFleet>::new();
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let mut now = class.begin(&mut luck);
        let mut fought = false;
        while now.state.setup.teaches(now.state.turn) && !class.game.is_over(&now.state) {
            let prompts = class.game.prompts(&now.state);
            let [prompt] = &prompts[..] else { panic!("seed {seed}: {prompts:?}") };
            assert_eq!(prompt.seat.as_str(), "british", "seed {seed}");
            fought |= prompt.ask.as_str() == "manoeuvre";
            let lesson = class.lesson(&now, prompt).expect("a lesson");
            let order = match lesson.exercise {
                Some(Exercise::Order(order)) if seed % 2 == 0 => order,
                _ => {
                    let options = class.game.options(&now.state, prompt.seat);
                    options.sample(&mut |n| luck.below(n)).expect("an order")
                }
            };
            now.order(&class.game, prompt.seat, &order, luck.key());
        }
        assert!(fought || seed % 2 == 1, "seed {seed}: no battle");
    }
}

fn hints_are_legal_wherever_a_game_may_come(games: u64) {
    fn of<G: Lawful + Playable>(games: u64) {
        let (class, mut met) = (Classroom::<G>::new(), Met::default());
        for seed in 0..games {
            laws::play::<G>(seed, |moment, _| {
                let prompts = class.game.prompts(moment.state);
                let prompt = prompts.iter().find(|prompt| prompt.seat == moment.seat).expect("asked");
                let hints = class.hints(moment.state, prompt);
                let what = format!("seed {seed}, {}", prompt.ask);
                let advisers: Vec<Adviser> = hints.iter().map(|hint| hint.adviser).collect();
                assert!((1..=3).contains(&advisers.len()), "{what}: {advisers:?} of {:?}", moment.options);
                assert!(Adviser::ALL.iter().all(|one| advisers.iter().filter(|it| *it == one).count() <= 1));
                for hint in &hints {
                    class.can_be_said(&hint.why, &mut met);
                    class.may_be_typed(&hint.order, moment.options, &what);
                }
                met.orders += 1;
            });
        }
        println!("{met:?}");
        assert!(met.said.len() > 15, "{met:?}");
    }
    of::<Goeben>(games);
    of::<GrandFleet>(games);
}

/// Pre-dreadnoughts are advised out of the way of other ships, never out of the way of nothing.
fn old_ships_are_advised_away_only_where_others_are(games: u64) {
    let class = Classroom::<GrandFleet>::new();
    let mut advised = 0;
    for seed in 0..games {
        laws::play::<GrandFleet>(seed, |moment, _| {
            let prompts = class.game.prompts(moment.state);
            let prompt = prompts.iter().find(|prompt| prompt.seat == moment.seat).expect("asked");
            let mut hints = class.hints(moment.state, prompt).into_iter();
            if !hints.any(|hint| hint.order.is("plan", "modern")) {
                return;
            }
            advised += 1;
            let chart = class.game.chart();
            let modern = moment.state.berths.iter().filter(|(ship, berth)| {
                let spec = chart.ship(**ship).expect("a ship");
                let boxed = matches!(berth, Berth::Box(_));
                boxed && spec.nation.side().seat() == moment.seat && spec.kind != ShipType::PreDreadnought
            });
            assert!(modern.count() > 0, "seed {seed}, {}", moment.seat);
        });
    }
    assert!(advised > 0, "it is never advised");
}

/// Two lessons that differ in what one side has decided in secret: the other side is advised alike.
fn advice_says_nothing_of_a_secret(games: u64) {
    let class = Classroom::<GrandFleet>::new();
    let mut compared = BTreeMap::<String, usize>::new();
    let mut differ = 0;
    for seed in 0..games {
        let mut luck = Luck::of(seed);
        let mut now = class.begin(&mut luck);
        while !class.game.is_over(&now.state) {
            let seat = laws::asked(&class.game, &now.state, &mut luck);
            let options = class.game.options(&now.state, seat);
            let order = options.sample(&mut |n| luck.below(n)).expect("an order");
            let key = luck.key();
            let mut next = now.clone();
            next.order(&class.game, seat, &order, key);
            if otherwise::secret(now.state.step).is_some()
                && let Some(other) = otherwise::order(&order, &options, &mut luck, |_| true)
            {
                let mut twin = now.clone();
                twin.order(&class.game, seat, &other, key);
                // Until it is opened, by this order or a later one.
                let opened = |class: &Class<GrandFleet>, other: &Class<GrandFleet>| {
                    let seen = |class: &Class<GrandFleet>| {
                        class
                            .pasts
                            .iter()
                            .filter(|(it, _)| **it != seat)
                            .map(|(_, past)| past.clone())
                            .collect::<Vec<_>>()
                    };
                    seen(class) != seen(other)
                };
                for prompt in class.game.prompts(&next.state).iter().filter(|it| it.seat != seat) {
                    if opened(&next, &twin) {
                        continue;
                    }
                    assert_eq!(
                        class.lesson(&next, prompt),
                        class.lesson(&twin, prompt),
                        "seed {seed}: {order} or {other}"
                    );
                    assert_eq!(
                        class.hints(&next.state, prompt),
                        class.hints(&twin.state, prompt),
                        "seed {seed}"
                    );
                    *compared.entry(prompt.ask.to_string()).or_default() += 1;
                    differ += usize::from(next.state != twin.state);
                }
            }
            now = next;
        }
    }
    println!("{compared:?}, {differ} of states that differ");
    assert!(differ as u64 > games, "{compared:?}, {differ}");
}

/// A lesson is the usual game: it goes with no other option.
#[test]
fn a_lesson_is_the_usual_game() {
    let options =
        |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), String::new())).collect::<Vec<_>>();
    assert!(games::setup::<Goeben>(&options(&["learn"])).expect("a lesson").learn);
    assert!(games::setup::<Goeben>(&options(&["learn", "night"])).is_err());
    assert!(games::setup::<GrandFleet>(&options(&["historical", "learn"])).is_err());
    let (mut luck, game) = (Luck::of(1), Goeben::built_in());
    // A table that does not teach says nothing, and nothing is stored that was not before.
    let plain = games::setup::<Goeben>(&[]).expect("a game");
    assert_eq!(serde_json::to_value(&plain).expect("json"), serde_json::json!({ "optional": [] }));
    let class = Classroom::<Goeben>::new();
    let mut state = class.begin(&mut luck).state;
    state.setup = plain;
    let prompt = &game.prompts(&state)[0];
    let view = game.view(&state, Viewer::Seat(prompt.seat));
    assert!(!Goeben::is_taught(&view));
    assert_eq!(game.lesson(&view, Some(prompt), &game.options(&state, prompt.seat), &[]), None);
}
