//! Who may write, and what everybody else learns: nothing.

use super::{BOT, MailRoom, Sent, Setting};

const ANN: &str = "ann@home.example";
const EVE: &str = "eve@evil.example";

fn to(address: &str, from: &str, text: &str) -> Sent {
    Sent {
        from: from.into(),
        to: address.into(),
        id: Some(format!("{}@x.example", text.len())),
        text: text.into(),
        ..Sent::default()
    }
}

#[tokio::test]
async fn a_stranger_is_answered_when_their_mail_is_authentic_and_told_the_same_whatever_they_write() {
    let mut room = MailRoom::with(Setting { anyone: false, ..Setting::default() });
    let hello = room.deliver(&to(BOT, EVE, "hello")).await;
    let probe = room.deliver(&to(BOT, EVE, "join goeben-2222")).await;
    assert_eq!(hello.len(), 1);
    assert_eq!(hello[0].text, probe[0].text);
    let answered = room.answer(EVE, &hello[0], "new goeben").await;
    assert_eq!(answered[0].text, hello[0].text, "only players may start here");
    let mut room = MailRoom::with(Setting { authentic: false, ..Setting::default() });
    assert!(room.deliver(&to(BOT, EVE, "hello")).await.is_empty());
}

#[tokio::test]
async fn so_many_strangers_are_answered_in_a_day_and_no_more() {
    let mut room = MailRoom::new();
    let mut answered = 0;
    for number in 0..25 {
        answered += room.deliver(&to(BOT, &format!("s@x{number}.example"), "hi")).await.len();
    }
    assert_eq!(answered, 20);
    room.pass(24 * 60 * 60);
    // One domain gets half of the day's answers, whoever writes from there.
    let mut answered = 0;
    for number in 0..25 {
        answered += room.deliver(&to(BOT, &format!("s{number}@x.example"), "hi")).await.len();
    }
    assert_eq!(answered, 10);
    assert_eq!(room.deliver(&to(BOT, "other@y.example", "hi")).await.len(), 1);
    room.pass(24 * 60 * 60);
    assert_eq!(room.deliver(&to(BOT, "late@x.example", "hi")).await.len(), 1);
}

#[tokio::test]
async fn nothing_is_done_without_a_token_and_the_address_to_answer_comes_by_mail() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let before = room.last(&table);
    for forged in [BOT.to_owned(), BOT.replace('@', "+p-2222-abc@"), {
        let right = opened[0].reply_to.clone().unwrap();
        let (token, domain) = right.split_once('@').unwrap();
        let last = if token.ends_with('a') { 'b' } else { 'a' };
        format!("{}{last}@{domain}", &token[..token.len() - 1])
    }] {
        let answers = room.deliver(&to(&forged, ANN, &format!("discard goeben {forged}"))).await;
        assert_eq!(room.last(&table), before, "{answers:#?}");
        let [answer] = &answers[..] else { panic!("{answers:#?}") };
        assert!(answer.to == ANN && answer.text.contains("Nothing in it was carried out"), "{answer:#?}");
        assert_eq!(answer.reply_to, opened[0].reply_to, "the current address");
    }
    assert!(room.deliver(&to(BOT, ANN, "and a fourth")).await.is_empty(), "three such warnings an hour");
    let answers = room.answer(ANN, &opened[0], "show").await;
    assert_eq!(answers.len(), 1, "they do not use up her answers");
}

#[tokio::test]
async fn a_token_in_anothers_hands_does_nothing_and_its_player_is_told() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let before = room.last(&table);
    let answers = room.answer(EVE, &opened[0], "discard goeben").await;
    assert_eq!(room.last(&table), before);
    let [answer] = &answers[..] else { panic!("{answers:#?}") };
    assert!(answer.to == ANN && answer.text.contains("another address"), "{answer:#?}");
    assert!(!answer.raw.contains(EVE), "who it was is not repeated");
}

#[tokio::test]
async fn a_new_address_needs_a_code_and_ends_the_old_one() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let asked = room.answer(ANN, &opened[0], "new-address").await;
    let line = asked[0].text.lines().find_map(|line| line.split("one line: ").nth(1)).unwrap().to_owned();
    let again = room.answer(ANN, &asked[0], "show").await;
    assert_eq!(again[0].reply_to, opened[0].reply_to, "nothing is done by asking");
    let renewed = room.answer(ANN, &asked[0], &line).await;
    assert_ne!(renewed[0].reply_to, opened[0].reply_to);
    let old = room.answer(ANN, &opened[0], "discard goeben").await;
    assert!(old[0].text.contains("Nothing in it was carried out"), "{}", old[0].text);
    assert_eq!(old[0].reply_to, renewed[0].reply_to);
}

