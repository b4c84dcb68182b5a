//! Shared parts of the board's pages: the style of the board, in the colours of the pictures, and the script of a table. In a frame
//! of Discord's they are files, named by their digest, so that a proxy may keep them.

use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::door::html::{PageStyle, source_of};
use crate::picture::Theme;

/// The style, without the colours.
const STYLE: &str = include_str!("page.css");
/// The script of the page of a table.
const SCRIPT: &str = include_str!("../../../assets/play/live.js");
/// The script of the page that a frame of Discord's begins with.
const LAUNCH: &str = include_str!("../../../assets/play/launch.js");
/// The policy of every page, wherever it is shown.
const POLICY: &str = "img-src data:; form-action 'self'; connect-src 'self'; require-trusted-types-for 'script'; \
                      trusted-types wardroom";
/// Digits of a digest in the name of a file.
const DIGITS: usize = 16;

/// A file of the pages in a frame.
pub struct BoardFile {
    /// Its address.
    pub path: String,
    /// Its type.
    pub kind: &'static str,
    /// Its text.
    pub text: String,
}

impl BoardFile {
    fn new(name: &str, end: &str, kind: &'static str, text: String) -> BoardFile {
        let digest = hex::encode(Sha256::digest(&text));
        BoardFile { path: format!("/file/{name}-{}.{end}", &digest[..DIGITS]), kind, text }
    }
}

/// The files: the style, the script of a table, the script of the first page.
pub static FILES: LazyLock<[BoardFile; 3]> = LazyLock::new(|| {
    let script = "text/javascript; charset=utf-8";
    [
        BoardFile::new("board", "css", "text/css; charset=utf-8", style()),
        BoardFile::new("live", "js", script, SCRIPT.to_owned()),
        BoardFile::new("launch", "js", script, LAUNCH.to_owned()),
    ]
});

fn style() -> String {
    let (light, dark) = (Theme::light().styles(), Theme::dark().styles());
    format!(":root{{{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n{STYLE}")
}

/// The style of every page, with the policy that allows it and the script, and no other text to be read as HTML.
pub fn board_style() -> PageStyle {
    PageStyle::new(style(), &format!("{POLICY}; script-src {}", source_of(SCRIPT)))
}

/// The style of pages in a frame of these clients at an origin, with the policy that allows only our files, and no other frame.
pub fn framed_style(clients: &[String], origin: &str) -> PageStyle {
    let policy = format!(
        "default-src 'none'; {POLICY}; script-src 'self'; style-src 'self'; base-uri 'none'; \
         frame-ancestors {} {origin}",
        clients.join(" ")
    );
    PageStyle::in_file(&FILES[0].path, policy)
}

/// The script of the page of a table.
pub fn script(style: &PageStyle) -> Markup {
    html! {
        @if style.is_in_file() {
            script src=(FILES[1].path) {}
        } @else {
            script { (PreEscaped(SCRIPT)) }
        }
    }
}
