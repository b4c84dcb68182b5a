//! The second verifier, `tests/check_club_log.py`, against what the program makes.

use std::path::Path;
use std::process::Command;

use ed25519_dalek::SigningKey;
use wardroom::club::club_log::PublicLog;

use super::formats::{cosignature, cosigner};
use super::{House, signer, two_tables};

/// What the verifier says: whether it holds, and the text.
fn verifier(folder: &Path, args: &[&str]) -> (bool, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_club_log.py");
    let run = Command::new("python3").arg(script).args(args).current_dir(folder).output();
    let run = run.expect("this test needs python3");
    (run.status.success(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

#[test]
#[ignore = "needs python3"]
fn the_second_verifier_comes_to_the_same() {
    let (house, folder) = (House::new(), tempfile::tempdir().unwrap());
    let (_, signed) = two_tables(&house);
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    let key = signer().verifier().to_string();
    let leaves: Vec<String> = house.lines().into_iter().map(|line| line + "\n").collect();
    write("leaves", leaves.concat());
    for (number, checkpoint) in signed.iter().enumerate() {
        write(&number.to_string(), checkpoint.note().to_string());
    }
    let holds = |args: &[&str]| {
        let (well, said) = verifier(folder.path(), args);
        assert!(well, "{said}");
        said.trim().to_owned()
    };
    let fails = |args: &[&str], why: &str| {
        let (well, said) = verifier(folder.path(), args);
        assert!(!well && said.contains(why), "{said}");
    };
    assert_eq!(holds(&["compare", &key, "0", "2", "leaves"]), "4 leaves of 2 tables");
    assert_eq!(holds(&["compare", &key, "1", "1", "leaves"]), "3 leaves of 2 tables");
    fails(&["compare", &key, "2", "0", "leaves"], "the log went back");
    write("swapped", [&leaves[2..3], &leaves[..2], &leaves[3..]].concat().concat());
    fails(&["compare", &key, "0", "2", "swapped"], "the list is not that of the later checkpoint");
    write("forged", signed[2].note().to_string().replacen("\n4\n", "\n5\n", 1));
    fails(&["compare", &key, "0", "forged", "leaves"], "the signature does not hold");

    for (table, moments) in [("goeben-1", "opened 1, closed 19"), ("goeben-2", "opened 1")] {
        let proofs = PublicLog::new(&house.store).proofs(table).unwrap();
        write(&format!("{table}.proof"), proofs.iter().map(ToString::to_string).collect());
        write(table, house.export(table));
        assert_eq!(holds(&["proof", &key, &format!("{table}.proof"), table]), moments);
    }
    fails(&["proof", &key, "goeben-1.proof", "goeben-2"], "a proof of another table");
    let export = house.export("goeben-1").replacen("0513", "0514", 1);
    write("goeben-1", export);
    fails(&["proof", &key, "goeben-1.proof", "goeben-1"], "another history of the table");

    let witness = SigningKey::from_bytes(&[5; 32]);
    let its_key = cosigner(&witness);
    let line = cosignature(&witness, &its_key, &signed[1], 1_800_000_000);
    write("cosigned", format!("{}{line}", signed[1].note()));
    assert_eq!(holds(&["cosigned", &its_key.to_string(), "cosigned"]), "1800000000");
    fails(&["cosigned", &its_key.to_string(), "1"], "no signature of this key");
}
