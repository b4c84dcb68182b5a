//! 8 Situations: what the winner of the combat initiative chooses for the round.

use crate::game::{Node, Options, OrderForm, Refusal, Stop, Word};
use crate::games::grand_fleet::arguments::Arguments;
use crate::games::grand_fleet::event::CombatEvent;
use crate::games::grand_fleet::ids::Side;
use crate::games::grand_fleet::play::{Play, Transition};
use crate::games::grand_fleet::state::{Combat, Handling, Step};
use crate::games::orders::orders;

crate::word_enum! {
    /// (d) The range, chosen up to twice; long and close together cancel each other.
    Range {
        /// As it is.
        AsIs = "as-is",
        /// Long: half a point less for every ship.
        Long = "long",
        /// Close: half a point more.
        Close = "close",
        /// Long, twice.
        LongTwice = "long-twice",
        /// Close, twice.
        CloseTwice = "close-twice",
        /// Long and close.
        Both = "both",
    }
}

crate::word_enum! {
    /// The choices besides the range, each once.
    Choice {
        /// (a) The combat goes on for a round more.
        GoOn = "go-on",
        /// (b) The winner's own half fire is lifted.
        FullGuns = "full-guns",
        /// (c) The other side fires with half its guns.
        HalveEnemy = "halve-enemy",
    }
}

impl Range {
    /// The number of choices it takes.
    pub fn price(self) -> u32 {
        match self {
            Range::AsIs => 0,
            Range::Long | Range::Close => 1,
            Range::LongTwice | Range::CloseTwice | Range::Both => 2,
        }
    }

    /// Half points for every ship.
    pub fn halves(self) -> i32 {
        match self {
            Range::AsIs | Range::Both => 0,
            Range::Long => -1,
            Range::Close => 1,
            Range::LongTwice => -2,
            Range::CloseTwice => 2,
        }
    }
}

/// 8 The step in which the winner chooses situations: half the difference, unless it is in confusion.
pub fn begin(combat: &Combat) -> Transition {
    let (Some(british), Some(german)) = (combat.handling.british, combat.handling.german) else {
        return Transition::On(Step::Gunnery);
    };
    match winner([(Side::British, british), (Side::German, german)]) {
        Some(side) => {
            Transition::WaitAt(Step::Situation { side, count: choices(british.number, german.number) })
        }
        None => Transition::On(Step::Gunnery),
    }
}

/// 8 The number of choices that a difference of combat initiative gives.
pub fn choices(one: i32, other: i32) -> u32 {
    one.abs_diff(other) / 2
}

/// 8 The side that may choose: the higher combat initiative, unless it is too close or that side is in confusion.
pub fn winner([one, other]: [(Side, Handling); 2]) -> Option<Side> {
    // Equal numbers leave no choices, so the side named then does not matter.
    let (side, higher) = if one.1.number > other.1.number { one } else { other };
    (choices(one.1.number, other.1.number) > 0 && !higher.confused).then_some(side)
}

/// 8(a) to (c) What a side may choose: lifting half fire only when it declared it, halving the other side only when it
/// is not halved already.
fn open(combat: &Combat, side: Side, choice: Choice) -> bool {
    // 8: (b) lifts half fire that the side itself declared, (c) is barred against a side that declared it.
    let half = |side: Side| combat.handling[side].is_some_and(|handling| handling.half);
    match choice {
        Choice::GoOn => true,
        Choice::FullGuns => half(side),
        Choice::HalveEnemy => !half(side.enemy()),
    }
}

/// 8 The order that chooses.
pub fn options(combat: &Combat, side: Side, count: u32) -> Options {
    let mut options = Options::default();
    // Called for ranges within `count` alone, so the difference is not negative.
    let also = |range: Range| Node::SomeOf {
        arg: "also",
        of: Choice::ALL.iter().filter(|c| open(combat, side, **c)).map(|choice| (choice.word(), 1)).collect(),
        least: 0,
        most: (count - range.price()) as usize,
        budget: None,
    };
    let ranges = Range::ALL.iter().filter(|range| range.price() <= count);
    options.push("situation", Node::choice("range", ranges.map(|range| (range.word(), also(*range)))));
    options
}

orders! {
    /// The winner's choice.
    pub enum SituationOrder from order: Arguments<'_> {
        /// 8 The range, and what is chosen beside it.
        "situation" => Situation {
            range: Range = order.one_of("range", Range::named)?,
            also: Vec<Choice> = order.several("also", Choice::named)?,
        },
    }
}

/// 8 The winner has chosen.
///
/// # Errors
/// An event that does not fit.
pub fn choose(play: &mut Play<'_, '_>, side: Side, order: SituationOrder) -> Result<Transition, Stop> {
    let SituationOrder::Situation { range, also } = order;
    let chosen = |choice: Choice| also.contains(&choice);
    // The combat's situation already holds the half fire that both sides declared.
    let mut situation = play.state.combat()?.situation.clone();
    situation.range_halves = range.halves();
    situation.go_on = chosen(Choice::GoOn);
    let restored = chosen(Choice::FullGuns);
    situation.halved[side] &= !restored;
    situation.halved[side.enemy()] |= chosen(Choice::HalveEnemy);
    play.emit(CombatEvent::SituationChosen { side, situation, restored })?;
    Ok(Transition::On(Step::Gunnery))
}

/// Why a choice is refused.
pub fn refuse(combat: &Combat, side: Side, count: u32, order: &OrderForm) -> Option<Refusal> {
    let also: &[Word] = order.words("also").unwrap_or_default();
    let known = |word: &Word| Choice::named(word.as_str());
    // Before the number of choices: a barred one would not be allowed with any difference.
    if let Some(barred) = also.iter().filter_map(known).find(|choice| !open(combat, side, *choice)) {
        return Some(Refusal::new("situation-barred", "8").about("choice", barred));
    }
    let range = Range::named(order.word("range")?.as_str())?;
    let chosen = range.price() + u32::try_from(also.len()).unwrap_or(u32::MAX);
    let refusal = Refusal::new("too-many-situations", "8").about("chosen", chosen).about("most", count);
    (chosen > count).then_some(refusal)
}
