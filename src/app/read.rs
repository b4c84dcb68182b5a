//! `tables`, `show`, `log`, `dice`.

use serde_json::{Value, json};

use super::cli::{LogAsk, Look};
use super::edge::Edge;
use super::offer::Offered;
use super::play::DOOR;
use super::trouble::Trouble;
use super::{App, Outcome};
use crate::dice_page::{self, Page, Tally};
use crate::game::Eyes;
use crate::log::store::{Line as Stored, TableSummary};
use crate::log::{Entry, Frame, Store};
use crate::table::peek;
use crate::view::{self, Line};
use crate::words::{Lang, Words};

pub(super) fn tables(app: &App, edge: &mut Edge<'_>) -> Outcome {
    for summary in app.store.tables()? {
        // One damaged table must not hide the others.
        let value = match table_value(app, &summary) {
            Ok(value) => value,
            Err(trouble) => json!({ "table": summary.table, "trouble": trouble.to_string() }),
        };
        if app.json {
            edge.json(&value)?;
            continue;
        }
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mark = |key: &str| {
            if value.get(key) == Some(&Value::Bool(true)) { format!(" {key}") } else { String::new() }
        };
        let state = match (value.get("closed"), value.get("trouble")) {
            (_, Some(trouble)) => format!("trouble: {trouble}"),
            (Some(Value::String(why)), _) => format!("closed ({why})"),
            _ => "open".to_owned(),
        };
        let entries = summary.head.seq;
        let practice = mark("practice");
        writeln!(
            edge.out,
            "{:<16} {state}{practice}  {entries} entries, last {}",
            summary.table,
            text("last_at")
        )?;
    }
    Ok(true)
}

fn table_value(app: &App, summary: &TableSummary) -> Result<Value, Trouble> {
    let lines = app.store.read_lines(&summary.table, 1)?;
    let entries: Vec<&Entry> = lines
        .iter()
        .filter_map(|line| match line {
            Stored::Entry(entry) => Some(entry),
            Stored::Sealed { .. } => None,
        })
        .collect();
    let frames = || entries.iter().filter_map(|entry| entry.frame().ok().flatten());
    let opened = frames().find_map(|frame| match frame {
        Frame::TableOpened(opened) => Some(opened),
        _ => None,
    });
    let closed = frames().find_map(|frame| match frame {
        Frame::TableClosed { why } => Some(why),
        _ => None,
    });
    let seats: Vec<Value> = entries
        .iter()
        .filter(|entry| entry.kind == "SeatTaken")
        .filter_map(|entry| entry.by.as_ref())
        .map(|by| json!({ "player": by.player, "seat": by.seat }))
        .collect();
    Ok(json!({
        "table": summary.table,
        "game": opened.as_ref().map(|opened| opened.game.clone()),
        "rules_version": opened.as_ref().map(|opened| opened.rules_version.clone()),
        "practice": opened.is_some_and(|opened| opened.practice),
        "closed": closed,
        "partial": summary.partial.as_ref().map(|onlooker| onlooker.to_value()),
        "seats": seats,
        "entries": summary.head.seq,
        "head": summary.head.to_string(),
        "peeks": frames().filter(|frame| matches!(frame, Frame::Peeked { .. })).count(),
        "opened_at": entries.first().map(|entry| entry.at.clone()),
        "last_at": entries.last().map(|entry| entry.at.clone()),
    }))
}

pub(super) fn show<G: Offered>(app: &App, ask: &Look, edge: &mut Edge<'_>) -> Outcome {
    let tables = app.tables::<G>();
    // A table that cannot be folded is not peeked at.
    tables.look(&ask.table, |_| ())?;
    let eyes = if ask.all { Eyes::All } else { app.eyes(&ask.table, ask.seat)? };
    let state = match ask.all {
        true => Some(tables.peek_state(&ask.table, DOOR, "show")?),
        false => None,
    };
    let (value, game, view) = tables.look(&ask.table, |table| {
        // What a peek shows is not lowered to what an onlooker sees.
        let view = match &state {
            Some(state) => table.game().view(state, Eyes::All),
            None => table.view(eyes),
        };
        let mut value = json!({
            "table": table.id(),
            "game": G::NAME,
            "practice": table.opened().practice,
            "peeks": table.peeks(),
            "closed": table.closed(),
            "over": table.is_over(),
            "head": table.head().to_string(),
            "asked": table.asked(),
            "view": serde_json::to_value(&view).unwrap_or_default(),
        });
        if let (Some(state), Some(map)) = (&state, value.as_object_mut()) {
            map.insert("state".to_owned(), serde_json::to_value(state).unwrap_or_default());
        }
        (value, table.game().clone(), view)
    })?;
    if app.json {
        edge.json(&value)?;
        return Ok(true);
    }
    let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default();
    let practice = if value["practice"] == true { ", practice" } else { "" };
    writeln!(edge.out, "{}{practice}, {} peeks, head {}", text("table"), value["peeks"], text("head"))?;
    board(&*game, &view, &Words::read()?, app.lang, edge)?;
    Ok(true)
}

