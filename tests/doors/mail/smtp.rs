//! A mail server that answers as a test tells it.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use wardroom::config::mail::{Proof, Security};
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::mail::transport::trouble::{MailTrouble, TroubleKind};

use super::scripted::*;

const HELLO: &str = "220 here ESMTP\r\n";
const CAN: &[&str] = &["AUTH PLAIN LOGIN XOAUTH2", "8BITMIME"];
const MAIL: &[u8] = b"Subject: one\r\n\r\nyour move\r\n.\r\n..two\r\n";

fn password() -> Proof {
    Proof::Password("mellon".into())
}

fn out(server: &Scripted, security: Security, proof: Proof) -> Outgoing {
    Outgoing::Smtp(Smtp::new(server.server(security, proof), "bot@game.test").unwrap())
}

async fn send(server: &Scripted) -> Result<(), MailTrouble> {
    out(server, Security::Plain, password()).send("anna@players.test", MAIL).await
}

#[tokio::test]
async fn a_mail_is_handed_over_whole_with_our_address_behind_it() {
    let server = Scripted::start(vec![(HELLO, smtp(CAN, |_| None))]);
    send(&server).await.unwrap();
    let heard = server.heard();
    assert!(heard[0].starts_with("EHLO game.test"), "{heard:?}");
    assert!(heard[1].starts_with("AUTH PLAIN "), "{heard:?}");
    let rest = [
        "MAIL FROM:<bot@game.test>",
        "RCPT TO:<anna@players.test>",
        "DATA",
        "Subject: one",
        "",
        "your move",
        "..",
        "...two",
        ".",
    ];
    assert_eq!(heard[2..11].iter().map(|line| line.trim_end()).collect::<Vec<_>>(), rest);
}

#[tokio::test]
async fn an_address_with_dots_in_odd_places_is_quoted_on_the_envelope() {
    let server = Scripted::start(vec![(HELLO, smtp(CAN, |_| None))]);
    let out = out(&server, Security::Plain, password());
    out.send("ken..tanaka.@docomo.test", MAIL).await.unwrap();
    let heard = server.heard();
    assert!(
        heard.iter().any(|line| line.trim_end() == "RCPT TO:<\"ken..tanaka.\"@docomo.test>"),
        "{heard:?}"
    );
    let trouble = out.send("ken tanaka@docomo.test>", MAIL).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Address);
}

/// Whose the trouble is, and whether it passes, by what was asked and what was answered.
#[tokio::test]
async fn refusals_are_told_apart() {
    use TroubleKind::*;
    let cases: &[(&'static str, &'static str, TroubleKind)] = &[
        ("EHLO", "554 5.7.1 go away", Account),
        ("EHLO", "421 4.3.2 restarting", Later),
        ("AUTH", "535 5.7.8 bot and mellon do not fit", Account),
        ("AUTH", "454 4.7.0 later", Later),
        ("MAIL", "550 5.7.1 not from there", Account),
        ("MAIL", "530 5.7.0 sign on first", Account),
        ("MAIL", "451 4.7.1 too fast", Later),
        ("RCPT", "550 5.1.1 no such person", Address),
        ("RCPT", "553 what a name", Address),
        ("RCPT", "450 4.2.0 greylisted", Later),
        ("RCPT", "451 4.7.500 busy", Later),
        ("RCPT", "552 5.2.2 mailbox is full", Full),
        ("RCPT", "550 5.2.2 mailbox is full", Full),
        ("RCPT", "452 4.2.2 mailbox is full", Full),
        ("RCPT", "552 mailbox is full", Full),
        ("RCPT", "552 5.3.4 too great", Address),
        ("RCPT", "421 4.7.0 too many", Later),
        ("DATA", "554 5.5.1 no", Message),
        (".", "552 5.3.4 too great", Message),
        (".", "550 5.7.1 spam", Message),
        (".", "451 4.3.0 later", Later),
        (".", "452 4.3.1 no room", Later),
        (".", "hang up", Line),
        ("RCPT", "hang up", Line),
        ("RCPT", "what do you mean", Strange),
    ];
    for (step, answer, kind) in cases {
        let says = move |line: &str| (line.split(' ').next() == Some(step)).then_some(*answer);
        let server = Scripted::start(vec![(HELLO, smtp(CAN, says))]);
        let trouble = send(&server).await.unwrap_err();
        let said = trouble.to_string();
        assert_eq!(trouble.kind, *kind, "{step} {answer}: {said}");
        assert_eq!(kind.is_permanent(), matches!(kind, Address | Message));
        assert!(!said.contains("mellon") && !said.contains('\n'), "{said}");
        let words = answer.split_once(' ').map_or("", |(_, words)| words);
        let is_quoted = !matches!(kind, Line | Strange) && *step != "AUTH";
        assert!(!is_quoted || said.contains(words), "{said} lacks {words}");
    }
}

