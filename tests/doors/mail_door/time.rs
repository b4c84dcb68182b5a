//! Time at a table, by mail: a pace, a pause, an absence, in both languages.

use std::sync::Arc;

use wardroom::club::Visitor;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::words::Lang;

use super::{Got, MailRoom};
use crate::common::store::damage;

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";

fn to<'a>(mails: &'a [Got], who: &str) -> &'a Got {
    mails.iter().find(|got| got.to == who).unwrap_or_else(|| panic!("nothing to {who}: {mails:#?}"))
}

#[tokio::test]
async fn a_pace_is_agreed_on_by_mail_and_each_question_says_until_when() {
    let mut room = MailRoom::new();
    let (_, last) = room.duel([ANN, BOB], Lang::Ja).await;
    let wrong = room.answer(ANN, &last[ANN], "pace 2d overdue explode\ntime").await;
    let text = &to(&wrong, ANN).text;
    assert!(text.contains("“explode” is not an agreement for when time is up"), "{text}");
    assert!(!text.contains("No pace is agreed"), "what follows a slip is not done: {text}");
    let asked = room.answer(ANN, to(&wrong, ANN), "zone Berlin\npace 2d grace 12h overdue substitute").await;
    let text = &to(&asked, ANN).text;
    assert!(text.contains("pace of decisions: 2d; 12 hours of grace after a deadline"), "{text}");
    assert!(text.contains("A decision raised now would be due by 2023-"), "{text}");
    let text = &to(&asked, BOB).text;
    assert!(text.contains("時間についての提案：決定の期限：2日"), "{text}");
    assert!(text.contains("いま求められた決定の締切は2023-"), "who is asked reads it too: {text}");
    let agreed = room.answer(BOB, to(&asked, BOB), "時間帯 東京\n同意\n時間").await;
    let text = &to(&agreed, BOB).text;
    assert!(text.contains("時間の取り決め：決定の期限：2日") && text.contains("（東京）"), "{text}");
    let text = &to(&agreed, ANN).text;
    assert!(text.contains("another player may take this seat") && text.contains("(Europe/Berlin)"), "{text}");
    let listed = room.answer(ANN, to(&agreed, ANN), "list").await;
    let text = &to(&listed, ANN).text;
    assert!(
        text.contains("has waited for you since 2023-") && text.contains("(Europe/Berlin); due 2023-"),
        "{text}"
    );
}

/// Whoever a computer player stands in for is written to, and takes the seat back by an answer.
#[tokio::test]
async fn whoever_a_computer_stands_in_for_comes_back_by_mail() {
    let mut room = MailRoom::new();
    let (_, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "pace 1d grace 6h overdue captain").await;
    let agreed = room.answer(BOB, to(&asked, BOB), "agree\ntime").await;
    let said = "when time is up, a computer player (captain) stands in";
    assert!(to(&agreed, BOB).text.contains(said), "{}", to(&agreed, BOB).text);
    let mut came = Vec::new();
    for _ in 0..31 * 12 {
        room.pass(300);
        while room.club.time().keep().unwrap() > 0 {}
        came.extend(room.tick().await);
    }
    let told = came.iter().find(|got| got.text.contains("and a computer player stands in at"));
    let told = told.unwrap_or_else(|| panic!("{came:#?}"));
    let back = room.answer(&told.to.clone(), told, "join\nwho").await;
    let text = &to(&back, &told.to).text;
    assert!(text.contains("You have the seat"), "{text}");
}

