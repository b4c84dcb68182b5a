//! What the tests of every game's data pack share: edits of the built-in files that must be told, and slips of the pen.

#![allow(dead_code)]

pub mod faults;
pub mod slips;

use std::fmt::Debug;

use serde_json::Value;
use wardroom::games::pack::{self, Layout};

/// The built-in text of a file.
pub fn text_of<P: Layout>(file: &str) -> &'static str {
    P::FILES.iter().find(|(name, _)| *name == file).map(|(_, text)| *text).unwrap()
}

/// Every value says where it comes from; how many say so.
pub fn every_source_is_a_rule_or_a_reason<P: Layout>() -> usize {
    let pack = pack::to_value(&builtin::<P>());
    let sources = sources(&pack);
    for source in &sources {
        assert!(source.starts_with("rules ") || source.starts_with("reconstruction: "), "{source}");
    }
    sources.len()
}

/// A folder without data files is the built-in pack.
pub fn no_files_at_all_are_the_builtin_pack<P: Layout + PartialEq + Debug>() {
    let page = ("README.md".to_owned(), "about our pack".to_owned());
    assert_eq!(pack::from_files::<P>([page]), Ok(builtin::<P>()));
}

fn builtin<P: Layout>() -> P {
    pack::from_files([]).unwrap_or_else(|fault| panic!("{fault:?}"))
}

fn sources(pack: &Value) -> Vec<&str> {
    match pack {
        Value::Object(object) => {
            let own = object.get("source").and_then(Value::as_str);
            own.into_iter().chain(object.values().flat_map(sources)).collect()
        }
        Value::Array(array) => array.iter().flat_map(sources).collect(),
        _ => Vec::new(),
    }
}
