//! Somebody who is invited: what the invitation says, and answers that are not `join`.

use super::{BOT, MailRoom, Sent};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";

#[tokio::test]
async fn whoever_is_invited_and_says_yes_is_asked_once_and_told_what_to_write() {
    let mut room = MailRoom::new();
    let came = room.start(ANN, &format!("new grand-fleet\ninvite {BOB}")).await;
    let table = room.table_of(ANN);
    let invitation = came.iter().find(|got| got.to == BOB).unwrap().clone();
    let before = room.last(&table);
    for line in [
        "Yes, I would love to!",
        "I accept",
        "Sure, count me in",
        "承知しました。",
        "はい、喜んで",
        "I'd love to play",
    ] {
        room.pass(60 * 60);
        let answer = room.answer(BOB, &invitation, line).await.remove(0);
        assert_eq!(room.last(&table), before, "{line}");
        let text = &answer.text;
        assert!(text.contains("one line: `join`") || text.contains("「参加」と一行だけ"), "{line}: {text}");
        assert!(!text.contains("You have no seat"), "{line}: {text}");
    }
    let refused = room.answer(BOB, &invitation, "who are you").await.remove(0);
    assert!(refused.text.contains("`join` takes it, `decline` declines it"), "{}", refused.text);
    room.answer(BOB, &invitation, "join").await;
    assert!(room.last(&table) > before);
}

#[tokio::test]
async fn an_invitation_names_who_invites_and_links_to_nothing() {
    let advertisement = "\"FREE MONEY https://evil.example/win?x=1 call +1 555\"";
    for (from, shown) in [
        (format!("{advertisement} <{ANN}>"), "ann@home.example invites you".to_owned()),
        (format!("Ann Archer <{ANN}>"), "Ann Archer (ann@home.example) invites you".to_owned()),
    ] {
        let mut room = MailRoom::new();
        let hello = Sent { from: from.clone(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        let welcome = room.deliver(&hello).await.remove(0);
        let id = room.id();
        let opens = Sent::answer(&from, &welcome, &id, &format!("new grand-fleet\ninvite {BOB}"));
        let came = room.deliver(&opens).await;
        let invitation = came.iter().find(|got| got.to == BOB).unwrap();
        assert!(invitation.text.contains(&shown), "{}", invitation.text);
        let body = invitation.raw.split_once("\r\n\r\n").unwrap().1;
        for link in ["http", "evil.example", "FREE"] {
            assert!(!body.contains(link), "{link}: {}", invitation.raw);
        }
    }
}
