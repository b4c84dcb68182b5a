//! Health and metrics, for the operator.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;

use super::mail::{MailServices, MailboxHealth, SendingHealth, outbox_age};
use super::services::{HealthCheck, Lost, Measuring, Services, WitnessState, Witnessed};
use crate::app::about::About;
use crate::club::measured::Measured;
use crate::door::discord::inbound::gateway::{GatewayState, Shape};
use crate::door::mail::DOOR as MAIL;
use crate::door::mail::health as mail;
use crate::door::mail::mail_door::MailDoor;
use crate::door::play::listener::BoardListener;
use crate::door::web::listener::PageListener;
use crate::observe;
use crate::pace::zone::{self, ZoneDatabase};
use crate::waits::Clock;

/// Time without any shard before the status is `unhealthy`: Discord's own troubles are shorter.
pub const WITHOUT_SHARDS: Duration = Duration::from_secs(5 * 60);
/// The value for a store that can be read and written.
const WELL: &str = "ok";
/// The store's timeout for each check.
const READ: Duration = Duration::from_secs(2);

/// What health and numbers are made from.
pub struct Ops {
    numbers: PrometheusHandle,
    alive: HealthCheck,
    writable: HealthCheck,
    lost: Option<Lost>,
    witnessed: Witnessed,
    now: Clock,
    began: i64,
    stopping: watch::Receiver<bool>,
    gateway: Option<Arc<GatewayState>>,
    mailboxes: Vec<Arc<mail::Health>>,
    mail_door: Option<Arc<MailDoor>>,
    pages: Option<Arc<AtomicBool>>,
    board: Option<Arc<AtomicBool>>,
    about: About,
    measuring: Measuring,
    /// The folder with backups.
    backups: Option<PathBuf>,
}

/// What `/healthz` says.
#[derive(Debug, Serialize)]
struct Health {
    /// `ok`, `unhealthy` or `stopping`.
    status: &'static str,
    /// Which program this is.
    build: About,
    /// [`WELL`], `unreadable` or `unwritable`.
    store: &'static str,
    /// Why it is not well, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    store_trouble: Option<String>,
    /// The state of the head file.
    #[serde(flatten)]
    witness: WitnessState,
    /// The shards; absent where calls come in over the endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    gateway: Option<Shards>,
    /// Pages of reports that Discord refused since the start; absent while there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    lost_pages: Option<u64>,
    /// The mailboxes that are attended to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mail: Vec<MailboxHealth>,
    /// That mails cannot be sent; absent while they can.
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_sending: Option<SendingHealth>,
    /// Whether pages are listened for, `up` or `down`; absent where none are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pages: Option<&'static str>,
    /// The same for the board in the browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'static str>,
    /// The database of time zones in use.
    time_zones: &'static ZoneDatabase,
}

#[derive(Debug, Serialize)]
struct Shards {
    connected: usize,
    wanted: usize,
    /// When one was last connected, in seconds since 1970.
    last_connected: Option<i64>,
    /// When the next session may be requested, in seconds since 1970; absent if now.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_session_before: Option<i64>,
}

impl Ops {
    /// The health of the services; `stopping` becomes `true` at shutdown.
    pub fn new(numbers: PrometheusHandle, services: &Services, stopping: watch::Receiver<bool>) -> Ops {
        let now = services.waits.clock();
        observe::build_info(&services.about.parts());
        observe::set(observe::STARTED, now());
        Ops {
            numbers,
            alive: services.alive.clone(),
            writable: services.writable.clone(),
            lost: services.discord.as_ref().map(|discord| discord.lost.clone()),
            witnessed: services.witnessed.clone(),
            began: now(),
            now,
            stopping,
            gateway: None,
            mailboxes: services.mail.as_ref().map(MailServices::health).unwrap_or_default(),
            mail_door: services.mail.as_ref().map(MailServices::door),
            pages: services.pages.as_ref().map(PageListener::up),
            board: services.board.as_ref().map(BoardListener::up),
            about: services.about.clone(),
            measuring: services.measuring.clone(),
            backups: None,
        }
    }

