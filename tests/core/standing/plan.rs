//! Plans: orders for the next questions of a turn. A turn of the toy game is four actions, two of each side.

use super::*;
use wardroom::book::Book;
use wardroom::standing::{PlanStep, cut_later};

#[test]
fn its_orders_go_out_one_at_a_time_by_the_beat() {
    let standing = Standing::new().begun();
    let told = standing.types(BLUE, "plan roll then flip");
    assert!(told.starts_with("plan: roll, then flip, in this turn."), "{told}");
    standing.act(RED, "roll");
    let begun = standing.orders().len();
    standing.pass(BEAT - 1);
    assert_eq!(standing.orders().len(), begun, "not before the beat");
    standing.pass(1);
    assert_eq!(standing.orders()[begun..], [r#"blue "roll" standing-order/plan"#]);
    standing.pass(10 * BEAT);
    assert_eq!(standing.orders().len(), begun + 1, "one order a question");
    assert!(standing.state(BLUE).starts_with("plan: flip, in this turn."), "{}", standing.state(BLUE));
    assert!(!standing.state(RED).contains("flip"), "nobody else is told");
    standing.act(RED, "roll");
    standing.pass(BEAT);
    assert_eq!(standing.orders()[begun + 2..], [r#"blue "flip" standing-order/plan"#]);
    assert!(standing.state(BLUE).starts_with("You have no standing orders"), "nothing is left of it");
    standing.act(RED, "roll");
    standing.pass(BEAT);
    assert_eq!(standing.orders().len(), begun + 4, "what is gone does not come again");
    standing.timed().holds();
}

#[test]
fn a_question_that_it_names_is_answered_whenever_it_is_asked() {
    let standing = Standing::new().begun();
    let told = standing.types(BLUE, "plan if asked act then pass");
    assert!(told.starts_with("plan: when asked about acting, pass, in this turn."), "{told}");
    let begun = standing.orders().len();
    for _ in 0..2 {
        standing.act(RED, "roll");
        standing.pass(BEAT);
    }
    let passed = r#"blue "pass" standing-order/plan"#;
    assert_eq!([&standing.orders()[begun + 1], &standing.orders()[begun + 3]], [passed, passed]);
}

#[test]
fn it_ends_with_the_turn_and_with_what_its_owner_named() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "plan pass then pass then pass");
    for round in 0..3 {
        standing.act(RED, "pass");
        standing.pass(BEAT);
        assert_eq!(standing.orders().len(), 2 + 2 * (round + 1) - usize::from(round == 2), "round {round}");
    }
    assert!(
        standing.state(BLUE).starts_with("plan (disarmed): pass, in this turn."),
        "{}",
        standing.state(BLUE)
    );
    standing.types(BLUE, "plan pass then pass until turn is at least 7");
    standing.act(BLUE, "pass");
    standing.act(RED, "pass");
    standing.pass(BEAT);
    assert_eq!(standing.orders().last().unwrap(), r#"red "pass" terminal"#);
    assert!(standing.types(BLUE, "plan off").starts_with("plan"));
    assert!(standing.state(BLUE).starts_with("You have no standing orders"));
}

#[test]
fn an_order_that_is_not_legal_ends_it_and_one_armed_again_goes_on_where_it_was() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "plan roll then choose 4");
    standing.act(RED, "roll");
    standing.pass(BEAT);
    standing.types(BLUE, "disarm plan");
    let told = standing.types(BLUE, "arm plan");
    assert!(told.contains("plan"), "{told}");
    assert!(standing.state(BLUE).starts_with("plan: choose 4, in this turn."), "{}", standing.state(BLUE));
    standing.act(RED, "roll");
    let begun = standing.orders().len();
    standing.pass(BEAT);
    assert_eq!(standing.orders().len(), begun);
    assert!(standing.state(BLUE).starts_with("plan (disarmed): choose 4"), "{}", standing.state(BLUE));
}

#[test]
fn a_line_is_cut_into_what_is_for_now_and_what_is_for_later() {
    for (typed, cut) in [
        ("place 505 then place 506 then pass", Some(("place 505", "place 506 then pass"))),
        ("place 505, 506; then pass", Some(("place 505, 506", "pass"))),
        ("then pass", Some(("", "pass"))),
        ("  次に パス", Some(("", "パス"))),
        ("配置 505 次に パス", Some(("配置 505", "パス"))),
        ("if asked interception then pass", Some(("", "if asked interception then pass"))),
        ("when interception: pass", None),
        ("問い 迎撃 命令 パス", Some(("", "問い 迎撃 命令 パス"))),
        ("place 505, 506", None),
        ("move goeben WSI then GTA", None),
        ("move goeben WSI then GTA then pass", Some(("move goeben WSI then GTA", "pass"))),
        (
            "move goeben WSI then if asked contact then pass",
            Some(("move goeben WSI", "if asked contact then pass")),
        ),
        ("authentic", None),
        ("", None),
    ] {
        let begins = |text: &str| ["place", "pass", "パス"].iter().any(|verb| text.starts_with(verb));
        assert_eq!(cut_later(typed, &begins), cut, "{typed}");
    }
}

#[test]
fn a_way_is_one_order_of_a_plan() {
    let (speech, book) = (Speech::goeben(), Book::of("goeben").unwrap());
    let each = |order: &str| book.each(order);
    let is_way = |before: &str, behind: &str| book.is_way(before, behind);
    let way = "move goeben WSI then GTA";
    for (typed, orders) in [
        (way, vec![way]),
        ("move goeben WSI then GTA then move breslau NSI; done", vec![way, "move breslau NSI", "done"]),
        ("if asked movement then move goeben WSI then GTA until fire", vec![way]),
        ("move goeben WSI then if asked movement then done", vec!["move goeben WSI", "done"]),
        ("move goeben WSI then until fire then done", vec!["move goeben WSI", "done"]),
        ("move goeben WSI; GTA", vec!["move goeben WSI", "GTA"]),
        ("done then GTA", vec!["done", "GTA"]),
    ] {
        let plan = StandingOrder::parse_plan(typed, None, &speech.vocabulary(), &each, &is_way).unwrap();
        let StandingRule::Plan { steps, .. } = plan.rule else { panic!("{typed}") };
        assert_eq!(steps.iter().map(|step| &*step.order).collect::<Vec<_>>(), orders, "{typed}");
    }
}

#[test]
fn what_is_typed_is_read_in_both_languages_and_faults_are_named() {
    let book = Book::of("grand_fleet").unwrap();
    let words = GrandFleet::words().unwrap();
    let game = GrandFleet::from_files(vec![]).unwrap();
    let (lexicon, questions) = (game.lexicon(&words), game.questions(seat("british")));
    let gauges = [Gauge { name: "turn", of: None, value: 3, range: (0, 99) }];
    let vocabulary = Vocabulary { words: &words, lexicon: &lexicon, questions: &questions, gauges: &gauges };
    let each = |order: &str| book.each(order);
    let is_way = |before: &str, behind: &str| book.is_way(before, behind);
    let parsed = |typed: &str| StandingOrder::parse_plan(typed, Some(3), &vocabulary, &each, &is_way);
    let steps = |typed: &str| match parsed(typed) {
        Ok(StandingOrder { rule: StandingRule::Plan { steps, until, part: Some(3) }, name })
            if name == "plan" =>
        {
            let step = |step: &PlanStep| match step.asked {
                Some(asked) => format!("{asked}: {}", step.order),
                None => step.order.clone(),
            };
            (steps.iter().map(step).collect::<Vec<_>>(), until.len())
        }
        other => panic!("{typed}: {other:?}"),
    };
    let three = vec!["place 505".to_owned(), "place 506".to_owned(), "place 305".to_owned()];
    assert_eq!(steps("place 505, 506, 305"), (three.clone(), 0));
    assert_eq!(steps("place 505 then place 506; place 305"), (three.clone(), 0));
    assert_eq!(steps("place 505、506、305 次に 問い interception 命令 pass"), {
        let all = three.iter().cloned().chain(["interception: pass".to_owned()]).collect();
        (all, 0)
    });
    assert_eq!(
        steps("place 505 then if asked interception then pass until turn is at least 4 or gunnery").1,
        2
    );
    // Neither an order behind an end nor a question before one is lost.
    let two = vec!["place 505".to_owned(), "pass".to_owned()];
    assert_eq!(steps("turn is at least 4 まで place 505 次に pass"), (two, 1));
    assert_eq!(
        steps("if asked interception then until gunnery then pass"),
        (vec!["interception: pass".to_owned()], 1)
    );
    for (typed, fault) in [
        ("", "0 orders, and a plan has 1 to 40"),
        ("until gunnery", "0 orders, and a plan has 1 to 40"),
        ("when interception", "no order"),
        ("if asked tea then pass", "no question tea"),
    ] {
        assert_eq!(parsed(typed).unwrap_err().to_string(), fault, "{typed}");
    }
    let many = vec!["pass"; 41].join(" then ");
    assert_eq!(parsed(&many).unwrap_err().to_string(), "41 orders, and a plan has 1 to 40");
    let standing = Standing::new().begun();
    for (typed, why) in [
        ("plan dance", "“dance” answers no question of yours."),
        ("plan when act then choose 4", "“choose 4” never answers the question about acting."),
    ] {
        let told = standing.types(BLUE, typed);
        assert!(told.starts_with(&format!("refused: {why}")), "{told}");
    }
}

/// Of a standing order that goes out nobody learns by when it was armed, how many others there are, and on what conditions.
#[test]
fn when_an_answer_goes_out_depends_on_the_question_alone() {
    let armed: &[&[&str]] = &[
        &["a when act then pass"],
        &[
            "x when act if turn above 90 then roll",
            "y when choose then choose 2",
            "a when act if turn at most 50 and score below 50 then pass",
        ],
    ];
    let play = |armed: &[&str], before: i64| {
        let standing = Standing::new().begun();
        standing.act(RED, "roll");
        standing.pass(before);
        for typed in armed {
            standing.types(BLUE, typed);
        }
        standing.pass(BEAT - before);
        standing.pass(100);
        seen_by_others(&standing)
    };
    let plain = play(armed[0], 0);
    assert_eq!(play(armed[1], 0), plain);
    assert_eq!(play(armed[0], 20), plain);
    assert_eq!(play(armed[1], 59), plain);
    // Of a plan no more.
    let planned = play(&["plan pass"], 0);
    assert_eq!(play(&["plan if asked act then pass until turn is at least 90"], 59), planned);
}
