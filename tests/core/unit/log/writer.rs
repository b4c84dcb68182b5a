//! The writer: orders that wait together are one commit, and one that fails fails alone.

use std::sync::Mutex;
use std::sync::mpsc::channel;

use rusqlite::Connection;
use wardroom::log::fault::Fault;
use wardroom::log::head_file::{HeadFile, NotedHeads};
use wardroom::log::limits::MAX_BATCH;
use wardroom::log::sqlite::fault_of;
use wardroom::log::sqlite::writer::{CommitCounts, WriteTx, Writer};

type Work = Box<dyn Fn(&mut WriteTx<'_>) -> Result<(), Fault> + Send>;

/// A writer on a new file with the table `t`, and another connection that reads it.
fn writer() -> (tempfile::TempDir, Writer, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.db");
    let conn = Connection::open(&path).unwrap();
    conn.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER UNIQUE, pad BLOB)").unwrap();
    let reader = Connection::open(&path).unwrap();
    (folder, Writer::start(conn, HeadFile::beside(&path), NotedHeads::new()).unwrap(), reader)
}

fn insert(tx: &WriteTx<'_>, n: u32, pad: u32) -> Result<(), Fault> {
    let sql = "INSERT INTO t VALUES (?1, zeroblob(?2))";
    tx.conn.execute(sql, [n, pad]).map(drop).map_err(|e| fault_of(&e))
}

fn stored(reader: &Connection) -> Vec<u32> {
    let mut ask = reader.prepare("SELECT n FROM t ORDER BY n").unwrap();
    ask.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Runs all of `works` in one batch: they queue up behind a first one that waits for them.
fn together(writer: &Writer, works: Vec<Work>) -> Vec<Result<(), Fault>> {
    let (open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let (reached, at_gate) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            writer.run::<(), Fault>(move |_| {
                reached.send(()).unwrap();
                gate.lock().unwrap().recv().unwrap();
                Ok(())
            })
        });
        at_gate.recv().unwrap();
        let replies: Vec<_> =
            works.into_iter().map(|work| writer.queue::<(), Fault>(work).unwrap()).collect();
        open.send(()).unwrap();
        replies.into_iter().map(|answer| answer.recv().unwrap()).collect()
    })
}

#[test]
fn orders_that_wait_together_are_one_commit() {
    let (_folder, writer, reader) = writer();
    let works =
        (0..MAX_BATCH as u32 + 10).map(|n| Box::new(move |tx: &mut WriteTx<'_>| insert(tx, n, 1)) as _);
    assert!(together(&writer, works.collect()).into_iter().all(|outcome| outcome.is_ok()));
    assert_eq!(stored(&reader).len(), MAX_BATCH + 10);
    // The gate, a full batch, and the rest.
    assert_eq!(writer.counts(), CommitCounts { commits: 3, orders: MAX_BATCH as u64 + 11 });
}

#[test]
fn an_error_or_a_panic_in_one_order_leaves_the_others_of_its_commit() {
    let (_folder, writer, reader) = writer();
    let outcomes = together(
        &writer,
        vec![
            Box::new(|tx| insert(tx, 1, 1)),
            Box::new(|tx| insert(tx, 2, 1).and_then(|()| insert(tx, 1, 1))),
            Box::new(|tx| {
                insert(tx, 3, 1)?;
                panic!("out of coal")
            }),
            Box::new(|tx| insert(tx, 4, 1)),
        ],
    );
    assert_eq!(stored(&reader), [1, 4]);
    assert!(outcomes[0].is_ok() && outcomes[3].is_ok());
    assert!(outcomes[1].as_ref().unwrap_err().to_string().contains("UNIQUE"));
    assert_eq!(outcomes[2], Err(Fault::Defect("out of coal".to_owned())));
    assert_eq!(writer.counts().commits, 2);
    writer.run::<(), Fault>(|tx| insert(tx, 5, 1)).unwrap();
}

#[test]
fn an_order_that_brings_the_commit_down_fails_alone() {
    let (_folder, writer, reader) = writer();
    let outcomes = together(
        &writer,
        vec![
            Box::new(|tx| insert(tx, 1, 1)),
            // As SQLite does by itself on some errors.
            Box::new(|tx| {
                tx.conn.execute_batch("ROLLBACK").unwrap();
                Err(Fault::NoRoom { what: "test".to_owned() })
            }),
            Box::new(|tx| insert(tx, 2, 1)),
        ],
    );
    assert_eq!(stored(&reader), [1, 2]);
    assert_eq!(outcomes, [Ok(()), Err(Fault::NoRoom { what: "test".to_owned() }), Ok(())]);
}

#[test]
fn an_order_too_big_for_the_disk_fails_alone() {
    let (_folder, writer, reader) = writer();
    let limit = |pages: u32| {
        writer.run::<(), Fault>(move |tx| {
            let sql = format!("PRAGMA max_page_count = {pages}");
            tx.conn.query_row(&sql, [], |_| Ok(())).map_err(|e| fault_of(&e))
        })
    };
    limit(100).unwrap();
    let outcomes = together(
        &writer,
        vec![
            Box::new(|tx| insert(tx, 1, 1)),
            Box::new(|tx| insert(tx, 2, 100 * 4096)),
            Box::new(|tx| insert(tx, 3, 1)),
        ],
    );
    assert_eq!(stored(&reader), [1, 3]);
    assert!(matches!(outcomes[..], [Ok(()), Err(Fault::NoRoom { .. }), Ok(())]), "{outcomes:?}");
    limit(1000).unwrap();
    writer.run::<(), Fault>(|tx| insert(tx, 2, 100 * 4096)).unwrap();
    assert_eq!(stored(&reader), [1, 2, 3]);
}

#[test]
fn a_database_that_stays_locked_is_a_fault_and_the_writer_goes_on() {
    let (_folder, writer, reader) = writer();
    writer
        .run::<(), Fault>(|tx| tx.conn.busy_timeout(std::time::Duration::ZERO).map_err(|e| fault_of(&e)))
        .unwrap();
    reader.execute_batch("BEGIN IMMEDIATE").unwrap();
    let outcome = writer.run::<(), Fault>(|tx| insert(tx, 1, 1));
    assert!(matches!(outcome, Err(Fault::Busy { .. })), "{outcome:?}");
    reader.execute_batch("COMMIT").unwrap();
    writer.run::<(), Fault>(|tx| insert(tx, 1, 1)).unwrap();
}
