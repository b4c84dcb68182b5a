//! What `wardroom serve` is told: the sections `[serve]` and `[discord]` as they are written, and checked.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

use super::Config;

/// The variable of the environment that holds the bot's token; it goes before the file.
pub const TOKEN_VARIABLE: &str = "WARDROOM_DISCORD_TOKEN";
/// Where `wardroom serve` listens unless told otherwise: this machine only.
pub const LISTEN: &str = "127.0.0.1:8080";
/// What is logged unless told otherwise.
pub const LOG: &str = "info";
/// Most open tables of a server unless told otherwise.
pub const TABLES_A_GUILD: u32 = 50;
/// Most orders a minute of one player unless told otherwise.
pub const ORDERS_A_MINUTE: u32 = 30;
/// Most bytes of a token file.
const TOKEN_BYTES: u64 = 4096;
/// Most bytes of the address of a page.
const CONTACT_BYTES: usize = 200;
/// Most shards: more than Discord gives to anybody.
const SHARDS: u32 = 10_000;
/// Where a token comes from.
const WHERE_TOKENS_COME_FROM: &str =
    "Discord's Developer Portal shows it under your application, Bot, Reset Token";

/// The section `[serve]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServeSection {
    /// The address and port of health, metrics and the interactions endpoint.
    pub listen: Option<String>,
    /// What is logged, as a filter of `tracing`: `info`, or `warn,wardroom=debug`.
    pub log: Option<String>,
    /// How it is written.
    pub log_format: Option<LogFormat>,
}

/// How logs are written.
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
    /// How interactions come in.
    pub way: Option<WayName>,
    /// The bot's token.
    pub token: Option<Token>,
    /// A file with the bot's token.
    pub token_file: Option<PathBuf>,
    /// The application's id.
    pub application_id: Option<Snowflake>,
    /// The key that signs interactions, 64 hexadecimal digits.
    pub public_key: Option<String>,
    /// Which shards this process runs.
    pub shards: Option<ShardsSection>,
    /// The only server that gets the commands.
    pub guild: Option<Snowflake>,
    /// Most open tables of a server.
    pub tables_a_guild: Option<u32>,
    /// Most orders a minute of one player.
    pub orders_a_minute: Option<u32>,
    /// A page that tells of this bot and of who runs it.
    pub contact_url: Option<String>,
    /// Another address than Discord's, for tests only.
    pub api: Option<String>,
}

/// How interactions come in, as it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WayName {
    /// Over a connection that the bot opens.
    #[default]
    Gateway,
    /// Over requests that Discord sends.
    Endpoint,
}

/// Which shards this process runs, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardsSection {
    /// How many there are in all processes together.
    pub total: u32,
    /// The first of this process; without it 0.
    pub first: Option<u32>,
    /// How many this process runs; without it all from the first on.
    pub count: Option<u32>,
}

/// A token. It is never printed.
#[derive(Clone, Deserialize)]
#[serde(transparent)]
pub struct Token(SecretString);

impl Token {
    /// The token itself, for the one request header that needs it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

impl From<&str> for Token {
    fn from(text: &str) -> Token {
        Token(SecretString::from(text))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.expose() == other.expose()
    }
}

impl Eq for Token {}

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

/// What `wardroom serve` does, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Serving {
    /// The address and port of health, metrics and the interactions endpoint.
    pub listen: SocketAddr,
    /// What is logged, as a filter of `tracing`.
    pub log: String,
    /// How it is written.
    pub log_format: LogFormat,
    /// The Discord bot.
    pub discord: Bot,
}

/// The Discord bot, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bot {
    /// How interactions come in.
    pub way: Way,
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
    /// A page that tells of this bot and of who runs it, which every request to Discord names.
    pub contact_url: Option<String>,
    /// Another address than Discord's, for tests only: `http://127.0.0.1:1234`.
    pub api: Option<String>,
}

/// How interactions come in, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
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
    /// How many, at least one.
    pub count: u32,
    /// How many there are in all processes together.
    pub total: u32,
}

impl Config {
    /// What `wardroom serve` is to do, with the variables of the environment.
    ///
    /// # Errors
    /// One sentence that names the key and says what would be right.
    pub fn serving(&self, vars: &dyn Fn(&str) -> Option<String>) -> Result<Serving, String> {
        let listen = self.serve.listen.as_deref().unwrap_or(LISTEN);
        let listen = listen.parse().map_err(|_| {
            format!(
                "[serve] listen = \"{listen}\" is no address with a port; write \"{LISTEN}\" for instance"
            )
        })?;
        let log = self.serve.log.clone().unwrap_or_else(|| LOG.to_owned());
        if let Err(error) = log.parse::<tracing_subscriber::EnvFilter>() {
            return Err(format!(
                "[serve] log = \"{log}\" is no filter ({error}); write \"{LOG}\" or \"warn,wardroom=debug\""
            ));
        }
        let from_environment = vars(TOKEN_VARIABLE).filter(|token| !token.trim().is_empty());
        let nothing = DiscordSection::default();
        let section = match (&self.discord, &from_environment) {
            (Some(section), _) => section,
            (None, Some(_)) => &nothing,
            (None, None) => {
                return Err(format!(
                    "the configuration has no [discord] section; it needs one with token_file = \"…\", or the \
                     token in {TOKEN_VARIABLE}: {WHERE_TOKENS_COME_FROM}"
                ));
            }
        };
        let discord = section.checked(from_environment.as_deref())?;
        Ok(Serving { listen, log, log_format: self.serve.log_format.unwrap_or_default(), discord })
    }
}