#[tokio::test]
async fn a_player_sets_reminders_and_quiet_hours_with_a_table_and_without() {
    let mut room = MailRoom::new();
    let set = room.start("eve@home.example", "zone Tokyo\nreminders 1d, 6h before\nquiet 22:00-08:00").await;
    let text = &set[0].text;
    for said in [
        "(Asia/Tokyo).",
        "1d after the question: 2023-",
        "; 6h before the deadline.",
        "22:00-08:00 Asia/Tokyo",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let (_, last) = room.duel([ANN, BOB], Lang::Ja).await;
    let set = room
        .answer(BOB, &last[BOB], "時間帯 東京\nリマインダー 1日、締切の6時間前\nおやすみ時間 22:00〜8:00")
        .await;
    let text = &to(&set, BOB).text;
    assert!(
        text.contains("リマインダー：質問の1日後：2023-")
            && text.contains("締切の6時間前。")
            && text.contains("22:00〜08:00 東京"),
        "{text}"
    );
    let wrong = room.answer(ANN, &last[ANN], "reminders soon").await;
    assert!(to(&wrong, ANN).text.contains("“soon” is not a reminder"), "{}", to(&wrong, ANN).text);
}

/// A game that begins with its players' word; who has still to say it is written to.
#[tokio::test]
async fn a_game_waits_for_its_players_to_be_ready() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet british ready").await.remove(0);
    assert!(opened.text.contains("Answer `ready` when you are"), "{}", opened.text);
    let table = room.table_of(ANN);
    let listed = room.start(BOB, "open-seats").await.remove(0);
    let joined = room.answer(BOB, &listed, &format!("join {table} german\nready\nlist")).await;
    let bob = to(&joined, BOB);
    assert!(bob.text.contains("Ready: Germany. Not ready yet: Britain."), "{}", bob.text);
    let ann = to(&joined, ANN);
    assert!(ann.text.contains("are you ready?"), "{}", ann.text);
    let began = room.answer(ANN, ann, "準備完了").await;
    assert!(to(&began, ANN).text.contains("The game begins."), "{}", to(&began, ANN).text);
}

/// Luck of the players is asked for in the first mail, once.
#[tokio::test]
async fn the_first_mail_asks_for_luck_where_it_counts() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet british dice=players").await.remove(0);
    assert!(opened.text.contains("answer `luck` with any words"), "{}", opened.text);
    let given = room.answer(ANN, &opened, "luck seven grey cats").await;
    assert!(!to(&given, ANN).text.contains("`luck` with any words"), "{}", to(&given, ANN).text);
}

/// The same game once more: who asks opens it, the other is invited, and asking is accepting.
#[tokio::test]
async fn a_rematch_is_one_table_whoever_asks() {
    let mut room = MailRoom::new();
    let (old, last) = room.duel([ANN, BOB], Lang::En).await;
    let rematch = format!("rematch {old}");
    let sure = room.answer(ANN, &last[ANN], "resign yes").await;
    let line = to(&sure, ANN).text.lines().find_map(|line| line.split("one line: ").nth(1));
    let line = line.expect("a line to answer with").to_owned();
    let over = room.answer(ANN, to(&sure, ANN), &line).await;
    let again = room.answer(ANN, to(&over, ANN), &rematch).await;
    let text = &to(&again, ANN).text;
    assert!(text.contains("where you play") && text.contains("is kept for each of the others"), "{text}");
    assert!(to(&again, BOB).text.contains("join"), "{}", to(&again, BOB).text);
    let accepted = room.answer(BOB, to(&over, BOB), &rematch).await;
    assert!(to(&accepted, BOB).text.contains("where you play"), "{}", to(&accepted, BOB).text);
}

/// The opener of a rematch from another door is who asked for it there, not the first who joins by mail.
#[tokio::test]
async fn a_rematch_from_another_door_keeps_its_opener() {
    let mut room = MailRoom::new();
    let (old, last) = room.duel([ANN, BOB], Lang::En).await;
    let sure = room.answer(ANN, &last[ANN], "resign yes").await;
    let line = to(&sure, ANN).text.lines().find_map(|line| line.split("one line: ").nth(1));
    let over = room.answer(ANN, to(&sure, ANN), line.expect("a line to answer with")).await;
    let watched = room.club.watch(&old, Lang::Ja).unwrap();
    let ann = room.club.people().known_at("mail", ANN).unwrap().unwrap();
    let door = Arc::new(AtTerminal { play: String::new() });
    let visitor = Visitor { player: ann.clone(), door, key: "elsewhere".to_owned(), receipts: None };
    let (new, _) = watched.sit(visitor, None).unwrap().rematch().unwrap().unwrap();
    room.answer(BOB, to(&over, BOB), &format!("rematch {old}")).await;
    let settings = room.club.records().settings(&new).unwrap().expect("settings");
    assert_eq!((settings.opened_by, settings.lang), (Some(ann), "en".to_owned()));
}

