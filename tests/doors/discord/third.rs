//! A third game with orders, words and a report of its own: the bot as it runs plays it, and nothing knows it but the
//! registry.

use wardroom::app::registry::{Games, registered};
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::words::Lang;

use super::bot::*;
use super::fake::*;
use super::playing::{Board, Hand, Manner, Met};
use crate::common::Luck;
use crate::toy::Toy;

static THREE: Games = Games::new(&[registered::<Goeben>(), registered::<GrandFleet>(), registered::<Toy>()]);

#[tokio::test(flavor = "multi_thread")]
async fn a_third_game_is_registered_opened_played_exported_audited_and_its_players_forgotten() {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let bob = fake.add_member("Bob", "ja", channel);
    let (_folder, path) = database();
    let way = Way::Endpoint;
    let config = config(&fake, way).replace("pictures = false", "pictures = true");
    let bot = Bot::start_playing(THREE, &fake, way, &path, fake.clock(), &config).await;
    let is_ours = |command: &serde_json::Value| command["name"] == "toy-play";
    assert!(fake.look(|world| world.commands[&None].iter().any(is_ours)));

    let opened = ann.slash("table", "new", &[("game", "toy")]).await;
    assert!(opened.text.contains("Toy") && opened.text.contains("A toy."), "{}", opened.text);
    let board = Board::of(&fake, &bot.store, &opened, Lang::En).await;
    let (ann, bob) = (ann.inside(board.thread), bob.inside(board.thread));
    bob.slash("table", "join", &[]).await;
    let (mut luck, mut met) = (Luck::of(3), Met::default());
    let picked = Hand::new(&ann, &board).order(&board, Manner::Thumb, &mut luck, &mut met).await;
    assert!(picked, "no number was picked");
    let typed = bob.slash("order", "", &[("text", "選ぶ 4")]).await;
    assert!(typed.text.contains("出来事") && typed.text.contains("number: 4"), "{}", typed.text);
    let named = ann.slash("toy-play", "roll", &[]).await;
    assert!(named.text.contains("happened: Scored"), "{}", named.text);
    fake.wait("the report", |world| {
        world.posts_in(board.thread).find(|post| post.content.contains("happened: Scored")).map(drop)
    })
    .await;

    // Everybody sees what everybody may, on the status message; each sees their own when they ask.
    let scored = fake
        .wait("the picture", |world| {
            let status = world.channels[&board.thread].pins.first().and_then(|id| world.posts.get(id))?;
            let others = world.posts_in(board.thread).filter(|post| post.id != status.id);
            assert_eq!(others.map(|post| post.files.len()).sum::<usize>(), 0, "and nowhere else");
            status.files.first().filter(|_| status.files.len() == 1).cloned()
        })
        .await;
    assert!(scored.name.ends_with("-plan.png") && scored.description.starts_with("Toy."), "{scored:?}");
    let map = bob.slash("show", "map", &[]).await;
    assert!(map.ephemeral && map.files()[0].bytes.starts_with(b"\x89PNG"), "{}", map.text);

    let exported = ann.slash("show", "export", &[]).await;
    let file = String::from_utf8(exported.files()[0].bytes.clone()).unwrap();
    assert!(file.contains("\"game\":\"toy\"") && file.contains("Scored"), "{file}");
    let audited = ann.slash("show", "audit", &[]).await;
    assert!(audited.text.contains("found nothing wrong"), "{}", audited.text);
    for player in [&ann, &bob] {
        player.slash("me", "forget-me", &[("sure", "yes")]).await;
    }
    let left = bot.store.players().unwrap();
    assert!(left.iter().all(|player| player.addresses.is_empty()), "{left:?}");
    bot.stop().await;
    fake.verdict();
}
