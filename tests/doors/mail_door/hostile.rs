//! Mails that nobody should write. Whatever they are made of: no log changes, and what is sent goes to the address of the player
//! it concerns, or nowhere.

use std::fs;
use std::path::Path;
use wardroom::mail::reading::{ABOVE, read};

use super::{BOT, Got, MailRoom, Sent, Setting};
use crate::common::{Luck, few_and_many};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
const EVE: &str = "eve@evil.example";
/// What Ann may order, and does not.
const ORDER: &str = "collier WSI";
/// The headers of our mails: each of them once.
const HEADERS: [&str; 14] = [
    "Delivered-To",
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Auto-Submitted",
    "X-Wardroom",
    "List-Unsubscribe",
];

/// A club where Ann and Bob play, each alone, and what they were last written.
struct Siege {
    room: MailRoom,
    ann: Got,
    bob: Got,
    tables: Vec<String>,
    mails: usize,
}

impl Siege {
    /// Nobody vouches for strangers, so they are told nothing at all.
    async fn lay(plus_addresses: bool) -> Siege {
        let mut siege = Siege::of(Setting { plus_addresses, ..Setting::default() }).await;
        siege.room.vouch_for_nobody();
        siege
    }

    async fn of(setting: Setting) -> Siege {
        let mut room = MailRoom::with(setting);
        let ann = room.start(ANN, "new goeben").await.remove(0);
        let bob = room.start(BOB, "new goeben").await.remove(0);
        let tables = vec![room.table_of(ANN), room.table_of(BOB)];
        Siege { room, ann, bob, tables, mails: 0 }
    }

    fn logs(&self) -> Vec<Vec<String>> {
        assert_eq!(self.room.store.tables().unwrap().len(), self.tables.len(), "no table is opened");
        let log = |table: &String| self.room.store.read_raw(table, 1).unwrap().into_iter().map(|it| it.text);
        self.tables.iter().map(|table| log(table).collect()).collect()
    }

    /// An answer to what Ann was last written, which orders something.
    fn order(&mut self, from: &str) -> Sent {
        self.mails += 1;
        Sent::answer(from, &self.ann, &format!("h{}@x.example", self.mails), ORDER)
    }

    /// What comes of a mail that is to do nothing, once the limits of an hour are forgotten: to whom something is sent.
    async fn nothing(&mut self, what: &str, raw: &[u8]) -> Vec<Got> {
        self.room.pass(60 * 60);
        let before = self.logs();
        self.room.lay(raw);
        let came = self.room.work().await;
        assert!(came.iter().all(|got| got.raw.len() < 300_000), "{what}: a short answer");
        assert_eq!(before, self.logs(), "{what}");
        assert!(!self.room.lies(), "{what}: it is put away");
        for got in &came {
            assert!([ANN, BOB].contains(&got.to.as_str()), "{what}: {got:#?}");
            is_whole(got);
        }
        came
    }

    /// That mail does nothing, and only these are written to.
    async fn tells(&mut self, what: &str, raw: &[u8], whom: &[&str]) -> Vec<Got> {
        let came = self.nothing(what, raw).await;
        let told: Vec<&str> = came.iter().map(|got| got.to.as_str()).collect();
        assert_eq!(told, whom, "{what}: {came:#?}");
        came
    }

    /// What was to do nothing did not do so because nothing does: Ann's own order is carried out.
    async fn lift(mut self) {
        let (order, before) = (self.order(ANN), self.logs());
        let came = self.room.deliver(&order).await;
        assert!(came.len() == 1 && before != self.logs(), "{came:#?}");
    }
}

/// A mail of ours has the headers that we write, each once and to one person.
fn is_whole(got: &Got) {
    let head = got.raw.split("\r\n\r\n").next().unwrap();
    let names = head.split("\r\n").filter(|line| !line.starts_with([' ', '\t']));
    let mut names: Vec<&str> = names.map(|line| line.split_once(':').unwrap().0).collect();
    let unsubscribe_post = names.iter().position(|name| *name == "List-Unsubscribe-Post");
    unsubscribe_post.map(|at| names.remove(at));
    for name in &names {
        assert!(HEADERS.contains(name), "{name}\n{head}");
        assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}\n{head}");
    }
    for bare in got.raw.split("\r\n") {
        assert!(!bare.contains(['\r', '\n']), "{bare:?}");
    }
    assert!(head.contains(&format!("\r\nTo: {}\r\n", got.to)), "{head}");
}

