//! The parts of a request: the file of a page, the day, the colours, the language.

use crate::door::html::lang_named;
use crate::words::Lang;

/// Longest path and query that are read, in bytes.
pub const TARGET_BYTES: usize = 512;
/// The picture of a page, by its name after the link.
pub const PICTURE: &str = "map.png";
/// The whole game as one file, by its name after the link; available once the table is closed.
pub const ONE_FILE: &str = "game.html";

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
