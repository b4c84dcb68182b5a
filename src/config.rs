//! The configuration file, TOML. `config.example.toml` explains every key.
//!
//! | part | what it does |
//! |---|---|
//! | [`club_log`] | the section `[club_log]`, checked |
//! | [`serving`] | the sections `[serve]` and `[discord]`, checked |
//! | [`mail`] | the section `[mail]`, checked |
//! | [`operator`] | the section `[operator]` |
//! | [`pages`] | the section `[pages]`, checked |
//! | [`play`] | the section `[play]`, checked |
//! | [`postgres`] | the section `[postgres]` |
//! | `faults` | every fault, not only the first |
//! | `form` | what is wrong with a text, said of the key |
//! | [`witness`] | the section `[witness]`, and the witnesses of a club, checked |
//! | [`value`] | what several sections are made of |

pub mod club_log;
mod faults;
mod form;
pub mod mail;
pub mod operator;
pub mod pages;
pub mod play;
pub mod postgres;
pub mod serving;
pub mod value;
pub mod witness;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::private::{self, Access, Exposed};
use crate::reason::Reason;
use crate::words::{Lang, english};
use club_log::ClubLogSection;
use mail::MailSection;
use operator::OperatorSection;
use pages::PagesSection;
use play::PlaySection;
use postgres::PostgresSection;
use serving::{DiscordSection, ServeSection};
use value::SecretFiles;
use witness::WitnessSection;

/// Most bytes of a configuration file.
pub const CONFIG_BYTES: u64 = 256 * 1024;

/// The content of the configuration file; flags of the command line take precedence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The file that it was read from, if it was.
    #[serde(skip)]
    pub file: Option<PathBuf>,
    /// The database: a file, or the address of one on a PostgreSQL server.
    pub database: Option<PathBuf>,
    /// The language, `en` or `ja`.
    pub language: Option<Language>,
    /// A folder with a data pack to open tables with.
    pub data: Option<PathBuf>,
    /// True if the group of the database file may use it, and the files beside it.
    pub share_with_group: Option<bool>,
    /// True if files with tokens, passwords and secrets are read that other accounts can read too.
    pub secrets_readable_by_others: Option<bool>,
    /// The connection to a PostgreSQL server.
    pub postgres: Option<PostgresSection>,
    /// The operator of this server.
    pub operator: Option<OperatorSection>,
    /// The settings of `wardroom serve`.
    #[serde(default)]
    pub serve: ServeSection,
    /// The Discord bot.
    pub discord: Option<DiscordSection>,
    /// Play by e-mail.
    pub mail: Option<MailSection>,
    /// The pages of published tables.
    pub pages: Option<PagesSection>,
    /// The club's log.
    pub club_log: Option<ClubLogSection>,
    /// The witness of other clubs' logs.
    pub witness: Option<WitnessSection>,
    /// The board in the browser.
    pub play: Option<PlaySection>,
}

/// A language, as written in the configuration and after `--lang`.
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
#[error("{}: {}", path.display(), english(what))]
pub struct ConfigFault {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub what: Reason,
}

impl Config {
    /// The configuration in a text.
    ///
    /// # Errors
    /// The line, the column, the key and the reason. The line itself is not in it: it may hold a token.
    pub fn parse(text: &str) -> Result<Config, Reason> {
        toml::from_str(text).map_err(|error: toml::de::Error| form::fault(text, &error))
    }

    /// The accounts that may use the database file and the files beside it.
    pub fn access(&self) -> Access {
        if self.share_with_group.unwrap_or(false) { Access::Group } else { Access::Owner }
    }

    /// The rules for reading files with secrets, with the variables of the environment.
    pub fn secret_files(&self, vars: &dyn Fn(&str) -> Option<String>) -> SecretFiles {
        SecretFiles::new(self.secrets_readable_by_others.unwrap_or(false), vars)
    }

    /// The file of this configuration, if it contains a token or a password and other accounts can read it.
    pub fn exposed(&self, path: &Path) -> Option<Exposed> {
        let mail = self.mail.as_ref();
        let mut servers = mail.into_iter().flat_map(|mail| [&mail.imap, &mail.smtp]).flatten();
        // A database's address never holds a password: one that does is refused.
        let holds_one = self.discord.as_ref().is_some_and(|discord| discord.token.is_some())
            || servers.any(|server| server.password.is_some());
        let is_open = holds_one
            && !self.secrets_readable_by_others.unwrap_or(false)
            && private::others_can_read(path).unwrap_or(false);
        is_open.then(|| Exposed { path: path.to_owned(), mode: Access::Owner.file() })
    }

    /// Reads a configuration file.
    ///
    /// # Errors
    /// [`ConfigFault`] if it cannot be read, is over [`CONFIG_BYTES`], or has unknown content.
    pub fn read(path: &Path) -> Result<Config, ConfigFault> {
        let fault = |what: Reason| ConfigFault { path: path.to_owned(), what };
        let unreadable = |error: std::io::Error| fault(Reason::of("file-unreadable").quoting("why", error));
        let bytes = std::fs::metadata(path).map_err(unreadable)?.len();
        if bytes > CONFIG_BYTES {
            return Err(fault(Reason::of("found-too-long").with("found", bytes).with("limit", CONFIG_BYTES)));
        }
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        Config::parse(&text).map(|config| Config { file: Some(path.to_owned()), ..config }).map_err(fault)
    }
}
