//! Mailboxes and mail servers as they are: Dovecot and Exim.

use std::future::pending;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use wardroom::config::Config;
use wardroom::config::mail::{MailServer, Proof, Security};
use wardroom::mail::transport::imap::Imap;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::mail::transport::trouble::{MailTrouble, TroubleKind};
use wardroom::mail::transport::{Mailbox, Outgoing, Stored};

use super::scripted::fetch;
use super::servers::*;

const BOT: &str = "bot";
const SECURE: [Security; 2] = [Security::Tls, Security::Starttls];
/// What the servers say of somebody who signed on, and of a mail that they took.
const SIGNED_ON: [&str; 2] = ["user=<bot>", "<= "];
/// Longer than anything takes.
const LONG: Duration = Duration::from_secs(60);
const A_WHILE: Duration = Duration::from_millis(100);

fn mailbox(server: MailServer) -> Mailbox {
    Mailbox::Imap(Box::new(Imap::new(server, "Wardroom")))
}

fn out(server: MailServer) -> Outgoing {
    Outgoing::Smtp(Smtp::new(server, "bot@game.test").unwrap())
}

fn mail(subject: &str) -> Vec<u8> {
    format!("From: Anna <anna@players.test>\r\nTo: bot@game.test\r\nSubject: {subject}\r\n\r\n移動\r\n.\r\n")
        .into_bytes()
}

fn subjects(found: &[Stored]) -> Vec<String> {
    let subject = |mail: &Stored| {
        let text = String::from_utf8_lossy(&mail.raw).into_owned();
        text.lines().find_map(|line| line.strip_prefix("Subject: ")).unwrap().to_owned()
    };
    found.iter().map(subject).collect()
}

