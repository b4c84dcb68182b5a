//! Lists, boards, logs, files, help, autocomplete, long answers.

use super::*;
use crate::common::store::damage;
use wardroom::door::discord::outbound::wording::AtDiscord;
use wardroom::door::discord::picker::ticket::Look;
use wardroom::door::discord::threads::DiscordThreads;
use wardroom::log::head_file::HeadFile;
use wardroom::log::import::import;

#[test]
fn the_list_names_the_tables_that_wait_for_the_caller_first() {
    let club = Club::new();
    assert!(text(&club.slash(at(ANN), "table list", &[])).contains("You have no open table"));
    let two = club.table_in_play();
    let shown = text(&club.slash(at(BOB), "table list", &[]));
    assert!(shown.contains("You have nothing to decide") && shown.contains("waiting for others"), "{shown}");
    assert!(shown.contains("<t:1800000000:f>"), "{shown}");
    let one = club.opened(at(BOB), &[("options", "seats=1")]);
    let shown = text(&club.slash(at(BOB).ja(), "table list", &[]));
    assert!(shown.find(&one).unwrap() < shown.find(&two).unwrap() && shown.contains("あなたの番"), "{shown}");
}

#[test]
fn the_status_names_every_seat() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("practice", "true")]);
    let shown = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    for part in ["red: <@1>\n", "blue: free", "has not begun", "Practice table", "Log: `"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let mut room = club.room(&table);
    room.trouble = Some("discord-help".to_owned());
    DiscordThreads(&club.house).save_thread(&room).unwrap();
    club.slash(at(ANN), "table invite", &[("player", "2")]);
    let shown = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert!(shown.contains("blue: kept for <@2>") && shown.contains("`/table list`"), "{shown}");
}

#[test]
fn the_board_is_everybodys_and_the_hand_is_ones_own() {
    let club = Club::new();
    let table = club.table_of_two();
    club.order(at(ANN), "choose 5");
    for user in [ANN, BOB, EVE] {
        let board = text(&club.slash(at(user), "show board", &[("table", &table), ("what", "some part")]));
        assert!(board.contains("“some part”") && !board.contains("red chose 5"), "{board}");
    }
    let hand = text(&club.slash(at(ANN), "show hand", &[]));
    assert!(hand.contains("red chose 5"), "{hand}");
    assert!(!text(&club.slash(at(BOB), "show hand", &[])).contains("red chose 5"));
    let answer = club.slash(at(EVE), "show hand", &[("table", &table)]);
    assert!(text(&answer).contains("You have no seat"), "{answer:?}");
    for path in ["show log", "show dice", "show replay", "show audit", "show why", "show help"] {
        let answer = text(&club.slash(at(BOB), path, &[]));
        assert!(!answer.contains("number: 5") && !answer.contains("red chose 5"), "{path}: {answer}");
    }
    let orders = club.ticket(&table, TicketAction::Orders);
    assert!(text(&club.click(at(BOB), &orders, &[])).contains("asked of blue"));
}

