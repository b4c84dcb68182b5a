//! Notices: which seats are told of an entry. They are stored in the same transaction as the entry, and worded when a door
//! sends them.
//!
//! A notice has table, entry, seat and reason, and depends only on public facts: that a seat has a prompt, that a request was
//! made or answered. [`Tables::addressee`](super::Tables::addressee) names its recipient.

use super::fold::Table;
use super::known::{EntryContent, Known};
use super::ready_check::Unready;
use super::reply::TableFault;
use super::service::Tables;
use crate::game::{Events, Fact, Game, OwnNotice, Seat};
use crate::games::Packed;
use crate::log::alarms::REMINDER;
use crate::log::outbox::PendingNotice;
use crate::log::{
    Notice, PlayEvent, ReadyEvent, RequestEvent, SeatEvent, Store, TableEvent, TimeEvent, table_event,
};
use crate::pace::LadderStep;

/// A seat has a prompt because of another's decision.
pub const PROMPT: &str = "prompt";
/// A table was opened.
pub const OPENED: &str = "opened";
/// A table was closed.
pub const CLOSED: &str = "closed";
/// A seat is offered: for the player it is offered to.
pub const INVITED: &str = "invited";
/// An offered seat was declined: for the player who offered it.
pub const DECLINED: &str = "declined";
/// A player took a seat, a free one or one passed on: for the others.
pub const SEATED: &str = "seated";
/// A player has to answer a request for a takeback, for closing or for publishing.
pub const REQUEST: &str = "request";
/// A request was answered: for the player who made it.
pub const ANSWER: &str = "answer";
/// A request lapsed before all had answered: for the player who made it.
pub const LAPSED: &str = "lapsed";

/// The table is published: for everybody but who did it.
pub const PUBLISHED: &str = "published";
/// The table is published no longer: for everybody but who did it.
pub const UNPUBLISHED: &str = "unpublished";

/// How time passes at the table was changed: for everybody but who did it.
pub const TIME: &str = "time";
/// The time of a decision is up: for whose it was and for all others.
pub const EXPIRED: &str = "expired";
/// Every seat is taken, and a player has still to say that they are ready: for that player.
pub const READY: &str = "ready";
/// The same once more, after a while.
pub const READY_REMINDER: &str = "ready-reminder";
/// The game began without a player's entropy, because their time to be ready was up: for that player.
pub const BEGAN: &str = "began";
/// A seat was taken from its player, whose time was up: for that player.
pub const LOST: &str = "lost";
/// A computer player stands in for a player whose time was up: for that player.
pub const STOOD_IN: &str = "stood-in";
/// The prefix of a reminder's step: this long after the question; otherwise before the deadline.
const AFTER: &str = "after";
const BEFORE: &str = "before";
/// A player is away, or back: for the others.
pub const ABSENCE: &str = "absence";
/// The table has another game master, or none: for everybody but who did it.
pub const MASTER: &str = "master";
/// A seat has no player any more, because they left or the game master took it: for the others.
pub const VACATED: &str = "vacated";
/// The game master took a seat from its player: for that player.
pub const REPLACED: &str = "replaced";

/// Returns whether a notice is for a seat's former player.
pub fn is_of_loss(why: &str) -> bool {
    [LOST, REPLACED, STOOD_IN].contains(&why)
}

/// The name of a reminder's notice: `reminder-STEP` or `reminder-STEP-TAKEN`, with a step such as `after24h` or `before6h`.
/// `taken` is the entry by which this player took the seat: it separates their reminders from the previous holder's.
pub fn reminder(step: LadderStep, taken: Option<u64>) -> String {
    let step = match step {
        LadderStep::After(hours) => format!("{AFTER}{}h", hours.count()),
        LadderStep::Before(hours) => format!("{BEFORE}{}h", hours.count()),
    };
    reminder_of(&step, taken)
}

/// The name that older versions gave it: by the place of the step in its ladder, from 0.
pub fn numbered_reminder(place: usize, taken: Option<u64>) -> String {
    reminder_of(&place.to_string(), taken)
}

fn reminder_of(step: &str, taken: Option<u64>) -> String {
    let taken = taken.map(|taken| format!("-{taken}")).unwrap_or_default();
    format!("{REMINDER}{step}{taken}")
}

/// Returns whether a notice reminds a seat of its prompt.
pub fn is_reminder(why: &str) -> bool {
    reminded(why).is_some()
}

/// Returns whether a notice reminds the player who took the seat by the entry `taken`, after another had the prompt.
pub fn reminds_since(why: &str, taken: Option<u64>) -> bool {
    reminded(why) == Some(taken)
}

