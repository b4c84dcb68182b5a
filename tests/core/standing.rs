//! Standing orders and passing ahead: as they are typed, when they go out, and that nobody else learns of them.

mod plan;
mod time_up;

use std::sync::Arc;

use crate::seats::{BLUE, RED, accepted, choose};
use crate::time::{Kept, Timed, two_days};
use crate::toy::*;
use wardroom::book::Lexicon;
use wardroom::club::Visitor;
use wardroom::club::session::{OrderOutcome, PlayerSession};
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::door::terminal::wording::AtTerminal;
use wardroom::game::standing::{Gauge, Question};
use wardroom::game::{Seat, Viewer, Word};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::{Alarms, Outbox, TimeChange};
use wardroom::pace::Zone;
use wardroom::standing::{StandingOrder, StandingRule, Until, Vocabulary};
use wardroom::table::Platform;
use wardroom::view;
use wardroom::words::{Lang, Words};

// As they are typed.

/// What may be spoken of at a seat of a real game, in its words.
struct Speech {
    words: Words,
    lexicon: Lexicon,
    questions: Vec<Question>,
    gauges: Vec<Gauge>,
}

impl Speech {
    fn goeben() -> Speech {
        let words = Goeben::words().unwrap();
        let game = Goeben::from_files(vec![]).unwrap();
        let track = |name, ship: &'static str, value, most| Gauge {
            name,
            of: Some(Word::literal(ship)),
            value,
            range: (0, most),
        };
        let gauges = vec![
            Gauge { name: "day", of: None, value: 2, range: (0, 8) },
            Gauge { name: "points", of: None, value: -3, range: (-999, 999) },
            track("coal", "goeben", 3, 6),
            track("coal", "breslau", 4, 6),
            track("hull", "goeben", 8, 10),
            track("primary", "goeben", 5, 5),
        ];
        let (lexicon, questions) = (game.lexicon(&words), game.questions(seat("commander")));
        Speech { words, lexicon, questions, gauges }
    }

    fn vocabulary(&self) -> Vocabulary<'_> {
        let Speech { words, lexicon, questions, gauges } = self;
        Vocabulary { words, lexicon, questions, gauges }
    }

    /// What was understood, or why nothing was, in a language.
    fn read(&self, typed: &str, lang: Lang) -> String {
        let said = |order: StandingOrder| match order.rule {
            StandingRule::Answer { question, conditions, order: text, .. } => {
                let said = conditions.iter().map(|it| it.in_words(&self.words, lang, &self.lexicon));
                format!("{} | {question} | {} | {text}", order.name, said.collect::<Vec<_>>().join(" + "))
            }
            StandingRule::PassUntil(until) => {
                let said = until.iter().map(|it| match it {
                    Until::Asked(question) => question.to_string(),
                    Until::Holds(condition) => condition.in_words(&self.words, lang, &self.lexicon),
                });
                said.collect::<Vec<_>>().join(" / ")
            }
            StandingRule::Plan { .. } => unreachable!("{typed} is no plan"),
        };
        let parsed = match typed.strip_prefix("pass-ahead ") {
            Some(until) => StandingOrder::parse_pass(until, &self.vocabulary()),
            None => StandingOrder::parse(typed, &self.vocabulary()),
        };
        parsed.map_or_else(|error| error.in_words(&self.words, lang, &self.lexicon), said)
    }
}

#[test]
fn what_is_typed_whole_is_suggested_once() {
    let answers = |question: &Question| match question.ask {
        "evade" => vec!["pass at once".to_owned(), "pass".to_owned()],
        _ => vec![],
    };
    let typed = "dodge when evade then pass";
    let found = Speech::goeben().vocabulary().suggest_orders(typed, Lang::En, &answers);
    assert_eq!(found, [typed.to_owned(), format!("{typed} at once")]);
}

