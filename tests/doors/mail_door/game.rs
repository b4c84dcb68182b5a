//! What whole games have in common, whatever carries their mails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use wardroom::club::{Club, Conclusion, Visitor};
use wardroom::door::mail::wording::AtMail;
use wardroom::game::OrderForm;
use wardroom::log::Store;
use wardroom::words::Lang;

use super::{Got, Sent};
use crate::common::Luck;

/// More mails than a game has.
pub const ENDLESS: usize = 6000;

/// The mails of a game: those that players wrote, and those that came to them.
#[derive(Default)]
pub struct Letters {
    /// The ids of what they wrote.
    written: Vec<String>,
    /// The orders that they gave.
    given: Vec<OrderForm>,
    came: BTreeMap<String, Got>,
    /// The last mail to each of them.
    pub last: BTreeMap<String, Got>,
}

impl Letters {
    /// A player writes a mail: its id.
    pub fn write(&mut self, sent: &mut Sent) -> String {
        let id = format!("m{}@home.example", self.written.len());
        sent.id = Some(id.clone());
        self.written.push(id.clone());
        id
    }

    /// A player gave an order, in a mail or otherwise.
    pub fn given(&mut self, order: OrderForm) {
        self.given.push(order);
    }

    /// Another game begins: its log has none of the orders that were given.
    pub fn next_game(&mut self) {
        self.given.clear();
    }

    /// Reads what came into a maildir since this was last asked.
    pub fn look(&mut self, maildir: &Path) {
        let folders = ["new", "cur"].map(|name| fs::read_dir(maildir.join(name)));
        let mut files: Vec<PathBuf> =
            folders.into_iter().flatten().flatten().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            // Behind a colon stands what became of it since.
            let name = file.file_name().unwrap().to_string_lossy().split(':').next().unwrap().to_owned();
            if !self.came.contains_key(&name)
                && let Ok(raw) = fs::read(&file)
            {
                let got = Got::read(&raw);
                self.last.insert(got.to.clone(), got.clone());
                self.came.insert(name, got);
            }
        }
    }

    /// How many mails came.
    pub fn count(&self) -> usize {
        self.came.len()
    }

    /// The mails that came.
    pub fn came(&self) -> impl Iterator<Item = &Got> {
        self.came.values()
    }

    /// How many of them came before, under the same id.
    pub fn again(&self) -> usize {
        self.count() - self.came.values().map(|got| &got.id).collect::<BTreeSet<_>>().len()
    }

    /// The mails with this in their text.
    pub fn with(&self, words: &str) -> usize {
        self.came.values().filter(|got| got.text.contains(words)).count()
    }

    pub fn answers_to(&self, id: &str) -> Vec<&Got> {
        let answers = |got: &&Got| got.raw.contains(&format!("In-Reply-To: <{id}>"));
        self.came.values().filter(answers).collect()
    }

    /// Of a game that is over, or as far as it went: every order stands in its log once, in the order in which they were given, the log is sound, and
    /// every mail was answered in the same words under one id.
    pub fn are_a_whole_game(&self, club: &Club, store: &dyn Store, table: &str) {
        let typed: Vec<Value> = self.given.iter().map(|form| serde_json::to_value(form).unwrap()).collect();
        let entries = store.read(table, 1).unwrap();
        let given = entries.iter().filter(|entry| entry.kind == "OrderGiven");
        assert_eq!(given.map(|entry| entry.body["order"].clone()).collect::<Vec<_>>(), typed);
        let (conclusion, findings) = club.evidence().audit(table, Lang::En).unwrap();
        assert_ne!(conclusion, Conclusion::Failed, "{findings:#?}");
        for id in &self.written {
            let answers = self.answers_to(id);
            let ids: BTreeSet<&String> = answers.iter().map(|got| &got.id).collect();
            assert_eq!(ids.len(), 1, "{id}");
            assert!(answers.iter().all(|got| got.text == answers[0].text), "{answers:#?}");
        }
        println!("{} mails written, {} came, {} again", self.written.len(), self.count(), self.again());
    }
}

/// One of those who are asked, an order of theirs and how it is typed; nothing once the game is over.
pub fn next_order<'a>(
    club: &Club,
    table: &str,
    people: &[(&'a str, Lang)],
    luck: &mut Luck,
) -> Option<(&'a str, OrderForm, String)> {
    if club.watch(table, Lang::En).unwrap().around().over {
        return None;
    }
    let mut asked = Vec::new();
    for (who, lang) in people {
        let player = club.people().known_at("mail", who).unwrap().unwrap();
        let visitor = Visitor { player, door: Arc::new(AtMail), key: "look".to_owned(), receipts: None };
        let session = club.watch(table, *lang).unwrap().sit(visitor, None);
        let session = session.unwrap_or_else(|error| panic!("{error}"));
        let now = session.asked().unwrap();
        if now.prompt.is_some() {
            // What is short for several orders is chosen anew from what is left of it when it was cut off.
            let form = loop {
                let form = now.options.sample(&mut |n| luck.below(n)).expect("a legal order");
                if form.verb.as_str() != "outfit" {
                    break form;
                }
            };
            let line = session.book().type_short_in(*lang, &form, &now.options, session.lexicon());
            let line = super::whole::anyway(&session, &form, line);
            asked.push((*who, form, line));
        }
    }
    Some(asked.swap_remove(luck.below(asked.len() as u32) as usize))
}
