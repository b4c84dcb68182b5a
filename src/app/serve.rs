//! `serve`: the Discord bot, the mail door, the board in the browser, the pages of published tables, or several of them, with
//! health and numbers for whoever runs it. Pages and the board have listeners of their own, which know neither health nor numbers; the other knows no pages.
//!
//! | part | what it does |
//! |---|---|
//! | [`services`] | who does the work: what answers calls, what sends messages |
//! | [`mail`] | the mail door: its courier, its mailboxes |
//! | [`chores`] | what comes round again: time, computer players |
//! | [`club_log`] | the signing of the club's log |
//! | [`witnesses`] | cosignatures for it |
//! | [`ops`] | `/healthz` and `/metrics` |
//! | [`notify`] | what a service manager such as systemd is told |
//!
//! Starting: the address is bound, then Discord is asked who the token's application is, until it answers; then the
//! commands are registered and calls come in. Stopping: no new calls, those that run are answered, what waits to be sent
//! stays in the database for the next start.

pub mod chores;
pub mod club_log;
pub mod mail;
pub mod notify;
pub mod ops;
pub mod services;
pub mod witnesses;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use serenity::interactions_endpoint::Verifier;
use tokio::net::TcpListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{interval, timeout};

use self::chores::{Chore, Timekeeper};
use self::mail::MailServices;
use super::about::About;
use super::cli::Cli;
use super::error::CliError;
use super::log_key::LogKey;
use super::process::ProcessContext;
use super::registry::Games;
use super::secret::Secret;
use super::{CommandResult, database, dice_witness};
use crate::club::browser::BROWSER_KEYS;
use crate::club::computer::{COMPUTER_KEYS, ComputerPlayers};
use crate::club::page::PAGE_KEYS;
use crate::config::Config;
use crate::config::serving::{Bot, InboundMode, Serving};
use crate::config::value::chmod;
use crate::door::discord::api::permissions;
use crate::door::discord::api::post::rest::Rest;
use crate::door::discord::api::sign_on;
use crate::door::discord::id::Id;
use crate::door::discord::inbound::answering::{AT_ONCE, Bounds, Responder};
use crate::door::discord::inbound::endpoint::Endpoint;
use crate::door::discord::inbound::gateway::{Gateway, GatewayState, Rejected};
use crate::door::listener::names_one_host;
use crate::door::play::listener::run as run_board;
use crate::door::web::listener::run as run_pages;
use crate::log::Fault;
use crate::log::sqlite::Upgraded;
use crate::observe;
use crate::reason::Reason;
use crate::receipt::RECEIPT_KEYS;
use crate::waits::{Clock, Waits};
use crate::words::Words;
use notify::Supervisor;
use ops::Ops;
use services::{DiscordServices, OpenDoors, Services};

/// Time at shutdown to answer running calls, and then again to send messages.
const FINISH: Duration = Duration::from_secs(10);
/// Time after that for a response under way, and for threads that still work.
const CLOSE: Duration = Duration::from_secs(3);
/// Threads for work that blocks beside the handlers' own: health checks, the courier's reading.
const MORE_THREADS: usize = 16;
/// The wait before the next try to register failed commands: first, and at most.
const REGISTER_AGAIN: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(600)];

