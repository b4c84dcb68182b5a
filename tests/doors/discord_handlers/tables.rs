//! Opening, starting, joining, seats; what players ask of each other; closing.

use super::*;
use crate::toy::seat;
use wardroom::door::discord::picker::ticket::Look;
use wardroom::door::discord::threads::DiscordThreads;

fn in_thread(club: &Club, table: &str, user: Id) -> At {
    let room = TableThread { id: Some(Id(777)), ..club.room(table) };
    DiscordThreads(&club.house).save_thread(&room).unwrap();
    At { channel: Id(777), ..at(user) }
}

#[test]
fn a_table_is_opened_and_begins_when_it_is_full() {
    let club = Club::new();
    let call =
        club.slash_call(at(ANN), "table new", &[("game", "Toy"), ("language", "ja"), ("seat", "blue")]);
    let answer = club.handle(&call);
    let table = club.tables().remove(0);
    assert!(text(&answer).contains(&format!("Table {table} is open: Toy")), "{answer:?}");
    assert!(text(&answer).contains("Free: red"), "{answer:?}");
    let room = club.room(&table);
    let facts = (room.lang.as_str(), room.guild, room.channel, club.opener(&room), room.started);
    assert_eq!(facts, ("ja", GUILD, CHANNEL, Some(ANN), false));
    assert_eq!(club.handle(&call), answer);
    let club = club.restarted();
    assert_eq!(text(&club.handle(&call)), text(&answer), "the same key is the same table");
    club.lose_room(&table);
    let club = club.restarted();
    club.handle(&call);
    assert_eq!(
        club.tables(),
        std::slice::from_ref(&table),
        "a room that was lost with the process is made again"
    );

    let answer = club.slash(at(BOB), "table join", &[]);
    assert!(
        text(&answer).contains("taken the seat red") && text(&answer).contains("asked of red"),
        "{answer:?}"
    );
    assert!(club.room(&table).started);
    assert!(text(&club.slash(at(ANN), "table start", &[])).contains("has begun already"));
    assert!(text(&club.slash(at(EVE), "table join", &[])).contains("No table here has a free seat"));
}

#[test]
fn a_table_of_one_seat_begins_at_once() {
    let club = Club::new();
    let answer = club.slash(at(ANN).ja(), "table new", &[("options", "seats=1、talk"), ("practice", "true")]);
    assert!(text(&answer).contains("練習卓") && text(&answer).contains("redへの問い"), "{answer:?}");
    assert!(club.room(&club.tables()[0]).started);
}

#[test]
fn missing_rights_are_named_before_a_table_is_opened() {
    let club = Club::new();
    let with = |rights: u64| {
        let call = club.slash_call(at(ANN), "table new", &[]);
        text(&club.handle(&Interaction { bot_rights: Some(rights), ..call }))
    };
    let (see, send) = (1 << 10, 1 << 11);
    let refused = with(see);
    assert!(refused.contains("Send Messages") && refused.contains("Pin Messages"), "{refused}");
    assert!(club.tables().is_empty() && !refused.contains("View Channels"), "{refused}");
    let opened = with(see | send);
    assert!(opened.contains("is open: Toy") && opened.contains("Create Public Threads"), "{opened}");
    // An administrator has every right.
    let opened = with(1 << 3);
    assert!(opened.contains("is open: Toy") && !opened.contains("grant me"), "{opened}");
    assert_eq!(club.tables().len(), 2);
}

#[test]
fn what_a_table_cannot_be_opened_with_is_said() {
    let club = Club::new();
    for (given, said) in [
        (&[("game", "che*ss")][..], "Choose a game: Toy."),
        (&[("seat", "green")], "There is no seat “green”. The seats are: red, blue."),
        (
            &[("options", "ta_lk")],
            "“ta\\_lk” is not an option of this game. Did you mean “talk”? Its options are: seats=1..2, talk, dice=",
        ),
        (
            &[("options", "zzz")],
            "“zzz” is not an option of this game. Its options are: seats=1..2, talk, dice=",
        ),
        (&[("options", "talk talk")], "“talk” is given twice"),
        (&[("options", "talk=3")], "“talk=3” is not an option of this game"),
        (&[("options", "seats")], "“seats” is not an option of this game"),
    ] {
        let answer = club.slash(at(ANN), "table new", given);
        assert!(text(&answer).contains(said), "{given:?}: {answer:?}");
    }
    assert!(text(&club.slash(at(ANN).dm(), "table new", &[])).contains("use a channel of a server"));
    assert!(club.tables().is_empty());
    let table = club.opened(at(ANN), &[]);
    let answer = club.slash(in_thread(&club, &table, ANN), "table new", &[]);
    assert!(text(&answer).contains("already belongs to a table"), "{answer:?}");
}

