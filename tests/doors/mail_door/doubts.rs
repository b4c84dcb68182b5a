//! What is not whole, not clear, answered already or not meant for us is asked about, and nothing is done.

use wardroom::words::Lang;

use super::{BOT, Got, MailRoom, Sent};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";

/// A mail of Ann's that answers `got` with this type and body.
fn mime(got: &Got, id: &str, kind: &str, body: &str) -> String {
    let to = got.reply_to.clone().unwrap();
    format!(
        "From: {ANN}\r\nTo: {to}\r\nMessage-ID: <{id}@x.example>\r\nIn-Reply-To: <{}>\r\nContent-Type: {kind}\r\n\r\n{body}",
        got.id
    )
}

fn alternative(plain: &str, html: &str) -> String {
    format!(
        "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{plain}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}\r\n--b--\r\n"
    )
}

const ALTERNATIVE: &str = "multipart/alternative; boundary=b";

#[tokio::test]
async fn a_mail_that_lost_its_end_orders_nothing() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let before = room.last(&table);
    let cut = alternative("collier WSI", "<p>collier WSI</p>");
    for (kind, body) in [
        (ALTERNATIVE, cut.split("\r\n--b--").next().unwrap()),
        (ALTERNATIVE, cut.split("\r\n--b\r\nContent-Type: text/html").next().unwrap()),
        ("text/plain\r\nContent-Length: 4000", "collier WSI"),
        ("text/plain\r\nContent-Transfer-Encoding: base64", "Y29sbGllciBXU0"),
    ] {
        room.pass(60 * 60);
        let id = room.id().replace("@home.example", "");
        room.lay(mime(&opened, &id, kind, body).as_bytes());
        let answer = room.work().await.remove(0);
        assert!(answer.text.contains("The end of your mail is missing"), "{body}: {}", answer.text);
        assert_eq!(room.last(&table), before, "{body}");
    }
    room.lay(mime(&opened, "whole", ALTERNATIVE, &cut).as_bytes());
    room.work().await;
    assert!(room.last(&table) > before, "the same mail, whole");
}

