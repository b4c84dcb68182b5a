//! The courier against Discord in memory, over a real club that plays the toy game: everything once and in order, whatever
//! fails, whenever it is killed.

mod cards;
mod channels;
mod direct;
pub mod discord;
mod failures;
mod hands;
#[cfg(feature = "postgres")]
mod hearing;
mod leases;
mod left;
mod noise;
mod once;
mod pictures;
mod pings;
mod plan;
mod quiet;
mod rounds;
mod schedules;
pub mod table;
mod telling;

use std::sync::Arc;
use std::time::Duration;

use discord::Discord;
use table::Table;
use wardroom::club::TableStatus;
use wardroom::club::delivery::DueDelivery;
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::courier::buttons::Buttons;
use wardroom::door::discord::outbound::message::{Button, Row, Style};
use wardroom::waits::Waits;
use wardroom::words::{Lang, Words};

/// Buttons that say what they are under.
pub struct Plain;

impl Buttons for Plain {
    fn status(&self, status: &TableStatus, _: Lang) -> Vec<Row> {
        vec![button(&format!("status {}", status.table))]
    }

    fn invitation(&self, status: &TableStatus, _: Lang) -> Vec<Row> {
        let free = status.seats.iter().filter(|it| it.player.is_none());
        free.map(|it| button(&format!("join {}", it.seat))).collect()
    }

    fn report(&self, status: &TableStatus, _: &[&DueDelivery], _: Lang) -> Vec<Row> {
        vec![button(&format!("orders {}", status.table))]
    }

    fn notice(&self, due: &DueDelivery, _: Lang) -> Vec<Row> {
        vec![button(&format!("orders {} {}", due.table, due.seq))]
    }
}

fn button(custom_id: &str) -> Row {
    let custom_id = custom_id.to_owned();
    Row::Buttons(vec![Button { label: "Orders".to_owned(), custom_id, style: Style::Primary }])
}

fn courier(table: &Table, discord: &Discord) -> Courier<Discord> {
    let words = Arc::new(Words::read().unwrap());
    Courier::new(table.club.clone(), Arc::new(discord.clone()), words, Arc::new(Plain), waits(), true)
}

/// As fast as time passes: nothing here waits by it.
pub fn waits() -> Waits {
    Waits::new(Arc::new(|| 0))
}

/// A table with something to report, something sealed and, in both seats, somebody to ping.
fn busy_table() -> Table {
    busy(Table::new())
}

fn busy(table: Table) -> Table {
    table.signal("The red fleet sails.");
    table.nudge();
    table
}

/// Waits until `done`, for half a minute at most.
async fn until(what: &str, done: impl Fn() -> bool) {
    for _ in 0..6000 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("still waiting: {what}");
}
