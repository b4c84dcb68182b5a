//! The handlers of the Discord door over tables in memory: every command, every refusal, clicks old and foreign,
//! calls that come twice. A toy game of two seats is played: a secret choice, then turns.

mod launch;
mod linking;
mod looks;
mod master;
mod orders;
mod play;
mod reads;
mod tables;
mod time;
mod typed;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use wardroom::app::registry::{Games, registered};
use wardroom::club::Club as Tables;
use wardroom::club::browser::BrowserLinks;
use wardroom::club::limits::RateLimits;
use wardroom::club::page::PageLinks;
use wardroom::door::discord::handlers::Handlers;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::inbound::answering::Handle;
use wardroom::door::discord::interaction::{
    Command, Interaction, InteractionData, NamedUser, UsedMessage, User,
};
use wardroom::door::discord::limits;
use wardroom::door::discord::outbound::emoji::Emoji;
use wardroom::door::discord::outbound::message::{Button, Message, Row, SlashReply};
use wardroom::door::discord::picker::ticket::{Ticket, TicketAction, Tickets};
use wardroom::door::discord::table_thread::TableThread;
use wardroom::games::goeben::Goeben;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::table::peek;
use wardroom::words::{Lang, Words};

use crate::common::store;
use crate::toy::{Clock, Toy};
use wardroom::door::discord::threads::DiscordThreads;

const GUILD: Id = Id(900);
const OTHER_GUILD: Id = Id(901);
const CHANNEL: Id = Id(500);
const ANN: Id = Id(1);
const BOB: Id = Id(2);
const EVE: Id = Id(3);

/// The toy alone.
static TOY: Games = Games::new(&[registered::<Toy>()]);
/// A game beside it.
static TWO: Games = Games::new(&[registered::<Goeben>(), registered::<Toy>()]);

/// A server with its handlers.
pub struct Club {
    games: Games,
    pub store: Arc<dyn Store>,
    pub clock: Arc<Clock>,
    pub house: Arc<Tables>,
    handlers: Handlers,
    changed: Arc<Mutex<Vec<String>>>,
    next: AtomicU64,
}

/// Where and as whom something is called.
#[derive(Clone, Copy)]
pub struct At {
    user: Id,
    lang: Lang,
    guild: Option<Id>,
    channel: Id,
    manager: bool,
    file_bytes: u64,
}

pub fn at(user: Id) -> At {
    let file_bytes = limits::FILE_BYTES;
    At { user, lang: Lang::En, guild: Some(GUILD), channel: CHANNEL, manager: false, file_bytes }
}

impl At {
    fn ja(self) -> At {
        At { lang: Lang::Ja, ..self }
    }
    pub fn dm(self) -> At {
        At { guild: None, channel: Id(7), ..self }
    }
}

const SECRET: &[u8] = b"a secret of this test";

impl Club {
    fn new() -> Club {
        Club::playing(TOY, 50, 1000)
    }

    fn paced(tables: u32, orders: u32) -> Club {
        Club::playing(TOY, tables, orders)
    }

    fn playing(games: Games, tables: u32, orders: u32) -> Club {
        Club::on(store::new(), games, (tables, orders))
    }

    /// Handlers over this store.
    pub fn on(store: Arc<dyn Store>, games: Games, limits: (u32, u32)) -> Club {
        let clock = Clock::new();
        let house = games.club(store.clone(), clock.clone(), None, None);
        let links = PageLinks::new("https://tables.example", Keys::new([3; 32], None));
        let house = house
            .unwrap()
            .with_pages(links)
            .with_browser(BrowserLinks::new("https://play.example", Keys::new([4; 32], None)));
        let (house, changed) = (Arc::new(house), Arc::new(Mutex::new(Vec::new())));
        Club::over(house, store, clock, games, changed, limits)
    }

    /// Handlers over a house whose board Discord has too.
    fn in_discord(games: Games) -> Club {
        let (store, clock) = (store::new(), Clock::new());
        let links = BrowserLinks::new("https://play.example", Keys::new([4; 32], None)).in_discord();
        let house = games.club(store.clone(), clock.clone(), None, None).unwrap().with_browser(links);
        Club::over(Arc::new(house), store, clock, games, Arc::default(), (50, 1000))
    }

