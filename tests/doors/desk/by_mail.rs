//! Mail: each line is an answer to the last mail that its writer got.

use std::collections::BTreeMap;
use std::sync::Arc;

use mail_parser::MessageParser;
use tokio::runtime::{Builder, Runtime};
use wardroom::book::{ArgKind, ArgSpec, Book};
use wardroom::club::Club;
use wardroom::log::Store;
use wardroom::words::Lang;

use super::{ANN, Door, PEOPLE, Person, Said, TOY};
use crate::mail_door::{BOT, Got, MailRoom, Sent, Setting};

/// How a piece begins that says what was wrong.
const WRONG: &str = "<p class=\"wrong\"";
/// What stands before the line that confirms a deed.
const CONFIRM: &str = "this one line: ";
/// Between two mails, in seconds: nobody is answered more than sixty times an hour.
const APART: i64 = 90;

pub struct Mail {
    runtime: Runtime,
    room: MailRoom,
    /// The commands of the door.
    book: Book,
    /// The last mail of each.
    last: BTreeMap<Person, Got>,
    /// What came unasked, to be heard.
    unasked: BTreeMap<Person, String>,
}

impl Mail {
    pub fn new() -> Mail {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let room = MailRoom::with(Setting { games: &TOY, ..Setting::default() });
        let book = Book::of_door("mail").unwrap();
        Mail { runtime, room, book, last: BTreeMap::new(), unasked: BTreeMap::new() }
    }

    /// Somebody writes this to the bot, in answer to their last mail where they have one.
    fn writes(&mut self, who: Person, text: &str) -> Said {
        self.room.pass(APART);
        let got = match self.last.get(&who).cloned() {
            Some(last) => self.runtime.block_on(self.room.answer(&who.address(), &last, text)),
            None => {
                let id = Some(self.room.id());
                let (from, to, text) = (who.address(), BOT.to_owned(), text.to_owned());
                let sent = Sent { from, to, id, text, ..Sent::default() };
                self.runtime.block_on(self.room.deliver(&sent))
            }
        };
        let answer = self.hand_out(got, Some(who));
        let answer = answer.unwrap_or_else(|| panic!("{} was not answered: {text}", who.name));
        let mail = MessageParser::default().parse(answer.raw.as_bytes()).unwrap();
        let refused = mail.body_html(0).unwrap().contains(WRONG);
        Said { asks: answer.text.contains(CONFIRM), text: answer.text, refused }
    }

    /// Each reads their mails; the first to whoever wrote is the answer.
    fn hand_out(&mut self, got: Vec<Got>, writer: Option<Person>) -> Option<Got> {
        let mut answer = None;
        for got in got {
            let reader = PEOPLE.into_iter().find(|it| it.address() == got.to).unwrap();
            if Some(reader) == writer && answer.is_none() {
                answer = Some(got.clone());
            } else {
                self.unasked.entry(reader).or_default().push_str(&got.text);
            }
            self.last.insert(reader, got);
        }
        answer
    }

    fn understood(&mut self, who: Person, text: &str) {
        let said = self.writes(who, text);
        assert!(!said.refused, "{text}: {}", said.text);
    }
}

impl Door for Mail {
    fn store(&self) -> &Arc<dyn Store> {
        &self.room.store
    }

    fn name_of(&self, who: Person) -> String {
        who.address()
    }

    fn open(&mut self, with: &[&str]) {
        self.writes(ANN, "hello");
        self.understood(
            ANN,
            &["new", "toy", "red"].iter().chain(with).copied().collect::<Vec<_>>().join(" "),
        );
    }

    fn join(&mut self, table: &str, who: Person) {
        self.writes(who, "hello");
        self.understood(who, &format!("join {table} blue"));
    }

    fn types(&mut self, table: &str, who: Person, line: &str) -> Said {
        let over = self.room.club.watch(table, Lang::En).unwrap().around().closed;
        let takes_table = |arg: &ArgSpec| arg.kind == ArgKind::Table;
        let verb = self.book.command(line).map(|(verb, _)| verb);
        // The last mail may be about another table by then.
        if over && verb.is_some_and(|verb| verb.args.iter().any(takes_table)) {
            return self.writes(who, &format!("{line} {table}"));
        }
        self.writes(who, line)
    }

    fn confirms(&mut self, _: &str, who: Person) -> Said {
        let asked = &self.last[&who].text;
        let line = asked.split(CONFIRM).nth(1).and_then(|rest| rest.lines().next()).unwrap().to_owned();
        self.writes(who, &line)
    }

    fn question(&mut self, _: &str, who: Person) -> String {
        self.writes(who, "who").text
    }

    fn hears(&mut self, _: &str, who: Person) -> String {
        let got = self.runtime.block_on(self.room.tick());
        self.hand_out(got, None);
        self.unasked.remove(&who).unwrap_or_default()
    }

    fn pass(&mut self, seconds: i64) {
        self.room.pass(seconds);
    }
    fn club(&self) -> &Club {
        &self.room.club
    }
}
