//! *Goeben, 1914* in pictures: the whole map, a close-up around the ships, the card of a battle.
//!
//! A painter has a view, the events since its reader's last order, the data pack and words; it cannot reach a state.

mod battle_card;
mod chart;
mod dashboard;
mod description;
mod end;
mod legend;
mod projection;
mod sea_map;
mod stack;

use std::collections::BTreeMap;

use super::event::{Event, MovementEvent, NavalCombatEvent, SquadronEvent};
use super::ids::{Class, ShipId, SpaceId, Speed};
use super::pack::{Pack, SeaChart};
use super::state::Task;
use super::state::battle::Battle;
use super::view::View;
use super::voyage::Voyage;
use crate::game::{Fact, Seat, Word};
use crate::games::AskedSeat;
use crate::picture::theme::Pair;
use crate::picture::{Area, END, Scene, Theme, Tint, font, symbols};
use crate::report::Phrases;
use crate::words::Lang;

/// A close-up of where the ships are.
pub const CLOSE: &str = "close";
/// The whole map.
pub const WHOLE: &str = "whole";
/// The current battle.
pub const CARD: &str = "card";

/// The kinds of picture for a position, the best one first.
pub fn kinds(view: &View) -> Vec<&'static str> {
    let afloat = view.ships.values().any(|ship| ship.ship.at.is_some());
    let over = view.outcome.is_some();
    let kinds = [(over, END), (battle(view).is_some(), CARD), (afloat, CLOSE), (true, WHOLE)];
    kinds.into_iter().filter(|(there, _)| *there).map(|(_, kind)| kind).collect()
}

/// The current battle.
fn battle(view: &View) -> Option<&Battle> {
    match view.tasks.last() {
        Some(Task::Battle(battle)) => Some(battle),
        _ => None,
    }
}

/// Draws a position for one reader.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    /// The reader's words.
    pub phrases: Phrases<'a>,
    /// The table's map.
    pub chart: &'a SeaChart,
    /// The colours.
    pub theme: &'static Theme,
    /// The reader's seat.
    pub reader: Option<Seat>,
    /// The position.
    pub view: &'a View,
    /// The events since the reader's last order.
    pub facts: &'a [Fact<Event>],
    /// The seats that the game waits for.
    pub awaited: &'a [AskedSeat],
    /// The whole game, for the picture of its end.
    pub voyage: Option<&'a Voyage>,
}

/// The decision to make.
struct Asked {
    /// The seats that are asked, in words.
    seats: String,
    /// Its subject.
    what: String,
    /// Both in a line.
    said: String,
    /// The colours that distinguish the reader's own from others'.
    pair: Pair,
}

/// A way sailed.
struct Way {
    spaces: Vec<SpaceId>,
    speed: Option<Speed>,
}

impl<'a> std::ops::Deref for Painter<'a> {
    type Target = Phrases<'a>;
    fn deref(&self) -> &Phrases<'a> {
        &self.phrases
    }
}

impl Painter<'_> {
    /// The picture of this kind; `None` where the position has none.
    pub fn draw(&self, kind: &str) -> Option<Scene> {
        let mut scene = match kind {
            CLOSE => self.close_up()?,
            WHOLE => self.whole_map(),
            CARD => self.battle_card(battle(self.view)?),
            END => self.end()?,
            _ => return None,
        };
        scene.title = self.title();
        scene.description = if kind == END { self.end_described() } else { self.description() };
        Some(scene)
    }

    fn pack(&self) -> &Pack {
        self.chart.pack()
    }

    fn word(&self, key: &str) -> String {
        self.say(&format!("picture-{key}"), &[])
    }

    /// The seat to move and its question; `None` if there is none.
    fn decision(&self) -> Option<Asked> {
        let seats: Vec<Seat> = self.awaited.iter().map(|awaited| awaited.seat).collect();
        // Another seat's question may be hidden from this reader; then the phase says what is going on.
        let asked = self.awaited.iter().find_map(|awaited| awaited.ask);
        let key = asked.map(|ask| format!("picture-ask-{ask}")).filter(|key| self.words.has(Lang::En, key));
        let what =
            key.map_or_else(|| self.term("phase", self.view.phase.as_str()), |key| self.say(&key, &[]));
        let yours = self.is_asked();
        let pair = if yours { self.theme.gold } else { self.theme.neutral };
        (!seats.is_empty()).then(|| Asked {
            seats: self.phrases.list(seats.iter().map(|seat| self.phrases.seat(*seat))),
            said: self.phrases.decision(&seats, yours, &what),
            what,
            pair,
        })
    }

    /// True if the reader has a decision to make.
    fn is_asked(&self) -> bool {
        self.awaited.iter().any(|awaited| Some(awaited.seat) == self.reader)
    }

    /// A name in the reader's language; if the font lacks one of its signs, in the other, else the typed word.
    fn called(&self, word: Word) -> String {
        let names = [self.lang, Lang::En, Lang::Ja].map(|lang| self.lexicon.name(lang, word));
        font::legible(&[names[0].as_str(), names[1].as_str(), names[2].as_str(), word.as_str()])
    }

    /// The ways sailed today, and since the reader's last order with where they began.
    fn ways(&self) -> BTreeMap<ShipId, Way> {
        let today = self.view.today.ways.iter();
        let mut ways: BTreeMap<ShipId, Way> =
            today.map(|(ship, path)| (*ship, Way { spaces: path.clone(), speed: None })).collect();
        for event in self.events() {
            match event {
                Event::Movement(MovementEvent::ShipMoved { ship, from, path, speed }) => {
                    let spaces = std::iter::once(*from).chain(path.iter().copied()).collect();
                    // Replaces the view's way of today, which has no start and no speed.
                    ways.insert(*ship, Way { spaces, speed: Some(*speed) });
                }
                Event::NavalCombat(NavalCombatEvent::ShipRetreated { ship, to }) => {
                    // A retreat goes on from the way of that day; alone it is a single space, and dropped
                    // below.
                    ways.entry(*ship).or_insert(Way { spaces: vec![], speed: None }).spaces.push(*to);
                }
                _ => {}
            }
        }
        ways.retain(|_, way| way.spaces.len() > 1);
        ways
    }

    /// The changes of tracks, by ship and track.
    fn changes(&self) -> BTreeMap<(ShipId, super::ids::Track), i32> {
        let mut changes = BTreeMap::new();
        for event in self.events() {
            if let Event::Squadron(SquadronEvent::TrackChanged { ship, track, from, to, .. }) = event {
                *changes.entry((*ship, *track)).or_insert(0) += i32::from(*to) - i32::from(*from);
            }
        }
        // A point lost and got back is no change for the reader.
        changes.retain(|_, by| *by != 0);
        changes
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Event(event) => Some(event),
            Fact::Roll(_) => None,
        })
    }

    /// The class of a ship of any side.
    fn class(&self, ship: ShipId) -> Option<Class> {
        // The German ships are in the view; the pack's `ships` are those of other navies.
        let german = self.view.ships.get(&ship).map(|ship| ship.ship.class);
        german.or_else(|| self.pack().ships.get(&ship).map(|spec| spec.class))
    }

    fn silhouette(&self, scene: &mut Scene, ship: ShipId, area: Area, colour: Tint) {
        let (funnels, guns) = match self.class(ship) {
            Some(Class::LightCruiser) => (4, false),
            Some(Class::ArmouredCruiser | Class::ProtectedCruiser) => (4, true),
            Some(Class::Destroyers) => (3, false),
            Some(Class::TroopConvoy) => (1, false),
            _ => (2, true),
        };
        symbols::silhouette(scene, area, funnels, guns, colour);
    }
}
