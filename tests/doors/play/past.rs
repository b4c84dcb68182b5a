//! A table's past: from order to order, as far as the seat may read it, and the log that leads there and points at the board.

use wardroom::club::session::OrderOutcome;
use wardroom::game::{Arg, OrderForm};
use wardroom::words::Lang;

use super::client::Got;
use super::{Parlour, TOY};
use crate::toy::word;

/// The links of a page with this in their address.
fn links(page: &Got, part: &str) -> Vec<String> {
    let links = page.text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    links.map(|link| link.replace("&amp;", "&")).filter(|link| link.contains(part)).collect()
}

/// The address of the link with this label.
fn labelled(page: &Got, label: &str) -> Option<String> {
    let (before, _) = page.text.split_once(&format!(">{label}</a>"))?;
    Some(before.rsplit("href=\"").next()?.split('"').next()?.replace("&amp;", "&"))
}

#[tokio::test]
async fn a_player_looks_back_from_order_to_order_and_finds_the_half_made_order_again() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let here = |seat: &str| format!("/t/{table}/{seat}");
    for (player, seat, lines) in
        [(&ann, "red", &["choose 4"][..]), (&bob, "blue", &["choose 7"]), (&ann, "red", &["flip"])]
    {
        let mut browser = parlour.browser(player).await;
        for line in lines {
            let form = browser.get(&here(seat)).await.form("/line");
            assert_eq!(browser.post(&form.action, &form.with(&[("line", line)])).await.status, 303, "{line}");
        }
    }
    let mut blue = parlour.browser(&bob).await;
    let page = blue.get(&here("blue")).await;
    let from_log = links(&page, "&at=");
    assert!(!from_log.is_empty(), "{}", page.text);
    let half = page.links().into_iter().find(|link| link.contains("&c=")).unwrap();
    let page = blue.get(&format!("{}{half}", here("blue"))).await;
    let back = links(&page, "&at=").pop().unwrap();
    let mut past = blue.get(&format!("{}{back}", here("blue"))).await;
    if let Some(first) = labelled(&past, "The beginning") {
        past = blue.get(&first).await;
    }
    assert!(past.text.contains("Look back: step 1 of ") && past.forms().is_empty(), "{}", past.text);
    let mut steps = 1;
    while let Some(on) = labelled(&past, "One order on") {
        past = blue.get(&on).await;
        steps += 1;
    }
    assert!(past.text.contains(&format!("step {steps} of {steps}")) && steps > 2, "{}", past.text);
    let now = labelled(&past, "As it is now").unwrap();
    let again = blue.get(&now).await;
    assert!(again.forms().iter().any(|form| form.action.ends_with("/order")), "{}", again.text);
}

/// Whoever asks for all rows of a long game gets the last five hundred, as in every door.
#[tokio::test]
async fn a_line_shows_five_hundred_rows_of_the_log_at_most() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let order = |player: &str, key: &str, form: OrderForm| {
        let visitor = parlour.visitor(player, key);
        let mut session = parlour.club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let prompt = session.asked().unwrap().prompt.unwrap();
        assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }), "{key}");
    };
    for player in [&ann, &bob] {
        order(player, &format!("choose {player}"), OrderForm::new(word("choose")).with("number", 3));
    }
    for number in 0..510 {
        let text = Arg::Text(format!("Signal {number}."));
        order(&ann, &format!("signal {number}"), OrderForm::new(word("signal")).with("text", text));
    }
    let mut red = parlour.browser(&ann).await;
    let form = red.get(&format!("/t/{table}/red")).await.form("/line");
    let page = red.post(&form.action, &form.with(&[("line", "log 9999")])).await;
    assert!(page.text.contains("Signal 509.") && page.text.contains("Signal 300."), "{}", page.text);
    assert!(!page.text.contains("Signal 5."), "{}", page.text);
}

#[tokio::test]
async fn names_in_the_log_lead_to_their_areas_on_the_board() {
    let parlour = Parlour::real();
    let ann = parlour.player("Ann", Lang::En);
    let table = parlour.table("goeben", &[], &[&ann]);
    let seat = parlour.asked(&table, &ann).unwrap();
    let mut browser = parlour.browser(&ann).await;
    let page = browser.get(&format!("/t/{table}/{seat}")).await;
    let pointed: Vec<String> = links(&page, "#s-");
    for link in &pointed {
        let id = format!("id=\"{}\"", link.trim_start_matches('#'));
        assert_eq!(page.text.matches(&id).count(), 1, "{id} in {}", page.text);
    }
    let past = browser.get(&format!("/t/{table}/{seat}?at=1")).await;
    assert!(past.text.contains("<svg") && past.text.contains("As it is now"), "{}", past.text);
}

/// Rows of the log, now and in the past, show what is typed as code. A lone backtick is one.
#[tokio::test]
async fn a_row_of_the_log_shows_what_is_typed_as_code() {
    let parlour = Parlour::new(TOY);
    let (ann, bob) = (parlour.player("Ann", Lang::En), parlour.player("Bob", Lang::En));
    let table = parlour.table("toy", &[("talk", "")], &[&ann, &bob]);
    let text = Arg::Text("Then `pass` is next, not `.".to_owned());
    for (player, form) in [
        (&ann, OrderForm::new(word("choose")).with("number", 3)),
        (&bob, OrderForm::new(word("choose")).with("number", 3)),
        (&ann, OrderForm::new(word("signal")).with("text", text)),
    ] {
        let visitor = parlour.visitor(player, &format!("{player} {form}"));
        let mut session = parlour.club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let prompt = session.asked().unwrap().prompt.unwrap();
        assert!(matches!(session.order(prompt, form, true).unwrap(), OrderOutcome::Accepted { .. }));
    }
    let mut red = parlour.browser(&ann).await;
    let here = format!("/t/{table}/red");
    let page = red.get(&here).await;
    // The rows are shown with the latest first.
    let back = links(&page, "&at=").into_iter().next().unwrap();
    for shown in [red.get(&format!("{here}{back}")).await, page] {
        assert!(shown.text.contains("Then <code>pass</code> is next, not `."), "{}", shown.text);
        assert!(!shown.text.contains("`pass`"), "{}", shown.text);
    }
}