#[test]
fn a_server_has_so_many_open_tables() {
    let club = Club::paced(2, 1000);
    let first = club.opened(at(ANN), &[("options", "seats=1")]);
    club.opened(at(ANN), &[]);
    let answer = club.slash(at(BOB), "table new", &[]);
    assert!(text(&answer).contains("has 2 open tables"), "{answer:?}");
    let other = At { guild: Some(OTHER_GUILD), ..at(BOB) };
    assert!(text(&club.slash(other, "table new", &[])).contains("is open:"));
    let sure = club.slash(at(ANN), "table close", &[("table", &first)]);
    club.click(at(ANN), &button(&sure, "Close the table"), &[]);
    assert!(text(&club.slash(at(BOB), "table new", &[])).contains("is open:"), "closed tables do not count");
}

#[test]
fn a_table_of_another_server_is_as_none() {
    let club = Club::new();
    let table = club.table_in_play();
    let there = |user| At { guild: Some(OTHER_GUILD), channel: Id(600), ..at(user) };
    let unknown = "toy-none";
    for path in ["show status", "show board", "show log", "show export", "table close", "table join", "order"]
    {
        for user in [ANN, EVE] {
            let said = |named: &str| {
                let given = [("table", named), ("text", "pass")];
                text(&club.slash(there(user), path, &given)).replace(named, "TABLE")
            };
            assert_eq!(said(&table), said(unknown), "{path}");
        }
    }
    let elsewhere = club.click(there(ANN), &club.ticket(&table, TicketAction::Look(Look::Status)), &[]);
    assert!(text(&elsewhere).contains("There is no table"), "{elsewhere:?}");
    assert!(text(&club.slash(there(ANN), "table list", &[])).contains("You have no open table here"));
    assert!(club.complete(there(ANN), "show status", &[], "table").is_empty());
    // In a direct message only one's own tables are there.
    assert!(
        text(&club.slash(at(EVE).dm(), "show status", &[("table", &table)])).contains("There is no table")
    );
    assert!(text(&club.slash(at(ANN).dm(), "show status", &[("table", &table)])).contains(&table));
    assert!(text(&club.slash(at(ANN).dm(), "show hand", &[])).contains("asked of red"));
}

#[test]
fn the_table_is_the_threads_or_the_only_one_or_is_asked_for() {
    let club = Club::new();
    assert!(text(&club.order(at(ANN), "pass")).contains("no open table here"));
    let of_the_game = text(&club.slash(at(ANN), "toy-play choose", &[("number", "5")]));
    assert!(of_the_game.starts_with("You have no open table of Toy here"), "{of_the_game}");
    let first = club.opened(at(ANN), &[("options", "seats=1")]);
    let second = club.opened(at(ANN), &[("options", "seats=1")]);
    let answer = club.order(at(ANN), "pass");
    assert!(text(&answer).contains(&first) && text(&answer).contains(&second), "{answer:?}");
    assert!(text(&answer).contains("option `table`"), "{answer:?}");
    let before = club.last(&second);
    club.order(in_thread(&club, &second, ANN), "pass");
    assert_eq!(club.last(&second), before + 2);
    let before = club.last(&first);
    let given = [("text", "pass"), ("table", first.as_str())];
    club.slash(in_thread(&club, &second, ANN), "order", &given);
    assert_eq!(club.last(&first), before + 2, "a table that is named is meant, in whatever thread");
    assert!(text(&club.slash(at(EVE), "show status", &[("table", "*x*")])).contains("“\\*x\\*”"));
}

