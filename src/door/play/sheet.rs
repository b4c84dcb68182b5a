//! What every page has: its head, its style, and the policy that allows only that.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::picture::Theme;
use crate::words::{Lang, Words};

/// The style of every page, without the colours of pictures.
const STYLE: &str = include_str!("page.css");

/// The style, with the policy that allows only it.
pub struct BoardStyle {
    style: String,
    policy: String,
}

impl BoardStyle {
    /// The one there is.
    pub fn new() -> BoardStyle {
        let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
        let style = format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}");
        let digest = STANDARD.encode(Sha256::digest(&style));
        let policy = format!(
            "default-src 'none'; img-src data:; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'"
        );
        BoardStyle { style, policy }
    }

    /// The content security policy of a page with this style.
    pub fn policy(&self) -> String {
        self.policy.clone()
    }
}

impl Default for BoardStyle {
    fn default() -> BoardStyle {
        BoardStyle::new()
    }
}

pub(super) fn document(lang: &str, title: &str, style: &BoardStyle, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang=(lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex, nofollow";
                meta name="color-scheme" content="light dark";
                title { (title) }
                // Else a browser asks for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(&style.style)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

/// Links to the same page in the other languages.
pub(super) fn languages(words: &Words, lang: Lang, query: &str) -> Markup {
    html! {
        nav aria-label=(words.say(lang, "spectators-languages", &[])) {
            ul.row {
                @for other in Lang::ALL {
                    @if *other != lang {
                        li {
                            a href={ "?lang=" (other.code()) (query) } hreflang=(other.code()) lang=(other.code()) {
                                (words.say(*other, "spectators-language", &[]))
                            }
                        }
                    }
                }
            }
        }
    }
}
