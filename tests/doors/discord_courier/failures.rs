//! What fails at one table, and what becomes of it there and elsewhere.

use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusBuilder;
use wardroom::club::personal::{PersonalNotice, Tells};
use wardroom::door::discord::DOOR;
use wardroom::door::discord::api::post::{ApiError, Cause, Missing};
use wardroom::door::discord::id::Id;
use wardroom::log::{SqliteStore, Store};
use wardroom::observe::LOST_PAGES;
use wardroom::table::Platform;

use super::discord::{Discord, Fate, dm_of, later};
use super::table::{CHANNEL, Table};
use super::{busy, busy_table, courier, until};
use crate::common::store;
use wardroom::door::discord::threads::DiscordThreads;

const OTHER_CHANNEL: Id = Id(20);

fn two_tables() -> (Table, Table) {
    let table = busy_table();
    let other = table.another(OTHER_CHANNEL);
    (table, other)
}

/// What comes of the notices for red at a table that was opened, and where red was asked.
fn red_told(table: &Table) -> [String; 3] {
    let thread = table.room().id.unwrap();
    [
        format!("opened: report {thread}"),
        format!("seated: report {thread}"),
        format!("prompt: place {thread}"),
    ]
}

#[tokio::test]
async fn while_a_report_fails_who_is_asked_is_called_all_the_same_and_other_tables_go_on() {
    let ((table, other), discord) = (two_tables(), Discord::new());
    discord.script(|r| if r.text.contains("red fleet") { Fate::Refused(later()) } else { Fate::Done });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let room = table.room();
    let thread = room.id.unwrap();
    assert_eq!(discord.texts(thread).len(), 2, "the pings");
    assert_eq!(room.status, None);
    assert_eq!(table.outcomes("red"), red_told(&table));
    assert_eq!(table.outcomes("blue"), [format!("nudge: place {thread}")]);
    assert_eq!(other.outcomes("red"), red_told(&other));
    discord.all_well();
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(thread).len(), 2, "the report waits");
    table.pass(2);
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(thread).len(), 4);
}

/// Edits of messages older than an hour: one that Discord puts off for an hour.
#[tokio::test]
async fn an_edit_that_is_put_off_holds_back_no_ping_no_report_and_no_other_edit() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let (thread, status) = (table.room().id.unwrap(), table.room().status.unwrap());
    let old = || ApiError::Later {
        cause: Cause::Haste,
        seconds: Some(3600),
        reason: "too many requests".to_owned(),
    };
    let shown = |id: Id| discord.sight().0.into_iter().find(|message| message.id == id).unwrap().text;
    let before = shown(status);
    for refused in [old(), later()] {
        let again = refused.clone();
        discord.script(move |r| match r.kind == "edit" {
            true => Fate::Refused(again.clone()),
            false => Fate::Done,
        });
        for (turn, name) in [(1, "102"), (2, "101")] {
            table.signal(&format!("Signal {turn}."));
            table.turn();
            courier.wake(&table.id);
            courier.tick().await.unwrap();
            let texts = discord.texts(thread);
            let asked = texts.iter().rfind(|text| text.starts_with("<@")).unwrap();
            assert!(asked.starts_with(&format!("<@{name}>: you")), "{refused:?} {texts:?}");
            assert!(texts.iter().any(|text| text.contains(&format!("Signal {turn}."))), "{texts:?}");
            table.pass(5);
        }
        assert!(table.all_told(), "{refused:?}");
    }
    assert_eq!(shown(status), before);
    discord.all_well();
    table.pass(1800);
    courier.tick().await.unwrap();
    assert_eq!(shown(status), before, "as long as Discord says");
    table.pass(1800);
    courier.tick().await.unwrap();
    assert!(shown(status).contains(&table.head().1), "{}", shown(status));
    let requests = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests, "all is told");
}

#[tokio::test]
async fn a_direct_message_that_has_to_wait_holds_back_nobody_else() {
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    table.by_dm("blue");
    discord.script(|r| if r.kind == "dm" { Fate::Refused(later()) } else { Fate::Done });
    table.signal("The red fleet sails.");
    table.turn();
    courier.tick().await.unwrap();
    assert!(discord.texts(thread).iter().any(|text| text.contains("The red fleet sails.")));
    assert!(table.outcomes("blue").last().unwrap().contains("later no connection"));
    discord.all_well();
    table.pass(60);
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(dm_of(Id(102))).len(), 1);
}