    /// Handlers over a house that is there.
    fn over(
        house: Arc<Tables>,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
        games: Games,
        changed: Arc<Mutex<Vec<String>>>,
        (tables, orders): (u32, u32),
    ) -> Club {
        let handlers = handlers(games, &house, &changed, tables, orders);
        Club { games, store, clock, house, handlers, changed, next: AtomicU64::new(10_000) }
    }

    /// The last entry of a table.
    fn last(&self, table: &str) -> u64 {
        self.store.stored_head(table).unwrap().seq
    }

    fn is_closed(&self, table: &str) -> bool {
        peek::is_closed(&*self.store, table).unwrap()
    }

    /// As if the process had died after the table was opened and before its room was kept.
    fn lose_room(&self, table: &str) {
        assert!(self.store.drop_note("discord", &format!("room/{table}")).unwrap());
    }

    /// What is kept of a table's room cannot be read; says what it was.
    fn break_room(&self, table: &str) -> String {
        let key = format!("room/{table}");
        let kept = self.store.note("discord", &key).unwrap().unwrap();
        self.store.put_note("discord", &key, "/secret/path: disk full").unwrap();
        kept
    }

    /// The same house with handlers that were started again.
    fn restarted(self) -> Club {
        let handlers = handlers(self.games, &self.house, &self.changed, 50, 1000);
        Club { handlers, ..self }
    }

    fn call(&self, at: At, what: InteractionData) -> Interaction {
        let name = format!("user {}", at.user);
        Interaction {
            id: Id(self.next.fetch_add(1, Ordering::Relaxed)),
            user: User { id: at.user, name, lang: at.lang, manager: at.manager },
            guild: at.guild,
            channel: at.channel,
            parent: None,
            guild_lang: Lang::En,
            bot_rights: None,
            file_bytes: at.file_bytes,
            on: UsedMessage::default(),
            what,
            proof: None,
        }
    }

    /// Handles a call; the answer must be private and within Discord's limits.
    fn handle(&self, call: &Interaction) -> SlashReply {
        let answer = self.handlers.handle(call);
        check(&answer);
        answer
    }

    fn slash_call(&self, at: At, path: &str, given: &[(&str, &str)]) -> Interaction {
        self.call(at, InteractionData::Command(command(path, given)))
    }

    pub fn slash(&self, at: At, path: &str, given: &[(&str, &str)]) -> SlashReply {
        self.handle(&self.slash_call(at, path, given))
    }

    fn order(&self, at: At, text: &str) -> SlashReply {
        self.slash(at, "order", &[("text", text)])
    }

    pub fn click(&self, at: At, custom_id: &str, values: &[&str]) -> SlashReply {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        self.handle(
            &self.call(at, InteractionData::Click { custom_id: custom_id.to_owned(), values, private: true }),
        )
    }

    fn complete(&self, at: At, path: &str, given: &[(&str, &str)], option: &str) -> Vec<String> {
        let what = InteractionData::Complete { command: command(path, given), option: option.to_owned() };
        let SlashReply::Suggest(all) = self.handle(&self.call(at, what)) else { panic!("no suggestions") };
        all.into_iter().map(|(_, value)| value).collect()
    }

    /// A table opened by Ann, who plays red, with Bob at blue: begun, each asked for a secret number.
    fn table_of_two(&self) -> String {
        let table = self.opened(at(ANN), &[]);
        let text = text(&self.slash(at(BOB), "table join", &[("table", &table)]));
        assert!(text.contains("taken the seat blue"), "{text}");
        assert!(self.room(&table).started);
        table
    }

    /// The same where both have chosen: red is asked to act.
    fn table_in_play(&self) -> String {
        let table = self.table_of_two();
        self.order(at(ANN), "choose 5");
        self.order(at(BOB), "choose 6");
        table
    }

    fn opened(&self, at: At, given: &[(&str, &str)]) -> String {
        let before: Vec<String> = self.tables();
        self.slash(at, "table new", given);
        self.tables().into_iter().find(|table| !before.contains(table)).unwrap()
    }

