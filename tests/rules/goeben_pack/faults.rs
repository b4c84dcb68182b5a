//! Every way a club's pack can be wrong: edits of the built-in files, in `faults.toml`.

use wardroom::games::goeben::pack::*;
use wardroom::words::english;

use crate::pack_support::faults::{self, edited, told_of_stored};
use crate::pack_support::text_of;

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
        ("ships.toml", "hull = 12", "hull = 0"),
        ("spaces.toml", "owner = \"british\"\nzone = \"eastern\"", "owner = \"italian\"\nzone = \"eastern\""),
        ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MES\", \"MES\"]"),
        ("charts.toml", "{ die = 6, result = \"magazine\" }", "{ die = 5, result = \"magazine\" }"),
        ("pack.toml", "{ zone = \"ADZ\", count = 5 }", "{ zone = \"ADZ\", count = 55 }"),
    ]);
}

#[test]
fn files_are_known_by_name_given_once_and_not_huge() {
    faults::files_are_known_given_once_and_not_huge::<Pack>("space.toml", "spaces.toml");
}

#[test]
fn a_map_of_more_than_200_spaces_is_refused() {
    let mut text = text_of::<Pack>("spaces.toml").to_owned();
    for number in 0..limits::SPACES {
        text.push_str(&format!(
            "\n[spaces.X{number}]\nname = {{ en = \"X{number}\", ja = \"X{number}\" }}\nkind = \"transit\"\n\
             zone = \"western\"\nlatitude = 0\nlongitude = 0\nsource = \"test\"\n"
        ));
    }
    let fault = Pack::from_files([("spaces.toml".to_owned(), text)]).unwrap_err();
    assert_eq!(english(&fault.reason), "there are 302; the limit is 200");
}

#[test]
fn a_stored_pack_is_checked_like_files() {
    faults::stored_packs_are_whole::<Pack>("lines", "lines.toml");
    let owner = told_of_stored::<Pack>(|pack| pack["spaces"]["MES"]["owner"] = "tuscan".into());
    assert!(owner.starts_with("spaces.toml, `spaces`: unknown variant `tuscan`"));
    let jamming = told_of_stored::<Pack>(|pack| pack["charts"]["alert"]["jamming"] = 100.into());
    assert!(jamming.starts_with("charts.toml, `alert.jamming`: 100 is out of range"));
}

#[test]
fn a_stored_pack_may_have_what_files_may_no_longer_have() {
    let stop = |pack: &mut serde_json::Value| pack["charts"]["terrain"]["sea"]["stop"] = true.into();
    assert_eq!(told_of_stored::<Pack>(stop), "accepted");
}

#[test]
fn a_club_may_replace_one_file_alone() {
    let text = edited::<Pack>("ships.toml", "armour = 4", "armour = 5");
    let pack = Pack::from_files([("ships.toml".to_owned(), text)]).unwrap();
    assert_ne!(pack, Pack::builtin());
    assert_eq!(pack.spaces, Pack::builtin().spaces);
}

#[test]
fn the_page_for_clubs_shows_faults_as_they_are_told() {
    faults::are_on_the_page::<Pack>(
        include_str!("../../../docs/goeben-data.md"),
        &[
            ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MSE\", \"CPS\"]"),
            ("ships.toml", "hull = 12", "hull = 0"),
            ("pack.toml", "count = 5", "count = 12"),
        ],
    );
}