#[tokio::test]
async fn nothing_is_sent_where_starttls_is_not_offered() {
    let refuses = |line: &str| (line == "STARTTLS").then_some("502 5.5.1 unknown");
    let server = Scripted::start(vec![(HELLO, smtp(CAN, |_| None)), (HELLO, smtp(&["STARTTLS"], refuses))]);
    for _ in 0..2 {
        let trouble =
            out(&server, Security::Starttls, password()).send("anna@players.test", MAIL).await.unwrap_err();
        assert_eq!(trouble.kind, TroubleKind::Security, "{trouble}");
    }
    let heard = server.heard();
    assert!(
        heard.iter().all(|line| ["EHLO game.test", "STARTTLS", "QUIT"].contains(&line.as_str())),
        "{heard:?}"
    );
}

#[tokio::test]
async fn a_token_is_shown_in_place_of_a_password() {
    let proof = || Proof::Command(["echo", "token.1"].map(str::to_owned).to_vec());
    let refuses = |line: &str| line.starts_with("AUTH").then_some("334 eyJzdGF0dXMiOiI0MDEifQ==");
    let server = Scripted::start(vec![
        (HELLO, smtp(CAN, |_| None)),
        (HELLO, smtp(CAN, refuses)),
        (HELLO, smtp(&[], |_| None)),
    ]);
    out(&server, Security::Plain, proof()).send("anna@players.test", MAIL).await.unwrap();
    assert_eq!(server.heard()[1], "AUTH XOAUTH2 dXNlcj1ib3QBYXV0aD1CZWFyZXIgdG9rZW4uMQEB");
    for _ in 0..2 {
        let out = out(&server, Security::Plain, proof());
        let trouble = out.send("anna@players.test", MAIL).await.unwrap_err();
        assert_eq!(trouble.kind, TroubleKind::Account, "{trouble}");
    }
}

fn count(server: &Scripted, part: &str) -> usize {
    server.heard().iter().filter(|line| line.contains(part)).count()
}

/// A connection costs more round trips than a mail does.
#[tokio::test]
async fn a_connection_is_kept_for_the_next_mail_and_ended_in_the_end() {
    let server = Scripted::start(vec![(HELLO, smtp(CAN, |_| None))]);
    let out = out(&server, Security::Plain, password());
    for to in ["anna@players.test", "ben@players.test", "cleo@players.test"] {
        out.send(to, MAIL).await.unwrap();
    }
    out.tidy(false).await;
    let of = |part| count(&server, part);
    assert_eq!([of("EHLO"), of("AUTH"), of("RCPT"), of("QUIT")], [1, 1, 3, 0], "{:?}", server.heard());
    out.tidy(true).await;
    assert_eq!(of("QUIT"), 1, "{:?}", server.heard());
}

/// Servers hang up on connections that they have had for a while, with a word or without one.
#[tokio::test]
async fn a_mail_goes_over_a_new_connection_where_the_kept_one_is_over() {
    for goodbye in ["hang up", "421 4.4.2 idle for too long"] {
        let mut mails = 0;
        let over = move |line: &str| {
            mails += u32::from(line.starts_with("MAIL"));
            (line.starts_with("MAIL") && mails == 2).then_some(goodbye)
        };
        let server = Scripted::start(vec![(HELLO, smtp(CAN, over)), (HELLO, smtp(CAN, |_| None))]);
        let out = out(&server, Security::Plain, password());
        for to in ["anna@players.test", "ben@players.test"] {
            out.send(to, MAIL).await.unwrap();
        }
        assert_eq!([count(&server, "EHLO"), count(&server, "RCPT")], [2, 2], "{:?}", server.heard());
    }
    // A server that does that at once is busy.
    let busy = |line: &str| line.starts_with("MAIL").then_some("421 4.7.0 too many");
    let server = Scripted::start(vec![(HELLO, smtp(CAN, busy))]);
    assert_eq!(send(&server).await.unwrap_err().kind, TroubleKind::Later);
}

/// A server that takes its time with one address, until the sender is dropped.
fn slow_with_anna() -> (Sender<()>, Answer) {
    let (release, held) = channel::<()>();
    let slow = move |line: &str| {
        if line.contains("<anna@") {
            let _ = held.recv();
        }
        None
    };
    (release, smtp(CAN, slow))
}

