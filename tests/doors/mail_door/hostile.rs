//! Mails that nobody should write. Whatever they are made of: no log changes, and what is sent goes to the address of the player
//! it concerns, or nowhere.

mod curious;
mod forms;

use wardroom::mail::reading::ABOVE;

use super::{BOT, Got, MailRoom, Sent, Setting};

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

/// A mail of several parts.
fn parts(from: &str, to: &str, kind: &str, parts: &[String]) -> String {
    let head = format!(
        "From: {from}\r\nTo: {to}\r\nMIME-Version: 1.0\r\nContent-Type: {kind}; boundary=\"b\"\r\n\r\n"
    );
    let parts: String = parts.iter().map(|part| format!("--b\r\n{part}\r\n")).collect();
    format!("{head}{parts}--b--\r\n")
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
            assert!(came[0].text.contains("Nothing in it was carried out"), "{came:#?}");
            assert_eq!(came[0].reply_to, ann.reply_to, "the current address");
        }
        // The token of another player, for another table.
        let order = put(siege.order(ANN), place(&bob));
        let came = siege.tells("Ann with Bob's", order.raw().as_bytes(), &[BOB, ANN]).await;
        assert!(
            came[0].text.contains("another address") && came[1].text.contains("Nothing in it"),
            "{came:#?}"
        );
        let order = siege.order(BOB);
        let came = siege.tells("Bob with Ann's", order.raw().as_bytes(), &[ANN, BOB]).await;
        assert!(
            came[0].text.contains("another address") && came[1].text.contains("Nothing in it"),
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
        format!("{ABOVE} Write your answer above this line.\n{ORDER}"),
        format!("-----Original Message-----\nFrom: {BOT}\nTo: {ANN}\n\n{ORDER}"),
        format!("-- \n{ORDER}"),
        format!("2026年11月23日(月) 19:00 Wardroom <{BOT}>:\n{ORDER}"),
    ] {
        let quoted = Sent { text: text.clone(), ..order.clone() };
        let quoted = Sent { id: Some(format!("q{}@x.example", text.len())), ..quoted };
        // After three of them there is no answer for a day.
        siege.room.pass(24 * 60 * 60);
        let came = siege.tells(&text, quoted.raw().as_bytes(), &[ANN]).await;
        assert!(came[0].text.contains("no line of your own"), "{came:#?}");
    }
    siege.lift().await;
}
