//! The lines of a message that its sender wrote. Whatever might be a quote is one: mistaking a quoted line for an order does
//! harm, mistaking an order for a quote only costs another mail.

use super::address::cleaned;
use super::breaks::{columns, mended};
use super::entity::{Body, Flow};
use super::html;
use super::raw::Raw;

/// The line at the top of each mail of ours, as text and in HTML: everything below it is quote, marked or not. Spaces do not
/// matter.
pub const ABOVE: &str = "##- ^ ^ ^ -##";

/// Columns of a quoted line from which on the quoting program may have broken it and left its end unmarked.
const BROKEN: usize = 60;
/// The most lines that an introduction like *On … wrote:* is broken into.
const INTRODUCTION: usize = 3;
/// The signs of rules; two at each end of a line make one.
const RULES: &str = "-_=*~#+.·─━═＿－‐‑‒–—―−─・…＝＊〜～";
/// The beginnings of a quote's title in programs that draw no rules, without spaces.
const TITLES: [&str; 5] = [
    "beginforwardedmessage",
    "forwardedmessage",
    "originalmessage",
    "転送されたメッセージ",
    "元のメッセージ",
];
/// The words for “wrote” in introductions without time and address.
const WROTE: [&str; 4] = ["wrote", "書きました", "のメール", "のメッセージ"];
/// The signs at the beginning of quoted lines.
const MARKS: [char; 5] = ['>', '＞', '|', '｜', '》'];
/// Most lines reported as left out.
const LEFT_OUT: usize = 50;
/// The beginnings of a device's or program's own line, in lower case, and its end in Japanese.
const DEVICE: [&str; 5] = ["sent from ", "sent via ", "sent with ", "get outlook for ", "outlook for "];
const DEVICE_JA: [&str; 4] = ["から送信", "から送信しました", "から送信されました", "を入手"];
/// The longest label of a header, in characters.
const LABEL: usize = 24;

/// A line of a message that is not marked as somebody else's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnLine {
    /// The sender wrote it.
    Written(String),
    /// The sender wrote it, or it is the end of a quoted line that was broken: it follows one without an empty line between.
    Doubtful(String),
    /// The sender wrote it, and it may be the end of the line above it, which a program may have broken.
    Broken(String),
}

impl OwnLine {
    /// Its text.
    pub fn text(&self) -> &str {
        match self {
            OwnLine::Written(text) | OwnLine::Doubtful(text) | OwnLine::Broken(text) => text,
        }
    }
}

/// The kind that a line was taken for which is not read as its sender's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is below the rule above a signature.
    Signature,
    /// It introduces a quote, or is below such a line.
    Introduction,
    /// A phone or a program says it of itself.
    Device,
    /// It begins with a mark of quotes, in a mail without a line of its sender's.
    Quote,
}

/// The lines that the sender wrote in a message with these texts, and the unmarked ones that are left out.
pub(super) fn lines(bodies: &[Body]) -> (Vec<OwnLine>, Vec<(Taken, String)>) {
    let raw: Vec<Raw> = bodies.iter().flat_map(raw_lines).collect();
    let (mut lines, mut left_out, mut at, mut doubtful) = (Vec::new(), Vec::new(), 0, false);
    let (mut marked, mut is_of_a_mail) = (Vec::new(), false);
    while at < raw.len() && !ends(&raw, at) {
        let introduced = introduction(&raw, at);
        match &raw[at] {
            Raw::Quoted { full, marked: text } => {
                doubtful = *full;
                is_of_a_mail |= text.as_deref().is_none_or(is_above);
                marked.extend(text.clone().filter(|_| !is_of_a_mail).map(|text| (Taken::Quote, text)));
            }
            Raw::Own(text) if text.is_empty() => doubtful = false,
            Raw::Own(text) | Raw::Broken(text) if introduced.is_some() => {
                is_of_a_mail = true;
                left_out.push((Taken::Introduction, text.clone()));
            }
            Raw::Own(text) | Raw::Broken(text) if is_of_the_device(text) => {
                left_out.push((Taken::Device, text.clone()));
            }
            Raw::Own(text) | Raw::Broken(text) if doubtful => lines.push(OwnLine::Doubtful(text.clone())),
            Raw::Broken(text) => lines.push(OwnLine::Broken(text.clone())),
            Raw::Own(text) => lines.push(OwnLine::Written(text.clone())),
        }
        at = introduced.unwrap_or(at + 1);
    }
    left_out.extend(below(&raw, at));
    // With lines of the sender's own, marked ones are quotes; without any, a person may have typed the mark.
    if lines.is_empty() {
        left_out.append(&mut marked);
    }
    left_out.truncate(LEFT_OUT);
    (lines, left_out)
}

