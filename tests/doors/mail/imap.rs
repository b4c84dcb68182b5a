//! A mailbox on a server that answers as a test tells it.

use std::collections::BTreeSet;
use std::future::pending;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use wardroom::config::mail::{MailServer, Proof, Security};
use wardroom::mail::transport::imap::Imap;
use wardroom::mail::transport::trouble::{MailTrouble, TroubleKind};
use wardroom::mail::transport::{MailId, Mailbox, Stored};

use super::scripted::*;

/// Longer than anything takes.
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(50);
const HELLO: &str = "* OK ready\r\n";
const MAIL: &str = "From: a@players.test\r\nSubject: one\r\n\r\nfleet 3 to 0512\r\n";

fn password() -> Proof {
    Proof::Password("mellon".into())
}

fn mailbox(server: MailServer) -> Mailbox {
    Mailbox::Imap(Box::new(Imap::new(server, "Wardroom")))
}

fn plain(server: &Scripted) -> Mailbox {
    mailbox(server.server(Security::Plain, password()))
}

fn usual(_: &str) -> Option<&'static str> {
    None
}

fn uids(found: &[Stored]) -> Vec<u32> {
    let uid = |mail: &Stored| match mail.id {
        MailId::Imap { validity: 7, uid } => uid,
        ref other => panic!("{other:?}"),
    };
    found.iter().map(uid).collect()
}

async fn refused(server: MailServer) -> MailTrouble {
    fetch(&mut mailbox(server), 10).await.unwrap_err()
}

#[tokio::test]
async fn mails_come_oldest_first_whole_and_again_until_they_are_done() {
    let mails = [(12, MAIL), (3, "Subject: three\r\n\r\n"), (20, "Subject: twenty\r\n\r\n")];
    let server = Scripted::start(vec![(HELLO, imap("MOVE UIDPLUS IDLE", &mails, usual))]);
    let mut mailbox = plain(&server);
    let found = fetch(&mut mailbox, 2).await.unwrap();
    assert_eq!(uids(&found), [3, 12]);
    assert_eq!((found[1].raw.as_slice(), found[1].cut), (MAIL.as_bytes(), false));
    assert_eq!(uids(&fetch(&mut mailbox, 9).await.unwrap()), [3, 12, 20]);
    mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap();
    // The fake has not moved it: what this process called done comes no more, and is known to lie there.
    assert_eq!(uids(&fetch(&mut mailbox, 9).await.unwrap()), [12, 20]);
    let moves = server.heard().iter().filter(|line| line.ends_with("UID MOVE 3 \"Wardroom\"")).count();
    assert_eq!(moves, 1, "{:?}", server.heard());
    assert_eq!(mailbox.left(), [found[0].id.clone()]);
    // One that is read already is not asked for again.
    let known = BTreeSet::from([found[1].id.clone()]);
    let rest = mailbox.fetch(9, &known).await.unwrap();
    assert_eq!((rest.lying.len(), uids(&rest.mails)), (2, vec![20]));
    let searches = |line: &String| line.ends_with(" UID SEARCH UNDELETED");
    assert!(server.heard().iter().any(searches), "whether somebody has looked at a mail does not matter");
    let other = MailId::Imap { validity: 6, uid: 12 };
    mailbox.done(std::slice::from_ref(&other)).await.unwrap();
    assert!(!server.heard().iter().any(|line| line.contains("UID MOVE 12")), "that was another mail");
}

#[tokio::test]
async fn a_great_mail_comes_as_its_header_and_one_that_cannot_be_read_holds_up_no_other() {
    let great = format!("Subject: great\r\n\r\n{}", "x".repeat(1 << 20));
    let mails = [(1, "Subject: broken\r\n\r\n"), (2, great.as_str()), (3, MAIL)];
    let broken = |line: &str| {
        let asks = line.contains("FETCH 1,3 (UID BODY") || line.contains("FETCH 1 (UID BODY");
        asks.then_some("{tag} NO [SERVERBUG] Internal error occurred\r\n")
    };
    let server = Scripted::start(vec![(HELLO, imap("MOVE", &mails, broken))]);
    let found = fetch(&mut plain(&server), 9).await.unwrap();
    assert_eq!(uids(&found), [2, 3]);
    assert_eq!((found[0].raw.as_slice(), found[0].cut), (&b"Subject: great\r\n\r\n"[..], true));
    assert!(
        !server.heard().iter().any(|line| line.contains("FETCH 2 (UID BODY.PEEK[])")),
        "it is never fetched whole"
    );
}

