//! A call that is delivered twice is carried out once and answered twice with the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::door::discord::id::Id;
use crate::door::discord::outbound::message::Answer;

/// How many calls are remembered. What a table was asked is remembered in its log; this keeps the words of the answer.
const REMEMBERED: usize = 256;
/// Most bytes of files of an answer that is remembered. A larger one is a copy of the log, which nobody changes by asking.
const FILE_BYTES: usize = 64 * 1024;

type Slot = Arc<Mutex<Option<Answer>>>;

/// The answers given last.
#[derive(Default)]
pub(super) struct AnswerCache {
    slots: Mutex<VecDeque<(Id, Slot)>>,
}

impl AnswerCache {
    /// The answer to the call `id`: the one it had, else the one that `make` gives. While one delivery is being answered
    /// the other waits. What went wrong is not remembered.
    pub(super) fn answer<E>(&self, id: Id, make: impl FnOnce() -> Result<Answer, E>) -> Result<Answer, E> {
        let slot = self.slot(id);
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

fn file_bytes(answer: &Answer) -> usize {
    let messages = match answer {
        Answer::Say { messages, .. } => &messages[..],
        Answer::Replace(message) => std::slice::from_ref(message),
        Answer::Suggest(_) | Answer::Ask(_) => &[],
    };
    messages.iter().flat_map(|message| &message.files).map(|file| file.bytes.len()).sum()
}

/// A panic of one call must not stop the others: what it left behind is no answer.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
