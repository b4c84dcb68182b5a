//! Heads in any text: a mailbox, the export of a channel, notes.
//!
//! A head is `SEQ:` with 16 to 64 digits, as reports have it. In mails, lines that were broken in transit are joined again
//! (`=` at the end), and blocks of base64 are read too.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::chain::{LEAST_DIGITS, NotedHead};

/// The start of each mail in a mailbox.
const MAIL: &str = "From ";
/// The shortest line at which a block of base64 begins.
const BLOCK_LINE: usize = 40;

/// A head that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundHead {
    /// The head.
    pub head: NotedHead,
    /// The number of the line, from 1.
    pub line: usize,
}

/// The heads of one table in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeadsInText {
    /// The heads, in the order of the text, each once.
    pub heads: Vec<FoundHead>,
    /// Heads in mails that do not name the table.
    pub elsewhere: usize,
}

/// Finds the heads of a table. Of a mailbox, only mails that name the table count; of any other text, all of it.
pub fn find(text: &str, table: &str) -> HeadsInText {
    let lines: Vec<&str> = text.lines().collect();
    let mut begins: Vec<usize> = (0..lines.len()).filter(|at| is_begin(&lines, *at)).collect();
    let is_mailbox = !begins.is_empty();
    if begins.first() != Some(&0) {
        begins.insert(0, 0);
    }
    // A head does not name its table. Only the mail around it does, and a mailbox has those of other tables too.
    let mut found = HeadsInText::default();
    for (at, begin) in begins.iter().enumerate() {
        let end = begins.get(at + 1).copied().unwrap_or(lines.len());
        let read = readable(&lines[*begin..end]);
        let theirs = read.iter().flat_map(|(line, text)| {
            heads_of(text).into_iter().map(move |head| FoundHead { head, line: begin + line })
        });
        if is_mailbox && !read.iter().any(|(_, text)| names(text, table)) {
            found.elsewhere += theirs.count();
            continue;
        }
        for theirs in theirs {
            if found.heads.iter().all(|known| known.head != theirs.head) {
                found.heads.push(theirs);
            }
        }
    }
    found
}

fn is_begin(lines: &[&str], at: usize) -> bool {
    // In the middle of a paragraph such a line is a sentence.
    lines[at].starts_with(MAIL) && (at == 0 || lines[at - 1].trim().is_empty())
}

/// The text of these lines as people read it, each piece with the number of its line, from 1.
fn readable(lines: &[&str]) -> Vec<(usize, String)> {
    let mut read: Vec<(usize, String)> = Vec::new();
    let mut is_broken = false;
    for (at, line) in lines.iter().enumerate() {
        let (line, goes_on) = line.strip_suffix('=').map_or((*line, false), |line| (line, true));
        match read.last_mut().filter(|_| is_broken) {
            Some((_, before)) => before.push_str(line),
            None => read.push((at + 1, line.to_owned())),
        }
        is_broken = goes_on;
    }
    let decoded = |(line, block): (usize, String)| Some((line, of_base64(&block)?));
    read.extend(blocks(lines).into_iter().filter_map(decoded));
    read.extend(subject(lines).map(|subject| (1, subject)));
    read
}

/// The subject of a mail, where it is encoded: words that follow one another are one text, also over lines (RFC 2047).
fn subject(lines: &[&str]) -> Option<String> {
    let is_subject = |line: &&str| line.get(..8).is_some_and(|name| name.eq_ignore_ascii_case("subject:"));
    let begin = lines.iter().take_while(|line| !line.trim().is_empty()).position(is_subject)?;
    let more = lines[begin + 1..].iter().take_while(|line| line.starts_with([' ', '\t']));
    let folded: String = [lines[begin]].iter().chain(more).copied().collect::<Vec<_>>().join(" ");
    let mut text = String::new();
    let mut rest = folded.as_str();
    while let Some((before, word, after)) = encoded_word(rest) {
        if !before.trim().is_empty() {
            text += before;
        }
        text += &word;
        rest = after;
    }
    Some(text + rest)
}

/// The first encoded word of a text, with what is before and after it.
fn encoded_word(text: &str) -> Option<(&str, String, &str)> {
    let (before, rest) = text.split_once("=?")?;
    let (_, rest) = rest.split_once('?')?;
    let (encoding, rest) = rest.split_once('?')?;
    let (word, after) = rest.split_once("?=")?;
    let word = match encoding {
        "b" | "B" => of_base64(word).unwrap_or_default(),
        // Names have no other sign that would be encoded.
        _ => word.replace('_', " ").replace("=5F", "_"),
    };
    Some((before, word, after))
}

fn of_base64(block: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&BASE64.decode(block).ok()?).into_owned())
}

/// The blocks of base64 among these lines.
fn blocks(lines: &[&str]) -> Vec<(usize, String)> {
    let is_code = |line: &str| {
        !line.is_empty() && line.bytes().all(|c| c.is_ascii_alphanumeric() || b"+/=".contains(&c))
    };
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (at, line) in lines.iter().enumerate() {
        let goes_on = is_code(line) && (is_open || line.len() >= BLOCK_LINE);
        match found.last_mut().filter(|_| goes_on && is_open) {
            Some((_, block)) => block.push_str(line),
            None if goes_on => found.push((at + 1, (*line).to_owned())),
            None => {}
        }
        is_open = goes_on;
    }
    found
}

fn names(text: &str, table: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    // A link has two digits there that stand for a sign.
    let is_escape = |before: &str| before.len() >= 3 && before.as_bytes()[before.len() - 3] == b'%';
    text.match_indices(table).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + table.len()..]);
        (!before.ends_with(is_part) || is_escape(before)) && !after.starts_with(is_part)
    })
}

/// The heads in a line of text.
fn heads_of(text: &str) -> Vec<NotedHead> {
    text.match_indices(':').filter_map(|(at, _)| head_at(text, at)).collect()
}

/// The head with its colon there.
fn head_at(text: &str, colon: usize) -> Option<NotedHead> {
    let (before, after) = (&text[..colon], &text[colon + 1..]);
    let rest = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let seq = &before[rest.len()..];
    let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len();
    let goes_on = |c: char| c.is_alphanumeric() || "_:/+".contains(c);
    // As a part of a longer word, such as a time, an address or a block of base64, it is no head.
    let is_alone = !rest.ends_with(goes_on) && !after[digits..].starts_with(goes_on);
    if !is_alone || seq.is_empty() || seq.starts_with('0') || digits < LEAST_DIGITS {
        return None;
    }
    format!("{seq}:{}", &after[..digits]).parse().ok()
}
