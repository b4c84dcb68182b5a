//! The page at the end of a game, and the one between two parts of a game, for every door.

use super::door::Door;
use super::trust::{LastCheckpoint, Trust};
use super::{ClubError, GameWords};
use crate::game::Viewer;
use crate::games::Playable;
use crate::report::{GameReport, ReportLine, Weight};
use crate::table::{History, TableFault};
use crate::view::VisibleEntry;
use crate::words::Lang;

/// The page after the news of these lines: the end of the game if they close the table, else the change of parts if they begin
/// one. `past` is the table's past as a viewer sees it; `door` is the reader's.
///
/// # Errors
/// [`TableFault`].
pub(super) fn after<G: Playable>(
    game_words: &GameWords,
    lines: &[VisibleEntry],
    (viewer, door): (Viewer, Option<&dyn Door>),
    past: impl FnOnce(Viewer) -> Result<History<G>, TableFault>,
) -> Result<Vec<ReportLine>, TableFault> {
    let closed = lines.iter().any(|line| line.is_of("TableClosed"));
    let begun = G::BEGINS_PART.is_some_and(|kind| lines.iter().any(|line| line.is_of(kind)));
    let Some(last) = lines.last().filter(|_| closed || begun) else { return Ok(vec![]) };
    let mut history = past(if closed { Viewer::All } else { viewer })?;
    history.go(last.seq())?;
    let told = if closed { page(game_words, &history, door)? } else { interval(game_words, &history)? };
    Ok(told.into_iter().map(|(weight, text)| ReportLine { weight, dice: vec![], text }).collect())
}

/// The page at the end, as far as the history's viewer may know it, with how to check it at the reader's door.
///
/// # Errors
/// [`TableFault`] that names the first entry that cannot be read.
pub fn page<G: Playable>(
    game_words: &GameWords,
    history: &History<G>,
    door: Option<&dyn Door>,
) -> Result<Vec<(Weight, String)>, TableFault> {
    let phrases = game_words.phrases();
    // A door without words of its own names the commands of the program.
    let by_door = |key: &str| {
        let own = door.map(|door| format!("{}-{key}", door.prefix()));
        own.filter(|own| phrases.words.has(Lang::En, own)).unwrap_or_else(|| key.to_owned())
    };
    let facts = game_words.facts(&history.lines(0)?)?;
    let mut lines = history.game().report(phrases).ending(&history.view(), &facts);
    if !lines.is_empty() {
        let args = [("table", history.table().into()), ("entries", history.at().into())];
        lines.push((Weight::Subheading, phrases.say("ending-check", &[])));
        let then = history.then();
        let how = if then.closed().is_some() { "ending-check-how" } else { "ending-check-open" };
        lines.push((Weight::Plain, phrases.say(&by_door(how), &args)));
        let entropy = then.entropy();
        let (format, witness) = (then.opened().format, then.witness());
        let checkpoint = LastCheckpoint::Unread;
        let trust = Trust { format, entropy: entropy.as_ref(), witness, checkpoint };
        lines.push((Weight::Plain, trust.line(&phrases)));
        if then.opened().practice {
            lines.push((Weight::Plain, phrases.say("ending-check-practice", &[])));
        }
        lines.push((Weight::Plain, phrases.say(&by_door("ending-check-holder"), &[])));
        lines.push((Weight::Subheading, phrases.say("ending-decided", &[])));
        lines.push((Weight::Plain, phrases.say(&by_door("ending-decided-how"), &args[..1])));
    }
    Ok(lines)
}

fn interval<G: Playable>(
    game_words: &GameWords,
    history: &History<G>,
) -> Result<Vec<(Weight, String)>, TableFault> {
    let facts = game_words.facts(&history.lines(0)?)?;
    Ok(history.game().report(game_words.phrases()).interval(&history.view(), &facts))
}

/// The text of `show ending`: the page, or a note that there is none yet.
///
/// # Errors
/// A table that cannot be read.
pub(super) fn shown<G: Playable>(
    game_words: &GameWords,
    (over, door): (bool, Option<&dyn Door>),
    past: impl FnOnce() -> Result<History<G>, TableFault>,
) -> Result<Vec<(Weight, String)>, ClubError> {
    if !over {
        return Ok(vec![(Weight::Plain, game_words.phrases().say("ending-not-yet", &[]))]);
    }
    Ok(page(game_words, &past()?, door)?)
}
