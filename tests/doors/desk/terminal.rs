//! The terminal: each line is a run of the program by its player, as a script.

use std::sync::Arc;

use wardroom::app::App;
use wardroom::app::registry::GAMES;
use wardroom::club::Club;
use wardroom::club::browser::BrowserLinks;
use wardroom::club::page::PageLinks;
use wardroom::keys::Keys;
use wardroom::log::Store;
use wardroom::words::{Lang, Words};

use super::{ANN, Door, Person, Said, TOY};
use crate::common::store;
use crate::terminal::{lines, play_at};
use crate::toy::Clock;

pub struct Terminal {
    store: Arc<dyn Store>,
    clock: Arc<Clock>,
    /// Beside the terminals, whoever keeps time.
    club: Club,
    /// What is asked before something that cannot be taken back.
    asks: [String; 2],
    last: String,
}

impl Terminal {
    pub fn new() -> Terminal {
        let words = Words::read().unwrap();
        let asks = ["terminal-resign-sure", "terminal-close-sure"].map(|key| words.say(Lang::En, key, &[]));
        let (store, clock) = (store::new(), Clock::new());
        let club = TOY.club(store.clone(), clock.clone(), None, None).unwrap();
        Terminal { store, clock, club, asks, last: String::new() }
    }

    fn app(&self, who: Person) -> App {
        App {
            games: GAMES,
            store: self.store.clone().into(),
            platform: self.clock.clone(),
            lang: Lang::En,
            user: who.name.to_owned(),
            join: "wardroom --db club.db play".to_owned(),
            config_file: None,
            links: Some(Arc::new(PageLinks::new("https://tables.example", Keys::new([3; 32], None)))),
            browser: Some(Arc::new(BrowserLinks::new("https://play.example", Keys::new([4; 32], None)))),
            json: false,
            data: None,
        }
    }

    fn run(&self, who: Person, args: &[&str], typed: &str) -> Said {
        let (ending, text) = play_at(&self.app(who), args, lines(typed), false).unwrap();
        // What stands before the first line that is repeated is told to whoever comes.
        let first = typed.lines().next().map(|line| format!("> {line}\n"));
        let text = first.and_then(|line| text.split_once(&line)).map_or(text.as_str(), |(_, text)| text);
        let asks = self.asks.iter().any(|asks| text.contains(asks));
        Said { text: text.to_owned(), asks, refused: ending.refused > 0 }
    }
}

impl Door for Terminal {
    fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    fn name_of(&self, who: Person) -> String {
        who.name.to_owned()
    }

    fn open(&mut self, with: &[&str]) {
        let words = with.iter().flat_map(|word| match *word {
            "practice" => vec!["--practice"],
            "ready" => vec!["--ready"],
            option => vec!["--option", option],
        });
        let args: Vec<&str> = ["toy", "--as", "red"].into_iter().chain(words).collect();
        assert!(!self.run(ANN, &args, "").refused);
    }

    fn join(&mut self, table: &str, who: Person) {
        assert!(!self.run(who, &[table, "--as", "blue"], "").refused);
    }

    fn types(&mut self, table: &str, who: Person, line: &str) -> Said {
        line.clone_into(&mut self.last);
        self.run(who, &[table], line)
    }

    fn confirms(&mut self, table: &str, who: Person) -> Said {
        let typed = match self.last.as_str() {
            "close" => "close\nyes".to_owned(),
            line => format!("{line} yes"),
        };
        self.run(who, &[table], &typed)
    }

    fn question(&mut self, table: &str, who: Person) -> String {
        self.run(who, &[table], "").text
    }

    fn hears(&mut self, table: &str, who: Person) -> String {
        self.run(who, &[table], "").text
    }

    fn pass(&mut self, seconds: i64) {
        self.clock.pass(seconds);
    }

    fn club(&self) -> &Club {
        &self.club
    }
}
