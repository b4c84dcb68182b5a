//! What goes between processes, their store and Discord, and what the judge sees of it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use wardroom::club::TableStatus;
use wardroom::club::delivery::DueDelivery;
use wardroom::door::discord::api::post::{ApiResult, DiscordApi, ForumTags, SentMessage};
use wardroom::door::discord::courier::buttons::Buttons;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::outbound::message::{Message, Row};
use wardroom::log::Fault;
use wardroom::words::Lang;

use crate::common::interposed::Between;
use crate::common::turns::{Steps, World};
use crate::discord_courier::discord::{Discord, later, lost};
use crate::discord_courier::{Plain, button};

/// For how long Discord knows a nonce, in seconds: a few minutes, it says.
const NONCE_KNOWN: i64 = 120;
/// Of so many requests one is refused for now, and one is done without an answer.
const AMISS: u32 = 12;
/// What the id of the button of a notice begins with.
const NOTICE: &str = "notice ";

/// A notice as the judge knows it: delivery, table, entry, seat, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    pub delivery: u64,
    pub table: String,
    pub seq: u64,
    pub seat: String,
    pub why: String,
}

impl Told {
    /// Whether it tells the same, by this delivery or by another.
    pub fn is_same(&self, other: &Told) -> bool {
        Told { delivery: other.delivery, ..self.clone() } == *other
    }

    /// The notices of a message, as its buttons name them.
    fn by(message: &Message) -> Vec<Told> {
        ids_of(message).filter_map(Told::named).collect()
    }

    fn named(id: &str) -> Option<Told> {
        let mut words = id.strip_prefix(NOTICE)?.split(' ');
        let mut word = || words.next().map(str::to_owned);
        let delivery = word()?.parse().ok()?;
        Some(Told { delivery, table: word()?, seq: word()?.parse().ok()?, seat: word()?, why: word()? })
    }
}

/// The ids of a message's buttons.
fn ids_of(message: &Message) -> impl Iterator<Item = &str> {
    let buttons = message.rows.iter().filter_map(|row| match row {
        Row::Buttons(buttons) => buttons.first(),
        Row::Select(_) => None,
    });
    buttons.map(|button| &*button.custom_id)
}

/// A message that was made.
pub struct Post {
    pub id: Id,
    /// When, by the right clock.
    pub at: i64,
    pub place: Id,
    pub nonce: String,
    pub text: String,
    /// The notices it is for, or that it carries.
    pub notices: Vec<Told>,
    /// Whether it is for nothing else.
    pub is_notice: bool,
    /// When who sent it, and knew that, noted it, and who.
    noted: Option<(u64, usize)>,
}

/// The buttons of all, where those of notices say which.
pub struct Named;

impl Buttons for Named {
    fn status(&self, status: &TableStatus, lang: Lang) -> Vec<Row> {
        Plain.status(status, lang)
    }

    fn invitation(&self, status: &TableStatus, lang: Lang) -> Vec<Row> {
        Plain.invitation(status, lang)
    }

    fn report(&self, status: &TableStatus, carried: &[&DueDelivery], lang: Lang) -> Vec<Row> {
        let notices = carried.iter().flat_map(|due| self.notice(due, lang));
        Plain.report(status, carried, lang).into_iter().chain(notices).collect()
    }

    fn notice(&self, due: &DueDelivery, _: Lang) -> Vec<Row> {
        vec![button(&format!("{NOTICE}{} {} {} {} {}", due.id, due.table, due.seq, due.seat, due.why))]
    }
}

/// What the judge knows.
#[derive(Default)]
pub struct Book {
    pub posts: Vec<Post>,
    /// Counts what is done, one after the other.
    count: u64,
    /// When the store has let each process send what it has not requested yet.
    let_through: [VecDeque<u64>; 4],
    /// When each process began to look for what is due.
    looked: [u64; 4],
    /// What each process knows it has sent, and has not noted, where it sends one thing after the other.
    unnoted: [Option<usize>; 4],
    nonces: Vec<(i64, Id, String)>,
    /// When processes stored entries up to which of a table, by the right clock.
    pub stored: BTreeMap<(String, u64), i64>,
    /// The standing orders that players were told they have, by table.
    pub armed: Vec<(String, String)>,
    pub wrong: Vec<String>,
}

#[derive(Clone, Default)]
pub struct Seen(Arc<Mutex<Book>>);

