//! Discord beside another door, at tables of the real club: neither ends or sends what is the other's, and what is told by one
//! is answered there while the other is down.

use std::sync::{Arc, Mutex};

use wardroom::app::registry::{GAMES, Games};
use wardroom::club::delivery::DueDelivery;
use wardroom::club::door::Door;
use wardroom::club::session::OrderOutcome;
use wardroom::club::{Club, NewTable, Visitor};
use wardroom::door::discord::api::post::{ApiError, Missing};
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::interaction::User;
use wardroom::door::discord::threads::Person;
use wardroom::game::{OrderForm, Seat, Word};
use wardroom::log::outbox::KeptNotice;
use wardroom::log::players::Address;
use wardroom::log::{Outbox, SqliteStore, Store};
use wardroom::report::Phrases;
use wardroom::table::notices;
use wardroom::words::{Lang, Words};

use super::discord::{Discord, Fate, dm_of, later};
use super::table::{CHANNEL, TOY, room_of};
use super::{Plain, waits};
use crate::common::store;
use crate::toy::Clock;
use wardroom::door::discord::threads::DiscordThreads;

/// The toy channel.
const SIGNAL: &str = "signal";
/// How long a new table may be on its way into Discord, and some more.
const A_WHILE: i64 = 120;

/// A club where one player can be reached by Discord and by the toy channel.
struct Ship {
    store: Arc<dyn Store>,
    clock: Arc<Clock>,
    club: Arc<Club>,
    ann: Person,
    discord: Discord,
    courier: Courier<Discord>,
    heard: Mutex<Vec<String>>,
}

/// The toy door.
struct AtMast;

impl Door for AtMast {
    fn name(&self) -> &'static str {
        SIGNAL
    }

    fn prefix(&self) -> &'static str {
        "terminal"
    }

    fn numbers_itself(&self) -> bool {
        false
    }

    fn address_kind(&self) -> &'static str {
        SIGNAL
    }

    fn join(&self, _: &Phrases<'_>, table: &str, seat: Seat, _: Option<&str>) -> String {
        format!("hoist {table} {seat}")
    }
}

/// A player who comes to the toy door with a message.
fn at_mast(player: &str, key: &str) -> Visitor {
    Visitor { player: player.to_owned(), door: Arc::new(AtMast), key: key.to_owned(), receipts: None }
}

/// Whether the toy channel can send.
enum Weather {
    Clear,
    /// Nothing goes out: it is tried again after so many seconds, or given up.
    Fog(Option<u64>),
}

impl Ship {
    fn new() -> Ship {
        Ship::of(GAMES)
    }

    fn of(games: Games) -> Ship {
        let (store, clock) = (store::new(), Clock::new());
        let club = Arc::new(games.club(store.clone(), clock.clone(), None, None).unwrap());
        let user = User { id: Id(17), name: "Ann".to_owned(), lang: Lang::En, manager: false };
        let ann = DiscordThreads(&club).person(&user).unwrap();
        let (discord, words) = (Discord::new(), Arc::new(Words::read().unwrap()));
        let courier =
            Courier::new(club.clone(), Arc::new(discord.clone()), words, Arc::new(Plain), waits(), true);
        let ship = Ship { store, clock, club, ann, discord, courier, heard: Mutex::default() };
        ship.add_address(&ship.ann.player, Address::new(SIGNAL, "mast"));
        ship
    }

    fn add_address(&self, player: &str, address: Address) {
        let mut player = self.store.player(player).unwrap().unwrap();
        player.addresses.push(address);
        self.store.put_player(player).unwrap();
    }

