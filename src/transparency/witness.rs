//! Witnesses of a log (C2SP tlog-witness): the request for a cosignature, a witness's decision on it, and the check of its
//! answer.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::checkpoint::Checkpoint;
use super::merkle::{self, TreeHash};
use super::note::{NOTE_BYTES, VerifierKey};
use crate::reason::Reason;

/// The path of the request below a witness's address.
pub const ADD_CHECKPOINT: &str = "/add-checkpoint";
/// Most bytes of a request or of an answer.
pub const REQUEST_BYTES: usize = NOTE_BYTES + 8 * 1024;
/// Most hashes of a proof.
const PROOF_HASHES: usize = 63;
/// Seconds by which a cosignature's time may differ from the clock of whoever asked for it.
const TIME_APART: u64 = 600;

/// A request for a cosignature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddCheckpoint {
    /// The size of the checkpoint that the witness cosigned last.
    pub old: u64,
    /// The proof that the new tree extends that one; empty if there is none.
    pub proof: Vec<TreeHash>,
    /// The checkpoint.
    pub checkpoint: Checkpoint,
}

/// A refusal to cosign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCosigned {
    /// The request has another form, or an old size above that of the checkpoint.
    Form,
    /// The log's key did not sign it.
    Unsigned,
    /// The log is none of the witness's.
    UnknownLog,
    /// The old size is not that of the checkpoint cosigned last, which this is; or its root is another.
    Conflict(u64),
    /// The proof does not hold.
    Unproven,
}

impl NotCosigned {
    /// The status of the answer.
    pub fn status(self) -> u16 {
        match self {
            NotCosigned::Form => 400,
            NotCosigned::Unsigned => 403,
            NotCosigned::UnknownLog => 404,
            NotCosigned::Conflict(_) => 409,
            NotCosigned::Unproven => 422,
        }
    }
}

impl AddCheckpoint {
    /// Reads a request.
    ///
    /// # Errors
    /// Another form.
    pub fn read(text: &str) -> Result<AddCheckpoint, NotCosigned> {
        AddCheckpoint::of(text).ok_or(NotCosigned::Form)
    }

    fn of(text: &str) -> Option<AddCheckpoint> {
        let (head, note) = text.split_once("\n\n")?;
        let mut lines = head.split('\n');
        let old = size_in(lines.next()?.strip_prefix("old ")?)?;
        let hash = |line| BASE64.decode(line).ok()?.try_into().ok();
        let proof: Vec<TreeHash> = lines.map(hash).collect::<Option<_>>()?;
        let checkpoint = Checkpoint::read(note).ok()?;
        let fits = proof.len() <= PROOF_HASHES && old <= checkpoint.size && (old > 0 || proof.is_empty());
        fits.then_some(AddCheckpoint { old, proof, checkpoint })
    }

    /// The request to a witness that cosigned the first `old` leaves; `leaves` are the hashes of all under the checkpoint.
    ///
    /// # Errors
    /// Fewer leaves than that.
    pub fn extending(
        old: u64,
        leaves: &[TreeHash],
        checkpoint: &Checkpoint,
    ) -> Result<AddCheckpoint, Reason> {
        let proof = merkle::consistency(leaves, usize::try_from(old).unwrap_or(usize::MAX));
        let proof = proof.ok_or_else(|| Reason::of("club-log-shrunk").with("found", leaves.len()))?;
        Ok(AddCheckpoint { old, proof, checkpoint: checkpoint.clone() })
    }

