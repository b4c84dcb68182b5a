//! The pages for owners and players are followed word by word, so that they stay true.

mod act;
pub mod company;

use serde_json::Value;
use wardroom::app::registry::GAMES;
use wardroom::door::discord::api::permissions::{
    IN_LOCKED_THREADS, PERMISSIONS, Permission, SCOPES, integer, invitation,
};
use wardroom::door::discord::id::Id;
use wardroom::words::{Lang, Words};

use super::fake::*;
use crate::page::{Machine, Page, Running};
use act::{Act, command_of};
use company::Company;

/// The page for the owner of a server.
const OWNERS: &str = "docs/discord.md";
/// Pages with commands in English, and those with commands in Japanese.
const ENGLISH: [&str; 4] = [OWNERS, "README.md", "docs/playing.md", "docs/operating.md"];
const JAPANESE: [&str; 1] = ["docs/discord.ja.md"];
/// The language of the blocks of play.
const PLAY: &str = "discord";
/// What stands for a table's id in a command of the page.
const TABLE: &str = "TABLE";
/// Inline code that begins as commands do: addresses of the listener, and a folder.
const ADDRESSES: [&str; 7] = ["/healthz", "/metrics", "/interactions", "/privacy", "/terms", "/log", "/tmp"];

/// Starts the bot with a configuration of the page and the page's own command, and waits until it takes calls.
async fn served(fake: &Fake, machine: &Machine, page: &Page, config: &str) -> (Running, String) {
    assert!(config.contains("token_file"), "the page's configuration names a token file");
    let api = format!("[discord]\napi = \"{}\"", fake.url());
    machine.configure(&config.replace("[discord]", &api), ("/etc/wardroom/discord-token", TOKEN));
    let serve = page.runs().into_iter().find(|run| run[0] == "serve").expect("the page starts the bot");
    let mut running = machine.serve(&serve);
    let address = running.address().await;
    let all = GAMES.commands().unwrap().all().len();
    fake.wait("the commands", |world| world.commands.get(&None).filter(|it| it.len() == all).map(drop)).await;
    (running, address)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owners_page_leads_from_nothing_to_the_first_games() {
    let (fake, page) = (Fake::start_with(Setup::in_real_time()), Page::read(OWNERS));
    let machine = Machine::new(fake.trap());
    let (running, address) = served(&fake, &machine, &page, &page.blocks("toml")[0]).await;
    fake.gateway_transport();
    fake.ready(1).await;
    assert!(
        running.log().contains(&invitation(Id(APPLICATION))),
        "the log has the invitation: {}",
        running.log()
    );

    page.asks_for_health(&address).await;

    let mut company = Company::gather(&fake, "en-US");
    for step in page.steps(PLAY) {
        company.take(&step).await;
    }
    let table = fake.look(|world| {
        let threads = world.channels.values().filter(|room| matches!(room.place, Place::Thread { .. }));
        threads
            .max_by_key(|room| room.id)
            .and_then(|room| room.name.rsplit(' ').next().map(str::to_owned))
            .unwrap()
    });
    for run in page.runs().into_iter().filter(|run| run[0] != "serve") {
        let run: Vec<String> = run.iter().map(|arg| arg.replace(TABLE, &table)).collect();
        eprintln!("{run:?}\n{}", machine.run(&run));
    }
    assert!(machine.exists("/var/lib/wardroom/wardroom.db"));
    running.stop();
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_playing_pages_table_is_played_by_the_endpoint_as_the_owners_page_sets_it_up() {
    let (fake, page) = (Fake::start_with(Setup::in_real_time()), Page::read(OWNERS));
    let machine = Machine::new(fake.trap());
    let config = page.blocks("toml")[1].clone();
    let key = config.lines().find_map(|line| line.strip_prefix("public_key = ")).expect("a key").trim();
    let config = config.replace(key, &format!("\"{}\"", fake.public_key()));
    let (running, address) = served(&fake, &machine, &page, &config).await;
    let url = format!("http://{address}/interactions");
    assert!(page.text.contains("/interactions"));
    assert_eq!(fake.ping_endpoint(&url).await, (200, serde_json::json!({"type": 1})));
    fake.endpoint_transport(&url);
    let mut company = Company::gather(&fake, "en-US");
    let steps = Page::read("docs/playing.md").steps(PLAY);
    assert!(steps.len() > 3, "the page on playing shows a game");
    for step in steps {
        company.take(&step).await;
    }
    running.stop();
    fake.verdict();
}

#[test]
fn the_invitation_is_the_one_the_code_needs() {
    let page = Page::read(OWNERS).text;
    let placeholder = invitation(Id(APPLICATION)).replace(&APPLICATION.to_string(), "APPLICATION_ID");
    assert!(page.contains(&placeholder), "{placeholder}");
    assert!(page.contains(&integer().to_string()), "{}", integer());
    assert!(SCOPES.iter().all(|scope| page.contains(&format!("`{scope}`"))));
    let words = Words::read().unwrap();
    let row =
        |right: &Permission| format!("| {} | {} |", words.say(Lang::En, right.name, &[]), 1_u64 << right.bit);
    for right in &PERMISSIONS {
        assert!(page.contains(&row(right)), "{}", row(right));
    }
    assert!(!page.contains(&row(&IN_LOCKED_THREADS)), "this one is asked for only where it is needed");
    let rows = page.lines().skip_while(|line| !line.starts_with("| permission |")).skip(2);
    assert_eq!(rows.take_while(|line| line.starts_with('|')).count(), PERMISSIONS.len());
}

#[test]
fn what_the_owner_is_asked_to_grant_is_called_as_in_the_list() {
    let words = Words::read().unwrap();
    let [view, send, in_threads, threads, pin, ..] = PERMISSIONS;
    for (key, permissions) in [
        ("discord-trouble-access", vec![view]),
        ("discord-trouble-send", vec![send, in_threads]),
        ("discord-trouble-thread", vec![threads]),
        ("discord-trouble-pin", vec![pin]),
        ("discord-trouble-locked", vec![IN_LOCKED_THREADS]),
    ] {
        for lang in Lang::ALL {
            let said = words.say(*lang, key, &[]);
            for right in &permissions {
                assert!(said.contains(&words.say(*lang, right.name, &[])), "{said}");
            }
        }
    }
}

fn named<'a>(all: &'a [Value], lang: &str, name: &str) -> Option<&'a Value> {
    all.iter().find(|it| it["name_localizations"][lang].as_str().or(it["name"].as_str()) == Some(name))
}

