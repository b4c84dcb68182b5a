//! What strangers, opponents and the curious try at a table, and that nothing comes of it.

use super::bot::*;
use super::fake::*;

/// A name that would ping, link, turn the line around and break the markup, if it could.
const NAME: &str = "@everyone <@1> **b** [a](https://x.example) `c` \u{202e}||d||";
/// The same of a player who writes Japanese, as long as Discord has names.
const NAME_JA: &str = "@here <@1> **鬱** `鷹` ||龍||＠全員鬱鬱鬱";

/// The texts of a language that the tests look for.
struct Said {
    locale: &'static str,
    name: &'static str,
    joined: &'static str,
    broken: &'static str,
    closed: &'static str,
    give: &'static str,
}

const ENGLISH: Said = Said {
    locale: "en-US",
    name: NAME,
    joined: "taken the seat",
    broken: "failed on our side",
    closed: "closed",
    give: "Give orders",
};
const JAPANESE: Said = Said {
    locale: "ja",
    name: NAME_JA,
    joined: "席に着きました",
    broken: "ボット側で問題が起きました",
    closed: "閉じています",
    give: "命令を出す",
};

/// Two players at a table of Grand Fleet in one server, a spectator and a manager there, and a manager of another server.
struct Town {
    fake: Fake,
    bot: Bot,
    _folder: tempfile::TempDir,
    table: String,
    thread: u64,
    ann: Player,
    bob: Player,
    eve: Player,
    max: Player,
    zoe: Player,
}

impl Town {
    async fn built() -> Town {
        Town::built_in(&ENGLISH).await
    }

    async fn built_in(said: &Said) -> Town {
        let fake = Fake::start();
        let [here, there] = ["Harbour", "Elsewhere"].map(|name| fake.add_guild(name, said.locale));
        let [channel, far] = [here, there].map(|guild| fake.add_channel(guild, "games"));
        let [ann, bob, eve, max] =
            [said.name, "Bob", "Eve", "Max"].map(|name| fake.add_member(name, said.locale, channel));
        let zoe = fake.add_member("Zoe", said.locale, far);
        for manager in [max.id, zoe.id] {
            fake.change_member(manager, |member| member.manager = true);
        }
        let (folder, path) = database();
        let bot = Bot::start(&fake, Way::Gateway, &path).await;
        let opened = ann.slash("table", "new", &[("game", "grand_fleet"), ("seat", "british")]).await;
        let table = opened.text.split(|c: char| !(c.is_ascii_alphanumeric() || "-_\\".contains(c)));
        let table =
            table.map(|word| word.replace('\\', "")).find(|word| word.starts_with("grand_fleet-")).unwrap();
        let thread = fake
            .wait("a thread with a pinned message", |world| {
                world.channels.values().find(|it| !it.pins.is_empty()).map(|it| it.id)
            })
            .await;
        let [ann, bob, eve, max] = [ann, bob, eve, max].map(|player| player.inside(thread));
        Town { fake, bot, _folder: folder, table, thread, ann, bob, eve, max, zoe }
    }

    /// The same, and play has begun.
    async fn begun() -> Town {
        Town::begun_in(&ENGLISH).await
    }

    async fn begun_in(said: &Said) -> Town {
        let town = Town::built_in(said).await;
        let joined = town.bob.slash("table", "join", &[]).await;
        assert!(joined.text.contains(said.joined), "{joined:?}");
        town.stands("the seat of Bob", |text| text.contains(&format!("<@{}>", town.bob.id))).await;
        town
    }

    fn status(&self) -> Shown {
        self.fake.pinned(self.thread).remove(0)
    }

    async fn stands(&self, what: &str, says: impl Fn(&str) -> bool) {
        let id = self.status().id;
        self.fake.wait(what, |world| says(&world.posts[&id].content).then_some(())).await;
    }

    fn head(&self) -> u64 {
        self.bot.store.head(&self.table).unwrap().seq
    }

    async fn end(self) {
        self.bot.stop().await;
        self.fake.verdict();
    }
}

