//! One game by four doors. Clicks on the board choose the orders; the same orders, typed in mails, in Discord and at the terminal, make
//! the same entries. An entry's time (`at`), door (`door`), key of the message (`key`) and receipt (`receipt`) differ; all else is the
//! same, salts and rolls too, as the four tables have one seed.

use std::collections::BTreeMap;

use clap::Parser;
use serde_json::Value;
use wardroom::app::App;
use wardroom::app::cli::{Cli, CliCommand};
use wardroom::app::registry::GAMES;
use wardroom::club::MAIL;
use wardroom::club::session::PlayerSession;
use wardroom::game::{OrderForm, Seat};
use wardroom::games::Playable;
use wardroom::games::goeben::Goeben;
use wardroom::games::grand_fleet::GrandFleet;
use wardroom::log::EntryAudience;
use wardroom::log::players::{DISCORD, LOCAL};
use wardroom::log::stored::StoredLine;
use wardroom::words::Lang;

use crate::common::Luck;
use crate::desk::Way;
use crate::discord_handlers::{Club as Office, at, text as discord_text};
use crate::mail_door::whole::anyway;
use crate::mail_door::{Got, MailRoom, Setting};
use crate::play::Parlour;
use crate::play::client::Browser;
use crate::play::games::order;
use crate::terminal::{lines, play_of};
use wardroom::door::discord::id::Id;

/// The players, in the order of their Discord ids.
const NAMES: [&str; 2] = ["ann", "bob"];
/// Tables and calls that are never too many here.
const ANY: (u32, u32) = (50, u32::MAX);
/// Between two orders, in seconds.
const APART: i64 = 120;

/// A game whose players are all at one door. Its dice are those of every such game, as all are opened in the same way.
struct World {
    parlour: Parlour,
    table: String,
    players: Vec<String>,
    door: Door,
}

enum Door {
    Board(Vec<Browser>),
    /// The mails, and the last one to each player.
    Mail(Box<MailRoom>, BTreeMap<String, Got>),
    Discord(Box<Office>),
    Terminal,
}

fn address(name: &str) -> String {
    format!("{name}@home.example")
}

impl World {
    async fn new(way: Way, game: &str, seats: usize) -> World {
        let parlour = Parlour::real();
        let meet = |(at, name): (usize, &&str)| {
            let (kind, address) = match way {
                Way::Board | Way::Mail => (MAIL, address(name)),
                Way::Discord => (DISCORD, (at + 1).to_string()),
                Way::Terminal => (LOCAL, (*name).to_owned()),
            };
            parlour.club.people().meet(kind, &address, name, Lang::En).unwrap().id
        };
        let players: Vec<String> = NAMES.iter().take(seats).enumerate().map(meet).collect();
        let ids: Vec<&str> = players.iter().map(String::as_str).collect();
        let table = parlour.table(game, &[], &ids);
        let door = match way {
            Way::Board => {
                let mut browsers = Vec::new();
                for player in &players {
                    browsers.push(parlour.browser(player).await);
                }
                Door::Board(browsers)
            }
            Way::Mail => {
                let room = MailRoom::on(Setting::default(), parlour.store.clone(), parlour.store.clone());
                let now = wardroom::table::Platform::now(&*parlour.clock).timestamp();
                room.pass(now - wardroom::table::Platform::now(&*room.clock).timestamp());
                Door::Mail(Box::new(room), BTreeMap::new())
            }
            Way::Discord => {
                parlour.club.records().begin_play(&table).unwrap();
                Door::Discord(Box::new(Office::on(parlour.store.clone(), GAMES, ANY)))
            }
            Way::Terminal => Door::Terminal,
        };
        World { parlour, table, players, door }
    }

    /// The player who is asked first, by their place, and their seat.
    fn asked(&self) -> Option<(usize, Seat)> {
        let asked = |(at, player): (usize, &String)| Some((at, self.parlour.asked(&self.table, player)?));
        self.players.iter().enumerate().find_map(asked)
    }

    /// The log after an entry: all but times, doors, and the keys and receipts of messages.
    fn entries(&self, last: u64) -> Vec<Value> {
        let entry = |line| {
            let StoredLine::Entry(entry) = line else { panic!("a sealed line") };
            let by = entry.by.map(|by| (by.seat, by.player));
            let about = (entry.table, entry.seq, entry.kind, entry.v, by, entry.cause, entry.salt);
            serde_json::json!([about, entry.audience, entry.body])
        };
        self.parlour.store.read_lines(&self.table, last + 1).unwrap().into_iter().map(entry).collect()
    }

    fn session(&self, at: usize, seat: Seat) -> PlayerSession {
        let visitor = self.parlour.visitor(&self.players[at], "look");
        self.parlour.club.watch(&self.table, Lang::En).unwrap().sit(visitor, Some(seat)).unwrap()
    }

