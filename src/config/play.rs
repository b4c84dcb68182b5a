//! The section `[play]`: the address of the board in the browser, as written, and checked.

use std::net::SocketAddr;

use serde::Deserialize;

use super::pages::{address_of, is_same};
use crate::reason::Reason;

/// The default address for the board: this machine only.
pub const LISTEN: &str = "127.0.0.1:8082";

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
}

impl PlaySection {
    /// The section, checked; `others` are the addresses of other listeners.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn checked(&self, others: &[SocketAddr]) -> Result<ServedBoard, Reason> {
        let given = self.listen.as_deref().unwrap_or(LISTEN);
        let wrong = |key: &'static str| Reason::of(key).quoting("given", given).quoting("usual", LISTEN);
        let listen = given.parse().map_err(|_| wrong("config-play-listen"))?;
        if others.iter().any(|other| is_same(listen, *other)) {
            return Err(wrong("config-play-same"));
        }
        let behind_proxy = self.behind_proxy.unwrap_or(false);
        Ok(ServedBoard { listen, public_url: self.checked_url()?, behind_proxy })
    }

    /// The address that browsers reach it by: a host, over TLS unless it is this machine.
    ///
    /// # Errors
    /// As [`PlaySection::checked`].
    pub fn checked_url(&self) -> Result<String, Reason> {
        let Some(given) = &self.public_url else { return Err(Reason::of("config-play-no-url")) };
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
