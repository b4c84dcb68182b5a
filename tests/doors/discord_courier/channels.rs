//! Discord beside another channel, at tables of the real club: neither ends or sends what is the other's.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, SecondsFormat, Utc};
use wardroom::app::house::Club;
use wardroom::app::registry::GAMES;
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::courier::room::Room;
use wardroom::door::discord::house::{Done, House, NewTable, Person};
use wardroom::door::discord::inbound::call::{Id, User};
use wardroom::log::outbox::KeptNotice;
use wardroom::log::players::Address;
use wardroom::log::{MemoryStore, Outbox, Players, SqliteStore};
use wardroom::seal::SealError;
use wardroom::table::{World, notices};
use wardroom::words::{Lang, Words};

use super::Plain;
use super::discord::Discord;
use super::house::{CHANNEL, GUILD};

/// The toy channel.
const SIGNAL: &str = "signal";
/// How long a new table may be on its way into Discord, and some more.
const A_WHILE: i64 = 120;

/// Time that passes when the test says so, and chance that is none.
struct Clock(AtomicI64);

impl Clock {
    fn stamp(&self) -> String {
        self.now().to_rfc3339_opts(SecondsFormat::Millis, true)
    }
}

impl World for Clock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0.load(Ordering::SeqCst), 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        static FILLED: AtomicI64 = AtomicI64::new(1);
        let number = FILLED.fetch_add(1, Ordering::SeqCst).to_be_bytes();
        bytes.iter_mut().zip(number.iter().rev().cycle()).for_each(|(byte, number)| *byte = *number);
        Ok(())
    }
}

/// A club where one player can be reached by Discord and by the toy channel.
struct Ship {
    store: MemoryStore,
    clock: Arc<Clock>,
    club: Arc<Club>,
    ann: Person,
    discord: Discord,
    courier: Courier<Discord>,
    heard: Mutex<Vec<String>>,
}

/// A new room for a table.
fn room_of(table: &str, opener: Id) -> Room {
    Room {
        table: table.to_owned(),
        guild: GUILD,
        channel: CHANNEL,
        opened_in: None,
        replaced: None,
        thread: None,
        status: None,
        status_hash: String::new(),
        game: "goeben".to_owned(),
        lang: "en".to_owned(),
        opener: Some(opener),
        started: true,
        reported: 0,
        reporting: None,
        trouble: None,
    }
}

impl Ship {
    fn new() -> Ship {
        let (store, clock) = (MemoryStore::new(), Arc::new(Clock(AtomicI64::new(1_700_000_000))));
        let club = Arc::new(Club::new(GAMES, Arc::new(store.clone()), clock.clone(), None, None).unwrap());
        let user = User { id: Id(17), name: "Ann".to_owned(), lang: Lang::En, manager: false };
        let ann = club.person(&user).unwrap();
        let mut player = store.player(&ann.player).unwrap().unwrap();
        player.addresses.push(Address::new(SIGNAL, "mast"));
        store.put_player(player).unwrap();
        let (discord, words) = (Discord::new(), Arc::new(Words::read().unwrap()));
        let courier = Courier::new(club.clone(), Arc::new(discord.clone()), words, Arc::new(Plain));
        Ship { store, clock, club, ann, discord, courier, heard: Mutex::default() }
    }

    fn open(&self, key: u64) -> String {
        let new = NewTable { game: "goeben".to_owned(), seat: None, options: vec![], practice: false };
        match self.club.open(&self.ann, Id(key), &new, Lang::En).unwrap() {
            Done::Done(table) => table,
            Done::Refused(why) => panic!("{why}"),
        }
    }

    /// The table gets a place in Discord.
    fn furnish(&self, table: &str) {
        self.club.keep_room(&room_of(table, self.ann.user)).unwrap();
    }

    async fn discord_tick(&self) {
        self.courier.tick().await.unwrap();
    }

