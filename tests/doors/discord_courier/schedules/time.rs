//! What is judged of time: by the log of a table and what players were promised, with the deadlines computed anew.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use wardroom::club::delivery::DIGEST;
use wardroom::club::standing_orders::ANSWER_DELAY;
use wardroom::club::strength::{COMPUTER, DELAY_AGAINST_COMPUTERS};
use wardroom::log::{Entry, PlayEvent, SeatEvent, TableEvent, TimeChange, TimeEvent};
use wardroom::pace::{Overdue, Pace, Quiet, Rung, Terms, Zone, rungs};
use wardroom::standing::STANDING_DOOR;
use wardroom::table::notices;
use wardroom::table::platform::{moment, written};
use wardroom::table::time::PAUSE_DAYS;

use super::clocks::CALM;
use super::line::{Post, Told};
use super::rests::{Rests, after, touch, within};
use super::stage::Schedule;
use crate::common::turns::MOST_SKEW;
use crate::discord_courier::discord::dm_of;
use crate::discord_courier::table::Table;

/// How long what is due may wait while nothing goes wrong.
const SOON: TimeDelta = TimeDelta::minutes(30);
/// What the report says of each expiry, at a table that is told in English.
const UP: &str = "is up: the decision was due";

type Moment = DateTime<Utc>;

/// A question to a seat, as it was to one of those who had the seat while it was open.
struct Question<'a> {
    seat: &'a str,
    prompt: u64,
    raised: Moment,
    /// How its player came to the seat.
    taken: Taking,
    /// The entries that say that its time is up.
    expired: Vec<&'a Entry>,
    /// The orders that answered it: none of those that leave it open.
    answers: Vec<&'a Entry>,
}

/// That a seat was taken.
#[derive(Clone, Copy)]
struct Taking {
    seq: u64,
    at: Moment,
    by_person: bool,
}

impl Question<'_> {
    /// The entry by which its player took the seat, where it was asked before.
    fn taken_since(&self) -> Option<u64> {
        Some(self.taken.seq).filter(|taken| *taken > self.prompt)
    }
}

/// What a log says of time.
struct Past<'a> {
    entries: &'a [Entry],
    /// By seat, prompt and the entry by which the seat was taken.
    questions: BTreeMap<(String, u64, u64), Question<'a>>,
    terms: Option<(Terms, Moment)>,
    /// How each seat was taken, and again.
    taken: BTreeMap<String, Vec<Taking>>,
    /// When time did not count.
    rests: Rests,
}

