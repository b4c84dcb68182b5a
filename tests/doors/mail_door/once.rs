//! Each mail is done once, whatever becomes of the process and of the mail.

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use wardroom::club::Visitor;
use wardroom::club::session::OrderOutcome;
use wardroom::game::{Arg, OrderForm, Word};
use wardroom::waits::Waits;
use wardroom::words::Lang;

use super::fuse::Fuse;
use super::{Got, MailRoom, Sent, Setting, delivered_again, schedules};
use crate::common::Luck;
use crate::discord_courier::table::TOY;

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";

#[tokio::test]
async fn the_same_mail_twice_is_answered_as_the_first_time_and_another_under_its_id_is_refused() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let order = Sent::answer(ANN, &opened[0], "one@home.example", "collier WSI");
    let first = room.deliver(&order).await;
    let after = room.last(&table);
    let again = room.deliver(&delivered_again(&order)).await;
    assert_eq!(room.last(&table), after);
    assert_eq!((&again[0].text, &again[0].id), (&first[0].text, &first[0].id));
    let other = Sent::answer(ANN, &opened[0], "one@home.example", "undo");
    let refused = room.deliver(&other).await;
    assert_eq!(room.last(&table), after);
    assert!(refused[0].text.contains("a different text"), "{}", refused[0].text);
}

/// Two at a game of the toy, where Ann is to move; with the last mail of each.
async fn at_anns_turn() -> (MailRoom, String, [Got; 2]) {
    let mut room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
    let table = schedules::begin(&mut room).await;
    let all = room.all_out();
    let last = [ANN, BOB].map(|who| all.iter().rfind(|got| got.to == who).unwrap().clone());
    (room, table, last)
}

#[tokio::test]
async fn what_was_refused_is_not_carried_out_later_by_whoever_stood_still_on_it() {
    let (mut room, table, [to_ann, _]) = at_anns_turn().await;
    let (club, visitor) = (room.club.clone(), room.visitor(BOB));
    let by_bob = || {
        let visitor = Visitor { key: "one mail".to_owned(), ..visitor.clone() };
        club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap()
    };
    // Two processes read the same mail; it is not Bob's turn.
    let (mut one, mut other) = (by_bob(), by_bob());
    let why = "It is not your turn.";
    assert!(matches!(one.refuse(why).unwrap(), OrderOutcome::Refused(said) if said == why));
    room.answer(ANN, &to_ann, "pass").await;
    let after = room.last(&table);
    let prompt = by_bob().asked().unwrap().prompt.expect("it is now");
    let late = other.order(prompt, OrderForm::new(Word::literal("pass")), false).unwrap();
    assert!(matches!(late, OrderOutcome::Refused(_)));
    assert_eq!(room.last(&table), after);
}

#[tokio::test]
async fn what_an_answer_tells_that_never_goes_out_is_told_by_the_next() {
    let (mut room, _, [to_ann, to_bob]) = at_anns_turn().await;
    room.answer(ANN, &to_ann, "signal Smoke on the horizon.").await;
    room.break_out(true);
    assert!(room.answer(BOB, &to_bob, "pass").await.is_empty());
    // As by a process that stood still on it, while another answered it and put it away.
    for name in room.lying() {
        std::fs::remove_file(room.root.join("in/new").join(name)).unwrap();
    }
    room.break_out(false);
    let told = room.answer(BOB, &to_bob, "pass").await.remove(0);
    assert!(told.text.contains("Smoke on the horizon."), "{}", told.text);
}

#[tokio::test]
async fn an_order_whose_answer_could_not_go_out_is_done_once_and_answered_later() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    room.break_out(true);
    let order = Sent::answer(ANN, &opened[0], "one@home.example", "collier WSI");
    assert!(room.deliver(&order).await.is_empty());
    let after = room.last(&table);
    room.break_out(false);
    room.pass(301);
    let answered = room.work().await;
    assert_eq!(room.last(&table), after);
    assert!(answered.len() == 1 && answered[0].text.contains("> collier WSI"), "{answered:#?}");
}

#[tokio::test]
async fn a_mail_that_is_left_alone_is_looked_at_again_as_soon_as_it_may_be_answered() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    // Time passes when it is waited for.
    let (now, passes) = (room.clock.clone(), room.clock.clone());
    let now = move || now.now.load(Ordering::SeqCst);
    room.intake.courier.waits = Waits::with(
        Arc::new(now.clone()),
        Arc::new(Duration::default),
        Arc::new(move |pause| {
            passes.now.fetch_add(pause.as_secs().cast_signed(), Ordering::SeqCst);
            Box::pin(ready(()))
        }),
    );
    room.break_out(true);
    let order = Sent::answer(ANN, &opened[0], "one@home.example", "collier WSI");
    assert!(room.deliver(&order).await.is_empty());
    let since = now();
    room.break_out(false);
    assert!(room.work().await.is_empty());
    assert_eq!(now() - since, 5, "as long as a line that broke is left alone");
    assert_eq!(room.work().await.len(), 1);
}

