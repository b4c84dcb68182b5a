//! Answers to interactions: the callback, `@original`, follow-ups.

use std::time::Duration;

use serde_json::{Value, json};

use super::body::{FilePart, number};
use super::posts::{self, EPHEMERAL};
use super::reply::{Answer, Reply};
use super::wire::Request;
use super::world::{Exchange, Eyes, World};
use super::{Shared, limits};

/// How long an interaction's token takes answers.
const TOKEN_LIVES: Duration = Duration::from_secs(15 * 60);

/// Most messages after the first answer where only its user installed the bot.
const FOLLOW_UPS_OF_USER: usize = 5;

/// Interaction types.
pub const COMMAND: u8 = 2;
pub const COMPONENT: u8 = 3;
pub const AUTOCOMPLETE: u8 = 4;
pub const MODAL_SUBMIT: u8 = 5;

pub fn callback_by_rest(
    world: &mut World,
    shared: &Shared,
    request: &Request,
    id: &str,
    token: &str,
) -> Answer {
    let at = world.exchanges.iter().position(|it| it.token == token && it.id.to_string() == id);
    let at = at.ok_or_else(|| Reply::unknown(10062, "interaction"))?;
    callback(world, shared, at, &request.body, &request.files)?;
    if !request.query.contains("with_response=true") {
        return Ok(Reply::nothing());
    }
    let exchange = &world.exchanges[at];
    let message = exchange.original.and_then(|id| world.posts.get(&id)).map(|post| world.message(post));
    Ok(Reply::ok(json!({
        "interaction": { "id": id, "type": exchange.kind },
        "resource": { "type": request.body["type"], "message": message },
    })))
}

/// The first answer, by whichever way it came.
pub fn callback(world: &mut World, shared: &Shared, at: usize, body: &Value, files: &[FilePart]) -> Answer {
    let exchange = &world.exchanges[at];
    if exchange.callback.is_some() {
        return Err(Reply::error(400, 40060, "Interaction has already been acknowledged."));
    }
    let after = exchange.delivered.elapsed();
    if after > shared.setup.first_answer || exchange.expired {
        return Err(Reply::unknown(10062, "interaction"));
    }
    let kind = number(&body["type"]).unwrap_or(0);
    if !allowed(exchange, kind) {
        let what = format!("an answer of type {kind} to an interaction of type {}", exchange.kind);
        world.faults.push(what.clone());
        return Err(Reply::invalid_form(&[what]));
    }
    apply(world, at, kind, &body["data"], files)?;
    let exchange = &mut world.exchanges[at];
    exchange.callback = Some(body.clone());
    exchange.answered_after = Some(after);
    Ok(Reply::nothing())
}

/// Which answers an interaction takes.
fn allowed(exchange: &Exchange, kind: u64) -> bool {
    match (exchange.kind, kind) {
        (AUTOCOMPLETE, kind) => kind == 8,
        (_, 4 | 5) => true,
        (COMPONENT | MODAL_SUBMIT, 6 | 7) => exchange.source.is_some(),
        (COMMAND | COMPONENT, 9) => true,
        _ => false,
    }
}

fn apply(world: &mut World, at: usize, kind: u64, data: &Value, files: &[FilePart]) -> Result<(), Reply> {
    let Exchange { user, channel, source, .. } = world.exchanges[at];
    let private_to = (number(&data["flags"]).unwrap_or(0) & EPHEMERAL != 0).then_some(user);
    match kind {
        4 => {
            world.check_post(data, files, None)?;
            let id = world.add_post(channel, data, files, private_to);
            world.exchanges[at].original = Some(id);
            says(world, at, id);
        }
        5 => {
            let flags = json!({ "flags": number(&data["flags"]).unwrap_or(0) });
            let id = world.add_post(channel, &flags, &[], private_to);
            world.posts.get_mut(&id).unwrap().loading = true;
            world.exchanges[at].original = Some(id);
        }
        6 => world.exchanges[at].original = source,
        7 => {
            let source = source.filter(|id| world.posts.get(id).is_some_and(|post| !post.deleted));
            let source = source.ok_or_else(|| Reply::unknown(10008, "Message"))?;
            posts::edit(world, source, data, files)?;
            world.exchanges[at].original = Some(source);
            says(world, at, source);
        }
        8 => {
            world.no_complaints("suggestions", limits::suggestions(data))?;
            world.show(Eyes::Only(user), channel, data, &[]);
        }
        _ if world.no_forms => return Err(Reply::invalid_form(&["no forms here".to_owned()])),
        _ => {
            world.no_complaints("a modal", limits::modal(data))?;
            world.show(Eyes::Only(user), channel, data, &[]);
        }
    }
    Ok(())
}

