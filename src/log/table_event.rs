//! The kinds of entries that are the same for every game, each declared once.

mod declare;
mod older;
mod opened;
mod rolled;
mod time;

use std::fmt::Display;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::canonical::NotCanonical;
use super::entry::{Entry, EntryAudience};
use super::form::{check_hex, check_id, check_time, check_version};
use super::limits::MAX_DELAY;
use crate::pace::Hours;
use crate::reason::is_plain;
pub use declare::Maker;
use declare::table_events;
pub(super) use older::STEPS;
pub use older::Upcast;
pub use opened::{LOG_FORMAT, LOG_FORMATS, TALK, TableOpened};
pub use rolled::{RollForm, Rolled};
pub use time::{TIME_LAW, TimeChange};

/// Why a table closes: its game is over, its only player gave it up, a player did, all agreed, a manager of its place
/// closed it, the others claimed it from a player whose time was up, or its game master closed it.
pub const CLOSINGS: [&str; 7] = ["over", "abandoned", "resigned", AGREED, "manager", CLAIMED, MASTER];
/// The sources of a player's entropy: words that they typed, the id of the message that brought the command, or the program at
/// which they sit.
pub const ENTROPY_SOURCES: [&str; 3] = ["words", "message", "drawn"];
/// Most characters of a table's name.
pub const MAX_NAME: usize = 40;
/// The bound of the seq of a lost head: every reader of JSON has whole numbers below it.
const MAX_LOST: u64 = 1 << 53;
/// Most characters of the key of a log or of a witness.
const MAX_KEY: usize = 400;
/// The reason for a table that all agreed to close.
const AGREED: &str = "agreed";
/// The reason for a table that was claimed.
const CLAIMED: &str = "claimed";
/// The seat of a game master, who has none, in `by`; and the reason for a table that one closed.
pub const MASTER: &str = "master";

