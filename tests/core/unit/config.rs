//! The configuration file: the example, unknown keys, no secrets in errors.

mod form;
mod pages;
mod play;
mod postgres;

use wardroom::config::Config;
use wardroom::words::english;

#[test]
fn the_example_is_understood_and_says_what_holds_without_it() {
    let text = include_str!("../../../config.example.toml");
    assert_eq!(Config::parse(text).unwrap(), Config::default());
    let uncommented: String =
        text.lines().map(|line| line.strip_prefix("#= ").unwrap_or(line)).collect::<Vec<_>>().join("\n");
    let all = Config::parse(&uncommented).unwrap();
    assert!(all.database.is_some() && all.language.is_some() && all.data.is_some(), "{all:?}");
    assert!(all.share_with_group.is_some() && all.secrets_readable_by_others.is_some());
    let postgres = all.postgres.unwrap();
    assert!(postgres.password_file.is_some() && postgres.ca_file.is_some() && postgres.single_role.is_some());
    assert!(all.serve.listen.is_some() && all.serve.log.is_some() && all.serve.log_format.is_some());
    let discord = all.discord.unwrap();
    assert!(discord.way.is_some() && discord.token_file.is_some() && discord.shards.is_some());
    assert!(discord.token.is_none() && discord.api.is_none(), "an example tempts nobody to either");
    assert!(discord.application_id.is_some() && discord.public_key.is_some() && discord.guild.is_some());
    assert!(discord.tables_a_guild.is_some() && discord.orders_a_minute.is_some());
    let mail = all.mail.unwrap();
    assert!(mail.address.is_some() && mail.plus_addresses.is_some() && mail.spool.is_some());
    assert!(mail.folder.is_some() && mail.keep_days.is_some() && mail.require_dkim.is_some());
    assert!(mail.authserv_id.is_some() && mail.forwarders.is_some() && mail.url.is_some());
    assert!(mail.who_may_start.is_some() && mail.strangers_a_day.is_some() && mail.answers_an_hour.is_some());
    let pages = all.pages.unwrap();
    assert!(pages.listen.is_some() && pages.public_url.is_some() && pages.behind_proxy.is_some());
    let play = all.play.unwrap();
    assert!(play.listen.is_some() && play.public_url.is_some() && play.behind_proxy.is_some());
    assert!(play.activity.is_some() && play.client_secret_file.is_some());
    let (imap, smtp) = (mail.imap.unwrap(), mail.smtp.unwrap());
    assert!(imap.password.is_none() && smtp.password.is_none(), "an example tempts nobody to either");
    assert!(imap.password_file.is_some() && smtp.password_file.is_some());
}

#[test]
fn what_is_wrong_with_a_file_never_shows_a_line_of_it() {
    for text in [
        "[discord]\ntokn = \"mellon\"",
        "[discord]\ntoken = \"mellon",
        "[discord]\ntoken = mellon",
        "[mail]\nimap = { host = 'h', pasword = 'mellon' }",
    ] {
        let error = english(&Config::parse(text).unwrap_err());
        assert!(error.contains("line 2") && !error.contains("mellon"), "{error}");
    }
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    let error = english(&Config::parse("language = \"ja\"\ndatabse = \"x\"\n").unwrap_err());
    assert!(error.contains("line 2") && error.contains("databse"), "{error}");
    assert!(Config::parse("language = \"fr\"").is_err());
}
