//! The sections `[serve]` and `[discord]`.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use wardroom::config::Config;
use wardroom::config::serving::{InboundMode, LogFormat, Serving, Shards, TOKEN_VARIABLE};
use wardroom::private::Exposed;
use wardroom::reason::Reason;
use wardroom::words::english;
use wardroom::words::{Lang, Words};

fn serving(text: &str, token: Option<&str>) -> Result<Serving, Reason> {
    Config::parse(text)?.serving(&|name| token.filter(|_| name == TOKEN_VARIABLE).map(str::to_owned))
}

const KEY: &str = "public_key = \"67c6bd767ca099e79efac9fcce4d2022a63bf7dea780e7f3d813f694c1597089\"";

#[test]
fn what_is_wrong_is_said_in_one_sentence_that_names_the_key_and_what_would_be_right() {
    let words = Words::read().unwrap();
    let token = "[discord]\ntoken = \"a.b.c\"\n";
    let cases: &[(String, &[&str])] = &[
        (
            String::new(),
            &[
                "no [discord], [mail], [pages] or [play] section",
                "[mail]",
                "[pages]",
                "token_file",
                TOKEN_VARIABLE,
                "Developer Portal",
            ],
        ),
        ("[discord]\n".into(), &["no token", "token_file", TOKEN_VARIABLE, "Developer Portal"]),
        ("[discord]\ntoken = \"\"".into(), &["[discord] token holds no token", "Developer Portal"]),
        ("[discord]\ntoken = \"a b\"".into(), &["[discord] token holds no token"]),
        (
            "[discord]\ntoken = \"'a.b.c'\"".into(),
            &["[discord] token has the token in quotation marks", "remove them"],
        ),
        ("[discord]\ntoken = '\"Bot a.b.c\"'".into(), &["in quotation marks"]),
        ("[discord]\ntoken = \"Bot “a.b.c”\"".into(), &["in quotation marks"]),
        ("[discord]\ntoken = \"a\"\ntoken_file = \"b\"".into(), &["both token and token_file"]),
        ("[discord]\ntoken_file = \"/no/such\"".into(), &["token_file = \"/no/such\"", "No such file"]),
        ("[serve]\nlisten = \"8080\"".into(), &["[serve] listen", "\"8080\"", "127.0.0.1:8080"]),
        ("[serve]\nlog = \"loud\"".into(), &["[serve] log", "loud: error, warn, info"]),
        ("[serve]\nlog = \"wardroom=loud\"".into(), &["[serve] log", "warn,wardroom=debug"]),
        ("[serve]\nlog_format = \"xml\"".into(), &["line 2", "xml", "text", "json"]),
        ("[serve]\nport = 80".into(), &["line 2", "port", "listen"]),
        (format!("{token}way = \"carrier pigeon\""), &["line 3", "carrier pigeon", "gateway", "endpoint"]),
        (format!("{token}way = \"endpoint\"\n{KEY}"), &["application_id", "Developer Portal"]),
        (format!("{token}way = \"endpoint\"\napplication_id = 1"), &["public_key", "Developer Portal"]),
        (
            format!("{token}way = \"endpoint\"\napplication_id = 1\npublic_key = \"abc\""),
            &["public_key", "64 hexadecimal"],
        ),
        (
            format!("{token}way = \"endpoint\"\napplication_id = 1\n{KEY}\nshards = {{ total = 1 }}"),
            &["shards", "way = \"gateway\""],
        ),
        (format!("{token}application_id = \"mine\""), &["line 3", "digits only"]),
        (format!("{token}guild = 0"), &["line 3", "digits only"]),
        (format!("{token}guild = -5"), &["line 3", "digits only"]),
        (format!("{token}shards = {{ total = 2, first = 1, count = 2 }}"), &["shards", "first + count"]),
        (format!("{token}shards = {{ total = 2, first = 2 }}"), &["shards", "first counts from 0"]),
        (format!("{token}shards = {{ first = 2 }}"), &["line 3", "total"]),
        (format!("{token}shards = {{ total = 4000000000 }}"), &["shards", "10000"]),
        (format!("{token}tables_a_guild = 0"), &["tables_a_guild", "1 or more"]),
        (format!("{token}orders_a_minute = 0"), &["orders_a_minute", "1 or more"]),
        (format!("{token}orders_a_minute = -1"), &["line 3", "-1"]),
        (format!("{token}api = \"discord.com/api\""), &["api", "for tests"]),
        (format!("{token}api = \"http://x/api\""), &["api", "for tests"]),
        (format!("{token}intents = 3"), &["line 3", "intents"]),
    ];
    for (text, parts) in cases {
        let reason = serving(text, None).unwrap_err();
        let said = english(&reason);
        // What a parser says stays as it says it; all else is in the reader's language.
        let in_japanese = words.reason(Lang::Ja, &reason);
        assert!(in_japanese.contains(|c: char| ('ぁ'..='ヿ').contains(&c)), "{in_japanese}");
        for part in *parts {
            assert!(said.contains(part), "{text}\n→ {said}\nlacks {part}");
        }
        assert!(!said.contains('\n') && !said.contains("a.b.c"), "{text}\n→ {said}");
    }
}

