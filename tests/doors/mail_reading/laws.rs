//! What holds of every mail: nothing makes the reader panic, and what is only quoted is never taken for an order.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;
use wardroom::mail::reading::{ABOVE, Incoming, MAX_BYTES, Unreadable, read};

use super::lines;

/// A word that stands in quotes alone.
const SECRET: &str = "resign";
const HEAD: &str = "From: Anna <anna@players.example>\nMIME-Version: 1.0\n";

/// How a program quotes.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// Each line with a mark.
    Marked(&'static str),
    /// All of it below this line, without marks.
    Below(&'static str),
    /// In HTML, between these.
    Html(&'static str, &'static str),
}

const INTRODUCTIONS: [&str; 9] = [
    "",
    "On Mon, 23 Nov 2026 at 10:00, Wardroom <bot@wardroom.example> wrote:",
    "On Mon, Nov 23, 2026 at 10:00 AM Wardroom with a long name\n<bot@wardroom.example> wrote:",
    "Am 23.11.26 um 10:00 schrieb Wardroom:",
    "2026年11月23日(月) 19:00 Wardroom <bot@wardroom.example>:",
    "2026/11/23 19:00、Wardroom <bot@wardroom.example>のメール:",
    "Wardroom さんは書きました：",
    "2026年11月23日(月) 19:00 Wardroom <bot@wardroom.example> のメール。",
    "Wardroom さんが書きました。",
];
const STYLES: [Style; 24] = [
    Style::Marked(">"),
    Style::Marked("> "),
    Style::Marked(">> "),
    Style::Marked(" > "),
    Style::Marked("＞"),
    Style::Marked("| "),
    Style::Marked("WR> "),
    Style::Below(ABOVE),
    Style::Below("##-^^^-##"),
    Style::Below("[cid:logo] ##- ^ ^ ^ -## Wardroom"),
    Style::Below("-----Original Message-----"),
    Style::Below("‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐"),
    Style::Below("-------- Original message --------\nFrom: Wardroom <bot@wardroom.example>"),
    Style::Below("-----元のメッセージ-----"),
    Style::Below("Begin forwarded message:"),
    Style::Below("---------- Forwarded message ---------"),
    Style::Below("________________________________\nFrom: Wardroom"),
    Style::Below("From: Wardroom <bot@wardroom.example>\nSent: Monday\nTo: Anna\nSubject: Your turn"),
    Style::Below("差出人: Wardroom\n送信日時: 2026年11月23日 19:00\n宛先: Anna"),
    Style::Below("De : Wardroom\nEnvoyé : lundi\nÀ : anna@players.example\nObjet : Votre tour"),
    Style::Html("<blockquote type=cite>", "</blockquote>"),
    Style::Html("<div class=\"gmail_quote\"><div class=gmail_attr>wrote:</div>", "</div>"),
    Style::Html("<hr><div id='divRplyFwdMsg'>From: Wardroom</div><div>", "</div>"),
    Style::Html("<div id=x_yahoo_quoted_12 style=''>", "</div>"),
];

fn body(own: &[String], quoted: &[String], style: Style, introduction: &str, below: &[String]) -> String {
    match style {
        Style::Marked(mark) => {
            let quote: Vec<String> = quoted.iter().map(|line| format!("{mark}{line}")).collect();
            [
                own.join("\n"),
                String::new(),
                introduction.to_owned(),
                quote.join("\n"),
                String::new(),
                below.join("\n"),
            ]
            .join("\n")
        }
        Style::Below(line) => [&own.join("\n"), "", line, &quoted.join("\n"), &below.join("\n")].join("\n"),
        Style::Html(open, close) => {
            let lines = |lines: &[String]| {
                lines.iter().map(|line| format!("<div>{line}</div>\n")).collect::<String>()
            };
            format!("<html><body>{}{open}{}{close}</body></html>", lines(own), lines(quoted))
        }
    }
}

fn mail(style: Style, body: &str, base64: bool, crlf: bool) -> Vec<u8> {
    let kind = if matches!(style, Style::Html(..)) { "html" } else { "plain" };
    let (encoding, body) = if base64 { ("base64", STANDARD.encode(body)) } else { ("8bit", body.to_owned()) };
    let text = format!(
        "{HEAD}Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n{body}"
    );
    if crlf { text.replace('\n', "\r\n").into_bytes() } else { text.into_bytes() }
}

fn own_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "(move|load|search) [a-z]{2,8}( [a-z]{2,8}){0,3}",
        "[0-9]{1,2}",
        "(移動|了|探索)( [ァ-ン]{2,6}){0,2}",
        Just("Done".to_owned()),
    ]
}

