//! The commands of a game master as typed at any door, and texts about a game master.

use chrono::{DateTime, Utc};

use super::door::Door;
use super::kept_time::{kept_time, kept_wait};
use super::known::name_of;
use super::players::player_at;
use super::zone::zone_of;
use super::{Club, ClubError, GameWords, Visitor, sought};
use crate::book::{clip, fold, is_one_of, is_yes, yes_in};
use crate::game::Seat;
use crate::games::Playable;
use crate::log::limits::MAX_ADDRESS_BYTES;
use crate::log::players::Address;
use crate::log::{Store, TimeChange};
use crate::pace::{Hours, PaceError, when};
use crate::reason::is_plain;
use crate::report::Phrases;
use crate::table::platform::written;
use crate::table::seats::OFFERED_ALREADY;
use crate::table::{Caller, Platform, Reply, Table, TableCommand, Tables};
use crate::words::{Lang, Value};

/// A command of a game master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MasterDeed {
    /// Stops the clock.
    Pause,
    /// Sets it going.
    Resume,
    /// Gives a decision more time.
    Extend,
    /// Takes a seat from its player, for another.
    Replace,
    /// Closes the table.
    Close,
    /// Is no longer game master.
    LayDown,
}

const DEEDS: [(MasterDeed, [&str; 2]); 6] = [
    (MasterDeed::Pause, ["pause", "休止"]),
    (MasterDeed::Resume, ["resume", "再開"]),
    (MasterDeed::Extend, ["extend", "延長"]),
    (MasterDeed::Replace, ["replace", "交代"]),
    (MasterDeed::Close, ["close", "閉卓"]),
    (MasterDeed::LayDown, ["lay-down", "退任"]),
];

