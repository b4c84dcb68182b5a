//! The built program: what it says when something is missing, and how it starts and stops.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::json;
use wardroom::log::SqliteStore;
use wardroom::observe;

use super::bench::BOT_TOKEN;
use super::stand_in::{BOUND, StandIn};

fn start(home: &Path, config: Option<&str>, token: Option<&str>) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.env_clear().env("HOME", home).current_dir(home).args(["serve", "--db", "w.db"]);
    if let Some(config) = config {
        std::fs::write(home.join("config.toml"), config).unwrap();
        command.args(["--config", "config.toml"]);
    }
    if let Some(token) = token {
        command.env("WARDROOM_DISCORD_TOKEN", token);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn fails(config: Option<&str>, token: Option<&str>, status: i32) -> String {
    let home = tempfile::tempdir().unwrap();
    let output = start(home.path(), config, token).wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(!home.path().join("w.db").exists() || status == 1, "a bad configuration makes no database");
    said
}

#[test]
fn what_is_missing_is_said_in_a_sentence() {
    let said = fails(None, None, 2);
    assert!(
        said.contains("no [discord], [mail], [pages] or [play] section") && said.lines().count() == 1,
        "{said}"
    );
    let said = fails(Some("[discord]\nway = \"gateway\""), None, 2);
    assert!(said.contains("config.toml") && said.contains("has no token"), "{said}");
    let said = fails(Some("[discord]\ntokn = \"a.b.c\""), None, 2);
    assert!(said.contains("tokn") && !said.contains("a.b.c") && said.lines().count() == 1, "{said}");
    let said = fails(None, Some("two words"), 2);
    assert!(said.contains("WARDROOM_DISCORD_TOKEN") && !said.contains("two words"), "{said}");
}

/// Whatever else is in a folder: `serve` with this configuration, which is handed over as a file without a name where it is to
/// be in a folder that nobody can write to.
fn refuses(prepare: impl Fn(&Path), config: &str, nameless: bool) -> (Option<i32>, String) {
    let home = tempfile::tempdir().unwrap();
    prepare(home.path());
    let file = home.path().join("config.toml");
    std::fs::write(&file, config).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_wardroom"));
    command.env_clear().env("HOME", home.path()).current_dir(home.path());
    command.args(["serve", "--config", if nameless { "/proc/self/fd/0" } else { "config.toml" }]);
    let output = command.stdin(std::fs::File::open(&file).unwrap()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// A setting that leads to nothing is not mended by starting again.
#[test]
fn a_bad_setting_ends_with_2_and_a_sentence_that_names_it() {
    use std::os::unix::fs::PermissionsExt;
    let nothing = |_: &Path| {};
    let secret = |text: &'static str, mode: u32| {
        move |home: &Path| {
            std::fs::write(home.join("secret"), text).unwrap();
            std::fs::set_permissions(home.join("secret"), std::fs::Permissions::from_mode(mode)).unwrap();
        }
    };
    let pages = "[serve]\nlisten = \"127.0.0.1:0\"\n[pages]\npublic_url = \"https://x.example\"\n";
    let with = |line: &str| format!("{line}\n{pages}");
    let mail = "[mail]\naddress = \"a@b.example\"\nspool = \"spool\"\n";
    type Prepare = Box<dyn Fn(&Path)>;
    let cases: Vec<(Prepare, String, bool, &[&str])> = vec![
        (Box::new(nothing), with("data = \"/nonexistent\""), false, &["config.toml: data", "/nonexistent"]),
        (
            Box::new(|home: &Path| std::fs::create_dir(home.join("empty")).unwrap()),
            with("data = \"empty\""),
            false,
            &["config.toml: data", "no data file"],
        ),
        (Box::new(nothing), with("database = \"mysql://a@b/c\""), false, &["config.toml: database", "mysql"]),
        (Box::new(nothing), with("database = \".\""), false, &["config.toml: database", "it is a folder"]),
        (
            Box::new(nothing),
            with("database = \"config.toml\""),
            false,
            &["config.toml: database", "no SQLite"],
        ),
        (Box::new(nothing), with("database = \"config.toml/w.db\""), false, &["config.toml: database"]),
        (
            Box::new(|home: &Path| {
                std::fs::create_dir_all(home.join(".local/share/wardroom/wardroom.db")).unwrap()
            }),
            with(""),
            false,
            &["wardroom.db", "it is a folder"],
        ),
        (Box::new(secret("mellon", 0o600)), with(""), false, &["secret", "it holds no secret"]),
        (Box::new(secret("", 0o600)), with(""), false, &["secret", "it holds no secret"]),
        (Box::new(secret("", 0o644)), with(""), false, &["secret", "chmod 600"]),
        (
            Box::new(|home: &Path| std::fs::create_dir(home.join("secret")).unwrap()),
            with(""),
            false,
            &["secret", "configuration"],
        ),
        (Box::new(nothing), with(""), true, &["/secret", "cannot be written", "WARDROOM_SECRET"]),
        (
            Box::new(nothing),
            "[discord]\ntoken_file = \"/no/such\"".to_owned(),
            false,
            &["config.toml", "token_file = \"/no/such\"", "cannot be read"],
        ),
        (
            Box::new(nothing),
            format!("{mail}smtp = {{ host = \"b.example\", ca_file = \"/no/ca\" }}"),
            false,
            &["ca_file", "/no/ca"],
        ),
        (
            Box::new(nothing),
            with("database = \"postgres://a@localhost/b\"\npostgres = { password_file = \"/no/such\" }"),
            false,
            // A program without PostgreSQL says so instead.
            if cfg!(feature = "postgres") {
                &["[postgres] password_file", "/no/such"]
            } else {
                &["PostgreSQL"]
            },
        ),
    ];
    for (prepare, config, nameless, parts) in cases {
        let (status, said) = refuses(prepare, &config, nameless);
        // What is logged is no sentence of the end.
        let last = said.lines().last().unwrap_or_default();
        assert_eq!(status, Some(2), "{config}: {said}");
        for part in parts {
            assert!(last.starts_with("wardroom: ") && last.contains(part), "{config}: {last}\nlacks {part}");
        }
        for twice in ["cannot be read", "No such file", "/nonexistent", ".draft"] {
            let most = usize::from(twice != ".draft");
            assert!(last.matches(twice).count() <= most, "{config}: {last}");
        }
    }
}

#[test]
fn an_address_in_use_is_said_in_a_sentence() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let said = fails(Some(&format!("[serve]\nlisten = \"{address}\"")), Some("a.b.c"), 1);
    assert!(said.contains(&address) && said.contains("in use") && said.contains("listen"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_program() {
    let discord = StandIn::start().await;
    discord.fail("/oauth2/applications/@me", 401, json!({ "code": 0, "message": "401: Unauthorized" }));
    let config = format!("[serve]\nlisten = \"127.0.0.1:0\"\n[discord]\napi = \"{}\"", discord.url());
    let said = tokio::task::spawn_blocking(move || fails(Some(&config), Some(BOT_TOKEN), 1)).await.unwrap();
    assert!(
        said.contains("wardroom: Discord rejects the bot's token") && !said.contains(BOT_TOKEN),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_until_it_is_told_to_stop() {
    let discord = StandIn::start().await;
    for signal in ["TERM", "INT"] {
        let home = tempfile::tempdir().unwrap();
        let config = format!(
            "[serve]\nlisten = \"127.0.0.1:0\"\nlog_format = \"json\"\nlog = \"debug\"\n[discord]\napi = \"{}\"",
            discord.url()
        );
        let mut child = start(home.path(), Some(&config), Some(BOT_TOKEN));
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let pid = child.id().to_string();
        let said = tokio::task::spawn_blocking(move || {
            let mut said = String::new();
            let mut until = |what: &str| {
                while !said.contains(what) {
                    assert!(errors.read_line(&mut said).unwrap() > 0, "it ended: {said}");
                }
            };
            let kill = |signal: &str| {
                let killed = Command::new("kill").args([&format!("-{signal}"), &pid]).status().unwrap();
                assert!(killed.success());
            };
            until("\"connected\":1");
            kill("HUP");
            until("SIGHUP changes nothing");
            kill(signal);
            errors.read_to_string(&mut said).unwrap();
            said
        });
        let said = tokio::time::timeout(BOUND, said).await.unwrap().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{said}");
        assert!(
            said.contains("listening") && said.contains("\"stopped\"") && !said.contains(BOT_TOKEN),
            "{said}"
        );
        let first: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
        assert_eq!((&first["message"], &first["version"]), (&json!("starting"), &json!(observe::VERSION)));
        assert_eq!((&first["commit"], &first["database"]), (&json!(observe::COMMIT), &json!("w.db")));
        assert_eq!(
            (&first["doors"], &first["configuration"]),
            (&json!("discord (gateway)"), &json!("config.toml"))
        );
        assert_eq!(first["schema"], SqliteStore::newest_schema());
        for line in said.lines() {
            serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        }
        assert!(home.path().join("w.db").exists());
    }
}
