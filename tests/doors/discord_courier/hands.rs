//! Hands that stay in a direct message, by the choice of their players.

use wardroom::door::discord::DOOR;
use wardroom::door::discord::api::post::{ApiError, Missing};
use wardroom::door::discord::courier::hands::PINNED_HAND;
use wardroom::door::discord::id::Id;

use super::discord::{Discord, Fate, Request, Shown, dm_of, later};
use super::table::Table;
use super::{busy_table, courier};

/// Ann, who plays red, and Bob, who plays blue.
const ANN: Id = Id(101);
const BOB: Id = Id(102);

fn choose(table: &Table, name: &str, stays: bool) {
    let player = table.person(name).player;
    table.club.notes().put_of_player(DOOR, &player, PINNED_HAND, stays.then_some("on")).unwrap();
}

/// The messages in a user's conversation with the bot.
fn hands(discord: &Discord, user: Id) -> Vec<Shown> {
    discord.sight().0.into_iter().filter(|shown| shown.place == dm_of(user)).collect()
}

#[tokio::test]
async fn a_hand_is_one_pinned_message_that_is_edited_and_deleted() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    assert!(hands(&discord, ANN).is_empty() && hands(&discord, BOB).is_empty(), "nobody asked for one");
    choose(&table, "red", true);
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    let [hand] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(hand.text.contains("your hand as red") && hand.pings.is_empty(), "{hand:?}");
    assert!(discord.sight().1.contains(&hand.id), "it is pinned");
    assert!(hands(&discord, BOB).is_empty());
    // The same hand is not sent again; another is the same message.
    let requests = discord.world().requests.len();
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests);
    table.turn();
    courier.tick().await.unwrap();
    let [changed] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(changed.id == hand.id && changed.text != hand.text, "{changed:?}");
    choose(&table, "red", false);
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert!(hands(&discord, ANN).is_empty(), "turned off");
    // Asked for again, it is another message; the end of the game takes it away.
    table.pass(5);
    choose(&table, "red", true);
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert!(matches!(&hands(&discord, ANN)[..], [again] if again.id != hand.id));
    table.close();
    courier.tick().await.unwrap();
    assert!(hands(&discord, ANN).is_empty(), "the game is over");
    let notes = table.club.notes().with_prefix(DOOR, "hand/").unwrap();
    assert!(notes.is_empty(), "{notes:?}");
}

#[tokio::test]
async fn a_hand_goes_with_its_seat_and_with_whoever_is_forgotten() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    for name in ["red", "blue"] {
        choose(&table, name, true);
    }
    courier.tick().await.unwrap();
    assert_eq!((hands(&discord, ANN).len(), hands(&discord, BOB).len()), (1, 1));
    assert_ne!(hands(&discord, ANN)[0].text, hands(&discord, BOB)[0].text);
    table.club.people().forget(&table.person("blue").player, DOOR).unwrap();
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert_eq!((hands(&discord, ANN).len(), hands(&discord, BOB).len()), (1, 0));
}

/// Everything public is the same whether or not a hand stays, in the same order.
#[tokio::test]
async fn nothing_public_tells_that_a_hand_stays() {
    let mut twins = Vec::new();
    for stays in [false, true] {
        let (table, discord) = (busy_table(), Discord::new());
        choose(&table, "red", stays);
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        table.whisper("Only you know.");
        courier.tick().await.unwrap();
        table.turn();
        courier.tick().await.unwrap();
        assert_eq!(hands(&discord, ANN).len(), usize::from(stays));
        let world = discord.world();
        let public = world.requests.iter().filter(|request| ![ANN, dm_of(ANN)].contains(&request.place));
        let kinds: Vec<String> =
            public.map(|request| format!("{:?} {}", request.kind, request.place)).collect();
        let alike = |text: &str| text.replace(&table.id, "TABLE").lines().count();
        let said: Vec<usize> =
            world.messages.iter().filter(|it| it.place != dm_of(ANN)).map(|it| alike(&it.text)).collect();
        twins.push((kinds, said));
    }
    assert_eq!(twins[0].1, twins[1].1);
    assert_eq!(twins[0].0, twins[1].0);
}

/// Refuses requests of this kind in Ann's direct messages.
fn refuse(discord: &Discord, kind: &'static str, trouble: ApiError) {
    discord.script(move |request: &Request| match request.place == dm_of(ANN) && request.kind == kind {
        true => Fate::Refused(trouble.clone()),
        false => Fate::Done,
    });
}

#[tokio::test]
async fn whoever_takes_no_direct_messages_has_no_hand_there() {
    let (table, discord) = (busy_table(), Discord::new());
    choose(&table, "red", true);
    discord.script(|request: &Request| match request.place == dm_of(ANN) {
        true => Fate::Refused(ApiError::ClosedDm),
        false => Fate::Done,
    });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let player = table.person("red").player;
    assert_eq!(table.club.notes().of_player(DOOR, &player, PINNED_HAND).unwrap(), None);
    assert_eq!(
        (table.room().reported, table.room().trouble),
        (table.head().0, None),
        "nothing else waits for it"
    );
}