impl DiscordSection {
    fn checked(&self, from_environment: Option<&str>) -> Result<Bot, String> {
        Ok(Bot {
            way: self.checked_way()?,
            token: self.checked_token(from_environment)?,
            application_id: self.application_id.map(|id| id.0),
            guild: self.guild.map(|id| id.0),
            tables_a_guild: at_least_one("tables_a_guild", self.tables_a_guild.unwrap_or(TABLES_A_GUILD))?,
            orders_a_minute: at_least_one(
                "orders_a_minute",
                self.orders_a_minute.unwrap_or(ORDERS_A_MINUTE),
            )?,
            contact_url: self.checked_contact()?,
            api: self.checked_api()?,
        })
    }

    fn checked_way(&self) -> Result<Way, String> {
        if self.way.unwrap_or_default() == WayName::Gateway {
            return Ok(Way::Gateway(self.shards.map(ShardsSection::checked).transpose()?));
        }
        if self.shards.is_some() {
            return Err(
                "[discord] shards belong to way = \"gateway\"; take them out, or change the way".to_owned()
            );
        }
        if self.application_id.is_none() {
            return Err(
                "[discord] way = \"endpoint\" needs application_id, from the Developer Portal, General \
                        Information"
                    .to_owned(),
            );
        }
        let Some(key) = &self.public_key else {
            return Err(
                "[discord] way = \"endpoint\" needs public_key, from the Developer Portal, General Information"
                    .to_owned(),
            );
        };
        let mut public_key = [0; 32];
        let good = hex::decode_to_slice(key.trim(), &mut public_key).is_ok()
            && serenity::interactions_endpoint::Verifier::try_new(public_key).is_ok();
        if !good {
            return Err(
                "[discord] public_key is not the application's key: it has 64 hexadecimal digits; copy it anew \
                 from the Developer Portal, General Information"
                    .to_owned(),
            );
        }
        Ok(Way::Endpoint { public_key })
    }

    fn checked_token(&self, from_environment: Option<&str>) -> Result<Token, String> {
        if let Some(token) = from_environment {
            return plain(TOKEN_VARIABLE, token);
        }
        match (&self.token, &self.token_file) {
            (Some(_), Some(_)) => {
                Err("[discord] has both token and token_file; take one of them out".to_owned())
            }
            (Some(token), None) => plain("[discord] token", token.expose()),
            (None, Some(file)) => plain(&format!("the file {}", file.display()), &token_in(file)?),
            (None, None) => Err(format!(
                "[discord] has no token; name a file that holds it with token_file = \"…\", or set \
                 {TOKEN_VARIABLE}: {WHERE_TOKENS_COME_FROM}"
            )),
        }
    }

    fn checked_contact(&self) -> Result<Option<String>, String> {
        let Some(url) = &self.contact_url else { return Ok(None) };
        let page = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        // It stands in a request's header, in brackets and before a comma.
        let is_plain = |page: &str| page.chars().all(|c| c.is_ascii_graphic() && !"(),".contains(c));
        if page.is_none_or(|page| page.is_empty() || !is_plain(page) || url.len() > CONTACT_BYTES) {
            return Err(format!(
                "[discord] contact_url = \"{url}\" is no address of a page such as \"https://example.org/our-club\", \
                 without brackets and commas; leave it out, and Discord is shown the bot's own page"
            ));
        }
        Ok(Some(url.clone()))
    }

    fn checked_api(&self) -> Result<Option<String>, String> {
        let Some(api) = &self.api else { return Ok(None) };
        let host = api.strip_prefix("http://").or_else(|| api.strip_prefix("https://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', ' '])) {
            return Err(format!(
                "[discord] api = \"{api}\" is no base address such as \"http://127.0.0.1:1234\"; it is for tests, \
                 leave it out to reach Discord"
            ));
        }
        Ok(Some(api.clone()))
    }
}

impl ShardsSection {
    fn checked(self) -> Result<Shards, String> {
        let first = self.first.unwrap_or(0);
        let count = self.count.unwrap_or_else(|| self.total.saturating_sub(first));
        let fits = first.checked_add(count).is_some_and(|end| end <= self.total);
        if self.total > SHARDS || count == 0 || !fits {
            return Err(format!(
                "[discord] shards: of {} shards, {count} from number {first} on cannot be run; first counts from 0, \
                 and first + count is at most total, which is at most {SHARDS}",
                self.total
            ));
        }
        Ok(Shards { first, count, total: self.total })
    }
}

fn at_least_one(key: &str, value: u32) -> Result<u32, String> {
    if value == 0 { Err(format!("[discord] {key} = 0 would allow none; write 1 or more")) } else { Ok(value) }
}

fn token_in(file: &Path) -> Result<String, String> {
    let trouble = |what: String| {
        format!(
            "[discord] token_file = \"{}\" cannot be read ({what}); it holds the token and nothing else",
            file.display()
        )
    };
    let bytes = std::fs::metadata(file).map_err(|error| trouble(error.to_string()))?.len();
    if bytes > TOKEN_BYTES {
        return Err(trouble(format!("it has {bytes} bytes")));
    }
    std::fs::read_to_string(file).map_err(|error| trouble(error.to_string()))
}

/// Marks that are put around a token by mistake.
const QUOTES: [char; 10] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '「', '」'];

/// The token of a text, which must be fit for a request header.
fn plain(place: &str, text: &str) -> Result<Token, String> {
    let text = text.trim();
    let text = text.strip_prefix("Bot ").unwrap_or(text).trim();
    if text.starts_with(QUOTES) || text.ends_with(QUOTES) {
        return Err(format!(
            "{place} has the token in quotation marks; take them away: it is the token and nothing else"
        ));
    }
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(format!(
            "{place} holds no token: a token is one word of letters, digits, dots, dashes and underscores; \
             {WHERE_TOKENS_COME_FROM}"
        ));
    }
    Ok(Token::from(text))
}
