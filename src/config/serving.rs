//! The settings of `wardroom serve`: the sections `[serve]` and `[discord]` as written, and checked; `[mail]`, `[pages]`
//! and `[play]` have files of their own, [`super::mail`], [`super::pages`] and [`super::play`].

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Config;
use super::club_log::ClubLogSection;
use super::mail::Mail;
use super::operator::OperatorSection;
use super::pages::ShownPages;
use super::play::ServedBoard;
use super::value::{SecretFiles, Token, at_least_one};
use crate::reason::{Detail, Reason};

/// The variable of the environment that holds the bot's token; it goes before the file.
pub const TOKEN_VARIABLE: &str = "WARDROOM_DISCORD_TOKEN";
/// The default address of `wardroom serve`: this machine only.
pub const LISTEN: &str = "127.0.0.1:8080";
/// The default filter of the log.
pub const LOG: &str = "info";
/// The default limit of open tables in a server.
pub const TABLES_A_GUILD: u32 = 50;
/// The default limit of orders a minute from one player.
pub const ORDERS_A_MINUTE: u32 = 30;
/// Most bytes of a token file.
const TOKEN_BYTES: u64 = 4096;
/// Most bytes of the address of a page.
const CONTACT_BYTES: usize = 200;
/// Most shards: more than Discord gives to anybody.
const SHARDS: u32 = 10_000;

/// The section `[serve]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServeSection {
    /// The address and port of health, metrics and the interactions endpoint.
    pub listen: Option<String>,
    /// The filter of the log for `tracing`: `info`, or `warn,wardroom=debug`.
    pub log: Option<String>,
    /// Its format.
    pub log_format: Option<LogFormat>,
    /// The folder that backups are written to.
    pub backups: Option<PathBuf>,
    /// True if receipts of orders are kept; default: true.
    pub receipts: Option<bool>,
}

/// The form of the program's own log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// The section `[discord]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiscordSection {
    /// The way that interactions arrive.
    pub way: Option<InboundModeName>,
    /// The bot's token.
    pub token: Option<Token>,
    /// A file with the bot's token.
    pub token_file: Option<PathBuf>,
    /// The application's id.
    pub application_id: Option<Snowflake>,
    /// The key that signs interactions, 64 hexadecimal digits.
    pub public_key: Option<String>,
    /// The shards of this process.
    pub shards: Option<ShardsSection>,
    /// The only server that gets the commands.
    pub guild: Option<Snowflake>,
    /// Most open tables of a server.
    pub tables_a_guild: Option<u32>,
    /// Most orders a minute of one player.
    pub orders_a_minute: Option<u32>,
    /// True if reports and the status message have pictures.
    pub pictures: Option<bool>,
    /// True if signs such as dice are emoji of the application.
    pub emoji: Option<bool>,
    /// True if each phase of a game has commands of its own.
    pub game_commands: Option<bool>,
    /// A page about this bot and its operator.
    pub contact_url: Option<String>,
    /// Another address than Discord's, for tests only.
    pub api: Option<String>,
}

/// The way of interactions, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InboundModeName {
    /// Over a connection that the bot opens.
    #[default]
    Gateway,
    /// Over requests that Discord sends.
    Endpoint,
}

/// The shards of this process, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardsSection {
    /// The number in all processes together.
    pub total: u32,
    /// The first of this process; without it 0.
    pub first: Option<u32>,
    /// The number in this process; without it all from the first on.
    pub count: Option<u32>,
}

/// A Discord id, written as a text or as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snowflake(pub u64);

impl<'de> Deserialize<'de> for Snowflake {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Snowflake, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Text(String),
        }
        let wrong = || {
            serde::de::Error::custom("an id is the number that Discord's Developer Mode copies, digits only")
        };
        let number = match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Number(number) => number,
            Written::Text(text) => text.parse().map_err(|_| wrong())?,
        };
        if number == 0 { Err(wrong()) } else { Ok(Snowflake(number)) }
    }
}

/// The settings of `wardroom serve`, checked: a Discord bot, a mail door, pages, or several of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serving {
    /// The address and port of health, metrics and the interactions endpoint.
    pub listen: SocketAddr,
    /// The filter of the log for `tracing`.
    pub log: String,
    /// Its format.
    pub log_format: LogFormat,
    /// The folder that backups are written to, where it is known.
    pub backups: Option<PathBuf>,
    /// The Discord bot.
    pub discord: Option<Bot>,
    /// The mail door.
    pub mail: Option<Mail>,
    /// The pages of published tables.
    pub pages: Option<ShownPages>,
    /// The board in the browser.
    pub play: Option<ServedBoard>,
}

