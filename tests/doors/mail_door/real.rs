//! Whole games through Dovecot and Exim: nothing but mails go in and out, and meanwhile the servers do to them what servers
//! do. In the end every order stands in the log once, and every mail was answered once.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::sleep;
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::config::Config;
use wardroom::config::mail::Security;
use wardroom::door::mail::courier::MailCourier;
use wardroom::door::mail::health::Health;
use wardroom::log::Store;
use wardroom::log::table_event::LOG_FORMAT;
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::waits::Waits;
use wardroom::words::Lang;

use super::game::{ENDLESS, Letters, next_order};
use super::taps::{Tapper, has_battle, links};
use super::{Clock, Got, Sent};
use crate::common::Luck;
use crate::common::store;
use crate::mail::servers::{FULL, GREYLISTED, LATER, Servers, UNKNOWN, until, until_within};

const BOT: &str = "bot@game.test";
const ANNA: &str = "anna@players.test";
const BERT: &str = "bert@players.test";
/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(20);
/// How many times as fast as in earnest the door waits.
const SPEED: u32 = 60;
/// When the first order is given, how much later the next ones are, and how much time passes at each look at what comes of
/// them, in seconds. It stands still until they are in the log: so each of them always finds the same dice.
const BEGIN: i64 = 1_700_000_000;
const STEP: i64 = 6 * 60 * 60;
const TICK: i64 = 5;
/// There is a fault at one of so many orders.
const EVERY: usize = 3;
/// What the others are told when an address fails.
const FAILING: [&str; 2] = ["does not arrive", "届いていません"];

