//! The server's secret, with which links, codes and other returning data are signed.
//!
//! It is in a file of its own beside the configuration, or in the environment; never in the database, a log or a backup. Each
//! use has its own key, which reveals nothing of the secret or of another use's key. After a rotation the old secrets stay
//! valid, each for its own time, so that their signatures stay valid too.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretBox};
use serde_json::json;
use sha2::Sha256;

use super::CommandResult;
use super::error::CliError;
use super::process::ProcessContext;
use crate::config::Config;
use crate::config::value::{SecretFiles, closing};
use crate::keys::Keys;
use crate::private;
use crate::reason::Reason;
use crate::words::{Lang, Words};

/// The variable of the environment that holds the secret, 64 hexadecimal digits; it goes before the file.
pub const SECRET_VARIABLE: &str = "WARDROOM_SECRET";
/// The variable with older secrets, separated by spaces, which are accepted as long as it is set.
pub const SECRET_BEFORE_VARIABLE: &str = "WARDROOM_SECRET_BEFORE";
/// The file's name, in the folder of the configuration.
pub const SECRET_FILE: &str = "secret";
/// Days for which a rotated secret stays valid.
pub const VALID_AFTER_ROTATION_DAYS: i64 = 30;

/// Bytes in a secret and in a key.
const BYTES: usize = 32;
/// Random bytes in the name of a draft.
const DRAFT_BYTES: usize = 8;
/// Most old secrets kept at once.
const MOST_BEFORE: usize = 100;
/// Most bytes of a secret file.
const FILE_BYTES: u64 = 64 * 1024;
/// Permission bits that let others at a file.
const OTHERS: u32 = 0o077;
/// The label under which the keys of the uses are derived.
const KEY_TAG: &str = "wardroom key v1 ";
/// The file's heading.
const HEADING: &str = "# The secret of this Wardroom server. Whoever reads it can forge its links and codes.\n\
                       # `wardroom rotate-secret` replaces it; keep it out of backups that others can read.\n";

type Bytes = SecretBox<[u8; BYTES]>;

/// The secret of a server, and those before it while they are valid.
pub struct Secret {
    now: Bytes,
    /// The latest first.
    before: Vec<Before>,
}

struct Before {
    bytes: Bytes,
    /// When it ends; `None` for one in the environment, which is valid as long as it is set.
    until: Option<DateTime<Utc>>,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// The path of the secret's file: beside the configuration, even if that does not exist.
///
/// # Errors
/// A user without a home, if no configuration is named.
pub fn file(config: Option<PathBuf>) -> Result<PathBuf, CliError> {
    let without_home = || CliError::Usage(Reason::of("secret-no-home"));
    Ok(config.ok_or_else(without_home)?.with_file_name(SECRET_FILE))
}

/// `rotate-secret`.
///
/// # Errors
/// A secret that the environment holds, or a file that cannot be read or written.
pub fn rotate(
    (config, place): (&Config, Option<PathBuf>),
    lang: Lang,
    json: bool,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    if process.var(SECRET_VARIABLE).is_some() {
        let how = Reason::of("secret-in-environment").quoting("now", SECRET_VARIABLE);
        return Err(CliError::Usage(how.quoting("before", SECRET_BEFORE_VARIABLE)));
    }
    let path = file(place)?;
    // The first one takes the place of none that anything was signed with.
    let is_first = !path.exists();
    let files = config.secret_files(&|name| process.var(name));
    let until =
        Secret::rotate(&path, process.platform.now(), &files)?.to_rfc3339_opts(SecondsFormat::Millis, true);
    if json {
        process.json(&json!({ "secret": path, "before_valid_until": until }))?;
        return Ok(true);
    }
    let args = [("file", path.display().to_string().into()), ("until", until.as_str().into())];
    let said = Words::read()?.say(lang, if is_first { "secret-made" } else { "secret-rotated" }, &args);
    writeln!(process.out, "{said}")?;
    Ok(true)
}

impl Secret {
    /// The secret in the environment, else in the file beside the configuration, which is created if missing.
    ///
    /// # Errors
    /// As [`Secret::of_environment`] and [`Secret::of_file`].
    pub fn of_server(
        config: &Config,
        place: Option<PathBuf>,
        process: &ProcessContext<'_>,
    ) -> Result<Secret, CliError> {
        match Secret::of_environment(&|name| process.var(name))? {
            Some(secret) => Ok(secret),
            None => Secret::of_file(&file(place)?, &config.secret_files(&|name| process.var(name))),
        }
    }

