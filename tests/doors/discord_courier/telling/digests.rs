//! Reminders of several tables in one direct message.

use crate::discord_courier::discord::{Discord, Fate, dm_of};
use crate::discord_courier::table::Table;
use crate::discord_courier::{busy, busy_table, courier};
use wardroom::door::discord::courier::outcome;
use wardroom::door::discord::id::Id;
use wardroom::pace::Ladder;
use wardroom::table::{Platform, notices};
use wardroom::words::{Lang, Words};

/// Two tables where the same player is asked, who wants reminders in a digest at 20:00; the clock begins at 8:00.
fn two_tables() -> ([Table; 2], Discord) {
    let first = busy_table();
    let tables = [first.clone(), busy(first.another(Id(20)))];
    let ladder = Ladder::parse("1d, digest 20:00").unwrap();
    first.club.people().set_ladder(&first.person("red").player, Some(&ladder)).unwrap();
    (tables, Discord::new())
}

fn reminded(table: &Table) -> Vec<String> {
    table.outcomes("red").into_iter().filter(|it| it.starts_with("reminder-")).collect()
}

#[tokio::test]
async fn reminders_of_several_tables_come_in_one_direct_message_that_why_tells_of() {
    let ([first, second], discord) = two_tables();
    let courier = courier(&first, &discord);
    courier.tick().await.unwrap();
    first.pass(36 * 3600);
    while first.club.time().keep().unwrap() > 0 {}
    courier.tick().await.unwrap();
    assert_eq!(reminded(&first), ["reminder-after24h: …"], "it is gathered");
    let words = Words::read().unwrap();
    let told = |table: &Table| {
        let of = table.club.deliveries().sent_to(&table.id, &table.person("red").player, 20).unwrap();
        let sent = of.iter().find(|it| notices::is_reminder(&it.why)).unwrap();
        outcome::line(&words, Lang::En, sent, "Red", None)
    };
    let until = first.clock.now().timestamp() + 300;
    assert!(told(&first).contains(&format!("waits until <t:{until}:f>")), "{}", told(&first));
    first.pass(300);
    courier.tick().await.unwrap();
    let texts = discord.texts(dm_of(Id(101)));
    let [digest] = &texts[..] else { panic!("{texts:?}") };
    assert!(digest.starts_with("Reminder: you have decisions to make at 2 tables."), "{digest}");
    for table in [&first, &second] {
        assert!(digest.contains(&table.id), "{digest}");
        assert_eq!(reminded(table), ["reminder-after24h: digest"]);
        assert!(told(table).contains("sent in a digest of several tables"), "{}", told(table));
        let thread = table.room().id.unwrap();
        assert!(digest.contains(&format!("<#{thread}>")), "{digest}");
        assert!(discord.texts(thread).iter().all(|text| !text.contains("reminder")), "not there as well");
    }
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(dm_of(Id(101))).len(), 1, "once");
}

#[tokio::test]
async fn a_digest_names_a_table_that_cannot_be_read_and_tells_of_all_others() {
    let ([first, second], discord) = two_tables();
    let third = busy(second.another(Id(30)));
    let courier = courier(&first, &discord);
    courier.tick().await.unwrap();
    first.pass(36 * 3600);
    while first.club.time().keep().unwrap() > 0 {}
    courier.tick().await.unwrap();
    third.damage();
    first.pass(300);
    courier.tick().await.unwrap();
    let texts = discord.texts(dm_of(Id(101)));
    let [digest] = &texts[..] else { panic!("{texts:?}") };
    assert!(digest.starts_with("Reminder: you have decisions to make at 2 tables."), "{digest}");
    assert!(digest.contains(&format!("Table {} cannot be read just now", third.id)), "{digest}");
    for table in [&first, &second] {
        assert!(digest.contains(&table.id), "{digest}");
        assert_eq!(reminded(table), ["reminder-after24h: digest"]);
    }
}

/// Killed after reminders went out and before that was noted, and one of them is needed no more by then: what is left is the same
/// digest, which Discord shows once.
#[tokio::test]
async fn killed_before_it_was_noted_a_digest_stays_the_same_though_a_table_was_answered() {
    for tables in [2, 3] {
        let ([first, second], discord) = two_tables();
        let third = busy(second.another(Id(30)));
        if tables == 2 {
            third.turn();
        }
        courier(&first, &discord).tick().await.unwrap();
        first.pass(36 * 3600);
        while first.club.time().keep().unwrap() > 0 {}
        courier(&first, &discord).tick().await.unwrap();
        first.pass(300);
        let dm = dm_of(Id(101));
        discord.script(move |r| if r.place == dm { Fate::Stuck(true) } else { Fate::Done });
        tokio::select! {
            ticked = async { courier(&first, &discord).tick().await } => ticked.unwrap(),
            () = discord.stuck.notified() => {}
        }
        discord.all_well();
        assert_eq!(discord.texts(dm).len(), 1);
        assert_eq!(reminded(&second), ["reminder-after24h: …"], "it was killed before");
        first.turn();
        first.pass(10);
        let courier = courier(&first, &discord);
        courier.tick().await.unwrap();
        courier.tick().await.unwrap();
        assert_eq!(discord.texts(dm).len(), 1, "{:?}", discord.texts(dm));
        let left = [Some(&second), Some(&third).filter(|_| tables == 3)];
        for table in left.into_iter().flatten() {
            assert_eq!(reminded(table), ["reminder-after24h: digest"]);
            let thread = table.room().id.unwrap();
            assert!(discord.texts(thread).iter().all(|text| !text.contains("reminder")), "not there as well");
        }
    }
}

#[tokio::test]
async fn a_digest_of_one_table_is_a_reminder_there_and_without_direct_messages_each_table_has_its_own() {
    let ([first, second], discord) = two_tables();
    let courier = courier(&first, &discord);
    courier.tick().await.unwrap();
    first.pass(36 * 3600);
    while first.club.time().keep().unwrap() > 0 {}
    courier.tick().await.unwrap();
    second.turn();
    first.pass(300);
    courier.tick().await.unwrap();
    assert_eq!(reminded(&first), [format!("reminder-after24h: place {}", first.room().id.unwrap())]);
    assert!(reminded(&second)[0].starts_with("reminder-after24h: not-needed"), "{:?}", reminded(&second));
    let ([first, second], discord) = two_tables();
    discord.world().closed_dms.insert(Id(101));
    let courier = crate::discord_courier::courier(&first, &discord);
    courier.tick().await.unwrap();
    first.pass(36 * 3600);
    while first.club.time().keep().unwrap() > 0 {}
    courier.tick().await.unwrap();
    first.pass(300);
    // What cannot be told together is told from the next turn on.
    courier.tick().await.unwrap();
    courier.tick().await.unwrap();
    for table in [&first, &second] {
        assert_eq!(reminded(table), [format!("reminder-after24h: place {}", table.room().id.unwrap())]);
    }
}
