//! A verifiable random function: RFC 9381, the suite ECVRF-EDWARDS25519-SHA512-TAI.
//!
//! Only the holder of the secret can compute the output of an input, there is one output for each input, and the proof shows anybody
//! that it is the right one.

use std::fmt;

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::{Scalar, clamp_integer};
use sha2::{Digest, Sha512};

/// Bytes of a proof.
pub const PROOF_BYTES: usize = 80;
/// Bytes of an output.
pub const OUTPUT_BYTES: usize = 64;
/// Bytes of a point and of a scalar.
const HALF: usize = 32;
/// Bytes of the challenge.
const CHALLENGE_BYTES: usize = 16;
/// The suite, before every hash.
const SUITE: u8 = 0x03;

/// The secret of a verifiable random function. It is never printed.
pub struct VrfSecret {
    scalar: Scalar,
    /// The second half of the expanded secret, for nonces.
    nonce: [u8; HALF],
    public: VrfPublic,
}

impl fmt::Debug for VrfSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VrfSecret(secret)")
    }
}

/// The key that checks proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VrfPublic {
    bytes: [u8; HALF],
    point: EdwardsPoint,
}

impl VrfSecret {
    /// The secret of 32 random bytes, as RFC 8032 expands them.
    pub fn of(seed: &[u8; HALF]) -> VrfSecret {
        let (low, nonce) = halves(&hash(&[seed]));
        let scalar = Scalar::from_bytes_mod_order(clamp_integer(low));
        let point = EdwardsPoint::mul_base(&scalar);
        VrfSecret { scalar, nonce, public: VrfPublic { bytes: point.compress().to_bytes(), point } }
    }

    /// The key that checks its proofs.
    pub fn public(&self) -> VrfPublic {
        self.public
    }

    /// The output of an input, with its proof.
    pub fn prove(&self, input: &[u8]) -> ([u8; OUTPUT_BYTES], [u8; PROOF_BYTES]) {
        let of_input = self.public.point_of(input);
        let gamma = self.scalar * of_input;
        let nonce = Scalar::from_bytes_mod_order_wide(&hash(&[&self.nonce, &of_input.compress().0]));
        let (u, v) = (EdwardsPoint::mul_base(&nonce), nonce * of_input);
        let challenge = self.public.challenge([of_input, gamma, u, v]);
        let response = nonce + scalar_of(challenge) * self.scalar;
        let mut proof = [0; PROOF_BYTES];
        proof[..HALF].copy_from_slice(&gamma.compress().0);
        proof[HALF..HALF + CHALLENGE_BYTES].copy_from_slice(&challenge);
        proof[HALF + CHALLENGE_BYTES..].copy_from_slice(response.as_bytes());
        (output_of(&gamma), proof)
    }
}

impl VrfPublic {
    /// The key with these bytes; `None` for bytes that are no key, or one of small order.
    pub fn of(bytes: [u8; HALF]) -> Option<VrfPublic> {
        let point = point(bytes).filter(|point| !point.is_small_order())?;
        Some(VrfPublic { bytes, point })
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; HALF] {
        &self.bytes
    }

    /// The output that a proof shows for an input; `None` if it shows none.
    pub fn verify(&self, input: &[u8], proof: &[u8; PROOF_BYTES]) -> Option<[u8; OUTPUT_BYTES]> {
        let (gamma, rest) = proof.split_first_chunk::<HALF>()?;
        let (challenge, response) = rest.split_first_chunk::<CHALLENGE_BYTES>()?;
        let gamma = point(*gamma)?;
        // RFC 9381, 5.4.4: a response at or above the group's order would be a second spelling.
        let response: Option<Scalar> = Scalar::from_canonical_bytes(response.try_into().ok()?).into();
        let (response, scalar) = (response?, scalar_of(*challenge));
        let of_input = self.point_of(input);
        let u = EdwardsPoint::mul_base(&response) - scalar * self.point;
        let v = response * of_input - scalar * gamma;
        (self.challenge([of_input, gamma, u, v]) == *challenge).then(|| output_of(&gamma))
    }

    /// The point of an input, by trying counters (section 5.4.1.1).
    fn point_of(&self, input: &[u8]) -> EdwardsPoint {
        let tried = (0..=u8::MAX).find_map(|counter| {
            let (low, _) = halves(&hash(&[&[SUITE, 0x01], &self.bytes, input, &[counter, 0x00]]));
            // RFC 9381, 5.4.1.1: the cofactor takes the point into the subgroup of prime order.
            point(low).map(|point| point.mul_by_cofactor()).filter(|point| !point.is_small_order())
        });
        // Each try succeeds with one half: nobody will meet an input without a point.
        tried.unwrap_or_default()
    }

    /// The challenge of points (section 5.4.3).
    fn challenge(&self, points: [EdwardsPoint; 4]) -> [u8; CHALLENGE_BYTES] {
        let points = points.map(|point| point.compress().0);
        let [of_input, gamma, u, v] = &points;
        let hash = hash(&[&[SUITE, 0x02], &self.bytes, of_input, gamma, u, v, &[0x00]]);
        std::array::from_fn(|at| hash[at])
    }
}

/// The output of a proof's point (section 5.2).
fn output_of(gamma: &EdwardsPoint) -> [u8; OUTPUT_BYTES] {
    hash(&[&[SUITE, 0x03], &gamma.mul_by_cofactor().compress().0, &[0x00]])
}

/// The point with exactly this encoding.
fn point(bytes: [u8; HALF]) -> Option<EdwardsPoint> {
    let point = CompressedEdwardsY(bytes).decompress()?;
    (point.compress().0 == bytes).then_some(point)
}

fn scalar_of(challenge: [u8; CHALLENGE_BYTES]) -> Scalar {
    Scalar::from(u128::from_le_bytes(challenge))
}

fn halves(hash: &[u8; OUTPUT_BYTES]) -> ([u8; HALF], [u8; HALF]) {
    (std::array::from_fn(|at| hash[at]), std::array::from_fn(|at| hash[HALF + at]))
}

fn hash(parts: &[&[u8]]) -> [u8; OUTPUT_BYTES] {
    let mut hash = Sha512::new();
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}
