//! Lines typed or piped in, of bounded length.

use std::io::{self, BufRead, Read};

/// The longest line, in bytes; a longer one is read to its end and refused.
pub const MAX_TYPED_BYTES: usize = 64 * 1024;

/// A line.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed {
    /// A line without its ending. Bytes that are no UTF-8, and control characters, are replaced.
    Line(String),
    /// Text after the last line ending: perhaps the beginning of a line that never arrived whole.
    Unended(String),
    /// A line of this many bytes, which is too long.
    TooLong(u64),
    /// The input has ended.
    End,
}

/// Reads a line without ever holding more of it than [`MAX_TYPED_BYTES`].
///
/// # Errors
/// Input that cannot be read.
pub fn line(input: &mut dyn BufRead) -> io::Result<Typed> {
    let mut bytes = Vec::new();
    // One byte more, for the end of the longest line.
    let limit = MAX_TYPED_BYTES as u64 + 1;
    input.take(limit).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Typed::End);
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == limit {
        let rest = skip_line(input)?;
        return Ok(Typed::TooLong(bytes.len() as u64 + rest));
    }
    let ended = bytes.last() == Some(&b'\n');
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    // Whatever would steer a terminal must not come back in an answer.
    let printable = |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    let text = String::from_utf8_lossy(&bytes).chars().map(printable).collect();
    Ok(if ended { Typed::Line(text) } else { Typed::Unended(text) })
}

fn skip_line(input: &mut dyn BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(skipped);
        }
        let (used, ended) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), false),
        };
        input.consume(used);
        skipped += (used - usize::from(ended)) as u64;
        if ended {
            return Ok(skipped);
        }
    }
}