#[test]
fn seats_are_offered_taken_declined_and_passed_on() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    assert!(text(&club.slash(at(ANN), "table invite", &[])).contains("needs player"));
    let answer = club.slash(at(ANN), "table invite", &[("player", "2")]);
    assert!(text(&answer).contains("kept for <@2>"), "{answer:?}");
    assert!(text(&club.slash(at(BOB), "table list", &[])).contains("a seat is kept for you"));
    assert!(
        text(&club.slash(at(EVE), "table join", &[("table", &table), ("seat", "blue")]))
            .contains("is kept for another player")
    );
    assert!(text(&club.slash(at(BOB), "table decline", &[])).contains("You have declined the seat"));
    club.slash(at(ANN), "table invite", &[("player", "2"), ("seat", "blue")]);
    let answer = club.slash(at(ANN), "table withdraw-offer", &[("seat", "blue")]);
    assert!(text(&answer).contains("Waiting for") || text(&answer).contains("asked of red"), "{answer:?}");
    club.slash(at(BOB), "table join", &[("table", &table)]);

    let sure = club.slash(at(ANN), "table pass-seat", &[("player", "3")]);
    assert!(text(&sure).contains("your seat red to <@3>"), "{sure:?}");
    let before = club.last(&table);
    let kept = club.click(at(ANN), &button(&sure, "No, change nothing"), &[]);
    assert!(matches!(&kept, SlashReply::Replace(message) if message.rows.is_empty()), "{kept:?}");
    assert_eq!(club.last(&table), before);
    club.click(at(ANN), &button(&sure, "Offer my seat"), &[]);
    assert!(club.last(&table) > before);
    let answer = club.slash(at(EVE), "table join", &[]);
    assert!(text(&answer).contains("taken the seat red"), "{answer:?}");
    let old = club.click(at(ANN), &button(&sure, "Offer my seat"), &[]);
    assert!(text(&old).contains("which <@3> holds"), "{old:?}");
}

#[test]
fn an_offer_of_ones_own_seat_is_withdrawn_once_though_the_call_comes_again() {
    let club = Club::new();
    let table = club.table_in_play();
    let sure = club.slash(at(ANN), "table pass-seat", &[("player", "3")]);
    club.click(at(ANN), &button(&sure, "Offer my seat"), &[]);
    let call = club.slash_call(at(ANN), "table withdraw-offer", &[("seat", "red")]);
    let first = text(&club.handle(&call));
    let after = club.last(&table);
    let club = club.restarted();
    assert_eq!(text(&club.handle(&call)), first);
    assert_eq!(club.last(&table), after);
}

#[test]
fn a_request_is_answered_by_the_buttons_it_was_shown_with() {
    let club = Club::new();
    let table = club.table_in_play();
    assert!(
        text(&club.slash(at(ANN), "table undo", &[("count", "none")])).contains("is not a number from 1 on")
    );
    club.order(at(ANN), "pass");
    club.order(at(BOB), "pass");
    club.slash(at(ANN), "table ask-undo", &[]);
    let (_, request, _) = club.house.watch(&table, Lang::En).unwrap().status().unwrap().request.unwrap();
    assert!(request.contains("asks to undo everything from “pass” (red) on."), "{request}");
    let shown = club.slash(at(BOB), "show hand", &[]);
    let (agree, object) = (button(&shown, "Agree"), button(&shown, "Object"));
    let other = club.click(at(ANN), &agree, &[]);
    assert!(text(&other).contains("seat blue, which <@2> holds"), "{other:?}");
    club.click(at(BOB), &object, &[]);
    let gone = club.click(at(BOB), &agree, &[]);
    assert!(text(&gone).contains("settled already"), "{gone:?}");
    club.slash(at(ANN), "table ask-undo", &[]);
    let gone = club.click(at(BOB), &agree, &[]);
    assert!(text(&gone).contains("settled already"), "another request than was shown: {gone:?}");
}

#[test]
fn a_table_is_published_when_all_agree_and_anybody_ends_that() {
    let club = Club::new();
    let table = club.table_in_play();
    let page = || club.house.watch(&table, Lang::En).unwrap().status().unwrap().page;
    assert!(
        text(&club.slash(at(ANN), "table publish", &[("delay", "soon")]))
            .contains("is not a number from 1 on")
    );
    club.slash(at(ANN), "table publish", &[("delay", "5")]);
    let shown = text(&club.slash(at(BOB).ja(), "show hand", &[]));
    assert!(shown.contains("卓を記録5件遅れのページで公開する"), "{shown}");
    assert_eq!(page(), None, "asking is not publishing");
    let told = text(&club.slash(at(BOB), "table agree", &[]));
    let link = page().unwrap().link.unwrap();
    assert!(told.contains(&format!("5 entries behind: `{link}`")), "{told}");
    let told = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert!(told.contains(&format!("<{link}>")), "{told}");
    let told = text(&club.slash(at(ANN), "table publish", &[]));
    assert!(told.contains("published already"), "{told}");
    club.slash(at(ANN), "table unpublish", &[]);
    assert_eq!(page(), None);
    assert!(text(&club.slash(at(BOB), "table unpublish", &[])).contains("is not published"));
    assert!(!text(&club.slash(at(EVE), "show status", &[("table", &table)])).contains("tables.example"));
}

