//! The options tree against brute force on small cases: what it accepts, proposes and samples.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::common::Luck;
use wardroom::game::{Arg, Bin, Item, Lines, Node, Options, OrderForm, Sort, Sorted, Walk, Word};

fn word(text: &'static str) -> Word {
    Word::literal(text)
}

/// Every value an argument could be given in a world of four words and small numbers.
fn universe() -> Vec<Arg> {
    let words = ["a", "b", "c", "d"].map(word);
    let mut all: Vec<Arg> = words.iter().map(|w| Arg::Word(*w)).collect();
    all.extend((-1..=5).map(Arg::Number));
    let mut lists: Vec<Vec<Word>> = vec![vec![]];
    for length in 0..4 {
        let longer: Vec<Vec<Word>> = lists
            .iter()
            .filter(|list| list.len() == length)
            .flat_map(|list| words.iter().map(move |w| list.iter().copied().chain([*w]).collect()))
            .collect();
        lists.extend(longer);
    }
    all.extend(lists.into_iter().map(Arg::Words));
    for shares in 0..256u32 {
        let share = |at: usize| (shares >> (2 * at)) & 3;
        all.push(Arg::Shares(words.iter().enumerate().map(|(at, w)| (*w, share(at))).collect()));
        let present = words.iter().enumerate().filter(|(at, _)| share(*at) > 0);
        all.push(Arg::Shares(present.map(|(at, w)| (*w, share(at))).collect()));
        let mut sorted = Sorted::new();
        for (at, w) in words.iter().enumerate().filter(|(at, _)| share(*at) > 0) {
            sorted.entry(["p", "q", "r"].map(word)[share(at) as usize - 1]).or_default().push(*w);
        }
        all.extend((!sorted.is_empty()).then_some(Arg::Sorted(sorted)));
    }
    all
}

fn options(node: Node) -> Options {
    Options { verbs: vec![(word("do"), node)] }
}

/// Checks a tree of one argument against `legal`; walks propose one way to each place, so they are not compared.
fn check(name: &str, node: Node, legal: impl Fn(&Arg) -> bool, proposes_all: bool) {
    let options = options(node.clone());
    let all: BTreeSet<Arg> = universe().into_iter().collect();
    let form = |arg: &Arg| OrderForm::new(word("do")).with("x", arg.clone());
    let accepted: BTreeSet<&Arg> = all.iter().filter(|arg| options.accept(&form(arg)).is_ok()).collect();
    let wanted: BTreeSet<&Arg> = all.iter().filter(|arg| legal(arg)).collect();
    assert_eq!(accepted, wanted, "{name}");
    assert_eq!(node.is_open(), !wanted.is_empty(), "{name}: open");
    assert!(options.accept(&OrderForm::new(word("do"))).is_err(), "{name}: a missing argument passes");
    let proposed: BTreeSet<OrderForm> = options.propose(10_000).into_iter().collect();
    if proposes_all {
        // A set of words may be given in any order; one order of each is proposed.
        let sorted = |form: &OrderForm| match form.get("x") {
            Some(Arg::Words(words)) => words.windows(2).all(|pair| pair[0] < pair[1]),
            _ => true,
        };
        let wanted: BTreeSet<OrderForm> =
            wanted.iter().map(|arg| form(arg)).filter(|form| sorted(form)).collect();
        assert_eq!(proposed, wanted, "{name}: proposals");
    }
    let mut luck = Luck::of(1);
    let mut sampled = BTreeSet::new();
    for _ in 0..3000 {
        let Some(form) = options.sample(&mut |n| luck.below(n)) else { break };
        if !node.is_open() {
            break;
        }
        assert_eq!(options.accept(&form), Ok(()), "{name}: {form}");
        sampled.insert(form.get("x").cloned());
    }
    assert!(wanted.is_empty() || sampled.len() * 2 >= wanted.len().min(20), "{name}: few samples");
    for limit in 0..6 {
        assert!(options.propose(limit).len() <= limit, "{name}: more than {limit} proposed");
    }
}

#[test]
fn one_of_accepts_its_words() {
    let node = Node::one_of("x", [word("a"), word("c")]);
    check("one of", node, |arg| matches!(arg, Arg::Word(w) if ["a", "c"].contains(&w.as_str())), true);
    check("one of none", Node::one_of("x", []), |_| false, true);
}

