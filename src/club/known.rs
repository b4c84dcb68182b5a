//! By which of a player's ids a table knows them, and which of its players are computers.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::ClubError;
use super::strength::{answer_delay, strength_of};
use crate::bots::{ComputerId, Strength};
use crate::game::{Seat, Viewer};
use crate::games::Playable;
use crate::log::Players;
use crate::report::Phrases;
use crate::table::{OpenPrompt, SeatHolding, Table};
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

/// Computer players at some of these seats, with the time between a question and the answer of each. It is short where one person
/// plays against computer players alone: where no seat is free or kept for anybody, so that none of them stands in.
///
/// # Errors
/// A store that cannot be read.
pub fn computers_at(
    store: &(impl Players + ?Sized),
    places: &[SeatHolding],
) -> Result<Vec<(Seat, Strength, TimeDelta)>, ClubError> {
    let (mut computers, mut people) = (Vec::new(), BTreeSet::new());
    for place in places {
        let Some(id) = &place.player else { continue };
        let player = store.player(id)?;
        match player.as_ref().and_then(strength_of) {
            Some(strength) => computers.push((place.seat, strength)),
            None => drop(people.insert(player.map_or_else(|| id.clone(), |player| player.id))),
        }
    }
    let is_free = |place: &SeatHolding| place.player.is_none() || place.offered_to.is_some();
    let against_computers = people.len() == 1 && !places.iter().any(is_free);
    let delay = |(seat, strength)| (seat, strength, answer_delay(strength, against_computers));
    Ok(computers.into_iter().map(delay).collect())
}

/// The open prompts that somebody is to answer now. Those of computer players who [hold back](Playable::holds_back) are not
/// among them.
pub(super) fn to_answer<G: Playable>(now: &Table<G>) -> impl Iterator<Item = &OpenPrompt> {
    let holds_back = move |asked: &OpenPrompt| {
        let seat = asked.prompt.seat;
        now.player_of(seat).and_then(ComputerId::of).is_some()
            && now.game().holds_back(&now.seen_by(Viewer::Seat(seat)), &asked.prompt, &now.options(seat))
    };
    now.waited_for().filter(move |asked| !holds_back(asked))
}

/// The name of a computer player of this strength.
pub fn computer_name(words: &Words, lang: Lang, strength: Strength) -> String {
    let strength = strength.to_string();
    let playouts = strength.find(':').unwrap_or(strength.len());
    let (name, playouts) = strength.split_at(playouts);
    words.say(lang, "table-computer", &[("strength", name.into()), ("playouts", playouts.into())])
}
