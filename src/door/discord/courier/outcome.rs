//! The outcome of a notice: its stored form, and its text for players.

use std::fmt;
use std::str::FromStr;

use crate::club::delivery::{DIGEST, DeliveryRecord, Settlement};
use crate::door::discord::id::Id;
use crate::door::discord::outbound::markdown::{mention_place, timestamp};
use crate::table::notices;
use crate::words::{Lang, Value, Words};

/// The outcome of a notice. The stored text is the same in every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// The player was pinged in the table's thread or channel.
    Place {
        /// The channel or thread.
        place: Id,
        /// True if a direct message was tried first, and the player takes none.
        dm_closed: bool,
        /// The later state of the ping, once its question was settled.
        after: Option<Aftermath>,
    },
    /// The report in the thread or channel contains it.
    Report {
        /// The channel or thread.
        place: Id,
        /// True if a direct message was tried first, and the player takes none.
        dm_closed: bool,
    },
    /// It went out as a direct message.
    Dm {
        /// The later state, once its question was settled.
        after: Option<Aftermath>,
    },
    /// It was sent in a digest.
    Digest,
    /// The player takes no direct messages; the position shows it to them when they look.
    Kept,
    /// It was settled before it could be sent; older records do not say how.
    NotNeeded(Option<Settlement>),
    /// There was no recipient.
    Nobody,
    /// Discord refused it for good, with Discord's message.
    Refused(String),
    /// It could not be sent yet, and why.
    Later(String),
}

/// The edit of a ping whose question was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The settlement.
    pub settled: Settlement,
    /// What was done with its message.
    pub fate: PingFate,
}

/// What was done with the message of a ping whose question was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PingFate {
    /// It could neither be edited nor deleted.
    Left,
    /// It was edited to say so, at this time in seconds since 1970: pings of earlier versions.
    Edited(i64),
    /// It was deleted, at this time in seconds since 1970.
    Deleted(i64),
    /// A report carried the ping.
    InReport,
}

impl DeliveryOutcome {
    /// Returns whether the message reached the player.
    pub fn went_out(&self) -> bool {
        matches!(
            self,
            DeliveryOutcome::Place { .. }
                | DeliveryOutcome::Report { .. }
                | DeliveryOutcome::Dm { .. }
                | DeliveryOutcome::Digest
                | DeliveryOutcome::Kept
        )
    }

    /// The same of a ping whose question was settled since.
    #[must_use]
    pub fn with(self, became: Aftermath) -> DeliveryOutcome {
        let after = Some(became);
        match self {
            DeliveryOutcome::Place { place, dm_closed, .. } => {
                DeliveryOutcome::Place { place, dm_closed, after }
            }
            DeliveryOutcome::Dm { .. } => DeliveryOutcome::Dm { after },
            outcome => outcome,
        }
    }

    /// The fate of a ping.
    fn after(&self) -> Option<Aftermath> {
        match self {
            DeliveryOutcome::Place { after, .. } | DeliveryOutcome::Dm { after } => *after,
            _ => None,
        }
    }

    fn settled(&self) -> Option<Settlement> {
        match self {
            DeliveryOutcome::NotNeeded(settled) => *settled,
            _ => self.after().map(|after| after.settled),
        }
    }
}

