//! Trees, notes and proofs: the vectors of their specifications, and what is refused.

use ed25519_dalek::{Signer as _, SigningKey};
use wardroom::transparency::checkpoint::Checkpoint;
use wardroom::transparency::inclusion_file::LeafProof;
use wardroom::transparency::leaf::{LeafMoment, TableLeaf};
use wardroom::transparency::merkle::{TreeHash, consistency, extends, includes, inclusion, leaf_hash, root};
use wardroom::transparency::note::{LogSigner, SignedNote, VerifierKey};

use super::{ORIGIN, signer};

/// The leaves of the reference implementation of RFC 6962, and the root after each.
const LEAVES: [(&str, &str); 8] = [
    ("", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ("00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ("10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    ("2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ("3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    ("40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    ("5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    ("606162636465666768696a6b6c6d6e6f", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
];
/// The root of the first two leaves.
const OF_TWO: &str = LEAVES[1].1;
/// The root of the first four.
const OF_FOUR: &str = LEAVES[3].1;
const SECOND: &str = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
const THIRD_AND_FOURTH: &str = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
const LAST_FOUR: &str = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
const FIFTH: &str = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";
const LAST_TWO: &str = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
const FIFTH_AND_SIXTH: &str = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";

fn hashes() -> Vec<TreeHash> {
    LEAVES.iter().map(|(data, _)| leaf_hash(&hex::decode(data).unwrap())).collect()
}

fn in_hex(path: Option<Vec<TreeHash>>) -> Vec<String> {
    path.unwrap().iter().map(hex::encode).collect()
}

#[test]
fn trees_and_proofs_are_those_of_rfc_6962() {
    let hashes = hashes();
    assert_eq!(hex::encode(root(&[])), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    for (size, (_, expected)) in (1..).zip(LEAVES) {
        assert_eq!(hex::encode(root(&hashes[..size])), expected);
    }
    let of_one: [(usize, usize, &[&str]); 5] = [
        (0, 1, &[]),
        (0, 8, &[SECOND, THIRD_AND_FOURTH, LAST_FOUR]),
        (5, 8, &[FIFTH, LAST_TWO, OF_FOUR]),
        (2, 3, &[OF_TWO]),
        (1, 5, &[LEAVES[0].1, THIRD_AND_FOURTH, FIFTH]),
    ];
    for (index, size, path) in of_one {
        assert_eq!(in_hex(inclusion(&hashes[..size], index)), path);
    }
    let of_two: [(usize, usize, &[&str]); 4] = [
        (1, 1, &[]),
        (1, 8, &[SECOND, THIRD_AND_FOURTH, LAST_FOUR]),
        (6, 8, &[FIFTH_AND_SIXTH, LAST_TWO, OF_FOUR]),
        (2, 5, &[THIRD_AND_FOURTH, FIFTH]),
    ];
    for (old, size, path) in of_two {
        assert_eq!(in_hex(consistency(&hashes[..size], old)), path);
    }
}

/// Every proof of every tree up to this size holds, and none with anything else in it.
#[test]
fn every_proof_holds_and_no_other() {
    let leaves: Vec<TreeHash> = (0..33u8).map(|leaf| leaf_hash(&[leaf])).collect();
    for size in 0..=leaves.len() {
        let (tree, top) = (&leaves[..size], root(&leaves[..size]));
        assert_eq!(inclusion(tree, size), None);
        assert_eq!(consistency(tree, size + 1), None);
        for (index, leaf) in tree.iter().enumerate() {
            let (whole, path) = (size as u64, inclusion(tree, index).unwrap());
            let holds = |index: usize, leaf: &TreeHash, path: &[TreeHash], top: &TreeHash| {
                includes((whole, top), (index as u64, leaf), path)
            };
            assert!(holds(index, leaf, &path, &top));
            assert!(!holds(index, &leaf_hash(b"x"), &path, &top));
            assert!(!holds(index, leaf, &path, &leaf_hash(b"x")));
            assert!(!holds(size, leaf, &path, &top));
            assert!(!holds(index, leaf, &[&path[..], &[top]].concat(), &top));
            for at in 0..path.len() {
                let mut other = path.clone();
                other[at][0] ^= 1;
                assert!(!holds(index, leaf, &other, &top));
                assert!(!holds(index, leaf, &path[..at], &top));
            }
        }
        for old in 0..=size {
            let (before, path) = (root(&leaves[..old]), consistency(tree, old).unwrap());
            let holds = |before: &TreeHash, path: &[TreeHash], top: &TreeHash| {
                extends((old as u64, before), (size as u64, top), path)
            };
            assert!(holds(&before, &path, &top), "{old} {size}");
            assert!(!holds(&leaf_hash(b"x"), &path, &top));
            assert!(old == 0 || !holds(&before, &path, &leaf_hash(b"x")));
            assert!(!holds(&before, &[&path[..], &[top]].concat(), &top));
            for at in 0..path.len() {
                let mut other = path.clone();
                other[at][0] ^= 1;
                assert!(!holds(&before, &other, &top) && !holds(&before, &path[..at], &top));
            }
            assert!(!extends((size as u64 + 1, &before), (size as u64, &top), &path));
        }
    }
}

const VECTOR_KEY: &str = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const VECTOR_NOTE: &str = "This is an example message.\n\n\u{2014} example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
const VECTOR_CHECKPOINT: &str = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n\u{2014} example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n\u{2014} witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

#[test]
fn notes_and_keys_are_those_of_the_specification() {
    let (key, note) = (VerifierKey::read(VECTOR_KEY).unwrap(), SignedNote::read(VECTOR_NOTE).unwrap());
    assert_eq!((key.to_string(), note.to_string()), (VECTOR_KEY.to_owned(), VECTOR_NOTE.to_owned()));
    assert_eq!(note.verify(&key), Ok(None));
    let changed = SignedNote::read(&VECTOR_NOTE.replace("message", "massage")).unwrap();
    assert_eq!(changed.verify(&key).unwrap_err().key, "club-log-forged");
    let checkpoint = Checkpoint::read(VECTOR_CHECKPOINT).unwrap();
    assert_eq!(checkpoint.note().to_string(), VECTOR_CHECKPOINT);
    assert_eq!(checkpoint.short(), "20852163/0ac5186a91863e8e1d90c808014aa89b");
    assert_eq!(checkpoint.verify(&key).unwrap_err().key, "club-log-other-origin");
    assert_eq!(checkpoint.note().verify(&key).unwrap_err().key, "club-log-other-key");
}

#[test]
fn a_key_is_written_and_read_again() {
    let signer = signer();
    let again = LogSigner::read(&signer.expose_text()).unwrap();
    assert_eq!(again.verifier(), signer.verifier());
    assert!(!format!("{signer:?}").contains("PRIVATE"));
    let key = signer.verifier().to_string();
    assert_eq!(VerifierKey::read(&key).unwrap(), *signer.verifier());
    for wrong in ["", "a", "a+b", &key[1..], &key[..key.len() - 4], &key.replace("club", "clud")] {
        assert!(VerifierKey::read(wrong).is_err(), "{wrong}");
        assert!(LogSigner::read(&format!("PRIVATE+KEY+{wrong}")).is_err());
    }
    for name in ["", "a b", "a+b", "a\u{3000}b", &"x".repeat(201)] {
        assert_eq!(LogSigner::new(name, [1; 32]).unwrap_err().key, "club-log-name");
    }
}

#[test]
fn a_cosignature_is_verified_with_its_time() {
    let checkpoint = Checkpoint::sign(&signer(), 3, [9; 32]);
    let note = checkpoint.note().to_string();
    let witness = SigningKey::from_bytes(&[5; 32]);
    let key = cosigner(&witness);
    let cosigned = format!("{note}{}", cosignature(&witness, &key, &checkpoint, 1_800_000_000));
    let cosigned = Checkpoint::read(&cosigned).unwrap();
    cosigned.verify(signer().verifier()).unwrap();
    assert_eq!(cosigned.note().verify(&key), Ok(Some(1_800_000_000)));
    let later = cosignature(&witness, &key, &checkpoint, 1_800_000_001);
    let moved = later.len() - 20;
    let forged = format!("{note}{}", later.replace(&later[moved..moved + 4], "AAAA"));
    assert_eq!(SignedNote::read(&forged).unwrap().verify(&key).unwrap_err().key, "club-log-forged");
}

#[test]
fn lines_of_signatures_do_not_make_a_text_longer() {
    let signer = signer();
    let (short, long) = ("one\n".to_owned(), "one\n\ntwo\n".to_owned());
    let note = signer.sign(short.clone());
    let after = |signed: &SignedNote| signed.to_string()[short.len() + 1..].to_owned();
    assert_eq!(note.with_lines_of(&after(&note), signer.verifier()), Ok(note.clone()));
    let longer = after(&signer.sign(long));
    assert!(longer.starts_with("two\n\n"), "{longer}");
    assert_eq!(note.with_lines_of(&longer, signer.verifier()).unwrap_err().key, "club-log-note-form");
}

/// The key of a witness.
pub fn cosigner(witness: &SigningKey) -> VerifierKey {
    use base64::Engine;
    use sha2::Digest;
    let key = [&[4], &witness.verifying_key().to_bytes()[..]].concat();
    let id = sha2::Sha256::digest([b"witness.example/w1\n", &key[..]].concat());
    let key = base64::engine::general_purpose::STANDARD.encode(key);
    VerifierKey::read(&format!("witness.example/w1+{}+{key}", hex::encode(&id[..4]))).unwrap()
}

/// The line of a witness that signed at this time.
pub fn cosignature(witness: &SigningKey, key: &VerifierKey, checkpoint: &Checkpoint, time: u64) -> String {
    use base64::Engine;
    let message = format!("cosignature/v1\ntime {time}\n{}", checkpoint.note().text());
    let signature = witness.sign(message.as_bytes()).to_bytes();
    let bytes = [&key.id()[..], &time.to_be_bytes(), &signature].concat();
    format!("\u{2014} {} {}\n", key.name(), base64::engine::general_purpose::STANDARD.encode(bytes))
}

#[test]
fn what_is_no_checkpoint_is_refused() {
    let good = Checkpoint::sign(&signer(), 3, [9; 32]).note().to_string();
    let root = good.lines().nth(2).unwrap().to_owned();
    for (from, to) in [
        ("\n3\n", "\n03\n"),
        ("\n3\n", "\n-3\n"),
        ("\n3\n", "\n99999999999999999999\n"),
        (&*root, "AAAA"),
        (&*root, ""),
        (ORIGIN, ""),
        ("\u{2014} ", "- "),
        ("\n3\n", "\n3\n\n"),
        ("\n\n", "\n"),
        ("\n3\n", "\n3\r\n"),
    ] {
        assert!(Checkpoint::read(&good.replacen(from, to, 1)).is_err(), "{from:?} {to:?}");
    }
    assert!(Checkpoint::read(&good[..good.len() - 1]).is_err());
    assert!(Checkpoint::read(&"x".repeat(100_000)).is_err());
    // An extension line is opaque.
    let extended = signer().sign(format!("{ORIGIN}\n3\n{root}\nmore\n")).to_string();
    assert_eq!(Checkpoint::read(&extended).unwrap().size, 3);
}

#[test]
fn a_leaf_has_one_form() {
    let leaf = TableLeaf { moment: LeafMoment::Head, opening: [1; 32], seq: 9, chain: [2; 32] };
    let line = leaf.to_string();
    assert_eq!(TableLeaf::read(&line), Ok(leaf));
    for wrong in [
        line.replace("head", "tail"),
        line.replace("\"seq\":9", "\"seq\":09"),
        line.replace(',', ", "),
        line.replace("0101", "01"),
        line.replacen("0202", "FFFF", 1),
        line.replace("\"seq\":9", "\"seq\":9,\"x\":1"),
        format!("{line} "),
        "{".repeat(10_000),
    ] {
        assert_eq!(TableLeaf::read(&wrong).unwrap_err().key, "club-log-leaf-form", "{wrong}");
    }
}

/// A proof among 100,000 leaves is small, is written and read again, and holds for its leaf alone.
#[test]
fn a_proof_is_small_and_holds_for_its_leaf_alone() {
    let leaf = TableLeaf { moment: LeafMoment::Closed, opening: [1; 32], seq: 12_345, chain: [2; 32] };
    let mut hashes: Vec<TreeHash> = (0..100_000u32).map(|n| leaf_hash(&n.to_be_bytes())).collect();
    hashes[77_777] = leaf.hash();
    let checkpoint = Checkpoint::sign(&signer(), 100_000, root(&hashes));
    let proof = LeafProof::new(leaf, 77_777, &hashes, checkpoint.clone()).unwrap();
    let text = proof.to_string();
    assert!(text.len() <= 2048, "{}", text.len());
    let both = LeafProof::read_all(&text.repeat(2)).unwrap();
    assert_eq!(both, [proof.clone(), proof.clone()]);
    let key = signer();
    assert_eq!(proof.check(Some(key.verifier())), Ok(()));
    let mut other = proof.clone();
    other.leaf.seq += 1;
    assert_eq!(other.check(None).unwrap_err().key, "club-log-not-included");
    let stranger = LogSigner::new(ORIGIN, [8; 32]).unwrap();
    assert_eq!(proof.check(Some(stranger.verifier())).unwrap_err().key, "club-log-other-key");
    for wrong in [
        "",
        "c2sp.org/tlog-proof@v1\n",
        &text[1..],
        &text.replace("index 77777", "index 077777"),
        &text.replace("extra", "other"),
        &text.replace("\n\n", "\n"),
        &text.replacen('=', "", 1),
    ] {
        assert!(LeafProof::read_all(wrong).is_err(), "{wrong}");
    }
}