    /// The toy channel's courier: what is due by it is heard, or given up.
    fn signal_tick(&self, works: bool) {
        let now = self.clock.stamp();
        assert!(self.store.lease_channel(SIGNAL, "mast", &now, "2100-01-01T00:00:00.000Z").unwrap());
        self.club.plan_deliveries().unwrap();
        for due in self.store.pending_deliveries(SIGNAL, "mast", &now, 100).unwrap() {
            assert_eq!((due.address.kind.as_str(), &due.player), (SIGNAL, &self.ann.player));
            self.heard.lock().unwrap().push(format!("{} {}", due.notice.table, due.notice.why));
            match works {
                true => self.store.mark_delivered(due.id, &now, "the mast").unwrap(),
                false => self.store.mark_failed(due.id, &now, None, "fog").unwrap(),
            }
        }
    }

    /// What came of the only notice of a table by a channel; `None` while it waits.
    fn came(&self, table: &str, channel: &str) -> Option<String> {
        let seat = self.club.watch(table, Lang::En).unwrap().status().unwrap().chairs[0].seat;
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
    ship.clock.0.fetch_add(A_WHILE, Ordering::SeqCst);
    ship.discord_tick().await;
    assert_eq!(ship.came(&table, "discord").as_deref(), Some("this table is not played in Discord"));
    assert_eq!(ship.came(&table, SIGNAL), None, "that is not Discord's to end");
    ship.signal_tick(true);
    assert_eq!(*ship.heard.lock().unwrap(), [format!("{table} opened")]);
    assert_eq!(ship.came(&table, SIGNAL).as_deref(), Some("the mast"));
    assert!(ship.discord.sight().0.is_empty());
}

#[tokio::test]
async fn discord_sends_though_the_other_channel_was_first_or_gave_up() {
    let ship = Ship::new();
    for (key, works, outcome) in [(1, true, "the mast"), (2, false, "fog")] {
        let table = ship.open(key);
        ship.furnish(&table);
        ship.signal_tick(works);
        assert_eq!(
            (ship.came(&table, "discord"), ship.came(&table, SIGNAL).as_deref()),
            (None, Some(outcome))
        );
        ship.discord_tick().await;
        let thread = ship.club.room(&table).unwrap().unwrap().thread.unwrap();
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
    ship.signal_tick(true);
    assert_eq!(*ship.heard.lock().unwrap(), [format!("{table} opened")]);
    let seat = ship.club.watch(&table, Lang::En).unwrap().status().unwrap().chairs[0].seat;
    let kept = ship.store.notices_of(&table, seat.as_str(), 10).unwrap();
    assert_eq!(kept.iter().map(|it| it.channel.as_deref()).collect::<Vec<_>>(), [Some(SIGNAL)]);
}

#[test]
fn a_user_who_is_forgotten_leaves_no_byte_of_name_or_number() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("log.db")).unwrap();
    let clock = Arc::new(Clock(AtomicI64::new(1_700_000_000)));
    let club = Club::new(GAMES, Arc::new(store.clone()), clock, None, None).unwrap();
    let (number, name) = (9_007_199_254_740_977, "Ann-of-the-Lighthouse");
    let user = User { id: Id(number), name: name.to_owned(), lang: Lang::Ja, manager: false };
    let ann = club.person(&user).unwrap();
    club.set_by_dm(&ann, true).unwrap();
    let new = NewTable { game: "goeben".to_owned(), seat: None, options: vec![], practice: false };
    let Done::Done(table) = club.open(&ann, Id(1), &new, Lang::En).unwrap() else { panic!("refused") };
    club.keep_room(&room_of(&table, ann.user)).unwrap();
    club.plan_deliveries().unwrap();
    assert_eq!(club.room(&table).unwrap().unwrap().opener, Some(ann.user));
    let found = |text: &str| {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| std::fs::read(file.unwrap().path()));
        let mut bytes = files.map(Result::unwrap);
        bytes.any(|bytes| bytes.windows(text.len()).any(|window| window == text.as_bytes()))
    };
    let number = number.to_string();
    assert!(found(&number) && found(name));
    club.forget(&ann).unwrap();
    assert!(!found(&number) && !found(name));
    let room = club.room(&table).unwrap().unwrap();
    assert_eq!((room.opener, room.lang.as_str()), (None, "en"));
    assert_eq!(store.oldest_pending("discord").unwrap(), None, "nothing waits for who is not known");
    assert_ne!(club.person(&user).unwrap().player, ann.player, "whoever comes back is new");
}