/// Somebody who was not invited finds a table that looks for players, and takes its seat.
#[tokio::test]
async fn an_open_seat_is_found_and_taken() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet british").await.remove(0);
    let listed = room.start(BOB, "open-seats").await.remove(0);
    assert!(listed.text.contains("No table is looking for players"), "{}", listed.text);
    let sought = room.answer(ANN, &opened, "need-player").await;
    assert!(to(&sought, ANN).text.contains("is looking for players"), "{}", to(&sought, ANN).text);
    let listed = room.answer(BOB, &listed, "open-seats").await.remove(0);
    let table = room.table_of(ANN);
    assert!(listed.text.contains(&table) && listed.text.contains("Germany"), "{}", listed.text);
    let joined = room.answer(BOB, &listed, &format!("join {table} german\nopen-seats")).await;
    let text = &to(&joined, BOB).text;
    assert!(text.contains("No table is looking for players"), "{text}");
    assert_eq!(room.table_of(BOB), table);
}

#[tokio::test]
async fn a_player_asks_for_the_link_of_their_calendar_with_a_table_and_without() {
    let mut room = MailRoom::new();
    let told = room.start("eve@home.example", "calendar").await;
    let link = |text: &str| {
        let found = text.split_whitespace().find(|word| word.ends_with(".ics"));
        found.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    assert!(link(&told[0].text).starts_with("https://"), "the link stands whole: {}", told[0].text);
    let (_, last) = room.duel([ANN, BOB], Lang::Ja).await;
    let first = room.answer(BOB, &last[BOB], "カレンダー").await;
    let anew = room.answer(BOB, to(&first, BOB), "カレンダー 新規").await;
    assert_ne!(link(&to(&first, BOB).text), link(&to(&anew, BOB).text));
    let off = room.answer(BOB, to(&anew, BOB), "カレンダー オフ").await;
    assert!(to(&off, BOB).text.contains("カレンダーはありません"), "{}", to(&off, BOB).text);
}

/// Who joins a table that was opened with a game master reads who that is.
#[tokio::test]
async fn a_table_is_opened_with_a_game_master() {
    const MIA: &str = "mia@home.example";
    let mut room = MailRoom::new();
    let refused = room.start(ANN, &format!("new grand-fleet british master={ANN}")).await.remove(0);
    assert!(refused.text.contains("A game master holds no seat"), "{}", refused.text);
    let opened =
        room.answer(ANN, &refused, &format!("new grand-fleet british master={MIA} ready\nwho")).await;
    let who = format!("Game master: {MIA}, who holds no seat");
    assert!(to(&opened, ANN).text.contains(&who), "{}", to(&opened, ANN).text);
    assert!(
        to(&opened, MIA).text.contains("game master has changed, or there is none now"),
        "{}",
        to(&opened, MIA).text
    );
    let invited = room.answer(ANN, to(&opened, ANN), "invite eve@home.example").await;
    let eve = &to(&invited, "eve@home.example").text;
    assert!(eve.contains(&who), "{eve}");
    let table = room.table_of(ANN);
    let joined = room.answer("eve@home.example", to(&invited, "eve@home.example"), "join").await;
    let eve = &to(&joined, "eve@home.example").text;
    assert!(eve.contains(&who) && eve.contains("You have the seat"), "{eve}");
    let paused = room.answer(MIA, to(&opened, MIA), &format!("master {table} pause")).await;
    assert!(to(&paused, MIA).text.contains("The clock is stopped."), "{}", to(&paused, MIA).text);
}

/// Whoever another sits down for because their time was up is written to.
#[tokio::test]
async fn whoever_lost_their_seat_is_told_by_mail_once() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "pace 1d grace 6h overdue substitute").await;
    room.answer(BOB, to(&asked, BOB), "agree").await;
    for _ in 0..31 * 12 {
        room.pass(300);
        while room.club.time().keep().unwrap() > 0 {}
        room.tick().await;
    }
    let places = room.club.watch(&table, Lang::En).unwrap().seats().unwrap();
    let left = places.into_iter().find(|it| it.asked).unwrap();
    let late = left.player.unwrap().addresses.remove(0).value;
    let listed = room.start("eve@home.example", "open-seats").await.remove(0);
    let mut came = room.answer("eve@home.example", &listed, &format!("join {table} {}", left.seat)).await;
    came.extend(room.tick().await);
    let lost: Vec<&Got> =
        came.iter().filter(|got| got.text.contains("another player has the seat")).collect();
    assert_eq!(lost.iter().map(|got| &*got.to).collect::<Vec<_>>(), [&*late], "{came:#?}");
}

