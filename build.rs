//! Names what the build reads in: the files whose change rebuilds the program, and its commit.

use std::path::Path;
use std::process::Command;

/// Holds the commit in an archive of the sources, where git writes it (`.gitattributes`).
const COMMIT_FILE: &str = ".ci/commit";

fn main() {
    for folder in ["commands", "locales", COMMIT_FILE] {
        println!("cargo::rerun-if-changed={folder}");
    }
    println!("cargo::rerun-if-env-changed=WARDROOM_COMMIT");
    let commit = given().or_else(archived).or_else(checked_out);
    println!("cargo::rustc-env=WARDROOM_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = commit.map_or(version.clone(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=WARDROOM_VERSION={version}");
}

/// The commit that whoever builds it names.
fn given() -> Option<String> {
    std::env::var("WARDROOM_COMMIT").ok().filter(|commit| is_commit(commit))
}

fn archived() -> Option<String> {
    let commit = std::fs::read_to_string(COMMIT_FILE).ok()?.trim().to_owned();
    is_commit(&commit).then_some(commit)
}

/// The commit that is checked out. Asked for in release builds alone: in others each commit would build everything anew.
fn checked_out() -> Option<String> {
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
    git(&["rev-parse", "HEAD"]).filter(|commit| is_commit(commit))
}

fn is_commit(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
