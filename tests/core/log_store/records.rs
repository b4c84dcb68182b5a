//! What a store keeps beside the logs: players, settings, alarms and notes.

use crate::log_support::{Scribe, store_all};
use wardroom::log::limits::{MAX_NOTE_BYTES, MAX_NOTE_KEY_BYTES};
use wardroom::log::players::{Address, DISCORD, LOCAL, MAIL, Player, Preferences, QuietHours};
use wardroom::log::settings::TableSettings;
use wardroom::log::{Alarm, Fault, MemoryStore, SeatEvent, SqliteStore, Store, TableEvent};

use super::{T9, T10, T11, player, tables_with_players};

every_store! {
    settings_of_a_table_are_kept_and_play_stays_begun
    a_player_has_an_index_of_their_tables
    tables_count_as_open_until_their_seed_is_revealed
    an_alarm_that_is_not_as_it_was_found_stays
    a_player_wakes_no_table_that_is_closed
    notes_are_kept_replaced_and_dropped
    notes_are_bounded
    players_can_be_found_and_erased
    two_players_are_linked_and_parted
}

fn a_player_has_an_index_of_their_tables(store: &impl Store) {
    tables_with_players(store);
    let of = |player: &str| store.tables_of_player(player).unwrap();
    assert_eq!(of("p-7kq2"), ["goeben-1", "goeben-2"]);
    assert_eq!(of("p-2"), ["goeben-1"]);
    assert_eq!(of("p-9"), [""; 0]);
}

fn tables_count_as_open_until_their_seed_is_revealed(store: &impl Store) {
    assert_eq!(store.count_open_tables().unwrap(), 0);
    let mut scribes = ["a", "b"].map(|name| Scribe::new(&format!("goeben-{name}"), 1));
    for scribe in &mut scribes {
        store_all(store, vec![scribe.open(), scribe.order()]);
    }
    assert_eq!(store.count_open_tables().unwrap(), 2);
    store_all(store, vec![scribes[1].close()]);
    assert_eq!(store.count_open_tables().unwrap(), 1);
}

fn an_alarm_that_is_not_as_it_was_found_stays(store: &impl Store) {
    let mut scribes = ["a", "b", "c", "d"].map(|name| Scribe::new(&format!("goeben-{name}"), 1));
    for scribe in &mut scribes {
        let seat = TableEvent::Seats(SeatEvent::SeatTaken { seat: "german".to_owned() });
        store_all(store, vec![scribe.open(), scribe.table_event(&seat)]);
    }
    let due = store.due_alarms(T10, 10).unwrap();
    let named = |due: &[Alarm]| due.iter().map(|due| due.table.clone()).collect::<Vec<_>>();
    assert_eq!(named(&due), ["goeben-a", "goeben-b", "goeben-c", "goeben-d"]);
    // While they are looked at, the first goes on and the second is woken by its player.
    store_all(store, vec![scribes[0].order()]);
    store.set_alarms(vec![(due[1].clone(), Some(T9.to_owned()))]).unwrap();
    let late = |at: usize| (due[at].clone(), Some(T11.to_owned()));
    store.set_alarms(vec![late(0), late(1), late(2), (due[3].clone(), None)]).unwrap();
    let now = store.due_alarms(T10, 10).unwrap();
    assert_eq!(named(&now), ["goeben-b", "goeben-a"]);
    assert_eq!((now[0].at.as_str(), now[1].seq), (T9, scribes[0].head.seq));
    assert_eq!(named(&store.due_alarms(T11, 10).unwrap()), ["goeben-b", "goeben-a", "goeben-c"]);
}

fn a_player_wakes_no_table_that_is_closed(store: &impl Store) {
    let mut scribes = ["a", "b"].map(|name| Scribe::new(&format!("goeben-{name}"), 1));
    for scribe in &mut scribes {
        let seat = TableEvent::Seats(SeatEvent::SeatTaken { seat: "german".to_owned() });
        store_all(store, vec![scribe.open(), scribe.table_event(&seat)]);
    }
    store_all(store, vec![scribes[1].close()]);
    store.wake_tables_of("p-7kq2", T9).unwrap();
    let woken = Alarm { table: "goeben-a".to_owned(), seq: scribes[0].head.seq, at: T9.to_owned() };
    assert_eq!(store.due_alarms(T11, 10).unwrap(), [woken]);
}