    /// A table of the toy game in Discord: Ann, who came by Discord, plays red, and Bob, who came by the toy door and is in
    /// Discord too, has just been asked for his move. The second is Bob's opaque id.
    fn bob_is_asked(&self) -> (String, String) {
        let options = vec![("seats".to_owned(), "2".to_owned())];
        let new = NewTable { game: "toy".to_owned(), options, ..NewTable::default() };
        let table = self.club.open(&self.ann.visitor(Id(1)), &new, Lang::En).unwrap();
        self.furnish(&table);
        let bob = self.club.people().meet(SIGNAL, "lamp", "Bob", Lang::En).unwrap().id;
        self.add_address(&bob, Address::new("discord", "18"));
        let seat = self.club.join(&table, &at_mast(&bob, "m-1"), None, Lang::En).unwrap();
        assert_eq!(seat.as_str(), "blue");
        let choose = |number| OrderForm::new(Word::literal("choose")).with("number", number);
        self.order(&table, self.ann.visitor(Id(2)), choose(3));
        self.order(&table, at_mast(&bob, "m-2"), choose(4));
        // In Discord Bob is called at once when he has not played at the toy door for a while.
        self.clock.pass(600);
        self.order(&table, self.ann.visitor(Id(3)), OrderForm::new(Word::literal("pass")));
        (table, bob)
    }

    /// A player gives an order in answer to what they are asked.
    fn order(&self, table: &str, visitor: Visitor, form: OrderForm) {
        let mut session = self.club.watch(table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let prompt = session.asked().unwrap().prompt.expect("a question");
        assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }));
    }

    /// What came of the prompts told to blue by a channel, the latest last; `None` for one that waits.
    fn prompts(&self, table: &str, channel: &str) -> Vec<Option<String>> {
        let mut kept = self.store.notices_of(table, "blue", 20).unwrap();
        kept.retain(|it| it.why == notices::PROMPT && it.channel.as_deref() == Some(channel));
        kept.sort_by_key(|it| it.seq);
        kept.into_iter().map(|it| it.ended_at.and(it.outcome)).collect()
    }

    fn open(&self, key: u64) -> String {
        let new = NewTable { game: "goeben".to_owned(), ..NewTable::default() };
        self.club.open(&self.ann.visitor(Id(key)), &new, Lang::En).unwrap()
    }

    /// The table gets a place in Discord.
    fn furnish(&self, table: &str) {
        DiscordThreads(&self.club).save_thread(&room_of(table, CHANNEL, &self.ann.player)).unwrap();
    }

    async fn discord_tick(&self) {
        self.courier.tick().await.unwrap();
    }

    /// The toy channel's courier: what is due by it is heard, and sent or not.
    fn signal_tick(&self, weather: &Weather) -> Vec<DueDelivery> {
        assert!(self.club.leases().take(SIGNAL).unwrap());
        let mut told = Vec::new();
        for delivery in self.club.deliveries().pending(SIGNAL, 1).unwrap() {
            let Some(due) = self.club.deliveries().to_send(delivery).unwrap() else { continue };
            assert_eq!(due.address.kind, SIGNAL);
            self.heard.lock().unwrap().push(format!("{} {}", due.table, due.why));
            match weather {
                Weather::Clear => self.club.deliveries().sent(due.id, "the mast").unwrap(),
                Weather::Fog(again) => self.club.deliveries().failed(due.id, "fog", *again).unwrap(),
            }
            told.push(due);
        }
        told
    }

    /// What came of the only notice of a table by a channel; `None` while it waits.
    fn came(&self, table: &str, channel: &str) -> Option<String> {
        let seat = self.club.watch(table, Lang::En).unwrap().status().unwrap().seats[0].seat;
        let kept = self.store.notices_of(table, seat.as_str(), 10).unwrap();
        let mine: Vec<KeptNotice> =
            kept.into_iter().filter(|it| it.channel.as_deref() == Some(channel)).collect();
        assert_eq!(
            mine.iter().map(|it| it.why.as_str()).collect::<Vec<_>>(),
            [notices::OPENED],
            "{table} {channel}"
        );
        mine[0].ended_at.as_ref().map(|_| mine[0].outcome.clone().unwrap())
    }
}

