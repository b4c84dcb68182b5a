//! A transparency log: an append-only list of leaves whose hashes form a tree, with checkpoints signed by its operator. It
//! knows no store, no table and no clock.
//!
//! | part | what it holds |
//! |---|---|
//! | [`merkle`] | the tree of RFC 6962: roots, proofs, and their checks as in RFC 9162 |
//! | [`note`] | signed notes and verifier keys (C2SP signed-note), cosignatures (C2SP tlog-cosignature) |
//! | [`checkpoint`] | size and root of a tree as a signed note (C2SP tlog-checkpoint) |
//! | [`leaf`] | a leaf of the club's log, as one line of text |
//! | [`inclusion_file`] | a proof that a leaf is in a tree, as a file (C2SP tlog-proof) |
//! | [`witness`] | cosignatures asked for and given (C2SP tlog-witness) |
//! | [`vrf`], [`dice`] | a verifiable random function (RFC 9381), and the dice witness that answers with it |
//! | [`compare`] | two checkpoints, and the tables' logs, compared with the list of leaves |
//!
//! `docs/club-log.md` describes the formats for people who check them without this code.

pub mod checkpoint;
pub mod compare;
pub mod dice;
pub mod inclusion_file;
pub mod leaf;
pub mod merkle;
pub mod note;
pub mod vrf;
pub mod witness;
