//! Orders that a lieutenant would give: rules of thumb for each decision, over a side's view. Several orders have weight where
//! both sides choose in secret or without knowing what follows. Points are in thousandths of a victory point.
//!
//! | decision | rule of thumb |
//! |---|---|
//! | armament | ships at sea, spread in their boxes; pre-dreadnoughts where they spoil no die |
//! | initiative | two dice where the attack is worth the point that they cost half the time |
//! | battle | what both fleets' guns would sink, the coast, the points that a refusal costs, who wins without a battle |
//! | fleets and markers | several ways; attackers where the coast is rich and open, defenders to where they are |
//! | combat | [`combat`]: what both sides' guns would sink, over all dice |

mod combat;

use super::appraisal::{self, edge};
use super::hint;
use super::ids::{Both, HexId, Side};
use super::pack::{Chart, LAST_TURN};
use super::state::Step;
use super::victory::SUDDEN_DEATH;
use super::view::{BattleView, View};
use crate::game::candidate::Candidate;
use crate::game::{Dice, Node, Options, OrderForm, Prompt, Word};

/// The points that the other side scores for a refusal (7b).
const REFUSAL: i64 = 3000;
/// The points that an attacker may hope for off the other coast.
const RAID: i64 = 1000;
/// The weights of all orders of a choice between two.
const WHOLE: i64 = 20;

/// A thought: the weight of an order, the reason, and the order.
type Thought = (i64, &'static str, OrderForm);

/// The candidates of a lieutenant, the best first.
pub fn candidates(
    chart: &Chart,
    view: &View,
    prompt: &Prompt,
    options: &Options,
    dice: &mut Dice,
) -> Vec<Candidate> {
    let Some(side) = Side::of(prompt.seat) else { return vec![] };
    let mate = Lieutenant { chart, view, side, options };
    let thoughts = mate.thoughts(prompt.ask.as_str(), dice);
    // Most rules of thumb name orders without looking at the options; illegal ones fall away here.
    let accepted = |(_, _, order): &Thought| options.accept(order).is_ok();
    let mut candidates: Vec<Candidate> = thoughts
        .into_iter()
        .filter(|thought| thought.0 > 0 && accepted(thought))
        .map(|(weight, why, order)| Candidate {
            order,
            weight: u32::try_from(weight).unwrap_or(1),
            why: Word::literal(why),
        })
        .collect();
    // A computer player must always answer, or its table stands still.
    if candidates.is_empty() {
        let any = options.sample(&mut |n| dice.below(n));
        candidates.extend(any.map(|order| Candidate { order, weight: 1, why: Word::literal("hint-any") }));
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.weight));
    together(candidates)
}

/// Merges equal orders and adds up their weights.
fn together(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut apart: Vec<Candidate> = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        match apart.iter_mut().find(|it| it.order == candidate.order) {
            Some(same) => same.weight += candidate.weight,
            None => apart.push(candidate),
        }
    }
    apart
}

/// A lieutenant, who thinks for a side.
struct Lieutenant<'a> {
    chart: &'a Chart,
    view: &'a View,
    side: Side,
    options: &'a Options,
}

fn order(verb: &'static str) -> OrderForm {
    OrderForm::new(Word::literal(verb))
}

fn by(verb: &'static str, arg: &'static str, word: &'static str) -> OrderForm {
    order(verb).with(arg, Word::literal(word))
}

/// Two orders that share the whole weight, each with some of it.
fn either(first: i64, yes: (&'static str, OrderForm), no: (&'static str, OrderForm)) -> Vec<Thought> {
    // Never a weight of 0: each order stays possible, so that no decision is certain to the other side.
    let first = first.clamp(1, WHOLE - 1);
    vec![(first, yes.0, yes.1), (WHOLE - first, no.0, no.1)]
}

