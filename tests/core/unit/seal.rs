//! The seal: commitment, keys and salts of a seed.

use wardroom::seal::{SealError, Seed};

fn counting_seed() -> Seed {
    Seed::from_bytes(std::array::from_fn(|i| i as u8))
}

// The expected values were computed with Python's hashlib and hmac.
#[test]
fn commitment_keys_and_salts_are_the_published_ones() {
    let seed = counting_seed();
    assert_eq!(
        hex::encode(seed.commitment()),
        "49720ac9a4893ec263d0377c66b5e0e5176fb420bc68968a7bffcfca6ece821f"
    );
    assert_eq!(
        hex::encode(seed.roll_key(&[0xab; 32], 7)),
        "a73c6c76beabd031a04ddc7d2407dde715772f0fdda9ffad684833f6e0a51275"
    );
    assert_eq!(hex::encode(seed.salt(0x0102)), "4f8abd8bc9eeecccff4020296c5e14aa");
}

#[test]
fn a_seed_never_prints_itself() {
    assert_eq!(format!("{:?}", counting_seed()), "Seed(secret)");
}

#[test]
fn only_lower_case_hexadecimal_of_the_right_length_is_a_seed() {
    let text = counting_seed().expose_hex();
    assert_eq!(Seed::from_hex(&text), Ok(counting_seed()));
    for bad in ["", "00", &text.to_uppercase(), &text[1..], &format!("{text}00")] {
        assert_eq!(Seed::from_hex(bad), Err(SealError::NotASeed), "{bad}");
    }
}

#[test]
fn two_seeds_from_the_system_differ() {
    assert_ne!(Seed::from_os().unwrap(), Seed::from_os().unwrap());
}
