//! Playing on by rules of thumb, in worlds that are or could be.

use crate::game::candidate::Candidate;
use crate::game::{Chance, Dice, OrderForm, Prompt, Seat, Viewer};
use crate::games::Playable;

/// Orders after which a playout is evaluated anyway: no turn takes so many.
const ORDERS: usize = 2_000;

/// The luck of one playout: dice for draws, and the throws of each of its orders by their number, so that they do not depend on
/// earlier draws.
#[derive(Clone)]
pub struct Luck {
    /// For draws.
    pub dice: Dice,
    throws: [u8; 32],
    orders: u32,
}

impl Luck {
    /// The luck of playout `number` of a search with this key.
    pub fn of(key: [u8; 32], number: u32) -> Luck {
        let mut dice = Dice::from_key(numbered(key, 0, number));
        Luck { throws: dice.key(), dice, orders: 0 }
    }
}

/// A key for each number, made of another.
fn numbered(mut key: [u8; 32], at: usize, number: u32) -> [u8; 32] {
    for (byte, mixed) in key[at..].iter_mut().zip(number.to_le_bytes()) {
        *byte ^= mixed;
    }
    key
}

/// Resolves an order; `None` if the rules stop at it, which is a fault of theirs.
pub fn after<G: Playable>(
    game: &G,
    state: &G::State,
    seat: Seat,
    order: &OrderForm,
    luck: &mut Luck,
) -> Option<G::State> {
    luck.orders += 1;
    // Bytes 4 to 7, because the throw's number goes into 0 to 3: there equal numbers would cancel out.
    let key = numbered(luck.throws, 4, luck.orders);
    let mut chance = Chance::seeded(|number| numbered(key, 0, number));
    game.carry_out(state, seat, order, &mut chance).ok().map(|resolved| resolved.state)
}

/// The candidate orders of the seat to move.
pub fn weighed<G: Playable>(game: &G, state: &G::State, prompt: &Prompt, dice: &mut Dice) -> Vec<Candidate> {
    let view = game.view(state, Viewer::Seat(prompt.seat));
    game.candidates(&view, prompt, &game.options(state, prompt.seat), dice)
}

/// The order by rule of thumb of the seat to move; `None` only if no order is legal.
pub fn ordered_by_thumb<G: Playable>(
    game: &G,
    state: &G::State,
    prompt: &Prompt,
    dice: &mut Dice,
) -> Option<OrderForm> {
    let candidates = weighed(game, state, prompt, dice);
    let drawn = Candidate::draw(&candidates, dice).map(|candidate| candidate.order.clone());
    drawn.or_else(|| game.options(state, prompt.seat).sample(&mut |n| dice.below(n)))
}

/// The part and the turn of a game that it is.
pub fn moment<G: Playable>(game: &G, state: &G::State) -> (Option<u32>, u32) {
    (game.part(state), game.moment(state).0)
}

/// Plays a world on to the end of the turn that it was, and gives the chance of a seat to win then, in thousandths.
pub fn chance_after<G: Playable>(
    game: &G,
    mut world: G::State,
    turn: (Option<u32>, u32),
    seat: Seat,
    luck: &mut Luck,
) -> u32 {
    for _ in 0..ORDERS {
        if game.is_over(&world) || moment(game, &world) != turn {
            break;
        }
        // Nobody can order, or the rules stopped: the world is judged as it is.
        let Some(next) = next(game, &world, luck) else { break };
        world = next;
    }
    game.evaluate(&game.view(&world, Viewer::Seat(seat)), seat)
}

/// The result of the rule of thumb's order for the first seat with a prompt.
fn next<G: Playable>(game: &G, world: &G::State, luck: &mut Luck) -> Option<G::State> {
    let prompt = game.prompts(world).into_iter().find(|prompt| prompt.awaited)?;
    let order = ordered_by_thumb(game, world, &prompt, &mut luck.dice)?;
    after(game, world, prompt.seat, &order, luck)
}
