//! The section `[pages]`: the address of the pages of published tables, as written, and checked.

use std::net::SocketAddr;

use serde::Deserialize;

use crate::reason::Reason;

/// The default address for pages: this machine only.
pub const LISTEN: &str = "127.0.0.1:8081";
/// Most bytes of the public address.
const URL_BYTES: usize = 200;

/// The section `[pages]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PagesSection {
    /// The address and port of the pages.
    pub listen: Option<String>,
    /// The beginning of the pages' links.
    pub public_url: Option<String>,
    /// True if every request comes through a proxy that says in `X-Forwarded-For` whose it is.
    pub behind_proxy: Option<bool>,
}

/// The pages and their address, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownPages {
    /// The address and port.
    pub listen: SocketAddr,
    /// The beginning of their links, without a slash at its end.
    pub public_url: String,
    /// True if every request comes through a proxy that says in `X-Forwarded-For` whose it is.
    pub behind_proxy: bool,
}

impl PagesSection {
    /// The section, checked; `ops` is where health and metrics are listened for.
    ///
    /// # Errors
    /// A reason that names the key and says what would be right.
    pub fn checked(&self, ops: SocketAddr) -> Result<ShownPages, Reason> {
        let given = self.listen.as_deref().unwrap_or(LISTEN);
        let listen = given.parse().map_err(|_| {
            Reason::of("config-pages-listen").quoting("given", given).quoting("usual", LISTEN)
        })?;
        if is_same(listen, ops) {
            return Err(Reason::of("config-pages-same").quoting("given", given).quoting("usual", LISTEN));
        }
        let public_url = self.checked_url()?;
        Ok(ShownPages { listen, public_url, behind_proxy: self.behind_proxy.unwrap_or(false) })
    }

    /// The beginning of the links, if there are pages.
    ///
    /// # Errors
    /// As [`PagesSection::checked`].
    pub fn checked_url(&self) -> Result<String, Reason> {
        let Some(url) = &self.public_url else { return Err(Reason::of("config-pages-no-url")) };
        address_of(url).ok_or_else(|| Reason::of("config-pages-url").quoting("given", url))
    }
}

/// The beginning of links, without a slash at its end; `None` if it cannot begin one.
pub(super) fn address_of(url: &str) -> Option<String> {
    let scheme = ["https://", "http://"].into_iter().find(|scheme| url.starts_with(scheme))?;
    let rest = url[scheme.len()..].trim_end_matches('/');
    // A link is copied, mailed and put into HTML, where the excluded characters could end or change it.
    let is_plain = rest.chars().all(|c| c.is_ascii_graphic() && !"<>\"'`,?#\\".contains(c));
    let is_fit = !rest.is_empty() && !rest.starts_with('/') && is_plain && url.len() <= URL_BYTES;
    is_fit.then(|| format!("{scheme}{rest}"))
}

/// Returns whether two listeners could not both have their address.
pub(super) fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    let everywhere = one.ip().is_unspecified() || other.ip().is_unspecified();
    // For port 0 the system finds a free one each time.
    one.port() != 0 && one.port() == other.port() && (one.ip() == other.ip() || everywhere)
}
