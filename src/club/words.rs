//! A table in words: entries of its log, dice and positions, for every door and command.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::ClubError;
use crate::book::{Book, Lexicon};
use crate::dice_page::DicePage;
use crate::game::lesson::Past;
use crate::game::{Events, Fact, Game, OrderForm, Roll, Seat};
use crate::games::Playable;
use crate::log::table_event::{PlayEvent, RequestEvent, TableEvent};
use crate::log::{Entry, Kinds};
use crate::report::{COLUMNS, Emblems, GameReport, Phrases, ReportLine, without_empty_headings};
use crate::standing::STANDING_DOOR;
use crate::table::service::kinds_of;
use crate::table::{EntryContent, History, TableFault};
use crate::view::VisibleEntry;
use crate::words::{Lang, Words};

/// The events so far, and the view after them.
type SeenThen<G> = (Vec<Fact<<G as Game>::Event>>, <G as Game>::View);

/// The message in which a game describes itself to strangers.
const ABOUT: &str = "about-the-game";
/// Most lines of a summary for somebody who was away.
pub const IN_SHORT: usize = 6;
/// Entries that are read at first for each row that is wanted.
const ENTRIES_A_ROW: u64 = 4;

/// Everything a reader may know of the events before an entry.
type Before<'b, G> = &'b mut dyn FnMut(u64) -> Result<Vec<Fact<<G as Game>::Event>>, TableFault>;

/// Everything needed to put a table into words in one language.
pub struct GameWords {
    /// The messages.
    pub words: Words,
    /// The book of orders.
    pub book: Book,
    /// The names of the table's data.
    pub lexicon: Lexicon,
    /// The language.
    pub lang: Lang,
    /// The pictures that belong to names.
    pub emblems: Emblems,
    /// The width of the reader's monospaced drawings, in characters.
    columns: usize,
    /// The kinds of its entries.
    kinds: Kinds,
}

impl GameWords {
    /// The words of a game.
    ///
    /// # Errors
    /// Words or a book that cannot be read: a fault of the build.
    pub fn of<G: Playable>(game: &G, lang: Lang) -> Result<GameWords, ClubError> {
        let words = G::words()?;
        let lexicon = game.lexicon(&words);
        let (book, emblems, kinds) = (G::book()?, Emblems::default(), kinds_of::<G>());
        let mut game_words = GameWords { book, lexicon, words, lang, emblems, columns: COLUMNS, kinds };
        let (phrases, title) = (game_words.phrases(), format!("game-{}", G::NAME));
        game_words.emblems = game.emblems(&phrases).titled(&phrases.say(&title, &[]));
        Ok(game_words)
    }

    /// The same for a reader who sees so many columns; for one whose screen is not known, all of them.
    #[must_use]
    pub fn wide(self, columns: Option<usize>) -> GameWords {
        GameWords { columns: columns.map_or(COLUMNS, |columns| columns.min(COLUMNS)), ..self }
    }

