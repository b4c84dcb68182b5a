//! The witness of the dice as this server asks it: over HTTP, with every answer checked.
//!
//! Its requests go out on a thread of their own, so that every caller may wait for the answer, whichever thread it is on.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::config_path;
use super::error::CliError;
use super::log_key::LogKey;
use super::process::ProcessContext;
use crate::club::club_log::LogSigner;
use crate::club::{DiceWitness, NoDice, Platform};
use crate::config::Config;
use crate::config::club_log::SignedLog;
use crate::config::witness::ListedDice;
use crate::reason::Reason;
use crate::seal::SealError;
use crate::transparency::dice::{DICE_BYTES, DiceAnswer, DiceAsk, ROLL_DICE};

/// Timeout of one request.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// The longest time that a witness has to answer again after it was silent, before time expires.
const LONGEST_DEBT: TimeDelta = TimeDelta::days(1);

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
        Ok(signer) => {
            let dice = AskedDice::new(dice, signer, own.clone());
            Arc::new(WitnessedPlatform { inner: own.clone(), dice })
        }
        Err(_) => own.clone(),
    }
}

/// A witness that is asked.
struct AskedDice {
    dice: ListedDice,
    signer: LogSigner,
    clock: Arc<dyn Platform>,
    requests: UnboundedSender<Sent>,
    silence: Mutex<Silence>,
}

/// The silence of a witness.
#[derive(Default)]
struct Silence {
    since: Option<DateTime<Utc>>,
    /// The end of the time for which it owes answers.
    owed_until: Option<DateTime<Utc>>,
}

/// A request on its way.
struct Sent {
    method: Method,
    url: String,
    body: String,
    answer: Sender<Result<(u16, String), String>>,
}

impl AskedDice {
    fn new(dice: ListedDice, signer: LogSigner, clock: Arc<dyn Platform>) -> AskedDice {
        let (requests, sent) = unbounded_channel();
        // It ends with the last sender.
        let started = std::thread::Builder::new().name("dice-witness".to_owned()).spawn(|| send_all(sent));
        if let Err(trouble) = started {
            tracing::warn!(%trouble, "the witness of the dice cannot be asked");
        }
        AskedDice { dice, signer, clock, requests, silence: Mutex::default() }
    }

    /// Sends a request and waits for its answer.
    fn send(&self, method: Method, body: String) -> Result<(u16, String), Reason> {
        let unreachable = |why: String| self.about("dice-witness-unreachable").quoting("why", why);
        let (answer, answered) = mpsc::channel();
        let url = format!("{}{ROLL_DICE}", self.dice.url);
        let sent = self.requests.send(Sent { method, url, body, answer });
        sent.map_err(|error| unreachable(error.to_string()))?;
        // The client keeps the time; a little more is only for a machine that is busy.
        match answered.recv_timeout(ANSWERED_WITHIN * 2) {
            Ok(answer) => answer.map_err(unreachable),
            Err(RecvTimeoutError::Timeout) => Err(unreachable("timeout".to_owned())),
            Err(RecvTimeoutError::Disconnected) => Err(unreachable("no thread for it".to_owned())),
        }
    }

    fn answers(&self, ask: &DiceAsk) -> Result<Vec<DiceAnswer>, NoDice> {
        let (status, text) = self.send(Method::POST, ask.signed(&self.signer)).map_err(NoDice::Silent)?;
        let wrong = || NoDice::Silent(self.about("dice-witness-wrong").quoting("status", status));
        let read = || {
            let keys = (&self.dice.key, &*self.signer.verifier().to_string());
            DiceAnswer::read_all(&text, ask, keys).map_err(NoDice::Silent)
        };
        match status {
            200 => Some(read()?).filter(|it| it.len() == 1 && it[0].value == ask.value).ok_or_else(wrong),
            409 => Some(read()?).filter(|it| it[0].value != ask.value).ok_or_else(wrong),
            422 => Err(text.trim().parse().map_or_else(|_| wrong(), NoDice::Forgot)),
            403 | 404 => Err(NoDice::Silent(self.about("dice-witness-unlisted"))),
            _ => Err(wrong()),
        }
    }

    fn about(&self, key: &'static str) -> Reason {
        Reason::of(key).quoting("witness", self.dice.key.name())
    }

    fn hear(&self, answers: bool) {
        let (now, mut silence) =
            (self.clock.now(), self.silence.lock().unwrap_or_else(PoisonError::into_inner));
        match (answers, silence.since) {
            (false, None) => silence.since = Some(now),
            (true, Some(since)) => {
                silence.owed_until = Some(now + (now - since).min(LONGEST_DEBT));
                silence.since = None;
            }
            (false, Some(_)) | (true, None) => {}
        }
    }
}

impl DiceWitness for AskedDice {
    fn keys(&self) -> (String, String) {
        (self.signer.verifier().to_string(), self.dice.key.to_string())
    }

    fn ask(&self, ask: &DiceAsk) -> Result<Vec<DiceAnswer>, NoDice> {
        let answers = self.answers(ask);
        self.hear(!matches!(answers, Err(NoDice::Silent(_))));
        answers
    }

    fn lets_time_expire(&self) -> bool {
        let is_right = |answer: (u16, String)| answer == (200, format!("{}\n", self.dice.key));
        self.hear(self.send(Method::GET, String::new()).is_ok_and(is_right));
        let silence = self.silence.lock().unwrap_or_else(PoisonError::into_inner);
        silence.since.is_none() && silence.owed_until.is_none_or(|until| until <= self.clock.now())
    }
}

/// Sends requests until nobody makes any more.
fn send_all(mut sent: UnboundedReceiver<Sent>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let client = Client::builder().timeout(ANSWERED_WITHIN).redirect(Policy::none()).build();
    let (runtime, client) = match (runtime, client) {
        (Ok(runtime), Ok(client)) => (runtime, client),
        (runtime, client) => {
            let (no_runtime, no_client) = (runtime.err(), client.err());
            tracing::warn!(?no_runtime, ?no_client, "the witness of the dice cannot be asked");
            return;
        }
    };
    runtime.block_on(async {
        while let Some(Sent { method, url, body, answer }) = sent.recv().await {
            let client = client.clone();
            tokio::spawn(async move {
                let answered = answered(client.request(method, url).body(body)).await;
                // Who asked may have given up.
                let _ = answer.send(answered.map_err(|error| error.to_string()));
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
