//! Threads, channels and servers that close, vanish or forbid: play goes on, the owner is told what to mend, and what
//! waits is sent once it is mended.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::bot::*;
use super::duel::*;
use super::fake::*;
use wardroom::door::discord::courier::plan::EDITED_SECONDS;

/// How long everything that waits may take to be sent.
const SENT: Duration = Duration::from_secs(40);
/// More than the time between two rounds of the bot, as fast as its time passes.
const ROUND: Duration = Duration::from_secs(2);
/// Rounds until all must be well.
const TRIES: usize = 4;
/// Seconds after which the bot tries again what the owner was to mend.
const MENDED: i64 = 301;

/// Most decisions until each of two players has been awaited.
const ROUNDS: usize = 30;

/// A table whose room gets into trouble.
struct House {
    fake: Fake,
    _folder: tempfile::TempDir,
    path: PathBuf,
    bot: Bot,
    duel: Duel,
    thread: u64,
}

impl House {
    async fn new(seed: u64) -> House {
        let fake = Fake::start();
        let (folder, path) = database();
        let bot = Bot::start(&fake, Way::Gateway, &path).await;
        let mut duel = Duel::open(&fake, &path, seed).await;
        duel.play_on(&path, 1).await;
        assert!(settled(&fake, &path, &duel.table, SENT).await);
        let thread = room(&path, &duel.table).id.unwrap().0;
        // What happens next has a message of its own: the last report is too old to grow.
        fake.clock().put_forward(EDITED_SECONDS);
        House { fake, _folder: folder, path, bot, duel, thread }
    }

    async fn play_on(&mut self, entries: u64) {
        self.duel.play_on(&self.path, entries).await;
    }

    fn later(&self) {
        self.fake.clock().put_forward(MENDED);
    }

    /// Waits until the table's trouble is this.
    async fn trouble(&self, wanted: Option<&str>) {
        let until = std::time::Instant::now() + SENT;
        loop {
            let trouble = room(&self.path, &self.duel.table).trouble;
            if trouble.as_deref() == wanted {
                return;
            }
            assert!(std::time::Instant::now() < until, "{trouble:?}, not {wanted:?}");
            self.fake.wait_for(Duration::from_millis(20), |_| None::<()>).await;
        }
    }

    /// What the status says to whoever asks, in a channel that is there.
    async fn status(&self) -> String {
        let harbour = self.fake.add_channel(self.duel.guild, "elsewhere");
        let player = self.duel.players[0].inside(harbour);
        player.slash("show", "status", &[("table", &self.duel.table)]).await.text
    }

    async fn settle(&self) {
        let settled = settled(&self.fake, &self.path, &self.duel.table, SENT).await;
        assert!(settled, "{:?}", room(&self.path, &self.duel.table));
    }

    /// All is well again, in the thread there is now.
    async fn ends_well(self) {
        // A try that was under way when the owner mended it puts the next one off once more.
        for _ in 0..TRIES {
            if settled(&self.fake, &self.path, &self.duel.table, ROUND).await {
                break;
            }
            self.later();
        }
        self.settle().await;
        self.trouble(None).await;
        holds(&self.fake, &self.path, &self.duel);
        self.end().await;
    }

    async fn end(self) {
        self.bot.stop().await;
        self.fake.verdict();
    }

    fn now(&self) -> u64 {
        head(&self.path, &self.duel.table)
    }
}