async fn received(mailbox: &mut Mailbox, at_least: usize) -> Vec<Stored> {
    for _ in 0..6 {
        let found = fetch(mailbox, 100).await.unwrap();
        if found.len() >= at_least {
            return found;
        }
        timeout(LONG, mailbox.wait(pending())).await.expect("it is told").unwrap();
    }
    panic!("not in time");
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn a_mail_goes_round_by_either_way_of_tls_and_wakes_whoever_waits() {
    let servers = Servers::start();
    for security in SECURE {
        let mut mailbox = mailbox(servers.imap(BOT, security));
        assert_eq!(fetch(&mut mailbox, 9).await.unwrap(), []);
        let out = out(servers.smtp(BOT, security));
        let sends = async {
            sleep(A_WHILE).await;
            out.send("bot+table.7@game.test", &mail("hello")).await.unwrap();
        };
        let (waited, ()) = tokio::join!(timeout(LONG, mailbox.wait(pending())), sends);
        waited.expect("IDLE tells it").unwrap();
        let found = received(&mut mailbox, 1).await;
        let text = String::from_utf8_lossy(&found[0].raw).into_owned();
        assert!(
            text.contains("Delivered-To: bot+table.7@game.test") && text.ends_with("移動\r\n.\r\n"),
            "{text}"
        );
        mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap();
        assert_eq!(fetch(&mut mailbox, 9).await.unwrap(), []);
        assert_eq!(servers.inbox(BOT), [[0; 0]; 0]);
    }
    assert_eq!(servers.count_in(BOT, "Wardroom"), 2, "put away, not deleted");
    let mut mailbox = mailbox(servers.imap(BOT, Security::Tls));
    mailbox.tidy(chrono::Utc::now() - chrono::Days::new(2)).await.unwrap();
    assert_eq!(servers.count_in(BOT, "Wardroom"), 2, "not yet");
    mailbox.tidy(chrono::Utc::now() + chrono::Days::new(2)).await.unwrap();
    assert_eq!(servers.count_in(BOT, "Wardroom"), 0);
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn a_door_that_is_configured_so_fetches_and_sends() {
    let servers = Servers::start();
    let serving = Config::parse(&servers.section(BOT)).unwrap().serving(&|_| None).unwrap();
    let mail_door = serving.mail.unwrap();
    assert_eq!(mail_door.imap, Some(servers.imap(BOT, Security::Tls)));
    let out = Outgoing::of(&mail_door).unwrap();
    out.send("bot@game.test", &mail("to myself")).await.unwrap();
    let [mailbox] = &mut Mailbox::of(&mail_door)[..] else { panic!("one mailbox") };
    assert_eq!(subjects(&received(mailbox, 1).await), ["to myself"]);
    for words in SIGNED_ON {
        assert!(servers.times(words) > 0, "{words}: {}", servers.said());
    }
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn a_server_that_cannot_be_trusted_is_told_nothing() {
    for certificate in [Certificate::OfAnother, Certificate::Expired, Certificate::None] {
        let servers = Servers::start_with(&Ways { certificate, ..Ways::default() });
        for security in SECURE {
            if certificate == Certificate::None && security == Security::Tls {
                continue;
            }
            let troubles = [
                fetch(&mut mailbox(servers.imap(BOT, security)), 9).await.unwrap_err(),
                out(servers.smtp(BOT, security)).send("bot@game.test", &mail("hello")).await.unwrap_err(),
            ];
            for trouble in troubles {
                assert_eq!(trouble.kind, TroubleKind::Security, "{certificate:?} {security:?}: {trouble}");
            }
        }
        assert_eq!(servers.inbox(BOT), [[0; 0]; 0]);
        for words in SIGNED_ON {
            assert_eq!(servers.times(words), 0, "{words}: {}", servers.said());
        }
    }
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn an_authority_that_nobody_knows_is_not_believed_and_a_wrong_password_not_taken() {
    let servers = Servers::start();
    for security in SECURE {
        let [stranger, wrong] = [false, true].map(|known| {
            let [mut imap, mut smtp] = [servers.imap(BOT, security), servers.smtp(BOT, security)];
            for server in [&mut imap, &mut smtp] {
                match known {
                    true => server.login.as_mut().unwrap().proof = Proof::Password("friend".into()),
                    false => server.ca_file = None,
                }
            }
            [imap, smtp]
        });
        for ([imap, smtp], kind) in [(stranger, TroubleKind::Security), (wrong, TroubleKind::Account)] {
            let troubles: [MailTrouble; 2] = [
                fetch(&mut mailbox(imap), 9).await.unwrap_err(),
                out(smtp).send("bot@game.test", &mail("hello")).await.unwrap_err(),
            ];
            for trouble in troubles {
                assert_eq!(trouble.kind, kind, "{security:?}: {trouble}");
                assert!(!trouble.to_string().contains("friend"), "{trouble}");
            }
        }
    }
    let mut nowhere = servers.imap(BOT, Security::Tls);
    nowhere.host = "nowhere.invalid".into();
    assert_eq!(fetch(&mut mailbox(nowhere), 9).await.unwrap_err().kind, TroubleKind::Line);
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn a_token_that_a_command_prints_signs_on_while_it_is_valid() {
    let servers = Servers::start();
    servers.deliver(BOT, &mail("hello"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let mut server = servers.imap(BOT, Security::Tls);
    let command = vec!["cat".to_owned(), file.display().to_string()];
    server.login.as_mut().unwrap().proof = Proof::Command(command);
    let now = chrono::Utc::now().timestamp();
    for (issued, is_valid) in [(now - 5, true), (now - 3600, false), (now - 5, true)] {
        std::fs::write(&file, servers.token(BOT, issued)).unwrap();
        match fetch(&mut mailbox(server.clone()), 9).await {
            Ok(found) => assert!(is_valid && subjects(&found) == ["hello"]),
            Err(trouble) => assert!(!is_valid && trouble.kind == TroubleKind::Account, "{trouble}"),
        }
    }
}

#[tokio::test]
#[ignore = "starts Dovecot and Exim"]
async fn refusals_of_a_real_server_are_told_apart() {
    let servers = Servers::start();
    let out = out(servers.smtp(BOT, Security::Tls));
    for (to, subject, kind) in [
        ("nobody@game.test", "hello", TroubleKind::Address),
        ("anna@elsewhere.test", "hello", TroubleKind::Address),
        ("grey@game.test", "hello", TroubleKind::Later),
        ("full@game.test", "hello", TroubleKind::Full),
        ("anna@players.test", "refuse this", TroubleKind::Message),
    ] {
        let trouble = out.send(to, &mail(subject)).await.unwrap_err();
        assert_eq!(trouble.kind, kind, "{to}: {trouble}");
    }
    out.send("anna@players.test", &mail("well")).await.unwrap();
    assert!(
        String::from_utf8_lossy(&servers.inbox_of("anna", 1)[0]).contains("Return-Path: <bot@game.test>")
    );
}

/// With everything that Dovecot can, and with next to nothing.
#[tokio::test]
#[ignore = "starts Dovecot"]
async fn no_mail_is_lost_when_the_server_is_restarted_or_can_little() {
    for can in [None, Some("IMAP4rev1"), Some("IMAP4rev1 UIDPLUS"), Some("IMAP4rev1 IDLE MOVE")] {
        let mut servers = Servers::start_with(&Ways { can, ..Ways::default() });
        let mut mailbox = mailbox(servers.imap(BOT, Security::Starttls));
        for subject in ["one", "two", "three"] {
            servers.deliver(BOT, &mail(subject));
        }
        let found = fetch(&mut mailbox, 9).await.unwrap();
        assert_eq!(subjects(&found), ["one", "two", "three"], "{can:?}");
        mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap();
        servers.stop_imap();
        assert_eq!(
            mailbox.done(std::slice::from_ref(&found[1].id)).await.unwrap_err().kind,
            TroubleKind::Line
        );
        assert_eq!(mailbox.wait(pending()).await.unwrap_err().kind, TroubleKind::Line);
        servers.start_imap();
        servers.deliver(BOT, &mail("four"));
        let left = fetch(&mut mailbox, 9).await.unwrap();
        assert_eq!(subjects(&left), ["three", "four"], "what was called done comes no more");
        let unmoved = mailbox.left();
        mailbox.done(&unmoved).await.unwrap();
        assert_eq!(servers.inbox(BOT).len(), 2, "and is put away now");
        assert_eq!(servers.count_in(BOT, "Wardroom"), 2);
    }
}

#[tokio::test]
#[ignore = "starts Dovecot"]
async fn a_line_that_drops_while_it_is_waited_is_noticed() {
    let mut servers = Servers::start();
    let mut mailbox = mailbox(servers.imap(BOT, Security::Tls));
    fetch(&mut mailbox, 9).await.unwrap();
    let stops = async {
        sleep(A_WHILE).await;
        servers.stop_imap();
    };
    let (waited, ()) = tokio::join!(timeout(LONG, mailbox.wait(pending())), stops);
    assert_eq!(waited.expect("it is noticed").unwrap_err().kind, TroubleKind::Line);
    servers.start_imap();
    servers.deliver(BOT, &mail("after"));
    assert_eq!(subjects(&received(&mut mailbox, 1).await), ["after"]);
}

#[tokio::test]
#[ignore = "starts Dovecot"]
async fn mails_that_are_deleted_or_renumbered_behind_our_back_do_no_harm() {
    let mut servers = Servers::start();
    let mut mailbox = mailbox(servers.imap(BOT, Security::Tls));
    servers.deliver(BOT, &mail("gone"));
    let gone = received(&mut mailbox, 1).await;
    servers.expunge(BOT);
    mailbox.done(std::slice::from_ref(&gone[0].id)).await.unwrap();
    servers.deliver(BOT, &mail("one"));
    servers.deliver(BOT, &mail("two"));
    servers.look_at(BOT);
    let before = received(&mut mailbox, 2).await;
    servers.renumber(BOT);
    let trouble = mailbox.done(std::slice::from_ref(&before[0].id)).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Line, "{trouble}");
    let after = fetch(&mut mailbox, 9).await.unwrap();
    assert_eq!(subjects(&after), ["one", "two"], "they are other mails now, and nobody called those done");
    assert!(after.iter().all(|mail| before.iter().all(|old| old.id != mail.id)));
    mailbox.done(std::slice::from_ref(&before[1].id)).await.unwrap();
    assert_eq!(servers.inbox(BOT).len(), 2, "an old number moves nothing");
    mailbox.done(std::slice::from_ref(&after[0].id)).await.unwrap();
    assert_eq!(subjects(&fetch(&mut mailbox, 9).await.unwrap()), ["two"]);
}

#[tokio::test]
#[ignore = "starts Dovecot"]
async fn a_mailbox_over_its_quota_is_read_on() {
    let servers =
        Servers::start_with(&Ways { quota: Some(3), can: Some("IMAP4rev1 UIDPLUS"), ..Ways::default() });
    for subject in ["one", "two", "three"] {
        servers.deliver(BOT, &mail(subject));
    }
    let mut mailbox = mailbox(servers.imap(BOT, Security::Tls));
    let found = fetch(&mut mailbox, 9).await.unwrap();
    let trouble = mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Full, "{trouble}");
    assert_eq!(subjects(&fetch(&mut mailbox, 9).await.unwrap()), ["two", "three"]);
    assert_eq!(servers.inbox(BOT).len(), 3, "none is lost");
}

#[tokio::test]
#[ignore = "waits for a server that says nothing"]
async fn a_server_that_says_nothing_is_given_up() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let server =
        |security| MailServer { host: "127.0.0.1".into(), port, security, ca_file: None, login: None };
    let (imap, smtp) =
        tokio::join!(async { fetch(&mut mailbox(server(Security::Tls)), 9).await.unwrap_err() }, async {
            out(server(Security::Plain)).send("bot@game.test", &mail("hello")).await.unwrap_err()
        },);
    for trouble in [imap, smtp] {
        assert_eq!(trouble.kind, TroubleKind::Line);
        assert!(trouble.to_string().contains("within 30 seconds"), "{trouble}");
    }
}
