//! Slips of the pen in orders, and misprints in positions.

use std::collections::BTreeMap;

use serde_json::Value;
use wardroom::game::{Arg, Options, OrderForm, Sorted, Word};

use super::Luck;

/// What came of spoilt orders.
#[derive(Debug, Default)]
pub struct Slips {
    /// Orders that were legal all the same.
    pub accepted: usize,
    /// Orders refused, by reason.
    pub refused: BTreeMap<String, usize>,
}

impl Slips {
    /// How many were refused.
    pub fn refusals(&self) -> usize {
        self.refused.values().sum()
    }
}

fn word(text: &str) -> Word {
    text.parse().expect("a word")
}

/// The order with a slip: another verb, word, number or share, a thing in another bin, an argument lost or one too many.
pub fn slip(order: &OrderForm, options: &Options, words: &[&str], luck: &mut Luck) -> OrderForm {
    let mut spoilt = order.clone();
    let args: Vec<(Word, Arg)> = order.args().cloned().collect();
    match luck.below(7) {
        0 => spoilt.verb = word(luck.one_of(words).expect("a word")),
        1 => spoilt.set(Word::literal("extra"), Arg::Number(1)),
        2 if !args.is_empty() => {
            let lost = luck.below(args.len() as u32) as usize;
            spoilt = OrderForm::new(order.verb);
            let kept = args.iter().enumerate().filter(|(at, _)| *at != lost);
            kept.for_each(|(_, (name, value))| spoilt.set(*name, value.clone()));
        }
        3 => {
            let other = options.propose(40);
            let donor = luck.one_of(&other).into_iter().flat_map(OrderForm::args);
            donor.for_each(|(name, value)| spoilt.set(*name, value.clone()));
        }
        _ => {
            if let Some((name, value)) = luck.one_of(&args) {
                let slip = word(luck.one_of(words).expect("a word"));
                spoilt.set(*name, slip_value(value, slip, luck));
            }
        }
    }
    spoilt
}

fn slip_value(value: &Arg, slip: Word, luck: &mut Luck) -> Arg {
    match value {
        Arg::Word(_) => Arg::Word(slip),
        Arg::Number(number) => Arg::Number(number + i64::from(luck.below(5)) - 2),
        Arg::Words(list) => {
            let mut list = list.clone();
            match luck.below(4) {
                0 => list.push(slip),
                1 => list.extend(list.first().copied()),
                2 => list.reverse(),
                _ => drop(list.pop()),
            }
            Arg::Words(list)
        }
        Arg::Shares(shares) => {
            let mut shares = shares.clone();
            for share in shares.values_mut() {
                *share += luck.below(3);
            }
            if luck.below(4) == 0 {
                shares.insert(slip, 1);
            }
            Arg::Shares(shares)
        }
        Arg::Sorted(sorted) => Arg::Sorted(slip_sorted(sorted.clone(), slip, luck)),
        Arg::Text(text) => match luck.below(4) {
            0 => Arg::Text(format!("{text}\u{7}")),
            1 => Arg::Text(String::new()),
            2 => Arg::Text(text.repeat(wardroom::game::limits::TEXT_CHARS)),
            _ => Arg::Number(1),
        },
    }
}

/// A thing in another bin, in two, in none, exchanged for another, or not known; a bin emptied, doubled or not known.
fn slip_sorted(mut sorted: Sorted, slip: Word, luck: &mut Luck) -> Sorted {
    let bins: Vec<Word> = sorted.keys().copied().collect();
    let (Some(from), Some(to)) = (luck.one_of(&bins).copied(), luck.one_of(&bins).copied()) else {
        return Sorted::from([(slip, vec![slip])]);
    };
    let things = sorted.entry(from).or_default();
    let at = luck.below(things.len() as u32) as usize;
    let thing = things.get(at).copied();
    match luck.below(8) {
        0 => {
            things.retain(|other| Some(*other) != thing);
            sorted.entry(to).or_default().extend(thing);
        }
        1 => sorted.entry(to).or_default().extend(thing),
        2 => things.retain(|other| Some(*other) != thing),
        3 => things.push(slip),
        4 => things.clear(),
        5 => {
            let moved = sorted.remove(&from).unwrap_or_default();
            sorted.insert(slip, moved);
        }
        6 => {
            let moved = sorted.remove(&from).unwrap_or_default();
            sorted.entry(to).or_default().extend(moved);
        }
        _ => {
            let swapped = sorted.entry(to).or_default().pop();
            let things = sorted.entry(from).or_default();
            things.retain(|other| Some(*other) != thing);
            things.extend(swapped);
            sorted.entry(to).or_default().extend(thing);
        }
    }
    sorted
}

/// One misprint somewhere in a position: another number, word or flag, or a list cut short.
pub fn misprint(value: &mut Value, words: &[&str], luck: &mut Luck) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = luck.below(map.len() as u32) as usize;
            if let Some((_, inner)) = map.iter_mut().nth(at) {
                misprint(inner, words, luck);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = luck.below(list.len() as u32) as usize;
            if luck.below(3) == 0 {
                list.remove(at);
            } else {
                misprint(&mut list[at], words, luck);
            }
        }
        Value::Number(_) => {
            *value = [0, 1, 2, 3, 7, 200, 255, -1, i64::from(u32::MAX)][luck.below(9) as usize].into()
        }
        Value::String(text) => *text = words[luck.below(words.len() as u32) as usize].into(),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = words[luck.below(words.len() as u32) as usize].into(),
        _ => {}
    }
}
