//! The names of *Goeben, 1914*: closed sets as enums, what a data pack may rename or extend as ids.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::{NotAWord, Word};
use crate::{word_enum, word_ids};

word_ids! {
    /// A space of the map (2.1), for example `MES`.
    SpaceId;
    /// A ship of either side (2.2), for example `goeben` or `black-prince`.
    ShipId;
}

word_enum! {
    /// The kinds of space of the Terrain Effects Chart (12.5).
    SpaceKind {
        /// Open sea.
        HighSeas = "high-seas",
        /// Open sea where several lines meet; moves as high seas.
        Transit = "transit",
        /// A red hexagon: the Allied patrol zones (12.5).
        PatrolZone = "patrol-zone",
        /// A harbour without a dockyard.
        Port = "port",
        /// A harbour with a dockyard.
        NavalBase = "naval-base",
        /// The way out to the ocean, for Atlantic Breakout alone (12.5).
        AtlanticExit = "atlantic-exit",
        /// Never entered (12.5).
        BlackSea = "black-sea",
    }
}

word_enum! {
    /// The sea zones (2.1).
    Zone {
        /// Beyond Gibraltar.
        Atlantic = "atlantic",
        /// Western Mediterranean.
        Western = "western",
        /// Eastern Mediterranean.
        Eastern = "eastern",
        /// From the Adriatic patrol zone to its head.
        Adriatic = "adriatic",
        /// Dardanelles and Constantinople.
        Marmara = "marmara",
        /// Beyond Constantinople.
        BlackSea = "black-sea",
    }
}

word_enum! {
    /// The powers that own ports, bases, zones and ships.
    Nation {
        /// Germany.
        German = "german",
        /// Great Britain.
        British = "british",
        /// France.
        French = "french",
        /// Austria-Hungary.
        AustroHungarian = "austro-hungarian",
        /// Italy.
        Italian = "italian",
        /// The Ottoman Empire.
        Ottoman = "ottoman",
        /// Greece.
        Greek = "greek",
        /// Spain.
        Spanish = "spanish",
    }
}

word_enum! {
    /// The side of a power, seen from the German squadron (9.0).
    Power {
        /// Friendly: the Central Powers.
        Friendly = "friendly",
        /// Neutral, under the law of the sea (9.1).
        Neutral = "neutral",
        /// The enemy.
        Allied = "allied",
    }
}

word_enum! {
    // 14.11: larger classes fire first, and the fire of the Allies is sorted by the order of these lines.
    /// Classes of ship (1.4). `LC` and `CL` are the same class.
    Class {
        /// Dreadnought battleship.
        Battleship = "BB",
        /// Battlecruiser.
        Battlecruiser = "BC",
        /// Pre-dreadnought.
        PreDreadnought = "B",
        /// Armoured cruiser.
        ArmouredCruiser = "CA",
        /// Protected cruiser.
        ProtectedCruiser = "CP",
        /// Light cruiser.
        LightCruiser = "CL",
        /// Destroyers, a flotilla to a counter.
        Destroyers = "DD",
        /// Troop convoy with its escort.
        TroopConvoy = "TC",
    }
}

word_enum! {
    // The set-up lists markers in this order and shuffles them: in another, old dice would mean another sea.
    /// The Incident markers that are no ships (13, Incident chart).
    Incident {
        /// Merchantman: prey for the raiding phase (15).
        AlliedMerchantman = "allied-merchantman",
        /// Allied Patrol.
        AlliedPatrol = "allied-patrol",
        /// Allied Submarine.
        AlliedSubmarine = "allied-submarine",
        /// Austro-Hungarian Fleet Sorties.
        AustroHungarianFleetSorties = "austro-hungarian-sorties",
        /// Collier Attacked.
        CollierAttacked = "collier-attacked",
        /// Central Powers Fleet Sortie.
        CentralPowersFleetSortie = "central-powers-sortie",
        /// French Navy Sortie.
        FrenchNavySortie = "french-navy-sortie",
        /// Friendly Ship.
        FriendlyShip = "friendly-ship",
        /// Intelligence from Berlin.
        IntelligenceFromBerlin = "intelligence-from-berlin",
        /// Limited Visibility.
        LimitedVisibility = "limited-visibility",
        /// Mechanical Breakdown.
        MechanicalBreakdown = "mechanical-breakdown",
        /// Minefield.
        Minefield = "minefield",
        /// Quiet Seas.
        QuietSeas = "quiet-seas",
        /// Royal Navy, conflicting orders.
        ConflictingOrders = "conflicting-orders",
        /// Royal Navy, "Pursue".
        Pursue = "pursue",
        /// Morale Check.
        MoraleCheck = "morale-check",
        /// Storm.
        Storm = "storm",
    }
}