/// `/webhooks/{application}/{token}` and what is below it.
pub fn webhook(world: &mut World, request: &Request, token: &str, rest: &[&str]) -> Option<Answer> {
    let known = ["GET", "PATCH", "DELETE"].contains(&request.method.as_str());
    Some(match rest {
        [] if request.method == "POST" => follow_up(world, request, token),
        ["messages", message] if known => by_token(world, request, token, message),
        _ => return None,
    })
}

/// The exchange of a token that still takes answers.
fn exchange(world: &World, token: &str) -> Result<usize, Reply> {
    let at = world.exchanges.iter().position(|exchange| exchange.token == token);
    let at = at.ok_or_else(|| Reply::unknown(10015, "Webhook"))?;
    let exchange = &world.exchanges[at];
    if exchange.expired || exchange.delivered.elapsed() > TOKEN_LIVES {
        return Err(Reply::error(401, 50027, "Invalid Webhook Token"));
    }
    if exchange.callback.is_none() {
        return Err(Reply::unknown(10015, "Webhook"));
    }
    Ok(at)
}

fn follow_up(world: &mut World, request: &Request, token: &str) -> Answer {
    let at = exchange(world, token)?;
    if world.exchanges[at].kind == AUTOCOMPLETE {
        return Err(Reply::unknown(10015, "Webhook"));
    }
    let Exchange { user, channel, original, .. } = world.exchanges[at];
    // The first follow-up after a deferred answer fills that answer, and is as private as it.
    if let Some(original) = original.filter(|id| world.posts.get(id).is_some_and(|post| post.loading)) {
        return fill(world, at, original, request);
    }
    let Exchange { of_user, followups, .. } = &world.exchanges[at];
    if *of_user && followups.len() >= FOLLOW_UPS_OF_USER {
        world.faults.push("more messages than one who installed the bot may get".to_owned());
        return Err(Reply::error(
            400,
            40094,
            "This interaction has hit the maximum number of follow up messages",
        ));
    }
    let private_to = (number(&request.body["flags"]).unwrap_or(0) & EPHEMERAL != 0).then_some(user);
    world.check_post(&request.body, &request.files, None)?;
    let id = world.add_post(channel, &request.body, &request.files, private_to);
    world.exchanges[at].followups.push(id);
    says(world, at, id);
    Ok(Reply::ok(world.message(&world.posts[&id])))
}

fn by_token(world: &mut World, request: &Request, token: &str, message: &str) -> Answer {
    let at = exchange(world, token)?;
    let exchange = &world.exchanges[at];
    let id = match message {
        "@original" => exchange.original,
        _ => message
            .parse()
            .ok()
            .filter(|id| exchange.followups.contains(id) || exchange.original == Some(*id)),
    };
    let id = id.filter(|id| world.posts.get(id).is_some_and(|post| !post.deleted));
    let id = id.ok_or_else(|| Reply::unknown(10008, "Message"))?;
    match request.method.as_str() {
        "GET" => Ok(Reply::ok(world.message(&world.posts[&id]))),
        "DELETE" => {
            world.posts.get_mut(&id).unwrap().deleted = true;
            Ok(Reply::nothing())
        }
        _ if world.posts[&id].loading => fill(world, at, id, request),
        _ => {
            let edited = posts::edit(world, id, &request.body, &request.files)?;
            says(world, at, id);
            Ok(edited)
        }
    }
}

/// Puts the message where the bot was thinking; now it pings.
fn fill(world: &mut World, at: usize, id: u64, request: &Request) -> Answer {
    world.check_post(&request.body, &request.files, Some(id))?;
    world.write(id, &request.body, &request.files);
    let post = world.posts.get_mut(&id).unwrap();
    post.loading = false;
    if post.private_to.is_none() {
        post.pinged = posts::pinged(&request.body);
    }
    says(world, at, id);
    Ok(Reply::ok(world.message(&world.posts[&id])))
}

/// A message of an exchange stands there now: the first that does is what it was answered.
fn says(world: &mut World, at: usize, id: u64) {
    let text = world.posts[&id].content.clone();
    world.exchanges[at].said.get_or_insert(text);
}
