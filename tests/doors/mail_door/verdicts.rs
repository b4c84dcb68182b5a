//! Who vouches for a mail, where the DNS is slow or says nothing: nobody waits for that but whoever wrote it, and how long a mail
//! lies is known. No name server is asked here, and no real time passes.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::Value;
use tokio::sync::Notify;
use tracing_subscriber::fmt::MakeWriter;
use wardroom::app::serve::mail::{MailboxHealth, SendingHealth, outbox_age};
use wardroom::club::Visitor;
use wardroom::config::serving::LogFormat;
use wardroom::door::mail::intake::Vouch;
use wardroom::door::mail::wording::AtMail;
use wardroom::mail::reading::authentic::Signature;
use wardroom::mail::transport::trouble::{MailTrouble, TroubleKind};
use wardroom::observe;
use wardroom::words::Lang;

use super::{BOT, Got, MailRoom, Sent, Setting, delivered_again};
use crate::common::logs::Heard;

const ANN: &str = "ann@home.example";
const EVE: &str = "eve@evil.example";
/// Longer than any test: a verdict that is given so long never comes.
const NEVER: Duration = Duration::from_secs(24 * 60 * 60);

impl MailRoom {
    /// From here on verdicts are these, each given so long.
    fn judge(&mut self, within: Duration, vouch: Vouch) {
        (self.intake.verdict_within, self.intake.vouch) = (within, vouch);
    }

    /// From here on no name server answers; how often one was asked.
    fn silence_dns(&mut self, within: Duration) -> Arc<AtomicU32> {
        let asked = Arc::new(AtomicU32::new(0));
        let counted = asked.clone();
        self.judge(
            within,
            Arc::new(move |_, _| {
                counted.fetch_add(1, Ordering::SeqCst);
                Box::pin(std::future::pending())
            }),
        );
        asked
    }

    /// How the mailbox fares, and sending, as `/healthz` says it; and whether both are well.
    fn health(&self) -> (Value, bool) {
        let now = self.clock.now.load(Ordering::SeqCst);
        let (mailbox, read) = MailboxHealth::of(&self.intake.health, now);
        let (sending, sends) = SendingHealth::of(&self.courier.door, now);
        let both = serde_json::json!({ "mailbox": mailbox, "sending": sending });
        (both, read && sends)
    }

    fn stranger(&mut self, number: u32) -> Sent {
        let (from, id) = (format!("eve@evil{number}.example"), Some(self.id()));
        Sent { from, to: BOT.into(), id, text: "hello".into(), ..Sent::default() }
    }
}

#[tokio::test]
async fn a_player_is_answered_beside_ten_mails_on_which_the_dns_says_nothing() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let asked = room.silence_dns(NEVER);
    for number in 0..10 {
        let hostile = room.stranger(number);
        room.put(&hostile);
    }
    for line in ["who", "show WSI"] {
        let answered = room.answer(ANN, &opened, line).await;
        assert!(answered.len() == 1 && answered[0].to == ANN, "{line}: {answered:#?}");
    }
    assert_eq!(
        (room.lying().len(), asked.load(Ordering::SeqCst)),
        (10, 10),
        "each is asked for once, meanwhile"
    );
    // Nobody else's mail waits for them either: a newcomer with an answer to a mail of ours, a bounce.
    room.judge(
        NEVER,
        Arc::new(|_, from| Box::pin(std::future::ready(Signature::Pass(from.domain().into())))),
    );
    let begun = room.start("bob@else.example", "new goeben").await;
    assert!(begun.iter().any(|got| got.to == "bob@else.example"), "{begun:#?}");
    assert_eq!(room.lying().len(), 10);
}

/// More of them than are asked for at once, all before the player's.
#[tokio::test]
async fn a_player_is_answered_behind_two_hundred_mails_on_which_the_dns_says_nothing() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    room.silence_dns(NEVER);
    for number in 0..200 {
        let hostile = room.stranger(number);
        room.put(&hostile);
    }
    let id = room.id();
    room.put(&Sent::answer(ANN, &opened, &id, "who"));
    let mut answered = Vec::new();
    for _ in 0..6 {
        if answered.is_empty() {
            answered = room.work().await;
        }
    }
    assert!(answered.len() == 1 && answered[0].to == ANN, "{answered:#?}");
    assert_eq!(room.lying().len(), 200);
}

