//! The bodies of the kinds that are the same for every game, each in its present version.

mod bodies;
mod opened;
mod rolled;
mod time;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::canonical::NotCanonical;
use super::entry::{EntryAudience, check_hex, check_id, check_time, check_version};
use super::limits::MAX_DELAY;
use super::upcast;
use crate::pace::Hours;
use bodies::*;
pub use opened::{LOG_FORMAT, TableOpened};
pub use rolled::{RollForm, Rolled};
use time::{Absence, AbsenceEnd, Change as TimeBody, Claim, Expiry, Extension, Law};
pub use time::{TIME_LAW, TimeChange};

/// The version of the kinds of table events that never had another form.
pub const TABLE_EVENT_VERSION: u32 = 1;
/// Kinds of table events that have had other forms, each with its present version.
const CHANGED: [(&str, u32); 2] = [("AbsenceEnded", 2), ("Peeked", 2)];
/// Why a table closes: its game is over, its only player gave it up, a player did, all agreed, a manager of its place
/// closed it, the others claimed it from a player whose time was up, or its game master closed it.
pub const CLOSINGS: [&str; 7] = ["over", "abandoned", "resigned", "agreed", "manager", "claimed", MASTER];
/// What stands for the seat of a game master, who has none, in `by`; and why a table closes that one closed.
pub const MASTER: &str = "master";

/// The kinds of table events, as they stand in `kind`.
pub const TABLE_EVENT_KINDS: [&str; 37] = [
    "TableOpened",
    "SeatOffered",
    "OfferWithdrawn",
    "SeatTaken",
    "OrderGiven",
    "Rolled",
    "TakeBackAsked",
    "CloseProposed",
    "PublishProposed",
    "Answered",
    "TakenBack",
    "Opened",
    "Resigned",
    "TableClosed",
    "SeedRevealed",
    "Peeked",
    "RulesChanged",
    "TablePublished",
    "TableUnpublished",
    "TimeProposed",
    "TimeChanged",
    "TimeStopped",
    "TimeExpired",
    "AbsenceBooked",
    "AbsenceEnded",
    "ClaimProposed",
    "PlayersSought",
    "ReadyAsked",
    "ReadySaid",
    "PlayBegan",
    "MasterProposed",
    "MasterChanged",
    "SeatVacated",
    "TimeExtended",
    "LawChanged",
    "DeadlineMoved",
    "ClockSet",
];