#[tokio::test]
async fn a_mail_that_comes_while_the_store_is_away_is_answered_when_it_is_back() {
    let fuse = Arc::new(Fuse::new());
    let mut room = MailRoom::on(Setting::default(), fuse.store(), fuse.clone());
    let opened = room.start(ANN, "new goeben").await;
    room.put(&Sent::answer(ANN, &opened[0], "one@home.example", "collier WSI"));
    // Whoever reads the mail has the right to, and that is the last that is stored.
    fuse.lasts(Some(2));
    room.intake.round().await.unwrap();
    assert!(fuse.is_burnt() && room.out().is_empty());
    fuse.lasts(None);
    room.pass(6);
    let answered = room.work().await;
    assert!(answered.len() == 1 && answered[0].text.contains("> collier WSI"), "{answered:#?}");
}

/// The notes of a player's mails, under this part of their keys.
fn notes(room: &MailRoom, part: &str) -> Vec<String> {
    let notes = room.club.notes().with_prefix("mail", "of/").unwrap();
    notes.into_iter().map(|(key, _)| key).filter(|key| key.contains(part)).collect()
}

#[tokio::test]
async fn a_mail_that_was_cut_off_by_a_kill_goes_on_where_it_stopped() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let (before, kept) = (room.last(&table), notes(&room, "/answer/"));
    // What a kill behind the first of two lines leaves: its order in the log, and no answer.
    room.deliver(&Sent::answer(ANN, &opened[0], "one@home.example", "load goeben wireless")).await;
    let first = room.last(&table);
    for key in notes(&room, "/answer/").into_iter().filter(|key| !kept.contains(key)) {
        room.club.notes().put("mail", &key, None).unwrap();
    }
    let whole = "load goeben wireless\ncollier WSI";
    let answered = room.deliver(&Sent::answer(ANN, &opened[0], "one@home.example", whole)).await;
    let text = &answered[0].text;
    assert!(before < first && first < room.last(&table), "{text}");
    let log = room.club.watch(&table, wardroom::words::Lang::En).unwrap().log(20).unwrap().join("\n");
    assert_eq!(log.matches("takes Wireless").count(), 1, "once: {log}");
    assert!(text.contains("> load goeben wireless") && text.contains("> collier WSI"), "{text}");
}

#[tokio::test]
async fn a_line_of_several_orders_goes_on_behind_the_last_that_was_given() {
    for given in [false, true] {
        let mut room = MailRoom::new();
        let opened = room.start(ANN, "new goeben").await;
        let table = room.table_of(ANN);
        let kept = notes(&room, "/answer/");
        room.deliver(&Sent::answer(ANN, &opened[0], "one@home.example", "load goeben wireless")).await;
        let first = room.last(&table);
        let player = room.club.people().known_at("mail", ANN).unwrap().unwrap();
        let answer = notes(&room, "/answer/").into_iter().find(|key| !kept.contains(key)).unwrap();
        room.club.notes().put("mail", &answer, None).unwrap();
        let name = answer.strip_prefix(&format!("of/{player}/answer/")).unwrap();
        // Killed before the second order was given, or behind it.
        let progress = if given {
            r#"{"line":0,"given":0,"with":"load goeben wireless; collier WSI","without":"collier WSI"}"#
        } else {
            r#"{"line":0,"given":1,"with":"collier WSI","without":""}"#
        };
        room.club
            .notes()
            .put_of_player("mail", &player, &format!("progress/{name}"), Some(progress))
            .unwrap();
        let whole = "load goeben wireless; collier WSI";
        let answered = room.deliver(&Sent::answer(ANN, &opened[0], "one@home.example", whole)).await;
        assert!(first < room.last(&table), "{}", answered[0].text);
        let log = room.club.watch(&table, wardroom::words::Lang::En).unwrap().log(20).unwrap().join("\n");
        assert_eq!(log.matches("takes Wireless").count(), 1, "once: {log}");
        assert!(notes(&room, "/progress/").is_empty(), "nothing is left over");
    }
}

#[tokio::test]
async fn what_is_kept_of_a_player_is_erased_with_them() {
    let mut room = MailRoom::new();
    room.start(ANN, "new goeben").await;
    let player = room.club.people().known_at("mail", ANN).unwrap().unwrap();
    assert!(!notes(&room, &player).is_empty());
    room.club.people().forget(&player, "mail").unwrap();
    assert_eq!(notes(&room, &player), Vec::<String>::new());
}