/// Waits until a server has heard this.
async fn heard(server: &Scripted, part: &str) {
    while count(server, part) == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_address_with_which_a_server_is_slow_delays_no_other() {
    let (release, slow) = slow_with_anna();
    let server = Scripted::start(vec![(HELLO, slow), (HELLO, smtp(CAN, |_| None))]);
    let out = Arc::new(out(&server, Security::Plain, password()));
    let sender = out.clone();
    let to_anna = tokio::spawn(async move { sender.send("anna@players.test", MAIL).await });
    heard(&server, "<anna@").await;
    for to in ["ben@players.test", "cleo@players.test"] {
        out.send(to, MAIL).await.unwrap();
    }
    assert!(!to_anna.is_finished());
    drop(release);
    to_anna.await.unwrap().unwrap();
    assert_eq!(count(&server, "EHLO"), 2, "one more, and no further one: {:?}", server.heard());
}

#[tokio::test]
async fn a_server_that_wants_no_second_connection_gets_the_mails_over_the_first() {
    let (release, slow) = slow_with_anna();
    let server = Scripted::start(vec![(HELLO, slow)]);
    let out = Arc::new(out(&server, Security::Plain, password()));
    let to = |address: &'static str| {
        let sender = out.clone();
        tokio::spawn(async move { sender.send(address, MAIL).await })
    };
    let to_anna = to("anna@players.test");
    heard(&server, "<anna@").await;
    let to_ben = to("ben@players.test");
    // Longer than a connection that is refused takes.
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    drop(release);
    to_anna.await.unwrap().unwrap();
    to_ben.await.unwrap().unwrap();
    assert_eq!([count(&server, "EHLO"), count(&server, "RCPT")], [1, 2], "{:?}", server.heard());
}

#[tokio::test]
async fn whether_mails_can_be_sent_is_found_out_without_one() {
    let refuses = |line: &str| line.starts_with("AUTH").then_some("535 5.7.8 no");
    let server = Scripted::start(vec![(HELLO, smtp(CAN, |_| None)), (HELLO, smtp(CAN, refuses))]);
    let works = out(&server, Security::Plain, password());
    works.check().await.unwrap();
    works.send("anna@players.test", MAIL).await.unwrap();
    let trouble = out(&server, Security::Plain, password()).check().await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Account, "{trouble}");
    assert_eq!([count(&server, "EHLO"), count(&server, "MAIL FROM")], [2, 1], "{:?}", server.heard());
}

#[tokio::test]
async fn what_is_no_address_reaches_no_server() {
    let server = Scripted::start(vec![]);
    let out = out(&server, Security::Plain, password());
    for to in ["anna", "anna@players.test>\r\nRCPT TO:<ben@players.test", "@", ""] {
        let trouble = out.send(to, MAIL).await.unwrap_err();
        assert_eq!(trouble.kind, TroubleKind::Address, "{to}");
    }
    assert_eq!(server.heard(), [""; 0]);
}

#[test]
fn the_next_try_waits_longer_each_time_but_not_for_ever() {
    use std::time::Duration;
    let line: Vec<u64> = (1..=9).map(|failures| TroubleKind::Line.pause(failures).as_secs()).collect();
    assert_eq!(line, [5, 10, 20, 40, 80, 160, 320, 600, 600]);
    assert_eq!(TroubleKind::Later.pause(u32::MAX), Duration::from_secs(3600));
    assert_eq!(TroubleKind::Account.pause(1), Duration::from_secs(60));
}

/// The standard library has no kind of error for it, and calls it uncategorized.
#[test]
fn a_host_without_an_address_is_told_as_such() {
    let unknown = std::io::Error::other("failed to lookup address information: Name or service not known");
    let trouble = MailTrouble::line("smtp.exmaple.org", &unknown);
    let said = trouble.to_string();
    assert!(said.contains("smtp.exmaple.org has no address") && !said.contains("other error"), "{said}");
    assert_eq!(trouble.kind, TroubleKind::Line);
    let lost = MailTrouble::line("smtp.example.org", &std::io::Error::other("said by a server")).to_string();
    assert!(!lost.contains("said by a server") && !lost.contains("address"), "{lost}");
}

#[test]
fn what_a_server_says_is_quoted_in_one_short_line() {
    let trouble =
        MailTrouble::says(TroubleKind::Later, "mail-later", "here", &"go\r\naway\u{2028}".repeat(500));
    let said = trouble.to_string();
    assert!(said.contains("go") && said.lines().count() == 1 && said.chars().count() < 300, "{said}");
    assert!(!said.contains('\u{2028}'));
}
