//! `check`: everything that `serve` needs, read before it starts. Nothing is bound, sent or changed, and every fault is named, not
//! only the first.

use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use super::cli::{CheckAsk, Cli};
use super::error::CliError;
use super::process::ProcessContext;
use super::registry::Games;
use super::secret::{self, SECRET_VARIABLE, Secret};
use super::{CommandResult, config_path, database, health, log_key};
use crate::config::value::chmod;
use crate::config::{Config, ConfigFault, pages, play, serving};
use crate::log::{Fault, SqliteStore};
use crate::private;
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// Most time for a listener at an address to answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// The folder in which systemd puts the credentials of services, each readable for its service alone.
const CREDENTIALS: &str = "/run/credentials";
/// The variable by which a service finds its own.
const CREDENTIALS_VARIABLE: &str = "CREDENTIALS_DIRECTORY";

/// Something that was found.
struct Finding {
    kind: FindingKind,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FindingKind {
    /// `serve` would not start, or not do its work.
    Fault,
    /// It would start all the same.
    Note,
}

/// The findings so far, in one language.
struct Findings<'a> {
    found: Vec<Finding>,
    /// Files that only the service can read.
    unread: Vec<PathBuf>,
    words: &'a Words,
    lang: Lang,
}

impl Findings<'_> {
    fn fault(&mut self, why: &CliError) {
        let text = why.render(self.lang);
        // What only the service can read, only the service can check. The text of a fault names the file.
        let unread = self.unread.iter().find(|path| text.contains(&*path.to_string_lossy()));
        match unread.map(|path| Reason::of("check-credential").quoting("path", path.display())) {
            Some(note) => self.note(note),
            None => self.add(FindingKind::Fault, text),
        }
    }

    fn note(&mut self, why: Reason) {
        let text = self.words.reason(self.lang, &why);
        self.add(FindingKind::Note, text);
    }

    fn add(&mut self, kind: FindingKind, text: String) {
        // One cause may stand in the way of several parts, and is told once.
        if self.found.iter().all(|other| other.text != text) {
            self.found.push(Finding { kind, text });
        }
    }
}

/// Looks at everything, and prints a line for each finding: 0 where nothing is wrong, else 2.
pub(super) fn run(
    cli: &Cli,
    ask: &CheckAsk,
    games: Games,
    lang: Lang,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    let words = Words::read()?;
    let mut findings = Findings { found: Vec::new(), unread: Vec::new(), words: &words, lang };
    let file = config_path(cli.config.clone(), process);
    let config = configuration(file.as_deref(), cli.config.is_some(), &mut findings);
    if let Some(config) = &config {
        check(cli, games, (config, file.as_deref()), process, &mut findings);
    }
    let faults = findings.found.iter().filter(|finding| finding.kind == FindingKind::Fault).count();
    for Finding { kind, text } in &findings.found {
        match (kind, cli.json) {
            (_, true) => process.json(&serde_json::json!({ "finding": kind, "text": text }))?,
            (FindingKind::Note, _) if ask.quiet => {}
            (FindingKind::Note, _) => {
                process.line(&words.say(lang, "check-note", &[("what", text.as_str().into())]))?;
            }
            (FindingKind::Fault, _) => {
                process.line(&words.say(lang, "check-fault", &[("what", text.as_str().into())]))?;
            }
        }
    }
    if faults > 0 {
        let what = Reason::of("check-faults").with("faults", faults);
        return Err(CliError::Usage(what));
    }
    if !cli.json && !ask.quiet {
        process.line(&words.say(lang, "check-well", &[]))?;
    }
    Ok(true)
}

/// The configuration as far as it can be read.
fn configuration(file: Option<&Path>, asked: bool, findings: &mut Findings<'_>) -> Option<Config> {
    let Some(path) = file.filter(|path| asked || path.is_file()) else {
        let place = file.map_or_else(|| "-".to_owned(), |path| path.display().to_string());
        findings.note(Reason::of("check-no-configuration").quoting("path", place));
        return Some(Config::default());
    };
    match std::fs::read_to_string(path) {
        Ok(text) => {
            let (config, faults) = Config::with_faults(&text);
            for what in faults {
                findings.fault(&ConfigFault { path: path.to_owned(), what }.into());
            }
            config.map(|config| Config { file: Some(path.to_owned()), ..config })
        }
        Err(error) => {
            let what = Reason::of("file-unreadable").quoting("why", error);
            findings.fault(&ConfigFault { path: path.to_owned(), what }.into());
            None
        }
    }
}

