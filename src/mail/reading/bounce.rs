//! Mails that did not arrive: delivery reports (RFC 3464), and what servers wrote before there were any.

use super::MAX_LISTED;
use super::address::compared;
use super::entity::{Body, Entity};

/// The most of a text in which a server explains itself, in lines.
const EXPLAINED: usize = 200;
/// The status of a mailbox that is full: it is a failure for good by its number, and passes.
const FULL: &str = "5.2.2";
/// What old servers say of a mail that is only late, and of failures that pass.
const LATE: [&str; 4] =
    ["will be retried", "will keep trying", "no action is required", "you do not need to resend"];
const PASSING: [&str; 9] = [
    "quota",
    "mailbox full",
    "mailbox is full",
    "5.2.2",
    "4.2.2",
    "timed out",
    "timeout",
    "try again",
    "temporar",
];

/// A mail of ours that did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Whom it did not reach.
    pub failed: Vec<Failed>,
    /// The `Message-ID` of the mail of ours without brackets, where the report has it. Anyone can write a report: it is
    /// believed where this id is one of ours.
    pub message_id: Option<String>,
}

/// An address that was not reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed {
    /// The address, as compared.
    pub address: String,
    /// Whether it is the address that is wrong, so that later mails would not arrive either.
    pub permanent: bool,
}

/// The report of a server or a program.
pub(super) enum Report {
    /// A mail did not arrive.
    Failure(Bounce),
    /// It is late, or arrived, or was read.
    Other,
}

/// The report in a message, if it is one; `server`: it is from a mail server.
pub(super) fn report(message: &Entity<'_>, server: bool) -> Option<Report> {
    let parts = message.all();
    let is = |part: &&Entity<'_>, kinds: &[&str]| kinds.contains(&part.kind().as_str());
    let status =
        parts.iter().find(|part| is(part, &["message/delivery-status", "message/global-delivery-status"]));
    let explained = if server { explanation(message) } else { String::new() };
    let listed = message.texts("X-Failed-Recipients");
    // Addresses in fields are certain; those in a text for people are the last resort.
    let failed = match status {
        Some(status) => fields(&status.text()),
        None if !listed.is_empty() => failures(listed.iter().flat_map(|list| list.split(',')), &explained),
        None => failures(first_address(&explained), &explained),
    };
    if failed.is_empty() {
        let is_report = status.is_some() || message.kind() == "multipart/report";
        return is_report.then_some(Report::Other);
    }
    let returned =
        parts.iter().filter(|part| is(part, &["message/rfc822", "message/global", "text/rfc822-headers"]));
    let message_id = returned.map(Entity::text).chain([explained]).find_map(|copy| id(&copy));
    Some(Report::Failure(Bounce { failed, message_id }))
}

/// A server's text for people.
fn explanation(message: &Entity<'_>) -> String {
    let plain = |body| match body {
        Body::Plain(text, ..) => Some(text),
        Body::Html(_) => None,
    };
    message.bodies().into_iter().find_map(plain).unwrap_or_default()
}

/// The failures among the groups of fields of a delivery status.
fn fields(text: &str) -> Vec<Failed> {
    let group = |group: &str| {
        let field = |name: &str| {
            let fields = group.lines().filter_map(|line| line.split_once(':'));
            let mut values = fields.filter(|(field, _)| field.trim().eq_ignore_ascii_case(name));
            values.next().map(|(_, value)| value.trim())
        };
        // The first is the address as we had it, the other what became of it on the way.
        let recipient = field("Original-Recipient").or_else(|| field("Final-Recipient"))?;
        let address = compared(recipient.split_once(';').map_or(recipient, |(_, address)| address))?;
        let failed = field("Action")?.to_ascii_lowercase().starts_with("failed");
        let status = field("Status").unwrap_or_default();
        let permanent = status.starts_with("5.") && !status.starts_with(FULL);
        failed.then_some(Failed { address, permanent })
    };
    text.split("\n\n").filter_map(group).take(MAX_LISTED).collect()
}

/// These addresses, unless their mail is only late, with the explanation for all of them.
fn failures<'a>(addresses: impl IntoIterator<Item = &'a str>, explained: &str) -> Vec<Failed> {
    let says = |words: &[&str]| {
        let lower = explained.to_ascii_lowercase();
        words.iter().any(|word| lower.contains(word))
    };
    if says(&LATE) {
        return vec![];
    }
    let permanent = !says(&PASSING);
    let addresses = addresses.into_iter().filter_map(compared).take(MAX_LISTED);
    addresses.map(|address| Failed { address, permanent }).collect()
}

/// The first address in an explanation.
fn first_address(explained: &str) -> Option<&str> {
    let lines = explained.lines().take(EXPLAINED);
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || "<>()[],;:".contains(c)));
    words.map(|word| word.trim_matches(['.', '"'])).find(|word| compared(word).is_some())
}

/// The `Message-ID` in a copy of a message.
fn id(copy: &str) -> Option<String> {
    let begins = |line: &&str| line.get(..11).is_some_and(|name| name.eq_ignore_ascii_case("message-id:"));
    let mut lines = copy.lines().map(str::trim_start).skip_while(|line| !begins(line));
    // The id may be on the next line.
    let text = format!("{}{}", lines.next()?, lines.next().unwrap_or_default());
    let (_, rest) = text.split_once('<')?;
    rest.split_once('>').map(|(id, _)| id.to_owned())
}