impl Seen {
    pub fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap()
    }

    /// A process looks for what is due.
    pub fn looks(&self, me: usize) {
        let mut book = self.book();
        book.looked[me] = book.count;
    }

    /// What a process was about to do, it forgets as it dies.
    pub fn died(&self, me: usize) {
        let mut book = self.book();
        book.unnoted[me] = None;
        book.let_through[me].clear();
    }
}

/// A process's way to the store.
pub struct Watched {
    pub steps: Steps,
    pub seen: Seen,
    /// Whether a process sends one thing after the other, so that what it notes is what it sent last.
    pub in_turn: bool,
}

impl Between for Watched {
    fn reads(&self) -> Result<(), Fault> {
        self.steps.reads()
    }

    fn writes(&self, call: &'static str) -> Result<(), Fault> {
        self.steps.writes(call)
    }

    fn wrote(&self, call: &'static str, done: bool) {
        {
            let (mut book, me) = (self.seen.book(), self.steps.me);
            book.count += 1;
            let count = book.count;
            match call {
                "begin_sending" if done => book.let_through[me].push_back(count),
                _ if !self.in_turn => {}
                "put_note_under" | "mark_delivered" if done => {
                    if let Some(post) = book.unnoted[me].take() {
                        book.posts[post].noted.get_or_insert((count, me));
                    }
                }
                // Another has the lease: what this one knew is not noted, and it begins anew from what is.
                "put_note_under" => book.unnoted[me] = None,
                _ => {}
            }
        }
        self.steps.wrote(call, done);
    }

    fn appended(&self, table: &str, last: u64) {
        let now = self.steps.world.now();
        self.steps.world.note(format!("{table} has entry {last}"));
        self.seen.book().stored.insert((table.to_owned(), last), now);
    }

    fn delivered(&self, delivery: u64) {
        let (mut book, me) = (self.seen.book(), self.steps.me);
        let count = book.count + 1;
        let of_it = |post: &&mut Post| post.notices.iter().any(|told| told.delivery == delivery);
        for post in book.posts.iter_mut().filter(of_it) {
            post.noted.get_or_insert((count, me));
        }
    }
}

/// What becomes of a request.
enum Fate {
    Done,
    Refused,
    /// It is done, and nobody hears of it.
    Lost,
}

/// A process's line to Discord.
pub struct Line {
    pub discord: Discord,
    pub world: Arc<World>,
    pub me: usize,
    pub seen: Seen,
}

impl Line {
    /// A request on its way, done, where it is told when it was let through, and its answer on its way: of several that were, the
    /// first. Who dies meanwhile hears nothing, nor does Discord of a request
    /// that was not sent yet.
    async fn request<T, D: Future<Output = ApiResult<T>> + Send>(
        &self,
        what: String,
        done: impl FnOnce(u64) -> D + Send,
    ) -> ApiResult<T> {
        let (world, me, seen) = (self.world.clone(), self.me, self.seen.clone());
        let step = move || {
            let let_through = {
                let mut book = seen.book();
                let let_through = book.let_through[me].pop_front();
                if let_through.is_none() && !world.died(me) {
                    book.wrong.push(format!("{me} was not let send: {what}"));
                }
                let_through.unwrap_or_default()
            };
            if !world.step(me) {
                return (Fate::Refused, let_through);
            }
            let fate = match world.below(AMISS) {
                0 if !world.is_calm() => Fate::Refused,
                1 if !world.is_calm() => Fate::Lost,
                _ => Fate::Done,
            };
            let how = match fate {
                Fate::Done => "",
                Fate::Refused => ", refused",
                Fate::Lost => ", answer lost",
            };
            world.note(format!("{what}{how}"));
            (fate, let_through)
        };
        let (fate, let_through) = tokio::task::spawn_blocking(step).await.unwrap();
        let answer = match fate {
            Fate::Done => done(let_through).await,
            Fate::Refused => return Err(later()),
            Fate::Lost => done(let_through).await.and(Err(lost())),
        };
        let (world, me) = (self.world.clone(), self.me);
        match tokio::task::spawn_blocking(move || world.step(me)).await.unwrap() {
            true => answer,
            false => Err(lost()),
        }
    }

