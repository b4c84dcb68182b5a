//! Everything once: killed at any request, with any answer lost, in any storm.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use wardroom::door::discord::courier::room::Room;
use wardroom::table::notices;

use super::discord::{Discord, Fate, Shown, later};
use super::house::Club;
use super::{TABLE, busy_table, courier};

type Sight = (Vec<Shown>, Vec<wardroom::door::discord::inbound::call::Id>, Vec<String>, Room, Vec<String>);

fn all_of(club: &Club, discord: &Discord) -> Sight {
    let (messages, pins, threads) = discord.sight();
    (messages, pins, threads.into_values().collect(), club.kept(TABLE), club.outcomes())
}

/// Two rounds: the first makes everything, the second changes everything.
async fn two_rounds(club: &Club, mut round: impl AsyncFnMut()) {
    round().await;
    club.by_dm(TABLE, "blue");
    club.happen(TABLE, Some("The blue fleet sails."));
    club.happen(TABLE, Some(&"It is a long way. ".repeat(300)));
    club.notify(TABLE, "blue", notices::PROMPT);
    club.notify(TABLE, "red", notices::PROMPT);
    round().await;
}

async fn undisturbed() -> (Sight, usize) {
    let (club, discord) = (busy_table(), Discord::new());
    let courier = courier(&club, &discord);
    two_rounds(&club, async || courier.tick().await.unwrap()).await;
    assert!(club.all_ended());
    let requests = discord.world().requests.len();
    (all_of(&club, &discord), requests)
}

#[tokio::test]
async fn killed_at_any_request_before_or_after_it_was_done_everything_is_sent_once() {
    let (expected, requests) = undisturbed().await;
    assert!(requests > 12);
    for at in 0..requests {
        for done in [false, true] {
            let (club, discord) = (busy_table(), Discord::new());
            discord.script(move |r| if r.number == at { Fate::Stuck(done) } else { Fate::Done });
            two_rounds(&club, async || {
                let first = courier(&club, &discord);
                tokio::select! {
                    ticked = first.tick() => ticked.unwrap(),
                    () = discord.stuck.notified() => {}
                }
                drop(first);
                courier(&club, &discord).tick().await.unwrap();
            })
            .await;
            assert!(all_of(&club, &discord) == expected, "killed at request {at}, done: {done}");
        }
    }
}

#[tokio::test]
async fn with_any_answer_lost_everything_is_sent_once() {
    let (expected, requests) = undisturbed().await;
    for at in 0..requests {
        let (club, discord) = (busy_table(), Discord::new());
        discord.script(move |r| if r.number == at { Fate::Lost } else { Fate::Done });
        let courier = courier(&club, &discord);
        two_rounds(&club, async || {
            courier.tick().await.unwrap();
            club.pass(10);
            courier.tick().await.unwrap();
            courier.tick().await.unwrap();
        })
        .await;
        assert!(club.all_ended(), "answer {at} lost");
        let (mut found, mut expected) = (all_of(&club, &discord), expected.clone());
        // A message of a thread that is there already is not made again, so its number is the same; only what the
        // clock says of the last entry could differ, and it does not.
        found.3.status_hash.clear();
        expected.3.status_hash.clear();
        assert!(found == expected, "answer {at} lost: {:#?}", found.0);
    }
}

#[tokio::test]
async fn in_any_storm_every_report_and_ping_comes_once_and_in_order() {
    let seed = std::process::id();
    println!("seed: {seed}");
    for run in 0..30_u32 {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&seed.to_le_bytes());
        bytes[4..8].copy_from_slice(&run.to_le_bytes());
        let mut chance = ChaCha20Rng::from_seed(bytes);
        let (club, discord) = (Club::with_table(TABLE), Discord::new());
        discord.script(move |_| match chance.next_u32() % 4 {
            0 => Fate::Refused(later()),
            1 => Fate::Lost,
            _ => Fate::Done,
        });
        let courier = courier(&club, &discord);
        for entry in 0..12 {
            club.happen(TABLE, Some(&format!("Event {entry}.")));
            club.notify(TABLE, if entry % 2 == 0 { "red" } else { "blue" }, notices::PROMPT);
            courier.tick().await.unwrap();
            club.pass(3);
        }
        for _ in 0..400 {
            courier.tick().await.unwrap();
            club.pass(100);
        }
        assert!(club.all_ended(), "seed {seed}, run {run}");
        let room = club.kept(TABLE);
        assert_eq!((room.reported, &room.reporting), (13, &None), "seed {seed}, run {run}");
        let texts = discord.texts(room.thread.unwrap());
        let told: Vec<usize> = (0..12)
            .map(|entry| {
                let line = format!("Event {entry}.");
                let at: Vec<usize> = (0..texts.len()).filter(|at| texts[*at].contains(&line)).collect();
                assert_eq!(at.len(), 1, "seed {seed}, run {run}: {line}");
                at[0]
            })
            .collect();
        assert!(told.is_sorted(), "seed {seed}, run {run}");
        let pings = texts.iter().filter(|text| text.contains("you have a decision")).count();
        assert_eq!(pings, 12, "seed {seed}, run {run}");
        let statuses: Vec<&String> = texts.iter().filter(|text| text.starts_with("**Toy**")).collect();
        assert_eq!(statuses.len(), 1, "seed {seed}, run {run}");
        assert!(statuses[0].contains("\nLog: `13:abc`\n"), "seed {seed}, run {run}: {}", statuses[0]);
        assert_eq!(discord.world().pins.len(), 1, "seed {seed}, run {run}");
        assert_eq!(discord.world().threads.len(), 1, "seed {seed}, run {run}");
    }
}
