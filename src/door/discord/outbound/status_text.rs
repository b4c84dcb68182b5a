//! The state of a table, in lines of Discord's Markdown: the status message and the answer to `/show status`.

use chrono::TimeDelta;

use super::emoji::mark_beside;
use super::markdown::{deadline, in_code, mention, plain, timestamp};
use crate::club::clock::QuestionTime;
use crate::club::known::computer_name;
use crate::club::page::PageStatus;
use crate::club::picture::Theme;
use crate::club::status::Holder;
use crate::club::strength::{COMPUTER, strength_at};
use crate::club::{PlayerTable, SeatStatus, TableStatus};
use crate::door::discord::id::user_of;
use crate::game::Seat;
use crate::report::Emblems;
use crate::words::{Lang, Value, Words};

/// The state of a table, a line each; `started` says whether play has begun.
pub fn lines(
    words: &Words,
    lang: Lang,
    status: &TableStatus,
    (started, emblems): (bool, &Emblems),
) -> Vec<String> {
    let say = |key: &str, args: &[(&str, Value<'_>)]| words.say(lang, key, args);
    let title = [("game", plain(&status.game).into()), ("table", in_code(&status.label).into())];
    let mut lines = vec![say("discord-pinned-title", &title)];
    if !status.headline.is_empty() {
        lines.push(plain(&status.headline));
    }
    lines.extend(status.seats.iter().map(|it| seat_line(words, lang, (status, started), (it, emblems))));
    // Without a due time, as in a pause, it is told once for the table; else beside each seat.
    let stands = status.seats.iter().filter_map(|it| it.time.as_ref()).find(|time| time.due().is_none());
    lines.extend(stands.filter(|_| !status.closed).map(|stands| time_in_words(words, lang, stands)));
    lines.extend(status.absences.iter().filter(|_| !status.closed).cloned());
    lines.extend(status.readiness.as_ref().map(|line| plain(line)));
    if let Some((entry, request, awaited)) = &status.request {
        let seats: Vec<String> = awaited.iter().map(|seat| seat_name(&status.seats, *seat)).collect();
        let awaited = seats.join(&say("discord-list-between", &[]));
        let args = [("entry", entry.into()), ("request", plain(request).into()), ("awaited", awaited.into())];
        lines.push(say("discord-pinned-request", &args));
    }
    lines.extend(status.master.as_ref().map(|line| plain(line)));
    lines.extend(status.page.as_ref().map(|page| page_line(words, lang, page)));
    if status.practice {
        lines.push(say("discord-pinned-practice", &[]));
    }
    if status.peeks > 0 {
        lines.push(say("discord-pinned-peeks", &[("count", status.peeks.into())]));
    }
    if status.closed {
        lines.push(say("discord-pinned-closed", &[("when", timestamp(status.since).into())]));
    } else if status.over {
        lines.push(say("discord-pinned-over", &[]));
    } else if !started && status.readiness.is_none() {
        lines.push(say("discord-pinned-not-started", &[]));
    }
    lines.push(say("discord-report-head", &[("head", status.head.short().into())]));
    lines.push(plain(&status.trust));
    if !status.notice.is_empty() {
        lines.push(say("discord-notice", &[("notice", plain(&status.notice).into())]));
    }
    lines
}

/// The table's page with its link, without Discord's preview.
pub fn page_line(words: &Words, lang: Lang, page: &PageStatus) -> String {
    page.in_words(&|key, args| words.say(lang, key, args), |link| format!("<{link}>"))
}

/// The text about time with a question; each reader's own clock shows it.
pub fn time_in_words(words: &Words, lang: Lang, time: &QuestionTime) -> String {
    time.in_words(&|key, args| words.say(lang, key, args), &|at| deadline(at.timestamp()))
}

/// One of a player's tables in a line; `place` is where it is played.
pub fn table_line(words: &Words, lang: Lang, mine: &PlayerTable, place: String) -> String {
    let key = format!("discord-line-{}", mine.stands());
    let args = [
        ("table", plain(&mine.label).into()),
        ("where", place.into()),
        ("since", timestamp(mine.since).into()),
    ];
    let line = words.say(lang, &key, &args);
    match mine.due_by() {
        Some(due) => {
            words.say(lang, "time-line-due", &[("line", line.into()), ("due", deadline(due).into())])
        }
        None => line,
    }
}

/// The name of a seat of the table, escaped.
pub fn seat_name(seats: &[SeatStatus], seat: Seat) -> String {
    let it = seats.iter().find(|it| it.seat == seat);
    it.map_or_else(|| seat.to_string(), |it| plain(&it.name))
}

/// A computer player that answers after this time, in words.
pub fn thinking(words: &Words, lang: Lang, player: String, delay: TimeDelta) -> String {
    let args = [("player", player.into()), ("seconds", delay.num_seconds().into())];
    words.say(lang, "discord-pinned-thinking", &args)
}

/// The player of a seat, or the one it is kept for: a mention, a computer player's name, or “unknown”.
fn holder_name(words: &Words, lang: Lang, holder: &Holder) -> String {
    let computer = || strength_at(holder.address(COMPUTER)?).map(|it| computer_name(words, lang, it));
    let key = match holder.addresses.is_empty() {
        // The name was erased with everything else about them.
        true => "discord-pinned-gone",
        false => "discord-pinned-elsewhere",
    };
    let known = user_of(holder).map(mention).or_else(|| computer().map(|name| plain(&name)));
    known.unwrap_or_else(|| words.say(lang, key, &[]))
}

/// The mark of a seat's flag, or nothing.
fn flag(emblems: &Emblems, seat: Seat) -> String {
    emblems.of_seat(seat).and_then(mark_beside).map(String::from).unwrap_or_default()
}

fn seat_line(
    words: &Words,
    lang: Lang,
    (status, started): (&TableStatus, bool),
    (it, emblems): (&SeatStatus, &Emblems),
) -> String {
    let awaited = it.asked && started && !status.over && !status.closed;
    let key = match (&it.player, &it.offered_to, awaited && it.thinks.is_none()) {
        (Some(_), None, false) => "discord-pinned-seat",
        (Some(_), None, true) => "discord-pinned-seat-awaited",
        (Some(_), Some(_), false) => "discord-pinned-seat-passed-on",
        (Some(_), Some(_), true) => "discord-pinned-seat-passed-on-awaited",
        (None, Some(_), _) => "discord-pinned-seat-kept",
        (None, None, _) => "discord-pinned-seat-free",
    };
    let player = it.player.as_ref().map(|holder| holder_name(words, lang, holder)).unwrap_or_default();
    let player = match it.thinks.filter(|_| awaited) {
        Some(delay) => thinking(words, lang, player, delay),
        None => player,
    };
    let args = [
        ("seat", format!("{}{}", flag(emblems, it.seat), plain(&it.name)).into()),
        ("player", player.into()),
        (
            "other",
            it.offered_to.as_ref().map(|holder| holder_name(words, lang, holder)).unwrap_or_default().into(),
        ),
        ("when", timestamp(status.since).into()),
    ];
    let line = words.say(lang, key, &args);
    match it.time.as_ref().and_then(QuestionTime::due).filter(|_| it.asked && !status.over && !status.closed)
    {
        Some(due) => {
            let args = [("line", line.into()), ("due", deadline(due.timestamp()).into())];
            words.say(lang, "time-line-due", &args)
        }
        None => line,
    }
}

/// The colour of the seats to move among so many, as pictures have it: gold for both sides, none for nobody.
pub fn side_colour(seats: usize, asked: &[usize]) -> Option<u32> {
    let theme = Theme::dark();
    let tint = match asked {
        [] => return None,
        // A single side is the blue one, whatever the number of its seats.
        _ if seats != 2 => theme.blue.fill,
        [0] => theme.red.fill,
        [_] => theme.blue.fill,
        _ => theme.gold.fill,
    };
    u32::from_str_radix(tint.trim_start_matches('#'), 16).ok()
}
