//! Which program this is: what `--version`, the first line of the log, `/healthz` and the metrics say.

use std::collections::BTreeMap;

use serde::Serialize;

use super::database;
use super::registry::Games;
use crate::observe::{COMMIT, VERSION};

/// The day of the commit that the program was built from, `unknown` where it was built from a working copy.
const DATE: &str = env!("WARDROOM_DATE");

/// A program: its version, and those of what it reads and writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// Its version.
    pub version: &'static str,
    /// The commit it was built from, or `unknown`.
    pub commit: &'static str,
    /// The day of that commit, or `unknown`.
    pub date: &'static str,
    /// The features it was built with.
    pub features: Vec<&'static str>,
    /// The newest schema of each kind of database.
    pub schema: BTreeMap<&'static str, i64>,
    /// The newest rules of each game.
    pub rules: BTreeMap<&'static str, u32>,
}

impl About {
    /// This program, which plays these games.
    pub fn of(games: Games) -> About {
        let features = if cfg!(feature = "postgres") { vec!["postgres"] } else { Vec::new() };
        let rules = games.all().map(|game| (game.name(), game.rules_version)).collect();
        About { version: VERSION, commit: COMMIT, date: DATE, features, schema: database::schemas(), rules }
    }

    /// Its parts, each by name, for a log line or the labels of a metric.
    pub fn parts(&self) -> [(&'static str, String); 6] {
        let listed = |versions: Vec<String>| versions.join(" ");
        [
            ("version", self.version.to_owned()),
            ("commit", self.commit.to_owned()),
            ("date", self.date.to_owned()),
            ("features", self.features.join(" ")),
            (
                "schema",
                listed(self.schema.iter().map(|(kind, version)| format!("{kind}:{version}")).collect()),
            ),
            ("rules", listed(self.rules.iter().map(|(game, version)| format!("{game}:{version}")).collect())),
        ]
    }

    /// The text of `--version` behind the program's name: the version, and below it one line per part.
    pub fn lines(&self) -> String {
        let [(_, version), parts @ ..] = self.parts();
        let none = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let parts = parts.into_iter().map(|(name, text)| format!("{:<10}{}", format!("{name}:"), none(text)));
        [version].into_iter().chain(parts).collect::<Vec<_>>().join("\n")
    }
}
