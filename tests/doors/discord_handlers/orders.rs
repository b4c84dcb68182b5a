//! Orders: typed, by named options, clicked; refusals; what is old, foreign or forged.

use super::*;
use wardroom::app::registry::GAMES;
use wardroom::log::Fault;

use crate::common::interposed::{Between, Interposed};

#[test]
fn a_typed_order_is_carried_out_and_answered_with_what_happened_and_what_is_asked_now() {
    let club = Club::new();
    let table = club.table_of_two();
    let before = club.last(&table);
    let answer = club.order(at(ANN), "choose 5");
    assert!(text(&answer).contains("Chosen"), "{answer:?}");
    assert!(text(&answer).contains("Waiting for: blue"), "{answer:?}");
    assert!(club.last(&table) > before);
    assert_eq!(club.changed.lock().unwrap().last(), Some(&table));
    let answer = club.order(at(BOB), "choose 6");
    assert!(text(&answer).contains("Waiting for: red"), "{answer:?}");
    let answer = club.order(at(ANN), "pass");
    assert!(text(&answer).contains("Passed"), "{answer:?}");
    let answer = club.slash(at(BOB), "show hand", &[]);
    assert_eq!(
        buttons(&answer).iter().map(|button| button.label.as_str()).collect::<Vec<_>>(),
        ["pass", "roll", "flip", "defect"]
    );
}

#[test]
fn a_command_of_another_game_finds_no_table() {
    let club = Club::playing(TWO, 50, 1000);
    let table = club.opened(at(ANN), &[("game", "toy")]);
    club.slash(at(BOB), "table join", &[("table", &table)]);
    let last = club.last(&table);
    let other = club.slash(at(ANN), "goeben-movement move", &[("table", &table), ("ship", "goeben")]);
    assert!(text(&other).contains("is a table of another game"), "{other:?}");
    let unknown = club.slash(at(ANN), "toy-dance choose", &[("number", "5")]);
    assert!(text(&unknown).contains("does not know that command"), "{unknown:?}");
    assert_eq!(club.last(&table), last);
    let own = club.slash(at(ANN), "toy-play choose", &[("number", "5")]);
    assert!(text(&own).contains("Chosen") && club.last(&table) > last, "{own:?}");
}

#[test]
fn several_orders_are_done_one_after_another_up_to_the_first_slip() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let before = club.last(&table);
    let answer = club.order(at(ANN), "pass; pass; choose 4; pass");
    assert!(text(&answer).matches("Passed").count() == 2, "{answer:?}");
    assert!(text(&answer).contains("refused: not-an-option"), "{answer:?}");
    assert!(text(&answer).contains("Not done after that: pass"), "{answer:?}");
    assert_eq!(club.last(&table), before + 4);
    assert!(!buttons(&answer).is_empty(), "today's choices follow");
}

#[test]
fn what_is_misread_is_escaped_and_changes_nothing() {
    let club = Club::new();
    let table = club.table_in_play();
    let before = club.last(&table);
    let answer = club.order(at(ANN), "**@everyone** <@3>");
    assert!(!text(&answer).contains("**@everyone**"), "{answer:?}");
    assert!(text(&answer).contains("everyone"), "{answer:?}");
    for slip in ["3", "undo", "pass; frobnicate"] {
        let answer = club.order(at(ANN), slip);
        assert!(!text(&answer).is_empty());
    }
    assert_eq!(club.last(&table), before);
    let answer = club.order(at(ANN).ja(), "frobnicate");
    assert!(text(&answer).contains('「'), "{answer:?}");
    assert!(text(&club.order(at(ANN), " ")).contains("Type an order"));
}

#[test]
fn who_is_not_asked_or_not_seated_gives_no_order() {
    let club = Club::new();
    let table = club.table_in_play();
    let before = club.last(&table);
    let answer = club.order(at(BOB), "pass");
    assert!(text(&answer).contains("Not now. Waiting for: red"), "{answer:?}");
    let answer = club.slash(at(EVE), "order", &[("text", "pass"), ("table", &table)]);
    assert!(text(&answer).contains("You have no seat"), "{answer:?}");
    let answer = club.slash(at(ANN), "order", &[("text", "pass"), ("seat", "blue")]);
    assert!(text(&answer).contains("You do not hold the seat blue"), "{answer:?}");
    let answer = club.slash(at(ANN), "order", &[("text", "pass"), ("seat", "*green*")]);
    assert!(text(&answer).contains("There is no seat “\\*green\\*”"), "{answer:?}");
    assert_eq!(club.last(&table), before);
}

