//! The independent checker of logs, which needs Python: tests that do without it hand their logs over all the same, and a
//! test of the second tier runs them again with it.

use std::cell::Cell;
use std::path::Path;
use std::process::Command;

thread_local! {
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Runs tests with the checker asked wherever they hand it a log.
pub fn asked(tests: impl FnOnce()) {
    ASKED.set(true);
    tests();
    ASKED.set(false);
}

/// The checker, to be run with these arguments.
pub fn command() -> Command {
    let mut command = Command::new("python3");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_log.py"));
    command
}

/// What the checker says of a log: whether it is well, and the text.
pub fn check(log: &[u8]) -> (bool, String) {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), log).unwrap();
    let run = command().arg(file.path()).output().expect("this test needs python3");
    (run.status.success(), String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned())
}

/// Whether tests are run with the checker.
pub fn is_asked() -> bool {
    ASKED.get()
}

/// Hands over a log that is well, where tests are run with the checker.
pub fn passes(log: &[u8]) {
    if is_asked() {
        let (well, said) = check(log);
        assert!(well, "{said}");
    }
}