/// The entry by which the reminded player took the seat; `None` if a notice is no reminder.
fn reminded(why: &str) -> Option<Option<u64>> {
    let named = why.strip_prefix(REMINDER)?;
    let (step, taken) = named.split_once('-').map_or((named, None), |(step, taken)| (step, Some(taken)));
    let hours = [AFTER, BEFORE].iter().find_map(|begin| step.strip_prefix(begin)?.strip_suffix('h'));
    // Older versions wrote the place of the step in its ladder, a bare number.
    hours.unwrap_or(step).parse::<usize>().ok()?;
    taken.map(str::parse).transpose().ok()
}

/// Returns whether a notice is about a prompt of its seat: the prompt itself, or a reminder.
pub fn is_of_question(why: &str) -> bool {
    why == PROMPT || is_reminder(why)
}

/// Returns whether a notice asks its player to say that they are ready.
pub fn is_of_readiness(why: &str) -> bool {
    [READY, READY_REMINDER].contains(&why)
}

/// The game's own kind of notice named `why`: its message is the text of the entry. `None` for the kinds above.
pub fn own<G: Game>(why: &str) -> Option<OwnNotice> {
    G::NOTICES.iter().find(|notice| notice.name == why).copied()
}

/// The notices of a table that has just been opened: to every seat that is taken.
pub fn of_opening<G: Game>(table: &Table<G>) -> Vec<Notice> {
    table.seats().map(|(seat, _)| notice(1, seat, OPENED)).collect()
}

/// The notices of `entries`, which led from `before` to `after` by a decision of `actor`.
pub(super) fn after<G: Game>(
    before: &Table<G>,
    after: &Table<G>,
    entries: &[Known<'_, G::Event>],
    actor: Option<Seat>,
) -> Vec<Notice> {
    // The end takes the place of all other news: no prompt can be answered any more.
    if before.closed().is_none() && after.closed().is_some() {
        return after.seats().map(|(seat, _)| notice(after.head().seq, seat, CLOSED)).collect();
    }
    let mut notices = of_prompts(before, after, actor);
    notices.extend(of_events(after, entries));
    if let Some((lead, table_event)) = lead(entries) {
        notices.extend(of_people(before, after, lead.seq, table_event, lead.player()));
        notices.extend(of_stand_ins(after, entries, lead.seq));
        notices.extend(of_losses(before, after, entries));
        notices.extend(of_readiness(before, after, lead.player()));
        notices.extend(of_further_offers(entries, lead.seq));
    }
    notices
}

/// The entry of the table itself that the others follow from, with its content.
fn lead<'a, E: Events>(entries: &'a [Known<'_, E>]) -> Option<(&'a Known<'a, E>, &'a TableEvent)> {
    entries.iter().find_map(|entry| match &*entry.said {
        EntryContent::Fact(_) => None,
        EntryContent::TableEvent(table_event) if table_event.is_change() => None,
        EntryContent::TableEvent(table_event) => Some((entry, table_event)),
    })
}

/// For every seat with a new prompt because of another's decision.
fn of_prompts<G: Game>(before: &Table<G>, after: &Table<G>, actor: Option<Seat>) -> Vec<Notice> {
    let taken = |seat: Seat| after.player_of(seat).is_some();
    after
        .waited_for()
        .filter(|asked| asked.number > before.head().seq && Some(asked.prompt.seat) != actor)
        .filter(|asked| taken(asked.prompt.seat))
        .map(|asked| notice(asked.number, asked.prompt.seat, PROMPT))
        .collect()
}

/// The game's notices to single seats, unless they did it themselves.
fn of_events<G: Game>(after: &Table<G>, entries: &[Known<'_, G::Event>]) -> Vec<Notice> {
    if after.opened().seats.len() < 2 {
        return vec![];
    }
    let doer = lead(entries).and_then(|(lead, _)| lead.player());
    let told = |entry: &Known<'_, G::Event>| {
        let EntryContent::Fact(fact @ Fact::Event(_)) = &*entry.said else { return None };
        let (seat, own) = G::fact_policy(fact).notify?;
        debug_assert!(G::NOTICES.contains(&own), "{own:?} is one of the game's notices");
        let player = after.player_of(seat)?;
        (Some(player) != doer).then(|| notice(entry.seq, seat, own.name))
    };
    entries.iter().filter_map(told).collect()
}

/// For everybody, the new holder included: a seat changed hands because its time was up, which nobody did.
fn of_stand_ins<G: Game>(after: &Table<G>, entries: &[Known<'_, G::Event>], lead: u64) -> Vec<Notice> {
    let sits_down = |entry: &&Known<'_, G::Event>| {
        entry.seq != lead
            && matches!(*entry.said, EntryContent::TableEvent(TableEvent::Seats(SeatEvent::SeatTaken { .. })))
    };
    let told = |entry: &Known<'_, G::Event>| {
        let seats = after.players().into_values();
        seats.map(|seat| notice(entry.seq, seat, SEATED)).collect::<Vec<_>>()
    };
    entries.iter().filter(sits_down).flat_map(told).collect()
}

