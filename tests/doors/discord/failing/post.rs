//! Two players who play by mail at the club whose machines fail, over a maildir or through Dovecot and Exim; when a game ends,
//! they begin another.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use wardroom::config::mail::Security;
use wardroom::game::OrderForm;
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::words::Lang;

use super::super::duel::{look, squeezed};
use super::super::process::database_in;
use super::judge::for_one_alone;
use crate::common::{Luck, disk};
use crate::mail::servers::{Certificate, Servers, Ways};
use crate::mail_door::game::{Letters, next_order};
use crate::mail_door::{BOT, Sent};

/// Where the bot and the two players are, over a maildir and at the servers.
const AT_MAILDIR: [&str; 3] = [BOT, "ada@home.example", "ben@else.example"];
const AT_SERVERS: [&str; 3] = ["bot@game.test", "ada@players.test", "ben@players.test"];
/// The answer to a mail that seems to be older than the question.
const WRITTEN_BEFORE: &str = "Nothing was carried out: your mail was written at";
/// The name under which mails are vouched for here.
const AUTHSERV: &str = "mx.club.example";

/// What carries the mails.
pub enum Carrier {
    /// A folder with a maildir for what comes in and one for what goes out.
    Maildir(PathBuf),
    Servers(Box<Servers>),
}

/// Tables by mail, one after the other, and who plays there.
pub struct Post {
    database: PathBuf,
    carrier: Carrier,
    people: [&'static str; 2],
    /// The tables so far; the last is being played.
    tables: Vec<String>,
    /// The ids of the mails of those that are over.
    of_others: BTreeSet<String>,
    letters: Letters,
    luck: Luck,
    /// Who wrote each mail.
    wrote: BTreeMap<String, &'static str>,
    /// Up to which entry lines that are for one player alone were looked for.
    looked: u64,
    /// The mail that is not answered yet, and the order in it.
    waits: Option<(String, Option<OrderForm>)>,
}

impl Carrier {
    /// Dovecot and Exim. They have no part in what befalls the workers' disk, nor TLS: by a clock that is slow a certificate made now
    /// is not good yet.
    pub fn servers() -> Carrier {
        let ways = Ways {
            certificate: Certificate::None,
            vouches: Some(AUTHSERV),
            on: disk::large(),
            ..Ways::default()
        };
        Carrier::Servers(Box::new(Servers::start_with(&ways)))
    }

    /// What the configuration of a club says of its mail.
    pub fn section(&self) -> String {
        let section = match self {
            Carrier::Maildir(mails) => format!(
                "[mail]\naddress = \"{BOT}\"\nplus_addresses = true\nmaildir = \"{}\"\n",
                mails.display()
            ),
            Carrier::Servers(servers) => servers.section("bot"),
        };
        let more = "who_may_start = \"anyone\"\nanswers_an_hour = 100000\npictures = false\n";
        format!("{section}{more}authserv_id = \"{AUTHSERV}\"\n")
    }
}

impl Post {
    /// Opens a table; the workers are running.
    pub async fn open(folder: &Path, carrier: Carrier, seed: u64) -> Post {
        let [bot, ada, ben] = if let Carrier::Maildir(_) = carrier { AT_MAILDIR } else { AT_SERVERS };
        let mut post = Post {
            database: database_in(folder),
            carrier,
            people: [ada, ben],
            tables: vec![],
            of_others: BTreeSet::new(),
            letters: Letters::default(),
            luck: Luck::of(seed),
            wrote: BTreeMap::new(),
            looked: 0,
            waits: None,
        };
        let first = Sent { to: bot.into(), text: "hello".into(), ..Sent::default() };
        post.write(ada, first, None).await;
        post.answered("the first mail", || ()).await;
        post.begin("the first game", || ()).await;
        post
    }

    /// Opens a table; meanwhile this is done again and again.
    async fn begin(&mut self, told: &str, mut meanwhile: impl FnMut()) {
        let [ada, ben] = self.people;
        self.letters.last.remove(ben);
        for (who, line) in
            [(ada, "new grand-fleet".to_owned()), (ada, format!("invite {ben}")), (ben, "join".to_owned())]
        {
            self.is_up_to_date(who, told, &mut meanwhile).await;
            self.write(who, Sent::answer(who, &self.letters.last[who], "", &line), None).await;
            self.answered(&format!("{told}, {line}"), &mut meanwhile).await;
        }
        let (_, house) = look(&self.database);
        let player = house.people().known_at("mail", ben).unwrap().unwrap();
        let of_ben = house.people().table_ids_of(&player).unwrap();
        self.tables.extend(of_ben.into_iter().find(|table| !self.tables.contains(table)));
    }

