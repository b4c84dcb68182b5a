//! Beginning by buttons alone, lists with buttons, and commands that have moved.

use super::*;
use wardroom::app::registry::GAMES;
use wardroom::door::discord::picker::ticket::PlayWay;

fn press(club: &Club, user: At, answer: &SlashReply, label: &str) -> SlashReply {
    club.click(user, &button(answer, label), &[])
}

fn labels(answer: &SlashReply) -> Vec<String> {
    buttons(answer).into_iter().map(|button| button.label).collect()
}

#[test]
fn what_one_can_play_is_offered_and_begins_with_one_touch() {
    let club = Club::playing(GAMES, 50, 1000);
    let ways = club.slash(at(ANN), "play", &[]);
    let offered = [
        "Learn in ten minutes",
        "Goeben, 1914 alone",
        "Grand Fleet 1.2 against the computer",
        "Find an opponent",
    ];
    assert_eq!(labels(&ways), offered);
    assert!(labels(&club.slash(at(ANN).ja(), "play", &[])).contains(&"10分で学ぶ".to_owned()));
    let alone = press(&club, at(ANN), &ways, offered[1]);
    assert!(matches!(alone, SlashReply::Replace(_)) && text(&alone).contains("is open: Goeben"), "{alone:?}");
    let against = press(&club, at(ANN), &ways, offered[2]);
    assert!(text(&against).contains("is open: Grand Fleet"), "{against:?}");
    let tables = club.tables();
    assert_eq!(tables.len(), 2);
    let fleet = tables.iter().find(|table| table.starts_with("grand_fleet")).unwrap();
    assert!(club.room(fleet).started);
    let status = text(&club.slash(at(EVE), "show status", &[("table", fleet)]));
    assert!(status.contains("lieutenant (computer)"), "{status}");
    // Whoever comes again finds the way back.
    let again = club.slash(at(ANN), "play", &[]);
    assert!(text(&again).contains("These tables wait for you"), "{again:?}");
    let back = press(&club, at(ANN), &again, &tables[0]);
    assert!(!buttons(&back).is_empty(), "{back:?}");
}

#[test]
fn each_game_has_a_lesson_whose_steps_are_buttons() {
    let club = Club::playing(GAMES, 50, 1000);
    for game in ["Goeben, 1914", "Grand Fleet 1.2"] {
        let lessons = press(&club, at(ANN), &club.slash(at(ANN), "play", &[]), "Learn in ten minutes");
        let mut answer = press(&club, at(ANN), &lessons, game);
        let mut touches = 0;
        while !text(&answer).contains("The lesson is over.") {
            let tried = labels(&answer).into_iter().find(|label| label.starts_with("Try: "));
            let tried = tried.unwrap_or_else(|| panic!("nothing to try: {answer:?}"));
            let before = answer.clone();
            answer = press(&club, at(ANN), &answer, &tried);
            touches += 1;
            assert!(touches < 150, "{answer:?}");
            let twice = text(&press(&club, at(ANN), &before, &tried));
            assert!(twice.contains("has changed since") || twice.contains("Waiting"), "{twice}");
        }
        assert!(touches > 5, "{touches}");
    }
}

#[test]
fn a_table_that_looks_for_an_opponent_says_so_and_is_joined_by_a_button() {
    let club = Club::playing(GAMES, 50, 1000);
    let opponents = press(&club, at(ANN), &club.slash(at(ANN), "play", &[]), "Find an opponent");
    assert!(text(&opponents).contains("No table is looking for players"), "{opponents:?}");
    let opened = press(&club, at(ANN), &opponents, "Grand Fleet 1.2, a decision a day");
    assert!(text(&opened).contains("says whom you are looking for"), "{opened:?}");
    let table = club.tables().remove(0);
    let sought = || club.house.watch(&table, Lang::En).unwrap().status().unwrap().sought;
    let found = sought().unwrap();
    assert!(found.seats == "Germany" && found.terms.contains("1d"), "{found:?}");
    for listed in [
        club.slash(at(BOB), "table open-seats", &[]),
        press(&club, at(BOB), &club.slash(at(BOB), "play", &[]), "Find an opponent"),
    ] {
        assert!(labels(&listed).contains(&format!("{table}: Germany")), "{listed:?}");
    }
    let listed = club.slash(at(BOB), "table open-seats", &[]);
    let joined = press(&club, at(BOB), &listed, &format!("{table}: Germany"));
    assert!(text(&joined).contains("You have taken the seat Germany"), "{joined:?}");
    assert_eq!(sought(), None);
    assert!(club.room(&table).started);
    let late = press(&club, at(EVE), &listed, &format!("{table}: Germany"));
    assert!(text(&late).contains("taken"), "{late:?}");
}

