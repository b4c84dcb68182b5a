//! Pages that are kept, and made once for all who wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::http::StatusCode;
use futures::FutureExt;
use futures::future::join_all;
use tokio::sync::oneshot;
use wardroom::door::web::kept::{KEPT_BYTES, Kept, Made, MadeFor, Making, PageMaking};
use wardroom::words::Lang;

fn key(last: u64) -> MadeFor {
    let (table, file) = ("t".to_owned(), String::new());
    MadeFor::Page { table, last, file, lang: Lang::En, day: None, picture: 0, dark: false }
}

fn made(bytes: usize) -> Arc<Made> {
    Arc::new(Made::new("text/html", String::new(), vec![0; bytes]))
}

#[test]
fn the_oldest_go_when_there_is_no_more_room() {
    let kept = Kept::default();
    kept.keep(key(0), made(KEPT_BYTES + 1), None);
    assert_eq!(kept.find(&key(0), 0), None);
    for last in 1..=9 {
        kept.keep(key(last), made(KEPT_BYTES / 8), None);
    }
    assert_eq!((kept.find(&key(1), 0), kept.find(&key(9), 0).is_some()), (None, true));
    let calendar = MadeFor::Calendar { player: "t".to_owned(), name: String::new() };
    assert!(kept.find(&calendar, 0).is_none());
    kept.keep(calendar.clone(), made(1), Some(100..160));
    assert!([100, 159].iter().all(|now| kept.find(&calendar, *now).is_some()));
    assert!([99, 160].iter().all(|now| kept.find(&calendar, *now).is_none()), "nor by a clock set back");
    kept.keep(calendar.clone(), made(2), Some(160..220));
    assert_eq!(kept.find(&calendar, 160).map(|made| made.bytes.len()), Some(2));
}

#[tokio::test]
async fn who_wants_the_same_waits_for_one_making() {
    let (making, makings) = (Arc::new(Making::default()), Arc::new(AtomicU32::new(0)));
    let (open, gate) = oneshot::channel::<()>();
    let gate = async { drop(gate.await) }.shared();
    let want = |key: MadeFor| {
        let (gate, makings) = (gate.clone(), makings.clone());
        making.start(key, async move {
            makings.fetch_add(1, Ordering::SeqCst);
            gate.await;
            Ok(made(1))
        })
    };
    let waiting: Vec<PageMaking> = (0..20).map(|_| want(key(1))).chain([want(key(2))]).collect();
    assert!(making.find(&key(1)).is_some() && making.find(&key(3)).is_none());
    open.send(()).unwrap();
    assert!(join_all(waiting).await.iter().all(Result::is_ok));
    assert_eq!(makings.load(Ordering::SeqCst), 2, "one for each that was wanted");
    assert!(making.find(&key(1)).is_none(), "it is made");
    let failing = making.start(key(1), async { Err(StatusCode::SERVICE_UNAVAILABLE) });
    assert_eq!(failing.await, Err(StatusCode::SERVICE_UNAVAILABLE));
}
