//! From a mail to the board: the link in a mail opens nothing but in the browser of its player, and mails a code to nobody else.

use std::sync::Arc;

use wardroom::club::MAIL;
use wardroom::door::play::answer::BoardHandler;

use super::client::Browser;
use super::{HERE, TOY};
use crate::mail_door::{Got, MailRoom, Setting};

const ANN: &str = "ann@home.example";

/// The address of a link in a mail that begins so, without the host.
fn link(got: &Got, begin: &str) -> String {
    let from = got.text.find(&format!("{HERE}{begin}")).unwrap_or_else(|| panic!("{}", got.text));
    let link = got.text[from + HERE.len()..].split_whitespace().next().unwrap();
    link.to_owned()
}

/// A table opened by mail, and the mail about it.
async fn opened() -> (MailRoom, Arc<BoardHandler>, Got) {
    let mut room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
    let got = room.start(ANN, "new toy red").await.pop().unwrap();
    let handler = Arc::new(BoardHandler::new(room.club.clone(), MAIL).unwrap());
    (room, handler, got)
}

#[tokio::test]
async fn a_link_in_a_mail_leads_to_a_code_by_mail_and_then_to_the_seat_by_one_tap() {
    let (mut room, handler, got) = opened().await;
    let (mailed, table) = (link(&got, "/mail/"), room.table_of(ANN));
    let mut browser = Browser::new(&handler);
    // Whoever the mail was passed on to, and a program that looks at links, opens nothing.
    for _ in 0..3 {
        let shown = browser.get(&mailed).await;
        assert!(shown.status == 200 && shown.text.contains("Mail me a link"), "{}", shown.text);
        assert!(browser.cookies.is_empty() && room.tick().await.is_empty());
    }
    let sent = browser.post(&mailed, &[]).await;
    assert!(sent.text.contains("a mail is on its way") && browser.cookies.is_empty(), "{}", sent.text);
    let [code] = &room.tick().await[..] else { panic!() };
    assert_eq!(code.to, ANN);
    let button = format!("href=\"{HERE}{}\"", link(code, "/enter/"));
    assert!(code.html.contains(&button) && code.html.contains(">Open the board</a>"), "{}", code.html);
    assert!(code.html.contains("The link is good once") && code.text.contains("\nThe link is good once"));
    let entered = browser.post(&link(code, "/enter/"), &[]).await;
    let seat = format!("/t/{table}/red");
    assert_eq!((entered.status, entered.location()), (303, Some(seat.as_str())));
    assert_eq!(browser.get(&seat).await.status, 200);
    // From now on it is one tap.
    let tapped = browser.get(&mailed).await;
    assert_eq!((tapped.status, tapped.location()), (303, Some(seat.as_str())));
}

#[tokio::test]
async fn the_page_is_the_same_for_a_link_that_is_none_and_mails_are_few() {
    let (mut room, handler, got) = opened().await;
    let mailed = link(&got, "/mail/");
    let mut browser = Browser::new(&handler);
    let (shown, sent) = (browser.get(&mailed).await, browser.post(&mailed, &[]).await);
    assert_eq!(room.tick().await.len(), 1);
    for none in ["/mail/", "/mail/x", &mailed[..mailed.len() - 1]] {
        assert_eq!(browser.get(none).await.text, shown.text);
        assert_eq!(browser.post(none, &[]).await.text, sent.text);
    }
    // Another site cannot have mails sent.
    let headers = [("origin", "https://evil.example")];
    assert_eq!(browser.send(axum::http::Method::POST, &mailed, "", &headers).await.status, 403);
    assert_eq!(browser.post(&mailed, &[]).await.text, sent.text);
    assert!(room.tick().await.is_empty(), "not within a minute");
    let mut mails = 1;
    for _ in 0..10 {
        room.pass(61);
        assert_eq!(browser.post(&mailed, &[]).await.text, sent.text);
        mails += room.tick().await.len();
    }
    assert_eq!(mails, 6, "a day");
}

#[tokio::test]
async fn the_answer_to_browser_has_the_link_as_a_button_too() {
    let (mut room, _, got) = opened().await;
    let [answer] = &room.answer(ANN, &got, "browser").await[..] else { panic!() };
    let button = format!("href=\"{HERE}{}\"", link(answer, "/enter/"));
    assert!(
        answer.html.contains(&button) && answer.html.contains("The link is good once"),
        "{}",
        answer.html
    );
    let [answer] = &room.answer(ANN, answer, "browser off").await[..] else { panic!() };
    assert!(answer.text.contains("Your sessions are ended") && !answer.html.contains("/enter/"));
}

#[tokio::test]
async fn a_link_of_a_forgotten_player_sends_nothing() {
    let (mut room, handler, got) = opened().await;
    let (mailed, ann) = (link(&got, "/mail/"), room.visitor(ANN).player);
    room.club.people().forget(&ann, "mail").unwrap();
    let mut browser = Browser::new(&handler);
    assert_eq!(browser.post(&mailed, &[]).await.status, 200);
    assert!(room.tick().await.iter().all(|mail| !mail.text.contains("/enter/")));
}
