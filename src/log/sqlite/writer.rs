//! The writer thread: it owns the only write connection, and commits everything that waits in one transaction.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;

use rusqlite::Connection;

use super::fault_of;
use super::head_file_writer::HeadFileWriter;
use crate::log::chain::Head;
use crate::log::fault::Fault;
use crate::log::head_file::{HeadFile, NotedHeads};
use crate::log::limits::{BUSY_RETRIES, MAX_BATCH, MAX_QUEUED};
use crate::log::store::COMMIT_SECONDS;

/// The write transaction, as a piece of work sees it inside its savepoint.
pub struct WriteTx<'a> {
    /// The write connection, inside a transaction.
    pub conn: &'a Connection,
    /// The heads in the head file, as far as this writer knows.
    pub noted: &'a NotedHeads,
    /// The heads this work moved on.
    pub moved: Vec<(String, Head)>,
}

/// Counts of the commits so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommitCounts {
    /// Transactions.
    pub commits: u64,
    /// Orders, answers and other work in them.
    pub orders: u64,
}

#[derive(Debug, Default)]
struct Report {
    commits: AtomicU64,
    orders: AtomicU64,
}

/// The handle to the writer thread. Dropping it lets the thread finish what waits and end.
#[derive(Debug)]
pub struct Writer {
    queue: Option<SyncSender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    report: Arc<Report>,
    head_file_writer: Option<Arc<HeadFileWriter>>,
    /// Why nothing is written if there is no thread.
    idle: Fault,
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// A thread that cannot be had.
    pub fn start(conn: Connection, head_file: HeadFile, noted: NotedHeads) -> Result<Writer, Fault> {
        let (queue, waiting) = sync_channel(MAX_QUEUED);
        let report = Arc::new(Report::default());
        let head_file_writer = Arc::new(HeadFileWriter::start(head_file)?);
        // A process that ended before it could note its last commits left that to the next.
        head_file_writer.note(noted.clone());
        let writer_thread =
            WriterThread { conn, noted, report: report.clone(), head_file_writer: head_file_writer.clone() };
        let thread = std::thread::Builder::new()
            .name("log-writer".to_owned())
            .spawn(move || writer_thread.work(&waiting))
            .map_err(|e| Fault::Io(format!("cannot start the log's writer: {e}")))?;
        let idle = Fault::Io("the log's writer has stopped".to_owned());
        Ok(Writer {
            queue: Some(queue),
            thread: Some(thread),
            report,
            head_file_writer: Some(head_file_writer),
            idle,
        })
    }

    /// A writer that refuses all work, and says why.
    pub fn refusing(why: Fault) -> Writer {
        Writer { queue: None, thread: None, report: Arc::default(), head_file_writer: None, idle: why }
    }

    /// Runs `work` in a savepoint of the next commit and waits until that is durable.
    ///
    /// `work` may run more than once: if its commit fails, each part is tried again alone. Its writes stay exactly if it
    /// returned `Ok`.
    ///
    /// # Errors
    /// That of `work`, or the reason why its commit failed.
    pub fn run<T, E>(&self, work: impl Fn(&mut WriteTx<'_>) -> Result<T, E> + Send + 'static) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        self.queue(work)?.recv().map_err(|_| E::from(self.idle.clone()))?
    }

