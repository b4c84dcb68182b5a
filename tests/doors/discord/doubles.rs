//! Interactions that come twice, late, out of order, at once.

use std::path::Path;

use super::bot::*;
use super::duel::*;
use super::fake::*;
use crate::common::store;

#[tokio::test(flavor = "multi_thread")]
async fn delivered_again_at_once_later_and_after_a_restart_it_is_answered_the_same_and_done_once() {
    for way in WAYS {
        let fake = Fake::start();
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        let mut duel = Duel::open(&fake, &path, 21).await;
        let mut given: Vec<(Prepared, Answered)> = Vec::new();
        for _ in 0..30 {
            let before = head(&path, &duel.table);
            let (who, prepared) = duel.next();
            // Both are on their way before either is answered.
            let pending = [prepared.deliver(), prepared.deliver()];
            let (first, second) = (pending[0].whole().await, pending[1].whole().await);
            let after = head(&path, &duel.table);
            assert_eq!(first.first_words(), second.first_words());
            if after > before {
                let third = prepared.answer().await;
                assert_eq!((first.first_words(), head(&path, &duel.table)), (third.first_words(), after));
                given.push((prepared, first.clone()));
            }
            duel.see(who, &first);
        }
        assert!(given.len() > 2, "{} orders", given.len());
        let (last, said) = given.last().unwrap();
        let now = head(&path, &duel.table);
        for (prepared, said) in &given {
            assert_eq!(prepared.answer().await.first_words(), said.first_words(), "a while later");
        }
        bot.stop().await;
        fake.with(|world| world.gateway.forget());
        let bot = Bot::start(&fake, way, &path).await;
        for (prepared, first) in &given {
            let again = prepared.answer().await;
            let told = first.text.lines().next().unwrap_or_default();
            assert!(again.text.contains(told), "after a restart: {first:?} {again:?}");
        }
        assert_eq!(last.answer().await.first_words()[0].lines().next(), said.first_words()[0].lines().next());
        assert_eq!(head(&path, &duel.table), now, "nothing was done again");
        bot.stop().await;
        fake.verdict();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_joining_and_leaving_are_answered_the_same_after_a_restart() {
    for way in WAYS {
        let fake = Fake::start();
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let players = ["Ann", "Bob", "Cid"].map(|name| fake.add_member(name, "en-US", channel));
        let mut given = Vec::new();
        let mut give = async |player: &Player, verb: &str, options: &[(&str, &str)]| {
            let prepared = player.prepare("table", verb, options).unwrap();
            let answer = prepared.answer().await;
            given.push((verb.to_owned(), prepared, answer.first_words()));
        };
        give(&players[0], "new", &[("game", "grand_fleet")]).await;
        let table = tables(&path).pop_first().unwrap();
        let (at, cid) = (("table", table.as_str()), players[2].name());
        give(&players[0], "invite", &[("player", &cid), at]).await;
        give(&players[2], "decline", &[at]).await;
        give(&players[1], "join", &[at]).await;
        give(&players[0], "close", &[at]).await;
        let now = head(&path, &table);
        bot.stop().await;
        fake.with(|world| world.gateway.forget());
        let bot = Bot::start(&fake, way, &path).await;
        for (verb, prepared, said) in &given {
            let again = prepared.answer().await.first_words();
            assert_eq!(again[0].lines().next(), said[0].lines().next(), "{verb} over {way:?}");
            assert_eq!((tables(&path).len(), head(&path, &table)), (1, now), "{verb} was done again");
        }
        bot.stop().await;
        fake.verdict();
    }
}

/// Buttons that give an order at once: on a message with a choice of them.
async fn choice_of_orders(duel: &mut Duel, path: &Path) -> (usize, Shown, Vec<String>) {
    for _ in 0..100 {
        for who in 0..2 {
            let asked = duel.ask(who).whole().await;
            let shown = asked.followups.last().or(asked.message.as_ref()).cloned();
            let Some(shown) = shown else { continue };
            let buttons: Vec<String> = shown.buttons().map(|button| button.custom_id.clone()).collect();
            if buttons.len() >= 2 {
                return (who, shown, buttons);
            }
        }
        duel.play_on(path, 1).await;
    }
    panic!("no prompt with two buttons");
}

#[tokio::test(flavor = "multi_thread")]
async fn clicks_at_once_and_out_of_order_leave_one_decision_and_private_answers() {
    for (way, seed) in WAYS.into_iter().zip([3, 4]) {
        let fake = Fake::start();
        let (_folder, path) = database();
        let bot = Bot::start(&fake, way, &path).await;
        let mut duel = Duel::open(&fake, &path, seed).await;
        for round in 0..4 {
            let (who, shown, buttons) = choice_of_orders(&mut duel, &path).await;
            let public =
                fake.look(|world| world.sights.iter().filter(|it| it.eyes == Eyes::Everyone).count());
            let before = head(&path, &duel.table);
            let player = duel.players[who].clone();
            // Every button of the message at once, the last first; and the other player clicks what is not theirs.
            let clicks: Vec<Prepared> =
                buttons.iter().rev().map(|button| player.prepare_click(&shown, button).unwrap()).collect();
            let other = duel.ask(1 - who);
            let pending: Vec<Pending> = clicks.iter().chain([&other]).rev().map(Prepared::deliver).collect();
            let mut accepted = 0;
            for pending in &pending {
                let answer = pending.answer().await;
                let shown = answer.message.iter().chain(&answer.followups);
                assert!(answer.modal.is_some() || shown.clone().count() > 0, "{answer:?}");
                assert!(shown.clone().all(|it| it.ephemeral), "round {round}: {answer:?}");
                let key = |index| {
                    wardroom::table::Caller::new("x", "discord").keyed(&pending.id().to_string(), index).key
                };
                let store = store::open(&path);
                let entries = store.read(&duel.table, before + 1).unwrap();
                accepted +=
                    usize::from(entries.iter().any(|entry| entry.key.is_some() && entry.key == key(0)));
            }
            assert!(accepted <= 1, "seed {seed}, round {round}: {accepted} of the clicks were taken");
            assert!(fake.look(|world| world.sights.len()) > public);
            // The message is of before: whoever clicks now is told what was decided, and nothing more is done.
            let now = head(&path, &duel.table);
            if accepted == 1 && fake.message(shown.id).is_some() {
                let late = player.forge(&shown, &buttons[0], &[]).answer().await;
                assert_eq!(head(&path, &duel.table), now, "{late:?}");
                assert!(late.message.iter().chain(&late.followups).all(|it| it.ephemeral));
                let text = late.texts().concat();
                assert!(text.contains("has changed since") || text.contains("決定"), "{late:?}");
            }
            duel.play_on(&path, 1).await;
        }
        bot.stop().await;
        fake.verdict();
    }
}
