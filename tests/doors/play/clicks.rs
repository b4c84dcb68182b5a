//! The number of clicks that the page asks for. What is clicked is found by its words, as a player finds it.

use wardroom::game::Seat;
use wardroom::words::Lang;

use super::Parlour;
use super::client::{Browser, Got};
use crate::common::Luck;
use crate::common::steered::{TO_BATTLE, asked, options, until};

/// A player with a mouse, and the number of their clicks. A list is opened by one, and a line of it is chosen by another.
struct Mouse {
    browser: Browser,
    here: String,
    page: Got,
    clicks: usize,
    /// What is ticked and chosen in the form, and not sent yet.
    filled: Vec<(String, String)>,
}

impl Mouse {
    async fn at(parlour: &Parlour, player: &str, table: &str, seat: Seat) -> Mouse {
        let (mut browser, here) = (parlour.browser(player).await, format!("/t/{table}/{seat}"));
        let page = browser.get(&here).await;
        Mouse { browser, here, page, clicks: 0, filled: vec![] }
    }

    /// Looks at the page again, which changes by itself in a browser.
    async fn look(&mut self) {
        self.page = self.browser.get(&self.here).await;
    }

    /// Clicks a link, on the board or in the list, whose words begin so.
    async fn follow(&mut self, words: &str) -> &mut Mouse {
        let links: Vec<(String, String)> = self.page.named_links();
        let found = links.iter().find(|(label, _)| label.starts_with(words));
        let (_, link) = found.unwrap_or_else(|| panic!("no link {words:?} among {links:#?}"));
        self.go(link).await
    }

    /// The same of a link beside the board.
    async fn follow_beside(&mut self, words: &str) -> &mut Mouse {
        let lit = self.page.lit();
        let is_lit = |link: &str| lit.iter().any(|(_, other)| other == link);
        let links = self.page.named_links().into_iter();
        let found = links.filter(|(_, link)| !is_lit(link)).find(|(label, _)| label.starts_with(words));
        self.go(&found.expect("a link beside the board").1).await
    }

    async fn go(&mut self, link: &str) -> &mut Mouse {
        self.page = self.browser.click(&self.here, link).await;
        self.clicks += 1;
        self
    }

    /// The words of the first button that gives an order.
    fn first_button(&self) -> String {
        let buttons = self.page.named_buttons().into_iter().map(|(_, label, _)| label).next();
        buttons.unwrap_or_else(|| panic!("no button among {:#?}", self.page.named_links()))
    }

    /// Presses the button whose words begin so.
    async fn press(&mut self, words: &str) -> &mut Mouse {
        let buttons = self.page.named_buttons();
        let found = buttons.iter().find(|(_, label, _)| label.starts_with(words));
        let (form, _, own) = found.unwrap_or_else(|| {
            let labels: Vec<&String> = buttons.iter().map(|(_, label, _)| label).collect();
            panic!("no button {words:?} among {labels:#?}")
        });
        let mut sent = std::mem::take(&mut self.filled);
        // Of a menu of orders the chosen line is sent.
        sent.extend(form.chosen.iter().filter(|_| form.action.ends_with("/order")).cloned());
        let fields: Vec<(&str, &str)> =
            sent.iter().chain(own).map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.page = self.browser.submit(&form.action, &form.with(&fields)).await;
        self.clicks += 1;
        self
    }

    /// Chooses a line of a list.
    fn choose(&mut self, list: &str, value: &str) -> &mut Mouse {
        self.filled.retain(|(name, _)| name != list);
        self.filled.push((list.to_owned(), value.to_owned()));
        self.clicks += 2;
        self
    }
}

/// Set-up and first day, with the orders of `discord::thumb`, which counts 30 touches for them.
#[tokio::test]
async fn set_up_and_first_day_of_goeben_take_fourteen_clicks() {
    let parlour = Parlour::real();
    let player = parlour.player("Ann", Lang::En);
    let table = parlour.table("goeben", &[], &[&player]);
    let seat = parlour.asked(&table, &player).unwrap();
    let mut ann = Mouse::at(&parlour, &player, &table, seat).await;
    let before = parlour.last(&table);
    ann.press("Outfit for raiding").await;
    assert!(parlour.last(&table) - before >= 2 * 6, "several orders, each with what comes of it");
    // What can be taken back is given by the click on the board.
    ann.follow("collier: Central Ionian").await.press("Done").await;
    let set_up = ann.clicks;
    ann.press("Done").await.press("Done").await;
    // By the list, and by the board alone.
    ann.follow("move: Breslau").await.follow("At cruise speed").await;
    ann.follow("Central Tyrrhenian").await.press("Give this order").await;
    // The second ship is the only one left, so it needs no choice: its goals are lit from the beginning, and so is the ship.
    let lit = ann.page.lit();
    let begins = |words: &str| lit.iter().any(|(title, _)| title.starts_with(words));
    assert!(begins("move: Goeben – Central Tyrrhenian"), "{lit:#?}");
    assert!(lit.iter().any(|(title, _)| title == "move: Goeben"), "{lit:#?}");
    let goal = "move: Goeben – Central Tyrrhenian";
    ann.follow(goal).await.follow_beside(goal).await.press("Give this order").await;
    println!("clicks: set-up {set_up}, to the end of the moves of the first day {}", ann.clicks);
    assert!(set_up <= 3 && ann.clicks <= 14, "{set_up}, {}", ann.clicks);
}

