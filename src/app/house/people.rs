//! Who a Discord user is, and what they prefer: a note beside their player.

use serde::{Deserialize, Serialize};

use super::super::seats::{discord_player, is_plain};
use super::super::trouble::Trouble;
use crate::door::discord::DOOR;
use crate::door::discord::call::{Id, User};
use crate::door::discord::house::Person;
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::{Fault, Store};
use crate::table::World;
use crate::words::Lang;

/// The prefix of the notes that say what a person prefers.
const PERSON: &str = "person/";

/// What is kept of a person.
#[derive(Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Preference {
    lang: String,
    by_dm: bool,
}

/// Who this user is: added when they are new, with what they are called and the language they were last heard in.
pub(super) fn meet(store: &impl Store, world: &dyn World, user: &User) -> Result<Person, Trouble> {
    let name = plain_name(user);
    let (id, added) = discord_player(store, world, &user.id.to_string(), &name)?;
    if !added && let Some(mut player) = store.player(&id)?.filter(|player| player.name != name) {
        player.name = name;
        store.put_player(player)?;
    }
    let before = preference(store, &id)?;
    let by_dm = before.as_ref().is_some_and(|before| before.by_dm);
    let person = Person { player: id, user: user.id, lang: user.lang, by_dm };
    if before.is_none_or(|before| before.lang != user.lang.code()) {
        keep(store, &person)?;
    }
    Ok(person)
}

/// A name that fits and shows what it is; the user's number where theirs does not.
fn plain_name(user: &User) -> String {
    let name: String = user.name.trim().chars().filter(|c| is_plain(&c.to_string())).collect();
    let name = name[..name.floor_char_boundary(MAX_ADDRESS_BYTES)].trim();
    if name.is_empty() { user.id.to_string() } else { name.to_owned() }
}

pub(super) fn keep(store: &impl Store, person: &Person) -> Result<(), Fault> {
    let kept = Preference { lang: person.lang.code().to_owned(), by_dm: person.by_dm };
    let body = serde_json::to_string(&kept).map_err(|error| Fault::Unfit(error.to_string()))?;
    store.put_note(DOOR, &format!("{PERSON}{}", person.player), &body)
}

fn preference(store: &impl Store, player: &str) -> Result<Option<Preference>, Fault> {
    let Some(body) = store.note(DOOR, &format!("{PERSON}{player}"))? else { return Ok(None) };
    let unfit = |error| Fault::Unfit(format!("what is kept of a person cannot be read: {error}"));
    serde_json::from_str(&body).map(Some).map_err(unfit)
}

/// The player as a person met by Discord; `None` for one who is not, or is not known any more.
pub(super) fn person(store: &impl Store, player: &str) -> Result<Option<Person>, Fault> {
    let Some(user) = discord_id(store, player)? else { return Ok(None) };
    let kept = preference(store, player)?.unwrap_or_default();
    Ok(Some(Person { player: player.to_owned(), user, lang: Lang::of_locale(&kept.lang), by_dm: kept.by_dm }))
}

/// The Discord id of a player who has one.
pub(super) fn discord_id(store: &impl Store, player: &str) -> Result<Option<Id>, Fault> {
    let player = store.player(player)?;
    Ok(player.and_then(|player| player.discord).and_then(|user| user.parse().ok()))
}
