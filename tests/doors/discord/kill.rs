//! The program killed at any moment, stopped, started wrongly.

use std::time::Duration;

use super::bot::*;
use super::duel::*;
use super::fake::*;
use super::process::*;
use crate::common::store;

/// How long everything that waits may take to be sent.
const SENT: Duration = Duration::from_secs(60);
/// The longest wait for a moment to kill at.
const MOMENT: Duration = Duration::from_millis(400);

/// Waits until the fake has heard so many requests more, or for a moment.
async fn requests_more(fake: &Fake, more: usize) {
    let from = fake.look(|world| world.requests.len());
    fake.wait_for(MOMENT, |world| (world.requests.len() >= from + more).then_some(())).await;
}

async fn killed_again_and_again(way: Way, seed: u64, kills: usize) {
    let fake = Fake::start_with(Setup::in_real_time());
    let folder = tempfile::tempdir().unwrap();
    let path = database_in(folder.path());
    let mut process = Process::start(&fake, way, folder.path()).await;
    let mut duel = Duel::open(&fake, &path, seed).await;
    let (mut acknowledged, mut lost) = (0, 0);
    for round in 0..kills {
        let clean = duel.luck.below(6);
        duel.play(clean).await;
        let before = head(&path, &duel.table);
        let (who, prepared) = duel.next();
        let pending = prepared.deliver();
        let moment = duel.luck.below(7);
        requests_more(&fake, moment).await;
        process.kill();
        let answered = pending.try_answer(Duration::from_millis(50)).await;
        let at_kill = head(&path, &duel.table);
        if duel.luck.below(3) > 0 {
            store::end_leases(&path);
        }
        process = Process::start(&fake, way, folder.path()).await;
        let told =
            format!("seed {seed}, {way:?}, kill {round}, after {moment} requests: {before}, {at_kill}");
        let again = prepared.answer().await;
        let now = head(&path, &duel.table);
        match &answered {
            Some(answered) => {
                acknowledged += 1;
                assert_eq!(now, at_kill, "{told}: it was acknowledged and done again");
                assert_eq!(answered.first_words(), again.first_words(), "{told}");
            }
            None => lost += 1,
        }
        if at_kill > before {
            assert_eq!(now, at_kill, "{told}: it was in the log and done again");
        }
        let third = prepared.whole().await;
        assert_eq!(head(&path, &duel.table), now, "{told}: done a third time");
        assert_eq!(again.first_words(), third.first_words(), "{told}");
        duel.see(who, &third);
    }
    store::end_leases(&path);
    println!(
        "{way:?}: {acknowledged} acknowledged before a kill, {lost} not, entries {}",
        head(&path, &duel.table)
    );
    assert!(settled(&fake, &path, &duel.table, SENT).await, "everything is sent");
    holds(&fake, &path, &duel);
    process.terminate();
    let (status, said) = process.ended().await;
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(!said.contains(TOKEN));
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_over_the_gateway_nothing_is_lost_or_doubled() {
    killed_again_and_again(Way::Gateway, 1914, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_moment_over_the_endpoint_nothing_is_lost_or_doubled() {
    killed_again_and_again(Way::Endpoint, 1916, 2).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes long: the program is started fifty times, and has no other time than the machine's"]
async fn soak_killed_many_times_nothing_is_lost_or_doubled() {
    // More starts of one bot would be a restart loop, which waits before it identifies again.
    for seed in 1915..1918 {
        for way in WAYS {
            killed_again_and_again(way, seed, 8).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn told_to_stop_it_ends_well_and_sends_the_rest_when_it_starts_again() {
    for way in WAYS {
        let fake = Fake::start_with(Setup::in_real_time());
        let folder = tempfile::tempdir().unwrap();
        let path = database_in(folder.path());
        let process = Process::start(&fake, way, folder.path()).await;
        let mut duel = Duel::open(&fake, &path, 7).await;
        duel.play_on(&path, 2).await;
        assert!(settled(&fake, &path, &duel.table, SENT).await);
        fake.storm(Storm { on: Route::SENDING, when: When::Always, fate: Fate::Fail(503) });
        duel.play_on(&path, 3).await;
        let (who, prepared) = duel.next();
        let pending = prepared.deliver();
        process.terminate();
        let (status, said) = process.ended().await;
        assert_eq!(status.code(), Some(0), "{said}");
        // What came before the stop was answered; what came after it is for the next start.
        let answered = pending.try_answer(Duration::from_millis(50)).await;
        let unsent = room(&path, &duel.table);
        assert!(unsent.reported < head(&path, &duel.table), "the report waits");
        fake.calm();
        let process = Process::start(&fake, way, folder.path()).await;
        let again = prepared.whole().await;
        if let Some(answered) = answered {
            assert_eq!(answered.first_words(), again.first_words());
        }
        duel.see(who, &again);
        duel.play_on(&path, 1).await;
        assert!(settled(&fake, &path, &duel.table, SENT).await, "the rest is sent");
        holds(&fake, &path, &duel);
        process.terminate();
        assert_eq!(process.ended().await.0.code(), Some(0));
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_start_is_told_in_a_sentence() {
    let fake = Fake::start_with(Setup::in_real_time());
    let folder = tempfile::tempdir().unwrap();
    for (from, to, says) in [
        (TOKEN, "MTExMTExMTExMTExMTExMTExMQ.another.token", "token"),
        ("way = ", "wey = ", "wey"),
        ("way = \"gateway\"", "way = \"carrier pigeon\"", "carrier pigeon"),
    ] {
        let written = config(&fake, Way::Gateway).replace(from, to);
        let (status, said) = spawn(&fake, folder.path(), &written).ended().await;
        assert!(status.code().is_some_and(|code| code != 0), "{said}");
        let sentence = said.lines().last().unwrap_or_default();
        assert!(sentence.starts_with("wardroom: ") && sentence.contains(says), "{said}");
        assert!(!said.contains("another.token") && !said.contains(TOKEN), "{said}");
    }
    fake.verdict();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_discord_is_told_and_tried_again_and_no_other_address_is() {
    let fake = Fake::start_with(Setup::in_real_time());
    let folder = tempfile::tempdir().unwrap();
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let written = config(&fake, Way::Gateway).replace(&fake.url(), &silent);
    let mut process = spawn(&fake, folder.path(), &written);
    process.says("trying again").await;
    process.terminate();
    let (status, said) = process.ended().await;
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(!said.contains(TOKEN), "{said}");

    // Without an address of the gateway's it waits for one, and goes to none of its own.
    fake.storm(Storm {
        on: Route { method: "GET", path: "/gateway" },
        when: When::First(2),
        fate: Fate::Fail(500),
    });
    let mut process = spawn(&fake, folder.path(), &config(&fake, Way::Gateway));
    process.says("trying again").await;
    fake.ready(1).await;
    assert_eq!(fake.strikes(), 2);
    process.terminate();
    assert_eq!(process.ended().await.0.code(), Some(0));
    fake.verdict();
}
