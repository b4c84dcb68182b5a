//! The forms of a page: what they say of their bounds, and what nobody chose.

use axum::http::StatusCode;
use wardroom::door::play::request::FormFields;

use super::clicks::at_an_order;
use crate::common::steered::TO_BATTLE;

#[tokio::test]
async fn a_sorting_says_how_many_must_go_and_how_many_a_box_takes() {
    let (parlour, table, players, (at, seat)) = at_an_order("send", &["stow-by", "transfer"]);
    let (mut ann, here) = (parlour.browser(&players[at]).await, format!("/t/{table}/{seat}"));
    let page = ann.get(&here).await;
    let named = page.named_links();
    let (_, link) = named.iter().find(|(label, _)| label.starts_with("send …")).unwrap();
    let mut page = ann.follow(&here, link).await;
    let begin = page.text.split("Place exactly ").nth(1).unwrap_or_else(|| panic!("{}", page.text));
    let take: usize = begin.split(';').next().unwrap().parse().unwrap();
    assert!(begin.contains("(boxes): at most "), "{}", page.text);
    // In Japanese too.
    let spoken = ann.follow(&here, &format!("{link}&lang=ja")).await;
    assert!(spoken.text.contains(&format!("ちょうど{take}を振り分けます")), "{}", spoken.text);
    page = ann.follow(&here, &format!("{link}&lang=en")).await;
    if let Some((_, by_hand)) = page.named_links().iter().find(|(label, _)| label == "By hand") {
        page = ann.follow(&here, by_hand).await;
    }
    // Every ship into box 1, in which at most five have room.
    let form = page.form("/choose");
    let fields: Vec<(&str, &str)> =
        form.selects.iter().map(|(name, values)| (name.as_str(), values.last().unwrap().as_str())).collect();
    let refused = ann.submit(&form.action, &form.with(&fields)).await;
    assert!(
        refused.text.contains("Too many in “") && refused.text.contains("is the most"),
        "{}",
        refused.text
    );
    assert!(refused.text.contains("Place exactly "), "{}", refused.text);
}

#[tokio::test]
async fn a_menu_of_orders_begins_with_none() {
    let (parlour, table, players, (at, seat)) = at_an_order("place", &TO_BATTLE);
    let mut ann = parlour.browser(&players[at]).await;
    let page = ann.get(&format!("/t/{table}/{seat}")).await;
    let menus: Vec<_> = page.forms().into_iter().filter(|form| form.action.ends_with("/order")).collect();
    let menu = menus.iter().find(|form| !form.selects.is_empty()).unwrap_or_else(|| panic!("{}", page.text));
    assert!(menu.chosen.is_empty() && menu.selects[0].1.len() > 16, "{menu:?}");
    // What a browser without that rule sends gives no order.
    let before = parlour.last(&table);
    ann.submit(&menu.action, &menu.with(&[("c", "")])).await;
    assert_eq!(parlour.last(&table), before);
    let (name, values) = &menu.selects[0];
    ann.submit(&menu.action, &menu.with(&[(name, &values[0])])).await;
    assert!(parlour.last(&table) > before);
}

/// In a battle the orders come before the card, which fills a phone; elsewhere the map comes first.
#[tokio::test]
async fn in_a_battle_the_orders_come_before_the_card() {
    for (verb, orders_first) in [("manoeuvre", true), ("place", false)] {
        let (parlour, table, players, (at, seat)) = at_an_order(verb, &TO_BATTLE);
        let page = parlour.browser(&players[at]).await.get(&format!("/t/{table}/{seat}")).await;
        let place = |part: &str| page.text.find(part).unwrap_or_else(|| panic!("{part} in {}", page.text));
        assert_eq!(place("id=\"orders\"") < place("<figure"), orders_first, "{verb}");
    }
}

#[test]
fn a_percent_sign_needs_two_hexadecimal_digits() {
    for text in ["a=%+f", "a=%-1", "a=%4", "a=%", "%zz=b"] {
        assert_eq!(FormFields::read(text), Err(StatusCode::BAD_REQUEST), "{text}");
    }
    assert_eq!(FormFields::read("a=%2Bf").unwrap().get("a"), Some("+f"));
}
