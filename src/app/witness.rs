//! `witness`: cosigns the logs of other clubs (C2SP tlog-witness), each only as far as it extends what was cosigned before; and
//! gives the dice of their tables one value for each counter ([`dice`]).

pub mod dice;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Response, StatusCode, header};
use hyper::body::Incoming;
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use tokio::sync::watch;

use self::dice::DiceDesk;
use super::cli::Cli;
use super::error::CliError;
use super::log_key::{KeyKind, random, signer_in, witness_file};
use super::process::ProcessContext;
use super::secret::write_beside;
use super::serve::{bound, misconfigured, outlive_hangups, told_to_stop};
use super::{CommandResult, config_path};
use crate::club::Platform;
use crate::club::club_log::{Checkpoint, LogSigner, VerifierKey};
use crate::config::Config;
use crate::config::serving::LOG;
use crate::config::witness::ServedWitness;
use crate::door::listener::{Connections, names_one_host};
use crate::observe;
use crate::private::{self, Access};
use crate::reason::Reason;
use crate::transparency::dice::{DICE_BYTES, ROLL_DICE};
use crate::transparency::witness::{ADD_CHECKPOINT, AddCheckpoint, NotCosigned, REQUEST_BYTES};

/// The folder beside the key with the last cosigned checkpoint of each log.
const FOLDER: &str = "witness-logs";
/// The folder beside the key with the values that tables asked their dice for.
const DICE_FOLDER: &str = "witness-dice";
/// Behind the name of a log's file: a signed checkpoint of the same size with another root.
const REFUSED: &str = "refused";
/// Behind the name of a log's file: the last signed checkpoint that came without a proof. That may be its sender's doing.
const UNPROVEN: &str = "unproven";
/// In the folder: locked for the life of the process.
const LOCK: &str = "lock";
/// The type of an answer that names a size.
const SIZE: &str = "text/x.tlog.size";
/// The type of every other answer.
const TEXT: &str = "text/plain; charset=utf-8";

