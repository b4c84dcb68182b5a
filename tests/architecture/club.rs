//! The club, and a player's session: few methods of their own, the rest with the part that it is about.

use std::path::Path;

use crate::code::{bare, block, sources};

/// Types, each with the most public methods that it may have. The numbers only shrink.
const MOST_METHODS: &[(&str, usize)] = &[("Club", 30), ("PlayerSession", 76)];

#[test]
fn the_club_and_a_session_have_few_methods_of_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: std::path::PathBuf| bare(&std::fs::read_to_string(file).unwrap());
    let files: Vec<String> = sources(&root).into_iter().map(read).collect();
    for (name, most) in MOST_METHODS {
        let methods: Vec<String> = files.iter().flat_map(|code| methods(code, name)).collect();
        assert!(methods.len() > most / 2, "{name} is looked for in vain");
        assert!(methods.len() <= *most, "{} public methods of {name}: {methods:?}", methods.len());
    }
}

/// The public methods that code gives the type `name`, whichever file they are in.
fn methods(code: &str, name: &str) -> Vec<String> {
    let head = format!("impl {name} {{");
    let heads = code.match_indices(&head).map(|(at, _)| &code[at..]);
    let public = |body: &str| -> Vec<String> {
        let after = body.match_indices("    pub ").map(|(at, pub_)| &body[at + pub_.len()..]);
        let rest =
            after.filter_map(|rest| rest.lines().next()?.split_once("fn ").map(|(_, rest)| rest.to_owned()));
        rest.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
    };
    heads.flat_map(|rest| public(&rest[..block(rest)])).collect()
}

mod can_fail {
    use super::*;

    #[test]
    fn methods_of_the_club_are_found_wherever_they_are() {
        let code = "impl Other {\n    pub fn no(&self) {}\n}\nimpl Club {\n    pub fn one(&self) { {} }\n    fn own(&self) {}\n    \
                    pub(super) fn part(&self) {}\n    pub async fn two() {}\n}\nimpl Club {\n    pub const fn three() {}\n}";
        assert_eq!(methods(code, "Club"), ["one", "two", "three"]);
        assert_eq!(methods(code, "Other"), ["no"]);
    }
}
