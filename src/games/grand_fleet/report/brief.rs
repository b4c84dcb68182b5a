//! The facts for a decision, in a line or two before the question; the whole board is available on request.

use super::GrandFleetReport;
use crate::game::Prompt;
use crate::games::grand_fleet::boxes::{NUMBERED, limit};
use crate::games::grand_fleet::ids::{Both, HexId, ShipId, Side};
use crate::games::grand_fleet::pack::maintenance;
use crate::games::grand_fleet::state::Berth;
use crate::games::grand_fleet::view::{BattleView, CombatView, Decision, View};

impl GrandFleetReport<'_> {
    /// The parts of the position that matter for the decision.
    pub fn brief(&self, view: &View, prompt: &Prompt) -> Vec<String> {
        Side::named(prompt.seat.as_str()).map(|side| self.matters(view, prompt, side)).unwrap_or_default()
    }

    fn matters(&self, view: &View, prompt: &Prompt, side: Side) -> Vec<String> {
        let combat = view.battle.as_ref().and_then(|battle| Some((battle, battle.combat.as_ref()?)));
        match (prompt.ask.as_str(), &view.battle, combat) {
            ("stow" | "commitment" | "send" | "overflow", ..) => vec![self.boxes_brief(view, side)],
            // The second commitment die.
            (ask, ..) if ask.ends_with("die") => vec![self.boxes_brief(view, side)],
            ("transfer" | "seek" | "answer" | "formation", ..) => vec![self.fleets_brief(view)],
            ("placement", Some(battle), _) => {
                std::iter::once(self.markers_left(battle)).chain(self.sea_brief(view)).collect()
            }
            ("interception" | "hex", ..) => self.sea_brief(view).into_iter().collect(),
            ("manoeuvre" | "persistence", _, Some((battle, combat))) => self.both_in(battle, combat.hex),
            ("dice", ..) => self.sealed_brief(side, &view.dice).into_iter().collect(),
            ("situation", _, Some((battle, combat))) => {
                let both = self.both_in(battle, combat.hex).into_iter();
                both.chain(self.choices_brief(combat, side, false)).collect()
            }
            ("gunnery", _, Some((battle, combat))) => {
                let both = self.both_in(battle, combat.hex).into_iter();
                let choices = both.chain(self.choices_brief(combat, side, true));
                choices.chain(self.sealed_brief(side, &combat.targets)).collect()
            }
            _ => vec![],
        }
    }

    /// Both sides of a combat: their forces in the hex, and their ships by type with one ship's fire and resistance.
    fn both_in(&self, battle: &BattleView, hex: HexId) -> Vec<String> {
        let side_lines = |side: &Side| {
            let here = battle.fleets.iter().filter(|fleet| fleet.side == *side && fleet.hex == hex);
            let ships: Vec<ShipId> = here.flat_map(|fleet| &fleet.ships).copied().collect();
            std::iter::once(self.strength(battle, hex, *side)).chain(self.armed(&ships)).collect::<Vec<_>>()
        };
        Side::ALL.iter().flat_map(side_lines).collect()
    }

    fn armed(&self, ships: &[ShipId]) -> Vec<String> {
        let of_type = |(kind, ships): (_, Vec<ShipId>)| {
            let values = self.chart.type_of(*ships.first()?)?;
            Some(self.say(
                "gf-brief-type",
                &[
                    ("type", self.name(crate::games::grand_fleet::ids::ShipType::word(kind)).into()),
                    ("count", ships.len().into()),
                    ("gunnery", self.halves(values.gunnery_halves).into()),
                    ("defence", values.defence.into()),
                    ("ships", self.named(&ships).into()),
                ],
            ))
        };
        self.by_type(ships).into_iter().filter_map(of_type).collect()
    }

    /// That the enemy has decided already, in secret.
    fn sealed_brief<T>(&self, side: Side, decisions: &Both<Decision<T>>) -> Option<String> {
        let enemy = side.enemy();
        // Only that the other side has decided is said: the view holds nothing else of it.
        let sealed = matches!(decisions[enemy], Decision::Sealed);
        sealed.then(|| self.say("gf-brief-sealed", &[("side", self.side(enemy).into())]))
    }

    /// The numbered boxes of a side, with the number of ships of each type.
    fn boxes_brief(&self, view: &View, side: Side) -> String {
        let berths = self.berths(view, side);
        let one = |number: u32| {
            let ships = berths.get(&super::charts::berth_key(Berth::Box(number)));
            let types = self.by_type(ships.map_or(&[], Vec::as_slice)).into_iter().map(|(kind, ships)| {
                let args = [("class", self.name(kind.word()).into()), ("count", ships.len().into())];
                self.say("gf-menu-class", &args)
            });
            let types = types.collect::<Vec<_>>().join(" ");
            (!types.is_empty()).then(|| format!("{number}: {types}"))
        };
        let boxes = std::iter::once(0).chain(NUMBERED).filter_map(one).collect::<Vec<_>>();
        let boxes = boxes.join(&self.say("list-separator-strong", &[]));
        let key = if boxes.is_empty() { "gf-boxes-empty" } else { "gf-brief-boxes" };
        self.say(key, &[("limit", limit(side).into()), ("boxes", boxes.into())])
    }

    /// The number of ships in each fleet box, and the score.
    fn fleets_brief(&self, view: &View) -> String {
        let ships = |side: Side| {
            self.berths(view, side).get(&super::charts::berth_key(Berth::Fleet)).map_or(0, Vec::len)
        };
        self.say(
            "gf-brief-fleets",
            &[
                ("british", ships(Side::British).into()),
                ("german", ships(Side::German).into()),
                ("britishneeds", maintenance(Side::British).into()),
                ("germanneeds", maintenance(Side::German).into()),
                ("side", self.side(if view.lead < 0 { Side::German } else { Side::British }).into()),
                ("lead", view.lead.unsigned_abs().into()),
            ],
        )
    }

    fn markers_left(&self, battle: &BattleView) -> String {
        let left = |side: Side| {
            let (hidden, shown) = (battle.hidden_left[side], battle.shown_left[side].len());
            if shown > 0 { format!("{hidden}+{shown}f") } else { hidden.to_string() }
        };
        let shown: usize = Side::ALL.iter().map(|side| battle.shown_left[*side].len()).sum();
        let args = [
            ("british", left(Side::British).into()),
            ("german", left(Side::German).into()),
            ("shown", shown.into()),
        ];
        self.say("gf-brief-left", &args)
    }

    /// The contents of the hexes, as on the map; nothing while the sea is empty.
    fn sea_brief(&self, view: &View) -> Option<String> {
        let there = |hex| {
            let stacks = self.stack_texts(view, hex).join(" ");
            (!stacks.is_empty()).then(|| format!("{hex} {stacks}"))
        };
        let hexes: Vec<String> = self.chart.pack().hexes.keys().filter_map(|hex| there(*hex)).collect();
        let hexes = hexes.join(&self.say("list-separator-strong", &[]));
        (!hexes.is_empty()).then(|| self.say("gf-brief-sea", &[("hexes", hexes.into())]))
    }

    /// The number of situations that the winner of the combat initiative may choose; before the gunnery only that nobody has
    /// any.
    fn choices_brief(&self, combat: &CombatView, side: Side, gunnery: bool) -> Option<String> {
        let (own, theirs) = (combat.handling[side].as_ref()?, combat.handling[side.enemy()].as_ref()?);
        let higher = if own.number > theirs.number { own } else { theirs };
        // In confusion the higher side chooses nothing (8).
        let choices = if higher.confused { 0 } else { own.number.abs_diff(theirs.number) / 2 };
        if gunnery && choices > 0 {
            return None;
        }
        let args =
            [("own", own.number.into()), ("theirs", theirs.number.into()), ("choices", choices.into())];
        Some(self.say("gf-brief-choices", &args))
    }
}
