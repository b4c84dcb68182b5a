//! Everything moved from one store to another: all of it, wherever it is interrupted, and never two that are played on.

use wardroom::log::club_log::{NewLeaf, StoredCheckpoint};
use wardroom::log::moving::{MigrationState, MoveProgress, NotMoved, PARTS, Portable, give_up, move_all};
use wardroom::log::players::{Address, DISCORD, LOCAL, MAIL, Player};
use wardroom::log::settings::TableSettings;
use wardroom::log::{AppendError, Appended, Fault, SqliteStore, Store, StoredReceipt};

use crate::log_support::{Scribe, answer, key, notice};

const T9: &str = "1914-08-04T09:00:00.000Z";
const T10: &str = "1914-08-04T10:00:00.000Z";
const T11: &str = "1914-08-04T11:00:00.000Z";
/// More of anything than there is.
const MANY: usize = 10_000;

/// Two stores, the first of which is played on, and the writers of its tables.
pub struct Pair<S, T> {
    pub from: S,
    pub to: T,
    scribes: [Scribe; 2],
}

impl<S: Portable, T: Portable> Pair<S, T> {
    /// With something of everything in the first, and more entries than are brought at once.
    pub fn new(from: S, to: T) -> Pair<S, T> {
        let mut scribes = ["goeben-1", "goeben-2"].map(|table| Scribe::new(table, 1));
        for scribe in &mut scribes {
            store_all_dyn(&from, scribe.campaign());
        }
        for _ in 0..40 {
            store_all_dyn(&from, vec![scribes[0].order()]);
        }
        let mut noticed = scribes[1].order();
        noticed.notices = vec![
            notice(noticed.entries[0].entry().seq, "german"),
            notice(noticed.entries[0].entry().seq, "british"),
        ];
        noticed.answer = Some(answer(&key("one order", 1), "sail", "sailed\u{3042}"));
        noticed.receipt = Some(StoredReceipt {
            digest: "ab".repeat(32),
            player: "p-1".into(),
            sealed: "a key.a text\u{2014}".into(),
        });
        store_all_dyn(&from, vec![noticed]);
        from.record_answer(answer(&key("a slip", 1), "sale", "no such order")).unwrap();
        let people = [
            ("p-1", vec![(LOCAL, "ann"), (DISCORD, "17"), (MAIL, "ann@example.org")]),
            ("p-2", vec![(DISCORD, "18")]),
            ("p-3", vec![(MAIL, "gone@example.org")]),
            ("p-4", vec![(MAIL, "two@example.org")]),
        ];
        for (id, addresses) in people {
            let addresses = addresses.into_iter().map(|(kind, value)| Address::new(kind, value)).collect();
            from.put_player(Player { id: id.into(), name: "安".into(), addresses, ..Player::default() })
                .unwrap();
        }
        from.link("p-4", "p-2", T9).unwrap();
        let planned = from.unplanned_notices(MANY).unwrap();
        let both = vec![Address::new(DISCORD, "17"), Address::new(MAIL, "ann@example.org")];
        from.plan_notices(T9, vec![(planned[0].id, both)]).unwrap();
        // A number that was given and is nobody's any more.
        from.erase_player("p-3").unwrap();
        assert!(from.lease_channel(DISCORD, "me", T9, T10).unwrap());
        let due = from.pending_deliveries(DISCORD, "me", T9, MANY).unwrap();
        from.mark_delivered(due[0].id, T9, "the channel").unwrap();
        from.put_note("discord", "room/goeben-1", "{\"channel\":5}").unwrap();
        from.put_settings(
            "goeben-1",
            TableSettings { lang: "ja".into(), opened_by: Some("p-1".into()), begun: true },
        )
        .unwrap();
        let mut alarms = from.due_alarms(T11, MANY).unwrap().into_iter();
        let alarm = alarms.find(|alarm| alarm.table == "goeben-2").unwrap();
        from.set_alarms(vec![(alarm, Some(T11.to_owned()))]).unwrap();
        let leaf = NewLeaf { table: "goeben-2".into(), seq: 1, text: "{}".into() };
        let checkpoint = StoredCheckpoint { size: 1, at: T9.into(), note: "signed\u{2014}".into() };
        assert!(from.extend_club_log(0, vec![leaf], checkpoint).unwrap());
        from.release_channel(DISCORD, "me").unwrap();
        Pair { from, to, scribes }
    }