table_events! {
    /// A table event: its kind with its body.
    pub enum TableEvent
    whole {
        /// The table opens; always entry 1, always seen by everyone.
        1 TableOpened(TableOpened) by Door
            place(entry) { entry.fits(entry.seq == 1, "found-first-only") };
        /// Dice were rolled, counters drawn or a cup shuffled.
        1 Rolled(Rolled) by Cause
            place(entry) { entry.fits(entry.cause.is_some(), "found-roll-cause") };
    }
    matters {
        /// Orders and what follows from them, and going back to before them.
        Play(PlayEvent) {
            /// The seat of the entry's `by` gives an order.
            1 OrderGiven by Player {
                /// The seq of the entry that raised the prompt it answers.
                prompt: u64,
                /// The order, in the game's own form.
                order: Value,
            } place(entry) { entry.names_before(*prompt, "found-prompt-later") };
            /// From here on others may see earlier entries.
            1 Opened by Cause {
                /// Their seqs, ascending.
                entries: Vec<u64>,
                /// The audience that may see them now.
                to: EntryAudience,
            } body {
                holds(
                    entries.is_sorted_by(|a, b| a < b),
                    "Opened: entries must be in ascending order, each once",
                )
            }
                place(entry) {
                    entry.fits(
                        !entries.is_empty() && entries.iter().all(|seq| entry.is_after(*seq)),
                        "found-opens-later",
                    )
                };
            /// The table returns to its state after an earlier entry. The entries between stay in the log, undone.
            1 TakenBack by PlayerOrCause {
                /// That entry's seq.
                to: u64,
            } place(entry) { entry.names_before(*to, "found-names-later") };
        }
        /// Seats, and the search for players.
        Seats(SeatEvent) {
            /// A seat is kept for one player: a free one by anybody at the table, a taken one by its holder.
            1 SeatOffered by Player {
                /// The seat.
                seat: String,
                /// The opaque id of the player who may take it.
                player: String,
            } body { check_id(seat, "SeatOffered: seat").and(check_id(player, "SeatOffered: player")) };
            /// An offer is withdrawn, or declined by its player.
            1 OfferWithdrawn by Player {
                /// The seat.
                seat: String,
            } body { check_id(seat, "a seat") };
            /// The player of the entry's `by` takes a seat: a free one, or one that was offered to them.
            1 SeatTaken by Player {
                /// The seat.
                seat: String,
            } body { check_id(seat, "a seat") }
                place(entry) { entry.is_of_seat(seat) };
            /// The game master takes a seat from its player, or the player of the entry's `by` leaves it.
            1 SeatVacated by Player {
                /// The seat.
                seat: String,
            } body { check_id(seat, "a seat") };
            /// The player of the entry's `by` says that the table looks for players, or no longer does.
            1 PlayersSought by Player {
                /// True if it does.
                sought: bool,
            };
        }
        /// A request: what a player asks the others to agree to. Its JSON is for readers of an open request; the log has its kind
        /// and its body.
        Request(RequestEvent) #[derive(Serialize)] #[serde(tag = "ask", rename_all = "snake_case")] {
            /// The seat of the entry's `by` asks the other players to return to the state after an earlier entry.
            #[serde(rename = "take_back")]
            1 TakeBackAsked by Player {
                /// That entry's seq.
                to: u64,
            } place(entry) { entry.names_before(*to, "found-names-later") };
            /// The seat of the entry's `by` asks the other players to close the table.
            #[serde(rename = "close")]
            1 CloseProposed by Player;
            /// The seat of the entry's `by` asks the other players to show the table to spectators on a page.
            #[serde(rename = "publish")]
            1 PublishProposed by Player {
                /// The number of entries by which the page is behind.
                delay: u32,
            } body { check_delay(*delay, "PublishProposed") };
            /// The seat of the entry's `by` asks the other players to change how time passes at the table.
            #[serde(rename = "time")]
            1 TimeProposed by Player {
                /// The change asked for.
                change: TimeChange,
            } body { change.check("TimeProposed") }
                place(entry) {
                    entry.fits(
                        change.paused_until().is_none_or(|until| until > entry.at.as_str()),
                        "found-paused-back",
                    )
                };
            /// The player of the entry's `by` stops the clock until the others agree, refuse, or it runs again by itself.
            #[serde(rename = "stop")]
            1 TimeStopped by Player;
            /// The seat of the entry's `by` asks the others, except the player whose time is up, to end the game against that
            /// player.
            #[serde(rename = "claim")]
            1 ClaimProposed by Player {
                /// The seat whose time is up.
                #[serde(rename = "against")]
                seat: String,
            } body { check_id(seat, "a seat") };
            /// The seat of the entry's `by` asks the other players to have a game master, or none.
            #[serde(rename = "master")]
            1 MasterProposed by Player {
                /// The opaque id of the proposed game master; `None` for nobody.
                player: Option<String>,
            } body { player.iter().try_for_each(|player| check_id(player, "a game master")) };
            /// The seat of the entry's `by` asks the other players to give the table a name.
            #[serde(rename = "name")]
            1 NameProposed by Player {
                /// The name.
                name: String,
            } body { check_name(name, "NameProposed") };
            /// The seat of the entry's `by` asks the other players to go on with the club's own dice, without the witness.
            #[serde(rename = "own_dice")]
            1 OwnDiceProposed by Player;
        }
        /// The answers to requests.
        Consent(ConsentEvent) {
            /// The player of the entry's `by` answers a request.
            1 Answered by Player {
                /// The seq of the request.
                request: u64,
                /// True if they agree.
                agrees: bool,
            } place(entry) { entry.names_before(*request, "found-answers-later") };
        }
        /// The way time passes.
        Time(TimeEvent) {
            /// From here on time passes differently: everybody at the table agreed.
            1 TimeChanged by PlayerOrCause {
                /// The change.
                change: TimeChange,
            } body { change.check("TimeChanged") };
            /// A decision was not taken in its time.
            1 TimeExpired by Program {
                /// Whose it was.
                seat: String,
                /// The seq of the entry that raised the question.
                prompt: u64,
                /// When it was due, in the form of [`super::Entry::at`].
                deadline: String,
            } body { check_id(seat, "a seat").and(check_time(deadline, "TimeExpired: deadline")) }
                // Times all have one width: they sort as text.
                place(entry) {
                    entry
                        .names_before(*prompt, "found-prompt-later")
                        .and(entry.fits(entry.at >= *deadline, "found-expired-early"))
                };
            /// The game master gives a decision more time.
            1 TimeExtended by Player {
                /// The seat that is asked.
                seat: String,
                /// The seq of the entry that raised the question.
                prompt: u64,
                /// The additional counted hours, at least 1.
                hours: Hours,
            } body {
                check_id(seat, "TimeExtended: seat")
                    .and(holds(*hours != Hours::default(), "TimeExtended: hours is at least 1"))
            }
                place(entry) { entry.names_before(*prompt, "found-prompt-later") };
            /// The rules of a time zone changed: a decision is due at this time, and no earlier than announced.
            1 DeadlineMoved by Program {
                /// The seat that is asked.
                seat: String,
                /// The seq of the entry that raised the question.
                prompt: u64,
                /// When it is due, in the form of [`super::Entry::at`].
                deadline: String,
            } body { check_id(seat, "a seat").and(check_time(deadline, "DeadlineMoved: deadline")) }
                place(entry) { entry.names_before(*prompt, "found-prompt-later") };
            /// The player of the entry's `by` is away from one time to another.
            1 AbsenceBooked by Player {
                /// From when, not before the entry.
                from: String,
                /// Until when.
                until: String,
            } body {
                check_time(from, "AbsenceBooked: from")
                    .and(check_time(until, "AbsenceBooked: until"))
                    .and(holds(from < until, "AbsenceBooked: until is after from"))
            }
                // An absence is booked ahead: nobody takes back time that has run.
                place(entry) { entry.fits(*from >= entry.at, "found-booked-back") };
            /// The player of the entry's `by` is back, or stays: an absence ends now.
            2 AbsenceEnded by Player {
                /// The entry that booked it, or lengthened it last; none in version 1, which ended all.
                booked: Option<u64>,
            };
            /// From this entry on time is counted by another law.
            1 LawChanged by Program {
                /// The law, 2 at least. One above [`TIME_LAW`] was written by a newer program.
                law: u32,
            } body { holds(*law >= 2, "LawChanged: law is at least 2") };
            /// The log was ahead of the clock, and an operator corrected it: only this entry may be earlier than the one before it.
            1 ClockSet by Door;
        }
        /// The ready check before a game begins, and the entropy that players give until then.
        Ready(ReadyEvent) {
            /// The game begins only when every seat is taken and all players have said that they are ready; in the opening of the
            /// table.
            1 ReadyAsked by Cause;
            /// The player of the entry's `by` says that they are ready, or no longer.
            1 ReadySaid by Player {
                /// True if they are.
                ready: bool,
            };
            /// The time of the players who are not ready is up: the set-up waits for them no longer.
            1 WaitEnded by Program {
                /// When it was up, in the form of [`super::Entry::at`].
                deadline: String,
            } body { check_time(deadline, "WaitEnded: deadline") }
                place(entry) { entry.fits(entry.at >= *deadline, "found-expired-early") };
            /// All are ready, or the wait for the others has ended: it raises the first questions. Where entropy was asked for, the
            /// set-up follows from it.
            1 PlayBegan by Cause;
            /// The set-up waits until the game begins, and each seat may give entropy of its own until then; in the opening of the
            /// table.
            1 EntropyAsked by Cause;
            /// The seat of the entry's `by` promises entropy that it shows later.
            1 EntropyPromised by Player {
                /// The [promise](crate::seal::promise_of), 64 lower-case hexadecimal digits.
                digest: String,
            } body { check_hex(digest, 64, "EntropyPromised: digest") };
            /// The seat of the entry's `by` gives entropy, from which the dice follow too.
            1 EntropyGiven by Player {
                /// The [digest](crate::seal::Seed::entropy) under the seed; or what was [promised](crate::seal::promise_of). 64 lower-case
                /// hexadecimal digits.
                digest: String,
                /// Its source: one of [`ENTROPY_SOURCES`].
                source: String,
            } body {
                check_hex(digest, 64, "EntropyGiven: digest").and(holds(
                    ENTROPY_SOURCES.contains(&source.as_str()),
                    format_args!("EntropyGiven: source is one of {}", ENTROPY_SOURCES.join(", ")),
                ))
            };
        }
        /// The witness of the dice.
        Dice(DiceEvent) {
            /// From here on the rolls of each order, and those of the set-up, follow from the answer of a witness too; in the opening
            /// of the table.
            1 WitnessAsked by Cause {
                /// The key of the club's log, which signs what the witness is asked.
                log: String,
                /// The key that checks the witness's answers.
                witness: String,
            } body { check_key(log, "WitnessAsked: log").and(check_key(witness, "WitnessAsked: witness")) };
            /// The witness answered: the rolls of the entry's cause follow from its output too.
            1 DiceWitnessed by Cause {
                /// The number of the value at this table, from 1.
                counter: u64,
                /// The value that it was asked with, 64 lower-case hexadecimal digits.
                value: String,
                /// The output of its verifiable random function, 128 digits.
                output: String,
                /// The proof of it, 160 digits.
                proof: String,
            } body { check_witnessed(*counter, [value, output, proof], "DiceWitnessed") };
            /// The witness answered for an order that was never stored: nothing follows from its output.
            1 DiceAbandoned by Program {
                /// The number of the value.
                counter: u64,
                /// The value.
                value: String,
                /// The output.
                output: String,
                /// The proof.
                proof: String,
            } body { check_witnessed(*counter, [value, output, proof], "DiceAbandoned") };
            /// From here on the rolls are the club's own: everybody at the table agreed.
            1 OwnDiceAgreed by PlayerOrCause;
        }
        /// The public face of the table: its name, and its page for spectators.
        Page(PageEvent) {
            /// From here on anybody with its link sees the table as a spectator does, on a page: everybody at it agreed.
            1 TablePublished by PlayerOrCause {
                /// The number of entries by which the page is behind, until the table is closed.
                delay: u32,
            } body { check_delay(*delay, "TablePublished") };
            /// The player of the entry's `by` takes the page away, and its link is dead.
            1 TableUnpublished by Player;
            /// From here on the table has this name: everybody at it agreed.
            1 NameChanged by PlayerOrCause {
                /// The name.
                name: String,
            } body { check_name(name, "NameChanged") };
        }
        /// The game master.
        Master(MasterEvent) {
            /// From here on the table has this game master, or none: everybody at it agreed, or the master resigned.
            1 MasterChanged by PlayerOrCause {
                /// Their opaque id.
                player: Option<String>,
            } body { player.iter().try_for_each(|player| check_id(player, "a game master")) };
        }
        /// The end of the table.
        End(EndEvent) {
            /// A seat gives the game up.
            1 Resigned by Player {
                /// The seat.
                seat: String,
            } body { check_id(seat, "a seat") }
                place(entry) { entry.is_of_seat(seat) };
            /// The table is over.
            1 TableClosed by PlayerOrCause {
                /// Why: one of [`CLOSINGS`].
                why: String,
            } body { check_closing(why) };
            /// The seed is public, so that everyone can check the dice.
            1 SeedRevealed by Cause {
                /// 64 lower-case hexadecimal digits.
                seed: String,
            } body { check_hex(seed, 64, "SeedRevealed: seed") };
        }
        /// What concerns the log itself: looks into it, and the version of the rules.
        File(FileEvent) {
            /// Someone with the file looked at hidden information.
            2 Peeked by Door {
                /// How they looked, like `export`.
                what: String,
                /// The opaque id of who looked; none where an older version did not say.
                by: Option<String>,
            } body { by.iter().try_for_each(|by| check_id(by, "Peeked: by")).and(check_id(what, "Peeked: what")) };
            /// From the next entry on, an order, the table is played under another version of the rules.
            1 RulesChanged by Program {
                /// The old version.
                from: String,
                /// The version from here on.
                to: String,
            } body { check_version(from, "RulesChanged: from").and(check_version(to, "RulesChanged: to")) };
            /// A backup was put back, and the operator says so: the entries from here up to a head that was reached before are
            /// lost.
            1 LogRestored by Door {
                /// The lost chain value at that head, 64 lower-case hexadecimal digits.
                chain: String,
                /// The seq of that head.
                seq: u64,
            } body {
                check_hex(chain, 64, "LogRestored: chain")
                    .and(holds(*seq < MAX_LOST, "LogRestored: seq is below 2^53"))
            }
                place(entry) {
                    // No message brings it. The log still has every entry before it, so none of their heads is lost.
                    entry
                        .fits(entry.key.is_none(), "found-restored-key")
                        .and(entry.fits(*seq >= entry.seq, "found-restored-late"))
                };
        }
    }
}

