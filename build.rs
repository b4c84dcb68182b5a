//! Names what the build reads in: the files whose change rebuilds the program, its commit, and the digest of all it is built from.

use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

/// Holds the commit and its date in an archive of the sources, where git writes them (`.gitattributes`).
const COMMIT_FILE: &str = ".ci/commit";

/// Stands for a commit or a date that nobody named.
const UNKNOWN: &str = "unknown";

/// The files and folders that the program is built from.
const SOURCES: [&str; 7] = ["Cargo.lock", "Cargo.toml", "assets", "commands", "locales", "migrations", "src"];

fn main() {
    for path in SOURCES.into_iter().chain([COMMIT_FILE]) {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=WARDROOM_BUILD={}", build());
    println!("cargo::rerun-if-env-changed=WARDROOM_COMMIT");
    println!("cargo::rerun-if-env-changed=WARDROOM_DATE");
    let commit = given().or_else(archived).or_else(checked_out);
    let (commit, date) = commit.map_or((None, None), |(commit, date)| (Some(commit), date));
    println!("cargo::rustc-env=WARDROOM_COMMIT={}", commit.as_deref().unwrap_or(UNKNOWN));
    println!("cargo::rustc-env=WARDROOM_DATE={}", date.as_deref().unwrap_or(UNKNOWN));
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=WARDROOM_VERSION={version}");
}

/// The digest of the sources, of the compiler's version, and of the machine it builds for: another one's arithmetic may move a
/// picture by a hair.
fn build() -> String {
    let mut files = Vec::new();
    SOURCES.iter().for_each(|path| gather(Path::new(path), &mut files));
    files.sort();
    let mut hashing = Sha256::new();
    let mut add = |part: &[u8]| {
        hashing.update((part.len() as u64).to_be_bytes());
        hashing.update(part);
    };
    for path in &files {
        add(path.to_string_lossy().replace('\\', "/").as_bytes());
        add(&std::fs::read(path).unwrap_or_default());
    }
    let compiler = std::env::var("RUSTC").ok().and_then(|rustc| Command::new(rustc).arg("-V").output().ok());
    add(&compiler.map(|output| output.stdout).unwrap_or_default());
    add(std::env::var("TARGET").unwrap_or_default().as_bytes());
    hashing.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn gather(path: &Path, files: &mut Vec<PathBuf>) {
    match std::fs::read_dir(path) {
        Ok(inside) => inside.flatten().for_each(|one| gather(&one.path(), files)),
        Err(_) => files.push(path.to_owned()),
    }
}

/// A commit, and its date where that is known.
type Dated = (String, Option<String>);

/// The commit and date in a text, with a space between them.
fn dated(text: &str) -> Option<Dated> {
    let mut words = text.split_whitespace().map(str::to_owned);
    let commit = words.next().filter(|commit| is_commit(commit))?;
    Some((commit, words.next().filter(|date| is_date(date))))
}

/// The commit and date in the environment.
fn given() -> Option<Dated> {
    let date = std::env::var("WARDROOM_DATE").unwrap_or_default();
    dated(&format!("{} {date}", std::env::var("WARDROOM_COMMIT").ok()?))
}

fn archived() -> Option<Dated> {
    dated(&std::fs::read_to_string(COMMIT_FILE).ok()?)
}

/// The commit that is checked out. Asked for in release builds alone: in others each commit would build everything anew.
fn checked_out() -> Option<Dated> {
    if std::env::var("PROFILE").as_deref() != Ok("release") || !Path::new(".git").exists() {
        return None;
    }
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
    let changes = ["HEAD", "packed-refs"].into_iter().chain(branch.as_deref());
    for name in changes {
        // A file that is not there would count as changed at every build.
        if let Some(path) = git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    dated(&git(&["log", "-1", "--format=%H %cs"])?)
}

/// True of a day such as 2026-11-27.
fn is_date(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

fn is_commit(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
