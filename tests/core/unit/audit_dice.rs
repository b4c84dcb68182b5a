//! The dice of the audit: the published words of ChaCha20, and the values of play.

use wardroom::audit::dice::{chacha20_block, values};
use wardroom::audit::seed::AuditSeed;
use wardroom::log::table_event::{RollForm, Rolled};

/// RFC 8439, 2.3.2 with the counter and nonce as this program uses them gives no published vector; the key of all
/// zeros does (draft-agl-tls-chacha20poly1305, test vector 1).
#[test]
fn chacha20_gives_the_published_words() {
    let block = chacha20_block(&[0; 32], 0);
    let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(hex::encode(&bytes[..32]), "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7");
}

/// RFC 4231 has no key of 32 bytes; this value is from Python's hmac, as are those of the seal.
#[test]
fn salts_and_commitment_are_those_of_the_seal() {
    let bytes: [u8; 32] = std::array::from_fn(|i| i as u8);
    let (mine, theirs) =
        (AuditSeed::from_hex(&hex::encode(bytes)).unwrap(), wardroom::seal::Seed::from_bytes(bytes));
    assert_eq!(mine.commitment(), theirs.commitment());
    assert_eq!(mine.salt(258), theirs.salt(258));
    assert_eq!(mine.roll_key(&[0xab; 32], 7), theirs.roll_key(&[0xab; 32], 7));
}

#[test]
fn values_are_those_of_play() {
    let key: [u8; 32] = std::array::from_fn(|i| i as u8);
    let roll = |form, take, of| Rolled {
        number: 0,
        purpose: "test".into(),
        rule: "0".into(),
        side: None,
        about: vec![],
        form,
        of,
        take,
        values: vec![],
    };
    let mut dice = wardroom::game::Dice::from_key(key);
    let faces: Vec<u32> = (0..100).map(|_| dice.die()).collect();
    assert_eq!(values(key, &roll(RollForm::Dice, 100, 6)), faces);
    let play = || wardroom::game::Dice::from_key(key);
    assert_eq!(values(key, &roll(RollForm::Shuffle, 50, 50)), play().shuffle(50));
    for (take, of) in [(7, 50), (50, 50), (0, 3), (1, 1), (40, 41)] {
        let mut places: Vec<u32> = (0..of).collect();
        let mut dice = play();
        (0..take).for_each(|i| places.swap(i as usize, (i + dice.below(of - i)) as usize));
        places.truncate(take as usize);
        assert_eq!(values(key, &roll(RollForm::Draw, take, of)), places);
        assert_eq!(play().draw(take, of), places);
    }
    // A draw of few needs no list of all.
    assert_eq!(values(key, &roll(RollForm::Draw, 3, u32::MAX)).len(), 3);
}
