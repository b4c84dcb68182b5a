//! What the courier says. Names of games and seats are our own words; nothing here was typed by a user.

use sha2::{Digest, Sha256};

use super::job::Visit;
use crate::door::discord::call::Id;
use crate::door::discord::house::{Chair, Due, Status};
use crate::door::discord::limits::{CONTENT, NONCE, THREAD_NAME};
use crate::game::Seat;
use crate::report::{Told, Weight};
use crate::table::notices;
use crate::words::{Lang, Value, Words};

/// Most messages of one report; of a longer one the last are sent.
const REPORT_PAGES: usize = 10;

/// The nonce of what `parts` name: the same for the same, at most [`NONCE`] characters.
pub(super) fn nonce(parts: &[&str]) -> String {
    let mut text = hex::encode(Sha256::digest(parts.join("\n")));
    text.truncate(NONCE);
    text
}

/// A moment, in seconds since 1970, as each reader's own clock shows it.
pub(super) fn moment(seconds: i64) -> String {
    format!("<t:{seconds}:f> (<t:{seconds}:R>)")
}

pub(super) fn thread_name(words: &Words, visit: &Visit) -> String {
    let name = words.say(visit.lang(), "discord-thread-name", &of_table(&visit.status));
    name.chars().take(THREAD_NAME).collect()
}

pub(super) fn starter(words: &Words, visit: &Visit) -> String {
    words.say(visit.lang(), "discord-thread-starter", &of_table(&visit.status))
}

/// What the status message in the channel says after the table went on to a thread.
pub(super) fn moved(words: &Words, visit: &Visit, thread: Option<Id>) -> String {
    let place = mention_place(thread.unwrap_or(visit.room.channel));
    words.say(visit.lang(), "discord-thread-moved", &with(&visit.status, &[("place", place.into())]))
}

/// What the owner has to mend.
pub(super) fn trouble(words: &Words, visit: &Visit, key: &str) -> String {
    let lang = visit.lang();
    let mend = words.say(lang, key, &[]);
    words.say(lang, "discord-trouble", &with(&visit.status, &[("mend", mend.into())]))
}

/// A report in pages, the chain's head in the last line; no pages when there is nothing to tell.
pub(super) fn report(words: &Words, lang: Lang, told: &[Told], head: &str) -> Vec<String> {
    if told.is_empty() {
        return vec![];
    }
    let end = words.say(lang, "discord-report-head", &[("head", head.into())]);
    let mut pages = pages(&format!("{}\n{end}", lines(told)), CONTENT);
    if pages.len() > REPORT_PAGES {
        let cut = pages.len() + 1 - REPORT_PAGES;
        let left_out = words.say(lang, "discord-report-cut", &[("pages", cut.into())]);
        pages.splice(..cut, [left_out]);
    }
    pages
}

fn lines(told: &[Told]) -> String {
    let line = |piece: &Told| match piece.weight {
        Weight::Heading | Weight::Subheading => format!("**{piece}**"),
        Weight::Plain => piece.to_string(),
    };
    told.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// `text` in pages of at most `limit` characters, cut at line ends where there are any.
fn pages(text: &str, limit: usize) -> Vec<String> {
    let mut pages = vec![];
    let mut page = String::new();
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        let mut rest: Vec<char> = line.chars().collect();
        if length + rest.len() > limit && length > 0 {
            pages.push(std::mem::take(&mut page));
            length = 0;
        }
        while rest.len() > limit {
            let after = rest.split_off(limit);
            pages.push(rest.into_iter().collect());
            rest = after;
        }
        length += rest.len();
        page.extend(rest);
    }
    pages.push(page);
    pages.retain(|page| !page.trim().is_empty());
    pages
}

