//! How much a game sends to its thread at a person's pace: days of each game as they are played, with the messages, the rings, the
//! edits and the pictures counted.

use std::sync::Arc;

use chrono::DateTime;
use wardroom::app::registry::GAMES;
use wardroom::book::Parsed;
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::club::{Club, NewTable};
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::interaction::User;
use wardroom::door::discord::threads::{DiscordThreads, Person};
use wardroom::game::{Options, OrderForm};
use wardroom::log::{Entry, Store};
use wardroom::standing::STANDING_DOOR;
use wardroom::words::{Lang, Words};

use super::discord::Discord;
use super::table::{CHANNEL, room_of};
use super::{Plain, waits};
use crate::common::{Luck, store};
use crate::toy::Clock;

/// Seconds for a decision.
const PACE: i64 = 5;
/// Seconds between two names of a thread.
const NAMED: i64 = 300;
/// The verbs of whoever stays at home, where they are open: a turn without a battle.
const AT_HOME: [&str; 6] = ["stow-by", "decline", "pass", "done", "stay", "none"];
/// Forms tried for one of these.
const TRIES: usize = 200;

/// The markers of Great Britain and of Germany.
const MARKERS: [usize; 2] = [8, 6];
/// The hex that they go to.
const HEX: &str = "505";
/// Orders up to a battle, and seconds of a plan: more than there are.
const ENDLESS: i64 = 3600;

/// A table in Discord, whose players decide one after the other.
pub struct Played {
    pub club: Arc<Club>,
    pub clock: Arc<Clock>,
    pub discord: Discord,
    store: Arc<dyn Store>,
    courier: Courier<Discord>,
    table: String,
    pub people: Vec<Person>,
    luck: Luck,
    orders: usize,
}

/// What a game sent.
#[derive(Debug)]
struct Noise {
    messages: usize,
    rings: usize,
    edits: usize,
    deleted: usize,
    pictures: usize,
    bytes: usize,
}

impl Played {
    pub fn open(game: &str, people: &[&str]) -> Played {
        let (store, clock) = (store::new(), Clock::new());
        let club = Arc::new(GAMES.club(store.clone(), clock.clone(), None, None).unwrap());
        let (discord, words) = (Discord::new(), Arc::new(Words::read().unwrap()));
        let courier =
            Courier::new(club.clone(), Arc::new(discord.clone()), words, Arc::new(Plain), waits(), true);
        let person = |(id, name): (u64, &&str)| {
            let user = User { id: Id(id), name: (*name).to_owned(), lang: Lang::En, manager: false };
            DiscordThreads(&club).person(&user).unwrap()
        };
        let people: Vec<Person> = (101..).zip(people).map(person).collect();
        let new = NewTable { game: game.to_owned(), ..NewTable::default() };
        let table = club.open(&people[0].visitor(Id(1)), &new, Lang::En).unwrap();
        DiscordThreads(&club).save_thread(&room_of(&table, CHANNEL, &people[0].player)).unwrap();
        for (key, person) in (2..).zip(&people[1..]) {
            club.join(&table, &person.visitor(Id(key)), None, Lang::En).unwrap();
        }
        club.records().begin_play(&table).unwrap();
        Played { club, clock, discord, store, courier, table, people, luck: Luck::of(7), orders: 0 }
    }

    /// The first player who is asked decides; false where nobody is.
    async fn order(&mut self, choose: impl Fn(&Options, &mut Luck) -> OrderForm) -> bool {
        self.clock.pass(PACE);
        for person in &self.people {
            let visitor = person.visitor(Id(1000 + self.orders as u64));
            let mut session = self.club.watch(&self.table, Lang::En).unwrap().sit(visitor, None).unwrap();
            let asked = session.asked().unwrap();
            let Some(prompt) = asked.prompt else { continue };
            let form = choose(&asked.options, &mut self.luck);
            let outcome = session.order(prompt, form.clone(), true).unwrap();
            assert!(matches!(outcome, OrderOutcome::Accepted { .. }), "{form:?}");
            self.orders += 1;
            self.courier.tick().await.unwrap();
            return true;
        }
        false
    }

    /// A player at their seat, for the next message of theirs.
    pub fn session(&self, who: usize) -> PlayerSession {
        let visitor = self.people[who].visitor(Id(1000 + self.orders as u64));
        self.club.watch(&self.table, Lang::En).unwrap().sit(visitor, None).unwrap()
    }

    /// The player who is asked, if anybody is.
    pub fn asked(&self) -> Option<usize> {
        (0..self.people.len()).find(|who| self.session(*who).asked().unwrap().prompt.is_some())
    }

