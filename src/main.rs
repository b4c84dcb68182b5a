//! The `wardroom` binary.
fn main() {}
