//! The effects of typed lines, so that one `undo` takes back a whole line, even after a restart: the entries of each line of
//! several orders, stored beside the log.

use super::PlayerSession;
use crate::book::Parsed;
use crate::club::ClubError;
use crate::club::session::OrderOutcome;
use crate::report::{self, ReportLine};
use crate::table::{TableCommand, UndoStep};

/// Whose notes these are.
const NOTES: &str = "lines";
/// Most lines stored: before them, each order is a line of its own.
const MOST_LINES: usize = 40;

/// The most orders of an undone line that are named one by one.
const MOST_NAMED: usize = 4;

/// The effects of a line so far: the first and the last entry of each order.
#[derive(Default)]
pub(super) struct LineDone(Vec<(u64, u64)>);

impl LineDone {
    fn read(text: &str) -> LineDone {
        let order = |order: &str| {
            let (first, last) = order.split_once('-')?;
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        LineDone(text.split(' ').filter_map(order).collect())
    }

    fn text(&self) -> String {
        self.0.iter().map(|(first, last)| format!("{first}-{last}")).collect::<Vec<_>>().join(" ")
    }

    fn has(&self, order: u64) -> bool {
        self.0.iter().any(|(first, last)| (first..=last).contains(&&order))
    }
}

impl PlayerSession {
    /// Why a line of several orders of one verb would not be carried out whole. `None` if no reason is known: the line fits, or its
    /// outcome cannot be known before.
    pub fn refusal_of_line(&self, text: &str) -> Option<String> {
        let (book, lexicon, mut misread) = (self.book(), self.lexicon(), None);
        let mut line = book.line(text, self.options()).ok()?;
        let refusal = self.view.foresee(&mut |options| match book.next(&mut line, options, lexicon)? {
            Ok(Parsed::Order { form, .. }) => Some(form).filter(|form| self.view.can_take_back(form.verb)),
            Ok(_) => None,
            Err(why) => {
                misread = Some(report::parse_error(self.words(), self.lang(), book, lexicon, &why));
                None
            }
        });
        refusal.map(|refusal| self.refusal(&refusal)).or(misread)
    }

    fn note_key(&self) -> String {
        format!("{} {}", self.around().table, self.context.caller.player)
    }

    /// The stored lines of several orders, the latest last.
    fn lines_done(&self) -> Result<Vec<LineDone>, ClubError> {
        let note = self.view.store().note(NOTES, &self.note_key())?;
        Ok(note.iter().flat_map(|text| text.lines()).map(LineDone::read).collect())
    }

    /// Adds an order to the line's effects. A single order needs no note.
    pub(super) fn note_done(&mut self, first: u64, last: u64) -> Result<(), ClubError> {
        self.line.0.push((first, last));
        if self.line.0.len() < 2 {
            return Ok(());
        }
        let mut lines = self.lines_done()?;
        let begun = self.line.0[0];
        lines.retain(|line| line.0.first() != Some(&begun));
        lines.drain(..lines.len().saturating_sub(MOST_LINES - 1));
        let texts = lines.iter().chain([&self.line]).map(LineDone::text);
        let text = texts.collect::<Vec<_>>().join("\n");
        Ok(self.view.store().put_note(NOTES, &self.note_key(), &text)?)
    }

    /// Counts the orders in force of the last `lines` typed lines, at least one for each line.
    pub(super) fn orders_of_lines(&self, lines: usize) -> Result<usize, ClubError> {
        let (done, steps) = (self.lines_done()?, &self.facts().takebacks.steps);
        let line_of = |step: &UndoStep| done.iter().rposition(|line| line.has(step.order));
        let is_one =
            |one: &UndoStep, next: &UndoStep| line_of(one).is_some_and(|line| Some(line) == line_of(next));
        let sizes: Vec<usize> = steps.chunk_by(is_one).take(lines.max(1)).map(<[UndoStep]>::len).collect();
        Ok(sizes.iter().sum::<usize>() + (lines.max(1) - sizes.len()))
    }

    /// Takes the last `lines` typed lines back; the next news say which orders that were.
    pub(super) fn undo_lines(&mut self, lines: usize) -> Result<OrderOutcome, ClubError> {
        let count = self.orders_of_lines(lines)?;
        let undone = self.orders_in_words(count)?;
        let answer = self.carry_out(TableCommand::Undo { seat: self.seat, count })?;
        Ok(match answer {
            OrderOutcome::Refused(why) => OrderOutcome::Refused(self.undo_hint(count, why)),
            OrderOutcome::Accepted { first, last } => {
                self.remark = self.undone(&undone).map(|told| (last, told));
                OrderOutcome::Accepted { first, last }
            }
            answer => answer,
        })
    }

    /// Tells which orders were taken back, by the first and the last where they are many.
    fn undone(&self, orders: &[String]) -> Option<String> {
        let (phrases, (first, rest)) = (self.phrases(), orders.split_first()?);
        Some(match rest.last().filter(|_| orders.len() > MOST_NAMED) {
            Some(last) => {
                let args = [("first", first.into()), ("last", last.into()), ("count", orders.len().into())];
                phrases.say("undone-many", &args)
            }
            None => {
                let orders = orders.join(&phrases.say("list-separator-strong", &[]));
                phrases.say("undone", &[("orders", orders.into())])
            }
        })
    }

    /// The remark shown with the news up to this entry.
    pub(super) fn remarked(&self, to: u64) -> Option<ReportLine> {
        let remark = self.remark.as_ref().filter(|(at, _)| *at == to);
        remark.map(|(_, remark)| ReportLine::plain(remark.clone()))
    }
}
