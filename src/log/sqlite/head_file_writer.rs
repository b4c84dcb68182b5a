//! The thread that keeps the head file up to date, so that no order waits for it.
//!
//! Replacing a file durably costs many times a commit. The database may be ahead of the head file, so the file follows: at once
//! if it is idle, for many commits together if they come quickly.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use crate::log::fault::Fault;
use crate::log::head_file::{HeadFile, NotedHeads};
use crate::log::limits::{HEAD_FILE_PAUSE, HEAD_FILE_REST};

/// The handle to the thread. When it is dropped, the thread writes its pending heads and ends.
#[derive(Debug)]
pub(super) struct HeadFileWriter {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The heads to write; `None` if the file is up to date.
    pending: Option<NotedHeads>,
    noting: bool,
    closing: bool,
    trouble: Option<Fault>,
}

impl HeadFileWriter {
    /// Starts the thread.
    pub fn start(head_file: HeadFile) -> Result<HeadFileWriter, Fault> {
        let shared = Arc::new(Shared::default());
        let of_thread = shared.clone();
        let thread = std::thread::Builder::new()
            .name("head-file".to_owned())
            .spawn(move || of_thread.work(&head_file))
            .map_err(|e| Fault::Io(format!("cannot start the head file's thread: {e}")))?;
        Ok(HeadFileWriter { shared, thread: Some(thread) })
    }

    /// Notes `heads`, soon.
    pub fn note(&self, heads: NotedHeads) {
        self.shared.state().pending.get_or_insert_default().extend(heads);
        self.shared.changed.notify_all();
    }

    /// Waits until everything given so far was tried; returns the last try's fault, if it failed.
    pub fn settle(&self) -> Option<Fault> {
        let state = self.shared.state();
        let busy = |state: &mut State| state.pending.is_some() || state.noting;
        let state = self.shared.changed.wait_while(state, busy).unwrap_or_else(PoisonError::into_inner);
        state.trouble.clone()
    }
}

impl Drop for HeadFileWriter {
    fn drop(&mut self) {
        self.shared.state().closing = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // Its result does not matter: a failed last write only leaves the file behind, which is allowed.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Only plain assignments happen under the lock, so the state is consistent even after a panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, head_file: &HeadFile) {
        let mut owed = NotedHeads::new();
        while let Some(heads) = self.next() {
            // Heads that could not be noted before are still owed, and go with the new ones.
            owed.extend(heads);
            let begun = Instant::now();
            let trouble = head_file.note(&owed).err();
            let rest = HEAD_FILE_PAUSE.max(begun.elapsed() * HEAD_FILE_REST);
            if trouble.is_none() {
                owed.clear();
            }
            let mut state = self.state();
            if state.trouble != trouble {
                match &trouble {
                    Some(trouble) => tracing::error!(%trouble, "the heads of the logs cannot be noted"),
                    None => tracing::info!("the heads of the logs are noted again"),
                }
            }
            state.trouble = trouble;
            state.noting = false;
            self.changed.notify_all();
            let pause = self.changed.wait_timeout_while(state, rest, |state| !state.closing);
            drop(pause);
        }
    }

    /// The heads to note next; `None` when there will be no more.
    fn next(&self) -> Option<NotedHeads> {
        let idle = |state: &mut State| state.pending.is_none() && !state.closing;
        let state = self.changed.wait_while(self.state(), idle);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.noting = state.pending.is_some();
        state.pending.take()
    }
}
