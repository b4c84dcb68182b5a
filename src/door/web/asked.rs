//! What a request asks for: the file of a page, the day, the colours, the language.

use axum::http::{HeaderMap, header};

use crate::words::Lang;

/// Longest path and query that are read, in bytes.
pub const TARGET_BYTES: usize = 512;
/// The pictures of a page, by their name behind the link.
pub const PICTURE: &str = "map.png";
/// The whole game as one file, by its name behind the link; there once the table is closed.
pub const ONE_FILE: &str = "game.html";
/// Most languages of a header that are read.
const LANGUAGES: usize = 16;

/// What the query of a request asks for. What is not understood is as if it were not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The language.
    pub lang: Option<Lang>,
    /// The day, counted from 1 among all days of the table.
    pub day: Option<usize>,
    /// Which of the page's pictures, counted from 0.
    pub picture: usize,
    /// Whether the picture is for a dark screen.
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

/// True if a request has one `Host` line, as every one has to (RFC 9112, 3.2).
pub fn names_one_host(headers: &HeaderMap) -> bool {
    headers.get_all(header::HOST).iter().count() == 1
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_as_far_as_it_is_understood() {
        let all = Query { lang: Some(Lang::Ja), day: Some(3), picture: 1, dark: true };
        assert_eq!(Query::read("lang=ja&day=3&picture=2&theme=dark"), all);
        for text in [
            "",
            "lang",
            "lang=fr&day=0&theme=&picture=0",
            "day=-1&picture=x",
            "day=99999999999999999999",
            "%FF=%00&&=&a",
        ] {
            assert_eq!(Query::read(text), Query::default(), "{text}");
        }
    }

    #[test]
    fn the_language_wanted_most_is_taken() {
        for (header, lang) in [
            ("ja", Some(Lang::Ja)),
            ("ja-JP,en;q=0.8", Some(Lang::Ja)),
            ("fr-CH, fr;q=0.9, en;q=0.8, ja;q=0.85", Some(Lang::Ja)),
            ("en;q=0.001, ja;q=0", Some(Lang::En)),
            ("EN-gb", Some(Lang::En)),
            ("de, *;q=0.5", None),
            ("", None),
            ("ja;q=2, en;q=x", None),
        ] {
            assert_eq!(wanted(header), lang, "{header}");
        }
    }
}
