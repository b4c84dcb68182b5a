//! Players who are not in the server while their table waits for them.

use wardroom::door::discord::id::Id;

use super::discord::Discord;
use super::{busy_table, courier};

const DAY: i64 = 24 * 60 * 60;

fn status(discord: &Discord) -> String {
    let (messages, pins, _) = discord.sight();
    messages.into_iter().find(|it| pins.contains(&it.id)).unwrap().text
}

#[tokio::test]
async fn whoever_leaves_the_server_keeps_the_seat_and_the_status_says_it() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    discord.world().left.insert(Id(101));
    let last = table.head();
    let says_left = || status(&discord).contains("<@101> is not in this server at present.");
    courier.tick().await.unwrap();
    assert!(!says_left(), "nobody is looked for within a day");
    table.pass(DAY);
    courier.tick().await.unwrap();
    assert!(says_left(), "{}", status(&discord));
    // Returning undoes it.
    discord.world().left.clear();
    table.pass(2 * DAY);
    courier.tick().await.unwrap();
    assert!(!says_left(), "{}", status(&discord));
    discord.world().left.insert(Id(101));
    for _ in 0..10 {
        table.pass(DAY);
        courier.tick().await.unwrap();
    }
    assert!(says_left(), "{}", status(&discord));
    assert_eq!(table.head(), last, "a server's moderators change no table");
}