#[test]
fn both_languages_are_read_and_what_is_not_understood_is_said() {
    let speech = Speech::goeben();
    let cases: &[(&str, &str)] = &[
        ("dodge when evade then evade coal", "dodge | evade |  | evade coal"),
        ("Dodge on a submarine then evade coal", "dodge | evade |  | evade coal"),
        (
            "dodge when evade if coal of goeben is at least 2 and day below 4 then evade coal",
            "dodge | evade | coal of Goeben is at least 2 + day is below 4 | evade coal",
        ),
        (
            "run when break-off if goeben's hull < 6 : break-off",
            "run | break-off | hull of Goeben is below 6 | break-off",
        ),
        ("a when fire if coal breslau >= 2 then hold", "a | fire | coal of Breslau is at least 2 | hold"),
        (
            "a when fire if breslau coal is exactly 2 then hold",
            "a | fire | coal of Breslau is exactly 2 | hold",
        ),
        ("a ｗｈｅｎ fire ＩＦ points at most －２ ｔｈｅｎ hold", "a | fire | points is at most -2 | hold"),
        ("a when fire if hull over 6 then hold", "a | fire | hull of Goeben is above 6 | hold"),
        (
            "a when fire if primary guns of goeben is 5 then hold if then",
            "a | fire | primary guns of Goeben is exactly 5 | hold if then",
        ),
        (
            "kaihi 問い 潜水艦 条件 ゲーベンの石炭が2以上 かつ 日が４未満 命令 回避 石炭",
            "kaihi | evade | coal of Goeben is at least 2 + day is below 4 | 回避 石炭",
        ),
        ("pass-ahead until break-off or day is at least 4", "break-off / day is at least 4"),
        ("pass-ahead 射撃か離脱か または 日が4以上 まで", "break-off / day is at least 4"),
    ];
    for (typed, expected) in cases {
        assert_eq!(speech.read(typed, Lang::En), *expected, "{typed}");
    }
    let refused: &[(&str, &str)] = &[
        ("when evade then evade coal", "“” is not a name"),
        ("回避 when evade then evade coal", "“回避” is not a name"),
        ("pass-ahead! when evade then evade coal", "is not a name"),
        ("dodge then evade coal", "“dodge” has no question"),
        ("dodge when tea then evade coal", "There is no question “tea” for you"),
        ("dodge when evade", "There is no order"),
        (
            "dodge when evade if tea is at least 2 then evade coal",
            "“tea is at least 2” names no known number",
        ),
        ("dodge when evade if coal is low then evade coal", "“coal is low” is not a condition"),
        ("dodge when evade if coal of goeben 2 then evade coal", "is not a condition"),
        (
            "dodge when evade if coal is at least 2 then evade coal",
            "coal of what? Choose from: Goeben, Breslau",
        ),
        ("dodge when evade if coal of goeben is above 6 then evade coal", "The number ranges from 0 to 6"),
        ("dodge when evade if day is below 0 then evade coal", "can never be true: day is below 0"),
        (
            "dodge when evade if day below 3 and day above 5 then evade coal",
            "never both be true: day is below 3; day is above 5",
        ),
        ("pass-ahead until", "Until when?"),
        ("pass-ahead until tea", "no question “tea”"),
    ];
    for (typed, expected) in refused {
        let said = speech.read(typed, Lang::En);
        assert!(said.contains(expected), "{typed}: {said}");
        assert_ne!(said, speech.read(typed, Lang::Ja), "{typed}");
    }
}

