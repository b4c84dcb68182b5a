//! Several players at one table: seats, sealed orders and their opening, consent, resigning, and what nobody learns.

/// Each of these tests runs over every store.
macro_rules! over_every_store {
    ($($test:ident),* $(,)?) => { $(
        mod $test {
            #[test]
            fn in_memory() {
                super::$test(super::MemoryStore::new());
            }
            #[test]
            fn in_sqlite() {
                let folder = tempfile::tempdir().unwrap();
                super::$test(super::SqliteStore::open(&folder.path().join("toy.db")).unwrap());
            }
            #[cfg(feature = "postgres")]
            #[test]
            #[ignore = "needs PostgreSQL"]
            fn in_postgres() {
                super::$test(crate::common::postgres::database().store());
            }
        }
    )* };
}

mod consent;
mod holders;
mod sealed;
mod secrets;

use std::sync::Arc;

use crate::toy::*;
use wardroom::audit::{self, Evidence};
use wardroom::game::OrderForm;
use wardroom::log::entry::EntryText;
use wardroom::log::export::export;
use wardroom::log::store::CARD_KINDS;
use wardroom::log::visibility::LogViewer;
use wardroom::log::{Entry, Store};
use wardroom::table::card::TableCard;
use wardroom::table::{OpenTable, OpeningSeat, Order, Reply, SeatSession, TableFault};
use wardroom::view::VisibleEntry;

pub const RED: &str = "red";
pub const BLUE: &str = "blue";

/// A table of two seats of which red holds the first; blue too unless it stays free.
pub fn table<S: Store>(tables: &Toys<S>, blue: bool, practice: bool) -> String {
    let players = if blue { vec![RED, BLUE] } else { vec![RED] };
    let taken = players.iter().map(|player| OpeningSeat { seat: seat(player), player: (*player).to_owned() });
    let opening = OpenTable {
        game: Arc::new(Toy::default()),
        setup: Setup { seats: 2, talk: false },
        practice,
        ready: false,
        entropy: false,
        witness: false,
        seats: taken.collect(),
    };
    match tables.open(&opening, &caller(RED)).unwrap() {
        wardroom::table::open::Opened::Table { id, .. } => id,
        refused => panic!("{refused:?}"),
    }
}

fn choice<S: Store>(tables: &Toys<S>, id: &str, at: &'static str, number: i64) -> Order {
    let asked = asked(tables, id);
    let prompt = asked.iter().find(|asked| asked.prompt.seat == seat(at)).unwrap().number;
    Order { seat: seat(at), prompt, form: OrderForm::new(word("choose")).with("number", number) }
}

pub fn choose<S: Store>(tables: &Toys<S>, id: &str, at: &'static str, number: i64) -> u64 {
    let order = choice(tables, id, at, number);
    first(&tables.submit(id, &caller(at), &order).unwrap())
}

fn first(reply: &Reply) -> u64 {
    match reply {
        Reply::Accepted { first, .. } => *first,
        other => panic!("{other:?}"),
    }
}

pub fn accepted(reply: Result<Reply, TableFault>) -> u64 {
    first(&reply.unwrap())
}

pub fn refused(reply: Result<Reply, TableFault>) -> String {
    match reply.unwrap() {
        Reply::Refused(refusal) => refusal.reason.to_string(),
        other => panic!("{other:?}"),
    }
}

pub fn session<S: Store>(
    tables: &Arc<Toys<S>>,
    id: &str,
    at: &'static str,
    player: &str,
) -> SeatSession<Toy, S> {
    SeatSession::new(tables.clone(), id, seat(at), caller(player))
}

pub fn shared<S: Store + Clone>(store: &S) -> Arc<Toys<S>> {
    Arc::new(toys(store, 1))
}

pub fn kinds(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.kind.as_str()).collect()
}

fn sealed(lines: &[VisibleEntry]) -> Vec<u64> {
    lines.iter().filter(|line| line.entry().is_none()).map(VisibleEntry::seq).collect()
}

pub fn exported(store: &impl Store, table: &str, viewer: &LogViewer) -> String {
    let mut out = Vec::new();
    export(store, table, viewer, |_| false, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn audit_of(store: &impl Store, id: &str) -> audit::Findings {
    let evidence = Evidence::from_store(store, id, None).unwrap();
    audit::audit(&evidence, &[], audit::rules::check::<Toy>)
}

pub fn passes(store: &(impl Store + Clone), id: &str) {
    let findings = audit_of(store, id);
    let all = [&findings.integrity, &findings.dice, &findings.rules];
    assert!(all.iter().all(|verdict| verdict.is_ok()), "{findings:#?}");
    has_its_card(store, id);
}

/// The card of a table says what the table itself does, folded from its whole log.
fn has_its_card(store: &(impl Store + Clone), id: &str) {
    let (mut all, raws) = (store.read_raw(id, 1).unwrap(), store.card_entries(id).unwrap());
    all.retain(|raw| CARD_KINDS.contains(&&*EntryText::of(&raw.text).unwrap().kind));
    assert_eq!(raws, all);
    let card = TableCard::read(id, &raws).unwrap();
    let of_whole = TableCard::of(&store.read(id, 1).unwrap());
    assert_eq!(format!("{card:?}"), format!("{of_whole:?}"), "other entries say nothing of it");
    let folded = toys(store, 9).look(id, |table| {
        assert_eq!(card.places(), table.places().collect::<Vec<_>>());
        assert_eq!(card.holders().collect::<Vec<_>>(), table.seats().collect::<Vec<_>>());
        assert_eq!((card.master(), card.closed()), (table.master(), table.closed()));
        assert_eq!((card.label(id), card.peeks()), (table.label(), table.peeks() as usize));
        assert_eq!(card.opened(), Some(table.opened()));
        assert_eq!(card.ended_at(), table.closed().map(|_| table.written_at()));
    });
    folded.unwrap();
}

/// Hexadecimal of 64 digits replaced by as many dots, but for what does not depend on orders: pack and commitment.
pub fn blotted(text: &str) -> String {
    let mut out = String::new();
    let mut run = String::new();
    for c in text.chars().chain([' ']) {
        if matches!(c, '0'..='9' | 'a'..='f') {
            run.push(c);
            continue;
        }
        let digest = run.len() == 64;
        out += &if digest { ".".repeat(64) } else { std::mem::take(&mut run) };
        run.clear();
        out.push(c);
    }
    out
}
