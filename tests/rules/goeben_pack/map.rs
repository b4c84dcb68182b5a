//! The map: what joins what, and how far the objectives are under the stop rule (12.5).

use std::collections::BTreeSet;

use wardroom::games::goeben::ids::*;
use wardroom::games::goeben::pack::*;

use super::space;

#[test]
fn rule_2_1_spaces_lines_and_zones() {
    let chart = SeaChart::builtin();
    let pack = chart.pack();
    let kinds = |kind| pack.spaces.values().filter(|space| space.kind == kind).count();
    assert_eq!((pack.spaces.len(), pack.lines.len()), (102, 150));
    assert_eq!((kinds(SpaceKind::Transit), kinds(SpaceKind::HighSeas)), (35, 21));
    assert_eq!((kinds(SpaceKind::Port), kinds(SpaceKind::NavalBase)), (25, 12));
    assert_eq!((kinds(SpaceKind::AtlanticExit), kinds(SpaceKind::BlackSea)), (1, 1));
    let marmara = pack.spaces.iter().filter(|(_, s)| s.zone == Zone::Marmara).map(|(id, _)| id.as_str());
    assert_eq!(marmara.collect::<Vec<_>>(), ["CON", "DAR"]);
    assert_eq!(chart.space(space("ADZ")).unwrap().zone, Zone::Adriatic);
    assert_eq!(chart.space(space("BIZ")).unwrap().zone, Zone::Eastern);
    for id in ["STY", "NSI", "SPZ"] {
        assert_eq!(chart.space(space(id)).unwrap().zone, Zone::Western);
    }
}

#[test]
fn neighbours_are_sorted_and_mutual() {
    let chart = SeaChart::builtin();
    let ids = |id: &str| chart.neighbours(space(id)).iter().map(SpaceId::as_str).collect::<Vec<_>>();
    assert_eq!(ids("MES"), ["CPS", "NSI", "STY", "WIO"]);
    assert_eq!(ids("GPZ"), ["ALB", "GIB", "NAT"]);
    assert_eq!(ids("nowhere"), [""; 0]);
    for id in chart.pack().spaces.keys() {
        for next in chart.neighbours(*id) {
            assert!(chart.neighbours(*next).contains(id), "{id} {next}");
        }
    }
}

#[test]
fn one_patrol_zone_guards_each_of_the_atlantic_the_adriatic_and_alexandria() {
    let chart = SeaChart::builtin();
    for (zone, goal) in [("GPZ", "NAT"), ("ADZ", "POL"), ("APZ", "ALX")] {
        assert!(hops(&chart, "MES", goal, &[]).is_some());
        assert_eq!(hops(&chart, "MES", goal, &[zone]), None, "{goal} only through {zone}");
    }
    for (zone, goal) in [("SPZ", "GPZ"), ("NPZ", "GPZ"), ("MPZ", "SIR"), ("APZ", "PSD")] {
        assert!(hops(&chart, "MES", goal, &[zone]).is_some(), "{goal} without {zone}");
    }
}

#[test]
fn rule_12_5_fewest_movement_phases_from_messina() {
    let chart = SeaChart::builtin();
    let expected = [
        ("CON", 9, [3, 3, 3]),
        ("DAR", 8, [2, 2, 2]),
        ("NAT", 11, [4, 4, 3]),
        ("POL", 7, [2, 2, 2]),
        ("GEN", 6, [2, 2, 1]),
        ("PHV", 5, [2, 2, 2]),
        ("BON", 5, [2, 2, 2]),
        ("ALG", 7, [3, 2, 2]),
        ("ALX", 9, [3, 3, 3]),
        ("PSD", 10, [3, 3, 2]),
        ("MLT", 3, [2, 2, 2]),
        ("TOU", 8, [3, 3, 3]),
    ];
    for (goal, steps, phases) in expected {
        assert_eq!(hops(&chart, "MES", goal, &[]), Some(steps), "lines to {goal}");
        assert_eq!(
            [4, 5, 6].map(|speed| movement_phases(&chart, "MES", goal, speed)),
            phases,
            "phases to {goal}"
        );
    }
    assert_eq!(movement_phases(&chart, "POL", "NAT", 4), 6);
    assert_eq!(movement_phases(&chart, "CON", "NAT", 4), 7);
}

/// Lines on the shortest way that keeps out of some spaces.
fn hops(chart: &SeaChart, from: &str, to: &str, without: &[&str]) -> Option<usize> {
    let mut reached: BTreeSet<SpaceId> = without.iter().map(|id| space(id)).collect();
    let mut front = BTreeSet::from([space(from)]);
    for steps in 0.. {
        if front.contains(&space(to)) {
            return Some(steps);
        }
        reached.extend(front.iter().copied());
        front = front
            .iter()
            .flat_map(|at| chart.neighbours(*at))
            .filter(|n| !reached.contains(n))
            .copied()
            .collect();
        if front.is_empty() {
            return None;
        }
    }
    None
}

/// Movement phases needed when entering a patrol zone, a port or a naval base ends the move.
fn movement_phases(chart: &SeaChart, from: &str, to: &str, speed: usize) -> usize {
    let stops = |id: &SpaceId| {
        let kind = chart.space(*id).unwrap().kind;
        matches!(kind, SpaceKind::PatrolZone | SpaceKind::Port | SpaceKind::NavalBase)
    };
    let sails = |id: &SpaceId| chart.space(*id).unwrap().kind != SpaceKind::BlackSea;
    let mut ends = BTreeSet::from([space(from)]);
    for phases in 0..100 {
        if ends.contains(&space(to)) {
            return phases;
        }
        let mut front = ends.clone();
        for _ in 0..speed {
            let next = front.iter().flat_map(|at| chart.neighbours(*at)).copied().filter(sails);
            let next: BTreeSet<SpaceId> = next.collect();
            ends.extend(next.iter().copied());
            front = next.into_iter().filter(|id| !stops(id)).collect();
        }
    }
    panic!("{to} is never reached");
}
