//! Two players who play by mail at the club whose machines fail, over a maildir.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use wardroom::game::OrderForm;
use wardroom::words::Lang;

use super::super::duel::{look, squeezed};
use super::super::process::database_in;
use super::judge::for_one_alone;
use crate::common::Luck;
use crate::mail_door::game::{Letters, next_order};
use crate::mail_door::{BOT, Sent};

const ADA: &str = "ada@home.example";
const BEN: &str = "ben@else.example";
const PEOPLE: [(&str, Lang); 2] = [(ADA, Lang::En), (BEN, Lang::En)];
/// The name under which mails are vouched for here.
const AUTHSERV: &str = "mx.club.example";

/// A table by mail, and who plays there.
pub struct Post {
    database: PathBuf,
    mails: PathBuf,
    table: String,
    letters: Letters,
    luck: Luck,
    /// Who wrote each mail.
    wrote: BTreeMap<String, &'static str>,
    /// Up to which entry lines that are for one player alone were looked for.
    looked: u64,
    /// The mail that is not answered yet, and the order in it.
    waits: Option<(String, Option<OrderForm>)>,
}

/// What the configuration of a club says of its mail, which lies in this folder.
pub fn section(folder: &Path) -> String {
    format!(
        "[mail]\naddress = \"{BOT}\"\nplus_addresses = true\nmaildir = \"{}\"\nwho_may_start = \"anyone\"\n\
         authserv_id = \"{AUTHSERV}\"\nanswers_an_hour = 100000\npictures = false\n",
        folder.join("mails").display()
    )
}

impl Post {
    /// Opens a table; the workers are running.
    pub async fn open(folder: &Path, seed: u64) -> Post {
        let mails = folder.join("mails");
        let mut post = Post {
            database: database_in(folder),
            mails,
            table: String::new(),
            letters: Letters::default(),
            luck: Luck::of(seed),
            wrote: BTreeMap::new(),
            looked: 0,
            waits: None,
        };
        let first = Sent { to: BOT.into(), text: "hello".into(), ..Sent::default() };
        post.write(ADA, first, None);
        post.answered("the first mail", || ()).await;
        for (who, line) in
            [(ADA, "new grand-fleet".to_owned()), (ADA, format!("invite {BEN}")), (BEN, "join".to_owned())]
        {
            post.is_told(who).await;
            post.write(who, Sent::answer(who, &post.letters.last[who], "", &line), None);
            post.answered(&line, || ()).await;
        }
        let (_, house) = look(&post.database);
        let player = house.known_at("mail", ADA).unwrap().unwrap();
        post.table = house.table_ids_of(&player).unwrap().remove(0);
        post
    }

    /// The next mail with an order is laid into the mailbox, unless the game is over.
    pub fn next(&mut self) {
        let (_, house) = look(&self.database);
        if let Some((who, form, line)) = next_order(&house, &self.table, &PEOPLE, &mut self.luck) {
            let sent = Sent::answer(who, &self.letters.last[who], "", &line);
            self.write(who, sent, Some(form));
        }
    }

    fn write(&mut self, who: &'static str, mut sent: Sent, order: Option<OrderForm>) {
        let id = self.letters.write(&mut sent);
        self.wrote.insert(id.clone(), who);
        sent.from = who.to_owned();
        let domain = sent.from.split('@').nth(1).unwrap();
        sent.more = format!("Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}\r\n");
        let folder = self.mails.join("in");
        for name in ["tmp", "new"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        fs::write(folder.join("tmp").join(&id), sent.raw()).unwrap();
        fs::rename(folder.join("tmp").join(&id), folder.join("new").join(&id)).unwrap();
        self.waits = Some((id, order));
    }

    /// Waits until the last mail is answered; meanwhile this is done again and again.
    pub async fn answered(&mut self, told: &str, mut meanwhile: impl FnMut()) {
        let Some((id, order)) = self.waits.take() else { return };
        let until = Instant::now() + super::AT_LAST;
        loop {
            meanwhile();
            self.letters.look(&self.mails.join("out"));
            if !self.letters.answers_to(&id).is_empty() {
                break;
            }
            assert!(Instant::now() < until, "{told}: mail {id} is not answered");
            tokio::time::sleep(super::LOOK).await;
        }
        if let Some(order) = order {
            self.letters.given(order);
        }
    }

    async fn is_told(&mut self, who: &str) {
        let until = Instant::now() + super::AT_LAST;
        while !self.letters.last.contains_key(who) {
            self.letters.look(&self.mails.join("out"));
            assert!(Instant::now() < until, "nobody told {who}");
            tokio::time::sleep(super::LOOK).await;
        }
    }

    /// Every order is in the log once, every mail was answered to who wrote it, under one id, and nobody was told a thing under two.
    pub async fn judged(mut self) {
        let until = Instant::now() + super::SENT;
        let (store, house) = look(&self.database);
        let waits = |seat: &str| {
            store.notices_of(&self.table, seat, 1000).unwrap().iter().any(|it| it.ended_at.is_none())
        };
        while ["british", "german"].into_iter().any(waits) {
            assert!(Instant::now() < until, "not everything is sent by mail");
            tokio::time::sleep(super::LOOK).await;
        }
        self.letters.look(&self.mails.join("out"));
        self.letters.are_a_whole_game(&house, &*store, &self.table);
        for (id, who) in &self.wrote {
            for got in self.letters.answers_to(id) {
                assert_eq!(got.to, *who, "the answer to {id}");
            }
        }
        self.nobody_pries();
        let mut told = BTreeMap::new();
        for got in self.letters.came().filter(|got| !got.raw.contains("In-Reply-To: ")) {
            let first = told.entry((&got.to, &got.text)).or_insert(&got.id);
            assert_eq!(*first, &got.id, "{} was told twice: {}", got.to, got.text);
        }
    }

    /// Nobody got a mail with a line of the log that is for the other alone.
    pub fn nobody_pries(&mut self) {
        let (_, house) = look(&self.database);
        let last = house.watch(&self.table, Lang::En).unwrap().last();
        let after = std::mem::replace(&mut self.looked, last);
        let people = PEOPLE.map(|(who, _)| who);
        let players = people.map(|who| house.known_at("mail", who).unwrap().unwrap());
        for (who, line) in for_one_alone(&house, &self.table, &players, after..last) {
            for got in self.letters.came().filter(|got| squeezed(&got.text).contains(&squeezed(&line))) {
                assert_eq!(got.to, people[who], "{line:?} is for another");
            }
        }
    }
}
