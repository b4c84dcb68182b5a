//! A mail server that answers as a test tells it.

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
    let out = out(&server, Security::Plain, proof());
    out.send("anna@players.test", MAIL).await.unwrap();
    assert_eq!(server.heard()[1], "AUTH XOAUTH2 dXNlcj1ib3QBYXV0aD1CZWFyZXIgdG9rZW4uMQEB");
    for _ in 0..2 {
        let trouble = out.send("anna@players.test", MAIL).await.unwrap_err();
        assert_eq!(trouble.kind, TroubleKind::Account, "{trouble}");
    }
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