#[test]
fn a_map_is_drawn_from_ones_own_seat_and_told_where_it_cannot_be_drawn() {
    let club = Club::playing(TWO, 50, 1000);
    let sea = club.opened(at(ANN), &[("game", "goeben")]);
    let file = |answer: &SlashReply| messages(answer).remove(0).files.remove(0);
    let close = file(&club.slash(at(ANN), "show map", &[("table", &sea), ("what", "whole")]));
    assert!(close.bytes.starts_with(b"\x89PNG") && close.name.ends_with("-whole.png"), "{}", close.name);
    assert!(!close.description.is_empty() && close.description.chars().count() <= 1024);
    let whole = club.slash(at(ANN), "show map", &[("table", &sea), ("what", "whole")]);
    let otherwise = messages(&whole).remove(0).otherwise;
    assert!(!otherwise.is_empty() && otherwise.iter().all(|it| it.files.is_empty()), "the board in words");
    let small = At { file_bytes: 1000, ..at(ANN) };
    let told = club.slash(small, "show map", &[("table", &sea), ("what", "whole")]);
    assert!(messages(&told)[0].files.is_empty() && !text(&told).is_empty(), "{told:?}");
    let told = text(&club.slash(at(ANN), "show map", &[("table", &sea), ("what", "moon")]));
    assert!(told.contains("“moon”") && told.contains("whole"), "{told}");

    let table = club.opened(at(ANN), &[("game", "toy")]);
    club.slash(at(BOB), "table join", &[("table", &table)]);
    club.slash(at(ANN), "order", &[("table", &table), ("text", "choose 5")]);
    let map = |user: Id, what: &str| club.slash(at(user), "show map", &[("table", &table), ("what", what)]);
    let plans = [ANN, BOB, EVE].map(|user| file(&map(user, "plan")));
    assert!(plans[0].bytes != plans[1].bytes, "each sees their own");
    assert_eq!(plans[1].bytes, plans[2].bytes, "and nothing of the other");
    assert!(plans[0].description.contains('5') && !plans[1].description.contains('5'), "{plans:?}");
    let told = map(ANN, "broken");
    assert!(messages(&told)[0].files.is_empty() && text(&told).contains("red chose 5"), "{told:?}");
}

#[test]
fn an_audit_tells_its_three_outcomes_apart_in_both_languages() {
    let mut club = Club::new();
    let table = club.table_of_two();
    let says = |club: &Club, at: At, parts: &[&str]| {
        let told = text(&club.slash(at, "show audit", &[("table", &table)]));
        assert!(parts.iter().all(|part| told.contains(part)), "{parts:?}: {told}");
    };
    says(&club, at(ANN), &["found nothing wrong.**"]);
    says(&club, at(ANN).ja(), &["問題は見つかりませんでした。**"]);

    // Somebody's view of the table, in a place of its own: what is sealed there cannot be checked.
    let elsewhere = Club::new();
    let (_, view) = club.house.evidence().export(&table, "nobody").unwrap();
    import(&mut &view[..], &*elsewhere.store).unwrap();
    let room = club.store.note("discord", &format!("room/{table}")).unwrap().unwrap();
    elsewhere.store.put_note("discord", &format!("room/{table}"), &room).unwrap();
    says(
        &elsewhere,
        at(ANN),
        &["some of it was not checked", "the seed is secret until the table closes", "are sealed in"],
    );
    says(
        &elsewhere,
        at(ANN).ja(),
        &["検証していない部分が残っています", "シードはまだ公開されていません", "封じられています"],
    );

    // The head file says that there was more.
    let folder = tempfile::tempdir().unwrap();
    let heads = HeadFile::beside(&folder.path().join("wardroom.db"));
    let mut head = club.store.stored_head(&table).unwrap();
    head.seq += 1;
    heads.note(&[(table.clone(), head)].into()).unwrap();
    let house = TOY.club(club.store.clone(), club.clock.clone(), None, Some(heads)).unwrap();
    club.house = Arc::new(house);
    club.handlers = handlers(TOY, &club.house, &club.changed, 50, 1000);
    says(&club, at(ANN), &["found something wrong", "the head file has", "its last entries are lost"]);
    says(&club, at(ANN).ja(), &["問題が見つかりました", "ヘッドファイルには", "末尾が失われています"]);
}

