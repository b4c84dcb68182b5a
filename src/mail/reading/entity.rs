//! The parts of a message: its head, and the texts in it, decoded. The tree of parts is walked here and not by the parser, whose
//! depth has no bound; the parser reads heads.

use std::borrow::Cow;

use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, WINDOWS_1252};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{
    ContentType, DateTime as MailTime, HeaderForm, HeaderName, HeaderValue, Message, MessageParser,
    MimeHeaders,
};

/// The longest head, in bytes: several times that of the longest way through servers and forwarders.
const MAX_HEAD: usize = 64 << 10;
/// The most encoded words in a head. The parser looks for the end of each.
const MAX_ENCODED_WORDS: usize = 1000;
/// The most parts that are read, and their greatest depth.
const MAX_PARTS: usize = 100;
const MAX_DEPTH: usize = 16;

/// A text of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// Plain text, whether its paragraphs flow over lines (RFC 3676), and the HTML with the same content, if there is any.
    Plain(String, Flow, Option<String>),
    /// HTML.
    Html(String),
}

/// The rule by which lines of a plain text make paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Each line is one.
    Fixed,
    /// A line that ends in a space goes on in the next.
    Flowed,
    /// So, and the space is not part of the text.
    DelSp,
}

/// A message or a part of one.
pub(super) struct Entity<'x> {
    head: Message<'x>,
    body: &'x [u8],
}

impl<'x> Entity<'x> {
    /// A complete message; `None` for a head that no program writes.
    pub fn message(raw: &'x [u8]) -> Option<Entity<'x>> {
        Entity::parse(raw, &MessageParser::new())
    }

    fn parse(raw: &'x [u8], parser: &MessageParser) -> Option<Entity<'x>> {
        let (raw_head, body) = raw.split_at(end_of_head(raw));
        let laborious = raw_head.windows(2).filter(|pair| pair == b"=?").count() > MAX_ENCODED_WORDS;
        if raw_head.len() > MAX_HEAD || laborious {
            return None;
        }
        // A head without a header that can be read: a part is plain text then, and a message has no sender.
        let head = parser.parse_headers(raw_head).unwrap_or_default();
        Some(Entity { head, body })
    }

    /// The headers of this name, read as `form`.
    pub fn headers(&self, name: &'static str, form: HeaderForm) -> Vec<HeaderValue<'_>> {
        match HeaderName::parse(name) {
            // `header_as` would panic on a head without parts.
            Some(name) if !self.head.parts.is_empty() => self.head.header_as(name, form),
            _ => vec![],
        }
    }

    /// The texts of the headers of this name.
    pub fn texts(&self, name: &'static str) -> Vec<String> {
        let texts = self.headers(name, HeaderForm::Text).into_iter();
        texts.map(|value| value.as_text().unwrap_or_default().trim().to_owned()).collect()
    }

    /// The latest moment at which the message was written, in seconds since 1970: the earlier of its `Date` and of the last
    /// server's reception. `None` if it has neither.
    pub fn written(&self) -> Option<i64> {
        let dated = self.headers("Date", HeaderForm::Text);
        let received = self.headers("Received", HeaderForm::Raw);
        let moments = [dated.first(), received.first()].into_iter().flatten().filter_map(|value| {
            let text = value.as_text()?.rsplit(';').next()?;
            MailTime::parse_rfc822(text.trim()).map(|moment| moment.to_timestamp())
        });
        moments.min()
    }

    /// The ids of the headers of this name, in order.
    pub fn ids(&self, name: &'static str) -> Vec<String> {
        let values = self.headers(name, HeaderForm::MessageIds).into_iter();
        values.filter_map(HeaderValue::into_text_list).flatten().map(Cow::into_owned).collect()
    }

    /// The names of the headers, in lower case.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        let parts = self.head.parts.iter().flat_map(|part| part.headers.iter());
        parts.map(|header| header.name.as_str().to_ascii_lowercase())
    }

    /// Its type, in lower case; the default is plain text.
    pub fn kind(&self) -> String {
        let kind = self.content_type().map(|kind| (kind.ctype(), kind.subtype().unwrap_or("plain")));
        let (main, sub) = kind.unwrap_or(("text", "plain"));
        format!("{main}/{sub}").to_ascii_lowercase()
    }

    /// A parameter of the content type.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    fn content_type(&self) -> Option<&ContentType<'_>> {
        self.head.parts.first()?.content_type()
    }

    /// The texts that are shown when it is opened, in order: of alternatives the plain one, unless it is empty.
    pub fn bodies(&self) -> Vec<Body> {
        // A copy of the constant: each walk counts its own parts.
        self.shown(MAX_DEPTH, &mut MAX_PARTS.clone())
    }

    /// All parts of it, however deep, the outer ones first; itself is none of them.
    pub fn all(&self) -> Vec<Entity<'x>> {
        let (mut found, mut left) = (Vec::new(), MAX_PARTS);
        let mut level = self.parts(&mut left);
        for _ in 0..MAX_DEPTH {
            let next = level.iter().flat_map(|part| part.parts(&mut left)).collect();
            found.append(&mut std::mem::replace(&mut level, next));
        }
        found
    }

