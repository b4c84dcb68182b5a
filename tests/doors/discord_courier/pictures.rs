//! Pictures on reports and on the status message.

use wardroom::door::discord::api::post::{ApiError, Missing};

use super::discord::{Discord, Fate, Request, Shown};
use super::table::Table;
use super::{busy_table, courier};

/// The messages in the table's thread that have files.
fn with_files(table: &Table, discord: &Discord) -> Vec<Shown> {
    let thread = table.room().id.unwrap();
    let all = discord.sight().0.into_iter();
    all.filter(|shown| shown.place == thread && !shown.files.is_empty()).collect()
}

#[tokio::test]
async fn a_report_has_a_picture_where_the_position_looks_other_than_before_and_the_status_has_the_latest() {
    let (table, discord) = (busy_table(), Discord::new());
    let courier = courier(&table, &discord);
    courier.tick().await.unwrap();
    let first = with_files(&table, &discord);
    let [report, status] = &first[..] else { panic!("{first:?}") };
    assert_eq!(Some(status.id), table.room().status);
    assert_eq!(report.files, status.files);
    let picture = &report.files[0];
    assert!(picture.bytes.starts_with(b"\x89PNG") && picture.description.starts_with("Toy."), "{picture:?}");

    table.signal("All is well.");
    courier.tick().await.unwrap();
    assert_eq!(with_files(&table, &discord), first_but_words(&first, &table, &discord), "nothing to be seen");

    table.turn();
    courier.tick().await.unwrap();
    let then = with_files(&table, &discord);
    let [_, status, report] = &then[..] else { panic!("{then:?}") };
    assert_eq!(report.files, status.files, "the picture of the status is replaced");
    assert_ne!(report.files[0].bytes, picture.bytes);
}

/// Those messages with what they say now: the status is edited.
fn first_but_words(first: &[Shown], table: &Table, discord: &Discord) -> Vec<Shown> {
    let now = with_files(table, discord);
    let said = |(then, now): (&Shown, &Shown)| Shown { text: now.text.clone(), ..then.clone() };
    first.iter().zip(&now).map(said).collect()
}

#[tokio::test]
async fn a_report_whose_picture_is_refused_is_told_in_words() {
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
        assert!(texts[2].contains("The red fleet sails.") && texts[3].contains(&table.head().1), "{texts:?}");
        table.turn();
        courier.tick().await.unwrap();
        assert_eq!(table.room().reported, table.head().0);
        assert!(table.all_told());
    }
}
