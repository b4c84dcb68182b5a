//! The board, or the part of it a reader names, for every door.

use crate::book::count;
use crate::club::GameWords;
use crate::game::Word;
use crate::games::Playable;
use crate::report::{GameReport, Weight};

/// The board, or the part that `what` names: a section, a ship or a place. For an unknown part, a sentence that says so.
pub fn part<G: Playable>(
    game_words: &GameWords,
    game: &G,
    view: &G::View,
    what: &[String],
) -> Vec<(Weight, String)> {
    let report = game.report(game_words.phrases());
    if what.is_empty() {
        return report.glance(view);
    }
    let typed = what.join(" ");
    if let Some(lines) = section(game_words, &typed).and_then(|name| report.section(view, name)) {
        return lines;
    }
    let parts: Vec<(Word, Vec<String>)> = game_words
        .lexicon
        .named(&typed)
        .into_iter()
        .filter_map(|word| Some((word, report.part(view, word)?)))
        .collect();
    let lines = match &parts[..] {
        [(_, lines)] => lines.clone(),
        [] => vec![nothing_called(game_words, &typed)],
        several => vec![several_called(game_words, &typed, several.iter().map(|(word, _)| *word))],
    };
    lines.into_iter().map(|line| (Weight::Plain, line)).collect()
}

/// Returns whether these words ask for the page at the end of the game, which is no part of the board.
pub fn is_ending(game_words: &GameWords, what: &[String]) -> bool {
    section(game_words, &what.join(" ")).is_some_and(|name| name.as_str() == "ending")
}

/// Returns whether these words ask what decided a game, which is no part of the board either.
pub fn is_decided(game_words: &GameWords, what: &[String]) -> bool {
    section(game_words, &without_count(what).join(" ")).is_some_and(|name| name.as_str() == "decided")
}

/// These words without a trailing number.
fn without_count(what: &[String]) -> &[String] {
    match what {
        [part @ .., last] if !part.is_empty() && count(last).is_some() => part,
        what => what,
    }
}

/// The part of the board that the book has a word for.
fn section(game_words: &GameWords, typed: &str) -> Option<Word> {
    let words = &game_words.book.verb("show")?.arg("what")?.words;
    words.iter().find(|choice| choice.is_called(typed)).map(|choice| choice.word)
}

fn nothing_called(game_words: &GameWords, typed: &str) -> String {
    let phrases = game_words.phrases();
    let text = phrases.say("table-nothing-so-called", &[("what", typed.into())]);
    match game_words.lexicon.nearest(typed) {
        Some(word) => {
            let nearest = game_words.lexicon.name(game_words.lang, word);
            phrases.after(&text, &phrases.say("parse-error-nearest", &[("nearest", nearest.into())]))
        }
        None => text,
    }
}

fn several_called(game_words: &GameWords, typed: &str, words: impl Iterator<Item = Word>) -> String {
    let phrases = game_words.phrases();
    let names: Vec<String> = words.map(|word| game_words.lexicon.name(game_words.lang, word)).collect();
    let list = names.join(&phrases.say("list-separator", &[]));
    phrases.say("parse-error-ambiguous-verb", &[("given", typed.into()), ("list", list.into())])
}
