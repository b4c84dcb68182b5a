//! The first table of a server.

use super::bot::*;
use super::fake::*;

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_played_and_shown_in_its_thread() {
    for way in WAYS {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let ann = fake.add_member("Ann", "en-US", channel);
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        let opened = ann.slash("table", "new", &[("game", "goeben")]).await;
        assert!(opened.ephemeral, "{opened:?}");
        eprintln!("{}", opened.text);
        fake.wait("a status message that is pinned", |world| {
            world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
        })
        .await;
        let thread = fake.threads(channel)[0];
        let status = fake.pinned(thread).remove(0);
        eprintln!("{}", status.text);
        let asked = ann.inside(thread).click(&status, "Give orders").await;
        eprintln!("{}\n{:#?}", asked.text, asked.message);
        bot.stop().await;
        fake.verdict();
    }
}