fn options(value: &Value) -> &[Value] {
    value["options"].as_array().map_or(&[], Vec::as_slice)
}

/// What is wrong with an inline command of a page.
fn amiss(all: &[Value], lang: &str, span: &str) -> Option<String> {
    let Act::Command(command, sub, given) = command_of(span.trim_start_matches('/')) else { return None };
    let Some(found) = named(all, lang, &command) else { return Some(format!("no command: {span}")) };
    let groups = options(found).iter().any(|option| option["type"] == 1);
    let found = match (groups, sub.is_empty()) {
        (false, true) => found,
        // The whole command, or a page of a game's.
        (true, true) => return None,
        _ => match named(options(found), lang, &sub) {
            Some(found) => found,
            None => return Some(format!("no subcommand: {span}")),
        },
    };
    let unknown = given.iter().find(|(name, _)| named(options(found), lang, name).is_none());
    unknown.map(|(name, _)| format!("no option {name}: {span}"))
}

#[test]
fn every_command_that_a_page_speaks_of_is_one() {
    let all = GAMES.commands().unwrap().all();
    let mut wrong = Vec::new();
    for (lang, files) in [("en-US", &ENGLISH[..]), ("ja", &JAPANESE[..])] {
        for file in files {
            let spans = Page::read(file).spans();
            let commands =
                spans.iter().filter(|span| span.starts_with('/') && !ADDRESSES.contains(&span.as_str()));
            let commands = commands.filter(|span| !span.trim_start_matches('/').contains(['/', '*', '…']));
            wrong.extend(
                commands.filter_map(|span| amiss(&all, lang, span)).map(|why| format!("{file}: {why}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(amiss(&all, "en-US", "/table nwe game:goeben").is_some());
    assert!(amiss(&all, "en-US", "/table new gaem:goeben").is_some());
    assert!(amiss(&all, "ja", "/table").is_some());
}
