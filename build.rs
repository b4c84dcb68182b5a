//! Files read into the program when it is built: a new or changed one rebuilds it.
fn main() {
    for folder in ["commands", "locales"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