/// The answer to a request: status, type, text.
type WitnessReply = (u16, &'static str, String);

/// A witness with its key and what it cosigned.
pub struct WitnessDesk {
    signer: LogSigner,
    logs: Vec<VerifierKey>,
    folder: PathBuf,
    /// One decision at a time: it is made and remembered before the next.
    turn: Mutex<()>,
}

impl WitnessDesk {
    /// A witness of these logs that remembers in this folder.
    pub fn new(signer: LogSigner, logs: Vec<VerifierKey>, folder: PathBuf) -> WitnessDesk {
        WitnessDesk { signer, logs, folder, turn: Mutex::default() }
    }

    /// Answers a request to cosign, at a time in seconds since 1970.
    pub fn answer(&self, text: &str, now: u64) -> (u16, &'static str, String) {
        let decided = AddCheckpoint::read(text).map_err(refused).and_then(|asked| {
            let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            self.decide(&asked, now)
        });
        decided.unwrap_or_else(|refused| refused)
    }

    fn decide(&self, asked: &AddCheckpoint, now: u64) -> Result<WitnessReply, WitnessReply> {
        let checkpoint = &asked.checkpoint;
        // An origin may have slashes, so it is hashed.
        let file = self.folder.join(hex::encode(Sha256::digest(&checkpoint.origin)));
        let last = last_in(&file).map_err(|trouble| unable(&file, &trouble))?;
        if let Err(why) = asked.judge(&self.logs, last.as_ref()) {
            let is_other = |last: &Checkpoint| last.size == checkpoint.size && last.root != checkpoint.root;
            match (why, &last) {
                (NotCosigned::Conflict(_), Some(last)) if is_other(last) => keep_refused(&file, checkpoint),
                (NotCosigned::Unproven, _) => keep_unproven(&file, checkpoint),
                _ => {}
            }
            return Err(refused(why));
        }
        // What is answered must be remembered, or it could be contradicted after a crash.
        remember(&file, checkpoint).map_err(|trouble| unable(&file, &trouble))?;
        tracing::info!(origin = checkpoint.origin, checkpoint = checkpoint.short(), "cosigned");
        Ok((200, TEXT, self.signer.cosign(checkpoint.note(), now)))
    }
}

/// Keeps a checkpoint that its log signed and that contradicts an earlier one: together they prove that.
fn keep_refused(file: &Path, checkpoint: &Checkpoint) {
    let (origin, short) = (&checkpoint.origin, checkpoint.short());
    let kept = file.with_extension(REFUSED);
    let (last, refused) = (file.display(), kept.display());
    tracing::error!(origin, checkpoint = short, %last, %refused, "a log does not extend what it signed before");
    // The first one is proof enough, and stays.
    if !kept.exists()
        && let Err(trouble) = remember(&kept, checkpoint)
    {
        tracing::error!(%trouble, "the refused checkpoint is not kept");
    }
}

/// Keeps the last checkpoint that its log signed and that came without a proof. Anybody can send one so: it proves nothing yet.
fn keep_unproven(file: &Path, checkpoint: &Checkpoint) {
    let (origin, short) = (&checkpoint.origin, checkpoint.short());
    let kept = file.with_extension(UNPROVEN);
    let unproven = kept.display();
    tracing::warn!(origin, checkpoint = short, %unproven, "no proof shows that a log extends what it signed before");
    // Anybody can send it again and again, and must not have it written each time.
    if last_in(&kept).is_ok_and(|last| last.as_ref() == Some(checkpoint)) {
        return;
    }
    if let Err(trouble) = remember(&kept, checkpoint) {
        tracing::warn!(%trouble, "the unproven checkpoint is not kept");
    }
}

fn refused(why: NotCosigned) -> WitnessReply {
    match why {
        NotCosigned::Conflict(size) => (why.status(), SIZE, format!("{size}\n")),
        _ => (why.status(), TEXT, String::new()),
    }
}

fn unable(file: &Path, trouble: &dyn std::fmt::Display) -> WitnessReply {
    let file = file.display();
    tracing::error!(%file, %trouble, "nothing is cosigned without knowing what was");
    (500, TEXT, String::new())
}

/// The checkpoint that was cosigned last.
fn last_in(file: &Path) -> std::io::Result<Option<Checkpoint>> {
    let Some(text) = private::found(std::fs::read_to_string(file))? else { return Ok(None) };
    let damaged = |why: Reason| std::io::Error::other(crate::words::english(&why));
    Checkpoint::read(&text).map(Some).map_err(damaged)
}

fn remember(file: &Path, checkpoint: &Checkpoint) -> std::io::Result<()> {
    let draft = write_beside(file, &checkpoint.note().to_string())?;
    private::whole_or_none(&draft, std::fs::rename(&draft, file))?;
    // Without this a power failure may take back the new name.
    File::open(private::folder_of(file)).and_then(|folder| folder.sync_all())
}

/// Locks the folder until the file is closed: two witnesses with one memory could cosign two histories.
fn locked(folder: &Path) -> Result<File, CliError> {
    let path = folder.join(LOCK);
    let fault = |error: std::io::Error| CliError::file(&path, &error);
    private::create_folders(folder).map_err(fault)?;
    let file =
        private::open_or(&path, |path| private::create_for_folder(path, Access::Owner)).map_err(fault)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(CliError::in_file(folder, Reason::of("witness-at-work"))),
        Err(TryLockError::Error(error)) => Err(fault(error)),
    }
}