/// As many as are read at once, and the oldest.
#[tokio::test]
async fn mails_that_cannot_be_read_hold_up_no_newer_one() {
    let broken = |line: &str| {
        let asked = line.split_once("FETCH ").and_then(|(_, rest)| rest.split_once(" (UID BODY"));
        let is_broken = asked.is_some_and(|(uids, _)| uids.split(',').any(|uid| ["1", "2"].contains(&uid)));
        is_broken.then_some("{tag} NO [SERVERBUG] Internal error occurred\r\n")
    };
    let mails = [(1, "Subject: broken\r\n\r\n"), (2, "Subject: broken\r\n\r\n"), (3, MAIL), (4, MAIL)];
    let server = Scripted::start(vec![(HELLO, imap("MOVE", &mails, broken))]);
    let mut mailbox = plain(&server);
    for _ in 0..2 {
        assert_eq!(uids(&fetch(&mut mailbox, 2).await.unwrap()), [3, 4]);
    }
    let known = BTreeSet::from([MailId::Imap { validity: 7, uid: 3 }]);
    let found = mailbox.fetch(2, &known).await.unwrap();
    assert_eq!((uids(&found.mails), found.lying.len()), (vec![4], 4), "the broken ones are tried again");
}

#[tokio::test]
async fn a_mail_that_is_gone_meanwhile_is_none() {
    let gone = |line: &str| {
        let both = "* 2 FETCH (UID 6 BODY[] {4}\r\nX:\r\n)\r\n{tag} OK\r\n";
        let alone = line.contains("FETCH 5 (UID BODY").then_some("{tag} OK nothing\r\n");
        line.contains("FETCH 5,6 (UID BODY").then_some(both).or(alone)
    };
    let mails = [(5, MAIL), (6, MAIL)];
    let server = Scripted::start(vec![(HELLO, imap("MOVE", &mails, gone))]);
    assert_eq!(uids(&fetch(&mut plain(&server), 9).await.unwrap()), [6]);
}

#[tokio::test]
async fn without_move_a_mail_is_copied_and_only_then_deleted() {
    let server = Scripted::start(vec![
        (HELLO, imap("UIDPLUS", &[(5, MAIL)], usual)),
        (HELLO, imap("", &[(5, MAIL)], usual)),
    ]);
    for last in ["UID EXPUNGE 5", "EXPUNGE"] {
        let mut mailbox = plain(&server);
        fetch(&mut mailbox, 9).await.unwrap();
        mailbox.done(&[MailId::Imap { validity: 7, uid: 5 }]).await.unwrap();
        let heard = server.heard();
        let [.., copy, store, expunge] = &heard[..] else { panic!("{heard:?}") };
        assert!(copy.ends_with("UID COPY 5 \"Wardroom\""), "{copy}");
        assert!(store.ends_with("UID STORE 5 +FLAGS.SILENT (\\Deleted)"), "{store}");
        assert!(expunge.ends_with(&format!(" {last}")), "{expunge}");
    }
}

#[tokio::test]
async fn what_somebody_else_deleted_is_well_put_away() {
    let gone = |line: &str| {
        let puts_away = line.starts_with("UID MOVE") || line.starts_with("UID COPY");
        puts_away.then_some("{tag} NO [EXPUNGEISSUED] Some of the requested messages no longer exist\r\n")
    };
    for can in ["MOVE", "UIDPLUS"] {
        let server = Scripted::start(vec![(HELLO, imap(can, &[(5, MAIL)], gone))]);
        let mut mailbox = plain(&server);
        fetch(&mut mailbox, 9).await.unwrap();
        mailbox.done(&[MailId::Imap { validity: 7, uid: 5 }]).await.unwrap();
        assert!(!server.heard().iter().any(|line| line.contains("Deleted")), "nothing was copied");
    }
}