    /// The words in the form that reports take them.
    pub fn phrases(&self) -> Phrases<'_> {
        let GameWords { words, lang, book, lexicon, columns, .. } = self;
        Phrases { words, lang: *lang, book, lexicon, columns: *columns }
    }

    /// The subject of one of the game's own notices, by its name; `None` for any other.
    pub fn notice(&self, name: &str) -> Option<String> {
        let key = format!("notice-{name}");
        self.words.has(Lang::En, &key).then(|| self.phrases().say(&key, &[]))
    }

    /// A short description of the game for newcomers; `None` without one.
    pub fn about(&self) -> Option<String> {
        self.words.has(Lang::En, ABOUT).then(|| self.phrases().say(ABOUT, &[]))
    }

    /// The name of a part of the log.
    pub fn part(&self) -> String {
        let part = self.book.part().map(|part| part.label(self.lang).to_owned());
        part.unwrap_or_else(|| self.phrases().say("part", &[]))
    }

    /// Lines of the log in words, each with the seq it begins at: the table's own entries one by one, the game's with
    /// the dice before them. Sealed lines and entries that change nothing a reader would miss say nothing.
    ///
    /// # Errors
    /// [`TableFault`] that names the first entry that cannot be read.
    pub fn render<G: Playable>(
        &self,
        game: &G,
        lines: &[VisibleEntry],
    ) -> Result<Vec<(u64, ReportLine)>, TableFault> {
        let said = |entry| EntryContent::of(entry, &self.kinds).map(Cow::Owned);
        self.render_said(game, (lines, false), said, &mut |_| Ok(vec![]))
    }

    /// As [`GameWords::render`], with `said` for the text of an entry; with `orders`, every order by itself.
    fn render_said<'a, G: Playable>(
        &self,
        game: &G,
        (lines, orders): (&'a [VisibleEntry], bool),
        said: impl Fn(&'a Entry) -> Result<Cow<'a, EntryContent<G::Event>>, TableFault>,
        before: Before<'_, G>,
    ) -> Result<Vec<(u64, ReportLine)>, TableFault> {
        let mut told = Vec::new();
        let mut facts: Vec<(u64, Fact<G::Event>)> = Vec::new();
        let mut given: Option<(usize, u64, String)> = None;
        for line in lines {
            let Some(entry) = line.entry() else { continue };
            let table_event = match said(entry)?.into_owned() {
                EntryContent::TableEvent(table_event) => table_event,
                EntryContent::Fact(fact) => {
                    facts.push((entry.seq, fact));
                    continue;
                }
            };
            self.flush(game, &mut facts, &mut told, before)?;
            push_given(given.take(), &mut told);
            told.extend(self.by_standing_order(entry).map(|text| (entry.seq, ReportLine::plain(text))));
            given = match self.order(game, line)?.filter(|_| orders) {
                Some(text) => {
                    told.push((entry.seq, ReportLine::plain(text)));
                    None
                }
                None => self.given(game, entry, &table_event)?.map(|text| (told.len(), entry.seq, text)),
            };
            let asked_back = self.asked_back(game, &table_event, entry, lines)?;
            if let Some(text) =
                asked_back.or_else(|| self.phrases().table_event(&table_event, entry.by.as_ref()))
            {
                told.push((entry.seq, ReportLine::plain(text)));
            }
        }
        self.flush(game, &mut facts, &mut told, before)?;
        push_given(given, &mut told);
        Ok(without_empty_headings(told, |(_, told)| told))
    }

    /// The remark that a standing order gave the order.
    fn by_standing_order(&self, entry: &Entry) -> Option<String> {
        let name = entry.door.as_deref()?.strip_prefix(STANDING_DOOR)?;
        let seat = self.phrases().named("log-seat", &entry.by.as_ref()?.seat);
        Some(self.phrases().say("log-standing", &[("name", name.into()), ("seat", seat.into())]))
    }

    /// An order as a sentence, for orders without a reporting event.
    fn given<G: Playable>(
        &self,
        game: &G,
        entry: &Entry,
        table_event: &TableEvent,
    ) -> Result<Option<String>, TableFault> {
        let (TableEvent::Play(PlayEvent::OrderGiven { order, .. }), Some(by)) = (table_event, &entry.by)
        else {
            return Ok(None);
        };
        let seat = by.seat.parse().map(Seat).map_err(|error| unfit(entry, error))?;
        Ok(game.report(self.phrases()).given(seat, &form(entry, order)?))
    }

    /// A request to go back, if its first undone order is among `lines`.
    fn asked_back<G: Playable>(
        &self,
        game: &G,
        table_event: &TableEvent,
        entry: &Entry,
        lines: &[VisibleEntry],
    ) -> Result<Option<String>, TableFault> {
        let (TableEvent::Request(RequestEvent::TakeBackAsked { to }), Some(by)) = (table_event, &entry.by)
        else {
            return Ok(None);
        };
        let order = lines.iter().find(|line| line.seq() == to + 1);
        let order = order.map(|line| self.order(game, line)).transpose()?.flatten();
        let seat = self.phrases().named("log-seat", &by.seat);
        let said = |order: String| {
            let args = [("seat", seat.into()), ("before", order.into())];
            self.phrases().say("log-take-back-asked-before", &args)
        };
        Ok(order.map(said))
    }

    /// The order in a line of the log, with its seat; `None` for any other line and for a hidden one.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn order<G: Playable>(&self, game: &G, line: &VisibleEntry) -> Result<Option<String>, TableFault> {
        self.order_within(game, line, usize::MAX)
    }

    /// The same; of an order that takes more than `most` letters only the name of its verb.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn order_within<G: Playable>(
        &self,
        game: &G,
        line: &VisibleEntry,
        most: usize,
    ) -> Result<Option<String>, TableFault> {
        let Some((entry, by)) = line.entry().and_then(|entry| Some((entry, entry.by.as_ref()?))) else {
            return Ok(None);
        };
        let EntryContent::TableEvent(TableEvent::Play(PlayEvent::OrderGiven { order, .. })) =
            EntryContent::<G::Event>::of(entry, &self.kinds)?
        else {
            return Ok(None);
        };
        let form = form(entry, &order)?;
        let mut sentence = game.report(self.phrases()).order(&form);
        if sentence.chars().count() > most
            && let Some(verb) = self.book.verb(form.verb.as_str())
        {
            sentence = verb.label(self.lang).to_owned();
        }
        let seat = self.phrases().named("log-seat", &by.seat);
        let args = [("order", sentence.trim_end_matches(['.', '。']).into()), ("seat", seat.into())];
        Ok(Some(self.phrases().say("order-of", &args)))
    }

    /// In words, the order of `seat` in `line` that a takeback would undo first, as far as it may be seen.
    pub fn before<G: Playable>(
        &self,
        game: &G,
        line: Option<&VisibleEntry>,
        seat: Option<Seat>,
    ) -> Result<String, ClubError> {
        let told = line.map(|line| self.order(game, line)).transpose()?;
        Ok(told.flatten().unwrap_or_else(|| match seat {
            Some(seat) => {
                self.phrases().say("order-sealed-of", &[("seat", self.phrases().seat(seat).into())])
            }
            None => self.phrases().say("order-sealed", &[]),
        }))
    }

    /// As [`GameWords::render`], without `Opened` and without sealed events that another event repeats (`Game::SHOWN_BY`), and
    /// with a summary of each day that ends among the lines. `past` is the table's, as the reader sees it.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn news<G: Playable>(
        &self,
        game: &G,
        lines: &[VisibleEntry],
        past: impl Fn() -> Result<History<G>, TableFault>,
    ) -> Result<Vec<ReportLine>, TableFault> {
        let telling = without_repeats::<G>(lines);
        let mut known = None;
        let mut history_before = |seq: u64| -> Result<SeenThen<G>, TableFault> {
            let history = match &mut known {
                Some(history) => history,
                none => none.insert(past()?),
            };
            history.go(seq - 1)?;
            Ok((self.facts(&history.lines(0)?)?, history.view()))
        };
        let said = |entry| EntryContent::of(entry, &self.kinds).map(Cow::Owned);
        let mut told =
            self.render_said(game, (&telling, false), said, &mut |seq| Ok(history_before(seq)?.0))?;
        for seq in self.days_ended(game, &telling)? {
            let (facts, view) = history_before(seq)?;
            let over = game.report(self.phrases()).day_over(&facts, &view);
            let at = told.iter().position(|(from, _)| *from >= seq).unwrap_or(told.len());
            told.splice(at..at, over.into_iter().map(|line| (seq, line)));
        }
        Ok(told.into_iter().map(|(_, told)| told).collect())
    }

    /// The same in at most [`IN_SHORT`] lines, without dice: everything if it is short, else the last important lines.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn in_short<G: Playable>(&self, game: &G, lines: &[VisibleEntry]) -> Result<Vec<String>, TableFault> {
        let telling = without_repeats::<G>(lines);
        let mut told = self.without_dice(game, &telling)?;
        // The last heading is the present prompt.
        while told.pop_if(|last| !last.weight.is_sentence()).is_some() {}
        if told.len() > IN_SHORT {
            let mut mattering = Vec::new();
            for line in &telling {
                if self.matters(game, line)? {
                    mattering.push(line.clone());
                }
            }
            let mattering = self.without_dice(game, &mattering)?;
            if !mattering.is_empty() {
                told = mattering;
            }
        }
        let left_out = if told.len() > IN_SHORT { told.len() + 1 - IN_SHORT } else { 0 };
        let begins = (left_out > 0).then(|| "…".to_owned());
        Ok(begins.into_iter().chain(told.into_iter().skip(left_out).map(|told| told.text)).collect())
    }

    fn matters<G: Playable>(&self, game: &G, line: &VisibleEntry) -> Result<bool, TableFault> {
        let Some(entry) = line.entry() else { return Ok(false) };
        Ok(match EntryContent::of(entry, &self.kinds)? {
            EntryContent::Fact(Fact::Event(event)) => game.report(self.phrases()).matters(&event),
            EntryContent::Fact(Fact::Roll(_)) => false,
            EntryContent::TableEvent(event) => {
                !matches!(event, TableEvent::Play(PlayEvent::OrderGiven { .. }))
            }
        })
    }

    fn without_dice<G: Playable>(
        &self,
        game: &G,
        lines: &[VisibleEntry],
    ) -> Result<Vec<ReportLine>, TableFault> {
        let told = self.render(game, lines)?.into_iter().map(|(_, told)| told);
        Ok(told.filter(|told| !told.text.is_empty()).collect())
    }

    /// The entries with which a day was over.
    fn days_ended<G: Playable>(&self, game: &G, lines: &[VisibleEntry]) -> Result<Vec<u64>, TableFault> {
        let report = game.report(self.phrases());
        let mut ended = Vec::new();
        for entry in lines.iter().filter_map(VisibleEntry::entry) {
            if let EntryContent::Fact(Fact::Event(event)) = EntryContent::of(entry, &self.kinds)?
                && report.ends_day(&event)
            {
                ended.push(entry.seq);
            }
        }
        Ok(ended)
    }

    /// The events of the game in these lines, without those that were taken back.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn facts<E: Events>(&self, lines: &[VisibleEntry]) -> Result<Vec<Fact<E>>, TableFault> {
        let mut facts = Vec::new();
        for entry in lines.iter().filter_map(VisibleEntry::entry) {
            match EntryContent::of(entry, &self.kinds)? {
                EntryContent::Fact(fact) => facts.push((entry.seq, fact)),
                EntryContent::TableEvent(event) => {
                    event.back_to().into_iter().for_each(|to| facts.retain(|(seq, _)| *seq <= to));
                }
            }
        }
        Ok(facts.into_iter().map(|(_, fact)| fact).collect())
    }

    /// The events at the table as a seat saw it, its own orders included, without those that were taken back.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn past_of<E: Events>(&self, seat: Seat, lines: &[VisibleEntry]) -> Result<Vec<Past<E>>, TableFault> {
        let mut past = Vec::new();
        for entry in lines.iter().filter_map(VisibleEntry::entry) {
            match EntryContent::of(entry, &self.kinds)? {
                EntryContent::Fact(fact) => past.push((entry.seq, Past::Happened(fact))),
                EntryContent::TableEvent(event) => {
                    if let Some(to) = event.back_to() {
                        // Takebacks themselves stay: a lesson remarks on them, and suggests no move again that was taken back.
                        past.retain(|(seq, it)| *seq <= to || *it == Past::TookBack);
                        past.push((entry.seq, Past::TookBack));
                    }
                    if let TableEvent::Play(PlayEvent::OrderGiven { order, .. }) = event
                        && entry.by.as_ref().is_some_and(|by| by.seat == seat.as_str())
                    {
                        past.push((entry.seq, Past::Ordered(form(entry, &order)?)));
                    }
                }
            }
        }
        Ok(past.into_iter().map(|(_, it)| it).collect())
    }

    fn flush<G: Playable>(
        &self,
        game: &G,
        facts: &mut Vec<(u64, Fact<G::Event>)>,
        told: &mut Vec<(u64, ReportLine)>,
        before: Before<'_, G>,
    ) -> Result<(), TableFault> {
        let (seqs, facts): (Vec<u64>, Vec<_>) = std::mem::take(facts).into_iter().unzip();
        let report = game.report(self.phrases());
        let mut begun = 0;
        // An event closes what its dice led to, so that each piece names the entry it begins at.
        for piece in facts.split_inclusive(|fact| matches!(fact, Fact::Event(_))) {
            let (from, ended) = (begun, begun + piece.len());
            let hangs =
                |fact: &Fact<G::Event>| matches!(fact, Fact::Roll(roll) if report.hangs_on_past(roll));
            let lines = match piece.iter().any(hangs) {
                true => report.report_lines_after(&before(seqs[from])?, piece, &facts[ended..]),
                false => report.report_lines(piece, &facts[ended..]),
            };
            told.extend(lines.into_iter().map(|line| (seqs[from], line)));
            begun = ended;
        }
        Ok(())
    }

    /// Lines of the log in words, one row a piece, with its seq.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn rows<G: Playable>(&self, game: &G, lines: &[VisibleEntry]) -> Result<Vec<String>, TableFault> {
        self.pieces(game, lines).map(|told| self.in_rows(told))
    }

    fn pieces<G: Playable>(
        &self,
        game: &G,
        lines: &[VisibleEntry],
    ) -> Result<Vec<(u64, ReportLine)>, TableFault> {
        let said = |entry| EntryContent::of(entry, &self.kinds).map(Cow::Owned);
        let mut before = |seq: u64| {
            let earlier = lines.iter().take_while(|line| line.seq() < seq);
            self.facts(&earlier.cloned().collect::<Vec<_>>())
        };
        self.render_said(game, (lines, true), said, &mut before)
    }

    /// As [`GameWords::rows`], of lines of a table's past, which knows what its entries say.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn past_rows<G: Playable>(
        &self,
        history: &History<G>,
        lines: &[VisibleEntry],
    ) -> Result<Vec<String>, TableFault> {
        self.past(history, lines).map(|told| self.in_rows(told))
    }

    /// As [`GameWords::render`], every order by itself, of lines of a table's past, which knows what its entries say.
    ///
    /// # Errors
    /// As [`GameWords::render`].
    pub fn past<G: Playable>(
        &self,
        history: &History<G>,
        lines: &[VisibleEntry],
    ) -> Result<Vec<(u64, ReportLine)>, TableFault> {
        let said = |entry: &Entry| match history.content(entry.seq) {
            Some(said) => Ok(Cow::Borrowed(said)),
            None => EntryContent::of(entry, &self.kinds).map(Cow::Owned),
        };
        let mut before = |seq: u64| {
            let earlier = history.lines(0)?.into_iter().take_while(|line| line.seq() < seq);
            self.facts(&earlier.collect::<Vec<_>>())
        };
        self.render_said(history.game(), (lines, true), said, &mut before)
    }

    fn in_rows(&self, told: Vec<(u64, ReportLine)>) -> Vec<String> {
        let row = |(seq, told): (u64, ReportLine)| {
            self.phrases().say("dice-row", &[("seq", seq.into()), ("text", told.to_string().into())])
        };
        told.into_iter().map(row).collect()
    }

    /// The last `count` rows of a log that goes to entry `last`; `lines` reads those after an entry. It reads no more than it
    /// needs, from an entry of the table itself on: a game's entries are reported with the ones before them.
    ///
    /// # Errors
    /// Those of `lines`, and of [`GameWords::render`].
    pub fn last_rows<G: Playable, E: From<TableFault>>(
        &self,
        game: &G,
        last: u64,
        count: usize,
        lines: impl Fn(u64) -> Result<Vec<VisibleEntry>, E>,
    ) -> Result<Vec<String>, E> {
        self.last_pieces(game, (last, count), lines).map(|told| self.in_rows(told))
    }

    /// The same, each row by itself with its entry.
    ///
    /// # Errors
    /// As [`GameWords::last_rows`].
    pub fn last_pieces<G: Playable, E: From<TableFault>>(
        &self,
        game: &G,
        (last, count): (u64, usize),
        lines: impl Fn(u64) -> Result<Vec<VisibleEntry>, E>,
    ) -> Result<Vec<(u64, ReportLine)>, E> {
        let mut back = ENTRIES_A_ROW.saturating_mul(count as u64).max(1);
        loop {
            let after = last.saturating_sub(back);
            let mut lines = lines(after)?;
            if after > 0 {
                let known = |kind: &str| TableEvent::KINDS.iter().any(|(known, _)| *known == kind);
                let own = |kind: &str| kind != Fact::<G::Event>::ROLLED && known(kind);
                let own = |line: &VisibleEntry| line.entry().is_some_and(|entry| own(&entry.kind));
                lines.drain(..lines.iter().position(own).unwrap_or(lines.len()));
            }
            let mut rows = self.pieces(game, &lines)?;
            if after == 0 || rows.len() >= count {
                return Ok(rows.split_off(rows.len().saturating_sub(count)));
            }
            back = back.saturating_mul(2);
        }
    }

    /// The dice page with its last `count` rolls.
    ///
    /// # Errors
    /// [`TableFault`] that names the first roll that cannot be read.
    pub fn dice<G: Playable>(
        &self,
        game: &G,
        table: &str,
        page: &DicePage,
        count: usize,
    ) -> Result<Vec<String>, TableFault> {
        let phrases = self.phrases();
        let report = game.report(phrases);
        phrases.dice_page(page, count, |row| {
            let roll = serde_json::to_value(&row.roll).and_then(serde_json::from_value::<Roll>);
            roll.map(|roll| report.roll(&roll)).map_err(|error| TableFault::unfit(table, row.seq, error))
        })
    }
}

/// Puts an order without a sentence of its own before its consequences: its place, its entry, and its words. The lines come
/// without `Opened` and without sealed events that another event repeats.
fn without_repeats<G: Playable>(lines: &[VisibleEntry]) -> Vec<VisibleEntry> {
    let shown = |kind: &str| lines.iter().any(|line| line.is_of(kind));
    let twice = |line: &VisibleEntry| {
        line.is_of("Opened") || G::SHOWN_BY.iter().any(|(sealed, by)| line.is_of(sealed) && shown(by))
    };
    lines.iter().filter(|line| !twice(line)).cloned().collect()
}

fn push_given(given: Option<(usize, u64, String)>, told: &mut Vec<(u64, ReportLine)>) {
    let Some((at, seq, text)) = given else { return };
    if !told[at..].iter().any(|(_, piece)| piece.weight.is_sentence()) {
        told.insert(at, (seq, ReportLine::plain(text)));
    }
}

/// The order of an entry.
fn form(entry: &Entry, order: &Value) -> Result<OrderForm, TableFault> {
    OrderForm::deserialize(order).map_err(|error| unfit(entry, error))
}

fn unfit(entry: &Entry, what: impl ToString) -> TableFault {
    TableFault::unfit(&entry.table, entry.seq, what)
}
