//! Who a Discord user is, and what they prefer.

use super::super::seats::{discord_player, is_plain};
use super::super::trouble::Trouble;
use crate::door::discord::house::Person;
use crate::door::discord::inbound::call::{Id, User};
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::players::{DISCORD, Player};
use crate::log::{Fault, Store};
use crate::table::World;
use crate::words::Lang;

/// Who this user is: added when they are new, with what they are called and the language they were last heard in.
pub(super) fn meet(store: &(impl Store + ?Sized), world: &dyn World, user: &User) -> Result<Person, Trouble> {
    let name = plain_name(user);
    let (id, _) = discord_player(store, world, &user.id.to_string(), &name)?;
    let lang = Some(user.lang.code().to_owned());
    let mut direct = false;
    if let Some(mut player) = store.player(&id)? {
        direct = player.preferences.direct;
        if player.name != name || player.preferences.lang != lang {
            player.name = name;
            player.preferences.lang = lang;
            store.put_player(player)?;
        }
    }
    Ok(Person { player: id, user: user.id, lang: user.lang, by_dm: direct })
}

/// A name that fits and shows what it is; the user's number where theirs does not.
fn plain_name(user: &User) -> String {
    let name: String = user.name.trim().chars().filter(|c| is_plain(&c.to_string())).collect();
    let name = name[..name.floor_char_boundary(MAX_ADDRESS_BYTES)].trim();
    if name.is_empty() { user.id.to_string() } else { name.to_owned() }
}

/// Whether this player wants what is for them alone by direct message.
pub(super) fn set_by_dm(store: &(impl Store + ?Sized), player: &str, by_dm: bool) -> Result<(), Fault> {
    let Some(mut player) = store.player(player)? else { return Ok(()) };
    player.preferences.direct = by_dm;
    store.put_player(player)
}

/// The player as a person met by Discord at this address; `None` where it is no Discord user.
pub(super) fn person(player: &Player, address: &str) -> Option<Person> {
    let lang = player.preferences.lang.as_deref().unwrap_or_default();
    Some(Person {
        player: player.id.clone(),
        user: address.parse().ok()?,
        lang: Lang::of_locale(lang),
        by_dm: player.preferences.direct,
    })
}

/// The Discord id of a player who has one.
pub(super) fn discord_id(store: &(impl Store + ?Sized), player: &str) -> Result<Option<Id>, Fault> {
    let player = store.player(player)?;
    Ok(player.and_then(|player| player.address(DISCORD)?.parse().ok()))
}
