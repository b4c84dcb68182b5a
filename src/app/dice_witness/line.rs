//! The memory of this process about its witness: whether it answers, what it answered, and what it is being asked.
//!
//! Two kinds of questions go to a witness, and it may answer one kind while the other hangs: a new question makes it write, and a known
//! one, asked once more, does not. So the two have a [`Breaker`] each, and only a good answer to a question of its kind closes one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::DiceTimeouts;
use crate::club::{NoDice, Platform, Service};
use crate::config::witness::ListedDice;
use crate::reason::Reason;
use crate::transparency::dice::{DiceAnswer, DiceAsk, MOST_VALUES};

/// The time between two requests to a witness that cannot be reached.
const TRIED_EVERY: TimeDelta = TimeDelta::seconds(5);
/// The age at which the knowledge that a witness serves a table is renewed: more than the keeper of time takes to come back.
const KNOWN_FOR: TimeDelta = TimeDelta::seconds(150);
/// Most tables whose answers are remembered.
const MOST_TABLES: usize = 4096;
/// Most questions in the background remembered of a table.
const MOST_IN_BACKGROUND: usize = 64;
/// Most answers remembered of a table.
const MOST_REMEMBERED: usize = 2 * MOST_VALUES;

/// Status and text of an answer, or why there is none.
pub(super) type HttpAnswer = Result<(u16, String), HttpFault>;

/// The reason why a request had no answer.
#[derive(Clone, Debug)]
pub(super) struct HttpFault {
    pub(super) why: String,
    /// True if its time was up.
    pub(super) is_late: bool,
}

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AskKind {
    /// It may use up a number.
    New,
    /// It was answered before.
    Known,
}

/// The witness as this process knows it.
pub(super) struct Line {
    pub(super) dice: ListedDice,
    /// The key of the club's log.
    pub(super) log: String,
    clock: Arc<dyn Platform>,
    patience: DiceTimeouts,
    state: Mutex<LineState>,
}

#[derive(Default)]
struct LineState {
    new: Breaker,
    known: Breaker,
    /// The known service of tables, by opening, with the time it was learned.
    services: BTreeMap<[u8; 32], (DateTime<Utc>, Service)>,
    /// The answers for tables, by opening.
    tables: BTreeMap<[u8; 32], TableMemory>,
}

/// The right to send a request.
pub(super) struct Permit {
    pub(super) number: u64,
    pub(super) timeout: Duration,
}

/// The next step of a caller with a question.
pub(super) enum NextStep {
    /// To send it and wait for the answer.
    Wait(Permit),
    /// To send it in the background, and go on for this reason.
    GoOn(Permit, NoDice),
    /// The answers are there.
    Take(Vec<DiceAnswer>),
}

/// Holds requests of one kind back after a fault.
#[derive(Default)]
struct Breaker {
    /// The number of requests so far, and of the last one that was answered.
    sent: u64,
    answered: u64,
    /// The last fault; `None` while the witness answers.
    fault: Option<BreakerFault>,
}

/// A fault of the connection.
struct BreakerFault {
    fault: HttpFault,
    /// When the next request is due.
    next: DateTime<Utc>,
}

/// The end of a request.
enum RequestEnd {
    /// A good answer.
    Answered,
    /// An answer that is none: the connection is good, and whether the witness works is not known.
    Wrong,
    NoAnswer(HttpFault),
}

impl Breaker {
    /// Permits a request.
    ///
    /// # Errors
    /// The last fault, if no request may go out now.
    fn permit(&mut self, now: DateTime<Utc>, patience: DiceTimeouts) -> Result<Permit, HttpFault> {
        let mut timeout = patience.usual;
        if let Some(fault) = &mut self.fault {
            // A clock that was set back makes nobody wait longer.
            if now < fault.next && fault.next <= now + TRIED_EVERY {
                return Err(fault.fault.clone());
            }
            fault.next = now + TRIED_EVERY;
            timeout = patience.after_a_fault;
        }
        self.sent += 1;
        Ok(Permit { number: self.sent, timeout })
    }

    /// Notes how a request ended. Returns `false` if that is old news: a later request was answered.
    fn ended(&mut self, number: u64, end: RequestEnd, now: DateTime<Utc>) -> bool {
        let is_news = number >= self.answered;
        match end {
            RequestEnd::Answered => (self.fault, self.answered) = (None, self.answered.max(number)),
            RequestEnd::Wrong => {
                // The connection is good again, so the next question need not wait.
                if let Some(fault) = &mut self.fault {
                    fault.next = now;
                }
            }
            RequestEnd::NoAnswer(fault) if is_news => {
                self.fault = Some(BreakerFault { fault, next: now + TRIED_EVERY });
            }
            RequestEnd::NoAnswer(_) => {}
        }
        is_news
    }
}

