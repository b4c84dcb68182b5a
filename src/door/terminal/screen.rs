//! The one place where text goes to a terminal: it removes control sequences, wherever the text comes from.

use std::io::{self, Write};

use serde::Serialize;

use crate::game::steers;

/// An output that a person reads. `write` takes text; control sequences go another way.
pub trait Screen: Write {
    /// Sends a code of our own, like a colour.
    ///
    /// # Errors
    /// Output that cannot be written.
    fn steer(&mut self, code: &'static str) -> io::Result<()>;

    /// The raw output, for data that must arrive unchanged.
    fn data(&mut self) -> &mut dyn Write;
}

/// A buffer in memory: nobody sees it, so text is kept as written.
impl Screen for Vec<u8> {
    fn steer(&mut self, code: &'static str) -> io::Result<()> {
        self.write_all(code.as_bytes())
    }

    fn data(&mut self) -> &mut dyn Write {
        self
    }
}

/// A screen that shows text only: a replacement sign stands for each character that [`steers`] the terminal. Tabs and line ends
/// pass.
pub struct Cleaned<W: Write> {
    out: W,
    /// The beginning of a character whose other bytes have not come yet.
    begun: Vec<u8>,
}

impl<W: Write> Cleaned<W> {
    /// Cleans all text for `out`.
    pub fn new(out: W) -> Cleaned<W> {
        Cleaned { out, begun: Vec::new() }
    }
}

impl<W: Write> Write for Cleaned<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        // A character that is cut at the end waits for its rest; other invalid bytes are replaced, wherever they are.
        let last = self.begun.utf8_chunks().last().map(|chunk| chunk.invalid()).unwrap_or_default();
        let is_cut = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
        let waiting = if is_cut { last.len() } else { 0 };
        let rest = self.begun.split_off(self.begun.len() - waiting);
        let whole = std::mem::replace(&mut self.begun, rest);
        let shown =
            |c: char| if steers(c) && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
        let text: String = String::from_utf8_lossy(&whole).chars().map(shown).collect();
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Screen for Cleaned<W> {
    fn steer(&mut self, code: &'static str) -> io::Result<()> {
        self.out.write_all(code.as_bytes())
    }

    fn data(&mut self) -> &mut dyn Write {
        &mut self.out
    }
}

/// A JSON value as one line; what could steer a terminal is escaped, which means the same.
///
/// # Errors
/// A value that has no JSON form.
pub fn json_line(value: &impl Serialize) -> io::Result<String> {
    let mut line = String::new();
    for c in serde_json::to_string(value)?.chars() {
        match steers(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| line += &format!("\\u{unit:04x}")),
            false => line.push(c),
        }
    }
    Ok(line)
}
