//! The canonical form of JSON: one way to write each value.

use serde_json::{Value, json};
use wardroom::log::canonical::{NotCanonical, from_text, to_text};
use wardroom::log::limits::MAX_DEPTH;

#[test]
fn keys_are_sorted_at_every_level_and_nothing_is_spaced() {
    let value = json!({"b": [1, {"z": null, "a": true}], "a": "x", "B": -5});
    assert_eq!(to_text(&value).unwrap(), r#"{"B":-5,"a":"x","b":[1,{"a":true,"z":null}]}"#);
}

#[test]
fn no_crate_has_maps_keep_another_order() {
    assert_eq!(json!({"b": 1, "a": 2}).to_string(), r#"{"a":2,"b":1}"#, "serde_json/preserve_order is on");
}

#[test]
fn what_is_wrong_is_named_with_its_path() {
    let error = to_text(&json!({"body": {"ships": [1, {"speed": 1.5}]}})).unwrap_err();
    assert_eq!(error.to_string(), "body.ships[1].speed is not an integer (1.5)");
    let error = to_text(&json!({"n": u64::MAX})).unwrap_err();
    assert_eq!(error.to_string(), "n does not fit a 64-bit signed integer (18446744073709551615)");
    assert!(matches!(to_text(&json!({"é": 1})), Err(NotCanonical::Key { .. })));
}

#[test]
fn depth_is_limited_when_writing_and_when_reading() {
    let nest = |n: usize| (0..n).fold(Value::Null, |inner, _| Value::Array(vec![inner]));
    assert!(to_text(&nest(MAX_DEPTH)).is_ok());
    assert!(matches!(to_text(&nest(MAX_DEPTH + 1)), Err(NotCanonical::TooDeep { .. })));
    let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(from_text(&text, usize::MAX).is_err());
}

#[test]
fn other_ways_of_writing_the_same_value_are_refused() {
    for text in [
        r#"{"a": 1}"#,
        r#"{"b":1,"a":2}"#,
        r#"{"a":1,"a":1}"#,
        r#""\u0041""#,
        r#""\/""#,
        r#""\u001F""#,
        "01",
        "-0",
        "1e2",
        "1.0",
        "9223372036854775808",
        "[1,]",
        "NaN",
        "{} ",
        " {}",
        "",
    ] {
        assert!(from_text(text, 1000).is_err(), "{text}");
    }
    assert_eq!(from_text("-9223372036854775808", 1000), Ok(json!(i64::MIN)));
    assert_eq!(from_text("[]", 1), Err(NotCanonical::TooLong { found: 2, limit: 1 }));
}