#[tokio::test]
async fn only_what_asks_somebody_rings() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    table.by_dm("blue");
    courier.tick().await.unwrap();
    table.signal("The red fleet sails.");
    table.turn();
    courier.tick().await.unwrap();
    for message in discord.sight().0 {
        let asks = message.text.starts_with("<@") || message.place == dm_of(Id(102));
        assert_eq!(!message.pings.is_empty(), asks, "{message:?}");
    }
}

#[tokio::test]
async fn nothing_is_tried_before_discord_allows_it() {
    let (table, discord) = (busy_table(), Discord::new());
    let limited =
        || ApiError::Later { cause: Cause::Haste, seconds: Some(90), reason: "too many requests".to_owned() };
    discord.script(move |r| if r.number == 2 { Fate::Refused(limited()) } else { Fate::Done });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    for _ in 0..9 {
        table.pass(9);
        courier.wake(&table.id);
        courier.tick().await.unwrap();
        assert_eq!(discord.world().requests.len(), 3);
    }
    table.pass(9);
    courier.tick().await.unwrap();
    assert!(table.all_told());
}

#[tokio::test]
async fn a_table_that_hangs_holds_up_no_other() {
    let ((table, other), discord) = (two_tables(), Discord::new());
    discord.script(|r| if r.place == CHANNEL { Fate::Stuck(false) } else { Fate::Done });
    let courier = courier(&table, &discord);
    let (_stop, never) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(courier.clone().run(async {
        let _ = never.await;
    }));
    until("the other table", || other.all_told()).await;
    other.signal("The blue fleet sails.");
    other.turn();
    courier.wake(&other.id);
    until("the other table again", || other.all_told()).await;
    assert!(!table.all_told());
    let at_the_first = discord.world().requests.iter().filter(|r| r.place == CHANNEL).count();
    assert_eq!(at_the_first, 1, "a table is served once at a time");
    running.abort();
}

#[tokio::test]
async fn a_thread_that_is_gone_is_replaced_with_a_status_of_its_own() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let old = table.room();
    discord.world().gone.insert(old.id.unwrap());
    table.signal("The blue fleet sails.");
    table.turn();
    courier.tick().await.unwrap();
    let new = table.room();
    let thread = new.id.unwrap();
    assert_ne!(old.id, new.id);
    assert_ne!(old.status, new.status);
    let texts = discord.texts(thread);
    assert!(texts[0].contains("The blue fleet sails.") && texts[0].ends_with(&table.head().1), "{texts:?}");
    assert!(texts[0].starts_with("<@102>"), "{texts:?}");
    assert_eq!(texts.len(), 2);
    let before = discord.sight().0.remove(0);
    let moved = format!("Toy, table `{}`: it continues in <#{thread}>.", table.id);
    assert_eq!(
        (Some(before.id), before.text, before.rows),
        (old.id, moved, vec![]),
        "the old message says so"
    );
    assert_eq!(new.trouble, None);
}

#[tokio::test]
async fn a_report_under_way_starts_again_in_the_new_thread() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let old = table.room().id.unwrap();
    for number in 0..6 {
        table.signal(&format!("{number}: {}", "x".repeat(900)));
    }
    let fate = move |pages: &mut u32| {
        *pages += 1;
        if *pages == 3 { Fate::Refused(ApiError::Gone) } else { Fate::Done }
    };
    let mut pages = 0;
    discord.script(move |r| if r.place == old && r.kind == "send" { fate(&mut pages) } else { Fate::Done });
    courier.tick().await.unwrap();
    let new = table.room().id.unwrap();
    assert_ne!(old, new);
    let report = discord.texts(new).concat();
    assert!((0..6).all(|number| report.contains(&format!("{number}: xxx"))));
}

