//! The section `[witness]`: the logs of other clubs that `wardroom witness` cosigns; and the witnesses that a club lists.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Deserialize;

use super::pages::address_of;
use crate::reason::Reason;
use crate::transparency::dice::DiceKey;
use crate::transparency::note::VerifierKey;

/// The default address: this machine only.
pub const LISTEN: &str = "127.0.0.1:8083";
/// Most witnesses of a club.
const MOST_WITNESSES: usize = 16;

/// The section `[witness]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessSection {
    /// The address and port.
    pub listen: Option<String>,
    /// The name of the witness, fixed once its key is made.
    pub name: Option<String>,
    /// The file of its key, if not beside the configuration. What it cosigned is remembered in a folder beside it.
    pub key_file: Option<PathBuf>,
    /// True if every request comes through a proxy that says in `X-Forwarded-For` whose it is.
    pub behind_proxy: Option<bool>,
    /// The keys of the logs that it cosigns.
    #[serde(default)]
    pub logs: Vec<String>,
}

/// The settings of a witness, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedWitness {
    /// The address and port.
    pub listen: SocketAddr,
    /// The name for a new key.
    pub name: String,
    /// True if every request comes through a proxy.
    pub behind_proxy: bool,
    /// The keys of the logs that it cosigns.
    pub logs: Vec<VerifierKey>,
}

/// A witness that a club lists, as written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WitnessEntry {
    /// Its address, without `/add-checkpoint`.
    pub url: String,
    /// Its key.
    pub key: String,
}

/// A witness that a club lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedWitness {
    /// Its address, without a slash at its end.
    pub url: String,
    /// Its key.
    pub key: VerifierKey,
}

/// The witness of the dice that a club lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedDice {
    /// Its address, without a slash at its end.
    pub url: String,
    /// The key of its dice.
    pub key: DiceKey,
}

impl WitnessEntry {
    /// The entry as a witness of the dice, checked.
    ///
    /// # Errors
    /// A reason that names what is wrong with it.
    pub(super) fn of_dice(&self) -> Result<ListedDice, Reason> {
        let wrong = || Reason::of("config-witnesses-url").quoting("given", &self.url);
        let url = address_of(&self.url).ok_or_else(wrong)?;
        let key = DiceKey::read(&self.key).map_err(|why| Reason::of("config-dice-key").with("why", why))?;
        Ok(ListedDice { url, key })
    }
}

impl WitnessSection {
    /// The section, checked.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn checked(&self) -> Result<ServedWitness, Reason> {
        let given = self.listen.as_deref().unwrap_or(LISTEN);
        let listen = given.parse().map_err(|_| {
            Reason::of("config-witness-listen").quoting("given", given).quoting("usual", LISTEN)
        })?;
        let Some(name) = self.name.clone() else { return Err(Reason::of("config-witness-name")) };
        let log = |given: &String| match VerifierKey::read(given) {
            // No log signs with the key of a witness, so nothing would ever be cosigned.
            Ok(key) if !key.is_witness() => Ok(key),
            Ok(_) => Err(Reason::of("config-witness-log-key").quoting("given", given)),
            Err(why) => Err(Reason::of("config-witness-log").with("why", why)),
        };
        let logs = self.logs.iter().map(log).collect::<Result<Vec<_>, _>>()?;
        if logs.is_empty() {
            return Err(Reason::of("config-witness-no-log"));
        }
        Ok(ServedWitness { listen, name, behind_proxy: self.behind_proxy.unwrap_or(false), logs })
    }
}

/// The witnesses of a club, checked.
///
/// # Errors
/// A reason that names what is wrong with one of them.
pub(super) fn listed(entries: &[WitnessEntry]) -> Result<Vec<ListedWitness>, Reason> {
    if entries.len() > MOST_WITNESSES {
        return Err(Reason::of("config-witnesses-many").with("most", MOST_WITNESSES));
    }
    let mut listed: Vec<ListedWitness> = Vec::new();
    for WitnessEntry { url, key } in entries {
        let wrong = || Reason::of("config-witnesses-url").quoting("given", url);
        let url = address_of(url).ok_or_else(wrong)?;
        let read =
            VerifierKey::read(key).map_err(|why| Reason::of("config-witnesses-key").with("why", why))?;
        if !read.is_witness() {
            return Err(Reason::of("config-witnesses-other-key").quoting("given", key));
        }
        // Two addresses of one witness are one cosignature.
        if listed.iter().any(|other| other.key == read) {
            return Err(Reason::of("config-witnesses-twice").quoting("given", key));
        }
        listed.push(ListedWitness { url, key: read });
    }
    Ok(listed)
}
