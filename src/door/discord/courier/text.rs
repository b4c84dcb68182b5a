//! The courier's texts. Names of games and seats are our own words; what players typed, such as a table's name or a signal, is
//! without any mark-up.

use sha2::{Digest, Sha256};

use super::table_work::TableWork;
use crate::club::delivery::DueDelivery;
use crate::club::{PlayerTable, TableStatus};
use crate::door::discord::api::post::ForumTags;
use crate::door::discord::id::Id;
use crate::door::discord::limits::{CONTENT, NONCE, THREAD_NAME};
use crate::door::discord::outbound::emblems::with_emblems;
use crate::door::discord::outbound::markdown::{self, mention, mention_place};
use crate::door::discord::outbound::paginate::{length, pages, shorten};
use crate::door::discord::outbound::status_text::{self, page_line, seat_name, time_in_words};
use crate::door::discord::table_thread::TableThread;
use crate::report::{Emblems, ReportLine};
use crate::table::notices;
use crate::words::{Lang, Value, Words};

/// Most messages of one report; of a longer one the last are sent.
const REPORT_PAGES: usize = 10;

/// The nonce of what `parts` name: the same for the same, at most [`NONCE`] characters.
pub fn nonce(parts: &[&str]) -> String {
    let mut text = hex::encode(Sha256::digest(parts.join("\n")));
    text.truncate(NONCE);
    text
}

/// The name of the table's thread, with the day or turn where the game has begun one.
pub(super) fn thread_name(words: &Words, work: &TableWork) -> String {
    day_name(words, work).unwrap_or_else(|| named(words, work, &work.status.game))
}

/// The name with the day or turn; `None` for a game that names none.
pub(super) fn day_name(words: &Words, work: &TableWork) -> Option<String> {
    let (day, game) = (work.status.day(), &work.status.game);
    // A headline that only repeats the name of the game names no day.
    (day.len() > game.len() && day.starts_with(game)).then(|| named(words, work, day))
}

fn named(words: &Words, work: &TableWork, what: &str) -> String {
    let args = [("game", what.into()), ("table", markdown::in_code(&work.status.label).into())];
    shorten(&words.say(work.lang(), "discord-thread-name", &args), THREAD_NAME)
}

/// The tags of a table's forum post, by their names in either language, and what they say of the table.
pub(super) fn tags(words: &Words, status: &TableStatus) -> (ForumTags, String) {
    let is_over = status.over || status.closed;
    let free = status.seats.iter().any(|it| it.player.is_none() && it.offered_to.is_none());
    let asked = status.seats.iter().any(|it| it.asked && it.player.is_some() && it.thinks.is_none());
    let states = [
        ("discord-tag-your-move", asked && !is_over),
        ("discord-tag-seats-free", free && !is_over),
        ("discord-tag-over", is_over),
    ];
    // In both languages, because moderators name the tags in either.
    let names = |key: &str| [Lang::En, Lang::Ja].map(|lang| words.say(lang, key, &[]).to_lowercase());
    let ours = states.iter().flat_map(|(key, _)| names(key)).collect();
    let wanted: Vec<&str> = states.iter().filter(|(_, is_so)| *is_so).map(|(key, _)| *key).collect();
    let state = wanted.join(" ");
    (ForumTags { ours, wanted: wanted.into_iter().flat_map(names).collect() }, state)
}

/// The message in the channel that the thread hangs on, with who is looking for whom.
pub(super) fn starter(words: &Words, work: &TableWork, opener: Option<Id>) -> String {
    let lang = work.lang();
    let starter = words.say(lang, "discord-thread-starter", &of_table(&work.status));
    let Some(sought) = &work.status.sought else { return starter };
    let opener = opener.map(mention).unwrap_or_default();
    let args = [
        ("opener", opener.as_str().into()),
        ("known", u64::from(!opener.is_empty()).into()),
        ("seats", markdown::plain(&sought.seats).into()),
    ];
    let seeks = words.say(lang, "discord-thread-seeks", &args);
    format!("{starter}\n{seeks}\n-# {}", markdown::plain(&sought.terms))
}

/// The channel's status message after the table moved to a thread.
pub(super) fn moved(words: &Words, work: &TableWork, thread: Option<Id>) -> String {
    let place = mention_place(thread.unwrap_or(work.thread.channel));
    words.say(work.lang(), "discord-thread-moved", &with(&work.status, &[("place", place.into())]))
}

/// The problem that the owner must solve.
pub(super) fn trouble(words: &Words, work: &TableWork, key: &str) -> String {
    let lang = work.lang();
    let mend = words.say(lang, key, &[]);
    words.say(lang, "discord-trouble", &with(&work.status, &[("mend", mend.into())]))
}

