//! Which request is answered where. `None`: nowhere.

use serde_json::json;

use super::reply::{Answer, Reply};
use super::wire::Request;
use super::world::World;
use super::{APPLICATION, Shared, callbacks, posts, registry, rooms};

pub fn answer(world: &mut World, shared: &Shared, request: &Request) -> Option<Answer> {
    let segments: Vec<&str> = request.path.trim_start_matches('/').split('/').collect();
    let method = request.method.as_str();
    Some(match segments.as_slice() {
        ["gateway"] if method == "GET" => Ok(Reply::ok(json!({ "url": gateway_url(shared) }))),
        ["gateway", "bot"] if method == "GET" => {
            let (remaining, reset_after) = world.gateway.left.unwrap_or((999, 0));
            let at_once = if world.gateway.one_at_a_time { 1 } else { 16 };
            Ok(Reply::ok(json!({
                "url": gateway_url(shared), "shards": shared.setup.shards, "session_start_limit": { "total": 1000,
                    "remaining": remaining, "reset_after": reset_after, "max_concurrency": at_once },
            })))
        }
        ["users", "@me"] if method == "GET" => Ok(Reply::ok(World::bot())),
        ["oauth2", "applications", "@me"] | ["applications", "@me"] if method == "GET" => {
            Ok(Reply::ok(application(shared)))
        }
        ["users", "@me", "channels"] if method == "POST" => rooms::open_dm(world, &request.body),
        ["applications", application, rest @ ..] => {
            if application.parse() != Ok(APPLICATION) {
                return Some(Err(Reply::error(403, 20012, "You are not authorized for this application")));
            }
            return registry::route(world, request, rest);
        }
        ["interactions", interaction, token, "callback"] if method == "POST" => {
            callbacks::callback_by_rest(world, shared, request, interaction, token)
        }
        ["webhooks", application, token, rest @ ..] => {
            if application.parse() != Ok(APPLICATION) {
                return Some(Err(Reply::unknown(10015, "Webhook")));
            }
            return callbacks::webhook(world, request, token, rest);
        }
        ["guilds", guild] if method == "GET" => with_id(guild, |id| rooms::guild(world, id)),
        ["channels", channel, rest @ ..] => {
            let Ok(channel) = channel.parse() else { return Some(Err(not_an_id(channel))) };
            return in_channel(world, request, channel, rest);
        }
        _ => return None,
    })
}

fn in_channel(world: &mut World, request: &Request, channel: u64, rest: &[&str]) -> Option<Answer> {
    let (body, files) = (&request.body, request.files.as_slice());
    Some(match (request.method.as_str(), rest) {
        ("GET", []) => rooms::get(world, channel),
        ("PATCH", []) => rooms::change(world, channel, body),
        ("GET", ["messages"]) => posts::list(world, channel, &request.query),
        ("POST", ["messages"]) => posts::send(world, channel, body, files),
        ("POST", ["threads"]) => rooms::open_thread(world, channel, None, body),
        ("GET", ["pins"] | ["messages", "pins"]) => rooms::pins(world, channel, rest.len() == 2),
        ("PUT", ["pins", message] | ["messages", "pins", message]) => {
            with_id(message, |id| rooms::pin(world, channel, id, true))
        }
        ("DELETE", ["pins", message] | ["messages", "pins", message]) => {
            with_id(message, |id| rooms::pin(world, channel, id, false))
        }
        ("POST", ["messages", message, "threads"]) => {
            with_id(message, |id| rooms::open_thread(world, channel, Some(id), body))
        }
        ("GET", ["messages", message]) => with_id(message, |id| posts::get(world, channel, id)),
        ("PATCH", ["messages", message]) => {
            with_id(message, |id| posts::change(world, channel, id, body, files))
        }
        ("DELETE", ["messages", message]) => with_id(message, |id| posts::delete(world, channel, id)),
        ("PUT", ["thread-members", member]) => rooms::join(world, channel, member),
        ("POST", ["typing"]) => rooms::get(world, channel).map(|_| Reply::nothing()),
        _ => return None,
    })
}

fn with_id(text: &str, then: impl FnOnce(u64) -> Answer) -> Answer {
    then(text.parse().map_err(|_| not_an_id(text))?)
}

fn not_an_id(text: &str) -> Reply {
    Reply::invalid_form(&[format!("Value {text:?} is not snowflake.")])
}

fn gateway_url(shared: &Shared) -> String {
    format!("ws://{}/gw", shared.address)
}

fn application(shared: &Shared) -> serde_json::Value {
    let key = hex::encode(shared.key.verifying_key().to_bytes());
    json!({ "id": APPLICATION.to_string(), "name": "Wardroom", "icon": null, "description": "", "rpc_origins": [],
        "bot_public": true, "bot_require_code_grant": false, "verify_key": key, "team": null, "flags": 0,
        "summary": "", "bot": World::bot(), "owner": World::bot(), "interactions_endpoint_url": null,
        "role_connections_verification_url": null })
}