/// What happened by another door is told by the next mail, once, below the question.
#[tokio::test]
async fn what_happened_by_another_door_is_told_once_below_the_question() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let mut session = room.club.watch(&table, Lang::En).unwrap().sit(room.visitor(ANN), None).unwrap();
    let mut luck = Luck::of(1);
    for _ in 0..25 {
        let asked = session.asked().unwrap();
        let Some(prompt) = asked.prompt else { break };
        let form = asked.options.sample(&mut |n| luck.below(n)).expect("a legal order");
        session.order(prompt, form, true).unwrap();
    }
    let text = room.answer(ANN, &opened[0], "zone London").await.remove(0).text;
    let (question, told) = text.split_once("\nSince your last mail\n").unwrap_or_else(|| panic!("{text}"));
    assert!(question.contains("Your decision: "), "{text}");
    let (told, _) = told.split_once("> zone London").unwrap();
    assert!(told.lines().count() > 6 && told.contains("intelligence"), "all of it: {text}");
    assert_eq!(text.matches("Since your last mail").count(), 1, "{text}");
    let again = room.answer(ANN, &opened[0], "zone London").await.remove(0).text;
    assert!(!again.contains("Since your last mail"), "nothing happened since: {again}");
}

/// The deeds of others between the making of a mail and its sending, or while a mail is carried out, are told by that mail or the next.
#[tokio::test]
async fn what_others_do_while_a_mail_is_made_and_sent_is_told() {
    let (mut room, table, [_, to_bob]) = at_anns_turn().await;
    let signal = |room: &MailRoom, text: &str| {
        let visitor = Visitor { key: text.to_owned(), ..room.visitor(ANN) };
        let mut session = room.club.watch(&table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let prompt = session.asked().unwrap().prompt.expect("it is Ann's turn");
        let form = OrderForm::new(Word::literal("signal")).with("text", Arg::Text(text.to_owned()));
        assert!(matches!(session.order(prompt, form, false).unwrap(), OrderOutcome::Accepted { .. }));
    };
    // Made, and not sent yet.
    room.break_out(true);
    let plan = Sent::answer(BOB, &to_bob, "plan@home.example", "plan pass");
    assert!(room.deliver(&plan).await.is_empty());
    signal(&room, "Smoke on the horizon.");
    room.break_out(false);
    room.pass(301);
    let sent = room.work().await;
    let made = sent.iter().find(|got| got.text.contains("> plan pass")).expect("the answer");
    assert!(!made.text.contains("Smoke on the horizon."), "{}", made.text);
    let next = room.answer(BOB, made, "time").await.remove(0).text;
    assert_eq!(next.matches("Smoke on the horizon.").count(), 1, "{next}");

    // Begun, and cut off by a kill before its only line was carried out; what it does is in no log.
    let kept = notes(&room, "/answer/");
    let before = room.last(&table);
    let plan = Sent::answer(BOB, made, "other@home.example", "plan pass then pass");
    room.deliver(&plan).await;
    let player = room.club.people().known_at("mail", BOB).unwrap().unwrap();
    let answer = notes(&room, "/answer/").into_iter().find(|key| !kept.contains(key)).unwrap();
    room.club.notes().put("mail", &answer, None).unwrap();
    let name = answer.strip_prefix(&format!("of/{player}/answer/")).unwrap();
    let progress =
        format!(r#"{{"begun":["{table}",{before},{before}],"line":0,"given":0,"with":"","without":""}}"#);
    room.club.notes().put_of_player("mail", &player, &format!("progress/{name}"), Some(&progress)).unwrap();
    signal(&room, "Two funnels.");
    let again = room.deliver(&delivered_again(&plan)).await.remove(0).text;
    assert!(again.contains("> plan pass then pass"), "{again}");
    assert_eq!(again.matches("Two funnels.").count(), 1, "{again}");
}

/// A mail that is not carried out because it was not confirmed never is, however often it comes; one that confirms it is.
#[tokio::test]
async fn an_order_that_is_grave_waits_for_a_mail_that_confirms_it() {
    let mut room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
    let opened = room.start(ANN, "new toy seats=1").await;
    let table = room.table_of(ANN);
    let five = room.answer(ANN, &opened[0], "flip; flip; flip; flip; flip").await.remove(0);
    assert!(
        five.text.contains("Careful: that is the last token."),
        "it is said with the question: {}",
        five.text
    );
    let before = room.last(&table);
    let mail = Sent::answer(ANN, &five, "grave@home.example", "flip; pass\nsignal On we go.");
    let first = room.deliver(&mail).await.remove(0);
    let asks = "This order is not done yet. To do it anyway, type `flip anyway`";
    assert!(first.text.contains(asks) && first.text.contains("> signal On we go."), "{}", first.text);
    assert_eq!(room.last(&table), before, "nothing of the mail is done");
    let again = room.deliver(&delivered_again(&mail)).await.remove(0);
    assert_eq!((&again.text, &again.id), (&first.text, &first.id));
    room.start_again();
    // The one before has the mailbox until its lease is over.
    room.pass(300);
    let later = room.deliver(&delivered_again(&delivered_again(&mail))).await;
    assert!(
        !later.is_empty() && later.iter().all(|got| got.text.contains(asks)),
        "another process carries it out no more"
    );
    assert_eq!(room.last(&table), before);
    let done = room.answer(ANN, &first, "flip anyway; pass").await.remove(0);
    assert!(done.text.contains("Flipped") && done.text.contains("Passed"), "{}", done.text);
    assert_eq!(room.last(&table), before + 4);
}
