//! Packs as a log stores them: one JSON value with sorted keys.

use std::fmt::Display;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Amiss, Layout, PackFault};

/// A pack from its canonical JSON, as a log stores it.
///
/// # Errors
/// The first thing found wrong; the file named is the one in which the key stands in a folder.
pub fn from_value<P: Layout>(value: Value) -> Result<P, PackFault> {
    read(value).map_err(Amiss::filed::<P>)
}

fn read<P: Layout>(value: Value) -> Result<P, Amiss> {
    let Value::Object(parts) = value else {
        return Err(Amiss::of("", "a pack is a JSON object"));
    };
    match parts.get("format") {
        None => {
            let reason = format!("the key is missing; this version reads format {}", P::FORMAT);
            return Err(Amiss::of("format", reason));
        }
        Some(format) if format.as_u64() != Some(u64::from(P::FORMAT)) => {
            return Err(unknown_format::<P>(format));
        }
        Some(_) => {}
    }
    let mut parts = Parts(parts);
    let pack = P::from_parts(&mut parts)?;
    if let Some(key) = parts.0.keys().next() {
        return Err(Amiss::of(key.as_str(), "no such key in a pack"));
    }
    pack.sound()?;
    Ok(pack)
}

pub(super) fn unknown_format<P: Layout>(format: &dyn Display) -> Amiss {
    let reason = format!("format {format} is unknown; this version reads format {}", P::FORMAT);
    Amiss::of("format", reason)
}

/// A pack as a JSON value, as a log stores it.
pub fn to_value<P: Layout>(pack: &P) -> Value {
    // A pack has string keys and no floats only, so this cannot fail.
    serde_json::to_value(pack).unwrap_or_default()
}

/// The parts of a stored pack that are not yet read.
pub struct Parts(Map<String, Value>);

impl Parts {
    /// The part `key`, which is then read.
    ///
    /// # Errors
    /// A part that is missing or cannot be read.
    pub fn take<T: DeserializeOwned>(&mut self, key: &str) -> Result<T, Amiss> {
        let value = self.0.remove(key).ok_or_else(|| Amiss::of(key, "the key is missing"))?;
        serde_json::from_value(value).map_err(|error| Amiss::of(key, error.to_string()))
    }
}
