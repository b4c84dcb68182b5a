//! What is sent where, to whom, and what is not.

mod digests;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::common::store;
use crate::toy::{NUDGE, seat};
use wardroom::club::delivery::{DeliveryRecord, Settlement};
use wardroom::club::words::IN_SHORT;
use wardroom::door::discord::DOOR;
use wardroom::door::discord::api::post::ApiError;
use wardroom::door::discord::courier::outcome::{self, Aftermath, DeliveryOutcome, PingFate};
use wardroom::door::discord::id::Id;
use wardroom::log::players::Address;
use wardroom::log::{MemoryStore, Store};
use wardroom::table::{Platform, notices};
use wardroom::words::{Lang, Words};

use super::discord::{Discord, Fate, Request, dm_of};
use super::table::{CHANNEL, TOY, Table};
use super::{busy, busy_table, button, courier, until};

#[tokio::test]
async fn a_table_gets_its_thread_its_pings_its_report_and_its_status_in_this_order() {
    let (table, discord) = (busy_table(), Discord::new());
    courier(&table, &discord).tick().await.unwrap();
    let room = table.room();
    let thread = room.id.unwrap();
    let (messages, pins, threads) = discord.sight();
    assert_eq!(messages[0].place, CHANNEL);
    assert_eq!(messages[0].id, thread, "the thread is at the message in the channel");
    assert_eq!(threads[&thread], format!("Toy · {}", table.id));
    let (last, head) = table.head();
    let since = "<t:1800000000:f> (<t:1800000000:R>)";
    let texts = discord.texts(thread);
    let status = format!(
        "**Toy** · table `{}`\nboard, turn 0: blue chose 3, red chose 3\n\
         red: <@101>, to decide since {since}\nblue: <@102>\n{head}\nThe dice follow from the club’s seed and the orders (format 2). \
         Missing at this table: luck of the players, a witness of the dice, a checkpoint of the club’s log.\n-# A toy.",
        table.id
    );
    assert_eq!(texts[1..], [status]);
    let report: Vec<&str> = texts[0].lines().collect();
    let calls = ["<@101>: you have a decision to make as red.", "Act.", "<@102> (blue): A nudge.", ""];
    assert_eq!(report[..4], calls, "one message rings, and tells the rest");
    assert_eq!(report[4], "The table is open: Toy.");
    assert!(report[report.len() - 3].contains("The red fleet sails."), "{report:?}");
    assert_eq!(report[report.len() - 1], head);
    assert_eq!(messages[0].rows, [], "no seat is free");
    assert_eq!(messages[1].rows, [button(&format!("orders {}", table.id))]);
    assert_eq!(messages[1].pings, [Id(101), Id(102)]);
    assert_eq!(discord.world().members, BTreeSet::from([(thread, Id(101)), (thread, Id(102))]));
    assert_eq!(pins, [messages[2].id]);
    assert_eq!(room.status, Some(messages[2].id));
    assert_eq!(messages[2].rows, [button(&format!("status {}", table.id))]);
    assert_eq!((room.reported, room.reporting, room.trouble), (last, None, None));
}

