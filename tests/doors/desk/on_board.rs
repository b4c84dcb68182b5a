//! The board in the browser: each line is typed on the page of the seat.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use wardroom::club::browser::BrowserLinks;
use wardroom::club::page::PageLinks;
use wardroom::club::{Club, MAIL, NewTable, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::door::play::answer::BoardHandler;
use wardroom::game::Seat;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::words::Lang;

use super::{ANN, Door, EVE, Person, Said, TOY};
use crate::common::store;
use crate::play::HERE;
use crate::play::client::{Browser, Got};
use crate::toy::Clock;

/// Between two lines, in seconds: nobody sends more than sixty forms a minute.
const APART: i64 = 5;

pub struct Board {
    runtime: Runtime,
    store: Arc<dyn Store>,
    clock: Arc<Clock>,
    club: Arc<Club>,
    handler: Arc<BoardHandler>,
    browsers: BTreeMap<Person, (String, Browser)>,
    last: Option<Got>,
}

impl Board {
    pub fn new() -> Board {
        let (store, clock) = (store::new(), Clock::new());
        let club = TOY.club(store.clone(), clock.clone(), None, None).unwrap();
        let club = club.with_pages(PageLinks::new("https://tables.example", Keys::new([3; 32], None)));
        let club = Arc::new(club.with_browser(BrowserLinks::new(HERE, Keys::new([4; 32], None))));
        let handler = Arc::new(BoardHandler::new(club.clone(), MAIL).unwrap());
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let mut board = Board { runtime, store, clock, club, handler, browsers: BTreeMap::new(), last: None };
        board.enter(EVE);
        board
    }

    /// Somebody opens a session, once.
    fn enter(&mut self, who: Person) -> Visitor {
        if !self.browsers.contains_key(&who) {
            let player = self.club.people().meet(MAIL, &who.address(), who.name, Lang::En).unwrap().id;
            let link = self.club.people().browsers().link(&player).unwrap().unwrap();
            let mut browser = Browser::new(&self.handler);
            self.runtime.block_on(browser.post(link.strip_prefix(HERE).unwrap(), &[]));
            self.browsers.insert(who, (player, browser));
        }
        let player = self.browsers[&who].0.clone();
        Visitor { player, door: Arc::new(AtMail), key: format!("sits-{}", who.name), receipts: None }
    }

    fn last_entry(&self, table: &str) -> u64 {
        self.store.stored_head(table).unwrap().seq
    }

    /// The page of somebody's seat.
    fn page(&mut self, table: &str, who: Person) -> Got {
        self.clock.pass(APART);
        let (player, browser) = self.browsers.get_mut(&who).unwrap();
        let visitor = Visitor {
            player: player.clone(),
            door: Arc::new(AtMail),
            key: "look".to_owned(),
            receipts: None,
        };
        let session = self.club.watch(table, Lang::En).unwrap().sit(visitor, None).unwrap();
        let seat: Seat = session.held()[0].0;
        self.runtime.block_on(browser.get(&format!("/t/{table}/{seat}")))
    }

    fn came(&mut self, got: Got) -> Said {
        let has = |what: &str| got.text.contains(what);
        let asks = has("name=\"sure\"") || has("name=\"anyway\"");
        // What a look shows stands in the answer; the log beside it is history.
        let answer = got.text.split("id=\"answer\"").nth(1).and_then(|rest| rest.split("</div>").next());
        let shown = answer.map(|answer| words_of(&format!("<div{answer}"))).filter(|shown| !shown.is_empty());
        let said = Said {
            text: shown.unwrap_or_else(|| words(&got)),
            asks,
            refused: has("class=\"refused\"") && !asks,
        };
        self.last = Some(got);
        said
    }
}

/// What a page says, without its marks.
fn words(got: &Got) -> String {
    words_of(got.text.split("</style>").nth(1).unwrap_or_default())
}

fn words_of(body: &str) -> String {
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text));
    let text = pieces.filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join("\n");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

impl Door for Board {
    fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    fn name_of(&self, who: Person) -> String {
        who.address()
    }

    // Tables are opened and joined at other doors.
    fn open(&mut self, with: &[&str]) {
        let visitor = self.enter(ANN);
        let is_option = |word: &&&str| !["practice", "ready"].contains(*word);
        let named = |word: &&str| {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            (name.to_owned(), value.to_owned())
        };
        let new = NewTable {
            game: "toy".to_owned(),
            seat: Some("red".parse().unwrap()),
            options: with.iter().filter(is_option).map(named).collect(),
            practice: with.contains(&"practice"),
            ready: with.contains(&"ready"),
            ..NewTable::default()
        };
        self.club.open(&visitor, &new, Lang::En).unwrap();
    }

    fn join(&mut self, table: &str, who: Person) {
        let visitor = self.enter(who);
        self.club.join(table, &visitor, Some("blue".parse().unwrap()), Lang::En).unwrap();
    }

    fn types(&mut self, table: &str, who: Person, line: &str) -> Said {
        let (form, before) = (self.page(table, who).form("/line"), self.last_entry(table));
        let browser = &mut self.browsers.get_mut(&who).unwrap().1;
        let got = self.runtime.block_on(browser.submit(&form.action, &form.with(&[("line", line)])));
        // What was done stands in the log of the page, beside a remark in the answer.
        let done = if self.last_entry(table) == before { String::new() } else { words(&got) };
        let mut said = self.came(got);
        said.text = format!("{}\n{done}", said.text);
        said
    }

    fn confirms(&mut self, _: &str, who: Person) -> Said {
        let asked = self.last.take().unwrap();
        let sure = |name: &str| name == "sure" || name == "anyway";
        let form = asked.forms().into_iter().find(|form| form.hidden.iter().any(|(name, _)| sure(name)));
        let form = form.unwrap();
        let browser = &mut self.browsers.get_mut(&who).unwrap().1;
        let got = self.runtime.block_on(browser.submit(&form.action, &form.with(&[])));
        self.came(got)
    }

    fn question(&mut self, table: &str, who: Person) -> String {
        words(&self.page(table, who))
    }

    // Nobody is told anything there: they look.
    fn hears(&mut self, table: &str, who: Person) -> String {
        words(&self.page(table, who))
    }

    fn pass(&mut self, seconds: i64) {
        self.clock.pass(seconds);
    }

    fn club(&self) -> &Club {
        &self.club
    }
}
