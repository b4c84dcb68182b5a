//! The parts of `serve`, put together.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde_json::Value;
use serenity::futures::future::BoxFuture;
use tokio::sync::watch;

use super::chores::{Chores, Timekeeper};
use super::club_log::LogKeeper;
use super::mail::MailServices;
use super::notify::Supervisor;
use crate::app::about::About;
use crate::app::database::Database;
use crate::app::error::CliError;
use crate::app::log_key::LogKey;
use crate::app::registry::Games;
use crate::club::browser::BrowserLinks;
use crate::club::computer::{ComputerPlayers, Haste};
use crate::club::limits::RateLimits;
use crate::club::measured::Measured;
use crate::club::page::PageLinks;
use crate::club::receipts::{keeping, keys_for};
use crate::club::strength::COMPUTER;
use crate::club::time::ClockWatch;
use crate::club::zone::written;
use crate::club::{Club, MAIL, Platform};
use crate::config::club_log::SignedLog;
use crate::config::mail::Mail;
use crate::config::operator::OperatorSection;
use crate::config::pages::ShownPages;
use crate::config::play::ServedBoard;
use crate::config::serving::Bot;
use crate::door::discord::DOOR;
use crate::door::discord::api::emoji;
use crate::door::discord::api::post::rest::Rest;
use crate::door::discord::api::register::{Discord, Registry, entry_point, register, withdraw};
use crate::door::discord::courier::Courier;
use crate::door::discord::courier::buttons::Panel;
use crate::door::discord::handlers::Handlers;
use crate::door::discord::id::Id;
use crate::door::discord::inbound::answering::Handle;
use crate::door::discord::inbound::gateway::division::Division;
use crate::door::discord::inbound::gateway::sessions::SessionNotes;
use crate::door::discord::picker::ticket::Tickets;
use crate::door::mail::DOOR as MAIL_DOOR;
use crate::door::play::activity::Activity;
use crate::door::play::answer::BoardHandler;
use crate::door::play::listener::BoardListener;
use crate::door::web::answer::PageHandler;
use crate::door::web::listener::PageListener;
use crate::keys::Keys;
use crate::log::{Fault, Store};
use crate::waits::Waits;
use crate::words::Words;

/// Whether the store can be read. It may block.
pub type HealthCheck = Arc<dyn Fn() -> Result<(), String> + Send + Sync>;
/// Returns the number of report pages that Discord refused for good since the start.
pub type Lost = Arc<dyn Fn() -> u64 + Send + Sync>;
/// Returns the state of the head file. It may block.
pub type Witnessed = Arc<dyn Fn() -> WitnessState + Send + Sync>;
/// The numbers of the club that nothing counts; `None` where the store does not tell. It may block.
pub type Measuring = Arc<dyn Fn() -> Option<Measured> + Send + Sync>;
/// Sends what waits to be sent over the client, until the watched value is `true`; then gives its lease back.
pub type SendMessages = Box<dyn FnOnce(Arc<Rest>, watch::Receiver<bool>) -> BoxFuture<'static, ()> + Send>;
/// Registers the commands; on trouble says what, and is called again later. The client knows its application's id.
pub type Register = Arc<dyn Fn(Arc<Rest>) -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// The faults of the database's files and of the logs' times, if any.
#[derive(Clone, Debug, Default, Serialize)]
pub struct WitnessState {
    /// Since when it is incomplete.
    #[serde(rename = "witness_missing_since", skip_serializing_if = "Option::is_none")]
    pub missing_since: Option<String>,
    /// Why it could not be written last.
    #[serde(rename = "head_file_trouble", skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// What to type so that other accounts can no longer use files that are not meant for them.
    #[serde(rename = "files_open_to_others", skip_serializing_if = "Vec::is_empty")]
    pub exposed: Vec<String>,
    /// The tables whose logs are ahead of the clock, each with when its last entry was written.
    #[serde(rename = "ahead_of_clock", skip_serializing_if = "BTreeMap::is_empty")]
    pub ahead: BTreeMap<String, String>,
}

