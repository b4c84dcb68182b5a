//! Forms that another door overtakes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use wardroom::club::MAIL;
use wardroom::club::browser::BrowserLinks;
use wardroom::door::play::answer::BoardHandler;
use wardroom::game::OrderForm;
use wardroom::keys::Keys;
use wardroom::seal::SealError;
use wardroom::table::Platform;
use wardroom::words::Lang;

use super::{HERE, KEY, Parlour, TOY};
use crate::toy::{Clock, word};

/// A clock at one of whose looks something else happens.
struct Overtaken {
    clock: Arc<Clock>,
    /// Looks until then.
    looks: AtomicUsize,
    happens: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Platform for Overtaken {
    fn now(&self) -> DateTime<Utc> {
        let left = self.looks.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        let happens = self.happens.lock().unwrap().take_if(|_| left.is_err());
        if let Some(happens) = happens {
            happens();
        }
        self.clock.now()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.clock.fill(bytes)
    }
}

/// Red sends a number, or where it is `whole` the order with it, and after so many looks at the clock chooses by another door. Gives
/// what came of the form.
async fn overtaken(whole: bool, looks: usize) -> &'static str {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let clock = Arc::new(Overtaken {
        clock: parlour.clock.clone(),
        looks: AtomicUsize::new(0),
        happens: Mutex::new(None),
    });
    let club = TOY.club(parlour.store.clone(), clock.clone(), None, None).unwrap();
    let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new(KEY, None))));
    let handler = Arc::new(BoardHandler::new(club.clone(), MAIL).unwrap());
    let (store, time) = (parlour.store.clone(), parlour.clock.clone());
    let mut red = Parlour { store, clock: time, club, handler }.browser(&ann).await;
    let page = red.get(&format!("/t/{table}/red")).await;
    let next = page.links().into_iter().find(|link| link.contains("&c=m0"));
    let page = match next {
        Some(link) => red.get(&format!("/t/{table}/red{link}")).await,
        None => page,
    };
    let (mut form, mut fields) = (page.form("/choose"), vec![("f", "7")]);
    if whole {
        let page = red.submit(&form.action, &form.with(&fields)).await;
        (form, fields) = (page.form("/order"), vec![]);
    }
    let (elsewhere, visitor, at) = (parlour.club.clone(), parlour.visitor(&ann, "elsewhere"), table.clone());
    *clock.happens.lock().unwrap() = Some(Box::new(move || {
        let mut session = elsewhere.watch(&at, Lang::En).unwrap().sit(visitor, None).unwrap();
        if let Some(prompt) = session.asked().unwrap().prompt {
            let order = OrderForm::new(word("choose")).with("number", 3);
            drop(session.order(prompt, order, true).unwrap());
        }
    }));
    clock.looks.store(looks, Ordering::SeqCst);
    let came = red.post(&form.action, &form.with(&fields)).await;
    if came.status == 303 {
        return "given";
    }
    let note = TOO_LATE.into_iter().find(|note| came.text.contains(note));
    assert!(came.text.contains("value=\"choose 7\"") && note.is_some(), "{whole} {looks}: {}", came.text);
    note.unwrap()
}

/// The notes of a page for a form that came too late.
const TOO_LATE: [&str; 2] = ["What you may order has changed", "The table has changed since"];

/// Whatever the moment at which the seat orders by another door, a form is carried out, or what was chosen and typed there is offered
/// on the line.
#[tokio::test]
async fn an_order_that_is_overtaken_is_offered_again_as_it_is_typed() {
    for whole in [false, true] {
        let mut met = BTreeSet::new();
        for looks in 0..24 {
            met.insert(overtaken(whole, looks).await);
        }
        println!("{whole}: {met:?}");
        assert!(met.contains("given") && met.contains(TOO_LATE[usize::from(whole)]), "{whole}: {met:?}");
    }
}