#[test]
fn looking_answers_in_both_languages() {
    let club = Club::new();
    let table = club.table_in_play();
    let last = club.last(&table).to_string();
    for (path, given, en, ja) in [
        ("show replay", &[][..], "After entry", "番の直後"),
        ("show replay", &[("at", "2")], "board, turn 0", "盤面、第0手番"),
        ("show replay", &[("at", "0")], "There is no entry “0”", "番はありません"),
        ("show replay", &[("bout", "1")], &format!("After entry {last} "), "番の直後"),
        ("show replay", &[("bout", "9")], "There is no bout “9”", "第「9」回戦はありません"),
        ("show dice", &[("count", "3")], "Nothing has been rolled yet", "まだ"),
        ("show audit", &[], "nothing wrong", "問題は見つかりませんでした"),
        ("show export", &[], "as a file", "記録です"),
        ("show why", &[], "will be sent in a moment", "これから"),
        ("me dm", &[("to", "on")], "as direct messages", "ダイレクトメッセージで届きます"),
        ("me dm", &[("to", "off")], "no more direct messages", "送りません"),
        ("me dm", &[], "on or off", "オンかオフ"),
        ("show help", &[], "Possible orders now", "いま出せる命令"),
        ("show help", &[("verb", "pass")], "Passes", "パス"),
        ("show help", &[("verb", "<x>")], "There is no order “\\<x>”", "という命令はありません"),
    ] {
        let answer = text(&club.slash(at(ANN), path, given));
        assert!(answer.contains(en), "{path} {given:?}: {answer}");
        let answer = text(&club.slash(at(ANN).ja(), path, given));
        assert!(answer.contains(ja), "{path} {given:?}: {answer}");
    }
    assert!(text(&club.slash(at(ANN), "show replay", &[])).contains(&last));
    assert!(text(&club.slash(at(EVE), "show help", &[])).contains("`/table new`"));
    assert!(text(&club.slash(at(EVE), "show help", &[("verb", "roll")])).contains("Rolls"));
    for act in [
        Look::Board(None),
        Look::Log(None),
        Look::Dice(None),
        Look::Status,
        Look::Help(None),
        Look::Why,
        Look::Audit,
    ] {
        let ticket = club.ticket(&table, TicketAction::Look(act));
        assert!(!text(&club.click(at(EVE), &ticket, &[])).is_empty());
    }
}

#[test]
fn an_entry_that_does_not_fit_is_named_to_whoever_asks() {
    let club = Club::new();
    let table = club.table_in_play();
    let entry = damage(&*club.store, &table);
    for path in ["show log", "show status", "show board"] {
        let told = text(&club.slash(at(ANN), path, &[]));
        let named = format!("Entry {} in the log of table `{table}` is damaged.", entry);
        assert!(told.contains(&named) && told.contains("the number"), "{path}: {told}");
        assert!(!told.contains("strange"), "what it says may be hidden: {told}");
    }
    assert!(text(&club.slash(at(ANN).ja(), "show log", &[])).contains("壊れています"));
}

#[test]
fn a_table_that_cannot_be_read_hides_no_other_in_a_list() {
    let club = Club::new();
    let bad = club.table_in_play();
    let good = club.opened(at(ANN), &[]);
    damage(&*club.store, &bad);
    let listed = club.slash(at(ANN), "table list", &[]);
    let told = text(&listed);
    assert!(told.contains(&format!("Table {bad} cannot be read just now")) && told.contains(&good), "{told}");
    assert!(buttons(&listed).iter().any(|button| button.label.contains(&good)), "{listed:?}");
    assert!(!text(&club.slash(at(EVE), "table list", &[])).contains(&bad), "it is told to its players alone");
    assert!(!club.complete(at(ANN), "show board", &[("table", "")], "table").is_empty());
}