impl fmt::Display for DeliveryOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let closed = |dm_closed: &bool| if *dm_closed { " dm-closed" } else { "" };
        match self {
            DeliveryOutcome::Place { place, dm_closed, .. } => {
                write!(f, "place {place}{}", closed(dm_closed))?;
            }
            DeliveryOutcome::Report { place, dm_closed } => {
                write!(f, "report {place}{}", closed(dm_closed))?;
            }
            DeliveryOutcome::Dm { .. } => f.write_str("dm")?,
            DeliveryOutcome::Digest => f.write_str(DIGEST)?,
            DeliveryOutcome::Kept => f.write_str("kept")?,
            DeliveryOutcome::NotNeeded(_) => f.write_str("not-needed")?,
            DeliveryOutcome::Nobody => f.write_str("nobody")?,
            DeliveryOutcome::Refused(reason) => write!(f, "refused {reason}")?,
            DeliveryOutcome::Later(reason) => write!(f, "later {reason}")?,
        }
        match self.settled() {
            Some(Settlement::Answered(entry)) => write!(f, " answered {entry}")?,
            Some(Settlement::Lapsed) => f.write_str(" lapsed")?,
            None => {}
        }
        match self.after().map(|after| after.fate) {
            Some(PingFate::Edited(at)) => write!(f, " edited {at}"),
            Some(PingFate::Deleted(at)) => write!(f, " deleted {at}"),
            Some(PingFate::InReport) => f.write_str(" in-report"),
            Some(PingFate::Left) | None => Ok(()),
        }
    }
}

impl FromStr for DeliveryOutcome {
    type Err = ();

