//! Entries that not everyone may see.

/// The entries of a table that are still sealed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Secrets {
    /// Those that the next opening opens, ascending.
    pub(super) sealed: Vec<u64>,
    /// Entries that stay sealed until the table closes: by the game's rules, or because they were taken back.
    pub(super) kept: Vec<u64>,
}

impl Secrets {
    /// These entries, ascending, are open from here on.
    pub(super) fn open(&mut self, entries: &[u64]) {
        self.sealed.retain(|sealed| entries.binary_search(sealed).is_err());
        self.kept.retain(|sealed| entries.binary_search(sealed).is_err());
    }

    /// All of them, ascending.
    pub(super) fn all(&self) -> Vec<u64> {
        let mut sealed = [self.sealed.as_slice(), self.kept.as_slice()].concat();
        sealed.sort_unstable();
        sealed
    }
}
