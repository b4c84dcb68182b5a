//! `wardroom serve` as it is built, over maildirs, killed at random moments of whole games: in the end every order stands in
//! the log once, and every mail was answered, under one `Message-ID`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;
use wardroom::app::registry::GAMES;
use wardroom::club::{Club, Conclusion, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::game::OrderForm;
use wardroom::log::{SqliteStore, Store};
use wardroom::table::System;
use wardroom::words::Lang;

use super::{BOT, Got, Sent};
use crate::common::Luck;
use crate::page::{Machine, Running};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
/// Where the program keeps its database and its mails.
const DATABASE: &str = "/var/lib/wardroom/wardroom.db";
const MAILS: &str = "/var/spool/wardroom";
const SERVE: [&str; 5] = ["serve", "--config", "/etc/wardroom/config.toml", "--db", DATABASE];
/// The name under which mails are vouched for here.
const AUTHSERV: &str = "mx.club.example";
/// How long an answer may take, and how long a moment to kill at is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
const MOMENT: Duration = Duration::from_secs(2);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(3);
/// More mails than a game has.
const ENDLESS: usize = 6000;

/// A club behind the built program.
struct Post {
    running: Option<Running>,
    machine: Machine,
    store: SqliteStore,
    club: Club,
    /// The mails that went out, by file, and the last of each player.
    out: BTreeMap<PathBuf, Got>,
    last: BTreeMap<String, Got>,
    /// The ids of the mails that were written, and the orders in them that were typed.
    written: Vec<(String, Option<OrderForm>)>,
    kills: usize,
}

impl Post {
    fn open() -> Post {
        let machine = Machine::new(vec![]);
        let config = format!(
            "[serve]\nlisten = \"127.0.0.1:0\"\n[mail]\naddress = \"{BOT}\"\nplus_addresses = true\n\
             maildir = \"{MAILS}\"\nwho_may_start = \"anyone\"\nauthserv_id = \"{AUTHSERV}\"\nanswers_an_hour = 100000\n"
        );
        fs::create_dir_all(machine.here(&format!("{MAILS}/in/new"))).unwrap();
        machine.configure(&config, ("/etc/wardroom/unused", ""));
        let store = SqliteStore::open(Path::new(&machine.here(DATABASE))).unwrap();
        let club = GAMES.club(Arc::new(store.clone()), Arc::new(System), None, None).unwrap();
        let (out, last) = (BTreeMap::new(), BTreeMap::new());
        let mut post = Post { machine, running: None, store, club, out, last, written: vec![], kills: 0 };
        post.start();
        post
    }

    fn start(&mut self) {
        self.running = Some(self.machine.serve(&SERVE.map(str::to_owned)));
    }

    /// Kills it, and starts it again. A process that was killed has the right to attend to the mailbox for some seconds more;
    /// the next one need not wait for that here, but now and then it does.
    fn kill(&mut self, waits: bool) {
        self.running.take().unwrap().kill();
        self.kills += 1;
        if !waits {
            let store = rusqlite::Connection::open(self.machine.here(DATABASE)).unwrap();
            store.busy_timeout(PATIENCE).unwrap();
            store.execute("DELETE FROM leases", []).unwrap();
        }
        self.start();
    }

    /// How far everything is: entries of the log, and mails that went out.
    fn traces(&mut self) -> (u64, usize) {
        let tables = self.store.tables().unwrap();
        self.look();
        (tables.iter().map(|table| table.head.seq).sum(), self.out.len())
    }

    /// Reads the mails that went out since this was last asked.
    fn look(&mut self) -> Vec<Got> {
        let mut files: Vec<PathBuf> = match fs::read_dir(self.machine.here(&format!("{MAILS}/out/new"))) {
            Ok(files) => files.map(|file| file.unwrap().path()).collect(),
            Err(_) => return vec![],
        };
        files.sort();
        let mut new = Vec::new();
        for file in files.into_iter().filter(|file| !self.out.contains_key(file)).collect::<Vec<_>>() {
            let got = Got::read(&fs::read(&file).unwrap());
            self.out.insert(file, got.clone());
            self.last.insert(got.to.clone(), got.clone());
            new.push(got);
        }
        new
    }

    fn answers_to(&self, id: &str) -> Vec<&Got> {
        let answers = |got: &&Got| got.raw.contains(&format!("In-Reply-To: <{id}>"));
        self.out.values().filter(answers).collect()
    }

    /// Somebody's mail comes, and the program is killed so often before it is answered.
    async fn write(&mut self, mut sent: Sent, order: Option<OrderForm>, kills: u32, luck: &mut Luck) -> Got {
        let id = format!("m{}@home.example", self.written.len());
        sent.id = Some(id.clone());
        let domain = sent.from.split('@').nth(1).unwrap();
        sent.more = format!("Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}\r\n");
        let folder = self.machine.here(&format!("{MAILS}/in"));
        fs::create_dir_all(format!("{folder}/tmp")).unwrap();
        let name = format!("{:06}.test", self.written.len());
        fs::write(format!("{folder}/tmp/{name}"), sent.raw()).unwrap();
        self.written.push((id.clone(), order));
        let mut before = self.traces();
        fs::rename(format!("{folder}/tmp/{name}"), format!("{folder}/new/{name}")).unwrap();
        for _ in 0..kills {
            let (event, end) = (luck.below(3), Instant::now() + MOMENT);
            loop {
                let now = self.traces();
                let came = match event {
                    0 => luck.below(100) == 0,
                    1 => now.0 > before.0,
                    _ => now.1 > before.1,
                };
                if came || Instant::now() > end {
                    before = now;
                    break;
                }
                sleep(LOOK).await;
            }
            sleep(Duration::from_micros(u64::from(luck.below(20_000)))).await;
            self.kill(luck.below(40) == 0);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            self.look();
            if let Some(answer) = self.answers_to(&id).first() {
                return (*answer).clone();
            }
            assert!(Instant::now() < end, "no answer to {}", sent.text);
            sleep(LOOK).await;
        }
    }

    /// Somebody answers their last mail.
    async fn answer(&mut self, who: &str, text: &str) -> Got {
        let sent = Sent::answer(who, &self.last[who], "", text);
        self.write(sent, None, 0, &mut Luck::of(0)).await
    }

    /// Somebody not known yet begins.
    async fn begin(&mut self, who: &str, line: &str) -> String {
        let first = Sent { from: who.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        self.write(first, None, 0, &mut Luck::of(0)).await;
        self.answer(who, line).await;
        let player = self.club.known_at("mail", who).unwrap().unwrap();
        self.club.table_ids_of(&player).unwrap().remove(0)
    }

    /// Waits for a mail that nobody wrote for.
    async fn told(&mut self, who: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.last.contains_key(who) {
            self.look();
            assert!(Instant::now() < end, "nobody told {who}");
            sleep(LOOK).await;
        }
    }

    /// Plays a table to its end, with kills at every other mail.
    async fn play(&mut self, table: &str, people: &[(&str, Lang)], luck: &mut Luck) {
        let first = self.written.len();
        for mails in 0.. {
            assert!(mails < ENDLESS, "no end");
            if self.club.watch(table, Lang::En).unwrap().is_over() {
                break;
            }
            let mut asked = Vec::new();
            for (who, lang) in people {
                let player = self.club.known_at("mail", who).unwrap().unwrap();
                let visitor = Visitor { player, door: Arc::new(AtMail), key: "look".to_owned() };
                let session = self.club.watch(table, *lang).unwrap().sit(visitor, None);
                let session = session.unwrap_or_else(|error| panic!("{error}"));
                let now = session.asked().unwrap();
                if now.prompt.is_some() {
                    let form = now.options.sample(&mut |n| luck.below(n)).expect("a legal order");
                    let line = session.book().type_short_in(*lang, &form, &now.options, session.lexicon());
                    asked.push((*who, form, line));
                }
            }
            let (who, form, line) = asked.swap_remove(luck.below(asked.len() as u32) as usize);
            let kills = luck.below(4).saturating_sub(1);
            let sent = Sent::answer(who, &self.last[who], "", &line);
            self.write(sent, Some(form), kills, luck).await;
        }
        let typed: Vec<Value> = self.written[first..]
            .iter()
            .map(|(_, form)| serde_json::to_value(form.as_ref().unwrap()).unwrap())
            .collect();
        let entries = self.store.read(table, 1).unwrap();
        let given: Vec<Value> = entries
            .iter()
            .filter(|entry| entry.kind == "OrderGiven")
            .map(|entry| entry.body["order"].clone())
            .collect();
        assert_eq!(given, typed, "every order once, in the order in which they were written");
        let (conclusion, findings) = self.club.audit(table, Lang::En).unwrap();
        assert_ne!(conclusion, Conclusion::Failed, "{findings:#?}");
        // Just started, it would be ended by the signal before it attends to signals.
        let mut running = self.running.take().unwrap();
        running.address().await;
        running.stop();
        self.look();
        for (id, _) in &self.written {
            let answers = self.answers_to(id);
            let ids: BTreeSet<&String> = answers.iter().map(|got| &got.id).collect();
            assert_eq!(ids.len(), 1, "{id}");
            assert!(answers.iter().all(|got| got.text == answers[0].text), "{answers:#?}");
        }
        let again = self.out.len() - self.out.values().map(|got| &got.id).collect::<BTreeSet<_>>().len();
        println!("{} mails, {} kills, {again} went out again", self.written.len(), self.kills);
        assert!(self.kills > 9);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: the program is started a hundred times, and has no other time than the machine's"]
async fn goeben_is_played_to_its_end_by_a_program_that_is_killed() {
    let seed = 21;
    println!("seed {seed}");
    let mut post = Post::open();
    let table = post.begin(ANN, "開卓 goeben").await;
    post.play(&table, &[(ANN, Lang::Ja)], &mut Luck::of(seed)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: the program is started a hundred times, and has no other time than the machine's"]
async fn grand_fleet_is_played_to_its_end_by_a_program_that_is_killed() {
    let seed = 22;
    println!("seed {seed}");
    let mut post = Post::open();
    let table = post.begin(ANN, "new grand-fleet").await;
    post.answer(ANN, &format!("invite {BOB}")).await;
    post.told(BOB).await;
    post.answer(BOB, "join").await;
    post.play(&table, &[(ANN, Lang::En), (BOB, Lang::En)], &mut Luck::of(seed)).await;
}
