//! A call that is delivered twice is carried out once and answered twice with the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::SlashReply;

/// Calls whose answers are cached. The log remembers what a call did; this cache has the words of the answer.
const REMEMBERED: usize = 256;
/// Most bytes of files in a cached answer. A larger file is an export, which can be made again.
const FILE_BYTES: usize = 64 * 1024;

type Slot = Arc<Mutex<Option<SlashReply>>>;

/// The answers given last.
#[derive(Default)]
pub(super) struct AnswerCache {
    slots: Mutex<VecDeque<(Id, Slot)>>,
}

impl AnswerCache {
    /// The answer to the call `id`: the cached one, else the one from `make`. A second delivery of the call waits for the
    /// first. Errors are not cached.
    pub(super) fn answer<E>(
        &self,
        id: Id,
        make: impl FnOnce() -> Result<SlashReply, E>,
    ) -> Result<SlashReply, E> {
        let slot = self.slot(id);
        // Held while the answer is made, so that a second delivery waits here for it.
        let mut kept = locked(&slot);
        if let Some(answer) = &*kept {
            return Ok(answer.clone());
        }
        let answer = make()?;
        if file_bytes(&answer) <= FILE_BYTES {
            *kept = Some(answer.clone());
        }
        Ok(answer)
    }

    fn slot(&self, id: Id) -> Slot {
        let mut slots = locked(&self.slots);
        if let Some((_, slot)) = slots.iter().find(|(kept, _)| *kept == id) {
            return slot.clone();
        }
        if slots.len() >= REMEMBERED {
            slots.pop_front();
        }
        let slot = Slot::default();
        slots.push_back((id, slot.clone()));
        slot
    }
}

fn file_bytes(answer: &SlashReply) -> usize {
    let messages = match answer {
        SlashReply::Say { messages, .. } => &messages[..],
        SlashReply::Replace(message) => std::slice::from_ref(message),
        SlashReply::Suggest(_) | SlashReply::Ask(_) | SlashReply::Launch => &[],
    };
    messages.iter().flat_map(|message| &message.files).map(|file| file.bytes.len()).sum()
}

/// Locks the mutex even after a panic: one call's panic must not stop the others, and its half-made state is no answer.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
