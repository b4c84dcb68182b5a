//! The board as text: everything that may be known, in a fixed order.

use super::GoebenReport;
use super::menu::Reach;
use super::optional;
use crate::game::Word;
use crate::games::goeben::ids::{ShipId, SpaceId, SpaceKind, Speed, Track};
use crate::games::goeben::pack::GermanSpec;
use crate::games::goeben::state::Task;
use crate::games::goeben::view::{PlaceView, ShipView, View};
use crate::report::Weight;
use crate::words::Value;

impl GoebenReport<'_> {
    /// The whole board, line by line; headings have their own weight.
    pub fn board(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = self.without_map(view);
        lines.push((Weight::Subheading, self.say("board-map", &[])));
        lines.extend(plain(self.picture(view)));
        lines.extend(plain(self.map(view)));
        lines
    }

    /// The same without the map in letters.
    pub fn written(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = self.without_map(view);
        lines.extend(plain(self.map(view)));
        lines
    }

    fn without_map(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = vec![(Weight::Heading, self.today(view))];
        lines.extend(plain(self.orders_section(view)));
        lines.extend(plain(self.campaign_lines(view)));
        lines.extend(self.ships_section(view));
        lines.extend(self.officers_section(view));
        lines
    }

    /// The part of the board called `name` in the book; `None` for an unknown part.
    pub fn section(&self, view: &View, name: Word) -> Option<Vec<(Weight, String)>> {
        Some(match name.as_str() {
            "orders" => plain(self.orders_section(view)).collect(),
            "ships" => self.ships_section(view),
            "battle" => match view.battle() {
                Some(battle) => plain(self.battle_lines(view, battle)).collect(),
                None => plain(vec![self.say("board-no-battle", &[])]).collect(),
            },
            "campaign" if view.campaign.is_some() => plain(self.campaign_lines(view)).collect(),
            "campaign" => plain(vec![self.say("board-no-campaign", &[])]).collect(),
            "map" => plain(self.picture(view)).chain(plain(self.map(view))).collect(),
            "officers" => self.officers_section(view),
            _ => return None,
        })
    }

    fn orders_section(&self, view: &View) -> Vec<String> {
        let mut lines = self.mission(view);
        lines.push(self.say("board-alert", &[("alert", view.alert.into()), ("pool", view.pool.into())]));
        lines.extend(self.optional_lines(view));
        lines.extend(self.pending(view));
        lines
    }

    fn ships_section(&self, view: &View) -> Vec<(Weight, String)> {
        let mut lines = Vec::new();
        for id in view.ships.keys() {
            let mut ship = self.ship_lines(view, *id).unwrap_or_default().into_iter();
            lines.extend(ship.next().map(|line| (Weight::Subheading, line)));
            lines.extend(plain(ship.collect()));
        }
        for id in view.austrians.keys() {
            let mut ship = self.austrian_lines(view, *id).unwrap_or_default().into_iter();
            lines.extend(ship.next().map(|line| (Weight::Subheading, line)));
            lines.extend(plain(ship.collect()));
        }
        let reaches = view.ships.iter().filter_map(|(id, ship)| Some((id.0, reach(ship)?)));
        let austrians = view.austrians.iter().filter_map(|(id, ship)| Some((id.0, optional::reach(ship)?)));
        let reaches = self.reach_lines(reaches.chain(austrians).collect());
        if !reaches.is_empty() {
            lines.push((Weight::Subheading, self.say("board-reach", &[])));
            lines.extend(plain(reaches));
        }
        lines
    }

    /// The board as one text: headings on lines of their own, the rest indented below.
    pub fn board_text(&self, view: &View) -> String {
        crate::report::text_of(&self.board(view))
    }

    fn today(&self, view: &View) -> String {
        let phase = self.term("phase", view.phase.as_str());
        let args = [
            ("day", Value::from(view.turn)),
            ("days", view.days.into()),
            ("phase", phase.into()),
            ("points", view.victory_points.into()),
        ];
        if let Some(campaign) = &view.campaign {
            return self.today_in_campaign(view, campaign, &args);
        }
        match view.outcome {
            Some(outcome) => {
                let outcome = self.term("outcome", outcome.as_str());
                let points = ("points", view.victory_points.into());
                self.say("event-scenario-ended", &[("outcome", outcome.into()), points])
            }
            None if view.turn == 0 => self.say("board-set-up", &args[1..3]),
            None => self.say("board-day", &args[..3]),
        }
    }

    /// The orders and each of their conditions, met or not.
    pub(super) fn mission(&self, view: &View) -> Vec<String> {
        let (Some(mission), Some(progress)) = (view.mission, &view.progress) else { return vec![] };
        let met = |met: bool| ("met", Value::from(if met { "yes" } else { "no" }));
        let mut lines = vec![self.say(
            "mission-orders",
            &[("mission", self.name(mission.word()).into()), ("days", view.days.into())],
        )];
        lines.push(self.say(
            "mission-points",
            &[
                met(progress.points),
                ("points", super::points::plain(view.victory_points).into()),
                ("needed", progress.points_needed.into()),
            ],
        ));
        if !progress.objectives.is_empty() {
            lines.push(self.say(
                "mission-objective",
                &[
                    met(!progress.on_objective.is_empty()),
                    ("spaces", self.spaces(&progress.objectives).into()),
                    ("ships", self.ships(&progress.on_objective).into()),
                ],
            ));
        }
        let coast = self.pack().missions.get(&mission).map_or(&[][..], |spec| &spec.coast);
        if !coast.is_empty() {
            lines.push(self.say(
                "mission-coast",
                &[
                    met(progress.coast_left.is_empty()),
                    ("spaces", self.spaces(coast).into()),
                    ("left", self.spaces(&progress.coast_left).into()),
                ],
            ));
        }
        lines
    }

    /// A ship or a space in words; `None` when `word` is neither.
    pub fn part(&self, view: &View, word: Word) -> Option<Vec<String>> {
        self.show_ship(view, ShipId(word))
            .or_else(|| Some([self.show_space(view, SpaceId(word))?, self.way(view, SpaceId(word))].concat()))
            .or_else(|| self.show_enemy(view, ShipId(word)))
    }

    /// One ship, the first line its name, and where it can get to; `None` for a ship that is no German or
    /// Austro-Hungarian ship of this table.
    pub fn show_ship(&self, view: &View, id: ShipId) -> Option<Vec<String>> {
        let mut lines = self.ship_lines(view, id).or_else(|| self.austrian_lines(view, id))?;
        let austrian = || view.austrians.get(&id).and_then(optional::reach);
        let reach = view.ships.get(&id).and_then(reach).or_else(austrian);
        lines.extend(self.reach_lines(reach.into_iter().map(|reach| (id.0, reach)).collect()));
        Some(lines)
    }

    /// An Allied ship: its values, its place if it is face up, or its fate; `None` for a ship the pack lacks.
    pub fn show_enemy(&self, view: &View, id: ShipId) -> Option<Vec<String>> {
        let spec = self.pack().ships.get(&id)?;
        let mut lines = vec![self.enemy_values(id, spec)];
        let fought = view.battle().and_then(|battle| battle.enemies.iter().find(|enemy| enemy.ship == id));
        lines.extend(fought.map(|enemy| self.enemy_line(enemy)));
        let shown = view.places.keys().filter(|space| view.afloat_at(**space).contains(&id));
        lines.extend(shown.map(|space| {
            self.say(
                "enemy-in-sight",
                &[("ship", self.ship(id).into()), ("space", self.space(*space).into())],
            )
        }));
        let fate = |key: &str| self.say(key, &[("ships", self.ship(id).into())]);
        if view.damaged.contains(&id) {
            lines.push(fate("board-damaged"));
        }
        if view.sunk_so_far().contains(&id) {
            lines.push(fate("board-sunk"));
        }
        Some(lines)
    }

    fn ship_lines(&self, view: &View, id: ShipId) -> Option<Vec<String>> {
        let ship = view.ships.get(&id)?;
        let class = self.term("class", ship.ship.class.as_str());
        let Some(at) = ship.ship.at else {
            let args = [("ship", self.ship(id).into()), ("class", class.into())];
            return Some(vec![self.say("ship-gone", &args)]);
        };
        let mut lines = vec![self.say(
            "ship-at",
            &[("ship", self.ship(id).into()), ("class", class.into()), ("space", self.space(at).into())],
        )];
        let spec = self.pack().german.get(&id);
        let tracks = Track::ALL.iter().filter_map(|track| self.track(ship, spec, *track));
        lines.push(self.list(tracks));
        lines.push(self.cargo(ship, spec));
        lines.push(self.sailing(ship));
        if ship.draws > 0 {
            lines.push(self.say("space-draws", &[("count", ship.draws.into())]));
        }
        if ship.must_leave {
            lines.push(self.say("ship-must-leave", &[("space", self.space(at).into())]));
        }
        Some(lines)
    }

    fn track(&self, ship: &ShipView, spec: Option<&GermanSpec>, track: Track) -> Option<String> {
        let value = ship.ship.tracks.get(&track)?;
        let limit = spec.map_or(*value, |spec| spec.limit(track));
        (limit > 0).then(|| {
            self.say(
                "ship-track",
                &[
                    ("track", self.name(track.word()).into()),
                    ("value", (*value).into()),
                    ("limit", limit.into()),
                ],
            )
        })
    }

    fn cargo(&self, ship: &ShipView, spec: Option<&GermanSpec>) -> String {
        let aboard = ship.ship.cargo.iter().map(|(hull_box, cargo)| {
            // 20.1: a seaplane lies over two adjoining boxes.
            let boxes = match cargo.top_box(*hull_box) {
                top if top == *hull_box => top.to_string(),
                top => format!("{hull_box}-{top}"),
            };
            self.say("ship-box", &[("box", boxes.into()), ("item", self.name(cargo.word()).into())])
        });
        let boxes = spec.map_or(0, |spec| spec.hull);
        self.say(
            "ship-cargo",
            &[
                ("cargo", self.list(aboard).into()),
                ("free", ship.ship.free_boxes().len().into()),
                ("boxes", boxes.into()),
            ],
        )
    }

    fn sailing(&self, ship: &ShipView) -> String {
        let spaces = |speed: Option<u8>| speed.map_or_else(|| self.say("speed-none", &[]), |n| n.to_string());
        let [cruise, maximum, emergency] = ship.speeds.map(spaces);
        self.say(
            "ship-speeds",
            &[
                ("cruise", cruise.into()),
                ("maximum", maximum.into()),
                ("emergency", emergency.into()),
                ("may", if ship.may_move { "yes" } else { "no" }.into()),
            ],
        )
    }

    fn map(&self, view: &View) -> Vec<String> {
        let row = |key: &str, name: &'static str, list: Vec<String>| {
            (!list.is_empty()).then(|| self.say(key, &[(name, self.list(list).into())]))
        };
        let spaces = |spaces: &[SpaceId]| spaces.iter().map(|space| self.space(*space)).collect();
        let ships = |ships: &[ShipId]| ships.iter().map(|ship| self.ship(*ship)).collect();
        let left = view.colliers_to_place;
        let to_place = (left > 0).then(|| self.say("board-colliers-to-place", &[("count", left.into())]));
        let lying = [
            to_place,
            row("board-colliers", "spaces", spaces(&view.colliers)),
            row("board-hidden", "places", self.counted(view, |place| place.hidden)),
            row("board-coast", "places", self.counted(view, unseen_units)),
        ];
        let known = view.places.iter().map(|(space, place)| (space, self.known_there(view, *space, place)));
        let known = known.filter(|(_, what)| !what.is_empty());
        let out = view.out_of_play.iter().map(|marker| self.name(marker.word())).collect();
        let gone = [
            row("board-visited", "spaces", spaces(&view.visited)),
            row("board-barred", "spaces", spaces(&self.barred_today(view))),
            row("board-damaged", "ships", ships(&view.damaged)),
            row("board-sunk", "ships", ships(&view.sunk_so_far())),
            row("board-out-of-play", "markers", out),
        ];
        let mut lines: Vec<String> = lying.into_iter().flatten().collect();
        lines.extend(known.map(|(space, what)| self.at_place(*space, &self.list(what))));
        lines.extend(gone.into_iter().flatten());
        lines
    }

    /// Places with a count of something, without those that have none.
    fn counted(&self, view: &View, count: impl Fn(&PlaceView) -> usize) -> Vec<String> {
        let counts = view.places.iter().map(|(space, place)| (space, count(place))).filter(|(_, n)| *n > 0);
        let text = |(space, n): (&SpaceId, usize)| {
            self.say("place-count", &[("space", self.space(*space).into()), ("count", n.into())])
        };
        counts.map(text).collect()
    }

    /// Spaces closed today that are not closed for good or by a visit.
    fn barred_today(&self, view: &View) -> Vec<SpaceId> {
        let kind = |space: &SpaceId| self.chart.space(*space).map(|spec| spec.kind);
        let always =
            |space: &SpaceId| matches!(kind(space), Some(SpaceKind::BlackSea | SpaceKind::AtlanticExit));
        view.barred.iter().copied().filter(|space| !view.visited.contains(space) && !always(space)).collect()
    }

    /// Describes one space; `None` for a space the map lacks.
    pub fn show_space(&self, view: &View, space: SpaceId) -> Option<Vec<String>> {
        let spec = self.chart.space(space)?;
        let owner = spec.owner.map_or_else(String::new, |nation| self.name(nation.word()));
        let standing = spec.owner.and_then(|nation| view.standings.get(&nation));
        let at = || ("space", Value::from(self.space(space)));
        let mut lines = vec![self.say(
            "space-is",
            &[
                at(),
                ("kind", self.term("kind", spec.kind.as_str()).into()),
                ("zone", self.term("zone", spec.zone.as_str()).into()),
                ("standing", standing.map_or("none", |standing| standing.as_str()).into()),
                ("owner", owner.into()),
            ],
        )];
        let next = self.spaces(self.chart.neighbours(space));
        if view.campaign.as_ref().is_some_and(|campaign| campaign.open_seas.contains(&space)) {
            lines.push(self.say("space-open-sea", &[]));
        }
        lines.push(self.say("space-lines", &[("spaces", next.into())]));
        let ships: Vec<&ShipId> =
            view.ships.iter().filter(|(_, ship)| ship.ship.at == Some(space)).map(|(id, _)| id).collect();
        if !ships.is_empty() {
            lines.push(self.say("space-ships", &[("ships", self.ships(ships).into())]));
        }
        let austrians: Vec<&ShipId> =
            view.austrians.keys().filter(|id| view.austrian_at(**id) == Some(space)).collect();
        if !austrians.is_empty() {
            lines.push(self.say("space-austrians", &[("ships", self.ships(austrians).into())]));
        }
        lines.extend(view.places.get(&space).map(|place| self.place_line(view, space, place)));
        if view.colliers.contains(&space) {
            lines.push(self.say("space-collier", &[]));
        }
        lines.extend(self.supplies(view, space));
        if view.progress.as_ref().is_some_and(|progress| progress.objectives.contains(&space)) {
            lines.push(self.say("space-objective", &[]));
        }
        // A visited place is barred as well; that it was visited says why.
        if view.visited.contains(&space) {
            lines.push(self.say("board-visited", &[("spaces", self.space(space).into())]));
        } else if view.barred.contains(&space) {
            lines.push(self.say("space-barred", &[]));
        }
        let draws = view.draws.get(&space).copied().unwrap_or(0);
        lines.push(self.say("space-draws", &[("count", draws.into())]));
        Some(lines)
    }

    /// The supplies of a harbour for German ships, under its present owner.
    fn supplies(&self, view: &View, space: SpaceId) -> Option<String> {
        let spec = self.pack().charts.terrain.get(view.harbours.get(&space)?)?;
        let dice = [
            ("supply-coal", spec.coal_dice),
            ("supply-ammunition", spec.ammunition_dice),
            ("supply-repair", spec.repair_dice),
        ];
        let mut what: Vec<String> = dice
            .into_iter()
            .filter(|(_, dice)| *dice > 0)
            .map(|(key, dice)| self.say(key, &[("dice", dice.into())]))
            .collect();
        if spec.cargo {
            what.push(self.say("supply-cargo", &[]));
        }
        Some(self.say("space-supplies", &[("what", self.list(what).into())]))
    }

    fn place_line(&self, view: &View, space: SpaceId, place: &PlaceView) -> String {
        let mut what = Vec::new();
        if place.hidden > 0 {
            what.push(self.say("place-hidden", &[("count", place.hidden.into())]));
        }
        let unseen = unseen_units(place);
        if unseen > 0 {
            what.push(self.say("place-coast", &[("count", unseen.into())]));
        }
        what.extend(self.known_there(view, space, place));
        self.at_place(space, &self.list(what))
    }

    fn at_place(&self, space: SpaceId, what: &str) -> String {
        self.say("place-line", &[("space", self.space(space).into()), ("what", what.into())])
    }

    /// The contents of a place that are face up.
    fn known_there(&self, view: &View, space: SpaceId, place: &PlaceView) -> Vec<String> {
        let mut what = Vec::new();
        let afloat = view.afloat_at(space);
        if !afloat.is_empty() {
            what.push(self.enemies(&afloat));
        }
        let units = place.coast.iter().flatten();
        what.extend(units.map(|value| self.say("coastal-unit", &[("value", (*value).into())])));
        if place.landed {
            what.push(self.say("place-landed", &[]));
        }
        if place.friends > 0 {
            what.push(self.say("place-friends", &[("count", place.friends.into())]));
        }
        if place.mines > 0 {
            what.push(self.say("place-mines", &[("count", place.mines.into())]));
        }
        what
    }

    /// Pending matters, and those that last until the day ends.
    fn pending(&self, view: &View) -> Vec<String> {
        let mut lines: Vec<String> = view.tasks.iter().flat_map(|task| self.task(view, task)).collect();
        let today = &view.today;
        let mut line = |key: &str, args: &[(&str, Value<'_>)]| lines.push(self.say(key, args));
        if !view.todo.is_empty() {
            line("pending-spaces", &[("spaces", self.spaces(&view.todo).into())]);
        }
        if !today.merchantmen.is_empty() {
            line("pending-merchantmen", &[("spaces", self.spaces(&today.merchantmen).into())]);
        }
        if !today.storms.is_empty() {
            line("today-storms", &[("spaces", self.spaces(&today.storms).into())]);
        }
        if !today.visibility.is_empty() {
            line("today-visibility", &[("spaces", self.spaces(today.visibility.keys()).into())]);
        }
        if today.morale != 0 {
            let way = if today.morale < 0 { "down" } else { "up" };
            line("event-morale-changed", &[("dice", today.morale.abs().into()), ("way", way.into())]);
        }
        if let Some(day) = view.french_sortie {
            line("event-french-fleet-sailed", &[("day", day.into())]);
        }
        lines
    }

    fn task(&self, view: &View, task: &Task) -> Vec<String> {
        match task {
            Task::Share { space, source, points, ships } => vec![self.say(
                "pending-share",
                &[
                    ("space", self.space(*space).into()),
                    ("source", source.as_str().into()),
                    ("points", (*points).into()),
                    ("ships", self.ships(ships).into()),
                ],
            )],
            Task::Choose {} => vec![self.say("pending-choose", &[])],
            Task::Examine { all } => {
                vec![self.say("pending-examine", &[("all", if *all { "yes" } else { "no" }.into())])]
            }
            Task::Incidents { space, queue, .. } => {
                let left = self.list(queue.iter().map(|incident| self.name(incident.word())));
                vec![self.say(
                    "pending-incidents",
                    &[("space", self.space(*space).into()), ("markers", left.into())],
                )]
            }
            Task::Evade { ships } => vec![self.say("pending-evade", &[("ships", self.ships(ships).into())])],
            Task::Ram { ships } => vec![self.say("pending-ram", &[("ships", self.ships(ships).into())])],
            Task::Battle(battle) => self.battle_lines(view, battle),
            Task::Reward { among } => {
                let list = self.list(among.iter().map(|boon| self.term("boon", boon.as_str())));
                vec![self.say("pending-reward", &[("list", list.into())])]
            }
        }
    }
}

fn plain(lines: Vec<String>) -> impl Iterator<Item = (Weight, String)> {
    lines.into_iter().map(|line| (Weight::Plain, line))
}

/// The reach of a ship; `None` when it may not move.
fn reach(ship: &ShipView) -> Option<Reach> {
    let words = [Speed::Cruise, Speed::Maximum, Speed::Emergency].map(Speed::word);
    let speeds = words.into_iter().zip(ship.speeds).filter_map(|(word, most)| Some((word, most?))).collect();
    let spaces = ship.reach.iter().map(|spaces| spaces.iter().map(|space| space.0).collect()).collect();
    (!ship.reach.is_empty()).then_some(Reach { speeds, spaces })
}

fn unseen_units(place: &PlaceView) -> usize {
    place.coast.iter().filter(|unit| unit.is_none()).count()
}
