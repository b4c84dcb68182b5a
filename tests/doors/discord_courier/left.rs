//! Players who leave the server while their table waits for them.

use wardroom::door::discord::id::Id;

use super::discord::Discord;
use super::{busy_table, courier};

const DAY: i64 = 24 * 60 * 60;

fn status(discord: &Discord) -> String {
    let (messages, pins, _) = discord.sight();
    messages.into_iter().find(|it| pins.contains(&it.id)).unwrap().text
}

#[tokio::test]
async fn whoever_leaves_the_server_keeps_the_seat_for_three_days() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    discord.world().left.insert(Id(101));
    let last = table.head();
    let says_left = || status(&discord).contains("<@101> has left this server.");
    courier.tick().await.unwrap();
    assert!(!says_left(), "nobody is looked for within a day");
    table.pass(DAY);
    courier.tick().await.unwrap();
    assert!(says_left(), "{}", status(&discord));
    // Returning undoes it.
    discord.world().left.clear();
    table.pass(2 * DAY);
    courier.tick().await.unwrap();
    assert!(!says_left() && table.head() == last, "{}", status(&discord));
    // A second time counts from its own beginning.
    discord.world().left.insert(Id(101));
    table.pass(2 * DAY);
    courier.tick().await.unwrap();
    table.pass(3 * DAY - 60);
    courier.tick().await.unwrap();
    assert!(says_left() && table.head() == last, "{}", status(&discord));
    table.pass(DAY);
    courier.tick().await.unwrap();
    courier.tick().await.unwrap();
    assert!(table.head().0 > last.0 && !says_left(), "{}", status(&discord));
    assert!(status(&discord).to_lowercase().contains("red: free"), "{}", status(&discord));
}

#[tokio::test]
async fn what_happens_at_the_table_begins_the_three_days_anew() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    discord.world().left.insert(Id(101));
    table.pass(DAY);
    courier.tick().await.unwrap();
    table.pass(2 * DAY);
    table.signal("All is well.");
    let last = table.head();
    table.pass(2 * DAY);
    courier.tick().await.unwrap();
    courier.tick().await.unwrap();
    assert_eq!(table.head(), last);
}
