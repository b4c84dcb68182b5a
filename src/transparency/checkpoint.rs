//! A checkpoint: origin, size and root of a tree, as a signed note (C2SP tlog-checkpoint).

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::merkle::TreeHash;
use super::note::{LogSigner, SignedNote, VerifierKey};
use crate::reason::Reason;

/// Digits of the root in the short form: as many as bind whoever writes both trees.
const SHORT_DIGITS: usize = 32;

/// A checkpoint, whose signatures are not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the log.
    pub origin: String,
    /// The number of its leaves.
    pub size: u64,
    /// The root over them.
    pub root: TreeHash,
    note: SignedNote,
}

impl Checkpoint {
    /// The checkpoint of a tree, signed by the key of its log.
    pub fn sign(signer: &LogSigner, size: u64, root: TreeHash) -> Checkpoint {
        let origin = signer.verifier().name().to_owned();
        let note = signer.sign(format!("{origin}\n{size}\n{}\n", BASE64.encode(root)));
        Checkpoint { origin, size, root, note }
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// Another form.
    pub fn read(text: &str) -> Result<Checkpoint, Reason> {
        let note = SignedNote::read(text)?;
        let wrong = || Reason::of("club-log-checkpoint-form");
        let body = note.text().strip_suffix('\n').unwrap_or_default();
        let mut lines = body.split('\n');
        let (Some(origin), Some(size), Some(root)) = (lines.next(), lines.next(), lines.next()) else {
            return Err(wrong());
        };
        // Extension lines are opaque, and not empty.
        if origin.is_empty() || lines.any(str::is_empty) {
            return Err(wrong());
        }
        let number: u64 = size.parse().map_err(|_| wrong())?;
        let root: TreeHash =
            BASE64.decode(root).ok().and_then(|root| root.try_into().ok()).ok_or_else(wrong)?;
        // `parse` takes `+7` and `07` too, and one tree would have several texts.
        if number.to_string() != size {
            return Err(wrong());
        }
        Ok(Checkpoint { origin: origin.to_owned(), size: number, root, note })
    }

    /// Verifies that the log of this key signed it.
    ///
    /// # Errors
    /// Another log or key, or a signature that does not hold.
    pub fn verify(&self, key: &VerifierKey) -> Result<(), Reason> {
        if self.origin != key.name() {
            let other = Reason::of("club-log-other-origin").quoting("origin", &self.origin);
            return Err(other.quoting("name", key.name()));
        }
        self.note.verify(key).map(drop)
    }

    /// This checkpoint with the cosignature of a witness from these signature lines.
    ///
    /// # Errors
    /// None of that witness among them, or one that does not hold.
    pub fn with_lines_of(&self, lines: &str, witness: &VerifierKey) -> Result<Checkpoint, Reason> {
        Ok(Checkpoint { note: self.note.with_lines_of(lines, witness)?, ..self.clone() })
    }

    /// Its note, with all signatures.
    pub fn note(&self) -> &SignedNote {
        &self.note
    }

    /// The form that people compare: the size and the first digits of the root, after a slash: a head has a colon.
    pub fn short(&self) -> String {
        format!("{}/{}", self.size, &hex::encode(self.root)[..SHORT_DIGITS])
    }
}