fn refused(answer: &Answered, with: &str) {
    assert!(answer.ephemeral && answer.text.contains(with), "{with:?} is not in {answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn components_that_were_altered_or_are_somebody_elses_do_nothing() {
    let town = Town::begun().await;
    let hers = town.ann.click(&town.status(), "Give orders").await;
    let status = town.status();
    let before = town.head();
    let parts: Vec<(String, bool)> =
        hers.shown().parts().map(|part| (part.custom_id.clone(), !part.options.is_empty())).collect();
    assert!(parts.iter().any(|(_, menu)| *menu));
    for (id, menu) in &parts {
        refused(&town.bob.forge(&status, id, &[]).answer().await, "Nothing was changed");
        refused(&town.eve.forge(&status, id, &["1"]).answer().await, "Nothing was changed");
        let seat = id.replacen("british", "german", 1);
        let version = id.replacen('1', "0", 1);
        let cut = id[..id.len() - 1].to_owned();
        let turned: String = id.chars().rev().collect();
        for forged in [seat, version, cut, turned, "x".to_owned(), "1||".to_owned(), "x".repeat(100)] {
            for player in [&town.ann, &town.bob, &town.eve] {
                refused(&player.forge(&status, &forged, &[]).answer().await, "Nothing was changed");
            }
        }
        // What the menu never offered; a button has no values, so that these would be a click of her own.
        for value in ["", "999999", "@everyone", "https://x.example"].iter().filter(|_| *menu) {
            assert!(town.ann.forge(&status, id, &[value]).answer().await.ephemeral);
        }
    }
    assert_eq!(town.head(), before);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_another_server_is_as_good_as_none() {
    let town = Town::begun().await;
    let mut none = town.table.clone();
    none.truncate(none.len() - 2);
    none.push_str("zz");
    assert_ne!(none, town.table);
    let before = town.head();
    let user = town.zoe.name();
    for direct in [false, true] {
        let zoe = if direct { town.zoe.in_dm() } else { town.zoe.clone() };
        for (command, sub, more) in [
            ("show", "status", vec![]),
            ("show", "board", vec![]),
            ("show", "hand", vec![]),
            ("show", "hand", vec![("seat", "british")]),
            ("show", "log", vec![]),
            ("show", "dice", vec![]),
            ("show", "replay", vec![("at", "1")]),
            ("show", "audit", vec![]),
            ("show", "export", vec![]),
            ("show", "why", vec![]),
            ("show", "help", vec![]),
            ("show", "help", vec![("verb", "throw")]),
            ("order", "", vec![("text", "commit all")]),
            ("table", "join", vec![]),
            ("table", "join", vec![("seat", "german")]),
            ("table", "decline", vec![]),
            ("table", "start", vec![]),
            ("table", "undo", vec![]),
            ("table", "ask-undo", vec![]),
            ("table", "agree", vec![]),
            ("table", "object", vec![]),
            ("table", "resign", vec![]),
            ("table", "close", vec![]),
            ("table", "withdraw-offer", vec![]),
            ("table", "invite", vec![("player", user.as_str())]),
            ("table", "pass-seat", vec![("player", user.as_str())]),
        ] {
            let mut heard = Vec::new();
            for table in [&town.table, &none] {
                let given: Vec<(&str, &str)> =
                    more.iter().copied().chain([("table", table.as_str())]).collect();
                let Ok(prepared) = zoe.prepare(command, sub, &given) else { continue };
                let answer = prepared.answer().await;
                assert!(answer.ephemeral && answer.files().is_empty(), "{answer:?}");
                heard.push(answer.text.replace(&table[12..], "…"));
            }
            assert!(
                heard.len() != 1 && heard.windows(2).all(|two| two[0] == two[1]),
                "{command} {sub}: {heard:?}"
            );
        }
        for (command, sub, option) in [
            ("show", "board", "what"),
            ("show", "help", "verb"),
            ("order", "", "text"),
            ("show", "hand", "seat"),
        ] {
            let mut heard = Vec::new();
            for table in [&town.table, &none] {
                let typed = zoe.prepare_typing((command, sub), option, "", &[("table", table)]);
                if let Ok(typed) = typed {
                    heard.push(typed.answer().await.suggestions);
                }
            }
            assert!(heard.windows(2).all(|two| two[0] == two[1]), "{command} {sub} {option}: {heard:?}");
        }
        for given in ["", "g", &town.table] {
            assert_eq!(zoe.type_in(("show", "board"), "table", given, &[]).await, []);
        }
    }
    // A component carried over to another server.
    let own = town.zoe.slash("table", "new", &[("game", "goeben")]).await;
    for part in town.status().parts() {
        refused(&town.zoe.forge(own.shown(), &part.custom_id, &[]).answer().await, "There is no table");
    }
    assert_eq!(town.head(), before);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_who_may_begin_act_and_close() {
    let town = Town::built().await;
    let before = town.head();
    for other in [&town.bob, &town.eve, &town.max] {
        refused(&other.slash("table", "start", &[]).await, "Only <@");
    }
    assert_eq!(town.head(), before);
    town.bob.slash("table", "join", &[]).await;
    let before = town.head();
    for other in [&town.eve, &town.max] {
        refused(&other.slash("order", "", &[("text", "throw 1")]).await, "You have no seat");
        for verb in ["undo", "ask-undo", "agree", "object", "resign"] {
            refused(&other.slash("table", verb, &[]).await, "You have no seat");
        }
        refused(&other.slash("show", "hand", &[("seat", "british")]).await, "You have no seat");
        refused(&other.slash("table", "invite", &[("player", &other.name())]).await, "You have no seat");
        refused(&other.slash("table", "pass-seat", &[("player", &other.name())]).await, "You have no seat");
    }
    refused(&town.bob.slash("show", "hand", &[("seat", "british")]).await, "You do not hold the seat");
    for other in [&town.bob, &town.eve] {
        refused(&other.slash("table", "close", &[]).await, "may close it");
    }
    // The manager's own button is no good to anybody else, and is asked once.
    let sure = town.max.slash("table", "close", &[]).await;
    let close = sure.shown().part("Close the table").unwrap().custom_id.clone();
    let status = town.status();
    for other in [&town.bob, &town.eve] {
        refused(&other.forge(&status, &close, &[]).answer().await, "may close it");
    }
    assert_eq!(town.head(), before);
    refused(&town.max.click(sure.shown(), "Close the table").await, "is closed");
    // From here on everything is open to everybody.
    let taken = town.eve.slash("show", "export", &[]).await;
    let text = String::from_utf8(taken.files()[0].bytes.clone()).unwrap();
    assert!(text.contains("SeedRevealed") && !text.contains("\"sealed\":true"), "{text}");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_passed_a_seat_on_sees_nothing_of_it_any_more() {
    let town = Town::begun().await;
    let hers = town.ann.click(&town.status(), "Give orders").await;
    let sure = town.ann.slash("table", "pass-seat", &[("player", &town.eve.name())]).await;
    let offered = town.ann.click(sure.shown(), &sure.shown().buttons().next().unwrap().label.clone()).await;
    assert!(offered.ephemeral);
    // Until she takes it, nothing of the seat's is hers.
    refused(&town.eve.slash("show", "hand", &[]).await, "You have no seat");
    let why = town.eve.slash("show", "why", &[]).await;
    assert!(!why.text.contains("prompt"), "{why:?}");
    refused(&town.max.slash("table", "join", &[("seat", "british")]).await, "");
    refused(&town.max.slash("show", "hand", &[]).await, "You have no seat");
    let joined = town.eve.slash("table", "join", &[("seat", "british")]).await;
    assert!(joined.text.contains("taken the seat"), "{joined:?}");
    let why = town.eve.slash("show", "why", &[]).await;
    assert!(!why.text.contains(&format!("<#{}>", town.thread)), "what Ann was pinged with is Ann's: {why:?}");
    let before = town.head();
    refused(&town.ann.slash("show", "hand", &[]).await, "You have no seat");
    refused(&town.ann.slash("order", "", &[("text", "throw 1")]).await, "You have no seat");
    for part in hers.shown().parts() {
        refused(&town.ann.forge(hers.shown(), &part.custom_id, &[]).answer().await, "Nothing was changed");
    }
    assert_eq!(town.ann.type_in(("order", ""), "text", "", &[]).await, []);
    let [hers, everybodys] = [&town.ann, &town.max].map(|player| player.slash("show", "export", &[]));
    let [hers, everybodys] = [hers.await, everybodys.await].map(|answer| answer.files()[0].bytes.clone());
    assert_eq!(hers, everybodys);
    assert_eq!(town.head(), before);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_people_are_called_and_type_neither_pings_nor_breaks_anything() {
    for said in [&ENGLISH, &JAPANESE] {
        names_and_typed_words_do_no_harm(said).await;
    }
}

async fn names_and_typed_words_do_no_harm(said: &Said) {
    let town = Town::begun_in(said).await;
    let nasty = [
        "@everyone",
        "@here <@&1> <@1>",
        "**x** [a](https://x.example)",
        "```\n# x",
        "\u{202e}\u{0}abc",
        said.name,
    ];
    let long = "長".repeat(6000);
    for text in nasty.into_iter().chain([long.as_str()]) {
        for player in [&town.ann, &town.bob, &town.eve] {
            for (command, sub, option) in [
                ("order", "", "text"),
                ("show", "board", "what"),
                ("show", "help", "verb"),
                ("show", "hand", "seat"),
                ("show", "status", "table"),
                ("table", "join", "seat"),
            ] {
                let Ok(prepared) = player.prepare(command, sub, &[(option, text)]) else { continue };
                let answer = prepared.answer().await;
                let broken = answer.text.contains(said.broken);
                assert!(answer.ephemeral && !broken, "{command} {sub} {text:?}: {answer:?}");
                for told in answer.texts() {
                    let bare =
                        told.contains("@everyone") || told.contains("@here") || told.contains("](https://");
                    assert!(!bare, "{text:?}: {told}");
                }
                player.type_in((command, sub), option, text, &[]).await;
            }
        }
    }
    // The picker fits, with each of its menus and buttons.
    let picker = town.ann.click(&town.status(), said.give).await;
    let parts: Vec<Part> = picker.shown().parts().cloned().collect();
    assert!(!parts.is_empty(), "{picker:?}");
    for part in parts {
        let values: Vec<&str> =
            part.options.iter().take(part.least.max(1)).map(|it| it.value.as_str()).collect();
        let answer = town.ann.forge(picker.shown(), &part.custom_id, &values).answer().await;
        assert!(!answer.text.contains(said.broken), "{}: {answer:?}", part.label);
    }
    town.ann.slash("table", "close", &[]).await;
    town.bob.slash("table", "agree", &[]).await;
    town.stands("a closed table", |text| text.contains(said.closed)).await;
    for message in town.fake.messages(town.thread) {
        assert!(!message.text.contains("@everyone") && !message.pinged.everyone, "{}", message.text);
        assert!(
            message.pinged.roles.is_empty()
                && message.pinged.users.iter().all(|id| [town.ann.id, town.bob.id].contains(id))
        );
    }
    town.end().await;
}
