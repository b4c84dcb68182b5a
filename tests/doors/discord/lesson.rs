//! Lessons on Discord: from `/play` to their end by buttons alone.

use super::bot::*;
use super::fake::*;

/// More answers than a lesson takes, whatever the dice say.
const ANSWERS: usize = 150;

/// Presses the button of an answer whose label begins so.
pub async fn press(player: &Player, answer: &Answered, label: &str) -> Answered {
    let shown = answer.followups.last().unwrap_or_else(|| answer.shown());
    let button = shown.buttons().find(|part| part.label.starts_with(label));
    let button = button.unwrap_or_else(|| panic!("no {label:?} on {shown:#?}")).label.clone();
    player.prepare_click(shown, &button).unwrap().whole().await
}

/// The lesson of a game is played to its end, in which `hint` says this at first.
async fn comes_to_its_end(game: &str, hinted: &str) {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Endpoint, &path).await;
    let ways = ann.slash("play", "", &[]).await;
    let lessons = press(&ann, &ways, "Learn in ten minutes").await;
    let mut answer = press(&ann, &lessons, game).await;
    let told = answer.texts().join("\n");
    assert!(answer.ephemeral && told.contains("Lesson, part 1 of"), "{told}");
    fake.wait("a status message that is pinned", |world| {
        world.channels.values().any(|channel| !channel.pins.is_empty()).then_some(())
    })
    .await;
    let hints = ann.inside(fake.threads(channel)[0]).slash("show", "hint", &[]).await.texts().join("\n");
    assert!(hints.contains(hinted), "{hints}");
    let mut answers = 0;
    while !answer.texts().join("\n").contains("The lesson is over.") {
        answer = press(&ann, &answer, "Try: ").await;
        answers += 1;
        assert!(answers < ANSWERS, "{:?}", answer.texts());
    }
    assert!(answers > 5, "a lesson of {answers} answers");
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lesson_in_goeben_comes_to_its_end_by_buttons_alone() {
    comes_to_its_end("Goeben", "A bold officer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lesson_in_grand_fleet_comes_to_its_end_by_buttons_alone() {
    comes_to_its_end("Grand Fleet", "A bold admiral").await;
}
