//! An order whose verb is not open now: what can be made of it, so that the rules can say why.

use std::collections::BTreeMap;

use super::find::{Finder, Found};
use super::lexicon::Lexicon;
use super::text::{Piece, fold, number};
use super::{ArgKind, Verb};
use crate::game::{Arg, OrderForm, Sorted, Word};

/// The order that `pieces` seem to mean; what cannot be understood is left out.
pub(super) fn best_effort(verb: &Verb, lexicon: &Lexicon, pieces: &[Piece]) -> OrderForm {
    let mut form = OrderForm::new(verb.name);
    let mut words: Vec<&str> = pieces
        .iter()
        .filter(|piece| piece.key.is_none())
        .flat_map(|piece| &piece.values)
        .map(String::as_str)
        .collect();
    for spec in &verb.args {
        // The verb is not open, so there are no legal words to look among: names alone must do.
        let finder = Finder { lexicon, spec: Some(spec), known: vec![] };
        let keyed = pieces.iter().find(|piece| piece.key.as_deref().is_some_and(|key| spec.is_called(key)));
        let typed: Vec<&str> = match keyed {
            Some(piece) => piece.values.iter().map(String::as_str).collect(),
            None => words.clone(),
        };
        let mut used = 0;
        let value = match spec.kind {
            ArgKind::Number => typed.first().and_then(|text| number(text)).map(|number| {
                used = 1;
                Arg::Number(number)
            }),
            ArgKind::Shares => Some(Arg::Shares(shares(&finder, pieces)))
                .filter(|value| *value != Arg::Shares(BTreeMap::new())),
            ArgKind::Sort => {
                used = words.len();
                Some(sorted(&finder, pieces)).filter(|sorted| !sorted.is_empty()).map(Arg::Sorted)
            }
            ArgKind::Text => {
                used = words.len();
                let said = typed.join(" ");
                (!said.trim().is_empty()).then_some(Arg::Text(said))
            }
            ArgKind::Things | ArgKind::Path => {
                let found = run(&finder, &typed, &mut used);
                (!found.is_empty()).then_some(Arg::Words(found))
            }
            _ => known(&finder, &typed).map(|(word, n)| {
                used = n;
                Arg::Word(word)
            }),
        };
        if let Some(value) = value {
            form.set(spec.name, value);
        }
        // Words under a key are not in `words`.
        if keyed.is_none() {
            words.drain(..used);
        }
    }
    form
}

fn known(finder: &Finder<'_>, typed: &[&str]) -> Option<(Word, usize)> {
    match finder.find(&[], typed) {
        Found::Known(word, n) => Some((word, n)),
        _ => None,
    }
}

fn run(finder: &Finder<'_>, typed: &[&str], used: &mut usize) -> Vec<Word> {
    let mut found = Vec::new();
    while let Some((word, n)) = known(finder, &typed[*used..]) {
        found.push(word);
        *used += n;
    }
    found
}

/// Bins with the things that are named in full or in part; counts by class are left out.
fn sorted(finder: &Finder<'_>, pieces: &[Piece]) -> Sorted {
    let mut sorted = Sorted::new();
    for piece in pieces {
        let Some(bin) = piece.key.as_deref().and_then(|key| fold(key).parse::<Word>().ok()) else { continue };
        for value in &piece.values {
            if let Some((thing, _)) = known(finder, &[value]) {
                sorted.entry(bin).or_default().push(thing);
            }
        }
    }
    sorted
}

fn shares(finder: &Finder<'_>, pieces: &[Piece]) -> BTreeMap<Word, u32> {
    pieces
        .iter()
        .filter_map(|piece| {
            let (bin, _) = known(finder, &[piece.key.as_deref()?])?;
            let points = number(&piece.values.join(",")).and_then(|n| u32::try_from(n).ok())?;
            Some((bin, points))
        })
        .collect()
}
