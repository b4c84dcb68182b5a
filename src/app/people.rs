//! `people`, `forget`.

use serde_json::{Value, json};

use super::cli::Forget;
use super::error::CliError;
use super::process::ProcessContext;
use super::{App, CommandResult};
use crate::door::terminal::wording::DOOR;
use crate::log::players::Player;
use crate::words::Words;

/// Lists everybody the database knows by name or address.
pub(super) fn list(app: &App, process: &mut ProcessContext<'_>) -> CommandResult {
    let words = Words::read()?;
    for player in app.store.players()? {
        if app.json {
            process.json(&value(&player))?;
            continue;
        }
        let separator = words.say(app.lang, "list-separator", &[]);
        let addresses = player.addresses.iter().map(|it| format!("{} {}", it.kind, it.value));
        let aliases = player.aliases.iter().map(|alias| alias.id.clone());
        let addresses = addresses.chain(aliases).collect::<Vec<_>>().join(&separator);
        let args = [
            ("player", format!("{:<16}", player.id).into()),
            ("name", player.name.as_str().into()),
            ("addresses", addresses.into()),
        ];
        let key = if player.addresses.is_empty() { "people-row-alone" } else { "people-row" };
        writeln!(process.out, "{}", words.say(app.lang, key, &args))?;
    }
    Ok(true)
}

/// Erases a player, named by their id or, where only one has it, by their name.
pub(super) fn forget(app: &App, ask: &Forget, process: &mut ProcessContext<'_>) -> CommandResult {
    let id = match app.store.player(&ask.who)? {
        Some(player) => player.id,
        None => match &app.store.player_named(&ask.who)?[..] {
            // An id forgotten by a version whose erased players did not yet leave their tables.
            [] if !app.store.tables_of_player(&ask.who)?.is_empty() => ask.who.clone(),
            [] => {
                // Perhaps an earlier call erased them, and could not overwrite their bytes.
                app.store.erase_player(&ask.who)?;
                return Err(CliError::NobodyOfThatName(ask.who.clone()));
            }
            [player] => player.id.clone(),
            several => {
                return Err(CliError::SeveralOfThatName(several.iter().map(|it| it.id.clone()).collect()));
            }
        },
    };
    let club = app.games.club(app.store.shared(), app.platform.clone(), None, None)?;
    // Asked before: afterwards nobody is known by that id.
    let is_known = app.store.player(&id)?.is_some();
    let left = club.people().forget(&id, DOOR)?;
    if !is_known && left.is_empty() {
        return Err(CliError::NobodyOfThatName(id));
    }
    if app.json {
        process.json(&json!({ "forgotten": id, "left": left }))?;
        return Ok(true);
    }
    let words = Words::read()?;
    writeln!(process.out, "{}", words.say(app.lang, "people-forgotten", &[("player", id.into())]))?;
    if !left.is_empty() {
        let tables = left.join(&words.say(app.lang, "list-separator", &[]));
        writeln!(process.out, "{}", words.say(app.lang, "people-left", &[("tables", tables.into())]))?;
    }
    Ok(true)
}

fn value(player: &Player) -> Value {
    let wishes = &player.preferences;
    let addresses: Vec<Value> =
        player.addresses.iter().map(|it| json!({ "kind": it.kind, "value": it.value })).collect();
    json!({
        "player": player.id,
        "aliases": player.aliases.iter().map(|alias| &alias.id).collect::<Vec<_>>(),
        "name": player.name,
        "addresses": addresses,
        "preferences": {
            "lang": wishes.lang,
            "zone": wishes.zone,
            "channels": wishes.channels,
            "quiet": wishes.quiet.map(|quiet| [quiet.from, quiet.to]),
            "direct": wishes.direct,
        },
    })
}
