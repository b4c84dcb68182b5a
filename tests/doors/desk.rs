//! One table through any door. The same people type the same words at the terminal, in a mail, on the board in the browser and, as
//! the command with these words in its options, in Discord; what comes of it is told in the same terms.
//!
//! ```ignore
//! let mut desk = Desk::of(Way::Mail); // Ann has opened a table of the toy as red, and Bob plays blue.
//! assert_eq!(desk.types(ANN, "publish").outcome, Outcome::Done);
//! assert_eq!(desk.types(BOB, "agree").wrote, ["Answered", "Published"]);
//! assert!(desk.hears(ANN).contains("published"));
//! ```

mod by_mail;
mod in_discord;
mod on_board;
mod terminal;

use std::sync::Arc;

use wardroom::app::registry::{Games, registered};
use wardroom::club::Club;
use wardroom::log::Store;
use wardroom::log::stored::StoredLine;

use crate::toy::Toy;

/// In seconds.
const HOUR: i64 = 60 * 60;
/// How often time is kept, in seconds: where nobody has kept it for longer, players get more.
const KEPT_EVERY: i64 = 5 * 60;

/// The toy alone.
static TOY: Games = Games::new(&[registered::<Toy>()]);

/// The doors that lines are typed through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Terminal,
    Mail,
    Discord,
    Board,
}

impl Way {
    pub const ALL: [Way; 4] = [Way::Terminal, Way::Mail, Way::Discord, Way::Board];
}

/// A person: by name at the terminal, by an address of that name in mails, by a number in Discord.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Person {
    pub name: &'static str,
    user: u64,
}

/// Opens the table and plays red.
pub const ANN: Person = Person { name: "ann", user: 1 };
/// Plays blue.
pub const BOB: Person = Person { name: "bob", user: 2 };
/// Holds no seat.
pub const EVE: Person = Person { name: "eve", user: 3 };

/// All of them. A line names one as `@eve`.
const PEOPLE: [Person; 3] = [ANN, BOB, EVE];

impl Person {
    fn address(self) -> String {
        format!("{}@home.example", self.name)
    }
}

/// What came of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Something is stored that was not there before.
    Done,
    /// Nothing is done before the player confirms it.
    Asks,
    /// Something is shown, and nothing done.
    Shown,
    /// Nothing is done, and the player is told why.
    Refused,
}

/// What came of a line, in full.
#[derive(Clone, Debug)]
pub struct Came {
    pub outcome: Outcome,
    /// What the player was answered.
    pub said: String,
    /// The kinds of the entries that the table's log has since.
    pub wrote: Vec<String>,
}

/// What a door answered.
struct Said {
    text: String,
    asks: bool,
    refused: bool,
}

/// A door to tables of the toy, of which Ann has opened the last.
trait Door {
    fn store(&self) -> &Arc<dyn Store>;

    /// How a line calls somebody.
    fn name_of(&self, who: Person) -> String;

    /// Ann opens a table as red: with a ready check, for practice, or where players may talk, by these words.
    fn open(&mut self, with: &[&str]);

    /// Somebody takes the seat blue.
    fn join(&mut self, table: &str, who: Person);

    fn types(&mut self, table: &str, who: Person, line: &str) -> Said;

    /// Somebody confirms what they were asked last.
    fn confirms(&mut self, table: &str, who: Person) -> Said;

    /// What is asked of somebody now, and until when.
    fn question(&mut self, table: &str, who: Person) -> String;

    /// What somebody is told that they did not ask for, since this was last asked.
    fn hears(&mut self, table: &str, who: Person) -> String;

    fn pass(&mut self, seconds: i64);

    /// The club whose time is kept.
    fn club(&self) -> &Club;
}

/// A table, through one of the doors.
pub struct Desk {
    door: Box<dyn Door>,
    table: String,
}

impl Desk {
    /// A table of two that has begun: each is asked to choose a number.
    pub fn of(way: Way) -> Desk {
        Desk::with(way, &[])
    }

    /// The same, opened with these words: `practice`, `ready`, `talk`.
    pub fn with(way: Way, words: &[&str]) -> Desk {
        let mut desk = Desk::alone(way, words);
        desk.join(BOB);
        desk
    }

