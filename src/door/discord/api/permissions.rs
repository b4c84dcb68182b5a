//! The scopes and permissions that the bot needs in a server, and the invitation link with them.
//!
//! Source: <https://discord.com/developers/docs/topics/oauth2>, <https://discord.com/developers/docs/topics/permissions>.

use crate::door::discord::id::Id;

/// A permission of Discord's that the bot needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permission {
    /// Its bit in the permission integer.
    pub bit: u8,
    /// The message with the permission's name in Discord's client; requests for it use that name.
    pub name: &'static str,
}

/// The scopes of the invitation.
pub const SCOPES: [&str; 2] = ["bot", "applications.commands"];

/// Every permission that the bot needs; `docs/discord.md` gives the reasons.
pub const PERMISSIONS: [Permission; 7] = [
    Permission { bit: 10, name: "discord-right-view" },
    Permission { bit: 11, name: "discord-right-send" },
    Permission { bit: 38, name: "discord-right-send-in-threads" },
    Permission { bit: 35, name: "discord-right-threads" },
    Permission { bit: 51, name: "discord-right-pin" },
    Permission { bit: 15, name: "discord-right-files" },
    Permission { bit: 16, name: "discord-right-history" },
];

/// A permission that the bot does without until a thread is locked, and then asks for.
pub const IN_LOCKED_THREADS: Permission = Permission { bit: 34, name: "discord-right-manage-threads" };

/// Those without which the bot can say nothing of a table.
const SPEAKING: [u8; 2] = [10, 11];
/// The right that stands for all others.
const ADMINISTRATOR: u64 = 1 << 3;

/// The permissions that are missing in a channel where the bot has these.
pub fn missing(rights: u64) -> Vec<Permission> {
    let has = |right: &&Permission| rights & (ADMINISTRATOR | 1 << right.bit) != 0;
    PERMISSIONS.iter().filter(|right| !has(right)).copied().collect()
}

/// Returns whether the bot can write in a channel where these are missing.
pub fn can_speak(missing: &[Permission]) -> bool {
    !missing.iter().any(|right| SPEAKING.contains(&right.bit))
}

/// The permission integer of the invitation.
pub fn integer() -> u64 {
    PERMISSIONS.iter().fold(0, |all, right| all | 1 << right.bit)
}

/// The page on which Discord presents the application.
pub fn page(application: Id) -> String {
    format!("https://discord.com/oauth2/authorize?client_id={application}")
}

/// The link with which the manager of a server invites the application.
pub fn invitation(application: Id) -> String {
    // A `+` is a space in a query: OAuth2 parts scopes by spaces.
    format!("{}&scope={}&permissions={}", page(application), SCOPES.join("+"), integer())
}