#[test]
fn what_is_right_is_understood() {
    let least = serving("", Some(" Bot a.b-c_d \n")).unwrap();
    assert_eq!(least.listen.to_string(), "127.0.0.1:8080");
    assert_eq!((least.log.as_str(), least.log_format), ("info", LogFormat::Text));
    let bot = least.discord.unwrap();
    assert_eq!(bot.way, InboundMode::Gateway(None));
    assert_eq!(bot.token.expose(), "a.b-c_d");
    assert_eq!((bot.tables_a_guild, bot.orders_a_minute), (50, 30));

    let text = format!(
        "[discord]\ntoken = \"file\"\nway = \"endpoint\"\napplication_id = \"12\"\n{KEY}\nguild = 34"
    );
    let endpoint = serving(&text, None).unwrap().discord.unwrap();
    assert!(matches!(endpoint.way, InboundMode::Endpoint { public_key } if public_key[0] == 0x67));
    assert_eq!((endpoint.application_id, endpoint.guild), (Some(12), Some(34)));
    assert_eq!(endpoint.token.expose(), "file");
    assert_eq!(serving(&text, Some("environment")).unwrap().discord.unwrap().token.expose(), "environment");
    assert_eq!(
        serving(&text, Some(" ")).unwrap().discord.unwrap().token.expose(),
        "file",
        "an empty variable is none"
    );

    let shards =
        |text: &str| serving(&format!("[discord]\nshards = {text}"), Some("t")).unwrap().discord.unwrap().way;
    assert_eq!(shards("{ total = 4 }"), InboundMode::Gateway(Some(Shards { first: 0, count: 4, total: 4 })));
    assert_eq!(
        shards("{ total = 4, first = 1 }"),
        InboundMode::Gateway(Some(Shards { first: 1, count: 3, total: 4 }))
    );
    let one = "{ total = 4, first = 1, count = 1 }";
    assert_eq!(shards(one), InboundMode::Gateway(Some(Shards { first: 1, count: 1, total: 4 })));
}

#[test]
fn a_token_file_holds_the_token() {
    let folder = entered_by_all(&[("token", 0o600, "")]);
    let file = folder.path().join("token");
    let text = format!("[discord]\ntoken_file = {:?}", file.display().to_string());
    std::fs::write(&file, "of.the.file\n").unwrap();
    assert_eq!(serving(&text, None).unwrap().discord.unwrap().token.expose(), "of.the.file");
    std::fs::write(&file, "x".repeat(5000)).unwrap();
    assert!(english(&serving(&text, None).unwrap_err()).contains("5000 bytes"));
    std::fs::write(&file, "\"of.the.file\"\n").unwrap();
    let said = english(&serving(&text, None).unwrap_err());
    assert!(said.contains("in quotation marks") && !said.contains("of.the.file"), "{said}");
    std::fs::write(&file, "two words").unwrap();
    let said = english(&serving(&text, None).unwrap_err());
    assert!(said.contains("holds no token") && !said.contains("two words"), "{said}");
}

