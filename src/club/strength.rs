//! Computer players: strengths, names, addresses, and the time they take.

use chrono::TimeDelta;

use super::ClubError;
use super::standing_orders::ANSWER_DELAY;
use crate::book::fold;
use crate::bots::{ComputerId, MOST_PLAYOUTS, PLAYER_VERSION, Strength};
use crate::log::Players;
use crate::log::players::{Address, Player};
use crate::reason::Reason;
/// Also the kind of computer players' addresses, the rest of which is the strength, and their channel.
pub use crate::table::COMPUTER;

/// The time between a question and a computer player's answer where one person plays against computer players.
pub const DELAY_AGAINST_COMPUTERS: TimeDelta = TimeDelta::seconds(4);
/// The most playouts of a captain who surely decides within that time, on a busy machine too.
const QUICK_PLAYOUTS: u32 = 2000;

/// The time between a question and the answer of a computer player of this strength: short where one person plays against
/// computer players, else [`ANSWER_DELAY`]. It depends on nothing that is secret.
pub fn answer_delay(strength: Strength, against_computers: bool) -> TimeDelta {
    let is_quick = !matches!(strength, Strength::Captain { playouts } if playouts.get() > QUICK_PLAYOUTS);
    if against_computers && is_quick { DELAY_AGAINST_COMPUTERS } else { ANSWER_DELAY }
}

/// The strength of a computer player; `None` for a person.
pub fn strength_of(player: &Player) -> Option<Strength> {
    strength_at(player.address(COMPUTER)?)
}

/// The separator between the version in the address of a computer player from its strength.
const VERSION_SIGN: char = '/';

/// The address of a computer player: `captain/1`.
pub fn address_of(player: ComputerId) -> String {
    format!("{}{VERSION_SIGN}{}", player.strength, player.version)
}

/// The opaque id of the computer player of this strength, created if missing.
///
/// # Errors
/// A store that cannot be read or written.
pub(super) fn computer_player(
    strength: Strength,
    store: &(impl Players + ?Sized),
) -> Result<String, ClubError> {
    let id = ComputerId { strength, version: PLAYER_VERSION };
    let (address, name) = (address_of(id), format!("{strength} (computer)"));
    let address = Address::new(COMPUTER, &address);
    if let Some(player) = store.player_at(&address)? {
        return Ok(player.id);
    }
    let (id, addresses) = (id.to_string(), vec![address.clone()]);
    let player = Player { id: id.clone(), name, addresses, ..Player::default() };
    match store.put_player(player) {
        Ok(()) => Ok(id),
        // Another process was faster.
        Err(fault) => match store.player_at(&address)? {
            Some(player) => Ok(player.id),
            None => Err(fault.into()),
        },
    }
}

/// The strength of the computer player at an address. Those of earlier programs have no version there.
pub fn strength_at(address: &str) -> Option<Strength> {
    address.split(VERSION_SIGN).next()?.parse().ok()
}

/// The strengths that people play against, and how each is called in every language.
const CALLED: &[(&str, &[&str])] =
    &[("midshipman", &["候補生"]), ("lieutenant", &["大尉"]), ("captain", &["艦長"])];

/// The strength of that name, in any language: `captain`, `captain:50`, `艦長`.
pub fn strength_called(named: &str) -> Option<Strength> {
    let (name, playouts) = named.trim().split_once(':').unwrap_or((named.trim(), ""));
    let name = fold(name);
    let (strength, _) = CALLED.iter().find(|(own, others)| *own == name || others.contains(&&*name))?;
    let called = if playouts.is_empty() { (*strength).to_owned() } else { format!("{strength}:{playouts}") };
    called.parse().ok()
}

/// Why no computer player has this name.
pub fn no_opponent(named: &str) -> Reason {
    Reason::of("no-such-opponent").quoting("given", named).with("most", u64::from(MOST_PLAYOUTS))
}
