//! A table in words: entries of its log and positions, for every command that tells a person anything.

use super::ClubError;
use crate::book::{Book, Lexicon};
use crate::dice_page::Page;
use crate::game::{Events, Fact, Form, Roll, Seat};
use crate::games::Playable;
use crate::log::Entry;
use crate::log::frame::{FRAME_KINDS, Frame, Rolled};
use crate::report::{GameReport, Phrases, Told, Weight, without_empty};
use crate::view::Line;
use crate::words::{Lang, Words};

/// The kind of the entries that are rolls.
const ROLLED: &str = "Rolled";
/// Entries that are read at first for each row that is wanted.
const ENTRIES_A_ROW: u64 = 4;

/// What it takes to tell of a table in one language.
pub struct GameWords {
    /// The messages.
    pub words: Words,
    /// The book of orders.
    pub book: Book,
    /// The names of the table's data.
    pub lexicon: Lexicon,
    /// The language.
    pub lang: Lang,
}

impl GameWords {
    /// The words of a game.
    ///
    /// # Errors
    /// Words or a book that cannot be read: a fault of the build.
    pub fn of<G: Playable>(game: &G, lang: Lang) -> Result<GameWords, ClubError> {
        let words = G::words()?;
        let lexicon = game.lexicon(&words);
        Ok(GameWords { book: G::book()?, lexicon, words, lang })
    }

