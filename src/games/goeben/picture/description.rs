//! A text alternative for a picture, with the words to type.

use super::Painter;
use crate::games::goeben::ids::Track;
use crate::games::goeben::report::{GoebenReport, points};
use crate::games::goeben::voyage::Voyage;

impl Painter<'_> {
    /// The picture's title: game, day and phase.
    pub(super) fn title(&self) -> String {
        self.say("picture-title", &[("today", self.today().into())])
    }

    /// The end of the game, and the way to it.
    pub(super) fn end_described(&self) -> String {
        let report = GoebenReport { phrases: self.phrases, chart: self.chart };
        // In a campaign the facts are of all missions; the picture is of the last one.
        let facts = points::of_mission(self.facts);
        let voyage = Voyage::of(facts);
        let mut said = vec![report.result(self.view)];
        said.extend(report.luck_lines(self.facts));
        said.extend(report.track_lines(&voyage));
        said.join(if self.lang == crate::words::Lang::Ja { "" } else { " " })
    }

    /// Ships, points, and the contents of spaces, by the spaces' letters.
    pub(super) fn description(&self) -> String {
        let mut said: Vec<String> =
            self.decision().map(|asked| self.sentence(&asked.said)).into_iter().collect();
        for (id, ship) in &self.view.ships {
            let name = self.name(id.0);
            said.push(match ship.ship.at {
                None => self.say("picture-ship-sunk", &[("ship", name.into())]),
                Some(at) => {
                    let track = |track| ship.ship.track(track).into();
                    let args = [
                        ("ship", name.into()),
                        ("space", at.as_str().into()),
                        ("hull", track(Track::Hull)),
                        ("coal", track(Track::Coal)),
                        ("ammunition", track(Track::Ammunition)),
                    ];
                    self.say("picture-ship", &args)
                }
            });
        }
        let need = self.view.progress.as_ref().map_or(0, |progress| progress.points_needed);
        said.push(self.say(
            "picture-state",
            &[
                ("alert", self.view.alert.into()),
                ("points", self.view.victory_points.into()),
                ("need", need.into()),
            ],
        ));
        for (ship, way) in self.ways() {
            let spaces = way.spaces.iter().map(|space| space.as_str()).collect::<Vec<_>>().join(" ");
            said.push(
                self.say("picture-way", &[("ship", self.name(ship.0).into()), ("spaces", spaces.into())]),
            );
        }
        let mut list = |key: &str, items: Vec<String>| {
            if !items.is_empty() {
                said.push(self.say(key, &[("places", self.list(items).into())]));
            }
        };
        let at = self.view.austrians.keys().filter_map(|id| Some((id, self.view.austrian_at(*id)?)));
        list("picture-austrians", at.map(|(id, at)| format!("{} {at}", self.name(id.0))).collect());
        let places = || self.view.places.iter();
        let shown = places().map(|(space, _)| (space, self.view.afloat_at(*space)));
        let shown = shown.filter(|(_, ships)| !ships.is_empty()).map(|(space, ships)| {
            let names = ships.iter().map(|ship| {
                let class = self.class(*ship).map_or("", |class| class.as_str());
                format!("{class} {}", self.name(ship.0))
            });
            format!("{space} {}", names.collect::<Vec<_>>().join(" + "))
        });
        list("picture-enemies", shown.collect());
        // Only their number: the view has nothing of what lies face down.
        let hidden = places().filter(|(_, place)| place.hidden > 0);
        list("picture-hidden", hidden.map(|(space, place)| format!("{space} {}", place.hidden)).collect());
        let mines = places().filter(|(_, place)| place.mines > 0);
        list("picture-mined", mines.map(|(space, place)| format!("{space} {}", place.mines)).collect());
        list("picture-colliers", self.view.colliers.iter().map(ToString::to_string).collect());
        let objectives = self.view.progress.iter().flat_map(|progress| &progress.objectives);
        list("picture-objectives", objectives.map(ToString::to_string).collect());
        let stop = if self.lang == crate::words::Lang::Ja { "" } else { " " };
        said.join(stop)
    }
}