/// What befalls an order's mail, its answer, or the mail that tells the other player of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// The line on which the door waits for mail breaks.
    CutOff,
    /// Dovecot is gone while the mail is on its way, and comes back.
    ImapRestarted,
    /// The inbox is made anew while the mail lies in it, its order given and its answer refused for now.
    Renumbered,
    /// The mail is deleted between being fetched and being read.
    Expunged,
    /// The player's mailbox has no room for the answer, which Exim has taken.
    NoRoom,
    /// Exim is gone when the answer is sent, and comes back.
    SmtpDown,
    /// Exim refuses the answer so.
    Answer(&'static str),
    /// Exim refuses so what the other player is told unasked.
    Notice(&'static str),
}

/// Those that need no second player.
const FAULTS: [Fault; 9] = [
    Fault::CutOff,
    Fault::ImapRestarted,
    Fault::Renumbered,
    Fault::Expunged,
    Fault::NoRoom,
    Fault::SmtpDown,
    Fault::Answer(GREYLISTED),
    Fault::Answer(FULL),
    Fault::Answer(UNKNOWN),
];
/// Those that befall what the other player is told.
const FAULTS_OF_TWO: [Fault; 3] = [Fault::Notice(FULL), Fault::Notice(UNKNOWN), Fault::Notice(LATER)];

/// A club behind real servers.
struct Post {
    servers: Servers,
    club: Arc<Club>,
    store: Arc<dyn Store>,
    courier: MailCourier,
    health: Arc<Health>,
    letters: Letters,
    clock: Arc<Clock>,
    /// Whether time passes.
    passes: bool,
    orders: usize,
}

fn local(who: &str) -> &str {
    who.split('@').next().unwrap()
}

impl Post {
    /// The club with these players, and its mail door at work until the sender is dropped.
    fn open(people: &[(&str, Lang)]) -> (Post, watch::Sender<bool>) {
        let (servers, store) = (Servers::start(), store::new());
        let clock = Arc::new(Clock {
            now: AtomicI64::new(BEGIN),
            filled: AtomicI64::new(1),
            format: AtomicU32::new(LOG_FORMAT),
        });
        let club = Arc::new(GAMES.club(store.clone(), clock.clone(), None, None).unwrap());
        for (who, lang) in people {
            club.people().meet("mail", who, local(who), *lang).unwrap();
        }
        // A whole game in some minutes takes more answers than the usual limit of an hour.
        let section = format!("{}answers_an_hour = 100000\npictures = false\n", servers.section("bot"));
        let config = Config::parse(&section).unwrap().serving(&|_| None).unwrap().mail.unwrap();
        let (now, pause) = (clock.waits().clock(), |pause| Box::pin(sleep(pause / SPEED)) as Pin<Box<_>>);
        let waits = Waits::with(now, Arc::new(Duration::default), Arc::new(pause));
        let intake = super::intake(&club, &config, waits, true);
        let (courier, health) = (intake.courier.clone(), intake.health.clone());
        let (stop, stopping) = watch::channel(false);
        tokio::spawn(courier.clone().run(stopping.clone()));
        tokio::spawn(intake.run(stopping));
        let letters = Letters::default();
        (Post { servers, club, store, courier, health, letters, clock, passes: false, orders: 0 }, stop)
    }

    /// Waits until this is so while the door neither answers nor sends.
    async fn until<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            let still = self.courier.desk.still().await;
            if let Some(found) = found() {
                return found;
            }
            drop(still);
            self.pass();
            assert!(Instant::now() < end, "not in time: {what}\n{}", self.servers.said());
            sleep(LOOK).await;
        }
    }

    fn pass(&self) {
        if self.passes {
            self.clock.now.fetch_add(TICK, Ordering::SeqCst);
        }
    }

    /// Whether nobody waits for a mail of the door's, and none waits for it.
    fn is_quiet(&self) -> bool {
        self.club.deliveries().waiting_since("mail").unwrap().is_none()
            && self.health.waiting.load(Ordering::Relaxed) == 0
    }

    async fn quiet(&self) {
        self.until("quiet", || self.is_quiet().then_some(())).await;
        self.servers.wait_for_exim();
    }

    fn head(&self, table: &str) -> u64 {
        self.club.watch(table, Lang::En).unwrap().around().last
    }

    fn player(&self, who: &str) -> String {
        self.club.people().known_at("mail", who).unwrap().unwrap()
    }

    fn is_failing(&self, who: &str) -> bool {
        self.club.notes().of_player("mail", &self.player(who), "failing").unwrap().is_some()
    }

    /// How often a player was told something unasked.
    fn told(&self, table: &str, who: &str) -> usize {
        let told = self.club.deliveries().sent_to(table, &self.player(who), ENDLESS).unwrap();
        told.iter().filter(|it| it.delivered).count()
    }

    fn refusals(&self, who: &str) -> usize {
        self.servers.times(&format!("rejected RCPT <{who}>"))
    }

    /// A player's program sends a mail.
    async fn send(&self, sent: &Sent) {
        let out = Smtp::new(self.servers.smtp(local(&sent.from), Security::Tls), &sent.from).unwrap();
        Outgoing::Smtp(out).send(&sent.to, sent.raw().as_bytes()).await.unwrap();
    }

    /// It sends one, and Exim refuses the answer so; how often it has by then.
    async fn refused(&self, sent: &Sent, reply: &str) -> usize {
        let before = self.refusals(&sent.from);
        self.servers.refuse(&[(local(&sent.from), reply)]);
        self.send(sent).await;
        let refused = || Some(self.refusals(&sent.from)).filter(|now| *now > before);
        self.until("a refusal", refused).await
    }

    fn look(&mut self, who: &str) {
        self.letters.look(&self.servers.maildir(local(who)));
    }

    fn answer_to(&mut self, sent: &Sent) -> Got {
        until_within(PATIENCE, &format!("the answer to {}", sent.text), || {
            self.pass();
            self.look(&sent.from);
            self.letters.answers_to(sent.id.as_ref().unwrap()).first().map(|got| (*got).clone())
        })
    }

    async fn write(&mut self, mut sent: Sent) -> Got {
        self.letters.write(&mut sent);
        self.send(&sent).await;
        self.answer_to(&sent)
    }

    async fn answer(&mut self, who: &str, text: &str) -> Got {
        let sent = Sent::answer(who, &self.letters.last[who], "", text);
        self.write(sent).await
    }

    /// Anna opens a table of *Grand Fleet*, and Bert joins it.
    async fn open_for_two(&mut self) {
        self.greet(ANNA).await;
        self.answer(ANNA, "new grand-fleet").await;
        self.answer(ANNA, &format!("invite {BERT}")).await;
        until("the invitation", || {
            self.look(BERT);
            self.letters.last.contains_key(BERT).then_some(())
        });
        self.answer(BERT, "join").await;
    }

    /// The first mail of a player: they are known, so they are given an address to answer to.
    async fn greet(&mut self, who: &str) {
        let first = Sent { from: who.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        let got = self.write(first).await;
        assert!(got.reply_to.is_some(), "{}", got.text);
    }

    /// A player's order goes out, and something befalls it; whether it did.
    async fn order(&mut self, table: &str, sent: &Sent, other: Option<&str>, fault: Option<Fault>) -> bool {
        self.quiet().await;
        let at = BEGIN + STEP * i64::try_from(self.orders).unwrap();
        self.clock.now.fetch_max(at, Ordering::SeqCst);
        (self.passes, self.orders) = (false, self.orders + 1);
        let (before, mut befell) = (self.head(table), true);
        match fault {
            None => self.send(sent).await,
            Some(Fault::CutOff) => {
                self.servers.cut_off("bot");
                self.send(sent).await;
            }
            Some(Fault::ImapRestarted) => {
                self.servers.stop_imap();
                self.send(sent).await;
                self.servers.start_imap();
            }
            Some(Fault::Renumbered) => {
                let refusals = self.refused(sent, GREYLISTED).await;
                self.servers.wait_for_exim();
                self.servers.renumber("bot");
                self.until("a refusal", || (self.refusals(&sent.from) > refusals).then_some(())).await;
            }
            Some(Fault::Expunged) => {
                let desk = self.courier.desk.clone();
                let still = desk.still().await;
                self.send(sent).await;
                until("a mail", || (self.health.waiting.load(Ordering::Relaxed) > 0).then_some(()));
                self.servers.expunge("bot");
                assert_eq!(self.servers.inbox("bot"), [[0; 0]; 0]);
                drop(still);
            }
            Some(Fault::NoRoom) => {
                let full = "Quota exceeded (mailbox for user is full)";
                let before = self.servers.times(full);
                self.servers.fill(&[local(&sent.from)]);
                self.send(sent).await;
                self.until("no room", || (self.servers.times(full) > before).then_some(())).await;
                self.servers.fill(&[]);
            }
            Some(Fault::SmtpDown) => {
                self.servers.stop_smtp();
                self.servers.deliver("bot", sent.raw().as_bytes());
                self.until("the order", || (self.head(table) > before).then_some(())).await;
                self.servers.start_smtp();
            }
            Some(Fault::Answer(reply)) => {
                self.refused(sent, reply).await;
                if reply == UNKNOWN {
                    self.quiet().await;
                    self.servers.refuse(&[]);
                    self.look(&sent.from);
                    assert!(self.letters.answers_to(sent.id.as_ref().unwrap()).is_empty());
                    self.send(sent).await;
                }
            }
            Some(Fault::Notice(reply)) => {
                befell = self.notice(table, sent, other.expect("another player"), reply).await;
            }
        }
        self.until("the order", || (self.head(table) > before).then_some(())).await;
        self.servers.refuse(&[]);
        self.passes = true;
        self.answer_to(sent);
        befell
    }

    /// A player's order goes out, and Exim refuses so what the other is told of it; whether they were to be told anything.
    async fn notice(&mut self, table: &str, sent: &Sent, other: &str, reply: &str) -> bool {
        let (refusals, told, known) = (self.refusals(other), self.told(table, other), self.warnings());
        self.servers.refuse(&[(local(other), reply)]);
        self.send(sent).await;
        self.answer_to(sent);
        if reply == FULL {
            let refused = || (self.refusals(other) > refusals).then_some(true);
            return self.until("quiet", || refused().or_else(|| self.is_quiet().then_some(false))).await;
        }
        self.quiet().await;
        if !self.is_failing(other) && self.told(table, other) == told {
            return false;
        }
        self.until("an address that fails", || self.is_failing(other).then_some(())).await;
        until_within(PATIENCE, "a warning", || {
            self.pass();
            self.look(&sent.from);
            (self.warnings() > known).then_some(())
        });
        self.servers.refuse(&[]);
        self.look(other);
        self.answer(other, "status").await;
        assert!(!self.is_failing(other), "whoever writes again is reached again");
        true
    }

    /// How often somebody was told that an address fails.
    fn warnings(&self) -> usize {
        FAILING.iter().map(|words| self.letters.with(words)).sum()
    }

    /// Plays a table to its end, while all of this befalls it.
    async fn play(mut self, people: &[(&str, Lang)], faults: &[Fault], luck: &mut Luck) {
        let player = self.player(people[0].0);
        let table = self.club.people().table_ids_of(&player).unwrap().pop().unwrap();
        let mut left = faults.iter().copied().peekable();
        while let Some((who, form, line)) = next_order(&self.club, &table, people, luck) {
            assert!(self.orders < ENDLESS, "no end");
            let fault = left.peek().copied().filter(|_| self.orders % EVERY == EVERY - 1);
            let other = people.iter().map(|(who, _)| *who).find(|other| *other != who);
            // An answer to an older mail would be for a question that is answered.
            self.quiet().await;
            self.look(who);
            let mut sent = Sent::answer(who, &self.letters.last[who], "", &line);
            self.letters.write(&mut sent);
            self.letters.given(form);
            let began = Instant::now();
            if self.order(&table, &sent, other, fault).await && fault.is_some() {
                println!("order {}: {:?}, {:.1?}", self.orders, left.next(), began.elapsed());
            }
        }
        assert_eq!(left.next(), None, "the game was too short");
        self.quiet().await;
        people.iter().for_each(|(who, _)| self.look(who));
        self.letters.are_a_whole_game(&self.club, &*self.store, &table);
        assert_eq!(self.letters.again(), 0, "every mail came once");
        let fail = [Fault::Notice(UNKNOWN), Fault::Notice(LATER)];
        assert_eq!(self.warnings(), faults.iter().filter(|fault| fail.contains(fault)).count());
    }
}