word_enum! {
    /// Cargo counters: crew and gear (8, Cargo chart).
    Cargo {
        /// Crew: two more repair dice.
        DamageControl = "damage-control",
        /// Crew: one more repair die, one more die for guns and torpedoes.
        ReserveCrew = "reserve-crew",
        /// Crew: takes ports, helps raiding.
        Seebataillon = "seebataillon",
        /// Crew: victory points for ships sunk before the lens.
        CameraCrew = "camera-crew",
        /// Gear: contact, and light at night.
        Optics = "optics",
        /// Gear of light cruisers, for the mines option (23).
        Mines = "mines",
        /// Gear of battlecruisers, for the seaplane option (20.1).
        Seaplane = "seaplane",
        /// Gear: two more dice for guns and torpedoes.
        TargetingCalculator = "targeting-calculator",
        /// Gear: nets against torpedoes in harbour.
        TorpedoNets = "torpedo-nets",
        /// Gear: fills the tubes once.
        TorpedoReload = "torpedo-reload",
        /// Gear: intelligence, and contact with two.
        Wireless = "wireless",
    }
}

impl Cargo {
    /// 20.1 The highest box that a counter in `hull_box` lies over.
    pub fn top_box(self, hull_box: u8) -> u8 {
        if self == Cargo::Seaplane { hull_box.saturating_add(1) } else { hull_box }
    }
}

word_enum! {
    // Orders are drawn by place in this order (3.0(5)), so it is as fixed as that of the incidents.
    /// The six orders a scenario may draw (Orders chart).
    Mission {
        /// Break out into the Atlantic.
        AtlanticBreakout = "atlantic-breakout",
        /// Austro-Hungarian naval pact.
        AustroHungarianPact = "austro-hungarian-pact",
        /// Raid the French African convoys.
        RaidFrenchConvoys = "raid-french-convoys",
        /// Alliance with Italy.
        ItalianAlliance = "italian-alliance",
        /// Alliance with the Ottoman Empire.
        OttomanAlliance = "ottoman-alliance",
        /// Suez Canal operation.
        SuezCanal = "suez-canal",
    }
}

word_enum! {
    /// The tracks of a German ship display (2.1, 6.2).
    Track {
        /// Training and initiative.
        Leadership = "leadership",
        /// Damage the ship can take, and its cargo boxes.
        Hull = "hull",
        /// Speed.
        Engines = "engines",
        /// Guns of 200 mm and more.
        Primary = "primary",
        /// Guns of 100 to 199 mm.
        Secondary = "secondary",
        /// Guns below 100 mm.
        Tertiary = "tertiary",
        /// Ammunition.
        Ammunition = "ammunition",
        /// Torpedoes in the tubes.
        Torpedoes = "torpedoes",
        /// Reserve coal.
        Coal = "coal",
    }
}

word_enum! {
    /// The eight phases of a turn (4.1), after the set-up (3.0).
    Phase {
        /// Before the first turn (3.0).
        SetUp = "set-up",
        /// Outfitting and repairing (7).
        Outfitting = "outfitting",
        /// Intelligence (11).
        Intelligence = "intelligence",
        /// Movement (12).
        Movement = "movement",
        /// Incidents (13).
        Incidents = "incidents",
        /// Naval combat (14).
        NavalCombat = "naval-combat",
        /// Commerce raiding (15).
        Raiding = "raiding",
        /// Shore bombardment (16).
        Bombardment = "bombardment",
        /// Objective (17).
        Objective = "objective",
        /// The scenario is over.
        Over = "over",
    }
}

word_enum! {
    // The advisers and the view count speeds by their place here, from 0.
    /// The three speeds (12.1 to 12.3).
    Speed {
        /// No coal.
        Cruise = "cruise",
        /// One point of coal.
        Maximum = "maximum",
        /// One point of coal and a die for the engines.
        Emergency = "emergency",
    }
}

word_enum! {
    /// The rates of fire (14.8, 14.9).
    Rate {
        /// One point of ammunition a battle.
        Normal = "normal",
        /// Two points, and twice the dice.
        Maximum = "maximum",
    }
}

/// An Incident marker (2.2): an event of the chart, or a ship that sails under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marker {
    /// An event of the Incident chart.
    Incident(Incident),
    /// An Allied warship or troop convoy.
    Ship(ShipId),
}

impl Marker {
    /// The marker as a word: the incident's or the ship's.
    pub fn word(self) -> Word {
        match self {
            Marker::Incident(incident) => incident.word(),
            Marker::Ship(ship) => ship.0,
        }
    }
}

impl std::str::FromStr for Marker {
    type Err = NotAWord;

    fn from_str(text: &str) -> Result<Marker, NotAWord> {
        match Incident::named(text) {
            Some(incident) => Ok(Marker::Incident(incident)),
            None => text.parse().map(Marker::Ship),
        }
    }
}

impl Serialize for Marker {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.word().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Marker {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Marker, D::Error> {
        let word = Word::deserialize(deserializer)?;
        // A pack may not give a ship the name of an incident, so looking for incidents first loses no ship.
        Ok(match Incident::named(word.as_str()) {
            Some(incident) => Marker::Incident(incident),
            None => Marker::Ship(ShipId(word)),
        })
    }
}
