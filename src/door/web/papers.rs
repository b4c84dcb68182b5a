//! The papers of a server, privacy and terms, as pages. Their texts are those of `docs/`, with the operator's name and contact in
//! the places for them. Of Markdown they use headings, paragraphs, lists, tables, `code`, **bold** and links; what is quoted (`>`)
//! is for operators, and not shown.

use maud::{Markup, html};

use crate::config::operator::OperatorSection;
use crate::door::html::{PageStyle, document, languages};
use crate::words::{Lang, Words};

/// The beginnings of addresses.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// A paper of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// The privacy notice: the data stored, the reasons and the times.
    Privacy,
    /// The terms between players and the operator.
    Terms,
}

impl Paper {
    /// The papers, by the paths they are shown at.
    pub const ALL: [(&'static str, Paper); 2] = [("/privacy", Paper::Privacy), ("/terms", Paper::Terms)];

    /// The paper at a path.
    pub fn at(path: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|(at, _)| *at == path).map(|(_, paper)| paper)
    }

    /// Its text as it stands in `docs/`.
    pub fn text(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Paper::Privacy, Lang::En) => include_str!("../../../docs/privacy.md"),
            (Paper::Privacy, Lang::Ja) => include_str!("../../../docs/privacy.ja.md"),
            (Paper::Terms, Lang::En) => include_str!("../../../docs/terms.md"),
            (Paper::Terms, Lang::Ja) => include_str!("../../../docs/terms.ja.md"),
        }
    }

    /// The paper as a page.
    pub fn page(self, words: &Words, lang: Lang, style: &PageStyle, operator: &OperatorSection) -> String {
        let named =
            |text: &Option<String>, key: &str| text.clone().unwrap_or_else(|| words.say(lang, key, &[]));
        let (name, contact) =
            (named(&operator.name, "paper-operator"), named(&operator.contact, "paper-contact"));
        let text = self.text(lang);
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default();
        let filled = |text: &str| text.replace("{operator}", &name).replace("{contact}", &contact);
        let body = html! {
            header {
                h1 { (title) }
                (languages(words, lang, |lang| format!("?lang={}", lang.code())))
            }
            main { @for block in blocks(text, joint(lang)) { (block.shown(&filled)) } }
        };
        document(lang, title, style, &body)
    }
}

/// The text between two lines of a paragraph: Japanese has no spaces.
fn joint(lang: Lang) -> &'static str {
    match lang {
        Lang::En => " ",
        Lang::Ja => "",
    }
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    /// Rows of cells, the first being the heading.
    Table(Vec<Vec<String>>),
}

/// The parts of a text, without its title and what is quoted.
fn blocks(text: &str, joint: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for part in text.split("\n\n").map(str::trim).filter(|part| !part.is_empty()) {
        if part.starts_with("# ") || part.starts_with('>') {
            continue;
        }
        let lines = part.lines().map(str::trim);
        blocks.push(if let Some(heading) = part.strip_prefix("## ") {
            Block::Heading(heading.to_owned())
        } else if part.starts_with("- ") {
            Block::List(items(lines, joint))
        } else if part.starts_with('|') {
            Block::Table(lines.filter(|line| !line.starts_with("|---")).map(cells).collect())
        } else {
            Block::Paragraph(lines.collect::<Vec<_>>().join(joint))
        });
    }
    blocks
}

/// The items of a list; an item goes on in the lines below it.
fn items<'a>(lines: impl Iterator<Item = &'a str>, joint: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in lines {
        match (line.strip_prefix("- "), items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(item)) => *item += &format!("{joint}{line}"),
            (None, None) => {}
        }
    }
    items
}

fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

impl Block {
    fn shown(&self, filled: &impl Fn(&str) -> String) -> Markup {
        let inline = |text: &str| inline(text, filled);
        match self {
            Block::Heading(text) => html! { h2 { (inline(text)) } },
            Block::Paragraph(text) => html! { p { (inline(text)) } },
            Block::List(items) => html! { ul { @for item in items { li { (inline(item)) } } } },
            Block::Table(rows) => {
                let (heading, rows) =
                    rows.split_first().map_or((&[][..], &[][..]), |(first, rest)| (&first[..], rest));
                html! {
                    div.wide tabindex="0" {
                        table {
                            thead { tr { @for cell in heading { th scope="col" { (inline(cell)) } } } }
                            tbody { @for row in rows { tr { @for cell in row { td { (inline(cell)) } } } } }
                        }
                    }
                }
            }
        }
    }
}

/// The text of a line: every second piece between its marks is code, or bold.
fn inline(text: &str, filled: &impl Fn(&str) -> String) -> Markup {
    let marked = |mark: &str, text: &str| -> Vec<(bool, String)> {
        text.split(mark).enumerate().map(|(place, piece)| (place % 2 == 1, piece.to_owned())).collect()
    };
    // Code comes first: within it no other mark means anything.
    html! {
        @for (is_code, piece) in marked("`", text) {
            @if is_code {
                code { (piece) }
            } @else {
                @for (is_bold, piece) in marked("**", &piece) {
                    @if is_bold { strong { (linked(&filled(&piece))) } } @else { (linked(&filled(&piece))) }
                }
            }
        }
    }
}

/// A text with its links, `[text](address)`, and addresses by themselves. Links to another paper lead to its page.
fn linked(text: &str) -> Markup {
    if let Some((before, rest)) = text.split_once('[')
        && let Some((name, rest)) = rest.split_once("](")
        && let Some((address, after)) = rest.split_once(')')
    {
        let page = address.trim_end_matches(".md").trim_end_matches(".ja");
        return html! { (addressed(before)) a href=(page) { (name) } (linked(after)) };
    }
    addressed(text)
}

/// A text in which each address is a link. An address ends before what no address has in it: a space, or a Japanese letter.
fn addressed(text: &str) -> Markup {
    let Some(start) = SCHEMES.iter().filter_map(|scheme| text.find(scheme)).min() else {
        return html! { (text) };
    };
    let (before, rest) = text.split_at(start);
    let end = rest.find(|c: char| !c.is_ascii_graphic()).unwrap_or(rest.len());
    // Punctuation after an address is no part of it.
    let address = rest[..end].trim_end_matches(['.', ',', ';', ':', ')']);
    let name = address.strip_prefix("mailto:").unwrap_or(address);
    html! { (before) a href=(address) { (name) } (addressed(&rest[address.len()..])) }
}