#[test]
fn a_click_gives_the_order_once_and_an_old_one_tells_what_was_decided_since() {
    let club = Club::new();
    let table = club.table_in_play();
    let shown = club.slash(at(ANN), "show hand", &[]);
    let (pass, roll) = (button(&shown, "pass"), button(&shown, "roll"));
    let done = club.click(at(ANN), &pass, &[]);
    assert!(matches!(done, SlashReply::Replace(_)) && text(&done).contains("Passed"), "{done:?}");
    let after = club.last(&table);
    for old in [&pass, &roll] {
        let answer = club.click(at(ANN), old, &[]);
        assert!(text(&answer).contains("The table has changed since"), "{answer:?}");
        assert!(text(&answer).contains("Passed"), "what was decided since is told: {answer:?}");
        assert!(text(&answer).contains("Waiting for: blue"), "{answer:?}");
    }
    assert_eq!(club.last(&table), after);
}

#[test]
fn another_persons_click_is_refused_and_says_whose_seat_it_is() {
    let club = Club::new();
    let table = club.table_in_play();
    let pass = button(&club.slash(at(ANN), "show hand", &[]), "pass");
    let before = club.last(&table);
    for other in [BOB, EVE] {
        let answer = club.click(at(other), &pass, &[]);
        assert!(text(&answer).contains("seat red, which <@1> holds"), "{answer:?}");
        assert!(matches!(answer, SlashReply::Say { public: false, .. }));
    }
    assert_eq!(club.last(&table), before);
}

#[test]
fn a_forged_button_changes_nothing() {
    let club = Club::new();
    let table = club.table_in_play();
    let pass = button(&club.slash(at(ANN), "show hand", &[]), "pass");
    let before = club.last(&table);
    let mut forged: Vec<String> = vec![String::new(), "x".into(), pass.replace("red", "blue")];
    forged.push(pass[..pass.len() - 1].to_owned());
    let stranger = Tickets::new(b"another secret");
    let act = TicketAction::ReallyClose;
    forged.push(stranger.write(&Ticket { table: table.clone(), seat: None, prompt: 0, act }));
    for custom_id in forged {
        let answer = club.click(at(ANN), &custom_id, &[]);
        assert!(text(&answer).contains("does not know that command or button"), "{answer:?}");
        let what = InteractionData::Filled { custom_id, fields: vec![], odd: vec![], private: true };
        let answer = club.handle(&club.call(at(ANN), what));
        assert!(text(&answer).contains("does not know that command or button"), "{answer:?}");
    }
    assert_eq!(club.last(&table), before);
    let answer = club.slash(at(ANN), "table dance", &[]);
    assert!(text(&answer).contains("does not know"), "{answer:?}");
}

#[test]
fn a_call_that_comes_twice_is_done_once_and_answered_the_same() {
    let club = Club::new();
    let table = club.table_in_play();
    let call = club.slash_call(at(ANN), "order", &[("text", "pass")]);
    let first = club.handle(&call);
    let after = club.last(&table);
    club.order(at(BOB), "pass");
    assert_eq!(club.handle(&call), first);
    assert_eq!(club.last(&table), after + 2, "Bob's order alone");

    let shown = club.slash(at(ANN), "show hand", &[]);
    let what = InteractionData::Click { custom_id: button(&shown, "roll"), values: vec![], private: true };
    let call = club.call(at(ANN), what);
    let first = club.handle(&call);
    let after = club.last(&table);
    assert_eq!(club.handle(&call), first);
    // A new process has forgotten the words; the table has not forgotten the order.
    let club = club.restarted();
    club.handle(&call);
    assert_eq!(club.last(&table), after);
}

#[test]
fn two_deliveries_at_once_are_one_order() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let before = club.last(&table);
    let call = club.slash_call(at(ANN), "order", &[("text", "pass")]);
    let answers: Vec<SlashReply> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..4).map(|_| scope.spawn(|| club.handle(&call))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(club.last(&table), before + 2);
}

#[test]
fn a_table_that_has_not_begun_takes_no_orders() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    let before = club.last(&table);
    let answer = club.order(at(ANN), "choose 5");
    assert!(text(&answer).contains("has not begun") && text(&answer).contains("Free: blue"), "{answer:?}");
    assert_eq!(club.last(&table), before);
    let start = button(&answer, "Start the game");
    let refused = club.click(at(BOB), &start, &[]);
    assert!(text(&refused).contains("Only <@1>"), "{refused:?}");
    assert!(!club.room(&table).started);
    let begun = club.click(at(ANN), &start, &[]);
    assert!(text(&begun).contains("has begun") && text(&begun).contains("asked of red"), "{begun:?}");
    assert!(club.room(&table).started);
    let answer = club.order(at(ANN), "choose 5");
    assert!(text(&answer).contains("Nobody holds this seat yet: blue"), "{answer:?}");
}

