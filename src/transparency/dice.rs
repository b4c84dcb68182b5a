//! A dice witness without a store and without a network: what it is asked, what it answers, and the keys of both.
//!
//! The club asks with a signed note over the table's opening, a counter and a value; the witness answers with the value's output under
//! its verifiable random function. [The log's format](../../docs/log-format.md) says the same for people without this code.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use super::note::{LogSigner, SignedNote, VerifierKey};
use super::vrf::{OUTPUT_BYTES, PROOF_BYTES, VrfPublic, VrfSecret};
use crate::reason::Reason;

/// The path at a witness that answers what to roll with.
pub const ROLL_DICE: &str = "/roll-dice";
/// Most bytes of a request and of an answer.
pub const DICE_BYTES: usize = 32 * 1024;
/// Most values in one answer: a request for a counter that was used is answered with those that were.
pub const MOST_VALUES: usize = 32;
/// The first line of a request. A log's name has no spaces, so that no request is a checkpoint.
const REQUEST: &str = "wardroom dice v1";
/// The beginning of the input of the function.
const INPUT_TAG: &[u8] = b"wardroom dice v1";
/// The beginning of a witness's key of the dice: a signature type without a number of its own (C2SP signed-note).
const KEY_TYPE: &[u8] = b"\xffECVRF-EDWARDS25519-SHA512-TAI";
/// The label under which the secret of the dice follows from the witness's key.
const SECRET_LABEL: &str = "wardroom dice secret v1";

/// The key that checks a witness's answers: its name, and the key of the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceKey {
    name: String,
    public: VrfPublic,
}

impl DiceKey {
    /// The witness's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reads `NAME+ID+KEY`.
    ///
    /// # Errors
    /// Another form, or an id that is not the key's.
    pub fn read(text: &str) -> Result<DiceKey, Reason> {
        let read = || {
            let mut parts = text.splitn(3, '+');
            let (name, id, key) = (parts.next()?, parts.next()?, parts.next()?);
            let key = BASE64.decode(key).ok()?;
            let public = VrfPublic::of(key.strip_prefix(KEY_TYPE)?.try_into().ok()?)?;
            let is_plain = |c: char| c.is_ascii_graphic();
            let key = DiceKey { name: name.to_owned(), public };
            let fits = !name.is_empty() && name.chars().all(is_plain) && hex::encode(key.id()) == id;
            fits.then_some(key)
        };
        let shown: String = text.chars().take(200).collect();
        read().ok_or_else(|| Reason::of("dice-key-form").quoting("given", shown))
    }

    fn id(&self) -> [u8; 4] {
        let hash: [u8; 32] = Sha256::new()
            .chain_update(&self.name)
            .chain_update("\n")
            .chain_update(KEY_TYPE)
            .chain_update(self.public.bytes())
            .finalize()
            .into();
        [hash[0], hash[1], hash[2], hash[3]]
    }
}

impl fmt::Display for DiceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = BASE64.encode([KEY_TYPE, self.public.bytes()].concat());
        write!(f, "{}+{}+{key}", self.name, hex::encode(self.id()))
    }
}

/// A question of a club: a value for a counter of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceAsk {
    /// The chain value at entry 1 of the table.
    pub opening: [u8; 32],
    /// The number of the value at this table, from 1.
    pub counter: u64,
    /// The value, which says nothing of the orders to whoever does not have the seed.
    pub value: [u8; 32],
}

impl DiceAsk {
    /// The request, signed by the key of the club's log.
    pub fn signed(&self, signer: &LogSigner) -> String {
        let (log, opening) = (signer.verifier().name(), hex::encode(self.opening));
        let text = format!("{REQUEST}\n{log}\n{opening}\n{}\n{}\n", self.counter, hex::encode(self.value));
        signer.sign(text).to_string()
    }