/// How often a text is found among what everybody sees in a channel, or what one user was told.
fn told(fake: &Fake, channel: u64, what: &str) -> usize {
    fake.messages(channel).iter().filter(|it| it.text.contains(what)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_thread_opens_again() {
    let mut house = House::new(71).await;
    for _ in 0..2 {
        house.fake.archive(house.thread);
        house.play_on(1).await;
        house.settle().await;
    }
    assert_eq!(room(&house.path, &house.duel.table).id.unwrap().0, house.thread);
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_thread_is_told_of_once_and_goes_on_when_it_is_unlocked() {
    let mut house = House::new(72).await;
    house.fake.lock(house.thread);
    house.play_on(2).await;
    house.trouble(Some("discord-trouble-locked")).await;
    assert!(house.status().await.contains("locked"));
    house.later();
    house.play_on(1).await;
    assert_eq!(told(&house.fake, house.duel.channel, "locked"), 1, "once, where it was opened");
    house.fake.with(|world| world.channels.get_mut(&house.thread).unwrap().locked = false);
    house.later();
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_thread_is_replaced() {
    let mut house = House::new(73).await;
    house.fake.delete(house.thread);
    house.play_on(2).await;
    house.settle().await;
    let thread = room(&house.path, &house.duel.table).id.unwrap().0;
    assert_ne!(thread, house.thread);
    assert_eq!(house.fake.threads(house.duel.channel), [thread]);
    assert_eq!(house.fake.pinned(thread).len(), 1);
    assert!(!house.fake.messages(thread).is_empty());
    // Commands given there without a table's name are of that table.
    let player = house.duel.players[0].inside(thread);
    let status = player.slash("show", "status", &[]).await;
    assert!(status.text.contains(&house.duel.table), "{status:?}");
    house.trouble(None).await;
    house.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_is_called_unknown_and_is_there_stays() {
    let mut house = House::new(81).await;
    let path: &'static str = format!("/channels/{}/messages", house.thread).leak();
    let storm = Storm { on: Route { method: "POST", path }, when: When::First(2), fate: Fate::Fail(404) };
    house.fake.storm(storm);
    house.play_on(2).await;
    house.settle().await;
    assert_eq!(house.fake.strikes(), 2);
    assert_eq!(house.fake.threads(house.duel.channel), [house.thread]);
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_refused_for_good_shows_in_the_bots_health() {
    let mut house = House::new(83).await;
    let path: &'static str = format!("/channels/{}/messages", house.thread).leak();
    house.fake.storm(Storm {
        on: Route { method: "POST", path },
        when: When::First(5),
        fate: Fate::Fail(400),
    });
    house.play_on(1).await;
    house.settle().await;
    let wanted = "the page with its ping, as a card and in the older form; the ping, in both; the page";
    assert_eq!(house.fake.strikes(), 5, "{wanted}");
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let health: serde_json::Value = client.get(&house.bot.health).send().await.unwrap().json().await.unwrap();
    assert_eq!((&health["status"], &health["lost_pages"]), (&"ok".into(), &1.into()), "{health}");
    house.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_leaves_the_game_playable_and_the_opener_told() {
    let mut house = House::new(74).await;
    let harbour = house.fake.add_channel(house.duel.guild, "other");
    house.fake.delete(house.duel.channel);
    house.duel.players = house.duel.players.clone().map(|player| player.inside(harbour));
    house.duel.forget_screens();
    let before = house.now();
    house.play_on(2).await;
    house.trouble(Some("discord-trouble-channel-gone")).await;
    assert!(house.now() >= before + 2);
    assert!(house.status().await.contains("was deleted"));
    let opener = house.duel.players[0].id;
    let messages = house.fake.dms(opener);
    assert_eq!(messages.iter().filter(|it| it.text.contains("was deleted")).count(), 1, "{messages:?}");
    house.later();
    house.play_on(1).await;
    assert_eq!(house.fake.dms(opener).iter().filter(|it| it.text.contains("was deleted")).count(), 1);
    house.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forbidden_is_told_and_tried_again() {
    for (seed, denied, trouble) in
        [(75, Denied::SendInThreads, "discord-trouble-send"), (76, Denied::See, "discord-trouble-access")]
    {
        let mut house = House::new(seed).await;
        house.fake.forbid(house.duel.channel, denied);
        house.play_on(2).await;
        house.trouble(Some(trouble)).await;
        house.fake.permit(house.duel.channel);
        house.later();
        house.ends_well().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_thread_can_be_made_it_is_played_in_the_channel_until_one_can() {
    let fake = Fake::start();
    let (_folder, path) = database();
    let bot = Bot::start(&fake, Way::Gateway, &path).await;
    let guild = fake.add_guild("Harbour", "en-US");
    let channel = fake.add_channel(guild, "games");
    fake.forbid(channel, Denied::Threads);
    fake.forbid(channel, Denied::Pins);
    let players = [fake.add_member("Ann", "en-US", channel), fake.add_member("Bob", "ja", channel)];
    let mut duel = Duel::open_with(&fake, &path, 77, (guild, channel), players).await;
    duel.play_on(&path, 2).await;
    assert!(settled(&fake, &path, &duel.table, SENT).await);
    let there = room(&path, &duel.table);
    assert_eq!((there.id, there.trouble.as_deref()), (None, Some("discord-trouble-thread")));
    assert_eq!(told(&fake, channel, "Create Public Threads"), 1);
    fake.rename(channel, "wargames");
    fake.permit(channel);
    fake.clock().put_forward(MENDED);
    duel.play_on(&path, 1).await;
    assert!(settled(&fake, &path, &duel.table, SENT).await);
    let thread = wait_thread(&fake, &path, &duel.table).await;
    assert_eq!(fake.threads(channel), [thread]);
    assert!(settled(&fake, &path, &duel.table, SENT).await);
    assert_eq!(fake.pinned(thread).len(), 1);
    bot.stop().await;
    fake.verdict();
}

async fn wait_thread(fake: &Fake, path: &Path, table: &str) -> u64 {
    let until = std::time::Instant::now() + SENT;
    loop {
        if let Some(thread) = room(path, table).id {
            return thread.0;
        }
        assert!(std::time::Instant::now() < until, "no thread");
        fake.wait_for(Duration::from_millis(20), |_| None::<()>).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_message_that_cannot_be_pinned_or_is_deleted_is_mended() {
    let mut house = House::new(78).await;
    let status = house.fake.pinned(house.thread).remove(0).id;
    house.fake.forbid(house.duel.channel, Denied::Pins);
    house.fake.delete_message(status);
    house.play_on(1).await;
    house.trouble(Some("discord-trouble-pin")).await;
    house.settle().await;
    assert_ne!(room(&house.path, &house.duel.table).status.unwrap().0, status);
    house.fake.permit(house.duel.channel);
    house.later();
    house.play_on(1).await;
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_removed_goes_on_when_it_is_invited_again() {
    let mut house = House::new(79).await;
    house.play_on(1).await;
    house.settle().await;
    house.fake.remove_bot(house.duel.guild);
    // Nobody can give it orders now; what happens at the table comes by another door.
    let waits = room(&house.path, &house.duel.table);
    house.later();
    house.fake.invite_bot(house.duel.guild);
    house.later();
    house.play_on(2).await;
    assert_eq!(room(&house.path, &house.duel.table).id, waits.id);
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_no_direct_messages_is_pinged_with_the_reason() {
    let mut house = House::new(80).await;
    for player in house.duel.players.clone() {
        player.slash("me", "dm", &[("to", "on")]).await;
        house.fake.change_member(player.id, |member| member.dms_open = player.id == house.duel.players[0].id);
    }
    let pings: Vec<usize> = house.duel.players.iter().map(|it| house.fake.pings(it.id).len()).collect();
    let [open, closed] = house.duel.players.clone();
    for _ in 0..ROUNDS {
        house.play_on(1).await;
        house.settle().await;
        if !house.fake.dms(open.id).is_empty() && house.fake.pings(closed.id).len() > pings[1] {
            break;
        }
    }
    assert!(!house.fake.dms(open.id).is_empty(), "they come by direct message");
    assert_eq!(house.fake.pings(open.id).len(), pings[0], "and not twice");
    assert!(house.fake.dms(closed.id).is_empty());
    let pinged = house.fake.pings(closed.id);
    assert!(pinged.len() > pings[1]);
    assert!(pinged.last().unwrap().text.contains("Discord does not deliver"), "{pinged:?}");
    house.ends_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_that_discord_does_not_take_is_told_in_words() {
    let house = House::new(83).await;
    for (number, status) in (1..).zip([413, 400]) {
        let on = Route { method: "PATCH", path: "/webhooks/" };
        house.fake.storm(Storm { on, when: When::First(1), fate: Fate::Fail(status) });
        let map = house.duel.players[0].slash("show", "map", &[]).await;
        assert_eq!(house.fake.strikes(), number, "{status}");
        assert!(map.ephemeral && map.files().is_empty() && map.text.lines().count() > 5, "{status}: {map:?}");
        house.fake.calm();
    }
    house.end().await;
}