fn check(
    cli: &Cli,
    games: Games,
    (config, file): (&Config, Option<&Path>),
    process: &ProcessContext<'_>,
    findings: &mut Findings<'_>,
) {
    let vars = |name: &str| process.var(name);
    findings.unread = unreadable_here(config, &vars);
    for what in config.serving_faults(&vars) {
        findings.fault(&match file {
            Some(path) => ConfigFault { path: path.to_owned(), what }.into(),
            None => CliError::Usage(what),
        });
    }
    if let Some(data) = &config.data
        && let Err(why) = games.fitting(data)
    {
        findings.fault(&of_setting(file, "data", why));
    }
    if let Some(exposed) = file.and_then(|path| config.exposed(path)) {
        findings.note(Reason::of("file-exposed").quoting("chmod", chmod(&exposed)));
    }
    check_secret(config, file, process, findings);
    check_log_key(config, file, process, findings);
    check_witness(config, file, process, findings);
    match database(cli, config, process) {
        Ok(place) => check_database(&place, config, process, findings),
        Err(why) => findings.fault(&why),
    }
    if let Some(spool) = config.mail.iter().filter_map(|mail| mail.spool()).next() {
        check_folder(&spool, findings);
    }
    check_addresses(config, findings);
}

fn of_setting(file: Option<&Path>, key: &'static str, why: CliError) -> CliError {
    CliError::Setting { file: file.map(Path::to_owned), key: Some(key), why: Box::new(why) }
}

/// The files that the configuration names among the credentials of a service, where this is not that service.
fn unreadable_here(config: &Config, vars: &dyn Fn(&str) -> Option<String>) -> Vec<PathBuf> {
    if vars(CREDENTIALS_VARIABLE).is_some() {
        return Vec::new();
    }
    let mail = config.mail.iter().flat_map(|mail| [&mail.imap, &mail.smtp]).flatten();
    let named = mail.filter_map(|server| server.password_file.clone());
    let named = named.chain(config.discord.as_ref().and_then(|discord| discord.token_file.clone()));
    let named = named.chain(config.play.as_ref().and_then(|play| play.client_secret_file.clone()));
    let named = named.chain(config.postgres.as_ref().and_then(|section| section.password_file.clone()));
    named.filter(|path| path.starts_with(CREDENTIALS)).collect()
}

/// The secret as it is; one that is not there yet is only made by `serve`.
fn check_secret(
    config: &Config,
    file: Option<&Path>,
    process: &ProcessContext<'_>,
    findings: &mut Findings<'_>,
) {
    let vars = |name: &str| process.var(name);
    let found = match Secret::of_environment(&vars) {
        Ok(None) => secret::file(file.map(Path::to_owned)).and_then(|path| match path.exists() {
            true => Secret::of_file(&path, &config.secret_files(&vars)).map(drop),
            false => {
                let folder = private::folder_of(&path);
                let probe = probe_in(folder);
                let trouble = match folder.is_dir() {
                    true => private::check_writable(&probe, &probe),
                    false => Ok(()),
                };
                trouble.map_err(|error| {
                    let why = Reason::of("secret-not-written").quoting("variable", SECRET_VARIABLE);
                    CliError::in_file(&path, why.quoting("why", error))
                })
            }
        }),
        found => found.map(drop),
    };
    if let Err(why) = found {
        findings.fault(&why);
    }
}

/// The key of the club's log; one that is not there yet is only made by `serve`.
fn check_log_key(
    config: &Config,
    file: Option<&Path>,
    process: &ProcessContext<'_>,
    findings: &mut Findings<'_>,
) {
    if config.club_log.as_ref().and_then(|log| log.enabled) == Some(false) {
        return;
    }
    match log_key::verifier((config, file.map(Path::to_owned)), process) {
        Ok(Some(key)) => findings.note(Reason::of("check-club-log").quoting("key", key)),
        Ok(None) => {}
        Err(why) => findings.fault(&why),
    }
}

