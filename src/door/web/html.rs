//! A page as HTML that needs no script: headings, landmarks, links.

use chrono::DateTime;
use maud::{Markup, html};

use super::asked::{ONE_FILE, PICTURE};
use crate::club::page::{PagePicture, PageSeat, SpectatorPage};
use crate::door::html::{PageStyle, document, languages, weighted};
use crate::report::{ReportLine, Weight};
use crate::words::{Lang, Value, Words};

/// The style of every page.
const STYLE: &str = include_str!("page.css");

/// The style of every page, with its policy.
pub fn page_style() -> PageStyle {
    PageStyle::new(STYLE, "img-src 'self' data:; form-action 'none'")
}

/// The page of a table.
pub fn page(words: &Words, lang: Lang, style: &PageStyle, page: &SpectatorPage) -> String {
    let telling = Telling { words, lang, page };
    let body = html! {
        a.skip href="#board" { (telling.say("spectators-to-board", &[])) }
        header {
            h1 { (page.game) }
            p.table { (page.table) }
            (languages(words, lang, |lang| telling.link(lang, telling.earlier())))
        }
        main {
            (telling.standing())
            (telling.pictures())
            (telling.days())
            (telling.report())
            (telling.board())
            (telling.dice())
        }
        footer { (telling.small_print()) }
    };
    let title = format!("{} · {}", page.game, page.table);
    document(lang, &title, style, &body)
}

/// A page being written in a language.
struct Telling<'a> {
    words: &'a Words,
    lang: Lang,
    page: &'a SpectatorPage,
}

impl Telling<'_> {
    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    /// A link to the page itself: another day, another language. The rest of the query stays.
    fn link(&self, lang: Lang, day: Option<usize>) -> String {
        let day = day.map(|day| format!("&day={}", day + 1)).unwrap_or_default();
        format!("?lang={}{day}", lang.code())
    }

    /// The day that is shown, where it is not the latest: that goes on by itself.
    fn earlier(&self) -> Option<usize> {
        Some(self.page.day).filter(|day| day + 1 < self.page.days.len())
    }

    fn standing(&self) -> Markup {
        let page = self.page;
        html! {
            section aria-labelledby="standing" {
                h2 id="standing" { (self.say("spectators-standing", &[])) }
                @if let Some(closed) = &page.closed {
                    p.over { (self.say("log-closed", &[("why", closed.as_str().into())])) }
                    p {
                        a href={ (ONE_FILE) "?lang=" (self.lang.code()) } { (self.say("spectators-one-file", &[])) }
                    }
                } @else if page.over {
                    p.over { (self.say("table-over", &[])) }
                }
                ul { @for seat in &page.seats { li { (self.seat(seat)) } } }
                @if page.practice { p { (self.say("spectators-practice", &[])) } }
                @if page.peeks > 0 { p { (self.say("table-peeks", &[("count", page.peeks.into())])) } }
                @if page.delay > 0 { p { (self.say("spectators-delayed", &[("delay", page.delay.into())])) } }
                p {
                    (self.say("spectators-written", &[]))
                    " " time datetime=(self.written("%Y-%m-%dT%H:%M:%SZ")) { (self.written("%Y-%m-%d %H:%M UTC")) }
                    " · "
                    a href=(self.link(self.lang, None)) {
                        (self.say(if self.earlier().is_some() { "spectators-latest" } else { "spectators-reload" }, &[]))
                    }
                }
            }
        }
    }

    fn seat(&self, seat: &PageSeat) -> String {
        let key = match (seat.taken, seat.asked) {
            (false, _) => "spectators-seat-free",
            (true, true) => "spectators-seat-asked",
            (true, false) => "spectators-seat",
        };
        self.say(key, &[("seat", seat.name.as_str().into())])
    }

    fn written(&self, form: &str) -> String {
        DateTime::from_timestamp(self.page.written, 0)
            .map(|at| at.format(form).to_string())
            .unwrap_or_default()
    }

    fn pictures(&self) -> Markup {
        html! { @for (place, picture) in self.page.pictures.iter().enumerate() { (self.picture(place, picture)) } }
    }

    fn picture(&self, place: usize, picture: &PagePicture) -> Markup {
        let source = |theme: &str| {
            let day = self.earlier().map(|day| format!("&day={}", day + 1)).unwrap_or_default();
            // Without a number the address means the first picture.
            let which = if place > 0 { format!("&picture={}", place + 1) } else { String::new() };
            format!("{PICTURE}?lang={}&theme={theme}{day}{which}", self.lang.code())
        };
        let caption = match picture.earlier {
            Some(entry) => self.say("spectators-picture-earlier", &[("entry", entry.into())]),
            None => self.say("spectators-picture", &[]),
        };
        html! {
            figure {
                a href=(source("light")) {
                    picture {
                        source media="(prefers-color-scheme: dark)" srcset=(source("dark"));
                        img src=(source("light")) alt=(picture.alternative);
                    }
                }
                figcaption { (caption) }
            }
        }
    }

    fn days(&self) -> Markup {
        let days = &self.page.days;
        if days.len() < 2 {
            return html! {};
        }
        html! {
            nav.days aria-labelledby="days" {
                span id="days" { (self.say("spectators-days", &[])) }
                ol.row {
                    @for (at, day) in days.iter().enumerate() {
                        li {
                            a href=(self.link(self.lang, Some(at)))
                                aria-current=[(at == self.page.day).then_some("page")] {
                                (day.in_words(self.words, self.lang, &self.page.part))
                            }
                        }
                    }
                }
            }
        }
    }

    fn report(&self) -> Markup {
        let told = |line: &ReportLine| match line.weight {
            Weight::Heading => html! { h3 { (line.text) } },
            Weight::Subheading => html! { h4 { (line.text) } },
            Weight::Plain | Weight::Closing => html! {
                p {
                    @for dice in &line.dice { span.dice { (dice) } " " }
                    (line.text)
                }
            },
        };
        html! {
            section aria-labelledby="report" {
                h2 id="report" { (self.say("spectators-report", &[])) }
                @for line in &self.page.report { (told(line)) }
                @if self.page.report.is_empty() { p { (self.say("spectators-report-none", &[])) } }
            }
        }
    }

    fn board(&self) -> Markup {
        html! {
            section aria-labelledby="board" {
                h2 id="board" { (self.say("spectators-board", &[])) }
                @for (weight, line) in &self.page.board {
                    (weighted(*weight, line))
                }
            }
        }
    }

    fn dice(&self) -> Markup {
        html! {
            section aria-labelledby="dice" {
                h2 id="dice" { (self.say("spectators-dice", &[])) }
                details {
                    summary { (self.say("spectators-dice-shown", &[])) }
                    ul { @for line in &self.page.dice { li { (line) } } }
                }
            }
        }
    }

    fn small_print(&self) -> Markup {
        let page = self.page;
        html! {
            p { (self.say("spectators-head", &[])) " " code { (page.head.to_string()) } }
            @if !page.notice.is_empty() { p { (page.notice) } }
            p { (self.say("spectators-how", &[("closed", if page.closed.is_some() { "yes" } else { "no" }.into())])) }
        }
    }
}
