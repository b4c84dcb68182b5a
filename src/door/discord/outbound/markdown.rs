//! Plain text as Discord's Markdown: it reads as written, pings nobody and makes no links.

use chrono::NaiveDateTime;

use super::emoji::{is_mark, mark_of};
use crate::door::discord::id::Id;
use crate::report::{ReportLine, Weight};

/// A moment as reports write it, without its zone.
const UTC_FORM: &str = "2026-03-01 21:00";
/// Parts what would otherwise be read as one; neither seen nor spoken.
const INVISIBLE: char = '\u{200b}';

/// Escapes plain text: it is shown as it is and pings nobody; signs become marks. Text between two backticks is shown as code, in which no
/// character is special.
pub fn plain(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            escaped.push('\n');
        }
        plain_line(line, &mut escaped);
    }
    escaped
}

/// Text between two backticks, where no other character is special.
pub fn in_code(text: &str) -> String {
    text.replace('`', "'")
}

/// Monospaced text, shown as it is.
pub fn block(text: &str) -> String {
    let mut inside = String::with_capacity(text.len());
    let mut chars = text.trim_end().chars().peekable();
    while let Some(c) = chars.next() {
        inside.push(c);
        // Three in a row would end the block.
        if c == '`' && chars.peek() == Some(&'`') {
            inside.push(INVISIBLE);
        }
    }
    format!("```\n{inside}\n```")
}

/// Renders events: headings bold on their own lines, dice before the sentence they led to.
pub fn render(report: &[ReportLine]) -> String {
    let mut lines = Lines::default();
    for piece in report {
        lines.add(piece.weight, &piece.to_string());
    }
    lines.text
}

/// A board: bold headings on lines of their own, drawings with spaces in monospaced text.
pub fn weighted(board: &[(Weight, String)]) -> String {
    let is_drawn = |(weight, line): &(Weight, String)| *weight == Weight::Plain && line.contains("  ");
    let mut lines = Lines::default();
    let mut at = 0;
    while at < board.len() {
        if !is_drawn(&board[at]) {
            lines.add(board[at].0, &board[at].1);
            at += 1;
            continue;
        }
        let end = board[at..].iter().position(|line| line.0 != Weight::Plain).map_or(board.len(), |n| at + n);
        // Plain lines between drawn ones belong to the drawing.
        let drawn = board[at..end].iter().rposition(is_drawn).map_or(at + 1, |last| at + last + 1);
        let picture: Vec<&str> = board[at..drawn].iter().map(|(_, line)| line.as_str()).collect();
        lines.push(&block(&picture.join("\n")));
        at = drawn;
    }
    lines.text
}

/// A moment, in seconds since 1970, shown by each reader's own clock, with its distance from now.
pub fn timestamp(seconds: i64) -> String {
    format!("<t:{seconds}:f> (<t:{seconds}:R>)")
}

/// The same with the day of the week, for deadlines.
pub fn deadline(seconds: i64) -> String {
    format!("<t:{seconds}:F> (<t:{seconds}:R>)")
}

/// A user, by the name each reader knows them by.
pub fn mention(user: Id) -> String {
    format!("<@{user}>")
}

/// A channel or thread, as a link to it.
pub fn mention_place(place: Id) -> String {
    format!("<#{place}>")
}

/// Text in bold; plain text is escaped.
pub fn bold(text: &str) -> String {
    let bold = |line: &str| match line.trim() {
        "" => String::new(),
        line => format!("**{}**", plain(line)),
    };
    text.split('\n').map(bold).collect::<Vec<_>>().join("\n")
}

#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn add(&mut self, weight: Weight, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        match weight {
            Weight::Plain | Weight::Closing => self.push(&plain(line)),
            Weight::Heading | Weight::Subheading => {
                if !self.text.is_empty() {
                    self.text.push('\n');
                }
                self.push(&bold(line));
            }
        }
    }

    fn push(&mut self, line: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

fn plain_line(line: &str, escaped: &mut String) {
    let indent = line.len() - line.trim_start().len();
    escaped.push_str(&line[..indent]);
    let line = &line[indent..];
    let mark = line_mark(line);
    let mut code_ends = 0;
    for (at, c) in line.char_indices() {
        if at < code_ends {
            continue;
        }
        if let Some(code) = code_of(&line[at..]).or_else(|| moment_of(&line[at..])) {
            escaped.push_str(code);
            code_ends = at + code.len();
            continue;
        }
        if let Some((utc, seconds)) = utc_of(&line[..at], &line[at..]) {
            escaped.push_str(&format!("<t:{seconds}:f>"));
            code_ends = at + utc.len();
            continue;
        }
        if let Some((mark, bytes)) = mark_of(&line[at..]) {
            escaped.push(mark);
            code_ends = at + bytes;
            continue;
        }
        // Nobody types marks.
        if is_mark(c) {
            continue;
        }
        let rest = &line[at + c.len_utf8()..];
        let means_something = match c {
            '\\' | '*' | '_' | '`' | '~' | '|' | '<' | '[' => true,
            ':' => rest.starts_with("//") || is_emoji(rest),
            _ => mark == Some(at),
        };
        if means_something {
            escaped.push('\\');
        }
        escaped.push(c);
        let pings = rest.starts_with("everyone") || rest.starts_with("here") || line[..at].ends_with('<');
        if c == '@' && pings {
            escaped.push(INVISIBLE);
        }
    }
}

/// The code that a line begins with: from one backtick to the next, something between them, none beside them.
fn code_of(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('`')?;
    let end = inside.find('`')?;
    let whole = !inside[..end].trim().is_empty() && !inside[end + 1..].starts_with('`');
    whole.then(|| &line[..end + 2])
}

/// The moment at the beginning of a line, as [`deadline`] writes it; each reader's clock shows it, so it must stay unescaped.
fn moment_of(line: &str) -> Option<&str> {
    let inside = line.strip_prefix("<t:")?;
    let digits = inside.find(|c: char| !c.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let ends = [":F>", ":R>"].iter().any(|end| inside[digits..].starts_with(end));
    ends.then(|| &line[..digits + 6])
}

/// The moment in UTC that a line begins with, as reports write it (`2026-03-01 21:00 UTC`), in seconds since 1970: here each reader's
/// own clock shows it.
fn utc_of<'a>(before: &str, line: &'a str) -> Option<(&'a str, i64)> {
    if before.ends_with(|c: char| c.is_ascii_digit()) || !line.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let time = NaiveDateTime::parse_from_str(line.get(..UTC_FORM.len())?, "%Y-%m-%d %H:%M").ok()?;
    let end = [" UTC", "（UTC）"].into_iter().find(|end| line[UTC_FORM.len()..].starts_with(end))?;
    Some((&line[..UTC_FORM.len() + end.len()], time.and_utc().timestamp()))
}

/// The position of the mark that makes a line a heading, a quotation, small print or part of a list.
fn line_mark(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let rest = &line[first.len_utf8()..];
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_mark = match first {
        '>' => true,
        '#' | '-' | '+' => rest.trim_start_matches('#').chars().next().is_none_or(char::is_whitespace),
        _ => return (digits > 0 && line[digits..].starts_with(['.', ')'])).then_some(digits),
    };
    is_mark.then_some(0)
}

/// Returns whether a colon before `rest` would make the name of an emoji of it.
fn is_emoji(rest: &str) -> bool {
    let name = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-')));
    name.is_some_and(|end| end > 0 && rest[end..].starts_with(':'))
}
