//! Pings: what they say, when they come, what becomes of them, and what is told of that.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use wardroom::club::Visitor;
use wardroom::club::session::OrderOutcome;
use wardroom::door::discord::api::post::{ApiError, Missing};
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::interaction::User;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::{OrderForm, Word};
use wardroom::pace::Ladder;
use wardroom::table::Platform;
use wardroom::waits::Waits;
use wardroom::words::{Lang, Words};

use super::discord::{Discord, Fate, Shown, dm_of, later};
use super::table::{CHANNEL, Table};
use super::{Plain, busy_table, courier, until};
use crate::common::store;
use crate::toy::{Clock, seat};
use wardroom::door::discord::threads::DiscordThreads;

/// The ping of a user in a place, or a direct message.
fn ping(discord: &Discord, place: Id, part: &str) -> Shown {
    let found =
        discord.sight().0.into_iter().rfind(|message| message.place == place && message.text.contains(part));
    found.unwrap_or_else(|| panic!("no {part:?} among {:?}", discord.texts(place)))
}

/// A table where red was reminded of a decision, in the thread.
async fn reminded() -> (Table, Discord, Courier<Discord>) {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    let ladder = Ladder::parse("1d").unwrap();
    table.club.people().set_ladder(&table.person("red").player, Some(&ladder)).unwrap();
    courier.tick().await.unwrap();
    table.pass(36 * 3600);
    while table.club.time().keep().unwrap() > 0 {}
    courier.tick().await.unwrap();
    assert_eq!(
        saying(&discord, table.room().id.unwrap(), "reminder").len(),
        1,
        "{:?}",
        table.outcomes("red")
    );
    (table, discord, courier)
}

fn last_outcome(table: &Table) -> String {
    table.outcomes("red").into_iter().rfind(|outcome| outcome.starts_with("reminder")).unwrap()
}

#[tokio::test]
async fn a_report_says_what_is_asked_of_whom_and_stays_when_that_is_answered() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let asked = ping(&discord, thread, "as red");
    assert!(asked.text.starts_with("<@101>: you have a decision to make as red.\nAct.\n"), "{}", asked.text);
    assert_eq!(asked.pings, [Id(101), Id(102)]);
    let answer = table.head().0 + 1;
    table.turn();
    courier.tick().await.unwrap();
    assert_eq!(ping(&discord, thread, "as red"), asked, "no request is spent on it");
    assert_eq!(table.outcomes("red")[2], format!("prompt: place {thread} answered {answer} in-report"));
    let next = ping(&discord, thread, "as blue");
    assert_ne!(next.id, asked.id, "an edit does not ring");
    assert_eq!((next.text.lines().nth(1), &next.pings[..]), (Some("Act."), &[Id(102)][..]));
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests);
}

#[tokio::test]
async fn a_reminder_is_deleted_once_its_question_is_answered() {
    let (table, discord, courier) = reminded().await;
    let (thread, answer) = (table.room().id.unwrap(), table.head().0 + 1);
    table.turn();
    table.pass(7);
    courier.tick().await.unwrap();
    assert!(saying(&discord, thread, "reminder").is_empty());
    let now = table.clock.now().timestamp();
    let outcome = last_outcome(&table);
    assert!(outcome.ends_with(&format!(": place {thread} answered {answer} deleted {now}")), "{outcome}");
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests, "it is deleted once");
}

#[tokio::test]
async fn a_direct_message_that_asks_is_deleted_too_and_what_a_report_carries_stays() {
    let (table, discord) = (Table::opened(&store::new()), Discord::new());
    let courier = courier(&table, &discord);
    table.session("red").invite(&["102".to_owned()]).unwrap();
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    table.join();
    table.by_dm("blue");
    table.choose();
    table.turn();
    courier.tick().await.unwrap();
    let direct = dm_of(Id(102));
    assert!(
        ping(&discord, direct, "blue").text.contains("\n行動します。\n前回の命令のあと：\n"),
        "in its reader's language"
    );
    table.session("blue").propose_close().unwrap();
    courier.tick().await.unwrap();
    let request = ping(&discord, thread, "a request needs your answer");
    assert!(request.text.contains("\nblue asks to close the table for good."), "{}", request.text);
    // A request lapses when play goes on.
    table.turn();
    courier.tick().await.unwrap();
    assert_eq!(ping(&discord, thread, "a request needs your answer"), request);
    assert_eq!(discord.texts(direct), Vec::<String>::new());
    let outcomes = |seat: &str, why: &str| {
        let all = table.outcomes(seat).into_iter().filter(|line| line.starts_with(why));
        all.map(|line| {
            line.split(' ').filter(|word| word.parse::<u64>().is_err()).collect::<Vec<_>>().join(" ")
        })
        .collect::<Vec<_>>()
    };
    assert_eq!(outcomes("blue", "invited"), ["invited: place answered in-report"]);
    assert_eq!(outcomes("blue", "prompt"), ["prompt: dm answered deleted"]);
    assert_eq!(outcomes("red", "request"), ["request: place lapsed in-report"]);
}

