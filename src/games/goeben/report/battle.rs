//! Battles in words: their events, and their state.

use super::GoebenReport;
use super::rolls::is_shot;
use crate::game::Fact;
use crate::games::goeben::event::{BombardmentEvent, Event, NavalCombatEvent, SequenceEvent, SquadronEvent};
use crate::games::goeben::ids::{ShipId, Track};
use crate::games::goeben::pack::ShipSpec;
use crate::games::goeben::state::Task;
use crate::games::goeben::state::battle::{Battle, BattleStep, Counter, Side, Weapon};
use crate::games::goeben::view::{ShipView, View};
use crate::report::Weight;
use crate::words::Value;

impl GoebenReport<'_> {
    pub(super) fn of_battle(&self, event: &Event) -> Option<(Weight, String)> {
        let plain = |text| Some((Weight::Plain, text));
        match event {
            Event::Sequence(SequenceEvent::TaskBegan { task: Task::Battle(battle) }) => {
                Some((Weight::Subheading, self.opening_with_values(battle)))
            }
            Event::NavalCombat(NavalCombatEvent::ContactMade { german, allied, total, result, .. }) => {
                plain(self.say(
                    "event-contact-made",
                    &[
                        // The event has the total only; the die follows from it.
                        ("die", (total - german + allied).into()),
                        ("german", (*german).into()),
                        ("allied", (*allied).into()),
                        ("total", (*total).into()),
                        ("result", result.as_str().into()),
                    ],
                ))
            }
            Event::NavalCombat(NavalCombatEvent::BattleStepped { step: BattleStep::Retreat {} }) => {
                plain(self.say("event-germans-break-off", &[]))
            }
            Event::NavalCombat(NavalCombatEvent::ShipFired { ship, maximum }) => {
                let rate = if *maximum { "maximum" } else { "normal" };
                plain(
                    self.say("event-ship-fired", &[("ship", self.ship(*ship).into()), ("rate", rate.into())]),
                )
            }
            Event::NavalCombat(NavalCombatEvent::EnemyHit { enemy, hit }) => {
                plain(self.say("event-enemy-hit", &self.hit_values(enemy, hit.as_str())))
            }
            Event::Bombardment(BombardmentEvent::CoastRevealed { space, values }) => {
                let values = values.iter().map(u8::to_string);
                plain(self.say(
                    "event-coast-revealed",
                    &[("space", self.space(*space).into()), ("values", self.list(values).into())],
                ))
            }
            Event::Bombardment(BombardmentEvent::CoastHit { space, hit }) => plain(self.say(
                "event-coast-hit",
                &[("space", self.space(*space).into()), ("hit", self.term("shore", hit.as_str()).into())],
            )),
            Event::Bombardment(BombardmentEvent::CoastalUnitDestroyed { space, value, .. }) => {
                plain(self.say(
                    "event-coastal-unit-destroyed",
                    &[("space", self.space(*space).into()), ("value", (*value).into())],
                ))
            }
            Event::Squadron(SquadronEvent::SystemSilenced { ship, track }) => plain(self.say(
                "event-system-silenced",
                &[("ship", self.ship(*ship).into()), ("track", self.name(track.word()).into())],
            )),
            Event::NavalCombat(NavalCombatEvent::BattleEnded { space, damaged, sunk, returned }) => Some((
                Weight::Closing,
                self.say(
                    "event-battle-ended",
                    &[
                        ("space", self.space(*space).into()),
                        ("damaged", self.ships(damaged).into()),
                        ("sunk", self.ships(sunk).into()),
                        ("returned", self.ships(returned).into()),
                    ],
                ),
            )),
            _ => None,
        }
    }

    pub(super) fn hit_values(&self, counter: &Counter, hit: &str) -> [(&'static str, Value<'static>); 4] {
        [
            ("ship", self.ship(counter.ship).into()),
            ("hit", self.term("hit", hit).into()),
            ("state", state_of(counter).into()),
            ("damage", counter.damage.into()),
        ]
    }

    fn opening(&self, battle: &Battle) -> String {
        let args = [
            ("space", Value::from(self.space(battle.space))),
            ("german", self.fleet(battle).into()),
            ("enemies", self.enemies(battle.enemies.iter().map(|enemy| &enemy.ship)).into()),
        ];
        if battle.coast { self.say("bombardment-at", &args[..2]) } else { self.say("battle-at", &args) }
    }

    /// The opening with the values of the enemy: what decides whether to fight.
    fn opening_with_values(&self, battle: &Battle) -> String {
        if battle.coast {
            return self.opening(battle);
        }
        let values = battle.enemies.iter().filter_map(|enemy| {
            self.pack().ships.get(&enemy.ship).map(|spec| self.enemy_values(enemy.ship, spec))
        });
        let args = [
            ("space", Value::from(self.space(battle.space))),
            ("german", self.fleet(battle).into()),
            ("enemies", self.list(values).into()),
        ];
        self.say("battle-at", &args)
    }

    /// An Allied ship as it comes to battle.
    pub(super) fn enemy_values(&self, ship: ShipId, spec: &ShipSpec) -> String {
        self.say("enemy-values", &self.values_of(ship, spec))
    }

    fn values_of(&self, ship: ShipId, spec: &ShipSpec) -> [(&'static str, Value<'static>); 8] {
        [
            ("ship", self.ship(ship).into()),
            ("class", self.term("class", spec.class.as_str()).into()),
            ("primary", spec.primary.into()),
            ("secondary", spec.secondary.into()),
            ("tertiary", spec.tertiary.into()),
            ("torpedoes", spec.torpedoes.into()),
            ("armour", spec.armour.into()),
            ("speed", spec.speed.into()),
        ]
    }

    /// A side's turn to fire, with its weapons where the dice that follow name them; `None` for another event.
    pub(super) fn step<'f>(
        &self,
        event: &Event,
        follows: impl Iterator<Item = &'f Fact<Event>>,
    ) -> Option<(Weight, String)> {
        let Event::NavalCombat(NavalCombatEvent::BattleStepped { step }) = event else { return None };
        let BattleStep::Fire { round, side, fired } = step else { return None };
        // Later steps of the same turn only note which ship has fired.
        if !fired.is_empty() {
            return None;
        }
        let mut weapons: Vec<Weapon> =
            follows.take_while(|fact| !is_turn(fact)).filter_map(weapon_of).collect();
        weapons.sort_unstable();
        weapons.dedup();
        let args = [
            ("round", (round + 1).into()),
            ("side", side.as_str().into()),
            ("known", if weapons.is_empty() { "no" } else { "yes" }.into()),
            ("weapons", self.weapons(weapons).into()),
        ];
        Some((Weight::Subheading, self.say("event-side-fires", &args)))
    }

    /// Allied ships with their classes.
    pub(super) fn enemies<'s>(&self, ships: impl IntoIterator<Item = &'s ShipId>) -> String {
        self.list(ships.into_iter().map(|ship| self.enemy(*ship)))
    }

    fn enemy(&self, ship: ShipId) -> String {
        match self.pack().ships.get(&ship) {
            Some(spec) => self.say(
                "ship-of-class",
                &[
                    ("ship", self.ship(ship).into()),
                    ("class", self.term("class", spec.class.as_str()).into()),
                ],
            ),
            None => self.ship(ship),
        }
    }

    /// The state of a battle, line by line: the guns that fire, then every ship of both sides with its remaining strength.
    pub(super) fn battle_lines(&self, view: &View, battle: &Battle) -> Vec<String> {
        let mut lines = vec![self.stands(battle)];
        lines.extend(battle.german.iter().filter_map(|ship| self.own_line(*ship, view.ships.get(ship)?)));
        lines.extend(self.joined_lines(battle));
        lines.extend(battle.enemies.iter().map(|enemy| self.enemy_line(enemy)));
        let shown = view.places.get(&battle.space).map_or(&[][..], |place| &place.coast).iter().flatten();
        let units: Vec<String> = shown.map(u8::to_string).collect();
        if battle.coast && !units.is_empty() {
            lines.push(
                self.say(
                    "battle-coast",
                    &[("count", units.len().into()), ("values", self.list(units).into())],
                ),
            );
        }
        // Only a battle at sea has a sum of its points (14.14).
        if !battle.coast && (battle.gained, battle.lost) != (0, 0) {
            let args = [("gained", battle.gained.into()), ("lost", battle.lost.into())];
            lines.push(self.say("battle-points", &args));
        }
        lines
    }

    /// The names of weapons that fire together, within a sentence.
    fn weapons(&self, weapons: impl IntoIterator<Item = Weapon>) -> String {
        self.list(weapons.into_iter().map(|weapon| self.name(weapon.track().word()).to_lowercase()))
    }

    /// The battle's place, and the side that fires.
    fn stands(&self, battle: &Battle) -> String {
        let (round, side) = match &battle.step {
            BattleStep::Fire { round, side, .. } => (Some(*round), Some(*side)),
            _ => (None, battle.first),
        };
        let args = [
            ("space", Value::from(self.space(battle.space))),
            ("coast", if battle.coast { "yes" } else { "no" }.into()),
            ("side", side.map_or("none", Side::as_str).into()),
            ("round", round.map_or(0, |round| round + 1).into()),
            ("weapons", self.weapons(round.map(|round| battle.weapons(round)).unwrap_or_default()).into()),
        ];
        self.say(if round.is_some() { "battle-round" } else { "battle-stands" }, &args)
    }

    /// A German ship in a battle: the hits that sink her, and her remaining weapons.
    fn own_line(&self, id: ShipId, ship: &ShipView) -> Option<String> {
        if ship.ship.at.is_none() {
            return Some(self.say("battle-own-sunk", &[("ship", self.ship(id).into())]));
        }
        let spec = self.pack().german.get(&id)?;
        let value = |track: Track| Value::from(ship.ship.track(track));
        let args = [
            ("ship", self.ship(id).into()),
            ("hull", value(Track::Hull)),
            ("limit", spec.limit(Track::Hull).into()),
            ("primary", value(Track::Primary)),
            ("secondary", value(Track::Secondary)),
            ("tertiary", value(Track::Tertiary)),
            ("torpedoes", value(Track::Torpedoes)),
            ("ammunition", value(Track::Ammunition)),
        ];
        Some(self.say("battle-own", &args))
    }

    /// A ship of another navy in a battle: the hits that sink her (14.13), and her remaining weapons.
    pub(super) fn enemy_line(&self, enemy: &Counter) -> String {
        let Some(spec) = self.pack().ships.get(&enemy.ship) else { return self.ship(enemy.ship) };
        // 14.13: the first gun hit halves the guns, rounded up, the second silences them.
        let guns = |value: u8| match enemy.gun_hits {
            0 => value,
            1 => value.div_ceil(2),
            _ => 0,
        };
        let args = [
            ("ship", Value::from(self.ship(enemy.ship))),
            ("class", self.term("class", spec.class.as_str()).into()),
            ("state", state_of(enemy).into()),
            ("left", (spec.armour + 1).saturating_sub(enemy.damage).into()),
            ("primary", guns(spec.primary).into()),
            ("secondary", guns(spec.secondary).into()),
            ("tertiary", guns(spec.tertiary).into()),
            ("torpedoes", if enemy.disarmed { 0 } else { spec.torpedoes }.into()),
            ("speed", enemy.speed(spec.speed).into()),
        ];
        self.say("battle-enemy", &args)
    }
}

/// Returns whether a side's turn to fire begins with this, or the battle ends.
fn is_turn(fact: &Fact<Event>) -> bool {
    match fact {
        Fact::Event(Event::NavalCombat(NavalCombatEvent::BattleStepped { step })) => {
            !matches!(step, BattleStep::Fire { fired, .. } if !fired.is_empty())
        }
        Fact::Event(Event::NavalCombat(NavalCombatEvent::BattleEnded { .. })) => true,
        _ => false,
    }
}

/// The weapon that was fired with these dice.
fn weapon_of(fact: &Fact<Event>) -> Option<Weapon> {
    let Fact::Roll(roll) = fact else { return None };
    match roll.purpose.as_str() {
        "torpedo" => Some(Weapon::Torpedoes),
        _ if is_shot(roll) => Weapon::GUNS.into_iter().find(|gun| roll.about.contains(&gun.track().word())),
        _ => None,
    }
}

/// The state of a ship in a battle, as a key for a message.
fn state_of(enemy: &Counter) -> &'static str {
    match enemy {
        enemy if enemy.sunk => "sunk",
        enemy if enemy.withdrawn => "withdrawn",
        enemy if enemy.damage > 0 => "damaged",
        _ => "whole",
    }
}
