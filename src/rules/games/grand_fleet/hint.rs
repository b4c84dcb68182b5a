//! Orders that a cautious and a bold admiral would give, and those of history: rules of thumb over a side's view.

use std::cmp::Reverse;

use super::boxes;
use super::cautions::{self, ends_at_once, loses_by};
use super::ids::{HexId, ShipId, Side};
use super::initiative::{PARITY_POINTS, REFUSAL_POINTS};
use super::pack::Chart;
use super::state::{Berth, Step};
use super::view::{BattleView, View};
use crate::game::caution::Caution;
use crate::game::hint::Adviser::{Bold, Cautious, Historical};
use crate::game::hint::{self, Advice, Hint};
use crate::game::{Node, Options, OrderForm, Prompt};

/// The turn of Jutland: January to June 1916.
const JUTLAND: u32 = 4;
/// The turn in which the submarine war without restriction was begun: January to June 1917.
const UNRESTRICTED: u32 = 6;

/// A number that shares of a hex's worth are told in, divisible by the usual numbers of markers there.
const SHARES: u32 = 60;

/// The orders that the admirals would give.
pub fn hints(chart: &Chart, view: &View, prompt: &Prompt, options: &Options) -> Vec<Hint> {
    let Some(side) = Side::of(prompt.seat) else { return vec![] };
    let staff = Staff { chart, view, side, options };
    let first = |verb| options.first(verb);
    let advice = match prompt.ask.as_str() {
        "stow" => staff.stow(),
        "commitment" => vec![
            (Cautious, "hint-commit", first("commit")),
            (
                Bold,
                "hint-respread",
                options.with("respread-by", "plan", "modern").filter(|_| mixes(chart, view, side)),
            ),
            (Cautious, "hint-respread-even", options.with("respread-by", "plan", "even")),
        ],
        "second-die" => {
            vec![(Cautious, "hint-keep-back", first("decline")), (Bold, "hint-commit-again", first("commit"))]
        }
        "transfer" => {
            vec![(Cautious, "hint-stay", first("decline")), (Bold, "hint-transfer", first("transfer"))]
        }
        "send" => vec![(
            Cautious,
            "hint-send",
            options.with("send-by", "plan", "oldest").or_else(|| first("send-by")),
        )],
        "outbreak" => staff.outbreak(),
        "dice" => vec![
            (Cautious, "hint-one-die", staff.number("throw", "number", 1)),
            (
                Bold,
                "hint-two-dice",
                staff.number("throw", "number", 2).filter(|_| !loses_by(view, side, PARITY_POINTS)),
            ),
        ],
        "seek" => vec![
            (Historical, "hint-jutland", first("seek").filter(|_| view.turn == JUTLAND)),
            (Bold, "hint-seek", first("seek")),
            (Cautious, "hint-wait", first("decline")),
        ],
        "answer" => vec![
            (Historical, "hint-jutland", first("accept").filter(|_| view.turn == JUTLAND)),
            (Bold, "hint-accept", first("accept")),
            (Cautious, "hint-refuse", first("refuse").filter(|_| !loses_by(view, side, REFUSAL_POINTS))),
        ],
        "overflow" => vec![(Cautious, "hint-return", options.with("return-by", "plan", "even"))],
        "formation" => vec![
            (Cautious, "hint-form", staff.form("by-type")),
            (Bold, "hint-form-fewest", staff.form("fewest")),
        ],
        "placement" if staff.attacks() => vec![
            (Cautious, "hint-raid", staff.place(|worth, _, enemies| (Reverse(enemies), worth))),
            (
                Bold,
                "hint-raid",
                staff.place(|worth, own, enemies| (worth * SHARES / (1 + own + enemies), enemies)),
            ),
        ],
        "placement" => vec![
            (Cautious, "hint-guard", staff.place(|worth, own, _| (Reverse(own), worth))),
            (Bold, "hint-meet", staff.place(|worth, own, enemies| (enemies * SHARES / (1 + own), worth))),
        ],
        "interception" => {
            vec![(Bold, "hint-intercept", staff.intercept()), (Cautious, "hint-pass", first("pass"))]
        }
        "hex" => vec![
            (Cautious, "hint-strong-hex", staff.fight(false)),
            (Bold, "hint-rich-hex", staff.fight(true)),
        ],
        "manoeuvre" => vec![
            (Cautious, "hint-full-guns", staff.manoeuvre("full", 0)),
            (Bold, "hint-outsail", staff.manoeuvre("half", 1)),
        ],
        "situation" => vec![
            (Bold, "hint-close", staff.situation(&["close-twice", "close", "as-is"])),
            (Cautious, "hint-long", staff.situation(&["long-twice", "long", "as-is"])),
        ],
        "gunnery" => staff.gunnery(),
        "persistence" => {
            vec![(Cautious, "hint-go-home", first("break-off")), (Bold, "hint-fight-on", first("fight-on"))]
        }
        _ => vec![],
    };
    let hints = hint::hints(options, if staff.win(prompt).is_empty() { advice } else { staff.win(prompt) });
    let hints = if hints.is_empty() { hint::hints(options, staff.whatever()) } else { hints };
    // The same cautions that a player must confirm: advice must not be what the program then warns of.
    let loses = |order: &OrderForm| {
        let cautions = cautions::cautions(chart, view, prompt, options, Some(order));
        cautions.iter().any(Caution::is_grave)
    };
    hint::sparing(hints, options, loses)
}

