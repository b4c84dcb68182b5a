//! Ordinary direct messages of twins: two games that differ only in what a reader may not know send them the same, at the same
//! moments.

use wardroom::club::session::OrderOutcome;
use wardroom::door::discord::id::Id;
use wardroom::game::OrderForm;
use wardroom::table::Platform;

use super::courier;
use super::discord::{Discord, Request, Shown, dm_of};
use super::noise::Played;
use super::table::Table;
use crate::common::store;
use crate::toy::{seat, word};

/// The reader, who is red or Great Britain.
const ANN: Id = Id(101);
/// The seconds of a minute in which a plan answers, and some more.
const MINUTE: i64 = 70;

/// Everything sent to the reader alone: the requests with their moments, and the messages with all that is on them, those that were
/// deleted too.
#[derive(Debug, Default, PartialEq)]
struct Told {
    requests: Vec<(i64, Request)>,
    messages: Vec<Shown>,
    deleted: Vec<Shown>,
}

impl Told {
    /// Adds what was sent until this moment since it was last called.
    fn add(&mut self, now: i64, discord: &Discord) {
        let mut world = discord.world();
        let new = world.requests.split_off(0);
        let to_ann = new.into_iter().filter(|request| [ANN, dm_of(ANN)].contains(&request.place));
        // Others count, too: how many requests went elsewhere is not to be seen here.
        self.requests.extend(to_ann.map(|request| (now, Request { number: 0, ..request })));
        let here = |all: &[Shown]| {
            let here = all.iter().filter(|it| it.place == dm_of(ANN)).cloned();
            // Their numbers count everybody's messages.
            here.map(|it| Shown { id: Id(0), ..it }).collect::<Vec<_>>()
        };
        (self.messages, self.deleted) = (here(&world.messages), here(&world.deleted));
    }

    fn sent(&self) -> usize {
        self.requests.iter().filter(|(_, request)| request.kind == "send").count()
    }
}

/// The toy game, whose red reads direct messages: blue chooses in secret, and where blue's orders for later are `armed`, the game
/// goes on.
async fn toy(number: i64, armed: Option<&[&str]>) -> Told {
    let (table, discord) = (Table::opened(&store::new()), Discord::new());
    let courier = courier(&table, &discord);
    table.by_dm("red");
    let mut told = Told::default();
    let mut look = async || {
        courier.tick().await.unwrap();
        told.add(table.clock.now().timestamp(), &discord);
    };
    look().await;
    table.join();
    look().await;
    table.pass(MINUTE);
    table.order(seat("blue"), OrderForm::new(word("choose")).with("number", number));
    look().await;
    let Some(armed) = armed else { return told };
    table.order(seat("red"), OrderForm::new(word("choose")).with("number", number));
    for typed in armed {
        let mut session = table.session("blue");
        let outcome = match typed.strip_prefix("plan ") {
            Some(plan) => session.plan(plan).unwrap(),
            None => session.standing_order(typed).unwrap(),
        };
        assert!(matches!(outcome, OrderOutcome::Noted(_)), "{typed}");
    }
    for _ in 0..2 {
        look().await;
        table.pass(MINUTE);
        table.turn();
        for _ in 0..MINUTE {
            table.pass(1);
            while table.club.time().keep().unwrap() > 0 {}
            look().await;
        }
        assert_eq!(table.open_questions()[0].0, "red", "the plan has answered");
    }
    told
}

#[tokio::test]
async fn a_choice_that_is_not_opened_yet_changes_no_direct_message() {
    let chosen = [toy(4, None).await, toy(8, None).await];
    assert!(chosen[0].sent() > 0, "{:?}", chosen[0]);
    assert_eq!(chosen[0], chosen[1]);
}

/// Of a plan that goes out nobody learns by direct message how long it is, what ends it and what else is armed.
#[tokio::test]
async fn the_rest_of_a_plan_changes_no_direct_message() {
    let plain = toy(3, Some(&["plan pass then pass"])).await;
    assert!(plain.sent() > 2, "{plain:?}");
    for armed in [
        &["plan pass then pass then roll then flip until turn is at least 90"][..],
        &["late when act if turn is above 90 then roll", "plan pass then pass then pass"],
    ] {
        assert_eq!(toy(3, Some(armed)).await, plain, "{armed:?}");
    }
}

/// A battle of *Grand Fleet* whose British player reads direct messages, up to the German player's fourth marker.
async fn battle(formation: &str, rest: &str) -> Told {
    let mut played = Played::open("grand_fleet", &["Ann", "Ben"]);
    played.club.people().set_direct(&played.people[0].player, true).unwrap();
    played.tick().await;
    let mut told = Told::default();
    while !(0..2).any(|who| played.may(who, "place")) {
        let who = played.until("form-by").await;
        played.types(who, (if who == 0 { "form-by fewest hidden" } else { formation }, "")).await;
        told.add(played.clock.now().timestamp(), &played.discord);
    }
    let mut is_planned = false;
    for markers in 0..8 {
        while played.asked() == Some(1) && is_planned {
            played.second().await;
            told.add(played.clock.now().timestamp(), &played.discord);
        }
        let who = played.asked().unwrap();
        let plan = if who == 1 { format!("place 505, 506, 305 then {rest}") } else { String::new() };
        played.types(who, ("place 404", &plan)).await;
        is_planned |= who == 1;
        told.add(played.clock.now().timestamp(), &played.discord);
        if played.entries().iter().filter(|it| it.kind == "MarkerPlaced").count() >= 7 {
            assert!(markers > 3, "the plan answers between");
            break;
        }
    }
    told
}

#[tokio::test]
async fn hidden_fleets_and_the_rest_of_a_plan_change_no_direct_message_of_grand_fleet() {
    let plain = battle("form-by fewest hidden", "place 404").await;
    assert!(plain.sent() > 4 && plain.requests.iter().any(|(_, it)| it.kind == "delete"), "{plain:?}");
    for (formation, rest) in [
        ("form-by most hidden", "place 404"),
        ("form-by fewest hidden", "place 305, 404 then if asked interception then pass"),
        ("form-by by-type hidden", "place 506 until gunnery"),
    ] {
        assert_eq!(battle(formation, rest).await, plain, "{formation}, {rest}");
    }
}