    /// Sends as Discord does: under a nonce that it knows it gives the message it has.
    async fn post(
        &self,
        channel: Id,
        nonce: &str,
        message: &Message,
        let_through: u64,
    ) -> ApiResult<SentMessage> {
        let now = self.world.now();
        let old: Vec<_> =
            self.seen.book().nonces.extract_if(.., |(at, ..)| now - *at >= NONCE_KNOWN).collect();
        old.iter().for_each(|(_, place, nonce)| self.discord.world().forget_nonce(*place, nonce));
        let sent = self.discord.send(channel, nonce, message).await?;
        let id = sent.id;
        let mut book = self.seen.book();
        let at = match book.posts.iter().position(|post| post.id == id) {
            Some(at) => at,
            None => {
                // One that was on its way already when the other was noted cannot be called back; nor one that was due when another
                // process, which had sent it long before and stood still since, noted that.
                let known = |(at, by): (u64, usize)| match by == self.me {
                    true => at < let_through,
                    false => at < let_through.min(book.looked[self.me]),
                };
                let again = |post: &Post| {
                    (post.place, &*post.nonce) == (channel, nonce) && post.noted.is_some_and(known)
                };
                if book.posts.iter().any(again) {
                    book.wrong.push(format!("{} sends again what was noted: {}", self.me, message.text));
                }
                book.nonces.push((now, channel, nonce.to_owned()));
                let (nonce, text, notices) = (nonce.to_owned(), message.text.clone(), Told::by(message));
                let is_notice = !notices.is_empty() && ids_of(message).all(|id| id.starts_with(NOTICE));
                let (at, place, noted) = (now, channel, None);
                book.posts.push(Post { id, at, place, nonce, text, notices, is_notice, noted });
                book.posts.len() - 1
            }
        };
        book.unnoted[self.me] = Some(at);
        Ok(sent)
    }
}

impl DiscordApi for Line {
    async fn open_thread(&self, channel: Id, message: Id, name: &str) -> ApiResult<Id> {
        self.request("a thread".to_owned(), |_| self.discord.open_thread(channel, message, name)).await
    }

    async fn add_member(&self, thread: Id, user: Id) -> ApiResult<()> {
        self.request("a member".to_owned(), |_| self.discord.add_member(thread, user)).await
    }

    async fn is_member(&self, guild: Id, user: Id) -> ApiResult<bool> {
        self.request("a look-up".to_owned(), |_| self.discord.is_member(guild, user)).await
    }

    async fn tag(&self, forum: Id, post: Id, tags: &ForumTags) -> ApiResult<()> {
        self.request("tags".to_owned(), |_| self.discord.tag(forum, post, tags)).await
    }

    async fn unarchive(&self, thread: Id) -> ApiResult<()> {
        self.request("the archive".to_owned(), |_| self.discord.unarchive(thread)).await
    }

    async fn rename(&self, thread: Id, name: &str) -> ApiResult<()> {
        self.request(format!("the name {name}"), |_| self.discord.rename(thread, name)).await
    }

    async fn send(&self, channel: Id, nonce: &str, message: &Message) -> ApiResult<SentMessage> {
        let what = format!("send {} {nonce} {:?}", channel.0, message.text);
        let sent = self.request(what, |at| self.post(channel, nonce, message, at)).await;
        if sent.is_err() {
            self.seen.book().unnoted[self.me] = None;
        }
        sent
    }

    async fn edit(&self, channel: Id, message: Id, to: &Message) -> ApiResult<()> {
        let what = format!("edit {}", message.0);
        self.request(what, |_| async move {
            let edited = self.discord.edit(channel, message, to).await;
            if edited.is_ok() {
                let mut book = self.seen.book();
                let posts = book.posts.iter_mut().filter(|post| post.id == message);
                posts.for_each(|post| post.text.clone_from(&to.text));
            }
            edited
        })
        .await
    }

    async fn delete(&self, channel: Id, message: Id) -> ApiResult<()> {
        self.request(format!("delete {}", message.0), |_| self.discord.delete(channel, message)).await
    }

    async fn pin(&self, channel: Id, message: Id) -> ApiResult<()> {
        self.request(format!("pin {}", message.0), |_| self.discord.pin(channel, message)).await
    }

    async fn open_dm(&self, user: Id) -> ApiResult<Id> {
        self.request(format!("dm {}", user.0), |_| self.discord.open_dm(user)).await
    }
}
