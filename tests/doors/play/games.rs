//! Games of both kinds by links and forms alone, chosen by chance.

use wardroom::words::Lang;

use super::Parlour;
use super::client::{Browser, Form, Got};
use crate::common::Luck;

/// Requests of a game in these tests.
const REQUESTS: u32 = 260;
/// Requests of a whole game at most.
const WHOLE: u32 = 12_000;

/// Something to do on a page.
enum Act {
    Follow(String),
    Send(Form, Vec<(String, String)>),
}

/// What may be done on a page, without the ways back and what is typed.
fn acts(page: &Got, luck: &mut Luck) -> Vec<Act> {
    let is_back = |link: &String| ["&c=b0", "&c=y0"].iter().any(|back| link.ends_with(back));
    let mut acts: Vec<Act> =
        page.links().into_iter().filter(|link| !is_back(link)).map(Act::Follow).collect();
    for form in page.forms() {
        let named = |name: &str, value: &str| vec![(name.to_owned(), value.to_owned())];
        if form.action.ends_with("/order") && !form.selects.is_empty() {
            acts.push(Act::Send(form.clone(), filled(&form, luck)));
        } else if form.action.ends_with("/order") {
            match (&form.text, &form.buttons[..]) {
                (Some(text), _) => acts.push(Act::Send(form.clone(), named(text, "Steam north."))),
                // More may be chosen.
                (None, []) if form.hidden.iter().any(|(name, _)| name == "c") => {
                    acts.push(Act::Send(form, vec![]))
                }
                // The order is whole: nothing else is done with it.
                (None, []) => return vec![Act::Send(form, vec![])],
                (None, buttons) => {
                    for (name, value) in buttons {
                        acts.push(Act::Send(form.clone(), named(name, value)));
                    }
                }
            }
        } else if form.action.ends_with("/choose") {
            acts.push(Act::Send(form.clone(), filled(&form, luck)));
        }
    }
    acts
}

/// A form filled in by chance, within its bounds.
fn filled(form: &Form, luck: &mut Luck) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (name, value) in &form.checkboxes {
        if luck.below(3) == 0 {
            fields.push((name.clone(), value.clone()));
        }
    }
    for (name, least, most) in &form.numbers {
        let number = least + i64::from(luck.below(u32::try_from(most - least + 1).unwrap()));
        fields.push((name.clone(), number.to_string()));
    }
    for (name, values) in &form.selects {
        fields.push((name.clone(), luck.one_of(values).unwrap().clone()));
    }
    fields
}

async fn act(browser: &mut Browser, here: &str, act: Act) -> Got {
    match act {
        Act::Follow(link) => browser.follow(here, &link).await,
        Act::Send(form, more) => {
            let more: Vec<(&str, &str)> =
                more.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            browser.submit(&form.action, &form.with(&more)).await
        }
    }
}

/// Gives an order of a seat by chance, choice by choice.
pub async fn order(parlour: &Parlour, (browser, here): (&mut Browser, &str), table: &str, luck: &mut Luck) {
    let (mut page, before) = (browser.get(here).await, parlour.last(table));
    for _ in 0..40 {
        let mut acts = acts(&page, luck);
        let next = acts.swap_remove(luck.below(acts.len() as u32) as usize);
        page = act(browser, here, next).await;
        if parlour.last(table) != before {
            return;
        }
    }
    panic!("no order in {}", page.text);
}