    /// Moves, until what is told for the `steps`th time is not heard any more.
    pub fn moves(&self, steps: usize) -> Result<usize, NotMoved> {
        let mut done = 0;
        let mut told = |_: MoveProgress<'_>| {
            done += 1;
            if done > steps { Err(Fault::Io("killed".into())) } else { Ok(()) }
        };
        move_all(&self.from, &self.to, &format!("move {steps}"), &mut |_| T11.to_owned(), &mut told)?;
        Ok(done)
    }

    /// Which of the two are played on: an order is stored there, and somebody may send.
    fn played_on(&mut self) -> [bool; 2] {
        let (from, to) = (&self.from as &dyn Portable, &self.to as &dyn Portable);
        [from, to].map(|store| {
            let scribe = &mut self.scribes[0];
            let before = scribe.head;
            let stored = match store.append(scribe.order()) {
                Ok(Appended::Stored(_)) => true,
                Err(AppendError::Fault(Fault::NotPlayedOn { .. })) => false,
                // What is not there yet cannot be gone on with in any case.
                Err(AppendError::Conflict { .. } | AppendError::Fault(Fault::NoTable { .. })) => {
                    assert!(store.migration().unwrap().is_some());
                    false
                }
                other => panic!("{other:?}"),
            };
            if !stored {
                scribe.head = before;
            }
            let leased = store.lease_channel("nobody's", "me", T9, T10);
            match stored {
                true => {
                    assert_eq!(leased, Ok(true));
                    store.release_channel("nobody's", "me").unwrap();
                }
                false => assert!(matches!(leased, Err(Fault::NotPlayedOn { .. })), "{leased:?}"),
            }
            stored
        })
    }

    /// Whether the second has all that the first has.
    fn is_the_same(&self) {
        let (from, to) = (&self.from as &dyn Portable, &self.to as &dyn Portable);
        for part in &PARTS {
            let all = from.rows_after(part, &[], MANY).unwrap();
            assert_eq!(all, to.rows_after(part, &[], MANY).unwrap(), "{}", part.name);
            assert!(!all.is_empty(), "{} has nothing to move", part.name);
        }
        assert_eq!(from.tables().unwrap(), to.tables().unwrap());
        assert_eq!(from.players().unwrap(), to.players().unwrap());
        for table in from.tables().unwrap() {
            let table = table.table;
            assert_eq!(from.read_lines(&table, 1).unwrap(), to.read_lines(&table, 1).unwrap());
            for seat in ["german", "british"] {
                assert_eq!(
                    from.notices_of(&table, seat, MANY).unwrap(),
                    to.notices_of(&table, seat, MANY).unwrap()
                );
            }
        }
        assert_eq!(from.due_alarms(T11, MANY).unwrap(), to.due_alarms(T11, MANY).unwrap());
    }
}

fn store_all_dyn(store: &dyn Portable, appends: Vec<wardroom::log::Append>) {
    appends.into_iter().for_each(|append| drop(store.append(append).unwrap()));
}

/// How many steps a move has.
fn steps<S: Portable, T: Portable>(pair: &Pair<S, T>) -> usize {
    pair.moves(usize::MAX).unwrap()
}

