//! What players of one table ask of each other, through each door in the same words: it is done, refused and told alike. What a door
//! has of its own, its buttons, mails and codes, stands in its own tests.

use crate::desk::{ANN, BOB, Came, Desk, Outcome, Person, Way};

/// The same at a table of two where both have chosen and Ann, who is red, is asked to act, through every door.
fn in_play(what: impl Fn(&mut Desk)) {
    for way in Way::ALL {
        println!("{way:?}");
        let mut desk = Desk::of(way);
        desk.does(ANN, "choose 4");
        desk.does(BOB, "choose 7");
        what(&mut desk);
    }
}

impl Desk {
    /// Somebody types a line that is refused, for this reason.
    fn refuses(&mut self, who: Person, line: &str, why: &str) {
        let came = self.types(who, line);
        assert_eq!(came.outcome, Outcome::Refused, "{line}: {}", came.said);
        assert!(came.said.contains(why), "{line}: {}", came.said);
    }

    /// Somebody types a line that shows this, and does nothing.
    fn shows(&mut self, who: Person, line: &str, what: &str) {
        let came = self.types(who, line);
        assert_eq!(came.outcome, Outcome::Shown, "{line}: {}", came.said);
        assert!(came.said.contains(what), "{line}: {}", came.said);
    }

    /// Somebody types a line that is done, of which this is told.
    fn tells(&mut self, who: Person, line: &str, what: &str) -> Came {
        let came = self.does(who, line);
        assert!(came.said.contains(what), "{line}: {}", came.said);
        came
    }

    fn is_closed(&self) -> bool {
        self.kinds().iter().any(|kind| kind == "TableClosed")
    }
}

#[test]
fn an_order_is_taken_back_alone_or_with_consent() {
    in_play(|desk| {
        desk.does(ANN, "pass");
        assert_eq!(desk.does(ANN, "undo").wrote, ["TakenBack"]);
        desk.does(ANN, "pass");
        desk.refuses(ANN, "ask-undo", "undo");
        desk.does(BOB, "pass");
        desk.refuses(ANN, "undo", "another player has given an order");
        desk.does(ANN, "ask-undo");
        desk.does(BOB, "object");
        desk.refuses(BOB, "agree", "no request for you to answer");
        desk.does(ANN, "ask-undo");
        assert_eq!(desk.does(BOB, "agree").wrote, ["Answered", "TakenBack"]);
        desk.refuses(BOB, "object", "no request for you to answer");
        desk.does(ANN, "roll");
    });
}

#[test]
fn whoever_plays_with_others_closes_the_table_with_them() {
    in_play(|desk| {
        desk.hears(BOB);
        desk.does(ANN, "close");
        assert!(!desk.is_closed());
        let told = desk.hears(BOB);
        assert!(told.contains("to close the table"), "{told}");
        desk.shows(BOB, "who", "to close the table");
        desk.tells(BOB, "agree", "by agreement");
        assert!(desk.is_closed());
    });
}

#[test]
fn a_table_is_named_by_all_and_its_name_is_no_link_and_no_mention() {
    in_play(|desk| {
        desk.refuses(ANN, &format!("rename {}", "x".repeat(41)), "at most 40 characters");
        desk.refuses(ANN, "rename ann@home.example", "no links and mentions");
        desk.refuses(ANN, "rename https://example.org", "no links and mentions");
        desk.hears(BOB);
        desk.does(ANN, "rename Night watch");
        let told = desk.hears(BOB);
        assert!(told.contains("Night watch"), "{told}");
        assert_eq!(desk.does(BOB, "agree").wrote, ["Answered", "NameChanged"]);
        desk.shows(ANN, "who", "Night watch");
    });
}

#[test]
fn resigning_is_asked_once() {
    in_play(|desk| {
        let asked = desk.types(BOB, "resign");
        assert_eq!((asked.outcome, desk.is_closed()), (Outcome::Asks, false), "{}", asked.said);
        let over = desk.confirms(BOB);
        assert!(over.outcome == Outcome::Done && desk.is_closed(), "{}", over.said);
    });
}

#[test]
fn a_table_is_published_when_all_agree_and_anybody_ends_that() {
    in_play(|desk| {
        let published = |came: &Came| came.said.contains("https://tables.example/");
        assert_eq!(desk.types(ANN, "publish soon").outcome, Outcome::Refused);
        assert!(!published(&desk.does(ANN, "publish 20")), "asking is not publishing");
        desk.shows(BOB, "who", "20 entries behind");
        assert!(published(&desk.does(BOB, "agree")));
        desk.shows(ANN, "who", "https://tables.example/");
        desk.refuses(ANN, "publish", "is published already");
        desk.does(ANN, "unpublish");
        assert!(!published(&desk.types(BOB, "who")));
        desk.refuses(BOB, "unpublish", "is not published");
    });
}

