//! Lessons by mail: what each mail says to try is answered, until the lesson is over.

use super::MailRoom;

const ANN: &str = "ann@home.example";
/// So many mails are answered in an hour, and a lesson takes fewer.
const MAILS: usize = 60;

/// A lesson in a game is played to its end, in which `hint` says this at first.
async fn comes_to_its_end(game: &str, hinted: &str) {
    let mut room = MailRoom::new();
    let mut mail = room.start(ANN, &format!("new {game} learn")).await.remove(0);
    assert!(mail.text.contains("Lesson, part 1 of"), "{}", mail.text);
    let hints = room.answer(ANN, &mail, "hint").await.remove(0);
    assert!(hints.text.contains(hinted), "{}", hints.text);
    let mut mails = 0;
    while !mail.text.replace('\n', " ").contains("The lesson is over.") {
        let said = mail.text.replace("\n", " ");
        let to_try = mail.text.lines().rev().find_map(|line| line.split_once("line in your answer: "));
        let (_, typed) = to_try.unwrap_or_else(|| panic!("nothing to try: {said}"));
        let typed = typed.trim().to_owned();
        let mut got = room.answer(ANN, &mail, &typed).await;
        assert_eq!(got.len(), 1, "{mails}, {typed}: {said}");
        mail = got.remove(0);
        assert!(!mail.text.contains("Not carried out"), "{typed}: {}", mail.text);
        mails += 1;
        assert!(mails < MAILS, "{}", mail.text);
    }
    assert!(mails > 5, "a lesson of {mails} mails");
    let table = room.table_of(ANN);
    let status = room.club.watch(&table, wardroom::words::Lang::En).unwrap().status().unwrap();
    assert!(status.practice);
}

#[tokio::test]
async fn a_lesson_in_goeben_comes_to_its_end_by_mail() {
    comes_to_its_end("goeben", "A bold officer: `load").await;
}

#[tokio::test]
async fn a_lesson_in_grand_fleet_comes_to_its_end_by_mail() {
    comes_to_its_end("grand-fleet", "A bold admiral: `form-by fewest shown`").await;
}

#[tokio::test]
async fn hints_are_for_practice() {
    let mut room = MailRoom::new();
    let plain = room.start(ANN, "new goeben").await.remove(0);
    assert!(!plain.text.contains("Lesson"), "{}", plain.text);
    let refused = room.answer(ANN, &plain, "hint").await.remove(0);
    assert!(refused.text.contains("only for practice tables"), "{}", refused.text);
    for (typed, said) in
        [("why", "No computer player has given an order"), ("why 2", "Entry 2 is not an order")]
    {
        let answer = room.answer(ANN, &plain, typed).await.remove(0);
        assert!(answer.text.contains(said), "{}", answer.text);
    }
}