    /// Reads a request of one of these logs: what is asked, and the log that signed it.
    ///
    /// # Errors
    /// The status of the refusal: 400 for another form, 404 for another log, 403 for a signature that does not hold.
    pub fn read<'k>(text: &str, logs: &'k [VerifierKey]) -> Result<(DiceAsk, &'k VerifierKey), u16> {
        let note = SignedNote::read(text).map_err(|_| 400u16)?;
        let mut lines = note.text().strip_suffix('\n').unwrap_or_default().split('\n');
        let parts: [&str; 5] = std::array::from_fn(|_| lines.next().unwrap_or_default());
        let [REQUEST, log, opening, counter, value] = parts else { return Err(400) };
        let number: u64 = counter.parse().map_err(|_| 400u16)?;
        let (Some(opening), Some(value)) = (digits(opening), digits(value)) else { return Err(400) };
        // A question has one form only: no further line, and no sign or leading zero in the number.
        if lines.next().is_some() || number == 0 || number.to_string() != *counter {
            return Err(400);
        }
        let known: Vec<&VerifierKey> = logs.iter().filter(|key| key.name() == log).collect();
        if known.is_empty() {
            return Err(404);
        }
        let signed = known.into_iter().find(|key| note.verify(key).is_ok()).ok_or(403u16)?;
        Ok((DiceAsk { opening, counter: number, value }, signed))
    }

    /// The input of the function: the club, its table, the counter and the value.
    fn input(&self, log: &str) -> Vec<u8> {
        // Hashed to one length, so that no log's key runs into what follows it.
        let log: [u8; 32] = Sha256::digest(log).into();
        [INPUT_TAG, &log, &self.opening, &self.counter.to_be_bytes(), &self.value].concat()
    }
}

/// The answer of a witness for a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceAnswer {
    /// The counter.
    pub counter: u64,
    /// The value that it was asked with first.
    pub value: [u8; 32],
    /// The output of the function.
    pub output: [u8; OUTPUT_BYTES],
    /// The proof of it.
    pub proof: [u8; PROOF_BYTES],
}

impl DiceAnswer {
    /// Returns whether it is the answer of the witness with this key to the club with the log key `log`, for the table with this
    /// opening.
    pub fn holds(&self, witness: &DiceKey, log: &str, opening: [u8; 32]) -> bool {
        let DiceAnswer { counter, value, .. } = *self;
        let input = DiceAsk { opening, counter, value }.input(log);
        witness.public.verify(&input, &self.proof) == Some(self.output)
    }

    /// Reads the lines of an answer, each of which holds.
    ///
    /// # Errors
    /// Another form, counters with a gap, or a proof that does not hold.
    pub fn read_all(
        text: &str,
        ask: &DiceAsk,
        (witness, log): (&DiceKey, &str),
    ) -> Result<Vec<DiceAnswer>, Reason> {
        let wrong = || Reason::of("dice-answer-form");
        let lines = text.strip_suffix('\n').ok_or_else(wrong)?.split('\n');
        let answers: Vec<_> = lines.map(DiceAnswer::read).collect::<Option<_>>().ok_or_else(wrong)?;
        let in_order = answers.iter().zip(ask.counter..).all(|(answer, counter)| answer.counter == counter);
        if !in_order || answers.len() > MOST_VALUES {
            return Err(wrong());
        }
        match answers.iter().all(|answer| answer.holds(witness, log, ask.opening)) {
            true => Ok(answers),
            false => Err(Reason::of("dice-answer-forged").quoting("witness", witness.name())),
        }
    }

    fn read(line: &str) -> Option<DiceAnswer> {
        let parts: Vec<&str> = line.split(' ').collect();
        let [counter, value, output, proof] = parts[..] else { return None };
        let number: u64 = counter.parse().ok()?;
        let (value, output, proof) = (digits(value)?, digits(output)?, digits(proof)?);
        (number.to_string() == counter).then_some(DiceAnswer { counter: number, value, output, proof })
    }
}

impl fmt::Display for DiceAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [value, output, proof] = [&self.value[..], &self.output, &self.proof].map(hex::encode);
        writeln!(f, "{} {value} {output} {proof}", self.counter)
    }
}

/// The side of a witness that has the secret.
#[derive(Debug)]
pub struct DiceProver {
    secret: VrfSecret,
    key: DiceKey,
}

impl DiceProver {
    /// The dice of the witness with this key.
    pub fn of(witness: &LogSigner) -> DiceProver {
        let secret = VrfSecret::of(&witness.derived(SECRET_LABEL));
        let key = DiceKey { name: witness.verifier().name().to_owned(), public: secret.public() };
        DiceProver { secret, key }
    }

    /// The key that checks its answers.
    pub fn key(&self) -> &DiceKey {
        &self.key
    }

    /// The answer to a request of the log with this key.
    pub fn answer(&self, log: &VerifierKey, ask: &DiceAsk) -> DiceAnswer {
        let (output, proof) = self.secret.prove(&ask.input(&log.to_string()));
        DiceAnswer { counter: ask.counter, value: ask.value, output, proof }
    }
}

/// So many bytes in lower-case hexadecimal digits.
pub fn digits<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    // The decoder takes capitals too, and a value has one spelling.
    (hex::encode(bytes) == text).then_some(bytes)
}
