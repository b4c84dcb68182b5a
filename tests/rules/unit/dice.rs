//! The dice of a key: known words, faces and shuffles.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use wardroom::game::Dice;

/// The 64 raw words of the key 00 01 02 … 1f: whatever a library does in a later release, these stay.
#[test]
fn known_answer_64_raw_words() {
    let key: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut rng = ChaCha20Rng::from_seed(key);
    let words: Vec<u32> = (0..64).map(|_| rng.next_u32()).collect();
    assert_eq!(words, KNOWN_WORDS);
}

#[test]
fn known_answer_first_faces() {
    let key: [u8; 32] = std::array::from_fn(|i| i as u8);
    let mut dice = Dice::from_key(key);
    let faces: Vec<u32> = (0..20).map(|_| dice.die()).collect();
    assert_eq!(faces, KNOWN_FACES);
    assert_eq!(Dice::from_key(key).shuffle(10), KNOWN_SHUFFLE);
    assert_eq!(Dice::from_key(key).draw(4, 10), KNOWN_DRAW);
}

#[test]
fn below_draws_again_above_the_largest_multiple() {
    // 3 * 2^30 does not divide 2^32: a quarter of all words must be drawn again, never wrapped.
    let n = 3 << 30;
    let mut dice = Dice::from_key([7; 32]);
    let low = (0..4000).filter(|_| dice.below(n) < n / 3).count();
    assert!((1200..1470).contains(&low), "{low} of 4000 in the lowest third");
}

const KNOWN_WORDS: [u32; 64] = [
    0x7d2bfd39, 0x6a19c5d9, 0x7703bd8d, 0x494adcb8, 0x6fd8358a, 0xcc6adebc, 0x4c7dccb2, 0x9224ead8,
    0xe7cc232b, 0xab2360a2, 0x69ef0e3f, 0x647fc83a, 0xea358225, 0x2da3f7b1, 0xa06227c2, 0x0c415b48,
    0x3142b818, 0xd1a6e6ad, 0x615c6113, 0x274e43af, 0xf5f3b1f8, 0x5c5bade1, 0x12fcf8ec, 0x5c75352a,
    0x6d080872, 0x5d3ceed1, 0x2458819d, 0x3c000e64, 0x5ef6a09b, 0xce595dde, 0x7f4a2a0d, 0xcd5a9531,
    0xdc2df242, 0xd5924aa7, 0xef8aa76c, 0x3b728e29, 0x367f2360, 0xb7beea47, 0x309ce0f3, 0xe2e380ce,
    0x1b02a884, 0x240b5c8a, 0x8d3ccd94, 0x7e50135b, 0x78a0e7c7, 0xe2a3f44d, 0xd26281ea, 0x239dc561,
    0xc011abe7, 0x7e3b3cf7, 0x503998b0, 0xa0c4e2b3, 0xa93d848f, 0xb3fcb75f, 0x815634f1, 0x82b7516b,
    0xbdf9f24d, 0xb4d41356, 0xd82f95ed, 0x981bcd58, 0xfff8cb4a, 0xc8a7d11f, 0xa81cd806, 0x2c3baee4,
];
const KNOWN_FACES: [u32; 20] = [2, 6, 6, 3, 3, 1, 5, 3, 4, 3, 2, 3, 2, 6, 3, 1, 3, 2, 6, 6];
const KNOWN_SHUFFLE: [u32; 10] = [6, 1, 9, 7, 0, 2, 4, 5, 8, 3];
const KNOWN_DRAW: [u32; 4] = [3, 9, 7, 2];
