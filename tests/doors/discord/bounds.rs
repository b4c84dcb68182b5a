//! How much one player and one server may ask for.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Utc};
use wardroom::seal::SealError;
use wardroom::table::{Platform, System};

use super::bot::*;
use super::duel::{head, tables};
use super::fake::*;

/// A clock that a test puts forward.
struct Clock(AtomicI64);

impl Platform for Clock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0.load(Ordering::Relaxed), 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        System.fill(bytes)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_orders_too_fast_is_asked_to_wait_and_another_is_not() {
    for way in WAYS {
        let fake = Fake::start();
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let [ann, rin] =
            [("Ann", "en-US"), ("Rin", "ja")].map(|(name, lang)| fake.add_member(name, lang, channel));
        let (_folder, path) = database();
        let clock = Arc::new(Clock(AtomicI64::new(System.now().timestamp())));
        let config = config(&fake, way).replace("orders_a_minute = 100000", "orders_a_minute = 3");
        let bot = Bot::start_as(&fake, way, &path, clock.clone(), &config).await;
        ann.slash("table", "new", &[("game", "goeben")]).await;
        let table = tables(&path).pop_first().unwrap();
        let order = |text: &'static str| {
            let (ann, table) = (ann.clone(), table.clone());
            async move { ann.slash("order", "", &[("text", text), ("table", &table)]).await }
        };
        order("load goeben wireless").await;
        order("load goeben reserve-crew").await;
        let before = head(&path, &table);
        let late = order("load breslau wireless").await;
        assert!(late.ephemeral && late.text.contains("60 seconds"), "{late:?}");
        assert_eq!(head(&path, &table), before, "it was not carried out");
        let other = rin.slash("table", "new", &[("game", "goeben")]).await;
        assert!(other.text.contains("開きました"), "{other:?}");
        clock.0.fetch_add(61, Ordering::Relaxed);
        order("load breslau wireless").await;
        assert!(head(&path, &table) > before, "a minute later it is");
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_so_many_open_tables_and_a_closed_one_makes_room() {
    let fake = Fake::start();
    let [harbour, fjord] = ["Harbour", "Fjord"].map(|name| fake.add_guild(name, "en-US"));
    let [here, there] = [harbour, fjord].map(|guild| fake.add_channel(guild, "games"));
    let [ann, bob] =
        [("Ann", here), ("Bob", there)].map(|(name, channel)| fake.add_member(name, "en-US", channel));
    let (_folder, path) = database();
    let config = format!("{}tables_a_guild = 2\n", config(&fake, Way::Endpoint));
    let bot = Bot::start_as(&fake, Way::Endpoint, &path, fake.clock(), &config).await;
    let open = [("game", "goeben")];
    ann.slash("table", "new", &open).await;
    let first = tables(&path).pop_first().unwrap();
    ann.slash("table", "new", &open).await;
    let refused = ann.slash("table", "new", &open).await;
    assert!(refused.ephemeral && refused.text.contains('2'), "{refused:?}");
    assert_eq!(tables(&path).len(), 2);
    bob.slash("table", "new", &open).await;
    assert_eq!(tables(&path).len(), 3, "another server has its own");
    let sure = ann.slash("table", "close", &[("table", &first)]).await;
    if let Some(yes) = sure.message.as_ref().and_then(|shown| shown.buttons().next()) {
        ann.click(sure.shown(), &yes.custom_id).await;
    }
    ann.slash("table", "new", &open).await;
    assert_eq!(tables(&path).len(), 4);
    bot.stop().await;
    fake.verdict();
}