/// Runs `serve` until SIGTERM or SIGINT.
///
/// # Errors
/// A configuration that lacks something, an address in use, a token that Discord refuses.
pub fn run(cli: &Cli, games: Games, config: &Config, process: &ProcessContext<'_>) -> CommandResult {
    let serving =
        config.serving(&|name| process.var(name)).map_err(|what| misconfigured(cli, process, what))?;
    let file = super::config_path(cli.config.clone(), process);
    let setting = |key, why| CliError::Setting { file: file.clone(), key: Some(key), why: Box::new(why) };
    let bare = |key, why| CliError::Setting { file: None, key, why: Box::new(why) };
    let of_place = |why| match (&cli.db, &config.database) {
        (Some(_), _) => bare(Some("--db"), why),
        (None, Some(_)) => setting("database", why),
        (None, None) => bare(None, why),
    };
    let place = database(cli, config, process)?;
    if let Some(data) = &config.data {
        games.fitting(data).map_err(|why| setting("data", why))?;
    }
    if let Some(mail) = &serving.mail {
        mail::check_folders(mail, config.mail.as_ref()).map_err(|(key, why)| setting(key, why))?;
    }
    let without = |why| CliError::Because(Reason::of("serve-no-logs").quoting("why", why));
    observe::start_logs(&serving.log, serving.log_format).map_err(without)?;
    introduce(&About::of(games), &serving, file.as_deref(), &place);
    let secret = match Secret::of_server(config, file.clone(), process) {
        Ok(secret) => Some(secret),
        Err(trouble) if serving.mail.is_some() || serving.pages.is_some() || serving.play.is_some() => {
            return Err(match trouble {
                CliError::File { .. } => bare(None, trouble),
                trouble => trouble,
            });
        }
        // A bot needs it for nothing: where it cannot be made, it serves without.
        Err(trouble) => {
            tracing::warn!(%trouble, "the server has no secret");
            None
        }
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(AT_ONCE + MORE_THREADS)
        .build()
        .map_err(|error| CliError::Because(Reason::of("serve-no-threads").quoting("why", error)))?;
    runtime.block_on(async { outlive_hangups() })?;
    if let Some(Upgraded { before, now, copy }) = super::database::upgrade(&place, config)
        .map_err(|why| if is_of_place(&why) { of_place(why) } else { why })?
    {
        let copy = copy.display();
        tracing::warn!(before, now, %copy, "the database was brought up to date; its copy from before is kept");
    }
    let store = super::database::open(&place, config, process);
    let store = store.map_err(|why| if is_of_place(&why) { of_place(why) } else { why })?;
    store.check_home()?;
    let own = super::config_path(cli.config.clone(), process).and_then(|path| config.exposed(&path));
    for file in store.exposed().into_iter().chain(own) {
        tracing::warn!(type_this = chmod(&file), "other accounts can use a file that is not meant for them");
    }
    let (platform, data) = (process.platform.clone(), config.data.as_deref());
    let waits = Waits::new(Arc::new(move || platform.now().timestamp()));
    let log = config.club_log.clone().unwrap_or_default().checked();
    let log = log.map_err(|what| misconfigured(cli, process, what))?.and_then(|settings| {
        let key = LogKey::of_server((config, file.clone()), &settings, process);
        // Where there can be no key, everything else is served without.
        let key = key.inspect_err(|trouble| tracing::warn!(%trouble, "the club's log is not signed"));
        Some((key.ok()?, settings))
    });
    if let Some((key, _)) = &log {
        tracing::info!(key = %key.signer.verifier(), "the club's log is signed");
    }
    let platform = dice_witness::of_server(&process.platform, log.as_ref());
    let keys = |label| secret.as_ref().map(|secret| secret.keys(label));
    let board = match serving.play.as_ref().zip(keys(BROWSER_KEYS)) {
        Some((play, keys)) => Some((play, keys, socket("serve-cannot-listen-play", play.listen)?)),
        None => None,
    };
    let doors = OpenDoors {
        bot: serving.discord.as_ref(),
        mail: serving.mail.as_ref().zip(keys(mail::MAIL_KEYS)),
        pages: serving.pages.as_ref().zip(keys(PAGE_KEYS)),
        board,
        operator: config.operator.as_ref(),
        computers: keys(COMPUTER_KEYS),
        log,
        receipts: keys(RECEIPT_KEYS).filter(|_| config.serve.receipts.unwrap_or(true)),
    };
    let mut services = services::for_club(games, &store, &platform, waits, data, doors)?;
    services.manager = Supervisor::of_environment(&|name| process.var(name));
    let outcome = runtime.block_on(async {
        // Before the addresses below are bound, so that a signal meanwhile is heard.
        let shutdown = told_to_stop()?;
        let listener = listen(serving.listen).await?;
        let pages = match &serving.pages {
            Some(pages) => Some(bound("serve-cannot-listen-pages", pages.listen).await?),
            None => None,
        };
        run_with(&serving, (listener, pages), services, shutdown).await
    });
    runtime.shutdown_timeout(CLOSE);
    outcome.map(|()| true)
}

/// True if the fault is in the database's place: it will not become a database of ours by itself.
fn is_of_place(trouble: &CliError) -> bool {
    matches!(
        trouble,
        CliError::Log(Fault::NotOurs { .. } | Fault::Unfit { .. })
            | CliError::File { .. }
            | CliError::Usage(_)
            | CliError::Because(_)
    )
}

/// Binds the address.
///
/// # Errors
/// One sentence: an address in use or not of this machine.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, CliError> {
    bound("serve-cannot-listen", address).await
}

pub(super) async fn bound(key: &'static str, address: SocketAddr) -> Result<TcpListener, CliError> {
    TcpListener::bind(address).await.map_err(|error| unbound(key, address, &error))
}

/// Binds an address before there is a runtime.
fn socket(key: &'static str, address: SocketAddr) -> Result<std::net::TcpListener, CliError> {
    std::net::TcpListener::bind(address).map_err(|error| unbound(key, address, &error))
}

