//! What is judged of time: by the log of a table and what players were promised, with the deadlines computed anew.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::club::delivery::DIGEST;
use wardroom::club::standing::ANSWER_BEAT;
use wardroom::club::strength::COMPUTER;
use wardroom::log::{Entry, TableEvent, TimeChange};
use wardroom::pace::{Overdue, Pace, Rung, Terms, Zone, rungs};
use wardroom::standing::STANDING_DOOR;
use wardroom::table::platform::{moment, written};

use super::clocks::CALM;
use super::line::Post;
use super::stage::Schedule;
use crate::common::turns::MOST_SKEW;
use crate::discord_courier::discord::dm_of;
use crate::discord_courier::table::Table;

/// How long what is due may wait while nothing goes wrong.
const SOON: TimeDelta = TimeDelta::minutes(30);
/// What the report says of each expiry, at a table that is told in English.
const UP: &str = "is up: the decision was due";

type Moment = DateTime<Utc>;

/// A question to a seat.
struct Question<'a> {
    seat: &'a str,
    prompt: u64,
    raised: Moment,
    /// The entries that say that its time is up.
    expired: Vec<&'a Entry>,
    /// The orders that answered it: none of those that leave it open.
    answers: Vec<&'a Entry>,
}

/// What a log says of time.
struct Past<'a> {
    entries: &'a [Entry],
    questions: BTreeMap<(String, u64), Question<'a>>,
    terms: Option<(Terms, Moment)>,
    /// When each seat was taken.
    taken: BTreeMap<String, Moment>,
}

impl<'a> Past<'a> {
    fn of(entries: &'a [Entry], open: &'a [(String, u64)]) -> Past<'a> {
        let mut past = Past { entries, questions: BTreeMap::new(), terms: None, taken: BTreeMap::new() };
        for (seat, prompt) in open {
            past.question(seat, *prompt);
        }
        for entry in entries {
            let seat = entry.by.as_ref().map(|by| by.seat.as_str());
            match (entry.table_event().unwrap(), seat) {
                (Some(TableEvent::OrderGiven { prompt, order, .. }), Some(seat))
                    if !["signal", "nudge"].iter().any(|aside| order["verb"] == *aside) =>
                {
                    past.question(seat, prompt).answers.push(entry);
                }
                (Some(TableEvent::TimeChanged { change: TimeChange::Terms(terms) }), _) => {
                    past.terms = Some((terms, moment(&entry.at)));
                }
                (Some(TableEvent::SeatTaken { seat }), _) => {
                    past.taken.insert(seat, moment(&entry.at));
                }
                (Some(TableEvent::TimeExpired { prompt, .. }), _) => {
                    let seat = entry.body["seat"].as_str().unwrap();
                    past.question(seat, prompt).expired.push(entry);
                }
                _ => {}
            }
        }
        past
    }

    fn question(&mut self, seat: &'a str, prompt: u64) -> &mut Question<'a> {
        let raised = moment(&self.entries[prompt as usize - 1].at);
        let (expired, answers) = (vec![], vec![]);
        let new = Question { seat, prompt, raised, expired, answers };
        self.questions.entry((seat.to_owned(), prompt)).or_insert(new)
    }

    /// Since when the time of a question counts, and until when: it is due, and its grace is over.
    fn times(&self, question: &Question<'_>) -> (Moment, Option<(Moment, Moment)>) {
        let begun = question.raised.max(self.taken[question.seat]);
        let Some((terms, since)) = &self.terms else { return (begun, None) };
        let begun = begun.max(*since);
        let Pace::Each(hours) = terms.big else { return (begun, None) };
        let due = begun + hours.length();
        (begun, Some((due, due + terms.grace_hours.length())))
    }
}

