//! What was acknowledged and shown, and what must hold of it. The judge asks the log and Discord, and none of the workers.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use wardroom::club::{Club, Visitor};
use wardroom::door::discord::outbound::wording::AtDiscord;
use wardroom::words::{Lang, Words};

use super::super::duel::*;
use super::super::fake::*;

/// Shorter lines say nothing that nobody else is told.
const TELLING: usize = 12;

/// An order that was given, and given again.
pub struct Told {
    /// Where the log stands, as far as it was looked at.
    head: u64,
    /// Before it.
    before: u64,
    /// The words in which it was acknowledged first.
    words: Option<Vec<String>>,
}

/// What is known of a run so far.
#[derive(Default)]
pub struct Referee {
    /// The heads that were seen after an answer: what was acknowledged stays.
    seen: Vec<(String, u64, [u8; 32])>,
    /// How many sights were looked at.
    sights: usize,
    /// Up to which entry, and of which table, lines that are for one player alone were looked for.
    looked: (String, u64),
    /// How many of them there were, and how many times their player saw one.
    private: usize,
    shown: usize,
}

/// Whether an answer says that something was done, or refused for good: not that it could not be, or not in time.
pub fn acknowledges(answered: &Answered) -> bool {
    static NOT_YET: LazyLock<Vec<String>> = LazyLock::new(|| {
        let words = Words::read().unwrap();
        let say =
            |lang: &Lang| ["discord-serve-again", "discord-serve-busy"].map(|key| words.say(*lang, key, &[]));
        Lang::ALL.iter().flat_map(say).collect()
    });
    let failed = |said: &String| said.contains(&answered.interaction.to_string()) || NOT_YET.contains(said);
    !answered.said.as_ref().is_some_and(failed)
}

/// The lines of a log behind entry `span.start` that are for one player alone as of entry `span.end`, and whose they are.
pub fn for_one_alone(
    house: &Club,
    table: &str,
    players: &[String; 2],
    span: Range<u64>,
) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for lang in Lang::ALL {
        let lines = |who: Option<usize>, after: u64| -> BTreeSet<String> {
            let mut reader = house.watch(table, *lang).unwrap();
            reader.at_door(Arc::new(AtDiscord));
            let told = match who {
                None => reader.report_lines(after, span.end),
                Some(who) => {
                    let (player, door) = (players[who].clone(), Arc::new(AtDiscord));
                    let visitor = Visitor { player, door, key: "look".to_owned(), receipts: None };
                    let session = reader.sit(visitor, None).unwrap_or_else(|error| panic!("{error}"));
                    session.report_lines(after, span.end)
                }
            };
            told.unwrap().iter().map(ToString::to_string).collect()
        };
        let everyone = lines(None, 0);
        for who in 0..2 {
            let others = lines(Some(1 - who), 0);
            let own = lines(Some(who), span.start).into_iter();
            // A heading says nothing yet.
            let own = own.filter(|line| line.chars().count() >= TELLING && !line.ends_with([':', '：']));
            found.extend(own.filter(|it| !others.contains(it) && !everyone.contains(it)).map(|it| (who, it)));
        }
    }
    found
}

impl Told {
    pub fn before(head: u64) -> Told {
        Told { head, before: head, words: None }
    }

    /// The log stands so after it was given once more, and it was answered so: it is done once, and not after it was
    /// acknowledged, whatever the answer.
    pub fn again(&mut self, now: u64, answered: &Answered, told: &str) {
        assert!(now == self.head || self.head == self.before, "{told}: done again, {} to {now}", self.head);
        if !acknowledges(answered) {
            assert!(self.words.is_none() || now == self.head, "{told}: acknowledged, and done again");
        } else if let Some(words) = &self.words {
            assert_eq!(now, self.head, "{told}: acknowledged, and done again");
            assert_eq!(*words, answered.first_words(), "{told}");
        } else {
            self.words = Some(answered.first_words());
        }
        self.head = now;
    }
}

impl Referee {
    /// An order was acknowledged: the head of its table now.
    pub fn note(&mut self, path: &Path, table: &str) {
        let head = look(path).0.head(table).unwrap();
        self.seen.push((table.to_owned(), head.seq, head.chain));
    }

    /// Nobody was given a line of the log that is for another player alone. All is still.
    pub fn nobody_pries(&mut self, fake: &Fake, path: &Path, duel: &Duel) {
        let to = fake.look(|world| world.sights.len());
        let from = std::mem::replace(&mut self.sights, to);
        let (_, house) = look(path);
        let last = house.watch(&duel.table, Lang::En).unwrap().around().last;
        let after = if self.looked.0 == duel.table { self.looked.1 } else { 0 };
        self.looked = (duel.table.clone(), last);
        let ids = [0, 1].map(|who| duel.players[who].id);
        let players = ids.map(|id| house.people().known_at("discord", &id.to_string()).unwrap().unwrap());
        for (who, line) in for_one_alone(&house, &duel.table, &players, after..last) {
            self.private += 1;
            fake.look(|world| {
                for sight in world.sights[from..to].iter().filter(|sight| sight.text.contains(&line)) {
                    assert_eq!(sight.eyes, Eyes::Only(ids[who]), "{line:?} is for another");
                    self.shown += 1;
                }
            });
        }
    }

    /// What was acknowledged is there, and every answer went to who asked, alone.
    pub fn judges(&self, fake: &Fake, path: &Path) {
        let (store, _) = look(path);
        for (table, seq, chain) in &self.seen {
            let now = store.chain_at(table, *seq).unwrap();
            assert_eq!(now, Some(*chain), "entry {seq} of {table} was acknowledged");
        }
        let mut astray = Vec::new();
        fake.look(|world| {
            for exchange in &world.exchanges {
                let posts = exchange.original.iter().chain(&exchange.followups);
                let posts = posts.filter_map(|id| world.posts.get(id));
                let public = posts.filter(|post| post.private_to != Some(exchange.user));
                astray.extend(public.map(|post| format!("to {}: {}", exchange.user, post.content)));
            }
        });
        assert!(astray.is_empty(), "{astray:#?}");
        println!(
            "{} heads seen, {} lines for one player alone, seen by them {} times",
            self.seen.len(),
            self.private,
            self.shown
        );
    }
}
