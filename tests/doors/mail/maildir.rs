//! Maildirs: what `wardroom deliver` writes and the door reads, and the place where mails go.

use std::fs;
use std::future::pending;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tokio::time::{sleep, timeout};
use wardroom::mail::transport::maildir::Maildir;
use wardroom::mail::transport::trouble::TroubleKind;
use wardroom::mail::transport::{MailId, Mailbox, Outgoing, Stored};

use super::scripted::fetch;

/// Longer than anything takes.
const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(50);
const MAIL: &[u8] = b"Subject: one\n\nfleet 3 to 0512\n";

fn files(folder: &Path, inside: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.join(inside)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn names(found: &[Stored]) -> Vec<String> {
    let name = |mail: &Stored| match &mail.id {
        MailId::File(name) => name.clone(),
        MailId::Imap { .. } => panic!("no file"),
    };
    found.iter().map(name).collect()
}

#[tokio::test]
async fn a_stored_mail_comes_again_until_it_is_done_and_lies_with_the_read_ones_then() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("spool");
    let spool = Maildir::new(&folder);
    for number in 0..12 {
        spool.store(format!("Subject: {number}\n\n").as_bytes()).unwrap();
    }
    for (path, mode) in [("", 0o2770), ("new", 0o2770), ("tmp", 0o2770), ("cur", 0o2770)] {
        assert_eq!(fs::metadata(folder.join(path)).unwrap().permissions().mode() & 0o7777, mode, "{path}");
    }
    for file in files(&folder, "new") {
        assert_eq!(fs::metadata(folder.join("new").join(file)).unwrap().permissions().mode() & 0o777, 0o660);
    }
    let mut mailbox = Mailbox::Maildir(spool);
    let found = fetch(&mut mailbox, 100).await.unwrap();
    let subjects: Vec<String> = (0..12).map(|number| format!("Subject: {number}\n\n")).collect();
    assert_eq!(
        found.iter().map(|mail| String::from_utf8_lossy(&mail.raw).into_owned()).collect::<Vec<_>>(),
        subjects
    );
    assert_eq!(fetch(&mut mailbox, 3).await.unwrap(), found[..3]);
    mailbox.done(std::slice::from_ref(&found[1].id)).await.unwrap();
    mailbox.done(std::slice::from_ref(&found[1].id)).await.unwrap();
    assert_eq!(fetch(&mut mailbox, 2).await.unwrap(), [found[0].clone(), found[2].clone()]);
    assert_eq!(files(&folder, "cur"), [format!("{}:2,S", names(&found)[1])]);
    let mut restarted = Mailbox::Maildir(Maildir::new(&folder));
    assert_eq!(fetch(&mut restarted, 100).await.unwrap().len(), 11);
}

/// A mail program that looks into the maildir moves what it has shown.
#[tokio::test]
async fn what_a_mail_program_moved_is_found_and_what_it_deleted_is_gone() {
    let home = tempfile::tempdir().unwrap();
    let spool = Maildir::new(home.path());
    for _ in 0..3 {
        spool.store(MAIL).unwrap();
    }
    let mut mailbox = Mailbox::Maildir(spool);
    let found = fetch(&mut mailbox, 9).await.unwrap();
    let names = names(&found);
    let [one, two, three] = &names[..] else { panic!("{found:?}") };
    let (new, cur) = (home.path().join("new"), home.path().join("cur"));
    fs::rename(new.join(one), cur.join(format!("{one}:2,"))).unwrap();
    fs::rename(new.join(two), cur.join(format!("{two}:2,FS"))).unwrap();
    fs::remove_file(new.join(three)).unwrap();
    assert_eq!(fetch(&mut mailbox, 9).await.unwrap(), found[..1]);
    for mail in &found {
        mailbox.done(std::slice::from_ref(&mail.id)).await.unwrap();
    }
    assert_eq!(files(home.path(), "cur"), [format!("{one}:2,S"), format!("{two}:2,FS")]);
}

#[tokio::test]
async fn of_a_great_mail_the_header_is_kept_and_it_is_marked() {
    let home = tempfile::tempdir().unwrap();
    let mut mailbox = Mailbox::Maildir(Maildir::new(home.path()));
    let spool = Maildir::new(home.path());
    let great = [&b"From: a\r\nSubject: great\r\n\r\n"[..], &vec![b'x'; 3 << 20]].concat();
    let only_header = vec![b'y'; 2 << 20];
    let just = [&b"\n\n"[..], &vec![b'z'; (1 << 20) - 2]].concat();
    for mail in [&great, &only_header, &just] {
        spool.store(mail.as_slice()).unwrap();
    }
    // Put there by another program.
    fs::write(home.path().join("new/1.other.host"), &great).unwrap();
    let found = fetch(&mut mailbox, 9).await.unwrap();
    let [other, first, second, third] = &found[..] else { panic!("{}", found.len()) };
    for mail in [other, first] {
        assert_eq!((mail.raw.as_slice(), mail.cut), (&b"From: a\r\nSubject: great\r\n\r\n"[..], true));
    }
    assert_eq!((second.raw.len(), second.cut), (1 << 18, true));
    assert_eq!((third.raw.len(), third.cut), (1 << 20, false));
    let stored = fs::read_dir(home.path().join("new")).unwrap().map(|entry| entry.unwrap());
    let stored = stored.filter(|entry| !entry.file_name().to_string_lossy().contains("other"));
    let bytes: u64 = stored.map(|entry| entry.metadata().unwrap().len()).sum();
    assert_eq!(bytes, 27 + (1 << 18) + (1 << 20), "what is not read takes no room");
}

