//! *Grand Fleet 1.2* in words: map, charts, battles, prompts, options, events.

mod battle;
mod board;
mod brief;
mod charts;
mod combat;
mod ending;
mod events;
mod map;
mod orders;
mod rolls;
mod tables;

use crate::game::{Fact, Roll};
use crate::games::grand_fleet::event::Event;
use crate::games::grand_fleet::ids::{HexId, ShipId, ShipType, Side};
use crate::games::grand_fleet::pack::Chart;
use crate::report::{GameReport, Phrases, ReportBuilder, ReportLine, Weight};

/// Types as lists name them, the strongest first.
const TYPES: [ShipType; 5] = [
    ShipType::SuperDreadnought,
    ShipType::Battlecruiser,
    ShipType::Dreadnought,
    ShipType::EarlyBattlecruiser,
    ShipType::PreDreadnought,
];

/// The report of a table of *Grand Fleet 1.2* to one reader, in that reader's language.
#[derive(Clone, Copy)]
pub struct GrandFleetReport<'a> {
    /// The messages, the reader's language, the book, and the names.
    pub phrases: Phrases<'a>,
    /// The table's map and tables.
    pub chart: &'a Chart,
}

impl<'a> std::ops::Deref for GrandFleetReport<'a> {
    type Target = Phrases<'a>;
    fn deref(&self) -> &Phrases<'a> {
        &self.phrases
    }
}

impl GrandFleetReport<'_> {
    /// Reports events, one piece per event with a text: dice come before their event. A heading without events is left out,
    /// unless it is the last. No sentence of this game depends on later events.
    pub fn report_lines(&self, facts: &[Fact<Event>], _ahead: &[Fact<Event>]) -> Vec<ReportLine> {
        self.told(facts, |roll| self.dice(roll))
    }

    /// The same, with `dice` for the text of dice.
    fn told(&self, facts: &[Fact<Event>], dice: impl Fn(&Roll) -> Option<String>) -> Vec<ReportLine> {
        let mut report = ReportBuilder::default();
        let mut shot: &[u32] = &[];
        for fact in facts {
            match fact {
                // Kept for the shot that follows: one line with dice and result reads better than two.
                Fact::Roll(roll) if rolls::is_shot(roll) => shot = &roll.values,
                Fact::Roll(roll) => {
                    report.dice.extend(dice(roll));
                    report.unsaid = self.key("unsaid", &roll.purpose).map(|key| self.say(&key, &[]));
                }
                Fact::Event(event) => {
                    if let Some(text) = self.shot(event, std::mem::take(&mut shot)) {
                        report.add(Weight::Plain, text);
                    }
                    for (weight, text) in self.event(event) {
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
        self.both(&self.chart.pack().notice)
    }

    fn side(&self, side: Side) -> String {
        self.name(side.word())
    }

    fn ship(&self, ship: ShipId) -> String {
        let letters = self.chart.type_of(ship).map_or("", |values| values.letters.as_str());
        self.say("gf-ship", &[("ship", self.name(ship.0).into()), ("type", letters.into())])
    }

    /// Ships by type, the strongest first: `BC Lion, Tiger; B Neptune`.
    fn ships<'s>(&self, ships: impl IntoIterator<Item = &'s ShipId>) -> String {
        let ships: Vec<ShipId> = ships.into_iter().copied().collect();
        if let [ship] = ships[..] {
            return self.ship(ship);
        }
        let groups = self.by_type(&ships).into_iter().map(|(kind, ships)| {
            let letters = self.name(kind.word());
            self.say("gf-ships-of-type", &[("type", letters.into()), ("ships", self.named(&ships).into())])
        });
        let groups: Vec<String> = groups.collect();
        match groups.is_empty() {
            // `list` has the word for none.
            true => self.list(groups),
            false => groups.join(&self.say("list-separator-strong", &[])),
        }
    }

    /// Ships by name alone.
    fn named(&self, ships: &[ShipId]) -> String {
        self.list(ships.iter().map(|ship| self.name(ship.0)))
    }

    /// Ships of each type, the strongest first.
    fn by_type(&self, ships: &[ShipId]) -> Vec<(ShipType, Vec<ShipId>)> {
        let of = |kind: ShipType| -> Vec<ShipId> {
            let is_of = |ship: &&ShipId| self.chart.ship(**ship).is_some_and(|spec| spec.kind == kind);
            ships.iter().filter(is_of).copied().collect()
        };
        TYPES.into_iter().map(|kind| (kind, of(kind))).filter(|(_, ships)| !ships.is_empty()).collect()
    }

    /// A hex by its number, and its name where it has one.
    fn hex(&self, hex: HexId) -> String {
        match self.chart.hex(hex).and_then(|spec| spec.name.as_ref()) {
            Some(name) => {
                self.say("gf-hex-named", &[("hex", hex.as_str().into()), ("name", self.both(name).into())])
            }
            None => self.say("gf-hex", &[("hex", hex.as_str().into())]),
        }
    }

    fn hexes<'h>(&self, hexes: impl IntoIterator<Item = &'h HexId>) -> String {
        self.list(hexes.into_iter().map(|hex| self.hex(*hex)))
    }

    /// Half points as a person writes them: `1½`.
    fn halves(&self, halves: u32) -> String {
        match (halves / 2, halves % 2) {
            (0, 1) => "½".into(),
            (whole, 1) => format!("{whole}½"),
            (whole, _) => whole.to_string(),
        }
    }
}