#[tokio::test]
async fn after_three_tries_it_is_given_up() {
    let mut room = MailRoom::new();
    let asked = room.silence_dns(Duration::ZERO);
    let hostile = room.stranger(0);
    room.put(&hostile);
    for tries in 1..=3 {
        assert!(room.work().await.is_empty());
        assert_eq!((asked.load(Ordering::SeqCst), room.lies()), (tries, true));
        room.pass(300);
    }
    assert!(room.work().await.is_empty() && !room.lies(), "it is put away");
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_player_whose_mail_needs_proof_is_told_that_there_was_none() {
    let mut room = MailRoom::with(Setting { require_dkim: true, ..Setting::default() });
    let opened = room.start(ANN, "new goeben").await.remove(0);
    room.silence_dns(Duration::ZERO);
    let id = room.id();
    room.put(&Sent::answer(ANN, &opened, &id, "who"));
    for _ in 0..3 {
        assert!(room.work().await.is_empty());
        room.pass(300);
    }
    let told = room.work().await;
    assert!(told.len() == 1 && told[0].to == ANN && told[0].references.contains(&id), "{told:#?}");
    assert!(!room.lies());
}

#[tokio::test]
async fn what_a_player_wrote_later_is_answered_later() {
    let mut room = MailRoom::with(Setting { require_dkim: true, ..Setting::default() });
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let slow = Arc::new(Notify::new());
    let first_waits = slow.clone();
    room.judge(
        NEVER,
        Arc::new(move |raw, from| {
            let (slow, pass) = (first_waits.clone(), Signature::Pass(from.domain().to_owned()));
            let is_first = String::from_utf8_lossy(&raw).contains("show MES");
            Box::pin(async move {
                if is_first {
                    slow.notified().await;
                }
                pass
            })
        }),
    );
    let ids = [room.id(), room.id()];
    room.put(&Sent::answer(ANN, &opened, &ids[0], "show MES"));
    room.put(&Sent::answer(ANN, &opened, &ids[1], "show WSI"));
    // However soon the first verdict comes, the order is that in which the player wrote.
    let (mut answered, ()) = tokio::join!(room.work(), async { slow.notify_one() });
    // One look may have seen both mails, and the next would wait a minute for a third.
    if answered.len() < ids.len() {
        answered.extend(room.work().await);
    }
    let answers = |got: &Got| ids.iter().position(|id| got.references.contains(id));
    assert_eq!(answered.iter().map(answers).collect::<Vec<_>>(), [Some(0), Some(1)], "{answered:#?}");
}

#[tokio::test]
async fn health_knows_how_long_a_mail_lies_and_why() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    room.break_out(true);
    assert!(room.health().1);
    let id = room.id();
    room.put(&Sent::answer(ANN, &opened, &id, "who"));
    room.intake.round().await.unwrap();
    let began = room.health();
    assert!(
        !began.1 && began.0["sending"]["trouble"].is_string(),
        "a folder that cannot be used is ill at once: {began:?}"
    );
    room.pass(901);
    room.intake.round().await.unwrap();
    let (health, well) = room.health();
    assert!(!well && health["mailbox"]["waiting"] == 1, "{health}");
    assert_eq!(health["mailbox"]["oldest_seconds"], 901);
    let said = health["mailbox"]["trouble"].as_str().unwrap();
    assert!(said.contains("has waited for 901 seconds to be answered: ") && said.contains("out"), "{said}");
    assert!(!health.to_string().contains(ANN), "{health}");
    room.break_out(false);
    room.pass(600);
    assert_eq!(room.work().await.len(), 1);
    // A mailbox in which nothing new is waits, so the next mail shows that it is empty.
    room.answer(ANN, &opened, "who").await;
    let (health, well) = room.health();
    assert!(well && health["sending"].is_null() && health["mailbox"]["trouble"].is_null(), "{health}");
}