#[tokio::test]
async fn a_ping_that_is_gone_or_cannot_be_deleted_is_noted_and_forgotten() {
    let refusals = [
        (ApiError::NoMessage, true),
        (ApiError::Gone, true),
        (ApiError::Never("50003 Cannot execute action on a DM channel".to_owned()), false),
        (ApiError::Forbidden(Missing::Permission), false),
    ];
    for (refused, is_gone) in refusals {
        let (table, discord, courier) = reminded().await;
        let (thread, answer) = (table.room().id.unwrap(), table.head().0 + 1);
        table.turn();
        let refusal = refused.clone();
        discord.script(move |request| match request.kind == "delete" {
            true => Fate::Refused(refusal.clone()),
            false => Fate::Done,
        });
        courier.tick().await.unwrap();
        let outcome = last_outcome(&table);
        let noted = format!(": place {thread} answered {answer}");
        assert!(outcome.contains(&noted), "{refused:?}: {outcome}");
        assert_eq!(outcome.contains(" deleted "), is_gone, "{refused:?}: {outcome}");
        assert_eq!(table.room().id, Some(thread), "it is no reason to make another thread");
        assert!(ping(&discord, thread, "as blue").pings == [Id(102)], "the next ping comes all the same");
        discord.all_well();
        let requests = discord.world().requests.len();
        courier.tick().await.unwrap();
        assert_eq!(discord.world().requests.len(), requests, "it is not tried again");
    }
}

#[tokio::test]
async fn a_ping_that_discord_was_too_busy_to_delete_is_deleted_later() {
    let (table, discord, courier) = reminded().await;
    table.turn();
    discord.script(|request| match request.kind == "delete" {
        true => Fate::Refused(later()),
        false => Fate::Done,
    });
    courier.tick().await.unwrap();
    discord.all_well();
    table.pass(60);
    courier.tick().await.unwrap();
    assert!(saying(&discord, table.room().id.unwrap(), "reminder").is_empty());
}

#[tokio::test]
async fn another_process_deletes_what_this_one_sent() {
    let (table, discord, _) = reminded().await;
    table.turn();
    courier(&table, &discord).tick().await.unwrap();
    assert!(saying(&discord, table.room().id.unwrap(), "reminder").is_empty());
}

/// The version before struck pings out. What it kept of one names no report, and leads to the message.
#[tokio::test]
async fn a_ping_of_the_version_before_is_deleted_as_well() {
    let (table, discord, courier) = reminded().await;
    let thread = table.room().id.unwrap();
    let old = ping(&discord, thread, "reminder");
    let kept = serde_json::json!({ "seq": 1, "seat": "red", "why": "prompt", "place": thread, "message": old.id,
        "text": old.text, "lang": "en", "outcome": format!("place {thread}") });
    table.put_note(&format!("ping/{}/9999", table.id), &kept.to_string());
    courier.tick().await.unwrap();
    assert!(discord.world().deleted.iter().any(|it| it.id == old.id));
}

#[tokio::test]
async fn a_question_that_was_answered_before_its_ping_could_go_out_is_noted_with_the_answer() {
    let (table, discord) = (Table::new(), Discord::new());
    let answer = table.head().0 + 1;
    table.turn();
    courier(&table, &discord).tick().await.unwrap();
    assert_eq!(table.outcomes("red")[2], format!("prompt: not-needed answered {answer}"));
}

/// Time that passes when the test says so, a second at a time, for the courier's pauses as for the club.
#[derive(Clone)]
struct Seconds {
    clock: Arc<Clock>,
    pauses: Arc<AtomicUsize>,
}