#[tokio::test]
async fn the_message_in_the_channel_has_a_button_for_each_free_seat_and_who_sits_down_joins_the_thread() {
    let (table, discord) = (Table::opened(&store::new()), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let rows = || discord.sight().0[0].rows.clone();
    assert_eq!(rows(), [button("join blue")]);
    assert_eq!(discord.world().members, BTreeSet::from([(thread, Id(101))]));
    table.join();
    courier.tick().await.unwrap();
    assert_eq!(rows(), []);
    assert_eq!(discord.world().members, BTreeSet::from([(thread, Id(101)), (thread, Id(102))]));
    // Whoever leaves the thread is left alone, by the next process too.
    discord.world().members.clear();
    table.choose();
    courier.tick().await.unwrap();
    super::courier(&table, &discord).tick().await.unwrap();
    assert_eq!(discord.world().members, BTreeSet::new());
    let of_the_starter = |request: &&Request| request.kind == "edit" && request.place == CHANNEL;
    assert_eq!(discord.world().requests.iter().filter(of_the_starter).count(), 1);
}

#[tokio::test]
async fn a_message_in_the_channel_that_is_gone_or_a_player_who_cannot_be_added_holds_nothing_up() {
    for refused in [ApiError::NoMessage, ApiError::Never("10013 Unknown User".to_owned())] {
        let (table, discord) = (Table::opened(&store::new()), Discord::new());
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        table.join();
        discord.script(move |request| match (request.kind, request.place) {
            ("edit", CHANNEL) | ("member", _) => Fate::Refused(refused.clone()),
            _ => Fate::Done,
        });
        courier.tick().await.unwrap();
        let requests = discord.world().requests.len();
        courier.tick().await.unwrap();
        assert_eq!(discord.world().requests.len(), requests, "it is not tried again");
        table.choose();
        courier.tick().await.unwrap();
        let texts = discord.texts(table.room().id.unwrap());
        assert!(texts.iter().any(|text| text.contains("decision")), "{texts:?}");
    }
}

#[tokio::test]
async fn only_who_is_awaited_is_pinged_and_the_status_pings_nobody() {
    let (table, discord) = (Table::opened(&store::new()), Discord::new());
    let courier = courier(&table, &discord);
    let tick = async || courier.tick().await.unwrap();
    let mut invite = table.session("red");
    invite.invite(&["102".to_owned()]).unwrap();
    tick().await;
    let bob = table.person("blue").visitor(Id(9001));
    table.club.decline(&table.id, &bob, None, Lang::En).unwrap();
    table.join();
    table.choose();
    tick().await;
    let propose = || table.session("blue").propose_close().unwrap();
    propose();
    tick().await;
    table.session("red").answer_request(false).unwrap();
    propose();
    table.turn();
    table.nudge();
    tick().await;
    table.close();
    tick().await;
    let thread = table.room().id.unwrap();
    let shown: Vec<(Vec<Id>, String)> = discord.sight().0.into_iter().map(|m| (m.pings, m.text)).collect();
    // The calls stand at the beginning, before an empty line.
    let calls = |text: &str| -> Vec<String> {
        let before = text.split("\n\n").next().unwrap().lines();
        before.filter(|line| line.starts_with("<@")).map(str::to_owned).collect()
    };
    let of_pings = shown.iter().filter(|(pings, _)| !pings.is_empty());
    assert_eq!(
        of_pings.flat_map(|(_, text)| calls(text)).collect::<Vec<_>>(),
        [
            "<@102>: the seat blue at this table is kept for you.",
            "<@101>: you have a decision to make as red.",
            "<@101>: a request needs your answer as red.",
            "<@102>: you have a decision to make as blue.",
            "<@101> (red): A nudge.",
        ]
    );
    let is_called =
        |text: &str, user: &Id| calls(text).iter().any(|it| it.starts_with(&format!("<@{user}>")));
    assert!(shown.iter().all(|(pings, text)| pings.iter().all(|user| is_called(text, user))), "{shown:?}");
    let (ping, report) = (format!("place {thread}"), format!("report {thread}"));
    let told = |whys: &[(&str, &String)]| -> Vec<String> {
        whys.iter().map(|(why, outcome)| format!("{why}: {outcome}")).collect()
    };
    let red = [
        (notices::OPENED, &report),
        (notices::DECLINED, &report),
        (notices::SEATED, &report),
        (notices::PROMPT, &ping),
        (notices::REQUEST, &ping),
        (notices::REQUEST, &"not-needed".to_owned()),
        (NUDGE.name, &ping),
        (notices::CLOSED, &report),
    ];
    // What became of a ping stands behind that.
    let sent = |name: &str| -> Vec<String> {
        let cut = |line: String| {
            [" answered", " lapsed"].iter().fold(line, |line, end| line.split(end).next().unwrap().to_owned())
        };
        table.outcomes(name).into_iter().map(cut).collect()
    };
    assert_eq!(sent("red"), told(&red));
    let blue = [
        (notices::INVITED, &ping),
        (notices::ANSWER, &report),
        (notices::PROMPT, &ping),
        (notices::LAPSED, &report),
        (notices::CLOSED, &report),
    ];
    assert_eq!(sent("blue"), told(&blue));
}

#[tokio::test]
async fn what_is_sealed_is_passed_over_in_silence() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let public = || discord.world().requests.iter().filter(|request| request.place == thread).count();
    let (before, head) = (public(), table.head().0);
    table.pass(60);
    table.whisper("to you alone");
    table.whisper("to you alone");
    assert!(table.head().0 > head);
    courier.tick().await.unwrap();
    let room = table.room();
    assert_eq!((room.reported, room.reporting), (table.head().0, None));
    assert_eq!(public(), before, "nothing is sent there or edited");
}