/// The present version of a kind of table event; 1 for a kind that is none.
pub fn version_of(kind: &str) -> u32 {
    TableEvent::KINDS.iter().find(|(known, _)| *known == kind).map_or(1, |(_, version)| *version)
}

impl TableEvent {
    /// True if it only brings the table under other rules or another law, or accounts for an order that was never stored: the
    /// command's own entries follow it.
    pub fn is_change(&self) -> bool {
        matches!(
            self,
            TableEvent::File(FileEvent::RulesChanged { .. })
                | TableEvent::Time(TimeEvent::LawChanged { .. })
                | TableEvent::Dice(DiceEvent::DiceAbandoned { .. })
        )
    }

    /// The entry that the table goes back to by it.
    pub fn back_to(&self) -> Option<u64> {
        if let TableEvent::Play(PlayEvent::TakenBack { to }) = self { Some(*to) } else { None }
    }

    /// The table event of this kind, version and body; `None` when the kind is an event of a game. A body of an older
    /// version is read as one of the present.
    ///
    /// # Errors
    /// [`NotCanonical::Field`] when the version is unknown or the body does not fit the kind.
    pub fn of<'de, D>(kind: &str, v: u32, body: D) -> Result<Option<TableEvent>, NotCanonical>
    where
        D: Deserializer<'de, Error = serde_json::Error> + Copy,
    {
        let Some((_, current)) = TableEvent::KINDS.iter().find(|(known, _)| *known == kind) else {
            return Ok(None);
        };
        if v == 0 || v > *current {
            return Err(NotCanonical::Field(format!("{kind} has version {current}, not {v}")));
        }
        let misfit = |what: String| NotCanonical::Field(format!("the body of {kind}: {what}"));
        // One step at a time, so that a kind needs only the step from the version before.
        if v < *current {
            let before = Value::deserialize(body).map_err(|error| misfit(error.to_string()))?;
            let next = older::next_version(kind, v, before).map_err(misfit)?;
            return TableEvent::of(kind, v + 1, &next);
        }
        let event = TableEvent::read(kind, body).map_err(|error| misfit(error.to_string()))?;
        event.check()?;
        Ok(Some(event))
    }
}