#[test]
fn no_debug_output_shows_the_token() {
    let config = Config::parse("[discord]\ntoken = \"mellon\"").unwrap();
    let serving = config.serving(&|_| None).unwrap();
    for shown in
        [format!("{config:?}"), format!("{config:#?}"), format!("{serving:?}"), format!("{serving:#?}")]
    {
        assert!(!shown.contains("mellon") && shown.contains("[hidden]"), "{shown}");
    }
    assert_eq!(config, config.clone());
    assert_ne!(config, Config::parse("[discord]\ntoken = \"friend\"").unwrap());
}

/// A folder that everybody enters, with files of these names and rights that hold this text.
fn entered_by_all(files: &[(&str, u32, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    for (name, mode, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
        std::fs::set_permissions(folder.path().join(name), Permissions::from_mode(*mode)).unwrap();
    }
    folder
}

#[test]
fn a_file_with_a_secret_that_others_can_read_is_refused_unless_that_is_allowed() {
    let words = Words::read().unwrap();
    let folder = entered_by_all(&[("open", 0o644, "a.b.c"), ("group", 0o640, "a.b.c")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let allowed = "secrets_readable_by_others = true\n";
    let mail = |file: &str| {
        format!(
            "[mail]\naddress = \"w@example.org\"\nimap = {{ host = \"h\", user = \"w\", password_file = \"{file}\" }}\n\
             smtp = {{ host = \"h\" }}\n"
        )
    };
    let discord = |file: &str| format!("[discord]\ntoken_file = \"{file}\"\n");
    for section in [discord(&at("open")), mail(&at("open"))] {
        for lang in Lang::ALL {
            let said = words.reason(*lang, &serving(&section, None).unwrap_err());
            assert!(
                said.contains("chmod 600") && said.contains("/open") && !said.contains("a.b.c"),
                "{said}"
            );
            assert!(said.contains("secrets_readable_by_others"), "{said}");
        }
        assert!(serving(&format!("{allowed}{section}"), None).is_ok());
        let vars =
            |name: &str| (name == "CREDENTIALS_DIRECTORY").then(|| folder.path().display().to_string());
        assert!(Config::parse(&section).unwrap().serving(&vars).is_ok(), "systemd passed it");
    }
    assert!(serving(&discord(&at("group")), None).is_ok(), "a group is the owner's affair");
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o700)).unwrap();
    assert!(serving(&discord(&at("open")), None).is_ok(), "nobody else enters the folder");
    let postgres = |text: &str| Config::parse(text).unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    let section = format!("[postgres]\npassword_file = \"{}\"\n", at("open"));
    for (text, fine) in [(section.clone(), false), (format!("{allowed}{section}"), true)] {
        let config = postgres(&text);
        let read = config.postgres.as_ref().unwrap().password(&|_| None, &config.secret_files(&|_| None));
        assert_eq!(read.is_ok(), fine, "{text}");
    }
}

#[test]
fn a_configuration_with_a_secret_that_others_can_read_is_named_with_what_to_type() {
    let token = "[discord]\ntoken = \"a.b.c\"\n";
    let allowed = format!("secrets_readable_by_others = true\n{token}");
    let folder = entered_by_all(&[
        ("open.toml", 0o644, token),
        ("own.toml", 0o600, token),
        ("allowed.toml", 0o644, &allowed),
        ("without.toml", 0o644, "[discord]\ntoken_file = \"t\"\n"),
    ]);
    let exposed = |name: &str| {
        let path = folder.path().join(name);
        Config::read(&path).unwrap().exposed(&path)
    };
    let open = Exposed { path: folder.path().join("open.toml"), mode: 0o600 };
    assert_eq!(exposed("open.toml"), Some(open));
    for name in ["own.toml", "allowed.toml", "without.toml"] {
        assert_eq!(exposed(name), None, "{name}");
    }
}
