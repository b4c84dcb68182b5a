//! The words of a letter, piece by piece, and their form as plain text.

use serde::{Deserialize, Serialize};

use super::tap::Tap;
use crate::report::{ReportLine, Weight};

/// The beginning of an address of the web.
const WEB: &str = "https://";

/// The role of a piece of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceStyle {
    /// The decision to make: a reader sees it first.
    Question,
    /// A part begins.
    Heading,
    /// A smaller part.
    Subheading,
    /// A sentence.
    Plain,
    /// A numbered order, with a link that gives it.
    Choice,
    /// Links that give orders; the text says elsewhere what to write.
    Links,
    /// A sentence with an address of the web; as HTML, a link alone.
    Web,
    /// A line of a drawing in letters: its columns count.
    Drawing,
    /// Dice as they fell.
    Dice,
    /// The reader's own text, line by line.
    Written,
    /// An error.
    Wrong,
    /// Said by the way.
    Note,
    /// The line between two parts; no words.
    Rule,
    /// The place of the picture; no words.
    Picture,
}

/// A piece of a mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Piece {
    pub(super) style: PieceStyle,
    /// Its words.
    pub(super) text: String,
    /// Its links, which the text is without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) taps: Vec<Tap>,
    /// The words beside a link.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) beside: String,
    /// The address of the web that a link of it opens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
    /// True if a picture shows the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) pictured: bool,
}

impl Piece {
    fn new(style: PieceStyle, text: impl Into<String>) -> Piece {
        Piece { style, text: text.into(), taps: vec![], beside: String::new(), url: None, pictured: false }
    }
}

/// The words of a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body(pub(super) Vec<Piece>);

impl Body {
    /// Adds a piece; an empty one says nothing.
    pub fn put(&mut self, style: PieceStyle, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.0.push(Piece::new(style, text));
        }
    }

    /// Adds sentences.
    pub fn lines(&mut self, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| self.put(PieceStyle::Plain, line));
    }

    /// Adds an order by its number: as a line of text, and as a link with words beside it.
    pub fn choice(&mut self, number: usize, line: String, beside: String, tap: Tap) {
        let taps = vec![Tap { label: format!("{number}. {}", tap.label), ..tap }];
        self.0.push(Piece { taps, beside, ..Piece::new(PieceStyle::Choice, line) });
    }

    /// Adds links.
    pub fn links(&mut self, taps: Vec<Tap>) {
        if !taps.is_empty() {
            self.0.push(Piece { taps, ..Piece::new(PieceStyle::Links, "") });
        }
    }

    /// Adds an address of the web: as a sentence that has it, and as a link with a label.
    pub fn web(&mut self, sentence: String, label: String, url: String) {
        self.0.push(Piece { beside: label, url: Some(url), ..Piece::new(PieceStyle::Web, sentence) });
    }

    /// Adds lines, the first of which may have an address of the web: as HTML, that one is a link with a label.
    pub fn linked(&mut self, text: &str, label: String) {
        let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
        let url = first.find(WEB).and_then(|at| first[at..].split_whitespace().next());
        match url {
            Some(url) => self.web(first.to_owned(), label, url.to_owned()),
            None => self.put(PieceStyle::Plain, first),
        }
        self.put(PieceStyle::Plain, rest);
    }

    /// Adds a board, or a part of one: of lines in columns, the spaces count.
    pub fn weighted(&mut self, lines: Vec<(Weight, String)>) {
        let in_columns = |line: &(Weight, String)| line.0.is_sentence() && line.1.contains("  ");
        let drawn: Vec<bool> = lines.iter().map(in_columns).collect();
        let is_drawn = |at: usize| drawn.get(at).is_some_and(|drawn| *drawn);
        for (at, (weight, text)) in lines.into_iter().enumerate() {
            // A single word at the left edge, between two lines of a drawing.
            let between = at > 0 && is_drawn(at - 1) && is_drawn(at + 1) && weight.is_sentence();
            match is_drawn(at) || between && text.split_whitespace().nth(1).is_none() {
                true => self.0.push(Piece::new(PieceStyle::Drawing, text)),
                false => self.put(PieceStyle::of(weight), text),
            }
        }
    }

    /// Adds the events, each after its dice.
    pub fn report(&mut self, lines: Vec<ReportLine>) {
        for piece in lines {
            piece.dice.into_iter().for_each(|dice| self.put(PieceStyle::Dice, dice));
            self.put(PieceStyle::of(piece.weight), piece.text);
        }
    }

    /// Adds another's pieces.
    pub fn append(&mut self, mut other: Body) {
        self.0.append(&mut other.0);
    }

    /// Adds another's pieces as a part of their own.
    pub fn append_part(&mut self, other: Body) {
        if !self.is_empty() && !other.is_empty() {
            self.0.push(Piece::new(PieceStyle::Rule, ""));
        }
        self.append(other);
    }

    /// Adds a board, as a part of its own; a picture shows the same.
    pub fn append_board(&mut self, mut board: Body) {
        board.0.iter_mut().for_each(|piece| piece.pictured = true);
        self.append_part(board);
    }

    /// Puts the picture of the letter here, if it gets one.
    pub fn picture(&mut self) {
        self.0.push(Piece::new(PieceStyle::Picture, ""));
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Takes the last piece away.
    pub fn take_last(&mut self) {
        self.0.pop();
    }

    /// Returns whether it has no content.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words as plain text: an empty line comes before each part.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut before: Option<PieceStyle> = None;
        for Piece { style, text: line, .. } in &self.0 {
            let begins = before.is_some_and(|before| style.begins_part(before));
            if begins && !text.is_empty() && !text.ends_with("\n\n") {
                text.push('\n');
            }
            if !matches!(style, PieceStyle::Links | PieceStyle::Picture) {
                before = Some(*style);
            }
            let indent = match style {
                PieceStyle::Dice => "  ",
                PieceStyle::Written => "> ",
                _ => "",
            };
            line.lines().for_each(|line| text += &format!("{indent}{}\n", shown(line)));
        }
        text
    }
}

impl PieceStyle {
    /// Returns whether a piece of this style begins a new part of a mail after one of that style.
    fn begins_part(self, before: PieceStyle) -> bool {
        match self {
            PieceStyle::Question | PieceStyle::Heading | PieceStyle::Rule => true,
            PieceStyle::Subheading => {
                !matches!(before, PieceStyle::Question | PieceStyle::Heading | PieceStyle::Subheading)
            }
            // The lines that were not carried out stay together with the reason.
            PieceStyle::Written => !matches!(before, PieceStyle::Written | PieceStyle::Wrong),
            PieceStyle::Note => before != self,
            _ => false,
        }
    }

    fn of(weight: Weight) -> PieceStyle {
        match weight {
            Weight::Heading => PieceStyle::Heading,
            Weight::Subheading => PieceStyle::Subheading,
            Weight::Plain | Weight::Closing => PieceStyle::Plain,
        }
    }
}

/// A text without what could steer a reader's program.
pub(super) fn shown(text: &str) -> String {
    let shown =
        |c| if crate::game::steers(c) && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(shown).collect()
}