#[test]
fn nothing_begins_where_no_table_can_be_opened_and_every_way_is_a_ticket() {
    let club = Club::playing(GAMES, 1, 1000);
    let ways = club.slash(at(ANN).dm(), "play", &[]);
    let alone = press(&club, at(ANN).dm(), &ways, "Goeben, 1914 alone");
    assert!(text(&alone).contains("It has no thread"), "{alone:?}");
    press(&club, at(ANN), &ways, "Goeben, 1914 alone");
    let more = press(&club, at(BOB), &ways, "Goeben, 1914 alone");
    assert!(text(&more).contains("open table"), "{more:?}");
    assert_eq!(club.tables().len(), 1);
    let game = || "grand_fleet".to_owned();
    for way in [
        PlayWay::Lessons,
        PlayWay::Learn(game()),
        PlayWay::Alone(game()),
        PlayWay::Opponents,
        PlayWay::Seek(game()),
        PlayWay::SeekDaily(game()),
    ] {
        let act = TicketAction::Play(way);
        let read = Tickets::new(SECRET).read(&club.ticket("", act.clone())).unwrap();
        assert_eq!(read.act, act);
    }
    let unknown =
        club.click(at(BOB), &club.ticket("", TicketAction::Play(PlayWay::Learn("chess".into()))), &[]);
    assert!(text(&unknown).contains("Choose a game"), "{unknown:?}");
}

#[test]
fn lists_of_tables_have_a_button_for_each() {
    let club = Club::new();
    let tables = [club.opened(at(ANN), &[("options", "seats=1")]), club.opened(at(ANN), &[])];
    for answer in [club.slash(at(ANN), "table list", &[]), club.order(at(ANN), "pass")] {
        let mut listed = labels(&answer);
        listed.sort();
        let mut expected = tables.to_vec();
        expected.sort();
        assert_eq!(listed, expected, "{answer:?}");
        let one = press(&club, at(ANN), &answer, &tables[0]);
        assert!(text(&one).contains("asked of red"), "{one:?}");
    }
    let free = club.opened(at(BOB), &[]);
    let which = club.slash(at(EVE), "table join", &[]);
    assert!(labels(&which).contains(&free), "{which:?}");
    let joined = press(&club, at(EVE), &which, &free);
    assert!(text(&joined).contains("taken the seat blue"), "{joined:?}");
}

#[test]
fn a_command_that_has_moved_says_where_it_is_now() {
    let club = Club::new();
    for (old, now) in
        [("table dm", "/me dm"), ("table forget-me", "/me forget-me"), ("time zone", "/me zone")]
    {
        let told = text(&club.slash(at(ANN), old, &[("sure", "yes")]));
        assert_eq!(told, format!("`/{old}` is `{now}` now. Nothing was changed."));
    }
    let ja = text(&club.slash(at(ANN).ja(), "table link", &[]));
    assert!(ja.contains("`/卓 連携` は `/自分 連携`"), "{ja}");
    assert_eq!(wardroom::log::Players::players(&*club.store).unwrap(), [], "nobody becomes known by it");
}

#[test]
fn where_the_bot_is_in_no_server_one_plays_alone_by_private_answers() {
    let club = Club::playing(GAMES, 50, 1000);
    let here = at(ANN).dm();
    let ways = club.slash(here, "play", &[]);
    let offered = ["Learn in ten minutes", "Goeben, 1914 alone", "Grand Fleet 1.2 against the computer"];
    assert_eq!(labels(&ways), offered);
    let alone = press(&club, here, &ways, offered[1]);
    assert!(text(&alone).contains("It has no thread"), "{alone:?}");
    assert!(!text(&alone).contains("follows in a moment") && !buttons(&alone).is_empty(), "{alone:?}");
    let table = text(&alone).split_whitespace().nth(1).unwrap().to_owned();
    assert!(table.starts_with("goeben-") && club.tables().is_empty(), "it has no thread: {table}");
    let hand = text(&club.slash(here, "show hand", &[("table", &table)]));
    assert!(hand.contains("Stow cargo"), "{hand}");
    // A table for two people needs a server in which they meet.
    let refused = text(&club.slash(here, "table new", &[("game", "grand_fleet")]));
    assert!(refused.contains("use a channel of a server"), "{refused}");
}