#[test]
fn who_joins_a_published_table_is_told_so() {
    let club = Club::new();
    club.opened(at(ANN), &[]);
    let told = text(&club.slash(at(ANN), "table publish", &[]));
    assert!(told.contains("`https://tables.example/"), "{told}");
    let told = text(&club.slash(at(BOB), "table join", &[]));
    assert!(told.contains("<https://tables.example/") && told.contains("unpublish"), "{told}");
}

#[test]
fn resigning_is_asked_once() {
    let club = Club::new();
    let table = club.table_in_play();
    let sure = club.slash(at(BOB).ja(), "table resign", &[]);
    assert!(text(&sure).contains("投了しますか"), "{sure:?}");
    assert!(!club.is_closed(&table));
    let yes = button(&sure, "投了する");
    assert!(text(&club.click(at(ANN), &yes, &[])).contains("which <@2> holds"));
    let done = club.click(at(BOB), &yes, &[]);
    assert!(matches!(done, SlashReply::Replace(_)) && club.is_closed(&table), "{done:?}");
    assert!(text(&club.slash(at(BOB), "table resign", &[("table", &table)])).contains("is closed"));
}

#[test]
fn only_the_opener_or_a_manager_closes() {
    let club = Club::new();
    let table = club.table_in_play();
    for user in [BOB, EVE] {
        let answer = club.slash(at(user), "table close", &[("table", &table)]);
        assert!(text(&answer).contains("Only <@1>"), "{answer:?}");
        let answer = club.click(at(user), &club.ticket(&table, TicketAction::ReallyClose), &[]);
        assert!(text(&answer).contains("Only <@1>"), "{answer:?}");
    }
    let before = club.last(&table);
    let answer = club.slash(at(ANN), "table close", &[]);
    assert!(club.last(&table) > before && !club.is_closed(&table), "others have to agree: {answer:?}");
    let manager = At { manager: true, ..at(EVE) };
    let sure = club.slash(manager, "table close", &[("table", &table)]);
    assert!(!club.is_closed(&table));
    let yes = button(&sure, "Close the table");
    assert!(text(&club.click(at(EVE), &yes, &[])).contains("Only <@1>"), "no manager any more");
    let done = club.click(manager, &yes, &[]);
    assert!(text(&done).contains("is closed"), "{done:?}");
    assert!(club.is_closed(&table));
}

#[test]
fn the_opener_who_sits_alone_closes_after_being_asked() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let sure = club.slash(at(ANN), "table close", &[]);
    assert!(!club.is_closed(&table));
    club.click(at(ANN), &button(&sure, "Close the table"), &[]);
    assert!(club.is_closed(&table));
}

#[test]
fn a_game_begins_with_the_last_button_of_its_players() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("ready", "true"), ("seat", "red")]);
    let joined = club.slash(at(BOB), "table join", &[]);
    let told = text(&joined);
    assert!(told.contains("Not ready yet: red, blue.") && told.contains("/table ready"), "{told}");
    assert!(text(&club.slash(at(ANN), "table list", &[])).contains("Not ready yet: red, blue."));
    club.click(at(BOB), &button(&joined, "I am ready"), &[]);
    let status = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert!(status.contains("Ready: blue. Not ready yet: red."), "{status}");
    club.slash(at(BOB), "table ready", &[("off", "true")]);
    let again = club.click(at(BOB), &button(&joined, "I am ready"), &[]);
    assert!(text(&again).contains("Ready: blue."), "{again:?}");
    let began = club.slash(at(ANN), "table ready", &[]);
    assert!(text(&began).contains("The game begins.") && text(&began).contains("asked of red"), "{began:?}");
}

#[test]
fn a_rematch_is_played_in_the_channel_of_its_table() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("seat", "red")]);
    club.slash(at(BOB), "table join", &[]);
    let here = |user| in_thread(&club, &table, user);
    let sure = club.slash(here(BOB), "table resign", &[]);
    club.click(here(BOB), &button(&sure, "I resign"), &[]);
    club.slash(here(BOB), "table rematch", &[]);
    let new = club.tables().into_iter().find(|it| *it != table).unwrap();
    let room = club.room(&new);
    assert_eq!((room.channel, club.opener(&room), room.started), (CHANNEL, Some(BOB), false));
    club.slash(here(ANN), "table rematch", &[]);
    assert!(club.room(&new).started, "everybody sits");
}

