//! Logs and metrics for the operator, with all of their names in one place.
//!
//! Logs never contain a token, a seed or what somebody wrote. Our own code keeps to that; libraries may log whole requests, so
//! none of their lines pass, whatever the filter says.

use std::collections::BTreeMap;
use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::{Metadata, Subscriber};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::config::serving::LogFormat;
pub use crate::log::{COMMIT_SECONDS, ROUND_TRIPS};

/// Interactions that came in, by `kind` and `outcome`.
pub const INTERACTIONS: &str = "wardroom_interactions_total";
/// Refusals, by `reason`.
pub const REFUSALS: &str = "wardroom_refusals_total";
/// Seconds from an interaction's arrival to its first answer, by `kind`.
pub const FIRST_ANSWER_SECONDS: &str = "wardroom_first_answer_seconds";
/// Seconds that the oldest notice which is due has waited; 0 when none is due.
pub const OUTBOX_AGE_SECONDS: &str = "wardroom_outbox_age_seconds";
/// Pages of reports that Discord refused for good.
pub const LOST_PAGES: &str = "wardroom_lost_pages_total";
/// Mails read, by `outcome` and `reason`.
pub const MAILS_READ: &str = "wardroom_mails_read_total";
/// Mails sent, by whether they went out.
pub const MAILS_SENT: &str = "wardroom_mails_sent_total";
/// Requests for pages, by `status`.
pub const PAGE_REQUESTS: &str = "wardroom_page_requests_total";
/// Requests for the board in the browser, by `status`.
pub const BOARD_REQUESTS: &str = "wardroom_board_requests_total";
/// Shards of the gateway, by `state`: `connected`, `wanted`.
pub const GATEWAY_SHARDS: &str = "wardroom_gateway_shards";
/// Always 1: its labels say which program this is.
pub const BUILD_INFO: &str = "wardroom_build_info";
/// 1 for a part that works, 0 for one that does not, by `part`; parts that do not run work.
pub const HEALTHY: &str = "wardroom_healthy";
/// 1 while the head file is whole and can be written.
pub const HEAD_FILE_OK: &str = "wardroom_head_file_ok";
/// Files that other accounts can use and should not.
pub const FILES_OPEN: &str = "wardroom_files_open_to_others";
/// Tables whose log is ahead of the clock.
pub const AHEAD_OF_CLOCK: &str = "wardroom_tables_ahead_of_clock";
/// Tables that are not closed.
pub const OPEN_TABLES: &str = "wardroom_open_tables";
/// Seconds that the first table has waited which was to be looked at for what time brings.
pub const TIMEKEEPER_LATE: &str = "wardroom_timekeeper_late_seconds";
/// 1 for a lease that this process holds, by `lease`.
pub const LEASES_HELD: &str = "wardroom_leases_held";
/// When the newest backup was written, in seconds since 1970; 0 where there is none. Absent where no folder is named.
pub const LAST_BACKUP: &str = "wardroom_last_backup_timestamp_seconds";
/// When the mailbox was last read, in seconds since 1970, by `mailbox`; absent without a mail door.
pub const MAILBOX_READ: &str = "wardroom_mailbox_read_timestamp_seconds";
/// When the process started, in seconds since 1970: the name that Prometheus has for it.
pub const STARTED: &str = "process_start_time_seconds";

/// Every number by name.
pub const NUMBERS: [&str; 23] = [
    INTERACTIONS,
    REFUSALS,
    FIRST_ANSWER_SECONDS,
    COMMIT_SECONDS,
    ROUND_TRIPS,
    OUTBOX_AGE_SECONDS,
    LOST_PAGES,
    MAILS_READ,
    MAILS_SENT,
    PAGE_REQUESTS,
    BOARD_REQUESTS,
    GATEWAY_SHARDS,
    BUILD_INFO,
    HEALTHY,
    HEAD_FILE_OK,
    FILES_OPEN,
    AHEAD_OF_CLOCK,
    OPEN_TABLES,
    TIMEKEEPER_LATE,
    LEASES_HELD,
    LAST_BACKUP,
    MAILBOX_READ,
    STARTED,
];

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Its version, with the commit where that is known.
pub const PROGRAM: &str = env!("WARDROOM_VERSION");
/// The commit it was built from; `unknown` where it was built from a working copy.
pub const COMMIT: &str = env!("WARDROOM_COMMIT");

