//! What our mails carry so that an answer can be known for one: the token in the address that is answered, the code of a
//! second mail, ids of messages.

use chrono::{DateTime, Utc};

use crate::keys::{ALPHABET, Keys, equal, letters, sign};

/// Letters of a token's signature: 5 bits each.
const TOKEN_LETTERS: usize = 26;
/// Letters of a code, which holds for a day or two and is typed by hand.
pub const CODE_LETTERS: usize = 8;
/// Letters of a message's id.
const ID_LETTERS: usize = 20;
/// Seconds a code is of.
pub const CODE_SECONDS: i64 = 24 * 60 * 60;
/// The holder of a token for somebody not yet known.
pub const STRANGER: &str = "new";

/// The holder of a reply address, and its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grant<'a> {
    /// The opaque id of the player; [`STRANGER`] for somebody not yet known.
    pub player: &'a str,
    /// Their mail address.
    pub address: &'a str,
    /// The table; `None` for what concerns none.
    pub table: Option<&'a str>,
    /// How often it was renewed.
    pub generation: u32,
}

/// Signs and recognises tokens, codes and ids.
#[derive(Debug)]
pub struct Tokens {
    keys: Keys,
}

impl Tokens {
    /// Signs with the keys of this door.
    pub fn new(keys: Keys) -> Tokens {
        Tokens { keys }
    }

    /// The token of a grant: lower-case letters, digits and hyphens, at most 64 with an id of [`crate::table::id`].
    pub fn token(&self, grant: &Grant<'_>) -> String {
        format!("{}-{}", grant.player, signature(self.keys.signing(), grant))
    }

    /// The player that a text names as a token does, whether it is one or not.
    pub fn player_of(token: &str) -> Option<&str> {
        let (player, signature) = token.rsplit_once('-')?;
        let of_ours = |b: u8| ALPHABET.contains(&b);
        (!player.is_empty() && signature.len() == TOKEN_LETTERS && signature.bytes().all(of_ours))
            .then_some(player)
    }

    /// Returns whether `token` belongs to a grant, in upper or lower case, by a key accepted at `now`.
    pub fn is(&self, token: &str, grant: &Grant<'_>, now: DateTime<Utc>) -> bool {
        let token = token.to_ascii_lowercase();
        let Some((player, given)) = token.rsplit_once('-') else { return false };
        player == grant.player && self.keys.accepted(now).any(|key| equal(given, &signature(key, grant)))
    }

    /// The code that confirms a player's action, at `now`.
    pub fn code(&self, player: &str, deed: &str, now: DateTime<Utc>) -> String {
        code(self.keys.signing(), player, deed, now.timestamp().div_euclid(CODE_SECONDS))
    }

    /// Returns whether that is the code of today or of yesterday.
    pub fn is_code(&self, given: &str, player: &str, deed: &str, now: DateTime<Utc>) -> bool {
        let given: String = given.chars().filter(|c| *c != '-').collect::<String>().to_ascii_lowercase();
        let today = now.timestamp().div_euclid(CODE_SECONDS);
        // A code that is shown before midnight has to hold for the next day.
        let right = |key| [today, today - 1].iter().any(|day| equal(&given, &code(key, player, deed, *day)));
        self.keys.accepted(now).any(right)
    }

    /// An unpredictable id that is always the same for the same cause.
    pub fn id(&self, cause: &[&str]) -> String {
        // The first part keeps ids apart from tokens and codes, which have the same key.
        let parts: Vec<&str> = ["id v1"].iter().chain(cause).copied().collect();
        letters(&sign(self.keys.signing(), &parts), ID_LETTERS)
    }
}

fn signature(key: &[u8; 32], grant: &Grant<'_>) -> String {
    let Grant { player, address, table, generation } = grant;
    let generation = generation.to_string();
    let scope = if table.is_some() { "table" } else { "club" };
    let parts = ["token v1", player, address, scope, table.unwrap_or_default(), &generation];
    letters(&sign(key, &parts), TOKEN_LETTERS)
}

fn code(key: &[u8; 32], player: &str, deed: &str, day: i64) -> String {
    letters(&sign(key, &["code v1", player, deed, &day.to_string()]), CODE_LETTERS)
}