#[test]
fn some_of_keeps_count_and_budget() {
    for (least, most, budget) in
        [(0, 3, None), (1, 2, None), (2, 3, Some(4)), (1, 3, Some(3)), (3, 3, Some(2))]
    {
        let costs = [("a", 1u32), ("b", 2), ("c", 3)];
        let of = costs.map(|(w, cost)| (word(w), cost)).to_vec();
        let node = Node::SomeOf { arg: "x", of, least, most, budget };
        let legal = |arg: &Arg| {
            let Arg::Words(words) = arg else { return false };
            let distinct: BTreeSet<_> = words.iter().collect();
            let cost: Option<u32> = words
                .iter()
                .map(|w| costs.iter().find(|(name, _)| *name == w.as_str()).map(|(_, cost)| cost))
                .sum();
            distinct.len() == words.len()
                && words.len() >= least
                && words.len() <= most
                && cost.is_some_and(|cost| budget.is_none_or(|budget| cost <= budget))
        };
        // A budget that no choice of `least` words keeps leaves the node open in form only.
        if budget == Some(2) {
            continue;
        }
        check(&format!("{least} to {most} for {budget:?}"), node, legal, true);
    }
}

#[test]
fn split_keeps_limits_and_total() {
    for (least, most) in [(0, 2), (1, 3), (4, 4), (2, 9), (6, 9)] {
        let bins = vec![(word("a"), 1), (word("b"), 3)];
        let node = Node::Split { arg: "x", bins, least, most };
        let legal = |arg: &Arg| {
            let Arg::Shares(shares) = arg else { return false };
            let limit = |w: &Word| match w.as_str() {
                "a" => 1,
                "b" => 3,
                _ => 0,
            };
            shares.iter().all(|(w, share)| *share > 0 && *share <= limit(w))
                && (least..=most).contains(&shares.values().sum())
        };
        check(&format!("split {least} to {most}"), node, legal, true);
    }
}

#[test]
fn number_keeps_its_bounds() {
    let node = Node::Number { arg: "x", least: 1, most: 3 };
    check("number", node, |arg| matches!(arg, Arg::Number(1..=3)), true);
    check("no number", Node::Number { arg: "x", least: 3, most: 1 }, |_| false, true);
}

#[test]
fn walk_follows_lines_stops_and_bars() {
    // a - b - c - d in a row, and a - c across.
    let joined = [("a", "b"), ("b", "c"), ("c", "d"), ("a", "c")];
    let mut lines: Lines = BTreeMap::new();
    for (one, other) in joined {
        lines.entry(word(one)).or_default().push(word(other));
        lines.entry(word(other)).or_default().push(word(one));
    }
    let lines = Arc::new(lines);
    for (most, stop, bar) in
        [(3, "d", "-"), (2, "c", "-"), (4, "b", "-"), (3, "-", "c"), (0, "-", "-"), (1, "-", "-")]
    {
        let walk = Walk {
            lines: lines.clone(),
            from: word("a"),
            most,
            stops: Arc::new([word(stop)].into_iter().collect()),
            stops_now: vec![],
            barred: vec![word(bar)],
        };
        let legal = |arg: &Arg| {
            let Arg::Words(path) = arg else { return false };
            let steps: Vec<&str> = ["a"].into_iter().chain(path.iter().map(Word::as_str)).collect();
            !path.is_empty()
                && path.len() <= most
                && steps
                    .windows(2)
                    .all(|pair| joined.contains(&(pair[0], pair[1])) || joined.contains(&(pair[1], pair[0])))
                && !path.iter().any(|w| w.as_str() == bar)
                && !path[..path.len() - 1].iter().any(|w| w.as_str() == stop)
        };
        check(&format!("walk of {most}"), Node::Walk { arg: "x", walk: walk.clone() }, legal, false);
        for (to, route) in walk.routes() {
            assert!(walk.accepts(&route) && route.last() == Some(&to), "{route:?}");
        }
        let reached: BTreeSet<Word> = universe()
            .iter()
            .filter(|arg| legal(arg))
            .filter_map(|arg| match arg {
                Arg::Words(path) => path.last().copied(),
                _ => None,
            })
            .filter(|to| *to != word("a"))
            .collect();
        assert_eq!(walk.routes().into_keys().collect::<BTreeSet<_>>(), reached, "walk of {most}: reach");
    }
}