/// All that there is comes over, and is gone on with where it was.
pub fn everything_is_moved<S: Portable, T: Portable>(mut pair: Pair<S, T>) {
    assert!(steps(&pair) > PARTS.len());
    pair.is_the_same();
    assert_eq!(pair.from.migration().unwrap().map(|it| it.state), Some(MigrationState::Moved));
    assert_eq!(pair.played_on(), [false, true]);
    let to = &pair.to;
    // Given again, an order is answered as before.
    let again = to.record_answer(answer(&key("one order", 1), "sail", "again")).unwrap();
    assert!(again.answer_json.contains("sailed"), "{again:?}");
    // What was to be sent is, under the number that it had; and a number that was given is never given again.
    assert!(to.lease_channel(MAIL, "me", T10, T11).unwrap());
    let due = to.pending_deliveries(MAIL, "me", T10, MANY).unwrap();
    assert_eq!(due.len(), 1);
    let addresses = PARTS.iter().find(|part| part.name == "addresses").unwrap();
    let before = pair.from.numbered_to(addresses).unwrap();
    let new = Player {
        id: "p-9".into(),
        name: "N.".into(),
        addresses: vec![Address::new(MAIL, "n@example.org")],
        ..Player::default()
    };
    to.put_player(new).unwrap();
    assert!(to.numbered_to(addresses).unwrap() > before);
    // Nothing else is stored in what was left, and it can be read.
    let from = &pair.from;
    assert!(
        matches!(from.put_note("discord", "k", "b"), Err(Fault::NotPlayedOn { state, .. }) if state == "moved")
    );
    assert!(matches!(from.erase_player("p-1"), Err(Fault::NotPlayedOn { .. })));
    assert!(matches!(from.mark_failed(due[0].id, T10, None, "gone"), Err(Fault::NotPlayedOn { .. })));
    assert!(matches!(from.prune_answers(T11), Err(Fault::NotPlayedOn { .. })));
    assert!(!from.read_lines("goeben-1", 1).unwrap().is_empty());
    // Nor is it moved anywhere else, or given up.
    assert_eq!(give_up(from, &to.place()), Err(NotMoved::TooLate));
    let elsewhere = tempfile::tempdir().unwrap();
    let third = SqliteStore::open(&elsewhere.path().join("third.db")).unwrap();
    let third = move_all(from, &third, "n", &mut |_| T11.into(), &mut |_| Ok(()));
    assert!(matches!(third, Err(NotMoved::NotHere(_))), "{third:?}");
}

/// Killed after any step, never two are played on; and the same move goes on to its end.
pub fn a_move_killed_anywhere_goes_on<S: Portable, T: Portable>(new: impl Fn() -> Pair<S, T>) {
    let all = steps(&new());
    for killed in 0..all {
        let mut pair = new();
        assert!(pair.moves(killed).is_err());
        let played = pair.played_on();
        assert_ne!(played, [true, true], "killed after step {killed}");
        let arrived = pair.to.migration().unwrap().is_none();
        assert_eq!(played[1], arrived, "killed after step {killed}");
        if !arrived {
            pair.moves(usize::MAX).unwrap();
        }
        if killed + 1 < all {
            pair.is_the_same();
        }
        assert_eq!(pair.played_on(), [false, true], "killed after step {killed}");
    }
}

/// Killed after any step and given up, the first is played on, and moved to another; from some step on it is too late.
pub fn a_move_killed_anywhere_is_given_up<S: Portable, T: Portable>(
    new: impl Fn() -> Pair<S, T>,
    fresh: impl Fn() -> T,
) {
    let all = steps(&new());
    let mut late = 0;
    for killed in 0..all {
        let mut pair = new();
        assert!(pair.moves(killed).is_err());
        if give_up(&pair.from, &pair.to.place()) == Err(NotMoved::TooLate) {
            late += 1;
            continue;
        }
        assert_eq!(late, 0, "it was too late before step {killed}");
        assert_eq!(pair.played_on(), [true, false], "given up after step {killed}");
        // What was brought is of before: it is not gone on with.
        let brought = PARTS.iter().any(|part| pair.to.count(part).unwrap() > 0);
        if brought {
            assert_eq!(pair.moves(usize::MAX), Err(NotMoved::Occupied), "given up after step {killed}");
            assert_eq!(pair.played_on(), [true, false]);
            pair.to = fresh();
        }
        pair.moves(usize::MAX).unwrap();
        pair.is_the_same();
        assert_eq!(pair.played_on(), [false, true]);
    }
    assert!(late > 0 && late < all, "{late} of {all}");
}

