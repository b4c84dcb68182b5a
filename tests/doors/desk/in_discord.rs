//! Discord: each line is the command whose options have a place for all its words. Where there is none, it is typed in `/order`, as
//! any text can be.

use std::collections::BTreeSet;
use std::sync::Arc;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusRecorder};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use wardroom::book::{Book, fold, is_no};
use wardroom::door::discord::courier::Courier;
use wardroom::door::discord::id::Id;
use wardroom::door::discord::outbound::message::{SlashReply, Style};
use wardroom::log::Store;
use wardroom::words::{Lang, Words};

use super::{ANN, Door, Person, Said, TOY};
use crate::common::store;
use crate::discord_courier::discord::{Discord as Server, dm_of};
use crate::discord_courier::{Plain, waits};
use crate::discord_handlers::{At, Club, at, buttons, text};

/// Calls and tables that are never too many here.
const ANY: (u32, u32) = (50, u32::MAX);
/// The commands with verbs of the table.
const PAGES: [&str; 4] = ["me", "table", "time", "show"];
/// Verbs that a command of another name stands for, and the option that is on with it.
const ELSEWHERE: &[(&str, &str, Option<&str>)] = &[
    ("who", "show status", None),
    ("show", "show board", None),
    ("options", HAND, None),
    ("time", "show time", None),
    ("unready", "table ready", Some("off")),
];
/// What is asked of a seat, of which the menus below it list the orders: it takes no verb.
const HAND: &str = "show hand";
/// The types of options, as Discord numbers them.
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;

pub struct Discord {
    runtime: Runtime,
    recorder: PrometheusRecorder,
    club: Club,
    server: Server,
    courier: Courier<Server>,
    /// The messages that were heard.
    heard: usize,
    book: Book,
    commands: Vec<Value>,
    cancel: String,
    last: Option<SlashReply>,
}

/// A command and what stands in its options.
type Called = (String, Vec<(String, String)>);

impl Discord {
    pub fn new() -> Discord {
        let words = Arc::new(Words::read().unwrap());
        let (club, server) = (Club::on(store::new(), TOY, ANY), Server::new());
        let cancel = words.say(Lang::En, "discord-cancel", &[]);
        let (house, api) = (club.house.clone(), Arc::new(server.clone()));
        let courier = Courier::new(house, api, words, Arc::new(Plain), waits(), true);
        Discord {
            runtime: Builder::new_current_thread().enable_all().build().unwrap(),
            recorder: PrometheusBuilder::new().build_recorder(),
            club,
            server,
            courier,
            heard: 0,
            book: Book::of_door("table").unwrap(),
            commands: TOY.commands().unwrap().all(),
            cancel,
            last: None,
        }
    }

    fn at(who: Person) -> At {
        at(Id(who.user))
    }

    /// How often something was refused, for each reason; they are rendered in any order.
    fn refusals(&self) -> BTreeSet<String> {
        let rendered = self.recorder.handle().render();
        let refusals = rendered.lines().filter(|line| line.starts_with("wardroom_refusals_total{"));
        refusals.map(str::to_owned).collect()
    }

    fn said(&mut self, answer: impl FnOnce(&Club) -> SlashReply) -> Said {
        let before = self.refusals();
        let answer = metrics::with_local_recorder(&self.recorder, || answer(&self.club));
        let asks = buttons(&answer).iter().any(|button| button.label == self.cancel);
        // As Discord shows it.
        let text = text(&answer).replace('\\', "");
        self.last = Some(answer);
        Said { text, asks, refused: self.refusals() != before }
    }

    fn call(&mut self, who: Person, path: &str, given: &[(&str, &str)]) -> Said {
        self.said(|club| club.slash(Discord::at(who), path, given))
    }

    /// The command that a line is; `None` where none has a place for all of it.
    fn command(&self, line: &str) -> Option<Called> {
        let typed: Vec<&str> = line.split_whitespace().collect();
        let called = |n: &usize| {
            let name = fold(&typed[..*n].join(" "));
            self.book.verbs().iter().find(|verb| verb.names().any(|it| fold(it) == name))
        };
        let (verb, rest) = (1..=typed.len()).rev().find_map(|n| Some((called(&n)?, &typed[n..])))?;
        let elsewhere = ELSEWHERE.iter().find(|(name, ..)| verb.name.as_str() == *name);
        let (path, options) = match elsewhere {
            Some((_, path, _)) => self.options(path)?,
            None => PAGES.iter().find_map(|page| self.options(&format!("{page} {}", verb.name)))?,
        };
        let on = elsewhere.and_then(|(.., on)| *on);
        let takes_words = path != HAND;
        let is_given = |option: &Value| on.is_some_and(|on| option["name"] == on) || !takes_words;
        let options: Vec<Value> = options.into_iter().filter(|option| !is_given(option)).collect();
        let on = on.map(|on| (on.to_owned(), "true".to_owned()));
        let rest = rest.iter().map(|word| (*word).to_owned()).collect();
        let given = match verb.name.as_str() {
            "absent" => absence(rest)?,
            _ => given(&options, rest)?,
        };
        let named = |name: &str| given.iter().any(|(of, _)| of == name);
        let required = options.iter().filter(|option| option["required"] == true);
        let mut required = required.filter_map(|option| option["name"].as_str());
        required.all(named).then(|| (path, given.into_iter().chain(on).collect()))
    }

