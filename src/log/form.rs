//! The forms that the fields of an entry have: ids, versions, kinds, times, hexadecimal digits.

use super::canonical::NotCanonical;
use super::limits::MAX_ID_BYTES;

/// The fault of a field that has another form.
pub(super) fn field<T>(what: String) -> Result<T, NotCanonical> {
    Err(NotCanonical::Field(what))
}

/// Table ids stand in file lines and addresses, so they are kept plain.
pub(super) fn check_table(table: &str) -> Result<(), NotCanonical> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
    if (1..=MAX_ID_BYTES).contains(&table.len()) && table.bytes().all(plain) {
        return Ok(());
    }
    field(format!("a table id is 1 to {MAX_ID_BYTES} of a-z, 0-9, - and _, which {table:?} is not"))
}

pub(super) fn check_id(id: &str, what: &str) -> Result<(), NotCanonical> {
    // An id may hold no sign that steers a terminal, and no space that splits it.
    if (1..=MAX_ID_BYTES).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic()) {
        return Ok(());
    }
    field(format!("{what} must be 1 to {MAX_ID_BYTES} printable ASCII characters without space"))
}

/// Checks that a text is the number of a version of the rules: from 1 on, in digits and nothing else.
pub(super) fn check_version(version: &str, what: &str) -> Result<(), NotCanonical> {
    check_id(version, what)?;
    if version.bytes().all(|b| b.is_ascii_digit()) && !version.starts_with('0') {
        return Ok(());
    }
    field(format!("{what} must be a number from 1 on, in digits, which {version:?} is not"))
}

pub(super) fn check_kind(kind: &str) -> Result<(), NotCanonical> {
    let pascal = kind.starts_with(|c: char| c.is_ascii_uppercase())
        && kind.bytes().all(|b| b.is_ascii_alphanumeric())
        && kind.len() <= MAX_ID_BYTES;
    if pascal { Ok(()) } else { field(format!("kind must be PascalCase, which {kind:?} is not")) }
}

pub(super) fn check_hex(text: &str, digits: usize, what: &str) -> Result<(), NotCanonical> {
    let lower = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
    if text.len() == digits && text.bytes().all(lower) {
        return Ok(());
    }
    field(format!("{what} must be {digits} lower-case hexadecimal digits"))
}

/// Times all have one width, so that they sort as text.
pub(super) fn check_time(at: &str, what: &str) -> Result<(), NotCanonical> {
    let shape = b"0000-00-00T00:00:00.000Z";
    let shaped = at.len() == shape.len()
        && at.bytes().zip(shape).all(|(b, s)| if *s == b'0' { b.is_ascii_digit() } else { b == *s });
    // chrono reads second 60 as a leap second; the log has none.
    if shaped && &at[17..19] != "60" && chrono::DateTime::parse_from_rfc3339(at).is_ok() {
        return Ok(());
    }
    field(format!("{what} must be a time like 1914-08-04T09:30:00.000Z, which {at:?} is not"))
}