/// The lines below the end of the sender's text, up to a certain quote.
fn below(raw: &[Raw], at: usize) -> Vec<(Taken, String)> {
    let is_introduced =
        raw.get(at).is_some_and(|line| line.text().is_some()) && introduction(raw, at).is_some();
    let taken = if is_introduced { Taken::Introduction } else { Taken::Signature };
    let mut found = Vec::new();
    for (line, here) in raw.iter().zip(0..).skip(at) {
        let quoted = matches!(line, Raw::Quoted { .. });
        let introduced = here > at && line.text().is_some() && introduction(raw, here).is_some();
        if quoted
            || introduced
            || line.text().is_some_and(is_above)
            || is_head(raw, here)
            || found.len() >= LEFT_OUT
        {
            break;
        }
        found.extend(line.text().map(|text| (taken, text.to_owned())));
    }
    found
}

fn raw_lines(body: &Body) -> Vec<Raw> {
    match body {
        Body::Plain(text, Flow::Fixed, beside) => {
            let beside = beside.as_deref().map(html::lines);
            mended(text.split(['\n', '\r']).map(fixed).collect(), beside.as_deref())
        }
        Body::Plain(text, flow, _) => flowing(text, *flow == Flow::DelSp),
        Body::Html(text) => html::lines(text),
    }
}

fn fixed(line: &str) -> Raw {
    if is_marked(line) {
        Raw::Quoted { full: columns(line) >= BROKEN, marked: Some(behind_marks(line)) }
    } else {
        Raw::own(line)
    }
}

/// The text of a marked line without its marks and initials.
fn behind_marks(line: &str) -> String {
    let text = line.split_once('>').filter(|(initials, _)| initials.trim().len() <= 4);
    let text = text.map_or(line, |(_, text)| text);
    cleaned(text.trim_start_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)), usize::MAX)
}

/// Returns whether a line begins as quotes do: with a sign, or with initials and a sign.
fn is_marked(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let initials = text.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    text.starts_with(MARKS)
        || text.len() - initials.len() <= 4 && (initials.starts_with("> ") || initials == ">")
}

/// The paragraphs of flowing text (RFC 3676). No program breaks the quoted lines of such a text without marking them.
fn flowing(text: &str, delsp: bool) -> Vec<Raw> {
    let mut raw = Vec::new();
    let mut open: Option<(usize, String)> = None;
    let mut end = |paragraph: Option<(usize, String)>| {
        raw.extend(paragraph.map(|(depth, text)| {
            if depth > 0 || is_marked(&text) {
                Raw::Quoted { full: false, marked: Some(behind_marks(&text)) }
            } else {
                Raw::own(&text)
            }
        }));
    };
    for line in text.split('\n') {
        let unmarked = line.trim_start_matches('>');
        let depth = line.len() - unmarked.len();
        // RFC 3676, 4.4: one space before the text is stuffing.
        let unstuffed = unmarked.strip_prefix(' ').unwrap_or(unmarked);
        // RFC 3676, 4.3: the line above a signature ends in a space and goes on nowhere.
        let is_signature = unstuffed == "-- ";
        let goes_on = unstuffed.ends_with(' ') && !is_signature;
        let content = unstuffed.strip_suffix(' ').filter(|_| goes_on && delsp).unwrap_or(unstuffed);
        let (before, joined) = match open.take() {
            Some((open, text)) if open == depth && !is_signature => (None, text + content),
            before => (before, content.to_owned()),
        };
        end(before);
        if goes_on { open = Some((depth, joined)) } else { end(Some((depth, joined))) }
    }
    end(open);
    raw
}

/// Returns whether the line at `at` ends the sender's text: everything below it is an unmarked quote, or a signature.
fn ends(raw: &[Raw], at: usize) -> bool {
    let Some(text) = raw[at].text() else { return false };
    is_above(text)
        || is_rule(&narrow(text))
        || is_head(raw, at)
        || introduction(raw, at).is_some_and(|after| !is_quoted(raw, after))
}