/// One header instead of that of a mail.
fn with(sent: &Sent, more: &str) -> String {
    Sent { more: format!("{more}\r\n"), ..sent.clone() }.raw()
}

#[tokio::test]
async fn only_a_sender_who_is_ann_and_nobody_else_orders_with_her_token() {
    for plus_addresses in [true, false] {
        let mut siege = Siege::lay(plus_addresses).await;
        for from in [
            EVE,
            "\"ann@home.example\" <eve@evil.example>",
            "\"ann@home.example\" eve@evil.example",
            "=?utf-8?q?ann=40home.example?= <eve@evil.example>",
            "=?utf-8?q?=3Cann=40home.example=3E?= <eve@evil.example>",
            "=?utf-8?b?PGFubkBob21lLmV4YW1wbGU+?= <eve@evil.example>",
            "(ann@home.example) eve@evil.example",
            "eve@evil.example (ann@home.example)",
            "eve@evil.example (<ann@home.example>)",
            "eve@evil.example (\\) <ann@home.example>)",
            "ann@home.example, eve@evil.example",
            "eve@evil.example, ann@home.example",
            "ann@home.example, ann@home.example",
            "friends: ann@home.example, eve@evil.example;",
            "friends: ann@home.example;",
            "undisclosed-recipients:;",
            "\"ann@home.example\"@evil.example",
            "ann@home.example@evil.example",
            "ann%home.example@evil.example",
            "home.example!ann@evil.example",
            "<@home.example:eve@evil.example>",
            "ann@home.example.evil.example",
            "ann@sub.home.example",
            "ann@home.exаmple",
            "аnn@home.example",
            "ａnn@home.example",
            "ann\u{200b}@home.example",
            "ann+club@home.example",
            "a.nn@home.example",
            "ann",
            "@home.example",
            "<>",
            "",
        ] {
            let order = siege.order(from);
            let came = siege.nothing(from, order.raw().as_bytes()).await;
            assert!(
                came.iter().all(|got| got.to == ANN && got.text.contains("another address")),
                "{came:#?}"
            );
            let repeated = |got: &Got| got.raw.contains("evil.example") || got.text.contains("evil.example");
            assert!(!came.iter().any(repeated), "who it was is not repeated");
        }
        for more in [
            "Sender: ann@home.example",
            "Reply-To: ann@home.example",
            "Return-Path: <ann@home.example>",
            "Resent-From: ann@home.example",
            "X-Original-From: ann@home.example",
            "X-Folded: x\r\n From: ann@home.example",
            "Delivered-To: ann@home.example",
            "Authentication-Results: club.example; dkim=pass header.d=home.example",
        ] {
            let order = siege.order(EVE);
            siege.tells(more, with(&order, more).as_bytes(), &[ANN]).await;
        }
        for twice in ["From: ann@home.example", "FROM:ann@home.example", "From: \r\n ann@home.example"] {
            let order = siege.order(EVE);
            siege.tells(twice, with(&order, twice).as_bytes(), &[]).await;
            siege.tells(twice, format!("{twice}\r\n{}", order.raw()).as_bytes(), &[]).await;
        }
        siege.lift().await;
    }
}

