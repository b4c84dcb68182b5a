//! The lines of an HTML body as its reader sees them. No tree is built: only those tags matter that end a line, hide their
//! content, or contain a quote, and of these the outermost.

use mail_parser::decoders::html::add_html_token;

use super::raw::Raw;

/// Elements on lines of their own.
const BLOCKS: [&str; 30] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "fieldset",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "tr",
    "ul",
];
/// Elements whose text is not shown, or was struck out by who wrote it.
const HIDDEN: [&str; 13] = [
    "head", "style", "script", "template", "title", "noscript", "textarea", "select", "object", "svg", "del",
    "s", "strike",
];
/// Elements whose text is not HTML: only their closing tag ends it.
const RAW: [&str; 4] = ["style", "script", "textarea", "title"];
/// Elements that are never closed.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "meta", "link", "wbr", "col"];
/// Parts of a class or id that mark a quote, a signature, or their introduction.
const QUOTES: [&str; 6] =
    ["quote", "gmail_attr", "moz-cite", "moz-forward", "signature", "outlookmessageheader"];
/// Ids of elements before a quote without an enclosing element: everything below is quote.
const ABOVE_QUOTES: [&str; 3] = ["appendonsend", "divrplyfwdmsg", "mail-editor-reference"];
/// Styles that hide, without spaces.
const HIDING: [&str; 7] = [
    "display:none",
    "visibility:hidden",
    "mso-hide:all",
    "font-size:0",
    "max-height:0",
    "opacity:0",
    "line-through",
];
/// The longest name of a character is shorter, in bytes.
const LONGEST_ENTITY: usize = 34;

/// The lines of `html`; for a quote, one that is marked.
pub(super) fn lines(html: &str) -> Vec<Raw> {
    let mut page = Page::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        page.text(&rest[..at]);
        rest = match markup(&rest[at..]) {
            None => {
                page.text("<");
                &rest[at + 1..]
            }
            // Of a tag or a comment without an end nothing is shown.
            Some(None) => "",
            Some(Some((Markup::Aside, after))) => after,
            Some(Some((Markup::Tag(tag), after))) => match page.element(&tag) {
                true if tag.opens && RAW.contains(&tag.name.as_str()) => past(after, &tag.name),
                true => after,
                false => "",
            },
        };
    }
    page.text(rest);
    page.end_line();
    page.lines
}

#[derive(Default)]
struct Page {
    lines: Vec<Raw>,
    line: String,
    /// The number of open elements whose line ends count.
    kept: usize,
    /// The outermost open element whose text does not count, and the number of open elements of its name inside it.
    inside: Option<(String, usize)>,
}

impl Page {
    /// Takes a tag; false if everything after it is quote.
    fn element(&mut self, tag: &Tag) -> bool {
        // Only elements of its own name are counted: programs leave others open.
        if let Some((name, open)) = &mut self.inside {
            if *name == tag.name {
                *open = if tag.opens { *open + 1 } else { *open - 1 };
            }
            if *open == 0 {
                self.inside = None;
            }
            return true;
        }
        if BLOCKS.contains(&tag.name.as_str()) {
            self.end_line();
        } else if matches!(tag.name.as_str(), "td" | "th") {
            self.line.push(' ');
        }
        if tag.name == "pre" {
            self.kept = if tag.opens { self.kept + 1 } else { self.kept.saturating_sub(1) };
        }
        if tag.opens && (tag.ends_all || tag.quotes) {
            self.end_line();
            self.lines.push(Raw::Quoted { full: false, marked: None });
        }
        // A void element has no end tag, so it would hide everything below it.
        if tag.opens && (tag.hides || tag.quotes) && !VOID.contains(&tag.name.as_str()) {
            self.inside = Some((tag.name.clone(), 1));
        }
        !(tag.opens && tag.ends_all)
    }

