//! 7b The initiative: one or two dice, and whether there is a battle.

use super::arguments::Arguments;
use super::event::{InitiativeEvent, Score};
use super::ids::{Both, Side};
use super::play::{Play, Transition, throw};
use super::state::Step;
use super::{formation, readings};
use crate::game::odds::{self, Likelihood, Odds, Spread};
use crate::game::{Node, Options, OrderForm, Stop, Word};
use crate::games::orders::orders;

/// The difference of the dice from which on somebody attacks (7b).
const ATTACK_DIFFERENCE: u32 = 2;
/// The difference from which on the attacker must seek battle (7b).
const FORCED_DIFFERENCE: u32 = 4;
/// The points that a side loses by two dice of one parity (7b).
pub const PARITY_POINTS: u32 = 1;
/// The points that the attacker scores when the defender refuses battle (7b).
pub const REFUSAL_POINTS: u32 = 3;

/// 7b The number of dice.
pub fn dice_options() -> Options {
    let mut options = Options::default();
    options.push("throw", Node::Number { arg: "number", least: 1, most: 2 });
    options
}

orders! {
    /// The order of the initiative.
    pub enum DiceOrder from order: Arguments<'_> {
        /// 7b Throws one die or two.
        "throw" => Throw { dice: u32 = order.number("number")? },
    }
}

/// 7b Chooses a side's number of dice; once both have chosen, they throw.
///
/// # Errors
/// Chance that cannot answer.
pub fn choose(play: &mut Play<'_, '_>, side: Side, order: DiceOrder) -> Result<Transition, Stop> {
    let DiceOrder::Throw { dice } = order;
    play.emit(InitiativeEvent::DiceChosen { side, dice })?;
    match (play.state.dice.british, play.state.dice.german) {
        // Only now: 7b keeps each number secret until both sides throw.
        (Some(british), Some(german)) => settle(play, Both { british, german }),
        _ => Ok(Transition::WaitAt(Step::Initiative)),
    }
}

/// 7b The die that counts: the higher one.
fn best_of(dice: u32) -> Spread<u32> {
    (0..dice).fold(Spread::certain(0), |best, _| best.then(|best| odds::die().map(|face| best.max(face))))
}

/// 7b The attacker by these dice.
fn attacker(best: Both<u32>) -> Option<Side> {
    let higher = if best.british > best.german { Side::British } else { Side::German };
    (best.british.abs_diff(best.german) >= ATTACK_DIFFERENCE).then_some(higher)
}

/// 7b The odds of being the attacker, for each number of dice of a side's own and of the enemy's, which is secret.
pub fn odds(side: Side) -> Vec<Odds> {
    let of = |own: u32| {
        let against = |theirs: u32| {
            best_of(own).then(|ours| {
                best_of(theirs).map(|theirs| attacker(Both::of(|it| if it == side { ours } else { theirs })))
            })
        };
        let [one, two] = [against(1), against(2)];
        let likely = |spread: &Spread<Option<Side>>, who| spread.likelihood(|attacker| *attacker == who);
        let order = OrderForm::new(Word::literal("throw")).with("number", i64::from(own));
        Odds::of(
            order,
            [
                ("attack-against-one", likely(&one, Some(side))),
                ("attacked-by-one", likely(&one, Some(side.enemy()))),
                ("attack-against-two", likely(&two, Some(side))),
                ("attacked-by-two", likely(&two, Some(side.enemy()))),
                ("point-lost", parity(own)),
            ],
        )
    };
    [1, 2].map(of).to_vec()
}

/// 7b Returns whether two dice cost a point: they are of one parity.
fn is_parity(faces: &[u32]) -> bool {
    matches!(faces, [a, b] if a % 2 == b % 2)
}

fn parity(dice: u32) -> Likelihood {
    let faces = (0..dice).fold(Spread::certain(vec![]), |faces: Spread<Vec<u32>>, _| {
        faces.then(|faces| odds::die().map(|face| [&faces[..], &[face]].concat()))
    });
    faces.likelihood(|faces| is_parity(faces))
}

