//! Two players at a table of Grand Fleet, who touch what they are shown by chance; and what must hold of the table after
//! whatever befell it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use wardroom::app::database::Database;
use wardroom::app::registry::GAMES;
use wardroom::club::{Club, Conclusion, Visitor};
use wardroom::door::discord::id::Id;
use wardroom::door::discord::outbound::wording::AtDiscord;
use wardroom::door::discord::table_thread::TableThread;
use wardroom::log::EntryAudience;
use wardroom::report::Weight;
use wardroom::table::System;
use wardroom::words::Lang;

use super::checks::without_calls;
use super::fake::*;
use crate::common::store;
use wardroom::door::discord::threads::DiscordThreads;

/// Most touches until something is decided.
const TOUCHES: u64 = 200;
/// Most touches in search of a component that the client lets a player use.
const TRIES: usize = 200;

/// Chance that a seed tells.
pub struct Luck(ChaCha8Rng);

impl Luck {
    pub fn of(seed: u64) -> Luck {
        println!("seed {seed}");
        Luck(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from 0 to n - 1.
    pub fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n.max(1)).unwrap();
        usize::try_from((u64::from(self.0.next_u32()) * n) >> 32).unwrap()
    }

    pub fn one_of<'a, T>(&mut self, among: &'a [T]) -> &'a T {
        &among[self.below(among.len())]
    }
}

/// A table, who plays there, and what each has before them.
pub struct Duel {
    pub fake: Fake,
    pub guild: u64,
    pub channel: u64,
    pub table: String,
    pub players: [Player; 2],
    screens: [Option<Screen>; 2],
    pub luck: Luck,
    /// Orders that were given and answered.
    pub steps: usize,
}

/// What a player has before them.
#[derive(Clone)]
enum Screen {
    Message(Shown),
    Form(Modal),
}

impl Duel {
    /// Opens a table in a new server; the bot is running.
    pub async fn open(fake: &Fake, path: &Path, seed: u64) -> Duel {
        let guild = fake.add_guild("Harbour", "en-US");
        let channel = fake.add_channel(guild, "games");
        let (ann, bob) = (fake.add_member("Ann", "en-US", channel), fake.add_member("Bob", "ja", channel));
        Duel::open_with(fake, path, seed, (guild, channel), [ann, bob]).await
    }

    /// Opens a table for these two.
    pub async fn open_with(
        fake: &Fake,
        path: &Path,
        seed: u64,
        (guild, channel): (u64, u64),
        players: [Player; 2],
    ) -> Duel {
        let before: BTreeSet<String> = tables(path);
        let opened = players[0].slash("table", "new", &[("game", "grand_fleet")]).await;
        assert!(opened.ephemeral, "{opened:?}");
        let table = tables(path).difference(&before).next().expect("a table").clone();
        let joined = players[1].slash("table", "join", &[("table", &table)]).await;
        assert!(joined.ephemeral, "{joined:?}");
        let luck = Luck::of(seed);
        let (fake, screens) = (fake.clone(), [None, None]);
        Duel { fake, guild, channel, table, players, screens, luck, steps: 0 }
    }

    /// Asks for the orders of a player, in words where the table has no place.
    pub fn ask(&self, who: usize) -> Prepared {
        self.players[who].prepare("show", "hand", &[("table", &self.table)]).unwrap()
    }

    /// The next thing one of the players does, by chance: `None` where they have nothing before them.
    fn touch(&mut self, who: usize) -> Option<Prepared> {
        let player = self.players[who].clone();
        match self.screens[who].clone()? {
            Screen::Form(modal) => self.fill(&player, &modal),
            Screen::Message(shown) => {
                let now = self.fake.message(shown.id)?;
                let parts: Vec<Part> =
                    now.parts().filter(|part| !part.disabled && part.style != 5).cloned().collect();
                for _ in 0..TRIES.min(parts.len() * 8) {
                    let part = self.luck.one_of(&parts);
                    let prepared = if part.kind == 2 {
                        player.prepare_click(&now, &part.custom_id)
                    } else {
                        let count = part.least + self.luck.below(part.most - part.least + 1);
                        let mut values: Vec<&str> =
                            part.options.iter().map(|option| option.value.as_str()).collect();
                        while values.len() > count.max(1) {
                            values.remove(self.luck.below(values.len()));
                        }
                        player.prepare_choice(&now, &part.custom_id, &values)
                    };
                    if let Ok(prepared) = prepared {
                        return Some(prepared);
                    }
                }
                None
            }
        }
    }

