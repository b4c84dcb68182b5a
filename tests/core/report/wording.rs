//! Sentences that a reader stumbled over once.

use serde_json::{Value, json};
use wardroom::game::{Events, Fact, Refusal, Roll};
use wardroom::games::goeben::event::Event;
use wardroom::games::goeben::state::Setup;
use wardroom::report::GameReport;
use wardroom::words::Lang;

use super::{Campaign, Desk};

fn event(kind: &str, body: Value) -> Fact<Event> {
    Fact::Event(Event::read(kind, &body).unwrap())
}

fn roll(purpose: &str, side: &str, about: &[&str], values: &[u32]) -> Fact<Event> {
    let roll: Roll = serde_json::from_value(json!({
        "about": about, "form": "dice", "number": 0, "of": 6, "purpose": purpose, "rule": "14.6",
        "side": side, "take": values.len(), "values": values,
    }))
    .unwrap();
    Fact::Roll(roll)
}

fn told(lang: Lang, facts: &[Fact<Event>]) -> String {
    let desk = Desk::new();
    desk.teller(lang).report_lines(facts, &[]).iter().map(|piece| format!("{piece}\n")).collect()
}

fn fires(round: u8) -> Fact<Event> {
    event("BattleStepped", json!({ "step": { "fire": { "round": round, "side": "german", "fired": [] } } }))
}

#[test]
fn a_round_in_which_nothing_is_fired_is_not_told() {
    let ended = event("BattleEnded", json!({ "space": "NSI", "damaged": [], "sunk": [], "returned": [] }));
    let text = told(
        Lang::En,
        &[fires(2), roll("gunnery", "german", &["goeben", "dublin", "primary"], &[1]), fires(3), ended],
    );
    assert!(text.contains("Round 3") && !text.contains("Round 4"), "{text}");
    assert!(text.contains("The battle at North of Sicily (NSI) is over."), "{text}");
}

#[test]
fn dice_of_which_no_event_tells_say_what_they_mean() {
    let stay = told(Lang::En, &[roll("break-off", "allied", &["NSI"], &[1]), fires(0)]);
    assert!(stay.contains(": 1. The Allies stay and fight.\nRound 1"), "{stay}");
    for (purpose, about, harm, luck) in [
        ("collier-attacked", "NSI", 6, "safe"),
        ("minefield", "goeben", 6, "none is struck"),
        ("submarine", "NSI", 3, "false alarm"),
        ("storm", "goeben", 6, "weathers it"),
        ("emergency-speed", "goeben", 1, "they hold"),
        ("mechanical-breakdown", "goeben", 6, "they hold"),
        ("submarine-torpedo", "goeben", 6, "a miss"),
    ] {
        let lucky = if harm == 6 || harm == 3 { 1 } else { 6 };
        assert!(told(Lang::En, &[roll(purpose, "allied", &[about], &[lucky])]).contains(luck), "{purpose}");
        assert!(!told(Lang::En, &[roll(purpose, "allied", &[about], &[harm])]).contains(luck), "{purpose}");
    }
}

#[test]
fn torpedoes_of_the_allies_count_their_hits() {
    let torpedoes = |values: &[u32]| roll("torpedo", "allied", &["dublin", "goeben"], values);
    let hit = || roll("torpedo-hit", "allied", &["goeben"], &[3]);
    assert!(told(Lang::Ja, &[torpedoes(&[1, 6]), hit()]).contains("命中 1"));
    assert!(
        told(Lang::Ja, &[torpedoes(&[2, 5]), hit()]).contains("命中 1"),
        "no nets: the hit is rolled for"
    );
    assert!(told(Lang::En, &[torpedoes(&[2, 5])]).contains("no hit"), "nets: nothing is rolled for");
    assert!(told(Lang::En, &[torpedoes(&[2, 4])]).contains("no hit"));
}

#[test]
fn a_visit_that_is_over_names_the_ship_that_must_leave() {
    let desk = Desk::new();
    let refusal = Refusal::new("visit-is-over", "9.1").about("ship", "breslau");
    assert!(desk.teller(Lang::En).refusal(&refusal).contains("Breslau must leave"));
    assert!(desk.teller(Lang::Ja).refusal(&refusal).contains("ブレスラウは出港"));
}

#[test]
fn one_die_is_no_dice() {
    let morale = |dice: i8| told(Lang::En, &[event("MoraleChanged", json!({ "dice": dice }))]);
    assert!(morale(-1).contains("has one die fewer") && morale(1).contains("has one die more"));
    assert!(morale(2).contains("2 dice more"));
}

#[test]
fn the_end_of_a_mission_is_no_end_of_the_scenario_and_its_beginning_says_where_the_ships_lie() {
    let lost = event("ScenarioEnded", json!({ "outcome": "out-of-time", "victory_points": 3 }));
    let text = told(Lang::En, &[lost]);
    assert!(!text.contains("scenario") && text.starts_with("The mission is over: "), "{text}");
    let desk = Desk::new();
    let (_, facts) = Campaign::begin(&desk, &Setup::default(), 1);
    let text = told(Lang::En, &facts);
    assert!(text.contains("Breslau at Messina (MES), Goeben at Messina (MES)"), "{text}");
}

#[test]
fn a_situation_is_told_in_sentences() {
    let desk = super::grand_fleet::Desk::new();
    let also = ["go-on", "halve-enemy"].map(|word| word.parse().unwrap()).to_vec();
    let order = wardroom::game::OrderForm::new("situation".parse().unwrap())
        .with("range", wardroom::game::Arg::Word("close".parse().unwrap()))
        .with("also", wardroom::game::Arg::Words(also));
    let text = desk.teller(Lang::En).order(&order);
    assert_eq!(text, "Close range; also: another round follows, the enemy fires with half its guns.");
    assert!(!desk.teller(Lang::Ja).order(&order).contains("go-on"));
}
