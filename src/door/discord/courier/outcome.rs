//! What came of a notice: as it is kept, and as players are told when they ask.

use std::fmt;
use std::str::FromStr;

use crate::club::delivery::DeliveryRecord;
use crate::door::discord::inbound::interaction::Id;
use crate::door::discord::outbound::markdown::{mention_place, timestamp};
use crate::table::notices;
use crate::words::{Lang, Value, Words};

/// What came of a notice. Its text is kept in the store; it reads the same in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
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

impl DeliveryOutcome {
    /// Whether the player was told.
    pub fn went_out(&self) -> bool {
        matches!(
            self,
            DeliveryOutcome::Place { .. }
                | DeliveryOutcome::Report { .. }
                | DeliveryOutcome::Dm
                | DeliveryOutcome::Kept
        )
    }
}

impl fmt::Display for DeliveryOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = |dm_closed: &bool| if *dm_closed { " dm-closed" } else { "" };
        match self {
            DeliveryOutcome::Place { place, dm_closed } => write!(f, "place {place}{}", closed(dm_closed)),
            DeliveryOutcome::Report { place, dm_closed } => write!(f, "report {place}{}", closed(dm_closed)),
            DeliveryOutcome::Dm => f.write_str("dm"),
            DeliveryOutcome::Kept => f.write_str("kept"),
            DeliveryOutcome::NotNeeded => f.write_str("not-needed"),
            DeliveryOutcome::Nobody => f.write_str("nobody"),
            DeliveryOutcome::Refused(said) => write!(f, "refused {said}"),
            DeliveryOutcome::Later(said) => write!(f, "later {said}"),
        }
    }
}

impl FromStr for DeliveryOutcome {
    type Err = ();

    fn from_str(text: &str) -> Result<DeliveryOutcome, ()> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let (id, dm_closed) = match rest.strip_suffix(" dm-closed") {
            Some(id) => (id, true),
            None => (rest, false),
        };
        let place = id.parse().map_err(|_| ());
        match kind {
            "place" => Ok(DeliveryOutcome::Place { place: place?, dm_closed }),
            "report" => Ok(DeliveryOutcome::Report { place: place?, dm_closed }),
            "dm" => Ok(DeliveryOutcome::Dm),
            "kept" => Ok(DeliveryOutcome::Kept),
            "not-needed" => Ok(DeliveryOutcome::NotNeeded),
            "nobody" => Ok(DeliveryOutcome::Nobody),
            "refused" => Ok(DeliveryOutcome::Refused(rest.to_owned())),
            "later" => Ok(DeliveryOutcome::Later(rest.to_owned())),
            _ => Err(()),
        }
    }
}

/// What was sent for a decision, when, and what came of it, in a line of Discord's Markdown; `seat` is what its seat is
/// called in this language, `own` what the notice is about where it is one of the game's own.
pub fn line(words: &Words, lang: Lang, sent: &DeliveryRecord, seat: &str, own: Option<String>) -> String {
    let outcome = sent.outcome.as_deref().and_then(|text| text.parse().ok());
    let place = match &outcome {
        Some(DeliveryOutcome::Place { place, .. } | DeliveryOutcome::Report { place, .. }) => {
            mention_place(*place)
        }
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

fn key(sent: &DeliveryRecord, outcome: Option<&DeliveryOutcome>) -> &'static str {
    match outcome {
        _ if sent.ended.is_none() && sent.attempts > 0 => "discord-sent-later",
        _ if sent.ended.is_none() => "discord-sent-waits",
        Some(DeliveryOutcome::Place { dm_closed: false, .. }) => "discord-sent-place",
        Some(DeliveryOutcome::Place { dm_closed: true, .. }) => "discord-sent-place-dm-closed",
        Some(DeliveryOutcome::Report { dm_closed: false, .. }) => "discord-sent-report",
        Some(DeliveryOutcome::Report { dm_closed: true, .. }) => "discord-sent-report-dm-closed",
        Some(DeliveryOutcome::Dm) => "discord-sent-dm",
        Some(DeliveryOutcome::Kept) => "discord-sent-kept",
        Some(DeliveryOutcome::NotNeeded) => "discord-sent-not-needed",
        Some(DeliveryOutcome::Nobody) => "discord-sent-nobody",
        Some(DeliveryOutcome::Refused(_)) => "discord-sent-refused",
        Some(DeliveryOutcome::Later(_)) | None if sent.delivered => "discord-sent-somewhere",
        Some(DeliveryOutcome::Later(_)) | None => "discord-sent-given-up",
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
        notices::PUBLISHED => "discord-cause-published",
        notices::UNPUBLISHED => "discord-cause-unpublished",
        _ => "discord-cause-other",
    }
}
