//! Shared parts of the board's pages: the style of the board, in the colours of the pictures, and the script of a table.

use maud::{Markup, PreEscaped, html};

use crate::door::html::{PageStyle, source_of};
use crate::picture::Theme;

/// The style, without the colours.
const STYLE: &str = include_str!("page.css");
/// The script of the page of a table.
const SCRIPT: &str = include_str!("../../../assets/play/live.js");

/// The style of every page, with the policy that allows it and the script, and no other text to be read as HTML.
pub fn board_style() -> PageStyle {
    let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
    let style = format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}");
    let script = source_of(SCRIPT);
    let more = format!(
        "img-src data:; form-action 'self'; script-src {script}; connect-src 'self'; \
         require-trusted-types-for 'script'; trusted-types wardroom"
    );
    PageStyle::new(style, &more)
}

/// The script of the page of a table.
pub fn script() -> Markup {
    html! { script { (PreEscaped(SCRIPT)) } }
}
