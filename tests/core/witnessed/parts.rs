//! The parts of a witness of the dice: its function, what it remembers, and its key.

use std::path::{Path, PathBuf};

use wardroom::app::witness::dice::DiceDesk;
use wardroom::club::club_log::LogSigner;
use wardroom::transparency::dice::{DiceAnswer, DiceAsk, DiceKey, DiceProver};
use wardroom::transparency::vrf::{VrfPublic, VrfSecret};

use super::{club, desk, other_club};

#[test]
fn the_function_has_the_vectors_of_its_rfc() {
    let bytes = |text: &str| hex::decode(text).unwrap();
    // RFC 9381, appendix B.3, examples 16 to 18.
    for (secret, public, input, proof, output) in [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "8657106690b5526245a92b003bb079ccd1a92130477671f6fc01ad16f26f723f26f8a57ccaed74ee1b190bed1f479d97\
             27d2d0f9b005a6e456a35d4fb0daab1268a1b0db10836d9826a528ca76567805",
            "90cf1df3b703cce59e2a35b925d411164068269d7b2d29f3301c03dd757876ff66b71dda49d2de59d03450451af02679\
             8e8f81cd2e333de5cdf4f3e140fdd8ae",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "f3141cd382dc42909d19ec5110469e4feae18300e94f304590abdced48aed5933bf0864a62558b3ed7f2fea45c92a465\
             301b3bbf5e3e54ddf2d935be3b67926da3ef39226bbc355bdc9850112c8f4b02",
            "eb4440665d3891d668e7e0fcaf587f1b4bd7fbfe99d0eb2211ccec90496310eb5e33821bc613efb94db5e5b54c70a848\
             a0bef4553a41befc57663b56373a5031",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "9bc0f79119cc5604bf02d23b4caede71393cedfbb191434dd016d30177ccbf8096bb474e53895c362d8628ee9f9ea3c0\
             e52c7a5c691b6c18c9979866568add7a2d41b00b05081ed0f58ee5e31b3a970e",
            "645427e5d00c62a23fb703732fa5d892940935942101e456ecca7bb217c61c452118fec1219202a0edcf038bb6373241\
             578be7217ba85a2687f7a0310b2df19f",
        ),
    ] {
        let held = VrfSecret::of(&bytes(secret).try_into().unwrap());
        assert_eq!(hex::encode(held.public().bytes()), public);
        let (found, shown) = held.prove(&bytes(input));
        assert_eq!((hex::encode(found).as_str(), hex::encode(shown).as_str()), (output, proof));
        let known = VrfPublic::of(bytes(public).try_into().unwrap()).unwrap();
        assert_eq!(known.verify(&bytes(input), &shown), Some(found));
        assert_eq!(known.verify(b"another", &shown), None);
        for at in 0..shown.len() {
            let mut forged = shown;
            forged[at] ^= 1;
            assert_eq!(known.verify(&bytes(input), &forged), None, "byte {at}");
        }
    }
    // The neutral point, and a point of order 8, are no keys.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    assert_eq!(VrfPublic::of(neutral), None);
    let low = bytes("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");
    assert_eq!(VrfPublic::of(low.try_into().unwrap()), None);
}

#[test]
fn a_witness_gives_each_counter_one_value_and_remembers_it() {
    let folder = tempfile::tempdir().unwrap();
    let asks =
        |counter, value: u8, opening: u8| DiceAsk { opening: [opening; 32], counter, value: [value; 32] };
    let key = club().verifier().to_string();
    let answers = |desk: &DiceDesk, ask: DiceAsk| {
        let (status, _, text) = desk.answer(&ask.signed(&club()));
        let answers = DiceAnswer::read_all(&text, &ask, (desk.key(), &key)).unwrap_or_default();
        (
            status,
            answers.into_iter().map(|answer| (answer.counter, answer.value[0])).collect::<Vec<_>>(),
            text,
        )
    };
    let one = desk(folder.path());
    let first = answers(&one, asks(1, 4, 1));
    assert_eq!((first.0, &first.1), (200, &vec![(1, 4)]));
    assert_eq!(answers(&one, asks(1, 4, 1)), first, "the same answer for the same");
    assert_eq!(answers(&one, asks(2, 5, 1)).0, 200);
    assert_eq!(answers(&one, asks(1, 6, 1)), (409, vec![(1, 4), (2, 5)], answers(&one, asks(1, 7, 1)).2));
    assert_eq!(answers(&one, asks(4, 6, 1)), (422, vec![], "2\n".to_owned()));
    assert_eq!(answers(&one, asks(1, 6, 2)).0, 200, "another table has counters of its own");
    // It remembers across a restart, and forgets a line that was not written to its end.
    drop(one);
    let again = desk(folder.path());
    assert_eq!(answers(&again, asks(2, 6, 1)).1, [(2, 5)]);
    let file = walk(folder.path()).into_iter().find(|file| file.ends_with(hex::encode([1; 32]))).unwrap();
    let cut = std::fs::read_to_string(&file).unwrap() + "05";
    std::fs::write(&file, cut).unwrap();
    assert_eq!(answers(&again, asks(3, 8, 1)).1, [(3, 8)]);
    assert_eq!(answers(&desk(folder.path()), asks(3, 9, 1)).1, [(3, 8)]);

    // Whose request it is.
    let ask = asks(4, 1, 1);
    let stranger = LogSigner::new("tables.example/log", [8; 32]).unwrap();
    let unknown = LogSigner::new("other.example/log", [7; 32]).unwrap();
    let text = ask.signed(&club());
    for (request, status) in [
        (ask.signed(&stranger), 403),
        (ask.signed(&unknown), 404),
        (text.replacen("\n4\n", "\n5\n", 1), 403),
        (text.replacen("\n4\n", "\n04\n", 1), 400),
        (text.replacen("wardroom dice v1", "wardroom dice v2", 1), 400),
        (String::new(), 400),
        ("x".repeat(10_000_000), 400),
    ] {
        assert_eq!(again.answer(&request).0, status, "{}", &request[..request.len().min(200)]);
    }
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn a_key_of_dice_has_one_form() {
    let key = DiceProver::of(&other_club()).key().clone();
    let text = key.to_string();
    assert_eq!(DiceKey::read(&text), Ok(key));
    for wrong in [
        text.replacen("witness", "another", 1),
        text.replacen('+', " ", 1),
        club().verifier().to_string(),
        other_club().verifier().to_string(),
        String::new(),
    ] {
        assert_eq!(DiceKey::read(&wrong).map_err(|why| why.key), Err("dice-key-form"), "{wrong}");
    }
}

#[test]
fn a_club_names_the_witness_of_its_dice_with_the_right_key() {
    let key = DiceProver::of(&other_club()).key().to_string();
    let settings = |url: &str, key: &str| {
        let text = format!("[club_log]\ndice_witness = {{ url = \"{url}\", key = \"{key}\" }}\n");
        wardroom::config::Config::parse(&text).unwrap().club_log.unwrap().checked()
    };
    let listed = settings("https://witness.example/", &key).unwrap().unwrap().dice.unwrap();
    assert_eq!((listed.url.as_str(), listed.key.to_string()), ("https://witness.example", key.clone()));
    let of_log = other_club().verifier().to_string();
    for (url, key, why) in [
        ("witness.example", key.as_str(), "config-witnesses-url"),
        ("https://witness.example", of_log.as_str(), "config-dice-key"),
    ] {
        assert_eq!(settings(url, key).map_err(|why| why.key), Err(why), "{url} {key}");
    }
}