/// The Discord bot, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// The way that interactions arrive.
    pub way: InboundMode,
    /// The bot's token.
    pub token: Token,
    /// The application's id, where it is given.
    pub application_id: Option<u64>,
    /// The only server that gets the commands.
    pub guild: Option<u64>,
    /// Most open tables of a server.
    pub tables_a_guild: u32,
    /// Most orders a minute of one player.
    pub orders_a_minute: u32,
    /// True if reports and the status message have pictures.
    pub pictures: bool,
    /// True if signs such as dice are emoji of the application, which are made at the start.
    pub emoji: bool,
    /// True if each phase of a game has commands of its own; otherwise orders are typed after one, or picked.
    pub game_commands: bool,
    /// A page about this bot and its operator, which every request to Discord names.
    pub contact_url: Option<String>,
    /// Another address than Discord's, for tests only: `http://127.0.0.1:1234`.
    pub api: Option<String>,
}

/// The way that interactions arrive, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InboundMode {
    /// Over a connection that the bot opens, with these shards; `None` for as many as Discord recommends.
    Gateway(Option<Shards>),
    /// Over requests that Discord sends, signed with this Ed25519 key.
    Endpoint {
        /// The key.
        public_key: [u8; 32],
    },
}

/// The shards of this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    /// The first.
    pub first: u32,
    /// The number, at least one.
    pub count: u32,
    /// The number in all processes together.
    pub total: u32,
}

impl Config {
    /// The settings of `wardroom serve`, with the variables of the environment.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn serving(&self, vars: &dyn Fn(&str) -> Option<String>) -> Result<Serving, Reason> {
        let listen = self.serve.listen.as_deref().unwrap_or(LISTEN);
        let listen: SocketAddr = listen
            .parse()
            .map_err(|_| Reason::of("config-listen").quoting("given", listen).quoting("usual", LISTEN))?;
        let log = self.serve.log.clone().unwrap_or_else(|| LOG.to_owned());
        // A word by itself that is no level would be taken for the name of a part, and silence all others.
        let word = log.split(',').map(str::trim).find(|part| {
            !part.contains(['=', '[']) && part.parse::<tracing::level_filters::LevelFilter>().is_err()
        });
        let wrong = match word {
            Some(word) => Some(format!("{word}: error, warn, info, debug, trace, off")),
            None => log.parse::<tracing_subscriber::EnvFilter>().err().map(|error| error.to_string()),
        };
        if let Some(why) = wrong {
            let reason = Reason::of("config-log").quoting("given", &log).quoting("why", why);
            return Err(reason.quoting("usual", LOG));
        }
        let from_environment = vars(TOKEN_VARIABLE).filter(|token| !token.trim().is_empty());
        let nothing = DiscordSection::default();
        // A token is all that a bot needs: the rest has defaults.
        let section = self.discord.as_ref().or(from_environment.as_ref().map(|_| &nothing));
        if section.is_none() && self.mail.is_none() && self.pages.is_none() && self.play.is_none() {
            return Err(token("config-no-door").quoting("variable", TOKEN_VARIABLE));
        }
        let files = self.secret_files(vars);
        let discord =
            section.map(|section| section.checked(from_environment.as_deref(), &files)).transpose()?;
        let mail = self.mail.as_ref().map(|section| section.checked(vars, &files)).transpose()?;
        let pages = self.pages.as_ref().map(|section| section.checked(listen)).transpose()?;
        let others: Vec<SocketAddr> = [listen].into_iter().chain(pages.iter().map(|it| it.listen)).collect();
        let bot = discord.as_ref().and_then(|bot| Some((bot.application_id?, bot.api.as_deref())));
        let play = self.play.as_ref().map(|section| section.checked(&others, bot, (vars, &files)));
        let play = play.transpose()?;
        let log_format = self.serve.log_format.unwrap_or_default();
        // Used elsewhere; a fault of theirs must end the start all the same.
        self.operator.as_ref().map(OperatorSection::check).transpose()?;
        self.club_log.as_ref().map(ClubLogSection::checked).transpose()?;
        let backups = self.serve.backups.clone();
        Ok(Serving { listen, log, log_format, backups, discord, mail, pages, play })
    }
}

impl DiscordSection {
    fn checked(&self, from_environment: Option<&str>, files: &SecretFiles) -> Result<Bot, Reason> {
        Ok(Bot {
            way: self.checked_way()?,
            token: self.checked_token(from_environment, files)?,
            application_id: self.application_id.map(|id| id.0),
            guild: self.guild.map(|id| id.0),
            tables_a_guild: at_least_one(
                "discord",
                "tables_a_guild",
                self.tables_a_guild.unwrap_or(TABLES_A_GUILD),
            )?,
            orders_a_minute: at_least_one(
                "discord",
                "orders_a_minute",
                self.orders_a_minute.unwrap_or(ORDERS_A_MINUTE),
            )?,
            pictures: self.pictures.unwrap_or(true),
            emoji: self.emoji.unwrap_or(true),
            game_commands: self.game_commands.unwrap_or(true),
            contact_url: self.checked_contact()?,
            api: self.checked_api()?,
        })
    }

