//! Every way a club's pack can be wrong: edits of the built-in files, in `faults.toml`.

use wardroom::games::grand_fleet::ids::*;
use wardroom::games::grand_fleet::pack::*;
use wardroom::words::english;

use crate::pack_support::faults::{self, edited, told_of_stored};

#[test]
fn every_fault_is_told_with_file_key_and_reason() {
    assert!(faults::all_are_told::<Pack>(include_str!("faults.toml")) > 100);
}

#[test]
fn every_fault_is_told_in_japanese_and_every_message_by_a_case() {
    faults::all_are_told_in_japanese::<Pack>(include_str!("faults.toml"));
}

#[test]
fn a_fault_found_by_a_check_names_the_line_of_the_value() {
    faults::stand_in_their_lines::<Pack>(&[
        ("types.toml", "defence = 4", "defence = 0"),
        ("hexes.toml", "vp_halves = 3", "vp_halves = 30"),
        ("hexes.toml", "neighbours = [\"706\", \"707\"]", "neighbours = [\"706\", \"777\"]"),
        ("ships.toml", "turn = 9", "turn = 19"),
        ("tables.toml", "turn = 7,", "turn = 6,"),
        ("tables.toml", "least = 3, most = 5", "least = 4, most = 5"),
    ]);
}

#[test]
fn files_are_known_by_name_given_once_and_not_huge() {
    faults::files_are_known_given_once_and_not_huge::<Pack>("hexs.toml", "hexes.toml");
}

/// The built-in pack with a change, as a log would give it back.
fn changed(change: impl FnOnce(&mut Pack)) -> String {
    let mut pack = Pack::builtin();
    change(&mut pack);
    Pack::from_value(pack.to_value()).map_or_else(|fault| english(&fault.reason()), |_| "accepted".to_owned())
}

#[test]
fn more_than_200_ships_or_hexes_are_refused() {
    let ships = changed(|pack| {
        let lion = pack.ships[&"lion".parse::<ShipId>().unwrap()].clone();
        pack.ships.extend((0..72).map(|n| (format!("lion-{n}").parse().unwrap(), lion.clone())));
    });
    assert_eq!(ships, "ships.toml, `ships`: there are 201; the limit is 200");
    let hexes = changed(|pack| {
        let coast = pack.hexes[&"508".parse::<HexId>().unwrap()].clone();
        pack.hexes.extend((0..200).map(|n| (format!("9{n:02}").parse().unwrap(), coast.clone())));
    });
    assert_eq!(hexes, "hexes.toml, `hexes`: there are 244; the limit is 200");
}

#[test]
fn rule_11_a_side_that_begins_below_its_maintenance_number_is_refused() {
    let begins = |nation: Nation, fleet: usize| {
        changed(|pack| {
            let there = |ship: &&mut ShipSpec| ship.nation == nation && ship.turn.is_none() && !ship.starred;
            for (index, ship) in pack.ships.values_mut().filter(there).enumerate() {
                ship.circled = index >= fleet;
            }
        })
    };
    assert_eq!([begins(Nation::British, 21), begins(Nation::German, 11)], ["accepted", "accepted"]);
    assert_eq!(
        begins(Nation::British, 20),
        "ships.toml, `ships`: 20 british ships begin in fleet boxes, starred ones left out; the side loses with \
         fewer than 21 (11)"
    );
    assert!(begins(Nation::German, 10).contains("10 german ships begin in fleet boxes"));
    let american = changed(|pack| {
        let there = |ship: &&mut ShipSpec| ship.nation == Nation::British && ship.turn.is_none();
        pack.ships.values_mut().filter(there).skip(20).for_each(|ship| ship.nation = Nation::American);
    });
    assert!(american.contains("british ships begin in fleet boxes"), "American ships come later: {american}");
}

#[test]
fn rule_9_a_table_of_submarine_war_has_rows() {
    let told = changed(|pack| pack.submarine_war.rows.clear());
    assert_eq!(told, "tables.toml, `submarine_war.rows`: the table has no rows");
    let told = changed(|pack| pack.submarine_war.rows = vec![pack.submarine_war.rows[0].clone(); 41]);
    assert_eq!(told, "tables.toml, `submarine_war.rows`: there are 41; the limit is 40");
    let one = changed(|pack| {
        pack.submarine_war.rows.truncate(1);
        pack.submarine_war.rows[0].most = None;
    });
    assert_eq!(one, "accepted", "one row for every die");
    assert_eq!(
        changed(|pack| pack.damage.clear()),
        "tables.toml, `damage`: the sum 1 has no row; the rows go from 1 to 12 (8)"
    );
}

#[test]
fn a_stored_pack_is_checked_like_files() {
    faults::stored_packs_are_whole::<Pack>("damage", "tables.toml");
    let owner = told_of_stored::<Pack>(|pack| pack["hexes"]["202"]["owner"] = "dutch".into());
    assert!(owner.starts_with("hexes.toml, `hexes`: unknown variant `dutch`"));
    let seventh = told_of_stored::<Pack>(|pack| {
        pack["outbreak"][0]["results"].as_array_mut().unwrap().push("war".into());
    });
    assert!(seventh.starts_with("tables.toml, `outbreak`: a row has 6 results"));
    let defence = told_of_stored::<Pack>(|pack| pack["types"]["bb"]["defence"] = 99.into());
    assert!(defence.starts_with("types.toml, `types.bb.defence`: 99 is out of range"));
}

#[test]
fn a_club_may_replace_one_file_alone() {
    let text = edited::<Pack>("types.toml", "defence = 4", "defence = 5");
    let pack = Pack::from_files([("types.toml".to_owned(), text)]).unwrap();
    assert_ne!(pack, Pack::builtin());
    assert_eq!(pack.hexes, Pack::builtin().hexes);
}

#[test]
fn the_page_for_clubs_shows_faults_as_they_are_told() {
    faults::are_on_the_page::<Pack>(
        include_str!("../../../docs/grand-fleet-data.md"),
        &[
            ("hexes.toml", "[\"406\", \"407\", \"506\", \"606\"]", "[\"406\", \"407\", \"506\", \"660\"]"),
            ("ships.toml", "turn = 9", "turn = 10"),
            ("tables.toml", "least = 7, most = 9", "least = 8, most = 9"),
        ],
    );
}