#[tokio::test]
async fn the_status_message_is_edited_when_it_changed_and_only_then() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests, "nothing changed");
    table.signal("The blue fleet sails.");
    courier.tick().await.unwrap();
    let kinds: Vec<&str> = discord.world().requests[requests..].iter().map(|r| r.kind).collect();
    assert_eq!(kinds, ["edit", "edit"], "the report, which grows, and the status");
    let (messages, pins, _) = discord.sight();
    let status = messages.iter().find(|m| Some(m.id) == table.room().status).unwrap();
    assert!(status.text.contains(&format!("\n{}\n", table.head().1)), "{}", status.text);
    assert_eq!(pins, [status.id]);
}

#[tokio::test]
async fn a_status_message_that_was_deleted_is_made_again_and_pinned() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let old = table.room().status.unwrap();
    discord.world().gone.insert(old);
    table.signal("The blue fleet sails.");
    courier.tick().await.unwrap();
    let new = table.room().status.unwrap();
    assert_ne!(old, new);
    assert_eq!(discord.world().pins, [old, new]);
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests);
}

#[tokio::test]
async fn who_wants_direct_messages_gets_them_in_their_own_language_and_no_ping() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    table.by_dm("blue");
    table.turn();
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let told = format!(
        "おもちゃ、卓`{}`：blueとして決めることがあります。卓：<#{thread}>\n行動します。\n",
        table.id
    );
    let texts = discord.texts(dm_of(Id(102)));
    assert!(texts.len() == 1 && texts[0].starts_with(&told), "{texts:?}");
    assert_eq!(table.outcomes("blue"), [format!("nudge: place {thread}"), "prompt: dm".to_owned()]);
    assert!(discord.sight().0.last().unwrap().pings.is_empty());
}

#[tokio::test]
async fn a_direct_message_that_asks_tells_in_a_few_lines_what_its_reader_missed() {
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    table.by_dm("red");
    table.by_dm("blue");
    table.turn();
    table.turn();
    (1..=9).for_each(|number| table.signal(&format!("*Signal* {number}.")));
    table.turn();
    courier.tick().await.unwrap();
    let missed = |user, since: &str| -> Vec<String> {
        let text = discord.texts(dm_of(Id(user))).pop().unwrap();
        let (_, missed) = text.split_once(since).unwrap_or_else(|| panic!("{since}: {text}"));
        missed.lines().map(str::to_owned).collect()
    };
    let of_blue = missed(102, "\n前回の命令のあと：\n");
    assert_eq!((of_blue.len(), of_blue[0].as_str()), (IN_SHORT, "…"), "{of_blue:?}");
    assert!(of_blue[IN_SHORT - 2].contains(r"\*Signal\* 9."), "{of_blue:?}");
    table.turn();
    courier.tick().await.unwrap();
    let of_red = missed(101, "\nSince your last order:\n");
    assert!(of_red.iter().all(|line| line.contains("Passed")), "red's own signals are not news: {of_red:?}");
    table.close();
    courier.tick().await.unwrap();
    let closed = discord.texts(dm_of(Id(101))).pop().unwrap();
    assert!(!closed.contains("Since your last order"), "that a table is closed asks nothing: {closed}");
}

#[tokio::test]
async fn who_cannot_be_reached_directly_is_pinged_in_the_thread_with_the_reason() {
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    table.by_dm("blue");
    discord.world().closed_dms.insert(Id(102));
    table.turn();
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let texts = discord.texts(thread);
    let last = texts.iter().rfind(|text| text.starts_with("<@102>")).unwrap();
    assert!(
        last.starts_with("<@102>: you have a decision to make as blue.\nAct.\nYou asked for direct"),
        "{last}"
    );
    table.close();
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(dm_of(Id(102))), Vec::<String>::new());
    let outcomes = [
        format!("prompt: place {thread} dm-closed lapsed deleted {}", table.clock.now().timestamp()),
        format!("closed: report {thread} dm-closed"),
    ];
    assert_eq!(table.outcomes("blue"), outcomes);
}

