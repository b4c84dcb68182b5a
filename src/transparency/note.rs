//! Signed notes and the keys that verify them (C2SP signed-note), with cosignatures (C2SP tlog-cosignature). A signature is
//! Ed25519 (RFC 8032).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use secrecy::{ExposeSecret, SecretBox};
use sha2::{Digest, Sha256};

use crate::reason::Reason;

/// Most bytes of a note that is read.
pub const NOTE_BYTES: usize = 64 * 1024;
/// Most signatures of a note that is read.
const SIGNATURES: usize = 64;
/// Most bytes of a key's name.
const NAME_BYTES: usize = 200;
/// What a signature's line begins with.
const DASH: &str = "\u{2014} ";
/// What a signing key's text begins with.
const PRIVATE: &str = "PRIVATE+KEY+";
/// The first line of what a cosigner signs.
const COSIGNATURE: &str = "cosignature/v1";

/// The form of a signature, by the byte that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureForm {
    /// Ed25519 over the note's text.
    Plain = 1,
    /// Ed25519 over the text and a time: a cosignature.
    Timed = 4,
}

impl SignatureForm {
    fn of(byte: u8) -> Option<SignatureForm> {
        [SignatureForm::Plain, SignatureForm::Timed].into_iter().find(|form| *form as u8 == byte)
    }
}

/// A key that verifies signatures: its name, its form, and the 32 bytes of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    name: String,
    form: SignatureForm,
    bytes: [u8; 32],
}

impl VerifierKey {
    /// Returns whether it is a witness's: its signatures have a time.
    pub fn is_witness(&self) -> bool {
        self.form == SignatureForm::Timed
    }

    /// The key's name, which is the origin of its log.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The four bytes by which signatures name it.
    pub fn id(&self) -> [u8; 4] {
        let mut hash = Sha256::new();
        hash.update(self.name.as_bytes());
        hash.update([b'\n', self.form as u8]);
        hash.update(self.bytes);
        let hash: [u8; 32] = hash.finalize().into();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// Reads `NAME+ID+KEY`.
    ///
    /// # Errors
    /// Another form, or an id that is not the key's.
    pub fn read(text: &str) -> Result<VerifierKey, Reason> {
        let wrong = || Reason::of("club-log-key-form").quoting("given", shown(text));
        let mut parts = text.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong());
        };
        let key = BASE64.decode(key).map_err(|_| wrong())?;
        let Some((form, bytes)) = key.split_first() else { return Err(wrong()) };
        let form = SignatureForm::of(*form).ok_or_else(wrong)?;
        let bytes: [u8; 32] = bytes.try_into().map_err(|_| wrong())?;
        let key = VerifierKey { name: checked_name(name)?, form, bytes };
        if hex::encode(key.id()) != id {
            return Err(Reason::of("club-log-key-id").quoting("given", shown(text)));
        }
        // Bytes that are no key are told here, and not as a forged signature later.
        VerifyingKey::from_bytes(&bytes).map_err(|_| wrong())?;
        Ok(key)
    }

    fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let key = VerifyingKey::from_bytes(&self.bytes);
        let signature = Signature::from_slice(signature);
        key.ok()
            .zip(signature.ok())
            // Strict: with a key of small order one signature would hold for several texts.
            .is_some_and(|(key, signature)| key.verify_strict(message, &signature).is_ok())
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = [&[self.form as u8], &self.bytes[..]].concat();
        write!(f, "{}+{}+{}", self.name, hex::encode(self.id()), BASE64.encode(key))
    }
}

/// A key that signs. It is never printed by mistake.
pub struct LogSigner {
    seed: SecretBox<[u8; 32]>,
    verifier: VerifierKey,
}

impl fmt::Debug for LogSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[hidden] {}", self.verifier)
    }
}

impl LogSigner {
    /// The signing key of this name from 32 random bytes.
    ///
    /// # Errors
    /// A name with a space or a plus, or too long.
    pub fn new(name: &str, seed: [u8; 32]) -> Result<LogSigner, Reason> {
        LogSigner::of_form(name, seed, SignatureForm::Plain)
    }

    /// The key of a witness, which cosigns.
    ///
    /// # Errors
    /// As [`LogSigner::new`].
    pub fn witness(name: &str, seed: [u8; 32]) -> Result<LogSigner, Reason> {
        LogSigner::of_form(name, seed, SignatureForm::Timed)
    }

