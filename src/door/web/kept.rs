//! Answers kept for whoever asks the same: as many as fit, the oldest go first.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::words::Lang;

/// Bytes of answers that are kept.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

/// What was answered.
#[derive(Debug, PartialEq, Eq)]
pub struct Made {
    /// Its media type.
    pub kind: &'static str,
    /// Its policy for contents.
    pub policy: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// What was asked, of a table as it was at its last entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeFor {
    /// The table.
    pub table: String,
    /// Its last entry.
    pub last: u64,
    /// What of its page.
    pub file: String,
    /// The language.
    pub lang: Lang,
    /// The day.
    pub day: Option<usize>,
    /// Which of the page's pictures.
    pub picture: usize,
    /// Whether it is for a dark screen.
    pub dark: bool,
}

/// The answers that are kept.
#[derive(Debug, Default)]
pub struct Kept(Mutex<VecDeque<(MadeFor, Arc<Made>)>>);

impl Kept {
    /// What was answered to this.
    pub fn find(&self, key: &MadeFor) -> Option<Arc<Made>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(known, _)| known == key).map(|(_, made)| made.clone())
    }

    /// Keeps an answer; one that is greater than all room there is, is not kept.
    pub fn keep(&self, key: MadeFor, made: Arc<Made>) {
        if made.bytes.len() > KEPT_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((key, made));
        while kept.iter().map(|(_, made)| made.bytes.len()).sum::<usize>() > KEPT_BYTES {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(last: u64) -> MadeFor {
        let (table, file) = ("t".to_owned(), String::new());
        MadeFor { table, last, file, lang: Lang::En, day: None, picture: 0, dark: false }
    }

    fn made(bytes: usize) -> Arc<Made> {
        Arc::new(Made { kind: "text/html", policy: String::new(), bytes: vec![0; bytes] })
    }

    #[test]
    fn the_oldest_go_when_there_is_no_more_room() {
        let kept = Kept::default();
        kept.keep(key(0), made(KEPT_BYTES + 1));
        assert_eq!(kept.find(&key(0)), None);
        for last in 1..=9 {
            kept.keep(key(last), made(KEPT_BYTES / 8));
        }
        assert_eq!((kept.find(&key(1)), kept.find(&key(9)).is_some()), (None, true));
        assert!(kept.find(&MadeFor { dark: true, ..key(9) }).is_none());
    }
}
