//! What takes seconds is worked out apart from the mail that asks for it, while others are answered; then the mail is carried out
//! again, and finds the result.

use std::sync::Arc;

use super::answer::{LineResult, MailAnswer};
use super::mail_door::MailDoor;
use super::requests::{SlowLook, SlowRequest};
use super::wording::AtMail;
use crate::club::session::PlayerSession;
use crate::club::table_words::TableLook;
use crate::club::{ClubError, Visitor};
use crate::report::Weight;

/// Works a request out and keeps the result. It takes no lock of the door.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn work_out(door: &MailDoor, request: SlowRequest) -> Result<(), ClubError> {
    let SlowRequest { table, player, lang, asks, .. } = &request;
    let plain = |lines: Vec<String>| -> Vec<(Weight, String)> {
        lines.into_iter().map(|line| (Weight::Plain, line)).collect()
    };
    let sit = || {
        let visitor = Visitor {
            player: player.clone(),
            door: Arc::new(AtMail),
            key: "slow".to_owned(),
            receipts: None,
        };
        door.club.watch(table, *lang)?.sit(visitor, None)
    };
    let lines = match asks {
        SlowLook::Decided(what) => sit().and_then(|session| session.board(what)),
        SlowLook::Why(entry) => sit().and_then(|session| session.reasons(*entry)).map(plain),
        SlowLook::Audit => door.club.evidence().audit(table, *lang).map(|(_, found)| plain(found)),
    };
    let lines = match lines {
        // A refusal is a result too: as an error it would leave the mail to ask again and again.
        Err(ClubError::Refused(why)) => plain(vec![why]),
        lines => lines?,
    };
    door.worked_out.keep(request, door.club.now(), lines);
    Ok(())
}

/// Shows what takes long to work out, one such request a mail; or ends the mail for now, until it is worked out.
pub(super) fn show(answer: &mut MailAnswer<'_>, table: &str, asks: SlowLook) -> LineResult {
    let last = answer.door.club.watch(table, answer.lang)?.around().last;
    let (player, lang) = (answer.player.to_owned(), answer.lang);
    let request = SlowRequest { table: table.to_owned(), last, player, lang, asks };
    if answer.shown_slow.as_ref().is_some_and(|shown| *shown != request) {
        return answer.input_error("mail-one-thought", &[]);
    }
    match answer.door.worked_out.known(&request, answer.door.club.now()) {
        Some(lines) => {
            answer.body.weighted(Vec::clone(&lines));
            answer.shown_slow = Some(request);
            Ok(())
        }
        None => {
            answer.wants = Some(request);
            // No words for the player: `wants` is looked at before the refusal.
            Err(ClubError::Refused(String::new()))
        }
    }
}

/// The part of a look at the table that takes long to work out, if it has one.
pub(super) fn slow_look(session: &PlayerSession, look: &TableLook) -> Option<SlowLook> {
    match look {
        TableLook::Show(words) if session.asks_what_decided(words) => Some(SlowLook::Decided(words.clone())),
        TableLook::Why(entry) => Some(SlowLook::Why(*entry)),
        _ => None,
    }
}