#[tokio::test]
async fn a_token_that_is_not_that_of_the_sender_and_the_table_orders_nothing() {
    for plus_addresses in [true, false] {
        let mut siege = Siege::lay(plus_addresses).await;
        let (ann, bob) = (siege.ann.clone(), siege.bob.clone());
        // Where the token stands, and what stands around it.
        let place = |got: &Got| if plus_addresses { got.reply_to.clone().unwrap() } else { got.id.clone() };
        let (signs, right) = (if plus_addresses { '+' } else { '.' }, place(&ann));
        let (before, rest) = right.split_once(signs).unwrap();
        let (token, domain) = rest.split_once('@').unwrap();
        let put = |sent: Sent, place: String| match plus_addresses {
            true => Sent { to: place, ..sent },
            false => Sent { answers: Some(place), ..sent },
        };
        let mut wrong: Vec<String> = (0..token.len())
            .map(|at| {
                let other = if token[at..].starts_with('x') { "y" } else { "x" };
                format!("{}{other}{}", &token[..at], &token[at + 1..])
            })
            .collect();
        let swapped: String = token.chars().rev().collect();
        wrong.extend([&token[1..], &token[..token.len() - 1], "", "-", &swapped].map(str::to_owned));
        wrong.extend([format!("{token}a"), format!("{token}+{token}"), format!("{token}%00")]);
        for wrong in wrong {
            let order = siege.order(ANN);
            let order = put(order, format!("{before}{signs}{wrong}@{domain}"));
            let came = siege.tells(&wrong, order.raw().as_bytes(), &[ANN]).await;
            assert!(came[0].text.contains("Nothing of it was carried out"), "{came:#?}");
            assert_eq!(came[0].reply_to, ann.reply_to, "the current address");
        }
        // The token of another player, for another table.
        let order = put(siege.order(ANN), place(&bob));
        let came = siege.tells("Ann with Bob's", order.raw().as_bytes(), &[BOB, ANN]).await;
        assert!(
            came[0].text.contains("another address") && came[1].text.contains("Nothing of it"),
            "{came:#?}"
        );
        let order = siege.order(BOB);
        let came = siege.tells("Bob with Ann's", order.raw().as_bytes(), &[ANN, BOB]).await;
        assert!(
            came[0].text.contains("another address") && came[1].text.contains("Nothing of it"),
            "{came:#?}"
        );
        // In a place where it counts for nothing.
        let bare = Sent { to: BOT.into(), answers: None, ..siege.order(ANN) };
        for sent in [
            bare.clone(),
            Sent { to: format!("{before}{signs}{token}@evil.example"), ..bare.clone() },
            Sent { to: format!("\"{right}\" <{BOT}>"), ..bare.clone() },
            Sent { subject: right.clone(), ..bare.clone() },
            Sent { text: format!("{right}\n{ORDER}\n{token}"), ..bare.clone() },
            Sent { more: format!("X-To: {right}\r\n"), ..bare.clone() },
            Sent { more: format!("Reply-To: {right}\r\n"), ..bare.clone() },
        ] {
            siege.tells(&sent.raw(), sent.raw().as_bytes(), &[ANN]).await;
        }
        let order = siege.order(&format!("Ann <{right}>"));
        siege.tells("our own address as the sender", order.raw().as_bytes(), &[]).await;
        siege.lift().await;
    }
}

#[tokio::test]
async fn whatever_says_where_to_answer_is_not_heeded() {
    let mut siege = Siege::lay(true).await;
    for more in [
        "Reply-To: eve@evil.example",
        "Reply-To: ann@home.example, eve@evil.example",
        "Sender: eve@evil.example",
        "Return-Path: <eve@evil.example>",
        "Cc: eve@evil.example",
        "Bcc: eve@evil.example",
        "Mail-Followup-To: eve@evil.example",
        "Mail-Reply-To: eve@evil.example",
        "Errors-To: eve@evil.example",
        "Disposition-Notification-To: eve@evil.example",
        "Return-Receipt-To: eve@evil.example",
    ] {
        let forged = Sent { to: BOT.into(), answers: None, ..siege.order(ANN) };
        siege.tells(more, with(&forged, more).as_bytes(), &[ANN]).await;
        let look = Sent { text: "show".into(), ..siege.order(ANN) };
        siege.tells(more, with(&look, more).as_bytes(), &[ANN]).await;
    }
    siege.lift().await;
}