/// For the former player of a seat that another has now without their offer: their time was up.
fn of_losses<G: Game>(before: &Table<G>, after: &Table<G>, entries: &[Known<'_, G::Event>]) -> Vec<Notice> {
    let lost = |entry: &Known<'_, G::Event>| {
        let EntryContent::TableEvent(TableEvent::Seats(SeatEvent::SeatTaken { seat })) = &*entry.said else {
            return None;
        };
        let seat = before.all_seats().find(|it| it.as_str() == seat)?;
        let passed_on =
            before.people.offers.get(&seat).is_some_and(|offer| entry.player() == Some(&*offer.player));
        let gone = before.player_of(seat).filter(|_| !passed_on)?;
        // A stand-in's seat stays kept for its player, who may have it back.
        let kept = after.offers().any(|(other, player)| other == seat && player == gone);
        let why = if kept { STOOD_IN } else { LOST };
        Some(notice(entry.seq, seat, why))
    };
    entries.iter().filter_map(lost).collect()
}

/// For every player for whom the game begins to wait because of another's action.
fn of_readiness<G: Game>(before: &Table<G>, after: &Table<G>, doer: Option<&str>) -> Vec<Notice> {
    let waited = before.unready();
    let told = |it: &Unready| {
        Some(it.player.as_str()) == doer || waited.iter().any(|before| before.player == it.player)
    };
    let unready = after.unready().into_iter().filter(|it| !told(it));
    unready.map(|it| notice(it.since, it.seat, READY)).collect()
}