/// Every question and every number of the real games has a name in both languages, and no two of one seat have the same.
#[test]
fn questions_and_numbers_have_names_of_their_own() {
    fn check<G: Playable>(game: &G, gauges: &[&'static str], seat: Seat) {
        let words = G::words().unwrap();
        let lexicon = game.lexicon(&words);
        let questions = game.questions(seat);
        let named: Vec<Gauge> =
            gauges.iter().map(|name| Gauge { name, of: None, value: 0, range: (0, 9) }).collect();
        let vocabulary =
            Vocabulary { words: &words, lexicon: &lexicon, questions: &questions, gauges: &named };
        for lang in Lang::ALL {
            for question in &questions {
                let name = words.say(*lang, &format!("question-{}", question.ask), &[]);
                let order = StandingOrder::parse(&format!("a when {name} then x"), &vocabulary).unwrap();
                let StandingRule::Answer { question: found, .. } = order.rule else { panic!("{name}") };
                assert_eq!(found.as_str(), question.ask, "{name}");
            }
            for gauge in gauges {
                let name = words.say(*lang, &format!("gauge-{gauge}"), &[]);
                let typed = format!("a when {} if {name} at least 2 then x", questions[0].ask);
                let order = StandingOrder::parse(&typed, &vocabulary).unwrap();
                let StandingRule::Answer { conditions, .. } = order.rule else { panic!("{name}") };
                assert_eq!(conditions[0].gauge.as_str(), *gauge, "{name}");
            }
        }
    }
    let goeben = Goeben::from_files(vec![]).unwrap();
    let tracks = [
        "leadership",
        "hull",
        "engines",
        "primary",
        "secondary",
        "tertiary",
        "ammunition",
        "torpedoes",
        "coal",
    ];
    let gauges = [&["day", "alert", "points"][..], &tracks].concat();
    check(&goeben, &gauges, seat("commander"));
    let grand_fleet = GrandFleet::from_files(vec![]).unwrap();
    for side in ["british", "german"] {
        let gauges = ["turn", "lead", "round", "ships", "enemy-ships", "losses", "enemy-losses"];
        check(&grand_fleet, &gauges, seat(side));
    }
}

// When they go out.

/// A table of two whose players have standing orders.
struct Standing(Kept);

impl Standing {
    fn new() -> Standing {
        Standing(Kept::under(two_days()))
    }

    fn timed(&self) -> &Timed {
        &self.0.timed
    }

    fn sit(&self, who: &'static str) -> PlayerSession {
        let (player, key) = (who.to_owned(), String::new());
        let visitor =
            Visitor { player, door: Arc::new(AtTerminal { play: String::new() }), key, receipts: None };
        self.0.club.watch(&self.timed().id, Lang::En).unwrap().sit(visitor, Some(seat(who))).unwrap()
    }

    /// What is answered to a standing order that is typed.
    fn types(&self, who: &'static str, typed: &str) -> String {
        let mut session = self.sit(who);
        let answer = match (typed.strip_prefix("pass-ahead"), typed.strip_prefix("plan")) {
            (Some(until), _) => session.pass_ahead(until),
            (_, Some(orders)) => session.plan(orders),
            (None, None) => session.standing_order(typed),
        };
        match answer.unwrap() {
            OrderOutcome::Noted(lines) => lines.join("\n"),
            OrderOutcome::Refused(why) => format!("refused: {why}"),
            _ => panic!("{typed}"),
        }
    }

    fn state(&self, who: &'static str) -> String {
        self.types(who, "")
    }

    fn pass(&self, seconds: i64) {
        self.timed().clock.pass(seconds);
        while self.0.club.time().keep().unwrap() > 0 {}
    }

    /// The orders of a seat with how each came, as everybody sees them.
    fn orders(&self) -> Vec<String> {
        let lines =
            view::of_table::<Toy>(&self.timed().store, &self.timed().id, 0, Viewer::Spectator).unwrap();
        let orders = lines.iter().filter(|line| line.is_of("OrderGiven")).filter_map(|line| line.entry());
        let told = orders.map(|entry| {
            let by = entry.by.as_ref().unwrap();
            format!("{} {} {}", by.seat, entry.body["order"]["verb"], entry.door.as_deref().unwrap_or("-"))
        });
        told.collect()
    }

    fn act(&self, who: &'static str, verb: &'static str) {
        let order = order(&self.timed().tables, &self.timed().id, verb);
        assert_eq!(order.seat, seat(who));
        accepted(self.timed().tables.submit(&self.timed().id, &caller(who), &order));
    }

    /// Both have chosen; red acts first.
    fn begun(self) -> Standing {
        choose(&self.timed().tables, &self.timed().id, RED, 4);
        choose(&self.timed().tables, &self.timed().id, BLUE, 5);
        self
    }
}

const BEAT: i64 = 60;

#[test]
fn a_standing_order_answers_its_question_by_the_beat_and_says_its_name_in_the_log() {
    assert_eq!(ANSWER_DELAY.num_seconds(), BEAT);
    let standing = Standing::new().begun();
    let told = standing.types(BLUE, "quick when act if turn is at least 1 then pass");
    assert!(told.starts_with("quick: when asked about acting, if turn is at least 1: pass."), "{told}");
    standing.act(RED, "roll");
    let begun = standing.orders().len();
    standing.pass(BEAT - 1);
    assert_eq!(standing.orders().len(), begun, "not before the beat");
    standing.pass(1);
    assert_eq!(standing.orders()[begun..], [r#"blue "pass" standing-order/quick"#]);
    let log = standing.sit(RED).log(20).unwrap();
    assert!(log.iter().any(|row| row.contains("by the standing order “quick”")), "{log:?}");
    standing.timed().holds();
}

#[test]
fn conditions_hold_it_back_and_whoever_answers_alone_is_first() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "late when act if turn at least 3 then pass");
    standing.act(RED, "roll");
    standing.pass(10 * BEAT);
    assert_eq!(standing.orders().len(), 3, "turn 1 is too early: two choices, red's roll");
    standing.act(BLUE, "roll");
    standing.act(RED, "roll");
    standing.act(BLUE, "flip");
    standing.pass(10 * BEAT);
    let orders = standing.orders();
    assert!(orders.iter().all(|order| !order.contains("standing-order")), "{orders:?}");
    standing.act(RED, "flip");
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/late"));
    standing.timed().holds();
}

#[test]
fn armed_too_late_for_a_question_it_answers_from_the_next_on() {
    let standing = Standing::new().begun();
    standing.act(RED, "roll");
    standing.pass(2 * BEAT);
    let told = standing.types(BLUE, "quick when act then pass");
    assert!(told.contains("from the next one on"), "{told}");
    standing.pass(60 * BEAT);
    assert_eq!(standing.orders().len(), 3, "the time of an answer says nothing of when it was armed");
    standing.act(BLUE, "roll");
    standing.act(RED, "roll");
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/quick"));
}

#[test]
fn what_is_armed_after_the_beat_holds_up_no_other_that_is_due() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "quick when act then pass");
    standing.act(RED, "roll");
    // Nobody keeps time meanwhile.
    standing.timed().clock.pass(2 * BEAT);
    standing.types(BLUE, "also when act then roll");
    standing.types(BLUE, "disarm quick");
    standing.types(BLUE, "other when choose then choose 2");
    standing.pass(BEAT);
    assert_eq!(standing.orders().len(), 3, "neither is called upon");
    standing.act(BLUE, "flip");
    standing.types(BLUE, "drop also");
    standing.types(BLUE, "arm quick");
    standing.act(RED, "flip");
    standing.timed().clock.pass(2 * BEAT);
    standing.types(BLUE, "another when choose then choose 3");
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/quick"));
    standing.timed().holds();
}