fn settle(play: &mut Play<'_, '_>, dice: Both<u32>) -> Result<Transition, Stop> {
    play.emit(InitiativeEvent::DiceShown { dice })?;
    let mut best = Both::default();
    for side in Side::ALL.iter().copied() {
        let faces = play.dice(throw(side, "initiative", "7b"), dice[side])?;
        best[side] = faces.iter().copied().max().unwrap_or(0);
        // Lost by the throw itself, with a battle or without (7b).
        if is_parity(&faces) {
            play.score(side.enemy(), PARITY_POINTS, Score::Parity)?;
        }
    }
    let difference = best.british.abs_diff(best.german);
    let attacker = attacker(best);
    let forced = difference >= FORCED_DIFFERENCE;
    play.emit(InitiativeEvent::InitiativeSettled { best, attacker, forced })?;
    match attacker {
        None => Ok(Transition::EndTurn),
        // From a difference of 4 the attacker has no choice, so it is not asked (7b).
        Some(attacker) if forced => seek(play, attacker, true),
        Some(attacker) => Ok(Transition::WaitAt(Step::Declaration { attacker, sought: false })),
    }
}

/// 7b The declarations of a side about a battle.
pub fn declaration_options(sought: bool) -> Options {
    let mut options = Options::default();
    let (yes, no) = if sought { ("accept", "refuse") } else { ("seek", "decline") };
    options.push(yes, Node::End);
    options.push(no, Node::End);
    options
}

orders! {
    /// The attacker about a battle.
    pub enum SeekOrder from order: Arguments<'_> {
        /// 7b Seeks it.
        "seek" => Seek,
        /// 7b Does not.
        "decline" => Decline,
    }
}

/// 7b Records whether the attacker seeks battle.
///
/// # Errors
/// An event that does not fit.
pub fn declare(play: &mut Play<'_, '_>, attacker: Side, order: SeekOrder) -> Result<Transition, Stop> {
    match order {
        SeekOrder::Seek => seek(play, attacker, false),
        SeekOrder::Decline => {
            play.emit(InitiativeEvent::BattleDeclined { side: attacker })?;
            Ok(Transition::EndTurn)
        }
    }
}

fn seek(play: &mut Play<'_, '_>, attacker: Side, forced: bool) -> Result<Transition, Stop> {
    play.emit(InitiativeEvent::BattleSought { side: attacker, forced })?;
    Ok(Transition::WaitAt(Step::Declaration { attacker, sought: true }))
}

orders! {
    /// The defender about a battle that the attacker seeks.
    pub enum DefenderOrder from order: Arguments<'_> {
        /// 7b Accepts it.
        "accept" => Accept,
        /// 7b Refuses it.
        "refuse" => Refuse,
    }
}

/// 7b Records whether the defender accepts battle; for a refusal the attacker scores.
///
/// # Errors
/// An event that does not fit.
pub fn answer(play: &mut Play<'_, '_>, attacker: Side, order: DefenderOrder) -> Result<Transition, Stop> {
    match order {
        DefenderOrder::Accept => accept(play, attacker),
        DefenderOrder::Refuse => {
            play.emit(InitiativeEvent::BattleDeclined { side: attacker.enemy() })?;
            // Only here: an attacker who did not seek battle scores nothing by the other's refusal.
            play.score(attacker, REFUSAL_POINTS, Score::Refusal)?;
            Ok(Transition::EndTurn)
        }
    }
}

fn accept(play: &mut Play<'_, '_>, attacker: Side) -> Result<Transition, Stop> {
    play.emit(InitiativeEvent::BattleJoined { attacker })?;
    match formation::surplus(play.board, &play.state) {
        // An audit of a log of rules version 1 finds the return here, ahead of both formations.
        count if count > 0 && !play.state.reads(&readings::OVERFLOW) => {
            Ok(Transition::WaitAt(Step::Overflow { count }))
        }
        _ => Ok(Transition::On(formation::next(play.state.battle()?))),
    }
}
