//! Every command of the table's own, given once in a life of a table from its opening to its end.

use std::collections::BTreeSet;

use wardroom::door::discord::id::user_of;
use wardroom::words::Lang;

use super::bot::*;
use super::checks::{says_once, speaks};
use super::fake::*;
use super::playing::{Board, Hand, Manner, Met};
use crate::common::Luck;

/// Who acts, and which commands were given so far.
struct Tour {
    fake: Fake,
    given: BTreeSet<(String, String)>,
}

impl Tour {
    /// Gives a command; its answer is private, in the reader's language, and holds these parts.
    async fn give(
        &mut self,
        (player, lang): (&Player, Lang),
        (command, sub): (&str, &str),
        options: &[(&str, &str)],
        parts: &[&str],
    ) -> Answered {
        self.given.insert((command.to_owned(), sub.to_owned()));
        let answer = player.slash(command, sub, options).await;
        let text = answer.texts().join("\n");
        println!("--- {lang:?} /{command} {sub} {options:?}\n{text}");
        assert!(answer.ephemeral, "/{command} {sub} is public: {answer:?}");
        speaks(&text, lang);
        if command == "table" {
            says_once(&text);
        }
        for part in parts {
            assert!(text.contains(part), "/{command} {sub}: no {part:?} in: {text}");
        }
        answer
    }

    /// The table's own commands that were never given.
    fn left_out(&self) -> Vec<(String, String)> {
        let own =
            |it: &&serde_json::Value| ["table", "show", "time", "me"].contains(&it["name"].as_str().unwrap());
        let all = self.fake.look(|world| {
            let own = world.commands[&None].iter().filter(own);
            let pairs = own.flat_map(|command| {
                let verbs = command["options"].as_array().unwrap().iter();
                verbs.map(|verb| {
                    let name = |it: &serde_json::Value| it["name"].as_str().unwrap().to_owned();
                    (name(command), name(verb))
                })
            });
            pairs.collect::<BTreeSet<_>>()
        });
        all.difference(&self.given).cloned().collect()
    }
}

/// Commands that are in `/me` now.
const MOVED: &[(&str, &[&str])] = &[
    ("table", &["dm", "link", "unlink", "notices", "forget-me"]),
    ("time", &["zone", "reminders", "quiet", "calendar"]),
];

/// A command of `/show`, its options, and a part of the answer in English and in Japanese.
type Look = (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str);