/// What `wardroom serve` runs.
pub struct Services {
    /// Which program this is.
    pub about: About,
    /// The numbers of the club.
    pub measuring: Measuring,
    /// Who is told that the program is ready and alive.
    pub manager: Supervisor,
    /// Whether the store can be read.
    pub alive: HealthCheck,
    /// Whether it can be written.
    pub writable: HealthCheck,
    /// The state of the head file.
    pub witnessed: Witnessed,
    /// The clock, and how to wait by it.
    pub waits: Waits,
    /// Periodic work, if there are tables.
    pub chores: Option<Chores>,
    /// The Discord bot's, if there is one.
    pub discord: Option<DiscordServices>,
    /// The mail door's, if there is one.
    pub mail: Option<MailServices>,
    /// What answers those who look at pages, where those are shown.
    pub pages: Option<PageListener>,
    /// The handler of players with a browser, where the board is served.
    pub board: Option<BoardListener>,
}

/// The doors that are open: how each is set up, with its keys where it has any.
#[derive(Default)]
pub struct OpenDoors<'a> {
    /// The Discord bot.
    pub bot: Option<&'a Bot>,
    /// The mail door.
    pub mail: Option<(&'a Mail, Keys)>,
    /// The pages of published tables.
    pub pages: Option<(&'a ShownPages, Keys)>,
    /// The board in the browser, with the socket that it listens at.
    pub board: Option<(&'a ServedBoard, Keys, std::net::TcpListener)>,
    /// Who runs the server, where they say so.
    pub operator: Option<&'a OperatorSection>,
    /// The keys of what computer players leave to chance. Without any, one is drawn that cannot be found again.
    pub computers: Option<Keys>,
    /// The key of the club's log and its settings, where one is signed.
    pub log: Option<(LogKey, SignedLog)>,
    /// The keys that the keys of receipts are sealed by, where receipts are kept.
    pub receipts: Option<Keys>,
}

/// The parts of the Discord bot.
pub struct DiscordServices {
    /// What answers calls.
    pub handle: Arc<dyn Handle>,
    /// The counter of the gateway's requested sessions.
    pub notes: Arc<dyn SessionNotes>,
    /// What divides the gateway's shards among processes.
    pub division: Division,
    /// What sends messages.
    pub courier: SendMessages,
    /// The number of refused report pages.
    pub lost: Lost,
    /// What registers the commands.
    pub register: Register,
}

/// The channels whose leases are among the numbers.
const CHANNELS: [&str; 3] = [DOOR, MAIL_DOOR, COMPUTER];
/// The id of a table that is read to check whether the store answers.
const NO_TABLE: &str = "none-0000";
/// The note, of no door, that is written to see whether the store can be written.
const WRITTEN: (&str, &str) = ("health", "written");
/// The prefix of the notes that say which server got commands of its own, for a trial.
const TRIAL: &str = "trial/";
/// Separates the tickets' key from other uses of the bot token. A new token makes all tickets void.
const TICKETS: &[u8] = b"wardroom tickets v1";

/// The services that play these games at the tables of a store, through the open doors. New tables use the data pack in `data`,
/// if there is one. `platform` gives the times of the log, and `waits` waits by the same clock.
///
/// # Errors
/// A data pack, words or a book that cannot be read.
pub fn for_club(
    games: Games,
    database: &Database,
    platform: &Arc<dyn Platform>,
    waits: Waits,
    data: Option<&Path>,
    OpenDoors { bot, mail, pages, board, operator, computers, log, receipts }: OpenDoors<'_>,
) -> Result<Services, CliError> {
    let (store, heads) = (database.shared(), database.head_file());
    let (clock, clock_watch) = (platform.clone(), ClockWatch::new(&**platform, &*store));
    let club = games.club(store.clone(), platform.clone(), data, heads.clone())?;
    let (club, pages) = match pages {
        Some((pages, keys)) => {
            (club.with_pages(PageLinks::new(&pages.public_url, keys)), Some(pages.behind_proxy))
        }
        None => (club, None),
    };
    let (club, board) = match board {
        Some((board, keys, socket)) => {
            let links = BrowserLinks::new(&board.public_url, keys);
            let links = if board.activity.is_some() { links.in_discord() } else { links };
            (club.with_browser(links), Some((socket, board.behind_proxy, board.activity.as_ref())))
        }
        None => (club, None),
    };
    let club = match computers {
        Some(keys) => club.with_computers(*keys.signing()),
        None => club,
    };
    let club = match receipts {
        Some(keys) => keeping(club, keys_for(&*store, &keys, &**platform)?),
        None => club,
    };
    let club = Arc::new(match &log {
        Some((key, _)) => club.with_log_key(key.signer.verifier().clone()),
        None => club,
    });
    let log = log.map(|(key, settings)| LogKeeper::new(club.clone(), key, &settings));
    let operator = operator.cloned().unwrap_or_default();
    let pages = pages.map(|behind_proxy| {
        PageHandler::new(club.clone())
            .map(|handler| PageListener::new(handler.run_by(operator), behind_proxy))
    });
    let is_activity = board.as_ref().is_some_and(|(.., activity)| activity.is_some());
    let board = board.map(|(socket, behind_proxy, activity)| {
        let handler = BoardHandler::new(club.clone(), MAIL)?;
        let handler = match activity {
            Some(activity) => handler.in_discord(Activity::new(activity)),
            None => handler,
        };
        Ok::<_, CliError>(BoardListener::new(handler, socket, behind_proxy))
    });
    let discord =
        bot.map(|bot| for_bot(games, club.clone(), &store, waits.clone(), (bot, is_activity))).transpose()?;
    let mail = mail.map(|(mail, keys)| MailServices::new(&club, mail, keys, waits.clone())).transpose()?;
    let computers = ComputerPlayers::new(club.clone(), Haste::Delayed);
    let (witness, home, written) = (database.clone(), database.clone(), store.clone());
    let (watched, measured) = (club.clone(), club.clone());
    Ok(Services {
        about: About::of(games),
        measuring: Arc::new(move || measured.measured(&CHANNELS).ok()),
        manager: Supervisor::default(),
        writable: Arc::new(move || {
            // Really written: a full disk shows in nothing else.
            let wrote = written.check_storing().and_then(|()| written.put_note(WRITTEN.0, WRITTEN.1, ""));
            wrote.map_err(|fault| fault.to_string())?;
            clock_watch.check(&*clock, &*written).map_err(|fault| fault.to_string())
        }),
        alive: Arc::new(move || {
            let asked = store.table(NO_TABLE).map(drop).and_then(|()| home.check_home());
            asked.map_err(|fault| fault.to_string())
        }),
        witnessed: Arc::new(move || WitnessState {
            trouble: witness.head_file_trouble().map(|fault| fault.to_string()),
            missing_since: heads.as_ref().and_then(|heads| heads.read().missing_since),
            exposed: witness.exposed().iter().map(crate::config::value::chmod).collect(),
            ahead: ahead(&watched),
        }),
        chores: Some(Chores { timekeeper: Timekeeper(club), log, computers, waits: waits.clone() }),
        waits,
        discord,
        mail,
        pages: pages.transpose()?,
        board: board.transpose()?,
    })
}

/// The tables whose logs are ahead of the clock; none if that cannot be read, which is reported elsewhere.
fn ahead(club: &Club) -> BTreeMap<String, String> {
    let ahead = club.time().ahead_of_clock().unwrap_or_default();
    ahead.into_iter().map(|(table, last)| (table, written(last))).collect()
}

/// The services of a Discord bot.
fn for_bot(
    games: Games,
    club: Arc<Club>,
    store: &Arc<dyn Store>,
    waits: Waits,
    (bot, is_activity): (&Bot, bool),
) -> Result<DiscordServices, CliError> {
    let commands = games.commands()?;
    let commands = if bot.game_commands { commands } else { commands.without_games() };
    let tickets = Tickets::new(&[TICKETS, bot.token.expose().as_bytes()].concat());
    // What happens before there is a courier is found on its first round.
    let courier: Arc<OnceLock<Courier<Rest>>> = Arc::default();
    let changed = {
        let courier = courier.clone();
        Arc::new(move |table: &str| {
            if let Some(courier) = courier.get() {
                courier.wake(table);
            }
        })
    };
    let rate_limits = RateLimits::new(bot.tables_a_guild, bot.orders_a_minute);
    let pictures = bot.pictures;
    let handlers =
        Handlers::new(club.clone(), commands.clone(), Words::read()?, tickets.clone(), rate_limits, changed)
            .with_pictures(pictures);
    let lost: Lost = {
        let courier = courier.clone();
        Arc::new(move || courier.get().map_or(0, Courier::lost_pages))
    };
    let (words, panel) = (Arc::new(Words::read()?), Arc::new(Panel::new(Words::read()?, tickets)));
    let division = Division { leases: club.clone(), waits: waits.clone() };
    let send: SendMessages = Box::new(move |rest, mut stop| {
        Box::pin(async move {
            let sends = Courier::new(club, rest, words, panel, waits, pictures);
            let sends = courier.get_or_init(|| sends).clone();
            let stopped = async move {
                let _ = stop.wait_for(|stop| *stop).await;
            };
            sends.run(stopped).await;
        })
    });
    let (guild, emoji) = (bot.guild.map(Id), bot.emoji);
    // Only all servers together can have it.
    let launches = (is_activity && guild.is_none()).then(entry_point).transpose()?;
    let registering = store.clone();
    Ok(DiscordServices {
        handle: Arc::new(handlers),
        notes: Arc::new(Beside(store.clone())),
        division,
        courier: send,
        lost,
        register: Arc::new(move |rest| {
            let commands = commands.all().into_iter().chain(launches.clone()).collect();
            let registering = register_all(rest.clone(), guild, registering.clone(), commands);
            Box::pin(async move {
                registering.await?;
                if emoji {
                    show_emoji(&rest).await;
                }
                Ok(())
            })
        }),
    })
}

/// The door's notes in the store.
struct Beside(Arc<dyn Store>);

impl SessionNotes for Beside {
    fn read(&self, key: &str) -> Result<Option<String>, String> {
        self.0.note(DOOR, key).map_err(|fault| fault.to_string())
    }

    fn read_all(&self, prefix: &str) -> Result<Vec<String>, String> {
        let notes = self.0.notes(DOOR, prefix).map_err(|fault| fault.to_string())?;
        Ok(notes.into_iter().map(|(_, body)| body).collect())
    }

    fn write(&self, key: &str, body: &str) -> Result<(), String> {
        self.0.put_note(DOOR, key, body).map_err(|fault| fault.to_string())
    }
}

/// Registers every command of the book; foreign ones stay and are named. A server that no longer has them for a trial loses
/// them.
async fn register_all(
    rest: Arc<Rest>,
    guild: Option<Id>,
    store: Arc<dyn Store>,
    commands: Vec<Value>,
) -> Result<(), String> {
    let registry = |guild| Discord { rest: &rest, guild };
    // Noted first: after a crash there is a note too many, not commands that nobody takes away.
    if let Some(guild) = guild {
        let store = store.clone();
        on_disk(move || store.put_note(DOOR, &format!("{TRIAL}{guild}"), "")).await?;
    }
    let done = register(&registry(guild), &commands).await.map_err(|error| error.to_string())?;
    let (created, edited, unchanged) = (done.created.len(), done.edited.len(), done.unchanged.len());
    tracing::info!(created, edited, unchanged, "the commands are registered");
    for (command, trouble) in &done.refused {
        tracing::error!(command, trouble, "Discord refuses this command; it stays as it was");
    }
    if !done.foreign.is_empty() {
        let commands = done.foreign.join(", ");
        tracing::warn!(
            commands,
            "this application has commands that are not this program's; they are left alone"
        );
    }
    end_trials(registry, guild, store, &commands).await
}

/// Makes the emoji of the application, as far as they are missing. Without them their signs are typed.
async fn show_emoji(rest: &Rest) {
    match emoji::set_up(rest).await {
        Ok(emoji) => {
            tracing::info!(emoji = emoji.count(), "the emoji are there");
            rest.show_emoji(emoji);
        }
        Err(trouble) => tracing::warn!(%trouble, "there are no emoji; their signs are typed"),
    }
}

/// Removes the commands from every server that had them for a trial, except the present one.
async fn end_trials<'a>(
    registry: impl Fn(Option<Id>) -> Discord<'a>,
    guild: Option<Id>,
    store: Arc<dyn Store>,
    commands: &[Value],
) -> Result<(), String> {
    let notes = store.clone();
    for (key, _) in on_disk(move || notes.notes(DOOR, TRIAL)).await? {
        let trial = key.strip_prefix(TRIAL).and_then(|id| id.parse::<Id>().ok());
        let Some(trial) = trial.filter(|trial| Some(*trial) != guild) else { continue };
        match withdraw(&registry(Some(trial)), commands).await {
            Ok(gone) => {
                tracing::info!(
                    guild = %trial,
                    commands = gone.len(),
                    "a trial's commands are taken away"
                );
                let store = store.clone();
                on_disk(move || store.drop_note(DOOR, &key)).await?;
            }
            // The bot may have left that server. The note stays for the next start.
            Err(error) if Discord::refuses(&error) => {
                tracing::warn!(guild = %trial, trouble = %error, "a trial's commands cannot be taken away");
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(())
}

/// Asks the store on a thread that may block.
async fn on_disk<T: Send + 'static>(
    question: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, String> {
    let asked = tokio::task::spawn_blocking(question).await.map_err(|error| error.to_string())?;
    asked.map_err(|fault| fault.to_string())
}
