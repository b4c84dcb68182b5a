//! Rounds: what another process stored is found in the next one, and a table where nothing happened costs nothing in it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Semaphore;
use wardroom::door::discord::courier::Courier;
use wardroom::log::{Fault, MemoryStore, Store};
use wardroom::waits::Waits;
use wardroom::words::Words;

use super::discord::Discord;
use super::table::Table;
use super::{Plain, busy, courier, until};
use crate::common::interposed::{Between, Interposed};
use crate::common::store;

/// A round of pulses each time it is asked for.
struct Rounds {
    pulses: Arc<Semaphore>,
    waited: Arc<AtomicUsize>,
}

impl Rounds {
    fn new() -> Rounds {
        Rounds { pulses: Arc::new(Semaphore::new(0)), waited: Arc::default() }
    }

    fn waits(&self) -> Waits {
        let (pulses, waited) = (self.pulses.clone(), self.waited.clone());
        let pause = Arc::new(move |_| {
            let pulses = pulses.clone();
            waited.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move { pulses.acquire().await.unwrap().forget() }) as _
        });
        Waits::with(Arc::new(|| 0), Arc::new(Duration::default), pause)
    }

    async fn pass(&self) {
        let to = self.waited.load(Ordering::SeqCst) + 10;
        self.pulses.add_permits(10);
        until("ten pulses", || self.waited.load(Ordering::SeqCst) >= to).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_where_all_is_told_is_looked_at_again_when_its_log_has_grown_and_no_sooner() {
    let memory = MemoryStore::new();
    let store: Arc<dyn Store> = Arc::new(memory.clone());
    let (table, discord, rounds) = (busy(Table::over(&store)), Discord::new(), Rounds::new());
    let words = Arc::new(Words::read().unwrap());
    let post = Arc::new(discord.clone());
    let courier = Courier::new(table.club.clone(), post, words, Arc::new(Plain), rounds.waits(), true);
    let running = tokio::spawn(courier.run(std::future::pending()));
    until("the first round", || table.all_told()).await;
    let looked = || memory.reads()[0];
    // What was told last may still be noted while rounds go by.
    let mut is_quiet = false;
    for _ in 0..40 {
        let before = looked();
        for _ in 0..3 {
            rounds.pass().await;
        }
        is_quiet = looked() == before;
        if is_quiet {
            break;
        }
    }
    assert!(is_quiet, "it is looked at in every round");
    table.reached(&store).signal("Elsewhere.");
    rounds.pass().await;
    until("the signal", || discord.world().requests.iter().any(|r| r.text.contains("Elsewhere."))).await;
    running.abort();
}

/// Lets something happen once, right after the due deliveries were read.
#[derive(Default)]
struct Meanwhile(Mutex<Option<Box<dyn FnOnce() + Send>>>);

impl Between for Meanwhile {
    fn reads(&self) -> Result<(), Fault> {
        Ok(())
    }

    fn wrote(&self, _: &'static str, _: bool) {}

    fn listed_due(&self) {
        let happens = self.0.lock().unwrap().take();
        if let Some(happens) = happens {
            happens();
        }
    }
}

#[tokio::test]
async fn a_report_of_what_happens_while_its_round_begins_calls_who_has_to_decide() {
    let store = store::new();
    let (table, discord) = (busy(Table::over(&store)), Discord::new());
    let interposed = Arc::new(Interposed::over(store, Meanwhile::default()));
    let reached: Arc<dyn Store> = interposed.clone();
    let courier = courier(&table.reached(&reached), &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let shown = discord.texts(thread).len();
    let acting = table.clone();
    *interposed.between.0.lock().unwrap() = Some(Box::new(move || acting.turn()));
    courier.tick().await.unwrap();
    assert!(interposed.between.0.lock().unwrap().is_none());
    let texts = discord.texts(thread);
    assert_eq!(texts.len(), shown + 1, "{texts:?}");
    let report = texts.iter().find(|text| text.contains("as blue")).unwrap();
    assert!(report.contains("Log: "), "{report}");
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(thread), texts);
}