impl RequestEvent {
    /// The event that follows once all have agreed. A table whose game is over then closes as over.
    pub fn outcome(&self) -> TableEvent {
        match self.clone() {
            RequestEvent::TakeBackAsked { to } => PlayEvent::TakenBack { to }.into(),
            RequestEvent::CloseProposed => EndEvent::TableClosed { why: AGREED.to_owned() }.into(),
            RequestEvent::PublishProposed { delay } => PageEvent::TablePublished { delay }.into(),
            RequestEvent::TimeProposed { change } => TimeEvent::TimeChanged { change }.into(),
            RequestEvent::TimeStopped => {
                TimeEvent::TimeChanged { change: TimeChange::Pause { until: None } }.into()
            }
            RequestEvent::ClaimProposed { .. } => EndEvent::TableClosed { why: CLAIMED.to_owned() }.into(),
            RequestEvent::MasterProposed { player } => MasterEvent::MasterChanged { player }.into(),
            RequestEvent::NameProposed { name } => PageEvent::NameChanged { name }.into(),
            RequestEvent::OwnDiceProposed => DiceEvent::OwnDiceAgreed.into(),
        }
    }
}

/// Reads a field that is never left out, not even where it may be `null`.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(field: D) -> Result<T, D::Error> {
    T::deserialize(field)
}