fn narrow(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns whether a line contains the one at the top of our mails.
fn is_above(text: &str) -> bool {
    narrow(text).contains(&narrow(ABOVE))
}

/// Returns whether the next line from `at` on that is not empty is marked as a quote.
fn is_quoted(raw: &[Raw], at: usize) -> bool {
    let next = raw[at..].iter().find(|line| !matches!(line, Raw::Own(text) if text.is_empty()));
    matches!(next, Some(Raw::Quoted { .. }))
}

/// Returns whether a line is the rule above a signature or a quote, or a title between rules such as `-----Original Message-----`.
fn is_rule(narrow: &str) -> bool {
    let ruled =
        |ends: &mut dyn Iterator<Item = char>| ends.take(2).filter(|c| RULES.contains(*c)).count() == 2;
    let lower = narrow.to_lowercase();
    matches!(narrow, "—" | "―")
        || ruled(&mut narrow.chars()) && ruled(&mut narrow.chars().rev())
        || TITLES.iter().any(|title| lower.starts_with(title))
}

/// Returns whether the head of a quoted message begins at `at`: its sender, or three headers in any language.
fn is_head(raw: &[Raw], at: usize) -> bool {
    let run: Vec<(String, &str)> = raw[at..].iter().map_while(|line| label(line.text()?)).take(6).collect();
    let Some((first, value)) = run.first() else { return false };
    let names_sender = ["from", "差出人", "送信者", "送信元"].contains(&first.as_str());
    let addressed = run.iter().any(|(_, value)| value.contains('@'));
    names_sender && (value.contains('@') || run.len() > 1) || run.len() >= 3 && addressed
}

/// The label of a line that could be a header, in lower case, and the rest.
fn label(text: &str) -> Option<(String, &str)> {
    let (name, value) = text.split_once([':', '：'])?;
    let name = name.trim_matches(|c: char| c == '*' || c.is_whitespace());
    let named = (1..=LABEL).contains(&name.chars().count()) && !name.contains(|c: char| c.is_ascii_digit());
    named.then(|| (name.to_lowercase(), value))
}

/// The end of an introduction that begins at `at`: *On … wrote:* in any language, on any number of lines.
fn introduction(raw: &[Raw], at: usize) -> Option<usize> {
    let first = raw[at].text()?;
    let begins =
        has_time(first) || ["On ", "Am ", "Le ", "El ", "Il "].iter().any(|word| first.starts_with(word));
    let mut text = String::new();
    for (line, after) in raw[at..].iter().zip(at + 1..).take(INTRODUCTION) {
        text = text + " " + line.text().unwrap_or_default();
        let says = WROTE.iter().any(|word| text.contains(word));
        let told = has_time(&text) || text.contains('@') || says || is_quoted(raw, after);
        let line = line.text()?;
        if line.ends_with([':', '：']) && told || is_told_in_japanese(line, &text, raw, after) {
            return Some(after);
        }
        // Only what may begin an introduction is read on into the next lines.
        if !begins {
            break;
        }
    }
    // It needs no colon then: no order contains a time and an address in brackets.
    (has_time(first) && first.contains('<') && first.contains('@')).then_some(at + 1)
}

/// Returns whether an introduction ends in a full stop, as some programs write in Japanese: after the word for “wrote”, or
/// before a marked quote.
fn is_told_in_japanese(line: &str, text: &str, raw: &[Raw], after: usize) -> bool {
    let Some(line) = line.strip_suffix(['。', '｡']) else { return false };
    let names_mail = has_time(text) || text.contains('@');
    WROTE.iter().any(|word| line.ends_with(word)) || names_mail && is_quoted(raw, after)
}

/// Returns whether a text has a time of the day in it.
fn has_time(text: &str) -> bool {
    let digit = |byte: &u8| byte.is_ascii_digit();
    text.as_bytes()
        .windows(4)
        .any(|four| matches!(four, [hour, b':', ten, one] if digit(hour) && digit(ten) && digit(one)))
}

/// Returns whether a line is a device's or program's own.
fn is_of_the_device(text: &str) -> bool {
    let lower = text.to_lowercase();
    DEVICE.iter().any(|begin| lower.starts_with(begin)) || DEVICE_JA.iter().any(|end| text.ends_with(end))
}
