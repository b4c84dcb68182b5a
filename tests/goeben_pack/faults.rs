//! Every way a club's pack can be wrong: edits of the built-in files, in `faults.toml`.

use serde::Deserialize;
use wardroom::games::goeben::pack::*;

use crate::text_of;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    what: String,
    file: String,
    find: String,
    #[serde(default)]
    put: String,
    #[serde(default)]
    everywhere: bool,
    told: String,
}

fn edited(file: &str, find: &str, put: &str) -> String {
    let text = text_of(file);
    assert!(text.contains(find), "{file} has no {find:?}");
    text.replacen(find, put, 1)
}

#[test]
fn every_fault_is_told_with_file_key_and_reason() {
    let Cases { case: cases } = toml::from_str(include_str!("faults.toml")).unwrap();
    assert!(cases.len() > 100);
    let mut wrong = Vec::new();
    for Case { what, file, find, put, everywhere, told } in cases {
        let text = if everywhere { text_of(&file).replace(&find, &put) } else { edited(&file, &find, &put) };
        match Pack::from_files([(file, text)]) {
            Ok(_) => wrong.push(format!("{what}: accepted")),
            Err(fault) if fault.to_string().contains(&told) => {}
            Err(fault) => wrong.push(format!("{what}: wanted {told}\n    got {fault}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fault_found_by_a_check_names_the_line_of_the_value() {
    let cases = [
        ("ships.toml", "hull = 12", "hull = 0"),
        ("spaces.toml", "owner = \"british\"\nzone = \"eastern\"", "owner = \"italian\"\nzone = \"eastern\""),
        ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MES\", \"MES\"]"),
        ("charts.toml", "{ die = 6, result = \"magazine\" }", "{ die = 5, result = \"magazine\" }"),
        ("pack.toml", "{ zone = \"ADZ\", count = 5 }", "{ zone = \"ADZ\", count = 55 }"),
    ];
    for (file, find, replace) in cases {
        let text = edited(file, find, replace);
        let line = text[..text.find(replace).unwrap()].matches('\n').count() + 1;
        let fault = Pack::from_files([(file.to_owned(), text)]).unwrap_err();
        assert_eq!((fault.file.as_str(), fault.place.map(|place| place.line)), (file, Some(line)), "{fault}");
    }
}

#[test]
fn files_are_known_by_name_given_once_and_not_huge() {
    let told = |files: Vec<(&str, String)>| {
        let files = files.into_iter().map(|(name, text)| (name.to_owned(), text));
        Pack::from_files(files).unwrap_err().to_string()
    };
    assert_eq!(
        told(vec![("space.toml", String::new())]),
        "space.toml: no such file in a pack; did you mean spaces.toml?"
    );
    assert!(
        told(vec![("q.toml", String::new())]).contains("its files are pack.toml, spaces.toml, lines.toml")
    );
    let map = || ("lines.toml", text_of("lines.toml").to_owned());
    assert_eq!(told(vec![map(), map()]), "lines.toml: the file is given twice");
    let huge = format!("{}#{}", text_of("lines.toml"), "x".repeat(limits::FILE_BYTES));
    assert!(told(vec![("lines.toml", huge)]).contains("bytes; the limit is 262144"));
    assert!(told(vec![("lines.toml", String::new())]).contains("missing field `lines`"));
}

#[test]
fn a_map_of_more_than_200_spaces_is_refused() {
    let mut text = text_of("spaces.toml").to_owned();
    for number in 0..limits::SPACES {
        text.push_str(&format!(
            "\n[spaces.X{number}]\nname = {{ en = \"X{number}\", ja = \"X{number}\" }}\nkind = \"transit\"\n\
             zone = \"western\"\nlatitude = 0\nlongitude = 0\nsource = \"test\"\n"
        ));
    }
    let fault = Pack::from_files([("spaces.toml".to_owned(), text)]).unwrap_err();
    assert_eq!(fault.reason, "302 spaces; the limit is 200");
}

#[test]
fn a_stored_pack_is_checked_like_files() {
    let stored = || serde_json::to_value(Pack::builtin()).unwrap();
    let told = |value| Pack::from_value(value).unwrap_err().to_string();

    let mut value = stored();
    value["format"] = 9.into();
    assert_eq!(told(value), "pack.toml, `format`: format 9 is unknown; this version reads format 1");
    let mut value = stored();
    value.as_object_mut().unwrap().remove("lines");
    assert_eq!(told(value), "lines.toml, `lines`: the key is missing");
    let mut value = stored();
    value["surprise"] = 1.into();
    assert_eq!(told(value), "pack.toml, `surprise`: no such key in a pack");
    let mut value = stored();
    value["spaces"]["MES"]["owner"] = "tuscan".into();
    assert!(told(value).starts_with("spaces.toml, `spaces`: unknown variant `tuscan`"));
    let mut value = stored();
    value["charts"]["alert"]["jamming"] = 100.into();
    assert!(told(value).starts_with("charts.toml, `alert.jamming`: 100 is out of range"));
    assert_eq!(told(serde_json::Value::Null), "pack.toml: a pack is a JSON object");
}

#[test]
fn a_club_may_replace_one_file_alone() {
    let text = edited("ships.toml", "armour = 4", "armour = 5");
    let pack = Pack::from_files([("ships.toml".to_owned(), text)]).unwrap();
    assert_ne!(pack, Pack::builtin());
    assert_eq!(pack.spaces, Pack::builtin().spaces);
}

#[test]
fn the_page_for_clubs_shows_faults_as_they_are_told() {
    let page = include_str!("../../docs/goeben-data.md");
    let cases = [
        ("lines.toml", "[\"MES\", \"CPS\"]", "[\"MSE\", \"CPS\"]"),
        ("ships.toml", "hull = 12", "hull = 0"),
        ("pack.toml", "count = 5", "count = 12"),
    ];
    for (file, find, replace) in cases {
        let files = [(file.to_owned(), edited(file, find, replace))];
        let fault = Pack::from_files(files).unwrap_err().to_string();
        assert!(page.contains(&fault), "the page lacks: {fault}");
    }
    let missing = FILES.iter().find(|(file, _)| !page.contains(&format!("| `{file}` |")));
    assert_eq!(missing, None, "every file is in the table of the page");
}
