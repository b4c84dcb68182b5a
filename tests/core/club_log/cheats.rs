//! Clubs that cheat: each is found by whoever holds two checkpoints, and what does not fit is named.

use wardroom::club::club_log::{Checkpointer, LogSigner};
use wardroom::log::club_log::{NewLeaf, StoredCheckpoint};
use wardroom::log::{ClubLog, Store};
use wardroom::transparency::compare::{LogVerdict, compare};
use wardroom::transparency::leaf::{LeafMoment, TableLeaf};
use wardroom::words::english;

use super::{House, keys, list, signer, two_tables};
use crate::log_support::Scribe;

#[test]
fn an_honest_club_is_found_honest() {
    let house = House::new();
    let (_, signed) = two_tables(&house);
    let (key, tables) = (signer(), [house.chain("goeben-1"), house.chain("goeben-2")]);
    for (earlier, later) in [(0, 1), (1, 2), (0, 2), (2, 2)] {
        let pair = (&signed[earlier], &signed[later]);
        let found = compare(pair, (Some(key.verifier()), &[]), &[house.list()], &tables);
        assert_eq!(found.worst(), LogVerdict::Holds, "{found:?}");
        let found = compare(pair, (None, &[]), &[house.list()], &[]);
        assert_eq!(keys(&found, LogVerdict::Unchecked), ["club-log-no-key"]);
    }
    let found = compare((&signed[0], &signed[1]), (Some(key.verifier()), &[]), &[], &[]);
    assert_eq!(keys(&found, LogVerdict::Unchecked), ["club-log-no-list"]);
    let short = list(&house.lines()[..2]);
    let found = compare((&signed[0], &signed[2]), (Some(key.verifier()), &[]), &[short], &[]);
    assert_eq!(keys(&found, LogVerdict::Unchecked), ["club-log-list-of-neither"]);
}

/// A table that went badly for the operator is not in the log any more, and another is in its place.
#[test]
fn a_dropped_table_is_named() {
    let (honest, cheat) = (House::new(), House::new());
    let (_, signed) = two_tables(&honest);
    let mut kept = Scribe::new("goeben-1", 1);
    cheat.store(vec![kept.open()]);
    cheat.checkpoint();
    cheat.store(vec![kept.order()]);
    cheat.checkpoint();
    cheat.store(vec![kept.order(), kept.close(), Scribe::new("goeben-3", 3).open()]);
    cheat.checkpoint();
    cheat.store(vec![Scribe::new("goeben-4", 4).open()]);
    let later = cheat.checkpoint();
    assert!(later.size > signed[2].size);
    let (key, lists) = (signer(), [honest.list(), cheat.list()]);
    let tables = [honest.chain("goeben-1"), honest.chain("goeben-2")];
    let found = compare((&signed[2], &later), (Some(key.verifier()), &[]), &lists, &tables);
    let fails = keys(&found, LogVerdict::Fails);
    assert_eq!(fails, ["club-log-extends-not", "club-log-lost-table", "club-log-not-in"], "{found:?}");
    let named = english(&found.0.iter().find(|(_, why)| why.key == "club-log-lost-table").unwrap().1);
    assert!(named.contains("goeben-2"), "{named}");
    // Without the list of then it is found all the same, but not named.
    let found = compare((&signed[2], &later), (Some(key.verifier()), &[]), &lists[1..], &[]);
    assert_eq!(keys(&found, LogVerdict::Fails), ["club-log-extends-not"]);
    assert_eq!(keys(&found, LogVerdict::Unchecked), ["club-log-no-earlier-list"]);
}

/// The operator goes back to a backup after a bad die: the tree is shorter, or is another one once it has grown again.
#[test]
fn a_log_that_went_back_is_named() {
    let (before, after) = (House::new(), House::new());
    let (mut lost, mut played) = (Scribe::new("goeben-1", 1), Scribe::new("goeben-1", 1));
    before.store(vec![lost.open()]);
    before.checkpoint();
    before.store(vec![lost.order(), lost.order()]);
    let told = before.checkpoint();
    after.store(vec![played.open()]);
    let shorter = after.checkpoint();
    after.store(vec![played.order(), played.sealed_order("german", "another way"), played.order()]);
    let same_size = after.checkpoint();
    after.store(vec![played.order()]);
    let longer = after.checkpoint();
    let (key, lists) = (signer(), [before.list(), after.list()]);
    let named = |later| {
        let found = compare((&told, later), (Some(key.verifier()), &[]), &lists, &[after.chain("goeben-1")]);
        keys(&found, LogVerdict::Fails)
    };
    assert_eq!(named(&shorter)[0], "club-log-went-back");
    assert_eq!(named(&same_size), ["club-log-two-histories", "club-log-lost-head"]);
    assert_eq!(named(&longer), ["club-log-extends-not", "club-log-lost-head"]);
    // The tree is kept, and the table alone goes another way behind it: its export does not fit its leaves.
    let mut leaves = before.lines();
    let head = after.store.head("goeben-1").unwrap();
    let opening = after.chain("goeben-1").chains[0];
    leaves
        .push(TableLeaf { moment: LeafMoment::Head, opening, seq: head.seq, chain: head.chain }.to_string());
    let hashes: Vec<_> = leaves.iter().map(|leaf| TableLeaf::read(leaf).unwrap().hash()).collect();
    let root = wardroom::transparency::merkle::root(&hashes);
    let kept = wardroom::transparency::checkpoint::Checkpoint::sign(&key, hashes.len() as u64, root);
    let found =
        compare((&told, &kept), (Some(key.verifier()), &[]), &[list(&leaves)], &[after.chain("goeben-1")]);
    assert_eq!(keys(&found, LogVerdict::Fails), ["club-log-other-history"], "{found:?}");
}