#[tokio::test]
async fn without_the_permission_for_threads_the_table_goes_on_in_the_channel_and_moves_when_it_is_mended() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "thread" => Fate::Refused(ApiError::Forbidden(Missing::Permission)),
        _ => Fate::Done,
    });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let room = table.room();
    assert_eq!((room.id, room.trouble.as_deref()), (None, Some("discord-trouble-thread")));
    assert!(table.all_told());
    let told = |texts: &[String]| texts.iter().filter(|text| text.contains("Create Public Threads")).count();
    assert_eq!(told(&discord.texts(CHANNEL)), 1, "the owner is told");
    let tried = discord.world().requests.len();
    table.pass(10);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), tried, "it is tried again slowly");
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-thread"));
    table.pass(600);
    courier.tick().await.unwrap();
    assert_eq!(told(&discord.texts(CHANNEL)), 1, "the owner is told once");
    assert_eq!(discord.world().requests.len(), tried + 1, "and the message for the thread is not made again");
    discord.all_well();
    table.pass(600);
    courier.tick().await.unwrap();
    let mended = table.room();
    assert_eq!(mended.trouble, None);
    let thread = mended.id.unwrap();
    let status = discord.sight().0.into_iter().find(|m| Some(m.id) == room.status).unwrap();
    assert_eq!(status.text, format!("Toy, table `{}`: it continues in <#{thread}>.", table.id));
    assert_eq!(discord.texts(thread).len(), 1, "the status message is in the thread now");
}

#[tokio::test]
async fn what_the_owner_has_to_mend_is_told_and_everything_follows_once_it_is_mended() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    discord.script(move |r| match r.place == thread {
        true => Fate::Refused(ApiError::Forbidden(Missing::Permission)),
        false => Fate::Done,
    });
    table.signal("The blue fleet sails.");
    table.by_dm("blue");
    table.turn();
    table.nudge();
    courier.tick().await.unwrap();
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-send"));
    assert!(discord.texts(CHANNEL)[1].contains("Grant me Send Messages"));
    assert_eq!(discord.texts(dm_of(Id(102))).len(), 1, "direct messages go out meanwhile");
    let tried = discord.world().requests.len();
    table.pass(200);
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), tried, "it is tried again slowly");
    discord.all_well();
    table.pass(200);
    courier.tick().await.unwrap();
    assert_eq!(table.room().trouble, None);
    assert!(table.all_told());
    let texts = discord.texts(thread);
    assert_eq!(texts.iter().filter(|text| text.contains("The blue fleet sails.")).count(), 1);
    assert_eq!(discord.texts(CHANNEL).len(), 2, "the owner was told once");
}

/// A token that Discord rejects says nothing of who takes direct messages: what only one player is told waits until it is mended.
#[tokio::test]
async fn while_the_token_is_rejected_nothing_is_given_up() {
    let (table, discord) = (Table::new(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    discord.script(|_| Fate::Refused(ApiError::Forbidden(Missing::Token)));
    table.whisper("to you alone");
    let now = table.clock.now().timestamp();
    let tells = Tells::Extended { table: table.id.clone(), seat: None, until: now + 3600 };
    let notice = PersonalNotice { tells, at: now, attempts: 0, due: now };
    let id = format!("{}/more-time", table.person("red").player);
    table.club.personal().put(DOOR, &id, Some(&notice)).unwrap();
    courier.tick().await.unwrap();
    assert!(!table.all_told(), "{:?}", table.outcomes("blue"));
    discord.all_well();
    table.pass(600);
    courier.tick().await.unwrap();
    assert_eq!(table.outcomes("blue").last().map(String::as_str), Some("whisper: dm"));
    assert_eq!((discord.texts(dm_of(Id(101))).len(), discord.texts(dm_of(Id(102))).len()), (1, 1));
    assert!(table.club.personal().due(DOOR).unwrap().is_empty());
}

#[tokio::test]
async fn a_channel_that_is_gone_holds_back_what_belongs_there_and_nothing_else() {
    let ((table, other), discord) = (two_tables(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let room = table.room();
    discord.world().gone.extend([CHANNEL, room.id.unwrap()]);
    for table in [&table, &other] {
        table.signal("The blue fleet sails.");
        table.turn();
    }
    courier.tick().await.unwrap();
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-channel-gone"));
    assert_eq!(other.room().trouble, None);
    assert_eq!((table.all_told(), other.all_told()), (false, true));
}

#[tokio::test]
async fn an_archived_thread_is_opened_again_and_a_locked_one_is_told_of() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let thread = table.room().id.unwrap();
    discord.world().archived.insert(thread);
    table.signal("All is well.");
    courier.tick().await.unwrap();
    assert!(discord.world().archived.is_empty());
    let texts = discord.texts(thread);
    let status = texts.iter().find(|text| text.starts_with("**Toy**")).unwrap();
    assert!(status.contains(&format!("\n{}\n", table.head().1)), "{status}");
    discord.script(move |r| match r.place == thread {
        true => Fate::Refused(ApiError::Forbidden(Missing::Unlocked)),
        false => Fate::Done,
    });
    table.signal("The blue fleet sails.");
    courier.tick().await.unwrap();
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-locked"));
}

#[tokio::test]
async fn a_status_that_cannot_be_pinned_is_told_of_and_everything_else_goes_on() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "pin" => Fate::Refused(ApiError::Forbidden(Missing::Permission)),
        _ => Fate::Done,
    });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    assert!(table.all_told());
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-pin"));
    let tried = || discord.world().requests.iter().filter(|request| request.kind == "pin").count();
    for _ in 0..4 {
        table.signal("The blue fleet sails.");
        table.pass(60);
        courier.tick().await.unwrap();
        assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-pin"));
    }
    assert_eq!(tried(), 1, "it is tried again slowly, whatever happens at the table");
    table.pass(60);
    courier.tick().await.unwrap();
    assert_eq!(tried(), 2, "though nothing happened");
    discord.all_well();
    table.pass(300);
    courier.tick().await.unwrap();
    assert_eq!(table.room().trouble, None);
    assert_eq!(discord.world().pins, [table.room().status.unwrap()]);
}