#[tokio::test]
async fn a_mail_of_ours_in_other_hands_does_nothing() {
    for plus_addresses in [true, false] {
        let mut siege = Siege::lay(plus_addresses).await;
        let ann = siege.ann.clone();
        let indented: String = ann.raw.lines().map(|line| format!("> {line}\r\n")).collect();
        // Forwarded: as text, as text that is marked, as a part.
        let plain =
            Sent { to: BOT.into(), answers: None, subject: "Fwd: your turn".into(), ..siege.order(EVE) };
        for text in [
            format!("{ORDER}\n\n---------- Forwarded message ---------\n{}", ann.raw),
            format!("{ORDER}\n\n{}", ann.raw),
            format!("{ORDER}\n\n{indented}"),
        ] {
            let sent = Sent { text, ..plain.clone() };
            siege.tells(&sent.text, sent.raw().as_bytes(), &[]).await;
        }
        for from in [EVE, ANN] {
            let whole = parts(
                from,
                BOT,
                "multipart/mixed",
                &[
                    format!("Content-Type: text/plain\r\n\r\n{ORDER}\r\n"),
                    format!("Content-Type: message/rfc822\r\n\r\n{}", ann.raw),
                ],
            );
            siege.tells("as a part", whole.as_bytes(), if from == ANN { &[ANN] } else { &[] }).await;
        }
        // To a third person, who answers all; resent.
        let to = format!("Ann <{ANN}>, {}", ann.reply_to.clone().unwrap_or_else(|| BOT.to_owned()));
        let all = Sent { to, ..siege.order(EVE) };
        siege.tells("answered to all", all.raw().as_bytes(), &[ANN]).await;
        let cc = format!("Cc: {}", ann.reply_to.clone().unwrap_or_else(|| BOT.to_owned()));
        let all = Sent { to: ANN.into(), ..siege.order(EVE) };
        siege.tells("copied to us", with(&all, &cc).as_bytes(), &[ANN]).await;
        let resent = format!("Resent-From: {EVE}\r\nResent-To: {BOT}\r\n{}", ann.raw);
        siege.tells("resent", resent.as_bytes(), &[]).await;
        // Ours itself, as it went out, and as if it were hers.
        siege.tells("ours", ann.raw.as_bytes(), &[]).await;
        siege.lift().await;
    }
}

#[tokio::test]
async fn an_order_that_stands_in_the_quote_alone_is_none() {
    let mut siege = Siege::lay(true).await;
    let order = siege.order(ANN);
    for text in [
        format!("> {ORDER}"),
        format!("On Monday, Wardroom <{BOT}> wrote:\n> {ORDER}"),
        format!("On Monday, Wardroom <{BOT}> wrote:\n{ORDER}"),
        format!("{ABOVE} Answer above this line.\n{ORDER}"),
        format!("-----Original Message-----\nFrom: {BOT}\nTo: {ANN}\n\n{ORDER}"),
        format!("-- \n{ORDER}"),
        format!("2026年11月23日(月) 19:00 Wardroom <{BOT}>:\n{ORDER}"),
    ] {
        let quoted = Sent { text: text.clone(), ..order.clone() };
        let quoted = Sent { id: Some(format!("q{}@x.example", text.len())), ..quoted };
        let came = siege.tells(&text, quoted.raw().as_bytes(), &[ANN]).await;
        assert!(came[0].text.contains("no line of your own"), "{came:#?}");
    }
    siege.lift().await;
}

/// A mail of several parts.
fn parts(from: &str, to: &str, kind: &str, parts: &[String]) -> String {
    let head = format!(
        "From: {from}\r\nTo: {to}\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; boundary=\"b\"\r\n\r\n"
    );
    let parts: String = parts.iter().map(|part| format!("--b\r\n{part}\r\n")).collect();
    format!("{head}{parts}--b--\r\n")
}

