//! The shape of the source: who imports whom, what rules code may not touch, how long a file may grow; and that the
//! texts on privacy name all that is stored. Every check is shown to fail on a small example below it.

#![allow(clippy::unwrap_used)]

mod club;
mod code;
mod docs;
mod forbidden;
mod games;
mod parts;
mod privacy;
mod ratchets;
mod readable;
mod table;
mod traits;
mod verbs;