/// The kinds of [`INTERACTIONS`], without unknown ones.
pub const INTERACTION_KINDS: [&str; 4] = ["command", "complete", "click", "modal"];
/// The outcomes of an interaction.
pub const INTERACTION_OUTCOMES: [&str; 6] = ["answered", "deferred", "late", "failed", "busy", "shed"];
/// The reasons of [`REFUSALS`].
pub const REFUSAL_REASONS: [&str; 16] = [
    "picture",
    "suggestion",
    "signature",
    "too-large",
    "too-slow",
    "unreadable",
    "strange",
    "busy",
    "lost-answer",
    "pages-full",
    "witness-full",
    "board-full",
    "board-streams",
    "broken",
    "order",
    "asker",
];
/// The outcomes of [`MAILS_READ`] with the reasons of each.
pub const MAIL_OUTCOMES: [(&str, &[&str]); 4] = [
    ("answered", &["none"]),
    (
        "silent",
        &[
            "machine",
            "bounce",
            "own",
            "again",
            "unwanted",
            "limit",
            "useless",
            "unsigned",
            "bad-signature",
            "unknown",
        ],
    ),
    ("unreadable", &["too-great", "head", "no-sender", "several-senders"]),
    ("failed", &["store", "sending"]),
];
/// The outcomes of [`MAILS_SENT`].
pub const MAIL_SENT_OUTCOMES: [&str; 2] = ["sent", "failed"];
/// The statuses of [`PAGE_REQUESTS`].
pub const PAGE_STATUSES: [u16; 8] = [200, 304, 400, 404, 405, 429, 500, 503];
/// The statuses of [`BOARD_REQUESTS`].
pub const BOARD_STATUSES: [u16; 10] = [200, 303, 400, 403, 404, 405, 413, 429, 500, 503];
/// The parts of [`HEALTHY`].
pub const HEALTHY_PARTS: [&str; 6] = ["store", "gateway", "mail", "mail-sending", "pages", "board"];
/// The doors with an [`OUTBOX_AGE_SECONDS`].
pub const SENDING_DOORS: [&str; 2] = ["discord", "mail"];

/// The upper bounds of the histograms' buckets, in seconds: Discord waits three.
const SECONDS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1.0, 2.0, 3.0];
/// The interval at which the metrics are compacted, so that they do not grow while nobody reads them.
pub const NUMBERS_KEPT_EVERY: Duration = Duration::from_secs(5);
/// The number of times that a repeated line is logged within [`AGAIN_AFTER`]; then it is only counted.
const AGAIN_TOLD: u32 = 3;
/// Seconds after which a counted line is logged again.
pub const AGAIN_AFTER: i64 = 600;
/// Most different lines that are counted at once.
pub const MUTED_LINES: usize = 64;

/// Counts an interaction.
pub fn interaction(kind: &'static str, outcome: &'static str) {
    debug_assert!(
        (kind, outcome) == STRANGE
            || INTERACTION_KINDS.contains(&kind) && INTERACTION_OUTCOMES.contains(&outcome),
        "{kind} {outcome} was not there with 0"
    );
    metrics::counter!(INTERACTIONS, "kind" => kind, "outcome" => outcome).increment(1);
}

/// Counts a refusal.
pub fn refused(reason: &'static str) {
    debug_assert!(REFUSAL_REASONS.contains(&reason), "{reason} was not there with 0");
    metrics::counter!(REFUSALS, "reason" => reason).increment(1);
}

/// Records how long an interaction waited for its first answer.
pub fn first_answer(kind: &'static str, waited: Duration) {
    metrics::histogram!(FIRST_ANSWER_SECONDS, "kind" => kind).record(waited.as_secs_f64());
}

/// Records the numbers of connected and wanted shards.
pub fn gateway(connected: usize, wanted: usize) {
    for (state, shards) in [("connected", connected), ("wanted", wanted)] {
        metrics::gauge!(GATEWAY_SHARDS, "state" => state).set(u32::try_from(shards).unwrap_or(u32::MAX));
    }
}

/// Counts a page of a report that Discord refused for good.
pub fn lost_page() {
    metrics::counter!(LOST_PAGES).increment(1);
}

/// Counts a mail that was read, by outcome and reason: one of [`MAIL_OUTCOMES`].
pub fn mail_read(outcome: &'static str, reason: &'static str) {
    debug_assert!(
        MAIL_OUTCOMES.iter().any(|(known, reasons)| *known == outcome && reasons.contains(&reason)),
        "{outcome} {reason} was not there with 0"
    );
    metrics::counter!(MAILS_READ, "outcome" => outcome, "reason" => reason).increment(1);
}

/// Counts a mail that was to go out.
pub fn mail_sent(went_out: bool) {
    metrics::counter!(MAILS_SENT, "outcome" => if went_out { "sent" } else { "failed" }).increment(1);
}

/// Counts a request for a page only by its status, which reveals no link.
pub fn page_request(status: u16) {
    debug_assert!(PAGE_STATUSES.contains(&status), "{status} was not there with 0");
    metrics::counter!(PAGE_REQUESTS, "status" => status.to_string()).increment(1);
}

