//! Who stood still beyond their lease sends nothing more.

use std::sync::atomic::{AtomicBool, Ordering};

use wardroom::door::discord::DOOR;

use super::discord::{Discord, Fate};
use super::table::Table;
use super::{busy, courier};
use crate::common::store;

/// How long a lease lasts at least, and some more, in seconds.
const BEYOND: i64 = 60;

#[tokio::test]
async fn who_stood_still_beyond_their_lease_sends_nothing_more() {
    let store = store::new();
    let table = busy(Table::over(&store));
    let (elsewhere, discord) = (table.reached(&store), Discord::new());
    let (clock, other, stood) = (table.clock.clone(), elsewhere.club.clone(), AtomicBool::new(false));
    // While its first request is answered the process stands still, and another has sent meanwhile and given the right back.
    discord.script(move |_| {
        if !stood.swap(true, Ordering::SeqCst) {
            clock.pass(BEYOND);
            assert!(other.leases().take(DOOR).unwrap());
            other.leases().release(DOOR).unwrap();
        }
        Fate::Done
    });
    let first = courier(&table, &discord);
    first.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), 1, "{:?}", discord.world().requests);
    // It takes the right anew, and begins anew.
    table.pass(BEYOND);
    first.tick().await.unwrap();
    assert!(table.all_told());
}