    /// Queues `work` for the next commit, as [`Writer::run`] runs it. Its outcome comes once that is durable.
    ///
    /// # Errors
    /// There is no thread that writes.
    pub fn queue<T, E>(
        &self,
        work: impl Fn(&mut WriteTx<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<Receiver<Result<T, E>>, E>
    where
        T: Send + 'static,
        E: From<Fault> + Send + 'static,
    {
        let stopped = || E::from(self.idle.clone());
        let (reply, answer) = sync_channel(1);
        let job = Task { work, outcome: None, reply };
        let queue = self.queue.as_ref().ok_or_else(stopped)?;
        queue.send(Box::new(job)).map_err(|_| stopped())?;
        Ok(answer)
    }

    /// The commits since the start.
    pub fn counts(&self) -> CommitCounts {
        CommitCounts {
            commits: self.report.commits.load(Ordering::Relaxed),
            orders: self.report.orders.load(Ordering::Relaxed),
        }
    }

    /// Waits until the head file was tried for every commit so far; returns the fault, if it failed.
    pub fn settle_head_file(&self) -> Option<Fault> {
        self.head_file_writer.as_ref().and_then(|head_file_writer| head_file_writer.settle())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // The thread ends when nobody can send it work any more.
        self.queue.take();
        if let Some(thread) = self.thread.take() {
            // The thread catches every panic of the work, so its result says nothing.
            let _ = thread.join();
        }
    }
}

/// A piece of work with its outcome and the channel to its caller.
trait Job: Send {
    /// Does the work; returns true if its writes are to be kept.
    fn attempt(&mut self, tx: &mut WriteTx<'_>) -> bool;
    /// Sets the outcome to `fault`, since nothing was stored; an existing error is kept.
    fn fail(&mut self, fault: Fault);
    /// Sends the outcome to the caller.
    fn answer(self: Box<Self>);
}

struct Task<W, T, E> {
    work: W,
    outcome: Option<Result<T, E>>,
    reply: SyncSender<Result<T, E>>,
}

impl<W, T, E> Job for Task<W, T, E>
where
    W: Fn(&mut WriteTx<'_>) -> Result<T, E> + Send,
    T: Send,
    E: From<Fault> + Send,
{
    fn attempt(&mut self, tx: &mut WriteTx<'_>) -> bool {
        self.outcome = None;
        let outcome = (self.work)(tx);
        let kept = outcome.is_ok();
        self.outcome = Some(outcome);
        kept
    }

    fn fail(&mut self, fault: Fault) {
        if !matches!(self.outcome, Some(Err(_))) {
            self.outcome = Some(Err(fault.into()));
        }
    }

    fn answer(self: Box<Self>) {
        if let Some(outcome) = self.outcome {
            // Whoever asked may have given up waiting.
            let _ = self.reply.send(outcome);
        }
    }
}

/// The state of the writer thread.
struct WriterThread {
    conn: Connection,
    noted: NotedHeads,
    report: Arc<Report>,
    head_file_writer: Arc<HeadFileWriter>,
}

impl WriterThread {
    fn work(mut self, waiting: &Receiver<Box<dyn Job>>) {
        while let Ok(first) = waiting.recv() {
            let mut batch = vec![first];
            batch.extend(waiting.try_iter().take(MAX_BATCH - 1));
            self.commit(&mut batch);
            // Only now: a caller with an answer takes its order for durable.
            batch.into_iter().for_each(|job| job.answer());
        }
    }

    fn commit(&mut self, batch: &mut [Box<dyn Job>]) {
        let Err(fault) = self.commit_together(batch) else { return };
        if let [only] = batch {
            return only.fail(fault);
        }
        // One of them brought the commit down; alone, it fails alone.
        for job in batch {
            if let Err(fault) = self.commit_together(std::slice::from_mut(job)) {
                job.fail(fault);
            }
        }
    }

    /// One transaction for all of them. On an error nothing of it is stored.
    fn commit_together(&mut self, batch: &mut [Box<dyn Job>]) -> Result<(), Fault> {
        let began = Instant::now();
        self.begin()?;
        let moved = self.attempt_all(batch).and_then(|moved| {
            self.execute("COMMIT")?;
            Ok(moved)
        });
        match moved {
            Ok(moved) => {
                metrics::histogram!(COMMIT_SECONDS).record(began.elapsed().as_secs_f64());
                self.report.commits.fetch_add(1, Ordering::Relaxed);
                self.report.orders.fetch_add(batch.len() as u64, Ordering::Relaxed);
                self.note(moved);
                Ok(())
            }
            Err(fault) => {
                if !self.conn.is_autocommit() {
                    // When even this fails the next BEGIN fails too, and says why.
                    let _ = self.execute("ROLLBACK");
                }
                Err(fault)
            }
        }
    }

    fn attempt_all(&self, batch: &mut [Box<dyn Job>]) -> Result<NotedHeads, Fault> {
        let mut moved = NotedHeads::new();
        for job in batch {
            // One job that is refused takes only its own writes back.
            self.execute("SAVEPOINT one")?;
            let mut tx = WriteTx { conn: &self.conn, noted: &self.noted, moved: Vec::new() };
            // A panic in one job must not lose the others' part of the commit.
            let kept = catch_unwind(AssertUnwindSafe(|| job.attempt(&mut tx)));
            let new = tx.moved;
            if self.conn.is_autocommit() {
                // On some errors SQLite rolls the whole transaction back, the others' part too.
                return Err(Fault::Io("the database gave the whole commit up".to_owned()));
            }
            match kept {
                Ok(true) => moved.extend(new),
                Ok(false) => self.execute("ROLLBACK TO one")?,
                Err(panic) => {
                    self.execute("ROLLBACK TO one")?;
                    job.fail(Fault::Defect(panic_text(&*panic)));
                }
            }
            self.execute("RELEASE one")?;
        }
        Ok(moved)
    }

    fn begin(&self) -> Result<(), Fault> {
        let mut tries = 0;
        loop {
            match self.execute("BEGIN IMMEDIATE") {
                // Each try waits the connection's busy timeout.
                Err(Fault::Busy { .. }) if tries < BUSY_RETRIES => tries += 1,
                outcome => return outcome,
            }
        }
    }

    /// The orders are durable already: trouble here is reported and undoes nothing. The next note makes up for it.
    fn note(&mut self, moved: NotedHeads) {
        if !moved.is_empty() {
            self.noted.extend(moved.clone());
            self.head_file_writer.note(moved);
        }
    }

    fn execute(&self, sql: &str) -> Result<(), Fault> {
        let run = || self.conn.prepare_cached(sql)?.execute([]);
        run().map(drop).map_err(|e| fault_of(&e))
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_owned())
}
