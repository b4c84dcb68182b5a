//! The one way to write a JSON value, so that equal values have equal bytes and equal hashes.
//!
//! It is what Python's `json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)` writes, for
//! values without floats, with integers that fit 64 bits signed and with ASCII keys.

use std::fmt::Write;

use serde_json::{Map, Number, Value};

use super::limits::MAX_DEPTH;
use crate::reason::Reason;
use crate::words::english;

/// Why a value or a text has no canonical form, or is not in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotCanonical {
    /// A number with a fraction or an exponent, or `-0`.
    #[error("{path} is not an integer ({found})")]
    Float {
        /// The path of the value, like `body.ships[3].speed`.
        path: String,
        /// The number.
        found: String,
    },
    /// An integer outside -2^63 … 2^63-1.
    #[error("{path} does not fit a 64-bit signed integer ({found})")]
    BigInteger {
        /// The path of the value.
        path: String,
        /// The number.
        found: String,
    },
    /// A key with characters outside ASCII.
    #[error("{path} has a key that is not ASCII: {key:?}")]
    Key {
        /// The object.
        path: String,
        /// The key.
        key: String,
    },
    /// Arrays and objects nested too deeply.
    #[error("{path} is nested deeper than {MAX_DEPTH} levels")]
    TooDeep {
        /// The path of the first level too many.
        path: String,
    },
    /// The text is longer than the limit for it.
    #[error("the text has {found} bytes, {limit} are allowed")]
    TooLong {
        /// Its bytes.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// The text is no JSON.
    #[error("the text is not JSON: {0}")]
    NotJson(String),
    /// The text is JSON, written in another way.
    #[error("the text is not in canonical form: it first differs at byte {offset}")]
    Differs {
        /// Offset of the first byte that differs, from 0.
        offset: usize,
    },
    /// A field is missing, unexpected, or of the wrong type or form.
    #[error("{0}")]
    Field(String),
    /// The entry does not fit its place in the log, its audience or its author.
    #[error("{}", english(.0))]
    Misfit(Reason),
}

impl NotCanonical {
    /// The error as a message key with arguments; the text of [`NotCanonical::Field`] is kept.
    pub fn reason(&self) -> Reason {
        match self {
            NotCanonical::Float { path, found } => {
                Reason::of("found-float").quoting("path", path).quoting("found", found)
            }
            NotCanonical::BigInteger { path, found } => {
                Reason::of("found-big-integer").quoting("path", path).quoting("found", found)
            }
            NotCanonical::Key { path, key } => {
                Reason::of("found-foreign-key").quoting("path", path).quoting("key", format!("{key:?}"))
            }
            NotCanonical::TooDeep { path } => {
                Reason::of("found-too-deep").quoting("path", path).with("most", MAX_DEPTH)
            }
            NotCanonical::TooLong { found, limit } => {
                Reason::of("found-too-long").with("found", *found).with("limit", *limit)
            }
            NotCanonical::NotJson(why) => Reason::of("found-no-json").quoting("why", why),
            NotCanonical::Differs { offset } => Reason::of("found-not-canonical").with("offset", *offset),
            NotCanonical::Field(what) => Reason::of("found-form").quoting("what", what),
            NotCanonical::Misfit(reason) => reason.clone(),
        }
    }
}

/// The canonical text of `value`.
///
/// # Errors
/// [`NotCanonical`] when it holds a float, an integer outside 64 bits signed, a key outside ASCII or is nested too deeply.
pub fn to_text(value: &Value) -> Result<String, NotCanonical> {
    let mut text = String::with_capacity(256);
    write_value(value, Path::Outermost, &mut text)?;
    Ok(text)
}

/// The value of a text in canonical form of at most `limit` bytes.
///
/// # Errors
/// [`NotCanonical`] when the text is too long, no JSON, or not byte for byte what [`to_text`] gives.
pub fn from_text(text: &str, limit: usize) -> Result<Value, NotCanonical> {
    if text.len() > limit {
        return Err(NotCanonical::TooLong { found: text.len(), limit });
    }
    let value: Value = serde_json::from_str(text).map_err(|e| NotCanonical::NotJson(e.to_string()))?;
    // Written again, so that every other spelling is found: white space, a doubled key, another order.
    let canonical = to_text(&value)?;
    if canonical == text {
        return Ok(value);
    }
    let same = canonical.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    Err(NotCanonical::Differs { offset: same })
}

/// The path from the outermost value to the current one; it is written out in errors only.
#[derive(Clone, Copy)]
enum Path<'a> {
    Outermost,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn depth(self) -> usize {
        match self {
            Path::Outermost => 0,
            Path::Key(outer, _) | Path::Index(outer, _) => outer.depth() + 1,
        }
    }

    fn written(self) -> String {
        match self {
            Path::Outermost => "the value".to_owned(),
            Path::Key(Path::Outermost, key) => key.to_owned(),
            Path::Key(outer, key) => format!("{}.{key}", outer.written()),
            Path::Index(outer, index) => format!("{}[{index}]", outer.written()),
        }
    }
}

fn write_value(value: &Value, path: Path<'_>, text: &mut String) -> Result<(), NotCanonical> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => write_number(number, path, text)?,
        Value::String(string) => write_string(string, text),
        Value::Array(items) => {
            check_depth(path)?;
            text.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    text.push(',');
                }
                write_value(item, Path::Index(&path, i), text)?;
            }
            text.push(']');
        }
        Value::Object(map) => write_object(map, path, text)?,
    }
    Ok(())
}

fn write_object(map: &Map<String, Value>, path: Path<'_>, text: &mut String) -> Result<(), NotCanonical> {
    check_depth(path)?;
    // Sorted here and not by trust in the map: a cargo feature of serde_json anywhere in the tree changes its order.
    let mut fields: Vec<(&String, &Value)> = map.iter().collect();
    fields.sort_unstable_by_key(|(key, _)| *key);
    text.push('{');
    for (i, (key, item)) in fields.into_iter().enumerate() {
        if !key.is_ascii() {
            return Err(NotCanonical::Key { path: path.written(), key: key.clone() });
        }
        if i > 0 {
            text.push(',');
        }
        write_string(key, text);
        text.push(':');
        write_value(item, Path::Key(&path, key), text)?;
    }
    text.push('}');
    Ok(())
}

fn check_depth(path: Path<'_>) -> Result<(), NotCanonical> {
    if path.depth() < MAX_DEPTH { Ok(()) } else { Err(NotCanonical::TooDeep { path: path.written() }) }
}

fn write_number(number: &Number, path: Path<'_>, text: &mut String) -> Result<(), NotCanonical> {
    if let Some(integer) = number.as_i64() {
        text.push_str(&integer.to_string());
        return Ok(());
    }
    let (path, found) = (path.written(), number.to_string());
    Err(if number.is_u64() {
        NotCanonical::BigInteger { path, found }
    } else {
        NotCanonical::Float { path, found }
    })
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            c if c < ' ' => {
                // Writing to a String cannot fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            // U+007F and everything above it stay as they are, as Python leaves them.
            c => text.push(c),
        }
    }
    text.push('"');
}