/// Two players are shown two histories of one table.
#[test]
fn two_histories_are_named() {
    let (one, other) = (House::new(), House::new());
    let houses = [(&one, "sortie"), (&other, "wait")];
    let mut told = Vec::new();
    for (house, secret) in houses {
        let mut scribe = Scribe::new("goeben-1", 1);
        house.store(vec![scribe.open(), scribe.sealed_order("german", secret), scribe.order()]);
        told.push(house.checkpoint());
    }
    let (key, lists) = (signer(), [one.list(), other.list()]);
    let found = compare((&told[0], &told[1]), (Some(key.verifier()), &[]), &lists, &[one.chain("goeben-1")]);
    let fails = keys(&found, LogVerdict::Fails);
    assert_eq!(fails, ["club-log-two-histories", "club-log-lost-head", "club-log-other-history"]);
}

/// A list in which a table is opened twice, goes back, or goes on after its end is no honest list, whoever signed it.
#[test]
fn a_table_that_turns_around_within_the_list_is_named() {
    let leaf = |moment, seq| TableLeaf { moment, opening: [1; 32], seq, chain: [1; 32] }.to_string();
    let opened = leaf(LeafMoment::Opened, 1);
    for (wrong, count) in [
        (vec![opened.clone(), leaf(LeafMoment::Head, 9), leaf(LeafMoment::Head, 8)], 1),
        (vec![opened.clone(), leaf(LeafMoment::Closed, 9), leaf(LeafMoment::Head, 10)], 1),
        (vec![opened.clone(), opened.clone()], 1),
        (vec![leaf(LeafMoment::Head, 9)], 1),
        ([vec![opened.clone()], vec![opened; 40]].concat(), 21),
    ] {
        let hashes: Vec<_> = wrong.iter().map(|leaf| TableLeaf::read(leaf).unwrap().hash()).collect();
        let root = wardroom::transparency::merkle::root(&hashes);
        let signed =
            wardroom::transparency::checkpoint::Checkpoint::sign(&signer(), hashes.len() as u64, root);
        let found = compare((&signed, &signed), (None, &[]), &[list(&wrong)], &[]);
        assert_eq!(keys(&found, LogVerdict::Fails).len(), count, "{wrong:?}");
    }
}

/// A server does not sign over a history that is not the one it signed: an honest operator learns it first.
#[test]
fn a_server_signs_no_second_history() {
    let (before, after) = (House::new(), House::new());
    let (_, signed) = two_tables(&before);
    after.store(vec![Scribe::new("goeben-1", 1).open()]);
    let last = signed.last().cloned();
    let refused = |house: &House, signed| house.checkpointer(signed).sign_next().unwrap_err().to_string();
    assert!(refused(&after, last.clone()).contains("0 leaves, but a checkpoint over 4"));
    let other = House::new();
    let mut scribe = Scribe::new("goeben-9", 9);
    other.store(vec![scribe.open()]);
    for _ in 0..4 {
        other.checkpoint();
        other.store(vec![scribe.order()]);
    }
    other.checkpoint();
    assert!(refused(&other, last.clone()).contains("the one for which the checkpoint at 4"));
    // The right store again: it goes on.
    before.store(vec![Scribe::new("goeben-3", 3).open()]);
    assert_eq!(before.checkpointer(last).sign_next().unwrap().unwrap().size, 5);
}

#[test]
fn another_key_is_refused_unless_it_comes_in_place_of_a_lost_one() {
    let house = House::new();
    let (_, signed) = two_tables(&house);
    house.store(vec![Scribe::new("goeben-3", 3).open()]);
    let new = || LogSigner::new("club.example/new", [8; 32]).unwrap();
    let refused = Checkpointer::new(house.club.clone(), new(), None, None).sign_next().unwrap_err();
    let id = signer().verifier().id();
    let replace = format!("replaces_key = \"{}\"", hex::encode(id));
    assert!(refused.to_string().contains(&replace), "{refused}");
    let mut replacing = Checkpointer::new(house.club.clone(), new(), Some(id), signed.last().cloned());
    let next = replacing.sign_next().unwrap().unwrap();
    assert_eq!(next.size, 5);
    next.verify(new().verifier()).unwrap();
}

/// A table whose log does not pass through its last leaf gets no other leaf, and holds up no other table.
#[test]
fn a_table_that_went_back_gets_no_leaf() {
    let house = House::new();
    let (mut scribe, mut other) = (Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2));
    house.store(vec![scribe.open()]);
    let first = house.checkpoint();
    let opening = house.chain("goeben-1").chains[0];
    let lost = TableLeaf { moment: LeafMoment::Head, opening, seq: 5, chain: [9; 32] };
    let leaves = vec![NewLeaf { table: "goeben-1".to_owned(), seq: 5, text: lost.to_string() }];
    let hashes: Vec<_> = [house.lines(), vec![lost.to_string()]].concat();
    let hashes: Vec<_> = hashes.iter().map(|leaf| TableLeaf::read(leaf).unwrap().hash()).collect();
    let root = wardroom::transparency::merkle::root(&hashes);
    let signed = wardroom::transparency::checkpoint::Checkpoint::sign(&signer(), 2, root);
    let at = "1914-08-04T09:00:00.000Z".to_owned();
    let stored = StoredCheckpoint { size: 2, at, note: signed.note().to_string() };
    assert!(house.store.extend_club_log(first.size, leaves, stored).unwrap());
    house.store(vec![scribe.order(), other.open()]);
    assert_eq!(house.checkpoint().size, 3);
    assert!(house.store.leaves_of("goeben-1").unwrap().len() == 2);
}
