//! A game master in Discord: named by the players, acting, and shown what anybody is.

use super::*;

/// A table of Ann and Bob whose game master is Eve, each asked for a secret number.
fn mastered(club: &Club) -> String {
    let table = club.table_of_two();
    let asked = text(&club.slash(at(ANN), "time master", &[("player", "3")]));
    assert!(asked.contains("red proposes"), "{asked}");
    let status = text(&club.slash(at(BOB), "show status", &[]));
    assert!(status.contains("becomes game master"), "{status}");
    club.slash(at(BOB), "table agree", &[]);
    table
}

fn does(club: &Club, table: &str, given: &[(&str, &str)]) -> String {
    let given = [given, &[("table", table)]].concat();
    text(&club.slash(at(EVE), "time master", &given))
}

#[test]
fn a_game_master_is_named_acts_and_lays_the_office_down() {
    let club = Club::new();
    let table = mastered(&club);
    assert!(does(&club, &table, &[]).contains("Game master: user 3, who holds no seat"));
    let status = text(&club.slash(at(BOB), "show status", &[]));
    assert!(status.contains("Game master: user 3"), "{status}");
    let listed = text(&club.slash(at(EVE), "table list", &[]));
    assert!(listed.contains(&table) && listed.contains("you are its game master"), "{listed}");
    assert!(does(&club, &table, &[("deed", "explode")]).contains("is not a command for a game master"));
    assert!(does(&club, &table, &[("deed", "pause until 24 Dec")]).contains("Until <t:"));
    assert!(does(&club, &table, &[("deed", "resume")]).contains("The clock is running."));
    assert!(does(&club, &table, &[("deed", "extend red 2d")]).contains("red has nothing to decide now."));
    let named = does(&club, &table, &[("deed", "replace blue somebody")]);
    assert!(named.contains("at most 320 bytes"), "a name is no user: {named}");
    let kept = does(&club, &table, &[("deed", "replace blue"), ("player", "4")]);
    assert!(kept.contains("blue is kept for <@4>") && !kept.contains(" 4"), "{kept}");
    let again = does(&club, &table, &[("deed", "replace blue"), ("player", "4")]);
    assert!(again.contains("blue is kept for <@4>") && again.contains("can take the seat with"), "{again}");
    let unseated = text(&club.slash(at(BOB), "table undo", &[]));
    assert!(unseated.contains("You have no open table here"), "{unseated}");
    let joined = text(&club.slash(at(Id(4)), "table join", &[]));
    assert!(joined.contains("taken the seat blue"), "{joined}");
    assert!(does(&club, &table, &[("deed", "close")]).contains("write `close yes`"));
    // A call that comes again is answered as before.
    let given = [("deed", "退任"), ("table", &*table)];
    let call = club.slash_call(at(EVE).ja(), "time master", &given);
    let (first, last) = (text(&club.handle(&call)), club.last(&table));
    assert!(first.contains("進行役を降りました"), "{first}");
    assert_eq!((text(&club.handle(&call)), club.last(&table)), (first, last));
    assert!(does(&club, &table, &[("deed", "close yes")]).contains("not the game master"));
    assert!(!club.is_closed(&table));
}

#[test]
fn a_table_is_opened_with_a_game_master_of_whom_whoever_joins_is_told() {
    let club = Club::new();
    let refused = club.slash(at(ANN), "table new", &[("game", "toy"), ("master", "1")]);
    assert!(text(&refused).contains("A game master holds no seat"), "{refused:?}");
    club.slash(at(EVE), "table list", &[]);
    let table = club.opened(at(ANN), &[("master", "3"), ("seat", "red")]);
    let joined = text(&club.slash(at(BOB), "table join", &[]));
    assert!(joined.contains("Game master: user 3, who holds no seat"), "{joined}");
    assert!(does(&club, &table, &[("deed", "pause")]).contains("The clock is stopped."));
}

#[test]
fn a_player_does_not_act_as_game_master_and_takes_the_office_away() {
    let club = Club::new();
    let table = mastered(&club);
    let refused = text(&club.slash(at(ANN), "time master", &[("deed", "pause")]));
    assert!(refused.contains("You are not the game master"), "{refused}");
    let stranger = text(&club.slash(at(Id(4)), "time master", &[("deed", "pause"), ("table", &table)]));
    assert!(stranger.contains("You are not the game master"), "{stranger}");
    club.slash(at(BOB), "time master", &[("deed", "off")]);
    club.slash(at(ANN), "table agree", &[]);
    assert!(does(&club, &table, &[]).contains("This table has no game master."));
    club.slash(at(ANN), "time master", &[("player", "3")]);
    club.slash(at(BOB), "table agree", &[]);
    assert!(does(&club, &table, &[("deed", "close yes")]).contains("is closed"));
    assert!(club.is_closed(&table));
}

/// In every answer, picture and export a game master is shown what somebody without any part in the table is, whatever was chosen in
/// secret.
#[test]
fn a_game_master_is_shown_what_anybody_is() {
    let club = Club::new();
    let table = mastered(&club);
    club.order(at(ANN), "choose 5");
    for looks in [
        "show status",
        "show board",
        "show log",
        "show dice",
        "show map",
        "show time",
        "show replay",
        "show export",
        "show hand",
        "show hint",
        "show why",
        "table undo",
        "table agree",
    ] {
        let shown = [EVE, Id(4)].map(|user| {
            let answer = club.slash(at(user), looks, &[("table", &table)]);
            format!("{:?}", messages(&answer)).replace(&format!("user {user}"), "")
        });
        assert_eq!(shown[0], shown[1], "{looks}");
        assert!(!shown[0].contains("choose 5"), "{looks}: {}", shown[0]);
    }
}
