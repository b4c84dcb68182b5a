//! What readers are shown of a table as it is now, and is costly to make: made at first use, once for each viewer.
//!
//! It belongs to one value of a table. The next entry makes another value, which remembers nothing: neither a changed position nor a
//! seat that changes hands can be answered from here. Nothing is ever shared between viewers, so what a seat waits for says nothing of
//! what another seat, or its former player, has looked at.

use std::any::{Any, TypeId};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use super::lock::locked;
use crate::game::Viewer;
use crate::words::Lang;

/// The reader of a remembered value: the viewer, and where it is in words, the language and a width or another measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReaderKey {
    /// The viewer.
    pub(super) viewer: Viewer,
    /// The language; the first for a value without words.
    pub(super) lang: Lang,
    /// The measure; 0 without one.
    pub(super) measure: usize,
}

impl From<Viewer> for ReaderKey {
    fn from(viewer: Viewer) -> ReaderKey {
        ReaderKey { viewer, lang: Lang::default(), measure: 0 }
    }
}

type Value = Arc<dyn Any + Send + Sync>;

/// The remembered values of a table, by their types and readers. There are few, so they are searched one by one.
#[derive(Default)]
pub(super) struct Remembered(Mutex<Vec<(TypeId, ReaderKey, Value)>>);

impl Remembered {
    /// The `T` of this reader, made by `make` unless it was before. `T` says what it is: each use has a type of its own.
    pub(super) fn get<T: Any + Send + Sync>(&self, reader: ReaderKey, make: impl FnOnce() -> T) -> Arc<T> {
        let made = self.try_get::<T, Infallible>(reader, || Ok(make()));
        made.unwrap_or_else(|never| match never {})
    }

    /// The same of a value that may fail to be made; what failed is not remembered.
    ///
    /// # Errors
    /// Those of `make`.
    pub(super) fn try_get<T: Any + Send + Sync, E>(
        &self,
        reader: ReaderKey,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let kind = TypeId::of::<T>();
        let known = || {
            let known = locked(&self.0);
            known.iter().find(|(of, by, _)| (*of, *by) == (kind, reader)).map(|(.., value)| value.clone())
        };
        if let Some(value) = known().and_then(|value| value.downcast().ok()) {
            return Ok(value);
        }
        // Made without the lock: a value may be made of others. Two threads that come at once both make it.
        let value = Arc::new(make()?);
        locked(&self.0).push((kind, reader, value.clone()));
        Ok(value)
    }
}
