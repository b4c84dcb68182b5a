//! The daily mail: for a player who waits, what happened at their tables in a day, at an hour of their choice. A day without news
//! brings none.
//!
//! A note of the player has the hour, and how far each table was told. An index under the player's id has the moment of the next
//! mail, so that the notes of all others are not read.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::DOOR;
use super::answer::{LineResult, MailAnswer};
use super::letter::{Body, MailLetter, PieceStyle};
use super::mail_door::{Addressed, MailDoor};
use super::tap::Tap;
use crate::book::is_no;
use crate::club::zone::{lang_of, zone_of};
use crate::club::{Club, ClubError, Player, PlayerTable};
use crate::pace::{Ladder, Zone};
use crate::report::{ReportLine, Weight};

/// The note of a player's daily mail.
const DAILY: &str = "daily";
/// The notes with the moment of each player's next one begin so.
const NEXT: &str = "daily/";
/// Most news of a table in such a mail: the last ones.
const MOST_NEWS: usize = 8;

/// The form of an hour in a note.
const HOUR: &str = "%H:%M";

/// A player's daily mail.
#[derive(Serialize, Deserialize)]
struct Daily {
    /// The hour, by the clocks of the player's zone: `20:00`.
    at: String,
    /// The last entry of each table that it told.
    told: BTreeMap<String, u64>,
}

/// A daily mail that is due.
pub(super) struct DueDaily {
    pub(super) player: Player,
    /// Since when, in seconds since 1970.
    pub(super) since: i64,
}

/// `daily`: sets the hour of a player's daily mail, ends it, or shows the setting.
pub(super) fn set(answer: &mut MailAnswer<'_>, words: &[String]) -> LineResult {
    let (club, typed) = (&answer.door.club, words.join(" "));
    let (player, lang) = (answer.player, answer.lang);
    let zone = club.people().player(player)?.as_ref().map_or(Zone::UTC, zone_of);
    if is_no(&typed) {
        let known = club.people().player(player)?;
        // The daily mail may have been set under an id that was linked since.
        for id in known.iter().flat_map(Player::ids).chain([player]) {
            end(club, id)?;
        }
    } else if !typed.is_empty() {
        let Some(at) = Ladder::parse(&format!("digest {typed}")).ok().and_then(|ladder| ladder.digest) else {
            return answer.input_error("mail-which-hour", &[("given", typed.into())]);
        };
        // Only what happens from now on is news.
        let mut told = BTreeMap::new();
        for table in answer.tables()?.into_iter().filter(|table| !table.over) {
            let last = club.watch(&table.table, lang)?.around().last;
            told.insert(table.table, last);
        }
        put(club, player, &Daily { at: at.format(HOUR).to_string(), told })?;
        put_next(club, player, Some(next(at, &zone, answer.door.now())))?;
    }
    let said = match noted(club, player)? {
        None => answer.say("mail-daily-off", &[]),
        Some(daily) => {
            let args = [("time", daily.at.into()), ("zone", zone.named_in(lang).into())];
            answer.say("mail-daily-at", &args)
        }
    };
    answer.body.put(PieceStyle::Plain, said);
    Ok(())
}

/// The news of each open table since it was told last, and the table where it is one only; `None` without any news.
fn news_of_day(
    mut answer: MailAnswer<'_>,
    daily: &mut Daily,
) -> Result<Option<(Body, Option<String>)>, ClubError> {
    let (mut body, mut tables, mut has_news) = (Body::default(), Vec::new(), false);
    for table in answer.tables()?.into_iter().filter(|table| !table.over) {
        let (news, line) = match news_of_table(&mut answer, daily, &table) {
            Ok(told) => told,
            Err(trouble) => {
                tracing::warn!(table = table.table, %trouble, "a daily mail says nothing of it");
                continue;
            }
        };
        if news.is_empty() && !table.asked {
            continue;
        }
        has_news |= !news.is_empty();
        body.put(PieceStyle::Heading, line);
        let left_out = news.len().saturating_sub(MOST_NEWS);
        if left_out > 0 {
            body.put(PieceStyle::Plain, answer.say("mail-daily-more", &[("more", left_out.into())]));
        }
        body.report(news.into_iter().skip(left_out).collect());
        let verb = answer.door.book.verb("table").map_or("table", |known| known.label(answer.lang));
        body.links(vec![Tap::of(format!("{verb} {}", table.table))]);
        tables.push(table.table);
    }
    if !has_news {
        return Ok(None);
    }
    let mut whole = Body::default();
    whole.put(PieceStyle::Question, answer.say("mail-daily", &[("count", tables.len().into())]));
    whole.append(body);
    whole.put(PieceStyle::Note, answer.say("mail-daily-how", &[]));
    let only = if tables.len() == 1 { tables.pop() } else { None };
    Ok(Some((whole, only)))
}

/// The news of a table since it was told last, and its line in a list.
fn news_of_table(
    answer: &mut MailAnswer<'_>,
    daily: &mut Daily,
    table: &PlayerTable,
) -> Result<(Vec<ReportLine>, String), ClubError> {
    answer.table = Some(table.table.clone());
    let last = answer.door.club.watch(&table.table, answer.lang)?.around().last;
    let by_mail = answer.door.told_to(answer.player, &table.table)?;
    // Where neither a daily mail nor another one has told of the table, nothing so far is news.
    let told = daily.told.get(&table.table).copied().max(by_mail).unwrap_or(last);
    let news = match answer.seated()? {
        Some(session) if told < last => without_headings(session.report_lines(told, last)?),
        _ => vec![],
    };
    let line = answer.table_line(table)?;
    daily.told.insert(table.table.clone(), last);
    Ok((news, line))
}

