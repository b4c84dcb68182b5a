//! A player's preferences about time, as typed at any door: zone, reminders, quiet hours, calendar.

use chrono::{DateTime, Utc};

use super::ClubError;
use super::browser::{self, BrowserLinks};
use super::calendar;
use super::door::Door;
use super::page::PageLinks;
use super::players::{ladder_of, prefer, quiet_of};
use super::zone::{named_zone, zone_of, zoned};
use crate::book::is_one_of;
use crate::log::Store;
use crate::log::players::{Player, QuietHours};
use crate::pace::{Ladder, LadderStep, PaceError, Quiet, Zone, rungs};
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The words for the default.
const USUAL: [&str; 4] = ["default", "usual", "既定", "標準"];

/// The word for the default that is offered in a language.
pub fn usual_in(lang: Lang) -> &'static str {
    USUAL[if lang == Lang::Ja { 2 } else { 0 }]
}

/// Something that a player sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Their time zone.
    Zone,
    /// The reminders that they want of each decision.
    Reminders,
    /// The hours in which they want none.
    Quiet,
    /// The link of their calendar.
    Calendar,
    /// The link of the board in the browser.
    Browser,
}

impl Setting {
    /// The typed text for it, from the words of a line, which are without its commas.
    pub fn typed(self, words: &[String]) -> String {
        let begins_step = |word: &str| {
            word.starts_with(|c: char| c.is_numeric() || ['締', '期'].contains(&c))
                || Ladder::begins_digest(word)
        };
        // The time after it is no step.
        let in_digest = |typed: &str| typed.rsplit(", ").next().is_some_and(Ladder::names_digest);
        words.iter().fold(String::new(), |typed, word| match self {
            _ if typed.is_empty() => word.clone(),
            Setting::Reminders if begins_step(word) && !in_digest(&typed) => format!("{typed}, {word}"),
            _ => format!("{typed} {word}"),
        })
    }
}

/// The links that settings are about: those of pages, and the board in the browser.
pub type SettingLinks<'a> = (Option<&'a PageLinks>, Option<&'a BrowserLinks>);

/// Sets the typed value, if there is one, and returns the present value in words.
///
/// # Errors
/// [`ClubError::Refused`] for unknown words; a store that cannot be read or written.
pub fn set(
    (store, platform, (links, browser)): (&dyn Store, &dyn Platform, SettingLinks<'_>),
    (words, lang, door): (&Words, Lang, &dyn Door),
    (player, setting): (&str, Setting),
    typed: &str,
) -> Result<String, ClubError> {
    let misread = |error: PaceError| ClubError::Refused(words.reason(lang, &error.reason()));
    let known = |player: Option<Player>| player.unwrap_or_default();
    let before = known(store.player(player)?);
    let typed = typed.trim();
    match setting {
        _ if typed.is_empty() => {}
        Setting::Zone => {
            let zone = Zone::typed(typed).map_err(misread)?;
            prefer(store, platform, player, |it| it.zone = Some(zone.name().to_owned()))?;
        }
        Setting::Reminders => {
            let ladder =
                if is_one_of(&USUAL, typed) { None } else { Some(Ladder::parse(typed).map_err(misread)?) };
            prefer(store, platform, player, |it| it.ladder = ladder.map(|ladder| ladder.to_string()))?;
        }
        Setting::Quiet => {
            let quiet = Quiet::parse(typed, named_zone(&before).as_ref()).map_err(misread)?;
            prefer(store, platform, player, |it| {
                // They are by the clocks of the zone that the player's other times are in.
                it.zone = quiet.as_ref().map_or(it.zone.take(), |quiet| Some(quiet.zone.name().to_owned()));
                it.quiet = quiet.map(|quiet| {
                    let (from, to) = quiet.minutes();
                    QuietHours { from, to }
                });
            })?;
        }
        Setting::Calendar | Setting::Browser => {}
    }
    let now = known(store.player(player)?);
    let zone_changed = now.preferences.zone != before.preferences.zone && setting == Setting::Quiet;
    Ok(match setting {
        Setting::Zone => {
            let now = zoned(words, lang, platform.now().timestamp(), &zone_of(&now));
            words.say(lang, "setting-zone", &[("now", now.into())])
        }
        Setting::Reminders => reminders((words, lang, door), &now, platform.now()),
        Setting::Quiet => match quiet_of(&now) {
            Some(quiet) => {
                let (from, until) = quiet.next(platform.now());
                let [from, until] = [from, until].map(|at| door.moment((words, lang), at, &quiet.zone));
                let hours = quiet.typed(lang).into();
                let args = [("hours", hours), ("from", from.into()), ("until", until.into())];
                let told = words.say(lang, "setting-quiet", &args);
                if zone_changed {
                    let here = zoned(words, lang, platform.now().timestamp(), &zone_of(&now));
                    let zone = words.say(lang, "setting-zone", &[("now", here.into())]);
                    words.after(lang, &told, &zone)
                } else {
                    told
                }
            }
            None => words.say(lang, "setting-quiet-none", &[]),
        },
        Setting::Calendar => calendar::set((store, platform), (words, lang, door), player, links, typed)?,
        Setting::Browser => browser::set((store, platform), (words, lang, door), player, browser, typed)?,
    })
}

/// The steps of a player's reminders in words, with their moments for a question raised at `asked`.
fn reminders(
    (words, lang, door): (&Words, Lang, &dyn Door),
    player: &Player,
    asked: DateTime<Utc>,
) -> String {
    let (ladder, zone) = (ladder_of(player), zone_of(player));
    if ladder.steps.is_empty() {
        return words.say(lang, "setting-reminders-none", &[]);
    }
    let moment = |at| door.moment((words, lang), at, &zone);
    let due = rungs(&ladder, asked, None, quiet_of(player).as_ref(), &zone);
    let step = |(place, step): (usize, &LadderStep)| {
        let (key, hours) = match step {
            LadderStep::After(hours) => ("reminder-after", hours),
            LadderStep::Before(hours) => ("reminder-before", hours),
        };
        let told = words.say(lang, key, &[("hours", hours.typed(lang).into())]);
        match due.iter().find(|rung| rung.step == place) {
            Some(rung) => {
                words.say(lang, "reminder-at", &[("step", told.into()), ("at", moment(rung.at).into())])
            }
            None => told,
        }
    };
    let steps: Vec<String> = ladder.steps.iter().enumerate().map(step).collect();
    let steps = steps.join(&words.say(lang, "list-separator-strong", &[]));
    match ladder.digest {
        None => words.say(lang, "setting-reminders", &[("steps", steps.into())]),
        Some(time) => {
            let time = time.format("%H:%M").to_string();
            let args = [("steps", steps.into()), ("time", time.into()), ("zone", zone.named_in(lang).into())];
            words.say(lang, "setting-reminders-digest", &args)
        }
    }
}
