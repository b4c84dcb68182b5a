//! Forms that another door overtakes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use wardroom::club::MAIL;
use wardroom::club::browser::BrowserLinks;
use wardroom::club::session::OrderOutcome;
use wardroom::door::play::answer::BoardHandler;
use wardroom::game::OrderForm;
use wardroom::keys::Keys;
use wardroom::seal::SealError;
use wardroom::table::Platform;
use wardroom::words::Lang;

use super::{HERE, KEY, Parlour, TOY};
use crate::common::Luck;
use crate::common::steered::until;
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

/// A table of *Goeben* where points are to be shared out, with its player.
fn at_shares() -> (Parlour, String, String) {
    for seed in 1..40 {
        let parlour = Parlour::real();
        let ann = parlour.player("Ann", Lang::En);
        let table = parlour.table("goeben", &[], &[&ann]);
        let players = [ann.clone()];
        let sharing = ("share", &["coal", "rearm"][..]);
        if until(&parlour.club, (&table, &players), sharing, &mut Luck::of(seed)).is_some() {
            return (parlour, table, ann);
        }
    }
    panic!("nobody is asked to share anything");
}

/// A late form for shares is shown again as it was filled in, where the same shares are still to be given.
#[tokio::test]
async fn shares_that_come_too_late_are_kept_where_they_are_still_asked_for() {
    let (parlour, table, ann) = at_shares();
    let seat = parlour.asked(&table, &ann).unwrap();
    let (mut browser, here) = (parlour.browser(&ann).await, format!("/t/{table}/{seat}"));
    let mut page = browser.get(&here).await;
    if !page.forms().iter().any(|form| form.action.ends_with("/choose")) {
        let named = page.named_links();
        let on = named.iter().find(|(label, _)| label.starts_with("share"));
        let (_, on) = on.unwrap_or_else(|| panic!("{}", page.text));
        page = browser.follow(&here, on).await;
    }
    let form = page.form("/choose");
    let fields: Vec<(&str, &str)> = form
        .numbers
        .iter()
        .enumerate()
        .map(|(at, (name, ..))| (name.as_str(), ["1", "0"][at.min(1)]))
        .collect();
    // By another door they are shared and taken back: the question is the same, and another one.
    let session = |key: &str| {
        parlour.club.watch(&table, Lang::En).unwrap().sit(parlour.visitor(&ann, key), Some(seat)).unwrap()
    };
    let mut elsewhere = session("elsewhere");
    let asked = elsewhere.asked().unwrap();
    let share = asked.options.first("share").unwrap();
    let shared = elsewhere.order(asked.prompt.unwrap(), share, true).unwrap();
    assert!(matches!(shared, OrderOutcome::Accepted { .. }), "it is shared");
    let back = session("back").undo(None).unwrap();
    assert!(matches!(back, OrderOutcome::Accepted { .. }), "it is taken back");
    let before = parlour.last(&table);
    let came = browser.post(&form.action, &form.with(&fields)).await;
    assert_eq!((came.status, parlour.last(&table)), (200, before));
    let (name, least, most) = &form.numbers[0];
    let kept = format!(
        "name=\"{name}\" type=\"number\" inputmode=\"numeric\" min=\"{least}\" max=\"{most}\" value=\"1\""
    );
    assert!(came.text.contains(TOO_LATE[1]) && came.text.contains(&kept), "{kept} in {}", came.text);
}
