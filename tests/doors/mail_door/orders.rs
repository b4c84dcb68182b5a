//! What a player writes, and what is not carried out.

use mail_parser::{MessageParser, MimeHeaders};
use wardroom::club::SeatStatus;
use wardroom::club::picture::{Theme, Wanted};
use wardroom::club::strength::COMPUTER;
use wardroom::words::Lang;

use super::{MailRoom, Sent, Setting};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";

#[tokio::test]
async fn lines_are_carried_out_up_to_the_first_that_is_refused() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let lines = "Ｌoad goeben wireless\ncollier nowhere\ndone";
    let answers = room.answer(ANN, &opened[0], lines).await;
    let text = &answers[0].text;
    assert!(
        text.contains("> collier nowhere")
            && text.contains("Not carried out, because it follows that line:\n> done"),
        "{text}"
    );
    let log = room.club.watch(&table, wardroom::words::Lang::En).unwrap().log(3).unwrap().join("\n");
    assert!(log.to_lowercase().contains("wireless"), "the first was done: {log}\n{text}");
}

#[tokio::test]
async fn a_number_is_from_the_list_of_the_mail_that_is_answered() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet").await;
    let first = opened[0].numbered();
    assert!(first.len() >= 2, "{}", opened[0].text);
    let table = room.table_of(ANN);
    let before = room.last(&table);
    let wrong = room.answer(ANN, &opened[0], "9").await;
    assert!(wrong[0].text.contains("There is no 9 in that list"), "{}", wrong[0].text);
    let id = room.id();
    let mut bare = Sent::answer(ANN, &opened[0], &id, "1");
    bare.answers = None;
    let without = room.deliver(&bare).await;
    assert!(without[0].text.contains("the mail you answered had none"), "{}", without[0].text);
    assert_eq!(room.last(&table), before);
    let picked = room.answer(ANN, &opened[0], "1").await;
    assert!(room.last(&table) > before, "{}", picked[0].text);
    let after = room.last(&table);
    let old = room.answer(ANN, &opened[0], "1").await;
    assert!(old[0].text.contains("has already answered that question"), "{}", old[0].text);
    assert_eq!(room.last(&table), after);
}

#[tokio::test]
async fn what_gives_the_game_up_wants_a_second_mail() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let asked = room.answer(ANN, &opened[0], "resign yes").await;
    let watched =
        |room: &MailRoom| room.club.watch(&table, wardroom::words::Lang::En).unwrap().around().closed;
    let line = asked[0].text.lines().find_map(|line| line.split("one line: ").nth(1)).unwrap().to_owned();
    assert!(!watched(&room) && line.starts_with("resign "), "{}", asked[0].text);
    let wrong = room.answer(ANN, &asked[0], "resign yes abcdefgh").await;
    assert!(!watched(&room), "{}", wrong[0].text);
    let done = room.answer(ANN, &asked[0], &line).await;
    assert!(watched(&room), "{}", done[0].text);
    let dead = room.answer(ANN, &asked[0], "log").await;
    assert!(dead[0].text.contains("is closed"), "its address died with it: {}", dead[0].text);
    for last in [&done[0], &dead[0]] {
        let export = room.answer(ANN, last, &format!("export {table}")).await;
        assert_eq!(export[0].files.len(), 1, "{}", export[0].text);
    }
}

#[tokio::test]
async fn everything_about_a_table_is_one_thread_and_what_is_unasked_can_be_stopped() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let shown = room.answer(ANN, &opened[0], "dice\nlog 5\nhelp\noptions collier").await;
    assert_eq!(shown[0].references.first(), opened[0].references.first());
    assert_eq!(shown[0].subject, opened[0].subject);
    assert!(shown[0].text.starts_with(wardroom::mail::reading::ABOVE), "{}", shown[0].text);
    assert!(shown[0].raw.contains("Auto-Submitted: auto-replied"));
    let numbered = shown[0].numbered();
    assert!(numbered.iter().all(|choice| choice.starts_with("collier")), "one list: {numbered:?}");
    let table = room.table_of(ANN);
    let before = room.last(&table);
    let second = room.answer(ANN, &shown[0], "2").await;
    assert!(
        room.last(&table) > before && second[0].text.contains(numbered[1].split(' ').nth(1).unwrap()),
        "{}",
        second[0].text
    );
}