#[test]
fn why_tells_what_was_sent_and_what_came_of_it() {
    let club = Club::new();
    club.table_in_play();
    let table = club.tables().remove(0);
    club.order(at(ANN), "pass");
    club.order(at(BOB), "pass");
    club.order(at(ANN), "pass");
    club.order(at(BOB), "pass");
    club.house.deliveries().plan().unwrap();
    let now = "2027-01-15T08:00:05.000Z";
    assert!(club.store.lease_channel("discord", "here", now, "2100-01-01T00:00:00.000Z").unwrap());
    let due = club.store.pending_deliveries("discord", "here", now, 100).unwrap();
    let mine: Vec<u64> = due
        .iter()
        .filter(|due| due.notice.seat == "red" && due.notice.why == "prompt")
        .map(|due| due.id)
        .collect();
    let [first, second, third, ..] = mine[..] else { panic!("{due:?}") };
    club.store.mark_delivered(first, now, "place 777").unwrap();
    club.store.mark_failed(second, now, None, "refused 50007 *closed*").unwrap();
    club.store.mark_failed(third, now, Some("2099-01-01T00:00:00.000Z"), "later no connection").unwrap();
    club.order(at(ANN), "pass");
    club.order(at(BOB), "pass");
    let shown = text(&club.slash(at(ANN), "show why", &[]));
    for part in [
        "pinged in <#777>, <t:1800000005:f>",
        "refused it for good, <t:1800000005:f>",
        "failed",
        "will be sent in a moment",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(shown.matches("A decision of yours").count(), 4, "{shown}");
    assert!(club.last(&table) > 0);
}

#[test]
fn an_export_too_big_for_discord_is_not_sent() {
    let club = Club::new();
    club.table_in_play();
    let files = messages(&club.slash(at(ANN), "show export", &[])).remove(0).files;
    let bytes = files[0].bytes.len() as u64;
    assert!(bytes > 1000);
    let most = 999;
    let answer = club.slash(At { file_bytes: most, ..at(ANN) }, "show export", &[]);
    assert!(text(&answer).contains("999") && messages(&answer)[0].files.is_empty(), "{answer:?}");
    let exact = At { file_bytes: bytes, ..at(ANN) };
    assert_eq!(messages(&club.slash(exact, "show export", &[])).remove(0).files.len(), 1);
}

#[test]
fn a_long_answer_has_several_messages_and_a_very_long_one_a_file() {
    let club = Club::new();
    club.table_in_play();
    let passes = |count: usize| {
        for _ in 0..count {
            club.order(at(ANN), "pass");
            club.order(at(BOB), "pass");
        }
    };
    // An old button is answered with everything that happened since.
    let table = club.tables().remove(0);
    let (prompt, seat) = (club.last(&table), Some(crate::toy::seat("red")));
    let old = Tickets::new(SECRET).write(&Ticket { table, seat, prompt, act: TicketAction::Undo });
    passes(25);
    let answer = messages(&club.click(at(ANN), &old, &[]));
    assert!((1..=5).contains(&answer.len()) && answer.iter().all(|message| message.files.is_empty()));
    passes(150);
    let answer = messages(&club.click(at(ANN), &old, &[]));
    assert_eq!(answer.len(), 5);
    let file = |message: &Message| String::from_utf8(message.files[0].bytes.clone()).unwrap();
    let whole = answer.iter().find(|message| !message.files.is_empty()).map(file).unwrap();
    assert!(whole.contains("Passed { turn: 1 }") && whole.contains("Passed { turn: 350 }"), "{whole}");
    assert!(answer[0].text.contains("Passed { turn: 1 }"), "{}", answer[0].text);
    let small = At { file_bytes: 2000, ..at(ANN) };
    let answer = messages(&club.click(small, &old, &[]));
    let files: Vec<usize> = answer.iter().flat_map(|it| &it.files).map(|file| file.bytes.len()).collect();
    assert!(matches!(files[..], [bytes] if bytes <= 2000), "{files:?}");
}

#[test]
fn a_table_is_suggested_where_the_command_can_be_about_it() {
    let club = Club::new();
    let mine = club.table_in_play();
    let free = club.opened(at(ANN), &[]);
    let elsewhere = At { guild: Some(Id(99)), ..at(EVE) };
    let tables = |at: At, command| club.complete(at, command, &[("table", "")], "table");
    assert_eq!(tables(at(EVE), "table join"), std::slice::from_ref(&free));
    assert!(tables(elsewhere, "table join").is_empty(), "another server's");
    assert!(tables(at(EVE), "show audit").is_empty(), "nothing is closed, and nothing hers");
    let closed = club.opened(at(BOB), &[("options", "seats=1")]);
    club.click(at(BOB), &club.ticket(&closed, TicketAction::ReallyClose), &[]);
    assert!(club.is_closed(&closed));
    for command in ["show audit", "show log", "show export"] {
        assert_eq!(tables(at(EVE), command), std::slice::from_ref(&closed), "{command}");
        assert!(tables(elsewhere, command).is_empty(), "another server's");
        assert!(tables(at(EVE).dm(), command).is_empty(), "none of her own");
        assert!(tables(at(BOB).dm(), command).contains(&closed), "one of his own");
        assert!(tables(at(ANN), command).contains(&mine));
    }
    assert!(!tables(at(BOB), "show hand").contains(&closed));
    assert!(!tables(at(EVE), "table join").contains(&closed));
}

#[test]
fn what_is_suggested_is_the_askers_own() {
    let club = Club::new();
    let table = club.table_in_play();
    let typed = |user| club.complete(at(user), "order", &[("table", &table), ("text", "")], "text");
    assert_eq!(typed(ANN), ["pass", "roll", "flip", "defect"]);
    assert!(typed(BOB).is_empty(), "not asked");
    assert!(typed(EVE).is_empty(), "a spectator");
    assert_eq!(club.complete(at(ANN), "order", &[("text", "ro")], "text"), ["roll"]);
    assert_eq!(
        club.complete(at(ANN), "show status", &[("table", "toy")], "table"),
        std::slice::from_ref(&table)
    );
    assert!(club.complete(at(EVE), "show status", &[], "table").is_empty());
    assert_eq!(club.complete(at(ANN), "table resign", &[("seat", "")], "seat"), ["red", "blue"]);
    assert_eq!(club.complete(at(EVE), "table new", &[("seat", "bl")], "seat"), ["blue"]);
    assert_eq!(club.complete(at(EVE), "table new", &[("game", "")], "game"), ["toy"]);
    let options = |text| club.complete(at(EVE), "table new", &[("options", text)], "options");
    let dice = ["dice=club", "dice=players", "dice=witness"];
    assert_eq!(options(""), ["seats=", "talk", dice[0], dice[1], dice[2]]);
    let by_help = dice.map(|word| format!("talk, {word}"));
    let found = [vec!["talk, seats=".to_owned()], by_help.to_vec()].concat();
    assert_eq!(options("talk, se"), found, "the help of dice speaks of a server");
    assert_eq!(options("talk, sea"), ["talk, seats="]);
    let next = ["talk seats=", "talk dice=club", "talk dice=players", "talk dice=witness"];
    assert_eq!(options("talk")[1..], next, "behind a word that is whole the next");
    assert_eq!(options("talk "), next, "and no word twice");
    assert_eq!(club.complete(at(ANN), "show help", &[("verb", "")], "verb")[0], "pass");
    assert!(!club.complete(at(ANN), "show board", &[], "what").contains(&String::new()));
    for option in ["nonsense", "player", "number"] {
        club.complete(at(ANN), "toy-dance choose", &[], option);
        assert!(club.complete(at(EVE), "nothing at-all", &[], option).is_empty());
    }
    club.break_room(&table);
    assert!(typed(ANN).is_empty(), "never an error");
}

/// What is asked and its buttons come first, the position after them.
#[test]
fn a_hand_begins_with_what_is_asked() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let shown = club.slash(at(ANN), "show hand", &[("table", &table)]);
    let text = text(&shown);
    assert!(text.find("asked of").unwrap() < text.find("board").unwrap(), "{text}");
    assert!(!buttons(&shown).is_empty(), "{shown:?}");
}