    fn fill(&mut self, player: &Player, modal: &Modal) -> Option<Prepared> {
        let mut fields: Vec<(String, String)> = Vec::new();
        for field in &modal.fields {
            let few = field.least.max(1);
            let values: Vec<String> = match field.kind {
                4 => vec![(*self.luck.one_of(&["1", "0", "2", "3"])).to_owned()],
                _ => {
                    let from = self.luck.below(field.options.len().max(1));
                    let around = field.options.iter().cycle().skip(from).take(few);
                    around.map(|option| option.value.clone()).collect()
                }
            };
            fields.extend(values.into_iter().map(|value| (field.custom_id.clone(), value)));
        }
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        player.prepare_fill(modal, &fields).ok()
    }

    /// The next thing that somebody does, and who.
    pub fn next(&mut self) -> (usize, Prepared) {
        let first = self.luck.below(2);
        for who in [first, 1 - first] {
            if let Some(prepared) = self.touch(who) {
                return (who, prepared);
            }
        }
        (first, self.ask(first))
    }

    /// Takes up what a player was answered.
    pub fn see(&mut self, who: usize, answer: &Answered) {
        self.steps += 1;
        // What can only be read, turned and looked at again leads nowhere.
        let again = |label: &str| ["Look again", "もう一度見る"].contains(&label);
        let turns = |part: &Part| part.label.contains(['←', '→', '/']) || again(&part.label);
        let shows = |shown: &&Shown| shown.parts().any(|part| !turns(part));
        self.screens[who] = match &answer.modal {
            Some(modal) => Some(Screen::Form(modal.clone())),
            None => answer
                .followups
                .iter()
                .rev()
                .chain(answer.message.as_ref())
                .find(shows)
                .cloned()
                .map(Screen::Message),
        };
    }

    /// Nothing is before the players any more.
    pub fn forget_screens(&mut self) {
        self.screens = [None, None];
    }

    /// Plays so many steps in which nothing goes wrong.
    pub async fn play(&mut self, steps: usize) {
        for _ in 0..steps {
            let (who, prepared) = self.next();
            let answer = prepared.whole().await;
            self.see(who, &answer);
        }
    }

    /// Plays, beside the bot, until something was decided that not everybody may know.
    pub fn play_to_a_secret(&mut self, path: &Path) {
        let (store, house) = look(path);
        for _ in 0..100 * TOUCHES {
            let who = self.luck.below(2);
            let player =
                house.people().known_at("discord", &self.players[who].id.to_string()).unwrap().unwrap();
            let key = format!("beside/{}", self.luck.0.next_u64());
            let visitor = Visitor { player, door: Arc::new(AtDiscord), key, receipts: None };
            let mut session = house.watch(&self.table, Lang::En).unwrap().sit(visitor, None).unwrap();
            let asked = session.asked().unwrap();
            let Some(prompt) = asked.prompt else { continue };
            let form = asked.options.sample(&mut |n| self.luck.below(n as usize) as u32).expect("an order");
            let before = head(path, &self.table);
            session.order(prompt, form, true).unwrap();
            let new = store.read(&self.table, before + 1).unwrap();
            if new.iter().any(|entry| entry.audience != EntryAudience::Everyone) {
                return;
            }
        }
        panic!("nothing is decided in secret");
    }

    /// Plays until the log has grown by `entries`.
    pub async fn play_on(&mut self, path: &Path, entries: u64) {
        let from = head(path, &self.table);
        for _ in 0..TOUCHES * entries {
            self.play(1).await;
            if head(path, &self.table) >= from + entries {
                return;
            }
        }
        panic!("{TOUCHES} touches for each of {entries} entries were not enough");
    }
}

/// The tables in a database.
pub fn tables(path: &Path) -> BTreeSet<String> {
    let all = look(path).0.tables().unwrap();
    all.into_iter().map(|summary| summary.table).collect()
}

/// The number of a table's last entry.
pub fn head(path: &Path, table: &str) -> u64 {
    look(path).0.head(table).unwrap().seq
}

/// A look into a database from outside of the bot, which is opened once.
pub fn look(path: &Path) -> (Database, Arc<Club>) {
    static LOOKS: Mutex<BTreeMap<PathBuf, (Database, Arc<Club>)>> = Mutex::new(BTreeMap::new());
    let open = || {
        let store = store::open(path);
        let heads = store.head_file();
        let club = GAMES.club(store.shared(), Arc::new(System), None, heads).unwrap();
        (store, Arc::new(club))
    };
    LOOKS.lock().unwrap().entry(path.to_owned()).or_insert_with(open).clone()
}

/// Where a table is played.
pub fn room(path: &Path, table: &str) -> TableThread {
    DiscordThreads(&look(path).1).thread_of(table).unwrap().expect("a room")
}