fn settings_of_a_table_are_kept_and_play_stays_begun(store: &impl Store) {
    store_all(store, vec![Scribe::new("goeben-1", 1).open(), Scribe::new("goeben-2", 2).open()]);
    assert_eq!(store.settings("goeben-1").unwrap(), None);
    let new = TableSettings { lang: "ja".to_owned(), opened_by: Some("p-1".to_owned()), begun: false };
    store.put_settings("goeben-1", new.clone()).unwrap();
    assert_eq!(store.settings("goeben-1").unwrap(), Some(new.clone()));
    let begun = TableSettings { begun: true, ..new.clone() };
    store.put_settings("goeben-1", begun.clone()).unwrap();
    store.put_settings("goeben-1", new.clone()).unwrap();
    assert_eq!(store.settings("goeben-1").unwrap(), Some(begun.clone()));
    store.put_settings("goeben-2", TableSettings::default()).unwrap();
    let all = store.all_settings().unwrap();
    let expected = [("goeben-1".to_owned(), begun), ("goeben-2".to_owned(), TableSettings::default())];
    assert_eq!(all.into_iter().collect::<Vec<_>>(), expected);
    let refused = store.put_settings("goeben-3", new.clone());
    assert!(matches!(refused, Err(Fault::NoTable { .. })), "{refused:?}");
    let long = TableSettings { lang: "x".repeat(65), ..new };
    assert!(matches!(store.put_settings("goeben-1", long), Err(Fault::Unfit(_))));
}

fn notes_are_kept_replaced_and_dropped(store: &impl Store) {
    assert_eq!(store.note("discord", "room/a").unwrap(), None);
    for (door, key, body) in [
        ("discord", "room/b", "b"),
        ("discord", "room/a", "old"),
        ("discord", "room/a", "卓"),
        ("discord", "room", ""),
        ("discord", "rooms", "other"),
        ("discord", "ROOM/a", "other"),
        ("discorder", "room/a", "other"),
        ("email", "room/a", "other"),
    ] {
        store.put_note(door, key, body).unwrap();
    }
    assert_eq!(store.note("discord", "room/a").unwrap().as_deref(), Some("卓"));
    assert_eq!(store.note("discord", "room").unwrap().as_deref(), Some(""));
    let keys = |prefix: &str| -> Vec<String> {
        store.notes("discord", prefix).unwrap().into_iter().map(|(key, _)| key).collect()
    };
    assert_eq!(keys("room/"), ["room/a", "room/b"]);
    assert_eq!(keys(""), ["ROOM/a", "room", "room/a", "room/b", "rooms"]);
    assert_eq!(keys("%"), Vec::<String>::new());
    assert_eq!(store.notes("discord", "room/b").unwrap(), [("room/b".to_owned(), "b".to_owned())]);
    assert!(store.drop_note("discord", "room/a").unwrap());
    assert!(!store.drop_note("discord", "room/a").unwrap());
    assert_eq!(store.note("discord", "room/a").unwrap(), None);
    assert_eq!(store.note("email", "room/a").unwrap().as_deref(), Some("other"));
}

fn notes_are_bounded(store: &impl Store) {
    let (key, body) = ("k".repeat(MAX_NOTE_KEY_BYTES), "b".repeat(MAX_NOTE_BYTES));
    store.put_note("discord", &key, &body).unwrap();
    let long = [
        ("discord".to_owned(), format!("{key}k"), body.clone()),
        ("discord".to_owned(), key.clone(), format!("{body}b")),
        ("discord".to_owned(), String::new(), body.clone()),
        (String::new(), key.clone(), body.clone()),
        ("d".repeat(65), key.clone(), body.clone()),
    ];
    for (door, key, body) in long {
        let refused = store.put_note(&door, &key, &body);
        assert!(matches!(refused, Err(Fault::Unfit(_))), "{door:.9} {}: {refused:?}", key.len());
    }
    assert_eq!(store.notes("discord", "").unwrap(), [(key, body)]);
}

