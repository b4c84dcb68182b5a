//! Opening a table: where it goes, and what is said of where its data come from.

use super::bot::*;
use super::checks::{begins_or_not, says_once};
use super::fake::*;

/// The status message of the only table opened from a channel.
async fn status_in(fake: &Fake, channel: u64) -> Shown {
    fake.wait("a status message that is pinned", |world| {
        world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
    })
    .await;
    let threads = fake.threads(channel);
    let pinned = threads.iter().flat_map(|thread| fake.pinned(*thread));
    pinned.last().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_opened_in_a_thread_of_others_gets_a_thread_of_its_own_in_the_channel() {
    for way in WAYS {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let chatter = fake.add_thread(guild, channel, "chatter");
        let ann = fake.add_member("Ann", "en-US", channel);
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        ann.inside(chatter).slash("table", "new", &[("game", "goeben")]).await;
        let status = status_in(&fake, channel).await;
        assert_ne!(status.channel, chatter);
        assert!(fake.messages(chatter).iter().all(|shown| shown.ephemeral), "{:?}", fake.messages(chatter));
        let again = ann.inside(status.channel).slash("table", "new", &[("game", "goeben")]).await;
        assert!(again.text.contains("already belongs to a table"), "{}", again.text);
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_opened_in_a_forums_post_is_played_there() {
    for way in WAYS {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", "en-US");
        let forum = fake.add_forum(guild, "games");
        let post = fake.add_thread(guild, forum, "Who plays?");
        let ann = fake.add_member("Ann", "en-US", post);
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        ann.slash("table", "new", &[("game", "goeben")]).await;
        let status = status_in(&fake, forum).await;
        assert_eq!(status.channel, post);
        let ordered = ann.slash("order", "", &[("text", "load goeben wireless")]).await;
        assert!(ordered.text.contains("ireless"), "{ordered:?}");
        fake.wait("a report", |world| {
            world.posts_in(post).find(|it| it.content.contains("ireless")).map(drop)
        })
        .await;
        assert_eq!(fake.threads(forum), [post]);
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_waits_for_players_does_not_say_that_it_begins() {
    for locale in ["en-US", "ja"] {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", locale);
        let channel = fake.add_channel(guild, "games");
        let ann = fake.add_member("Ann", locale, channel);
        let (_folder, path) = database();
        let bot = Bot::start(&fake, Way::Endpoint, &path).await;
        ann.slash("table", "new", &[("game", "grand_fleet")]).await;
        let status = status_in(&fake, channel).await;
        let posts = fake.messages(status.channel);
        let all: Vec<&str> = posts.iter().map(|post| post.text.as_str()).collect();
        all.iter().for_each(|text| says_once(text));
        begins_or_not(&all.join("\n"));
        assert!(
            all.join("\n").contains(if locale == "ja" {
                "始まっていません"
            } else {
                "has not begun"
            }),
            "{all:?}"
        );
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_reconstruction_is_said_when_a_table_is_opened_and_in_its_thread() {
    for (locale, told) in [("en-US", "our reconstruction"), ("ja", "独自の復元")] {
        for game in ["goeben", "grand_fleet"] {
            let fake = Fake::start();
            let guild = fake.add_guild("Harbour", locale);
            let channel = fake.add_channel(guild, "games");
            let ann = fake.add_member("Ann", locale, channel);
            let (_folder, path) = database();
            let bot = Bot::start(&fake, Way::Endpoint, &path).await;
            let opened = ann.slash("table", "new", &[("game", game)]).await;
            assert!(opened.text.contains(told), "{}", opened.text);
            let status = status_in(&fake, channel).await;
            assert_eq!(status.text.matches(told).count(), 1, "{}", status.text);
            bot.stop().await;
            fake.verdict();
        }
    }
}