    fn from_str(text: &str) -> Result<DeliveryOutcome, ()> {
        let (kind, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
        // These two end in free text, in which a word like "answered" means nothing.
        match kind {
            "refused" => return Ok(DeliveryOutcome::Refused(rest.to_owned())),
            "later" => return Ok(DeliveryOutcome::Later(rest.to_owned())),
            _ => {}
        }
        let place = match kind {
            "place" | "report" => words.next().and_then(|id| id.parse().ok()).ok_or(())?,
            _ => Id(0),
        };
        let dm_closed = words.next_if_eq(&"dm-closed").is_some();
        let settled = match words.next() {
            Some("answered") => Some(Settlement::Answered(number(words.next())?)),
            Some("lapsed") => Some(Settlement::Lapsed),
            Some(_) => return Err(()),
            None => None,
        };
        let fate = match words.next() {
            Some("edited") => PingFate::Edited(number(words.next())?),
            Some("deleted") => PingFate::Deleted(number(words.next())?),
            Some("in-report") => PingFate::InReport,
            Some(_) => return Err(()),
            None => PingFate::Left,
        };
        let after = settled.map(|settled| Aftermath { settled, fate });
        match kind {
            "place" => Ok(DeliveryOutcome::Place { place, dm_closed, after }),
            "report" => Ok(DeliveryOutcome::Report { place, dm_closed }),
            "dm" => Ok(DeliveryOutcome::Dm { after }),
            DIGEST => Ok(DeliveryOutcome::Digest),
            "kept" => Ok(DeliveryOutcome::Kept),
            "not-needed" => Ok(DeliveryOutcome::NotNeeded(settled)),
            "nobody" => Ok(DeliveryOutcome::Nobody),
            _ => Err(()),
        }
    }
}

fn number<T: FromStr>(word: Option<&str>) -> Result<T, ()> {
    word.and_then(|word| word.parse().ok()).ok_or(())
}

/// The messages sent for a decision, with times and outcomes, in a line of Discord's Markdown. `seat` is the seat's name in
/// this language, `own` the subject if the notice is one of the game's own.
pub fn line(words: &Words, lang: Lang, sent: &DeliveryRecord, seat: &str, own: Option<String>) -> String {
    let outcome = sent.outcome.as_deref().and_then(|text| text.parse().ok());
    let place = match &outcome {
        Some(DeliveryOutcome::Place { place, .. } | DeliveryOutcome::Report { place, .. }) => {
            mention_place(*place)
        }
        _ => String::new(),
    };
    let settled = outcome.as_ref().and_then(DeliveryOutcome::settled);
    let answer = match settled {
        Some(Settlement::Answered(entry)) => entry,
        Some(Settlement::Lapsed) | None => 0,
    };
    let args: [(&str, Value<'_>); 8] = [
        ("answer", answer.into()),
        ("why", own.unwrap_or_else(|| words.say(lang, cause(&sent.why), &[])).into()),
        ("seat", seat.into()),
        ("entry", sent.seq.into()),
        ("when", sent.ended.map(timestamp).unwrap_or_default().into()),
        ("until", sent.until.map(timestamp).unwrap_or_default().into()),
        ("place", place.into()),
        ("attempts", sent.attempts.into()),
    ];
    let told = words.say(lang, key(sent, outcome.as_ref()), &args);
    let Some(after) = outcome.as_ref().and_then(DeliveryOutcome::after) else { return told };
    let done = match after.fate {
        PingFate::Edited(at) | PingFate::Deleted(at) => timestamp(at),
        PingFate::Left | PingFate::InReport => String::new(),
    };
    let args = [("answer", answer.into()), ("edited", done.into()), ("told", told.into())];
    words.say(lang, became(after), &args)
}

fn became(after: Aftermath) -> &'static str {
    match (after.settled, after.fate) {
        (Settlement::Answered(_), PingFate::Edited(_)) => "discord-sent-answered",
        (Settlement::Answered(_), PingFate::Deleted(_)) => "discord-sent-answered-deleted",
        (Settlement::Answered(_), PingFate::InReport) => "discord-sent-answered-in-report",
        (Settlement::Answered(_), PingFate::Left) => "discord-sent-answered-unedited",
        (Settlement::Lapsed, PingFate::Edited(_)) => "discord-sent-lapsed",
        (Settlement::Lapsed, PingFate::Deleted(_)) => "discord-sent-lapsed-deleted",
        (Settlement::Lapsed, PingFate::InReport) => "discord-sent-lapsed-in-report",
        (Settlement::Lapsed, PingFate::Left) => "discord-sent-lapsed-unedited",
    }
}

fn key(sent: &DeliveryRecord, outcome: Option<&DeliveryOutcome>) -> &'static str {
    match outcome {
        // A delivery that has not ended is told by its attempts, whatever outcome the last one left.
        _ if sent.ended.is_none() && sent.attempts > 0 => "discord-sent-later",
        _ if sent.ended.is_none() && sent.until.is_some() => "discord-sent-waits-until",
        _ if sent.ended.is_none() => "discord-sent-waits",
        Some(DeliveryOutcome::Place { dm_closed: false, .. }) => "discord-sent-place",
        Some(DeliveryOutcome::Place { dm_closed: true, .. }) => "discord-sent-place-dm-closed",
        Some(DeliveryOutcome::Report { dm_closed: false, .. }) => "discord-sent-report",
        Some(DeliveryOutcome::Report { dm_closed: true, .. }) => "discord-sent-report-dm-closed",
        Some(DeliveryOutcome::Dm { .. }) => "discord-sent-dm",
        Some(DeliveryOutcome::Digest) => "discord-sent-digest",
        Some(DeliveryOutcome::Kept) => "discord-sent-kept",
        Some(DeliveryOutcome::NotNeeded(Some(Settlement::Answered(_)))) => "discord-sent-answered-before",
        Some(DeliveryOutcome::NotNeeded(_)) => "discord-sent-not-needed",
        Some(DeliveryOutcome::Nobody) => "discord-sent-nobody",
        Some(DeliveryOutcome::Refused(_)) => "discord-sent-refused",
        Some(DeliveryOutcome::Later(_)) | None if sent.delivered => "discord-sent-somewhere",
        Some(DeliveryOutcome::Later(_)) | None => "discord-sent-given-up",
    }
}

/// The cause of a notice, in a few words.
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
        notices::TIME => "discord-cause-time",
        notices::BEGAN => "discord-cause-began",
        notices::LOST => "discord-cause-lost",
        notices::STOOD_IN => "discord-cause-stood-in",
        notices::MASTER => "discord-cause-master",
        notices::VACATED => "discord-cause-vacated",
        notices::REPLACED => "discord-cause-replaced",
        why if notices::is_of_readiness(why) => "discord-cause-ready",
        notices::EXPIRED => "discord-cause-expired",
        notices::ABSENCE => "discord-cause-absence",
        why if notices::is_reminder(why) => "discord-cause-reminder",
        _ => "discord-cause-other",
    }
}