impl Seconds {
    fn waits(&self) -> Waits {
        let (now, this) = (self.clock.clone(), self.clone());
        Waits::with(
            Arc::new(move || now.now().timestamp()),
            Arc::new(|| Duration::ZERO),
            Arc::new(move |pause| {
                let this = this.clone();
                Box::pin(async move {
                    let end = this.clock.now().timestamp() + i64::try_from(pause.as_secs()).unwrap();
                    this.pauses.fetch_add(1, Ordering::SeqCst);
                    while this.clock.now().timestamp() < end {
                        tokio::time::sleep(Duration::from_millis(1)).await;
                    }
                })
            }),
        )
    }

    /// Lets so many seconds pass; in each the courier gets its turn.
    async fn pass(&self, seconds: usize) {
        for _ in 0..seconds {
            let pauses = self.pauses.load(Ordering::SeqCst);
            self.clock.pass(1);
            until("the next pulse", || self.pauses.load(Ordering::SeqCst) > pauses).await;
        }
    }
}

/// Nobody wakes the courier here: the orders come by another door, or another process.
#[tokio::test]
async fn a_ping_comes_within_a_minute_whoever_gave_the_order_and_whatever_discord_did_before() {
    let (table, discord) = (Table::new(), Discord::new());
    let seconds = Seconds { clock: table.clock.clone(), pauses: Arc::default() };
    let words = Arc::new(Words::read().unwrap());
    let api = Arc::new(discord.clone());
    let courier = Courier::new(table.club.clone(), api, words, Arc::new(Plain), seconds.waits(), false);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(courier.run(async { drop(stopped.await) }));
    until("the first round", || table.all_told()).await;
    let thread = table.room().id.unwrap();
    let asked = |name: &str| {
        let calls = |text: &&String| text.contains(&format!("<@{name}>: you"));
        discord.texts(thread).iter().filter(calls).count()
    };
    table.turn();
    seconds.pass(15).await;
    until("the ping of an order by another door", || asked("102") == 1).await;
    discord.script(|_| Fate::Refused(later()));
    table.turn();
    seconds.pass(300).await;
    assert_eq!(asked("101"), 1, "Discord does not answer");
    discord.all_well();
    seconds.pass(60).await;
    until("the ping after an outage", || asked("101") == 2).await;
    stop.send(()).unwrap();
    running.await.unwrap();
}

#[tokio::test]
async fn a_ping_says_until_when_and_what_then() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    table.session("red").change_pace("2d overdue claim").unwrap();
    table.session("blue").answer_request(true).unwrap();
    table.turn();
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let asked = ping(&discord, thread, "as blue").text;
    let due = table.clock.now().timestamp() + 48 * 60 * 60;
    assert!(
        asked.contains(&format!("Due by <t:{due}:F> (<t:{due}:R>). If you have not decided by <t:")),
        "{asked}"
    );
    assert!(asked.contains("the other players may claim the game"), "{asked}");
    let status = ping(&discord, thread, "to decide since").text;
    assert!(status.contains(&format!("; due <t:{due}:F> (<t:{due}:R>)")), "{status}");
}

/// A table that agreed on what happens when time is up, which that of blue is.
fn up(overdue: &str, direct: bool) -> (Table, Discord) {
    let (table, discord) = (busy_table(), Discord::new());
    if direct {
        table.by_dm("blue");
    }
    table.session("red").change_pace(&format!("1d grace 6h overdue {overdue}")).unwrap();
    table.session("blue").answer_request(true).unwrap();
    table.turn();
    for _ in 0..31 * 12 {
        table.pass(300);
        while table.club.time().keep().unwrap() > 0 {}
    }
    (table, discord)
}

/// The texts that say so, whoever reads them where.
fn saying(discord: &Discord, place: Id, part: &str) -> Vec<String> {
    discord.texts(place).into_iter().filter(|text| text.contains(part)).collect()
}

#[tokio::test]
async fn whoever_a_computer_stands_in_for_is_told_how_to_come_back_once() {
    for direct in [false, true] {
        let (table, discord) = up("computer", direct);
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        courier.tick().await.unwrap();
        let (place, part) = match direct {
            false => (table.room().id.unwrap(), "and a computer player stands in at blue"),
            true => (dm_of(Id(102)), "の席ではコンピューターが代わりにプレイします"),
        };
        let told = saying(&discord, place, part);
        assert_eq!(told.len(), 1, "{:?}", discord.texts(place));
        assert!(told[0].contains(if direct { "`/卓 参加`" } else { "`/table join`" }), "{told:?}");
        assert!(direct || told[0].contains("<@102>: the time"), "{told:?}");
        assert!(saying(&discord, dm_of(Id(101)), "stands in").is_empty());
    }
}

