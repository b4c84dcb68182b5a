//! What one player is sent in two weeks at a table with a pace, as `docs/tour/time-by-mail.md` shows it: the questions, the
//! reminders, what is agreed, and what is said when time is up.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::Ordering;

use chrono::DateTime;
use wardroom::words::Lang;

use super::{Got, MailRoom};

const ANN: &str = "ann@home.example";
const BOB: &str = "bob@home.example";
const PAGE: &str = "docs/tour/time-by-mail.md";
const HOUR: i64 = 3600;
/// The lines of a mail that the page shows.
const LINES: usize = 14;

/// The days of a table, and what came to Bob in them.
struct Days {
    room: MailRoom,
    last: BTreeMap<String, Got>,
    page: String,
}

impl Days {
    fn now(&self) -> String {
        let at = DateTime::from_timestamp(self.room.clock.now.load(Ordering::SeqCst), 0).unwrap();
        at.format("%a %-d %b %Y %H:%M UTC").to_string()
    }

    fn prose(&mut self, text: &str) {
        write!(self.page, "\n{text}\n").unwrap();
    }

    fn came(&mut self, mails: Vec<Got>) {
        for got in mails {
            if got.to == BOB {
                let lines: Vec<&str> = got.text.trim_end().lines().collect();
                let shown = lines[..lines.len().min(LINES)].join("\n");
                let more = if lines.len() > LINES { "\n…" } else { "" };
                let (date, subject) = (self.now(), &got.subject);
                write!(
                    self.page,
                    "\n```text\nDate: {date}\nSubject: {subject}\n\n{}{more}\n```\n",
                    shown.trim_end()
                )
                .unwrap();
            }
            self.last.insert(got.to.clone(), got);
        }
    }

    async fn writes(&mut self, who: &str, text: &str) {
        if who == BOB {
            let date = self.now();
            write!(self.page, "\n{date}, Bob answers: `{}`\n", text.replace('\n', "`, `")).unwrap();
        }
        let last = self.last[who].clone();
        let came = self.room.answer(who, &last, text).await;
        self.came(came);
    }

    /// Hours pass, and what is due is sent.
    async fn pass(&mut self, hours: i64) {
        for _ in 0..hours * 12 {
            self.room.pass(HOUR / 12);
            while self.room.club.time().keep().unwrap() > 0 {}
            let came = self.room.tick().await;
            self.came(came);
        }
    }

    /// Whoever is asked orders the first thing that may be ordered, as long as one of these is.
    async fn plays(&mut self, who: &str, most: usize) {
        for _ in 0..most {
            let session = self.room.club.watch(&self.room.table_of(who), Lang::En).unwrap();
            let session = session.sit(self.room.visitor(who), None).unwrap();
            let asked = session.asked().unwrap();
            if asked.prompt.is_none() {
                return;
            }
            let form = asked.options.sample(&mut |_| 0).unwrap();
            let line = session.book().type_short_in(Lang::En, &form, &asked.options, session.lexicon());
            drop(session);
            self.writes(who, &line).await;
        }
    }
}

#[tokio::test]
async fn the_page_of_one_players_mails_is_what_comes() {
    let mut room = MailRoom::new();
    room.clock.format.store(1, Ordering::SeqCst);
    room.pass(10 * HOUR);
    let (_, last) = room.duel([ANN, BOB], Lang::En).await;
    let mut days = Days { room, last, page: String::new() };
    days.page.push_str("# Two weeks of mails to one player\n");
    days.prose(
        "Ann and Bob play *Grand Fleet 1.2* by mail. This is everything that Bob is sent about it, each mail as far as its first lines, and \
         what he answers; what Ann writes is told in between. The clock is the test's own: `cargo test --test doors mail_door::history` \
         compares the page, and behind `UPDATE=1` writes it anew. [Time and fairness](../decisions/time.md) has the rules.",
    );
    days.prose("Ann proposes a pace, `pace 2d small 1d grace 12h overdue substitute`. Bob lives in Berlin, sleeps at night, and wants two reminders.");
    days.writes(ANN, "pace 2d small 1d grace 12h overdue substitute").await;
    days.writes(BOB, "zone Berlin\nreminders 1d, 6h before\nquiet 22:00-08:00\nagree").await;
    days.prose("Ann stows her reinforcements, and Bob is asked. He is reminded after a day, and answers.");
    days.plays(ANN, 6).await;
    days.pass(26).await;
    days.plays(BOB, 1).await;
    days.prose("Bob books three days away. His clock stands, and nobody reminds him.");
    days.writes(BOB, "absent 3d").await;
    days.pass(84).await;
    days.prose("He has forgotten. Six hours before the deadline he is reminded again. Twelve hours after it, when the grace is over, the log says so.");
    days.pass(40).await;
    days.prose("He is back in time all the same: nobody has taken the seat.");
    days.plays(BOB, 1).await;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, days.page).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(page == days.page, "{PAGE} is out of date: run the tests once with UPDATE=1\n{}", days.page);
}
