//! That the fake itself behaves: otherwise it proves nothing.

mod answers;
mod commands;
mod gateway;
mod rest;

use serde_json::{Value, json};

use super::fake::{AGENT, Fake, Player, TOKEN};

/// A client of the REST API that knows nothing of Discord.
pub struct Client {
    base: String,
    http: reqwest::Client,
    authorization: String,
}

impl Client {
    pub fn of(fake: &Fake) -> Client {
        let http = reqwest::Client::builder().user_agent(AGENT).no_proxy().build().unwrap();
        Client { base: format!("{}/api/v10", fake.url()), http, authorization: format!("Bot {TOKEN}") }
    }

    /// Status and body of the answer.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let answer = self.response(method, path, body).await;
        (answer.status().as_u16(), answer.json().await.unwrap_or(Value::Null))
    }

    pub async fn response(&self, method: &str, path: &str, body: Value) -> reqwest::Response {
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let request = self.http.request(method, format!("{}{path}", self.base));
        let request = request.header("Authorization", &self.authorization);
        let request = if body.is_null() { request } else { request.json(&body) };
        request.send().await.unwrap()
    }

    /// What a form sent by POST is answered with.
    pub async fn send_form(&self, path: &str, form: reqwest::multipart::Form) -> Value {
        let request = self.http.post(format!("{}{path}", self.base)).multipart(form);
        let answer = request.header("Authorization", &self.authorization).send().await.unwrap();
        answer.json().await.unwrap()
    }

    /// Status and error code.
    pub async fn refused(&self, method: &str, path: &str, body: Value) -> (u16, u64) {
        let (status, answer) = self.call(method, path, body).await;
        (status, answer["code"].as_u64().unwrap_or(0))
    }

    /// Sends a text; the message's id.
    pub async fn say(&self, channel: u64, text: &str) -> u64 {
        let (status, answer) =
            self.call("POST", &format!("/channels/{channel}/messages"), json!({ "content": text })).await;
        assert_eq!(status, 200, "{answer}");
        answer["id"].as_str().unwrap().parse().unwrap()
    }
}

/// A server with a channel and somebody in it.
pub fn club() -> (Fake, Client, u64, Player) {
    let fake = Fake::start();
    let guild = fake.add_guild("Naval club", "en-US");
    let channel = fake.add_channel(guild, "games");
    let player = fake.add_member("Ann", "ja", channel);
    let client = Client::of(&fake);
    (fake, client, channel, player)
}

/// Whether one of the faults speaks of something.
pub fn tells(faults: &[String], of: &str) -> bool {
    faults.iter().any(|fault| fault.contains(of))
}
