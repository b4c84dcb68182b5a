//! Lessons on Discord: `learn:true` when the table is opened, and what the private answers say to try until it is over.

use super::bot::*;
use super::fake::*;

/// More answers than a lesson takes, whatever the dice say.
const ANSWERS: usize = 150;

/// A lesson in a game is played to its end, in which `hint` says this at first.
async fn comes_to_its_end(game: &str, hinted: &str) {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Endpoint, &path).await;
    let opened = ann.slash("table", "new", &[("game", game), ("learn", "true")]).await;
    let mut told = opened.texts().join("\n");
    assert!(opened.ephemeral && told.contains("Lesson, part 1 of"), "{told}");
    fake.wait("a status message that is pinned", |world| {
        world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
    })
    .await;
    let ann = ann.inside(fake.threads(channel)[0]);
    let hints = ann.slash("show", "hint", &[]).await.texts().join("\n");
    assert!(hints.contains(hinted), "{hints}");
    let mut answers = 0;
    while !told.contains("The lesson is over.") {
        let line = told
            .lines()
            .rev()
            .find(|line| line.starts_with("Try: "))
            .unwrap_or_else(|| panic!("nothing to try: {told}"));
        let code: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let given = match code[..] {
            ["/order", typed] => ann.prepare("order", "", &[("text", typed)]),
            ["/table undo"] => ann.prepare("table", "undo", &[]),
            _ => panic!("{line}"),
        };
        // What to try stands in the last message of a long answer.
        told = given.unwrap().whole().await.texts().join("\n");
        answers += 1;
        assert!(answers < ANSWERS, "{told}");
    }
    assert!(answers > 5, "a lesson of {answers} answers");
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_in_goeben_comes_to_its_end_in_discord() {
    comes_to_its_end("goeben", "A bold officer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_in_grand_fleet_comes_to_its_end_in_discord() {
    comes_to_its_end("grand_fleet", "A bold admiral").await;
}