#[tokio::test]
async fn a_pin_that_has_to_wait_is_tried_again() {
    let (table, discord) = (busy_table(), Discord::new());
    choose(&table, "red", true);
    refuse(&discord, "pin", later());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let [hand] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(!discord.sight().1.contains(&hand.id));
    discord.all_well();
    // Discord knows nothing of the first try any more.
    discord.world().forget_nonces();
    table.pass(600);
    courier.tick().await.unwrap();
    let [pinned] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(pinned.id == hand.id && discord.sight().1.contains(&hand.id), "the same message is pinned");
    let requests = discord.world().requests.len();
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests, "that is all");
}

/// A hand that Discord refuses holds back neither another hand nor the status.
#[tokio::test]
async fn a_hand_that_is_refused_holds_nothing_back() {
    for (refused, stays) in [
        (ApiError::Never("50035 Invalid Form Body".to_owned()), true),
        (ApiError::Gone, true),
        (ApiError::ClosedDm, false),
        (ApiError::Forbidden(Missing::Permission), false),
    ] {
        for kind in ["send", "edit"] {
            let (table, discord) = (busy_table(), Discord::new());
            choose(&table, "red", true);
            choose(&table, "blue", true);
            let courier = courier(&table, &discord);
            if kind == "edit" {
                courier.tick().await.unwrap();
            }
            let (before, thread) = (hands(&discord, BOB), table.room().id);
            let refusal = refused.clone();
            discord.script(move |request: &Request| match (request.kind, request.place) {
                (of, place) if of == kind && place == dm_of(ANN) => Fate::Refused(refusal.clone()),
                _ => Fate::Done,
            });
            table.turn();
            courier.tick().await.unwrap();
            let after = hands(&discord, BOB);
            assert!(after.len() == 1 && after != before, "{kind} {refused:?}: {after:?}");
            let room = table.room();
            assert_eq!((room.reported, room.trouble), (table.head().0, None), "{kind} {refused:?}");
            assert!(thread.is_none() || room.id == thread, "it is no reason to make another thread");
            let texts = discord.texts(room.id.unwrap());
            let shows = |text: &String| text.starts_with("**Toy**") && text.contains(&table.head().1);
            assert!(texts.iter().any(shows), "{kind} {refused:?}: {texts:?}");
            let player = table.person("red").player;
            let wished = table.club.notes().of_player(DOOR, &player, PINNED_HAND).unwrap();
            assert_eq!(wished.is_some(), stays, "{kind} {refused:?}");
            assert!(stays || hands(&discord, ANN).is_empty(), "none is left behind that nobody changes");
        }
    }
}

/// The same text is not tried again; the next is.
#[tokio::test]
async fn a_hand_that_is_refused_for_good_is_tried_again_when_it_changes() {
    let (table, discord) = (busy_table(), Discord::new());
    choose(&table, "red", true);
    refuse(&discord, "send", ApiError::Never("50035 Invalid Form Body".to_owned()));
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let requests = discord.world().requests.len();
    courier.wake(&table.id);
    courier.tick().await.unwrap();
    assert_eq!(discord.world().requests.len(), requests);
    discord.all_well();
    table.turn();
    courier.tick().await.unwrap();
    let [hand] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(discord.sight().1.contains(&hand.id), "it is pinned");
}

/// The message that is there is pinned, though it cannot be edited.
#[tokio::test]
async fn a_hand_that_is_not_yet_pinned_is_pinned_although_an_edit_is_refused_for_good() {
    let (table, discord) = (busy_table(), Discord::new());
    choose(&table, "red", true);
    refuse(&discord, "pin", later());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    refuse(&discord, "edit", ApiError::Never("50035 Invalid Form Body".to_owned()));
    table.pass(600);
    courier.tick().await.unwrap();
    let [hand] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(discord.sight().1.contains(&hand.id), "it is pinned");
    // The next change is an edit again, and no second pin.
    discord.all_well();
    table.turn();
    courier.tick().await.unwrap();
    let [changed] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(changed.id == hand.id && changed.text != hand.text, "{changed:?}");
    let world = discord.world();
    let pins = world.requests.iter().filter(|request| request.kind == "pin" && request.place == dm_of(ANN));
    assert_eq!(pins.count(), 2, "the one that had to wait, and this one");
}

#[tokio::test]
async fn a_token_that_is_rejected_turns_no_hand_off() {
    let (table, discord) = (busy_table(), Discord::new());
    choose(&table, "red", true);
    discord.script(|request: &Request| match request.place == dm_of(ANN) {
        true => Fate::Refused(ApiError::Forbidden(Missing::Token)),
        false => Fate::Done,
    });
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    assert!(hands(&discord, ANN).is_empty());
    discord.all_well();
    table.pass(600);
    courier.tick().await.unwrap();
    let [hand] = &hands(&discord, ANN)[..] else { panic!("{:?}", hands(&discord, ANN)) };
    assert!(discord.sight().1.contains(&hand.id), "it is pinned");
}
