//! The gateway, with serenity's own client at the other end.

use std::sync::Arc;

use serde_json::json;
use serenity::all::{
    ClientBuilder, Context, CreateInteractionResponse, CreateInteractionResponseMessage, EventHandler,
    GatewayIntents, Interaction, ShardManager,
};
use serenity::gateway::GatewayError;
use serenity::http::HttpBuilder;
use serenity::{Error, async_trait};

use super::super::fake::{APPLICATION, Fake, TOKEN, World, guild_create};
use super::{Client, club};

struct Echo;

#[async_trait]
impl EventHandler for Echo {
    async fn interaction_create(&self, context: Context, interaction: Interaction) {
        let Interaction::Command(command) = interaction else { return };
        let message = CreateInteractionResponseMessage::new().content(format!("said {}", command.data.name));
        // A line that breaks meanwhile is what the tests are about.
        let _ = command.create_response(&context.http, CreateInteractionResponse::Message(message)).await;
    }
}

/// Starts serenity against the fake; what stops it again.
async fn start(fake: &Fake, intents: GatewayIntents, shards: u32) -> Arc<ShardManager> {
    let http = HttpBuilder::new(TOKEN).proxy(fake.url()).ratelimiter_disabled(true).build();
    let mut client = ClientBuilder::new_with_http(http, intents).event_handler(Echo).await.unwrap();
    let shard_manager = Arc::clone(&client.shard_manager);
    tokio::spawn(async move { client.start_shards(shards).await });
    fake.ready(shards as usize).await;
    shard_manager
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
    let shards = start(&fake, GatewayIntents::GUILDS, 1).await;
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    fake.drop_gateway(None);
    let missed = ann.prepare("say", "", &[]).unwrap().deliver();
    assert_eq!(fake.look(|world| world.gateway.ready_shards().len()), 0, "the line is broken");
    // It waits in the session until the client is back, whatever Discord's three seconds say.
    fake.with(|world| world.exchanges[missed.at()].delivered += std::time::Duration::from_secs(600));
    assert_eq!(missed.answer().await.text, "said say");
    assert_eq!(fake.look(counts), (1, 1));
    shards.shutdown_all().await;
    fake.verdict();
}

#[tokio::test]
async fn an_invalid_session_identifies_again_and_a_reconnect_resumes() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    let shards = start(&fake, GatewayIntents::empty(), 1).await;
    fake.ask_reconnect(None);
    fake.wait("a resume", |world| (world.gateway.resumes == 1).then_some(())).await;
    fake.ready(1).await;
    fake.invalidate_session(None, false);
    fake.wait("an identify", |world| (world.gateway.identifies == 2).then_some(())).await;
    fake.ready(1).await;
    fake.ask_heartbeat(None);
    fake.wait("a heartbeat", |world| (world.gateway.heartbeats > 0).then_some(())).await;
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    shards.shutdown_all().await;
    fake.verdict();
}

#[tokio::test]
async fn each_server_has_its_shard() {
    let (fake, client, _, ann) = club();
    register(&client).await;
    let shards = start(&fake, GatewayIntents::empty(), 2).await;
    let guild = fake.look(|world| *world.guilds.keys().next().unwrap());
    let own = (guild >> 22) % 2;
    fake.drop_gateway(Some(1 - own));
    assert_eq!(ann.slash("say", "", &[]).await.text, "said say");
    fake.ready(2).await;
    shards.shutdown_all().await;
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
        let http = HttpBuilder::new(token).proxy(fake.url()).ratelimiter_disabled(true).build();
        let mut client = ClientBuilder::new_with_http(http, intents).event_handler(Echo).await.unwrap();
        // The address of the gateway takes the true token: this socket is told to come here all the same.
        *client.ws_url.lock().await = format!("{}/gw", fake.url().replace("http", "ws"));
        client.start().await.unwrap_err()
    };
    let wrong = TOKEN.replace("GfAkEt", "GwRoNg");
    let ended = ends(&wrong, GatewayIntents::empty()).await;
    assert!(matches!(ended, Error::Gateway(GatewayError::InvalidAuthentication)), "{ended}");
    let ended = ends(TOKEN, GatewayIntents::MESSAGE_CONTENT).await;
    assert!(matches!(ended, Error::Gateway(GatewayError::DisallowedGatewayIntents)), "{ended}");
    assert!(super::tells(&fake.faults(), "privileged intents"));
}