/// While a store is being moved it is moved nowhere else, and given up the move opens nothing; however it ends, one is played on.
pub fn another_move_changes_nothing<S: Portable, T: Portable>(
    new: impl Fn() -> Pair<S, T>,
    fresh: impl Fn() -> T,
) {
    for gives_up in [false, true] {
        let mut pair = new();
        let third = fresh();
        let (from, to) = (&pair.from, &pair.to);
        let again = |to: &T| move_all(from, to, "another", &mut |_| T11.into(), &mut |_| Ok(()));
        let mut told = |progress: MoveProgress<'_>| {
            if let MoveProgress::Brought("packs", _) = progress {
                assert!(matches!(again(&third), Err(NotMoved::NotHere(_))));
                assert_eq!(third.migration().unwrap(), None);
                assert!(matches!(give_up(from, &third.place()), Err(NotMoved::NotHere(_))));
                if gives_up {
                    give_up(from, &to.place()).unwrap();
                }
            }
            Ok(())
        };
        let moved = move_all(from, to, "one", &mut |_| T11.into(), &mut told);
        let expected = if gives_up { Err(NotMoved::Overtaken(from.place())) } else { Ok(()) };
        assert_eq!(moved, expected);
        assert_eq!(pair.played_on(), [gives_up, !gives_up]);
    }
    // One that began between the look at it and the first step.
    let (pair, third) = (new(), fresh());
    let (from, to) = (&pair.from, &pair.to);
    let mut began = None;
    let mut told = |progress: MoveProgress<'_>| {
        if let (MoveProgress::Is(_, Some(MigrationState::Arriving)), None) = (progress, &began) {
            began = Some(move_all(from, &third, "another", &mut |_| T11.into(), &mut |_| Ok(())));
        }
        Ok(())
    };
    let moved = move_all(from, to, "one", &mut |_| T11.into(), &mut told);
    assert_eq!((moved, began), (Err(NotMoved::Overtaken(from.place())), Some(Ok(()))));
    assert_eq!((to.migration().unwrap(), third.migration().unwrap()), (None, None));
    assert_eq!(from.migration().unwrap().map(|it| it.state), Some(MigrationState::Moved));
}

/// Whoever has a lease is waited for, and gets no other.
pub fn leases_are_waited_for<S: Portable, T: Portable>(pair: Pair<S, T>) {
    assert!(pair.from.lease_channel(DISCORD, "a process", T9, T10).unwrap());
    let (mut asked, mut leased) = (Vec::new(), 0);
    let mut wait = |until: &str| {
        asked.push(until.to_owned());
        let renewed = pair.from.lease_channel(DISCORD, "a process", T9, T11);
        assert!(matches!(renewed, Err(Fault::NotPlayedOn { .. })), "{renewed:?}");
        // Twice it is too early.
        if asked.len() < 4 { T9.to_owned() } else { T10.to_owned() }
    };
    let mut told = |progress: MoveProgress<'_>| {
        if let MoveProgress::Leased(until) = progress {
            assert_eq!(until, T10);
            leased += 1;
        }
        Ok(())
    };
    move_all(&pair.from, &pair.to, "a move", &mut wait, &mut told).unwrap();
    assert_eq!((asked, leased), (vec![String::new(), T10.into(), T10.into(), T10.into()], 3));
    pair.is_the_same();
}

/// What has something of its own is no target, and is played on as before.
pub fn a_target_in_use_is_refused<S: Portable, T: Portable>(mut pair: Pair<S, T>) {
    let mut own = Scribe::new("goeben-9", 9);
    store_all_dyn(&pair.to, vec![own.open()]);
    assert_eq!(pair.moves(usize::MAX), Err(NotMoved::Occupied));
    store_all_dyn(&pair.to, vec![own.order()]);
    store_all_dyn(&pair.from, vec![pair.scribes[0].order()]);
    assert_eq!((pair.from.migration().unwrap(), pair.to.migration().unwrap()), (None, None));
}

/// Two new files.
fn files(folder: &std::path::Path) -> [SqliteStore; 2] {
    ["from.db", "to.db"].map(|name| SqliteStore::open(&folder.join(name)).unwrap())
}

/// Does something with a pair of files.
fn with_files<R>(work: impl FnOnce(&std::path::Path, Pair<SqliteStore, SqliteStore>) -> R) -> R {
    let folder = tempfile::tempdir().unwrap();
    let [from, to] = files(folder.path());
    work(folder.path(), Pair::new(from, to))
}

