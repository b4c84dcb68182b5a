//! The page of a table as it was: a step of its past with its picture, and the ways to the others.

use maud::{Markup, html};

use super::board::{BoardPicture, figure};
use crate::club::seat_view::PastPosition;
use crate::door::html::{PageStyle, coded, document, languages, weighted};
use crate::game::Seat;
use crate::words::{Lang, Words};

/// The content of the page of a table's past.
pub struct PastPage {
    /// The language.
    pub lang: Lang,
    /// The table.
    pub table: String,
    /// What lists call it.
    pub label: String,
    /// The seat.
    pub seat: Seat,
    /// The kind of picture that the address names.
    pub view: Option<String>,
    /// The ticket of the half-made order to which the page leads back.
    pub ticket: Option<String>,
    /// What the game calls a part of its log.
    pub part: String,
    /// The step.
    pub past: PastPosition,
    /// The picture.
    pub board: Option<BoardPicture>,
}

impl PastPage {
    /// The address of a step, or of the table as it is.
    fn address(&self, at: Option<u64>, (view, more): (Option<&str>, &str)) -> String {
        let parts =
            [at.map(|at| format!("at={at}")), self.ticket.as_ref().map(|ticket| format!("o={ticket}"))];
        let view = view.map(|view| format!("v={view}"));
        let parts: Vec<String> = parts.into_iter().flatten().chain(view).collect();
        format!("/t/{}/{}?{}{more}", self.table, self.seat, parts.join("&"))
    }
}

/// The page of a table's past.
pub fn past_page(words: &Words, style: &PageStyle, page: &PastPage) -> String {
    let (lang, past) = (page.lang, &page.past);
    let say = |key: &str| words.say(lang, key, &[]);
    let view = page.view.as_deref();
    let link = |at: Option<u64>, text: &str| -> Markup {
        html! { a.button href=(page.address(at, (view, ""))) { (text) } }
    };
    let step = |at: Option<usize>| at.and_then(|at| past.steps.get(at).copied());
    // There is always a step: the last entry of the table ends one.
    let here = past.steps[past.step];
    let place =
        [("step", (past.step + 1).into()), ("steps", past.steps.len().into()), ("entry", here.into())];
    let heading = words.say(lang, "board-past", &place);
    let body = html! {
        header { h1 { (page.label) } }
        main {
            section.question aria-label=(heading) {
                h2 { (heading) }
                nav.row aria-label=(say("board-look-back")) {
                    @if past.step > 0 {
                        (link(past.steps.first().copied(), &say("board-first")))
                        (link(step(past.step.checked_sub(1)), &say("board-before")))
                    }
                    @if let Some(next) = step(Some(past.step + 1)) { (link(Some(next), &say("board-after"))) }
                    (link(None, &say("board-now")))
                }
                @if past.days.len() > 1 {
                    nav.row aria-label=(say("spectators-days")) {
                        @for day in &past.days {
                            a href=(page.address(Some(day.first), (view, "")))
                                aria-current=[(day.first..=day.last).contains(&here).then_some("true")] {
                                (day.in_words(words, lang, &page.part))
                            }
                        }
                    }
                }
            }
            div.sides {
                @if let Some(board) = &page.board {
                    (figure(words, lang, board, |kind| page.address(Some(here), (Some(kind), ""))))
                }
                section.log aria-label=(say("board-log")) {
                    ul {
                        @for row in &past.rows {
                            li { @match &page.board { Some(board) => (board.pointing(row)), None => (coded(row)) } }
                        }
                    }
                }
            }
            details {
                summary { (say("board-in-words")) }
                @for (weight, line) in &past.board { (weighted(*weight, line)) }
            }
        }
        footer { (languages(words, lang, |lang| page.address(Some(here), (view, &format!("&lang={}", lang.code()))))) }
    };
    document(lang, &format!("{} · {}", page.label, page.table), style, &body)
}
