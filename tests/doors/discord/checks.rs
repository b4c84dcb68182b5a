//! What holds after a game, whoever played it in whatever manner.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use wardroom::club::Conclusion;
use wardroom::club::strength::COMPUTER;
use wardroom::door::discord::id::user_of;
use wardroom::door::discord::outbound::wording::AtDiscord;
use wardroom::log::{Entry, NotedHead};
use wardroom::table::notices::PROMPT;
use wardroom::words::Lang;

use super::fake::*;
use super::playing::{Board, Hand, Met};
use wardroom::door::discord::threads::DiscordThreads;

/// How long the bot may take to send everything after the last order.
const SETTLED: Duration = Duration::from_secs(60);
/// More notices than a game has.
const NOTICES: usize = 1_000_000;

/// Whether a text has letters that only Japanese has.
pub fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3041}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}'))
}

/// The fewest characters of what is looked at as a sentence.
const SENTENCE: usize = 12;

/// Fails unless a text is in this language.
pub fn speaks(text: &str, lang: Lang) {
    assert_eq!(is_japanese(text), lang == Lang::Ja, "not {lang:?}: {text}");
}

/// Fails where a text says the same sentence twice.
pub fn says_once(text: &str) {
    let mut said = BTreeSet::new();
    for line in text.lines().map(|line| line.trim_matches(['*', ' '])) {
        assert!(line.chars().count() < SENTENCE || said.insert(line), "twice: {line}\nin: {text}");
    }
}

/// Fails where it says both that the game begins and that it has not begun.
pub fn begins_or_not(text: &str) {
    for (begins, not_yet) in [("The game begins.", "has not begun"), ("ゲーム開始", "始まっていません")]
    {
        assert!(!(text.contains(begins) && text.contains(not_yet)), "both {begins} and {not_yet}: {text}");
    }
}

