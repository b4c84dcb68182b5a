//! *Goeben, 1914* in words: the board, what is asked, what may be ordered, what happened.

mod battle;
mod board;
mod events;
mod menu;
mod names;
mod orders;
mod rolls;
mod squadron;

use super::{Told, Weight};
use crate::book::{Book, Lexicon};
use crate::game::{Fact, Word};
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::{Marker, ShipId, SpaceId};
use crate::games::goeben::pack::{Name, Pack, SeaChart};
use crate::words::{Lang, Value, Words};

pub use names::lexicon;

/// Tells a table of *Goeben, 1914* to one reader, in that reader's language.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The messages.
    pub words: &'a Words,
    /// The reader's language.
    pub lang: Lang,
    /// The book of orders.
    pub book: &'a Book,
    /// The names of the table's data pack, from [`lexicon`].
    pub lexicon: &'a Lexicon,
    /// The table's map and charts.
    pub chart: &'a SeaChart,
}

impl Teller<'_> {
    /// What happened, one piece a telling event: dice stand before the event they led to. A heading under which
    /// nothing happened is left out, unless it is the last.
    pub fn tell(&self, facts: &[Fact<Event>]) -> Vec<Told> {
        let mut story = Story::default();
        for fact in facts {
            match fact {
                Fact::Roll(roll) => {
                    if !rolls::follows_on(roll) {
                        story.spill();
                    }
                    story.missed = rolls::is_shot(roll);
                    story.dice.extend(self.dice(roll));
                }
                Fact::Event(event) => {
                    if let Some((weight, text)) = self.event(event) {
                        if weight != Weight::Plain || story.missed {
                            story.spill();
                        }
                        story.add(weight, text);
                    }
                }
            }
        }
        story.spill();
        story.told
    }

    /// What every player is told once: which parts are a reconstruction.
    pub fn notice(&self) -> String {
        self.both(&self.pack().notice)
    }

    fn pack(&self) -> &Pack {
        self.chart.pack()
    }

    fn say(&self, key: &str, args: &[(&str, Value<'_>)]) -> String {
        self.words.say(self.lang, key, args)
    }

    fn both(&self, name: &Name) -> String {
        match self.lang {
            Lang::En => name.en.clone(),
            Lang::Ja => name.ja.clone(),
        }
    }

    fn name(&self, word: Word) -> String {
        self.lexicon.name(self.lang, word)
    }

    fn ship(&self, ship: ShipId) -> String {
        self.name(ship.0)
    }

    fn ships<'s>(&self, ships: impl IntoIterator<Item = &'s ShipId>) -> String {
        self.list(ships.into_iter().map(|ship| self.ship(*ship)))
    }

    /// A space by name and by the letters it is typed with.
    fn space(&self, space: SpaceId) -> String {
        self.say("place", &[("id", space.as_str().into()), ("name", self.name(space.0).into())])
    }

    fn spaces<'s>(&self, spaces: impl IntoIterator<Item = &'s SpaceId>) -> String {
        self.list(spaces.into_iter().map(|space| self.space(*space)))
    }

    fn markers<'m>(&self, markers: impl IntoIterator<Item = &'m Marker>) -> String {
        self.list(markers.into_iter().map(|marker| self.name(marker.word())))
    }

    fn list(&self, items: impl IntoIterator<Item = String>) -> String {
        let items: Vec<String> = items.into_iter().collect();
        if items.is_empty() {
            return self.say("list-empty", &[]);
        }
        let separator = self.say("list-separator", &[]);
        // A name may hold a comma itself.
        match items.iter().any(|item| item.contains(&separator)) {
            true => items.join(&self.say("list-separator-strong", &[])),
            false => items.join(&separator),
        }
    }

    /// A word that only the rules use, by its message `kind-word`; the word itself if it has none.
    fn term(&self, kind: &str, word: &str) -> String {
        let key = format!("{kind}-{word}");
        if self.words.has(Lang::En, &key) { self.say(&key, &[]) } else { word.to_string() }
    }
}

/// A report being put together.
#[derive(Default)]
struct Story {
    told: Vec<Told>,
    /// Dice that have led to nothing yet.
    dice: Vec<String>,
    /// The last of them are shots, which lead to nothing but the dice of their hits.
    missed: bool,
}

impl Story {
    /// Adds a piece with the dice before it; it takes the place of a heading that it leaves empty.
    fn add(&mut self, weight: Weight, text: String) {
        let next = Told { weight, dice: std::mem::take(&mut self.dice), text };
        while self.told.last().is_some_and(|last| next.leaves_empty(last)) {
            self.told.pop();
        }
        self.told.push(next);
    }

    /// Tells dice that led to nothing by themselves.
    fn spill(&mut self) {
        self.missed = false;
        if !self.dice.is_empty() {
            self.add(Weight::Plain, String::new());
        }
    }
}
