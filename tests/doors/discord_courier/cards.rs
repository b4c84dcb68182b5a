//! The status message and what rings as cards, and in the older form where Discord takes no card.

use wardroom::door::discord::api::post::ApiError;

use super::discord::{Discord, Fate, Request, Shown, lost};
use super::table::Table;
use super::{busy_table, courier};

/// The status message, which there is once.
fn status(table: &Table, discord: &Discord) -> Shown {
    let (messages, pins, _) = discord.sight();
    let head = table.head().1;
    let stands = |it: &&Shown| Some(it.place) == table.room().id && it.text.contains("`toy-");
    let all: Vec<&Shown> = messages.iter().filter(stands).collect();
    let [status] = all[..] else { panic!("{all:?}") };
    assert_eq!((Some(status.id), pins.contains(&status.id)), (table.room().status, true));
    assert!(status.text.contains(&head), "{}", status.text);
    status.clone()
}

#[tokio::test]
async fn the_status_is_a_card_in_the_colour_of_the_side_to_move() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let first = status(&table, &discord);
    let accent = |shown: &Shown| shown.card.as_ref().unwrap().accent.unwrap();
    table.turn();
    courier.tick().await.unwrap();
    let second = status(&table, &discord);
    assert_eq!(first.id, second.id);
    assert_ne!(accent(&first), accent(&second), "{first:?}");
    // A change without another picture keeps the one that is there.
    let names = |shown: &Shown| shown.files.iter().map(|file| file.name.clone()).collect::<Vec<_>>();
    table.signal("All is well.");
    courier.tick().await.unwrap();
    let third = status(&table, &discord);
    assert_eq!(names(&third), names(&second));
    let kept = third.card.unwrap().shown.unwrap();
    assert_eq!((vec![kept.name], kept.description.is_empty()), (names(&second), false));
    let edits = |discord: &Discord| discord.world().requests.len();
    let before = edits(&discord);
    courier.tick().await.unwrap();
    assert_eq!(edits(&discord), before, "it is up to date");
}

#[tokio::test]
async fn where_discord_takes_no_card_the_status_has_the_older_form_from_then_on() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.world().no_cards = true;
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let plain = status(&table, &discord);
    assert_eq!((plain.card, plain.files.len()), (None, 1));
    let tried = |discord: &Discord| discord.world().requests.iter().filter(|it| it.kind == "send").count();
    let before = tried(&discord);
    table.turn();
    table.turn();
    courier.tick().await.unwrap();
    assert_eq!(status(&table, &discord).id, plain.id);
    assert!(table.room().no_cards && table.all_told());
    assert!(tried(&discord) <= before + 2, "no card is tried again");
}

#[tokio::test]
async fn a_card_that_takes_no_change_is_replaced_by_a_message_of_the_older_form() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let card = status(&table, &discord);
    discord.world().no_cards = true;
    table.turn();
    courier.tick().await.unwrap();
    let plain = status(&table, &discord);
    assert_eq!(plain.card, None);
    assert_ne!(plain.id, card.id);
    assert!(discord.world().deleted.iter().any(|it| it.id == card.id));
    assert!(table.all_told());
}

#[tokio::test]
async fn a_status_of_the_version_before_is_edited_as_it_is() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.world().no_cards = true;
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let plain = status(&table, &discord);
    discord.world().no_cards = false;
    // It knew nothing of cards.
    let key = format!("room/{}", table.id);
    let mut note: serde_json::Value = serde_json::from_str(&table.note(&key)).unwrap();
    assert!(note.as_object_mut().unwrap().remove("no_cards").is_some());
    table.put_note(&key, &note.to_string());
    table.turn();
    courier.tick().await.unwrap();
    let edited = status(&table, &discord);
    assert_eq!((edited.id, edited.card), (plain.id, None));
    // One that was deleted comes again as a card.
    discord.world().messages.retain(|it| it.id != plain.id);
    table.turn();
    courier.tick().await.unwrap();
    assert!(status(&table, &discord).card.is_some());
}