/// A text, so many levels down.
fn nested(kinds: &[&str], levels: usize, text: &str) -> String {
    let mut inner = format!("Content-Type: text/plain\r\n\r\n{text}\r\n");
    for level in 0..levels {
        inner = match kinds[level % kinds.len()] {
            "message/rfc822" => {
                format!("Content-Type: message/rfc822\r\n\r\nFrom: {ANN}\r\nSubject: {level}\r\n{inner}")
            }
            kind => {
                let mark = format!("l{level}");
                format!(
                    "Content-Type: {kind}; boundary=\"{mark}\"\r\n\r\n--{mark}\r\n{inner}\r\n--{mark}--\r\n"
                )
            }
        };
    }
    inner
}

/// What a mail may be made of that nobody sends: each is a head below the addresses, and a body.
fn oddities() -> Vec<(&'static str, Vec<u8>)> {
    let text = |head: &str, body: &str| format!("{head}\r\n\r\n{body}\r\n").into_bytes();
    let mut odd = vec![
        ("a hundred multiparts", nested(&["multipart/mixed"], 100, ORDER).into_bytes()),
        ("a hundred alternatives", nested(&["multipart/alternative"], 100, ORDER).into_bytes()),
        ("a hundred messages", nested(&["message/rfc822"], 100, ORDER).into_bytes()),
        (
            "both, in turns",
            nested(&["message/rfc822", "multipart/mixed", "multipart/digest"], 100, ORDER).into_bytes(),
        ),
        ("a message in it", nested(&["message/rfc822", "multipart/mixed"], 2, ORDER).into_bytes()),
        (
            "levels that never end",
            nested(&["multipart/mixed"], 100, ORDER).replace("--\r\n", "\r\n").into_bytes(),
        ),
        (
            "one boundary for all",
            nested(&["multipart/mixed"], 40, ORDER)
                .replace(char::is_numeric, "")
                .replace(ORDER, "nonsense")
                .into_bytes(),
        ),
        (
            "ten thousand parts",
            text("Content-Type: multipart/mixed; boundary=b", &"--b\r\n\r\nx\r\n".repeat(10_000)),
        ),
        ("no boundary", text("Content-Type: multipart/mixed", ORDER)),
        (
            "an empty boundary",
            text("Content-Type: multipart/mixed; boundary=\"\"", &format!("--\r\n\r\n{ORDER}")),
        ),
        ("an unknown part", text("Content-Type: x/y", ORDER)),
        ("an attachment", text("Content-Disposition: attachment; filename=a.txt", ORDER)),
        ("hidden", text("Content-Type: text/html", &format!("<style>{ORDER}</style><!-- {ORDER} -->"))),
        ("a title", text("Content-Type: text/html", &format!("<head><title>{ORDER}</title></head>"))),
        ("tags without end", text("Content-Type: text/html", &"<div><blockquote>".repeat(20_000))),
        ("a tag without end", text("Content-Type: text/html", &format!("<{}", "a=\"".repeat(50_000)))),
        ("many words", text(&format!("Subject: {}", "=?utf-8?q?a?= ".repeat(5_000)), "nonsense")),
        ("a word without end", text("Subject: =?utf-8?q?a", "nonsense")),
        ("addresses", text(&format!("Cc: {}", "a@b.example, ".repeat(4_000)), "nonsense")),
        ("ids", text(&format!("References: {}", "<a@b.example> ".repeat(4_000)), "nonsense")),
        ("headers", text("X-A: b\r\n".repeat(6_000).trim_end(), "nonsense")),
        ("a million headers", text("X:\r\n".repeat(250_000).trim_end(), "nonsense")),
        ("comments", text(&format!("Cc: {}a@b.example", "(".repeat(50_000)), "nonsense")),
        ("no text at all", text("Content-Type: text/plain", "")),
        ("nothing but breaks", text("Content-Type: text/plain", &"\r".repeat(100_000))),
        ("zeros", text("Content-Type: text/plain", &"\0".repeat(100_000))),
        ("a long word", text("Content-Type: text/plain", &"x".repeat(900_000))),
        ("many lines", text("Content-Type: text/plain", &"x\r\n".repeat(200_000))),
        ("many quotes", text("Content-Type: text/plain; format=flowed", &"> \r\n".repeat(200_000))),
    ];
    let bodies: [&[u8]; 10] = [
        b"nonsense",
        b"\xff\xfe\0n\0o",
        b"\x1b$B\x1b$B\x1b",
        b"=\r\n=3D=\r\n=zz=0",
        b"////====bm9uc2Vuc2U=",
        b"\x82\xa0\x82",
        b"+AGMAbwBsAGwAaQBlAHI-",
        b"\xc0\xaf\xed\xa0\x80\xf8\x88\x80\x80\x80",
        b"begin 644 a\r\n#86)C\r\n`\r\nend",
        b"\x8e\xff\xa4\x1b(J\x0e\x0f",
    ];
    for charset in
        ["utf-8", "utf-7", "utf-16", "us-ascii", "iso-2022-jp", "shift_jis", "x-nothing", "\"", "\0"]
    {
        for encoding in ["7bit", "base64", "quoted-printable", "x-uuencode", "8bit, base64", ""] {
            let head = format!(
                "Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
            );
            odd.extend(bodies.iter().map(|body| ("an encoding", [head.as_bytes(), body].concat())));
        }
    }
    odd
}

