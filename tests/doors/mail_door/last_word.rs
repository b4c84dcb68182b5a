//! Every command of this door with words that its page has no place for: a consent that is none.

use wardroom::book::Book;
use wardroom::words::Lang;

use super::{MailRoom, Sent};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";

#[tokio::test]
async fn no_word_behind_a_command_is_dropped() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "pace 3d").await;
    let to_bob = asked.iter().find(|got| got.to == BOB).unwrap().clone();
    let mut lines: Vec<String> = Vec::new();
    for verb in Book::of_door("mail").unwrap().verbs() {
        lines.extend(["not", "later", "if it is 3d"].map(|more| format!("{} {more}", verb.name)));
        lines.extend(["ではない", "あとで"].map(|more| format!("{} {more}", verb.ja)));
    }
    let player = room.club.people().known_at("mail", BOB).unwrap().unwrap();
    let stands = |room: &MailRoom| {
        let player = room.club.people().player(&player).unwrap().unwrap();
        (room.last(&table), room.store.tables().unwrap().len(), player.preferences)
    };
    let before = stands(&room);
    for together in lines.chunks(40) {
        room.pass(60 * 60);
        for line in together {
            let id = room.id();
            room.put(&Sent::answer(BOB, &to_bob, &id, line));
        }
        let answers = room.work().await;
        assert_eq!(answers.len(), together.len(), "{together:#?}");
        assert_eq!(stands(&room), before, "{together:#?}");
    }
    for (line, says) in [
        (
            "agree not yet",
            "`agree` takes no arguments (you typed “not yet”). For the opposite, type `object`.",
        ),
        ("list to port", "`list` takes no arguments (you typed “to port”)."),
        ("rematch soon", "You have no table “soon”."),
        ("need-player never", "The form is `need-player [OFF]`."),
        ("close not", "`close` takes no arguments (you typed “not”)."),
        ("list; who", "the limit is 1"),
    ] {
        room.pass(60 * 60);
        let answer = room.answer(BOB, &to_bob, line).await.remove(0);
        assert!(answer.text.contains(says), "{line}: {}", answer.text);
        assert!(answer.text.contains(", about time: "), "the question again: {}", answer.text);
        assert_eq!(stands(&room), before, "{line}");
    }
    let agreed = room.answer(BOB, &to_bob, "agree").await;
    assert!(room.last(&table) > before.0, "{agreed:#?}");
}

#[tokio::test]
async fn prose_is_no_order() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "close").await;
    let line = asked[0].text.lines().find_map(|line| line.split("one line: ").nth(1)).unwrap().to_owned();
    let asked = room.answer(ANN, &asked[0], &line).await;
    let to_bob = asked.iter().find(|got| got.to == BOB).unwrap().clone();
    let before = room.last(&table);
    for line in [
        "Agree with you that was bad luck.",
        "Object lesson for me, that",
        "Stop me if I am wrong",
        "Start the coffee",
        "List to port",
        "Resume normal service",
        "resume after Christmas",
        "Close enough",
        "Ready when you are",
        "Don",
        "Ag",
        "K",
        "y",
        "Bob",
        "同意。ではない。",
    ] {
        // After three mails that say nothing there is no answer for a day.
        room.pass(24 * 60 * 60);
        let answer = room.answer(BOB, &to_bob, line).await.remove(0);
        assert_eq!(room.last(&table), before, "{line}: {}", answer.text);
        assert!(answer.text.contains("`agree` or `object`"), "{line}: {}", answer.text);
    }
    let told = room
        .club
        .people()
        .player(&room.club.people().known_at("mail", BOB).unwrap().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(told.preferences.channels, None, "he is still told");
}

#[tokio::test]
async fn a_code_is_the_last_word_of_its_own_line_and_no_other_word_is_taken_for_one() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let closed = |room: &MailRoom| room.club.watch(&table, Lang::En).unwrap().around().closed;
    for line in ["close not", "close abcdefgh", "resign yes later", "new-address now", "unlink please"] {
        let answer = room.answer(ANN, &opened[0], line).await.remove(0);
        assert!(!closed(&room) && !answer.text.contains("this one line"), "{line}: {}", answer.text);
        assert!(
            answer.text.contains("takes no arguments") || answer.text.contains("is more than"),
            "{}",
            answer.text
        );
    }
    let asked = room.answer(ANN, &opened[0], "close").await.remove(0);
    let line = asked.text.lines().find_map(|line| line.split("one line: ").nth(1)).unwrap().to_owned();
    room.answer(ANN, &asked, &format!("{line} not")).await;
    assert!(!closed(&room), "the code is not the last word");
    room.answer(ANN, &asked, &format!("{line}.")).await;
    assert!(closed(&room), "a full stop behind it does no harm");
}