#[tokio::test]
async fn one_that_cannot_be_read_or_put_away_holds_up_no_other_and_wakes_nobody() {
    let home = tempfile::tempdir().unwrap();
    let spool = Maildir::new(home.path());
    spool.store(MAIL).unwrap();
    spool.store(MAIL).unwrap();
    // Root reads everything, but no folder as a file.
    fs::create_dir(home.path().join("new/0.folder")).unwrap();
    let mut mailbox = Mailbox::Maildir(spool);
    let found = fetch(&mut mailbox, 9).await.unwrap();
    assert_eq!(found.len(), 2);
    // And puts nothing in the place of a folder that is not empty.
    let in_the_way = home.path().join("cur").join(format!("{}:2,S", names(&found)[0]));
    fs::create_dir_all(in_the_way.join("full")).unwrap();
    mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap_err();
    assert_eq!(fetch(&mut mailbox, 9).await.unwrap(), found[1..]);
    assert!(timeout(SHORT, mailbox.wait(pending())).await.is_err(), "all is known");
    fs::remove_dir_all(in_the_way).unwrap();
    assert_eq!(fetch(&mut mailbox, 9).await.unwrap(), found[1..]);
    let left = mailbox.left();
    assert_eq!(left, [found[0].id.clone()]);
    mailbox.done(&left).await.unwrap();
    assert_eq!(files(home.path(), "cur").len(), 1, "what was in the way is gone");
}

#[tokio::test]
async fn waiting_ends_with_news_but_not_with_what_is_known() {
    let home = tempfile::tempdir().unwrap();
    let spool = Maildir::new(home.path());
    spool.store(MAIL).unwrap();
    let mut mailbox = Mailbox::Maildir(spool.clone());
    timeout(LONG, mailbox.wait(pending())).await.expect("there is one").unwrap();
    let found = fetch(&mut mailbox, 9).await.unwrap();
    assert!(timeout(SHORT, mailbox.wait(pending())).await.is_err(), "it was fetched already");
    mailbox.wait(sleep(SHORT)).await.unwrap();
    mailbox.done(std::slice::from_ref(&found[0].id)).await.unwrap();
    assert!(timeout(SHORT, mailbox.wait(pending())).await.is_err(), "it is done");
    let stores = async {
        sleep(SHORT).await;
        spool.store(MAIL).unwrap();
    };
    let (waited, ()) = tokio::join!(timeout(LONG, mailbox.wait(pending())), stores);
    waited.expect("another one has come").unwrap();
    assert_eq!(fetch(&mut mailbox, 9).await.unwrap().len(), 1);
}

#[tokio::test]
async fn what_was_read_long_ago_and_what_was_left_over_is_deleted() {
    let home = tempfile::tempdir().unwrap();
    let spool = Maildir::new(home.path());
    spool.store(MAIL).unwrap();
    let names = ["cur/1.a:2,S", "cur/2.a:2,S", "cur/3.a:2,", "new/4.a", "tmp/5.a", "tmp/6.a"];
    let now = SystemTime::now();
    for (number, name) in names.iter().enumerate() {
        let file = fs::File::create(home.path().join(name)).unwrap();
        let days = [40, 20, 40, 40, 3, 1][number];
        file.set_modified(now - Duration::from_secs(days * 86_400)).unwrap();
    }
    let before = now - Duration::from_secs(30 * 86_400);
    Mailbox::Maildir(spool).tidy(before.into()).await.unwrap();
    assert_eq!(files(home.path(), "cur"), ["2.a:2,S", "3.a:2,"]);
    assert_eq!(files(home.path(), "new").len(), 2);
    assert_eq!(files(home.path(), "tmp"), ["6.a"]);
}

#[tokio::test]
async fn a_sent_mail_is_a_file_that_says_for_whom_it_is() {
    let home = tempfile::tempdir().unwrap();
    let out = Outgoing::Maildir(Maildir::new(home.path()));
    out.send("anna@players.test", MAIL).await.unwrap();
    let found = fetch(&mut Mailbox::Maildir(Maildir::new(home.path())), 9).await.unwrap();
    assert_eq!(found[0].raw, [b"Delivered-To: anna@players.test\r\n", MAIL].concat());
    for to in ["anna", "", "a@b.test\r\nBcc: c@d.test"] {
        assert_eq!(out.send(to, MAIL).await.unwrap_err().kind, TroubleKind::Address, "{to}");
    }
    assert_eq!(files(home.path(), "new").len(), 1);
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_is_named() {
    let home = tempfile::tempdir().unwrap();
    let mut mailbox = Mailbox::Maildir(Maildir::new(&home.path().join("no/such")));
    let trouble = fetch(&mut mailbox, 9).await.unwrap_err();
    assert_eq!(trouble.kind, TroubleKind::File, "it does not pass by itself");
    assert!(
        trouble.to_string().contains("no/such") && trouble.to_string().contains("No such file"),
        "{trouble}"
    );
}

#[test]
fn a_maildir_is_checked_before_it_is_used() {
    let home = tempfile::tempdir().unwrap();
    let maildir = Maildir::new(&home.path().join("new"));
    maildir.check().unwrap();
    maildir.check().unwrap();
    for folder in ["tmp", "new", "cur"] {
        assert_eq!(fs::read_dir(home.path().join("new").join(folder)).unwrap().count(), 0, "{folder}");
    }
    fs::remove_dir(home.path().join("new/cur")).unwrap();
    fs::write(home.path().join("new/cur"), "no folder").unwrap();
    let trouble = maildir.check().unwrap_err();
    assert!(trouble.to_string().ends_with("new/cur: not a directory"), "{trouble}");
}
