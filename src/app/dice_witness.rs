//! The witness of the dice as this server asks it: over HTTP, with every answer checked.
//!
//! Its requests go out on a thread of their own, so that a caller may wait for the answer, whichever thread it is on. Callers who
//! serve many tables in turn, as the keeper of time does, never wait: their question goes out in the background. After a fault of the
//! connection, all callers are refused at once; one question at a time finds out whether the witness answers questions again.

mod line;

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use line::{AskKind, HttpAnswer, HttpFault, Line, NextStep, Permit};
use reqwest::Client;
use reqwest::redirect::Policy;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::config_path;
use super::error::CliError;
use super::log_key::LogKey;
use super::process::ProcessContext;
use crate::club::club_log::LogSigner;
use crate::club::{DiceWitness, NoDice, Platform, Service};
use crate::config::Config;
use crate::config::club_log::SignedLog;
use crate::config::witness::ListedDice;
use crate::seal::SealError;
use crate::transparency::dice::{DICE_BYTES, DiceAnswer, DiceAsk, ROLL_DICE};

/// The timeouts of requests.
#[derive(Clone, Copy, Debug)]
pub struct DiceTimeouts {
    /// With a witness that answered before.
    pub usual: Duration,
    /// With a witness that did not.
    pub after_a_fault: Duration,
}

impl Default for DiceTimeouts {
    fn default() -> DiceTimeouts {
        DiceTimeouts { usual: Duration::from_secs(5), after_a_fault: Duration::from_secs(2) }
    }
}

/// Clock and randomness of a server that asks a witness for its dice.
pub struct WitnessedPlatform {
    inner: Arc<dyn Platform>,
    dice: AskedDice,
}

impl Platform for WitnessedPlatform {
    fn now(&self) -> DateTime<Utc> {
        self.inner.now()
    }

    fn uptime(&self) -> Option<Duration> {
        self.inner.uptime()
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), SealError> {
        self.inner.fill(bytes)
    }

    fn dice_witness(&self) -> Option<&dyn DiceWitness> {
        Some(&self.dice)
    }

    fn log_format(&self) -> u32 {
        self.inner.log_format()
    }
}

/// The platform of a process whose configuration names a witness of the dice; else the process's own.
///
/// # Errors
/// A configuration that is wrong; a key of the club's log that cannot be read or made.
pub fn of_process(config: &Config, process: &ProcessContext<'_>) -> Result<Arc<dyn Platform>, CliError> {
    let own = process.platform.clone();
    // Without a witness nothing is signed here, and the key of the log must not be made.
    let Some(section) = config.club_log.as_ref().filter(|log| log.dice_witness.is_some()) else {
        return Ok(own);
    };
    let Some(settings) = section.checked().map_err(CliError::Usage)? else { return Ok(own) };
    let Some(dice) = settings.dice.clone() else { return Ok(own) };
    let key = LogKey::of_server((config, config_path(config.file.clone(), process)), &settings, process)?;
    Ok(asking(&own, &key.signer, dice))
}

/// The platform of `serve` with the key and the settings of its log.
pub fn of_server(own: &Arc<dyn Platform>, log: Option<&(LogKey, SignedLog)>) -> Arc<dyn Platform> {
    let Some((key, SignedLog { dice: Some(dice), .. })) = log else { return own.clone() };
    tracing::info!(witness = %dice.key, url = dice.url, "tables may have a witness of their dice");
    asking(own, &key.signer, dice.clone())
}

/// The same platform with a witness that this key's club asks.
fn asking(own: &Arc<dyn Platform>, signer: &LogSigner, dice: ListedDice) -> Arc<dyn Platform> {
    match signer.again() {
        Ok(signer) => Arc::new(WitnessedPlatform::new(own.clone(), signer, dice, DiceTimeouts::default())),
        Err(_) => own.clone(),
    }
}

impl WitnessedPlatform {
    /// A platform with a witness that this key's club asks.
    pub fn new(
        inner: Arc<dyn Platform>,
        signer: LogSigner,
        dice: ListedDice,
        patience: DiceTimeouts,
    ) -> WitnessedPlatform {
        let dice = AskedDice::new(dice, signer, inner.clone(), patience);
        WitnessedPlatform { inner, dice }
    }
}

/// A witness that is asked.
struct AskedDice {
    signer: LogSigner,
    requests: UnboundedSender<Sent>,
    line: Arc<Line>,
}

/// A question on its way.
struct Sent {
    url: String,
    body: String,
    timeout: Duration,
    done: Box<dyn FnOnce(HttpAnswer) + Send>,
}

