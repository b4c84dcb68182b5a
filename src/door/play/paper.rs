//! The pages beside those of tables: the entrance, the list of a player's tables, one sentence.

use maud::html;

use crate::door::html::{PageStyle, document, languages};
use crate::game::Seat;
use crate::words::{Lang, Words};

/// A table of a player, in a list.
pub struct TableLine {
    /// The table.
    pub table: String,
    /// What lists call it.
    pub label: String,
    /// The seat to play; `None` where the player has none.
    pub seat: Option<Seat>,
    /// How it stands for the player: `asked`, `waits`, `over`.
    pub stands: &'static str,
    /// When the player's decision is due, in words.
    pub due: Option<String>,
}

/// The page of a code: a button that spends it.
pub fn entrance(words: &Words, lang: Lang, style: &PageStyle) -> String {
    let body = html! {
        main {
            h1 { "Wardroom" }
            p { (words.say(lang, "board-entrance", &[])) }
            form method="post" { button.main { (words.say(lang, "board-enter", &[])) } }
        }
    };
    document(lang, "Wardroom", style, &body)
}

/// The tables of a player of this name.
pub fn tables(words: &Words, lang: Lang, style: &PageStyle, (name, lines): (&str, &[TableLine])) -> String {
    let say = |key: &str| words.say(lang, key, &[]);
    let body = html! {
        header {
            h1 { (say("board-tables")) " " span.soft { (name) } }
            (languages(words, lang, |lang| format!("?lang={}", lang.code())))
        }
        main {
            @if lines.is_empty() { p { (say("board-no-tables")) } }
            ul.tables {
                @for line in lines {
                    li {
                        @match line.seat {
                            Some(seat) => a href={ "/t/" (line.table) "/" (seat) } { (line.label) },
                            None => span { (line.label) },
                        }
                        " " span.soft { (say(&format!("board-table-{}", line.stands))) }
                        @if let Some(due) = &line.due { " " span.soft { (due) } }
                    }
                }
            }
        }
        footer { form method="post" action="/leave" { button { (say("board-leave")) } } }
    };
    document(lang, &say("board-tables"), style, &body)
}