    /// The one who is asked gives an order by clicks, as luck has it.
    async fn clicks(&mut self, luck: &mut Luck) {
        let (at, seat) = self.asked().unwrap();
        self.parlour.clock.pass(APART);
        let here = format!("/t/{}/{seat}", self.table);
        let Door::Board(browsers) = &mut self.door else { panic!("no board") };
        order(&self.parlour, (&mut browsers[at], &here), &self.table, luck).await;
    }

    /// The one who is asked types these orders; gives what they are answered.
    async fn types<G: Playable>(&mut self, forms: &[OrderForm]) -> String {
        let (at_place, seat) = self.asked().unwrap();
        self.parlour.clock.pass(APART);
        let session = self.session(at_place, seat);
        let options = session.asked().unwrap().options;
        let typed = |form: &OrderForm| {
            let short = session.book().type_short_in(Lang::En, form, &options, session.lexicon());
            anyway(&session, form, short)
        };
        let line = forms.iter().map(typed).collect::<Vec<_>>().join("; ");
        let (name, mut said) = (NAMES[at_place], String::new());
        match &mut self.door {
            Door::Board(_) => panic!("nothing is typed there"),
            Door::Mail(room, last) => {
                room.pass(APART);
                for got in room.tick().await {
                    last.insert(got.to.clone(), got);
                }
                let to = address(name);
                let asked = last.get(&to).unwrap_or_else(|| panic!("no mail to {name}")).clone();
                for got in room.answer(&to, &asked, &line).await {
                    said += &got.text;
                    last.insert(got.to.clone(), got);
                }
            }
            Door::Discord(discord) => {
                discord.clock.pass(APART);
                let user = Id(at_place as u64 + 1);
                let answer = discord.slash(at(user).dm(), "order", &[("text", &line)]);
                said = discord_text(&answer);
            }
            Door::Terminal => {
                let app = App {
                    games: GAMES,
                    store: self.parlour.store.clone().into(),
                    platform: self.parlour.clock.clone(),
                    lang: Lang::En,
                    user: name.to_owned(),
                    join: String::new(),
                    config_file: None,
                    links: None,
                    browser: None,
                    json: false,
                    data: None,
                };
                let cli = Cli::try_parse_from(["wardroom", "play", &self.table]).unwrap();
                let Some(CliCommand::Play(ask)) = cli.command else { panic!("not play") };
                said = play_of::<G>(&app, &ask, Some(&self.table), lines(&line), false).unwrap().1;
            }
        }
        said
    }
}

/// Plays so many orders; gives how many entries they made, and how many of these were secret.
async fn same_entries<G: Playable>(game: &str, seats: usize, seed: u64, orders: usize) -> (usize, usize) {
    println!("{game}, seed {seed}");
    let (mut luck, mut made, mut secret) = (Luck::of(seed), 0, 0);
    let everyone = serde_json::to_value(EntryAudience::Everyone).unwrap();
    let mut board = World::new(Way::Board, game, seats).await;
    let mut others = Vec::new();
    for way in [Way::Mail, Way::Discord, Way::Terminal] {
        others.push((way, World::new(way, game, seats).await));
    }
    for _ in 0..orders {
        if board.asked().is_none() {
            break;
        }
        let before = board.parlour.last(&board.table);
        board.clicks(&mut luck).await;
        let wrote = board.entries(before);
        let form = |entry: &Value| (entry[0][2] == "OrderGiven").then(|| entry[2]["order"].clone());
        let forms = wrote.iter().filter_map(form).map(|form| serde_json::from_value(form).unwrap());
        let forms: Vec<OrderForm> = forms.collect();
        made += wrote.len();
        secret += wrote.iter().filter(|entry| entry[1] != everyone).count();
        for (way, world) in &mut others {
            let said = world.types::<G>(&forms).await;
            assert_eq!(world.entries(before), wrote, "{way:?}: {forms:?}\n{said}");
        }
    }
    println!("{made} entries, {secret} of them secret");
    (made, secret)
}

#[tokio::test]
async fn orders_of_goeben_make_the_same_entries_by_click_mail_discord_and_terminal() {
    let (made, _) = same_entries::<Goeben>("goeben", 1, 1914, 30).await;
    assert!(made > 60, "{made} entries");
}

#[tokio::test]
async fn orders_of_grand_fleet_make_the_same_entries_by_click_mail_discord_and_terminal() {
    let (made, secret) = same_entries::<GrandFleet>("grand_fleet", 2, 1916, 30).await;
    assert!(made > 30 && secret > 10, "{made} entries, {secret} of them secret");
}