/// A report in pages, the chain's head in the last line; no pages if there is nothing to report.
pub(super) fn report(
    words: &Words,
    lang: Lang,
    (told, page): (&[ReportLine], Option<String>),
    (head, emblems): (&str, &Emblems),
) -> Vec<String> {
    if told.is_empty() {
        return vec![];
    }
    let head = words.say(lang, "discord-report-head", &[("head", head.into())]);
    let end = page.into_iter().chain([head]).collect::<Vec<_>>().join("\n");
    let told = with_emblems(&markdown::render(told), emblems);
    let mut pages = pages(&format!("{told}\n{end}"), CONTENT);
    if pages.len() > REPORT_PAGES {
        // The first pages go: readers want the present, and the head is on the last page.
        let cut = pages.len() + 1 - REPORT_PAGES;
        let left_out = words.say(lang, "discord-report-cut", &[("pages", cut.into())]);
        pages.splice(..cut, [left_out]);
    }
    pages
}

/// Pages with the calls of players at the beginning of the last one, or on a page of their own where that has no room; none for
/// no pages.
pub(super) fn calling(mut pages: Vec<String>, calls: &str) -> Vec<String> {
    let Some(last) = pages.last_mut().filter(|_| !calls.is_empty()) else { return pages };
    let whole = format!("{calls}\n\n{last}");
    match length(&whole) <= CONTENT {
        true => *last = whole,
        false => pages.push(calls.to_owned()),
    }
    pages
}

/// The text instead of a page that Discord refused.
pub(super) fn lost_page(words: &Words, work: &TableWork) -> String {
    words.say(work.lang(), "discord-report-lost", &[])
}

/// The status message; if it is too long, whole lines from its start.
pub(super) fn status(words: &Words, work: &TableWork, emblems: &Emblems) -> String {
    let started = work.thread.started;
    let mut lines = status_text::lines(words, work.lang(), &work.status, (started, emblems));
    lines.extend(
        work.left
            .iter()
            .map(|user| words.say(work.lang(), "discord-pinned-left", &[("player", mention(*user).into())])),
    );
    pages(&lines.join("\n"), CONTENT).into_iter().next().unwrap_or_default()
}

/// The ping of a player to move: the public question if the game has one, and why it does not come by direct message if that
/// was tried.
pub(super) fn ping(
    words: &Words,
    work: &TableWork,
    due: &DueDelivery,
    (user, own): (Id, Option<String>),
    dm_closed: bool,
) -> String {
    let lang = work.lang();
    let key = match due.why.as_str() {
        notices::INVITED => "discord-ping-invited",
        notices::REQUEST => "discord-ping-request",
        notices::LOST => "discord-ping-lost",
        notices::STOOD_IN => "discord-ping-stood-in",
        notices::REPLACED => "discord-ping-replaced",
        why if notices::is_of_readiness(why) => "discord-ping-ready",
        why if notices::is_reminder(why) => "discord-ping-reminder",
        _ if own.is_some() => "discord-ping-own",
        _ => "discord-ping-prompt",
    };
    let args = [
        ("player", mention(user).into()),
        ("seat", seat_name(&work.status.seats, due.seat).into()),
        ("what", own.unwrap_or_default().into()),
    ];
    let mut text = asking(words, lang, words.say(lang, key, &with(&work.status, &args)), &work.status, due);
    if dm_closed {
        text.push('\n');
        text.push_str(&words.say(lang, "discord-ping-dm-closed", &[]));
    }
    text
}

/// Reminders of several of a player's tables, each with where it is played in Discord, if it is, and the tables that cannot be read.
pub(super) fn digest(
    words: &Words,
    lang: Lang,
    (tables, unreadable): (&[(Option<TableThread>, PlayerTable)], &[String]),
) -> String {
    let head = words.say(lang, "discord-digest", &[("count", tables.len().into())]);
    let line = |(thread, mine): &(Option<TableThread>, PlayerTable)| {
        let here = || words.say(lang, "discord-dm-here", &[("table", mine.table.as_str().into())]);
        let place =
            thread.as_ref().map_or_else(here, |thread| mention_place(thread.id.unwrap_or(thread.channel)));
        status_text::table_line(words, lang, mine, place)
    };
    let unread = |table: &String| {
        markdown::plain(&words.say(lang, "table-unreadable", &[("table", table.as_str().into())]))
    };
    let lines = [head].into_iter().chain(tables.iter().map(line)).chain(unreadable.iter().map(unread));
    let text = lines.collect::<Vec<_>>().join("\n");
    pages(&text, CONTENT).into_iter().next().unwrap_or_default()
}

