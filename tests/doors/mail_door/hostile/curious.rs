//! What an answer tells whoever asks after tables, players and addresses of others.

use crate::mail_door::{BOT, Got, MailRoom, Sent, Setting};

use super::{ANN, BOB, EVE, Siege};

/// An answer, its text decoded, with placeholders of the same length for what is random, for codes, and for what was asked for.
fn masked(got: &Got, asked: &str) -> String {
    let mask = |word: &str| "#".repeat(word.len());
    let random = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_random = |word: &str| word.len() >= 20 && word.bytes().all(random);
    let head = got.raw.split("\r\n\r\n").next().unwrap();
    let text = format!("{head}\n\n{}", got.text).replace(asked, &mask(asked));
    let confirmed = text.split_once("this one line: ").and_then(|(_, line)| line.lines().next());
    let code = confirmed.and_then(|line| line.split(' ').next_back());
    let text = code.map_or(text.clone(), |code| text.replace(code, &mask(code)));
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let shown = |word: &str| {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_random(bare) { mask(bare) + &word[bare.len()..] } else { word.to_owned() }
    };
    words.map(shown).collect()
}

/// What comes of it when this mail is the next in a club that is otherwise always the same.
async fn asked(who: &str, anyone: bool, mail: impl Fn(&Siege) -> (Sent, String)) -> Vec<String> {
    let mut siege = Siege::of(Setting { anyone, ..Setting::default() }).await;
    let (sent, about) = mail(&siege);
    let sent = Sent { from: who.to_owned(), id: Some("probe@x.example".into()), ..sent };
    let came = siege.room.deliver(&sent).await;
    came.iter().filter(|got| got.to == who).map(|got| masked(got, &about)).collect()
}

#[tokio::test]
async fn a_stranger_learns_of_no_table_and_no_player() {
    for line in ["join TABLE", "TABLE", "table TABLE", "export TABLE", "show"] {
        let mut answers = Vec::new();
        for known in [true, false] {
            let probe = |siege: &Siege| {
                let table = if known { siege.tables[0].clone() } else { "goeben-2222".to_owned() };
                let text = line.replace("TABLE", &table);
                (Sent { to: BOT.into(), text, ..Sent::default() }, table)
            };
            answers.push(asked(EVE, true, probe).await);
            // With a token made up for a player there is, and for none.
            let probe = |siege: &Siege| {
                let ann = siege.room.club.people().known_at("mail", ANN).unwrap().unwrap();
                let player = if known { ann } else { "p-222222222222".to_owned() };
                let token = format!("{player}-{}", "a".repeat(26));
                let to = BOT.replace('@', &format!("+{token}@"));
                (Sent { to, text: line.replace("TABLE", "goeben-2222"), ..Sent::default() }, token)
            };
            answers.push(asked(EVE, true, probe).await);
        }
        assert_eq!(answers[0].len(), 1, "{answers:#?}");
        assert!(answers.iter().all(|answer| answer == &answers[0]), "{line}: {answers:#?}");
    }
}

#[tokio::test]
async fn a_player_learns_of_no_other_table_and_no_other_address() {
    let lines =
        ["join TABLE", "join TABLE commander", "decline TABLE", "table TABLE", "export TABLE", "audit TABLE"];
    for line in lines {
        let mut answers = Vec::new();
        for known in [true, false] {
            let probe = |siege: &Siege| {
                let table = if known { siege.tables[0].clone() } else { "goeben-2222".to_owned() };
                (Sent::answer(BOB, &siege.bob, "", &line.replace("TABLE", &table)), table)
            };
            answers.push(asked(BOB, true, probe).await);
        }
        assert!(answers[0].len() == 1 && answers[0] == answers[1], "{line}: {answers:#?}");
    }
    let mut answers = Vec::new();
    for address in [ANN, "amy@home.example"] {
        let mut room = MailRoom::new();
        room.start(ANN, "list").await;
        let opened = room.start(BOB, "new grand-fleet").await.remove(0);
        let mut said = Vec::new();
        for line in ["invite ADDRESS", "pass-seat ADDRESS", "who", "list", "log", "withdraw-offer"] {
            let came = room.answer(BOB, &opened, &line.replace("ADDRESS", address)).await;
            said.extend(came.iter().filter(|got| got.to == BOB).map(|got| masked(got, address)));
        }
        answers.push(said);
    }
    assert_eq!(answers[0].len(), 6, "{answers:#?}");
    assert_eq!(answers[0], answers[1]);
}
