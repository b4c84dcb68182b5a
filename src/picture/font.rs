//! The one font of the pictures: how wide words are, where their lines break, and which signs it has.
//!
//! There are no system fonts, so a picture is the same on every machine.

use std::sync::LazyLock;

use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The name of the font in pictures.
pub const FAMILY: &str = "BIZ UDPGothic";
/// The font file; `assets/fonts/README.md` says where it is from.
static FILE: &[u8] = include_bytes!("../../assets/fonts/BIZUDPGothic-Bold.ttf");
/// The width of a sign that is not in the font, in parts of the size.
const UNKNOWN: f64 = 1.0;
/// The replacement for a sign that the font lacks.
const MISSING: char = '□';

/// Advances of the signs of the font, sorted, in parts of the size.
static ADVANCES: LazyLock<Vec<(char, f64)>> = LazyLock::new(|| {
    // Without advances every sign is a box, and there is a picture all the same.
    let Ok(font) = FontRef::new(FILE) else { return vec![] };
    let metrics = font.glyph_metrics(Size::new(1.0), LocationRef::default());
    let advance = |(code, glyph)| Some((char::from_u32(code)?, f64::from(metrics.advance_width(glyph)?)));
    let mut advances: Vec<(char, f64)> = font.charmap().mappings().filter_map(advance).collect();
    advances.sort_by_key(|(sign, _)| *sign);
    advances
});

/// The fonts that pixels are made with: this one alone.
pub fn database() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(FILE.to_vec());
    fonts
}

fn advance(sign: char) -> Option<f64> {
    let at = ADVANCES.binary_search_by_key(&sign, |(sign, _)| *sign).ok()?;
    Some(ADVANCES[at].1)
}

/// Returns whether the font has every sign of a text.
pub fn has(text: &str) -> bool {
    text.chars().all(|sign| advance(sign).is_some())
}

/// The first of these texts that the font has completely; else the first, with a box for each missing sign.
pub fn legible(texts: &[&str]) -> String {
    let whole = texts.iter().find(|text| has(text)).map(|text| (*text).to_owned());
    whole.unwrap_or_else(|| shown(texts.first().copied().unwrap_or_default()))
}

/// A text with a box for each sign that the font lacks: left out in silence it would mislead.
pub fn shown(text: &str) -> String {
    text.chars().map(|sign| if advance(sign).is_some() { sign } else { MISSING }).collect()
}

/// The width of a text.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|sign| advance(sign).unwrap_or(UNKNOWN)).sum::<f64>() * size
}

/// The size, at most `size`, at which a text is no wider than this.
pub fn fitting(text: &str, size: f64, most: f64) -> f64 {
    let wide = width(text, size);
    // Rounded down: rounded up the words could be wider than their room.
    if wide <= most { size } else { (size * most / wide * 10.0).floor() / 10.0 }
}

/// A text in lines no wider than this, where it can be broken: at spaces, before brackets, after hyphens,
/// middle dots and `、`, and within Japanese words that are wider than a line.
pub fn lines(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces(text).into_iter().flat_map(|piece| halves(piece, size, most)) {
        let joined = lines.last().map(|line| format!("{line}{piece}"));
        match joined.filter(|line| width(line.trim_end(), size) <= most) {
            // `joined` is there only if a line is.
            Some(line) => *lines.last_mut().unwrap_or(&mut String::new()) = line,
            None => lines.push(piece),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// A piece in parts of similar length, if it is too wide and may be split between signs, as in Japanese.
fn halves(piece: String, size: f64, most: f64) -> Vec<String> {
    let parts = (width(&piece, size) / most).ceil() as usize;
    // A Latin word or a number is not broken inside.
    if parts < 2 || piece.chars().any(|sign| sign.is_ascii_alphanumeric()) {
        return vec![piece];
    }
    let signs: Vec<char> = piece.chars().collect();
    signs.chunks(signs.len().div_ceil(parts)).map(|part| part.iter().collect()).collect()
}

fn pieces(text: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for sign in text.chars() {
        if matches!(sign, '(' | '（') {
            pieces.push(String::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push(sign);
        }
        if matches!(sign, ' ' | '-' | '・' | '、') {
            pieces.push(String::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