#[test]
fn who_wants_to_be_forgotten_leaves_nobody_behind() {
    let club = Club::new();
    let table = club.table_in_play();
    club.slash(at(ANN), "table close", &[]);
    assert!(!club.is_closed(&table), "Bob is asked");
    club.changed.lock().unwrap().clear();
    let told = text(&club.slash(at(BOB), "me forget-me", &[("sure", "yes")]));
    assert!(told.contains(&table), "{told}");
    assert_eq!(*club.changed.lock().unwrap(), std::slice::from_ref(&table), "the status is edited at once");
    let watched = club.house.watch(&table, Lang::En).unwrap();
    let report: Vec<String> =
        watched.report_lines(0, watched.around().last).unwrap().iter().map(|line| line.to_string()).collect();
    assert!(report.iter().any(|line| line.contains("The player of blue has left the table")), "{report:?}");
    let status = watched.status().unwrap();
    assert_eq!(
        (status.request, status.seats[1].player.clone()),
        (None, None),
        "nothing waits for who is gone"
    );
    assert!(text(&club.slash(at(EVE), "table open-seats", &[])).contains(&table));
    let joined = club.slash(at(EVE), "table join", &[("table", &table)]);
    assert!(text(&joined).contains("taken the seat blue"), "{joined:?}");
    // Whoever opened it leaves too: then who is there closes it.
    club.slash(at(ANN), "me forget-me", &[("sure", "yes")]);
    let sure = club.slash(at(EVE), "table close", &[("table", &table)]);
    club.click(at(EVE), &button(&sure, "Close the table"), &[]);
    assert!(club.is_closed(&table));
    let audited = text(&club.slash(at(EVE), "show audit", &[("table", &table)]));
    assert!(audited.contains("found nothing wrong"), "{audited}");
}

#[test]
fn who_sits_alone_and_is_forgotten_is_named_as_gone() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let before = club.last(&table);
    club.slash(at(ANN), "me forget-me", &[("sure", "yes")]);
    assert_eq!(club.last(&table), before, "nobody is left behind");
    let status = text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert!(status.contains("red: nobody: this player is gone"), "{status}");
}

#[test]
fn a_computer_player_is_called_what_it_is() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("opponent", "lieutenant")]);
    for (user, said) in [(at(EVE), "blue: lieutenant (computer)"), (at(EVE).ja(), "大尉（コンピューター）")]
    {
        let status = text(&club.slash(user, "show status", &[("table", &table)]));
        assert!(status.contains(said), "{status}");
    }
}

#[test]
fn it_is_told_how_long_a_computer_player_thinks() {
    let club = Club::playing(TWO, 50, 1000);
    let given = [("game", "toy"), ("opponent", "lieutenant")];
    let table = club.opened(at(ANN), &given);
    let status = || text(&club.slash(at(EVE), "show status", &[("table", &table)]));
    assert!(status().contains("blue: lieutenant (computer), thinking: a few seconds"), "{}", status());
    let ordered = club.order(at(ANN), "choose 5");
    assert!(text(&ordered).contains("blue: lieutenant (computer), thinking: a few seconds"), "{ordered:?}");
    let again = club.click(at(ANN), &button(&ordered, "Look again"), &[]);
    assert!(text(&again).contains("Waiting for: blue"), "{again:?}");
    let ja = text(&club.slash(at(EVE).ja(), "show status", &[("table", &table)]));
    assert!(ja.contains("大尉（コンピューター）、考え中（数秒）"), "{ja}");
}

#[test]
fn a_ready_check_and_the_start_say_one_thing() {
    let club = Club::new();
    let opened = club.slash(at(ANN), "table new", &[("ready", "true"), ("seat", "red")]);
    let table = club.tables().remove(0);
    assert!(text(&opened).contains("once every seat is taken and all players are ready"), "{opened:?}");
    assert!(!text(&opened).contains("sooner") && buttons(&opened).is_empty(), "{opened:?}");
    for user in [ANN, BOB] {
        let started = text(&club.slash(at(user), "table start", &[("table", &table)]));
        assert!(started.contains("all players are ready"), "{started}");
    }
    club.click(at(ANN), &club.ticket(&table, TicketAction::Start), &[]);
    assert!(!club.room(&table).started);
    club.slash(at(BOB), "table join", &[]);
    let started = text(&club.slash(at(ANN), "table start", &[]));
    assert!(started.contains("all players are ready") && !started.contains("begun already"), "{started}");
    for user in [ANN, BOB] {
        club.slash(at(user), "table ready", &[]);
    }
    assert!(text(&club.slash(at(ANN), "table start", &[])).contains("has begun already"));
}