/// A long answer comes a page at a time; its pages are the whole of it, each in place of the one before.
#[test]
fn a_long_answer_is_turned_page_by_page_in_place() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    (0..3).for_each(|_| drop(club.order(at(ANN), &["pass"; 60].join("; "))));
    let press = |answer: &SlashReply, label: &str| {
        let button = buttons(answer).into_iter().find(|button| button.label.starts_with(label))?;
        Some(club.click(at(ANN), &button.custom_id, &[]))
    };
    let first = club.slash(at(ANN), "show log", &[("count", "400")]);
    assert!(
        matches!(&first, SlashReply::Say { public: false, messages } if messages.len() == 1),
        "{first:?}"
    );
    let mut pages = vec![first.clone()];
    while let Some(next) = press(pages.last().unwrap(), "Later") {
        assert!(matches!(next, SlashReply::Replace(_)), "{next:?}");
        pages.push(next);
    }
    assert!(pages.len() > 2, "{pages:?}");
    let whole: String = pages.iter().map(|page| format!("{}\n", text(page))).collect();
    let rows = club.house.watch(&table, Lang::En).unwrap().log(400).unwrap();
    assert_eq!(whole.lines().count(), rows.iter().map(|row| row.lines().count()).sum::<usize>());
    for (at, page) in pages.iter().enumerate() {
        let number = format!("{}/{}", at + 1, pages.len());
        assert!(buttons(page).iter().any(|button| button.label == number), "{page:?}");
        assert_eq!(text(&press(page, &number).unwrap()), text(page), "as it is now");
    }
    assert_eq!(press(&pages[1], "← Earlier").map(|page| text(&page)), Some(text(&first)));
    // Of a page that is not there any more the last is shown, and each reader turns in their own language.
    let look = TicketAction::Page(Look::Log(Some(400)), 99);
    let last = club.click(at(BOB).ja(), &club.ticket(&table, look), &[]);
    let labels: Vec<String> = buttons(&last).into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["← 前".to_owned(), format!("{0}/{0}", pages.len())]);
    // What no button can carry comes in several messages.
    let part = "x".repeat(2500);
    let long = club.slash(at(ANN), "show board", &[("table", &table), ("what", &part)]);
    assert!(buttons(&long).is_empty() && !messages(&long).is_empty(), "{long:?}");
}

