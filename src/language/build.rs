//! Names the folders of text that are built in: a change of one rebuilds the crate.

fn main() {
    for folder in ["../../commands", "../../locales"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