#[tokio::test]
async fn whoever_lost_their_seat_is_told_by_their_own_channel_once() {
    for direct in [false, true] {
        let (table, discord) = up("substitute", direct);
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        let thread = table.room().id.unwrap();
        let (place, part) = match direct {
            false => (thread, "and another player has the seat blue now"),
            true => (dm_of(Id(102)), "の席はほかの人のものになりました"),
        };
        assert!(saying(&discord, place, part).is_empty(), "the seat is still theirs");
        let eve = User { id: Id(103), name: "Eve".to_owned(), lang: Lang::En, manager: false };
        let eve = DiscordThreads(&table.club).person(&eve).unwrap();
        table.club.join(&table.id, &eve.visitor(Id(900)), Some(seat("blue")), Lang::En).unwrap();
        courier.tick().await.unwrap();
        courier.tick().await.unwrap();
        let told = saying(&discord, place, part);
        assert_eq!(told.len(), 1, "{:?}", discord.texts(place));
        assert!(direct || told[0].contains("<@102>: the time"), "{told:?}");
    }
}

#[tokio::test]
async fn a_rematch_that_was_asked_for_at_another_door_has_its_place_in_the_same_channel() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    table.close();
    let door = Arc::new(AtTerminal { play: String::new() });
    let visitor = Visitor { door, ..table.person("red").visitor(Id(901)) };
    let mut over = table.club.watch(&table.id, Lang::En).unwrap().sit(visitor, Some(seat("red"))).unwrap();
    let (again, _) = over.rematch().unwrap().unwrap();
    assert_eq!(DiscordThreads(&table.club).thread_of(&again).unwrap(), None);
    table.pass(60);
    courier.tick().await.unwrap();
    let room = DiscordThreads(&table.club).thread_of(&again).unwrap().expect("a place");
    assert_eq!(room.channel, CHANNEL);
    assert_eq!(DiscordThreads(&table.club).opener(&room).unwrap(), Some(Id(101)), "who asked for it");
    let invited = saying(&discord, room.id.unwrap(), "is kept for you");
    assert_eq!(invited.len(), 1);
    assert!(invited[0].starts_with("<@102>: "), "{invited:?}");
}

#[tokio::test]
async fn whoever_plays_through_another_door_is_pinged_when_they_have_given_no_order_there_for_ten_minutes() {
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    let act_elsewhere = |key: u64, verb: &'static str| {
        let door = Arc::new(AtTerminal { play: String::new() });
        let visitor = Visitor { door, ..table.person("red").visitor(Id(key)) };
        let mut red = table.club.watch(&table.id, Lang::En).unwrap().sit(visitor, Some(seat("red"))).unwrap();
        let prompt = red.asked().unwrap().prompt.unwrap();
        let given = red.order(prompt, OrderForm::new(Word::literal(verb)), true).unwrap();
        assert!(matches!(given, OrderOutcome::Accepted { .. }));
    };
    let pings = || saying(&discord, thread, "<@101>: you have a decision").len();
    assert_eq!(pings(), 1);
    for key in 0..3 {
        act_elsewhere(910 + key, "pass");
        table.turn();
        courier.tick().await.unwrap();
        assert_eq!(pings(), 1, "{:?}", discord.texts(thread));
        table.pass(60);
    }
    let reported = discord.texts(thread).len();
    table.pass(479);
    courier.tick().await.unwrap();
    assert_eq!((pings(), discord.texts(thread).len()), (1, reported));
    table.pass(61);
    courier.tick().await.unwrap();
    assert_eq!(pings(), 2, "{:?}", discord.texts(thread));
    let last = discord.texts(thread).pop().unwrap();
    assert!(last.starts_with("<@101>: you have a decision to make as red."), "{last}");
    // What was answered meanwhile was not told.
    let told = table.outcomes("red");
    let kept_back = told.iter().filter(|it| it.starts_with("prompt: not-needed answered"));
    assert_eq!(kept_back.count(), 2, "{told:?}");
    // Now red plays in Discord. What was no report's is deleted once it is answered.
    table.turn();
    table.turn();
    courier.tick().await.unwrap();
    assert_eq!(pings(), 2, "{:?}", discord.texts(thread));
    assert_ne!(discord.texts(thread).pop().unwrap(), last);
}