    /// A table at which nobody but Ann sits yet.
    pub fn alone(way: Way, words: &[&str]) -> Desk {
        let mut door: Box<dyn Door> = match way {
            Way::Terminal => Box::new(terminal::Terminal::new()),
            Way::Mail => Box::new(by_mail::Mail::new()),
            Way::Discord => Box::new(in_discord::Discord::new()),
            Way::Board => Box::new(on_board::Board::new()),
        };
        door.open(words);
        let tables = door.store().tables().unwrap();
        assert_eq!(tables.len(), 1, "{tables:?}");
        Desk { door, table: tables[0].table.clone() }
    }

    pub fn join(&mut self, who: Person) {
        self.door.join(&self.table, who);
    }

    /// Somebody types a line, in which `@eve` is how this door calls Eve.
    pub fn types(&mut self, who: Person, line: &str) -> Came {
        let named =
            |line: String, it: &Person| line.replace(&format!("@{}", it.name), &self.door.name_of(*it));
        let line = PEOPLE.iter().fold(line.to_owned(), named);
        self.come_of(|door, table| door.types(table, who, &line))
    }

    /// The same, which is to be done: where the door asks once more, it is confirmed.
    pub fn does(&mut self, who: Person, line: &str) -> Came {
        let mut came = self.types(who, line);
        if came.outcome == Outcome::Asks {
            came = self.confirms(who);
        }
        assert_eq!(came.outcome, Outcome::Done, "{line}: {}", came.said);
        came
    }

    /// Somebody confirms what they were asked last.
    pub fn confirms(&mut self, who: Person) -> Came {
        self.come_of(|door, table| door.confirms(table, who))
    }

    /// What is asked of somebody now, and until when.
    pub fn question(&mut self, who: Person) -> String {
        self.door.question(&self.table, who)
    }

    /// What somebody is told unasked, since this was last asked.
    pub fn hears(&mut self, who: Person) -> String {
        self.door.hears(&self.table, who)
    }

    /// Hours pass, in which time is kept.
    pub fn pass(&mut self, hours: i64) {
        for step in 0..=hours * HOUR / KEPT_EVERY {
            if step > 0 {
                self.door.pass(KEPT_EVERY);
            }
            while self.door.club().time().keep().unwrap() > 0 {}
        }
    }

    /// How many tables there are.
    pub fn tables(&self) -> usize {
        self.door.store().tables().unwrap().len()
    }

    /// The kinds of all entries of the table's log.
    pub fn kinds(&self) -> Vec<String> {
        self.kinds_after(0)
    }

    /// The content of the last entry of a kind, if it is open.
    pub fn last_of(&self, kind: &str) -> Option<serde_json::Value> {
        let lines = self.door.store().read_lines(&self.table, 1).unwrap();
        let of_kind = |line| match line {
            StoredLine::Entry(entry) if entry.kind == kind => Some(entry),
            _ => None,
        };
        let last = lines.into_iter().rev().find_map(of_kind)?;
        Some(serde_json::from_str(&serde_json::to_string(&last.body).unwrap()).unwrap())
    }

    fn kinds_after(&self, last: u64) -> Vec<String> {
        let lines = self.door.store().read_lines(&self.table, last + 1).unwrap();
        let kind = |line| match line {
            StoredLine::Entry(entry) => Some(entry.kind),
            StoredLine::Sealed { .. } => None,
        };
        lines.into_iter().filter_map(kind).collect()
    }

    fn come_of(&mut self, what: impl FnOnce(&mut dyn Door, &str) -> Said) -> Came {
        let before = self.stored();
        let last = self.door.store().stored_head(&self.table).unwrap().seq;
        let said = what(&mut *self.door, &self.table);
        let outcome = match () {
            () if self.stored() != before => Outcome::Done,
            () if said.refused => Outcome::Refused,
            () if said.asks => Outcome::Asks,
            () => Outcome::Shown,
        };
        Came { outcome, said: said.text, wrote: self.kinds_after(last) }
    }

    /// All that somebody can do by a line: the logs, what players prefer, standing orders, links of calendars.
    fn stored(&self) -> Vec<String> {
        let store = self.door.store();
        let tables = store.tables().unwrap().into_iter().map(|it| format!("{} {:?}", it.table, it.head));
        let players = store.players().unwrap();
        let players = players.into_iter().map(|it| format!("{} {:?}", it.id, it.preferences));
        let notes = ["club", "standing-orders"].into_iter().flat_map(|of| store.notes(of, "").unwrap());
        tables.chain(players).chain(notes.map(|(key, body)| format!("{key} {body}"))).collect()
    }
}
