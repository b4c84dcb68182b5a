//! The next messages of a table and their order: plain functions of what its thread shows, of what is new and of who is to be
//! told. The courier carries them out.

use std::collections::BTreeSet;

use super::retry_state::TouchUp;
use crate::door::discord::table_thread::{LastReport, Reporting};

/// Most characters of a report to whose message more is added.
pub const REPORT_CHARACTERS: usize = 1900;
/// Most characters of the calls that one report carries.
pub const CALLS_CHARACTERS: usize = 900;
/// Seconds in which a report's message is edited. Discord counts edits of messages older than an hour against another limit.
pub const EDITED_SECONDS: i64 = 50 * 60;
/// The fewest seconds between two pictures of a game that is not over.
pub const PICTURE_SECONDS: i64 = 60;

/// What a table's thread shows of its reports.
#[derive(Clone, Copy, Debug)]
pub struct ShownReports<'a> {
    /// The report being sent, if there is one.
    pub reporting: Option<&'a Reporting>,
    /// The last report, where more may be added to it.
    pub last: Option<&'a LastReport>,
    /// The last entry that was reported.
    pub reported: u64,
    /// Now, in seconds since 1970.
    pub now: i64,
    /// The number of the lease under which is sent now.
    pub lease: u64,
    /// True if Discord takes cards there, as far as is known.
    pub cards: bool,
}

/// Something that everybody may read and that was not reported yet.
#[derive(Clone, Copy, Debug)]
pub struct News<'a> {
    /// The last entry.
    pub to: u64,
    /// The seats that have to decide.
    pub asked: &'a [String],
    /// Whether the game is over.
    pub over: bool,
    /// The characters of the last report with the news added to it; `None` without such a report.
    pub joined: Option<usize>,
}

/// A notice that is due.
#[derive(Clone, Copy, Debug)]
pub struct DueCall {
    /// The number of its delivery.
    pub id: u64,
    /// The entry that it reports.
    pub seq: u64,
    /// The characters of its text, where a report may carry it: it calls a player in the thread to something new.
    pub carried: Option<usize>,
}

/// One thing to do at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableStep {
    /// Sends these notices, each by itself.
    Notices(BTreeSet<u64>),
    /// Sends this report, or the rest of it.
    Report(Reporting),
    /// Plans anew: a report begun earlier is done, and more may have happened since.
    PlanAgain,
    /// Brings something up to date that stands there already. It waits alone.
    TouchUp(TouchUp),
}

/// The things to do at a table, in their order: first the notices that no report carries, then the report with its calls, then
/// the updates, of which none holds back another; the status is the last.
///
/// The news is added to the last report while nobody is called, nobody new has to decide and it is short and recent enough. An
/// edit does not ring, so calls go out in new messages only.
pub fn plan(shown: &ShownReports<'_>, news: Option<&News<'_>>, due: &[DueCall]) -> Vec<TableStep> {
    let all = due.iter().map(|due| due.id);
    if let Some(reporting) = shown.reporting {
        // It is sent as it was begun; what has become due since does not wait for it.
        let alone = all.filter(|id| !reporting.calls.contains(id)).collect();
        return vec![TableStep::Notices(alone), TableStep::Report(reporting.clone()), TableStep::PlanAgain];
    }
    let mut steps = match news {
        None => vec![TableStep::Notices(all.collect())],
        Some(news) => {
            let calls = carried(shown.reported, news.to, due);
            let alone = all.filter(|id| !calls.contains(id)).collect();
            let into = shown.last.filter(|last| calls.is_empty() && takes(last, shown, news));
            let into = into.map(|last| last.message);
            let card = shown.cards && !calls.is_empty();
            let report = Reporting { to: news.to, sent: 0, into, calls, card };
            vec![TableStep::Notices(alone), TableStep::Report(report)]
        }
    };
    steps.extend(TouchUp::ALL.map(TableStep::TouchUp));
    steps
}

/// The notices that a report of these entries carries, as many as have room.
fn carried(reported: u64, to: u64, due: &[DueCall]) -> Vec<u64> {
    let mut left = CALLS_CHARACTERS;
    let fits = |due: &&DueCall| {
        let rest = due.carried.and_then(|characters| left.checked_sub(characters));
        let fits = rest.filter(|_| (reported + 1..=to).contains(&due.seq));
        // A notice without room leaves it to shorter ones behind it.
        left = fits.unwrap_or(left);
        fits.is_some()
    };
    due.iter().filter(fits).map(|due| due.id).collect()
}

/// Returns whether a report's message takes the news.
fn takes(last: &LastReport, shown: &ShownReports<'_>, news: &News<'_>) -> bool {
    let age = shown.now.saturating_sub(last.sent);
    (0..EDITED_SECONDS).contains(&age)
        // An edit under an earlier lease may still be on its way, and would undo this one.
        && last.lease == shown.lease
        && last.over == news.over
        && news.asked.iter().all(|seat| last.asked.contains(seat))
        && news.joined.is_some_and(|characters| characters <= REPORT_CHARACTERS)
}

/// When the status message is to get a picture of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureTime {
    /// It shows this phase already.
    Never,
    /// Now.
    Now,
    /// In so many seconds, for the last one is recent.
    In(u64),
}

/// When the picture of a new phase is due, after one of the phase `shown` that was put there at `at`.
pub fn picture_time(shown: &str, at: Option<i64>, phase: &str, over: bool, now: i64) -> PictureTime {
    let next = at.map_or(i64::MIN, |at| at.saturating_add(PICTURE_SECONDS));
    match u64::try_from(next.saturating_sub(now)) {
        _ if shown == phase => PictureTime::Never,
        // By a clock that was set back the last one lies ahead.
        Ok(wait @ 1..) if !over && at.is_some_and(|at| at <= now) => PictureTime::In(wait),
        _ => PictureTime::Now,
    }
}
