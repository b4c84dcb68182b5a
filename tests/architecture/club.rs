//! The club: few methods of its own, the rest with the part that it is about.

use std::path::Path;

use crate::code::{bare, block, sources};

/// Most public methods of `Club`.
const MOST_METHODS: usize = 30;

#[test]
fn the_club_has_few_methods_of_its_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: std::path::PathBuf| bare(&std::fs::read_to_string(file).unwrap());
    let methods: Vec<String> = sources(&root).into_iter().flat_map(|file| methods(&read(file))).collect();
    assert!(methods.len() > MOST_METHODS / 2, "the club is looked for in vain");
    assert!(methods.len() <= MOST_METHODS, "{} public methods of Club: {methods:?}", methods.len());
}

/// The public methods that code gives `Club`, whichever file they are in.
fn methods(code: &str) -> Vec<String> {
    let heads = code.match_indices("impl Club {").map(|(at, _)| &code[at..]);
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
        assert_eq!(methods(code), ["one", "two", "three"]);
    }
}
