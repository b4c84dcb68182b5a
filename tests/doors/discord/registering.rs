//! Commands as they are registered at each start, for every server or for one on trial.

use wardroom::app::registry::GAMES;

use super::bot::*;
use super::fake::*;

/// How many requests changed what is registered.
fn changes(fake: &Fake) -> usize {
    ["POST", "PATCH", "PUT", "DELETE"].iter().map(|method| fake.requests(method, "/commands").len()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_changes_no_command_though_discord_knows_more_of_each() {
    let fake = Fake::start();
    let (_folder, path) = database();
    for _ in 0..2 {
        let listed = fake.requests("GET", "/commands").len();
        let bot = Bot::start(&fake, Way::Gateway, &path).await;
        fake.wait("the list of commands", |world| {
            let lists =
                world.requests.iter().filter(|it| it.method == "GET" && it.path.contains("/commands"));
            (lists.filter(|it| it.status.is_some()).count() > listed).then_some(())
        })
        .await;
        bot.stop().await;
        fake.with(|world| world.gateway.forget());
    }
    assert_eq!(changes(&fake), GAMES.commands().unwrap().all().len());
    fake.verdict();
}

/// Without the games' own commands the menu is short, and a game is played with `/order` and the buttons.
#[tokio::test(flavor = "multi_thread")]
async fn the_games_commands_are_left_out_where_the_owner_wants_none() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let config = format!("{}game_commands = false\n", config(&fake, Way::Gateway));
    let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &config).await;
    let named = |world: &World| {
        let mut names: Vec<String> =
            world.commands[&None].iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(fake.look(named), ["me", "order", "play", "show", "table", "time"]);
    let ann = fake.add_member("Ann", "en-US", channel);
    let opened = ann.slash("table", "new", &[("game", "goeben")]).await;
    assert!(opened.text.contains("is open:"), "{opened:?}");
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_had_the_commands_for_a_trial_loses_them_when_all_have_them() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let guild = fake.add_guild("Harbour", "en-US");
    let everywhere = config(&fake, Way::Gateway);
    let bot =
        Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &format!("{everywhere}guild = {guild}\n"))
            .await;
    let all = GAMES.commands().unwrap().all().len();
    let of = |world: &World, scope: Option<u64>| world.commands.get(&scope).map_or(0, Vec::len);
    assert_eq!(fake.look(|world| (of(world, Some(guild)), of(world, None))), (all, 0));
    bot.stop().await;
    fake.with(|world| world.gateway.forget());
    let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &everywhere).await;
    fake.wait("the end of the trial", |world| {
        (of(world, Some(guild)) == 0 && of(world, None) == all).then_some(())
    })
    .await;
    bot.stop().await;
    fake.with(|world| world.gateway.forget());
    let before = changes(&fake);
    let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &everywhere).await;
    bot.stop().await;
    assert_eq!(changes(&fake), before, "it is over once");
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_emoji_are_made_once_and_one_that_was_deleted_is_made_again() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let config = config(&fake, Way::Gateway).replace("emoji = false", "emoji = true");
    let made = || fake.requests("POST", "/emojis").len();
    for (round, expected) in [8, 8, 9].into_iter().enumerate() {
        if round == 2 {
            fake.with(|world| drop(world.emoji.pop()));
        }
        let listed = fake.requests("GET", "/emojis").len();
        let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &config).await;
        fake.wait("the emoji", |world| {
            let lists = world.requests.iter().filter(|it| it.method == "GET" && it.path.ends_with("/emojis"));
            (lists.count() > listed && world.emoji.len() == 8).then_some(())
        })
        .await;
        bot.stop().await;
        assert_eq!(made(), expected, "round {round}");
        fake.with(|world| world.gateway.forget());
    }
    fake.verdict();
}