#[tokio::test]
async fn what_no_longer_matters_and_what_is_for_nobody_is_noted_and_not_sent() {
    let (store, discord) = (store::new(), Discord::new());
    let table = Table::over(&store);
    let mut bob = store.player(&table.person("blue").player).unwrap().unwrap();
    bob.addresses.push(Address::new(DOOR, "no Discord id"));
    store.put_player(bob).unwrap();
    table.turn();
    courier(&table, &discord).tick().await.unwrap();
    let thread = table.room().id.unwrap();
    assert!(table.outcomes("red")[2].starts_with("prompt: not-needed answered "));
    assert_eq!(table.outcomes("blue"), [format!("prompt: place {thread}"), "prompt: nobody".to_owned()]);
    let pings: Vec<Id> = discord.sight().0.into_iter().flat_map(|message| message.pings).collect();
    assert_eq!(pings, [Id(102)]);
    for unsent in [&table.notices("red")[2], &table.notices("blue")[1]] {
        assert!(unsent.ended_at.is_some() && !unsent.delivered, "{unsent:?}");
    }
}

#[tokio::test]
async fn a_long_report_is_sent_in_pages_and_a_very_long_one_is_cut_at_its_beginning() {
    let (table, discord) = (Table::new(), Discord::new());
    let long = |number: usize| format!("{number}: {}", "x".repeat(900));
    (0..10).for_each(|number| table.signal(&long(number)));
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let texts = discord.texts(thread);
    let report = texts[..texts.len() - 1].concat();
    assert!(texts.len() > 5, "the fake checks the length of each");
    assert!((0..10).all(|number| report.contains(&format!("{number}: xxx"))));
    assert!(report.ends_with(&table.head().1), "{report}");
    (100..130).for_each(|number| table.signal(&long(number)));
    courier.tick().await.unwrap();
    let more = discord.texts(thread).split_off(texts.len());
    assert_eq!(more.len(), 10);
    assert!(more[0].starts_with("This report is very long"), "{}", more[0]);
    assert!(more[9].ends_with(&table.head().1), "{}", more[9]);
}

#[tokio::test]
async fn a_closed_table_is_left_alone_until_it_is_stirred() {
    let (store, discord) = (MemoryStore::new(), Discord::new());
    let counted: Arc<dyn Store> = Arc::new(store.clone());
    let table = busy(Table::over(&counted));
    table.close();
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let looked = async || {
        let before = store.reads()[0];
        courier.tick().await.unwrap();
        store.reads()[0] - before
    };
    assert_eq!(looked().await, 0);
    courier.wake(&table.id);
    assert!(looked().await > 0);
}

#[tokio::test]
async fn without_the_right_to_send_nothing_is_sent() {
    let (store, discord) = (store::new(), Discord::new());
    let table = busy(Table::over(&store));
    let elsewhere = TOY.club(store, table.clock.clone(), None, None).unwrap();
    assert!(elsewhere.leases().take(DOOR).unwrap());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    assert!(discord.world().requests.is_empty());
    elsewhere.leases().release(DOOR).unwrap();
    courier.tick().await.unwrap();
    assert!(table.all_told());
}

#[tokio::test]
async fn it_runs_until_it_is_stopped_and_then_gives_the_right_to_send_back() {
    let (store, discord) = (store::new(), Discord::new());
    let table = busy(Table::over(&store));
    let elsewhere = TOY.club(store, table.clock.clone(), None, None).unwrap();
    let courier = courier(&table, &discord);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(courier.clone().run(async {
        let _ = stopped.await;
    }));
    until("the first round", || table.all_told()).await;
    table.signal("The blue fleet sails.");
    table.turn();
    courier.wake(&table.id);
    until("the woken table", || table.all_told()).await;
    assert!(!elsewhere.leases().take(DOOR).unwrap());
    stop.send(()).unwrap();
    running.await.unwrap();
    assert!(elsewhere.leases().take(DOOR).unwrap());
}

