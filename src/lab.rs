//! The laboratory: many games between computer players, each from the seed and its number, with their results.

pub mod figures;
pub mod results;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::bots::{self, Briefing, Strength};
use crate::game::tally::GameTally;
use crate::game::{Audience, Chance, Dice, Events, Fact, Options, OrderForm, Prompt, Seat, Stop, Viewer};
use crate::games::Playable;

/// Orders after which a game has no end.
const MOST_ORDERS: u32 = 50_000;
const GAME_TAG: &[u8] = b"wardroom lab game v1";
const ROLL_TAG: &[u8] = b"roll";
const PLAYER_TAG: &[u8] = b"player";

/// A game that could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum LabFault {
    /// The rules stopped.
    #[error("game {number}: {stop}")]
    Stopped {
        /// The game.
        number: u32,
        /// The reason.
        stop: Stop,
    },
    /// Nobody can order anything, or it goes on for ever.
    #[error("game {number} has no end after {orders} orders")]
    NoEnd {
        /// The game.
        number: u32,
        /// Orders so far.
        orders: u32,
    },
}

/// The game, the players and the seed of a run.
pub struct Trial<'a, G: Playable> {
    /// The game with its pack.
    pub game: &'a G,
    /// The options of each table.
    pub setup: &'a G::Setup,
    /// The players. They change seats so that each meets each other, and has each side, as often.
    pub players: &'a [Strength],
    /// The seed of all chance.
    pub seed: u64,
}

/// The record of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its number, from 0.
    pub game: u32,
    /// The player of each seat.
    pub players: BTreeMap<Seat, String>,
    /// The result of each seat: 0 lost, 500 drawn, 1000 won.
    pub scores: BTreeMap<Seat, u32>,
    /// The number of orders.
    pub orders: u32,
    /// Its last turn.
    pub turns: u32,
    /// Its result.
    #[serde(flatten)]
    pub tally: GameTally,
}

/// Plays the games of some numbers in `threads` threads and hands each to `record`, in the order of the numbers whichever
/// is over first.
///
/// # Errors
/// A game that cannot be played to its end; what `record` fails with.
pub fn run<G: Playable, E: From<LabFault>>(
    trial: &Trial<'_, G>,
    games: std::ops::Range<u32>,
    threads: usize,
    mut record: impl FnMut(GameRecord) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stopped) = (AtomicU32::new(games.start), AtomicBool::new(false));
    let (done, finished) = mpsc::sync_channel(threads.max(1) * 2);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (done, next, stopped, end) = (done.clone(), &next, &stopped, games.end);
            scope.spawn(move || {
                while !stopped.load(Ordering::Relaxed) {
                    // No other memory depends on this number, so its changes need no order with others.
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= end || done.send((number, trial.play(number))).is_err() {
                        return;
                    }
                }
            });
        }
        // The loop over `finished` ends once every sender is gone, this one too.
        drop(done);
        let mut early = BTreeMap::new();
        let mut awaited = games.start;
        let mut hand_on = || {
            for (number, played) in &finished {
                early.insert(number, played);
                while let Some(played) = early.remove(&awaited) {
                    record(played?)?;
                    awaited += 1;
                }
            }
            Ok(())
        };
        let outcome = hand_on();
        stopped.store(true, Ordering::Relaxed);
        // Whoever waits to hand something on is let go.
        drop(finished);
        outcome
    })
}

impl<G: Playable> Trial<'_, G> {
    /// Plays the game of a number to its end.
    ///
    /// # Errors
    /// A game that has none.
    pub fn play(&self, number: u32) -> Result<GameRecord, LabFault> {
        let Trial { game, setup, seed, .. } = self;
        let key = key(GAME_TAG, &[&seed.to_be_bytes(), &number.to_be_bytes()]);
        let stopped = |stop| LabFault::Stopped { number, stop };
        let dice = |orders: u32| {
            move |roll: u32| self::key(ROLL_TAG, &[&key, &orders.to_be_bytes(), &roll.to_be_bytes()])
        };
        let seated: BTreeMap<Seat, Strength> = game
            .seats(setup)
            .into_iter()
            .enumerate()
            .map(|(at, seat)| (seat, self.player(number as usize, at)))
            .collect();
        let mut facts = game.start(setup, &mut Chance::seeded(dice(0))).map_err(stopped)?;
        let mut state = game.blank();
        for event in facts.iter().filter_map(event) {
            event.apply(&mut state).map_err(|defect| stopped(defect.into()))?;
        }
        let mut orders = 0;
        while !game.is_over(&state) {
            let no_end = || LabFault::NoEnd { number, orders };
            // A player who holds back lets the next seat decide.
            let given = game.prompts(&state).into_iter().filter(|prompt| prompt.awaited).find_map(|prompt| {
                let strength = seated.get(&prompt.seat).copied().unwrap_or(Strength::Random);
                // Apart from the table's dice: a thought must not change a roll.
                let mut own = Dice::from_key(self::key(PLAYER_TAG, &[&key, &orders.to_be_bytes()]));
                let options = game.options(&state, prompt.seat);
                let order = self.decide(strength, &state, &prompt, &options, &facts, &mut own)?;
                Some((prompt.seat, options, order))
            });
            let (seat, options, order) = given.ok_or_else(no_end)?;
            orders += 1;
            if orders > MOST_ORDERS {
                return Err(LabFault::NoEnd { number, orders });
            }
            let mut chance = Chance::seeded(dice(orders));
            let resolved = game.resolve_among(&options, &state, seat, &order, &mut chance);
            let resolved = resolved.map_err(stopped)?;
            facts.extend(resolved.facts);
            state = resolved.state;
        }
        let score = |seat: &Seat| (*seat, game.evaluate(&game.view(&state, Viewer::Seat(*seat)), *seat));
        Ok(GameRecord {
            game: number,
            scores: seated.keys().map(score).collect(),
            players: seated.into_iter().map(|(seat, player)| (seat, player.to_string())).collect(),
            orders,
            turns: game.moment(&state).0,
            tally: game.tally(&state, &facts),
        })
    }

    /// The player of a seat: each of the players in turn, and beside them the others in turn from round to round.
    fn player(&self, number: usize, seat: usize) -> Strength {
        let players = self.players.len();
        let beside = 1 + number / players % (players - 1).max(1);
        self.players[(number + seat * beside) % players]
    }

    fn decide(
        &self,
        strength: Strength,
        state: &G::State,
        prompt: &Prompt,
        options: &Options,
        facts: &[Fact<G::Event>],
        dice: &mut Dice,
    ) -> Option<OrderForm> {
        let seat = prompt.seat;
        let view = self.game.view(state, Viewer::Seat(seat));
        // Other players have no memory.
        let searches = matches!(strength, Strength::Captain { .. });
        let past: Vec<Fact<G::Event>> =
            facts.iter().filter(|fact| searches && sees::<G>(seat, fact)).cloned().collect();
        let briefing = Briefing { view: &view, prompt, options, past: &past };
        bots::decide(self.game, strength, &briefing, dice).map(|thought| thought.order)
    }
}

/// Returns whether a seat sees a fact at once.
fn sees<G: Playable>(seat: Seat, fact: &Fact<G::Event>) -> bool {
    match G::fact_policy(fact).audience {
        Audience::Everyone => true,
        Audience::Seats(seats) => seats.contains(&seat),
        Audience::Nobody => false,
    }
}

fn event<E>(fact: &Fact<E>) -> Option<&E> {
    match fact {
        Fact::Event(event) => Some(event),
        Fact::Roll(_) => None,
    }
}

fn key(tag: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(tag);
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}
