//! *Grand Fleet 1.2* in pictures: the map with its contents, the card of a combat, the fleets ship by ship.
//!
//! A painter has a view, the events since its reader's last order, the data pack and words; it cannot reach a state. Nobody
//! knows which face-down marker is which, so none shows a number.

mod combat_card;
mod counters;
mod description;
mod end;
mod fleet_list;
mod hex_map;
mod panels;

use super::chronicle::Chronicle;
use super::event::{CombatEvent, Event, InterceptionEvent, PlacementEvent};
use super::ids::{HexId, HexKind, ShipId, ShipType, Side};
use super::pack::Chart;
use super::state::{AtSea, Fleet};
use super::view::{BattleView, Decision, View};
use crate::game::{Fact, Seat, Word};
use crate::games::AskedSeat;
use crate::picture::theme::Pair;
use crate::picture::{Area, END, Point, Scene, Theme, Tint, font, symbols};
use crate::report::Phrases;
use crate::words::Lang;

/// The map.
pub const MAP: &str = "map";
/// The current combat.
pub const CARD: &str = "card";
/// The fleets and the charts.
pub const FLEETS: &str = "fleets";

/// The kinds of picture for a position, the best one first.
pub fn kinds(view: &View) -> Vec<&'static str> {
    if view.outcome.is_some() {
        return vec![END, MAP, FLEETS];
    }
    let battle = view.battle.as_ref();
    match battle.map(|battle| battle.combat.is_some()) {
        Some(true) => vec![CARD, MAP, FLEETS],
        Some(false) => vec![MAP, FLEETS],
        None => vec![FLEETS, MAP],
    }
}

/// Draws a position for one reader.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    /// The reader's words.
    pub phrases: Phrases<'a>,
    /// The table's map and tables.
    pub chart: &'a Chart,
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
    pub chronicle: Option<&'a Chronicle>,
}

impl<'a> std::ops::Deref for Painter<'a> {
    type Target = Phrases<'a>;
    fn deref(&self) -> &Phrases<'a> {
        &self.phrases
    }
}

/// Types as lists name them, the strongest first.
const TYPES: [ShipType; 5] = [
    ShipType::SuperDreadnought,
    ShipType::Battlecruiser,
    ShipType::Dreadnought,
    ShipType::EarlyBattlecruiser,
    ShipType::PreDreadnought,
];