    fn tables(&self) -> Vec<String> {
        DiscordThreads(&self.house).threads().unwrap().into_iter().map(|room| room.table).collect()
    }

    fn room(&self, table: &str) -> TableThread {
        DiscordThreads(&self.house).thread_of(table).unwrap().unwrap()
    }

    /// The user who opened a table.
    fn opener(&self, room: &TableThread) -> Option<Id> {
        DiscordThreads(&self.house).opener(room).unwrap()
    }

    fn ticket(&self, table: &str, act: TicketAction) -> String {
        Tickets::new(SECRET).write(&Ticket { table: table.to_owned(), seat: None, prompt: 0, act })
    }
}

fn handlers(
    games: Games,
    house: &Arc<Tables>,
    changed: &Arc<Mutex<Vec<String>>>,
    tables: u32,
    orders: u32,
) -> Handlers {
    let heard = changed.clone();
    let on_change = Arc::new(move |table: &str| heard.lock().unwrap().push(table.to_owned()));
    let words = Words::read().unwrap();
    let commands = games.commands().unwrap();
    Handlers::new(
        house.clone(),
        commands,
        words,
        Tickets::new(SECRET),
        RateLimits::new(tables, orders),
        on_change,
    )
}

fn command(path: &str, given: &[(&str, &str)]) -> Command {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let users = given.iter().filter(|(name, _)| ["player", "master"].contains(name));
    let users =
        users.filter_map(|(_, id)| Some(NamedUser { id: id.parse().ok()?, bot: false, member: true }));
    Command {
        path: path.split(' ').map(str::to_owned).collect(),
        given: given.iter().map(pair).collect(),
        users: users.collect(),
    }
}

fn messages(answer: &SlashReply) -> Vec<Message> {
    match answer {
        SlashReply::Say { messages, .. } => messages.clone(),
        SlashReply::Replace(message) => vec![message.clone()],
        SlashReply::Suggest(_) | SlashReply::Ask(_) | SlashReply::Launch => vec![],
    }
}

pub fn text(answer: &SlashReply) -> String {
    messages(answer).into_iter().map(|message| message.text).collect::<Vec<_>>().join("\n---\n")
}

pub fn buttons(answer: &SlashReply) -> Vec<Button> {
    let rows = messages(answer).into_iter().flat_map(|message| message.rows);
    let buttons = rows.flat_map(|row| match row {
        Row::Buttons(buttons) => buttons,
        Row::Select(_) => vec![],
    });
    buttons.collect()
}

/// The button that says `label`.
fn button(answer: &SlashReply, label: &str) -> String {
    let all = buttons(answer);
    let found = all.iter().find(|button| button.label == label);
    found.unwrap_or_else(|| panic!("no {label:?} among {all:?} of {answer:?}")).custom_id.clone()
}

fn check(answer: &SlashReply) {
    if let SlashReply::Say { public, messages } = answer {
        assert!(!public && !messages.is_empty() && messages.len() <= 5, "{answer:?}");
    }
    for message in messages(answer) {
        let length = Emoji::NONE.shown(&message.text, 0).chars().count();
        assert!((1..=limits::CONTENT).contains(&length), "{length} characters: {message:?}");
        assert!(!message.text.contains("{discord") && !message.text.contains("/secret"), "{message:?}");
        assert!(message.pings.is_empty() && message.rows.len() <= limits::ROWS, "{message:?}");
    }
    for button in buttons(answer) {
        assert!((1..=limits::BUTTON_LABEL).contains(&button.label.chars().count()), "{button:?}");
        // The id of a link is its address.
        let most = if button.style == wardroom::door::discord::outbound::message::Style::Link {
            512
        } else {
            limits::CUSTOM_ID
        };
        assert!(button.custom_id.len() <= most && !button.label.contains('{'), "{button:?}");
    }
    if let SlashReply::Suggest(all) = answer {
        assert!(all.len() <= limits::CHOICES);
        let fits = |text: &str| (1..=limits::CHOICE_TEXT).contains(&text.chars().count());
        assert!(all.iter().all(|(label, value)| fits(label) && fits(value)), "{all:?}");
    }
}