#[tokio::test]
async fn whatever_a_mail_is_made_of_it_is_answered_to_its_sender_or_not_at_all() {
    let mut siege = Siege::lay(true).await;
    let to = siege.ann.reply_to.clone().unwrap();
    for (number, (what, rest)) in oddities().into_iter().enumerate() {
        for from in [ANN, EVE] {
            let head = format!("From: {from}\r\nTo: {to}\r\nMessage-ID: <o{number}@x.example>\r\n");
            let came = siege.nothing(what, &[head.as_bytes(), &rest].concat()).await;
            assert!(came.iter().all(|got| got.to == ANN), "{what}: {came:#?}");
        }
    }
    siege.lift().await;
}

#[tokio::test]
async fn ten_megabytes_on_one_line_are_said_to_be_too_much_and_are_not_read() {
    let mut siege = Siege::lay(true).await;
    let to = siege.ann.reply_to.clone().unwrap();
    let great = "x".repeat(10 << 20);
    for (from, told) in [(ANN, "too great"), (EVE, "another address")] {
        let mail = format!("From: {from}\r\nTo: {to}\r\n\r\n{ORDER}\r\n\r\n{great}");
        let came = siege.tells("in the body", mail.as_bytes(), &[ANN]).await;
        assert!(came[0].text.contains(told), "{came:#?}");
        let mail = format!("From: {from}\r\nTo: {to}\r\nSubject: {great}\r\n\r\n{ORDER}\r\n");
        siege.tells("in the head", mail.as_bytes(), &[]).await;
    }
    siege.tells("nothing else", great.as_bytes(), &[]).await;
    siege.lift().await;
}