/// The copy fails, so nothing is deleted; and what else lies there is read all the same.
#[tokio::test]
async fn a_mailbox_over_its_quota_loses_no_mail_and_is_read_on() {
    let full = |line: &str| {
        line.contains("UID COPY")
            .then_some("{tag} NO [OVERQUOTA] Quota exceeded (mailbox for user is full)\r\n")
    };
    let mails = [(5, MAIL), (6, MAIL)];
    let answers = || (HELLO, imap("UIDPLUS", &mails, full));
    let server = Scripted::start(vec![answers()]);
    let mut mailbox = plain(&server);
    assert_eq!(uids(&fetch(&mut mailbox, 1).await.unwrap()), [5]);
    let trouble = mailbox.done(&[MailId::Imap { validity: 7, uid: 5 }]).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Full, "{trouble}");
    assert!(
        trouble.to_string().contains("[OVERQUOTA] Quota exceeded (mailbox for user is full)"),
        "{trouble}"
    );
    assert_eq!(uids(&fetch(&mut mailbox, 9).await.unwrap()), [6]);
    assert!(!server.heard().iter().any(|line| line.contains("Deleted")), "{:?}", server.heard());
    let sign_ons = server.heard().iter().filter(|line| line.contains("LOGIN")).count();
    assert_eq!(sign_ons, 1, "a server that says no is in step");
}

/// What cannot be moved is no reason to read nothing more: whatever the server says.
#[tokio::test]
async fn a_mailbox_that_is_read_only_is_read_on() {
    for no in ["{tag} NO [SERVERBUG] Internal error\r\n", "{tag} NO Mailbox is read-only\r\n"] {
        let refuses = move |line: &str| line.contains("UID MOVE").then_some(no);
        let server = Scripted::start(vec![(HELLO, imap("MOVE", &[(5, MAIL), (6, MAIL)], refuses))]);
        let mut mailbox = plain(&server);
        let found = fetch(&mut mailbox, 1).await.unwrap();
        let trouble = mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap_err();
        assert_eq!(trouble.kind, TroubleKind::Later, "{trouble}");
        assert_eq!(uids(&fetch(&mut mailbox, 9).await.unwrap()), [6]);
        assert_eq!(mailbox.left(), [found[0].id.clone()]);
    }
}

/// A look into the mailbox takes as many commands for many mails as for two.
#[tokio::test]
async fn many_mails_are_asked_for_and_moved_together() {
    let mails: Vec<(u32, &str)> = (1..=40).map(|uid| (uid, MAIL)).collect();
    let server = Scripted::start(vec![(HELLO, imap("MOVE", &mails, usual))]);
    let mut mailbox = plain(&server);
    let found = mailbox.fetch(50, &BTreeSet::new()).await.unwrap();
    assert_eq!(found.mails.len(), 40);
    mailbox.done(&found.lying).await.unwrap();
    let count = |part: &str| server.heard().iter().filter(|line| line.contains(part)).count();
    assert_eq!([count(" FETCH "), count("UID MOVE")], [2, 1], "{:?}", server.heard());
}

#[tokio::test]
async fn after_a_line_that_broke_the_next_call_signs_on_anew_and_a_done_mail_stays_done() {
    let breaks = |line: &str| line.contains("UID MOVE").then_some("hang up");
    let server = Scripted::start(vec![
        (HELLO, imap("MOVE", &[(5, MAIL), (6, MAIL)], breaks)),
        (HELLO, imap("MOVE", &[(5, MAIL), (6, MAIL)], usual)),
    ]);
    let mut mailbox = plain(&server);
    fetch(&mut mailbox, 9).await.unwrap();
    let trouble = mailbox.done(&[MailId::Imap { validity: 7, uid: 5 }]).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::Line, "{trouble}");
    assert_eq!(uids(&fetch(&mut mailbox, 9).await.unwrap()), [6]);
    assert!(server.heard().last().unwrap().contains("FETCH 6"));
}

#[tokio::test]
async fn whoever_may_not_come_in_hears_why_without_the_password() {
    let no = |line: &str| {
        line.starts_with("LOGIN").then_some("{tag} NO [AUTHENTICATIONFAILED] bot and mellon do not fit\r\n")
    };
    let busy = |line: &str| line.starts_with("LOGIN").then_some("{tag} NO [UNAVAILABLE] back soon\r\n");
    let server = Scripted::start(vec![
        (HELLO, imap("", &[], no)),
        (HELLO, imap("", &[], busy)),
        ("* BYE too many of you\r\n", imap("", &[], usual)),
        ("HTTP/1.1 400 Bad Request\r\n", imap("", &[], usual)),
    ]);
    let at = || server.server(Security::Plain, password());
    let trouble = refused(at()).await;
    assert_eq!(trouble.kind, TroubleKind::Account);
    let said = trouble.to_string();
    assert!(said.contains("[AUTHENTICATIONFAILED] bot and … do not fit"), "{said}");
    let trouble = refused(at()).await;
    assert_eq!(trouble.kind, TroubleKind::Later, "{trouble}");
    let trouble = refused(at()).await;
    assert_eq!(trouble.kind, TroubleKind::Later, "{trouble}");
    assert!(trouble.to_string().contains("too many of you"), "{trouble}");
    let trouble = refused(at()).await;
    assert!(!trouble.to_string().contains("HTTP"), "what is not understood may be a mail: {trouble}");
    assert!(!format!("{trouble:?}").contains("mellon"));
    let nobody = refused(at()).await;
    assert_eq!(nobody.kind, TroubleKind::Line, "{nobody}");
}