#[test]
fn it_is_disarmed_by_what_it_did_not_foresee_and_its_owner_is_told() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "again when act then flip anyway");
    for _ in 0..6 {
        standing.act(RED, "pass");
        standing.pass(BEAT);
    }
    let flips = standing.orders().iter().filter(|order| order.contains("again")).count();
    assert_eq!(flips, 6, "{:?}", standing.orders());
    standing.act(RED, "pass");
    standing.pass(BEAT);
    assert!(standing.orders().last().unwrap().starts_with("red"), "the bag is empty: nothing was ordered");
    assert!(standing.state(BLUE).starts_with("again (disarmed)"), "{}", standing.state(BLUE));
    let told = standing.0.club.personal().due("mail").unwrap();
    let words = &standing.0.club.games().words("toy", Lang::En).unwrap().words;
    let told: Vec<String> = told
        .iter()
        .map(|(_, player, it)| format!("{}: {}", player.id, it.in_words(words, Lang::En, "", &Zone::UTC)))
        .collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with("blue: ") && told[0].contains("“again” is disarmed"), "{told:?}");
    let armed = standing.types(BLUE, "arm again");
    assert!(armed.starts_with("again is armed."), "{armed}");
}

#[test]
fn what_is_taken_back_disarms_what_was_armed_before() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "quick when act then pass");
    standing.act(RED, "roll");
    standing.pass(BEAT);
    accepted(standing.timed().tables.undo(&standing.timed().id, &caller(BLUE), seat(BLUE), 1));
    standing.pass(10 * BEAT);
    let orders = standing.orders();
    assert_eq!(orders.iter().filter(|order| order.contains("quick")).count(), 1, "{orders:?}");
    assert!(standing.state(BLUE).contains("quick (disarmed)"));
    standing.timed().holds();
}