    /// The same where backups are written to a folder.
    pub fn counting_backups(self, folder: PathBuf) -> Ops {
        Ops { backups: Some(folder), ..self }
    }

    /// The same where calls come in over the gateway.
    pub fn watching(self, gateway: Arc<GatewayState>) -> Ops {
        Ops { gateway: Some(gateway), ..self }
    }

    /// The routes `/healthz`, with `/healthz/live` and `/healthz/ready`, and `/metrics`.
    pub fn routes(self) -> Router {
        Router::new()
            .route("/healthz", get(healthz))
            .route("/healthz/live", get(|| async { "live\n" }))
            .route("/healthz/ready", get(ready))
            .route("/metrics", get(metrics))
            .with_state(Arc::new(self))
    }

    /// [`WELL`], or the store's fault with the reason.
    async fn store(&self) -> (&'static str, Option<String>) {
        // Reading first: whatever stands in its way stands in the way of writing too.
        for (check, amiss) in [(&self.alive, "unreadable"), (&self.writable, "unwritable")] {
            let check = check.clone();
            let trouble = match timeout(READ, tokio::task::spawn_blocking(move || check())).await {
                Ok(Ok(Ok(()))) => continue,
                Ok(Ok(Err(trouble))) => trouble,
                Ok(Err(stopped)) => stopped.to_string(),
                Err(_) => format!("it does not answer within {} seconds", READ.as_secs()),
            };
            tracing::error!(trouble, "the store is {amiss}");
            return (amiss, Some(trouble));
        }
        (WELL, None)
    }

    async fn witness(&self) -> WitnessState {
        let witnessed = self.witnessed.clone();
        let asked = timeout(READ, tokio::task::spawn_blocking(move || witnessed()));
        // A disk that does not answer is reported as the store's fault.
        asked.await.ok().and_then(Result::ok).unwrap_or_default()
    }

    /// What works and what does not.
    async fn health(&self) -> Health {
        let (store, store_trouble) = self.store().await;
        let witness = self.witness().await;
        let (gateway, connected) = self.shards().map_or((None, true), |(shards, well)| (Some(shards), well));
        let now = (self.now)();
        let mailboxes = self.mailboxes.iter().map(|health| MailboxHealth::of(health, now));
        let (mail, read): (Vec<_>, Vec<bool>) = mailboxes.unzip();
        let sending = self.mail_door.as_ref().map(|door| SendingHealth::of(door, now));
        let (mail_sending, sends) = sending.unwrap_or((None, true));
        let up = |flag: &Option<Arc<AtomicBool>>| flag.as_ref().map(|up| up.load(Ordering::Relaxed));
        let (pages, board) = (up(&self.pages), up(&self.board));
        let (reads, listens) = (read.into_iter().all(|well| well), |up| up != Some(false));
        // In the order of `HEALTHY_PARTS`.
        let parts = [store == WELL, connected, reads, sends, listens(pages), listens(board)];
        for (part, well) in observe::HEALTHY_PARTS.into_iter().zip(parts) {
            observe::healthy(part, well);
        }
        let status = match (*self.stopping.borrow(), parts.into_iter().all(|well| well)) {
            (true, _) => "stopping",
            (false, true) => "ok",
            (false, false) => "unhealthy",
        };
        let lost_pages = self.lost.as_ref().map(|lost| lost()).filter(|lost| *lost > 0);
        let said = |up: Option<bool>| up.map(|up| if up { "up" } else { "down" });
        let (pages, board) = (said(pages), said(board));
        let (build, time_zones) = (self.about.clone(), zone::database());
        Health {
            status,
            build,
            store,
            store_trouble,
            witness,
            gateway,
            lost_pages,
            mail,
            mail_sending,
            pages,
            board,
            time_zones,
        }
    }