#[test]
fn players_are_sought_and_no_longer() {
    for way in Way::ALL {
        let mut desk = Desk::alone(way, &[]);
        desk.refuses(ANN, "need-player off", "is not looking for players");
        desk.tells(ANN, "need-player", "is looking for players");
        desk.refuses(ANN, "need-player", "is looking for players already");
        desk.tells(ANN, "need-player off", "has stopped looking for players");
    }
}

#[test]
fn a_game_waits_until_its_players_are_ready() {
    for way in Way::ALL {
        let mut desk = Desk::alone(way, &["ready"]);
        desk.refuses(ANN, "choose 4", "The game begins once");
        desk.does(ANN, "ready");
        desk.refuses(ANN, "ready", "You are marked as ready already");
        desk.shows(ANN, "who", "Ready: red. Free: blue.");
        desk.tells(ANN, "unready", "Not ready yet: red.");
        desk.does(ANN, "ready");
        desk.join(BOB);
        desk.shows(BOB, "who", "Ready: red. Not ready yet: blue.");
        desk.tells(BOB, "ready", "The game begins.");
        desk.does(BOB, "choose 7");
        desk.refuses(BOB, "unready", "The game has begun");
    }
}

#[test]
fn a_rematch_is_one_table_whoever_asks() {
    in_play(|desk| {
        desk.refuses(ANN, "rematch", "when the game is over");
        desk.does(ANN, "resign");
        desk.tells(ANN, "rematch", "where you play: blue. A seat is kept for each of the others.");
        desk.tells(BOB, "rematch", "where you play: red");
        assert_eq!(desk.tables(), 2);
    });
}

#[test]
fn a_game_master_is_named_by_consent_and_holds_no_seat() {
    in_play(|desk| {
        desk.shows(ANN, "master", "This table has no game master.");
        desk.refuses(ANN, "master pause", "You are not the game master");
        desk.refuses(ANN, "master @bob", "has one here");
        desk.does(ANN, "master @eve");
        desk.shows(BOB, "who", "becomes game master");
        desk.does(BOB, "agree");
        desk.shows(ANN, "master", "who holds no seat");
        desk.does(BOB, "master off");
        desk.does(ANN, "agree");
        desk.shows(ANN, "master", "This table has no game master.");
    });
}

#[test]
fn a_pace_is_agreed_on_and_what_is_not_named_stays_as_it_is() {
    in_play(|desk| {
        desk.shows(ANN, "time", "No pace is agreed");
        desk.tells(ANN, "pace 2d grace 12h overdue claim", "pace of decisions: 2d; 12 hours of grace");
        let agreed = desk.does(BOB, "agree");
        assert_eq!(agreed.wrote, ["Answered", "TimeChanged"]);
        let asked = desk.question(ANN);
        assert!(asked.contains("the other players may claim the game, by vote"), "{asked}");
        desk.tells(ANN, "pace small 12h", "2d, of small ones 12h; 12 hours of grace");
        desk.does(ANN, "object");
        desk.refuses(ANN, "pace 2d", "Those terms are agreed already");
    });
}

#[test]
fn what_is_no_pace_and_no_date_is_told_apart() {
    in_play(|desk| {
        for (line, why) in [
            ("pace soon", "“soon” is not a pace"),
            ("pace Mon 20:00 Asia/Tokio", "Asia/Tokyo"),
            ("pace 2d overdue explode", "“explode” is not an agreement for when time is up"),
            ("pace absence 400", "the limit is 366"),
            ("pace weekends off", "Add the zone"),
            ("pace weekends maybe", "weekends off Asia/Tokyo"),
            ("pace Sat 20:00 Europe/Berlin weekends off Europe/Berlin", "nothing would ever be due"),
            ("resume", "The clock is not stopped"),
            ("end-absence", "You are not away"),
            ("claim", "No other player’s time is up"),
            ("claim blue", "have not agreed that a game may be claimed"),
            ("absent until Smarch", "“smarch” is not a date"),
            ("absent 2030-01-09 to 2030-01-02", "ends before it begins"),
            ("pause until 2020-01-01", "That time is in the past"),
            ("zone Asia/Tokio", "Asia/Tokyo"),
            ("reminders soon", "“soon” is not a reminder"),
            ("reminders 1d, digest", "“digest” has no time"),
            ("quiet always", "not understood as quiet hours"),
            ("quiet 22:00-8:00", "Add the zone"),
        ] {
            desk.refuses(ANN, line, why);
        }
    });
}

#[test]
fn clocks_stand_by_consent_by_one_in_need_and_while_one_is_away() {
    in_play(|desk| {
        desk.does(ANN, "pause until 3d");
        desk.shows(BOB, "who", "a pause until ");
        desk.does(BOB, "agree");
        desk.shows(ANN, "time", "The clock is stopped until ");
        desk.refuses(ANN, "pause", "The clock is stopped already");
        desk.does(BOB, "resume");
        desk.does(ANN, "agree");
        assert!(!desk.types(ANN, "time").said.contains("clock is stopped"));
        assert_eq!(desk.does(BOB, "stop-clock").wrote, ["TimeStopped"]);
        desk.shows(ANN, "time", "A player has stopped the clock");
        desk.does(ANN, "resume");
        assert!(!desk.types(ANN, "time").said.contains("stopped the clock"));
        desk.does(BOB, "absent 3d");
        desk.shows(ANN, "time", "blue is away from ");
        desk.does(BOB, "end-absence");
        assert!(!desk.types(ANN, "time").said.contains("is away"));
    });
}

