//! The questions that standing orders may answer, and the facts that they may depend on.

use super::alert;
use super::board::Board;
use super::ids::Track;
use super::view::View;
use crate::game::standing::{Gauge, Question};

/// The questions, with the orders that answer each. `reload` goes with nearly every one.
pub const QUESTIONS: &[Question] = &[
    Question::new("set-up", &["load", "discard", "station", "collier", "deploy", "done"]).passed_by("done"),
    Question::new(
        "outfitting",
        &["rearm", "repair", "coal", "load", "discard", "trade", "swap", "reload", "done"],
    )
    .passed_by("done"),
    Question::new("share", &["share", "reload"]),
    Question::new("intelligence", &["intelligence", "scout", "reload", "done"]).passed_by("done"),
    Question::new("choose", &["choose", "reload"]),
    Question::new("examine", &["examine", "reload"]),
    Question::new("movement", &["move", "embark", "lay", "reload", "done"]).passed_by("done"),
    Question::new("evade", &["evade", "reload"]),
    Question::new("ram", &["ram", "reload"]),
    Question::new("attend", &["attend", "reload"]),
    Question::new("contact", &["contact"]),
    Question::new("break-off", &["fight", "break-off"]),
    Question::new("lead", &["lead"]),
    Question::new("retreat", &["retreat"]),
    Question::new("fire", &["fire", "torpedo", "hold"]),
    Question::new("bombard-fire", &["fire", "hold"]),
    Question::new("bombardment", &["bombard", "land", "reload", "done"]).passed_by("done"),
    Question::new("reward", &["reward", "reload"]),
    Question::new("objective", &["conclude", "sail-on", "reload"]),
];

/// The numbers of a view: day, alert, points, and the tracks of each German ship (2.1).
pub fn gauges(board: &Board, view: &View) -> Vec<Gauge> {
    let alone = |name, value, range| Gauge { name, of: None, value, range };
    let mut gauges = vec![
        alone("day", i64::from(view.turn), (0, i64::from(view.days))),
        alone("alert", i64::from(view.alert), (alert::LOWEST.into(), alert::HIGHEST.into())),
        alone("points", i64::from(view.victory_points), (i64::from(i32::MIN), i64::from(i32::MAX))),
    ];
    for (id, seen) in &view.ships {
        let Some(spec) = board.pack().german.get(id) else { continue };
        // A track that the ship lacks stands at 0 for ever, so no condition on it could mean anything.
        let tracks = Track::ALL.iter().filter(|track| spec.limit(**track) > 0);
        gauges.extend(tracks.map(|track| Gauge {
            name: track.as_str(),
            of: Some(id.0),
            value: i64::from(seen.ship.track(*track)),
            range: (0, i64::from(spec.limit(*track))),
        }));
    }
    gauges
}