    fn of_form(name: &str, seed: [u8; 32], form: SignatureForm) -> Result<LogSigner, Reason> {
        let bytes = SigningKey::from_bytes(&seed).verifying_key().to_bytes();
        let verifier = VerifierKey { name: checked_name(name)?, form, bytes };
        Ok(LogSigner { seed: SecretBox::new(Box::new(seed)), verifier })
    }

    /// Reads `PRIVATE+KEY+NAME+ID+SEED`.
    ///
    /// # Errors
    /// Another form, or an id that is not the key's. The error does not contain the text.
    pub fn read(text: &str) -> Result<LogSigner, Reason> {
        let wrong = || Reason::of("club-log-signer-form");
        let rest = text.strip_prefix(PRIVATE).ok_or_else(wrong)?;
        let mut parts = rest.splitn(3, '+');
        let (Some(name), Some(id), Some(key)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong());
        };
        let key = BASE64.decode(key).map_err(|_| wrong())?;
        let (form, seed) = key.split_first().ok_or_else(wrong)?;
        let form = SignatureForm::of(*form).ok_or_else(wrong)?;
        let signer = LogSigner::of_form(name, seed.try_into().map_err(|_| wrong())?, form)?;
        if hex::encode(signer.verifier.id()) == id { Ok(signer) } else { Err(wrong()) }
    }

    /// The key as [`LogSigner::read`] reads it: the secret itself.
    pub fn expose_text(&self) -> String {
        let key = [&[self.verifier.form as u8], &self.seed.expose_secret()[..]].concat();
        format!("{PRIVATE}{}+{}+{}", self.verifier.name, hex::encode(self.verifier.id()), BASE64.encode(key))
    }

    /// The key that verifies what this one signs.
    pub fn verifier(&self) -> &VerifierKey {
        &self.verifier
    }

    /// The line of this key's cosignature of a note, at a time in seconds since 1970.
    pub fn cosign(&self, note: &SignedNote, time: u64) -> String {
        let key = SigningKey::from_bytes(self.seed.expose_secret());
        let signature = key.sign(timed(&note.text, time).as_bytes()).to_bytes();
        let bytes = [&time.to_be_bytes()[..], &signature].concat();
        let id = self.verifier.id();
        NoteSignature { name: self.verifier.name.clone(), id, bytes }.to_string()
    }

    /// The same key once more, for another part of the program.
    ///
    /// # Errors
    /// None, for a key that was made.
    pub fn again(&self) -> Result<LogSigner, Reason> {
        LogSigner::of_form(&self.verifier.name, *self.seed.expose_secret(), self.verifier.form)
    }

    /// 32 secret bytes for another use, which follow from the key and say nothing of it.
    pub fn derived(&self, label: &str) -> [u8; 32] {
        let seed = self.seed.expose_secret();
        // A zero ends the label, so that no label runs into the seed.
        Sha256::new().chain_update(label).chain_update([0]).chain_update(seed).finalize().into()
    }

    /// A note of this text, whose last line is ended, signed by this key.
    pub fn sign(&self, text: String) -> SignedNote {
        let key = SigningKey::from_bytes(self.seed.expose_secret());
        let bytes = key.sign(text.as_bytes()).to_bytes().to_vec();
        let name = self.verifier.name.clone();
        SignedNote { text, signatures: vec![NoteSignature { name, id: self.verifier.id(), bytes }] }
    }
}

/// A signature of a note, not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NoteSignature {
    name: String,
    id: [u8; 4],
    bytes: Vec<u8>,
}

/// A text with signatures, none of them verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedNote {
    text: String,
    signatures: Vec<NoteSignature>,
}

impl SignedNote {
    /// Reads a note.
    ///
    /// # Errors
    /// Another form: the text, an empty line, and at least one signature.
    pub fn read(note: &str) -> Result<SignedNote, Reason> {
        let wrong = || Reason::of("club-log-note-form");
        // C2SP signed-note allows no control character but the end of a line.
        let is_control = |c: char| c < ' ' && c != '\n';
        if note.len() > NOTE_BYTES || note.contains(is_control) {
            return Err(wrong());
        }
        // The last empty line: the text may have others.
        let (text, signatures) = note.rsplit_once("\n\n").ok_or_else(wrong)?;
        let lines = signatures.strip_suffix('\n').ok_or_else(wrong)?;
        let signatures: Vec<_> = lines.split('\n').map(signature).collect::<Option<_>>().ok_or_else(wrong)?;
        if signatures.len() > SIGNATURES {
            return Err(wrong());
        }
        Ok(SignedNote { text: format!("{text}\n"), signatures })
    }

