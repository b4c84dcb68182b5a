//! Mails side by side: nobody waits for what concerns somebody else, and everything is done in its order.

use std::fs;
use std::pin::pin;
use std::sync::{Arc, Condvar, Mutex};

use tokio::sync::watch;
use wardroom::app::serve::mail::MailboxHealth;
use wardroom::config::mail::{Proof, Security};
use wardroom::door::mail::desk::Desk;
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::words::Lang;

use super::{BOT, Got, MailRoom, Sent, Setting, delivered_again};
use crate::common::Luck;
use crate::mail::scripted::{Scripted, smtp};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
const HELLO: &str = "220 here ESMTP\r\n";

/// Closed until it is dropped.
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Drop for Gate {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

/// A relay that takes its time with one address, over whichever connection, until the gate is dropped.
fn slow_with(address: &'static str) -> (Gate, Scripted) {
    let gate = Gate(Arc::default());
    let line = |gate: Arc<(Mutex<bool>, Condvar)>| {
        let slow = move |line: &str| {
            if line.starts_with("RCPT") && line.contains(address) {
                drop(gate.1.wait_while(gate.0.lock().unwrap(), |open| !*open).unwrap());
            }
            None
        };
        (HELLO, smtp(&["8BITMIME"], slow))
    };
    let lines = (0..4).map(|_| line(gate.0.clone())).collect();
    (gate, Scripted::start(lines))
}

fn relay(server: &Scripted) -> Arc<Outgoing> {
    let server = server.server(Security::Plain, Proof::Password("mellon".into()));
    let server = wardroom::config::mail::MailServer { login: None, ..server };
    Arc::new(Outgoing::Smtp(Smtp::new(server, BOT).unwrap()))
}

/// Whom a relay was to deliver mails to, in order.
fn recipients(server: &Scripted) -> Vec<String> {
    let heard = server.heard();
    let rcpt = heard.iter().filter_map(|line| line.trim_end().strip_prefix("RCPT TO:<")?.strip_suffix('>'));
    rcpt.map(str::to_owned).collect()
}

/// Ann and Bob, each with a table of their own, and their last mails; from here on mails go by a relay, and so many hands work.
async fn two_at_tables(server: &Scripted, hands: usize) -> (MailRoom, [Got; 2]) {
    let mut room = MailRoom::new();
    let ann = room.start(ANN, "new goeben").await.remove(0);
    let bob = room.start(BOB, "new goeben").await.remove(0);
    room.intake.courier.desk = Arc::new(Desk::new(hands));
    room.intake.courier.out = relay(server);
    room.courier = room.intake.courier.clone();
    (room, [ann, bob])
}

#[tokio::test]
async fn a_recipient_who_is_slow_delays_nobody_else() {
    let (release, server) = slow_with(ANN);
    let (mut room, [ann, bob]) = two_at_tables(&server, 4).await;
    room.put(&Sent::answer(ANN, &ann, "a1@home.example", "show MES"));
    room.put(&Sent::answer(ANN, &ann, "a2@home.example", "show WSI"));
    room.put(&Sent::answer(BOB, &bob, "b1@else.example", "show MES"));
    let later = Sent::answer(BOB, &bob, "b2@else.example", "show WSI").raw();
    let inbox = room.root.join("in/new");
    {
        let mut round = pin!(room.intake.round());
        let count = |who: &str| recipients(&server).iter().filter(|to| *to == who).count();
        let until = async |who: &str, least: usize| {
            while count(who) < least {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            ended = &mut round => panic!("Ann's answer is under way: {ended:?}"),
            () = until(BOB, 1) => {}
        }
        // One that comes meanwhile is answered meanwhile.
        fs::write(inbox.join("99999.test"), later).unwrap();
        tokio::select! {
            ended = &mut round => panic!("Ann's answer is under way: {ended:?}"),
            () = async { tokio::join!(until(BOB, 2), until(ANN, 1)); } => {}
        }
        assert_eq!(count(ANN), 1, "one after another");
        drop(release);
        round.await.unwrap();
    }
    while room.lies() {
        room.intake.round().await.unwrap();
    }
    let heard = server.heard().join("\n");
    let at =
        |id: &str| heard.find(&format!("In-Reply-To: <{id}>")).unwrap_or_else(|| panic!("{id}: {heard}"));
    assert!(at("a1@home.example") < at("a2@home.example"), "in the order in which she wrote");
}

/// What is under way when the program stops is finished, and what is not begun stays whole.
#[tokio::test]
async fn a_program_that_stops_finishes_the_mail_under_way_or_leaves_it_whole() {
    let (release, server) = slow_with(ANN);
    let (mut room, [ann, bob]) = two_at_tables(&server, 1).await;
    let tables = [ANN, BOB].map(|who| room.table_of(who));
    let before = tables.clone().map(|table| room.last(&table));
    room.put(&Sent::answer(ANN, &ann, "a1@home.example", "collier WSI"));
    room.put(&Sent::answer(BOB, &bob, "b1@else.example", "collier WSI"));
    let (stop, stopping) = watch::channel(false);
    let intake = std::mem::replace(
        &mut room.intake,
        super::process(&room.root, room.setting, &room.reached, room.clock.clone(), room.clock.waits()).1,
    );
    let running = tokio::spawn(intake.run(stopping));
    while recipients(&server).is_empty() {
        tokio::task::yield_now().await;
    }
    stop.send_replace(true);
    drop(release);
    running.await.unwrap();
    assert_eq!(recipients(&server), [ANN]);
    let after = tables.clone().map(|table| room.last(&table));
    assert!(after[0] > before[0] && after[1] == before[1], "{before:?} {after:?}");
    assert_eq!(room.lying().len(), 1, "Ann's is put away, Bob's lies there");
    // The next process.
    room.start_again();
    room.pass(300);
    let told = room.work().await;
    let answers: Vec<&Got> = told.iter().filter(|got| !got.references.is_empty() && got.to == BOB).collect();
    assert!(answers.len() == 1 && told.iter().all(|got| got.to == BOB), "{told:#?}");
    assert!(room.last(&tables[1]) > before[1]);
}

/// What takes seconds to work out holds up its asker alone, even with one hand.
#[tokio::test]
async fn whoever_asks_what_takes_long_waits_alone_and_gets_one_answer_a_mail() {
    let mut room = MailRoom::new();
    let ann = room.start(ANN, "new goeben").await.remove(0);
    let bob = room.start(BOB, "new goeben").await.remove(0);
    room.put(&Sent::answer(ANN, &ann, "a1@home.example", "load goeben wireless\naudit\nwhy\nshow MES"));
    room.put(&Sent::answer(ANN, &ann, "a2@home.example", "show WSI"));
    room.put(&Sent::answer(BOB, &bob, "b1@else.example", "show MES"));
    let (desk, out) = (room.courier.desk.clone(), room.root.join("out/new"));
    let sent = || fs::read_dir(&out).unwrap().count();
    let before = sent();
    {
        let busy = desk.alone().await;
        let mut round = pin!(room.intake.round());
        tokio::select! {
            ended = &mut round => panic!("{ended:?}"),
            () = async { while sent() == before { tokio::task::yield_now().await } } => {}
        }
        assert!(desk.still().await.is_some(), "no hand is held meanwhile");
        drop(busy);
        round.await.unwrap();
    }
    let told = room.out();
    let to: Vec<&str> = told.iter().map(|got| got.to.as_str()).collect();
    assert_eq!(to, [BOB, ANN, ANN], "{told:#?}");
    let (first, log) =
        (&told[1].text, room.club.watch(&room.table_of(ANN), Lang::En).unwrap().log(20).unwrap());
    assert!(first.contains("> load goeben wireless") && first.contains("> audit"), "{first}");
    assert_eq!(log.join("\n").matches("takes Wireless").count(), 1, "once: {log:?}");
    let refused = "> why\nOne mail answers one of these";
    assert!(first.contains(refused) && first.contains("> show MES"), "{first}");
    assert!(told[2].text.contains("> show WSI"), "{}", told[2].text);
    // The same question is answered again, from what is kept.
    let again = room.answer(ANN, &told[1], "audit").await;
    assert_eq!(again.len(), 1);
}

/// A mailbox that lets nothing go: orders are carried out, once each, also by the next process.
#[tokio::test]
async fn a_mailbox_that_cannot_be_written_to_stops_no_order_and_repeats_none() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let cur = room.root.join("in/cur");
    let lines = ["load goeben wireless", "collier WSI", "done"];
    let ids: Vec<String> = lines.iter().map(|_| room.id()).collect();
    for (line, id) in lines.iter().zip(&ids) {
        room.put(&Sent::answer(ANN, &opened, id, line));
    }
    // Root writes everywhere, but puts nothing in the place of a folder that is not empty.
    let in_the_way: Vec<_> = room.lying().iter().map(|name| cur.join(format!("{name}:2,S"))).collect();
    in_the_way.iter().for_each(|path| fs::create_dir_all(path.join("full")).unwrap());
    let told = room.work().await;
    assert_eq!(told.iter().filter(|got| got.to == ANN).count(), lines.len(), "{told:#?}");
    let after = room.last(&table);
    assert_eq!(room.lying().len(), lines.len(), "nothing can be put away");
    let health = |room: &MailRoom| {
        let now = room.clock.now.load(std::sync::atomic::Ordering::SeqCst);
        let (said, well) = MailboxHealth::of(&room.intake.health, now);
        (serde_json::to_string(&said).unwrap(), well)
    };
    let (said, well) = health(&room);
    assert!(well && said.contains("answered mail cannot be moved away: "), "{said}");
    // Another mail is answered meanwhile, and the next process repeats nothing.
    room.pass(901);
    assert_eq!(room.answer(ANN, &told[0], "show MES").await.len(), 1);
    let (said, well) = health(&room);
    assert!(!well && said.contains("answered mail cannot be moved away: "), "{said}");
    room.start_again();
    room.pass(300);
    assert_eq!(room.work().await.len(), 0);
    assert_eq!(room.last(&table), after);
    in_the_way.iter().for_each(|path| fs::remove_dir_all(path).unwrap());
    room.pass(2_000);
    let next = room.answer(ANN, &told[0], "show WSI").await;
    assert!(next.len() == 1 && !room.lies(), "{:?}", room.lying());
    assert!(!health(&room).0.contains("cannot be moved away"));
}

/// A mailbox that is made anew, or from which somebody moves read mails back: each is known, byte by byte.
#[tokio::test]
async fn mails_that_are_moved_back_are_not_answered_again() {
    let mut room = MailRoom::new();
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let table = room.table_of(ANN);
    let order = Sent::answer(ANN, &opened, "one@home.example", "collier WSI");
    let first = room.deliver(&order).await.remove(0);
    let after = room.last(&table);
    let (cur, new) = (room.root.join("in/cur"), room.root.join("in/new"));
    for file in fs::read_dir(&cur).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        fs::rename(file.path(), new.join(format!("again-{}", name.split(':').next().unwrap()))).unwrap();
    }
    assert!(room.lying().len() >= 3, "{:?}", room.lying());
    assert!(room.work().await.is_empty() && !room.lies());
    assert_eq!(room.last(&table), after);
    // One that is delivered again is answered as before.
    let again = room.deliver(&delivered_again(&order)).await.remove(0);
    assert_eq!((&again.id, &again.text), (&first.id, &first.text));
    assert_eq!(room.last(&table), after);
    // That it is known is forgotten with the read mails.
    let seen = |room: &MailRoom| room.club.notes().with_prefix("mail", "seen/").unwrap().len();
    assert!(seen(&room) >= 4);
    let now = room.clock.now.load(std::sync::atomic::Ordering::SeqCst);
    room.courier.door.forget_before(now + 1).unwrap();
    assert_eq!(seen(&room), 0);
}

