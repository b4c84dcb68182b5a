//! The games, and the choice among them at run time.

pub mod goeben;
pub mod grand_fleet;
pub mod pack;
pub mod play;

use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::Value;

use crate::game::{Game, Word};
use crate::word_enum;

word_enum! {
    /// The games this program plays.
    GameName {
        /// *Goeben, 1914*.
        Goeben = "goeben",
        /// *Grand Fleet 1.2*.
        GrandFleet = "grand_fleet",
    }
}

/// Does something with the type of a game chosen at run time: `on_game!(name, G => tables::<G>())`.
#[macro_export]
macro_rules! on_game {
    ($name:expr, $game:ident => $what:expr) => {
        match $name {
            $crate::games::GameName::Goeben => {
                type $game = $crate::games::goeben::Goeben;
                $what
            }
            $crate::games::GameName::GrandFleet => {
                type $game = $crate::games::grand_fleet::GrandFleet;
                $what
            }
        }
    };
}

/// A data pack that does not hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the data pack does not fit {game}: {what}")]
pub struct PackFault {
    /// The game.
    pub game: &'static str,
    /// The key and the reason.
    pub what: String,
}

/// A game that can be built from its data pack, as a table in the log needs it.
pub trait Packed: Game + Sized {
    /// The game played with this data pack.
    ///
    /// # Errors
    /// [`PackFault`] that names the key and the reason.
    fn from_pack(pack: &Value) -> Result<Self, PackFault>;

    /// The data pack, whose canonical form is hashed, stored and exported.
    fn pack(&self) -> Value;

    /// The day, counted from 1 in each mission, and the phase: what `replay` steps by.
    fn moment(&self, state: &Self::State) -> (u32, Word);

    /// The mission, counted from 1, where a table plays several one after the other: its days begin anew with each.
    fn mission(&self, _state: &Self::State) -> Option<u32> {
        None
    }
}

/// The event of a kind and a body, as the log keeps them apart.
///
/// # Errors
/// A body that does not fit the kind.
pub fn read_event<E: DeserializeOwned>(kind: &str, body: Value) -> Result<E, serde_json::Error> {
    let bare = body.as_object().is_some_and(serde_json::Map::is_empty);
    // The kind comes first: a body met before its kind would be buffered, and numbers as keys would be lost in that.
    let whole = [("kind", Value::from(kind)), ("body", body)].into_iter();
    match E::deserialize(MapDeserializer::new(whole)) {
        // A kind that carries nothing is written with an empty body in the log and without one by serde.
        Err(error) if bare => {
            let alone = [("kind", Value::from(kind))].into_iter();
            E::deserialize(MapDeserializer::new(alone)).map_err(|_: serde_json::Error| error)
        }
        event => event,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(tag = "kind", content = "body", deny_unknown_fields)]
    enum Event {
        Stowed { boxes: BTreeMap<u8, String> },
        Ended,
        Nothing {},
    }

    #[test]
    fn events_are_read_as_they_were_written() {
        let stowed = Event::Stowed { boxes: BTreeMap::from([(3, "coal".to_owned())]) };
        for event in [stowed, Event::Ended, Event::Nothing {}] {
            let whole = serde_json::to_value(&event).unwrap();
            let kind = whole["kind"].as_str().unwrap();
            let body = whole.get("body").cloned().unwrap_or_else(|| serde_json::json!({}));
            assert_eq!(read_event::<Event>(kind, body).unwrap(), event);
        }
        assert!(read_event::<Event>("Stowed", serde_json::json!({})).is_err());
        assert!(read_event::<Event>("Sunk", serde_json::json!({})).is_err());
    }
}