#[tokio::test]
async fn the_language_asked_for_holds_for_the_whole_answer_and_help_says_what_is_meant_by_mail() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    assert!(opened[0].text.contains("Goeben (battlecruiser)"), "the board: {}", opened[0].text);
    let help = room.answer(ANN, &opened[0], "help").await;
    assert!(
        help[0].text.contains("invites them by mail") && !help[0].text.contains("local player"),
        "{}",
        help[0].text
    );
    // The line of the help against a computer opens such a table, in both languages.
    let line_in = |text: &str, mark: [char; 2]| {
        let is_it = |line: &&str| line.contains("opponent=") || line.contains("相手=");
        let line = text.lines().find(is_it).unwrap_or_else(|| panic!("no line against a computer: {text}"));
        line.split(mark).nth(1).unwrap().to_owned()
    };
    let line = line_in(&help[0].text, ['`', '`']);
    assert_eq!(line, "new grand-fleet opponent=lieutenant");
    assert!(help[0].html.contains("opponent%3Dlieutenant"), "two taps: {}", help[0].html);
    for (who, hello, mark) in
        [("carol@else.example", "help", ['`', '`']), ("dai@else.example", "ヘルプ", ['「', '」'])]
    {
        let help = room.start(who, hello).await.remove(0);
        let opened = room.answer(who, &help, &line_in(&help.text, mark)).await;
        let table = room.table_of(who);
        let seats = room.club.watch(&table, Lang::En).unwrap().seats().unwrap();
        let is_computer = |seat: &SeatStatus| {
            seat.player.as_ref().is_some_and(|holder| holder.address(COMPUTER) == Some("lieutenant/1"))
        };
        assert_eq!(seats.iter().filter(|seat| is_computer(seat)).count(), 1, "{}", opened[0].text);
    }
    let asked = room.answer(ANN, &help[0], "language ja").await;
    assert!(asked[0].text.contains("返信してください"), "the footer too: {}", asked[0].text);
    let id = room.id();
    let empty = room.deliver(&Sent::answer(ANN, &asked[0], &id, "")).await;
    assert!(empty[0].text.contains("いちばん上に書いてください"), "{}", empty[0].text);
}

#[tokio::test]
async fn moments_are_told_by_the_clock_of_the_reader_with_its_zone() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    assert!(opened[0].text.contains("Last change: 2023-11-14 22:13 (UTC)"), "{}", opened[0].text);
    room.pass(2 * 60 * 60);
    let moved = room.answer(ANN, &opened[0], "zone asia/tokyo\nlist\nzone").await;
    for part in [
        "> zone asia/tokyo\nYour time zone: it is now 2023-11-15 09:13 (Asia/Tokyo).",
        "has waited for you since 2023-11-15 07:13 (Asia/Tokyo)",
        "> zone\nYour time zone: it is now 2023-11-15 09:13 (Asia/Tokyo).",
        "Last change: 2023-11-15 07:13 (Asia/Tokyo)",
    ] {
        assert!(moved[0].text.contains(part), "{part}: {}", moved[0].text);
    }
    let wrong = room.answer(ANN, &moved[0], "zone Asia/Tokio").await;
    assert!(wrong[0].text.contains("Did you mean `Asia/Tokyo`?"), "{}", wrong[0].text);
    let wrong = room.answer(ANN, &moved[0], "zone my place").await;
    assert!(wrong[0].text.contains("There is no time zone “my place”"), "{}", wrong[0].text);
    let ja = room.answer(ANN, &moved[0], "言語 日本語\n時間帯 London\n卓一覧").await;
    assert!(ja[0].text.contains("2023-11-14 22:13（Europe/London）からあなたの番です"), "{}", ja[0].text);
}