/// The JSON of a field or of a whole body. These plain values always have one; a null would be refused when it is stored.
fn json_of<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

fn holds(holds: bool, otherwise: impl Display) -> Result<(), NotCanonical> {
    if holds { Ok(()) } else { Err(NotCanonical::Field(otherwise.to_string())) }
}

fn check_delay(delay: u32, kind: &str) -> Result<(), NotCanonical> {
    holds(delay <= MAX_DELAY, format_args!("{kind}: delay is at most {MAX_DELAY}"))
}

/// Checks the key of a log or of a witness, `NAME+ID+KEY`, as far as a log needs it to be plain.
fn check_key(key: &str, what: &str) -> Result<(), NotCanonical> {
    let plain = !key.is_empty() && key.len() <= MAX_KEY && key.chars().all(|c| c.is_ascii_graphic());
    holds(plain, format_args!("{what}: 1 to {MAX_KEY} printable ASCII characters without space"))
}

fn check_witnessed(
    counter: u64,
    [value, output, proof]: [&String; 3],
    kind: &str,
) -> Result<(), NotCanonical> {
    holds((1..MAX_LOST).contains(&counter), format_args!("{kind}: counter is at least 1, and below 2^53"))
        .and(check_hex(value, 64, &format!("{kind}: value")))
        .and(check_hex(output, 128, &format!("{kind}: output")))
        .and(check_hex(proof, 160, &format!("{kind}: proof")))
}