    /// A new secret from the operating system's random source.
    ///
    /// # Errors
    /// One sentence when that source fails.
    fn fresh() -> Result<Bytes, CliError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)
            .map_err(|error| CliError::Because(Reason::of("secret-no-bytes").quoting("why", error)))?;
        Ok(SecretBox::new(Box::new(bytes)))
    }

    /// The keys of one use, like `mail`. A label is for ever: another label is another key.
    pub fn keys(&self, label: &str) -> Keys {
        let before = self.before.iter().map(|before| (derived(&before.bytes, label), before.until));
        Keys::new(derived(&self.now, label), before)
    }

    /// The secret in the environment; `None` if it has none.
    ///
    /// # Errors
    /// A variable without 64 hexadecimal digits. The error does not contain its value.
    pub fn of_environment(var: &dyn Fn(&str) -> Option<String>) -> Result<Option<Secret>, CliError> {
        let read = |name: &'static str, text: &str| {
            let wrong = || {
                CliError::Usage(Reason::of("secret-digits").quoting("name", name).with("digits", BYTES * 2))
            };
            bytes_of(text).ok_or_else(wrong)
        };
        let Some(now) = var(SECRET_VARIABLE) else { return Ok(None) };
        let before = var(SECRET_BEFORE_VARIABLE).unwrap_or_default();
        let before = before
            .split_whitespace()
            .map(|text| Ok(Before { bytes: read(SECRET_BEFORE_VARIABLE, text)?, until: None }));
        Ok(Some(Secret {
            now: read(SECRET_VARIABLE, now.trim())?,
            before: before.collect::<Result<_, CliError>>()?,
        }))
    }

    /// The secret in a file, which is created with mode 0600 if missing. Processes that start together agree on one.
    ///
    /// # Errors
    /// A file that cannot be read or created, that others may read, or that contains no secret.
    pub fn of_file(path: &Path, files: &SecretFiles) -> Result<Secret, CliError> {
        match File::open(path) {
            Ok(file) => read(path, file, files),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let made = Secret { now: Secret::fresh()?, before: Vec::new() };
                let draft = made.write_beside(path)?;
                // Of two processes that start together, one makes the file and both read it.
                match private::publish_new(&draft, path) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                        return Err(CliError::file(path, &error));
                    }
                    _ => {}
                }
                read(path, File::open(path).map_err(|error| CliError::file(path, &error))?, files)
            }
            Err(error) => Err(CliError::file(path, &error)),
        }
    }

    /// Replaces the secret in a file by a new one. The old one stays valid for [`VALID_AFTER_ROTATION_DAYS`], and still older
    /// ones until their own ends. Returns when the old one ends. The file keeps its owner and its rights.
    ///
    /// # Errors
    /// As [`Secret::of_file`]; a file that cannot be replaced stays as it is.
    pub fn rotate(path: &Path, now: DateTime<Utc>, files: &SecretFiles) -> Result<DateTime<Utc>, CliError> {
        let stood = Secret::of_file(path, files)?;
        let until = now + Duration::days(VALID_AFTER_ROTATION_DAYS);
        let mut before = vec![Before { bytes: stood.now, until: Some(until) }];
        before
            .extend(stood.before.into_iter().filter(|before| before.until.is_some_and(|until| now < until)));
        if before.len() > MOST_BEFORE {
            return Err(CliError::in_file(path, Reason::of("secret-too-many").with("most", MOST_BEFORE)));
        }
        let draft = Secret { now: Secret::fresh()?, before }.write_beside(path)?;
        private::whole_or_none(&draft, std::fs::rename(&draft, path))
            .map_err(|error| CliError::file(path, &error))?;
        Ok(until)
    }

    /// Writes the secret to a file of another name in the same folder, with the owner and the rights of the file that it
    /// replaces, and durable.
    fn write_beside(&self, path: &Path) -> Result<PathBuf, CliError> {
        write_beside(path, &self.text()).map_err(|error| {
            let why = Reason::of("secret-not-written").quoting("variable", SECRET_VARIABLE);
            CliError::in_file(path, why.quoting("why", error))
        })
    }

    fn text(&self) -> String {
        let mut text = format!("{HEADING}now {}\n", hex::encode(self.now.expose_secret()));
        for Before { bytes, until } in &self.before {
            let Some(until) = until else { continue };
            let until = until.to_rfc3339_opts(SecondsFormat::Secs, true);
            text += &format!("before {} until {until}\n", hex::encode(bytes.expose_secret()));
        }
        text
    }

    fn parse(text: &str) -> Option<Secret> {
        let mut secret = None;
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match (&words[..], &mut secret) {
                (["now", digits], None) => {
                    secret = Some(Secret { now: bytes_of(digits)?, before: Vec::new() })
                }
                (["before", digits, "until", until], Some(secret)) => {
                    let until = Some(DateTime::parse_from_rfc3339(until).ok()?.to_utc());
                    secret.before.push(Before { bytes: bytes_of(digits)?, until });
                }
                _ => return None,
            }
        }
        secret
    }
}