#[tokio::test]
async fn a_notice_at_a_table_without_a_room_reaches_its_player_by_the_other_channel() {
    let ship = Ship::new();
    let table = ship.open(1);
    ship.discord_tick().await;
    assert_eq!((ship.came(&table, "discord"), ship.came(&table, SIGNAL)), (None, None));
    ship.clock.pass(A_WHILE);
    ship.discord_tick().await;
    assert_eq!(ship.came(&table, "discord").as_deref(), Some("dm"), "it has no place in Discord but theirs");
    assert_eq!(ship.came(&table, SIGNAL), None, "that is not Discord's to end");
    ship.signal_tick(&Weather::Clear);
    assert_eq!(*ship.heard.lock().unwrap(), [format!("{table} opened")]);
    assert_eq!(ship.came(&table, SIGNAL).as_deref(), Some("the mast"));
    let (shown, ..) = ship.discord.sight();
    let [dm] = &shown[..] else { panic!("{shown:?}") };
    assert!(dm.place == dm_of(Id(17)) && dm.text.contains("in this conversation"), "{dm:?}");
}

#[tokio::test]
async fn at_a_table_without_a_room_a_notice_waits_while_the_token_is_rejected() {
    let ship = Ship::new();
    let table = ship.open(1);
    ship.clock.pass(A_WHILE);
    ship.discord.script(|_| Fate::Refused(ApiError::Forbidden(Missing::Token)));
    ship.discord_tick().await;
    assert_eq!(ship.came(&table, "discord"), None);
    ship.discord.all_well();
    ship.clock.pass(10 * A_WHILE);
    ship.discord_tick().await;
    assert_eq!(ship.came(&table, "discord").as_deref(), Some("dm"));
}