/// The daily mails that are due.
pub(super) fn all_due(door: &MailDoor) -> Result<Vec<DueDaily>, ClubError> {
    let (notes, now, mut due) = (door.club.notes(), door.club.now(), Vec::new());
    for (key, at) in notes.with_prefix(DOOR, NEXT)? {
        let since = at.parse().unwrap_or(now);
        if since > now {
            continue;
        }
        let id = key.strip_prefix(NEXT).unwrap_or_default();
        match door.club.people().player(id)? {
            Some(player) if player.id == id => due.push(DueDaily { player, since }),
            // Due under their own id from the next look on.
            Some(player) => carry(&door.club, id, &player.id)?,
            // They are erased.
            None => notes.put(DOOR, &key, None)?,
        }
    }
    Ok(due)
}

/// A player's daily mail, and what is kept once it is sent. `None` instead of a mail without news, or for somebody who wants no
/// mails or gets none.
pub(super) fn letter(
    door: &MailDoor,
    due: &DueDaily,
) -> Result<(Option<Addressed>, Option<DailySent>), ClubError> {
    let player = &due.player;
    let Some(mut daily) = noted(&door.club, &player.id)? else { return Ok((None, None)) };
    let wants = player.preferences.channels.as_ref().is_none_or(|by| by.iter().any(|it| it == DOOR));
    let address = player.address(DOOR).filter(|_| wants).map(str::to_owned);
    let mut letter = None;
    if let Some(address) = address
        && !door.never(&address)?
        && !door.fails(&player.id)?
    {
        let lang = lang_of(player);
        let id = door.tokens.id(&["daily", &player.id, &due.since.to_string()]);
        let answer = MailAnswer::new(door, None, (&player.id, lang), None, &id);
        letter = news_of_day(answer, &mut daily)?.map(|(body, table)| {
            let subject = door.words.say(lang, "mail-subject-daily", &[]);
            let (answers, export, drawn, told_to) = (None, None, None, None);
            let letter = MailLetter { id, table, subject, body, answers, export, drawn, told_to };
            Addressed { player: player.id.clone(), address, lang, letter }
        });
    }
    let at = NaiveTime::parse_from_str(&daily.at, HOUR).map_err(ClubError::failed)?;
    let next = next(at, &zone_of(player), door.now());
    Ok((letter, Some(DailySent { daily, next })))
}

/// Notes that a player's daily mail went out, or that there is none today. With `again` it is tried then.
pub(super) fn note_sent(
    door: &MailDoor,
    player: &str,
    sent: Option<DailySent>,
    again: Option<i64>,
) -> Result<(), ClubError> {
    match (sent, again) {
        (_, Some(again)) => put_next(&door.club, player, DateTime::from_timestamp(again, 0)),
        (None, None) => put_next(&door.club, player, None),
        (Some(DailySent { daily, next }), None) => {
            put(&door.club, player, &daily)?;
            put_next(&door.club, player, Some(next))
        }
    }
}

/// The notes to store once a daily mail is sent.
pub(super) struct DailySent {
    daily: Daily,
    next: DateTime<Utc>,
}

/// The next moment after `now` at which a zone's clocks show this hour.
fn next(at: NaiveTime, zone: &Zone, now: DateTime<Utc>) -> DateTime<Utc> {
    let today = zone.local(now).date();
    let days = (0..=2).map(|day| zone.instant(today + TimeDelta::days(day), at));
    days.filter(|moment| *moment > now).min().unwrap_or(now + TimeDelta::days(1))
}

/// The news without headings under which nothing happened.
fn without_headings(news: Vec<ReportLine>) -> Vec<ReportLine> {
    let happened = |line: &ReportLine| {
        !line.dice.is_empty() || !matches!(line.weight, Weight::Heading | Weight::Subheading)
    };
    news.into_iter().filter(happened).collect()
}

fn noted(club: &Club, player: &str) -> Result<Option<Daily>, ClubError> {
    let kept = club.notes().of_player(DOOR, player, DAILY)?;
    kept.map(|text| serde_json::from_str(&text).map_err(ClubError::failed)).transpose()
}

/// Ends the daily mail that was set under an id.
fn end(club: &Club, id: &str) -> Result<(), ClubError> {
    put_next(club, id, None)?;
    club.notes().put_of_player(DOOR, id, DAILY, None)
}

/// Carries a daily mail over to the own id of a player who has linked another since, unless there is one.
fn carry(club: &Club, from: &str, to: &str) -> Result<(), ClubError> {
    if noted(club, to)?.is_none()
        && let Some(daily) = noted(club, from)?
    {
        put(club, to, &daily)?;
        put_next(club, to, DateTime::from_timestamp(club.now(), 0))?;
    }
    end(club, from)
}

fn put(club: &Club, player: &str, daily: &Daily) -> Result<(), ClubError> {
    let text = serde_json::to_string(daily).map_err(ClubError::failed)?;
    club.notes().put_of_player(DOOR, player, DAILY, Some(&text))
}

fn put_next(club: &Club, player: &str, next: Option<DateTime<Utc>>) -> Result<(), ClubError> {
    let text = next.map(|next| next.timestamp().to_string());
    club.notes().put(DOOR, &format!("{NEXT}{player}"), text.as_deref())
}