/// The key of the sentence that says why a text is no name of a table; `None` for a good one.
pub fn name_fault(name: &str) -> Option<&'static str> {
    let steers = |c: char| matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    if name.is_empty() || name.trim() != name {
        Some("name-blank")
    } else if name.chars().count() > MAX_NAME {
        Some("name-too-long")
    } else if !is_plain(name) || name.chars().any(steers) {
        Some("name-unseen")
    } else if name.contains(['@', '＠', '<', '>']) || has_link(name) {
        Some("name-link")
    } else {
        None
    }
}

/// True if a program would make a link of a part of it: `https://…`, `example.org`.
fn has_link(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    let is_host = |it: &[char]| {
        !it[0].is_whitespace()
            && it[0] != '.'
            && it[1] == '.'
            && it[2..].iter().all(char::is_ascii_alphabetic)
    };
    // Two letters after the dot make a domain, as in `t.co`; one is an abbreviation, as in `U.S.`.
    text.contains("://") || chars.windows(4).any(is_host)
}

fn check_name(name: &str, kind: &str) -> Result<(), NotCanonical> {
    holds(
        name_fault(name).is_none(),
        format_args!(
            "{kind}: name has 1 to {MAX_NAME} characters that can be seen, without links, @, <, > and outer spaces"
        ),
    )
}

fn check_closing(why: &str) -> Result<(), NotCanonical> {
    if CLOSINGS.contains(&why) {
        return Ok(());
    }
    let one_of = CLOSINGS.join(", ");
    Err(NotCanonical::Field(format!("TableClosed: why is one of {one_of}, not {why:?}")))
}