/// Waits until everything is reported and nothing is due, `bound` at most; says whether it came to that.
pub async fn settled(fake: &Fake, path: &Path, table: &str, bound: std::time::Duration) -> bool {
    let (store, house) = look(path);
    let done = || {
        let room = DiscordThreads(&house).thread_of(table).unwrap().expect("a room");
        let waits = |seat: &String| {
            store.notices_of(table, seat, 1000).unwrap().iter().any(|it| it.ended_at.is_none())
        };
        let head = store.head(table).unwrap();
        // The status message is told after the report, and pinned after that.
        // It does not go on to what players only say to each other.
        let shown = house.watch(table, Lang::En).unwrap().status().unwrap().head;
        let is_shown = |id: Id| fake.message(id.0).is_some_and(|it| it.text.contains(&shown.short()));
        room.reported == head.seq
            && room.status.is_some_and(is_shown)
            && !room.status_hash.is_empty()
            && !seats(&house, table).iter().any(waits)
    };
    let until = std::time::Instant::now() + bound;
    while !done() {
        if std::time::Instant::now() > until {
            return false;
        }
        // What the bot does next is seen by the fake, or it is not long until the store is looked at again.
        fake.wait_for(std::time::Duration::from_millis(20), |_| None::<()>).await;
    }
    true
}

fn seats(house: &Club, table: &str) -> Vec<String> {
    let status = house.watch(table, Lang::En).unwrap().status().unwrap();
    status.seats.iter().map(|it| it.seat.to_string()).collect()
}

/// What must hold of a table that was played in its thread: an audit finds all well, every report is there once and in
/// order, one status message that is pinned, and no notice was delivered twice.
pub fn holds(fake: &Fake, path: &Path, duel: &Duel) {
    let table = &duel.table;
    let (store, house) = look(path);
    let (conclusion, findings) = house.evidence().audit(table, Lang::En).unwrap();
    assert_eq!(conclusion, Conclusion::Holds, "{findings:#?}");
    let room = DiscordThreads(&house).thread_of(table).unwrap().expect("a room");
    let thread = room.id.expect("a thread").0;
    let status = room.status.expect("a status message").0;
    let mut watched = house.watch(table, Lang::of_locale(&room.lang)).unwrap();
    watched.at_door(Arc::new(AtDiscord));
    let last = watched.status().unwrap();
    let shown = fake.messages(thread);
    assert_eq!(fake.pinned(thread).iter().map(|it| it.id).collect::<Vec<_>>(), [status]);
    let title =
        shown.iter().find(|it| it.id == status).expect("it is there").text.lines().next().unwrap().to_owned();
    let statuses = shown.iter().filter(|it| it.text.starts_with(&title)).count();
    assert_eq!(statuses, 1, "one status message");
    let text = &fake.message(status).unwrap().text;
    assert!(text.contains(&last.head.short()), "the status message is of today: {text}");

    // What everybody was told is what a house tells of each span, once and in order.
    let (mut page, mut after) = (String::new(), 0);
    let end_of =
        |text: &str| text.lines().last().filter(|line| line.starts_with("Log: `")).map(str::to_owned);
    let is_report = |it: &&Shown| it.pinged.users.is_empty() || end_of(&it.text).is_some();
    for message in shown.iter().filter(is_report).filter(|it| it.id != status) {
        page.push_str(without_calls(message));
        page.push('\n');
        let Some(end) = end_of(&message.text) else {
            continue;
        };
        let to: u64 = end.trim_start_matches("Log: `").split(':').next().unwrap().parse().unwrap();
        assert!(to > after, "the report up to {to} comes after that up to {after}");
        let told: Vec<String> = watched.report_lines(after, to).unwrap().iter().map(line).collect();
        let head = watched.head_at(to).unwrap();
        let expected = format!("{}\nLog: `{}`", told.join("\n"), head.short());
        assert_eq!(squeezed(&page), squeezed(&expected), "the report of {after} to {to}");
        (page, after) = (String::new(), to);
    }
    assert_eq!(page.trim(), "", "a report has no end");
    assert!(
        watched.report_lines(after, last.last).unwrap().is_empty(),
        "nothing is left to tell after {after}"
    );
    assert_eq!(room.reported, last.last);

    for player in &duel.players {
        let pings = fake.pings(player.id);
        let nonces: BTreeSet<_> = pings.iter().map(|ping| ping.nonce.clone().expect("a nonce")).collect();
        assert_eq!(nonces.len(), pings.len(), "{} was pinged twice for one thing", player.id);
    }
    for seat in seats(&house, table) {
        for notice in store.notices_of(table, &seat, 1000).unwrap() {
            assert!(notice.ended_at.is_some(), "{notice:?}");
            let outcome = notice.outcome.clone().unwrap_or_default();
            assert!(!outcome.starts_with("refused") && !outcome.starts_with("this table"), "{notice:?}");
        }
    }
}

fn line(told: &wardroom::report::ReportLine) -> String {
    match told.weight {
        Weight::Heading | Weight::Subheading => format!("**{told}**"),
        Weight::Plain | Weight::Closing => told.to_string(),
    }
}

/// Without line ends and blanks, of which a page's ends lose some.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