/// One address that a server does not take now is no sign of trouble with sending, two are.
#[tokio::test]
async fn sending_is_ill_where_it_fails_whoever_a_mail_is_for() {
    let room = MailRoom::new();
    let door = room.courier.door.clone();
    let note = |address: &str, kind: Option<TroubleKind>| {
        let trouble = kind.map(|kind| MailTrouble::says(kind, "mail-later", "relay.example", "421 busy"));
        door.note_sending(Some(address), &trouble.map_or(Ok(()), Err));
        room.pass(1_000);
        room.health().1
    };
    assert!(note(ANN, Some(TroubleKind::Later)) && note(ANN, Some(TroubleKind::Later)));
    assert!(!note(EVE, Some(TroubleKind::Later)));
    assert!(note(ANN, Some(TroubleKind::Address)), "a server that refuses an address is heard");
    assert!(note(ANN, Some(TroubleKind::Full)) && !note(ANN, Some(TroubleKind::Line)));
    assert!(!note(ANN, Some(TroubleKind::Later)), "it is ill until something goes out");
    assert!(note(ANN, None));
    assert!(note(ANN, Some(TroubleKind::Later)) && !note(ANN, Some(TroubleKind::Security)));
    assert!(room.health().0["sending"]["trouble"].as_str().unwrap().contains("421 busy"));
}

/// A wrong password does not pass; a server that is away may be back in minutes, one that says later in some more.
#[tokio::test]
async fn sending_is_ill_as_soon_as_the_kind_of_trouble_says_so() {
    let cases = [
        (TroubleKind::Account, 0),
        (TroubleKind::Security, 0),
        (TroubleKind::File, 0),
        (TroubleKind::Line, 301),
        (TroubleKind::Strange, 301),
        (TroubleKind::Later, 901),
    ];
    for (kind, after) in cases {
        let room = MailRoom::new();
        let trouble = MailTrouble::says(kind, "mail-later", "relay.example", "no");
        // Found out without a mail, so it is no address's fault.
        room.courier.door.note_sending(None, &Err(trouble));
        assert!(room.health().0["sending"]["trouble"].is_string(), "{kind:?} is said at once");
        if after > 0 {
            room.pass(after - 1);
            assert!(room.health().1, "{kind:?}");
            room.pass(1);
        }
        assert!(!room.health().1, "{kind:?}");
    }
}

/// A letter that is due and an unanswered mail both count, by the time at which somebody looks.
#[tokio::test]
async fn the_age_of_what_is_due_counts_letters_and_answers() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new grand-fleet").await.remove(0);
    let age = |room: &MailRoom| {
        let now = room.clock.now.load(Ordering::SeqCst);
        outbox_age(&room.courier.door, std::slice::from_ref(&room.intake.health), now)
    };
    assert_eq!(age(&room), 0);
    room.break_out(true);
    let id = room.id();
    room.put(&Sent::answer(ANN, &opened, &id, "who"));
    room.intake.round().await.unwrap();
    room.pass(70);
    assert_eq!(age(&room), 70, "an answer");
    room.break_out(false);
    room.work().await;
    room.answer(ANN, &opened, "who").await;
    assert_eq!(age(&room), 0);
    room.answer(ANN, &opened, &format!("invite {EVE}")).await;
    room.break_out(true);
    let invited = room.club.people().known_at("mail", EVE).unwrap().unwrap();
    let eve = Visitor { player: invited, door: Arc::new(AtMail), key: "join".to_owned(), receipts: None };
    room.club.join(&room.table_of(ANN), &eve, None, Lang::En).unwrap();
    room.courier.tick().await.unwrap();
    room.pass(40);
    room.courier.tick().await.unwrap();
    assert!(age(&room) >= 40, "a letter");
}

/// What is logged on this thread.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Logged {
    type Writer = Logged;

    fn make_writer(&'a self) -> Logged {
        self.clone()
    }
}

