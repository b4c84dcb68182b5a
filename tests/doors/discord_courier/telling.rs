//! What is sent where, to whom, and what is not.

use std::sync::atomic::Ordering;

use crate::toy::{NUDGE, WHISPER};
use wardroom::club::delivery::DeliveryRecord;
use wardroom::door::discord::courier::outcome::{self, Outcome};
use wardroom::door::discord::inbound::call::Id;
use wardroom::table::notices;
use wardroom::words::{Lang, Words};

use super::discord::{Discord, dm_of};
use super::house::{CHANNEL, Club, seat};
use super::{TABLE, busy_table, button, courier, until};

#[tokio::test]
async fn a_table_gets_its_thread_its_report_its_status_and_its_pings_in_this_order() {
    let (club, discord) = (busy_table(), Discord::new());
    courier(&club, &discord).tick().await.unwrap();
    let room = club.kept(TABLE);
    let thread = room.thread.unwrap();
    let (messages, pins, threads) = discord.sight();
    assert_eq!(messages[0].place, CHANNEL);
    assert_eq!(messages[0].id, thread, "the thread is at the message in the channel");
    assert_eq!(threads[&thread], "Toy · toy-1");
    assert_eq!(
        discord.texts(thread),
        [
            "The table is opened.\nThe red fleet sails.\nLog: `3:abc`",
            "**Toy** · table `toy-1`\nTurn 1\n\
             Admiral red: <@101>, to decide since <t:503:f> (<t:503:R>)\n\
             Admiral blue: <@102>, to decide since <t:503:f> (<t:503:R>)\nLog: `3:abc`\n\
             -# The map is a reconstruction.",
            "<@101>: you have a decision to make as Admiral red.",
            "<@102>: you have a decision to make as Admiral blue.",
        ]
    );
    assert_eq!(pins, [messages[2].id]);
    assert_eq!(room.status, Some(messages[2].id));
    assert_eq!(messages[2].rows, [button("status toy-1")]);
    assert_eq!(messages[3].rows, [button("orders toy-1 3")]);
    assert_eq!((room.reported, room.reporting, room.trouble), (3, None, None));
    assert_eq!(club.outcomes(), [format!("place {thread}"), format!("place {thread}")]);
}

#[tokio::test]
async fn only_who_is_awaited_is_pinged_and_the_status_pings_nobody() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    for why in [
        notices::OPENED,
        notices::PROMPT,
        notices::INVITED,
        notices::REQUEST,
        notices::ANSWER,
        notices::DECLINED,
        notices::SEATED,
        notices::LAPSED,
        notices::CLOSED,
        NUDGE.name,
    ] {
        club.notify(TABLE, "red", why);
    }
    courier(&club, &discord).tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    let pinged: Vec<(Vec<Id>, String)> = discord.sight().0.into_iter().map(|m| (m.pings, m.text)).collect();
    let pings: Vec<&str> =
        pinged.iter().filter(|(pings, _)| !pings.is_empty()).map(|(_, text)| text.as_str()).collect();
    assert_eq!(
        pings,
        [
            "<@101>: you have a decision to make as Admiral red.",
            "<@101>: the seat Admiral red at this table is kept for you.",
            "<@101>: you are asked to agree to something as Admiral red.",
            "<@101> (Admiral red): A nudge.",
        ]
    );
    assert!(pinged.iter().all(|(pings, _)| pings.is_empty() || *pings == [Id(101)]));
    let (ping, report) = (format!("place {thread}"), format!("report {thread}"));
    let whys: Vec<bool> = club.outcomes().iter().map(|outcome| *outcome == ping).collect();
    assert_eq!(whys, [false, true, true, true, false, false, false, false, false, true]);
    assert!(club.outcomes().iter().all(|outcome| *outcome == ping || *outcome == report));
}

#[tokio::test]
async fn what_is_sealed_is_passed_over_in_silence() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let before = discord.texts(club.kept(TABLE).thread.unwrap()).len();
    club.happen(TABLE, None);
    club.happen(TABLE, None);
    courier.tick().await.unwrap();
    let room = club.kept(TABLE);
    assert_eq!((room.reported, room.reporting), (5, None));
    assert_eq!(discord.texts(room.thread.unwrap()).len(), before);
}

#[tokio::test]
async fn the_status_message_is_edited_when_it_changed_and_only_then() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests, "nothing changed");
    club.happen(TABLE, Some("The blue fleet sails."));
    courier.tick().await.unwrap();
    let kinds: Vec<&str> = discord.world().requests[requests..].iter().map(|r| r.kind).collect();
    assert_eq!(kinds, ["send", "edit"]);
    let (messages, pins, _) = discord.sight();
    let status = messages.iter().find(|m| Some(m.id) == club.kept(TABLE).status).unwrap();
    assert!(status.text.contains("\nLog: `4:abc`\n"), "{}", status.text);
    assert_eq!(pins, [status.id]);
}

