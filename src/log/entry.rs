//! An entry of the log, its audience, and its canonical text.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::canonical::{self, NotCanonical};
use super::form::{check_hex, check_id, check_kind, check_table, check_time, field};
use super::limits::{MAX_AUDIENCE_SEATS, MAX_ENTRY_BYTES};
use crate::reason::Reason;

/// The prefix of the door of a standing order's order; the standing order's name follows.
pub const STANDING_DOOR: &str = "standing-order/";

/// The seat that acted, and its player at the time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct By {
    /// The seat, like `german`.
    pub seat: String,
    /// The opaque id of the player; never a name or an address.
    pub player: String,
}

/// The audience of an entry, from the moment it is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryAudience {
    /// Everyone, players or not.
    Everyone,
    /// Nobody, until an `Opened` entry says otherwise.
    Nobody,
    /// These seats, in ascending order and each once ([`EntryAudience::seats`] sees to that); never none.
    Seats(Vec<String>),
}

impl EntryAudience {
    /// The audience of these seats; nobody if there are none.
    pub fn seats<S: Into<String>>(seats: impl IntoIterator<Item = S>) -> EntryAudience {
        let mut seats: Vec<String> = seats.into_iter().map(Into::into).collect();
        seats.sort_unstable();
        seats.dedup();
        if seats.is_empty() { EntryAudience::Nobody } else { EntryAudience::Seats(seats) }
    }

    /// As JSON: `"everyone"`, `"nobody"` or an array of seats.
    pub fn to_value(&self) -> Value {
        match self {
            EntryAudience::Everyone => json!("everyone"),
            EntryAudience::Nobody => json!("nobody"),
            EntryAudience::Seats(seats) => json!(seats),
        }
    }

    /// From JSON.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] when it is not an audience, or its seats are not in ascending order, each once.
    pub fn from_value(value: &Value) -> Result<EntryAudience, NotCanonical> {
        let audience = match value {
            Value::String(word) if word == "everyone" => EntryAudience::Everyone,
            Value::String(word) if word == "nobody" => EntryAudience::Nobody,
            Value::Array(seats) => EntryAudience::Seats(
                seats.iter().map(|seat| string(seat, "a seat of the audience")).collect::<Result<_, _>>()?,
            ),
            other => return field(format!("{other} is not an audience")),
        };
        audience.check()?;
        Ok(audience)
    }

    fn check(&self) -> Result<(), NotCanonical> {
        let EntryAudience::Seats(seats) = self else { return Ok(()) };
        if seats.is_empty() || seats.len() > MAX_AUDIENCE_SEATS {
            return field(format!("an audience names 1 to {MAX_AUDIENCE_SEATS} seats, not {}", seats.len()));
        }
        // One spelling of each audience, as of everything that is hashed.
        if !seats.is_sorted_by(|a, b| a < b) {
            return field("the seats of an audience must be in ascending order, each once".to_owned());
        }
        seats.iter().try_for_each(|seat| check_id(seat, "a seat of the audience"))
    }
}

