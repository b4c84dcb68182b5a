//! The two sides of a link, as the other side sees them.

use serde::{Deserialize, Serialize};

use crate::log::players::{DISCORD, MAIL, Player};
use crate::words::{Lang, Words};

/// Days in which a link can be undone.
pub const UNDO_DAYS: i64 = 7;
/// The kinds of addresses that can be linked. The player with the first kind keeps their id: mails already sent name it, while
/// Discord names the user.
pub(super) const KINDS: [&str; 2] = [MAIL, DISCORD];

/// A player as the other side of a link sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSide {
    /// The opaque id.
    pub player: String,
    /// Their name.
    pub name: String,
    /// The kind of their address.
    pub kind: String,
    /// Their address, as much of it as shows whose it is.
    pub address: String,
}

impl LinkSide {
    pub(super) fn of(player: &Player) -> Option<LinkSide> {
        let (kind, address) = KINDS.iter().find_map(|kind| Some((*kind, player.address(kind)?)))?;
        let address = if kind == MAIL { masked(address) } else { address.to_owned() };
        Some(LinkSide {
            player: player.id.clone(),
            name: player.name.clone(),
            kind: kind.to_owned(),
            address,
        })
    }

    /// The player in words: their name, the door and the address.
    pub fn in_words(&self, words: &Words, lang: Lang) -> String {
        let args = [("name", self.name.as_str().into()), ("address", self.address.as_str().into())];
        words.say(lang, &format!("link-side-{}", self.kind), &args)
    }
}

/// A mail address that only its owner can complete: `k…@example.org`.
pub(super) fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}…@{domain}")
}