/// A machine that does not say that it is one, and never writes anything that can be carried out.
#[tokio::test]
async fn a_robot_without_headers_falls_silent_and_a_player_does_not() {
    let mut room = MailRoom::with(Setting::default());
    let opened = room.start(ANN, "new goeben").await.remove(0);
    let mut luck = Luck::of(3);
    for number in 0..3 {
        let text = format!("Your ticket {} was received.", luck.below(1_000_000));
        let answer = room.answer(ANN, &opened, &text).await.remove(0);
        let warned = answer.text.contains("third mail in a row");
        assert_eq!(warned, number == 2, "{}", answer.text);
    }
    for text in ["Your ticket 7 was received.", "", "Thank you for your patience."] {
        assert!(room.answer(ANN, &opened, text).await.is_empty(), "{text}");
    }
    // Whoever orders something is answered, and counted anew.
    assert_eq!(room.answer(ANN, &opened, "show MES").await.len(), 1);
    assert_eq!(room.answer(ANN, &opened, "Your ticket 8 was received.").await.len(), 1);
    for text in ["one two three", "four five six"] {
        assert_eq!(room.answer(ANN, &opened, text).await.len(), 1);
    }
    assert!(room.answer(ANN, &opened, "seven eight nine").await.is_empty());
    room.pass(24 * 60 * 60);
    assert_eq!(room.answer(ANN, &opened, "ten eleven twelve").await.len(), 1);
}

#[tokio::test]
async fn those_who_played_with_somebody_who_is_erased_are_told() {
    let mut room = MailRoom::new();
    let (table, _) = room.duel([ANN, BOB], Lang::En).await;
    let ann = room.club.people().known_at("mail", ANN).unwrap().unwrap();
    room.club.people().forget(&ann, "mail").unwrap();
    let told = room.tick().await;
    let [to_bob] = &told[..] else { panic!("{told:#?}") };
    assert!(to_bob.to == BOB && to_bob.subject.contains(&table), "{to_bob:#?}");
    assert!(!to_bob.raw.contains(ANN), "{to_bob:#?}");
}