/// A game master, who has no seat, plays no part in the game and is asked nothing.
#[tokio::test]
async fn a_game_master_keeps_a_table_going_by_mail() {
    const MIA: &str = "mia@home.example";
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], &format!("pace 2d\nmaster\nmaster {MIA}")).await;
    let text = &to(&asked, ANN).text;
    assert!(text.contains("This table has no game master."), "{text}");
    assert!(text.contains("Another request is still to be answered"), "one request at a time: {text}");
    let agreed = room.answer(BOB, to(&asked, BOB), "agree").await;
    let asked = room.answer(ANN, to(&agreed, ANN), &format!("master {MIA}")).await;
    let agreed = room.answer(BOB, to(&asked, BOB), "agree\nwho").await;
    assert!(to(&agreed, BOB).text.contains("Game master: mia@home.example"), "{}", to(&agreed, BOB).text);
    let mia = to(&agreed, MIA);
    assert!(mia.text.contains("game master has changed, or there is none now"), "{}", mia.text);
    let acted = room.answer(MIA, mia, "master\nmaster pause\nmaster resume\nmaster extend 2d\nlist").await;
    let text = &to(&acted, MIA).text;
    for said in ["The clock is stopped.", "The clock is running.", "48 hours more", "you are its game master"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
    let refused = room.answer(MIA, to(&acted, MIA), "show").await;
    assert!(to(&refused, MIA).text.contains("no seat"), "{}", to(&refused, MIA).text);
    let replaced =
        room.answer(MIA, to(&refused, MIA), &format!("master {table} replace german eve@home.example")).await;
    let text = &to(&replaced, MIA).text;
    assert!(text.contains("is kept for eve@home.example"), "{text}");
    let lost = replaced.iter().find(|got| got.text.contains("has removed you from the seat Germany"));
    assert!(lost.is_some_and(|got| [ANN, BOB].contains(&&*got.to)), "{replaced:#?}");
    assert!(to(&replaced, "eve@home.example").text.contains("join"), "she is invited");
    let sure = room.answer(MIA, to(&replaced, MIA), "master close").await;
    let line = to(&sure, MIA).text.lines().find_map(|line| line.split("one line: ").nth(1));
    let line = line.unwrap_or_else(|| panic!("no line: {}", to(&sure, MIA).text)).to_owned();
    let closed = room.answer(MIA, to(&sure, MIA), &line).await;
    assert!(to(&closed, MIA).text.contains("is closed"), "{}", to(&closed, MIA).text);
}