    /// Decides whether a witness that cosigned `last` of this log cosigns the checkpoint, too.
    ///
    /// # Errors
    /// Why not.
    pub fn judge(&self, logs: &[VerifierKey], last: Option<&Checkpoint>) -> Result<(), NotCosigned> {
        let AddCheckpoint { old, proof, checkpoint } = self;
        let mut keys = logs.iter().filter(|key| key.name() == checkpoint.origin).peekable();
        if keys.peek().is_none() {
            return Err(NotCosigned::UnknownLog);
        }
        if !keys.any(|key| checkpoint.verify(key).is_ok()) {
            return Err(NotCosigned::Unsigned);
        }
        let Some(last) = last else {
            return if *old == 0 { Ok(()) } else { Err(NotCosigned::Conflict(0)) };
        };
        if *old != last.size || (checkpoint.size == last.size && checkpoint.root != last.root) {
            return Err(NotCosigned::Conflict(last.size));
        }
        // Every tree extends the empty one, whose root needs no proof.
        let extends =
            *old == 0 || merkle::extends((last.size, &last.root), (checkpoint.size, &checkpoint.root), proof);
        if extends { Ok(()) } else { Err(NotCosigned::Unproven) }
    }
}

impl fmt::Display for AddCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "old {}", self.old)?;
        for hash in &self.proof {
            writeln!(f, "{}", BASE64.encode(hash))?;
        }
        write!(f, "\n{}", self.checkpoint.note())
    }
}

/// A size as it is written: digits without leading zeros.
fn size_in(text: &str) -> Option<u64> {
    text.parse().ok().filter(|size: &u64| size.to_string() == text)
}

/// A witness that a log asks, and what it cosigned for that log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessedLog {
    key: VerifierKey,
    /// The size of the last checkpoint that it is known to have; 0 if it says that it has none.
    cosigned: Option<u64>,
}

/// The outcome of a witness's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WitnessAnswer {
    /// Its cosignature, which holds.
    Cosigned,
    /// It wants a proof from this size on.
    Since(u64),
}

impl WitnessedLog {
    /// A witness with this key, and the size of the last checkpoint that it is known to have cosigned, if one is.
    pub fn new(key: VerifierKey, cosigned: Option<u64>) -> WitnessedLog {
        WitnessedLog { key, cosigned }
    }

    /// Its key.
    pub fn key(&self) -> &VerifierKey {
        &self.key
    }

    /// The size of the last checkpoint that it is known to have; 0 if it says that it has none.
    pub fn cosigned(&self) -> Option<u64> {
        self.cosigned
    }

    /// Checks its answer to a request made at `now`, in seconds since 1970.
    ///
    /// # Errors
    /// One sentence: what is wrong with the answer.
    pub fn hear(
        &mut self,
        asked: &AddCheckpoint,
        (status, body): (u16, &str),
        now: u64,
    ) -> Result<WitnessAnswer, Reason> {
        let about = |key| Reason::of(key).quoting("witness", self.key.name());
        let size = asked.checkpoint.size;
        match status {
            200 => {
                let cosigned = asked
                    .checkpoint
                    .with_lines_of(body, &self.key)
                    .map_err(|why| about("witness-wrong-answer").with("why", why))?;
                // The line holds already, over our own text; verified once more, it gives its time.
                let time = cosigned.note().verify(&self.key)?.unwrap_or_default();
                if time.abs_diff(now) > TIME_APART {
                    return Err(about("witness-wrong-time").with("apart", time.abs_diff(now)));
                }
                self.cosigned = Some(size);
                Ok(WitnessAnswer::Cosigned)
            }
            409 => {
                let known = body.strip_suffix('\n').unwrap_or(body);
                let Some(known) = size_in(known) else { return Err(about("witness-wrong-size")) };
                if known > size {
                    let ahead = about("witness-knows-more").with("known", known);
                    return Err(ahead.with("size", size));
                }
                // The witness has the size that we named, so only its root can be another.
                if known == asked.old {
                    return Err(about("witness-knows-another").with("size", size));
                }
                if let Some(cosigned) = self.cosigned.filter(|cosigned| known < *cosigned) {
                    // From there on it is asked again: a witness that lost its memory can begin anew.
                    self.cosigned = Some(known);
                    return Err(about("witness-says-two-things")
                        .with("known", known)
                        .with("cosigned", cosigned));
                }
                Ok(WitnessAnswer::Since(known))
            }
            404 => Err(about("witness-unknown-log").quoting("origin", &asked.checkpoint.origin)),
            403 => Err(about("witness-other-key")),
            _ => Err(about("witness-refuses").with("status", u64::from(status))),
        }
    }
}