/// A table event: its kind with its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableEvent {
    /// The table opens; always entry 1, always seen by everyone.
    TableOpened(TableOpened),
    /// A seat is kept for one player: a free one by anybody who sits at the table, a taken one by its holder.
    SeatOffered {
        /// The seat.
        seat: String,
        /// The opaque id of the player who may take it.
        player: String,
    },
    /// An offer is withdrawn, or declined by whom it was made to.
    OfferWithdrawn {
        /// The seat.
        seat: String,
    },
    /// The player of the entry's `by` takes a seat: a free one, or one that was offered to them.
    SeatTaken {
        /// The seat.
        seat: String,
    },
    /// The seat of the entry's `by` gives an order.
    OrderGiven {
        /// The seq of the entry that raised the prompt it answers.
        prompt: u64,
        /// The order, in the game's own form.
        order: Value,
    },
    /// Dice were rolled, counters drawn or a cup shuffled.
    Rolled(Rolled),
    /// The seat of the entry's `by` asks the other players to go back to how the table stood after an earlier entry.
    TakeBackAsked {
        /// That entry's seq.
        to: u64,
    },
    /// The seat of the entry's `by` asks the other players to close the table.
    CloseProposed,
    /// The seat of the entry's `by` asks the other players to show the table to spectators on a page.
    PublishProposed {
        /// How many entries the page is to stay behind.
        delay: u32,
    },
    /// The player of the entry's `by` answers a request.
    Answered {
        /// The seq of the request.
        request: u64,
        /// Whether they agree.
        agrees: bool,
    },
    /// The table goes back to how it stood after an earlier entry. What came between stays in the log, undone.
    TakenBack {
        /// That entry's seq.
        to: u64,
    },
    /// From here on others may see earlier entries.
    Opened {
        /// Their seqs, ascending.
        entries: Vec<u64>,
        /// Who may see them now.
        to: EntryAudience,
    },
    /// A seat gives the game up.
    Resigned {
        /// The seat.
        seat: String,
    },
    /// The table is over.
    TableClosed {
        /// Why: one of [`CLOSINGS`].
        why: String,
    },
    /// The seed is public, so that everyone can check the dice.
    SeedRevealed {
        /// 64 lower-case hexadecimal digits.
        seed: String,
    },
    /// Someone with the file looked at what they may not see in play.
    Peeked {
        /// How they looked, like `export`.
        what: String,
        /// The opaque id of who looked; none where an older version did not say.
        by: Option<String>,
    },
    /// From the next entry on, an order, the table is played under another version of the rules.
    RulesChanged {
        /// The version so far.
        from: String,
        /// The version from here on.
        to: String,
    },
    /// From here on whoever has its link sees the table as a spectator does, on a page: everybody who sits there agreed.
    TablePublished {
        /// How many entries the page stays behind, until the table is closed.
        delay: u32,
    },
    /// The player of the entry's `by` takes the page away, and its link is dead.
    TableUnpublished,
    /// The seat of the entry's `by` asks the other players to change how time passes at the table.
    TimeProposed {
        /// How.
        change: TimeChange,
    },
    /// From here on time passes otherwise: everybody who sits there agreed.
    TimeChanged {
        /// How.
        change: TimeChange,
    },
    /// The player of the entry's `by` stops the clock until the others agree, refuse, or it runs again by itself.
    TimeStopped,
    /// A decision was not taken in its time.
    TimeExpired {
        /// Whose it was.
        seat: String,
        /// The seq of the entry that asked for it.
        prompt: u64,
        /// When it was due, in the form of [`super::Entry::at`].
        deadline: String,
    },
    /// The player of the entry's `by` is away from one time to another.
    AbsenceBooked {
        /// From when, not before the entry.
        from: String,
        /// Until when.
        until: String,
    },
    /// The player of the entry's `by` is back, or stays: an absence ends now.
    AbsenceEnded {
        /// The entry that booked it, or lengthened it last; none in version 1, which ended all.
        booked: Option<u64>,
    },
    /// The seat of the entry's `by` asks the others, but for whose time is up, to end the game against them.
    ClaimProposed {
        /// The seat whose time is up.
        seat: String,
    },
    /// The player of the entry's `by` says that the table looks for players, or no longer does.
    PlayersSought {
        /// Whether it does.
        sought: bool,
    },
    /// The game begins only once every seat is taken and all players have said that they are ready; in the opening of the
    /// table.
    ReadyAsked,
    /// The player of the entry's `by` says that they are ready, or no longer.
    ReadySaid {
        /// Whether they are.
        ready: bool,
    },
    /// All are ready: the first questions are asked.
    PlayBegan,
    /// The seat of the entry's `by` asks the other players to have a game master, or none.
    MasterProposed {
        /// The opaque id of who is to be it; none for nobody.
        player: Option<String>,
    },
    /// From here on the table has this game master, or none: everybody who sits there agreed, or the master lays the office down.
    MasterChanged {
        /// Their opaque id.
        player: Option<String>,
    },
    /// The game master takes a seat from its player, or the player of the entry's `by` leaves it.
    SeatVacated {
        /// The seat.
        seat: String,
    },
    /// The game master gives a decision more time.
    TimeExtended {
        /// Whose it is.
        seat: String,
        /// The seq of the entry that asked for it.
        prompt: u64,
        /// How many hours that count more, at least 1.
        hours: Hours,
    },
    /// From this entry on time is counted by another law.
    LawChanged {
        /// The law, 2 at least. One above [`TIME_LAW`] was written by a newer program.
        law: u32,
    },
    /// The rules of a time zone changed: a decision is due at this time, and no earlier than was told.
    DeadlineMoved {
        /// Whose it is.
        seat: String,
        /// The seq of the entry that asked for it.
        prompt: u64,
        /// When it is due, in the form of [`super::Entry::at`].
        deadline: String,
    },
    /// The log was ahead of the clock, and an operator set it right: this entry alone may be earlier than the one before it.
    ClockSet,
}

