//! A bot on a bench: its endpoint before a stand-in for Discord, with requests signed as Discord signs them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ed25519_dalek::{Signer, SigningKey};
use serde_json::Value;
use serenity::interactions_endpoint::Verifier;
use wardroom::config::serving::{Bot, InboundMode};
use wardroom::config::value::Token;
use wardroom::door::discord::api::post::rest::Rest;
use wardroom::door::discord::inbound::answering::{Bounds, Handle, Responder};
use wardroom::door::discord::inbound::endpoint::Endpoint;
use wardroom::waits::Waits;
use wardroom::words::Words;

use super::stand_in::StandIn;

/// The bot's token; it must not be found in any log.
pub const BOT_TOKEN: &str = "MTExMTExMTExMTExMTExMTExMQ.secret.of-the-bot";
/// Now, for the whole bench.
pub const NOW: i64 = 1_763_760_000;

pub fn key() -> SigningKey {
    SigningKey::from_bytes(&[9; 32])
}

pub fn bot(api: &str) -> Bot {
    Bot {
        way: InboundMode::Endpoint { public_key: key().verifying_key().to_bytes() },
        token: Token::from(BOT_TOKEN),
        application_id: None,
        guild: None,
        tables_a_guild: 50,
        orders_a_minute: 30,
        emoji: false,
        game_commands: true,
        pictures: true,
        contact_url: None,
        api: Some(api.to_owned()),
    }
}

pub const SLOW: Bounds = Bounds { patience: Duration::ZERO, ..QUICK };
pub const QUICK: Bounds = Bounds {
    patience: Duration::from_secs(60),
    at_once: 4,
    waiting: 4,
    suggesting: 4,
    suggestion_patience: Duration::from_secs(60),
};

pub struct Bench {
    pub discord: StandIn,
    pub responder: Arc<Responder>,
    pub url: String,
    pub client: reqwest::Client,
}

/// What a request is sent with.
#[derive(Default)]
pub struct Forged {
    pub timestamp: Option<String>,
    pub signature: Option<Option<String>>,
}

impl Bench {
    pub async fn new(handle: Arc<dyn Handle>, bounds: Bounds) -> Bench {
        super::logs();
        let discord = StandIn::start().await;
        let bot = bot(&discord.url());
        let http = Arc::new(Rest::new(&bot, Waits::new(Arc::new(|| NOW))));
        let responder = Responder::new(handle, Arc::new(Words::read().unwrap()), http, bounds);
        let responder = Arc::new(responder);
        let verifier = Verifier::try_new(key().verifying_key().to_bytes()).unwrap();
        let endpoint = Endpoint { responder: responder.clone(), verifier, now: Arc::new(|| NOW) };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/interactions", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, endpoint.routes()).await.unwrap() });
        Bench { discord, responder, url, client: reqwest::Client::new() }
    }

    pub async fn send(&self, body: Vec<u8>, forged: Forged) -> reqwest::Response {
        send_to(&self.client, &self.url, body, forged).await
    }

    /// The answer to a call that is signed as it should be.
    pub async fn call(&self, interaction: &Value) -> Value {
        let response = self.send(interaction.to_string().into_bytes(), Forged::default()).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/json");
        response.json().await.unwrap()
    }
}

pub async fn send_to(
    client: &reqwest::Client,
    url: &str,
    body: Vec<u8>,
    forged: Forged,
) -> reqwest::Response {
    let timestamp = forged.timestamp.unwrap_or_else(|| NOW.to_string());
    let signed = sign(&timestamp, &body);
    let mut request = client.post(url).header("X-Signature-Timestamp", timestamp).body(body);
    if let Some(signature) = forged.signature.unwrap_or(Some(signed)) {
        request = request.header("X-Signature-Ed25519", signature);
    }
    request.send().await.unwrap()
}

pub fn sign(timestamp: &str, body: &[u8]) -> String {
    hex::encode(key().sign(&[timestamp.as_bytes(), body].concat()).to_bytes())
}

/// What was logged in this process.
#[derive(Clone, Default)]
pub struct Logged(pub Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Logged {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}
