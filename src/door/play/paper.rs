//! The pages beside those of tables: the entrance, the list of a player's tables, one sentence.

use maud::{Markup, html};

use super::activity::{Activity, ENTER};
use super::sheet::FILES;
use crate::club::Player;
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

/// The page of a code of `owner`: a button that spends it, and whose tables this browser opens now.
pub fn entrance(
    words: &Words,
    lang: Lang,
    style: &PageStyle,
    (owner, known, to): (&Player, Option<&Player>, &str),
) -> String {
    let say = |key: &str, name: &str| words.say(lang, key, &[("name", name.into())]);
    let content = html! {
        @match known {
            Some(known) if known.id == owner.id => p { a href="/" { (say("board-entered", &owner.name)) } },
            Some(known) => p { (say("board-entered-other", &known.name)) },
            None => {}
        }
        p { (say("board-entrance", &owner.name)) }
        form method="post" { button.main { (say("board-enter", "")) } }
    };
    named(words, lang, style, (&content, to))
}

/// The page of a link that a mail has: a button that mails a code, or that it is on its way.
pub fn by_mail(words: &Words, lang: Lang, style: &PageStyle, sent: bool) -> String {
    let say = |key: &str| words.say(lang, key, &[]);
    let content = html! {
        @if sent {
            p { (say("board-mailed")) }
        } @else {
            p { (say("board-by-mail")) }
            form method="post" { button.main { (say("board-mail-me")) } }
        }
    };
    named(words, lang, style, (&content, ""))
}

/// A page under our name, with its languages; the address of each ends in `to`.
fn named(words: &Words, lang: Lang, style: &PageStyle, (content, to): (&Markup, &str)) -> String {
    let body = html! {
        main { h1 { "Wardroom" } (content) }
        footer { (languages(words, lang, |lang| format!("?lang={}{to}", lang.code()))) }
    };
    document(lang, "Wardroom", style, &body)
}

/// The first page in a frame of Discord's: it asks the client who looks.
pub fn launch(words: &Words, lang: Lang, style: &PageStyle, activity: &Activity) -> String {
    let say = |key: &str| words.say(lang, key, &[]);
    let body = html! {
        main {
            h1 { "Wardroom" }
            p id="news" role="status" { (say("board-launching")) }
            form method="post" action=(ENTER) data-application=(activity.application)
                data-clients=(activity.clients.join(" ")) data-failed=(say("board-not-launched")) {
                input type="hidden" name="code";
            }
            noscript { p { (say("board-needs-script")) } }
        }
        script src=(FILES[2].path) {}
    };
    document(lang, "Wardroom", style, &body)
}

/// The tables of a player of this name.
pub fn tables(
    words: &Words,
    lang: Lang,
    style: &PageStyle,
    (name, lines, unreadable): (&str, &[TableLine], &[String]),
) -> String {
    let say = |key: &str| words.say(lang, key, &[]);
    let body = html! {
        header {
            h1 { (say("board-tables")) " " span.soft { (name) } }
            (languages(words, lang, |lang| format!("?lang={}", lang.code())))
        }
        main {
            @for table in unreadable {
                p.refused { (words.say(lang, "table-unreadable", &[("table", table.as_str().into())])) }
            }
            @if lines.is_empty() && unreadable.is_empty() { p { (say("board-no-tables")) } }
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
