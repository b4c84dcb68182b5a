//! What happened in the last order.

use wardroom_rules::game::{Events, Fact, Game, Roll};

use super::table::Table;
use super::{Amiss, expect};

/// Rolls of shots: they are about who fires, at what, and with what.
pub const SHOTS: [&str; 3] = ["gunnery", "torpedo", "bombardment"];

impl<G: Game> Table<G> {
    /// The events of one kind: what each says.
    pub fn events(&self, kind: &str) -> Vec<serde_json::Value> {
        self.facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::Event(event) if event.kind() == kind => event.body().ok(),
                _ => None,
            })
            .collect()
    }

    /// `event KIND field value …`: one such event happened whose fields are so.
    pub fn expect_event(&self, kind: &str, fields: &[&str]) -> Result<(), Amiss> {
        expect(self.happened(kind, fields)?, || format!("not among {:?}", self.events(kind)))
    }

    /// `no event KIND field value …`: none.
    pub fn expect_no_event(&self, kind: &str, fields: &[&str]) -> Result<(), Amiss> {
        expect(!self.happened(kind, fields)?, || format!("it is among {:?}", self.events(kind)))
    }

    fn happened(&self, kind: &str, fields: &[&str]) -> Result<bool, String> {
        if !G::Event::KINDS.iter().any(|(known, _)| *known == kind) {
            return Err(format!("there is no event {kind}"));
        }
        if fields.len() % 2 == 1 {
            return Err("fields are written `field value`".into());
        }
        Ok(self.events(kind).iter().any(|event| {
            fields.chunks(2).all(|field| {
                let value = field[0].split('.').fold(event, |value, name| &value[name]);
                plain(value) == field[1]
            })
        }))
    }

    /// The rolls for a purpose.
    pub fn rolls(&self, purpose: &str) -> impl Iterator<Item = &Roll> {
        self.facts.iter().filter_map(move |fact| match fact {
            Fact::Roll(roll) if roll.purpose.as_str() == purpose => Some(roll),
            _ => None,
        })
    }

    /// `rolled PURPOSE [about …] n`: a roll of n dice or positions for a purpose and about certain things: of a shot first
    /// who fires, then, as far as they are named, the others in their order.
    pub fn expect_roll(&self, purpose: &str, about: &[&str], take: u32) -> Result<(), Amiss> {
        if SHOTS.contains(&purpose) && about.is_empty() {
            return Err(format!("`rolled {purpose}` says who fires").into());
        }
        let is = |roll: &&Roll| match roll.about.split_first() {
            Some((first, rest)) if !about.is_empty() => {
                let mut rest = rest.iter();
                first.as_str() == about[0]
                    && about[1..].iter().all(|what| rest.any(|word| word.as_str() == *what))
            }
            _ => about.is_empty(),
        };
        let rolls: Vec<u32> = self.rolls(purpose).filter(is).map(|roll| roll.take).collect();
        expect(rolls.contains(&take), || format!("rolls for {purpose}: {rolls:?}"))
    }
}

/// A value as cases write it: words and numbers as they are, lists with commas, nothing as `none`.
pub fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => "none".into(),
        serde_json::Value::Array(list) if list.is_empty() => "none".into(),
        serde_json::Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