#[tokio::test]
async fn a_stranger_whose_mail_lost_its_end_opens_nothing() {
    let mut room = MailRoom::new();
    let hello = Sent { from: ANN.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
    let welcome = room.deliver(&hello).await.remove(0);
    let body = "--b\r\n\r\nnew goeben";
    room.lay(mime(&welcome, "cut", "multipart/mixed; boundary=b", body).as_bytes());
    room.work().await;
    assert!(room.store.tables().unwrap().is_empty());
}

#[tokio::test]
async fn a_mail_for_two_tables_is_for_none() {
    let mut room = MailRoom::new();
    let first = room.start(ANN, "new goeben").await.remove(0);
    let one = room.table_of(ANN);
    let second = room.answer(ANN, &first, "new grand-fleet").await.remove(0);
    let player = room.club.people().known_at("mail", ANN).unwrap().unwrap();
    let tables = room.club.people().table_ids_of(&player).unwrap();
    let other = tables.iter().find(|table| **table != one).unwrap().clone();
    let before = [room.last(&one), room.last(&other)];
    let (to_first, to_second) = (first.reply_to.clone().unwrap(), second.reply_to.clone().unwrap());
    for (to, more) in [
        (format!("{to_first}, {to_second}"), String::new()),
        (format!("{to_second}, {to_first}"), String::new()),
        (to_first.clone(), format!("Cc: {to_second}\r\n")),
    ] {
        room.pass(60 * 60);
        let id = room.id();
        let sent = Sent { to, more, ..Sent::answer(ANN, &first, &id, "collier WSI") };
        let answer = room.deliver(&sent).await.remove(0);
        assert!(answer.text.contains(&one) && answer.text.contains(&other), "{}", answer.text);
        assert!(answer.text.contains("to several tables"), "{}", answer.text);
        assert_eq!([room.last(&one), room.last(&other)], before);
    }
    // An answer to the one, sent to the address of the other.
    let id = room.id();
    let crossed = Sent { to: to_second, ..Sent::answer(ANN, &first, &id, "collier WSI") };
    let answer = room.deliver(&crossed).await.remove(0);
    assert!(answer.text.contains("to several tables"), "{}", answer.text);
    assert_eq!([room.last(&one), room.last(&other)], before);
    room.answer(ANN, &first, "collier WSI").await;
    assert!(room.last(&one) > before[0]);
}

#[tokio::test]
async fn a_line_that_a_program_broke_is_read_whole_or_asked_about() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let before = room.last(&table);
    for broken in [
        // A text that goes to the end of its line, and an order below it.
        "standing coal when outfitting if day is at least 2 and coal is at most 3 then\ndone",
        "options collier MES WSI NSI ETY WIO CPS SIO NIO TAR CAT SAD BRI and others I\ndone",
        // What would be carried out without its end.
        "load goeben wireless\nand-what-else-there-is-in-the-stores-of-messina",
    ] {
        room.pass(60 * 60);
        let answer = room.answer(ANN, &opened, broken).await.remove(0);
        assert!(answer.text.contains("may be its end"), "{broken}: {}", answer.text);
        assert_eq!(room.last(&table), before, "{broken}: {}", answer.text);
    }
    let text = "show a part of the board whose name is as long as no name of a part can ever be";
    let (line, end) = text.split_once(" can").unwrap();
    let plain = format!("{line}\r\ncan{end}\r\ncollier WSI");
    let html = format!("<div>{text}</div><div>collier WSI</div>");
    room.lay(mime(&opened, "html", ALTERNATIVE, &alternative(&plain, &html)).as_bytes());
    let answer = room.work().await.remove(0);
    assert!(!answer.text.contains("may be its end"), "the HTML shows where lines end: {}", answer.text);
}

#[tokio::test]
async fn an_answer_to_a_question_that_an_earlier_mail_answered_is_none() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let at_outfitting = room.answer(ANN, &opened, "collier WSI\ndone").await.remove(0);
    let first = room.answer(ANN, &at_outfitting, "done").await.remove(0);
    let after = room.last(&table);
    for line in ["done", "1", "Done."] {
        let again = room.answer(ANN, &at_outfitting, line).await.remove(0);
        assert_eq!(room.last(&table), after, "{line}: {}", again.text);
        let says = again.text.contains("has already answered that question")
            || again.text.contains("is out of date");
        assert!(says, "{line}: {}", again.text);
    }
    // What answers the new question, and what is no answer, is carried out.
    let shown = room.answer(ANN, &at_outfitting, "log 3").await.remove(0);
    assert!(!shown.text.contains("already answered"), "{}", shown.text);
    room.answer(ANN, &first, "done").await;
    assert!(room.last(&table) > after);
}

#[tokio::test]
async fn what_was_said_in_answer_to_a_mail_is_not_done_again_by_the_next() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let loaded = room.answer(ANN, &opened, "load goeben wireless\nload goeben optics").await.remove(0);
    let undone = room.answer(ANN, &loaded, "undo").await.remove(0);
    let after = room.last(&table);
    for line in ["undo", "Undo."] {
        let again = room.answer(ANN, &loaded, line).await.remove(0);
        assert_eq!(room.last(&table), after, "{line}: {}", again.text);
        assert!(again.text.contains("in answer to the same mail"), "{line}: {}", again.text);
    }
    room.answer(ANN, &undone, "undo").await;
    assert!(room.last(&table) > after, "in answer to the next mail it is meant");
}

