//! The secret of a server: made once, rotated, never shown.

use std::os::unix::fs::PermissionsExt;

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use wardroom::app::secret::{SECRET_FILE, SECRET_VARIABLE, Secret};
use wardroom::config::value::SecretFiles;
use wardroom::keys::Keys;
use wardroom::private::Access;

/// Bytes in a secret and in a key.
const BYTES: usize = 32;

fn now() -> DateTime<Utc> {
    DateTime::parse_from_rfc3339("2026-03-01T12:00:00Z").unwrap().to_utc()
}

fn mine() -> SecretFiles {
    SecretFiles::default()
}

fn accepted(keys: &Keys, at: DateTime<Utc>) -> Vec<[u8; BYTES]> {
    keys.accepted(at).copied().collect()
}

#[test]
fn it_is_made_once_for_its_owner_only_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/secret");
    let made: Vec<[u8; BYTES]> = std::thread::scope(|scope| {
        let start = || scope.spawn(|| *Secret::of_file(&path, &mine()).unwrap().keys("mail").signing());
        let starts: Vec<_> = (0..8).map(|_| start()).collect();
        starts.into_iter().map(|started| started.join().unwrap()).collect()
    });
    assert!(made.iter().all(|key| *key == made[0]), "processes that start together agree");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, Access::Owner.file());
    let left: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(left.len(), 1, "no draft is left: {left:?}");
}

#[test]
fn each_use_has_a_key_of_its_own_that_is_fixed_for_ever() {
    let hex = "00".repeat(31) + "01";
    let var = |name: &str| (name == SECRET_VARIABLE).then(|| hex.clone());
    let secret = Secret::of_environment(&var).unwrap().unwrap();
    let expected = {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&hex::decode(&hex).unwrap()).unwrap();
        mac.update(b"wardroom key v1 mail");
        <[u8; BYTES]>::from(mac.finalize().into_bytes())
    };
    assert_eq!(*secret.keys("mail").signing(), expected);
    assert_ne!(secret.keys("mail").signing(), secret.keys("links").signing());
    assert!(!format!("{secret:?}{:?}", secret.keys("mail")).contains("01"));
}

#[test]
fn after_a_rotation_the_old_one_is_accepted_for_a_time_and_signs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SECRET_FILE);
    let old = *Secret::of_file(&path, &mine()).unwrap().keys("mail").signing();
    let until = Secret::rotate(&path, now(), &mine()).unwrap();
    let keys = Secret::of_file(&path, &mine()).unwrap().keys("mail");
    assert_ne!(*keys.signing(), old);
    assert_eq!(accepted(&keys, now()), [*keys.signing(), old]);
    assert_eq!(accepted(&keys, until - Duration::seconds(1)), [*keys.signing(), old]);
    assert_eq!(accepted(&keys, until), [*keys.signing()]);
    // A second rotation ends nothing either, and each secret has its own end.
    let later = now() + Duration::days(10);
    let last = Secret::rotate(&path, later, &mine()).unwrap();
    let again = Secret::of_file(&path, &mine()).unwrap().keys("mail");
    assert_eq!(accepted(&again, later), [*again.signing(), *keys.signing(), old]);
    assert_eq!(accepted(&again, until), [*again.signing(), *keys.signing()]);
    assert_eq!(accepted(&again, last), [*again.signing()]);
    Secret::rotate(&path, until, &mine()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap().matches("before ").count(), 2, "what ended is gone");
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, Access::Owner.file());
}

#[test]
fn what_is_wrong_is_said_and_shows_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(SECRET_FILE);
    let digits = "ab".repeat(BYTES);
    for text in ["", "mellon", &format!("now {digits}0"), &format!("now {digits}\nnow {digits}")] {
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(Access::Owner.file())).unwrap();
        let said = Secret::of_file(&path, &mine()).unwrap_err().to_string();
        assert!(said.contains("it holds no secret") && !said.contains("abab"), "{said}");
        assert!(!said.contains("mellon"), "{said}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "it is left as it is");
    }
    std::fs::write(&path, format!("now {digits}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    assert!(Secret::of_file(&path, &mine()).unwrap_err().to_string().contains("chmod 600"));
    let var = |name: &str| (name == SECRET_VARIABLE).then(|| "mellon".to_owned());
    let said = Secret::of_environment(&var).unwrap_err();
    assert_eq!((said.status(), said.to_string().contains("mellon")), (2, false));
}