/// Counts a request for the board, as [`page_request`].
pub fn board_request(status: u16) {
    debug_assert!(BOARD_STATUSES.contains(&status), "{status} was not there with 0");
    metrics::counter!(BOARD_REQUESTS, "status" => status.to_string()).increment(1);
}

/// Records the age of the oldest due notice of a door, in seconds.
pub fn outbox_age(door: &'static str, seconds: i64) {
    metrics::gauge!(OUTBOX_AGE_SECONDS, "door" => door)
        .set(u32::try_from(seconds.max(0)).unwrap_or(u32::MAX));
}

/// The recorder of this process's metrics, in Prometheus form.
///
/// # Errors
/// One sentence, if there already is another recorder.
pub fn numbers() -> Result<PrometheusHandle, String> {
    static NUMBERS: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    NUMBERS.get_or_init(start_numbers).clone()
}

fn start_numbers() -> Result<PrometheusHandle, String> {
    let mut builder = PrometheusBuilder::new();
    // Without bounds they would be summaries, which cannot be added up over processes.
    for name in [FIRST_ANSWER_SECONDS, COMMIT_SECONDS] {
        let matcher = Matcher::Full(name.to_owned());
        builder = builder.set_buckets_for_metric(matcher, &SECONDS).map_err(|error| error.to_string())?;
    }
    let recorder = builder.build_recorder();
    let handle = recorder.handle();
    metrics::set_global_recorder(recorder).map_err(|error| error.to_string())?;
    metrics::describe_counter!(INTERACTIONS, "Interactions that came in, by kind and outcome");
    metrics::describe_counter!(REFUSALS, "What was refused, by reason");
    metrics::describe_histogram!(FIRST_ANSWER_SECONDS, "Seconds from an interaction to its first answer");
    metrics::describe_histogram!(COMMIT_SECONDS, "Seconds a commit of the log took");
    metrics::describe_counter!(ROUND_TRIPS, "Round trips to PostgreSQL");
    metrics::describe_gauge!(OUTBOX_AGE_SECONDS, "Seconds the oldest notice that is due has waited");
    metrics::describe_counter!(MAILS_READ, "Mails read, by what came of them");
    metrics::describe_counter!(MAILS_SENT, "Mails sent, by whether they went out");
    metrics::describe_counter!(PAGE_REQUESTS, "Requests for pages of published tables, by status");
    metrics::describe_counter!(BOARD_REQUESTS, "Requests for the board in the browser, by status");
    metrics::describe_counter!(LOST_PAGES, "Pages of reports that Discord refused for good");
    metrics::describe_gauge!(GATEWAY_SHARDS, "Shards of the gateway, connected and wanted");
    metrics::describe_gauge!(BUILD_INFO, "Always 1; its labels say which program this is");
    metrics::describe_gauge!(HEALTHY, "1 for a part that works, 0 for one that does not");
    metrics::describe_gauge!(HEAD_FILE_OK, "1 while the head file is whole and can be written");
    metrics::describe_gauge!(FILES_OPEN, "Files that other accounts can use and should not");
    metrics::describe_gauge!(AHEAD_OF_CLOCK, "Tables whose log is ahead of the clock");
    metrics::describe_gauge!(OPEN_TABLES, "Tables that are not closed");
    metrics::describe_gauge!(
        TIMEKEEPER_LATE,
        "Seconds that the first table waits to be looked at for what time brings"
    );
    metrics::describe_gauge!(LEASES_HELD, "1 for a lease that this process holds");
    metrics::describe_gauge!(LAST_BACKUP, "When the newest backup was written, in seconds since 1970");
    metrics::describe_gauge!(MAILBOX_READ, "When the mailbox was last read, in seconds since 1970");
    metrics::describe_gauge!(STARTED, "When the process started, in seconds since 1970");
    begin_at_zero();
    Ok(handle)
}

/// The one pair of kind and outcome that is not a pair of [`INTERACTION_KINDS`] and [`INTERACTION_OUTCOMES`].
const STRANGE: (&str, &str) = ("strange", "refused");