#[tokio::test]
async fn a_channel_is_told_once_what_its_tables_lack() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "pin" => Fate::Refused(ApiError::Forbidden(Missing::Permission)),
        _ => Fate::Done,
    });
    let channels = (2..20).map(|_| CHANNEL).chain([OTHER_CHANNEL]);
    channels.for_each(|channel| drop(table.another(channel)));
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    discord.world().forget_nonces();
    table.another(CHANNEL);
    courier.tick().await.unwrap();
    let told = |place| discord.texts(place).iter().filter(|text| text.contains("Pin Messages")).count();
    assert_eq!((told(CHANNEL), told(OTHER_CHANNEL)), (1, 1));
    let rooms = DiscordThreads(&table.club).threads().unwrap();
    assert_eq!(rooms.len(), 21);
    assert!(rooms.iter().all(|room| room.trouble.as_deref() == Some("discord-trouble-pin")), "{rooms:?}");
}

#[tokio::test]
async fn a_thread_is_replaced_once_an_hour_at_most() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let mut threads = vec![table.room().id.unwrap()];
    let lose = |thread| {
        discord.world().gone.insert(thread);
        table.signal("The blue fleet sails.");
        table.turn();
    };
    lose(threads[0]);
    courier.tick().await.unwrap();
    threads.push(table.room().id.unwrap());
    lose(threads[1]);
    for _ in 0..59 {
        courier.wake(&table.id);
        courier.tick().await.unwrap();
        assert_eq!(discord.world().threads.len(), 2);
        table.pass(60);
    }
    assert_eq!(table.room().trouble, None);
    table.pass(60);
    courier.tick().await.unwrap();
    threads.push(table.room().id.unwrap());
    assert_eq!(discord.world().threads.len(), 3);
    assert!(table.all_told(), "what waited was sent");
    assert!(threads.is_sorted() && threads[1] != threads[2]);
}

#[tokio::test]
async fn a_channel_of_another_kind_is_called_what_it_is() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "thread" => Fate::Refused(ApiError::Forbidden(Missing::Kind)),
        _ => Fate::Done,
    });
    courier(&table, &discord).tick().await.unwrap();
    assert_eq!(table.room().trouble.as_deref(), Some("discord-trouble-kind"));
    let texts = discord.texts(CHANNEL);
    assert!(texts.iter().any(|text| text.contains("This kind of channel has no threads")), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("Grant")), "{texts:?}");
    assert!(table.all_told(), "it is played in the channel");
}

