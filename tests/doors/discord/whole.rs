//! Whole games over the wire.

use wardroom::club::SeatStatus;
use wardroom::club::strength::COMPUTER;
use wardroom::door::discord::id::user_of;
use wardroom::words::Lang;

use super::bot::*;
use super::fake::*;
use super::playing::{Board, Hand, Manner, Met};
use crate::common::Luck;
use wardroom::door::discord::threads::DiscordThreads;

/// Orders that are given as the test wants them; the rest of a long game is typed.
const MANNERED: usize = 60;
/// More orders than a game has.
const ENDLESS: usize = 4000;

fn locale(lang: Lang) -> &'static str {
    if lang == Lang::Ja { "ja" } else { "en-US" }
}

/// A server in this language, and a channel of it.
fn harbour(lang: Lang) -> (Fake, u64) {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", locale(lang));
    let channel = fake.add_channel(guild, "games");
    (fake, channel)
}

/// Plays the table to its end: whoever is asked gives an order in one of these manners.
async fn play(board: &Board, hands: &mut [Hand], manners: &[Manner], luck: &mut Luck) -> Met {
    let mut met = Met::default();
    loop {
        let status = board.status();
        if status.over {
            return met;
        }
        let person =
            |it: &SeatStatus| it.player.as_ref().is_some_and(|player| player.address(COMPUTER).is_none());
        let asked: Vec<_> = status.seats.into_iter().filter(|it| it.asked && person(it)).collect();
        if asked.is_empty() {
            board.computer_answers().await;
            continue;
        }
        let it = luck.one_of(&asked).expect("somebody is asked");
        let player = user_of(it.player.as_ref().unwrap()).unwrap().0;
        // Whoever waits for their ping before they act.
        if hands.len() > 1 && luck.below(8) == 0 {
            board.settled().await;
        }
        let hand = hands.iter_mut().find(|hand| hand.player.id == player).unwrap();
        let manner = match met.orders < MANNERED {
            true => *luck.one_of(manners).unwrap(),
            false => Manner::Typed,
        };
        hand.order(board, manner, luck, &mut met).await;
        assert!(met.orders + met.in_vain < ENDLESS, "no end: {met:?}");
    }
}

/// A game for one, opened and played by one player in one language at a server of the other.
async fn alone(way: Way, lang: Lang, manners: &[Manner], seed: u64) {
    println!("seed {seed}, {way:?}, {lang:?}");
    let (fake, channel) = harbour(lang);
    let ann = fake.add_member("Ann", locale(lang), channel);
    let (_folder, path) = database();
    let bot = Bot::start(&fake, way, &path).await;
    let opened = ann.slash("table", "new", &[("game", "goeben")]).await;
    let board = Board::of(&fake, &bot.store, &opened, lang).await;
    let mut hands = [Hand::new(&ann, &board)];
    let met = play(&board, &mut hands, manners, &mut Luck::of(seed)).await;
    let audit = ann.inside(board.thread).slash("show", "audit", &[]).await;
    println!("{}", audit.text);
    board.check(&hands, &met).await;
    bot.stop().await;
}

/// A game for two who speak different languages, at a table in English or Japanese.
async fn together(way: Way, lang: Lang, manners: &[Manner], seed: u64) {
    println!("seed {seed}, {way:?}, {lang:?}");
    let (fake, channel) = harbour(lang);
    let ann = fake.add_member("Ann", "en-GB", channel);
    let rin = fake.add_member("Rin", "ja", channel);
    let (_folder, path) = database();
    let bot = Bot::start(&fake, way, &path).await;
    let seats = ann.type_in(("table", "new"), "seat", "", &[("game", "grand_fleet")]).await;
    let opened = ann.slash("table", "new", &[("game", "grand_fleet"), ("seat", &seats[0].value)]).await;
    println!("{}", opened.text);
    let board = Board::of(&fake, &bot.store, &opened, lang).await;
    let joined = rin.inside(board.thread).slash("table", "join", &[]).await;
    println!("{}", joined.text);
    assert!(DiscordThreads(&board.club).thread_of(&board.table).unwrap().unwrap().started, "{joined:?}");
    let mut hands = [Hand::new(&ann, &board), Hand::new(&rin, &board)];
    let met = play(&board, &mut hands, manners, &mut Luck::of(seed)).await;
    board.check(&hands, &met).await;
    bot.stop().await;
}

/// A game of one against a computer player, who answers by the bot's own clock.
async fn against(way: Way, opponent: &str, lang: Lang, manners: &[Manner], seed: u64) {
    println!("seed {seed}, {way:?}, {lang:?}, against {opponent}");
    let (fake, channel) = harbour(lang);
    let ann = fake.add_member("Ann", locale(lang), channel);
    let (_folder, path) = database();
    let bot = Bot::start(&fake, way, &path).await;
    let opened = ann.slash("table", "new", &[("game", "grand_fleet"), ("opponent", opponent)]).await;
    println!("{}", opened.text);
    let board = Board::of(&fake, &bot.store, &opened, lang).await;
    let mut hands = [Hand::new(&ann, &board)];
    let met = play(&board, &mut hands, manners, &mut Luck::of(seed)).await;
    board.check(&hands, &met).await;
    let (last, watched) = (board.last(), board.club.watch(&board.table, lang).unwrap());
    for line in watched.report_lines(last.saturating_sub(3), last).unwrap() {
        println!("{line}");
    }
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_grand_fleet_against_a_midshipman() {
    against(Way::Gateway, "midshipman", Lang::En, &[Manner::Typed, Manner::Thumb], 16).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes long: a captain thinks; the game against a midshipman is played whenever tests run"]
async fn soak_a_whole_game_of_grand_fleet_against_the_captain() {
    against(Way::Endpoint, "captain", Lang::Ja, &[Manner::Typed, Manner::Named], 17).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_goeben_by_commands_in_english() {
    alone(Way::Gateway, Lang::En, &[Manner::Named, Manner::Typed], 11).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes long: the game in English is played whenever tests run"]
async fn soak_a_whole_game_of_goeben_by_commands_in_japanese() {
    alone(Way::Endpoint, Lang::Ja, &[Manner::Named, Manner::Typed], 12).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_goeben_by_thumb() {
    alone(Way::Endpoint, Lang::En, &[Manner::Thumb], 13).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_grand_fleet_in_every_manner_by_gateway() {
    together(Way::Gateway, Lang::En, &[Manner::Typed, Manner::Named, Manner::Thumb], 14).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes long: the game over the gateway is played whenever tests run"]
async fn soak_a_whole_game_of_grand_fleet_in_every_manner_by_endpoint() {
    together(Way::Endpoint, Lang::Ja, &[Manner::Typed, Manner::Named, Manner::Thumb], 15).await;
}