#[tokio::test]
async fn a_picture_that_discord_does_not_find_any_more_is_sent_again() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let card = status(&table, &discord);
    let lost = |request: &Request| request.kind == "edit" && !request.files;
    discord.script(move |request| match lost(request) && request.text.contains("`toy-") {
        true => Fate::Refused(ApiError::Never("50035 Invalid Form Body".to_owned())),
        false => Fate::Done,
    });
    table.signal("All is well.");
    courier.tick().await.unwrap();
    let again = status(&table, &discord);
    assert_eq!((again.id, again.card.is_some(), again.files.len()), (card.id, true, 1));
}

/// The messages that ring.
fn ringing(discord: &Discord) -> Vec<Shown> {
    discord.world().messages.iter().filter(|it| !it.pings.is_empty()).cloned().collect()
}

#[tokio::test]
async fn a_report_that_rings_is_a_card_and_grows_as_one() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    table.turn();
    courier.tick().await.unwrap();
    let asking = ringing(&discord).pop().unwrap();
    let card = asking.card.as_ref().unwrap();
    assert!(card.accent.is_some() && asking.pings.len() == 1, "{asking:?}");
    table.signal("All is well.");
    courier.tick().await.unwrap();
    let grown = ringing(&discord).pop().unwrap();
    assert_eq!((grown.id, grown.card.is_some()), (asking.id, true));
    assert!(grown.text.contains("All is well.") && grown.text.starts_with("<@"), "{}", grown.text);
}

#[tokio::test]
async fn where_discord_takes_no_card_what_rings_has_the_older_form_and_rings_once() {
    let (table, discord) = (busy_table(), Discord::new());
    discord.world().no_cards = true;
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    table.turn();
    courier.tick().await.unwrap();
    let rung = ringing(&discord);
    assert!(!rung.is_empty() && rung.iter().all(|it| it.card.is_none()), "{rung:?}");
    let calls: Vec<_> = rung.iter().map(|it| (it.pings.clone(), it.text.clone())).collect();
    assert!((1..calls.len()).all(|at| !calls[..at].contains(&calls[at])), "{calls:?}");
    table.signal("All is well.");
    courier.tick().await.unwrap();
    assert!(discord.world().messages.iter().any(|it| it.text.contains("All is well.")));
}

#[tokio::test]
async fn a_report_that_the_version_before_began_is_sent_and_edited_in_its_form() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let count = ringing(&discord).len();
    table.turn();
    discord.script(|request| match request.kind == "send" {
        true => Fate::Refused(lost()),
        false => Fate::Done,
    });
    courier.tick().await.unwrap();
    assert_eq!(ringing(&discord).len(), count, "it is begun");
    // The version before knew nothing of cards.
    let key = format!("room/{}", table.id);
    let mut note: serde_json::Value = serde_json::from_str(&table.note(&key)).unwrap();
    assert!(note["reporting"].as_object_mut().unwrap().remove("card").is_some(), "{note}");
    table.put_note(&key, &note.to_string());
    discord.all_well();
    table.pass(600);
    courier.tick().await.unwrap();
    let sent = ringing(&discord).pop().unwrap();
    assert_eq!((ringing(&discord).len(), &sent.card), (count + 1, &None), "{sent:?}");
    table.signal("All is well.");
    courier.tick().await.unwrap();
    let grown = ringing(&discord).pop().unwrap();
    assert_eq!((grown.id, &grown.card), (sent.id, &None));
    assert!(grown.text.contains("All is well."), "{}", grown.text);
}

#[tokio::test]
async fn a_report_is_edited_in_the_form_in_which_discord_has_it() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    table.turn();
    // It arrives as a card, and that is not heard.
    discord.script(|request| match request.kind == "send" && request.text.starts_with("<@") {
        true => Fate::Lost,
        false => Fate::Done,
    });
    courier.tick().await.unwrap();
    let asking = ringing(&discord).pop().unwrap();
    assert!(asking.card.is_some() && table.room().reporting.is_some(), "{asking:?}");
    // Sent again it would call nobody, and would be no card.
    table.by_dm("blue");
    discord.all_well();
    table.pass(10);
    courier.tick().await.unwrap();
    assert!(table.room().last_report.is_some_and(|last| last.message == asking.id && last.card));
    table.signal("All is well.");
    courier.tick().await.unwrap();
    let grown = discord.world().messages.iter().find(|it| it.id == asking.id).cloned().unwrap();
    assert!(grown.card.is_some() && grown.text.contains("All is well."), "{grown:?}");
}
