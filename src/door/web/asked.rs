//! The parts of a request: the file of a page, the day, the colours, the language.

use crate::words::Lang;

/// Longest path and query that are read, in bytes.
pub const TARGET_BYTES: usize = 512;
/// The picture of a page, by its name after the link.
pub const PICTURE: &str = "map.png";
/// The whole game as one file, by its name after the link; available once the table is closed.
pub const ONE_FILE: &str = "game.html";
/// Most languages of a header that are read.
const LANGUAGES: usize = 16;

/// The query of a request. Unknown parts are ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The language.
    pub lang: Option<Lang>,
    /// The day, counted from 1 among all days of the table.
    pub day: Option<usize>,
    /// Which of the page's pictures, counted from 0.
    pub picture: usize,
    /// True if the picture is for a dark screen.
    pub dark: bool,
}

impl Query {
    /// The query of a request, without its question mark.
    pub fn read(text: &str) -> Query {
        let mut query = Query::default();
        for (name, value) in text.split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "lang" => query.lang = lang_named(value),
                "day" => query.day = value.parse().ok().filter(|day| *day > 0),
                "picture" => {
                    let place = value.parse::<usize>().ok().and_then(|place| place.checked_sub(1));
                    query.picture = place.unwrap_or_default();
                }
                "theme" => query.dark = value == "dark",
                _ => {}
            }
        }
        query
    }
}

/// A language by its code.
fn lang_named(code: &str) -> Option<Lang> {
    Lang::ALL.iter().copied().find(|lang| lang.code() == code)
}

/// The language of ours that an `Accept-Language` header wants most (RFC 9110, 12.5.4); `None` where it wants none.
pub fn wanted(header: &str) -> Option<Lang> {
    let mut best: Option<(u32, Lang)> = None;
    for range in header.split(',').take(LANGUAGES) {
        let mut parts = range.split(';').map(str::trim);
        let primary = parts.next().and_then(|tag| tag.split('-').next()).unwrap_or_default();
        let Some(lang) = lang_named(&primary.to_ascii_lowercase()) else { continue };
        let quality = parts.find_map(|part| part.strip_prefix("q=")).map_or(Some(1000), thousandths);
        if let Some(quality) = quality.filter(|quality| *quality > best.map_or(0, |(quality, _)| quality)) {
            best = Some((quality, lang));
        }
    }
    best.map(|(_, lang)| lang)
}

/// A quality from 0 to 1 with at most three digits behind its point, in thousandths.
fn thousandths(text: &str) -> Option<u32> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let digits = rest.len() <= 3 && rest.bytes().all(|b| b.is_ascii_digit());
    let value = 1000 * whole.parse::<u32>().ok().filter(|whole| *whole <= 1)?;
    digits.then_some(())?;
    Some((value + format!("{rest:0<3}").parse::<u32>().ok()?).min(1000))
}
