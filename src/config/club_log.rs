//! The section `[club_log]`: the club's log, which `wardroom serve` signs.

use std::path::PathBuf;

use serde::Deserialize;

use super::witness::{ListedDice, ListedWitness, WitnessEntry, listed};
use crate::reason::Reason;

/// The default interval between checkpoints, in minutes.
pub const EVERY_MINUTES: u32 = 10;
/// The longest interval: a day.
const MOST_MINUTES: u32 = 24 * 60;
/// Most bytes of a name.
const NAME_BYTES: usize = 100;

/// The section `[club_log]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubLogSection {
    /// False if no log is signed.
    pub enabled: Option<bool>,
    /// The name of the log, such as the address of its pages; fixed once its key is made.
    pub name: Option<String>,
    /// The file of its key, if not beside the configuration. The last checkpoint is remembered beside it.
    pub key_file: Option<PathBuf>,
    /// Minutes between checkpoints.
    pub every_minutes: Option<u32>,
    /// The id of a lost key in whose place the present one comes.
    pub replaces_key: Option<String>,
    /// The witnesses that are asked to cosign each checkpoint.
    #[serde(default)]
    pub witnesses: Vec<WitnessEntry>,
    /// The witness that tables with `dice=witness` ask for their rolls.
    pub dice_witness: Option<WitnessEntry>,
}

/// The settings of the club's log, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedLog {
    /// The name for a new key, if one is set.
    pub name: Option<String>,
    /// Seconds between checkpoints.
    pub every: i64,
    /// The id of a lost key.
    pub replaces: Option<[u8; 4]>,
    /// The witnesses.
    pub witnesses: Vec<ListedWitness>,
    /// The witness of the dice.
    pub dice: Option<ListedDice>,
}

impl ClubLogSection {
    /// The section, checked; `None` if no log is signed.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn checked(&self) -> Result<Option<SignedLog>, Reason> {
        if let Some(name) = &self.name {
            // A key is written `NAME+ID+KEY`, so a name must not have a plus.
            let is_plain = |c: char| c.is_ascii_graphic() && c != '+';
            if name.is_empty() || name.len() > NAME_BYTES || !name.chars().all(is_plain) {
                return Err(Reason::of("config-club-log-name")
                    .quoting("given", name)
                    .with("most", NAME_BYTES));
            }
        }
        let minutes = self.every_minutes.unwrap_or(EVERY_MINUTES);
        if !(1..=MOST_MINUTES).contains(&minutes) {
            let wrong = Reason::of("config-club-log-every").quoting("given", minutes);
            return Err(wrong.quoting("most", MOST_MINUTES));
        }
        let id = |given: &String| {
            let mut id = [0; 4];
            let read = hex::decode_to_slice(given, &mut id);
            read.map(|()| id).map_err(|_| Reason::of("config-club-log-replaces").quoting("given", given))
        };
        let replaces = self.replaces_key.as_ref().map(id).transpose()?;
        let witnesses = listed(&self.witnesses)?;
        let dice = self.dice_witness.as_ref().map(WitnessEntry::of_dice).transpose()?;
        let every = i64::from(minutes) * 60;
        let signed = SignedLog { name: self.name.clone(), every, replaces, witnesses, dice };
        Ok(self.enabled.unwrap_or(true).then_some(signed))
    }
}
