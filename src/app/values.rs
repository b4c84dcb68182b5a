//! Values typed on the command line, and their errors.

use ed25519_dalek::VerifyingKey;

use crate::bots::{MOST_PLAYOUTS, Strength, StrengthError};
use crate::club::club_log::VerifierKey;
use crate::club::local::Stride;
use crate::game::Seat;
use crate::log::NotedHead;
use crate::picture::Theme;

/// Computer players as they are typed.
const STRENGTHS: &str = "random, midshipman, lieutenant, captain, captain:PLAYOUTS";

/// Why a value is invalid: a message with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {known}")]
pub struct UsageFault {
    /// The message.
    pub key: &'static str,
    /// What would be known, where the message says it.
    pub known: String,
}

impl UsageFault {
    /// The fault of a message.
    pub fn of(key: &'static str, known: &str) -> UsageFault {
        UsageFault { key, known: known.to_owned() }
    }
}

/// A computer player.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn strength(text: &str) -> Result<Strength, UsageFault> {
    text.parse().map_err(|fault| match fault {
        StrengthError::Unknown(_) => UsageFault::of("cli-bad-one-of", STRENGTHS),
        StrengthError::Playouts(_) => UsageFault::of("cli-bad-playouts", &MOST_PLAYOUTS.to_string()),
    })
}

/// A seat.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn seat(text: &str) -> Result<Seat, UsageFault> {
    text.parse().map_err(|_| UsageFault::of("cli-bad-seat", text))
}

/// A theme of pictures.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn theme(text: &str) -> Result<&'static Theme, UsageFault> {
    let names = || Theme::ALL.map(|theme| theme.name).join(", ");
    Theme::named(text).ok_or_else(|| UsageFault::of("cli-bad-one-of", &names()))
}

/// The key of a club's log.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn log_key(text: &str) -> Result<VerifierKey, UsageFault> {
    VerifierKey::read(text.trim()).map_err(|_| UsageFault::of("cli-bad-log-key", ""))
}

/// The public key of a Discord application.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn discord_key(text: &str) -> Result<VerifyingKey, UsageFault> {
    let mut key = [0; 32];
    let read = hex::decode_to_slice(text.trim(), &mut key).ok();
    let read = read.and_then(|()| VerifyingKey::from_bytes(&key).ok());
    read.ok_or_else(|| UsageFault::of("cli-bad-discord-key", ""))
}

/// The key of a witness.
///
/// # Errors
/// [`UsageFault`] for any other text, or the key of a log.
pub fn witness_key(text: &str) -> Result<VerifierKey, UsageFault> {
    let key = VerifierKey::read(text.trim()).ok().filter(VerifierKey::is_witness);
    key.ok_or_else(|| UsageFault::of("cli-bad-witness-key", ""))
}

/// A noted head.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn head(text: &str) -> Result<NotedHead, UsageFault> {
    text.parse().map_err(|_| UsageFault::of("cli-bad-head", text))
}

/// An option of a game: `NAME` or `NAME=VALUE`.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn setup_option(text: &str) -> Result<(String, String), UsageFault> {
    match text.split_once('=') {
        // Before the value: `=` lacks both, and the message about a value quotes the name.
        _ if text.is_empty() || text.starts_with('=') => Err(UsageFault::of("cli-bad-option-name", "")),
        Some((name, "")) => Err(UsageFault::of("cli-bad-option-value", name)),
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => Ok((text.to_owned(), String::new())),
    }
}

/// The name of a player.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn player_name(text: &str) -> Result<String, UsageFault> {
    let name = text.trim();
    if name.is_empty() || !crate::reason::is_plain(name) {
        return Err(UsageFault::of("cli-bad-player", ""));
    }
    Ok(name.to_owned())
}

/// The unit to step by; the games' words for a part of a log are accepted.
///
/// # Errors
/// [`UsageFault`] for any other text.
pub fn stride(text: &str, parts: &[String]) -> Result<Stride, UsageFault> {
    match text {
        "entry" => Ok(Stride::Entry),
        "phase" => Ok(Stride::Phase),
        "day" => Ok(Stride::Day),
        part if parts.iter().any(|known| known == part) => Ok(Stride::Part),
        _ => Err(UsageFault::of(
            "cli-bad-one-of",
            &[&["entry".to_owned(), "phase".to_owned(), "day".to_owned()], parts].concat().join(", "),
        )),
    }
}