    fn text(&mut self, text: &str) {
        if self.inside.is_some() {
            return;
        }
        let mut rest = text;
        while let Some(at) = rest.find('&') {
            self.plain(&rest[..at]);
            rest = &rest[at..];
            let end = rest.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
            let (entity, after) = rest.split_at(end.map_or(1, |end| end + 1));
            let mut plain = String::new();
            add_html_token(&mut plain, entity.as_bytes(), false);
            self.plain(&plain);
            rest = after;
        }
        self.plain(rest);
    }

    fn plain(&mut self, text: &str) {
        for c in text.chars() {
            if c == '\n' && self.kept > 0 {
                self.end_line();
            } else {
                self.line.push(c);
            }
        }
    }

    fn end_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.lines.push(Raw::own(&self.line));
        }
        self.line.clear();
    }
}

/// An opening or closing tag, and its effect on the text in its element.
#[derive(Default)]
struct Tag {
    name: String,
    opens: bool,
    hides: bool,
    quotes: bool,
    ends_all: bool,
}

/// The markup at a `<`.
enum Markup {
    Tag(Tag),
    /// A comment or a declaration.
    Aside,
}

impl Tag {
    fn note(&mut self, attribute: &str, value: &str) {
        let value = value.to_ascii_lowercase();
        let has = |marks: &[&str]| marks.iter().any(|mark| value.contains(mark));
        match attribute.to_ascii_lowercase().as_str() {
            "class" | "id" => {
                self.quotes |= has(&QUOTES);
                self.ends_all |= has(&ABOVE_QUOTES);
            }
            "style" => {
                let style: String = value.split_whitespace().collect();
                // `opacity:0.9` hides nothing.
                let more = |c: char| c == '.' || c.is_ascii_digit();
                let hides = |mark: &&str| style.split(*mark).skip(1).any(|rest| !rest.starts_with(more));
                self.hides |= HIDING.iter().any(hides);
            }
            "hidden" => self.hides = true,
            _ => {}
        }
    }
}

/// Reads the markup at the beginning of `text`, and the rest. `Some(None)`: it has no end. `None`: it is text.
fn markup(text: &str) -> Option<Option<(Markup, &str)>> {
    let aside = |end: &str| text.split_once(end).map(|(_, after)| (Markup::Aside, after));
    if text.starts_with("<!--") {
        return Some(aside("-->"));
    }
    if text.starts_with("<!") || text.starts_with("<?") {
        return Some(aside(">"));
    }
    let (opens, rest) = match text.strip_prefix("</") {
        Some(rest) => (false, rest),
        None => (true, &text[1..]),
    };
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (name, rest) = until(rest, |c| c.is_whitespace() || matches!(c, '>' | '/'));
    let name = name.to_ascii_lowercase();
    let hides = HIDDEN.contains(&name.as_str());
    let tag = Tag { quotes: name == "blockquote", name, opens, hides, ends_all: false };
    Some(attributes(tag, rest))
}

/// Reads the attributes of a tag to its end.
fn attributes(mut tag: Tag, text: &str) -> Option<(Markup, &str)> {
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return Some((Markup::Tag(tag), after));
        }
        if rest.is_empty() {
            return None;
        }
        // An `=` without a name before it is part of a name.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let (_, after) = until(&rest[first..], |c| c.is_whitespace() || matches!(c, '=' | '>' | '/'));
        let name = &rest[..rest.len() - after.len()];
        rest = after.trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            (value, rest) = match after.chars().next() {
                Some(quote @ ('"' | '\'')) => after[1..].split_once(quote)?,
                _ => until(after, |c| c.is_whitespace() || c == '>'),
            };
        }
        tag.note(name, value);
    }
}

/// `text` up to the first character that ends it, and the rest.
fn until(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// The text from the closing tag of `name` on; nothing where it is not closed.
fn past<'a>(text: &'a str, name: &str) -> &'a str {
    let closes = |at: &usize| {
        let tag = text.as_bytes().get(at + 2..at + 2 + name.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(name.as_bytes()))
    };
    let found = text.match_indices("</").map(|(at, _)| at).find(closes);
    found.map_or("", |at| &text[at..])
}