#[test]
fn what_came_of_a_notice_is_kept_and_told() {
    let words = Words::read().unwrap();
    let place = Id(77);
    let after = |settled, fate| Some(Aftermath { settled, fate });
    let all = [
        DeliveryOutcome::Place { place, dm_closed: false, after: None },
        DeliveryOutcome::Place { place, dm_closed: true, after: None },
        DeliveryOutcome::Place {
            place,
            dm_closed: true,
            after: after(Settlement::Answered(40), PingFate::Edited(600)),
        },
        DeliveryOutcome::Place {
            place,
            dm_closed: false,
            after: after(Settlement::Answered(40), PingFate::Left),
        },
        DeliveryOutcome::Place {
            place,
            dm_closed: false,
            after: after(Settlement::Answered(40), PingFate::InReport),
        },
        DeliveryOutcome::Place {
            place,
            dm_closed: false,
            after: after(Settlement::Lapsed, PingFate::Edited(600)),
        },
        DeliveryOutcome::Place {
            place,
            dm_closed: false,
            after: after(Settlement::Lapsed, PingFate::InReport),
        },
        DeliveryOutcome::Dm { after: after(Settlement::Answered(40), PingFate::Deleted(600)) },
        DeliveryOutcome::Dm { after: after(Settlement::Lapsed, PingFate::Deleted(600)) },
        DeliveryOutcome::Report { place, dm_closed: false },
        DeliveryOutcome::Report { place, dm_closed: true },
        DeliveryOutcome::Dm { after: None },
        DeliveryOutcome::Dm { after: after(Settlement::Answered(40), PingFate::Edited(600)) },
        DeliveryOutcome::Dm { after: after(Settlement::Lapsed, PingFate::Left) },
        DeliveryOutcome::Digest,
        DeliveryOutcome::NotNeeded(Some(Settlement::Answered(40))),
        DeliveryOutcome::NotNeeded(None),
        DeliveryOutcome::Nobody,
        DeliveryOutcome::Refused("50035 Invalid Form Body".to_owned()),
        DeliveryOutcome::Later("no connection".to_owned()),
    ];
    let sent = |outcome: Option<String>, ended, delivered, attempts| DeliveryRecord {
        seq: 12,
        seat: seat("red"),
        why: notices::PROMPT.to_owned(),
        attempts,
        until: None,
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
            assert_eq!(line.contains("40"), text.contains("answered 40"), "{line}");
            assert_eq!(line.contains("<t:600:f>"), text.contains(" 600"), "{line}");
            lines.insert(line);
        }
    }
    assert_eq!(lines.len(), 2 * all.len(), "each is told in words of its own");
    assert_eq!(
        line(&sent(Some("place 77".to_owned()), Some(500), true, 0)),
        "A decision of yours (Admiral red, entry 12): you were pinged in <#77>, <t:500:f> (<t:500:R>)."
    );
    assert!(line(&sent(None, None, false, 0)).ends_with("will be sent in a moment."));
    let waiting = DeliveryRecord { until: Some(700), ..sent(None, None, false, 0) };
    assert!(line(&waiting).contains("waits until <t:700:f>"), "{}", line(&waiting));
    assert!(line(&sent(Some("later x".to_owned()), None, false, 3)).contains("failed 3 times"));
    assert!(line(&sent(Some("words of another time".to_owned()), Some(5), true, 0)).contains("sent <t:5:f>"));
    assert!(line(&sent(None, Some(5), false, 0)).contains("gave up"));
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
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    discord.world().closed_dms.insert(Id(102));
    for _ in ["red", "blue"] {
        table.whisper("“*sail* @everyone”");
        table.whisper("once more: sail");
        table.turn();
    }
    courier.tick().await.unwrap();
    let direct = discord.texts(dm_of(Id(101)));
    assert_eq!(direct.len(), 2);
    assert!(direct[0].contains("\\*sail\\*") && !direct[0].contains("@everyone"), "{}", direct[0]);
    let thread = table.room().id.unwrap();
    assert!(discord.texts(thread).iter().all(|text| !text.contains("sail")));
    let whispers =
        |seat| table.outcomes(seat).into_iter().filter(|it| it.starts_with("whisper")).collect::<Vec<_>>();
    assert_eq!(whispers("red"), ["whisper: dm", "whisper: dm"]);
    assert_eq!(whispers("blue"), ["whisper: kept", "whisper: kept"]);
}
