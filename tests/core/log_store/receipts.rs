//! Receipts beside the log.

use wardroom::log::{AppendError, Fault, MemoryStore, SqliteStore, Store, StoredReceipt};

use super::{T9, player};
use crate::log_support::{Scribe, store_all};

every_store! {
    receipts_are_stored_with_their_entries_and_erased_with_their_player
    a_receipt_of_another_form_is_refused_with_its_entries
}

fn receipt(digit: &str, player: &str) -> StoredReceipt {
    StoredReceipt { digest: digit.repeat(64), player: player.to_owned(), sealed: format!("sealed {digit}") }
}

fn receipts_are_stored_with_their_entries_and_erased_with_their_player(store: &impl Store) {
    let mut scribes = [Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2)];
    for scribe in &mut scribes {
        store_all(store, vec![scribe.open()]);
    }
    let mut append = |at: usize, receipt: StoredReceipt| {
        let mut append = scribes[at].order();
        append.receipt = Some(receipt);
        append
    };
    let appends = [
        append(0, receipt("b", "p-1")),
        append(0, receipt("a", "p-2")),
        append(1, receipt("c", "p-1")),
        append(1, receipt("d", "p-3")),
    ];
    let stale = appends[0].clone();
    appends.into_iter().for_each(|append| drop(store.append(append).unwrap()));
    assert!(matches!(store.append(stale), Err(AppendError::Conflict { .. })));
    assert_eq!(store.receipts("goeben-1").unwrap(), [receipt("a", "p-2"), receipt("b", "p-1")]);
    assert_eq!(store.receipts("goeben-9").unwrap(), []);
    store.put_player(player("p-1", &[("discord", "1")])).unwrap();
    store.put_player(player("p-3", &[("mail", "a@b")])).unwrap();
    // The receipts of every id of theirs go.
    assert!(store.link("p-3", "p-1", T9).unwrap());
    assert!(store.erase_player("p-1").unwrap());
    assert_eq!(store.receipts("goeben-1").unwrap(), [receipt("a", "p-2")]);
    assert_eq!(store.receipts("goeben-2").unwrap(), []);
}

fn a_receipt_of_another_form_is_refused_with_its_entries(store: &impl Store) {
    let mut scribe = Scribe::new("goeben-1", 1);
    store_all(store, vec![scribe.open()]);
    let good = receipt("a", "p-1");
    for bad in [
        StoredReceipt { digest: "a".repeat(63), ..good.clone() },
        StoredReceipt { digest: "A".repeat(64), ..good.clone() },
        StoredReceipt { player: "Ann Lee".to_owned(), ..good.clone() },
        StoredReceipt { sealed: "x".repeat(1024 * 1024 + 1), ..good },
    ] {
        let mut append = Scribe { head: scribe.head, ..Scribe::new("goeben-1", 1) }.order();
        append.receipt = Some(bad);
        assert!(matches!(store.append(append), Err(AppendError::Fault(Fault::Unfit(_)))));
    }
    assert_eq!((store.head("goeben-1").unwrap().seq, store.receipts("goeben-1").unwrap().len()), (1, 0));
}