#[test]
fn files_are_moved() {
    with_files(|_, pair| everything_is_moved(pair));
    with_files(|_, pair| leases_are_waited_for(pair));
    with_files(|_, pair| a_target_in_use_is_refused(pair));
}

#[test]
fn a_move_of_files_goes_on_or_is_given_up_wherever_it_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let number = std::cell::Cell::new(0);
    let fresh = || {
        number.set(number.get() + 1);
        SqliteStore::open(&folder.path().join(format!("{}.db", number.get()))).unwrap()
    };
    a_move_killed_anywhere_goes_on(|| Pair::new(fresh(), fresh()));
    a_move_killed_anywhere_is_given_up(|| Pair::new(fresh(), fresh()), fresh);
    another_move_changes_nothing(|| Pair::new(fresh(), fresh()), fresh);
}

#[test]
fn the_heads_of_a_file_that_everything_was_moved_to_are_noted() {
    with_files(|_, pair| {
        pair.moves(usize::MAX).unwrap();
        let heads = pair.to.witness().heads;
        for table in pair.from.tables().unwrap() {
            assert_eq!(heads.get(&table.table), Some(&table.head));
        }
    });
}

#[test]
fn what_is_not_the_same_at_the_end_is_not_played_on() {
    for (table, damage) in [
        ("notes", "UPDATE notes SET body = 'other'"),
        ("deliveries", "DELETE FROM deliveries"),
        (
            "entries",
            "DROP TRIGGER entries_no_update; UPDATE entries SET text = replace(text, '0513', '0514') WHERE seq = 9",
        ),
    ] {
        with_files(|folder, pair| {
            let mut told = |progress: MoveProgress<'_>| {
                if matches!(progress, MoveProgress::Brought("alarms", _)) {
                    rusqlite::Connection::open(folder.join("to.db")).unwrap().execute_batch(damage).unwrap();
                }
                Ok(())
            };
            let moved = move_all(&pair.from, &pair.to, "n", &mut |_| T11.into(), &mut told);
            assert!(matches!(&moved, Err(NotMoved::Differs(what)) if what == table), "{table}: {moved:?}");
            assert_eq!(pair.to.migration().unwrap().map(|it| it.state), Some(MigrationState::Arriving));
            give_up(&pair.from, &pair.to.place()).unwrap();
        });
    }
}

#[test]
fn a_damaged_log_is_not_left() {
    with_files(|folder, mut pair| {
        let damage = "DROP TRIGGER entries_no_update; UPDATE entries SET text = replace(text, '0513', '0514') WHERE seq = 9";
        rusqlite::Connection::open(folder.join("from.db")).unwrap().execute_batch(damage).unwrap();
        let moved = pair.moves(usize::MAX);
        assert!(matches!(&moved, Err(NotMoved::Fault(Fault::Damaged { .. }))), "{moved:?}");
        assert_eq!((pair.from.migration().unwrap(), pair.to.migration().unwrap()), (None, None));
        store_all_dyn(&pair.from, vec![pair.scribes[1].order()]);
    });
}

#[test]
fn an_older_program_that_still_runs_stores_nothing_in_what_is_left() {
    with_files(|folder, pair| {
        let older = rusqlite::Connection::open(folder.join("from.db")).unwrap();
        let writes = [
            "INSERT INTO entries SELECT table_id, seq + 1, text, kind, at, cause, digest, chain FROM entries
             WHERE table_id = 2 AND seq = (SELECT max(seq) FROM entries WHERE table_id = 2)",
            "INSERT OR REPLACE INTO leases (channel, owner, until) VALUES ('discord', 'older', '9999')",
        ];
        for write in writes {
            older.execute_batch(&format!("BEGIN; {write}; ROLLBACK")).unwrap();
        }
        pair.moves(usize::MAX).unwrap();
        for write in writes {
            let refused = older.execute_batch(write).unwrap_err().to_string();
            assert!(refused.contains("moved"), "{refused}");
        }
    });
}
