//! Packs as a log stores them: one JSON value with sorted keys.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Amiss, Layout, PackFileFault, unreadable};
use crate::reason::Reason;

/// A pack from its canonical JSON, as a log stores it.
///
/// # Errors
/// The first thing found wrong; the file named is the one in which the key stands in a folder.
pub fn from_value<P: Layout>(value: Value) -> Result<P, PackFileFault> {
    read(value).map_err(Amiss::filed::<P>)
}

fn read<P: Layout>(value: Value) -> Result<P, Amiss> {
    let Value::Object(parts) = value else {
        return Err(Amiss::of("", Reason::of("pack-no-object")));
    };
    match parts.get("format") {
        None => {
            let reason = Reason::of("pack-format-missing").quoting("known", P::FORMAT);
            return Err(Amiss::of("format", reason));
        }
        Some(format) if format.as_u64() != Some(u64::from(P::FORMAT)) => {
            return Err(unknown_format::<P>(format));
        }
        Some(_) => {}
    }
    let mut parts = Parts { left: parts, unreadable: unreadable::<P> };
    let pack = P::from_parts(&mut parts)?;
    if let Some(key) = parts.left.keys().next() {
        return Err(Amiss::of(key.as_str(), Reason::of("pack-no-key")));
    }
    pack.sound()?;
    Ok(pack)
}

pub(super) fn unknown_format<P: Layout>(format: &dyn Display) -> Amiss {
    let reason = Reason::of("pack-format").quoting("format", format).quoting("known", P::FORMAT);
    Amiss::of("format", reason)
}

/// A pack as a JSON value, as a log stores it.
pub fn to_value<P: Layout>(pack: &P) -> Value {
    // Only a key that is no text could fail here, and a pack has none.
    serde_json::to_value(pack).unwrap_or_default()
}

/// The parts of a stored pack that are not yet read.
pub struct Parts {
    left: Map<String, Value>,
    unreadable: fn(&str, &str) -> Reason,
}

impl Parts {
    /// The part `key`, which is then read.
    ///
    /// # Errors
    /// A part that is missing or cannot be read.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, Amiss> {
        let value = self.left.remove(key).ok_or_else(|| Amiss::of(key, Reason::of("pack-key-missing")))?;
        serde_json::from_value(value)
            .map_err(|error| Amiss::of(key, (self.unreadable)(key, &error.to_string())))
    }
}