impl Painter<'_> {
    /// The picture of this kind; `None` where the position has none.
    pub fn draw(&self, kind: &str) -> Option<Scene> {
        let mut scene = match kind {
            MAP => self.hex_map(),
            CARD => {
                let battle = self.view.battle.as_ref()?;
                self.combat_card(battle, battle.combat.as_ref()?)
            }
            FLEETS => self.fleet_list(),
            END => self.end()?,
            _ => return None,
        };
        scene.title = self.title();
        scene.description = if kind == END { self.end_described() } else { self.description() };
        Some(scene)
    }

    fn word(&self, key: &str) -> String {
        self.say(&format!("gf-picture-{key}"), &[])
    }

    /// The seat to move and its question, in the colours that distinguish the reader's own from others'; `None` without a
    /// prompt.
    fn decision(&self) -> Option<(String, Pair)> {
        let seats: Vec<Seat> = self.awaited.iter().map(|awaited| awaited.seat).collect();
        let yours = self.awaited.iter().any(|awaited| Some(awaited.seat) == self.reader);
        let pair = if yours { self.theme.gold } else { self.theme.neutral };
        (!seats.is_empty()).then(|| (self.phrases.decision(&seats, yours, &self.step()), pair))
    }

    /// A name in the reader's language; if the font lacks one of its signs, in the other, else the typed word.
    fn called(&self, word: Word) -> String {
        // A pack may name a ship with signs that the built-in font lacks.
        let names = [self.lang, Lang::En, Lang::Ja].map(|lang| self.lexicon.name(lang, word));
        font::legible(&[names[0].as_str(), names[1].as_str(), names[2].as_str(), word.as_str()])
    }

    fn pair(&self, side: Side) -> Pair {
        match side {
            Side::British => self.theme.red,
            Side::German => self.theme.blue,
        }
    }

    fn emblem(&self, scene: &mut Scene, side: Side, at: Point, r: f64, colour: Tint) {
        match side {
            Side::British => symbols::ring(scene, at, r, colour),
            Side::German => symbols::cross(scene, at, r, colour),
        }
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Event(event) => Some(event),
            Fact::Roll(_) => None,
        })
    }

    /// Markers moved since the reader's last order: from where, and where to.
    fn moves(&self) -> Vec<(HexId, HexId)> {
        let moved = |event: &Event| match event {
            Event::Interception(InterceptionEvent::HexIntercepted { from, to, .. }) => Some((*from, *to)),
            _ => None,
        };
        self.events().filter_map(moved).collect()
    }

    /// Hexes in which a side has placed a marker since the reader's last order.
    fn placed(&self, side: Side) -> Vec<HexId> {
        let placed = |event: &Event| match event {
            Event::Placement(PlacementEvent::MarkerPlaced { side: by, hex, .. }) if *by == side => Some(*hex),
            _ => None,
        };
        self.events().filter_map(placed).collect()
    }

    /// The near and home hexes of the other side that the attacker holds alone, once all is turned over, and those it
    /// was given since the reader's last order.
    fn controlled(&self, battle: Option<&BattleView>) -> Vec<HexId> {
        let scored = self.events().filter_map(|event| match event {
            Event::Combat(CombatEvent::HexesControlled { hexes, .. }) => Some(hexes.clone()),
            _ => None,
        });
        let mut held: Vec<HexId> = scored.flatten().collect();
        // Before the reveal a lone attacking marker may be a dummy, which controls nothing (8).
        if let Some(battle) = battle.filter(|battle| battle.revealed) {
            let side = battle.attacker;
            let there = |hex: HexId, side: Side| {
                battle.fleets.iter().any(|fleet| fleet.hex == hex && fleet.side == side)
            };
            let theirs = self.chart.pack().hexes.iter().filter(|(_, spec)| {
                matches!(spec.kind, HexKind::Near | HexKind::Home) && spec.owner == Some(side.enemy())
            });
            held.extend(
                theirs.map(|(hex, _)| *hex).filter(|hex| there(*hex, side) && !there(*hex, side.enemy())),
            );
        }
        held
    }

    /// `5 BC + 1 (BC)`.
    fn by_type(&self, ships: &[ShipId]) -> String {
        let count = |kind: ShipType| {
            let of = ships
                .iter()
                .filter(|ship| self.chart.ship(**ship).is_some_and(|spec| spec.kind == kind))
                .count();
            let letters = self.chart.pack().types.get(&kind).map_or("", |spec| spec.letters.as_str());
            (of > 0).then(|| format!("{of} {}", font::shown(letters)))
        };
        TYPES.into_iter().filter_map(count).collect::<Vec<_>>().join(" + ")
    }

    /// A ship from the side, by its type.
    fn silhouette(&self, scene: &mut Scene, ship: ShipId, area: Area, colour: Tint) {
        let funnels = match self.chart.ship(ship).map(|spec| spec.kind) {
            Some(ShipType::Battlecruiser | ShipType::EarlyBattlecruiser) => 3,
            _ => 2,
        };
        symbols::silhouette(scene, area, funnels, true, colour);
    }

    /// The letters of a ship's type.
    fn letters(&self, ship: ShipId) -> String {
        font::shown(self.chart.type_of(ship).map_or("", |spec| spec.letters.as_str()))
    }

    /// A half as `½`.
    fn halves(&self, halves: u32) -> String {
        match (halves / 2, halves % 2) {
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        }
    }

    /// The fleets of a side, by number.
    fn fleets_of<'b>(&self, battle: &'b BattleView, side: Side) -> Vec<&'b AtSea> {
        let mut fleets: Vec<&AtSea> = battle.fleets.iter().filter(|fleet| fleet.side == side).collect();
        fleets.sort_by_key(|fleet| fleet.number);
        fleets
    }

    /// The fleets of a side by number, if the reader knows them: their own as they were formed, and all once they are
    /// turned over.
    fn known_fleets(&self, battle: &BattleView, side: Side) -> Option<Vec<Fleet>> {
        match &battle.formed[side] {
            // Not as they were formed: by now ships may be lost, and fleets may have left.
            _ if battle.revealed => {
                let fleet = |fleet: &AtSea| Fleet { number: fleet.number, ships: fleet.ships.clone() };
                Some(self.fleets_of(battle, side).into_iter().map(fleet).collect())
            }
            Decision::Open(formation) => Some(formation.fleets.clone()),
            Decision::Awaited | Decision::Sealed => None,
        }
    }
}
