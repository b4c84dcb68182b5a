//! One seat in two doors of the built program, mails through Dovecot and Exim: whoever sits there answers by mail or in Discord
//! as luck has it, and the program is killed at random moments. In the end every order stands in the log once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::time::sleep;
use wardroom::app::database::Database;
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::config::mail::Security;
use wardroom::mail::transport::Outgoing;
use wardroom::mail::transport::smtp::Smtp;
use wardroom::table::System;
use wardroom::words::Lang;

use super::game::{ENDLESS, Letters, next_order};
use super::{Got, Sent};
use crate::common::Luck;
use crate::common::store;
use crate::discord::bot::{self, Way};
use crate::discord::fake::{Fake, Player, Setup};
use crate::discord::process::{Process, database_in};
use crate::mail::servers::{Servers, Ways};

const BOT: &str = "bot@game.test";
const ANNA: &str = "anna@players.test";
const BERT: &str = "bert@players.test";
/// The name under which Exim says who vouches for a mail.
const AUTHSERV: &str = "mx.game.test";
/// How long an answer may take; the longest wait for a moment to kill at.
const PATIENCE: Duration = Duration::from_secs(120);
const MOMENT: Duration = Duration::from_millis(400);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(10);
/// At one of so many orders the program is killed.
const EVERY: u32 = 6;

fn local(who: &str) -> &str {
    who.split('@').next().unwrap()
}

/// A club behind the built program, which serves mail and Discord.
struct House {
    servers: Servers,
    fake: Fake,
    anna: Player,
    folder: TempDir,
    config: String,
    program: Option<Process>,
    store: Database,
    club: Club,
    letters: Letters,
    kills: usize,
}

impl House {
    /// Its program runs, and Anna is one person in both doors.
    async fn open() -> House {
        let servers = Servers::start_with(&Ways { vouches: Some(AUTHSERV), ..Ways::default() });
        let fake = Fake::start_with(Setup::in_real_time());
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let anna = fake.add_member("Anna", "en-US", channel);
        let folder = tempfile::tempdir().unwrap();
        let mail = servers.section("bot");
        let config = format!(
            "{}{mail}who_may_start = \"anyone\"\nauthserv_id = \"{AUTHSERV}\"\nanswers_an_hour = 100000\npictures = false\n",
            bot::config(&fake, Way::Endpoint)
        );
        let store = store::open(&database_in(folder.path()));
        let club = GAMES.club(store.shared(), Arc::new(System), None, None).unwrap();
        let letters = Letters::default();
        let mut house =
            House { servers, fake, anna, folder, config, program: None, store, club, letters, kills: 0 };
        house.start().await;
        let first = Sent { from: ANNA.into(), to: BOT.into(), text: "hello".into(), ..Sent::default() };
        house.write(first, false).await;
        let shown = house.anna.slash("me", "link", &[]).await;
        let asked = house.answer(ANNA, behind(&shown.text, "this one line: ")).await;
        let done = house.answer(ANNA, behind(&asked.text, "this one line: ")).await;
        assert!(done.text.contains("are now one player"), "{}", done.text);
        house
    }

    async fn start(&mut self) {
        let started = Process::start_as(&self.fake, Way::Endpoint, self.folder.path(), &self.config).await;
        self.program = Some(started);
    }

    /// Kills it, and starts it again. A process that was killed has the right to send for some seconds more; the next one need
    /// not wait for that here.
    async fn kill(&mut self) {
        self.program.take().unwrap().kill();
        self.kills += 1;
        store::end_leases(&database_in(self.folder.path()));
        self.start().await;
    }

    fn look(&mut self, who: &str) {
        self.letters.look(&self.servers.maildir(local(who)));
    }

    fn last(&self, table: &str) -> u64 {
        self.store.head(table).unwrap().seq
    }

    /// Somebody's mail goes out, and perhaps the program is killed before it is answered.
    async fn write(&mut self, mut sent: Sent, killed: bool) -> Got {
        let id = self.letters.write(&mut sent);
        let out = Smtp::new(self.servers.smtp(local(&sent.from), Security::Tls), &sent.from).unwrap();
        Outgoing::Smtp(out).send(&sent.to, sent.raw().as_bytes()).await.unwrap();
        if killed {
            self.kill().await;
        }
        let end = Instant::now() + PATIENCE;
        loop {
            self.look(&sent.from);
            if let Some(answer) = self.letters.answers_to(&id).first() {
                return (*answer).clone();
            }
            assert!(Instant::now() < end, "no answer to {}\n{}", sent.text, self.servers.said());
            sleep(LOOK).await;
        }
    }