/// The answers for one table.
struct TableMemory {
    used: DateTime<Utc>,
    /// The value that it answered for, by number.
    values: BTreeMap<u64, [u8; 32]>,
    /// The number that it answered twice, and not the same.
    twice: Option<u64>,
    /// The questions in the background, with their answers, the oldest first: each seat may have one, and a command may need several
    /// in turn.
    background: Vec<Background>,
}

struct Background {
    ask: DiceAsk,
    /// The number of the request.
    number: u64,
    /// When it counts as lost.
    until: DateTime<Utc>,
    answers: Option<Result<Vec<DiceAnswer>, NoDice>>,
}

impl TableMemory {
    /// The memory of the table with this opening.
    fn of(
        tables: &mut BTreeMap<[u8; 32], TableMemory>,
        opening: [u8; 32],
        now: DateTime<Utc>,
    ) -> &mut TableMemory {
        if tables.len() >= MOST_TABLES && !tables.contains_key(&opening) {
            // That it answered twice is not forgotten.
            let oldest = tables.iter().filter(|(_, memory)| memory.twice.is_none());
            if let Some((oldest, _)) = oldest.min_by_key(|(_, memory)| memory.used) {
                let oldest = *oldest;
                tables.remove(&oldest);
            }
        }
        let memory = tables.entry(opening).or_insert_with(|| TableMemory {
            used: now,
            values: BTreeMap::new(),
            twice: None,
            background: Vec::new(),
        });
        memory.used = now;
        memory
    }

    /// Remembers the value of a number.
    ///
    /// # Errors
    /// [`NoDice::Twice`] if another value was answered for it, or that happened before.
    fn hold(&mut self, counter: u64, value: [u8; 32]) -> Result<(), NoDice> {
        let first = *self.values.entry(counter).or_insert(value);
        if first != value && self.twice.is_none() {
            let (first, second) = (hex::encode(first), hex::encode(value));
            tracing::error!(counter, first, second, "the witness of the dice answered for two values");
            self.twice = Some(counter);
        }
        // The oldest numbers go: the log has them.
        while self.values.len() > MOST_REMEMBERED {
            self.values.pop_first();
        }
        self.twice.map_or(Ok(()), |counter| Err(NoDice::Twice(counter)))
    }

    /// The answers to a question that was asked in the background; a fault only once.
    fn take(&mut self, ask: &DiceAsk) -> Option<Result<Vec<DiceAnswer>, NoDice>> {
        let at = self.background.iter().position(|asked| asked.ask == *ask && asked.answers.is_some())?;
        // A command that needs several answers needs them all at each try.
        if matches!(self.background[at].answers, Some(Ok(_))) {
            return self.background[at].answers.clone();
        }
        self.background.remove(at).answers
    }

    /// Returns whether this question is in the background.
    fn is_asked(&self, ask: &DiceAsk, now: DateTime<Utc>) -> bool {
        self.background.iter().any(|asked| asked.ask == *ask && asked.answers.is_none() && now < asked.until)
    }
}