#[test]
fn whoever_is_too_fast_is_asked_to_wait() {
    let club = Club::paced(50, 3);
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let answer = club.order(at(ANN), "pass; pass; pass");
    assert!(text(&answer).contains("again in 60 seconds"), "{answer:?}");
    assert_eq!(text(&answer).matches("Passed").count(), 2, "{answer:?}");
    let pass = button(&answer, "pass");
    let last = club.last(&table);
    assert!(text(&club.click(at(ANN), &pass, &[])).contains("again in"));
    assert!(text(&club.order(at(ANN).ja(), "pass")).contains("60秒"));
    assert_eq!(club.last(&table), last);
    club.clock.pass(60);
    assert!(text(&club.order(at(ANN), "pass")).contains("Passed"));
}

#[test]
fn what_breaks_is_told_by_number_only() {
    let club = Club::new();
    let table = club.table_in_play();
    let kept = club.break_room(&table);
    let call = club.slash_call(at(ANN), "order", &[("text", "pass")]);
    let answer = club.handle(&call);
    assert!(text(&answer).contains(&call.id.to_string()), "{answer:?}");
    club.store.put_note("discord", &format!("room/{table}"), &kept).unwrap();
    assert!(text(&club.handle(&call)).contains("Passed"), "what went wrong is not remembered");
}

#[test]
fn who_plays_two_seats_names_one_or_is_led_to_the_one_that_is_asked() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[]);
    club.slash(at(ANN), "table join", &[("seat", "blue")]);
    assert!(club.room(&table).started);
    let answer = club.slash(at(ANN), "order", &[("text", "choose 5"), ("seat", "blue")]);
    assert!(
        text(&answer).contains("You play: blue") && text(&answer).contains("Waiting for: red"),
        "{answer:?}"
    );
    let answer = club.slash(at(ANN), "order", &[("text", "choose 6"), ("seat", "blue")]);
    assert!(text(&answer).contains("Not now"), "{answer:?}");
    let answer = club.order(at(ANN), "choose 6");
    assert!(text(&answer).contains("You play: red") && text(&answer).contains("asked of red"), "{answer:?}");
    let answer = club.click(at(ANN), &button(&answer, "pass"), &[]);
    assert!(
        text(&answer).contains("You play: blue") && text(&answer).contains("asked of blue"),
        "{answer:?}"
    );
    let hand = text(&club.slash(at(ANN), "show hand", &[("seat", "red")]));
    assert!(hand.contains("You play: red") && hand.contains("Waiting for: blue"), "{hand}");
    let of = |seat| club.complete(at(ANN), "order", &[("text", ""), ("seat", seat)], "text");
    assert!(of("red").is_empty() && !of("blue").is_empty());
    let answer = club.slash(at(ANN), "table undo", &[("seat", "red")]);
    assert!(text(&answer).contains("asked of red"), "{answer:?}");
}