impl AskedDice {
    fn new(
        dice: ListedDice,
        signer: LogSigner,
        clock: Arc<dyn Platform>,
        patience: DiceTimeouts,
    ) -> AskedDice {
        let (requests, sent) = unbounded_channel();
        // It ends with the last sender.
        let started = std::thread::Builder::new().name("dice-witness".to_owned()).spawn(|| send_all(sent));
        if let Err(trouble) = started {
            tracing::warn!(%trouble, "the witness of the dice cannot be asked");
        }
        let log = signer.verifier().to_string();
        let line = Arc::new(Line::new(dice, log, clock, patience));
        AskedDice { signer, requests, line }
    }

    /// Sends a question. The answer goes to `done`, which is dropped if there can be none.
    fn send(&self, ask: &DiceAsk, timeout: Duration, done: impl FnOnce(HttpAnswer) + Send + 'static) {
        let url = format!("{}{ROLL_DICE}", self.line.dice.url);
        let body = ask.signed(&self.signer);
        // Without the thread `done` is dropped here.
        let _ = self.requests.send(Sent { url, body, timeout, done: Box::new(done) });
    }

    /// Sends a question and waits for its answer.
    fn wait(&self, ask: &DiceAsk, Permit { number, timeout }: Permit) -> Result<Vec<DiceAnswer>, NoDice> {
        let (answer, answered) = mpsc::channel();
        self.send(ask, timeout, move |came| {
            // Who asked may have given up.
            let _ = answer.send(came);
        });
        // The client keeps the time; a little more is only for a machine that is busy.
        let came = answered.recv_timeout(timeout * 2).unwrap_or_else(|why| {
            let (why, is_late) = match why {
                RecvTimeoutError::Timeout => ("timeout", true),
                RecvTimeoutError::Disconnected => ("no thread for it", false),
            };
            Err(HttpFault { why: why.to_owned(), is_late })
        });
        self.line.hear((ask, AskKind::New), number, came)
    }
}

impl DiceWitness for AskedDice {
    fn keys(&self) -> (String, String) {
        (self.line.log.clone(), self.line.dice.key.to_string())
    }

    fn ask(
        &self,
        ask: &DiceAsk,
        last: Option<&DiceAsk>,
        tries_again: bool,
    ) -> Result<Vec<DiceAnswer>, NoDice> {
        match self.line.next_step(ask, last, tries_again)? {
            NextStep::Take(answers) => Ok(answers),
            NextStep::Wait(permit) => self.wait(ask, permit),
            NextStep::GoOn(Permit { number, timeout }, why) => {
                let (asked, line) = (*ask, self.line.clone());
                self.send(ask, timeout, move |came| {
                    line.keep(&asked, number, line.hear((&asked, AskKind::New), number, came));
                });
                Err(why)
            }
        }
    }

    fn service(&self, last: &DiceAsk) -> Service {
        let (service, permit) = self.line.service(last);
        if let Some(Permit { number, timeout }) = permit {
            let (asked, line) = (*last, self.line.clone());
            self.send(last, timeout, move |came| drop(line.hear((&asked, AskKind::Known), number, came)));
        }
        service
    }
}

/// Sends requests until nobody makes any more.
fn send_all(mut sent: UnboundedReceiver<Sent>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    // A redirection would lead signed requests to somebody who is not configured.
    let client = Client::builder().redirect(Policy::none()).build();
    let (runtime, client) = match (runtime, client) {
        (Ok(runtime), Ok(client)) => (runtime, client),
        (runtime, client) => {
            let (no_runtime, no_client) = (runtime.err(), client.err());
            tracing::warn!(?no_runtime, ?no_client, "the witness of the dice cannot be asked");
            return;
        }
    };
    runtime.block_on(async {
        while let Some(Sent { url, body, timeout, done }) = sent.recv().await {
            let client = client.clone();
            // Each by itself: one that hangs must not hold up the next.
            tokio::spawn(async move {
                let came = answered(client.post(url).body(body).timeout(timeout)).await;
                done(came.map_err(|error| {
                    let is_late = error.is_timeout();
                    HttpFault { why: error.to_string(), is_late }
                }));
            });
        }
    });
}

/// The status and the text of an answer, as far as a right one would go.
async fn answered(request: reqwest::RequestBuilder) -> Result<(u16, String), reqwest::Error> {
    let mut response = request.send().await?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > DICE_BYTES {
            break;
        }
    }
    Ok((response.status().as_u16(), String::from_utf8_lossy(&bytes).into_owned()))
}
