//! 8 Combat initiative: half fire and excess manoeuvre, declared before the die; confusion.

use super::{present, situation};
use crate::game::odds::{self, Odds};
use crate::game::{Node, Options, OrderForm, Refusal, Stop, Word};
use crate::games::grand_fleet::arguments::Arguments;
use crate::games::grand_fleet::event::CombatEvent;
use crate::games::grand_fleet::formation::speed;
use crate::games::grand_fleet::ids::{HexId, Side, Speed};
use crate::games::grand_fleet::pack::Chart;
use crate::games::grand_fleet::play::{Play, Transition, throw};
use crate::games::grand_fleet::state::{AtSea, Battle, Handling, Step};
use crate::games::orders::orders;

/// Added to the die in the side's own home hex (8a).
const HOME: i32 = 1;
/// Added for half fire (8d).
const HALF_FIRE: i32 = 2;

crate::word_enum! {
    /// The guns that a side fires.
    Guns {
        /// All.
        Full = "full",
        /// Half.
        Half = "half",
    }
}

fn fleets_here(battle: &Battle, side: Side) -> u32 {
    let hex = battle.combat.as_ref().map(|combat| combat.hex);
    let count = hex.map_or(0, |hex| present(battle, side, hex).count());
    u32::try_from(count).unwrap_or(0)
}

/// 8 The declarations of a side: half fire or not, and excess manoeuvre up to the number of its fleets.
pub fn options(battle: &Battle, side: Side) -> Options {
    let most = i64::from(fleets_here(battle, side));
    let mut options = Options::default();
    let excess = || Node::Number { arg: "excess", least: 0, most };
    let guns = Guns::ALL.iter().map(|guns| (guns.word(), excess()));
    options.push("manoeuvre", Node::choice("guns", guns));
    options
}

/// 8(a) to (c) What a side's fleets and the hex add to its die.
pub fn standing<'f>(chart: &Chart, fleets: impl Iterator<Item = &'f AtSea>, hex: HexId, side: Side) -> i32 {
    let home = if chart.home(side) == hex { HOME } else { 0 };
    let fleets = fleets.map(|fleet| match speed(chart, &fleet.ships) {
        Speed::Fast => 1,
        Speed::Normal => 0,
        Speed::Slow => -1,
    });
    home + fleets.sum::<i32>()
}

fn standing_here(chart: &Chart, battle: &Battle, side: Side) -> i32 {
    let hex = battle.combat.as_ref().map(|combat| combat.hex);
    hex.map_or(0, |hex| standing(chart, present(battle, side, hex), hex, side))
}

impl Handling {
    /// 8 The result of a natural die for a declaration.
    pub fn thrown(natural: u32, half: bool, excess: u32, standing: i32) -> Handling {
        let signed = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
        let half_fire = if half { HALF_FIRE } else { 0 };
        let number = signed(natural) + signed(excess) + half_fire + standing;
        // The bare die decides on confusion (8): the number itself keeps its additions even then.
        Handling { half, excess, natural, number, confused: natural <= excess }
    }
}

orders! {
    /// A declaration.
    pub enum ManoeuvreOrder from order: Arguments<'_> {
        /// 8 Guns and excess manoeuvre.
        "manoeuvre" => Manoeuvre {
            guns: Guns = order.one_of("guns", Guns::named)?,
            excess: u32 = order.number("excess")?,
        },
    }
}

/// 8 A side declares, throws and has its combat initiative. A die of no more than the excess manoeuvre is confusion.
///
/// # Errors
/// Chance that cannot answer.
pub fn declare(play: &mut Play<'_, '_>, side: Side, order: ManoeuvreOrder) -> Result<Transition, Stop> {
    let ManoeuvreOrder::Manoeuvre { guns, excess } = order;
    let half = guns == Guns::Half;
    // 8: half fire and excess are declared before the die is thrown, and the log shows that order.
    play.emit(CombatEvent::ManoeuvreDeclared { side, half, excess })?;
    let hex = play.state.combat()?.hex;
    let natural = play.die(throw(side, "combat-initiative", "8").about(hex))?;
    let handling =
        Handling::thrown(natural, half, excess, standing_here(play.board, play.state.battle()?, side));
    play.emit(CombatEvent::CombatInitiativeThrown { side, handling })?;
    let combat = play.state.combat()?;
    // The second side declares after it has seen this result (8).
    if side == combat.first {
        return Ok(Transition::On(Step::Manoeuvre { side: side.enemy() }));
    }
    Ok(situation::begin(combat))
}

/// 8 The odds of each declaration: confusion, and for the side that throws second the better combat initiative, by enough for
/// a choice.
pub fn odds(chart: &Chart, battle: &Battle, side: Side) -> Vec<Odds> {
    let Some(combat) = &battle.combat else { return vec![] };
    let theirs = combat.handling[side.enemy()];
    let of = |(guns, excess): (Guns, u32)| {
        let half = guns == Guns::Half;
        let thrown = odds::die().map(|natural| {
            let handling = Handling::thrown(natural, half, excess, standing_here(chart, battle, side));
            (
                handling.confused,
                theirs.map(|theirs| situation::winner([(side, handling), (side.enemy(), theirs)])),
            )
        });
        let order = OrderForm::new(Word::literal("manoeuvre"));
        let order = order.with("guns", guns.word()).with("excess", i64::from(excess));
        let confused = ("confused", thrown.likelihood(|(confused, _)| *confused));
        let wins = |who: Side| thrown.likelihood(|(_, winner)| winner.flatten() == Some(who));
        // Until the other side has thrown, only confusion has odds: it depends on this die alone.
        let second = [("chooses", wins(side)), ("enemy-chooses", wins(side.enemy()))];
        Odds::of(order, std::iter::once(confused).chain(second.into_iter().filter(|_| theirs.is_some())))
    };
    let each =
        |guns: &Guns| (0..=fleets_here(battle, side)).map(|excess| (*guns, excess)).collect::<Vec<_>>();
    Guns::ALL.iter().flat_map(each).map(of).collect()
}

/// Why a declaration is refused.
pub fn refuse(battle: &Battle, side: Side, order: &OrderForm) -> Option<Refusal> {
    let most = fleets_here(battle, side);
    let excess = order.number("excess")?;
    let refusal = Refusal::new("excess-too-high", "8").about("excess", excess).about("most", most);
    let legal = refusal.legal(0..=most);
    (!(0..=i64::from(most)).contains(&excess)).then_some(legal)
}
