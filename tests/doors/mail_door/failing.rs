//! Addresses that mail does not reach, and who is told of that.

use std::sync::Arc;

use wardroom::club::Visitor;
use wardroom::club::personal::{PersonalNotice, Tells};
use wardroom::door::mail::wording::AtMail;
use wardroom::words::{Lang, Words};

use super::{Got, MailRoom};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";

/// What a mail server writes when it could not deliver a mail of ours.
fn bounce(got: &Got) -> String {
    format!(
        "Return-Path: <>\r\nFrom: mailer-daemon@relay.example\r\nTo: bot@club.example\r\nSubject: failed\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n\
         --b\r\n\r\nIt does not exist.\r\n\
         --b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; relay.example\r\n\r\n\
         Final-Recipient: rfc822; {}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n\
         --b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <{}>\r\n\r\n--b--\r\n",
        got.to, got.id
    )
}

async fn bounced(room: &mut MailRoom, got: &Got) -> Vec<Got> {
    room.lay(bounce(got).as_bytes());
    room.work().await
}

/// What somebody is to be told in Discord.
fn in_discord(room: &MailRoom) -> Vec<(String, PersonalNotice)> {
    let due = room.club.personal().due("discord").unwrap();
    due.into_iter().map(|(id, _, notice)| (id, notice)).collect()
}

#[tokio::test]
async fn those_who_wait_for_somebody_who_is_not_reached_are_told_once_where_they_play() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet").await.remove(0);
    let table = room.table_of(ANN);
    let player = room.club.people().meet("discord", "7", "Rin", Lang::Ja).unwrap().id;
    let rin = Visitor { player, door: Arc::new(AtMail), key: "join".to_owned(), receipts: None };
    room.club.join(&table, &rin, None, Lang::En).unwrap();
    let seated = room.tick().await.remove(0);
    assert!(in_discord(&room).is_empty());
    for got in [&opened, &seated] {
        assert!(bounced(&mut room, got).await.is_empty(), "nobody else has mail");
        let [(_, notice)] = &in_discord(&room)[..] else { panic!("told once") };
        assert!(
            matches!(&notice.tells, Tells::Unreached { table: told, .. } if *told == table),
            "{notice:?}"
        );
        let said = notice.in_words(&Words::read().unwrap(), Lang::Ja, "", &wardroom::pace::Zone::UTC);
        assert!(said.contains("イギリスのプレイヤーにメールが届いていません"), "{said}");
    }
    let [(id, _)] = &in_discord(&room)[..] else { panic!("told once") };
    room.club.personal().put("discord", id, None).unwrap();
    bounced(&mut room, &seated).await;
    assert!(in_discord(&room).is_empty(), "they know");
    // She writes, so her mail arrives; then it does not any more.
    let answered = room.answer(ANN, &opened, "who").await.remove(0);
    bounced(&mut room, &answered).await;
    assert_eq!(in_discord(&room).len(), 1);
}

#[tokio::test]
async fn an_invitation_to_an_address_that_does_not_exist_is_told_by_mail_and_nobody_writes_there_again() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet").await.remove(0);
    let table = room.table_of(ANN);
    let invited = room.answer(ANN, &opened, &format!("invite {BOB}")).await;
    assert_eq!(invited[1].to, BOB);
    let forged = Got { id: invited[1].id.replace('a', "b"), ..invited[1].clone() };
    assert!(bounced(&mut room, &forged).await.is_empty(), "anyone can write a report");
    let told = bounced(&mut room, &invited[1]).await;
    let [told] = &told[..] else { panic!("{told:#?}") };
    assert!(told.to == ANN && told.subject.contains(&table), "{told:#?}");
    assert!(
        told.text.contains("Mail to the player of Germany") && told.reply_to == opened.reply_to,
        "{told:#?}"
    );
    assert!(bounced(&mut room, &invited[1]).await.is_empty() && room.tick().await.is_empty(), "once");
    let after = room.answer(ANN, told, "withdraw-offer").await;
    assert!(after.iter().all(|got| got.to == ANN), "{after:#?}");
}

#[tokio::test]
async fn who_wants_no_mail_or_gets_none_is_not_told_by_mail() {
    for line in ["stop", "never write to me again"] {
        let mut room = MailRoom::new();
        let (_, last) = room.duel([ANN, BOB], Lang::En).await;
        room.answer(ANN, &last[ANN], line).await;
        assert!(bounced(&mut room, &last[BOB]).await.is_empty(), "{line}");
    }
    let mut room = MailRoom::new();
    let (_, last) = room.duel([ANN, BOB], Lang::En).await;
    assert_eq!(bounced(&mut room, &last[BOB]).await.len(), 1);
    assert!(bounced(&mut room, &last[ANN]).await.is_empty(), "neither is reached");
}
