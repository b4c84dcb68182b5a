//! Receipts of orders in `export` and `audit`: written to a file of their own, and checked.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use ed25519_dalek::VerifyingKey;
use serde_json::json;

use super::cli::Audit;
use super::club_log::concluded;
use super::error::CliError;
use super::log_to_check::LogToCheck;
use super::process::{ProcessContext, bytes_in};
use super::secret::{self, Secret};
use super::{App, CommandResult, files};
use crate::audit::integrity;
use crate::audit::receipts::{RECEIPT_FILE_BYTES, ReceiptTexts, check, file_of, read_file, visible};
use crate::club::receipts::keys_of;
use crate::config::Config;
use crate::log::StoredReceipt;
use crate::private::PartFile;
use crate::reason::Reason;
use crate::receipt::RECEIPT_KEYS;
use crate::words::Words;

/// The public key of the Discord application: that on the command line, else that of the configuration.
fn discord_key(ask: &Audit, config: &Config) -> Option<VerifyingKey> {
    let configured = || {
        let mut key = [0; 32];
        let text = config.discord.as_ref()?.public_key.as_ref()?;
        hex::decode_to_slice(text.trim(), &mut key).ok()?;
        VerifyingKey::from_bytes(&key).ok()
    };
    ask.discord_key.or_else(configured)
}

/// `audit --receipts`: checks the receipts of a log: those in a file, or without one those in the database that the log is in.
pub(super) fn check_log(log: &LogToCheck<'_>, process: &mut ProcessContext<'_>) -> CommandResult {
    let Some(file) = &log.ask.receipts else { return Ok(true) };
    if file.is_none() && log.app.is_none() {
        return Err(CliError::Usage(Reason::of("receipt-file-wanted")));
    }
    let evidence = (log.read)()?;
    let texts = match (file, log.app) {
        (Some(file), _) => texts_in(file, &evidence.table)?,
        (None, Some(app)) => texts_of(app, &evidence.table, log.config, process)?,
        (None, None) => BTreeMap::new(),
    };
    let (book, _) = integrity::check(&evidence, &[]);
    let found = check(&book, &texts, discord_key(log.ask, log.config).as_ref());
    concluded(&found, log.shown, process)
}

/// Writes the receipts of an export to a second file: those that its viewer may see.
pub(super) fn write(
    app: &App,
    (table, export, path): (&str, &Path, &Path),
    config: &Config,
    process: &mut ProcessContext<'_>,
) -> Result<(), CliError> {
    // The export that was just written says for which viewer it is.
    let evidence = files::evidence_of(app.games, export)?;
    let (book, _) = integrity::check(&evidence, &[]);
    let wanted = visible(book.entries(), &evidence.viewer);
    let mut texts = texts_of(app, table, config, process)?;
    // A receipt holds the whole message: that of a sealed order would show it.
    texts.retain(|digest, _| wanted.contains(digest));
    let unmade = |error| CliError::unmade(path, &error);
    let part = PartFile::new(path).map_err(unmade)?;
    let text = file_of(table, &texts);
    part.file().write_all(text.as_bytes()).and_then(|()| part.finish()).map_err(unmade)?;
    let (file, lacking) = (path.display().to_string(), wanted.len() - texts.len());
    if app.json {
        return Ok(process.json(
            &json!({ "lacking": lacking, "receipts": file, "table": table, "written": texts.len() }),
        )?);
    }
    let args = [("file", file.into()), ("count", texts.len().into()), ("lacking", lacking.into())];
    Ok(process.line(&Words::read()?.say(app.lang, "receipt-file-done", &args))?)
}

/// The receipts of a table in the database that the server's secret opens, by digest.
fn texts_of(
    app: &App,
    table: &str,
    config: &Config,
    process: &ProcessContext<'_>,
) -> Result<ReceiptTexts, CliError> {
    let stored = app.store.receipts(table)?;
    if stored.is_empty() {
        return Ok(BTreeMap::new());
    }
    let secret = match Secret::of_environment(&|name| process.var(name))? {
        Some(secret) => secret,
        None => {
            let path = secret::file(app.config_file.clone())?;
            // `of_file` would make a new secret, which opens none of them.
            if !path.exists() {
                return Err(CliError::in_file(&path, Reason::of("receipt-no-secret")));
            }
            Secret::of_file(&path, &config.secret_files(&|name| process.var(name)))?
        }
    };
    let keys = keys_of(&*app.store, &secret.keys(RECEIPT_KEYS), process.platform.now())?;
    let text = |StoredReceipt { digest, sealed, .. }: StoredReceipt| {
        let text = keys.as_ref()?.open(&digest, &sealed)?;
        Some((digest, text))
    };
    Ok(stored.into_iter().filter_map(text).collect())
}

fn texts_in(path: &Path, table: &str) -> Result<ReceiptTexts, CliError> {
    let text = String::from_utf8(bytes_in(path, RECEIPT_FILE_BYTES as u64)?);
    let text = text.map_err(|error| CliError::file(path, &std::io::Error::other(error)))?;
    read_file(&text, table).map_err(|why| CliError::in_file(path, why))
}