impl Serialize for EntryAudience {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EntryAudience {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EntryAudience, D::Error> {
        EntryAudience::from_value(&Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// One entry of the log of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The table, like `chess-7kq2`: lower-case letters, digits, `-` and `_`.
    pub table: String,
    /// Its place in the table's log; the first is 1 and there are no gaps.
    pub seq: u64,
    /// The time: RFC 3339, UTC, milliseconds, like `1914-08-04T09:30:00.000Z`.
    pub at: String,
    /// The kind in PascalCase: of a table event ([`super::TableEvent`]) or an event of the game.
    pub kind: String,
    /// The version of the kind's body, from 1.
    pub v: u32,
    /// The seat that acted; `None` if nobody in particular did.
    pub by: Option<By>,
    /// The door it came in by, like `discord`.
    pub door: Option<String>,
    /// The idempotency key: lower-case hexadecimal SHA-256 of the outside id.
    pub key: Option<String>,
    /// The digest of the receipt of its message ([`crate::receipt`]), 64 lower-case hexadecimal digits; from format 2 on.
    pub receipt: Option<String>,
    /// Its audience.
    pub audience: EntryAudience,
    /// The seq of the earlier entry whose handling brought this one.
    pub cause: Option<u64>,
    /// The salt as 32 lower-case hexadecimal digits: [`crate::seal::Seed::salt`] of its seq.
    pub salt: String,
    /// The body, a JSON object.
    pub body: Value,
}

/// An entry in its canonical text, with its body unread. It is unchecked: only for texts whose digest was checked.
#[derive(Debug, Deserialize)]
pub struct EntryText<'a> {
    /// [`Entry::at`].
    #[serde(borrow)]
    pub at: Cow<'a, str>,
    /// [`Entry::kind`].
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    /// [`Entry::v`].
    pub v: u32,
    /// [`Entry::by`].
    #[serde(borrow)]
    pub by: Option<ByText<'a>>,
    #[serde(borrow)]
    audience: &'a RawValue,
    /// [`Entry::body`], as JSON text.
    #[serde(borrow)]
    pub body: &'a RawValue,
}

/// [`By`], as in a text.
#[derive(Debug, Deserialize)]
pub struct ByText<'a> {
    /// The seat.
    #[serde(borrow)]
    pub seat: Cow<'a, str>,
    /// The opaque id of the player.
    #[serde(borrow)]
    pub player: Cow<'a, str>,
}

impl EntryText<'_> {
    /// The entry of a canonical text.
    ///
    /// # Errors
    /// [`NotCanonical`] when it is not the text of an entry at all.
    pub fn of(text: &str) -> Result<EntryText<'_>, NotCanonical> {
        serde_json::from_str(text).map_err(|error| NotCanonical::NotJson(error.to_string()))
    }

    /// Returns whether not everyone may see it.
    pub fn is_sealed(&self) -> bool {
        // Canonical text spells a value in one way, so its bytes decide.
        self.audience.get() != r#""everyone""#
    }
}

const KEYS: [&str; 13] =
    ["at", "audience", "body", "by", "cause", "door", "key", "kind", RECEIPT, "salt", "seq", "table", "v"];
/// The one key that an entry may lack.
const RECEIPT: &str = "receipt";

impl Entry {
    /// The canonical text: stored, hashed and exported.
    ///
    /// # Errors
    /// [`NotCanonical`] if a field has a wrong form, or the text would be over a limit.
    pub fn canonical(&self) -> Result<String, NotCanonical> {
        self.check()?;
        let text = canonical::to_text(&self.to_value())?;
        if text.len() > MAX_ENTRY_BYTES {
            return Err(NotCanonical::TooLong { found: text.len(), limit: MAX_ENTRY_BYTES });
        }
        Ok(text)
    }

    /// The entry of a canonical text.
    ///
    /// # Errors
    /// [`NotCanonical`] when the text is not exactly the canonical form of an entry.
    pub fn parse(text: &str) -> Result<Entry, NotCanonical> {
        Entry::from_value(canonical::from_text(text, MAX_ENTRY_BYTES)?)
    }

    /// Checks that something `holds` of this entry; `key` says what is wrong otherwise.
    pub(super) fn fits(&self, holds: bool, key: &'static str) -> Result<(), NotCanonical> {
        if holds {
            return Ok(());
        }
        Err(NotCanonical::Misfit(Reason::of(key).quoting("kind", &self.kind)))
    }

    /// Checks that `seq` is an earlier entry; otherwise `key` names the fault.
    pub(super) fn names_before(&self, seq: u64, key: &'static str) -> Result<(), NotCanonical> {
        self.fits(self.is_after(seq), key)
    }

    /// Returns whether `seq` is an earlier entry.
    pub(super) fn is_after(&self, seq: u64) -> bool {
        (1..self.seq).contains(&seq)
    }

    /// Checks that the player of `seat` made it.
    pub(super) fn is_of_seat(&self, seat: &str) -> Result<(), NotCanonical> {
        self.fits(self.by.as_ref().is_some_and(|by| by.seat == seat), "found-other-seat")
    }

    /// The entry as a JSON object.
    pub fn to_value(&self) -> Value {
        let mut value = json!({
            "at": self.at,
            "audience": self.audience.to_value(),
            "body": self.body,
            "by": self.by.as_ref().map(|by| json!({"player": by.player, "seat": by.seat})),
            "cause": self.cause,
            "door": self.door,
            "key": self.key,
            "kind": self.kind,
            "salt": self.salt,
            "seq": self.seq,
            "table": self.table,
            "v": self.v,
        });
        // Entries without one have the same text as before there were any.
        if let (Some(receipt), Some(map)) = (&self.receipt, value.as_object_mut()) {
            map.insert(RECEIPT.to_owned(), receipt.as_str().into());
        }
        value
    }