#[tokio::test]
async fn what_was_left_out_of_a_mail_is_named() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    for (text, says) in [
        ("show\n***\ncollier WSI", "below a line that begins a signature"),
        ("load goeben wireless at 12:30, then:\ncollier WSI", "looks like the introduction of a quote"),
        ("> collier WSI", "a sign that marks quotes"),
    ] {
        let id = room.id();
        let sent = Sent { text: text.to_owned(), ..Sent::answer(ANN, &opened, &id, "") };
        let answer = room.deliver(&sent).await.remove(0);
        assert!(answer.text.contains(says), "{text}: {}", answer.text);
        assert!(answer.text.contains("> collier WSI"), "{text}: {}", answer.text);
    }
    // A signature that is none of that, and our own mail below its introduction.
    let id = room.id();
    let sent = Sent::answer(ANN, &opened, &id, "show\n-- \nAnn\nFleet Street");
    let answer = room.deliver(&sent).await.remove(0);
    assert!(!answer.text.contains("Not read"), "{}", answer.text);
}

#[tokio::test]
async fn texts_that_are_closed_to_us_are_told_as_such() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    for (text, says) in [
        (
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\ndone\n-----BEGIN PGP SIGNATURE-----\nx",
            "is inside a PGP signature",
        ),
        ("-----BEGIN PGP MESSAGE-----\n\nhQEM\n-----END PGP MESSAGE-----", "is encrypted"),
    ] {
        let id = room.id();
        let sent = Sent { text: text.to_owned(), ..Sent::answer(ANN, &opened, &id, "") };
        let answer = room.deliver(&sent).await.remove(0);
        assert!(answer.text.contains(says), "{text}: {}", answer.text);
    }
}

#[tokio::test]
async fn what_the_senders_domain_disowns_is_not_carried_out() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let before = room.last(&table);
    room.trust_results_of("mx.club.example");
    let mut order = |results: &str| {
        let id = room.id();
        let more = format!("Authentication-Results: {results}\r\n");
        Sent { more, ..Sent::answer(ANN, &opened, &id, "collier WSI") }
    };
    let disowned =
        order("mx.club.example; dkim=fail header.d=home.example; dmarc=fail header.from=home.example");
    let by_another = order("mx.evil.example; dmarc=fail header.from=home.example");
    let answer = room.deliver(&disowned).await.remove(0);
    assert!(answer.text.contains("DMARC"), "{}", answer.text);
    assert_eq!(room.last(&table), before);
    room.deliver(&by_another).await;
    assert!(room.last(&table) > before, "others’ results are nobody’s word");
}

#[tokio::test]
async fn a_machine_that_answers_every_mail_with_its_sentence_is_answered_three_times() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let sentence = "Thank you for your mail, we have received it.";
    let mut answers = Vec::new();
    for _ in 0..6 {
        room.pass(60 * 60);
        answers.push(room.answer(ANN, &opened, sentence).await.len());
    }
    assert_eq!(answers, [1, 1, 1, 0, 0, 0]);
    assert!(!room.lies(), "they are put away");
    assert_eq!(room.answer(ANN, &opened, "show").await.len(), 1);
    assert_eq!(room.answer(ANN, &opened, sentence).await.len(), 1, "it is not for ever");
}

#[tokio::test]
async fn one_stranger_does_not_use_up_the_day_of_all() {
    let mut room = MailRoom::new();
    let mut to_robot = 0;
    for number in 0..25 {
        room.pass(60);
        let text = format!("hello {number}");
        let sent = Sent { from: "robot@x.example".into(), to: BOT.into(), text, ..Sent::default() };
        to_robot += room.deliver(&sent).await.len();
    }
    assert_eq!(to_robot, 3);
    let others = (0..19).map(|number| format!("s@x{number}.example"));
    for from in others {
        let sent = Sent { from: from.clone(), to: BOT.into(), text: "hi".into(), ..Sent::default() };
        assert_eq!(room.deliver(&sent).await.len(), 1, "{from}");
    }
}