impl Post {
    /// Plays by the links of mails alone until `over` holds; how many mails were written and came.
    async fn by_links(&mut self, people: &[&str], luck: Luck, over: impl Fn(&Post) -> bool) -> [usize; 2] {
        let (mut tapper, mut written) = (Tapper::of(luck), 0);
        self.passes = true;
        while !over(self) {
            assert!(written < ENDLESS, "no end");
            self.quiet().await;
            people.iter().for_each(|who| self.look(who));
            let who = tapper.one_of(people);
            let Some(link) = tapper.chooses(&self.letters.last[who]) else { continue };
            let sent = Sent {
                from: who.into(),
                to: link.to,
                subject: link.subject,
                text: format!("{}\n\nSent from my iPhone", link.body.replace('\r', "")),
                ..Sent::default()
            };
            self.write(sent).await;
            written += 1;
        }
        self.quiet().await;
        people.iter().for_each(|who| self.look(who));
        [written, self.letters.count()]
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a whole game takes minutes"]
async fn a_mission_of_goeben_is_played_by_links_alone_through_real_servers() {
    let (mut post, _stop) = Post::open(&[(ANNA, Lang::Ja)]);
    post.greet(ANNA).await;
    post.answer(ANNA, "開卓 goeben").await;
    let table = post.club.people().table_ids_of(&post.player(ANNA)).unwrap().pop().unwrap();
    let is_over = |post: &Post| post.club.watch(&table, Lang::En).unwrap().around().over;
    let counted = post.by_links(&[ANNA], Luck::of(7), is_over).await;
    println!("{counted:?} mails written and come");
    let end = &post.letters.last[ANNA];
    let labels: Vec<String> = links(end).into_iter().map(|link| link.label).collect();
    assert!(
        ["再戦", "検証", "書き出し"].iter().all(|label| labels.contains(&(*label).to_owned())),
        "{labels:?}"
    );
    assert_eq!(post.letters.again(), 0, "every mail came once");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a turn takes minutes"]
async fn a_turn_of_grand_fleet_with_a_battle_is_played_by_links_alone_through_real_servers() {
    let (mut post, _stop) = Post::open(&[(ANNA, Lang::En), (BERT, Lang::Ja)]);
    post.open_for_two().await;
    let table = post.club.people().table_ids_of(&post.player(ANNA)).unwrap().pop().unwrap();
    let fought = |post: &Post| has_battle(&*post.store, &table);
    let counted = post.by_links(&[ANNA, BERT], Luck::of(11), fought).await;
    println!("{counted:?} mails written and come");
    assert_eq!(post.letters.again(), 0, "every mail came once");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a whole game takes minutes"]
async fn goeben_is_played_through_real_servers_to_its_end() {
    let seed = 11;
    println!("seed {seed}");
    let people = [(ANNA, Lang::Ja)];
    let (mut post, _stop) = Post::open(&people);
    post.greet(ANNA).await;
    post.answer(ANNA, "開卓 goeben").await;
    post.play(&people, &FAULTS, &mut Luck::of(seed)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a whole game takes minutes"]
async fn grand_fleet_is_played_through_real_servers_to_its_end() {
    let seed = 12;
    println!("seed {seed}");
    let people = [(ANNA, Lang::En), (BERT, Lang::Ja)];
    let (mut post, _stop) = Post::open(&people);
    post.open_for_two().await;
    post.play(&people, &[&FAULTS[..], &FAULTS_OF_TWO].concat(), &mut Luck::of(seed)).await;
}