/// Names every series with 0: one that begins with its first event has no increase that an alarm could see.
fn begin_at_zero() {
    let pairs =
        INTERACTION_KINDS.iter().flat_map(|kind| INTERACTION_OUTCOMES.map(|outcome| (*kind, outcome)));
    for (kind, outcome) in pairs.chain([STRANGE]) {
        metrics::counter!(INTERACTIONS, "kind" => kind, "outcome" => outcome).absolute(0);
    }
    for reason in REFUSAL_REASONS {
        metrics::counter!(REFUSALS, "reason" => reason).absolute(0);
    }
    metrics::counter!(LOST_PAGES).absolute(0);
    metrics::counter!(ROUND_TRIPS).absolute(0);
    for (outcome, reasons) in MAIL_OUTCOMES {
        for reason in reasons {
            metrics::counter!(MAILS_READ, "outcome" => outcome, "reason" => *reason).absolute(0);
        }
    }
    for outcome in MAIL_SENT_OUTCOMES {
        metrics::counter!(MAILS_SENT, "outcome" => outcome).absolute(0);
    }
    for status in PAGE_STATUSES {
        metrics::counter!(PAGE_REQUESTS, "status" => status.to_string()).absolute(0);
    }
    for status in BOARD_STATUSES {
        metrics::counter!(BOARD_REQUESTS, "status" => status.to_string()).absolute(0);
    }
    for door in SENDING_DOORS {
        outbox_age(door, 0);
    }
    gateway(0, 0);
    HEALTHY_PARTS.iter().for_each(|part| healthy(part, true));
    set(HEAD_FILE_OK, 1);
    // `LAST_BACKUP` is not among them: its 0 says that there is none in a folder that is named.
    for number in [FILES_OPEN, AHEAD_OF_CLOCK, OPEN_TABLES, TIMEKEEPER_LATE] {
        set(number, 0);
    }
}

/// Names the program of this process, by its parts.
pub fn build_info(parts: &[(&'static str, String)]) {
    metrics::gauge!(BUILD_INFO, parts).set(1);
}

/// Notes whether a part works: one of [`HEALTHY_PARTS`].
pub fn healthy(part: &'static str, well: bool) {
    debug_assert!(HEALTHY_PARTS.contains(&part), "{part} was not there from the start");
    metrics::gauge!(HEALTHY, "part" => part).set(u32::from(well));
}

/// Notes whether this process holds a lease.
pub fn lease(lease: &'static str, held: bool) {
    metrics::gauge!(LEASES_HELD, "lease" => lease).set(u32::from(held));
}

/// Notes when a mailbox was last read, in seconds since 1970.
pub fn mailbox_read(mailbox: usize, at: i64) {
    metrics::gauge!(MAILBOX_READ, "mailbox" => mailbox.to_string()).set(number(at));
}

/// Sets a number that has no labels.
pub fn set(name: &'static str, value: i64) {
    metrics::gauge!(name).set(number(value));
}

/// A whole number as the recorder takes it, which is exact for every time and count there is.
#[expect(clippy::cast_precision_loss, reason = "times and counts are far below 2^53")]
fn number(value: i64) -> f64 {
    value as f64
}

/// Logs from here on to the error output, panics too.
///
/// # Errors
/// One sentence, when logging began before or the filter is none.
pub fn start_logs(filter: &str, format: LogFormat) -> Result<(), String> {
    // The records of the `log` crate are ignored: they come from libraries that log what they send.
    tracing::subscriber::set_global_default(logs(filter, format, io::stderr)?)
        .map_err(|error| error.to_string())?;
    // A panic's message may contain anything; its place does not.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, "panicked");
    }));
    Ok(())
}

/// Logs that go to `writer`.
///
/// # Errors
/// One sentence, when the filter is none.
pub fn logs<W>(filter: &str, format: LogFormat, writer: W) -> Result<impl Subscriber + Send + Sync, String>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let filter = filter.parse::<EnvFilter>().map_err(|error| error.to_string())?;
    let lines = fmt::layer().with_ansi(false).with_writer(writer);
    let lines = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    Ok(tracing_subscriber::registry().with(filter).with(filter_fn(may_be_told)).with(lines))
}

/// Returns whether a line or a span may be logged, whatever the filter says.
fn may_be_told(metadata: &Metadata<'_>) -> bool {
    let target = metadata.target();
    target == "wardroom" || target.starts_with("wardroom::")
}

/// Keeps lines that come again and again from filling the log.
#[derive(Debug, Default)]
pub struct Muted(BTreeMap<String, Heard>);

#[derive(Debug)]
struct Heard {
    since: i64,
    told: u32,
    muted: u32,
}

impl Muted {
    /// Takes a line at `now`, in seconds since 1970. If it is to be logged, returns how often it was not since the last time.
    pub fn hear(&mut self, line: &str, now: i64) -> Option<u32> {
        // Some lines are logged once more then, which is better than growing without end.
        if self.0.len() >= MUTED_LINES && !self.0.contains_key(line) {
            self.0.clear();
        }
        let heard = self.0.entry(line.to_owned()).or_insert(Heard { since: now, told: 0, muted: 0 });
        // A clock that was set back must not mute a line until it has caught up.
        if now.abs_diff(heard.since) >= AGAIN_AFTER.unsigned_abs() {
            (heard.since, heard.told) = (now, 0);
        }
        if heard.told == AGAIN_TOLD {
            heard.muted = heard.muted.saturating_add(1);
            return None;
        }
        heard.told += 1;
        Some(std::mem::take(&mut heard.muted))
    }

    /// The number of different lines counted.
    pub fn counted(&self) -> usize {
        self.0.len()
    }
}
