//! The independent checker of logs, which needs Python: tests that do without it hand their logs over all the same, and a
//! test of the second tier runs them again with it.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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

/// The verdicts of the checker on these logs, in one process: its status and the text of each.
pub fn check_all(files: &[PathBuf]) -> Vec<(i32, String)> {
    let script = "
import contextlib, io, json, sys
sys.path.insert(0, sys.argv[1])
import check_log
for file in sys.argv[2:]:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = check_log.main([file])
    print(json.dumps([status, said.getvalue()]))
";
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let run = Command::new("python3").args(["-c", script]).arg(tests).args(files).output();
    lines(&run.expect("this test needs python3"))
}

/// The verdicts of a page's script on each of these logs: on integrity and dice, `ok`, `failed` or another.
pub fn check_all_by_script(files: &[PathBuf]) -> Vec<[String; 2]> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check_page.js");
    lines(&Command::new("node").arg(script).args(files).output().expect("this test needs Node.js"))
}

fn lines<T: serde::de::DeserializeOwned>(run: &Output) -> Vec<T> {
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    run.stdout
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect()
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
