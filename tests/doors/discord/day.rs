//! A day in Discord, as its players see it: what they do on the pages of `docs/tour/` is done again, and what they see is
//! compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use serde_json::Value;
use wardroom::app::registry::GAMES;
use wardroom::club::delivery::PendingNotice;
use wardroom::club::{Club, TableStatus};
use wardroom::door::discord::DOOR;
use wardroom::seal::SealError;
use wardroom::table::Platform;
use wardroom::words::Lang;

use super::bot::*;
use super::fake::*;
use super::page::company::Company;
use crate::page::Page;
use wardroom::door::discord::threads::DiscordThreads;

/// The language of the blocks of play, and where they end.
const PLAY: &str = "discord";
const FENCE: [&str; 2] = ["```discord\n", "```\n"];
/// When the first step is taken, how much later the next ones are, and how much time passes at each look at what comes of
/// them, in seconds.
const BEGIN: i64 = 1_772_787_600;
const STEP: i64 = 60 * 60;
const TICK: i64 = 5;
/// The most that passes of a step's hour: on a busy machine it is looked for long until everything is sent.
const MOST: i64 = 10 * 60;
/// More notices than there are.
const MANY: usize = 1000;
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(10);

/// Time that passes when the test says so, and chance that is always the same.
struct Day {
    now: AtomicI64,
    filled: AtomicU8,
}

impl Platform for Day {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.now.load(Ordering::SeqCst), 0).unwrap()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        bytes.fill_with(|| self.filled.fetch_add(97, Ordering::SeqCst));
        Ok(())
    }

    /// The story of the page is of these dice.
    fn log_format(&self) -> u32 {
        1
    }
}

/// A table that is played, with what its thread has shown so far.
struct Played {
    fake: Fake,
    bot: Bot,
    club: Club,
    day: Arc<Day>,
    company: Company,
    seen: BTreeMap<u64, String>,
    steps: i64,
}

impl Played {
    /// Waits until everything is sent that comes of a step.
    async fn settle(&self) {
        let (end, last) = (Instant::now() + PATIENCE, BEGIN + STEP * self.steps + MOST);
        let mut settled = 0;
        // Twice in a row: what was just shown may not be stored yet.
        while settled < 2 {
            settled = if self.is_settled() { settled + 1 } else { 0 };
            assert!(Instant::now() < end, "not everything is sent");
            let later = |now: i64| Some(now + TICK).filter(|now| *now <= last);
            if settled == 0 {
                let _ = self.day.now.fetch_update(Ordering::SeqCst, Ordering::SeqCst, later);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn is_settled(&self) -> bool {
        DiscordThreads(&self.club).threads().unwrap().into_iter().all(|room| {
            let head = self.bot.store.head(&room.table).unwrap();
            let TableStatus { seats, head: shown, .. } =
                self.club.watch(&room.table, Lang::En).unwrap().status().unwrap();
            let mut notices = seats
                .iter()
                .flat_map(|it| self.bot.store.notices_of(&room.table, it.seat.as_str(), MANY).unwrap());
            let status = room.status.and_then(|id| self.fake.message(id.0));
            room.reported == head.seq
                && room.reporting.is_none()
                && !room.status_hash.is_empty()
                && status.is_some_and(|status| status.text.contains(&shown.short()))
                && notices.all(|notice| notice.ended_at.is_some())
                && !self.says_what_is_answered(&room.table)
        })
    }

    /// Whether a ping is still to be edited, for what it asks is settled.
    fn says_what_is_answered(&self, table: &str) -> bool {
        self.bot.store.notes(DOOR, &format!("ping/{table}/")).unwrap().iter().any(|(_, ping)| {
            let ping: Value = serde_json::from_str(ping).unwrap();
            let text = |field: &str| ping[field].as_str().unwrap().to_owned();
            let (seq, table) = (ping["seq"].as_u64().unwrap(), table.to_owned());
            let notice = PendingNotice { id: 0, table, seq, seat: text("seat"), why: text("why") };
            self.club.deliveries().settled(&notice).unwrap().is_some()
        })
    }

    /// Names and times as a client shows them, and the names of small pictures.
    fn rendered(&self, text: &str) -> String {
        let text = self
            .company
            .people()
            .fold(text.to_owned(), |text, (name, id)| text.replace(&format!("<@{id}>"), &format!("@{name}")));
        let text = with_names_of_emoji(&text);
        let mut parts = text.split("<t:");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |shown, part| {
            let (time, rest) = part.split_once('>').expect("the end of a time");
            let (seconds, style) = time.split_once(':').expect("how a time is shown");
            let at = DateTime::from_timestamp(seconds.parse().unwrap(), 0).unwrap();
            let hours = (at.timestamp() - BEGIN) / STEP - self.steps;
            match style {
                "R" => format!("{shown}{hours:+} h{rest}"),
                _ => format!("{shown}{}{rest}", at.format("%-d %b %Y %H:%M")),
            }
        })
    }

    /// What the thread shows that it did not before.
    async fn news(&mut self) -> Vec<Shown> {
        let Some(thread) = self.company.thread().await else { return vec![] };
        let posts = self.fake.messages(thread).into_iter().filter(|shown| !shown.ephemeral);
        let is_new =
            |shown: &Shown| self.seen.insert(shown.id, shown.text.clone()) != Some(shown.text.clone());
        posts.filter(is_new).collect()
    }
}

/// `:german:` for the emoji of that name.
fn with_names_of_emoji(text: &str) -> String {
    let mut parts = text.split("<:wardroom_");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        let (emoji, rest) = part.split_once('>').expect("the end of an emoji");
        let (name, _) = emoji.split_once(':').expect("the id of an emoji");
        format!("{shown}:{name}:{rest}")
    })
}

