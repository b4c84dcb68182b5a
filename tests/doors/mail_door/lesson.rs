//! A lesson by mail: what each mail says to try is answered, until the lesson is over.

use super::MailRoom;

const ANN: &str = "ann@home.example";
/// More mails than a lesson takes.
const MAILS: usize = 60;

#[tokio::test]
async fn a_lesson_comes_to_its_end_by_mail_and_hints_are_for_practice() {
    let mut room = MailRoom::new();
    let mut mail = room.start(ANN, "new goeben learn").await.remove(0);
    assert!(mail.text.contains("Lesson, part 1 of"), "{}", mail.text);
    let hinted = room.answer(ANN, &mail, "hint").await.remove(0);
    assert!(hinted.text.contains("A bold officer: `load"), "{}", hinted.text);
    let mut mails = 0;
    while !mail.text.replace('\n', " ").contains("The lesson is over.") {
        let said = mail.text.replace("\n", " ");
        let to_try = mail.text.lines().rev().find_map(|line| line.split_once("line of your answer: "));
        let (_, typed) = to_try.unwrap_or_else(|| panic!("nothing to try: {said}"));
        let typed = typed.trim().to_owned();
        mail = room.answer(ANN, &mail, &typed).await.remove(0);
        assert!(!mail.text.contains("Not carried out"), "{typed}: {}", mail.text);
        mails += 1;
        assert!(mails < MAILS, "{}", mail.text);
    }
    assert!(mails > 10, "a lesson of {mails} mails");
    let table = room.table_of(ANN);
    let status = room.club.watch(&table, wardroom::words::Lang::En).unwrap().status().unwrap();
    assert!(status.practice);

    let mut other = MailRoom::new();
    let plain = other.start(ANN, "new goeben").await.remove(0);
    assert!(!plain.text.contains("Lesson"), "{}", plain.text);
    let refused = other.answer(ANN, &plain, "hint").await.remove(0);
    assert!(refused.text.contains("opened for practice"), "{}", refused.text);
}
