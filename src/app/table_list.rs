//! `tables`: every table in the database, those that wait for the reader first.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::book::fold;
use crate::club::local::Awaited;
use crate::club::status::TableCard;
use crate::club::zone::{zone_of, zoned};
use crate::game::Seat;
use crate::log::Entry;
use crate::log::players::{Address, LOCAL, Player};
use crate::log::stored::{Archived, StoredLine, TableSummary};
use crate::pace::Zone;
use crate::words::{Lang, Value as Said, Words};

pub(super) fn tables(app: &App, open: bool, process: &mut ProcessContext<'_>) -> CommandResult {
    let words = Words::read()?;
    let me = app.store.player_at(&Address::new(LOCAL, &app.user))?;
    // One damaged table must not hide the others.
    let row = |summary: TableSummary| match Row::of(app, &summary) {
        Ok(row) => row,
        Err(trouble) => {
            Row::Damaged { table: summary.table, trouble: trouble.to_string(), entries: summary.head.seq }
        }
    };
    let mut rows: Vec<Row> = app.store.tables()?.into_iter().map(row).collect();
    if open {
        rows.retain(|row| matches!(row, Row::Table(table) if table.awaited.vacancy.is_some()));
    }
    rows.sort_by_cached_key(|row| row.urgency(me.as_ref()));
    if open && rows.is_empty() && !app.json {
        process.line(&words.say(app.lang, "open-none", &[]))?;
    }
    for row in rows {
        if app.json {
            // By way of a value, whose names are sorted.
            process.json(&json!(row))?;
        } else {
            let of_game = match &row {
                Row::Table(table) => app.games.words(table.game.as_deref())?,
                Row::Archived { .. } | Row::Damaged { .. } => words.clone(),
            };
            process.line(&row.in_words((&of_game, app.lang), me.as_ref()))?;
        }
    }
    Ok(true)
}

type Moment = DateTime<Utc>;

/// A table of the list.
#[derive(Serialize)]
#[serde(untagged)]
enum Row {
    Table(Box<ListedTable>),
    Archived {
        table: String,
        archived: Archived,
        entries: u64,
        head: String,
    },
    Damaged {
        table: String,
        trouble: String,
        #[serde(skip)]
        entries: u64,
    },
}

/// A table that can be read.
#[derive(Serialize)]
struct ListedTable {
    table: String,
    /// Its name in the list.
    #[serde(skip)]
    label: String,
    game: Option<String>,
    rules_version: Option<String>,
    practice: bool,
    /// Why it was closed.
    closed: Option<String>,
    over: bool,
    /// The one whose view it is.
    partial: Option<Value>,
    seats: Vec<HeldSeat>,
    #[serde(flatten)]
    awaited: Awaited,
    entries: u64,
    head: String,
    peeks: usize,
    opened_at: Option<String>,
    last_at: Option<String>,
}

/// A seat and the id of its player.
#[derive(Serialize)]
struct HeldSeat {
    player: String,
    seat: String,
}

fn open_entry(line: &StoredLine) -> Option<&Entry> {
    match line {
        StoredLine::Entry(entry) => Some(entry),
        StoredLine::Sealed { .. } => None,
    }
}

fn written_at(line: &StoredLine) -> Option<String> {
    open_entry(line).map(|entry| entry.at.clone())
}

impl Row {
    fn of(app: &App, summary: &TableSummary) -> Result<Row, CliError> {
        let (table, entries, head) = (summary.table.clone(), summary.head.seq, summary.head.to_string());
        if let Some(archived) = summary.archived.clone() {
            return Ok(Row::Archived { table, archived, entries, head });
        }
        let (card, last_at) = match &summary.partial {
            None => {
                let raws = app.store.card_entries(&table)?;
                let card = TableCard::read(&table, &raws)?;
                let last_at = match card.ended_at() {
                    Some(ended_at) => Some(ended_at.to_owned()),
                    // A card has no end while its table goes on, so the last entry is read.
                    None => app.store.read_line_range(&table, entries..=entries)?.iter().find_map(written_at),
                };
                (card, last_at)
            }
            // A part of a log has its last open entry anywhere.
            Some(_) => {
                let lines = app.store.read_lines(&table, 1)?;
                let card = TableCard::of(lines.iter().filter_map(open_entry));
                (card, lines.iter().rev().find_map(written_at))
            }
        };
        let opened = card.opened();
        // Only whole tables that are not closed are folded, for folding is costly.
        let is_played = card.closed().is_none() && summary.partial.is_none();
        let game = opened.filter(|_| is_played).and_then(|opened| app.games.named(&opened.game));
        let awaited = game.map(|game| (game.awaited)(app, &summary.table)).transpose()?.unwrap_or_default();
        let held =
            |(seat, player): (Seat, &str)| HeldSeat { player: player.to_owned(), seat: seat.to_string() };
        Ok(Row::Table(Box::new(ListedTable {
            label: card.label(&table),
            table,
            game: opened.map(|opened| opened.game.clone()),
            rules_version: opened.map(|opened| opened.rules_version.clone()),
            practice: opened.is_some_and(|opened| opened.practice),
            over: card.closed().is_some() || awaited.over,
            closed: card.closed().map(str::to_owned),
            partial: summary.partial.as_ref().map(|viewer| viewer.to_value()),
            seats: card.holders().map(held).collect(),
            awaited,
            entries,
            head,
            peeks: card.peeks(),
            opened_at: card.opened_at().map(str::to_owned),
            last_at,
        })))
    }