#[test]
fn passing_ahead_ends_with_what_was_named_and_with_what_cannot_be_passed_by() {
    let standing = Standing::new();
    standing.types(RED, "pass-ahead until turn is at least 4");
    standing.pass(BEAT);
    let told = standing.state(RED);
    assert!(
        told.starts_with("pass-ahead (disarmed): passes every question until turn is at least 4."),
        "{told}"
    );
    let standing = Standing::new().begun();
    standing.types(RED, "pass-ahead until turn is at least 4");
    for _ in 0..2 {
        standing.pass(BEAT);
        standing.act(BLUE, "roll");
    }
    standing.pass(10 * BEAT);
    let red: Vec<String> =
        standing.orders().into_iter().filter(|order| order.contains("red \"pass\"")).collect();
    assert_eq!(red, [r#"red "pass" standing-order/pass-ahead"#; 2]);
    assert!(standing.state(RED).starts_with("pass-ahead (disarmed)"));
    assert_eq!(standing.types(RED, "pass-ahead off"), "pass-ahead is deleted.");
}

#[test]
fn nothing_goes_out_while_the_clock_stands() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "quick when act then pass");
    standing.act(RED, "roll");
    let until =
        wardroom::table::platform::written(standing.timed().clock.now() + chrono::TimeDelta::hours(5));
    let ask = accepted(standing.timed().change(RED, TimeChange::Pause { until: Some(until) }));
    accepted(standing.timed().answer(BLUE, ask, true));
    standing.pass(10 * BEAT);
    assert_eq!(standing.orders().len(), 3);
    standing.pass(5 * 3600);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/quick"));
}

#[test]
fn who_was_answered_for_is_not_reminded_though_both_are_due_at_once() {
    let standing = Standing::new().begun();
    standing.types(BLUE, "quick when act then pass");
    standing.act(RED, "roll");
    // Nobody keeps time meanwhile.
    standing.timed().clock.pass(26 * 3600);
    standing.pass(1);
    assert!(standing.orders().last().unwrap().ends_with("standing-order/quick"));
    let told = standing.timed().store.unplanned_notices(100).unwrap();
    assert!(!told.iter().any(|it| it.seat == BLUE && it.why.starts_with("reminder")), "{told:?}");
}

#[test]
fn what_could_never_go_out_or_is_illegal_now_is_refused() {
    let standing = Standing::new().begun();
    let cases = [
        (
            RED,
            "a when act then choose 3",
            "“choose 3” never answers the question about acting. Orders that do: pass, roll",
        ),
        (RED, "a when act then sing", "never answers"),
        (RED, "a when choose then choose 12", ""),
        (RED, "disarm a", "no standing order called “a”. You have: a"),
        (RED, "a when act then flip now", "You have this decision to make now"),
        (BLUE, "arm b", "you have none at this table"),
    ];
    for (who, typed, expected) in cases {
        let said = standing.types(who, typed);
        if typed == "disarm a" || expected.is_empty() {
            assert!(!said.starts_with("refused"), "{said}");
        } else {
            assert!(said.starts_with("refused") && said.contains(expected), "{typed}: {said}");
        }
    }
    for at in 0..20 {
        standing.types(BLUE, &format!("n{at} when act then pass"));
    }
    let said = standing.types(BLUE, "one-more when act then pass");
    assert!(said.contains("at most 20"), "{said}");
}

// That nobody else learns of them.