/// Plays by chance, with so many requests at most; gives how many entries were written, and how many requests were left at the end of
/// the game.
async fn played(game: &str, names: &[&str], seed: u64, most: u32) -> (u64, u32) {
    println!("{game}, seed {seed}");
    let (parlour, mut luck) = (Parlour::real(), Luck::of(seed));
    let langs = [Lang::En, Lang::Ja];
    let players: Vec<String> =
        names.iter().enumerate().map(|(at, name)| parlour.player(name, langs[at % 2])).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let table = parlour.table(game, &[], &players);
    let mut browsers = Vec::new();
    for player in &players {
        browsers.push(parlour.browser(player).await);
    }
    let begun = parlour.last(&table);
    let mut left = most;
    while left > 0 {
        let Some((at, seat)) =
            players.iter().enumerate().find_map(|(at, player)| Some((at, parlour.asked(&table, player)?)))
        else {
            break;
        };
        parlour.clock.pass(60);
        let here = format!("/t/{table}/{seat}");
        let mut page = browsers[at].get(&here).await;
        let before = parlour.last(&table);
        while left > 0 && parlour.last(&table) == before {
            left -= 1;
            parlour.clock.pass(10);
            assert_eq!(page.status, 200, "{}", page.text);
            for raw in ["board-view-", "pick-", "{ $", "in-browser-"] {
                let body = page.text.split("</style>").nth(1).unwrap();
                assert!(!body.contains(raw), "{raw} in {body}");
            }
            // What is quoted above the news is short, however many ships an order names.
            let quoted = page.text.split("Since your order “").nth(1).and_then(|rest| rest.split('”').next());
            assert!(quoted.is_none_or(|order| order.chars().count() <= 60), "{quoted:?}");
            let mut acts = acts(&page, &mut luck);
            assert!(!acts.is_empty(), "seed {seed}: nothing to do in {}", page.text);
            let next = acts.swap_remove(luck.below(acts.len() as u32) as usize);
            page = act(&mut browsers[at], &here, next).await;
        }
    }
    (parlour.last(&table) - begun, left)
}

#[tokio::test]
async fn goeben_is_played_by_links_and_forms_alone() {
    let written = played("goeben", &["Ann"], 1914, REQUESTS).await.0;
    assert!(written > 60, "{written} entries");
}

#[tokio::test]
async fn grand_fleet_is_played_by_links_and_forms_alone() {
    let written = played("grand_fleet", &["Ann", "Bob"], 1916, REQUESTS).await.0;
    assert!(written > 20, "{written} entries");
}

/// Three games of each from a fresh seed, or from that which `WARDROOM_SEED` names.
#[tokio::test]
#[ignore = "soak: takes minutes: whole games, click by click"]
async fn soak_games_are_played_to_their_end_by_links_and_forms_alone() {
    let named = std::env::var("WARDROOM_SEED").ok().map(|seed| seed.parse().unwrap());
    let first: u64 = named.unwrap_or_else(|| u64::from(getrandom::u32().unwrap()));
    for (game, names) in [("goeben", &["Ann"][..]), ("grand_fleet", &["Ann", "Bob"])] {
        for seed in first..first + 3 {
            let (written, left) = played(game, names, seed, WHOLE).await;
            println!("{written} entries by {} requests", WHOLE - left);
            assert!(left > 0, "{game}, seed {seed}: not over after {WHOLE} requests");
        }
    }
}

/// A board of each game has areas that are links, each with a title. A game of *Grand Fleet* may pass without a battle.
#[tokio::test]
async fn places_and_ships_of_a_board_are_links() {
    for (game, names) in [("goeben", &["Ann"][..]), ("grand_fleet", &["Ann", "Bob"])] {
        let (mut lit, mut seed) = (0, 7);
        while lit == 0 && seed < 20 {
            lit = lit_areas(game, names, seed).await;
            seed += 1;
        }
        assert!(lit > 0, "{game}: nothing on the board is a link");
    }
}

/// Plays by chance until areas of a board are links; gives how many.
async fn lit_areas(game: &str, names: &[&str], seed: u64) -> usize {
    let (parlour, mut luck) = (Parlour::real(), Luck::of(seed));
    let players: Vec<String> = names.iter().map(|name| parlour.player(name, Lang::En)).collect();
    let players: Vec<&str> = players.iter().map(String::as_str).collect();
    let table = parlour.table(game, &[], &players);
    let mut browsers = Vec::new();
    for player in &players {
        browsers.push(parlour.browser(player).await);
    }
    for _ in 0..120 {
        let found =
            players.iter().enumerate().find_map(|(at, player)| Some((at, parlour.asked(&table, player)?)));
        let Some((at, seat)) = found else { break };
        parlour.clock.pass(30);
        let here = format!("/t/{table}/{seat}");
        let mut page = browsers[at].get(&here).await;
        for _ in 0..8 {
            let of = |class: &str| page.text.matches(class).count();
            let lit = of("class=\"lit");
            assert_eq!(of("class=\"lit\"><title>") + of("class=\"lit chosen\"><title>"), lit);
            if lit > 0 {
                return lit;
            }
            let mut acts = acts(&page, &mut luck);
            let before = parlour.last(&table);
            let next = acts.swap_remove(luck.below(acts.len() as u32) as usize);
            page = act(&mut browsers[at], &here, next).await;
            if parlour.last(&table) != before {
                break;
            }
        }
    }
    0
}
