//! What is stored by another process is told without waiting for the next round, where the store tells of it.

use std::sync::Arc;
use std::time::Duration;

use wardroom::door::discord::courier::Courier;
use wardroom::log::Store;
use wardroom::waits::Waits;
use wardroom::words::Words;

use super::discord::Discord;
use super::table::Table;
use super::{Plain, busy, until};
use crate::common::postgres::database;

/// A pulse at the beginning, and no other: whatever is found later was told.
fn one_pulse() -> Waits {
    Waits::with(Arc::new(|| 0), Arc::new(Duration::default), Arc::new(|_| Box::pin(std::future::pending())))
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn an_order_given_to_another_process_is_told_at_once() {
    let database = database();
    let (here, there): (Arc<dyn Store>, Arc<dyn Store>) =
        (Arc::new(database.store()), Arc::new(database.store()));
    let (table, discord) = (busy(Table::over(&here)), Discord::new());
    let words = Arc::new(Words::read().unwrap());
    let post = Arc::new(discord.clone());
    let courier = Courier::new(table.club.clone(), post, words, Arc::new(Plain), one_pulse(), true);
    let running = tokio::spawn(courier.run(std::future::pending()));
    until("the first round", || table.all_told()).await;
    let elsewhere = table.reached(&there);
    for number in 0..5 {
        elsewhere.signal(&format!("Signal {number}."));
        let text = format!("Signal {number}.");
        until(&text, || discord.world().requests.iter().any(|r| r.text.contains(&text))).await;
    }
    running.abort();
}
