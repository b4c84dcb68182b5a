//! Typed text: widths, cases and separators made alike, a line cut into orders and an order into pieces.

use super::parse_error::{ParseError, clip};
use super::{ArgKind, MAX_LINE_BYTES, MAX_ORDERS_A_LINE, Verb};

/// One piece of an order: words given by position or under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The key before `=`, if there was one.
    pub key: Option<String>,
    /// The typed text: one word by position, a list under a key.
    pub values: Vec<String>,
}

impl Piece {
    /// The typed text, as one text.
    pub fn text(&self) -> String {
        let values = self.values.join(",");
        match &self.key {
            Some(key) => format!("{key}={values}"),
            None => values,
        }
    }
}

/// The form in which names are compared: narrow, lower case, katakana, no accents; spaces, hyphens, underscores and
/// middle dots are one `-`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for raw in text.chars() {
        let narrow = narrow(raw);
        if is_mark(raw) {
            voice(&mut folded, raw);
        } else if matches!(raw, '\u{300}'..='\u{36f}') {
            // An accent that some programs write after its letter.
        } else if narrow.is_whitespace()
            || matches!(narrow, '-' | '_' | ',' | '、' | '\'' | '・' | '･' | '‘' | '’' | '‐'..='―' | '−')
        {
            if !folded.is_empty() && !folded.ends_with('-') {
                folded.push('-');
            }
        } else {
            folded.extend(plain(narrow).to_lowercase());
        }
    }
    folded.truncate(folded.trim_end_matches('-').len());
    folded
}

/// Returns whether `typed` is one of these words, in any width and case.
pub fn is_one_of(words: &[&str], typed: &str) -> bool {
    is_any(words.iter().copied(), typed)
}

/// Returns whether `typed` is one of these names, in the same way.
pub(super) fn is_any<'n>(mut names: impl Iterator<Item = &'n str>, typed: &str) -> bool {
    let key = fold(typed);
    names.any(|name| fold(name) == key)
}

/// A full-width sign as its narrow one, half-width katakana as full, hiragana as katakana.
fn narrow(c: char) -> char {
    const HALF_KANA: &str = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
    let code = c as u32;
    match code {
        0x3000 => ' ',
        0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(c),
        0xFF66..=0xFF9D => HALF_KANA.chars().nth((code - 0xFF66) as usize).unwrap_or(c),
        0x3041..=0x3096 => char::from_u32(code + 0x60).unwrap_or(c),
        _ => c,
    }
}

/// Returns whether `c` is a separate voicing mark, which belongs to the katakana before it: half-width ones, and those that
/// some programs write after every letter.
fn is_mark(c: char) -> bool {
    matches!(c, 'ﾞ' | 'ﾟ' | '\u{3099}'..='゜')
}

fn voice(folded: &mut String, mark: char) {
    let Some(last) = folded.pop() else { return };
    // In Unicode the voiced kana follows its plain one, and the half-voiced one comes after that.
    let step = if matches!(mark, 'ﾞ' | '\u{3099}' | '゛') { 1 } else { 2 };
    let voiced = match last {
        'ウ' if step == 1 => Some('ヴ'),
        'カ'..='ト' | 'ハ'..='ホ' => char::from_u32(last as u32 + step),
        _ => None,
    };
    folded.push(voiced.unwrap_or(last));
}

/// A Latin letter without its accent.
fn plain(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ä' | 'À' | 'Á' | 'Â' | 'Ä' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'È' | 'É' | 'Ê' | 'Ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'Ì' | 'Í' | 'Î' | 'Ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' | 'Ò' | 'Ó' | 'Ô' | 'Ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'Ù' | 'Ú' | 'Û' | 'Ü' => 'u',
        'ç' | 'Ç' => 'c',
        'ñ' | 'Ñ' => 'n',
        _ => c,
    }
}

/// Cuts a line into orders at `;`, each into pieces; empty orders are left out.
///
/// # Errors
/// A line longer than [`MAX_LINE_BYTES`], more orders than [`MAX_ORDERS_A_LINE`], a quote that is not closed.
pub fn cut(line: &str) -> Result<Vec<Vec<Piece>>, ParseError> {
    if line.len() > MAX_LINE_BYTES {
        return Err(ParseError::TooLong { bytes: line.len(), most: MAX_LINE_BYTES });
    }
    let mut cutter = Cutter::default();
    for raw in line.chars() {
        cutter.take(narrow_sign(raw));
    }
    if let Some(close) = cutter.close {
        return Err(ParseError::OpenQuote { close, after: clip(&cutter.word) });
    }
    cutter.end_of_order();
    if cutter.orders.len() > MAX_ORDERS_A_LINE {
        return Err(ParseError::TooMany { orders: cutter.orders.len(), most: MAX_ORDERS_A_LINE });
    }
    Ok(cutter.orders)
}

/// Where the last order of an unfinished line begins, and the last word of it; `None` within quotes.
pub(super) fn ends_of(line: &str) -> Option<(usize, usize)> {
    let (mut cutter, mut order, mut word) = (Cutter::default(), 0, 0);
    for (at, raw) in line.char_indices() {
        let (sign, next) = (narrow_sign(raw), at + raw.len_utf8());
        cutter.take(sign);
        if cutter.word.is_empty() && !cutter.quoted {
            word = next;
        }
        if sign == ';' && cutter.close.is_none() {
            order = next;
        }
    }
    cutter.close.is_none().then_some((order, word))
}