impl<'a> Past<'a> {
    fn of(table: &Table, entries: &'a [Entry], open: &'a [(String, u64)]) -> Past<'a> {
        let (questions, taken, rests) = (BTreeMap::new(), BTreeMap::new(), Rests::of(entries));
        let mut past = Past { entries, questions, terms: None, taken, rests };
        let people = ["red", "blue"].map(|seat| table.person(seat).player);
        for entry in entries {
            let seat = entry.by.as_ref().map(|by| by.seat.as_str());
            match (entry.table_event().unwrap(), seat) {
                (Some(TableEvent::Play(PlayEvent::OrderGiven { prompt, order, .. })), Some(seat))
                    if !["signal", "nudge"].iter().any(|aside| order["verb"] == *aside) =>
                {
                    past.question(seat, prompt).answers.push(entry);
                }
                (Some(TableEvent::Time(TimeEvent::TimeChanged { change: TimeChange::Terms(terms) })), _) => {
                    past.terms = Some((terms, moment(&entry.at)));
                }
                (Some(TableEvent::Seats(SeatEvent::SeatTaken { seat })), _) => {
                    let by_person = entry.by.as_ref().is_some_and(|by| people.contains(&by.player));
                    let (seq, at) = (entry.seq, moment(&entry.at));
                    past.taken.entry(seat).or_default().push(Taking { seq, at, by_person });
                }
                (Some(TableEvent::Time(TimeEvent::TimeExpired { prompt, .. })), _) => {
                    let seat = entry.body["seat"].as_str().unwrap();
                    past.question(seat, prompt).expired.push(entry);
                }
                _ => {}
            }
        }
        for (seat, prompt) in open {
            past.question(seat, *prompt);
        }
        past
    }

    /// A question as it is to who took its seat last.
    fn question(&mut self, seat: &'a str, prompt: u64) -> &mut Question<'a> {
        let raised = moment(&self.entries[prompt as usize - 1].at);
        let taken = *self.taken[seat].last().unwrap();
        let (expired, answers) = (vec![], vec![]);
        let new = Question { seat, prompt, raised, taken, expired, answers };
        self.questions.entry((seat.to_owned(), prompt, taken.seq)).or_insert(new)
    }

    /// An open question as it is to who has its seat.
    fn open(&self, (seat, prompt): &(String, u64)) -> &Question<'a> {
        let taken = self.taken[seat].last().unwrap();
        &self.questions[&(seat.clone(), *prompt, taken.seq)]
    }

    /// Since when the time of a question counts, and until when: it is due, and its grace is over.
    fn times(&self, question: &Question<'_>) -> (Moment, Option<(Moment, Moment)>) {
        self.times_by(question, &self.rests)
    }

    /// The same, as far as it was known when time did not count.
    fn times_by(&self, question: &Question<'_>, rests: &Rests) -> (Moment, Option<(Moment, Moment)>) {
        let begun = question.raised.max(question.taken.at);
        let Some((terms, since)) = &self.terms else { return (begun, None) };
        let begun = begun.max(*since);
        let Pace::Each(hours) = terms.big else { return (begun, None) };
        let off = rests.of_seat(question.seat, question.taken.by_person);
        let due = after(&off, begun, hours.length());
        (begun, Some((due, after(&off, due, terms.grace_hours.length()))))
    }

    /// What was known by and by, until then, of when time did not count.
    fn known_until(&self, until: Moment) -> impl Iterator<Item = Rests> {
        let changed = self.entries.iter().filter(move |it| Rests::changes(it) && moment(&it.at) <= until);
        changed.map(|it| Rests::of(&self.entries[..it.seq as usize])).chain([Rests::default()])
    }
}