#[tokio::test]
async fn a_mail_that_is_passed_over_leaves_a_line_and_a_number_with_the_reason() {
    let logged = Logged::default();
    let writer = logged.clone();
    let subscriber = observe::logs("debug", LogFormat::Text, move || writer.clone()).unwrap();
    let _heard = Heard::by(subscriber);
    let recorder = PrometheusBuilder::new().build_recorder();
    let numbers = recorder.handle();
    let _numbers = metrics::set_default_local_recorder(&recorder);
    let mut room = MailRoom::new();
    let verdict = |signature: Signature| -> Vouch {
        Arc::new(move |_, _| Box::pin(std::future::ready(signature.clone())))
    };
    let mail = |head: &str| format!("{head}\r\nTo: {BOT}\r\nSubject: x\r\n\r\nhello\r\n");
    let from = format!("From: {EVE}");
    let cases = [
        ("silent", "machine", mail(&format!("{from}\r\nAuto-Submitted: auto-replied")), Signature::None),
        ("silent", "own", mail(&format!("From: {BOT}")), Signature::None),
        ("silent", "unsigned", mail(&from), Signature::None),
        ("silent", "bad-signature", mail(&from), Signature::Fail),
        ("unreadable", "no-sender", mail("X-From: nobody"), Signature::None),
        ("unreadable", "several-senders", mail(&format!("{from}, {ANN}")), Signature::None),
    ];
    let count = |outcome: &str, reason: &str| {
        let series = format!("{}{{outcome=\"{outcome}\",reason=\"{reason}\"}} ", observe::MAILS_READ);
        let numbers = numbers.render();
        numbers.lines().find_map(|line| line.strip_prefix(&series)?.parse::<u32>().ok()).unwrap_or(0)
    };
    for (outcome, reason, raw, signature) in cases {
        room.judge(NEVER, verdict(signature));
        logged.0.lock().unwrap().clear();
        room.lay(raw.as_bytes());
        assert!(room.work().await.is_empty() && !room.lies(), "{reason}");
        assert_eq!(count(outcome, reason), 1, "{reason}: {}", numbers.render());
        let said = String::from_utf8(logged.0.lock().unwrap().clone()).unwrap();
        assert!(said.contains(&format!("reason=\"{reason}\"")) && !said.contains("evil.example"), "{said}");
    }
    // Who wants no mail, and who is one too many.
    room.judge(NEVER, verdict(Signature::Pass("evil.example".to_owned())));
    let hello = room.stranger(0);
    let welcome = room.deliver(&hello).await.remove(0);
    room.answer(&hello.from, &welcome, "never write to me again").await;
    room.deliver(&delivered_again(&hello)).await;
    assert_eq!(count("silent", "unwanted"), 1, "{}", numbers.render());
    for number in 1..=20 {
        let hello = room.stranger(number);
        room.deliver(&hello).await;
    }
    assert_eq!(count("silent", "limit"), 1, "{}", numbers.render());
    assert!(count("answered", "none") >= 20);
}

/// A folder that cannot be used does not come back by itself.
#[tokio::test]
async fn a_maildir_that_is_lost_is_ill_at_once() {
    let room = MailRoom::new();
    let trouble = |kind: TroubleKind| {
        room.intake.health.lasts.store(kind == TroubleKind::File, Ordering::SeqCst);
        *room.intake.health.trouble.lock().unwrap() = Some("/srv/mail/in: No such file".to_owned());
        room.intake
            .health
            .read_at
            .store(room.clock.now.load(Ordering::SeqCst).cast_unsigned(), Ordering::SeqCst);
        room.health()
    };
    assert!(trouble(TroubleKind::Line).1, "a line that broke may be back soon");
    let (health, well) = trouble(TroubleKind::File);
    assert!(!well && health["mailbox"]["trouble"] == "/srv/mail/in: No such file", "{health}");

    let room = MailRoom::new();
    let lost = std::io::Error::from(std::io::ErrorKind::NotFound);
    let lost = MailTrouble::file(std::path::Path::new("/srv/mail/out"), &lost);
    room.courier.door.note_sending(Some(ANN), &Err(lost));
    let (health, well) = room.health();
    let said = health["sending"]["trouble"].as_str().unwrap();
    assert!(!well && said.contains("/srv/mail/out"), "{health}");
}
