//! What fails at one table, and what becomes of it there and elsewhere.

use std::sync::atomic::Ordering;

use metrics_exporter_prometheus::PrometheusBuilder;
use wardroom::door::discord::api::post::{Cause, Lack, Trouble};
use wardroom::door::discord::inbound::call::Id;
use wardroom::observe::LOST_PAGES;
use wardroom::table::notices;

use super::discord::{Discord, Fate, dm_of, later};
use super::house::{CHANNEL, Club};
use super::{TABLE, busy_table, courier, until};

const OTHER: &str = "toy-2";
const OTHER_CHANNEL: Id = Id(20);

fn two_tables() -> std::sync::Arc<Club> {
    let club = busy_table();
    club.add_table(OTHER, OTHER_CHANNEL);
    club.notify(OTHER, "red", notices::PROMPT);
    club
}

#[tokio::test]
async fn while_one_step_of_a_table_fails_nothing_after_it_is_sent_there_and_others_go_on() {
    let (club, discord) = (two_tables(), Discord::new());
    discord.script(|r| if r.text.contains("red fleet") { Fate::Refused(later()) } else { Fate::Done });
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let room = club.kept(TABLE);
    assert_eq!(discord.texts(room.thread.unwrap()), Vec::<String>::new());
    assert_eq!(room.status, None);
    assert_eq!(club.outcomes(), ["later no connection", "later no connection", &done(&club, OTHER)]);
    discord.all_well();
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(room.thread.unwrap()), Vec::<String>::new(), "it waits");
    club.pass(2);
    courier.tick().await.unwrap();
    assert_eq!(discord.texts(room.thread.unwrap()).len(), 4);
    assert_eq!(club.outcomes(), [done(&club, TABLE), done(&club, TABLE), done(&club, OTHER)]);
}

fn done(club: &Club, table: &str) -> String {
    format!("place {}", club.kept(table).thread.unwrap())
}

#[tokio::test]
async fn nothing_is_tried_before_discord_allows_it() {
    let (club, discord) = (busy_table(), Discord::new());
    let limited =
        || Trouble::Later { cause: Cause::Haste, seconds: Some(90), said: "too many requests".to_owned() };
    discord.script(move |r| if r.number == 3 { Fate::Refused(limited()) } else { Fate::Done });
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    for _ in 0..9 {
        club.pass(9);
        courier.stir(TABLE);
        courier.tick().await.unwrap();
        assert_eq!(discord.world().requests.len(), 4);
    }
    club.pass(9);
    courier.tick().await.unwrap();
    assert!(club.all_ended());
}

#[tokio::test]
async fn a_table_that_hangs_holds_up_no_other() {
    let (club, discord) = (two_tables(), Discord::new());
    discord.script(|r| if r.place == CHANNEL { Fate::Stuck(false) } else { Fate::Done });
    let courier = courier(&club, &discord);
    let (_stop, never) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(courier.clone().run(async {
        let _ = never.await;
    }));
    let ended = |club: &Club, at: usize| club.notices.lock().unwrap()[at].ended.is_some();
    until("the other table", || ended(&club, 2)).await;
    club.happen(OTHER, Some("The blue fleet sails."));
    club.notify(OTHER, "blue", notices::PROMPT);
    courier.stir(OTHER);
    until("the other table again", || ended(&club, 3)).await;
    assert!(!ended(&club, 0));
    let at_the_first = discord.world().requests.iter().filter(|r| r.place == CHANNEL).count();
    assert_eq!(at_the_first, 1, "a table is served once at a time");
    running.abort();
}

#[tokio::test]
async fn a_thread_that_is_gone_is_replaced_with_a_status_of_its_own() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let old = club.kept(TABLE);
    discord.world().gone.insert(old.thread.unwrap());
    club.happen(TABLE, Some("The blue fleet sails."));
    club.notify(TABLE, "blue", notices::PROMPT);
    courier.tick().await.unwrap();
    let new = club.kept(TABLE);
    let thread = new.thread.unwrap();
    assert_ne!(old.thread, new.thread);
    assert_ne!(old.status, new.status);
    let texts = discord.texts(thread);
    assert_eq!(texts[0], "The blue fleet sails.\nLog: `4:abc`");
    assert!(texts[2].contains("<@102>"), "{texts:?}");
    assert_eq!(texts.len(), 3);
    assert_eq!(new.trouble, None);
}

