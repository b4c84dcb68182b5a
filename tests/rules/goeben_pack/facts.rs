//! What the rules state, against the built-in pack.

use std::collections::BTreeMap;

use wardroom::games::goeben::ids::*;
use wardroom::games::goeben::pack::*;

use super::space;
use crate::pack_support;

#[test]
fn the_built_in_pack_is_sound_and_comes_back_from_its_canonical_text() {
    let pack = Pack::builtin();
    pack.check().unwrap();
    let text = pack.canonical();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(Pack::from_value(value.clone()).unwrap(), pack);
    assert_eq!(serde_json::to_string(&value).unwrap(), text, "keys are sorted, nothing is spaced");
    assert!(text.starts_with(r#"{"cargo":{"camera-crew":{"#), "keys are sorted");
    assert!(!text.contains(['\n', '\t']));
}

#[test]
fn no_files_at_all_are_the_built_in_pack() {
    pack_support::no_files_at_all_are_the_builtin_pack::<Pack>();
}

#[test]
fn every_value_says_where_it_comes_from() {
    assert!(pack_support::every_source_is_a_rule_or_a_reason::<Pack>() > 350);
}

#[test]
fn rule_3_0_3_seven_patrol_zones_and_stocks_of_18_and_9() {
    let chart = SeaChart::builtin();
    let pack = chart.pack();
    let zones: Vec<&str> = chart.patrol_zones().iter().map(SpaceId::as_str).collect();
    assert_eq!(zones, ["ADZ", "APZ", "GPZ", "MPZ", "NPZ", "SPZ", "TPZ"]);

    let warships = |nation: Nation, class: &[Class]| {
        let ships = pack.ships.values();
        ships.filter(|ship| ship.nation == nation && !ship.what_if && class.contains(&ship.class)).count()
    };
    use Class::*;
    assert_eq!(warships(Nation::British, &[Battlecruiser]), 3);
    assert_eq!(warships(Nation::British, &[ArmouredCruiser]), 4);
    assert_eq!(warships(Nation::British, &[LightCruiser]), 4);
    assert_eq!(warships(Nation::British, &[Destroyers]), 4);
    assert_eq!(warships(Nation::French, &[ArmouredCruiser, ProtectedCruiser, Destroyers]), 7);
    let what_if: Vec<&str> =
        pack.ships.iter().filter(|(_, ship)| ship.what_if).map(|(id, _)| id.as_str()).collect();
    assert_eq!(what_if, ["new-zealand"]);

    let stock = |index: usize, ships: usize| {
        let stock = &pack.set_up.stocks[index];
        let draws: Vec<(String, u8)> = stock.zones.iter().map(|d| (d.zone.to_string(), d.count)).collect();
        (stock.nation, ships + usize::from(stock.quiet_seas), draws)
    };
    let draws =
        |of: &[(&str, u8)]| of.iter().map(|(zone, count)| ((*zone).to_owned(), *count)).collect::<Vec<_>>();
    let british = draws(&[("GPZ", 2), ("ADZ", 5), ("MPZ", 3), ("APZ", 2)]);
    assert_eq!(stock(0, 15), (Nation::British, 18, british));
    assert_eq!(stock(1, 7), (Nation::French, 9, draws(&[("TPZ", 3), ("NPZ", 2), ("SPZ", 1)])));
}

#[test]
fn rule_3_0_4_fifteen_coastal_units_at_eleven_allied_places() {
    let pack = Pack::builtin();
    let placed: BTreeMap<&str, u8> = pack
        .spaces
        .values()
        .filter(|space| space.coastal_units > 0)
        .map(|space| (space.name.en.as_str(), space.coastal_units))
        .collect();
    let rules = BTreeMap::from([
        ("Gibraltar", 2),
        ("Toulon", 2),
        ("Marseilles", 1),
        ("Algiers", 1),
        ("Philippeville", 1),
        ("Bone", 1),
        ("Bizerte", 1),
        ("Mers el Kebir", 2),
        ("Malta", 1),
        ("Alexandria", 2),
        ("Port Said", 1),
    ]);
    assert_eq!(placed, rules);
    assert_eq!(placed.values().sum::<u8>(), 15);
    let allied = |space: &&SpaceSpec| {
        matches!(space.kind, SpaceKind::Port | SpaceKind::NavalBase)
            && matches!(space.owner, Some(Nation::British | Nation::French))
    };
    assert_eq!(pack.spaces.values().filter(allied).count(), 11, "no Allied harbour is without a unit");
}

#[test]
fn rule_3_0_6_the_german_displays() {
    let pack = Pack::builtin();
    let row = |id: &str| {
        let s = &pack.german[&id.parse::<ShipId>().unwrap()];
        let guns = [s.primary, s.secondary, s.tertiary];
        (s.class, [s.leadership, s.engines, s.hull], guns, [s.ammunition, s.torpedoes, s.coal], s.standard)
    };
    assert_eq!(row("goeben"), (Class::Battlecruiser, [4, 6, 12], [5, 3, 2], [6, 2, 4], true));
    assert_eq!(row("breslau"), (Class::LightCruiser, [4, 6, 4], [0, 3, 0], [6, 2, 5], true));
    assert_eq!(pack.german.values().filter(|ship| ship.standard).count(), 2);
    for ship in pack.german.values().filter(|ship| ship.standard) {
        assert_eq!((ship.cruise, ship.maximum, ship.engines), (4, 5, 6), "12.1 to 12.3");
    }
    let set_up = &pack.set_up;
    assert_eq!(set_up.squadron, space("MES"));
    assert_eq!((set_up.alert, set_up.colliers, set_up.outfit_points_per_leadership), (1, 1, 2));
}

#[test]
fn rule_17_the_orders_chart() {
    let pack = Pack::builtin();
    let row = |mission: Mission| {
        let spec = &pack.missions[&mission];
        let ids = |list: &[SpaceId]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        (
            spec.days,
            spec.victory_points,
            ids(&spec.objective),
            ids(&spec.coast),
            spec.bases.len(),
            spec.atlantic,
        )
    };
    let rules = |days, points, objective: &str, coast: &str, bases, atlantic| {
        (days, points, objective.to_owned(), coast.to_owned(), bases, atlantic)
    };
    assert_eq!(row(Mission::AtlanticBreakout), rules(6, 60, "NAT", "", 0, true));
    assert_eq!(row(Mission::AustroHungarianPact), rules(6, 60, "POL", "", 0, false));
    assert_eq!(row(Mission::RaidFrenchConvoys), rules(10, 100, "", "ALG PHV BON", 2, false));
    assert_eq!(row(Mission::ItalianAlliance), rules(10, 100, "GEN", "", 0, false));
    assert_eq!(row(Mission::OttomanAlliance), rules(8, 75, "CON", "", 0, false));
    assert_eq!(row(Mission::SuezCanal), rules(8, 75, "", "ALX PSD", 2, false));
}

#[test]
fn rule_14_3_the_contact_table() {
    let contact = Pack::builtin().charts.contact;
    let row: Vec<String> = (-6..=6).map(|total| contact.at(total).unwrap().to_string()).collect();
    let rules = "AC2 AC2 AC2 AC1 AC1 AC1 N GC1 GC1 GC1 GC2 GC2 GC2";
    assert_eq!(row.join(" "), rules);
    assert_eq!(contact.at(-40), Some(ContactResult::Allied2));
    assert_eq!(contact.at(40), Some(ContactResult::German2));
}

#[test]
fn rule_11_1_the_intelligence_table() {
    let table = Pack::builtin().charts.intelligence;
    let rows: Vec<String> = table
        .rows
        .iter()
        .map(|row| {
            format!("{} {}", row.die, row.results.iter().map(|r| r.as_str()).collect::<Vec<_>>().join(" "))
        })
        .collect();
    let rules =
        ["1 SI SI SI SI", "2 - - - -", "3 - - - IR", "4 - - IR IB", "5 - IR JE JF", "6 IR JE JE/IB JE/IB"];
    assert_eq!(rows, rules);
    assert_eq!(table.value_by_leadership[1..], [0, 0, 1, 1, 2, 2]);
    assert_eq!(table.wireless, 1);
}

#[test]
fn rules_14_and_16_the_hit_tables() {
    fn row<T: Copy + std::fmt::Display>(table: &DieTable<T>) -> String {
        (1..=6).map(|face| table.at(face).unwrap().to_string()).collect::<Vec<_>>().join(" ")
    }
    let charts = Pack::builtin().charts;
    assert_eq!(row(&charts.gunnery_german), "guns-1 guns-2 hull-1 engines-1 bridge critical");
    assert_eq!(row(&charts.gunnery_allied), "guns guns hull engines withdraws blows-up");
    assert_eq!(row(&charts.torpedo_german), "hull-1 hull-2 engines-1 engines-2 dud critical");
    assert_eq!(row(&charts.torpedo_allied), "hull heavy-hull engines engines dud blows-up");
    assert_eq!(row(&charts.shore_port), "outcry nothing morale morale unit-destroyed unit-destroyed");
    assert_eq!(row(&charts.shore_base), "outcry nothing nothing morale unit-destroyed magazine");
    assert_eq!(
        row(&DieTable { rows: charts.placement.rows, source: String::new() }),
        "MES MES BRI POL ATH DAR"
    );
    let firing = charts.firing;
    assert_eq!((firing.gunnery, firing.torpedo, firing.torpedo_against_nets), (6, 5, 6));
    assert_eq!((firing.bombardment, firing.repair), (4, 5));
}

#[test]
fn rule_14_11_the_targeting_priorities() {
    let targeting = Pack::builtin().charts.targeting;
    let row =
        |column| targeting[&column].order.iter().map(|class| class.as_str()).collect::<Vec<_>>().join(" ");
    assert_eq!(row(TargetingColumn::Capital), "BB BC B CA CL DD");
    assert_eq!(row(TargetingColumn::Cruiser), "CA CL DD B BC BB");
    assert_eq!(row(TargetingColumn::Light), "DD CL CA B BC BB");
    assert_eq!(row(TargetingColumn::Coast), "BB BC B CA CL DD");
}

#[test]
fn rule_17_1_the_victory_points() {
    let chart = Pack::builtin().charts.victory;
    let row = |scores: &BTreeMap<Class, ShipScore>| {
        scores
            .iter()
            .map(|(class, s)| format!("{class} {} {}", s.sunk, s.damaged))
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(row(&chart.allied), "BB 18 6, BC 18 6, B 18 6, CA 9 3, CP 6 2, CL 6 2, DD 3 1, TC 20 10");
    assert_eq!(row(&chart.german), "BC -40 0, CL -10 0");
    assert_eq!(row(&chart.austro_hungarian), "BB -24 -8, B -18 -6, CA -12 -4, CL -9 -3, DD -4 -2");
    assert_eq!(
        (chart.system_to_zero, chart.submarine, chart.collier, chart.critical_battle),
        (-5, 2, -1, 15)
    );
}

#[test]
fn rules_7_10_13_the_terrain_effects() {
    let charts = Pack::builtin().charts;
    let row = |terrain: Terrain| {
        let t = &charts.terrain[&terrain];
        let markers = (t.extra_markers, t.markers_from_alert);
        (t.stop, markers, [t.coal_dice, t.ammunition_dice, t.repair_dice], t.cargo)
    };
    assert_eq!(row(Terrain::Sea), (false, (Some(0), 0), [0, 0, 0], false));
    assert_eq!(row(Terrain::PatrolZone), (true, (Some(1), 0), [0, 0, 0], false));
    assert_eq!(row(Terrain::FriendlyBase), (true, (None, 0), [2, 2, 4], true));
    assert_eq!(row(Terrain::FriendlyPort), (true, (None, 0), [2, 1, 4], false));
    assert_eq!(row(Terrain::NeutralBase), (true, (Some(0), 4), [2, 0, 3], false));
    assert_eq!(row(Terrain::NeutralPort), (true, (Some(0), 4), [1, 0, 2], false));
    assert_eq!(row(Terrain::AlliedBase), (true, (Some(2), 0), [0, 0, 0], false));
    assert_eq!(row(Terrain::AlliedPort), (true, (Some(1), 0), [0, 0, 0], false));
    assert_eq!(row(Terrain::OccupiedPort), (true, (Some(1), 0), [2, 0, 1], false));
    let alert = charts.alert;
    assert_eq!((alert.naval_battle, alert.bombardment, alert.signals_intercepted), (1, 1, 1));
    assert_eq!((alert.jamming, alert.outwitted), (-1, -2));
}

#[test]
fn rule_8_1_the_cargo_chart() {
    let pack = Pack::builtin();
    let row = |item: Cargo| {
        let c = &pack.cargo[&item];
        (c.crew, c.points, [c.repair_dice, c.fire_dice, c.contact, c.raid_dice], c.optional)
    };
    assert_eq!(row(Cargo::DamageControl), (true, 2, [2, 0, 0, 0], false));
    assert_eq!(row(Cargo::ReserveCrew), (true, 2, [1, 1, 0, 0], false));
    assert_eq!(row(Cargo::Seebataillon), (true, 2, [0, 0, 0, 1], false));
    assert_eq!(row(Cargo::CameraCrew), (true, 1, [0, 0, 0, 0], false));
    assert_eq!(row(Cargo::Optics), (false, 1, [0, 0, 2, 0], false));
    assert_eq!(row(Cargo::Mines), (false, 1, [0, 0, 0, 0], true));
    assert_eq!(row(Cargo::Seaplane), (false, 4, [0, 0, 2, 0], true));
    assert_eq!(row(Cargo::TargetingCalculator), (false, 2, [0, 2, 0, 0], false));
    assert_eq!(row(Cargo::TorpedoNets), (false, 1, [0, 0, 0, 0], false));
    assert_eq!(row(Cargo::TorpedoReload), (false, 1, [0, 0, 0, 0], false));
    assert_eq!(row(Cargo::Wireless), (false, 1, [0, 0, 1, 0], false));
}

#[test]
fn rule_2_0_the_counters_make_176() {
    let pack = Pack::builtin();
    let incidents: u32 = pack.incidents.values().map(|marker| u32::from(marker.count)).sum();
    let cargo: u32 = pack.cargo.values().map(|item| u32::from(item.count)).sum();
    let coastal: u32 = pack.coastal.iter().map(|row| u32::from(row.count)).sum();
    assert_eq!((incidents, cargo, coastal), (31, 26, 20));
    let ships = pack.ships.len() + pack.german.len();
    let colliers = u32::from(pack.set_up.colliers_in_all);
    // Status markers 32, Orders 6, Alert, Time and Battle 1 each, Neutral Visited 6, Damage 8.
    assert_eq!(incidents + cargo + coastal + ships as u32 + colliers + 32 + 6 + 3 + 6 + 8, 176);
}