/// For a player for whom a seat is kept that was just taken from another.
fn of_further_offers<E: Events>(entries: &[Known<'_, E>], lead: u64) -> impl Iterator<Item = Notice> {
    entries.iter().filter(move |entry| entry.seq != lead).filter_map(|entry| {
        let EntryContent::TableEvent(TableEvent::Seats(SeatEvent::SeatOffered { seat, .. })) = &*entry.said
        else {
            return None;
        };
        Some(Notice { seq: entry.seq, seat: seat.clone(), why: INVITED.to_owned() })
    })
}

/// The notices about requests between players, and their outcomes.
fn of_people<G: Game>(
    before: &Table<G>,
    after: &Table<G>,
    seq: u64,
    table_event: &TableEvent,
    doer: Option<&str>,
) -> Vec<Notice> {
    let others = |why| {
        let others = after.players().into_iter().filter(|(player, _)| Some(*player) != doer);
        others.map(|(_, seat)| notice(seq, seat, why)).collect()
    };
    // A player is not told of their own action.
    let unless_theirs = |seat: Seat, why: &str| {
        (after.player_of(seat) != doer).then(|| notice(seq, seat, why)).into_iter().collect()
    };
    // The new game master is told as well.
    let of_master = |mut told: Vec<Notice>| {
        let new = after.master().is_some().then(|| Notice {
            seq,
            seat: table_event::MASTER.to_owned(),
            why: MASTER.to_owned(),
        });
        told.extend(new);
        told
    };
    let asker = before.request.as_ref().map(|request| request.seat);
    let lapsed = |asker: Option<Seat>| asker.map_or_else(Vec::new, |seat| unless_theirs(seat, LAPSED));
    let voided = || lapsed(overtaken(before, after, table_event)).into_iter();
    let clock_changed = || before.clock != after.clock;
    match table_event {
        TableEvent::Seats(SeatEvent::SeatOffered { seat, .. }) => {
            vec![Notice { seq, seat: seat.clone(), why: INVITED.to_owned() }]
        }
        TableEvent::Seats(SeatEvent::OfferWithdrawn { seat }) => {
            let offer = before.people.offers.iter().find(|(offered, _)| offered.as_str() == seat);
            offer.map_or_else(Vec::new, |(_, offer)| unless_theirs(offer.by, DECLINED))
        }
        TableEvent::Seats(SeatEvent::SeatTaken { .. }) => {
            lapsed(asker).into_iter().chain(others(SEATED)).collect()
        }
        TableEvent::Seats(SeatEvent::SeatVacated { seat }) => {
            // Whoever leaves a seat knows that.
            let holder =
                before.all_seats().find(|it| it.as_str() == seat).and_then(|it| before.player_of(it));
            let replaced = || Notice { seq, seat: seat.clone(), why: REPLACED.to_owned() };
            let gone = (holder != doer).then(replaced);
            lapsed(asker).into_iter().chain(others(VACATED)).chain(gone).collect()
        }
        TableEvent::Request(_) => {
            let awaited = after.pending().map(|pending| pending.awaited).unwrap_or_default();
            // A stop of the clock takes the place of an open request.
            voided().chain(awaited.into_iter().map(|seat| notice(seq, seat, REQUEST))).collect()
        }
        // The last consent carries the request out.
        TableEvent::Consent(_) if before.page.published != after.page.published => others(PUBLISHED),
        TableEvent::Consent(_) if before.master != after.master => of_master(others(MASTER)),
        TableEvent::Consent(_) if clock_changed() => others(TIME),
        TableEvent::Consent(_) => asker.map_or_else(Vec::new, |seat| unless_theirs(seat, ANSWER)),
        TableEvent::Page(_) if before.page.published == after.page.published => Vec::new(),
        TableEvent::Page(_) if after.page.published.is_some() => others(PUBLISHED),
        TableEvent::Page(_) => others(UNPUBLISHED),
        TableEvent::Master(_) => voided().chain(of_master(others(MASTER))).collect(),
        TableEvent::Time(
            TimeEvent::TimeChanged { .. }
            | TimeEvent::TimeExtended { .. }
            | TimeEvent::DeadlineMoved { .. }
            | TimeEvent::ClockSet,
        ) => voided().chain(others(TIME)).collect(),
        TableEvent::Time(TimeEvent::TimeExpired { .. }) => others(EXPIRED),
        TableEvent::Time(TimeEvent::AbsenceBooked { .. } | TimeEvent::AbsenceEnded { .. }) => others(ABSENCE),
        TableEvent::Ready(ReadyEvent::WaitEnded { .. }) => {
            before.unready().into_iter().map(|it| notice(seq, it.seat, BEGAN)).collect()
        }
        // A request that is still open needs no notice.
        TableEvent::Play(PlayEvent::OrderGiven { .. } | PlayEvent::TakenBack { .. })
            if after.request.is_none() =>
        {
            lapsed(asker)
        }
        // The opening and the end have notices of their own, and the rest has none.
        TableEvent::TableOpened(_)
        | TableEvent::Rolled(_)
        | TableEvent::Play(_)
        | TableEvent::Seats(SeatEvent::PlayersSought { .. })
        | TableEvent::Time(TimeEvent::LawChanged { .. })
        | TableEvent::Ready(_)
        | TableEvent::Dice(_)
        | TableEvent::End(_)
        | TableEvent::File(_) => Vec::new(),
    }
}

/// The seat whose open request an event voids without doing what was asked. A change of time answers a stop of the clock.
fn overtaken<G: Game>(before: &Table<G>, after: &Table<G>, event: &TableEvent) -> Option<Seat> {
    let open = before.request.as_ref().filter(|request| request.ask.outcome() != *event)?;
    if open.ask == RequestEvent::TimeStopped && matches!(event, TableEvent::Time(_)) {
        return None;
    }
    let stays = after.request.as_ref().is_some_and(|request| request.number == open.number);
    (!stays).then_some(open.seat)
}

fn notice(seq: u64, seat: Seat, why: &str) -> Notice {
    Notice { seq, seat: seat.to_string(), why: why.to_owned() }
}

impl<G: Packed, S: Store + ?Sized> Tables<G, S> {
    /// The opaque id of a notice's recipient: the present holder of its seat; for an invitation the invited player; for a seat
    /// that was lost, taken or is played by a stand-in its former player; and the game master for theirs. `None` if there is no
    /// such player any more.
    ///
    /// # Errors
    /// [`TableFault`].
    pub fn addressee(&self, notice: &PendingNotice) -> Result<Option<String>, TableFault> {
        self.look(&notice.table, |table| {
            if notice.seat == table_event::MASTER {
                return table.master().map(str::to_owned);
            }
            let seat = table.all_seats().find(|seat| seat.as_str() == notice.seat)?;
            let player = match notice.why.as_str() {
                INVITED => {
                    let offer = table.people.offers.get(&seat).filter(|offer| offer.seq == notice.seq);
                    offer.map(|offer| &*offer.player)
                }
                LOST | STOOD_IN => {
                    let taken = table.people.seats.get(&seat).filter(|holder| holder.since == notice.seq);
                    taken.and_then(|holder| holder.replaces.as_deref())
                }
                REPLACED => {
                    let gone = table.people.vacated.get(&seat).filter(|gone| gone.since == notice.seq);
                    gone.map(|gone| &*gone.player)
                }
                _ => table.player_of(seat),
            };
            player.map(str::to_owned)
        })
    }
}