    /// Somebody answers their last mail.
    async fn answer(&mut self, who: &str, text: &str) -> Got {
        let sent = Sent::answer(who, &self.letters.last[who], "", text);
        self.write(sent, false).await
    }

    /// Anna gives an order in Discord, and perhaps the program is killed while it does.
    async fn order(&mut self, table: &str, text: &str, killed: Option<Duration>) {
        let before = self.last(table);
        let prepared = self.anna.in_dm().prepare("order", "", &[("text", text), ("table", table)]).unwrap();
        if let Some(moment) = killed {
            let pending = prepared.deliver();
            sleep(moment).await;
            self.kill().await;
            drop(pending.try_answer(LOOK).await);
        }
        // Whoever got no answer clicks again, and Discord may deliver twice what was answered.
        let answered = prepared.answer().await;
        assert!(self.last(table) > before, "{text}\n{answered:?}");
    }

    /// Plays a table to its end.
    async fn play(mut self, people: &[(&str, Lang)], luck: &mut Luck) {
        let player = self.club.people().known_at("mail", ANNA).unwrap().unwrap();
        let table = self.club.people().table_ids_of(&player).unwrap().pop().unwrap();
        let (mut by_mail, mut in_discord, mut late) = (0, 0, 0);
        while let Some((who, form, line)) = next_order(&self.club, &table, people, luck) {
            assert!(by_mail + in_discord + late < ENDLESS, "no end");
            let killed = luck.below(EVERY) == 0;
            if who == ANNA && luck.below(2) == 0 {
                let moment = Duration::from_millis(u64::from(luck.below(MOMENT.as_millis() as u32)));
                self.order(&table, &line, killed.then_some(moment)).await;
                self.letters.given(form);
                in_discord += 1;
                continue;
            }
            let before = self.last(&table);
            let sent = Sent::answer(who, &self.letters.last[who], "", &line);
            let answer = self.write(sent, killed).await;
            // What the letter asked may have been answered in Discord: then nothing is done, and the answer asks anew.
            let is_late = answer.text.contains("You have answered that through another door already");
            assert_eq!(self.last(&table) > before, !is_late, "{line}\n{}", answer.text);
            if is_late {
                late += 1;
            } else {
                self.letters.given(form);
                by_mail += 1;
            }
        }
        println!("{by_mail} by mail, {in_discord} in Discord, {late} late, {} kills", self.kills);
        assert!(by_mail > 5 && in_discord > 10 && late > 0 && self.kills > 5);
        let program = self.program.take().unwrap();
        program.terminate();
        let (status, said) = program.ended().await;
        assert_eq!(status.code(), Some(0), "{said}");
        self.servers.wait_for_exim();
        people.iter().for_each(|(who, _)| self.look(who));
        self.letters.are_a_whole_game(&self.club, &*self.store, &table);
        self.fake.verdict();
    }
}

/// The rest of the line behind these words.
fn behind<'a>(text: &'a str, words: &str) -> &'a str {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("{words:?} in {text}"));
    rest.lines().next().unwrap().trim()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: starts Dovecot and Exim, and the program dozens of times; a whole game takes minutes"]
async fn soak_goeben_is_played_from_one_seat_in_two_doors_by_a_program_that_is_killed() {
    let seed = 31;
    println!("seed {seed}");
    let mut house = House::open().await;
    house.answer(ANNA, "new goeben").await;
    house.play(&[(ANNA, Lang::En)], &mut Luck::of(seed)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "soak: starts Dovecot and Exim, and the program dozens of times; a whole game takes minutes"]
async fn soak_a_duel_is_played_by_one_in_two_doors_and_by_the_other_by_mail_whatever_is_killed() {
    let seed = 32;
    println!("seed {seed}");
    let mut house = House::open().await;
    house.answer(ANNA, "new grand-fleet").await;
    house.answer(ANNA, &format!("invite {BERT}")).await;
    let end = Instant::now() + PATIENCE;
    while !house.letters.last.contains_key(BERT) {
        house.look(BERT);
        assert!(Instant::now() < end, "nobody told {BERT}");
        sleep(LOOK).await;
    }
    house.answer(BERT, "join").await;
    house.play(&[(ANNA, Lang::En), (BERT, Lang::En)], &mut Luck::of(seed)).await;
}