impl Board {
    /// Waits until everything was sent that there is to send.
    pub async fn settled(&self) {
        let done = || {
            let room = DiscordThreads(&self.club).thread_of(&self.table).unwrap().unwrap();
            let shown =
                self.fake.pinned(self.thread).iter().any(|it| it.text.contains(&self.status().head.short()));
            let seats = self.status().seats;
            let sent = seats.iter().all(|it| {
                let notices = self.store.notices_of(&self.table, it.seat.as_str(), NOTICES).unwrap();
                notices.iter().all(|notice| notice.ended_at.is_some())
            });
            room.reported == self.last() && room.reporting.is_none() && shown && sent
        };
        let waited = tokio::time::timeout(SETTLED, async {
            while !done() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        assert!(
            waited.await.is_ok(),
            "not everything is sent: {:?}",
            DiscordThreads(&self.club).thread_of(&self.table)
        );
    }

    /// Everything that has to hold of a table where these players gave all orders that no computer gave.
    pub async fn check(&self, hands: &[Hand], met: &Met) {
        self.settled().await;
        let entries = self.store.read(&self.table, 1).unwrap();
        let orders = entries.iter().filter(|entry| by_hand(entry)).count();
        assert_eq!(orders, met.orders, "orders in the log, and orders that were given");
        let (conclusion, found) = self.club.evidence().audit(&self.table, self.lang).unwrap();
        // Of a captain's long game an audit repeats a sample.
        let is_sample = found.iter().any(|line| line.contains("--all-thoughts"));
        let wanted = if is_sample { Conclusion::HoldsSoFar } else { Conclusion::Holds };
        assert_eq!(conclusion, wanted, "{found:#?}");
        self.check_reports();
        self.check_pings(hands);
        self.check_languages(hands);
        let seconds = self.fake.slowest_answer().as_secs_f64();
        println!("{} entries, {met:?}, slowest first answer {seconds:.3} s", entries.len());
        self.fake.verdict();
    }

    /// The reports: each is what happened since the one before, with the head of the chain at its end.
    fn check_reports(&self) {
        let pinned: Vec<u64> = self.fake.pinned(self.thread).iter().map(|it| it.id).collect();
        let posts = self.fake.messages(self.thread);
        let is_report = |post: &&Shown| post.pinged.users.is_empty() || head_of(&post.text).is_some();
        let reports = posts.iter().filter(is_report).filter(|post| !pinned.contains(&post.id));
        let mut watched = self.club.watch(&self.table, self.lang).unwrap();
        watched.at_door(Arc::new(AtDiscord));
        let (mut before, mut text) = (0, String::new());
        for post in reports {
            speaks(&post.text, self.lang);
            // A page may end where the line with the head begins.
            text.push('\n');
            text.push_str(without_calls(post));
            let Some(head) = head_of(&post.text) else { continue };
            let chain = self.store.chain_at(&self.table, head.seq).unwrap();
            assert!(chain.is_some_and(|chain| head.is_of(&chain)), "a head that is not in the chain: {head}");
            assert!(head.seq > before, "a report of {} after one of {before}", head.seq);
            let told = watched.report_lines(before, head.seq).unwrap();
            let told: String = told.iter().map(|piece| format!("{piece}\n")).collect();
            let shown = bare(text.rsplit_once('\n').unwrap().0);
            assert_eq!(shown, bare(&told), "what is reported after {before} up to {}", head.seq);
            (before, text) = (head.seq, String::new());
        }
        assert_eq!(text, "", "a report without a head");
        assert_eq!(before, self.last(), "the last report");
    }

    /// One ping for each notice of a prompt that was sent, to whom it is for and nobody else.
    fn check_pings(&self, hands: &[Hand]) {
        let (mut expected, mut pinging) = (0, BTreeSet::new());
        for it in self.status().seats {
            let player = it.player.unwrap();
            if player.address(COMPUTER).is_some() {
                continue;
            }
            let user = user_of(&player).unwrap().0;
            let notices = self.store.notices_of(&self.table, it.seat.as_str(), NOTICES).unwrap();
            let pinged = |it: &&wardroom::log::outbox::KeptNotice| {
                it.outcome.as_ref().is_some_and(|outcome| outcome.starts_with("place "))
            };
            let sent: Vec<_> = notices.iter().filter(pinged).collect();
            assert!(sent.iter().all(|notice| notice.why == PROMPT && notice.delivered), "{sent:#?}");
            let mut entries: Vec<u64> = sent.iter().map(|notice| notice.seq).collect();
            entries.dedup();
            assert_eq!(entries.len(), sent.len(), "a decision with two notices");
            let pings = self.fake.pings(user);
            assert_eq!(pings.len(), sent.len(), "pings for {}", it.name);
            for ping in pings {
                assert!(ping.pinged.users.contains(&user) && ping.channel == self.thread, "{ping:?}");
                pinging.insert(ping.id);
                assert!(ping.pinged.roles.is_empty() && !ping.pinged.everyone, "{ping:?}");
                assert!(ping.text.contains(&it.name), "{ping:?}");
                speaks(&ping.text, self.lang);
            }
            expected += sent.len();
        }
        assert!(hands.len() < 2 || expected > 0, "nobody was ever pinged");
        let all = self.fake.look(|world| {
            let pinged = |post: &&Post| {
                !post.pinged.users.is_empty() || !post.pinged.roles.is_empty() || post.pinged.everyone
            };
            world.posts.values().filter(pinged).count()
        });
        assert_eq!(all, pinging.len(), "messages that ping somebody");
    }

    /// What is private is in its reader's language.
    fn check_languages(&self, hands: &[Hand]) {
        for hand in hands {
            let lang = self.fake.look(|world| Lang::of_locale(&world.members[&hand.player.id].locale));
            let private = self.fake.look(|world| {
                let all = world.posts.values().filter(|post| post.private_to == Some(hand.player.id));
                all.map(|post| Shown::of(world, post)).collect::<Vec<_>>()
            });
            assert!(!private.is_empty());
            for shown in private {
                speaks(&shown.text, lang);
                assert!(shown.parts().all(|part| lang == Lang::Ja || !is_japanese(&part.label)), "{shown:?}");
            }
        }
    }
}

/// Whether it is an order that a person gave.
pub fn by_hand(entry: &Entry) -> bool {
    entry.kind == "OrderGiven" && entry.door.as_deref() != Some(COMPUTER)
}

/// The head in the last line of a report.
fn head_of(text: &str) -> Option<NotedHead> {
    let line = text.lines().last()?.strip_suffix('`')?;
    line.rsplit_once('`')?.1.parse().ok()
}

/// A report without the calls at its beginning. One that called somebody may say nothing of it any more: a call that was
/// answered before the courier knew of the message is not in the text that the message is given next.
pub fn without_calls(report: &Shown) -> &str {
    match report.text.split_once("\n\n") {
        Some((calls, rest)) if calls.starts_with("<@") => rest,
        _ => report.text.as_str(),
    }
}

/// A text without what only lays it out.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !"*\\".contains(*c)).collect()
}
