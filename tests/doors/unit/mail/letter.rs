//! Mails as they go out: headers, text, HTML, pictures, files.

use mail_parser::MessageParser;
use wardroom::club::picture::Picture;
use wardroom::door::mail::letter::{Body, Envelope, MailLetter, PICTURE_BYTES, PieceStyle};
use wardroom::door::mail::tap::Tap;
use wardroom::report::Weight;

fn letter() -> MailLetter {
    let mut body = Body::default();
    body.put(PieceStyle::Written, "move dory A");
    body.put(PieceStyle::Heading, "Day 1 & <b>night</b>");
    body.put(PieceStyle::Dice, "1 die: 6");
    body.put(PieceStyle::Plain, "A  B\u{1b}[2K");
    let answers = Some("x@example.org".to_owned());
    MailLetter {
        id: "abc".into(),
        table: None,
        subject: "S".into(),
        body,
        answers,
        export: None,
        drawn: None,
        told_to: None,
    }
}

fn envelope<'a>(file: Option<(String, Vec<u8>)>) -> Envelope<'a> {
    Envelope {
        from: "bot@example.org",
        sender: "Goeben, 1914 (Wardroom)",
        to: "ann@example.org",
        reply_to: Some("bot+p-abc@example.org"),
        message_id: "abc@example.org",
        thread: "root@example.org",
        one_click: None,
        now: 1_700_000_000,
        above: "above",
        footer: "below",
        picture: None,
        file,
    }
}

#[test]
fn a_mail_has_its_words_twice_and_its_headers_once() {
    let sent = String::from_utf8(letter().message(envelope(None)).unwrap()).unwrap();
    let head = sent.split("\r\n\r\n").next().unwrap();
    for header in [
        "From: =?utf-8?b?R29lYmVuLCAxOTE0IChXYXJkcm9vbSk=?= <bot@example.org>",
        "To: ann@example.org",
        "Reply-To: bot+p-abc@example.org",
        "Subject: S",
        "Date: Tue, 14 Nov 2023 22:13:20 +0000",
        "Message-ID: <abc@example.org>",
        "In-Reply-To: <x@example.org>",
        "References: <root@example.org> <x@example.org>",
        "Auto-Submitted: auto-replied",
        "X-Wardroom: bot@example.org",
    ] {
        assert_eq!(head.lines().filter(|line| *line == header).count(), 1, "{header}\n{head}");
    }
    assert!(!head.contains("List-Unsubscribe"), "an answer is no list's");
    assert_eq!(sent, String::from_utf8(letter().message(envelope(None)).unwrap()).unwrap(), "the same again");
}

#[test]
fn one_that_nobody_wrote_for_can_be_stopped_and_begins_the_thread() {
    let letter = MailLetter { answers: None, ..letter() };
    let sent = String::from_utf8(letter.message(envelope(None)).unwrap()).unwrap();
    let unsubscribe = "List-Unsubscribe: <mailto:bot+p-abc@example.org?subject=stop>\r\n";
    assert!(sent.contains(unsubscribe) && sent.contains("Auto-Submitted: auto-generated\r\n"), "{sent}");
    assert!(sent.contains("References: <root@example.org>\r\n") && !sent.contains("In-Reply-To"), "{sent}");
}

/// The text and the HTML of a letter.
fn bodies(letter: &MailLetter) -> (String, String) {
    let sent = letter.message(envelope(None)).unwrap();
    let mail = MessageParser::default().parse(&sent).unwrap();
    let [text, html] = [mail.body_text(0), mail.body_html(0)].map(|body| body.unwrap().replace("\r\n", "\n"));
    (text, html)
}

#[test]
fn words_cannot_steer_a_program_nor_be_taken_for_markup() {
    let letter = letter();
    assert_eq!(letter.body.text(), "> move dory A\n\nDay 1 & <b>night</b>\n  1 die: 6\nA  B\u{fffd}[2K\n");
    let (_, html) = bodies(&letter);
    assert!(html.contains(">Day 1 &amp; &lt;b&gt;night&lt;/b&gt;</h3>"), "{html}");
    assert!(html.contains("A  B\u{fffd}[2K"), "{html}");
}