/// Who does something else before one of so many calls of the store.
struct Before {
    left: AtomicU64,
    what: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl Between for Before {
    fn reads(&self) -> Result<(), Fault> {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 0
            && let Some(what) = self.what.lock().unwrap().take()
        {
            what();
        }
        Ok(())
    }

    fn wrote(&self, _: &'static str, _: bool) {}
}

/// What a process is told that comes second to the last of several orders for one word.
const OTHERWISE: &str = "its text was different";

/// Has two processes handle the same call of Ann's: one before each of the calls that the other makes of the store, or each one in
/// `step`. Gives how many those are.
fn handled_by_two(games: Games, step: usize, called: impl Fn(&Club) -> (Interaction, String)) -> u64 {
    for moment in (0..).step_by(step) {
        let store = store::new();
        let before = Before { left: AtomicU64::new(u64::MAX), what: Mutex::default() };
        let waiting = Arc::new(Interposed::over(store.clone(), before));
        let reached = [store, waiting.clone() as Arc<dyn Store>];
        let [one, other] = reached.map(|store| Arc::new(Club::on(store, games, (50, 1000))));
        let (call, table) = called(&one);
        let early = Arc::new(Mutex::new(None));
        let (handles, answered, same) = (one.clone(), early.clone(), call.clone());
        *waiting.between.what.lock().unwrap() = Some(Box::new(move || {
            *answered.lock().unwrap() = Some((handles.handle(&same), handles.last(&table)))
        }));
        waiting.between.left.store(moment, Ordering::SeqCst);
        let late = text(&other.handle(&call));
        let Some((early, last)) = early.lock().unwrap().take() else { return moment };
        if step == 1 || !late.contains(OTHERWISE) {
            assert_eq!(text(&early), late, "before call {moment}");
        }
        assert_eq!(one.tables().iter().map(|table| one.last(table)).max(), Some(last), "{late}");
    }
    unreachable!()
}

#[test]
fn a_call_that_two_processes_handle_is_answered_the_same_by_both_wherever_one_waits() {
    let click = |club: &Club| {
        let table = club.table_in_play();
        let asked = club.slash(at(ANN), "order", &[("text", "?"), ("table", &table)]);
        let click =
            InteractionData::Click { custom_id: button(&asked, "pass"), values: vec![], private: true };
        (club.call(at(ANN), click), table)
    };
    // So many orders in one.
    let outfit = |club: &Club| {
        let table = club.opened(at(ANN), &[("game", "goeben")]);
        club.slash(at(ANN), "table start", &[]);
        (club.slash_call(at(ANN), "order", &[("text", "outfit raider")]), table)
    };
    let moments = [handled_by_two(TOY, 1, click), handled_by_two(GAMES, 5, outfit)];
    println!("{moments:?} moments");
    assert!(moments.iter().all(|moments| *moments > 3));
}

#[test]
fn an_order_that_is_grave_is_given_by_a_second_button() {
    let club = Club::new();
    let table = club.opened(at(ANN), &[("options", "seats=1")]);
    let shown = club.order(at(ANN), "flip; flip; flip; flip; flip");
    assert!(
        text(&shown).contains("Careful: that is the last token."),
        "it is said with the question: {shown:?}"
    );
    let before = club.last(&table);
    let flip = button(&shown, "flip");
    let call =
        club.call(at(ANN), InteractionData::Click { custom_id: flip.clone(), values: vec![], private: true });
    let asked = club.handle(&call);
    assert!(text(&asked).contains("This order is not done yet"), "{asked:?}");
    assert_eq!(club.last(&table), before, "it is not done");
    let labels: Vec<String> = buttons(&asked).into_iter().map(|button| button.label).collect();
    assert_eq!(labels, ["Do it anyway", "Start over"]);
    // The same click again, by another process too, is answered alike; typed, it waits as well.
    assert_eq!(club.handle(&call), asked);
    let club = club.restarted();
    let again = club.handle(&call);
    assert!(text(&again).contains("This order is not done yet"), "{again:?}");
    assert_eq!(button(&again, "Do it anyway"), button(&asked, "Do it anyway"));
    let typed = club.order(at(ANN), "pass; flip; pass");
    assert!(
        text(&typed).contains("Passed") && text(&typed).contains("Not done after that: pass"),
        "{typed:?}"
    );
    assert_eq!(club.last(&table), before + 2);
    // The prompt is another by now: the old button gives nothing.
    let old = club.click(at(ANN), &button(&asked, "Do it anyway"), &[]);
    assert!(text(&old).contains("The table has changed since"), "{old:?}");
    let back = club.click(at(ANN), &button(&typed, "Start over"), &[]);
    assert!(buttons(&back).iter().any(|button| button.label == "flip"), "{back:?}");
    let done = club.click(at(ANN), &button(&typed, "Do it anyway"), &[]);
    assert!(text(&done).contains("Flipped"), "{done:?}");
    assert_eq!(club.last(&table), before + 4);
}

#[test]
fn an_order_that_is_grave_is_given_at_once_with_the_word_that_confirms_it() {
    let club = Club::new();
    club.table_of_two();
    let asked = club.order(at(ANN), "choose 9");
    assert!(text(&asked).contains("Careful: nine is much."), "{asked:?}");
    let by_name = club.slash(at(ANN), "toy-play choose", &[("number", "9")]);
    assert!(text(&by_name).contains("This order is not done yet"), "{by_name:?}");
    let done = club.order(at(ANN), "choose 9 anyway");
    assert!(text(&done).contains("Chosen"), "{done:?}");
}

/// Verbs of the table have commands of their own here, with an option for each argument: a typed line does none of them, with or
/// without words behind it.
#[test]
fn no_verb_of_the_table_is_done_by_a_typed_line() {
    let club = Club::playing(TOY, 50, 10_000);
    let table = club.table_of_two();
    club.slash(at(ANN), "time pace", &[("terms", "3d")]);
    let before = club.last(&table);
    for verb in wardroom::book::Book::of_door("table").unwrap().verbs() {
        for name in [verb.name.as_str(), &verb.ja] {
            for more in ["", " not", " later", " if it is 3d", " ではない"] {
                let answer = club.order(at(BOB), &format!("{name}{more}"));
                assert_eq!(club.last(&table), before, "{name}{more}: {answer:?}");
            }
        }
    }
}
