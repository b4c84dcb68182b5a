//! What decided a game that is over: the chance to win before and after each of its decisions, found by playouts from the
//! positions as they were, with choices and dice apart.
//!
//! A choice is worth what the chance is with its order, over all dice, less what it is when the rules of thumb choose; the dice
//! are worth what it is after them, less what it was with the order. So all choices and all dice of a game add up to the
//! way from its first chance to its last one, as in the luck-adjusted results of backgammon.

use std::num::NonZeroU32;

use super::playout::{Luck, after, chance_after, moment, ordered_by_thumb, weighed};
use crate::game::{Chance, Dice, Fact, OrderForm, Prompt, Seat, Viewer};
use crate::games::Playable;

/// A decision as it was made.
pub struct DecisionMade<S> {
    /// The position in which it was made.
    pub state: S,
    /// Whose it was.
    pub seat: Seat,
    /// What was ordered.
    pub order: OrderForm,
}

/// What a decision changed: chances of one seat to win, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// Whose decision it was.
    pub by: Seat,
    /// Before it.
    pub before: i32,
    /// With the order that was given, over all dice.
    pub ordered: i32,
    /// After its dice.
    pub after: i32,
    /// The standard error of what the choice was worth.
    pub error: i32,
}

/// Swings of less than half a point, in thousandths, are not felt.
const FELT: i32 = 5;

impl Swing {
    /// The value of the choice of the order.
    pub fn choice(&self) -> i32 {
        self.ordered - self.before
    }

    /// The value of its dice.
    pub fn dice(&self) -> i32 {
        self.after - self.ordered
    }

    /// Returns whether either was worth half a point.
    pub fn is_felt(&self) -> bool {
        self.choice().abs() >= FELT || self.dice().abs() >= FELT
    }
}

/// What decided a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostMortem {
    /// Whose chances are told.
    pub seat: Seat,
    /// What each decision changed.
    pub swings: Vec<Swing>,
    /// Whether all playouts were done; else what is told is rougher.
    pub is_whole: bool,
}

impl PostMortem {
    /// The chance before the first decision.
    pub fn before(&self) -> i32 {
        self.swings.first().map_or(EVEN, |swing| swing.before)
    }

    /// The chance after the last.
    pub fn after(&self) -> i32 {
        self.swings.last().map_or(EVEN, |swing| swing.after)
    }

    /// The value of the seat's own choices in all, or those of others, with the standard error.
    pub fn choices(&self, own: bool) -> (i32, i32) {
        let theirs = || self.swings.iter().filter(|swing| (swing.by == self.seat) == own);
        let squares: i32 = theirs().map(|swing| swing.error * swing.error).sum();
        (theirs().map(Swing::choice).sum(), squares.isqrt())
    }

    /// The value of all dice.
    pub fn dice(&self) -> i32 {
        self.swings.iter().map(Swing::dice).sum()
    }
}

/// The chance where nothing was decided, in thousandths.
const EVEN: i32 = 500;

