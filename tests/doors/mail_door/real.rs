//! Whole games through Dovecot and Exim: nothing but mails go in and out, and the servers are restarted meanwhile.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use wardroom::app::registry::GAMES;
use wardroom::app::serve::mail::MailServices;
use wardroom::club::{Club, Conclusion, Visitor};
use wardroom::config::Config;
use wardroom::config::mail::Security;
use wardroom::door::mail::wording::AtMail;
use wardroom::keys::Keys;
use wardroom::log::MemoryStore;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::table::{Platform, System};
use wardroom::waits::Waits;
use wardroom::words::Lang;

use super::{Got, Sent};
use crate::common::Luck;
use crate::mail::servers::{Servers, until, until_within};

const BOT: &str = "bot@game.test";
/// Longer than a mailbox is waited at, should a server forget to say that mail came, and than what restarts is left alone.
const PATIENCE: Duration = Duration::from_secs(120);
/// More mails than a game has.
const ENDLESS: usize = 6000;
/// Orders after which a server is restarted.
const RESTARTS: [usize; 2] = [20, 40];

/// A club behind real servers.
struct Post {
    servers: Servers,
    club: Arc<Club>,
    /// The last mail of each player that can be answered.
    last: BTreeMap<String, Got>,
    sent: usize,
}

fn local(who: &str) -> &str {
    who.split('@').next().unwrap()
}

impl Post {
    /// The club with these players, and its mail door at work until the sender is dropped.
    fn open(players: &[(&str, Lang)]) -> (Post, watch::Sender<bool>) {
        let servers = Servers::start();
        let platform: Arc<dyn Platform> = Arc::new(System);
        let club = GAMES.club(Arc::new(MemoryStore::new()), platform.clone(), None, None).unwrap();
        let club = Arc::new(club);
        for (who, lang) in players {
            club.meet("mail", who, local(who), *lang).unwrap();
        }
        // A whole game in some minutes takes more answers than the usual limit of an hour.
        let section = format!("{}answers_an_hour = 100000\n", servers.section("bot"));
        let config = Config::parse(&section).unwrap().serving(&|_| None).unwrap().mail.unwrap();
        let waits = Waits::new(Arc::new(move || platform.now().timestamp()));
        let services = MailServices::new(&club, &config, Keys::new([7; 32], None), waits).unwrap();
        let (stop, stopping) = watch::channel(false);
        tokio::spawn(services.run(stopping));
        (Post { servers, club, last: BTreeMap::new(), sent: 0 }, stop)
    }

    /// A player's program sends a mail; what answers it.
    async fn write(&mut self, mut sent: Sent) -> Got {
        self.sent += 1;
        let id = format!("m{}@players.test", self.sent);
        sent.id = Some(id.clone());
        let (who, user) = (sent.from.clone(), local(&sent.from).to_owned());
        let out = Smtp::new(self.servers.smtp(&user, Security::Tls), &who).unwrap();
        wardroom::mail::transport::Outgoing::Smtp(out).send(&sent.to, sent.raw().as_bytes()).await.unwrap();
        let answer = until_within(PATIENCE, &format!("the answer to {id}: {}", sent.text), || {
            self.servers.inbox(&user).iter().find_map(|raw| {
                let text = String::from_utf8_lossy(raw);
                text.contains(&format!("In-Reply-To: <{id}>")).then(|| Got::read(raw))
            })
        });
        self.last.insert(who, answer.clone());
        answer
    }

    async fn answer(&mut self, who: &str, text: &str) -> Got {
        let last = self.last[who].clone();
        self.write(Sent::answer(who, &last, "", text)).await
    }

    /// The first mail of a player: they are known, so they are given an address to answer to.
    async fn greet(&mut self, who: &str) {
        let first = Sent { from: who.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        let got = self.write(first).await;
        assert!(got.reply_to.is_some(), "{}", got.text);
    }

    /// Plays a table to its end.
    async fn play(&mut self, table: &str, people: &[(&str, Lang)], luck: &mut Luck) {
        for mails in 0.. {
            assert!(mails < ENDLESS, "no end");
            if mails == RESTARTS[0] {
                self.servers.stop_imap();
                self.servers.start_imap();
            }
            if mails == RESTARTS[1] {
                self.servers.stop_smtp();
                self.servers.start_smtp();
            }
            if self.club.watch(table, Lang::En).unwrap().is_over() {
                break;
            }
            let mut asked = Vec::new();
            for (who, lang) in people {
                let player = self.club.known_at("mail", who).unwrap().unwrap();
                let visitor = Visitor { player, door: Arc::new(AtMail), key: "look".to_owned() };
                let watched = self.club.watch(table, *lang).unwrap();
                let session = watched.sit(visitor, None).unwrap_or_else(|error| panic!("{error}"));
                let now = session.asked().unwrap();
                if now.prompt.is_some() {
                    let form = now.options.sample(&mut |n| luck.below(n)).expect("a legal order");
                    let book = session.book();
                    asked.push((*who, book.type_short_in(*lang, &form, &now.options, session.lexicon())));
                }
            }
            let (who, line) = asked.swap_remove(luck.below(asked.len() as u32) as usize);
            let before = self.club.watch(table, Lang::En).unwrap().last();
            let got = self.answer(who, &line).await;
            assert!(self.club.watch(table, Lang::En).unwrap().last() > before, "{line}\n{}", got.text);
        }
        let (conclusion, findings) = self.club.audit(table, Lang::En).unwrap();
        assert_ne!(conclusion, Conclusion::Failed, "{findings:#?}");
    }

    fn table(&self, who: &str) -> String {
        let player = self.club.known_at("mail", who).unwrap().unwrap();
        self.club.table_ids_of(&player).unwrap().pop().unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a whole game takes minutes"]
async fn goeben_is_played_through_real_servers_to_its_end() {
    let seed = 11;
    println!("seed {seed}");
    let people = [("anna@players.test", Lang::Ja)];
    let (mut post, _stop) = Post::open(&people);
    post.greet(people[0].0).await;
    post.answer(people[0].0, "開卓 goeben").await;
    let table = post.table(people[0].0);
    post.play(&table, &people, &mut Luck::of(seed)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "starts Dovecot and Exim; a whole game takes minutes"]
async fn grand_fleet_is_played_through_real_servers_to_its_end() {
    let seed = 12;
    println!("seed {seed}");
    let people = [("anna@players.test", Lang::En), ("bert@players.test", Lang::Ja)];
    let (mut post, _stop) = Post::open(&people);
    let [(anna, _), (bert, _)] = people;
    post.greet(anna).await;
    post.answer(anna, "new grand-fleet").await;
    post.answer(anna, &format!("invite {bert}")).await;
    let invitation = until("the invitation", || post.servers.inbox("bert").first().map(|raw| Got::read(raw)));
    post.last.insert(bert.to_owned(), invitation);
    post.answer(bert, "join").await;
    let table = post.table(anna);
    post.play(&table, &people, &mut Luck::of(seed)).await;
}