fn players_can_be_found_and_erased(store: &impl Store) {
    let mut one = player("p-1", &[(DISCORD, "9007199254740993"), (MAIL, "admiral@example.org")]);
    one.preferences = Preferences {
        lang: Some("ja".to_owned()),
        zone: Some("Asia/Tokyo".to_owned()),
        channels: Some(vec![MAIL.to_owned()]),
        ladder: Some("1d, 6h before".to_owned()),
        quiet: Some(QuietHours { from: 22 * 60, to: 7 * 60 }),
        direct: true,
    };
    let two = player("p-2", &[]);
    store.put_player(one.clone()).unwrap();
    store.put_player(two.clone()).unwrap();
    assert_eq!(store.player("p-1").unwrap(), Some(one.clone()));
    assert_eq!(store.players().unwrap(), [one.clone(), two.clone()]);
    assert_eq!(store.player_named("Souchon").unwrap(), [one.clone(), two.clone()]);
    assert_eq!(store.player_named("souchon").unwrap(), []);
    let at = |kind, value| store.player_at(&Address::new(kind, value)).unwrap();
    assert_eq!(at(DISCORD, "9007199254740993"), Some(one.clone()));
    assert_eq!(at(MAIL, "admiral@example.org"), Some(one.clone()));
    assert_eq!(at(LOCAL, "admiral@example.org"), None);
    assert_eq!(at(LOCAL, "root"), None);
    let twice = player("p-2", &[("signal", "s"), (DISCORD, "9007199254740993")]);
    assert!(store.put_player(twice).is_err(), "an address has one player");
    assert_eq!((store.player("p-2").unwrap(), at("signal", "s")), (Some(two), None));
    let mut changed = Player { name: "S.".to_owned(), ..one };
    changed.addresses[0] = Address::new("signal", "s");
    changed.preferences.quiet = None;
    store.put_player(changed.clone()).unwrap();
    changed.addresses.reverse();
    assert_eq!(store.player("p-1").unwrap(), Some(changed.clone()), "the oldest address first");
    assert_eq!(at(DISCORD, "9007199254740993"), None);
    assert!(store.erase_player("p-1").unwrap());
    assert!(!store.erase_player("p-1").unwrap());
    assert_eq!(store.player("p-1").unwrap(), None);
    assert_eq!(at(MAIL, "admiral@example.org"), None);
    assert!(store.put_player(player("p 3", &[])).is_err());
    assert!(store.put_player(player("p-3", &[("a kind", "x")])).is_err());
    changed.preferences.quiet = Some(QuietHours { from: 1440, to: 0 });
    assert!(store.put_player(changed).is_err());
}

fn two_players_are_linked_and_parted(store: &impl Store) {
    let mail = player("p-2", &[(MAIL, "ann@example.org")]);
    let discord = Player { name: "Ann".to_owned(), ..player("p-7kq2", &[(DISCORD, "17")]) };
    [&mail, &discord].into_iter().for_each(|it| store.put_player(it.clone()).unwrap());
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, scribe.campaign());
    let alone = store.tables_of_player("p-2").unwrap();
    assert!(!store.link("p-7kq2", "p-3", T9).unwrap() && !store.link("p-2", "p-2", T9).unwrap());
    assert!(store.link("p-7kq2", "p-2", T9).unwrap());
    for (alias, player) in [("p-7kq2", "p-2"), ("p-2", "p-7kq2")] {
        assert!(!store.link(alias, player, T9).unwrap(), "no alias has aliases, and none is one twice");
    }
    let both = store.player("p-2").unwrap().unwrap();
    assert_eq!(both.ids().collect::<Vec<_>>(), ["p-2", "p-7kq2"]);
    assert_eq!((both.aliases[0].at.as_str(), both.name.as_str()), (T9, "Souchon"));
    assert_eq!(both.addresses, [&mail.addresses[..], &discord.addresses[..]].concat());
    assert_eq!(store.player("p-7kq2").unwrap(), Some(both.clone()));
    assert_eq!(store.player_at(&Address::new(DISCORD, "17")).unwrap(), Some(both.clone()));
    assert_eq!(store.players().unwrap(), std::slice::from_ref(&both));
    assert_eq!(
        (store.player_named("Ann").unwrap(), store.player_named("Souchon").unwrap().len()),
        (vec![], 1)
    );
    assert!(alone.is_empty() && store.tables_of_player("p-2").unwrap() == ["goeben-1"]);
    let mut changed = Player { name: "A.".to_owned(), ..both };
    changed.addresses.push(Address::new(LOCAL, "ann"));
    store.put_player(changed).unwrap();
    let renamed = store.player("p-7kq2").unwrap().unwrap();
    assert_eq!((renamed.name.as_str(), renamed.addresses.len(), renamed.aliases.len()), ("A.", 3, 1));
    assert!(store.put_player(discord.clone()).is_err(), "an alias is not changed");
    assert!(store.unlink("p-7kq2").unwrap() && !store.unlink("p-7kq2").unwrap());
    assert_eq!(store.player("p-7kq2").unwrap(), Some(discord), "as it was");
    assert_eq!(store.player("p-2").unwrap().unwrap().addresses.len(), 2);
    assert!(store.link("p-7kq2", "p-2", T9).unwrap() && store.erase_player("p-7kq2").unwrap());
    assert_eq!(store.players().unwrap(), []);
}
