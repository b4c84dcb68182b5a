//! By which of a player's ids a table knows them.

use super::ClubError;
use super::strength::strength_of;
use crate::bots::Strength;
use crate::games::Playable;
use crate::log::Players;
use crate::report::Phrases;
use crate::table::{SeatHolding, Table};
use crate::words::{Lang, Words};

/// The one of a player's ids under which a table knows them: one that holds a seat there, or else is its game master, or has a
/// seat kept for it; otherwise their own.
///
/// # Errors
/// A store that cannot be read.
pub fn known_as<G: Playable>(
    store: &(impl Players + ?Sized),
    now: &Table<G>,
    player: &str,
) -> Result<String, ClubError> {
    known_among(store, (&now.places().collect::<Vec<_>>(), now.master()), player)
}

/// As [`known_as`], at a table with these seats and this game master.
///
/// # Errors
/// A store that cannot be read.
pub(super) fn known_among(
    store: &(impl Players + ?Sized),
    (places, master): (&[SeatHolding], Option<&str>),
    player: &str,
) -> Result<String, ClubError> {
    let holds = |id: &&str| places.iter().any(|place| place.player.as_deref() == Some(*id));
    let offered = |id: &&str| places.iter().any(|place| place.offered_to.as_deref() == Some(*id));
    // Whoever has but one id is not looked up.
    if holds(&player) {
        return Ok(player.to_owned());
    }
    let Some(person) = store.player(player)? else { return Ok(player.to_owned()) };
    let masters = |id: &&str| master == Some(*id);
    let known = person.ids().find(holds).or_else(|| person.ids().find(masters));
    let known = known.or_else(|| person.ids().find(offered));
    Ok(known.unwrap_or(player).to_owned())
}

/// The name of a player; of a computer player the strength, in the reader's language.
///
/// # Errors
/// A store that cannot be read.
pub fn name_of(
    store: &(impl Players + ?Sized),
    phrases: &Phrases<'_>,
    id: &str,
) -> Result<String, ClubError> {
    let Some(player) = store.player(id)? else { return Ok(phrases.say("table-who-unknown", &[])) };
    let strength = strength_of(&player);
    Ok(strength.map_or(player.name, |strength| computer_name(phrases.words, phrases.lang, strength)))
}

/// The name of a computer player of this strength.
pub fn computer_name(words: &Words, lang: Lang, strength: Strength) -> String {
    let strength = strength.to_string();
    let playouts = strength.find(':').unwrap_or(strength.len());
    let (name, playouts) = strength.split_at(playouts);
    words.say(lang, "table-computer", &[("strength", name.into()), ("playouts", playouts.into())])
}