fn quoted_line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(SECRET.to_owned()),
        "resign yes",
        "[1-9]\\. resign [a-z ]{0,20}",
        "[A-Z][a-z]{1,8}: resign",
        Just(String::new()),
        "(>|On |--|From: )?resign[ :]{0,2}",
    ]
}

/// A mail made of what programs write, with what breaks it.
fn soup() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&'static [u8]> = vec![
        b"From: a@b.example\n",
        b"From: \"",
        b"\n",
        b"\r\n",
        b"\n\n",
        b" ",
        b"=?utf-8?b?",
        b"=?iso-2022-jp?q?=1B$B",
        b"?=",
        b"Content-Type: multipart/mixed; boundary=x\n\n",
        b"--x\n",
        b"--x--\n",
        b"--x",
        b"Content-Type: message/rfc822\n\n",
        b"Content-Type: text/html\n\n",
        b"Content-Transfer-Encoding: base64\n",
        b"Content-Transfer-Encoding: quoted-printable\n",
        b"Content-Type: multipart/report; boundary=x\n",
        b"Content-Type: message/delivery-status\n\n",
        b"Final-Recipient: rfc822;",
        b"a@b.example",
        b"Action: failed\n",
        b"<div hidden",
        b"<blockquote>",
        b"</",
        b"<!--",
        b"<a href='",
        b"&amp",
        b"&#x110000;",
        b"=3D",
        b"=",
        b"\x00",
        b"\xff\xfe",
        b"\x1b$B",
        b"\x82\xa0",
        b">",
        b"> ",
        b"-- \n",
        b"On 10:00 a@b wrote:\n",
        b"format=flowed",
        b"(((((",
        b")",
        b"<",
        b";",
        b":",
        b",",
        b"To: ",
        b"Message-ID: <",
        b"Return-Path: <>\n",
        b"\xe3\x81",
        b"AAAA",
        b"Content-Type: text/plain; charset=iso-2022-jp; format=flowed; delsp=yes\n",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nothing_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), soup in soup(), at in any::<prop::sample::Index>()) {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
        let mut mails: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        mails.sort();
        let mut mail = std::fs::read(&mails[at.index(mails.len())]).unwrap();
        let cut = at.index(mail.len());
        mail.splice(cut.., soup.iter().chain(&bytes).copied());
        for raw in [bytes, soup.clone(), [HEAD.as_bytes(), &soup].concat(), mail] {
            prop_assert_eq!(read(&raw), read(&raw));
        }
    }

    #[test]
    fn what_is_only_quoted_is_never_an_order(
        own in prop::collection::vec(own_line(), 1..5),
        quoted in prop::collection::vec(quoted_line(), 1..8),
        below in prop::collection::vec(own_line(), 0..3),
        style in prop::sample::select(&STYLES[..]),
        introduction in prop::sample::select(&INTRODUCTIONS[..]),
        base64 in any::<bool>(),
        crlf in any::<bool>(),
    ) {
        let mail = read(&mail(style, &body(&own, &quoted, style, introduction, &below), base64, crlf)).unwrap();
        let (written, doubtful) = lines(&mail);
        prop_assert_eq!(doubtful, Vec::<String>::new());
        let answered = if matches!(style, Style::Marked(_)) { [own, below].concat() } else { own };
        prop_assert_eq!(written, answered);
    }

    /// A quoted line that a program broke, and marked on its first line alone.
    #[test]
    fn the_end_of_a_broken_quote_is_never_an_order(
        words in prop::collection::vec("[a-z]{1,8}", 40..50),
        width in 70..80_usize,
        tail in prop::collection::vec(quoted_line(), 1..4),
        mark in prop::sample::select(&["> ", ">", "| "][..]),
    ) {
        let mut quote = mark.to_owned();
        for word in words {
            if quote.len() + word.len() >= width {
                break;
            }
            quote = quote + " " + &word;
        }
        let tail: Vec<String> = tail.into_iter().filter(|line| !line.is_empty() && !line.starts_with('>')).collect();
        let text = format!("done\n\n{quote}\n{}\n\nundo", tail.join("\n"));
        let mail = read(&mail(Style::Marked(mark), &text, false, false)).unwrap();
        let (written, _) = lines(&mail);
        prop_assert!(written.iter().all(|line| !line.contains(SECRET)), "{:?}", written);
    }
}

