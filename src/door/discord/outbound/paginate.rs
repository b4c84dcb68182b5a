//! Texts made to fit: cut into pages, or shortened, never inside what belongs together.

pub use super::emoji::length;

/// The marks of a code block.
const FENCE: &str = "```";
/// Characters that closing a code block takes: the fence and the line end before it.
const CLOSING: usize = 4;
/// Most characters of a language's name after the mark of a code block.
const LANGUAGE: usize = 20;
/// The mark at both ends of bold text.
const BOLD: &str = "**";
/// The longest mention or timestamp that is kept in one piece, in bytes.
const MENTION_BYTES: usize = 64;
/// The shortest limit of a page: room for a fence, a mention and a little text.
pub const LEAST_LIMIT: usize = 80;

/// Splits `text`, in Discord's Markdown, into messages of at most `limit` characters each (`limit` at least 80): at line ends,
/// else at the ends of sentences, else of words. It closes and reopens code blocks and bold text, and keeps escapes and
/// mentions in one piece. Empty for a text without a visible character.
pub fn pages(text: &str, limit: usize) -> Vec<String> {
    let mut pages = Pages { limit: limit.max(LEAST_LIMIT), ..Pages::default() };
    text.split('\n').for_each(|line| pages.add(line));
    pages.turn();
    pages.done
}

/// `text` in one line of at most `most` characters; an ellipsis after a word replaces the rest.
pub fn shorten(text: &str, most: usize) -> String {
    let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let text = text.trim();
    if length(text) <= most {
        return text.to_owned();
    }
    let room = match most {
        0 => return String::new(),
        1 => return "…".to_owned(),
        most => most - 1,
    };
    let (head, _) = head_of(text, room, &[after_a_space]);
    let end = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '、' | '，' | '；' | '：');
    format!("{}…", head.trim_end_matches(end))
}

/// Pages under way.
#[derive(Default)]
struct Pages {
    limit: usize,
    done: Vec<String>,
    page: String,
    /// The first line of the code block that is open.
    fence: Option<String>,
    /// The length of the page with a code block just opened, and without: the block is still empty.
    bare: Option<(usize, usize)>,
}

impl Pages {
    fn add(&mut self, line: &str) {
        let toggles = line.matches(FENCE).count() % 2 == 1;
        match (toggles, self.fence.is_some()) {
            (true, true) => self.close(line),
            (true, false) => self.open(line),
            (false, _) => self.write(line),
        }
    }

    /// A line that neither begins nor ends a code block.
    fn write(&mut self, line: &str) {
        if self.page.is_empty() && line.trim().is_empty() {
            return;
        }
        let closing = if self.fence.is_some() { CLOSING } else { 0 };
        let fits = |pages: &Pages, line: &str| pages.used() + length(line) + closing <= pages.limit;
        if !fits(self, line) {
            self.turn();
        }
        let mut line = line.to_owned();
        while !fits(self, &line) {
            let room = self.limit.saturating_sub(self.used() + closing);
            let (head, rest) = self.split(&line, room);
            self.push(&head);
            self.turn();
            line = rest;
        }
        self.push(&line);
    }

    /// The line that begins a code block.
    fn open(&mut self, line: &str) {
        let (head, tail) = line.rsplit_once(FENCE).unwrap_or((line, ""));
        let names_language = head.is_empty()
            && length(tail) <= LANGUAGE
            && tail.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let first = if names_language { line } else { FENCE };
        if !head.is_empty() {
            self.write(head);
        }
        if self.used() + length(first) + CLOSING > self.limit {
            self.turn();
        }
        let before = self.page.len();
        self.push(first);
        self.fence = Some(first.to_owned());
        self.bare = Some((self.page.len(), before));
        if !names_language {
            self.write(tail);
        }
    }

    /// Adds the line that ends a code block; there is always room for its fence.
    fn close(&mut self, line: &str) {
        let (head, tail) = line.split_once(FENCE).unwrap_or((line, ""));
        if !head.is_empty() {
            self.write(head);
        }
        self.fence = None;
        let empty = self.bare.take().filter(|(bare, _)| *bare == self.page.len());
        // On the first page no turn can have reopened the block, so it stays as it was written.
        match empty.filter(|_| !self.done.is_empty()) {
            Some((_, without)) => self.page.truncate(without),
            None => self.push(FENCE),
        }
        if !tail.is_empty() {
            self.write(tail);
        }
    }