/// A notice as a direct message, in its reader's language; without a place the table is played elsewhere, and here.
pub(super) fn direct(
    words: &Words,
    lang: Lang,
    status: &TableStatus,
    due: &DueDelivery,
    place: Option<Id>,
) -> String {
    let key = match due.why.as_str() {
        notices::OPENED => "discord-dm-opened",
        notices::CLOSED => "discord-dm-closed",
        notices::INVITED => "discord-dm-invited",
        notices::DECLINED => "discord-dm-declined",
        notices::SEATED => "discord-dm-seated",
        notices::REQUEST => "discord-dm-request",
        notices::ANSWER => "discord-dm-answer",
        notices::LAPSED => "discord-dm-lapsed",
        notices::PUBLISHED => "discord-dm-published",
        notices::UNPUBLISHED => "discord-dm-unpublished",
        notices::TIME => "discord-dm-time",
        notices::EXPIRED => "discord-dm-expired",
        notices::ABSENCE => "discord-dm-absence",
        notices::BEGAN => "discord-dm-began",
        notices::LOST => "discord-dm-lost",
        notices::STOOD_IN => "discord-dm-stood-in",
        notices::MASTER => "discord-dm-master",
        notices::VACATED => "discord-dm-vacated",
        notices::REPLACED => "discord-dm-replaced",
        why if notices::is_reminder(why) => "discord-dm-reminder",
        why if notices::is_of_readiness(why) => "discord-dm-ready",
        _ => "discord-dm-prompt",
    };
    let here = || words.say(lang, "discord-dm-here", &of_table(status));
    let place = place.map_or_else(here, mention_place);
    let args = [("seat", seat_name(&status.seats, due.seat).into()), ("place", place.into())];
    match &due.words {
        Some(told) => {
            let head = words.say(lang, "discord-dm-told", &with(status, &args));
            let lines = [Some(head), Some(markdown::plain(told)), until(words, lang, status, due)];
            let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
            pages(&text, CONTENT).into_iter().next().unwrap_or_default()
        }
        None => {
            let text = asking(words, lang, words.say(lang, key, &with(status, &args)), status, due);
            let page = status.page.as_ref().filter(|_| due.why == notices::PUBLISHED);
            let page = page.map(|page| format!("\n{}", page_line(words, lang, page)));
            let text = text + &page.unwrap_or_default() + &recap(words, lang, due);
            pages(&text, CONTENT).into_iter().next().unwrap_or_default()
        }
    }
}

/// The text of a notice with the public question and the deadline, on lines of their own.
fn asking(words: &Words, lang: Lang, text: String, status: &TableStatus, due: &DueDelivery) -> String {
    let seat = status.seats.iter().find(|it| it.seat == due.seat);
    let of_question = seat.filter(|_| notices::is_of_question(&due.why));
    let asked = match due.why.as_str() {
        _ if of_question.is_some() => of_question.map_or("", |it| it.question.as_str()),
        notices::REQUEST => status.request.as_ref().map_or("", |(_, request, _)| request.as_str()),
        why if notices::is_of_readiness(why) => status.readiness.as_deref().unwrap_or_default(),
        _ => "",
    };
    let asked = Some(markdown::plain(asked)).filter(|asked| !asked.is_empty());
    [Some(text), asked, until(words, lang, status, due)].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The deadline of its seat's decision, for a notice about that decision or one of the game's own.
fn until(words: &Words, lang: Lang, status: &TableStatus, due: &DueDelivery) -> Option<String> {
    let seat = status.seats.iter().find(|it| it.seat == due.seat)?;
    let time = seat.time.as_ref().filter(|_| due.own.is_some() || notices::is_of_question(&due.why));
    Some(time_in_words(words, lang, time?))
}

/// The recap for a reader, below their question.
fn recap(words: &Words, lang: Lang, due: &DueDelivery) -> String {
    if due.recap.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = due.recap.iter().map(|line| markdown::plain(line)).collect();
    format!("\n{}\n{}", words.say(lang, "discord-dm-since", &[]), lines.join("\n"))
}

fn of_table(status: &TableStatus) -> [(&'static str, Value<'_>); 2] {
    [("game", status.game.as_str().into()), ("table", markdown::in_code(&status.label).into())]
}

fn with<'a>(status: &'a TableStatus, more: &[(&'a str, Value<'a>)]) -> Vec<(&'a str, Value<'a>)> {
    of_table(status).into_iter().chain(more.iter().cloned()).collect()
}
