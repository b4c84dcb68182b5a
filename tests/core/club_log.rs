//! The club's log: the vectors of the specifications, checkpoints of stores, and clubs that cheat.

mod cheats;
mod formats;
mod python;
mod witness;

use std::sync::Arc;

use wardroom::club::Club;
use wardroom::club::club_log::{Checkpoint, Checkpointer, LogSigner, PublicLog};
use wardroom::log::export::export;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Append, ClubLog, Entry, MemoryStore, Store};
use wardroom::transparency::compare::{LeafList, LogFindings, LogVerdict, TableChain};

use crate::log_support::{Scribe, store_all};
use crate::toy::Clock;

/// The name of the club's log.
const ORIGIN: &str = "club.example/log";

fn signer() -> LogSigner {
    LogSigner::new(ORIGIN, [7; 32]).unwrap()
}

/// A club with its tables.
struct House {
    store: MemoryStore,
    clock: Arc<Clock>,
    club: Arc<Club>,
}

impl House {
    fn new() -> House {
        House::of(MemoryStore::new())
    }

    fn of(store: MemoryStore) -> House {
        let clock = Clock::new();
        let club = Club::new(vec![], Arc::new(store.clone()), clock.clone(), None).unwrap();
        House { store, clock, club: Arc::new(club) }
    }

    fn store(&self, appends: Vec<Append>) {
        store_all(&self.store, appends);
    }

    fn checkpointer(&self, signed: Option<Checkpoint>) -> Checkpointer {
        Checkpointer::new(self.club.clone(), signer(), None, signed)
    }

    /// The last checkpoint, after one was signed over what is new.
    fn checkpoint(&self) -> Checkpoint {
        self.checkpointer(None).sign_next().unwrap();
        PublicLog::new(&self.store).checkpoint().unwrap().unwrap()
    }

    fn lines(&self) -> Vec<String> {
        self.store.leaves(0..u64::MAX).unwrap()
    }

    fn list(&self) -> LeafList {
        list(&self.lines())
    }

    /// The log of a table, as its exports show it.
    fn chain(&self, table: &str) -> TableChain {
        let raws = self.store.read_raw(table, 1).unwrap();
        TableChain { table: table.to_owned(), chains: raws.into_iter().map(|raw| raw.chain).collect() }
    }

