//! Chapters 18 to 23 in words: the optional rules of a table, their events, and the Austro-Hungarian ships.

use super::GoebenReport;
use super::menu::Reach;
use crate::games::goeben::austria::LEADERSHIP;
use crate::games::goeben::event::{
    AustrianEvent, DeploymentEvent, Event, MineEvent, NightEvent, SeaplaneEvent,
};
use crate::games::goeben::ids::{ShipId, Speed};
use crate::games::goeben::state::austrian::{Austrian, Loss};
use crate::games::goeben::state::battle::{Battle, Counter};
use crate::games::goeben::view::{AustrianView, View};
use crate::report::Weight;
use crate::words::Value;

impl GoebenReport<'_> {
    pub(super) fn of_optional(&self, event: &Event) -> Option<(Weight, String)> {
        let at = |space| ("space", Value::from(self.space(space)));
        let ship = |ship| ("ship", Value::from(self.ship(ship)));
        let text = match event {
            Event::Deployment(DeploymentEvent::DeploymentRolled { space }) => {
                self.say("event-deployment-rolled", &[at(*space)])
            }
            Event::Deployment(DeploymentEvent::SquadronDeployed { space }) => {
                self.say("event-squadron-deployed", &[at(*space)])
            }
            Event::Austria(AustrianEvent::AustriansArrived { space, ships }) => {
                self.say("event-austrians-arrived", &[at(*space), ("ships", self.enemies(ships).into())])
            }
            Event::Austria(AustrianEvent::AustrianLost { ship: id, space, loss, why }) => self.say(
                "event-austrian-lost",
                &[
                    ship(*id),
                    at(*space),
                    ("loss", loss.as_str().into()),
                    ("why", self.term("why", why.as_str()).into()),
                ],
            ),
            Event::Austria(AustrianEvent::AustrianHit { counter, hit }) => self.hit(counter, hit.as_str()),
            Event::Austria(AustrianEvent::LeadChosen { nation }) => {
                self.say("event-lead-chosen", &[("nation", self.name(nation.word()).into())])
            }
            Event::Seaplanes(SeaplaneEvent::SeaplaneFlew { ship: id, space, result }) => {
                let result = ("result", result.as_str().into());
                self.say("event-seaplane-flew", &[ship(*id), at(*space), result])
            }
            Event::Night(NightEvent::NightFell { space }) => self.say("event-night-fell", &[at(*space)]),
            Event::Mines(MineEvent::MinesLaid { ship: id, space, .. }) => {
                self.say("event-mines-laid", &[ship(*id), at(*space)])
            }
            Event::Mines(MineEvent::MinesSprung { space, struck }) => {
                let ships = ("ships", self.ships(struck).into());
                self.say("event-mines-sprung", &[at(*space), ("count", struck.len().into()), ships])
            }
            _ => return None,
        };
        Some((Weight::Plain, text))
    }

    /// The optional rules of the table, and other starting places of the squadron.
    pub(super) fn optional_lines(&self, view: &View) -> Vec<String> {
        let mut lines = Vec::new();
        if !view.setup.optional.is_empty() {
            let rules = view.setup.optional.iter().map(|rule| self.term("option", rule.as_str()));
            lines.push(self.say("board-options", &[("rules", self.list(rules).into())]));
        }
        // 18: the place of the die is open to choice only during the set-up.
        if let Some(space) = view.deployment.filter(|_| view.turn == 0) {
            lines.push(self.say("event-deployment-rolled", &[("space", self.space(space).into())]));
        }
        lines
    }

    /// An Austro-Hungarian ship of this table, the first line its name; `None` for one still in its box.
    pub(super) fn austrian_lines(&self, view: &View, id: ShipId) -> Option<Vec<String>> {
        let austrian = view.austrians.get(&id)?;
        let spec = self.pack().ships.get(&id)?;
        let name = ("ship", Value::from(self.ship(id)));
        let class = ("class", Value::from(self.term("class", spec.class.as_str())));
        let at = match austrian.ship {
            // In a battle the counter may be sunk while the ship's place is still noted.
            Austrian::At(at) if view.austrian_at(id).is_some() => at,
            Austrian::At(_) | Austrian::Lost(Loss::Sunk) => {
                return Some(vec![self.say("ship-gone", &[name, class])]);
            }
            Austrian::Lost(Loss::Damaged) => return Some(vec![self.say("austrian-home", &[name, class])]),
            Austrian::Withdrawn => return Some(vec![self.say("austrian-withdrawn", &[name, class])]),
        };
        let space = ("space", Value::from(self.space(at)));
        let values = [
            ("primary", Value::from(spec.primary)),
            ("secondary", spec.secondary.into()),
            ("tertiary", spec.tertiary.into()),
            ("torpedoes", spec.torpedoes.into()),
            ("armour", spec.armour.into()),
            ("speed", spec.speed.into()),
            ("leadership", LEADERSHIP.into()),
            ("may", if austrian.may_move { "yes" } else { "no" }.into()),
        ];
        let mut lines = vec![self.say("ship-at", &[name, class, space.clone()])];
        lines.push(self.say("austrian-values", &values));
        if austrian.draws > 0 {
            lines.push(self.say("space-draws", &[("count", austrian.draws.into())]));
        }
        if austrian.must_leave {
            lines.push(self.say("ship-must-leave", &[space]));
        }
        Some(lines)
    }

    /// The state of the Austro-Hungarian ships of a battle, with the effects of night and the player's choice.
    pub(super) fn joined_lines(&self, battle: &Battle) -> Vec<String> {
        let mut lines = Vec::new();
        if battle.night {
            lines.push(self.say("event-night-fell", &[("space", self.space(battle.space).into())]));
        }
        if let Some(lead) = battle.lead {
            lines.push(self.say("event-lead-chosen", &[("nation", self.name(lead.word()).into())]));
        }
        lines.extend(battle.austrians.iter().map(|counter| self.enemy_line(counter)));
        lines
    }

    /// The ships of the player's that fight in a battle, of both nations.
    pub(super) fn fleet(&self, battle: &Battle) -> String {
        self.ships(battle.german.iter().chain(battle.austrians.iter().map(|counter| &counter.ship)))
    }

    fn hit(&self, counter: &Counter, hit: &str) -> String {
        self.say("event-enemy-hit", &self.hit_values(counter, hit))
    }
}

/// The reach of an Austro-Hungarian ship; `None` when it may not move.
pub(super) fn reach(austrian: &AustrianView) -> Option<Reach> {
    let spaces: Vec<_> =
        austrian.reach.iter().map(|spaces| spaces.iter().map(|space| space.0).collect()).collect();
    let speeds = vec![(Speed::Cruise.word(), u8::try_from(spaces.len()).unwrap_or(u8::MAX))];
    (!spaces.is_empty()).then_some(Reach { speeds, spaces })
}
