//! What came of a notice: as it is kept, and as players are told when they ask.

use std::fmt;
use std::str::FromStr;

use crate::club::delivery::DeliveryRecord;
use crate::door::discord::inbound::call::Id;
use crate::door::discord::outbound::markdown::{mention_place, timestamp};
use crate::table::notices;
use crate::words::{Lang, Value, Words};

/// What came of a notice. Its text is kept in the store; it reads the same in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player was pinged in the table's thread or channel.
    Place {
        /// Where.
        place: Id,
        /// Whether a direct message was tried first, and the player takes none.
        dm_closed: bool,
    },
    /// The report in the thread or channel tells of it.
    Report {
        /// Where.
        place: Id,
        /// Whether a direct message was tried first, and the player takes none.
        dm_closed: bool,
    },
    /// It went out as a direct message.
    Dm,
    /// The player takes no direct messages; the position shows it to them when they look.
    Kept,
    /// It was decided before it could be sent.
    NotNeeded,
    /// There was nobody to tell.
    Nobody,
    /// Discord refused it for good, and what it said.
    Refused(String),
    /// It could not be sent yet, and why.
    Later(String),
}

impl Outcome {
    /// Whether the player was told.
    pub fn went_out(&self) -> bool {
        matches!(self, Outcome::Place { .. } | Outcome::Report { .. } | Outcome::Dm | Outcome::Kept)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = |dm_closed: &bool| if *dm_closed { " dm-closed" } else { "" };
        match self {
            Outcome::Place { place, dm_closed } => write!(f, "place {place}{}", closed(dm_closed)),
            Outcome::Report { place, dm_closed } => write!(f, "report {place}{}", closed(dm_closed)),
            Outcome::Dm => f.write_str("dm"),
            Outcome::Kept => f.write_str("kept"),
            Outcome::NotNeeded => f.write_str("not-needed"),
            Outcome::Nobody => f.write_str("nobody"),
            Outcome::Refused(said) => write!(f, "refused {said}"),
            Outcome::Later(said) => write!(f, "later {said}"),
        }
    }
}

impl FromStr for Outcome {
    type Err = ();

    fn from_str(text: &str) -> Result<Outcome, ()> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (id, dm_closed) = match rest.strip_suffix(" dm-closed") {
            Some(id) => (id, true),
            None => (rest, false),
        };
        let place = id.parse().map_err(|_| ());
        match kind {
            "place" => Ok(Outcome::Place { place: place?, dm_closed }),
            "report" => Ok(Outcome::Report { place: place?, dm_closed }),
            "dm" => Ok(Outcome::Dm),
            "kept" => Ok(Outcome::Kept),
            "not-needed" => Ok(Outcome::NotNeeded),
            "nobody" => Ok(Outcome::Nobody),
            "refused" => Ok(Outcome::Refused(rest.to_owned())),
            "later" => Ok(Outcome::Later(rest.to_owned())),
            _ => Err(()),
        }
    }
}

/// What was sent for a decision, when, and what came of it, in a line of Discord's Markdown; `seat` is what its seat is
/// called in this language, `own` what the notice is about where it is one of the game's own.
pub fn line(words: &Words, lang: Lang, sent: &DeliveryRecord, seat: &str, own: Option<String>) -> String {
    let outcome = sent.outcome.as_deref().and_then(|text| text.parse().ok());
    let place = match &outcome {
        Some(Outcome::Place { place, .. } | Outcome::Report { place, .. }) => mention_place(*place),
        _ => String::new(),
    };
    let args: [(&str, Value<'_>); 6] = [
        ("why", own.unwrap_or_else(|| words.say(lang, cause(&sent.why), &[])).into()),
        ("seat", seat.into()),
        ("entry", sent.seq.into()),
        ("when", sent.ended.map(timestamp).unwrap_or_default().into()),
        ("place", place.into()),
        ("attempts", sent.attempts.into()),
    ];
    words.say(lang, key(sent, outcome.as_ref()), &args)
}

fn key(sent: &DeliveryRecord, outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        _ if sent.ended.is_none() && sent.attempts > 0 => "discord-sent-later",
        _ if sent.ended.is_none() => "discord-sent-waits",
        Some(Outcome::Place { dm_closed: false, .. }) => "discord-sent-place",
        Some(Outcome::Place { dm_closed: true, .. }) => "discord-sent-place-dm-closed",
        Some(Outcome::Report { dm_closed: false, .. }) => "discord-sent-report",
        Some(Outcome::Report { dm_closed: true, .. }) => "discord-sent-report-dm-closed",
        Some(Outcome::Dm) => "discord-sent-dm",
        Some(Outcome::Kept) => "discord-sent-kept",
        Some(Outcome::NotNeeded) => "discord-sent-not-needed",
        Some(Outcome::Nobody) => "discord-sent-nobody",
        Some(Outcome::Refused(_)) => "discord-sent-refused",
        Some(Outcome::Later(_)) | None if sent.delivered => "discord-sent-somewhere",
        Some(Outcome::Later(_)) | None => "discord-sent-given-up",
    }
}

/// What a notice is about, in a few words.
fn cause(why: &str) -> &'static str {
    match why {
        notices::PROMPT => "discord-cause-prompt",
        notices::OPENED => "discord-cause-opened",
        notices::CLOSED => "discord-cause-closed",
        notices::INVITED => "discord-cause-invited",
        notices::DECLINED => "discord-cause-declined",
        notices::SEATED => "discord-cause-seated",
        notices::REQUEST => "discord-cause-request",
        notices::ANSWER => "discord-cause-answer",
        notices::LAPSED => "discord-cause-lapsed",
        _ => "discord-cause-other",
    }
}
