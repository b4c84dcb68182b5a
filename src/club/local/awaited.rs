//! The seats and the requests that a table waits for, as everybody may know it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use crate::club::clock;
use crate::club::kept_time::kept_time;
use crate::club::known::to_answer;
use crate::club::wording::{RequestReader, Undone};
use crate::club::zone::zoned;
use crate::game::Seat;
use crate::games::Playable;
use crate::log::{Fault, RequestEvent, Store};
use crate::pace::{Terms, Zone};
use crate::report::Phrases;
use crate::table::platform::{moment, written};
use crate::table::time::WaitedFor;
use crate::table::{OpenConsent, Readiness, SeatHolding, Table, Vacancy};

/// The public state of waiting: the players to move, free seats, open requests.
#[derive(Default, Serialize)]
pub struct Awaited {
    /// Whether the game has ended, at a table that is not closed.
    #[serde(skip)]
    pub over: bool,
    /// The seats that are to answer now.
    pub asked: Vec<Seat>,
    /// The questions whose time counts.
    #[serde(serialize_with = "as_waits")]
    pub waits: Vec<WaitedFor>,
    /// The seats that anybody may take.
    pub free: Vec<Seat>,
    /// The seats that are kept for somebody.
    pub offered: Vec<Seat>,
    /// The open request.
    pub pending: Option<OpenConsent>,
    /// The ready check, while the game has not begun.
    pub readiness: Option<Readiness>,
    /// The deadline of the players who are not ready, if the game then begins without them.
    #[serde(skip)]
    pub begins: Option<DateTime<Utc>>,
    /// The seats for which players are sought, and the terms about time.
    #[serde(rename = "open", serialize_with = "as_open")]
    pub vacancy: Option<(Vacancy, Arc<Terms>)>,
    /// The seat whose order would be the first taken back.
    #[serde(skip)]
    before: Option<Seat>,
}

/// A question that somebody waits for, as a row.
#[derive(Serialize)]
struct WaitRow {
    seat: Seat,
    since: String,
    due: Option<String>,
}

/// The seats for which players are sought, as a row.
#[derive(Serialize)]
struct VacancyRow<'a> {
    seats: &'a [Seat],
    since: String,
    terms: &'a Terms,
}

fn as_waits<S: Serializer>(waits: &[WaitedFor], serializer: S) -> Result<S::Ok, S::Error> {
    let row = |wait: &WaitedFor| WaitRow {
        seat: wait.seat,
        since: written(wait.since),
        due: wait.due.map(written),
    };
    serializer.collect_seq(waits.iter().map(row))
}

fn as_open<S: Serializer>(vacancy: &Option<(Vacancy, Arc<Terms>)>, serializer: S) -> Result<S::Ok, S::Error> {
    let row = vacancy.as_ref().map(|(vacancy, terms)| VacancyRow {
        seats: &vacancy.seats,
        since: written(vacancy.since),
        terms,
    });
    row.serialize(serializer)
}

impl Awaited {
    /// Nothing, at a table that is closed.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub(super) fn at<G: Playable>(
        store: &dyn Store,
        table: &Table<G>,
        now: DateTime<Utc>,
    ) -> Result<Awaited, Fault> {
        if table.closed().is_some() {
            return Ok(Awaited::default());
        }
        let seats =
            |sort: fn(&SeatHolding) -> bool| table.places().filter(sort).map(|place| place.seat).collect();
        let pending = table.pending();
        let mut to = None;
        if let Some(RequestEvent::TakeBackAsked { to: seq }) = pending.as_ref().map(|pending| &pending.ask) {
            to = Some(*seq);
        }
        let time = kept_time(store, table, now)?;
        // Who gave which order is public, so any viewer will do.
        let orders = table.takebacks("").by_consent;
        Ok(Awaited {
            over: table.is_over(),
            before: orders.iter().find(|step| Some(step.to) == to).map(|step| step.seat),
            asked: to_answer(table).map(|asked| asked.prompt.seat).collect(),
            begins: time.begins(),
            waits: time.waits,
            free: seats(|place| place.player.is_none() && place.offered_to.is_none()),
            offered: seats(|place| place.offered_to.is_some()),
            pending,
            readiness: table.readiness(),
            vacancy: table.vacancy().map(|vacancy| (vacancy, table.terms())),
        })
    }

    /// The lines below a position, for a reader with clocks of `zone`; `name` is the name of a player.
    pub(super) fn lines(
        &self,
        phrases: &Phrases<'_>,
        zone: &Zone,
        name: &dyn Fn(&str) -> String,
    ) -> Vec<String> {
        let by_clock = |at: DateTime<Utc>| zoned(phrases.words, phrases.lang, at.timestamp(), zone);
        let told = |at: &str| by_clock(moment(at));
        let names = |seats: &[Seat]| {
            let names: Vec<String> = seats.iter().map(|seat| phrases.seat(*seat)).collect();
            names.join(&phrases.say("list-separator", &[]))
        };
        let (none, readiness) = (Vec::new(), self.readiness.as_ref());
        let lists = [
            ("read-waiting", &self.asked),
            ("ready-seats", readiness.map_or(&none, |it| &it.ready)),
            ("ready-unready", readiness.map_or(&none, |it| &it.unready)),
            ("read-free", &self.free),
            ("read-offered", &self.offered),
        ];
        let said = lists.into_iter().filter(|(_, seats)| !seats.is_empty());
        let mut lines: Vec<String> =
            said.map(|(key, seats)| phrases.say(key, &[("seats", names(seats).into())])).collect();
        let due = self.waits.iter().filter(|wait| wait.due.is_some() && self.asked.contains(&wait.seat));
        lines.extend(due.map(|wait| clock::waits(phrases, wait, &by_clock)));
        let begins = self.begins.map(|at| phrases.say("ready-begins", &[("at", by_clock(at).into())]));
        lines.extend(begins);
        if let Some(pending) = &self.pending {
            let before = || match self.before {
                Some(seat) => phrases.say("order-of-seat", &[("seat", phrases.seat(seat).into())]),
                None => phrases.say("order-sealed", &[]),
            };
            let takes_back = matches!(pending.ask, RequestEvent::TakeBackAsked { .. });
            let undone = takes_back.then(|| Undone { before: before(), orders: None });
            let reader = RequestReader { phrases: *phrases, moment: &told, name };
            lines.push(reader.awaited(pending, undone.as_ref()));
        }
        lines
    }
}