/// The witness and its key; a key that is not there yet is only made by `witness`.
fn check_witness(
    config: &Config,
    file: Option<&Path>,
    process: &ProcessContext<'_>,
    findings: &mut Findings<'_>,
) {
    let Some(section) = &config.witness else { return };
    if let Err(what) = section.checked() {
        findings.fault(&match file {
            Some(path) => ConfigFault { path: path.to_owned(), what }.into(),
            None => CliError::Usage(what),
        });
    }
    match log_key::witness_verifier((config, file.map(Path::to_owned)), process) {
        Ok(Some((key, dice))) => {
            findings.note(Reason::of("check-witness").quoting("key", key));
            findings.note(Reason::of("check-dice-witness").quoting("key", dice));
        }
        Ok(None) => {}
        Err(why) => findings.fault(&why),
    }
}

fn check_database(place: &Path, config: &Config, process: &ProcessContext<'_>, findings: &mut Findings<'_>) {
    let is_file = database::address_in(place).is_none();
    if is_file && !place.exists() {
        findings.note(Reason::of("check-no-database").quoting("path", place.display()));
        return check_folder(private::folder_of(place), findings);
    }
    if is_file && let Err(error) = private::check_writable(place, &probe_in(private::folder_of(place))) {
        return findings.fault(&CliError::file(place, &error));
    }
    // A file is opened as it is: an upgrade would change it.
    let opened = match is_file {
        true => SqliteStore::open_as_it_is(place, config.access()).map(Into::into).map_err(CliError::from),
        false => database::open(place, config, process),
    };
    match opened {
        Ok(store) => {
            let store: database::Database = store;
            if let Err(fault) = store.check_home() {
                findings.fault(&fault.into());
            }
            if let Some(since) = store.witness().missing_since {
                findings.note(Reason::of("check-no-witness").quoting("since", since));
            }
            if let Some(trouble) = store.head_file_trouble() {
                findings.fault(&CliError::HeadFile(trouble));
            }
            for exposed in store.exposed() {
                findings.note(Reason::of("file-exposed").quoting("chmod", chmod(&exposed)));
            }
        }
        // `serve` upgrades a file by itself; on a server somebody has to run `migrate`.
        Err(CliError::Log(Fault::OlderSchema { found, known, .. })) if is_file => {
            let old = Reason::of("check-older-database").quoting("path", place.display());
            findings.note(old.quoting("found", found).quoting("known", known));
        }
        Err(why) => findings.fault(&why),
    }
}

/// A file that nobody else makes, to see whether one can be made in a folder.
fn probe_in(folder: &Path) -> PathBuf {
    folder.join(format!(".probe-{}", std::process::id()))
}

/// A folder that is written to; one that is not there yet is made by whoever writes to it first.
fn check_folder(folder: &Path, findings: &mut Findings<'_>) {
    let above = folder.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    let above = if above.as_os_str().is_empty() { Path::new(".") } else { above };
    let trouble = match above.is_dir() {
        true => {
            let probe = probe_in(above);
            private::check_writable(&probe, &probe)
        }
        false => Err(std::io::ErrorKind::NotADirectory.into()),
    };
    if let Err(error) = trouble {
        findings.fault(&CliError::file(above, &error));
    }
}

/// The addresses: whoever listens there already should be the program itself. What is no address is told of elsewhere.
fn check_addresses(config: &Config, findings: &mut Findings<'_>) {
    let is_taken = |address: &SocketAddr| {
        address.port() != 0 && TcpStream::connect_timeout(&health::reachable(*address), PATIENCE).is_ok()
    };
    let ops = config.serve.listen.as_deref().unwrap_or(serving::LISTEN);
    let pages =
        config.pages.iter().map(|pages| ("[pages] listen", pages.listen.as_deref().unwrap_or(pages::LISTEN)));
    let play =
        config.play.iter().map(|play| ("[play] listen", play.listen.as_deref().unwrap_or(play::LISTEN)));
    let all = [("[serve] listen", ops)].into_iter().chain(pages).chain(play);
    let addresses = all.filter_map(|(key, address)| Some((key, address.parse::<SocketAddr>().ok()?)));
    let taken: Vec<_> = addresses.filter(|(_, address)| is_taken(address)).collect();
    // It is unlikely that another program gives this answer.
    let is_running = health::address(config)
        .is_ok_and(|ops| health::get(ops, "/healthz/live").is_ok_and(|answered| answered.body == "live\n"));
    for (key, address) in taken {
        let at = |reason: &'static str| Reason::of(reason).quoting("key", key).quoting("address", address);
        match is_running {
            true => findings.note(at("check-runs")),
            false => findings.fault(&CliError::Usage(at("check-address-taken"))),
        }
    }
}