fn unbound(key: &'static str, address: SocketAddr, error: &std::io::Error) -> CliError {
    let why = Reason::of(key).quoting("address", address).quoting("why", error);
    match error.kind() {
        // A port below 1024, for a user without that right.
        std::io::ErrorKind::PermissionDenied => CliError::Usage(why),
        _ => CliError::Because(why),
    }
}

/// Logs the version first, so that a defect report can name it.
fn introduce(about: &About, serving: &Serving, file: Option<&Path>, place: &Path) {
    let configuration = file.filter(|file| file.exists()).map_or("none".into(), Path::to_string_lossy);
    let (schema, database) = super::database::schema_and_place(place);
    let discord = serving.discord.as_ref().map(|bot| match bot.way {
        InboundMode::Gateway(_) => "discord (gateway)",
        InboundMode::Endpoint { .. } => "discord (endpoint)",
    });
    let doors = [
        discord,
        serving.mail.as_ref().map(|_| "mail"),
        serving.pages.as_ref().map(|_| "pages"),
        serving.play.as_ref().map(|_| "browser"),
    ];
    let doors = doors.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let [(_, version), (_, commit), (_, date), (_, features), _, (_, rules)] = about.parts();
    tracing::info!(version, commit, date, features, rules, %configuration, database, schema, doors, "starting");
}

/// Serves until `shutdown` is done, on one listener for health, numbers and calls, and another for pages.
///
/// # Errors
/// A token or a configuration that Discord refuses; a part that ended by itself.
pub async fn run_with(
    serving: &Serving,
    (listener, for_pages): (TcpListener, Option<TcpListener>),
    services: Services,
    shutdown: impl Future<Output = ()>,
) -> Result<(), CliError> {
    let without = |why| CliError::Because(Reason::of("serve-no-numbers").quoting("why", why));
    let numbers = observe::numbers().map_err(without)?;
    let (stop, stopping) = watch::channel(false);
    let ops = Ops::new(numbers.clone(), &services, stopping.clone());
    let ops = serving.backups.iter().cloned().fold(ops, Ops::counting_backups);
    let Services { waits, discord, mail, pages, board, chores, manager, .. } = services;
    let bot = serving.discord.as_ref().zip(discord);
    let bot = bot.map(|(bot, services)| BotAtWork::start(bot, services, waits, stopping.clone()));
    let bot = bot.transpose()?;
    let (ops, on_endpoint) = match &bot {
        Some(bot) => (bot.gateway.iter().cloned().fold(ops, Ops::watching), bot.routes.clone()),
        None => (ops, Router::new()),
    };
    let by_mail = mail.as_ref().map(MailServices::routes).unwrap_or_default();
    let routes = ops.routes().merge(on_endpoint).merge(by_mail).layer(from_fn(one_host));
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "listening");
    }
    let (close, closing) = watch::channel(false);
    let mut web = tokio::spawn(serve_web(listener, routes, closing.clone()));
    let mut pages = pages.zip(for_pages).map(|(pages, listener)| {
        if let Ok(address) = listener.local_addr() {
            tracing::info!(%address, "listening for pages");
        }
        tokio::spawn(run_pages(pages, listener, closing.clone()))
    });
    let mut board = board.map(|board| {
        if let Some(address) = board.address() {
            tracing::info!(%address, "listening for the board");
        }
        tokio::spawn(run_board(board, closing))
    });
    let tidy = tokio::spawn(keep_numbers(numbers));
    let (mut time, mut computers) = chores.map(|chores| chores.start(&stopping)).unzip();
    let mut mail = mail.map(|mail| tokio::spawn(mail.run(stopping)));
    let mut discord = bot;
    manager.ready();
    let outcome = tokio::select! {
        () = shutdown => Ok(()),
        () = manager.stay_alive() => Ok(()),
        trouble = BotAtWork::ended_early(&mut discord) => trouble,
        ended = of_task(&mut mail) => early("the mail door", ended.map(Ok)),
        ended = of_task(&mut time) => early(Timekeeper::WHAT, ended.map(Ok)),
        ended = of_task(&mut computers) => early(ComputerPlayers::WHAT, ended.map(Ok)),
        ended = &mut web => early("the listener", ended.map(Ok)),
        ended = of_task(&mut pages) => early("the listener for pages", ended.map(Ok)),
        ended = of_task(&mut board) => early("the listener for the board", ended.map(|ended| ended.map_err(CliError::from))),
    };
    manager.stopping();
    tracing::info!("stopping: no new calls are taken");
    // Before the others are told: nothing new may begin while they end.
    if let Some(bot) = &discord {
        bot.responder.stop();
    }
    stop.send_replace(true);
    if let Some(bot) = &mut discord {
        finish("calls under way", bot.responder.idle()).await;
        finish("the line to Discord", ended(&mut bot.line)).await;
        finish("the sending of messages", ended(&mut bot.courier)).await;
    }
    if let Some(mail) = &mut mail {
        finish("the mail door", ended(mail)).await;
    }
    if let Some(time) = &mut time {
        finish(Timekeeper::WHAT, ended(time)).await;
    }
    if let Some(computers) = &mut computers {
        finish(ComputerPlayers::WHAT, ended(computers)).await;
    }
    // The listener closes last: it carries the answers to running calls, and /healthz says "stopping" until then.
    close.send_replace(true);
    // A client that keeps a connection open without a request is not waited for long.
    let _ = timeout(CLOSE, ended(&mut web)).await;
    if let Some(pages) = &mut pages {
        let _ = timeout(CLOSE, ended(pages)).await;
    }
    if let Some(board) = &mut board {
        let _ = timeout(CLOSE, ended(board)).await;
    }
    tidy.abort();
    tracing::info!("stopped");
    outcome
}