#[tokio::test]
async fn machines_and_those_who_want_nothing_are_not_answered() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let id = room.id();
    let mut away = Sent::answer(ANN, &opened[0], &id, "I am away");
    away.more = "Auto-Submitted: auto-replied\r\n".into();
    assert!(room.deliver(&away).await.is_empty());
    let never = room.answer(ANN, &opened[0], "never write to me again").await;
    assert!(never[0].text.contains("This mail is the last"), "{}", never[0].text);
    assert!(room.answer(ANN, &opened[0], "show").await.is_empty());
}

#[tokio::test]
async fn what_must_be_authentic_is_refused_otherwise() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let before = room.last(&table);
    room.distrust();
    let answers = room.answer(ANN, &opened[0], "collier WSI").await;
    assert_eq!(room.last(&table), before);
    assert!(answers[0].text.contains("DKIM"), "{}", answers[0].text);
}

#[tokio::test]
async fn one_click_stops_what_is_unasked_and_nothing_else() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet\ninvite bob@else.example").await;
    let invitation = opened.iter().find(|got| got.to == "bob@else.example").unwrap();
    let header = |name: &str| invitation.raw.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    assert_eq!(header("List-Unsubscribe-Post:"), Some("List-Unsubscribe=One-Click"), "{}", invitation.raw);
    let link = invitation.raw.split("https://club.example/unsubscribe/").nth(1).unwrap();
    let token = link.split('>').next().unwrap().replace("\r\n ", "");
    assert!(!room.courier.door.unsubscribe(&token.replace('a', "b")).unwrap());
    assert!(room.courier.door.unsubscribe(&token).unwrap());
    // It is no address to answer to.
    let forged = BOT.replace('@', &format!("+{token}@"));
    assert!(
        room.deliver(&to(&forged, "bob@else.example", "join")).await[0]
            .text
            .contains("Nothing in it was carried out")
    );
    let ann = opened.iter().find(|got| got.to == ANN).unwrap().clone();
    let after = room.answer(ANN, &ann, "withdraw-offer").await;
    assert_eq!(after.iter().filter(|got| got.to == "bob@else.example").count(), 0);
}

#[tokio::test]
async fn the_wish_for_no_more_mail_holds_for_strangers_too_and_the_answer_is_the_last() {
    for anyone in [true, false] {
        let mut room = MailRoom::with(Setting { anyone, ..Setting::default() });
        let hello = room.deliver(&to(BOT, EVE, "hello")).await;
        assert!(hello[0].text.contains("never write to me again"), "{}", hello[0].text);
        let wish = Sent::answer(EVE, &hello[0], "w@x.example", "never write to me again");
        let never = room.deliver(&wish).await;
        assert!(never.len() == 1 && never[0].text.contains("This mail is the last"), "{never:#?}");
        for late in [wish, to(BOT, EVE, "hello"), Sent::answer(EVE, &never[0], "l@x.example", "new goeben")] {
            assert!(room.deliver(&late).await.is_empty());
        }
        assert_eq!(room.club.people().known_at("mail", EVE).unwrap(), None, "nothing but a hash is kept");
    }
}

#[tokio::test]
async fn the_last_answer_of_an_hour_says_when_the_next_comes() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    for number in 1..=60 {
        room.pass(10);
        let answered = room.answer(ANN, &opened, "zone").await.remove(0);
        // The first of them was at 22:13:30.
        let says = answered.text.contains("carried out after 2023-11-14 23:13 (UTC)");
        assert_eq!(says, number == 60, "{number}: {}", answered.text);
    }
    assert!(room.answer(ANN, &opened, "collier WSI").await.is_empty() && room.lies());
    room.pass(60 * 60);
    let answered = room.work().await;
    assert!(
        answered.len() == 1 && answered[0].text.contains("> collier WSI") && !room.lies(),
        "{answered:#?}"
    );
}

#[tokio::test]
async fn a_carriers_address_with_dots_in_odd_places_is_answered() {
    let ken = "\"ken..tanaka.\"@docomo.example";
    let mut room = MailRoom::new();
    let opened = room.start(ken, "new goeben").await.remove(0);
    assert!(opened.raw.contains(&format!("\r\nTo: {ken}\r\n")), "{}", opened.raw);
    assert!(opened.raw.starts_with(&format!("Delivered-To: {ken}\r\n")), "{}", opened.raw);
    let invited = room.start(ANN, "new grand-fleet\ninvite .a@docomo.example").await;
    assert!(invited[1].raw.contains("\r\nTo: \".a\"@docomo.example\r\n"), "{invited:#?}");
    let answered = room.answer("ken..tanaka.@docomo.example", &opened, "collier WSI").await;
    assert!(
        answered[0].text.contains("> collier WSI") && answered[0].reply_to == opened.reply_to,
        "{answered:#?}"
    );
}
