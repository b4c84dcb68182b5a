//! *Goeben, 1914* in words: the board, prompts, options, events.

mod battle;
mod board;
mod campaign;
mod day;
mod ending;
mod events;
mod map;
mod menu;
mod officers;
mod optional;
mod orders;
mod outfit;
pub mod points;
mod rolls;
mod squadron;
mod status;
mod way;

use crate::game::Fact;
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::{Marker, ShipId, SpaceId};
use crate::games::goeben::pack::{Pack, SeaChart};
use crate::report::{Phrases, ReportBuilder, ReportLine};

/// The report of a table of *Goeben, 1914* to one reader, in that reader's language.
#[derive(Clone, Copy)]
pub struct GoebenReport<'a> {
    /// The messages, the reader's language, the book, and the names.
    pub phrases: Phrases<'a>,
    /// The table's map and charts.
    pub chart: &'a SeaChart,
}

impl<'a> std::ops::Deref for GoebenReport<'a> {
    type Target = Phrases<'a>;
    fn deref(&self) -> &Phrases<'a> {
        &self.phrases
    }
}

impl GoebenReport<'_> {
    /// Reports events, one piece per event with a text: dice come before their event. A heading without events is left out,
    /// unless it is the last. `ahead` is the following events, for pieces that mention them.
    pub fn report_lines(&self, facts: &[Fact<Event>], ahead: &[Fact<Event>]) -> Vec<ReportLine> {
        let mut report = ReportBuilder::default();
        for (at, fact) in facts.iter().enumerate() {
            match fact {
                Fact::Roll(roll) => {
                    // The die for a hit's effect belongs to its shot: both stand before the same sentence.
                    if !rolls::follows_on(roll) {
                        report.spill();
                    }
                    report.missed = rolls::is_shot(roll);
                    report.unsaid = self.unsaid(roll);
                    // Nets make torpedoes hit on fewer faces; the next roll tells whether there was a hit.
                    let hits_are_rolled_for = facts.get(at + 1).is_some_and(rolls::is_of_a_hit);
                    report.dice.extend(self.dice(roll, hits_are_rolled_for));
                }
                Fact::Event(event) => {
                    let follows = || facts[at + 1..].iter().chain(ahead);
                    if let Some((weight, text)) = self.step(event, follows()).or_else(|| self.event(event)) {
                        if report.missed || (!weight.is_sentence() && report.unsaid.is_none()) {
                            report.spill();
                        }
                        report.add(weight, text);
                    }
                }
            }
        }
        report.spill();
        report.lines
    }

    /// The notice that every player gets once: which parts are a reconstruction.
    pub fn notice(&self) -> String {
        self.both(&self.pack().notice)
    }

    fn pack(&self) -> &Pack {
        self.chart.pack()
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
}