#[tokio::test]
async fn what_people_call_themselves_and_write_becomes_no_header() {
    let newline = ["\r\n", "\n", "\r", "\u{2028}", "\u{85}", "\u{b}", "\0"];
    let encoded = |c: &str| c.bytes().map(|byte| format!("={byte:02X}")).collect::<String>();
    for (number, newline) in newline.iter().enumerate() {
        let bcc = format!("{}Bcc:_eve@evil.example{}X:_y", encoded(newline), encoded(newline));
        let name = format!("=?utf-8?q?Ann{bcc}?=");
        let mut room = MailRoom::new();
        let hello =
            Sent { from: format!("{name} <{ANN}>"), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        let welcome = room.deliver(&hello).await.remove(0);
        let mut new = Sent::answer(&hello.from, &welcome, &format!("n{number}@x.example"), "new grand-fleet");
        new.text = "new grand-fleet\ninvite bob@else.example\nwho\nlist".into();
        new.subject = format!("=?utf-8?q?Re{bcc}?=");
        new.more = format!("X-Mailer: {name}\r\nReply-To: {name} <{EVE}>\r\n");
        let came = room.deliver(&new).await;
        let told: Vec<&str> = came.iter().map(|got| got.to.as_str()).collect();
        assert_eq!(told, [ANN, BOB], "{came:#?}");
        assert!(
            came[1].text.starts_with(ABOVE) && came[1].text.contains("invites you to a game"),
            "{came:#?}"
        );
        came.iter().for_each(is_whole);
        // As the sender of a mail names it, and the mails it says to answer.
        for (at, id) in [
            format!("x{newline}Bcc: eve@evil.example{newline}@y.example"),
            format!("=?utf-8?q?x{bcc}?=@y.example"),
            format!("x@y.example>{newline}Bcc: <eve@evil.example"),
            "x@y.example> <z@y.example".to_owned(),
            format!("{}@y.example", "x".repeat(2000)),
        ]
        .into_iter()
        .enumerate()
        {
            let mut show = Sent::answer(ANN, &came[0], &format!("s{number}.{at}@x.example"), "show");
            (show.id, show.answers) = (Some(id.clone()), Some(id));
            let came = room.deliver(&show).await;
            assert!(came.iter().all(|got| got.to == ANN), "{came:#?}");
            came.iter().for_each(is_whole);
        }
    }
}

/// An answer, its text decoded, with placeholders of the same length for what is random, for codes, and for what was asked for.
fn masked(got: &Got, asked: &str) -> String {
    let mask = |word: &str| "#".repeat(word.len());
    let random = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let is_random = |word: &str| word.len() >= 20 && word.bytes().all(random);
    let head = got.raw.split("\r\n\r\n").next().unwrap();
    let text = format!("{head}\n\n{}", got.text).replace(asked, &mask(asked));
    let confirmed = text.split_once("this one line: ").and_then(|(_, line)| line.lines().next());
    let code = confirmed.and_then(|line| line.split(' ').next_back());
    let text = code.map_or(text.clone(), |code| text.replace(code, &mask(code)));
    let words = text.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
    let shown = |word: &str| {
        let bare = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_random(bare) { mask(bare) + &word[bare.len()..] } else { word.to_owned() }
    };
    words.map(shown).collect()
}

/// What comes of it when this mail is the next in a club that is otherwise always the same.
async fn asked(who: &str, anyone: bool, mail: impl Fn(&Siege) -> (Sent, String)) -> Vec<String> {
    let mut siege = Siege::of(Setting { anyone, ..Setting::default() }).await;
    let (sent, about) = mail(&siege);
    let sent = Sent { from: who.to_owned(), id: Some("probe@x.example".into()), ..sent };
    let came = siege.room.deliver(&sent).await;
    came.iter().filter(|got| got.to == who).map(|got| masked(got, &about)).collect()
}

#[tokio::test]
async fn a_stranger_learns_of_no_table_and_no_player() {
    for line in ["join TABLE", "TABLE", "table TABLE", "export TABLE", "show"] {
        let mut answers = Vec::new();
        for known in [true, false] {
            let probe = |siege: &Siege| {
                let table = if known { siege.tables[0].clone() } else { "goeben-2222".to_owned() };
                let text = line.replace("TABLE", &table);
                (Sent { to: BOT.into(), text, ..Sent::default() }, table)
            };
            answers.push(asked(EVE, true, probe).await);
            // With a token made up for a player there is, and for none.
            let probe = |siege: &Siege| {
                let ann = siege.room.club.known_at("mail", ANN).unwrap().unwrap();
                let player = if known { ann } else { "p-222222222222".to_owned() };
                let token = format!("{player}-{}", "a".repeat(26));
                let to = BOT.replace('@', &format!("+{token}@"));
                (Sent { to, text: line.replace("TABLE", "goeben-2222"), ..Sent::default() }, token)
            };
            answers.push(asked(EVE, true, probe).await);
        }
        assert_eq!(answers[0].len(), 1, "{answers:#?}");
        assert!(answers.iter().all(|answer| answer == &answers[0]), "{line}: {answers:#?}");
    }
}

#[tokio::test]
async fn a_player_learns_of_no_other_table_and_no_other_address() {
    let lines =
        ["join TABLE", "join TABLE commander", "decline TABLE", "table TABLE", "export TABLE", "audit TABLE"];
    for line in lines {
        let mut answers = Vec::new();
        for known in [true, false] {
            let probe = |siege: &Siege| {
                let table = if known { siege.tables[0].clone() } else { "goeben-2222".to_owned() };
                (Sent::answer(BOB, &siege.bob, "", &line.replace("TABLE", &table)), table)
            };
            answers.push(asked(BOB, true, probe).await);
        }
        assert!(answers[0].len() == 1 && answers[0] == answers[1], "{line}: {answers:#?}");
    }
    let mut answers = Vec::new();
    for address in [ANN, "amy@home.example"] {
        let mut room = MailRoom::new();
        room.start(ANN, "list").await;
        let opened = room.start(BOB, "new grand-fleet").await.remove(0);
        let mut said = Vec::new();
        for line in ["invite ADDRESS", "pass-seat ADDRESS", "who", "list", "log", "withdraw-offer"] {
            let came = room.answer(BOB, &opened, &line.replace("ADDRESS", address)).await;
            said.extend(came.iter().filter(|got| got.to == BOB).map(|got| masked(got, address)));
        }
        answers.push(said);
    }
    assert_eq!(answers[0].len(), 6, "{answers:#?}");
    assert_eq!(answers[0], answers[1]);
}

/// Mails that people, machines and nobody write, and three that carry the token of Ann's table: one of them is hers.
fn seeds(siege: &mut Siege) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|it| it == "eml"));
    let mut seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    for from in [ANN, BOB, EVE] {
        let order = siege.order(from);
        seeds.push(Sent { text: "collier WSI\nundo\nshow".into(), ..order }.raw().into_bytes());
    }
    seeds
}