/// The status message.
pub(super) fn status(words: &Words, lang: Lang, status: &Status) -> String {
    let say = |key: &str, more: &[(&str, Value<'_>)]| words.say(lang, key, &with(status, more));
    let mut lines = vec![say("discord-pinned-title", &[])];
    if !status.headline.is_empty() {
        lines.push(status.headline.clone());
    }
    lines.extend(status.chairs.iter().map(|chair| chair_line(words, lang, status, chair)));
    if let Some((entry, request, awaited)) = &status.request {
        let seats: Vec<String> = awaited.iter().map(|seat| seat_name(status, *seat)).collect();
        let between = words.say(lang, "discord-list-between", &[]);
        let awaited = seats.join(&between);
        let args = [("entry", entry.into()), ("request", request.into()), ("awaited", awaited.into())];
        lines.push(say("discord-pinned-request", &args));
    }
    if status.practice {
        lines.push(say("discord-pinned-practice", &[]));
    }
    if status.peeks > 0 {
        lines.push(say("discord-pinned-peeks", &[("count", status.peeks.into())]));
    }
    if status.closed {
        lines.push(say("discord-pinned-closed", &[("when", moment(status.since).into())]));
    } else if status.over {
        lines.push(say("discord-pinned-over", &[]));
    }
    lines.push(say("discord-report-head", &[("head", status.head.as_str().into())]));
    lines.join("\n").chars().take(CONTENT).collect()
}

fn chair_line(words: &Words, lang: Lang, status: &Status, chair: &Chair) -> String {
    let who = |player: &(String, Option<Id>)| match player.1 {
        Some(user) => mention(user),
        None => words.say(lang, "discord-pinned-elsewhere", &[]),
    };
    let key = match (&chair.player, &chair.offered_to, chair.asked && !status.over && !status.closed) {
        (Some(_), None, false) => "discord-pinned-seat",
        (Some(_), None, true) => "discord-pinned-seat-awaited",
        (Some(_), Some(_), false) => "discord-pinned-seat-passed-on",
        (Some(_), Some(_), true) => "discord-pinned-seat-passed-on-awaited",
        (None, Some(_), _) => "discord-pinned-seat-kept",
        (None, None, _) => "discord-pinned-seat-free",
    };
    let args = [
        ("seat", chair.name.as_str().into()),
        ("player", chair.player.as_ref().map(who).unwrap_or_default().into()),
        ("other", chair.offered_to.as_ref().map(who).unwrap_or_default().into()),
        ("when", moment(status.since).into()),
    ];
    words.say(lang, key, &args)
}

/// The ping of a player who is awaited, with why it does not come by direct message where that was tried.
pub(super) fn ping(words: &Words, visit: &Visit, due: &Due, user: Id, dm_closed: bool) -> String {
    let lang = visit.lang();
    let key = match due.why.as_str() {
        notices::INVITED => "discord-ping-invited",
        notices::REQUEST => "discord-ping-request",
        _ => "discord-ping-prompt",
    };
    let args = [("player", mention(user).into()), ("seat", seat_name(&visit.status, due.seat).into())];
    let mut text = words.say(lang, key, &with(&visit.status, &args));
    if dm_closed {
        text.push('\n');
        text.push_str(&words.say(lang, "discord-ping-dm-closed", &[]));
    }
    text
}

/// A notice as a direct message, in its reader's language.
pub(super) fn direct(words: &Words, lang: Lang, status: &Status, due: &Due, place: Id) -> String {
    let key = match due.why.as_str() {
        notices::OPENED => "discord-dm-opened",
        notices::CLOSED => "discord-dm-closed",
        notices::INVITED => "discord-dm-invited",
        notices::DECLINED => "discord-dm-declined",
        notices::SEATED => "discord-dm-seated",
        notices::REQUEST => "discord-dm-request",
        notices::ANSWER => "discord-dm-answer",
        notices::LAPSED => "discord-dm-lapsed",
        _ => "discord-dm-prompt",
    };
    let args = [("seat", seat_name(status, due.seat).into()), ("place", mention_place(place).into())];
    words.say(lang, key, &with(status, &args))
}

fn seat_name(status: &Status, seat: Seat) -> String {
    let chair = status.chairs.iter().find(|chair| chair.seat == seat);
    chair.map_or_else(|| seat.to_string(), |chair| chair.name.clone())
}

fn mention(user: Id) -> String {
    format!("<@{user}>")
}

fn mention_place(place: Id) -> String {
    format!("<#{place}>")
}

fn of_table(status: &Status) -> [(&'static str, Value<'_>); 2] {
    [("game", status.game.as_str().into()), ("table", status.table.as_str().into())]
}

fn with<'a>(status: &'a Status, more: &[(&'a str, Value<'a>)]) -> Vec<(&'a str, Value<'a>)> {
    of_table(status).into_iter().chain(more.iter().cloned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_the_whole_text_and_none_is_too_long() {
        for text in ["", "a\nb\n", &"line of text\n".repeat(40), &"長".repeat(333), "\n\n"] {
            let pages = pages(text, 100);
            assert!(pages.iter().all(|page| page.chars().count() <= 100));
            assert_eq!(pages.concat().trim(), text.trim());
        }
    }

    #[test]
    fn a_nonce_is_short_and_follows_from_what_it_names() {
        assert_eq!(nonce(&["report", "a", "12"]), nonce(&["report", "a", "12"]));
        assert_ne!(nonce(&["report", "a", "12"]), nonce(&["report", "a1", "2"]));
        assert_eq!(nonce(&["x"]).len(), 25);
    }
}
