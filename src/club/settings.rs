//! What players prefer of time, as they type it at any door: their zone, their reminders, when they want to be left alone,
//! their calendar.

use super::calendar;
use super::door::Door;
use super::page::PageLinks;
use super::time::{ladder_of, prefer, quiet_of};
use super::zone::{named_zone, zone_of, zoned};
use super::{Club, ClubError};
use crate::log::Store;
use crate::log::players::{Player, QuietHours};
use crate::pace::{Ladder, PaceError, Quiet, Zone};
use crate::table::Platform;
use crate::words::{Lang, Words};

/// The word for what the program does unless somebody says otherwise.
const USUAL: [&str; 4] = ["default", "usual", "既定", "標準"];

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
}

impl Setting {
    /// The setting of a verb of the command book.
    pub fn of(verb: &str) -> Option<Setting> {
        match verb {
            "zone" => Some(Setting::Zone),
            "reminders" => Some(Setting::Reminders),
            "quiet" => Some(Setting::Quiet),
            "calendar" => Some(Setting::Calendar),
            _ => None,
        }
    }

    /// What was typed for it, from the words of a line, which are without its commas.
    pub fn typed(self, words: &[String]) -> String {
        let begins_step = |word: &str| {
            word.starts_with(|c: char| c.is_numeric() || ['締', '期'].contains(&c))
                || Ladder::begins_digest(word)
        };
        // The time behind it is no step.
        let in_digest = |typed: &str| typed.rsplit(", ").next().is_some_and(Ladder::begins_digest);
        words.iter().fold(String::new(), |typed, word| match self {
            _ if typed.is_empty() => word.clone(),
            Setting::Reminders if begins_step(word) && !in_digest(&typed) => format!("{typed}, {word}"),
            _ => format!("{typed} {word}"),
        })
    }
}

/// Sets what is typed, where anything is, and tells in words what holds then.
///
/// # Errors
/// [`ClubError::Refused`] for what is not understood; a store that cannot be read or written.
pub fn set(
    (store, platform, links): (&dyn Store, &dyn Platform, Option<&PageLinks>),
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
            let zone = zone_typed(typed).map_err(misread)?;
            prefer(store, platform, player, |it| it.zone = Some(zone.name().to_owned()))?;
        }
        Setting::Reminders => {
            let usual = USUAL.iter().any(|usual| usual.eq_ignore_ascii_case(typed));
            let ladder = if usual { None } else { Some(Ladder::parse(typed).map_err(misread)?) };
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
        Setting::Calendar => {}
    }
    let now = known(store.player(player)?);
    Ok(match setting {
        Setting::Zone => {
            let now = zoned(words, lang, platform.now().timestamp(), &zone_of(&now));
            words.say(lang, "setting-zone", &[("now", now.into())])
        }
        Setting::Reminders => {
            let (ladder, zone) = (ladder_of(&now), zone_of(&now));
            let key = if ladder.digest.is_some() { "setting-reminders-digest" } else { "setting-reminders" };
            let args = [("ladder", ladder.typed(lang).into()), ("zone", zone.name().into())];
            words.say(lang, key, &args)
        }
        Setting::Quiet => match quiet_of(&now) {
            Some(quiet) => words.say(lang, "setting-quiet", &[("hours", quiet.typed(lang).into())]),
            None => words.say(lang, "setting-quiet-none", &[]),
        },
        Setting::Calendar => calendar::set((store, platform), (words, lang, door), player, links, typed)?,
    })
}

fn zone_typed(typed: &str) -> Result<Zone, PaceError> {
    Zone::named(typed).ok_or_else(|| PaceError::NoSuchZone {
        given: crate::book::clip(typed),
        nearest: Zone::nearest(typed),
    })
}

impl Club {
    /// As [`set`], for a player of this club.
    ///
    /// # Errors
    /// As [`set`].
    pub fn set(
        &self,
        words: (&Words, Lang, &dyn Door),
        player: (&str, Setting),
        typed: &str,
    ) -> Result<String, ClubError> {
        set((&*self.store, &*self.platform, self.links.as_deref()), words, player, typed)
    }
}
