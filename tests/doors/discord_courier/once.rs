//! Everything once: killed at any request, with any answer lost, in any storm.

use std::collections::BTreeMap;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::table_thread::TableThread;

use super::discord::{Discord, Fate, Shown, later};
use super::table::Table;
use super::{busy_table, courier};

type Sight = (Vec<Shown>, Vec<Id>, Vec<String>, TableThread, [Vec<String>; 2]);

fn all_of(table: &Table, discord: &Discord) -> Sight {
    let (mut messages, mut pins, threads) = discord.sight();
    let mut room = table.room();
    // A direct message that has to wait holds nothing else back: in what order places are written to is nobody's concern.
    messages.sort_by_key(|message| (message.place, message.id));
    let numbers: BTreeMap<Id, Id> =
        (5000..).zip(&messages).map(|(at, message)| (message.id, Id(at))).collect();
    messages.iter_mut().for_each(|message| message.id = numbers[&message.id]);
    pins.iter_mut().for_each(|pin| *pin = numbers[&*pin]);
    room.status = room.status.map(|status| numbers[&status]);
    // When something could be sent or deleted is nobody's concern.
    room.pictured_at = room.pictured_at.map(|_| 0);
    if let Some(last) = &mut room.last_report {
        (last.message, last.sent) = (numbers[&last.message], 0);
    }
    let untimed = |outcome: String| outcome.split(" deleted ").next().unwrap().to_owned();
    let outcomes = ["red", "blue"].map(|seat| table.outcomes(seat).into_iter().map(untimed).collect());
    (messages, pins, threads.into_values().collect(), room, outcomes)
}

/// Two rounds: the first makes everything, the second changes everything. Each begins as `first` says.
async fn two_rounds(table: &Table, discord: &Discord, mut first: impl AsyncFnMut()) -> Sight {
    for round in 0..2 {
        if round == 1 {
            table.by_dm("blue");
            table.signal("The blue fleet sails.");
            (0..6).for_each(|_| table.signal(&"It is a long way. ".repeat(50)));
            table.turn();
            table.nudge();
        }
        first().await;
        let courier = courier(table, discord);
        for _ in 0..2 {
            table.pass(10);
            courier.tick().await.unwrap();
        }
    }
    all_of(table, discord)
}

async fn undisturbed() -> (Sight, usize) {
    let (table, discord) = (busy_table(), Discord::new());
    let sight = two_rounds(&table, &discord, async || ()).await;
    assert!(table.all_told());
    let requests = discord.world().requests.len();
    (sight, requests)
}

#[tokio::test]
async fn killed_at_any_request_before_or_after_it_was_done_everything_is_sent_once() {
    let (expected, requests) = undisturbed().await;
    assert!(requests > 12);
    for at in 0..requests {
        for done in [false, true] {
            let (table, discord) = (busy_table(), Discord::new());
            discord.script(move |r| if r.number == at { Fate::Stuck(done) } else { Fate::Done });
            let found = two_rounds(&table, &discord, async || {
                tokio::select! {
                    ticked = async { courier(&table, &discord).tick().await } => ticked.unwrap(),
                    () = discord.stuck.notified() => {}
                }
            });
            assert!(found.await == expected, "killed at request {at}, done: {done}");
        }
    }
}

#[tokio::test]
async fn with_any_answer_lost_everything_is_sent_once() {
    let (expected, requests) = undisturbed().await;
    for at in 0..requests {
        let (table, discord) = (busy_table(), Discord::new());
        discord.script(move |r| if r.number == at { Fate::Lost } else { Fate::Done });
        let found = two_rounds(&table, &discord, async || ()).await;
        assert!(table.all_told(), "answer {at} lost");
        // A message of a thread that is there already is not made again, so its number is the same.
        assert!(found == expected, "answer {at} lost: {:#?}", found.0);
    }
}

#[tokio::test]
async fn in_any_storm_every_report_and_ping_comes_once_and_in_order() {
    let seed = crate::common::seed();
    for run in 0..30_u32 {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..12].copy_from_slice(&run.to_le_bytes());
        let mut chance = ChaCha20Rng::from_seed(bytes);
        let (table, discord) = (Table::new(), Discord::new());
        discord.script(move |_| match chance.next_u32() % 4 {
            0 => Fate::Refused(later()),
            1 => Fate::Lost,
            _ => Fate::Done,
        });
        let courier = courier(&table, &discord);
        for event in 0..12 {
            table.signal(&format!("Event {event}."));
            table.nudge();
            table.turn();
            courier.tick().await.unwrap();
            table.pass(3);
        }
        for _ in 0..400 {
            let (last, head) = table.head();
            let room = table.room();
            let shown = |text: &String| text.starts_with("**Toy**") && text.contains(&format!("\n{head}\n"));
            let texts = room.id.map(|thread| discord.texts(thread)).unwrap_or_default();
            let pinned = discord.world().pins.len() == 1;
            if table.all_told() && room.reported == last && pinned && texts.iter().any(shown) {
                break;
            }
            courier.tick().await.unwrap();
            table.pass(100);
        }
        assert!(table.all_told(), "seed {seed}, run {run}");
        let (last, head) = table.head();
        let room = table.room();
        assert_eq!((room.reported, &room.reporting), (last, &None), "seed {seed}, run {run}");
        let texts = discord.texts(room.id.unwrap());
        let told: Vec<usize> = (0..12)
            .map(|event| {
                let line = format!("Event {event}.");
                let at: Vec<usize> = (0..texts.len()).filter(|at| texts[*at].contains(&line)).collect();
                assert_eq!(at.len(), 1, "seed {seed}, run {run}: {line}");
                at[0]
            })
            .collect();
        assert!(told.is_sorted(), "seed {seed}, run {run}");
        let messages = discord.sight().0.into_iter().chain(discord.world().deleted.clone());
        let all: String = messages.map(|message| message.text + "\n").collect();
        assert_eq!(all.matches("): A nudge.").count(), 12, "seed {seed}, run {run}");
        let outcomes = ["red", "blue"].map(|seat| table.outcomes(seat)).concat();
        let asked = outcomes.iter().filter(|outcome| outcome.starts_with("prompt: place")).count();
        // A ping whose answer was lost counts as not needed, once what it asks for was done.
        assert!(asked <= all.matches(": you have a decision").count(), "seed {seed}, run {run}");
        let statuses: Vec<&String> = texts.iter().filter(|text| text.starts_with("**Toy**")).collect();
        assert_eq!(statuses.len(), 1, "seed {seed}, run {run}");
        assert!(statuses[0].contains(&format!("\n{head}\n")), "seed {seed}, run {run}: {}", statuses[0]);
        assert_eq!(discord.world().pins.len(), 1, "seed {seed}, run {run}");
        assert_eq!(discord.world().threads.len(), 1, "seed {seed}, run {run}");
    }
}
