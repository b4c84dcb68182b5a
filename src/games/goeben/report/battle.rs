//! Battles in words: what happened, and how one stands.

use super::GoebenReport;
use crate::games::goeben::bombardment::BombardmentEvent;
use crate::games::goeben::event::Event;
use crate::games::goeben::ids::ShipId;
use crate::games::goeben::naval_combat::NavalCombatEvent;
use crate::games::goeben::naval_combat::battle::{Battle, BattleStep, Counter, Side};
use crate::games::goeben::pack::ShipSpec;
use crate::games::goeben::sequence::SequenceEvent;
use crate::games::goeben::squadron::SquadronEvent;
use crate::games::goeben::state::Task;
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
                        ("die", (total - german + allied).into()),
                        ("german", (*german).into()),
                        ("allied", (*allied).into()),
                        ("total", (*total).into()),
                        ("result", result.as_str().into()),
                    ],
                ))
            }
            Event::NavalCombat(NavalCombatEvent::BattleStepped { step }) => self.step(step),
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

    fn step(&self, step: &BattleStep) -> Option<(Weight, String)> {
        match step {
            BattleStep::Fire { round, side, fired } if fired.is_empty() => {
                let args = [("round", (round + 1).into()), ("side", side.as_str().into())];
                Some((Weight::Subheading, self.say("event-side-fires", &args)))
            }
            BattleStep::Retreat {} => Some((Weight::Plain, self.say("event-germans-break-off", &[]))),
            _ => None,
        }
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

    /// How a battle stands, line by line.
    pub(super) fn battle_lines(&self, battle: &Battle) -> Vec<String> {
        let mut lines = vec![self.opening(battle)];
        if let Some(first) = battle.first {
            lines.push(self.say("battle-first", &[("side", first.as_str().into())]));
        }
        if let BattleStep::Fire { round, side, .. } = &battle.step {
            let weapons = battle.weapons(*round);
            let weapons = self.list(weapons.iter().map(|weapon| self.name(weapon.track().word())));
            let side = if *side == Side::German { "german" } else { "allied" };
            lines.push(self.say(
                "battle-round",
                &[("round", (round + 1).into()), ("side", side.into()), ("weapons", weapons.into())],
            ));
        }
        lines.extend(self.joined_lines(battle));
        lines.extend(battle.enemies.iter().map(|enemy| self.enemy_line(enemy)));
        if !battle.coast {
            let args = [("gained", battle.gained.into()), ("lost", battle.lost.into())];
            lines.push(self.say("battle-points", &args));
        }
        lines
    }

    pub(super) fn enemy_line(&self, enemy: &Counter) -> String {
        let Some(spec) = self.pack().ships.get(&enemy.ship) else { return self.ship(enemy.ship) };
        let suffered = [
            ("damage", Value::from(enemy.damage)),
            ("guns", enemy.gun_hits.into()),
            ("state", state_of(enemy).into()),
        ];
        let args: Vec<_> = self.values_of(enemy.ship, spec).into_iter().chain(suffered).collect();
        self.say("battle-enemy", &args)
    }
}

/// How a ship in a battle is: the choice of words in a message.
fn state_of(enemy: &Counter) -> &'static str {
    match enemy {
        enemy if enemy.sunk => "sunk",
        enemy if enemy.withdrawn => "withdrawn",
        enemy if enemy.damage > 0 => "damaged",
        _ => "whole",
    }
}
