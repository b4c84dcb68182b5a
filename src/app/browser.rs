//! `play --browser`: the board in the browser of this machine, until the program is ended.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::Arc;

use serde_json::json;
use tokio::sync::watch;

use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::club::browser::BrowserLinks;
use crate::door::play::answer::BoardHandler;
use crate::door::play::listener::{BoardListener, run};
use crate::keys::{KEY_BYTES, Keys};
use crate::log::players::LOCAL;
use crate::reason::Reason;
use crate::words::Words;

/// Serves the local player's tables at a port of this machine, and prints a link; for each line that `next_line` reads, another. Its sessions end with
/// the program, whose key nobody else has.
///
/// # Errors
/// A port or a thread that cannot be had; a store that cannot be written.
pub fn serve(
    app: &App,
    (player, table): (&str, &str),
    next_line: fn(&mut ProcessContext<'_>) -> Result<Option<String>, CliError>,
    process: &mut ProcessContext<'_>,
) -> CommandResult {
    // Port 0: the system finds a free one, so that several tables can be played at once.
    let socket = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let url = format!("http://{}", socket.local_addr()?);
    let mut key = [0; KEY_BYTES];
    app.platform.fill(&mut key).map_err(|error| CliError::Failed(error.to_string()))?;
    let (store, platform) = (app.store.shared(), app.platform.clone());
    let club = app.games.club(store, platform, app.data.as_deref(), None)?;
    let club = Arc::new(club.with_browser(BrowserLinks::new(&url, Keys::new(key, None))));
    let listener = BoardListener::new(BoardHandler::new(club.clone(), LOCAL)?, socket, false);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CliError::Because(Reason::of("serve-no-threads").quoting("why", error)))?;
    let (closing, closed) = watch::channel(false);
    let served = runtime.spawn(run(listener, closed));
    let words = Words::read()?;
    loop {
        let link = club.people().browsers().link(player)?.unwrap_or_default();
        match app.json {
            true => process.json(&json!({ "table": table, "link": link }))?,
            false => {
                let args = [("link", link.as_str().into())];
                writeln!(process.out, "{}", words.say(app.lang, "browser-here", &args))?;
            }
        }
        process.out.flush()?;
        if next_line(process)?.is_none() {
            break;
        }
    }
    if !process.interactive {
        // Nobody types: it goes on until it is ended.
        return match runtime.block_on(served) {
            Ok(Err(error)) => Err(error.into()),
            _ => Ok(true),
        };
    }
    closing.send_replace(true);
    Ok(true)
}