    /// The entry of a JSON object, with its keys in any order.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] if a key is missing or unexpected, or its value has a wrong form.
    pub fn from_value(value: Value) -> Result<Entry, NotCanonical> {
        let Value::Object(mut map) = value else { return field("an entry is a JSON object".to_owned()) };
        if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
            return field(format!("an entry has no key {key:?}"));
        }
        let entry = Entry {
            table: string(&take(&mut map, "table")?, "table")?,
            seq: integer(&take(&mut map, "seq")?, "seq")?,
            at: string(&take(&mut map, "at")?, "at")?,
            kind: string(&take(&mut map, "kind")?, "kind")?,
            v: u32::try_from(integer(&take(&mut map, "v")?, "v")?)
                .map_err(|_| NotCanonical::Field("v is too large".to_owned()))?,
            by: by(take(&mut map, "by")?)?,
            door: optional(take(&mut map, "door")?, |door| string(&door, "door"))?,
            key: optional(take(&mut map, "key")?, |key| string(&key, "key"))?,
            // A null here is refused as no string: an entry without a receipt has no such key.
            receipt: map.remove(RECEIPT).map(|receipt| string(&receipt, RECEIPT)).transpose()?,
            audience: EntryAudience::from_value(&take(&mut map, "audience")?)?,
            cause: optional(take(&mut map, "cause")?, |cause| integer(&cause, "cause"))?,
            salt: string(&take(&mut map, "salt")?, "salt")?,
            body: take(&mut map, "body")?,
        };
        entry.check()?;
        Ok(entry)
    }

    /// Checks form and limits; entries from a caller and entries from a text are both checked here.
    fn check(&self) -> Result<(), NotCanonical> {
        check_table(&self.table)?;
        // Canonical JSON and the columns of a database hold numbers up to 2^63 - 1.
        if self.seq == 0 || i64::try_from(self.seq).is_err() {
            return field(format!("seq is {}, the first entry is 1", self.seq));
        }
        check_time(&self.at, "at")?;
        check_kind(&self.kind)?;
        if self.v == 0 {
            return field("v is 0, versions begin with 1".to_owned());
        }
        if let Some(by) = &self.by {
            check_id(&by.seat, "by.seat")?;
            check_id(&by.player, "by.player")?;
        }
        if let Some(door) = &self.door {
            check_id(door, "door")?;
        }
        if let Some(key) = &self.key {
            check_hex(key, 64, "key")?;
        }
        if let Some(receipt) = &self.receipt {
            check_hex(receipt, 64, RECEIPT)?;
            if self.door.is_none() {
                return field("a receipt is of a message, and this entry has no door".to_owned());
            }
        }
        self.audience.check()?;
        if let Some(cause) = self.cause
            && (cause == 0 || cause >= self.seq)
        {
            return field(format!("cause is {cause}, which is not an entry before {}", self.seq));
        }
        check_hex(&self.salt, 32, "salt")?;
        if self.body.is_object() { Ok(()) } else { field("body is not an object".to_owned()) }
    }
}

fn by(value: Value) -> Result<Option<By>, NotCanonical> {
    optional(value, |value| {
        let Value::Object(mut map) = value else { return field("by is not an object".to_owned()) };
        let by = By {
            seat: string(&take(&mut map, "seat")?, "by.seat")?,
            player: string(&take(&mut map, "player")?, "by.player")?,
        };
        if map.is_empty() { Ok(by) } else { field("by has the keys player and seat and no other".to_owned()) }
    })
}

fn take(map: &mut Map<String, Value>, key: &str) -> Result<Value, NotCanonical> {
    map.remove(key).ok_or_else(|| NotCanonical::Field(format!("{key} is missing")))
}

fn optional<T>(
    value: Value,
    read: impl FnOnce(Value) -> Result<T, NotCanonical>,
) -> Result<Option<T>, NotCanonical> {
    if value.is_null() { Ok(None) } else { read(value).map(Some) }
}

fn string(value: &Value, what: &str) -> Result<String, NotCanonical> {
    value.as_str().map(str::to_owned).ok_or_else(|| NotCanonical::Field(format!("{what} is not a string")))
}

fn integer(value: &Value, what: &str) -> Result<u64, NotCanonical> {
    value.as_u64().ok_or_else(|| NotCanonical::Field(format!("{what} is not an integer from 0")))
}