impl Schedule<'_> {
    fn now_exactly(&self) -> Moment {
        DateTime::from_timestamp(self.world.now(), 0).unwrap()
    }

    /// When an entry was stored, by the right clock: as it says where a player's command led to it.
    fn stored(&self, table: &Table, entry: &Entry) -> Moment {
        let book = self.seen.book();
        let since = (table.id.clone(), entry.seq)..;
        let stored = book.stored.range(since).next().filter(|((of, _), _)| *of == table.id);
        let of_process = entry.door.as_deref().is_none_or(|door| door != "discord");
        stored
            .filter(|_| of_process)
            .map_or(moment(&entry.at), |(_, at)| DateTime::from_timestamp(*at, 0).unwrap())
    }

    /// What is wrong with how time passed at a table.
    pub fn judge_time(&self, table: &Table) -> Result<(), String> {
        let entries = self.store.read(&table.id, 1).unwrap();
        let open = table.open_questions();
        let past = Past::of(&entries, &open);
        for question in past.questions.values() {
            let is_open =
                open.iter().any(|(seat, prompt)| *seat == question.seat && *prompt == question.prompt);
            let wrong =
                |what: String| Err(format!("question {} to {}: {what}", question.prompt, question.seat));
            self.judge_log(table, &past, question).or_else(wrong)?;
            self.judge_reminders(table, &past, question, is_open).or_else(wrong)?;
            if is_open {
                self.judge_open(table, &past, question).or_else(wrong)?;
            }
        }
        self.judge_expiries_told(table, &past)?;
        self.judge_digests(table)?;
        self.count(table, &past);
        self.judge_alarm(table, &past, &open)
    }

    /// Each is said to be up once, not before it is, and not once it was answered; and is answered once.
    fn judge_log(&self, table: &Table, past: &Past<'_>, question: &Question<'_>) -> Result<(), String> {
        if question.answers.len() > 1 {
            return Err(format!("answered {} times", question.answers.len()));
        }
        if question.expired.len() > 1 {
            return Err(format!("up {} times", question.expired.len()));
        }
        let skew = TimeDelta::seconds(MOST_SKEW);
        if let Some(expired) = question.expired.first() {
            if let Some(answer) = question.answers.iter().find(|answer| answer.seq < expired.seq) {
                return Err(format!("up by entry {}, and answered by {}", expired.seq, answer.seq));
            }
            let (_, times) = past.times(question);
            let (at, up) = (self.stored(table, expired), times.map(|(_, up)| up));
            if up.is_none_or(|up| at < up - skew) {
                return Err(format!("up at {at}, and promised until {up:?}"));
            }
        }
        // By the clock of whoever wrote it, as the log has it.
        let by_itself = |door: &str| door.starts_with(STANDING_DOOR) || door == COMPUTER;
        let mut answers = question.answers.iter().filter(|it| it.door.as_deref().is_some_and(by_itself));
        match answers.find(|it| moment(&it.at) < question.raised + ANSWER_BEAT) {
            Some(early) => Err(format!("answered by itself at {}", early.at)),
            None => Ok(()),
        }
    }

    /// None comes too early; where a question was open once nothing went wrong, the last of those that were due came.
    fn judge_reminders(
        &self,
        table: &Table,
        past: &Past<'_>,
        question: &Question<'_>,
        is_open: bool,
    ) -> Result<(), String> {
        let (begun, times) = past.times(question);
        let (_, ladder) = self.promised.ladders.iter().find(|(seat, _)| *seat == question.seat).unwrap();
        let due = rungs(ladder, begun, times.map(|(due, _)| due), None, &Zone::UTC);
        let step = |why: &str| why.strip_prefix("reminder-").and_then(|step| step.parse::<usize>().ok());
        let book = self.seen.book();
        let is_of_it = |seq: u64, seat: &str| seq == question.prompt && seat == question.seat;
        let of_it = book.posts.iter().filter_map(|post| Some((post, post.notice.as_ref()?)));
        for (post, told) in of_it.filter(|(_, told)| told.table == table.id && is_of_it(told.seq, &told.seat))
        {
            let Some(step) = step(&told.why) else { continue };
            let rung = due.iter().find(|rung| rung.step == step);
            // What was sent before other terms were agreed was due by those before.
            let by_others = begun > question.raised;
            let is_early = |rung: &Rung| post.at < rung.at.timestamp() - MOST_SKEW;
            if !by_others && rung.is_none_or(is_early) {
                return Err(format!("reminder {step} came at {}, due {due:?}", post.at));
            }
        }
        drop(book);
        if table.id == self.promised.computer && question.seat == "blue" {
            return Ok(());
        }
        let calm = self.now_exactly() - TimeDelta::seconds(CALM);
        let answered = question.answers.first().map(|answer| self.stored(table, answer));
        // A table that was closed asks nothing more, and nobody is reminded there.
        let until = answered.or_else(|| is_open.then(|| self.now_exactly()));
        let Some(until) = until.filter(|until| *until > calm + SOON) else { return Ok(()) };
        let Some(last) = due.iter().rfind(|rung| rung.at < until - SOON) else { return Ok(()) };
        let later: Vec<usize> = due.iter().filter(|rung| rung.at >= last.at).map(|rung| rung.step).collect();
        let notices = table.notices(question.seat);
        let mut of_it = notices.iter().filter(|it| is_of_it(it.seq, question.seat));
        match of_it.any(|it| step(&it.why).is_some_and(|step| later.contains(&step))) {
            true => Ok(()),
            false => Err(format!("no reminder, due {due:?}, open until {until}")),
        }
    }

    /// Nothing due is left lying: a question whose time is up, one that is answered by itself.
    fn judge_open(&self, table: &Table, past: &Past<'_>, question: &Question<'_>) -> Result<(), String> {
        let soon = self.now_exactly() - SOON;
        let expired = question.expired.first().map(|expired| self.stored(table, expired));
        if let (_, Some((_, up))) = past.times(question)
            && up < soon
            && expired.is_none()
        {
            return Err(format!("its time was up at {up}, and nobody said so"));
        }
        let is_of_it = |(of, seat): &&(String, &str)| *of == table.id && *seat == question.seat;
        let is_quick = self.promised.quick.iter().any(|it| is_of_it(&it))
            || table.id == self.promised.computer && question.seat == "blue";
        if is_quick && question.raised < soon {
            return Err("nobody answered for it".to_owned());
        }
        let overdue = past.terms.as_ref().map(|(terms, _)| terms.overdue);
        let is_late =
            overdue == Some(Overdue::StandingOrders) && self.promised.late.iter().any(|it| is_of_it(&it));
        match is_late && expired.is_some_and(|expired| expired < soon) {
            true => Err("nobody answered for it once its time was up".to_owned()),
            false => Ok(()),
        }
    }

    /// Each is told once to all, and to nobody where the log does not say so.
    fn judge_expiries_told(&self, table: &Table, past: &Past<'_>) -> Result<(), String> {
        let book = self.seen.book();
        let thread = table.room().thread;
        let reports = book.posts.iter().filter(|post| Some(post.place) == thread && post.notice.is_none());
        let told: BTreeMap<&str, usize> =
            reports.map(|post| (&*post.nonce, post.text.matches(UP).count())).collect();
        let is_up = |seq: u64| past.entries.get(seq as usize - 1).is_some_and(|it| it.kind == "TimeExpired");
        let said = past.entries.iter().filter(|it| is_up(it.seq)).count();
        if told.values().sum::<usize>() != said {
            return Err(format!("of {said} times up {told:?} are told"));
        }
        let mut notices = book.posts.iter().filter_map(|post| post.notice.as_ref());
        match notices.find(|it| it.table == table.id && it.why == "expired" && !is_up(it.seq)) {
            Some(told) => Err(format!("no time is up: {told:?}")),
            None => Ok(()),
        }
    }

    /// A table is in no more digests than it has reminders, and in one where any went out so. One that was sent, and answered
    /// before that was noted, did not go out as far as anybody knows.
    fn judge_digests(&self, table: &Table) -> Result<(), String> {
        let (book, mention) = (self.seen.book(), format!("**{}** ", table.id));
        for (seat, _) in &self.promised.ladders {
            let place = dm_of(table.person(seat).user);
            let is_digest =
                |post: &&Post| post.place == place && post.notice.is_none() && post.text.contains(&mention);
            let nonces: BTreeSet<&str> =
                book.posts.iter().filter(is_digest).map(|post| &*post.nonce).collect();
            let notices = table.notices(seat);
            let so = notices.iter().filter(|it| it.outcome.as_deref() == Some(DIGEST)).count();
            let reminders = notices.iter().filter(|it| it.why.starts_with("reminder")).count();
            if nonces.len() > reminders || nonces.is_empty() && so > 0 {
                return Err(format!("{so} of {reminders} reminders of {seat} in {nonces:?}"));
            }
            self.stage.happened("digests", nonces.len());
        }
        Ok(())
    }

    fn count(&self, table: &Table, past: &Past<'_>) {
        let of = |door: &str| {
            let answers = past.questions.values().flat_map(|question| &question.answers);
            answers.filter(|it| it.door.as_deref().is_some_and(|it| it.starts_with(door))).count()
        };
        let expired = past.questions.values().map(|question| question.expired.len()).sum();
        let notices = ["red", "blue"].into_iter().flat_map(|seat| table.notices(seat));
        let reminders = notices.filter(|it| it.delivered && it.why.starts_with("reminder-")).count();
        for (what, count) in [
            ("times up", expired),
            ("reminders", reminders),
            ("standing orders", of(STANDING_DOOR)),
            ("computer players", of(COMPUTER)),
        ] {
            self.stage.happened(what, count);
        }
    }

    /// Its alarm is set for what comes next, and is not past.
    fn judge_alarm(&self, table: &Table, past: &Past<'_>, open: &[(String, u64)]) -> Result<(), String> {
        let now = self.now_exactly();
        let alarms = self.store.due_alarms(&written(now + TimeDelta::days(9)), usize::MAX).unwrap();
        let alarm = alarms.iter().find(|alarm| alarm.table == table.id).map(|alarm| moment(&alarm.at));
        if alarm.is_some_and(|alarm| alarm < now - SOON) {
            return Err(format!("its alarm is past: {alarm:?}"));
        }
        let of = |key: &(String, u64)| {
            let question = &past.questions[key];
            let (begun, times) = past.times(question);
            let (_, ladder) = self.promised.ladders.iter().find(|(seat, _)| *seat == question.seat).unwrap();
            let up = times.map(|(_, up)| up).filter(|_| question.expired.is_empty());
            let rungs = rungs(ladder, begun, times.map(|(due, _)| due), None, &Zone::UTC);
            let is_person = table.id != self.promised.computer || question.seat == "red";
            rungs.into_iter().filter(|_| is_person).map(|rung| rung.at).chain(up).filter(|at| *at > now).min()
        };
        match open.iter().filter_map(of).min() {
            Some(next) if alarm.is_none_or(|alarm| alarm > next) => {
                Err(format!("its alarm is {alarm:?}, and {next} comes next"))
            }
            _ => Ok(()),
        }
    }
}