/// Every option that Discord is told to suggest something for has suggestions, in both languages, that its command takes.
#[test]
fn what_promises_suggestions_has_them() {
    let club = Club::new();
    let table = club.table_in_play();
    let options = [
        ("time pace", "terms", &["2d", "2d small", "2d small 12h ", "over", "zzz", "2日"][..]),
        ("time pause", "until", &["", "2", "3d", "zzz"]),
        ("time absent", "until", &["", "2", "zzz"]),
        ("time absent", "from", &["", "2", "zzz"]),
        ("me zone", "zone", &["", "lon", "Europe/", "東京", "zzz"]),
        ("me reminders", "steps", &["", "1d", "1d, ", "dig", "zzz"]),
        ("me quiet", "hours", &["", "22", "zzz"]),
        ("time master", "deed", &[""]),
        ("order", "text", &["", "pass; ", "signal x; p"]),
    ];
    for user in [at(ANN), at(ANN).ja()] {
        for (path, option, typed) in options {
            for typed in typed {
                let found = club.complete(user, path, &[("table", &table), (option, typed)], option);
                assert!(!found.is_empty(), "{path} {option} {typed:?}");
            }
        }
    }
    let first = |path: &str, option: &str, typed: &str| {
        club.complete(at(ANN), path, &[("table", &table), (option, typed)], option).remove(0)
    };
    assert_eq!(first("me zone", "zone", "berl"), "Europe/Berlin");
    assert_eq!(first("time pace", "terms", "2d"), "2d");
    assert_eq!(first("me reminders", "steps", "1d, 6h b"), "1d, 6h before");
    for (path, option) in [("me zone", "zone"), ("me reminders", "steps"), ("me quiet", "hours")] {
        for value in club.complete(at(ANN), path, &[], option) {
            let told = text(&club.slash(at(ANN), path, &[(option, &value)]));
            assert!(!told.contains("Did you mean") && !told.contains("is not "), "{path} {value}: {told}");
        }
    }
    assert!(
        club.complete(at(EVE), "time standing", &[("table", &table)], "order").is_empty(),
        "no seat, no order"
    );
}

