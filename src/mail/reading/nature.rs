//! Whether a person wrote a message: machines are never answered (RFC 3834).

use super::address::{Sender, cleaned};
use super::bounce::{Bounce, Report, report};
use super::entity::Entity;

/// The header of every mail of ours, by which it is known when it comes back.
pub const LOOP: &str = "X-Wardroom";

/// Who or what wrote a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A person, as far as can be told.
    Personal,
    /// A machine.
    Automatic(Sign),
    /// A mail server, of a mail that did not arrive.
    Bounce(Bounce),
}

/// By what a machine is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is a mail of ours.
    Loop,
    /// It says that it was sent automatically.
    AutoSubmitted,
    /// It asks that nothing answer it automatically.
    Suppressed,
    /// It is from a list, or one of many.
    List,
    /// It reports something else than a failure: that a mail was read, delivered, or is late.
    Report,
    /// It cannot be answered: nothing that bounces would come back.
    NullReturnPath,
    /// Nobody reads what is sent to its sender.
    NoReply,
    /// Its subject is that of an automatic answer.
    Subject,
}

/// Who or what wrote `message`, which is from `from`.
pub(super) fn nature(message: &Entity<'_>, from: &Sender) -> Nature {
    let names: Vec<String> = message.names().collect();
    if names.contains(&LOOP.to_ascii_lowercase()) {
        return Nature::Automatic(Sign::Loop);
    }
    let local = from.address.split(['@', '+']).next().unwrap_or_default();
    let null = message.texts("Return-Path").first().is_some_and(|path| path == "<>");
    let server = ["mailer-daemon", "postmaster"].contains(&local);
    match report(message, null || server) {
        Some(Report::Failure(bounce)) => return Nature::Bounce(bounce),
        Some(Report::Other) => return Nature::Automatic(Sign::Report),
        None => {}
    }
    let says = |name, words: &[&str]| {
        let value = |text: &String| text.to_ascii_lowercase();
        message.texts(name).iter().map(value).any(|text| words.iter().any(|word| text.contains(word)))
    };
    let submitted = message.texts("Auto-Submitted");
    let is_no =
        |text: &String| text.split([';', '(']).next().unwrap_or_default().trim().eq_ignore_ascii_case("no");
    let named = |begins: &[&str]| names.iter().any(|name| begins.iter().any(|begin| name.starts_with(begin)));
    let subject = cleaned(&message.texts("Subject").join(" "), usize::MAX).to_lowercase();
    let cause = if submitted.iter().any(|text| !is_no(text))
        || named(&["x-autoreply", "x-autorespon", "x-auto-reply"])
    {
        Sign::AutoSubmitted
    } else if named(&["list-", "x-mailing-list", "x-ml-name"])
        || says("Precedence", &["bulk", "junk", "list"])
    {
        Sign::List
    } else if says("X-Auto-Response-Suppress", &["all", "oof", "autoreply"])
        || says("Precedence", &["auto_reply"])
    {
        Sign::Suppressed
    } else if null || server {
        Sign::NullReturnPath
    } else if NO_REPLY.contains(&local.replace(['-', '_', '.'], "").as_str()) {
        Sign::NoReply
    } else if SUBJECTS.iter().any(|begin| subject.starts_with(begin)) {
        Sign::Subject
    } else {
        return Nature::Personal;
    };
    Nature::Automatic(cause)
}

/// Local parts behind which there is nobody, without separators.
const NO_REPLY: [&str; 6] = ["noreply", "donotreply", "autoreply", "nobody", "bounce", "bounces"];
/// How the subjects of automatic answers begin that do not say otherwise that they are.
const SUBJECTS: [&str; 8] = [
    "automatic reply:",
    "auto:",
    "autoreply:",
    "auto-reply:",
    "out of office",
    "自動応答",
    "自動返信",
    "不在通知",
];