/// A mail that was damaged on its way, or sewn together from several.
fn mutated(seeds: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
    // Every other one is of those that carry a token.
    let of_ours = &seeds[seeds.len() - 3..];
    let among = if luck.below(2) == 0 { of_ours } else { seeds };
    let mut mail = luck.one_of(among).unwrap().clone();
    let at = |mail: &[u8], luck: &mut Luck| luck.below(mail.len() as u32 + 1) as usize;
    for _ in 0..=luck.below(4) {
        let here = at(&mail, luck);
        match luck.below(6) {
            0 | 1 => mail.get_mut(here).into_iter().for_each(|byte| *byte ^= 1 << luck.below(8)),
            2 => mail.truncate(here),
            3 => drop(mail.splice(here..here, [luck.below(256) as u8])),
            _ => {
                let other = luck.one_of(seeds).unwrap();
                let (from, to) = (at(other, luck), at(other, luck));
                let rest = if luck.below(2) == 0 { here } else { mail.len() };
                mail.splice(here..rest, other[from.min(to)..from.max(to)].iter().copied());
            }
        }
    }
    mail
}

/// However a mail is damaged: nothing panics, and what it orders is carried out only if it is from Ann with her token.
fn damaged(mails: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (seed, mut siege) = (7, Siege::lay(true).await);
        println!("seed {seed}");
        let (mut luck, mut orders) = (Luck::of(seed), 0);
        let (seeds, token) = (seeds(&mut siege), siege.ann.reply_to.clone().unwrap());
        for _ in 0..mails {
            let mail = mutated(&seeds, &mut luck);
            let is_hers = read(&mail).is_ok_and(|mail| mail.from.address == ANN && mail.to.contains(&token));
            let before = siege.logs();
            siege.room.pass(60 * 60);
            siege.room.lay(&mail);
            let came = siege.room.work().await;
            let shown = String::from_utf8_lossy(&mail);
            assert!(!siege.room.lies(), "it is put away: {shown}");
            assert!(is_hers || before == siege.logs(), "{shown}");
            assert!(came.iter().all(|got| [ANN, BOB].contains(&got.to.as_str())), "{came:#?}\n{shown}");
            came.iter().for_each(is_whole);
            orders += usize::from(before != siege.logs());
        }
        assert!(orders > 0, "a mail that is hers is carried out");
    });
}

few_and_many! {
    damaged: 300, 1_500;
}
