//! Every dependency keeps to `deny.toml`: its licence, where it comes from, its features, and that there is one version of it.
//! What cargo asks the network for, advisories and withdrawn versions, `.ci/advisories` checks.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Policy {
    graph: Graph,
    licenses: Licences,
    bans: Bans,
    sources: Sources,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Graph {
    targets: Vec<String>,
    all_features: bool,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: BTreeSet<String>,
    skip: BTreeSet<String>,
    features: Vec<Features>,
}

#[derive(Deserialize)]
struct Features {
    #[serde(rename = "crate")]
    name: String,
    deny: BTreeSet<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Sources {
    allow_registry: BTreeSet<String>,
}

#[derive(Deserialize, Clone)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize, Clone)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize, Clone)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

#[derive(Deserialize, Clone)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize, Clone)]
struct Node {
    id: String,
    features: BTreeSet<String>,
}

fn policy() -> Policy {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What cargo says of the lock file and all features, without a network where it can.
fn cargo(arguments: &[&str]) -> Vec<u8> {
    let ask = |offline: bool| {
        Command::new(env!("CARGO"))
            .args(arguments)
            .args(["--locked", "--all-features"])
            .args(offline.then_some("--offline"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap()
    };
    // Whoever never built it with every feature has not all of the crates yet: they are fetched, as a build does.
    let output = Some(ask(true)).filter(|output| output.status.success()).unwrap_or_else(|| ask(false));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// What is built of the lock file for the first of the targets.
static METADATA: LazyLock<Metadata> = LazyLock::new(|| {
    let policy = policy();
    assert!(policy.graph.all_features);
    let target = policy.graph.targets[0].as_str();
    let said = cargo(&["metadata", "--format-version", "1", "--filter-platform", target]);
    let mut metadata: Metadata = serde_json::from_slice(&said).unwrap();
    // It tells optional dependencies too that a feature names and none turns on (`dependency?/feature`); the tree does not.
    let tree = cargo(&["tree", "--target", target, "--prefix", "none", "--format", "{p}"]);
    let tree = String::from_utf8(tree).unwrap();
    let built: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| line.split_once(" v"))
        .map(|(name, rest)| (name, first(rest)))
        .collect();
    metadata.packages.retain(|it| built.contains(&(it.name.as_str(), it.version.as_str())));
    metadata
});

fn first(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// What does not keep to the policy, each in a sentence.
fn amiss(metadata: &Metadata, policy: &Policy) -> Vec<String> {
    let mut amiss = Vec::new();
    let mut used = BTreeSet::new();
    let mut versions: BTreeMap<&str, BTreeSet<(Vec<u64>, &str)>> = BTreeMap::new();
    for package in &metadata.packages {
        let Package { name, version, .. } = package;
        versions.entry(name).or_default().insert((numbers(version), version));
        for dependency in &package.dependencies {
            if package.source.is_none() && dependency.req == "*" && dependency.path.is_none() {
                amiss.push(format!("{name} takes any version of {}", dependency.name));
            }
        }
        // The program itself is published nowhere.
        let Some(source) = &package.source else { continue };
        if !source.strip_prefix("registry+").is_some_and(|from| policy.sources.allow_registry.contains(from))
        {
            amiss.push(format!("{name} {version} comes from {source}"));
        }
        if policy.bans.deny.contains(name) {
            amiss.push(format!("{name} {version} is not to be built in"));
        }
        match package.license.as_deref().map(|text| licence(text, &policy.licenses.allow)) {
            Some(Ok(needed)) => used.extend(needed),
            Some(Err(why)) => amiss.push(format!("{name} {version}: {why}")),
            None => amiss.push(format!("{name} {version} names no licence")),
        }
    }
    amiss.extend(
        policy.licenses.allow.difference(&used).map(|unused| format!("no dependency is under {unused}")),
    );
    let older: BTreeSet<String> = versions
        .iter()
        .flat_map(|(name, versions)| {
            versions.iter().rev().skip(1).map(move |(_, version)| format!("{name}@{version}"))
        })
        .collect();
    amiss.extend(
        older.difference(&policy.bans.skip).map(|twice| format!("{twice} is there beside a newer one")),
    );
    amiss.extend(
        policy.bans.skip.difference(&older).map(|gone| format!("{gone} need not be skipped any more")),
    );
    for Features { name, deny } in &policy.bans.features {
        let ids: BTreeSet<&str> =
            metadata.packages.iter().filter(|it| it.name == *name).map(|it| it.id.as_str()).collect();
        for node in metadata.resolve.nodes.iter().filter(|node| ids.contains(node.id.as_str())) {
            amiss.extend(node.features.intersection(deny).map(|it| format!("{name} has the feature {it}")));
        }
    }
    amiss
}

/// The numbers of a version, by which versions are older or newer.
fn numbers(version: &str) -> Vec<u64> {
    let numbers = version.split(['-', '+']).next().unwrap_or_default();
    numbers.split('.').filter_map(|number| number.parse().ok()).collect()
}

/// The licences among those allowed by which a dependency is used, or why there are none.
fn licence(text: &str, allowed: &BTreeSet<String>) -> Result<Vec<String>, String> {
    let expression = spdx::Expression::parse_mode(text, spdx::ParseMode::LAX).map_err(|e| e.to_string())?;
    let is_allowed = |of: &spdx::LicenseReq| {
        of.license.id().is_some_and(|id| of.addition.is_none() && allowed.contains(id.name))
    };
    match expression.evaluate(is_allowed) {
        true => {
            let of = expression.requirements().map(|it| &it.req).filter(|req| is_allowed(req));
            Ok(of.filter_map(|req| req.license.id()).map(|id| id.name.to_owned()).collect())
        }
        false => Err(format!("{text} is not allowed")),
    }
}

#[test]
fn every_dependency_keeps_to_the_policy() {
    let amiss = amiss(&METADATA, &policy());
    assert!(METADATA.packages.len() > 300);
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

/// Each rule finds what it is there for.
#[test]
fn what_does_not_keep_to_the_policy_is_told() {
    let policy = policy();
    let told = |change: &dyn Fn(&mut Metadata)| {
        let mut metadata = METADATA.clone();
        change(&mut metadata);
        amiss(&metadata, &policy).join("; ")
    };
    fn of<'a>(metadata: &'a mut Metadata, name: &str) -> &'a mut Package {
        metadata.packages.iter_mut().find(|it| it.name == name).unwrap()
    }
    assert_eq!(told(&|_| {}), "");
    for (licence, allowed) in [
        ("GPL-3.0-only", false),
        ("MIT AND GPL-2.0-only", false),
        ("MIT OR GPL-2.0-only", true),
        ("Apache-2.0 WITH LLVM-exception", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT/Apache-2.0", true),
        ("whatever", false),
    ] {
        let said = told(&|it| of(it, "tokio").license = Some(licence.to_owned()));
        assert_eq!(said.is_empty(), allowed, "{licence}: {said}");
    }
    assert!(told(&|it| of(it, "tokio").license = None).contains("names no licence"));
    let git = "git+https://example.org/tokio#1";
    assert!(told(&|it| of(it, "tokio").source = Some(git.to_owned())).contains("comes from git+"));
    let other = "registry+https://example.org/index";
    assert!(told(&|it| of(it, "tokio").source = Some(other.to_owned())).contains("comes from registry+"));
    assert!(told(&|it| of(it, "hex").name = "openssl".to_owned()).contains("is not to be built in"));
    let again = |it: &mut Metadata| {
        let older = Package { version: "0.0.9".to_owned(), ..of(it, "tokio").clone() };
        it.packages.push(older);
    };
    assert!(told(&again).contains("tokio@0.0.9 is there beside a newer one"));
    assert!(
        told(&|it| it.packages.retain(|it| it.name != "syn" || it.version.starts_with('3')))
            .contains("syn@2")
    );
    let any = |it: &mut Metadata| of(it, "wardroom").dependencies[0].req = "*".to_owned();
    assert!(told(&any).contains("takes any version"));
    let id = METADATA.packages.iter().find(|it| it.name == "serde_json").unwrap().id.clone();
    let feature = |it: &mut Metadata| {
        let node = it.resolve.nodes.iter_mut().find(|node| node.id == id).unwrap();
        node.features.insert("preserve_order".to_owned());
    };
    assert!(told(&feature).contains("serde_json has the feature preserve_order"));
}

/// What is written in `deny.toml` for cargo-deny alone is what the test goes by.
#[test]
fn the_policy_denies_by_default() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let policy: Value = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (table, key) in [
        ("bans", "multiple-versions"),
        ("bans", "wildcards"),
        ("sources", "unknown-registry"),
        ("sources", "unknown-git"),
        ("licenses", "unused-allowed-license"),
        ("advisories", "yanked"),
    ] {
        assert_eq!(policy[table][key], "deny", "{table}.{key}");
    }
}