#[test]
fn a_seat_is_kept_for_people_of_this_server_only() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    let before = club.last(&table);
    let named = |path: &str, option: &str, user: Option<NamedUser>| {
        let mut call = club.slash_call(at(ANN), path, &[(option, "77")]);
        let InteractionData::Command(command) = &mut call.what else { panic!() };
        command.users = user.into_iter().collect();
        text(&club.handle(&call))
    };
    let user = |bot, member| Some(NamedUser { id: Id(77), bot, member });
    for (path, option) in
        [("table invite", "player"), ("table pass-seat", "player"), ("time master", "player")]
    {
        assert!(named(path, option, user(true, true)).contains("<@77> is a bot"), "{path}");
        assert!(named(path, option, user(false, false)).contains("is not a member of this server"), "{path}");
        assert!(named(path, option, None).contains("does not know <@77>"), "{path}");
    }
    assert!(named("table new", "master", user(true, true)).contains("is a bot"));
    let own = text(&club.slash(at(ANN), "table invite", &[("player", "1")]));
    assert!(own.contains("You need no invitation"), "{own}");
    assert_eq!((club.last(&table), club.tables().len()), (before, 1));
    assert!(named("table invite", "player", user(false, true)).contains("kept for <@77>"));
}

#[test]
fn a_table_whose_only_free_seat_is_kept_looks_for_nobody() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    club.slash(at(ANN), "table invite", &[("player", "2")]);
    let before = club.last(&table);
    let told = text(&club.slash(at(ANN), "table need-player", &[]));
    assert!(
        told.contains("The free seat blue is kept for somebody") && !told.contains("are listed"),
        "{told}"
    );
    assert_eq!(club.last(&table), before);
    let told = text(&club.slash(at(EVE), "table join", &[("table", &table)]));
    assert!(told.contains("The seat blue is kept for another player"), "{told}");
    assert_eq!(club.complete(at(EVE), "table join", &[("table", &table)], "seat"), Vec::<String>::new());
    assert_eq!(club.complete(at(BOB), "table join", &[("table", &table)], "seat"), ["blue"]);
}

#[test]
fn a_second_click_on_a_button_of_one_use_writes_nothing() {
    let club = Club::new();
    let table = club.table_in_play();
    let sure = club.slash(at(ANN), "table pass-seat", &[("player", "3")]);
    let yes = button(&sure, "Offer my seat");
    let first = club.click(at(ANN), &yes, &[]);
    let after = club.last(&table);
    let again = club.click(at(ANN), &yes, &[]);
    assert_eq!((text(&again), club.last(&table)), (text(&first), after));
    // And every other: what it does is done once, whatever the second click is told.
    for act in [TicketAction::Join(Some(seat("red"))), TicketAction::Decline(seat("red"))] {
        let ticket = club.ticket(&table, act);
        club.click(at(EVE), &ticket, &[]);
        let after = club.last(&table);
        club.click(at(EVE), &ticket, &[]);
        assert_eq!(club.last(&table), after);
    }
    let ask = |user| club.slash(at(user), "table close", &[]);
    ask(ANN);
    let shown = club.slash(at(BOB), "show hand", &[]);
    for label in ["Agree", "Object"] {
        if let Some(found) = buttons(&shown).into_iter().find(|it| it.label == label) {
            club.click(at(BOB), &found.custom_id, &[]);
            let after = club.last(&table);
            club.click(at(BOB), &found.custom_id, &[]);
            assert_eq!(club.last(&table), after, "{label}");
        }
    }
}

#[test]
fn open_seats_are_listed_on_their_own_server() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    let elsewhere = At { guild: Some(OTHER_GUILD), ..at(EVE) };
    let listed = |at| text(&club.slash(at, "table open-seats", &[]));
    assert!(listed(at(EVE)).contains("No table is looking for players"), "a free seat alone is no search");
    club.slash(at(ANN), "table need-player", &[]);
    let told = listed(at(EVE));
    assert!(told.contains(&table) && told.contains("blue") && told.contains("since <t:"), "{told}");
    assert!(listed(elsewhere).contains("No table is looking for players"));
    club.slash(at(ANN), "table need-player", &[("off", "true")]);
    assert!(listed(at(EVE)).contains("No table is looking for players"));
    club.slash(at(ANN), "table need-player", &[]);
    club.slash(at(EVE), "table join", &[("table", &table)]);
    assert!(listed(at(EVE)).contains("No table is looking for players"), "its seats are taken");
}
