//! By which of a player's ids a table knows them.

use super::ClubError;
use crate::games::Playable;
use crate::log::Players;
use crate::table::Table;

/// Which of a player's ids a table knows them by: one that holds a seat there, or else has one kept for it; otherwise their
/// own.
pub(super) fn known_as<G: Playable>(
    store: &(impl Players + ?Sized),
    now: &Table<G>,
    player: &str,
) -> Result<String, ClubError> {
    let holds = |id: &&str| now.held_by(id).next().is_some();
    let offered = |id: &&str| now.offers().any(|(_, to)| to == *id);
    // Whoever has but one id is not looked up.
    if holds(&player) {
        return Ok(player.to_owned());
    }
    let Some(person) = store.player(player)? else { return Ok(player.to_owned()) };
    let known = person.ids().find(holds).or_else(|| person.ids().find(offered));
    Ok(known.unwrap_or(player).to_owned())
}
