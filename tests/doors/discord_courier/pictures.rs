//! Pictures on the status message.

use wardroom::door::discord::api::post::{ApiError, Missing};
use wardroom::door::discord::courier::plan;

use super::discord::{Discord, Fate, Request, Shown};
use super::table::{CHANNEL, Table};
use super::{busy_table, courier};
use crate::common::store;

/// The messages in the table's thread that have files.
fn with_files(table: &Table, discord: &Discord) -> Vec<Shown> {
    let thread = table.room().id.unwrap();
    let all = discord.sight().0.into_iter();
    all.filter(|shown| shown.place == thread && !shown.files.is_empty()).collect()
}

#[tokio::test]
async fn the_status_alone_has_a_picture_and_another_once_the_next_phase_has_begun() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let files = || {
        let [status] = &with_files(&table, &discord)[..] else { panic!("{:?}", discord.sight().0) };
        assert_eq!(Some(status.id), table.room().status);
        status.files.clone()
    };
    let first = files();
    let [picture] = &first[..] else { panic!("{first:?}") };
    assert!(picture.bytes.starts_with(b"\x89PNG") && picture.description.starts_with("Toy."), "{picture:?}");

    table.signal("All is well.");
    table.pass(3600);
    courier.tick().await.unwrap();
    assert_eq!(files(), first, "it is the same phase");

    table.turn();
    courier.tick().await.unwrap();
    let second = files();
    assert_ne!(second[0].bytes, picture.bytes);
    // Two phases within a minute: of the second the picture follows by itself.
    table.turn();
    courier.tick().await.unwrap();
    assert_eq!(files(), second);
    let requests = discord.world().requests.len();
    table.pass(plan::PICTURE_SECONDS);
    courier.tick().await.unwrap();
    assert_ne!(files(), second);
    assert_eq!(discord.world().requests.len(), requests + 1);
}

#[tokio::test]
async fn a_status_whose_picture_is_refused_is_told_in_words() {
    let refusals: [fn() -> ApiError; 2] = [
        || ApiError::Never("40005 Request entity too large".to_owned()),
        || ApiError::Forbidden(Missing::Permission),
    ];
    for refusal in refusals {
        let (table, discord) = (busy_table(), Discord::new());
        discord.script(move |request: &Request| match request.files {
            true => Fate::Refused(refusal()),
            false => Fate::Done,
        });
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        let room = table.room();
        assert_eq!((with_files(&table, &discord), courier.lost_pages(), room.trouble), (vec![], 0, None));
        let texts = discord.texts(room.id.unwrap());
        assert!(texts[0].contains("The red fleet sails.") && texts[1].contains(&table.head().1), "{texts:?}");
        table.turn();
        courier.tick().await.unwrap();
        assert_eq!(table.room().reported, table.head().0);
        assert!(table.all_told());
    }
}

#[tokio::test]
async fn whoever_may_come_sees_the_map_where_a_player_is_sought() {
    for seeks in [true, false] {
        let (table, discord) = (Table::opened(&store::new()), Discord::new());
        if seeks {
            table.session("red").need_player(true).unwrap();
        }
        let courier = courier(&table, &discord);
        courier.tick().await.unwrap();
        let starter = || {
            let all = discord.sight().0.into_iter();
            all.filter(|shown| shown.place == CHANNEL).collect::<Vec<Shown>>().remove(0)
        };
        let first = starter();
        assert_eq!(first.files.len(), usize::from(seeks), "{first:?}");
        assert!(first.files.iter().all(|map| map.description.starts_with("Toy.")), "{first:?}");
        table.join();
        courier.tick().await.unwrap();
        let joined = starter();
        assert_ne!(joined.rows, first.rows);
        assert_eq!(joined.files, first.files, "the map stays when its words change");
    }
}