/// The advisers of a side.
struct Staff<'a> {
    chart: &'a Chart,
    view: &'a View,
    side: Side,
    options: &'a Options,
}

impl Staff<'_> {
    fn number(&self, verb: &str, arg: &str, number: i64) -> Option<OrderForm> {
        self.options.best(verb, |order| (order.number(arg) == Some(number)).then_some(()))
    }

    /// The order that wins the game at once; then nobody advises another.
    fn win(&self, prompt: &Prompt) -> Vec<Advice> {
        let wins = |order: &OrderForm| {
            let ending = ends_at_once(self.chart, self.view, (self.side, prompt), order);
            ending.is_some_and(|outcome| outcome.winner == Some(self.side))
        };
        let bare = self.options.verbs.iter().filter(|(_, node)| matches!(node, Node::End));
        let win = bare.map(|(verb, _)| OrderForm::new(*verb)).find(wins);
        win.into_iter().map(|order| (Cautious, "hint-win", Some(order))).collect()
    }

    /// New and damaged ships: spread, so that any die finds some; or kept out of its reach.
    fn stow(&self) -> Vec<Advice> {
        let repaired = self.view.step == Step::Aftermath;
        let why = if repaired { "hint-stow-damaged" } else { "hint-stow" };
        vec![
            (Cautious, why, self.options.with("stow-by", "plan", "even")),
            (Bold, "hint-stow-reserve", self.options.with("stow-by", "plan", "reserve")),
        ]
    }

    fn outbreak(&self) -> Vec<Advice> {
        let first = |verb| self.options.first(verb);
        let then = if self.view.turn >= UNRESTRICTED { "unleash" } else { "hold-back" };
        vec![
            (Historical, "hint-submarines-then", first(then)),
            (Cautious, "hint-hold-back", first("hold-back")),
            (Bold, "hint-unleash", first("unleash")),
        ]
    }

    fn form(&self, plan: &str) -> Option<OrderForm> {
        // A lesson is to come to a battle: fleets that lie face up are none of them dummies.
        let facing = if self.view.setup.teaches(self.view.turn) { "shown" } else { "hidden" };
        self.options.best("form-by", |order| order.is("plan", plan).then(|| order.is("markers", facing)))
    }

    fn battle(&self) -> Option<&BattleView> {
        self.view.battle.as_ref()
    }

    /// Returns whether this side seeks points off the other's coast in the battle under way.
    fn attacks(&self) -> bool {
        self.battle().is_some_and(|battle| battle.attacker == self.side)
    }

    /// The value of a hex off the coast of a side, in halves of a point.
    fn worth(&self, hex: HexId, coast: Side) -> u32 {
        self.chart.hex(hex).filter(|spec| spec.owner == Some(coast)).map_or(0, |spec| spec.vp_halves)
    }

    /// A marker to the hex off the defender's coast that rates highest, by its worth and how many markers of this side and of
    /// the enemy lie there: only the attacker scores for coasts.
    fn place<R: Ord>(&self, rating: impl Fn(u32, u32, u32) -> R) -> Option<OrderForm> {
        let battle = self.battle()?;
        let rating = |order: &OrderForm| {
            let hex = HexId(order.word("hex")?);
            let worth = self.worth(hex, battle.attacker.enemy());
            let there = |side| {
                let markers = battle.markers.iter();
                markers.filter(|marker| marker.hex == hex && marker.side == side).count() as u32
            };
            // Elsewhere a marker neither scores nor guards anything.
            (worth > 0).then(|| rating(worth, there(self.side), there(self.side.enemy())))
        };
        let hidden = self.options.best("place", rating);
        hidden.or_else(|| self.options.best("place-shown", rating))
    }

    /// Pushes the markers of a hex towards the coast that the attacker wants, or away from it.
    fn intercept(&self) -> Option<OrderForm> {
        let attacker = self.battle()?.attacker;
        self.options.best("intercept", |order| {
            let worth = |name| Some(self.worth(HexId(order.word(name)?), attacker.enemy()));
            let (from, to) = (i64::from(worth("from")?), i64::from(worth("to")?));
            let gain = if attacker == self.side { to - from } else { from - to };
            (gain > 0).then_some(gain)
        })
    }

    /// The hex to fight in: where this side has more ships, if there is one, or where there is more to sink.
    fn fight(&self, rich: bool) -> Option<OrderForm> {
        let battle = self.battle()?;
        self.options.best("fight", |order| {
            let hex = order.word("hex")?;
            let ships = |side| {
                let fleets = battle.fleets.iter().filter(|fleet| fleet.hex.0 == hex && fleet.side == side);
                fleets.map(|fleet| fleet.ships.len() as i64).sum::<i64>()
            };
            let (ours, theirs) = (ships(self.side), ships(self.side.enemy()));
            if rich { Some(theirs) } else { Some(ours - theirs).filter(|more| *more > 0) }
        })
    }

    fn manoeuvre(&self, guns: &str, excess: i64) -> Option<OrderForm> {
        let wanted = |order: &OrderForm| order.is("guns", guns) && order.number("excess") == Some(excess);
        self.options.best("manoeuvre", |order| wanted(order).then_some(()))
    }

    /// The first of these ranges that may be chosen, with what else may be.
    fn situation(&self, ranges: &[&str]) -> Option<OrderForm> {
        self.options.best("situation", |order| {
            let range = ranges.iter().position(|range| order.is("range", range))?;
            let also = order.words("also").unwrap_or_default();
            let goes_on = also.iter().any(|choice| choice.as_str() == "go-on");
            // At equal range without (a): it binds this side to another round, whatever this one brings.
            Some((Reverse(range), !goes_on, also.len()))
        })
    }

    fn gunnery(&self) -> Vec<Advice> {
        if self.options.verb("fire").is_none() {
            return vec![(Cautious, "hint-hold-fire", self.options.first("hold-fire"))];
        }
        vec![
            (Cautious, "hint-fire-weakest", self.options.with("fire-by", "rule", "weakest")),
            (Bold, "hint-fire-dearest", self.options.with("fire-by", "rule", "dearest")),
        ]
    }

    /// The default advice: what comes first.
    fn whatever(&self) -> Vec<Advice> {
        let short = ["commit", "respread-by", "pass", "decline", "hold-fire"];
        let open = short.iter().find_map(|verb| self.options.first(verb));
        vec![(Cautious, "hint-any", open.or_else(|| self.options.propose(1).into_iter().next()))]
    }
}

/// Returns whether pre-dreadnoughts fill boxes that others could, or must, be in alone.
pub fn mixes(chart: &Chart, view: &View, side: Side) -> bool {
    let in_boxes = view.berths.iter().filter_map(|(ship, berth)| match berth {
        Berth::Box(number) if chart.side(*ship) == Some(side) => Some((ship, *number)),
        _ => None,
    });
    let ours: Vec<(&ShipId, u32)> = in_boxes.collect();
    let needed = boxes::duty(side, ours.len());
    let modern = ours.iter().filter(|(ship, _)| !chart.is_old(**ship)).count();
    let mixed = ours.iter().filter(|(ship, number)| *number > 0 && chart.is_old(**ship)).count();
    // Old ships in boxes that the duty fills and the modern ones cannot spoil nothing: a die for such a box
    // finds no others.
    modern > 0 && mixed > needed.saturating_sub(modern)
}
