//! The configuration file, TOML. `config.example.toml` explains every key.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::words::Lang;

/// Most bytes of a configuration file.
pub const CONFIG_BYTES: u64 = 256 * 1024;

/// What the configuration file says; flags of the command line go before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The database.
    pub database: Option<PathBuf>,
    /// The language, `en` or `ja`.
    pub language: Option<Language>,
    /// A folder with a data pack to open tables with.
    pub data: Option<PathBuf>,
}

/// A language, as it is written in the configuration and after `--lang`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        match language {
            Language::En => Lang::En,
            Language::Ja => Lang::Ja,
        }
    }
}

/// A configuration that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct ConfigFault {
    /// The file.
    pub path: PathBuf,
    /// Line, column and reason.
    pub what: String,
}

impl Config {
    /// The configuration in a text.
    ///
    /// # Errors
    /// The line, the column and the reason, as one text.
    pub fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error: toml::de::Error| error.to_string().trim_end().to_owned())
    }

    /// Reads a configuration file.
    ///
    /// # Errors
    /// [`ConfigFault`] when it cannot be read, is over [`CONFIG_BYTES`], or holds what is not understood.
    pub fn read(path: &Path) -> Result<Config, ConfigFault> {
        let fault = |what: String| ConfigFault { path: path.to_owned(), what };
        let bytes = std::fs::metadata(path).map_err(|error| fault(error.to_string()))?.len();
        if bytes > CONFIG_BYTES {
            return Err(fault(format!("it has {bytes} bytes; {CONFIG_BYTES} are allowed")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
        Config::parse(&text).map_err(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_understood_and_says_what_holds_without_it() {
        let text = include_str!("../config.example.toml");
        assert_eq!(Config::parse(text).unwrap(), Config::default());
        let uncommented: String =
            text.lines().map(|line| line.strip_prefix("#= ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
        let all = Config::parse(&uncommented).unwrap();
        assert!(all.database.is_some() && all.language.is_some() && all.data.is_some(), "{all:?}");
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line() {
        let error = Config::parse("language = \"ja\"\ndatabse = \"x\"\n").unwrap_err();
        assert!(error.contains("line 2") && error.contains("databse"), "{error}");
        assert!(Config::parse("language = \"fr\"").is_err());
    }
}
