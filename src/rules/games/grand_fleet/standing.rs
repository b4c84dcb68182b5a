//! The questions that standing orders may answer, and the facts that they may depend on.

use super::ids::Side;
use super::pack::Chart;
use super::state::Berth;
use super::view::View;
use crate::game::standing::{Gauge, Question};

/// The questions that both sides are asked, with the orders that answer each.
const QUESTIONS: &[Question] = &[
    Question::new("stow", &["stow", "stow-by"]),
    Question::new("commitment", &["commit", "respread", "respread-by", "decline"]).passed_by("decline"),
    Question::new("second-die", &["commit", "decline"]).passed_by("decline"),
    Question::new("transfer", &["transfer", "decline"]).passed_by("decline"),
    Question::new("send", &["send", "send-by"]),
    Question::new("dice", &["throw"]),
    Question::new("seek", &["seek", "decline"]).passed_by("decline"),
    Question::new("answer", &["accept", "refuse"]),
    Question::new("formation", &["form", "form-by"]),
    Question::new("placement", &["place", "place-shown"]),
    Question::new("interception", &["intercept", "pass"]).passed_by("pass"),
    Question::new("hex", &["fight"]),
    Question::new("manoeuvre", &["manoeuvre"]),
    Question::new("situation", &["situation"]),
    Question::new("gunnery", &["fire", "fire-by", "hold-fire"]),
    Question::new("persistence", &["fight-on", "break-off"]),
];

/// 7a The question that only the German player is asked.
const GERMAN: Question = Question::new("outbreak", &["unleash", "hold-back"]).passed_by("hold-back");
/// 8 The question that only the British player is asked.
const BRITISH: Question = Question::new("overflow", &["return", "return-by"]);

/// The questions that a side may be asked.
pub fn questions(side: Side) -> Vec<Question> {
    let own = match side {
        Side::German => GERMAN,
        Side::British => BRITISH,
    };
    QUESTIONS.iter().copied().chain([own]).collect()
}

/// The numbers of a side's view that standing orders may test: all of them are public. A lead is the side's own.
pub fn gauges(chart: &Chart, view: &View, side: Side) -> Vec<Gauge> {
    let all = chart.pack().ships.len();
    let count = |name, of: Side, is: fn(&Berth) -> bool| {
        let counted = view.berths.iter().filter(|(ship, berth)| {
            is(berth) && chart.pack().ships.get(*ship).is_some_and(|spec| spec.nation.side() == of)
        });
        Gauge { name, of: None, value: whole(counted.count()), range: (0, whole(all)) }
    };
    let at_sea = |berth: &Berth| matches!(berth, Berth::Fleet);
    let sunk = |berth: &Berth| matches!(berth, Berth::Sunk);
    // Standing orders are written from one's own side: `if lead is below 0` means behind, in either seat.
    let lead = if side == Side::British { view.lead } else { -view.lead };
    let round = view.battle.as_ref().and_then(|battle| battle.combat.as_ref()).map_or(0, |it| it.round);
    let most = i64::from(u32::MAX);
    vec![
        Gauge { name: "turn", of: None, value: view.turn.into(), range: (0, most) },
        Gauge { name: "lead", of: None, value: lead.into(), range: (-most, most) },
        Gauge { name: "round", of: None, value: round.into(), range: (0, most) },
        count("ships", side, at_sea),
        count("enemy-ships", side.enemy(), at_sea),
        count("losses", side, sunk),
        count("enemy-losses", side.enemy(), sunk),
    ]
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
