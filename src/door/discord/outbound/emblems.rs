//! The emblems of nations, ships and coal beside their names. A name has its emblem where it begins a line or an item, and in a list
//! after such a name; coal where its number follows. In the middle of a sentence it has none, nor in the name of the game.

use super::emoji::{is_mark, mark_beside};
use crate::report::{Emblem, Emblems};

/// The marks of a code block.
const FENCE: &str = "```";
/// Parts of a line, after each of which an item begins.
const PARTS: [char; 6] = [':', ';', '·', '：', '；', '。'];
/// Between the things of a list.
const BETWEEN: [&str; 2] = [", ", "、"];

/// A text in Discord's Markdown with the marks of the emblems of its names. A text that has them already stays as it is.
pub fn with_emblems(text: &str, emblems: &Emblems) -> String {
    let mut marked = String::with_capacity(text.len() + text.len() / 16);
    let mut is_code = false;
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            marked.push('\n');
        }
        let toggles = line.matches(FENCE).count() % 2 == 1;
        match is_code || toggles {
            true => marked.push_str(line),
            false => mark_line(line, emblems, &mut marked),
        }
        is_code ^= toggles;
    }
    marked
}

fn mark_line(line: &str, emblems: &Emblems, marked: &mut String) {
    let mut begins = true;
    let mut rest = line;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let taken = match code(rest).or_else(|| emblems.title_at_start_of(rest)) {
            Some(bare) => {
                begins = false;
                bare
            }
            None => match name(rest, emblems, (begins, before)) {
                Some((name, mark)) => {
                    marked.push(mark);
                    let after = &rest[name.len()..];
                    let between = BETWEEN.iter().find(|between| after.starts_with(**between));
                    begins = between.is_some();
                    &rest[..name.len() + between.map_or(0, |between| between.len())]
                }
                None => {
                    begins = match c {
                        _ if PARTS.contains(&c) => true,
                        // Spaces and the marks of Markdown stand before the first word of an item.
                        ' ' | '*' | '#' | '-' | '>' | '\\' | '　' => begins,
                        _ => false,
                    };
                    &rest[..c.len_utf8()]
                }
            },
        };
        marked.push_str(taken);
        before = taken.chars().next_back();
        rest = &rest[taken.len()..];
    }
}

/// The code that a text begins with.
fn code(text: &str) -> Option<&str> {
    let end = text.strip_prefix('`')?.find('`')?;
    Some(&text[..end + 2])
}

/// The name that a text begins with where it has its emblem, and the mark of that.
fn name<'a>(
    text: &'a str,
    emblems: &'a Emblems,
    (begins, before): (bool, Option<char>),
) -> Option<(&'a str, char)> {
    // No name begins within a word.
    if before.is_some_and(is_mark) || !parts(before, text.chars().next()) {
        return None;
    }
    let fits = |(name, emblem): &(&str, Emblem)| {
        let after = &text[name.len()..];
        let is_whole = parts(name.chars().next_back(), after.chars().next());
        let belongs = match emblem {
            Emblem::Coal => after.trim_start().starts_with(|c: char| c.is_ascii_digit()),
            _ => begins && (name.chars().count() > 1 || is_word_or_number(after)),
        };
        is_whole && belongs
    };
    let (name, emblem) = emblems.at_start_of(text).find(fits)?;
    Some((name, mark_beside(emblem)?))
}

/// Returns whether a number or a word of several letters follows: a single letter beside others is a sign of a drawing.
fn is_word_or_number(after: &str) -> bool {
    let after = after.trim_start();
    let letters = after.chars().take_while(|c| c.is_alphabetic()).count();
    letters > 1 || after.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a word ends between two characters: they are not letters of one script.
fn parts(one: Option<char>, other: Option<char>) -> bool {
    let script = |c: Option<char>| c.and_then(script);
    match (script(one), script(other)) {
        (Some(one), Some(other)) => one != other,
        _ => true,
    }
}

/// The script of a letter; `None` for anything else.
fn script(c: char) -> Option<u8> {
    match c {
        'ァ'..='ヺ' | 'ー' => Some(1),
        'ぁ'..='ゖ' => Some(2),
        '一'..='鿿' => Some(3),
        c if c.is_alphanumeric() => Some(0),
        _ => None,
    }
}
