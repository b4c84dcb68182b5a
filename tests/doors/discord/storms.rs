//! Storms on Discord's side, and a gateway that breaks: everything arrives once and in order, and play is not blocked.

use std::time::Duration;

use super::bot::*;
use super::duel::*;
use super::fake::*;

/// How long everything that waits may take to be sent when the storm is over.
const SENT: Duration = Duration::from_secs(60);

/// The routes that the courier takes.
const ROUTES: [Route; 4] = [
    Route { method: "POST", path: "/messages" },
    Route { method: "PATCH", path: "/messages" },
    Route { method: "POST", path: "/threads" },
    Route { method: "PUT", path: "/pins" },
];

async fn weathered(way: Way, seed: u64, fates: &[Fate], percent: u32) {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, way, &path).await;
    for (route, number) in ROUTES.into_iter().zip(seed..) {
        for (fate, number) in fates.iter().zip(number..) {
            fake.storm(Storm { on: route, when: When::Percent(percent, number), fate: *fate });
        }
    }
    let mut duel = Duel::open(&fake, &path, seed).await;
    for _ in 0..4 {
        duel.play_on(&path, 2).await;
        settled(&fake, &path, &duel.table, Duration::from_secs(2)).await;
    }
    let struck = fake.strikes();
    fake.calm();
    assert!(settled(&fake, &path, &duel.table, SENT).await, "seed {seed}: everything is sent");
    println!("{struck} requests struck, the slowest answer took {:?}", fake.slowest_answer());
    assert!(struck > 0);
    holds(&fake, &path, &duel);
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_of_every_kind_lose_and_double_nothing() {
    weathered(Way::Gateway, 31, &[Fate::Fail(500), Fate::Fail(502)], 15).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_and_answered_with_a_failure_is_not_done_twice() {
    weathered(Way::Endpoint, 32, &[Fate::Lose(500), Fate::Lose(502)], 20).await;
}

/// Ringing reports arrive, nobody hears that they did, and their calls are answered before the next try, which then says
/// nothing of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_whose_call_was_answered_while_its_arrival_was_unknown_is_told_once() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Endpoint, &path).await;
    let mut duel = Duel::open(&fake, &path, 52).await;
    for _ in 0..4 {
        assert!(settled(&fake, &path, &duel.table, SENT).await);
        fake.storm(Storm { on: ROUTES[0], when: When::Always, fate: Fate::Lose(500) });
        duel.play_on(&path, 3).await;
        fake.calm();
        assert!(settled(&fake, &path, &duel.table, SENT).await);
        duel.play_on(&path, 1).await;
    }
    assert!(settled(&fake, &path, &duel.table, SENT).await);
    holds(&fake, &path, &duel);
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limits_are_waited_for() {
    let limits = [
        Fate::Limit { retry_after: 0.3, global: false },
        Fate::Limit { retry_after: 1.2, global: true },
        Fate::Slow(Duration::from_millis(300)),
    ];
    weathered(Way::Gateway, 33, &limits, 12).await;
}

/// Tables with something to send when the bot starts.
const TABLES: usize = 40;
/// How many times as fast time passes for them.
const HASTE: u32 = 3;
/// What may go at once, and how many a second after that.
const AT_ONCE: f64 = 10.0;
const A_SECOND: f64 = 40.0;

/// Nothing of all that waits is sent early. A machine that stands still only makes it later.
#[tokio::test(flavor = "multi_thread")]
async fn many_tables_at_once_keep_to_the_limit_of_all_requests() {
    let fake = Fake::start_with(Setup { speed: HASTE, ..Setup::default() });
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Endpoint, &path).await;
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let ann = fake.add_member("Ann", "en-US", channel);
    let on = Route { method: "", path: "/channels/" };
    fake.storm(Storm { on, when: When::Always, fate: Fate::Fail(503) });
    for _ in 0..TABLES {
        ann.slash("table", "new", &[("game", "goeben")]).await;
    }
    bot.stop().await;
    fake.calm();
    let from = fake.clock().passed();
    let bot = Bot::start(&fake, Way::Endpoint, &path).await;
    for table in tables(&path) {
        assert!(settled(&fake, &path, &table, SENT).await, "{table}");
    }
    assert_eq!(fake.threads(channel).len(), TABLES);
    let counts = |path: &str| !path.starts_with("/interactions/") && !path.starts_with("/webhooks/");
    let times: Vec<f64> = fake.look(|world| {
        let sent = world.requests.iter().filter(|it| it.at >= from && counts(&it.path));
        sent.map(|it| (it.at - from).as_secs_f64()).collect()
    });
    let early = (1..).zip(&times).map(|(sent, at)| f64::from(sent) - AT_ONCE - A_SECOND * at);
    let most = early.fold(0.0, f64::max);
    println!("{} requests, {most} of them early", times.len());
    assert!(times.len() > 5 * TABLES && most == 0.0, "{most} of {} early", times.len());
    bot.stop().await;
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_a_storm_holds_up_no_other() {
    for (way, fate) in
        WAYS.into_iter().zip([Fate::Fail(503), Fate::Limit { retry_after: 600.0, global: false }])
    {
        let fake = Fake::start();
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        let mut struck = Duel::open(&fake, &path, 41).await;
        let mut spared = Duel::open(&fake, &path, 42).await;
        for duel in [&struck, &spared] {
            assert!(settled(&fake, &path, &duel.table, SENT).await);
        }
        let thread = room(&path, &struck.table).id.unwrap().to_string();
        let to_it: &'static str = format!("/channels/{thread}/").leak();
        fake.storm(Storm { on: Route { method: "", path: to_it }, when: When::Always, fate });
        // An answer that waited for the table's messages would come after ten minutes, and nobody here waits so long.
        struck.play_on(&path, 2).await;
        spared.play_on(&path, 3).await;
        assert!(settled(&fake, &path, &spared.table, SENT).await, "the other table goes on");
        holds(&fake, &path, &spared);
        assert!(room(&path, &struck.table).reported < head(&path, &struck.table));
        let refused = fake.requests("POST", to_it).iter().filter(|it| it.struck).count();
        assert!(refused < 12, "{refused} requests in vain");
        bot.stop().await;
        fake.calm();
        fake.with(|world| world.gateway.forget());
        let bot = Bot::start(&fake, way, &path).await;
        // A process that starts again knows of no wait; notices wait for as long as they were told to.
        fake.wait("the report", |_| {
            (room(&path, &struck.table).reported == head(&path, &struck.table)).then_some(())
        })
        .await;
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_are_struck_are_sent_again() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let mut duel = Duel::open(&fake, &path, 51).await;
    let callback = Route { method: "POST", path: "/callback" };
    for fate in [Fate::Fail(500), Fate::Limit { retry_after: 0.1, global: false }, Fate::Lose(502)] {
        for _ in 0..5 {
            fake.storm(Storm { on: callback, when: When::First(1), fate });
            duel.play(1).await;
            fake.calm();
        }
    }
    bot.stop().await;
    // A first answer that was taken and lost is sent again and refused: that is as it should be.
    let faults = fake.faults();
    assert!(faults.is_empty(), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_breaks_every_few_interactions_loses_none() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let mut duel = Duel::open(&fake, &path, 61).await;
    for round in 0..12 {
        match round % 4 {
            0 => fake.drop_gateway(None),
            1 => fake.ask_reconnect(None),
            2 => fake.invalidate_session(None, true),
            _ => {
                let identified = fake.look(|world| world.gateway.identifies);
                fake.invalidate_session(None, false);
                // Discord itself loses what happens while there is no session.
                fake.wait("a new session", |world| (world.gateway.identifies > identified).then_some(()))
                    .await;
                fake.ready(1).await;
            }
        }
        // The line is down or going down: what is delivered now is heard when the session is resumed.
        duel.play(3).await;
    }
    let (resumed, lost) = fake.look(|world| (world.gateway.resumes, world.gateway.lost));
    println!("{resumed} resumed, {lost} lost");
    assert!(resumed > 0);
    assert!(settled(&fake, &path, &duel.table, SENT).await);
    holds(&fake, &path, &duel);
    bot.stop().await;
    fake.verdict();
}