#[tokio::test]
async fn a_status_message_that_was_deleted_is_made_again_and_pinned() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let old = club.kept(TABLE).status.unwrap();
    discord.world().gone.insert(old);
    club.happen(TABLE, Some("The blue fleet sails."));
    courier.tick().await.unwrap();
    let new = club.kept(TABLE).status.unwrap();
    assert_ne!(old, new);
    assert_eq!(discord.world().pins, [old, new]);
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests);
}

#[tokio::test]
async fn who_wants_direct_messages_gets_them_in_their_own_language_and_no_ping() {
    let (club, discord) = (busy_table(), Discord::new());
    club.by_dm(TABLE, "blue");
    club.notify(TABLE, "blue", notices::SEATED);
    courier(&club, &discord).tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    // The notice was made before the wish; the person of the later one wants direct messages.
    assert_eq!(
        discord.texts(dm_of(Id(102))),
        [format!("Toy、卓`toy-1`：プレイヤーが席に着きました。卓：<#{thread}>")]
    );
    assert_eq!(club.outcomes()[2], "dm");
}

#[tokio::test]
async fn who_cannot_be_reached_directly_is_pinged_in_the_thread_with_the_reason() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    club.by_dm(TABLE, "blue");
    discord.world().closed_dms.insert(Id(102));
    club.notify(TABLE, "blue", notices::PROMPT);
    club.notify(TABLE, "blue", notices::SEATED);
    courier(&club, &discord).tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    let last = discord.texts(thread).pop().unwrap();
    assert!(last.starts_with("<@102>: you have a decision to make as Admiral blue.\nYou asked for direct"));
    assert_eq!(discord.texts(dm_of(Id(102))), Vec::<String>::new());
    assert_eq!(club.outcomes(), [format!("place {thread} dm-closed"), format!("report {thread} dm-closed")]);
}

#[tokio::test]
async fn what_no_longer_matters_and_what_is_for_nobody_is_noted_and_not_sent() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    club.notify(TABLE, "red", notices::PROMPT);
    club.notify(TABLE, "blue", notices::PROMPT);
    {
        let mut notices = club.notices.lock().unwrap();
        notices[0].due.current = false;
        notices[1].due.person = None;
    }
    courier(&club, &discord).tick().await.unwrap();
    assert_eq!(club.outcomes(), ["not-needed", "nobody"]);
    assert!(discord.sight().0.iter().all(|message| message.pings.is_empty()));
    assert!(club.notices.lock().unwrap().iter().all(|n| n.ended.is_some() && !n.delivered));
}

#[tokio::test]
async fn a_long_report_is_sent_in_pages_and_a_very_long_one_is_cut_at_its_beginning() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    for number in 0..100 {
        club.happen(TABLE, Some(&format!("{number}: {}", "x".repeat(90))));
    }
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    let texts = discord.texts(thread);
    let report = texts[..texts.len() - 1].concat();
    assert!(texts.len() > 5, "the fake checks the length of each");
    assert!((0..100).all(|number| report.contains(&format!("{number}: xxx"))));
    assert!(report.ends_with("Log: `101:abc`"));
    for number in 0..1000 {
        club.happen(TABLE, Some(&format!("again {number}: {}", "x".repeat(90))));
    }
    courier.tick().await.unwrap();
    let more = discord.texts(thread).split_off(texts.len());
    assert_eq!(more.len(), 10);
    assert!(more[0].starts_with("This report is very long"), "{}", more[0]);
    assert!(more[9].ends_with("Log: `1101:abc`"), "{}", more[9]);
}

#[tokio::test]
async fn a_closed_table_is_left_alone_until_it_is_stirred() {
    let (club, discord) = (busy_table(), Discord::new());
    club.tables().get_mut(TABLE).unwrap().closed = true;
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let watched = club.asked_to_watch.load(Ordering::SeqCst);
    courier.tick().await.unwrap();
    assert_eq!(club.asked_to_watch.load(Ordering::SeqCst), watched);
    courier.stir(TABLE);
    courier.tick().await.unwrap();
    assert!(club.asked_to_watch.load(Ordering::SeqCst) > watched);
}

#[tokio::test]
async fn without_the_right_to_send_nothing_is_sent() {
    let (club, discord) = (busy_table(), Discord::new());
    club.leased_elsewhere.store(true, Ordering::SeqCst);
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    assert!(discord.world().requests.is_empty());
    club.leased_elsewhere.store(false, Ordering::SeqCst);
    courier.tick().await.unwrap();
    assert!(club.all_ended());
}

