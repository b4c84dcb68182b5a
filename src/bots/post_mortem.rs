//! The decisions that settled a finished game: the chance to win before and after each, from playouts of the real positions,
//! with choices and dice apart.
//!
//! The worth of a choice is the chance with its order, over all dice, less the chance with the rules of thumb; the worth of the
//! dice is the chance after them, less the chance with the order. So all choices and all dice of a game add up to the way from
//! its first chance to its last one, as in the luck-adjusted results of backgammon.

use std::num::NonZeroU32;

use super::playout::{Luck, after, chance_after, moment, ordered_by_thumb, weighed};
use crate::game::{Chance, Dice, Fact, OrderForm, Prompt, Seat, Viewer};
use crate::games::Playable;

/// A decision with its order.
pub struct DecisionMade<S> {
    /// The position in which it was made.
    pub state: S,
    /// The seat that made it.
    pub seat: Seat,
    /// The order.
    pub order: OrderForm,
}

/// The effect of a decision: chances of one seat to win, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    /// The seat that made it.
    pub by: Seat,
    /// Before it.
    pub before: i32,
    /// With the order that was given, over all dice.
    pub ordered: i32,
    /// After its dice.
    pub after: i32,
    /// The standard error of the choice's worth.
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

/// The decisions that settled a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostMortem {
    /// The seat of the chances.
    pub seat: Seat,
    /// The effect of each decision.
    pub swings: Vec<Swing>,
    /// True if all playouts were done; otherwise the numbers are rougher.
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

    /// The worth of the seat's own choices in all, or of others', with the standard error.
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

/// The effect of each decision of a game that ended with `end`, for `seat`; `None` for a game without rules of thumb. The same
/// key gives the same numbers. `goes_on` is called before each playout with the numbers done and planned: if it returns false,
/// the result uses those done, and is `None` if some order had none.
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
    // Round by round, so that breaking off leaves about as many playouts for each decision.
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
        // Without dice nothing changes until the next decision: differences between playouts are noise there.
        let is_settled = throws(game, decision) || at + 1 == decisions.len();
        now = if is_settled { chance_at(at + 1) } else { ordered };
        Swing { by: decision.seat, before, ordered, after: now, error: whole(weighed[at].choice.error()) }
    };
    let swings = decisions.iter().enumerate().map(swing).collect();
    Some(PostMortem { seat, swings, is_whole: done == all })
}

/// The results of playouts for a position, in thousandths: the chance by the rules of thumb, and the order's gain.
struct Weighed {
    key: [u8; 32],
    chance: Estimate,
    choice: Estimate,
}

impl Weighed {
    /// No results yet; `None` without rules of thumb.
    fn of<G: Playable>(game: &G, decision: &DecisionMade<G::State>, key: [u8; 32]) -> Option<Weighed> {
        let (state, prompt) = position(game, decision)?;
        let is_played = !weighed(game, &state, &prompt, &mut Dice::from_key(key)).is_empty();
        is_played.then(|| Weighed { key, chance: Estimate::default(), choice: Estimate::default() })
    }

    /// Plays the position out with the given order, and with the rules of thumb's, with the same luck.
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
        // With the same luck the same order has the same result; a second playout would only cost time.
        let given = if by_thumb == decision.order { usual } else { play_out(&decision.order, luck)? };
        self.chance.add(usual);
        self.choice.add(given - usual);
        Some(())
    }
}

/// The position of a decision at the start of playouts, and its prompt.
fn position<G: Playable>(game: &G, decision: &DecisionMade<G::State>) -> Option<(G::State, Prompt)> {
    let mut state = decision.state.clone();
    G::without_odds(&mut state);
    let prompt = game.prompts(&state).into_iter().find(|prompt| prompt.seat == decision.seat)?;
    Some((state, prompt))
}

/// Returns whether an order throws dice, whatever they show.
fn throws<G: Playable>(game: &G, decision: &DecisionMade<G::State>) -> bool {
    // Any dice will do: the question is only whether some are thrown.
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
        // Rounding may make the spread slightly negative, and then its root is no number.
        let spread = self.squares / self.number - self.mean() * self.mean();
        (spread.max(0.0) / self.number).sqrt()
    }
}
