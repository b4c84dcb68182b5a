//! Receipts of orders by Discord: each that came by the endpoint has one that holds, none by the gateway.

use std::collections::BTreeMap;

use ed25519_dalek::VerifyingKey;
use wardroom::audit::receipts::{ReceiptTexts, check};
use wardroom::audit::{Evidence, integrity};
use wardroom::club::receipts::keys_of;
use wardroom::log::StoredReceipt;
use wardroom::table::Platform;
use wardroom::transparency::compare::{LogFindings, LogVerdict};

use super::bot::*;
use super::fake::*;

/// Opens a game against the computer, gives orders by buttons, and says what an audit finds of their receipts.
async fn found(way: Way) -> (LogFindings, ReceiptTexts, usize) {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let (_folder, path) = database();
    let config = config(&fake, way).replace("[serve]\n", "[serve]\nreceipts = true\n");
    let bot = Bot::start_as(&fake, way, &path, fake.clock(), &config).await;
    let ways = ann.slash("play", "", &[]).await;
    let lessons = super::lesson::press(&ann, &ways, "Learn in ten minutes").await;
    let mut answer = super::lesson::press(&ann, &lessons, "Goeben").await;
    for _ in 0..3 {
        answer = super::lesson::press(&ann, &answer, "Try: ").await;
    }
    let table = bot.store.tables().unwrap().remove(0).table;
    let secret = wardroom::keys::Keys::new(RECEIPT_SECRET, None);
    let keys = keys_of(&*bot.store, &secret, fake.clock().now()).unwrap();
    let stored = bot.store.receipts(&table).unwrap();
    let text = |StoredReceipt { digest, sealed, .. }: StoredReceipt| {
        let text = keys.as_ref().unwrap().open(&digest, &sealed).unwrap();
        (digest, text)
    };
    let texts: ReceiptTexts = stored.into_iter().map(text).collect();
    let (book, whole) = integrity::check(&Evidence::from_store(&*bot.store, &table, None).unwrap(), &[]);
    assert!(whole.is_ok(), "{whole:?}");
    let key = hex::decode(fake.public_key()).unwrap().try_into().unwrap();
    let key = VerifyingKey::from_bytes(&key).unwrap();
    let found = check(&book, &texts, Some(&key));
    let orders = book.entries().filter(|entry| entry.kind == "OrderGiven").count();
    bot.stop().await;
    fake.verdict();
    (found, texts, orders)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_order_by_the_endpoint_has_a_receipt_of_the_user_who_took_the_seat() {
    let (found, texts, orders) = found(Way::Endpoint).await;
    assert!(orders >= 3, "{orders} orders");
    assert_eq!(found.worst(), LogVerdict::Holds, "{found:#?}");
    let about: Vec<&str> = found.0.iter().map(|(_, why)| why.key).collect();
    assert_eq!(about[0], "receipt-orders-hold", "{found:#?}");
    let others = ["receipt-commands-hold", "receipt-seat-discord"];
    assert!(about[1..].iter().all(|key| others.contains(key)), "{found:#?}");
    assert!(about.len() > 1 && !texts.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_by_the_gateway_have_none_and_the_audit_says_so() {
    let (found, texts, orders) = found(Way::Gateway).await;
    assert_eq!((texts, found.worst()), (BTreeMap::new(), LogVerdict::Unchecked));
    let [(LogVerdict::Unchecked, why)] = &found.0[..] else { panic!("{found:#?}") };
    assert_eq!(why.key, "receipt-orders-none", "{orders} orders");
}
