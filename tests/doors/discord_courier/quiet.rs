//! A quiet thread: reports that grow, calls that stand in them, and no word of what not everybody may know.

use wardroom::door::discord::api::post::{ApiError, Cause};
use wardroom::door::discord::courier::plan;
use wardroom::table::Platform;

use super::discord::{Discord, Fate, Request, later};
use super::{busy_table, courier};

#[tokio::test]
async fn while_the_same_player_goes_on_the_last_report_grows_and_whoever_is_next_gets_a_new_one() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let first = discord.texts(thread);
    let asked = || discord.sight().0.into_iter().filter(|it| !it.pings.is_empty()).count();
    for number in 0..3 {
        table.signal(&format!("Signal {number}."));
        courier.tick().await.unwrap();
    }
    let texts = discord.texts(thread);
    assert_eq!((texts.len(), asked()), (first.len(), 1), "{texts:?}");
    assert!(texts[0].starts_with("<@101>: you have a decision to make as red.\nAct.\n"), "{}", texts[0]);
    assert!((0..3).all(|number| texts[0].contains(&format!("Signal {number}."))), "{}", texts[0]);
    assert_eq!(texts[0].matches("Log: ").count(), 1, "{}", texts[0]);
    assert!(texts[0].ends_with(&table.head().1), "{}", texts[0]);

    table.turn();
    courier.tick().await.unwrap();
    let texts = discord.texts(thread);
    assert_eq!((texts.len(), asked()), (first.len() + 1, 2), "{texts:?}");
    assert!(texts.last().unwrap().starts_with("<@102>: you have a decision to make as blue."), "{texts:?}");
    // What has no room begins another message, and so does what happens an hour later.
    table.signal(&"It is a long way. ".repeat(52));
    courier.tick().await.unwrap();
    table.signal(&"It is a long way. ".repeat(52));
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(thread).len(), first.len() + 2);
    table.pass(plan::EDITED_SECONDS);
    table.signal("The blue fleet sails.");
    courier.tick().await.unwrap();
    assert_eq!((discord.texts(thread).len(), asked()), (first.len() + 3, 2));
}

#[tokio::test]
async fn a_report_that_was_deleted_or_takes_no_edit_now_goes_on_in_a_message_of_its_own() {
    let busy =
        || ApiError::Later { cause: Cause::Haste, seconds: Some(600), reason: "code 30046".to_owned() };
    for refused in [ApiError::NoMessage, ApiError::Never("50005".to_owned()), busy()] {
        let (table, discord) = (busy_table(), Discord::new());
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        let thread = table.room().id.unwrap();
        let again = refused.clone();
        discord.script(move |r| match r.kind == "edit" && r.text.contains("red fleet") {
            true => Fate::Refused(again.clone()),
            false => Fate::Done,
        });
        table.signal("The blue fleet sails.");
        courier.tick().await.unwrap();
        let texts = discord.texts(thread);
        let last = texts.last().unwrap();
        assert!(
            last.contains("The blue fleet sails.") && !last.contains("red fleet"),
            "{refused:?}: {texts:?}"
        );
        assert_eq!(table.room().reported, table.head().0, "{refused:?}");
    }
}

/// An edit whose answer was lost and that is put off at the next try: it is not known that it was not made.
#[tokio::test]
async fn what_an_edit_may_have_added_is_not_told_again_in_another_message() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let mut tries = 0;
    discord.script(move |r| {
        tries += usize::from(r.kind == "edit" && r.text.contains("red fleet"));
        match (tries, r.text.contains("red fleet")) {
            (1, true) => Fate::Lost,
            (2, true) => Fate::Refused(later()),
            _ => Fate::Done,
        }
    });
    table.signal("The blue fleet sails.");
    for _ in 0..4 {
        courier.tick().await.unwrap();
        table.pass(10);
    }
    let all = discord.texts(table.room().id.unwrap()).concat();
    assert_eq!(all.matches("The blue fleet sails.").count(), 1, "{all}");
    assert_eq!(table.room().reported, table.head().0);
}

#[tokio::test]
async fn a_report_begun_by_the_version_before_is_sent_as_it_was_begun() {
    let (table, discord) = (busy_table(), Discord::new());
    // It knew neither what a report carries nor to which message it is added, and kept of what the last picture was.
    let (key, to) = (format!("room/{}", table.id), table.head().0);
    let mut note: serde_json::Value = serde_json::from_str(&table.note(&key)).unwrap();
    note["reporting"] = serde_json::json!({ "to": to, "sent": 0 });
    note["pictured"] = "0123".into();
    note["status_picture"] = "4567".into();
    table.put_note(&key, &note.to_string());
    courier(&table, &discord).tick().await.unwrap();
    let texts = discord.texts(table.room().id.unwrap());
    assert_eq!(texts[0], "<@101>: you have a decision to make as red.\nAct.", "{texts:?}");
    assert_eq!(texts[1], "<@102> (blue): A nudge.", "{texts:?}");
    assert!(texts[2].starts_with("The table is open: Toy."), "{texts:?}");
    assert!(table.all_told());
}

/// What everybody in the thread sees happen, with the moments; numbers and hashes of the log, which count sealed entries too, aside.
async fn public(whispers: bool) -> Vec<(i64, Request)> {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    let mut seen: Vec<(i64, Request)> = Vec::new();
    let mut look = async || {
        courier.tick().await.unwrap();
        let thread = table.room().id.unwrap();
        let new = discord.world().requests.split_off(0);
        let new = new.into_iter().filter(|request| request.place == thread);
        let bare = |request: Request| {
            let lines = request.text.lines().filter(|line| !line.starts_with("Log: "));
            Request { number: 0, text: lines.collect::<Vec<_>>().join("\n"), ..request }
        };
        seen.extend(new.map(|request| (table.clock.now().timestamp(), bare(request))));
    };
    look().await;
    for round in 0..4 {
        table.pass(70);
        if whispers {
            table.whisper("to you alone");
            table.whisper("to you alone");
        }
        look().await;
        table.pass(70);
        table.signal(&format!("Signal {round}."));
        look().await;
        if whispers {
            table.whisper("and this");
        }
        table.turn();
        look().await;
    }
    seen
}

#[tokio::test]
async fn the_number_and_the_time_of_edits_tell_nothing_of_what_is_sealed() {
    let (open, sealed) = (public(false).await, public(true).await);
    assert!(open.len() > 12, "{open:?}");
    assert_eq!(open, sealed);
}