fn derived(secret: &Bytes, label: &str) -> [u8; BYTES] {
    // HMAC takes keys of every length.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.expose_secret())
        .unwrap_or_else(|_| unreachable!("HMAC takes keys of every length"));
    mac.update(KEY_TAG.as_bytes());
    mac.update(label.as_bytes());
    mac.finalize().into_bytes().into()
}

fn bytes_of(digits: &str) -> Option<Bytes> {
    let mut bytes = [0; BYTES];
    hex::decode_to_slice(digits, &mut bytes).ok()?;
    Some(SecretBox::new(Box::new(bytes)))
}

/// Writes a text to a file of another name in the same folder, with the owner and the rights of the file that it replaces, and
/// durable.
pub(super) fn write_beside(path: &Path, text: &str) -> std::io::Result<PathBuf> {
    let mut letters = [0; DRAFT_BYTES];
    getrandom::fill(&mut letters).map_err(std::io::Error::other)?;
    let draft = path.with_extension(format!("{}.draft", hex::encode(letters)));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        private::create_folders(folder)?;
    }
    let mut file = private::create_in_place_of(&draft, path)?;
    // Durable before it is renamed: a lost secret makes every link void.
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    private::whole_or_none(&draft, written)?;
    Ok(draft)
}

/// The text in a file that nobody else may read.
pub(super) fn read_private(path: &Path, file: File, files: &SecretFiles) -> Result<String, CliError> {
    let fault = |error: std::io::Error| CliError::file(path, &error);
    // The rights of the open file: its path may lead to another one by now.
    let mode = file.metadata().map_err(fault)?.permissions().mode();
    if mode & OTHERS != 0 && !files.allow(path) {
        return Err(CliError::in_file(path, Reason::of("secret-open").quoting("chmod", closing(path))));
    }
    let mut text = String::new();
    file.take(FILE_BYTES).read_to_string(&mut text).map_err(fault)?;
    Ok(text)
}

fn read(path: &Path, file: File, files: &SecretFiles) -> Result<Secret, CliError> {
    let text = read_private(path, file, files)?;
    Secret::parse(&text).ok_or_else(|| CliError::in_file(path, Reason::of("secret-none")))
}