impl Line {
    pub(super) fn new(
        dice: ListedDice,
        log: String,
        clock: Arc<dyn Platform>,
        patience: DiceTimeouts,
    ) -> Line {
        Line { dice, log, clock, patience, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn about(&self, key: &'static str) -> Reason {
        Reason::of(key).quoting("witness", self.dice.key.name())
    }

    fn no_dice(&self, fault: HttpFault) -> NoDice {
        match fault.is_late {
            true => NoDice::Late(self.about("dice-witness-late").quoting("why", fault.why)),
            false => NoDice::Silent(self.about("dice-witness-unreachable").quoting("why", fault.why)),
        }
    }

    /// The next step of a caller with a new question; `last` is the last of the table that was answered, by the log.
    ///
    /// # Errors
    /// The reason why it cannot be asked now.
    pub(super) fn next_step(
        &self,
        ask: &DiceAsk,
        last: Option<&DiceAsk>,
        tries_again: bool,
    ) -> Result<NextStep, NoDice> {
        let (now, mut state) = (self.clock.now(), self.state());
        let LineState { new, tables, .. } = &mut *state;
        let memory = TableMemory::of(tables, ask.opening, now);
        if let Some(last) = last {
            // After a restart this is all that a second answer can be compared with.
            memory.hold(last.counter, last.value)?;
            memory.background.retain(|asked| asked.ask.counter > last.counter);
        }
        memory.twice.map_or(Ok(()), |counter| Err(NoDice::Twice(counter)))?;
        let fault = new.fault.as_ref().map(|fault| self.no_dice(fault.fault.clone()));
        let earlier = match memory.take(ask) {
            Some(Ok(answers)) => return Ok(NextStep::Take(answers)),
            Some(Err(why)) => Some(why),
            None => fault,
        };
        if tries_again && memory.is_asked(ask, now) {
            return Err(earlier.unwrap_or(NoDice::Asked));
        }
        let permit = match new.permit(now, self.patience) {
            Ok(permit) => permit,
            Err(fault) => return Err(earlier.unwrap_or_else(|| self.no_dice(fault))),
        };
        if !tries_again {
            return Ok(NextStep::Wait(permit));
        }
        let limit = TimeDelta::from_std(permit.timeout * 2).unwrap_or(TRIED_EVERY);
        memory.background.retain(|asked| asked.ask != *ask);
        if memory.background.len() >= MOST_IN_BACKGROUND {
            memory.background.remove(0);
        }
        let number = permit.number;
        memory.background.push(Background { ask: *ask, number, until: now + limit, answers: None });
        Ok(NextStep::GoOn(permit, earlier.unwrap_or(NoDice::Asked)))
    }

    /// Keeps the answers to a question in the background for whoever asks it again.
    pub(super) fn keep(&self, ask: &DiceAsk, number: u64, answers: Result<Vec<DiceAnswer>, NoDice>) {
        let (now, mut state) = (self.clock.now(), self.state());
        let memory = TableMemory::of(&mut state.tables, ask.opening, now);
        let is_it = |asked: &&mut Background| asked.ask == *ask && asked.number == number;
        if let Some(asked) = memory.background.iter_mut().find(is_it) {
            asked.answers = Some(answers);
        }
    }

    /// Returns whether the witness serves a table, as far as that is known, and the right to ask it if that is to be found out.
    pub(super) fn service(&self, last: &DiceAsk) -> (Service, Option<Permit>) {
        let (now, mut state) = (self.clock.now(), self.state());
        let LineState { known: breaker, services, tables, .. } = &mut *state;
        if TableMemory::of(tables, last.opening, now).hold(last.counter, last.value).is_err() {
            return (Service::Silent, None);
        }
        services.retain(|_, (since, _)| (*since - now).abs() < KNOWN_FOR);
        let known = services.get(&last.opening).copied();
        let is_silent = known.is_some_and(|(_, service)| service == Service::Silent);
        // Silence is doubted every few seconds, an answer only once it is old.
        if let Some((_, known)) = known.filter(|(since, _)| !is_silent || now - *since < TRIED_EVERY) {
            return (known, None);
        }
        let Ok(permit) = breaker.permit(now, self.patience) else { return (Service::Silent, None) };
        // A silent witness counts as silent until it answers.
        let service = if is_silent { Service::Silent } else { Service::Unknown };
        // Noted before the answer: whoever comes meanwhile must not ask as well.
        services.insert(last.opening, (now, service));
        (service, Some(permit))
    }

    /// The checked answers to a request, from what came back; both are remembered.
    pub(super) fn hear(
        &self,
        (ask, kind): (&DiceAsk, AskKind),
        number: u64,
        came: HttpAnswer,
    ) -> Result<Vec<DiceAnswer>, NoDice> {
        let fault = came.as_ref().err().cloned();
        let answers = came.map_err(|fault| self.no_dice(fault)).and_then(|came| self.read(ask, &came));
        let (now, mut state) = (self.clock.now(), self.state());
        let LineState { new, known, services, tables } = &mut *state;
        let end = match (fault, &answers) {
            (Some(fault), _) => RequestEnd::NoAnswer(fault),
            (None, Ok(_)) => RequestEnd::Answered,
            (None, Err(_)) => RequestEnd::Wrong,
        };
        let breaker = if kind == AskKind::New { new } else { known };
        let is_news = breaker.ended(number, end, now);
        let memory = TableMemory::of(tables, ask.opening, now);
        let answers = answers.and_then(|answers| {
            answers.iter().try_for_each(|answer| memory.hold(answer.counter, answer.value))?;
            Ok(answers)
        });
        if is_news {
            let service = if answers.is_ok() { Service::Answered(now) } else { Service::Silent };
            services.retain(|_, (since, _)| (*since - now).abs() < KNOWN_FOR);
            services.insert(ask.opening, (now, service));
        }
        answers
    }

    fn read(&self, ask: &DiceAsk, (status, text): &(u16, String)) -> Result<Vec<DiceAnswer>, NoDice> {
        let wrong = || NoDice::Wrong(self.about("dice-witness-wrong").quoting("status", status));
        let answers = || DiceAnswer::read_all(text, ask, (&self.dice.key, &self.log)).map_err(NoDice::Wrong);
        match status {
            200 => Some(answers()?).filter(|it| it.len() == 1 && it[0].value == ask.value).ok_or_else(wrong),
            409 => Some(answers()?).filter(|it| it[0].value != ask.value).ok_or_else(wrong),
            422 => Err(text.trim().parse().map_or_else(|_| wrong(), NoDice::Forgot)),
            403 | 404 => Err(NoDice::Wrong(self.about("dice-witness-unlisted"))),
            _ => Err(wrong()),
        }
    }
}