/// Reminders of two tables are one mail, which names a third that cannot be read; answering it with the name of one goes on there.
#[tokio::test]
async fn reminders_of_several_tables_come_in_one_mail() {
    const EVE: &str = "eve@home.example";
    let mut room = MailRoom::new();
    let (first, last) = room.duel([ANN, BOB], Lang::En).await;
    let opened = room.answer(ANN, &last[ANN], "new grand-fleet").await;
    let invited = room.answer(ANN, to(&opened, ANN), &format!("invite {EVE}")).await;
    let joined = room.answer(EVE, to(&invited, EVE), "join").await;
    let last = joined.iter().find(|got| got.to == ANN).unwrap_or(to(&invited, ANN)).clone();
    let set = room.answer(ANN, &last, "reminders 1d, digest 20:00").await;
    assert!(to(&set, ANN).text.contains("come together at 20:00 (UTC)"), "{}", to(&set, ANN).text);
    let player = room.club.people().known_at("mail", ANN).unwrap().unwrap();
    let readable = room.club.people().table_ids_of(&player).unwrap();
    room.answer(ANN, to(&set, ANN), "new grand-fleet").await;
    let mut bad = room.club.people().table_ids_of(&player).unwrap();
    bad.retain(|table| !readable.contains(table));
    let bad = bad.remove(0);
    damage(&*room.store, &bad);
    let mut came = vec![];
    for _ in 0..48 * 12 {
        room.pass(300);
        while room.club.time().keep().unwrap() > 0 {}
        came.extend(room.tick().await.into_iter().filter(|got| got.to == ANN));
    }
    let [digest] = &came[..] else { panic!("{came:#?}") };
    assert_eq!(digest.subject, "Wardroom: decisions to make");
    let mut tables = room.club.people().table_ids_of(&player).unwrap();
    assert!(digest.text.contains("decisions to make at 2 tables") && tables.len() == 3, "{}", digest.text);
    assert!(digest.text.contains(&format!("Table {bad} cannot be read just now")), "{}", digest.text);
    tables.retain(|table| *table != bad);
    for table in &tables {
        assert!(digest.text.contains(table.as_str()), "{table}: {}", digest.text);
    }
    let goes_on = room.answer(ANN, digest, &format!("table {first}")).await;
    let text = &to(&goes_on, ANN).text;
    assert!(text.contains(&first) && text.contains("Your decision"), "{text}");
}

/// Who waits gets the news of a day in one mail, at the hour they chose, and none on a day without news.
#[tokio::test]
async fn a_player_who_waits_gets_one_mail_a_day_by_choice() {
    let mut room = MailRoom::new();
    let (table, mut last) = room.duel([ANN, BOB], Lang::En).await;
    let none = room.answer(BOB, &last[BOB], "daily").await.remove(0);
    assert!(none.text.contains("You get no daily mail"), "{}", none.text);
    for wrong in ["daily", "daily soon", "Daily at 20:00 I walk the dog", "daily 25:00"] {
        let got = room.answer(BOB, &none, wrong).await.remove(0);
        assert!(!got.text.contains("you get one mail"), "{wrong}: {}", got.text);
    }
    let set = room.answer(BOB, &none, "zone Tokyo\ndaily 20:00").await.remove(0);
    assert!(set.text.contains("At 20:00 (Asia/Tokyo) you get one mail"), "{}", set.text);
    // A day of 24 hours, a step at a time.
    async fn day(room: &mut MailRoom) -> Vec<super::Got> {
        let mut came = vec![];
        for _ in 0..24 {
            room.pass(3600);
            came.extend(room.tick().await);
        }
        came
    }
    assert_eq!(day(&mut room).await.len(), 0, "nothing happened");
    // Ann's orders bring Bob no question: he is told of them once, in the evening.
    let came = room.answer(ANN, &last[ANN], "stow-by").await;
    came.into_iter().for_each(|got| drop(last.insert(got.to.clone(), got)));
    for (who, text) in [(BOB, "decline; decline"), (ANN, "commit")] {
        let came = room.answer(who, &last[who], text).await;
        came.into_iter().for_each(|got| drop(last.insert(got.to.clone(), got)));
    }
    let came = day(&mut room).await;
    let [daily] = &came[..] else { panic!("{came:#?}") };
    assert_eq!((daily.to.as_str(), daily.subject.as_str()), (BOB, "Wardroom: your tables today"));
    assert!(daily.text.contains("News from one table"), "{}", daily.text);
    assert!(daily.html.contains(&format!("table {table}")), "{}", daily.html);
    assert_eq!(day(&mut room).await.len(), 0, "told once");
    let goes_on = room.answer(BOB, daily, "who\ndaily off").await.remove(0);
    assert!(goes_on.text.contains("You get no daily mail"), "{}", goes_on.text);
    // Whoever wants no mails unasked gets none.
    let again = room.answer(BOB, &goes_on, "daily 7:00\nstop").await.remove(0);
    room.answer(ANN, &last[ANN], "decline").await;
    assert!(day(&mut room).await.iter().all(|got| got.to != BOB), "{}", again.text);
}