/// What `/show` answers in play.
const LOOKS: &[Look] = &[
    ("status", &[], "Grand Fleet", "グランドフリート"),
    ("time", &[], "No pace is agreed", "期限がありません"),
    ("board", &[], "", ""),
    ("map", &[], "", ""),
    ("hand", &[], "", ""),
    ("hint", &[], "only for practice tables", "練習用に開いた卓"),
    ("log", &[("count", "5")], "", ""),
    ("dice", &[("count", "5")], "", ""),
    ("replay", &[("at", "2")], "After entry 2 of", "記録2番の直後"),
    ("audit", &[], "found nothing wrong", "問題は見つかりませんでした"),
    ("export", &[], "as a file", "記録です"),
    ("why", &[], "", ""),
    ("why", &[("entry", "2")], "is not an order of a computer", "コンピューターの命令ではありません"),
    ("help", &[], "`/table new`", "`/卓 開く`"),
    ("help", &[("verb", "pass")], "", ""),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_command_of_the_table_answers_with_sense() {
    let fake = Fake::start();
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    let [ann, rin, bob, mia] = [("Ann", "en-US"), ("凛", "ja"), ("Bob", "en-GB"), ("Mia", "ja")]
        .map(|(name, locale)| fake.add_member(name, locale, channel));
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let mut tour = Tour { fake: fake.clone(), given: BTreeSet::new() };

    let new = [("game", "grand_fleet"), ("seat", "german"), ("options", "historical"), ("language", "ja")];
    let opened = tour.give((&ann, Lang::En), ("table", "new"), &new, &["is open", "Free: "]).await;
    let board = Board::of(&fake, &bot.store, &opened, Lang::Ja).await;
    let table = board.table.clone();
    let [ann, rin, bob, mia] = [ann, rin, bob, mia].map(|player| player.inside(board.thread));
    let (ann, rin, bob) = ((&ann, Lang::En), (&rin, Lang::Ja), (&bob, Lang::En));
    let (rin_id, bob_id, mia_id) = (rin.0.name(), bob.0.name(), mia.name());
    let mia = (&mia, Lang::Ja);

    for (old, verbs) in MOVED {
        for verb in *verbs {
            tour.give(ann, (old, verb), &[], &[&format!("`/{old} {verb}` is `/me {verb}` now")]).await;
        }
    }
    tour.give(ann, ("table", "list"), &[], &[&table.replace('_', "\\_")]).await;
    tour.give(ann, ("table", "invite"), &[("player", &rin_id)], &[&format!("<@{rin_id}>")]).await;
    tour.give(rin, ("table", "decline"), &[], &["断りました"]).await;
    tour.give(ann, ("table", "invite"), &[("player", &rin_id)], &[&table]).await;
    tour.give(ann, ("table", "withdraw-offer"), &[], &[]).await;
    tour.give(ann, ("table", "need-player"), &[], &["is looking for players"]).await;
    tour.give(rin, ("table", "open-seats"), &[], &["から募集中"]).await;
    tour.give(ann, ("table", "ready"), &[], &["has no ready check"]).await;
    tour.give(ann, ("table", "rematch"), &[], &["ask for a rematch when the game is over"]).await;
    tour.give(ann, ("table", "start"), &[], &["has begun"]).await;
    tour.give(ann, ("table", "start"), &[], &["has begun already"]).await;
    tour.give(rin, ("table", "join"), &[], &["席に着きました"]).await;
    tour.give(bob, ("table", "join"), &[], &[]).await;

    // Some orders, so that there is something to look at.
    let (mut met, mut luck) = (Met::default(), Luck::of(7));
    let mut hands = [Hand::new(ann.0, &board), Hand::new(rin.0, &board)];
    while met.orders < 12 {
        order(&board, &mut hands, &mut luck, &mut met).await;
    }
    board.settled().await;
    for player in [ann, rin] {
        for (sub, options, en, ja) in LOOKS {
            let part = if player.1 == Lang::En { en } else { ja };
            let answer = tour.give(player, ("show", sub), options, &[part]).await;
            assert_eq!(["export", "map"].contains(sub), !answer.files().is_empty(), "{answer:?}");
        }
    }
    loop {
        let last = board.last_to_order();
        let (who, answers) = if last == ann.0.id { (ann, rin) } else { (rin, ann) };
        if !undone(&mut tour, &board, who).await {
            consent(&mut tour, &board, who, answers).await;
            break;
        }
        // That order showed nothing and could be taken back: play goes on beyond it.
        assert!(met.orders < 400, "nothing was shown by any of these orders");
        for _ in 0..3 {
            order(&board, &mut hands, &mut luck, &mut met).await;
        }
    }

    // A seat passed on, with a second thought.
    let sure =
        tour.give(rin, ("table", "pass-seat"), &[("player", &bob_id)], &[&format!("<@{bob_id}>")]).await;
    rin.0.click(sure.shown(), "席を譲る").await;
    tour.give(bob, ("table", "join"), &[], &["You have taken the seat"]).await;
    tour.give(rin, ("show", "hand"), &[], &[]).await;

    tour.give(ann, ("me", "dm"), &[("to", "on")], &["direct message"]).await;
    tour.give(rin, ("me", "dm"), &[("to", "off")], &["送りません"]).await;
    tour.give(ann, ("me", "pinned-hand"), &[("to", "on")], &["pinned direct message"]).await;
    tour.give(rin, ("me", "pinned-hand"), &[("to", "off")], &["削除します"]).await;
    tour.give(ann, ("me", "link"), &[], &["has no mail door"]).await;
    tour.give(ann, ("me", "link"), &[("code", "22222222")], &["Nobody was given that code"]).await;
    tour.give(rin, ("me", "unlink"), &[], &["この入口だけ"]).await;
    tour.give(ann, ("me", "notices"), &[("by", "mail")], &["in this door only"]).await;
    tour.give(rin, ("me", "notices"), &[("by", "discord")], &["そこで出来事を知らせます"]).await;
    tour.give(ann, ("table", "publish"), &[("delay", "5")], &["Pages are not set up here"]).await;
    tour.give(bob, ("table", "unpublish"), &[], &["is not published"]).await;
    tour.give(ann, ("time", "pace"), &[("terms", "2d")], &["pace of decisions: 2d"]).await;
    tour.give(bob, ("table", "agree"), &[], &["pace of decisions: 2d"]).await;
    tour.give(ann, ("time", "pause"), &[("until", "3d")], &["Until <t:"]).await;
    tour.give(bob, ("table", "object"), &[], &[]).await;
    tour.give(ann, ("time", "stop-clock"), &[], &["has stopped the clock"]).await;
    tour.give(bob, ("time", "resume"), &[], &["the clock runs again"]).await;
    tour.give(ann, ("time", "absent"), &[("until", "3d")], &["is away from"]).await;
    tour.give(ann, ("time", "end-absence"), &[], &["is back"]).await;
    tour.give(ann, ("time", "standing"), &[], &["You have no standing orders", "Questions: "]).await;
    tour.give(ann, ("time", "plan"), &[("orders", "tea")], &["“tea” answers no question of yours"]).await;
    tour.give(bob, ("time", "rename"), &[("name", "Night watch")], &["name the table"]).await;
    tour.give(ann, ("table", "object"), &[], &[]).await;
    tour.give(bob, ("time", "luck"), &[("words", "seven cats")], &["take no luck of players"]).await;
    tour.give(ann, ("time", "pass-ahead"), &[("until", "tea")], &["no question “tea”"]).await;
    tour.give(ann, ("time", "master"), &[("player", &mia_id)], &["a game master for this table"]).await;
    tour.give(bob, ("table", "agree"), &[], &["The table has a game master"]).await;
    tour.give(mia, ("time", "master"), &[("deed", "休止")], &["時計を止めました"]).await;
    tour.give(mia, ("time", "master"), &[("deed", "再開")], &["また動き出しました"]).await;
    tour.give(mia, ("time", "master"), &[("deed", "退任")], &["進行役を降りました"]).await;
    tour.give(ann, ("me", "browser"), &[], &["is not set up here"]).await;
    tour.give(ann, ("me", "calendar"), &[], &["Calendars are not set up here"]).await;
    tour.give(ann, ("time", "claim"), &[], &["No other player’s time is up"]).await;
    tour.give(rin, ("me", "zone"), &[("zone", "東京")], &["（東京）です"]).await;
    tour.give(rin, ("me", "reminders"), &[("steps", "1日")], &["リマインダー：質問の1日後"]).await;
    tour.give(rin, ("me", "quiet"), &[("hours", "22:00〜8:00")], &["リマインダーを送りません"]).await;
    tour.give(rin, ("table", "close"), &[], &["閉じられるのは"]).await;
    tour.give(ann, ("table", "close"), &[], &[]).await;
    tour.give(bob, ("table", "object"), &[], &[]).await;
    let sure = tour.give(bob, ("table", "resign"), &[], &["Do you resign?"]).await;
    let gone = bob.0.click(sure.shown(), "I resign").await;
    println!("{}", gone.text);
    board.settled().await;
    assert!(board.status().closed);
    tour.give(ann, ("show", "audit"), &[], &["found nothing wrong", "closed"]).await;
    tour.give(ann, ("show", "status"), &[], &["The table is closed"]).await;
    tour.give(rin, ("show", "board"), &[("table", &table)], &[]).await;
    assert!(fake.dms(ann.0.id).iter().any(|it| it.text.contains("is closed")), "{:?}", fake.dms(ann.0.id));
    for sub in ["undo", "ask-undo", "agree", "resign", "close"] {
        tour.give(ann, ("table", sub), &[], &["is closed"]).await;
        tour.give(bob, ("table", sub), &[], &[]).await;
    }
    tour.give(bob, ("me", "forget-me"), &[("sure", "yes")], &["You are forgotten"]).await;
    assert_eq!(tour.left_out(), []);
    for post in fake.messages(board.thread) {
        println!("=== {}", post.text);
        speaks(&post.text, Lang::Ja);
    }
    bot.stop().await;
    fake.verdict();
}

/// An order by whoever is asked.
async fn order(board: &Board, hands: &mut [Hand], luck: &mut Luck, met: &mut Met) {
    let asked = board.status().seats.into_iter().find(|it| it.asked).unwrap();
    let user = user_of(&asked.player.unwrap()).unwrap().0;
    let hand = hands.iter_mut().find(|hand| hand.player.id == user).unwrap();
    hand.order(board, Manner::Typed, luck, met).await;
}

/// Whether the last order could be taken back without asking.
async fn undone(tour: &mut Tour, board: &Board, who: (&Player, Lang)) -> bool {
    let before = board.last();
    tour.give(who, ("table", "undo"), &[], &[]).await;
    board.last() > before
}

/// Taking back what the others have to agree to: it is answered either way.
async fn consent(tour: &mut Tour, board: &Board, who: (&Player, Lang), answers: (&Player, Lang)) {
    tour.give(who, ("table", "ask-undo"), &[("count", "1")], &[]).await;
    assert!(board.status().request.is_some(), "nothing is asked");
    tour.give(answers, ("table", "object"), &[], &[]).await;
    tour.give(who, ("table", "ask-undo"), &[], &[]).await;
    tour.give(answers, ("table", "agree"), &[], &[]).await;
    assert!(board.status().request.is_none(), "still asked");
}
