//! What the rules state, against the built-in pack.

use std::collections::BTreeMap;

use wardroom::games::grand_fleet::ids::*;
use wardroom::games::grand_fleet::pack::*;

use super::hex;
use crate::pack_support;

#[test]
fn the_built_in_pack_is_sound_and_comes_back_from_a_log() {
    let pack = Pack::builtin();
    pack.check().unwrap();
    assert_eq!(Pack::from_value(pack.to_value()).unwrap(), pack);
    assert_eq!(Chart::new(pack).unwrap(), Chart::builtin());
}

#[test]
fn no_files_at_all_are_the_built_in_pack() {
    pack_support::no_files_at_all_are_the_builtin_pack::<Pack>();
}

#[test]
fn every_value_says_where_it_comes_from() {
    let sources = pack_support::every_source_is_a_rule_or_a_reason::<Pack>();
    assert_eq!(sources, 5 + 46 + 129 + 3 + 8 + 1 + 4, "types, hexes, ships and the rows of the tables");
}

#[test]
fn rule_8_the_table_of_types() {
    let pack = Pack::builtin();
    let rows: Vec<String> = pack
        .types
        .values()
        .map(|t| format!("{} {} {} {}", t.letters, t.gunnery_halves, t.defence, t.speed))
        .collect();
    assert_eq!(rows, ["(B) 2 2 slow", "B 4 3 normal", "BB 6 4 normal", "BC 4 3 fast", "(BC) 4 2 fast"]);
    assert_eq!(Chart::builtin().type_of("hood".parse().unwrap()).unwrap().letters, "BC");
}

/// How many ships there are of a nation and a type, and when they come: `-` from the start, `o` circled.
#[test]
fn rules_3_6_9_how_many_ships_of_which_type_and_when() {
    let pack = Pack::builtin();
    let row = |nation: Nation, kind: ShipType| {
        let mut when: BTreeMap<String, usize> = BTreeMap::new();
        for ship in pack.ships.values().filter(|ship| ship.nation == nation && ship.kind == kind) {
            let circle = if ship.circled { "o" } else { "" };
            let turn = ship.turn.map_or_else(|| "-".to_owned(), |turn| turn.to_string());
            *when.entry(format!("{circle}{turn}")).or_default() += 1;
        }
        when.iter().map(|(turn, count)| format!("{turn}:{count}")).collect::<Vec<_>>().join(" ")
    };
    use Nation::*;
    use ShipType::*;
    assert_eq!(row(British, Dreadnought), "-:10 1:1");
    assert_eq!(row(British, SuperDreadnought), "-:10 1:3 2:2 3:2 4:5 5:1 6:1");
    assert_eq!(row(British, Battlecruiser), "-:3 1:1 5:2 9:1");
    assert_eq!(row(British, EarlyBattlecruiser), "-:2 5:2 6:1 o-:4");
    assert_eq!(row(British, PreDreadnought), "-:8 o-:15");
    assert_eq!(row(American, Dreadnought), "-:4 o-:1");
    assert_eq!(row(American, SuperDreadnought), "-:2 o4:2");
    assert_eq!(row(German, Dreadnought), "-:13 1:3 2:1");
    assert_eq!(row(German, SuperDreadnought), "5:1 6:1 7:1 8:1");
    assert_eq!(row(German, Battlecruiser), "-:2 1:1 4:1 6:1 7:1 8:1 9:1");
    assert_eq!(row(German, EarlyBattlecruiser), "-:2");
    assert_eq!(row(German, PreDreadnought), "-:8 o-:7");
    let count = |nation| pack.ships.values().filter(|ship| ship.nation == nation).count();
    assert_eq!([British, American, German].map(count), [74, 9, 46]);
    let starred = pack.ships.iter().filter(|(_, ship)| ship.starred).map(|(id, _)| id.as_str());
    assert_eq!(starred.collect::<Vec<_>>(), ["audacious"], "12");
}

