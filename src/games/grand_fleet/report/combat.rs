//! A combat with its decisive figures, and its events (8).

use super::GrandFleetReport;
use crate::games::grand_fleet::combat::gunnery;
use crate::games::grand_fleet::event::{CombatEvent, Event};
use crate::games::grand_fleet::ids::{HexId, ShipId, Side, Speed};
use crate::games::grand_fleet::state::{Handling, Situation};
use crate::games::grand_fleet::view::{BattleView, CombatView};
use crate::report::Weight;
use crate::words::Value;

impl GrandFleetReport<'_> {
    /// The state of a combat.
    pub(super) fn combat_lines(&self, battle: &BattleView, combat: &CombatView) -> Vec<String> {
        let mut lines = vec![self.say(
            "gf-combat",
            &[
                ("hex", self.hex(combat.hex).into()),
                ("round", combat.round.into()),
                ("first", self.side(combat.first).into()),
            ],
        )];
        for side in Side::ALL {
            lines.push(self.strength(battle, combat.hex, *side));
            lines.extend(combat.handling[*side].as_ref().map(|handling| self.handling(*side, handling)));
        }
        lines.extend(self.situation(&combat.situation));
        // Before the gunnery both sides have 0; a side without points has no targets to name.
        if combat.points != Default::default() {
            lines.push(self.say("gf-points", &self.both_sides(combat.points.map(Value::from))));
            for side in Side::ALL.iter().filter(|side| combat.points[**side] > 0) {
                let targets = self.decision(&combat.targets[*side], |targets| self.ships(targets));
                lines.push(self.say(
                    "gf-targets-of",
                    &[("side", self.side(*side).into()), ("decision", targets.into())],
                ));
            }
        }
        for side in Side::ALL {
            if let Some(willing) = combat.willing[*side] {
                lines.push(self.willing(*side, willing));
            }
        }
        lines
    }

    /// A side's strength in the hex: fleets, fast and slow ones, ships, and what its dice gain by it.
    pub(super) fn strength(&self, battle: &BattleView, hex: HexId, side: Side) -> String {
        let here = || battle.fleets.iter().filter(|fleet| fleet.side == side && fleet.hex == hex);
        let of = |speed: Speed| here().filter(|fleet| self.speed(&fleet.ships) == speed.as_str()).count();
        let (fast, slow) = (of(Speed::Fast), of(Speed::Slow));
        let home = usize::from(self.chart.home(side) == hex);
        let by = signed((fast + home) as i64 - slow as i64);
        self.say(
            "gf-strength",
            &[
                ("side", self.side(side).into()),
                ("fleets", here().count().into()),
                ("fast", fast.into()),
                ("slow", slow.into()),
                ("ships", here().map(|fleet| fleet.ships.len()).sum::<usize>().into()),
                ("by", by.into()),
            ],
        )
    }

    fn handling(&self, side: Side, handling: &Handling) -> String {
        self.say("gf-handling", &self.handling_args(side, handling))
    }

    fn handling_args(&self, side: Side, handling: &Handling) -> [(&'static str, Value<'static>); 7] {
        let by = i64::from(handling.number) - i64::from(handling.natural);
        [
            ("side", self.side(side).into()),
            ("natural", handling.natural.into()),
            ("by", signed(by).into()),
            ("number", handling.number.into()),
            ("half", yes(handling.half)),
            ("excess", handling.excess.into()),
            ("confused", yes(handling.confused)),
        ]
    }

    /// The situation chosen for the round; `None` without one.
    fn situation(&self, situation: &Situation) -> Option<String> {
        let chosen = self.situation_list(situation);
        (!chosen.is_empty()).then(|| self.say("gf-situation", &[("chosen", self.list(chosen).into())]))
    }

    fn situation_list(&self, situation: &Situation) -> Vec<String> {
        let mut chosen = Vec::new();
        if situation.range_halves != 0 {
            let far = if situation.range_halves < 0 { "long" } else { "close" };
            let points = self.halves(situation.range_halves.unsigned_abs());
            chosen.push(self.say("gf-range", &[("range", far.into()), ("points", points.into())]));
        }
        if situation.go_on {
            chosen.push(self.say("gf-goes-on", &[]));
        }
        for side in Side::ALL.iter().filter(|side| situation.halved[**side]) {
            chosen.push(self.say("gf-halved", &[("side", self.side(*side).into())]));
        }
        chosen
    }

    fn willing(&self, side: Side, willing: bool) -> String {
        self.say("gf-willing", &[("side", self.side(side).into()), ("willing", yes(willing))])
    }

    fn both_sides(
        &self,
        values: crate::games::grand_fleet::ids::Both<Value<'static>>,
    ) -> [(&'static str, Value<'static>); 2] {
        [("british", values.british), ("german", values.german)]
    }

    pub(super) fn of_combat(&self, event: &Event) -> Option<(Weight, String)> {
        let plain = |text| Some((Weight::Plain, text));
        match event {
            Event::Combat(CombatEvent::RoundBegan { hex, round, fleets, first }) => Some((
                Weight::Subheading,
                self.say(
                    "gf-event-round",
                    &[
                        ("hex", self.hex(*hex).into()),
                        ("round", (*round).into()),
                        ("british", fleets.british.into()),
                        ("german", fleets.german.into()),
                        ("first", self.side(*first).into()),
                    ],
                ),
            )),
            Event::Combat(CombatEvent::ManoeuvreDeclared { side, half, excess }) => plain(self.say(
                "gf-event-manoeuvre",
                &[("side", self.side(*side).into()), ("half", yes(*half)), ("excess", (*excess).into())],
            )),
            Event::Combat(CombatEvent::CombatInitiativeThrown { side, handling }) => {
                plain(self.say("gf-event-combat-initiative", &self.handling_args(*side, handling)))
            }
            Event::Combat(CombatEvent::SituationChosen { side, situation, restored }) => {
                let mut chosen = self.situation_list(situation);
                if *restored {
                    chosen.push(self.say("gf-restored", &[("side", self.side(*side).into())]));
                }
                let key = if chosen.is_empty() { "gf-event-no-situation" } else { "gf-event-situation" };
                plain(
                    self.say(key, &[("side", self.side(*side).into()), ("chosen", self.list(chosen).into())]),
                )
            }
            other => self.of_gunnery(other).or_else(|| self.of_ending(other)),
        }
    }

    fn of_gunnery(&self, event: &Event) -> Option<(Weight, String)> {
        let text = match event {
            Event::Combat(CombatEvent::GunneryTotalled { sum_halves, points }) => self.say(
                "gf-event-totals",
                &[
                    ("britishsum", self.halves(sum_halves.british).into()),
                    ("germansum", self.halves(sum_halves.german).into()),
                    ("british", points.british.into()),
                    ("german", points.german.into()),
                    // The sums differ from the points only by half fire and by halves of a point;
                    // without these the points say it all.
                    ("same", yes(*sum_halves == points.map(|points| points * 2))),
                ],
            ),
            Event::Combat(CombatEvent::TargetsChosen { side, targets }) => self.say(
                "gf-event-targets",
                &[
                    ("side", self.side(*side).into()),
                    ("count", targets.len().into()),
                    ("ships", self.ships(targets).into()),
                ],
            ),
            Event::Combat(CombatEvent::TargetsShown { targets }) => self.say(
                "gf-event-targets-shown",
                &[
                    ("british", self.ships(&targets.british).into()),
                    ("german", self.ships(&targets.german).into()),
                    ("less", yes(self.is_harder(&targets.british))),
                ],
            ),
            Event::Combat(CombatEvent::DamageTaken { boxed, sunk })
                if boxed.is_empty() && sunk.is_empty() =>
            {
                self.say("gf-event-no-damage", &[])
            }
            Event::Combat(CombatEvent::DamageTaken { boxed, sunk }) => self.say(
                "gf-event-damage",
                &[("boxed", self.losses(boxed).into()), ("sunk", self.losses(sunk).into())],
            ),
            _ => return None,
        };
        Some((Weight::Plain, text))
    }

    /// Ships by their sides.
    fn losses(&self, ships: &[ShipId]) -> String {
        let of_side = |side: &Side| {
            let theirs: Vec<ShipId> =
                ships.iter().filter(|ship| self.chart.side(**ship) == Some(*side)).copied().collect();
            let args = [("side", self.side(*side).into()), ("ships", self.ships(&theirs).into())];
            (!theirs.is_empty()).then(|| self.say("gf-losses", &args))
        };
        match &Side::ALL.iter().filter_map(of_side).collect::<Vec<_>>()[..] {
            [] => self.ships(&[]),
            [one] => one.clone(),
            both => both.join(&self.say("gf-losses-between", &[])),
        }
    }

    /// Returns whether the dice at some of these targets are changed (8).
    fn is_harder(&self, targets: &[ShipId]) -> bool {
        let nation = |ship: &ShipId| Some(self.chart.ship(*ship)?.nation);
        targets.iter().filter_map(nation).any(|nation| gunnery::modifier(nation) != 0)
    }

    /// A shot with its dice, their modifiers, and the result.
    pub(super) fn shot(&self, event: &Event, dice: &[u32]) -> Option<String> {
        let Event::Combat(CombatEvent::ShotFell { ship, sum, result }) = event else { return None };
        let mut faces = dice.iter().map(u32::to_string).collect::<Vec<_>>().join("+");
        // From the event, not from today's rule: an old log shows the modifier it was played with.
        match i64::from(*sum) - dice.iter().map(|face| i64::from(*face)).sum::<i64>() {
            0 => {}
            by => faces.push_str(&signed(by)),
        }
        Some(self.say(
            "gf-event-shot",
            &[
                ("ship", self.ship(*ship).into()),
                ("faces", faces.into()),
                ("sum", (*sum).into()),
                ("result", result.as_str().into()),
            ],
        ))
    }

    fn of_ending(&self, event: &Event) -> Option<(Weight, String)> {
        let text = match event {
            Event::Combat(CombatEvent::FleetsLeft { side, fleets, why }) => self.say(
                "gf-event-fleets-left",
                &[
                    ("side", self.side(*side).into()),
                    ("fleets", self.list(fleets.iter().map(u32::to_string)).into()),
                    ("why", why.as_str().into()),
                ],
            ),
            Event::Combat(CombatEvent::PersistenceDeclared { side, willing }) => {
                self.willing(*side, *willing)
            }
            Event::Combat(CombatEvent::CombatEnded { hex, holder }) => match holder {
                Some(side) => self.say(
                    "gf-event-held",
                    &[("hex", self.hex(*hex).into()), ("side", self.side(*side).into())],
                ),
                None => self.say("gf-event-held-by-none", &[("hex", self.hex(*hex).into())]),
            },
            Event::Combat(CombatEvent::HexesControlled { side, hexes, vp_halves }) => self.say(
                "gf-event-controlled",
                &[
                    ("side", self.side(*side).into()),
                    ("hexes", self.hexes(hexes).into()),
                    ("points", self.halves(*vp_halves).into()),
                ],
            ),
            Event::Combat(CombatEvent::BattleEnded {}) => self.say("gf-event-battle-ended", &[]),
            _ => return None,
        };
        Some((Weight::Plain, text))
    }
}

pub(super) fn yes(is: bool) -> Value<'static> {
    Value::from(if is { "yes" } else { "no" })
}

/// A number with its sign.
fn signed(number: i64) -> String {
    match number {
        0 => "±0".into(),
        ..0 => format!("−{}", number.unsigned_abs()),
        _ => format!("+{number}"),
    }
}