pub(super) fn misconfigured(cli: &Cli, process: &ProcessContext<'_>, what: Reason) -> CliError {
    match super::config_path(cli.config.clone(), process) {
        Some(path) => crate::config::ConfigFault { path, what }.into(),
        None => CliError::Usage(what),
    }
}

fn endpoint(public_key: [u8; 32], responder: Arc<Responder>, now: Clock) -> Result<Router, CliError> {
    let verifier = Verifier::try_new(public_key).map_err(|error| CliError::Failed(error.to_string()))?;
    Ok(Endpoint { responder, verifier, now }.routes())
}

/// The Discord bot at work.
struct BotAtWork {
    responder: Arc<Responder>,
    /// The endpoint's routes; none with the gateway.
    routes: Router,
    /// The gateway, if used.
    gateway: Option<Arc<GatewayState>>,
    line: JoinHandle<Result<(), CliError>>,
    courier: JoinHandle<()>,
}

impl BotAtWork {
    fn start(
        bot: &Bot,
        services: DiscordServices,
        waits: Waits,
        stopping: watch::Receiver<bool>,
    ) -> Result<BotAtWork, CliError> {
        let rest = Arc::new(Rest::new(bot, waits.clone()));
        let words = Arc::new(Words::read()?);
        let responder = Arc::new(Responder::new(services.handle, words, rest.clone(), Bounds::default()));
        let courier = tokio::spawn((services.courier)(rest.clone(), stopping.clone()));
        let (routes, gateway) = match bot.way {
            InboundMode::Gateway(shards) => {
                let (responder, rest, state) = (responder.clone(), rest.clone(), Arc::default());
                let (waits, notes, division) = (waits.clone(), services.notes, services.division);
                (Router::new(), Some(Gateway { responder, rest, shards, state, waits, notes, division }))
            }
            InboundMode::Endpoint { public_key } => {
                (endpoint(public_key, responder.clone(), waits.clock())?, None)
            }
        };
        let state = gateway.as_ref().map(|gateway| gateway.state.clone());
        let sign_on = SignOn { rest, bot: bot.clone(), register: services.register, waits };
        let line = tokio::spawn(sign_on.then(gateway, stopping));
        Ok(BotAtWork { responder, routes, gateway: state, line, courier })
    }

    /// Waits for a part that ends too early; for ever without a bot.
    async fn ended_early(bot: &mut Option<BotAtWork>) -> Result<(), CliError> {
        let Some(bot) = bot else { return std::future::pending().await };
        tokio::select! {
            ended = &mut bot.line => early("the line to Discord", ended),
            ended = &mut bot.courier => early("the sending of messages", ended.map(Ok)),
        }
    }
}

/// Waits for a task; for ever without one.
async fn of_task<T>(task: &mut Option<JoinHandle<T>>) -> Result<T, tokio::task::JoinError> {
    match task {
        Some(task) => task.await,
        None => std::future::pending().await,
    }
}

/// Refuses a request that names no host, or several: a proxy may take it for another one than we do (RFC 9112, 3.2).
async fn one_host(request: Request, next: Next) -> Response {
    match names_one_host(request.headers()) {
        true => next.run(request).await,
        false => (StatusCode::BAD_REQUEST, "a request has one Host line\n").into_response(),
    }
}