#[tokio::test]
async fn it_runs_until_it_is_stopped_and_then_gives_the_right_to_send_back() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(courier.clone().run(async {
        let _ = stopped.await;
    }));
    until("the first round", || club.all_ended()).await;
    club.happen(TABLE, Some("The blue fleet sails."));
    club.notify(TABLE, "red", notices::PROMPT);
    courier.stir(TABLE);
    until("the stirred table", || club.all_ended()).await;
    assert!(!club.released.load(Ordering::SeqCst));
    stop.send(()).unwrap();
    running.await.unwrap();
    assert!(club.released.load(Ordering::SeqCst));
}

#[test]
fn what_came_of_a_notice_is_kept_and_told() {
    let words = Words::read().unwrap();
    let place = Id(77);
    let all = [
        Outcome::Place { place, dm_closed: false },
        Outcome::Place { place, dm_closed: true },
        Outcome::Report { place, dm_closed: false },
        Outcome::Report { place, dm_closed: true },
        Outcome::Dm,
        Outcome::NotNeeded,
        Outcome::Nobody,
        Outcome::Refused("50035 Invalid Form Body".to_owned()),
        Outcome::Later("no connection".to_owned()),
    ];
    let sent = |outcome: Option<String>, ended, delivered, attempts| DeliveryRecord {
        seq: 12,
        seat: seat("red"),
        why: notices::PROMPT.to_owned(),
        attempts,
        ended,
        outcome,
        delivered,
    };
    let line = |sent: &DeliveryRecord| outcome::line(&words, Lang::En, sent, "Admiral red", None);
    let mut lines = std::collections::BTreeSet::new();
    for outcome in &all {
        let text = outcome.to_string();
        assert_eq!(text.parse().as_ref(), Ok(outcome), "{text}");
        for lang in Lang::ALL {
            let kept = sent(Some(text.clone()), Some(500), outcome.went_out(), 1);
            let line = outcome::line(&words, *lang, &kept, "Admiral red", None);
            assert!(
                line.contains("Admiral red") && line.contains("12") && line.contains("<t:500:f>"),
                "{line}"
            );
            assert!(!line.contains("discord-"), "{line}");
            lines.insert(line);
        }
    }
    assert_eq!(lines.len(), 2 * all.len(), "each is told in words of its own");
    assert_eq!(
        line(&sent(Some("place 77".to_owned()), Some(500), true, 0)),
        "A decision of yours (Admiral red, entry 12): you were pinged in <#77>, <t:500:f> (<t:500:R>)."
    );
    assert!(line(&sent(None, None, false, 0)).ends_with("about to be sent."));
    assert!(line(&sent(Some("later x".to_owned()), None, false, 3)).contains("failed 3 times"));
    assert!(line(&sent(Some("words of another time".to_owned()), Some(5), true, 0)).contains("sent <t:5:f>"));
    assert!(line(&sent(None, Some(5), false, 0)).contains("given up"));
    let own = outcome::line(
        &words,
        Lang::En,
        &sent(None, None, false, 0),
        "Admiral red",
        Some("A nudge".to_owned()),
    );
    assert!(own.starts_with("A nudge (Admiral red, entry 12)"), "{own}");
}

/// A message of another player's comes by direct message whatever its reader has chosen, in full and with every sign as
/// it is; the thread learns nothing of it, not even where the reader takes no direct messages.
#[tokio::test]
async fn what_is_for_one_player_alone_never_shows_in_the_thread() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    club.happen(TABLE, None);
    for name in ["red", "blue"] {
        club.notify(TABLE, name, WHISPER.name);
        club.notify(TABLE, name, WHISPER.name);
    }
    for notice in club.notices.lock().unwrap().iter_mut() {
        notice.due.words = Some("Red to Blue: “*sail* @everyone”".to_owned());
    }
    discord.world().closed_dms.insert(Id(102));
    courier(&club, &discord).tick().await.unwrap();
    let direct = discord.texts(dm_of(Id(101)));
    assert_eq!(direct.len(), 2);
    assert!(direct[0].contains("\\*sail\\*") && !direct[0].contains("@everyone"), "{}", direct[0]);
    let thread = club.kept(TABLE).thread.unwrap();
    assert!(discord.texts(thread).iter().all(|text| !text.contains("sail")));
    assert!(discord.sight().0.iter().all(|message| message.pings.is_empty()));
    assert_eq!(club.outcomes(), ["dm", "dm", "kept", "kept"]);
}