#[tokio::test]
async fn a_report_under_way_starts_again_in_the_new_thread() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let old = club.kept(TABLE).thread.unwrap();
    for number in 0..60 {
        club.happen(TABLE, Some(&format!("{number}: {}", "x".repeat(90))));
    }
    let fate = move |pages: &mut u32| {
        *pages += 1;
        if *pages == 3 { Fate::Refused(Trouble::Gone) } else { Fate::Done }
    };
    let mut pages = 0;
    discord.script(move |r| if r.place == old && r.kind == "send" { fate(&mut pages) } else { Fate::Done });
    courier.tick().await.unwrap();
    let new = club.kept(TABLE).thread.unwrap();
    assert_ne!(old, new);
    let report = discord.texts(new).concat();
    assert!((0..60).all(|number| report.contains(&format!("{number}: xxx"))));
}

#[tokio::test]
async fn without_the_permission_for_threads_the_table_goes_on_in_the_channel_and_moves_when_it_is_mended() {
    let (club, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "thread" => Fate::Refused(Trouble::Forbidden(Lack::Permission)),
        _ => Fate::Done,
    });
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let room = club.kept(TABLE);
    assert_eq!((room.thread, room.trouble.as_deref()), (None, Some("discord-trouble-thread")));
    assert!(club.all_ended());
    let told = |texts: &[String]| texts.iter().filter(|text| text.contains("Create Public Threads")).count();
    assert_eq!(told(&discord.texts(CHANNEL)), 1, "the owner is told");
    let tried = discord.world().requests.len();
    club.pass(10);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), tried, "it is tried again slowly");
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-thread"));
    club.pass(600);
    courier.tick().await.unwrap();
    assert_eq!(told(&discord.texts(CHANNEL)), 1, "the owner is told once");
    assert_eq!(discord.world().requests.len(), tried + 1, "and the message for the thread is not made again");
    discord.all_well();
    club.pass(600);
    courier.tick().await.unwrap();
    let mended = club.kept(TABLE);
    assert_eq!(mended.trouble, None);
    let thread = mended.thread.unwrap();
    let status = discord.sight().0.into_iter().find(|m| Some(m.id) == room.status).unwrap();
    assert_eq!(status.text, format!("Toy, table `toy-1`: it goes on in <#{thread}>."));
    assert_eq!(discord.texts(thread).len(), 1, "the status message is in the thread now");
}

#[tokio::test]
async fn what_the_owner_has_to_mend_is_told_and_everything_follows_once_it_is_mended() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    discord.script(move |r| match r.place == thread {
        true => Fate::Refused(Trouble::Forbidden(Lack::Permission)),
        false => Fate::Done,
    });
    club.happen(TABLE, Some("The blue fleet sails."));
    club.notify(TABLE, "red", notices::PROMPT);
    club.by_dm(TABLE, "blue");
    club.notify(TABLE, "blue", notices::PROMPT);
    courier.tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-send"));
    assert!(discord.texts(CHANNEL)[1].contains("Grant me Send Messages"));
    assert_eq!(discord.texts(dm_of(Id(102))).len(), 1, "direct messages go out meanwhile");
    let tried = discord.world().requests.len();
    club.pass(200);
    courier.stir(TABLE);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), tried, "it is tried again slowly");
    discord.all_well();
    club.pass(200);
    courier.tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble, None);
    assert!(club.all_ended());
    let texts = discord.texts(thread);
    assert_eq!(texts.iter().filter(|text| text.contains("The blue fleet sails.")).count(), 1);
    assert_eq!(discord.texts(CHANNEL).len(), 2, "the owner was told once");
}

