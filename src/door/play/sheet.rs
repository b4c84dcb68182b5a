//! The style of every page: that of the board, in the colours of the pictures.

use crate::door::html::PageStyle;
use crate::picture::Theme;

/// The style, without the colours.
const STYLE: &str = include_str!("page.css");

/// The style of every page, with its policy.
pub fn board_style() -> PageStyle {
    let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
    let style = format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}");
    PageStyle::new(style, "img-src data:; form-action 'self'")
}