#[test]
fn a_sorting_puts_each_thing_into_one_bin_within_the_limits() {
    let item = |text, class, must| Item { word: word(text), class: word(class), must };
    let items = [("a", "x"), ("b", "x"), ("c", "y"), ("d", "y")];
    let bin = |text, least, most| Bin::new(word(text), least, most);
    let paired = |bin: Bin| Bin { group: Some(1), ..bin };
    let only = |bin: Bin| Bin { only: vec![word("y")], ..bin };
    let counted = |bin: Bin| Bin { counts: true, ..bin };
    let cases = [
        (4, 0, vec![bin("p", 1, 4), bin("q", 2, 3)], &[][..]),
        (4, 0, vec![bin("p", 3, 3), bin("q", 3, 3)], &[]),
        (2, 0, vec![bin("p", 1, 1), bin("q", 1, 2), bin("r", 1, 0)], &["c"]),
        (3, 2, vec![counted(bin("p", 1, 2)), counted(bin("q", 1, 2)), bin("r", 1, 9)], &[]),
        (4, 0, vec![paired(bin("p", 2, 4)), paired(only(bin("q", 1, 2))), bin("r", 1, 4)], &[]),
        (4, 3, vec![counted(bin("p", 1, 1)), counted(bin("q", 1, 1)), bin("r", 1, 9)], &[]),
        (0, 0, vec![bin("p", 1, 4)], &[]),
    ];
    for (number, (take, spread, bins, musts)) in cases.into_iter().enumerate() {
        let items = items.map(|(text, class)| item(text, class, musts.contains(&text))).to_vec();
        let sort = Sort { items: items.clone(), bins: bins.clone(), take, spread };
        let legal = |arg: &Arg| {
            let nothing = Sorted::new();
            let sorted = match arg {
                Arg::Sorted(sorted) => sorted,
                Arg::Shares(shares) if shares.is_empty() => &nothing,
                _ => return false,
            };
            let class = |text: &Word| items.iter().find(|item| item.word == *text).unwrap().class;
            let of = |word: &Word| bins.iter().find(|bin| bin.word == *word);
            sorted.values().map(Vec::len).sum::<usize>() == take
                && sorted.iter().all(|(name, things)| {
                    of(name).is_some_and(|bin| {
                        (bin.least..=bin.most).contains(&things.len())
                            && (bin.only.is_empty()
                                || things.iter().all(|thing| class(thing).as_str() == "y"))
                    })
                })
                && musts.iter().all(|must| sorted.values().flatten().any(|thing| thing.as_str() == *must))
                && sorted.keys().filter(|name| of(name).is_some_and(|bin| bin.group == Some(1))).count() <= 1
                && sorted.keys().filter(|name| of(name).is_some_and(|bin| bin.counts)).count() >= spread
        };
        check(&format!("sorting {number}"), Node::Sort { arg: "x", sort }, legal, false);
    }
}

#[test]
fn orders_of_several_arguments_are_followed_to_their_end() {
    let number = || Node::Number { arg: "n", least: 1, most: 2 };
    let node = Node::choice(
        "x",
        [(word("a"), Node::End), (word("b"), number()), (word("c"), Node::one_of("y", []))],
    );
    let options = options(node);
    let accepts = |form: OrderForm| options.accept(&form).is_ok();
    let form = || OrderForm::new(word("do"));
    assert!(accepts(form().with("x", word("a"))));
    assert!(accepts(form().with("x", word("b")).with("n", 2)));
    assert!(!accepts(form().with("x", word("b"))), "a number is missing");
    assert!(!accepts(form().with("x", word("a")).with("n", 1)), "a number is too many");
    assert!(!accepts(form().with("x", word("c"))), "a word with nothing behind it");
    assert!(!accepts(OrderForm::new(word("other")).with("x", word("a"))));
    assert_eq!(options.propose(9).len(), 3);
}