#[tokio::test]
async fn a_channel_that_is_gone_holds_back_what_belongs_there_and_nothing_else() {
    let (club, discord) = (two_tables(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let room = club.kept(TABLE);
    discord.world().gone.extend([CHANNEL, room.thread.unwrap()]);
    for table in [TABLE, OTHER] {
        club.happen(table, Some("The blue fleet sails."));
        club.notify(table, "blue", notices::PROMPT);
    }
    courier.tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-channel-gone"));
    assert_eq!(club.kept(OTHER).trouble, None);
    let notices = club.notices.lock().unwrap();
    assert_eq!((notices[3].ended.is_some(), notices[4].ended.is_some()), (false, true));
}

#[tokio::test]
async fn an_archived_thread_is_opened_again_and_a_locked_one_is_told_of() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let thread = club.kept(TABLE).thread.unwrap();
    discord.world().archived.insert(thread);
    club.happen(TABLE, None);
    courier.tick().await.unwrap();
    assert!(discord.world().archived.is_empty());
    let status = discord.texts(thread)[1].clone();
    assert!(status.contains("\nLog: `4:abc`\n"), "{status}");
    discord.script(move |r| match r.place == thread {
        true => Fate::Refused(Trouble::Forbidden(Lack::Unlocked)),
        false => Fate::Done,
    });
    club.happen(TABLE, Some("The blue fleet sails."));
    courier.tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-locked"));
}

#[tokio::test]
async fn a_status_that_cannot_be_pinned_is_told_of_and_everything_else_goes_on() {
    let (club, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "pin" => Fate::Refused(Trouble::Forbidden(Lack::Permission)),
        _ => Fate::Done,
    });
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    assert!(club.all_ended());
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-pin"));
    let tried = || discord.world().requests.iter().filter(|request| request.kind == "pin").count();
    for _ in 0..4 {
        club.happen(TABLE, Some("The blue fleet sails."));
        club.pass(60);
        courier.tick().await.unwrap();
        assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-pin"));
    }
    assert_eq!(tried(), 1, "it is tried again slowly, whatever happens at the table");
    club.pass(60);
    courier.tick().await.unwrap();
    assert_eq!(tried(), 2, "though nothing happened");
    discord.all_well();
    club.pass(300);
    courier.tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble, None);
    assert_eq!(discord.world().pins, [club.kept(TABLE).status.unwrap()]);
}

#[tokio::test]
async fn a_channel_is_told_once_what_its_tables_lack() {
    let club = busy_table();
    let discord = Discord::new();
    discord.script(|r| match r.kind {
        "pin" => Fate::Refused(Trouble::Forbidden(Lack::Permission)),
        _ => Fate::Done,
    });
    for number in 2..20 {
        club.add_table(&format!("toy-{number}"), CHANNEL);
    }
    club.add_table("toy-elsewhere", OTHER_CHANNEL);
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    club.add_table("toy-20", CHANNEL);
    courier.tick().await.unwrap();
    let told = |place| discord.texts(place).iter().filter(|text| text.contains("Pin Messages")).count();
    assert_eq!((told(CHANNEL), told(OTHER_CHANNEL)), (1, 1));
    let rooms = club.rooms.lock().unwrap();
    assert!(rooms.values().all(|room| room.trouble.as_deref() == Some("discord-trouble-pin")), "{rooms:?}");
}

#[tokio::test]
async fn a_thread_is_replaced_once_an_hour_at_most() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let mut threads = vec![club.kept(TABLE).thread.unwrap()];
    let lose = |thread| {
        discord.world().gone.insert(thread);
        club.happen(TABLE, Some("The blue fleet sails."));
        club.notify(TABLE, "blue", notices::PROMPT);
    };
    lose(threads[0]);
    courier.tick().await.unwrap();
    threads.push(club.kept(TABLE).thread.unwrap());
    lose(threads[1]);
    for _ in 0..59 {
        courier.stir(TABLE);
        courier.tick().await.unwrap();
        assert_eq!(discord.world().threads.len(), 2);
        club.pass(60);
    }
    assert_eq!(club.kept(TABLE).trouble, None);
    club.pass(60);
    courier.tick().await.unwrap();
    threads.push(club.kept(TABLE).thread.unwrap());
    assert_eq!(discord.world().threads.len(), 3);
    assert!(club.all_ended(), "what waited was sent");
    assert!(threads.is_sorted() && threads[1] != threads[2]);
}