    /// Returns whether it arrived complete, as far as it shows: its parts are closed, its encoding ends, and it has the stated
    /// length.
    pub fn is_whole(&self) -> bool {
        let says = self.texts("Content-Length").first().and_then(|length| length.parse::<usize>().ok());
        // Some stores use other line ends than the counted ones.
        let line_ends = self.body.iter().filter(|byte| **byte == b'\n').count();
        says.is_none_or(|says| says <= self.body.len() + line_ends)
            && self.arrived(MAX_DEPTH, &mut MAX_PARTS.clone())
            // Nothing around a page by itself says where it ends, but its own tags.
            && (self.kind() != "text/html" || tags_are_closed(&self.text()))
    }

    fn arrived(&self, depth: usize, left: &mut usize) -> bool {
        match self.kind().as_str() {
            // A piece of a message that was cut up on purpose (RFC 2046, 5.2.2).
            "message/partial" => false,
            kind if kind.starts_with("multipart/") && depth > 0 => {
                let Some(boundary) = self.boundary() else { return true };
                let (parts, closed) = (self.parts(left), split(self.body, boundary.as_bytes()).1);
                closed && parts.iter().all(|part| part.arrived(depth - 1, left))
            }
            "text/plain" | "text/html" => self.encoding_ends(),
            // Attachments and parts nested too deep are never read, so how they end does not matter.
            _ => true,
        }
    }

    /// Returns whether an encoded text does not stop in the middle of a letter.
    fn encoding_ends(&self) -> bool {
        match self.encoding().as_deref() {
            Some("base64") => self.body.iter().filter(|byte| !byte.is_ascii_whitespace()).count() % 4 == 0,
            Some("quoted-printable") => {
                !matches!(self.body, [.., b'='] | [.., b'=', _] if !self.body.ends_with(b"=\n"))
            }
            _ => true,
        }
    }

    fn encoding(&self) -> Option<String> {
        let encoding = self.head.parts.first().and_then(|part| part.content_transfer_encoding());
        encoding.map(|name| name.trim().to_ascii_lowercase())
    }

    /// The headers in their order, from the top: each name in lower case and its value.
    pub fn lines(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let headers = self.head.parts.iter().flat_map(|part| part.headers.iter());
        headers.map(|header| {
            let value = self.head.raw_message.get(header.offset_start as usize..header.offset_end as usize);
            let value = String::from_utf8_lossy(value.unwrap_or_default()).into_owned();
            (header.name.as_str().to_ascii_lowercase(), value)
        })
    }

    fn shown(&self, depth: usize, left: &mut usize) -> Vec<Body> {
        if self.is_attachment() {
            return vec![];
        }
        match self.kind().as_str() {
            "text/plain" => vec![Body::Plain(self.text(), self.flow(), None)],
            "text/html" => vec![Body::Html(self.text())],
            kind if !kind.starts_with("multipart/") || depth == 0 => vec![],
            // What belongs to the first part, or vouches for it, is no text of its own.
            "multipart/related" | "multipart/signed" => {
                self.parts(left).first().map(|part| part.shown(depth - 1, left)).unwrap_or_default()
            }
            kind => {
                let shown = self.parts(left).into_iter().map(|part| part.shown(depth - 1, left));
                if kind == "multipart/alternative" {
                    best(shown.collect())
                } else {
                    shown.flatten().collect()
                }
            }
        }
    }

    fn boundary(&self) -> Option<&str> {
        let boundary = self.parameter("boundary").filter(|_| self.kind().starts_with("multipart/"));
        boundary.filter(|boundary| !boundary.is_empty())
    }

    /// The parts of a multipart.
    fn parts(&self, left: &mut usize) -> Vec<Entity<'x>> {
        let Some(boundary) = self.boundary() else { return vec![] };
        let parser = MessageParser::new().with_mime_headers();
        let mut parts = Vec::new();
        for raw in split(self.body, boundary.as_bytes()).0 {
            let Some(fewer) = left.checked_sub(1) else { break };
            *left = fewer;
            parts.extend(Entity::parse(raw, &parser));
        }
        parts
    }

    fn is_attachment(&self) -> bool {
        let part = self.head.parts.first();
        part.is_some_and(|part| {
            part.content_disposition().is_some_and(ContentType::is_attachment)
                || part.attachment_name().is_some()
        })
    }

    fn flow(&self) -> Flow {
        let says = |name, value| self.parameter(name).is_some_and(|said| said.eq_ignore_ascii_case(value));
        match (says("format", "flowed"), says("delsp", "yes")) {
            (false, _) => Flow::Fixed,
            (true, false) => Flow::Flowed,
            (true, true) => Flow::DelSp,
        }
    }

    /// The text of a part as shown, each line ended by `\n`; raw if it is not encoded as stated.
    pub fn text(&self) -> String {
        let decoded = match self.encoding().as_deref() {
            Some("base64") => base64_decode(self.body),
            Some("quoted-printable") => quoted_printable_decode(self.body),
            _ => None,
        };
        decode(decoded.as_deref().unwrap_or(self.body), self.parameter("charset")).replace("\r\n", "\n")
    }
}