/// Cosigns until SIGTERM or SIGINT.
///
/// # Errors
/// A configuration without a witness, a key that cannot be read, an address in use.
pub fn run(cli: &Cli, config: &Config, process: &ProcessContext<'_>) -> CommandResult {
    let amiss = |what| misconfigured(cli, process, what);
    let Some(section) = &config.witness else { return Err(amiss(Reason::of("config-no-witness"))) };
    let settings = section.checked().map_err(amiss)?;
    let without = |why| CliError::Because(Reason::of("serve-no-logs").quoting("why", why));
    let filter = config.serve.log.as_deref().unwrap_or(LOG);
    observe::start_logs(filter, config.serve.log_format.unwrap_or_default()).map_err(without)?;
    let place = config_path(cli.config.clone(), process);
    let path = witness_file(config, place).ok_or_else(|| CliError::Usage(Reason::of("secret-no-home")))?;
    let fresh = || LogSigner::witness(&settings.name, random()?).map_err(CliError::Because);
    let signer =
        signer_in((&path, KeyKind::Witness), &config.secret_files(&|name| process.var(name)), fresh)?;
    if !signer.verifier().is_witness() {
        return Err(CliError::in_file(&path, Reason::of("witness-key-of-a-log")));
    }
    let folder = path.with_file_name(FOLDER);
    // Held until this function returns.
    let _lock = locked(&folder)?;
    let dice = DiceDesk::new(&signer, settings.logs.clone(), path.with_file_name(DICE_FOLDER));
    tracing::info!(key = %signer.verifier(), dice_key = %dice.key(), logs = settings.logs.len(), "a witness");
    let desk = WitnessDesk::new(signer, settings.logs.clone(), folder);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Because(Reason::of("serve-no-threads").quoting("why", error)))?;
    runtime.block_on(async { outlive_hangups() })?;
    runtime.block_on(async {
        let shutdown = told_to_stop()?;
        let listener = bound("serve-cannot-listen-witness", settings.listen).await?;
        if let Ok(address) = listener.local_addr() {
            tracing::info!(%address, "listening for logs");
        }
        let (close, closing) = watch::channel(false);
        let answering = answer_all(&settings, (desk, dice), process.platform.clone(), listener, closing);
        let stopped = async {
            shutdown.await;
            close.send_replace(true);
        };
        tokio::join!(answering, stopped);
        Ok(true)
    })
}

async fn answer_all(
    settings: &ServedWitness,
    desks: (WitnessDesk, DiceDesk),
    platform: Arc<dyn Platform>,
    listener: TcpListener,
    closing: watch::Receiver<bool>,
) {
    let connections = Arc::new(Connections::new(settings.behind_proxy, "witness-full"));
    let desks = Arc::new(desks);
    let answer = move |_, request: Request<Incoming>| {
        let (desks, platform) = (desks.clone(), platform.clone());
        async move { response(answer_one(desks, platform, request).await) }
    };
    connections.run(listener, closing, answer).await;
}

async fn answer_one(
    desks: Arc<(WitnessDesk, DiceDesk)>,
    platform: Arc<dyn Platform>,
    request: Request<Incoming>,
) -> WitnessReply {
    let plain = |status: StatusCode| (status.as_u16(), TEXT, String::new());
    if !names_one_host(request.headers()) {
        return plain(StatusCode::BAD_REQUEST);
    }
    // A proxy may serve the witness below a path of its own.
    let rolls = request.uri().path().ends_with(ROLL_DICE);
    if !rolls && !request.uri().path().ends_with(ADD_CHECKPOINT) {
        return plain(StatusCode::NOT_FOUND);
    }
    if rolls && request.method() == Method::GET {
        return (200, TEXT, format!("{}\n", desks.1.key()));
    }
    if request.method() != Method::POST {
        return plain(StatusCode::METHOD_NOT_ALLOWED);
    }
    let most = if rolls { DICE_BYTES } else { REQUEST_BYTES };
    let Ok(bytes) = to_bytes(Body::new(request.into_body()), most).await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE);
    };
    let Ok(text) = String::from_utf8(bytes.into()) else { return refused(NotCosigned::Form) };
    let now = platform.now().timestamp().unsigned_abs();
    let answered = tokio::task::spawn_blocking(move || match rolls {
        true => desks.1.answer(&text),
        false => desks.0.answer(&text, now),
    });
    answered.await.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR))
}

fn response((status, kind, text): WitnessReply) -> Response<Body> {
    let built = Response::builder().status(status).header(header::CONTENT_TYPE, kind).body(Body::from(text));
    built.unwrap_or_default()
}
