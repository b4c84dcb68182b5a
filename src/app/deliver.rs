//! `deliver`: one mail from a mail server's pipe into the spool that `serve` reads.
//!
//! A mail server only looks at a program's exit status: 0 takes the mail over, 75 (`EX_TEMPFAIL` of `sysexits.h`) makes it
//! retry later, and anything else sends the mail back to its writer. No error here is the writer's fault, so every one ends
//! with 75: a broken configuration, a full disk, a mistyped command line, a panic. Nothing is printed, because some mail
//! servers send that back too. Of a mail that is too large only the header is stored, so that `serve` can say so.

use std::ffi::OsString;
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use clap::{Arg, CommandFactory, FromArgMatches};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::cli::{Cli, Deliver};
use super::error::CliError;
use super::process::ProcessContext;
use super::registry::GAMES;
use super::{CommandResult, config, config_path};
use crate::club::System;
use crate::door::terminal::screen::Cleaned;
use crate::mail::transport::maildir::Maildir;
use crate::reason::Reason;

/// The status that makes a mail server retry later.
const TRY_AGAIN: u8 = 75;
/// Timeout for a mail server to write a mail.
const LONGEST: Duration = Duration::from_secs(600);
/// The signal for a file beyond the size limit (`SIGXFSZ`, the same number on every Linux except MIPS); it would end the
/// program.
const FILE_TOO_GREAT: i32 = 25;

/// `deliver`: stores the mail on the input.
///
/// # Errors
/// A configuration that names no spool; what [`Maildir::store`] says.
pub fn store(ask: &Deliver, given: Option<PathBuf>, process: &mut ProcessContext<'_>) -> CommandResult {
    let spool = match &ask.spool {
        // Whoever delivers may not read the configuration, which holds passwords.
        Some(spool) => Some(spool.clone()),
        None => {
            let is_given = given.is_some();
            config(config_path(given, process), is_given)?.mail.and_then(|mail| mail.spool())
        }
    };
    let spool = spool.ok_or_else(|| CliError::Usage(Reason::of("config-mail-no-spool")))?;
    Maildir::new(&spool).store(&mut process.input).map_err(|trouble| CliError::Because(trouble.reason))?;
    Ok(true)
}

/// The exit status, if the command line asks for this; `None` for any other command, help included.
pub fn status(args: &[OsString]) -> Option<u8> {
    if !is_asked(args) {
        return None;
    }
    // Some mail servers send the writer of the mail whatever is printed, a panic's message too.
    std::panic::set_hook(Box::new(|_| {}));
    catch_unwind(AssertUnwindSafe(|| delivered(args))).unwrap_or(Some(TRY_AGAIN))
}

/// Returns whether the first word of a command line that is neither a flag nor a flag's value is `deliver`, whatever the rest
/// says.
fn is_asked(args: &[OsString]) -> bool {
    // Not by the parser: a line with a slip in it is a delivery all the same, and ends with 75.
    let command = Cli::command();
    let takes_value = |flag: &str| {
        let Some(name) = flag.strip_prefix("--") else { return false };
        let has_name = |arg: &&Arg| {
            arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name))
        };
        command.get_arguments().find(has_name).is_some_and(|arg| arg.get_action().takes_values())
    };
    let mut args = args.iter().skip(1).map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next() {
        if !arg.starts_with('-') {
            return arg == "deliver";
        }
        if takes_value(&arg) {
            args.next();
        }
    }
    false
}

fn delivered(args: &[OsString]) -> Option<u8> {
    let matches = Cli::command().try_get_matches_from(args);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        // Help and the version are for a person, who wants to read them.
        Err(error) if error.exit_code() == 0 => return None,
        Err(_) => return Some(TRY_AGAIN),
        Ok(cli) => cli,
    };
    Some(attempt(cli).unwrap_or(TRY_AGAIN))
}

/// Delivers within the timeout, without interruption: a process that is told to stop has not delivered.
fn attempt(cli: Cli) -> io::Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let status = runtime.block_on(async {
        let _too_great = signal(SignalKind::from_raw(FILE_TOO_GREAT))?;
        let stops = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
        let mut stops = stops.into_iter().map(signal).collect::<io::Result<Vec<Signal>>>()?;
        let stopped =
            std::future::poll_fn(|at| match stops.iter_mut().any(|stop| stop.poll_recv(at).is_ready()) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            });
        let mut stored = pin!(timeout(LONGEST, spawn_blocking(|| silently(cli))));
        tokio::select! {
            // A mail that was stored counts as delivered, even if a signal came at the same moment.
            biased;
            stored = &mut stored => Ok(if matches!(stored, Ok(Ok(true))) { 0 } else { TRY_AGAIN }),
            () = stopped => Ok(TRY_AGAIN),
        }
    });
    // A mail that is written no further is not waited for.
    runtime.shutdown_background();
    status
}

fn silently(cli: Cli) -> bool {
    let mut process = ProcessContext {
        typing: None,
        vars: &|name| std::env::var(name).ok(),
        interactive: false,
        terminal: None,
        input: Box::new(BufReader::new(io::stdin())),
        poll_interval: LONGEST,
        out: &mut Cleaned::new(io::sink()),
        err: &mut io::sink(),
        platform: Arc::new(System),
    };
    matches!(super::run(cli, GAMES, &mut process), Ok(true))
}