#[tokio::test]
async fn yes_in_words_of_ones_own_is_asked_about_once() {
    let mut room = MailRoom::new();
    let (table, last) = room.duel([ANN, BOB], Lang::En).await;
    let asked = room.answer(ANN, &last[ANN], "pace 3d").await;
    let to_bob = asked.iter().find(|got| got.to == BOB).unwrap().clone();
    let before = room.last(&table);
    for line in [
        "yes",
        "Sure!",
        "I accept",
        "OK, fine with me",
        "Agreed.",
        "Yes, that is fair",
        "承知しました",
        "はい",
    ] {
        room.pass(60 * 60);
        let answer = room.answer(BOB, &to_bob, line).await.remove(0);
        assert!(answer.text.contains("Nothing is done yet. Do you agree"), "{line}: {}", answer.text);
        assert!(answer.text.contains("one line: `agree`"), "{line}: {}", answer.text);
        assert_eq!(room.last(&table), before, "{line}");
    }
}

/// A mail of Ann's to a table that answers none of ours, dated `date`, in seconds since 1970, where it has a date.
fn new_mail(room: &mut MailRoom, got: &Got, text: &str, date: Option<i64>) -> Sent {
    let dated = |at| chrono::DateTime::from_timestamp(at, 0).unwrap().to_rfc2822();
    Sent {
        from: ANN.into(),
        to: got.reply_to.clone().unwrap(),
        id: Some(room.id()),
        subject: "my move".into(),
        text: text.into(),
        more: date.map_or(String::new(), |at| format!("Date: {}\r\n", dated(at))),
        ..Sent::default()
    }
}

/// How many orders of this verb a table has.
fn orders(room: &MailRoom, table: &str, verb: &str) -> usize {
    let entries = room.store.read(table, 1).unwrap();
    entries.iter().filter(|entry| entry.kind == "OrderGiven" && entry.body["order"]["verb"] == verb).count()
}

#[tokio::test]
async fn new_mails_that_were_written_before_the_question_are_not_for_it() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    room.answer(ANN, &opened, "collier WSI").await;
    room.pass(600);
    let wrote = room.clock.now.load(std::sync::atomic::Ordering::SeqCst);
    for (line, at) in ["done", "coal goeben", "coal breslau", "Done."].into_iter().zip(wrote..) {
        let mail = new_mail(&mut room, &opened, line, Some(at));
        room.put(&mail);
    }
    room.pass(10);
    let answers = room.work().await;
    assert_eq!((orders(&room, &table, "done"), orders(&room, &table, "coal")), (1, 0));
    let refused = answers.iter().filter(|got| got.text.contains("answers none of our mails")).count();
    assert_eq!(refused, 2, "{answers:#?}");
    // One that was written since is for the question of now.
    room.pass(60);
    let mail = new_mail(&mut room, &opened, "done", Some(wrote + 60));
    room.deliver(&mail).await;
    assert_eq!(orders(&room, &table, "done"), 2);
    // The last server's clock is believed where the sender's is ahead.
    let ahead = new_mail(&mut room, &opened, "done", Some(wrote + 86_400));
    let received = format!(
        "Received: from a.example by mx.example.org; {}\r\n",
        chrono::DateTime::from_timestamp(wrote, 0).unwrap().to_rfc2822()
    );
    let ahead = Sent { more: format!("{received}{}", ahead.more), ..ahead };
    room.deliver(&ahead).await;
    assert_eq!(orders(&room, &table, "done"), 2);
}

#[tokio::test]
async fn new_mails_without_a_date_do_not_do_the_same_again() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    room.answer(ANN, &opened, "collier WSI").await;
    let mut last = None;
    for _ in 0..4 {
        let mail = new_mail(&mut room, &opened, "done", None);
        last = room.deliver(&mail).await.pop();
    }
    assert_eq!(orders(&room, &table, "done"), 1);
    let last = last.unwrap();
    assert!(last.text.contains("To do it once more, answer this mail"), "{}", last.text);
    room.answer(ANN, &last, "done").await;
    assert_eq!(orders(&room, &table, "done"), 2);
}