#[test]
fn a_link_holds_the_order_in_words_the_question_and_the_token_in_the_address_alone() {
    let mut body = Body::default();
    let tap = Tap::of("移動 A & <B>").answering(Some(41));
    body.choice(1, "1. 移動 A & <B> – moves".to_owned(), "moves <there> with `this`".to_owned(), tap);
    let letter = MailLetter { body, subject: "Day 1, \"x\"".into(), ..letter() };
    let (text, html) = bodies(&letter);
    assert!(text.contains("1. 移動 A & <B> – moves"), "{text}");
    let link = "href=\"mailto:bot%2Bp-abc@example.org?subject=Day%201%2C%20%22x%22%20%5B%2341%5D&amp;\
                body=%E7%A7%BB%E5%8B%95%20A%20%26%20%3CB%3E%0D%0A\"";
    assert!(html.contains(link), "{html}");
    assert!(
        html.contains(">1. 移動 A &amp; &lt;B&gt;</a> moves &lt;there&gt; with <code>this</code>"),
        "{html}"
    );
}

#[test]
fn lines_in_columns_are_one_block_and_prose_beside_them_is_none() {
    let line = |text: &str| (Weight::Plain, text.to_owned());
    let mut body = Body::default();
    body.weighted(vec![
        line("The ships."),
        line("     VEN"),
        line("LIO"),
        line("  A   B"),
        line("A sentence of its own."),
    ]);
    let (text, html) = bodies(&MailLetter { body, ..letter() });
    assert!(text.contains("     VEN\nLIO\n  A   B\nA sentence"), "{text}");
    assert!(html.contains(">     VEN\nLIO\n  A   B</pre>"), "{html}");
    assert_eq!(html.matches("<pre").count(), 1, "{html}");
}

/// An answer that an earlier version of the program stored is sent as it was.
#[test]
fn letters_that_are_stored_are_read() {
    let old =
        r#"{"id":"a","table":null,"subject":"S","body":[["heading","H"],["plain","B"]],"answers":null}"#;
    let letter: MailLetter = serde_json::from_str(old).unwrap();
    assert_eq!(letter.body.text(), "H\nB\n");
    let mut body = Body::default();
    body.links(vec![Tap::of("agree").answering(Some(3))]);
    let stored = MailLetter { body, ..letter };
    let text = serde_json::to_string(&stored).unwrap();
    assert_eq!(serde_json::from_str::<MailLetter>(&text).unwrap(), stored);
}

#[test]
fn an_id_from_outside_adds_no_header() {
    let wrong = ["a@b\r\nBcc: x@y", "a@b>, <c@d", "no-at-sign", "é@b"];
    for id in wrong {
        let letter = MailLetter { answers: Some(id.to_owned()), ..letter() };
        let sent = String::from_utf8(letter.message(envelope(None)).unwrap()).unwrap();
        assert!(!sent.contains("In-Reply-To") && !sent.contains("Bcc"), "{sent}");
    }
}

#[test]
fn a_picture_stands_in_the_html_with_its_words_and_a_large_one_is_left_out() {
    let alternative = "Breslau \"at\" <MES>.".to_owned();
    let mut picture =
        Picture { name: "p.png".into(), png: vec![7; 90], alternative, position: String::new() };
    let sent = |picture: &Picture| {
        let envelope = Envelope { picture: Some(picture), ..envelope(None) };
        String::from_utf8(letter().message(envelope).unwrap()).unwrap()
    };
    let with = sent(&picture);
    assert_eq!(with, sent(&picture), "the same again");
    for part in [
        "multipart/alternative;",
        "multipart/related;",
        "Content-ID: <abc.map>\r\n",
        "Content-Disposition: inline; filename=\"p.png\"\r\nContent-Type: image/png",
        "cid:abc.map",
    ] {
        assert!(with.contains(part), "{part}: {with}");
    }
    let plain =
        |sent: &str| sent.split("text/plain").nth(1).unwrap().split("--=_abc").next().map(str::to_owned);
    picture.png = vec![7; PICTURE_BYTES + 1];
    let without = sent(&picture);
    assert!(!without.contains("image/png") && !without.contains("cid:"), "{without}");
    assert_eq!(plain(&with), plain(&without), "the text is whole without it");
}

#[test]
fn a_file_goes_along() {
    let sent = letter().message(envelope(Some(("t.jsonl".into(), b"{}".to_vec())))).unwrap();
    let sent = String::from_utf8(sent).unwrap();
    assert!(sent.contains("filename=\"t.jsonl\""), "{sent}");
}