/// Whatever is repeated: none takes longer than its length explains, so that this test ends.
#[test]
fn great_mails_are_read() {
    const GREAT: usize = MAX_BYTES / 8;
    let filled = |head: &str, piece: &str| -> Result<Incoming, Unreadable> {
        let mut raw = format!("{HEAD}{head}").into_bytes();
        while raw.len() + piece.len() <= GREAT {
            raw.extend_from_slice(piece.as_bytes());
        }
        read(&raw)
    };
    let html = "Content-Type: text/html\n\n";
    for piece in [
        "<div>",
        "<div hidden>",
        "<blockquote>",
        "</blockquote>",
        "<a href=\"",
        "<",
        "&",
        "&#",
        "<!--",
        "</p",
        "<p ",
        "<p a=b ",
        "<script>",
        "<pre>\n",
        "a ",
        "ああ",
    ] {
        assert!(filled(html, piece).is_ok(), "{piece}");
    }
    for piece in [
        "a",
        ">",
        "> a\n",
        "\n",
        " \n",
        "a:\n",
        "On 10:00\n",
        "a b \n",
        "On a@b wrote:\n\n\n",
        "-",
        "\u{1b}$B",
        "From: x\n",
    ] {
        assert!(filled("\n", piece).is_ok(), "{piece}");
        assert!(filled("Content-Type: text/plain; format=flowed\n\n", piece).is_ok(), "{piece}");
        assert!(filled("Content-Transfer-Encoding: quoted-printable\n\n", piece).is_ok(), "{piece}");
    }
    for piece in [
        "--x\n",
        "--x\nContent-Type: multipart/mixed; boundary=x\n\n",
        "--x\nContent-Type: message/rfc822\n\n",
    ] {
        assert!(filled("Content-Type: multipart/mixed; boundary=x\n\n", piece).is_ok(), "{piece}");
    }
    let nested: String =
        (0..15_000).map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n")).collect();
    assert!(read(format!("{HEAD}{nested}").as_bytes()).is_ok());
    for piece in ["To: a@b.example\n", "Subject: =?utf-8?q?", "=?a?q?", "x:", "(", " <a@b.example>,\n"] {
        assert_eq!(filled("Subject: ", piece), Err(Unreadable::Head), "{piece}");
    }
    let laborious = format!("{HEAD}Subject: {}\n\ndone", "=?utf-8?q?".repeat(2000));
    assert_eq!(read(laborious.as_bytes()), Err(Unreadable::Head));
    assert_eq!(read(&vec![b'a'; MAX_BYTES + 1]), Err(Unreadable::TooGreat(MAX_BYTES + 1)));
}
