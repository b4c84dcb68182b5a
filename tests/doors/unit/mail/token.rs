//! The tokens of reply addresses, and the codes that a mail asks back.

use chrono::{DateTime, Duration, Utc};
use wardroom::door::mail::token::{CODE_LETTERS, CODE_SECONDS, Grant, Tokens};
use wardroom::keys::Keys;

fn tokens(now: u8, before: Option<(u8, i64)>) -> Tokens {
    Tokens::new(Keys::new([now; 32], before.map(|(key, until)| ([key; 32], Some(at(until))))))
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::seconds(seconds)
}

const ANN: Grant<'_> =
    Grant { player: "p-abc", address: "ann@example.org", table: Some("toy-2222"), generation: 0 };

#[test]
fn a_token_is_for_one_player_address_table_and_generation_and_survives_a_change_of_case() {
    let signs = tokens(1, None);
    let token = signs.token(&ANN);
    assert!(token.len() <= 64 && Tokens::player_of(&token) == Some("p-abc"), "{token}");
    assert!(signs.is(&token, &ANN, at(0)) && signs.is(&token.to_uppercase(), &ANN, at(0)));
    for other in [
        Grant { player: "p-abd", ..ANN },
        Grant { address: "bob@example.org", ..ANN },
        Grant { table: Some("toy-2223"), ..ANN },
        Grant { table: None, ..ANN },
        Grant { generation: 1, ..ANN },
    ] {
        assert!(!signs.is(&token, &other, at(0)), "{other:?}");
    }
    for at_byte in 0..token.len() {
        let mut forged = token.clone().into_bytes();
        forged[at_byte] = if forged[at_byte] == b'a' { b'b' } else { b'a' };
        assert!(!signs.is(std::str::from_utf8(&forged).unwrap(), &ANN, at(0)));
    }
    assert!(!signs.is("", &ANN, at(0)) && !signs.is("p-abc", &ANN, at(0)));
}

#[test]
fn what_was_signed_before_a_rotation_holds_until_its_time() {
    let token = tokens(1, None).token(&ANN);
    let rotated = tokens(2, Some((1, 100)));
    assert!(rotated.is(&token, &ANN, at(99)) && !rotated.is(&token, &ANN, at(100)));
    assert_ne!(rotated.token(&ANN), token);
}

#[test]
fn a_code_is_for_one_deed_and_holds_for_two_days_at_most() {
    let signs = tokens(1, None);
    let code = signs.code("p-abc", "resign toy-2222", at(CODE_SECONDS));
    assert_eq!(code.len(), CODE_LETTERS);
    let typed = format!("{}-{}", &code[..4], code[4..].to_uppercase());
    assert!(signs.is_code(&typed, "p-abc", "resign toy-2222", at(CODE_SECONDS)));
    assert!(signs.is_code(&code, "p-abc", "resign toy-2222", at(3 * CODE_SECONDS - 1)));
    assert!(!signs.is_code(&code, "p-abc", "resign toy-2222", at(3 * CODE_SECONDS)));
    assert!(!signs.is_code(&code, "p-abc", "resign toy-2223", at(CODE_SECONDS)));
    assert!(!signs.is_code(&code, "p-abd", "resign toy-2222", at(CODE_SECONDS)));
    assert!(!signs.is_code("", "p-abc", "resign toy-2222", at(CODE_SECONDS)));
}

#[test]
fn parts_cannot_flow_into_one_another() {
    let signs = tokens(1, None);
    assert_ne!(signs.id(&["ab", "c"]), signs.id(&["a", "bc"]));
    assert_eq!(signs.id(&["a"]), signs.id(&["a"]));
}
