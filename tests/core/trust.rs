//! The line that says what holds for the dice of a table, and what the table lacks.

use std::sync::Arc;

use wardroom::club::club_log::{Checkpoint, Checkpointer, LogSigner, PublicLog};
use wardroom::log::players::Player;
use wardroom::log::{MemoryStore, Players};
use wardroom::table::{Platform, Tables};
use wardroom::words::Lang;

use crate::entropy::open_for_luck;
use crate::seats::{BLUE, RED, table};
use crate::time_faults::TOY;
use crate::toy::*;
use crate::witnessed::{self, Near};

/// A store that knows the two players, and its tables.
fn house(platform: &Arc<impl Platform + 'static>) -> (MemoryStore, Toys<MemoryStore>) {
    let store = MemoryStore::new();
    for name in [RED, BLUE] {
        store.put_player(Player { id: name.to_owned(), name: name.to_owned(), ..Player::default() }).unwrap();
    }
    let tables = Tables::new(Arc::new(store.clone()), platform.clone());
    (store, tables)
}

/// The line of a table, in both languages.
fn lines(store: &MemoryStore, platform: &Arc<impl Platform + 'static>, id: &str) -> [String; 2] {
    let club = TOY.club(Arc::new(store.clone()), platform.clone(), None, None).unwrap();
    [Lang::En, Lang::Ja].map(|lang| club.watch(id, lang).unwrap().status().unwrap().trust)
}

/// Signs a checkpoint over a store.
fn sign(store: &MemoryStore, platform: &Arc<impl Platform + 'static>) -> Checkpoint {
    let club = TOY.club(Arc::new(store.clone()), platform.clone(), None, None).unwrap();
    let signer = LogSigner::new("club.example/log", [7; 32]).unwrap();
    Checkpointer::new(Arc::new(club), signer, None, None).sign_next().unwrap();
    PublicLog::new(store).checkpoint().unwrap().unwrap()
}

#[test]
fn a_club_without_a_network_says_what_its_tables_lack() {
    let clock = Clock::new();
    let (store, tables) = house(&clock);
    let id = table(&tables, false, false);
    assert_eq!(
        lines(&store, &clock, &id),
        [
            "The dice follow from the club’s seed and the orders (format 2). Missing at this table: luck of the players, a witness of \
             the dice, a checkpoint of the club’s log.",
            "ダイスはクラブのシードと命令で決まります（形式2）。\
             この卓にないもの：プレイヤーの運、ダイスの証人、クラブの記録のチェックポイント。",
        ]
    );
    // The seats that gave no luck are named, so luck is not among what is missing.
    let waits = open_for_luck(&tables, &[RED, BLUE]);
    let [english, japanese] = lines(&store, &clock, &waits);
    assert!(english.contains("no player has added luck"), "{english}");
    let missing = "Missing at this table: a witness of the dice, a checkpoint of the club’s log.";
    assert!(english.ends_with(missing), "{english}");
    assert!(
        japanese.ends_with("この卓にないもの：ダイスの証人、クラブの記録のチェックポイント。"),
        "{japanese}"
    );

    let short = sign(&store, &clock).short();
    let [english, japanese] = lines(&store, &clock, &id);
    let ends = format!(
        "Club’s log: checkpoint {short}. \
         Missing at this table: luck of the players, a witness of the dice, a cosignature of the checkpoint."
    );
    assert!(english.ends_with(&ends), "{english}");
    assert!(japanese.ends_with("プレイヤーの運、ダイスの証人、チェックポイントへの連署。"), "{japanese}");
}

#[test]
fn a_table_with_a_witness_says_what_else_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let near = Near::new(witnessed::desk(folder.path()), 7);
    let (store, tables) = house(&near);
    let id = witnessed::open(&tables).unwrap();
    let [english, japanese] = lines(&store, &near, &id);
    assert!(english.contains("Witness of every roll: witness.example/w1"), "{english}");
    assert!(english.ends_with("Missing at this table: a checkpoint of the club’s log."), "{english}");
    assert!(japanese.ends_with("この卓にないもの：クラブの記録のチェックポイント。"), "{japanese}");
}

/// A table of format 1 can have neither luck nor a witness: its line stays as it was.
#[test]
fn the_line_of_an_older_table_lists_nothing() {
    let clock = Clock::of_format(1);
    let (store, tables) = house(&clock);
    let id = table(&tables, false, false);
    assert_eq!(
        lines(&store, &clock, &id),
        [
            "The dice follow from the club’s seed and the whole log (format 1).",
            "ダイスはクラブのシードと記録全体で決まります（形式1）。",
        ]
    );
}