/// The pieces of an order that ends in a text, such as a message: everything after its other arguments is taken as typed, with
/// any signs. `None` for any other line.
pub(super) fn spoken(line: &str, verbs: &[Verb]) -> Option<Vec<Piece>> {
    let (name, mut rest) = first_word(line);
    let verb = verbs.iter().find(|verb| verb.is_called(name))?;
    let (last, others) =
        verb.args.split_last().filter(|(last, _)| last.kind == ArgKind::Text && !verb.table)?;
    if line.len() > MAX_LINE_BYTES {
        return None;
    }
    let mut pieces = vec![Piece { key: None, values: vec![name.to_owned()] }];
    for _ in others {
        let (word, after) = first_word(rest);
        rest = after;
        match word.split_once(['=', '＝']) {
            Some((key, value)) => {
                pieces.push(Piece { key: Some(key.to_owned()), values: vec![value.to_owned()] });
            }
            None if !word.is_empty() => pieces.push(Piece { key: None, values: vec![word.to_owned()] }),
            None => {}
        }
    }
    let named = rest
        .split_once(['=', '＝'])
        .filter(|(key, _)| [last.name.as_str(), &last.ja].into_iter().any(|name| fold(name) == fold(key)));
    let text = unquoted(named.map_or(rest, |(_, text)| text).trim());
    if !text.is_empty() {
        pieces.push(Piece { key: Some(last.name.to_string()), values: vec![text.to_owned()] });
    }
    Some(pieces)
}

/// The first word of `text`, and the rest.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// A text without the quotes around all of it.
fn unquoted(text: &str) -> &str {
    let pairs = [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』')];
    let inner = pairs.iter().find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close));
    inner.map_or(text, str::trim)
}

/// Signs with a meaning in a line, made narrow; letters stay as they are for messages.
fn narrow_sign(c: char) -> char {
    match c {
        '、' => ',',
        '。' | '｡' => ';',
        '；' | '＝' | '，' | '．' | '　' | '＂' => narrow(c),
        _ => c,
    }
}

#[derive(Default)]
struct Cutter {
    orders: Vec<Vec<Piece>>,
    pieces: Vec<Piece>,
    key: Option<String>,
    values: Vec<String>,
    word: String,
    quoted: bool,
    close: Option<char>,
    /// After a comma under a key: the next word goes on with the list.
    more: bool,
}

impl Cutter {
    fn take(&mut self, c: char) {
        match (self.close, c) {
            (Some(close), _) if c == close => self.close = None,
            (Some(_), _) => self.word.push(c),
            (None, '"') => self.open('"'),
            (None, '「') => self.open('」'),
            (None, '『') => self.open('』'),
            (None, '“' | '”') => self.open('”'),
            (None, '„') => self.open('“'),
            (None, '«') => self.open('»'),
            (None, ';') => self.end_of_order(),
            (None, ',') => {
                self.end_of_word();
                self.more = self.key.is_some();
                if !self.more {
                    self.end_of_piece();
                }
            }
            // A second `=` belongs to the value, and one without a word before it is a sign like any other.
            (None, '=') if self.key.is_none() && !self.word.is_empty() => {
                self.key = Some(std::mem::take(&mut self.word));
                self.quoted = false;
            }
            (None, c) if c.is_whitespace() => {
                self.end_of_word();
                if !self.more {
                    self.end_of_piece();
                }
            }
            (None, c) => {
                self.more = false;
                self.word.push(c);
            }
        }
    }

    fn open(&mut self, close: char) {
        self.close = Some(close);
        self.quoted = true;
        self.more = false;
    }

    fn end_of_word(&mut self) {
        // An empty quote is a word too: somebody meant to write nothing there.
        if !self.word.is_empty() || self.quoted {
            self.values.push(std::mem::take(&mut self.word));
        }
        self.quoted = false;
    }

    fn end_of_piece(&mut self) {
        self.more = false;
        let values = std::mem::take(&mut self.values);
        let key = self.key.take();
        if key.is_some() || !values.is_empty() {
            self.pieces.push(Piece { key, values });
        }
    }

    fn end_of_order(&mut self) {
        // Phones write a full stop after a sentence.
        if !self.quoted && self.word != "." {
            self.word.truncate(self.word.trim_end_matches('.').len());
        }
        self.end_of_word();
        self.end_of_piece();
        let pieces = std::mem::take(&mut self.pieces);
        if !pieces.is_empty() {
            self.orders.push(pieces);
        }
    }
}

/// A text in which digits, signs and letters are narrow, for the numbers in it.
pub fn narrowed(text: &str) -> String {
    // Some keyboards have the minus sign of mathematics.
    text.chars().map(|c| if c == '−' { '-' } else { narrow(c) }).collect()
}

/// A number as typed, full-width digits too.
pub fn number(text: &str) -> Option<i64> {
    narrowed(text.trim()).parse().ok()
}

/// A number from 1 as typed, full-width digits too.
pub fn count(text: &str) -> Option<usize> {
    number(text).and_then(|count| usize::try_from(count).ok()).filter(|count| *count > 0)
}