/// The present version of a kind of table event.
pub fn version_of(kind: &str) -> u32 {
    CHANGED.iter().find(|(changed, _)| *changed == kind).map_or(TABLE_EVENT_VERSION, |(_, v)| *v)
}

impl TableEvent {
    /// The kind's name, as it stands in an entry.
    pub fn kind(&self) -> &'static str {
        match self {
            TableEvent::TableOpened(_) => "TableOpened",
            TableEvent::SeatOffered { .. } => "SeatOffered",
            TableEvent::OfferWithdrawn { .. } => "OfferWithdrawn",
            TableEvent::SeatTaken { .. } => "SeatTaken",
            TableEvent::OrderGiven { .. } => "OrderGiven",
            TableEvent::Rolled(_) => "Rolled",
            TableEvent::TakeBackAsked { .. } => "TakeBackAsked",
            TableEvent::CloseProposed => "CloseProposed",
            TableEvent::PublishProposed { .. } => "PublishProposed",
            TableEvent::Answered { .. } => "Answered",
            TableEvent::TakenBack { .. } => "TakenBack",
            TableEvent::Opened { .. } => "Opened",
            TableEvent::Resigned { .. } => "Resigned",
            TableEvent::TableClosed { .. } => "TableClosed",
            TableEvent::SeedRevealed { .. } => "SeedRevealed",
            TableEvent::Peeked { .. } => "Peeked",
            TableEvent::RulesChanged { .. } => "RulesChanged",
            TableEvent::TablePublished { .. } => "TablePublished",
            TableEvent::TableUnpublished => "TableUnpublished",
            TableEvent::TimeProposed { .. } => "TimeProposed",
            TableEvent::TimeChanged { .. } => "TimeChanged",
            TableEvent::TimeStopped => "TimeStopped",
            TableEvent::TimeExpired { .. } => "TimeExpired",
            TableEvent::AbsenceBooked { .. } => "AbsenceBooked",
            TableEvent::AbsenceEnded { .. } => "AbsenceEnded",
            TableEvent::ClaimProposed { .. } => "ClaimProposed",
            TableEvent::PlayersSought { .. } => "PlayersSought",
            TableEvent::ReadyAsked => "ReadyAsked",
            TableEvent::ReadySaid { .. } => "ReadySaid",
            TableEvent::PlayBegan => "PlayBegan",
            TableEvent::MasterProposed { .. } => "MasterProposed",
            TableEvent::MasterChanged { .. } => "MasterChanged",
            TableEvent::SeatVacated { .. } => "SeatVacated",
            TableEvent::TimeExtended { .. } => "TimeExtended",
            TableEvent::LawChanged { .. } => "LawChanged",
            TableEvent::DeadlineMoved { .. } => "DeadlineMoved",
            TableEvent::ClockSet => "ClockSet",
        }
    }

    /// True if a player or the game master makes it: the entry names them in `by`.
    pub fn is_somebodys(&self) -> bool {
        matches!(
            self,
            TableEvent::SeatOffered { .. }
                | TableEvent::OfferWithdrawn { .. }
                | TableEvent::SeatTaken { .. }
                | TableEvent::OrderGiven { .. }
                | TableEvent::TakeBackAsked { .. }
                | TableEvent::CloseProposed
                | TableEvent::PublishProposed { .. }
                | TableEvent::Answered { .. }
                | TableEvent::Resigned { .. }
                | TableEvent::TableUnpublished
                | TableEvent::TimeProposed { .. }
                | TableEvent::TimeStopped
                | TableEvent::AbsenceBooked { .. }
                | TableEvent::AbsenceEnded { .. }
                | TableEvent::ClaimProposed { .. }
                | TableEvent::PlayersSought { .. }
                | TableEvent::ReadySaid { .. }
                | TableEvent::MasterProposed { .. }
                | TableEvent::SeatVacated { .. }
                | TableEvent::TimeExtended { .. }
        )
    }

    /// True if it only brings the table under other rules, or another law: what follows it is what was done.
    pub fn is_change(&self) -> bool {
        matches!(self, TableEvent::RulesChanged { .. } | TableEvent::LawChanged { .. })
    }

    /// The body of an entry of this kind.
    pub fn body(&self) -> Value {
        match self {
            TableEvent::TableOpened(opened) => object(opened),
            TableEvent::SeatOffered { seat, player } => {
                object(&Offer { seat: seat.clone(), player: player.clone() })
            }
            TableEvent::SeatTaken { seat }
            | TableEvent::OfferWithdrawn { seat }
            | TableEvent::SeatVacated { seat }
            | TableEvent::Resigned { seat } => object(&Seat { seat: seat.clone() }),
            TableEvent::OrderGiven { prompt, order } => {
                object(&Order { prompt: *prompt, order: order.clone() })
            }
            TableEvent::Rolled(rolled) => object(rolled),
            TableEvent::TakenBack { to } | TableEvent::TakeBackAsked { to } => object(&Back { to: *to }),
            TableEvent::CloseProposed
            | TableEvent::TableUnpublished
            | TableEvent::TimeStopped
            | TableEvent::ClockSet
            | TableEvent::ReadyAsked
            | TableEvent::PlayBegan => object(&Empty {}),
            TableEvent::PublishProposed { delay } | TableEvent::TablePublished { delay } => {
                object(&Publication { delay: *delay })
            }
            TableEvent::Answered { request, agrees } => {
                object(&Answer { request: *request, agrees: *agrees })
            }
            TableEvent::Opened { entries, to } => {
                object(&OpenedEntries { entries: entries.clone(), to: to.to_value() })
            }
            TableEvent::TableClosed { why } => object(&Closing { why: why.clone() }),
            TableEvent::SeedRevealed { seed } => object(&Reveal { seed: seed.clone() }),
            TableEvent::Peeked { what, by } => object(&Peek { what: what.clone(), by: by.clone() }),
            TableEvent::RulesChanged { from, to } => object(&Change { from: from.clone(), to: to.clone() }),
            TableEvent::TimeProposed { change } | TableEvent::TimeChanged { change } => {
                object(&TimeBody { change: change.clone() })
            }
            TableEvent::TimeExpired { seat, prompt, deadline }
            | TableEvent::DeadlineMoved { seat, prompt, deadline } => {
                object(&Expiry { seat: seat.clone(), prompt: *prompt, deadline: deadline.clone() })
            }
            TableEvent::AbsenceBooked { from, until } => {
                object(&Absence { from: from.clone(), until: until.clone() })
            }
            TableEvent::AbsenceEnded { booked } => object(&AbsenceEnd { booked: *booked }),
            TableEvent::LawChanged { law } => object(&Law { law: *law }),
            TableEvent::ClaimProposed { seat } => object(&Claim { seat: seat.clone() }),
            TableEvent::PlayersSought { sought } => object(&Sought { sought: *sought }),
            TableEvent::ReadySaid { ready } => object(&Ready { ready: *ready }),
            TableEvent::MasterProposed { player } | TableEvent::MasterChanged { player } => {
                object(&Office { player: player.clone() })
            }
            TableEvent::TimeExtended { seat, prompt, hours } => {
                object(&Extension { seat: seat.clone(), prompt: *prompt, hours: *hours })
            }
        }
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
        if !TABLE_EVENT_KINDS.contains(&kind) {
            return Ok(None);
        }
        let current = version_of(kind);
        if v == 0 || v > current {
            return Err(NotCanonical::Field(format!("{kind} has version {current}, not {v}")));
        }
        if v < current {
            let field = |what| NotCanonical::Field(format!("the body of {kind}: {what}"));
            return TableEvent::of(
                kind,
                v + 1,
                &upcast::table_event_step(kind, v, read(kind, body)?).map_err(field)?,
            );
        }
        let event = match kind {
            "TableOpened" => TableEvent::TableOpened(read(kind, body)?),
            "SeatOffered" => {
                let Offer { seat, player } = read(kind, body)?;
                TableEvent::SeatOffered { seat, player }
            }
            "OfferWithdrawn" => TableEvent::OfferWithdrawn { seat: read::<Seat, D>(kind, body)?.seat },
            "SeatTaken" => TableEvent::SeatTaken { seat: read::<Seat, D>(kind, body)?.seat },
            "OrderGiven" => {
                let Order { prompt, order } = read(kind, body)?;
                TableEvent::OrderGiven { prompt, order }
            }
            "Rolled" => TableEvent::Rolled(read(kind, body)?),
            "TakeBackAsked" => TableEvent::TakeBackAsked { to: read::<Back, D>(kind, body)?.to },
            "CloseProposed" => read::<Empty, D>(kind, body).map(|_| TableEvent::CloseProposed)?,
            "PublishProposed" => {
                TableEvent::PublishProposed { delay: read::<Publication, D>(kind, body)?.delay }
            }
            "TablePublished" => {
                TableEvent::TablePublished { delay: read::<Publication, D>(kind, body)?.delay }
            }
            "TableUnpublished" => read::<Empty, D>(kind, body).map(|_| TableEvent::TableUnpublished)?,
            "TimeProposed" => TableEvent::TimeProposed { change: read::<TimeBody, D>(kind, body)?.change },
            "TimeChanged" => TableEvent::TimeChanged { change: read::<TimeBody, D>(kind, body)?.change },
            "TimeStopped" => read::<Empty, D>(kind, body).map(|_| TableEvent::TimeStopped)?,
            "TimeExpired" => {
                let Expiry { seat, prompt, deadline } = read(kind, body)?;
                TableEvent::TimeExpired { seat, prompt, deadline }
            }
            "AbsenceBooked" => {
                let Absence { from, until } = read(kind, body)?;
                TableEvent::AbsenceBooked { from, until }
            }
            "AbsenceEnded" => TableEvent::AbsenceEnded { booked: read::<AbsenceEnd, D>(kind, body)?.booked },
            "LawChanged" => TableEvent::LawChanged { law: read::<Law, D>(kind, body)?.law },
            "DeadlineMoved" => {
                let Expiry { seat, prompt, deadline } = read(kind, body)?;
                TableEvent::DeadlineMoved { seat, prompt, deadline }
            }
            "ClockSet" => read::<Empty, D>(kind, body).map(|_| TableEvent::ClockSet)?,
            "ClaimProposed" => TableEvent::ClaimProposed { seat: read::<Claim, D>(kind, body)?.seat },
            "PlayersSought" => TableEvent::PlayersSought { sought: read::<Sought, D>(kind, body)?.sought },
            "ReadyAsked" => read::<Empty, D>(kind, body).map(|_| TableEvent::ReadyAsked)?,
            "ReadySaid" => TableEvent::ReadySaid { ready: read::<Ready, D>(kind, body)?.ready },
            "PlayBegan" => read::<Empty, D>(kind, body).map(|_| TableEvent::PlayBegan)?,
            "MasterProposed" => TableEvent::MasterProposed { player: read::<Office, D>(kind, body)?.player },
            "MasterChanged" => TableEvent::MasterChanged { player: read::<Office, D>(kind, body)?.player },
            "SeatVacated" => TableEvent::SeatVacated { seat: read::<Seat, D>(kind, body)?.seat },
            "TimeExtended" => {
                let Extension { seat, prompt, hours } = read(kind, body)?;
                TableEvent::TimeExtended { seat, prompt, hours }
            }
            "Answered" => {
                let Answer { request, agrees } = read(kind, body)?;
                TableEvent::Answered { request, agrees }
            }
            "TakenBack" => TableEvent::TakenBack { to: read::<Back, D>(kind, body)?.to },
            "Opened" => {
                let OpenedEntries { entries, to } = read(kind, body)?;
                TableEvent::Opened { entries, to: EntryAudience::from_value(&to)? }
            }
            "Resigned" => TableEvent::Resigned { seat: read::<Seat, D>(kind, body)?.seat },
            "TableClosed" => TableEvent::TableClosed { why: read::<Closing, D>(kind, body)?.why },
            "SeedRevealed" => TableEvent::SeedRevealed { seed: read::<Reveal, D>(kind, body)?.seed },
            "RulesChanged" => {
                let Change { from, to } = read(kind, body)?;
                TableEvent::RulesChanged { from, to }
            }
            _ => {
                let Peek { what, by } = read(kind, body)?;
                TableEvent::Peeked { what, by }
            }
        };
        event.check()?;
        Ok(Some(event))
    }

    pub(super) fn check(&self) -> Result<(), NotCanonical> {
        match self {
            TableEvent::TableOpened(opened) => opened.check(),
            TableEvent::SeatOffered { seat, player } => {
                check_id(seat, "SeatOffered: seat")?;
                check_id(player, "SeatOffered: player")
            }
            TableEvent::SeatTaken { seat }
            | TableEvent::OfferWithdrawn { seat }
            | TableEvent::Resigned { seat }
            | TableEvent::SeatVacated { seat }
            | TableEvent::ClaimProposed { seat } => check_id(seat, "a seat"),
            TableEvent::MasterProposed { player } | TableEvent::MasterChanged { player } => {
                player.iter().try_for_each(|player| check_id(player, "a game master"))
            }
            TableEvent::TimeExtended { seat, hours, .. } => {
                check_id(seat, "TimeExtended: seat")?;
                if *hours != Hours::default() {
                    return Ok(());
                }
                Err(NotCanonical::Field("TimeExtended: hours is at least 1".to_owned()))
            }
            TableEvent::TimeProposed { change } | TableEvent::TimeChanged { change } => {
                change.check(self.kind())
            }
            TableEvent::TimeExpired { seat, deadline, .. }
            | TableEvent::DeadlineMoved { seat, deadline, .. } => {
                check_id(seat, "a seat")?;
                check_time(deadline, &format!("{}: deadline", self.kind()))
            }
            // A newer program may write a law that this one does not know.
            TableEvent::LawChanged { law: 0 | 1 } => {
                Err(NotCanonical::Field("LawChanged: law is at least 2".to_owned()))
            }
            TableEvent::AbsenceBooked { from, until } => {
                check_time(from, "AbsenceBooked: from")?;
                check_time(until, "AbsenceBooked: until")?;
                if from < until {
                    return Ok(());
                }
                Err(NotCanonical::Field("AbsenceBooked: until is after from".to_owned()))
            }
            TableEvent::TableClosed { why } if !CLOSINGS.contains(&&**why) => {
                let what = format!("TableClosed: why is one of {}, not {why:?}", CLOSINGS.join(", "));
                Err(NotCanonical::Field(what))
            }
            TableEvent::RulesChanged { from, to } => {
                check_version(from, "RulesChanged: from")?;
                check_version(to, "RulesChanged: to")
            }
            TableEvent::Peeked { what, by } => {
                by.iter().try_for_each(|by| check_id(by, "Peeked: by"))?;
                check_id(what, "Peeked: what")
            }
            TableEvent::PublishProposed { delay } | TableEvent::TablePublished { delay }
                if *delay > MAX_DELAY =>
            {
                Err(NotCanonical::Field(format!("{}: delay is at most {MAX_DELAY}", self.kind())))
            }
            TableEvent::Rolled(rolled) => rolled.check(),
            TableEvent::SeedRevealed { seed } => check_hex(seed, 64, "SeedRevealed: seed"),
            TableEvent::Opened { entries, .. } if !entries.is_sorted_by(|a, b| a < b) => {
                Err(NotCanonical::Field("Opened: entries must be in ascending order, each once".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

fn read<'de, T, D>(kind: &str, body: D) -> Result<T, NotCanonical>
where
    T: Deserialize<'de>,
    D: Deserializer<'de, Error = serde_json::Error>,
{
    T::deserialize(body).map_err(|e| NotCanonical::Field(format!("the body of {kind}: {e}")))
}

fn object<T: Serialize>(body: &T) -> Value {
    // These plain structures always have a JSON form; an empty object would be refused when it is stored.
    serde_json::to_value(body).unwrap_or(Value::Object(Map::new()))
}
