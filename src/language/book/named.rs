//! Orders whose arguments are given by name, as in slash commands and forms: each value contains only words of its own
//! argument.

use super::parse::{ParsedLine, legal_verbs};
use super::parse_error::{ParseError, clip};
use super::text::{Piece, cut, fold};
use super::walk::no_bin;
use super::{ArgKind, Book, Lexicon, MAX_LINE_BYTES, Verb};
use crate::game::{Node, Options, Word};

/// Signs between words: what separates them, encloses them or joins the places of a way.
const BETWEEN: &[char] =
    &[',', '、', '，', ';', '；', ':', '：', '"', '＂', '“', '”', '「', '」', '『', '』', '→', '⇒', '>'];
/// Signs between the name of a place and its typed word: `Messina: MES`.
const BEHIND_NAME: &[char] = &[':', '：'];

impl Book {
    /// The order `verb` with arguments `given` by name, to be read with [`Book::next`]: it may turn out to be several, as
    /// when all ships move. Blank values count as not given.
    ///
    /// # Errors
    /// A verb the game has not, values that are too long, a sorting that is not written as one.
    pub fn named(
        &self,
        verb: Word,
        given: &[(Word, String)],
        options: &Options,
        lexicon: &Lexicon,
    ) -> Result<ParsedLine, ParseError> {
        let spec = self.verb(verb.as_str()).filter(|spec| !spec.table).ok_or_else(|| {
            let legal = legal_verbs(options);
            ParseError::UnknownVerb { given: clip(verb.as_str()), nearest: None, legal }
        })?;
        // A form has no line, yet the limit of a line keeps its costs in bounds.
        let bytes = given.iter().map(|(_, value)| value.len()).sum();
        if bytes > MAX_LINE_BYTES {
            return Err(ParseError::TooLong { bytes, most: MAX_LINE_BYTES });
        }
        let mut pieces = Vec::new();
        for (name, value) in given {
            pieces.extend(pieces_of(spec, *name, value, options, lexicon)?);
        }
        Ok(ParsedLine::from((verb, pieces)))
    }
}

/// The pieces given for the argument `name`, under keys.
pub(super) fn pieces_of(
    spec: &Verb,
    name: Word,
    value: &str,
    options: &Options,
    lexicon: &Lexicon,
) -> Result<Vec<Piece>, ParseError> {
    if value.trim().is_empty() {
        return Ok(vec![]);
    }
    match spec.arg(name.as_str()).map(|arg| arg.kind) {
        Some(ArgKind::Shares) => shares(spec, name, value),
        Some(ArgKind::Sort) => sorting(spec, name, value, (options, lexicon)),
        // As it is: signs that separate words elsewhere are part of a message.
        Some(ArgKind::Text) => {
            Ok(vec![Piece { key: Some(name.to_string()), values: vec![value.trim().to_owned()] }])
        }
        _ => {
            let words = words_in(value, lexicon);
            // Signs alone are no word; the parse error then repeats what was typed.
            let values = if words.is_empty() { vec![clip(value.trim())] } else { words };
            Ok(vec![Piece { key: Some(name.to_string()), values }])
        }
    }
}

/// The words of a value. A name before a colon, as in the labels of suggestions, only repeats the place of one of the words
/// after it.
pub(super) fn words_in(value: &str, lexicon: &Lexicon) -> Vec<String> {
    let plain = value.replace("->", " ");
    let labelled = plain.split_once(BEHIND_NAME).map(|(name, typed)| (fold(name), words_of(typed)));
    if let Some((name, words)) = labelled {
        let places = lexicon.known(|kind| kind.short, &name, false);
        if words.iter().any(|word| places.iter().any(|place| fold(place.as_str()) == fold(word))) {
            return words;
        }
    }
    words_of(&plain)
}

fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || BETWEEN.contains(&c));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The pieces of `north=3 south=1`; words without a number come under the argument's own name.
fn shares(spec: &Verb, name: Word, value: &str) -> Result<Vec<Piece>, ParseError> {
    let (bare, mut pieces): (Vec<Piece>, Vec<Piece>) =
        cut_bins(spec, name, value)?.into_iter().partition(|piece| piece.key.is_none());
    if !bare.is_empty() {
        let values = bare.into_iter().flat_map(|piece| piece.values).collect();
        pieces.push(Piece { key: Some(name.to_string()), values });
    }
    Ok(pieces)
}

/// The pieces of `1=BC*5 2=lion tiger`; words without a bin belong to the bin before them.
fn sorting(
    spec: &Verb,
    name: Word,
    value: &str,
    (options, lexicon): (&Options, &Lexicon),
) -> Result<Vec<Piece>, ParseError> {
    let mut pieces: Vec<Piece> = Vec::new();
    for piece in cut_bins(spec, name, value)? {
        match pieces.last_mut() {
            Some(before) if piece.key.is_none() => before.values.extend(piece.values),
            None if piece.key.is_none() => {
                let sort = match options.verb(spec.name.as_str()) {
                    Some(Node::Sort { sort, .. }) => Some(sort),
                    _ => None,
                };
                return Err(no_bin((spec.name, name), &piece.text(), sort, lexicon));
            }
            _ => pieces.push(piece),
        }
    }
    Ok(pieces)
}

/// Pieces with and without keys, of one order: what would begin another is a space here, and no key is another argument.
fn cut_bins(spec: &Verb, name: Word, value: &str) -> Result<Vec<Piece>, ParseError> {
    let pieces = cut(&joined(value))?.into_iter().next().unwrap_or_default();
    let is_other = |key: &str| spec.args.iter().any(|arg| arg.name != name && arg.is_called(key));
    match pieces.iter().find(|piece| piece.key.as_deref().is_some_and(is_other)) {
        Some(other) => Err(ParseError::Extra { verb: spec.name, given: clip(&other.text()), read: vec![] }),
        None => Ok(pieces),
    }
}

/// `value` on one line, with no space beside its equals signs.
pub(super) fn joined(value: &str) -> String {
    let plain: String =
        value.chars().map(|c| if matches!(c, ';' | '；') || c.is_control() { ' ' } else { c }).collect();
    let parts: Vec<&str> = plain.split(['=', '＝']).map(str::trim).collect();
    parts.join("=")
}