    /// Its place in the list: tables that wait for this player first, by deadline, then by the longest wait; the others in
    /// stored order.
    fn urgency(&self, player: Option<&Player>) -> (bool, bool, Option<Moment>, Option<Moment>) {
        let [due, since] = match self {
            Row::Table(table) => table.own_wait(player),
            _ => [None, None],
        };
        // `false` sorts first: what waits, and among that what has a deadline.
        (since.is_none(), due.is_none(), due, since)
    }

    /// Its line, by the reader's own clock.
    fn in_words(&self, (words, lang): (&Words, Lang), reader: Option<&Player>) -> String {
        let zone = reader.map_or(Zone::UTC, zone_of);
        let told = |at: Moment| zoned(words, lang, at.timestamp(), &zone);
        let moment = |at: &str| match DateTime::parse_from_rfc3339(at) {
            Ok(at) => told(at.to_utc()),
            Err(_) => at.to_owned(),
        };
        let say = |key: &str, args: &[(&str, Said<'_>)]| words.say(lang, key, args);
        let row = |table: &str, state: String, entries: u64, last: &str| {
            let table = format!("{table:<16}");
            let args = [
                ("table", table.into()),
                ("state", state.into()),
                ("entries", entries.into()),
                ("last", moment(last).into()),
            ];
            say("tables-row", &args)
        };
        match self {
            Row::Table(table) => {
                let last = table.last_at.as_deref().unwrap_or_default();
                let row = row(&table.label, table.state(words, lang), table.entries, last);
                table.line(row, (words, lang), reader, &told)
            }
            Row::Damaged { table, trouble, entries } => {
                row(table, say("tables-trouble", &[("trouble", trouble.as_str().into())]), *entries, "")
            }
            Row::Archived { table, archived, entries, .. } => {
                let args = [
                    ("table", format!("{table:<16}").into()),
                    ("file", archived.file.as_str().into()),
                    ("entries", (*entries).into()),
                    ("at", moment(&archived.at).into()),
                ];
                say("tables-archived", &args)
            }
        }
    }
}

impl ListedTable {
    /// Until when, and since when, it waits for this player: the first of each.
    fn own_wait(&self, player: Option<&Player>) -> [Option<Moment>; 2] {
        let is_me = |id: &str| player.is_some_and(|me| me.ids().any(|known| known == id));
        let is_mine =
            |seat: Seat| self.seats.iter().any(|held| held.seat == seat.as_str() && is_me(&held.player));
        let mine = || self.awaited.waits.iter().filter(|wait| is_mine(wait.seat));
        [mine().filter_map(|wait| wait.due).min(), mine().map(|wait| wait.since).min()]
    }

    fn state(&self, words: &Words, lang: Lang) -> String {
        let say = |key: &str, args: &[(&str, Said<'_>)]| words.say(lang, key, args);
        let state = match &self.closed {
            Some(why) => say("audit-closed", &[("why", words.term(lang, "closing", why).into())]),
            None if self.over => say("tables-over", &[]),
            None => say("audit-open", &[]),
        };
        if self.practice { say("tables-practice", &[("state", state.into())]) } else { state }
    }

    /// A row that begins as `row` does, and the seats that the table waits for.
    fn line(
        &self,
        mut row: String,
        (words, lang): (&Words, Lang),
        reader: Option<&Player>,
        told: &dyn Fn(Moment) -> String,
    ) -> String {
        let say = |key: &str, args: &[(&str, Said<'_>)]| words.say(lang, key, args);
        let Awaited { asked, waits, free, offered, pending, readiness, begins, vacancy, .. } = &self.awaited;
        let (none, readiness) = (Vec::new(), readiness.as_ref());
        let lists = [
            ("tables-waiting", asked),
            ("tables-ready", readiness.map_or(&none, |it| &it.ready)),
            ("tables-unready", readiness.map_or(&none, |it| &it.unready)),
            ("tables-free", free),
            ("tables-offered", offered),
            ("tables-to-agree", pending.as_ref().map_or(&none, |it| &it.awaited)),
        ];
        for (key, seats) in lists.into_iter().filter(|(_, seats)| !seats.is_empty()) {
            let seats: Vec<String> = seats.iter().map(|seat| seat_named(words, lang, *seat)).collect();
            row += &say(key, &[("seats", seats.join(&say("list-separator", &[])).into())]);
        }
        if let Some((vacancy, _)) = vacancy {
            row += &say("tables-open", &[("since", told(vacancy.since).into())]);
        }
        let [own_due, own_since] = self.own_wait(reader);
        if let Some(since) = own_since {
            row += &say("tables-yours", &[("since", told(since).into())]);
        }
        let first_due = || waits.iter().filter_map(|wait| wait.due).min();
        match own_due.or_else(|| first_due().filter(|_| own_since.is_none())).or(*begins) {
            Some(due) => say("time-line-due", &[("line", row.into()), ("due", told(due).into())]),
            None => row,
        }
    }
}

/// A seat as `--as` takes it, with its name where that is another.
fn seat_named(words: &Words, lang: Lang, seat: Seat) -> String {
    let (seat, name) = (seat.as_str(), words.term(lang, "seat", seat.as_str()));
    match fold(&name) == fold(seat) {
        true => seat.to_owned(),
        false => words.say(lang, "named-word", &[("word", seat.into()), ("name", name.into())]),
    }
}