impl Past<'_> {
    /// Where that was agreed a computer player has the seat of whoever's time is up from then on, and no other.
    fn judge_stand_ins(&self) -> Result<(), String> {
        let Some((terms, _)) = &self.terms else { return Ok(()) };
        let firsts = self.taken.values().filter_map(|of| of.first());
        let opened = firsts.map(|it| it.seq).max();
        let agreed = terms.overdue.computer().is_some();
        for question in self.questions.values() {
            let Some(expired) = question.expired.first() else { continue };
            let takings = &self.taken[question.seat];
            let follows = takings.iter().any(|it| it.seq == expired.seq + 1 && !it.by_person);
            // One of another strength may follow a computer player.
            if follows && !agreed || !follows && agreed && question.taken.by_person {
                return Err(format!(
                    "up by entry {}, and a computer player sits down: {follows}",
                    expired.seq
                ));
            }
        }
        let is_up = |seq: u64| self.entries[seq as usize - 1].kind == "TimeExpired";
        let mut stand_ins = self.taken.values().flatten().filter(|it| !it.by_person && Some(it.seq) > opened);
        match stand_ins.find(|it| !is_up(it.seq - 1)) {
            Some(it) => {
                Err(format!("nobody's time is up, and a computer player sits down by entry {}", it.seq))
            }
            None => Ok(()),
        }
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
        let past = Past::of(table, &entries, &open);
        for question in past.questions.values() {
            let is_open = open.iter().any(|key| std::ptr::eq(past.open(key), question));
            let wrong =
                |what: String| Err(format!("question {} to {}: {what}", question.prompt, question.seat));
            self.judge_log(table, &past, question).or_else(wrong)?;
            self.judge_reminders(table, &past, question, is_open).or_else(wrong)?;
            if is_open {
                self.judge_open(table, &past, question).or_else(wrong)?;
            }
        }
        past.judge_stand_ins()?;
        self.judge_expiries_told(table, &past)?;
        self.judge_digests(table)?;
        self.judge_quiet(table, &past)?;
        self.count(table, &past);
        self.judge_alarm(table, &past, &open)
    }

    /// Each is said to be up once, not before it is, and not once it was answered; and is answered once.
    fn judge_log(&self, table: &Table, past: &Past<'_>, question: &Question<'_>) -> Result<(), String> {
        let same = |it: &&Question<'_>| (it.seat, it.prompt) == (question.seat, question.prompt);
        let answers: usize = past.questions.values().filter(same).map(|it| it.answers.len()).sum();
        if answers > 1 {
            return Err(format!("answered {answers} times"));
        }
        if question.expired.len() > 1 {
            return Err(format!("up {} times", question.expired.len()));
        }
        let skew = TimeDelta::seconds(MOST_SKEW);
        if let Some(expired) = question.expired.first() {
            if let Some(answer) = question.answers.iter().find(|answer| answer.seq < expired.seq) {
                return Err(format!("up by entry {}, and answered by {}", expired.seq, answer.seq));
            }
            let known = Rests::of(&past.entries[..expired.seq as usize]);
            let (_, times) = past.times_by(question, &known);
            let (at, up) = (self.stored(table, expired), times.map(|(_, up)| up));
            if up.is_none_or(|up| at < up - skew) {
                return Err(format!("up at {at}, and promised until {up:?}"));
            }
            if within(&known.of_seat(question.seat, question.taken.by_person), at, skew) {
                return Err(format!("up at {at}, when no time counted"));
            }
        }
        // By the clock of whoever wrote it, as the log has it.
        let by_itself = |door: &str| door.starts_with(STANDING_DOOR) || door == COMPUTER;
        let mut answers = question.answers.iter().filter(|it| it.door.as_deref().is_some_and(by_itself));
        let stood = |it: &Entry| {
            let known = Rests::of(&past.entries[..it.seq as usize]);
            let is_standing = it.door.as_deref().is_some_and(|door| door.starts_with(STANDING_DOOR));
            is_standing && within(&known.stood, self.stored(table, it), skew)
        };
        let delay = |it: &Entry| match it.door.as_deref() {
            Some(COMPUTER) => DELAY_AGAINST_COMPUTERS,
            _ => ANSWER_DELAY,
        };
        match answers.find(|it| moment(&it.at) < question.raised + delay(it) || stood(it)) {
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
        let due = self.rungs_of(question.seat, begun, times);
        // By which step, of whoever had the seat then.
        let (_, ladder) = self.promised.ladders.iter().find(|(of, _)| *of == question.seat).unwrap();
        let step = |why: &str| {
            let whose = question.taken_since().map(|taken| format!("-{taken}")).unwrap_or_default();
            let named = why.strip_prefix("reminder-")?.strip_suffix(&whose)?;
            ladder.steps.iter().position(|step| notices::reminder(*step, None).ends_with(named))
        };
        let book = self.seen.book();
        let is_of_it = |seq: u64, seat: &str| seq == question.prompt && seat == question.seat;
        let of_it = book.posts.iter().flat_map(|post| post.notices.iter().map(move |told| (post, told)));
        for (post, told) in of_it.filter(|(_, told)| told.table == table.id && is_of_it(told.seq, &told.seat))
        {
            let Some(step) = step(&told.why) else { continue };
            if !question.taken.by_person {
                return Err(format!("reminder {step} of a computer player"));
            }
            // What was sent before other terms were agreed was due by those before.
            let by_others = begun > question.raised;
            let is_due = |known: Rests| {
                let due = self.rungs_of(question.seat, begun, past.times_by(question, &known).1);
                due.iter().any(|rung| rung.step == step && rung.at.timestamp() - MOST_SKEW <= post.at)
            };
            let at = DateTime::from_timestamp(post.at, 0).unwrap();
            if !by_others && !past.known_until(at).any(is_due) {
                return Err(format!("reminder {step} came at {at}, due {due:?}"));
            }
        }
        drop(book);
        if !question.taken.by_person {
            return Ok(());
        }
        let calm = self.now_exactly() - TimeDelta::seconds(CALM);
        let answered = question.answers.first().map(|answer| self.stored(table, answer));
        // A table that was closed asks nothing more, and nobody is reminded there.
        let until = answered.or_else(|| is_open.then(|| self.now_exactly()));
        let Some(until) = until.filter(|until| *until > calm + SOON) else { return Ok(()) };
        let Some(last) = due.iter().rfind(|rung| rung.at < until - SOON) else { return Ok(()) };
        // Who is away, or is to be left alone, is reminded once that is over.
        let before = until - SOON * 2;
        if touch(&past.rests.of_seat(question.seat, true), before, until)
            || self.is_quiet(question.seat, before, until)
        {
            return Ok(());
        }
        let later: Vec<usize> = due.iter().filter(|rung| rung.at >= last.at).map(|rung| rung.step).collect();
        let notices = table.notices(question.seat);
        let mut of_it = notices.iter().filter(|it| is_of_it(it.seq, question.seat));
        match of_it.any(|it| step(&it.why).is_some_and(|step| later.contains(&step))) {
            true => Ok(()),
            false => Err(format!("no reminder, due {due:?}, open until {until}")),
        }
    }

    fn rungs_of(&self, seat: &str, begun: Moment, times: Option<(Moment, Moment)>) -> Vec<Rung> {
        let (_, ladder) = self.promised.ladders.iter().find(|(of, _)| *of == seat).unwrap();
        rungs(ladder, begun, times.map(|(due, _)| due), self.quiet_of(seat), &Zone::UTC)
    }

    fn quiet_of(&self, seat: &str) -> Option<&Quiet> {
        self.promised.quiet.iter().find(|(of, _)| *of == seat).map(|(_, quiet)| quiet)
    }

    /// Whether the player of a seat wants to be left alone at any time between these moments, which are less apart than that lasts.
    fn is_quiet(&self, seat: &str, from: Moment, to: Moment) -> bool {
        self.quiet_of(seat).is_some_and(|quiet| [from, to].iter().any(|at| quiet.around(*at).is_some()))
    }

    /// Nobody is reminded, nor told that their own time is up where others do nothing about it, while they want to be left alone. What
    /// was on its way when that began may arrive after it.
    fn judge_quiet(&self, table: &Table, past: &Past<'_>) -> Result<(), String> {
        let book = self.seen.book();
        let claims = past.terms.as_ref().is_some_and(|(terms, _)| terms.overdue == Overdue::Claim);
        let disturbs = |post: &&Post, seat: &str| {
            let at = DateTime::from_timestamp(post.at, 0).unwrap();
            let quiet = self.quiet_of(seat).and_then(|quiet| quiet.around(at));
            let skew = TimeDelta::seconds(MOST_SKEW);
            quiet.is_some_and(|(from, to)| from + SOON < at && at < to - skew)
        };
        for (seat, _) in &self.promised.quiet {
            let place = dm_of(table.person(seat).user);
            let disturbing = |told: &Told| {
                (&*told.table, &*told.seat) == (&*table.id, *seat)
                    && (told.why.starts_with("reminder-") || told.why == "expired" && !claims)
            };
            let is_of_it = |post: &&Post| match post.notices.is_empty() {
                false => post.notices.iter().any(disturbing),
                true => post.place == place && post.text.contains(&format!("**{}** ", table.id)),
            };
            if let Some(post) = book.posts.iter().filter(is_of_it).find(|post| disturbs(post, seat)) {
                return Err(format!("{seat} is disturbed at {}: {:?}", post.at, post.text));
            }
        }
        Ok(())
    }

    /// Nothing due is left lying: a question whose time is up, one that is answered by itself.
    fn judge_open(&self, table: &Table, past: &Past<'_>, question: &Question<'_>) -> Result<(), String> {
        let (calm, soon) = (self.now_exactly() - TimeDelta::seconds(CALM), self.now_exactly() - SOON);
        let rested = past.rests.of_seat(question.seat, question.taken.by_person);
        let rested = touch(&rested, calm, self.now_exactly());
        let stood = touch(&past.rests.stood, calm, self.now_exactly());
        let expired = question.expired.first().map(|expired| self.stored(table, expired));
        if let (_, Some((_, up))) = past.times(question)
            && up + slow_writers() < soon
            && expired.is_none()
            && !rested
        {
            return Err(format!("its time was up at {up}, and nobody said so"));
        }
        let is_of_it = |(of, seat): &&(String, &str)| *of == table.id && *seat == question.seat;
        let is_quick = self.promised.quick.iter().any(|it| is_of_it(&it)) || !question.taken.by_person;
        if is_quick && question.raised.max(question.taken.at) < soon && !stood {
            return Err("nobody answered for it".to_owned());
        }
        let overdue = past.terms.as_ref().map(|(terms, _)| terms.overdue);
        let is_late =
            overdue == Some(Overdue::StandingOrders) && self.promised.late.iter().any(|it| is_of_it(&it));
        match is_late && expired.is_some_and(|expired| expired < soon) && !stood {
            true => Err("nobody answered for it once its time was up".to_owned()),
            false => Ok(()),
        }
    }

    /// Each is told once to all, and to nobody where the log does not say so.
    fn judge_expiries_told(&self, table: &Table, past: &Past<'_>) -> Result<(), String> {
        let book = self.seen.book();
        let thread = table.room().id;
        let reports = book.posts.iter().filter(|post| Some(post.place) == thread && !post.is_notice);
        let told: BTreeMap<&str, usize> =
            reports.map(|post| (&*post.nonce, post.text.matches(UP).count())).collect();
        let is_up = |seq: u64| past.entries.get(seq as usize - 1).is_some_and(|it| it.kind == "TimeExpired");
        let said = past.entries.iter().filter(|it| is_up(it.seq)).count();
        if told.values().sum::<usize>() != said {
            return Err(format!("of {said} times up {told:?} are told"));
        }
        let mut notices = book.posts.iter().flat_map(|post| &post.notices);
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
                |post: &&Post| post.place == place && post.notices.is_empty() && post.text.contains(&mention);
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
        let stood_in = past.taken.values().flat_map(|of| &of[1..]).filter(|it| !it.by_person).count();
        let notices = ["red", "blue"].into_iter().flat_map(|seat| table.notices(seat));
        let reminders = notices.filter(|it| it.delivered && it.why.starts_with("reminder-")).count();
        for (what, count) in [
            ("times up", expired),
            ("reminders", reminders),
            ("standing orders", of(STANDING_DOOR)),
            ("computer players", of(COMPUTER)),
            ("the clock stood", past.rests.stood.len()),
            ("absences", past.rests.absences()),
            ("stood in", stood_in),
        ] {
            self.stage.happened(what, count);
        }
    }

    /// Its alarm is set for what comes next, and is not past.
    fn judge_alarm(&self, table: &Table, past: &Past<'_>, open: &[(String, u64)]) -> Result<(), String> {
        let now = self.now_exactly();
        let alarms =
            self.store.due_alarms(&written(now + TimeDelta::days(2 * PAUSE_DAYS)), usize::MAX).unwrap();
        let alarm = alarms.iter().find(|alarm| alarm.table == table.id).map(|alarm| moment(&alarm.at));
        if alarm.is_some_and(|alarm| alarm < now - SOON) {
            return Err(format!("its alarm is past: {alarm:?}"));
        }
        let of = |key: &(String, u64)| {
            let question = past.open(key);
            let (begun, times) = past.times(question);
            let off = past.rests.of_seat(question.seat, question.taken.by_person);
            if let Some((_, end)) = off.iter().find(|(from, to)| (*from..*to).contains(&now)) {
                return Some(*end);
            }
            let up = times.map(|(_, up)| up).filter(|_| question.expired.is_empty());
            let rungs = self.rungs_of(&key.0, begun, times);
            rungs
                .into_iter()
                .filter(|_| question.taken.by_person)
                .map(|rung| rung.at)
                .chain(up)
                .filter(|at| *at > now)
                .min()
        };
        match open.iter().filter_map(of).min() {
            Some(next) if alarm.is_none_or(|alarm| alarm > next + slow_writers()) => {
                Err(format!("its alarm is {alarm:?}, and {next} comes next"))
            }
            _ => Ok(()),
        }
    }
}

/// How much later the time of a question is up at most, where it was written by a clock that is slow by that of who keeps time.
fn slow_writers() -> TimeDelta {
    TimeDelta::seconds(2 * MOST_SKEW)
}