#[tokio::test]
async fn nothing_is_sent_where_starttls_was_taken_out() {
    let none = |line: &str| line.contains("STARTTLS").then_some("{tag} BAD unknown command\r\n");
    let server = Scripted::start(vec![
        (HELLO, imap("", &[], none)),
        ("* PREAUTH welcome back\r\n", imap("", &[], usual)),
    ]);
    let bare = refused(server.server(Security::Starttls, password())).await;
    assert_eq!(bare.kind, TroubleKind::Security, "{bare}");
    let trouble = refused(server.server(Security::Starttls, password())).await;
    assert_eq!(trouble.kind, TroubleKind::Strange, "{trouble}");
    assert_eq!(server.heard().len(), 1, "{:?}", server.heard());
}

#[tokio::test]
async fn a_token_is_fetched_at_each_login() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let script = format!("echo x >> {0}; echo token.$(wc -l < {0})", count.display());
    let proof = || Proof::Command(["sh", "-c", &script].map(str::to_owned).to_vec());
    let bearer = |line: &str| match line {
        line if line.starts_with("AUTHENTICATE") => Some("+ \r\n"),
        // user=bot ^A auth=Bearer token.1 ^A ^A, then token.2
        "dXNlcj1ib3QBYXV0aD1CZWFyZXIgdG9rZW4uMQEB" => Some("A0001 OK in\r\n"),
        "dXNlcj1ib3QBYXV0aD1CZWFyZXIgdG9rZW4uMgEB" => Some("+ eyJzdGF0dXMiOiI0MDEifQ==\r\n"),
        "" => Some("A0001 NO [AUTHENTICATIONFAILED] expired\r\n"),
        _ => None,
    };
    let server = Scripted::start(vec![
        (HELLO, imap("", &[(5, MAIL)], bearer)),
        (HELLO, imap("", &[(5, MAIL)], bearer)),
    ]);
    let at = || server.server(Security::Plain, proof());
    assert_eq!(uids(&fetch(&mut mailbox(at()), 9).await.unwrap()), [5]);
    let trouble = refused(at()).await;
    assert_eq!(trouble.kind, TroubleKind::Account);
    assert!(trouble.to_string().contains("expired"), "{trouble}");

    for (command, said) in [
        (vec!["/no/such"], "cannot be run"),
        (vec!["sh", "-c", "echo secret; exit 3"], "exit status: 3"),
        (vec!["sh", "-c", "echo two words"], "prints no token"),
        (vec!["true"], "prints no token"),
    ] {
        let server = Scripted::start(vec![(HELLO, imap("", &[], usual))]);
        let proof = Proof::Command(command.iter().map(|word| (*word).to_owned()).collect());
        let trouble = refused(server.server(Security::Plain, proof)).await;
        assert_eq!(trouble.kind, TroubleKind::Account);
        let text = trouble.to_string();
        assert!(text.contains(said) && !text.contains("secret") && !text.contains("two words"), "{text}");
    }
}

