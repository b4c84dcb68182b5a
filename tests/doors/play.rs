//! The board in the browser through plain HTTP: every page by links and forms alone, as a browser without scripts has it.

mod activity;
mod by_mail;
mod clicks;
pub mod client;
mod ending;
mod forms;
pub mod games;
mod live;
mod overtaken;
mod past;
mod reach;
mod secrets;
mod sessions;

use std::sync::Arc;

use wardroom::app::registry::{GAMES, Games, registered};
use wardroom::club::browser::BrowserLinks;
use wardroom::club::{Club, MAIL, NewTable, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::door::play::activity::Activity;
use wardroom::door::play::answer::BoardHandler;
use wardroom::game::Seat;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::words::Lang;

use crate::common::store;
use crate::toy::{Clock, Toy};
use client::Browser;

static TOY: Games = Games::new(&[registered::<Toy>()]);
/// Where browsers reach the board.
pub const HERE: &str = "https://play.example";
const KEY: [u8; 32] = [9; 32];

/// A club whose players have browsers.
pub struct Parlour {
    pub store: Arc<dyn Store>,
    pub clock: Arc<Clock>,
    pub club: Arc<Club>,
    handler: Arc<BoardHandler>,
}

impl Parlour {
    fn new(games: Games) -> Parlour {
        let (store, clock) = (store::new(), Clock::new());
        let club = games.club(store.clone(), clock.clone(), None, None).unwrap();
        let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new(KEY, None))));
        let handler = Arc::new(BoardHandler::new(club.clone(), MAIL).unwrap());
        Parlour { store, clock, club, handler }
    }

    /// A club of the real games.
    pub fn real() -> Parlour {
        Parlour::new(GAMES)
    }

    /// The same club, whose board Discord has too.
    fn in_discord(self, activity: Activity) -> Parlour {
        let handler = BoardHandler::new(self.club.clone(), MAIL).unwrap().in_discord(activity);
        Parlour { handler: Arc::new(handler), ..self }
    }

    /// A club of the real games that has the store of another.
    fn real_beside(other: &Parlour) -> Parlour {
        let club = GAMES.club(other.store.clone(), other.clock.clone(), None, None).unwrap();
        Parlour {
            store: other.store.clone(),
            clock: other.clock.clone(),
            club: Arc::new(club),
            ..Parlour::real()
        }
    }

    /// The same club in another process.
    fn restarted(&self) -> Parlour {
        let club = TOY.club(self.store.clone(), self.clock.clone(), None, None).unwrap();
        let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new(KEY, None))));
        let handler = Arc::new(BoardHandler::new(club.clone(), MAIL).unwrap());
        Parlour { store: self.store.clone(), clock: self.clock.clone(), club, handler }
    }

    pub fn player(&self, name: &str, lang: Lang) -> String {
        let address = format!("{}@home.example", name.to_lowercase());
        self.club.people().meet(MAIL, &address, name, lang).unwrap().id
    }

    pub fn visitor(&self, player: &str, key: &str) -> Visitor {
        Visitor { player: player.to_owned(), door: Arc::new(AtMail), key: key.to_owned(), receipts: None }
    }

    /// A table of a game, opened by the first of these players, with a seat for each.
    pub fn table(&self, game: &str, options: &[(&str, &str)], players: &[&str]) -> String {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let key = format!("open-{}", self.store.tables().unwrap().len());
        let new = NewTable { game: game.to_owned(), options, ..NewTable::default() };
        let table = self.club.open(&self.visitor(players[0], &key), &new, Lang::En).unwrap();
        for player in &players[1..] {
            self.club.join(&table, &self.visitor(player, &format!("join-{table}")), None, Lang::En).unwrap();
        }
        table
    }

    /// A player's browser, with a session.
    pub async fn browser(&self, player: &str) -> Browser {
        let mut browser = Browser::new(&self.handler);
        let link = self.club.people().browsers().link(player).unwrap().unwrap();
        let entered = browser.post(link.strip_prefix(HERE).unwrap(), &[]).await;
        assert_eq!((entered.status, entered.location()), (303, Some("/")));
        browser
    }

    /// The seat with a prompt that a player holds at a table.
    pub fn asked(&self, table: &str, player: &str) -> Option<Seat> {
        let session =
            self.club.watch(table, Lang::En).unwrap().sit(self.visitor(player, "look"), None).unwrap();
        session.held().into_iter().find(|(_, asked)| asked.is_some()).map(|(seat, _)| seat)
    }

    pub fn last(&self, table: &str) -> u64 {
        self.store.stored_head(table).unwrap().seq
    }
}