    /// Brings those numbers up to date that nothing counts while it happens.
    async fn measure(&self) {
        // This also sets the numbers of the healthy parts.
        let Health { witness, .. } = self.health().await;
        let is_whole = witness.missing_since.is_none() && witness.trouble.is_none();
        observe::set(observe::HEAD_FILE_OK, is_whole.into());
        observe::set(observe::FILES_OPEN, count(witness.exposed.len()));
        observe::set(observe::AHEAD_OF_CLOCK, count(witness.ahead.len()));
        for (place, health) in self.mailboxes.iter().enumerate() {
            observe::mailbox_read(place, health.read_at.load(Ordering::Relaxed).cast_signed());
        }
        if let Some(door) = &self.mail_door {
            observe::outbox_age(MAIL, outbox_age(door, &self.mailboxes, (self.now)()));
        }
        let (measuring, backups) = (self.measuring.clone(), self.backups.clone());
        let asked = tokio::task::spawn_blocking(move || (measuring(), backups.as_deref().map(newest)));
        // A store that does not answer is told of by its health; the numbers stay as they were.
        let Ok(Ok((measured, backup))) = timeout(READ, asked).await else { return };
        if let Some(Measured { open_tables, timekeeper_late, leases }) = measured {
            observe::set(observe::OPEN_TABLES, open_tables.cast_signed());
            observe::set(observe::TIMEKEEPER_LATE, timekeeper_late.cast_signed());
            leases.into_iter().for_each(|(lease, held)| observe::lease(lease, held));
        }
        if let Some(backup) = backup {
            observe::set(observe::LAST_BACKUP, backup);
        }
    }

    fn shards(&self) -> Option<(Shards, bool)> {
        let now = (self.now)();
        let shape = self.gateway.as_ref()?.shape(now);
        // A shard that was never connected is given as long, from the start on; or from when it is this process's.
        let without = now - shape.last_connected.max(shape.unneeded).unwrap_or(self.began);
        let soon = without <= i64::try_from(WITHOUT_SHARDS.as_secs()).unwrap_or(i64::MAX);
        let Shape { connected, wanted, last_connected, no_session_before, .. } = shape;
        // While Discord has too few sessions left, a shard that needs a new one cannot come back.
        let well = no_session_before.is_none() && (connected > 0 || soon);
        Some((Shards { connected, wanted, last_connected, no_session_before }, well))
    }
}

async fn healthz(State(ops): State<Arc<Ops>>) -> Response {
    let health = ops.health().await;
    let code = if health.status == "ok" { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (code, Json(health)).into_response()
}

/// Answers whether the process can take calls, and if not why: it can read and write the store, and is not stopping. A fault of
/// Discord or a mail server is no reason to send calls elsewhere.
async fn ready(State(ops): State<Arc<Ops>>) -> Response {
    let why = if *ops.stopping.borrow() {
        "the program is stopping".to_owned()
    } else {
        match ops.store().await {
            (_, None) => return "ready\n".into_response(),
            (amiss, Some(trouble)) => format!("the store is {amiss}: {trouble}"),
        }
    };
    (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n")).into_response()
}

async fn metrics(State(ops): State<Arc<Ops>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    ops.measure().await;
    (kind, ops.numbers.render()).into_response()
}

fn count(found: usize) -> i64 {
    i64::try_from(found).unwrap_or(i64::MAX)
}

/// When the newest backup in a folder was written, in seconds since 1970; 0 where there is none. Backups end with `.db`; one that is
/// being tried has another end.
fn newest(folder: &Path) -> i64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let backups = files.filter(|file| file.extension().is_some_and(|end| end == "db"));
    let written = backups.filter_map(|file| file.metadata().ok()?.modified().ok());
    let seconds = written.filter_map(|at| at.duration_since(UNIX_EPOCH).ok());
    seconds.map(|since| since.as_secs()).max().unwrap_or_default().cast_signed()
}