    /// What reports are made with.
    pub fn phrases(&self) -> Phrases<'_> {
        Phrases { words: &self.words, lang: self.lang, book: &self.book, lexicon: &self.lexicon }
    }

    /// Lines of the log in words, each with the seq it begins at: the table's own entries one by one, the game's with
    /// the dice before them. Sealed lines and entries that change nothing a reader would miss say nothing.
    pub fn tell<G: Playable>(&self, game: &G, lines: &[Line]) -> Vec<(u64, Told)> {
        let mut told = Vec::new();
        let mut facts: Vec<Fact<G::Event>> = Vec::new();
        let mut from = 0;
        let mut given: Option<(usize, u64, String)> = None;
        for line in lines {
            let Line::Open(entry) = line else { continue };
            if let Some(fact) = fact::<G>(entry) {
                if facts.is_empty() {
                    from = entry.seq;
                }
                facts.push(fact);
                // An event closes what its dice led to, so that each piece names the entry it begins at.
                if matches!(facts.last(), Some(Fact::Event(_))) {
                    self.flush(game, &mut facts, from, &mut told);
                }
                continue;
            }
            self.flush(game, &mut facts, from, &mut told);
            tell_given(given.take(), &mut told);
            let Ok(Some(frame)) = entry.frame() else { continue };
            given = self.given(game, entry, &frame).map(|text| (told.len(), entry.seq, text));
            let asked_back = self.asked_back(game, &frame, entry, lines);
            if let Some(text) = asked_back.or_else(|| self.phrases().frame(&frame, entry.by.as_ref())) {
                told.push((entry.seq, Told { weight: Weight::Plain, dice: vec![], text }));
            }
        }
        self.flush(game, &mut facts, from, &mut told);
        tell_given(given, &mut told);
        without_empty(told, |(_, told)| told)
    }

    /// What an order says by itself, should nothing else tell of it.
    fn given<G: Playable>(&self, game: &G, entry: &Entry, frame: &Frame) -> Option<String> {
        let Frame::OrderGiven { order, .. } = frame else { return None };
        let seat = entry.by.as_ref()?.seat.parse().ok().map(Seat)?;
        let order: Form = serde_json::from_value(order.clone()).ok()?;
        game.report(self.phrases()).given(seat, &order)
    }

    /// A request to go back, where the order that is to be taken back is among `lines`.
    fn asked_back<G: Playable>(
        &self,
        game: &G,
        frame: &Frame,
        entry: &Entry,
        lines: &[Line],
    ) -> Option<String> {
        let Frame::TakeBackAsked { to } = frame else { return None };
        let order = lines.iter().find(|line| line.seq() == to + 1)?;
        let seat = self.phrases().named("ledger-seat", &entry.by.as_ref()?.seat);
        let args = [("seat", seat.into()), ("before", self.order(game, order)?.into())];
        Some(self.phrases().say("ledger-take-back-asked-before", &args))
    }

    /// The order that a line of the log holds, with its seat; `None` for any other line and for what may not be seen.
    pub fn order<G: Playable>(&self, game: &G, line: &Line) -> Option<String> {
        let entry = line.entry()?;
        let Ok(Some(Frame::OrderGiven { order, .. })) = entry.frame() else { return None };
        let form: Form = serde_json::from_value(order).ok()?;
        let sentence = game.report(self.phrases()).order(&form);
        let seat = self.phrases().named("ledger-seat", &entry.by.as_ref()?.seat);
        let args = [("order", sentence.trim_end_matches(['.', '。']).into()), ("seat", seat.into())];
        Some(self.phrases().say("order-of", &args))
    }

    /// As [`GameWords::tell`], without what was sealed where the game tells it itself once it is shown.
    pub fn news<G: Playable>(&self, game: &G, lines: &[Line]) -> Vec<Told> {
        let shown = |kind: &str| lines.iter().any(|line| line.is_of(kind));
        let twice = |line: &Line| {
            line.is_of("Opened") || G::SHOWN_BY.iter().any(|(sealed, by)| line.is_of(sealed) && shown(by))
        };
        let telling: Vec<Line> = lines.iter().filter(|line| !twice(line)).cloned().collect();
        self.tell(game, &telling).into_iter().map(|(_, told)| told).collect()
    }

    fn flush<G: Playable>(
        &self,
        game: &G,
        facts: &mut Vec<Fact<G::Event>>,
        from: u64,
        told: &mut Vec<(u64, Told)>,
    ) {
        told.extend(game.report(self.phrases()).tell(facts).into_iter().map(|piece| (from, piece)));
        facts.clear();
    }

    /// Lines of the log in words, one row a piece, with its seq.
    pub fn rows<G: Playable>(&self, game: &G, lines: &[Line]) -> Vec<String> {
        let row = |(seq, told): (u64, Told)| {
            self.phrases().say("dice-row", &[("seq", seq.into()), ("text", told.to_string().into())])
        };
        self.tell(game, lines).into_iter().map(row).collect()
    }

    /// The last `count` rows of a log that goes to entry `last`; `lines` reads those after an entry. No more is read than
    /// it takes, from an entry of the table's own on: the game's are told with those before them.
    ///
    /// # Errors
    /// Those of `lines`.
    pub fn last_rows<G: Playable, E>(
        &self,
        game: &G,
        last: u64,
        count: usize,
        lines: impl Fn(u64) -> Result<Vec<Line>, E>,
    ) -> Result<Vec<String>, E> {
        let mut back = ENTRIES_A_ROW.saturating_mul(count as u64).max(1);
        loop {
            let after = last.saturating_sub(back);
            let mut lines = lines(after)?;
            if after > 0 {
                let own = |kind: &str| kind != ROLLED && FRAME_KINDS.contains(&kind);
                let own = |line: &Line| line.entry().is_some_and(|entry| own(&entry.kind));
                lines.drain(..lines.iter().position(own).unwrap_or(lines.len()));
            }
            let mut rows = self.rows(game, &lines);
            if after == 0 || rows.len() >= count {
                return Ok(rows.split_off(rows.len().saturating_sub(count)));
            }
            back = back.saturating_mul(2);
        }
    }

    /// The dice page with its last `count` rolls.
    pub fn dice<G: Playable>(&self, game: &G, page: &Page, count: usize) -> Vec<String> {
        let phrases = self.phrases();
        let report = game.report(phrases);
        phrases
            .dice_page(page, count, |rolled| roll(rolled).map_or_else(String::new, |roll| report.roll(&roll)))
    }
}

/// Puts an order before what followed it, where that is no sentence: where it would stand, its entry, and its words.
fn tell_given(given: Option<(usize, u64, String)>, told: &mut Vec<(u64, Told)>) {
    let Some((at, seq, text)) = given else { return };
    if !told[at..].iter().any(|(_, piece)| piece.weight.is_sentence()) {
        told.insert(at, (seq, Told { weight: Weight::Plain, dice: vec![], text }));
    }
}

/// A fact of the game that an entry records; `None` for the table's own entries.
fn fact<G: Playable>(entry: &Entry) -> Option<Fact<G::Event>> {
    if entry.kind == ROLLED {
        return serde_json::from_value(entry.body.clone()).ok().map(Fact::Roll);
    }
    G::Event::read(&entry.kind, &entry.body).ok().map(Fact::Event)
}

/// A roll of the log as the game's words tell it.
fn roll(rolled: &Rolled) -> Option<Roll> {
    serde_json::to_value(rolled).and_then(serde_json::from_value).ok()
}
