//! The witness of the dice as this server asks it: over HTTP, with every answer checked.
//!
//! Its requests go out on a thread of their own, so that every caller may wait for the answer, whichever thread it is on. After a
//! fault of the connection, callers are refused at once; one request at a time finds out whether the witness answers again.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
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
use crate::reason::Reason;
use crate::seal::SealError;
use crate::transparency::dice::{DICE_BYTES, DiceAnswer, DiceAsk, ROLL_DICE};

/// The time between two requests to a witness that cannot be reached.
const TRIED_EVERY: TimeDelta = TimeDelta::seconds(5);
/// The age at which the knowledge that a witness serves a table is renewed: more than the keeper of time takes to come back.
const KNOWN_FOR: TimeDelta = TimeDelta::seconds(150);

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

/// A request on its way: a question, or a look whether anybody answers.
struct Sent {
    url: String,
    body: Option<String>,
    timeout: Duration,
    done: Box<dyn FnOnce(HttpAnswer) + Send>,
}

/// Status and text of an answer, or why there is none.
type HttpAnswer = Result<(u16, String), String>;

/// The witness as this process knows it.
struct Line {
    dice: ListedDice,
    /// The key of the club's log.
    log: String,
    clock: Arc<dyn Platform>,
    patience: DiceTimeouts,
    state: Mutex<LineState>,
}

#[derive(Default)]
struct LineState {
    /// The number of requests so far, and of the last one that was answered.
    sent: u64,
    answered: u64,
    /// The last fault of the connection; `None` while the witness answers.
    fault: Option<LineFault>,
    /// The known service of tables, by opening, with the time it was learned.
    tables: BTreeMap<[u8; 32], (DateTime<Utc>, Service)>,
}

/// The right to send a request.
struct Permit {
    number: u64,
    timeout: Duration,
    /// The last fault, if the witness does not answer.
    fault: Option<String>,
}

/// A fault of the connection.
struct LineFault {
    why: String,
    /// When the next request is due.
    next: DateTime<Utc>,
}

impl LineState {
    /// Permits a request.
    ///
    /// # Errors
    /// The last fault, if no request may go out now.
    fn permit(&mut self, now: DateTime<Utc>, patience: DiceTimeouts) -> Result<Permit, String> {
        let (mut timeout, mut why) = (patience.usual, None);
        if let Some(fault) = &mut self.fault {
            // A clock that was set back makes nobody wait longer.
            if now < fault.next && fault.next <= now + TRIED_EVERY {
                return Err(fault.why.clone());
            }
            fault.next = now + TRIED_EVERY;
            (timeout, why) = (patience.after_a_fault, Some(fault.why.clone()));
        }
        self.sent += 1;
        Ok(Permit { number: self.sent, timeout, fault: why })
    }

    /// Remembers how a request ended. Returns `false` for a fault that is old: a later request was answered.
    fn ended(&mut self, number: u64, fault: Option<LineFault>) -> bool {
        match fault {
            Some(_) if number < self.answered => return false,
            Some(fault) => self.fault = Some(fault),
            None => (self.fault, self.answered) = (None, self.answered.max(number)),
        }
        true
    }
}

impl Line {
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn about(&self, key: &'static str) -> Reason {
        Reason::of(key).quoting("witness", self.dice.key.name())
    }

    fn unreachable(&self, why: String) -> NoDice {
        NoDice::Silent(self.about("dice-witness-unreachable").quoting("why", why))
    }

    /// Remembers how a request ended.
    fn ended(&self, number: u64, came: &HttpAnswer) -> bool {
        let next = self.clock.now() + TRIED_EVERY;
        let fault = came.as_ref().err().map(|why| LineFault { why: why.clone(), next });
        self.state().ended(number, fault)
    }

    /// The checked answers to a request, from what came back; both are remembered.
    fn hear(&self, ask: &DiceAsk, number: u64, came: HttpAnswer) -> Result<Vec<DiceAnswer>, NoDice> {
        let (now, is_news) = (self.clock.now(), self.ended(number, &came));
        let answers = came.map_err(|why| self.unreachable(why)).and_then(|came| self.read(ask, &came));
        let service = if answers.is_ok() { Service::Answered(now) } else { Service::Silent };
        if is_news {
            let mut state = self.state();
            state.tables.retain(|_, (since, _)| (*since - now).abs() < KNOWN_FOR);
            state.tables.insert(ask.opening, (now, service));
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
        let line = Arc::new(Line { dice, log, clock, patience, state: Mutex::default() });
        AskedDice { signer, requests, line }
    }

    /// Sends a question, or looks whether anybody answers. The answer goes to `done`, which is dropped if there can be none.
    fn send(&self, ask: Option<&DiceAsk>, timeout: Duration, done: impl FnOnce(HttpAnswer) + Send + 'static) {
        let url = format!("{}{ROLL_DICE}", self.line.dice.url);
        let body = ask.map(|ask| ask.signed(&self.signer));
        // Without the thread `done` is dropped here.
        let _ = self.requests.send(Sent { url, body, timeout, done: Box::new(done) });
    }
}

impl DiceWitness for AskedDice {
    fn keys(&self) -> (String, String) {
        (self.line.log.clone(), self.line.dice.key.to_string())
    }

    fn ask(&self, ask: &DiceAsk, tries_again: bool) -> Result<Vec<DiceAnswer>, NoDice> {
        let (now, line) = (self.line.clock.now(), self.line.clone());
        let permit = line.state().permit(now, line.patience);
        let Permit { number, timeout, fault } = permit.map_err(|why| line.unreachable(why))?;
        if let Some(why) = fault.filter(|_| tries_again) {
            // Whether anybody answers is found out meanwhile.
            self.send(None, timeout, move |came| {
                line.ended(number, &came);
            });
            return Err(self.line.unreachable(why));
        }
        let (answer, answered) = mpsc::channel();
        self.send(Some(ask), timeout, move |came| {
            // Who asked may have given up.
            let _ = answer.send(came);
        });
        // The client keeps the time; a little more is only for a machine that is busy.
        let came = answered.recv_timeout(timeout * 2).unwrap_or_else(|why| {
            Err(match why {
                RecvTimeoutError::Timeout => "timeout".to_owned(),
                RecvTimeoutError::Disconnected => "no thread for it".to_owned(),
            })
        });
        self.line.hear(ask, number, came)
    }

    fn service(&self, last: &DiceAsk) -> Service {
        let (now, line) = (self.line.clock.now(), self.line.clone());
        let mut state = self.line.state();
        state.tables.retain(|_, (since, _)| (*since - now).abs() < KNOWN_FOR);
        let known = state.tables.get(&last.opening).copied();
        let is_silent = known.is_some_and(|(_, service)| service == Service::Silent);
        if let Some((_, known)) = known.filter(|(since, _)| !is_silent || now - *since < TRIED_EVERY) {
            return known;
        }
        let Ok(Permit { number, timeout, .. }) = state.permit(now, line.patience) else {
            return Service::Silent;
        };
        // What was silent is silent until it answers.
        let service = if is_silent { Service::Silent } else { Service::Unknown };
        state.tables.insert(last.opening, (now, service));
        drop(state);
        let ask = *last;
        self.send(Some(last), timeout, move |came| drop(line.hear(&ask, number, came)));
        service
    }
}

/// Sends requests until nobody makes any more.
fn send_all(mut sent: UnboundedReceiver<Sent>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
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
            tokio::spawn(async move {
                let request = match body {
                    Some(body) => client.post(url).body(body),
                    None => client.get(url),
                };
                let came = answered(request.timeout(timeout)).await;
                done(came.map_err(|error| error.to_string()));
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