#[tokio::test]
async fn discord_sends_though_the_other_channel_was_first_or_gave_up() {
    let ship = Ship::new();
    for (key, weather, outcome) in [(1, Weather::Clear, "the mast"), (2, Weather::Fog(None), "fog")] {
        let table = ship.open(key);
        ship.furnish(&table);
        ship.signal_tick(&weather);
        assert_eq!(
            (ship.came(&table, "discord"), ship.came(&table, SIGNAL).as_deref()),
            (None, Some(outcome))
        );
        ship.discord_tick().await;
        let thread = DiscordThreads(&ship.club).thread_of(&table).unwrap().unwrap().id.unwrap();
        assert_eq!(ship.came(&table, "discord"), Some(format!("report {thread}")));
        assert_eq!(ship.came(&table, SIGNAL).as_deref(), Some(outcome));
    }
    assert_eq!(ship.heard.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn who_wants_one_channel_only_is_not_told_by_another() {
    let ship = Ship::new();
    let mut player = ship.store.player(&ship.ann.player).unwrap().unwrap();
    player.preferences.channels = Some(vec![SIGNAL.to_owned()]);
    ship.store.put_player(player).unwrap();
    let table = ship.open(1);
    ship.furnish(&table);
    ship.discord_tick().await;
    ship.signal_tick(&Weather::Clear);
    assert_eq!(*ship.heard.lock().unwrap(), [format!("{table} opened")]);
    let seat = ship.club.watch(&table, Lang::En).unwrap().status().unwrap().seats[0].seat;
    let kept = ship.store.notices_of(&table, seat.as_str(), 10).unwrap();
    assert_eq!(kept.iter().map(|it| it.channel.as_deref()).collect::<Vec<_>>(), [Some(SIGNAL)]);
}

#[tokio::test]
async fn a_decision_is_told_and_answered_at_one_door_while_discord_is_down() {
    let ship = Ship::of(TOY);
    let (table, bob) = ship.bob_is_asked();
    ship.discord.script(|_| Fate::Refused(later()));
    ship.discord_tick().await;
    assert!(ship.discord.sight().0.is_empty());

    let told = ship.signal_tick(&Weather::Clear);
    let prompt =
        told.iter().find(|due| due.why == notices::PROMPT && due.settled.is_none()).expect("Bob is told");
    assert_eq!((prompt.seat.as_str(), &*prompt.address.value), ("blue", "lamp"));
    assert_eq!(prompt.player.as_ref().map(|player| &player.id), Some(&bob));
    assert_eq!(ship.prompts(&table, SIGNAL).last().unwrap().as_deref(), Some("the mast"));
    assert_eq!(ship.prompts(&table, "discord").last(), Some(&None), "that is not the toy door's to end");

    ship.order(&table, at_mast(&bob, "m-3"), OrderForm::new(Word::literal("pass")));
    let seats = ship.club.watch(&table, Lang::En).unwrap().seats().unwrap();
    assert_eq!(seats.iter().map(|it| it.asked).collect::<Vec<_>>(), [true, false], "it is red's turn");

    // Discord is back: what was decided meanwhile need not be told there, and Discord says so itself.
    ship.discord.all_well();
    ship.clock.pass(10 * A_WHILE);
    ship.discord_tick().await;
    let noted = ship.prompts(&table, "discord").pop().unwrap();
    assert!(noted.is_some_and(|noted| noted.starts_with("not-needed answered ")));
    assert_eq!(ship.prompts(&table, SIGNAL).last().unwrap().as_deref(), Some("the mast"));
}

#[tokio::test]
async fn discord_tells_of_a_decision_while_the_other_door_is_in_fog_and_that_tries_again_in_its_own_time() {
    let ship = Ship::of(TOY);
    let (table, _) = ship.bob_is_asked();
    let before = ship.signal_tick(&Weather::Fog(Some(600))).len();
    assert!(before > 0);
    ship.discord_tick().await;
    let told = ship.prompts(&table, "discord");
    assert!(told.last().unwrap().as_ref().is_some_and(|outcome| outcome.starts_with("place")), "{told:?}");
    assert_eq!(ship.prompts(&table, SIGNAL).last(), Some(&None), "that is not Discord's to end");
    ship.clock.pass(590);
    assert_eq!(ship.signal_tick(&Weather::Clear), [], "it waits as it was told to");
    ship.clock.pass(20);
    let again = ship.signal_tick(&Weather::Clear);
    assert!(again.iter().any(|due| due.why == notices::PROMPT && due.attempts == 1), "{again:?}");
    assert_eq!(ship.prompts(&table, SIGNAL).last().unwrap().as_deref(), Some("the mast"));
}

#[test]
fn a_user_who_is_forgotten_leaves_no_byte_of_name_or_number() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.db")).unwrap();
    let clock = Clock::new();
    let club = GAMES.club(Arc::new(store.clone()), clock, None, None).unwrap();
    let (number, name) = (9_007_199_254_740_977, "Ann-of-the-Lighthouse");
    let user = User { id: Id(number), name: name.to_owned(), lang: Lang::Ja, manager: false };
    let ann = DiscordThreads(&club).person(&user).unwrap();
    club.people().set_direct(&ann.player, true).unwrap();
    let new = NewTable { game: "goeben".to_owned(), ..NewTable::default() };
    let table = club.open(&ann.visitor(Id(1)), &new, Lang::En).unwrap();
    DiscordThreads(&club).save_thread(&room_of(&table, CHANNEL, &ann.player)).unwrap();
    club.deliveries().plan().unwrap();
    let opener = || {
        let room = DiscordThreads(&club).thread_of(&table).unwrap().unwrap();
        (DiscordThreads(&club).opener(&room).unwrap(), room.lang)
    };
    assert_eq!(opener().0, Some(ann.user));
    let found = |text: &str| {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| std::fs::read(file.unwrap().path()));
        let mut bytes = files.map(Result::unwrap);
        bytes.any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    let number = number.to_string();
    assert!(found(&number) && found(name));
    club.people().forget(&ann.player, "discord").unwrap();
    assert!(!found(&number) && !found(name));
    assert_eq!(opener(), (None, "en".to_owned()));
    assert_eq!(store.oldest_pending("discord").unwrap(), None, "nothing waits for who is not known");
    assert_ne!(DiscordThreads(&club).person(&user).unwrap().player, ann.player, "whoever comes back is new");
}