    /// A command as it is registered: its path and its options.
    fn options(&self, path: &str) -> Option<(String, Vec<Value>)> {
        let (page, name) = path.split_once(' ')?;
        let page = self.commands.iter().find(|command| command["name"] == page)?;
        let verb = page["options"].as_array()?.iter().find(|verb| verb["name"] == name)?;
        Some((path.to_owned(), verb["options"].as_array().cloned().unwrap_or_default()))
    }

    fn takes_table(&self, path: &str) -> bool {
        self.options(path).is_none_or(|(_, options)| options.iter().any(|option| option["name"] == "table"))
    }
}

/// The words in the options of a command, each in the first that has a place for it.
fn given(options: &[Value], mut words: Vec<String>) -> Option<Vec<(String, String)>> {
    let mut given = Vec::new();
    let options: Vec<&Value> = options.iter().filter(|option| option["name"] != "table").collect();
    for (at, option) in options.iter().enumerate() {
        if words.is_empty() {
            break;
        }
        let names = option["name_localizations"].as_object()?.values().filter_map(Value::as_str);
        let is_name = |word: &str| names.clone().any(|name| fold(name) == fold(word));
        let is_last = at + 1 == options.len();
        let choices = option["choices"].as_array();
        let value = match option["type"].as_u64()? {
            INTEGER => words.remove(0).parse::<u32>().ok()?.to_string(),
            BOOLEAN => {
                let word = words.remove(0);
                let is_on = is_name(&word) || option["name"] == "off" && is_no(&word);
                is_on.then(|| "true".to_owned())?
            }
            // Somebody, or else what comes next.
            USER if words[0].parse::<u64>().is_err() && option["required"] != true => continue,
            USER => words.remove(0).parse::<u64>().ok()?.to_string(),
            _ if choices.is_some() => {
                let word = words.remove(0);
                let labels = |choice: &Value| {
                    let own = choice["name_localizations"].as_object().cloned().unwrap_or_default();
                    own.into_iter()
                        .map(|(_, label)| label)
                        .chain([choice["value"].clone()])
                        .collect::<Vec<_>>()
                };
                let is_called = |choice: &&Value| {
                    labels(choice).iter().any(|it| fold(it.as_str().unwrap()) == fold(&word))
                };
                choices?.iter().find(is_called)?["value"].as_str()?.to_owned()
            }
            _ if is_last => {
                // `until 24 Dec` in the option `until`.
                if words.len() > 1 && is_name(&words[0]) {
                    words.remove(0);
                }
                std::mem::take(&mut words).join(" ")
            }
            _ => words.remove(0),
        };
        given.push((option["name"].as_str()?.to_owned(), value));
    }
    words.is_empty().then_some(given)
}

/// `absent 20 Dec to 24 Dec` has an option for each end.
fn absence(mut words: Vec<String>) -> Option<Vec<(String, String)>> {
    let option = |name: &str, words: &[String]| (name.to_owned(), words.join(" "));
    if words.first().is_some_and(|word| ["from", "until"].contains(&word.as_str())) {
        words.remove(0);
    }
    if words.is_empty() {
        return None;
    }
    match words.iter().position(|word| word == "to") {
        Some(at) => Some(vec![option("from", &words[..at]), option("until", &words[at + 1..])]),
        None => Some(vec![option("until", &words)]),
    }
}

impl Door for Discord {
    fn store(&self) -> &Arc<dyn Store> {
        &self.club.store
    }

    fn name_of(&self, who: Person) -> String {
        who.user.to_string()
    }

    fn open(&mut self, with: &[&str]) {
        let mut given = vec![("seat", "red")];
        given.extend(with.iter().map(|word| match *word {
            "practice" | "ready" => (*word, "true"),
            option => ("options", option),
        }));
        assert!(!self.call(ANN, "table new", &given).refused);
    }

    fn join(&mut self, table: &str, who: Person) {
        assert!(!self.call(who, "table join", &[("table", table), ("seat", "blue")]).refused);
    }

    fn types(&mut self, table: &str, who: Person, line: &str) -> Said {
        let (path, given) = self
            .command(line)
            .unwrap_or_else(|| ("order".to_owned(), vec![("text".to_owned(), line.to_owned())]));
        let mut given: Vec<(&str, &str)> =
            given.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        if self.takes_table(&path) {
            given.push(("table", table));
        }
        self.call(who, &path, &given)
    }

    fn confirms(&mut self, _: &str, who: Person) -> Said {
        let asked = self.last.take().unwrap();
        let sure = buttons(&asked).into_iter().find(|button| button.style == Style::Danger).unwrap();
        self.said(|club| club.click(Discord::at(who), &sure.custom_id, &[]))
    }

    fn question(&mut self, table: &str, who: Person) -> String {
        self.call(who, HAND, &[("table", table)]).text
    }

    fn hears(&mut self, _: &str, who: Person) -> String {
        self.runtime.block_on(self.courier.tick()).unwrap();
        let world = self.server.world();
        let new = &world.messages[self.heard..];
        // Whatever stands in a channel or a thread is read by all; a direct message by one.
        let others = super::PEOPLE.iter().filter(|it| **it != who).map(|it| dm_of(Id(it.user)));
        let others: Vec<Id> = others.collect();
        let heard = new.iter().filter(|it| !others.contains(&it.place)).map(|it| it.text.as_str());
        let heard = heard.collect::<Vec<_>>().join("\n");
        self.heard = world.messages.len();
        heard
    }

    fn pass(&mut self, seconds: i64) {
        self.club.clock.pass(seconds);
    }

    fn club(&self) -> &wardroom::club::Club {
        &self.club.house
    }
}