#[tokio::test]
async fn waiting_ends_with_news_with_time_or_with_the_line() {
    let news = |line: &str| (line == "IDLE").then_some("+ idling\r\n* 2 EXISTS\r\n");
    let quiet = |line: &str| (line == "IDLE").then_some("+ idling\r\n* OK still here\r\n");
    let breaks = |line: &str| (line == "IDLE").then_some("hang up");
    let idle = "IDLE MOVE";
    let server = Scripted::start(vec![
        (HELLO, imap(idle, &[(5, MAIL)], news)),
        (HELLO, imap(idle, &[(5, MAIL)], quiet)),
        (HELLO, imap(idle, &[(5, MAIL)], breaks)),
    ]);
    let mut told = plain(&server);
    fetch(&mut told, 9).await.unwrap();
    timeout(LONG, told.wait(pending())).await.expect("news end it").unwrap();
    fetch(&mut told, 9).await.unwrap();
    drop(told);

    let mut untold = plain(&server);
    fetch(&mut untold, 9).await.unwrap();
    untold.wait(sleep(SHORT)).await.unwrap();
    fetch(&mut untold, 9).await.unwrap();
    assert!(timeout(SHORT, untold.wait(pending())).await.is_err(), "that somebody is there is no news");

    let mut broken = plain(&server);
    fetch(&mut broken, 9).await.unwrap();
    assert_eq!(broken.wait(pending()).await.unwrap_err().kind, TroubleKind::Line);
    let server = Scripted::start(vec![(HELLO, imap("", &[(5, MAIL)], usual))]);
    let mut polled = plain(&server);
    fetch(&mut polled, 9).await.unwrap();
    polled.wait(sleep(SHORT)).await.unwrap();
    assert!(!server.heard().iter().any(|line| line.contains("IDLE")), "it is not offered");
}

/// Servers tell of new mail with the answer to any command; what was told so is not told again.
#[tokio::test]
async fn what_comes_between_commands_is_not_waited_for() {
    for (can, command, said) in [
        ("IDLE MOVE", "UID SEARCH", "* SEARCH 5\r\n* 2 EXISTS\r\n{tag} OK\r\n"),
        ("IDLE MOVE", "UID FETCH 5 (UID BODY", "* 2 EXISTS\r\n{tag} OK\r\n"),
        ("IDLE MOVE", "UID MOVE", "* 2 EXISTS\r\n{tag} OK\r\n"),
        ("IDLE MOVE", "IDLE", "* 2 EXISTS\r\n+ idling\r\n"),
        ("MOVE", "UID MOVE", "* 2 EXISTS\r\n{tag} OK\r\n"),
    ] {
        let tells = move |line: &str| line.starts_with(command).then_some(said);
        let server = Scripted::start(vec![(HELLO, imap(can, &[(5, MAIL)], tells))]);
        let mut mailbox = plain(&server);
        fetch(&mut mailbox, 9).await.unwrap();
        mailbox.done(&[MailId::Imap { validity: 7, uid: 5 }]).await.unwrap();
        let waited = timeout(LONG, mailbox.wait(pending())).await;
        waited.unwrap_or_else(|_| panic!("{can}: told with {command}")).unwrap();
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_said_with_what_to_do() {
    let none = |line: &str| match line {
        line if line.starts_with("LIST") => Some("{tag} OK none\r\n"),
        line if line.starts_with("CREATE") => Some("{tag} NO Name should be prefixed with: INBOX.\r\n"),
        _ => None,
    };
    let server = Scripted::start(vec![(HELLO, imap("", &[], none))]);
    let trouble = refused(server.server(Security::Plain, password())).await;
    assert_eq!(trouble.kind, TroubleKind::Account);
    let said = trouble.to_string();
    assert!(said.contains("prefixed with: INBOX.") && said.contains("\"INBOX.Wardroom\""), "{said}");
}

/// Two lines that begin at once may both find no folder, and both make it.
#[tokio::test]
async fn a_folder_that_another_line_makes_meanwhile_is_used() {
    let mut is_made = false;
    let late = move |line: &str| match line {
        line if line.starts_with("LIST") && !is_made => Some("{tag} OK none\r\n"),
        line if line.starts_with("CREATE") => {
            is_made = true;
            Some("{tag} NO [ALREADYEXISTS] Mailbox already exists.\r\n")
        }
        _ => None,
    };
    let server = Scripted::start(vec![(HELLO, imap("MOVE", &[(5, MAIL)], late))]);
    assert_eq!(fetch(&mut plain(&server), 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_was_read_long_ago_is_deleted_by_its_day() {
    let server = Scripted::start(vec![(HELLO, imap("UIDPLUS", &[(5, MAIL)], usual))]);
    let before = chrono::DateTime::parse_from_rfc3339("2026-03-01T12:00:00Z").unwrap();
    plain(&server).tidy(before.into()).await.unwrap();
    let heard = server.heard().join("\n");
    for line in ["SELECT \"Wardroom\"", "UID SEARCH UNDELETED BEFORE 1-Mar-2026", "UID EXPUNGE 5"] {
        assert!(heard.contains(line), "{heard}");
    }
}