/// Prints a position: in words where there is a report for it, else as indented JSON.
pub(super) fn board<G: Offered>(
    game: &G,
    view: &G::View,
    words: &Words,
    lang: Lang,
    edge: &mut Edge<'_>,
) -> std::io::Result<()> {
    match game.board(view, words, lang) {
        Some(text) => writeln!(edge.out, "{text}"),
        None => writeln!(edge.out, "{}", serde_json::to_string_pretty(view)?),
    }
}

pub(super) fn log(app: &App, ask: &LogAsk, edge: &mut Edge<'_>) -> Outcome {
    for line in &lines(app, &ask.look, ask.after, "log")? {
        if app.json {
            edge.json(&line.to_value())?;
        } else {
            writeln!(edge.out, "{}", line_text(line))?;
        }
    }
    Ok(true)
}

/// The lines of a table as asked for; a look at everything is noted first.
fn lines(app: &App, ask: &Look, after: u64, what: &str) -> Result<Vec<Line>, Trouble> {
    let eyes = if ask.all {
        peek::note(&app.store, &app.world, &ask.table, DOOR, what)?;
        Eyes::All
    } else {
        app.eyes(&ask.table, ask.seat)?
    };
    Ok(view::of_table(&app.store, &ask.table, after, eyes)?)
}

/// An entry in one line.
pub(super) fn line_text(line: &Line) -> String {
    match line {
        Line::Sealed { seq, digest, .. } => format!("{seq:>5} sealed {}", hex::encode(digest)),
        Line::Open(entry) => {
            let by = entry.by.as_ref().map(|by| format!("{} ", by.seat)).unwrap_or_default();
            format!("{:>5} {} {by}{} {}", entry.seq, entry.at, entry.kind, entry.body)
        }
    }
}

pub(super) fn dice(app: &App, ask: &Look, edge: &mut Edge<'_>) -> Outcome {
    let page = dice_page::page(&lines(app, ask, 0, "dice")?);
    if !app.json {
        dice_text(&page, edge)?;
        return Ok(true);
    }
    for row in &page.rolls {
        edge.json(&json!({ "roll": row }))?;
    }
    for tally in &page.tallies {
        edge.json(&json!({ "tally": tally }))?;
    }
    Ok(true)
}

pub(super) fn dice_text(page: &Page, edge: &mut Edge<'_>) -> std::io::Result<()> {
    for row in &page.rolls {
        let roll = &row.roll;
        let values: Vec<String> = roll.values.iter().map(u32::to_string).collect();
        writeln!(
            edge.out,
            "{:>5} {:<12} {:<8} {:<24} {} {}",
            row.seq,
            roll.purpose,
            roll.rule,
            roll.side.as_deref().unwrap_or("table"),
            values.join(" "),
            roll.about.join(" "),
        )?;
    }
    let (purpose, side, n) = ("purpose", "side", "n");
    writeln!(edge.out, "{purpose:<24} {side:<10} {n:>5}  1 to 6, expected, chi-square, p")?;
    for tally in &page.tallies {
        writeln!(edge.out, "{}", tally_text(tally))?;
    }
    Ok(())
}

fn tally_text(tally: &Tally) -> String {
    let counts: Vec<String> = tally.counts.iter().map(u32::to_string).collect();
    let test = match tally.enough {
        true => format!("chi-square {:.2}, p {:.3}", tally.chi_square, tally.p),
        false => format!("too few for a test (under {})", dice_page::ENOUGH_DICE),
    };
    format!(
        "{:<24} {:<10} {:>5}  {}  expected {:.1} each, {test}",
        tally.purpose.as_deref().unwrap_or("all"),
        tally.side.as_deref().unwrap_or("all"),
        tally.n,
        counts.join(" "),
        tally.expected,
    )
}
