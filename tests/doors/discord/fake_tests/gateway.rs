//! The gateway, with twilight's own client at the other end, left to itself.

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::futures::StreamExt;
use tokio::task::JoinSet;
use twilight_gateway::queue::InMemoryQueue;
use twilight_gateway::{CloseFrame, ConfigBuilder, Intents, Message, Shard, ShardId};

use super::super::fake::{APPLICATION, Fake, TOKEN, World, guild_create};
use super::{Client, club};

/// A shard that asks for sessions without waiting.
fn shard(fake: &Fake, token: &str, intents: Intents, id: ShardId) -> Shard {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let url = format!("{}/gw", fake.url().replace("http", "ws"));
    let config = ConfigBuilder::new(token.to_owned(), intents).proxy_url(url);
    let at_once = InMemoryQueue::new(0, 1000, std::time::Duration::ZERO, 1000);
    Shard::with_config(id, config.queue(at_once).build())
}

/// Shards that answer every command with its name, until they are dropped.
async fn start(fake: &Fake, client: &Arc<Client>, intents: Intents, shards: u32) -> JoinSet<()> {
    let mut all = JoinSet::new();
    for number in 0..shards {
        let mut shard = shard(fake, TOKEN, intents, ShardId::new(number, shards));
        let client = client.clone();
        all.spawn(async move {
            while let Some(heard) = shard.next().await {
                let Ok(Message::Text(text)) = heard else { continue };
                let event: Value = serde_json::from_str(&text).unwrap();
                if event["t"] == "INTERACTION_CREATE" {
                    let (it, text) =
                        (&event["d"], format!("said {}", event["d"]["data"]["name"].as_str().unwrap()));
                    let [id, token] = ["id", "token"].map(|field| it[field].as_str().unwrap());
                    let path = format!("/interactions/{id}/{token}/callback");
                    client.call("POST", &path, json!({ "type": 4, "data": { "content": text } })).await;
                }
            }
        });
    }
    fake.ready(shards as usize).await;
    all
}

async fn register(client: &Client) {
    let path = format!("/applications/{APPLICATION}/commands");
    client.call("PUT", &path, json!([{ "name": "say", "description": "d" }])).await;
}

fn counts(world: &World) -> (u64, u64) {
    (world.gateway.identifies, world.gateway.resumes)
}

#[tokio::test]
async fn interactions_come_by_the_gateway_and_are_replayed_after_a_break() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    let _shards = start(&fake, &Arc::new(client), Intents::GUILDS, 1).await;
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    fake.drop_gateway(None);
    let missed = ann.prepare("say", "", &[]).unwrap().deliver();
    assert_eq!(fake.look(|world| world.gateway.ready_shards().len()), 0, "the line is broken");
    // It waits in the session until the client is back, whatever Discord's three seconds say.
    fake.with(|world| world.exchanges[missed.at()].delivered += std::time::Duration::from_secs(600));
    assert_eq!(missed.answer().await.text, "said say");
    assert_eq!(fake.look(counts), (1, 1));
    fake.verdict();
}

#[tokio::test]
async fn an_invalid_session_identifies_again_and_a_reconnect_resumes() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    let _shards = start(&fake, &Arc::new(client), Intents::empty(), 1).await;
    fake.ask_reconnect(None);
    fake.wait("a resume", |world| (world.gateway.resumes == 1).then_some(())).await;
    fake.ready(1).await;
    fake.invalidate_session(None, false);
    fake.wait("an identify", |world| (world.gateway.identifies == 2).then_some(())).await;
    fake.ready(1).await;
    fake.ask_heartbeat(None);
    fake.wait("a heartbeat", |world| (world.gateway.heartbeats > 0).then_some(())).await;
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    fake.verdict();
}

#[tokio::test]
async fn each_server_has_its_shard() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    let _shards = start(&fake, &Arc::new(client), Intents::empty(), 2).await;
    let guild = fake.look(|world| *world.guilds.keys().next().unwrap());
    let own = (guild >> 22) % 2;
    fake.drop_gateway(Some(1 - own));
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    fake.ready(2).await;
    fake.verdict();
}

#[test]
fn serenity_reads_a_server() {
    let (fake, _, _, _) = club();
    let told = fake.look(|world| guild_create(world, world.guilds.values().next().unwrap()));
    let guild: serenity::all::Guild = serde_json::from_value(told).unwrap();
    assert_eq!((guild.channels.len(), guild.name.as_str()), (1, "Naval club"));
}

#[tokio::test]
async fn nobody_at_the_gateway_means_that_the_interaction_is_lost() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    ann.prepare("say", "", &[]).unwrap().deliver();
    assert_eq!((fake.look(|world| world.gateway.lost), fake.unanswered().len()), (1, 1));
    fake.verdict();
}

#[tokio::test]
async fn a_wrong_token_and_privileged_intents_are_turned_away() {
    let (fake, _, _, _) = club();
    let ends = async |token: &str, intents| {
        let mut shard = shard(&fake, token, intents, ShardId::ONE);
        loop {
            if let Message::Close(frame) = shard.next().await.unwrap().unwrap() {
                return frame.map(|CloseFrame { code, .. }| code);
            }
        }
    };
    let wrong = TOKEN.replace("GfAkEt", "GwRoNg");
    assert_eq!(ends(&wrong, Intents::empty()).await, Some(4004));
    assert_eq!(ends(TOKEN, Intents::MESSAGE_CONTENT).await, Some(4014));
    assert!(super::tells(&fake.faults(), "privileged intents"));
}