    fn checked_way(&self) -> Result<InboundMode, Reason> {
        if self.way.unwrap_or_default() == InboundModeName::Gateway {
            return Ok(InboundMode::Gateway(self.shards.map(ShardsSection::checked).transpose()?));
        }
        if self.shards.is_some() {
            return Err(Reason::of("config-shards-elsewhere"));
        }
        if self.application_id.is_none() {
            return Err(Reason::of("config-endpoint-needs").quoting("key", "application_id"));
        }
        let Some(key) = &self.public_key else {
            return Err(Reason::of("config-endpoint-needs").quoting("key", "public_key"));
        };
        let mut public_key = [0; 32];
        // Not every 32 bytes are a point of the curve.
        let good = hex::decode_to_slice(key.trim(), &mut public_key).is_ok()
            && serenity::interactions_endpoint::Verifier::try_new(public_key).is_ok();
        if !good {
            return Err(Reason::of("config-public-key"));
        }
        Ok(InboundMode::Endpoint { public_key })
    }

    fn checked_token(&self, from_environment: Option<&str>, files: &SecretFiles) -> Result<Token, Reason> {
        if let Some(token) = from_environment {
            return plain(TOKEN_VARIABLE.into(), token);
        }
        match (&self.token, &self.token_file) {
            (Some(_), Some(_)) => Err(Reason::of("config-two-tokens")),
            (Some(token), None) => plain("[discord] token".into(), token.expose()),
            (None, Some(file)) => {
                let place = Reason::of("config-the-file").quoting("file", file.display());
                plain(place.into(), &token_in(file, files)?)
            }
            (None, None) => Err(token("config-no-token").quoting("variable", TOKEN_VARIABLE)),
        }
    }

    fn checked_contact(&self) -> Result<Option<String>, Reason> {
        let Some(url) = &self.contact_url else { return Ok(None) };
        let page = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        // It goes into a request's header, in brackets and before a comma.
        let is_plain = |page: &str| page.chars().all(|c| c.is_ascii_graphic() && !"(),".contains(c));
        if page.is_none_or(|page| page.is_empty() || !is_plain(page) || url.len() > CONTACT_BYTES) {
            return Err(Reason::of("config-contact").quoting("given", url));
        }
        Ok(Some(url.clone()))
    }

    fn checked_api(&self) -> Result<Option<String>, Reason> {
        let Some(api) = &self.api else { return Ok(None) };
        let host = api.strip_prefix("http://").or_else(|| api.strip_prefix("https://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', ' '])) {
            return Err(Reason::of("config-api").quoting("given", api));
        }
        Ok(Some(api.clone()))
    }
}

impl ShardsSection {
    fn checked(self) -> Result<Shards, Reason> {
        let first = self.first.unwrap_or(0);
        let count = self.count.unwrap_or_else(|| self.total.saturating_sub(first));
        let fits = first.checked_add(count).is_some_and(|end| end <= self.total);
        if self.total > SHARDS || count == 0 || !fits {
            let why = Reason::of("config-shards").quoting("total", self.total).quoting("count", count);
            return Err(why.quoting("first", first).quoting("most", SHARDS));
        }
        Ok(Shards { first, count, total: self.total })
    }
}

/// The fault of a token, and where to get one.
fn token(key: &'static str) -> Reason {
    Reason::of(key).with("portal", Reason::of("config-portal"))
}

fn token_in(file: &Path, files: &SecretFiles) -> Result<String, Reason> {
    let trouble =
        |what: Reason| Reason::of("config-token-file").quoting("file", file.display()).with("why", what);
    files.text_in(file, TOKEN_BYTES).map_err(trouble)
}

/// Marks that are put around a token by mistake.
const QUOTES: [char; 10] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '「', '」'];

/// The token of a text, which must be fit for a request header.
fn plain(place: Detail, text: &str) -> Result<Token, Reason> {
    let text = text.trim();
    // In a request's header this word stands before the token, and people copy both.
    let text = text.strip_prefix("Bot ").unwrap_or(text).trim();
    if text.starts_with(QUOTES) || text.ends_with(QUOTES) {
        return Err(Reason::of("config-quoted-token").with("place", place));
    }
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(token("config-empty-token").with("place", place));
    }
    Ok(Token::from(text))
}