#[test]
fn rule_3_the_fleets_that_begin() {
    let pack = Pack::builtin();
    let begin = |nation: Nation, circled: bool| {
        let ships = pack.ships.values();
        ships.filter(|ship| ship.nation == nation && ship.turn.is_none() && ship.circled == circled).count()
    };
    assert_eq!((begin(Nation::British, false), begin(Nation::British, true)), (33, 19));
    assert_eq!((begin(Nation::German, false), begin(Nation::German, true)), (25, 7));
}

#[test]
fn names_are_spelt_as_the_navies_spelt_them() {
    let pack = Pack::builtin();
    let name = |id: &str| {
        let name = &pack.ships[&id.parse::<ShipId>().unwrap()].name;
        format!("{} {}", name.en, name.ja)
    };
    assert_eq!(name("lion"), "Lion ライオン");
    assert_eq!(name("queen-mary"), "Queen Mary クイーン・メリー");
    assert_eq!(name("seydlitz"), "Seydlitz ザイドリッツ");
    assert_eq!(name("thuringen"), "Thüringen テューリンゲン");
    assert_eq!(name("grosser-kurfurst"), "Grosser Kurfürst グローサー・クルフュルスト");
    assert_eq!(name("prinzregent-luitpold"), "Prinzregent Luitpold プリンツレゲント・ルイトポルト");
}

#[test]
fn rule_8_the_damage_table() {
    let chart = Chart::builtin();
    let row: Vec<&str> = (1..=12).map(|sum| chart.damage(sum).as_str()).collect();
    let rules = "none none none none none none boxed boxed boxed sunk sunk sunk";
    assert_eq!(row.join(" "), rules);
    assert_eq!((chart.damage(-3), chart.damage(20)), (Damage::None, Damage::Sunk));
}

#[test]
fn rule_7a_the_outbreak_table() {
    let chart = Chart::builtin();
    let row = |turn| {
        let letter = |die| match chart.outbreak(turn, die) {
            Outbreak::None => 'N',
            Outbreak::Choice => 'C',
            Outbreak::War => 'O',
        };
        (1..=6).map(letter).collect::<String>()
    };
    let rows: Vec<String> = (1..=9).map(row).collect();
    let facts = ["NNNNNN", "NNNNNC", "NNNNNC", "NNNNCC", "NNNNCO", "NNCCCO", "NNCCOO", "NCCCOO", "NCCCOO"];
    assert_eq!(rows, facts);
    assert_eq!((chart.outbreak(9, 0), chart.outbreak(9, 7)), (Outbreak::None, Outbreak::None));
}

#[test]
fn rule_9_the_table_of_submarine_war() {
    let chart = Chart::builtin();
    let row: Vec<i32> = (-2..=6).map(|die| chart.submarine_war(die)).collect();
    assert_eq!(row, [-1, -1, -1, 0, 0, 1, 1, 1, 2]);
    assert_eq!((chart.submarine_war(-40), chart.submarine_war(40)), (-1, 2));
    // What Germany can expect, in sixths of a point, in the turns after the outbreak.
    let each = chart.pack().submarine_war.modifier_each_turn;
    let sixths = |turns: i32| (1..=6).map(|die| chart.submarine_war(die + each * turns)).sum::<i32>();
    assert_eq!([0, 1, 2, 3].map(sixths), [5, 2, 0, -2]);
}

#[test]
fn rules_2_2_and_11_homes_and_points() {
    let chart = Chart::builtin();
    assert_eq!((chart.home(Side::British), chart.home(Side::German)), (hex("202"), hex("707")));
    let points = |side: Side| {
        let hexes = chart.pack().hexes.values().filter(|hex| hex.owner == Some(side));
        hexes.map(|hex| hex.vp_halves).sum::<u32>()
    };
    assert_eq!((points(Side::British), points(Side::German)), (16, 12), "8 and 6 points");
}