    /// A player types an order, and perhaps a plan for what follows.
    pub async fn types(&mut self, who: usize, (order, plan): (&str, &str)) {
        self.clock.pass(PACE);
        let mut session = self.session(who);
        let asked = session.asked().unwrap();
        let parsed = session.book().one(order, &asked.options, session.lexicon());
        let Ok(Parsed::Order { form, .. }) = parsed else { panic!("{order}: {parsed:?}") };
        match session.order(asked.prompt.unwrap(), form, true).unwrap() {
            OrderOutcome::Accepted { .. } => {}
            OrderOutcome::Refused(why) => panic!("{order}: {why}"),
            _ => panic!("{order}"),
        }
        if !plan.is_empty() {
            let outcome = self.session(who).plan(plan).unwrap();
            assert!(matches!(outcome, OrderOutcome::Noted(_)), "{plan}");
        }
        self.orders += 1;
        self.tick().await;
    }

    /// A second passes, in which plans may answer.
    pub async fn second(&self) {
        self.clock.pass(1);
        while self.club.time().keep().unwrap() > 0 {}
        self.tick().await;
    }

    pub async fn tick(&self) {
        self.courier.tick().await.unwrap();
    }

    pub fn may(&self, who: usize, verb: &str) -> bool {
        self.session(who).asked().unwrap().options.verb(verb).is_some()
    }

    /// Plays *Grand Fleet* until somebody has one of these orders in a battle. Gives who.
    pub async fn until(&mut self, verb: &str) -> usize {
        loop {
            assert!((self.orders as i64) < ENDLESS, "{}", self.headline());
            let who = self.asked().expect("the game goes on");
            if self.may(who, verb) {
                return who;
            }
            let quiet = [
                ("accept", "accept"),
                ("seek", "seek"),
                ("form-by", "form-by fewest hidden"),
                ("throw", "throw 1"),
                ("decline", "decline"),
                ("stow-by", "stow-by"),
            ];
            let order = match quiet.into_iter().find(|(verb, _)| self.may(who, verb)) {
                Some((_, order)) => order.to_owned(),
                None => {
                    let session = self.session(who);
                    let form = any(&session.asked().unwrap().options, &mut self.luck);
                    session.book().type_out(&form)
                }
            };
            self.types(who, (&order, "")).await;
        }
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.store.read(&self.table, 1).unwrap()
    }

    fn headline(&self) -> String {
        self.club.watch(&self.table, Lang::En).unwrap().status().unwrap().headline
    }

    fn noise(&self) -> Noise {
        let world = self.discord.world();
        let of = |kind: &'static str| world.requests.iter().filter(move |it| it.kind == kind);
        let with_files = || world.requests.iter().filter(|it| it.files);
        Noise {
            messages: of("send").count(),
            rings: world.messages.iter().filter(|it| !it.pings.is_empty()).count(),
            edits: of("edit").count(),
            deleted: of("delete").count(),
            pictures: with_files().count(),
            bytes: with_files().map(|it| it.bytes).sum(),
        }
    }

    /// The names that the thread was given after its first, and its name now.
    fn names(&self) -> (usize, String) {
        let thread = DiscordThreads(&self.club).thread_of(&self.table).unwrap().unwrap().id.unwrap();
        let world = self.discord.world();
        let given = world.requests.iter().filter(|it| it.kind == "rename").count();
        (given, world.threads[&thread].clone())
    }

    /// Each entry that everybody may read is told once, in order, and no message has more than it may.
    fn is_told(&self) {
        let room = DiscordThreads(&self.club).thread_of(&self.table).unwrap().unwrap();
        let watched = self.club.watch(&self.table, Lang::En).unwrap();
        assert_eq!((room.reported, room.reporting), (watched.status().unwrap().last, None));
    }
}

fn any(options: &Options, luck: &mut Luck) -> OrderForm {
    options.sample(&mut |n| luck.below(n)).expect("an order")
}

/// An order of whoever does a few things before a phase is done.
fn busily(options: &Options, luck: &mut Luck) -> OrderForm {
    let (first, second) = (any(options, luck), any(options, luck));
    if first.verb.as_str() == "done" { second } else { first }
}

/// An order of whoever would rather stay at home.
fn at_home(options: &Options, luck: &mut Luck) -> OrderForm {
    let forms: Vec<OrderForm> = (0..TRIES).map(|_| any(options, luck)).collect();
    let quiet = AT_HOME.iter().find_map(|verb| forms.iter().find(|form| form.verb.as_str() == *verb));
    let fewest =
        || forms.iter().min_by_key(|form| form.number("dice").or(form.number("number")).unwrap_or(0));
    quiet.or_else(fewest).expect("an order").clone()
}

/// Before reports grew there were 50 messages, 49 edits and 85 pictures of 7.6 MB.
#[tokio::test]
async fn fifty_three_orders_of_goeben_are_few_messages_and_few_pictures() {
    let mut played = Played::open("goeben", &["Ann"]);
    played.courier.tick().await.unwrap();
    while played.orders < 53 && played.order(busily).await {}
    let noise = played.noise();
    println!("Goeben, {} orders, {}: {noise:?}", played.orders, played.headline());
    assert_eq!((played.orders, noise.rings), (53, 0));
    assert!(!played.headline().contains("set-up"), "days go by");
    assert!(noise.messages <= 15 && noise.bytes <= 1_500_000, "{noise:?}");
    assert!(noise.edits <= 2 * played.orders && noise.pictures <= 15 && noise.deleted == 0, "{noise:?}");
    played.is_told();
}

