//! Commands as they are registered at each start, for every server or for one on trial.

use wardroom::app::registry::GAMES;
use wardroom::door::discord::outbound::emoji::SIGNS;

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
    let (made, all) = (|| fake.requests("POST", "/emojis").len(), SIGNS.len());
    for (round, expected) in [all, all, all + 1].into_iter().enumerate() {
        if round == 2 {
            fake.with(|world| drop(world.emoji.pop()));
        }
        let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &config).await;
        bot.stop().await;
        assert_eq!((made(), fake.look(|world| world.emoji.len())), (expected, all), "round {round}");
        fake.with(|world| world.gateway.forget());
    }
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn ships_and_nations_have_their_emoji_in_answers_and_in_the_status() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let config = config(&fake, Way::Gateway).replace("emoji = false", "emoji = true");
    let bot = Bot::start_as(&fake, Way::Gateway, &path, fake.clock(), &config).await;
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    ann.slash("table", "new", &[("game", "goeben")]).await;
    fake.wait("a status message that is pinned", |world| {
        world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
    })
    .await;
    let thread = fake.threads(channel)[0];
    let emoji = |name: &str| {
        fake.look(|world| {
            let found = world.emoji.iter().find(|it| it["name"] == name).unwrap();
            format!("<:{name}:{}> ", found["id"].as_str().unwrap())
        })
    };
    let (german, ship, coal) =
        (emoji("wardroom_german"), emoji("wardroom_battleship"), emoji("wardroom_coal"));
    let status = fake.pinned(thread).remove(0).text;
    assert!(status.contains(&format!("{german}Commander: <@")), "{status}");
    let ann = ann.inside(thread);
    let asked = ann.click(&fake.pinned(thread)[0], "Give orders").await;
    let cruiser = emoji("wardroom_cruiser");
    assert!(
        asked.text.contains(&format!("{cruiser}Breslau MES: 8 cargo points left · {ship}Goeben MES")),
        "{}",
        asked.text
    );
    let board = ann.slash("show", "board", &[("what", "goeben")]).await.text;
    assert!(board.contains(&format!("{ship}Goeben (")) && board.contains(&format!("{coal}Coal ")), "{board}");
    bot.stop().await;
    fake.verdict();
}