/// A link that gives an order changes nothing while it is only looked at. Sent as the script sends it, it is an order, once.
#[tokio::test]
async fn an_area_gives_what_can_be_taken_back_once_and_only_shows_it_without_the_script() {
    let parlour = Parlour::real();
    let player = parlour.player("Ann", Lang::En);
    let table = parlour.table("goeben", &[], &[&player]);
    let seat = parlour.asked(&table, &player).unwrap();
    let mut ann = Mouse::at(&parlour, &player, &table, seat).await;
    let before = parlour.last(&table);
    let lit = ann.page.lit();
    let (_, area) = lit.iter().find(|(title, _)| title.starts_with("collier: Central Ionian")).unwrap();
    let shown = ann.browser.follow(&ann.here, area).await;
    assert!(shown.text.contains("Give this order") && parlour.last(&table) == before, "{}", shown.text);
    let given = ann.browser.click(&ann.here, area).await;
    let after = parlour.last(&table);
    assert!(after > before && !given.text.contains("class=\"given\""), "{}", given.text);
    let again = ann.browser.click(&ann.here, area).await;
    assert!(again.text.contains("was given already") && parlour.last(&table) == after, "{}", again.text);
}

/// The questions of a round of combat.
const ROUND: [&str; 4] = ["manoeuvre", "situation", "fire", "fight-on"];

/// A game of *Grand Fleet* of two players, at the moment when one of them is asked for an order of this verb.
pub fn at_an_order(verb: &str, first: &[&str]) -> (Parlour, String, [String; 2], (usize, Seat)) {
    for seed in 1..20 {
        let parlour = Parlour::real();
        let players = ["Ann", "Bob"].map(|name| parlour.player(name, Lang::En));
        let table = parlour.table("grand_fleet", &[], &[&players[0], &players[1]]);
        let mut luck = Luck::of(seed);
        if let Some(asked) = until(&parlour.club, (&table, &players), (verb, first), &mut luck) {
            return (parlour, table, players, asked);
        }
    }
    panic!("nobody is asked to {verb}");
}

#[tokio::test]
async fn fleets_are_formed_in_ten_clicks() {
    let (parlour, table, players, (at, seat)) = at_an_order("form", &TO_BATTLE);
    // By a plan, with one.
    let mut quick = Mouse::at(&parlour, &players[at], &table, seat).await;
    let plan = quick.first_button();
    quick.press(&plan).await;
    assert_eq!((quick.clicks, parlour.asked(&table, &players[at])), (1, None), "{plan}");
    // The other side forms theirs by a proposal in which two ships change places.
    let (at, seat) = asked(&parlour.club, &table, &players).unwrap();
    let before = parlour.last(&table);
    let mut ann = Mouse::at(&parlour, &players[at], &table, seat).await;
    ann.follow("form").await;
    let proposals = ann.page.named_links();
    let (label, _) = proposals.iter().find(|(label, _)| label.contains("2")).unwrap().clone();
    ann.follow(&label).await.follow("By hand").await;
    let form = ann.page.form("/choose");
    let kept = form.chosen.clone();
    let ships = form.selects.iter().filter(|(_, values)| !values.contains(&String::new()));
    let ships: Vec<&String> = ships.map(|(name, _)| name).collect();
    let bin = |name: &str| kept.iter().find(|(of, _)| of == name).map(|(_, bin)| bin.clone()).unwrap();
    let first = ships[0].clone();
    let other = ships.iter().find(|ship| bin(ship) != bin(&first)).unwrap().to_string();
    for (name, bin) in &kept {
        ann.filled.push((name.clone(), bin.clone()));
    }
    let (one, two) = (bin(&first), bin(&other));
    ann.choose(&first, &two).choose(&other, &one);
    ann.press("Go on").await.press("Give this order").await;
    println!("clicks: forming fleets {}", ann.clicks);
    assert!(parlour.last(&table) > before && ann.clicks <= 10, "{}: {}", ann.clicks, ann.page.text);
}

#[tokio::test]
async fn a_round_of_combat_takes_four_clicks() {
    let (parlour, table, players, _) = at_an_order("manoeuvre", &TO_BATTLE);
    let mut mice: Vec<Mouse> = vec![];
    for player in &players {
        let session = parlour.club.watch(&table, Lang::En).unwrap();
        let seat = session.sit(parlour.visitor(player, "look"), None).unwrap().held()[0].0;
        mice.push(Mouse::at(&parlour, player, &table, seat).await);
    }
    let mut given = Vec::new();
    while let Some((at, seat)) = asked(&parlour.club, &table, &players) {
        let verb = options(&parlour.club, &table, &players[at], seat).verbs[0].0;
        // The next round, or the end of the battle.
        if !ROUND.contains(&verb.as_str()) || given.contains(&(at, verb)) {
            break;
        }
        given.push((at, verb));
        parlour.clock.pass(10);
        mice[at].look().await;
        let label = mice[at].first_button();
        mice[at].press(&label).await;
    }
    let clicks: Vec<usize> = mice.iter().map(|mouse| mouse.clicks).collect();
    println!("clicks: a round of combat {clicks:?}, {given:?}");
    assert!(given.len() >= 3 && clicks.iter().all(|clicks| *clicks <= 4), "{clicks:?}, {given:?}");
}