/// Before calls stood in the reports there were 48 messages, of them 17 that only called.
#[tokio::test]
async fn three_turns_of_grand_fleet_are_few_messages() {
    let mut played = Played::open("grand_fleet", &["Ann", "Ben"]);
    played.courier.tick().await.unwrap();
    while !played.headline().contains("turn 4 of") && played.order(at_home).await {
        assert!(played.orders < 200, "{}", played.headline());
    }
    let noise = played.noise();
    println!("Grand Fleet, {} orders, {}: {noise:?}", played.orders, played.headline());
    assert!(noise.messages <= 25 && noise.bytes <= 2_500_000, "{noise:?}");
    assert!(noise.edits <= 2 * played.orders && noise.pictures <= 6 && noise.deleted == 0, "{noise:?}");
    played.is_told();
    // The thread's name tells the turn, twice in ten minutes at most.
    let (given, _) = played.names();
    let seconds = played.orders as i64 * PACE;
    assert!(given as i64 <= 1 + seconds / NAMED, "{given} names in {seconds} seconds");
    played.clock.pass(NAMED);
    played.courier.tick().await.unwrap();
    let (_, name) = played.names();
    assert!(name.starts_with("Grand Fleet 1.2: turn 4 of 9") && name.ends_with(&played.table), "{name}");
    played.clock.pass(NAMED);
    played.courier.tick().await.unwrap();
    assert!(played.names().0 <= given + 1, "the same turn is named once");
}

/// The markers of a battle as they were placed.
#[derive(Debug)]
struct Placing {
    /// The seats of the orders that players gave themselves.
    by_hand: Vec<String>,
    noise: Noise,
}

/// Both sides place all their markers, by hand or as they planned it with the first.
async fn placing(plans: bool) -> Placing {
    let mut played = Played::open("grand_fleet", &["Ann", "Ben"]);
    played.tick().await;
    played.until("place").await;
    let (before, rang) = (played.entries().len(), played.noise().rings);
    played.discord.world().requests.clear();
    let mut planned = [false; 2];
    let placed = |played: &Played| played.entries().iter().filter(|it| it.kind == "MarkerPlaced").count();
    for seconds in 0.. {
        assert!(seconds < ENDLESS, "{} markers lie on the map", placed(&played));
        let Some(who) = played.asked().filter(|who| played.may(*who, "place")) else { break };
        let (order, rest) = (format!("place {HEX}"), vec![HEX; MARKERS[who] - 1].join(", "));
        let plan = if plans { format!("place {rest}") } else { String::new() };
        match planned[who] {
            true => played.second().await,
            false => played.types(who, (&order, &plan)).await,
        }
        planned[who] = plans;
    }
    assert_eq!(placed(&played), MARKERS.iter().sum::<usize>());
    let entries = played.entries().split_off(before);
    let orders = entries.windows(2).filter(|two| two[1].kind == "OrderGiven");
    let at = |entry: &Entry| DateTime::parse_from_rfc3339(&entry.at).unwrap();
    let is_planned = |entry: &Entry| entry.door.as_ref().is_some_and(|door| door.starts_with(STANDING_DOOR));
    for two in orders.filter(|two| is_planned(&two[1])) {
        assert!(at(&two[1]) - at(&two[0]) >= ANSWER_DELAY, "never sooner than the beat: {two:?}");
    }
    let given = entries.iter().filter(|it| it.kind == "OrderGiven" && !is_planned(it));
    let by_hand = given.map(|it| it.by.as_ref().unwrap().seat.clone()).collect();
    let noise = Noise { rings: played.noise().rings - rang, ..played.noise() };
    Placing { by_hand, noise }
}

/// Before there were plans each of the fourteen markers had to be asked of its player, and the game went from hand to hand.
#[tokio::test]
async fn fourteen_markers_are_two_hand_overs_where_both_sides_plan() {
    let (by_hand, planned) = (placing(false).await, placing(true).await);
    println!("by hand {by_hand:?}, planned {planned:?}");
    assert_eq!(by_hand.by_hand.len(), MARKERS.iter().sum::<usize>());
    assert!(planned.by_hand.len() <= 2, "{planned:?}");
    assert!(planned.noise.messages <= by_hand.noise.messages, "{planned:?}, {by_hand:?}");
    assert!(planned.noise.messages <= 12 && planned.noise.edits <= 20, "{planned:?}");
    assert!(planned.noise.pictures <= 2 && planned.noise.bytes <= 300_000, "{planned:?}");
}