#[tokio::test]
async fn a_page_that_is_refused_leaves_a_line_and_is_counted() {
    let numbers = PrometheusBuilder::new().build_recorder();
    let _kept = metrics::set_default_local_recorder(&numbers);
    let (table, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.text.contains("red fleet") {
        true => Fate::Refused(ApiError::Never("50035 Invalid Form Body".to_owned())),
        false => Fate::Done,
    });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let texts = discord.texts(table.room().id.unwrap());
    let lines = |texts: &[String]| texts.iter().filter(|text| text.contains("is missing here")).count();
    assert_eq!((lines(&texts), courier.lost_pages()), (1, 1), "{texts:?}");
    table.signal("The blue fleet sails.");
    courier.tick().await.unwrap();
    assert_eq!(courier.lost_pages(), 1);
    assert!(numbers.handle().render().contains(&format!("{LOST_PAGES} 1\n")));
}

#[tokio::test]
async fn what_can_never_succeed_is_given_up_alone() {
    let (table, discord) = (busy_table(), Discord::new());
    let never = || Fate::Refused(ApiError::Never("50035 Invalid Form Body".to_owned()));
    discord.script(move |r| match r.text.contains("<@101>: you") {
        true => never(),
        false => Fate::Done,
    });
    courier(&table, &discord).tick().await.unwrap();
    assert_eq!(table.outcomes("red")[2], "prompt: refused 50035 Invalid Form Body");
    assert_eq!(table.outcomes("blue"), [format!("nudge: place {}", table.room().id.unwrap())]);
    let table = busy_table();
    discord.script(move |r| match r.text.contains("red fleet") {
        true => never(),
        false => Fate::Done,
    });
    courier(&table, &discord).tick().await.unwrap();
    assert_eq!(table.room().reported, table.head().0);
    assert!(table.all_told());
}

#[tokio::test]
async fn a_broken_store_stops_nothing_for_good() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log.db");
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&path).unwrap());
    let (table, discord) = (busy(Table::over(&store)), Discord::new());
    let courier = courier(&table, &discord);
    let database = rusqlite::Connection::open(&path).unwrap();
    let run = |sql: &str| database.execute_batch(sql).unwrap();
    for broken in ["entries", "notes", "deliveries", "leases"] {
        run(&format!("ALTER TABLE {broken} RENAME TO elsewhere"));
        drop(courier.tick().await);
        assert_eq!(discord.world().requests, [], "{broken}");
        run(&format!("ALTER TABLE elsewhere RENAME TO {broken}"));
    }
    // Read it can be, but not written.
    run("CREATE TRIGGER full BEFORE INSERT ON notes BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
    courier.tick().await.unwrap();
    assert!(!table.all_told());
    run("DROP TRIGGER full");
    let tried = discord.world().requests.len();
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), tried, "it waits");
    table.pass(2);
    courier.tick().await.unwrap();
    assert!(table.all_told());
    assert_eq!(discord.world().threads.len(), 1);
}

#[tokio::test]
async fn a_table_that_cannot_be_read_holds_up_no_other() {
    let store = store::new();
    let (table, discord) = (busy(Table::over(&store)), Discord::new());
    let other = table.another(OTHER_CHANNEL);
    store.put_note("discord", &format!("room/{}", table.id), "no room").unwrap();
    courier(&table, &discord).tick().await.unwrap();
    assert_eq!(other.outcomes("red"), red_told(&other));
}

#[tokio::test]
async fn a_page_that_went_out_is_not_sent_again_when_discord_has_forgotten_its_nonce() {
    let (table, discord) = (Table::new(), Discord::new());
    for number in 0..6 {
        table.signal(&format!("{number}: {}", "x".repeat(900)));
    }
    let courier = courier(&table, &discord);
    discord.script(|r| if r.text.contains("3: xxx") { Fate::Refused(later()) } else { Fate::Done });
    courier.tick().await.unwrap();
    table.pass(3600);
    discord.all_well();
    courier.tick().await.unwrap();
    let world = discord.world();
    let sends = |line: &str| world.requests.iter().filter(|r| r.text.contains(line)).count();
    assert_eq!((sends("1: xxx"), sends("3: xxx"), sends("5: xxx")), (1, 2, 1));
}
