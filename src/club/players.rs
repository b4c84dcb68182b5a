//! Players in the store: met at an address, and what they prefer of reminders and hours.

use super::ClubError;
use super::zone::zone_of;
use crate::log::players::{Address, Player, Preferences};
use crate::log::{Players, Store};
use crate::pace::{Ladder, Quiet, Rung, rungs};
use crate::table::Platform;
use crate::table::platform::written;
use crate::table::time::WaitedFor;

/// Random letters of a player's id.
const PLAYER_LETTERS: usize = 12;

/// The player at an address, created under `name` if the address is new, and whether they were created.
///
/// # Errors
/// A store that cannot be read or written, or no randomness.
pub fn player_at(
    store: &(impl Players + ?Sized),
    platform: &dyn Platform,
    address: &Address,
    name: &str,
) -> Result<(Player, bool), ClubError> {
    if let Some(player) = store.player_at(address)? {
        return Ok((player, false));
    }
    let id = crate::table::id::letters("p", PLAYER_LETTERS, platform)?;
    let addresses = vec![address.clone()];
    let player = Player { id, name: name.to_owned(), addresses, ..Player::default() };
    match store.put_player(player.clone()) {
        Ok(()) => Ok((player, true)),
        // Of two simultaneous messages from a new player, the other was faster.
        Err(fault) => match store.player_at(address)? {
            Some(player) => Ok((player, false)),
            None => Err(fault.into()),
        },
    }
}

/// Changes a preference of a player, and has their tables looked at again.
pub(super) fn prefer(
    store: &dyn Store,
    platform: &dyn Platform,
    player: &str,
    change: impl FnOnce(&mut Preferences),
) -> Result<(), ClubError> {
    let Some(mut player) = store.player(player)? else { return Ok(()) };
    change(&mut player.preferences);
    let id = player.id.clone();
    store.put_player(player)?;
    Ok(store.wake_tables_of(&id, &written(platform.now()))?)
}

/// The reminders that a player wants of each decision.
pub fn ladder_of(player: &Player) -> Ladder {
    let typed = player.preferences.ladder.as_deref();
    typed.and_then(|typed| Ladder::parse(typed).ok()).unwrap_or_default()
}

/// When a player wants to be left alone.
pub fn quiet_of(player: &Player) -> Option<Quiet> {
    let quiet = player.preferences.quiet?;
    Quiet::of_minutes(quiet.from, quiet.to, zone_of(player))
}

/// The reminders of a question that a player has had or will have, unless they answer before.
pub fn rungs_of(player: &Player, wait: &WaitedFor) -> Vec<Rung> {
    // By the log alone: an extension is announced separately.
    let due = wait.extended_from.or(wait.due);
    rungs(&ladder_of(player), wait.begun, due, quiet_of(player).as_ref(), &zone_of(player))
}