#[tokio::test]
async fn a_channel_of_another_kind_is_called_what_it_is() {
    let (club, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.kind {
        "thread" => Fate::Refused(Trouble::Forbidden(Lack::Kind)),
        _ => Fate::Done,
    });
    courier(&club, &discord).tick().await.unwrap();
    assert_eq!(club.kept(TABLE).trouble.as_deref(), Some("discord-trouble-kind"));
    let texts = discord.texts(CHANNEL);
    assert!(texts.iter().any(|text| text.contains("of a kind that has no threads")), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("Grant")), "{texts:?}");
    assert!(club.all_ended(), "it is played in the channel");
}

#[tokio::test]
async fn a_page_that_is_refused_leaves_a_line_and_is_counted() {
    let numbers = PrometheusBuilder::new().build_recorder();
    let _kept = metrics::set_default_local_recorder(&numbers);
    let (club, discord) = (busy_table(), Discord::new());
    discord.script(|r| match r.text.contains("red fleet") {
        true => Fate::Refused(Trouble::Never("50035 Invalid Form Body".to_owned())),
        false => Fate::Done,
    });
    let courier = courier(&club, &discord);
    courier.tick().await.unwrap();
    let texts = discord.texts(club.kept(TABLE).thread.unwrap());
    let lines = |texts: &[String]| texts.iter().filter(|text| text.contains("is missing here")).count();
    assert_eq!((lines(&texts), courier.lost_pages()), (1, 1), "{texts:?}");
    club.happen(TABLE, Some("The blue fleet sails."));
    courier.tick().await.unwrap();
    assert_eq!(courier.lost_pages(), 1);
    assert!(numbers.handle().render().contains(&format!("{LOST_PAGES} 1\n")));
}

#[tokio::test]
async fn what_can_never_succeed_is_given_up_alone() {
    let (club, discord) = (busy_table(), Discord::new());
    let never = || Fate::Refused(Trouble::Never("50035 Invalid Form Body".to_owned()));
    discord.script(move |r| match r.text.contains("<@101>: you") {
        true => never(),
        false => Fate::Done,
    });
    courier(&club, &discord).tick().await.unwrap();
    assert_eq!(club.outcomes(), ["refused 50035 Invalid Form Body", &done(&club, TABLE)]);
    let club = busy_table();
    discord.script(move |r| match r.text.contains("red fleet") {
        true => never(),
        false => Fate::Done,
    });
    courier(&club, &discord).tick().await.unwrap();
    assert_eq!(club.kept(TABLE).reported, 3);
    assert!(club.all_ended());
}

#[tokio::test]
async fn a_broken_store_stops_nothing_for_good() {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    club.broken.store(true, Ordering::SeqCst);
    courier.tick().await.unwrap();
    assert!(discord.world().requests.is_empty());
    club.broken.store(false, Ordering::SeqCst);
    club.pass(2);
    courier.tick().await.unwrap();
    assert!(club.all_ended());
}

#[tokio::test]
async fn a_page_that_went_out_is_not_sent_again_when_discord_has_forgotten_its_nonce() {
    let (club, discord) = (Club::with_table(TABLE), Discord::new());
    for number in 0..60 {
        club.happen(TABLE, Some(&format!("{number}: {}", "x".repeat(90))));
    }
    let courier = courier(&club, &discord);
    discord.script(|r| if r.text.contains("30: xxx") { Fate::Refused(later()) } else { Fate::Done });
    courier.tick().await.unwrap();
    club.pass(3600);
    discord.all_well();
    courier.tick().await.unwrap();
    let world = discord.world();
    let sends = |line: &str| world.requests.iter().filter(|r| r.text.contains(line)).count();
    assert_eq!((sends("\n5: xxx"), sends("\n30: xxx"), sends("\n55: xxx")), (1, 2, 1));
}