    fn export(&self, table: &str) -> String {
        let mut bytes = Vec::new();
        export(&self.store, table, &LogViewer::Everyone, |_: &Entry| false, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }
}

fn list(lines: &[String]) -> LeafList {
    LeafList::read(&lines.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap()
}

/// The keys of findings with a verdict.
fn keys(found: &LogFindings, verdict: LogVerdict) -> Vec<&'static str> {
    found.0.iter().filter(|(found, _)| *found == verdict).map(|(_, why)| why.key).collect()
}

/// An opening, two heads and a closing of one table, an opening of another.
fn two_tables(house: &House) -> (Scribe, Vec<Checkpoint>) {
    let (mut one, mut other) = (Scribe::new("goeben-1", 1), Scribe::new("goeben-2", 2));
    house.store(vec![one.open()]);
    let mut signed = vec![house.checkpoint()];
    house.store(vec![one.order(), other.open()]);
    signed.push(house.checkpoint());
    house.store(vec![one.order(), one.close()]);
    signed.push(house.checkpoint());
    (other, signed)
}

/// What is new since the last checkpoint is one leaf a table, whatever happened in between.
#[test]
fn a_checkpoint_covers_openings_public_heads_and_closings() {
    let house = House::new();
    let (_, signed) = two_tables(&house);
    let sizes: Vec<u64> = signed.iter().map(|checkpoint| checkpoint.size).collect();
    assert_eq!(sizes, [1, 3, 4]);
    let moments: Vec<String> = house
        .lines()
        .iter()
        .map(|line| {
            let leaf: serde_json::Value = serde_json::from_str(line).unwrap();
            format!("{} {}", leaf["moment"].as_str().unwrap(), leaf["seq"])
        })
        .collect();
    assert_eq!(moments, ["opened 1", "head 9", "opened 1", "closed 19"]);
    for checkpoint in &signed {
        checkpoint.verify(signer().verifier()).unwrap();
    }
    // Nothing new, so no new checkpoint; and the same again after a restart.
    assert_eq!(house.checkpointer(signed.last().cloned()).sign_next().unwrap(), None);
    assert_eq!(house.lines().len(), 4);
}

/// A leaf names nobody and no table; an entry that not everyone may see makes none.
#[test]
fn a_leaf_tells_nothing_that_is_not_public() {
    let house = House::new();
    let mut scribe = Scribe::new("goeben-1", 1);
    house.store(vec![scribe.open(), scribe.order()]);
    let before = house.checkpoint();
    house.store(vec![scribe.sealed_order("german", "sortie"), scribe.sealed_order("british", "wait")]);
    house.clock.pass(600);
    assert_eq!(house.checkpoint(), before);
    house.store(vec![scribe.order()]);
    assert_eq!(house.checkpoint().size, before.size + 1);
    let lines = house.lines().concat();
    for secret in ["goeben", "german", "p-7kq2", "sortie"] {
        assert!(!lines.contains(secret), "{lines}");
    }
}

/// The first checkpoint of an empty club can be compared too.
#[test]
fn an_empty_club_signs_an_empty_tree() {
    let house = House::new();
    let checkpoint = house.checkpoint();
    assert_eq!(checkpoint.size, 0);
    checkpoint.verify(signer().verifier()).unwrap();
    house.store(vec![Scribe::new("goeben-1", 1).open()]);
    assert_eq!(house.checkpoint().size, 1);
}

/// Another process holds the lease: nothing is signed, and nothing is wrong.
#[test]
fn one_process_signs_at_a_time() {
    let house = House::new();
    house.store(vec![Scribe::new("goeben-1", 1).open()]);
    let other = Club::new(vec![], Arc::new(house.store.clone()), house.clock.clone(), None).unwrap();
    assert!(other.leases().take("club-log").unwrap());
    let mut checkpointer = house.checkpointer(None);
    assert_eq!(checkpointer.sign_next().unwrap(), None);
    other.leases().release("club-log").unwrap();
    assert_eq!(checkpointer.sign_next().unwrap().unwrap().size, 1);
    checkpointer.leave().unwrap();
}

/// The proofs of a table: its opening, and the last of its heads that the club's log has.
#[test]
fn proofs_lead_from_a_table_to_the_checkpoint() {
    let house = House::new();
    let (mut other, signed) = two_tables(&house);
    let log = PublicLog::new(&house.store);
    let key = signer();
    for (table, moments) in [("goeben-1", 2), ("goeben-2", 1)] {
        let proofs = log.proofs(table).unwrap();
        assert_eq!(proofs.len(), moments);
        assert!(proofs.iter().all(|proof| Some(&proof.checkpoint) == signed.last()));
        let found = house.chain(table).check_proofs(&proofs, (Some(key.verifier()), &[]));
        assert_eq!(found.worst(), LogVerdict::Holds, "{found:?}");
        assert_eq!(house.chain(table).check_proofs(&proofs, (None, &[])).worst(), LogVerdict::Unchecked);
    }
    // An export from before the proven head does not reach it.
    let mut early = house.chain("goeben-1");
    early.chains.truncate(5);
    let short = early.check_proofs(&log.proofs("goeben-1").unwrap(), (Some(key.verifier()), &[]));
    assert_eq!(keys(&short, LogVerdict::Unchecked), ["club-log-table-shorter"]);
    assert!(log.proofs("goeben-3").unwrap().is_empty());
    house.store(vec![other.order()]);
    assert_eq!(log.proofs("goeben-2").unwrap().len(), 1);
}

#[test]
fn a_proof_for_another_table_is_named() {
    let house = House::new();
    two_tables(&house);
    let (log, key) = (PublicLog::new(&house.store), signer());
    for key in [None, Some(key.verifier())] {
        let proofs = log.proofs("goeben-1").unwrap();
        let found = house.chain("goeben-2").check_proofs(&proofs, (key, &[]));
        assert_eq!(keys(&found, LogVerdict::Fails), ["club-log-proof-of-another"; 2]);
    }
}

/// The list is shown in parts that anyone can put together again.
#[test]
fn the_list_comes_in_parts() {
    let house = House::new();
    let (_, signed) = two_tables(&house);
    let log = PublicLog::new(&house.store);
    let part = log.part(0).unwrap().unwrap();
    assert_eq!(LeafList::read(&part).unwrap(), house.list());
    assert_eq!((log.part(1).unwrap(), log.part(u64::MAX).unwrap()), (None, None));
    assert_eq!(log.checkpoint().unwrap(), signed.last().cloned());
}