#[test]
fn an_objection_starts_a_stopped_clock_and_says_so() {
    in_play(|desk| {
        desk.does(ANN, "stop-clock");
        desk.shows(BOB, "who", "red has stopped the clock and asks to leave it stopped.");
        desk.tells(BOB, "object", "The clock runs again.");
    });
}

#[test]
fn absences_are_told_with_the_seats_and_booked_ones_in_the_future() {
    in_play(|desk| {
        desk.does(BOB, "absent 3d");
        desk.shows(ANN, "who", "blue is away from ");
        desk.does(BOB, "end-absence");
        desk.does(BOB, "absent 20 Mar to 24 Mar");
        desk.shows(ANN, "who", "blue will be away from ");
        desk.shows(ANN, "time", "blue will be away from ");
    });
}

#[test]
fn options_at_a_closed_table_say_that_it_is_closed() {
    in_play(|desk| {
        desk.does(ANN, "close");
        desk.does(BOB, "agree");
        let said = desk.types(ANN, "options").said;
        assert!(said.contains("is closed"), "{said}");
    });
}

#[test]
fn a_count_of_nothing_is_refused_with_what_would_do() {
    in_play(|desk| {
        desk.does(ANN, "pass");
        if desk.types(ANN, "undo 0").said.contains("“0” is not a number from 1 on.") {
            desk.does(ANN, "undo 1");
        } else {
            // Discord itself takes no such number.
            desk.refuses(ANN, "undo 0", "");
        }
    });
}

#[test]
fn a_game_is_claimed_once_time_is_up() {
    in_play(|desk| {
        desk.does(BOB, "pace 1h grace none overdue claim");
        desk.does(ANN, "agree");
        desk.refuses(BOB, "claim red", "The time of red is not up");
        desk.pass(2);
        let asked = desk.question(ANN);
        assert!(asked.contains("You can still decide"), "{asked}");
        desk.does(BOB, "claim");
        assert!(desk.is_closed());
    });
}

#[test]
fn a_player_sets_zone_reminders_and_quiet_hours() {
    in_play(|desk| {
        desk.tells(BOB, "zone tokyo", "(Asia/Tokyo).");
        desk.tells(BOB, "reminders 2d, 4d, 3h before", "3h before the deadline");
        desk.tells(BOB, "quiet 22:30-8:00", "22:30-08:00 Asia/Tokyo");
        desk.shows(BOB, "reminders", "4d after the question: ");
        desk.shows(BOB, "quiet", "22:30-08:00 Asia/Tokyo");
        desk.tells(BOB, "reminders default", "6h before the deadline");
        desk.tells(BOB, "reminders 1d, 6h before, digest 20:00", "at 20:00 (Asia/Tokyo)");
        desk.tells(BOB, "quiet none", "You have no quiet hours");
        desk.tells(ANN, "quiet 22:00-8:00 Europe/Berlin", "22:00-08:00 Europe/Berlin");
        desk.shows(ANN, "zone", "(Europe/Berlin).");
    });
}

#[test]
fn the_link_of_a_calendar_is_shown_made_anew_and_taken_away() {
    in_play(|desk| {
        let link = |came: Came| {
            let from =
                came.said.find("https://tables.example/calendar/").unwrap_or_else(|| panic!("{}", came.said));
            came.said[from..].split_once(".ics").unwrap().0.to_owned()
        };
        let first = link(desk.does(BOB, "calendar"));
        assert_eq!(link(desk.types(BOB, "calendar")), first);
        assert_ne!(link(desk.does(BOB, "calendar new")), first);
        assert_ne!(link(desk.does(ANN, "calendar")), first, "each player has their own");
        desk.tells(BOB, "calendar off", "Your calendar is off");
    });
}

/// Discord lists orders in menus, and takes no line `options`.
#[test]
fn options_names_a_verb_by_its_beginning() {
    for way in [Way::Terminal, Way::Mail, Way::Board] {
        let mut desk = Desk::of(way);
        desk.does(ANN, "choose 4");
        desk.does(BOB, "choose 7");
        for line in ["options", "options pass", "options pa", "options パス"] {
            assert_eq!(desk.types(ANN, line).outcome, Outcome::Shown, "{way:?}: {line}");
        }
        for line in ["options as", "options zz"] {
            assert_eq!(desk.types(ANN, line).outcome, Outcome::Refused, "{way:?}: {line}");
        }
    }
}