impl Lieutenant<'_> {
    fn thoughts(&self, ask: &str, dice: &mut Dice) -> Vec<Thought> {
        match ask {
            "stow" => self.stow(),
            "commitment" => self.commitment(),
            "second-die" => {
                either(17, ("hint-commit-again", order("commit")), ("hint-keep-back", order("decline")))
            }
            "transfer" => either(1, ("hint-transfer", order("transfer")), ("hint-stay", order("decline"))),
            "send" => vec![(1, "hint-send", by("send-by", "plan", "oldest"))],
            "outbreak" => self.outbreak(),
            "dice" => self.dice(),
            "seek" => self.seek(),
            "answer" => self.answer(),
            "overflow" => vec![(1, "hint-return", by("return-by", "plan", "even"))],
            "formation" => self.formation(),
            "placement" => self.placement(dice),
            "interception" => self.interception(),
            ask => combat::thoughts(self, ask),
        }
    }

    fn stow(&self) -> Vec<Thought> {
        let why = if self.view.step == Step::Aftermath { "hint-stow-damaged" } else { "hint-stow" };
        let reserve = ("hint-stow-reserve", by("stow-by", "plan", "reserve"));
        either(19, (why, by("stow-by", "plan", "even")), reserve)
    }

    fn commitment(&self) -> Vec<Thought> {
        let modern = if hint::mixes(self.chart, self.view, self.side) { 12 } else { 0 };
        vec![
            (8, "hint-commit", order("commit")),
            (modern, "hint-respread", by("respread-by", "plan", "modern")),
            (1, "hint-respread-even", by("respread-by", "plan", "even")),
        ]
    }

    /// The points that this side leads by; Britain wins without any.
    fn lead(&self) -> i64 {
        i64::from(if self.side == Side::British { self.view.lead } else { -self.view.lead })
    }

    /// Returns whether this side wins if the game ends now, with so many points more.
    fn would_win(&self, more: i64) -> bool {
        let lead = self.lead() + more;
        lead > 0 || (lead == 0 && self.side == Side::British)
    }

    fn is_last_turn(&self) -> bool {
        self.view.turn >= LAST_TURN
    }

    /// 7a, 9 There is no battle in the turn of the outbreak, and points for Germany in the turns after it at first.
    fn outbreak(&self) -> Vec<Thought> {
        let ahead = self.would_win(0);
        let unleash = match (LAST_TURN.saturating_sub(self.view.turn), ahead) {
            (0, true) => 19,
            (0, false) => 1,
            (1, true) => 17,
            (1, false) => 6,
            (2, _) => 8,
            _ => 3,
        };
        either(unleash, ("hint-unleash", order("unleash")), ("hint-hold-back", order("hold-back")))
    }

    /// The value of a battle to the side that seeks it: half of both fleets meet.
    fn battle_for(&self, attacker: Side) -> i64 {
        edge(&appraisal::forces(self.chart, self.view), attacker) / 2 + RAID
    }

    /// The result of an attack that the other side may refuse, for whoever may seek it.
    fn attack_of(&self, attacker: Side) -> i64 {
        self.battle_for(attacker).clamp(0, REFUSAL)
    }

    /// 7b Two dice in place of one: half the time they cost a point. The weights are part of how computer players
    /// play, and no odds: of 100 cases two dice attack in 14 more and are attacked in 14 fewer against one die, in 8
    /// more and 19 fewer against two.
    fn dice(&self) -> Vec<Thought> {
        let gain = (19 * self.attack_of(self.side) + 16 * self.attack_of(self.side.enemy())) / 100 - 500;
        let two = match (self.is_last_turn(), self.would_win(0), self.would_win(-1)) {
            (true, true, false) => 1,
            (true, true, true) => 7,
            (true, false, _) => 17,
            _ => 10 + gain / 50,
        };
        let dice = |number: i64| order("throw").with("number", number);
        either(two.clamp(3, 17), ("hint-two-dice", dice(2)), ("hint-one-die", dice(1)))
    }

    fn seek(&self) -> Vec<Thought> {
        // A defender refuses a battle that would cost more than the 3 points of a refusal (7b).
        let worth = self.battle_for(self.side).min(REFUSAL);
        let seek = match (self.is_last_turn(), self.would_win(0)) {
            (true, true) => 2 + worth.min(0) / 1000,
            (true, false) => 19,
            _ => 12 + worth / 150,
        };
        either(seek, ("hint-seek", order("seek")), ("hint-wait", order("decline")))
    }

    fn answer(&self) -> Vec<Thought> {
        let after = self.lead() - 3;
        let lost = after <= -i64::from(SUDDEN_DEATH) || (self.is_last_turn() && !self.would_win(-3));
        let accept = match lost {
            // A refusal would lose the game by points; a battle may still turn it.
            true => WHOLE,
            false if self.is_last_turn() => 3,
            false => 10 + (REFUSAL - self.battle_for(self.side.enemy())) / 150,
        };
        either(accept, ("hint-accept", order("accept")), ("hint-refuse", order("refuse")))
    }

    /// 8 Few fleets are strong where they meet; many are on many coasts.
    fn formation(&self) -> Vec<Thought> {
        let form = |plan, facing| by("form-by", "plan", plan).with("markers", Word::literal(facing));
        let shown = if self.view.setup.teaches(self.view.turn) { WHOLE } else { 3 };
        vec![
            (8, "hint-form", form("by-type", "hidden")),
            (shown, "hint-form-shown", form("by-type", "shown")),
            (5, "hint-form-fewest", form("fewest", "hidden")),
            (4, "hint-form-most", form("most", "hidden")),
        ]
    }

    fn battle(&self) -> Option<&BattleView> {
        self.view.battle.as_ref()
    }

    /// The attacker's score for a hex, in halves of a point.
    fn worth(&self, hex: HexId) -> i64 {
        let defender = self.battle().map(|battle| battle.attacker.enemy());
        let spec = self.chart.hex(hex).filter(|spec| spec.owner == defender);
        spec.map_or(0, |spec| i64::from(spec.vp_halves))
    }

    /// The number of markers of each side in a hex.
    fn markers(&self, hex: HexId) -> Both<i64> {
        let mut count = Both::default();
        for marker in self.battle().into_iter().flat_map(|battle| &battle.markers).filter(|it| it.hex == hex)
        {
            count[marker.side] += 1;
        }
        count
    }

    /// 8 A marker to one of the hexes that the attacker scores for: where it is shared with few, or where attackers lie that
    /// would have it alone.
    fn placement(&self, dice: &mut Dice) -> Vec<Thought> {
        let attacks = self.battle().is_some_and(|battle| battle.attacker == self.side);
        let rating = |hex: HexId| {
            let (worth, there) = (60 * self.worth(hex), self.markers(hex));
            let (own, theirs) = (there[self.side], there[self.side.enemy()]);
            match (attacks, theirs) {
                // Only an attacker alone in a hex scores it, so defenders there weigh double.
                (true, _) => worth / (1 + own + 2 * theirs),
                (false, 0) => worth / (3 + 3 * own),
                (false, _) => worth * (1 + theirs) / (1 + 2 * own),
            }
        };
        let hexes = self.chart.pack().hexes.keys().map(|hex| (rating(*hex), *hex));
        let mut rated: Vec<(i64, HexId)> = hexes.filter(|(rating, _)| *rating > 0).collect();
        // The dice settle what rates alike.
        let turn = dice.below(rated.len() as u32) as usize;
        rated.rotate_left(turn);
        rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
        let why = if attacks { "hint-raid" } else { "hint-guard" };
        let hidden = self.options.verb("place").is_some();
        let shown = self.battle().and_then(|battle| battle.shown_left[self.side].first().copied());
        let mut thoughts: Vec<Thought> = vec![];
        for (rating, hex) in rated.into_iter().take(MOST_HEXES) {
            if let Some(number) = shown {
                let place = order("place-shown").with("fleet", super::formation::bin_word(number, false));
                thoughts.push((rating / if hidden { 3 } else { 1 }, why, place.with("hex", hex.0)));
            }
            thoughts.push((rating, why, order("place").with("hex", hex.0)));
        }
        thoughts
    }

    /// 8 The attacker pushes the markers of a hex to where they score, the defender to where they do not.
    fn interception(&self) -> Vec<Thought> {
        let attacks = self.battle().is_some_and(|battle| battle.attacker == self.side);
        let mut thoughts: Vec<Thought> = vec![(PASS, "hint-pass", order("pass"))];
        let Some(Node::OneOf { of, .. }) = self.options.verb("intercept") else { return thoughts };
        for (from, node) in of {
            let Node::OneOf { of: to, .. } = node else { continue };
            let best = to.iter().map(|(to, _)| {
                let there = self.markers(HexId(*to))[self.side.enemy()];
                let gain = self.worth(HexId(*to)) - self.worth(HexId(*from));
                (if attacks { gain - there } else { -gain }, *to)
            });
            let Some((gain, to)) = best.max_by_key(|(gain, _)| *gain) else { continue };
            thoughts.push((
                2 * PASS * gain,
                "hint-intercept",
                order("intercept").with("from", *from).with("to", to),
            ));
        }
        thoughts
    }
}

/// Hexes that a marker is weighed for.
const MOST_HEXES: usize = 4;
/// The weight of passing against a push that gains half a point, which weighs twice as much.
const PASS: i64 = 4;
