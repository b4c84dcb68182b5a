//! What a request says: its fields, its cookie, its origin.

use axum::http::{HeaderMap, StatusCode, header};

/// Most fields of a query or a form: twice those of the largest form.
const FIELDS: usize = 512;

/// The fields of a query or of a form, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormFields(Vec<(String, String)>);

impl FormFields {
    /// The fields of a text of the form `a=b&c=d`.
    ///
    /// # Errors
    /// The status that says why it is not read: nothing of it would be lost in silence.
    pub fn read(text: &str) -> Result<FormFields, StatusCode> {
        // One field more than allowed is enough to know that there are too many.
        let pairs: Vec<_> = text.split('&').filter(|pair| !pair.is_empty()).take(FIELDS + 1).collect();
        if pairs.len() > FIELDS {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        let field = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decoded(name)?, decoded(value)?))
        };
        pairs.into_iter().map(field).collect::<Option<_>>().map(FormFields).ok_or(StatusCode::BAD_REQUEST)
    }

    /// The first field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.all(name).next()
    }

    /// Every field of this name.
    pub fn all<'f>(&'f self, name: &str) -> impl Iterator<Item = &'f str> {
        self.0.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }
}

/// A text as forms send it, with `+` for a space and `%` before hexadecimal digits; `None` if it is no text.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first {
            b'+' => bytes.push(b' '),
            b'%' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                // `from_str_radix` reads a sign and one digit too.
                if !digits.iter().all(u8::is_ascii_hexdigit) {
                    return None;
                }
                bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(*byte),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The value of a cookie.
pub fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let lines = headers.get_all(header::COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(given, _)| *given == name).map(|(_, value)| value)
}

/// Returns whether the browser takes gzip, as all do.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let named =
        headers.get(header::ACCEPT_ENCODING).and_then(|header| header.to_str().ok()).unwrap_or_default();
    named.split(',').any(|coding| coding.trim() == "gzip")
}

/// Returns whether a form was sent from a page of this origin, as the browser says. One of the two headers must say so, and
/// neither may say otherwise.
pub fn is_from(headers: &HeaderMap, origin: &str) -> bool {
    // A header that is no text is there, and agrees with nothing.
    let said = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let (from, site) = (said("origin"), said("sec-fetch-site"));
    let agrees = from.is_none_or(|from| from == origin) && site.is_none_or(|site| site == "same-origin");
    agrees && (from.is_some() || site.is_some())
}