/// The change that each decision of a game that ended with `end` made for `seat`; `None` of a game that has no rules of thumb. The same
/// key finds the same. `goes_on` is asked before each playout with how many were done and are to be: where it says no, what is
/// found is by those that were done, and nothing where some order had none.
pub fn post_mortem<G: Playable>(
    game: &G,
    seat: Seat,
    decisions: &[DecisionMade<G::State>],
    end: &G::State,
    (playouts, goes_on): (NonZeroU32, &mut dyn FnMut(usize, usize) -> bool),
    key: [u8; 32],
) -> Option<PostMortem> {
    let mut keys = Dice::from_key(key);
    let mut weighed: Vec<Weighed> =
        decisions.iter().map(|decision| Weighed::of(game, decision, keys.key())).collect::<Option<_>>()?;
    let all = decisions.len().saturating_mul(playouts.get() as usize);
    let mut done = 0;
    'rounds: for number in 0..playouts.get() {
        for (decision, weighed) in decisions.iter().zip(&mut weighed) {
            match goes_on(done, all) {
                true => weighed.play_out(game, seat, decision, number)?,
                false if number == 0 => return None,
                false => break 'rounds,
            }
            done += 1;
        }
    }
    let whole = |number: f64| number.round() as i32;
    let last = game.evaluate(&game.view(end, Viewer::Seat(seat)), seat) as i32;
    let chance_at = |at: usize| weighed.get(at).map_or(last, |weighed| whole(weighed.chance.mean()));
    let mut now = chance_at(0);
    let swing = |(at, decision): (usize, &DecisionMade<G::State>)| {
        let before = now;
        let ordered = (before + whole(weighed[at].choice.mean())).clamp(0, 1000);
        // Without dice nothing changes until the next decision: what playouts differ by there is noise.
        let is_settled = throws(game, decision) || at + 1 == decisions.len();
        now = if is_settled { chance_at(at + 1) } else { ordered };
        Swing { by: decision.seat, before, ordered, after: now, error: whole(weighed[at].choice.error()) }
    };
    let swings = decisions.iter().enumerate().map(swing).collect();
    Some(PostMortem { seat, swings, is_whole: done == all })
}

/// What playouts find of a position, in thousandths: the chance by the rules of thumb, and what the order adds to it.
struct Weighed {
    key: [u8; 32],
    chance: Estimate,
    choice: Estimate,
}

impl Weighed {
    /// Nothing yet; `None` where there are no rules of thumb.
    fn of<G: Playable>(game: &G, decision: &DecisionMade<G::State>, key: [u8; 32]) -> Option<Weighed> {
        let (state, prompt) = position(game, decision)?;
        let is_played = !weighed(game, &state, &prompt, &mut Dice::from_key(key)).is_empty();
        is_played.then(|| Weighed { key, chance: Estimate::default(), choice: Estimate::default() })
    }

    /// Plays the position on with the order that was given, and with that of the rules of thumb, with the same luck.
    fn play_out<G: Playable>(
        &mut self,
        game: &G,
        seat: Seat,
        decision: &DecisionMade<G::State>,
        number: u32,
    ) -> Option<()> {
        let (state, prompt) = position(game, decision)?;
        let turn = moment(game, &state);
        let play_out = |order: &OrderForm, mut luck: Luck| {
            let world = after(game, &state, decision.seat, order, &mut luck)?;
            Some(f64::from(chance_after(game, world, turn, seat, &mut luck)))
        };
        let mut luck = Luck::of(self.key, number);
        let by_thumb = ordered_by_thumb(game, &state, &prompt, &mut luck.dice)?;
        let usual = play_out(&by_thumb, luck.clone())?;
        let given = if by_thumb == decision.order { usual } else { play_out(&decision.order, luck)? };
        self.chance.add(usual);
        self.choice.add(given - usual);
        Some(())
    }
}

/// The position of a decision as playouts begin there, and what was asked.
fn position<G: Playable>(game: &G, decision: &DecisionMade<G::State>) -> Option<(G::State, Prompt)> {
    let mut state = decision.state.clone();
    G::without_odds(&mut state);
    let prompt = game.prompts(&state).into_iter().find(|prompt| prompt.seat == decision.seat)?;
    Some((state, prompt))
}

/// Returns whether dice are thrown for an order, whatever they show.
fn throws<G: Playable>(game: &G, decision: &DecisionMade<G::State>) -> bool {
    let mut chance = Chance::seeded(|_| [0; 32]);
    let resolved = game.carry_out(&decision.state, decision.seat, &decision.order, &mut chance);
    resolved.is_ok_and(|resolved| resolved.facts.iter().any(|fact| matches!(fact, Fact::Roll(_))))
}

/// A mean that is being estimated.
#[derive(Default)]
struct Estimate {
    number: f64,
    sum: f64,
    squares: f64,
}

impl Estimate {
    fn add(&mut self, value: f64) {
        self.number += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.number
    }

    /// Its standard error.
    fn error(&self) -> f64 {
        let spread = self.squares / self.number - self.mean() * self.mean();
        (spread.max(0.0) / self.number).sqrt()
    }
}
