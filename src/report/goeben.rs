//! *Goeben, 1914* in words.

mod names;

pub use names::lexicon;