/// The first id in Discord at a step: what comes of the one before has taken a few of them, in whatever order.
fn ids_from(step: i64) -> u64 {
    u64::try_from(step + 1).unwrap() << 40
}

/// A message as a reader sees it: its text, its pictures, its buttons and menus.
fn drawn(shown: &Shown) -> String {
    let lines = shown.text.lines().map(str::to_owned);
    let files = shown.files.iter().map(|file| format!("({})", file.name));
    let row =
        |row: &Vec<Part>| row.iter().map(|part| format!("[{}]", part.label)).collect::<Vec<_>>().join(" ");
    let all = lines.chain(files).chain(shown.rows.iter().map(row));
    all.map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect()
}

/// The page with what is seen now, and the pictures that are seen privately.
async fn seen_now(page: &Page, locale: &'static str) -> (String, Vec<FilePart>) {
    let fake = Fake::start();
    let day = Arc::new(Day { now: AtomicI64::new(BEGIN), filled: AtomicU8::new(1) });
    let (_folder, path): (_, PathBuf) = database();
    let config = config(&fake, Way::Gateway)
        .replace("pictures = false", "pictures = true")
        .replace("emoji = false", "emoji = true");
    let bot = Bot::start_as(&fake, Way::Gateway, &path, day.clone(), &config).await;
    fake.with(|world| world.number_from(ids_from(0)));
    let company = Company::gather(&fake, locale);
    let club = GAMES.club(bot.store.shared(), day.clone(), None, None).unwrap();
    let mut played = Played { fake, bot, club, day, company, seen: BTreeMap::new(), steps: 0 };
    let mut steps = page.steps(PLAY).into_iter();
    let (mut now, mut pictures) = (String::new(), Vec::new());
    for part in page.text.split_inclusive(FENCE[1]) {
        let Some((prose, block)) = part.split_once(FENCE[0]) else {
            now.push_str(part);
            continue;
        };
        now.extend([prose, FENCE[0]]);
        for _ in
            block.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("  ") && *line != "```")
        {
            let step = steps.next().expect("a step for each line");
            assert!(
                !step.does.contains(';'),
                "of several orders of one line any may have a report of its own: {}",
                step.does
            );
            played.steps += 1;
            played.day.now.fetch_max(BEGIN + STEP * played.steps, Ordering::SeqCst);
            played.fake.with(|world| world.number_from(ids_from(played.steps)));
            now.push_str(format!("{}: {}", step.who, step.does).trim_end());
            now.push('\n');
            let shown = match played.company.does(&step).await {
                Some(said) => {
                    pictures.extend(said.files().into_iter().cloned());
                    said.message.iter().chain(&said.followups).cloned().collect()
                }
                None => played.news().await,
            };
            now.push_str(&played.rendered(&shown.iter().map(drawn).collect::<Vec<_>>().join("  --\n")));
            played.settle().await;
        }
        now.push_str(FENCE[1]);
    }
    played.bot.stop().await;
    played.fake.verdict();
    (now, pictures)
}

async fn compare(file: &str, locale: &'static str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tour");
    let page = Page::read(&format!("docs/tour/{file}"));
    let (now, pictures) = seen_now(&page, locale).await;
    assert!(!pictures.is_empty(), "{file} shows a picture");
    for (number, picture) in pictures.iter().enumerate() {
        let name = format!("{}.{}.png", file.trim_end_matches(".md"), number + 1);
        assert!(now.contains(&format!("]({name})")), "{file} does not show {name}");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(folder.join(name), &picture.bytes).unwrap();
        } else {
            assert!(
                folder.join(&name).exists(),
                "docs/tour/{name} is not there: run the tests once with UPDATE=1"
            );
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(folder.join(file), now).unwrap();
    }
    assert!(page.text == now, "{file} is out of date: run the tests once with UPDATE=1\n{now}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_goeben_in_discord_is_what_is_seen() {
    compare("goeben-discord.md", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_goeben_in_discord_in_japanese_is_what_is_seen() {
    compare("goeben-discord.ja.md", "ja").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_grand_fleet_in_discord_is_what_is_seen() {
    compare("grand-fleet-discord.md", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_grand_fleet_in_discord_in_japanese_is_what_is_seen() {
    compare("grand-fleet-discord.ja.md", "ja").await;
}