    fn people(&self) -> [(&'static str, Lang); 2] {
        self.people.map(|who| (who, Lang::En))
    }

    fn table(&self) -> &str {
        self.tables.last().expect("a table")
    }

    /// The next mail with an order goes out, unless the game is over.
    pub async fn order(&mut self) -> bool {
        let (_, house) = look(&self.database);
        let (table, people) = (self.table().to_owned(), self.people());
        let next = next_order(&house, &table, &people, &mut self.luck);
        let Some((who, form, line)) = next else { return false };
        let sent = Sent::answer(who, &self.letters.last[who], "", &line);
        self.write(who, sent, Some(form)).await;
        true
    }

    /// The next mail with an order goes out; where the game is over, those that begin another, while this is done again and again.
    pub async fn next(&mut self, told: &str, mut meanwhile: impl FnMut()) {
        if self.order().await {
            return;
        }
        let (store, house) = look(&self.database);
        self.all_is_sent(&mut meanwhile).await;
        self.look();
        self.letters.are_a_whole_game(&house, &*store, self.table());
        self.nobody_pries();
        self.letters.next_game();
        self.of_others = self.letters.came().map(|got| got.id.clone()).collect();
        self.looked = 0;
        self.begin(told, meanwhile).await;
    }

    async fn write(&mut self, who: &'static str, mut sent: Sent, order: Option<OrderForm>) {
        let id = self.letters.write(&mut sent);
        self.wrote.insert(id.clone(), who);
        sent.from = who.to_owned();
        let (name, domain) = who.split_once('@').unwrap();
        match &self.carrier {
            Carrier::Servers(servers) => {
                let out = Smtp::new(servers.smtp(name, Security::Plain), who).unwrap();
                Outgoing::Smtp(out).send(&sent.to, sent.raw().as_bytes()).await.unwrap();
            }
            Carrier::Maildir(mails) => {
                sent.more = format!("Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}\r\n");
                let folder = mails.join("in");
                for name in ["tmp", "new"] {
                    fs::create_dir_all(folder.join(name)).unwrap();
                }
                fs::write(folder.join("tmp").join(&id), sent.raw()).unwrap();
                fs::rename(folder.join("tmp").join(&id), folder.join("new").join(&id)).unwrap();
            }
        }
        self.waits = Some((id, order));
    }

    /// Reads what came to the players.
    fn look(&mut self) {
        match &self.carrier {
            Carrier::Maildir(mails) => self.letters.look(&mails.join("out")),
            Carrier::Servers(servers) => {
                for who in self.people {
                    self.letters.look(&servers.maildir(who.split('@').next().unwrap()));
                }
            }
        }
    }

    /// Waits until the last mail is answered; meanwhile this is done again and again.
    pub async fn answered(&mut self, told: &str, mut meanwhile: impl FnMut()) {
        let Some((id, order)) = self.waits.take() else { return };
        let until = Instant::now() + super::AT_LAST;
        loop {
            meanwhile();
            self.look();
            if !self.letters.answers_to(&id).is_empty() {
                break;
            }
            assert!(Instant::now() < until, "{told}: mail {id} is not answered");
            tokio::time::sleep(super::LOOK).await;
        }
        // By a clock that is fast the question is asked after the mail was written: its player is told to answer once more.
        let is_early = self.letters.answers_to(&id).iter().any(|got| got.text.contains(WRITTEN_BEFORE));
        if let Some(order) = order.filter(|_| !is_early) {
            self.letters.given(order);
        }
    }

    async fn is_up_to_date(&mut self, who: &str, told: &str, mut meanwhile: impl FnMut()) {
        let until = Instant::now() + super::AT_LAST;
        while !self.letters.last.contains_key(who) {
            meanwhile();
            self.look();
            assert!(Instant::now() < until, "{told}: nobody told {who}");
            tokio::time::sleep(super::LOOK).await;
        }
    }

    /// Waits until everything that is to be told of the last table is; meanwhile this is done again and again.
    async fn all_is_sent(&self, mut meanwhile: impl FnMut()) {
        let until = Instant::now() + super::SENT;
        let (store, _) = look(&self.database);
        let waits = |seat: &str| {
            store.notices_of(self.table(), seat, 1000).unwrap().iter().any(|it| it.ended_at.is_none())
        };
        while ["british", "german"].into_iter().any(waits) {
            meanwhile();
            assert!(Instant::now() < until, "not everything is sent by mail");
            tokio::time::sleep(super::LOOK).await;
        }
        if let Carrier::Servers(servers) = &self.carrier {
            servers.wait_for_exim();
        }
    }

    /// Every order is in the log once, every mail was answered to who wrote it, under one id, and nobody was told a thing under two.
    pub async fn judged(mut self) {
        self.all_is_sent(|| ()).await;
        self.look();
        let (store, house) = look(&self.database);
        self.letters.are_a_whole_game(&house, &*store, self.table());
        println!("{} games by mail are over", self.tables.len() - 1);
        for (id, who) in &self.wrote {
            for got in self.letters.answers_to(id) {
                assert_eq!(got.to, *who, "the answer to {id}");
            }
        }
        self.nobody_pries();
        let mut told = BTreeMap::new();
        for got in self.letters.came().filter(|got| !got.raw.contains("In-Reply-To: ")) {
            let first = told.entry((&got.to, &got.subject, &got.text)).or_insert(&got.id);
            assert_eq!(*first, &got.id, "{} was told twice: {}", got.to, got.text);
        }
    }

    /// Nobody got a mail with a line of the log that is for the other alone.
    pub fn nobody_pries(&mut self) {
        let (_, house) = look(&self.database);
        let last = house.watch(self.table(), Lang::En).unwrap().around().last;
        let after = std::mem::replace(&mut self.looked, last);
        let players = self.people.map(|who| house.people().known_at("mail", who).unwrap().unwrap());
        for (who, line) in for_one_alone(&house, self.table(), &players, after..last) {
            let of_this = self.letters.came().filter(|got| !self.of_others.contains(&got.id));
            for got in of_this.filter(|got| squeezed(&got.text).contains(&squeezed(&line))) {
                assert_eq!(got.to, self.people[who], "{line:?} is for another");
            }
        }
    }
}