    /// The text, to be trusted only once a signature is verified.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names and ids of the keys that claim to have signed it.
    pub fn signers(&self) -> impl Iterator<Item = (&str, [u8; 4])> {
        self.signatures.iter().map(|signature| (&*signature.name, signature.id))
    }

    /// This note with the signature of a key from another note's signature lines. An earlier one of the key goes.
    ///
    /// # Errors
    /// Other lines than those of signatures; no signature of the key among them, or one that does not hold for this text.
    pub fn with_lines_of(&self, lines: &str, key: &VerifierKey) -> Result<SignedNote, Reason> {
        let theirs = SignedNote::read(&format!("{}\n{lines}", self.text))?;
        // An empty line among the lines would lengthen the text, and the signature would be for that.
        if theirs.text != self.text {
            return Err(Reason::of("club-log-note-form"));
        }
        theirs.verify(key)?;
        let is_theirs = |signature: &NoteSignature| signature.name == key.name && signature.id == key.id();
        let added = theirs.signatures.into_iter().filter(is_theirs).take(1);
        let others = self.signatures.iter().filter(|signature| !is_theirs(signature)).cloned();
        let signatures = others.chain(added).collect();
        Ok(SignedNote { text: self.text.clone(), signatures })
    }

    /// Verifies the signature of this key. Of a cosignature it returns the time, in seconds since 1970.
    ///
    /// # Errors
    /// No signature of this key, or one that does not hold.
    pub fn verify(&self, key: &VerifierKey) -> Result<Option<u64>, Reason> {
        let is_theirs = |signature: &&NoteSignature| signature.name == key.name && signature.id == key.id();
        let theirs = self.signatures.iter().find(is_theirs).ok_or_else(|| {
            let named = self.signers().map(|(name, id)| format!("{name}+{}", hex::encode(id)));
            let named = named.collect::<Vec<_>>().join(", ");
            Reason::of("club-log-other-key").quoting("key", shown(&key.to_string())).quoting("named", named)
        })?;
        let forged = || Reason::of("club-log-forged").quoting("key", shown(&key.to_string()));
        match key.form {
            SignatureForm::Plain => match key.verifies(self.text.as_bytes(), &theirs.bytes) {
                true => Ok(None),
                false => Err(forged()),
            },
            SignatureForm::Timed => {
                let (time, signature) = theirs.bytes.split_first_chunk().ok_or_else(forged)?;
                let time = u64::from_be_bytes(*time);
                let message = timed(&self.text, time);
                let fits = i64::try_from(time).is_ok() && key.verifies(message.as_bytes(), signature);
                if fits { Ok(Some(time)) } else { Err(forged()) }
            }
        }
    }
}

impl fmt::Display for SignedNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|signature| signature.fmt(f))
    }
}

impl fmt::Display for NoteSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoteSignature { name, id, bytes } = self;
        writeln!(f, "{DASH}{name} {}", BASE64.encode([&id[..], bytes].concat()))
    }
}

/// The bytes that a cosigner signs: a note's text with a time.
fn timed(text: &str, time: u64) -> String {
    format!("{COSIGNATURE}\ntime {time}\n{text}")
}

fn signature(line: &str) -> Option<NoteSignature> {
    let (name, bytes) = line.strip_prefix(DASH)?.split_once(' ')?;
    let name = checked_name(name).ok()?;
    let bytes = BASE64.decode(bytes).ok()?;
    let (id, bytes) = bytes.split_first_chunk()?;
    Some(NoteSignature { name, id: *id, bytes: bytes.to_vec() })
}

/// A key's name, which has no spaces, no plus and no sign that cannot be seen.
fn checked_name(name: &str) -> Result<String, Reason> {
    let fits = !name.is_empty()
        && name.len() <= NAME_BYTES
        && !name.chars().any(|c| c.is_whitespace() || c.is_control() || c == '+');
    match fits {
        true => Ok(name.to_owned()),
        false => Err(Reason::of("club-log-name").quoting("given", shown(name)).with("most", NAME_BYTES)),
    }
}

/// As much of a given text as a sentence quotes.
fn shown(text: &str) -> String {
    text.chars().take(NAME_BYTES).collect()
}
