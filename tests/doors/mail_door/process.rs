//! `wardroom serve` as it is built, over maildirs, killed at random moments of whole games: in the end every order stands in
//! the log once, and every mail was answered, under one `Message-ID`.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::sleep;
use wardroom::app::database::Database;
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::table::System;
use wardroom::words::Lang;

use super::game::{ENDLESS, Letters, next_order};
use super::{BOT, Got, Sent};
use crate::common::Luck;
use crate::common::store;
use crate::page::{Machine, Running};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@else.example";
/// Where the program keeps its database and its mails.
const DATABASE: &str = "/var/lib/wardroom/wardroom.db";
const MAILS: &str = "/var/spool/wardroom";
const SERVE: [&str; 4] = ["serve", "--config", "/etc/wardroom/config.toml", "--db"];
/// The name under which mails are vouched for here.
const AUTHSERV: &str = "mx.club.example";
/// How long an answer may take, and how long a moment to kill at is waited for.
const PATIENCE: Duration = Duration::from_secs(120);
const MOMENT: Duration = Duration::from_secs(2);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(3);

/// A club behind the built program.
struct Post {
    running: Option<Running>,
    machine: Machine,
    store: Database,
    club: Club,
    letters: Letters,
    kills: usize,
}

impl Post {
    fn open() -> Post {
        let machine = Machine::new(vec![]);
        let config = format!(
            "[serve]\nlisten = \"127.0.0.1:0\"\n[mail]\naddress = \"{BOT}\"\nplus_addresses = true\n\
             maildir = \"{MAILS}\"\nwho_may_start = \"anyone\"\nauthserv_id = \"{AUTHSERV}\"\nanswers_an_hour = 100000\npictures = false\n"
        );
        fs::create_dir_all(machine.here(&format!("{MAILS}/in/new"))).unwrap();
        machine.configure(&config, ("/etc/wardroom/unused", ""));
        let store = store::open(Path::new(&machine.here(DATABASE)));
        let club = GAMES.club(store.shared(), Arc::new(System), None, None).unwrap();
        let mut post = Post { machine, running: None, store, club, letters: Letters::default(), kills: 0 };
        post.start();
        post
    }

    fn start(&mut self) {
        let here = self.machine.here(DATABASE);
        let place = store::place(Path::new(&here)).display().to_string();
        // The machine finds the place of a file by itself.
        let place = if place == here { DATABASE.to_owned() } else { place };
        let args = SERVE.map(str::to_owned).into_iter().chain([place]).collect::<Vec<_>>();
        self.running = Some(self.machine.serve(&args));
    }

    /// Kills it, and starts it again. A process that was killed has the right to attend to the mailbox for some seconds more;
    /// the next one need not wait for that here, but now and then it does.
    fn kill(&mut self, waits: bool) {
        self.running.take().unwrap().kill();
        self.kills += 1;
        if !waits {
            store::end_leases(Path::new(&self.machine.here(DATABASE)));
        }
        self.start();
    }

    /// How far everything is: entries of the log, and mails that went out.
    fn traces(&mut self) -> (u64, usize) {
        let tables = self.store.tables().unwrap();
        self.look();
        (tables.iter().map(|table| table.head.seq).sum(), self.letters.count())
    }

    fn look(&mut self) {
        self.letters.look(Path::new(&self.machine.here(&format!("{MAILS}/out"))));
    }

    /// Somebody's mail comes, and the program is killed so often before it is answered.
    async fn write(&mut self, mut sent: Sent, kills: u32, luck: &mut Luck) -> Got {
        let id = self.letters.write(&mut sent);
        let domain = sent.from.split('@').nth(1).unwrap();
        sent.more = format!("Authentication-Results: {AUTHSERV}; dkim=pass header.d={domain}\r\n");
        let folder = self.machine.here(&format!("{MAILS}/in"));
        fs::create_dir_all(format!("{folder}/tmp")).unwrap();
        let name = format!("{id}.test");
        fs::write(format!("{folder}/tmp/{name}"), sent.raw()).unwrap();
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
            if let Some(answer) = self.letters.answers_to(&id).first() {
                return (*answer).clone();
            }
            assert!(Instant::now() < end, "no answer to {}", sent.text);
            sleep(LOOK).await;
        }
    }

    /// Somebody answers their last mail.
    async fn answer(&mut self, who: &str, text: &str) -> Got {
        let sent = Sent::answer(who, &self.letters.last[who], "", text);
        self.write(sent, 0, &mut Luck::of(0)).await
    }

    /// Somebody not known yet begins.
    async fn begin(&mut self, who: &str, line: &str) -> String {
        let first = Sent { from: who.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        self.write(first, 0, &mut Luck::of(0)).await;
        self.answer(who, line).await;
        let player = self.club.people().known_at("mail", who).unwrap().unwrap();
        self.club.people().table_ids_of(&player).unwrap().remove(0)
    }

    /// Waits for a mail that nobody wrote for.
    async fn told(&mut self, who: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.letters.last.contains_key(who) {
            self.look();
            assert!(Instant::now() < end, "nobody told {who}");
            sleep(LOOK).await;
        }
    }

    /// Plays a table to its end, with kills at every other mail.
    async fn play(&mut self, table: &str, people: &[(&str, Lang)], luck: &mut Luck) {
        while let Some((who, form, line)) = next_order(&self.club, table, people, luck) {
            assert!(self.letters.count() < ENDLESS, "no end");
            let kills = luck.below(4).saturating_sub(1);
            let sent = Sent::answer(who, &self.letters.last[who], "", &line);
            self.write(sent, kills, luck).await;
            self.letters.given(form);
        }
        // Just started, it would be ended by the signal before it attends to signals.
        let mut running = self.running.take().unwrap();
        running.address().await;
        running.stop();
        self.look();
        self.letters.are_a_whole_game(&self.club, &*self.store, table);
        println!("{} kills", self.kills);
        assert!(self.kills > 9);
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes minutes: the program is started a hundred times, and has no other time than the machine's"]
async fn soak_goeben_is_played_to_its_end_by_a_program_that_is_killed() {
    let seed = 21;
    println!("seed {seed}");
    let mut post = Post::open();
    let table = post.begin(ANN, "開卓 goeben").await;
    post.play(&table, &[(ANN, Lang::Ja)], &mut Luck::of(seed)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: takes minutes: the program is started a hundred times, and has no other time than the machine's"]
async fn soak_grand_fleet_is_played_to_its_end_by_a_program_that_is_killed() {
    let seed = 22;
    println!("seed {seed}");
    let mut post = Post::open();
    let table = post.begin(ANN, "new grand-fleet").await;
    post.answer(ANN, &format!("invite {BOB}")).await;
    post.told(BOB).await;
    post.answer(BOB, "join").await;
    post.play(&table, &[(ANN, Lang::En), (BOB, Lang::En)], &mut Luck::of(seed)).await;
}