#[test]
fn standing_orders_and_what_ends_passing_ahead_are_suggested() {
    let club = Club::playing(TWO, 50, 1000);
    let table = club.opened(at(ANN), &[("game", "goeben")]);
    for user in [at(ANN), at(ANN).ja()] {
        for typed in ["", "run", "run when ", "run when break-off then ", "zzz"] {
            let found = club.complete(user, "time standing", &[("table", &table), ("order", typed)], "order");
            assert!(!found.is_empty(), "{typed:?}");
        }
        for typed in ["", "day", "day is at least 4 or "] {
            let found =
                club.complete(user, "time pass-ahead", &[("table", &table), ("until", typed)], "until");
            assert!(!found.is_empty(), "{typed:?} {found:?}");
        }
        for typed in ["", "br", "break-off then ", "break-off then br", "zzz"] {
            let found = club.complete(user, "time plan", &[("table", &table), ("orders", typed)], "orders");
            assert!(!found.is_empty(), "{typed:?}");
            for plan in found {
                assert!(!plan.contains("then then") && plan != "break-off then br", "{typed:?}: {plan}");
            }
        }
    }
    let given = [("table", table.as_str()), ("order", "run when break-off t")];
    let found = club.complete(at(ANN), "time standing", &given, "order").remove(0);
    assert!(found.starts_with("run when break-off then "), "{found}");
    let kept = text(&club.slash(at(ANN), "time standing", &[("table", &table), ("order", &found)]));
    assert!(kept.contains("run"), "{kept}");
    assert_eq!(
        club.complete(at(ANN), "time standing", &[("table", &table), ("order", "drop ")], "order"),
        ["drop run"]
    );
}

/// A word between officers leaves no trace where everybody looks.
#[test]
fn what_officers_say_to_each_other_changes_no_status() {
    let club = Club::playing(TWO, 50, 1000);
    let given = [("game", "goeben"), ("options", "officers=task-force")];
    let table = club.opened(at(ANN), &given);
    club.slash(at(BOB), "table join", &[("table", &table), ("seat", "gunnery")]);
    club.slash(at(ANN), "table start", &[("table", &table)]);
    let status = || club.house.watch(&table, Lang::En).unwrap().status().unwrap();
    let shown = || text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    let (before, seen) = (status(), shown());
    club.clock.pass(600);
    for number in 0..9 {
        let said = format!("Number {number}.");
        let given = [("table", table.as_str()), ("to", "gunnery"), ("text", &*said)];
        club.slash(at(ANN), "goeben-officers message", &given);
    }
    let after = status();
    assert!(after.last >= before.last + 18, "{} {}", before.last, after.last);
    assert_eq!((after.head, after.since), (before.head, before.since));
    assert_eq!(shown(), seen);
    club.slash(at(ANN), "table undo", &[("table", &table)]);
    club.slash(at(BOB), "table need-player", &[("table", &table)]);
    let open = status();
    assert_eq!(
        (open.head.seq, open.since > before.since),
        (open.last, true),
        "what everybody may know moves it"
    );
}

#[test]
fn who_wants_to_be_forgotten_says_that_they_are_sure() {
    let club = Club::new();
    let call = |given: &[(&str, &str)]| club.handle(&club.slash_call(at(ANN), "me forget-me", given));
    assert!(text(&call(&[])).contains("Confirm it with the option"));
    let said = call(&[("sure", "yes")]);
    assert!(text(&said).contains("You are forgotten"), "{said:?}");
    assert_eq!(wardroom::log::Players::players(&*club.store).unwrap(), []);
}

/// The page at the end of a game names the commands of this door, in private answers and in what the courier sends.
#[test]
fn the_end_of_a_game_names_no_command_of_the_program() {
    let club = Club::playing(TWO, 50, 1000);
    let table = club.opened(at(ANN), &[("game", "goeben")]);
    let sure = club.slash(at(ANN), "table resign", &[("table", &table)]);
    let resigned = text(&club.click(at(ANN), &button(&sure, "I resign"), &[]));
    let given = [("table", table.as_str()), ("what", "ending")];
    let shown = [at(ANN), at(EVE)].map(|user| text(&club.slash(user, "show board", &given)));
    let mut watched = club.house.watch(&table, Lang::En).unwrap();
    watched.at_door(Arc::new(AtDiscord));
    let sent = watched.report_lines(0, watched.around().last).unwrap();
    let sent: Vec<String> = sent.iter().map(|line| line.to_string()).collect();
    let whole = [resigned, sent.join("\n")];
    for told in &whole {
        assert!(told.contains("`/show audit`") && told.contains("`/show board what:decided`"), "{told}");
    }
    for told in shown.iter().chain(&whole) {
        assert!(!told.contains("wardroom ") && !told.contains("`--"), "{told}");
    }
}
