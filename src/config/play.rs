//! The section `[play]`: the address of the board in the browser, as written, and checked.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Deserialize;

use super::pages::{address_of, is_same};
use super::value::{SecretFiles, Token};
use crate::reason::Reason;

/// The default address for the board: this machine only.
pub const LISTEN: &str = "127.0.0.1:8082";
/// The variable of the environment that holds the client secret of the application; it takes precedence over the file.
pub const CLIENT_SECRET_VARIABLE: &str = "WARDROOM_DISCORD_CLIENT_SECRET";
/// Most bytes of a file with that secret.
const SECRET_BYTES: u64 = 4096;

/// The environment's variables, by name.
type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

/// The section `[play]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaySection {
    /// The address and port of the board.
    pub listen: Option<String>,
    /// The address that browsers reach it by: a host of its own.
    pub public_url: Option<String>,
    /// True if every request comes through a proxy that says in `X-Forwarded-For` whose it is.
    pub behind_proxy: Option<bool>,
    /// True if the board can be opened in Discord too, as an Activity.
    pub activity: Option<bool>,
    /// A file with the client secret of the Discord application.
    pub client_secret_file: Option<PathBuf>,
}

/// The board as an Activity of Discord, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedActivity {
    /// The id of the application.
    pub application: u64,
    /// Its client secret.
    pub secret: Token,
    /// Another address than Discord's, for tests only.
    pub api: Option<String>,
}

/// The board in the browser and its address, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServedBoard {
    /// The address and port.
    pub listen: SocketAddr,
    /// The address that browsers reach it by, without a slash at its end.
    pub public_url: String,
    /// True if every request comes through a proxy that says in `X-Forwarded-For` whose it is.
    pub behind_proxy: bool,
    /// The Activity, if it is switched on.
    pub activity: Option<ServedActivity>,
}

impl PlaySection {
    /// The section, checked; `others` are the addresses of other listeners, and `bot` is the id of the bot's application with
    /// the address of Discord's interface, if another is given.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn checked(
        &self,
        others: &[SocketAddr],
        bot: Option<(u64, Option<&str>)>,
        (vars, files): (Variables<'_>, &SecretFiles),
    ) -> Result<ServedBoard, Reason> {
        let given = self.listen.as_deref().unwrap_or(LISTEN);
        let wrong = |key: &'static str| Reason::of(key).quoting("given", given).quoting("usual", LISTEN);
        let listen = given.parse().map_err(|_| wrong("config-play-listen"))?;
        if others.iter().any(|other| is_same(listen, *other)) {
            return Err(wrong("config-play-same"));
        }
        let behind_proxy = self.behind_proxy.unwrap_or(false);
        let activity = match self.activity.unwrap_or(false) {
            true => Some(self.checked_activity(bot, vars(CLIENT_SECRET_VARIABLE), files)?),
            false => None,
        };
        Ok(ServedBoard { listen, public_url: self.checked_url()?, behind_proxy, activity })
    }

    fn checked_activity(
        &self,
        bot: Option<(u64, Option<&str>)>,
        from_environment: Option<String>,
        files: &SecretFiles,
    ) -> Result<ServedActivity, Reason> {
        let lacks = || Reason::of("config-play-activity").quoting("variable", CLIENT_SECRET_VARIABLE);
        let (application, api) = bot.ok_or_else(lacks)?;
        let given = from_environment.filter(|secret| !secret.trim().is_empty());
        let secret = match (given, &self.client_secret_file) {
            (Some(secret), _) => secret,
            (None, Some(file)) => files.text_in(file, SECRET_BYTES).map_err(|why| {
                Reason::of("config-play-secret-file").quoting("file", file.display()).with("why", why)
            })?,
            (None, None) => return Err(lacks()),
        };
        let secret = secret.trim();
        if secret.is_empty() || !secret.chars().all(|c| c.is_ascii_graphic()) {
            return Err(lacks());
        }
        Ok(ServedActivity { application, secret: Token::from(secret), api: api.map(str::to_owned) })
    }

    /// The address that browsers reach it by: a host, over TLS unless it is this machine.
    ///
    /// # Errors
    /// As [`PlaySection::checked`].
    pub fn checked_url(&self) -> Result<String, Reason> {
        let Some(given) = &self.public_url else { return Err(Reason::of("config-play-no-url")) };
        // Browsers name an origin in lower case, and that of a form is compared letter by letter.
        let url = address_of(given).map(|url| url.to_ascii_lowercase());
        let is_fit = |url: &String| match url.split_once("://") {
            Some((_, host)) if host.contains(['/', '@']) => false,
            Some(("http", host)) => ["127.0.0.1", "localhost", "[::1]"].iter().any(|here| {
                host.strip_prefix(here).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
            }),
            _ => true,
        };
        // Browsers leave the usual port out of what they send.
        let usual = [("https://", ":443"), ("http://", ":80")];
        let without_port = |url: String| {
            let port = usual.iter().find_map(|(scheme, port)| url.starts_with(scheme).then_some(*port));
            port.and_then(|port| url.strip_suffix(port)).map(str::to_owned).unwrap_or(url)
        };
        url.filter(is_fit)
            .map(without_port)
            .ok_or_else(|| Reason::of("config-play-url").quoting("given", given))
    }
}
