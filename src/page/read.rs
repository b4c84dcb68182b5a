//! Reads a page back: its statements about itself, and its log.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::reason::Reason;

/// The version of the program, which writes the same page of the same log.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The sources of the program: a digest of the code, of its data, and of the compiler's name. Two builds of one version with
/// different digests may write different pages.
pub const BUILD: &str = env!("WARDROOM_BUILD");
/// The id of the block with proofs.
pub(super) const PROOFS: &str = "proofs";
/// The beginning and the end of the part about the club's log.
const PART_BEGINS: &str = "<section id=\"club-log\">";
const PART_ENDS: &str = "</script></section>";
/// The beginning of a page, with which no log begins.
const BEGINS: &[u8] = b"<!doctype html";

/// A page's statements about itself: its log, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The version of the program that wrote it.
    pub version: String,
    /// The build of that version; none in a page of a build that did not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// The code of its language.
    pub lang: String,
    /// True if it contains texts between players.
    pub messages: bool,
    /// The table.
    pub table: String,
    /// The game.
    pub game: String,
    /// The head, `SEQ:HEX`.
    pub head: String,
    /// The number of entries.
    pub entries: u64,
    /// The entries that it has only by digest, because they contain texts between players.
    pub withheld: BTreeSet<u64>,
}

/// A page as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPage {
    /// Its statements about itself; `None` in a page of an older version.
    pub claims: Option<Claims>,
    /// The entries that it withholds.
    pub withheld: BTreeSet<u64>,
    /// Its log: an export.
    pub log: String,
    /// The part about the club's log, which is written beside the page; `None` without one.
    pub club_log: Option<ClubLogPart>,
}

/// The part of a page about the club's log: a sentence, and proofs as a file has them. It does not follow from the table's log, so a page is
/// compared without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClubLogPart {
    /// The part as it stands in the page.
    pub html: String,
    /// The proofs.
    pub proofs: String,
}

/// True if a file that begins so is a page.
pub fn is_page(begins: &[u8]) -> bool {
    // An editor may have put a byte order mark before it.
    let begins = begins.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begins).trim_ascii_start();
    begins.get(..BEGINS.len()).is_some_and(|begins| begins.eq_ignore_ascii_case(BEGINS))
}

/// Reads a page.
///
/// # Errors
/// A page without a log, or with malformed blocks of data.
pub fn read(html: &str) -> Result<ReadPage, Reason> {
    let log = block(html, "log").ok_or_else(|| Reason::of("page-without-log"))?;
    let setting = block(html, "setting").ok_or_else(|| Reason::of("page-without-log"))?;
    let unread = |error: serde_json::Error| Reason::of("page-setting-unread").quoting("why", error);
    let setting: Value = serde_json::from_str(setting).map_err(unread)?;
    let claims: Option<Claims> =
        setting.get("claims").cloned().map(serde_json::from_value).transpose().map_err(unread)?;
    let withheld = match &claims {
        Some(claims) => claims.withheld.clone(),
        // Pages of older versions name what they withhold beside the log, not among claims.
        None => setting
            .get("withheld")
            .cloned()
            .map_or_else(|| Ok(BTreeSet::new()), serde_json::from_value)
            .map_err(unread)?,
    };
    let part = part_of(html).zip(block(html, PROOFS));
    let club_log =
        part.map(|(part, proofs)| ClubLogPart { html: part.to_owned(), proofs: unembedded(proofs) });
    Ok(ReadPage { claims, withheld, log: unembedded(log), club_log })
}

/// A page without its part about the club's log.
pub fn without_club_log(html: &str) -> String {
    part_of(html).map_or_else(|| html.to_owned(), |part| html.replacen(part, "", 1))
}

/// The part of a page about the club's log. Everything that a page shows or holds is escaped, so that nothing else looks like it.
fn part_of(html: &str) -> Option<&str> {
    let from = html.find(PART_BEGINS)?;
    let length = html[from..].find(PART_ENDS)? + PART_ENDS.len();
    Some(&html[from..from + length])
}

/// A page that this build has made, as another build would name itself in it.
pub fn as_of_build(html: &str, build: Option<&str>) -> String {
    let named = |build: &str| format!("\"build\":{},", embedded(&Value::from(build).to_string()));
    html.replacen(&named(BUILD), &build.map(named).unwrap_or_default(), 1)
}

/// Text for a block of data in a page, which cannot end the block. Every text here is JSON, in which `<` and the two line
/// separators occur only in strings and may be escaped.
pub fn embedded(text: &str) -> String {
    ESCAPES.iter().fold(text.to_owned(), |text, (escape, sign)| text.replace(sign, escape))
}

/// The original text of a block of data. Escaped backslashes are skipped in pairs, so that a text that only looks like such an
/// escape stays.
pub fn unembedded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match ESCAPES.iter().find(|(escape, _)| rest.starts_with(escape)) {
            Some((escape, sign)) => {
                out.push_str(sign);
                rest = &rest[escape.len()..];
            }
            None => {
                let two = rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at);
                out.push_str(&rest[..two]);
                rest = &rest[two..];
            }
        }
    }
    out + rest
}

/// Signs of a block of data, each with its escape.
const ESCAPES: [(&str, &str); 3] = [("\\u003c", "<"), ("\\u2028", "\u{2028}"), ("\\u2029", "\u{2029}")];

/// The first block of data with this id: the one that the page's script reads.
fn block<'a>(html: &'a str, id: &str) -> Option<&'a str> {
    let begins = format!("<script type=\"text/plain\" id=\"{id}\">");
    let rest = html.split_once(&begins)?.1;
    Some(rest.split_once("</script>")?.0)
}