    /// The characters of the page, with those that end its last line.
    fn used(&self) -> usize {
        length(&self.page) + usize::from(!self.page.is_empty())
    }

    fn push(&mut self, line: &str) {
        if !self.page.is_empty() {
            self.page.push('\n');
        }
        self.page.push_str(line);
    }

    /// Ends the page and begins the next, in the same code block.
    fn turn(&mut self) {
        if let Some((_, without)) = self.bare.take().filter(|(bare, _)| *bare == self.page.len()) {
            self.page.truncate(without);
        } else if self.fence.is_some() {
            self.push(FENCE);
        }
        let page = std::mem::take(&mut self.page);
        if !page.trim().is_empty() {
            self.done.push(page.trim_end().to_owned());
        }
        if let Some(fence) = self.fence.clone() {
            self.push(&fence);
            self.bare = Some((self.page.len(), 0));
        }
    }

    /// A line cut in two, the first part with at most `room` characters.
    fn split(&self, line: &str, room: usize) -> (String, String) {
        if self.fence.is_some() {
            // At least one character, or the loop in `write` would never end.
            let at = line.char_indices().nth(room.max(1)).map_or(line.len(), |(at, _)| at);
            return (line[..at].to_owned(), line[at..].to_owned());
        }
        // Room for the mark that closes bold text.
        let (head, rest) = head_of(line, room.saturating_sub(BOLD.len()), &[after_a_sentence, after_a_space]);
        let is_bold = tokens(head).filter(|token| *token == BOLD).count() % 2 == 1;
        let mark = if is_bold { BOLD } else { "" };
        (format!("{}{mark}", head.trim_end()), format!("{mark}{}", rest.trim_start()))
    }
}

/// A rule that says if a text may be cut between these two parts.
type Cut = fn(&str, &str) -> bool;

fn after_a_sentence(head: &str, rest: &str) -> bool {
    head.ends_with(['。', '！', '？']) || (head.ends_with(['.', '!', '?']) && rest.starts_with(' '))
}

fn after_a_space(head: &str, rest: &str) -> bool {
    head.ends_with(char::is_whitespace) || rest.starts_with(char::is_whitespace)
}

/// At most `room` characters of `text`, at least one, and the rest: cut by the first of `cuts` that leaves more than half of
/// the room, else between any two tokens.
fn head_of<'a>(text: &'a str, room: usize, cuts: &[Cut]) -> (&'a str, &'a str) {
    let mut ends = Vec::new();
    let (mut at, mut chars) = (0, 0);
    for token in tokens(text) {
        chars += length(token);
        if chars > room {
            break;
        }
        at += token.len();
        ends.push((at, chars));
    }
    let good = |cut: &Cut| {
        let fits = |(at, chars): &&(usize, usize)| *chars > room / 2 && cut(&text[..*at], &text[*at..]);
        ends.iter().rfind(fits).map(|(at, _)| *at)
    };
    let first = text.char_indices().nth(room.max(1)).map_or(text.len(), |(at, _)| at);
    let at = cuts.iter().find_map(good).or(ends.last().map(|(at, _)| *at)).unwrap_or(first);
    text.split_at(at)
}

/// Tokens that must not be split: an escape, a mention, bold marks, a character with what joins it.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (token, after) = rest.split_at(token_bytes(rest)?);
        rest = after;
        Some(token)
    })
}

fn token_bytes(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    let (_, first) = chars.next()?;
    if first == '<'
        && let Some(end) = text.bytes().take(MENTION_BYTES).position(|byte| byte == b'>')
        // Users and roles, channels, emoji, times, animated emoji, commands.
        && text[1..].starts_with(['@', '#', ':', 't', 'a', '/'])
        && !text[..end].contains(char::is_whitespace)
    {
        return Some(end + 1);
    }
    if text.starts_with(BOLD) {
        return Some(BOLD.len());
    }
    if first == '\\' {
        chars.next();
    }
    Some(chars.find(|(_, c)| !joins(*c)).map_or(text.len(), |(at, _)| at))
}

/// Returns whether a character belongs to the one before it.
fn joins(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}