/// All that the other player and a spectator can come to see: lines of the log, notices, status, times.
fn seen_by_others(standing: &Standing) -> Vec<String> {
    let timed = standing.timed();
    let mut seen = Vec::new();
    for viewer in [Viewer::Spectator, Viewer::Seat(seat(RED))] {
        let lines = view::of_table::<Toy>(&timed.store, &timed.id, 0, viewer).unwrap();
        seen.extend(lines.iter().map(|line| line.to_value().to_string()));
    }
    let red = standing.sit(RED);
    seen.extend(red.who().unwrap());
    seen.extend(red.time().unwrap());
    seen.extend(red.log(100).unwrap());
    seen.push(red.asked().unwrap().question);
    let notices = timed.store.unplanned_notices(100).unwrap();
    seen.extend(notices.iter().map(|it| format!("{} {} {} {}", it.table, it.seq, it.seat, it.why)));
    let stored = timed.store.due_alarms("2100-01-01T00:00:00.000Z", 10).unwrap();
    seen.extend(stored.iter().map(|alarm| format!("{} {}", alarm.table, alarm.seq)));
    seen.extend(
        standing
            .0
            .club
            .personal()
            .due("mail")
            .unwrap()
            .into_iter()
            .filter(|it| it.1.id == RED)
            .map(|it| it.0),
    );
    seen
}

/// Two tables that differ in nothing but what blue has armed, none of which goes out, are the same to everybody else, from
/// the log's bytes to the times at which anything happens.
#[test]
fn what_did_not_go_out_leaves_no_trace() {
    let armed: &[&[&str]] = &[
        &[],
        &["a when act if turn is at least 900 then roll"],
        &["a when choose then choose 3", "b when act if score above 98 then flip", "disarm b"],
        &["pass-ahead until act"],
        &["plan if asked choose then choose 3"],
        &[
            "a when act if turn is at least 900 then roll",
            "drop a",
            "c when act if score exactly 77 then pass",
        ],
    ];
    let play = |armed: &[&str]| {
        let standing = Standing::new().begun();
        for typed in armed {
            let said = standing.types(BLUE, typed);
            assert!(!said.starts_with("refused"), "{typed}: {said}");
        }
        let mut seen = vec![seen_by_others(&standing)];
        for step in 0..6 {
            let who = if step % 2 == 0 { RED } else { BLUE };
            standing.act(who, "pass");
            for seconds in [BEAT - 1, 1, BEAT, 3600] {
                standing.pass(seconds);
                seen.push(seen_by_others(&standing));
            }
        }
        standing.timed().holds();
        seen
    };
    let plain = play(armed[0]);
    for more in &armed[1..] {
        assert_eq!(play(more), plain, "{more:?}");
    }
}

/// What costs the game is not ordered by somebody who is not there, unless they said so.
#[test]
fn a_grave_order_goes_out_only_where_it_was_written_with_the_word_that_confirms_it() {
    let standing = Standing::new();
    let asked = standing.types(BLUE, "nine when choose then choose 9");
    assert!(
        asked.starts_with("refused: Careful: nine is much.") && asked.contains("`choose 9 anyway`"),
        "{asked}"
    );
    standing.types(BLUE, "nine when choose then choose 9 anyway");
    standing.pass(BEAT);
    standing.types(RED, "turn when act then flip anyway");
    standing.types(BLUE, "turn when act then flip");
    choose(&standing.timed().tables, &standing.timed().id, RED, 4);
    (0..8).for_each(|_| standing.pass(BEAT));
    let orders = standing.orders();
    assert!(orders.contains(&r#"blue "choose" standing-order/nine"#.to_owned()), "{orders:?}");
    let flips = orders.iter().filter(|order| order.ends_with("standing-order/turn")).count();
    assert_eq!(flips, 5, "the last token is Blue's to turn, and he did not say so: {orders:?}");
    assert!(standing.state(BLUE).contains("disarmed"), "{}", standing.state(BLUE));
    assert!(!standing.state(RED).contains("disarmed"), "{}", standing.state(RED));
    // Written with the word it would go out, here and now.
    let refused = standing.types(BLUE, "turn when act then flip");
    assert!(refused.starts_with("refused: Careful: that is the last token."), "{refused}");
    assert!(standing.types(BLUE, "turn when act then flip anyway").contains("flip anyway"));
    standing.timed().holds();
}