impl MasterDeed {
    /// The command at the beginning of a line, and the rest of the line.
    pub fn of(typed: &str) -> Option<(MasterDeed, &str)> {
        let typed = typed.trim();
        let (first, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        let (deed, _) = DEEDS.iter().find(|(_, names)| is_one_of(names, first))?;
        Some((*deed, rest.trim()))
    }
}

/// The commands of a game master, in a language: each with each of these seats where it needs one.
pub fn deeds(lang: Lang, seats: &[String]) -> Vec<String> {
    let in_lang = |names: [&'static str; 2]| names[usize::from(lang == Lang::Ja)];
    let days = [48, 24].into_iter().filter_map(Hours::new).map(|hours| hours.typed(lang));
    let days: Vec<String> = days.collect();
    let of = |(deed, names): (MasterDeed, [&'static str; 2])| {
        let name = in_lang(names);
        let each = |end: &str| seats.iter().map(|seat| format!("{name} {seat}{end}")).collect::<Vec<_>>();
        match deed {
            MasterDeed::Pause => {
                let until = days.iter().map(|until| format!("{name} {until}"));
                [name.to_owned()].into_iter().chain(until).collect()
            }
            MasterDeed::Resume | MasterDeed::LayDown => vec![name.to_owned()],
            MasterDeed::Extend => days.iter().flat_map(|days| each(&format!(" {days}"))).collect(),
            MasterDeed::Replace => each(""),
            MasterDeed::Close => vec![format!("{name} {}", yes_in(lang))],
        }
    };
    DEEDS.into_iter().flat_map(of).collect()
}

/// The game master of a table, whose id this is, in a line; `None` if there is none.
///
/// # Errors
/// A store that cannot be read.
pub fn master_line(
    store: &(impl crate::log::Players + ?Sized),
    master: Option<&str>,
    phrases: &Phrases<'_>,
) -> Result<Option<String>, ClubError> {
    let Some(player) = master else { return Ok(None) };
    Ok(Some(phrases.say("master-is", &[("player", name_of(store, phrases, player)?.into())])))
}

/// The opaque id of the player with this name at a door, created if the name is new, and whether it is; `None` for an invalid
/// name.
///
/// # Errors
/// A store that cannot be read or written.
pub fn player_called(
    store: &dyn Store,
    platform: &dyn Platform,
    door: &dyn Door,
    name: &str,
) -> Result<Option<(String, bool)>, ClubError> {
    let name = name.trim();
    if !(1..=MAX_ADDRESS_BYTES).contains(&name.len()) || !is_plain(name) || !door.takes_address(name) {
        return Ok(None);
    }
    let (player, new) = player_at(store, platform, &Address::new(door.address_kind(), name), name)?;
    Ok(Some((player.id, new)))
}

/// The opaque id of the future game master of a table that `player` opens, by name at a door.
///
/// # Errors
/// [`ClubError::Refused`] for an invalid name, and for the player themselves; a store that cannot be read or written.
pub fn to_be(
    (store, platform): (&dyn Store, &dyn Platform),
    door: &dyn Door,
    phrases: &Phrases<'_>,
    (player, name): (&str, &str),
) -> Result<String, ClubError> {
    let refused = |key: &str, args: &[(&str, Value<'_>)]| Err(ClubError::Refused(phrases.say(key, args)));
    let Some((named, _)) = player_called(store, platform, door, name)? else {
        return refused("table-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]);
    };
    let is_theirs = store.player(player)?.is_some_and(|it| it.ids().any(|id| id == named));
    if is_theirs || named == player { refused("refusal-master-has-seat", &[]) } else { Ok(named) }
}

/// Has `player` named game master of a table that `caller` has just opened: at once, or by those who sit there already.
///
/// # Errors
/// A table that cannot be read or written.
pub fn name_at_opening<G: Playable>(
    tables: &Tables<G>,
    table: &str,
    caller: &Caller,
    player: &str,
) -> Result<(), ClubError> {
    let now = tables.now(table)?;
    // Whoever opened it before, by the same message, has named them.
    let Some(seat) = now.held_by(&caller.player).next().filter(|_| now.master().is_none()) else {
        return Ok(());
    };
    let named = TableCommand::ChangeMaster { seat, player: Some(player.to_owned()) };
    tables.perform(table, caller, &named)?;
    Ok(())
}

/// A game master at a table, who types something at a door.
pub struct GameMaster<'a, G: Playable> {
    /// The tables of the game.
    pub tables: &'a Tables<G>,
    /// The clock and randomness.
    pub platform: &'a dyn Platform,
    /// The words of the game.
    pub game_words: &'a GameWords,
    /// The table.
    pub now: &'a Table<G>,
    /// The player who types it.
    pub caller: &'a Caller,
    /// The door at which it is typed.
    pub door: &'a (dyn Door + 'static),
}

impl<G: Playable> GameMaster<'_, G> {
    /// Carries out a typed command: `pause until 24 Dec`, `resume`, `extend british 2d`, `replace british`, `replace british
    /// NAME`, `close yes`, `lay-down`. Returns the result, a line each; without a command, who is game master.
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a table that cannot be read or written.
    pub fn act(&self, typed: &str) -> Result<Vec<String>, ClubError> {
        let store = self.tables.store();
        if typed.trim().is_empty() {
            let none = || self.phrases().say("master-none", &[]);
            return Ok(vec![master_line(store, self.now.master(), &self.phrases())?.unwrap_or_else(none)]);
        }
        // A repeated command gets its old answer, even if the player is no longer game master.
        let again = || self.tables.reply_under_key(self.caller).map(|answer| answer.is_some());
        if self.now.master() != Some(&*self.caller.player) && !again()? {
            return self.refuse("refusal-not-the-master", &[]);
        }
        let Some((deed, rest)) = MasterDeed::of(typed) else {
            return self.refuse("master-misread", &[("given", clip(typed).into()), self.example()]);
        };
        let id = self.now.id();
        let takes_nothing = matches!(deed, MasterDeed::Resume | MasterDeed::LayDown);
        if takes_nothing && !rest.is_empty() {
            return self.refuse("master-misread", &[("given", clip(rest).into()), self.example()]);
        }
        match deed {
            MasterDeed::Pause => self.pause(rest),
            MasterDeed::Resume => {
                self.perform(&TableCommand::ChangeTimeAsMaster { change: TimeChange::Resume })?;
                Ok(vec![self.phrases().say("master-done-resumed", &[])])
            }
            MasterDeed::Extend => self.extend(rest),
            MasterDeed::Replace => self.replace(rest),
            MasterDeed::Close if is_yes(rest) => {
                self.perform(&TableCommand::CloseAsMaster)?;
                Ok(vec![self.phrases().say("master-done-closed", &[("table", id.into())])])
            }
            MasterDeed::Close if rest.is_empty() => Ok(vec![self.phrases().say("master-close-sure", &[])]),
            MasterDeed::Close => {
                self.refuse("master-misread", &[("given", clip(rest).into()), self.example()])
            }
            MasterDeed::LayDown => {
                self.perform(&TableCommand::ResignAsMaster)?;
                Ok(vec![self.phrases().say("master-done-laid-down", &[])])
            }
        }
    }

    fn phrases(&self) -> Phrases<'_> {
        self.game_words.phrases()
    }

    fn refuse<T>(&self, key: &str, args: &[(&str, Value<'_>)]) -> Result<T, ClubError> {
        Err(ClubError::Refused(self.phrases().say(key, args)))
    }

    fn misread<T>(&self, error: &PaceError) -> Result<T, ClubError> {
        let phrases = self.phrases();
        Err(ClubError::Refused(phrases.words.reason(phrases.lang, &error.reason())))
    }

    /// A seat, for examples.
    fn example(&self) -> (&'static str, Value<'_>) {
        ("seat", self.now.all_seats().next().map(|seat| seat.to_string()).unwrap_or_default().into())
    }

    /// Carries out a command, or says why it is not carried out.
    fn perform(&self, command: &TableCommand) -> Result<(), ClubError> {
        match self.tables.perform(self.now.id(), self.caller, command)? {
            Reply::Accepted { .. } => Ok(()),
            // A repeated offer, for example by a second click, gets the same answer.
            Reply::Refused(refusal) if refusal.reason.as_str() == OFFERED_ALREADY => Ok(()),
            Reply::Refused(refusal) => {
                Err(ClubError::Refused(self.phrases().table_refusal(&refusal).unwrap_or_default()))
            }
            Reply::Stale { .. } => self.refuse("terminal-stale", &[]),
        }
    }

    fn moment(&self, at: DateTime<Utc>) -> Result<String, ClubError> {
        let zone = zone_of(&self.tables.store().player(&self.caller.player)?.unwrap_or_default());
        let phrases = self.phrases();
        Ok(self.door.moment((phrases.words, phrases.lang), at, &zone))
    }

    /// The seat that words begin with, and the words after it.
    fn seat_of<'b>(&self, words: &'b [&'b str]) -> Result<(Seat, &'b [&'b str]), ClubError> {
        let phrases = self.phrases();
        for count in (1..=words.len()).rev() {
            let key = fold(&words[..count].join(" "));
            let called = |seat: &Seat| fold(seat.as_str()) == key || fold(&phrases.seat(*seat)) == key;
            if let Some(seat) = self.now.all_seats().find(called) {
                return Ok((seat, &words[count..]));
            }
        }
        let seats = phrases.list(self.now.all_seats().map(|seat| phrases.seat(seat)));
        let given = clip(&words.join(" "));
        self.refuse("table-no-seat-called", &[("what", given.into()), ("seats", seats.into())])
    }

    fn pause(&self, typed: &str) -> Result<Vec<String>, ClubError> {
        let zone = zone_of(&self.tables.store().player(&self.caller.player)?.unwrap_or_default());
        let until = match typed.is_empty() {
            true => None,
            false => match when::until(typed, self.platform.now(), &zone) {
                Ok(until) => Some(until),
                Err(error) => return self.misread(&error),
            },
        };
        let change = TimeChange::Pause { until: until.map(written) };
        self.perform(&TableCommand::ChangeTimeAsMaster { change })?;
        let mut told = vec![self.phrases().say("master-done-paused", &[])];
        if let Some(until) = until {
            told.push(self.phrases().say("time-read-until", &[("until", self.moment(until)?.into())]));
        }
        Ok(told)
    }

    fn extend(&self, typed: &str) -> Result<Vec<String>, ClubError> {
        let words: Vec<&str> = typed.split_whitespace().collect();
        let Some((hours, seat)) = words.split_last() else {
            return self.refuse("master-extend-hours", &[self.example(), ("most", Hours::MOST.into())]);
        };
        let hours = match Hours::parse(hours) {
            Ok(hours) => hours,
            Err(error) => return self.misread(&error),
        };
        let time = kept_time(self.tables.store(), self.now, self.platform.now())?;
        let due = time.waits.into_iter().filter(|wait| wait.due.is_some());
        let seat = match (seat.is_empty(), &due.map(|wait| wait.seat).collect::<Vec<_>>()[..]) {
            (true, [only]) => *only,
            (true, _) => {
                return self.refuse("master-extend-hours", &[self.example(), ("most", Hours::MOST.into())]);
            }
            (false, _) => match self.seat_of(seat)? {
                (seat, []) => seat,
                (_, given) => {
                    let given = clip(&given.join(" "));
                    return self.refuse("master-misread", &[("given", given.into()), self.example()]);
                }
            },
        };
        self.perform(&TableCommand::Extend { seat, hours })?;
        let now = self.platform.now();
        let store = self.tables.store();
        let wait = self.tables.look(self.now.id(), |table| kept_wait(store, table, seat, now))??;
        let due = wait.and_then(|wait| wait.due).map(|due| self.moment(due)).transpose()?.unwrap_or_default();
        let args = [
            ("seat", self.phrases().seat(seat).into()),
            ("hours", u64::from(hours.count()).into()),
            ("due", due.into()),
        ];
        Ok(vec![self.phrases().say("master-done-extended", &args)])
    }

    fn replace(&self, typed: &str) -> Result<Vec<String>, ClubError> {
        let (store, phrases, id) = (self.tables.store(), self.phrases(), self.now.id());
        let words: Vec<&str> = typed.split_whitespace().collect();
        let (seat, name) = self.seat_of(&words)?;
        let seat_name = || Value::from(phrases.seat(seat));
        if name.is_empty() {
            sought::mark(store, id)?;
            self.perform(&TableCommand::Replace { seat, player: None })?;
            return Ok(vec![phrases.say("master-done-vacated", &[("seat", seat_name())])]);
        }
        let name = name.join(" ");
        let Some((player, new)) = player_called(store, self.platform, self.door, &name)? else {
            return self.refuse("table-player-unnamed", &[("most", MAX_ADDRESS_BYTES.into())]);
        };
        let player = super::known::known_as(store, self.now, &player)?;
        self.perform(&TableCommand::Replace { seat, player: Some(player) })?;
        let mut told = vec![
            phrases.say("master-done-replaced", &[("seat", seat_name()), ("player", name.as_str().into())]),
        ];
        told.extend(new.then(|| self.door.added(&phrases, &name)).flatten());
        let command = self.door.join(&phrases, id, seat, Some(&name));
        let args = [("player", name.as_str().into()), ("command", command.into())];
        told.push(phrases.say(&self.door.key("player-takes"), &args));
        Ok(told)
    }
}

impl Club {
    /// Carries out a typed command of the game master of a table: `extend british 2d`. Returns the result, a line each; without
    /// a command, who is game master.
    ///
    /// # Errors
    /// [`ClubError::Refused`]; a table that cannot be read or written.
    pub fn act_as_master(
        &self,
        table: &str,
        visitor: &Visitor,
        typed: &str,
        lang: Lang,
    ) -> Result<Vec<String>, ClubError> {
        self.games.with(table)?.act_as_master(table, visitor, typed, lang)
    }
}
