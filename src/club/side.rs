//! The two sides of a link, as each is told of the other.

use serde::{Deserialize, Serialize};

use crate::log::players::{DISCORD, MAIL, Player};
use crate::words::{Lang, Words};

/// How long a link can be undone, in days.
pub const UNDO_DAYS: i64 = 7;
/// The kinds of addresses that are linked. Of two players the one with the kind that comes first keeps their id: mails that are
/// out name it, what is in Discord names the user.
pub(super) const KINDS: [&str; 2] = [MAIL, DISCORD];

/// A player as the other side of a link is told of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkSide {
    /// The opaque id.
    pub player: String,
    /// What they are called.
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
    pub fn said(&self, words: &Words, lang: Lang) -> String {
        let args = [("name", self.name.as_str().into()), ("address", self.address.as_str().into())];
        words.say(lang, &format!("link-side-{}", self.kind), &args)
    }
}

/// A mail address of which only its owner can tell the rest: `k…@example.org`.
pub(super) fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}…@{domain}")
}