/// Returns whether a page ends after its last tag, with as many closing as opening tags of the elements that contain others.
fn tags_are_closed(html: &str) -> bool {
    let html = html.to_ascii_lowercase();
    let named = |tag: &str, name: &str| {
        let rest = tag.strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let count = |name: &str| {
        let tags = html.split('<').skip(1);
        let (mut open, mut closed) = (0, 0);
        for tag in tags {
            open += usize::from(named(tag, name));
            closed += usize::from(tag.strip_prefix('/').is_some_and(|tag| named(tag, name)));
        }
        open <= closed
    };
    let is_tag = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
    let is_in_a_tag = html.rsplit_once('<').is_some_and(|(_, last)| is_tag(last) && !last.contains('>'));
    !is_in_a_tag && ["html", "body", "div", "blockquote"].into_iter().all(count)
}

/// The first alternative with a non-empty plain text, with the HTML of another; if there is none, the last.
fn best(mut ways: Vec<Vec<Body>>) -> Vec<Body> {
    let says = |body: &Body| matches!(body, Body::Plain(text, ..) if !text.trim().is_empty());
    let plain = ways.iter().position(|bodies| bodies.iter().any(says));
    let last = ways.iter().rposition(|bodies| !bodies.is_empty());
    let mut best = plain.or(last).map(|at| ways.swap_remove(at)).unwrap_or_default();
    let html = ways.into_iter().flatten().find_map(|body| match body {
        Body::Html(text) => Some(text),
        Body::Plain(..) => None,
    });
    if let [Body::Plain(_, _, beside)] = &mut best[..] {
        *beside = html;
    }
    best
}

/// The end of the head: after the first empty line.
fn end_of_head(raw: &[u8]) -> usize {
    let mut at = 0;
    for line in raw.split_inclusive(|&byte| byte == b'\n') {
        at += line.len();
        if line.trim_ascii().is_empty() {
            break;
        }
    }
    at
}

/// The parts between the lines of a boundary, and whether the last of them closes it.
fn split<'x>(body: &'x [u8], boundary: &[u8]) -> (Vec<&'x [u8]>, bool) {
    let (mut parts, mut start, mut at) = (Vec::new(), None, 0);
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let end =
            line.strip_prefix(b"--").and_then(|rest| rest.strip_prefix(boundary)).map(<[u8]>::trim_ascii_end);
        if let Some(b"" | b"--") = end {
            parts.extend(start.map(|start| &body[start..at]));
            start = (end == Some(b"")).then_some(at + line.len());
            if start.is_none() {
                return (parts, true);
            }
        }
        at += line.len();
    }
    parts.extend(start.map(|start| &body[start..]));
    (parts, false)
}

/// Decodes bytes: by the named character set if the name can be trusted, else by the bytes themselves.
fn decode(bytes: &[u8], label: Option<&str>) -> String {
    let label = label.unwrap_or_default().trim().to_ascii_lowercase();
    let named = match label.as_str() {
        // Names that programs write when they do not know the character set.
        "" | "us-ascii" | "ascii" | "utf-8" | "utf8" | "unknown-8bit" => None,
        name if name.starts_with("iso-2022-jp") || name.starts_with("cp5022") => Some(ISO_2022_JP),
        "cp932" | "cp943c" | "x-ms-cp932" => Some(SHIFT_JIS),
        "eucjp" | "eucjp-ms" | "eucjp-win" | "cp51932" => Some(EUC_JP),
        name => Encoding::for_label(name.as_bytes()),
    };
    if let Some(encoding) = named {
        return encoding.decode(bytes).0.into_owned();
    }
    if bytes.windows(2).any(|pair| pair == b"\x1b$") {
        return ISO_2022_JP.decode(bytes).0.into_owned();
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.trim_start_matches('\u{feff}').to_owned();
    }
    let whole = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        // Bytes that are read in the wrong Japanese set give private characters and half-width kana, which mails rarely hold.
        let private = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{ff61}'..='\u{ff9f}');
        (!text.contains(private)).then(|| text.into_owned())
    };
    let guessed = whole(EUC_JP).or_else(|| whole(SHIFT_JIS));
    let lossy = || {
        if label.starts_with("utf") { String::from_utf8_lossy(bytes) } else { WINDOWS_1252.decode(bytes).0 }
    };
    guessed.unwrap_or_else(|| lossy().into_owned())
}