#[tokio::test]
async fn the_answer_to_an_order_shows_the_table_from_its_readers_seat_and_its_text_is_whole_without() {
    let mut texts = Vec::new();
    for pictures in [true, false] {
        let mut room = MailRoom::with(Setting { pictures, ..Setting::default() });
        let opened = room.start(ANN, "new goeben").await;
        let table = room.table_of(ANN);
        let mails = room.answer(ANN, &opened[0], "collier WSI").await;
        let mail = MessageParser::default().parse(mails[0].raw.as_bytes()).unwrap();
        texts.push(
            mails[0]
                .text
                .lines()
                .filter(|line| line.starts_with("> "))
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        );
        let inline = mail.attachments().find(|part| part.contents().starts_with(b"\x89PNG"));
        assert_eq!(inline.is_some(), pictures, "{}", mails[0].text);
        let Some(inline) = inline else { continue };
        let watched = room.club.watch(&table, Lang::En).unwrap();
        let seated = watched.sit(room.visitor(ANN), None).unwrap();
        let picture = seated.picture(Wanted::best(Theme::light())).unwrap().unwrap();
        assert!(inline.contents() == picture.png, "the picture of her seat");
        let html = mail.body_html(0).unwrap();
        let alternative = picture.alternative.split('.').next().unwrap();
        assert!(
            html.contains(&format!("cid:{}", inline.content_id().unwrap())) && html.contains(alternative),
            "{html}"
        );
        let more = room.answer(ANN, &mails[0], "undo").await;
        assert!(more[0].text.contains("> undo"), "an answer to it is read: {}", more[0].text);
    }
    assert_eq!(texts[0], texts[1]);
}

#[tokio::test]
async fn a_table_is_published_when_all_agree_and_anybody_ends_that_after_the_end_too() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], wardroom::words::Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "publish 5").await;
    let to_bob = asked.iter().find(|got| got.to == BOB).unwrap();
    assert!(
        to_bob.text.contains("to publish the table") && to_bob.text.contains("5 entries behind"),
        "{}",
        to_bob.text
    );
    let agreed = room.answer(BOB, to_bob, "agree").await;
    let page = room.club.watch(&table, wardroom::words::Lang::En).unwrap().status().unwrap().page.unwrap();
    let link = page.link.unwrap();
    for who in [ANN, BOB] {
        let told = agreed.iter().find(|got| got.to == who).unwrap();
        assert!(told.text.contains(&link), "{who}: {}", told.text);
    }
    let to_ann = agreed.iter().find(|got| got.to == ANN).unwrap();
    let over = room.answer(ANN, to_ann, "resign yes").await;
    let line = over[0].text.lines().find_map(|line| line.split("one line: ").nth(1)).unwrap().to_owned();
    let over = room.answer(ANN, &over[0], &line).await;
    assert!(room.club.watch(&table, wardroom::words::Lang::En).unwrap().published().unwrap().is_some());
    let to_ann = over.iter().find(|got| got.to == ANN).unwrap();
    let done = room.answer(ANN, to_ann, &format!("unpublish {table}")).await;
    assert!(done[0].text.contains("page is removed"), "{}", done[0].text);
    assert!(room.club.watch(&table, wardroom::words::Lang::En).unwrap().published().unwrap().is_none());
}

#[tokio::test]
async fn the_name_of_a_table_is_in_the_subject_and_nothing_of_it_is_a_header() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await;
    let table = room.table_of(ANN);
    let refused = room.answer(ANN, &opened[0], "rename www.example.org").await;
    assert!(refused[0].text.contains("has no links and mentions"), "{}", refused[0].text);
    assert_eq!(refused[0].subject, opened[0].subject);
    let named = room.answer(ANN, &refused[0], "rename 夜の当直: Bcc").await;
    assert_eq!(named[0].subject, format!("Goeben, 1914: set-up ({table} · 夜の当直: Bcc)"));
    let head = named[0].raw.split("\r\n\r\n").next().unwrap();
    assert!(head.is_ascii() && !head.to_lowercase().contains("\r\nbcc"), "{head}");
    let listed = room.answer(ANN, &named[0], "list").await;
    assert!(listed[0].text.contains(&format!("{table} · 夜の当直: Bcc (")), "{}", listed[0].text);
}