async fn serve_web(listener: TcpListener, routes: Router, mut closing: watch::Receiver<bool>) {
    let closed = async move {
        let _ = closing.wait_for(|close| *close).await;
    };
    // It retries what fails, and returns when it is closed.
    let _ = axum::serve(listener, routes).with_graceful_shutdown(closed).await;
}

async fn keep_numbers(numbers: metrics_exporter_prometheus::PrometheusHandle) {
    let mut beats = interval(observe::NUMBERS_KEPT_EVERY);
    loop {
        beats.tick().await;
        numbers.run_upkeep();
    }
}

/// The bot's identity in Discord, and its commands.
struct SignOn {
    rest: Arc<Rest>,
    bot: Bot,
    register: services::Register,
    waits: Waits,
}

impl SignOn {
    /// Logs in, then keeps the gateway, or without one waits, until shutdown.
    async fn then(
        self,
        gateway: Option<Gateway>,
        mut stopping: watch::Receiver<bool>,
    ) -> Result<(), CliError> {
        let mut to_stop = stopping.clone();
        tokio::select! {
            signed_on = self.sign_on() => signed_on?,
            _ = to_stop.wait_for(|stop| *stop) => return Ok(()),
        }
        let registering = tokio::spawn(register(self.register, self.rest, self.waits));
        let outcome = match gateway {
            Some(gateway) => {
                gateway.run(stopping).await.map_err(|rejected| CliError::Because(rejected.reason()))
            }
            None => {
                let _ = stopping.wait_for(|stop| *stop).await;
                Ok(())
            }
        };
        registering.abort();
        outcome
    }

    async fn sign_on(&self) -> Result<(), CliError> {
        let found = sign_on::until_reached(&self.waits, || sign_on::application(&self.rest)).await;
        let application = found.map_err(|_| CliError::Because(Rejected::Token.reason()))?;
        let found = application.id.0;
        if let Some(written) = self.bot.application_id.filter(|written| *written != found) {
            let why =
                Reason::of("serve-other-application").quoting("written", written).quoting("found", found);
            return Err(CliError::Because(why));
        }
        if let InboundMode::Endpoint { public_key } = self.bot.way
            && let Some(verify_key) = application.verify_key
            && hex::encode(public_key) != verify_key
        {
            tracing::error!(
                right = verify_key,
                "[discord] public_key is not this application's: every request will be refused until it is mended"
            );
        }
        self.rest.answer_as(Id(found));
        let invite = permissions::invitation(Id(found));
        tracing::info!(application = found, invite, "Discord knows the bot");
        Ok(())
    }
}

/// Registers the commands, and retries later if that fails: the old ones stay until then.
async fn register(register: services::Register, rest: Arc<Rest>, waits: Waits) {
    let [mut pause, longest] = REGISTER_AGAIN;
    while let Err(trouble) = register(rest.clone()).await {
        tracing::error!(trouble, again_in_seconds = pause.as_secs(), "the commands could not be registered");
        waits.pause(pause).await;
        pause = (pause * 2).min(longest);
    }
}

/// The error for a part that ended too early.
fn early(part: &str, ended: Result<Result<(), CliError>, tokio::task::JoinError>) -> Result<(), CliError> {
    match ended {
        Ok(Err(trouble)) => Err(trouble),
        Ok(Ok(())) | Err(_) => Err(CliError::Because(Reason::of("serve-ended").quoting("part", part))),
    }
}

/// Waits for a task, or finds that it is done.
async fn ended<T>(task: &mut JoinHandle<T>) {
    if !task.is_finished() {
        // Its result is in the log.
        let _ = task.await;
    }
}

async fn finish(part: &str, done: impl Future<Output = ()>) {
    if timeout(FINISH, done).await.is_err() {
        tracing::warn!(part, seconds = FINISH.as_secs(), "not done in time; what was acknowledged is kept");
    }
}

/// Listens for a signal from this call on, not only once somebody waits.
fn heard(kind: SignalKind) -> Result<Signal, CliError> {
    signal(kind).map_err(|error| CliError::Because(Reason::of("serve-no-signals").quoting("why", error)))
}

/// A future that resolves at SIGTERM or SIGINT.
pub(super) fn told_to_stop() -> Result<impl Future<Output = ()>, CliError> {
    let (mut terminate, mut interrupt) = (heard(SignalKind::terminate())?, heard(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Ignores SIGHUP from here on. Many servers reread their configuration on it, and a closing terminal sends it.
pub(super) fn outlive_hangups() -> Result<(), CliError> {
    let mut hangups = heard(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangups.recv().await.is_some() {
            tracing::warn!(
                "SIGHUP changes nothing: the configuration is read at the start, so restart for another"
            );
        }
    });
    Ok(())
}
